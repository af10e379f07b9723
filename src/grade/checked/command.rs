//! The judgement of a command of the staff as the result of a case.

use crate::compare::command::{CommandAnswer, Judgement, Question, ask};
use crate::diagnostics::{Text, harmless, text};
use crate::grade::case::PlayedCase;
use crate::grade::failure::FailureKind;
use crate::grade::gradebook::{CaseResult, Failure};
use crate::grade::verdict::Verdict;
use crate::spec::{Checked, Command, Points};

/// Asks a command about the output of a case.
pub(super) fn ask_about(case: &PlayedCase<'_>, checked: &Checked, command: &Command) -> CommandAnswer {
    let output = case.turns.concat();
    let points = case.planned.case.points;
    let question =
        Question { input: checked.stdin.bytes(), answer: checked.answer.as_bytes(), output: &output, points };
    ask(command, question)
}

/// Refines the result of a case that is right as far as the spec can tell.
pub(super) fn judge(case: &PlayedCase<'_>, answer: CommandAnswer, result: CaseResult) -> CaseResult {
    let output = case.turns.concat();
    let points = case.planned.case.points;
    let CommandAnswer { judgement, to_student, to_staff } = answer;
    let said = (!to_student.is_empty()).then(|| Text::verbatim(harmless(&to_student)));
    let (verdict, earned, because, in_part) = match judgement {
        Judgement::Right(earned) if earned >= points => (result.verdict, earned, None, None),
        Judgement::Right(earned) => {
            let why = text!(
                "right in part: {earned} of {points} points",
                "đúng một phần: {earned} trong {points} điểm"
            );
            (Verdict::WrongOutput, earned, Some(why), Some((earned, points)))
        }
        Judgement::Wrong => {
            let why = text!(
                "a program of your course looked at the output and found it wrong",
                "một chương trình của khoá học đã xem đầu ra và thấy nó sai"
            );
            (Verdict::WrongOutput, Points::ZERO, Some(why), None)
        }
        Judgement::Broken(why) => {
            let to_staff = format!("{why}\n{to_staff}").trim().to_owned();
            let because = text!(
                "the program of your course that judges this test did not work, which is no fault of yours; \
                 please tell your teacher",
                "chương trình của khoá học dùng để chấm ca kiểm thử này không hoạt động; đây không phải lỗi của bạn, \
                 hãy báo cho giảng viên"
            );
            let failure =
                Some(told(case, output, vec![because], FailureKind::Judged { said: None, earned: None }));
            return CaseResult {
                verdict: Verdict::GraderError,
                earned: Points::ZERO,
                failure,
                to_staff,
                ..result
            };
        }
    };
    let kind = FailureKind::Judged {
        said: (!to_student.is_empty()).then_some(to_student),
        earned: in_part.filter(|_| said.is_none()),
    };
    let failure =
        because.map(|why| told(case, output, [vec![why], said.into_iter().collect()].concat(), kind));
    CaseResult { verdict, earned, failure, to_staff, ..result }
}

fn told(case: &PlayedCase<'_>, output: Vec<u8>, because: Vec<Text>, kind: FailureKind) -> Failure {
    let turn = case.turns.len().saturating_sub(1);
    Failure {
        turn,
        typed: case.typed(turn),
        actual: Some(output),
        wrong_turns: 1,
        because,
        kind: Some(kind),
        ..Failure::default()
    }
}
