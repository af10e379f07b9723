//! The kinds of diagnostics that only the LC-3 assembler has; those of all assemblers are in [`crate::asm::code`].

use crate::asm::code as shared;
use crate::diagnostics::{Code, codes};

codes! {
    /// The program has no `.ORIG`, or a statement stands outside every `.ORIG` ... `.END` block.
    NO_ORIG = "lc3::no-orig";
    /// An object file or a text binary is damaged.
    BAD_OBJECT = "lc3::bad-object";
}

/// Names that kinds of diagnostics had before all assemblers shared them, with those that they have now.
pub const RENAMED: &[(&str, Code)] = &[
    ("lc3::immediate-range", shared::OPERAND_RANGE),
    ("lc3::label-too-far", shared::LABEL_TOO_FAR),
    ("lc3::undefined-label", shared::UNDEFINED_LABEL),
    ("lc3::duplicate-label", shared::DUPLICATE_LABEL),
    ("lc3::unknown-opcode", shared::UNKNOWN_INSTRUCTION),
    ("lc3::unknown-directive", shared::UNKNOWN_DIRECTIVE),
    ("lc3::operand-count", shared::OPERAND_COUNT),
    ("lc3::operand-kind", shared::OPERAND_KIND),
    ("lc3::bad-number", shared::BAD_NUMBER),
    ("lc3::bad-string", shared::BAD_STRING),
    ("lc3::bad-character", shared::BAD_CHARACTER),
    ("lc3::past-end-of-memory", shared::OUTSIDE_MEMORY),
    ("lc3::label-looks-like-opcode", shared::LABEL_LOOKS_LIKE_OPCODE),
    ("lc3::portability", shared::PORTABILITY),
    ("lc3::dialect", shared::DIALECT),
    ("lc3::too-many-errors", shared::TOO_MANY_ERRORS),
    ("lc3::too-large", shared::TOO_LARGE),
    ("lc3::foreign", shared::FOREIGN),
];
