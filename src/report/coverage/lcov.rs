//! Tracefiles of `lcov`: for each test and file which lines, branches and functions were executed, and how often.
//!
//! Source of the format: `geninfo(1)` of lcov 1.16 and 2.0, "Tracefile format".

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::path_of;
use crate::grade::{Covered, Graded};
use crate::machine::Coverage;
use crate::report::visible::harmless;
use crate::spec::Spec;

/// The tracefile of a submission.
pub(super) fn trace(spec: &Spec, graded: &Graded, covered: &Covered) -> String {
    let ids: Vec<&str> = spec.cases().map(|case| case.id.as_str()).collect();
    let names = test_names(&ids);
    let mut trace = String::new();
    for case in &covered.cases {
        if let (Ok(coverage), Some(name)) = (&case.coverage, names.get(case.case)) {
            of_test(name, graded, covered, coverage, &mut trace);
        }
    }
    trace
}

/// The names of tests, which have letters, digits and underscores only. No two have one name.
fn test_names(ids: &[&str]) -> Vec<String> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let name = |id: &&str| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = id.chars().map(plain).collect();
        let times = known.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name}__{times}") }
    };
    ids.iter().map(name).collect()
}

fn of_test(name: &str, graded: &Graded, covered: &Covered, coverage: &Coverage, trace: &mut String) {
    for (index, file) in covered.sources.files().iter().enumerate() {
        let path = path_of(graded, &file.name);
        let section = section(covered, coverage, index);
        if !section.is_empty() {
            // Nothing that is written into a text fails.
            let _ = write!(trace, "TN:{name}\nSF:{}\n{section}end_of_record\n", harmless(&path));
        }
    }
}

/// The records of a file; none if it has no instructions.
fn section(covered: &Covered, coverage: &Coverage, file: usize) -> String {
    let map = &covered.map;
    let lines = map.lines().iter().zip(&coverage.lines).filter(|(line, _)| line.file.index() == file);
    let lines: Vec<(usize, u64)> = lines.map(|(line, count)| (line.line, *count)).collect();
    let mut text = String::new();
    if lines.is_empty() {
        return text;
    }
    let mut put = |line: std::fmt::Arguments<'_>| text.extend([line.to_string().as_str(), "\n"]);
    let functions = functions(covered, coverage, file);
    for (name, line, _) in &functions {
        put(format_args!("FN:{line},{name}"));
    }
    for (name, _, calls) in &functions {
        put(format_args!("FNDA:{calls},{name}"));
    }
    let called = functions.iter().filter(|(_, _, calls)| *calls > 0).count();
    put(format_args!("FNF:{}\nFNH:{called}", functions.len()));
    let (mut ways, mut gone, mut last) = (0, 0, (0, 0));
    for (line, branch) in map.branches().zip(&coverage.branches) {
        let line = &map.lines()[line];
        if line.file.index() != file {
            continue;
        }
        last = if last.0 == line.line { (line.line, last.1 + 1) } else { (line.line, 0) };
        let is_reached = branch.taken > 0 || branch.passed > 0;
        for (number, count) in [branch.taken, branch.passed].into_iter().enumerate() {
            let count = if is_reached { count.to_string() } else { "-".to_owned() };
            put(format_args!("BRDA:{},{},{number},{count}", line.line, last.1));
        }
        ways += 2;
        gone += usize::from(branch.taken > 0) + usize::from(branch.passed > 0);
    }
    put(format_args!("BRF:{ways}\nBRH:{gone}"));
    for (line, count) in &lines {
        put(format_args!("DA:{line},{count}"));
    }
    let executed = lines.iter().filter(|(_, count)| *count > 0).count();
    put(format_args!("LF:{}\nLH:{executed}", lines.len()));
    text
}

/// The subroutines of a file with their lines and how often they were called. No two have one name, and no blank is in one.
fn functions(covered: &Covered, coverage: &Coverage, file: usize) -> Vec<(String, usize, u64)> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let subroutines = covered.map.subroutines().iter().zip(&coverage.subroutines);
    let of_file = subroutines.filter(|(subroutine, _)| subroutine.file.index() == file);
    let function = |(subroutine, calls): (&crate::machine::Subroutine, &u64)| {
        let name: String =
            harmless(&subroutine.name).chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect();
        let times = known.entry(name.clone()).or_default();
        *times += 1;
        let name = if *times == 1 { name } else { format!("{name}:{}", subroutine.line) };
        (name, subroutine.line, *calls)
    };
    of_file.map(function).collect()
}

#[cfg(test)]
mod tests {
    use super::test_names;

    #[test]
    fn tests_have_names_of_their_own() {
        assert_eq!(test_names(&["up-from-1-3", "a b", "a-b", "đ"]), ["up_from_1_3", "a_b", "a_b__2", "_"]);
    }
}
