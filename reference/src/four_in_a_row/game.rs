//! The game itself: from answers to observations.

mod extensions;
mod optional;
mod refusals;

use std::cell::OnceCell;

use super::board::{self, Board, CENTRE};
use super::dialogue::{Answer, Misplaced, Question};
use super::observation::{Observation, Outcome, Refusal, Status};
use super::options::{
    Block, FaultMemory, FirstMove, FirstRoundUndos, Names, PieceRule, RemovalOrder, Remove, StarterRule,
    Unclear, Undo, UndoMoment, UndoStart, UndoSupply,
};
use super::rules::{Draw, ForbiddenDraw, Piece, Rules};
use crate::grid::{Both, Cell, Player};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    names: Both<String>,
    pieces: Both<Piece>,
    board: Board,
    faults: Both<u8>,
    undos: Both<u8>,
    removals: Both<u8>,
    blocks: Both<u8>,
    /// Moves made and not taken back.
    moves: Both<usize>,
    player: Player,
    turn: Turn,
    /// The last drop, unless more than the beginning of the opponent's turn came after it.
    dropped: Option<Dropped>,
    /// True if the player has said, before the move, that the opponent's next one is blocked.
    is_block_announced: bool,
    phase: Phase,
    log: Vec<Observation>,
    outcome: Option<Outcome>,
    /// True for a copy whose observations nobody sees.
    is_trial: bool,
    /// The game after each of the optional questions that are due is declined, one after the other; worked out when it is asked for.
    declined: OnceCell<Vec<Game>>,
}

/// The state of a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    restarted: bool,
    removed: bool,
    undone: bool,
    before: Option<Before>,
}

/// The state that an undo restores.
#[derive(Clone, Copy, Debug)]
struct Before {
    board: Board,
    moves: Both<usize>,
    removals: Both<u8>,
    removed: bool,
}

/// A drop: who dropped, and the turn with the state before.
#[derive(Clone, Copy, Debug)]
struct Dropped {
    player: Player,
    turn: Turn,
}

/// The input that the program waits for.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Name(Player),
    Starter,
    Piece,
    Remove,
    Target(Target),
    Column,
    Undo(Next),
    Block,
    Over,
}

/// The part of the removal's target that is known. A number that is not on the board is kept as `None`.
#[derive(Clone, Copy, Debug)]
enum Target {
    Unknown,
    Row(Option<usize>),
    Column(Option<usize>),
}

/// The next step when a move is not taken back.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// The piece is put here.
    Place(Cell),
    /// The piece is here; is it a four?
    Judge(Cell),
    /// The piece that was here is gone; have those above it made a four?
    JudgeRemoval(Cell),
    /// The game goes on.
    Finish,
}

impl Game {
    /// A new game.
    ///
    /// # Errors
    ///
    /// The rules do not allow this draw; [`Rules::draws`] lists those they do.
    pub fn new(rules: Rules, draw: Draw) -> Result<Self, ForbiddenDraw> {
        if !rules.draws().contains(&draw) {
            return Err(ForbiddenDraw(draw));
        }
        let mut game = Self {
            rules,
            names: Both::default(),
            pieces: draw.pieces(),
            board: Board::default(),
            faults: Both::same(0),
            undos: Both::same(Rules::UNDOS),
            removals: Both::same(1),
            blocks: Both::same(1),
            moves: Both::same(0),
            player: draw.starter,
            turn: Turn::default(),
            dropped: None,
            is_block_announced: false,
            phase: Phase::Name(Player::One),
            log: Vec::new(),
            outcome: None,
            is_trial: false,
            declined: OnceCell::new(),
        };
        if rules.names == Names::NotAsked {
            game.after_names();
        }
        Ok(game)
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board as it is, without a piece that waits for "are you sure?".
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Everything that was to be seen so far.
    pub fn observations(&self) -> &[Observation] {
        &self.log
    }

    /// The result of the game; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The player whose turn it is, or was last.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The information shown about this player when a turn begins.
    pub fn status(&self, player: Player) -> Status {
        let faults = *self.faults.of(player);
        let not_yet = self.rules.undo_start == UndoStart::SecondMove
            && self.rules.first_round_undos == FirstRoundUndos::Zero
            && *self.moves.of(player) == 0;
        let has_undo = self.rules.undo != Undo::Absent && !not_yet;
        Status {
            player,
            name: self.names.of(player).clone(),
            piece: *self.pieces.of(player),
            faults,
            faults_left: 3_u8.saturating_sub(faults),
            undos_left: if has_undo { *self.undos.of(player) } else { 0 },
            removals_left: if self.rules.remove == Remove::Absent { 0 } else { *self.removals.of(player) },
            blocks_left: if self.rules.block == Block::Absent { 0 } else { *self.blocks.of(player) },
        }
    }

    /// Returns `true` if this player "has a chance to win", as the rules read it.
    pub fn threatens(&self, player: Player) -> bool {
        board::threatens(&self.board, player, self.rules.threat)
    }

    /// The columns, counted from 0, that the player to move may choose.
    pub fn legal_columns(&self) -> Vec<usize> {
        let mut columns = board::legal_columns(&self.board);
        if self.must_be_centre() {
            columns.retain(|column| *column == CENTRE);
        }
        columns
    }

    /// The next question of a correct program; `None` once the game is over.
    pub fn question(&self) -> Option<Question> {
        let row_first = self.rules.removal_order == RemovalOrder::RowFirst;
        Some(match self.phase {
            Phase::Over => return None,
            Phase::Name(player) => Question::Name(player),
            Phase::Starter => Question::Starter,
            Phase::Piece => Question::Piece(self.player),
            Phase::Remove => Question::Remove(self.player),
            Phase::Target(Target::Unknown) if row_first => Question::RemoveRow(self.player),
            Phase::Target(Target::Unknown | Target::Row(_)) => Question::RemoveColumn(self.player),
            Phase::Target(Target::Column(_)) => Question::RemoveRow(self.player),
            Phase::Column => Question::Column(self.player),
            Phase::Undo(_) => Question::Undo(self.player),
            Phase::Block => Question::Block(self.player),
        })
    }

    /// Answers a question and returns the observations after it. Optional questions before it are declined.
    ///
    /// # Errors
    ///
    /// A correct program does not ask this now, or the question has no such answer; then nothing has changed.
    pub fn answer(&mut self, question: Question, answer: Answer) -> Result<&[Observation], Misplaced> {
        let Some(due) = self.question() else { return Err(Misplaced::Over) };
        if !fits(question, &answer) {
            return Err(Misplaced::WrongKind { asked: question, answer });
        }
        let seen = self.log.len();
        if !self.reach(question) {
            return Err(Misplaced::NotNow { asked: question, due });
        }
        self.take(question, answer);
        Ok(self.log.get(seen..).unwrap_or_default())
    }

    fn take(&mut self, question: Question, answer: Answer) {
        self.declined.take();
        if self.may_announce_block(question) {
            self.announce_block(&answer);
            return;
        }
        match (self.phase, answer) {
            (Phase::Name(player), answer) => self.take_name(player, answer),
            (Phase::Starter, Answer::Starter(player)) => {
                self.player = player;
                self.after_starter();
            }
            (Phase::Piece, Answer::Piece(piece)) => {
                *self.pieces.of_mut(self.player) = piece;
                *self.pieces.of_mut(self.player.other()) = piece.other();
                self.begin();
            }
            (Phase::Starter | Phase::Piece, _) => self.refuse(Refusal::Unclear),
            (Phase::Target(target), answer) => {
                let typed = if let Answer::Number(typed) = answer { Some(typed) } else { None };
                self.take_target(target, question, typed);
            }
            (Phase::Column, Answer::Number(typed)) => self.take_column(Some(typed)),
            (Phase::Column, _) => self.take_column(None),
            (Phase::Over, _) => {}
            (phase, answer) => match self.yes(&answer) {
                Some(yes) => self.decide(phase, yes),
                None => self.refuse(Refusal::Unclear),
            },
        }
    }

    /// `None` if the answer is neither yes nor no, and the question is to be asked again.
    fn yes(&self, answer: &Answer) -> Option<bool> {
        match answer {
            Answer::Yes => Some(true),
            Answer::No => Some(false),
            _ => (self.rules.unclear == Unclear::MeansNo).then_some(false),
        }
    }

    fn decide(&mut self, phase: Phase, yes: bool) {
        match (phase, yes) {
            (Phase::Remove, true) => self.phase = Phase::Target(Target::Unknown),
            (Phase::Remove, false) => self.phase = Phase::Column,
            (Phase::Undo(next), true) => self.take_back(next),
            (Phase::Undo(next), false) => self.keep(next),
            (Phase::Block, true) => self.block(),
            (_, _) => self.pass(),
        }
    }

    fn take_name(&mut self, player: Player, answer: Answer) {
        if let Answer::Name(name) = answer {
            *self.names.of_mut(player) = name;
        }
        match player {
            Player::One => self.phase = Phase::Name(Player::Two),
            Player::Two => self.after_names(),
        }
    }

    fn after_names(&mut self) {
        if self.rules.starter == StarterRule::Asked {
            self.phase = Phase::Starter;
        } else {
            self.after_starter();
        }
    }

    fn after_starter(&mut self) {
        if self.rules.starter != StarterRule::PlayerOne {
            self.log.push(Observation::Starter(self.player));
        }
        if self.rules.pieces == PieceRule::StarterPicks {
            self.phase = Phase::Piece;
        } else {
            self.begin();
        }
    }

    fn begin(&mut self) {
        self.log.push(Observation::Pieces(self.pieces));
        self.log.push(Observation::Frame(self.board));
        self.begin_turn(self.player);
    }

    fn begin_turn(&mut self, player: Player) {
        self.player = player;
        self.turn = Turn::default();
        self.is_block_announced = false;
        if self.rules.fault_memory == FaultMemory::OneTurn {
            *self.faults.of_mut(player) = 0;
        }
        if self.rules.undo_supply == UndoSupply::Turn {
            *self.undos.of_mut(player) = Rules::UNDOS;
        }
        self.ask_for_move();
    }

    fn restart(&mut self) {
        self.turn.restarted = true;
        self.ask_for_move();
    }

    fn ask_for_move(&mut self) {
        if !self.is_trial {
            self.log.push(Observation::Status(self.status(self.player)));
        }
        self.phase = if self.may_remove() { Phase::Remove } else { Phase::Column };
    }

    fn must_be_centre(&self) -> bool {
        self.rules.first_move == FirstMove::Centre && *self.moves.of(self.player) == 0
    }

    fn take_column(&mut self, typed: Option<i64>) {
        match self.landing(typed) {
            Err(why) => self.refuse(why),
            Ok(cell) => {
                self.remember();
                self.dropped = Some(Dropped { player: self.player, turn: self.turn });
                let undo = self.may_undo();
                match self.rules.undo_moment {
                    UndoMoment::BeforePlacing if undo => self.phase = Phase::Undo(Next::Place(cell)),
                    UndoMoment::BeforeResult if undo => {
                        self.place(cell);
                        self.phase = Phase::Undo(Next::Judge(cell));
                    }
                    UndoMoment::AfterResult if undo => {
                        self.place(cell);
                        self.judge_drop(cell);
                        self.unless_over(|game| game.phase = Phase::Undo(Next::Finish));
                    }
                    _ => self.keep(Next::Place(cell)),
                }
            }
        }
    }

    /// The cell in which a piece lands, or the reason why the column is refused.
    fn landing(&self, typed: Option<i64>) -> Result<Cell, Refusal> {
        let typed = typed.ok_or(Refusal::NotANumber)?;
        let column = self.rules.column_of_drop(typed);
        if self.must_be_centre() && column != Some(CENTRE) {
            return Err(if column.is_some() { Refusal::OffCentre } else { Refusal::Outside });
        }
        board::landing(&self.board, column.ok_or(Refusal::Outside)?).ok_or(Refusal::Full)
    }

    fn place(&mut self, cell: Cell) {
        self.board.set(cell, Some(self.player));
        *self.moves.of_mut(self.player) += 1;
        self.log.push(Observation::Frame(self.board));
    }

    fn keep(&mut self, next: Next) {
        match next {
            Next::Place(cell) => {
                self.place(cell);
                self.judge_drop(cell);
            }
            Next::Judge(cell) => self.judge_drop(cell),
            Next::JudgeRemoval(cell) => self.judge_removal(cell),
            Next::Finish => {}
        }
        self.unless_over(Self::finish_move);
    }

    fn judge_drop(&mut self, cell: Cell) {
        if self.rules.threes.wins(&self.board, cell) {
            self.win(self.player);
        } else if self.board.is_full() {
            self.end(Outcome::Tie);
        }
    }

    fn win(&mut self, winner: Player) {
        let lines = self.rules.threes.lines_of(&self.board, winner);
        self.end(Outcome::Win { winner, lines, pieces: self.board.count(winner) });
    }

    fn end(&mut self, outcome: Outcome) {
        self.log.push(Observation::Over(outcome.clone()));
        self.outcome = Some(outcome);
        self.phase = Phase::Over;
    }

    fn unless_over(&mut self, go_on: impl FnOnce(&mut Self)) {
        if self.outcome.is_none() {
            go_on(self);
        }
    }

    fn pass(&mut self) {
        self.begin_turn(self.player.other());
    }
}

/// Returns `true` if the answer is of a kind that the question can get.
fn fits(question: Question, answer: &Answer) -> bool {
    match question {
        Question::Name(_) => matches!(answer, Answer::Name(_) | Answer::Nonsense),
        Question::Starter => matches!(answer, Answer::Starter(_) | Answer::Number(_) | Answer::Nonsense),
        Question::Piece(_) => matches!(answer, Answer::Piece(_) | Answer::Number(_) | Answer::Nonsense),
        Question::RemoveRow(_) | Question::RemoveColumn(_) | Question::Column(_) => {
            matches!(answer, Answer::Number(_) | Answer::Nonsense)
        }
        Question::Remove(_) | Question::Undo(_) | Question::Block(_) => {
            matches!(answer, Answer::Yes | Answer::No | Answer::Number(_) | Answer::Nonsense)
        }
    }
}
