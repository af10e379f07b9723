//! The ladder of strictness: how much of its points a case keeps whose output is not the same byte by byte.

use super::load::{Node, Value};
use super::points::Share;
use super::reader::{Reader, What};
use super::schema;
use super::types::Reference;
use crate::diagnostics::text;

const LADDER: What = ("`ladder`", "`ladder`");

/// No board that is looked for has more rows or columns.
pub(super) const MOST_CELLS: u64 = 40;

/// How much of its points a case keeps on the rungs below the exact transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// What differs in format alone; `None` leaves it to the price of each kind of difference.
    pub presentation: Option<Share>,
    /// What differs in its text, while boards and outcome are right; `None` for nothing.
    pub behaviour: Option<Behaviour>,
}

/// The rung of behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it keeps.
    pub share: Share,
    /// The rows and columns of the boards.
    pub board: (usize, usize),
}

/// Reads a ladder; what it does not say is as it was around it.
pub(super) fn read(
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
    if let Value::Sequence(sides) = &node.value
        && let [rows, columns] = sides.as_slice()
    {
        let rows = reader.number(rows, 1, MOST_CELLS)?;
        let columns = reader.number(columns, 1, MOST_CELLS)?;
        return Some((rows as usize, columns as usize));
    }
    reader.wrong_type(node, &text!("give rows and columns: `[6, 7]`", "hãy cho số hàng và số cột: `[6, 7]`"));
    None
}
