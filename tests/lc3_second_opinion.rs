//! A second opinion on random programs: lc3-ensemble runs them too, and both machines must end up in the same state.
//!
//! Differences of the two that are on purpose, or known slips, are left out where they occur; each of these
//! places says why.

use std::sync::{Arc, RwLock};

use grader::asm::SourceMap;
use grader::console::{Script, ScriptedConsole};
use grader::isa::lc3::table::{FORMS, Form, OperandKind};
use grader::isa::lc3::{Access, Block, Cpu, Edition, Loaded, Profile, Program, Setup};
use grader::machine::{Fault, FaultReason, Start, Stop};
use lc3_ensemble::ast::Reg;
use lc3_ensemble::sim::device::BufferedDisplay;
use lc3_ensemble::sim::mem::{MachineInitStrategy, Word};
use lc3_ensemble::sim::{SimErr, SimFlags, Simulator};

/// The instruction budget of a run.
const FUEL: u64 = 500;
/// The number of programs that each test runs.
const PROGRAMS: u64 = 2_000;

const OUT: u16 = 0xF021;
const HALT: u16 = 0xF025;

const REGISTERS: [Reg; 8] = [Reg::R0, Reg::R1, Reg::R2, Reg::R3, Reg::R4, Reg::R5, Reg::R6, Reg::R7];

/// Steele, Lea and Flood's `SplitMix64`, so that the programs are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u16) -> u16 {
        (self.next() % u64::from(bound)) as u16
    }

    /// An instruction that is neither a trap nor RTI, its offset mostly a small one.
    fn instruction(&mut self) -> u16 {
        let plain = |form: &&Form| !form.extension && !["TRAP", "RTI"].contains(&form.mnemonic);
        let forms: Vec<_> = FORMS.iter().filter(plain).collect();
        let form = forms[usize::from(self.below(forms.len() as u16))];
        let mut word = form.pattern.value | (self.next() as u32 & !form.pattern.mask);
        for operand in form.operands {
            let reaches = matches!(operand.kind, OperandKind::PcOffset | OperandKind::Offset);
            if reaches && self.below(8) > 0 {
                let near = self.below(32).wrapping_sub(12);
                word = (word & !operand.field.insert(u32::MAX)) | operand.field.insert(u32::from(near));
            }
        }
        word as u16
    }

    /// Eight loads that fill the registers, then instructions, then the data: addresses near the program and numbers.
    fn program(&mut self, traps: &[u16]) -> Vec<u16> {
        let length = 8 + self.below(60);
        let mut words: Vec<u16> = (0..8).map(|number| 0x2000 | number << 9 | (length - 1)).collect();
        while words.len() < usize::from(length) {
            let trap = (self.below(12) == 0).then(|| traps[usize::from(self.below(traps.len() as u16))]);
            words.push(trap.unwrap_or_else(|| self.instruction()));
        }
        words.extend((0..16).map(|_| match self.below(4) {
            0 => self.next() as u16,
            1 => self.below(100),
            _ => 0x3000 + self.below(120),
        }));
        words
    }
}

/// The way in which a run ended, in words that both machines have.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Halt,
    Limit,
    Illegal,
    Privilege,
    Access,
    /// Something that only one of the two does.
    Other,
}

/// The part of the state that is compared.
#[derive(Debug, PartialEq, Eq)]
struct State {
    end: End,
    at: u16,
    registers: Vec<u16>,
    codes: u16,
    output: Vec<u8>,
    memory: Vec<u16>,
}

fn ours(blocks: &[Block], access: Access) -> (State, Stop) {
    let profile = Profile::find("lc3-ensemble").expect("the profile exists");
    let setup = Setup { edition: Edition::Third, access, ..Setup::from(profile) };
    let program = Program::new(blocks.to_vec(), Vec::new(), SourceMap::default(), Arc::default());
    let script = Script::default();
    let mut console = ScriptedConsole::new(&script, 100_000);
    let (ended, cpu): (_, Cpu) =
        Loaded::new(Arc::new(program), setup).run_to_end(Start::Zeros, FUEL, &mut console);
    let end = match ended.stop {
        Stop::Halted => End::Halt,
        Stop::OutOfFuel => End::Limit,
        Stop::Fault(Fault { reason, .. }) => match reason {
            FaultReason::IllegalInstruction(_) => End::Illegal,
            FaultReason::Privilege => End::Privilege,
            FaultReason::ReadDenied(_) | FaultReason::WriteDenied(_) | FaultReason::ExecuteDenied(_) => {
                End::Access
            }
            _ => End::Other,
        },
        _ => End::Other,
    };
    let state = State {
        end,
        at: ended.at as u16,
        registers: cpu.registers().to_vec(),
        codes: cpu.psr() & 7,
        output: console.into_transcript().output,
        memory: (0x3000..0xFE00).map(|address| cpu.memory(address)).collect(),
    };
    (state, ended.stop)
}

/// Runs the blocks in lc3-ensemble; also hands back which addresses were read or written.
fn theirs(blocks: &[Block], access: Access, limit: u64) -> (State, Vec<u16>) {
    let display = Arc::new(RwLock::new(Vec::new()));
    let mut machine = Simulator::new(SimFlags {
        ignore_privilege: access == Access::Open,
        machine_init: MachineInitStrategy::Known { value: 0 },
        ..SimFlags::default()
    });
    machine.device_handler.set_display(BufferedDisplay::new(Arc::clone(&display)));
    for block in blocks {
        for (address, word) in (block.origin..).zip(&block.words) {
            machine.mem[address] = Word::new_init(*word);
        }
    }
    let end = match machine.run_with_limit(limit) {
        Ok(()) if machine.hit_halt() => End::Halt,
        Ok(()) => End::Limit,
        Err(SimErr::IllegalOpcode | SimErr::InvalidInstrFormat) => End::Illegal,
        Err(SimErr::PrivilegeViolation) => End::Privilege,
        Err(SimErr::AccessViolation) => End::Access,
        Err(_) => End::Other,
    };
    let at = if matches!(end, End::Halt | End::Limit) { machine.pc } else { machine.prefetch_pc() };
    let state = State {
        end,
        at,
        registers: REGISTERS.map(|register| machine.reg_file[register].get()).to_vec(),
        codes: u16::from(machine.psr().cc()),
        output: display.read().expect("nothing panicked while it wrote").clone(),
        memory: (0x3000..0xFE00).map(|address| machine.mem[address].get()).collect(),
    };
    (state, machine.observer.take_mem_accesses().map(|(address, _)| address).collect())
}

/// lc3-ensemble leaves bit 11 of JMP unchecked: `xC800` to `xC9C0` jump there and are no instructions here.
fn is_loose_jump(stop: Stop) -> bool {
    matches!(stop, Stop::Fault(Fault { reason: FaultReason::IllegalInstruction(word), .. }) if word & 0xFE3F == 0xC800)
}

/// Compares the runs of one program; `None` if they cannot be compared, else how both ended.
fn compare(seed: u64, blocks: &[Block], access: Access) -> Option<End> {
    let (our, stop) = ours(blocks, access);
    // After output, the budgets mean different things: here a service costs one and its bytes, there every instruction
    // of the operating system counts. So then only programs that end by themselves are compared.
    let printed = !our.output.is_empty();
    let limit = if printed { 100 * FUEL } else { FUEL };
    if our.end == End::Other || is_loose_jump(stop) || (printed && our.end == End::Limit) {
        return None;
    }
    let (their, touched) = theirs(blocks, access, limit);
    if access == Access::Open {
        // The two have different device registers, and lc3-ensemble forgets stores to addresses without one.
        // A trap with a routine of the program's own sets the codes to z there, and RTI is then allowed.
        let outside = |address: &u16| *address < 0x100 || *address >= 0xFE00;
        if touched.iter().any(outside) || our.end == End::Privilege {
            return None;
        }
    }
    let differs = our.memory.iter().zip(&their.memory).position(|(our, their)| our != their);
    let (our_words, their_words) = (&our.registers, &their.registers);
    assert!(
        our == their,
        "program {seed}: {:?} at x{:04X} {our_words:04X?} {} and {:?} at x{:04X} {their_words:04X?} {}; first word {differs:?}",
        our.end,
        our.at,
        our.codes,
        their.end,
        their.at,
        their.codes,
    );
    Some(our.end)
}

/// Runs all programs; enough of them must be comparable, and each end that is asked for must be met often.
fn compare_all(access: Access, traps: &[u16], low: &[Block], ends: &[End]) {
    let mut met = Vec::new();
    for seed in 0..PROGRAMS {
        let mut blocks = low.to_vec();
        blocks.push(Block { origin: 0x3000, words: Random(seed).program(traps) });
        met.extend(compare(seed, &blocks, access));
    }
    assert!(met.len() as u64 > PROGRAMS / 2, "only {} programs could be compared", met.len());
    for end in ends {
        let count = met.iter().filter(|other| *other == end).count() as u64;
        assert!(count > PROGRAMS / 40, "only {count} programs end with {end:?}");
    }
}

#[test]
fn programs_in_user_mode_end_as_in_lc3_ensemble() {
    compare_all(
        Access::Enforced,
        &[OUT, OUT, HALT],
        &[],
        &[End::Halt, End::Limit, End::Illegal, End::Access],
    );
}

#[test]
fn programs_with_all_of_memory_end_as_in_lc3_ensemble() {
    // The operating systems differ, so none is loaded: only the entry of HALT is left.
    let mut words = vec![0; 0x3000];
    words[0x25] = 0x0225;
    let low = [Block { origin: 0, words }];
    compare_all(Access::Open, &[HALT], &low, &[End::Halt, End::Limit, End::Illegal]);
}
