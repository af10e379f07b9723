//! The turns of a game, one after the other; where a script may run, one at a time.

use maud::{Markup, html};

use super::diff;
use crate::compare::pair_lines;
use crate::diagnostics::text;
use crate::grade::{Failure, Turn};
use crate::report::html::voice::Voice;
use crate::report::sides::{Sides, printed};
use crate::report::visible::{Blanks, visible, visible_line};

/// The turns that lead to the wrong one, and that one; nothing where there is nothing to step through.
pub(super) fn of_failure(failure: &Failure, voice: Voice<'_>) -> Markup {
    let turns = &failure.turns;
    if turns.len() < 2 {
        return html! {};
    }
    let first = (failure.turn + 1).saturating_sub(turns.len());
    let last = turns.len() - 1;
    html! {
        details.game open {
            summary { (voice.text(text!("The game, turn by turn", "Ván chơi, từng lượt"))) }
            ol.turns start=(first) {
                @for (index, turn) in turns.iter().enumerate() {
                    li.wrong[index == last] { (of_turn(turn, first + index, voice)) }
                }
            }
        }
    }
}

fn of_turn(turn: &Turn, number: usize, voice: Voice<'_>) -> Markup {
    let printed_text = visible(&turn.printed, Blanks::AsTheyAre);
    let printed_text = printed_text.trim_matches('\n');
    let differs = turn.expected.as_ref().filter(|expected| **expected != turn.printed);
    html! {
        p {
            @if number == 0 { (voice.text(text!("at the start", "lúc bắt đầu"))) } @else {
                span.label { (number) "." } " " (voice.text(text!("typed", "đã gõ"))) " "
                kbd { (visible_line(&turn.typed, Blanks::Marked)) }
                @if !turn.asked.is_empty() { " " span.soft { (voice.say(&turn.asked)) } }
            }
        }
        @match differs {
            Some(expected) => {
                @let sides = Sides {
                    expected: text!("expected", "mong đợi"),
                    actual: printed(),
                    pairs: pair_lines(expected, &turn.printed),
                };
                (diff::lines(&sides, Blanks::Marked, false, voice))
            },
            None if printed_text.is_empty() => p.soft { (voice.text(text!("nothing was printed", "không in gì"))) },
            None => pre tabindex="0" { (printed_text) },
        }
    }
}
