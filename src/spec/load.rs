//! YAML into a tree of nodes that know their places. The only file that names the YAML crate.

use std::path::{Path, PathBuf};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned;
use serde_yaml::options::DuplicateKeyPolicy;

use crate::diagnostics::{
    Diagnostic, FileId, Language, SourceFile, Sources, Span, Text, code, harmless, has_errors, of_system,
    text,
};
use crate::fingerprint::sha256_hex;
use crate::spec::bundled::{bundled, names_near};
use crate::spec::bytes;
use crate::spec::gather::{Gathered, gather};
use crate::spec::lint::{Places, findings};
use crate::spec::outline::outline;
use crate::spec::read::spec::spec;
use crate::spec::reader::{Texts, Trust};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::Spec;

/// The reason why there is no spec.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file has errors; nothing was graded.
    Invalid {
        /// The errors, with their places.
        diagnostics: Vec<Diagnostic>,
        /// The file.
        sources: Sources,
    },
}

impl LoadError {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::Unreadable { path, source } => {
                let (shown, (why, why_vi)) =
                    (harmless(&path.to_string_lossy()), of_system(source).into_both());
                let is_missing = source.kind() == std::io::ErrorKind::NotFound;
                let (names, names_vi) =
                    names_near(path).filter(|_| is_missing).unwrap_or_default().into_both();
                text!(
                    "cannot read the spec {shown}: {why}{names}",
                    "không đọc được spec {shown}: {why_vi}{names_vi}"
                )
            }
            Self::Invalid { .. } => text!("the spec has errors", "spec có lỗi"),
        }
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

/// Loads and checks a spec: a file, or where there is none, a bundled one.
///
/// # Errors
/// If the file cannot be read or is not a valid spec; then with everything that is wrong with it.
pub fn load(path: &Path) -> Result<Spec, LoadError> {
    checked(path, Texts::Demanded, Trust::None).map(|(_, spec)| spec)
}

/// Loads and checks a spec that may run programs of its own on this computer.
///
/// # Errors
/// As for [`load`].
pub fn load_trusted(path: &Path) -> Result<Spec, LoadError> {
    checked(path, Texts::Demanded, Trust::Commands).map(|(_, spec)| spec)
}

/// A file that was read, with all that it names.
pub(in crate::spec) struct Read {
    pub(in crate::spec) root: Node,
    pub(in crate::spec) sources: Sources,
    /// The texts that stand in files of their own: the place of the name, and the file.
    pub(in crate::spec) files: Vec<(Span, PathBuf)>,
}

/// Loads and checks a spec, and keeps what it was read from.
pub(in crate::spec) fn checked(path: &Path, texts: Texts, trust: Trust) -> Result<(Read, Spec), LoadError> {
    let (root, sources, gathered) = read(path, texts)?;
    let (root, spec, found) = match root {
        Ok(root) => {
            let (spec, found) = spec(&root, texts, trust);
            (Some(root), spec, found)
        }
        Err(diagnostic) => (None, None, vec![*diagnostic]),
    };
    let diagnostics = together(gathered.diagnostics, found);
    match (root, spec) {
        (Some(root), Some(spec)) if !has_errors(&diagnostics) => {
            let texts = sources.files().iter().map(|file| file.text.as_bytes());
            let harness = spec.submission.harness.iter().map(|file| file.bytes.as_slice());
            let starter = spec.submission.starter.iter().map(|starter| starter.text.as_bytes());
            let files = harness.chain(starter);
            let programs = gathered.programs.iter().map(Vec::as_slice);
            let outline = outline(&root, &spec, files.clone().chain(programs));
            let named = gathered.contents.iter().map(Vec::as_slice);
            let texts: Vec<&[u8]> = texts.chain(files).chain(named).collect();
            let fingerprint = sha256_hex(&texts);
            let spec = Spec { path: path.to_string_lossy().into_owned(), fingerprint, outline, ..spec };
            Ok((Read { root, sources, files: gathered.files }, spec))
        }
        _ => Err(LoadError::Invalid { diagnostics, sources }),
    }
}

/// A spec with all of its diagnostics.
#[derive(Debug)]
pub struct Linted {
    /// Its errors, or if it has none, warnings about likely mistakes.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics point into.
    pub sources: Sources,
    /// The spec, if it is valid.
    pub spec: Option<Spec>,
    /// Where its parts stand.
    pub places: Places,
}

/// All diagnostics of a spec that need no program to be run.
///
/// # Errors
/// If the file cannot be read.
pub fn lint(path: &Path) -> Result<(Vec<Diagnostic>, Sources), LoadError> {
    linted(path).map(|linted| (linted.diagnostics, linted.sources))
}

/// The same, with the spec itself.
///
/// # Errors
/// If the file cannot be read.
pub fn linted(path: &Path) -> Result<Linted, LoadError> {
    let (root, sources, gathered) = read(path, Texts::Demanded)?;
    let mut linted =
        Linted { diagnostics: gathered.diagnostics, sources, spec: None, places: Places::default() };
    match root {
        Ok(root) => {
            // No command is run here.
            let (spec, found) = spec(&root, Texts::Demanded, Trust::Commands);
            linted.diagnostics = together(linted.diagnostics, found);
            linted.spec = spec.filter(|_| !has_errors(&linted.diagnostics));
            if let Some(spec) = &linted.spec {
                linted.diagnostics.extend(findings(&root, spec));
                linted.places = Places::of(&root, spec);
            }
        }
        Err(diagnostic) => linted.diagnostics.push(*diagnostic),
    }
    Ok(linted)
}

/// All errors. Where cases are missing because their table has a mistake, sums of points add nothing new.
fn together(mut missing: Vec<Diagnostic>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if has_errors(&missing) {
        found.retain(|diagnostic| diagnostic.code != code::SPEC_POINTS);
    }
    missing.append(&mut found);
    missing
}

/// The tree of a file, or the reason why it cannot be read as one.
type Tree = Result<Node, Box<Diagnostic>>;

/// Reads a file with those that it names, and reports those that cannot be used.
fn read(path: &Path, texts: Texts) -> Result<(Tree, Sources, Gathered), LoadError> {
    let bytes = match (bytes::up_to_limit(path), bundled(path)) {
        (Ok(bytes), _) => bytes,
        (Err(_), Some(known)) => known.text.as_bytes().to_vec(),
        (Err(source), None) => return Err(LoadError::Unreadable { path: path.to_owned(), source }),
    };
    let mut sources = Sources::default();
    let id = sources.add(SourceFile::from_bytes(path.display().to_string(), &bytes));
    let mut root = parse(sources.file(id), id);
    let gathered = root.as_mut().map(|root| gather(root, path, &mut sources, texts)).unwrap_or_default();
    Ok((root, sources, gathered))
}

/// Reads one YAML document.
pub(in crate::spec) fn parse(source: &SourceFile, file: FileId) -> Result<Node, Box<Diagnostic>> {
    let is_binary = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\u{85}');
    if let Some((at, control)) = source.text.char_indices().find(|(_, c)| is_binary(*c)) {
        let diagnostic = Diagnostic::error(
            code::SPEC_SYNTAX,
            Span::new(file, at..at + control.len_utf8()),
            text!("this is a binary file and not a spec", "đây là tệp nhị phân, không phải spec"),
        )
        .help(text!(
            "give a YAML file, such as `spec.yaml` of a new assignment (`grader new`)",
            "hãy đưa một tệp YAML, ví dụ `spec.yaml` của một bài mới (`grader new`)"
        ));
        return Err(Box::new(diagnostic));
    }
    // The parser's own message about tabs points at the wrong place.
    for (number, line) in source.text.lines().enumerate() {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t') {
            let start = source.line_start(number + 1).unwrap_or(0) + tab;
            let diagnostic = Diagnostic::error(
                code::SPEC_SYNTAX,
                Span::new(file, start..start + 1),
                text!("a tab is not allowed in indentation", "không được dùng tab để thụt lề"),
            )
            .help(text!("indent with spaces", "hãy thụt lề bằng dấu cách"));
            return Err(Box::new(diagnostic));
        }
    }
    let options = serde_yaml::options! { duplicate_keys: DuplicateKeyPolicy::LastWins };
    match serde_yaml::from_str_with_options::<RawNode>(&source.text, options) {
        Ok(raw) => Ok(place(raw, source, file)),
        Err(error) => {
            let at = error.location().map_or(0, |location| {
                let start = source.line_start(location.line() as usize).unwrap_or(source.text.len());
                let rest = &source.text[start..];
                let column = location.column().saturating_sub(1) as usize;
                start + rest.char_indices().nth(column).map_or(rest.len(), |(offset, _)| offset)
            });
            let words = error.without_snippet().to_string();
            let words = words.split(" at line ").next().unwrap_or_default().to_owned();
            let diagnostic = Diagnostic::error(
                code::SPEC_SYNTAX,
                Span::new(file, at..at),
                text!("this is not well-formed YAML", "chỗ này không phải YAML đúng cú pháp"),
            )
            .note(text!("the YAML reader says: {words}", "trình đọc YAML báo bằng tiếng Anh: {words}"))
            .help(text!(
                "put text with `: ` or `#` in quotation marks, close quotation marks and brackets, check the indentation",
                "hãy đặt văn bản có `: ` hoặc `#` trong ngoặc kép, đóng đủ ngoặc, và kiểm tra thụt lề"
            ));
            Err(Box::new(diagnostic))
        }
    }
}

/// Gives a node its span; scalars that YAML reads as numbers or booleans get their spelling back.
fn place(raw: RawNode, source: &SourceFile, file: FileId) -> Node {
    let span = Span::new(file, raw.start..raw.start + raw.length);
    let value = match raw.value {
        RawValue::Null => NodeValue::Null,
        RawValue::Text(text) => NodeValue::Scalar(text),
        RawValue::Resolved => NodeValue::Scalar(source.text[span.range()].to_owned()),
        RawValue::Sequence(items) => {
            NodeValue::Sequence(items.into_iter().map(|item| place(item, source, file)).collect())
        }
        RawValue::Mapping(entries) => NodeValue::Mapping(
            entries
                .into_iter()
                .map(|(key, value)| (place(key, source, file), place(value, source, file)))
                .collect(),
        ),
    };
    Node { span, value, row: None }
}

struct RawNode {
    start: usize,
    length: usize,
    value: RawValue,
}

enum RawValue {
    Null,
    Text(String),
    /// A number or a boolean; its spelling stands in the source.
    Resolved,
    Sequence(Vec<RawNode>),
    Mapping(Vec<(RawNode, RawNode)>),
}

impl<'de> Deserialize<'de> for RawNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<RawValue>::deserialize(deserializer)?;
        let span = spanned.referenced.span();
        let start = span.byte_offset().unwrap_or(0) as usize;
        let length = match spanned.value {
            RawValue::Sequence(_) | RawValue::Mapping(_) => 0,
            _ => span.byte_len().unwrap_or(0) as usize,
        };
        Ok(Self { start, length, value: spanned.value })
    }
}

impl<'de> Deserialize<'de> for RawValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyValue;

        impl<'de> Visitor<'de> for AnyValue {
            type Value = RawValue;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a YAML value")
            }

            fn visit_unit<E>(self) -> Result<RawValue, E> {
                Ok(RawValue::Null)
            }

            fn visit_none<E>(self) -> Result<RawValue, E> {
                Ok(RawValue::Null)
            }

            fn visit_bool<E>(self, _: bool) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_i64<E>(self, _: i64) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_u64<E>(self, _: u64) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_i128<E>(self, _: i128) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_u128<E>(self, _: u128) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_f64<E>(self, _: f64) -> Result<RawValue, E> {
                Ok(RawValue::Resolved)
            }

            fn visit_str<E>(self, text: &str) -> Result<RawValue, E> {
                Ok(RawValue::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<RawValue, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = sequence.next_element()? {
                    items.push(item);
                }
                Ok(RawValue::Sequence(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut mapping: A) -> Result<RawValue, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = mapping.next_entry()? {
                    entries.push(entry);
                }
                Ok(RawValue::Mapping(entries))
            }
        }

        deserializer.deserialize_any(AnyValue)
    }
}
