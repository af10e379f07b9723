//! A blind run that leaves out whole rounds of an endless loop ends as one that executes each instruction: every file of
//! `fixtures/rounds`, with several budgets.

use std::fs;

use grader::asm::{ProgramFile, ProgramFiles};
use grader::console::{Console, Script, ScriptedConsole, State, Transcript};
use grader::machine::{Ended, Executable, Machine, World};

/// More than a stretch after which rounds are looked for; the last ones are no multiples of any round.
const BUDGETS: [u64; 4] = [1_000, 131_072, 500_001, 1_000_003];
/// So much output is taken.
const OUTPUT_LIMIT: usize = 20;

/// A console that keeps the machine as it is in the end.
struct Keeping<'s> {
    console: ScriptedConsole<'s>,
    registers: Vec<u32>,
    cells: Vec<Option<u32>>,
    waits: Vec<u64>,
}

impl Console for Keeping<'_> {
    fn write(&mut self, byte: u8) -> bool {
        self.console.write(byte)
    }

    fn read(&mut self) -> Option<u8> {
        self.console.read()
    }

    fn is_ready(&mut self) -> bool {
        self.console.is_ready()
    }

    fn is_over(&mut self) -> bool {
        // The program would wait without an end, which is what is looked at here.
        false
    }

    fn waits(&mut self, executed: u64) -> bool {
        self.waits.push(executed);
        true
    }

    fn contacts(&self) -> u64 {
        self.console.contacts()
    }

    fn ends(&mut self, state: &dyn State) {
        self.registers = (0..32).map(|number| state.register(number)).collect();
        let places = [0x3000, 0x8000, 0x9000, 0x0040_0000, 0x1001_0000].map(|first| first..first + 64);
        self.cells = places.into_iter().flatten().map(|address| state.cell(address)).collect();
    }
}

/// The end of a run, and the state that it left.
type Left = (Ended, Vec<u32>, Vec<Option<u32>>, Transcript);

fn left(program: &dyn Executable, run: impl FnOnce(&dyn Executable, &mut dyn Console) -> Ended) -> Left {
    let script = Script::default();
    let console = ScriptedConsole::new(&script, OUTPUT_LIMIT);
    let mut console = Keeping { console, registers: Vec::new(), cells: Vec::new(), waits: Vec::new() };
    let ended = run(program, &mut console);
    assert!(console.waits.is_sorted(), "time goes on: {:?}", console.waits);
    (ended, console.registers, console.cells, console.console.into_transcript())
}

#[test]
fn leaving_out_whole_rounds_changes_nothing() {
    let mut known = 0;
    for entry in fs::read_dir("fixtures/rounds").expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let file = ProgramFile::source(name.clone(), fs::read(&path).expect("the file can be read"));
        let files = [file];
        // The name of the instruction set comes first.
        let isa = name.split('-').next().and_then(grader::isa::find).expect("a known instruction set");
        let mut machine = Machine::usual(isa);
        if let Some(board) = files[0].text().text.lines().find_map(|line| line.strip_prefix("@ board ")) {
            let key = (isa.keys)().into_iter().find(|key| key.name == "board").expect("there are boards");
            machine.setup.set("board", key.parse(board).expect("the board is known"));
        }
        let loaded = machine.load(ProgramFiles::handed_in(&files));
        let program = loaded.program.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics));
        for fuel in BUDGETS {
            let fast =
                left(program.as_ref(), |program, console| program.run(World::default(), fuel, console));
            let slow = left(program.as_ref(), |program, console| {
                program.trace(World::default(), fuel, console, &mut |_| {})
            });
            assert_eq!(fast, slow, "{name}, {fuel} instructions");
        }
        known += 1;
    }
    assert!(known >= 22, "{known}");
}
