//! The meaning of a program's output: who is to move, who wins, which inputs are refused, and which numbers
//! it shows.

mod claims;
mod mentions;
mod said;

pub use said::LineBook;
pub(super) use said::number_of;

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::LazyLock;

use super::Endings;
use crate::observe::{Line, Pattern, Player, built_in, fold};
use crate::referee::Over;
use crate::spec::Words;
use said::Said;

/// The other player, where one was named before.
static OPPONENT: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:opponent|other (?:player|one)|rival|doi thu|doi phuong|nguoi (?:choi )?(?:kia|con lai))\b",
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

/// A number that programs tell.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Of faults.
    Faults,
    /// Of undos.
    Undos,
    /// Of pieces.
    Pieces,
}

/// A name that is cut off keeps more letters than these.
const FEWEST_LETTERS: usize = 8;

/// The names of things in a program's output.
#[derive(Clone)]
pub struct Voice<'w> {
    /// The words by which the spec recognises what happens.
    words: &'w Words,
    /// The players' names, which the harness has given them; empty where there are no names.
    names: [String; 2],
    /// Their pieces, as they are drawn.
    pieces: [Option<char>; 2],
    /// The meanings of lines.
    book: &'w LineBook,
    /// The lines that are printed in turns in which nothing happens, as [`Voice::mask`] writes them.
    usual: HashSet<String>,
    /// The text that is printed when a player wins.
    endings: Option<&'w Endings>,
    /// The lines in which boards are drawn, by their numbers: a piece in them does not refer to a player.
    rows: HashSet<u64>,
}

impl<'w> Voice<'w> {
    /// The voice of a program that calls the players so.
    pub fn new(words: &'w Words, book: &'w LineBook, names: [String; 2], pieces: [Option<char>; 2]) -> Self {
        let names = names.map(|name| fold(&name).to_lowercase());
        Self { words, names, pieces, book, usual: HashSet::new(), endings: None, rows: HashSet::new() }
    }

    /// Returns `true` if the players have no names.
    pub fn is_without_names(&self) -> bool {
        self.names.iter().all(String::is_empty)
    }

    /// The same voice with other names for the players, given the pages of the turns in which nothing happens.
    #[must_use]
    pub fn with_names<'t>(&self, names: [String; 2], pages: impl Iterator<Item = &'t [Rc<Line>]>) -> Self {
        let mut voice = Self { names, ..self.clone() };
        voice.knows_as_usual(pages);
        voice
    }

    /// Notes the text that is printed when a player wins.
    pub fn knows_endings(&mut self, endings: &'w Endings) {
        self.endings = Some(endings);
    }

    /// Notes in which lines boards are drawn.
    pub fn knows_rows(&mut self, rows: HashSet<u64>) {
        self.rows = rows;
    }

    /// Returns `true` if a line is a row of a board or of its labels.
    pub fn draws(&self, line: &Rc<Line>) -> bool {
        self.is_row(line, &self.said(line))
    }

    /// Returns `true` if a line says nothing, as it is a row of a board or of its labels.
    fn is_row(&self, line: &Line, said: &Said) -> bool {
        said.is_row || self.rows.contains(&line.number())
    }

    /// Notes the lines that are printed in several turns in which nothing happens: they announce nothing.
    pub fn knows_as_usual<'t>(&mut self, pages: impl Iterator<Item = &'t [Rc<Line>]>) {
        let mut before = HashSet::new();
        let mut usual = HashSet::new();
        for lines in pages {
            let mut here = HashSet::new();
            for line in lines {
                let said = self.said(line);
                if said.announces() || said.is_refusal {
                    here.insert(self.mask(line.folded()));
                }
            }
            usual.extend(before.intersection(&here).cloned());
            before.extend(here);
        }
        self.usual = usual;
    }

    /// A line without what changes from turn to turn: numbers, and the names of the players.
    fn mask(&self, line: &str) -> String {
        let mut masked = line.trim().to_lowercase();
        for name in self.names.iter().filter(|name| !name.is_empty()) {
            masked = masked.replace(name.as_str(), "@");
        }
        masked.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
    }

    fn said(&self, line: &Line) -> Rc<Said> {
        self.book.said(line, self.words)
    }

    /// Returns `true` if a line is printed in every turn.
    fn is_usual(&self, line: &Line) -> bool {
        !self.usual.is_empty() && self.usual.contains(&self.mask(line.folded()))
    }

    /// Returns `true` if only one of the players has a name.
    fn has_one_name(&self) -> bool {
        self.names[0].is_empty() != self.names[1].is_empty()
    }

    /// Returns `true` if a line calls a player by words that are known: `Player 2`.
    pub fn calls_by_number(&self, line: &Line) -> bool {
        !self.said(line).players.is_empty()
    }

    /// The player who is to move: the one whom the last line with any mention of a player mentions alone.
    pub fn turn<'t>(&self, lines: impl DoubleEndedIterator<Item = &'t Rc<Line>>) -> Option<Player> {
        let found = lines.rev().find_map(|line| {
            let said = self.said(line);
            if self.is_row(line, &said) {
                return None;
            }
            let mut mentioned = self.mentions_of(line.folded(), &said);
            mentioned.retain(|(at, _)| !said.choices.iter().any(|choice| choice.contains(at)));
            // A player without a name may be named next to the other one, and nothing is seen of it.
            let told = if self.has_one_name() { said.players.clone() } else { mentioned.clone() };
            (!mentioned.is_empty()).then_some(told)
        })?;
        let first = found.first()?.1;
        found.iter().all(|(_, player)| *player == first).then_some(first)
    }

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
            told.winner = None;
        }
        told.otherwise = claims.said_too_much(1);
        Some(told)
    }

    fn first_told(&self, lines: &[Rc<Line>], saids: &[Rc<Said>]) -> Option<Announced> {
        let is_news = |number: usize| saids[number].announces() && !self.is_usual(&lines[number]);
        let mut news: Vec<usize> = (0..lines.len()).filter(|number| is_news(*number)).collect();
        let tie = news.iter().copied().find(|number| saids[*number].tie.is_some());
        if tie.is_some() {
            // `You win some, you lose some` after every game says nothing of a tie.
            let is_common = |line: &Line| self.endings.is_some_and(|endings| endings.is_common(line));
            news.retain(|number| !is_common(&lines[*number]));
        }
        let mut without_winner = None;
        for number in news.iter().copied().filter(|number| tie != Some(*number)) {
            let Some(win) = &saids[number].win else { continue };
            let line = lines[number].folded();
            let line_of = || line.trim().to_owned();
            let announced = |winner| Announced { is_win: true, winner, line: line_of(), otherwise: None };
            let winner = self.winner(line, win).or_else(|| self.nearest(line, win.start));
            if winner.is_some() {
                return Some(announced(winner));
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
            let clause = said::clause(line, word.start);
            let loser = self.one_of(&line[clause.clone()], word.start - clause.start);
            let loser = loser.or_else(|| self.nearest(line, word.start))?;
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
    fn winner(&self, line: &str, word: &std::ops::Range<usize>) -> Option<Player> {
        let clause = said::clause(line, word.start);
        let found: Vec<(usize, Player)> =
            self.parties(line).into_iter().filter(|(at, _)| clause.contains(at)).collect();
        let before = found.iter().rfind(|(at, _)| *at < word.start).map(|(_, player)| *player);
        let after = found.iter().find(|(at, _)| *at >= word.end).map(|(_, player)| *player);
        match said::verb(&line[word.start..]) {
            said::Verb::Beats => before.or(after.map(Player::other)),
            said::Verb::BeatenBy => after.or(before.map(Player::other)),
            said::Verb::Wins => before.or(after),
        }
    }

    /// The one player whom a clause mentions, or of two the one before the word.
    fn one_of(&self, clause: &str, place: usize) -> Option<Player> {
        let found = self.mentions(clause);
        let before = found.iter().rfind(|(at, _)| *at < place);
        before.or(found.first()).map(|(_, player)| *player)
    }

    /// The player whom a line mentions nearest to a place.
    fn nearest(&self, line: &str, place: usize) -> Option<Player> {
        let found = self.mentions(line);
        found.into_iter().min_by_key(|(at, _)| at.abs_diff(place)).map(|(_, player)| player)
    }

    /// Every player of whom a line about an outcome speaks: by name, or as the opponent of the one before.
    fn parties(&self, line: &str) -> Vec<(usize, Player)> {
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

    /// Returns `true` if a text contains a name.
    pub fn names<'t>(&self, mut lines: impl Iterator<Item = &'t Rc<Line>>, name: &str) -> bool {
        let name = fold(name).to_lowercase();
        lines.any(|line| !words_at(line.folded(), &name).is_empty())
    }

    /// The numbers of a kind that a text shows, in order.
    pub fn numbers<'t>(&self, lines: impl Iterator<Item = &'t Rc<Line>>, kind: Kind) -> Vec<u8> {
        lines.flat_map(|line| self.said(line).numbers[kind as usize].clone()).collect()
    }

    /// Returns `true` if a number of a line is the key of a choice.
    pub fn is_key(&self, line: &Line, at: usize) -> bool {
        self.said(line).is_key(at)
    }

    /// Returns `true` if a text warns of a wrong input in words that the spec knows, and that are not printed
    /// in every turn.
    pub fn warns<'t>(&self, mut lines: impl Iterator<Item = &'t Rc<Line>>) -> bool {
        lines.any(|line| self.said(line).is_refusal && !self.is_usual(line))
    }

    /// Returns `true` if a text contains these words, ignoring case and blanks.
    pub fn says(&self, text: &str, words: &str) -> bool {
        squeezed(text).contains(&squeezed(words))
    }

    /// Returns `true` if a line of a text is this statement, ignoring case and the marks around it.
    pub fn states(&self, text: &str, statement: &str) -> bool {
        let wanted = squeezed(statement);
        // Stars and arrows around it are no words.
        let is_it = |line: &str| squeezed(line).trim_matches(|c: char| !c.is_alphanumeric()) == wanted;
        text.lines().any(is_it)
    }
}

/// A long name with its end cut off in each way that leaves enough of it: no assignment says how long a name may be.
pub(super) fn cut_off(name: &str) -> impl Iterator<Item = &str> {
    name.char_indices().skip(FEWEST_LETTERS).map(|(at, _)| &name[..at])
}

/// In small letters, with one blank where there are several.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The places where a word of small letters stands by itself, whatever its case in the line.
fn words_at(line: &str, word: &str) -> Vec<usize> {
    if word.is_empty() || line.len() < word.len() {
        return Vec::new();
    }
    // Most lines do not hold it, and that is seen at once where no letter has marks.
    let is_it = |part: &[u8]| part.eq_ignore_ascii_case(word.as_bytes());
    if line.is_ascii() && !line.as_bytes().windows(word.len()).any(is_it) {
        return Vec::new();
    }
    let is_part = |c: char| c.is_alphanumeric();
    let haystack = line.to_lowercase();
    let found = haystack.match_indices(word).map(|(at, _)| at).filter(|at| {
        !haystack[..*at].ends_with(is_part) && !haystack[at + word.len()..].starts_with(is_part)
    });
    found.collect()
}

/// The last place where a letter stands by itself.
fn letter_at(line: &str, letter: char) -> Option<usize> {
    let is_alone = |at: &usize| {
        let (before, behind) = (&line[..*at], &line[at + letter.len_utf8()..]);
        // A letter that MARS has cut to its low byte is a letter still.
        let is_part = |c: char| c.is_alphanumeric() || !c.is_ascii() || (c.is_control() && c != '\t');
        !before.ends_with(is_part) && !behind.starts_with(is_part)
    };
    line.match_indices(letter).map(|(at, _)| at).rfind(is_alone)
}

#[cfg(test)]
mod tests {
    use super::{Kind, LineBook, Voice, cut_off};
    use crate::observe::{Page, Pattern, Player};
    use crate::spec::Words;

    fn words() -> Words {
        let list = |sources: &[&str]| -> Vec<Pattern> {
            sources.iter().map(|source| Pattern::new(source).expect("a pattern")).collect()
        };
        Words {
            win: list(&[r"\bwin(s|ner|ning)?\b", r"\bwon\b", "congrat", "thắng"]),
            tie: list(&[r"\btie\b"]),
            lose: list(&[r"\blos(es|t|er|ing|e)\b"]),
            refused: list(&["invalid"]),
            players: [list(&[r"player *1\b"]), list(&[r"player *2\b"])],
            ..Words::default()
        }
    }

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
        check("Bob beats Alice!", Some(Player::Two));
        check("Alice was defeated by Bob", Some(Player::Two));
        check("Player 1 loses to Player 2", Some(Player::Two));
        check("Player 2 lost. The winner is Player 1", Some(Player::One));
        check("Congratulations Bob! You win the game", Some(Player::Two));
        check("Player 2: you have beaten player 1, congratulations", Some(Player::Two));
        check("The winner is O", Some(Player::Two));
        check("Người thắng: Bob", Some(Player::Two));
        check("Đối thủ có 3 quân thẳng hàng, Bob", None);
        check("YOU WON\n  * Bob *", Some(Player::Two));
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
        contradicts("Player 2 wins the game with 12 pieces, Player 1 had 11", false);
        contradicts("Bob wins\nAlice did not win", false);
        contradicts("Người chơi 1 thắng, người chơi 2 thua", false);
        contradicts("Alice violated the rules 4 times and loses.\nBob wins", false);
        contradicts("Tie! Nobody wins.", false);
        contradicts("The pieces are drawn\nAlice wins", false);
        contradicts("Alice wins! Another game, or is it a tie?", false);
    }

    #[test]
    fn of_a_long_name_the_beginning_is_enough() {
        assert_eq!(cut_off("Maximilian").collect::<Vec<_>>(), ["Maximili", "Maximilia"]);
        assert_eq!(cut_off("Alice").count(), 0);
    }

    #[test]
    fn the_keys_of_a_menu_count_nothing_and_its_texts_say_nothing_of_the_turn() {
        let words =
            Words { undos: vec![Pattern::new(r"undos?\D{0,30}?(\d)").expect("a pattern")], ..words() };
        let book = LineBook::default();
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        let page = Page::of("Alice - undos left: 3\nColumn (8 = Bob undo, 9 = Bob block): ");
        assert_eq!(voice.turn(page.lines().iter()), Some(Player::One));
        assert_eq!(voice.numbers(page.lines().iter(), Kind::Undos), [3]);
    }

    #[test]
    fn what_every_turn_prints_announces_nothing() {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let mut voice = Voice::new(&words, &book, names, [None, None]);
        let turns =
            ["Alice wins 1, Bob wins 2. Invalid\nPlayer 1 wins: 0", "Bob wins 4, Alice wins 3. Invalid"];
        let turns =
            [turns[0], turns[1], "Alice wins 7, Bob wins 2. Invalid\nPlayer 1 wins: 0\nAlice has won"];
        let turns = turns.map(Page::of);
        voice.knows_as_usual(turns.iter().map(Page::lines));
        assert_eq!(voice.outcome(Page::of("Bob wins 3, Alice wins 1. Invalid").lines()), None);
        let told = voice.outcome(Page::of("Player 1 wins: 0\nPlayer 1 wins!").lines());
        assert_eq!(told.and_then(|told| told.winner), Some(Player::One));
        assert!(!voice.warns(Page::of("Alice wins 7, Bob wins 2. Invalid").lines().iter()));
        assert!(voice.warns(Page::of("Invalid column").lines().iter()));
    }
}
