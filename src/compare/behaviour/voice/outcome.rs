//! The outcome of a game, as a program announces it: the first win or tie that a text tells, and who wins.

use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use super::Voice;
use super::claims::is_tally;
use super::said::{Said, Tie, Verb, clause, verb};
use crate::observe::{Line, Pattern, Player, built_in};
use crate::referee::Over;

/// The other player, where one was named before.
static OPPONENT: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:opponent|other (?:player|one|side)|rival|doi thu|doi phuong|ben kia|nguoi (?:choi )?(?:kia|con lai))\b",
    )
});

/// Words of comfort for the one who has lost.
static COMFORT: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:sorry|(?:bad|hard|tough|better) luck(?: next time)?|too bad|unlucky|commiserations|chia buồn|rất tiếc|tiếc quá|tiếc cho)\b",
    )
});

/// An outcome as a program announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// True if a player wins; otherwise it is a tie.
    pub is_win: bool,
    /// The winner, if named.
    pub winner: Option<Player>,
    /// The line that says so.
    pub line: String,
    /// A line that says otherwise: then nothing is announced.
    pub otherwise: Option<String>,
}

impl Announced {
    /// Returns `true` if this outcome is announced: a win or a tie, whoever wins.
    pub fn is_of(&self, over: &Over) -> bool {
        self.otherwise.is_none() && self.is_win == over.winner.is_some()
    }

    /// Returns `true` if another player is named. A program need not say who wins everywhere.
    pub fn contradicts(&self, over: &Over) -> bool {
        self.winner.is_some() && self.winner != over.winner
    }

    /// Returns `true` if this outcome is announced, with the right winner. A program that does not say who
    /// wins says too little.
    pub fn tells(&self, over: &Over) -> bool {
        self.is_of(over) && self.winner == over.winner
    }
}

impl Voice<'_> {
    /// The outcome that a text announces first, a win before a tie.
    pub fn outcome(&self, lines: &[Rc<Line>]) -> Option<Announced> {
        let saids: Vec<Rc<Said>> = lines.iter().map(|line| self.said(line)).collect();
        if !saids.iter().any(|said| said.announces()) {
            return None;
        }
        self.outcome_of(lines, &saids)
    }

    /// The outcome that a text about some games announces last.
    pub fn last_outcome(&self, lines: &[Rc<Line>], games: usize) -> Option<Announced> {
        let last = lines.chunks(1).rev().find_map(|line| self.outcome(line))?;
        let otherwise = self.claims(lines).said_too_much(games);
        Some(Announced { otherwise, ..last })
    }

    fn outcome_of(&self, lines: &[Rc<Line>], saids: &[Rc<Said>]) -> Option<Announced> {
        let mut told = self.first_told(lines, saids)?;
        let claims = self.claims(lines);
        if claims.is_score_of_both() {
            let twins = self.twins(lines);
            let is_score = |line: &Rc<Line>| line.folded().trim() == told.line && self.is_score(line, &twins);
            // The games that each has won so far say nothing of this one, in whatever words its outcome stands above them.
            if lines.iter().any(is_score) {
                return None;
            }
            // A name next to a banner may be one of the score.
            told.winner = told.winner.filter(|_| !self.mentions(&told.line).is_empty());
        }
        told.otherwise = claims.said_too_much(1);
        Some(told)
    }

    fn first_told(&self, lines: &[Rc<Line>], saids: &[Rc<Said>]) -> Option<Announced> {
        // A score of both says nothing of this game.
        let is_news = |number: usize| {
            let line = &lines[number];
            saids[number].announces() && !self.is_usual(line) && !is_tally(line)
        };
        let mut news: Vec<usize> = (0..lines.len()).filter(|number| is_news(*number)).collect();
        let tie = news.iter().copied().find(|number| saids[*number].tie.is_some());
        if tie.is_some() {
            // `You win some, you lose some` after every game says nothing of a tie.
            let is_common = |line: &Line| self.endings.is_some_and(|endings| endings.is_common(line));
            news.retain(|number| !is_common(&lines[*number]));
        }
        // The games that each has won so far may stand before the outcome.
        let twins = self.twins(lines);
        news.sort_by_key(|number| self.is_score(&lines[*number], &twins));
        // Nor do they say who wins where nobody does.
        let is_tie = news.iter().any(|number| saids[*number].tie == Some(Tie::Sure));
        let mut without_winner = None;
        for number in news.iter().copied().filter(|number| tie != Some(*number)) {
            let line = lines[number].folded();
            let is_told = !is_tie || !self.is_score(&lines[number], &twins);
            let Some(win) = saids[number].win.as_ref().filter(|_| is_told) else { continue };
            let line_of = || line.trim().to_owned();
            let announced = |winner| Announced { is_win: true, winner, line: line_of(), otherwise: None };
            let winner = self.winner(line, win).or_else(|| self.nearest_winner(line, win));
            if winner.is_some() {
                return Some(announced(winner));
            }
            // `Fastest win: none` in a table is no win, whoever stands next to it.
            if is_tie {
                continue;
            }
            // A banner says it, and the name stands next to it.
            let beside = lines[number + 1..].iter().take(4).chain(lines[..number].iter().rev().take(2));
            let is_board = |line: &&Rc<Line>| self.rows.contains(&line.number());
            let winner =
                beside.filter(|line| !is_board(line)).find_map(|line| self.nearest(line.folded(), 0));
            if winner.is_some() {
                return Some(announced(winner));
            }
            without_winner.get_or_insert_with(|| announced(None));
        }
        let lost = news.iter().find_map(|number| {
            let line = lines[*number].folded();
            let word = saids[*number].lose.as_ref()?;
            let [before, after] = self.around(line, word);
            let loser = before.or(after).or_else(|| self.nearest(line, word.start))?;
            let winner = Some(loser.other());
            Some(Announced { is_win: true, winner, line: line.trim().to_owned(), otherwise: None })
        });
        let tie = tie.map(|number| Announced {
            is_win: false,
            winner: None,
            line: lines[number].folded().trim().to_owned(),
            otherwise: None,
        });
        lost.or(tie).or(without_winner)
    }

    /// The winner, as the clause says in which the word stands.
    fn winner(&self, line: &str, word: &Range<usize>) -> Option<Player> {
        let [before, after] = self.around(line, word);
        match verb(&line[word.start..]) {
            Verb::Beats => before.or(after.map(Player::other)),
            Verb::BeatenBy => after.or(before.map(Player::other)),
            Verb::Wins => before.or(after),
        }
    }

    /// The players who are named next to a word in its clause, before it and after it.
    pub(super) fn around(&self, line: &str, word: &Range<usize>) -> [Option<Player>; 2] {
        let clause = clause(line, word.start);
        let found: Vec<(usize, Player)> =
            self.parties(line).into_iter().filter(|(at, _)| clause.contains(at)).collect();
        let before = found.iter().rfind(|(at, _)| *at < word.start);
        let after = found.iter().find(|(at, _)| *at >= word.end);
        [before, after].map(|named| named.map(|(_, player)| *player))
    }

    /// The winner where the clause names nobody, as in `Bob made four faults and is defeated`: as the player says whom the line
    /// mentions nearest to the word.
    fn nearest_winner(&self, line: &str, word: &Range<usize>) -> Option<Player> {
        let found = self.mentions(line);
        let (at, player) = found.into_iter().min_by_key(|(at, _)| at.abs_diff(word.start))?;
        let is_before = at < word.start;
        match verb(&line[word.start..]) {
            Verb::BeatenBy if is_before => Some(player.other()),
            Verb::Beats if !is_before => Some(player.other()),
            _ => Some(player),
        }
    }

    /// The player whom a line mentions nearest to a place.
    fn nearest(&self, line: &str, place: usize) -> Option<Player> {
        let found = self.mentions(line);
        found.into_iter().min_by_key(|(at, _)| at.abs_diff(place)).map(|(_, player)| player)
    }

    /// The player to whom a line gives words of comfort: the first one named after them, or else the last one before them.
    pub(in crate::compare::behaviour) fn consoled(&self, line: &Line) -> Option<Player> {
        let line = line.folded();
        let comfort = COMFORT.find(line)?;
        let found = self.mentions(line);
        let after = found.iter().find(|(at, _)| *at >= comfort.end);
        after.or_else(|| found.last()).map(|(_, player)| *player)
    }

    /// Every player of whom a line about an outcome speaks: by name, or as the opponent of the one before.
    pub(super) fn parties(&self, line: &str) -> Vec<(usize, Player)> {
        let mut found = self.mentions(line);
        let opponents: Vec<(usize, Player)> = OPPONENT
            .find_all(line)
            .into_iter()
            .filter_map(|word| {
                let (_, player) = found.iter().rfind(|(at, _)| *at < word.start)?;
                Some((word.start, player.other()))
            })
            .collect();
        found.extend(opponents);
        found.sort_unstable_by_key(|(at, _)| *at);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use super::super::{LineBook, Voice};
    use crate::observe::{Line, Page, Player};

    #[track_caller]
    fn check(text: &str, winner: Option<Player>) {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        let outcome = voice.outcome(Page::of(text).lines());
        assert_eq!(outcome.as_ref().and_then(|outcome| outcome.winner), winner, "{text} {outcome:?}");
    }

    #[test]
    fn who_wins_is_read_from_the_clause_that_says_so() {
        check("Player 1 wins - Player 2 loses", Some(Player::One));
        check("Player 2 loses - Player 1 wins", Some(Player::One));
        check("Player 2 loses, Player 1 wins!", Some(Player::One));
        check("Alice defeats Bob", Some(Player::One));
        check("wins of Alice: 0, drops of Alice: 4\nwins of Bob: 1, drops of Bob: 4", None);
        check("Bob beats Alice!", Some(Player::Two));
        check("Alice was defeated by Bob", Some(Player::Two));
        check("Bob is beaten!", Some(Player::One));
        check("Bob has beaten Alice!", Some(Player::Two));
        check("Alice bị đánh bại", Some(Player::Two));
        check("Alice đánh bại Bob", Some(Player::One));
        check("Player 1 loses to Player 2", Some(Player::Two));
        check("Player 2 lost. The winner is Player 1", Some(Player::One));
        check("Congratulations Bob! You win the game", Some(Player::Two));
        check("Player 2: you have beaten player 1, congratulations", Some(Player::Two));
        check("The winner is O", Some(Player::Two));
        check("Người thắng: Bob", Some(Player::Two));
        check("Đối thủ có 3 quân thẳng hàng, Bob", None);
        check("Bob used up all violations and is defeated.\nWinner: Alice", Some(Player::One));
        check("YOU WON\n  * Bob *", Some(Player::Two));
        check("Bob is out. Defeat!\nAlice wins!", Some(Player::One));
    }

    #[test]
    fn who_is_consoled_has_lost() {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        for (line, consoled) in [
            ("Well done Alice, sorry Bob!", Some(Player::Two)),
            ("Bad luck, Alice. Well done Bob", Some(Player::One)),
            ("Bravo Alice! Bob, better luck next time", Some(Player::Two)),
            ("Rất tiếc cho O", Some(Player::Two)),
            ("Well done Alice", None),
        ] {
            assert_eq!(voice.consoled(&Line::of(line)), consoled, "{line}");
        }
    }

    #[track_caller]
    fn contradicts(text: &str, expected: bool) {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        let otherwise = voice.outcome(Page::of(text).lines()).and_then(|outcome| outcome.otherwise);
        assert_eq!(otherwise.is_some(), expected, "{text} {otherwise:?}");
    }

    #[test]
    fn games_won_so_far_are_no_win() {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        for score in [
            "Alice won 0 games\nBob won 1 game",
            "Alice thắng 0 ván\nBob thắng 0 ván",
            "Alice: 0 ván thắng\nBob: 2 ván thắng",
            "Alice won 0\nBob won 2\nties 1, fastest win none yet",
            "Duels won   Alice: 0   Bob: 1",
            "Wins: Alice 0 - 1 Bob",
            "Player 1: 0   Player 2: 3   (games won)",
        ] {
            for text in [format!("It is a tie!\n{score}"), format!("{score}\nIt is a tie!")] {
                let outcome = voice.outcome(Page::of(&text).lines());
                assert_eq!(outcome.map(|outcome| outcome.is_win), Some(false), "{text}");
            }
            check(&format!("Bob wins!\n{score}"), Some(Player::Two));
            check(&format!("{score}\nBob wins!"), Some(Player::Two));
        }
    }

    #[test]
    fn who_names_both_winners_names_none() {
        contradicts("Player 1 wins\nPlayer 2 wins", true);
        contradicts("Player 1 wins, Player 2 wins!", true);
        contradicts("Player 1 wins Player 2 wins", true);
        contradicts("Alice and Bob win the game", true);
        contradicts("The winner is X\nThe winner is O", true);
        contradicts("Congratulations Alice!\nBob has won", true);
        contradicts("Player 1 loses\nPlayer 2 loses", true);
        contradicts("Alice wins\nIt is a tie", true);
        contradicts("It is a tie, Bob wins", true);
        contradicts("Alice defeats Bob. Bob defeats Alice", true);
    }

    #[test]
    fn who_names_one_winner_contradicts_nothing() {
        contradicts("Player 1 wins - Player 2 loses", false);
        contradicts("Player 2 loses\nPlayer 1 wins", false);
        contradicts("Alice wins!\nBetter luck next time, Bob, you can win too", false);
        contradicts("Congratulations Bob! You win against Alice", false);
        contradicts("Alice wins!\nWins of Alice: 1, wins of Bob: 0, ties: 0", false);
        contradicts("Bob wins!\nAlice: 0 wins\nBob: 1 wins\nTie: 0", false);
        contradicts("Bob wins!\nAlice: 1 van thang\nBob: 3 van thang\nHoa nhau: 0 van", false);
        contradicts("Alice with 5 games won\nBob with 4 games won", false);
        contradicts("Player 1 has won\nPlayer 2 has won", true);
        contradicts("Alice wins with 5 pieces\nBob wins with 4 pieces", true);
        contradicts("Bob wins!\nAlice: win 0, rate 0%\nBob: win 1, rate 100%\nTie: 0 of 1 game", false);
        contradicts("Player 2 wins the game with 12 pieces, Player 1 had 11", false);
        contradicts("Bob wins\nAlice did not win", false);
        contradicts("Người chơi 1 thắng, người chơi 2 thua", false);
        contradicts("Alice violated the rules 4 times and loses.\nBob wins", false);
        contradicts("Tie! Nobody wins.", false);
        contradicts("The pieces are drawn\nAlice wins", false);
        contradicts("Alice wins! Another game, or is it a tie?", false);
    }
}
