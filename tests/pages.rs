//! The pages for a browser: as they are written, whatever programs print, and for students; in a browser where one is installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use expect_test::expect_file;
use grader::diagnostics::Language::{self, English, Vietnamese};
use grader::grade::{Audience, Gradebook, Verdict};
use grader::report::{FORMATS, FileNames, Format, STUDENTS};
use tempfile::TempDir;

use crate::reports::{class, hostile_class};

fn format() -> &'static Format {
    FORMATS.iter().find(|format| format.id == "html").expect("the format is registered")
}

/// The page of the class, and that of each submission by its file's name.
pub(crate) fn pages(book: &Gradebook, language: Language) -> Vec<(String, String)> {
    let text = |bytes| String::from_utf8(bytes).expect("pages are text");
    let mut names = FileNames::default();
    let index = ("index".to_owned(), text(format().render(book, language)));
    let students = book.submissions.iter().map(|graded| {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
        (names.next(&graded.id), text(format().of_one(&one, language)))
    });
    std::iter::once(index).chain(students).collect()
}

fn write_pages(book: &Gradebook, folder: &Path) {
    fs::create_dir_all(folder.join(STUDENTS)).expect("the folder is ours");
    for (name, page) in pages(book, English) {
        let path = if name == "index" { folder.join(&name) } else { folder.join(STUDENTS).join(&name) };
        fs::write(format!("{}.html", path.display()), page).expect("the folder is ours");
    }
}

/// Stands for the fingerprint of the program, which is another one after each change.
pub(crate) const BUILD: &str = "0123456789abcdef";

/// A page without its style, its script, and the policy that names them: these are files of their own.
pub(crate) fn content(page: &str) -> String {
    let mut content = page.replace(grader::fingerprint::BUILD, BUILD);
    for (start, end) in [("content=\"default-src", "\""), ("<style>", "</style>"), ("<script>", "</script>")]
    {
        let from = content.find(start).expect("every page has one") + start.len();
        let length = content[from..].find(end).expect("it ends");
        content.replace_range(from..from + length, "...");
    }
    // One line for each part, so that differences can be read.
    for tag in
        ["section", "header", "article", "tr", "li", "p", "details", "div", "h2", "h3", "h4", "table", "ul"]
    {
        content = content.replace(&format!("<{tag}"), &format!("\n<{tag}"));
    }
    content
}

#[test]
fn pages_read_as_their_files() {
    let book = class();
    for (language, tag) in [(English, "en"), (Vietnamese, "vi")] {
        for (name, page) in pages(&book, language) {
            let path = std::env::current_dir().expect("there is one").join("fixtures/reports/html");
            expect_file![path.join(format!("{name}.{tag}.html"))].assert_eq(&content(&page));
        }
    }
}

#[test]
fn a_student_sees_nobody_else_and_no_command_of_the_staff() {
    let student = class().shown_to(Audience::Student { after_due: false });
    let others: Vec<&str> = student.submissions.iter().map(|graded| graded.id.as_str()).collect();
    for (name, page) in pages(&student, English).into_iter().skip(1) {
        assert!(!page.contains("index.html") && !page.contains("grader replay"), "{name}");
        assert!(!page.contains("grader run"), "{name}");
        let told = others.iter().filter(|other| **other != name && page.contains(*other));
        assert_eq!(told.count(), 0, "{name}");
    }
    let staff = pages(&class(), English);
    assert!(staff.iter().any(|(_, page)| page.contains("grader replay")));
}

/// The tags of a page with their attributes, outside of its style and script.
fn tags(page: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let tag = &rest[start + 1..];
        let mut end = 0;
        let mut in_quotes = false;
        for (at, c) in tag.char_indices() {
            in_quotes ^= c == '"';
            if c == '>' && !in_quotes {
                end = at;
                break;
            }
        }
        let (inside, after) = (&tag[..end], &tag[end + 1..]);
        let name: String = inside.chars().take_while(|c| !c.is_whitespace()).collect();
        let mut attributes = Vec::new();
        let mut text = &inside[name.len()..];
        while let Some((attribute, more)) = text.trim_start().split_once("=\"") {
            let (value, more) = more.split_once('"').expect("values end");
            // One without a value may stand before it.
            attributes.extend(attribute.split_whitespace().map(|name| (name.to_owned(), value.to_owned())));
            text = more;
        }
        rest = match name.as_str() {
            "style" | "script" => &after[after.find(&format!("</{name}>")).expect("it ends")..],
            _ => after,
        };
        tags.push((name, attributes));
    }
    tags
}

#[test]
fn whatever_a_program_prints_is_text() {
    let (_folder, hostile) = hostile_class();
    let ours: BTreeSet<String> = pages(&class(), English)
        .iter()
        .chain(&pages(&class().shown_to(Audience::Student { after_due: true }), Vietnamese))
        .flat_map(|(_, page)| tags(page).into_iter().map(|(name, _)| name))
        .chain(["fieldset", "/fieldset", "legend", "/legend", "input"].map(str::to_owned))
        .collect();
    for (name, page) in pages(&hostile, English) {
        for (tag, attributes) in tags(&page) {
            assert!(ours.contains(&tag), "{name} has an element that is not ours: {tag}");
            for (attribute, value) in attributes {
                assert!(
                    !attribute.starts_with("on") && attribute != "style" && attribute != "src",
                    "{name}: {attribute}"
                );
                let leads_on =
                    ["#", "students/", "../index.html#"].iter().any(|start| value.starts_with(start));
                assert!(attribute != "href" || leads_on, "{name} leads to {value}");
            }
        }
        assert_eq!(page.matches("<script>").count(), 1, "{name}");
        let hostile = |c: &char| {
            (c.is_control() && !"\n\t".contains(*c))
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert_eq!(page.chars().find(hostile), None, "{name}");
    }
}

#[test]
fn every_failed_test_and_every_student_has_a_name_that_links_lead_to() {
    let book = class();
    let pages = pages(&book, English);
    for (graded, (name, page)) in book.submissions.iter().zip(&pages[1..]) {
        assert!(pages[0].1.contains(&format!("id=\"student-{name}\"")), "{name}");
        for case in book.spec.cases() {
            assert_eq!(page.matches(&format!("id=\"case-{}\"", case.id)).count(), 1, "{name} {}", case.id);
        }
        let mut ids: Vec<String> = tags(page)
            .into_iter()
            .flat_map(|(_, attributes)| attributes)
            .filter_map(|(attribute, value)| (attribute == "id").then_some(value))
            .collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name} has two parts of one name");
        for (_, attributes) in tags(page) {
            for (attribute, value) in attributes {
                if let Some(target) = value.strip_prefix('#').filter(|_| attribute == "href") {
                    assert!(ids.iter().any(|id| id == target), "{name} leads to {value}, which is not there");
                }
            }
        }
        assert_eq!(page.contains("id=\"line-1\""), !graded.sources.files().is_empty(), "{name}");
    }
}

/// A class of that many, made of a small one over and over.
fn class_of(count: usize) -> Gradebook {
    let mut book = class();
    let known = std::mem::take(&mut book.submissions);
    let again = known.iter().cycle().take(count).enumerate();
    book.submissions = again
        .map(|(number, graded)| grader::grade::Graded {
            id: format!("{}-{number}", graded.id),
            ..graded.clone()
        })
        .collect();
    book
}

#[test]
fn the_page_of_five_hundred_students_has_less_than_five_megabytes() {
    let page = format().render(&class_of(500), English);
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    let twice = format().render(&class_of(1_000), English);
    assert!(twice.len() < 2 * page.len(), "it grows faster than the class");
}

#[test]
fn failures_that_are_told_alike_are_one_cause() {
    let shared = |count: usize, page: &str| {
        page.matches(&format!(">{count} student{}</summary>", if count == 1 { "" } else { "s" })).count()
    };
    let once = format().render(&class(), English);
    let once = String::from_utf8(once).expect("pages are text");
    let causes = shared(1, &once);
    assert!(causes > 2 && shared(2, &once) == 0, "{causes}");
    let four_times = String::from_utf8(format().render(&class_of(16), English)).expect("pages are text");
    assert_eq!((shared(4, &four_times), shared(1, &four_times)), (causes, 0));
    assert!(four_times.contains("4 of them have the same code there"));
}

#[test]
fn a_test_that_the_best_fail_and_the_weakest_pass_is_suspicious() {
    let mut book = class();
    book.submissions.retain(|graded| graded.problem.is_none());
    let known = std::mem::take(&mut book.submissions);
    for (number, graded) in known.iter().cycle().take(9).enumerate() {
        book.submissions
            .push(grader::grade::Graded { id: format!("{}-{number}", graded.id), ..graded.clone() });
    }
    let passed = |case: &usize| known.iter().all(|graded| graded.results[*case].verdict.earns());
    let case = (0..known[0].results.len()).find(passed).expect("all pass something");
    let words = "failed by 3 of the 3 best and 0 of the 3 weakest";
    let page = |book: &Gradebook| String::from_utf8(format().render(book, English)).expect("pages are text");
    assert!(!page(&book).contains(words));
    let best = known.iter().map(grader::grade::Graded::score).max().expect("there are some");
    for graded in book.submissions.iter_mut().filter(|graded| graded.score() == best) {
        graded.results[case].verdict = Verdict::WrongOutput;
    }
    assert!(page(&book).contains(words));
}

#[test]
fn remarks_to_staff_are_on_their_pages_alone() {
    let mut book = class();
    for graded in &mut book.submissions {
        graded.results[0].to_staff = "<b>the judge</b> says\nno".to_owned();
    }
    let words = "&lt;b&gt;the judge&lt;/b&gt; says<br>no";
    assert!(pages(&book, English).iter().skip(1).all(|(_, page)| page.contains(words)));
    let student = book.shown_to(Audience::Student { after_due: true });
    assert!(pages(&student, English).iter().all(|(_, page)| !page.contains("the judge")));
}

/// Runs the program over submissions and writes pages.
fn run(paths: &[&str], spec: &str, output: &str) -> std::process::Output {
    let mut command = Command::new(cargo_bin!("grader"));
    command.arg("run").args(paths).args(["--spec", spec, "--table", "--format", output]);
    command.output().expect("the program can be run")
}

#[test]
fn a_folder_of_pages_is_written_whole() {
    let folder = TempDir::new().expect("there is room for a folder");
    let site = folder.path().join("site");
    let paths =
        ["fixtures/submissions/lc3/full-polling.asm", "fixtures/submissions/lc3/trap-missed-diagonal.asm"];
    let output = format!("html={}", site.display());
    assert!(run(&paths, "fixtures/reports/spec.yaml", &output).status.success());
    let written = |path: &str| fs::read_to_string(site.join(path)).expect("the page is there");
    for name in ["full-polling", "trap-missed-diagonal"] {
        assert!(written("index.html").contains(&format!("href=\"students/{name}.html\"")));
        assert!(written(&format!("students/{name}.html")).contains(&format!("<h1>{name}</h1>")));
    }
    let first = written("index.html");
    // The page of somebody who left the class stays, and is named.
    fs::write(site.join("students/an.html"), "").expect("the folder is ours");
    let again = run(&paths, "fixtures/reports/spec.yaml", &output);
    assert!(again.status.success());
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("students has 1 other file from before") && said.contains("an.html"), "{said}");
    assert_eq!(written("index.html"), first);
    let refused = run(&paths, "fixtures/reports/spec.yaml", "html=-");
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("html=FOLDER"));
    fs::write(folder.path().join("taken"), "").expect("the folder is ours");
    let taken = format!("html={}", folder.path().join("taken").display());
    assert!(!run(&paths, "fixtures/reports/spec.yaml", &taken).status.success());
}

/// The folder of npm packages and the browser, if both are installed; otherwise a note says that they are not.
fn browser() -> Option<(PathBuf, PathBuf)> {
    let modules =
        std::env::var_os("GRADER_VALIDATORS").map(|folder| PathBuf::from(folder).join("node_modules"));
    let modules = modules
        .filter(|modules| modules.join("playwright-core").exists() && modules.join("axe-core").exists());
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let chromium =
        std::env::split_paths(&folders).map(|folder| folder.join("chromium")).find(|path| path.exists());
    let found = modules.zip(chromium);
    if found.is_none() {
        let mut complaint = std::io::stderr().lock();
        let _ = writeln!(
            complaint,
            "skipped: there is no chromium, or GRADER_VALIDATORS names no folder with playwright-core and axe-core"
        );
    }
    found
}

/// The page of two reports on a class of the fixtures.
fn compared_page(folder: &Path) -> PathBuf {
    let page = folder.join("compared.html");
    let report = |class: &str| {
        let json = folder.join(format!("{class}.json"));
        let (class, spec) = (format!("fixtures/regrade/{class}"), format!("fixtures/regrade/{class}.yaml"));
        run(&[&class], &spec, &format!("json={}", json.display()));
        json
    };
    let reports = ["old", "new"].map(report);
    let output = format!("html={}", page.display());
    let mut command = Command::new(cargo_bin!("grader"));
    let done = command.arg("compare").args(reports).args(["--format", &output]).status();
    assert!(done.expect("the program can be run").success());
    page
}

/// The page of programs that are alike.
fn write_page_of_likenesses(class: &Path, page: &Path) {
    let output = format!("html={}", page.display());
    let mut command = Command::new(cargo_bin!("grader"));
    command.arg("similar").arg(class).args(["--spec", "fixtures/similar/spec.yaml", "--least", "1", "-q"]);
    let done = command.args(["--format", &output]).stdout(Stdio::null()).status();
    assert!(done.expect("the program can be run").success());
}

/// Two programs whose comments, texts and names are none that a page should do anything with.
fn hostile_copies() -> TempDir {
    const EVIL: &str =
        "</li><img src=x onerror='globalThis.owned=true'><script>globalThis.owned=true</script>";
    let folder = TempDir::new().expect("there is room for a folder");
    let source = fs::read_to_string("fixtures/similar/class/an.asm").expect("the program is there");
    let source = source.replace("the sum so far", EVIL).replace("Next number", EVIL);
    for name in ["one", "<img src=x onerror=alert(1)>"] {
        fs::write(folder.path().join(format!("{name}.asm")), &source).expect("the folder is ours");
    }
    folder
}

#[test]
fn the_pages_work_in_a_browser() {
    let Some((modules, chromium)) = browser() else { return };
    let folder = TempDir::new().expect("there is room for a folder");
    let part = |name: &str| folder.path().join(name);
    let programs = [
        "asks-a-riddle",
        "full-menu-letters",
        "part-no-block",
        "wrong-undo-leaves-piece",
        "wrong-winner-counts-moves",
    ];
    let programs = programs.map(|name| format!("fixtures/submissions/mips-four/{name}.asm"));
    let programs = programs.each_ref().map(String::as_str);
    let output = format!("html={}", part("class").display());
    // One of them needs review, which exit code 6 reports.
    assert_eq!(run(&programs, "specs/mips-four.yaml", &output).status.code(), Some(6));
    let (_programs, hostile) = hostile_class();
    write_pages(&hostile, &part("hostile"));
    write_page_of_likenesses(Path::new("fixtures/similar/class"), &part("class/similar.html"));
    write_page_of_likenesses(hostile_copies().path(), &part("hostile/similar.html"));
    fs::create_dir(part("large")).expect("the folder is ours");
    fs::write(part("large/index.html"), format().render(&class_of(5_000), English))
        .expect("the folder is ours");
    let done = Command::new("node")
        .arg("tests/html/pages.cjs")
        .arg(chromium)
        .args([part("class"), part("hostile"), part("large"), compared_page(folder.path())])
        .env("NODE_PATH", modules)
        .stdin(Stdio::null())
        .output()
        .expect("node can be run");
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{said}");
    // What was noted there is the table that the next run reads.
    let marks = fs::read(part("class/marks.csv")).expect("it was exported");
    let spec = grader::spec::load(Path::new("specs/mips-four.yaml")).expect("the spec is valid");
    let source = grader::diagnostics::SourceFile::from_bytes("marks.csv", &marks);
    let groups = spec.groups.iter().map(|group| grader::spec::RubricItem {
        id: group.id.clone(),
        title: group.title.clone(),
        points: group.points,
    });
    let items: Vec<grader::spec::RubricItem> = groups.collect();
    let (_, mistakes) = grader::grade::Marks::read(&source, grader::diagnostics::FileId::default(), &items);
    assert!(mistakes.is_empty(), "{mistakes:?}");
}
