//! A submission's own habits in all cases: the layout of its boards, its words, and how it reads keys.

use std::collections::BTreeSet;
use std::ops::Range;

use super::drawing::Drawing;
use super::format::{FormatKind, FormatKinds, normalise};
use super::unit::{Unit, starts_with};
use super::wording::{Dictionary, key};
use crate::machine::InPrompt;
use crate::play::{Ending, Expected};

/// A submission's own habits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Its own words.
    pub(super) dictionary: Dictionary,
    /// The layout of its boards, if it could be found.
    drawing: Option<Drawing>,
    /// The prompt of the service with which it reads keys.
    in_prompt: Option<InPrompt>,
    /// The lines by which the reference announces the end of a game.
    results: BTreeSet<Vec<u8>>,
}

impl Habits {
    /// The habits that are known before anything was printed.
    pub fn of_the_reference<'a>(cases: impl Iterator<Item = &'a Expected>) -> Self {
        let ended = cases.filter(|expected| expected.ending == Ending::Halts);
        Self { results: ended.filter_map(result).collect(), ..Self::default() }
    }

    /// Learns from the expected output and the actual one, case by case.
    pub fn learn<'a, Cases>(cases: Cases, in_prompt: Option<InPrompt>) -> Self
    where
        Cases: Iterator<Item = (&'a Expected, &'a [Vec<u8>])> + Clone,
    {
        let mut habits = Self::of_the_reference(cases.clone().map(|(expected, _)| expected));
        habits.in_prompt = in_prompt;
        let turns = cases.clone().flat_map(|(expected, actual)| {
            let turns = expected.turns.iter().zip(actual).enumerate();
            turns.map(|(index, (wanted, printed))| {
                let typed = entry(expected, index);
                (wanted.as_slice(), printed.strip_prefix(typed).unwrap_or(printed))
            })
        });
        habits.drawing = Drawing::learn(turns);
        // Words are learned from the text that is left when all else is as the reference has it.
        let all = FormatKinds::all().without(FormatKind::RepeatedBoard);
        let rewritten: Vec<Vec<Vec<u8>>> = cases
            .clone()
            .map(|(expected, actual)| {
                let turns = actual.iter().enumerate();
                turns.map(|(index, turn)| habits.lay_out(turn, entry(expected, index), None, all)).collect()
            })
            .collect();
        let pairs = cases
            .zip(&rewritten)
            .map(|((expected, _), actual)| (expected.turns.as_slice(), actual.as_slice()));
        habits.dictionary = Dictionary::learn(pairs);
        habits
    }

    /// Returns `true` if turns can differ in this kind, given the habits.
    pub(super) fn may_differ_in(&self, kind: FormatKind) -> bool {
        match kind {
            FormatKind::InPrompt => self.in_prompt.is_some(),
            FormatKind::Symbols
            | FormatKind::Frame
            | FormatKind::Header
            | FormatKind::UpsideDown
            | FormatKind::RepeatedBoard => {
                self.drawing.as_ref().is_some_and(|drawing| drawing.may_differ_in(kind))
            }
            FormatKind::ControlBytes
            | FormatKind::LineEnds
            | FormatKind::TrailingBlanks
            | FormatKind::LineBreaks
            | FormatKind::Spacing
            | FormatKind::LetterCase
            | FormatKind::Echo
            | FormatKind::Halt
            | FormatKind::Wording
            | FormatKind::ExtraText => true,
        }
    }

    /// A turn as the reference lays it out, as far as these kinds are to be taken away: without the prompt of
    /// the service that reads keys, and with boards drawn as by the reference. `before` is the board that was
    /// last printed.
    pub(super) fn lay_out<U: Unit>(
        &self,
        turn: &[U],
        typed: &[u8],
        before: Option<&[u8]>,
        kinds: FormatKinds,
    ) -> Vec<U> {
        let turn = match &self.in_prompt {
            Some(prompt) if kinds.contains(FormatKind::InPrompt) => without_prompt(*prompt, turn, typed),
            _ => turn.to_vec(),
        };
        let Some(drawing) = &self.drawing else { return turn };
        // The echo may stand on the line of the first row.
        let (echo, rest) = turn.split_at(if starts_with(&turn, typed) { typed.len() } else { 0 });
        [echo, &drawing.redraw(rest, before, kinds)].concat()
    }

    /// For each turn the board that was printed last before it.
    pub(super) fn boards_before(&self, expected: &Expected, actual: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
        let Some(drawing) = &self.drawing else { return vec![None; actual.len()] };
        let mut last = None;
        let turns = actual.iter().enumerate();
        turns
            .map(|(index, turn)| {
                let before = last.clone();
                let text = turn.strip_prefix(entry(expected, index)).unwrap_or(turn);
                last = drawing.last_board(text).or_else(|| last.take());
                before
            })
            .collect()
    }

    /// The first place where the service that reads keys prints its prompt.
    pub(super) fn prompt_in(&self, text: &[u8]) -> Option<Range<usize>> {
        let prompt = self.in_prompt?.before;
        let start = text.windows(prompt.len()).position(|part| part == prompt)?;
        Some(start..start + prompt.len())
    }

    /// Returns `true` if a text announces another end of the game than the expected one.
    pub(super) fn tells_another_end(&self, expected: &Expected, text: &[u8]) -> bool {
        let own = result(expected);
        let all = FormatKinds::all();
        let text = normalise(&self.dictionary.translate(text, all.without(FormatKind::ExtraText)), all);
        let mut others = self.results.iter().filter(|other| Some(*other) != own.as_ref());
        others.any(|other| text.windows(other.len()).any(|part| part == other.as_slice()))
    }
}

/// The line by which the reference announces the end of a game.
fn result(expected: &Expected) -> Option<Vec<u8>> {
    let last = expected.turns.last()?.trim_ascii_end();
    last.rsplit(|byte| *byte == b'\n').next().map(key).filter(|key| !key.is_empty())
}

/// The input before a turn.
pub(super) fn entry(expected: &Expected, turn: usize) -> &[u8] {
    turn.checked_sub(1).and_then(|typed| expected.entries.get(typed)).map_or(&[], Vec::as_slice)
}

/// A turn without the prompt of the service, and with one echo and one line feed where the service and the program print
/// both.
fn without_prompt<U: Unit>(prompt: InPrompt, turn: &[U], typed: &[u8]) -> Vec<U> {
    let mut rest = turn;
    let mut kept = Vec::with_capacity(turn.len());
    while let [first, others @ ..] = rest {
        if starts_with(rest, prompt.before) {
            rest = &rest[prompt.before.len()..];
        } else {
            kept.push(*first);
            rest = others;
        }
    }
    if typed.is_empty() || !starts_with(&kept, typed) {
        return kept;
    }
    let line_feed: &[u8] = if prompt.line_after { b"\n" } else { b"" };
    let after = kept.split_off(typed.len());
    let own = if starts_with(&after, line_feed) { &after[line_feed.len()..] } else { &after };
    if starts_with(own, typed) {
        return own.to_vec();
    }
    let own = if starts_with(own, b"\n") { own } else { &after };
    kept.extend_from_slice(own);
    kept
}
