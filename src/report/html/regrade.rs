//! The page of two reports compared: how many moved, what differs and why, which tests flipped, and each submission that moved.

mod glance;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::voice::Voice;
use super::{anchor, frame, rows};
use crate::diagnostics::{Language, Text, text};
use crate::regrade::{Change, Cluster, Comparison, Listed, Move, Moved};
use crate::report::regrade::{
    Only, advice, differences, direction, flips, happened, listed, reasons, scores, subject, whys,
};
use crate::report::visible::harmless;
use crate::report::words::counted;

const SCRIPT: &str = concat!(include_str!("rows.js"), include_str!("regrade.js"));

/// So many tests are shown at once; the others are in a part that can be opened.
const MOST_OPEN: usize = 12;

/// Writes the page.
pub(in crate::report) fn comparison(
    comparison: &Comparison,
    only: Option<Only>,
    language: Language,
) -> Vec<u8> {
    let voice = Voice::new(language);
    let moved = listed(comparison, only);
    let ids = moved.iter().map(|moved| moved.id.as_str()).collect();
    let page = Page { comparison, moved, ids, voice };
    let title = harmless(&comparison.title);
    let compared = text!("{title}: two reports compared", "{title}: so sánh hai báo cáo");
    frame::page(voice.own(&compared), language, SCRIPT, &page.body()).into_bytes()
}

struct Page<'c> {
    comparison: &'c Comparison,
    moved: Vec<&'c Moved>,
    /// Their ids.
    ids: BTreeSet<&'c str>,
    voice: Voice<'static>,
}

/// The ways by which the table is filtered, with their names in markup.
const KINDS: [(&str, Only); 4] =
    [("lower", Only::Lower), ("higher", Only::Higher), ("review", Only::Review), ("flipped", Only::Flipped)];

fn kind(only: Only) -> Text {
    match only {
        Only::Lower => text!("lower", "giảm"),
        Only::Higher => text!("higher", "tăng"),
        Only::Review => text!("without a score, now or before", "hiện hoặc trước đây chưa có điểm"),
        Only::Flipped => text!("with a test that flipped", "có ca kiểm thử đổi kết quả"),
    }
}

impl Page<'_> {
    fn body(&self) -> Markup {
        let Self { comparison, voice, .. } = self;
        let both = comparison.both;
        let students = counted(both, "submission");
        let lead = text!(
            "Two reports compared · {students} in both",
            "So sánh hai báo cáo · {both} bài nộp có trong cả hai"
        );
        let parts = [
            (true, "made", text!("What differs", "Khác biệt"), None),
            (
                !comparison.clusters.is_empty(),
                "tests",
                text!("Tests", "Ca kiểm thử"),
                Some(comparison.clusters.len()),
            ),
            (!self.moved.is_empty(), "students", text!("Submissions", "Bài nộp"), Some(self.moved.len())),
        ];
        let shown = text!("# of # shown", "hiển thị #/#");
        html! {
            header {
                h1 { (harmless(&comparison.title)) }
                p.lead { (voice.own(&lead)) }
                nav aria-label=(voice.own(&text!("On this page", "Trong trang này"))) {
                    ul.jumps {
                        @for (_, id, about, count) in parts.iter().filter(|part| part.0) {
                            li { a href={ "#" (id) } { (voice.own(about)) } @if let Some(count) = count { " " span { (count) } } }
                        }
                    }
                }
            }
            main #main data-shown=(voice.own(&shown)) {
                (glance::section(comparison, *voice))
                (self.made())
                (self.tests())
                (self.students())
                (self.in_one(&comparison.added, &text!("Only in the new report", "Chỉ có trong báo cáo mới"), "added"))
                (self.in_one(&comparison.gone, &text!("Only in the old report", "Chỉ có trong báo cáo cũ"), "gone"))
            }
            footer {
                p { "grader " (crate::fingerprint::VERSION) }
            }
        }
    }

    /// What differs, and for how many it can be the reason.
    fn made(&self) -> Markup {
        let Self { comparison, voice, .. } = self;
        let known = comparison.whys();
        html! {
            section aria-labelledby="made" {
                h2 #made { (voice.text(text!("What the reports were made by", "Hai báo cáo được tạo từ đâu"))) }
                dl.made {
                    @for (name, words) in differences(comparison) { div { dt { (voice.own(&name)) } dd { (voice.say(&words)) } } }
                }
                @if !known.is_empty() {
                    h3 { (voice.text(text!("Why scores changed", "Vì sao điểm thay đổi"))) }
                    table {
                        thead { tr {
                            th.number scope="col" { (voice.text(text!("submissions", "bài nộp"))) }
                            th scope="col" { (voice.text(text!("what is not as it was", "điều đã khác trước"))) }
                        } }
                        tbody {
                            @for (reason, count) in &known { tr { td.number { (count) } td { (voice.own(&whys(reason))) } } }
                        }
                    }
                }
                @for words in advice(comparison) { p.soft { (voice.own(&words)) } }
            }
        }
    }

    fn tests(&self) -> Markup {
        let (voice, clusters) = (self.voice, &self.comparison.clusters);
        let (first, rest) = clusters.split_at(clusters.len().min(MOST_OPEN));
        let count = rest.len();
        let more = text!("{count} more", "còn {count} mục nữa");
        html! {
            @if !clusters.is_empty() {
                section aria-labelledby="tests" {
                    h2 #tests { (voice.text(text!("Tests with another outcome", "Ca kiểm thử có kết quả khác"))) }
                    p { (voice.text(text!("The same change of the same test, with all whom it befell.", "Cùng một thay đổi ở cùng một ca kiểm thử, kèm mọi bài nộp gặp phải."))) }
                    ol.causes { @for known in first { (self.cluster(known)) } }
                    @if !rest.is_empty() {
                        details { summary { (voice.own(&more)) } ol.causes { @for known in rest { (self.cluster(known)) } } }
                    }
                }
            }
        }
    }

    fn cluster(&self, known: &Cluster) -> Markup {
        let Self { comparison, voice, .. } = self;
        let count = known.students.len();
        let students = counted(count, "student");
        let names = text!("{students}", "{count} sinh viên");
        let words = happened(known.kind, &known.old, &known.new, None);
        html! {
            li {
                p.cost {
                    @if known.by == Change::NONE { "–" } @else { (minus(known.by)) }
                    small { (voice.own(&names)) }
                }
                div {
                    p { strong { (voice.say(&subject(&known.test))) } " " (voice.say(&words)) }
                    p.soft { (voice.text(text!("reason: ", "lý do: "))) (voice.own(&reasons(comparison, known))) }
                    details {
                        summary { (voice.own(&names)) }
                        ul.names { @for id in &known.students { li { (self.link(id)) } } }
                    }
                }
            }
        }
    }

    /// A submission, which leads to its row if it is in the table.
    fn link(&self, id: &str) -> Markup {
        let is_listed = self.ids.contains(id);
        html! { @if is_listed { a href={ "#" (anchor(id)) } { (harmless(id)) } } @else { (harmless(id)) } }
    }

    fn students(&self) -> Markup {
        let voice = self.voice;
        let own = |words| voice.text(words);
        let kinds = KINDS.map(|(id, only)| {
            let count = self.moved.iter().filter(|moved| only.has(moved)).count();
            (id, kind(only), count)
        });
        html! {
            @if !self.moved.is_empty() {
                section aria-labelledby="students" {
                    h2 #students { (own(text!("Submissions that differ", "Các bài nộp có khác biệt"))) }
                    (rows::form(voice, kinds, &html! {}))
                    div.wide tabindex="0" role="group" aria-label=(own(text!("Table of submissions", "Bảng bài nộp"))) {
                        table.moved {
                            thead {
                                tr {
                                    th scope="col" { button type="button" { (own(text!("submission", "bài nộp"))) } }
                                    th.number scope="col" { button type="button" { (own(text!("old", "cũ"))) } }
                                    th.number scope="col" { button type="button" { (own(text!("new", "mới"))) } }
                                    th.number scope="col" { button type="button" { (own(text!("change", "thay đổi"))) } }
                                    th scope="col" { (own(text!("why", "lý do"))) }
                                    th scope="col" { (own(text!("tests", "ca kiểm thử"))) }
                                }
                            }
                            tbody { (PreEscaped(self.rows())) }
                        }
                    }
                }
            }
        }
    }

    fn rows(&self) -> String {
        let voice = self.voice;
        let mut rows = String::new();
        for moved in &self.moved {
            let (old, new) = scores(&moved.went);
            let kinds: Vec<&str> =
                KINDS.iter().filter(|(_, only)| only.has(moved)).map(|(id, _)| *id).collect();
            let change = moved.went.change();
            let is_lower = change.is_some_and(|change| change < Change::NONE);
            let review: &[String] = match &moved.went {
                Move::NowReview { why, .. } | Move::StillReview { why } => why,
                Move::Score { .. } | Move::NowGraded { .. } => &[],
            };
            let row = html! {
                tr id=(anchor(&moved.id)) data-is=(kinds.join(" ")) {
                    th scope="row" { (harmless(&moved.id)) }
                    td.number { (old) }
                    td.number { (new) }
                    td.number.bad[is_lower] {
                        @match change { Some(change) => (minus(change)), None => (voice.own(&direction(&moved.went))) }
                    }
                    td { (voice.own(&whys(&moved.whys))) }
                    td {
                        (voice.say(&flips(moved)))
                        @for why in review { " " (voice.say(&Text::verbatim(why.as_str()))) }
                    }
                }
            };
            // Nothing that is written into a text fails.
            let _ = writeln!(rows, "{}", row.into_string());
        }
        rows
    }

    fn in_one(&self, listed: &[Listed], title: &Text, id: &str) -> Markup {
        let voice = self.voice;
        html! {
            @if !listed.is_empty() {
                section aria-labelledby=(id) {
                    h2 id=(id) { (voice.own(title)) }
                    ul.names {
                        @for listed in listed {
                            li { (harmless(&listed.id)) @if let Some(score) = listed.score { " " span.soft { (score) } } }
                        }
                    }
                }
            }
        }
    }
}

/// A change with the sign that type has for less.
fn minus(change: Change) -> String {
    change.to_string().replace('-', "−")
}
