//! Every test, so that a link to any of them leads somewhere.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::Student;
use crate::diagnostics::text;
use crate::report::html::class::{Test, by_group};

/// The tests by their groups; those in `told` are on the page already.
pub(super) fn section(student: Student<'_>, told: &BTreeSet<&str>) -> Markup {
    let Student { book, graded, voice } = student;
    let tests = Test::all(book, graded);
    html! {
        section aria-labelledby="tests" {
            h2 #tests { (voice.text(text!("Every test", "Mọi ca kiểm thử"))) }
            @for (group, own) in book.spec.groups.iter().zip(by_group(book, &tests)) {
                @let passed = own.iter().filter(|test| **test == Test::Passed).count();
                details {
                    summary { (voice.own(&group.title)) " " span.soft { (passed) "/" (own.len()) } }
                    ul.every {
                        @for (case, test) in group.cases.iter().zip(own) {
                            @if told.contains(case.id.as_str()) {
                                li { a href={ "#case-" (case.id) } { code { (case.id) } } " " (sign(*test, student)) }
                            } @else {
                                li id={ "case-" (case.id) } { code { (case.id) } " " (sign(*test, student)) }
                            }
                        }
                    }
                }
            }
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
