//! Every kind of diagnostic, once. A code is a promise: it keeps its meaning from version to version.

use std::fmt;

/// The stable name of a kind of diagnostic, such as `lc3::immediate-range`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// The name, as printed and as found in reports.
    pub fn id(self) -> &'static str {
        self.0
    }

    /// Whether a source goes beyond a stated limit of an assembler, which says nothing about whether it is right. Codes of
    /// this kind are called `too-large`.
    pub fn is_of_a_limit(self) -> bool {
        self.0.ends_with("::too-large")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! codes {
    ($($(#[doc = $about:literal])+ $name:ident = $id:literal;)*) => {
        $($(#[doc = $about])+ pub const $name: Code = Code($id);)*

        /// All codes with what each one means.
        pub const ALL: &[(Code, &str)] = &[$(($name, concat!($($about),+))),*];
    };
}

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

    /// A word stands where an instruction is expected and is none.
    MIPS_UNKNOWN_OPERATOR = "mips::unknown-operator";
    /// An instruction has fewer or more operands than it takes.
    MIPS_OPERAND_COUNT = "mips::operand-count";
    /// An operand is of the wrong kind, such as a number where a register is expected.
    MIPS_OPERAND_KIND = "mips::operand-kind";
    /// A constant does not fit in its field of the instruction.
    MIPS_OPERAND_RANGE = "mips::operand-range";
    /// A label is used but defined nowhere.
    MIPS_UNDEFINED_LABEL = "mips::undefined-label";
    /// A label is defined more than once.
    MIPS_DUPLICATE_LABEL = "mips::duplicate-label";
    /// Characters that mean nothing in MIPS assembly.
    MIPS_UNKNOWN_TOKEN = "mips::unknown-token";
    /// Data stands among instructions, or an instruction among data.
    MIPS_WRONG_SEGMENT = "mips::wrong-segment";
    /// A directive lacks an operand or has one that it cannot use.
    MIPS_DIRECTIVE = "mips::directive";
    /// A directive that MARS does not know or does not heed.
    MIPS_IGNORED = "mips::ignored";
    /// A label is declared global and not defined, or defined in several files.
    MIPS_GLOBAL = "mips::global";
    /// A macro is not defined or not used as macros are.
    MIPS_MACRO = "mips::macro";
    /// A file that is to be included is not there, or is included twice.
    MIPS_INCLUDE = "mips::include";
    /// An `.eqv` name is not defined as such names are.
    MIPS_EQUIVALENT = "mips::eqv";
    /// An instruction or data at an address where it cannot be, or a jump that does not reach its target.
    MIPS_ADDRESS = "mips::address";
    /// A value is cut to the size of its directive.
    MIPS_TRUNCATED = "mips::truncated";
    /// A string without its closing quotation mark.
    MIPS_OPEN_STRING = "mips::open-string";
    /// Something that other MIPS tools read and MARS does not.
    MIPS_PORTABILITY = "mips::portability";
    /// A file has so many errors or warnings that the rest of them are not listed.
    MIPS_TOO_MANY_ERRORS = "mips::too-many-errors";
    /// A source comes to more than the assembler takes: macros, replaced names, data.
    MIPS_TOO_LARGE = "mips::too-large";
    /// What was handed in is no source of this assembler: a document, an archive, or another language.
    MIPS_FOREIGN = "mips::foreign";

    /// The spec is not well-formed YAML.
    SPEC_SYNTAX = "spec::syntax";
    /// A key that the spec language does not have.
    SPEC_UNKNOWN_KEY = "spec::unknown-key";
    /// A key stands twice in the same mapping.
    SPEC_DUPLICATE_KEY = "spec::duplicate-key";
    /// A key that must be there is missing.
    SPEC_MISSING_KEY = "spec::missing-key";
    /// A value is of another kind than its key takes.
    SPEC_WRONG_TYPE = "spec::wrong-type";
    /// A value is of the right kind but not one of those allowed.
    SPEC_BAD_VALUE = "spec::bad-value";
    /// A file that a spec names cannot be used.
    SPEC_FILE = "spec::file";
    /// Two cases or two groups have the same id.
    SPEC_DUPLICATE_ID = "spec::duplicate-id";
    /// A spec runs a program of its own, and nobody has allowed that.
    SPEC_COMMAND = "spec::command";
    /// The points of the parts do not add up to the points of the whole.
    SPEC_POINTS = "spec::points";
    /// Groups and cases require each other.
    SPEC_REQUIRES = "spec::requires";

    /// A table that staff keep lacks a column.
    SHEET_HEAD = "table::head";
    /// A quotation mark in a table is never closed.
    SHEET_QUOTE = "table::quotation-mark";
    /// A cell of a table cannot be read.
    SHEET_CELL = "table::cell";
    /// A row of a table says again what an earlier one says.
    SHEET_AGAIN = "table::again";
    /// A row that must be in a table is missing.
    SHEET_MISSING = "table::missing-row";

    /// A test that a program passes which does nothing.
    LINT_CANNOT_FAIL = "lint::cannot-fail";
    /// A test that no program passes.
    LINT_CANNOT_PASS = "lint::cannot-pass";
    /// A test that stands in the spec twice.
    LINT_SAME_CASE = "lint::same-case";
    /// A test or a group by which nobody gains or loses points.
    LINT_WORTH_NOTHING = "lint::worth-nothing";
    /// A pattern that fits every line.
    LINT_FITS_EVERYTHING = "lint::fits-everything";
    /// A pattern of a rule that an earlier rule has too.
    LINT_UNREACHABLE = "lint::unreachable";
    /// Keys that are typed after the game is over.
    LINT_AFTER_THE_END = "lint::after-the-end";
    /// A reading of the assignment that costs more points than there are.
    LINT_COSTS = "lint::costs";
    /// A test that the model or the reference fails itself, or a model that cannot be run.
    LINT_MODEL_FAILS = "lint::model-fails";
    /// Rules of a dialogue that no correct program needs.
    LINT_UNUSED = "lint::unused";
    /// A text that was left empty, probably by accident.
    LINT_EMPTY = "lint::empty";
    /// Tests whose answers differ only in what is forgiven as format.
    LINT_HIDES_ANSWER = "lint::hides-answer";
    /// A group or a test that is never run, or a requirement that everybody meets.
    LINT_REQUIRES = "lint::requires";
    /// A hidden test whose answer is visible.
    LINT_VISIBLE_ANSWER = "lint::visible-answer";
    /// A dialect that is for no submission.
    LINT_NO_SUBMISSIONS = "lint::no-submissions";
}
