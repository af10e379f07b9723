//! Calling conventions: where a caller leaves arguments, and where it finds results.
//!
//! Sources: Patt and Patel, third edition, chapters 8 (by register) and 14 (the run-time stack); MIPS System V ABI, third
//! edition, chapter 3 (o32).

use super::Isa;
use super::mips::registers;

/// A calling convention.
#[derive(Debug, PartialEq, Eq)]
pub struct Convention {
    /// The name in specs.
    pub id: &'static str,
    /// The instruction set that it is for.
    pub isa: Isa,
    /// The registers of the first arguments. Argument n, counted from 0, that has no register lies n words above the
    /// stack pointer; where there is neither, arguments are given by naming registers.
    pub arguments: &'static [u8],
    /// Whether arguments beyond the registers lie on the stack.
    pub stacks_arguments: bool,
    /// Where results are.
    pub results: Results,
    /// The registers that have the same value after a call as before it, apart from the stack pointer.
    pub preserved: &'static [u8],
    /// The stack pointer.
    pub stack: u8,
    /// The register with the return address.
    pub link: u8,
}

/// Where results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Wherever the case says.
    Named,
    /// In these registers, the first result in the first one.
    Registers(&'static [u8]),
    /// On top of the stack, which has grown by one word for it.
    Pushed,
}

/// Every convention; the first one of an instruction set is the one that is meant where none is named.
pub static CONVENTIONS: [Convention; 4] = [
    Convention {
        id: "registers",
        isa: Isa::Lc3,
        arguments: &[],
        stacks_arguments: false,
        results: Results::Named,
        preserved: &[],
        stack: 6,
        link: 7,
    },
    Convention {
        id: "lc3-stack",
        isa: Isa::Lc3,
        arguments: &[],
        stacks_arguments: true,
        results: Results::Pushed,
        preserved: &[5],
        stack: 6,
        link: 7,
    },
    Convention {
        id: "o32",
        isa: Isa::Mips,
        arguments: &[4, 5, 6, 7],
        stacks_arguments: true,
        results: Results::Registers(&[2, 3]),
        // `$gp` is preserved too, but no program of a course changes it.
        preserved: &[16, 17, 18, 19, 20, 21, 22, 23, 30],
        stack: 29,
        link: 31,
    },
    Convention {
        id: "registers",
        isa: Isa::Mips,
        arguments: &[],
        stacks_arguments: false,
        results: Results::Named,
        preserved: &[],
        stack: 29,
        link: 31,
    },
];

impl Convention {
    /// The conventions of an instruction set.
    pub fn of(isa: Isa) -> impl Iterator<Item = &'static Self> {
        CONVENTIONS.iter().filter(move |convention| convention.isa == isa)
    }

    /// How many results it has a place for.
    pub fn most_results(&self) -> usize {
        match self.results {
            Results::Named => 0,
            Results::Registers(registers) => registers.len(),
            Results::Pushed => 1,
        }
    }
}

impl Isa {
    /// The number of a general register by its name: `R0` to `R7`, or `$t0` and the like.
    pub fn register(self, name: &str) -> Option<u8> {
        match self {
            Self::Lc3 => {
                let digit = name.strip_prefix(['R', 'r'])?.parse().ok()?;
                (digit < 8).then_some(digit)
            }
            Self::Mips => registers::general(name).map(|(number, _)| number),
        }
    }

    /// The registers that a caller may fill with any value: all but those with a meaning of their own.
    pub fn free_registers(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Lc3 => 0..=7,
            // `$at` is the assembler's, `$k0` and above are the system's and the stack's.
            Self::Mips => 2..=25,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CONVENTIONS;
    use crate::isa::Isa;

    #[test]
    fn registers_have_names() {
        assert_eq!(Isa::Lc3.register("R6"), Some(6));
        assert_eq!(Isa::Lc3.register("R8"), None);
        assert_eq!(Isa::Mips.register("$sp"), Some(29));
        assert_eq!(Isa::Mips.register("sp"), None);
    }

    #[test]
    fn what_is_preserved_is_no_argument_and_no_result() {
        for convention in &CONVENTIONS {
            assert!(convention.arguments.iter().all(|number| !convention.preserved.contains(number)));
            assert!(!convention.preserved.contains(&convention.link), "{}", convention.id);
        }
    }
}
