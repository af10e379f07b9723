//! Properties: not one input but many, drawn at random, on all of which a program must do as the reference or a model does.

use std::sync::Arc;

use super::case::Rules;
use super::dialogue::DialogueCase;
use super::generator::{self, Generator};
use super::load::Node;
use super::model::ModelProgram;
use super::reader::{Fields, Reader, What};
use super::schema;
use super::wanted::Mode;
use crate::diagnostics::text;

const PROPERTY: What = ("`property`", "`property`");

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
    pub(super) const ALL: [(&'static str, Self); 2] =
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

/// Reads a property; `judge` is what says what is right, if anything does.
pub(super) fn read(
    reader: &mut Reader,
    fields: &Fields<'_>,
    rules: Rules<'_>,
    node: &Node,
    judge: Option<Judge>,
) -> Option<Property> {
    for key in ["keys", "stdin", "expect", "any", "contains", "rejects", "steps", "play", "games"] {
        if fields.get(key).is_some() {
            let expected = text!(
                "inputs are drawn by `property`, and what must come out is known of each",
                "`property` tự rút đầu vào, và đầu ra của mỗi cái đều đã biết"
            );
            reader.bad_value(fields.key_span(key), key, &expected);
        }
    }
    let inner = reader.fields(node, PROPERTY, &schema::PROPERTY);
    let cases = reader.number_of(&inner, "cases").unwrap_or_default() as usize;
    let seed = reader.number_of(&inner, "seed").unwrap_or_default();
    let per = reader.choice_of(&inner, "per", &Per::ALL).unwrap_or_default();
    if judge.is_none() && fields.get("model").is_none() {
        let what = (
            "a property of a spec without a reference for it",
            "`property` trong spec không có chương trình tham chiếu phù hợp",
        );
        reader.missing_in(fields.key_span("property"), what, "model", "right.asm");
    }
    let reference = rules.reference.filter(|_| !matches!(judge, Some(Judge::Model(_))));
    let Some(node) = inner.get("generator") else {
        reader.missing(&inner, "generator", "{ repeat: { number: 1..6 }, times: 0..20 }");
        return None;
    };
    let generator = generator::read(reader, reference, node)?;
    let at = inner.key_span("generator");
    for text in generator.texts() {
        match (&judge, rules.assignment) {
            (Some(Judge::Keys), _) if !text.bytes().all(|key| matches!(key, b' '..=b'~')) => {
                let expected =
                    text!("keys are printable ASCII characters", "phím là các ký tự ASCII in được");
                reader.bad_value(at, text, &expected);
            }
            (Some(Judge::Dialogue(_)), Some(assignment)) => {
                if let Err(bad) = assignment.acts(text) {
                    reader.bad_value(at, text, &bad.expected);
                }
            }
            _ => {}
        }
    }
    Some(Property { generator, cases, seed, per, judge: judge?, mode: rules.mode.clone() })
}
