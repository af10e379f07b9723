//! What MARS 4.5 answers for small programs, and what this assembler and this machine do with them.
//!
//! The first lines of a file, up to an empty one, are comments: a title, how the program is set up, and what must come
//! of it. Instructions may say `# words: ...` at the end of their line: the words that they become.
//!
//! | setup | |
//! |---|---|
//! | `option NAME` | `delayed-branches`, `self-modifying`, `start-at-main` |
//! | `map NAME` | a memory configuration |
//! | `profile NAME` | a simulator other than MARS |
//! | `input MODE` | how characters are read; `line`, as on MARS's command line, unless this says otherwise |
//! | `stdin "..."` | what is typed |
//! | `file "name" "content"` | a file that is there |
//! | `with FILE` | another file that is assembled together with this one |
//! | `seed N`, `fuel N` | what random streams are seeded with, and the instruction budget |
//!
//! | expectation | |
//! |---|---|
//! | `error at line N column C: ...` | an error there, in MARS's words; `error in FILE line N column C: ...` elsewhere |
//! | `also at line N` | an error that MARS does not come to |
//! | `warning at line N` | a warning there |
//! | `program 3c011001 ...` | the words of all instructions |
//! | `label NAME 0x...` | the address of a label |
//! | `data 0x... 0x...` | the words at an address before the program runs |
//! | `prints "..."` | everything on the console |
//! | `ends HOW` | `halted`, `exit N`, `dropped-off`, `starved`, `out-of-fuel`, `fault "MARS's words" at line N` |
//! | `register $NAME 0x...` | a register at the end; also `$hi`, `$lo`, `$f0` to `$f31`, `$flags` and `$pc` |
//! | `word 0x... 0x...` | the words at an address at the end |
//! | `writes "name" "content"` | a file at the end |
//!
//! `differs: ...` says why we knowingly do not follow MARS.

use crate::support::quoted;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Write as _};
use std::path::Path;
use std::sync::Arc;

use grader::console::{Files, Script, ScriptedConsole};
use grader::diagnostics::{Diagnostic, Language, Severity, SourceFile, Sources, Span};
use grader::isa::mips::table::ROWS;
use grader::isa::mips::{
    Assembly, Cpu, InputMode, Loaded, MemoryMap, Options, Profile, Program, Setup, assemble, form_of, forms,
    mars_words,
};
use grader::machine::{Ended, FaultReason, Start, Stop};

const FOLDER: &str = "fixtures/mips";
/// The instruction budget where a file has none of its own.
const FUEL: u64 = 1_000_000;
/// So many bytes of output are taken.
const OUTPUT_LIMIT: usize = 100_000;

/// A fixture: how to set the program up, and what must come of it.
struct Case {
    text: String,
    files: Vec<SourceFile>,
    options: Options,
    setup: Setup,
    stdin: Vec<u8>,
    fuel: u64,
    expectations: Vec<(String, String)>,
}

impl Case {
    fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("the fixture can be read");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let name = path.file_name().expect("a file").to_string_lossy();
        let mut files = vec![SourceFile::from_bytes(name.clone(), &bytes)];
        let mut options = Options::default();
        let profile = text.lines().find_map(|line| line.strip_prefix("# profile "));
        let profile = profile.map_or(Profile::Mars, |name| Profile::find(name).expect("a profile"));
        let mut setup = Setup { input: InputMode::Line, ..profile.into() };
        let (mut stdin, mut fuel) = (Vec::new(), FUEL);
        let mut expectations = Vec::new();
        let mut given = Files::new();
        for line in text.lines().take_while(|line| !line.is_empty()).skip(1) {
            let (key, value) = line
                .strip_prefix("# ")
                .and_then(|line| line.split_once(' '))
                .unwrap_or_else(|| panic!("{name}: `{line}` is no header"));
            match key {
                "option" => match value {
                    "delayed-branches" => {
                        options.delayed_branches = true;
                        setup.delayed_branches = true;
                    }
                    "self-modifying" => setup.self_modifying = true,
                    "start-at-main" => setup.start_at_main = true,
                    _ => panic!("{name}: there is no option {value}"),
                },
                "map" => options.map = MemoryMap::find(value).expect("a memory configuration"),
                "profile" | "differs:" => {}
                "input" => setup.input = InputMode::find(value).expect("an input mode"),
                "stdin" => stdin.extend(quoted::unescape(value)),
                "file" => given.extend([pair(value)]),
                "with" => {
                    let other = std::fs::read(path.with_file_name(value)).expect("the other file is there");
                    files.push(SourceFile::from_bytes(value, &other));
                }
                "seed" => setup.seed = value.parse().expect("a number"),
                "fuel" => fuel = value.parse().expect("a number"),
                _ => expectations.push((key.to_owned(), value.to_owned())),
            }
        }
        setup.files = Arc::new(given);
        Self { text, files, options, setup, stdin, fuel, expectations }
    }

    /// The values of an expectation that may be there several times.
    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.expectations.iter().filter(move |(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// The source lines, by number, that say which words they become.
    fn annotated(&self) -> impl Iterator<Item = (usize, &str, Vec<u32>)> {
        self.text.lines().enumerate().filter_map(|(index, line)| {
            let (code, words) = line.split_once("# words:")?;
            Some((index + 1, code.trim(), hexadecimal(words)))
        })
    }

    /// What is not as it should be.
    fn differences(&self, path: &Path) -> String {
        let folder = path.parent().expect("a folder").to_path_buf();
        let include = move |name: &str| std::fs::read(folder.join(name)).ok();
        let Assembly { program, diagnostics, sources } = assemble(self.files.clone(), &include, self.options);
        let mut wrong = self.wrong_diagnostics(&diagnostics, &sources);
        let Some(program) = program else {
            if let Some((key, value)) = self
                .expectations
                .iter()
                .find(|(key, _)| !["error", "also", "warning"].contains(&key.as_str()))
            {
                writeln!(wrong, "did not assemble, but should `{key} {value}`").expect("a string");
            }
            return wrong;
        };
        wrong += &self.wrong_words(&program);
        wrong += &self.wrong_run(program);
        wrong
    }

    fn wrong_diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) -> String {
        let mut wrong = String::new();
        let place = |span: Span| {
            let line = sources.position(span).line;
            match span.file {
                file if sources.file(file).name == self.files[0].name => format!("at line {line}"),
                file => format!("in {} line {line}", sources.file(file).name),
            }
        };
        let errors: Vec<_> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
        let mut expected = BTreeSet::new();
        for error in self.all("error") {
            let (at, words) = error.split_once(": ").expect("a place and MARS's words");
            let at = at.split(" column").next().expect("a place");
            // MARS counts the lines of uses and bodies, `8->6`; here a place is where something is written.
            let at = &match at.rsplit_once("->") {
                Some((_, line)) => format!("at line {line}"),
                None => at.to_owned(),
            };
            expected.insert(at.to_owned());
            let said: Vec<_> = errors
                .iter()
                .filter(|error| place(error.span()) == *at)
                .flat_map(|error| &error.notes)
                .collect();
            let words = format!("in MARS: {words}");
            if !said.iter().any(|note| note.to(Language::English) == words) {
                writeln!(wrong, "{at}: `{words}` is not among {said:?}").expect("a string");
            }
        }
        expected.extend(self.all("also").map(str::to_owned));
        let found = errors.iter().map(|error| place(error.span())).collect();
        compare(&mut wrong, "errors", &found, &expected);
        let warnings = diagnostics.iter().filter(|found| found.severity == Severity::Warning);
        let found: BTreeSet<_> = warnings.map(|warning| place(warning.span())).collect();
        if self.expectations.iter().any(|(key, _)| key == "warning") || self.all("error").next().is_none() {
            compare(&mut wrong, "warnings", &found, &self.all("warning").map(str::to_owned).collect());
        }
        wrong
    }

    fn wrong_words(&self, program: &Program) -> String {
        let mut wrong = String::new();
        let mut of_lines: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for statement in &program.statements {
            let line = program.sources.position(statement.span).line;
            of_lines.entry(line).or_default().extend(&statement.words);
        }
        for (line, code, words) in self.annotated() {
            let found = of_lines.get(&line).map_or(&[][..], Vec::as_slice);
            compare(&mut wrong, &format!("line {line}, {code}"), &Words(found), &Words(&words));
        }
        let expected: Vec<u32> = self.all("program").flat_map(hexadecimal).collect();
        if !expected.is_empty() {
            let found: Vec<u32> = program.words().map(|(_, word)| word).collect();
            compare(&mut wrong, "program", &Words(&found), &Words(&expected));
        }
        for label in self.all("label") {
            let (name, address) = label.rsplit_once(' ').expect("a label and its address");
            compare(&mut wrong, name, &program.address_of(name), &Some(number(address)));
        }
        wrong
    }

    fn wrong_run(&self, program: Program) -> String {
        let mut wrong = String::new();
        let program = Arc::new(program);
        let loaded = Loaded::new(Arc::clone(&program), self.setup.clone());
        let (_, before) = play(&self.stdin, |console| loaded.run_to_end(Start::Zeros, 0, console)).0;
        self.compare_memory(&mut wrong, "data", &before);
        let is_run = ["prints", "ends", "register", "word", "writes"];
        if !self.expectations.iter().any(|(key, _)| is_run.contains(&key.as_str())) {
            return wrong;
        }
        let ((ended, cpu), printed) =
            play(&self.stdin, |console| loaded.run_to_end(Start::Zeros, self.fuel, console));
        let ((stepped, _), print_of_steps) =
            play(&self.stdin, |console| loaded.step_to_end(Start::Zeros, self.fuel, console));
        compare(&mut wrong, "end of single steps", &stepped, &ended);
        compare(&mut wrong, "prints of single steps", &print_of_steps, &printed);
        let expected: Vec<u8> = self.all("prints").flat_map(quoted::unescape).collect();
        compare(&mut wrong, "prints", &Text(&printed), &Text(&expected));
        for end in self.all("ends") {
            compare(&mut wrong, "ends", &describe(&program, ended), &end.to_owned());
        }
        for register in self.all("register") {
            let (name, value) = register.rsplit_once(' ').expect("a register and its value");
            compare(&mut wrong, name, &Word(value_of(&cpu, name)), &Word(Some(number(value))));
        }
        self.compare_memory(&mut wrong, "word", &cpu);
        for file in self.all("writes") {
            let (name, content) = pair(file);
            let found = cpu.files().get(&name).map(Vec::as_slice).unwrap_or_default();
            compare(&mut wrong, "a file", &Text(found), &Text(&content));
        }
        wrong
    }

    fn compare_memory(&self, wrong: &mut String, key: &str, cpu: &Cpu) {
        for row in self.all(key) {
            let (start, words) = row.split_once(' ').expect("an address and words");
            let expected: Vec<u32> = words.split(' ').map(number).collect();
            let addresses = (number(start)..).step_by(4).take(expected.len());
            let found: Vec<u32> = addresses.map(|address| cpu.word(address).unwrap_or(0)).collect();
            compare(wrong, &format!("{key} {start}"), &Words(&found), &Words(&expected));
        }
    }
}

/// Plays a program on a fresh console; what it printed comes with it.
fn play<T>(stdin: &[u8], run: impl FnOnce(&mut ScriptedConsole<'_>) -> T) -> (T, Vec<u8>) {
    let script = Script::new([stdin]);
    let mut console = ScriptedConsole::new(&script, OUTPUT_LIMIT);
    let result = run(&mut console);
    (result, console.into_transcript().output)
}

/// The end of a run as the fixtures spell it.
fn describe(program: &Program, ended: Ended) -> String {
    match ended.stop {
        Stop::Exited(status) => format!("exit {status}"),
        Stop::Fault(fault) => {
            // Where no instruction can be fetched, MARS tells no line.
            let statement = program.statement(fault.at);
            let statement = statement.filter(|_| !matches!(fault.reason, FaultReason::BadJump(_)));
            let place = statement.map_or_else(String::new, |statement| {
                let line = |span: Span| program.sources.position(span).line;
                let call =
                    statement.calls.first().map_or_else(String::new, |call| format!("{}->", line(*call)));
                format!(" at line {call}{}", line(statement.span))
            });
            format!("fault \"{}\"{place}", mars_words(fault.reason))
        }
        stop => stop.name().to_owned(),
    }
}

fn value_of(cpu: &Cpu, name: &str) -> Option<u32> {
    let name = name.strip_prefix('$').expect("a register");
    let float = name.strip_prefix('f').and_then(|number| number.parse().ok());
    match name {
        "hi" => Some(cpu.hi_lo().0),
        "lo" => Some(cpu.hi_lo().1),
        "flags" => Some(u32::from(cpu.condition_flags())),
        "pc" => Some(cpu.pc()),
        _ => cpu.named(name).or_else(|| float.map(|number| cpu.float_bits(number))),
    }
}

/// Notes two values that should be equal and are not.
fn compare<T: PartialEq + Debug>(wrong: &mut String, what: &str, found: &T, expected: &T) {
    if found != expected {
        writeln!(wrong, "{what}: {found:?} instead of {expected:?}").expect("a string");
    }
}

/// Words that are shown in hexadecimal.
#[derive(PartialEq)]
struct Words<'a>(&'a [u32]);

impl Debug for Words<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|word| write!(f, "{word:08x} "))
    }
}

/// A word, if there is one, that is shown in hexadecimal.
#[derive(PartialEq)]
struct Word(Option<u32>);

impl Debug for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.map_or(write!(f, "nothing"), |word| write!(f, "{word:#010x}"))
    }
}

/// Bytes that are shown as text.
#[derive(PartialEq)]
struct Text<'a>(&'a [u8]);

impl Debug for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

fn hexadecimal(words: &str) -> Vec<u32> {
    words.split_whitespace().map(|word| u32::from_str_radix(word, 16).expect("a word")).collect()
}

fn number(text: &str) -> u32 {
    let digits = text.strip_prefix("0x").expect("a number in hexadecimal");
    u32::from_str_radix(digits, 16).expect("a number in hexadecimal")
}

/// A file's name and its content, each a quoted string.
fn pair(text: &str) -> (Vec<u8>, Vec<u8>) {
    let (name, content) = text.split_once("\" \"").expect("two quoted strings");
    (quoted::unescape(&format!("{name}\"")), quoted::unescape(&format!("\"{content}")))
}

fn fixtures(folder: &str) -> impl Iterator<Item = walkdir::DirEntry> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.map(|entry| entry.expect("the folder can be read"));
    entries.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "asm"))
}

#[test]
fn small_programs_do_what_they_do_in_mars() {
    let (mut wrong, mut checked) = (String::new(), 0);
    for entry in fixtures(FOLDER) {
        let case = Case::read(entry.path());
        let name = entry.path().display();
        if case.expectations.is_empty() && case.annotated().next().is_none() {
            writeln!(wrong, "{name}: nothing is expected").expect("a string");
        }
        let differences = case.differences(entry.path());
        differences.lines().for_each(|line| writeln!(wrong, "{name}: {line}").expect("a string"));
        checked += 1;
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(checked >= 900, "only {checked} files were found");
}

#[test]
fn every_way_to_write_every_instruction_is_there() {
    let mut missing: BTreeSet<&str> = forms().collect();
    missing.extend(ROWS.iter().flat_map(|row| row.syntaxes).map(|syntax| syntax.example));
    for entry in fixtures(&format!("{FOLDER}/words")) {
        for (_, code, _) in Case::read(entry.path()).annotated() {
            if let Some(form) = form_of(code) {
                missing.remove(form);
            }
        }
    }
    assert!(missing.is_empty(), "no file has {missing:?}");
}
