//! One submission from its files to its points.

use std::collections::BTreeMap;

use super::case::{DeafRuns, PlayedCase, Watched};
use super::checked;
use super::dialogue::{PlayedDialogue, Table};
use super::gradebook::{CaseResult, FormatFinding, Graded, Problem};
use super::load::load_program;
use super::plan::{Plan, PlannedCase};
use super::style::{self, WatchedGame};
use super::telling;
use super::verdict::Verdict;
use crate::compare::{Comparison, Dictionary, FormatKind, LinePair, pair_lines};
use crate::diagnostics::{Severity, Text, text};
use crate::machine::{Executable, Facts, Start};
use crate::play::{Ending, Protocol, settle};
use crate::spec::{Expectation, Points, Spec};
use crate::submission::Submission;

/// Grades one submission.
pub fn grade_submission(plan: &Plan, submission: &Submission) -> Graded {
    let spec = &plan.spec;
    let mut graded = Graded::new(&submission.id);
    let files = match submission.program(&spec.submission) {
        Ok(files) => files,
        Err(reason) => {
            graded.problem = Some(Problem::NoProgram(reason));
            return without_run(plan, graded, Verdict::NoProgram);
        }
    };
    graded.program = files.first().map(|file| file.name.clone());
    let loaded = load_program(&files, &spec.machine);
    graded.diagnostics = loaded.diagnostics;
    graded.sources = loaded.sources;
    let Some(program) = loaded.program else {
        let errors =
            graded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        graded.problem = Some(Problem::DidNotAssemble { errors });
        return without_run(plan, graded, Verdict::DidNotAssemble);
    };
    run_cases(plan, program.as_ref(), &mut graded);
    graded
}

/// Every case of a submission that cannot be run has the same verdict and no points.
fn without_run(plan: &Plan, mut graded: Graded, verdict: Verdict) -> Graded {
    let result = CaseResult { verdict, ..CaseResult::default() };
    graded.results = vec![result; plan.cases.len()];
    graded
}

/// A case as it was played.
enum Run<'p> {
    Script(PlayedCase<'p>),
    Checked(PlayedCase<'p>),
    Dialogue(Box<PlayedDialogue>),
}

fn run_cases(plan: &Plan, program: &dyn Executable, graded: &mut Graded) {
    let spec = plan.spec.as_ref();
    let mut deaf = DeafRuns::default();
    let (runs, protocol) = play_cases(plan, program, &mut deaf, graded);
    judge_scripts(spec, &runs, program, protocol, &mut deaf, graded);
    take_all_or_nothing(spec, &mut graded.results);
    let watch = |planned| Watched::new(planned, program, protocol, spec.limits);
    explain_failures(plan, &runs, program, &watch, graded);
    judge_format(spec, &runs, &watch, graded);
    judge_style(plan, program, &watch, graded);
}

/// Plays the cases. Dialogues are judged at once, as each one is held with what was learned of the program; of all others
/// nothing is said yet.
fn play_cases<'p>(
    plan: &'p Plan,
    program: &dyn Executable,
    deaf: &mut DeafRuns,
    graded: &mut Graded,
) -> (Vec<Run<'p>>, Protocol) {
    let spec = plan.spec.as_ref();
    if spec.cases().any(|case| case.expectation.needs_reference()) {
        graded.protocol = Some(settle(program, spec.input.enter, plan.probe_key, spec.limits));
    }
    // Where bytes are typed as they are, there is no protocol to speak.
    let protocol = graded.protocol.unwrap_or(Protocol::KeyOnly);
    let table = spec.dialogue.as_ref().map(|dialogue| {
        let mut table = Table::new(plan, dialogue, program, &graded.id);
        let (settled, remarks) = table.settle(spec);
        graded.settled = settled;
        graded.remarks.extend(remarks);
        table
    });
    let mut runs = Vec::new();
    let mut never_closed = None;
    for case in &plan.cases {
        match (&case.case.expectation, &table) {
            (Expectation::Dialogue(played), Some(table)) => {
                let (result, played) = table.judge(case, played);
                let open = spec.dialogue.as_ref().and_then(|dialogue| played.left_open(dialogue.assignment));
                never_closed = never_closed.or(open);
                graded.results.push(result);
                runs.push(Run::Dialogue(Box::new(played)));
            }
            _ => {
                let start = case.case.start;
                let played = PlayedCase::new(case, start, program, protocol, spec.limits, deaf);
                match &case.case.expectation {
                    Expectation::Checked(demands) => {
                        graded.results.push(checked::judge(&played, demands, spec.compare.halt));
                        runs.push(Run::Checked(played));
                    }
                    _ => {
                        graded.results.push(CaseResult::default());
                        runs.push(Run::Script(played));
                    }
                }
            }
        }
    }
    graded.remarks.extend(never_closed.map(|name| {
        text!(
            "{name} is never closed (syscall 16); MARS writes it all the same",
            "{name} không được đóng (syscall 16); MARS vẫn ghi tệp"
        )
    }));
    (runs, protocol)
}

/// In some groups one failed case costs all points.
fn take_all_or_nothing(spec: &Spec, results: &mut [CaseResult]) {
    let mut first = 0;
    for group in &spec.groups {
        let of_group = &mut results[first..first + group.cases.len()];
        if group.all_or_nothing && of_group.iter().any(|result| !result.verdict.earns()) {
            for result in of_group {
                result.earned = Points::ZERO;
            }
        }
        first += group.cases.len();
    }
}

/// The cases that are no dialogues, each with its number.
fn scripts<'r, 'p>(runs: &'r [Run<'p>]) -> impl Iterator<Item = (usize, &'r PlayedCase<'p>)> {
    runs.iter().enumerate().filter_map(|(index, run)| match run {
        Run::Script(case) => Some((index, case)),
        Run::Checked(_) | Run::Dialogue(_) => None,
    })
}

/// Judges the cases whose every byte is compared. Their words are learned from all of them together.
fn judge_scripts(
    spec: &Spec,
    runs: &[Run<'_>],
    program: &dyn Executable,
    protocol: Protocol,
    deaf: &mut DeafRuns,
    graded: &mut Graded,
) {
    let mut dictionary = Dictionary::default();
    let compare =
        |dictionary: &Dictionary| scripts(runs).map(|(_, case)| case.compare(dictionary)).collect::<Vec<_>>();
    let mut comparisons = compare(&dictionary);
    if !comparisons.iter().all(Comparison::is_right) {
        // Something else than bytes differs: the submission's own words may be all that it is.
        let pairs =
            scripts(runs).map(|(_, case)| (case.planned.expected.turns.as_slice(), case.turns.as_slice()));
        dictionary = Dictionary::learn(pairs);
        comparisons = compare(&dictionary);
    }
    for ((index, case), lenient) in scripts(runs).zip(comparisons) {
        let mut result = case.judge(spec, case.compare_for(spec, lenient));
        if let (Some(failure), true) = (&mut result.failure, case.planned.case.start != Start::Zeros) {
            let zeros = PlayedCase::new(case.planned, Start::Zeros, program, protocol, spec.limits, deaf);
            let comparison = zeros.compare_for(spec, zeros.compare(&dictionary));
            failure.from_zeros_too = !zeros.judge(spec, comparison).verdict.earns();
        }
        graded.results[index] = result;
    }
}

/// Explains the failed cases that are told, by a watched run of each; what goes wrong in the same way shares the verdict.
fn explain_failures<'p, 'm>(
    plan: &Plan,
    runs: &[Run<'p>],
    program: &dyn Executable,
    watch: &dyn Fn(&'p PlannedCase) -> Watched<'m>,
    graded: &mut Graded,
) {
    let (order, mut told) = telling::choose(&plan.spec, &graded.results);
    let mut refined: BTreeMap<Verdict, Verdict> = BTreeMap::new();
    let mut causes: BTreeMap<(Verdict, Text), usize> = BTreeMap::new();
    for index in order {
        let result = &mut graded.results[index];
        let blind = result.verdict;
        match &runs[index] {
            Run::Script(case) | Run::Checked(case) => case.explain(result, &watch(case.planned)),
            Run::Dialogue(case) => case.explain(result, program, plan.spec.limits),
        }
        refined.insert(blind, result.verdict);
        // What looked different may have one cause; where the output is wrong, one place has many causes.
        let cause = result.failure.as_ref().and_then(|failure| failure.because.first()).cloned();
        let has_place = matches!(&runs[index], Run::Script(_)) && result.verdict != Verdict::WrongOutput;
        if let Some(cause) = cause.filter(|_| has_place) {
            let first = *causes.entry((result.verdict, cause)).or_insert(index);
            if let (true, Some(failure)) = (first != index, &mut result.failure) {
                failure.because.clear();
            }
            told.iter_mut().filter(|told| **told == Some(index)).for_each(|told| *told = Some(first));
        }
    }
    for (index, told) in told.into_iter().enumerate() {
        let verdict = graded.results[told.unwrap_or(index)].verdict;
        let result = &mut graded.results[index];
        result.verdict = refined.get(&verdict).copied().unwrap_or(verdict);
        if let (Some(told), Some(failure)) = (told, &mut result.failure) {
            failure.told_as = Some(plan.cases[told].case.id.clone());
        }
    }
}

/// Charges each kind of format difference once for the whole submission. By the exact rule it has cost the tests already.
fn judge_format<'p, 'm>(
    spec: &Spec,
    runs: &[Run<'p>],
    watch: &dyn Fn(&'p PlannedCase) -> Watched<'m>,
    graded: &mut Graded,
) {
    let mut laddered = Points::ZERO;
    for kind in FormatKind::ALL {
        let with_kind: Vec<(usize, &PlayedCase<'p>)> = scripts(runs)
            .filter(|(index, _)| {
                let result = &graded.results[*index];
                (result.verdict.earns() || spec.compare.exact) && result.comparison.kinds.contains(kind)
            })
            .collect();
        let Some((first, case)) = with_kind.first().copied() else { continue };
        let (priced, on_ladder): (Vec<_>, Vec<_>) =
            with_kind.iter().partition(|(_, case)| case.planned.case.ladder.presentation.is_none());
        let points: Points = priced.iter().map(|(index, _)| graded.results[*index].earned).sum();
        // What the ladder costs is told with the first kind of difference that a case has.
        let by_ladder: Points = on_ladder
            .iter()
            .filter(|(index, _)| graded.results[*index].comparison.kinds.iter().next() == Some(kind))
            .map(|(index, case)| {
                let earned = graded.results[*index].earned;
                let share = case.planned.case.ladder.presentation;
                earned.saturating_sub(share.map_or(earned, |share| share.of(earned)))
            })
            .sum();
        laddered += by_ladder;
        let evidence = &graded.results[first].comparison.evidence;
        let turn = evidence.iter().find(|(known, _)| *known == kind).map_or(0, |(_, turn)| *turn);
        let LinePair { expected, actual } = example(case, kind, turn);
        graded.format.push(FormatFinding {
            kind,
            cases: with_kind.len(),
            // By the exact rule the tests are lost already, so that nothing is earned to take a share of.
            cost: spec.format.each.of(points) + by_ladder,
            example: case.planned.case.id.clone(),
            expected,
            actual,
            because: case.printed(turn, &watch(case.planned)).into_iter().collect(),
        });
    }
    let earned: Points = graded.results.iter().map(|result| result.earned).sum();
    let cost: Points = graded.format.iter().map(|finding| finding.cost).sum();
    graded.format_cost = laddered + cost.saturating_sub(laddered).min(spec.format.most.of(earned));
}

/// The first pair of lines of a turn that differ; for text that was not asked for, the added line.
fn example(case: &PlayedCase<'_>, kind: FormatKind, turn: usize) -> LinePair {
    let text = |turns: &[Vec<u8>]| turns.get(turn).cloned().unwrap_or_default();
    let pairs = pair_lines(&text(&case.planned.expected.turns), &text(&case.turns));
    pairs
        .into_iter()
        .filter(LinePair::differs)
        .find(|pair| kind != FormatKind::ExtraText || pair.expected.is_none())
        .unwrap_or(LinePair { expected: None, actual: None })
}

pub(super) fn judge_style<'p, 'm>(
    plan: &'p Plan,
    program: &dyn Executable,
    watch: &dyn Fn(&'p PlannedCase) -> Watched<'m>,
    graded: &mut Graded,
) {
    // What works here and would not work everywhere is worth a remark, whatever the points.
    graded.remarks.extend(program.portability(&Facts::default()));
    let spec = plan.spec.as_ref();
    if spec.style.rules.is_empty() {
        return;
    }
    let mut games = Vec::new();
    for (planned, result) in plan.cases.iter().zip(&graded.results) {
        if let (true, true, Some(ended)) =
            (spec.style.cases.contains(&planned.case.id), result.verdict.earns(), result.ended)
        {
            let should_halt = planned.expected.ending == Ending::Halts;
            games.push(WatchedGame { facts: watch(planned).facts, stop: ended.stop, should_halt });
        }
    }
    graded.style = spec.style.rules.iter().map(|rule| style::judge(*rule, program, &games)).collect();
    if graded.remarks.is_empty() {
        graded.remarks.extend(games.iter().find_map(|game| program.portability(&game.facts)));
    }
}
