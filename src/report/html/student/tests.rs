//! Every test, so that a link to any of them leads somewhere.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::Student;
use crate::diagnostics::text;
use crate::grade::Audience;
use crate::report::html::class::{Test, by_group};
use crate::report::visible::harmless;

/// The tests by their groups; those in `told` are on the page already.
pub(super) fn section(student: Student<'_>, told: &BTreeSet<&str>) -> Markup {
    let Student { book, graded, voice } = student;
    let tests = Test::all(book, graded);
    html! {
        section aria-labelledby="tests" {
            h2 #tests { (voice.text(text!("Every test", "Mọi ca kiểm thử"))) }
            @for ((group, own), results) in book.spec.groups.iter().zip(by_group(book, &tests)).zip(by_group(book, &graded.results)) {
                @let passed = own.iter().filter(|test| **test == Test::Passed).count();
                details {
                    summary { (voice.own(&group.title)) " " span.soft { (passed) "/" (own.len()) } }
                    ul.every {
                        @for (at, (case, test)) in group.cases.iter().zip(own).enumerate() {
                            @let to_staff = results.get(at).map_or("", |result| result.to_staff.as_str());
                            @if told.contains(case.id.as_str()) {
                                li { a href={ "#case-" (case.id) } { code { (case.id) } } " " (sign(*test, student)) (remark(to_staff, student)) }
                            } @else {
                                li id={ "case-" (case.id) } { code { (case.id) } " " (sign(*test, student)) (remark(to_staff, student)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a command of the staff, or the grader, says to staff; students never get it.
fn remark(to_staff: &str, student: Student<'_>) -> Markup {
    let is_said = !to_staff.is_empty() && student.book.audience == Audience::Staff;
    html! {
        @if is_said {
            " " span.label { (student.voice.text(text!("for staff", "cho người chấm"))) } " "
            @for (at, line) in to_staff.lines().enumerate() { @if at > 0 { br; } (harmless(line)) }
        }
    }
}

fn sign(test: Test, student: Student<'_>) -> Markup {
    let words = match test {
        Test::Passed => text!("passed", "đạt"),
        Test::Failed => text!("failed", "không đạt"),
        Test::NotRun => text!("not run", "chưa chạy"),
        Test::NotJudged => text!("not judged", "chưa chấm"),
        Test::ByHand => text!("marked by hand", "chấm tay"),
    };
    html! { span.soft.bad[test == Test::Failed] { (student.voice.own(&words)) } }
}
