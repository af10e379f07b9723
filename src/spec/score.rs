//! How the points of cases make those of their group, and what must be passed before cases are run.

use std::collections::{BTreeMap, BTreeSet};

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

/// Tests that wait for each other are run wave by wave; a spec that people write has a few waves.
const MOST_WAVES: usize = 50;

/// For more mistakes than these nothing is guessed.
const MOST_GUESSES: usize = 100;

/// More ids of a circle than these are not shown.
const MOST_SHOWN: usize = 10;

/// Reads what a group or a case requires; whether these are there is checked once all are read.
pub(super) fn requires(reader: &mut Reader, fields: &Fields<'_>) -> Vec<String> {
    let nodes = fields.get("requires").map(|node| reader.list(node)).unwrap_or_default();
    nodes.iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
}

/// Says which required ids are unknown and which requirements go in a circle.
pub(super) fn check_requirements(reader: &mut Reader, nodes: &[Node], groups: &[Group]) {
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
        Some(Value::Scalar(id)) => id.as_str(),
        _ => "",
    };
    for wanted in node.get("requires").into_iter().flat_map(Node::items) {
        let Value::Scalar(id) = &wanted.value else { continue };
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
    let levels = Steps::of(groups).levels();
    let mut waves: Vec<Vec<usize>> = Vec::new();
    for (case, level) in levels.into_iter().enumerate() {
        if let Some(level) = level {
            waves.resize_with(waves.len().max(level + 1), Vec::new);
            waves[level].push(case);
        }
    }
    waves
}

/// What has to come before what: the cases by number, then for each group a step that it waits at, then one that it is
/// through with.
struct Steps {
    cases: usize,
    /// For each step those that come after it.
    next: Vec<Vec<usize>>,
    /// For each step how many come before it.
    before: Vec<usize>,
}

impl Steps {
    fn of(groups: &[Group]) -> Self {
        let cases = groups.iter().map(|group| group.cases.len()).sum();
        let count = cases + 2 * groups.len();
        let mut steps = Self { cases, next: vec![Vec::new(); count], before: vec![0; count] };
        let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
        let all = groups.iter().flat_map(|group| &group.cases).enumerate();
        // Where ids are the same the group is meant, and otherwise the first one.
        for (number, group) in groups.iter().enumerate() {
            ends.entry(&group.id).or_insert(cases + groups.len() + number);
        }
        all.for_each(|(number, case)| {
            ends.entry(&case.id).or_insert(number);
        });
        let mut first = 0;
        for (number, group) in groups.iter().enumerate() {
            let (gate, through) = (cases + number, cases + groups.len() + number);
            for wanted in group.requires.iter().filter_map(|id| ends.get(id.as_str())) {
                steps.put(*wanted, gate);
            }
            for (index, case) in group.cases.iter().enumerate() {
                steps.put(gate, first + index);
                steps.put(first + index, through);
                for wanted in case.requires.iter().filter_map(|id| ends.get(id.as_str())) {
                    steps.put(*wanted, first + index);
                }
            }
            first += group.cases.len();
        }
        steps
    }

    fn put(&mut self, earlier: usize, later: usize) {
        self.next[earlier].push(later);
        self.before[later] += 1;
    }

    /// For each case how many others have to be through before it, one after the other; `None` if it waits for ever.
    fn levels(mut self) -> Vec<Option<usize>> {
        let mut levels = vec![0; self.next.len()];
        let mut ready: Vec<usize> = (0..self.next.len()).filter(|step| self.before[*step] == 0).collect();
        let mut through = vec![false; self.next.len()];
        while let Some(step) = ready.pop() {
            through[step] = true;
            // To wait at a gate takes nothing; a case is through one wave after those that it waits for.
            let end = levels[step] + usize::from(step < self.cases);
            for later in std::mem::take(&mut self.next[step]) {
                levels[later] = levels[later].max(end);
                self.before[later] -= 1;
                if self.before[later] == 0 {
                    ready.push(later);
                }
            }
        }
        levels.truncate(self.cases);
        levels.into_iter().zip(through).map(|(level, through)| through.then_some(level)).collect()
    }
}

/// Ids that require each other, the first one again at the end.
fn circle(groups: &[Group]) -> Option<Vec<String>> {
    let levels = Steps::of(groups).levels();
    if levels.iter().all(Option::is_some) {
        return None;
    }
    let own_group = groups.iter().find_map(|group| {
        // A case that waits for its own group waits for itself.
        let waits = group.cases.iter().find(|case| case.requires.contains(&group.id))?;
        Some(vec![waits.id.clone(), group.id.clone(), waits.id.clone()])
    });
    // Of each id the ids that it waits for and that wait for ever themselves.
    let mut edges: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    let mut first = 0;
    for group in groups {
        let of_group = edges.entry(&group.id).or_default();
        of_group.extend(group.requires.iter().map(String::as_str));
        of_group.extend(group.cases.iter().flat_map(|case| &case.requires).map(String::as_str));
        for (index, case) in group.cases.iter().enumerate() {
            let wanted = group.requires.iter().chain(&case.requires).map(String::as_str);
            edges.entry(&case.id).or_default().extend(wanted);
            if levels[first + index].is_none() {
                waiting.extend([group.id.as_str(), &case.id]);
            }
        }
        first += group.cases.len();
    }
    // What waits for ever waits for something that does too: the way along these comes back to where it was.
    let (mut way, mut seen) = (Vec::new(), BTreeMap::new());
    let mut at = *waiting.first()?;
    while !seen.contains_key(at) {
        seen.insert(at, way.len());
        way.push(at);
        at = edges.get(at)?.iter().find(|next| waiting.contains(*next))?;
    }
    let mut circle = way.split_off(seen[at]);
    let smallest = circle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(index, _)| index);
    circle.rotate_left(smallest);
    circle.push(circle[0]);
    own_group.or_else(|| Some(circle.into_iter().map(str::to_owned).collect()))
}

/// Reads the most that a group or everything earns.
pub(super) fn cap(reader: &mut Reader, fields: &Fields<'_>) -> Option<Points> {
    fields.get("cap").and_then(|node| reader.points(node))
}

/// Reads how a group makes its points of those of its cases.
pub(super) fn group_score(reader: &mut Reader, fields: &Fields<'_>) -> GroupScore {
    reader.choice_of(fields, "score", &SCORES).unwrap_or_default()
}
