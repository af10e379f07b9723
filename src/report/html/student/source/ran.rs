//! Which lines of the sources the tests execute: a mark beside each, and in words which never ran.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use maud::{Markup, html};

use super::Student;
use crate::diagnostics::text;
use crate::grade::{Audience, Ran};
use crate::machine::stretches;
use crate::report::html::voice::Voice;
use crate::report::words::counted;

/// Of more stretches that never ran, the first ones are named.
const MOST_NAMED: usize = 40;

/// Whether a line with instructions was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRan {
    Executed,
    Never,
}

impl LineRan {
    /// The class of its line.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Executed => "ran",
            Self::Never => "never",
        }
    }
}

/// What a reader hears and sees beside a line that never ran.
pub(super) fn mark(ran: Option<LineRan>, voice: Voice<'_>) -> Markup {
    let never = text!("never ran: ", "chưa chạy: ");
    html! {
        @if ran == Some(LineRan::Never) {
            span.idle aria-hidden="true" { "\u{25CB}" } span.unseen { (voice.own(&never)) }
        }
    }
}

/// What is known of the lines of all files.
#[derive(Debug, Default)]
pub(super) struct RanFiles {
    lines: BTreeMap<(usize, usize), LineRan>,
    never: Vec<(usize, RangeInclusive<usize>)>,
    counted: usize,
    unknown: usize,
}

impl RanFiles {
    pub(super) fn of(ran: Option<&Ran>) -> Self {
        // Where no test is counted, no line is said to be idle.
        let Some(ran) = ran.filter(|ran| ran.counted() > 0) else { return Self::default() };
        let state = |ran: bool| if ran { LineRan::Executed } else { LineRan::Never };
        let never = stretches(ran.lines().map(|(file, line, ran)| (file, line, !ran)));
        Self {
            lines: ran.lines().map(|(file, line, ran)| ((file.index(), line), state(ran))).collect(),
            never: never.into_iter().map(|(file, lines)| (file.index(), lines)).collect(),
            counted: ran.counted(),
            unknown: ran.unknown(),
        }
    }

    /// What is known of a line, counted from 1; nothing if it has no instructions.
    pub(super) fn line(&self, file: usize, line: usize) -> Option<LineRan> {
        self.lines.get(&(file, line)).copied()
    }

    /// What the marks mean, and what they are made of.
    pub(super) fn about(&self, student: Student<'_>) -> Markup {
        if self.lines.is_empty() {
            return html! {};
        }
        let (voice, count, unknown) = (student.voice, self.counted, self.unknown);
        let tests = counted(count, "test");
        let meaning = text!(
            "A bar beside a line: it ran in at least one of {tests}. A circle: it has instructions and ran in none of them.",
            "Vạch bên dòng: dòng đã chạy trong ít nhất một trong {count} ca kiểm thử. Vòng tròn: dòng có lệnh nhưng không ca nào chạy tới."
        );
        let uncounted = counted(unknown, "more test");
        let uncounted = text!(
            "Of {uncounted} it is not known which lines they run.",
            "Không xác định được {unknown} ca kiểm thử nữa chạy những dòng nào."
        );
        let book = student.book;
        let is_cut = book.audience != Audience::Staff
            && (book.withheld.cases > 0
                || book.spec.groups.iter().any(|group| !book.audience.tells_lines(group)));
        let hidden = text!(
            "Tests whose input is not shown to you are not counted.",
            "Không tính các ca kiểm thử mà bạn không được xem dữ liệu vào."
        );
        html! {
            p.soft {
                (voice.own(&meaning))
                @if unknown > 0 { " " (voice.own(&uncounted)) }
                @if is_cut { " " (voice.own(&hidden)) }
            }
        }
    }

    /// The lines of a file that never ran, in words, with links to those that are shown.
    pub(super) fn never(
        &self,
        student: Student<'_>,
        file: usize,
        is_shown: impl Fn(usize) -> bool,
    ) -> Markup {
        let voice = student.voice;
        let stretches: Vec<&RangeInclusive<usize>> =
            self.never.iter().filter(|(of, _)| *of == file).map(|(_, lines)| lines).collect();
        let is_known = self.lines.range((file, 0)..(file + 1, 0)).next().is_some();
        if !is_known {
            return html! {};
        }
        if stretches.is_empty() {
            let all = text!("Every line with instructions ran.", "Mọi dòng có lệnh đều đã chạy.");
            return html! { p.soft { (voice.own(&all)) } };
        }
        let head = text!("Never ran in any of these tests:", "Không ca kiểm thử nào ở đây chạy tới:");
        let more = stretches.len().saturating_sub(MOST_NAMED);
        let more_words = text!("and {more} more", "và {more} đoạn nữa");
        let one = |lines: &RangeInclusive<usize>| {
            let (first, last) = (*lines.start(), *lines.end());
            let words = if first == last {
                text!("line {first}", "dòng {first}")
            } else {
                text!("lines {first} to {last}", "dòng {first} đến {last}")
            };
            html! {
                @if is_shown(first) {
                    a href={ "#" (voice.line(file, first)) } { (voice.own(&words)) }
                } @else {
                    (voice.own(&words))
                }
            }
        };
        html! {
            p.idle-lines {
                (voice.own(&head))
                @for (index, lines) in stretches.iter().take(MOST_NAMED).enumerate() {
                    @if index > 0 { "," } " " (one(lines))
                }
                @if more > 0 { ", " (voice.own(&more_words)) }
            }
        }
    }
}
