//! The tables that staff keep next to a spec: when submissions were handed in, and what people gave.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::CommandFailure;
use super::output::write_whole;
use super::terminal::Terminal;
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Sources, harmless};
use crate::grade::{self, Marks, Submitted};
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
                return Err(CommandFailure::usage(
                    "--submitted is given, and the spec does not say what is `due`",
                ));
            }
            let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
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
                        return Err(CommandFailure::usage(
                            "there is no such file for --marks, and the spec has no `rubric` to begin one with",
                        ));
                    }
                    Vec::new()
                }
                Err(error) => return Err(CommandFailure::cannot("read", path, &error)),
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
        let errors = if found.len() == 1 { "1 error".to_owned() } else { format!("{} errors", found.len()) };
        terminal.note(&format!("\n{errors} in the tables next to the spec; nothing was graded."));
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
    let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
    let mut sources = Sources::default();
    let file = add(&mut sources, path, &bytes);
    let (roster, wrong) = Roster::read(sources.file(file), file);
    if !wrong.is_empty() {
        terminal.diagnose(&wrong, &sources);
        terminal.note("\nthe roster cannot be read; nothing was graded.");
        return Ok(false);
    }
    let Unmatched { strangers, doubtful } = roster.match_names(discovery);
    for id in strangers {
        terminal.note(&format!("note: {} is nobody of the roster", harmless(&id)));
    }
    for id in doubtful {
        terminal.note(&format!(
            "note: {} could be several students of the roster, or is there twice",
            harmless(&id)
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
        terminal.note("note: the spec says when submissions are due; without --submitted nobody is late");
        return None;
    }
    if times().any(|(_, text)| Instant::parse(text).is_none()) {
        terminal.note(&format!(
            "note: the times in the names do not say how far they are from UTC; they are read as times of the zone of `due`, {due}"
        ));
    }
    let known = Submitted::of_platform(times(), due);
    for id in ids(discovery).filter(|id| !known.knows(id)) {
        let id = harmless(id);
        terminal.note(&format!("note: when {id} was handed in is not known; it is taken to be in time"));
    }
    Some(known)
}

fn ids(discovery: &Discovery) -> impl Iterator<Item = &str> {
    discovery.submissions.iter().map(|submission| submission.id.as_str())
}

fn add(sources: &mut Sources, path: &Path, bytes: &[u8]) -> FileId {
    sources.add(SourceFile::from_bytes(path.display().to_string(), bytes))
}
