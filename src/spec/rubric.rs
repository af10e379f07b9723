//! What people judge. The items stand in the spec, the marks in a table beside it, so that a regrade keeps them.

use std::collections::BTreeMap;

use super::load::Node;
use super::lower::{Ids, required_id};
use super::points::Points;
use super::reader::{Reader, What};
use super::schema;
use crate::diagnostics::Text;

const ITEM: What = ("a rubric item", "mục chấm tay");

/// Something that people judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricItem {
    /// The name in the table of marks.
    pub id: String,
    /// The title to show.
    pub title: Text,
    /// The most that it is worth.
    pub points: Points,
}

/// Reads the items.
pub(super) fn read(reader: &mut Reader, node: Option<&Node>) -> Vec<RubricItem> {
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
