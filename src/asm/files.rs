//! The files that a program is made of, and where those are found that it includes.

use std::collections::BTreeMap;

use crate::diagnostics::SourceFile;

/// A file that is part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFile {
    /// The name to show: relative to the submission.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
    /// Its role in the program.
    pub part: Part,
}

/// The role of a file in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is assembled.
    Source,
    /// It is assembled too, and is no part of the submission: the assignment has it.
    Harness,
    /// A source includes it.
    Included,
    /// The program may open it while it runs.
    Data,
    /// It is there, and no more is known of it: it was not read.
    Listed,
}

impl ProgramFile {
    /// A file that is assembled.
    pub fn source(name: String, bytes: Vec<u8>) -> Self {
        Self { name, bytes, part: Part::Source }
    }

    /// The file as text, which assemblers read.
    pub fn text(&self) -> SourceFile {
        SourceFile::from_bytes(self.name.clone(), &self.bytes)
    }
}

/// Where included files are found: by their names, which begin with the folder of the including file. What may be read is
/// for the caller to decide; a name that leads out of a submission's folder keeps its `..`.
pub trait Shelf {
    /// The contents of a file.
    fn file(&self, path: &str) -> Option<Vec<u8>>;

    /// The names of all files that are there, as far as they are known.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<F: Fn(&str) -> Option<Vec<u8>>> Shelf for F {
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        self(path)
    }
}

impl Shelf for [ProgramFile] {
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let is_read = |file: &&ProgramFile| file.part != Part::Listed && file.name == path;
        self.iter().find(is_read).map(|file| file.bytes.clone())
    }

    fn names(&self) -> Vec<String> {
        self.iter().map(|file| file.name.clone()).collect()
    }
}

/// The files that a program is loaded from.
#[derive(Clone, Copy)]
pub struct ProgramFiles<'f> {
    files: &'f [ProgramFile],
    /// Where included files are found, if they are not among these.
    elsewhere: Option<&'f dyn Shelf>,
}

impl<'f> ProgramFiles<'f> {
    /// Files that were handed in: the first source is the program, and the others belong to it if it is not whole without
    /// them.
    pub fn handed_in(files: &'f [ProgramFile]) -> Self {
        Self { files, elsewhere: None }
    }

    /// Files that a person has named: all sources together are the program. What they
    /// include is found on the shelf.
    pub fn named(files: &'f [ProgramFile], shelf: &'f dyn Shelf) -> Self {
        Self { files, elsewhere: Some(shelf) }
    }

    /// Returns `true` if all sources are meant, and not only those that the first one needs.
    pub fn all_are_meant(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// The files that are known to belong to it: all but those of which nothing was read, and those that it opens itself.
    pub fn parts(&self) -> impl Iterator<Item = &'f ProgramFile> {
        self.files.iter().filter(|file| matches!(file.part, Part::Source | Part::Harness | Part::Included))
    }

    /// The files that are assembled.
    pub fn sources(&self) -> impl Iterator<Item = &'f ProgramFile> {
        self.files.iter().filter(|file| matches!(file.part, Part::Source | Part::Harness))
    }

    /// The files that the program may open while it runs, by their names.
    pub fn data(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let data = self.files.iter().filter(|file| file.part == Part::Data);
        data.map(|file| (file.name.clone().into_bytes(), file.bytes.clone())).collect()
    }
}

impl Shelf for ProgramFiles<'_> {
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        self.elsewhere.map_or_else(|| self.files.file(path), |shelf| shelf.file(path))
    }

    fn names(&self) -> Vec<String> {
        self.elsewhere.map_or_else(|| self.files.names(), Shelf::names)
    }
}
