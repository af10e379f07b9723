//! The parts of a spec that are in other files: texts that are typed or must come out, and those that all
//! specs of a course share.

use std::path::{Path, PathBuf};

use crate::diagnostics::{Diagnostic, SourceFile, Sources, Span, code, text};
use crate::spec::load::parse;
use crate::spec::read::table;
use crate::spec::reader::Texts;
use crate::spec::tree::{Node, NodeValue};
use crate::spec::{bytes, schema};

/// Files include others no deeper than this.
const MOST_DEPTH: usize = 8;

/// Puts what stands in other files in its place. Paths are relative to the file that names them.
pub(in crate::spec) fn gather(root: &mut Node, path: &Path, sources: &mut Sources, texts: Texts) -> Gathered {
    let mut gathering = Gathering { sources, texts, found: Gathered::default() };
    gathering.found.diagnostics.extend(table::expand(root));
    gathering.include(root, &[path.to_owned()]);
    gathering.texts(root, folder(path));
    gathering.found
}

/// The outcome of gathering.
#[derive(Debug, Default)]
pub(in crate::spec) struct Gathered {
    /// Errors about files that cannot be used.
    pub(in crate::spec) diagnostics: Vec<Diagnostic>,
    /// The files of texts, each with the place of its name.
    pub(in crate::spec) files: Vec<(Span, PathBuf)>,
    /// The bytes of all files that were read, in their order: what is graded depends on each.
    pub(in crate::spec) contents: Vec<Vec<u8>>,
    /// Those of them that were not put into the tree: of programs only the names stand there.
    pub(in crate::spec) programs: Vec<Vec<u8>>,
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

struct Gathering<'s> {
    sources: &'s mut Sources,
    texts: Texts,
    found: Gathered,
}

impl Gathering<'_> {
    /// Fills in the keys that a spec does not have from the files that it includes, the first one first.
    fn include(&mut self, root: &mut Node, open: &[PathBuf]) {
        let NodeValue::Mapping(entries) = &mut root.value else { return };
        let is_include =
            |(key, _): &(Node, Node)| matches!(&key.value, NodeValue::Scalar(key) if schema::is_include(key));
        let Some(at) = entries.iter().position(is_include) else { return };
        let (_, named) = entries.remove(at);
        let named = match named.value {
            NodeValue::Sequence(nodes) => nodes,
            _ => vec![named],
        };
        let here = open.last().map_or(Path::new(""), |path| folder(path));
        for node in named {
            let NodeValue::Scalar(name) = &node.value else {
                self.cannot(node.span, "include", &text!("give the name of a file", "hãy cho tên tệp"));
                continue;
            };
            let path = here.join(name);
            if open.contains(&path) || open.len() > MOST_DEPTH {
                let why = text!("this file includes itself in the end", "tệp này rốt cuộc lại chèn chính nó");
                self.cannot(node.span, name, &why);
                continue;
            }
            let Some(bytes) = self.bytes(&path, name, node.span) else { continue };
            let id = self.sources.add(SourceFile::from_bytes(path.display().to_string(), &bytes));
            match parse(self.sources.file(id), id) {
                Err(diagnostic) => self.found.diagnostics.push(*diagnostic),
                Ok(mut shared) => {
                    self.found.diagnostics.extend(table::expand(&mut shared));
                    self.include(&mut shared, &[open, std::slice::from_ref(&path)].concat());
                    self.texts(&mut shared, folder(&path));
                    if let NodeValue::Mapping(more) = shared.value {
                        let is_new =
                            |(key, _): &(Node, Node)| !entries.iter().any(|(known, _)| same(known, key));
                        let more: Vec<(Node, Node)> = more.into_iter().filter(is_new).collect();
                        entries.extend(more);
                    }
                }
            }
        }
    }

    /// Reads the files of texts, as if the texts stood there; paths of programs are counted from here on.
    fn texts(&mut self, node: &mut Node, folder: &Path) {
        match &mut node.value {
            NodeValue::Null | NodeValue::Scalar(_) => {}
            NodeValue::Sequence(items) => items.iter_mut().for_each(|item| self.texts(item, folder)),
            NodeValue::Mapping(entries) => {
                for (key, value) in entries {
                    if is_key(key, "replace") {
                        self.routines(value, folder);
                        continue;
                    }
                    if is_key(key, "starter") {
                        complete_path(value, folder);
                    }
                    if is_key(key, "harness") {
                        complete_paths(value, folder);
                    }
                    if is_key(key, "model") || is_key(key, "command") {
                        let first = match &mut value.value {
                            NodeValue::Sequence(items) => items.first_mut(),
                            _ => Some(value),
                        };
                        if let Some(Node { value: NodeValue::Scalar(name), .. }) = first {
                            let path = folder.join(&*name);
                            // Where it cannot be read, that is said where it is used.
                            if let Ok(bytes) = bytes::named(&path) {
                                self.found.programs.push(bytes.clone());
                                self.found.contents.push(bytes);
                            }
                            *name = path.to_string_lossy().into_owned();
                        }
                        continue;
                    }
                    let plain = match &key.value {
                        NodeValue::Scalar(key) => schema::text_of(key),
                        _ => None,
                    };
                    let Some(plain) = plain else {
                        self.texts(value, folder);
                        continue;
                    };
                    let NodeValue::Scalar(name) = &value.value else { continue };
                    let path = folder.join(name);
                    let is_to_be_written =
                        plain == "expect" && self.texts == Texts::MayBeMissing && !path.exists();
                    // One complaint about a file that is not there is enough.
                    let bytes = if is_to_be_written {
                        Vec::new()
                    } else {
                        self.bytes(&path, name, value.span).unwrap_or_default()
                    };
                    self.found.files.push((value.span, path));
                    // A file that was saved by an editor on another system may have other line ends.
                    let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
                    key.value = NodeValue::Scalar(plain.to_owned());
                    value.value = NodeValue::Scalar(text);
                }
            }
        }
    }

    /// Puts the text of each file next to its name.
    fn routines(&mut self, node: &mut Node, folder: &Path) {
        let NodeValue::Mapping(entries) = &mut node.value else { return };
        // A file that is not there is complained of once.
        entries.retain_mut(|(_, file)| {
            let NodeValue::Scalar(name) = &file.value else { return true };
            let Some(bytes) = self.bytes(&folder.join(name), name, file.span) else { return false };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let parts =
                [name.clone(), text].map(|part| Node { value: NodeValue::Scalar(part), ..file.clone() });
            file.value = NodeValue::Sequence(parts.to_vec());
            true
        });
    }

    fn bytes(&mut self, path: &Path, name: &str, span: Span) -> Option<Vec<u8>> {
        match bytes::named(path) {
            Ok(bytes) => {
                self.found.contents.push(bytes.clone());
                Some(bytes)
            }
            Err(error) => {
                self.found.diagnostics.push(bytes::unreadable(name, span, &error));
                None
            }
        }
    }

    fn cannot(&mut self, span: Span, what: &str, why: &crate::diagnostics::Text) {
        let (en, vi) = why.both();
        self.found.diagnostics.push(
            Diagnostic::error(
                code::SPEC_FILE,
                span,
                text!("`{what}` cannot be used here", "không dùng được `{what}` ở đây"),
            )
            .help(text!("{en}", "{vi}")),
        );
    }
}

/// Puts the folder before the name of a starter file, which is read where the rest of it is.
fn complete_path(starter: &mut Node, folder: &Path) {
    let NodeValue::Mapping(entries) = &mut starter.value else { return };
    let file = entries.iter_mut().find(|(key, _)| is_key(key, "file"));
    if let Some((_, Node { value: NodeValue::Scalar(name), .. })) = file {
        *name = folder.join(&*name).to_string_lossy().into_owned();
    }
}

/// Puts the folder before the names of files, which are read where the list is.
fn complete_paths(list: &mut Node, folder: &Path) {
    let NodeValue::Sequence(items) = &mut list.value else { return };
    for item in items {
        if let NodeValue::Scalar(name) = &mut item.value {
            *name = folder.join(&*name).to_string_lossy().into_owned();
        }
    }
}

fn is_key(node: &Node, name: &str) -> bool {
    matches!(&node.value, NodeValue::Scalar(key) if key == name)
}

fn same(one: &Node, other: &Node) -> bool {
    matches!((&one.value, &other.value), (NodeValue::Scalar(one), NodeValue::Scalar(other)) if one == other)
}
