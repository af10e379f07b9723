//! What a program says: who is to move, who wins, what is refused, which numbers it tells.

use crate::observe::{Pattern, Player, fold};
use crate::referee::Over;
use crate::spec::Words;

/// An outcome as a program tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Whether somebody wins; otherwise it is a tie.
    pub is_win: bool,
    /// Who wins, if that can be seen.
    pub winner: Option<Player>,
    /// The line that says so.
    pub line: String,
}

impl Announced {
    /// Whether this outcome is told: that somebody wins or nobody does, whoever it is.
    pub fn is_of(&self, over: &Over) -> bool {
        self.is_win == over.winner.is_some()
    }

    /// Whether this outcome is told, and the right winner. A program that does not say who wins tells too little.
    pub fn tells(&self, over: &Over) -> bool {
        self.is_of(over) && self.winner == over.winner
    }
}

/// How a program calls things.
pub struct Voice<'w> {
    /// By which words the spec recognises what happens.
    pub words: &'w Words,
    /// The players' names, which the harness has given them; empty where there are none.
    pub names: [String; 2],
    /// Their pieces, as they are drawn.
    pub pieces: [Option<char>; 2],
}

impl Voice<'_> {
    /// Who is to move: the one player that the last line speaks of which speaks of any.
    pub fn turn(&self, text: &str) -> Option<Player> {
        let folded = fold(text);
        let lines = folded.lines().rev().filter(|line| !is_row(line));
        let mut mentioned = lines.map(|line| self.mentions(line)).filter(|found| !found.is_empty());
        let found = mentioned.next()?;
        let first = found.first()?.1;
        found.iter().all(|(_, player)| *player == first).then_some(first)
    }

    /// The outcome that a text tells first, a win before a tie.
    pub fn outcome(&self, text: &str) -> Option<Announced> {
        let folded = fold(text);
        let lines: Vec<&str> = folded.lines().collect();
        self.outcome_of(&lines)
    }

    /// The outcome that a text tells last.
    pub fn last_outcome(&self, text: &str) -> Option<Announced> {
        let folded = fold(text);
        let lines: Vec<&str> = folded.lines().collect();
        (0..lines.len()).rev().find_map(|from| {
            let line = &lines[from..=from];
            self.outcome_of(line)
        })
    }

    fn outcome_of(&self, lines: &[&str]) -> Option<Announced> {
        let says = |patterns: &[Pattern], line: &str| patterns.iter().find_map(|pattern| pattern.find(line));
        let tie = lines.iter().find(|line| says(&self.words.tie, line).is_some());
        let mut without_winner = None;
        for (number, line) in lines.iter().enumerate() {
            let Some(word) = says(&self.words.win, line) else { continue };
            if tie.is_some_and(|tie| tie == line) {
                continue;
            }
            let announced = |winner| Announced { is_win: true, winner, line: (*line).trim().to_owned() };
            if let Some(winner) = self.nearest(line, word.start) {
                return Some(announced(Some(winner)));
            }
            // A banner says it, and the name stands beside it.
            let beside = lines[number + 1..].iter().take(4).chain(lines[..number].iter().rev().take(2));
            let winner = beside.into_iter().find_map(|line| self.nearest(line, 0));
            if winner.is_some() {
                return Some(announced(winner));
            }
            without_winner.get_or_insert_with(|| announced(None));
        }
        let lost = lines.iter().find_map(|line| {
            let word = says(&self.words.lose, line)?;
            let loser = self.nearest(line, word.start)?;
            Some(Announced { is_win: true, winner: Some(loser.other()), line: line.trim().to_owned() })
        });
        let tie = tie.map(|line| Announced { is_win: false, winner: None, line: line.trim().to_owned() });
        lost.or(tie).or(without_winner)
    }

    /// The player that a line speaks of nearest to a place.
    fn nearest(&self, line: &str, place: usize) -> Option<Player> {
        let found = self.mentions(line);
        found.into_iter().min_by_key(|(at, _)| at.abs_diff(place)).map(|(_, player)| player)
    }

    /// Every player that a line speaks of, by number or name, or else by piece.
    fn mentions(&self, line: &str) -> Vec<(usize, Player)> {
        let mut found = Vec::new();
        for (player, (patterns, name)) in
            Player::BOTH.into_iter().zip(self.words.players.iter().zip(&self.names))
        {
            let places = patterns.iter().filter_map(|pattern| pattern.find_last(line));
            found.extend(places.map(|place| (place.start, player)));
            found.extend(word_at(line, &fold(name)).map(|at| (at, player)));
        }
        if found.is_empty() {
            for (player, piece) in Player::BOTH.into_iter().zip(self.pieces) {
                let piece = piece.filter(|piece| piece.is_alphabetic());
                // Capital where it is drawn so; a small letter may be either in words.
                let capital = piece.map(|piece| piece.to_ascii_uppercase());
                let letters = piece.into_iter().chain(capital);
                let at = letters.filter_map(|letter| letter_at(line, letter)).max();
                found.extend(at.map(|at| (at, player)));
            }
        }
        found
    }

    /// Whether a text holds a name.
    pub fn names(&self, text: &str, name: &str) -> bool {
        fold(text).lines().any(|line| word_at(line, &fold(name)).is_some())
    }

    /// The numbers that these patterns find in a text, in order.
    pub fn numbers(&self, text: &str, patterns: &[Pattern]) -> Vec<u8> {
        let folded = fold(text);
        let of_line = |line: &str| -> Vec<u8> {
            let found = patterns.iter().filter_map(|pattern| {
                let captures = pattern.captures(line)?;
                (1..captures.len()).find_map(|group| captures.get(group)?.as_str().parse().ok())
            });
            found.collect()
        };
        folded.lines().flat_map(of_line).collect()
    }

    /// Whether a text warns of a wrong input in words that the spec knows.
    pub fn warns(&self, text: &str) -> bool {
        let folded = fold(text);
        let is_warning = |line: &str| self.words.refused.iter().any(|pattern| pattern.find(line).is_some());
        folded.lines().any(is_warning)
    }

    /// Whether a text holds these words, whatever their case and the blanks between them.
    pub fn says(&self, text: &str, words: &str) -> bool {
        squeezed(text).contains(&squeezed(words))
    }

    /// Whether a line of a text is this statement, whatever its case and the mark at its end.
    pub fn states(&self, text: &str, statement: &str) -> bool {
        let wanted = squeezed(statement);
        // Stars and arrows around it are no words.
        let is_it = |line: &str| squeezed(line).trim_matches(|c: char| !c.is_alphanumeric()) == wanted;
        text.lines().any(is_it)
    }
}

/// In small letters, with one blank where there are several.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Where a word stands by itself, small or capital.
fn word_at(line: &str, word: &str) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let (haystack, needle) = (line.to_lowercase(), word.to_lowercase());
    let is_part = |c: char| c.is_alphanumeric();
    haystack
        .match_indices(&needle)
        .map(|(at, _)| at)
        .filter(|at| {
            let end = at + needle.len();
            !haystack[..*at].ends_with(is_part) && !haystack[end..].starts_with(is_part)
        })
        .last()
}

/// Where a letter stands by itself, for the last time.
fn letter_at(line: &str, letter: char) -> Option<usize> {
    let is_alone = |at: &usize| {
        let (before, behind) = (&line[..*at], &line[at + letter.len_utf8()..]);
        !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
    };
    line.match_indices(letter).map(|(at, _)| at).rfind(is_alone)
}

/// Whether a line is a row of a board, or of its labels: there is no word in it.
fn is_row(line: &str) -> bool {
    !line.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
}
