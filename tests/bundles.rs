//! Bundles, unpacked and run as the systems do for which they are made. Where they run as root of a container, a folder stands
//! for the root.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

const SPEC: &str = "fixtures/score/spec.yaml";
const SUBMISSION: &str = "fixtures/score/class/bao.asm";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

/// Writes a bundle with the program under test in it.
fn package(kind: &str, spec: &str, output: &Path) -> Output {
    let binary = cargo_bin!("grader");
    let output = Command::new(binary)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["package", kind, "--spec", spec, "--binary"])
        .arg(binary)
        .arg("-o")
        .arg(output)
        .output()
        .expect("it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Unpacks a zip file as Gradescope does, with the modes of its files.
fn unzip(path: &Path, into: &Path) {
    let mut archive =
        zip::ZipArchive::new(fs::File::open(path).expect("it is there")).expect("it is a zip file");
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("it can be read");
        let to = into.join(entry.enclosed_name().expect("it leads nowhere else"));
        fs::create_dir_all(to.parent().expect("it has a folder")).expect("the folder is ours");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it can be read");
        fs::write(&to, bytes).expect("the folder is ours");
        let mode = entry.unix_mode().expect("it has a mode");
        fs::set_permissions(&to, fs::Permissions::from_mode(mode)).expect("the file is ours");
    }
}

fn copy(from: &str, to: &Path) {
    fs::create_dir_all(to.parent().expect("it has a folder")).expect("the folder is ours");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(from), to).expect("the file can be copied");
}

fn json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).expect("it is JSON")
}

/// Puts a program in the place of the grader that breaks down.
fn break_grader(path: &Path) {
    fs::write(path, "#!/bin/sh\necho half of it\nkill -9 $$\n").expect("the folder is ours");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("the file is ours");
}

/// A Gradescope container with the bundle of a spec in it.
struct Gradescope {
    root: TempDir,
}

impl Gradescope {
    fn new(spec: &str) -> Self {
        let root = folder();
        let bundle = root.path().join("autograder.zip");
        package("gradescope", spec, &bundle);
        let gradescope = Self { root };
        unzip(&bundle, &gradescope.at("source"));
        fs::create_dir_all(gradescope.at("submission")).expect("the folder is ours");
        assert!(gradescope.run("setup.sh").status.success());
        gradescope
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.path().join("autograder").join(name)
    }

    fn run(&self, script: &str) -> Output {
        // Gradescope copies the launcher and runs it from another folder.
        Command::new(self.at("source").join(script))
            .current_dir(self.root.path())
            .env("GRADER_ROOT", self.root.path())
            .output()
            .expect("it is executable")
    }

    fn results(&self) -> Value {
        assert!(self.run("run_autograder").status.success());
        let names = fs::read_dir(self.at("results")).expect("it is there");
        let names: Vec<_> = names.map(|entry| entry.expect("it can be listed").file_name()).collect();
        assert_eq!(names, ["results.json"], "nothing else is left there");
        json(&self.at("results/results.json"))
    }
}

#[test]
fn gradescope_gets_the_whole_spec_with_times_and_without() {
    let gradescope = Gradescope::new(SPEC);
    copy(SUBMISSION, &gradescope.at("submission/bao.asm"));
    let in_time = gradescope.results();
    let tests = in_time["tests"].as_array().expect("there are tests");
    assert!(tests.iter().any(|test| test["visibility"] == "hidden"), "hidden tests are graded there");
    let metadata = r#"{"id": 1, "created_at": "2026-03-03T10:00:00.5-08:00", "previous_submissions": []}"#;
    fs::write(gradescope.at("submission_metadata.json"), metadata).expect("the folder is ours");
    let late = gradescope.results();
    let score = |results: &Value| results["score"].as_f64().expect("there is a score");
    assert!(score(&late) < score(&in_time), "{late}");
    assert!(late["output"].as_str().is_some_and(|output| output.contains("2 d 1 h late")), "{late}");
    // Without a time that can be read, no submission is late.
    fs::write(gradescope.at("submission_metadata.json"), "{}").expect("the folder is ours");
    assert_eq!(gradescope.results(), in_time);
}

#[test]
fn gradescope_gets_no_score_from_a_grader_that_breaks_down() {
    let gradescope = Gradescope::new(SPEC);
    copy(SUBMISSION, &gradescope.at("submission/bao.asm"));
    gradescope.results();
    break_grader(&gradescope.at("source/grader"));
    let results = gradescope.results();
    assert!(results.get("score").is_none(), "{results}");
    assert!(results["output"].as_str().is_some_and(|output| output.contains("did not finish")), "{results}");
}

#[test]
fn gradescope_is_told_of_a_submission_without_a_program() {
    let gradescope = Gradescope::new(SPEC);
    let results = gradescope.results();
    assert!(results.get("score").is_none_or(|score| score.as_f64() == Some(0.0)), "{results}");
    assert!(results["output"].as_str().is_some_and(|output| !output.is_empty()), "{results}");
}

#[test]
fn prairielearn_runs_the_image_that_its_dockerfile_makes() {
    let root = folder();
    let bundle = root.path().join("bundle");
    package("prairielearn", SPEC, &bundle);
    // The files that the Dockerfile copies, at the places to which it copies them.
    let docker = fs::read_to_string(bundle.join("Dockerfile")).expect("it is there");
    for line in docker.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let (from, to) = line.split_once(' ').expect("from and to");
        let to = root.path().join(to.trim_start_matches('/'));
        fs::create_dir_all(to.parent().expect("it has a folder")).expect("the folder is ours");
        let copied = Command::new("cp").arg("-r").arg(bundle.join(from)).arg(&to).status();
        assert!(copied.expect("there is cp").success());
    }
    let info = json(&bundle.join("info.json"));
    let entrypoint = info["externalGradingOptions"]["entrypoint"].as_str().expect("it says what to run");
    copy(SUBMISSION, &root.path().join("grade/student/bao.asm"));
    let run = || {
        let entrypoint = root.path().join(entrypoint.trim_start_matches('/'));
        let status =
            Command::new(entrypoint).env("GRADER_ROOT", root.path()).output().expect("it runs").status;
        assert!(status.success());
        json(&root.path().join("grade/results/results.json"))
    };
    let results = run();
    let score = results["score"].as_f64().expect("there is a score");
    assert!((0.0..=1.0).contains(&score) && results["tests"].as_array().is_some(), "{results}");
    break_grader(&root.path().join("grader/grader"));
    let results = run();
    assert!(results["gradable"] == false && results.get("score").is_none(), "{results}");
}

#[test]
fn autolab_reads_scores_from_the_last_line() {
    let root = folder();
    package("autolab", SPEC, &root.path().join("bundle"));
    let work = root.path().join("autolab");
    fs::create_dir(&work).expect("the folder is ours");
    // Autolab renames the file and puts what was handed in next to it.
    for (from, to) in [("autograde-Makefile", "Makefile"), ("autograde.tar", "autograde.tar")] {
        fs::copy(root.path().join("bundle").join(from), work.join(to)).expect("it is there");
    }
    copy(SUBMISSION, &work.join("handin.asm"));
    let make = || Command::new("make").current_dir(&work).output().expect("there is make");
    let output = make();
    let printed = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{printed}");
    let last = printed.lines().last().expect("something is printed");
    let scores: Value = serde_json::from_str(last).expect("the last line is JSON");
    assert!(scores["scores"].as_object().is_some_and(|scores| !scores.is_empty()), "{last}");
    // With a grader that breaks down nothing can be taken for scores.
    let script = fs::read_to_string(work.join("autograde/run.sh")).expect("it is there");
    fs::remove_file(work.join("autograde.tar")).expect("it is ours");
    break_grader(&work.join("autograde/grader"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(&work).output().expect("there is sh");
    let printed = String::from_utf8(output.stdout).expect("it is text");
    assert!(!output.status.success());
    assert!(printed.lines().all(|line| serde_json::from_str::<Value>(line).is_err()), "{printed}");
}

#[test]
fn classroom50_gets_what_everybody_may_read() {
    let root = folder();
    let bundle = root.path().join("bundle");
    package("classroom50", SPEC, &bundle);
    let own = fs::read_dir(bundle.join("autograders")).expect("it is there").next().expect("it has a folder");
    let own = own.expect("it can be listed").path();
    let edition = fs::read_to_string(own.join("spec/spec.yaml")).expect("it is there");
    assert!(edition.contains("hashed:") && !edition.contains("expect:"), "{edition}");
    let checkout = root.path().join("checkout");
    copy(SUBMISSION, &checkout.join("bao.asm"));
    // A result that a student has put there does not count.
    fs::write(checkout.join("result.json"), "{\"score\": 1000}").expect("the folder is ours");
    let run = || {
        let mut command = Command::new("python3");
        command.arg(own.join("autograder.py")).current_dir(&checkout);
        for (name, value) in [
            ("CLASSROOM", "asm-2026"),
            ("ASSIGNMENT", "letters"),
            ("SUBMISSION_TAG", "submit/2026-03-01T10-00-00Z-abc1234"),
            ("USERNAME", "bao"),
            ("OWNER", "bao"),
            ("ASSIGNMENT_TYPE", "individual"),
            ("COMMIT_URL", "https://github.com/o/r/commit/abc1234"),
            ("RELEASE_URL", "https://github.com/o/r/releases/tag/t"),
            ("REVIEW_URL", "https://github.com/o/r/pull/1"),
        ] {
            command.env(name, value);
        }
        command.env("CLASSROOM50_BUNDLE_DIR", &own).output().expect("there is Python")
    };
    let output = run();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result = json(&checkout.join("result.json"));
    assert_eq!(result["schema"], "classroom50/result/v1");
    assert!(result["score"].is_u64() && result["max-score"].is_u64(), "{result}");
    break_grader(&own.join("grader"));
    assert!(!run().status.success());
    assert!(!checkout.join("result.json").exists(), "there is no result that nobody computed");
}

#[test]
fn the_same_spec_gives_the_same_bytes() {
    let root = folder();
    let [one, two] = ["one.zip", "two.zip"].map(|name| root.path().join(name));
    package("gradescope", SPEC, &one);
    package("gradescope", SPEC, &two);
    assert!(fs::read(&one).expect("it is there") == fs::read(&two).expect("it is there"));
}

/// Where no program comes along, the system builds one from the sources.
#[test]
fn sources_come_along_and_are_built_where_there_is_no_program() {
    let root = folder();
    let tools = root.path().join("tools");
    fs::create_dir(&tools).expect("the folder is ours");
    let script = |name: &str, text: &str| {
        let path = tools.join(name);
        fs::write(&path, text).expect("the folder is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    };
    // Stand-ins for Rust: without the musl target, and with what it would build.
    script("rustc", "#!/bin/sh\nexit 1\n");
    let binary = cargo_bin!("grader");
    script(
        "cargo",
        &format!(
            "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in --manifest-path) test -f \"$2\" || exit 1;; --target-dir) \
             out=$2;; esac; shift; done\nmkdir -p \"$out/release\" && cp {} \"$out/release/grader\"\n",
            binary.display()
        ),
    );
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let bundle = root.path().join("autograder.zip");
    let packed = Command::new(binary)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["package", "gradescope", "--spec", SPEC, "--sources", ".", "-o"])
        .arg(&bundle)
        .env("PATH", &path)
        .output()
        .expect("it can be run");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let source = root.path().join("autograder/source");
    unzip(&bundle, &source);
    assert!(source.join("sources/src/lib.rs").exists() && !source.join("grader").exists());
    let setup =
        Command::new(source.join("setup.sh")).env("GRADER_ROOT", root.path()).env("PATH", &path).output();
    let setup = setup.expect("it is executable");
    assert!(setup.status.success(), "{}", String::from_utf8_lossy(&setup.stderr));
    assert!(String::from_utf8_lossy(&setup.stdout).starts_with("grader "));
}

#[test]
fn nothing_is_written_over_and_no_program_is_guessed() {
    let root = folder();
    let run = |arguments: &[&str]| {
        let output = Command::new(cargo_bin!("grader"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .output()
            .expect("it can be run");
        (output.status.code(), String::from_utf8(output.stderr).expect("messages are text"))
    };
    let taken = root.path().join("taken");
    fs::create_dir(&taken).expect("the folder is ours");
    fs::write(taken.join("spec.yaml"), "an earlier one").expect("the folder is ours");
    let taken = taken.to_str().expect("our own paths are text");
    let zip = format!("{taken}.zip");
    for (arguments, code, words) in [
        (vec!["student", "--spec", SPEC, "-o", taken], 5, "nothing is overwritten"),
        (vec!["gradescope", "--spec", SPEC, "-o", taken, "--binary", SPEC], 2, "takes a zip file"),
        (vec!["gradescope", "--spec", SPEC, "-o", &zip, "--binary", SPEC], 2, "is no program for Linux"),
        (
            vec!["gradescope", "--spec", SPEC, "-o", &zip, "--after-due"],
            2,
            "--after-due and --with-values are for",
        ),
        (vec!["gradescope", "--spec", SPEC, "-o", &zip, "--binary", "nowhere"], 5, "cannot read nowhere"),
        (
            vec!["autolab", "--spec", SPEC, "-o", &zip, "--after-due"],
            2,
            "--after-due and --with-values are for",
        ),
        (vec!["student", "--spec", "fixtures/cli/bad-spec.yaml", "-o", &zip], 3, "nothing was written"),
        (vec!["student", "--spec", "fixtures/command/spec.yaml", "-o", &zip], 4, "nothing was written"),
        (vec!["handed-in", SPEC], 5, "does not say when"),
    ] {
        let (found, said) = run(&[vec!["package"], arguments].concat());
        assert_eq!(found, Some(code), "{said}");
        assert!(said.contains(words), "{said}");
    }
    assert!(!Path::new(&zip).exists());
}

/// Scripts must work in every shell that a system may have.
#[test]
fn scripts_are_plain_shell() {
    let mut seen = BTreeMap::new();
    for entry in fs::read_dir("templates/package").expect("it is there") {
        let path = entry.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("it is text");
        if !text.starts_with("#!/bin/sh\n") {
            continue;
        }
        let filled = text.replace("@FLAGS@", "").replace("@TIMES@", "").replace("@BUILD@", "");
        let checked = Command::new("sh").args(["-n", "-c", &filled]).output().expect("there is sh");
        assert!(checked.status.success(), "{}: {checked:?}", path.display());
        // Where it is installed.
        if let Ok(found) = Command::new("shellcheck").arg(&path).output() {
            assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stdout));
        }
        seen.insert(path, filled.len());
    }
    assert!(seen.len() >= 5, "{seen:?}");
}
