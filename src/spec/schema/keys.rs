//! The tables: one for each mapping, one row for each key.

use super::cases::{
    COMMAND, FAMILY, FILES, FORGIVE, GIVEN_FILES, HASHED_TEXT, INTERACTOR_OF_CASE, KINDS, PRICED, PROPERTY,
};
use super::choices::{families, names, option_names};
use super::dialogue::{DIALECT, DIALOGUE};
use super::score::{
    BONUS, CAP, CASE_REQUIRES, DUE, GROUP_CAP, GROUP_REQUIRES, GROUP_SCORE, LATE_POLICY, RUBRIC_ITEMS,
};
use super::score::{SHOWN, STYLE, VISIBILITY};
use super::subroutine::{ARGUMENTS, CALL, CONVENTION, GIVEN, GROWTH, THEN};
use super::{Key, Section, Takes};
use crate::isa::{COMPILED, ISAS};
use crate::machine::Place;
use crate::spec::types::CREDITS;
use crate::spec::types::Check;
use crate::spec::types::MOST_CELLS;
use crate::spec::types::Overlooked;
use crate::spec::types::{ASSEMBLY, VERSION};
use crate::spec::types::{EnterKey, HaltRule, Reference};
use crate::spec::types::{Ignored, Reading};

pub(super) const fn key(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, is_required: false, default: None, about }
}

pub(super) const fn required(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, is_required: true, default: None, about }
}

pub(super) const fn section(name: &'static str, about: &'static str, keys: &'static [Key]) -> Section {
    Section { name, about, keys, one_of: &[] }
}

const START: Takes = Takes::Matching("^(zeros|random +[0-9]+ *)$");
const ID: Takes = Takes::Matching("^[A-Za-z0-9._-]+$");
const CHECKS: Takes = Takes::List(&Takes::OneOf(|| names(&Check::ALL)));
pub(super) const FRAGMENTS: Takes = Takes::List(&Takes::Scalar);

// The way in which output is compared can be set for the spec, for a group and for a test.
pub(super) const AS: Key =
    key("as", Takes::OneOf(|| names(&Reading::ALL)), "How text is read before it is compared.");
pub(super) const IGNORE: Key =
    key("ignore", Takes::List(&Takes::OneOf(|| names(&Ignored::ALL))), "What makes no difference.");
pub(super) const TOLERANCE: Key =
    key("tolerance", Takes::Scalar, "How far a number may be off where numbers are compared, such as 0.01.");
const CREDIT: Key = key(
    "credit",
    Takes::OneOf(|| names(&CREDITS)),
    "What an `expect` that is wrong is worth: nothing (none), or the share of its lines that are right (by-line).",
);
const KEEPS: Key =
    key("ladder", Takes::Section(&LADDER), "What a test keeps of its points whose output is not the same.");

pub(in crate::spec) static SPEC: Section = section(
    "spec",
    "What an assignment demands, and how its submissions are graded.",
    &[
        required("grader", Takes::OneOf(|| vec![VERSION.to_owned()]), "The version of the spec language."),
        required("id", ID, "The name of the assignment in file names and reports."),
        key("title", Takes::Text, "The title to show, as text or as { en: ..., vi: ... }."),
        key("include", Takes::Included, "Files next to the spec that say what it leaves out."),
        key(
            "isa",
            Takes::OneOf(|| ISAS.iter().map(|isa| isa.id.to_owned()).collect()),
            "The instruction set that programs are written for.",
        ),
        key(
            "language",
            Takes::OneOf(|| {
                [ASSEMBLY].into_iter().chain(COMPILED.map(|isa| isa.id)).map(str::to_owned).collect()
            }),
            "The language that programs are written in; one that is compiled needs no `isa`.",
        )
        .or(ASSEMBLY),
        key(
            "points",
            Takes::Points,
            "The points of everything together; the groups, style checks and rubric items must add up to them.",
        ),
        key("submission", Takes::Section(&SUBMISSION), "Which files are a submission's program."),
        key(
            "machine",
            Takes::Machine(Place::Spec),
            "Which simulator is imitated, and what programs may do in it.",
        ),
        key(
            "runs",
            Takes::List(&Takes::Section(&RUN)),
            "Other machines on which every test must pass too, as well as on the one above.",
        ),
        key("limits", Takes::Section(&LIMITS), "The most that one run may use."),
        key("input", Takes::Section(&INPUT), "How keys are typed."),
        key(
            "reference",
            Takes::OneOf(|| Reference::all().map(|(name, _)| name.to_owned()).collect()),
            "The program that says what must come out; it plays the same keys or moves.",
        ),
        key("dialogue", Takes::Section(&DIALOGUE), "How programs in their own words are spoken with."),
        key(
            "dialects",
            Takes::List(&Takes::Section(&DIALECT)),
            "What is known about some submissions beforehand.",
        ),
        key("check", CHECKS, "What is watched in dialogues besides boards and the outcome."),
        key("compare", Takes::Section(&COMPARE), "How output is compared."),
        key("format", Takes::Section(&FORMAT), "What differences of format cost."),
        required("groups", Takes::List(&Takes::Section(&GROUP)), "Tests that belong together."),
        key("style", Takes::Section(&STYLE), "Demands that do not show in the output."),
        key(
            "model",
            Takes::Scalar,
            "A correct program next to the spec, from which `grader bless` writes expected texts.",
        ),
        RUBRIC_ITEMS,
        CAP,
        DUE,
        LATE_POLICY,
        VISIBILITY.or("visible"),
        SHOWN,
        key("selfcheck", Takes::Section(&SELFCHECK), "Programs that the tests are tested with."),
    ],
);

pub(in crate::spec) static TEXT: Section = section(
    "text",
    "Text in English and in Vietnamese.",
    &[
        key("en", Takes::Scalar, "The words in English."),
        key("vi", Takes::Scalar, "The words in Vietnamese."),
    ],
);

pub(in crate::spec) static SUBMISSION: Section = section(
    "submission",
    "Which files are a submission's program.",
    &[
        key(
            "programs",
            Takes::List(&Takes::Scalar),
            "File name patterns with `*` and `?`, most wanted first; the first one that fits any file decides.",
        ),
        key(
            "beside",
            Takes::List(&Takes::Scalar),
            "Patterns of files that are loaded next to the program, such as an interrupt routine.",
        ),
        key("together", Takes::Switch, "Whether all files that fit may be one program.").or("false"),
        key("max_bytes", Takes::Number(1, 100_000_000), "The largest file that is read, in bytes.")
            .or("1000000"),
        key(
            "starter",
            Takes::Section(&STARTER),
            "The file that students start from, if parts of it must stay as they are.",
        ),
        key(
            "harness",
            Takes::List(&Takes::Scalar),
            "Files next to the spec that every program is compiled with, such as a `main` that calls the students' functions.",
        ),
    ],
);

pub(in crate::spec) static STARTER: Section = section(
    "starter",
    "The file that students start from.",
    &[
        required("file", Takes::Scalar, "The file, next to the spec."),
        required(
            "editable",
            Takes::Section(&EDITABLE),
            "Between which lines students write; all others stay.",
        ),
        key(
            "ignore",
            Takes::List(&Takes::OneOf(|| names(&Overlooked::ALL))),
            "What makes no difference in the lines that stay.",
        ),
        key(
            "costs",
            Takes::Matching(r"^(all|[0-9]{1,6}(\.[0-9]{1,2})?|(100|[0-9]{1,2}) *%)$"),
            "What it costs to change other lines: points, a share of the score, or all; otherwise it is only reported.",
        ),
    ],
);

pub(in crate::spec) static EDITABLE: Section = section(
    "editable",
    "The lines between which students write, with `*` and `?` for anything.",
    &[
        required("from", Takes::Scalar, "The line after which they write."),
        required("to", Takes::Scalar, "The line before which they write."),
    ],
);

pub(in crate::spec) static RUN: Section = section(
    "run",
    "A machine that is different in something.",
    &[
        key("title", Takes::Text, "What is different, for people; it stands after the word with."),
        key(
            "start",
            START,
            "What memory and registers hold at the start of every test that does not say it itself.",
        ),
        key("machine", Takes::Machine(Place::Spec), "What is different in the machine."),
    ],
);

pub(in crate::spec) static LIMITS: Section = section(
    "limits",
    "The most that one run may use; never seconds, so that results do not depend on the computer.",
    &[
        key(
            "fuel",
            Takes::Number(1, 10_000_000_000),
            "The most instructions of one run, such as 500K or 2M; in a dialogue, at most a tenth of that between two answers.",
        )
        .or("2000000"),
        key(
            "output",
            Takes::Number(1, 10_000_000),
            "The most bytes that one run may print, such as 16K; in a dialogue, between two answers, and eight times as much in all.",
        )
        .or("65536"),
    ],
);

pub(in crate::spec) static INPUT: Section = section(
    "input",
    "How keys are typed.",
    &[key(
        "enter",
        Takes::OneOf(|| names(&EnterKey::ALL)),
        "What follows each key: found out for each submission (auto), nothing (none), x0A (lf) or x0D (cr).",
    )
    .or("auto")],
);

pub(in crate::spec) static COMPARE: Section = section(
    "compare",
    "How output is compared.",
    &[
        key(
            "exact",
            Takes::Switch,
            "Whether every byte counts; otherwise logic and format are judged apart.",
        )
        .or("false"),
        key(
            "halt",
            Takes::OneOf(|| names(&HaltRule::ALL)),
            "Whether the program must halt where the reference ends (required), whether a missing halt is charged once, as format (once), or only output counts (free).",
        )
        .or("required"),
        AS.or("text"),
        IGNORE,
        TOLERANCE.or("0"),
        COMMAND,
        KEEPS,
    ],
);

pub(in crate::spec) static MODE: Section =
    section("mode", "How the output of a group or a test is compared.", &[AS, IGNORE, TOLERANCE, COMMAND]);

pub(in crate::spec) static STEP: Section = section(
    "step",
    "What must have come out, and what is typed then.",
    &[
        key("expect", Takes::Scalar, "What must have come out since the last input."),
        HASHED_TEXT,
        key("contains", FRAGMENTS, "Parts of it, in this order; regular expressions stand between slashes."),
        key("rejects", FRAGMENTS, "Parts that must not be in it."),
        key("send", Takes::Scalar, "What is typed then."),
    ],
);

pub(in crate::spec) static LADDER: Section = section(
    "ladder",
    "What a test keeps of its points whose output is not the same byte by byte.",
    &[
        key(
            "presentation",
            Takes::Share,
            "What a test keeps whose format alone differs, in place of the price of each kind of difference.",
        ),
        key(
            "behaviour",
            Takes::Share,
            "What a test keeps where other words show the same boards and outcome; 0% takes the rung away.",
        ),
        key(
            "board",
            Takes::Two(&Takes::Number(1, MOST_CELLS)),
            "The rows and columns of the boards: [6, 7].",
        ),
    ],
);

pub(in crate::spec) static FORMAT: Section = section(
    "format",
    "What differences of format cost.",
    &[
        key(
            "each",
            Takes::Share,
            "What each kind of difference costs: a share of the points of the tests that it appears in.",
        )
        .or("10%"),
        KINDS,
        FORGIVE,
        key(
            "most",
            Takes::Share,
            "The largest share of a submission's points that all kinds together may cost; one that costs 100% is not limited.",
        )
        .or("30%"),
    ],
);

pub(in crate::spec) static GROUP: Section = section(
    "group",
    "Tests that belong together.",
    &[
        required("id", ID, "The name of the group; no other group has it."),
        key("title", Takes::Text, "The title to show."),
        key("hint", Takes::Text, "What to try when its tests fail."),
        key(
            "points",
            Takes::Points,
            "The points of its tests together; they are shared out by weight among tests without points of their own.",
        ),
        GROUP_SCORE,
        BONUS,
        GROUP_CAP,
        GROUP_REQUIRES,
        VISIBILITY,
        SHOWN,
        key(
            "limits",
            Takes::Section(&LIMITS),
            "The most that one run of its tests may use; for tests that are no dialogues.",
        ),
        key("check", CHECKS, "What is watched in these dialogues besides boards and the outcome."),
        key("compare", Takes::Section(&MODE), "How the output of its tests is compared."),
        KEEPS,
        CREDIT,
        PRICED,
        required(
            "cases",
            Takes::List(&Takes::Either(&[Takes::Section(&CASE), Takes::Section(&FAMILY)])),
            "The tests of the group.",
        ),
    ],
);

pub(in crate::spec) static CASE: Section = Section {
    name: "case",
    about: "One test: `keys` for the reference, `stdin` and `expect`, or `play` for a dialogue.",
    keys: &[
        key("id", ID, "The name of the test; no other test has it."),
        key("keys", Takes::Scalar, "The keys of the players; the reference says what must come out."),
        key("stdin", Takes::Scalar, "What is typed, as it is."),
        key("stdin-file", Takes::TextOf("stdin"), "The file with what is typed, next to the spec."),
        key("expect", Takes::Scalar, "The output as it must be; left empty, `grader bless` writes it."),
        key(
            "expect-file",
            Takes::TextOf("expect"),
            "The file with the output as it must be, next to the spec.",
        ),
        key("any", Takes::List(&Takes::Scalar), "Outputs each of which is right."),
        HASHED_TEXT,
        key(
            "contains",
            FRAGMENTS,
            "Parts of the output, in this order; regular expressions stand between slashes.",
        ),
        key("rejects", FRAGMENTS, "Parts that must not be in the output."),
        key(
            "steps",
            Takes::List(&Takes::Either(&[Takes::Matching("^(halt|stop)$"), Takes::Section(&STEP)])),
            "What must come out and what is typed, step by step; halt if the program must end, stop if nothing counts any more.",
        ),
        INTERACTOR_OF_CASE,
        key("compare", Takes::Section(&MODE), "How its output is compared."),
        CALL,
        CONVENTION,
        ARGUMENTS,
        key("given", Takes::Section(&GIVEN), "What is put into the machine before the run."),
        key("then", Takes::Section(&THEN), "What must be in the machine after the run."),
        key(
            "replace",
            Takes::Named(&Takes::Scalar),
            "Subroutines that others stand in for: each label with the file, next to the spec, that has it.",
        ),
        key(
            "growth",
            Takes::Section(&GROWTH),
            "How the number of instructions may grow with the size of the input, which is called n.",
        ),
        key("play", Takes::ScalarOrNothing, "What the players do, whatever the program's words."),
        key(
            "or",
            Takes::OneOrMore(&Takes::Scalar),
            "Another game, or several, that shows the same: the test passes if the program plays one of them as it must.",
        ),
        key(
            "games",
            Takes::OneOf(families),
            "A family of games that the reference makes up, each one a test.",
        ),
        key(
            "model",
            Takes::Scalar,
            "The file of a program next to the spec; what it prints for the same input must come out.",
        ),
        key("property", Takes::Section(&PROPERTY), "Inputs that are drawn at random, many in one test."),
        key("check", CHECKS, "What is watched besides boards and the outcome."),
        key("seed", Takes::Number(0, 1_000), "Which random numbers the program gets.").or("0"),
        key(
            "draws",
            Takes::Number(0, 1_000),
            "The test is played with that many other random numbers, and they must not always be the same.",
        )
        .or("0"),
        key("machine", Takes::Machine(Place::Case), "What is different in the machine in this test."),
        key("full-disk", Takes::Switch, "Whether no file can be opened for writing.").or("false"),
        key(
            "free",
            Takes::List(&Takes::OneOf(option_names)),
            "Options of the reference of which any value will do in this test.",
        ),
        key(
            "points",
            Takes::Points,
            "The points of this test; otherwise it has a part of the group's, by weight.",
        ),
        key(
            "weight",
            Takes::Number(0, 1_000),
            "How much of the group's points it gets, compared with the others.",
        )
        .or("1"),
        key("start", START, "What memory and registers hold at the start: zeros, or noise such as random 1.")
            .or("zeros"),
        key(
            "ladder",
            Takes::Section(&LADDER),
            "What this test keeps of its points if its output is not the same.",
        ),
        CREDIT,
        PRICED,
        FILES,
        GIVEN_FILES,
        CASE_REQUIRES,
    ],
    one_of: &["id", "games"],
};

pub(in crate::spec) static SELFCHECK: Section = section(
    "selfcheck",
    "Programs that the tests are tested with, next to the spec.",
    &[
        key("good", Takes::List(&Takes::Scalar), "Correct programs: files, or patterns with `*` and `?`."),
        key("bad", Takes::List(&Takes::Section(&BAD)), "Wrong programs."),
        key(
            "argued",
            Takes::List(&Takes::Section(&ARGUED)),
            "Mistakes in correct programs that no test can be asked to notice.",
        ),
    ],
);

pub(in crate::spec) static ARGUED: Section = section(
    "argued",
    "A mistake that survives all tests, and why that is as it should be.",
    &[
        required("at", Takes::List(&Takes::Scalar), "The places as the report tells them: `file:line`."),
        required(
            "change",
            Takes::Scalar,
            "The change as the report tells it in English, without backticks; `*` and `?` stand for anything.",
        ),
        required("because", Takes::Text, "Why nobody can notice, as text or as { en: ..., vi: ... }."),
    ],
);

pub(in crate::spec) static BAD: Section = section(
    "bad",
    "A wrong program, and where it must fail.",
    &[
        required("program", Takes::Scalar, "The file of the program, next to the spec."),
        required(
            "fails",
            Takes::OneOrMore(&Takes::Scalar),
            "The group, the test or the verdict that it fails in; of several, each.",
        ),
    ],
);
