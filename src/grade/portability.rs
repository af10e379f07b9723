//! The same cases on other machines: what passes here and fails there depends on the machine.

use super::failure::FailureKind;
use super::gradebook::Graded;
use super::plan::Variant;
use super::submission::judge_on_variant;
use super::verdict::Verdict;
use crate::asm::ProgramFiles;
use crate::diagnostics::{Severity, Text, text};
use crate::spec::Points;
use crate::submission::ProgramFile;

/// Takes the points of the cases that pass on the machine of the spec and fail on another one.
pub(super) fn compare(variant: &Variant, files: &[ProgramFile], graded: &mut Graded) {
    let loaded = variant.plan.spec.machine.load(ProgramFiles::handed_in(files));
    if loaded.withheld.is_some() {
        graded.remarks.push(not_judged(variant));
        return;
    }
    let Some(program) = loaded.program else {
        let mut errors = loaded.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let error = errors.next().map(|error| error.message.clone()).unwrap_or_default();
        let (en, vi) = error.both();
        let why = text!("it does not assemble there: {en}", "ở đó nó không hợp dịch được: {vi}");
        for result in graded.results.iter_mut().filter(|result| result.verdict.earns()) {
            result.verdict = Verdict::MachineDependent;
            result.earned = Points::ZERO;
        }
        graded.remarks.extend([disagrees(variant), why]);
        return;
    };
    let there = judge_on_variant(&variant.plan, program.as_ref(), &graded.id, &graded.results);
    if there.iter().any(|there| !there.verdict.is_judged()) {
        graded.remarks.push(not_judged(variant));
    }
    for (result, there) in graded.results.iter_mut().zip(there) {
        if !there.verdict.is_judged() || there.verdict.earns() || !result.verdict.earns() {
            continue;
        }
        result.verdict = Verdict::MachineDependent;
        result.earned = Points::ZERO;
        result.comparison = there.comparison;
        result.ended = there.ended;
        result.failure = there.failure.map(|mut failure| {
            failure.because.insert(0, disagrees(variant));
            // Failures that are alike there count as alike here too.
            let kind = failure.kind.map(Box::new);
            failure.kind = Some(FailureKind::OnVariant { verdict: there.verdict, kind });
            failure
        });
    }
}

fn not_judged(variant: &Variant) -> Text {
    let (en, vi) = variant.about.both();
    text!("not every test could be judged with {en}", "không phải ca kiểm thử nào cũng chấm được với {vi}")
}

fn disagrees(variant: &Variant) -> Text {
    let (en, vi) = variant.about.both();
    text!(
        "it passes on the machine of this assignment, but not with {en}; a program must not depend on that",
        "nó đạt trên máy của bài tập này, nhưng không đạt với {vi}; chương trình không được phụ thuộc vào điều đó"
    )
}
