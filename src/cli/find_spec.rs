//! The spec of a program, where none is given: the one that its first comment names, or the one next to it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, text};
use crate::spec::{BUNDLED, bundled};

/// The first comment of a program stands within as many bytes.
const MOST_COMMENT: u64 = 4096;
/// The name of a spec before all others next to a program, and the folder for the edition that students have.
const USUAL: [&str; 2] = ["spec.yaml", ".grader/spec.yaml"];

/// The spec of what is to be graded: of one program, as [`spec_of`] finds it; of a class, the one next to its folder. What
/// students handed in is not asked which spec they want to be graded by.
pub(super) fn spec_for(paths: &[PathBuf], is_one: bool) -> Result<PathBuf, CommandFailure> {
    match paths {
        [path] if path.is_dir() && !is_one => {
            // `.` has no folder around it by its name.
            let folder =
                path.canonicalize().map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
            in_folder(
                path,
                folder.parent().unwrap_or(&folder),
                &text!("put it next to this folder", "đặt nó cạnh thư mục này"),
            )
        }
        [path] => spec_of(path),
        _ => Err(CommandFailure::usage(text!(
            "several submissions are given; say by which spec with --spec",
            "có nhiều bài nộp; hãy cho biết chấm theo spec nào bằng --spec"
        ))),
    }
}

/// The spec that a program names, or the one next to it.
pub(super) fn spec_of(program: &Path) -> Result<PathBuf, CommandFailure> {
    let folder = if program.is_dir() { program } else { program.parent().unwrap_or(Path::new("")) };
    if let Some(name) = named_in(program)? {
        let path = folder.join(&name);
        let is_bundled = !path.is_file() && bundled(Path::new(&name)).is_some();
        return Ok(if is_bundled { PathBuf::from(name) } else { path });
    }
    let help = text!(
        "put it next to the program, or name it in the first comment of the program: `grader: NAME`",
        "đặt nó cạnh chương trình, hoặc ghi tên nó trong chú thích đầu tiên của chương trình: `grader: NAME`"
    );
    in_folder(program, folder, &help)
}

/// The spec of something that lies in a folder. If there is none, `help` says what can be done.
fn in_folder(of: &Path, folder: &Path, help: &Text) -> Result<PathBuf, CommandFailure> {
    if let Some(path) = USUAL.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
        return Ok(path);
    }
    let shown = harmless(&of.to_string_lossy());
    match beside(folder).as_slice() {
        [only] => Ok(only.clone()),
        [] => {
            let names: Vec<&str> = BUNDLED.iter().map(|known| known.name).collect();
            let names = names.join(", ");
            let (help, help_vi) = help.both();
            Err(CommandFailure::usage(text!(
                "no spec is known for {shown}; give one with --spec, or {help}; the bundled specs are {names}",
                "không biết chấm {shown} theo spec nào; hãy cho spec bằng --spec, hoặc {help_vi}; các spec có sẵn: {names}"
            )))
        }
        several => {
            let several: Vec<String> = several.iter().map(|path| harmless(&path.to_string_lossy())).collect();
            let several = several.join(", ");
            Err(CommandFailure::usage(text!(
                "there are several specs next to {shown}: {several}; say which with --spec",
                "có nhiều spec cạnh {shown}: {several}; hãy chọn một spec bằng --spec"
            )))
        }
    }
}

/// The spec that is named in the comment at the beginning of a program.
fn named_in(program: &Path) -> Result<Option<String>, CommandFailure> {
    /// Comments begin with these in some assembler or in C, and lines of a longer one with the last.
    const MARKS: [&str; 6] = [";", "#", "//", "/*", "@", "*"];
    if program.is_dir() {
        return Ok(None);
    }
    let cannot = |error: std::io::Error| CommandFailure::cannot(Deed::Read, program, &error);
    let mut start = Vec::new();
    std::fs::File::open(program)
        .map_err(cannot)?
        .take(MOST_COMMENT)
        .read_to_end(&mut start)
        .map_err(cannot)?;
    let start = String::from_utf8_lossy(&start);
    let lines = start.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty());
    let comments = lines.map_while(|line| MARKS.iter().find_map(|mark| line.strip_prefix(mark)));
    let named = comments.filter_map(|line| {
        let words = line.trim_start_matches([';', '#', '/', '*', '@', ' ', '\t']);
        let name = words.strip_prefix("grader:")?.trim_end_matches("*/").trim();
        (!name.is_empty()).then(|| name.to_owned())
    });
    Ok({ named }.next())
}

/// The specs in a folder, sorted.
fn beside(folder: &Path) -> Vec<PathBuf> {
    /// The version of the spec language stands at the beginning of a line.
    const KEY: &str = "grader:";
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let is_spec = |path: &PathBuf| {
        path.is_file()
            && std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.starts_with(KEY)))
    };
    let mut specs: Vec<PathBuf> = entries.filter(is_yaml).filter(is_spec).collect();
    specs.sort();
    specs
}
