//! Cases that are dialogues: how a submission is spoken with is found out, then each case is played and judged.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::gradebook::{CaseResult, Failure, Settled};
use super::plan::{Plan, PlannedCase};
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::behaviour::{Difference, What, differences, drawn};
use crate::console::{Script, base_name};
use crate::diagnostics::{Text, text};
use crate::explain::{self, behaviour::tell};
use crate::machine::{Executable, Stop, World};
use crate::observe::fold;
use crate::play::{
    Close, Conversation, Ending, Exchange, Manner, Window, YES_NO, converse, offers_yes_and_no, question_key,
    watch,
};
use crate::referee::{Assignment, Question, Sight};
use crate::spec::{
    Asks, Case, Check, Dialect, Dialogue, DialogueCase, Expectation, Limits, OpenOption, Points, Spec,
};

/// More unknown questions than these are not guessed.
const MOST_GUESSES: usize = 6;

/// Of meanings that lead equally far so many are followed.
const MOST_EQUAL: usize = 3;

/// A probe that goes through counts so many answers, more than any game has.
const FAR: usize = 10_000;

/// So many runs without an end are waited for while a submission is learned.
const MOST_ENDLESS: usize = 50;

/// The cases by which options are found out.
struct Probes<'s>(Vec<(&'s Case, &'s DialogueCase)>);

impl<'s> Probes<'s> {
    fn of(spec: &'s Spec, options: &[OpenOption]) -> Self {
        let mut ids: Vec<&String> = options.iter().flat_map(|option| &option.by).collect();
        let mut known = BTreeSet::new();
        ids.retain(|id| known.insert(*id));
        let case = |id: &&String| spec.cases().find(|case| case.id == **id);
        let probe = |case: &'s Case| match &case.expectation {
            Expectation::Dialogue(played) => Some((case, played.as_ref())),
            _ => None,
        };
        Self(ids.iter().filter_map(case).filter_map(probe).collect())
    }
}

/// Probes that were played in a manner.
struct Attempt<'a> {
    /// How far they went, all together.
    reach: usize,
    /// Whether nothing was wrong.
    is_full: bool,
    /// A question that nobody knows, and what a correct program may ask there.
    unknown: Option<(String, Vec<Question>)>,
    /// Whether there was a question of yes or no.
    asks_yes: bool,
    /// Whether every run used up its budget.
    never_ends: bool,
    manner: Manner<'a>,
}

/// A submission with how it is spoken with.
pub(super) struct Table<'a> {
    program: &'a dyn Executable,
    limits: Limits,
    manner: Manner<'a>,
    window: Option<Window<'a>>,
    /// Runs in which the program asked nothing: they are the same whatever is played.
    deaf: RefCell<BTreeMap<World, Conversation>>,
    /// How many runs had no end.
    endless: Cell<usize>,
}

/// A case as it was played.
pub(super) struct PlayedDialogue {
    pub(super) talk: Conversation,
    pub(super) world: World,
    found: Vec<Difference>,
}

impl PlayedDialogue {
    /// The name of the assignment's file, if the program has written it and not closed it.
    pub(super) fn left_open(&self, assignment: Assignment) -> Option<&'static str> {
        let name = assignment.file()?;
        self.talk.left_open.iter().any(|open| base_name(open) == name.as_bytes()).then_some(name)
    }

    /// Refines the result by what a watched run of the same keys finds out.
    pub(super) fn explain(&self, result: &mut CaseResult, program: &dyn Executable, limits: Limits) {
        let Some(failure) = result.failure.as_mut().filter(|_| result.verdict.is_of_the_machine()) else {
            return;
        };
        let script = Script::new(self.talk.read.iter().map(std::slice::from_ref));
        let (_, facts) = watch(program, &script, self.world, limits);
        {
            result.verdict = result.verdict.refined(&facts);
            let ending = if self.talk.over.is_some() { Ending::Halts } else { Ending::Waits };
            failure.because.extend(explain::stop(program, &facts, self.talk.ended, ending));
            failure.because.extend(explain::undefined(program, &facts));
        }
    }

    /// The segment in which something is wrong first, but for a board that is not seen at all.
    fn first_wrong(&self) -> Option<usize> {
        let is_blind = |what: &What| matches!(what, What::NoBoard | What::OtherSize(..));
        self.found.iter().find(|difference| !is_blind(&difference.what)).map(|first| first.segment)
    }

    /// How far it went before something was wrong: answers and boards, less what was refused. A program without a board is
    /// judged by all else.
    fn reach(&self) -> usize {
        let segment = self.first_wrong().unwrap_or(self.talk.exchanges.len() + 1);
        // What is due before a question counts once that is answered.
        let answered =
            self.talk.exchanges.iter().take(segment).filter(|exchange| exchange.question.is_some());
        let due = answered.last().map_or(0, |exchange| exchange.due);
        let seen = &self.talk.sights[..due.min(self.talk.sights.len())];
        let boards = seen.iter().filter(|sight| matches!(sight, Sight::Board(_))).count();
        let refused = seen.iter().filter(|sight| matches!(sight, Sight::Refused(_))).count();
        // A question of yes or no that is asked again and again is no progress.
        let is_step =
            |exchange: &&Exchange| exchange.question.is_some_and(|question| !question.is_of_yes_or_no());
        let steps = self.talk.exchanges.iter().take(segment).filter(is_step).count();
        (steps + 4 * boards).saturating_sub(6 * refused)
    }
}

impl<'a> Table<'a> {
    /// Sits down with a submission: the dialect of its id is known, everything else is found out.
    pub(super) fn new(plan: &'a Plan, dialogue: &'a Dialogue, program: &'a dyn Executable, id: &str) -> Self {
        let dialect = dialogue.dialects.iter().find(|dialect| is_of(dialect, id));
        let window = dialect.and_then(|dialect| dialect.memory.as_ref()).and_then(|board| {
            let symbol = program.symbols().iter().find(|symbol| symbol.name == board.label)?;
            Some(Window { board, address: symbol.address, size: dialogue.assignment.board() })
        });
        let manner = Manner::new(dialogue, dialect);
        Self {
            program,
            limits: plan.spec.limits,
            manner,
            window,
            deaf: RefCell::default(),
            endless: Cell::default(),
        }
    }

    /// Plays a case, with what was drawn at random as it fits best.
    pub(super) fn play(&self, case: &Case, played: &DialogueCase) -> PlayedDialogue {
        self.play_with(case, played, &self.manner, played.luck)
    }

    fn play_with(
        &self,
        case: &Case,
        played: &DialogueCase,
        manner: &Manner<'_>,
        luck: u64,
    ) -> PlayedDialogue {
        let assignment = manner.dialogue.assignment;
        let world = World { start: case.start, luck, disk_is_full: played.disk_is_full };
        let mut best: Option<PlayedDialogue> = None;
        for settings in readings(manner, &played.free) {
            let mut manner = manner.clone();
            manner.settings = settings;
            for draw in 0..assignment.draws(&manner.settings) {
                let referee = assignment.referee(&manner.settings, &played.acts, draw, !played.disk_is_full);
                let talk = match self.deaf.borrow().get(&world) {
                    Some(known) => known.clone(),
                    None => converse(self.program, world, self.limits, &manner, self.window, referee),
                };
                if talk.exchanges.is_empty() && talk.close == Close::Stopped {
                    self.deaf.borrow_mut().entry(world).or_insert_with(|| talk.clone());
                }
                let is_endless = matches!(talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull);
                self.endless.update(|endless| endless + usize::from(is_endless));
                let found = differences(&talk, assignment, &manner.dialogue.words, &played.checks);
                let this = PlayedDialogue { talk, world, found };
                // What hangs while nothing else is wrong would hang whatever was drawn.
                let is_decided = is_endless && this.first_wrong() == Some(this.talk.exchanges.len());
                let rank = |played: &PlayedDialogue| (played.found.is_empty(), played.reach());
                if best.as_ref().is_none_or(|best| rank(&this) > rank(best)) {
                    best = Some(this);
                }
                if is_decided || best.as_ref().is_some_and(|best| best.found.is_empty()) {
                    break;
                }
            }
        }
        best.expect("there is at least one reading and one draw")
    }

    /// Finds out how the submission is spoken with, and how it reads what the assignment leaves open. Options that are
    /// told by the same case first are found out together, with the questions that no rule knows.
    pub(super) fn settle(&mut self, spec: &'a Spec) -> (Vec<Settled>, Vec<Text>) {
        let dialogue = self.manner.dialogue;
        let mut remarks = Vec::new();
        let mut settled = Vec::new();
        let all = Probes::of(spec, &dialogue.options);
        for options in dialogue.options.chunk_by(|one, next| one.by.first() == next.by.first()) {
            let probes = Probes::of(spec, options);
            let open: Vec<&OpenOption> =
                options.iter().filter(|option| !self.manner.settings.contains_key(&option.name)).collect();
            let mut best = self.best(&open, &probes, self.manner.clone());
            if best.unknown.is_some() {
                let (asked, better) = self.learn_questions(&open, &all, self.attempt(&all, best.manner));
                remarks.extend(asked);
                best = better;
            }
            let (better, yes) = self.learn_yes(&open, &probes, best);
            remarks.extend(yes);
            self.manner = better.manner;
            for option in options {
                let value = self.manner.settings.get(&option.name);
                let Some(value) = option.values.iter().find(|known| Some(&known.name) == value) else {
                    continue;
                };
                settled.push(Settled {
                    option: option.name.clone(),
                    value: value.name.clone(),
                    about: option.title.clone(),
                    means: value.title.clone(),
                    is_usual: option.values.first().is_some_and(|first| first.name == value.name),
                    cost: value.costs,
                });
            }
        }
        (settled, remarks)
    }

    /// The values with which the probes go furthest; of equals, those that come first.
    fn best(&self, options: &[&OpenOption], probes: &Probes<'_>, manner: Manner<'a>) -> Attempt<'a> {
        let mut best: Option<Attempt<'a>> = None;
        let combinations: usize = options.iter().map(|option| option.values.len().max(1)).product();
        for mut number in 0..combinations {
            let mut manner = manner.clone();
            for option in options {
                let count = option.values.len().max(1);
                if let Some(value) = option.values.get(number % count) {
                    manner.settings.insert(option.name.clone(), value.name.clone());
                }
                number /= count;
            }
            let attempt = self.attempt(probes, manner);
            if best.as_ref().is_none_or(|best| attempt.reach > best.reach) {
                best = Some(attempt);
            }
            let is_hopeless = |best: &Attempt<'_>| best.never_ends || self.endless.get() > MOST_ENDLESS;
            if best.as_ref().is_some_and(|best| best.is_full || is_hopeless(best)) {
                break;
            }
        }
        best.unwrap_or_else(|| self.attempt(probes, manner))
    }

    fn attempt(&self, probes: &Probes<'_>, manner: Manner<'a>) -> Attempt<'a> {
        let played: Vec<PlayedDialogue> = probes
            .0
            .iter()
            .map(|(case, played)| self.play_with(case, played, &manner, played.luck))
            .collect();
        let unknown = played.iter().find_map(|played| match &played.talk.close {
            Close::Unknown { question, permitted, .. } => Some((question.clone(), permitted.clone())),
            _ => None,
        });
        let asks_yes = played
            .iter()
            .flat_map(|played| &played.talk.exchanges)
            .any(|exchange| exchange.question.is_some_and(Question::is_of_yes_or_no));
        // Nothing is wrong with a game of which nothing is seen either, so all of it must be seen.
        let Dialogue { assignment, words, .. } = manner.dialogue;
        let is_seen =
            |talk: &Conversation| differences(talk, *assignment, words, &[Check::Redraw]).is_empty();
        let is_right = |played: &PlayedDialogue| played.found.is_empty() && is_seen(&played.talk);
        let reach = played.iter().map(|played| if is_right(played) { FAR } else { played.reach() }).sum();
        let never_ends =
            played.iter().all(|played| matches!(played.talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull));
        Attempt { is_full: reach == FAR * played.len(), reach, unknown, asks_yes, never_ends, manner }
    }

    /// A question that no rule knows is tried as each of those that a program may ask: what leads furthest is what it
    /// means. Two answers further at least, or it is left to people. Where several lead equally far, the next unknown
    /// question decides.
    fn learn_questions(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> (Vec<Text>, Attempt<'a>) {
        let may_guess = known.manner.guesses.len() < MOST_GUESSES && self.endless.get() <= MOST_ENDLESS;
        let Some((question, permitted)) = known.unknown.clone().filter(|_| may_guess) else {
            return (Vec::new(), known);
        };
        let goes_on =
            |attempt: &Attempt<'_>| attempt.is_full || attempt.reach >= known.reach + 2 * probes.0.len();
        let mut tried: Vec<(Asks, Attempt<'a>)> = Vec::new();
        for asks in self.meanings(&question, &permitted) {
            let mut manner = known.manner.clone();
            manner.guesses.push((question_key(&fold(&question)), asks.clone()));
            let attempt = self.best(options, probes, manner);
            tried.push((asks, attempt));
        }
        let furthest = tried.iter().map(|(_, attempt)| attempt.reach).max().unwrap_or_default();
        let is_furthest = |attempt: &Attempt<'_>| attempt.reach == furthest && goes_on(attempt);
        let equal = tried.into_iter().filter(|(_, attempt)| is_furthest(attempt)).take(MOST_EQUAL);
        let mut best: Option<(Vec<Text>, Attempt<'a>)> = None;
        for (asks, attempt) in equal {
            let (further, attempt) = self.learn_questions(options, probes, attempt);
            if best.as_ref().is_none_or(|(_, best)| attempt.reach > best.reach) {
                best = Some(([vec![guessed(&question, &asks)], further].concat(), attempt));
            }
        }
        best.unwrap_or((Vec::new(), known))
    }

    /// What a question may mean, the likeliest first: what a correct program asks there, then all else.
    fn meanings(&self, question: &str, permitted: &[Question]) -> Vec<Asks> {
        let others = self.manner.dialogue.assignment.questions().iter();
        let others = others.filter(|question| !permitted.contains(question));
        // What offers yes and no asks for nothing else.
        let offers = offers_yes_and_no(question);
        let fits = |question: &&Question| !offers || question.is_of_yes_or_no();
        let asked =
            permitted.iter().chain(others).filter(fits).map(|question| Asks::Questions(vec![*question]));
        let always = [b"1".as_slice(), b"0", b"", b"2"].map(|keys| Asks::Always(keys.to_vec()));
        asked.chain(always).chain((!offers).then_some(Asks::Again)).collect()
    }

    /// What yes is where questions do not say it: what leads furthest.
    fn learn_yes(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> (Attempt<'a>, Option<Text>) {
        if known.is_full || !known.asks_yes {
            return (known, None);
        }
        let usual = known.manner.yes_no;
        let mut best = known;
        for yes_no in YES_NO {
            let mut manner = best.manner.clone();
            manner.yes_no = yes_no;
            let attempt = self.best(options, probes, manner);
            if attempt.reach > best.reach {
                best = attempt;
            }
        }
        let (yes, no) = best.manner.yes_no;
        let is_other = best.manner.yes_no != usual;
        let remark =
            text!("yes is typed as `{yes}` and no as `{no}`", "có được gõ là `{yes}`, không là `{no}`");
        (best, is_other.then_some(remark))
    }

    /// Plays a case and judges it.
    pub(super) fn judge(&self, planned: &PlannedCase, played: &DialogueCase) -> (CaseResult, PlayedDialogue) {
        let mut this = self.play(&planned.case, played);
        if played.draws > 0 && this.found.is_empty() {
            this.found.extend(self.always_the_same(&planned.case, played));
        }
        let assignment = self.manner.dialogue.assignment;
        let verdict = verdict(&this);
        let failure = this.found.first().map(|first| {
            let told = tell(first, &this.talk, assignment);
            let typed = this.talk.exchanges.iter().take(first.segment);
            Failure {
                turn: first.segment,
                typed: typed.map(|exchange| exchange.typed.clone()).collect(),
                expected: told.expected,
                actual: told.actual,
                wrong_turns: 1,
                because: told.because,
                told_as: None,
                from_zeros_too: false,
                kind: Some(kind(first, &this.talk)),
            }
        });
        let earned = if verdict.earns() { planned.case.points } else { Points::ZERO };
        let ended = Some(this.talk.ended);
        (CaseResult { verdict, earned, comparison: Comparison::default(), ended, failure }, this)
    }

    /// Plays a case with other luck and says so if the same is drawn each time.
    fn always_the_same(&self, case: &Case, played: &DialogueCase) -> Option<Difference> {
        let dialogue = self.manner.dialogue;
        let draw = |luck| {
            let this = self.play_with(case, played, &self.manner, luck);
            drawn(&this.talk, dialogue.assignment, &dialogue.words)
        };
        let first = draw(played.luck);
        let differs = (1..played.draws).any(|nth| draw(played.luck + nth) != first);
        (!differs).then_some(Difference { segment: 0, what: What::AlwaysTheSame(played.draws) })
    }
}

/// The settings with every value of the options that are free in a case.
fn readings(manner: &Manner<'_>, free: &[String]) -> Vec<BTreeMap<String, String>> {
    let mut readings = vec![manner.settings.clone()];
    let options = manner.dialogue.assignment.options();
    for (option, values) in options.iter().filter(|(name, _)| free.contains(name)) {
        let usual = values.first();
        for value in values {
            let is_known = manner.settings.get(option).or(usual) == Some(value);
            if !is_known {
                let mut settings = manner.settings.clone();
                settings.insert(option.clone(), value.clone());
                readings.push(settings);
            }
        }
    }
    readings
}

fn is_of(dialect: &Dialect, id: &str) -> bool {
    dialect.submissions.iter().any(|pattern| crate::submission::fits(pattern, id))
}

fn verdict(played: &PlayedDialogue) -> Verdict {
    let Some(first) = played.found.first() else { return Verdict::Pass };
    match first.what {
        What::Unknown(_) => Verdict::UnknownQuestion,
        What::NoBoard | What::OtherSize(..) => Verdict::NoBoard,
        What::NotOffered(_) => Verdict::NotOffered,
        What::EndsEarly(_) => Verdict::HaltedEarly,
        What::Broke => match played.talk.ended.stop {
            Stop::Fault(_) => Verdict::Fault,
            Stop::OutputFull => Verdict::OutputLimit,
            _ => Verdict::OutOfFuel,
        },
        _ => Verdict::WrongBehaviour,
    }
}

/// What tells ways of going wrong apart: what differs, and what was answered before.
fn kind(difference: &Difference, talk: &Conversation) -> String {
    let what = format!("{:?}", difference.what);
    let what = what.split([' ', '(', '{']).next().unwrap_or_default();
    let asked = difference.segment.checked_sub(1).and_then(|last| talk.exchanges.get(last));
    let asked = asked.and_then(|exchange| exchange.question).map_or("start", Question::id);
    format!("{what} after {asked}")
}

fn guessed(question: &str, asks: &Asks) -> Text {
    let question = question.escape_debug().to_string();
    let meaning = match asks {
        Asks::Questions(questions) => {
            explain::behaviour::called(questions.first().copied().unwrap_or(Question::Column))
        }
        Asks::Always(_) | Asks::Declined => text!("a key to go on", "một phím để tiếp tục"),
        Asks::Again => text!("the same as before", "điều vừa hỏi"),
    };
    let (en, vi) = (
        meaning.to(crate::diagnostics::Language::English),
        meaning.to(crate::diagnostics::Language::Vietnamese),
    );
    text!(
        "no rule knows the question `{question}`; by trial it asks for {en}",
        "không quy tắc nào biết câu hỏi `{question}`; qua thử nghiệm, nó hỏi {vi}"
    )
}
