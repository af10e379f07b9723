//! The reports of a run: each takes the class in parts, as it is graded, and is written when all of it is known.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::output::{folder_for, write_all_of, write_whole};
use super::spill::Spill;
use super::terminal::Terminal;
use super::values::Refusal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Language, Text, harmless, text};
use crate::grade::Gradebook;
use crate::report::{FORMATS, FileNames, Format, Parts, STUDENTS, terminal};

/// A report to be written.
#[derive(Clone)]
pub(super) struct Output {
    pub(super) format: Format,
    pub(super) path: PathBuf,
}

/// The two sides of KIND=PATH.
pub(super) fn kind_and_path<'a>(argument: &'a str, kinds: &str) -> Result<(&'a str, &'a str), Text> {
    argument
        .split_once('=')
        .ok_or_else(|| text!("write KIND=PATH; kinds are {kinds}", "hãy viết KIND=PATH; các loại: {kinds}"))
}

/// Says that no format has a name.
pub(super) fn no_such_format(kind: &str, kinds: &str) -> Text {
    text!("there is no format `{kind}`; kinds are {kinds}", "không có định dạng `{kind}`; các loại: {kinds}")
}

impl Output {
    /// Reads KIND=PATH.
    pub(super) fn parse(argument: &str) -> Result<Self, Refusal> {
        let kinds = FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
        let (kind, path) = kind_and_path(argument, &kinds)?;
        let format = FORMATS.iter().find(|format| format.id == kind);
        let format = *format.ok_or_else(|| no_such_format(kind, &kinds))?;
        if format.page.is_some() && path == "-" {
            return Err(text!(
                "`{kind}` is a folder of pages; write {kind}=FOLDER",
                "`{kind}` là một thư mục gồm nhiều trang; hãy viết {kind}=FOLDER"
            )
            .into());
        }
        Ok(Self { format, path: PathBuf::from(path) })
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// The files that it writes for these submissions.
    pub(super) fn paths(&self, ids: &[&str]) -> Vec<PathBuf> {
        if self.is_stdout() {
            Vec::new()
        } else if self.format.page.is_some() {
            let pages = paths_in(&self.path.join(STUDENTS), ids, self.format.extension);
            std::iter::once(self.index()).chain(pages).collect()
        } else if self.is_folder() {
            paths_in(&self.path, ids, self.format.extension)
        } else {
            vec![self.path.clone()]
        }
    }

    /// The page of the class, where each submission has a page of its own.
    fn index(&self) -> PathBuf {
        self.path.join("index").with_extension(self.format.extension)
    }

    /// The file for all submissions together.
    fn whole(&self) -> PathBuf {
        if self.format.page.is_some() { self.index() } else { self.path.clone() }
    }

    /// Returns `true` if it is a folder, with a report for each submission and none for all.
    pub(super) fn is_folder(&self) -> bool {
        let ends_as_folder = self.path.as_os_str().as_encoded_bytes().ends_with(b"/");
        self.format.one_each && (ends_as_folder || self.path.is_dir())
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.format.id, self.path.display())
    }
}

/// A report on a class, of which one part was given after the other.
pub(super) struct Pending<'o> {
    /// The destination; `None` for the report that people read.
    output: Option<&'o Output>,
    body: Body,
    language: Language,
}

enum Body {
    /// One text.
    Text(Box<dyn Parts>, Spill),
    /// A folder with a file for each submission.
    Folder(Folder),
    /// The same with a text on all of them.
    Pages(Folder, Box<dyn Parts>, Spill),
}

impl<'o> Pending<'o> {
    /// The report that people read, of a class of that many.
    pub(super) fn for_people(
        cover: &Gradebook,
        count: usize,
        look: terminal::Look,
        detail: terminal::Detail,
    ) -> Self {
        let parts = terminal::begin(cover, count, look, detail);
        let body = Body::Text(parts, Spill::new(&std::env::temp_dir()));
        Self { output: None, body, language: look.language }
    }

    /// A report in a format, on submissions with these ids.
    pub(super) fn new(output: &'o Output, cover: &Gradebook, ids: &[&str], language: Language) -> Self {
        let body = if output.format.page.is_some() {
            let folder = Folder::new(&output.path.join(STUDENTS), ids, output.format);
            let parts = (output.format.begin)(cover, language);
            Body::Pages(folder, parts, Spill::new(&folder_for(&output.index())))
        } else if output.is_folder() {
            Body::Folder(Folder::new(&output.path, ids, output.format))
        } else {
            let folder = if output.is_stdout() { std::env::temp_dir() } else { folder_for(&output.path) };
            Body::Text((output.format.begin)(cover, language), Spill::new(&folder))
        };
        Self { output: Some(output), body, language }
    }

    /// Returns `true` if it says itself who may see what.
    pub(super) fn hides(&self) -> bool {
        self.output.is_some_and(|output| output.format.hides)
    }

    /// Takes the next part of the class. Failures are reported by [`Pending::finish`].
    pub(super) fn take(&mut self, book: &Gradebook) {
        match &mut self.body {
            Body::Text(parts, spill) => spill.append(&parts.part(book)),
            Body::Folder(folder) => folder.take(book, self.language),
            Body::Pages(folder, parts, spill) => {
                folder.take(book, self.language);
                spill.append(&parts.part(book));
            }
        }
    }

    /// Writes the rest, now that everything is known. The report that people read gives way to a report on
    /// standard output.
    pub(super) fn finish(self, terminal: &Terminal, is_stdout_taken: bool) -> Result<(), CommandFailure> {
        let path = self.output.map_or_else(std::env::temp_dir, Output::whole);
        let (parts, spill) = match self.body {
            Body::Text(parts, spill) => (parts, spill),
            Body::Folder(folder) => return folder.result,
            Body::Pages(folder, parts, spill) => {
                folder.result?;
                tell_others(&path, &folder.written, terminal);
                (parts, spill)
            }
        };
        let text = spill.between(parts.ends());
        let mut text = text.map_err(|error| CommandFailure::cannot(Deed::Write, &path, &error))?;
        match self.output {
            Some(output) if output.is_stdout() => Terminal::print_bytes_of(&mut text),
            Some(_) => write_all_of(&path, &mut text),
            None if is_stdout_taken => {
                terminal.note_all_of(&mut text);
                Ok(())
            }
            None => terminal.print_all_of(&mut text),
        }
    }
}

/// A folder with a report for each submission, which is made if it is not there.
struct Folder {
    format: Format,
    /// The files that are still to be written, in the order of the submissions.
    paths: std::vec::IntoIter<PathBuf>,
    /// The names of those that are or were.
    written: BTreeSet<OsString>,
    /// The result so far; nothing more is written after a failure.
    result: Result<(), CommandFailure>,
}

impl Folder {
    fn new(path: &Path, ids: &[&str], format: Format) -> Self {
        let result = std::fs::create_dir_all(path)
            .map_err(|error| CommandFailure::cannot(Deed::MakeFolder, path, &error));
        let paths = paths_in(path, ids, format.extension);
        let written = paths.iter().filter_map(|path| path.file_name()).map(OsString::from).collect();
        Self { format, paths: paths.into_iter(), written, result }
    }

    fn take(&mut self, book: &Gradebook, language: Language) {
        for (graded, path) in book.submissions.iter().zip(&mut self.paths) {
            if self.result.is_ok() {
                let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
                self.result = write_whole(&path, &self.format.of_one(&one, language));
            }
        }
    }
}

/// Names the pages next to an index that are of nobody in this class: of students who left it, or of another class.
fn tell_others(index: &Path, written: &BTreeSet<OsString>, terminal: &Terminal) {
    /// The most names.
    const MOST: usize = 5;
    let folder = index.with_file_name(STUDENTS);
    let Ok(listed) = std::fs::read_dir(&folder) else { return };
    let names: BTreeSet<OsString> = listed.flatten().map(|entry| entry.file_name()).collect();
    let others: Vec<String> =
        names.difference(written).map(|name| harmless(&name.to_string_lossy())).collect();
    if others.is_empty() {
        return;
    }
    let (count, folder) = (others.len(), harmless(&folder.to_string_lossy()));
    let shown = others.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let more = if count > MOST { ", ..." } else { "" };
    let files = if count == 1 { "file" } else { "files" };
    terminal.note(&text!(
        "{folder} has {count} other {files} from before, which this run did not write: {shown}{more}; take away what is of no use",
        "{folder} còn {count} tệp khác từ trước mà lần chạy này không ghi: {shown}{more}; hãy xoá những tệp không cần nữa"
    ));
}

/// A path for the report on each submission in a folder; no two of them are one file.
fn paths_in(folder: &Path, ids: &[&str], extension: &str) -> Vec<PathBuf> {
    let mut names = FileNames::default();
    ids.iter().map(|id| folder.join(format!("{}.{extension}", names.next(id)))).collect()
}
