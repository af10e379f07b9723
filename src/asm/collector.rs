//! The diagnostics of one assembly while they are found.

use crate::diagnostics::{Diagnostic, Severity};

/// More errors than this are not listed: a file with so many is not a program.
pub const MOST_ERRORS: usize = 100;

/// Diagnostics up to a limit.
#[derive(Debug, Default)]
pub struct Collector {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

impl Collector {
    /// Adds a diagnostic; an error past the limit is only counted.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > MOST_ERRORS {
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// Whether the next error is listed; where it is not, nothing costly need be found out for it.
    pub fn lists_errors(&self) -> bool {
        self.errors < MOST_ERRORS
    }

    /// The diagnostics in the order of their places, each once, and how many errors are not among them.
    pub fn finish(mut self) -> (Vec<Diagnostic>, usize) {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
        self.diagnostics.dedup();
        (self.diagnostics, self.errors.saturating_sub(MOST_ERRORS))
    }
}
