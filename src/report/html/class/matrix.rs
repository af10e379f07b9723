//! The students by the groups of the spec: a row for each, in which only what is wrong is seen. The tests of a group take the
//! place of the groups where a script may run; the signs of all of them stand in each row for that.

use maud::{Markup, PreEscaped, html};

use super::{Kind, Student, Test, by_group};
use crate::diagnostics::text;
use crate::grade::{Audience, Gradebook, Graded};
use crate::report::html::{anchor, rows, voice::Voice};
use crate::report::visible::harmless;
use crate::report::words::why;

/// A cell of the table: how many tests of a group failed.
enum Cell {
    /// This many; how much of the group that is, from 1 to 4.
    Failed(usize, usize),
    /// Another result of all that did not pass.
    Other(Test),
}

impl Cell {
    fn of(tests: &[Test]) -> Self {
        let count = |test: Test| tests.iter().filter(|known| **known == test).count();
        let failed = count(Test::Failed);
        if failed == 0 {
            let others = [Test::NotJudged, Test::NotRun, Test::ByHand];
            return Self::Other(others.into_iter().find(|test| count(*test) > 0).unwrap_or(Test::Passed));
        }
        // Only a group that failed as a whole has the last shade.
        let shade = if failed == tests.len() { 4 } else { 1 + 3 * (failed - 1) / tests.len() };
        Self::Failed(failed, shade)
    }

    fn draw(&self) -> Markup {
        match self {
            Self::Failed(count, 4) => html! { td.f4 { (count) } },
            Self::Failed(count, 3) => html! { td.f3 { (count) } },
            Self::Failed(count, 2) => html! { td.f2 { (count) } },
            Self::Failed(count, _) => html! { td.f1 { (count) } },
            Self::Other(Test::Passed) => html! { td { "·" } },
            Self::Other(Test::NotJudged) => html! { td.q { "?" } },
            Self::Other(test) => html! { td.s { (test.sign()) } },
        }
    }
}

/// The row of a submission.
pub(super) fn row(book: &Gradebook, graded: &Graded, student: &Student, voice: Voice<'_>) -> Markup {
    let signs: String = student.tests.iter().map(|test| test.sign()).collect();
    let kinds: Vec<&str> = student.kinds.iter().map(|kind| kind.id()).collect();
    let score = student.score.map(|score| score.to_string());
    let review = text!("review", "xem xét");
    let groups: Vec<Cell> = by_group(book, &student.tests).into_iter().map(Cell::of).collect();
    let names = harmless(&graded.names.join(", "));
    let passed = student.tests.iter().filter(|test| **test == Test::Passed).count();
    html! {
        tr id=(anchor(&student.name)) data-tests=(signs) data-is=(kinds.join(" ")) {
            th scope="row" {
                a href=(student.page) { (student.name) }
                @if !names.is_empty() && book.audience == Audience::Staff { " " span.soft { (names) } }
            }
            td.number { (score.as_deref().unwrap_or(voice.own(&review))) }
            td.number { (passed) }
            @for cell in &groups { (cell.draw()) }
            td.why { (harmless(&why(book, graded, voice.language))) }
        }
        "\n"
    }
}

/// The table, with what stands for its rows.
pub(super) fn section(cover: &Gradebook, students: &[Student], body: &str, voice: Voice<'_>) -> Markup {
    let own = |words| voice.text(words);
    let kinds = Kind::ALL.map(|kind| {
        let count = students.iter().filter(|student| student.kinds.contains(&kind)).count();
        (kind.id(), kind.about(), count)
    });
    let columns = html! {
        label {
            (own(text!("Columns", "Cột")))
            select #columns {
                option { (own(text!("groups", "các nhóm"))) }
                @for (first, group) in firsts(cover).zip(&cover.spec.groups) {
                    @let ids: Vec<&str> = group.cases.iter().map(|case| case.id.as_str()).collect();
                    option data-first=(first) data-tests=(ids.join(" ")) { (voice.own(&group.title)) }
                }
            }
        }
    };
    html! {
        section aria-labelledby="students" {
            h2 #students { (own(text!("Students", "Sinh viên"))) }
            (rows::form(voice, kinds, &columns))
            (key(voice))
            div.wide.pane tabindex="0" role="group" aria-label=(own(text!("Table of students", "Bảng sinh viên"))) {
                table.matrix {
                    thead {
                        tr {
                            th scope="col" aria-sort="ascending" { button type="button" { (own(text!("student", "sinh viên"))) } }
                            th.number scope="col" { button type="button" { (own(text!("score", "điểm"))) } }
                            th.number scope="col" { button type="button" { (own(text!("passed", "đạt"))) } }
                            @for group in &cover.spec.groups {
                                th.group scope="col" { button type="button" { (voice.own(&group.title)) } }
                            }
                            th.why scope="col" { (own(text!("where most was lost", "mất điểm nhiều nhất ở đâu"))) }
                        }
                    }
                    tbody { (PreEscaped(body)) }
                }
            }
        }
    }
}

/// The number of the first test of each group.
fn firsts(cover: &Gradebook) -> impl Iterator<Item = usize> {
    cover.spec.groups.iter().scan(0, |next, group| {
        let first = *next;
        *next += group.cases.len();
        Some(first)
    })
}

/// What the signs mean.
fn key(voice: Voice<'_>) -> Markup {
    let own = |words| voice.text(words);
    html! {
        ul.key {
            li { span.p { "·" } (own(text!("all passed", "đạt hết"))) }
            li { span.f1 { "1" } (own(text!("number of tests that failed", "số ca không đạt"))) }
            li { span.f4 { "9" } (own(text!("all of the group failed", "cả nhóm không đạt"))) }
            li { span.q { "?" } (own(text!("not judged", "chưa chấm"))) }
            li { span { "–" } (own(text!("not run", "chưa chạy"))) }
            li { span { "m" } (own(text!("marked by hand", "chấm tay"))) }
        }
    }
}
