//! A guest who plays along in whatever game a program has: for finding out who moves, not whether the game is right.

use super::{Entry, ExpectedEvent, Means, Over, Question, Record, Referee, Reply};
use crate::observe::Player;

/// The most moves that the guest makes.
const MOST_MOVES: usize = 12;
/// The most questions that the guest answers.
const MOST_ANSWERS: usize = 60;

/// A guest who takes every question for what it seems to be, and declines whatever is not a move.
#[derive(Debug)]
pub(super) struct Guest {
    questions: &'static [Question],
    /// The rows and columns of the board.
    size: (usize, usize),
    moves: usize,
    answers: usize,
    names: usize,
}

impl Guest {
    /// A guest at a program that asks these questions, on a board of this size.
    pub(super) fn new(questions: &'static [Question], size: (usize, usize)) -> Self {
        Self { questions, size, moves: 0, answers: 0, names: 0 }
    }

    /// The next column or cell: the middle first, as it may be demanded, whether columns are counted from 0 or from 1, and then along
    /// the board, so that hardly any move completes a line.
    fn place(&mut self) -> (i64, i64) {
        let (rows, columns) = self.size;
        let nth = self.moves;
        self.moves += 1;
        let column = match nth {
            0 | 2 => columns / 2 + 1,
            1 => columns / 2,
            _ => (nth - 3) * 2 % columns + 1,
        };
        // Other rows than those in which cells were taken, but for chance.
        let row = nth * 4 % rows;
        (i64::try_from(row).unwrap_or_default(), i64::try_from(column).unwrap_or_default())
    }

    fn entry(&mut self, question: Question) -> Entry {
        match question {
            Question::Name => {
                self.names += 1;
                Entry::Text(if self.names % 2 == 1 { b"Alice".to_vec() } else { b"Bob".to_vec() })
            }
            Question::Starter => Entry::Starter(1),
            Question::Piece => Entry::Piece('X'),
            Question::Column => Entry::Number(self.place().1),
            Question::Coordinates => {
                let (row, column) = self.place();
                Entry::Pair(row, column)
            }
            Question::Row => Entry::Number(1),
            Question::Cell => Entry::Pair(1, 1),
            Question::Drop | Question::Done => Entry::Yes,
            Question::Remove | Question::Undo | Question::Block | Question::PlayAgain => Entry::No,
        }
    }
}

impl Referee for Guest {
    fn permits(&self, question: Question) -> bool {
        let is_in_time = match question {
            // `First player, what is your name?` asks for no starter.
            Question::Starter | Question::Piece => self.names > 0 && self.moves == 0,
            // One game is enough.
            Question::PlayAgain => false,
            _ => true,
        };
        is_in_time && self.questions.contains(&question)
    }

    fn asked(&mut self, questions: &[Question], _: Means) -> Reply {
        let is_move = |question: &&Question| question.is_move() || **question == Question::Drop;
        let Some(question) = questions.iter().find(is_move).or(questions.first()).copied() else {
            return Reply::NotNow(None);
        };
        self.answers += 1;
        if self.is_played() { Reply::Finished } else { Reply::Answer(question, self.entry(question)) }
    }

    fn is_played(&self) -> bool {
        self.moves >= MOST_MOVES || self.answers > MOST_ANSWERS
    }

    fn ended(&mut self) {}

    fn due(&self) -> usize {
        0
    }

    fn expected_events(&self) -> Vec<ExpectedEvent> {
        Vec::new()
    }

    fn player(&self) -> Player {
        Player::One
    }

    fn over(&self) -> Option<Over> {
        None
    }

    fn records(&self) -> Vec<Record> {
        Vec::new()
    }
}
