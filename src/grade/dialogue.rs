//! Cases that are dialogues: the way to talk to a submission is inferred, then each case is played and
//! judged.

mod announce;
mod attempt;
mod board;
mod confirm;
mod dialect;
pub(in crate::grade) mod doubt;
mod effort;
mod ends;
mod examples;
mod forms;
mod infer;
mod keys;
mod lack;
mod learn;
mod notes;
mod opening;
mod played;
mod probes;
mod remarks;
mod review;
mod revise;
mod settle;
mod stated;
mod understand;
mod verdict;
mod written;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::gradebook::{CaseResult, Failure};
use super::plan::{Plan, PlannedCase};
use super::turns;
use super::understanding::Understanding;
use crate::compare::Comparison;
use crate::compare::behaviour::{
    Difference, Drawn, Ear, Found, Learned, LineBook, NamesWinners, What, differences, drawn,
};
use crate::explain::behaviour::{Unclear, tell};
use crate::machine::{Executable, World};
use crate::observe::Page;
use crate::play::{Close, Conversation, Exchange, PromptRules, Tapes, Window, converse};
use crate::referee::Question;
use crate::spec::{Case, Dialect, Dialogue, DialogueCase, Expectation, Limits, Points};
use infer::Explained;
pub(super) use played::PlayedDialogue;
use settle::{may_differ, readings};

/// The number of runs without an end that are waited for to infer how to talk to a submission.
const MOST_ENDLESS: usize = 50;

/// A submission, with the inferred way of talking to it.
pub(super) struct Table<'a> {
    program: &'a dyn Executable,
    limits: Limits,
    prompt_rules: PromptRules<'a>,
    window: Option<Window>,
    /// The id of its submission; `*` where it is the program of none.
    id: String,
    /// Its recorded actions in the games that were played.
    tapes: RefCell<Tapes>,
    /// Runs in which the program asked nothing, by the world: they are the same whatever is played.
    deaf: RefCell<BTreeMap<World<'static>, Conversation>>,
    /// Those of them in which nothing was drawn either: they are the same with any seed.
    fated: RefCell<BTreeMap<World<'static>, Conversation>>,
    /// The number of runs that did not end.
    endless: Cell<usize>,
    /// The work of these games, counted in instructions.
    effort: effort::Effort,
    /// The result of the search for the board.
    sought: board::Sought,
    /// The meanings of the lines that the program prints.
    book: LineBook,
    /// True if the program names winners in words that are understood.
    names_winners: NamesWinners,
    /// What its games say of the ways in which it says things.
    learned: Arc<Learned>,
    /// The texts in its source, once they are asked for.
    written: OnceCell<Page>,
    /// The number of the random outcome that fitted best, by the world and the number of outcomes.
    draws: RefCell<BTreeMap<(World<'static>, usize), usize>>,
    /// True if boards are shown in the games by which the board is found, and none before the first move.
    lacks_start_board: Cell<bool>,
    /// The questions that were asked in the cases.
    notes: RefCell<notes::Notes>,
    /// Options that no game decides.
    open: Vec<String>,
    /// Values of theirs that explain the games as well as the one that is taken: what passes with one of them passes.
    accepted: Vec<(String, String)>,
    /// Values that the assignment wants, of options for which one is taken that it forbids, and usual ones of options that may vary from
    /// turn to turn: what passes with them passes.
    wanted: Vec<(String, String)>,
    /// How well the games by which the first options are inferred are explained by their values; `None` before that is known.
    first_games: Option<Explained>,
    /// Acts that games lack, after all was tried by which they may be chosen.
    in_vain: RefCell<BTreeSet<Question>>,
}

/// The inferred way of talking to a submission: its prompt rules, where memory holds its board, and the ways in which it says
/// things.
#[derive(Clone, Debug)]
pub(super) struct Spoken<'a>(PromptRules<'a>, Option<Window>, Arc<Learned>);

impl PartialEq for Spoken<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&self.0, &other.0);
        one.settings == other.settings
            && one.yes_no == other.yes_no
            && one.guesses == other.guesses
            && (&one.offers, &one.forms) == (&other.offers, &other.forms)
            && (one.turns_end, one.column_first, one.last_key)
                == (other.turns_end, other.column_first, other.last_key)
    }
}

/// The understanding of a program, inferred before its cases are played; `None` if the spec has no dialogue.
pub fn understand(plan: &Plan, program: &dyn Executable, id: &str) -> Option<Understanding> {
    let mut table = Table::new(plan, plan.spec.dialogue.as_ref()?, program, id);
    table.infer(&plan.spec);
    table.not_understood(&plan.spec, id);
    Some(table.understanding(&plan.spec, id))
}

/// The rules of the dialogue, by their numbers, by which something is recognised that a program asks in any of the cases.
pub fn rules_used(plan: &Plan, program: &dyn Executable, id: &str) -> BTreeSet<usize> {
    let Some(dialogue) = &plan.spec.dialogue else { return BTreeSet::new() };
    let mut table = Table::new(plan, dialogue, program, id);
    table.infer(&plan.spec);
    for planned in &plan.cases {
        if let Expectation::Dialogue(played) = &planned.case.expectation {
            table.play(&planned.case, played);
        }
    }
    table.prompt_rules.used()
}

impl<'a> Table<'a> {
    /// Begins with a submission: the dialect of its id is known, everything else is inferred.
    pub(super) fn new(plan: &'a Plan, dialogue: &'a Dialogue, program: &'a dyn Executable, id: &str) -> Self {
        let dialect = dialogue.dialects.iter().find(|dialect| is_of(dialect, id));
        let window = dialect.and_then(|dialect| dialect.memory.as_ref()).and_then(|board| {
            let symbol = program.symbols().iter().find(|symbol| symbol.name == board.label);
            let address = if board.label.is_empty() { 0 } else { symbol?.address };
            Some(Window { board: board.clone(), address, size: dialogue.assignment.board() })
        });
        let prompt_rules = PromptRules::new(dialogue, dialect);
        let mut table = Self::begun(program, plan.spec.limits, prompt_rules, window);
        id.clone_into(&mut table.id);
        let written = table.written.get_or_init(|| written::written(program));
        table.prompt_rules.read_texts(written);
        table
    }

    /// A table of which no more is known than how questions are put and where the board is in memory.
    fn begun(
        program: &'a dyn Executable,
        limits: Limits,
        prompt_rules: PromptRules<'a>,
        window: Option<Window>,
    ) -> Self {
        Self {
            program,
            limits,
            prompt_rules,
            window,
            id: "*".to_owned(),
            learned: Arc::default(),
            tapes: RefCell::default(),
            deaf: RefCell::default(),
            fated: RefCell::default(),
            endless: Cell::default(),
            effort: effort::Effort::default(),
            sought: board::Sought::default(),
            book: LineBook::default(),
            names_winners: NamesWinners::default(),
            written: OnceCell::new(),
            draws: RefCell::default(),
            lacks_start_board: Cell::default(),
            notes: RefCell::default(),
            open: Vec::new(),
            accepted: Vec::new(),
            wanted: Vec::new(),
            first_games: None,
            in_vain: RefCell::default(),
        }
    }

    /// The same table with other limits.
    pub(super) fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Another program, for which everything is taken over that was inferred about one.
    pub(super) fn known(program: &'a dyn Executable, limits: Limits, how: &Spoken<'a>) -> Self {
        let Spoken(prompt_rules, window, learned) = how.clone();
        Self { learned, ..Self::begun(program, limits, prompt_rules, window) }
    }

    /// The submission, where something of it is not understood.
    fn unclear(&self) -> Unclear<'_> {
        Unclear { id: &self.id, dialogue: self.prompt_rules.dialogue, program: self.program }
    }

    /// The knowledge by which the program's output is understood.
    fn ear(&self) -> Ear<'_> {
        Ear {
            words: self.prompt_rules.words(),
            book: &self.book,
            names_winners: self.names_winners,
            learned: &self.learned,
            shows_no_pieces: self.sought.shows_no_pieces,
        }
    }

    /// The inferred way of talking to the submission.
    pub(super) fn spoken(&self) -> Spoken<'a> {
        Spoken(self.prompt_rules.clone(), self.window.clone(), Arc::clone(&self.learned))
    }

    /// Plays a case, or of the games that show the same the first one that the program plays as it must.
    fn play_any(&self, case: &Case, played: &DialogueCase) -> PlayedDialogue {
        let first = self.play(case, played);
        let others = played.or.iter().map(|acts| DialogueCase { acts: acts.clone(), ..played.clone() });
        let others = others.map(|other| self.play(case, &other));
        // As the program reads the assignment, the game may go on where it should end: then nothing is tested.
        if first.found.is_empty() && !first.comes_to_what_is_checked(played) {
            let tested = others.filter(|other| other.comes_to_what_is_checked(played));
            return tested.min_by_key(|other| !other.found.is_empty()).unwrap_or(first);
        }
        // Another line may be noticed; who has noticed this one is judged by what it says of it.
        let is_noticed = first.found.first().is_some_and(|first| first.what.is_about_the_end());
        if first.found.is_empty() || first.is_endless() || is_noticed {
            return first;
        }
        // Who breaks down at one game is told what is wrong with another, if that goes on.
        let breaks = |played: &PlayedDialogue| {
            played.found.first().is_some_and(|first| matches!(first.what, What::Broke))
        };
        let mut told = first;
        for other in others.filter(|other| other.comes_to_what_is_checked(played)) {
            if other.found.is_empty() {
                return other;
            }
            if breaks(&told) && !breaks(&other) {
                told = other;
            }
        }
        told
    }

    /// The texts in the program's source.
    fn written(&self) -> &Page {
        self.written.get_or_init(|| written::written(self.program))
    }

    /// Returns `true` if most of what the assignment leaves open could not be found out.
    fn knows_little(&self) -> bool {
        let open = self.open.iter().collect::<BTreeSet<_>>().len();
        open * 2 > self.prompt_rules.dialogue.options.len()
    }

    /// Plays a case, with the random outcome that fits best.
    pub(super) fn play(&self, case: &Case, played: &DialogueCase) -> PlayedDialogue {
        // Of readings under which it fails, the one is told that it follows longest, or to the end if only what it shows is wrong. Where a
        // removal leaves a hole, it was understood.
        let rank = |played: &PlayedDialogue| {
            let first_wrong = played.first_wrong().filter(|_| !played.is_in_step() && !played.leaves_hole());
            first_wrong.unwrap_or(usize::MAX)
        };
        let usual = self.play_ranked(case, played, &self.prompt_rules, (played.seed, &[]), rank);
        if usual.found.is_empty() || self.is_hopeless(&usual) {
            return usual;
        }
        let settings = &self.prompt_rules.settings;
        let was_asked = |question| usual.talk.has_asked(question);
        let others = self.wanted.iter().chain(&self.accepted).map(|(option, value)| {
            let mut settings = settings.clone();
            settings.insert(option.clone(), value.clone());
            settings
        });
        let others = others.filter(|other| may_differ(other, settings, was_asked));
        let mut others = others.map(|settings| {
            self.play_with(case, played, &self.prompt_rules.with_settings(settings), (played.seed, &[]))
        });
        others.find(|other| other.found.is_empty()).unwrap_or(usual)
    }

    fn play_with(
        &self,
        case: &Case,
        played: &DialogueCase,
        prompt_rules: &PromptRules<'_>,
        seed_and_open: (u64, &[String]),
    ) -> PlayedDialogue {
        self.play_ranked(case, played, prompt_rules, seed_and_open, PlayedDialogue::reach)
    }

    /// Plays a case in each reading that is free in it or open, and keeps the one that ranks highest where none is right.
    fn play_ranked(
        &self,
        case: &Case,
        played: &DialogueCase,
        prompt_rules: &PromptRules<'_>,
        (seed, open): (u64, &[String]),
        rank: impl Fn(&PlayedDialogue) -> usize,
    ) -> PlayedDialogue {
        let assignment = prompt_rules.dialogue.assignment;
        let world = World { seed, disk_is_full: played.disk_is_full, ..case.world() };
        let mut best: Option<PlayedDialogue> = None;
        for settings in readings(prompt_rules, &played.free, open) {
            let may_differ = |best: &PlayedDialogue| {
                may_differ(&settings, &prompt_rules.settings, |question| best.talk.has_asked(question))
            };
            if !best.as_ref().is_none_or(may_differ) {
                continue;
            }
            let other = (settings != prompt_rules.settings).then(|| prompt_rules.with_settings(settings));
            let prompt_rules = other.as_ref().unwrap_or(prompt_rules);
            let count = assignment.draws(&prompt_rules.settings);
            // In one world a program draws the same each time.
            let likely = self.draws.borrow().get(&(world, count)).copied().unwrap_or(0);
            let mut of_draws: Option<PlayedDialogue> = None;
            for nth in 0..count {
                let draw = (likely + nth) % count;
                let referee =
                    assignment.referee(&prompt_rules.settings, &played.acts, draw, !played.disk_is_full);
                let talk = self.deaf_run(world).unwrap_or_else(|| {
                    let limits = self.limits_left();
                    let mut tapes = self.tapes.borrow_mut();
                    // A run that is cut off at once is on no tape.
                    let tapes = (!self.effort.is_used_up()).then_some(&mut *tapes);
                    let program = (self.program, tapes);
                    let talk = converse(program, world, limits, prompt_rules, self.window.as_ref(), referee);
                    self.effort.add(&talk);
                    if talk.exchanges.is_empty() && talk.close == Close::Stopped {
                        let (runs, world) = if talk.has_drawn {
                            (&self.deaf, world)
                        } else {
                            (&self.fated, World { seed: 0, ..world })
                        };
                        runs.borrow_mut().insert(world, talk.clone());
                    }
                    talk
                });
                let Found { differences: mut found, has_every_board, lacks_start_board } =
                    differences(&talk, assignment, self.ear(), &played.checks);
                found.splice(0..0, doubt::doubt(&talk, &found, prompt_rules));
                let this = PlayedDialogue {
                    talk,
                    world,
                    found,
                    has_every_board,
                    lacks_start_board,
                    chosen: Vec::new(),
                    asked: BTreeSet::new(),
                    taken: BTreeSet::new(),
                    granted: BTreeSet::new(),
                    derailed: None,
                    lacking: None,
                };
                let is_endless = this.is_endless();
                self.endless.update(|endless| endless + usize::from(is_endless));
                // A program that hangs while nothing else is wrong would hang with any draw.
                let is_decided = is_endless && this.first_wrong() == Some(this.talk.exchanges.len())
                    || self.is_hopeless(&this);
                // Of draws the one is meant with which something is wrong last: a refusal says nothing of them.
                let rank = |played: &PlayedDialogue| {
                    let first_wrong = played.first_wrong().unwrap_or(usize::MAX);
                    (
                        played.found.is_empty(),
                        first_wrong,
                        played.reach(),
                        std::cmp::Reverse(played.found.len()),
                    )
                };
                if of_draws.as_ref().is_none_or(|best| rank(&this) > rank(best)) {
                    if this.found.is_empty() {
                        self.draws.borrow_mut().insert((world, count), draw);
                    }
                    of_draws = Some(this);
                }
                if is_decided || of_draws.as_ref().is_some_and(|best| best.found.is_empty()) {
                    break;
                }
            }
            // Of readings that go as far the one says most with which the least is wrong.
            let rank = |played: &PlayedDialogue| {
                (played.found.is_empty(), rank(played), std::cmp::Reverse(played.found.len()))
            };
            let is_better = |this: &PlayedDialogue| best.as_ref().is_none_or(|best| rank(this) > rank(best));
            if let Some(this) = of_draws.filter(is_better) {
                best = Some(this);
            }
            if best.as_ref().is_some_and(|best| best.found.is_empty() || self.is_hopeless(best)) {
                break;
            }
        }
        best.expect("there is at least one reading and one draw")
    }

    /// The limits of the next game: no fuel is left once the work for one submission is used up.
    fn limits_left(&self) -> Limits {
        if self.effort.is_used_up() { Limits { fuel: 0, ..self.limits } } else { self.limits }
    }

    /// Returns `true` if a game does not end, like many before it: other readings and draws are not waited
    /// for.
    fn is_hopeless(&self, played: &PlayedDialogue) -> bool {
        played.is_endless() && self.hangs_often()
    }

    /// Returns `true` if more runs than are waited for did not end.
    fn hangs_often(&self) -> bool {
        self.endless.get() > MOST_ENDLESS
    }

    /// A run in this world in which the program asked nothing.
    fn deaf_run(&self, world: World<'static>) -> Option<Conversation> {
        let fated = self.fated.borrow().get(&World { seed: 0, ..world }).cloned();
        fated.or_else(|| self.deaf.borrow().get(&world).cloned())
    }

    /// Plays a case and judges it.
    pub(super) fn judge(&self, planned: &PlannedCase, played: &DialogueCase) -> (CaseResult, PlayedDialogue) {
        let mut this = self.play_any(&planned.case, played);
        if played.draws > 0 && this.found.is_empty() {
            this.found.extend(self.always_the_same(&planned.case, played));
        }
        self.notes.borrow_mut().take(&this.talk);
        this.chosen = doubt::chosen_acts(&this, &self.prompt_rules);
        this.asked = this.talk.exchanges.iter().filter_map(|exchange| exchange.question).collect();
        (this.taken, this.derailed) = (doubt::taken_acts(&this), doubt::derailed(&this));
        this.granted = this.taken.iter().copied().filter(|act| doubt::is_granted(&this, *act)).collect();
        this.lacking = doubt::lacking(&this, &self.prompt_rules, || self.written());
        let verdict = verdict::of(&this);
        let failure = this.found.first().map(|first| {
            let told = tell(first, &this.talk, &self.unclear());
            let shown_to =
                if let What::Turn { asked_in, .. } = first.what { asked_in } else { first.segment };
            let typed = this.talk.exchanges.iter().take(shown_to);
            Failure {
                turn: first.segment,
                typed: typed.map(Exchange::with_enter).collect(),
                expected: told.expected,
                actual: told.actual,
                turns: turns::of_dialogue(&this.talk, first.segment),
                wrong_turns: 1,
                because: told.because,
                kind: Some(verdict::kind(first, &this.talk)),
                ..Failure::default()
            }
        });
        let earned = if verdict.earns() { planned.case.points } else { Points::ZERO };
        let ended = Some(this.talk.ended);
        (
            CaseResult {
                verdict,
                earned,
                comparison: Comparison::default(),
                ended,
                failure,
                ..CaseResult::default()
            },
            this,
        )
    }

    /// Plays a case with another seed and says so if the same is drawn each time.
    fn always_the_same(&self, case: &Case, played: &DialogueCase) -> Option<Difference> {
        let dialogue = self.prompt_rules.dialogue;
        let draw = |seed| {
            let this = self.play_with(case, played, &self.prompt_rules, (seed, &[]));
            drawn(&this.talk, dialogue.assignment, self.ear())
        };
        let first = draw(played.seed);
        let others: Vec<Drawn> = (1..played.draws).map(|nth| draw(played.seed + nth)).collect();
        if others.iter().any(|other| !other.is_same(&first)) {
            return None;
        }
        let untold = others.iter().find_map(|other| first.untold(other));
        let what = untold.map_or(What::AlwaysTheSame(played.draws), |line| What::Unknown(line.to_owned()));
        Some(Difference { segment: 0, what })
    }
}

fn is_of(dialect: &Dialect, id: &str) -> bool {
    dialect.submissions.iter().any(|pattern| crate::submission::fits(pattern, id))
}
