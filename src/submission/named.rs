//! The files that a program names: those that its sources include, and those that it may open while it runs.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, Part, ProgramFile, Submission};
use crate::asm::include::base;
use crate::spec::SubmissionRules;

/// The most files named by a program that are read.
const MOST_NAMED: usize = 64;
/// The most files that are listed for a reader who looks for one of them.
const MOST_LISTED: usize = 200;

impl Submission {
    /// The files of a program, and those of the submission that their texts name, and that these name in
    /// turn. Where a source includes something, all others are listed, in case one of them is meant.
    pub(super) fn with_named(
        &self,
        mut files: Vec<ProgramFile>,
        rules: &SubmissionRules,
    ) -> Vec<ProgramFile> {
        let known: BTreeSet<String> = files.iter().map(|file| file.name.clone()).collect();
        let mut others: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
        for file in self.files.iter().chain(&self.beside) {
            if !known.contains(&file.name) && !file.fits_any(&rules.beside) {
                others.entry(base(&file.name)).or_default().push(file);
            }
        }
        if others.is_empty() {
            return files;
        }
        let (mut at, mut includes, mut named) = (0, false, 0);
        while at < files.len() {
            let part = files[at].part;
            let text = String::from_utf8_lossy(&files[at].bytes).into_owned();
            at += 1;
            if part == Part::Data {
                continue;
            }
            for (quoted, is_included) in quoted(&text) {
                includes |= is_included;
                let part = if is_included { Part::Included } else { Part::Data };
                for other in others.remove(&base(quoted)).unwrap_or_default() {
                    let read = other.read(rules.max_bytes).ok().filter(|_| named < MOST_NAMED);
                    named += usize::from(read.is_some());
                    files.extend(read.map(|file| ProgramFile { part, ..file }));
                }
            }
        }
        if includes {
            let listed = others.into_values().flatten().take(MOST_LISTED);
            files.extend(listed.map(|file| ProgramFile {
                name: file.name.clone(),
                bytes: Vec::new(),
                part: Part::Listed,
            }));
        }
        files
    }
}

/// The texts in quotation marks in a source, each with true if it is the name of a file to be included.
fn quoted(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.lines().flat_map(|line| {
        let parts: Vec<&str> = line.split('"').collect();
        let is_included = |before: &str| {
            let before = before.trim().to_ascii_lowercase();
            before.ends_with(".include") || (before.starts_with('#') && before.ends_with("include"))
        };
        let pairs = (1..parts.len()).step_by(2).map(|at| (parts[at], is_included(parts[at - 1])));
        pairs.collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::{base, quoted};

    #[test]
    fn names_stand_in_quotation_marks() {
        let text = "#include \"b.h\"\n.include \"Lib/Macro.mac\" # \"a\"\n  x: .asciiz \"intro.txt\"\n.INCLUDE  \"b\nli $t0, '\"'";
        let found: Vec<_> = quoted(text).collect();
        assert_eq!(
            found,
            [
                ("b.h", true),
                ("Lib/Macro.mac", true),
                ("a", false),
                ("intro.txt", false),
                ("b", true),
                ("'", false)
            ]
        );
        assert_eq!(base("C:\\\\Users\\\\An\\\\Intro.TXT"), "intro.txt");
        assert_eq!(base("Lib/Macro.mac"), "macro.mac");
    }
}
