//! The text that a program prints when games end, learned by contrast: lines that are there for every ending
//! say nothing about it, and lines that are there only without a winner announce a tie.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::{Announced, Ear, Voice, Watched};
use crate::observe::{Line, Player, has_words};
use crate::play::{Close, Conversation, Exchange};
use crate::referee::{Assignment, ExpectedEvent, Over, Question};

/// The text at the end of games that a player wins.
#[derive(Debug, Default)]
pub struct Endings {
    /// The lines of games that a player wins, as far as they stay the same.
    won: BTreeSet<Arc<str>>,
    /// The lines of games that Player 1 and Player 2 win, without blanks around them.
    by_winner: [BTreeSet<String>; 2],
}

impl Endings {
    /// Learns from a game that a player has won.
    pub fn learn(&mut self, talk: &Conversation, over: &Over) {
        let Some(first) = segment_of_end(talk) else { return };
        let Some(winner) = over.winner else { return };
        for segment in first..=talk.exchanges.len() {
            for line in talk.page(segment).lines().iter().filter(|line| has_words(line.masked())) {
                self.won.insert(Arc::clone(line.masked()));
                let lines = &mut self.by_winner[usize::from(winner == Player::Two)];
                lines.insert(line.folded().trim().to_owned());
            }
        }
    }

    /// Returns `true` if a line is printed for either winner.
    pub(super) fn is_common(&self, line: &Line) -> bool {
        self.by_winner.iter().all(|lines| lines.contains(line.folded().trim()))
    }

    /// Returns `true` if a line is printed for either winner, be it with other numbers.
    pub(super) fn is_common_but_for_numbers(&self, line: &Line) -> bool {
        self.is_common_as(line, |line| line.trim().replace(|c: char| c.is_ascii_digit(), ""))
    }

    /// The same for what is left of lines.
    fn is_common_as(&self, line: &Line, left: impl Fn(&str) -> String) -> bool {
        let own = left(line.folded());
        self.by_winner.iter().all(|lines| lines.iter().any(|known| left(known) == own))
    }

    /// The lines for a win of Player 1 and of Player 2 that differ in one or two words and nothing else, each pair with these words.
    fn pairs(&self) -> impl Iterator<Item = ([&str; 2], Vec<[&str; 2]>)> {
        let [first, second] = &self.by_winner;
        first.difference(second).flat_map(move |one| {
            second
                .difference(first)
                .filter_map(move |two| Some(([one.as_str(), two], differing_words(one, two)?)))
        })
    }

    /// Returns `true` if a line is printed where this player wins, and where the other one wins the same line with other words:
    /// that says who wins, though nothing else tells what the words mean.
    pub(super) fn tells_apart(&self, line: &str, winner: Player) -> bool {
        self.pairs().any(|(lines, _)| lines[usize::from(winner == Player::Two)] == line)
    }

    /// What the players are called where they win, if that begins as their pieces do: `Les rouges ont gagné` for `R`.
    pub(super) fn calls(&self, pieces: [Option<char>; 2]) -> Option<[String; 2]> {
        let [one, two] = pieces;
        let (one, two) = (one?, two?);
        self.pairs().flat_map(|(_, words)| words).find_map(|[first, second]| {
            let straight = call(first, one).zip(call(second, two));
            let (one, two) = straight.or_else(|| call(second, one).zip(call(first, two)))?;
            Some([one, two])
        })
    }
}

/// What a player is called by a word that begins as the player's piece does, or is the piece.
fn call(word: &str, piece: char) -> Option<String> {
    if !piece.is_alphabetic() {
        return word.contains(piece).then(|| piece.to_string());
    }
    let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    word.starts_with(piece.to_ascii_lowercase()).then_some(word)
}

/// The one or two words in which two lines differ, if they are no numbers.
fn differing_words<'l>(one: &'l str, two: &'l str) -> Option<Vec<[&'l str; 2]>> {
    let count = |line: &str| line.split_whitespace().count();
    let words = one.split_whitespace().zip(two.split_whitespace());
    let differing: Vec<[&str; 2]> =
        words.filter(|(one, two)| one != two).map(|(one, two)| [one, two]).collect();
    let is_word = |word: &&str| !word.contains(|c: char| c.is_ascii_digit());
    let is_pair = matches!(differing.len(), 1 | 2) && differing.len() < count(one);
    (count(one) == count(two) && is_pair && differing.iter().flatten().all(is_word)).then_some(differing)
}

/// The segment in which the game that is played first is over.
fn segment_of_end(talk: &Conversation) -> Option<usize> {
    let over = talk.expected_events.iter().position(|event| matches!(event, ExpectedEvent::Over(_)))?;
    (0..=talk.exchanges.len()).find(|segment| talk.due_after(*segment) > over)
}

/// The outcome of a game as it is announced, if that is how it ended.
pub fn told_ending(talk: &Conversation, assignment: Assignment, ear: Ear<'_>) -> Option<Announced> {
    let watched = Watched::new(talk, assignment, ear, false);
    let (told, is_told) = watched.told(watched.overs().next()?, true);
    told.filter(|_| is_told)
}

/// Returns `true` if words that are known tell how a game ended, without what other games show.
pub fn tells_ending(talk: &Conversation, assignment: Assignment, ear: Ear<'_>) -> bool {
    let watched = Watched::new(talk, assignment, ear, false);
    watched.overs().next().is_some_and(|(segment, over)| {
        let told = watched.voice.outcome(&watched.lines_from(segment));
        told.is_some_and(|told| told.is_of(over) && !told.contradicts(over))
    })
}

impl Watched<'_> {
    /// A program that stops where the game is won, and mentions one player last, has announced the winner in
    /// words of its own.
    fn last_words(
        &self,
        voice: &Voice<'_>,
        lines: &[Rc<Line>],
        (segment, over): (usize, &Over),
    ) -> Option<Announced> {
        let stops = self.talk.close == Close::Stopped && self.talk.ended.stop.is_end();
        let winner = voice.turn(lines.iter()).filter(|_| stops && over.winner.is_some());
        // Where both are mentioned, the last one may be the loser.
        let mentioned = voice.all_mentions(lines.iter());
        let winner = winner.filter(|winner| mentioned.iter().all(|player| player == winner));
        let line = lines.iter().rfind(|line| !voice.all_mentions(std::iter::once(*line)).is_empty());
        let line = || line.map(|line| line.plain().trim().to_owned()).unwrap_or_default();
        let told = |winner| Announced { is_win: true, winner: Some(winner), line: line(), otherwise: None };
        winner.map(told).or_else(|| self.win_in_own_words(voice, lines, (segment, over)))
    }

    /// How the program says that a game ended, if it does, and true if that is how it did.
    pub(super) fn told(
        &self,
        (segment, over): (usize, &Over),
        with_winner: bool,
    ) -> (Option<Announced>, bool) {
        let lines = self.lines_from(segment);
        let outcome = |voice: &Voice<'_>| {
            voice.outcome(&lines).or_else(|| self.last_words(voice, &lines, (segment, over)))
        };
        let is_told = |actual: &Announced| match (with_winner, self.names_winners.after(over)) {
            (true, _) => actual.tells(over),
            (false, true) => actual.is_of(over) && !actual.contradicts(over),
            (false, false) => actual.is_of(over),
        };
        let mut actual = outcome(&self.voice);
        let says_who = |actual: &Announced| actual.winner.is_some() || !actual.is_win;
        if !actual.as_ref().is_some_and(|actual| is_told(actual) && says_who(actual)) {
            let by_call = self.voice_with_calls().and_then(outcome);
            actual = by_call.or(actual).or_else(|| self.tie_in_own_words(&lines, (segment, over)));
        }
        if let (Some(told), Some(winner)) = (&mut actual, over.winner)
            && told.is_win
            && told.winner.is_none()
            && !self.may_name_winner(told)
            && self.learned.endings.tells_apart(&told.line, winner)
        {
            told.winner = Some(winner);
        }
        let is_told = actual.as_ref().is_some_and(is_told);
        (actual, is_told)
    }

    /// The outcome that is announced where all was played and the game is not over. What is asked then may be the way to another
    /// game, in unknown words; the line of the question itself announces nothing.
    pub(super) fn told_too_early(&self) -> Option<Announced> {
        let segment = self.talk.exchanges.len();
        let lines = self.talk.page(segment).lines();
        let (_asked, before) = lines.split_last()?;
        let told = self.voice.outcome(before)?;
        let is_clear = told.winner.is_some() || !told.is_win;
        let is_new = self.new_lines(segment, before).iter().any(|line| line.folded().trim() == told.line);
        (is_clear && is_new).then_some(told)
    }

    /// Returns `true` if no other move is asked for after this segment, unless in another game.
    fn is_over(&self, segment: usize) -> bool {
        let asks_again = |asked: &&Exchange| asked.question == Some(Question::PlayAgain);
        let mut asked = self.talk.exchanges.iter().skip(segment);
        let next = asked.find(|asked| asked.is_move() || asks_again(asked));
        match (next, &self.talk.close) {
            (Some(next), _) => asks_again(&next),
            (None, Close::Stopped) => self.talk.ended.stop.is_end(),
            (None, close) => matches!(close, Close::Finished { .. }),
        }
    }

    /// The lines at the end of a game, in this segment, that the program has printed in no turn before.
    fn new_lines<'l>(&self, segment: usize, lines: &'l [Rc<Line>]) -> Vec<&'l Rc<Line>> {
        let before = (0..segment).flat_map(|segment| self.talk.page(segment).lines());
        let before: BTreeSet<&Arc<str>> = before.map(|line| line.masked()).collect();
        lines.iter().filter(|line| has_words(line.masked()) && !before.contains(line.masked())).collect()
    }

    /// A win after which no move is asked for, in words of the program's own: a line is printed in no turn before. The winner is
    /// the one whom such a line mentions and nobody else, or whose opponent it consoles.
    pub(super) fn win_in_own_words(
        &self,
        voice: &Voice<'_>,
        lines: &[Rc<Line>],
        (segment, over): (usize, &Over),
    ) -> Option<Announced> {
        let winner = over.winner.filter(|_| self.is_over(segment))?;
        let is_asked = matches!(self.talk.close, Close::Finished { .. });
        let asked = lines.last().map(|line| line.number()).filter(|_| is_asked);
        let mut new = self.new_lines(segment, lines);
        new.retain(|line| Some(line.number()) != asked);
        // Nor does a row of a table of wins name who has won this game.
        let twins = voice.twins(lines);
        let mentioned_in = |line: &&&Rc<Line>| {
            if voice.is_score(line, &twins) {
                return None;
            }
            if let Some(consoled) = voice.consoled(line) {
                return Some(consoled.other());
            }
            let mentioned = voice.all_mentions(std::iter::once(**line));
            let first = mentioned.first().copied()?;
            mentioned.iter().all(|player| *player == first).then_some(first)
        };
        let names_winner = |line: &&&Rc<Line>| mentioned_in(line) == Some(winner);
        let names_one = |line: &&&Rc<Line>| mentioned_in(line).is_some();
        let line = new.iter().find(names_winner).or_else(|| new.iter().find(names_one));
        let line = line.or(new.first())?;
        // Who has made too many faults is no winner, though the line names nobody else.
        let named = mentioned_in(&line).filter(|named| !over.by_faults || *named == winner);
        Some(Announced { is_win: true, winner: named, line: line.plain().trim().to_owned(), otherwise: None })
    }

    /// Returns `true` if a line may say in a verb that is not known who wins, as `Alice ate Bob` does: it names both players and is
    /// not printed for either winner.
    pub(super) fn may_name_winner(&self, told: &Announced) -> bool {
        let line = Line::of(&told.line);
        let mentioned = self.voice.all_mentions(std::iter::once(&line));
        let names_both = Player::BOTH.iter().all(|player| mentioned.contains(player));
        let is_unclear = told.is_win && told.winner.is_none() && told.otherwise.is_none();
        // The number of a player counts nothing: `Player 1 mops the floor with Player 2` is not printed for either winner.
        let without_counts = |text: &str| -> String {
            let line = Line::of(text);
            let mentions = self.voice.mentions_in(&line);
            let parts = line.folded().split_inclusive(|c: char| c.is_ascii_digit());
            let kept = parts.scan(0, |end, part| {
                let begins = *end;
                *end += part.len();
                let is_called = mentions.iter().any(|(place, _)| (begins..*end).contains(place));
                Some(if is_called { part } else { part.trim_end_matches(|c: char| c.is_ascii_digit()) })
            });
            kept.collect::<String>().trim().to_owned()
        };
        is_unclear && names_both && !self.learned.endings.is_common_as(&line, without_counts)
    }

    /// A tie in words of the program's own: it asks for no other move, and its line is printed in no turn,
    /// nor when a player wins, and mentions no player.
    pub(super) fn tie_in_own_words(
        &self,
        lines: &[Rc<Line>],
        (segment, over): (usize, &Over),
    ) -> Option<Announced> {
        if over.winner.is_some() || !self.is_over(segment) || self.learned.endings.won.is_empty() {
            return None;
        }
        let new = self.new_lines(segment, lines);
        let line = new.into_iter().find(|line| !self.learned.endings.won.contains(line.masked()))?;
        let is_about_players = !self.voice.all_mentions(std::iter::once(line)).is_empty();
        (!is_about_players).then(|| Announced {
            is_win: false,
            winner: None,
            line: line.plain().trim().to_owned(),
            otherwise: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Endings;
    use crate::observe::Player;

    fn endings(one: &str, two: &str) -> Endings {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        Endings { by_winner: [lines(one), lines(two)], ..Endings::default() }
    }

    #[test]
    fn one_word_that_differs_tells_winners_apart() {
        for (one, two, expected) in [
            ("Les rouges ont gagne !", "Les jaunes ont gagne !", true),
            ("Good game\nThe cats win", "Good game\nThe dogs win", true),
            ("Well done red, sorry yellow!", "Well done yellow, sorry red!", true),
            ("Somebody wins with 4 pieces", "Somebody wins with 5 pieces", false),
            ("####  <-- four, the hashes have it", "@@@@  <-- four, the ats have it", true),
            ("The cats win", "The other players win", false),
            ("cats win", "dogs conquer", false),
            ("We have a winner", "We have a winner", false),
        ] {
            let endings = endings(one, two);
            let last = |text: &'static str| text.lines().last().unwrap_or_default();
            assert_eq!(endings.tells_apart(last(one), Player::One), expected, "{one}");
            assert_eq!(endings.tells_apart(last(two), Player::Two), expected, "{two}");
            assert!(!endings.tells_apart(last(one), Player::Two), "{one}");
        }
    }

    #[test]
    fn words_that_begin_as_pieces_do_are_names() {
        let endings = endings("Les rouges ont gagne !", "Les jaunes ont gagne !");
        let calls = |pieces: [char; 2]| endings.calls(pieces.map(Some));
        assert_eq!(calls(['R', 'J']), Some(["rouges".to_owned(), "jaunes".to_owned()]));
        // Who has the other piece is said to win.
        assert_eq!(calls(['J', 'R']), Some(["jaunes".to_owned(), "rouges".to_owned()]));
        assert_eq!(calls(['X', 'O']), None);
        let signs = self::endings("Winner: @ !", "Winner: O !");
        assert_eq!(signs.calls([Some('@'), Some('O')]), Some(["@".to_owned(), "o".to_owned()]));
    }
}
