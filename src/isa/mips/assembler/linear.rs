//! The work that assembling takes grows with the size of a source, whatever stands in it; and what has a limit says so.

use std::fmt::Write as _;

use super::{Assembly, Options, assemble};
use crate::asm::code;
use crate::asm::{limits, work};
use crate::diagnostics::{Code, SourceFile};

fn assembled(source: &str) -> Assembly {
    assemble(vec![SourceFile::from_bytes("a.asm", source.as_bytes())], &|_: &str| None, Options::default())
}

/// A source of lines that `line` makes of their numbers.
fn lines(size: usize, head: &str, line: impl Fn(usize) -> String) -> String {
    (0..size).fold(head.to_owned(), |mut source, number| {
        writeln!(source, "{}", line(number)).expect("strings take everything");
        source
    })
}

#[test]
fn the_work_grows_with_the_size_of_the_source() {
    type Source = fn(usize) -> String;
    let sources: [(&str, Source); 14] = [
        ("unknown mnemonics", |size| lines(size, "", |line| format!("unknown{line} $t0"))),
        ("labels that are not defined", |size| lines(size, "", |line| format!("j nowhere{line}"))),
        ("labels, and one letter off", |size| lines(size, "", |line| format!("label{line}: j lable{line}"))),
        ("data that waits for labels", |size| lines(size, ".data\n", |line| format!(".word later{line}"))),
        ("macros", |size| {
            lines(size, "", |line| format!(".macro m{line}(%a)\nli $t0, %a\n.end_macro\nm{line}(1)"))
        }),
        ("uses of a macro", |size| {
            lines(size, ".macro m(%a)\nli $t0, %a\n.end_macro\n", |_| "m(1)".to_owned())
        }),
        ("uses of macros before they are defined", |size| {
            lines(size, "", |line| format!("m{line}(1)"))
                + &lines(size, "", |line| format!(".macro m{line}(%a)\n.end_macro"))
        }),
        ("parameters", |size| {
            let names: Vec<String> = (0..size).map(|number| format!(" %p{number}")).collect();
            let names = names.concat();
            format!(".macro m({names})\n.end_macro\n")
        }),
        ("names for values", |size| lines(size, "", |line| format!(".eqv n{line} {line}\nli $t0, n{line}"))),
        ("names for names", |size| {
            lines(size, ".eqv n0 7\n", |line| format!(".eqv n{} n{line}", line + 1))
                + &format!("li $t0, n{size}\n")
        }),
        ("one long line", |size| format!(".data\n.word {}\n", "1, ".repeat(size))),
        ("one line of strings", |size| format!(".data\n.asciiz {}\n", "\"a\" ".repeat(size))),
        ("one line of apostrophes", |size| format!(".data\n.byte {}\n", "'a' '''".repeat(size))),
        ("warnings", |size| lines(size, ".data\n", |_| ".byte 300".to_owned())),
    ];
    for (name, source) in sources {
        work::assert_linear(name, source, |source| drop(assembled(&source)));
    }
}

#[track_caller]
fn assert_limited(source: &str, expected: Code) {
    let assembly = assembled(source);
    assert!(assembly.program.is_none());
    let of_code = assembly.diagnostics.iter().filter(|found| found.code == expected).count();
    assert_eq!(of_code, 1, "{:?}", assembly.diagnostics.iter().take(3).collect::<Vec<_>>());
}

/// Each macro uses the one before it ten times.
fn doubling(depth: usize) -> String {
    let head = ".macro m0\nnop\n.end_macro\n".to_owned();
    lines(depth, &head, |line| format!(".macro m{}\n{}.end_macro", line + 1, format!("m{line}\n").repeat(10)))
        + &format!("m{depth}\n")
}

#[test]
fn macros_that_come_to_too_much_are_refused_once() {
    assert_limited(&doubling(20), code::TOO_LARGE);
    let long = format!(".macro m(%a)\nli $t0, {}\n.end_macro\n", "%a ".repeat(2000));
    assert_limited(&lines(1000, &long, |_| "m(1)".to_owned()), code::TOO_LARGE);
    // Up to the limit everything is assembled.
    let lines_in_all = limits::MOST_EXPANDED_LINES / 4;
    let source = lines(lines_in_all, ".macro m\nnop\n.end_macro\n", |_| "m".to_owned());
    assert!(assembled(&source).program.is_some());
}

#[test]
fn macros_deep_within_each_other_are_refused_and_do_not_fill_the_stack() {
    let chain = |depth: usize| {
        let head = ".macro m0\nnop\n.end_macro\n";
        lines(depth, head, |line| format!(".macro m{}\nm{line}\n.end_macro", line + 1))
            + &format!("m{depth}\n")
    };
    assert!(assembled(&chain(limits::DEEPEST - 1)).program.is_some());
    assert_limited(&chain(20_000), code::TOO_LARGE);
}

#[test]
fn data_that_overwrites_itself_for_ever_is_refused() {
    let source = lines(1000, "", |_| ".data 0x10010000\n.word 0:900000".to_owned());
    assert_limited(&source, code::TOO_LARGE);
}

#[test]
fn files_deep_within_each_other_are_refused() {
    let next = |name: &str| {
        let number: usize = name.trim_start_matches('f').parse().ok()?;
        Some(format!(".include \"f{}\"\nnop\n", number + 1).into_bytes())
    };
    let first = SourceFile::from_bytes("f0", b".include \"f1\"\n");
    let assembly = assemble(vec![first], &next, Options::default());
    assert_eq!(assembly.diagnostics.iter().filter(|found| found.code == code::TOO_LARGE).count(), 1);
}

#[test]
fn names_that_make_a_line_too_long_are_refused_in_true_words() {
    let source =
        lines(30, ".eqv n0 1\n", |line| format!(".eqv n{} n{line} n{line}", line + 1)) + ".data\n.word n30\n";
    assert_limited(&source, code::TOO_LARGE);
}
