//! The definite claims of a text about how a game ended: a program that says two things has said neither.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

use super::Voice;
use super::said::{Said, Tie, Verb, clause, is_counted, may_be_counted, verb};
use crate::observe::{Line, Pattern, Player, built_in};

/// One claim: the winner, or `None` for a tie.
struct Claim {
    winner: Option<Player>,
    line: String,
}

/// Every claim, in order.
#[derive(Default)]
pub(super) struct Claims {
    sure: Vec<Claim>,
    /// The players whose wins are counted.
    counted: Vec<Player>,
}

/// Words that take back the claim around them: `did not win`, `you can win`.
static DOUBT: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"(?:n't|\b(?:not|never|no|could|can|may|might|must|to|if|neu|khong|chua|chang|co the)\b)")
});

/// The text between the word and the player that it refers to.
static NAMES: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"^\w*\W*(?:(?:is|are|of|in|this|the|game|match|round|la|to|ban|mung|cua|van|tran|dau|nay)\W+){0,6}(?:player|nguoi choi)?\W*$",
    )
});

/// A player with a score: `wins of Alice: 1`.
static SCORE: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"^(?:(?:player|nguoi choi)[ \t]*#?[12]|[a-z]+)[ \t]*[:=(][ \t]*[0-9]"));

/// A score of both players, in a line whose names are masked as `@`, and its numbers as `#`.
static TALLY: LazyLock<Pattern> = LazyLock::new(|| {
    let player = r"(?:@|\b(?:player|nguoi choi|p)[ \t]*#)";
    built_in(&format!(
        r"^[^@#]*{player}[^\w@#]{{1,4}}#[^\w@#]{{1,6}}{player}[^\w@#]{{1,4}}#[^@#]*$|^[^@#]*{player}[^\w@#]{{1,4}}#[^\w@#]{{1,3}}#[^\w@#]{{1,4}}{player}[^@#]*$"
    ))
});

/// The text between two players who share a claim.
static BOTH: LazyLock<Pattern> = LazyLock::new(|| built_in(r"^\W*(?:and|va|lan|cung|with)?\W*$"));

impl Claims {
    /// A line that contradicts one before it, where the text is about this many games.
    pub(super) fn said_too_much(&self, games: usize) -> Option<String> {
        let changes = self.sure.windows(2).filter(|pair| pair[0].winner != pair[1].winner);
        let lines: Vec<&String> = changes.map(|pair| &pair[1].line).collect();
        lines.get(games.saturating_sub(1)).map(|line| (*line).clone())
    }

    /// Returns `true` if the only mention of a winner is a score that has both players.
    pub(super) fn is_score_of_both(&self) -> bool {
        self.sure.is_empty() && Player::BOTH.iter().all(|player| self.counted.contains(player))
    }
}

impl Voice<'_> {
    /// The definite claims of some lines.
    pub(super) fn claims(&self, lines: &[Rc<Line>]) -> Claims {
        let mut claims = Claims::default();
        let twins = self.twins(lines);
        for line in lines {
            let said = self.said(line);
            if said.announces() && !self.is_usual(line) {
                self.claims_of_line(line, &said, &twins, &mut claims);
            }
        }
        claims
    }

    /// What is said twice in some lines, but for numbers and names.
    pub(in crate::compare::behaviour) fn twins(&self, lines: &[Rc<Line>]) -> BTreeSet<String> {
        let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
        for line in lines.iter().filter(|line| self.said(line).announces()) {
            let words = in_words(line);
            if !once.insert(words.clone()) {
                twice.insert(words);
            }
        }
        twice
    }

    /// Returns `true` if all that a line says of winning is a count of it: a score, given what is said twice.
    pub(in crate::compare::behaviour) fn is_score(&self, line: &Line, twins: &BTreeSet<String>) -> bool {
        let said = self.said(line);
        !said.wins.is_empty() && said.wins.iter().all(|win| is_of_score(line, win, twins))
    }

    fn claims_of_line(&self, whole: &Line, said: &Said, twins: &BTreeSet<String>, claims: &mut Claims) {
        let line = whole.folded();
        let mut found: Vec<(usize, Option<Player>)> = Vec::new();
        let is_tally = is_tally(whole);
        for word in &said.wins {
            if is_tally {
                claims.counted.extend(Player::BOTH);
                continue;
            }
            if is_of_score(whole, word, twins) {
                claims.counted.extend(self.around(line, word).into_iter().flatten());
                continue;
            }
            let players = self.spoken_of(line, word);
            found.extend(players.into_iter().map(|(_, player)| (word.start, Some(player))));
        }
        for word in &said.losses {
            let is_win = said.wins.iter().any(|win| win.start < word.end && word.start < win.end);
            if is_win || is_counted(line, word) {
                continue;
            }
            let losers = self.before(line, word);
            found.extend(losers.into_iter().map(|(_, player)| (word.start, Some(player.other()))));
        }
        // `Ties so far 0` after every game says nothing of this one.
        let is_count = line.contains(|c: char| c.is_ascii_digit())
            && self.endings.is_some_and(|endings| endings.is_common_but_for_numbers(whole));
        if said.tie == Some(Tie::Sure) && !is_count {
            found.push((line.len(), None));
        }
        found.sort_by_key(|(at, _)| *at);
        let claim = |(_, winner)| Claim { winner, line: line.trim().to_owned() };
        claims.sure.extend(found.into_iter().map(claim));
    }

    /// The players of whom a word of winning is claimed for certain.
    fn spoken_of(&self, line: &str, word: &std::ops::Range<usize>) -> Vec<(usize, Player)> {
        let kind = verb(&line[word.start..]);
        let before = self.before(line, word);
        let others = |players: Vec<(usize, Player)>| -> Vec<(usize, Player)> {
            players.into_iter().map(|(at, player)| (at, player.other())).collect()
        };
        match kind {
            Verb::BeatenBy => others(before),
            Verb::Wins if before.is_empty() => self.after(line, word),
            Verb::Beats | Verb::Wins => before,
        }
    }

    /// The players that stand before a word in its clause, if it says something of them.
    fn before(&self, line: &str, word: &std::ops::Range<usize>) -> Vec<(usize, Player)> {
        let clause = clause(line, word.start);
        let all: Vec<(usize, Player)> =
            self.parties(line).into_iter().filter(|(at, _)| *at < word.start).collect();
        let Some((at, player)) = all.last().copied().filter(|(at, _)| *at >= clause.start) else {
            return Vec::new();
        };
        if DOUBT.find(&line[at..word.start]).is_some() {
            return Vec::new();
        }
        let mut found = vec![(at, player)];
        if let Some((other_at, other)) = all.iter().rev().nth(1).copied()
            && other != player
            && self.are_joined(line, (other_at, other), at)
        {
            found.push((other_at, other));
        }
        found
    }

    /// The player that is named right after a word.
    fn after(&self, line: &str, word: &std::ops::Range<usize>) -> Vec<(usize, Player)> {
        let clause = clause(line, word.start);
        let mut found = self.parties(line).into_iter().filter(|(at, _)| *at >= word.end);
        let next = found.next().filter(|(at, _)| *at < clause.end || is_comma(&line[word.end..*at]));
        let is_named = |(at, _): &(usize, Player)| {
            NAMES.find(&line[word.end..*at]).is_some() && SCORE.find(&line[*at..]).is_none()
        };
        next.filter(is_named).into_iter().collect()
    }

    /// Returns `true` if the text between two players joins them.
    fn are_joined(&self, line: &str, (first, player): (usize, Player), second: usize) -> bool {
        let between = &line[first..second];
        let called = match player {
            Player::One => &self.names[0],
            Player::Two => &self.names[1],
        };
        let own = self.said(&Line::of(line));
        let length = if !called.is_empty() && between.to_lowercase().starts_with(called.as_str()) {
            called.len()
        } else if own.players.iter().any(|(at, _)| *at == first) {
            between.find(|c: char| c.is_ascii_digit()).map_or(between.len(), |at| at + 1)
        } else {
            1
        };
        between.get(length..).is_some_and(|rest| BOTH.find(rest).is_some())
    }
}

/// A line without numbers, names and more blanks than it needs.
fn in_words(line: &Line) -> String {
    line.masked().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns `true` if a word of winning is one of a score, given what is said twice in the text.
fn is_of_score(line: &Line, word: &std::ops::Range<usize>, twins: &BTreeSet<String>) -> bool {
    let text = line.folded();
    is_tally(line) || is_counted(text, word) || may_be_counted(text, word) && twins.contains(&in_words(line))
}

/// Returns `true` if a line has a number for each of the two players and no other: `Duels won   Alice: 0   Bob: 1`, `Wins: Alice 0 - 1 Bob`.
pub(super) fn is_tally(line: &Line) -> bool {
    TALLY.find(line.masked()).is_some()
}

/// Returns `true` if a text has only marks.
fn is_comma(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}
