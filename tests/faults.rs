//! The descriptions of faults: a small program for each operation that a machine cannot do, and the sentences
//! in one file.
//!
//! The folder is the instruction set. The comments at the top of a program may say what is typed (`stdin "..."`) and how the
//! machine is set up, with the keys of `machine:` (`access: open`, `self_modifying: true`).

use crate::support::quoted;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use expect_test::expect_file;
use grader::asm::{ProgramFile, ProgramFiles};
use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::Language::{English, Vietnamese};
use grader::isa::ISAS;
use grader::machine::{Fault, FaultReason, Isa, Machine, Start, Stop};

/// The number of kinds that [`kind`] distinguishes.
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

fn fault_of(path: &Path) -> (Fault, &'static Isa) {
    let bytes = std::fs::read(path).expect("the fixture can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let header = |line: &str| line.strip_prefix(['#', ';', '@']).map(|comment| comment.trim().to_owned());
    let headers: Vec<String> = text.lines().map_while(header).collect();
    let typed = headers.iter().filter_map(|header| header.strip_prefix("stdin "));
    let script = Script::new(typed.map(quoted::unescape));
    let folder = path.parent().expect("it lies in a folder");
    let isa = ISAS.iter().find(|isa| folder.ends_with(isa.id)).expect("the folder is an instruction set");
    let mut machine = Machine::usual(isa);
    let keys = (isa.keys)();
    for (name, word) in headers.iter().filter_map(|header| header.split_once(": ")) {
        if let Some(key) = keys.iter().find(|key| key.name == name) {
            machine.setup.set(name, key.parse(word).expect("the key takes this"));
        }
    }
    let files = [ProgramFile::source("program.asm".to_owned(), bytes)];
    let loaded = machine.load(ProgramFiles::handed_in(&files));
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
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
