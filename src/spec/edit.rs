//! Writing single values of a YAML file again: in the way that they were written, as far as the new text can be, and with
//! every other byte as it was.

mod style;

pub(in crate::spec) use style::quoted;

use std::ops::Range;

use crate::diagnostics::{LineEnds, SourceFile, Span};
use crate::spec::tree::{Node, NodeValue};
use style::{Style, value};

/// A value that can be written again.
#[derive(Clone, Debug)]
pub(in crate::spec) struct Place {
    /// The key that it stands after; if it has no key yet, the one that it is to come after.
    pub(in crate::spec) key: Span,
    /// The value of that key.
    pub(in crate::spec) value: Span,
    /// True if the mapping, or the row of the table, is written between brackets.
    pub(in crate::spec) is_flow: bool,
    /// True if the value is a cell of a table, which has no key.
    pub(in crate::spec) is_cell: bool,
    /// True if the lines of the text are to be the items of a list.
    pub(in crate::spec) is_list: bool,
    /// The key that it is to get, if it has none.
    pub(in crate::spec) new_key: Option<&'static str>,
}

impl Place {
    /// Returns `true` if another value stands in the same place.
    pub(in crate::spec) fn is_same(&self, other: &Self) -> bool {
        let is_same_value = (self.value, self.new_key) == (other.value, other.new_key);
        is_same_value && (self.is_cell || self.key == other.key)
    }

    /// Returns `true` if the value after a key stands elsewhere: the key has the name of a column of a table.
    pub(in crate::spec) fn is_elsewhere(text: &str, key: Span, value: Span) -> bool {
        let colon = text[key.range().end..].find(':').map_or(key.range().end, |at| key.range().end + at);
        first_sign(text, colon + 1) != value.range().start
    }
}

/// A place and the new text of its value.
pub(in crate::spec) type Change<'c> = (&'c Place, &'c str);

/// A value as it stands in the text.
struct Written {
    range: Range<usize>,
    style: Style,
    /// The rest of the line after `|`, such as a comment.
    behind_header: String,
}

/// The splices that make all changes; `None` if one of them cannot be made without touching anything else, as
/// where an anchor or an alias stands.
pub(in crate::spec) fn rewritten(
    source: &SourceFile,
    root: &Node,
    changes: &[Change<'_>],
) -> Option<Vec<Splice>> {
    let styled: Vec<(Change<'_>, bool)> = changes.iter().map(|change| (*change, false)).collect();
    read_back(source, root, &styled).or_else(|| {
        // A style that does not give the text back to who reads it gives way to quotation marks, which take everything.
        let is_lost = |change: &Change<'_>| read_back(source, root, &[(*change, false)]).is_none();
        let mixed: Vec<_> = changes.iter().map(|change| (*change, is_lost(change))).collect();
        read_back(source, root, &mixed)
    })
}

/// The splices of changes, each with whether it is to be in quotation marks; `None` if the text that they make does not
/// hold what it should, and nothing else.
fn read_back(source: &SourceFile, root: &Node, changes: &[(Change<'_>, bool)]) -> Option<Vec<Splice>> {
    let wanted = changes.iter().fold(root.clone(), |mut tree, (change, _)| {
        put(&mut tree, change);
        tree
    });
    let splices: Option<Vec<Splice>> =
        changes.iter().map(|(change, is_quoted)| splice(&source.text, change, *is_quoted)).collect();
    let splices = splices?;
    let text = spliced(&source.text, &splices)?;
    let read = SourceFile::from_bytes(source.name.clone(), text.as_bytes());
    let read = super::load::parse(&read, root.span.file).ok()?;
    is_same(&read, &wanted).then_some(splices)
}

/// A part of a text, and what is to stand there in its place.
pub(in crate::spec) type Splice = (Range<usize>, String);

/// A text with other parts; `None` if they overlap.
pub(in crate::spec) fn spliced(text: &str, splices: &[Splice]) -> Option<String> {
    let mut sorted: Vec<&Splice> = splices.iter().collect();
    sorted.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (range, new) in sorted {
        out.push_str(text.get(at..range.start)?);
        out.push_str(new);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// The bytes of a file with other parts. Line ends and a byte-order mark stay as they are, also where they are mixed;
/// `None` if the file is not UTF-8, or is no longer the one that was read.
pub(in crate::spec) fn in_bytes(bytes: &[u8], source: &SourceFile, splices: &[Splice]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    if SourceFile::from_bytes("", bytes).text != source.text {
        return None;
    }
    // Where each byte of the decoded text stands in the file.
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut places = Vec::with_capacity(source.text.len() + 1);
    for byte in source.text.bytes() {
        places.push(at);
        let is_pair = byte == b'\n' && text[at..].starts_with("\r\n");
        at += if is_pair { 2 } else { 1 };
    }
    places.push(at);
    let end = match source.line_ends {
        LineEnds::Lf => "\n",
        LineEnds::CrLf => "\r\n",
        LineEnds::Cr => "\r",
    };
    let moved: Option<Vec<Splice>> = splices
        .iter()
        .map(|(range, new)| {
            let range = *places.get(range.start)?..*places.get(range.end)?;
            Some((range, new.replace('\n', end)))
        })
        .collect();
    spliced(text, &moved?).map(String::into_bytes)
}

/// Puts a change into the tree, where the text that is written is to give it back.
fn put(node: &mut Node, (place, new): &Change<'_>) {
    if place.is_cell
        && node.span == place.value
        && matches!(node.value, NodeValue::Scalar(_) | NodeValue::Null)
    {
        node.value = NodeValue::Scalar((*new).to_owned());
        return;
    }
    match &mut node.value {
        NodeValue::Null | NodeValue::Scalar(_) => {}
        NodeValue::Sequence(items) => items.iter_mut().for_each(|item| put(item, &(place, new))),
        NodeValue::Mapping(entries) => {
            let at = entries.iter().position(|(key, _)| key.span == place.key && !place.is_cell);
            match (at, place.new_key) {
                (Some(at), None) if place.is_list => {
                    let item = |line: &str| Node {
                        span: place.value,
                        value: NodeValue::Scalar(line.to_owned()),
                        row: None,
                    };
                    entries[at].1.value = NodeValue::Sequence(new.lines().map(item).collect());
                }
                (Some(at), None) => entries[at].1.value = NodeValue::Scalar((*new).to_owned()),
                (Some(at), Some(name)) => {
                    let node = |text: &str| Node {
                        span: place.value,
                        value: NodeValue::Scalar(text.to_owned()),
                        row: None,
                    };
                    entries.insert(at + 1, (node(name), node(new)));
                }
                (None, _) => entries.iter_mut().for_each(|(_, value)| put(value, &(place, new))),
            }
        }
    }
}

/// Returns `true` if two trees have the same contents, wherever these stand in the text.
pub(in crate::spec) fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (NodeValue::Null, NodeValue::Null) => true,
        (NodeValue::Scalar(one), NodeValue::Scalar(other)) => one == other,
        (NodeValue::Sequence(one), NodeValue::Sequence(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (NodeValue::Mapping(one), NodeValue::Mapping(other)) => {
            let are_same =
                |((key, value), (k, v)): (&(Node, Node), &(Node, Node))| is_same(key, k) && is_same(value, v);
            one.len() == other.len() && one.iter().zip(other).all(are_same)
        }
        _ => false,
    }
}

fn splice(text: &str, (place, new): &Change<'_>, only_quoted: bool) -> Option<Splice> {
    if place.is_cell {
        let style = cell_style(text, place)?;
        let style = if only_quoted { Style::DoubleQuoted } else { style };
        return Some((place.value.range(), value(new, style, 0, true, "")));
    }
    let column = place.key.range().start - line_start(text, place.key.range().start);
    let written = written(text, place, column)?;
    let Some(key) = place.new_key else {
        let style = if only_quoted { Style::DoubleQuoted } else { written.style };
        let blank = if written.range.is_empty() { " " } else { "" };
        if place.is_list {
            let items: Vec<String> = new.lines().map(quoted).collect();
            return Some((written.range, format!("{blank}[{}]", items.join(", "))));
        }
        let fresh = value(new, style, column, place.is_flow, &written.behind_header);
        return Some((written.range, format!("{blank}{fresh}")));
    };
    if place.is_flow {
        let fresh = value(new, Style::DoubleQuoted, column, true, "");
        return Some((written.range.end..written.range.end, format!(", {key}: {fresh}")));
    }
    let style = if only_quoted { Style::DoubleQuoted } else { Style::Empty };
    let fresh = value(new, style, column, false, "");
    let rest = &text[written.range.end..];
    let end = written.range.end + rest.find('\n').unwrap_or(rest.len());
    Some((end..end, format!("\n{}{key}: {fresh}", " ".repeat(column))))
}

/// How a cell of a table is written; `None` for anchors, aliases, tags and blocks of lines.
fn cell_style(text: &str, place: &Place) -> Option<Style> {
    match text[place.value.range()].chars().next()? {
        '"' => Some(Style::DoubleQuoted),
        '\'' => Some(Style::SingleQuoted),
        '&' | '*' | '!' | '|' | '>' => None,
        _ => Some(Style::Plain),
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The value after a key, with its range and style; `None` for anchors, aliases and tags.
fn written(text: &str, place: &Place, column: usize) -> Option<Written> {
    let key_end = place.key.range().end;
    let colon = key_end + text[key_end..].find(|c: char| !c.is_whitespace())?;
    if !text[colon..].starts_with(':') {
        return None;
    }
    let plain = |range: Range<usize>, style| Some(Written { range, style, behind_header: String::new() });
    let first = first_sign(text, colon + 1);
    let value = place.value.range();
    match text[first..].chars().next() {
        Some('|' | '>') => Some(block(text, first, column)),
        Some('&' | '*' | '!') => None,
        Some('"') => plain(value, Style::DoubleQuoted),
        Some('\'') => plain(value, Style::SingleQuoted),
        _ if text[value.clone()].trim().is_empty() => plain(colon + 1..colon + 1, Style::Empty),
        Some('~') => plain(value, Style::DoubleQuoted),
        _ => {
            let length = text[value.clone()].trim_end().len();
            plain(value.start..value.start + length, Style::Plain)
        }
    }
}

/// Where the first character stands that is neither blank nor in a comment.
fn first_sign(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        if !text[at..].starts_with('#') {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

/// The lines of a block that begins with `|` or `>` at `header`, in a mapping whose keys begin in this column.
fn block(text: &str, header: usize, column: usize) -> Written {
    let line_end = |at: usize| at + text[at..].find('\n').unwrap_or(text.len() - at);
    let first_line = &text[header..line_end(header)];
    let behind =
        first_line.trim_start_matches(|c: char| matches!(c, '|' | '>' | '+' | '-') || c.is_ascii_digit());
    let keeps_blanks = first_line[..first_line.len() - behind.len()].contains('+');
    let (mut end, mut at, mut indent) = (line_end(header), line_end(header), None);
    while at < text.len() {
        let line = &text[at + 1..line_end(at + 1)];
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let is_blank = line.trim().is_empty();
        if !is_blank && blanks <= column {
            break;
        }
        at = line_end(at + 1);
        if !is_blank {
            indent = indent.or(Some(blanks));
        }
        if !is_blank || keeps_blanks {
            end = at;
        }
    }
    let style = Style::Block(indent.unwrap_or(column + 2));
    Written { range: header..end, style, behind_header: behind.trim_end().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{NodeValue, Place, in_bytes, rewritten, spliced};
    use crate::diagnostics::{SourceFile, Sources};
    use crate::spec::load::parse;
    use crate::spec::tree::Node;

    /// Every place of a key `e`, and after a key `before-e` the one that is to be made.
    fn places(node: &Node, text: &str, found: &mut Vec<Place>) {
        match &node.value {
            NodeValue::Null | NodeValue::Scalar(_) => {}
            NodeValue::Sequence(items) => items.iter().for_each(|item| places(item, text, found)),
            NodeValue::Mapping(entries) => {
                let is_flow = text[node.span.range().start..].starts_with('{');
                for (key, value) in entries {
                    let new_key = match &text[key.span.range()] {
                        "e" => None,
                        "before-e" => Some("e"),
                        _ => {
                            places(value, text, found);
                            continue;
                        }
                    };
                    found.push(Place {
                        key: key.span,
                        value: value.span,
                        is_flow,
                        is_cell: false,
                        is_list: false,
                        new_key,
                    });
                }
            }
        }
    }

    fn edited(before: &str, new: &str) -> Option<String> {
        let mut sources = Sources::default();
        let id = sources.add(SourceFile::from_bytes("x", before.as_bytes()));
        let source = sources.file(id);
        let root = parse(source, id).expect("it is YAML");
        let mut found = Vec::new();
        places(&root, &source.text, &mut found);
        let changes: Vec<_> = found.iter().map(|place| (place, new)).collect();
        assert!(!changes.is_empty(), "there is nothing to change in {before:?}");
        let splices = rewritten(source, &root, &changes)?;
        assert!(spliced(&source.text, &splices).is_some());
        let bytes = in_bytes(before.as_bytes(), source, &splices)?;
        Some(String::from_utf8(bytes).expect("it was text"))
    }

    #[track_caller]
    fn check(before: &str, new: &str, after: &str) {
        assert_eq!(edited(before, new).as_deref(), Some(after), "{before:?} with {new:?}");
    }

    #[test]
    fn a_value_keeps_its_style_and_everything_else_stays() {
        check("a: 1\ne: \"old\" # c\nz: 2\n", "x\ny\"", "a: 1\ne: \"x\\ny\\\"\" # c\nz: 2\n");
        check("e: 'it''s'   # c\n", "don't", "e: 'don''t'   # c\n");
        check("e: old text # c\n", "new text", "e: new text # c\n");
        check("- { id: a, e: old, z: 1 }\n", "new", "- { id: a, e: new, z: 1 }\n");
        check("- {id: a, e: \"\"}\n", "n", "- {id: a, e: \"n\"}\n");
        check("e: >-  # c\n    fo\n    ld\n\nz: 1\n", "a\n b\n", "e: |  # c\n    a\n     b\n\nz: 1\n");
        check(
            "l:\n  - e: |\n      one\n      two\n    z: 1\n",
            "x\n\ny\n",
            "l:\n  - e: |\n      x\n\n      y\n    z: 1\n",
        );
    }

    #[test]
    fn a_style_that_cannot_hold_the_text_gives_way_to_quotation_marks() {
        check("e: old\n", "a: b", "e: \"a: b\"\n");
        check("e: old\n", "null", "e: \"null\"\n");
        check("- { e: old }\n", "a, b", "- { e: \"a, b\" }\n");
        check("e: 'old'\n", "a\nb", "e: \"a\\nb\"\n");
        check("e: |\n  old\nz: 1\n", "a\u{7}b\n", "e: \"a\\x07b\\n\"\nz: 1\n");
        check("e: |\n  old\nz: 1\n", "", "e: \"\"\nz: 1\n");
        check("e: |\n  old\nz: 1\n", "\u{feff}a", "e: \"\\uFEFFa\"\nz: 1\n");
    }

    #[test]
    fn the_end_and_the_beginning_of_lines_are_kept() {
        check("e: |\n  old\nz: 1\n", "a", "e: |-\n  a\nz: 1\n");
        check("e: |-\n  old\nz: 1\n", "a\n", "e: |\n  a\nz: 1\n");
        check("e: |\n  old\nz: 1\n", "a\n\n", "e: |+\n  a\n\nz: 1\n");
        check("e: |\n  old\nz: 1\n", "  a\nb\n", "e: |2\n    a\n  b\nz: 1\n");
        check("e: |\n  old\nz: 1\n", "Enter: ", "e: |-\n  Enter: \nz: 1\n");
        check("e: |\n  old", "a\nb\n", "e: |\n  a\n  b");
        check("e: |+\n  old\n\nz: 1\n", "a\n", "e: |\n  a\nz: 1\n");
    }

    #[test]
    fn what_is_missing_is_filled_in() {
        check("e:\nz: 1\n", "one", "e: \"one\"\nz: 1\n");
        check("e: # c\nz: 1\n", "one\n", "e: \"one\\n\" # c\nz: 1\n");
        // A comment on its line leaves no room for lines, and others keep theirs.
        check(
            "a: { e: x }\nb:\n  e: # c\nc:\n  e: |\n    x\n",
            "a\nb\n",
            "a: { e: \"a\\nb\\n\" }\nb:\n  e: \"a\\nb\\n\" # c\nc:\n  e: |\n    a\n    b\n",
        );
        check("l:\n  - e:\n    z: 1\n", "a\nb\n", "l:\n  - e: |\n      a\n      b\n    z: 1\n");
        check("{ e: , z: 1 }", "a\nb\n", "{ e: \"a\\nb\\n\" , z: 1 }");
        check("e: ~\n", "x", "e: \"x\"\n");
        check("- { before-e: \"x\", z: 1 }\n", "y", "- { before-e: \"x\", e: \"y\", z: 1 }\n");
        check("- before-e: x # c\n  z: 1\n", "y", "- before-e: x # c\n  e: \"y\"\n  z: 1\n");
        check(
            "- before-e: |\n    x\n\n- z\n",
            "a\nb\n",
            "- before-e: |\n    x\n  e: |\n    a\n    b\n\n- z\n",
        );
        check("- before-e: x", "y", "- before-e: x\n  e: \"y\"");
    }

    #[test]
    fn line_ends_and_marks_of_the_file_stay() {
        check(
            "\u{feff}a: 1\r\ne: |\r\n  old\r\nz: 1\n",
            "a\nb\n",
            "\u{feff}a: 1\r\ne: |\r\n  a\r\n  b\r\nz: 1\n",
        );
        check("a: é\r\ne: \"old\"\r\n", "ü", "a: é\r\ne: \"ü\"\r\n");
    }

    #[test]
    fn several_values_are_changed_together() {
        check(
            "a: { e: 1 }\nb: { e: '2' }\nc:\n  before-e: 3\n",
            "x",
            "a: { e: x }\nb: { e: 'x' }\nc:\n  before-e: 3\n  e: \"x\"\n",
        );
    }

    #[test]
    fn what_others_refer_to_is_left_alone() {
        assert_eq!(edited("e: &a old\nz: *a\n", "new"), None);
        assert_eq!(edited("z: &a old\ne: *a\n", "new"), None);
        assert_eq!(edited("e: !!str 5\n", "new"), None);
    }

    #[test]
    fn a_file_in_another_encoding_is_left_alone() {
        let bytes = b"a: \xe9\ne: old\n";
        let mut sources = Sources::default();
        let id = sources.add(SourceFile::from_bytes("x", bytes));
        assert_eq!(in_bytes(bytes, sources.file(id), &[]), None);
    }
}
