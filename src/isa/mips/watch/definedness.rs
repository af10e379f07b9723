//! Registers that the program uses before it puts anything there.
//!
//! MARS starts with zeros, so that such a program works by luck; other machines do not. Saving a register on the stack, or
//! copying it, is no use of it. Memory is not judged: `.space` is zero in every tool, and a stack is written before it is read.

use super::super::cpu::{Cpu, GLOBAL_POINTER, RETURN_ADDRESS, STACK_POINTER};
use super::super::table::{Instruction, OperandKind, SINK};
use crate::machine::{Preset, UndefinedUse, Where};

/// More uses than these are not told.
const MOST_USES: usize = 20;

#[derive(Debug)]
pub(super) struct Definedness {
    /// Bit n: register n holds what the program put there.
    defined: u32,
    uses: Vec<UndefinedUse>,
}

impl Default for Definedness {
    fn default() -> Self {
        let at_start = [0, GLOBAL_POINTER, STACK_POINTER, RETURN_ADDRESS];
        Self { defined: at_start.iter().fold(0, |bits, number| bits | 1 << number), uses: Vec::new() }
    }
}

impl Definedness {
    /// What is defined in a subroutine that the harness itself has called.
    pub(super) fn within(preset: &Preset) -> Self {
        let mut definedness = Self::default();
        preset.registers.iter().for_each(|(number, _)| definedness.define(*number));
        definedness
    }

    /// Follows one instruction before it is executed.
    pub(super) fn before(&mut self, cpu: &Cpu, pc: u32, instruction: Instruction) {
        match instruction {
            Instruction::StoreWord { base, .. } => return self.use_of(pc, base),
            Instruction::AddUnsigned { to, left, right: 0 } | Instruction::Or { to, left, right: 0 } => {
                return self.copy(to, left);
            }
            Instruction::AddUnsigned { to, left: 0, right } | Instruction::Or { to, left: 0, right } => {
                return self.copy(to, right);
            }
            Instruction::Syscall {} => return self.service(pc, cpu.register(2)),
            _ => {}
        }
        instruction.operands(|kind, number| {
            if kind == OperandKind::From {
                self.use_of(pc, number);
            }
        });
        instruction.operands(|kind, number| {
            if kind == OperandKind::To {
                self.define(number);
            }
        });
        if matches!(
            instruction,
            Instruction::Call { .. } | Instruction::CallNotNegative { .. } | Instruction::CallNegative { .. }
        ) {
            self.define(RETURN_ADDRESS);
        }
    }

    /// A service reads its number and its arguments, and leaves results.
    fn service(&mut self, pc: u32, number: u32) {
        self.use_of(pc, 2);
        let arguments: &[u8] = match number {
            1 | 4 | 9 | 11 | 16 | 17 | 32 | 34..=36 | 50 | 51 | 52 | 53 | 55 => &[4],
            8 | 13 | 40 | 42 | 56 | 59 => &[4, 5],
            14 | 15 | 54 => &[4, 5, 6],
            _ => &[],
        };
        for number in arguments {
            self.use_of(pc, *number);
        }
        for number in [2, 4, 5] {
            self.define(number);
        }
    }

    fn copy(&mut self, to: u8, from: u8) {
        if self.defined >> from & 1 != 0 {
            self.define(to);
        } else if to < SINK {
            self.defined &= !(1 << to);
        }
    }

    fn define(&mut self, number: u8) {
        if number < SINK {
            self.defined |= 1 << number;
        }
    }

    fn use_of(&mut self, pc: u32, number: u8) {
        if self.defined >> (number & 31) & 1 != 0 {
            return;
        }
        // One report for one missing value; what is computed from it is not the root.
        self.define(number);
        if self.uses.len() < MOST_USES && !self.uses.iter().any(|known| known.at == pc) {
            self.uses.push(UndefinedUse { at: pc, holder: Where::Register(number) });
        }
    }

    pub(super) fn into_uses(self) -> Vec<UndefinedUse> {
        self.uses
    }
}
