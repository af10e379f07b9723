//! The parts that the assemblers share: patterns of instructions, tokens, symbols, expressions and sections,
//! messages and their codes, files of a program and those that it includes, source maps, limits.

pub mod code;
mod collector;
mod expression;
mod files;
pub mod include;
pub mod lexer;
pub mod limits;
pub mod linkage;
pub mod messages;
pub mod pattern;
mod program;
pub mod section;
pub mod symbols;
pub(crate) mod work;

pub use collector::{Collector, MOST_ERRORS, MOST_WARNINGS};
pub use expression::{Arithmetic, Binary, Expression, Flaw, Place, Reason, Scope, Step, Unary, Value};
pub use files::{Part, ProgramFile, ProgramFiles, Shelf};
pub use program::{Assembly, Role, SourceLine, SourceMap, Symbol};
