//! Every kind of diagnostic but those of the assemblers, once. A code is a promise: it keeps its meaning from version to version.

use crate::stored::{Deserialize, Name, Serialize};
use std::fmt;

/// The stable name of a kind of diagnostic, such as `lc3::immediate-range`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Code(Name);

impl Code {
    /// The code of a name.
    pub(crate) const fn new(id: &'static str) -> Self {
        Self(Name::new(id))
    }

    /// The name, as printed and as found in reports.
    pub fn id(self) -> &'static str {
        self.0.as_str()
    }

    /// Returns `true` if a source goes beyond a stated limit of an assembler, which is no evidence that it is
    /// wrong. Codes of this kind are called `too-large`.
    pub fn is_of_a_limit(self) -> bool {
        self.id().ends_with("::too-large")
    }

    /// Returns `true` for a remark on an instruction that is not executed though it looks so, which students
    /// are shown as they are shown errors. Codes of this kind are called `label-looks-like-opcode` and `wrong-section`.
    pub fn is_of_a_lost_instruction(self) -> bool {
        ["::label-looks-like-opcode", "::wrong-section"].iter().any(|end| self.id().ends_with(end))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Names kinds of diagnostics, each with what it means, and lists them as `ALL`.
macro_rules! codes {
    ($($(#[doc = $about:literal])+ $name:ident = $id:literal;)*) => {
        $($(#[doc = $about])+ pub const $name: $crate::diagnostics::Code = $crate::diagnostics::Code::new($id);)*

        /// All codes with what each one means.
        pub const ALL: &[($crate::diagnostics::Code, &str)] = &[$(($name, concat!($($about),+))),*];
    };
}
pub(crate) use codes;

codes! {
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

    /// A selection of tests on the command line is not well-formed.
    SELECTION_SYNTAX = "selection::syntax";

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
    /// A label whose calls are counted and that the model does not have.
    LINT_UNKNOWN_LABEL = "lint::unknown-label";
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
