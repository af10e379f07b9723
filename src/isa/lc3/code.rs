//! Every kind of diagnostic of the LC-3 assembler, once.

use crate::diagnostics::codes;

codes! {
    /// An immediate operand or an offset does not fit in its field of the instruction.
    IMMEDIATE_RANGE = "lc3::immediate-range";
    /// A label is too far away for the offset field of the instruction that uses it.
    LABEL_TOO_FAR = "lc3::label-too-far";
    /// A label is used but defined nowhere.
    UNDEFINED_LABEL = "lc3::undefined-label";
    /// A label is defined more than once.
    DUPLICATE_LABEL = "lc3::duplicate-label";
    /// A word stands where an opcode or a directive is expected and is neither.
    UNKNOWN_OPCODE = "lc3::unknown-opcode";
    /// An assembler directive that no LC-3 assembler knows.
    UNKNOWN_DIRECTIVE = "lc3::unknown-directive";
    /// An instruction has fewer or more operands than it takes.
    OPERAND_COUNT = "lc3::operand-count";
    /// An operand is of the wrong kind, such as a label where a register is expected.
    OPERAND_KIND = "lc3::operand-kind";
    /// Something that looks like a number cannot be read as one.
    BAD_NUMBER = "lc3::bad-number";
    /// A string lacks its closing quotation mark or holds something that is not allowed there.
    BAD_STRING = "lc3::bad-string";
    /// A character that has no meaning in LC-3 assembly.
    BAD_CHARACTER = "lc3::bad-character";
    /// The program has no `.ORIG`, or a statement stands outside every `.ORIG` ... `.END` block.
    NO_ORIG = "lc3::no-orig";
    /// A block runs past the end of memory.
    PAST_END_OF_MEMORY = "lc3::past-end-of-memory";
    /// A label that is very likely a misspelt opcode: nothing is executed there.
    LABEL_LOOKS_LIKE_OPCODE = "lc3::label-looks-like-opcode";
    /// Something that not all LC-3 tools read in the same way.
    PORTABILITY = "lc3::portability";
    /// The chosen dialect rejects something that another tool accepts.
    DIALECT = "lc3::dialect";
    /// A file has so many errors or warnings that the rest of them are not listed.
    TOO_MANY_ERRORS = "lc3::too-many-errors";
    /// A source comes to more words or blocks than the assembler takes.
    TOO_LARGE = "lc3::too-large";
    /// What was handed in is no source of this assembler: a document, an archive, or another language.
    FOREIGN = "lc3::foreign";
    /// An object file or a text binary is damaged.
    BAD_OBJECT = "lc3::bad-object";
}
