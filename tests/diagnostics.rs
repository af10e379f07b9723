//! What people read when something is wrong: every message in both languages, for the mistakes that cause it.
//!
//! Each file of `fixtures/diagnostics` holds a mistake; the folder says whose. Beside it stands what is said about it, in `NAME.en.txt` and
//! `NAME.vi.txt`; `UPDATE_EXPECT=1` writes these anew. A first line `; dialect NAME` asks for the reading of one tool.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect_file;
use grader::diagnostics::{
    Diagnostic, Language, Severity, SourceFile, Sources, Style, code, render, render_all,
};
use grader::grade::{Marks, Submitted, load_lc3};
use grader::isa::lc3::{Dialect, Setup};
use grader::isa::mips;
use grader::spec::{LoadError, lint, load};
use grader::submission::ProgramFile;

const LANGUAGES: [(Language, &str); 2] = [(Language::English, "en"), (Language::Vietnamese, "vi")];

/// More diagnostics than this in one file tell nothing new, and goldens are there to be read.
const MOST_SHOWN: usize = 20;

fn style(language: Language) -> Style {
    Style { colour: false, language }
}

/// Everything that is said about a file. Names are as they are in the folder, so that goldens do not depend on paths.
fn diagnose(path: &Path) -> (Vec<Diagnostic>, Arc<Sources>) {
    if path.starts_with("fixtures/diagnostics/lint") {
        assert!(load(path).is_ok(), "{}: lint is for specs that are valid", path.display());
        let (diagnostics, sources) = grader::model::lint(path).expect("the fixture can be read");
        return (diagnostics, Arc::new(sources));
    }
    if path.extension().is_some_and(|extension| extension == "yaml") {
        return match load(path) {
            Err(LoadError::Invalid { diagnostics, sources }) => (diagnostics, Arc::new(sources)),
            other => panic!("{}: there should be mistakes in it, not {other:?}", path.display()),
        };
    }
    let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let bytes = std::fs::read(path).expect("the fixture can be read");
    if path.starts_with("fixtures/diagnostics/tables") {
        return table(SourceFile::from_bytes(name, &bytes));
    }
    if path.starts_with("fixtures/diagnostics/mips") {
        let source = SourceFile::from_bytes(name, &bytes);
        let assembly = mips::assemble(vec![source], &|_| None, mips::Options::default());
        return (assembly.diagnostics, assembly.sources);
    }
    let text = String::from_utf8_lossy(&bytes);
    let dialect = text.lines().next().and_then(|line| line.strip_prefix("; dialect ")).map(|id| {
        Dialect::ALL.into_iter().find(|dialect| dialect.id() == id).expect("the dialect is registered")
    });
    let loaded = load_lc3(&[ProgramFile { name, bytes }], dialect, Setup::default());
    (loaded.diagnostics, loaded.sources)
}

/// What is said about a table of staff's: times of two submissions, or marks for the class of fixtures/score.
fn table(source: SourceFile) -> (Vec<Diagnostic>, Arc<Sources>) {
    let mut sources = Sources::default();
    let file = sources.add(source);
    let source = sources.file(file);
    let diagnostics = if source.name.starts_with("times") {
        let (times, mut diagnostics) = Submitted::read(source, file);
        if diagnostics.is_empty() {
            diagnostics = times.missing(["ann", "nguyen"].into_iter(), file);
        }
        diagnostics
    } else {
        let spec = load(Path::new("fixtures/score/spec.yaml")).expect("the spec is valid");
        Marks::read(source, file, &spec.rubric).1
    };
    (diagnostics, Arc::new(sources))
}

/// All diagnostics, or the first and the last one of very many.
fn drawn(diagnostics: &[Diagnostic], sources: &Sources, language: Language) -> String {
    match diagnostics {
        [first, .., last] if diagnostics.len() > MOST_SHOWN => {
            let [first, last] = [first, last].map(|diagnostic| render(diagnostic, sources, style(language)));
            format!("{first}\n\n... and so on, until\n\n{last}\n")
        }
        _ => render_all(diagnostics, sources, style(language)),
    }
}

fn fixtures() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("fixtures/diagnostics").sort_by_file_name();
    files
        .into_iter()
        .map(|entry| entry.expect("the folder can be read").into_path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|extension| extension != "txt"))
        .collect()
}

#[test]
fn every_mistake_gets_its_words() {
    for path in fixtures() {
        let (diagnostics, sources) = diagnose(&path);
        assert!(!diagnostics.is_empty(), "{}: nothing is said", path.display());
        for (language, suffix) in LANGUAGES {
            let golden = std::env::current_dir().expect("there is a folder to work in");
            let golden = golden.join(path.with_extension(format!("{suffix}.txt")));
            expect_file![golden].assert_eq(&drawn(&diagnostics, &sources, language));
        }
    }
}

#[test]
fn every_code_is_shown_and_every_message_names_its_place() {
    let mut seen = BTreeSet::new();
    for path in fixtures() {
        let (diagnostics, sources) = diagnose(&path);
        for diagnostic in &diagnostics {
            seen.insert(diagnostic.code);
            let place = sources.place(diagnostic.span());
            for (language, _) in LANGUAGES {
                let shown = render(diagnostic, &sources, style(language));
                assert!(shown.contains(&place), "{}: `{place}` is not in\n{shown}", path.display());
                assert!(!diagnostic.message.to(language).trim().is_empty(), "{}: no words", path.display());
            }
        }
    }
    let missing: Vec<_> = code::ALL.iter().filter(|(code, _)| !seen.contains(code)).collect();
    assert!(missing.is_empty(), "no file of fixtures/diagnostics shows {missing:?}");
}

#[test]
fn lint_says_what_loading_says_and_finds_nothing_wrong_with_the_specs_that_are_shipped() {
    for path in fixtures().into_iter().filter(|path| path.starts_with("fixtures/diagnostics/spec")) {
        let (linted, _) = lint(&path).expect("the fixture can be read");
        // Lint runs nothing, so that nobody has to allow it.
        let mut said = diagnose(&path).0;
        said.retain(|diagnostic| diagnostic.code != code::SPEC_COMMAND);
        assert_eq!(linted, said, "{}", path.display());
    }
    let folders = ["specs", "fixtures"].map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    let paths = folders.into_iter().flatten().map(|entry| entry.expect("the folder can be read").into_path());
    let is_spec = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yaml");
    let is_mistake = |path: &PathBuf| path.starts_with("fixtures/diagnostics");
    let specs = paths.filter(|path| is_spec(path) && !is_mistake(path) && load(path).is_ok());
    let mut count = 0;
    for path in specs {
        let (diagnostics, sources) = lint(&path).expect("the spec can be read");
        let shown = render_all(&diagnostics, &sources, style(Language::English));
        assert!(diagnostics.iter().all(|found| found.severity == Severity::Note), "{shown}");
        count += 1;
    }
    assert!(count > 6, "only {count} specs were found");
}

#[test]
fn every_golden_belongs_to_a_fixture() {
    let expected: BTreeSet<PathBuf> = fixtures()
        .iter()
        .flat_map(|path| LANGUAGES.map(|(_, suffix)| path.with_extension(format!("{suffix}.txt"))))
        .collect();
    for entry in walkdir::WalkDir::new("fixtures/diagnostics") {
        let path = entry.expect("the folder can be read").into_path();
        let is_golden = path.extension().is_some_and(|extension| extension == "txt");
        assert!(!is_golden || expected.contains(&path), "{} belongs to no fixture", path.display());
    }
}
