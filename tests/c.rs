//! Programs in C: they are compiled by the tools of this computer. Where these are not installed, the tests that need them say so
//! and do nothing.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::essence::essence;
use expect_test::expect_file;
use grader::asm::{ProgramFile, ProgramFiles};
use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::Language;
use grader::grade::{Gradebook, Plan, Verdict, grade};
use grader::machine::{CodeMap, Counted, Executable as _, LoadedProgram, Machine, Start, Stop};
use grader::play::{examine, play};
use grader::spec::{Expectation, Limits, Original, Want, load};
use grader::submission::{Folders, discover};

const SPEC: &str = "specs/c-connect-four.yaml";
const CLASS: &str = "fixtures/submissions/c-connect-four";

fn machine() -> Machine {
    Machine::usual(grader::isa::find("c").expect("C is a language"))
}

/// Returns `true` if the compiler is installed, and prints a note that the test is skipped if it is not.
fn has_compiler() -> bool {
    let found = machine().tools().is_some();
    if !found {
        // Ordinary output is shown for failing tests only.
        writeln!(std::io::stderr(), "skipped: there is no arm-none-eabi-gcc with newlib to compile C with")
            .expect("there is somewhere to say it");
    }
    found
}

/// The report without the lines that name the compiler's version, which differs from computer to computer.
fn without_tools(report: &str) -> String {
    let lines =
        report.lines().filter(|line| !line.contains("compiled with") && !line.contains("biên dịch bằng"));
    lines.flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn graded(class: &str) -> Gradebook {
    let spec = load(Path::new(SPEC)).expect("the spec is valid");
    let found = discover(&[PathBuf::from(class)], Folders::Classes, &spec.submission).expect("it is there");
    grade(&Plan::new(spec), &found, &|_| {})
}

fn loaded(files: &[(&str, &str)]) -> LoadedProgram {
    let file =
        |(name, text): &(&str, &str)| ProgramFile::source((*name).to_owned(), text.as_bytes().to_vec());
    let files: Vec<ProgramFile> = files.iter().map(file).collect();
    machine().load(ProgramFiles::handed_in(&files))
}

/// The name of each program says what it is, and the expected files have the results.
#[test]
fn a_class_of_c_programs_gets_its_scores_and_explanations() {
    if !has_compiler() {
        return;
    }
    let book = graded(CLASS);
    let mut table = String::new();
    for graded in &book.submissions {
        let (score, tests) = (graded.score(), graded.results.len());
        let points = score.map_or_else(|| "needs review".to_owned(), |score| score.to_string());
        let verdict = graded.verdict().id();
        writeln!(table, "{},{points},{},{tests},{verdict}", graded.id, graded.passed())
            .expect("strings take everything");
        let kind = graded.id.split('-').next().unwrap_or_default();
        let all = book.spec.points;
        let is_as_named = match kind {
            "full" => score == Some(all) && graded.format.is_empty(),
            "wrong" => score.is_some_and(|score| score < all) && graded.passed() < tests,
            "hostile" => score.is_none_or(|score| score.hundredths() == 0),
            _ => false,
        };
        assert!(is_as_named, "{}: {points}, {} of {tests}", graded.id, graded.passed());
    }
    expect_file!["../fixtures/expected/c-connect-four.csv"].assert_eq(&table);
    for (language, suffix) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
        let file = format!("../fixtures/expected/c-connect-four.explanations.{suffix}.txt");
        let told = without_tools(&essence(&book, language));
        assert!(!told.contains("root:"), "something of the system's passwords is shown");
        expect_file![file].assert_eq(&told);
    }
}

/// The text after a word in the comments at the top of a program.
fn noted<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(word)?.strip_prefix(' '))
}

/// The findings of an examined run are there, and nothing else is found.
#[test]
fn what_no_correct_program_does_is_found_with_its_place() {
    if !has_compiler() {
        return;
    }
    let mut programs = 0;
    for entry in std::fs::read_dir("fixtures/examined").expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|end| end != "c") {
            continue;
        }
        programs += 1;
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let program = loaded(&[(&name, &text)]).program.expect("it compiles");
        let typed =
            noted(&text, "stdin").expect("it says what is typed").trim_matches('"').replace("\\n", "\n");
        let limits = Limits { fuel: 1_000_000, output: 10_000 };
        let script = Script::new([typed.as_bytes()]);
        let world = Start::Zeros.into();
        let (examined, seen) =
            examine(program.as_ref(), &script, world, limits, limits.fuel).expect("it is compiled again");
        let found = examined.found.map(|found| found.what.to(Language::English).to_owned());
        let wanted = noted(&text, "finds").map(|wanted| {
            let (line, what) = wanted.split_once(' ').expect("a line and a sentence");
            format!("at {name}:{line} {what}")
        });
        assert_eq!(found, wanted, "{name}");
        // Both programs do the same where nothing is undefined.
        if wanted.is_none() {
            let played = play(program.as_ref(), &script, world, limits);
            assert_eq!((&played.transcript, played.ended.stop), (&seen, Stop::Exited(0)), "{name}");
        }
        let plain = program.plain().expect("it is compiled again");
        let counted = Counted::new(plain);
        let fuel = limits.fuel;
        counted.run(world, fuel, &mut ScriptedConsole::new(&script, limits.output));
        let counts = counted.take();
        let map = CodeMap::new(plain, |_| true, [&counts]);
        let coverage = map.coverage(&counts);
        let never = map.stretches(|line| coverage.lines[line] == 0);
        let never: Vec<String> = never.iter().map(|(_, lines)| lines.start().to_string()).collect();
        if wanted.is_none() || noted(&text, "never").is_some() {
            assert_eq!(never.join(" "), noted(&text, "never").unwrap_or_default(), "{name}");
        }
    }
    assert_eq!(programs, 9);
}

/// Each line that the spec's tests are named after is one by which the game is won, and the reference says so.
#[test]
fn every_line_of_four_ends_a_game() {
    let spec = load(Path::new(SPEC)).expect("the spec is valid");
    let mut lines = 0;
    for group in spec
        .groups
        .iter()
        .filter(|group| ["rows", "columns", "fallings", "risings"].contains(&group.id.as_str()))
    {
        for case in &group.cases {
            let Expectation::Checked(checked) = &case.expectation else { panic!("{} prints", case.id) };
            let [Want::Text(texts)] = checked.whole.as_slice() else { panic!("{} has a text", case.id) };
            assert!(texts[0].ends_with(" is the WINNER!!\n"), "{}", case.id);
            lines += 1;
        }
    }
    assert_eq!(lines, 69);
}

/// Without the compiler nothing is known of a program, which is no zero, and a person has to look.
#[test]
fn a_missing_compiler_is_nobodys_zero() {
    let run = |program: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_grader"))
            .args(["run", program, "--spec", SPEC])
            .env("GRADER_ARM_CC", "/nowhere/arm-none-eabi-gcc")
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, told) = run("fixtures/submissions/c-connect-four/full-bitboard.c");
    assert_eq!(code, Some(6), "{told}");
    assert!(told.contains("needs manual review") && told.contains("toolchain missing"), "{told}");
    assert!(told.contains("apt install gcc-arm-none-eabi libnewlib-arm-none-eabi"), "{told}");
    assert!(!told.contains(" 0.00"), "{told}");
}

#[test]
fn reports_say_what_programs_were_compiled_with() {
    if !has_compiler() {
        return;
    }
    let tools = machine().tools().expect("it is there");
    assert!(tools.starts_with("arm-none-eabi-gcc ") && tools.contains("-mcpu=arm7tdmi"), "{tools}");
    let book = graded("fixtures/submissions/c-connect-four/hostile-no-main.c");
    for format in grader::report::FORMATS {
        let report = String::from_utf8(format.render(&book, Language::English)).expect("reports are text");
        assert!(report.contains(&tools), "{}:\n{report}", format.id);
    }
}

/// All messages of the compiler, the assembler and the linker, at their places.
#[test]
fn diagnostics_stand_at_their_lines() {
    if !has_compiler() {
        return;
    }
    let first = |files: &[(&str, &str)]| {
        let loaded = loaded(files);
        let found = loaded.diagnostics.first().unwrap_or_else(|| panic!("nothing is said of {files:?}"));
        let message = found.message.to(Language::English);
        (
            found.code.id(),
            format!("{} {message}", loaded.sources.place(found.span())),
            loaded.program.is_some(),
        )
    };
    let told = first(&[("a.c", "int main(void)\n{\n    return y;\n}\n")]);
    assert_eq!(told, ("c::compiler", "a.c:3 `y` is used here and was not declared".to_owned(), false));
    let told = first(&[("a.c", "int main(void)\r\n{\r\n    int y;\r\n    return 0;\r\n}\r\n")]);
    assert_eq!(told, ("c::warning", "a.c:3 the variable `y` is never used".to_owned(), true));
    let (code, told, _) =
        first(&[("a.c", "int main(void)\n{\n    __asm__(\"frob r0\");\n    return 0;\n}\n")]);
    assert!(code == "c::assembly" && told.starts_with("a.c:3 the assembler does not accept this"), "{told}");
    let (code, told, _) = first(&[
        ("main.c", "int f(void);\nint main(void)\n{\n    return f();\n}\nint g(void) { return 1; }\n"),
        ("other.c", "int f(void) { return 1; }\nint g(void) { return 2; }\n"),
    ]);
    assert!(code == "c::link" && told.ends_with("`g` is defined more than once"), "{told}");
    let deep = "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\n\
                int main(void) { int n = 0; B(B(n++;)) return n; }\n";
    assert_eq!(first(&[("a.c", deep)]).0, "c::too-large");
}

/// Nothing but the submission and the compiler's own headers may be read, however it is asked for.
#[test]
fn nothing_of_other_files_is_shown() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    let secret = folder.path().join("secret.h");
    std::fs::write(&secret, "xyzzy_secret;\n").expect("there is room");
    let path = secret.to_str().expect("it is text");
    let sources = [
        format!("#include \"{path}\"\nint main(void) {{ return 0; }}\n"),
        format!("#define NAME <{path}>\n#include NAME\nint main(void) {{ return 0; }}\n"),
        format!("int main(void) {{ int x =\n#include \"{path}\"\n return x; }}\n"),
        format!("#include_next <{path}>\nint main(void) {{ return 0; }}\n"),
        format!("#include </..{path}>\nint main(void) {{ return 0; }}\n"),
        format!("# 1 \"{path}\" 1\n#error here\nint main(void) {{ return 0; }}\n"),
        format!("__asm__(\".incbin \\\"{path}\\\"\");\nint main(void) {{ return 0; }}\n"),
        format!("__asm__(\".include \\\"{path}\\\"\");\nint main(void) {{ return 0; }}\n"),
        format!(
            "__asm__(\".macro m a\\n.inc\\\\a \\\"{path}\\\"\\n.endm\\nm bin\\n.align 2\");\nint main(void) {{ return 0; }}\n"
        ),
        format!(
            "#if __has_include(\"{path}\")\n#include \"{path}\"\n#endif\nint main(void) {{ return 0; }}\n"
        ),
    ];
    for source in &sources {
        let loaded = loaded(&[("a.c", source)]);
        assert!(loaded.program.is_none(), "{source}");
        let [only] = loaded.diagnostics.as_slice() else { panic!("{source}: {:?}", loaded.diagnostics) };
        assert_eq!(only.code.id(), "c::include", "{source}");
        assert!(!format!("{only:?}").contains("xyzzy"), "{only:?}");
    }
    // A file of the submission's own is read, wherever it lies in it.
    let header = ProgramFile {
        part: grader::asm::Part::Included,
        ..ProgramFile::source("in/a.h".to_owned(), b"int x;\n".to_vec())
    };
    let main = ProgramFile::source(
        "a.c".to_owned(),
        b"#include \"in/a.h\"\nint main(void) { return x; }\n".to_vec(),
    );
    let files = [main, header];
    let loaded = machine().load(ProgramFiles::handed_in(&files));
    assert!(loaded.program.is_some(), "{:?}", loaded.diagnostics);
}

/// A program and assembly of its own, each calling the other.
#[test]
fn c_and_assembly_call_each_other() {
    if !has_compiler() {
        return;
    }
    let main = "#include <stdio.h>\nint twice(int);\nint add(int a, int b) { return a + b; }\n\
                int main(void) { printf(\"%d\\n\", twice(21)); return 0; }\n";
    let twice = "        .global twice\ntwice:  push {lr}\n        mov r1, r0\n        bl add\n        pop {lr}\n        bx lr\n";
    let loaded = loaded(&[("main.c", main), ("twice.s", twice)]);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let limits = Limits { fuel: 1_000_000, output: 1000 };
    let played = play(program.as_ref(), &Script::new([b"".as_slice()]), Start::Zeros.into(), limits);
    assert_eq!(
        (played.ended.stop, played.transcript.output.as_slice()),
        (Stop::Exited(0), b"42\n".as_slice())
    );
}

/// Sources that cannot be compiled here do not count as mistakes, and those that can be
/// compiled are not withheld.
#[test]
fn verdicts_on_hostile_sources_are_true_or_withheld() {
    if !has_compiler() {
        return;
    }
    let book = graded("fixtures/submissions/c-connect-four/hostile-hundred-megabytes.c");
    assert_eq!(book.submissions[0].verdict(), Verdict::NotJudged);
    let book = graded("fixtures/submissions/c-connect-four/hostile-does-not-compile.c");
    assert_eq!(book.submissions[0].verdict(), Verdict::DidNotAssemble);
}

/// The example of the guide and what `grader new` writes distinguish a right program from a wrong one.
#[test]
fn the_guide_and_the_templates_work() {
    if !has_compiler() {
        return;
    }
    let guide = std::fs::read_to_string("docs/c.md").expect("there is a guide");
    let example = |number| {
        guide
            .split("```yaml\n")
            .nth(number)
            .and_then(|rest| rest.split("```").next())
            .expect("it has examples")
    };
    let folder = tempfile::tempdir().expect("there is room");
    let [stars, functions] = [1, 2].map(|number| {
        let path = folder.path().join(format!("{number}.yaml"));
        std::fs::write(&path, example(number)).expect("there is room");
        path
    });
    let of_stars = [("templates/c/model.c", true), ("templates/c/wrong.c", false)];
    let of_functions =
        [("fixtures/subroutines/c/good.c", true), ("fixtures/subroutines/c/drops-the-last-number.c", false)];
    for (spec, programs) in [
        (stars, of_stars),
        (PathBuf::from("templates/c/text.yaml"), of_stars),
        (PathBuf::from("templates/c/steps.yaml"), of_stars),
        (functions, of_functions),
    ] {
        for (program, is_right) in programs {
            let spec = load(&spec).expect("the spec is valid");
            let found =
                discover(&[program.into()], Folders::Submissions, &spec.submission).expect("it is there");
            let book = grade(&Plan::new(spec), &found, &|_| {});
            let score = book.submissions[0].score();
            assert_eq!(score == Some(book.spec.points), is_right, "{program}: {score:?}");
        }
    }
}

/// An assignment may have the `main` that calls the functions of a submission.
#[test]
fn programs_are_built_with_the_files_of_the_assignment() {
    if !has_compiler() {
        return;
    }
    let guide = std::fs::read_to_string("docs/c.md").expect("there is a guide");
    let example = guide.split("```yaml\n").nth(3).and_then(|rest| rest.split("```").next());
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("there is room");
        std::fs::write(path, text).expect("there is room");
    };
    let header = "int sum(const int *all, int count);\n";
    write("spec.yaml", example.expect("it has an example"));
    write("sum.h", header);
    write(
        "main.c",
        "#include <stdio.h>\n#include \"sum.h\"\n\nint main(void)\n{\n    int all[10], count;\n    \
         scanf(\"%d\", &count);\n    for (int i = 0; i < count && i < 10; i++)\n        \
         scanf(\"%d\", &all[i]);\n    printf(\"%d\\n\", sum(all, count));\n    return 0;\n}\n",
    );
    let right = "#include \"sum.h\"\nint sum(const int *all, int count)\n{\n    int so_far = 0;\n    \
                 for (int i = 0; i < count; i++)\n        so_far += all[i];\n    return so_far;\n}\n";
    write("class/right/sum.c", right);
    // Their copies of what they were given count for nothing.
    write("class/with-copies/sum.c", right);
    write("class/with-copies/main.c", "int main(void) { return 1; }\n");
    write("class/with-copies/sum.h", "#error an old one\n");
    write("class/in-two-files/sum.c", &right.replace("so_far += all[i]", "so_far = plus(so_far, all[i])"));
    write("class/in-two-files/plus.c", "int plus(int a, int b)\n{\n    return a + b;\n}\n");
    write("class/in-two-files/sum.h", header);
    write("class/wrong/sum.c", &right.replace("i = 0", "i = 1"));
    write("class/nothing-there/sum.c", "int product(int a, int b) { return a * b; }\n");
    write("class/own-main/sum.c", &format!("{right}int main(void) {{ return 0; }}\n"));
    let spec = load(&folder.path().join("spec.yaml")).expect("the spec is valid");
    let class = [folder.path().join("class")];
    let found = discover(&class, Folders::Classes, &spec.submission).expect("it is there");
    let plan = Plan::new(spec);
    let book = grade(&plan, &found, &|_| {});
    let told: Vec<String> = book
        .submissions
        .iter()
        .map(|graded| {
            let says =
                |said: &str| graded.diagnostics.iter().any(|found| format!("{found:?}").contains(said));
            let linked = if says("c::link") { " (not linked)" } else { "" };
            format!("{} {}{linked}", graded.id, graded.verdict().id())
        })
        .collect();
    assert_eq!(
        told,
        [
            "in-two-files pass",
            "nothing-there did-not-assemble (not linked)",
            "own-main did-not-assemble (not linked)",
            "right pass",
            "with-copies pass",
            "wrong wrong-output",
        ]
    );
    // Mistakes are made in the submission alone.
    let right = found.submissions.iter().find(|submission| submission.id == "right").expect("it is there");
    let files = right.program(&plan.spec.submission).expect("it has a program");
    let program = plan.spec.machine.load(ProgramFiles::handed_in(&files)).program.expect("it compiles");
    let places: Vec<String> = program.mutants().into_iter().map(|mutant| mutant.place).collect();
    assert!(!places.is_empty() && places.iter().all(|place| place.contains("sum.c:")), "{places:?}");
    // An edition of the spec brings the files along.
    let edition = Original::open(&folder.path().join("spec.yaml"))
        .map(|original| original.whole().expect("it can be written"));
    let names: Vec<String> = edition.expect("the spec is valid").files.into_keys().collect();
    assert_eq!(names, ["main.c", "sum.h"]);
}

/// Functions are called by their names, with what they print and leave in memory.
#[test]
fn functions_are_called_by_their_names() {
    if !has_compiler() {
        return;
    }
    let spec = load(Path::new("fixtures/subroutines/c.yaml")).expect("the spec is valid");
    let found = discover(&["fixtures/subroutines/c".into()], Folders::Classes, &spec.submission);
    let book = grade(&Plan::new(spec), &found.expect("the class is there"), &|_| {});
    for (language, suffix) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
        let file = format!("../fixtures/expected/c-functions.explanations.{suffix}.txt");
        expect_file![file].assert_eq(&without_tools(&essence(&book, language)));
    }
    let score = |id: &str| {
        let graded = book.submissions.iter().find(|graded| graded.id == id);
        graded.and_then(grader::grade::Graded::score).map(grader::spec::Points::hundredths)
    };
    assert_eq!(
        (score("good"), score("no-sort"), score("drops-the-last-number")),
        (Some(1600), Some(1200), Some(1200))
    );
}
