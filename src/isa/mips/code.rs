//! The kinds of diagnostics that only the MIPS assembler has; those of all assemblers are in [`crate::asm::code`].

use crate::asm::code as shared;
use crate::diagnostics::{Code, codes};

codes! {
    /// A directive that MARS ignores.
    IGNORED = "mips::ignored";
}

/// Names that kinds of diagnostics had before all assemblers shared them, with those that they have now.
pub const RENAMED: &[(&str, Code)] = &[
    ("mips::unknown-operator", shared::UNKNOWN_INSTRUCTION),
    ("mips::operand-count", shared::OPERAND_COUNT),
    ("mips::operand-kind", shared::OPERAND_KIND),
    ("mips::operand-range", shared::OPERAND_RANGE),
    ("mips::undefined-label", shared::UNDEFINED_LABEL),
    ("mips::duplicate-label", shared::DUPLICATE_LABEL),
    ("mips::unknown-token", shared::BAD_CHARACTER),
    ("mips::unknown-token", shared::BAD_NUMBER),
    ("mips::wrong-segment", shared::WRONG_SECTION),
    ("mips::directive", shared::DIRECTIVE),
    ("mips::ignored", shared::UNKNOWN_DIRECTIVE),
    ("mips::global", shared::GLOBAL),
    ("mips::macro", shared::MACRO),
    ("mips::include", shared::INCLUDE),
    ("mips::eqv", shared::CONSTANT),
    ("mips::address", shared::OUTSIDE_MEMORY),
    ("mips::address", shared::OVERLAP),
    ("mips::address", shared::LABEL_TOO_FAR),
    ("mips::truncated", shared::TRUNCATED),
    ("mips::open-string", shared::OPEN_STRING),
    ("mips::portability", shared::PORTABILITY),
    ("mips::too-many-errors", shared::TOO_MANY_ERRORS),
    ("mips::too-large", shared::TOO_LARGE),
    ("mips::foreign", shared::FOREIGN),
];
