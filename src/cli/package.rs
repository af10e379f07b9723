//! `grader package`: what a system needs to grade an assignment, and what students may have of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::write_whole;
use super::run::{complain_of_spec, nothing_written};
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, of_system, text};
use crate::package::{
    Additions, Bundle, Program, System, Told, bundle, by_reason, handed_in, is_static, of_edition,
    student_edition,
};
use crate::spec::Original;
use crate::submission::zipped;

/// The flags of `grader package`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// The spec as students may have it: without hidden tests, and with fingerprints in place of expected texts.
    Student(ForStudents),
    /// A zip file to upload to Gradescope.
    Gradescope(ForSystem),
    /// A folder for the repository of a Classroom 50 course. Everybody can read it, so it has the edition for students.
    Classroom50(ForSystem),
    /// The image of an external grader for `PrairieLearn`, to be built, and what a question says of it.
    Prairielearn(ForSystem),
    /// The two files that an Autolab assessment wants.
    Autolab(ForSystem),
    /// The table of times for `grader run --submitted`, from what Gradescope says of a submission.
    #[command(hide = true)]
    HandedIn {
        /// Gradescope's `submission_metadata.json`.
        metadata: PathBuf,
    },
}

#[derive(Args, Debug)]
struct ForStudents {
    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`).
    #[arg(long)]
    spec: PathBuf,

    /// What is written: a zip file if it ends in .zip, otherwise a folder, which must be empty or not be there yet.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,

    /// Also with the tests that students see after the due date.
    #[arg(long)]
    after_due: bool,

    /// Also with the tests of subroutines that look at values in registers and memory: students can read these values.
    #[arg(long)]
    with_values: bool,
}

impl ForStudents {
    fn additions(&self) -> Additions {
        Additions { after_due: self.after_due, with_values: self.with_values }
    }
}

#[derive(Args, Debug)]
struct ForSystem {
    #[command(flatten)]
    edition: ForStudents,

    /// The grader for Linux on 64-bit PCs that comes along; otherwise this program itself, if it needs no libraries.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,

    /// A checkout of the grader. Where Rust's musl target is installed a program is built of it that runs everywhere;
    /// otherwise its sources come along and the system builds it.
    #[arg(long, value_name = "FOLDER", conflicts_with = "binary")]
    sources: Option<PathBuf>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    match &arguments.kind {
        Kind::Student(wanted) => for_students(wanted, terminal),
        Kind::Gradescope(wanted) => for_system(System::Gradescope, wanted, terminal),
        Kind::Classroom50(wanted) => for_system(System::Classroom50, wanted, terminal),
        Kind::Prairielearn(wanted) => for_system(System::PrairieLearn, wanted, terminal),
        Kind::Autolab(wanted) => for_system(System::Autolab, wanted, terminal),
        Kind::HandedIn { metadata } => {
            let bytes = std::fs::read(metadata)
                .map_err(|error| CommandFailure::cannot(Deed::Read, metadata, &error))?;
            let Some(table) = handed_in(&bytes) else {
                let path = harmless(&metadata.to_string_lossy());
                return Err(CommandFailure::environment(text!(
                    "{path} does not say when the submission was handed in (`created_at`)",
                    "{path} không cho biết bài được nộp lúc nào (`created_at`)"
                )));
            };
            terminal.print(&table)?;
            Ok(Exit::Done)
        }
    }
}

fn for_students(wanted: &ForStudents, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let original = match Original::open(&wanted.spec) {
        Ok(original) => original,
        Err(error) => return complain_of_spec(error, terminal, &nothing_written()),
    };
    let student = student_edition(&original, wanted.additions())?;
    terminal.print_prose(&tell(&student.told, terminal))?;
    if student.told.is_empty() {
        return Ok(nothing_left(terminal));
    }
    write(&wanted.output, &of_edition(&student.edition, ""))?;
    terminal.print(&written(&wanted.output, terminal))?;
    Ok(Exit::Done)
}

fn for_system(system: System, wanted: &ForSystem, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let original = match Original::open(&wanted.edition.spec) {
        Ok(original) => original,
        Err(error) => return complain_of_spec(error, terminal, &nothing_written()),
    };
    if wanted.edition.additions() != Additions::default() && !system.is_public() {
        return Err(CommandFailure::usage(text!(
            "--after-due and --with-values are for what students can read: `package student` and `package classroom50`",
            "--after-due và --with-values dành cho những gì sinh viên đọc được: `package student` và `package classroom50`"
        )));
    }
    let output = &wanted.edition.output;
    if system == System::Gradescope && !is_zip(output) {
        return Err(CommandFailure::usage(text!(
            "Gradescope takes a zip file: -o autograder.zip",
            "Gradescope nhận tệp zip: -o autograder.zip"
        )));
    }
    let edition = if system.is_public() {
        let student = student_edition(&original, wanted.edition.additions())?;
        terminal.print_prose(&tell(&student.told, terminal))?;
        if student.told.is_empty() {
            return Ok(nothing_left(terminal));
        }
        student.edition
    } else {
        original.whole()?
    };
    let program = program(wanted, terminal)?;
    let cannot = |error| CommandFailure::cannot(Deed::Write, output, &error);
    let bundle = bundle(system, &original.spec, &edition, &program).map_err(cannot)?;
    write(output, &bundle)?;
    terminal.print(&written(output, terminal))?;
    Ok(Exit::Done)
}

/// Says that there is no edition.
fn nothing_left(terminal: &Terminal) -> Exit {
    terminal.complain(&text!(
        "no test of this spec can be in an edition for students; nothing was written",
        "không ca kiểm thử nào của spec này có thể nằm trong bản dành cho sinh viên; không ghi gì"
    ));
    Exit::Nothing
}

/// The outcomes of the tests, in words.
fn tell(told: &Told, terminal: &Terminal) -> String {
    let mut lines: Vec<Text> = Vec::new();
    let Told { hidden, hashed, as_they_are, .. } = told;
    lines.push(text!(
        "tests with fingerprints of their expected texts: {hashed}",
        "ca kiểm thử có mã băm thay cho nội dung mong đợi: {hashed}"
    ));
    lines.push(text!(
        "tests that hold no expected text and stay as they are: {as_they_are}",
        "ca kiểm thử không chứa nội dung mong đợi, giữ nguyên: {as_they_are}"
    ));
    if *hidden > 0 {
        lines.push(text!(
            "tests left out, as students are not shown them: {hidden}",
            "ca kiểm thử được bỏ ra vì sinh viên không được xem: {hidden}"
        ));
    }
    for (why, ids) in by_reason(&told.left_out) {
        let (reason, ids) = (why.why(), ids.join(", "));
        let (en, vi) = reason.both();
        lines.push(text!("left out, as {en}: {ids}", "được bỏ ra vì {vi}: {ids}"));
        lines.extend(why.remedy());
    }
    if !told.still_readable.is_empty() {
        let ids = told.still_readable.join(", ");
        lines.push(text!(
            "warning: the expected text of these tests stands elsewhere in what students get, such as in a title or in what is typed: {ids}",
            "cảnh báo: nội dung mong đợi của các ca kiểm thử này còn ở chỗ khác trong phần dành cho sinh viên, như trong tiêu đề hay đầu vào: {ids}"
        ));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.to(terminal.language)).collect();
    lines.join("\n") + "\n"
}

fn written(output: &Path, terminal: &Terminal) -> String {
    let path = harmless(&output.to_string_lossy());
    text!("written: {path}\n", "đã ghi: {path}\n").to(terminal.language).to_owned()
}

fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// Writes a bundle as a zip file or as a folder.
fn write(output: &Path, bundle: &Bundle) -> Result<(), CommandFailure> {
    if is_zip(output) {
        let bytes = zipped(bundle).map_err(|error| CommandFailure::cannot(Deed::Write, output, &error))?;
        return write_whole(output, &bytes);
    }
    // Files that are left out now must not lie there from an earlier time.
    let is_taken = match std::fs::read_dir(output) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => output.exists(),
    };
    if is_taken {
        let path = harmless(&output.to_string_lossy());
        return Err(CommandFailure::environment(text!(
            "{path} is there already and not an empty folder; nothing is overwritten",
            "{path} đã có sẵn và không phải thư mục trống; không ghi đè"
        )));
    }
    for (name, file) in bundle {
        let path = output.join(name);
        let folder = path.parent().unwrap_or(output);
        std::fs::create_dir_all(folder)
            .map_err(|error| CommandFailure::cannot(Deed::MakeFolder, folder, &error))?;
        write_whole(&path, &file.bytes)?;
        #[cfg(unix)]
        if file.is_program {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&path, mode)
                .map_err(|error| CommandFailure::cannot(Deed::Write, &path, &error))?;
        }
    }
    Ok(())
}

/// The target of programs that need no libraries.
const MUSL: &str = "x86_64-unknown-linux-musl";

/// The program that comes along.
fn program(wanted: &ForSystem, terminal: &Terminal) -> Result<Program, CommandFailure> {
    if let Some(folder) = &wanted.sources {
        return if has_musl() { built(folder) } else { sources(folder) };
    }
    let own;
    let path = match &wanted.binary {
        Some(path) => path,
        None => {
            own = std::env::current_exe().map_err(|error| {
                let (why, why_vi) = of_system(&error).into_both();
                CommandFailure::environment(text!(
                    "cannot find this program: {why}",
                    "không tìm thấy chính chương trình này: {why_vi}"
                ))
            })?;
            &own
        }
    };
    let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
    match (is_static(&bytes), &wanted.binary) {
        (Some(true), _) => {}
        (Some(false), Some(path)) => {
            let path = harmless(&path.to_string_lossy());
            terminal.note(&text!(
                "{path} uses libraries of the system, and starts only where these are like here",
                "{path} dùng thư viện của hệ thống, nên chỉ chạy được ở nơi có các thư viện giống ở đây"
            ));
        }
        (None, Some(path)) => {
            let path = harmless(&path.to_string_lossy());
            return Err(CommandFailure::usage(text!(
                "{path} is no program for Linux on a 64-bit PC",
                "{path} không phải chương trình cho Linux trên máy PC 64 bit"
            )));
        }
        (_, None) => {
            return Err(CommandFailure::usage(text!(
                "this program needs libraries of this computer; give one that does not with --binary FILE (`cargo build \
                 --release --target {MUSL}` makes it), or a checkout with --sources FOLDER",
                "chương trình này cần thư viện của máy này; hãy cho một bản không cần bằng --binary FILE (tạo bằng `cargo \
                 build --release --target {MUSL}`), hoặc thư mục mã nguồn bằng --sources FOLDER"
            )));
        }
    }
    Ok(Program::Binary(bytes))
}

/// Returns `true` if Rust can build programs that need no libraries.
fn has_musl() -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", MUSL]).output();
    asked.is_ok_and(|said| {
        said.status.success() && Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_dir()
    })
}

/// The program, built of a checkout so that it runs everywhere.
fn built(checkout: &Path) -> Result<Program, CommandFailure> {
    let target = checkout.join("target");
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "--bin", "grader", "--target", MUSL, "--manifest-path"])
        .arg(checkout.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()
        .map_err(|error| {
            let (why, why_vi) = of_system(&error).into_both();
            CommandFailure::environment(text!("cannot run cargo: {why}", "không chạy được cargo: {why_vi}"))
        })?;
    if !status.success() {
        return Err(CommandFailure::environment(text!(
            "the grader could not be built; cargo says why",
            "không biên dịch được grader; cargo cho biết lý do"
        )));
    }
    let path = target.join(MUSL).join("release").join("grader");
    let bytes = std::fs::read(&path).map_err(|error| CommandFailure::cannot(Deed::Read, &path, &error))?;
    Ok(Program::Binary(bytes))
}

/// The parts of a checkout that are needed to build the program: cargo wants to see tests and benchmarks that
/// its manifest names.
const NEEDED: [&str; 8] =
    ["Cargo.toml", "Cargo.lock", "src", "reference", "templates", "specs", "tests", "benches"];

/// The sources of a checkout.
fn sources(checkout: &Path) -> Result<Program, CommandFailure> {
    let mut files = BTreeMap::new();
    for name in NEEDED {
        gather(&checkout.join(name), name, &mut files)?;
    }
    Ok(Program::Sources(files))
}

fn gather(path: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), CommandFailure> {
    let cannot = |error| CommandFailure::cannot(Deed::Read, path, &error);
    if !path.is_dir() {
        files.insert(name.to_owned(), std::fs::read(path).map_err(cannot)?);
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let below = entry.file_name().to_string_lossy().into_owned();
        // A link may lead anywhere.
        if !below.starts_with('.') && below != "target" && !entry.path().is_symlink() {
            gather(&entry.path(), &format!("{name}/{below}"), files)?;
        }
    }
    Ok(())
}
