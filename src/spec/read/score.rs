//! Reads what makes a score, and checks what groups and cases require.

use std::collections::BTreeSet;

use crate::diagnostics::{Diagnostic, Span, code, suggest, text};
use crate::spec::reader::{Fields, Reader};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Group, GroupScore, Points, SCORES, circle, waves};

/// Tests that wait for each other are run wave by wave; a spec that people write has a few waves.
const MOST_WAVES: usize = 50;

/// For more mistakes than these nothing is guessed.
const MOST_GUESSES: usize = 100;

/// More ids of a circle than these are not shown.
const MOST_SHOWN: usize = 10;

/// Reads what a group or a case requires; whether these are there is checked once all are read.
pub(in crate::spec) fn requires(reader: &mut Reader, fields: &Fields<'_>) -> Vec<String> {
    let nodes = fields.get("requires").map(|node| reader.list(node)).unwrap_or_default();
    nodes.iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
}

/// Says which required ids are unknown and which requirements go in a circle.
pub(in crate::spec) fn check_requirements(reader: &mut Reader, nodes: &[Node], groups: &[Group]) {
    let before = reader.diagnostics.len();
    let mut places: Vec<(String, Span)> = Vec::new();
    let cases = groups.iter().flat_map(|group| &group.cases).map(|case| case.id.as_str());
    let known: BTreeSet<&str> = groups.iter().map(|group| group.id.as_str()).chain(cases).collect();
    for (node, group) in nodes.iter().zip(groups) {
        unknown(reader, node, &known, &mut places);
        for case in node.get("cases").into_iter().flat_map(Node::items) {
            unknown(reader, case, &known, &mut places);
        }
        // A family of games has no id of its own; its group stands in.
        places.extend(node.get("requires").map(|node| (group.id.clone(), node.span)));
    }
    if reader.diagnostics.len() > before {
        return;
    }
    check_depth(reader, groups, &places);
    if let Some(circle) = circle(groups) {
        let place = |id: &String| places.iter().find(|(known, _)| known == id).map(|(_, span)| *span);
        let span = circle.iter().find_map(place).or(nodes.first().map(|node| node.span)).unwrap_or_default();
        let shown = circle.iter().take(MOST_SHOWN).map(|id| format!("`{id}`")).collect::<Vec<_>>();
        let more = if circle.len() > MOST_SHOWN { " → ..." } else { "" };
        let way = shown.join(" → ") + more;
        reader.add(
            Diagnostic::error(
                code::SPEC_REQUIRES,
                span,
                text!("requirements go in a circle: {way}", "các yêu cầu tạo thành vòng: {way}"),
            )
            .help(text!(
                "take one of them out: a test that waits for itself is never run",
                "hãy bỏ bớt một yêu cầu: ca kiểm thử chờ chính nó sẽ không bao giờ được chạy"
            )),
        );
    }
}

/// Says that tests wait for tests that wait for tests, one after the other, more of them than there may be.
fn check_depth(reader: &mut Reader, groups: &[Group], places: &[(String, Span)]) {
    let depth = waves(groups).len();
    if depth <= MOST_WAVES {
        return;
    }
    let span = places.first().map(|(_, span)| *span).unwrap_or_default();
    reader.add(
        Diagnostic::error(
            code::SPEC_REQUIRES,
            span,
            text!(
                "tests wait for each other in a chain of {depth}; {MOST_WAVES} at most",
                "các ca kiểm thử chờ nhau thành chuỗi dài {depth}; nhiều nhất là {MOST_WAVES}"
            ),
        )
        .help(text!(
            "let several tests require the same one instead of one after the other",
            "hãy để nhiều bài cùng yêu cầu một bài, thay vì nối tiếp nhau"
        )),
    );
}

/// Checks what a group or a case names, and notes the place of each name under the id of who names it.
fn unknown(reader: &mut Reader, node: &Node, known: &BTreeSet<&str>, places: &mut Vec<(String, Span)>) {
    let owner = match node.get("id").map(|node| &node.value) {
        Some(NodeValue::Scalar(id)) => id.as_str(),
        _ => "",
    };
    for wanted in node.get("requires").into_iter().flat_map(Node::items) {
        let NodeValue::Scalar(id) = &wanted.value else { continue };
        places.push((owner.to_owned(), wanted.span));
        if known.contains(id.as_str()) {
            continue;
        }
        // A guess goes through all ids; of a great many mistakes the first ones show what is meant.
        let candidates = known.iter().copied().filter(|_| reader.diagnostics.len() < MOST_GUESSES);
        let expected = match suggest(id, candidates) {
            Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
            None => text!(
                "give the id of a group or of a case of this spec",
                "hãy cho id của một nhóm hoặc một ca kiểm thử trong spec này"
            ),
        };
        reader.bad_value(wanted.span, id, &expected);
    }
}

/// Reads the most that a group or everything earns.
pub(in crate::spec) fn cap(reader: &mut Reader, fields: &Fields<'_>) -> Option<Points> {
    fields.get("cap").and_then(|node| reader.points(node))
}

/// Reads how a group makes its points of those of its cases.
pub(in crate::spec) fn group_score(reader: &mut Reader, fields: &Fields<'_>) -> GroupScore {
    reader.choice_of(fields, "score", &SCORES).unwrap_or_default()
}
