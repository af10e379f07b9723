//! The account of a score, in lines that add up; and sentences about lateness, marks, and what is not shown.

use crate::diagnostics::{Text, text};
use crate::grade::{Account, Gradebook, Graded, Lateness, Mark, Shown, unmet};
use crate::spec::Points;

/// A line of an account.
pub(super) struct AccountLine {
    /// Its name in machine-readable reports.
    pub(super) id: &'static str,
    /// Its description.
    pub(super) about: Text,
    /// True if the points are taken away.
    pub(super) is_taken: bool,
    /// The points.
    pub(super) points: Points,
}

/// All lines of an account, whether they are empty or not; the additions less the deductions are the total.
pub(super) fn lines(account: &Account) -> [AccountLine; 9] {
    let line = |id, points, is_taken, about| AccountLine { id, about, is_taken, points };
    let Account { cases, bonus, format, readings, style, rubric, penalties, cap, late, .. } = *account;
    [
        line("cases", cases, false, text!("tests", "ca kiểm thử")),
        line("bonus", bonus, false, text!("extra credit", "điểm cộng")),
        line("format", format, true, text!("differences of format", "khác biệt về trình bày")),
        line("readings", readings, true, text!("readings that cost points", "cách hiểu bị trừ điểm")),
        line("style", style, false, text!("style", "phong cách")),
        line("rubric", rubric, false, text!("marked by people", "chấm tay")),
        line("penalties", penalties, true, text!("penalties", "điểm phạt")),
        line("cap", cap, true, text!("above the most that can be had", "vượt mức điểm tối đa")),
        line("late", late, true, text!("handed in late", "nộp trễ")),
    ]
}

/// Returns `true` if the scores of a book have more to them than tests, their format and style.
pub(super) fn has_more(book: &Gradebook) -> bool {
    let spec = &book.spec;
    spec.groups.iter().any(|group| group.bonus)
        || spec.style.rules.iter().any(|rule| rule.costs > Points::ZERO)
        || !spec.rubric.is_empty()
        || spec.cap.is_some()
        || spec.late.due.is_some()
}

/// The lateness in a sentence: when the submission was due and handed in, and the cost.
pub(super) fn lateness(late: &Lateness) -> Text {
    let (due, submitted, percent) = (late.due, late.submitted, late.cost.percent());
    if late.seconds == 0 {
        return text!(
            "due {due}, handed in {submitted}: in time",
            "hạn nộp {due}, nộp lúc {submitted}: đúng hạn"
        );
    }
    let ((by, by_vi), rejected) = (duration(late.seconds), late.rejected);
    if rejected {
        text!(
            "due {due}, handed in {submitted}: {by} late, too late to count",
            "hạn nộp {due}, nộp lúc {submitted}: trễ {by_vi}, quá trễ để được tính điểm"
        )
    } else if percent == 0 {
        text!(
            "due {due}, handed in {submitted}: {by} late, which costs nothing",
            "hạn nộp {due}, nộp lúc {submitted}: trễ {by_vi}, không bị trừ điểm"
        )
    } else {
        text!(
            "due {due}, handed in {submitted}: {by} late, which costs {percent} % of the points",
            "hạn nộp {due}, nộp lúc {submitted}: trễ {by_vi}, bị trừ {percent} % số điểm"
        )
    }
}

/// The lateness of a submission, for a table.
pub(super) fn lateness_in_short(late: &Lateness) -> Text {
    let (by, by_vi) = duration(late.seconds);
    text!("handed in {by} late", "nộp trễ {by_vi}")
}

/// A length of time in English and in Vietnamese; its two largest units, cut and not rounded.
fn duration(seconds: u64) -> (String, String) {
    let units = [(86_400, "d", "ngày"), (3_600, "h", "giờ"), (60, "min", "phút"), (1, "s", "giây")];
    let first = units.iter().position(|(size, _, _)| seconds >= *size).unwrap_or(units.len() - 1);
    let mut rest = seconds;
    let (mut english, mut vietnamese) = (Vec::new(), Vec::new());
    for (size, en, vi) in units.iter().skip(first).take(2) {
        let count = rest / size;
        rest %= size;
        if count > 0 {
            english.push(format!("{count} {en}"));
            vietnamese.push(format!("{count} {vi}"));
        }
    }
    (english.join(" "), vietnamese.join(" "))
}

/// A mark in words, also if there is none yet.
pub(super) fn mark(mark: &Mark) -> Text {
    let points = mark.points;
    match mark.given {
        Some(given) => text!("{given} of {points} points", "{given}/{points} điểm"),
        None => text!("not marked yet, {points} points", "chưa chấm, {points} điểm"),
    }
}

/// The cases that must be passed before a case is run, if that is why it was not. Cases that the reader is
/// not shown have no name.
pub(super) fn waits_for(book: &Gradebook, graded: &Graded, case: usize) -> Text {
    let named: Vec<String> =
        unmet(&book.spec, &graded.results, case).into_iter().map(|id| format!("`{id}`")).collect();
    let named = named.join(", ");
    if named.is_empty() {
        text!(
            "not run: something that is not shown here must be passed first",
            "chưa chạy: cần đạt một phần không được hiển thị ở đây trước"
        )
    } else {
        text!("not run: {named} must be passed first", "chưa chạy: cần đạt {named} trước")
    }
}

/// The parts of a failed case that are left out for the reader; `None` if all are there.
pub(super) fn left_out(shown: Shown) -> Option<Text> {
    let parts = [
        (shown.input, "what was typed", "nội dung đã gõ"),
        (shown.expected, "what must come out", "kết quả mong đợi"),
        (shown.actual, "what your program printed", "kết quả chương trình in ra"),
    ];
    let hidden = || parts.iter().filter(|(is_shown, _, _)| !is_shown);
    let english = hidden().map(|(_, en, _)| *en).collect::<Vec<_>>().join(", ");
    let vietnamese = hidden().map(|(_, _, vi)| *vi).collect::<Vec<_>>().join(", ");
    (!english.is_empty()).then(|| text!("not shown: {english}", "không hiển thị: {vietnamese}"))
}

/// The tests and points that a reader is not shown; `None` if all of them are shown.
pub(super) fn withheld(book: &Gradebook) -> Option<Text> {
    let (cases, points) = (book.withheld.cases, book.withheld.points);
    let tests = super::words::counted(cases, "test");
    if cases == 0 && points == Points::ZERO {
        None
    } else if cases == 0 {
        Some(text!(
            "the points of some tests are not shown; {points} points are possible in them",
            "điểm của một số ca kiểm thử không được hiển thị; các bài đó có thể được {points} điểm"
        ))
    } else {
        Some(text!(
            "not shown: {tests}; {points} points are possible in what is not shown, and the score is without them",
            "không hiển thị: {cases} ca kiểm thử; phần không hiển thị có thể được {points} điểm, chưa tính vào điểm số ở đây"
        ))
    }
}

/// What passed of the tests that were asked for, where others were not: there are no points.
pub(super) fn of_part(graded: &Graded) -> Text {
    let (passed, count) = (graded.passed(), graded.results.len());
    text!(
        "{passed} of {count} selected tests passed; no score",
        "đạt {passed}/{count} ca kiểm thử được chọn; không có điểm"
    )
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn lengths_have_two_units() {
        for (seconds, words) in
            [(59, "59 s"), (60, "1 min"), (3_661, "1 h 1 min"), (90_000, "1 d 1 h"), (86_401, "1 d")]
        {
            assert_eq!(duration(seconds).0, words);
        }
    }
}
