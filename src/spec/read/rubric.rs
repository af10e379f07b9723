//! Reads `rubric`.

use std::collections::BTreeMap;

use crate::diagnostics::Text;
use crate::spec::read::ids::{Ids, required_id};
use crate::spec::reader::Reader;
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{Points, RubricItem};

const ITEM: What = ("a rubric item", "mục chấm tay");

/// Reads the items.
pub(in crate::spec) fn read(reader: &mut Reader, node: Option<&Node>) -> Vec<RubricItem> {
    let mut known = BTreeMap::new();
    let mut items = Vec::new();
    for node in node.map(|node| reader.list(node)).unwrap_or_default() {
        let fields = reader.fields(node, ITEM, &schema::RUBRIC);
        let id = required_id(reader, &fields);
        Ids::add(reader, &mut known, &id, fields.get("id").map_or(fields.span, |node| node.span));
        let title = fields.get("title").map_or_else(|| Text::verbatim(&id), |node| reader.text(node));
        let points = match fields.get("points") {
            Some(node) => reader.points(node).unwrap_or_default(),
            None => {
                reader.missing(&fields, "points", "5");
                Points::ZERO
            }
        };
        items.push(RubricItem { id, title, points });
    }
    items
}
