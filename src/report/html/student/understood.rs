//! How a program in its own words was understood: its questions, its board, its readings, and the same as an entry for the spec.

use maud::{Markup, html};

use super::Student;
use super::source::inert;
use crate::diagnostics::{Text, text};
use crate::grade::{Audience, KnownQuestion};
use crate::report::visible::harmless;
use crate::report::words::reading;

/// The part of the page; nothing for programs whose wording is fixed.
pub(super) fn section(student: Student<'_>) -> Markup {
    let Student { book, graded, voice } = student;
    let Some(known) = &graded.understood else { return html! {} };
    let about = text!(
        "Its words are its own, so that what it asks was recognised. If something here is wrong, the results may be too: tell \
         the staff.",
        "Lời văn của chương trình là tự do, nên các câu hỏi được nhận dạng. Nếu có gì ở đây không đúng, kết quả cũng có thể sai: \
         hãy báo cho người chấm."
    );
    let open = known.open.iter().map(|about| {
        let (en, vi) = about.both();
        text!("{en}: open; every reading is accepted", "{vi}: còn mở; mọi cách hiểu đều được chấp nhận")
    });
    let rest: Vec<Text> =
        std::iter::once(known.board.words()).chain(graded.inferred.iter().map(reading)).chain(open).collect();
    html! {
        section aria-labelledby="understood" {
            h2 #understood { (voice.text(text!("How this program was understood", "Cách hiểu chương trình này"))) }
            p { (voice.own(&about)) }
            @if !known.questions.is_empty() {
                div.wide tabindex="0" role="group" aria-label=(voice.text(text!("Questions", "Câu hỏi"))) {
                    table.plain {
                        thead {
                            tr {
                                th scope="col" { (voice.text(text!("it prints", "chương trình in"))) }
                                th scope="col" { (voice.text(text!("understood as", "được hiểu là"))) }
                                th scope="col" { (voice.text(text!("where", "ở đâu"))) }
                            }
                        }
                        tbody { @for question in &known.questions { (row(student, question)) } }
                    }
                }
            }
            ul { @for words in &rest { li { (voice.say(words)) } } }
            @if book.audience == Audience::Staff && !known.dialect.is_empty() {
                details {
                    summary { (voice.say(&text!("The same as an entry of `dialects` in the spec", "Cùng nội dung đó cho mục `dialects` của spec"))) }
                    pre.yaml tabindex="0" { (inert(&known.dialect)) }
                }
            }
        }
    }
}

fn row(student: Student<'_>, question: &KnownQuestion) -> Markup {
    let voice = student.voice;
    let nothing = text!("no question", "không có câu hỏi");
    html! {
        tr {
            th scope="row" {
                @if question.line.is_empty() { span.soft { (voice.own(&nothing)) } } @else { code { (harmless(&question.line)) } }
            }
            td { (voice.say(&question.words())) }
            td { (voice.say(&Text::verbatim(question.place.clone()))) }
        }
    }
}
