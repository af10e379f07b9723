//! Where the points went: a row for each group of tests, and one for each other line of the account.

use maud::{Markup, html};

use super::Student;
use crate::diagnostics::text;
use crate::grade::{CaseResult, Verdict};
use crate::report::account::{lateness, lines};
use crate::report::html::class::Test;
use crate::spec::Points;

/// The table.
pub(super) fn section(student: Student<'_>) -> Markup {
    let Student { book, graded, voice } = student;
    let tests = Test::all(book, graded);
    let mut first = 0;
    let groups = book.spec.groups.iter().map(|group| {
        let cases = first..first + group.cases.len();
        first = cases.end;
        let results = graded.results.get(cases.clone()).unwrap_or_default();
        let is_judged = graded.problem.is_none() && results.iter().all(|result| result.verdict.is_judged());
        let earned: Points = results.iter().filter_map(CaseResult::points).sum();
        let own = &tests[cases.clone()];
        let passed = own.iter().filter(|test| **test == Test::Passed).count();
        let passed = own.iter().any(|test| *test != Test::NotJudged).then_some(passed);
        let has_failed = own.contains(&Test::Failed) && graded.problem.is_none();
        let shows_points = book.shown(cases.start).points;
        let by_hand = results.iter().any(|result| result.verdict == Verdict::ByHand);
        (group, passed, (is_judged || by_hand).then_some(earned).filter(|_| shows_points), has_failed)
    });
    let groups: Vec<_> = groups.collect();
    let account = graded.account();
    let others = account.iter().flat_map(|account| {
        lines(account)
            .into_iter()
            .filter(|line| !matches!(line.id, "cases" | "bonus") && line.points > Points::ZERO)
    });
    let others: Vec<_> = others.collect();
    html! {
        section.points aria-labelledby="points" {
            h2 #points { (voice.text(text!("Where the points went", "Điểm ở từng phần"))) }
            table {
                thead {
                    tr {
                        th scope="col" { (voice.text(text!("group", "nhóm"))) }
                        th.number scope="col" { (voice.text(text!("passed", "đạt"))) }
                        th.number scope="col" { (voice.text(text!("points", "điểm"))) }
                        th.number scope="col" { (voice.text(text!("of", "trên"))) }
                    }
                }
                tbody {
                    @for (group, passed, earned, has_failed) in &groups {
                        tr {
                            th scope="row" {
                                @if *has_failed { a href={ "#group-" (group.id) } { (voice.own(&group.title)) } }
                                @else { (voice.own(&group.title)) }
                            }
                            td.number { @match passed { Some(passed) => { (passed) "/" (group.cases.len()) }, None => "–" } }
                            td.number.bad[*has_failed] { @match earned { Some(earned) => (earned), None => "–" } }
                            td.number.soft { (group.points) }
                        }
                    }
                    @for line in &others {
                        tr {
                            th scope="row" { (voice.own(&line.about)) }
                            td {}
                            td.number.bad[line.is_taken] { @if line.is_taken { "−" } (line.points) }
                            td {}
                        }
                    }
                }
                @if let Some(account) = account {
                    tfoot {
                        tr {
                            th scope="row" { (voice.text(text!("Total", "Tổng"))) }
                            td {}
                            td.number { (account.total) }
                            td.number { (book.spec.points) }
                        }
                    }
                }
            }
            @if let Some(late) = &graded.late { p.soft { (voice.say(&lateness(late))) } }
        }
    }
}
