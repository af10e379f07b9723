//! MIPS32, as the MARS simulator assembles and runs it.
//!
//! [`assemble`] turns source into a [`Program`]; [`Loaded`] is a program on a machine that is set up in some way.

mod assembler;
pub mod code;
mod core;
mod cpu;
mod data;
mod decimal;
mod devices;
mod directive;
mod effects;
mod exec;
mod exit_message;
mod fault;
mod files;
mod foreign;
mod forms;
mod fpu;
mod input;
mod isa;
mod keys;
mod lines;
mod listing;
mod load;
mod macros;
mod map;
mod memory;
mod messages;
mod mutate;
mod number;
mod operands;
mod program;
mod random;
mod rare;
pub mod registers;
mod routine;
mod rows;
mod services;
mod setup;
mod spim;
mod symbols;
mod syscall;
pub mod table;
mod token;
mod watch;

pub use assembler::{Assembly, Options, assemble};
pub use cpu::Cpu;
pub use data::Chunk;
pub use exit_message::words as mars_words;
pub use forms::{form_of, forms};
pub use isa::ISA;
pub use lines::Includes;
pub use map::{MEMORY_MAPS, MemoryMap, Segment};
pub use program::{Program, Statement};
pub use setup::{InputMode, PROFILES, Profile, Setup};

/// A program on a MIPS machine.
pub type Loaded = crate::machine::Loaded<Cpu>;
