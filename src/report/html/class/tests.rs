//! The tests by how many failed them, and those that are suspicious: nobody fails them, or the strong do and the weak do not.

use maud::{Markup, html};

use super::{Student, Test, by_group};
use crate::diagnostics::{Text, text};
use crate::grade::Gradebook;
use crate::report::html::{share, voice::Voice};
use crate::spec::Case;

/// Fewer submissions say nothing about strong and weak ones.
const FEWEST: usize = 9;

/// A test with what the class made of it.
struct Tally<'b> {
    case: &'b Case,
    /// How many were judged, and how many of them failed.
    judged: usize,
    failed: usize,
    /// Of the best third and of the weakest third, how many failed.
    strong: usize,
    weak: usize,
}

impl Tally<'_> {
    /// Returns `true` if more of the best fail it than of the weakest.
    fn is_upside_down(&self) -> bool {
        self.strong > self.weak
    }

    fn is_failed_by_all(&self) -> bool {
        self.judged > 1 && self.failed == self.judged
    }
}

/// Both lists.
pub(super) fn section(cover: &Gradebook, students: &[Student], voice: Voice<'_>) -> Markup {
    let mut scored: Vec<&Student> = students.iter().filter(|student| student.score.is_some()).collect();
    scored.sort_by_key(|student| student.score);
    let third = if scored.len() < FEWEST { 0 } else { scored.len() / 3 };
    let (weakest, best) = (&scored[..third], &scored[scored.len() - third..]);
    let of = |(index, case)| {
        let failed = |students: &[&Student]| {
            students.iter().filter(|student| student.tests.get(index) == Some(&Test::Failed)).count()
        };
        let is_judged =
            |student: &&&Student| matches!(student.tests.get(index), Some(Test::Passed | Test::Failed));
        let judged = scored.iter().filter(is_judged).count();
        Tally { case, judged, failed: failed(&scored), strong: failed(best), weak: failed(weakest) }
    };
    let tests: Vec<Tally<'_>> = cover.spec.cases().enumerate().map(of).collect();
    html! {
        @if !scored.is_empty() { (suspicious(&tests, third, voice)) }
        section aria-labelledby="tests" {
            h2 #tests { (voice.text(text!("Tests", "Ca kiểm thử"))) }
            @for (group, own) in cover.spec.groups.iter().zip(by_group(cover, &tests)) {
                (of_group(&group.title, own, voice))
            }
        }
    }
}

/// The tests of a group that somebody failed, and the names of the others.
fn of_group(title: &Text, tests: &[Tally<'_>], voice: Voice<'_>) -> Markup {
    let (failed, passed): (Vec<&Tally<'_>>, Vec<&Tally<'_>>) = tests.iter().partition(|test| test.failed > 0);
    let (count, all) = (failed.len(), tests.len());
    let about = text!("{count} of {all} failed by somebody", "{count}/{all} ca có người không đạt");
    let nobody = text!("nobody fails", "không ai trượt");
    html! {
        details {
            summary { (voice.own(title)) " " span.soft { (voice.own(&about)) } }
            @if !failed.is_empty() {
                table.plain {
                    thead {
                        tr {
                            th scope="col" { (voice.text(text!("test", "ca"))) }
                            th.number scope="col" { (voice.text(text!("failed", "không đạt"))) }
                            th.number scope="col" { (voice.text(text!("of", "trên"))) }
                            td {}
                        }
                    }
                    tbody { @for test in failed { (row(test)) } }
                }
            }
            @if !passed.is_empty() { p.soft { (voice.own(&nobody)) ": " (names(&passed)) } }
        }
    }
}

fn row(test: &Tally<'_>) -> Markup {
    html! {
        tr {
            th scope="row" { code { (test.case.id) } }
            td.number { (test.failed) }
            td.number.soft { (test.judged) }
            td.bar {
                svg.share viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" {
                    rect width="100" height="1" {}
                    rect.lost width=(share(test.failed as u64, test.judged as u64)) height="1" {}
                }
            }
        }
    }
}

fn names(tests: &[&Tally<'_>]) -> Markup {
    html! {
        @for (index, test) in tests.iter().enumerate() { @if index > 0 { ", " } code { (test.case.id) } }
    }
}

/// Tests that say little, or the wrong thing, about who is strong.
fn suspicious(tests: &[Tally<'_>], third: usize, voice: Voice<'_>) -> Markup {
    let upside_down: Vec<&Tally<'_>> = tests.iter().filter(|test| test.is_upside_down()).collect();
    let by_all: Vec<&Tally<'_>> = tests.iter().filter(|test| test.is_failed_by_all()).collect();
    let by_nobody: Vec<&Tally<'_>> = tests.iter().filter(|test| test.failed == 0).collect();
    let count = by_nobody.len();
    let (all, none) = (
        text!("failed by everybody", "mọi người đều không đạt"),
        text!("{count} that nobody fails", "{count} ca không ai trượt"),
    );
    html! {
        section aria-labelledby="suspicious" {
            h2 #suspicious { (voice.text(text!("Suspicious tests", "Ca kiểm thử đáng ngờ"))) }
            ul {
                @for test in &upside_down {
                    @let (strong, weak) = (test.strong, test.weak);
                    @let words = text!(
                        "failed by {strong} of the {third} best and {weak} of the {third} weakest",
                        "{strong} trong {third} bài tốt nhất và {weak} trong {third} bài yếu nhất không đạt"
                    );
                    li { code { (test.case.id) } ": " (voice.own(&words)) }
                }
                @if !by_all.is_empty() { li { (voice.own(&all)) ": " (names(&by_all)) } }
                @if !by_nobody.is_empty() {
                    li { details { summary { (voice.own(&none)) } p { (names(&by_nobody)) } } }
                }
                @if upside_down.is_empty() && by_all.is_empty() && by_nobody.is_empty() {
                    li { (voice.text(text!("none", "không có"))) }
                }
            }
        }
    }
}
