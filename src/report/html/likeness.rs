//! The page of the programs that are alike: all pairs in a table, and for those that are shown both programs side by side.

use maud::{Markup, html};

use super::frame;
use super::student::source::inert;
use super::voice::Voice;
use crate::diagnostics::{Language, SourceFile, text};
use crate::likeness::{Evidence, Findings, Passage, Shown, Side};
use crate::report::likeness::{caution, lead, lines, not_compared, phrase, too_much, usual};
use crate::report::visible::harmless;

/// The page.
pub(in crate::report) fn page(findings: &Findings, language: Language) -> Vec<u8> {
    let voice = Voice::new(language);
    let title = voice.text(text!("Likenesses", "Những bài giống nhau"));
    let about = harmless(voice.own(&findings.title));
    let body = html! {
        header {
            h1 { (title) ": " (about) }
            p.lead { (voice.say(&lead(findings))) }
            p.note { (voice.say(&caution())) }
        }
        main #main {
            (pairs(findings, voice))
            (clusters(findings, voice))
            @for (number, shown) in findings.shown.iter().enumerate() { (pair(findings, shown, number, voice)) }
            (uncompared(findings, voice))
        }
        footer { p { "grader " (env!("CARGO_PKG_VERSION")) } }
    };
    frame::page(&format!("{title}: {about}"), language, "", &body).into_bytes()
}

fn percent(number: u16) -> String {
    format!("{number} %")
}

fn pairs(findings: &Findings, voice: Voice<'_>) -> Markup {
    let least = findings.least.to_percent();
    let none = text!(
        "No two programs share {least} % or more.",
        "Không có hai chương trình nào giống nhau từ {least} %."
    );
    html! {
        section aria-labelledby="pairs" {
            h2 #pairs { (voice.text(text!("Pairs", "Các cặp"))) }
            @for words in usual(findings).iter().chain(&too_much(findings)) { p { (voice.say(words)) } }
            @if findings.pairs.alike.is_empty() { p { (voice.own(&none)) } } @else {
                div.wide tabindex="0" role="group" aria-label=(voice.text(text!("Pairs", "Các cặp"))) {
                    table.plain {
                        thead {
                            tr {
                                th.number scope="col" { (voice.text(text!("Likeness", "Độ giống"))) }
                                th scope="col" { (voice.text(text!("First", "Bài thứ nhất"))) }
                                th.number scope="col" { (voice.text(text!("of it", "phần giống"))) }
                                th scope="col" { (voice.text(text!("Second", "Bài thứ hai"))) }
                                th.number scope="col" { (voice.text(text!("of it", "phần giống"))) }
                                th.number scope="col" { (voice.text(text!("Words of their own", "Lời riêng trùng nhau"))) }
                            }
                        }
                        tbody {
                            @for (number, pair) in findings.pairs.alike.iter().enumerate() {
                                @let shown = findings.shown.get(number);
                                @let likeness = percent(pair.likeness.to_percent());
                                tr {
                                    td.number {
                                        @if shown.is_some() { a href={ "#pair-" (number + 1) } { (likeness) } } @else { (likeness) }
                                    }
                                    td { (harmless(&findings.ids[pair.one])) }
                                    td.number { (percent(pair.of_one.to_percent())) }
                                    td { (harmless(&findings.ids[pair.other])) }
                                    td.number { (percent(pair.of_other.to_percent())) }
                                    td.number {
                                        @if let Some(evidence) = shown.and_then(|shown| shown.evidence.as_ref()) {
                                            (evidence.words.len())
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Those clusters that are more than a pair.
fn clusters(findings: &Findings, voice: Voice<'_>) -> Markup {
    let large: Vec<_> = findings.clusters.iter().filter(|cluster| cluster.members.len() > 2).collect();
    html! {
        @if !large.is_empty() {
            section aria-labelledby="clusters" {
                h2 #clusters { (voice.text(text!("Groups", "Các nhóm"))) }
                p { (voice.text(text!("Each is like at least one of the others.", "Mỗi bài giống ít nhất một bài khác trong nhóm."))) }
                @for cluster in large {
                    p { strong { (cluster.members.len()) } " · " (percent(cluster.most.to_percent())) }
                    ul.names { @for index in &cluster.members { li { (harmless(&findings.ids[*index])) } } }
                }
            }
        }
    }
}

fn pair(findings: &Findings, shown: &Shown, number: usize, voice: Voice<'_>) -> Markup {
    let pair = shown.pair;
    let names = [pair.one, pair.other].map(|index| harmless(&findings.ids[index]));
    let gone = text!("A program cannot be read any more.", "Một chương trình không còn đọc được nữa.");
    html! {
        section aria-labelledby={ "pair-" (number + 1) } {
            h2 id={ "pair-" (number + 1) } {
                (percent(pair.likeness.to_percent())) ": " (names[0]) " · " (names[1])
            }
            @match &shown.evidence {
                Some(evidence) => (of_pair(evidence, &names, voice)),
                None => p { (voice.own(&gone)) },
            }
        }
    }
}

fn of_pair(evidence: &Evidence, names: &[String; 2], voice: Voice<'_>) -> Markup {
    let about = text!(
        "Lines marked with `=` compute the same, whatever the registers and names; other lines are shown as they stand between them.",
        "Các dòng có dấu `=` tính cùng một điều, bất kể thanh ghi và tên gọi; các dòng khác được hiện ra vì nằm xen giữa."
    );
    html! {
        @if !evidence.words.is_empty() {
            h3 { (voice.text(text!("Words that nobody else has", "Lời lẽ không ai khác có"))) }
            ul {
                @for words in &evidence.words {
                    @let (kind, said) = phrase(&words.phrase);
                    li { (voice.own(&kind)) " " q { (inert(said)) } " (" (words.one.1) ", " (words.other.1) ")" }
                }
            }
        }
        @if !evidence.passages.is_empty() { p { (voice.say(&about)) } }
        @for Passage { one, other } in &evidence.passages {
            div.two {
                (side(&evidence.one[one.file], one, &names[0], voice))
                (side(&evidence.other[other.file], other, &names[1], voice))
            }
        }
    }
}

fn side(source: &SourceFile, side: &Side, name: &str, voice: Voice<'_>) -> Markup {
    let (span, file) = (lines(side), inert(&source.name));
    let label = voice.text(text!("{name}, lines {span}", "{name}, dòng {span}"));
    html! {
        div {
            p.label { (label) " · " code { (file) } }
            div.source tabindex="0" role="group" aria-label=(label) {
                ol start=(side.first) {
                    @for line in side.first..=side.last {
                        li.like[side.alike.contains(&line)] { (inert(source.line(line))) }
                    }
                }
            }
        }
    }
}

fn uncompared(findings: &Findings, voice: Voice<'_>) -> Markup {
    html! {
        @if !findings.uncompared.is_empty() {
            section aria-labelledby="uncompared" {
                h2 #uncompared { (voice.text(text!("Not compared", "Không so sánh"))) }
                ul {
                    @for one in &findings.uncompared { li { (harmless(&one.id)) ": " (voice.say(&not_compared(&one.why))) } }
                }
            }
        }
    }
}
