//! ARM: the 32-bit instruction set of ARMv4T and what later architectures add to it.
//!
//! [`assemble`] turns source into a [`Program`]; [`Loaded`] is a program on a machine, which is one of several boards.

mod alu;
mod assembler;
mod board;
pub mod code;
pub mod condition;
mod core;
mod cpu;
mod dialect;
mod directive;
mod effects;
mod encode;
mod exec;
mod expression;
mod fault;
mod files;
mod fit;
mod flags;
mod foreign;
mod image;
mod isa;
mod keys;
mod line;
mod listing;
mod load;
mod memory;
mod messages;
mod mnemonic;
mod mutate;
pub mod operand;
mod operation;
mod program;
pub mod registers;
mod routine;
mod rows;
mod services;
mod setup;
pub mod table;
mod terminal;
pub mod text;
mod token;
mod uart;
mod watch;
mod written;

pub use assembler::{Assembly, Options, assemble};
pub use board::{Board, Map};
pub use cpu::Cpu;
pub(super) use image::{is_same_image, linked};
pub use isa::ISA;
pub use program::{Compiled, Dialect, Placement, Program, Segment};
pub use services::DIVISION_BY_ZERO;
pub use setup::{Processor, Setup};

/// A program on an ARM machine.
pub type Loaded = crate::machine::Loaded<Cpu>;
