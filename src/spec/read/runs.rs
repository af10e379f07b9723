//! Reads `runs`.

use crate::diagnostics::Language::{English, Vietnamese};
use crate::diagnostics::{Text, text};
use crate::machine::{Machine, Start};
use crate::spec::read::case::start;
use crate::spec::read::machine;
use crate::spec::reader::Reader;
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::OtherRun;

const RUN: What = ("a run", "lần chạy");

/// Reads the runs; keys that they do not have are as in `machine`.
pub(in crate::spec) fn read(reader: &mut Reader, usual: &Machine, node: &Node) -> Vec<OtherRun> {
    let nodes = reader.list(node);
    let mut runs = Vec::new();
    for node in nodes {
        let fields = reader.fields(node, RUN, &schema::RUN);
        let start = fields.get("start").and_then(|node| start(reader, node));
        let machine = machine::read(reader, usual.clone(), fields.get("machine"));
        if fields.get("start").is_none() && fields.get("machine").is_none() {
            reader.missing(&fields, "start", "random 1");
        }
        let about = match fields.get("title") {
            Some(node) => reader.text(node),
            None => about(start, fields.get("machine")),
        };
        runs.push(OtherRun { about, start, machine });
    }
    runs
}

/// The differences in words: the start state, and the keys of the machine as they are written.
fn about(start: Option<Start>, machine: Option<&Node>) -> Text {
    let mut words: Vec<Text> = Vec::new();
    words.extend(start.map(|start| match start {
        Start::Zeros => {
            text!("memory and registers that start as zeros", "bộ nhớ và thanh ghi ban đầu đều bằng không")
        }
        Start::Random(seed) => text!(
            "memory and registers that start as noise (random {seed})",
            "bộ nhớ và thanh ghi ban đầu chứa giá trị bất kỳ (random {seed})"
        ),
    }));
    if let Some(Node { value: NodeValue::Mapping(entries), .. }) = machine {
        for (key, value) in entries {
            if let (NodeValue::Scalar(key), NodeValue::Scalar(value)) = (&key.value, &value.value) {
                words.push(Text::verbatim(format!("`{key}: {value}`")));
            }
        }
    }
    let joined = |language| words.iter().map(|word| word.to(language)).collect::<Vec<_>>().join(", ");
    Text::new(joined(English), joined(Vietnamese))
}
