//! The work that assembling takes grows with the size of a source, whatever stands in it; and what has a limit says so.

use std::fmt::Write as _;

use super::{Assembly, Options, assemble};
use crate::asm::{code, limits, work};
use crate::diagnostics::{Code, SourceFile};
use crate::isa::arm::Placement;

fn assembled(source: &str) -> Assembly {
    let options = Options { placement: Placement { code: 0, data: Some(0x4000_0000) }, dialect: None };
    assemble(vec![SourceFile::from_bytes("a.s", source.as_bytes())], &|_: &str| None, options)
}

/// A source of lines that `line` makes of their numbers.
fn lines(size: usize, head: &str, line: impl Fn(usize) -> String) -> String {
    (0..size).fold(head.to_owned(), |mut source, number| {
        writeln!(source, "{}", line(number)).expect("strings take everything");
        source
    })
}

const AREA: &str = " AREA a,CODE,READONLY\n";
const TEXT: &str = ".text\n";

#[test]
fn the_work_grows_with_the_size_of_the_source() {
    type Source = fn(usize) -> String;
    let sources: [(&str, Source); 19] = [
        ("unknown mnemonics", |size| lines(size, AREA, |line| format!(" UNKNOWN{line} r0"))),
        ("labels that are not defined", |size| lines(size, TEXT, |line| format!("b nowhere{line}"))),
        ("labels, and one letter off", |size| {
            lines(size, TEXT, |line| format!("label{line}: b lable{line}"))
        }),
        ("data that waits for labels", |size| lines(size, AREA, |line| format!(" DCD later{line}"))),
        ("names for names", |size| {
            lines(size, AREA, |line| format!("n{line} EQU n{}", line + 1))
                + &format!("n{size} EQU 7\n DCD n0\n END\n")
        }),
        ("names for themselves", |size| {
            lines(size, AREA, |line| format!("n{line} EQU n{}", (line + 1) % size)) + " END\n"
        }),
        ("literals", |size| lines(size, AREA, |line| format!(" LDR r0,=0x{line:05x}123"))),
        ("pools", |size| lines(size, AREA, |line| format!(" LDR r0,=0x{line:05x}123\n LTORG"))),
        ("macros", |size| {
            lines(size, TEXT, |line| format!(".macro m{line} a\nmov r0, #\\a\n.endm\nm{line} 1"))
        }),
        ("uses of a macro", |size| lines(size, ".macro m a\nmov r0, #\\a\n.endm\n", |_| "m 1".to_owned())),
        ("uses of a macro of armasm", |size| {
            let head = format!("{AREA} MACRO\n$l m $a\n$l MOV r0,#$a\n MEND\n");
            lines(size, &head, |line| format!("l{line} m 1"))
        }),
        ("variables", |size| {
            lines(size, &format!("{AREA} GBLA count\n"), |_| "count SETA count+1\n DCD $count".to_owned())
        }),
        ("conditions that do not hold", |size| lines(size, AREA, |_| " IF 1=2\n DCD 1\n ENDIF".to_owned())),
        ("loops", |size| format!("{AREA} GBLA i\n WHILE i<{size}\ni SETA i+1\n DCD i\n WEND\n")),
        ("repetitions", |size| format!(".rept {size}\n.word 1\n.endr\n")),
        ("one long line", |size| format!("{AREA} DCD {}1\n", "1, ".repeat(size))),
        ("one long sum", |size| format!("{AREA} DCD {}1\n", "1+".repeat(size))),
        ("deep parentheses", |size| format!("{AREA} DCD {}1{}\n", "(".repeat(size), ")".repeat(size))),
        ("numeric labels", |size| lines(size, TEXT, |_| "1: b 1b\nb 1f\n1:".to_owned())),
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

#[test]
fn macros_and_loops_that_come_to_too_much_are_refused_once() {
    let doubling = lines(20, ".macro m0\nnop\n.endm\n", |line| {
        format!(".macro m{}\n{}.endm", line + 1, format!("m{line}\n").repeat(10))
    });
    assert_limited(&format!("{doubling}m20\n"), code::TOO_LARGE);
    assert_limited(&format!("{AREA} WHILE 1=1\n DCD 1\n WEND\n END\n"), code::TOO_LARGE);
    assert_limited(".rept 1000000\nnop\n.endr\n", code::TOO_LARGE);
    assert_limited(&format!("{AREA} SPACE 0x7FFFFFFF\n END\n"), code::TOO_LARGE);
    assert_limited(".macro m\nm\n.endm\nm\n", code::TOO_LARGE);
    let text = format!("{AREA} GBLS t\nt SETS \"ab\"\n{} END\n", "t SETS \"$t$t\"\n".repeat(40));
    assert!(assembled(&text).diagnostics.iter().any(|found| found.code == code::TOO_LARGE));
}

#[test]
fn files_deep_within_each_other_are_refused() {
    let next = |name: &str| {
        let number: usize = name.trim_start_matches('f').parse().ok()?;
        Some(format!(" GET f{}\n NOP\n", number + 1).into_bytes())
    };
    let first = SourceFile::from_bytes("f0", format!("{AREA} GET f1\n END\n").as_bytes());
    let options = Options { placement: Placement { code: 0, data: None }, dialect: None };
    let assembly = assemble(vec![first], &next, options);
    assert_eq!(assembly.diagnostics.iter().filter(|found| found.code == code::TOO_LARGE).count(), 1);
    // A file that includes itself ends, too.
    let itself = |_: &str| Some(b" GET f1\n GET f1\n".to_vec());
    let first = SourceFile::from_bytes("f0", format!("{AREA} GET f1\n END\n").as_bytes());
    assert!(assemble(vec![first], &itself, options).program.is_none());
}

#[test]
fn nothing_in_limits_is_refused() {
    let source = format!(".rept {}\nnop\n.endr\n", limits::MOST_EXPANDED_LINES - 10);
    assert!(assembled(&source).program.is_some());
}
