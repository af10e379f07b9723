//! What the assemblers share: patterns of instructions, symbols, messages and their codes, files of a program, source maps,
//! limits, expressions and sections, included files.

pub mod code;
mod collector;
mod expression;
mod files;
pub mod include;
pub mod lexer;
pub mod limits;
pub mod messages;
pub mod pattern;
mod program;
pub mod section;
pub mod symbols;
pub(crate) mod work;

pub use collector::{Collector, MOST_ERRORS, MOST_WARNINGS};
pub use expression::{Arithmetic, Binary, Expression, Flaw, Place, Reason, Scope, Step, Unary, Value};
pub use files::{Part, ProgramFile, ProgramFiles, Shelf};
pub use program::{Role, SourceLine, SourceMap, Symbol};
