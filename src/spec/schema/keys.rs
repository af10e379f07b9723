//! The tables: one for each mapping, one row for each key.

use super::choices::{families, names, option_names, option_values, options};
use super::{Key, Section, Takes};
use crate::isa::mips::{self, InputMode, MEMORY_MAPS};
use crate::isa::{Isa, lc3};
use crate::referee::Question;
use crate::spec::dialogue::{CELLS, Check, FIRST_ROWS};
use crate::spec::lower::{SCORES, VERSION};
use crate::spec::machine::{ACCESSES, EDITIONS};
use crate::spec::types::{EnterKey, HaltRule, Reference, StyleCheck};

const fn key(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, is_required: false, about }
}

const fn required(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, is_required: true, about }
}

const fn section(name: &'static str, about: &'static str, keys: &'static [Key]) -> Section {
    Section { name, about, keys, one_of: &[] }
}

const ID: Takes = Takes::Matching("^[A-Za-z0-9._-]+$");
const PATTERNS: Takes = Takes::OneOrMore(&Takes::Scalar);
const CHECKS: Takes = Takes::List(&Takes::OneOf(|| names(&Check::ALL)));
const RULES: Takes = Takes::List(&Takes::Section(&RULE));

pub(in crate::spec) static SPEC: Section = section(
    "spec",
    "What an assignment demands, and how its submissions are graded.",
    &[
        required("grader", Takes::OneOf(|| vec![VERSION.to_owned()]), "The version of the spec language."),
        required("id", ID, "The name of the assignment in file names and reports."),
        key("title", Takes::Text, "The title to show, as text or as { en: ..., vi: ... }."),
        required(
            "isa",
            Takes::OneOf(|| names(&Isa::ALL)),
            "The instruction set that programs are written for.",
        ),
        key(
            "points",
            Takes::Points,
            "The points of everything together; the groups and style checks must add up to them.",
        ),
        key("submission", Takes::Section(&SUBMISSION), "Which files are a submission's program."),
        key(
            "machine",
            Takes::Either(&[Takes::Section(&LC3_MACHINE), Takes::Section(&MIPS_MACHINE)]),
            "Which simulator is imitated, and what programs may do in it.",
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
            "Patterns of files that are loaded beside the program, such as an interrupt routine.",
        ),
        key("together", Takes::Switch, "Whether all files that fit may be one program."),
        key("max_bytes", Takes::Number(1, 100_000_000), "The largest file that is read, in bytes."),
    ],
);

pub(in crate::spec) static LC3_MACHINE: Section = section(
    "machine-of-lc3",
    "The machine of an LC-3 program.",
    &[
        key(
            "profile",
            Takes::OneOf(|| lc3::PROFILES.iter().map(|profile| profile.id.to_owned()).collect()),
            "The simulator that is imitated.",
        ),
        key(
            "edition",
            Takes::OneOf(|| names(&EDITIONS)),
            "The edition of the book that defines the machine.",
        ),
        key(
            "access",
            Takes::OneOf(|| names(&ACCESSES)),
            "Whether programs may touch device registers and the memory of the system.",
        ),
        key(
            "key_delay",
            Takes::Number(0, 1_000_000),
            "The number of instructions after which the next key is there.",
        ),
    ],
);

pub(in crate::spec) static MIPS_MACHINE: Section = section(
    "machine-of-mips",
    "The machine of a MIPS program.",
    &[
        key(
            "profile",
            Takes::OneOf(|| mips::PROFILES.iter().map(|(id, _, _)| (*id).to_owned()).collect()),
            "The simulator that is imitated.",
        ),
        key(
            "input",
            Takes::OneOf(|| names(&InputMode::ALL)),
            "Whether a character comes without ENTER, as in the window of MARS, or with a line.",
        ),
        key(
            "start_at_main",
            Takes::Switch,
            "Start at the global label main instead of the first instruction.",
        ),
        key("delayed_branches", Takes::Switch, "Whether the instruction after a branch is executed too."),
        key("self_modifying", Takes::Switch, "Whether programs may write to their own instructions."),
        key(
            "memory",
            Takes::OneOf(|| MEMORY_MAPS.iter().map(|map| map.id.to_owned()).collect()),
            "The memory configuration of MARS.",
        ),
        key(
            "seed",
            Takes::Number(0, u64::MAX),
            "What random streams begin with that the program does not seed.",
        ),
    ],
);

pub(in crate::spec) static LIMITS: Section = section(
    "limits",
    "The most that one run may use; never seconds, so that results do not depend on the computer.",
    &[
        key(
            "fuel",
            Takes::Number(1, 10_000_000_000),
            "The most instructions of one run, such as 500K or 2M.",
        ),
        key("output", Takes::Number(1, 10_000_000), "The most bytes that one run may print, such as 16K."),
    ],
);

pub(in crate::spec) static INPUT: Section = section(
    "input",
    "How keys are typed.",
    &[key(
        "enter",
        Takes::OneOf(|| names(&EnterKey::ALL)),
        "What follows each key: found out for each submission (auto), nothing (none), x0A (lf) or x0D (cr).",
    )],
);

pub(in crate::spec) static COMPARE: Section = section(
    "compare",
    "How output is compared.",
    &[
        key(
            "exact",
            Takes::Switch,
            "Whether every byte counts; otherwise logic and format are judged apart.",
        ),
        key(
            "halt",
            Takes::OneOf(|| names(&HaltRule::ALL)),
            "Whether the program must halt where the reference ends (required), or only its output counts (free).",
        ),
        key(
            "ladder",
            Takes::Section(&LADDER),
            "What a test keeps of its points whose output is not the same.",
        ),
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
        key("board", Takes::Two(&Takes::Number(1, 40)), "The rows and columns of the boards: [6, 7]."),
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
        ),
        key(
            "most",
            Takes::Share,
            "The largest share of a submission's points that all kinds together may cost.",
        ),
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
        key(
            "score",
            Takes::OneOf(|| names(&SCORES)),
            "Whether each test has its own points (sum), or one failed test costs them all (all-or-nothing).",
        ),
        key("check", CHECKS, "What is watched in these dialogues besides boards and the outcome."),
        key(
            "ladder",
            Takes::Section(&LADDER),
            "What a test keeps of its points whose output is not the same.",
        ),
        required("cases", Takes::List(&Takes::Section(&CASE)), "The tests of the group."),
    ],
);

pub(in crate::spec) static CASE: Section = Section {
    name: "case",
    about: "One test: `keys` for the reference, `stdin` and `expect`, or `play` for a dialogue.",
    keys: &[
        key("id", ID, "The name of the test; no other test has it."),
        key("keys", Takes::Scalar, "The keys of the players; the reference says what must come out."),
        key("stdin", Takes::Scalar, "What is typed, as it is."),
        key("expect", Takes::Scalar, "The output as it must be."),
        key("play", Takes::ScalarOrNothing, "What the players do, whatever the program's words."),
        key(
            "games",
            Takes::OneOf(families),
            "A family of games that the reference makes up, each one a test.",
        ),
        key("check", CHECKS, "What is watched besides boards and the outcome."),
        key("seed", Takes::Number(0, 1_000), "Which random numbers the program gets."),
        key(
            "draws",
            Takes::Number(0, 1_000),
            "The test is played with so many other random numbers, and not always the same may be drawn.",
        ),
        key("full-disk", Takes::Switch, "Whether no file can be opened for writing."),
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
            "How much of the group's points it gets, beside the others; 1 if not given.",
        ),
        key(
            "start",
            Takes::Matching("^(zeros|random +[0-9]+ *)$"),
            "What memory and registers hold at the start: zeros, or noise such as random 1.",
        ),
        key(
            "ladder",
            Takes::Section(&LADDER),
            "What this test keeps of its points if its output is not the same.",
        ),
    ],
    one_of: &["id", "games"],
};

pub(in crate::spec) static STYLE: Section = section(
    "style",
    "Demands that do not show in the output, checked in watched games that were right.",
    &[
        key("cases", Takes::List(&Takes::Scalar), "The ids of the tests that are watched."),
        key("checks", Takes::List(&Takes::Section(&STYLE_CHECK)), "The demands with their points."),
    ],
);

pub(in crate::spec) static STYLE_CHECK: Section = section(
    "style-check",
    "One demand with its points.",
    &[
        required(
            "check",
            Takes::OneOf(|| StyleCheck::ALL.iter().map(|check| check.id().to_owned()).collect()),
            "What is checked.",
        ),
        key("points", Takes::Points, "What it is worth; without points it is only told."),
    ],
);

pub(in crate::spec) static DIALOGUE: Section = section(
    "dialogue",
    "How programs in their own words are spoken with.",
    &[
        key("questions", RULES, "How questions are recognised and answered; rules before others win."),
        key(
            "words",
            Takes::Section(&WORDS),
            "By which words programs tell what happens, as regular expressions.",
        ),
        key(
            "options",
            Takes::List(&Takes::Section(&OPTION)),
            "What is found out about each submission by trying.",
        ),
    ],
);

pub(in crate::spec) static RULE: Section = Section {
    name: "rule",
    about: "How a question is recognised and answered.",
    keys: &[
        key(
            "ask",
            Takes::OneOrMore(&Takes::OneOf(|| names(&Question::ALL))),
            "What is asked; several if one question offers them all.",
        ),
        key("type", Takes::Scalar, "What is always typed; $1 stands for the first group of the pattern."),
        key(
            "decline",
            Takes::Switch,
            "The question has nothing to do with the game, and is answered with no.",
        ),
        key("again", Takes::Switch, "The same is asked as before."),
        required("when", PATTERNS, "Regular expressions; one of them fits a line of what was printed last."),
        key("unless", PATTERNS, "Regular expressions; none of them fits that line."),
        key("yes", Takes::Scalar, "How a yes is typed, where the question does not say it."),
        key("no", Takes::Scalar, "How a no is typed, where the question does not say it."),
        key(
            "forms",
            Takes::Choices(|| names(&Question::ALL).into_iter().map(|name| (name, Vec::new())).collect()),
            "How answers are typed, by question: {row}, {column}, {number} and {text} stand for their parts.",
        ),
        key("weak", Takes::Switch, "Whether the rule is asked only if no other one fits any line."),
    ],
    one_of: &["ask", "type", "decline", "again"],
};

pub(in crate::spec) static WORDS: Section = section(
    "words",
    "By which words programs tell what happens, as regular expressions; case and diacritics do not count.",
    &[
        key("win", PATTERNS, "Somebody wins."),
        key("tie", PATTERNS, "Nobody wins."),
        key("lose", PATTERNS, "Somebody loses, by faults for instance."),
        key("refused", PATTERNS, "An input is refused."),
        key("player-1", PATTERNS, "How the first player is called."),
        key("player-2", PATTERNS, "How the second player is called."),
        key("faults", PATTERNS, "The number of faults, in the first group of the pattern."),
        key("undos", PATTERNS, "The number of undos, in the first group of the pattern."),
        key("pieces", PATTERNS, "The number of the winner's pieces, in the first group of the pattern."),
    ],
);

pub(in crate::spec) static OPTION: Section = section(
    "option",
    "What the assignment leaves open, found out for each submission.",
    &[
        required("option", Takes::OneOf(option_names), "The name of the option of the reference."),
        key("title", Takes::Text, "What it is about, for reports."),
        key("by", Takes::OneOrMore(&Takes::Scalar), "The ids of the tests that tell its values apart."),
        key(
            "values",
            Takes::List(&Takes::Either(&[Takes::OneOf(option_values), Takes::Section(&OPTION_VALUE)])),
            "What may be found out, the likeliest first.",
        ),
    ],
);

pub(in crate::spec) static OPTION_VALUE: Section = section(
    "option-value",
    "A value of an option, and what it costs.",
    &[
        key("value", Takes::OneOf(option_values), "The name of the value."),
        key("title", Takes::Text, "What it means, for reports."),
        key("costs", Takes::Points, "What it costs, once, if the assignment forbids it."),
    ],
);

pub(in crate::spec) static DIALECT: Section = section(
    "dialect",
    "What is known about some submissions beforehand.",
    &[
        required(
            "submissions",
            Takes::OneOrMore(&Takes::Scalar),
            "Patterns of the names of submissions, with `*` and `?`.",
        ),
        key("questions", RULES, "Rules that come before those of the spec."),
        key("options", Takes::Choices(options), "Options that need not be found out, with their values."),
        key("board", Takes::Section(&BOARD), "Where its board is in memory, if it is not printed."),
    ],
);

pub(in crate::spec) static BOARD: Section = section(
    "board",
    "Where a board is in memory.",
    &[
        required("label", Takes::Scalar, "The label of its first cell."),
        key("offset", Takes::Number(0, 1 << 20), "The number of bytes from the label to the first cell."),
        key("cell", Takes::OneOf(|| names(&CELLS)), "The size of a cell."),
        key("pitch", Takes::Number(0, 1 << 20), "The number of bytes from row to row, if rows do not touch."),
        key("first-row", Takes::OneOf(|| names(&FIRST_ROWS)), "Which row comes first in memory."),
        key(
            "pieces",
            Takes::Two(&Takes::Scalar),
            "What stands for the two players' pieces: [1, 2] or [X, O].",
        ),
    ],
);
