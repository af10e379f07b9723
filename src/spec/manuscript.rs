//! A spec that is open for changes: where its expected texts stand, and its files with others in their place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::diagnostics::{Sources, Span, Text, harmless, of_system, text};
use crate::spec::edit::Place;
use crate::spec::load::LoadError;
use crate::spec::reader::{Texts, Trust};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Expectation, Spec};
use crate::spec::{edit, load};

/// A spec with the places of its expected texts. Some of them may still be missing.
#[derive(Debug)]
pub struct Manuscript {
    /// The spec; a text that is missing is empty in it.
    pub spec: Spec,
    /// The texts that can be written again, in the order of the spec.
    pub slots: Vec<Slot>,
    sources: Sources,
}

/// An expected text and where it stands.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The case that it belongs to, by its number in [`Spec::cases`].
    pub case: usize,
    /// The number of inputs after which it must come out; `None` for the output of the whole case.
    pub turn: Option<usize>,
    /// What belongs there.
    pub wants: Wants,
    /// The text; `None` if it is still missing.
    pub text: Option<String>,
    at: At,
}

/// What belongs into a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// What is printed.
    Output,
    /// Its lines, as a list of parts.
    Parts,
    /// The name of the model: the test stands for several, each of which prints something else.
    Model,
    /// A result of a subroutine, by its number from 0.
    Returns(usize),
    /// What a register holds after the run, by its number among those that the case names.
    Register(usize),
    /// What lies in memory after the run, by its number among the places that the case names.
    Memory(usize),
}

#[derive(Clone, Debug)]
enum At {
    /// In a YAML file.
    Place(Place),
    /// As a file of its own.
    File(PathBuf),
}

/// A file and what is to stand in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// The file.
    pub path: PathBuf,
    /// The contents now; empty if there is no such file.
    pub before: Vec<u8>,
    /// The contents to write.
    pub after: Vec<u8>,
}

/// The number of cases of a spec that lack an expected text, if nothing else is wrong with it, and whether it names a model
/// that can write them; `None` if no text is missing, or more than texts is wrong.
///
/// # Errors
/// If the file cannot be read.
pub fn unwritten(path: &Path) -> Result<Option<(usize, bool)>, LoadError> {
    if load::checked(path, Texts::Demanded, Trust::Commands).is_ok() {
        return Ok(None);
    }
    let open = match Manuscript::open(path) {
        Ok(open) => open,
        Err(LoadError::Invalid { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let lacking = open.slots.iter().filter(|slot| slot.text.is_none()).map(|slot| slot.case);
    let count = lacking.collect::<BTreeSet<_>>().len();
    Ok((count > 0).then_some((count, open.spec.model.is_some())))
}

/// The reason why a file cannot be written again.
#[derive(Debug)]
pub enum CannotRewrite {
    /// The file cannot be read again; with the error of the operating system.
    Unreadable(PathBuf, std::io::Error),
    /// The file is not UTF-8, or was changed since it was read.
    Encoding(PathBuf),
    /// A text is written with an anchor, an alias or a tag.
    Shared(PathBuf),
    /// Two cases have the same file, and are to have different texts.
    Different(PathBuf),
    /// One text stands for several cases, and is to be another one in each.
    OfTable(PathBuf),
}

impl CannotRewrite {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::Unreadable(path, error) => {
                let path = harmless(&path.to_string_lossy());
                let (en, vi) = of_system(error).into_both();
                text!("cannot read {path}: {en}", "không đọc được {path}: {vi}")
            }
            Self::Encoding(path) => {
                let path = harmless(&path.to_string_lossy());
                text!(
                    "{path} is not UTF-8, or has changed meanwhile; save it as UTF-8 and try again",
                    "{path} không phải UTF-8, hoặc vừa bị sửa; hãy lưu dạng UTF-8 rồi thử lại"
                )
            }
            Self::Shared(path) => {
                let path = harmless(&path.to_string_lossy());
                text!(
                    "its text in {path} has an anchor (&), an alias (*) or a tag (!); write it out, or change it by hand",
                    "đoạn văn bản trong {path} có neo (&), bí danh (*) hoặc thẻ (!); hãy viết rõ ra, hoặc sửa bằng tay"
                )
            }
            Self::OfTable(path) => {
                let path = harmless(&path.to_string_lossy());
                text!(
                    "one text in {path} stands for several tests, for which the model prints different ones; give the \
                     table a column for it",
                    "một đoạn văn bản trong {path} dùng cho nhiều ca kiểm thử, nhưng chương trình mẫu in khác nhau; hãy thêm \
                     một cột cho nó vào bảng"
                )
            }
            Self::Different(path) => {
                let path = harmless(&path.to_string_lossy());
                text!(
                    "another case has {path} too, and the model prints something else there; give each its own file",
                    "một ca kiểm thử khác cũng dùng {path}, nhưng chương trình mẫu in khác; hãy cho mỗi bài một tệp"
                )
            }
        }
    }
}

impl Manuscript {
    /// Opens a spec in which expected texts may be missing.
    ///
    /// # Errors
    /// If the file cannot be read or has other mistakes.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        let (read, spec) = load::checked(path, Texts::MayBeMissing, Trust::Commands)?;
        let slots = slots(&read, &spec);
        Ok(Self { spec, slots, sources: read.sources })
    }

    /// Returns `true` if the text of a slot stands for several tests.
    pub fn is_shared(&self, slot: &Slot) -> bool {
        let At::Place(place) = &slot.at else { return false };
        let is_same = |other: &&Slot| matches!(&other.at, At::Place(other) if other.is_same(place));
        self.slots.iter().filter(is_same).nth(1).is_some()
    }

    /// The name of a program as the spec has it, whose names begin at its own folder.
    pub fn named_from_here(&self, program: &Path) -> String {
        let folder = Path::new(&self.spec.path).parent().unwrap_or(Path::new(""));
        let name = program.strip_prefix(folder).unwrap_or(program);
        name.to_string_lossy().into_owned()
    }

    /// The files that change if these slots, given by their numbers, get these texts. Nothing is written.
    ///
    /// # Errors
    /// If a file cannot be changed without touching anything else.
    pub fn rewritten(&self, changes: &[(usize, String)]) -> Result<Vec<NewFile>, CannotRewrite> {
        let mut in_yaml: BTreeMap<_, Vec<edit::Change<'_>>> = BTreeMap::new();
        let mut files: BTreeMap<PathBuf, NewFile> = BTreeMap::new();
        for (slot, text) in changes {
            let Some(slot) = self.slots.get(*slot) else { continue };
            match &slot.at {
                At::Place(place) => {
                    let changes = in_yaml.entry(place.key.file).or_default();
                    let same = changes.iter().find(|(known, _)| known.is_same(place));
                    match same {
                        None => changes.push((place, text)),
                        Some((_, known)) if known == text => {}
                        Some(_) => {
                            let path = PathBuf::from(&self.sources.file(place.key.file).name);
                            return Err(CannotRewrite::OfTable(path));
                        }
                    }
                }
                At::File(path) => {
                    let before = std::fs::read(path).unwrap_or_default();
                    let has_pairs = before.windows(2).any(|pair| pair == b"\r\n");
                    let after = if has_pairs { text.replace('\n', "\r\n") } else { text.clone() };
                    let file = NewFile { path: path.clone(), before, after: after.into_bytes() };
                    if files.insert(path.clone(), file.clone()).is_some_and(|other| other != file) {
                        return Err(CannotRewrite::Different(path.clone()));
                    }
                }
            }
        }
        for (id, changes) in in_yaml {
            let source = self.sources.file(id);
            let path = PathBuf::from(&source.name);
            let shared = || CannotRewrite::Shared(path.clone());
            // The tree that the spec was read from has texts from other files in it.
            let root = load::parse(source, id).map_err(|_| shared())?;
            let splices = edit::rewritten(source, &root, &changes).ok_or_else(shared)?;
            let before =
                std::fs::read(&path).map_err(|error| CannotRewrite::Unreadable(path.clone(), error))?;
            let after = edit::in_bytes(&before, source, &splices);
            let after = after.ok_or_else(|| CannotRewrite::Encoding(path.clone()))?;
            files.insert(path.clone(), NewFile { path, before, after });
        }
        Ok(files.into_values().filter(|file| file.before != file.after).collect())
    }
}

/// The expected texts of all cases that have texts of their own.
fn slots(read: &load::Read, spec: &Spec) -> Vec<Slot> {
    let mut slots = Vec::new();
    let groups = read.root.get("groups").map(Node::items).unwrap_or_default();
    for group in groups {
        for node in group.get("cases").map(Node::items).unwrap_or_default() {
            let Some(Node { value: NodeValue::Scalar(id), .. }) = node.get("id") else { continue };
            let Some((case, known)) = spec.cases().enumerate().find(|(_, case)| case.id == *id) else {
                continue;
            };
            match known.expectation {
                Expectation::Literal { .. } | Expectation::Checked(_) => {
                    of_case(read, node, case, &mut slots);
                }
                Expectation::Subroutine(_) => of_values(read, node, case, &mut slots),
                Expectation::Keys(_) | Expectation::Dialogue(_) | Expectation::Property(_) => {}
            }
        }
    }
    slots
}

fn of_case(read: &load::Read, node: &Node, case: usize, slots: &mut Vec<Slot>) {
    let row = node.row.is_some();
    if let Some((key, value)) = node.entry("expect") {
        slots.push(slot(read, (node, row), (key, value), case, None));
    }
    let mut sent = 0;
    for step in node.get("steps").map(Node::items).unwrap_or_default() {
        if let Some((key, value)) = step.entry("expect") {
            slots.push(slot(read, (step, row), (key, value), case, Some(sent)));
        }
        sent += usize::from(step.get("send").is_some());
    }
    if let Some((key, value)) = node.entry("contains").filter(|(_, value)| is_missing(value)) {
        let mut slot = Slot { wants: Wants::Parts, ..slot(read, (node, row), (key, value), case, None) };
        if let At::Place(place) = &mut slot.at {
            place.is_list = true;
        }
        slots.push(slot);
    }
    let says_nothing = ["expect", "hashed", "any", "contains", "rejects", "steps", "model"]
        .iter()
        .all(|key| node.get(key).is_none());
    let before = node.entry("stdin").or_else(|| node.entry("id"));
    if let (true, Some((key, value))) = (says_nothing, before) {
        let (wants, new_key) =
            if node.row.is_some() { (Wants::Model, "model") } else { (Wants::Output, "expect") };
        let place = Place {
            key: key.span,
            value: value.span,
            is_flow: is_flow(read, node),
            is_cell: false,
            is_list: false,
            new_key: Some(new_key),
        };
        slots.push(Slot { case, turn: None, wants, text: None, at: At::Place(place) });
    }
}

/// The slot of a value in a mapping of a case; `row` is that of the case if it is made of a table.
fn slot(
    read: &load::Read,
    (mapping, row): (&Node, bool),
    (key, value): (&Node, &Node),
    case: usize,
    turn: Option<usize>,
) -> Slot {
    let text = match &value.value {
        NodeValue::Scalar(text) => Some(text.clone()),
        _ => None,
    };
    if let Some((_, path)) = read.files.iter().find(|(span, _)| *span == value.span) {
        let text = text.filter(|_| path.exists());
        return Slot { case, turn, wants: Wants::Output, text, at: At::File(path.clone()) };
    }
    let is_cell = row && {
        let source = &read.sources.file(key.span.file).text;
        Place::is_elsewhere(source, key.span, value.span)
    };
    let is_flow = is_flow(read, mapping);
    let place = Place { key: key.span, value: value.span, is_flow, is_cell, is_list: false, new_key: None };
    Slot { case, turn, wants: Wants::Output, text, at: At::Place(place) }
}

/// The values of a case in the machine that are still missing, and what it prints.
fn of_values(read: &load::Read, node: &Node, case: usize, slots: &mut Vec<Slot>) {
    let row = node.row.is_some();
    if let Some((key, value)) = node.entry("expect") {
        slots.push(slot(read, (node, row), (key, value), case, None));
    }
    let Some(then) = node.get("then") else { return };
    let mut missing = |mapping: &Node, entry: (&Node, &Node), wants| {
        if is_missing(entry.1) {
            slots.push(Slot { wants, ..slot(read, (mapping, row), entry, case, None) });
        }
    };
    if let Some(entry) = then.entry("returns") {
        missing(then, entry, Wants::Returns(0));
    }
    let entries = |key| match then.get(key) {
        Some(mapping @ Node { value: NodeValue::Mapping(entries), .. }) => Some((mapping, entries)),
        _ => None,
    };
    if let Some((mapping, entries)) = entries("registers") {
        for (nth, (key, value)) in entries.iter().enumerate() {
            missing(mapping, (key, value), Wants::Register(nth));
        }
    }
    if let Some((mapping, entries)) = entries("memory") {
        for (nth, (key, value)) in entries.iter().enumerate() {
            missing(mapping, (key, value), Wants::Memory(nth));
            if let Some(entry) = value.entry("text") {
                missing(value, entry, Wants::Memory(nth));
            }
        }
    }
}

/// Returns `true` if nothing stands after a key.
fn is_missing(value: &Node) -> bool {
    matches!(value.value, NodeValue::Null)
}

fn is_flow(read: &load::Read, mapping: &Node) -> bool {
    let Span { file, .. } = mapping.span;
    read.sources.file(file).text[mapping.span.range().start..].starts_with('{')
}
