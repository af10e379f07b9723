//! The games that specs name by families: wins along every line, ties, removals.

use reference::four_in_a_row::{Board, games as made};
use reference::grid::{Cell, Direction, Line};

use crate::observe::Player;
use crate::referee::{Game, numbered};

pub(in crate::referee) const FAMILIES: &[&str] = &[
    "horizontal",
    "vertical",
    "falling",
    "rising",
    "longer",
    "completions",
    "completions-at-edges",
    "wrap-arounds",
    "ties",
    "last-piece",
    "removals",
    "double-fours",
];

/// The games of a family.
pub(in crate::referee) fn games(family: &str) -> Vec<Game> {
    let line = |columns: &[usize]| -> String {
        columns.iter().map(|column| (column + 1).to_string()).collect::<Vec<_>>().join(" ")
    };
    let game = |nth: usize, line: String| Game::new(numbered(family, nth + 1), line);
    let several = |games: Vec<Vec<usize>>| -> Vec<Game> {
        games.iter().enumerate().map(|(nth, columns)| game(nth, line(columns))).collect()
    };
    // Where the last piece lies is what the completions are about: in other families a line counts as seen that is seen
    // when it is completed at an end or between its ends.
    let otherwise = |place: &Line, winner: Player, columns: &[usize]| {
        let is_end = [0, place.cells.len() - 1].contains(&made::completed_by(place, columns)?);
        let last: &[usize] = if is_end { &[1, 2] } else { &[0, 3] };
        made::win_completed_by(place, winner, last).map(|columns| line(&columns))
    };
    let won = |lines: Vec<Line>, most: usize| -> Vec<Game> {
        let step = (lines.len() / most).max(1);
        let winners = [Player::One, Player::Two].into_iter().cycle();
        let games = lines.iter().step_by(step).zip(winners).filter_map(|(place, winner)| {
            [winner, winner.other()].into_iter().find_map(|winner| {
                let columns = made::win(place, winner)?;
                Some((otherwise(place, winner, &columns), columns))
            })
        });
        let named = |(nth, (or, columns)): (usize, (Option<String>, Vec<usize>))| Game {
            or: or.into_iter().collect(),
            ..game(nth, line(&columns))
        };
        games.take(most).enumerate().map(named).collect()
    };
    let names = ["horizontal", "vertical", "falling", "rising"];
    if let Some((wanted, _)) = Direction::ALL.into_iter().zip(names).find(|(_, name)| *name == family) {
        return won(made::fours().into_iter().filter(|line| line.direction == wanted).collect(), 24);
    }
    let removed = |effect| {
        let (columns, cell) = made::removal(effect);
        let acts = format!("{} remove:{},{}", line(&columns), cell.row + 1, cell.column + 1);
        acts
    };
    let removals = |effects: &[made::RemovalEffect]| -> Vec<Game> {
        effects.iter().enumerate().map(|(nth, effect)| game(nth, removed(*effect))).collect()
    };
    match family {
        "removals" => removals(&[
            made::RemovalEffect::NothingFalls,
            made::RemovalEffect::Nobody,
            made::RemovalEffect::RemoverWins,
            made::RemovalEffect::OpponentWins,
        ]),
        "double-fours" => {
            removals(&[made::RemovalEffect::BothRemoverLower, made::RemovalEffect::BothOpponentLower])
        }
        "longer" => won(made::longer(), 5),
        "completions" => several(completions()),
        "completions-at-edges" => several(completions_at_edges()),
        "wrap-arounds" => {
            let sets = made::wrap_arounds();
            several(sets.iter().filter_map(|cells| made::without_win(cells, Player::One)).collect())
        }
        "ties" => several(made::ties().into_iter().take(2).collect()),
        "last-piece" => vec![Game {
            or: vec![line(&made::win_between_with_the_last_piece())],
            ..game(0, line(&made::win_with_the_last_piece()))
        }],
        _ => Vec::new(),
    }
}

/// Each piece of a line is the last one, in every direction in which it can be.
fn completions() -> Vec<Vec<usize>> {
    let places = made::fours();
    let directions = Direction::ALL.into_iter().filter(|way| *way != Direction::Vertical);
    let completed = directions.enumerate().flat_map(|(way, direction)| {
        let places: Vec<_> = places.iter().filter(|place| place.direction == direction).collect();
        (0..4).filter_map(move |last| {
            let winner = Player::BOTH[(way + last) % 2];
            // Spread over the board, away from its edges, which other games are about; not every place has such a game.
            let from = (way * 5 + last * 3) % places.len();
            let order = (0..places.len()).map(|nth| places[(from + nth) % places.len()]);
            let (edge, inner): (Vec<_>, Vec<_>) =
                order.partition(|place| place.cells.iter().any(|cell| is_at_side(*cell) || is_at_end(*cell)));
            inner.into_iter().chain(edge).find_map(|place| made::win_completed_by(place, winner, &[last]))
        })
    });
    completed.collect()
}

/// The same where the search for a line has to stop: at both sides of the board, and on a diagonal in its corners. A search from
/// the last piece that stops a cell too early misses lines by where it begins.
fn completions_at_edges() -> Vec<Vec<usize>> {
    let touches = |place: &&Line| match place.direction {
        Direction::Horizontal => place.cells.iter().any(|cell| is_at_side(*cell)),
        Direction::Vertical => false,
        Direction::Falling | Direction::Rising => {
            place.cells.iter().any(|cell| is_at_side(*cell) && is_at_end(*cell))
        }
    };
    let places = made::fours();
    let edges = Direction::ALL.into_iter().flat_map(|direction| {
        [0, Board::COLUMNS - 1].map(|side| {
            let is_here = |place: &&Line| {
                place.direction == direction && place.cells.iter().any(|cell| cell.column == side)
            };
            places.iter().filter(touches).filter(is_here).collect::<Vec<_>>()
        })
    });
    let completed = edges.enumerate().flat_map(|(nth, places)| {
        (0..4).filter_map(move |last| {
            let winner = Player::BOTH[(nth + last) % 2];
            let mut order = (0..places.len()).map(|at| places[(at + last) % places.len()]);
            order.find_map(|place| made::win_completed_by(place, winner, &[last]))
        })
    });
    completed.collect()
}

fn is_at_side(cell: Cell) -> bool {
    [0, Board::COLUMNS - 1].contains(&cell.column)
}

fn is_at_end(cell: Cell) -> bool {
    [0, Board::ROWS - 1].contains(&cell.row)
}
