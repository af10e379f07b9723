//! The parts of an ARM machine that watching its runs needs.
//!
//! Source of the calling convention: *Procedure Call Standard for the ARM Architecture* (IHI 0042), 5.1.1.

use super::board::is_in;
use super::cpu::{Bank, Cpu};
use super::memory::code_of;
use super::program::Program;
use super::registers::{LINK, STACK_POINTER};
use super::uart::Uart;
use crate::asm::Role;
use crate::machine::watch::{Judged, Text, Unwritten, Watched};

/// The registers that a subroutine gives back: `r4` to `r11`, and the stack pointer.
const PRESERVED: u32 = 0x0FF0 | 1 << STACK_POINTER;

/// A program that makes instructions makes them within this many bytes after its own.
const ROOM: u32 = 0x1000;
/// Or within this many bytes of its data.
const DATA_ROOM: u32 = 0x1_0000;

/// The state that, besides memory, decides what the machine does next.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    pc: u32,
    registers: [u32; 15],
    status: u32,
    banks: [Bank; 6],
    keys_read: u64,
    uart: Uart,
}

/// The snapshot of a machine.
pub(super) fn snapshot(cpu: &Cpu) -> Snapshot {
    Snapshot {
        pc: cpu.pc,
        registers: std::array::from_fn(|number| cpu.registers[number]),
        status: cpu.status(),
        banks: cpu.banks,
        keys_read: cpu.keys_read,
        uart: cpu.uart.settled(),
    }
}

/// The facts of a program that watching its runs needs.
pub(super) fn watched(program: &Program) -> Watched {
    let map = program.board.map();
    if program.compiled.is_some() {
        // Compilers keep to the convention, save registers that hold nothing, and read more bytes at once than they use.
        let texts = texts(program);
        let judged = Judged::ByConvention(0);
        return Watched { texts, lowest: 0, link: LINK, defined: u32::MAX, unwritten: Vec::new(), judged };
    }
    let stack_pointer = u32::from(map.stack_pointer.is_some()) << STACK_POINTER;
    Watched {
        texts: texts(program),
        lowest: 0,
        link: LINK,
        defined: 1 << LINK | stack_pointer,
        unwritten: unwritten(program),
        judged: Judged::ByConvention(PRESERVED),
    }
}

/// The memory in which the program has nothing.
fn unwritten(program: &Program) -> Vec<Unwritten> {
    let map = program.board.map();
    let (_, code_end) = code_of(program, map);
    let mut low = if is_in(map.data, map.placement.code) { code_end } else { map.data.0 };
    let mut parts = Vec::new();
    for segment in program.segments.iter().filter(|segment| is_in(map.data, segment.address)) {
        if segment.address > low {
            parts.push(Unwritten::new(low, segment.address));
        }
        low = low.max(segment.end());
    }
    parts.push(Unwritten::new(low, map.data.1));
    parts.push(Unwritten::new(map.stack.0, map.stack.1));
    parts
}

/// Where the program has instructions.
fn texts(program: &Program) -> Vec<Text> {
    let map = program.board.map();
    let (start, end) = code_of(program, map);
    let data = if is_in(map.data, map.placement.code) { end.saturating_add(ROOM) } else { map.data.0 };
    let mut texts = vec![
        Text::new(start, end.saturating_add(ROOM).min(map.code.1), 4),
        Text::new(data, data.saturating_add(DATA_ROOM).min(map.data.1), 4),
    ];
    let lines = program.source_map.lines().iter();
    for line in lines.filter(|line| line.role == Role::Instruction) {
        for text in &mut texts {
            text.set(line.address, true);
        }
    }
    let compiled = program.compiled.iter().flat_map(|compiled| &compiled.code);
    for address in compiled.flat_map(|(start, end)| (*start..*end).step_by(4)) {
        for text in &mut texts {
            text.set(address, true);
        }
    }
    texts
}
