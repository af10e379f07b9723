//! What is demanded of a program's manners, checked in watched runs of games that were right.

use std::collections::BTreeMap;

use crate::diagnostics::{Text, text};
use crate::explain;
use crate::machine::{Executable, Facts, Stop};
use crate::spec::{Points, StyleCheck, StyleRule};

use super::gradebook::StyleResult;

/// A watched run of a case that was right.
pub(super) struct WatchedGame {
    pub(super) facts: Facts,
    pub(super) stop: Stop,
    pub(super) should_halt: bool,
}

/// Judges one demand. Without a game that was right nothing can be said, and nothing is earned.
pub(super) fn judge(rule: StyleRule, program: &dyn Executable, games: &[WatchedGame]) -> StyleResult {
    let details: Vec<Text> = match rule.check {
        StyleCheck::GetcOut => getc_out(program, games),
        StyleCheck::Subroutines => {
            let called = games.iter().any(|game| !game.facts.subroutines.is_empty());
            if called {
                Vec::new()
            } else {
                vec![text!("no subroutine is ever called", "không chương trình con nào được gọi")]
            }
        }
        StyleCheck::SavedRegisters => saved_registers(program, games),
        StyleCheck::NoUndefinedValues => {
            let first = games.iter().find(|game| !game.facts.undefined.is_empty());
            first.map(|game| explain::undefined(program, &game.facts)).unwrap_or_default()
        }
        StyleCheck::Halts => {
            let wrong = games.iter().any(|game| game.should_halt && !game.stop.is_end());
            if wrong {
                vec![text!(
                    "the program does not halt after the result",
                    "chương trình không dừng sau kết quả"
                )]
            } else {
                Vec::new()
            }
        }
    };
    let passed = (!games.is_empty()).then_some(details.is_empty());
    let earned = if passed == Some(true) { rule.points } else { Points::ZERO };
    let details = if passed.is_none() {
        vec![text!(
            "no watched game was right, so this cannot be judged",
            "không ván được theo dõi nào đúng nên không thể đánh giá"
        )]
    } else {
        details
    };
    StyleResult { check: rule.check, passed, earned, points: rule.points, details }
}

const GETC: u32 = 0x20;
const OUT: u32 = 0x21;
const IN: u32 = 0x23;

fn getc_out(program: &dyn Executable, games: &[WatchedGame]) -> Vec<Text> {
    let count = |service: u32| {
        games.iter().map(|game| game.facts.services.get(&service).copied().unwrap_or(0)).sum::<u64>()
    };
    if games.is_empty() {
        Vec::new()
    } else if count(IN) > 0 {
        vec![text!(
            "keys are read with IN (TRAP x23), which prints a prompt of its own",
            "phím được đọc bằng IN (TRAP x23), lệnh này tự in lời nhắc"
        )]
    } else if count(GETC) == 0 {
        let first = games.iter().find_map(|game| game.facts.key_reads.first());
        let place = first.map(|address| program.place(*address)).unwrap_or_default();
        vec![text!(
            "the key is read at {place}, without GETC (TRAP x20)",
            "phím được đọc tại {place} mà không dùng GETC (TRAP x20)"
        )]
    } else if count(OUT) == 0 {
        vec![text!("keys are not echoed with OUT (TRAP x21)", "phím không được hiện lại bằng OUT (TRAP x21)")]
    } else {
        Vec::new()
    }
}

/// Which registers of which subroutines are not given back, over all games: a register that is a result in one game is
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
