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
    "completions-everywhere",
    "wrap-arounds",
    "ties",
    "last-piece",
    "removals",
    "double-fours",
];

/// The number of games that are won by more than four.
const LONGER: usize = 5;

/// The games of a family.
pub(in crate::referee) fn games(family: &str) -> Vec<Game> {
    let line = |columns: &[usize]| -> String {
        columns.iter().map(|column| (column + 1).to_string()).collect::<Vec<_>>().join(" ")
    };
    let game = |nth: usize, line: String| Game::new(numbered(family, nth + 1), line);
    let several = |games: Vec<Vec<usize>>| -> Vec<Game> {
        games.iter().enumerate().map(|(nth, columns)| game(nth, line(columns))).collect()
    };
    let either = |games: Vec<Either>| -> Vec<Game> {
        let named = |(nth, (columns, or)): (usize, &Either)| Game {
            or: or.iter().map(|columns| line(columns)).collect(),
            ..game(nth, line(columns))
        };
        games.iter().enumerate().map(named).collect()
    };
    let removed = |effect| {
        let (columns, cell) = made::removal(effect);
        let acts = format!("{} remove:{},{}", line(&columns), cell.row + 1, cell.column + 1);
        acts
    };
    let removals = |effects: &[made::RemovalEffect]| -> Vec<Game> {
        effects.iter().enumerate().map(|(nth, effect)| game(nth, removed(*effect))).collect()
    };
    match family {
        "horizontal" => either(each_line(Direction::Horizontal)),
        "vertical" => several(won(lines_of(Direction::Vertical).iter()).collect()),
        "falling" => either(each_line(Direction::Falling)),
        "rising" => either(each_line(Direction::Rising)),
        "removals" => removals(&[
            made::RemovalEffect::NothingFalls,
            made::RemovalEffect::Nobody,
            made::RemovalEffect::RemoverWins,
            made::RemovalEffect::OpponentWins,
        ]),
        "double-fours" => {
            removals(&[made::RemovalEffect::BothRemoverLower, made::RemovalEffect::BothOpponentLower])
        }
        "longer" => {
            let lines = made::longer();
            several(won(lines.iter().step_by(lines.len() / LONGER)).take(LONGER).collect())
        }
        "completions" => several(completions()),
        "completions-everywhere" => several(completions_everywhere()),
        "wrap-arounds" => several(made::played_around()),
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

/// The same of every line that is not a column.
fn completions_everywhere() -> Vec<Vec<usize>> {
    let lines = made::fours().into_iter().filter(|line| line.direction != Direction::Vertical);
    lines.flat_map(|line| (0..line.cells.len()).filter_map(move |last| completed_by(&line, last))).collect()
}

/// A game that one of the players wins by this line, with this piece of it as the last one. Not every line has such a game.
fn completed_by(line: &Line, last: usize) -> Option<Vec<usize>> {
    let row = line.cells.first().map_or(0, |cell| cell.row);
    let winner = Player::BOTH[(row + last) % 2];
    [winner, winner.other()].into_iter().find_map(|winner| made::win_completed_by(line, winner, &[last]))
}

/// A game, and another one that shows the same.
type Either = (Vec<usize>, Option<Vec<usize>>);

/// A game for each line of a direction. Where the last piece lies is what the completions are about: here a line counts as seen that
/// is seen when it is completed at an end or between its ends. The games are those of the completions, so that a program plays
/// them once.
fn each_line(direction: Direction) -> Vec<Either> {
    let lines = lines_of(direction).into_iter().enumerate();
    let either = |(nth, line): (usize, Line)| -> Option<Either> {
        let pieces = line.cells.len();
        let is_end = |last: usize| last == 0 || last + 1 == pieces;
        let mut games = (nth..nth + pieces)
            .map(|last| last % pieces)
            .filter_map(|last| Some((is_end(last), completed_by(&line, last)?)));
        let (at_end, game) = games.next()?;
        Some((game, games.find(|(other, _)| *other != at_end).map(|(_, game)| game)))
    };
    lines.filter_map(either).collect()
}

fn lines_of(direction: Direction) -> Vec<Line> {
    made::fours().into_iter().filter(|line| line.direction == direction).collect()
}

/// A game for each of these lines by which somebody can win; the players win in turn.
fn won<'l>(lines: impl Iterator<Item = &'l Line>) -> impl Iterator<Item = Vec<usize>> {
    let winners = Player::BOTH.into_iter().cycle();
    lines.zip(winners).filter_map(|(line, winner)| {
        [winner, winner.other()].into_iter().find_map(|winner| made::win(line, winner))
    })
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

    use super::{completions_everywhere, games};

    /// The line that a game is won by, which of its pieces was the last one, and whose they are.
    fn completed(game: &[usize]) -> (Line, usize, Player) {
        let mut board = Board::default();
        for (column, player) in game.iter().zip(Player::BOTH.into_iter().cycle()) {
            let rows = (0..Board::ROWS).rev().map(|row| Cell::new(row, *column));
            let cell = rows.into_iter().find(|cell| board.is_free(*cell)).expect("there is room");
            board.set(cell, Some(player));
        }
        let won_by = |player| winning_lines(&board, player).into_iter().map(move |line| (line, player));
        let mut lines = Player::BOTH.into_iter().flat_map(won_by);
        let (line, player) = lines.next().expect("the game is won");
        assert_eq!(lines.next(), None, "by one line");
        let last = made::completed_by(&line, game).expect("its last piece is one of the line");
        (line, last, player)
    }

    #[test]
    fn each_piece_of_every_line_is_the_last_one() {
        let all: Vec<_> = completions_everywhere().iter().map(|game| completed(game)).collect();
        for direction in Direction::ALL.into_iter().filter(|way| *way != Direction::Vertical) {
            for winner in Player::BOTH {
                let won = |last| {
                    all.iter().any(|(line, at, by)| (line.direction, *at, *by) == (direction, last, winner))
                };
                assert!((0..4).all(won), "{direction:?} {winner:?}");
            }
        }
        let played: BTreeSet<_> = all.into_iter().map(|(line, last, _)| (line.cells, last)).collect();
        let lines = made::fours().into_iter().filter(|line| line.direction != Direction::Vertical);
        let ways = lines.flat_map(|line| (0..4).map(move |last| (line.cells.clone(), last)));
        // Both begin in the centre: the first two pieces there complete nothing.
        let is_first = |cell: Cell| cell.column == Board::COLUMNS / 2 && cell.row >= Board::ROWS - 2;
        for (cells, last) in ways {
            assert_ne!(played.contains(&(cells.clone(), last)), is_first(cells[last]), "{last} of {cells:?}");
        }
    }

    #[test]
    fn both_players_win_in_every_direction() {
        for family in ["horizontal", "vertical", "falling", "rising"] {
            let columns = |line: &String| -> Vec<usize> {
                line.split(' ').map(|column| column.parse::<usize>().expect("a column") - 1).collect()
            };
            let winners: Vec<Player> =
                games(family).iter().map(|game| completed(&columns(&game.line)).2).collect();
            let of = |player| winners.iter().filter(|winner| **winner == player).count();
            assert!(of(Player::One).abs_diff(of(Player::Two)) <= winners.len() / 3, "{family}: {winners:?}");
        }
    }
}
