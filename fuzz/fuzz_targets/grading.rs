//! Any bytes as a submission, graded with explanations, and every report written.
#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use grader::diagnostics::Language;
use grader::grade::{Gradebook, Plan, Verdict, grade_submission};
use grader::report::FORMATS;
use grader::report::terminal::{Detail, render};
use grader::spec::load;
use grader::submission::{Folders, discover};
use libfuzzer_sys::fuzz_target;

/// Small specs of both instruction sets.
static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let specs = ["small/average.yaml", "small/demands.yaml", "ladder/spec.yaml", "subroutines/lc3.yaml", "subroutines/mips.yaml"];
    specs.iter().map(|spec| Plan::new(load(&root.join(spec)).expect("the spec is valid"))).collect()
});

static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("grader-fuzz-g-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    folder.join("program.asm")
});

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    std::fs::write(&*PATH, text).expect("the folder is ours");
    let plan = &PLANS[usize::from(*choice) % PLANS.len()];
    let found = discover(&[PATH.clone()], Folders::Submissions, &plan.spec.submission).expect("it is there");
    let Some(submission) = found.submissions.first() else { return };
    let graded = grade_submission(plan, submission);
    assert_ne!(graded.verdict(), Verdict::GraderError);
    assert!(graded.troubles.is_empty(), "{:?}", graded.troubles);
    let book = Gradebook::of_one(&plan.spec, &graded);
    for format in FORMATS {
        format.render(&book, Language::English);
    }
    render(&book, Language::Vietnamese, Detail::All);
});
