//! The words that seven LC-3 assemblers emit for small snippets, and those that ours emits in the reading of
//! each of them.

use std::fmt::Write as _;

use grader::diagnostics::SourceFile;
use grader::isa::lc3::{Dialect, assemble};
use serde_json::Value;

/// The words as the fixture writes them: `3000: 1021 F025; 4000: 0001`, a run of five or more as `0000*5`.
/// `None` if the source is rejected.
fn words(source: &str, dialect: Option<Dialect>) -> Option<String> {
    let program = assemble(vec![SourceFile::from_bytes("probe.asm", source.as_bytes())], dialect).program?;
    let blocks = program.blocks.iter().filter(|block| !block.words.is_empty()).map(|block| {
        let mut line = format!("{:04X}:", block.origin);
        for run in block.words.chunk_by(|a, b| a == b) {
            if run.len() >= 5 {
                write!(line, " {:04X}*{}", run[0], run.len()).expect("strings take everything");
            } else {
                for word in run {
                    write!(line, " {word:04X}").expect("strings take everything");
                }
            }
        }
        line
    });
    Some(blocks.collect::<Vec<_>>().join("; "))
}

#[test]
fn every_dialect_reads_as_its_tool_does() {
    let text = std::fs::read_to_string("fixtures/lc3/dialects.json").expect("the fixture is there");
    let probes: Vec<Value> = serde_json::from_str(&text).expect("the fixture is JSON");
    let mut wrong = String::new();
    for probe in &probes {
        let (name, source) =
            (probe["name"].as_str().expect("a name"), probe["source"].as_str().expect("a source"));
        let mut accepted = Vec::new();
        for answer in probe["answers"].as_array().expect("answers") {
            let expected = answer["words"].as_str();
            accepted.extend(expected);
            for tool in answer["tools"].as_array().expect("tools").iter().filter_map(Value::as_str) {
                let dialect =
                    Dialect::ALL.into_iter().find(|dialect| dialect.id() == tool).expect("a known tool");
                let found = words(source, Some(dialect));
                if found.as_deref() != expected && probe["deviates"][tool].is_null() {
                    writeln!(wrong, "{name}: {tool} says {expected:?}, we say {found:?}").expect("a string");
                }
            }
        }
        let union = words(source, None);
        let expected =
            if probe["union"].is_null() { accepted.first().copied() } else { probe["union"].as_str() };
        let expected = expected.filter(|words| *words != "rejected");
        if union.as_deref() != expected {
            writeln!(
                wrong,
                "{name}: the union should be {expected:?} and is {union:?}; accepted: {accepted:?}"
            )
            .expect("a string");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert_eq!(probes.len(), 191);
}
