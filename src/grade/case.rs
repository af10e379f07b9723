//! One case of one submission.

use std::collections::BTreeMap;

use super::gradebook::{CaseResult, Failure};
use super::plan::PlannedCase;
use super::verdict::Verdict;
use crate::compare::{
    Comparison, Dictionary, compare, compare_exactly, first_difference, first_other_turn, shows_the_same_game,
};
use crate::console::Script;
use crate::diagnostics::Text;
use crate::explain;
use crate::machine::{Executable, Facts, Start, Stop, World};
use crate::play::{Played, Protocol, play, watch};
use crate::spec::{Expectation, Limits, Points, Spec};

/// The services of MARS that draw at random. On LC-3 there are no traps of these numbers.
const DRAWS: std::ops::RangeInclusive<u32> = 41..=44;

/// A case that was played but not judged yet.
pub(super) struct PlayedCase<'p> {
    pub(super) planned: &'p PlannedCase,
    pub(super) played: Played,
    start: Start,
    /// The output, turn by turn as the reference has it.
    pub(super) turns: Vec<Vec<u8>>,
}

/// Runs in which the program never looked at its input, by start state: they are the same for every script.
#[derive(Default)]
pub(super) struct DeafRuns(BTreeMap<Start, Played>);

impl<'p> PlayedCase<'p> {
    pub(super) fn new(
        planned: &'p PlannedCase,
        start: Start,
        program: &dyn Executable,
        protocol: Protocol,
        limits: Limits,
        deaf: &mut DeafRuns,
    ) -> Self {
        let script = script(planned, protocol);
        // A program that looks at no key may still read files.
        let has_files = !script.files().is_empty();
        let played = match deaf.0.get(&start).filter(|_| !has_files) {
            Some(known) => known.clone(),
            None => play(program, &script, start.into(), limits),
        };
        if !played.transcript.asked && !has_files {
            deaf.0.entry(start).or_insert_with(|| played.clone());
        }
        let turns = match planned.case.expectation {
            Expectation::Keys(_) | Expectation::Checked(_) => {
                played.transcript.turns().map(|turn| turn.output.to_vec()).collect()
            }
            _ => vec![played.transcript.output.clone()],
        };
        Self { planned, played, start, turns }
    }

    /// Compares with format told apart from logic.
    pub(super) fn compare(&self, dictionary: &Dictionary) -> Comparison {
        compare(&self.planned.expected, &self.turns, dictionary)
    }

    /// Compares as the spec demands. By the exact rule what differs in format alone is wrong, and its kinds are kept to
    /// explain it.
    pub(super) fn compare_for(&self, spec: &Spec, lenient: Comparison) -> Comparison {
        if !spec.compare.exact || self.planned.case.ladder.presentation.is_some() {
            return lenient;
        }
        let exact = compare_exactly(&self.planned.expected, &self.turns);
        Comparison { wrong: exact.wrong, ..lenient }
    }

    /// The result as long as nothing is known of the submission's own words; with them the verdict may be a milder one, and
    /// is never a pass if it was none.
    pub(super) fn first_result(&self, spec: &Spec) -> CaseResult {
        let comparison = self.compare_for(spec, self.compare(&Dictionary::default()));
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
        // A run that ends in the wrong way does not fail for its format.
        let is_of_format = verdict.earns() || spec.compare.exact;
        let comparison = if is_of_format {
            comparison
        } else {
            Comparison { wrong: comparison.wrong, ..Comparison::default() }
        };
        let failure = (!verdict.earns()).then(|| {
            let first = comparison.wrong.first().copied().unwrap_or(self.turns.len() - 1);
            // Where words are worth little, the turn is told that plays another game.
            let rung = self.planned.case.ladder.behaviour.filter(|_| verdict == Verdict::WrongOutput);
            let other = rung.and_then(|rung| first_other_turn(&expected.turns, &self.turns, rung.board));
            let turn = other.unwrap_or(first);
            Failure {
                turn,
                typed: expected.entries[..turn.min(expected.entries.len())].to_vec(),
                expected: expected.turns.get(turn).cloned(),
                actual: self.turns.get(turn).cloned(),
                wrong_turns: comparison.wrong.len(),
                because: Vec::new(),
                told_as: None,
                from_zeros_too: false,
                kind: other.map(|_| "another game".to_owned()),
            }
        });
        CaseResult {
            verdict,
            earned,
            comparison,
            ended: Some(self.played.ended),
            failure,
            to_staff: String::new(),
        }
    }

    /// Refines the result of a blind run by what a watched one found out.
    pub(super) fn explain(&self, result: &mut CaseResult, watched: &Watched<'_>) {
        result.verdict = result.verdict.refined(&watched.facts);
        let Some(failure) = &mut result.failure else { return };
        let (program, facts) = (watched.program, &watched.facts);
        let is_of_words = matches!(result.verdict, Verdict::WrongOutput | Verdict::OtherWords);
        let is_of_words = is_of_words && !self.planned.expected.turns.is_empty();
        let printed = is_of_words.then(|| self.printed(failure.turn, watched));
        let undefined = explain::undefined(program, facts);
        let mut because: Vec<Text> = std::mem::take(&mut failure.because);
        because.extend(printed.flatten());
        if self.played.transcript.output.is_empty() && self.played.ended.stop == Stop::Starved {
            because.push(explain::silent(program, self.played.ended.at));
        }
        because.extend(explain::stop(program, facts, self.played.ended, self.planned.expected.ending));
        let script = script(self.planned, watched.protocol);
        let matters = || depends_on_start(program, &script, self.start.into(), watched.limits, facts);
        if self.start != Start::Zeros && !failure.from_zeros_too {
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
        failure.because = because;
    }

    /// Which instruction printed the first byte of a turn that differs.
    pub(super) fn printed(&self, turn: usize, watched: &Watched<'_>) -> Option<Text> {
        let actual = self.turns.get(turn)?;
        let expected = self.planned.expected.turns.get(turn).map(Vec::as_slice).unwrap_or_default();
        let offset = first_difference(expected, actual)?;
        let range = self.played.transcript.turn_range(turn);
        let at = range.start + offset;
        if at >= range.end {
            let before = *watched.facts.printed_by.get(at.checked_sub(1)?)?;
            return Some(explain::missing_behind(watched.program, before));
        }
        // The calls under way when a byte is printed are those at the end of a run that ends there.
        let limits = Limits { output: at, ..watched.limits };
        let script = script(self.planned, watched.protocol);
        let (_, facts) = watch(watched.program, &script, self.start.into(), limits);
        let by = *watched.facts.printed_by.get(at)?;
        Some(explain::printed(watched.program, by, &facts.stack, actual[offset]))
    }
}

/// A watched run of a case, with what is needed to make another one.
pub(super) struct Watched<'m> {
    pub(super) program: &'m dyn Executable,
    pub(super) protocol: Protocol,
    pub(super) limits: Limits,
    pub(super) facts: Facts,
}

impl<'m> Watched<'m> {
    pub(super) fn new(
        planned: &PlannedCase,
        program: &'m dyn Executable,
        protocol: Protocol,
        limits: Limits,
    ) -> Self {
        let (_, facts) = watch(program, &script(planned, protocol), planned.case.start.into(), limits);
        Self { program, protocol, limits, facts }
    }
}

/// Whether a run goes otherwise on a machine that starts with other values in registers and memory. If it does not, values
/// that the program never put there have nothing to do with how it went.
pub(super) fn depends_on_start(
    program: &dyn Executable,
    script: &Script,
    world: World<'_>,
    limits: Limits,
    facts: &Facts,
) -> bool {
    // What is drawn at random is drawn otherwise on another machine.
    if facts.services.keys().any(|service| DRAWS.contains(service)) {
        return false;
    }
    let start = if world.start == Start::Zeros { Start::Random(1) } else { Start::Zeros };
    let [here, there] = [world, World { start, ..world }].map(|world| play(program, script, world, limits));
    (here.transcript.output, here.ended.stop) != (there.transcript.output, there.ended.stop)
}

fn script(planned: &PlannedCase, protocol: Protocol) -> Script {
    match &planned.case.expectation {
        Expectation::Keys(_) => protocol.script(&planned.expected.entries),
        Expectation::Literal { stdin, .. } => stdin.as_ref().clone(),
        Expectation::Checked(checked) => checked.stdin.as_ref().clone(),
        Expectation::Scene(scene) => scene.talk.stdin.as_ref().clone(),
        // A dialogue has no script before it is held, nor has what is not drawn yet.
        Expectation::Dialogue(_) | Expectation::Property(_) => Script::default(),
    }
}
