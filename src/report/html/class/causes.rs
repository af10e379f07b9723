//! Failures of a class with the same cause: described in the same words once numbers and what a submission calls its things are left
//! out, each with the students that it costs points, and how many of them have the same code at the place.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::Student;
use crate::compare::pair_lines;
use crate::diagnostics::{Severity, Text, text};
use crate::grade::{Failure, Gradebook, Graded, Problem, Verdict};
use crate::report::html::{in_link, voice::Voice};
use crate::report::visible::{Blanks, shortened, visible_line};
use crate::report::words::{Loss, counted, losses, not_met, reading};
use crate::spec::{Expectation, Points};

/// So many causes are shown at once; the others are in a part that can be opened.
const MOST_OPEN: usize = 8;
/// Lines before and after a place that must be alike in code that is the same.
const AROUND: usize = 1;
/// The most bytes of output in which the first line that differs is looked for.
const MOST_BYTES: usize = 8_000;

/// The causes, by what they have in common.
#[derive(Default)]
pub(super) struct Causes(BTreeMap<(String, String), Cause>);

/// A cause.
#[derive(Default)]
struct Cause {
    /// The groups of tests, or what it is instead, with the number of failures there.
    titles: BTreeMap<Text, usize>,
    /// What goes wrong, in a few words.
    about: Text,
    /// The words of the first submission that has it.
    example: Text,
    /// What it costs all of them.
    cost: Points,
    /// The number of each student, and the test that shows it.
    students: Vec<(usize, String)>,
    /// Code at the place of the failure, without what differs from one program to the next: how many have it, and how it looks.
    code: BTreeMap<String, (usize, String)>,
}

/// A failure of a submission, as far as it may be that of others.
struct Found {
    kind: String,
    title: Text,
    about: Text,
    example: Text,
    cost: Points,
    case: String,
    code: Option<(String, String)>,
}

impl Causes {
    /// Their number.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Takes the causes of a submission, by its number in the class.
    pub(super) fn take(&mut self, book: &Gradebook, graded: &Graded, number: usize) {
        for found in found(book, graded) {
            let key = (found.kind, general(&found.example, graded));
            let cause = self.0.entry(key).or_default();
            if cause.students.is_empty() {
                cause.about = found.about;
                cause.example = found.example;
            }
            cause.cost += found.cost;
            *cause.titles.entry(found.title).or_default() += 1;
            if cause.students.last().is_none_or(|(last, _)| *last != number) {
                cause.students.push((number, found.case));
                if let Some((code, shown)) = found.code {
                    cause.code.entry(code).or_insert((0, shown)).0 += 1;
                }
            }
        }
    }

    /// The list, with those first that several students share.
    pub(super) fn section(&self, students: &[Student], voice: Voice<'_>) -> Markup {
        let mut causes: Vec<&Cause> = self.0.values().collect();
        causes.sort_by_key(|cause| Reverse((cause.students.len() > 1, cause.cost)));
        let shared = causes.iter().filter(|cause| cause.students.len() > 1).count();
        let open = if shared == 0 { MOST_OPEN } else { shared.min(MOST_OPEN) }.min(causes.len());
        let (first, rest) = causes.split_at(open);
        let count = rest.len();
        let more = text!(
            "{count} more, of fewer points or of one student each",
            "còn {count} nguyên nhân, mất ít điểm hơn hoặc chỉ ở một sinh viên"
        );
        let about = text!(
            "Failures that are described in the same words, by what they cost all students together.",
            "Các lỗi được mô tả bằng cùng một câu, xếp theo tổng số điểm mà mọi sinh viên bị mất."
        );
        html! {
            @if !causes.is_empty() {
                section aria-labelledby="causes" {
                    h2 #causes { (voice.text(text!("Causes that students share", "Nguyên nhân chung"))) }
                    p { (voice.own(&about)) }
                    ol.causes { @for cause in first { (cause.draw(students, voice)) } }
                    @if !rest.is_empty() {
                        details {
                            summary { (voice.own(&more)) }
                            ol.causes { @for cause in rest { (cause.draw(students, voice)) } }
                        }
                    }
                }
            }
        }
    }
}

impl Cause {
    fn draw(&self, students: &[Student], voice: Voice<'_>) -> Markup {
        let count = self.students.len();
        let counted = counted(count, "student");
        let names = text!("{counted}", "{count} sinh viên");
        let title = self.titles.iter().max_by_key(|(_, count)| **count).map(|(title, _)| title);
        let others = self.titles.len().saturating_sub(1);
        let alike = self.code.values().max_by_key(|(count, _)| *count).filter(|(count, _)| *count > 1);
        let alike = alike.map(|(alike, code)| {
            text!(
                "{alike} of them have the same code there: `{code}`",
                "{alike} bài có cùng đoạn mã ở đó: `{code}`"
            )
        });
        html! {
            li {
                p.cost { "−" (self.cost) small { (voice.own(&names)) } }
                div {
                    p {
                        @if let Some(title) = title { strong { (voice.own(title)) } }
                        @if others > 0 { (voice.text(text!(" and {others} more", " và {others} nhóm nữa"))) }
                        @if !self.about.is_empty() { ": " (voice.say(&self.about)) }
                    }
                    @if !self.example.is_empty() { p.soft { (voice.say(&self.example)) } }
                    @if let Some(alike) = &alike { p.soft { (voice.say(alike)) } }
                    details {
                        summary { (voice.own(&names)) }
                        ul.names {
                            @for (number, case) in &self.students {
                                @if let Some(student) = students.get(*number) {
                                    @let part = if case.is_empty() { String::new() } else { format!("#case-{}", in_link(case)) };
                                    li { a href={ (student.page) (part) } { (student.name) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The causes of a submission's lost points.
fn found(book: &Gradebook, graded: &Graded) -> Vec<Found> {
    let mut found = Vec::new();
    let plain = |kind: &str, title: Text, cost| Found {
        kind: kind.to_owned(),
        title,
        about: Text::default(),
        example: Text::default(),
        cost,
        case: String::new(),
        code: None,
    };
    if let Some(Problem::DidNotAssemble { .. }) = graded.problem {
        let first = graded.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let title = text!("No program could be made", "Không tạo được chương trình");
        found.extend(first.map(|first| Found {
            example: first.message.clone(),
            ..plain(first.code.id(), title, book.spec.points)
        }));
    }
    let lost = lost(book, graded);
    for (case, result) in book.spec.cases().zip(&graded.results) {
        let Some(failure) = result.failure.as_ref().filter(|known| known.told_as.as_ref() == Some(&case.id))
        else {
            continue;
        };
        found.push(Found {
            about: result.verdict.about(),
            example: example(&case.expectation, result.verdict, failure),
            case: case.id.clone(),
            code: code_at(graded, failure),
            ..plain(
                result.verdict.id(),
                title_of(book, &case.id),
                lost.get(case.id.as_str()).copied().unwrap_or_default(),
            )
        });
    }
    for (cost, loss) in losses(book, graded) {
        match loss {
            Loss::Format(finding) => {
                let cost = if book.spec.compare.exact { Points::ZERO } else { cost };
                let example = finding.example.clone();
                let kind = format!("format {}", finding.kind.id());
                found.push(Found { case: example, ..plain(&kind, finding.kind.about(), cost) });
            }
            Loss::Style(result) => {
                found.push(plain(&format!("style {}", result.rule.check.id()), not_met(&result.rule), cost));
            }
            Loss::Inferred(inferred) => {
                let kind = format!("reading {} {}", inferred.option, inferred.value);
                found.push(plain(&kind, reading(inferred), cost));
            }
            Loss::Group(_) | Loss::Starter | Loss::Mark(_) | Loss::Late(_) => {}
        }
    }
    found
}

/// For each case that is reported, the cost of all failures that it stands for.
fn lost<'g>(book: &Gradebook, graded: &'g Graded) -> BTreeMap<&'g str, Points> {
    let mut lost: BTreeMap<&str, Points> = BTreeMap::new();
    for (case, result) in book.spec.cases().zip(&graded.results) {
        if let Some(told) = result.failure.as_ref().and_then(|failure| failure.told_as.as_deref()) {
            *lost.entry(told).or_default() += case.points.saturating_sub(result.points().unwrap_or_default());
        }
    }
    lost
}

fn title_of(book: &Gradebook, case: &str) -> Text {
    let mut groups = book.spec.groups.iter();
    let group = groups.find(|group| group.cases.iter().any(|known| known.id == case));
    group.map(|group| group.title.clone()).unwrap_or_default()
}

/// The failure in a sentence: the first line that differs where every byte is fixed, and otherwise what the explanation comes to.
fn example(expectation: &Expectation, verdict: Verdict, failure: &Failure) -> Text {
    let is_fixed = matches!(expectation, Expectation::Keys(_) | Expectation::Literal { .. })
        && matches!(verdict, Verdict::WrongOutput | Verdict::OtherWords | Verdict::Presentation);
    let last = || failure.because.last().cloned().unwrap_or_default();
    let (Some(expected), Some(actual), true) = (&failure.expected, &failure.actual, is_fixed) else {
        return last();
    };
    let pairs = failure.pairs.clone();
    let pairs =
        pairs.unwrap_or_else(|| pair_lines(&shortened(expected, MOST_BYTES), &shortened(actual, MOST_BYTES)));
    let Some(pair) = pairs.iter().find(|pair| pair.differs()) else { return last() };
    let line = |line: &Option<Vec<u8>>| line.as_deref().map(|line| visible_line(line, Blanks::AsTheyAre));
    match (line(&pair.expected), line(&pair.actual)) {
        (Some(expected), Some(actual)) => {
            text!("`{actual}` is printed in place of `{expected}`", "in `{actual}` thay cho `{expected}`")
        }
        (Some(expected), None) => text!("`{expected}` is not printed", "không in `{expected}`"),
        (None, Some(actual)) => {
            text!("`{actual}` is printed, which is not expected", "in `{actual}` ngoài mong đợi")
        }
        (None, None) => last(),
    }
}

/// The code at the place of a failure: to compare, and to show.
fn code_at(graded: &Graded, failure: &Failure) -> Option<(String, String)> {
    let place = failure.place?;
    let (file, line) = (graded.sources.file(place.file), graded.sources.position(place).line);
    let around = (line.saturating_sub(AROUND).max(1)..=line + AROUND).map(|line| plain_code(file.line(line)));
    let shown = plain_code(file.line(line));
    (!shown.is_empty()).then(|| (around.collect::<Vec<_>>().join("\n"), shown))
}

/// A line of code with one blank where there are several, and `#` for numbers.
fn plain_code(line: &str) -> String {
    let words: Vec<String> = line.split_whitespace().map(without_numbers).collect();
    words.join(" ")
}

/// A sentence without what differs from one submission to the next: its files and numbers.
fn general(words: &Text, graded: &Graded) -> String {
    let (english, _) = words.both();
    let mut general = english.to_owned();
    for file in graded.sources.files().iter().filter(|file| !file.name.is_empty()) {
        general = general.replace(&file.name, "FILE");
    }
    without_numbers(&general)
}

fn without_numbers(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if plain.ends_with('#') => {}
            '0'..='9' => plain.push('#'),
            c => plain.push(c),
        }
    }
    plain
}
