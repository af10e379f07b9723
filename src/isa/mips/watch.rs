//! The parts of a MIPS machine that watching its runs needs.

use super::cpu::{Cpu, GLOBAL_POINTER, RETURN_ADDRESS, STACK_POINTER, System};
use super::program::Program;
use crate::machine::watch::{Judged, Text, Unwritten, Watched};

/// The registers that a subroutine gives back, as courses teach o32: `$s0` to `$s7`, `$gp`, `$sp` and `$fp`.
const PRESERVED: u32 = 0x00FF_0000 | 1 << GLOBAL_POINTER | 1 << STACK_POINTER | 1 << 30;

/// A program that makes instructions makes them within this many bytes after its own.
const ROOM: u32 = 0x1000;

/// The state that, besides memory, decides what the machine does next.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    pc: u32,
    registers: [u32; 32],
    hi_lo: (u32, u32),
    float: [u32; 32],
    flags: u8,
    system: System,
    keys_read: u64,
    /// Part of the snapshot as interrupts may be off here and on later in the loop.
    interrupted: bool,
}

/// The snapshot of a machine.
pub(super) fn snapshot(cpu: &Cpu) -> Snapshot {
    Snapshot {
        pc: cpu.pc,
        registers: std::array::from_fn(|number| cpu.registers[number]),
        hi_lo: (cpu.hi, cpu.lo),
        float: cpu.float,
        flags: cpu.flags,
        system: cpu.system,
        keys_read: cpu.keys_read,
        interrupted: cpu.interrupted,
    }
}

/// The facts of a program that watching its runs needs.
pub(super) fn watched(program: &Program) -> Watched {
    let map = &program.map;
    let at_start = [0, GLOBAL_POINTER, STACK_POINTER, RETURN_ADDRESS];
    Watched {
        texts: texts(program),
        lowest: 0,
        link: RETURN_ADDRESS,
        defined: at_start.iter().fold(0, |bits, number| bits | 1 << number),
        // Static data is zero in every tool; the heap and the stack hold what was there before.
        unwritten: vec![Unwritten::new(map.heap, map.data_limit), Unwritten::new(map.stack, map.stack_limit)],
        judged: Judged::ByConvention(PRESERVED),
    }
}

/// Where the program has instructions.
fn texts(program: &Program) -> Vec<Text> {
    let map = &program.map;
    let parts = [(map.text, map.text_limit), (map.kernel_text, map.kernel_text_limit)];
    let mut texts = parts.map(|(base, limit)| {
        let ends = program.words().map(|(address, _)| address + 4);
        let end = ends.filter(|end| (base..=limit).contains(end)).max();
        Text::new(base, end.unwrap_or(base).saturating_add(ROOM).min(limit), 4)
    });
    for (address, _) in program.words() {
        for text in &mut texts {
            text.set(address, true);
        }
    }
    texts.into()
}
