use super::{Board, COLUMNS, Difficulty, Piece, ROWS, Undetermined, choose, choose_plainly, play};

/// Numbers that look random and are always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Boards of games that are not over, with the computer to move.
fn boards(numbers: &mut Numbers, count: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    while boards.len() < count {
        let (mut board, mut piece) = (Board::default(), Piece::O);
        for _ in 0..=2 * numbers.below(COLUMNS * ROWS / 2 - 1) {
            let room: Vec<usize> = (0..COLUMNS).filter(|column| board.has_room(*column)).collect();
            board = board.with(room[numbers.below(room.len())], piece);
            if board.has_won(piece) {
                break;
            }
            piece = piece.other();
        }
        if !board.has_won(Piece::O) && !board.has_won(Piece::X) && !board.is_full() && piece == Piece::X {
            boards.push(board);
        }
    }
    boards
}

#[test]
fn leaving_out_what_changes_nothing_chooses_the_same_columns() {
    let mut numbers = Numbers(4);
    for board in boards(&mut numbers, 150) {
        let plies = Difficulty::One.plies();
        assert_eq!(choose(&board, Difficulty::One), choose_plainly(&board, plies), "{board:?}");
    }
    // Looking further ahead at everything takes longer.
    let has_few_columns = |board: &Board| (0..COLUMNS).filter(|column| board.has_room(*column)).count() < 6;
    let full: Vec<Board> = boards(&mut numbers, 2000).into_iter().filter(has_few_columns).collect();
    assert!(full.len() > 20, "{}", full.len());
    for board in full.iter().take(20) {
        for difficulty in [Difficulty::Two, Difficulty::Three] {
            assert_eq!(choose(board, difficulty), choose_plainly(board, difficulty.plies()), "{board:?}");
        }
    }
}

/// Lines, looked for cell by cell.
fn has_line(board: &Board, piece: Piece) -> bool {
    let is_own = |row: i32, column: i32| {
        (0..ROWS as i32).contains(&row)
            && (0..COLUMNS as i32).contains(&column)
            && board.at(row as usize, column as usize) == Some(piece)
    };
    (0..ROWS as i32).any(|row| {
        (0..COLUMNS as i32).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .any(|(down, right)| (0..4).all(|step| is_own(row + step * down, column + step * right)))
        })
    })
}

#[test]
fn bits_find_the_lines_that_cells_show() {
    let mut numbers = Numbers(11);
    let mut won = 0;
    for _ in 0..3000 {
        let (mut board, mut piece) = (Board::default(), Piece::O);
        for _ in 0..numbers.below(COLUMNS * ROWS) {
            let column = numbers.below(COLUMNS);
            if board.has_room(column) {
                board = board.with(column, piece);
                piece = piece.other();
            }
        }
        for piece in [Piece::O, Piece::X] {
            assert_eq!(board.has_won(piece), has_line(&board, piece), "{board:?}");
            won += usize::from(board.has_won(piece));
        }
    }
    assert!(won > 500, "{won}");
}

#[test]
fn a_game_of_two_is_as_on_the_slides() {
    let played = play("3 2\nAnn\nBob\n1 2 1 2 1 2 1").expect("it is determined");
    assert!(played.is_over);
    let begin = "Lets Play Connect 4!!\nChoose the game mode:\n (1) for single player, (2) for double player: \
                 Invalid Input!\n Select mode 1 or 2: enter name for player1 'O': enter name for player2 'X': \
                 Initialising board...\n\n   1 2 3 4 5 6 7\n   _ _ _ _ _ _ _\n1 | | | | | | | |\n";
    assert!(played.output.starts_with(begin), "{}", played.output);
    let end = "Its Ann's(O) turn\nEnter column: Ann chose 1\n\n   1 2 3 4 5 6 7\n   _ _ _ _ _ _ _\n\
               1 | | | | | | | |\n   _ _ _ _ _ _ _\n2 | | | | | | | |\n   _ _ _ _ _ _ _\n3 |O| | | | | | |\n\
               \x20  _ _ _ _ _ _ _\n4 |O|X| | | | | |\n   _ _ _ _ _ _ _\n5 |O|X| | | | | |\n   _ _ _ _ _ _ _\n\
               6 |O|X| | | | | |\n   - - - - - - -\n\nAnn is the WINNER!!\n";
    assert!(played.output.ends_with(end), "{}", played.output);
}

#[test]
fn columns_that_are_full_or_not_there_are_asked_for_again() {
    let played = play("2 a b 0 8 -1 1 1 1 1 1 1 1 2").expect("it is determined");
    assert_eq!(played.output.matches("chose a valid column\n\t:").count(), 4);
    assert!(!played.is_over && played.output.ends_with("Its b's(X) turn\nEnter column: "));
}

#[test]
fn a_game_can_be_drawn() {
    // Columns are filled in pairs, in which the players take turns to begin.
    let moves = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7 7";
    let played = play(&format!("2 a b {moves}")).expect("it is determined");
    assert!(played.is_over && played.output.ends_with("\nIts a DRAW!\n"), "{}", played.output);
}

#[test]
fn the_computer_blocks_and_wins() {
    let blocked = play("1 a 1 4 4 4").expect("it is determined");
    assert!(blocked.output.contains("COMPUTER chose"), "{}", blocked.output);
    for difficulty in Difficulty::ALL {
        let mut threatened = Board::default();
        for (column, piece) in [(6, Piece::O), (0, Piece::X), (6, Piece::O), (1, Piece::X), (6, Piece::O)] {
            threatened = threatened.with(column, piece);
        }
        assert_eq!(choose(&threatened, difficulty), Some(6));
        let winning = threatened.with(2, Piece::X);
        // It wins rather than it blocks.
        assert_eq!(choose(&winning, difficulty), Some(3));
    }
}

#[test]
fn what_is_no_number_is_not_determined() {
    assert_eq!(play("2 a b x"), Err(Undetermined::NotANumber("x".to_owned())));
    let long = "n".repeat(81);
    assert_eq!(play(&format!("2 {long} b")), Err(Undetermined::LongName(long)));
    assert!(play("").is_ok_and(|played| !played.is_over));
}
