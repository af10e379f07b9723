//! What differences of format cost: a share for each kind of difference, for all tests, a group or one test.

use super::load::{Node, Value};
use super::points::Share;
use super::reader::{Fields, Reader, What};
use super::schema;
use crate::diagnostics::text;

const FORMAT: What = ("`format`", "`format`");

/// The names of the kinds of differences, the mildest first: those of [`crate::compare`].
pub const FORMAT_KINDS: [&str; 16] = [
    "in-prompt",
    "control-bytes",
    "line-ends",
    "trailing-blanks",
    "line-breaks",
    "spacing",
    "letter-case",
    "echo",
    "halt",
    "symbols",
    "frame",
    "header",
    "upside-down",
    "repeated-board",
    "wording",
    "extra-text",
];

/// What differences of format cost in a submission.
#[derive(Clone, Copy, Debug)]
pub struct FormatPolicy {
    /// What each kind costs, unless a group or a case says so itself.
    pub prices: FormatPrices,
    /// The largest share of a submission's points that all kinds together may cost.
    pub most: Share,
}

/// What each kind of difference costs: a share of the points of the cases that it appears in. And which kinds are forgiven
/// in all of a text that the spec writes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatPrices {
    each: Share,
    /// The kinds that are format in an answer too, in the order of their names.
    forgiven: [bool; FORMAT_KINDS.len()],
    /// Kinds with a price of their own, in the order of their names.
    kinds: [Option<Share>; FORMAT_KINDS.len()],
}

impl FormatPrices {
    /// What the kind of this name costs.
    pub fn of(&self, kind: &str) -> Share {
        let own = FORMAT_KINDS.iter().position(|known| *known == kind).and_then(|index| self.kinds[index]);
        own.unwrap_or(self.each)
    }

    /// Whether the kind of this name is format in all of a text that the spec writes out, and not only in what is fixed.
    pub fn forgives(&self, kind: &str) -> bool {
        FORMAT_KINDS.iter().zip(self.forgiven).any(|(known, is_forgiven)| is_forgiven && *known == kind)
    }
}

/// Reads what differences of format cost in all of a spec.
pub(super) fn policy(reader: &mut Reader, node: Option<&Node>) -> FormatPolicy {
    let fields = reader.optional_fields(node, FORMAT, &schema::FORMAT);
    let usual = FormatPrices {
        each: Share::default(),
        forgiven: [false; FORMAT_KINDS.len()],
        kinds: [None; FORMAT_KINDS.len()],
    };
    let prices = prices_of(reader, usual, &fields);
    FormatPolicy { prices, most: reader.share_of(&fields, "most").unwrap_or_default() }
}

/// Reads what they cost in a group or a case; what is not said is as it was around it.
pub(super) fn prices(reader: &mut Reader, around: FormatPrices, node: Option<&Node>) -> FormatPrices {
    let Some(node) = node else { return around };
    let fields = reader.fields(node, FORMAT, &schema::PRICES);
    prices_of(reader, around, &fields)
}

fn prices_of(reader: &mut Reader, around: FormatPrices, fields: &Fields<'_>) -> FormatPrices {
    let mut prices = around;
    let choices: Vec<(&str, usize)> =
        FORMAT_KINDS.iter().enumerate().map(|(index, name)| (*name, index)).collect();
    if let Some(node) = fields.get("forgive") {
        prices.forgiven = [false; FORMAT_KINDS.len()];
        for node in reader.list(node) {
            if let Some(kind) = reader.choice(node, &choices) {
                prices.forgiven[kind] = true;
            }
        }
    }
    if let Some(each) = reader.share_of(fields, "each") {
        // A price for all kinds says nothing of those that had one of their own.
        prices.each = each;
    }
    let Some(node) = fields.get("kinds") else { return prices };
    let Value::Mapping(entries) = &node.value else {
        let expected = text!(
            "give a share for some kinds: `{{ letter-case: 5% }}`",
            "hãy cho tỉ lệ của vài loại: `{{ letter-case: 5% }}`"
        );
        reader.wrong_type(node, &expected);
        return prices;
    };
    for (key, value) in entries {
        let kind = reader.choice(key, &choices);
        let share = reader.share(value);
        if let (Some(kind), Some(share)) = (kind, share) {
            prices.kinds[kind] = Some(share);
        }
    }
    prices
}
