//! One submission from its files to its points.

use std::collections::BTreeMap;

use super::case::{DeafRuns, PlayedCase, Watched};
use super::gradebook::{CaseResult, FormatFinding, Graded, Problem};
use super::load::load_program;
use super::plan::{Plan, PlannedCase};
use super::style::{self, WatchedGame};
use super::telling;
use super::verdict::Verdict;
use crate::compare::{Comparison, Dictionary, FormatKind, LinePair, pair_lines};
use crate::diagnostics::{Severity, Text};
use crate::machine::{Executable, Facts, Start};
use crate::play::{Ending, Protocol, settle};
use crate::spec::{Points, Spec};
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
    let program = program.as_ref();
    if spec.cases().any(|case| case.expectation.needs_reference()) {
        graded.protocol = Some(settle(program, spec.input.enter, plan.probe_key, spec.limits));
    }
    // Where bytes are typed as they are, there is no protocol to speak.
    run_cases(plan, program, graded.protocol.unwrap_or(Protocol::KeyOnly), &mut graded);
    graded
}

/// Every case of a submission that cannot be run has the same verdict and no points.
fn without_run(plan: &Plan, mut graded: Graded, verdict: Verdict) -> Graded {
    let result = CaseResult {
        verdict,
        earned: Points::ZERO,
        comparison: Comparison::default(),
        ended: None,
        failure: None,
    };
    graded.results = vec![result; plan.cases.len()];
    graded
}

fn run_cases(plan: &Plan, program: &dyn Executable, protocol: Protocol, graded: &mut Graded) {
    let spec = plan.spec.as_ref();
    let mut deaf = DeafRuns::default();
    let mut played = Vec::new();
    for case in &plan.cases {
        played.push(PlayedCase::new(case, case.case.start, program, protocol, spec.limits, &mut deaf));
    }
    let mut dictionary = Dictionary::default();
    let compare =
        |dictionary: &Dictionary| played.iter().map(|case| case.compare(dictionary)).collect::<Vec<_>>();
    let mut comparisons = compare(&dictionary);
    if !comparisons.iter().all(Comparison::is_right) {
        // Something else than bytes differs: the submission's own words may be all that it is.
        let pairs = played.iter().map(|case| (case.planned.expected.turns.as_slice(), case.turns.as_slice()));
        dictionary = Dictionary::learn(pairs);
        comparisons = compare(&dictionary);
    }
    for (case, lenient) in played.iter().zip(comparisons) {
        let mut result = case.judge(spec, case.compare_for(spec, lenient));
        if let (Some(failure), true) = (&mut result.failure, case.planned.case.start != Start::Zeros) {
            let zeros =
                PlayedCase::new(case.planned, Start::Zeros, program, protocol, spec.limits, &mut deaf);
            let comparison = zeros.compare_for(spec, zeros.compare(&dictionary));
            failure.from_zeros_too = !zeros.judge(spec, comparison).verdict.earns();
        }
        graded.results.push(result);
    }
    let watch = |planned| Watched::new(planned, program, protocol, spec.limits);
    explain_failures(plan, &played, &watch, graded);
    judge_format(spec, &played, &watch, graded);
    judge_style(plan, program, &watch, graded);
}

/// Explains the failed cases that are told, by a watched run of each; what goes wrong in the same way shares the verdict.
fn explain_failures<'p, 'm>(
    plan: &Plan,
    played: &[PlayedCase<'p>],
    watch: &dyn Fn(&'p PlannedCase) -> Watched<'m>,
    graded: &mut Graded,
) {
    let (order, mut told) = telling::choose(&plan.spec, &graded.results);
    let mut refined: BTreeMap<Verdict, Verdict> = BTreeMap::new();
    let mut causes: BTreeMap<(Verdict, Text), usize> = BTreeMap::new();
    for index in order {
        let result = &mut graded.results[index];
        let blind = result.verdict;
        played[index].explain(result, &watch(played[index].planned));
        refined.insert(blind, result.verdict);
        // What looked different may have one cause; where the output is wrong, one place has many causes.
        let cause = result.failure.as_ref().and_then(|failure| failure.because.first()).cloned();
        if let Some(cause) = cause.filter(|_| result.verdict != Verdict::WrongOutput) {
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
    played: &[PlayedCase<'p>],
    watch: &dyn Fn(&'p PlannedCase) -> Watched<'m>,
    graded: &mut Graded,
) {
    for kind in FormatKind::ALL {
        let with_kind: Vec<usize> = (0..played.len())
            .filter(|index| {
                let result = &graded.results[*index];
                (result.verdict.earns() || spec.compare.exact) && result.comparison.kinds.contains(kind)
            })
            .collect();
        let Some(first) = with_kind.first().copied() else { continue };
        let points: Points = with_kind.iter().map(|index| graded.results[*index].earned).sum();
        let evidence = &graded.results[first].comparison.evidence;
        let turn = evidence.iter().find(|(known, _)| *known == kind).map_or(0, |(_, turn)| *turn);
        let case = &played[first];
        let LinePair { expected, actual } = example(case, kind, turn);
        graded.format.push(FormatFinding {
            kind,
            cases: with_kind.len(),
            // By the exact rule the tests are lost already, so that nothing is earned to take a share of.
            cost: spec.format.each.of(points),
            example: case.planned.case.id.clone(),
            expected,
            actual,
            because: case.printed(turn, &watch(case.planned)).into_iter().collect(),
        });
    }
    let earned: Points = graded.results.iter().map(|result| result.earned).sum();
    let cost: Points = graded.format.iter().map(|finding| finding.cost).sum();
    graded.format_cost = cost.min(spec.format.most.of(earned));
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

fn judge_style<'p, 'm>(
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
