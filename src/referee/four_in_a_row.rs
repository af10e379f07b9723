//! The referee of Four in a Row.
//!
//! In a spec columns and rows are counted from 1, rows from the top. They are typed as the rules of the submission count.

mod act;
mod column_first;
mod families;
mod turn;

use std::cell::RefCell;
use std::collections::VecDeque;

use reference::four_in_a_row::{
    self as four, Act, Answer, BlockMoment, Game, Observation, Outcome, Rules, Script,
};

use super::{Entry, ExpectedEvent, Means, Over, Question, Record, Referee, Reply, Settings, Turn};
use crate::observe::{Board, Player};
pub(super) use act::{TypedAct, act};
use act::{name, name_of_act, renumbered, with_blocks_first};
use column_first::Held;
pub(super) use families::{FAMILIES, games};
use turn::opens;

pub(super) const QUESTIONS: &[Question] = &[
    Question::Name,
    Question::Starter,
    Question::Piece,
    Question::Column,
    Question::Row,
    Question::Cell,
    Question::Drop,
    Question::Remove,
    Question::Undo,
    Question::Block,
    Question::Done,
    Question::PlayAgain,
];

/// The names of players who were given an empty one and are asked for another.
const ANY_NAMES: [&str; 2] = ["Bob", "Alice"];

/// A program need not take names with more letters than these.
const LONGEST_NAME: usize = 10;

/// The rules with these settings.
pub(super) fn rules(settings: &Settings) -> Rules {
    thread_local! {
        /// The rules of the game that was played last: most games of a program have the same.
        static LAST: RefCell<(Settings, Rules)> = RefCell::default();
    }
    LAST.with_borrow_mut(|(known, rules)| {
        if known != settings {
            *rules = Rules::default();
            for (option, value) in settings {
                rules.set(option, value);
            }
            known.clone_from(settings);
        }
        *rules
    })
}

/// The last answer, where a program may take it in several ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// Any other answer.
    #[default]
    Other,
    /// An empty name, which a program may refuse, or one of so many in its place: it may ask for both names again.
    RefusableName(u8),
    /// A name that is longer than a program need take.
    LongName,
    /// A row or a column outside the board, for a piece to be removed, which a program may refuse at once.
    Outside,
    /// That the turn is not over, by which a program may take the last move back.
    WantsMore,
}

/// A game of Four in a Row.
pub(super) struct Judge {
    game: Game,
    script: Script,
    /// For the acts that are left: the text to type where it is no number, and true if it is left out unless
    /// the program asks for it.
    texts: VecDeque<(Vec<u8>, bool)>,
    due: usize,
    /// The player who was asked last.
    asked: Player,
    /// The rules of the game.
    rules: Rules,
    /// The last answer, where a program may take it in several ways.
    last: Last,
    /// The number of acts that were left when a turn was last said not to be over.
    wanted_more_at: Option<usize>,
    /// True if a piece was played and the player has not ended the turn, where that is a choice.
    is_turn_open: bool,
    /// True if a removal is chosen where a drop can be.
    removes_before_moves: bool,
    /// The column that was typed before it is said what to do in it.
    held: Option<Held>,
    /// The last drop that was not refused.
    dropped: Option<Act>,
    /// The reply by which an act was chosen where a column is asked for, if that was the last one: a key may open a menu of acts.
    opens: Option<Reply>,
    /// The cell of the removal that was tried last though it was not due.
    undue_cell: Option<Entry>,
}

impl Judge {
    pub(super) fn new(settings: &Settings, acts: &[TypedAct], draw: usize) -> Self {
        let rules = rules(settings);
        let draws = rules.draws();
        let draw = draws[draw % draws.len()];
        // The draw is one of those that the rules allow, or there would be no game.
        let game = Game::new(rules, draw).expect("the draw is one of those that the rules allow");
        let ordered;
        let acts = match rules.block_moment {
            BlockMoment::AfterMove => acts,
            BlockMoment::BeforeMove => {
                ordered = with_blocks_first(acts);
                &ordered
            }
        };
        let typed = acts.iter().map(|act| renumbered(&act.act, &rules));
        Self {
            game,
            script: Script::new(typed),
            texts: acts.iter().map(|act| (act.text.clone(), act.if_asked)).collect(),
            due: 0,
            asked: Player::One,
            rules,
            last: Last::default(),
            wanted_more_at: None,
            is_turn_open: false,
            removes_before_moves: false,
            held: None,
            dropped: None,
            opens: None,
            undue_cell: None,
        }
    }

    /// The questions of the reference that a question of the program may be.
    fn meant(&self, question: Question) -> impl Iterator<Item = four::Question> + use<> {
        let kinds: &'static [fn(Player) -> four::Question] = match question {
            Question::Name => &[four::Question::Name],
            Question::Starter => &[|_| four::Question::Starter],
            Question::Piece => &[four::Question::Piece],
            Question::Column => &[four::Question::RemoveColumn, four::Question::Column],
            Question::Row | Question::Cell => &[four::Question::RemoveRow],
            Question::Remove => &[four::Question::Remove],
            Question::Undo => &[four::Question::Undo],
            Question::Block => &[four::Question::Block],
            Question::Drop | Question::Done | Question::Coordinates | Question::PlayAgain => &[],
        };
        let player = self.game.player();
        kinds.iter().flat_map(move |kind| [kind(player), kind(player.other())])
    }

    /// The question of the reference that this is now, if a correct program may ask it.
    fn permitted(&self, question: Question) -> Option<four::Question> {
        let due = self.game.question();
        let is_due = |meant: &four::Question| due == Some(*meant);
        self.meant(question)
            .find(is_due)
            .or_else(|| self.meant(question).find(|meant| self.game.permits(*meant)))
    }

    fn next_question(&self) -> Option<Question> {
        self.game.question().map(name)
    }

    /// Returns `true` if the game is over, or over unless an optional question comes that a program need not
    /// ask any more.
    fn may_be_over(&self) -> bool {
        match self.game.question() {
            None => true,
            _ if self.is_lost_by_held() => true,
            Some(four::Question::Undo(_) | four::Question::Block(_)) => self.game.is_over_if_declined(),
            Some(_) => false,
        }
    }

    fn visible(&self) -> usize {
        self.game.observations().iter().filter(|seen| is_visible(seen)).count()
    }

    /// The answer of the script for the game, and the entry to type, which may differ where only one key can be typed.
    fn reply(&mut self, asked: four::Question, means: Means) -> Result<(Answer, Entry), Reply> {
        let name_of_asked = name(asked);
        while self.texts.front().is_some_and(|(_, if_asked)| *if_asked)
            && self.script.next_act().map(name_of_act) != Some(name_of_asked)
            && !matches!(asked, four::Question::RemoveRow(_) | four::Question::RemoveColumn(_))
            && !name_of_asked.is_of_yes_or_no()
        {
            self.script.skip();
            self.texts.pop_front();
        }
        let left = self.script.left();
        let answer = match self.script.reply(asked) {
            four::Reply::Answer(answer) => answer,
            four::Reply::Finished => return Err(Reply::Finished),
            four::Reply::Unasked(act) => return Err(Reply::Unasked(name_of_act(&act))),
        };
        let used = left - self.script.left();
        let (text, _) = self.texts.drain(..used).next_back().unwrap_or_default();
        Ok(match answer {
            Answer::Number(number) if means.single_key && number < 0 => {
                (Answer::Nonsense, Entry::Text(b"-".to_vec()))
            }
            Answer::Number(number) if means.single_key && number > 9 => (Answer::Number(9), Entry::Number(9)),
            Answer::Number(number) => (answer, Entry::Number(number)),
            Answer::Nonsense if means.single_key => {
                let key = text.first().copied().unwrap_or(b'\n');
                let digit = char::from(key).to_digit(10).map(i64::from);
                (digit.map_or(Answer::Nonsense, Answer::Number), Entry::Text(vec![key]))
            }
            Answer::Nonsense => (answer, Entry::Text(text)),
            Answer::Name(ref name) => {
                if name.is_empty() {
                    self.last = Last::RefusableName(0);
                } else if name.len() > LONGEST_NAME {
                    self.last = Last::LongName;
                }
                let name = name.clone();
                (answer, Entry::Text(name.into_bytes()))
            }
            Answer::Starter(player) => (answer, Entry::Starter(player.number())),
            Answer::Piece(piece) => (answer, Entry::Piece(if piece == four::Piece::X { 'X' } else { 'O' })),
            Answer::Yes => (answer, Entry::Yes),
            Answer::No => (answer, Entry::No),
        })
    }

    /// Answers a question that a correct program may ask.
    fn answer(&mut self, question: Question, asked: four::Question, means: Means) -> Reply {
        if !self.game.reach(asked) {
            return Reply::NotNow(self.next_question());
        }
        self.due = self.visible();
        self.asked = match asked {
            four::Question::Name(player) => player,
            _ => self.game.player(),
        };
        let (answer, entry) = match self.reply(asked, means) {
            Ok(reply) => reply,
            Err(reply) => return reply,
        };
        if !self.play(asked, answer, &entry, means) {
            return Reply::NotNow(self.next_question());
        }
        if question != Question::Cell {
            return Reply::Answer(question, entry);
        }
        match (entry, self.game.question()) {
            (Entry::Number(row), Some(column @ four::Question::RemoveColumn(_))) => {
                match self.answer(Question::Column, column, means) {
                    Reply::Answer(_, Entry::Number(column)) => {
                        Reply::Answer(question, Entry::Pair(row, column))
                    }
                    other => other,
                }
            }
            (entry, _) => Reply::Answer(question, entry),
        }
    }

    /// Goes on with the game by an answer; `false` if it is not due.
    fn play(&mut self, asked: four::Question, answer: Answer, entry: &Entry, means: Means) -> bool {
        let seen = self.game.observations().len();
        let drops = matches!(asked, four::Question::Column(_));
        let dropped = if let Answer::Number(column) = answer { Some(Act::drop(column)) } else { None };
        let refuses = matches!(answer, Answer::Number(column) if self.game.rules().refuses_column(column));
        if self.game.answer(asked, answer).is_err() {
            return false;
        }
        let is_refused = self.game.observations().iter().skip(seen).any(is_refusal);
        if drops && !is_refused {
            self.dropped = dropped;
        }
        // All that was to come needs that piece.
        if drops && refuses {
            self.script = Script::new([]);
            self.texts.clear();
        }
        if !is_refused && self.is_outside(asked, entry) {
            self.last = Last::Outside;
        }
        self.follow_turn(asked, entry, is_refused, means);
        match asked {
            four::Question::Block(_) if is_refused && self.begins_anew_after(Question::Block) => {
                self.drop_again();
            }
            four::Question::Block(_) => {}
            _ if is_refused => self.move_between(self.asked),
            _ => {}
        }
        true
    }
}

impl Referee for Judge {
    fn permits(&self, question: Question) -> bool {
        if question == Question::PlayAgain {
            return self.may_be_over();
        }
        if question == Question::Done {
            return [Question::Undo, Question::Block].iter().any(|more| self.permitted(*more).is_some());
        }
        let may_refuse = matches!(self.last, Last::RefusableName(_) | Last::LongName);
        let is_name_again = question == Question::Name && may_refuse;
        self.permitted(question).is_some() || is_name_again || self.permits_once_refused(question)
    }

    fn asked(&mut self, questions: &[Question], means: Means) -> Reply {
        let questions = &*self.without_late_removal(questions);
        let reply = self.opened(questions).unwrap_or_else(|| self.reply_to(questions, means));
        self.opens = Some(&reply).filter(|reply| opens(questions, reply)).cloned();
        reply
    }

    fn is_played(&self) -> bool {
        self.script.left() == 0 && self.held.is_none() && self.game.question().is_some()
    }

    fn ended(&mut self) {
        self.drop_held();
        self.game.decline();
    }

    fn due(&self) -> usize {
        self.due
    }

    fn expected_events(&self) -> Vec<ExpectedEvent> {
        let event = |observation: &Observation| match observation {
            Observation::Frame(board) => Some(ExpectedEvent::Board(Board::from(board))),
            Observation::Status(status) => Some(ExpectedEvent::Turn(Turn {
                player: status.player,
                name: status.name.clone(),
                faults: Some((status.faults, status.faults_left)),
                undos: Some(status.undos_left),
                prompt: None,
            })),
            Observation::Refused { player, .. } => Some(ExpectedEvent::Refused(*player)),
            Observation::Over(outcome) => Some(ExpectedEvent::Over(self.over_of(outcome))),
            _ => None,
        };
        self.game.observations().iter().filter_map(event).collect()
    }

    fn refusals(&self) -> usize {
        self.game.observations().iter().filter(|seen| is_refusal(seen)).count()
    }

    fn player(&self) -> Player {
        self.asked
    }

    fn undue_cell(&self) -> Option<Entry> {
        self.undue_cell.clone()
    }

    fn over(&self) -> Option<Over> {
        self.game.outcome().map(|outcome| self.over_of(outcome))
    }

    fn records(&self) -> Vec<Record> {
        Vec::new()
    }
}

impl Judge {
    /// The reply to a question, where it opens no menu of acts.
    fn reply_to(&mut self, questions: &[Question], means: Means) -> Reply {
        self.due = self.visible() - usize::from(self.waits_for_end_of_turn(means));
        if questions.contains(&Question::PlayAgain) && self.may_be_over() {
            self.ended();
            self.due = self.visible();
            return Reply::Finished;
        }
        if let Some(reply) = self.column_before_choice(questions, means) {
            return reply;
        }
        let last = std::mem::take(&mut self.last);
        if questions == [Question::Done] {
            return self.is_turn_over();
        }
        match last {
            Last::WantsMore => self.take_back_at_once(questions, means),
            Last::Outside => self.refuse_at_once(questions, means),
            // The assignment does not say how long a name may be: a program that insists on shorter ones is not wrong.
            Last::LongName if self.asks_for_name_again(questions) => return Reply::Finished,
            Last::RefusableName(_) | Last::LongName | Last::Other => {}
        }
        if let Some(name) = self.another_name(last, questions) {
            return name;
        }
        let is_menu = questions.len() > 1;
        // A game that ends unless something is taken back is seen to its end.
        let chooses = is_menu || questions.contains(&Question::Drop);
        let ends_turns = [Question::Drop, Question::Done].iter().any(|ends| questions.contains(ends));
        if chooses && self.is_played() && !self.may_be_over() {
            let open = self.is_turn_open && ends_turns;
            let ends = if open { self.end_turn(questions, means) } else { None };
            return ends.unwrap_or(Reply::Finished);
        }
        if questions.contains(&Question::Drop) {
            self.skip_unasked(questions);
        }
        // Where several things are asked at once, the players' next act decides.
        let next = self.script.next_move().map(name_of_act);
        // A move may be taken back where the opponent is asked for a column, after these.
        if let [question @ (Question::Block | Question::Remove)] = questions
            && next == Some(Question::Undo)
            && self.permitted(Question::Undo).is_some()
        {
            return Reply::Answer(*question, Entry::No);
        }
        // Who has said that a piece is to be removed is asked which one, and nothing else.
        let is_removing = matches!(
            self.game.question(),
            Some(four::Question::RemoveRow(_) | four::Question::RemoveColumn(_))
        );
        let may_be_tried = next.is_some_and(|next| self.may_be_tried(next));
        let wanted = next.filter(|next| is_menu && !is_removing && may_be_tried && questions.contains(next));
        let begins = !is_removing && matches!(next, Some(Question::Column | Question::Remove));
        if begins
            && ends_turns
            && let Some(reply) = self.end_turn(questions, means)
        {
            return reply;
        }
        if wanted.is_none() && questions.contains(&Question::Drop) && begins {
            self.begin_turn();
            return Reply::Answer(Question::Drop, Entry::Yes);
        }
        // An act that the players want and that is not due changes nothing, whatever else could be answered.
        let others = if wanted.is_some_and(is_optional) { &[] } else { questions };
        for question in wanted.iter().chain(others) {
            if let Some(asked) = self.permitted(*question) {
                let is_declined = is_menu && wanted != Some(*question) && question.is_of_yes_or_no();
                if !is_declined {
                    return self.answer(*question, asked, means);
                }
            }
        }
        if is_menu
            && !is_removing
            && wanted.is_none()
            && let Some(reply) = self.choose_nothing(questions, means)
        {
            return reply;
        }
        match (wanted.as_ref().map_or(questions, std::slice::from_ref), next) {
            _ if is_removing => Reply::NotNow(self.next_question()),
            ([Question::Undo], Some(Question::Undo))
            | ([Question::Block], Some(Question::Block))
            | ([Question::Remove], Some(Question::Remove))
                if may_be_tried =>
            {
                self.skip_undue(questions);
                Reply::Undue(wanted.unwrap_or(questions[0]), Entry::Yes)
            }
            // Before the end is announced, the player may be asked whether to take the move back.
            ([question @ (Question::Undo | Question::Block | Question::Remove)], _) => {
                // A removal is offered where a turn begins, also when it is used up.
                if *question == Question::Remove && begins {
                    self.begin_turn();
                }
                Reply::Undue(*question, Entry::No)
            }
            // Whoever asks what to do with the next piece has not offered what the players wanted before.
            (_, Some(act @ (Question::Undo | Question::Block)))
                if questions.contains(&Question::Drop) && self.begins_move() =>
            {
                Reply::Unasked(act)
            }
            _ => {
                self.game.decline();
                self.due = self.visible();
                Reply::NotNow(self.next_question())
            }
        }
    }

    fn over_of(&self, outcome: &Outcome) -> Over {
        let name = outcome.winner().map(|winner| self.game.status(winner).name).unwrap_or_default();
        let (by_faults, pieces, lines): (bool, _, &[_]) = match outcome {
            Outcome::Win { pieces, lines, .. } => (false, Some(*pieces), lines),
            Outcome::Forfeit { pieces, .. } => (true, Some(*pieces), &[]),
            Outcome::Tie => (false, None, &[]),
        };
        let line = lines.iter().flat_map(|line| &line.cells).map(|cell| (cell.row, cell.column)).collect();
        Over { winner: outcome.winner(), by_faults, name, pieces, statement: None, line }
    }
}

/// Returns `true` for what a player may do besides dropping pieces.
fn is_optional(question: Question) -> bool {
    matches!(question, Question::Undo | Question::Block | Question::Remove)
}

/// Returns `true` if an observation is that an answer is refused.
fn is_refusal(seen: &Observation) -> bool {
    matches!(seen, Observation::Refused { .. })
}

/// Returns `true` if an observation is also an expected event.
fn is_visible(seen: &Observation) -> bool {
    matches!(
        seen,
        Observation::Frame(_) | Observation::Status(_) | Observation::Refused { .. } | Observation::Over(_)
    )
}
