//! The findings about the tests of a spec: the known programs, then of each correct one the mistakes that no
//! test notices, and the tests that notice nothing of their own.

use super::{BAD, FAINT, GOOD, Look, Page, STRONG, WARN, pad, paint};
use crate::diagnostics::{Text, columns, text};
use crate::machine::Mutation;
use crate::report::visible::harmless;
use crate::report::words::counted;
use crate::selfcheck::{Checked, Fate, Judged, Model, Proposal, SelfCheckOutcome, Stale};

/// The most places in code that no test executes that are named; the others are counted.
const MOST_PLACES: usize = 40;

/// The most failed tests of a program that was to be correct that are named.
const MOST_FAILED: usize = 5;

/// Draws the report.
pub fn render(checked: &Checked<'_>, look: impl Into<Look>) -> String {
    let mut page = Page::new(look);
    let language = page.language;
    let title = checked.plan.spec.title.to(language).to_owned();
    let cases = checked.plan.cases.len();
    let tests = counted(cases, "test");
    let of_tests = text!("{tests}, tested", "kiểm tra {cases} ca kiểm thử");
    page.prose(0, &format!("{} · {}", paint(STRONG, &title), of_tests.to(language)));
    page.line("");
    page.known(checked);
    for model in &checked.models {
        page.line("");
        page.model(model, checked.at_least);
    }
    if checked.is_thorough && !checked.models.is_empty() {
        page.line("");
        page.spare(checked);
    }
    page.line("");
    page.conclusion(checked);
    page.finished()
}

impl Page {
    fn known(&mut self, checked: &Checked<'_>) {
        let head = text!("programs of which the result is known", "các chương trình đã biết trước kết quả");
        self.say(2, &head);
        let width = checked.known.iter().map(|known| known.id.chars().count()).max().unwrap_or(0).min(40);
        for outcome in &checked.known {
            let points = checked.plan.spec.points;
            let (mark, style) = if outcome.is_as_stated {
                (text!("right", "đúng"), GOOD)
            } else {
                (text!("WRONG", "SAI"), BAD)
            };
            let mark = paint(style, &pad(mark.to(self.language), 5));
            let name = pad(&harmless(&outcome.id), width);
            let score = outcome.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
            let about = about(outcome);
            let about = harmless(about.to(self.language));
            let begins = format!("    {mark}  {name}  {}  ", paint(FAINT, &format!("{score} / {points}")));
            let column = columns(&begins).min(self.width.unwrap_or(usize::MAX) / 2);
            self.after(&begins, &about, column);
        }
    }

    fn model(&mut self, model: &Model, at_least: u8) {
        let (noticed, all) = model.noticed();
        let is_enough = noticed * 100 >= usize::from(at_least) * all;
        let share = percent(noticed, all);
        let style = if is_enough { GOOD } else { BAD };
        let words = text!("{share} of the mistakes are noticed", "{share} lỗi bị phát hiện");
        let id = paint(STRONG, &harmless(&model.id));
        self.prose(0, &format!("{id}   {}", paint(style, words.to(self.language))));
        let (judged, made) = (model.judged.len(), model.mutants);
        if made == 0 {
            self.say(
                2,
                &text!(
                    "nothing could be changed, as the source of the program is not known; give its source file",
                    "không thay đổi được gì vì không biết mã nguồn của chương trình; hãy đưa tệp mã nguồn"
                ),
            );
            return;
        }
        let never = model.count(|fate| *fate == Fate::NeverExecuted);
        let same = model.count(|fate| matches!(fate, Fate::Equivalent(_)));
        let survived = all - noticed;
        let argued = model.count(|fate| matches!(fate, Fate::Argued(_)));
        let (argued_en, argued_vi) = if argued > 0 {
            (format!(", {argued} argued"), format!(", {argued} có lập luận"))
        } else {
            <(String, String)>::default()
        };
        let rejected = model.count(|fate| *fate == Fate::Rejected);
        let (rejected_en, rejected_vi) = if rejected > 0 {
            (
                format!(", {rejected} that the compiler does not accept"),
                format!(", {rejected} bị trình biên dịch từ chối"),
            )
        } else {
            <(String, String)>::default()
        };
        let of_made = if judged < made {
            text!(" (of {made} that there are)", " (trong tổng số {made})")
        } else {
            Text::default()
        };
        let (en, vi) = of_made.both();
        self.say(
            2,
            &text!(
                "{judged} times one small mistake was made in it{en}: {noticed} noticed, {survived} not noticed{argued_en}, {never} in code that no test executes, {same} without any effect{rejected_en}",
                "đã tạo {judged} bản, mỗi bản có một lỗi nhỏ{vi}: {noticed} bị phát hiện, {survived} không bị phát hiện{argued_vi}, {never} nằm trong mã không bài nào chạy tới, {same} không có tác dụng gì{rejected_vi}"
            ),
        );
        self.survivors(model);
        self.never_executed(model);
        self.not_compared(model);
        self.set_aside(
            model,
            &text!(
                "not noticed, for reasons that the spec gives",
                "không bị phát hiện, với lý do nêu trong spec"
            ),
            |fate| match fate {
                Fate::Argued(reason) => Some(reason),
                _ => None,
            },
        );
        self.stale(model);
        self.set_aside(
            model,
            &text!(
                "without any effect, so that no test can notice",
                "không có tác dụng gì, nên không bài nào phát hiện được"
            ),
            |fate| match fate {
                Fate::Equivalent(proof) => Some(proof),
                _ => None,
            },
        );
        for judged in &model.judged {
            if let Fate::Failed(words) = &judged.fate {
                let place = &judged.mutant.place;
                self.say(
                    2,
                    &text!("the grader failed at {place}: {words}", "trình chấm bị lỗi ở {place}: {words}"),
                );
            }
        }
    }

    fn survivors(&mut self, model: &Model) {
        let survivors = of_fate(model, |fate| *fate == Fate::Survived);
        if survivors.is_empty() {
            return;
        }
        self.line("");
        self.head(WARN, &text!("no test notices", "không ca kiểm thử nào phát hiện"));
        for judged in &survivors {
            self.changed(judged, None);
            if let Some(proposal) = &judged.proposal {
                self.say(6, &proposed(proposal));
            }
        }
        let mut kinds: Vec<Mutation> = survivors.iter().map(|judged| judged.mutant.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            self.say(4, &hint(kind));
        }
        self.say(
            4,
            &text!(
                "Play it with such a mistake by hand: what would a user see? Make that a test. If no user could ever see it, the program has something there that it does not need.",
                "Hãy thử chạy bằng tay với lỗi đó: người dùng sẽ thấy gì khác? Hãy biến điều đó thành một ca kiểm thử. Nếu không ai có thể thấy khác biệt, chỗ đó của chương trình là thừa."
            ),
        );
    }

    fn never_executed(&mut self, model: &Model) {
        let mut places: Vec<&str> = of_fate(model, |fate| *fate == Fate::NeverExecuted)
            .into_iter()
            .map(|judged| judged.mutant.place.as_str())
            .collect();
        places.dedup();
        if places.is_empty() {
            return;
        }
        self.line("");
        self.head(WARN, &text!("no test executes", "không ca kiểm thử nào chạy tới"));
        for line in places.iter().take(MOST_PLACES).copied().collect::<Vec<_>>().chunks(4) {
            self.say(4, &Text::verbatim(line.join(", ")));
        }
        if let Some(more) = places.len().checked_sub(MOST_PLACES).filter(|more| *more > 0) {
            self.say(4, &text!("and {more} more", "và {more} chỗ nữa"));
        }
        self.say(
            4,
            &text!(
                "A test that makes the program come here is missing.",
                "Còn thiếu ca kiểm thử khiến chương trình chạy tới đây."
            ),
        );
    }

    /// Texts whose letters were left alone.
    fn not_compared(&mut self, model: &Model) {
        let texts = of_fate(model, |fate| *fate == Fate::NotCompared);
        let mut places: Vec<&str> = texts.into_iter().map(|judged| judged.mutant.place.as_str()).collect();
        places.dedup();
        if places.is_empty() {
            return;
        }
        let more = places.len().saturating_sub(MOST_PLACES);
        places.truncate(MOST_PLACES);
        let all = places.join(", ");
        let (and, and_vi) = match more {
            0 => Default::default(),
            more => (format!(" and {more} more"), format!(" và {more} chỗ nữa")),
        };
        self.line("");
        self.say(
            2,
            &text!(
                "no test compares these texts, so that their letters do not count: {all}{and}",
                "không ca kiểm thử nào so sánh các chuỗi này, nên chữ cái của chúng không được tính: {all}{and_vi}"
            ),
        );
    }

    /// The mutants that count for nothing, each with the reason.
    fn set_aside<'m>(
        &mut self,
        model: &'m Model,
        head: &Text,
        reason: impl Fn(&'m Fate) -> Option<&'m Text>,
    ) {
        let with_reason = |judged: &'m Judged| reason(&judged.fate).map(|reason| (judged, reason));
        let all: Vec<(&Judged, &Text)> = model.judged.iter().filter_map(with_reason).collect();
        if all.is_empty() {
            return;
        }
        self.line("");
        self.head(FAINT, head);
        for (judged, reason) in all {
            self.changed(judged, Some(reason));
        }
    }

    /// Arguments of the spec that nothing needs any more, and those that are about nothing.
    fn stale(&mut self, model: &Model) {
        let noticed = text!(
            "argued in the spec, and noticed by a test; take these out of `selfcheck`",
            "có lập luận trong spec, nhưng đã có ca kiểm thử phát hiện; hãy xoá khỏi `selfcheck`"
        );
        let not_there = text!(
            "argued in the spec, and there is no such change at that place; write the place and the change as this report does",
            "có lập luận trong spec, nhưng ở đó không có thay đổi nào như vậy; hãy ghi vị trí và thay đổi đúng như báo cáo này"
        );
        for (is_noticed, head) in [(true, noticed), (false, not_there)] {
            let stale: Vec<&Stale> =
                model.stale.iter().filter(|stale| stale.is_noticed == is_noticed).collect();
            if stale.is_empty() {
                continue;
            }
            self.line("");
            self.head(BAD, &head);
            for Stale { at, change, .. } in stale {
                self.say(4, &Text::verbatim(harmless(&format!("{at}  {change}"))));
            }
        }
    }

    fn spare(&mut self, checked: &Checked<'_>) {
        let spare = checked.spare();
        let (idle, all) = (spare.iter().filter(|is_spare| **is_spare).count(), spare.len());
        if idle == 0 {
            return;
        }
        let are = if idle == 1 { "is" } else { "are" };
        self.head(
            FAINT,
            &text!(
                "{idle} of {all} tests {are} redundant for these mistakes: the others notice the same ones. A test may still be there \
                 for a mistake of another kind, for the points of a part, or to explain",
                "{idle} trong {all} ca kiểm thử là thừa đối với những lỗi này: các ca còn lại vẫn phát hiện đúng những lỗi ấy. Một ca \
                 vẫn có thể cần cho loại lỗi khác, để cho điểm từng phần, hoặc để giải thích"
            ),
        );
        let mut first = 0;
        for group in &checked.plan.spec.groups {
            let of_group = &spare[first..first + group.cases.len()];
            let cases = group.cases.iter().zip(of_group);
            let names: Vec<&str> =
                cases.filter(|(_, is_spare)| **is_spare).map(|(case, _)| case.id.as_str()).collect();
            first += group.cases.len();
            let (id, some, all) = (&group.id, names.len(), group.cases.len());
            if some == all && all > 1 {
                self.say(4, &text!("{id}: all {all}", "{id}: cả {all}"));
            } else if some > 0 {
                let names = names.join(", ");
                self.say(4, &Text::verbatim(format!("{id}: {names}")));
            }
        }
    }

    fn conclusion(&mut self, checked: &Checked<'_>) {
        let least = checked.at_least;
        let (words, style) = if checked.is_good() {
            (text!("The tests are good.", "Bộ kiểm thử đạt yêu cầu."), GOOD)
        } else if checked.models.iter().any(|model| !model.stale.is_empty()) {
            (
                text!(
                    "The tests are not good: the spec argues about mistakes that are noticed or not there.",
                    "Bộ kiểm thử chưa đạt: spec lập luận về những lỗi đã bị phát hiện hoặc không tồn tại."
                ),
                BAD,
            )
        } else if checked.known.iter().all(|known| known.is_as_stated) {
            (
                text!(
                    "The tests are not good enough: {least} % of the mutants must be killed.",
                    "Bộ kiểm thử chưa đạt: phải phát hiện ít nhất {least} % số đột biến."
                ),
                BAD,
            )
        } else {
            (
                text!(
                    "The tests are not good: a program does not come out as the spec says.",
                    "Bộ kiểm thử chưa đạt: có chương trình không cho kết quả như spec nêu."
                ),
                BAD,
            )
        };
        self.prose(0, &paint(style, words.to(self.language)));
    }

    fn head(&mut self, style: anstyle::Style, words: &Text) {
        self.prose(2, &paint(style, words.to(self.language)));
    }

    /// A mutant: where and what, and why it has no effect.
    fn changed(&mut self, judged: &Judged, proof: Option<&Text>) {
        let (place, about) = (&judged.mutant.place, &judged.mutant.about);
        let (en, vi) = about.both();
        let (proof_en, proof_vi) = proof.map(Text::both).unwrap_or_default();
        self.say(
            4,
            &if proof.is_some() {
                text!("{place}  {en}: {proof_en}", "{place}  {vi}: {proof_vi}")
            } else {
                text!("{place}  {en}", "{place}  {vi}")
            },
        );
    }
}

/// A test that would notice a mistake.
fn proposed(proposal: &Proposal) -> Text {
    match proposal {
        Proposal::FromNoise { case } => text!(
            "try `start: random 1` in `{case}`: with noise in memory and registers the mistake shows",
            "hãy thử `start: random 1` trong `{case}`: khi bộ nhớ và thanh ghi chứa giá trị ngẫu nhiên, lỗi sẽ lộ ra"
        ),
        Proposal::Input { typed, lines } => {
            let typed = quoted(typed);
            let [right, wrong] =
                lines.each_ref().map(|line| line.as_ref().map(|line| format!("`{}`", harmless(line))));
            match (right, wrong) {
                (None, None) => text!(
                    "try `stdin: {typed}`: with the mistake the program ends in another way, or not at all",
                    "hãy thử `stdin: {typed}`: khi có lỗi này, chương trình kết thúc theo cách khác hoặc không kết thúc"
                ),
                (Some(right), Some(wrong)) => text!(
                    "try `stdin: {typed}`: the program prints {right}, and with the mistake {wrong}",
                    "hãy thử `stdin: {typed}`: chương trình in {right}, còn khi có lỗi thì in {wrong}"
                ),
                (Some(right), None) => text!(
                    "try `stdin: {typed}`: the program prints {right}, and with the mistake it does not",
                    "hãy thử `stdin: {typed}`: chương trình in {right}, còn khi có lỗi thì không"
                ),
                (None, Some(wrong)) => text!(
                    "try `stdin: {typed}`: with the mistake the program also prints {wrong}",
                    "hãy thử `stdin: {typed}`: khi có lỗi, chương trình còn in thêm {wrong}"
                ),
            }
        }
    }
}

/// An input as a spec would have it.
fn quoted(typed: &[u8]) -> String {
    format!("\"{}\"", String::from_utf8_lossy(typed).escape_debug())
}

/// The kind of test that would notice a mistake.
fn hint(kind: Mutation) -> Text {
    match kind {
        Mutation::Condition => text!(
            "A branch under another condition shows where the two sides of a comparison are equal, or where the sign changes: test the last value on this side and the first one on the other.",
            "Rẽ nhánh với điều kiện khác chỉ lộ ra khi hai vế bằng nhau hoặc khi đổi dấu: hãy thử giá trị cuối cùng ở bên này và giá trị đầu tiên ở bên kia."
        ),
        Mutation::Constant => text!(
            "A constant that is off by one shows at an edge: go to the last row, column, turn or key that counts, and one beyond it.",
            "Hằng số lệch một chỉ lộ ra ở biên: hãy đi tới hàng, cột, lượt hoặc phím cuối cùng được tính, và thêm một bước nữa."
        ),
        Mutation::Order => text!(
            "Operands in the wrong order show where they differ: let the first one be the larger, then the smaller one.",
            "Toán hạng sai thứ tự chỉ lộ ra khi chúng khác nhau: cho toán hạng đầu lớn hơn, rồi nhỏ hơn."
        ),
        Mutation::Save => text!(
            "A value that is not stored shows when it is asked for later: go on after this, long enough to need it.",
            "Giá trị không được lưu chỉ lộ ra khi cần dùng lại: hãy cho chương trình chạy tiếp đủ lâu để cần tới nó."
        ),
        Mutation::Restore => text!(
            "A register that is not restored shows when the caller still needs it: come here from each place that calls it, and go on.",
            "Thanh ghi không được khôi phục chỉ lộ ra khi nơi gọi còn cần: hãy đi tới đây từ mọi nơi gọi, rồi chạy tiếp."
        ),
        Mutation::Call => text!(
            "A call that is left out shows in what the subroutine prints or changes: ask for that.",
            "Lời gọi bị bỏ chỉ lộ ra ở điều chương trình con in hoặc thay đổi: hãy yêu cầu điều đó."
        ),
        Mutation::Operator => text!(
            "Another operator shows where the two results differ: take numbers for which a sum is no difference and a product no quotient, and neither 0 nor 1.",
            "Toán tử khác chỉ lộ ra khi hai kết quả khác nhau: hãy dùng các số mà tổng khác hiệu, tích khác thương, và khác 0 và 1."
        ),
        Mutation::Jump => text!(
            "A `break` or `continue` that is left out shows where the loop or the `switch` goes on without it: let something follow that is seen.",
            "Thiếu `break` hoặc `continue` chỉ lộ ra khi vòng lặp hoặc `switch` chạy tiếp: hãy để phần chạy tiếp đó tạo ra kết quả nhìn thấy được."
        ),
        Mutation::Letter => text!(
            "Another letter in a text shows where the text is compared: expect this text word for word.",
            "Chữ khác trong văn bản chỉ lộ ra khi văn bản được so sánh: hãy yêu cầu đúng từng chữ."
        ),
    }
}

fn of_fate(model: &Model, is_fate: impl Fn(&Fate) -> bool) -> Vec<&Judged> {
    model.judged.iter().filter(|judged| is_fate(&judged.fate)).collect()
}

/// A share in percent with one decimal, cut off so that 100 is all.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The intended result of a known program, and the actual one if it differs.
fn about(outcome: &SelfCheckOutcome) -> Text {
    let (verdict, verdict_vi) =
        (outcome.verdict.about().both().0.to_owned(), outcome.verdict.about().both().1.to_owned());
    match (&outcome.fails, outcome.is_as_stated) {
        (None, true) => text!("full points", "đủ điểm"),
        (None, false) if outcome.failed.is_empty() => {
            text!(
                "should get full points; every test passes, and points are lost for style or format",
                "lẽ ra phải đủ điểm; mọi ca kiểm thử đều đạt, nhưng mất điểm phong cách hoặc trình bày"
            )
        }
        (None, false) => {
            let count = outcome.failed.len();
            let tests = counted(count, "test");
            let names = outcome.failed.iter().take(MOST_FAILED).cloned().collect::<Vec<_>>().join(", ");
            let more = if count > MOST_FAILED { ", ..." } else { "" };
            text!(
                "should get full points and fails {tests}: {names}{more} ({verdict})",
                "lẽ ra phải đủ điểm nhưng sai {count} bài: {names}{more} ({verdict_vi})"
            )
        }
        (Some(fails), true) => {
            let id = fails.id();
            text!("fails in `{id}`", "sai ở `{id}`")
        }
        (Some(fails), false) => {
            let id = fails.id();
            text!(
                "should fail in `{id}` and does not ({verdict}); is the mistake still in it, and does a test look for it?",
                "lẽ ra phải sai ở `{id}` nhưng không sai ({verdict_vi}); lỗi còn trong chương trình không, và có bài nào kiểm tra lỗi đó không?"
            )
        }
    }
}
