//! A comparison in a few figures, and how far scores moved.

use maud::{Markup, html};

use super::minus;
use crate::diagnostics::{Text, text};
use crate::regrade::{Change, Comparison};
use crate::report::html::voice::Voice;

/// The most ranges on each side.
const RANGES: i64 = 7;
/// Sizes of ranges, in hundredths of a point.
const STEPS: [i64; 12] = [10, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 100_000];
/// The height of the largest bar.
const HEIGHT: u64 = 58;

/// The figures and the drawing.
pub(super) fn section(comparison: &Comparison, voice: Voice<'_>) -> Markup {
    let counts = comparison.counts();
    let figures: [(Text, usize, bool); 7] = [
        (text!("lower", "giảm"), counts.lower, true),
        (text!("higher", "tăng"), counts.higher, true),
        (text!("unchanged", "giữ nguyên"), counts.same, true),
        (text!("need review now", "nay cần xem xét"), counts.now_review, false),
        (text!("graded now", "nay đã chấm"), counts.now_graded, false),
        (text!("only in the new report", "chỉ trong báo cáo mới"), comparison.added.len(), false),
        (text!("only in the old report", "chỉ trong báo cáo cũ"), comparison.gone.len(), false),
    ];
    let mean = comparison.mean().filter(|_| counts.lower + counts.higher > 0);
    let changes: Vec<i64> = comparison
        .moved
        .iter()
        .filter_map(|moved| moved.went.change())
        .filter(|change| *change != Change::NONE)
        .map(Change::hundredths)
        .collect();
    html! {
        section aria-labelledby="glance" {
            h2 #glance.unseen { (voice.own(&text!("At a glance", "Tổng quan"))) }
            div.glance {
                dl.figures {
                    @for (about, count, always) in &figures {
                        @if *always || *count > 0 { div { dt { (voice.own(about)) } dd { (count) } } }
                    }
                    @if let Some(mean) = mean {
                        div { dt { (voice.own(&text!("mean change", "thay đổi trung bình"))) } dd { (minus(mean)) } }
                    }
                }
                @if !changes.is_empty() { (histogram(&changes, voice)) }
            }
        }
    }
}

/// How many scores moved how far; those that fell are on the left.
fn histogram(changes: &[i64], voice: Voice<'_>) -> Markup {
    let most = changes.iter().map(|change| change.abs()).max().unwrap_or(0);
    let step = STEPS.into_iter().find(|step| most <= step * RANGES).unwrap_or(most / RANGES + 1);
    // Range 1 is what is above zero and up to a step, range -1 the same below.
    let range = |change: i64| (change.abs() + step - 1) / step * change.signum();
    let (first, last) = changes
        .iter()
        .fold((-1, 1), |(first, last), change| (range(*change).min(first), range(*change).max(last)));
    let ranges: Vec<i64> = (first..=last).filter(|range| *range != 0).collect();
    let count = |range_: i64| changes.iter().filter(|change| range(**change) == range_).count() as u64;
    let counts: Vec<u64> = ranges.iter().map(|range| count(*range)).collect();
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let edge = |range: i64| short(range * step);
    let named = ranges.iter().zip(&counts).filter(|(_, count)| **count > 0);
    let in_words: Vec<String> = named
        .map(|(range, count)| {
            let (inner, outer) = (edge(range - range.signum()), edge(*range));
            let (low, high) = if *range < 0 { (outer, inner) } else { (inner, outer) };
            format!("{low} – {high}: {count}")
        })
        .collect();
    let in_words = in_words.join(", ");
    let title = text!("Number of scores by change: {in_words}", "Số điểm theo mức thay đổi: {in_words}");
    let caption = text!("change of the score, and how many have it", "mức thay đổi điểm, và số bài nộp");
    let width = 400 / ranges.len().max(1);
    let edges = (first..=last).enumerate();
    html! {
        figure.histogram {
            svg viewBox="0 0 400 96" role="img" aria-labelledby="changes" {
                title #changes { (voice.own(&title)) }
                line x1="0" x2="400" y1="75.5" y2="75.5" {}
                @for (at, (range, count)) in ranges.iter().zip(&counts).enumerate() {
                    @if *count > 0 {
                        @let height = (HEIGHT * count / largest).max(1);
                        rect.lost[*range < 0] x=(at * width + 2) y=(75 - height) width=(width - 4) height=(height) rx="1.5" {}
                        text x=(at * width + width / 2) y=(70 - height) text-anchor="middle" { (count) }
                    }
                }
                @for (at, range) in edges {
                    text x=(at * width) y="90" text-anchor=(anchor_of(at, ranges.len())) { (edge(range)) }
                }
            }
            figcaption { (voice.own(&caption)) }
        }
    }
}

/// Texts at both ends stay within the drawing.
fn anchor_of(at: usize, count: usize) -> &'static str {
    match at {
        0 => "start",
        at if at == count => "end",
        _ => "middle",
    }
}

/// A change without decimals that say nothing.
fn short(hundredths: i64) -> String {
    let words = minus(Change::from_hundredths(hundredths));
    words.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn edges_are_short() {
        assert_eq!([short(-250), short(1000), short(0), short(25)], ["−2.5", "+10", "0", "+0.25"]);
    }
}
