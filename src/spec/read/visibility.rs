//! Reads `visibility` and `show`.

use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{PRESETS, Show, When};

const SHOW: What = ("`show`", "`show`");

/// Reads `visibility` and `show`; keys that they do not have keep the values around them.
pub(in crate::spec) fn read(reader: &mut Reader, around: Show, fields: &Fields<'_>) -> Show {
    let preset = fields.get("visibility").and_then(|node| reader.choice(node, &PRESETS));
    let mut show = preset.map_or(around, Show::all);
    let Some(node) = fields.get("show") else { return show };
    let fields = reader.fields(node, SHOW, &schema::SHOW);
    let mut part = |key: &str, when: &mut When| {
        let read = |node: &Node| reader.choice(node, &When::ALL);
        *when = fields.get(key).and_then(read).unwrap_or(*when);
    };
    part("points", &mut show.points);
    part("message", &mut show.message);
    part("input", &mut show.input);
    part("expected", &mut show.expected);
    part("actual", &mut show.actual);
    show
}
