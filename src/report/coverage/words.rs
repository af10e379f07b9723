//! Why it is not known what was executed.

use crate::diagnostics::{Text, text};
use crate::grade::{Graded, NotCounted};
use crate::report::words::problem;

/// Why nothing was counted of a submission.
pub(in crate::report) fn not_covered(graded: &Graded) -> Text {
    match (&graded.problem, graded.troubles.first()) {
        (Some(why), _) => problem(why),
        (None, Some(_)) => text!(
            "not counted: the grader failed, which is not your fault; please report this",
            "không đếm được: trình chấm gặp lỗi, không phải lỗi của bạn; hãy báo lại"
        ),
        (None, None) => text!("not counted: no test was run", "không đếm được: chưa chạy ca kiểm thử nào"),
    }
}

/// Why nothing was counted of a test: a name for machines, and a sentence.
pub(in crate::report) fn not_counted(why: NotCounted) -> (&'static str, Text) {
    match why {
        NotCounted::NotPlayed => (
            "not-run",
            text!("not run: another test must pass first", "chưa chạy: ca kiểm thử khác phải đạt trước"),
        ),
        NotCounted::Differs => (
            "differs",
            text!(
                "not counted: compiled without optimisation, the program does something else",
                "không đếm được: khi biên dịch không tối ưu, chương trình chạy khác đi"
            ),
        ),
        NotCounted::TooLong => (
            "too-long",
            text!("not counted: too many instructions are executed", "không đếm được: chạy quá nhiều lệnh"),
        ),
        NotCounted::NotCompiled => (
            "not-compiled",
            text!(
                "not counted: the program could not be compiled without optimisation",
                "không đếm được: không biên dịch được chương trình ở chế độ không tối ưu"
            ),
        ),
    }
}
