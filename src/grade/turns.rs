//! The turns of a game that went wrong, from its beginning to the wrong one: for reports in which people step through it.

use super::gradebook::Turn;
use super::replay::asked;
use crate::play::Conversation;

/// The most turns that are kept; the last ones lead to what is wrong.
const MOST_TURNS: usize = 60;
/// The most bytes of output that are kept of a turn.
const MOST_BYTES: usize = 4_000;

/// The turns of a dialogue up to this segment.
pub(super) fn of_dialogue(talk: &Conversation, last: usize) -> Vec<Turn> {
    let turn = |segment: usize| {
        let exchange = segment.checked_sub(1).and_then(|before| talk.exchanges.get(before));
        Turn {
            typed: exchange.map(|exchange| exchange.typed.clone()).unwrap_or_default(),
            asked: exchange.map(asked).unwrap_or_default(),
            printed: ends(&talk.output[talk.segment(segment)]),
            expected: None,
        }
    };
    kept(last.min(talk.exchanges.len())).map(turn).collect()
}

/// The turns of a game of keys up to this one: the entries of its input, and its output, expected and actual.
pub(super) fn of_keys(
    typed: &dyn Fn(usize) -> Vec<u8>,
    expected: &[Vec<u8>],
    actual: &[Vec<u8>],
    last: usize,
) -> Vec<Turn> {
    let turn = |number: usize| Turn {
        typed: number.checked_sub(1).map(typed).unwrap_or_default(),
        asked: crate::diagnostics::Text::default(),
        printed: actual.get(number).map(|output| ends(output)).unwrap_or_default(),
        expected: expected.get(number).map(|output| ends(output)),
    };
    kept(last).map(turn).collect()
}

fn kept(last: usize) -> std::ops::RangeInclusive<usize> {
    (last + 1).saturating_sub(MOST_TURNS)..=last
}

/// The output, or its two ends with a line of dots between them.
fn ends(output: &[u8]) -> Vec<u8> {
    if output.len() <= MOST_BYTES {
        return output.to_vec();
    }
    let (head, tail) = (&output[..MOST_BYTES / 2], &output[output.len() - MOST_BYTES / 2..]);
    [head, b"\n...\n", tail].concat()
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, MOST_TURNS, of_keys};

    #[test]
    fn the_last_turns_are_kept_and_long_output_is_cut() {
        let typed = |number: usize| number.to_string().into_bytes();
        let long = vec![b'x'; MOST_BYTES + 1];
        let turns = of_keys(&typed, &[], &vec![long; 100], 99);
        assert_eq!(turns.len(), MOST_TURNS);
        assert_eq!(turns.last().map(|turn| turn.typed.as_slice()), Some(b"98".as_slice()));
        assert!(turns.iter().all(|turn| turn.printed.len() < MOST_BYTES + 10 && turn.expected.is_none()));
        assert!(of_keys(&typed, &[], &[b"a".to_vec()], 0)[0].typed.is_empty());
    }
}
