//! The tables that staff keep next to a spec: when submissions were handed in, and what people gave.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::CommandFailure;
use super::output::write_whole;
use super::terminal::Terminal;
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Sources};
use crate::grade::{self, Marks, Submitted};
use crate::spec::Spec;
use crate::submission::Discovery;

/// The tables of a run.
pub(super) struct Records {
    /// What stands in them.
    pub(super) read: grade::Records,
    /// The table of marks and its bytes, if one was given.
    marks: Option<(PathBuf, Vec<u8>)>,
}

impl Records {
    /// Reads the tables; their mistakes are printed, and then there are none.
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
            let (read, diagnostics) = Submitted::read(sources.file(file), file);
            let is_readable = diagnostics.is_empty();
            found.extend(diagnostics);
            if is_readable {
                found.extend(read.missing(ids(discovery), file));
            }
            records.read.submitted = Some(read);
        } else if spec.late.due.is_some() {
            terminal.note("note: the spec says when submissions are due; without --submitted nobody is late");
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

fn ids(discovery: &Discovery) -> impl Iterator<Item = &str> {
    discovery.submissions.iter().map(|submission| submission.id.as_str())
}

fn add(sources: &mut Sources, path: &Path, bytes: &[u8]) -> FileId {
    sources.add(SourceFile::from_bytes(path.display().to_string(), bytes))
}
