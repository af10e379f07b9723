//! The keys of subroutine tests: what is put into a machine, what is called, and what must be there afterwards.

use super::choices::names;
use super::keys::{key, section};
use super::{Key, Section, Takes};
use crate::isa::ISAS;
use crate::spec::types::{Direction, Law};

/// A number, a character between quotes, or a label with what is added to it.
const WORD: Takes = Takes::Scalar;
const REGISTERS: Takes = Takes::Named(&WORD);
const CONTENT: Takes = Takes::Either(&[
    WORD,
    Takes::List(&Takes::Either(&[WORD, Takes::Section(&DATA)])),
    Takes::Section(&DATA),
]);
const COUNTED: Takes = Takes::Either(&[Takes::Number(0, u64::MAX), Takes::Section(&COUNT)]);

pub(super) const CALL: Key = key(
    "call",
    Takes::OneOrMore(&Takes::Scalar),
    "The label of the subroutine that is called, instead of the program being started; of several the first one there is.",
);
pub(super) const CONVENTION: Key = key(
    "convention",
    Takes::OneOf(|| {
        let mut names: Vec<String> =
            ISAS.iter().flat_map(|isa| isa.conventions).map(|convention| convention.id.to_owned()).collect();
        names.sort();
        names.dedup();
        names
    }),
    "Where its arguments and results are: registers by name, or a calling convention of the instruction set.",
);
pub(super) const ARGUMENTS: Key =
    key("args", Takes::List(&WORD), "Its arguments, where the convention has them.");

pub(in crate::spec) static GIVEN: Section = section(
    "given",
    "What is put into the machine before the run.",
    &[
        key("registers", REGISTERS, "Registers by name, each with a value: a number or a label."),
        key("memory", Takes::Named(&CONTENT), "Memory by label or address: { COUNT: 3, BOARD+6: [1, 2] }."),
        key(
            "buffers",
            Takes::Named(&CONTENT),
            "Memory of the caller's own, with names that stand for its addresses.",
        ),
        key(
            "stack",
            Takes::List(&WORD),
            "Words on the stack, the topmost first, where no convention says what is there.",
        ),
    ],
);

pub(in crate::spec) static THEN: Section = section(
    "then",
    "What must be in the machine after the run.",
    &[
        key("returns", Takes::OneOrMore(&WORD), "The result, where the convention has it; a list for two."),
        key("registers", REGISTERS, "Registers by name."),
        key("memory", Takes::Named(&CONTENT), "Memory by label, buffer or address."),
        key(
            "areas",
            Takes::Named(&Takes::Section(&AREA)),
            "What must be true of the numbers from a label, buffer or address on: { LIST: { words: 5, sorted: upwards } }.",
        ),
        key(
            "stack",
            Takes::List(&WORD),
            "Words that must be on the stack in place of those that were there, the topmost first.",
        ),
        key(
            "preserved",
            Takes::Either(&[Takes::Matching("^(by-convention|others)$"), Takes::List(&Takes::Scalar)]),
            "The registers that hold what they held before: a list, all others than the results, or those of the convention.",
        ),
        key("calls", Takes::Named(&COUNTED), "How often subroutines were called, by label."),
        key(
            "services",
            Takes::Named(&COUNTED),
            "How often services of the system were used, by name or number.",
        ),
        key("instructions", COUNTED, "How many instructions were executed."),
    ],
);

pub(in crate::spec) static DATA: Section = section(
    "data",
    "What lies in memory.",
    &[
        key("text", Takes::Scalar, "Text with a zero after it."),
        key("bytes", Takes::List(&Takes::Number(0, 255)), "Bytes, where addresses count bytes."),
        key("range", Takes::Two(&WORD), "The numbers from the one to the other, upwards or downwards."),
        key("repeat", WORD, "The word that is repeated."),
        key("times", WORD, "How often it is repeated."),
        key("room", WORD, "This many words of zero."),
    ],
);

pub(in crate::spec) static AREA: Section = Section {
    name: "area",
    about: "A stretch of memory, and what must be true of its numbers.",
    keys: &[
        key("words", WORD, "How many words it has."),
        key("bytes", WORD, "How many bytes it has, where addresses count bytes."),
        key(
            "sorted",
            Takes::OneOf(|| names(&Direction::ALL)),
            "In which order the numbers stand; equal ones may be neighbours.",
        ),
        key("sum", WORD, "The sum of the numbers."),
        key("all", Takes::Scalar, "What holds for each number: value > 0; index is its place, from 0."),
        key("any", Takes::Scalar, "What holds for at least one of them: value == 7."),
        key("count", Takes::Scalar, "What holds for as many of them as `is` says: value % 2 == 0."),
        key("is", COUNTED, "How many numbers `count` holds for."),
    ],
    one_of: &["words", "bytes"],
};

pub(in crate::spec) static COUNT: Section = section(
    "count",
    "From how often to how often.",
    &[
        key("at-least", Takes::Number(0, u64::MAX), "The least that will do."),
        key("at-most", Takes::Number(0, u64::MAX), "The most that will do."),
    ],
);

pub(in crate::spec) static GROWTH: Section = section(
    "growth",
    "How the number of instructions may grow with the size of the input.",
    &[
        key(
            "n",
            Takes::List(&Takes::Number(1, 1_000_000)),
            "The sizes, at least three; the name n stands for each in turn.",
        ),
        key("at-most", Takes::OneOf(|| names(&Law::ALL)), "The law by which it may grow at most."),
    ],
);
