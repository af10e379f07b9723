//! The games that specs name by families: wins along every line, ties, removals.

use std::collections::BTreeSet;

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
    "completions-everywhere",
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
        "completions-everywhere" => several(completions_everywhere()),
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

/// The same in every row, and wherever a line begins. A search from the last piece that stops too early, or looks at too few places,
/// misses lines by these.
fn completions_everywhere() -> Vec<Vec<usize>> {
    let directions = Direction::ALL.into_iter().filter(|way| *way != Direction::Vertical);
    directions.flat_map(completions_of).collect()
}

fn completions_of(direction: Direction) -> Vec<Vec<usize>> {
    let left = |place: &Line| place.cells.iter().map(|cell| cell.column).min().unwrap_or_default();
    let top = |place: &Line| place.cells.iter().map(|cell| cell.row).min().unwrap_or_default();
    let places = made::fours().into_iter().filter(|place| place.direction == direction);
    let mut ways: Vec<(Line, usize)> =
        places.flat_map(|place| (0..place.cells.len()).map(move |last| (place.clone(), last))).collect();
    // A row has as many lines as a line has pieces: if each of its lines is completed by another piece, few others are needed.
    ways.sort_by_key(|(place, last)| (left(place) + top(place)) % place.cells.len() != *last);
    let mut games = Vec::new();
    let mut seen = BTreeSet::new();
    for (place, last) in ways {
        let from = [(Some(left(&place)), None, last), (None, Some(top(&place)), last)];
        if from.iter().all(|from| seen.contains(from)) {
            continue;
        }
        let winner = Player::BOTH[games.len() % 2];
        let won = |winner| made::win_completed_by(&place, winner, &[last]);
        // Not every place has such a game.
        if let Some(game) = won(winner).or_else(|| won(winner.other())) {
            games.push(game);
            seen.extend(from);
        }
    }
    games
}

fn is_at_side(cell: Cell) -> bool {
    [0, Board::COLUMNS - 1].contains(&cell.column)
}

fn is_at_end(cell: Cell) -> bool {
    [0, Board::ROWS - 1].contains(&cell.row)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use reference::four_in_a_row::{Board, games as made, winning_lines};
    use reference::grid::{Cell, Direction, Line, Player};

    use super::completions_everywhere;

    /// The line that a game is won by, and which of its pieces was the last one.
    fn completed(game: &[usize]) -> (Line, usize) {
        let mut board = Board::default();
        for (column, player) in game.iter().zip(Player::BOTH.into_iter().cycle()) {
            let rows = (0..Board::ROWS).rev().map(|row| Cell::new(row, *column));
            let cell = rows.into_iter().find(|cell| board.is_free(*cell)).expect("there is room");
            board.set(cell, Some(player));
        }
        let mut lines = Player::BOTH.into_iter().flat_map(|player| winning_lines(&board, player));
        let line = lines.next().expect("the game is won");
        let last = made::completed_by(&line, game).expect("its last piece is one of the line");
        (line, last)
    }

    #[test]
    fn each_piece_is_the_last_one_in_every_row_and_wherever_lines_begin() {
        let all: Vec<(Line, usize)> = completions_everywhere().iter().map(|game| completed(game)).collect();
        for direction in Direction::ALL.into_iter().filter(|way| *way != Direction::Vertical) {
            let of_direction = || all.iter().filter(|(line, _)| line.direction == direction);
            let row = |line: &Line| line.cells.iter().map(|cell| cell.row).min();
            let column = |line: &Line| line.cells.iter().map(|cell| cell.column).min();
            let rows: BTreeSet<_> = of_direction().map(|(line, last)| (row(line), *last)).collect();
            let columns: BTreeSet<_> = of_direction().map(|(line, last)| (column(line), *last)).collect();
            let places = made::fours().into_iter().filter(|line| line.direction == direction);
            for (line, last) in
                places.flat_map(|line| (0..line.cells.len()).map(move |last| (line.clone(), last)))
            {
                assert!(rows.contains(&(row(&line), last)), "{direction:?} {line:?} {last}");
                assert!(columns.contains(&(column(&line), last)), "{direction:?} {line:?} {last}");
            }
        }
    }
}
