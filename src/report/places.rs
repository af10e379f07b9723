//! Places in a submission's files, as other programs find them.

use std::path::Path;

use crate::diagnostics::Span;
use crate::grade::Graded;

/// A place in a file.
pub(super) struct FilePlace {
    /// The path, from where the grader was started.
    pub(super) path: String,
    /// From 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
}

/// The place of a span of a submission's sources.
pub(super) fn place(graded: &Graded, span: Span) -> FilePlace {
    let position = graded.sources.position(span);
    let name = &graded.sources.file(span.file).name;
    FilePlace { path: path_of(graded, name), line: position.line, column: position.column }
}

/// The path of a submission's file: below the folder, or the archive, that was handed in, or the file that was handed in itself.
pub(super) fn path_of(graded: &Graded, name: &str) -> String {
    let Some(given) = graded.path.as_deref() else { return name.to_owned() };
    let path = Path::new(given);
    let is_the_file = path.file_name().is_some_and(|last| last.to_string_lossy() == name);
    if is_the_file { given.to_owned() } else { path.join(name).to_string_lossy().replace('\\', "/") }
}
