//! Results that are kept: in records, in the cache, and in parts of a class. Whatever happens to a run, its reports are those of a run
//! to which nothing happened.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use grader::report::FORMATS;
use tempfile::TempDir;

const CLASS: &str = "fixtures/submissions/lc3";
const SPEC: &str = "specs/lc3-ee306.yaml";

/// Random numbers that are the same in each run of a test.
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A command line without a cache; its arguments have no blanks in them.
fn grader(arguments: &str) -> Command {
    let mut command = Command::new(cargo_bin!("grader"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split_whitespace())
        .env("GRADER_CACHE", "off");
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("it runs");
    let code = output.status.code();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0 | 6)), "{command:?} ended with {code:?}: {said}");
    output
}

/// The flags that write a report in each format into a folder.
fn all_formats(folder: &Path) -> String {
    let folder = folder.display();
    let flags = FORMATS.iter().map(|format| {
        let one_each = if format.one_each { "/" } else { "" };
        format!("--format {}={folder}/{}{one_each}", format.id, format.id)
    });
    flags.collect::<Vec<_>>().join(" ")
}

/// Every file below a folder, with its bytes; but for those that become reports only when they are whole, which a run that is killed
/// leaves behind.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files =
        files.map(|entry| entry.expect("the folder is ours")).filter(|entry| entry.file_type().is_file());
    let files = files.filter(|entry| !entry.file_name().to_string_lossy().starts_with(".tmp"));
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("it is below").to_owned();
            (name, fs::read(entry.path()).expect("the file is ours"))
        })
        .collect()
}

#[track_caller]
fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (contents(one), contents(other));
    assert!(!one.is_empty());
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for ((name, one), (_, other)) in one.iter().zip(&other) {
        assert!(one == other, "{} differs", name.display());
    }
}

fn folder() -> TempDir {
    TempDir::new().expect("there is room for a folder")
}

fn below(folder: &TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::create_dir_all(&path).expect("the folder is ours");
    path
}

#[test]
fn reports_from_a_record_are_those_of_the_run_itself() {
    for (class, spec) in [
        ("fixtures/submissions/lc3", "specs/lc3.yaml"),
        ("fixtures/submissions/mips-gomoku", "specs/mips-gomoku.yaml"),
        ("examples/mips-recursion", "examples/mips-recursion/spec.yaml"),
    ] {
        if !Path::new(env!("CARGO_MANIFEST_DIR")).join(class).is_dir() {
            continue;
        }
        let kept = folder();
        let [fresh, merged] = ["fresh", "merged"].map(|name| below(&kept, name));
        let record = kept.path().join("record");
        for (flags, formats) in [
            (format!("run {class} --record {}", record.display()), &fresh),
            (format!("merge {}", record.display()), &merged),
        ] {
            let formats_flags = all_formats(formats);
            let output = done(&mut grader(&format!("{flags} --spec {spec} --all {formats_flags}")));
            fs::write(formats.join("read by people"), output.stdout).expect("the folder is ours");
        }
        assert_same(&fresh, &merged);
    }
}

/// The number of results in a record, as far as it goes; all of them if its run came to the end.
fn results_in(record: &Path) -> usize {
    let output =
        grader(&format!("merge {} --spec {SPEC} --table", record.display())).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.split_once("its run ended after ").and_then(|(_, rest)| rest.split(' ').next());
    let is_whole = matches!(output.status.code(), Some(0 | 6));
    count.map_or(if is_whole { usize::MAX } else { 0 }, |count| count.parse().expect("it is a number"))
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on_and_loses_nothing() {
    /// The number of times that it is killed.
    const KILLS: usize = 200;
    let kept = folder();
    let [whole, resumed] = ["whole", "resumed"].map(|name| below(&kept, name));
    let formats =
        |folder: &Path| format!("--table --format json={0}/json --format csv={0}/csv", folder.display());
    let run = format!("run {CLASS} --spec {SPEC}");
    let started = std::time::Instant::now();
    done(&mut grader(&format!("{run} {}", formats(&whole))));
    let longest = started.elapsed().as_micros() as usize;
    let (record, log) = (kept.path().join("record"), kept.path().join("log"));
    let run =
        format!("{run} {} --record {} --resume --log {}", formats(&resumed), record.display(), log.display());
    let (mut random, mut most) = (Random(1), 0);
    for _ in 0..KILLS {
        let mut running = grader(&run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(random.below(longest / 8) as u64));
        running.kill().expect("it can be killed");
        running.wait().expect("it ends");
        for (name, bytes) in contents(&resumed) {
            let wanted = fs::read(whole.join(&name)).expect("the whole run has it");
            assert!(bytes == wanted, "{} is half written", name.display());
        }
        let count = results_in(&record);
        assert!(count >= most, "what was there is gone");
        most = count;
    }
    done(&mut grader(&run));
    assert_same(&whole, &resumed);
    let ids = |line: &str| line.split('"').nth(3).map(str::to_owned);
    let text = fs::read_to_string(&log).expect("there is a log");
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        assert!(line.starts_with("{\"id\":") && line.ends_with('}') && ids(line).is_some(), "{line}");
    }
    // What is in the record is not graded again.
    let started = std::time::Instant::now();
    let said = done(&mut grader(&run)).stderr;
    assert!(String::from_utf8_lossy(&said).contains("going on with a record of"), "{:?}", started.elapsed());
}

#[test]
fn a_full_disk_ends_no_run_and_cuts_no_record() {
    let kept = folder();
    let [whole, small] = ["whole", "small"].map(|name| below(&kept, name));
    let record = kept.path().join("record");
    let run = |folder: &Path, more: &str| {
        format!("run {CLASS} --spec {SPEC} --table --format csv={}/csv {more}", folder.display())
    };
    done(&mut grader(&run(&whole, "")));
    let flags = run(&small, &format!("--record {}", record.display()));
    // A file that may not grow is what a full disk looks like to the program that writes it.
    let line = format!("trap '' XFSZ; ulimit -f 32; exec {} {flags}", cargo_bin!("grader").display());
    let mut limited = Command::new("sh");
    limited.current_dir(env!("CARGO_MANIFEST_DIR")).env("GRADER_CACHE", "off").args(["-c", &line]);
    let output = limited.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("cannot write the record"), "{said}");
    // All else that the run was to write is there.
    assert_same(&whole, &small);
    let merged = grader(&format!("merge {} --spec {SPEC}", record.display())).output().expect("it runs");
    assert!(String::from_utf8_lossy(&merged.stderr).contains("is not finished"));
    done(&mut grader(&format!("{flags} --resume")));
    done(&mut grader(&format!("merge {} --spec {SPEC}", record.display())));
}

#[test]
fn two_runs_at_once_share_a_record_and_a_cache() {
    let kept = folder();
    let alone = below(&kept, "alone");
    let record = kept.path().join("record");
    let flags = |folder: &Path| format!("--spec {SPEC} --table --format json={}/json", folder.display());
    done(&mut grader(&format!("run {CLASS} {}", flags(&alone))));
    let both = ["one", "other"].map(|name| below(&kept, name));
    let running = both.each_ref().map(|folder| {
        let line = format!("run {CLASS} {} --record {} --resume", flags(folder), record.display());
        let mut command = grader(&line);
        command.env("GRADER_CACHE", kept.path().join("cache"));
        command.stdout(Stdio::null()).spawn().expect("it runs")
    });
    for mut running in running {
        assert!(matches!(running.wait().expect("it ends").code(), Some(0 | 6)));
    }
    let merged = below(&kept, "merged");
    done(&mut grader(&format!("merge {} {}", record.display(), flags(&merged))));
    for folder in both.iter().chain([&merged]) {
        assert_same(&alone, folder);
    }
}

#[test]
fn parts_of_a_class_come_to_the_same_reports_however_it_is_parted() {
    let kept = folder();
    let whole = below(&kept, "whole");
    done(&mut grader(&format!("run {CLASS} --spec {SPEC} {}", all_formats(&whole))));
    let mut random = Random(7);
    for round in 0..6 {
        let of = 1 + random.below(9);
        let by = ["hash", "slice"][round % 2];
        let parts = below(&kept, &format!("parts{round}"));
        let mut records: Vec<String> = (1..=of)
            .map(|part| {
                let record = parts.join(part.to_string()).display().to_string();
                let flags = format!("--table --coverage --record {record} --partition {by}:{part}/{of}");
                let output = grader(&format!("run {CLASS} --spec {SPEC} {flags}")).output().expect("it runs");
                // A part may be empty.
                assert!(matches!(output.status.code(), Some(0 | 6)), "{output:?}");
                record
            })
            .collect();
        let first = random.below(of);
        records.rotate_left(first);
        let merged = below(&kept, &format!("merged{round}"));
        done(&mut grader(&format!("merge {} --spec {SPEC} {}", records.join(" "), all_formats(&merged))));
        assert_same(&whole, &merged);
        if of > 1 {
            let missing = records.pop().expect("there are some");
            let part = Path::new(&missing).file_name().expect("it has a name").to_string_lossy().into_owned();
            let refused =
                grader(&format!("merge {} --spec {SPEC}", records.join(" "))).output().expect("it runs");
            assert_eq!(refused.status.code(), Some(2));
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(said.contains(&format!("missing: {by}:{part}/{of}\n")), "{said}");
        }
    }
}

/// A spec that names other files, with everything that a score may depend on.
const SMALL_SPEC: &str = r#"grader: 1
id: letters
isa: lc3
due: 2026-03-01T00:00:00Z
late: { per-day: 10% }
rubric:
  - { id: report, title: The report, points: 2 }
submission:
  starter:
    file: starter.asm
    editable: { from: "; begin", to: "; end" }
    costs: 25%
groups:
  - id: letters
    points: 8
    cases:
      - { id: one, stdin: "1", expect: "A" }
      - { id: two, stdin: "2", expect-file: two.txt }
"#;

/// A small class whose spec has everything that a result may depend on.
fn small_class(folder: &TempDir) -> PathBuf {
    let class = below(folder, "class");
    for (name, text) in [
        ("spec.yaml", SMALL_SPEC),
        ("two.txt", "B"),
        ("starter.asm", "; begin\n; end\n.END\n"),
        ("times.csv", "submission,submitted\nalice,2026-02-28T12:00:00Z\nbinh,2026-03-02T12:00:00Z\n"),
        ("marks.csv", "submission,item,points,remark\nalice,report,1,fine\nbinh,report,2,\n"),
        (
            "class/alice.asm",
            ".ORIG x3000\nGETC\nLD R1, OFF\nADD R0, R0, R1\nOUT\nHALT\nOFF .FILL x10\n; begin\n; end\n.END\n",
        ),
        (
            "class/binh/main.asm",
            ".ORIG x3000\nLEA R0, A\nPUTS\nHALT\nA .STRINGZ \"A\"\n; begin\n; end\n.END\n",
        ),
        ("class/binh/notes.txt", "mine"),
        ("class/chi.asm", ".ORIG x3000\nADD R0, R0, 99\nHALT\n.END\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("the folder is ours");
        fs::write(path, text).expect("the folder is ours");
    }
    class
}

#[test]
fn a_cached_result_is_never_a_wrong_one() {
    /// The number of changes that are tried.
    const CHANGES: usize = 80;
    let kept = folder();
    let class = small_class(&kept);
    let own = |name: &str| kept.path().join(name).display().to_string();
    let run = |cache: &str| {
        // The table of marks is read only, so that each run finds the same one.
        fs::copy(own("marks.csv"), own("marks now.csv").replace(' ', "-")).expect("the file is ours");
        let line = format!(
            "run {} --spec {} --submitted {} --marks {} --all --format json=-",
            class.display(),
            own("spec.yaml"),
            own("times.csv"),
            own("marks-now.csv"),
        );
        let output = grader(&line).env("GRADER_CACHE", cache).output().expect("it runs");
        (output.status.code(), output.stdout, output.stderr)
    };
    let cache = own("cache");
    let (code, first, said) = run("off");
    assert!(matches!(code, Some(0 | 6)), "{}", String::from_utf8_lossy(&said));
    assert!(run(&cache).1 == first && run(&cache).1 == first);
    let files: Vec<PathBuf> = walkdir::WalkDir::new(kept.path())
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("the folder is ours"))
        .filter(|entry| entry.file_type().is_file() && !entry.path().starts_with(&cache))
        .map(walkdir::DirEntry::into_path)
        .filter(|path| !path.ends_with("marks-now.csv"))
        .collect();
    assert!(files.len() >= 9, "{files:?}");
    let mut random = Random(3);
    let mut different = 0;
    for number in 0..CHANGES {
        let file = &files[number % files.len()];
        let old = fs::read(file).expect("the file is ours");
        let mut new = old.clone();
        let at = random.below(new.len());
        new[at] = b"\n A19zR;\"'x,-:"[random.below(14)];
        fs::write(file, &new).expect("the file is ours");
        let (cached, fresh) = (run(&cache), run("off"));
        let shown = file.display();
        assert!(cached == fresh, "{shown}, byte {at}: the cache gives something else");
        different += usize::from(fresh.1 != first);
        fs::write(file, old).expect("the file is ours");
    }
    assert!(different > CHANGES / 4, "only {different} changes made a difference");
    assert!(run(&cache).1 == first);
}

#[test]
fn the_cache_can_be_seen_and_cleared() {
    let kept = folder();
    let cache = kept.path().join("cache");
    let run = |line: &str| {
        let output = grader(line).env("GRADER_CACHE", &cache).output().expect("it runs");
        String::from_utf8(output.stdout).expect("it is text")
    };
    assert!(run("cache").contains("It is empty."));
    run(&format!("run {CLASS} --spec {SPEC} --table --no-cache"));
    assert!(run("cache").contains("It is empty."));
    run(&format!("run {CLASS} --spec {SPEC} --table"));
    let shown = run("cache");
    assert!(shown.contains(" results ") && shown.contains("grader cache --clear"), "{shown}");
    fs::write(cache.join("somebody's notes"), "notes").expect("the folder is ours");
    assert!(run("cache --clear").contains("is empty now"));
    assert!(run("cache").contains("It is empty."));
    assert!(cache.join("somebody's notes").is_file());
}

#[test]
fn records_that_cannot_be_used_are_refused_with_a_reason() {
    let kept = folder();
    let record = kept.path().join("record").display().to_string();
    let one = format!("{CLASS}/full-enter-cr.asm");
    done(&mut grader(&format!("run {one} --spec {SPEC} --record {record}")));
    let foreign = kept.path().join("foreign");
    fs::write(&foreign, "name,score\n").expect("the folder is ours");
    done(&mut grader(&format!("run {CLASS} --spec {SPEC} -x --record {record}-of-some")));
    for (line, words) in [
        (format!("merge {record}-of-some --spec {SPEC}"), "is not finished"),
        (format!("run {one} --spec {SPEC} --record {record}"), "add --resume to go on with it"),
        (format!("run {one} --spec specs/lc3.yaml --record {record} --resume"), "it belongs to another spec"),
        (format!("run {one} --spec {SPEC} --record {}", foreign.display()), "not a file of results"),
        (format!("run {one} --spec {SPEC} --record {SPEC}"), "cannot be the record: it is the spec"),
        (format!("run {one} --spec {SPEC} --resume"), "--record"),
        (format!("run {one} --spec {SPEC} --partition hash:1/2"), "--record"),
        (
            format!("run {one} --spec {SPEC} --record {record}2 --partition hash:3/2"),
            "there is no part 3 of 2",
        ),
        (format!("merge {record} {record} --spec {SPEC}"), "are both the whole class; give each part once"),
        (format!("merge {} --spec {SPEC}", foreign.display()), "not a file of results"),
        (format!("merge {record} --spec {SPEC} --format json={record}"), "it is a record"),
        (format!("merge {record} --spec specs/lc3.yaml"), "it belongs to another spec"),
    ] {
        let output = grader(&line).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(2 | 5)), "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
    }
    assert_eq!(fs::read_to_string(&foreign).expect("it is there"), "name,score\n");
}
