//! Why something was not run, or not judged.

use super::{counted, no_program};
use crate::diagnostics::{Text, text};
use crate::grade::{Graded, Problem, Review, Verdict};
use crate::report::visible::harmless;
use crate::spec::Points;

/// The reason why nothing could be run or judged, in words.
pub(in crate::report) fn problem(problem: &Problem) -> Text {
    match problem {
        Problem::Review(why) => review(why),
        Problem::DidNotAssemble { errors: count, is_compiled: true } => {
            let errors = counted(*count, "error");
            text!("does not compile: {errors}", "không biên dịch được: {count} lỗi")
        }
        Problem::DidNotAssemble { errors: count, .. } => {
            let errors = counted(*count, "error");
            text!("does not assemble: {errors}", "không hợp dịch được: {count} lỗi")
        }
        Problem::StarterChanged => text!(
            "not run: lines that were given must stay as they were; put them back and hand in again",
            "không chạy: các dòng cho sẵn phải giữ nguyên; hãy khôi phục chúng rồi nộp lại"
        ),
    }
}

/// The reason why something was not judged, in words.
pub(in crate::report) fn review(why: &Review) -> Text {
    match why {
        Review::NoProgram(reason) => no_program(reason),
        Review::NotUnderstood(what) if what.is_empty() => Verdict::NotJudged.about(),
        Review::NotUnderstood(what) => {
            let (en, vi) = what.both();
            text!(
                "the grader does not understand this program: {en}",
                "trình chấm không hiểu chương trình này: {vi}"
            )
        }
        Review::TooMuchWork { games, printed } => {
            let printed = printed.div_ceil(1024);
            text!(
                "its games make more work than the grader does for one submission: {games} games were played, in each of which it printed {printed} KB on average, and not all tests were judged. That says nothing about whether it is right; a version that prints and computes less between two questions can be judged",
                "các ván của chương trình cần nhiều công hơn mức trình chấm dành cho một bài nộp: đã chơi {games} ván, mỗi ván in trung bình {printed} KB, và chưa chấm hết các ca kiểm thử. Điều đó không có nghĩa là chương trình sai; một phiên bản in và tính ít hơn giữa hai câu hỏi sẽ chấm được"
            )
        }
        Review::AssemblerLimit => text!(
            "the source goes beyond a limit of this assembler, which says nothing about whether it is right",
            "mã nguồn vượt một giới hạn của trình hợp dịch này; điều đó không có nghĩa là mã nguồn sai"
        ),
        Review::NotBuilt(why) => why.clone(),
        Review::CommandFailed => text!(
            "what judges these tests in your course did not work, which is no fault of yours",
            "phần dùng để chấm các ca kiểm thử này của khoá học không hoạt động; đây không phải lỗi của bạn"
        ),
        Review::GraderError { message } => {
            let message = harmless(message);
            text!(
                "the grader failed on this submission ({message}); please report it, the submission is not to blame",
                "trình chấm gặp lỗi với bài này ({message}); hãy báo lại, bài nộp không có lỗi"
            )
        }
    }
}

/// The reason why a group was not judged while others were.
fn review_of_part(why: &Review) -> Text {
    match why {
        Review::NotUnderstood(what) if !what.is_empty() => {
            let (en, vi) = what.both();
            text!("the grader does not understand this part: {en}", "trình chấm không hiểu phần này: {vi}")
        }
        _ => review(why),
    }
}

/// The parts of a submission that a person has to look at, with the reasons: the whole, or groups.
pub(in crate::report) fn needs_review(graded: &Graded) -> Vec<Text> {
    let whole = graded.review().map(|why| {
        let reason = review(why);
        let (en, vi) = reason.both();
        text!("needs manual review: {en}", "cần xem xét thủ công: {vi}")
    });
    let groups = graded.not_judged.iter().enumerate().map(|(nth, group)| {
        let (title, reason, points) = (group.title.both(), review_of_part(&group.why), group.points);
        let ((title, title_vi), (en, vi)) = (title, reason.both());
        // One question that is not understood may cost several groups: it is told once, right above.
        let is_told = nth.checked_sub(1).is_some_and(|before| graded.not_judged[before].why == group.why);
        if is_told && points != Points::ZERO {
            text!(
                "{title}: {points} points not judged, for the same reason",
                "{title_vi}: {points} điểm chưa chấm, vì cùng lý do trên"
            )
        } else if points == Points::ZERO {
            text!("{title}: {en}", "{title_vi}: {vi}")
        } else {
            text!("{title}: {points} points not judged: {en}", "{title_vi}: {points} điểm chưa chấm: {vi}")
        }
    });
    whole.into_iter().chain(groups).collect()
}
