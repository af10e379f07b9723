//! The state that the parts of the assembler share while they work on one file.

use std::collections::BTreeMap;

use super::dialect::{Dialect, Feature};
use super::messages;
use crate::asm::Collector;
use crate::asm::symbols::Host;
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Span};

/// The file at hand, the dialect, and the diagnostics so far.
pub(super) struct Context<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) file: FileId,
    /// The tool whose reading is asked for; `None` for the union of all of them.
    pub(super) dialect: Option<Dialect>,
    /// The labels that the file does not define itself.
    pub(super) host: &'a Host<'a>,
    out: Collector,
    /// The first use of each feature that some tool rejects, and the number of its uses.
    uses: BTreeMap<Feature, (Span, usize)>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        source: &'a SourceFile,
        file: FileId,
        dialect: Option<Dialect>,
        host: &'a Host<'a>,
    ) -> Self {
        Self { source, file, dialect, host, out: Collector::default(), uses: BTreeMap::new() }
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        &self.source.text[span.range()]
    }

    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        self.out.add(diagnostic);
    }

    /// Returns `true` if the next error will be listed; if it will not, nothing costly
    /// need be found out for it.
    pub(super) fn lists_errors(&self) -> bool {
        self.out.lists_errors()
    }

    /// Returns `true` if the next warning will be listed.
    pub(super) fn lists_warnings(&self) -> bool {
        self.out.lists_warnings()
    }

    /// Returns `true` if the chosen dialect has the feature; the union has all of them.
    pub(super) fn accepts(&self, feature: Feature) -> bool {
        self.dialect.is_none_or(|dialect| feature.accepted_by().contains(dialect))
    }

    /// Notes that the source uses a feature: an error if the dialect rejects it, otherwise a matter of portability.
    pub(super) fn uses(&mut self, feature: Feature, span: Span) {
        match self.dialect {
            Some(dialect) if tools_decide(feature) && !feature.accepted_by().contains(dialect) => {
                self.add(messages::rejected(feature, dialect, span));
            }
            Some(_) => {}
            None => self.uses.entry(feature).or_insert((span, 0)).1 += 1,
        }
    }

    /// Ends the work on the file: all diagnostics in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        for (feature, (span, count)) in std::mem::take(&mut self.uses) {
            if let Some(warning) = messages::portability(feature, span, count) {
                self.out.add(warning);
            }
        }
        self.out.finish(messages::CALLED, self.file)
    }
}

/// Returns `true` if some tools reject the feature; otherwise tools differ only in its meaning.
fn tools_decide(feature: Feature) -> bool {
    feature != Feature::EscapeReadDifferently
}
