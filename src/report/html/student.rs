//! The page of a submission: its score and where the points went, what went wrong, how it was understood, each test, and the source.

mod diff;
mod failures;
mod findings;
mod points;
mod receipt;
pub(super) mod source;
mod tests;
mod turns;
mod understood;

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::class::footer;
use super::voice::Voice;
use super::{anchor, frame, in_link, share};
use crate::diagnostics::{Language, Style, Text, render, text};
use crate::grade::{Audience, Gradebook, Graded};
use crate::report::story::{Block, Detail, story};
use crate::report::visible::harmless;
use crate::report::words::{counted, run_command, standing};

const SCRIPT: &str = include_str!("student.js");

/// The page of the submission of a book of one.
pub(in crate::report) fn page(book: &Gradebook, language: Language) -> Vec<u8> {
    let Some(graded) = book.submissions.first() else { return Vec::new() };
    let student = Student { book, graded, voice: Voice::of(graded, language) };
    let title = format!("{} · {}", harmless(&graded.id), student.voice.own(&book.spec.title));
    frame::page(&title, language, SCRIPT, &student.body()).into_bytes()
}

/// A submission with all that is known of it.
#[derive(Clone, Copy)]
struct Student<'b> {
    book: &'b Gradebook,
    graded: &'b Graded,
    voice: Voice<'b>,
}

impl<'b> Student<'b> {
    fn body(self) -> Markup {
        let Self { book, graded, voice } = self;
        let blocks = story(book, graded, Detail::All);
        let mut told = BTreeSet::new();
        let causes = failures::causes(self, &blocks, &mut told);
        let has_causes = !causes.is_empty();
        let is_all_right = graded.is_perfect(book.spec.points);
        let is_known = graded.understood.is_some();
        let sources = source::section(self);
        let parts = [
            (true, "points", text!("Points", "Điểm")),
            (has_causes, "causes", text!("What went wrong", "Những lỗi tìm thấy")),
            (is_known, "understood", text!("How it was understood", "Cách hiểu chương trình")),
            (true, "tests", text!("Tests", "Ca kiểm thử")),
            (sources.is_some(), "source", text!("Source", "Mã nguồn")),
        ];
        html! {
            (self.header(&parts))
            main #main data-back=(voice.text(text!("Back", "Lùi"))) data-on=(voice.text(text!("Next", "Tiếp")))
                data-turn=(voice.text(text!("turn # of #", "lượt #/#"))) data-wrong=(voice.text(text!("wrong here", "sai ở đây")))
                data-all=(voice.text(text!("Show all turns", "Hiện mọi lượt")))
                data-slider=(voice.text(text!("Turn of the game", "Lượt của ván")))
                data-copy=(voice.text(text!("Copy", "Chép"))) data-copied=(voice.text(text!("Copied", "Đã chép"))) {
                (self.notes(&blocks))
                div.beside[has_causes || is_all_right] {
                    (points::section(self))
                    @if has_causes {
                        section.found aria-labelledby="causes" {
                            h2 #causes { (voice.text(text!("What went wrong, most costly first", "Những lỗi tìm thấy, mất nhiều điểm nhất trước"))) }
                            @for cause in &causes { (cause) }
                        }
                    } @else if is_all_right {
                        p.found.all-right { (voice.text(text!("All tests passed.", "Tất cả ca kiểm thử đều đạt."))) }
                    }
                }
                (understood::section(self))
                (tests::section(self, &told))
                @if let Some(sources) = &sources { (sources) }
                @if let Some(command) = run_command(book, graded, false).filter(|_| book.audience == Audience::Staff) {
                    p.replay { span.label { (voice.text(text!("grade it again", "chấm lại"))) } " " code { (harmless(&command)) } }
                }
                (receipt::section(self))
            }
            (footer(&book.cover(), voice))
        }
    }

    fn header(self, parts: &[(bool, &str, Text)]) -> Markup {
        let Self { book, graded, voice } = self;
        let title = voice.own(&book.spec.title);
        let names = harmless(&graded.names.join(", "));
        let of = book.spec.points;
        let of = text!("of {of} points", "trên {of} điểm");
        let (passed, all) = (graded.passed(), book.spec.cases().count());
        let tests = counted(all, "test");
        let passed = text!("{passed} of {tests} passed", "{passed}/{all} ca kiểm thử đạt");
        let standing = standing(graded, book.spec.points);
        let is_staff = book.audience == Audience::Staff;
        html! {
            header {
                nav.crumbs aria-label=(voice.text(text!("Breadcrumb", "Đường dẫn"))) {
                    // The page of the class is not for students.
                    @if is_staff { a href={ "../index.html#" (in_link(&anchor(&graded.id))) } { (title) } } @else { (title) }
                }
                h1 { (harmless(&graded.id)) }
                @if !names.is_empty() && is_staff { p.lead { (names) } }
                @match graded.score() {
                    Some(score) => p.score { (score) " " small { (voice.own(&of)) } },
                    None => p.score.open { small { (voice.say(&standing)) } },
                }
                (self.bar())
                @if graded.problem.is_none() { p.lead { (voice.own(&passed)) } }
                nav aria-label=(voice.text(text!("On this page", "Trong trang này"))) {
                    ul.jumps {
                        @for (_, id, about) in parts.iter().filter(|part| part.0) {
                            li { a href={ "#" (id) } { (voice.own(about)) } }
                        }
                    }
                }
            }
        }
    }

    /// The whole of the points: what is there, what is not judged, and what was lost.
    fn bar(self) -> Markup {
        let whole = self.book.spec.points.hundredths();
        let Some(account) = self.graded.account() else { return html! {} };
        let (total, open) = (account.total.hundredths().min(whole), account.not_judged.hundredths());
        html! {
            svg.share.whole viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" {
                rect.lost width="100" height="1" {}
                rect.open width=(share((total + open).min(whole), whole)) height="1" {}
                rect.got width=(share(total, whole)) height="1" {}
            }
        }
    }

    /// What is to be known before all else: why there is no score, mistakes in the source, lateness, marks and remarks.
    fn notes(self, blocks: &[Block<'b>]) -> Markup {
        let Self { graded, voice, .. } = self;
        let style = Style { colour: false, language: voice.language };
        html! {
            @for block in blocks {
                @match block {
                    Block::Problem(words) => p.note.problem { (voice.say(words)) },
                    Block::Review(words) => p.note { (voice.say(words)) },
                    Block::Diagnostics(found) if !found.is_empty() => section.messages aria-labelledby="messages" {
                        h2 #messages { (voice.text(text!("Messages of the assembler", "Thông báo của trình hợp dịch"))) }
                        @for diagnostic in found { pre.message { (source::inert(&render(diagnostic, &graded.sources, style))) } }
                    },
                    Block::Mark(mark) => p.note { (voice.say(&mark.words)) @if !mark.remark.is_empty() { ": " (harmless(mark.remark)) } },
                    _ => {}
                }
            }
            @for remark in &graded.remarks { p.note { (voice.say(remark)) } }
        }
    }
}
