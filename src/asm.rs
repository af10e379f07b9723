//! What the assemblers share: patterns of instructions, symbols, messages and their codes, files of a program, source maps,
//! limits.

pub mod code;
mod collector;
mod files;
pub mod lexer;
pub mod limits;
pub mod messages;
pub mod pattern;
mod program;
pub mod symbols;
pub(crate) mod work;

pub use collector::{Collector, MOST_ERRORS, MOST_WARNINGS};
pub use files::{Part, ProgramFile, ProgramFiles, Shelf};
pub use program::{Role, SourceLine, SourceMap, Symbol};
