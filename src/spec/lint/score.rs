//! Requirements that no submission or every submission meets, and hidden tests whose answers are visible.

use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::spec::lint::cases::{identity, of_nodes};
use crate::spec::lint::{items, place};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Case, Checked, Expectation, Fragment, Group, Show, Spec, Want, cases_of};

pub(in crate::spec) fn check(root: &Node, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let groups = || items(root.get("groups")).iter().zip(&spec.groups);
    let impossible: Vec<bool> = spec.cases().map(cannot_pass).collect();
    for (node, group) in groups() {
        for (node, cases) in of_nodes(node, group, spec) {
            if let Some(case) = cases.iter().find(|case| cannot_pass(case)) {
                found.push(no_program_passes(node, case));
            }
            found.extend(requirements(node, &case_names(cases), spec, &impossible));
        }
        found.extend(requirements(node, &group.id, spec, &impossible));
        found.extend(shown_too_early(node, group));
    }
    visible_elsewhere(root, spec, found);
}

fn case_names(cases: &[Case]) -> String {
    cases.first().map(|case| case.id.clone()).unwrap_or_default()
}

/// Returns `true` if the demands on a case contradict each other.
fn cannot_pass(case: &Case) -> bool {
    let Expectation::Checked(checked) = &case.expectation else { return false };
    let Checked { turns, whole, .. } = checked.as_ref();
    let is_empty = |want: &Want| matches!(want, Want::Text(texts) if texts.is_empty());
    let plain = |fragments: &[Fragment]| -> Vec<String> {
        let plain = fragments.iter().filter_map(|fragment| match fragment {
            Fragment::Plain(words) => Some(words.clone()),
            Fragment::Pattern(_) => None,
        });
        plain.collect()
    };
    let rejected = |wants: &[Want]| -> Vec<String> {
        let rejects = wants.iter().filter_map(|want| match want {
            Want::Rejects(fragments) => Some(plain(fragments)),
            _ => None,
        });
        rejects.flatten().collect()
    };
    let contradicts = |wants: &[Want]| {
        // Text that must not be in the whole output must not be in a part of it.
        let rejected = [rejected(wants), rejected(whole)].concat();
        wants.iter().any(|want| match want {
            Want::Contains(fragments) => plain(fragments)
                .iter()
                .any(|words| rejected.iter().any(|bad| !bad.is_empty() && words.contains(bad.as_str()))),
            _ => false,
        })
    };
    turns.iter().flatten().chain(whole).any(is_empty)
        || contradicts(whole)
        || turns.iter().any(|turn| contradicts(turn))
}

fn no_program_passes(node: &Node, case: &Case) -> Diagnostic {
    let id = &case.id;
    let message = text!("no program can pass `{id}`", "không chương trình nào qua được `{id}`");
    Diagnostic::warning(code::LINT_CANNOT_PASS, place(node, &["rejects", "any", "steps", "id"]), message)
        .help(text!(
            "it rejects what it demands; take one of the two out",
            "nó cấm chính điều nó yêu cầu; hãy bỏ một trong hai"
        ))
}

/// Warnings for the requirements of a group or a case that cannot be met, or are always met.
fn requirements(node: &Node, own: &str, spec: &Spec, impossible: &[bool]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for wanted in node.get("requires").map(|node| items(Some(node))).unwrap_or_default() {
        let NodeValue::Scalar(id) = &wanted.value else { continue };
        let cases = cases_of(&spec.groups, id);
        if cases.is_empty() {
            let message = text!(
                "`{own}` requires `{id}`, which has no tests, so that everybody passes it",
                "`{own}` yêu cầu `{id}`, mà nhóm này không có ca kiểm thử nên ai cũng đạt"
            );
            found.push(Diagnostic::warning(code::LINT_REQUIRES, wanted.span, message).help(text!(
                "give `{id}` a test, or take the requirement out",
                "hãy thêm ca kiểm thử cho `{id}`, hoặc bỏ yêu cầu này"
            )));
        } else if is_unreachable(&cases, spec, impossible) {
            let message = text!(
                "`{own}` is never run: it requires `{id}`, which no program can pass",
                "`{own}` không bao giờ được chạy: nó yêu cầu `{id}`, mà không chương trình nào đạt được"
            );
            found.push(Diagnostic::warning(code::LINT_REQUIRES, wanted.span, message).help(text!(
                "correct `{id}`, or take the requirement out",
                "hãy sửa `{id}`, hoặc bỏ yêu cầu này"
            )));
        }
    }
    found
}

/// Returns `true` if one of the cases, or of those that must be passed before it, cannot be passed.
fn is_unreachable(cases: &[usize], spec: &Spec, impossible: &[bool]) -> bool {
    let mut open = cases.to_vec();
    let mut seen = Vec::new();
    while let Some(case) = open.pop() {
        if impossible.get(case) == Some(&true) {
            return true;
        }
        if seen.contains(&case) {
            continue;
        }
        seen.push(case);
        let mut pairs =
            spec.groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
        if let Some((group, own)) = pairs.nth(case) {
            let wanted = group.requires.iter().chain(&own.requires);
            open.extend(wanted.flat_map(|id| cases_of(&spec.groups, id)));
        }
    }
    false
}

/// A group that shows what must come out before it shows what is typed, or anything at all.
fn shown_too_early(node: &Node, group: &Group) -> Option<Diagnostic> {
    let Show { points, message, input, expected, .. } = group.show;
    if group.cases.is_empty() || (expected >= input && expected >= points.min(message)) {
        return None;
    }
    let show = node.get("show").and_then(|show| show.get("expected"));
    let at = show.map_or_else(|| place(node, &["show", "visibility", "id"]), |node| node.span);
    let id = &group.id;
    let message = text!(
        "the tests of `{id}` are hidden, and what must come out of them is shown",
        "các ca kiểm thử của `{id}` bị ẩn, nhưng kết quả mong đợi lại được hiển thị"
    );
    Some(Diagnostic::warning(code::LINT_VISIBLE_ANSWER, at, message).help(text!(
        "show `expected` no earlier than `input`, for example `expected: never`",
        "đừng hiển thị `expected` sớm hơn `input`, ví dụ `expected: never`"
    )))
}

/// Hidden cases that another group shows.
fn visible_elsewhere(root: &Node, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let mut all: Vec<(String, Span, &Case, &Group)> = Vec::new();
    for (node, group) in items(root.get("groups")).iter().zip(&spec.groups) {
        for (node, cases) in of_nodes(node, group, spec) {
            let at = place(node, &["id", "games"]);
            all.extend(cases.iter().map(|case| (identity(case), at, case, group)));
        }
    }
    let told = |group: &Group| group.show.input.max(group.show.expected);
    for (what, at, case, group) in &all {
        let visible = all.iter().find(|(other, _, _, shown)| other == what && told(shown) < told(group));
        let Some((_, first, shown, _)) = visible else { continue };
        let (id, shown) = (&case.id, &shown.id);
        let message = text!(
            "`{id}` is hidden, and `{shown}` shows the same test",
            "`{id}` bị ẩn, nhưng `{shown}` hiển thị đúng ca kiểm thử đó"
        );
        found.push(
            Diagnostic::warning(code::LINT_VISIBLE_ANSWER, *at, message)
                .also(*first, text!("it is shown here", "được hiển thị ở đây"))
                .help(text!("let it type something else", "hãy để nó gõ nội dung khác")),
        );
    }
}
