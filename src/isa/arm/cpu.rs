//! The state of an ARM machine.

use std::sync::{Arc, OnceLock};

use super::board::Map;
use super::effects::Outline;
use super::files::Outside;
use super::flags::Flags;
use super::memory::{Memory, code_of};
use super::operation::{Lowered, Operation};
use super::program::Program;
use super::registers::{LINK, PROGRAM_COUNTER, SCRATCH, STACK_POINTER};
use super::setup::Setup;
use super::table::{Architecture, Decoded};
use super::terminal::Terminal;
use super::uart::Uart;
use crate::console::{Peek, State};
use crate::machine::{FaultReason, Preset, Start, World};

/// The decoded instructions of a program; the runs share them.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The address of the first one.
    pub(super) base: u32,
    /// The operation of each word from there on.
    pub(super) operations: Vec<Operation>,
    /// For each of them the operation that is executed if its condition holds.
    pub(super) bodies: Vec<Operation>,
    /// Each word of the program, with what it is when taken apart. A word that the program writes is not among these.
    decoded: Arc<[(u32, Option<Decoded>)]>,
    /// For each of these the outline of its effects, once a run is watched.
    outlines: OnceLock<Arc<[Outline]>>,
}

impl Code {
    /// Decodes a program.
    pub(super) fn new(program: &Program, setup: &Setup) -> Self {
        let (base, end) = code_of(program, setup.board.map());
        let words = (base..end).step_by(4).map(|address| {
            let word = program.word(address).unwrap_or(0);
            (word, Decoded::new(word, address))
        });
        let mut code = Self { base, decoded: words.collect(), ..Self::default() };
        for (address, (word, decoded)) in (base..end).step_by(4).zip(&*code.decoded) {
            let Lowered { operation, body } = lowered(*word, decoded.as_ref(), address, setup);
            code.operations.push(operation);
            code.bodies.push(body);
        }
        code
    }

    /// A word at an address, taken apart; `None` if it is no instruction.
    pub(super) fn decoded(&self, word: u32, address: u32) -> Option<Decoded> {
        match self.known(word, address) {
            Some(index) => self.decoded[index].1,
            None => Decoded::new(word, address),
        }
    }

    /// The outline of the effects of a word at an address; `None` if it is not the program's own.
    pub(super) fn outline(&self, word: u32, address: u32) -> Option<&Outline> {
        let index = self.known(word, address)?;
        let outlines = self
            .outlines
            .get_or_init(|| self.decoded.iter().map(|(_, decoded)| Outline::new(decoded.as_ref())).collect());
        outlines.get(index)
    }

    /// The number of the instruction at an address, if this is its word as the program has it.
    fn known(&self, word: u32, address: u32) -> Option<usize> {
        let index = self.index(address).filter(|_| address.is_multiple_of(4))?;
        (self.decoded.get(index)?.0 == word).then_some(index)
    }

    /// The number of the instruction at an address; `None` if none of these is there.
    pub(super) fn index(&self, address: u32) -> Option<usize> {
        let index = (address.wrapping_sub(self.base) >> 2) as usize;
        (index < self.operations.len()).then_some(index)
    }

    fn set(&mut self, address: u32, lowered: Lowered) {
        if let Some(index) = self.index(address) {
            self.operations[index] = lowered.operation;
            self.bodies[index] = lowered.body;
        }
    }
}

/// The operation of a word on the processor of a machine.
fn lowered(word: u32, decoded: Option<&Decoded>, address: u32, setup: &Setup) -> Lowered {
    match decoded {
        // Processors before ARMv6 take hints for moves to no field of the status register.
        Some(decoded)
            if decoded.row.architecture > setup.architecture()
                && decoded.row.architecture != Architecture::V6K =>
        {
            let undefined = Operation::Undefined { word };
            Lowered { operation: undefined, body: undefined }
        }
        _ => {
            let lowered = Lowered::new(word, decoded, address);
            if lowered.operation == Operation::BranchToItself && !setup.board.map().halts {
                let branch = Operation::Branch { target: address };
                return Lowered { operation: branch, body: branch };
            }
            lowered
        }
    }
}

/// The modes of the processor that have registers of their own.
const MODES: usize = 6;

/// The registers that belong to a mode: `r8` to `r14`, of which most modes have only the last two, and the saved status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bank {
    registers: [u32; 7],
    status: u32,
}

/// An ARM machine.
#[derive(Clone, Debug)]
pub struct Cpu {
    /// 0 to 14 as numbered; the rest is never used.
    pub(super) registers: [u32; 256],
    pub(super) flags: Flags,
    /// The status register without the condition flags.
    pub(super) control: u32,
    /// The registers of the modes that the processor is not in.
    pub(super) banks: [Bank; MODES],
    pub(super) pc: u32,
    pub(super) memory: Memory,
    pub(super) map: &'static Map,
    pub(super) code: Arc<Code>,
    pub(super) executed: u64,
    pub(super) uart: Uart,
    /// The number of bytes of input that the program has read.
    pub(super) keys_read: u64,
    /// Files, the clock and the heap.
    pub(super) outside: Outside,
    /// Where a string was printed last: the address of the instruction, and of the string.
    pub(super) printed_at: (u32, u32),
    /// Where the run ends, as a caller waits there.
    pub(super) returns_to: Option<u32>,
    pub(super) setup: Setup,
    pub(super) terminal: Terminal,
}

/// The number of the bank of a mode; modes that share their registers share it.
fn bank(mode: u32) -> Option<usize> {
    match mode & 0x1F {
        0x10 | 0x1F => Some(0),
        0x11 => Some(1),
        0x12 => Some(2),
        0x13 => Some(3),
        0x17 => Some(4),
        0x1B => Some(5),
        _ => None,
    }
}

/// The number of the fast interrupt mode, which has registers from `r8` on.
const FAST: usize = 1;

/// The modes that have no saved status: user and system.
const WITHOUT_STATUS: usize = 0;

/// A place without memory, so that no string is read from it.
const NOWHERE: u32 = u32::MAX;

impl Cpu {
    /// A machine with a program in it, ready to execute its first instruction.
    pub(super) fn new(program: &Program, code: Arc<Code>, setup: &Setup, world: World<'_>) -> Self {
        let map = setup.board.map();
        let mut registers = [0; 256];
        if let Start::Random(seed) = world.start {
            let mut state = seed;
            registers[..usize::from(PROGRAM_COUNTER)].fill_with(|| {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                (state >> 32) as u32
            });
        }
        // A program that returns to its caller ends in the same way in every start state.
        registers[usize::from(LINK)] = 0;
        registers[usize::from(STACK_POINTER)] = map.stack_pointer.unwrap_or(0);
        let mut cpu = Self {
            registers,
            flags: Flags::from_bits(0),
            control: map.status,
            banks: [Bank::default(); MODES],
            pc: program.entry,
            memory: Memory::new(program, map, world.start),
            map,
            code,
            executed: 0,
            uart: Uart::default(),
            keys_read: 0,
            outside: Outside::new(program, setup, world),
            printed_at: (NOWHERE, NOWHERE),
            returns_to: world.preset.and_then(|preset| preset.returns_to).map(|(_, address)| address),
            setup: setup.clone(),
            terminal: Terminal::default(),
        };
        cpu.prepare_process();
        if let Some(preset) = world.preset {
            cpu.arrange(preset);
            cpu.begin_call(program, preset);
        }
        cpu
    }

    /// A function of a compiled program is called by way of what makes its library ready.
    fn begin_call(&mut self, program: &Program, preset: &Preset) {
        let calls = program.compiled.as_ref().and_then(|compiled| compiled.calls);
        if let (Some(calls), Some(function)) = (calls, preset.entry) {
            self.registers[usize::from(SCRATCH)] = function;
            self.pc = calls;
        }
    }

    /// Puts into the machine what a caller leaves there.
    fn arrange(&mut self, preset: &Preset) {
        for (address, cells) in &preset.cells {
            let bytes: Vec<u8> = cells.iter().map(|cell| *cell as u8).collect();
            self.memory.write(*address, &bytes);
            self.made_stale(*address, bytes.len() as u32);
        }
        for (from, to) in &preset.detours {
            let branch = Operation::Branch { target: *to };
            Arc::make_mut(&mut self.code).set(*from, Lowered { operation: branch, body: branch });
        }
        for (number, value) in preset.filled() {
            self.registers[usize::from(number & 15)] = value;
        }
        self.pc = preset.entry.unwrap_or(self.pc);
    }

    /// Notes that memory was changed where instructions may be.
    pub(super) fn made_stale(&mut self, address: u32, size: u32) {
        let first = address & !3;
        for address in (first..address.saturating_add(size)).step_by(4) {
            if self.code.index(address).is_some() {
                let stale = Lowered { operation: Operation::Stale, body: Operation::Stale };
                Arc::make_mut(&mut self.code).set(address, stale);
            }
        }
    }

    /// The operation at an address as it is now.
    ///
    /// # Errors
    /// If there is no memory.
    #[inline]
    pub(super) fn fetch(&mut self, address: u32) -> Result<Lowered, FaultReason> {
        if let Some(index) = self.code.index(address).filter(|_| address.is_multiple_of(4)) {
            let lowered = Lowered { operation: self.code.operations[index], body: self.code.bodies[index] };
            if !matches!(lowered.operation, Operation::Stale) {
                return Ok(lowered);
            }
        }
        self.fetch_again(address)
    }

    /// Takes apart the word at an address that is no instruction of the program, or may have been changed.
    #[cold]
    fn fetch_again(&mut self, address: u32) -> Result<Lowered, FaultReason> {
        let bad = FaultReason::BadJump(address);
        if !address.is_multiple_of(4) {
            return Err(bad);
        }
        let word = u32::from_le_bytes(self.memory.load(address).map_err(|_| bad)?);
        let lowered = lowered(word, Decoded::new(word, address).as_ref(), address, &self.setup);
        if self.code.index(address).is_some() {
            Arc::make_mut(&mut self.code).set(address, lowered);
        }
        Ok(lowered)
    }

    /// The value of a register, by its number from 0 to 15. The program counter reads as the address of the instruction that is
    /// executed, plus 8.
    pub(super) fn read(&self, number: u8) -> u32 {
        if number == PROGRAM_COUNTER { self.pc.wrapping_add(8) } else { self.registers[usize::from(number)] }
    }

    /// The current program status register.
    pub fn status(&self) -> u32 {
        self.flags.bits() | self.control
    }

    /// Sets the current program status register; the registers of another mode come with it.
    pub(super) fn set_status(&mut self, status: u32) {
        self.flags = Flags::from_bits(status);
        let control = status & 0xFF;
        if let (Some(old), Some(new)) = (bank(self.control), bank(control))
            && old != new
        {
            self.swap(old);
            self.swap(new);
        }
        // There is no Thumb state.
        self.control = control & !0x20;
    }

    /// Exchanges the registers of a mode with those that are kept for it. Registers that the mode shares with others stay.
    fn swap(&mut self, mode: usize) {
        // User mode's `r8` to `r12` are kept only while the fast interrupt mode has its own.
        let first = if mode == FAST { 0 } else { 5 };
        for (index, kept) in self.banks[mode].registers.iter_mut().enumerate().skip(first) {
            std::mem::swap(kept, &mut self.registers[8 + index]);
        }
    }

    /// Returns `true` if the processor is in a mode in which it may do everything.
    pub(super) fn is_privileged(&self) -> bool {
        self.control & 0x1F != 0x10
    }

    /// The saved program status register of the mode that the processor is in, if it has one.
    pub(super) fn saved_status(&mut self) -> Option<&mut u32> {
        let mode = bank(self.control).filter(|mode| *mode != WITHOUT_STATUS)?;
        Some(&mut self.banks[mode].status)
    }

    /// A register of user mode, whatever the mode is.
    pub(super) fn user_register(&mut self, number: u8) -> &mut u32 {
        let is_own = |mode: usize| mode != 0 && (number >= 13 || (mode == FAST && number >= 8));
        match bank(self.control) {
            Some(mode) if is_own(mode) && number < PROGRAM_COUNTER => {
                // While another mode's registers are in use, those of user mode lie in their place.
                let kept = if number >= 13 { 0 } else { FAST };
                &mut self.banks[kept].registers[usize::from(number) - 8]
            }
            _ => &mut self.registers[usize::from(number)],
        }
    }

    /// Takes an exception: the processor goes on in another mode at a vector.
    pub(super) fn enter(&mut self, mode: u32, vector: u32, returns_to: u32) {
        let status = self.status();
        self.set_status((status & !0x1F) | mode | 0x80);
        self.registers[usize::from(LINK)] = returns_to;
        if let Some(saved) = self.saved_status() {
            *saved = status;
        }
        self.pc = vector;
    }

    /// A byte of memory; `None` if there is no memory at the address.
    pub fn byte(&self, address: u32) -> Option<u8> {
        self.memory.byte(address)
    }

    /// A word of memory; `None` if there is no memory at the address.
    pub fn word(&self, address: u32) -> Option<u32> {
        self.memory.load(address).ok().map(u32::from_le_bytes)
    }

    /// The word at an address, as an instruction is fetched; zero where there is no memory.
    pub(super) fn instruction_at(&self, address: u32) -> u32 {
        let of_code = self.memory.load_code(address).map(u32::from_le_bytes);
        of_code.or_else(|| self.word(address)).unwrap_or(0)
    }
}

impl State for Cpu {
    fn register(&self, number: u8) -> u32 {
        self.registers[usize::from(number & 15)]
    }

    fn cell(&self, address: u32) -> Option<u32> {
        self.byte(address).map(u32::from)
    }
}
