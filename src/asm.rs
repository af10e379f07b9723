//! What the assemblers share: symbols, the way from an address back to the source, options.

mod program;

pub use program::{Role, SourceLine, SourceMap, Symbol};
