//! A test for the same game in other words: two outputs show the same boards in the same order, and the same
//! outcome.

use std::sync::LazyLock;

use super::behaviour::{Announced, LineBook, Voice};
use crate::observe::{Frame, Glyphs, Page, built_in, frames_in};
use crate::spec::Words;

/// The words that announce an outcome in most programs.
static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
    win: vec![built_in(r"\bwin(?:s|ner|ning)?\b|\bwon\b|victor|thang\b|chien thang")],
    tie: vec![built_in(r"\btie[ds]?\b|\bdraw[ns]?\b|\bhoa\b")],
    lose: vec![built_in(r"\blos(?:es?|t|er)\b|\bthua\b")],
    players: [
        vec![built_in(r"(?:player|nguoi choi)\W*(?:so|thu)?\W*(?:1|one|mot|nhat)\b")],
        vec![built_in(r"(?:player|nguoi choi)\W*(?:so|thu)?\W*(?:2|two|hai)\b")],
    ],
    ..Words::default()
});

/// Returns `true` if both show the same boards of this size and announce the same outcome.
///
/// A board that is drawn twice in a row counts once; whose pieces look how does not count, as long as it is always the
/// same.
pub fn shows_the_same_game(expected: &[Vec<u8>], actual: &[Vec<u8>], size: (usize, usize)) -> bool {
    let (expected, actual) = (Game::of(expected, size), Game::of(actual, size));
    !expected.boards.is_empty() && expected == actual
}

/// The first turn after which another game is shown; `None` if no board is like those that must be seen.
pub fn first_other_turn(expected: &[Vec<u8>], actual: &[Vec<u8>], size: (usize, usize)) -> Option<usize> {
    let turns = expected.len().max(actual.len());
    let until = |turns: &[Vec<u8>], count: usize| turns[..count.min(turns.len())].to_vec();
    let is_same = |count: &usize| shows_the_same_game(&until(expected, *count), &until(actual, *count), size);
    let same = (1..=turns).take_while(is_same).count();
    (same > 0 && same < turns).then_some(same)
}

#[derive(PartialEq, Eq)]
struct Game {
    /// The cells of each board: the number of the piece in order of appearance.
    boards: Vec<Vec<Option<usize>>>,
    /// True if a player wins, and the winner; `None` if no outcome is announced.
    outcome: Option<(bool, Option<crate::observe::Player>)>,
}

impl Game {
    fn of(turns: &[Vec<u8>], (rows, columns): (usize, usize)) -> Self {
        let text = String::from_utf8_lossy(&turns.concat()).into_owned();
        let page = Page::of(&text);
        let frames: Vec<Frame> =
            frames_in(&[&page], rows, columns).into_iter().map(|(_, frame)| frame).collect();
        let glyphs = Glyphs::learn(frames.iter());
        let cells = |frame: &Frame| -> Option<Vec<Option<usize>>> {
            let glyphs = glyphs.as_ref()?;
            Some(frame.rows.iter().flatten().map(|glyph| glyphs.piece(*glyph)).collect())
        };
        let mut boards: Vec<Vec<Option<usize>>> = frames.iter().filter_map(cells).collect();
        boards.dedup();
        let drawn = glyphs.map(|glyphs| glyphs.drawn).unwrap_or_default();
        let book = LineBook::default();
        let pieces = [drawn.first().copied(), drawn.get(1).copied()];
        let voice = Voice::new(&WORDS, &book, [String::new(), String::new()], pieces);
        let outcome =
            voice.last_outcome(page.lines(), 1).map(|Announced { is_win, winner, .. }| (is_win, winner));
        Self { boards, outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::shows_the_same_game;

    #[track_caller]
    fn check(expected: &str, actual: &str, is_same: bool) {
        let turns = |text: &str| vec![text.as_bytes().to_vec()];
        assert_eq!(shows_the_same_game(&turns(expected), &turns(actual), (2, 3)), is_same, "{actual}");
    }

    #[test]
    fn the_same_game_in_other_words_is_the_same() {
        let game = "- - -\n- - -\nColumn: 1\n- - -\nO - -\nPlayer 1 Wins.\n";
        check(game, game, true);
        check(game, "|.|.|.|\n|.|.|.|\n\nGo!\n|.|.|.|\n|X|.|.|\nCongratulations, player one won!\n", true);
        check(game, "- - -\n- - -\nColumn: 1\n- - -\n- O -\nPlayer 1 Wins.\n", false);
        check(game, "- - -\n- - -\nColumn: 1\n- - -\nO - -\nPlayer 2 Wins.\n", false);
        check(game, "- - -\n- - -\nColumn: 1\n- - -\nO - -\nTie Game.\n", false);
        check(game, "- - -\n- - -\nColumn: 1\n- - -\nO - -\n", false);
        check("Hello\n", "Hello\n", false);
    }
}
