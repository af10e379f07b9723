//! What the assemblers share: symbols, the way from an address back to the source, options.

mod collector;
pub mod foreign;
pub mod limits;
mod program;
pub(crate) mod work;

pub use collector::{Collector, MOST_ERRORS, MOST_WARNINGS, Unlisted};
pub use program::{Role, SourceLine, SourceMap, Symbol};
