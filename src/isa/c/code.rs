//! The kinds of diagnostics of C programs.

use crate::diagnostics::codes;

codes! {
    /// The compiler does not accept something.
    COMPILER = "c::compiler";
    /// The compiler accepts something and warns of it.
    WARNING = "c::warning";
    /// A source includes a file that is neither the submission's nor the compiler's.
    INCLUDE = "c::include";
    /// The assembler does not accept something in assembly within C, or in a source in assembly.
    ASSEMBLY = "c::assembly";
    /// Something is used and defined nowhere, or defined more than once.
    LINK = "c::link";
    /// The variables of a program do not fit in the memory of the machine.
    MEMORY = "c::memory";
    /// The compiler needs more time, memory or output for a source than it gets.
    TOO_LARGE = "c::too-large";
}
