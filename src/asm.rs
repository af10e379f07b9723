//! What the assemblers share: symbols, the way from an address back to the source, options.

mod collector;
mod files;
pub mod limits;
pub mod pattern;
mod program;
pub(crate) mod work;

pub use collector::{Collector, MOST_ERRORS, MOST_WARNINGS, Unlisted};
pub use files::{Part, ProgramFile, ProgramFiles, Shelf};
pub use program::{Role, SourceLine, SourceMap, Symbol};
