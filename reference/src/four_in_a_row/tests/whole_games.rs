//! The generated games: wins everywhere, lines that only seem to be, ties.

use super::super::board::{WINNING, winning_lines};
use super::super::games;
use super::super::{
    Board, Draw, Game, Outcome, Rules, Threat, legal_columns, play, threatens, winning_columns,
};
use crate::grid::{Direction, Line, Player};

fn play_columns(columns: &[usize]) -> Game {
    let rules = Rules::default();
    play(rules, Draw::default(), &games::acts(&rules, columns)).expect("a game")
}

#[track_caller]
fn check_win(line: &Line, winner: Player, columns: &[usize]) {
    let game = play_columns(columns);
    let Some(Outcome::Win { winner: found, lines, pieces }) = game.outcome() else {
        panic!("{columns:?}: {:?}", game.outcome())
    };
    assert_eq!((*found, lines.as_slice()), (winner, std::slice::from_ref(line)));
    assert_eq!(*pieces, game.board().count(winner));
}

#[test]
fn fours_win_in_every_direction_and_at_every_edge() {
    let mut impossible = Vec::new();
    for line in games::fours() {
        for winner in Player::BOTH {
            match games::win(&line, winner) {
                Some(columns) => check_win(&line, winner, &columns),
                None => impossible.push((line.clone(), winner)),
            }
        }
    }
    // The centre's lowest cell is Player 1's and the next one Player 2's; and four upon Player 2's would be five.
    assert_eq!(impossible.len(), 18);
    for (line, winner) in impossible {
        let centre = |row: usize| line.cells.iter().any(|cell| (cell.row, cell.column) == (row, 3));
        let opponents = if winner == Player::One { 4 } else { 5 };
        let five = line.direction == Direction::Vertical && winner == Player::Two && centre(3);
        assert!(centre(opponents) || five, "{line:?} {winner:?}");
    }
}

#[test]
fn longer_lines_win_too() {
    let mut found = [0; 3];
    for line in games::longer().iter().filter(|line| line.cells.iter().all(|cell| cell.row > 1)) {
        for winner in Player::BOTH {
            if let Some(columns) = games::win(line, winner) {
                check_win(line, winner, &columns);
                found[line.cells.len() - 5] += 1;
            }
        }
    }
    assert!(found.iter().all(|games| *games > 0), "{found:?}");
}

#[test]
fn lines_across_an_edge_are_none() {
    let sets = games::wrap_arounds();
    assert_eq!(sets.len(), 108);
    let mut found = 0;
    for cells in sets.iter().step_by(3) {
        for owner in Player::BOTH {
            if let Some(columns) = games::without_win(cells, owner) {
                let game = play_columns(&columns);
                assert_eq!(game.outcome(), None, "{cells:?}");
                assert!(cells.iter().all(|cell| game.board().get(*cell) == Some(owner)));
                found += 1;
            }
        }
    }
    assert!(found > 60, "{found}");
}

#[test]
fn full_boards_without_a_four_are_ties() {
    for columns in games::ties() {
        assert_eq!(columns.len(), 42);
        let game = play_columns(&columns);
        assert_eq!(game.outcome(), Some(&Outcome::Tie));
        assert!(legal_columns(game.board()).is_empty());
        for player in Player::BOTH {
            assert_eq!(game.board().count(player), 21);
            assert!(!threatens(game.board(), player, Threat::ThreeInARow));
        }
        // One move earlier there is no tie yet.
        assert_eq!(play_columns(&columns[..41]).outcome(), None);
    }
}

#[test]
fn the_last_piece_wins_rather_than_ties() {
    for columns in [games::win_with_the_last_piece(), games::win_between_with_the_last_piece()] {
        assert_eq!(columns.len(), 42);
        assert_eq!(play_columns(&columns[..41]).outcome(), None);
        let game = play_columns(&columns);
        assert_eq!(game.outcome().and_then(Outcome::winner), Some(Player::Two));
        assert!(game.board().is_full());
    }
}

#[test]
fn each_piece_of_a_line_can_be_the_last() {
    let mut seen = [0; 4];
    for line in games::fours().iter().step_by(3) {
        for (last, count) in seen.iter_mut().enumerate() {
            let Some(columns) = games::win_completed_by(line, Player::One, &[last]) else { continue };
            assert_eq!(games::completed_by(line, &columns), Some(last), "{line:?} {columns:?}");
            assert_eq!(play_columns(&columns).outcome().and_then(Outcome::winner), Some(Player::One));
            *count += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 8), "{seen:?}");
}

#[test]
fn winning_columns_are_where_a_win_is() {
    for line in games::fours().iter().step_by(5) {
        let Some(columns) = games::win(line, Player::One) else { continue };
        let (last, before) = columns.split_last().expect("a move");
        let game = play_columns(before);
        assert!(winning_columns(game.board(), Player::One).contains(last));
        assert!(threatens(game.board(), Player::One, Threat::WinsNext));
        assert_eq!(winning_lines(game.board(), Player::One), []);
    }
    assert_eq!(winning_columns(&Board::default(), Player::One), []);
    assert_eq!(WINNING, 4);
}

#[test]
fn few_games_play_around_every_edge() {
    let games = games::played_around();
    assert!(games.len() < 16, "{}", games.len());
    let mut left = games::wrap_arounds();
    for columns in &games {
        let nth = |moves: usize| play_columns(&columns[..moves]);
        assert_eq!(nth(columns.len()).outcome(), None, "{columns:?}");
        for game in (0..=columns.len()).map(nth) {
            let is_owned =
                |cells: &Vec<_>, owner| cells.iter().all(|cell| game.board().get(*cell) == Some(owner));
            left.retain(|cells| !Player::BOTH.into_iter().any(|owner| is_owned(cells, owner)));
        }
    }
    // One player would need both of the first two pieces.
    assert_eq!(left.len(), 2);
    for cells in left {
        let has = |row: usize| cells.iter().any(|cell| (cell.row, cell.column) == (row, 3));
        assert!(has(5) && has(4), "{cells:?}");
    }
}
