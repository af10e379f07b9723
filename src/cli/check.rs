//! `grader check`: a screen about one program, as often as it is saved.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::run::{complain_of_troubles, load_spec, quietly};
use super::terminal::Terminal;
use crate::diagnostics::{harmless, text};
use crate::grade::{Graded, Plan, grade};
use crate::report::terminal::check::{Asked, screen};
use crate::spec::{BUNDLED, bundled};
use crate::submission::{Folders, discover};

/// The height of a screen. A watched one has two lines more.
const ROWS: usize = 24;
/// The time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(100);
/// The first comment of a program stands within as many bytes.
const MOST_COMMENT: u64 = 4096;
/// The name of a spec before all others next to a program, and the folder for the edition that students have.
const USUAL: [&str; 2] = ["spec.yaml", ".grader/spec.yaml"];

/// The flags of `grader check`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program: a file, or a folder with all of its files.
    program: PathBuf,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`). If not given, it is the one that
    /// the first comment of the program names, `grader: lc3`, or the one next to the program.
    #[arg(long)]
    spec: Option<PathBuf>,

    /// Check again each time the program or the spec is saved, until Ctrl-C.
    #[arg(long)]
    watch: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    if !arguments.watch {
        return once(arguments, ROWS, terminal, &mut BTreeSet::new());
    }
    let mut files = BTreeSet::new();
    loop {
        let name = harmless(&arguments.program.to_string_lossy());
        let begins = text!("checking {name}", "đang kiểm tra {name}");
        // Where the output is no terminal, the sequences that clear it are taken out.
        terminal.print(&format!("\u{1b}[2J\u{1b}[H{}\n", begins.to(terminal.language)))?;
        files.insert(arguments.program.clone());
        let before = stamps(&files);
        if let Err(failure) = once(arguments, ROWS - 2, terminal, &mut files) {
            terminal.complain(&failure.words);
        }
        let ends = text!("waiting for the next save; Ctrl-C ends", "chờ lần lưu tiếp theo; Ctrl-C để dừng");
        terminal.print(&format!("{}\n", ends.to(terminal.language)))?;
        // What was saved while it was checked has not been seen.
        let known = stamps(&files).into_iter().map(|(path, stamp)| {
            let earlier = before.iter().find(|(other, _)| *other == path).map(|(_, stamp)| *stamp);
            (path, earlier.unwrap_or(stamp))
        });
        wait(&files, &known.collect::<Vec<_>>());
    }
}

/// Checks once, and adds the files that it depends on.
fn once(
    arguments: &Arguments,
    rows: usize,
    terminal: &Terminal,
    files: &mut BTreeSet<PathBuf>,
) -> Result<Exit, CommandFailure> {
    let path = match &arguments.spec {
        Some(path) => path.clone(),
        None => spec_of(&arguments.program)?,
    };
    files.insert(path.clone());
    let Some(spec) = load_spec(&path, false, terminal)? else { return Ok(Exit::Spec) };
    let paths = [arguments.program.clone()];
    let found =
        discover(&paths, Folders::Submissions, &spec.submission).map_err(CommandFailure::environment)?;
    let Some(submission) = found.submissions.first() else { return Ok(Exit::Nothing) };
    files.extend(submission.files.iter().chain(&submission.beside).map(|file| file.path.clone()));
    let plan = Plan::new(spec);
    let book = quietly(|| grade(&plan, &found, &|_| {}));
    let asked = Asked { rows, is_folder: arguments.program.is_dir(), language: terminal.language };
    for graded in &book.submissions {
        terminal.print(&screen(&book, graded, asked))?;
    }
    complain_of_troubles(&book, terminal);
    let needs_review = book.submissions.iter().any(Graded::needs_review);
    Ok(if needs_review { Exit::Review } else { Exit::Done })
}

/// The spec that a program names, or the one next to it.
fn spec_of(program: &Path) -> Result<PathBuf, CommandFailure> {
    let folder = if program.is_dir() { program } else { program.parent().unwrap_or(Path::new("")) };
    if let Some(name) = named_in(program)? {
        let path = folder.join(&name);
        let is_bundled = !path.is_file() && bundled(Path::new(&name)).is_some();
        return Ok(if is_bundled { PathBuf::from(name) } else { path });
    }
    if let Some(path) = USUAL.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
        return Ok(path);
    }
    let shown = harmless(&program.to_string_lossy());
    match beside(folder).as_slice() {
        [only] => Ok(only.clone()),
        [] => {
            let names: Vec<&str> = BUNDLED.iter().map(|known| known.name).collect();
            let names = names.join(", ");
            Err(CommandFailure::usage(format!(
                "no spec is known for {shown}; give one with --spec, put it next to the program, or name it in the first \
                 comment of the program: `grader: NAME`; the bundled specs are {names}"
            )))
        }
        several => {
            let several: Vec<String> = several.iter().map(|path| harmless(&path.to_string_lossy())).collect();
            let several = several.join(", ");
            Err(CommandFailure::usage(format!(
                "there are several specs next to {shown}: {several}; say which with --spec"
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
    let cannot = |error: std::io::Error| CommandFailure::cannot("read", program, &error);
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

/// When files were written, and how long they are; nothing for a file that is not there.
type Stamp = Option<(SystemTime, u64)>;

fn stamps(files: &BTreeSet<PathBuf>) -> Vec<(PathBuf, Stamp)> {
    let stamp = |path: &PathBuf| {
        let known = std::fs::metadata(path).ok()?;
        Some((known.modified().ok()?, known.len()))
    };
    files.iter().map(|path| (path.clone(), stamp(path))).collect()
}

/// Waits until a file is not as it was known, and then until nothing changes any more: a file may be written in pieces, and
/// editors put a new one in the place of the old one.
fn wait(files: &BTreeSet<PathBuf>, known: &[(PathBuf, Stamp)]) {
    let mut last = stamps(files);
    loop {
        std::thread::sleep(PAUSE);
        let now = stamps(files);
        let is_whole = now.iter().zip(known).all(|((_, now), (_, known))| now.is_some() || known.is_none());
        if now != known && now == last && is_whole {
            return;
        }
        last = now;
    }
}
