//! Two reports compared, in words: what every format of a comparison says.

use super::csv as table;
use crate::diagnostics::{Language, Text, text};
use crate::grade::Verdict;
use crate::regrade::{Cause, Change, Cluster, Comparison, Flip, FlipKind, Kept, Made, Move, Moved, Why};
use crate::report::account::lines;
use crate::report::visible::harmless;
use crate::report::words::counted;

/// The submissions that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Those with a lower score.
    Lower,
    /// Those with a higher score.
    Higher,
    /// Those that need review now, or did.
    Review,
    /// Those with a test that passed and does not now, or the other way round, or that is judged in one report only.
    Flipped,
}

impl Only {
    /// Returns `true` if a submission is listed.
    pub(super) fn has(self, moved: &Moved) -> bool {
        let change = moved.went.change();
        match self {
            Self::Lower => change.is_some_and(|change| change < Change::NONE),
            Self::Higher => change.is_some_and(|change| change > Change::NONE),
            Self::Review => change.is_none(),
            Self::Flipped => moved.flips.iter().any(|flip| flip.kind.is_flip()),
        }
    }
}

/// A file format of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonFormat {
    /// The name on the command line.
    pub id: &'static str,
    /// Its purpose, for `--help`.
    pub about: &'static str,
    /// Writes it.
    pub write: fn(&Comparison, Option<Only>, Language) -> Vec<u8>,
}

/// Every file format of a comparison.
pub const COMPARISON_FORMATS: &[ComparisonFormat] = &[
    ComparisonFormat {
        id: "html",
        about: "a page for a browser, whole by itself",
        write: super::html::comparison,
    },
    ComparisonFormat { id: "json", about: "everything, for programs", write: super::json::regrade::to_json },
    ComparisonFormat {
        id: "csv",
        about: "a line for each submission that moved, for a spreadsheet",
        write: table::comparison,
    },
];

/// The submissions to list, in the order in which people read them.
pub(super) fn listed(comparison: &Comparison, only: Option<Only>) -> Vec<&Moved> {
    let mut ranked = comparison.ranked();
    ranked.retain(|moved| only.is_none_or(|only| only.has(moved)));
    ranked
}

/// How many submissions went which way, as short parts of a sentence, those that are none left out.
pub(super) fn directions(comparison: &Comparison) -> Vec<Text> {
    let counts = comparison.counts();
    let (added, gone) = (comparison.added.len(), comparison.gone.len());
    let (lower, higher, same) = (counts.lower, counts.higher, counts.same);
    let (review, graded) = (counts.now_review, counts.now_graded);
    let parts = [
        (lower, text!("{lower} lower", "{lower} giảm")),
        (higher, text!("{higher} higher", "{higher} tăng")),
        (same, text!("{same} unchanged", "{same} giữ nguyên")),
        (
            review,
            text!("{review} now without a score: needs review", "{review} hiện chưa có điểm: cần xem xét"),
        ),
        (
            graded,
            text!("{graded} now with a score, after review", "{graded} nay đã có điểm, sau khi xem xét"),
        ),
        (added, text!("{added} only in the new report", "{added} chỉ có trong báo cáo mới")),
        (gone, text!("{gone} only in the old report", "{gone} chỉ có trong báo cáo cũ")),
    ];
    parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect()
}

/// The mean and the largest change, where any score changed.
pub(super) fn sizes(comparison: &Comparison) -> Option<Text> {
    let (id, largest) = comparison.largest()?;
    let mean = comparison.mean()?;
    let id = harmless(id);
    Some(text!(
        "mean change {mean}, largest {largest} ({id})",
        "thay đổi trung bình {mean}, lớn nhất {largest} ({id})"
    ))
}

/// A cause in one word.
pub(super) fn cause(cause: Cause) -> Text {
    match cause {
        Cause::Files => text!("submission", "bài nộp"),
        Cause::Spec => text!("spec", "spec"),
        Cause::Tool => text!("grader", "trình chấm"),
        Cause::Compiler => text!("compiler", "trình biên dịch"),
        Cause::Marks => text!("marks", "điểm chấm tay"),
        Cause::Time => text!("time of submission", "thời điểm nộp"),
    }
}

/// A reason in a few words. Where several things differ, nothing says which of them it is.
pub(super) fn why(why: &Why) -> Text {
    let joined = |causes: &[Cause], and: (&str, &str)| -> (String, String) {
        let words: Vec<Text> = causes.iter().map(|known| cause(*known)).collect();
        let of = |language: Language| words.iter().map(|word| word.to(language)).collect::<Vec<_>>();
        (of(Language::English).join(and.0), of(Language::Vietnamese).join(and.1))
    };
    let (differs, differs_vi) = joined(&why.differs, (" or ", " hoặc "));
    let (unknown, unknown_vi) = joined(&why.unknown, (", ", ", "));
    match (why.differs.is_empty(), why.unknown.is_empty()) {
        (false, true) => text!("{differs}", "{differs_vi}"),
        (false, false) => {
            text!("{differs} (not known: {unknown})", "{differs_vi} (không rõ: {unknown_vi})")
        }
        (true, false) => text!("not known ({unknown})", "không rõ ({unknown_vi})"),
        (true, true) => {
            text!("nothing differs that results depend on", "không có khác biệt nào ảnh hưởng tới kết quả")
        }
    }
}

/// The reasons of a submission: several hold together, each for a part of the change.
pub(super) fn whys(parts: &[Why]) -> Text {
    let (en, vi): (Vec<String>, Vec<String>) = parts
        .iter()
        .map(|part| {
            let words = why(part);
            let (en, vi) = words.both();
            (en.to_owned(), vi.to_owned())
        })
        .unzip();
    let (en, vi) = (en.join(", and "), vi.join(", và "));
    text!("{en}", "{vi}")
}

/// The things that differ between the reports, each with its name: the grader, the compiler, the spec.
pub(super) fn differences(comparison: &Comparison) -> Vec<(Text, Text)> {
    let made = &comparison.made;
    let same = || text!("the same", "như cũ");
    let (old_tool, new_tool) = (&comparison.tools.0, &comparison.tools.1);
    let (old_tool, new_tool) = (harmless(old_tool), harmless(new_tool));
    let tool = match made.tool {
        Kept::Same => same(),
        Kept::Changed if old_tool == new_tool => {
            text!("{new_tool}, but another build", "{new_tool}, nhưng là bản dựng khác")
        }
        Kept::Changed => text!("{old_tool} became {new_tool}", "{old_tool} thành {new_tool}"),
        Kept::Unknown => text!(
            "{new_tool}; whether it is the same build is not known, as a report has no receipt",
            "{new_tool}; không rõ có phải cùng bản dựng không, vì có báo cáo không có biên nhận"
        ),
    };
    let mut rows = vec![(cause(Cause::Tool), tool)];
    let (all, files) = (comparison.both, cause(Cause::Files));
    match comparison.resubmitted {
        Some(0) => {}
        Some(count) => {
            rows.push((files, text!("{count} of {all} have other files", "{count}/{all} có tệp khác")));
        }
        None => rows.push((
            files,
            text!(
                "whether files are the same is not known, as a report has no receipt",
                "không rõ các tệp có như cũ không, vì có báo cáo không có biên nhận"
            ),
        )),
    }
    if made.compiler == Kept::Changed {
        rows.push((cause(Cause::Compiler), text!("another one", "đã đổi")));
    }
    let specs = spec_changes(comparison);
    if specs.is_empty() {
        rows.push((cause(Cause::Spec), if made.is_other_text { only_words(made) } else { same() }));
    } else {
        rows.extend(specs.into_iter().map(|words| (cause(Cause::Spec), words)));
    }
    rows
}

fn only_words(made: &Made) -> Text {
    if made.parts.is_complete {
        text!(
            "another text, but nothing that grades depend on: words, comments or order",
            "văn bản khác, nhưng không có gì ảnh hưởng tới điểm: lời văn, chú thích hoặc thứ tự"
        )
    } else {
        text!(
            "another one; what differs is not known, as a report has no receipt",
            "đã đổi; không rõ khác ở đâu, vì có báo cáo không có biên nhận"
        )
    }
}

/// What differs in the spec, a sentence for each kind.
fn spec_changes(comparison: &Comparison) -> Vec<Text> {
    let parts = &comparison.made.parts;
    let ids = |ids: &[String]| harmless(&shortened(ids, MOST_IDS));
    let (changed, added, removed) = (ids(&parts.changed), ids(&parts.added), ids(&parts.removed));
    let (groups, keys) = (ids(&parts.groups), ids(&parts.keys));
    let reweighted: Vec<String> = parts
        .reweighted
        .iter()
        .map(|known| format!("{} ({} → {})", known.test, known.old, known.new))
        .collect();
    let reweighted = ids(&reweighted);
    let (old, new) = comparison.points;
    let rows = [
        (old != new, text!("{new} points in all, before {old}", "tổng {new} điểm, trước đây {old}")),
        (!parts.changed.is_empty(), text!("tests changed: {changed}", "ca kiểm thử đã sửa: {changed}")),
        (!parts.added.is_empty(), text!("tests added: {added}", "ca kiểm thử mới: {added}")),
        (!parts.removed.is_empty(), text!("tests removed: {removed}", "ca kiểm thử đã bỏ: {removed}")),
        (
            !parts.reweighted.is_empty(),
            text!("tests worth other points: {reweighted}", "ca kiểm thử đổi số điểm: {reweighted}"),
        ),
        (!parts.groups.is_empty(), text!("settings of groups: {groups}", "thiết lập của nhóm: {groups}")),
        (!parts.keys.is_empty(), text!("settings of the spec: {keys}", "thiết lập của spec: {keys}")),
        (
            comparison.made.is_other_text
                && !parts.is_complete
                && !(parts.added.is_empty() && parts.removed.is_empty()),
            text!(
                "what else differs is not known, as a report has no receipt",
                "không rõ còn khác gì nữa, vì có báo cáo không có biên nhận"
            ),
        ),
    ];
    rows.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words).collect()
}

/// The most ids in a sentence.
const MOST_IDS: usize = 12;

/// The first of some words, and how many more there are.
pub(super) fn shortened(words: &[String], most: usize) -> String {
    let shown = words.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    match words.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown}, +{more}"),
    }
}

/// A verdict in words, given its name in reports.
fn verdict(id: &str) -> Text {
    let known = Verdict::ALL.into_iter().find(|known| known.id() == id);
    known.map_or_else(|| Text::verbatim(harmless(id)), Verdict::about)
}

/// What happened to a test, in a few words that follow its name; `for` that many submissions, if given.
pub(super) fn happened(kind: FlipKind, old: &str, new: &str, count: Option<usize>) -> Text {
    let (was, is) = (verdict(old), verdict(new));
    let ((was, was_vi), (is, is_vi)) = (was.both(), is.both());
    let for_whom = count.map(|count| counted(count, "student"));
    let (en, vi) = match (&for_whom, count) {
        (Some(students), Some(count)) => (format!(" for {students}"), format!(" ở {count} sinh viên")),
        _ => <(String, String)>::default(),
    };
    match kind {
        FlipKind::Fails => text!("now fails{en}: {is}", "nay không đạt{vi}: {is_vi}"),
        FlipKind::Passes => text!("now passes{en}; before: {was}", "nay đạt{vi}; trước đây: {was_vi}"),
        FlipKind::NotJudged => text!("now needs review{en}: {is}", "nay cần xem xét{vi}: {is_vi}"),
        FlipKind::Judged => {
            text!("is judged now{en}; before: {was}", "nay đã được chấm{vi}; trước đây: {was_vi}")
        }
        FlipKind::Otherwise => {
            text!(
                "has another verdict{en}: {is}; before: {was}",
                "có kết luận khác{vi}: {is_vi}; trước đây: {was_vi}"
            )
        }
        FlipKind::Points => text!("earns other points{en}", "được số điểm khác{vi}"),
        FlipKind::Added => text!("is new{en}: {is}", "là ca mới{vi}: {is_vi}"),
        FlipKind::Removed => {
            text!("is no longer there{en}; before: {was}", "không còn nữa{vi}; trước đây: {was_vi}")
        }
    }
}

/// What a cluster is about: a test, or whole programs.
pub(super) fn subject(test: &str) -> Text {
    if test.is_empty() {
        text!("the whole program", "cả chương trình")
    } else {
        let test = harmless(test);
        text!("`{test}`", "`{test}`")
    }
}

/// A cluster in a sentence.
pub(super) fn cluster(known: &Cluster) -> Text {
    let (subject, words) =
        (subject(&known.test), happened(known.kind, &known.old, &known.new, Some(known.students.len())));
    let ((subject, subject_vi), (en, vi)) = (subject.both(), words.both());
    text!("{subject} {en}", "{subject_vi} {vi}")
}

/// The reasons of a cluster, with how many submissions each holds for where there are several.
pub(super) fn reasons(comparison: &Comparison, known: &Cluster) -> Text {
    let is_one = known.whys.len() == 1;
    let both = known.whys.iter().map(|(reason, count)| {
        let reason = why(reason);
        let (en, vi) = reason.both();
        if is_one {
            (en.to_owned(), vi.to_owned())
        } else {
            (format!("{count} × {en}"), format!("{count} × {vi}"))
        }
    });
    let (en, vi): (Vec<String>, Vec<String>) = both.unzip();
    let (en, vi) = (en.join(" · "), vi.join(" · "));
    let is_own = comparison.made.parts.changed.contains(&known.test);
    let names_spec = known.whys.iter().any(|(reason, _)| reason.differs.contains(&Cause::Spec));
    if is_own && names_spec {
        text!("{en} (this test changed in the spec)", "{vi} (ca kiểm thử này đã được sửa trong spec)")
    } else {
        text!("{en}", "{vi}")
    }
}

/// The tests of a submission that flipped, in a line: those that fail now, those that pass now, and how many others differ.
pub(super) fn flips(moved: &Moved) -> Text {
    const MOST: usize = 4;
    let named = |wanted: &[FlipKind]| -> Vec<String> {
        let own = moved.flips.iter().filter(|flip| wanted.contains(&flip.kind) && !flip.test.is_empty());
        own.map(|flip| harmless(&flip.test)).collect()
    };
    let whole = moved.flips.iter().find(|flip| flip.test.is_empty());
    if let Some(Flip { kind, old, new, .. }) = whole {
        let (subject, words) = (subject(""), happened(*kind, old, new, None));
        let ((subject, subject_vi), (en, vi)) = (subject.both(), words.both());
        return text!("{subject} {en}", "{subject_vi} {vi}");
    }
    let (fails, passes) = (named(&[FlipKind::Fails]), named(&[FlipKind::Passes]));
    let review = named(&[FlipKind::NotJudged]);
    let others =
        named(&[FlipKind::Judged, FlipKind::Otherwise, FlipKind::Points, FlipKind::Added, FlipKind::Removed]);
    let part = |ids: &[String], en: &str, vi: &str| {
        let ids = (!ids.is_empty()).then(|| shortened(ids, MOST))?;
        Some((format!("{en}: {ids}"), format!("{vi}: {ids}")))
    };
    let shifts = moved.shifts.iter().map(|shift| {
        let (about, by) = (line(&shift.line), shift.by);
        let (en, vi) = about.both();
        (format!("{en} {by}"), format!("{vi} {by}"))
    });
    let parts = [
        part(&fails, "now fail", "nay không đạt"),
        part(&passes, "now pass", "nay đạt"),
        part(&review, "now need review", "nay cần xem xét"),
        part(&others, "also differ", "cũng khác"),
    ];
    let (en, vi): (Vec<String>, Vec<String>) = parts.into_iter().flatten().chain(shifts).unzip();
    let (en, vi) = (en.join("; "), vi.join("; "));
    text!("{en}", "{vi}")
}

/// A line of the account by its name in reports.
pub(super) fn line(id: &str) -> Text {
    let known = lines(&crate::grade::Account::default()).into_iter().find(|line| line.id == id);
    known.map_or_else(|| Text::verbatim(harmless(id)), |line| line.about)
}

/// The old and the new score, as they stand in tables; `–` where there is none.
pub(super) fn scores(went: &Move) -> (String, String) {
    let none = || "–".to_owned();
    match went {
        Move::Score { old, new } => (old.to_string(), new.to_string()),
        Move::NowReview { old, .. } => (old.to_string(), none()),
        Move::NowGraded { new, .. } => (none(), new.to_string()),
        Move::StillReview { .. } => (none(), none()),
    }
}

/// The way in which a score went, in a word or two.
pub(super) fn direction(went: &Move) -> Text {
    match went {
        Move::Score { old, new } => Text::verbatim(Change::between(*old, *new).to_string()),
        Move::NowReview { .. } => text!("needs review", "cần xem xét"),
        Move::NowGraded { .. } => text!("graded now", "nay đã chấm"),
        Move::StillReview { .. } => text!("still in review", "vẫn chờ xem xét"),
    }
}

/// What is to be known of the reasons: of what is not known, and of several at once.
pub(super) fn advice(comparison: &Comparison) -> Vec<Text> {
    let whys = comparison.whys();
    let has = |is_so: fn(&Why) -> bool| whys.iter().any(|(parts, _)| parts.iter().any(is_so));
    let (is_unknown, are_several) = (has(|why| !why.unknown.is_empty()), has(|why| why.differs.len() > 1));
    let advice = [
        (
            is_unknown,
            text!(
                "Not known: a report was written by a version that gave no receipts, and does not say which files and which build were graded.",
                "Không rõ: có báo cáo do phiên bản chưa ghi biên nhận tạo ra, nên không nói đã chấm tệp nào và bằng bản dựng nào."
            ),
        ),
        (
            are_several,
            text!(
                "Where several things differ at once, grade once more with only one of them changed: then the reason is certain.",
                "Khi nhiều thứ cùng khác, hãy chấm thêm một lần và chỉ đổi một thứ: khi đó lý do là chắc chắn."
            ),
        ),
    ];
    advice.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words).collect()
}
