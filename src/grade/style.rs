//! The style checks of a spec, made on watched runs of games that were right and on the source.

mod source;

use std::collections::BTreeMap;

use crate::compare::FormatKind;
use crate::diagnostics::{Text, text};
use crate::explain;
use crate::machine::{Executable, Facts, Stop};
use crate::spec::{Points, StyleCheck, StyleRule};

use super::gradebook::{FormatFinding, StyleResult};

/// A watched run of a case that was right.
pub(super) struct WatchedGame {
    pub(super) facts: Facts,
    pub(super) stop: Stop,
    pub(super) should_halt: bool,
}

/// Judges one demand. Without a game that was right nothing can be said of a run, and without a source nothing of its
/// text; then nothing is earned, and nothing is taken away.
pub(super) fn judge(rule: &StyleRule, program: &dyn Executable, games: &[WatchedGame]) -> StyleResult {
    let is_of_source = rule.check.is_about_source();
    let can_be_judged = if is_of_source { source::is_there(program) } else { !games.is_empty() };
    let details = if can_be_judged { unmet(rule, program, games) } else { Vec::new() };
    let passed = can_be_judged.then_some(details.is_empty());
    let details = match (passed, is_of_source) {
        (Some(_), _) => details,
        (None, true) => vec![text!(
            "not checked: the program was handed in without its source",
            "chưa kiểm tra: bài nộp không có mã nguồn"
        )],
        (None, false) => vec![text!(
            "not checked: this is only checked in tests that pass, and none did",
            "chưa kiểm tra: điều này chỉ được kiểm tra trong các ca đạt, mà chưa ca nào đạt"
        )],
    };
    StyleResult {
        passed,
        earned: if passed == Some(true) { rule.points } else { Points::ZERO },
        cost: if passed == Some(false) { rule.costs } else { Points::ZERO },
        rule: rule.clone(),
        details,
        charged_as: None,
    }
}

/// One cause is charged once: a demand costs nothing more where a difference of format says already that it is not met.
pub(super) fn charge_once(results: &mut [StyleResult], format: &[FormatFinding]) {
    for result in results.iter_mut().filter(|result| result.passed == Some(false)) {
        let Some(kind) = same_cause(result.rule.check) else { continue };
        if format.iter().any(|finding| finding.kind == kind && finding.cost > Points::ZERO) {
            result.earned = result.rule.points;
            result.cost = Points::ZERO;
            result.charged_as = Some(kind);
        }
    }
}

/// The kind of format difference that has the same cause as a demand that is not met, if there is one.
fn same_cause(check: StyleCheck) -> Option<FormatKind> {
    match check {
        StyleCheck::Service(check) => check.is_about_prompts.then_some(FormatKind::InPrompt),
        StyleCheck::Halts => Some(FormatKind::Halt),
        StyleCheck::Subroutines
        | StyleCheck::SavedRegisters
        | StyleCheck::NoUndefinedValues
        | StyleCheck::Uses
        | StyleCheck::Avoids
        | StyleCheck::Comments
        | StyleCheck::HeaderComment => None,
    }
}

/// The evidence that a demand is not met; empty if it is met.
fn unmet(rule: &StyleRule, program: &dyn Executable, games: &[WatchedGame]) -> Vec<Text> {
    let mark = program.isa().source.comment;
    match rule.check {
        StyleCheck::Service(check) => {
            let facts: Vec<&Facts> = games.iter().map(|game| &game.facts).collect();
            (check.unmet)(program, &facts)
        }
        StyleCheck::Subroutines => {
            let called = games.iter().any(|game| !game.facts.subroutines.is_empty());
            let nothing = || text!("no subroutine is ever called", "không chương trình con nào được gọi");
            (!called).then(nothing).into_iter().collect()
        }
        StyleCheck::SavedRegisters => saved_registers(program, games),
        StyleCheck::NoUndefinedValues => {
            let first = games.iter().find(|game| !game.facts.undefined.is_empty());
            first.map(|game| explain::undefined(program, &game.facts)).unwrap_or_default()
        }
        StyleCheck::Halts => {
            let wrong = games.iter().any(|game| game.should_halt && !game.stop.is_end());
            let goes_on =
                || text!("the program does not halt after the result", "chương trình không dừng sau kết quả");
            wrong.then(goes_on).into_iter().collect()
        }
        StyleCheck::Uses => not_called(rule, games),
        StyleCheck::Avoids => called(rule, program, games),
        StyleCheck::Comments => source::comments(program, mark, rule.at_least),
        StyleCheck::HeaderComment => source::header_comment(program, mark),
    }
}

/// The services that must be called and never are.
fn not_called(rule: &StyleRule, games: &[WatchedGame]) -> Vec<Text> {
    let is_called = |number: &u32| games.iter().any(|game| game.facts.first_calls.contains_key(number));
    let missing = rule.services.iter().filter(|service| !is_called(&service.number));
    missing
        .map(|service| {
            let name = &service.name;
            text!("{name} is never called", "{name} không bao giờ được gọi")
        })
        .collect()
}

/// The places where services are called that must not be.
fn called(rule: &StyleRule, program: &dyn Executable, games: &[WatchedGame]) -> Vec<Text> {
    let place = |number: &u32| games.iter().find_map(|game| game.facts.first_calls.get(number));
    let calls = rule.services.iter().filter_map(|service| {
        let (place, name) = (program.place(*place(&service.number)?), &service.name);
        Some(text!("{name} is called at {place}", "{name} được gọi tại {place}"))
    });
    calls.collect()
}

/// The registers that subroutines do not restore, over all games: a register that is a result in one game is
/// a result.
fn saved_registers(program: &dyn Executable, games: &[WatchedGame]) -> Vec<Text> {
    let mut clobbered: BTreeMap<u32, u32> = BTreeMap::new();
    for game in games {
        for subroutine in game.facts.subroutines.keys() {
            let clobber = game.facts.clobbers.iter().find(|clobber| clobber.subroutine == *subroutine);
            let registers = clobber.map_or(0, |clobber| clobber.registers);
            clobbered.entry(*subroutine).and_modify(|common| *common &= registers).or_insert(registers);
        }
    }
    clobbered
        .into_iter()
        .filter(|(_, registers)| *registers != 0)
        .map(|(subroutine, registers)| explain::clobbered(program, subroutine, registers))
        .collect()
}
