//! What a program calls its players where it asks for no names: `Red` and `Yellow`, `player A` and `player B`.

use std::collections::HashSet;
use std::rc::Rc;

use super::boards::Boards;
use super::voice::Voice;
use super::{Watched, quiet};
use crate::observe::{Line, Player, words_at};
use crate::play::{Conversation, Exchange};

/// The players' pieces: those on the boards, or where none is drawn, those that the players are told to have before the first move, as
/// in `Alice is X`.
pub(super) fn pieces(boards: &Boards<'_>, talk: &Conversation, names: &[String; 2]) -> [Option<char>; 2] {
    let drawn = boards.glyphs();
    if drawn.iter().any(Option::is_some) { drawn } else { told(talk, names).unwrap_or(drawn) }
}

fn told(talk: &Conversation, names: &[String; 2]) -> Option<[Option<char>; 2]> {
    let [_, one, two] = talk.drawing.as_ref()?.glyphs();
    let letter =
        |glyph: &str| glyph.chars().next().filter(|letter| glyph.len() == 1 && letter.is_alphabetic());
    let glyphs = [letter(&one)?, letter(&two)?];
    let start = talk.exchanges.iter().position(Exchange::is_move).unwrap_or(talk.exchanges.len());
    let stands = |line: &str, word: &str| !word.is_empty() && words_at(line, word).next().is_some();
    // Of the two of each one and no other is in the line.
    let only = |found: [bool; 2]| (found[0] != found[1]).then(|| usize::from(found[1]));
    let mut lines = (0..=start).flat_map(|segment| talk.page(segment).lines());
    lines.find_map(|line| {
        let line = line.folded();
        let player = only([0, 1].map(|player| stands(line, names[player].trim())))?;
        let glyph = only(glyphs.map(|glyph| stands(line, glyph.encode_utf8(&mut [0; 4]))))?;
        Some(if player == glyph { glyphs } else { [glyphs[1], glyphs[0]] }.map(Some))
    })
}

/// The most lines of a turn that are looked at, the last ones, and the most bytes of one: who fills the screen calls nobody there.
const MOST_LINES: usize = 40;
const LONGEST: usize = 200;

/// The lines of one player's turn, word by word.
type Shown = (Player, Vec<Vec<String>>);

impl<'c> Watched<'c> {
    /// The voice of the program, where the players have no names and are called by what their turns say, or their wins.
    pub(super) fn voice_with_calls(&self) -> Option<&Voice<'c>> {
        let voice = || {
            let calls = || self.learned.endings.calls(self.boards.glyphs()).or_else(|| self.calls());
            let calls = if self.voice.is_without_names() { calls()? } else { return None };
            let pages = quiet(self.talk).map(|segment| self.talk.page(segment));
            Some(self.voice.with_names(calls, pages))
        };
        self.with_calls.get_or_init(voice).as_ref()
    }

    /// The words for the players in the questions for a move, or else in all that their turns show.
    fn calls(&self) -> Option<[String; 2]> {
        let is_row = |line: &&Rc<Line>| self.voice.draws(line);
        // `Player 2` is known for what it is.
        let words = |line: &Rc<Line>| words(line, !self.voice.calls_by_number(line));
        let turns = self.begun(false);
        let whole: Vec<Shown> = turns
            .iter()
            .map(|begun| {
                let lines = begun.lines.iter().copied().skip(begun.lines.len().saturating_sub(MOST_LINES));
                let is_short = |line: &&Rc<Line>| line.folded().len() <= LONGEST;
                let lines = lines.filter(|line| line.has_word() && is_short(line) && !is_row(line));
                (begun.turn.player, lines.map(words).collect())
            })
            .collect();
        let asked: Vec<Shown> = whole
            .iter()
            .map(|(player, lines)| (*player, lines.last().cloned().into_iter().collect()))
            .collect();
        calls_in(&asked).or_else(|| calls_in(&whole))
    }
}

/// Two words in the same place of two lines, one in every turn of the one player and one in every turn of the other.
fn calls_in(turns: &[Shown]) -> Option<[String; 2]> {
    let of = |player: Player| turns.iter().filter(move |(turn, _)| *turn == player).map(|(_, lines)| lines);
    // What the other player's turns show is taken away first: most words, where there are many.
    let own = |player: Player| -> Option<HashSet<&str>> {
        let mut own: HashSet<&str> = all_words(of(player).next()?).collect();
        of(player.other()).next()?;
        for word in of(player.other()).flat_map(|lines| all_words(lines)) {
            own.remove(word);
        }
        for lines in of(player).skip(1) {
            if own.is_empty() {
                break;
            }
            let here: HashSet<&str> = all_words(lines).collect();
            own.retain(|word| here.contains(word));
        }
        Some(own)
    };
    let (first, second) = (own(Player::One)?, own(Player::Two)?);
    let lines = |player: Player| of(player).next().into_iter().flatten();
    lines(Player::One).find_map(|one| {
        lines(Player::Two).filter(|two| two.len() == one.len()).find_map(|two| {
            let mut pairs = one.iter().zip(two);
            let (one, two) =
                pairs.find(|(one, two)| first.contains(one.as_str()) && second.contains(two.as_str()))?;
            Some([one.clone(), two.clone()])
        })
    })
}

fn all_words(lines: &[Vec<String>]) -> impl Iterator<Item = &str> {
    lines.iter().flatten().map(String::as_str)
}

/// The words of a line in small letters, empty where there are only marks. A letter by itself goes with the word before it, and so
/// does the number of a player, where that is wanted.
fn words(line: &Line, with_numbers: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in line.folded().split_whitespace() {
        let word = part.trim_start_matches(|c: char| !c.is_alphanumeric());
        let letters = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
        let number = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let is_number = with_numbers && ["1", "2"].contains(&number);
        let word = if is_number { number.to_owned() } else { word[..letters].to_lowercase() };
        let is_letter = word.chars().count() == 1;
        let before = words.last().filter(|_| is_letter).map_or("", String::as_str);
        words.push(match (is_letter, before) {
            (false, _) => word,
            (true, "") => String::new(),
            (true, before) => format!("{before} {word}"),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Shown, calls_in, words};
    use crate::observe::{Line, Player};

    #[track_caller]
    fn check(turns: &[&str], expected: Option<[&str; 2]>) {
        let lines = turns.iter().map(|turn| words(&Line::of(turn), !turn.starts_with("Player")));
        let players = [Player::One, Player::Two].into_iter().cycle();
        let shown: Vec<Shown> = players.zip(lines).map(|(player, line)| (player, vec![line])).collect();
        assert_eq!(calls_in(&shown), expected.map(|words| words.map(str::to_owned)), "{turns:?}");
    }

    #[test]
    fn what_differs_with_the_player_alone_is_what_the_player_is_called() {
        check(&["Red's turn. Column? ", "Yellow's turn. Column? "], Some(["red", "yellow"]));
        check(&["Player A (@), your column:", "Player B (o), your column:"], Some(["player a", "player b"]));
        check(&["Move 1, white: ", "Move 2, black: ", "Move 3, white: "], Some(["white", "black"]));
        check(&["Player 1: ", "Player 2: "], None);
        check(&["Vez do Jogador 2 (X)", "Vez do Jogador 1 (O)"], Some(["jogador 2", "jogador 1"]));
        check(&["Your move: ", "Your move: "], None);
        check(&["Red: ", "Yellow: ", "Yellow: ", "Red: "], None);
        check(&["Red: "], None);
    }
}
