//! Typed and expected texts: those that were left empty, and patterns that demand nothing.

use crate::diagnostics::{Diagnostic, code, text};
use crate::observe::Pattern;
use crate::spec::lint::items;
use crate::spec::lint::patterns::{everything, fits_everything};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Checked, Fragment, Interactor, OtherSide, Want, WantedLine};

/// Looks at a case with texts of its own.
pub(in crate::spec) fn check(node: &Node, found: &mut Vec<Diagnostic>) {
    let steps = items(node.get("steps"));
    for node in std::iter::once(node).chain(steps) {
        empty(node.get("stdin"), found);
        empty(node.get("send"), found);
        for node in items(node.get("contains")) {
            found.extend(pattern(node).map(|finding| {
                finding.help(text!(
                    "write what must come out; as it is, every program passes this",
                    "hãy ghi nội dung phải có; như hiện nay chương trình nào cũng qua"
                ))
            }));
        }
        for node in items(node.get("rejects")) {
            found.extend(pattern(node).map(|finding| {
                finding.help(text!(
                    "write what must not come out; as it is, no program passes this",
                    "hãy ghi nội dung không được có; như hiện nay không chương trình nào qua"
                ))
            }));
        }
    }
}

/// Warns if the typed text is there but empty: either it is missing, or it is not needed.
fn empty(node: Option<&Node>, found: &mut Vec<Diagnostic>) {
    let Some(Node { value: NodeValue::Scalar(typed), span, .. }) = node else { return };
    if typed.is_empty() {
        let message = text!("nothing is typed here", "ở đây không gõ gì");
        found.push(Diagnostic::warning(code::LINT_EMPTY, *span, message).help(text!(
            "write what is typed; if nothing is to be typed, leave the key out",
            "hãy ghi nội dung gõ vào; nếu không cần gõ gì thì bỏ khoá này"
        )));
    }
}

/// A part between slashes that every text fits.
fn pattern(node: &Node) -> Option<Diagnostic> {
    let NodeValue::Scalar(word) = &node.value else { return None };
    let source = word.strip_prefix('/')?.strip_suffix('/')?;
    let pattern = Pattern::as_written(source).ok()?;
    fits_everything(&pattern).then(|| everything(node.span, source))
}

/// Returns `true` if every output passes: there are at most parts that must not come out, and patterns that
/// fit everything.
pub(in crate::spec) fn demand_nothing(checked: &Checked) -> bool {
    let of_files = checked.files.iter().any(|file| file.wants.is_some());
    let by_command = |talk: &Interactor| matches!(talk.side, OtherSide::Command { .. });
    if checked.interactor.as_ref().is_some_and(|talk| by_command(talk)) {
        return false;
    }
    if of_files || checked.mode.command.is_some() {
        return false;
    }
    let says_nothing = |fragment: &Fragment| match fragment {
        Fragment::Plain(words) => words.is_empty(),
        Fragment::Pattern(pattern) => fits_nothing_too(pattern),
    };
    let fits_all = |line: &WantedLine| match line {
        WantedLine::Any => true,
        WantedLine::One(pattern) => fits_nothing_too(pattern),
    };
    let asks_nothing = |want: &Want| match want {
        Want::Text(_) | Want::Hashed(_) => false,
        // One line more or less than there are patterns is a difference, as long as no line of dots is among them.
        Want::Lines(lines, _) => {
            let has_dots = lines.iter().any(|line| matches!(line, WantedLine::Any));
            lines.iter().all(fits_all) && (has_dots || lines.len() == 1)
        }
        Want::Contains(parts) => parts.iter().all(says_nothing),
        Want::Rejects(_) => true,
    };
    checked.turns.iter().flatten().chain(&checked.whole).all(asks_nothing)
}

/// Returns `true` if a pattern fits every line, even an empty one.
fn fits_nothing_too(pattern: &Pattern) -> bool {
    fits_everything(pattern) && pattern.find("").is_some()
}
