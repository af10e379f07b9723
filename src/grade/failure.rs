//! The kinds of failure: of the cases that fail in the same way, one is reported in full.

use std::mem::Discriminant;

use super::verdict::Verdict;
use crate::compare::behaviour::What;
use crate::compare::wanted::MismatchKind;
use crate::referee::{MoveFault, Over, Question, Why};
use crate::spec::{Check, Points};
use crate::stored::{Deserialize, Serialize};

/// The kind of a failure. Two cases with the same kind, verdict and fault go wrong in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "()", into = "()")]
pub enum FailureKind {
    /// The run of a whole program ended as it must not; the verdict says how.
    Ending,
    /// The run of a subroutine test did.
    SubroutineEnding,
    /// The program plays another game than the one that was typed.
    OtherGame,
    /// The output, or a file, is not as it must be.
    Output(MismatchKind),
    /// A register, a place in memory or a count is not as it must be: its name.
    State(String),
    /// The number of instructions grows faster than it must.
    Growth,
    /// The program has none of these labels.
    NoLabel(Vec<String>),
    /// The subroutine of the course in this file could not stand in.
    NoStandIn(String),
    /// A command of the staff found the output wrong.
    Judged {
        /// The command's message to the student, if any.
        said: Option<String>,
        /// The partial credit for the output, earned of possible; `None` if there is none, or if the command
        /// gave a message.
        earned: Option<(Points, Points)>,
    },
    /// In a dialogue, the program does something else than it must.
    Dialogue {
        /// The kind of difference.
        what: Discriminant<What>,
        /// The question that it never asks, or asks although it is not due, if that is wrong.
        question: Option<Question>,
        /// The number or name that is wrong, if one is.
        shown: Option<Check>,
        /// The fault of a move that the program makes, if it is wrong: not what the assignment wants there,
        /// or against the rules.
        moved: Option<Result<Why, Discriminant<MoveFault>>>,
        /// The way in which the game ends, if the program does not announce that.
        ending: Option<Ending>,
        /// True if the program announces a tie that is none.
        is_called_tie: bool,
        /// The question that was answered before; `None` at the start.
        after: Option<Question>,
        /// True if what was typed then for a column is none.
        is_beside_board: bool,
    },
    /// Read from a record. Which kind it was does not matter any more, as the cases to report were chosen when it was graded.
    Stored,
    /// The case fails on another machine only.
    OnVariant {
        /// The verdict there.
        verdict: Verdict,
        /// The kind of failure there.
        kind: Option<Box<FailureKind>>,
    },
}

/// The ways in which a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player has a line.
    Line,
    /// A player has made too many faults.
    Faults,
    /// The board is full.
    Tie,
}

impl Ending {
    /// The way in which a game ended.
    pub fn of(over: &Over) -> Self {
        match (over.winner, over.by_faults) {
            (None, _) => Self::Tie,
            (Some(_), true) => Self::Faults,
            (Some(_), false) => Self::Line,
        }
    }
}

impl From<()> for FailureKind {
    fn from((): ()) -> Self {
        Self::Stored
    }
}

impl From<FailureKind> for () {
    fn from(_: FailureKind) {}
}
