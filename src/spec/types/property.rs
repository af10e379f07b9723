//! Properties: not one input but many, drawn at random, on all of which a program must do as the reference or a model does.

use std::sync::Arc;

use crate::spec::types::{DialogueCase, Generator, Mode, ModelProgram};

/// A case of many inputs.
#[derive(Clone, Debug)]
pub struct Property {
    /// The generator that they are drawn from.
    pub generator: Generator,
    /// The number of inputs drawn.
    pub cases: usize,
    /// The seed of the draws, to which the ids of the spec, the case and perhaps the submission are added.
    pub seed: u64,
    /// For whom other inputs are drawn.
    pub per: Per,
    /// The judge of what is right.
    pub judge: Judge,
    /// The way in which the output of a model is compared.
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

/// The judge of the output for a drawn input.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The reference, which plays the same keys.
    Keys,
    /// The reference, which referees the same acts.
    Dialogue(Arc<DialogueCase>),
    /// A program, which reads the same lines.
    Model(Arc<ModelProgram>),
}
