//! Subroutine tests: the values put into the machine before a run, the subroutine that is called, and the
//! values that must be there afterwards.

use std::sync::Arc;

use crate::diagnostics::{SourceFile, Text};
use crate::isa::{Convention, Isa};
use crate::spec::types::{Checked, Formula};

/// A run that is more than a program with its input.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// The instruction set, by which registers are named.
    pub isa: &'static Isa,
    /// The input, and the demands on the output.
    pub talk: Checked,
    /// The subroutine that is called instead of the program being started.
    pub call: Option<Call>,
    /// The values there before the run.
    pub given: Given,
    /// The values that must be there afterwards.
    pub then: Then,
    /// Subroutines of the submission that others stand in for.
    pub stand_ins: Vec<StandIn>,
    /// The sizes that the run is made with; one run without a size if there are none.
    pub growth: Option<Growth>,
}

impl Subroutine {
    /// Returns `true` if nothing is checked after the run.
    pub fn demands_nothing(&self) -> bool {
        let then = &self.then;
        let is_named = !then.calls.is_empty() || !then.services.is_empty() || then.instructions.is_some();
        let is_left = then.stack.is_some()
            || !then.returns.is_empty()
            || !then.registers.is_empty()
            || !then.memory.is_empty()
            || !then.areas.is_empty();
        !is_named && !is_left && self.growth.is_none() && then.preserved == Preserved::ByConvention
    }
}

/// A call of a subroutine.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its label; of several the first one that the program has.
    pub labels: Vec<String>,
    /// Where arguments and results are.
    pub convention: &'static Convention,
    /// The arguments.
    pub arguments: Vec<SubroutineValue>,
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubroutineValue {
    /// A number that fits into a word, with or without a sign.
    Number(i64),
    /// The size of this run.
    Size,
    /// The address of a label or a buffer, and what is added to it.
    Address(String, i64),
}

/// The data at an address in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// One word.
    Word(SubroutineValue),
    /// Several pieces, one after the other.
    Pieces(Vec<Data>),
    /// Text that ends with a zero: one character in each word of LC-3, in each byte of MIPS.
    Text(String),
    /// Bytes, which MIPS alone addresses.
    Bytes(Vec<u8>),
    /// The same word this many times.
    Repeat(SubroutineValue, SubroutineValue),
    /// The numbers from the one to the other, upwards or downwards.
    Range(SubroutineValue, SubroutineValue),
}

/// The values there before a run.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Registers by number.
    pub registers: Vec<(u8, SubroutineValue)>,
    /// Memory by address.
    pub memory: Vec<(SubroutineValue, Data)>,
    /// Memory of the caller, which has a name and no address before the run is made.
    pub buffers: Vec<(String, Data)>,
    /// Words on the stack, the topmost first.
    pub stack: Vec<SubroutineValue>,
}

/// The values that must be there after a run.
#[derive(Clone, Debug, Default)]
pub struct Then {
    /// The results, the first one first.
    pub returns: Vec<SubroutineValue>,
    /// Registers by number.
    pub registers: Vec<(u8, SubroutineValue)>,
    /// Memory by address.
    pub memory: Vec<(SubroutineValue, Data)>,
    /// What must be true of stretches of memory.
    pub areas: Vec<Area>,
    /// The words that must be on the stack in place of those before the call, the topmost word first; `None`
    /// if the case does not say.
    pub stack: Option<Vec<SubroutineValue>>,
    /// Registers that hold what they held before.
    pub preserved: Preserved,
    /// The number of calls of the subroutines with these labels.
    pub calls: Vec<(String, Count)>,
    /// The number of calls of services, by their numbers and names.
    pub services: Vec<(u32, String, Count)>,
    /// The number of instructions executed.
    pub instructions: Option<Count>,
}

impl Then {
    /// Returns `true` if only a watched run can check this.
    pub fn needs_watching(&self) -> bool {
        !self.calls.is_empty() || !self.services.is_empty()
    }
}

/// A stretch of memory, and what must be true of its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Where it begins.
    pub address: SubroutineValue,
    /// The number of words, or of bytes.
    pub length: SubroutineValue,
    /// True if it is one of bytes, which have no sign.
    pub is_of_bytes: bool,
    /// The order of the numbers.
    pub sorted: Option<Direction>,
    /// Their sum.
    pub sum: Option<SubroutineValue>,
    /// What holds for each of them.
    pub all: Option<AreaRule>,
    /// What holds for at least one of them.
    pub any: Option<AreaRule>,
    /// What holds for that many of them.
    pub count: Option<(AreaRule, Count)>,
}

/// A rule on a number in memory, its `value`, and the place of the number in its stretch, its `index` from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaRule {
    /// As it is written in the spec.
    pub source: String,
    /// The formula, which holds if it is not 0.
    pub formula: Formula,
}

impl AreaRule {
    /// The names that a rule knows.
    pub const NAMES: [&'static str; 2] = ["value", "index"];
}

/// An order of numbers; equal ones may stand next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The smallest first.
    Upwards,
    /// The largest first.
    Downwards,
}

impl Direction {
    /// Both with their names in specs.
    pub const ALL: [(&'static str, Self); 2] = [("upwards", Self::Upwards), ("downwards", Self::Downwards)];

    /// Returns `true` if a number may stand before another one.
    pub fn allows(self, first: i64, second: i64) -> bool {
        match self {
            Self::Upwards => first <= second,
            Self::Downwards => first >= second,
        }
    }
}

/// The registers that must hold the same values as before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Preserved {
    /// Those of the convention.
    #[default]
    ByConvention,
    /// These.
    These(Vec<u8>),
    /// All but the results and the return address.
    Others,
}

/// The least and the greatest number of times that something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The least that will do.
    pub least: u64,
    /// The most that will do.
    pub most: u64,
}

impl Count {
    /// Returns `true` if the number is within the count.
    pub fn holds(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// The count in words, such as `at most 3`.
    pub fn about(self) -> Text {
        use crate::diagnostics::text;
        let Self { least, most } = self;
        match (least, most) {
            (0, 0) => text!("none", "không lần nào"),
            (least, most) if least == most => text!("exactly {least}", "đúng {least}"),
            (0, most) => text!("at most {most}", "nhiều nhất {most}"),
            (least, u64::MAX) => text!("at least {least}", "ít nhất {least}"),
            (least, most) => text!("from {least} to {most}", "từ {least} đến {most}"),
        }
    }
}

/// A subroutine written by staff that stands in for one of the submission's.
#[derive(Clone, Debug)]
pub struct StandIn {
    /// The label that both have.
    pub label: String,
    /// Its source.
    pub source: Arc<SourceFile>,
}

/// The law by which the number of instructions may grow with the size of the input.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The sizes, each larger than the one before; at least three.
    pub sizes: Vec<u64>,
    /// The law.
    pub law: Law,
}

/// A law of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The same number of instructions for every size.
    Constant,
    /// With the logarithm of the size.
    Logarithmic,
    /// With the size.
    Linear,
    /// With the size times its logarithm.
    Linearithmic,
    /// With the square of the size.
    Quadratic,
}

impl Law {
    /// Every law with its name in specs.
    pub const ALL: [(&'static str, Self); 5] = [
        ("constant", Self::Constant),
        ("logarithmic", Self::Logarithmic),
        ("linear", Self::Linear),
        ("n-log-n", Self::Linearithmic),
        ("quadratic", Self::Quadratic),
    ];

    /// The law's name.
    pub fn id(self) -> &'static str {
        Self::ALL.iter().find(|(_, law)| *law == self).map_or("", |(id, _)| id)
    }

    /// The value of the law for a size, up to a factor; for the logarithm to the base of two, 16 times its
    /// value, rounded down.
    fn of(self, size: u64) -> u64 {
        let log = || {
            // The logarithm of the sixteenth power has four binary digits more.
            let (mut power, mut log) = (u128::from(size.max(1)), 0_u64);
            for _ in 0..4 {
                power *= power;
                log *= 2;
                while power >= 1 << 64 {
                    power >>= 1;
                    log += 1;
                }
            }
            log + u64::from(power.ilog2())
        };
        match self {
            Self::Constant => 0,
            Self::Logarithmic => log(),
            Self::Linear => size,
            Self::Linearithmic => size.saturating_mul(log()),
            Self::Quadratic => size.saturating_mul(size),
        }
    }

    /// Returns `true` if counts of instructions grow no faster than by this law: from the last but one size
    /// to the last they may grow at most half as fast again as from the first to the second, measured by the
    /// law; and four instructions are allowed for work that is done once.
    pub fn allows(self, counts: &[(u64, u64)]) -> bool {
        let [first, second, .., before, last] = counts else {
            return match counts {
                [first, second, last] => self.compare([first, second], [second, last]),
                _ => true,
            };
        };
        self.compare([first, second], [before, last])
    }

    fn compare(self, early: [&(u64, u64); 2], late: [&(u64, u64); 2]) -> bool {
        const SLACK: u128 = 4;
        let grown = |pair: [&(u64, u64); 2]| u128::from(pair[1].1.saturating_sub(pair[0].1));
        let expected =
            |pair: [&(u64, u64); 2]| u128::from(self.of(pair[1].0).saturating_sub(self.of(pair[0].0)));
        if self == Self::Constant {
            return grown(late) <= SLACK && grown(early) <= SLACK;
        }
        // late / expected(late) <= 1.5 * early / expected(early), without fractions.
        2 * grown(late).saturating_sub(SLACK) * expected(early).max(1)
            <= 3 * grown(early).max(1) * expected(late).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Law;

    /// Counts of a cost for sizes that double.
    fn counts(cost: impl Fn(u64) -> u64) -> Vec<(u64, u64)> {
        [8, 16, 32, 64].into_iter().map(|size| (size, cost(size))).collect()
    }

    #[test]
    fn a_law_allows_itself_and_what_grows_slower() {
        type Cost = fn(u64) -> u64;
        let costs: [(Law, Cost); 5] = [
            (Law::Constant, |_| 12),
            (Law::Logarithmic, |n| 5 + 30 * u64::from(n.ilog2())),
            (Law::Linear, |n| 7 + 9 * n),
            (Law::Linearithmic, |n| 7 + 9 * n * u64::from(n.ilog2())),
            (Law::Quadratic, |n| 20 + 3 * n + 5 * n * n),
        ];
        for (index, (law, _)) in costs.iter().enumerate() {
            for (other, (slower, cost)) in costs.iter().enumerate() {
                // Sizes as small as these do not distinguish n log n from linear.
                let is_close = *law == Law::Linear && *slower == Law::Linearithmic;
                if !is_close {
                    let allows = law.allows(&counts(cost));
                    assert_eq!(allows, other <= index, "{} of {}", law.id(), slower.id());
                }
            }
        }
    }

    #[test]
    fn logarithms_are_of_sixteenths() {
        assert_eq!(Law::Logarithmic.of(1), 0);
        assert_eq!(Law::Logarithmic.of(2), 16);
        assert_eq!(Law::Logarithmic.of(1024), 160);
        assert_eq!(Law::Logarithmic.of(3), 25);
    }
}
