//! ARM: the 32-bit instruction set of ARMv4T and what later architectures add to it.

mod assembler;
pub mod code;
pub mod condition;
mod dialect;
mod directive;
mod encode;
mod expression;
mod fit;
mod line;
mod messages;
mod mnemonic;
pub mod operand;
mod program;
pub mod registers;
mod rows;
pub mod table;
pub mod text;
mod token;
mod written;

pub use assembler::{Assembly, Options, assemble};
pub use program::{Dialect, Placement, Program, Segment};
