//! What a person has to look at, and why. Where a script may run, staff note what they have seen and what they give, and take it with
//! them as the table that `--marks` reads.

use maud::{Markup, PreEscaped, html};

use super::{Kind, Student};
use crate::diagnostics::{Text, text};
use crate::grade::{Gradebook, Graded};
use crate::report::html::{in_link, voice::Voice};
use crate::report::words::needs_review;
use crate::spec::Points;

/// More fields than for these items are in a part that can be opened.
const MOST_OPEN: usize = 3;

/// Returns `true` if a submission is in the list.
pub(super) fn is_listed(student: &Student) -> bool {
    student.kinds.iter().any(|kind| matches!(kind, Kind::Review | Kind::Unmarked))
}

/// The item of a submission; nothing if nobody has to look at it.
pub(super) fn item(book: &Gradebook, graded: &Graded, student: &Student, voice: Voice<'_>) -> Markup {
    if !is_listed(student) {
        return html! {};
    }
    let open = open(book, graded);
    let unmarked = student.kinds.contains(&Kind::Unmarked);
    html! {
        fieldset data-id=(in_link(&graded.id)) {
            legend { a href=(student.page) { (student.name) } }
            ul.reasons {
                @for reason in needs_review(graded) { li { (voice.say(&reason)) } }
                @if unmarked { li { (voice.text(text!("items of the rubric are not marked yet", "còn mục chưa chấm tay"))) } }
            }
            div.given data-scripted hidden {
                label { input.seen type="checkbox"; " " (voice.text(text!("seen", "đã xem"))) }
                @if open.len() > MOST_OPEN {
                    details {
                        summary { (voice.text(text!("give points by hand", "cho điểm bằng tay"))) }
                        @for (item, title, points) in &open { (given(item, title, *points, voice)) }
                    }
                } @else {
                    @for (item, title, points) in &open { (given(item, title, *points, voice)) }
                }
            }
        }
        "\n"
    }
}

/// The items for which people can give points, with their titles and the most that they are worth.
fn open(book: &Gradebook, graded: &Graded) -> Vec<(String, Text, Points)> {
    let groups: Vec<(String, Text, Points)> = if graded.review().is_some() {
        book.spec.groups.iter().map(|group| (group.id.clone(), group.title.clone(), group.most())).collect()
    } else {
        graded
            .not_judged
            .iter()
            .map(|group| (group.group.clone(), group.title.clone(), group.points))
            .collect()
    };
    let rubric = graded.marks.iter().filter(|mark| mark.given.is_none());
    groups
        .into_iter()
        .chain(rubric.map(|mark| (mark.item.clone(), mark.title.clone(), mark.points)))
        .collect()
}

/// The fields for one item.
fn given(item: &str, title: &Text, most: Points, voice: Voice<'_>) -> Markup {
    let points = text!("points, 0 to {most}", "điểm, 0 đến {most}");
    html! {
        div.mark data-item=(item) {
            span { (voice.own(title)) }
            label { (voice.own(&points)) input.points type="number" min="0" max=(most) step="0.01"; }
            label { (voice.text(text!("remark", "ghi chú"))) input.remark type="text"; }
        }
    }
}

/// The list of all of them.
pub(super) fn section(items: &str, voice: Voice<'_>) -> Markup {
    let about = text!(
        "No score is given until a person has looked at these. What you note here stays in this browser; export it, and give \
         the table to the next run with `--marks`.",
        "Chưa có điểm cho đến khi có người xem. Những gì bạn ghi ở đây được giữ trong trình duyệt này; hãy xuất ra bảng và \
         dùng cho lần chạy sau với `--marks`."
    );
    html! {
        @if !items.is_empty() {
            section aria-labelledby="review" {
                h2 #review { (voice.text(text!("For review", "Cần xem xét"))) }
                p { (voice.say(&about)) }
                div.review { (PreEscaped(items)) }
                div.tools data-scripted hidden {
                    button #export type="button" { (voice.text(text!("Export the table of marks", "Xuất bảng điểm chấm tay"))) }
                    span #seen.soft aria-live="polite" {}
                }
            }
        }
    }
}
