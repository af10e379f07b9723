//! One case of one submission.

use std::collections::BTreeMap;
use std::ops::Range;

use super::credit::{self, Credit};
use super::examined;
use super::failure::FailureKind;
use super::gradebook::{Call, CaseResult, Failure};
use super::plan::PlannedCase;
use super::talk::{self, Opinion, Talk};
use super::turns;
use super::verdict::Verdict;
use crate::compare::{
    Comparison, FormatKind, FormatKinds, FormatPlace, Habits, LinePair, compare, compare_exactly,
    compare_plain, first_difference, first_other_turn, in_kind, in_more_than_format, pair_printed,
    shows_the_same_game,
};
use crate::console::Script;
use crate::diagnostics::Text;
use crate::explain;
use crate::machine::{Executable, Facts, Frame, Isa, Start, Stop, World};
use crate::play::{Ending, Played, Protocol, calls, count, play, watch};
use crate::spec::{Case, Expectation, HaltRule, Limits, Mode, Points, Spec, Want};

/// The services of MARS that draw at random. On LC-3 there are no traps of these numbers.
const DRAWS: std::ops::RangeInclusive<u32> = 41..=44;

/// A case that was played but not judged yet.
pub(super) struct PlayedCase<'p> {
    pub(super) planned: &'p PlannedCase,
    pub(super) played: Played,
    world: World<'static>,
    script: Script,
    /// What the other side of a conversation makes of it.
    pub(super) opinion: Option<Opinion>,
    /// The output, turn by turn as the reference has it.
    pub(super) turns: Vec<Vec<u8>>,
    /// The instruction set of the program.
    pub(super) isa: &'static Isa,
}

/// Runs in which the program never looked at its input, by the world around it: they are the same for every
/// script.
#[derive(Default)]
pub(super) struct DeafRuns(BTreeMap<World<'static>, Played>);

impl<'p> PlayedCase<'p> {
    pub(super) fn new(
        planned: &'p PlannedCase,
        start: Start,
        program: &dyn Executable,
        protocol: Protocol,
        limits: Limits,
        deaf: &mut DeafRuns,
    ) -> Self {
        let limits = planned.case.limits(limits);
        let world = World { start, ..planned.case.world() };
        if let Some(talk) = talk(&planned.case, program, world, limits) {
            let turns = turns_of(&talk.played);
            let Talk { played, script, opinion } = talk;
            return Self {
                planned,
                played,
                world,
                script,
                opinion: Some(opinion),
                turns,
                isa: program.isa(),
            };
        }
        let script = script(planned, protocol);
        // A program that looks at no key may still read files.
        let has_files = !script.files().is_empty();
        let is_whole =
            |known: &&Played| known.ended.stop != Stop::OutOfFuel || known.ended.executed >= limits.fuel;
        let played = match deaf.0.get(&world).filter(|_| !has_files).filter(is_whole) {
            Some(known) => known.clone(),
            None => play(program, &script, world, limits),
        };
        if !played.transcript.asked && !has_files {
            deaf.0.entry(world).or_insert_with(|| played.clone());
        }
        let turns = match planned.case.expectation {
            Expectation::Keys(_) | Expectation::Checked(_) => turns_of(&played),
            _ => vec![played.transcript.output.clone()],
        };
        Self { planned, played, world, script, opinion: None, turns, isa: program.isa() }
    }

    /// Compares the output, with differences of format kept apart from those of logic.
    pub(super) fn compare(&self, spec: &Spec, habits: &Habits) -> Comparison {
        let planned = self.planned;
        match planned.case.expectation {
            Expectation::Literal { .. } => {
                let rule = (planned.fixed.as_ref(), self.forgiven());
                compare_plain(&planned.expected, &self.turns, rule, habits)
            }
            _ => compare(&planned.expected, &self.turns, habits, self.missed_halt(spec)),
        }
    }

    /// Returns `true` if the program must halt at the end and does not, where that is charged once.
    fn missed_halt(&self, spec: &Spec) -> bool {
        let expected = &self.planned.expected;
        // Input that is typed after the end must not be read.
        let goes_on = !self.played.ended.stop.is_end() || self.turns.len() > expected.turns.len();
        spec.compare.halt == HaltRule::Once && expected.ending == Ending::Halts && goes_on
    }

    /// The kinds that the spec forgives in all of a text that it writes out.
    fn forgiven(&self) -> FormatKinds {
        let prices = &self.planned.case.format;
        let forgiven = FormatKind::ALL.into_iter().filter(|kind| prices.forgives(kind.id()));
        forgiven.fold(FormatKinds::default(), FormatKinds::with)
    }

    /// Compares as the spec demands. By the exact rule a difference in format alone is wrong, and its kinds
    /// are kept to explain it.
    pub(super) fn compare_for(&self, spec: &Spec, lenient: Comparison) -> Comparison {
        if !spec.compare.exact || self.planned.case.ladder.presentation.is_some() {
            return lenient;
        }
        if !lenient.is_right() {
            // A difference in more than format is the one to report.
            return lenient;
        }
        let exact = compare_exactly(&self.planned.expected, &self.turns);
        Comparison { wrong: exact.wrong, ..lenient }
    }

    /// The result as long as nothing is known of the submission's own words; with them the verdict may be a milder one, and
    /// is never a pass if it was none.
    pub(super) fn first_result(&self, spec: &Spec) -> CaseResult {
        let comparison = self.compare_for(spec, self.compare(spec, &Habits::default()));
        self.judge(spec, comparison)
    }

    /// The result of a blind run.
    pub(super) fn judge(&self, spec: &Spec, comparison: Comparison) -> CaseResult {
        let expected = &self.planned.expected;
        let stop = self.played.ended.stop;
        let mut verdict = Verdict::of(&comparison, stop, expected, &self.turns, spec.compare.halt);
        let mut earned = if verdict.earns() { self.planned.case.points } else { Points::ZERO };
        if let Some(rung) = self.planned.case.ladder.behaviour.filter(|_| verdict == Verdict::WrongOutput)
            && Verdict::of(&Comparison::default(), stop, expected, &self.turns, spec.compare.halt).earns()
            && shows_the_same_game(&expected.turns, &self.turns, rung.board)
        {
            verdict = Verdict::OtherWords;
            earned = rung.share.of(self.planned.case.points);
        }
        let credit = self.credit(verdict);
        if let Some(credit) = &credit {
            earned = credit.earned;
        }
        let wrong_at = comparison.fit.as_ref().and_then(|fit| fit.wrong);
        // A run that ends in the wrong way does not fail for its format.
        let is_of_format = verdict.earns() || spec.compare.exact;
        let comparison = if is_of_format {
            comparison
        } else {
            Comparison { wrong: comparison.wrong, ..Comparison::default() }
        };
        let failure = (!verdict.earns()).then(|| {
            let first = comparison.wrong.first().copied().unwrap_or(self.turns.len() - 1);
            // Where words are worth little, the turn is reported that plays another game.
            let rung = self.planned.case.ladder.behaviour.filter(|_| verdict == Verdict::WrongOutput);
            let other = rung.and_then(|rung| first_other_turn(&expected.turns, &self.turns, rung.board));
            let turn = other.unwrap_or(first);
            let wrong_from_here = comparison.wrong.iter().filter(|wrong| **wrong >= turn).count();
            let turns_from_here = expected.turns.len().max(self.turns.len()).saturating_sub(turn);
            Failure {
                turn,
                typed: self.typed(turn),
                at: wrong_at.or_else(|| self.first_difference(turn)),
                pairs: self.pairs(turn),
                expected: expected.turns.get(turn).cloned(),
                actual: self.turns.get(turn).cloned(),
                wrong_turns: comparison.wrong.len(),
                wrong_from_here: (wrong_from_here, turns_from_here),
                kind: other.map(|_| FailureKind::OtherGame),
                because: credit.map(|credit| credit.why).into_iter().collect(),
                ..Failure::default()
            }
        });
        CaseResult {
            verdict,
            earned,
            comparison,
            ended: Some(self.played.ended),
            failure,
            ..CaseResult::default()
        }
    }

    /// The credit for the lines of a wrong text that are right, where there is one.
    fn credit(&self, verdict: Verdict) -> Option<Credit> {
        let case = &self.planned.case;
        let Expectation::Literal { output, .. } = &case.expectation else { return None };
        if verdict != Verdict::WrongOutput || !case.by_line {
            return None;
        }
        let want = Want::Text(vec![output.clone()]);
        let printed = String::from_utf8_lossy(&self.played.transcript.output);
        credit::by_line(case.points, &self.planned.shared_lines, (&want, &Mode::default()), &printed)
    }

    /// Refines the result of a blind run by the facts of a watched one.
    pub(super) fn explain(&self, result: &mut CaseResult, watched: &Watched<'_>) {
        result.verdict = result.verdict.refined(&watched.facts);
        let Some(failure) = &mut result.failure else { return };
        if self.is_split() {
            let typed = |entry: usize| {
                if entry < self.script.len() { self.script.entry(entry).to_vec() } else { Vec::new() }
            };
            failure.turns = turns::of_keys(&typed, &self.planned.expected.turns, &self.turns, failure.turn);
        }
        let (program, facts) = (watched.program, &watched.facts);
        let is_of_words = matches!(result.verdict, Verdict::WrongOutput | Verdict::OtherWords);
        let at = failure.at.filter(|_| is_of_words);
        let printed = at.map(|at| self.printed(at, failure.turn, watched));
        let (printed, calls) = printed.unwrap_or_default();
        // Without a byte they are those at the end of the run.
        failure.calls = if is_of_words { calls } else { calls_of(program, &facts.stack) };
        failure.place = match at {
            Some(at) => explain::place::printed(program, facts, at),
            // Where it ended is no mistake of a program that printed the wrong words somewhere.
            None if is_of_words => None,
            None => explain::place::ended(program, facts, self.played.ended),
        };
        let undefined = explain::undefined(program, facts);
        let mut because: Vec<Text> = std::mem::take(&mut failure.because);
        because.extend(printed);
        if self.played.transcript.output.is_empty() && self.played.ended.stop == Stop::Starved {
            because.push(explain::silent(program, self.played.ended.at, &facts.stack));
        }
        because.extend(explain::stop(program, facts, self.played.ended, self.planned.expected.ending));
        if explain::is_unproved(facts, self.played.ended) {
            let counts = count(program, &self.script, self.world, watched.limits);
            because.extend(explain::busiest(program, &counts));
        }
        let matters = || depends_on_start(program, &self.script, self.world, watched.limits, facts);
        if self.world.start != Start::Zeros && !failure.from_zeros_too {
            because.splice(0..0, undefined);
        } else if !undefined.is_empty() && matters() {
            because.extend(undefined);
        }
        if failure.from_zeros_too {
            because.push(explain::from_zeros_too());
        }
        if let Some(rung) =
            self.planned.case.ladder.behaviour.filter(|_| result.verdict == Verdict::OtherWords)
        {
            because.push(explain::other_words(rung.share));
        }
        because.extend(examined::explain(self, program, watched.limits, at));
        failure.because = because;
    }

    /// Plays the case again, watched, with the input that it had.
    pub(super) fn watch<'m>(&self, program: &'m dyn Executable, limits: Limits) -> Watched<'m> {
        let limits = self.planned.case.limits(limits);
        let (_, facts) = watch(program, &self.script, self.world, limits);
        Watched { program, limits, facts }
    }

    /// The input, as a whole.
    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    /// The world that the program runs in.
    pub(super) fn world(&self) -> World<'static> {
        self.world
    }

    /// The input typed before a turn, byte for byte; all of it where output is not split at the input.
    pub(super) fn typed(&self, turn: usize) -> Vec<Vec<u8>> {
        let script = &self.script;
        let entries: Vec<&[u8]> = if self.is_split() {
            (0..turn.min(script.len())).map(|entry| script.entry(entry)).collect()
        } else {
            vec![script.bytes()]
        };
        entries.into_iter().filter(|entry| !entry.is_empty()).map(<[u8]>::to_vec).collect()
    }

    /// Returns `true` if the expected output is given turn by turn.
    fn is_split(&self) -> bool {
        match &self.planned.case.expectation {
            Expectation::Literal { .. } => false,
            Expectation::Checked(checked) => !checked.turns.is_empty() || checked.interactor.is_some(),
            _ => true,
        }
    }

    /// The range of the output that belongs to a turn.
    fn range(&self, turn: usize) -> Range<usize> {
        if self.is_split() {
            self.played.transcript.turn_range(turn)
        } else {
            0..self.played.transcript.output.len()
        }
    }

    /// The first byte of the whole output that differs in a turn.
    pub(super) fn first_difference(&self, turn: usize) -> Option<usize> {
        let actual = self.turns.get(turn)?;
        let expected = self.planned.expected.turns.get(turn).map(Vec::as_slice).unwrap_or_default();
        Some(self.range(turn).start + first_difference(expected, actual)?)
    }

    /// The first byte of the output that differs within a place of a text that the spec writes out.
    pub(super) fn first_byte(&self, place: &FormatPlace) -> Option<usize> {
        let expected = self.planned.expected.turns.first()?.get(place.expected.clone())?;
        let actual = self.turns.first()?.get(place.actual.clone())?;
        Some(place.actual.start + first_difference(expected, actual).unwrap_or(0))
    }

    /// The lines of a text that the spec writes out next to those that were printed. Lines that differ at
    /// their ends alone, or in ways that the spec forgives, are marked as fitting.
    fn pairs(&self, turn: usize) -> Option<Vec<LinePair>> {
        if !matches!(self.planned.case.expectation, Expectation::Literal { .. }) {
            return None;
        }
        let (expected, actual) = (self.planned.expected.turns.get(turn)?, self.turns.get(turn)?);
        let pairs = pair_printed(expected, actual, self.forgiven());
        pairs.iter().any(|pair| pair.fits && pair.expected != pair.actual).then_some(pairs)
    }

    /// Finds the differences in more than format in the turn that a failure shows. Kinds are in use if they
    /// appear where the submission is right.
    pub(super) fn locate(&self, failure: &mut Failure, habits: &Habits, in_use: FormatKinds) {
        if !matches!(self.planned.case.expectation, Expectation::Keys(_)) {
            return;
        }
        let expected = &self.planned.expected;
        if let Some(found) = in_more_than_format(expected, &self.turns, (habits, in_use), failure.turn) {
            failure.at = Some(self.range(failure.turn).start + found.at);
            let has_format = found.pairs.iter().any(|pair| pair.fits && pair.expected != pair.actual);
            failure.pairs = has_format.then_some(found.pairs);
        }
    }

    /// The turn and the lines that show a kind of difference, and the first byte of the whole output that differs so.
    pub(super) fn shows(
        &self,
        kinds: FormatKinds,
        kind: FormatKind,
        habits: &Habits,
    ) -> Option<(usize, LinePair, usize)> {
        if !matches!(self.planned.case.expectation, Expectation::Keys(_)) {
            return None;
        }
        let (turn, lines, at) = in_kind(&self.planned.expected, &self.turns, habits, (kinds, kind))?;
        Some((turn, lines, self.range(turn).start + at))
    }

    /// The reasons for which the program goes on after the result.
    pub(super) fn goes_on(&self, watched: &Watched<'_>) -> Vec<Text> {
        explain::stop(watched.program, &watched.facts, self.played.ended, self.planned.expected.ending)
    }

    /// The instruction that printed a byte of the output, which lies in a turn; or that more should have been
    /// printed there.
    pub(super) fn printed(&self, at: usize, turn: usize, watched: &Watched<'_>) -> (Option<Text>, Vec<Call>) {
        let (program, limits, printed_by) = (watched.program, watched.limits, &watched.facts.printed_by);
        let found = Located { program, script: &self.script, world: self.world, limits, printed_by };
        found.byte(at, self.range(turn).end, &self.played.transcript.output)
    }
}

/// The calls of a stack, innermost first.
pub(super) fn calls_of(program: &dyn Executable, stack: &[Frame]) -> Vec<Call> {
    let calls = explain::place::calls(program, stack).into_iter();
    calls.map(|(subroutine, at)| Call { subroutine, at }).collect()
}

/// A watched run in which the instruction is looked for that printed something.
pub(super) struct Located<'r> {
    pub(super) program: &'r dyn Executable,
    pub(super) script: &'r Script,
    pub(super) world: World<'r>,
    pub(super) limits: Limits,
    /// For each byte of output the instruction that printed it.
    pub(super) printed_by: &'r [u32],
}

impl Located<'_> {
    /// The instruction that printed a byte of the output, up to an end; or that more should have been printed
    /// there. With it the calls under way, innermost first.
    pub(super) fn byte(&self, at: usize, end: usize, output: &[u8]) -> (Option<Text>, Vec<Call>) {
        if at >= end {
            let before = at.checked_sub(1).and_then(|last| self.printed_by.get(last));
            let ends = |by: &u32| explain::ends_early(self.program, *by, end == output.len());
            return (before.map(ends), Vec::new());
        }
        let (Some(by), Some(byte)) = (self.printed_by.get(at), output.get(at)) else {
            return (None, Vec::new());
        };
        // The calls under way when a byte is printed are those at the end of a run that ends there.
        let limits = Limits { output: at, ..self.limits };
        let stack = calls(self.program, self.script, self.world, limits);
        let words = explain::printed(self.program, *by, &stack, *byte);
        (Some(words), calls_of(self.program, &stack))
    }
}

/// A watched run of a case, with everything that another one needs.
pub(super) struct Watched<'m> {
    pub(super) program: &'m dyn Executable,
    pub(super) limits: Limits,
    pub(super) facts: Facts,
}

/// Returns `true` if a run differs on a machine that starts with other values in registers and memory. If it
/// does not, values that the program never put there have nothing to do with the result.
pub(super) fn depends_on_start(
    program: &dyn Executable,
    script: &Script,
    world: World<'_>,
    limits: Limits,
    facts: &Facts,
) -> bool {
    // Random numbers differ on another machine anyway.
    if facts.services.keys().any(|service| DRAWS.contains(service)) {
        return false;
    }
    let start = if world.start == Start::Zeros { Start::Random(1) } else { Start::Zeros };
    let [here, there] = [world, World { start, ..world }].map(|world| play(program, script, world, limits));
    (here.transcript.output, here.ended.stop) != (there.transcript.output, there.ended.stop)
}

/// The conversation of a case whose input depends on the output.
pub(crate) fn talk(case: &Case, program: &dyn Executable, world: World<'_>, limits: Limits) -> Option<Talk> {
    let Expectation::Checked(checked) = &case.expectation else { return None };
    let interactor = checked.interactor.as_ref()?;
    Some(talk::hold(interactor, checked.stdin.files(), program, world, (limits, case.points)))
}

/// The output of a run, split at the input.
fn turns_of(played: &Played) -> Vec<Vec<u8>> {
    played.transcript.turns().map(|turn| turn.output.to_vec()).collect()
}

fn script(planned: &PlannedCase, protocol: Protocol) -> Script {
    match &planned.case.expectation {
        Expectation::Keys(_) => protocol.script(&planned.expected.entries),
        Expectation::Literal { stdin, .. } => stdin.as_ref().clone(),
        Expectation::Checked(checked) => checked.stdin.as_ref().clone(),
        Expectation::Subroutine(subroutine) => subroutine.talk.stdin.as_ref().clone(),
        // A dialogue has no script before it is held, nor has an input that is not drawn yet.
        Expectation::Dialogue(_) | Expectation::Property(_) => Script::default(),
    }
}
