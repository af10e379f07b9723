//! The state of an LC-3 and how it is filled before a run.
//!
//! The operating system is not a program in memory: the words x0200 to x02FF stand for the services of the 256 traps, so
//! that a program may still install its own routines in the trap vector table and chain to the old ones.

use super::profile::{Access, Edition, Setup};
use super::program::Program;
use crate::console::State;
use crate::machine::{Preset, Start, World};

/// Where the words that stand for services begin; the service of trap `v` is at `SERVICES + v`.
pub(super) const SERVICES: u16 = 0x0200;
/// A word that stands for a service holds this opcode, which the LC-3 reserves, and the trap vector.
const SERVICE_WORD: u16 = 0xD000;
/// The word at which a caller has its way: none of the instructions that programs are made of.
const HOOK_WORD: u16 = 0xD000;
/// The first address of the device registers' page.
pub(super) const DEVICES: u16 = 0xFE00;
/// The first address of user memory; also where the supervisor stack begins to grow down.
pub(super) const USER: u16 = 0x3000;
/// The entry of the keyboard in the interrupt vector table.
pub(super) const KEYBOARD_VECTOR: u16 = 0x0180;

/// Registers of the devices.
pub(super) mod device {
    pub(in super::super) const KBSR: u16 = 0xFE00;
    pub(in super::super) const KBDR: u16 = 0xFE02;
    pub(in super::super) const DSR: u16 = 0xFE04;
    pub(in super::super) const DDR: u16 = 0xFE06;
    pub(in super::super) const PSR: u16 = 0xFFFC;
    pub(in super::super) const MCR: u16 = 0xFFFE;
}

/// Condition codes as the bits n, z, p of the PSR.
pub(super) const fn condition_codes(result: u16) -> u8 {
    // n = 4, z = 2, p = 1, without a branch.
    1 + (result == 0) as u8 + 3 * (result >> 15) as u8
}

/// A machine with a program loaded.
#[derive(Clone, Debug)]
pub struct Cpu {
    pub(super) setup: Setup,
    pub(super) memory: Box<[u16; 0x1_0000]>,
    /// The first eight are the general registers. The others are never used: they let the byte that a decoded instruction
    /// names a register with be an index that needs no check.
    pub(super) registers: [u16; 256],
    pub(super) pc: u16,
    /// The condition codes as the bits n, z, p.
    pub(super) codes: u8,
    pub(super) user: bool,
    pub(super) priority: u8,
    /// R6 of the mode that is not running.
    pub(super) other_stack: u16,
    /// The lowest address that may be touched now, and the number of words from there on.
    pub(super) low: u16,
    pub(super) span: u16,
    pub(super) keyboard: Keyboard,
    /// Grows whenever something was stored; a poll loop that stores nothing is recognised by it.
    pub(super) stores: u64,
    pub(super) executed: u64,
    /// The hooks at addresses that a caller has prepared.
    hooks: Vec<(u16, Hook)>,
}

/// The action at an address where the caller, not the program, decides what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    /// The subroutine has returned to its caller.
    Return,
    /// Another routine stands in for the one that begins here.
    Detour(u16),
}

/// The keyboard's device registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Keyboard {
    pub(super) data: u16,
    pub(super) interrupts: bool,
    /// With interrupts on, the instruction count from which the next key can be read.
    pub(super) due: u64,
    /// The number of keys read.
    pub(super) keys_read: u64,
    /// True if the key that waits has already raised its interrupt.
    pub(super) raised: bool,
    /// The state at the last poll that found no key.
    pub(super) last_poll: Option<PollState>,
}

/// The state that shows whether a poll loop makes progress: program counter, registers, codes, stores.
pub(super) type PollState = (u16, [u16; 8], u8, u64);

impl Cpu {
    /// A fresh machine with `program` loaded.
    pub(super) fn new(program: &Program, setup: Setup, world: World<'_>) -> Self {
        let mut cpu = Self {
            setup,
            memory: zeroed_memory(),
            registers: [0; 256],
            pc: program.entry(&setup.profile),
            codes: 2,
            user: true,
            priority: 0,
            other_stack: USER,
            low: 0,
            span: 0,
            keyboard: Keyboard::default(),
            stores: 0,
            executed: 0,
            hooks: Vec::new(),
        };
        if let Start::Random(seed) = world.start {
            let mut random = SplitMix(seed);
            cpu.memory.iter_mut().for_each(|word| *word = random.next());
            cpu.registers[..8].iter_mut().for_each(|register| *register = random.next());
        }
        cpu.memory[usize::from(USER) - 1] = 0;
        for vector in 0..0x100 {
            cpu.memory[vector] = SERVICES + vector as u16;
            cpu.memory[0x100 + vector] = 0;
            cpu.memory[usize::from(SERVICES) + vector] = SERVICE_WORD | vector as u16;
        }
        for block in &program.blocks {
            let start = usize::from(block.origin);
            cpu.memory[start..start + block.words.len()].copy_from_slice(&block.words);
        }
        cpu.set_mode(true);
        if let Some(preset) = world.preset {
            cpu.arrange(preset);
        }
        cpu
    }

    /// Puts into the machine what a caller leaves there.
    fn arrange(&mut self, preset: &Preset) {
        for (address, cells) in &preset.cells {
            for (address, cell) in (*address as u16..).zip(cells) {
                self.memory[usize::from(address)] = *cell as u16;
            }
        }
        for (number, value) in preset.filled() {
            self.registers[usize::from(number & 7)] = value as u16;
        }
        let returns = preset.returns_to.iter().map(|(_, address)| (*address as u16, Hook::Return));
        let detours = preset.detours.iter().map(|(from, to)| (*from as u16, Hook::Detour(*to as u16)));
        self.hooks = returns.chain(detours).collect();
        for (address, _) in &self.hooks {
            self.memory[usize::from(*address)] = HOOK_WORD;
        }
        self.pc = preset.entry.map_or(self.pc, |entry| entry as u16);
    }

    /// The hook at an address, if a caller has prepared one.
    pub(super) fn hook(&self, address: u16) -> Option<Hook> {
        self.hooks.iter().find(|(at, _)| *at == address).map(|(_, hook)| *hook)
    }

    /// The general registers R0 to R7.
    pub fn registers(&self) -> [u16; 8] {
        std::array::from_fn(|number| self.registers[number])
    }

    /// The program counter.
    pub fn pc(&self) -> u16 {
        self.pc
    }

    /// A word of memory, without the devices.
    pub fn memory(&self, address: u16) -> u16 {
        self.memory[usize::from(address)]
    }

    /// The processor status register: mode, priority and condition codes.
    pub fn psr(&self) -> u16 {
        u16::from(self.user) << 15 | u16::from(self.priority) << 8 | u16::from(self.codes)
    }

    pub(super) fn set_psr(&mut self, psr: u16) {
        self.priority = (psr >> 8) as u8 & 7;
        self.codes = psr as u8 & 7;
        let user = psr >> 15 == 1;
        if user != self.user {
            std::mem::swap(&mut self.registers[6], &mut self.other_stack);
        }
        self.set_mode(user);
    }

    fn set_mode(&mut self, user: bool) {
        self.user = user;
        let guarded = user && self.setup.access == Access::Enforced;
        self.low = if guarded { USER } else { 0 };
        self.span = DEVICES - self.low;
    }

    pub(super) fn second_edition(&self) -> bool {
        self.setup.edition == Edition::Second
    }

    /// The trap whose service the word at `address` stands for, if it does.
    pub(super) fn service_at(&self, address: u16) -> Option<u8> {
        let vector = address.wrapping_sub(SERVICES);
        let stands = vector < 0x100 && self.memory(address) == SERVICE_WORD | vector;
        (stands && self.low == 0).then_some(vector as u8)
    }
}

impl State for Cpu {
    fn register(&self, number: u8) -> u32 {
        self.registers[usize::from(number & 7)].into()
    }

    fn cell(&self, address: u32) -> Option<u32> {
        u16::try_from(address).ok().map(|address| self.memory(address).into())
    }
}

fn zeroed_memory() -> Box<[u16; 0x1_0000]> {
    vec![0; 0x1_0000].into_boxed_slice().try_into().expect("the length is the array's")
}

/// Steele, Lea and Flood's `SplitMix64`: the same words for the same seed on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u16 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 16) as u16
    }
}
