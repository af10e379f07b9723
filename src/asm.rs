//! What the assemblers share: symbols, the way from an address back to the source, options.

mod collector;
mod program;

pub use collector::{Collector, MOST_ERRORS};
pub use program::{Role, SourceLine, SourceMap, Symbol};
