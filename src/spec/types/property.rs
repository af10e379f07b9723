//! Properties: not one input but many, drawn at random, on all of which a program must do as the reference or a model does.

use std::sync::Arc;

use crate::spec::types::{DialogueCase, Generator, Mode, ModelProgram};

/// A case of many inputs.
#[derive(Clone, Debug)]
pub struct Property {
    /// What they are drawn from.
    pub generator: Generator,
    /// How many are drawn.
    pub cases: usize,
    /// What the draws begin with, together with the ids of the spec, the case and perhaps the submission.
    pub seed: u64,
    /// For whom other inputs are drawn.
    pub per: Per,
    /// What says what is right.
    pub judge: Judge,
    /// How what a model prints is compared.
    pub mode: Mode,
}

/// For whom other inputs are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Per {
    /// All submissions get the same.
    Assignment,
    /// Each submission gets its own, and the same ones each time.
    #[default]
    Submission,
}

impl Per {
    /// Both with their names in specs.
    pub(in crate::spec) const ALL: [(&'static str, Self); 2] =
        [("assignment", Self::Assignment), ("submission", Self::Submission)];
}

/// What says what is right.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The reference, which plays the same keys.
    Keys,
    /// The reference, which referees the same acts.
    Dialogue(Arc<DialogueCase>),
    /// A program, which reads the same lines.
    Model(Arc<ModelProgram>),
}
