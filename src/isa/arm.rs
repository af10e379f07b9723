//! ARM: the 32-bit instruction set of ARMv4T and what later architectures add to it.

pub mod condition;
mod encode;
pub mod operand;
mod program;
pub mod registers;
mod rows;
pub mod table;
pub mod text;

pub use program::{Dialect, Placement, Program, Segment};
