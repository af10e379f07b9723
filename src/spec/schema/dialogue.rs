//! The tables of what is about programs in their own words.

use super::choices::{names, option_names, option_values, options};
use super::keys::{key, required, section};
use super::{Section, Takes};
use crate::referee::{Question, TurnsEnd};
use crate::spec::types::{Asks, CELLS, FIRST_ROWS, LAST_KEYS, LETTERS, MOVES};

const PATTERNS: Takes = Takes::OneOrMore(&Takes::Scalar);
const BY_QUESTION: Takes =
    Takes::Choices(|| names(&Question::ALL).into_iter().map(|name| (name, Vec::new())).collect());
const RULES: Takes = Takes::List(&Takes::Section(&RULE));

fn asked() -> Vec<String> {
    let mut asked = names(&Question::ALL);
    asked.push(Asks::UNKNOWN.to_owned());
    asked
}

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
            Takes::OneOrMore(&Takes::OneOf(asked)),
            "What is asked; several if one question offers them all. `unknown` holds the place until staff say it: the rule does nothing.",
        ),
        key("type", Takes::Scalar, "What is always typed; $1 stands for the first group of the pattern."),
        key(
            "decline",
            Takes::Switch,
            "The question has nothing to do with the game, and is answered with no.",
        )
        .or("false"),
        key("again", Takes::Switch, "The same is asked as before.").or("false"),
        required("when", PATTERNS, "Regular expressions; one of them fits a line of what was printed last."),
        key("unless", PATTERNS, "Regular expressions; none of them fits that line."),
        key("yes", Takes::Scalar, "How a yes is typed, where the question does not say it."),
        key("no", Takes::Scalar, "How a no is typed, where the question does not say it."),
        key(
            "forms",
            BY_QUESTION,
            "How answers are typed, by question: {row}, {column}, {number} and {text} stand for their parts, {row-letter} and {column-letter} for these as letters, {row-small-letter} and {column-small-letter} as small ones, {cell} for the number of a cell that is counted row by row from 1, {cell0} from 0, {name} and {other-name} for the names where both are one answer.",
        ),
        key(
            "inverted",
            Takes::Switch,
            "Whether a yes to the question is a no to what it stands for: `Keep this move?` asks for undo.",
        )
        .or("false"),
        key("weak", Takes::Switch, "Whether the rule is asked only if no other one fits any line.")
            .or("false"),
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
        key(
            "offers",
            BY_QUESTION,
            "Acts that a question for a column offers without saying so, each with its key; `done` ends the turn.",
        ),
        key("forms", BY_QUESTION, "How places on the board and names are typed, by question, as in a rule."),
        key(
            "turns",
            Takes::OneOf(|| names(&TurnsEnd::ALL)),
            "How its turns end, where a menu or a question for a column offers what to do.",
        ),
        key(
            "moves",
            Takes::OneOf(|| names(&MOVES)),
            "What it asks first of a move: what to do, or the column and then what to do in it.",
        ),
        key(
            "last-key",
            Takes::OneOf(|| names(&LAST_KEYS)),
            "The key that ends an answer whose keys are read one by one.",
        ),
        key(
            "letters",
            Takes::OneOf(|| names(&LETTERS)),
            "How letters that choose acts are typed: as the program shows them, or small ones for capitals and the other way round.",
        )
        .or("as-shown"),
        key("board", Takes::Section(&BOARD), "Where its board is in memory, if it is not printed."),
        key("words", Takes::Section(&WORDS), "Words that come before those of the spec."),
    ],
);

pub(in crate::spec) static BOARD: Section = section(
    "board",
    "Where a board is in memory.",
    &[
        key("label", Takes::Scalar, "The label of its first cell."),
        key(
            "offset",
            Takes::Number(0, u32::MAX as u64),
            "The number of bytes from the label to the first cell, or its address if there is no label.",
        )
        .or("0"),
        key("cell", Takes::OneOf(|| names(&CELLS)), "The size of a cell.").or("byte"),
        key("step", Takes::Number(0, 1 << 20), "The number of bytes from cell to cell; 0 if cells touch.")
            .or("0"),
        key("pitch", Takes::Number(0, 1 << 20), "The number of bytes from row to row; 0 if rows touch.")
            .or("0"),
        key("first-row", Takes::OneOf(|| names(&FIRST_ROWS)), "Which row comes first in memory.").or("top"),
        key(
            "pieces",
            Takes::Two(&Takes::Scalar),
            "What stands for the two players' pieces: [1, 2] or [X, O].",
        ),
    ],
);
