//! Reads `format`.

use crate::diagnostics::text;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{FORMAT_KINDS, FormatPolicy, FormatPrices, Share};

const FORMAT: What = ("`format`", "`format`");

/// Reads what differences of format cost in all of a spec.
pub(in crate::spec) fn policy(reader: &mut Reader, node: Option<&Node>) -> FormatPolicy {
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
pub(in crate::spec) fn prices(
    reader: &mut Reader,
    around: FormatPrices,
    node: Option<&Node>,
) -> FormatPrices {
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
        // A price for all kinds does not change those that had one of their own.
        prices.each = each;
    }
    let Some(node) = fields.get("kinds") else { return prices };
    let NodeValue::Mapping(entries) = &node.value else {
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
