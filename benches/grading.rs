//! The speed of grading submissions: `cargo bench --bench grading`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grader::grade::{Plan, grade, grade_submission};
use grader::spec::load;
use grader::submission::{Discovery, Folders, Submission, discover};

/// The submissions of a large course.
const CLASS: usize = 500;

/// One submission's whole grading: its file is read, assembled, and run through every case of the spec.
fn one_submission(criterion: &mut Criterion, plan: &Plan, discovery: &Discovery) {
    let mut group = criterion.benchmark_group("one submission, 122 cases");
    for name in ["full-starter-style", "trap-missed-diagonal", "hostile-endless-loop"] {
        let submission = discovery
            .submissions
            .iter()
            .find(|submission| submission.id == name)
            .expect("the fixture is among the submissions");
        group.bench_function(name, |bencher| bencher.iter(|| grade_submission(plan, submission)));
    }
    group.finish();
}

/// The fixtures over and over: a class with far more hostile programs than any course has.
fn class(discovery: &Discovery) -> Discovery {
    let fixtures = discovery.submissions.iter().cycle().take(CLASS).enumerate();
    let submissions = fixtures
        .map(|(number, fixture)| Submission { id: format!("{number:03}-{}", fixture.id), ..fixture.clone() })
        .collect();
    Discovery { submissions, ..Discovery::default() }
}

fn whole_class(criterion: &mut Criterion, plan: &Plan, discovery: &Discovery) {
    let class = class(discovery);
    let mut group = criterion.benchmark_group("class");
    group.throughput(Throughput::Elements(CLASS as u64));
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    group.bench_function("500 submissions", |bencher| bencher.iter(|| grade(plan, &class, &|_| {})));
    group.finish();
}

fn main() {
    let spec = load(Path::new("specs/lc3.yaml")).expect("the spec is valid");
    let folder = [PathBuf::from("fixtures/submissions/lc3")];
    let discovery = discover(&folder, Folders::Classes, &spec.submission).expect("the fixtures are there");
    let plan = Plan::new(spec);

    let mut criterion = Criterion::default().configure_from_args();
    one_submission(&mut criterion, &plan, &discovery);
    whole_class(&mut criterion, &plan, &discovery);
    criterion.final_summary();
}
