//! The diagnostics of one assembly while they are found.

use std::cmp::Reverse;

use super::messages::{self, Called};
use crate::diagnostics::{Diagnostic, FileId, Severity};

/// More errors than this are not listed: a file with this many is not a program.
pub const MOST_ERRORS: usize = 100;

/// More warnings than this are not listed.
pub const MOST_WARNINGS: usize = 100;

/// Diagnostics up to a limit.
#[derive(Debug, Default)]
pub struct Collector {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Collector {
    /// Adds a diagnostic; past the limit it is only counted.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let (count, most) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, MOST_ERRORS),
            Severity::Warning | Severity::Note => (&mut self.warnings, MOST_WARNINGS),
        };
        *count += 1;
        if *count <= most {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds an error that is worked out only if it is listed: guesses of what was meant go through all names there are.
    pub fn add_error(&mut self, work_out: impl FnOnce() -> Diagnostic) {
        if self.lists_errors() {
            self.add(work_out());
        } else {
            self.errors += 1;
        }
    }

    /// Returns `true` if the next error will be listed; if it will not, nothing costly
    /// need be found out for it.
    pub fn lists_errors(&self) -> bool {
        self.errors < MOST_ERRORS
    }

    /// Returns `true` if the next warning will be listed.
    pub fn lists_warnings(&self) -> bool {
        self.warnings < MOST_WARNINGS
    }

    /// The diagnostics in the order of their places, each once, and at the end that there are more, if so; that is said of
    /// `file`.
    pub fn finish(mut self, called: Called, file: FileId) -> Vec<Diagnostic> {
        // Of one place the errors come first.
        self.diagnostics.sort_by_key(|found| (found.span(), Reverse(found.severity), found.code));
        self.diagnostics.dedup();
        if self.errors > MOST_ERRORS {
            self.diagnostics.push(messages::too_many_errors(called, file, self.errors));
        }
        if self.warnings > MOST_WARNINGS {
            self.diagnostics.push(messages::too_many_warnings(file, self.warnings));
        }
        self.diagnostics
    }
}

#[cfg(test)]
mod tests {
    use super::{Called, Collector, MOST_ERRORS, MOST_WARNINGS};
    use crate::diagnostics::{Diagnostic, FileId, Language, Span, code, text};

    #[test]
    fn nothing_is_worked_out_for_errors_that_are_not_listed() {
        let (mut collector, mut worked_out) = (Collector::default(), 0);
        let message = || text!("an error", "một lỗi");
        for at in 0..10 * MOST_ERRORS as u32 {
            let span = Span { start: at, end: at + 1, ..Span::default() };
            collector.add_error(|| {
                worked_out += 1;
                Diagnostic::error(code::SPEC_BAD_VALUE, span, message())
            });
            collector.add(Diagnostic::warning(code::LINT_EMPTY, span, message()));
        }
        assert_eq!(worked_out, MOST_ERRORS);
        let called = Called { language: "this", tool: "that", comment: ";" };
        let listed = collector.finish(called, FileId::default());
        let [of_found @ .., errors, warnings] = listed.as_slice() else { panic!("{listed:?}") };
        assert_eq!(of_found.len(), MOST_ERRORS + MOST_WARNINGS);
        let words = |diagnostic: &Diagnostic| diagnostic.message.to(Language::English).to_owned();
        assert_eq!(words(errors), "there are 1000 errors; 100 of them are listed");
        assert_eq!(words(warnings), "there are 1000 warnings; 100 of them are listed");
    }
}
