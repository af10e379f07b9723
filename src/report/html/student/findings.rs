//! What was found in the whole program: differences of format, style, readings that cost points, changed lines of the starter file.

use maud::{Markup, html};

use super::{Student, diff};
use crate::compare::{FormatKind, Hunk, HunkLine, LinePair, Side};
use crate::diagnostics::text;
use crate::grade::FormatFinding;
use crate::report::sides::{Sides, printed};
use crate::report::story::{Finding, FindingLines};
use crate::report::visible::{Blanks, visible_line};

/// This many lines of a file that changed are enough.
const MOST_LINES: usize = 200;

/// A finding.
pub(super) fn finding(student: Student<'_>, finding: &Finding<'_>) -> Markup {
    let voice = student.voice;
    html! {
        section.cause {
            header {
                h3 { (voice.say(&finding.title)) }
                @if let Some(price) = &finding.price { p { (voice.own(price)) } }
            }
            @if let Some(help) = &finding.help { p.hint { (voice.say(help)) } }
            @match finding.lines {
                FindingLines::Nothing => {},
                FindingLines::Format(found) => (format(student, found)),
                FindingLines::Changes(hunks) => (changes(hunks)),
            }
            @if !finding.notes.is_empty() {
                ul.reasons { @for note in &finding.notes { li { (voice.say(note)) } } }
            }
        }
    }
}

/// Lines as they must be and as they were printed.
fn format(student: Student<'_>, finding: &FormatFinding) -> Markup {
    if finding.expected.is_none() && finding.actual.is_none() {
        return html! {};
    }
    // Where lines are broken differently, their ends show it.
    let end: &[u8] = if finding.kind == FormatKind::LineBreaks { b"\n" } else { b"" };
    let shown = |line: &Option<Vec<u8>>| line.as_ref().map(|line| [line, end].concat());
    let first = LinePair { expected: shown(&finding.expected), actual: shown(&finding.actual), fits: false };
    let pairs = std::iter::once(first).chain(finding.more.iter().map(|(_, pair)| pair.clone())).collect();
    let sides = Sides { expected: text!("expected", "mong đợi"), actual: printed(), pairs };
    diff::lines(&sides, Blanks::Marked, false, student.voice)
}

/// The lines of a file that changed.
fn changes(hunks: &[Hunk]) -> Markup {
    let lines = hunks.iter().flat_map(|hunk| &hunk.lines).take(MOST_LINES);
    html! {
        div.changes tabindex="0" role="group" { @for line in lines { (changed(line)) } }
    }
}

fn changed(line: &HunkLine) -> Markup {
    let shown = visible_line(&line.text, Blanks::AsTheyAre);
    let number = if line.number == 0 { String::new() } else { line.number.to_string() };
    html! {
        @match line.side {
            Side::Both => div { span.at { (number) } "  " (shown) },
            Side::Old => del { span.at { (number) } "- " (shown) },
            Side::New => ins { span.at { (number) } "+ " (shown) },
        }
    }
}
