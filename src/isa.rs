//! The instruction sets: syntax, instruction table, execution, operating system services.
//!
//! Each instruction set is one folder here. What the harness needs of all of them is
//! [`crate::machine::Executable`]; everything else is its own.

pub mod lc3;
pub mod pattern;
