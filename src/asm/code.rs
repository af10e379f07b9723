//! Every kind of diagnostic that assemblers share, once: the same mistake has the same code in every instruction set.

use crate::diagnostics::codes;

codes! {
    /// A word stands where an instruction or a directive is expected and is neither.
    UNKNOWN_INSTRUCTION = "asm::unknown-instruction";
    /// A directive that the assembler does not have.
    UNKNOWN_DIRECTIVE = "asm::unknown-directive";
    /// An instruction or a directive has fewer or more operands than it takes.
    OPERAND_COUNT = "asm::operand-count";
    /// An operand is of the wrong kind, such as a label where a register is expected.
    OPERAND_KIND = "asm::operand-kind";
    /// A number does not fit in its field of the instruction, or in the cells of its directive.
    OPERAND_RANGE = "asm::operand-range";
    /// A label is too far away for the instruction that uses it.
    LABEL_TOO_FAR = "asm::label-too-far";
    /// A label is used but defined nowhere.
    UNDEFINED_LABEL = "asm::undefined-label";
    /// A label is defined more than once.
    DUPLICATE_LABEL = "asm::duplicate-label";
    /// A label that is very likely a misspelt instruction: nothing is executed there.
    LABEL_LOOKS_LIKE_OPCODE = "asm::label-looks-like-opcode";
    /// Something that looks like a number cannot be read as one.
    BAD_NUMBER = "asm::bad-number";
    /// A string holds something that is not allowed there.
    BAD_STRING = "asm::bad-string";
    /// A string without its closing quotation mark.
    OPEN_STRING = "asm::open-string";
    /// Characters that have no meaning where they stand.
    BAD_CHARACTER = "asm::bad-character";
    /// A directive is not written as it must be, or has a value that it cannot use.
    DIRECTIVE = "asm::directive";
    /// A value is cut to the size of its directive.
    TRUNCATED = "asm::truncated";
    /// Instructions or data lie where there is no memory for them.
    OUTSIDE_MEMORY = "asm::outside-memory";
    /// Instructions or data lie where others lie already.
    OVERLAP = "asm::overlap";
    /// Data stands among instructions, or an instruction among data.
    WRONG_SECTION = "asm::wrong-section";
    /// A label is shared with other files and not defined, or defined in several of them.
    GLOBAL = "asm::global";
    /// A named constant is not defined as such names are.
    CONSTANT = "asm::constant";
    /// A macro is not defined or not used as macros are.
    MACRO = "asm::macro";
    /// A file that is to be included is not there, or is included twice.
    INCLUDE = "asm::include";
    /// Something that not all tools read in the same way.
    PORTABILITY = "asm::portability";
    /// The chosen dialect rejects something that another tool accepts.
    DIALECT = "asm::dialect";
    /// A file has more errors or warnings than are listed.
    TOO_MANY_ERRORS = "asm::too-many-errors";
    /// A source comes to more than the assembler takes: macros, replaced names, words, blocks.
    TOO_LARGE = "asm::too-large";
    /// The file is no source of this assembler: a document, an archive, or another language.
    FOREIGN = "asm::foreign";
}
