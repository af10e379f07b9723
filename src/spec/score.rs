//! How the points of cases make those of their group, and what must be passed before cases are run.

use std::collections::BTreeMap;

use super::load::{Node, Value};
use super::points::Points;
use super::reader::{Fields, Reader};
use super::types::Group;
use crate::diagnostics::{Diagnostic, Span, code, suggest, text};

/// How the points of cases make those of their group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupScore {
    /// Each case has its own.
    #[default]
    Sum,
    /// One failed case costs them all.
    AllOrNothing,
    /// The group earns the share of its worst case, halves of a hundredth of a point rounded up.
    Minimum,
}

/// Every way with its name in specs.
pub(super) const SCORES: [(&str, GroupScore); 3] = [
    ("sum", GroupScore::Sum),
    ("all-or-nothing", GroupScore::AllOrNothing),
    ("minimum", GroupScore::Minimum),
];

/// Reads what a group or a case requires; whether these are there is checked once all are read.
pub(super) fn requires(reader: &mut Reader, fields: &Fields<'_>) -> Vec<String> {
    let nodes = fields.get("requires").map(|node| reader.list(node)).unwrap_or_default();
    nodes.iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
}

/// Says which required ids are unknown and which requirements go in a circle.
pub(super) fn check_requirements(reader: &mut Reader, nodes: &[Node], groups: &[Group]) {
    let before = reader.diagnostics.len();
    let mut places: Vec<(String, Span)> = Vec::new();
    for (node, group) in nodes.iter().zip(groups) {
        unknown(reader, node, groups, &mut places);
        for case in node.get("cases").into_iter().flat_map(Node::items) {
            unknown(reader, case, groups, &mut places);
        }
        // A family of games has no id of its own; its group stands in.
        places.extend(node.get("requires").map(|node| (group.id.clone(), node.span)));
    }
    if reader.diagnostics.len() == before
        && let Some(circle) = circle(groups)
    {
        let place = |id: &String| places.iter().find(|(known, _)| known == id).map(|(_, span)| *span);
        let span = circle.iter().find_map(place).or(nodes.first().map(|node| node.span)).unwrap_or_default();
        let way = circle.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" → ");
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

/// Checks what a group or a case names, and notes the place of each name under the id of who names it.
fn unknown(reader: &mut Reader, node: &Node, groups: &[Group], places: &mut Vec<(String, Span)>) {
    let owner = match node.get("id").map(|node| &node.value) {
        Some(Value::Scalar(id)) => id.as_str(),
        _ => "",
    };
    let known = || {
        let cases = groups.iter().flat_map(|group| &group.cases).map(|case| case.id.as_str());
        groups.iter().map(|group| group.id.as_str()).chain(cases)
    };
    for wanted in node.get("requires").into_iter().flat_map(Node::items) {
        let Value::Scalar(id) = &wanted.value else { continue };
        places.push((owner.to_owned(), wanted.span));
        if known().any(|known| known == id) {
            continue;
        }
        let expected = match suggest(id, known()) {
            Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
            None => text!(
                "give the id of a group or of a case of this spec",
                "hãy cho id của một nhóm hoặc một ca kiểm thử trong spec này"
            ),
        };
        reader.bad_value(wanted.span, id, &expected);
    }
}

/// The numbers of the cases that an id stands for. Where a group and a case share it, the group is meant.
pub fn cases_of(groups: &[Group], id: &str) -> Vec<usize> {
    let mut first = 0;
    let mut found = None;
    for group in groups {
        if group.id == id {
            return (first..first + group.cases.len()).collect();
        }
        found = found.or(group.cases.iter().position(|case| case.id == id).map(|at| first + at));
        first += group.cases.len();
    }
    found.into_iter().collect()
}

/// The cases in the order in which they can be run: those of a wave require only what is in the waves before. Within a
/// wave the order is that of the spec; without requirements there is a single one. What goes in a circle is in none.
pub fn waves(groups: &[Group]) -> Vec<Vec<usize>> {
    let needs: Vec<Vec<usize>> = groups
        .iter()
        .flat_map(|group| group.cases.iter().map(move |case| (group, case)))
        .map(|(group, case)| {
            group.requires.iter().chain(&case.requires).flat_map(|id| cases_of(groups, id)).collect()
        })
        .collect();
    let mut waves: Vec<Vec<usize>> = Vec::new();
    let mut done = vec![false; needs.len()];
    loop {
        let ready = |case: &usize| !done[*case] && needs[*case].iter().all(|need| done[*need]);
        let wave: Vec<usize> = (0..needs.len()).filter(ready).collect();
        if wave.is_empty() {
            return waves;
        }
        for case in &wave {
            done[*case] = true;
        }
        waves.push(wave);
    }
}

/// Ids that require each other, the first one again at the end.
fn circle(groups: &[Group]) -> Option<Vec<String>> {
    let all: usize = groups.iter().map(|group| group.cases.len()).sum();
    if waves(groups).iter().map(Vec::len).sum::<usize>() == all {
        return None;
    }
    // Whoever waits for ever waits for somebody who does too: the way along these ends in a circle.
    let mut edges: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for group in groups {
        let of_group = edges.entry(&group.id).or_default();
        of_group.extend(group.requires.iter().map(String::as_str));
        of_group.extend(group.cases.iter().flat_map(|case| &case.requires).map(String::as_str));
        for case in &group.cases {
            let wanted = group.requires.iter().chain(&case.requires).map(String::as_str);
            edges.entry(&case.id).or_default().extend(wanted);
        }
    }
    let reaches = |from: &str, to: &str| {
        let mut open = vec![vec![from]];
        let mut seen = vec![from];
        while let Some(way) = open.pop() {
            for next in edges.get(way[way.len() - 1]).into_iter().flatten() {
                let way = [way.as_slice(), &[*next]].concat();
                if *next == to {
                    return Some(way.into_iter().map(str::to_owned).collect());
                }
                if !seen.contains(next) {
                    seen.push(next);
                    open.push(way);
                }
            }
        }
        None
    };
    let own_group = groups.iter().find_map(|group| {
        // A case that waits for its own group waits for itself.
        let waits = group.cases.iter().find(|case| case.requires.contains(&group.id))?;
        Some(vec![waits.id.clone(), group.id.clone(), waits.id.clone()])
    });
    own_group.or_else(|| edges.keys().find_map(|id| reaches(id, id)))
}

/// Reads the most that a group or everything earns.
pub(super) fn cap(reader: &mut Reader, fields: &Fields<'_>) -> Option<Points> {
    fields.get("cap").and_then(|node| reader.points(node))
}

/// Reads how a group makes its points of those of its cases.
pub(super) fn group_score(reader: &mut Reader, fields: &Fields<'_>) -> GroupScore {
    fields.get("score").and_then(|node| reader.choice(node, &SCORES)).unwrap_or_default()
}
