//! Lines outside of `.ORIG` ... `.END`, and characters that mean nothing.

use super::context::Context;
use super::dialect::{Dialect, Feature};
use crate::diagnostics::Span;

/// The treatment of a line below `.END`.
pub(super) enum AfterEnd {
    Skip,
    Stop,
    Read,
}

/// The treatment of a line below `.END`: another `.ORIG` opens a new block, other text is ignored.
pub(super) fn after_end(context: &mut Context<'_>, line: &str, start: usize) -> AfterEnd {
    let code = line.split(';').next().unwrap_or("");
    let trimmed = code.trim();
    if trimmed.is_empty() {
        return AfterEnd::Skip;
    }
    let stops_at_end = matches!(context.dialect, Some(Dialect::Lc3as | Dialect::Lace | Dialect::Lc3Edit));
    if stops_at_end {
        return AfterEnd::Stop;
    }
    if opens_block(line) || context.dialect.is_some() {
        return AfterEnd::Read;
    }
    let from = start + (code.len() - code.trim_start().len());
    context.uses(Feature::TextAfterEnd, Span::new(context.file, from..from + trimmed.len()));
    AfterEnd::Skip
}

/// Returns `true` if a line opens a block.
fn opens_block(line: &str) -> bool {
    let code = line.split(';').next().unwrap_or("");
    code.split_whitespace().any(|word| word.eq_ignore_ascii_case(".ORIG"))
}

pub(super) fn last_orig(text: &str) -> Option<usize> {
    let (mut start, mut last) = (0, None);
    for line in text.split('\n') {
        if opens_block(line) {
            last = Some(start);
        }
        start += line.len() + 1;
    }
    last
}

/// The colons of a line that holds nothing else.
pub(super) fn only_colons(context: &Context<'_>, line: &str, start: usize) -> Option<Span> {
    let code = line.split(';').next().unwrap_or("");
    let colons = code.trim();
    let from = start + (code.len() - code.trim_start().len());
    let is_colons = !colons.is_empty() && colons.bytes().all(|byte| byte == b':');
    is_colons.then(|| Span::new(context.file, from..from + colons.len()))
}

/// Returns `true` if a line in front of an `.ORIG` has code, which belongs after it; the line is
/// dropped, as in lc3tools.
pub(super) fn is_outside(context: &mut Context<'_>, line: &str, start: usize) -> bool {
    let code = line.split(';').next().unwrap_or("");
    let trimmed = code.trim();
    if trimmed.is_empty() || opens_block(line) {
        return false;
    }
    let from = start + (code.len() - code.trim_start().len());
    context.uses(Feature::StatementOutside, Span::new(context.file, from..from + trimmed.len()));
    true
}
