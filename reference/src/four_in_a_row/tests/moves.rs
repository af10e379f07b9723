//! Names, pieces, turns, columns and faults.

use super::super::{
    Answer, Board, Columns, Consequence, Draw, FaultLimit, FaultMemory, FirstMove, Game, Misplaced, Names,
    Numbering, Observation, Outcome, Piece, PieceRule, Question, RefusedMove, Reply, RowNumbering, RowOrder,
    Rules, Script, StarterRule, Threes,
};
use super::{Act, acts, check, check_unasked, played, rules, seen};
use crate::grid::{Cell, Player};

#[test]
fn a_game_begins_with_names_pieces_and_the_empty_board() {
    let mut game = Game::new(Rules::default(), Draw { starter: Player::One, first_piece: Piece::O })
        .expect("an allowed draw");
    assert_eq!(game.question(), Some(Question::Name(Player::One)));
    assert_eq!(game.observations(), []);
    let name = |name: &str| Answer::Name(name.to_owned());
    assert_eq!(game.answer(Question::Name(Player::One), name("Ann")), Ok(&[][..]));
    let seen = game.answer(Question::Name(Player::Two), name("")).expect("the second name").to_vec();
    let [Observation::Pieces(pieces), Observation::Frame(board), Observation::Status(status)] =
        seen.as_slice()
    else {
        panic!("{seen:?}")
    };
    assert_eq!((pieces.one, pieces.two), (Piece::O, Piece::X));
    assert_eq!(*board, Board::default());
    assert_eq!((status.player, status.name.as_str(), status.piece), (Player::One, "Ann", Piece::O));
    assert_eq!((status.faults, status.faults_left, status.undos_left), (0, 3, 0));
    assert_eq!((status.removals_left, status.blocks_left), (1, 1));
    assert_eq!(game.question(), Some(Question::Column(Player::One)));
    assert_eq!(game.legal_columns(), [3]);
}

#[test]
fn every_draw_that_is_allowed_is_listed() {
    type Row<'a> = (StarterRule, PieceRule, &'a [(Player, Piece)]);
    let draws = |starter, pieces| {
        Rules { starter, pieces, ..Rules::default() }
            .draws()
            .iter()
            .map(|draw| (draw.starter, draw.first_piece))
            .collect()
    };
    let table: [Row; 5] = [
        (StarterRule::PlayerOne, PieceRule::Drawn, &[(Player::One, Piece::X), (Player::One, Piece::O)]),
        (StarterRule::Drawn, PieceRule::StarterPicks, &[(Player::One, Piece::X), (Player::Two, Piece::X)]),
        (
            StarterRule::Drawn,
            PieceRule::Drawn,
            &[
                (Player::One, Piece::X),
                (Player::One, Piece::O),
                (Player::Two, Piece::X),
                (Player::Two, Piece::O),
            ],
        ),
        (StarterRule::PlayerOne, PieceRule::Fixed, &[(Player::One, Piece::X)]),
        (StarterRule::Asked, PieceRule::Fixed, &[(Player::One, Piece::X)]),
    ];
    for (starter, pieces, expected) in table {
        let all: Vec<(Player, Piece)> = draws(starter, pieces);
        assert_eq!(all, expected, "{starter:?} {pieces:?}");
    }
}

#[test]
fn the_starter_may_be_drawn_or_asked_and_may_pick() {
    let older = Rules::older_sheet();
    let mut script = acts("4");
    script.insert(0, Act::Piece(Piece::O));
    let draw = Draw { starter: Player::Two, first_piece: Piece::X };
    let game = super::super::play(older, draw, &script).expect("a game");
    assert_eq!(seen(&game), "start2 XO # 2:f0u0 # 1:f0u0");

    let asked = rules(|rules| {
        rules.names = Names::NotAsked;
        rules.starter = StarterRule::Asked;
        rules.pieces = PieceRule::Fixed;
    });
    let mut game = Game::new(asked, Draw::default()).expect("an allowed draw");
    assert!(game.answer(Question::Starter, Answer::Nonsense).is_ok());
    assert_eq!(game.question(), Some(Question::Starter));
    assert!(game.answer(Question::Starter, Answer::Starter(Player::Two)).is_ok());
    assert_eq!(seen(&game), "!Unclear start2 XO # 2:f0u0");
}

#[test]
fn turns_alternate_and_pieces_fall() {
    check(Rules::default(), "4 4 1 1", "XO # 1:f0u0 # 2:f0u0 # 1:f0u3 # 2:f0u3 # 1:f0u3");
    let game = played(Rules::default(), "4 4 1 1 1").expect("a game");
    let picture = ".......\n.......\n.......\n1......\n2..2...\n1..1...\n";
    assert_eq!(game.board().picture(), picture);
    // The last frame is the board, and every frame differs from the one before by one piece.
    let frames: Vec<&Board> = game
        .observations()
        .iter()
        .filter_map(|seen| if let Observation::Frame(board) = seen { Some(board) } else { None })
        .collect();
    assert_eq!(frames.last().map(|board| board.picture()), Some(picture.to_owned()));
    assert_eq!(frames.len(), 6);
}

#[test]
fn columns_are_refused_for_a_reason_and_the_move_is_restarted() {
    let table = [
        ("5", "!OffCentre* 1:f1u0"),
        ("0", "!Outside* 1:f1u0"),
        ("8", "!Outside* 1:f1u0"),
        ("x", "!NotANumber* 1:f1u0"),
        ("4 1", "!OffCentre* 2:f1u0"),
        ("4 4 0", "!Outside* 1:f1u3"),
        ("4 4 8", "!Outside* 1:f1u3"),
        ("4 4 -1", "!Outside* 1:f1u3"),
        ("4 4 9223372036854775807", "!Outside* 1:f1u3"),
        ("4 4 -9223372036854775808", "!Outside* 1:f1u3"),
        ("4 4 x", "!NotANumber* 1:f1u3"),
        ("4 4 4 4 4 4 4", "!Full* 1:f1u3"),
        // The move after a fault is an ordinary one.
        ("4 4 8 1", "!Outside* 1:f1u3 # 2:f0u3"),
    ];
    for (acts, ending) in table {
        check(Rules::default(), acts, ending);
    }
}

#[test]
fn the_fourth_fault_loses_or_the_third_does() {
    check(Rules::default(), "4 4 8 8 8", "!Outside* 1:f3u3");
    check(Rules::default(), "4 4 8 0 x 1 1 9", "!Outside* forfeit2 2");
    check(Rules::default(), "4 5 5 5 5", "!OffCentre* forfeit1 1");
    let third = rules(|rules| rules.fault_limit = FaultLimit::Third);
    check(third, "4 4 8 8", "!Outside* 1:f2u3");
    check(third, "4 4 8 0 x", "!NotANumber* forfeit2 1");
    check(third, "0 0 0", "!Outside* forfeit2 0");
    // Faults are each player's own.
    check(third, "4 4 8 8 1 8 8 1", "# 1:f2u3");
    let forgetful = rules(|rules| rules.fault_memory = FaultMemory::OneTurn);
    check(forgetful, "4 4 8 8 8 1 1 8 8 8", "!Outside* 1:f3u3");
    check(forgetful, "4 4 8 8 8 8", "forfeit2 1");
}

#[test]
fn a_column_of_the_board_may_be_refused() {
    let narrow = rules(|rules| rules.columns = Columns::NotTheLast);
    check(narrow, "4 4 7", "!Outside* 1:f1u3");
    check(narrow, "4 4 6 1", "# 1:f0u3");
    assert!(narrow.refuses_column(7));
    assert!(!narrow.refuses_column(8), "this one is not on the board");
    let narrow = rules(|rules| rules.columns = Columns::NotTheFirst);
    check(narrow, "4 4 1", "!Outside* 1:f1u3");
    check(narrow, "4 4 7 2", "# 1:f0u3");
    let from_zero = rules(|rules| {
        rules.columns = Columns::NotTheFirst;
        rules.numbering = Numbering::FromZero;
    });
    check(from_zero, "3 3 0", "!Outside* 1:f1u3");
}

#[test]
fn three_may_win_in_one_direction() {
    let short = |threes| rules(|rules| rules.threes = threes);
    check(short(Threes::WinInColumns), "4 4 1 2 1 2 1", "# win1 4");
    check(short(Threes::WinInColumns), "4 4 3 2 5", "# 2:f0u3");
    check(short(Threes::WinAnywhere), "4 4 1 2 1 2 1", "# win1 4");
    check(short(Threes::WinAnywhere), "4 4 3 2 5", "# win1 3");
    check(short(Threes::WinInRows), "4 4 3 2 5", "# win1 3");
    check(short(Threes::WinInRows), "4 4 1 2 1 2 1", "# 2:f0u3");
    check(short(Threes::WinRising), "4 4 1 5 5 6 1 6 6", "# win1 5");
    check(short(Threes::WinFalling), "4 4 1 5 5 6 1 6 6", "# 2:f0u3");
    check(short(Threes::WinFalling), "4 4 7 3 3 2 7 2 2", "# win1 5");
}

#[test]
fn a_violation_may_pass_the_turn() {
    let passing = rules(|rules| rules.refused_move = RefusedMove::PassesTurn);
    check(passing, "4 4 8", "!Outside* 2:f0u3");
    check(passing, "4 4 8 1 2", "# 2:f0u3");
    check(passing, "4 4 8 1 8 1 8 1 8", "!Outside* forfeit2 4");
}

#[test]
fn the_last_fault_leaves_no_violation_under_either_limit() {
    let game = played(Rules::default(), "4 4 8 8 8").expect("a game");
    assert_eq!(game.status(Player::One).faults_left, 0);
    let game = played(rules(|rules| rules.fault_limit = FaultLimit::Third), "4 4 8 8").expect("a game");
    assert_eq!(game.status(Player::One).faults_left, 1);
}

#[test]
fn a_refusal_need_not_be_a_fault() {
    let gentle = rules(|rules| {
        rules.off_centre = Consequence::AskedAgain;
        rules.outside = Consequence::AskedAgain;
        rules.full = Consequence::AskedAgain;
        rules.not_a_number = Consequence::AskedAgain;
    });
    check(gentle, "3 0 x 4", "1:f0u0 !OffCentre !Outside !NotANumber # 2:f0u0");
    check(gentle, "4 4 4 4 4 4 4 4 4 4 4", "!Full !Full !Full !Full !Full");
}

#[test]
fn the_first_move_may_be_free() {
    check(rules(|rules| rules.first_move = FirstMove::Anywhere), "1 7", "# 2:f0u0 # 1:f0u3");
}

#[test]
fn columns_and_rows_are_counted_as_the_program_does() {
    let zero = rules(|rules| rules.numbering = Numbering::FromZero);
    check(zero, "3 3 0 6 7", "!Outside* 1:f1u3");
    check(zero, "3 3 -1", "!Outside* 1:f1u3");
    check(zero, "3 3 r43", "r54+0 # 2:f0u3");
    check(zero, "4", "!OffCentre* 1:f1u0");
    let rows_from_one = rules(|rules| {
        rules.numbering = Numbering::FromZero;
        rules.row_numbering = RowNumbering::Unlike;
    });
    check(rows_from_one, "3 3 r53", "r54+0 # 2:f0u3");
    let bottom = rules(|rules| rules.rows = RowOrder::FromBottom);
    check(bottom, "4 4 r24", "r54+0 # 2:f0u3");
    for (rules, row, column) in
        [(Rules::default(), 6, 1), (zero, 5, 0), (rows_from_one, 6, 0), (bottom, 1, 1)]
    {
        assert_eq!((rules.label_of_row(5), rules.label_of_column(0)), (row, column));
        for cell in Board::every_cell() {
            let script = [Act::remove(rules.label_of_row(cell.row), rules.label_of_column(cell.column))];
            let mut typed = super::super::games::acts(&rules, &[3, 3]);
            typed.extend(script);
            let game = super::super::play(rules, Draw::default(), &typed).expect("a game");
            let removed = game
                .observations()
                .iter()
                .any(|seen| matches!(seen, Observation::Removed { cell: gone, .. } if *gone == cell));
            assert_eq!(removed, cell == Cell::new(4, 3));
        }
    }
}

#[test]
fn answers_out_of_place_change_nothing() {
    let mut game = played(Rules::default(), "4 4 1 2 1 2 1 2").expect("a game");
    let before = game.observations().len();
    assert_eq!(
        game.answer(Question::Column(Player::Two), Answer::Number(1)),
        Err(Misplaced::NotNow { asked: Question::Column(Player::Two), due: Question::Remove(Player::One) })
    );
    let wrong = Answer::Name("Ann".to_owned());
    assert_eq!(
        game.answer(Question::Column(Player::One), wrong.clone()),
        Err(Misplaced::WrongKind { asked: Question::Column(Player::One), answer: wrong })
    );
    assert!(!game.permits(Question::Undo(Player::One)));
    assert!(game.permits(Question::Column(Player::One)));
    assert_eq!(game.observations().len(), before);
    // The winning drop can still be taken back; the opponent's question can no more be asked.
    assert!(game.answer(Question::Column(Player::One), Answer::Number(1)).is_ok());
    assert_eq!(game.question(), Some(Question::Undo(Player::One)));
    assert!(!game.permits(Question::Column(Player::Two)));
    assert!(game.answer(Question::Undo(Player::One), Answer::No).is_ok());
    assert!(matches!(game.outcome(), Some(Outcome::Win { .. })));
    assert_eq!(game.question(), None);
    assert_eq!(game.answer(Question::Column(Player::Two), Answer::Number(1)), Err(Misplaced::Over));
}

#[test]
fn a_later_question_declines_the_optional_ones_before_it() {
    let mut game = played(Rules::default(), "4 4").expect("a game");
    for (player, column) in [(Player::One, 1), (Player::Two, 1), (Player::One, 2)] {
        assert!(game.permits(Question::Column(player)));
        assert!(game.answer(Question::Column(player), Answer::Number(column)).is_ok());
    }
    assert_eq!(game.board().count(Player::One), 3);
    // Block is asked although undo was not.
    assert!(game.answer(Question::Block(Player::One), Answer::Yes).is_ok());
    assert_eq!(game.player(), Player::One);
}

#[test]
fn nothing_a_player_answers_goes_wrong() {
    // Answers at random, many of them misplaced: every game ends or goes on, and the board keeps to the rules.
    let mut seed = 1_u64;
    let mut random = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    for round in 0..300 {
        let all = [Rules::default(), Rules::report(), Rules::older_sheet()];
        let rules = all[round % all.len()];
        let mut game = Game::new(rules, rules.draws()[0]).expect("an allowed draw");
        for _ in 0..400 {
            let Some(question) = game.question() else { break };
            let answer = match random(9) {
                0 => Answer::Yes,
                1 => Answer::No,
                2 => Answer::Nonsense,
                3 => Answer::Piece(Piece::O),
                4 => Answer::Name(String::new()),
                5 if random(8) == 0 => Answer::Number(i64::MIN),
                _ => Answer::Number(random(7).cast_signed() + 1),
            };
            let _ = game.answer(question, answer);
            let board = game.board();
            for cell in Board::every_cell().filter(|cell| cell.row > 0) {
                let above = Cell::new(cell.row - 1, cell.column);
                assert!(board.get(cell).is_some() || board.get(above).is_none(), "a piece floats");
            }
        }
    }
}

#[test]
fn a_script_answers_whatever_is_asked() {
    let mut script = Script::new(acts("4 u r54 b"));
    let player = Player::One;
    assert_eq!(script.reply(Question::Remove(player)), Reply::Answer(Answer::No));
    assert_eq!(script.reply(Question::Column(player)), Reply::Answer(Answer::Number(4)));
    assert_eq!(script.reply(Question::Column(player)), Reply::Unasked(Act::Undo));
    assert_eq!(script.reply(Question::Undo(player)), Reply::Answer(Answer::Yes));
    assert_eq!(script.reply(Question::Remove(player)), Reply::Answer(Answer::Yes));
    assert_eq!(script.reply(Question::RemoveColumn(player)), Reply::Answer(Answer::Number(4)));
    assert_eq!(script.reply(Question::RemoveRow(player)), Reply::Answer(Answer::Number(5)));
    assert_eq!(script.reply(Question::Undo(player)), Reply::Answer(Answer::No));
    assert_eq!(script.skip(), Some(Act::Block));
    assert_eq!(script.reply(Question::Block(player)), Reply::Answer(Answer::No));
    assert_eq!(script.reply(Question::Column(player)), Reply::Finished);
    assert_eq!(script.reply(Question::Name(Player::Two)), Reply::Answer(Answer::Name("Bob".to_owned())));
}

#[test]
fn what_follows_the_end_is_asked_by_nobody() {
    check_unasked(Rules::default(), "4 4 1 2 1 2 1 2 1 5", &Act::drop(5));
}
