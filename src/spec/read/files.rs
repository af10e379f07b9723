//! Reads `files` and `given-files`.

use crate::console::Files;
use crate::diagnostics::{Diagnostic, Text, code, text};
use crate::isa::{ISAS, Isa};
use crate::spec::read::hashed;
use crate::spec::read::wanted::{fragments, mode_of, texts, want};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{FileWant, Mode, Want};

const FILE: What = ("a file", "tệp");

/// The word for a file that must not be there.
const ABSENT: &str = "absent";

/// The keys of a case that speak of files.
pub(in crate::spec) const KEYS: [&str; 2] = ["files", "given-files"];

/// Reports keys for files where they cannot be: with machines that have no files, and in cases that are
/// judged otherwise.
pub(in crate::spec) fn refuse(reader: &mut Reader, isa: &Isa, fields: &Fields<'_>) {
    let is_judged_otherwise =
        ["keys", "play", "games", "model", "property"].iter().find(|key| fields.get(key).is_some());
    for key in KEYS.iter().filter(|key| fields.get(key).is_some()) {
        let expected = match (&isa.files, is_judged_otherwise) {
            (None, _) => has_no_files(isa),
            (Some(_), Some(other)) => text!(
                "files are for tests with `stdin` or `steps`, not with `{other}`",
                "tệp dùng cho ca kiểm thử có `stdin` hoặc `steps`, không dùng với `{other}`"
            ),
            _ => continue,
        };
        reader.bad_value(fields.key_span(key), key, &expected);
    }
}

/// Says which programs have files.
fn has_no_files(isa: &Isa) -> Text {
    let others = || ISAS.iter().filter_map(|other| Some((other.title, other.files.as_ref()?.all)));
    let en: Vec<String> = others().map(|(title, (all, _))| format!("{title} do, by {all}")).collect();
    let vi: Vec<String> = others().map(|(title, (_, all))| format!("{title} có, qua {all}")).collect();
    let (title, en, vi) = (isa.title, en.join(", or of "), vi.join(", "));
    text!(
        "programs of the {title} have no files; only those of {en}",
        "chương trình {title} không có tệp; chỉ {vi}"
    )
}

/// The files that a program finds.
pub(in crate::spec) fn given(reader: &mut Reader, node: &Node) -> Files {
    let mut files = Files::new();
    for (name, value) in named(reader, node) {
        if let Some(text) = reader.scalar(value) {
            files.insert(name.into_bytes(), text.as_bytes().to_vec());
        }
    }
    files
}

/// The demands on files.
pub(in crate::spec) fn demanded(reader: &mut Reader, mode: &Mode, node: &Node) -> Vec<FileWant> {
    let mut demanded = Vec::new();
    for (name, value) in named(reader, node) {
        let (wants, mode) = match &value.value {
            NodeValue::Scalar(word) if word == ABSENT => (None, mode.clone()),
            NodeValue::Scalar(text) => {
                (Some(want(reader, mode, text, value.span).into_iter().collect()), mode.clone())
            }
            _ => {
                let fields = reader.fields(value, FILE, &schema::FILE);
                let mode = mode_of(reader, mode, &fields);
                (Some(wants(reader, &mode, &fields)), mode)
            }
        };
        demanded.push(FileWant { name, wants, mode });
    }
    demanded
}

fn wants(reader: &mut Reader, mode: &Mode, fields: &Fields<'_>) -> Vec<Want> {
    let mut wants = Vec::new();
    if let Some(node) = fields.get("expect")
        && let Some(text) = reader.scalar(node).map(str::to_owned)
    {
        wants.extend(want(reader, mode, &text, node.span));
    }
    wants.extend(fields.get("any").map(|node| Want::Text(texts(reader, node))));
    wants.extend(hashed::want(reader, fields, mode));
    wants.extend(fields.get("contains").map(|node| Want::Contains(fragments(reader, node))));
    wants.extend(fields.get("rejects").map(|node| Want::Rejects(fragments(reader, node))));
    wants
}

/// The entries of a mapping from names of files.
fn named<'n>(reader: &mut Reader, node: &'n Node) -> Vec<(String, &'n Node)> {
    let NodeValue::Mapping(entries) = &node.value else {
        let expected = text!(
            "give names of files and what is in them: `{{ result.txt: \"42\" }}`",
            "hãy cho tên tệp và nội dung: `{{ result.txt: \"42\" }}`"
        );
        reader.wrong_type(node, &expected);
        return Vec::new();
    };
    let mut named: Vec<(String, &Node)> = Vec::new();
    for (key, value) in entries {
        let Some(name) = reader.scalar(key).map(str::to_owned) else { continue };
        if name.is_empty() || name.contains(['/', '\\']) {
            let expected = text!("give the name without folders", "hãy cho tên tệp không kèm thư mục");
            reader.bad_value(key.span, &name, &expected);
        } else if named.iter().any(|(known, _)| *known == name) {
            let message = text!("`{name}` is given twice", "`{name}` được cho hai lần");
            reader.add(
                Diagnostic::error(code::SPEC_DUPLICATE_KEY, key.span, message)
                    .help(text!("keep one of the two", "hãy giữ lại một trong hai")),
            );
        } else {
            named.push((name, value));
        }
    }
    named
}
