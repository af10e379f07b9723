//! Cases and groups: those that no program fails, those that count twice, and those that are worth nothing.

use std::collections::BTreeMap;

use reference::connect_four::{Game, State};

use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::spec::lint::{items, place, texts};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{
    Case, Expectation, Group, GroupScore, HaltRule, Judge, Points, Property, Reference, Spec,
};

pub(in crate::spec) fn check(root: &Node, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let mut seen = BTreeMap::new();
    for (index, (node, group)) in items(root.get("groups")).iter().zip(&spec.groups).enumerate() {
        worth_nothing(node, group, spec, found);
        for (node, cases) in of_nodes(node, group, spec) {
            texts::check(node, found);
            for case in cases {
                cannot_fail(node, case, spec, found);
                after_the_end(node, case, spec, found);
            }
            // A family of games that is there twice is reported once.
            let again: Vec<_> =
                cases.iter().filter_map(|case| same_case(node, case, index, &mut seen)).collect();
            found.extend(again.into_iter().next());
        }
    }
}

/// Where the cases stand, by their ids.
pub(in crate::spec) fn places(root: &Node, spec: &Spec) -> BTreeMap<String, Span> {
    let groups = items(root.get("groups")).iter().zip(&spec.groups);
    let nodes = groups.flat_map(|(node, group)| of_nodes(node, group, spec));
    let places = nodes.flat_map(|(node, cases)| {
        let at = place(node, &["id", "games"]);
        cases.iter().map(move |case| (case.id.clone(), at))
    });
    places.collect()
}

/// The cases of a group by the nodes that they come from: a family of games is one node and several cases.
pub(in crate::spec) fn of_nodes<'s>(
    group_node: &'s Node,
    group: &'s Group,
    spec: &Spec,
) -> Vec<(&'s Node, &'s [Case])> {
    let mut rest = group.cases.as_slice();
    let mut pairs = Vec::new();
    for node in items(group_node.get("cases")) {
        let count = match (node.get("games"), spec.reference) {
            (Some(Node { value: NodeValue::Scalar(family), .. }), Some(Reference::Dialogue(assignment))) => {
                assignment.games(family).len()
            }
            _ => 1,
        };
        let (cases, others) = rest.split_at(count.min(rest.len()));
        pairs.push((node, cases));
        rest = others;
    }
    pairs
}

/// Cases that are played for something else than their points: they tell the values of an option apart, or are watched
/// for style.
fn is_played_anyhow(case: &Case, spec: &Spec) -> bool {
    let probes = spec.dialogue.iter().flat_map(|dialogue| &dialogue.options).flat_map(|option| &option.by);
    probes.chain(&spec.style.cases).any(|id| *id == case.id)
}

fn worth_nothing(node: &Node, group: &Group, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let id = &group.id;
    if group.points == Points::ZERO {
        let message = text!("the group `{id}` is worth no points", "nhóm `{id}` không có điểm nào");
        let help = text!(
            "give it points, or take it out: it changes no score",
            "hãy cho nhóm điểm, hoặc bỏ nhóm: không ai được hay mất gì vì nó"
        );
        let at = place(node, &["points", "id"]);
        found.push(Diagnostic::warning(code::LINT_WORTH_NOTHING, at, message).help(help));
        return;
    }
    let mut rounded = 0;
    for (node, cases) in of_nodes(node, group, spec) {
        let is_zero = |key: &str| {
            let Some(Node { value: NodeValue::Scalar(word), .. }) = node.get(key) else { return false };
            Points::parse(word) == Some(Points::ZERO)
        };
        let is_meant = is_zero("points") || (is_zero("weight") && node.get("points").is_none());
        let worthless =
            || cases.iter().filter(|case| case.points == Points::ZERO && !is_played_anyhow(case, spec));
        if !is_meant {
            rounded += worthless().count();
        } else if let Some(Case { id, .. }) = worthless().next() {
            let message = text!("`{id}` is worth no points", "`{id}` không có điểm nào");
            let at = place(node, &["points", "weight"]);
            found.push(Diagnostic::warning(code::LINT_WORTH_NOTHING, at, message).help(text!(
                "give it a weight above 0, or take it out: it is played, and changes no score",
                "hãy cho nó trọng số lớn hơn 0, hoặc bỏ nó: nó được chạy mà không ai được hay mất gì"
            )));
        }
    }
    // Where one failed case costs everything, the parts do not count.
    if rounded > 0 && group.score == GroupScore::Sum {
        let (points, count) = (group.points, group.cases.len());
        let message = text!(
            "{points} points are too few for the {count} tests of `{id}`; tests that get nothing: {rounded}",
            "{points} điểm quá ít cho {count} ca kiểm thử của `{id}`; số bài không được điểm nào: {rounded}"
        );
        let at = place(node, &["points", "id"]);
        found.push(Diagnostic::warning(code::LINT_WORTH_NOTHING, at, message).help(text!(
            "points have two decimals; give the group more of them, or write `score: all-or-nothing`",
            "điểm có hai chữ số thập phân; hãy cho nhóm nhiều điểm hơn, hoặc ghi `score: all-or-nothing`"
        )));
    }
}

fn cannot_fail(node: &Node, case: &Case, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let id = &case.id;
    let diagnostic = match &case.expectation {
        Expectation::Literal { output, .. } if output.is_empty() && spec.compare.halt == HaltRule::Free => {
            let message = text!(
                "a program that does nothing passes `{id}`",
                "chương trình không làm gì cũng qua `{id}`"
            );
            Diagnostic::warning(code::LINT_CANNOT_FAIL, place(node, &["expect"]), message).help(text!(
                "write what must come out, or demand that programs halt: `compare: {{ halt: required }}`",
                "hãy ghi đầu ra phải có, hoặc yêu cầu chương trình dừng: `compare: {{ halt: required }}`"
            ))
        }
        Expectation::Checked(checked) if !checked.halts && texts::demand_nothing(checked) => {
            let message = text!(
                "a program that prints nothing passes `{id}`",
                "chương trình không in gì cũng qua `{id}`"
            );
            let at = place(node, &["contains", "expect", "rejects", "steps", "id"]);
            Diagnostic::warning(code::LINT_CANNOT_FAIL, at, message).help(text!(
                "add what must come out, such as `contains: [...]`",
                "hãy thêm nội dung phải có, ví dụ `contains: [...]`"
            ))
        }
        Expectation::Subroutine(subroutine)
            if subroutine.demands_nothing() && texts::demand_nothing(&subroutine.talk) =>
        {
            let message = text!(
                "`{id}` checks nothing, so any program that does not crash passes",
                "`{id}` không kiểm tra gì, nên chương trình nào không bị lỗi khi chạy cũng đạt"
            );
            let at = place(node, &["call", "given", "id"]);
            Diagnostic::warning(code::LINT_CANNOT_FAIL, at, message).help(text!(
                "write what must be there afterwards: `then: {{ registers: {{ ... }} }}`",
                "hãy ghi những gì phải có sau khi chạy: `then: {{ registers: {{ ... }} }}`"
            ))
        }
        Expectation::Dialogue(played) if played.acts.is_empty() && played.checks.is_empty() => {
            let message = text!(
                "`{id}` plays nothing and checks nothing, so hardly any program fails it",
                "`{id}` không chơi gì và không kiểm tra gì, nên hầu như chương trình nào cũng qua"
            );
            Diagnostic::warning(code::LINT_CANNOT_FAIL, place(node, &["play"]), message).help(text!(
                "write what the players do, or what is watched: `check: [redraw]`",
                "hãy ghi người chơi làm gì, hoặc kiểm tra gì: `check: [redraw]`"
            ))
        }
        _ => return,
    };
    found.push(diagnostic);
}

/// The cases that were seen, by all that makes them the same: the group and the place of each.
type Seen = BTreeMap<String, (usize, Span, String)>;

/// All that makes a case what it is; two cases with the same identity are the same test.
pub(in crate::spec) fn identity(case: &Case) -> String {
    let what = match &case.expectation {
        Expectation::Keys(keys) => format!("{keys:?}"),
        Expectation::Literal { stdin, output } => format!("{stdin:?} {output:?}"),
        Expectation::Checked(checked) => format!("{checked:?}"),
        Expectation::Subroutine(subroutine) => format!("{subroutine:?}"),
        Expectation::Property(property) => {
            let Property { generator, cases, seed, per, judge, mode } = property.as_ref();
            let judge = match judge {
                Judge::Model(model) => model.name.clone(),
                other => format!("{other:?}"),
            };
            format!("{generator:?} {cases} {seed} {per:?} {judge} {mode:?}")
        }
        Expectation::Dialogue(played) => {
            let mut checks = played.checks.clone();
            checks.sort_unstable();
            let (acts, free) = (&played.acts, &played.free);
            format!("{acts:?} {checks:?} {free:?} {} {} {}", played.seed, played.draws, played.disk_is_full)
        }
    };
    format!("{what} {:?} {:?}", case.world(), case.ladder)
}

fn same_case(node: &Node, case: &Case, group: usize, seen: &mut Seen) -> Option<Diagnostic> {
    let what = identity(case);
    let at = place(node, &["id", "games"]);
    let id = &case.id;
    let Some((known_group, first, first_id)) = seen.get(&what) else {
        seen.insert(what, (group, at, id.clone()));
        return None;
    };
    if *first == at {
        // A family of games may have one of them in two places.
        return None;
    }
    let message =
        text!("`{id}` is the same test as `{first_id}`", "`{id}` giống hệt ca kiểm thử `{first_id}`");
    let first_label = text!("first here", "lần đầu ở đây");
    // Groups look at the same game for different reasons.
    let diagnostic = if *known_group == group {
        Diagnostic::warning(code::LINT_SAME_CASE, at, message).help(text!(
            "change one of the two, or take it out and give the other one more weight",
            "hãy sửa một trong hai, hoặc bỏ bớt và tăng trọng số của bài còn lại"
        ))
    } else {
        Diagnostic::remark(code::LINT_SAME_CASE, at, message).help(text!(
            "who fails one fails both; leave it if both groups are meant to lose points by it",
            "sai một bài là sai cả hai; hãy để nguyên nếu muốn cả hai nhóm cùng mất điểm"
        ))
    };
    Some(diagnostic.also(*first, first_label))
}

/// Keys that the reference does not read any more.
fn after_the_end(node: &Node, case: &Case, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let (Expectation::Keys(keys), Some(Reference::ConnectFour)) = (&case.expectation, spec.reference) else {
        return;
    };
    let mut game = Game::default();
    let read = keys
        .chars()
        .take_while(|key| {
            let goes_on = matches!(game.state(), State::ToMove(_));
            game.play(*key);
            goes_on
        })
        .count();
    let ignored: String = keys.chars().skip(read).collect();
    if !ignored.is_empty() {
        let message = text!(
            "the game is over after {read} keys; the reference ignores `{ignored}`",
            "ván cờ kết thúc sau {read} phím; chương trình tham chiếu bỏ qua `{ignored}`"
        );
        let at = place(node, &["keys"]);
        found.push(Diagnostic::remark(code::LINT_AFTER_THE_END, at, message).help(text!(
            "leave them out, unless the test is to show that programs stop",
            "hãy bỏ chúng, trừ khi ca kiểm thử nhằm xem chương trình có dừng không"
        )));
    }
}
