//! The time that programs in their own words take: to be understood, and with all of their cases.
//! `cargo bench --bench understanding`.

use std::path::{Path, PathBuf};

use criterion::Criterion;
use grader::asm::ProgramFiles;
use grader::grade::{Plan, judge_program, understand};
use grader::spec::load;
use grader::submission::{Folders, discover};

/// Programs of each game: understood at once, hard to understand, not understood, and hostile.
const PROGRAMS: [(&str, &[&str]); 2] = [
    (
        "mips-four",
        &[
            "full-integers",
            "full-report-style",
            "full-choice-by-choice",
            "full-vietnamese",
            "display-board",
            "asks-a-riddle",
            "hostile-endless-loop",
        ],
    ),
    ("mips-gomoku", &["full-report-style", "full-x-is-column", "other-19x19", "hostile-endless-boards"]),
];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (id, names) in PROGRAMS {
        let spec = load(Path::new(&format!("specs/{id}.yaml"))).expect("the spec is valid");
        let folder = [PathBuf::from(format!("fixtures/submissions/{id}"))];
        let found = discover(&folder, Folders::Classes, &spec.submission).expect("the fixtures are there");
        let plan = Plan::new(spec);
        let programs = names.iter().map(|name| {
            let submission = found.submissions.iter().find(|known| known.id == *name).expect("it is there");
            let files = submission.program(&plan.spec.submission).expect("it has a program");
            let loaded = plan.spec.machine.load(ProgramFiles::handed_in(&files));
            (*name, loaded.program.expect("it assembles"))
        });
        let programs: Vec<_> = programs.collect();
        let mut group = criterion.benchmark_group(format!("{id}, understood"));
        for (name, program) in &programs {
            group.bench_function(*name, |bencher| bencher.iter(|| understand(&plan, program.as_ref(), name)));
        }
        group.finish();
        let mut group = criterion.benchmark_group(format!("{id}, understood and all cases"));
        for (name, program) in &programs {
            group.sample_size(10);
            group.bench_function(*name, |bencher| {
                bencher.iter(|| judge_program(&plan, program.as_ref(), name));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
