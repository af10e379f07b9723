//! LC-3, as in Patt and Patel's *Introduction to Computing Systems* and the tools that courses use.
//!
//! [`assemble`] turns source into a [`Program`]; [`Loaded`] is a program on a machine that is set up in some way.

mod assembler;
mod checks;
pub mod code;
mod context;
mod core;
mod cpu;
mod dialect;
mod effects;
mod encode;
mod exec;
mod fault;
mod foreign;
mod isa;
mod keys;
mod lexer;
mod listing;
mod load;
mod messages;
mod mutate;
mod number;
mod object;
mod outside;
mod profile;
mod program;
mod routine;
mod services;
mod statement;
mod strings;
mod symbols;
pub mod table;
mod trap;
mod watch;

pub use assembler::{Assembly, assemble};
pub use cpu::Cpu;
pub use dialect::{Dialect, Dialects, Feature};
pub use isa::ISA;
pub use object::{read_object, read_text, write_object, write_words};
pub use profile::{Access, Edition, PROFILES, Profile, Setup, SystemTexts};
pub use program::{Block, Program};

/// A program on an LC-3.
pub type Loaded = crate::machine::Loaded<Cpu>;
