//! Undo, remove and block, with every reading.

use super::super::games::{self, RemovalEffect};
use super::super::{
    Answer, Block, BlockMoment, Board, BothWin, Draw, FirstRound, FirstRoundUndos, ForbiddenBlock, Game,
    Outcome, Question, RefusedAct, RemovalOrder, RemovalWins, Remove, Restart, Rules, Threat, Unclear, Undo,
    UndoChain, UndoMoment, UndoRemoval, UndoStart, UndoSupply, play, threatens,
};
use super::{Act, check, check_unasked, played, rules, seen};
use crate::grid::{Cell, Player};

#[test]
fn a_move_is_taken_back_and_made_again() {
    check(Rules::default(), "4 4 1 u 2", "1:f0u3 # u2 # 1:f0u2 # 2:f0u3");
    let game = played(Rules::default(), "4 4 1 u 2").expect("a game");
    assert_eq!(game.board().picture().lines().last(), Some(".1.1..."));
    // Three in the game, and then no more.
    check(Rules::default(), "4 4 1 u 2 u 3 u 5", "u0 # 1:f0u0 # 2:f0u3");
    check_unasked(Rules::default(), "4 4 1 u 2 u 3 u 5 u", &Act::Undo);
    check(Rules::default(), "4 4 1 u 2 1 3 u 5", "u1 # 1:f0u1 # 2:f0u3");
    // Each player has three.
    check(Rules::default(), "4 4 1 u 2 3 u", "u2 # 2:f0u2");
}

#[test]
fn the_first_move_cannot_be_taken_back() {
    check_unasked(Rules::default(), "4 u", &Act::Undo);
    check_unasked(Rules::default(), "4 4 u", &Act::Undo);
    let first = rules(|rules| rules.undo_start = UndoStart::FirstMove);
    check(first, "4 u 4 4", "1:f0u3 # u2 # 1:f0u2 # 2:f0u3 # 1:f0u2");
    // The move is a first move again.
    check(first, "4 u 1", "!OffCentre* 1:f1u2");
    check(rules(|rules| rules.first_round_undos = FirstRoundUndos::Three), "4", "1:f0u3 # 2:f0u3");
}

#[test]
fn undo_in_other_programs() {
    check(rules(|rules| rules.undo = Undo::SpendsMove), "4 4 1 u 2", "# u2 # 2:f0u3 # 1:f0u2");
    let absent = rules(|rules| rules.undo = Undo::Absent);
    check_unasked(absent, "4 4 1 u", &Act::Undo);
    check(absent, "4 4", "1:f0u0");
    let turn = rules(|rules| rules.undo_supply = UndoSupply::Turn);
    check(turn, "4 4 1 u 2 u 3 u 1 1 1 u", "u2 # 1:f0u2");
    let one = rules(|rules| rules.undo_chain = UndoChain::OnePerTurn);
    check_unasked(one, "4 4 1 u 2 u", &Act::Undo);
    check(one, "4 4 1 u 2 1 1 u 1", "u1 # 1:f0u1 # 2:f0u3");
    check(
        rules(|rules| rules.undo_moment = UndoMoment::BeforePlacing),
        "4 4 1 u 2",
        "1:f0u3 u2 1:f0u2 # 2:f0u3",
    );
}

#[test]
fn a_winning_move_can_be_taken_back_if_undo_is_asked_before_the_result() {
    let wins = "4 4 1 2 1 2 1 2 1";
    let again = format!("{wins} u 5");
    check(Rules::default(), wins, "# win1 5");
    check(Rules::default(), &again, "# u2 # 1:f0u2 # -b 2:f0u3");
    let after = rules(|rules| rules.undo_moment = UndoMoment::AfterResult);
    check_unasked(after, &again, &Act::Undo);
    check(after, "4 4 1 u 2", "# u2 # 1:f0u2 # 2:f0u3");
    let before = rules(|rules| rules.undo_moment = UndoMoment::BeforePlacing);
    check(before, &again, "1:f0u3 u2 1:f0u2 # -b 2:f0u3");
    check(before, wins, "# win1 5");
}

#[test]
fn the_last_piece_of_a_tie_can_be_taken_back() {
    let columns = &games::ties()[0];
    let mut acts = games::acts(&Rules::default(), columns);
    acts.push(Act::Undo);
    let game = play(Rules::default(), Draw::default(), &acts).expect("a game");
    assert!(seen(&game).ends_with("# u2 # 2:f0u2"));
    assert_eq!(game.legal_columns(), [*columns.last().expect("a move")]);
}

#[test]
fn a_piece_is_removed_instead_of_a_drop() {
    check(Rules::default(), "4 4 r54", "1:f0u3 r54+0 # 2:f0u3");
    check(Rules::default(), "4 4 4 4 r54", "r54+2 # 2:f0u3");
    let game = played(Rules::default(), "4 4 4 4 r54").expect("a game");
    assert_eq!(game.board().picture(), ".......\n.......\n.......\n...2...\n...1...\n...1...\n");
    assert_eq!(game.status(Player::One).removals_left, 0);
    // The column can be filled again up to the top.
    check(Rules::default(), "4 4 4 4 4 4 r54 4", "r54+4 # 2:f0u3 # 1:f0u3");
    // Once in the game.
    check_unasked(Rules::default(), "4 4 r54 4 r54", &Act::remove(5, 4));
    // Not in the first turn, and not when the opponent has no piece.
    check_unasked(Rules::default(), "r64", &Act::remove(6, 4));
    check_unasked(Rules::default(), "4 r64", &Act::remove(6, 4));
    check_unasked(Rules::default(), "4 b r64", &Act::remove(6, 4));
    let first = rules(|rules| rules.remove_first_round = FirstRound::Offered);
    check(first, "4 r64", "r64+0 # 1:f0u3");
}

#[test]
fn a_cell_without_an_opponents_piece_is_refused() {
    for place in ["r64", "r11", "r04", "r74", "r50", "r58", "rx4", "r5x", "r99"] {
        check(Rules::default(), &format!("4 4 {place} 1"), "!NoOpponentPiece* 1:f1u3 # 2:f0u3");
        check(Rules::report(), &format!("4 4 {place} r54"), "1:f0u3 !NoOpponentPiece r54+0 # 2:f0u3");
    }
    check(Rules::default(), "4 4 r64 r54", "!NoOpponentPiece* 1:f1u3 r54+0 # 2:f0u3");
    check(Rules::default(), "4 4 r64 r64 r64 r64", "forfeit2 1");
}

#[test]
fn row_and_column_are_asked_in_either_order() {
    let first = |rules: Rules| {
        let mut game = played(rules, "4 4").expect("a game");
        assert!(game.answer(Question::Remove(Player::One), Answer::Yes).is_ok());
        game
    };
    let column_first = rules(|rules| rules.removal_order = RemovalOrder::ColumnFirst);
    for (rules, asked) in [
        (Rules::default(), Question::RemoveRow(Player::One)),
        (column_first, Question::RemoveColumn(Player::One)),
    ] {
        assert_eq!(first(rules).question(), Some(asked));
        for row_first in [true, false] {
            let mut game = first(rules);
            let mut questions =
                [(Question::RemoveRow(Player::One), 5), (Question::RemoveColumn(Player::One), 4)];
            if !row_first {
                questions.reverse();
            }
            for (question, number) in questions {
                assert!(game.permits(question));
                assert!(game.answer(question, Answer::Number(number)).is_ok());
            }
            assert!(seen(&game).ends_with("r54+0 #"));
        }
    }
    let mut game = first(Rules::default());
    assert!(game.answer(Question::RemoveRow(Player::One), Answer::Number(5)).is_ok());
    assert!(!game.permits(Question::RemoveRow(Player::One)));
}

#[test]
fn removal_in_other_programs() {
    let before = rules(|rules| rules.remove = Remove::BeforeDrop);
    check(before, "4 4 r54 1", "1:f0u3 r54+0 # # 2:f0u3");
    // The drop is taken back.
    check(before, "4 4 r54 1 u 2", "r54+0 # # u2 # 1:f0u2 # 2:f0u3");
    check_unasked(rules(|rules| rules.remove = Remove::Absent), "4 4 r54", &Act::remove(5, 4));
    check_unasked(Rules::default(), "4 4 r54 u", &Act::Undo);
    let undo = rules(|rules| rules.undo_removal = UndoRemoval::Offered);
    check(undo, "4 4 r54 u r54", "r54+0 # u2 # 1:f0u2 r54+0 # 2:f0u3");
    // The moves that a restarted move offers.
    check(Rules::default(), "4 4 8 r54", "!Outside* 1:f1u3 r54+0 # 2:f0u3");
    check(Rules::default(), "4 4 1 u r54", "1:f0u2 r54+0 # 2:f0u3");
    let column = rules(|rules| rules.restart = Restart::Column);
    check_unasked(column, "4 4 8 r54", &Act::remove(5, 4));
    check_unasked(column, "4 4 1 u r54", &Act::remove(5, 4));
}

fn removal_outcome(rules: Rules, effect: RemovalEffect) -> (Game, Option<Player>, Player) {
    let (columns, cell) = games::removal(effect);
    let mut acts = games::acts(&rules, &columns);
    let before = play(rules, Draw::default(), &acts).expect("a game before the removal");
    assert_eq!(before.outcome(), None);
    acts.push(Act::remove(rules.label_of_row(cell.row), rules.label_of_column(cell.column)));
    let game = play(rules, Draw::default(), &acts).expect("a game with the removal");
    let winner = game.outcome().and_then(Outcome::winner);
    (game, winner, before.player())
}

#[test]
fn a_removal_that_wins_is_taken_back_if_undo_is_asked_before_the_result() {
    let undo = rules(|rules| rules.undo_removal = UndoRemoval::Offered);
    let (columns, cell) = games::removal(RemovalEffect::RemoverWins);
    let mut acts = games::acts(&undo, &columns);
    acts.push(Act::remove(undo.label_of_row(cell.row), undo.label_of_column(cell.column)));
    let wins = play(undo, Draw::default(), &acts).expect("a game that a removal wins");
    assert!(wins.outcome().is_some());
    acts.push(Act::Undo);
    let again = play(undo, Draw::default(), &acts).expect("the removal is taken back");
    assert_eq!(again.outcome(), None);
    assert_eq!(again.board().get(cell), Some(again.player().other()));
    assert_eq!(again.status(again.player()).removals_left, 1);
    let after = Rules { undo_moment: UndoMoment::AfterResult, ..undo };
    assert!(play(after, Draw::default(), &acts).is_err());
}

#[test]
fn falling_pieces_win_for_either_player() {
    // By effect: who wins, `true` for the remover, under the default and under each other reading.
    type Row = (RemovalEffect, [Option<bool>; 6]);
    let readings = [
        Rules::default(),
        rules(|rules| rules.both_win = BothWin::Remover),
        rules(|rules| rules.both_win = BothWin::Opponent),
        rules(|rules| rules.removal_wins = RemovalWins::Remover),
        rules(|rules| rules.removal_wins = RemovalWins::Nobody),
        rules(|rules| rules.both_win = BothWin::Nobody),
    ];
    let table: [Row; 6] = [
        (RemovalEffect::RemoverWins, [Some(true), Some(true), Some(true), Some(true), None, Some(true)]),
        (RemovalEffect::OpponentWins, [Some(false), Some(false), Some(false), None, None, Some(false)]),
        (RemovalEffect::BothRemoverLower, [Some(true), Some(true), Some(false), Some(true), None, None]),
        (RemovalEffect::BothOpponentLower, [Some(false), Some(true), Some(false), Some(true), None, None]),
        (RemovalEffect::Nobody, [None; 6]),
        (RemovalEffect::NothingFalls, [None; 6]),
    ];
    assert_eq!(table.map(|(effect, _)| effect), RemovalEffect::ALL);
    for (effect, expected) in table {
        for (rules, wins) in readings.into_iter().zip(expected) {
            let (game, winner, remover) = removal_outcome(rules, effect);
            let expected = wins.map(|remover_wins| if remover_wins { remover } else { remover.other() });
            assert_eq!(winner, expected, "{effect:?} {:?} {:?}", rules.removal_wins, rules.both_win);
            let is_tie = rules.both_win == BothWin::Nobody
                && matches!(effect, RemovalEffect::BothRemoverLower | RemovalEffect::BothOpponentLower);
            assert_eq!(game.outcome() == Some(&Outcome::Tie), is_tie, "{effect:?}");
            let seen = seen(&game);
            assert_eq!(seen.contains("+0"), effect == RemovalEffect::NothingFalls, "{effect:?} {seen}");
        }
    }
}

#[test]
fn a_block_gives_another_move_once() {
    check(Rules::default(), "4 4 1 b 2 1", "1:f0u3 # b 1:f0u3 # 2:f0u3 # 1:f0u3");
    check_unasked(Rules::default(), "4 4 1 b 2 b", &Act::Block);
    // After the first move too, but then the opponent's first move is still in the centre.
    check(Rules::default(), "4 b 4 5", "b 1:f0u3 # 2:f0u0 !OffCentre* 2:f1u0");
    check_unasked(rules(|rules| rules.block_first_round = FirstRound::NotOffered), "4 b", &Act::Block);
    check_unasked(rules(|rules| rules.block = Block::Absent), "4 4 1 b", &Act::Block);
    // After a removal, and after a move that was taken back and made again.
    check(Rules::default(), "4 4 r54 b", "r54+0 # b 1:f0u3");
    check(Rules::default(), "4 4 1 u 2 b", "# b 1:f0u2");
    // The blocked player has a block left.
    check(Rules::default(), "4 4 1 b 2 1 b", "# b 2:f0u3");
}

#[test]
fn a_block_is_not_offered_while_the_opponent_has_three() {
    let three = "4 4 1 2 1 2 7 2 7";
    check(Rules::default(), three, "# -b 2:f0u3");
    check_unasked(Rules::default(), &format!("{three} b"), &Act::Block);
    // One's own three is no reason.
    check(Rules::default(), "4 4 1 2 1 2 1 b", "# b 1:f0u3");
    let refused = rules(|rules| rules.forbidden_block = ForbiddenBlock::Refused);
    check(refused, &format!("{three} b"), "# !Threatened 2:f0u3");
    let fault = rules(|rules| rules.forbidden_block = ForbiddenBlock::Fault);
    check(fault, &format!("{three} b"), "# !Threatened* 2:f0u3");
    check(fault, &format!("9 {three} b"), "# !Threatened* 2:f0u3");
    check(fault, &format!("9 9 9 {three} b"), "# !Threatened* forfeit2 4");
    // Who has no block left learns nothing.
    check(Rules::default(), "4 b 4 4 1 2 1 2 7 2 7", "1:f0u3 # 2:f0u3");
}

#[test]
fn a_move_may_begin_anew_after_a_refused_act() {
    let three = "4 4 1 2 1 2 7 2 7";
    let anew = rules(|rules| {
        rules.refused_act = RefusedAct::BeginsAnew;
        rules.forbidden_block = ForbiddenBlock::Fault;
    });
    check(anew, &format!("{three} b"), "# !Threatened* # 1:f1u3");
    // What the rules do not even offer is refused as well, also where the turn has gone on to the opponent.
    let mut game = played(anew, "4 b 4 4 1 2").expect("a game");
    assert_eq!(game.player(), Player::One);
    let before = *game.board();
    assert!(game.answer(Question::Column(Player::One), Answer::Number(7)).is_ok());
    game.decline();
    assert_eq!(game.player(), Player::Two);
    let permitted = |game: &Game| game.permits(Question::Remove(Player::One));
    assert!(!permitted(&game));
    assert!(game.refuse_act());
    assert!(permitted(&game), "the move begins anew");
    assert_eq!((game.player(), *game.board()), (Player::One, before));
    // There is nothing more to begin anew, and no such rule in the report.
    assert!(!game.refuse_act());
    assert!(!played(Rules::default(), "4 4 1").expect("a game").refuse_act());
}

#[test]
fn a_block_may_be_announced_before_the_move() {
    let before = rules(|rules| rules.block_moment = BlockMoment::BeforeMove);
    check(before, "4 4 b 1", "# b 1:f0u3");
    check(before, "4 4 b 9 1 2", "# b 1:f1u3 # 2:f0u3");
    check(before, "4 4 b 1 u 2", "# 1:f0u2 # b 1:f0u2");
    check_unasked(before, "4 4 b 1 2 7 b", &Act::Block);
    // What was announced is not asked for again.
    check_unasked(before, "4 4 b b 1", &Act::Block);
    check_unasked(before, "4 4 1 2 1 2 7 2 b", &Act::Block);
    let refused = rules(|rules| {
        rules.block_moment = BlockMoment::BeforeMove;
        rules.forbidden_block = ForbiddenBlock::Refused;
    });
    check(refused, "4 4 1 2 1 2 7 2 b 7", "!Threatened # 2:f0u3");
}

#[test]
fn a_chance_to_win_is_read_in_four_ways() {
    // Each reading's result for Player 1: three in a row, open three, three of four, wins next.
    let table = [
        ("....... ....... ....... ....... ....... 111....", [true, true, true, true]),
        ("....... ....... ....... ....... 111.... 222....", [true, true, true, false]),
        ("....... ....... ....... ....... ....... 1112...", [true, false, false, false]),
        ("....... ....... ....... ....... ....... 11.1...", [false, false, true, true]),
        ("....... ....... ....... ....... 11.1... 22.2...", [false, false, true, false]),
        ("1...... 1...... 1...... 2...... 2...... 2......", [true, false, false, false]),
        ("....... ....... ....... ....... ....... 11.....", [false, false, false, false]),
        // Three and an empty cell, but no room for four: the diagonal in the corner.
        ("..1.... .1..... 1...... ....... ....... .......", [true, false, false, false]),
    ];
    for (rows, expected) in table {
        let board = Board::from_picture(&rows.replace(' ', "\n")).expect("a picture");
        let says = Threat::ALL.iter().map(|reading| threatens(&board, Player::One, *reading));
        assert_eq!(says.collect::<Vec<bool>>(), expected, "{rows}");
    }
}

#[test]
fn an_unclear_answer_is_asked_again_or_means_no() {
    check(Rules::default(), "4 4 ? 1 ? u 2", "# !Unclear 1:f0u3 # !Unclear u2 # 1:f0u2 # 2:f0u3");
    let no = rules(|rules| rules.unclear = Unclear::MeansNo);
    check(no, "4 4 ? 1 ? ? 1", "1:f0u3 # 2:f0u3 # 1:f0u3");
    let mut game = played(Rules::default(), "4 4").expect("a game");
    assert!(game.answer(Question::Remove(Player::One), Answer::Number(7)).is_ok());
    assert_eq!(game.question(), Some(Question::Remove(Player::One)));
}

#[test]
fn a_removed_piece_leaves_its_column_as_if_it_had_never_been() {
    let mut board = Board::default();
    for (row, player) in [(5, Player::One), (4, Player::Two), (3, Player::One)] {
        board.set(Cell::new(row, 0), Some(player));
    }
    for (row, fallen) in [(3, 0), (4, 1), (5, 2)] {
        let mut after = board;
        assert_eq!(super::super::board::remove(&mut after, Cell::new(row, 0)), fallen);
        assert_eq!(after.count(Player::One) + after.count(Player::Two), 2);
        assert!(after.is_free(Cell::new(3, 0)));
    }
}
