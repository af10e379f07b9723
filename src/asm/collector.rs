//! The diagnostics of one assembly while they are found.

use crate::diagnostics::{Diagnostic, Severity};

/// More errors than this are not listed: a file with so many is not a program.
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

/// How many diagnostics are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// Errors.
    pub errors: usize,
    /// Warnings and remarks.
    pub warnings: usize,
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

    /// Whether the next error is listed; where it is not, nothing costly need be found out for it.
    pub fn lists_errors(&self) -> bool {
        self.errors < MOST_ERRORS
    }

    /// Whether the next warning is listed.
    pub fn lists_warnings(&self) -> bool {
        self.warnings < MOST_WARNINGS
    }

    /// The diagnostics in the order of their places, each once, and how many are not among them.
    pub fn finish(mut self) -> (Vec<Diagnostic>, Unlisted) {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
        self.diagnostics.dedup();
        let unlisted = Unlisted {
            errors: self.errors.saturating_sub(MOST_ERRORS),
            warnings: self.warnings.saturating_sub(MOST_WARNINGS),
        };
        (self.diagnostics, unlisted)
    }
}

#[cfg(test)]
mod tests {
    use super::{Collector, MOST_ERRORS, MOST_WARNINGS, Unlisted};
    use crate::diagnostics::{Diagnostic, Span, code, text};

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
        let (listed, unlisted) = collector.finish();
        assert_eq!(listed.len(), MOST_ERRORS + MOST_WARNINGS);
        assert_eq!(
            unlisted,
            Unlisted { errors: 9 * MOST_ERRORS, warnings: 10 * MOST_ERRORS - MOST_WARNINGS }
        );
    }
}
