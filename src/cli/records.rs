//! The tables that staff keep next to a spec: when submissions were handed in, and what people gave.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::output::write_whole;
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Sources, harmless, text};
use crate::grade::{self, Marks, Submitted};
use crate::report::counted;
use crate::spec::{Instant, Spec};
use crate::submission::{Discovery, Roster, Unmatched};

/// The tables of a run.
pub(super) struct Records {
    /// The contents of the tables.
    pub(super) read: grade::Records,
    /// The table of marks and its bytes, if one was given.
    marks: Option<(PathBuf, Vec<u8>)>,
}

impl Records {
    /// Reads the tables; their mistakes are printed, and then the result is `None`.
    pub(super) fn read(
        (submitted, marks): (Option<&Path>, Option<&Path>),
        spec: &Spec,
        discovery: &Discovery,
        terminal: &Terminal,
    ) -> Result<Option<Self>, CommandFailure> {
        let mut records = Self { read: grade::Records::default(), marks: None };
        let mut sources = Sources::default();
        let mut found: Vec<Diagnostic> = Vec::new();
        if let Some(path) = submitted {
            if spec.late.due.is_none() {
                return Err(CommandFailure::usage(text!(
                    "--submitted is given, and the spec does not say what is `due`",
                    "có --submitted, nhưng spec không ghi hạn nộp `due`"
                )));
            }
            let bytes =
                std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
            let file = add(&mut sources, path, &bytes);
            let (read, diagnostics) = Submitted::read(sources.file(file), file, spec.late.due);
            let is_readable = diagnostics.is_empty();
            found.extend(diagnostics);
            if is_readable {
                // Submissions without a time are in time, and all others are graded as ever.
                terminal.diagnose(&read.missing(ids(discovery), file), &sources);
            }
            records.read.submitted = Some(read);
        } else if let Some(due) = spec.late.due {
            records.read.submitted = of_platform(due, discovery, terminal);
        }
        if let Some(path) = marks {
            let bytes = match std::fs::read(path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    if spec.rubric.is_empty() {
                        return Err(CommandFailure::usage(text!(
                            "there is no such file for --marks, and the spec has no `rubric` to begin one with",
                            "không có tệp cho --marks, và spec không có `rubric` để bắt đầu tệp ấy"
                        )));
                    }
                    Vec::new()
                }
                Err(error) => return Err(CommandFailure::cannot(Deed::Read, path, &error)),
            };
            if !bytes.is_empty() {
                let file = add(&mut sources, path, &bytes);
                let (read, diagnostics) = Marks::read(sources.file(file), file, &Marks::items(spec));
                found.extend(diagnostics);
                records.read.marks = read;
            }
            records.marks = Some((path.to_owned(), bytes));
        }
        if found.is_empty() {
            return Ok(Some(records));
        }
        terminal.diagnose(&found, &sources);
        let (count, errors) = (found.len(), counted(found.len(), "error"));
        terminal.line("");
        terminal.say(&text!(
            "{errors} in the tables next to the spec; nothing was graded.",
            "có {count} lỗi trong các bảng đi kèm spec; chưa chấm gì."
        ));
        Ok(None)
    }

    /// Adds rows to the table of marks for what is not in it yet.
    pub(super) fn write_marks(&self, spec: &Spec, discovery: &Discovery) -> Result<(), CommandFailure> {
        let Some((path, known)) = &self.marks else { return Ok(()) };
        match self.read.marks.extended(known, ids(discovery), &spec.rubric) {
            Some(table) => write_whole(path, &table),
            None => Ok(()),
        }
    }
}

/// Reads the roster and gives each submission its row; `false` if the table has mistakes, which are printed.
pub(super) fn match_roster(
    path: &Path,
    discovery: &mut Discovery,
    terminal: &Terminal,
) -> Result<bool, CommandFailure> {
    let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
    let mut sources = Sources::default();
    let file = add(&mut sources, path, &bytes);
    let (roster, wrong) = Roster::read(sources.file(file), file);
    if !wrong.is_empty() {
        terminal.diagnose(&wrong, &sources);
        terminal.line("");
        terminal.say(&text!(
            "the roster cannot be read; nothing was graded.",
            "không đọc được danh sách lớp; chưa chấm gì."
        ));
        return Ok(false);
    }
    let Unmatched { strangers, doubtful } = roster.match_names(discovery);
    for id in strangers {
        let id = harmless(&id);
        terminal.note(&text!("{id} is nobody of the roster", "{id} không có trong danh sách lớp"));
    }
    for id in doubtful {
        let id = harmless(&id);
        terminal.note(&text!(
            "{id} could be several students of the roster, or is there twice",
            "{id} có thể là nhiều sinh viên trong danh sách lớp, hoặc có hai lần"
        ));
    }
    Ok(true)
}

/// The times that the platform gave, if it gave any. Who has none is named.
fn of_platform(due: Instant, discovery: &Discovery, terminal: &Terminal) -> Option<Submitted> {
    let times = || {
        let handed_in = discovery.submissions.iter();
        handed_in.filter_map(|one| Some((one.id.as_str(), one.origin.submitted.as_deref()?)))
    };
    if times().next().is_none() {
        terminal.note(&text!(
            "the spec says when submissions are due; without --submitted nobody is late",
            "spec có ghi hạn nộp; không có --submitted thì không bài nào bị coi là trễ"
        ));
        return None;
    }
    if times().any(|(_, text)| Instant::parse(text).is_none()) {
        terminal.note(&text!(
            "the times in the names do not say how far they are from UTC; they are read as times of the zone of `due`, {due}",
            "giờ trong các tên không cho biết lệch bao nhiêu so với UTC; chúng được đọc theo múi giờ của `due`, {due}"
        ));
    }
    let known = Submitted::of_platform(times(), due);
    for id in ids(discovery).filter(|id| !known.knows(id)) {
        let id = harmless(id);
        terminal.note(&text!(
            "when {id} was handed in is not known; it is taken to be in time",
            "không rõ {id} nộp lúc nào; bài được coi là đúng hạn"
        ));
    }
    Some(known)
}

fn ids(discovery: &Discovery) -> impl Iterator<Item = &str> {
    discovery.submissions.iter().map(|submission| submission.id.as_str())
}

fn add(sources: &mut Sources, path: &Path, bytes: &[u8]) -> FileId {
    sources.add(SourceFile::from_bytes(path.display().to_string(), bytes))
}
