//! Messages to people about their source, as plain data.
//!
//! The entry type is [`Diagnostic`]: a message with a [`Code`], the places that it is about, and hints.
//! Nothing here prints; [`render`] turns a diagnostic into text for a terminal or a report.

pub mod code;
mod harmless;
mod render;
mod source;
mod system;
mod text;
mod wrap;

use crate::stored::{Deserialize, Serialize};
pub use code::Code;
pub(crate) use code::codes;
pub use harmless::{begins_command, harmless, is_hostile};
pub use render::{Style, render, render_all, render_within};
pub use source::{Encoding, FileId, LineEnds, Position, SourceFile, Sources, Span};
pub use system::of_system;
pub use text::{Language, Text, suggest, suggest_within, text};
pub use wrap::{columns, line_width, wrapped, wrapped_after, wrapped_command};

/// The severity of a diagnostic, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Nothing is wrong, and it may be worth knowing.
    Note,
    /// Worth knowing; the result stands.
    Warning,
    /// The source cannot be used.
    Error,
}

impl Severity {
    /// The severity's name in machine-readable reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place in a source, perhaps with a text to show there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The marked text.
    pub span: Span,
    /// The text next to the mark; empty for a bare mark.
    pub text: Text,
}

/// One message about a source: the kind of mistake, the places, and suggestions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The stable name of this kind of message.
    pub code: Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// The message, naming the thing that it is about.
    pub message: Text,
    /// The places; the first one is the place that the message is about.
    pub labels: Vec<Label>,
    /// Facts that help to understand the message.
    pub notes: Vec<Text>,
    /// Suggestions what to try.
    pub help: Vec<Text>,
}

impl Diagnostic {
    /// An error about the text at `span`.
    pub fn error(code: Code, span: Span, message: Text) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning about the text at `span`.
    pub fn warning(code: Code, span: Span, message: Text) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note about the text at `span`, where nothing is wrong.
    pub fn remark(code: Code, span: Span, message: Text) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    fn new(severity: Severity, code: Code, span: Span, message: Text) -> Self {
        let label = Label { span, text: Text::default() };
        Self { code, severity, message, labels: vec![label], notes: Vec::new(), help: Vec::new() }
    }

    /// Adds the text to show at the marked place.
    #[must_use]
    pub fn label(mut self, text: Text) -> Self {
        self.labels[0].text = text;
        self
    }

    /// Marks one more place.
    #[must_use]
    pub fn also(mut self, span: Span, text: Text) -> Self {
        self.labels.push(Label { span, text });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: Text) -> Self {
        self.notes.push(text);
        self
    }

    /// Adds something to try.
    #[must_use]
    pub fn help(mut self, text: Text) -> Self {
        self.help.push(text);
        self
    }

    /// The place that the message is about.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// Returns `true` if any of these diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}
