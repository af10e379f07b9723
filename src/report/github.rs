//! Annotations of GitHub Actions: workflow commands that mark lines of the sources in a pull request.
//!
//! Format: GitHub's documentation, "Workflow commands". Ten of each kind are shown for a step, so that the
//! costliest come first, and a notice gives the number of those that are left out.

use super::places::{path_of, place};
use super::story::{Block, Detail, story};
use super::visible::harmless;
use super::words::{made_with, standing};
use super::{Ends, Parts};
use crate::diagnostics::{Diagnostic, Language, Severity, Span, Text, text};
use crate::grade::{Gradebook, Graded};

/// This many annotations of a kind are shown for a step.
const MOST: usize = 10;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Commands { language, tools: made_with(cover), errors: 0, warnings: 0, left_out: 0 })
}

/// The commands as they are written.
struct Commands {
    language: Language,
    /// The tools that make programs of sources.
    tools: Option<Text>,
    errors: usize,
    warnings: usize,
    left_out: usize,
}

/// The kinds of annotation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Error,
    Warning,
}

impl Parts for Commands {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut out = String::new();
        for graded in &book.submissions {
            self.submission(&mut out, book, graded);
        }
        out.into_bytes()
    }

    fn ends(self: Box<Self>) -> Ends {
        let left_out = self.left_out;
        let words = text!(
            "{left_out} more findings are not marked here; they are in the report",
            "còn {left_out} phát hiện không được đánh dấu ở đây; xem trong báo cáo"
        );
        let head = self.tools.map(|tools| format!("::notice::{}\n", data(tools.to(self.language))));
        let foot = if left_out > 0 {
            format!("::notice::{}\n", data(words.to(self.language)))
        } else {
            String::new()
        };
        Ends { head: head.unwrap_or_default().into_bytes(), foot: foot.into_bytes() }
    }
}

impl Commands {
    fn submission(&mut self, out: &mut String, book: &Gradebook, graded: &Graded) {
        for block in story(book, graded, Detail::First) {
            match block {
                Block::Problem(words) => {
                    let kind = if graded.needs_review() { Kind::Warning } else { Kind::Error };
                    self.add(out, kind, (graded, None), &words, &[]);
                }
                Block::Diagnostics(found) => {
                    for diagnostic in found {
                        self.diagnostic(out, graded, diagnostic);
                    }
                }
                Block::Review(words) => self.add(out, Kind::Warning, (graded, None), &words, &[]),
                Block::Group(group) => {
                    let (title, price) = (group.title.both(), group.price.both());
                    let (en, vi) =
                        (format!("{} ({})", title.0, price.0), format!("{} ({})", title.1, price.1));
                    let head = Text::new(en, vi);
                    let told = group.cases.iter().find_map(|case| case.failure.as_ref());
                    let reasons = told.map(|told| told.reasons.as_slice()).unwrap_or_default();
                    let place = told.and_then(|told| told.failure.place);
                    self.add(out, Kind::Error, (graded, place), &head, reasons);
                }
                Block::Finding(finding) if !finding.is_question => {
                    self.add(out, Kind::Warning, (graded, None), &finding.title, &finding.notes);
                }
                _ => {}
            }
        }
        let standing = standing(graded, book.spec.points);
        let words = format!("{}: {}", graded.id, standing.to(self.language));
        out.extend(["::notice::", &data(&words), "\n"]);
    }

    fn diagnostic(&mut self, out: &mut String, graded: &Graded, diagnostic: &Diagnostic) {
        let kind = if diagnostic.severity == Severity::Error { Kind::Error } else { Kind::Warning };
        let more: Vec<Text> = diagnostic.notes.iter().chain(&diagnostic.help).cloned().collect();
        self.add(out, kind, (graded, Some(diagnostic.span())), &diagnostic.message, &more);
    }

    /// Adds an annotation, if there is room for one more.
    fn add(&mut self, out: &mut String, kind: Kind, at: (&Graded, Option<Span>), head: &Text, more: &[Text]) {
        let (graded, span) = at;
        let (name, count) = match kind {
            Kind::Error => ("error", &mut self.errors),
            Kind::Warning => ("warning", &mut self.warnings),
        };
        *count += 1;
        if *count > MOST {
            self.left_out += 1;
            return;
        }
        let file = match (span.map(|span| place(graded, span)), &graded.program) {
            (Some(place), _) => {
                format!("file={},line={},col={},", property(&place.path), place.line, place.column)
            }
            (None, Some(program)) => format!("file={},", property(&path_of(graded, program))),
            (None, None) => String::new(),
        };
        let title = property(&graded.id);
        let lines: Vec<&str> =
            std::iter::once(head).chain(more).map(|words| words.to(self.language)).collect();
        out.extend(["::", name, " ", &file, "title=", &title, "::", &data(&lines.join("\n")), "\n"]);
    }
}

/// The message of a command.
fn data(words: &str) -> String {
    let lines: Vec<String> = words.split('\n').map(harmless).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command, in which colons and commas end it.
fn property(words: &str) -> String {
    data(words).replace(':', "%3A").replace(',', "%2C")
}
