//! The class in a few figures, and the distribution of its scores.

use maud::{Markup, html};

use super::{Kind, Student};
use crate::diagnostics::text;
use crate::grade::Gradebook;
use crate::report::html::voice::Voice;
use crate::spec::Points;

/// The scores are counted in this many ranges of the same size.
const RANGES: u64 = 10;
/// The height of the largest bar.
const HEIGHT: u64 = 58;

/// The figures and the drawing.
pub(super) fn section(cover: &Gradebook, students: &[Student], voice: Voice<'_>) -> Markup {
    let mut scores: Vec<Points> = students.iter().filter_map(|student| student.score).collect();
    scores.sort_unstable();
    let median = scores.get(scores.len() / 2).map(Points::to_string);
    let count = |kind: Kind| students.iter().filter(|student| student.kinds.contains(&kind)).count();
    let mut figures = vec![(text!("submissions", "bài nộp"), students.len().to_string())];
    figures.extend(median.map(|median| (text!("median", "trung vị"), median)));
    for kind in Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Lost | Kind::Marked)) {
        let count = count(kind);
        if count > 0 || matches!(kind, Kind::Full | Kind::Review) {
            figures.push((kind.about(), count.to_string()));
        }
    }
    html! {
        section aria-labelledby="glance" {
            h2 #glance.unseen { (voice.own(&text!("At a glance", "Tổng quan"))) }
            div.glance {
                dl.figures {
                    @for (about, figure) in &figures { div { dt { (voice.own(about)) } dd { (figure) } } }
                }
                @if !scores.is_empty() { (histogram(&scores, cover.spec.points, voice)) }
            }
        }
    }
}

/// How many scores are in which range.
fn histogram(scores: &[Points], most: Points, voice: Voice<'_>) -> Markup {
    let range = |score: &Points| {
        (score.hundredths() * RANGES).checked_div(most.hundredths()).unwrap_or(0).min(RANGES - 1)
    };
    let counts: Vec<u64> =
        (0..RANGES).map(|at| scores.iter().filter(|score| range(score) == at).count() as u64).collect();
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let from = |at: u64| Points::from_hundredths(most.hundredths() * at / RANGES).to_string();
    let short = |at: u64| from(at).trim_end_matches('0').trim_end_matches('.').to_owned();
    let named = (0..RANGES).zip(&counts).filter(|(_, count)| **count > 0);
    let in_words: Vec<String> =
        named.map(|(at, count)| format!("{}–{}: {count}", short(at), short(at + 1))).collect();
    let in_words = in_words.join(", ");
    let title = text!("Number of scores by range: {in_words}", "Số điểm theo khoảng: {in_words}");
    let caption = text!("scores, and how many students have them", "điểm số, và số sinh viên đạt");
    html! {
        figure.histogram {
            svg viewBox="0 0 400 96" role="img" aria-labelledby="scores" {
                title #scores { (voice.own(&title)) }
                line x1="0" x2="400" y1="75.5" y2="75.5" {}
                @for (at, count) in (0..RANGES).zip(&counts) {
                    @if *count > 0 {
                        @let height = (HEIGHT * count / largest).max(1);
                        rect x=(at * 40 + 2) y=(75 - height) width="36" height=(height) rx="1.5" {}
                        text x=(at * 40 + 20) y=(70 - height) text-anchor="middle" { (count) }
                    }
                }
                @for at in 0..=RANGES { text x=(at * 40) y="90" text-anchor="middle" { (short(at)) } }
            }
            figcaption { (voice.own(&caption)) }
        }
    }
}
