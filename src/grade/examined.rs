//! Things that no correct program does, looked for in the runs of programs in a compiled language.
//!
//! The program is compiled again for that. What is found counts only if both programs printed the same up to there.

use super::case::PlayedCase;
use super::gradebook::Graded;
use super::plan::Plan;
use super::plays::Run;
use crate::diagnostics::{Text, text};
use crate::machine::{Executable, Found};
use crate::play::examine;
use crate::spec::Limits;

/// Of a run that fails this many instructions are looked at.
const MOST_OF_FAILING: u64 = 3_000_000;

/// Of a program that passes everything this many instructions are looked at.
const MOST_OF_PASSING: u64 = 2_000_000;

/// The first thing in a run that no correct program does, and how many instructions were looked at.
fn found(
    case: &PlayedCase<'_>,
    program: &dyn Executable,
    limits: Limits,
    most: u64,
) -> Option<(Option<Found>, u64)> {
    if !program.isa().source.is_compiled {
        return None;
    }
    let (examined, seen) = examine(program, case.script(), case.world(), limits, most)?;
    let is_same = |found: &Found| {
        let [here, there] = [&seen, &case.played.transcript].map(|said| said.output.get(..found.printed));
        here.is_some() && here == there
    };
    Some((examined.found.filter(is_same), examined.ended.executed))
}

/// Adds the findings of a failed case, in which the output is wrong from a byte on.
pub(super) fn explain(
    case: &PlayedCase<'_>,
    program: &dyn Executable,
    limits: Limits,
    wrong_at: Option<usize>,
) -> Option<Text> {
    let limits = Limits { output: wrong_at.map_or(limits.output, |at| at.min(limits.output)), ..limits };
    let (found, _) = found(case, program, limits, MOST_OF_FAILING)?;
    // What comes after it is no reason.
    let found = found.filter(|found| wrong_at.is_none_or(|at| found.printed <= at))?;
    let (en, vi) = found.what.both();
    Some(text!(
        "{en}; what a program does after that is not defined in C",
        "{vi}; sau đó chương trình làm gì thì C không quy định"
    ))
}

/// Adds the findings of a program that passes everything, as remarks.
pub(super) fn remark(plan: &Plan, runs: &[Run<'_>], program: &dyn Executable, graded: &mut Graded) {
    if !program.isa().source.is_compiled || !graded.results.iter().all(|result| result.verdict.earns()) {
        return;
    }
    let mut left = MOST_OF_PASSING;
    for run in runs {
        let (Run::Script(case) | Run::Checked(case)) = run else { continue };
        let Some((found, executed)) = found(case, program, case.planned.case.limits(plan.spec.limits), left)
        else {
            return;
        };
        left = left.saturating_sub(executed);
        if let Some(found) = found {
            let (en, vi) = found.what.both();
            let id = &case.planned.case.id;
            graded.remarks.push(text!(
                "in the test {id}, {en}; here it makes no difference, and elsewhere it may",
                "trong ca kiểm thử {id}, {vi}; ở đây không ảnh hưởng, nhưng trên máy khác thì có thể"
            ));
            return;
        }
        if left == 0 {
            return;
        }
    }
}
