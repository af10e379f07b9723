//! Families of cases: a template, and the rows of a table or the values of a range that are put into it.
//!
//! Families are written out in the tree before anything is read, so that they stand wherever a case does and know nothing
//! of kinds of cases. A mistake in a case that was written out is reported once, with the row that it comes from.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Span, Text, code, suggest, text};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue, Row};

const FAMILY: What = ("a family of tests", "họ ca kiểm thử");
const TABLE: What = ("`table`", "`table`");

/// More cases than this of one family are a slip of the keyboard.
const MOST_CASES: usize = 5_000;

/// All families of a file together have no more bytes than these.
const MOST_WRITTEN: usize = 8 << 20;

/// The values that are put into a template, each with its name.
type Values = Vec<(String, Node)>;

/// Writes out the families of a spec; those that have mistakes are left out.
pub(in crate::spec) fn expand(root: &mut Node) -> Vec<Diagnostic> {
    let mut writer = Writer { reader: Reader::default(), written: 0 };
    for group in list(root, "groups").into_iter().flatten() {
        let Some(cases) = list(group, "cases") else { continue };
        for node in std::mem::take(cases) {
            let is_family = ["table", "each"].iter().any(|key| has(&node, key));
            cases.extend(if is_family { family(&mut writer, &node) } else { vec![node] });
        }
    }
    writer.reader.diagnostics
}

/// Writes cases out, up to a limit.
struct Writer {
    reader: Reader,
    /// The bytes so far; each node counts as a few.
    written: usize,
}

impl Writer {
    /// Counts the bytes and a node as written; `false` if that is more than may be written.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.written = self.written.saturating_add(bytes + NODE);
        self.written <= MOST_WRITTEN
    }
}

/// A node of the tree counts as many bytes as these.
const NODE: usize = 64;

/// The size of a tree.
fn size_of(node: &Node) -> usize {
    NODE + match &node.value {
        NodeValue::Null => 0,
        NodeValue::Scalar(text) => text.len(),
        NodeValue::Sequence(items) => items.iter().map(size_of).sum(),
        NodeValue::Mapping(entries) => entries.iter().map(|(key, value)| size_of(key) + size_of(value)).sum(),
    }
}

fn has(node: &Node, key: &str) -> bool {
    matches!(&node.value, NodeValue::Mapping(entries) if entries.iter().any(|(name, _)| is_word(name, key)))
}

fn is_word(node: &Node, word: &str) -> bool {
    matches!(&node.value, NodeValue::Scalar(scalar) if scalar == word)
}

/// The items after a key; what is no list is for the reader of the tree to report.
fn list<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Vec<Node>> {
    let NodeValue::Mapping(entries) = &mut node.value else { return None };
    match entries.iter_mut().find(|(name, _)| is_word(name, key)) {
        Some((_, Node { value: NodeValue::Sequence(items), .. })) => Some(items),
        _ => None,
    }
}

/// The cases of a family.
fn family(writer: &mut Writer, node: &Node) -> Vec<Node> {
    let reader = &mut writer.reader;
    let known_mistakes = reader.diagnostics.len();
    let fields = reader.fields(node, FAMILY, &schema::FAMILY);
    let Some(template) = fields.get("case") else {
        reader.missing(&fields, "case", "{ id: \"full-$column\", keys: \"$keys\" }");
        return Vec::new();
    };
    let mut rows = match fields.get("table") {
        Some(node) => table(reader, node),
        None => vec![(Span::new(node.span.file, node.span.range()), Vec::new())],
    };
    if let Some(node) = fields.get("each") {
        let each = each(reader, node);
        let lengths = each.iter().map(|(_, values)| values.len() as u128);
        let count = lengths.fold(rows.len() as u128, u128::saturating_mul);
        if count > MOST_CASES as u128 {
            let expected = text!(
                "these are {count} tests; {MOST_CASES} at most",
                "ở đây có {count} ca kiểm thử; nhiều nhất {MOST_CASES}"
            );
            reader.bad_value(node_place(node), "each", &expected);
            return Vec::new();
        }
        let has_table = fields.get("table").is_some();
        for (name, values) in each {
            rows = rows
                .iter()
                .flat_map(|(span, row)| {
                    values.iter().map(|value| {
                        let span = if has_table { *span } else { value.span };
                        (span, [row.as_slice(), &[(name.clone(), value.clone())]].concat())
                    })
                })
                .collect();
        }
    }
    if reader.diagnostics.len() == known_mistakes {
        check_names(reader, &fields, template, rows.first().map_or(&[], |(_, row)| row));
    }
    if reader.diagnostics.len() > known_mistakes {
        return Vec::new();
    }
    let mut cases = Vec::new();
    for (span, row) in rows {
        let Some(mut case) = filled(writer, template, &row) else {
            let most = MOST_WRITTEN >> 20;
            let expected = text!(
                "the tests of all families together come to more than {most} MB",
                "các ca kiểm thử của mọi họ cộng lại vượt quá {most} MB"
            );
            writer.reader.bad_value(node_place(node), "case", &expected);
            return Vec::new();
        };
        case.row = Some(Arc::new(Row { span, words: words(&row) }));
        cases.push(case);
    }
    cases
}

/// A short place for a mapping or a list: its first key or item.
fn node_place(node: &Node) -> Span {
    match &node.value {
        NodeValue::Mapping(entries) => entries.first().map_or(node.span, |(key, _)| key.span),
        NodeValue::Sequence(items) => items.first().map_or(node.span, |item| item.span),
        _ => node.span,
    }
}

/// The rows of a table, each with its place.
fn table(reader: &mut Reader, node: &Node) -> Vec<(Span, Values)> {
    let fields = reader.fields(node, TABLE, &schema::TABLE);
    let mut columns = Vec::new();
    match fields.get("columns") {
        Some(node) => {
            for node in reader.list(node) {
                columns.extend(name(reader, node));
            }
        }
        None => reader.missing(&fields, "columns", "[id, keys]"),
    }
    let Some(rows) = fields.get("rows") else {
        reader.missing(&fields, "rows", "[[first, \"1111\"], [second, \"2222\"]]");
        return Vec::new();
    };
    let mut read = Vec::new();
    for row in reader.list(rows) {
        let cells = reader.list(row);
        let (wanted, found) = (columns.len(), cells.len());
        if wanted == found {
            read.push((node_place(row), columns.iter().cloned().zip(cells.iter().cloned()).collect()));
        } else if wanted > 0 && matches!(row.value, NodeValue::Sequence(_)) {
            let values = if found == 1 { "1 value".to_owned() } else { format!("{found} values") };
            let expected = text!(
                "this row has {values}, and there are {wanted} columns; an empty value is written `~`",
                "dòng này có {found} giá trị, trong khi có {wanted} cột; giá trị trống được viết là `~`"
            );
            let written: Vec<&str> = cells.iter().map(|cell| shown(cell).unwrap_or("...")).collect();
            reader.bad_value(node_place(row), &format!("[{}]", written.join(", ")), &expected);
        }
    }
    if read.is_empty() && matches!(&rows.value, NodeValue::Sequence(rows) if rows.is_empty()) {
        let expected = text!("give at least one row", "hãy cho ít nhất một dòng");
        reader.bad_value(rows.span, "[]", &expected);
    }
    read
}

/// The name of a column.
fn name(reader: &mut Reader, node: &Node) -> Option<String> {
    let word = reader.scalar(node)?;
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_of_name);
    if !is_name {
        let expected = text!(
            "a name has letters, digits and `_`",
            "tên gồm chữ cái, chữ số và `_`, bắt đầu bằng chữ cái"
        );
        reader.bad_value(node.span, word, &expected);
    }
    is_name.then(|| word.to_owned())
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The values of each name, in order.
fn each(reader: &mut Reader, node: &Node) -> Vec<(String, Vec<Node>)> {
    let NodeValue::Mapping(entries) = &node.value else {
        let expected = text!(
            "give names and their values: `{{ column: 1..6 }}`",
            "hãy cho tên và giá trị: `{{ column: 1..6 }}`"
        );
        reader.wrong_type(node, &expected);
        return Vec::new();
    };
    let mut all = Vec::new();
    for (key, values) in entries {
        let Some(name) = name(reader, key) else { continue };
        let values = match &values.value {
            NodeValue::Sequence(items) if !items.is_empty() => items.clone(),
            NodeValue::Scalar(word) if range(word).is_some() => range(word)
                .into_iter()
                .flatten()
                .map(|number| Node { value: NodeValue::Scalar(number.to_string()), ..values.clone() })
                .collect(),
            _ => {
                let word = shown(values).unwrap_or(&name).to_owned();
                let expected = text!(
                    "give a range such as `1..6` or a list such as `[up, down]`",
                    "hãy cho một khoảng như `1..6` hoặc danh sách như `[up, down]`"
                );
                reader.bad_value(node_place(values), &word, &expected);
                continue;
            }
        };
        all.push((name, values));
    }
    all
}

/// The numbers of `1..6`, both ends among them.
fn range(word: &str) -> Option<std::ops::RangeInclusive<i32>> {
    let (first, last) = word.split_once("..")?;
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last && i64::from(last) - i64::from(first) < MOST_CASES as i64).then_some(first..=last)
}

/// The names of a template are those of the values, and each value is used.
fn check_names(reader: &mut Reader, fields: &Fields<'_>, template: &Node, values: &[(String, Node)]) {
    let (mut used, known_mistakes) = (BTreeSet::new(), reader.diagnostics.len());
    names(reader, template, values, &mut used);
    if reader.diagnostics.len() > known_mistakes {
        // A name that is misspelt is the one that seems to be unused.
        return;
    }
    for (name, value) in values.iter().filter(|(name, _)| !used.contains(name)) {
        let at = unused_place(fields, name).unwrap_or(value.span);
        let expected = text!(
            "write `${name}` in the test, or take the column out",
            "hãy viết `${name}` trong ca kiểm thử, hoặc bỏ cột này"
        );
        reader.bad_value(at, name, &expected);
    }
}

/// Where a column or a range is named.
fn unused_place(fields: &Fields<'_>, name: &str) -> Option<Span> {
    let is_it = |node: &&Node| is_word(node, name);
    let of_each = fields.get("each").and_then(|node| match &node.value {
        NodeValue::Mapping(entries) => entries.iter().map(|(key, _)| key).find(is_it),
        _ => None,
    });
    let of_table = || {
        let NodeValue::Mapping(entries) = &fields.get("table")?.value else { return None };
        let (_, columns) = entries.iter().find(|(key, _)| is_word(key, "columns"))?;
        let NodeValue::Sequence(columns) = &columns.value else { return None };
        columns.iter().find(is_it)
    };
    of_each.or_else(of_table).map(|node| node.span)
}

/// Notes which names a template uses, and complains of those that are unknown.
fn names(reader: &mut Reader, node: &Node, values: &[(String, Node)], used: &mut BTreeSet<String>) {
    match &node.value {
        NodeValue::Null => {}
        NodeValue::Sequence(items) => items.iter().for_each(|item| names(reader, item, values, used)),
        NodeValue::Mapping(entries) => {
            for (_, value) in entries {
                names(reader, value, values, used);
            }
        }
        NodeValue::Scalar(text) => {
            for part in parts(text) {
                match part {
                    Part::Plain(_) => {}
                    Part::Name(name) if values.iter().any(|(known, _)| known == name) => {
                        used.insert(name.to_owned());
                    }
                    Part::Name(name) => unknown_name(reader, node.span, name, values),
                }
            }
        }
    }
}

fn unknown_name(reader: &mut Reader, span: Span, name: &str, values: &[(String, Node)]) {
    let known = || values.iter().map(|(known, _)| known.as_str());
    let diagnostic = Diagnostic::error(
        code::SPEC_BAD_VALUE,
        span,
        text!("there is no column `${name}`", "không có cột `${name}`"),
    );
    let all = known().collect::<Vec<_>>().join(", ");
    let diagnostic = match suggest(name, known()) {
        Some(guess) => diagnostic.help(text!("did you mean `${guess}`?", "có phải ý bạn là `${guess}`?")),
        None => diagnostic.help(text!("possible names: {all}", "các tên có thể dùng: {all}")),
    };
    reader.add(diagnostic.help(text!(
        "a dollar sign that is meant as such is written `$$`",
        "nếu muốn viết dấu đô la, hãy viết `$$`"
    )));
}

/// A part of a text of a template.
enum Part<'t> {
    Plain(&'t str),
    /// A name after a dollar sign; empty if none stands there.
    Name(&'t str),
}

/// The parts of a text: `$name` and `${name}` stand for values, `$$` for a dollar sign.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        parts.push(Part::Plain(&rest[..at]));
        let behind = &rest[at + 1..];
        if let Some(more) = behind.strip_prefix('$') {
            parts.push(Part::Plain("$"));
            rest = more;
        } else if let Some((name, more)) = behind.strip_prefix('{').and_then(|braced| braced.split_once('}'))
        {
            parts.push(Part::Name(name));
            rest = more;
        } else {
            let end = behind.find(|c| !is_of_name(c)).unwrap_or(behind.len());
            parts.push(Part::Name(&behind[..end]));
            rest = &behind[end..];
        }
    }
    parts.push(Part::Plain(rest));
    parts
}

/// A template with the values of a row. What is nothing but a name becomes the value with its place, whatever it is. `None` if
/// there is no room for it.
fn filled(writer: &mut Writer, node: &Node, row: &[(String, Node)]) -> Option<Node> {
    let value_of = |name: &str| row.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let value = match &node.value {
        NodeValue::Null => NodeValue::Null,
        NodeValue::Sequence(items) => {
            NodeValue::Sequence(items.iter().map(|item| filled(writer, item, row)).collect::<Option<_>>()?)
        }
        NodeValue::Mapping(entries) => NodeValue::Mapping(
            entries
                .iter()
                .map(|(key, value)| Some((key.clone(), filled(writer, value, row)?)))
                .collect::<Option<_>>()?,
        ),
        NodeValue::Scalar(text) => {
            let parts = parts(text);
            if let [Part::Plain(""), Part::Name(name), Part::Plain("")] = parts.as_slice()
                && let Some(value) = value_of(name)
            {
                return writer.has_room(size_of(value)).then(|| value.clone());
            }
            let mut filled = String::new();
            for part in parts {
                if writer.written.saturating_add(filled.len()) > MOST_WRITTEN {
                    return None;
                }
                match part {
                    Part::Plain(plain) => filled += plain,
                    Part::Name(name) => match value_of(name) {
                        Some(Node { value: NodeValue::Scalar(word), .. }) => filled += word,
                        Some(value) => {
                            let expected = text!(
                                "`${name}` stands within a text, so that its values are single ones",
                                "`${name}` nằm trong một văn bản, nên giá trị của nó phải là giá trị đơn"
                            );
                            writer.reader.wrong_type(value, &expected);
                        }
                        // Unknown names were complained of.
                        None => {}
                    },
                }
            }
            if !writer.has_room(filled.len()) {
                return None;
            }
            NodeValue::Scalar(filled)
        }
    };
    Some(Node { value, span: node.span, row: node.row.clone() })
}

/// The values of a row, for messages.
fn words(row: &[(String, Node)]) -> Text {
    let shown = row.iter().map(|(name, value)| format!("{name} = {}", shown(value).unwrap_or("...")));
    let all = shown.collect::<Vec<_>>().join(", ");
    text!("in the test with {all}", "ở ca kiểm thử có {all}")
}

fn shown(node: &Node) -> Option<&str> {
    match &node.value {
        NodeValue::Scalar(word) => Some(word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, parts, range};

    #[test]
    fn names_end_where_no_name_goes_on() {
        let read = |text| {
            let part = |part| match part {
                Part::Plain(plain) => format!("<{plain}>"),
                Part::Name(name) => format!("({name})"),
            };
            parts(text).into_iter().map(part).collect::<String>()
        };
        assert_eq!(read("full-$id-x"), "<full->(id)<-x>");
        assert_eq!(read("${id}s$$5"), "<>(id)<s><$><5>");
        assert_eq!(read("$ 5"), "<>()< 5>");
    }

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(range("1..3").map(Vec::from_iter), Some(vec![1, 2, 3]));
        assert_eq!(range("-1..0").map(Vec::from_iter), Some(vec![-1, 0]));
        assert_eq!(range("3..1"), None);
        assert_eq!(range("1..9999999"), None);
    }
}
