//! The referee of Connect Four for ARM against the computer.
//!
//! The computer's moves are not known beforehand, so they are read from the program's own board
//! ([`Referee::saw`]), judged by the rules, and played in the reference's game. In a spec an act is a key as
//! between two players, or a goal that the player reaches against any play of the computer: `win`,
//! `lose:rising`, `full:4` ([`Goal::named`] lists them). Once a game is over, the acts up to the next `q` are
//! left out.

use std::collections::VecDeque;

use reference::four_in_a_row::{Board as Grid, winning_columns};
use reference::grid::Player;
use reference::red_and_yellow::{ComputerRules, Game, Goal, Observation, Planner, RESTART, Rules, Strategy};

use super::{Key, over, turn};
use crate::diagnostics::text;
use crate::observe::Board;
use crate::referee::{
    BadAct, Entry, ExpectedEvent, Means, Move, MoveFault, Over, Question, Record, Referee, Reply, Settings,
    Word,
};

/// An action of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Presses a key.
    Key(Key),
    /// Plays until this is reached or the game is over.
    Goal(Goal),
}

impl Act {
    /// Returns `true` if a piece is dropped into a column of the board.
    pub fn is_plain(&self) -> bool {
        matches!(self, Self::Key(key) if key.is_plain())
    }

    fn is_restart(&self) -> bool {
        *self == Self::Key(Key(RESTART))
    }
}

/// Reads an act: a key, or a goal.
pub(in crate::referee) fn act(word: &Word) -> Result<Act, BadAct> {
    let goal = || if word.is_quoted { None } else { Goal::named(&word.text) };
    if let Some(goal) = goal() {
        return Ok(Act::Goal(goal));
    }
    super::act(word).map(Act::Key).map_err(|_| {
        word.bad(text!(
            "write a column from 1 to 7, `q` to start a new game, a goal such as `win` or `full:4`, or any other key in quotation marks",
            "hãy viết một cột từ 1 đến 7, `q` để bắt đầu ván mới, một mục tiêu như `win` hay `full:4`, hoặc một phím khác đặt trong dấu nháy"
        ))
    })
}

/// A game of Connect Four whose second player is the program.
pub(in crate::referee) struct Judge {
    game: Game,
    human: Player,
    acts: VecDeque<Act>,
    strategy: Strategy,
    planner: Planner,
    expected_events: Vec<ExpectedEvent>,
    /// The number of the game's observations that are among them.
    taken: usize,
    due: usize,
    /// The verdict on the computer's move, from a board seen since the player's last move; `None` if no board
    /// was seen.
    seen: Option<Result<(), MoveFault>>,
    /// True if nothing more is played, as the computer broke a rule.
    is_stopped: bool,
}

impl Judge {
    pub(in crate::referee) fn new(settings: &Settings, acts: &[Act]) -> Self {
        let mut rules = ComputerRules::default();
        for (option, value) in settings {
            rules.set(option, value);
        }
        let human = rules.computer.player().other();
        let game = Game::new(Rules { starter: rules.starter, ..Rules::default() });
        let mut judge = Self {
            game,
            human,
            acts: acts.iter().cloned().collect(),
            strategy: Strategy::default(),
            planner: Planner::new(human),
            expected_events: Vec::new(),
            taken: 0,
            due: 0,
            seen: None,
            is_stopped: false,
        };
        judge.take();
        judge.skip();
        judge
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns `true` if the computer is to move.
    fn awaits(&self) -> bool {
        !self.is_stopped && !self.is_over() && self.game.player() != self.human
    }

    fn next_question(&self) -> Question {
        if self.is_over() { Question::PlayAgain } else { Question::Column }
    }

    /// Takes the expected events from the game. The board between the player's move and the computer's need
    /// not be shown, and the program does not ask for the computer's.
    fn take(&mut self) {
        let observations = &self.game.observations()[self.taken..];
        let mut new: Vec<ExpectedEvent> = Vec::new();
        for (nth, observation) in observations.iter().enumerate() {
            let is_before_computer =
                matches!(observations.get(nth + 1), Some(Observation::Turn(player)) if *player != self.human);
            match observation {
                Observation::Frame(board) if is_before_computer => {
                    new.push(ExpectedEvent::Between(Board::from(board)));
                }
                Observation::Frame(board) => new.push(ExpectedEvent::Board(Board::from(board))),
                Observation::Turn(player) if *player == self.human => new.push(turn(*player)),
                Observation::Turn(_) | Observation::Passed(_) => {}
                Observation::Full(player) => new.push(ExpectedEvent::Refused(*player)),
                Observation::Over(outcome) => new.push(ExpectedEvent::Over(over(outcome))),
            }
        }
        self.taken = self.game.observations().len();
        self.expected_events.extend(new);
    }

    /// Drops the acts that have nothing left to do: goals that are reached, and after a game all up to the next restart.
    fn skip(&mut self) {
        loop {
            let is_done = match self.acts.front() {
                Some(_) if self.is_stopped => true,
                Some(act) if self.is_over() => !act.is_restart(),
                Some(Act::Goal(goal)) => {
                    goal.is_reached(self.game.board(), self.human, self.planner.counted())
                }
                _ => false,
            };
            if !is_done {
                return;
            }
            self.acts.pop_front();
            self.planner.sets_out();
        }
    }

    /// The key that the player presses next.
    fn key(&mut self) -> Option<u8> {
        loop {
            let key = match self.acts.front()? {
                Act::Goal(goal) => {
                    let column = self.planner.next(goal, self.game.board());
                    if let Some(key) = column.and_then(|column| b"1234567".get(column)) {
                        return Some(*key);
                    }
                    None
                }
                Act::Key(Key(key)) => Some(*key),
            };
            // A goal to which no way is found is given up.
            self.acts.pop_front();
            self.planner.sets_out();
            if key.is_some() {
                return key;
            }
        }
    }

    /// Begins a new game.
    fn begin(&mut self) {
        self.game.begin();
        self.strategy.restarts();
        self.planner = Planner::new(self.human);
    }

    /// The computer breaks a rule: the case ends here.
    fn stop(&mut self, fault: MoveFault) {
        let board = Board::from(self.game.board());
        self.expected_events.push(ExpectedEvent::Move(Move {
            board,
            player: self.human.other(),
            made: Err(fault),
        }));
        self.is_stopped = true;
        self.skip();
    }
}

impl Referee for Judge {
    fn permits(&self, question: Question) -> bool {
        question == Question::Column || question == self.next_question()
    }

    fn asked(&mut self, questions: &[Question], means: Means) -> Reply {
        let Some(question) = questions.iter().copied().find(|question| self.permits(*question)) else {
            self.due = self.expected_events.len();
            return Reply::NotNow(Some(self.next_question()));
        };
        if self.awaits() {
            match self.seen.take() {
                Some(Err(fault)) => self.stop(fault),
                Some(Ok(())) => self.stop(MoveFault::Missing),
                None => self.stop(MoveFault::Unseen),
            }
        }
        self.due = self.expected_events.len();
        let Some(key) = self.key() else { return Reply::Finished };
        self.seen = None;
        if key == RESTART {
            self.begin();
        } else {
            self.game.press(key);
        }
        self.take();
        self.skip();
        if question == Question::PlayAgain && key == RESTART && means.offers_yes {
            return Reply::Answer(question, Entry::Yes);
        }
        let digit = char::from(key).to_digit(10).map(i64::from);
        Reply::Answer(question, digit.map_or_else(|| Entry::Text(vec![key]), Entry::Number))
    }

    fn is_played(&self) -> bool {
        self.acts.is_empty()
    }

    fn ended(&mut self) {
        if !self.awaits() {
            return;
        }
        match self.seen.take() {
            Some(Err(fault)) => self.stop(fault),
            // A move that wins may be the one that is not shown.
            _ if may_end(self.game.board(), self.human.other()) => self.stop(MoveFault::Unseen),
            _ => {}
        }
    }

    fn awaited(&self) -> Option<Board> {
        self.awaits().then(|| Board::from(self.game.board()))
    }

    fn saw(&mut self, shown: &Board) {
        if !self.awaits() {
            return;
        }
        let before = *self.game.board();
        match read(&Board::from(&before), shown, self.human.other()) {
            Shown::Same => {
                self.seen.get_or_insert(Ok(()));
            }
            Shown::Move(column) => {
                let computer = self.human.other();
                let advice = self.strategy.advice(&before, computer);
                self.strategy.moved(&before, computer, column);
                self.planner.sees(&before, column);
                self.game.reply(column);
                let board = Board::from(&before);
                self.expected_events.push(ExpectedEvent::Move(Move {
                    board,
                    player: computer,
                    made: Ok((column, advice)),
                }));
                self.take();
                self.skip();
                self.seen = None;
            }
            Shown::Fault(fault) => self.seen = Some(Err(fault)),
        }
    }

    fn due(&self) -> usize {
        self.due
    }

    fn expected_events(&self) -> Vec<ExpectedEvent> {
        self.expected_events.clone()
    }

    fn player(&self) -> Player {
        self.human
    }

    fn over(&self) -> Option<Over> {
        self.game.outcome().map(over)
    }

    fn records(&self) -> Vec<Record> {
        Vec::new()
    }
}

/// Returns `true` if the player's next move can end the game.
fn may_end(board: &Grid, player: Player) -> bool {
    let free = Grid::every_cell().filter(|cell| board.is_free(*cell)).count();
    free == 1 || !winning_columns(board, player).is_empty()
}

/// The difference that a board shows after a player's move.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    /// Nothing.
    Same,
    /// One piece in this column, where pieces fall.
    Move(usize),
    /// No legal move.
    Fault(MoveFault),
}

fn read(before: &Board, shown: &Board, player: Player) -> Shown {
    let (mut added, mut replaced, mut others) = (Vec::new(), Vec::new(), 0_usize);
    for (row, (old, new)) in before.rows.iter().zip(&shown.rows).enumerate() {
        for (column, (old, new)) in old.iter().zip(new).enumerate() {
            match (old, new) {
                (old, new) if old == new => {}
                (None, Some(owner)) if *owner == player => added.push((row, column)),
                (Some(_), Some(owner)) if *owner == player => replaced.push((row, column)),
                _ => others += 1,
            }
        }
    }
    let lands =
        |(row, column): (usize, usize)| before.rows.get(row + 1).is_none_or(|row| row[column].is_some());
    match (added.as_slice(), replaced.as_slice(), others) {
        ([], [], 0) => Shown::Same,
        // If other cells have changed too, that is not about this move.
        ([cell], [], _) if lands(*cell) => Shown::Move(cell.1),
        (_, _, 1..) => Shown::Fault(MoveFault::Other),
        ([], [cell], 0) => Shown::Fault(MoveFault::Replaces(*cell)),
        ([cell], [], 0) => Shown::Fault(MoveFault::Floats(*cell)),
        (added, replaced, _) => Shown::Fault(MoveFault::Several(added.len() + replaced.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Judge, Move, MoveFault, Shown, read};
    use crate::observe::{Board, Player};
    use crate::referee::{
        Acts, Assignment, Entry, ExpectedEvent, Means, Question, Referee, Reply, Settings, TurnsEnd,
    };

    const MEANS: Means =
        Means { single_key: true, offers_yes: false, turns_end: TurnsEnd::Alone, column_first: false };

    fn judge(line: &str) -> Judge {
        let Ok(Acts::RedAndYellowComputer(acts)) = Assignment::RedAndYellowComputer.acts(line) else {
            panic!("`{line}` cannot be read");
        };
        Judge::new(&Settings::new(), &acts)
    }

    fn key(judge: &mut Judge) -> Option<i64> {
        match judge.asked(&[Question::Column], MEANS) {
            Reply::Answer(_, Entry::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The computer plays a column, and the board is shown.
    fn shows(judge: &mut Judge, column: usize) {
        let mut board = judge.awaited().expect("the computer is to move");
        let row = (0..6).rev().find(|row| board.rows[*row][column].is_none()).expect("there is room");
        board.rows[row][column] = Some(Player::Two);
        judge.saw(&board);
    }

    fn faults(judge: &Judge) -> Vec<MoveFault> {
        let fault = |event| {
            if let ExpectedEvent::Move(Move { made: Err(fault), .. }) = event { Some(fault) } else { None }
        };
        judge.expected_events().into_iter().filter_map(fault).collect()
    }

    #[test]
    fn the_game_goes_on_from_what_the_program_shows() {
        let mut judge = judge("4 4 win q 1");
        assert_eq!(judge.awaited(), None);
        assert_eq!(key(&mut judge), Some(4));
        shows(&mut judge, 3);
        assert_eq!(key(&mut judge), Some(4));
        while judge.over().is_none() {
            shows(&mut judge, 0);
            assert!(key(&mut judge).is_some());
        }
        assert_eq!(judge.over().and_then(|over| over.winner), Some(Player::One));
        assert!(!judge.is_played());
        assert!(matches!(judge.asked(&[Question::Column], MEANS), Reply::Answer(_, Entry::Text(_))));
        assert_eq!(key(&mut judge), Some(1));
        assert!(judge.is_played() && faults(&judge).is_empty());
    }

    #[test]
    fn a_case_ends_where_the_computer_breaks_a_rule() {
        let mut silent = judge("4 4");
        key(&mut silent);
        let board = silent.awaited().expect("the computer is to move");
        silent.saw(&board);
        assert_eq!((key(&mut silent), faults(&silent)), (None, vec![MoveFault::Missing]));
        let mut unseen = judge("4 4");
        key(&mut unseen);
        assert_eq!((key(&mut unseen), faults(&unseen)), (None, vec![MoveFault::Unseen]));
        let mut floats = judge("4 4");
        key(&mut floats);
        let mut board = floats.awaited().expect("the computer is to move");
        board.rows[2][0] = Some(Player::Two);
        floats.saw(&board);
        assert_eq!((key(&mut floats), faults(&floats)), (None, vec![MoveFault::Floats((2, 0))]));
    }

    fn board(rows: [&str; 3]) -> Board {
        let cell = |glyph| match glyph {
            '1' => Some(Player::One),
            '2' => Some(Player::Two),
            _ => None,
        };
        Board { rows: rows.iter().map(|row| row.chars().map(cell).collect()).collect() }
    }

    #[track_caller]
    fn check(shown: [&str; 3], expected: &Shown) {
        assert_eq!(read(&board(["...", "1..", "21."]), &board(shown), Player::Two), *expected);
    }

    #[test]
    fn a_move_is_read_from_the_board_that_is_shown() {
        check(["...", "1..", "21."], &Shown::Same);
        check(["...", "12.", "21."], &Shown::Move(1));
        check(["2..", "1..", "21."], &Shown::Move(0));
        check(["...", "1..", "212"], &Shown::Move(2));
        check([".2.", "1..", "21."], &Shown::Fault(MoveFault::Floats((0, 1))));
        check(["...", "1.2", "21."], &Shown::Fault(MoveFault::Floats((1, 2))));
        check(["...", "2..", "21."], &Shown::Fault(MoveFault::Replaces((1, 0))));
        check(["...", "12.", "212"], &Shown::Fault(MoveFault::Several(2)));
        // A piece of the player's that is missing is not the computer's mistake.
        check(["...", "...", "212"], &Shown::Move(2));
        check(["...", "...", "21."], &Shown::Fault(MoveFault::Other));
    }
}
