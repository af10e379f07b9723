//! The game itself: from typed lines to observations and records.

use super::coordinates::parse;
use super::observation::{Answer, Misplaced, Observation, Outcome, Question, Refusal};
use super::record::Record;
use super::rules::{FileUse, PlayAgain, Prompt, Rules, Unclear};
use super::{Board, legal_cells, winning_lines};
use crate::grid::{Cell, Player};

/// A run of the program: one game, or several if the players want to play again.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    board: Board,
    player: Player,
    /// True if the file can be opened.
    disk: bool,
    phase: Phase,
    log: Vec<Observation>,
    /// The result of the last game; `None` while one is played.
    outcome: Option<Outcome>,
    records: Vec<Record>,
}

/// The input that the program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Move,
    Again,
    Over,
}

impl Game {
    /// The program's start: the empty board, and Player 1's turn.
    pub fn new(rules: Rules) -> Self {
        let mut game = Self {
            rules,
            board: Board::default(),
            player: Player::One,
            disk: true,
            phase: Phase::Move,
            log: Vec::new(),
            outcome: None,
            records: Vec::new(),
        };
        game.begin();
        game
    }

    /// A start on a machine where `result.txt` cannot be opened: the program must go on as if it could.
    pub fn without_disk(rules: Rules) -> Self {
        Self { disk: false, ..Self::new(rules) }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board as it is.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player whose turn it is, or was last.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Everything that was to be seen so far.
    pub fn observations(&self) -> &[Observation] {
        &self.log
    }

    /// The result of the last game; `None` while one is played.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The records in `result.txt`, the oldest first: every finished game, or the last one if the file is
    /// overwritten.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The cells, row by row, that the player to move may choose.
    pub fn legal_cells(&self) -> Vec<Cell> {
        if self.phase == Phase::Move { legal_cells(&self.board) } else { Vec::new() }
    }

    /// The next question of a correct program; `None` once it has ended.
    pub fn question(&self) -> Option<Question> {
        match self.phase {
            Phase::Move => Some(Question::Coordinates(self.player)),
            Phase::Again => Some(Question::PlayAgain),
            Phase::Over => None,
        }
    }

    /// Answers the question that is due and returns the observations after it.
    ///
    /// # Errors
    ///
    /// The program has ended, or the question has no such answer; then nothing has changed.
    pub fn answer(&mut self, answer: &Answer) -> Result<&[Observation], Misplaced> {
        let seen = self.log.len();
        match (self.question(), answer) {
            (None, _) => return Err(Misplaced::Over),
            (Some(Question::Coordinates(_)), Answer::Line(line)) => self.take_move(line),
            (Some(Question::PlayAgain), Answer::Yes) => self.begin(),
            (Some(Question::PlayAgain), Answer::No) => self.phase = Phase::Over,
            (Some(Question::PlayAgain), Answer::Unclear) => match self.rules.unclear {
                Unclear::AskedAgain => self.log.push(Observation::Unclear),
                Unclear::MeansNo => self.phase = Phase::Over,
            },
            (Some(due), _) => return Err(Misplaced::WrongKind { due }),
        }
        Ok(self.log.get(seen..).unwrap_or_default())
    }

    fn begin(&mut self) {
        self.board = Board::default();
        self.player = Player::One;
        self.outcome = None;
        self.phase = Phase::Move;
        self.log.push(Observation::Frame(self.board));
        self.log.push(Observation::Turn(self.player));
    }

    fn take_move(&mut self, line: &[u8]) {
        let player = self.player;
        match self.target(line) {
            Err(why) => {
                self.log.push(Observation::Refused { player, why });
                if self.rules.prompt == Prompt::Repeated {
                    self.log.push(Observation::Turn(player));
                }
            }
            Ok(cell) => {
                self.board.set(cell, Some(player));
                self.log.push(Observation::Frame(self.board));
                let lines = winning_lines(&self.board, player, self.rules.five);
                if !lines.is_empty() {
                    self.end(Outcome::Win { winner: player, lines });
                } else if self.board.is_full() {
                    self.end(Outcome::Tie);
                } else {
                    self.player = player.other();
                    self.log.push(Observation::Turn(self.player));
                }
            }
        }
    }

    fn target(&self, line: &[u8]) -> Result<Cell, Refusal> {
        let cell = parse(line, &self.rules)?.cell(self.rules.axes);
        if self.board.is_free(cell) { Ok(cell) } else { Err(Refusal::Occupied) }
    }

    fn end(&mut self, outcome: Outcome) {
        if self.rules.file_use == FileUse::Overwrite {
            self.records.clear();
        }
        if self.disk {
            self.records.push(Record { outcome: outcome.clone(), board: self.board });
        }
        self.log.push(Observation::Over(outcome.clone()));
        self.outcome = Some(outcome);
        self.phase = match self.rules.play_again {
            PlayAgain::Asked => Phase::Again,
            PlayAgain::NotAsked => Phase::Over,
        };
    }
}
