//! Another edition of a spec: without some of its cases, and with fingerprints in place of expected texts.
//!
//! It is written from the tree of what was read, with families written out and files of texts put in their places, and not
//! from the file: a comment of the author may hold an answer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::diagnostics::{Language, SourceFile, Sources, Span, Text, of_system, text};
use crate::spec::edit::{is_same, quoted};
use crate::spec::load::{self, LoadError};
use crate::spec::reader::{Texts, Trust};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Hashed, HashedForm, Points, Spec};

/// A spec that another edition can be made of.
#[derive(Debug)]
pub struct Original {
    /// The spec.
    pub spec: Spec,
    root: Node,
}

/// Where in a case a text stands that must come out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextPlace {
    /// In the case itself: the whole output.
    Whole,
    /// In the step of this number, from 1.
    Step(usize),
    /// For a file of this name.
    File(String),
}

/// The outcome of one case.
#[derive(Clone, Debug)]
pub enum CaseEdition {
    /// It stays as it is, but for these texts, which fingerprints stand for.
    Kept(BTreeMap<TextPlace, Hashed>),
    /// It is not in the edition.
    LeftOut,
}

/// The changes that make an edition of a spec.
#[derive(Debug)]
pub struct Changes {
    /// The outcome of each case, in the order of [`Spec::cases`].
    pub cases: Vec<CaseEdition>,
    /// For each group: true if its hint stays.
    pub keeps_hint: Vec<bool>,
    /// For each group: true if its cases keep their points.
    pub keeps_points: Vec<bool>,
    /// The lines of the comment at the beginning.
    pub comment: Vec<String>,
}

/// Another edition of a spec, with the files that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The spec.
    pub text: String,
    /// The files by their names, which lie next to it.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Those of them that are commands.
    pub commands: BTreeSet<String>,
}

/// The reason why there is no edition.
#[derive(Debug, thiserror::Error)]
pub enum NoEdition {
    /// Two files that the spec names have the same name, in different folders.
    SameName(String),
    /// A file cannot be read any more.
    Unreadable(String, std::io::Error),
    /// The text written is not read back as the spec that was meant.
    NotReadBack,
}

impl NoEdition {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::SameName(name) => text!(
                "two files of the spec are called {name}, and lie in different folders; give one of them another name",
                "spec có hai tệp cùng tên {name} nằm ở hai thư mục khác nhau; hãy đổi tên một tệp"
            ),
            Self::Unreadable(path, error) => {
                let (en, vi) = of_system(error).into_both();
                text!("cannot read {path}: {en}", "không đọc được {path}: {vi}")
            }
            Self::NotReadBack => text!(
                "the edition cannot be written as YAML; this is a mistake of the program, please report it",
                "không ghi được bản này dưới dạng YAML; đây là lỗi của trình chấm, hãy báo lại"
            ),
        }
    }
}

impl std::fmt::Display for NoEdition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

impl Original {
    /// Opens a spec.
    ///
    /// # Errors
    /// If the file cannot be read or has mistakes.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        let (read, spec) = load::checked(path, Texts::Demanded, Trust::Commands)?;
        Ok(Self { spec, root: read.root })
    }

    /// The edition with these changes.
    ///
    /// # Errors
    /// If the files that it needs cannot lie next to each other, or one of them is gone.
    pub fn edition(&self, changes: &Changes) -> Result<Edition, NoEdition> {
        self.written(Some(changes), &changes.comment)
    }

    /// The whole spec in one file, with the files that grading needs next to it. What else it is for, such as its selfcheck,
    /// is not in it.
    ///
    /// # Errors
    /// As for [`Original::edition`].
    pub fn whole(&self) -> Result<Edition, NoEdition> {
        self.written(None, &[])
    }

    fn written(&self, changes: Option<&Changes>, comment: &[String]) -> Result<Edition, NoEdition> {
        let mut writing =
            Writing { spec: &self.spec, changes, files: BTreeMap::new(), commands: BTreeSet::new() };
        let root = writing.root(&self.root)?;
        let mut text = String::new();
        for line in comment {
            let _ = writeln!(text, "# {line}");
        }
        for line in lines(&root) {
            let _ = writeln!(text, "{line}");
        }
        let source = SourceFile::from_bytes("edition", text.as_bytes());
        let id = Sources::default().add(SourceFile::from_bytes("edition", b""));
        let is_read_back = load::parse(&source, id).is_ok_and(|read| is_same(&read, &root));
        if !is_read_back {
            return Err(NoEdition::NotReadBack);
        }
        Ok(Edition { text, files: writing.files, commands: writing.commands })
    }
}

struct Writing<'w> {
    spec: &'w Spec,
    /// Nothing if everything stays.
    changes: Option<&'w Changes>,
    files: BTreeMap<String, Vec<u8>>,
    commands: BTreeSet<String>,
}

/// The keys of a spec that no grading needs.
const OF_AUTHORS: [&str; 2] = ["model", "selfcheck"];

/// The keys that students do not get: dialects name students, and the points of what is left are another sum.
const OF_STAFF: [&str; 2] = ["dialects", "points"];

impl Writing<'_> {
    fn root(&mut self, root: &Node) -> Result<Node, NoEdition> {
        let mut entries = Vec::new();
        for (key, value) in pairs(root) {
            let value = match word(key) {
                name if OF_AUTHORS.contains(&name) => continue,
                name if self.changes.is_some() && OF_STAFF.contains(&name) => continue,
                "compare" => self.compare(value)?,
                "groups" => self.groups(value)?,
                "submission" => self.submission(value)?,
                "style" => match self.style(value) {
                    Some(style) => style,
                    None => continue,
                },
                "dialogue" => self.dialogue(value),
                _ => value.clone(),
            };
            entries.push((key.clone(), value));
        }
        Ok(mapping(entries))
    }

    /// Puts a file next to the edition; its name there.
    fn put(&mut self, path: &str, contents: &[u8]) -> Result<String, NoEdition> {
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = self.files.entry(name.clone()).or_insert_with(|| contents.to_vec());
        if *known == contents { Ok(name) } else { Err(NoEdition::SameName(name)) }
    }

    fn submission(&mut self, node: &Node) -> Result<Node, NoEdition> {
        let mut node = node.clone();
        if let Some(starter) = node.get("starter").cloned()
            && let Some(file) = starter.get("file")
        {
            let name = self.put_file(word(file))?;
            node = with(&node, "starter", with(&starter, "file", scalar(&name)));
        }
        if let Some(harness) = node.get("harness").cloned() {
            let mut names = Vec::new();
            for file in harness.items() {
                names.push(scalar(&self.put_file(word(file))?));
            }
            node = with(&node, "harness", sequence(names));
        }
        Ok(node)
    }

    /// The cases in which style is watched, as far as they are there; nothing if none of them is.
    fn style(&self, node: &Node) -> Option<Node> {
        let Some(cases) = node.get("cases") else { return Some(node.clone()) };
        let kept: Vec<Node> = cases.items().iter().filter(|case| self.is_kept(word(case))).cloned().collect();
        (!kept.is_empty() || cases.items().is_empty()).then(|| with(node, "cases", sequence(kept)))
    }

    /// The cases by which options are inferred, as far as they are there.
    fn dialogue(&self, node: &Node) -> Node {
        let Some(options) = node.get("options") else { return node.clone() };
        let of_option = |option: &Node| match option.get("by").map(|by| &by.value) {
            Some(NodeValue::Scalar(id)) if !self.is_kept(id) => without(option, &["by"]),
            Some(NodeValue::Sequence(ids)) => {
                let kept: Vec<Node> = ids.iter().filter(|id| self.is_kept(word(id))).cloned().collect();
                if kept.is_empty() { without(option, &["by"]) } else { with(option, "by", sequence(kept)) }
            }
            _ => option.clone(),
        };
        with(node, "options", sequence(options.items().iter().map(of_option).collect()))
    }

    /// The way in which output is compared, with its command next to the edition.
    fn compare(&mut self, node: &Node) -> Result<Node, NoEdition> {
        let Some(command) = node.get("command") else { return Ok(node.clone()) };
        if self.changes.is_some() {
            // The output that the command judges is left out.
            return Ok(without(node, &["command"]));
        }
        let (program, arguments) = match &command.value {
            NodeValue::Sequence(words) => (words.first().map(word).unwrap_or_default(), words.get(1..)),
            _ => (word(command), None),
        };
        let name = self.put_file(program)?;
        self.commands.insert(name.clone());
        let words = std::iter::once(scalar(&name)).chain(arguments.unwrap_or_default().iter().cloned());
        Ok(with(node, "command", sequence(words.collect())))
    }

    /// Puts a file of this path next to the edition; its name there.
    fn put_file(&mut self, path: &str) -> Result<String, NoEdition> {
        let contents = std::fs::read(path).map_err(|error| NoEdition::Unreadable(path.to_owned(), error))?;
        self.put(path, &contents)
    }

    fn is_kept(&self, id: &str) -> bool {
        let Some(changes) = self.changes else { return true };
        let mut cases = self.spec.cases().zip(&changes.cases);
        cases.any(|(case, becomes)| case.id == id && matches!(becomes, CaseEdition::Kept(_)))
    }

    fn groups(&mut self, node: &Node) -> Result<Node, NoEdition> {
        let mut groups = Vec::new();
        let mut first = 0;
        for (nth, (node, group)) in node.items().iter().zip(&self.spec.groups).enumerate() {
            let all = CaseEdition::Kept(BTreeMap::new());
            let becomes = |at: usize| self.changes.map_or(&all, |changes| &changes.cases[at]);
            let kept: Vec<_> =
                group.cases.iter().enumerate().map(|(at, case)| (case, becomes(first + at))).collect();
            first += group.cases.len();
            let is_kept = |becomes: &CaseEdition| matches!(becomes, CaseEdition::Kept(_));
            if self.changes.is_some() && !kept.iter().any(|(_, becomes)| is_kept(becomes)) {
                continue;
            }
            let is_whole = kept.iter().all(|(_, becomes)| is_kept(becomes));
            let mut cases = Vec::new();
            for node in node.get("cases").map(Node::items).unwrap_or_default() {
                let own = kept.iter().find(|(case, _)| node.get("id").is_some_and(|id| word(id) == case.id));
                match own {
                    // A family of games stands for several cases, which have no texts.
                    None => cases.push(node.clone()),
                    Some((case, CaseEdition::Kept(texts))) => {
                        let mut node = self.case(node, texts)?;
                        if !is_whole {
                            node = with(&without(&node, &["weight"]), "points", points(case.points));
                        }
                        cases.push(node);
                    }
                    Some((_, CaseEdition::LeftOut)) => {}
                }
            }
            let mut group_node = with(node, "cases", sequence(cases));
            if !is_whole && node.get("points").is_some() {
                let left = kept.iter().filter(|(_, becomes)| is_kept(becomes)).map(|(case, _)| case.points);
                group_node = with(&group_node, "points", points(left.sum()));
            }
            if let Some(compare) = node.get("compare") {
                group_node = with(&group_node, "compare", self.compare(compare)?);
            }
            if self.changes.is_some_and(|changes| !changes.keeps_points[nth]) {
                group_node = without_points(&group_node);
            }
            if self.changes.is_some_and(|changes| !changes.keeps_hint[nth]) {
                group_node = without(&group_node, &["hint"]);
            }
            groups.push(group_node);
        }
        Ok(sequence(groups))
    }

    fn case(&mut self, node: &Node, texts: &BTreeMap<TextPlace, Hashed>) -> Result<Node, NoEdition> {
        let mut node = node.clone();
        if let Some(stand_ins) = node.get("replace") {
            let mut named = Vec::new();
            for (label, file) in pairs(stand_ins) {
                let name = match file.items() {
                    [name, text] => self.put(word(name), word(text).as_bytes())?,
                    _ => word(file).to_owned(),
                };
                named.push((label.clone(), scalar(&name)));
            }
            node = with(&node, "replace", mapping(named));
        }
        if let Some(model) = node.get("model").filter(|_| texts.is_empty()) {
            node = with(&node, "model", scalar(&self.put_file(word(model))?));
        }
        if let Some(interactor) = node.get("interactor") {
            node = with(&node, "interactor", self.compare(interactor)?);
        }
        if let Some(compare) = node.get("compare") {
            node = with(&node, "compare", self.compare(compare)?);
        }
        for (place, text) in texts {
            node = match place {
                TextPlace::Whole => hashed(&without(&node, &["model"]), text),
                TextPlace::Step(number) => {
                    let mut steps = node.get("steps").map(Node::items).unwrap_or_default().to_vec();
                    if let Some(step) = number.checked_sub(1).and_then(|at| steps.get_mut(at)) {
                        *step = hashed(step, text);
                    }
                    with(&node, "steps", sequence(steps))
                }
                TextPlace::File(name) => {
                    let Some(files) = node.get("files") else { continue };
                    let Some(file) = files.get(name) else { continue };
                    // A single value is the text itself.
                    let file = match &file.value {
                        NodeValue::Mapping(_) => hashed(file, text),
                        _ => mapping(vec![(scalar("hashed"), of_hashed(text))]),
                    };
                    with(&node, "files", with(files, name, file))
                }
            };
        }
        Ok(node)
    }
}

/// A mapping with fingerprints in the place of its texts.
fn hashed(node: &Node, text: &Hashed) -> Node {
    let first = ["expect", "any"].into_iter().find(|key| node.get(key).is_some());
    let Some(first) = first else {
        // The output of a model is not written at all.
        return with(node, "hashed", of_hashed(text));
    };
    let entries = pairs(node).iter().filter_map(|(key, value)| match word(key) {
        key if key == first => Some((scalar("hashed"), of_hashed(text))),
        "expect" | "any" => None,
        _ => Some((key.clone(), value.clone())),
    });
    mapping(entries.collect())
}

fn of_hashed(text: &Hashed) -> Node {
    let fingerprints = text.sha256.iter().map(|fingerprint| scalar(fingerprint)).collect();
    let mut entries = vec![(scalar("salt"), scalar(&text.salt)), (scalar("sha256"), sequence(fingerprints))];
    entries.extend(text.exactly.iter().map(|exactly| (scalar("exactly"), scalar(exactly))));
    if let HashedForm::Plain(parts) = &text.form {
        let range = |range: &std::ops::Range<usize>| match (range.start, range.end) {
            (0, usize::MAX) => "all".to_owned(),
            (start, end) if start + 1 == end => start.to_string(),
            (start, end) => format!("{start}-{}", end - 1),
        };
        let letters: Vec<Node> = parts.letters.iter().map(|letters| scalar(&range(letters))).collect();
        let blanks: Vec<Node> = parts.blanks.iter().map(|at| scalar(&at.to_string())).collect();
        let opening = parts.opening.then(|| (scalar("opening"), scalar("true")));
        entries.extend((!letters.is_empty()).then(|| (scalar("letters"), sequence(letters))));
        entries.extend((!blanks.is_empty()).then(|| (scalar("blanks"), sequence(blanks))));
        entries.extend(opening);
    }
    mapping(entries)
}

/// A group whose cases have no points.
fn without_points(group: &Node) -> Node {
    let of_case = |case: &Node| with(&without(case, &["weight"]), "points", scalar("0"));
    let cases = group.get("cases").map(Node::items).unwrap_or_default().iter().map(of_case).collect();
    with(&without(group, &["points", "cap"]), "cases", sequence(cases))
}

fn points(points: Points) -> Node {
    scalar(&points.to_string())
}

fn node(value: NodeValue) -> Node {
    Node { span: Span::default(), value, row: None }
}

fn scalar(text: &str) -> Node {
    node(NodeValue::Scalar(text.to_owned()))
}

fn sequence(items: Vec<Node>) -> Node {
    node(NodeValue::Sequence(items))
}

fn mapping(entries: Vec<(Node, Node)>) -> Node {
    node(NodeValue::Mapping(entries))
}

/// The text of a single value; empty for all others.
fn word(node: &Node) -> &str {
    if let NodeValue::Scalar(text) = &node.value { text } else { "" }
}

fn pairs(node: &Node) -> &[(Node, Node)] {
    if let NodeValue::Mapping(entries) = &node.value { entries } else { &[] }
}

/// A mapping with another value for a key, which comes last if it is a new one.
fn with(node: &Node, key: &str, value: Node) -> Node {
    let mut entries = pairs(node).to_vec();
    match entries.iter_mut().find(|(known, _)| word(known) == key) {
        Some((_, known)) => *known = value,
        None => entries.push((scalar(key), value)),
    }
    mapping(entries)
}

/// A mapping without some of its keys.
fn without(node: &Node, keys: &[&str]) -> Node {
    mapping(pairs(node).iter().filter(|(key, _)| !keys.contains(&word(key))).cloned().collect())
}

/// A value as lines of YAML.
fn lines(node: &Node) -> Vec<String> {
    match &node.value {
        NodeValue::Null => vec!["~".to_owned()],
        NodeValue::Scalar(text) => vec![value(text)],
        NodeValue::Sequence(items) if items.iter().all(|item| matches!(item.value, NodeValue::Scalar(_))) => {
            let items: Vec<String> = items.iter().map(|item| value(word(item))).collect();
            vec![format!("[{}]", items.join(", "))]
        }
        NodeValue::Sequence(items) => {
            let of_item = |item: &Node| -> Vec<String> {
                let lines = lines(item).into_iter().enumerate();
                lines.map(|(nth, line)| format!("{}{line}", if nth == 0 { "- " } else { "  " })).collect()
            };
            items.iter().flat_map(of_item).collect()
        }
        NodeValue::Mapping(entries) if entries.is_empty() => vec!["{}".to_owned()],
        NodeValue::Mapping(entries) => {
            let of_entry = |(key, of_key): &(Node, Node)| -> Vec<String> {
                let key = lines(key).concat();
                let lines = lines(of_key);
                let is_inline = match &of_key.value {
                    NodeValue::Mapping(entries) => entries.is_empty(),
                    _ => lines.len() == 1 && !lines[0].starts_with("- "),
                };
                if is_inline {
                    return vec![format!("{key}: {}", lines.concat())];
                }
                let rest = lines.into_iter().map(|line| format!("  {line}"));
                std::iter::once(format!("{key}:")).chain(rest).collect()
            };
            entries.iter().flat_map(of_entry).collect()
        }
    }
}

/// A single value: in quotation marks, but for words and numbers.
fn value(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_word = text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(is_part);
    // Everything that YAML reads as something else gets its spelling back, but for nothing.
    if is_word && !text.eq_ignore_ascii_case("null") { text.to_owned() } else { quoted(text) }
}
