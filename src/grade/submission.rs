//! One submission from its files to its points.

use std::collections::BTreeMap;

use super::case::{DeafRuns, PlayedCase, Watched};
use super::gradebook::{CaseResult, FormatFinding, Graded, Problem};
use super::load::load_program;
use super::plan::Plan;
use super::style::{self, WatchedGame};
use super::verdict::Verdict;
use crate::compare::{Comparison, Dictionary, FormatKind, pair_lines};
use crate::diagnostics::{Severity, Text, text};
use crate::isa::lc3::Loaded;
use crate::machine::Executable as _;
use crate::play::{Ending, Protocol, settle};
use crate::spec::{Points, Spec};
use crate::submission::Submission;

/// So many failing cases of a submission are run again, watched; those behind them share the reasons found by then.
const MOST_WATCHED: usize = 12;

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
    let loaded = load_program(&files, None, spec.machine.lc3);
    graded.diagnostics = loaded.diagnostics;
    graded.sources = loaded.sources;
    let Some(program) = loaded.program else {
        let errors =
            graded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        graded.problem = Some(Problem::DidNotAssemble { errors });
        return without_run(plan, graded, Verdict::DidNotAssemble);
    };
    let protocol = settle(&program, spec.input.enter, plan.probe_key, spec.limits);
    graded.protocol = Some(protocol);
    run_cases(plan, &program, protocol, &mut graded);
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

fn run_cases(plan: &Plan, program: &Loaded, protocol: Protocol, graded: &mut Graded) {
    let spec = plan.spec.as_ref();
    let mut deaf = DeafRuns::default();
    let mut played = Vec::new();
    for case in &plan.cases {
        played.push(PlayedCase::new(case, program, protocol, spec.limits, &mut deaf));
    }
    let compare =
        |dictionary: &Dictionary| played.iter().map(|case| case.compare(dictionary)).collect::<Vec<_>>();
    let mut comparisons = compare(&Dictionary::default());
    if !comparisons.iter().all(Comparison::is_right) {
        // Something else than bytes differs: the submission's own words may be all that it is.
        let pairs = played.iter().map(|case| (case.planned.expected.turns.as_slice(), case.turns.as_slice()));
        comparisons = compare(&Dictionary::learn(pairs));
    }
    let mut reasons = Reasons::default();
    for (case, lenient) in played.iter().zip(comparisons) {
        let comparison = if spec.compare.exact { case.by_exact_rule(lenient) } else { lenient };
        let blind = case.judge(spec, comparison.clone(), None);
        graded.results.push(if blind.verdict.earns() {
            blind
        } else {
            reasons.refine(blind, || {
                let watched = Watched::new(case.planned, program, protocol, spec.limits);
                case.judge(spec, comparison, Some(&watched))
            })
        });
    }
    judge_format(spec, &played, graded);
    judge_style(plan, program, protocol, graded);
}

/// The reasons found so far, by the verdict of the blind run.
#[derive(Default)]
struct Reasons {
    watched: usize,
    refined: BTreeMap<Verdict, Verdict>,
}

impl Reasons {
    /// Makes a watched run of a failed case, unless enough of them were made.
    fn refine(&mut self, mut blind: CaseResult, watch: impl FnOnce() -> CaseResult) -> CaseResult {
        if self.watched < MOST_WATCHED {
            self.watched += 1;
            let refined = watch();
            self.refined.insert(blind.verdict, refined.verdict);
            return refined;
        }
        blind.verdict = self.refined.get(&blind.verdict).copied().unwrap_or(blind.verdict);
        blind
    }
}

/// Charges each kind of format difference once for the whole submission. By the exact rule it has cost the tests already.
fn judge_format(spec: &Spec, played: &[PlayedCase<'_>], graded: &mut Graded) {
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
        let (expected, actual) = example(&played[first], kind, turn);
        graded.format.push(FormatFinding {
            kind,
            cases: with_kind.len(),
            // By the exact rule the tests are lost already, so that nothing is earned to take a share of.
            cost: spec.format.each.of(points),
            example: played[first].planned.case.id.clone(),
            expected,
            actual,
        });
    }
    let earned: Points = graded.results.iter().map(|result| result.earned).sum();
    let cost: Points = graded.format.iter().map(|finding| finding.cost).sum();
    graded.format_cost = cost.min(spec.format.most.of(earned));
}

/// The first pair of lines of a turn that differ; for text that was not asked for, the added line.
fn example(case: &PlayedCase<'_>, kind: FormatKind, turn: usize) -> (Vec<u8>, Vec<u8>) {
    let text = |turns: &[Vec<u8>]| turns.get(turn).cloned().unwrap_or_default();
    let pairs = pair_lines(&text(&case.planned.expected.turns), &text(&case.turns));
    let pair = pairs
        .into_iter()
        .filter(crate::compare::LinePair::differs)
        .find(|pair| kind != FormatKind::ExtraText || pair.expected.is_none());
    let pair = pair.map(|pair| (pair.expected.unwrap_or_default(), pair.actual.unwrap_or_default()));
    pair.unwrap_or_default()
}

fn judge_style(plan: &Plan, program: &Loaded, protocol: Protocol, graded: &mut Graded) {
    let spec = plan.spec.as_ref();
    if spec.style.rules.is_empty() {
        return;
    }
    let mut games = Vec::new();
    for (planned, result) in plan.cases.iter().zip(&graded.results) {
        if let (true, true, Some(ended)) =
            (spec.style.cases.contains(&planned.case.id), result.verdict.earns(), result.ended)
        {
            let watched = Watched::new(planned, program, protocol, spec.limits);
            let should_halt = planned.expected.ending == Ending::Halts;
            games.push(WatchedGame { facts: watched.facts, stop: ended.stop, should_halt });
        }
    }
    graded.style = spec.style.rules.iter().map(|rule| style::judge(*rule, program, &games)).collect();
    graded.remarks = remarks(program, &games);
}

/// What works here and would not work everywhere.
fn remarks(program: &Loaded, games: &[WatchedGame]) -> Vec<Text> {
    let protected = games.iter().find_map(|game| game.facts.protected_accesses.first());
    let mut remarks = Vec::new();
    if let Some(address) = protected {
        let place = program.place(*address);
        remarks.push(text!(
            "device registers or system memory are used directly ({place}); lc3tools and lc3-ensemble allow that only with privilege ignored",
            "thanh ghi thiết bị hoặc vùng nhớ hệ thống được dùng trực tiếp ({place}); lc3tools và lc3-ensemble chỉ cho phép khi bỏ qua đặc quyền"
        ));
    }
    remarks
}
