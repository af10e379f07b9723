//! What is said of each thing that a machine cannot do: a small program for each, and the sentences in one file.
//!
//! The comments of a program may say what is typed (`stdin "..."`), that privilege is ignored (`access open`), that instructions
//! may be written (`self-modifying`), and on which board it runs (`board linux`).

use crate::support::quoted;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use expect_test::expect_file;
use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::Language::{English, Vietnamese};
use grader::diagnostics::SourceFile;
use grader::isa::{arm, lc3, mips};
use grader::machine::{Executable, Fault, FaultReason, Isa, Start, Stop};

/// The number of kinds that [`kind`] tells apart.
const KINDS: usize = 18;

/// A number for each kind; a new one does not compile until it has its own here, and then it needs a program.
fn kind(reason: FaultReason) -> usize {
    match reason {
        FaultReason::IllegalInstruction(_) => 0,
        FaultReason::Privilege => 1,
        FaultReason::ReadDenied(_) => 2,
        FaultReason::WriteDenied(_) => 3,
        FaultReason::ExecuteDenied(_) => 4,
        FaultReason::UnknownService(_) => 5,
        FaultReason::NoInterruptRoutine(_) => 6,
        FaultReason::Unaligned(..) => 7,
        FaultReason::NoMemory(..) => 8,
        FaultReason::TextAccess(..) => 9,
        FaultReason::KernelTextAccess(..) => 10,
        FaultReason::BadJump(_) => 11,
        FaultReason::Overflow => 12,
        FaultReason::Break(_) => 13,
        FaultReason::ConditionHeld => 14,
        FaultReason::BadInput(_) => 15,
        FaultReason::BadArgument(..) => 16,
        FaultReason::OddRegister(_) => 17,
    }
}

fn lc3_program(source: SourceFile, has: &dyn Fn(&str) -> bool) -> Box<dyn Executable> {
    let assembly = lc3::assemble(vec![source], None);
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    let access = if has("access open") { lc3::Access::Open } else { lc3::Access::default() };
    Box::new(lc3::Loaded::new(Arc::new(program), lc3::Setup { access, ..lc3::Setup::default() }))
}

fn mips_program(source: SourceFile, has: &dyn Fn(&str) -> bool) -> Box<dyn Executable> {
    let assembly = mips::assemble(vec![source], &|_: &str| None, mips::Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    let setup = mips::Setup { self_modifying: has("self-modifying"), ..mips::Setup::default() };
    Box::new(mips::Loaded::new(Arc::new(program), setup))
}

fn arm_program(source: SourceFile, has: &dyn Fn(&str) -> bool) -> Box<dyn Executable> {
    let board = if has("board linux") { arm::Board::Linux } else { arm::Board::default() };
    let setup = arm::Setup { board, ..arm::Setup::default() };
    let options = arm::Options { placement: board.map().placement, dialect: None };
    let assembly = arm::assemble(vec![source], &|_: &str| None, options);
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    Box::new(arm::Loaded::new(Arc::new(arm::Program { board, ..program }), setup))
}

fn fault_of(path: &Path) -> (Fault, &'static Isa) {
    let bytes = std::fs::read(path).expect("the fixture can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let header = |line: &str| line.strip_prefix(['#', ';', '@']).map(|comment| comment.trim().to_owned());
    let headers: Vec<String> = text.lines().map_while(header).collect();
    let has = |wanted: &str| headers.iter().any(|header| header == wanted);
    let typed = headers.iter().filter_map(|header| header.strip_prefix("stdin "));
    let script = Script::new(typed.map(quoted::unescape));
    let source = SourceFile::from_bytes("program.asm", &bytes);
    let folder = path.parent().and_then(Path::file_name).and_then(std::ffi::OsStr::to_str);
    let program = match folder {
        Some("lc3") => lc3_program(source, &has),
        Some("arm") => arm_program(source, &has),
        _ => mips_program(source, &has),
    };
    let mut console = ScriptedConsole::new(&script, 1000);
    match program.run(Start::Zeros.into(), 1_000_000, &mut console).stop {
        Stop::Fault(fault) => (fault, program.isa()),
        other => panic!("{}: {other:?} is no fault", path.display()),
    }
}

#[test]
fn every_fault_is_put_in_words() {
    let (mut said, mut kinds) = (String::new(), BTreeSet::new());
    for entry in walkdir::WalkDir::new("fixtures/faults").sort_by_file_name() {
        let entry = entry.expect("the folder can be read");
        if entry.path().extension().is_none_or(|extension| extension != "asm") {
            continue;
        }
        let (fault, isa) = fault_of(entry.path());
        kinds.insert(kind(fault.reason));
        let sentence = fault.reason.describe(isa);
        let name = entry.path().strip_prefix("fixtures/faults").expect("it lies there");
        writeln!(said, "{}", name.display()).expect("strings take everything");
        for language in [English, Vietnamese] {
            writeln!(said, "    {}", sentence.to(language)).expect("strings take everything");
        }
    }
    expect_file!["../fixtures/faults/expected.txt"].assert_eq(&said);
    assert_eq!(kinds, (0..KINDS).collect());
}
