//! The work that assembling takes grows with the size of a source, whatever stands in it; and what has a limit says so.

use std::fmt::Write as _;

use super::{Assembly, assemble};
use crate::asm::code;
use crate::asm::{limits, work};
use crate::diagnostics::SourceFile;
use crate::isa::lc3::Dialect;

fn assembled(source: &str, dialect: Option<Dialect>) -> Assembly {
    assemble(vec![SourceFile::from_bytes("a.asm", source.as_bytes())], dialect)
}

/// A source of lines that `line` makes of their numbers.
fn lines(size: usize, line: impl Fn(usize) -> String) -> String {
    (0..size).fold(".ORIG x3000\n".to_owned(), |mut source, number| {
        writeln!(source, "{}", line(number)).expect("strings take everything");
        source
    }) + ".END\n"
}

#[test]
fn the_work_grows_with_the_size_of_the_source() {
    type Source = fn(usize) -> String;
    let sources: [(&str, Source); 7] = [
        ("unknown opcodes", |size| lines(size, |line| format!("L{line} UNKNOWN R0"))),
        ("labels that are not defined", |size| lines(size, |line| format!("L{line} LD R0, LL{line}"))),
        ("labels alone", |size| lines(size, |line| format!("ADDD{line}"))),
        ("labels of several cases", |size| {
            lines(size, |line| {
                let letter = |bit: usize| if line >> bit & 1 == 1 { 'A' } else { 'a' };
                format!("{} .FILL 1", (0..14).map(letter).collect::<String>())
            })
        }),
        ("a line of strings", |size| lines(1, |_| format!(".STRINGZ {}", "\"a\"".repeat(size)))),
        ("a line of labels", |size| lines(1, |_| "A ".repeat(size))),
        ("blocks", |size| lines(size, |_| ".END\n.ORIG x4000\n.FILL 1".to_owned())),
    ];
    for dialect in [None, Some(Dialect::Lc3tools), Some(Dialect::Complx)] {
        for (name, source) in sources {
            work::assert_linear(name, source, |source| drop(assembled(&source, dialect)));
        }
    }
}

#[test]
fn blocks_that_fill_memory_again_and_again_are_refused_once() {
    for line in [".END\n.ORIG x0\n.BLKW xFFFF", ".END\n.ORIG x3000"] {
        let source = lines(30_000, |_| line.to_owned());
        let assembly = assembled(&source, None);
        assert!(assembly.program.is_none());
        let refused = assembly.diagnostics.iter().filter(|found| found.code == code::TOO_LARGE);
        assert_eq!(refused.count(), 1);
    }
    let source = lines(limits::MOST_BLOCKS - 2, |_| ".END\n.ORIG x3000\n.FILL 1".to_owned());
    assert!(assembled(&source, None).program.is_some());
}

#[test]
fn warnings_past_the_limit_are_counted() {
    let source = lines(1000, |line| format!("A .FILL {line}"));
    let assembly = assembled(&source, None);
    assert!(assembly.program.is_some());
    assert!(assembly.diagnostics.len() < 110, "{}", assembly.diagnostics.len());
    assert!(assembly.diagnostics.iter().any(|found| found.code == code::TOO_MANY_ERRORS));
}
