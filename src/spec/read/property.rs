//! Reads `property`.

use crate::diagnostics::text;
use crate::spec::read::case::Rules;
use crate::spec::read::generator;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{Judge, Per, Property};

const PROPERTY: What = ("`property`", "`property`");

/// Reads a property; `judge` gives the correct output, if anything does.
pub(in crate::spec) fn read(
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
