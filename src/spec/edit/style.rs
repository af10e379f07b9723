//! How values of YAML are written.

use std::fmt::Write as _;

/// The style in which a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Not at all: nothing stands after the key.
    Empty,
    Plain,
    SingleQuoted,
    DoubleQuoted,
    /// Lines after `|` or `>`, indented by this many columns.
    Block(usize),
}

/// A text as a value: in this style if it can be, or else in quotation marks.
pub(super) fn value(text: &str, style: Style, column: usize, is_flow: bool, behind_header: &str) -> String {
    let has_lines = text.trim_end_matches('\n').contains('\n');
    let ends_openly = text.split('\n').any(|line| line.ends_with(' '));
    match style {
        Style::Plain if is_plain(text, is_flow) => text.to_owned(),
        Style::SingleQuoted if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "''")),
        Style::Block(indent) if is_printable(text) => lines(text, indent, column, behind_header),
        Style::Empty if text.parse::<i64>().is_ok() => text.to_owned(),
        // Editors take blanks at line ends away; between quotation marks they are seen.
        Style::Empty if !is_flow && has_lines && !ends_openly && is_printable(text) => {
            lines(text, column + 2, column, "")
        }
        _ => quoted(text),
    }
}

/// Returns `true` if a text can be written without quotation marks. This asks for more than YAML does.
fn is_plain(text: &str, is_flow: bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || " .,!?()_-+/=".contains(c) && !(is_flow && c == ',');
    let starts_well = text.starts_with(|c: char| c.is_alphanumeric());
    starts_well
        && !text.ends_with(' ')
        && text.chars().all(is_word)
        && !["null", "Null", "NULL"].contains(&text)
}

/// Returns `true` if a text can be written in lines as it is.
fn is_printable(text: &str) -> bool {
    let is_strange = |c: char| {
        (c.is_control() && c != '\n') || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    !text.trim_matches('\n').is_empty() && !text.contains(is_strange)
}

/// A text in lines after `|`.
fn lines(text: &str, indent: usize, column: usize, behind_header: &str) -> String {
    let (body, chomping) = match text.strip_suffix('\n') {
        None => (text, "-"),
        Some(body) if body.ends_with('\n') => (body, "+"),
        Some(body) => (body, ""),
    };
    let indicator = if text.starts_with([' ', '\n']) { (indent - column).to_string() } else { String::new() };
    let mut out = format!("|{indicator}{chomping}{behind_header}");
    for line in body.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
    }
    out
}

/// A text between quotation marks, on one line.
pub(in crate::spec) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let number = u32::from(c);
                let (letter, width) = if number < 0x100 { ('x', 2) } else { ('u', 4) };
                write!(out, "\\{letter}{number:0width$X}").expect("strings take everything");
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
