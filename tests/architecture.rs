//! The shape of `src/`, read from its text: floors, where other people's crates are named, and the size of files.
//! The rules are written in `ARCHITECTURE.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MAP: &str = include_str!("../ARCHITECTURE.md");

/// A file of more lines than this is to be split.
const MOST_LINES: usize = 520;

/// Every source file with its path below `src/`, without comments, without the tests at its end, and without files of tests.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let path = entry.expect("the folder can be read").into_path();
        let has_code =
            path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs");
        if has_code {
            let text = std::fs::read_to_string(&path).expect("sources are text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let below = path.strip_prefix(&root).expect("the file is below").to_owned();
            sources.push((below, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    sources
}

/// The words that stand in a text after `prefix`, such as the modules after `crate::`.
fn words_behind<'t>(text: &'t str, prefix: &str) -> BTreeSet<&'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(prefix)
        .filter(|(at, _)| !text[..*at].ends_with(is_part))
        .map(|(at, _)| {
            let rest = &text[at + prefix.len()..];
            &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]
        })
        .collect()
}

/// The floors of the map, the highest first.
fn floors() -> Vec<&'static str> {
    let (_, block) = MAP.split_once("```\n").expect("the map has a block");
    let (block, _) = block.split_once("```").expect("the block ends");
    block.lines().filter_map(|line| line.split([' ', '/']).next()).collect()
}

#[test]
fn every_module_uses_only_floors_below_its_own() {
    let floors = floors();
    let floor_of = |name: &str| floors.iter().position(|floor| *floor == name);
    for (path, code) in sources() {
        let first = path.components().next().expect("a path has parts").as_os_str().to_string_lossy();
        let own = first.trim_end_matches(".rs");
        if matches!(own, "lib" | "main") {
            continue;
        }
        let floor = floor_of(own).unwrap_or_else(|| panic!("{own} is no floor of ARCHITECTURE.md"));
        for used in words_behind(&code, "crate::").into_iter().filter(|used| *used != own) {
            // A macro that the crate exports is at home in the module that has its name.
            let below = floor_of(used).unwrap_or_else(|| panic!("{}: {used} is no floor", path.display()));
            assert!(below > floor, "{} uses {used}, which is not below {own}", path.display());
        }
    }
}

/// The floors of `spec/`, the highest first, as the map has them.
fn floors_of_spec() -> Vec<&'static str> {
    let (_, rest) =
        MAP.split_once("`spec/` has floors of its own: ").expect("the map has the floors of spec/");
    let (floors, _) = rest.split_once(';').expect("the list ends");
    floors.split(", ").map(|floor| floor.trim().trim_matches('`')).collect()
}

/// The modules of `spec/` that code uses, by their full paths.
fn modules_of_spec(code: &str) -> BTreeSet<&str> {
    let mut used = words_behind(code, "crate::spec::");
    for (at, prefix) in code.match_indices("crate::spec::{") {
        let list = &code[at + prefix.len()..];
        let list = &list[..list.find('}').unwrap_or(list.len())];
        used.extend(list.split([',', ' ', '\n']).filter(|word| !word.is_empty()));
    }
    used.remove("");
    used
}

#[test]
fn every_module_of_spec_uses_only_its_own_floor_and_those_below() {
    let floors = floors_of_spec();
    let mut seen = BTreeSet::new();
    for (path, code) in sources() {
        let Ok(below) = path.strip_prefix("spec") else { continue };
        let own = below.components().next().expect("a path has parts").as_os_str().to_string_lossy();
        let own = own.trim_end_matches(".rs");
        // A module on no floor is on top of all.
        let floor_of =
            |name: &str| floors.iter().position(|floor| *floor == name).map_or(0, |index| index + 1);
        seen.insert(floor_of(own));
        let mut used = modules_of_spec(&code);
        if below.components().count() == 1 {
            used.extend(words_behind(&code, "use super::"));
        }
        for used in used {
            let is_below = floor_of(used) >= floor_of(own);
            assert!(is_below, "src/{} uses {used}, which is above {own}", path.display());
        }
        assert!(!code.contains("super::super::"), "src/{} hides which floor it uses", path.display());
    }
    assert_eq!(seen.len(), floors.len() + 1, "the map has a floor that is not there");
}

/// The crates of the manifest, as code names them.
fn crates() -> Vec<String> {
    crates_of(|head| !head.contains("dev-dependencies"))
}

/// The crates of those sections of the manifest that list any and whose heads are these.
fn crates_of(section: impl Fn(&str) -> bool) -> Vec<String> {
    let manifest = include_str!("../Cargo.toml");
    let sections = manifest.split("\n[").filter(|text| {
        text.split_once(']').is_some_and(|(head, _)| head.ends_with("dependencies") && section(head))
    });
    let lines = sections.flat_map(|section| section.lines().skip(1));
    let names = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    names.map(|(name, _)| name.replace('-', "_")).collect()
}

/// Where the table of the map lets a crate be named.
fn homes(name: &str) -> BTreeSet<String> {
    let row = format!("| `{name}` | ");
    let line = MAP.lines().find(|line| line.starts_with(&row));
    let line = line.unwrap_or_else(|| panic!("ARCHITECTURE.md does not say where {name} is named"));
    let cells = line[row.len()..].trim_end_matches(" |").split(", ");
    cells.map(|cell| cell.trim_matches('`').to_owned()).collect()
}

#[test]
fn every_crate_is_named_where_the_map_says_and_nowhere_else() {
    let sources = sources();
    for name in crates() {
        let mut seen = BTreeSet::new();
        let homes = homes(&name);
        for (path, code) in &sources {
            let is_own_module = code.contains(&format!("mod {name};"));
            let named = words_behind(code, &format!("{name}::"));
            let is_named = !is_own_module && (!named.is_empty() || code.contains(&format!("use {name}::")));
            if !is_named {
                continue;
            }
            let path = path.to_string_lossy().replace('\\', "/");
            let module = path.trim_end_matches(".rs");
            let home = homes.iter().find(|home| module == **home || module.starts_with(&format!("{home}/")));
            let home = home
                .unwrap_or_else(|| panic!("src/{path} names {name}, which ARCHITECTURE.md puts elsewhere"));
            seen.insert(home.clone());
        }
        assert_eq!(seen, homes, "{name} is not named in all places of ARCHITECTURE.md");
    }
}

/// The packages that a package is made of, as a lock file has them.
fn locked<'t>(lock: &'t str, package: &str) -> BTreeSet<&'t str> {
    let entry = lock
        .split("[[package]]")
        .find(|entry| entry.trim_start().starts_with(&format!("name = \"{package}\"\n")));
    let entry = entry.unwrap_or_else(|| panic!("{package} is not locked"));
    let listed = entry.split_once("dependencies = [").map_or("", |(_, listed)| listed);
    // Where two versions of a package are in use, the version stands behind its name.
    listed.split('"').skip(1).step_by(2).filter_map(|name| name.split(' ').next()).collect()
}

/// The fuzz targets have a lock file of their own, which nothing but the gate reads: a crate is added to both.
#[test]
fn the_fuzz_targets_lock_every_crate_of_the_program() {
    let (ours, theirs) = (include_str!("../Cargo.lock"), include_str!("../fuzz/Cargo.lock"));
    let of_tests: BTreeSet<_> = crates_of(|head| head.contains("dev-dependencies")).into_iter().collect();
    for package in ["grader", "grader-reference"] {
        let there = locked(theirs, package);
        let lacking: Vec<_> = locked(ours, package)
            .into_iter()
            .filter(|name| !there.contains(name) && !of_tests.contains(&name.replace('-', "_")))
            .collect();
        assert!(lacking.is_empty(), "{package}: `cargo update --workspace` in fuzz/ locks {lacking:?}");
    }
}

#[test]
fn files_are_small_enough_to_be_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["src", "tests", "reference/src", "benches"] {
        for entry in walkdir::WalkDir::new(root.join(folder)) {
            let path = entry.expect("the folder can be read").into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = std::fs::read_to_string(&path).expect("sources are text").lines().count();
                assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
            }
        }
    }
}

#[test]
fn nothing_is_unwrapped_outside_of_tests() {
    for (path, code) in sources() {
        assert!(!code.contains(".unwrap()"), "src/{} unwraps", path.display());
    }
}

/// Names that belong to one instruction set, its registers, services and simulators.
const OF_ONE_ISA: [&str; 37] = [
    "lc3", "lc-3", "lc3tools", "lc3as", "lc3sim", "lc3edit", "lc3web", "pennsim", "complx", "mips", "mips32",
    "mars", "spim", "arm", "risc-v", "riscv", "syscall", "syscalls", "trap", "traps", "getc", "puts",
    "putsp", "rti", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "jsr", "jsrr", "orig", "stringz", "blkw",
];

/// Words in capital letters that belong to one instruction set, though they are words of everybody in small ones.
const IN_CAPITALS: [&str; 3] = ["HALT", "RET", "OUT"];

/// Names of assignments, which specs and the command line have; what they name is written in some language.
const ASSIGNMENTS: [&str; 5] =
    ["lc3-connect-four", "mips-four-in-a-row", "mips-gomoku", "arm-connect-four", "#[value(name = \"lc3\")]"];

/// The words of code that belong to one instruction set.
fn of_one_isa(code: &str) -> BTreeSet<String> {
    let code = ASSIGNMENTS.iter().fold(code.to_owned(), |code, name| code.replace(name, ""));
    let mut found = BTreeSet::new();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '$');
    for word in code.split(|c| !is_part(c)) {
        let parts = [word].into_iter().chain(word.split('-'));
        for part in parts.filter(|part| !part.is_empty()) {
            let is_register = part.strip_prefix('$').is_some_and(|name| {
                let letter = name.strip_prefix(['a', 'f', 'k', 's', 't', 'v']);
                ["zero", "ra", "sp", "gp", "fp", "at"].contains(&name)
                    || letter.is_some_and(|number| number.parse::<u8>().is_ok())
            });
            let lower = part.to_lowercase();
            if is_register || IN_CAPITALS.contains(&part) || OF_ONE_ISA.contains(&lower.as_str()) {
                found.insert(part.to_owned());
            }
        }
    }
    found
}

/// To add an instruction set is to add a folder and a row: nothing outside knows which ones there are.
#[test]
fn nothing_outside_of_isa_names_an_instruction_set() {
    for (path, code) in sources() {
        // The table of bundled specs has the names of their files.
        let names_files = path == Path::new("spec/bundled.rs");
        if path.starts_with("isa") || path == Path::new("isa.rs") || names_files {
            continue;
        }
        let found = of_one_isa(&code);
        assert!(found.is_empty(), "src/{} names {found:?}", path.display());
    }
    let example = of_one_isa("text!(\"was R7 overwritten?\"); lc3::load(Isa::Mips, \"$t0\", MARS, r7)");
    assert_eq!(example.len(), 6, "{example:?}");
}

/// Every folder of fixtures is in one table, so that the right one for a new fixture is easy to find.
#[test]
fn every_folder_of_fixtures_is_in_their_table() {
    let table = std::fs::read_to_string("fixtures/README.md").expect("the fixtures have a README");
    let named: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once(" | "))
        .flat_map(|(folders, _)| folders.split('`'))
        .filter_map(|word| word.split('/').next())
        .filter(|word| !word.is_empty() && *word != ", ")
        .collect();
    let there: BTreeSet<String> = std::fs::read_dir("fixtures")
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(named, there.iter().map(String::as_str).collect());
}
