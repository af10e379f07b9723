//! The files that a program is built of: those that are compiled, and those that they include.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::ops::Range;
use std::path::{Component, Path};

use crate::asm::{Part, ProgramFile, ProgramFiles, Shelf as _};
use crate::diagnostics::{Encoding, SourceFile};

/// More files than these no program has.
const MOST_FILES: usize = 256;

/// The treatment of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa::c) enum Language {
    /// It is compiled.
    C,
    /// It is assembled.
    Assembly,
    /// It is assembled after the preprocessor has read it.
    Preprocessed,
    /// Others include it.
    Header,
}

/// A file of a program.
#[derive(Clone, Debug)]
pub(in crate::isa::c) struct Unit {
    /// Its path in the folder that it is compiled in.
    pub(in crate::isa::c) path: String,
    /// The file as it is shown.
    pub(in crate::isa::c) source: SourceFile,
    /// The treatment of the file.
    pub(in crate::isa::c) language: Language,
    /// True if it belongs to the assignment and not to the submission.
    pub(in crate::isa::c) is_of_assignment: bool,
}

impl Unit {
    /// Writes the file as the compiler is to see it: with line feeds for line ends, so that everybody counts the same lines.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let path = folder.join(&self.path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, self.bytes(&self.source.text))
    }

    /// A text in the encoding of the file.
    fn bytes(&self, text: &str) -> Vec<u8> {
        match self.source.encoding {
            Encoding::Bytes => text.chars().map(|character| u32::from(character) as u8).collect(),
            Encoding::Utf8 | Encoding::Utf16 => text.as_bytes().to_vec(),
        }
    }

    /// The file with another text in the place of some bytes of it; `None` if it has fewer.
    pub(in crate::isa::c) fn edited(&self, range: Range<usize>, with: &str) -> Option<Self> {
        let text = &self.source.text;
        let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
        let bytes = self.bytes(&format!("{before}{with}{after}"));
        let source = SourceFile::from_bytes(self.source.name.clone(), &bytes);
        Some(Self { source, ..self.clone() })
    }
}

/// The sources, and what they include, as far as it is there. A source that another one includes is not compiled once more.
pub(in crate::isa::c) fn gather(files: ProgramFiles<'_>) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut taken = BTreeSet::new();
    for file in files.sources() {
        let unit = Unit {
            path: inside(&file.name),
            source: file.text(),
            language: language(&file.name),
            is_of_assignment: file.part == Part::Harness,
        };
        if taken.insert(unit.path.clone()) && units.len() < MOST_FILES {
            units.push(unit);
        }
    }
    let mut open: VecDeque<(String, String, String)> = units.iter().flat_map(wanted).collect();
    while let Some((folder, shown_folder, name)) = open.pop_front() {
        let path = normal(&format!("{folder}{name}"));
        let shown = normal(&format!("{shown_folder}{name}"));
        if let Some(included) = units.iter_mut().find(|unit| unit.path == path) {
            if included.language == Language::C {
                included.language = Language::Header;
            }
            continue;
        }
        if !is_inside(&path) || units.len() >= MOST_FILES || !taken.insert(path.clone()) {
            continue;
        }
        if let Some((name, bytes)) = found(files, &shown) {
            let unit = Unit {
                path,
                source: SourceFile::from_bytes(name, &bytes),
                language: Language::Header,
                is_of_assignment: false,
            };
            open.extend(wanted(&unit));
            units.push(unit);
        }
    }
    units
}

/// A file by its name, or by the only one that differs from it in capitals alone: Windows does not tell these apart.
fn found(files: ProgramFiles<'_>, name: &str) -> Option<(String, Vec<u8>)> {
    if let Some(bytes) = files.file(name) {
        return Some((name.to_owned(), bytes));
    }
    let names = files.names();
    let mut alike = names.iter().filter(|known| known.eq_ignore_ascii_case(name));
    let only = alike.next().filter(|_| alike.next().is_none())?;
    Some((only.clone(), files.file(only)?))
}

/// The files that a file includes by a name in quotation marks: the folder of the file, the same as it is
/// shown, and the name.
fn wanted(unit: &Unit) -> Vec<(String, String, String)> {
    let folder = |path: &str| path.rfind('/').map_or(String::new(), |at| path[..=at].to_owned());
    let (own, shown) = (folder(&unit.path), folder(&unit.source.name));
    let names = unit.source.text.lines().filter_map(included);
    names.map(|name| (own.clone(), shown.clone(), name.replace('\\', "/"))).collect()
}

/// The name in quotation marks that a line includes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (name, _) = rest.strip_prefix('"')?.split_once('"')?;
    Some(name)
}

/// A path without `.` and, as far as that can be said, without `..`.
pub(in crate::isa::c) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !["..", ""].contains(last)) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns `true` if a path stays inside its own folder, and names nothing that the
/// compiler takes for its own.
fn is_inside(path: &str) -> bool {
    let is_plain = |part: Component<'_>| {
        let Component::Normal(name) = part else { return false };
        let name = name.to_string_lossy();
        // A precompiled header is no source, and is trusted by the compiler.
        !name.to_ascii_lowercase().ends_with(".gch") && !name.chars().any(char::is_control)
    };
    !path.is_empty() && Path::new(path).components().all(is_plain)
}

/// Where a source lies that is compiled: where the submission has it, or under its last name.
fn inside(name: &str) -> String {
    let path = normal(name);
    if is_inside(&path) {
        return path;
    }
    let last: String =
        name.rsplit(['/', '\\']).next().unwrap_or(name).chars().filter(|c| !c.is_control()).collect();
    if is_inside(&last) { last } else { "source.c".to_owned() }
}

fn language(name: &str) -> Language {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("s" | "asm") => Language::Assembly,
        Some("S") => Language::Preprocessed,
        Some("h" | "H") => Language::Header,
        _ => Language::C,
    }
}

/// Returns `true` if a source in C has the function that programs begin with.
pub(in crate::isa::c) fn has_main(file: &ProgramFile) -> bool {
    language(&file.name) == Language::C && defines_main(&file.text().text)
}

/// Returns `true` if a text defines `main`: outside of comments, strings and blocks the word stands before a
/// parenthesis, and a block follows that.
pub(in crate::isa::c) fn defines_main(text: &str) -> bool {
    let mut rest = text;
    let (mut depth, mut word, mut awaits) = (0usize, String::new(), false);
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("//") {
            rest = after.find('\n').map_or("", |at| &after[at..]);
            continue;
        }
        if let Some(after) = rest.strip_prefix("/*") {
            rest = after.find("*/").map_or("", |at| &after[at + 2..]);
            continue;
        }
        rest = &rest[character.len_utf8()..];
        match character {
            '"' | '\'' => rest = after_quoted(rest, character),
            '{' if depth == 0 && awaits => return true,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '(' if depth == 0 && word == "main" => awaits = true,
            ';' if depth == 0 => awaits = false,
            _ => {}
        }
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
        } else if !character.is_whitespace()
            || rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
        {
            word.clear();
        }
    }
    false
}

/// The text after a string or a character whose opening quotation mark was read.
fn after_quoted(text: &str, mark: char) -> &str {
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' {
            is_escaped = true;
        } else if character == mark || character == '\n' {
            return &text[at + character.len_utf8()..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{defines_main, included, inside, is_inside, normal};

    #[test]
    fn paths_stay_inside() {
        assert_eq!(normal("a/./b/../c.h"), "a/c.h");
        assert_eq!(normal("../c.h"), "../c.h");
        for outside in ["../c.h", "/etc/passwd", "", "a.h.gch", "a.H.GCH/b", "a\nb.h"] {
            assert!(!is_inside(outside), "{outside}");
        }
        assert_eq!((inside("/tmp/x/a.c").as_str(), inside("b/a.c").as_str()), ("a.c", "b/a.c"));
    }

    #[test]
    fn includes_are_found() {
        assert_eq!(included("  # include \"board.h\" // x"), Some("board.h"));
        assert_eq!(included("#include <stdio.h>"), None);
        assert_eq!(included("// #include \"a.h\""), None);
    }

    #[test]
    fn main_is_found_where_it_is_defined() {
        for yes in [
            "int main(void)\n{ }",
            "int\nmain (int argc, char *argv[]) {",
            "main() { }",
            "char c='{'; int main(){}",
        ] {
            assert!(defines_main(yes), "{yes}");
        }
        for no in [
            "int main(void);",
            "// int main() {",
            "/* int main() { */",
            "void domain(int x) { }",
            "void f(){ main(); {} }",
            "char*s=\"main(){\";",
        ] {
            assert!(!defines_main(no), "{no}");
        }
    }
}
