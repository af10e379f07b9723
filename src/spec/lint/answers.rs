//! Answers that a difference of format could hide: tests for different input whose expected texts differ only in what the
//! spec forgives or ignores.

use std::collections::BTreeSet;

use crate::diagnostics::{Diagnostic, Span, Text, code, text};
use crate::spec::lint::cases::of_nodes;
use crate::spec::lint::{items, place};
use crate::spec::tree::Node;
use crate::spec::types::{Case, Expectation, FORMAT_KINDS, Ignored, Mode, Reading, Spec, Want};

/// An expected text with what makes no difference in it.
struct ExpectedAnswer<'s> {
    /// The number of its group.
    group: usize,
    id: &'s str,
    at: Span,
    typed: &'s [u8],
    text: &'s str,
    forgiven: Forgiven<'s>,
}

/// The differences that do not count.
#[derive(Clone, Copy)]
enum Forgiven<'s> {
    /// Kinds of format.
    Kinds(&'s Case),
    /// The differences that a way of comparing ignores.
    Mode(&'s Mode),
}

pub(in crate::spec) fn check(root: &Node, spec: &Spec, found: &mut Vec<Diagnostic>) {
    if spec.compare.exact {
        return;
    }
    let mut answers = Vec::new();
    for (number, (node, group)) in items(root.get("groups")).iter().zip(&spec.groups).enumerate() {
        for (node, cases) in of_nodes(node, group, spec) {
            let at = place(node, &["id"]);
            answers.extend(cases.iter().filter_map(|case| answer(case, (number, at))));
        }
    }
    // Of the tests of a group one pair is enough.
    let mut told: BTreeSet<(usize, String)> = BTreeSet::new();
    for (nth, answer) in answers.iter().enumerate() {
        let mut others = answers.iter().skip(nth + 1).filter(|other| other.typed != answer.typed);
        let hidden = others.find_map(|other| Some((other, hides(answer, other.text)?)));
        let hidden = hidden.filter(|(_, what)| told.insert((answer.group, what.both().0.to_owned())));
        found.extend(hidden.map(|(other, what)| diagnostic(answer, other, &what)));
    }
}

fn answer(case: &Case, (group, at): (usize, Span)) -> Option<ExpectedAnswer<'_>> {
    let id = case.id.as_str();
    match &case.expectation {
        Expectation::Literal { stdin, output } => {
            let forgiven = Forgiven::Kinds(case);
            Some(ExpectedAnswer { group, id, at, typed: stdin.bytes(), text: output, forgiven })
        }
        Expectation::Checked(checked) if checked.turns.is_empty() => {
            let [Want::Text(texts)] = checked.whole.as_slice() else { return None };
            let ([text], Reading::Text) = (texts.as_slice(), checked.mode.reading) else { return None };
            let forgiven = Forgiven::Mode(&checked.mode);
            Some(ExpectedAnswer { group, id, at, typed: checked.stdin.bytes(), text, forgiven })
        }
        _ => None,
    }
}

/// By what the text of another test would pass for the answer, if it would.
fn hides(answer: &ExpectedAnswer<'_>, other: &str) -> Option<Text> {
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    if lines(answer.text) == lines(other) {
        return None;
    }
    match answer.forgiven {
        Forgiven::Kinds(case) => {
            let kinds = || FORMAT_KINDS.into_iter().filter(|kind| case.format.forgives(kind));
            let is_same = kinds().fold(answer.text.to_owned(), |text, kind| without(&text, kind))
                == kinds().fold(other.to_owned(), |text, kind| without(&text, kind));
            let names: Vec<String> = if is_same {
                let in_letters = |kind: &&str| !matches!(*kind, "wording" | "extra-text" | "echo");
                kinds().filter(in_letters).map(|kind| format!("`{kind}`")).collect()
            } else {
                let is_wording = case.format.forgives("wording") && words(answer.text) != words(other);
                is_wording.then(|| "`wording`".to_owned()).into_iter().collect()
            };
            let names = names.join(", ");
            (!names.is_empty()).then(|| text!("`forgive` with {names}", "`forgive` có {names}"))
        }
        Forgiven::Mode(mode) => {
            let plain =
                |text: &str| mode.ignored.iter().fold(text.to_owned(), |text, what| ignoring(&text, *what));
            (plain(answer.text) == plain(other)).then(|| text!("`ignore`", "`ignore`"))
        }
    }
}

/// A text without the differences of a kind.
fn without(text: &str, kind: &str) -> String {
    match kind {
        "letter-case" => text.to_ascii_lowercase(),
        "spacing" => text.replace([' ', '\t'], ""),
        "line-breaks" => text.replace('\n', ""),
        _ => text.to_owned(),
    }
}

/// A text without what is ignored.
fn ignoring(text: &str, what: Ignored) -> String {
    match what {
        Ignored::Case => text.to_lowercase(),
        Ignored::Punctuation => text.replace(|c: char| c.is_ascii_punctuation(), ""),
        Ignored::Blanks => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Ignored::LineOrder => {
            let mut lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
            lines.sort_unstable();
            lines.join("\n")
        }
    }
}

/// The words of a text, of two letters and more.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).collect()
}

fn diagnostic(answer: &ExpectedAnswer<'_>, other: &ExpectedAnswer<'_>, what: &Text) -> Diagnostic {
    let (one, two, (en, vi)) = (answer.id, other.id, what.both());
    let message = text!(
        "{en} can hide a wrong answer: the expected texts of `{one}` and `{two}` differ only in that",
        "{vi} có thể che một đáp án sai: đầu ra mong đợi của `{one}` và `{two}` chỉ khác nhau ở điểm đó"
    );
    Diagnostic::warning(code::LINT_HIDES_ANSWER, answer.at, message)
        .also(other.at, text!("the other test", "ca kiểm thử kia"))
        .help(text!(
            "take it out here; in text that all tests have in common, such as a prompt, format is forgiven anyway",
            "hãy bỏ nó ở đây; ở phần văn bản chung của mọi ca kiểm thử, như lời nhắc, khác biệt trình bày vẫn được bỏ qua"
        ))
}
