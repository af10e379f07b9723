//! The tables of keys of what stands among cases and stands for several of them.

use super::choices::names;
use super::keys::{AS, CASE, FRAGMENTS, IGNORE, TOLERANCE, key, required, section};
use super::{Key, Section, Takes};
use crate::spec::types::FORMAT_KINDS;
use crate::spec::types::Per;

/// A number, or a range of numbers with both ends.
const RANGE: Takes = Takes::Matching(r"^ *-?[0-9]+ *(\.\. *-?[0-9]+ *)?$");
/// The forms of something to draw: an entry or a generator, which may have others within it.
static PARTS: [Takes; 2] = [Takes::Scalar, Takes::Section(&GENERATOR)];

pub(in crate::spec) static FAMILY: Section = Section {
    name: "family",
    about: "Tests that differ in a few values: the test once, and the values in a table or a range.",
    keys: &[
        key("table", Takes::Section(&TABLE), "The values, row by row."),
        key(
            "each",
            Takes::Named(&Takes::Either(&[
                Takes::Matching(r"^-?[0-9]+ *\.\. *-?[0-9]+$"),
                Takes::List(&Takes::Scalar),
            ])),
            "Names with all their values: { column: 1..6 }; every value of the one with every value of the other.",
        ),
        required(
            "case",
            Takes::Template(&CASE),
            "The test, with `$name` where a value belongs; `$$` is a dollar sign.",
        ),
    ],
    one_of: &["table", "each"],
};

pub(in crate::spec) static TABLE: Section = section(
    "table",
    "Values for a family of tests.",
    &[
        required(
            "columns",
            Takes::List(&Takes::Matching("^[A-Za-z][A-Za-z0-9_]*$")),
            "The names by which the test takes the values: `$id` for the column id.",
        ),
        required("rows", Takes::List(&Takes::List(&Takes::Any)), "The rows, each a list of values."),
    ],
);

pub(in crate::spec) static PROPERTY: Section = section(
    "property",
    "Inputs that are drawn at random; on each the program must do as the reference or the model does.",
    &[
        required(
            "generator",
            Takes::Either(&PARTS),
            "What an input is drawn from: legal-games, finished-games, or what it is made of.",
        ),
        key("cases", Takes::Number(1, 10_000), "How many inputs are drawn.").or("100"),
        key("seed", Takes::Number(0, u64::MAX), "What the draws begin with; another number, other inputs.")
            .or("0"),
        key(
            "per",
            Takes::OneOf(|| names(&Per::ALL)),
            "Whether each submission gets inputs of its own (submission), or all get the same (assignment).",
        )
        .or("submission"),
    ],
);

pub(in crate::spec) static GENERATOR: Section = section(
    "generator",
    "What an input is made of; a plain text is an entry that is always the same.",
    &[
        key("text", Takes::Scalar, "Always this entry; this form is for one with a weight."),
        key("number", RANGE, "A whole number of this range."),
        key("choose", Takes::List(&Takes::Either(&PARTS)), "One of these."),
        key("sequence", Takes::List(&Takes::Either(&PARTS)), "One after the other."),
        key("repeat", Takes::Either(&PARTS), "Several times the same."),
        key("times", RANGE, "How many times."),
        key("counted", Takes::Switch, "Whether an entry stands before them that says how many times.")
            .or("false"),
        key("weight", Takes::Number(0, 1_000), "How often it is chosen, compared with the others.").or("1"),
    ],
);

pub(super) const KINDS: Key = key(
    "kinds",
    Takes::Each(|| FORMAT_KINDS.map(str::to_owned).to_vec(), &Takes::Share),
    "Kinds of differences with a price of their own: { letter-case: 5% }.",
);
pub(super) const FORGIVE: Key = key(
    "forgive",
    Takes::List(&Takes::OneOf(|| FORMAT_KINDS.map(str::to_owned).to_vec())),
    "Kinds of differences that are format in all of an `expect`, in the answer too: [letter-case].",
);
pub(super) const PRICED: Key =
    key("format", Takes::Section(&PRICES), "What differences of format cost here, if not as around it.");

pub(in crate::spec) static PRICES: Section = section(
    "prices",
    "What differences of format cost in a group or a test.",
    &[
        key(
            "each",
            Takes::Share,
            "What each kind of difference costs: a share of the points of the tests that it appears in.",
        ),
        KINDS,
        FORGIVE,
    ],
);

/// The forms of the content of a file.
static CONTENT: Takes = Takes::Either(&[Takes::Scalar, Takes::Section(&FILE)]);
pub(super) const FILES: Key = key(
    "files",
    Takes::Named(&CONTENT),
    "What must be in files once the program has ended: { result.txt: \"text\" }; absent if there must be none.",
);
pub(super) const GIVEN_FILES: Key = key(
    "given-files",
    Takes::Named(&Takes::Scalar),
    "Files that the program finds: { input.txt: \"text\" }.",
);

pub(in crate::spec) static FILE: Section = section(
    "file",
    "What must be in a file.",
    &[
        key("expect", Takes::Scalar, "The text as it must be."),
        key("expect-file", Takes::TextOf("expect"), "The file next to the spec with the text as it must be."),
        key("any", Takes::List(&Takes::Scalar), "Texts each of which is right."),
        HASHED_TEXT,
        key("contains", FRAGMENTS, "Parts of it, in this order; regular expressions stand between slashes."),
        key("rejects", FRAGMENTS, "Parts that must not be in it."),
        AS,
        IGNORE,
        TOLERANCE,
    ],
);

const FINGERPRINT: Takes = Takes::Matching("^[0-9a-f]{64}$");
pub(super) const HASHED_TEXT: Key = key(
    "hashed",
    Takes::Section(&HASHED),
    "Fingerprints of the text that must come out, in an edition of the spec for students; `grader package` writes them.",
);

pub(in crate::spec) static HASHED: Section = section(
    "hashed",
    "A text that must come out and cannot be read here.",
    &[
        required("salt", Takes::Scalar, "What is hashed before the text."),
        required(
            "sha256",
            Takes::OneOrMore(&FINGERPRINT),
            "The fingerprints of texts each of which is right.",
        ),
        key("exactly", FINGERPRINT, "The fingerprint of the text that is right to the byte."),
        key(
            "letters",
            Takes::OneOrMore(&Takes::Matching("^(all|[0-9]+(-[0-9]+)?)$")),
            "Characters whose capitals are format, counted from 0 without blanks: [0-4, 9]; or all.",
        ),
        key(
            "blanks",
            Takes::List(&Takes::Number(0, u64::MAX)),
            "Characters before which blanks and line breaks are format, counted in the same way.",
        ),
        key("opening", Takes::Switch, "Whether empty lines before everything are format.").or("false"),
    ],
);

pub(super) const INTERACTOR_OF_CASE: Key = key(
    "interactor",
    Takes::Section(&INTERACTOR),
    "Who answers what the program prints, where what is typed depends on it.",
);

pub(in crate::spec) static INTERACTOR: Section = Section {
    name: "interactor",
    about: "The other side of a conversation: rules, or a command of the staff.",
    keys: &[
        key("values", VALUES, "Values that the rules begin with: { low: 1, high: 100 }."),
        key(
            "rules",
            Takes::List(&Takes::Section(&TALK_RULE)),
            "What is typed when; of the rules that fit, the first that sends something ends an answer.",
        ),
        key(
            "command",
            Takes::OneOrMore(&Takes::Scalar),
            "A program of the staff next to the spec that talks to the program and judges it; it exits with 42 or 43.",
        ),
        key("input", Takes::Scalar, "The file with the input that the command is given, as text."),
        key("most", Takes::Number(1, 100_000), "The most answers; a program that asks once more fails.")
            .or("100"),
        key("halt", Takes::Switch, "Whether the program must end.").or("false"),
    ],
    one_of: &["rules", "command"],
};

/// Names with formulas.
const VALUES: Takes = Takes::Named(&Takes::Scalar);

pub(in crate::spec) static TALK_RULE: Section = Section {
    name: "talk-rule",
    about: "A rule of an interactor.",
    keys: &[
        key(
            "when",
            Takes::Scalar,
            "What must have been printed since the last answer: words, or a regular expression between slashes, \
             whose groups `(?<name>...)` become values.",
        ),
        key("if", Takes::Scalar, "A formula that must hold besides: low < high."),
        key("set", VALUES, "Values that change, one after the other: { low: guess + 1 }."),
        key("send", Takes::Scalar, "What is typed, with formulas in braces: \"{guess}\\n\"."),
    ],
    one_of: &["send", "set"],
};

pub(super) const COMMAND: Key = key(
    "command",
    Takes::OneOrMore(&Takes::Scalar),
    "A program of the staff next to the spec that judges the output, with its arguments; it exits with 42 or 43.",
);
