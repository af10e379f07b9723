//! Parts of the output: those that must be there, in order, and those that must not.

use std::ops::Range;

use super::text::normal;
use super::{Mismatch, MismatchKind};
use crate::diagnostics::text;
use crate::spec::{Fragment, Mode};

/// The first part that is missing after the ones before it.
pub(super) fn missing(parts: &[Fragment], mode: &Mode, output: &str) -> Option<Mismatch> {
    let output = normal(output, mode);
    let (mut from, mut before) = (0, None);
    for part in parts {
        let Some(found) = find(part, mode, &output[from..]) else {
            let words = shown(part);
            let why = match &before {
                None => text!("`{words}` must be in it and is not", "phải có `{words}` nhưng không thấy"),
                Some(before) => text!(
                    "`{words}` must come after `{before}` and does not",
                    "phải có `{words}` sau `{before}` nhưng không thấy"
                ),
            };
            return Some(Mismatch::new(MismatchKind::Missing { part: words, after: before }, why));
        };
        from += found.end;
        before = Some(shown(part));
    }
    None
}

/// The first part that must not be there and is.
pub(super) fn rejected(parts: &[Fragment], mode: &Mode, output: &str) -> Option<Mismatch> {
    let output = normal(output, mode);
    let part = parts.iter().find(|part| find(part, mode, &output).is_some())?;
    let words = shown(part);
    let why = text!("`{words}` must not be in it", "không được có `{words}`");
    Some(Mismatch::new(MismatchKind::Rejected(words), why))
}

fn find(part: &Fragment, mode: &Mode, output: &str) -> Option<Range<usize>> {
    match part {
        Fragment::Pattern(pattern) => pattern.find(output),
        Fragment::Plain(words) => {
            let words = normal(words, mode);
            let at = output.find(&words)?;
            Some(at..at + words.len())
        }
    }
}

fn shown(part: &Fragment) -> String {
    match part {
        Fragment::Plain(words) => words.escape_debug().to_string(),
        Fragment::Pattern(pattern) => format!("/{}/", pattern.source()),
    }
}
