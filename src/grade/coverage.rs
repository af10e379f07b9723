//! What each test executes of a submission's source: one counted run of each, besides the one on which it is judged.
//!
//! It is told of what was judged: of a dialogue the keys that were typed are typed again, of a property all inputs are played that
//! were drawn. A program that a compiler has made is compiled line by line for that, and counts only where it does the same as the
//! one that is judged.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::case::PlayedCase;
use super::dialogue::PlayedDialogue;
use super::gradebook::Graded;
use super::plan::{Plan, PlannedCase};
use super::plays::Run;
use super::property;
use super::subroutine;
use crate::console::Script;
use crate::diagnostics::Sources;
use crate::machine::{CodeMap, Counted, Counts, Coverage, Ended, Executable, Stop, World};
use crate::play::{Played, play};
use crate::spec::{Expectation, Limits};

/// Of a compiled program at most this many instructions are followed in a run, and in all runs of a submission.
const MOST_FOLLOWED: u64 = 100_000_000;
const MOST_IN_ALL: u64 = 500_000_000;
/// Dialogues of fewer instructions are rather counted again than kept.
const LONG: u64 = 500_000;
/// Without optimisation a program executes about this many times as many instructions. A run that would be too long is not begun.
const LONGER: u64 = 3;

/// Whether it is counted what cases execute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// It is not, and grading is as fast as it can be.
    #[default]
    None,
    /// It is, and nothing of it is kept but which lines the tests of each group execute.
    Groups,
    /// Nothing else is done: nothing is explained.
    Only,
}

/// What the tests of a submission execute.
#[derive(Clone, Debug)]
pub struct Covered {
    /// Everything of the student's files that can be executed.
    pub map: CodeMap,
    /// The files.
    pub sources: Arc<Sources>,
    /// The cases that were asked for, in the order of the spec.
    pub cases: Vec<CoveredCase>,
}

/// What a case executes.
#[derive(Clone, Debug)]
pub struct CoveredCase {
    /// The number of the case in the spec.
    pub case: usize,
    /// What its run executes, by the map of the submission.
    pub coverage: Result<Coverage, NotCounted>,
}

/// The reasons why it is not known what a case executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// It was not played: something that it requires failed.
    NotPlayed,
    /// Compiled without optimisation the program does something else, as what it does is not defined in its language.
    Differs,
    /// Compiled without optimisation it executes more than what is followed.
    TooLong,
    /// It cannot be compiled without optimisation here.
    NotCompiled,
}

impl Covered {
    /// What all cases together execute.
    pub fn union(&self) -> Coverage {
        self.union_of(|_| true)
    }

    /// What some of the cases execute together.
    pub fn union_of(&self, is_meant: impl Fn(usize) -> bool) -> Coverage {
        let mut union = self.map.coverage(&Counts::default());
        for case in self.cases.iter().filter(|case| is_meant(case.case)) {
            if let Ok(coverage) = &case.coverage {
                union.add(coverage);
            }
        }
        union
    }
}

/// Counts what the cases of a submission execute that are asked for, given how they were played.
pub(super) fn count(plan: &Plan, runs: &[Run<'_>], program: &dyn Executable, graded: &Graded) -> Covered {
    let asked = (0..plan.cases.len()).filter(|case| plan.asks_for(&graded.id, *case));
    let counted: Vec<(usize, Result<Counts, NotCounted>)> = match program.plain() {
        None => asked.map(|case| (case, Err(NotCounted::NotCompiled))).collect(),
        Some(by_line) => {
            let mut replays = Replays {
                plan,
                program,
                counted: Counted::new(by_line),
                id: &graded.id,
                is_compiled: program.isa().source.is_compiled,
                deaf: BTreeMap::new(),
                dialogues: BTreeMap::new(),
                followed: 0,
            };
            asked.map(|case| (case, replays.case(case, &runs[case]))).collect()
        }
    };
    let harness = &plan.spec.submission.harness;
    let of_student = |name: &str| !harness.iter().any(|own| own.name == name);
    let by_line = program.plain().unwrap_or(program);
    let executed = counted.iter().filter_map(|(_, counts)| counts.as_ref().ok());
    let map = CodeMap::new(by_line, of_student, executed);
    let of_case = |(case, counts): (usize, Result<Counts, NotCounted>)| CoveredCase {
        case,
        coverage: counts.map(|counts| map.coverage(&counts)),
    };
    let cases = counted.into_iter().map(of_case).collect();
    Covered { sources: Arc::clone(&graded.sources), cases, map }
}

/// A submission while it is counted.
struct Replays<'c> {
    plan: &'c Plan,
    /// The program that is judged.
    program: &'c dyn Executable,
    /// The one that is counted.
    counted: Counted<'c>,
    id: &'c str,
    is_compiled: bool,
    /// Runs in which the program never looked at its input: they are the same for every script.
    deaf: BTreeMap<World<'static>, Counts>,
    /// Long dialogues by their keys: programs that never end do so with few keys, which are the same in many tests.
    dialogues: BTreeMap<(World<'static>, Vec<u8>), Counts>,
    /// The number of instructions that were followed so far.
    followed: u64,
}

impl Replays<'_> {
    /// Plays a case again.
    fn case(&mut self, case: usize, run: &Run<'_>) -> Result<Counts, NotCounted> {
        let planned = &self.plan.cases[case];
        if let (Expectation::Property(property), false) =
            (&planned.case.expectation, matches!(run, Run::Skipped))
        {
            let both: (&dyn Executable, &dyn Executable) = (self.program, &self.counted);
            let result = property::play_to(self.plan, both, self.id, (case, property));
            let counts = self.counted.take();
            let other = || property::judge(self.plan, self.program, self.id, (case, property));
            if self.is_compiled && other().verdict.earns() != result.verdict.earns() {
                return Err(NotCounted::Differs);
            }
            return Ok(counts);
        }
        match run {
            Run::Skipped => Err(NotCounted::NotPlayed),
            Run::Script(played) | Run::Checked(played) => self.script(played),
            Run::Subroutine(_) => self.subroutine(planned),
            Run::Dialogue(played) => self.dialogue(played),
        }
    }

    fn script(&mut self, case: &PlayedCase<'_>) -> Result<Counts, NotCounted> {
        let (script, world) = (case.script(), case.world());
        let is_deaf = !case.played.transcript.asked && script.files().is_empty();
        if let (true, Some(known)) = (is_deaf, self.deaf.get(&world)) {
            return Ok(known.clone());
        }
        let limits =
            self.followed(case.planned.case.limits(self.plan.spec.limits), Some(case.played.ended))?;
        let played = play(&self.counted, script, world, limits);
        self.followed = self.followed.saturating_add(played.ended.executed);
        let counts = self.counted.take();
        self.is_same(&case.played, &played)?;
        if is_deaf {
            self.deaf.insert(world, counts.clone());
        }
        Ok(counts)
    }

    fn dialogue(&mut self, case: &PlayedDialogue) -> Result<Counts, NotCounted> {
        let talk = &case.talk;
        // With any seed it does the same if nothing is drawn.
        let world = if talk.has_drawn { case.world } else { World { seed: 0, ..case.world } };
        let key = (world, talk.read.clone());
        if let Some(known) = self.dialogues.get(&key) {
            return Ok(known.clone());
        }
        let script = Script::new(talk.read.iter().map(std::slice::from_ref));
        // It was not waited for longer than this, and all that it printed was taken.
        let fuel = self.plan.spec.limits.fuel.min(talk.ended.executed.saturating_add(1));
        let output = usize::try_from(talk.printed).unwrap_or(usize::MAX).saturating_add(1);
        let limits = Limits { fuel, output };
        let followed = self.followed(limits, Some(talk.ended))?;
        let played = play(&self.counted, &script, case.world, followed);
        self.followed = self.followed.saturating_add(played.ended.executed);
        let counts = self.counted.take();
        if self.is_compiled {
            self.is_same(&play(self.program, &script, case.world, limits), &played)?;
        }
        if played.ended.executed >= LONG {
            self.dialogues.insert(key, counts.clone());
        }
        Ok(counts)
    }

    fn subroutine(&mut self, planned: &PlannedCase) -> Result<Counts, NotCounted> {
        let Expectation::Subroutine(subroutine) = &planned.case.expectation else {
            return Err(NotCounted::NotPlayed);
        };
        let spec = &self.plan.spec;
        let limits = planned.case.limits(spec.limits);
        let (followed, rule) = (self.followed(limits, None)?, spec.compare.halt);
        let (result, _) = subroutine::judge(planned, subroutine, &self.counted, (followed, rule));
        self.followed = self.followed.saturating_add(result.ended.map_or(0, |ended| ended.executed));
        let counts = self.counted.take();
        if self.is_compiled {
            let (other, _) = subroutine::judge(planned, subroutine, self.program, (limits, rule));
            let stop = |ended: Option<Ended>| ended.map(|ended| ended.stop.name());
            if (other.verdict, stop(other.ended)) != (result.verdict, stop(result.ended)) {
                return Err(NotCounted::Differs);
            }
        }
        Ok(counts)
    }

    /// The limits of a run that is counted, given the end of the one that is judged, if that is known.
    fn followed(&self, limits: Limits, judged: Option<Ended>) -> Result<Limits, NotCounted> {
        if !self.is_compiled {
            return Ok(limits);
        }
        let fuel = MOST_FOLLOWED.min(MOST_IN_ALL.saturating_sub(self.followed));
        // A run without an end is followed for a while.
        let ends = judged.filter(|ended| ended.stop != Stop::OutOfFuel);
        let is_too_long = ends.is_some_and(|ended| ended.executed.saturating_mul(LONGER) > fuel);
        if fuel == 0 || is_too_long { Err(NotCounted::TooLong) } else { Ok(Limits { fuel, ..limits }) }
    }

    /// Checks that a counted run is the same as the one that is judged: as far as both go, where neither comes to an end.
    fn is_same(&self, judged: &Played, counted: &Played) -> Result<(), NotCounted> {
        if !self.is_compiled {
            return Ok(());
        }
        let [one, other] = [judged, counted].map(|played| played.transcript.output.as_slice());
        let is_alike = one.starts_with(other) || other.starts_with(one);
        let is_cut = |played: &Played| matches!(played.ended.stop, Stop::OutOfFuel | Stop::OutputFull);
        match (is_cut(judged), is_cut(counted)) {
            (true, true) if is_alike => Ok(()),
            (false, true) if is_alike => Err(NotCounted::TooLong),
            (false, false) if one == other && judged.ended.stop.name() == counted.ended.stop.name() => Ok(()),
            _ => Err(NotCounted::Differs),
        }
    }
}
