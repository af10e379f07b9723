//! Inputs, wins, ties and what is written.

use super::games;
use super::{
    Act, Answer, Axes, Blanks, Board, CarriageReturn, Coordinates, FileOrder, FileUse, Five, Game,
    LeadingZeros, LineLength, Misplaced, Missing, Observation, Outcome, PlayAgain, PlayError, Plus, Prompt,
    Question, Reading, Record, Refusal, Reply, Rules, Script, Tail, Unclear, content, legal_cells,
    model_board, parse, play, read, threatens, winning_cells, winning_lines,
};
use crate::grid::{Cell, Line, Player};

fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

fn played(rules: Rules, cells: &[Cell]) -> Game {
    play(rules, &games::acts(cells)).expect("a game")
}

fn at(x: usize, y: usize) -> Coordinates {
    Coordinates { x, y }
}

#[test]
fn coordinates_are_read_as_the_sheet_demands() {
    let table: [(&str, Result<Coordinates, Refusal>, Reading); 48] = [
        ("4,5", Ok(at(4, 5)), Reading::Accepted(at(4, 5))),
        ("0,0", Ok(at(0, 0)), Reading::Accepted(at(0, 0))),
        ("14,14", Ok(at(14, 14)), Reading::Accepted(at(14, 14))),
        ("0,14\n", Ok(at(0, 14)), Reading::Accepted(at(0, 14))),
        ("10,9", Ok(at(10, 9)), Reading::Accepted(at(10, 9))),
        ("15,2", Err(Refusal::OutOfRange), Reading::Refused),
        ("2,15", Err(Refusal::OutOfRange), Reading::Refused),
        ("15,15", Err(Refusal::OutOfRange), Reading::Refused),
        ("-1,3", Err(Refusal::OutOfRange), Reading::Refused),
        ("3,-1", Err(Refusal::OutOfRange), Reading::Refused),
        ("100,1", Err(Refusal::OutOfRange), Reading::Refused),
        ("99,99", Err(Refusal::OutOfRange), Reading::Refused),
        ("256,0", Err(Refusal::OutOfRange), Reading::Refused),
        ("4294967296,0", Err(Refusal::OutOfRange), Reading::Refused),
        ("0,4294967296", Err(Refusal::OutOfRange), Reading::Refused),
        ("18446744073709551616,3", Err(Refusal::OutOfRange), Reading::Refused),
        ("3,99999999999999999999999999999999999999999", Err(Refusal::OutOfRange), Reading::Refused),
        ("", Err(Refusal::Empty), Reading::Refused),
        ("\n", Err(Refusal::Empty), Reading::Refused),
        ("4", Err(Refusal::NoComma), Reading::Refused),
        ("4 5", Err(Refusal::NoComma), Reading::Refused),
        ("4.5", Err(Refusal::NoComma), Reading::Refused),
        ("4;5", Err(Refusal::NoComma), Reading::Refused),
        ("abc", Err(Refusal::NoComma), Reading::Refused),
        ("a,b", Err(Refusal::NotANumber), Reading::Refused),
        ("4,b", Err(Refusal::NotANumber), Reading::Refused),
        ("a,5", Err(Refusal::NotANumber), Reading::Refused),
        ("4a,5", Err(Refusal::NotANumber), Reading::Refused),
        ("4,5a", Err(Refusal::NotANumber), Reading::Refused),
        ("(4,5)", Err(Refusal::NotANumber), Reading::Refused),
        ("--1,3", Err(Refusal::NotANumber), Reading::Refused),
        ("-,3", Err(Refusal::NotANumber), Reading::Refused),
        ("4,5.0", Err(Refusal::NotANumber), Reading::Refused),
        ("1 2,3", Err(Refusal::NotANumber), Reading::Refused),
        ("   ", Err(Refusal::NoComma), Reading::Refused),
        ("3,", Err(Refusal::MissingNumber), Reading::Contested),
        (",5", Err(Refusal::MissingNumber), Reading::Contested),
        (",", Err(Refusal::MissingNumber), Reading::Contested),
        (" 4,5", Err(Refusal::NotANumber), Reading::Contested),
        ("4, 5", Err(Refusal::NotANumber), Reading::Contested),
        ("4 ,5", Err(Refusal::NotANumber), Reading::Contested),
        ("4,5 ", Err(Refusal::NotANumber), Reading::Contested),
        ("+3,4", Err(Refusal::NotANumber), Reading::Contested),
        ("03,4", Ok(at(3, 4)), Reading::Contested),
        ("0004,4", Ok(at(4, 4)), Reading::Contested),
        ("00000003,4", Ok(at(3, 4)), Reading::Contested),
        ("1,2,3", Err(Refusal::TooMuch), Reading::Contested),
        ("4,5\r", Ok(at(4, 5)), Reading::Contested),
    ];
    for (line, expected, reading) in table {
        assert_eq!(parse(line.as_bytes(), &Rules::default()), expected, "{line:?}");
        assert_eq!(read(line.as_bytes()), reading, "{line:?}");
    }
}

#[test]
fn each_option_of_the_format_changes_what_it_says() {
    let table: [(Rules, &str, Result<Coordinates, Refusal>); 26] = [
        (rules(|rules| rules.leading_zeros = LeadingZeros::TwoDigits), "03,04", Ok(at(3, 4))),
        (rules(|rules| rules.leading_zeros = LeadingZeros::TwoDigits), "003,4", Err(Refusal::LeadingZero)),
        (rules(|rules| rules.leading_zeros = LeadingZeros::TwoDigits), "123,4", Err(Refusal::OutOfRange)),
        (rules(|rules| rules.leading_zeros = LeadingZeros::Refused), "03,4", Err(Refusal::LeadingZero)),
        (rules(|rules| rules.leading_zeros = LeadingZeros::Refused), "4,00", Err(Refusal::LeadingZero)),
        (rules(|rules| rules.leading_zeros = LeadingZeros::Refused), "0,10", Ok(at(0, 10))),
        (rules(|rules| rules.blanks = Blanks::Ignored), " 4,5", Ok(at(4, 5))),
        (rules(|rules| rules.blanks = Blanks::Ignored), "4 , 5 ", Ok(at(4, 5))),
        (rules(|rules| rules.blanks = Blanks::Ignored), "1 4,5", Err(Refusal::NotANumber)),
        (rules(|rules| rules.blanks = Blanks::Ignored), "  ", Err(Refusal::Empty)),
        (rules(|rules| rules.blanks = Blanks::Ignored), " ,5", Err(Refusal::MissingNumber)),
        (rules(|rules| rules.plus = Plus::Accepted), "+3,+4", Ok(at(3, 4))),
        (rules(|rules| rules.plus = Plus::Accepted), "++3,4", Err(Refusal::NotANumber)),
        (rules(|rules| rules.plus = Plus::Accepted), "+,4", Err(Refusal::NotANumber)),
        (rules(|rules| rules.missing = Missing::Zero), "3,", Ok(at(3, 0))),
        (rules(|rules| rules.missing = Missing::Zero), ",5", Ok(at(0, 5))),
        (rules(|rules| rules.missing = Missing::Zero), ",", Ok(at(0, 0))),
        (rules(|rules| rules.missing = Missing::Zero), "3", Err(Refusal::NoComma)),
        (rules(|rules| rules.line_length = LineLength::Nine), "00000003,4", Err(Refusal::MissingNumber)),
        (rules(|rules| rules.line_length = LineLength::Nine), "0000003,4", Ok(at(3, 4))),
        (Rules::report(), "00000003,4", Ok(at(3, 0))),
        (Rules::report(), "4294967296,0", Err(Refusal::NoComma)),
        (rules(|rules| rules.carriage_return = CarriageReturn::Refused), "4,5\r\n", Err(Refusal::NotANumber)),
        (Rules::default(), "4,5\r\n", Ok(at(4, 5))),
        (rules(|rules| rules.tail = Tail::Ignored), "1,2,3", Ok(at(1, 2))),
        (rules(|rules| rules.tail = Tail::Ignored), "1,a,3", Err(Refusal::NotANumber)),
    ];
    for (rules, line, expected) in table {
        assert_eq!(parse(line.as_bytes(), &rules), expected, "{line:?}");
    }
    // Bytes that are no text, and very long lines, are refused like anything else.
    assert_eq!(parse(&[0xff, 0, b',', 1], &Rules::default()), Err(Refusal::NotANumber));
    assert_eq!(parse(&vec![b'9'; 100_000], &Rules::default()), Err(Refusal::NoComma));
}

#[test]
fn every_cell_can_be_typed_with_either_axes() {
    for cell in Board::every_cell() {
        for axes in Axes::ALL {
            let line = Coordinates::of(cell, *axes).typed();
            assert_eq!(parse(line.as_bytes(), &Rules::default()).map(|read| read.cell(*axes)), Ok(cell));
        }
    }
    let game = play(rules(|rules| rules.axes = Axes::XIsColumn), &[Act::line("4,5")]).expect("a game");
    assert_eq!(game.board().get(Cell::new(5, 4)), Some(Player::One));
    let game = play(Rules::default(), &[Act::line("4,5")]).expect("a game");
    assert_eq!(game.board().get(Cell::new(4, 5)), Some(Player::One));
}

#[test]
fn a_move_is_shown_and_a_refusal_asks_the_same_player() {
    let game = play(Rules::default(), &["4,5", "4,5", "x", "15,0", "5,5"].map(Act::line)).expect("a game");
    let mut first = Board::default();
    first.set(Cell::new(4, 5), Some(Player::One));
    let mut second = first;
    second.set(Cell::new(5, 5), Some(Player::Two));
    let refused = |why| Observation::Refused { player: Player::Two, why };
    let turn = Observation::Turn;
    assert_eq!(
        game.observations(),
        [
            Observation::Frame(Board::default()),
            turn(Player::One),
            Observation::Frame(first),
            turn(Player::Two),
            refused(Refusal::Occupied),
            turn(Player::Two),
            refused(Refusal::NoComma),
            turn(Player::Two),
            refused(Refusal::OutOfRange),
            turn(Player::Two),
            Observation::Frame(second),
            turn(Player::One),
        ]
    );
    assert_eq!(game.legal_cells().len(), 223);
    let silent = rules(|rules| rules.prompt = Prompt::OnlyWarned);
    let game = play(silent, &["4,5", "4,5"].map(Act::line)).expect("a game");
    assert_eq!(game.observations().last(), Some(&refused(Refusal::Occupied)));
    assert_eq!(game.question(), Some(Question::Coordinates(Player::Two)));
}

#[track_caller]
fn check_win(cells: &[Cell], line: &Line, winner: Player) {
    let game = played(Rules::default(), cells);
    let lines = vec![line.clone()];
    assert_eq!(game.outcome(), Some(&Outcome::Win { winner, lines }), "{cells:?}");
    let before = played(Rules::default(), &cells[..cells.len() - 1]);
    assert_eq!(before.outcome(), None);
}

#[test]
fn fives_win_in_every_direction_and_at_every_edge() {
    let fives = games::fives();
    assert_eq!(fives.len(), 572);
    for (number, line) in fives.iter().enumerate() {
        for winner in Player::BOTH {
            let cells = games::win(line, winner, number % 5).expect("a game");
            assert_eq!(cells.len(), if winner == Player::One { 9 } else { 10 });
            check_win(&cells, line, winner);
        }
    }
    assert_eq!(games::win(&fives[0], Player::One, 5), None);
    assert_eq!(games::win(&fives[0], Player::One, usize::MAX), None);
}

#[test]
fn more_than_five_win_unless_exactly_five_do() {
    let exactly = rules(|rules| rules.five = Five::Exactly);
    for line in games::overlines() {
        for last in 0..line.cells.len() {
            let winner = if last % 2 == 0 { Player::One } else { Player::Two };
            let Some(cells) = games::win(&line, winner, last) else { continue };
            check_win(&cells, &line, winner);
            assert_eq!(played(exactly, &cells).outcome(), None);
        }
    }
    // Seven has only the pieces 2, 3 and 4 that no five is there without.
    let seven = Board::places(7);
    let lasts: Vec<usize> =
        (0..7).filter(|last| games::win(&seven[0], Player::One, *last).is_some()).collect();
    assert_eq!(lasts, [2, 3, 4]);
    for line in games::fives().iter().step_by(7) {
        let cells = games::win(line, Player::Two, 2).expect("a game");
        assert_eq!(played(exactly, &cells).outcome().and_then(Outcome::winner), Some(Player::Two));
    }
}

#[test]
fn a_five_closed_at_both_ends_wins_unless_the_rules_say_otherwise() {
    let open = rules(|rules| rules.five = Five::NotClosed);
    let mut edges = 0;
    for line in games::fives() {
        for winner in Player::BOTH {
            match games::closed_win(&line, winner) {
                Some(cells) => {
                    check_win(&cells, &line, winner);
                    assert_eq!(played(open, &cells).outcome(), None, "{line:?}");
                }
                None => edges += 1,
            }
        }
        let cells = games::win(&line, Player::One, 4).expect("a game");
        let closed = Board::ends(&line).iter().filter(|cell| cells.contains(cell)).count() == 2;
        assert_eq!(played(open, &cells).outcome().is_none(), closed, "{line:?}");
    }
    assert!(edges > 0);
}

#[test]
fn four_and_lines_across_an_edge_do_not_win() {
    let sets = games::wrap_arounds();
    assert!(sets.len() > 100);
    for cells in sets {
        for owner in Player::BOTH {
            let game = played(Rules::default(), &games::owning(&cells, owner));
            assert_eq!(game.outcome(), None, "{cells:?}");
            assert!(cells.iter().all(|cell| game.board().get(*cell) == Some(owner)));
        }
    }
    for line in Board::places(4) {
        let game = played(Rules::default(), &games::owning(&line.cells, Player::Two));
        assert_eq!(game.outcome(), None);
        assert_eq!(
            threatens(game.board(), Player::Two, Five::OrMore),
            !game.board().open_ends(&line).is_empty()
        );
    }
}

#[test]
fn five_with_a_gap_do_not_win() {
    for line in Board::places(6) {
        for gap in 1..5 {
            let mut cells = line.cells.clone();
            let missing = cells.remove(gap);
            let game = played(Rules::default(), &games::owning(&cells, Player::Two));
            assert_eq!(game.outcome(), None);
            if game.board().is_free(missing) {
                assert!(winning_cells(game.board(), Player::Two, Five::OrMore).contains(&missing));
            }
        }
    }
}

#[test]
fn a_full_board_without_a_five_is_a_tie() {
    let cells = games::tie();
    assert_eq!(cells.len(), 225);
    let game = played(Rules::default(), &cells);
    assert_eq!(game.outcome(), Some(&Outcome::Tie));
    assert_eq!(game.board().count(Player::One), 113);
    assert!(legal_cells(game.board()).is_empty());
    for player in Player::BOTH {
        assert_eq!(game.board().lines_of(player, 3), []);
    }
    assert_eq!(played(Rules::default(), &cells[..224]).outcome(), None);
}

#[test]
fn the_last_piece_wins_rather_than_ties() {
    for last in 0..5 {
        let cells = games::win_with_the_last_piece(last).expect("a game");
        assert_eq!(cells.len(), 225);
        assert_eq!(played(Rules::default(), &cells[..224]).outcome(), None);
        let game = played(Rules::default(), &cells);
        assert_eq!(game.outcome().and_then(Outcome::winner), Some(Player::One));
        assert!(game.board().is_full());
        assert_eq!(winning_lines(game.board(), Player::One, Five::Exactly).len(), 1);
    }
    assert_eq!(games::win_with_the_last_piece(5), None);
}

#[test]
fn the_model_board_is_that_of_the_report() {
    let empty = model_board(&Board::default());
    assert_eq!(empty.len(), 752);
    assert!(empty.lines().all(|line| line.len() == 46));
    assert!(empty.starts_with("   0  1  2  3  4  5  6  7  8  9 10 11 12 13 14\n0  .  .  "));
    assert!(empty.ends_with("\n14 .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"));
    for cell in Board::every_cell() {
        let mut board = Board::default();
        board.set(cell, Some(Player::Two));
        let text = model_board(&board);
        assert_eq!(text.as_bytes().get(50 + 47 * cell.row + 3 * cell.column), Some(&b'O'));
        assert_eq!(text.matches('O').count(), 1);
    }
}

fn two_games() -> Vec<Act> {
    let fives = games::fives();
    let mut acts = games::acts(&games::win(&fives[0], Player::One, 4).expect("a game"));
    acts.push(Act::Again(true));
    acts.extend(games::acts(&games::win(&fives[100], Player::Two, 0).expect("a game")));
    acts
}

#[test]
fn each_finished_game_is_written() {
    let statements = |game: &Game| -> Vec<&str> {
        game.records().iter().map(|record| record.outcome.statement()).collect()
    };
    let game = play(Rules::default(), &two_games()).expect("two games");
    assert_eq!(statements(&game), ["Player 1 wins", "Player 2 wins"]);
    assert_eq!(game.records().last().map(|record| &record.board), Some(game.board()));
    let text = content(game.records(), game.rules());
    assert_eq!(text.len(), 2 * 766);
    assert!(text.starts_with("Player 1 wins\n   0  1 "));
    let board_first = rules(|rules| rules.file_order = FileOrder::BoardFirst);
    let text = content(game.records(), &board_first);
    assert!(text.starts_with("   0  1 ") && text.ends_with(".\nPlayer 2 wins\n"));

    let overwrite = rules(|rules| rules.file_use = FileUse::Overwrite);
    let game = play(overwrite, &two_games()).expect("two games");
    assert_eq!(statements(&game), ["Player 2 wins"]);

    // An unfinished game writes nothing, and a tie says so.
    assert_eq!(played(Rules::default(), &[Cell::new(0, 0)]).records(), []);
    let game = played(Rules::default(), &games::tie());
    assert_eq!(game.records(), [Record { outcome: Outcome::Tie, board: *game.board() }]);
    assert!(content(game.records(), game.rules()).starts_with("Tie\n"));
}

#[test]
fn a_file_that_cannot_be_opened_changes_nothing_else() {
    let cells = games::win(&games::fives()[7], Player::Two, 3).expect("a game");
    let mut game = Game::without_disk(Rules::default());
    let mut script = Script::new(games::acts(&cells), Axes::XIsRow);
    while let Some(question) = game.question() {
        let Reply::Answer(answer) = script.reply(question) else { panic!("the script ended") };
        assert!(game.answer(&answer).is_ok());
    }
    assert_eq!(game.observations(), played(Rules::default(), &cells).observations());
    assert_eq!(game.records(), []);
}

#[test]
fn another_game_begins_anew() {
    let mut game = play(Rules::default(), &two_games()).expect("two games");
    // The list is over, so a third game is declined.
    assert_eq!(game.question(), None);
    assert_eq!(game.answer(&Answer::Yes), Err(Misplaced::Over));
    let mut acts = two_games();
    acts.insert(9, Act::Unclear);
    let game = play(Rules::default(), &acts).expect("two games");
    let over = game.observations().iter().position(|seen| matches!(seen, Observation::Over(_)));
    let after = game.observations().get(over.expect("an end") + 1..).unwrap_or_default();
    assert_eq!(
        after.get(..3),
        Some(
            &[Observation::Unclear, Observation::Frame(Board::default()), Observation::Turn(Player::One)][..]
        )
    );
    let no = rules(|rules| rules.unclear = Unclear::MeansNo);
    assert_eq!(play(no, &acts).err(), Some(PlayError::Unasked(Act::Again(true))));
    let never = rules(|rules| rules.play_again = PlayAgain::NotAsked);
    assert_eq!(play(never, &two_games()).err(), Some(PlayError::Unasked(Act::Again(true))));
}

#[test]
fn answers_out_of_place_change_nothing() {
    let mut game = Game::new(Rules::default());
    let due = Question::Coordinates(Player::One);
    assert_eq!(game.answer(&Answer::Yes), Err(Misplaced::WrongKind { due }));
    assert_eq!(game.observations().len(), 2);
    assert_eq!(game.question().and_then(Question::text), Some("Player 1, please input your coordinates"));
    let mut script = Script::new([Act::Again(true)], Axes::XIsRow);
    assert_eq!(script.reply(due), Reply::Unasked(Act::Again(true)));
    assert_eq!(script.skip(), Some(Act::Again(true)));
    assert_eq!(script.reply(due), Reply::Finished);
}
