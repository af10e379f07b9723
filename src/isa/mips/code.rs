//! Every kind of diagnostic of the MIPS assembler, once.

use crate::diagnostics::codes;

codes! {
    /// A word stands where an instruction is expected and is none.
    UNKNOWN_OPERATOR = "mips::unknown-operator";
    /// An instruction has fewer or more operands than it takes.
    OPERAND_COUNT = "mips::operand-count";
    /// An operand is of the wrong kind, such as a number where a register is expected.
    OPERAND_KIND = "mips::operand-kind";
    /// A constant does not fit in its field of the instruction.
    OPERAND_RANGE = "mips::operand-range";
    /// A label is used but defined nowhere.
    UNDEFINED_LABEL = "mips::undefined-label";
    /// A label is defined more than once.
    DUPLICATE_LABEL = "mips::duplicate-label";
    /// Characters that mean nothing in MIPS assembly.
    UNKNOWN_TOKEN = "mips::unknown-token";
    /// Data stands among instructions, or an instruction among data.
    WRONG_SEGMENT = "mips::wrong-segment";
    /// A directive lacks an operand or has one that it cannot use.
    DIRECTIVE = "mips::directive";
    /// A directive that MARS does not know or does not heed.
    IGNORED = "mips::ignored";
    /// A label is declared global and not defined, or defined in several files.
    GLOBAL = "mips::global";
    /// A macro is not defined or not used as macros are.
    MACRO = "mips::macro";
    /// A file that is to be included is not there, or is included twice.
    INCLUDE = "mips::include";
    /// An `.eqv` name is not defined as such names are.
    EQUIVALENT = "mips::eqv";
    /// An instruction or data at an address where it cannot be, or a jump that does not reach its target.
    ADDRESS = "mips::address";
    /// A value is cut to the size of its directive.
    TRUNCATED = "mips::truncated";
    /// A string without its closing quotation mark.
    OPEN_STRING = "mips::open-string";
    /// Something that other MIPS tools read and MARS does not.
    PORTABILITY = "mips::portability";
    /// A file has so many errors or warnings that the rest of them are not listed.
    TOO_MANY_ERRORS = "mips::too-many-errors";
    /// A source comes to more than the assembler takes: macros, replaced names, data.
    TOO_LARGE = "mips::too-large";
    /// What was handed in is no source of this assembler: a document, an archive, or another language.
    FOREIGN = "mips::foreign";
}
