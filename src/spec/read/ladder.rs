//! Reads `ladder`.

use crate::diagnostics::text;
use crate::spec::reader::Reader;
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Behaviour, Ladder, MOST_CELLS, Reference};

const LADDER: What = ("`ladder`", "`ladder`");

/// Reads a ladder; keys that it does not have keep the values around it.
pub(in crate::spec) fn read(
    reader: &mut Reader,
    around: Ladder,
    reference: Option<Reference>,
    node: Option<&Node>,
) -> Ladder {
    let Some(node) = node else { return around };
    let mut ladder = around;
    let fields = reader.fields(node, LADDER, &schema::LADDER);
    if let Some(share) = fields.get("presentation").and_then(|node| reader.share(node)) {
        ladder.presentation = Some(share);
    }
    let of_reference = reference.filter(|reference| *reference == Reference::ConnectFour).map(|_| (6, 6));
    let known = ladder.behaviour.map(|behaviour| behaviour.board).or(of_reference);
    let board = fields.get("board").map_or(known, |node| board(reader, node));
    let share = fields.get("behaviour").and_then(|node| reader.share(node));
    if share.is_some_and(|share| share.percent() == 0) {
        // The rung is taken away.
        ladder.behaviour = None;
        return ladder;
    }
    ladder.behaviour = match (share, board) {
        (Some(share), Some(board)) => Some(Behaviour { share, board }),
        (Some(_), None) => {
            if fields.get("board").is_none() {
                reader.missing_in(
                    node.span,
                    ("a ladder with `behaviour`", "`ladder` có `behaviour`"),
                    "board",
                    "[6, 7]",
                );
            }
            None
        }
        (None, board) => {
            ladder.behaviour.map(|known| Behaviour { board: board.unwrap_or(known.board), ..known })
        }
    };
    ladder
}

fn board(reader: &mut Reader, node: &Node) -> Option<(usize, usize)> {
    if let NodeValue::Sequence(sides) = &node.value
        && let [rows, columns] = sides.as_slice()
    {
        let rows = reader.number(rows, 1, MOST_CELLS)?;
        let columns = reader.number(columns, 1, MOST_CELLS)?;
        return Some((rows as usize, columns as usize));
    }
    reader.wrong_type(node, &text!("give rows and columns: `[6, 7]`", "hãy cho số hàng và số cột: `[6, 7]`"));
    None
}
