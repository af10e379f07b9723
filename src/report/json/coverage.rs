//! What tests execute, for machines.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use super::entries::SpecEntry;
use super::{head_and_foot, to_bytes};
use crate::diagnostics::Language;
use crate::grade::{Covered, Graded, NotCounted};
use crate::machine::Coverage;
use crate::report::Ends;
use crate::report::coverage::{FileFigures, PartOf, figures, not_counted, not_covered};
use crate::report::places::path_of;
use crate::spec::Spec;

/// The version of this format: it grows when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

/// The JSON schema of a report on coverage.
pub(in crate::report) fn schema() -> Vec<u8> {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    to_bytes(&generator.into_root_schema_for::<Document<'static>>())
}

/// What the tests of submissions execute.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A report of grader on coverage", inline)]
struct Document<'c> {
    format: u32,
    /// The program that wrote this report, with its version.
    tool: &'static str,
    /// What was graded by.
    spec: SpecEntry<'c>,
    assignment: &'c str,
    title: &'c str,
    /// The submissions, sorted by id.
    submissions: Vec<Submission<'c>>,
}

#[derive(Serialize, JsonSchema)]
struct Submission<'c> {
    id: &'c str,
    /// Why nothing was counted, if so; then there are neither files nor tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_counted: Option<&'c str>,
    /// The files with instructions, with what all tests together execute.
    files: Vec<File>,
    /// The tests in the order of the spec.
    tests: Vec<Test<'c>>,
}

/// A part of a number.
#[derive(Serialize, JsonSchema)]
struct Figure {
    executed: usize,
    of: usize,
}

impl From<PartOf> for Figure {
    fn from(figure: PartOf) -> Self {
        Self { executed: figure.part, of: figure.all }
    }
}

#[derive(Serialize, JsonSchema)]
struct File {
    /// The path, from where the grader was started.
    path: String,
    /// Lines with instructions.
    lines: Figure,
    /// The ways of conditional branches. Each branch has two, and each way counts.
    branch_ways: Figure,
    /// Subroutines; called ones count as executed.
    subroutines: Figure,
    /// Stretches of lines that no test executes: the first and the last line. They go on over lines without instructions.
    never_executed: Vec<[usize; 2]>,
    /// Each line with instructions: its number, and how often it was executed.
    each_line: Vec<[u64; 2]>,
    each_branch: Vec<Branch>,
    each_subroutine: Vec<Subroutine>,
}

#[derive(Serialize, JsonSchema)]
struct Branch {
    line: usize,
    /// How often its condition held, and how often not. In a compiled language the compiler says what the condition is.
    taken: u64,
    not_taken: u64,
}

#[derive(Serialize, JsonSchema)]
struct Subroutine {
    name: String,
    line: usize,
    calls: u64,
}

#[derive(Serialize, JsonSchema)]
struct Test<'c> {
    id: &'c str,
    /// Why it is not known what this test executes, if so; then it has no files.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_counted: Option<&'static str>,
    /// What it executes of the files of the submission, in the same order.
    files: Vec<TestFile>,
}

#[derive(Serialize, JsonSchema)]
struct TestFile {
    lines: Figure,
    branch_ways: Figure,
    subroutines: Figure,
    /// How often each line of the file's `each_line` was executed, in the same order.
    line_counts: Vec<u64>,
    /// How often each branch of the file's `each_branch` was taken, and how often not.
    branch_counts: Vec<[u64; 2]>,
    /// How often each subroutine of the file's `each_subroutine` was called.
    subroutine_counts: Vec<u64>,
}

/// The element of a submission.
pub(in crate::report) fn element(
    (spec, graded): (&Spec, &Graded),
    covered: Option<&Covered>,
    is_first: bool,
    language: Language,
) -> Vec<u8> {
    let why = not_covered(graded);
    let ids: Vec<&str> = spec.cases().map(|case| case.id.as_str()).collect();
    let entry = match covered {
        None => {
            let not_counted = Some(why.to(language));
            Submission { id: &graded.id, not_counted, files: Vec::new(), tests: Vec::new() }
        }
        Some(covered) => Submission {
            id: &graded.id,
            not_counted: None,
            files: files(graded, covered),
            tests: covered
                .cases
                .iter()
                .filter_map(|case| Some(test(ids.get(case.case)?, covered, case.coverage.as_ref())))
                .collect(),
        },
    };
    super::element(&entry, is_first, 4)
}

/// The document around the submissions.
pub(in crate::report) fn ends(spec: &Spec, is_empty: bool, language: Language) -> Ends {
    let document = Document {
        format: FORMAT,
        tool: concat!("grader ", env!("CARGO_PKG_VERSION")),
        spec: SpecEntry { path: &spec.path, fingerprint: &spec.fingerprint },
        assignment: &spec.id,
        title: spec.title.to(language),
        submissions: Vec::new(),
    };
    let (head, foot) = head_and_foot(&document, is_empty, 2);
    Ends { head, foot }
}

fn files(graded: &Graded, covered: &Covered) -> Vec<File> {
    let (map, union) = (&covered.map, covered.union());
    let never = map.stretches(|line| union.lines[line] == 0);
    let of_file = |file: FileFigures| {
        let TestFile { line_counts, branch_counts, subroutine_counts, .. } = test_file(covered, &union, file);
        let id = file.file;
        let lines = map.lines().iter().filter(|line| line.file == id).map(|line| line.line as u64);
        let branches = map.branches().map(|line| &map.lines()[line]).filter(|line| line.file == id);
        let subroutines = map.subroutines().iter().filter(|subroutine| subroutine.file == id);
        File {
            path: path_of(graded, &covered.sources.file(id).name),
            lines: file.lines.into(),
            branch_ways: file.ways.into(),
            subroutines: file.subroutines.into(),
            never_executed: never
                .iter()
                .filter(|(file, _)| *file == id)
                .map(|(_, lines)| [*lines.start(), *lines.end()])
                .collect(),
            each_line: lines.zip(line_counts).map(|(line, count)| [line, count]).collect(),
            each_branch: branches
                .zip(branch_counts)
                .map(|(line, [taken, not_taken])| Branch { line: line.line, taken, not_taken })
                .collect(),
            each_subroutine: subroutines
                .zip(subroutine_counts)
                .map(|(known, calls)| Subroutine { name: known.name.clone(), line: known.line, calls })
                .collect(),
        }
    };
    figures(covered, &union).into_iter().map(of_file).collect()
}

fn test<'c>(id: &'c str, covered: &Covered, coverage: Result<&Coverage, &NotCounted>) -> Test<'c> {
    match coverage {
        Ok(coverage) => {
            let files = figures(covered, coverage);
            let files = files.into_iter().map(|file| test_file(covered, coverage, file)).collect();
            Test { id, not_counted: None, files }
        }
        Err(why) => Test { id, not_counted: Some(not_counted(*why).0), files: Vec::new() },
    }
}

fn test_file(covered: &Covered, coverage: &Coverage, file: FileFigures) -> TestFile {
    let (map, id) = (&covered.map, file.file);
    let lines = map.lines().iter().zip(&coverage.lines).filter(|(line, _)| line.file == id);
    let branches = map.branches().zip(&coverage.branches);
    let branches = branches.filter(|(line, _)| map.lines()[*line].file == id);
    let subroutines = map.subroutines().iter().zip(&coverage.subroutines);
    let subroutines = subroutines.filter(|(subroutine, _)| subroutine.file == id);
    TestFile {
        lines: file.lines.into(),
        branch_ways: file.ways.into(),
        subroutines: file.subroutines.into(),
        line_counts: lines.map(|(_, count)| *count).collect(),
        branch_counts: branches.map(|(_, branch)| [branch.taken, branch.passed]).collect(),
        subroutine_counts: subroutines.map(|(_, calls)| *calls).collect(),
    }
}
