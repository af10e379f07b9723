//! The state of a MIPS machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::data::Chunk;
use super::exec::Superinstruction;
use super::files::FileTable;
use super::map::{MemoryMap, Segment};
use super::memory::Memory;
use super::program::Program;
use super::random::{Streams, scrambled};
use super::registers::NAMES;
use super::setup::Setup;
use super::table::Instruction;
use crate::console::{Files, Loose, State};
use crate::machine::{Fault, FaultReason, Preset, Start, Stop, World};

/// The most by which the clock differs from one seed to another, in milliseconds.
const ONE_DAY: u64 = 86_400_000;

/// The decoded instructions of a program; the runs share them.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub(super) user: Region,
    pub(super) kernel: Region,
    /// The steps of the fast loop, one for each instruction of the user's text.
    pub(super) steps: Vec<Superinstruction>,
}

/// Instructions from an address on; where the program has none there is [`Instruction::Nothing`].
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) base: u32,
    pub(super) instructions: Vec<Instruction>,
}

impl Region {
    fn new(base: u32, words: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut region = Self { base, instructions: Vec::new() };
        region.put(words);
        region
    }

    /// Decodes words to their addresses.
    fn put(&mut self, words: impl Iterator<Item = (u32, u32)>) {
        for (address, word) in words {
            let index = ((address - self.base) / 4) as usize;
            if self.instructions.len() <= index {
                self.instructions.resize(index + 1, Instruction::Nothing);
            }
            self.instructions[index] = Instruction::decode(word, address);
        }
    }

    fn get_mut(&mut self, address: u32) -> Option<&mut Instruction> {
        self.instructions.get_mut((address.wrapping_sub(self.base) >> 2) as usize)
    }

    pub(super) fn get(&self, address: u32) -> Option<Instruction> {
        self.instructions.get((address.wrapping_sub(self.base) >> 2) as usize).copied()
    }
}

impl Code {
    /// Decodes a program.
    pub(super) fn new(program: &Program) -> Self {
        let map = &program.map;
        let is_kernel = |address: u32| map.segment(address) == Some(Segment::KernelText);
        let user = Region::new(map.text, program.words().filter(|(address, _)| !is_kernel(*address)));
        let kernel = Region::new(map.kernel_text, program.words().filter(|(address, _)| is_kernel(*address)));
        Self { steps: Superinstruction::all(&user.instructions, user.base), user, kernel }
    }

    /// Changes the user's text.
    fn change(&mut self, change: impl FnOnce(&mut Region)) {
        change(&mut self.user);
        self.steps = Superinstruction::all(&self.user.instructions, self.user.base);
    }
}

/// The registers of coprocessor 0 that MARS has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct System {
    /// `$8`: the address that could not be accessed.
    pub(super) bad_address: u32,
    /// `$12`: bit 0 switches interrupts on, bit 1 is set while an exception is handled.
    pub(super) status: u32,
    /// `$13`: bits 2 to 6 give the kind of the last exception.
    pub(super) cause: u32,
    /// `$14`: the instruction at which it happened.
    pub(super) return_address: u32,
}

impl System {
    pub(super) fn get(&self, number: u8) -> u32 {
        match number {
            8 => self.bad_address,
            12 => self.status,
            13 => self.cause,
            14 => self.return_address,
            _ => 0,
        }
    }

    pub(super) fn set(&mut self, number: u8, value: u32) {
        match number {
            8 => self.bad_address = value,
            12 => self.status = value,
            13 => self.cause = value,
            14 => self.return_address = value,
            _ => {}
        }
    }
}

/// A branch that waits for the instruction in its delay slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delayed {
    /// The instruction that was just executed branches.
    Registered(u32),
    /// The instruction that was just executed stands in the slot.
    Triggered(u32),
}

/// A MIPS machine.
#[derive(Clone, Debug)]
pub struct Cpu {
    /// 0 to 31 as numbered; 32 takes what is written to `$zero`; the rest is never used.
    pub(super) registers: [u32; 256],
    pub(super) hi: u32,
    pub(super) lo: u32,
    pub(super) pc: u32,
    pub(super) float: [u32; 32],
    /// Bit n is condition flag n of the floating point unit.
    pub(super) flags: u8,
    pub(super) system: System,
    pub(super) memory: Memory,
    pub(super) map: MemoryMap,
    pub(super) code: Arc<Code>,
    /// With self-modifying code: the words of all instructions as they are now.
    pub(super) words: BTreeMap<u32, u32>,
    pub(super) delayed: Option<Delayed>,
    /// The end of the heap.
    pub(super) heap: u32,
    pub(super) executed: u64,
    /// The time that the program has slept, in milliseconds; the clock is ahead of the number of instructions
    /// by as much.
    pub(super) slept: u64,
    pub(super) streams: Streams,
    /// The number of the setup's draws that were given.
    pub(super) drawn: usize,
    /// Where a string was printed last: the address of the instruction, and of the string.
    pub(super) printed_at: (u32, u32),
    pub(super) files: FileTable,
    /// The number of bytes of input that the program has read.
    pub(super) keys_read: u64,
    /// The number of times that the program looked for a key and found none.
    pub(super) vain_polls: u32,
    /// True if the key that waits has interrupted the program.
    pub(super) interrupted: bool,
    /// After a carriage return: a line feed belongs to the same line end.
    pub(super) skips_line_feed: bool,
    pub(super) setup: Setup,
}

impl Cpu {
    /// A machine with a program in it, ready to execute its first instruction.
    pub(super) fn new(program: &Program, code: Arc<Code>, setup: &Setup, world: World<'_>) -> Self {
        let map = program.map;
        let mut registers = [0; 256];
        if let Start::Random(seed) = world.start {
            let mut noise = super::random::JavaRandom::new(seed as i64);
            registers[1..32].fill_with(|| noise.int() as u32);
        }
        registers[usize::from(GLOBAL_POINTER)] = map.global_pointer;
        registers[usize::from(STACK_POINTER)] = map.stack_pointer;
        // A program that returns from `main` ends in the same way in every start state.
        registers[usize::from(RETURN_ADDRESS)] = 0;
        let words = if setup.self_modifying { program.words().collect() } else { BTreeMap::new() };
        let main = program.main.filter(|_| setup.start_at_main);
        // Seeds that lie close together give other draws and another time all the same.
        let luck = match world.start {
            Start::Zeros => scrambled(world.seed),
            Start::Random(seed) => scrambled(world.seed) ^ scrambled(!seed),
        };
        let mut cpu = Self {
            registers,
            hi: 0,
            lo: 0,
            pc: main.unwrap_or(map.text),
            float: [0; 32],
            flags: 0,
            system: System { bad_address: 0, status: 0xFF11, cause: 0, return_address: 0 },
            memory: Memory::new(map, &program.data, world.start),
            map,
            code,
            words,
            delayed: None,
            heap: map.heap,
            executed: 0,
            slept: luck % ONE_DAY,
            streams: Streams::new(setup.seed ^ luck),
            drawn: 0,
            printed_at: (0, 0),
            files: FileTable::new((*setup.files).clone(), &setup.lying, world.disk_is_full),
            keys_read: 0,
            vain_polls: 0,
            interrupted: false,
            skips_line_feed: false,
            setup: setup.clone(),
        };
        if let Some(preset) = world.preset {
            cpu.arrange(preset);
        }
        cpu
    }

    /// Puts into the machine what a caller leaves there.
    fn arrange(&mut self, preset: &Preset) {
        let is_text = |address: u32| self.map.segment(address) == Some(Segment::Text);
        let (text, data): (Vec<_>, Vec<_>) = preset.cells.iter().partition(|(address, _)| is_text(*address));
        let bytes = |cells: &[u32]| -> Vec<u8> { cells.iter().map(|cell| *cell as u8).collect() };
        for (address, cells) in data {
            self.memory.write(&Chunk { address: *address, bytes: bytes(cells) });
        }
        if !text.is_empty() || !preset.detours.is_empty() {
            Arc::make_mut(&mut self.code).change(|user| {
                for (address, cells) in text {
                    let bytes = bytes(cells);
                    let words = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
                    user.put((*address..).step_by(4).zip(words));
                }
                for (from, to) in &preset.detours {
                    if let Some(place) = user.get_mut(*from) {
                        *place = Instruction::Jump { target: *to };
                    }
                }
            });
        }
        for (number, value) in preset.filled() {
            self.registers[usize::from(number & 31)] = value;
        }
        self.registers[0] = 0;
        self.pc = preset.entry.unwrap_or(self.pc);
    }

    /// The value of a general register, by its number from 0 to 31.
    pub fn register(&self, number: u8) -> u32 {
        self.registers[usize::from(number & 31)]
    }

    /// The value of a general register, by its name without the dollar sign.
    pub fn named(&self, name: &str) -> Option<u32> {
        let number = NAMES.iter().position(|known| *known == name)?;
        Some(self.registers[number])
    }

    /// HI and LO.
    pub fn hi_lo(&self) -> (u32, u32) {
        (self.hi, self.lo)
    }

    /// The bits of a register of the floating point unit, by its number from 0 to 31.
    pub fn float_bits(&self, number: u8) -> u32 {
        self.float[usize::from(number & 31)]
    }

    /// The condition flags of the floating point unit; bit n is flag n.
    pub fn condition_flags(&self) -> u8 {
        self.flags
    }

    /// The program counter.
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// A byte of data memory; `None` if there is no memory at the address.
    pub fn byte(&self, address: u32) -> Option<u8> {
        self.memory.load_byte(address).ok()
    }

    /// A word of data memory; `None` if there is no memory at the address.
    pub fn word(&self, address: u32) -> Option<u32> {
        self.memory.load_word(address).ok()
    }

    /// A word of data memory, or of the text of a program that changes itself; `None` where there is neither.
    pub(super) fn any_word(&self, address: u32) -> Option<u32> {
        self.word(address).or_else(|| {
            let is_text = matches!(self.map.segment(address), Some(Segment::Text | Segment::KernelText));
            (self.setup.self_modifying && is_text).then(|| self.words.get(&address).copied().unwrap_or(0))
        })
    }

    /// The names of files that are open for writing, and of those that were not there.
    pub(super) fn loose_files(&self) -> Loose {
        self.files.loose()
    }

    /// The files as they are now.
    pub fn files(&self) -> &Files {
        self.files.files()
    }

    /// The files as they are now.
    pub fn into_files(self) -> Files {
        self.files.into_files()
    }

    /// The instruction at an address outside of the user's text as it was assembled.
    ///
    /// # Errors
    /// If no instruction can be there.
    pub(super) fn fetch_outside(&self, address: u32) -> Result<Instruction, FaultReason> {
        if !address.is_multiple_of(4) {
            return Err(FaultReason::BadJump(address));
        }
        if let Some(word) = self.words.get(&address) {
            return Ok(Instruction::decode(*word, address));
        }
        match self.map.segment(address) {
            Some(Segment::Text) => Ok(self.code.user.get(address).unwrap_or(Instruction::Nothing)),
            Some(Segment::KernelText) => Ok(self.code.kernel.get(address).unwrap_or(Instruction::Nothing)),
            Some(_) if self.setup.self_modifying => {
                let word = self.memory.load_word(address).map_err(|_| FaultReason::BadJump(address))?;
                Ok(Instruction::decode(word, address))
            }
            _ => Err(FaultReason::BadJump(address)),
        }
    }

    /// Enters the exception handler; `Err` with the stop if the program has no handler.
    ///
    /// Source: MARS 4.5, `mars/simulator/Exceptions.java` and `Simulator.java`.
    pub(super) fn raise(&mut self, fault: Fault) -> Result<(), Stop> {
        if let FaultReason::BadJump(_) = fault.reason {
            return Err(Stop::Fault(fault));
        }
        if let Some((cause, address)) = cause(fault.reason) {
            if let Some(address) = address {
                self.system.bad_address = address;
            }
            self.enter(cause, fault.at);
        }
        match self.fetch_outside(self.map.handler) {
            Ok(Instruction::Nothing) | Err(_) => Err(Stop::Fault(fault)),
            Ok(_) => {
                self.pc = self.map.handler;
                self.delayed = None;
                Ok(())
            }
        }
    }

    /// Notes the cause of an exception and where it happened.
    pub(super) fn enter(&mut self, cause: u32, at: u32) {
        self.system.cause = (self.system.cause & 0xFFFF_FC83) | cause << 2;
        self.system.return_address = at;
        self.system.status |= 2;
    }
}

impl State for Cpu {
    fn register(&self, number: u8) -> u32 {
        Self::register(self, number)
    }

    fn cell(&self, address: u32) -> Option<u32> {
        self.byte(address).map(u32::from)
    }
}

/// `$gp`.
pub(super) const GLOBAL_POINTER: u8 = 28;
/// `$sp`.
pub(super) const STACK_POINTER: u8 = 29;
/// `$ra`.
pub(super) const RETURN_ADDRESS: u8 = 31;

/// The exception code of a fault, and the address that it is about.
fn cause(reason: FaultReason) -> Option<(u32, Option<u32>)> {
    use crate::machine::Access;
    let by_access = |access: Access| if access == Access::Load { 4 } else { 5 };
    match reason {
        FaultReason::Unaligned(access, address, _)
        | FaultReason::NoMemory(access, address)
        | FaultReason::TextAccess(access, address)
        | FaultReason::KernelTextAccess(access, address) => Some((by_access(access), Some(address))),
        FaultReason::UnknownService(_) | FaultReason::BadInput(_) | FaultReason::BadArgument(..) => {
            Some((8, None))
        }
        FaultReason::Break(_) => Some((9, None)),
        FaultReason::IllegalInstruction(_) => Some((10, None)),
        FaultReason::Overflow => Some((12, None)),
        FaultReason::ConditionHeld => Some((13, None)),
        _ => None,
    }
}
