//! The sources, line by line, each with a name that links lead to. A line at which something went wrong is marked, and what went wrong
//! stands below it.

mod ran;

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, Render, html};

use super::Student;
use ran::{LineRan, RanFiles};

use crate::diagnostics::{Severity, SourceFile, Span, Text, is_hostile, text};

/// A file of more lines than this is shown only around the lines that are marked.
const MOST_LINES: usize = 5_000;
/// So many lines before and after a marked one are shown of a longer file.
const AROUND: usize = 20;
/// The most remarks below one line.
const MOST_REMARKS: usize = 4;

/// What is said of a line.
#[derive(Default)]
struct Remarks<'b> {
    /// The cases that failed there, with the first reason of each.
    cases: Vec<(&'b str, Option<&'b Text>)>,
    /// The messages of the assembler.
    messages: Vec<&'b Text>,
}

/// The part of the page; nothing if no file was read.
pub(super) fn section(student: Student<'_>) -> Option<Markup> {
    let Student { graded, voice, .. } = student;
    let files = graded.sources.files();
    if files.is_empty() {
        return None;
    }
    let remarks = remarks(student);
    let ran = RanFiles::of(student.graded.ran.as_ref());
    Some(html! {
        section aria-labelledby="source" {
            h2 #source { (voice.text(text!("Source", "Mã nguồn"))) }
            (ran.about(student))
            @for (file, source) in files.iter().enumerate() { (of_file(student, file, source, (&remarks, &ran))) }
        }
    })
}

/// What is said of which line, by file and line.
fn remarks(student: Student<'_>) -> BTreeMap<(usize, usize), Remarks<'_>> {
    let (book, graded) = (student.book, student.graded);
    let mut remarks: BTreeMap<(usize, usize), Remarks<'_>> = BTreeMap::new();
    let index = |name: &str| graded.sources.files().iter().position(|file| file.name == name);
    let line_of = |span: Span| {
        let file = graded.sources.file(span.file);
        Some((index(&file.name)?, graded.sources.position(span).line))
    };
    for (case, result) in book.spec.cases().zip(&graded.results) {
        let told = result.failure.as_ref().filter(|failure| failure.told_as.as_ref() == Some(&case.id));
        let Some((place, failure)) = told.and_then(|failure| Some((failure.place?, failure))) else {
            continue;
        };
        if let Some(at) = line_of(place) {
            remarks.entry(at).or_default().cases.push((&case.id, failure.because.first()));
        }
    }
    for diagnostic in &graded.diagnostics {
        let is_said = diagnostic.severity != Severity::Note;
        if let Some(at) = diagnostic.labels.first().filter(|_| is_said).and_then(|label| line_of(label.span))
        {
            remarks.entry(at).or_default().messages.push(&diagnostic.message);
        }
    }
    remarks
}

fn of_file(
    student: Student<'_>,
    file: usize,
    source: &SourceFile,
    (remarks, ran): (&BTreeMap<(usize, usize), Remarks<'_>>, &RanFiles),
) -> Markup {
    let voice = student.voice;
    let lines: Vec<&str> = source.text.trim_end_matches('\n').split('\n').collect();
    let marked: Vec<usize> = remarks.range((file, 0)..(file + 1, 0)).map(|((_, line), _)| *line).collect();
    let is_shown = |line: usize| {
        lines.len() <= MOST_LINES || marked.iter().any(|marked| line.abs_diff(*marked) <= AROUND)
    };
    let count = lines.len();
    let about = text!("{count} lines", "{count} dòng");
    let name = inert(&source.name);
    // Lines without others left out between them, and the number of the first: browsers count from the start of a list, and not
    // all of them from the value of an item.
    let mut stretches: Vec<(usize, String)> = Vec::new();
    let mut next = 0;
    for (line, text) in lines.iter().enumerate().map(|(index, text)| (index + 1, text)) {
        if is_shown(line) {
            if line != next {
                stretches.push((line, String::new()));
            }
            next = line + 1;
            let known = (remarks.get(&(file, line)), ran.line(file, line));
            if let Some((_, numbered)) = stretches.last_mut() {
                of_line(student, &voice.line(file, line), text, known).render_to(numbered);
            }
        }
    }
    html! {
        h3.file { code { (name) } " " span.soft { (voice.own(&about)) } }
        (ran.never(student, file, is_shown))
        div.source tabindex="0" role="group" aria-label=(name) {
            @for (first, numbered) in &stretches {
                ol start=[(*first != 1).then_some(first)] { (PreEscaped(numbered)) }
            }
        }
    }
}

/// A line.
fn of_line(
    student: Student<'_>,
    id: &str,
    text: &str,
    (remarks, ran): (Option<&Remarks<'_>>, Option<LineRan>),
) -> Markup {
    let voice = student.voice;
    let class = ran.map(LineRan::class);
    let mark = ran::mark(ran, voice);
    let Some(remarks) = remarks else {
        return html! { li class=[class] id=(id) { (mark) (inert(text)) } };
    };
    let kind = if remarks.cases.is_empty() { "remark" } else { "hit" };
    let class = class.map_or_else(|| kind.to_owned(), |class| format!("{kind} {class}"));
    html! {
        li class=(class) id=(id) {
            (mark) (inert(text))
            @for (case, reason) in remarks.cases.iter().take(MOST_REMARKS) {
                span.said {
                    a href={ "#case-" (case) } { code { (case) } }
                    @if let Some(reason) = reason { ": " (voice.say(reason)) }
                }
            }
            @for message in remarks.messages.iter().take(MOST_REMARKS) { span.said { (voice.say(message)) } }
        }
    }
}

/// Text of a file, of which every character is drawn: those that would do something else are written out. Tabs and line ends stay.
pub(in crate::report::html) fn inert(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hostile(c) && c != '\t' && c != '\n' {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn every_character_of_a_source_is_drawn() {
        assert_eq!(inert("\tADD ; \u{202E}x\u{1b}[2J\n"), "\tADD ; \\u{202e}x\\u{1b}[2J\n");
    }
}
