//! The examples of `docs/scale`: the commands of jobs on Kubernetes, on GitHub, on GitLab, under Slurm and GNU parallel, run here with the
//! variables that these systems set. The reports made of the parts are those of one run. `.ci/scale` runs the last two for real.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// Runs a script in a folder, with variables and with nothing kept between runs; it must succeed.
fn sh(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) {
    let binary = cargo_bin!("grader");
    let mut path = binary.parent().expect("programs lie in folders").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path)
        .env("GRADER_CACHE", "off")
        .envs(variables.iter().copied())
        .output()
        .expect("there is a shell");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&said));
}

/// A folder with a class in `submissions`, of which one submission needs review, and its spec.
fn class() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    let submissions = folder.path().join("submissions");
    fs::create_dir(&submissions).expect("the folder is ours");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/small");
    let mut programs: Vec<_> = fs::read_dir(root.join("average"))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "asm"))
        .collect();
    programs.sort();
    for number in 0..24 {
        let from = &programs[number % programs.len()];
        fs::copy(from, submissions.join(format!("student{number}.asm"))).expect("the folder is ours");
    }
    fs::create_dir(submissions.join("nothing")).expect("the folder is ours");
    fs::write(submissions.join("nothing/notes.txt"), "").expect("the folder is ours");
    fs::copy(root.join("average.yaml"), folder.path().join("spec.yaml")).expect("the folder is ours");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Grades the class in one run, by these paths, and compares its reports with those that were made of parts.
fn compare(folder: &Path, submissions: &str, spec: &str) {
    let made = ["scores.csv", "results.json"].map(|name| read(folder, name));
    assert!(made[0].lines().count() == 26, "{}", made[0]);
    let line = format!(
        "grader run {submissions} --spec {spec} --table --format csv=scores.csv --format json=results.json || [ $? -eq 6 ]"
    );
    sh(folder, &["-euc", &line], &[]);
    assert_eq!(made, ["scores.csv", "results.json"].map(|name| read(folder, name)));
}

fn yaml(text: &str) -> Vec<Value> {
    text.split("\n---\n").map(|document| serde_yaml::from_str(document).expect("it is YAML")).collect()
}

fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("there is no {path} in {value:#}"))
}

#[test]
fn pods_of_an_indexed_job_grade_a_class() {
    let folder = class();
    let at = folder.path().to_str().expect("our own paths are text");
    let jobs = yaml(include_str!("../docs/scale/job.yaml"));
    let [grade, merge] = jobs.as_slice() else { panic!("there are two jobs") };
    let count = grade["spec"]["completions"].as_u64().expect("it is a number");
    assert_eq!(text(grade, "/spec/completionMode"), "Indexed");
    let container = "/spec/template/spec/containers/0";
    let count_told = text(grade, &format!("{container}/env/0/value"));
    assert_eq!(text(grade, &format!("{container}/env/0/name")), "JOB_COMPLETIONS");
    assert_eq!(count_told.parse(), Ok(count));
    let command = |job: &Value| {
        assert_eq!(job.pointer(&format!("{container}/command")), Some(&serde_json::json!(["sh", "-euc"])));
        text(job, &format!("{container}/args/0")).replace("/class/", &format!("{at}/"))
    };
    // In any order, one of them twice, as pods are started again.
    for index in (0..count).rev().chain([0]) {
        let index = index.to_string();
        let variables = [("JOB_COMPLETION_INDEX", index.as_str()), ("JOB_COMPLETIONS", count_told)];
        sh(folder.path(), &["-euc", &command(grade)], &variables);
    }
    sh(folder.path(), &["-euc", &command(merge)], &[]);
    compare(folder.path(), &format!("{at}/submissions"), &format!("{at}/spec.yaml"));
    for (job, step) in jobs.iter().zip(["grade", "merge"]) {
        assert_eq!((text(job, "/metadata/labels/step"), text(job, "/metadata/name")), (step, step));
    }
}

#[test]
fn jobs_of_a_matrix_grade_a_class() {
    let folder = class();
    let workflow = &yaml(include_str!("../docs/scale/matrix.yml"))[0];
    let matrix = workflow.pointer("/jobs/part/strategy/matrix/part").and_then(Value::as_array);
    let parts = matrix.expect("there is a matrix");
    let step = |job: &str, name: &str| -> Value {
        let steps = workflow
            .pointer(&format!("/jobs/{job}/steps"))
            .and_then(Value::as_array)
            .expect("there are steps");
        steps.iter().find(|step| step["name"] == name).expect("the step is there").clone()
    };
    let grade = step("part", "Grade this part");
    let gathered = folder.path().join("gathered");
    fs::create_dir(&gathered).expect("the folder is ours");
    for (index, part) in parts.iter().enumerate() {
        let values = [
            ("${{ strategy.job-index }}", index.to_string()),
            ("${{ strategy.job-total }}", parts.len().to_string()),
            ("${{ matrix.part }}", part.to_string()),
        ];
        let variables = grade["env"].as_object().expect("there are variables");
        let variables: Vec<(&str, &str)> = variables
            .iter()
            .map(|(name, value)| {
                let known = values.iter().find(|(expression, _)| value == expression);
                (name.as_str(), known.unwrap_or_else(|| panic!("what is {value}?")).1.as_str())
            })
            .collect();
        sh(folder.path(), &["-ec", text(&grade, "/run")], &variables);
        // The artifact of each job, of which the last job gets all in one folder.
        for record in fs::read_dir(folder.path().join("records")).expect("there are records") {
            let record = record.expect("it can be listed");
            fs::rename(record.path(), gathered.join(record.file_name())).expect("the folder is ours");
        }
        fs::remove_dir(folder.path().join("records")).expect("it is empty");
    }
    fs::rename(&gathered, folder.path().join("records")).expect("the folder is ours");
    sh(folder.path(), &["-ec", text(&step("merge", "Put the parts together"), "/run")], &[]);
    compare(folder.path(), "submissions", "spec.yaml");
}

#[test]
fn parallel_jobs_of_a_pipeline_grade_a_class() {
    let folder = class();
    let pipeline = &yaml(include_str!("../docs/scale/gitlab.yml"))[0];
    let count = pipeline.pointer("/grade/parallel").and_then(Value::as_u64).expect("the jobs are parallel");
    // GitLab runs the lines one after the other in one shell, which ends with the first that fails.
    let script = |job: &str| -> String {
        let lines = pipeline.pointer(&format!("/{job}/script")).and_then(Value::as_array);
        let lines = lines.expect("there is a script").iter();
        lines.map(|line| line.as_str().expect("it is a line")).collect::<Vec<_>>().join("\n")
    };
    for index in 1..=count {
        let (index, total) = (index.to_string(), count.to_string());
        let variables = [("CI_NODE_INDEX", index.as_str()), ("CI_NODE_TOTAL", total.as_str())];
        // The artifacts of all jobs come together in the folder in which they were.
        sh(folder.path(), &["-ec", &script("grade")], &variables);
    }
    sh(folder.path(), &["-ec", &script("merge")], &[]);
    compare(folder.path(), "submissions", "spec.yaml");
    assert_eq!(pipeline.pointer("/grade/artifacts/paths/0").and_then(Value::as_str), Some("records"));
}

#[test]
fn an_array_of_jobs_grades_a_class() {
    let folder = class();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scale/class.sbatch");
    let script = script.to_str().expect("our own paths are text");
    let array = include_str!("../docs/scale/class.sbatch")
        .lines()
        .find_map(|line| line.strip_prefix("#SBATCH --array=1-"));
    let count = array.expect("it is an array");
    for task in 1..=count.parse().expect("it is a number") {
        let task: u32 = task;
        let task = task.to_string();
        let variables = [
            ("SLURM_ARRAY_TASK_ID", task.as_str()),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", count),
            ("SLURM_ARRAY_TASK_STEP", "1"),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_CPUS_PER_TASK", "2"),
        ];
        sh(folder.path(), &[script, "submissions", "spec.yaml", "records"], &variables);
    }
    let merge = "grader merge records/* --spec spec.yaml --table --format csv=scores.csv --format json=results.json || [ $? -eq 6 ]";
    sh(folder.path(), &["-euc", merge], &[]);
    compare(folder.path(), "submissions", "spec.yaml");
}
