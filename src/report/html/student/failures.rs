//! What went wrong, most costly first: a part for each group of tests with what failed in it, and for each finding about the whole
//! program.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{Student, diff, findings, turns};
use crate::diagnostics::{Text, text};
use crate::grade::{Call, Failure};
use crate::report::story::{Block, CaseBlock, FailureBlock, GroupBlock, SameWay};
use crate::report::visible::{Blanks, visible_line};

/// With more failed tests than these, only those that are reported for others show their output.
const MOST_IN_FULL: usize = 60;
/// Of more input, the last entries are shown.
const MOST_TYPED: usize = 60;

/// A part for each cause; the cases told in them are added to `told`.
pub(super) fn causes<'b>(
    student: Student<'b>,
    blocks: &[Block<'b>],
    told: &mut BTreeSet<&'b str>,
) -> Vec<Markup> {
    let failed = student.graded.results.iter().filter(|result| result.has_failed()).count();
    let shows_all = failed <= MOST_IN_FULL;
    let mut causes = Vec::new();
    for block in blocks {
        match block {
            Block::Group(group) => {
                told.extend(group.cases.iter().map(|case| case.id));
                causes.push(of_group(student, group, shows_all));
            }
            Block::SameWay(same) => causes.push(same_way(student, same)),
            Block::Finding(finding) => causes.push(findings::finding(student, finding)),
            Block::Together(words) => causes.push(html! { p.soft { (student.voice.say(words)) } }),
            _ => {}
        }
    }
    causes
}

fn of_group(student: Student<'_>, group: &GroupBlock<'_>, shows_all: bool) -> Markup {
    let voice = student.voice;
    let is_first = |case: &&CaseBlock<'_>| {
        case.failure.as_ref().is_some_and(|failure| failure.failure.told_as.as_deref() == Some(case.id))
    };
    let first = group.cases.iter().find(is_first);
    let rest: Vec<&CaseBlock<'_>> =
        group.cases.iter().filter(|case| first.is_none_or(|first| first.id != case.id)).collect();
    let count = rest.len();
    let more = if first.is_some() {
        text!("{count} more tests failed here", "còn {count} ca kiểm thử không đạt ở đây")
    } else {
        text!("the tests that failed here: {count}", "các ca kiểm thử không đạt ở đây: {count}")
    };
    html! {
        section.cause aria-labelledby={ "group-" (group.id) } {
            header {
                h3 id={ "group-" (group.id) } { (voice.own(group.title)) }
                p { (voice.own(&group.price)) }
            }
            @for words in group.same_as.iter().chain(group.hint) { p.hint { (voice.say(words)) } }
            @if let Some(first) = first {
                article.case id={ "case-" (first.id) } {
                    h4 { a href={ "#case-" (first.id) } { code { (first.id) } } " " span { (voice.say(&first.verdict)) } }
                    @if let Some(failure) = &first.failure { (self::failure(student, failure, true)) }
                }
            }
            @if !rest.is_empty() {
                details.more open[first.is_none() && count <= 5] {
                    summary { (voice.own(&more)) }
                    div.cases { @for case in rest { (folded(student, case, shows_all)) } }
                }
            }
            @for words in &group.others { p.soft { (voice.say(words)) } }
        }
    }
}

/// A case that can be opened.
fn folded(student: Student<'_>, case: &CaseBlock<'_>, shows_all: bool) -> Markup {
    let voice = student.voice;
    html! {
        details id={ "case-" (case.id) } {
            summary { code { (case.id) } " " span.soft { (voice.say(&case.verdict)) } }
            @if let Some(failure) = &case.failure { (self::failure(student, failure, shows_all)) }
        }
    }
}

/// Groups that fail in one way, which is reported elsewhere.
fn same_way(student: Student<'_>, same: &SameWay<'_>) -> Markup {
    let voice = student.voice;
    html! {
        section.cause {
            header {
                h3 { (voice.say(&same.title)) }
                @if let Some(price) = &same.price { p { (voice.own(price)) } }
            }
            ul { @for (id, title) in same.ids.iter().zip(&same.groups) { li id={ "group-" (id) } { (voice.own(title)) } } }
        }
    }
}

/// A failed case: the reasons, what came out, what was typed, and how to see it again.
fn failure(student: Student<'_>, block: &FailureBlock<'_>, in_full: bool) -> Markup {
    let (voice, failure) = (student.voice, block.failure);
    let label = |words: Text| html! { span.label { (voice.own(&words)) } };
    let left_out = failure.typed.len().saturating_sub(MOST_TYPED);
    let step = failure.step.filter(|_| block.shown.input);
    html! {
        @if !block.reasons.is_empty() {
            ul.reasons { @for reason in &block.reasons { li { (voice.say(reason)) } } }
        }
        (stack(student, failure))
        @if in_full { (diff::of_failure(failure, block.shown, voice)) }
        @if let Some(words) = &block.from_here { p.soft { (voice.own(words)) } }
        @if let Some(words) = &block.left_out { p.soft { (voice.own(words)) } }
        @if block.shown.input && (!failure.typed.is_empty() || step.is_some()) {
            p.keys {
                @if let Some(step) = step { (label(text!("step {step}", "bước {step}"))) " " }
                @if !failure.typed.is_empty() { (label(text!("typed", "đã gõ"))) }
                @if left_out > 0 { " ... (" (left_out) ")" }
                @for entry in &failure.typed[left_out..] { " " kbd { (visible_line(entry, Blanks::Marked)) } }
            }
        }
        (turns::of_failure(failure, voice))
        @if let Some(command) = &block.replay {
            p.replay { (label(text!("replay it", "chạy lại"))) " " code { (crate::report::visible::harmless(command)) } }
        }
    }
}

/// The calls that were under way where it went wrong, innermost first. A single one stands in the reasons.
fn stack(student: Student<'_>, failure: &Failure) -> Markup {
    let voice = student.voice;
    let sources = &student.graded.sources;
    if failure.calls.len() < 2 {
        return html! {};
    }
    let called = |call: &Call| {
        let (name, place) = (&call.subroutine, sources.place(call.at));
        text!("`{name}`, called at {place}", "`{name}`, được gọi tại {place}")
    };
    html! {
        div.calls {
            span.label { (voice.text(text!("call stack, innermost first", "các lời gọi đang chạy, trong cùng trước"))) }
            ol { @for call in &failure.calls { li { (voice.say(&called(call))) } } }
        }
    }
}
