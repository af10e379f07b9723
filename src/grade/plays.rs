//! The cases of a submission as they were played, and how they are played one wave after the other.

use super::case::{DeafRuns, PlayedCase};
use super::checked;
use super::dialogue::{PlayedDialogue, Table};
use super::gradebook::{CaseResult, Graded};
use super::habits;
use super::plan::Plan;
use super::score::unmet;
use super::subroutine::{self, PlayedSubroutine};
use super::verdict::Verdict;
use crate::compare::{FormatKinds, Habits};
use crate::diagnostics::text;
use crate::machine::{Executable, Start};
use crate::play::Protocol;
use crate::spec::{Expectation, Spec};

/// A case as it was played.
pub(super) enum Run<'p> {
    Script(PlayedCase<'p>),
    Checked(PlayedCase<'p>),
    Subroutine(Box<PlayedSubroutine>),
    Dialogue(Box<PlayedDialogue>),
    /// Not played: something else must be passed first, or enough is known.
    Skipped,
}

impl Run<'_> {
    pub(super) fn dialogue(&self) -> Option<&PlayedDialogue> {
        match self {
            Self::Dialogue(played) => Some(played),
            _ => None,
        }
    }
}

/// Plays and judges the cases, wave by wave, so that the cases that a case requires are judged before it;
/// `None` if the score is withheld.
pub(super) fn play_cases<'p>(
    plan: &'p Plan,
    program: &dyn Executable,
    graded: &mut Graded,
) -> Option<(Vec<Run<'p>>, Habits)> {
    let spec = plan.spec.as_ref();
    graded.protocol = plan.protocol(program, spec.limits);
    // Where bytes are typed as they are, there is no protocol to speak.
    let protocol = graded.protocol.unwrap_or(Protocol::KeyOnly);
    let table = spec.dialogue.as_ref().map(|dialogue| {
        let mut table = Table::new(plan, dialogue, program, &graded.id);
        let (inferred, remarks) = table.infer(spec);
        graded.inferred = inferred;
        graded.remarks.extend(remarks);
        table
    });
    let why = |table: &Table<'_>| {
        table.too_much_work(&graded.id).or_else(|| table.not_understood(spec, &graded.id))
    };
    if let Some((table, why)) = table.as_ref().and_then(|table| Some((table, why(table)?))) {
        graded.understood = Some(table.understanding(spec, &graded.id).without_options());
        graded.withhold(spec, why);
        return None;
    }
    graded.remarks.extend(table.as_ref().and_then(Table::no_start_board));
    let mut deaf = DeafRuns::default();
    graded.results = vec![CaseResult::default(); plan.cases.len()];
    let mut runs: Vec<Run<'p>> = plan.cases.iter().map(|_| Run::Skipped).collect();
    let mut never_closed = None;
    let mut habits = Habits::default();
    for wave in &plan.waves {
        let mut fresh = Vec::new();
        let wave: Vec<usize> = wave.iter().copied().filter(|index| plan.plays(&graded.id, *index)).collect();
        for index in wave {
            if !unmet(spec, &graded.results, index).is_empty() {
                graded.results[index].verdict = Verdict::Skipped;
                continue;
            }
            let case = &plan.cases[index];
            runs[index] = match (&case.case.expectation, &table) {
                (Expectation::Dialogue(played), Some(table)) => {
                    let (result, mut played) = table.judge(case, played);
                    let open =
                        spec.dialogue.as_ref().and_then(|dialogue| played.left_open(dialogue.assignment));
                    never_closed = never_closed.or(open);
                    played.forget();
                    graded.results[index] = result;
                    Run::Dialogue(Box::new(played))
                }
                (Expectation::Subroutine(subroutine), _) => {
                    let (result, played) = subroutine::judge(
                        case,
                        subroutine,
                        program,
                        (case.case.limits(spec.limits), spec.compare.halt),
                    );
                    graded.results[index] = result;
                    Run::Subroutine(Box::new(played))
                }
                (expectation, _) => {
                    let start = case.case.start;
                    let played = PlayedCase::new(case, start, program, protocol, spec.limits, &mut deaf);
                    if let Expectation::Checked(demands) = expectation {
                        graded.results[index] = checked::judge(&played, demands, spec.compare.halt);
                        Run::Checked(played)
                    } else {
                        fresh.push(index);
                        Run::Script(played)
                    }
                }
            };
        }
        habits = judge_scripts(spec, &runs, &fresh, program, protocol, &mut deaf, graded);
    }
    if let Some(table) = &table {
        let played: Vec<Option<&PlayedDialogue>> = runs.iter().map(Run::dialogue).collect();
        table.withhold_doubtful(&mut graded.results, &played);
        graded.understood = Some(table.understanding(spec, &graded.id));
        let mostly_open = || table.mostly_open(spec, &graded.results, &played, &graded.id);
        if let Some(why) = table.too_much_work(&graded.id).or_else(mostly_open) {
            graded.withhold(spec, why);
            return None;
        }
    }
    graded.remarks.extend(never_closed.zip(program.isa().files.as_ref()).map(|(name, services)| {
        let (close, (then, then_vi)) = (services.close, services.left_open);
        text!("{name} is never closed ({close}); {then}", "{name} không được đóng ({close}); {then_vi}")
    }));
    Some((runs, habits))
}

/// The cases that are no dialogues, each with its number.
pub(super) fn scripts<'r, 'p>(
    runs: &'r [Run<'p>],
) -> impl Iterator<Item = (usize, &'r PlayedCase<'p>)> + Clone {
    runs.iter().enumerate().filter_map(|(index, run)| match run {
        Run::Script(case) => Some((index, case)),
        Run::Checked(_) | Run::Subroutine(_) | Run::Dialogue(_) | Run::Skipped => None,
    })
}

/// Judges those of the cases whose every byte is compared that were played last. Their words are learned from all that were
/// played so far.
fn judge_scripts(
    spec: &Spec,
    runs: &[Run<'_>],
    fresh: &[usize],
    program: &dyn Executable,
    protocol: Protocol,
    deaf: &mut DeafRuns,
    graded: &mut Graded,
) -> Habits {
    let fresh = || scripts(runs).filter(|(index, _)| fresh.contains(index));
    let habits = habits::learn(spec, scripts(runs).map(|(_, case)| case), program);
    for (index, case) in fresh() {
        let lenient = case.compare(spec, &habits);
        let mut result = case.judge(spec, case.compare_for(spec, lenient));
        if let (Some(failure), true) = (&mut result.failure, case.planned.case.start != Start::Zeros) {
            let zeros = PlayedCase::new(case.planned, Start::Zeros, program, protocol, spec.limits, deaf);
            let comparison = zeros.compare_for(spec, zeros.compare(spec, &habits));
            failure.from_zeros_too = !zeros.judge(spec, comparison).verdict.earns();
        }
        graded.results[index] = result;
    }
    let in_use = graded.results.iter().flat_map(|result| result.comparison.kinds.iter());
    let in_use = in_use.fold(FormatKinds::default(), FormatKinds::with);
    for (index, case) in fresh() {
        let result = &mut graded.results[index];
        if let (Some(failure), true) = (&mut result.failure, result.comparison.kinds.is_empty()) {
            case.locate(failure, &habits, in_use);
        }
    }
    habits
}
