//! The meaning of a program's output: who is to move, who wins, which inputs are refused, and which numbers
//! it shows.

mod claims;
mod mentions;
mod outcome;
mod said;

pub use outcome::Announced;
pub use said::LineBook;
pub(super) use said::number_of;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::LazyLock;

use super::Endings;
use crate::observe::{Line, Numbers, Page, Pattern, Player, built_in, fold, words_at};
use crate::spec::Words;
use said::Said;

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
/// What begins with these letters of a name is the name.
const START_OF_NAME: usize = 4;

/// A line that says whose turn it is and no more, with `@` for the name: `player to move: @`, `it is @'s turn`.
static TURN: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"^(?:\W*(?:(?:the )?player(?:'?s? name)?|name|(?:ten )?nguoi choi|ten)\W*|[^@]*\b(?:turn|to (?:move|play)|luot|current|now)\b[^@]*)@\W*$|^[^@]*@(?:'?s)?[ \t]+(?:turn|luot|(?:is )?to (?:move|play|drop|go))\W*$",
    )
});

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
    usual: BTreeSet<Rc<str>>,
    /// The text that is printed when a player wins.
    endings: Option<&'w Endings>,
    /// The lines in which boards are drawn, by their numbers: a piece in them does not refer to a player.
    rows: Numbers,
}

impl<'w> Voice<'w> {
    /// The voice of a program that calls the players so.
    pub fn new(words: &'w Words, book: &'w LineBook, names: [String; 2], pieces: [Option<char>; 2]) -> Self {
        let names = names.map(|name| fold(&name).to_lowercase());
        Self { words, names, pieces, book, usual: BTreeSet::new(), endings: None, rows: Numbers::default() }
    }

    /// Returns `true` if the players have no names.
    pub fn is_without_names(&self) -> bool {
        self.names.iter().all(String::is_empty)
    }

    /// The same voice with other names for the players, given the pages of the turns in which nothing happens.
    #[must_use]
    pub fn with_names<'t>(&self, names: [String; 2], pages: impl Iterator<Item = &'t Page>) -> Self {
        let mut voice = Self { names, ..self.clone() };
        voice.knows_as_usual(pages);
        voice
    }

    /// The same voice, which hears of nobody by a piece.
    #[must_use]
    pub fn without_pieces(&self) -> Self {
        Self { pieces: [None, None], ..self.clone() }
    }

    /// Notes the text that is printed when a player wins.
    pub fn knows_endings(&mut self, endings: &'w Endings) {
        self.endings = Some(endings);
    }

    /// Notes in which lines boards are drawn.
    pub fn knows_rows(&mut self, rows: Numbers) {
        self.rows = rows;
    }

    /// Returns `true` if a line is a row of a board or of its labels.
    pub fn draws(&self, line: &Rc<Line>) -> bool {
        self.is_row(line, &self.said(line))
    }

    /// Returns `true` if a board is drawn in a line.
    pub fn is_of_board(&self, line: &Line) -> bool {
        self.rows.contains(&line.number())
    }

    /// Returns `true` if a line says nothing, as it is a row of a board or of its labels.
    fn is_row(&self, line: &Line, said: &Said) -> bool {
        said.is_row || self.is_of_board(line)
    }

    /// Notes the lines that are printed in several turns in which nothing happens: they announce nothing.
    pub fn knows_as_usual<'t>(&mut self, pages: impl Iterator<Item = &'t Page>) {
        let mut masks: BTreeMap<u64, Rc<str>> = BTreeMap::new();
        let mut firsts: BTreeMap<Rc<str>, usize> = BTreeMap::new();
        let mut usual = BTreeSet::new();
        for (number, page) in pages.enumerate() {
            for line in self.book.news(page, self.words).iter().map(|number| &page.lines()[*number]) {
                let mask = masks.entry(line.number()).or_insert_with(|| self.mask(line.folded()).into());
                match firsts.get(mask) {
                    Some(first) if *first < number => {
                        usual.insert(Rc::clone(mask));
                    }
                    Some(_) => {}
                    None => {
                        firsts.insert(Rc::clone(mask), number);
                    }
                }
            }
        }
        self.usual = usual;
    }

    /// A line without what changes from turn to turn: numbers, and the names of the players.
    fn mask(&self, line: &str) -> String {
        let mut masked = line.trim().to_lowercase();
        for name in self.names.iter().filter(|name| !name.is_empty()) {
            masked = masked.replace(name.as_str(), "@");
        }
        // Of a name that is cut off as much as is there.
        for name in &self.names {
            if let Some(part) = cut_off(name).filter(|part| masked.contains(part)).last() {
                masked = masked.replace(part, "@");
            }
        }
        masked.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
    }

    /// A line without what differs from player to player: numbers, names, and pieces.
    pub(super) fn without_values(&self, line: &str) -> String {
        let mask = self.mask(line);
        let is_letter = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() == 1;
        mask.split_whitespace().filter(|word| !is_letter(word)).collect::<Vec<_>>().join(" ")
    }

    fn said(&self, line: &Line) -> Rc<Said> {
        self.book.said(line, self.words)
    }

    /// Returns `true` if a line is printed in every turn.
    fn is_usual(&self, line: &Line) -> bool {
        !self.usual.is_empty() && self.usual.contains(self.mask(line.folded()).as_str())
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
        let mut lines = lines.rev();
        let (line, found) = lines.find_map(|line| {
            let said = self.said(line);
            if self.is_row(line, &said) {
                return None;
            }
            let mut mentioned = self.mentions_in(line).to_vec();
            mentioned.retain(|(at, _)| !said.choices.iter().any(|choice| choice.contains(at)));
            // A player without a name may be named next to the other one, and nothing is seen of it.
            let told = if self.has_one_name() { said.players.clone() } else { mentioned.clone() };
            (!mentioned.is_empty()).then_some((line, told))
        })?;
        // `Bob` or `player to move: Bob`, and `token: X` below.
        let above = lines.next().filter(|_| self.names_nobody(line));
        if let Some(named) = above.and_then(|above| self.begins_turn(above)) {
            return Some(named);
        }
        let first = found.first()?.1;
        found.iter().all(|(_, player)| *player == first).then_some(first)
    }

    /// Returns `true` if a line mentions a player by the piece alone.
    pub fn names_nobody(&self, line: &Line) -> bool {
        self.named_in(line).is_empty()
    }

    /// The player whose name is all that a line says, but for words for a turn.
    fn begins_turn(&self, line: &Line) -> Option<Player> {
        let mask = self.mask(line.folded());
        let [(_, player)] = self.named_in(line)[..] else { return None };
        let is_name = mask.trim_matches(|c: char| !c.is_alphanumeric() && c != '@') == "@";
        (is_name || TURN.find(&mask).is_some()).then_some(player)
    }

    /// Returns `true` if a text contains a name.
    pub fn names<'t>(&self, mut lines: impl Iterator<Item = &'t Rc<Line>>, name: &str) -> bool {
        let name = fold(name).to_lowercase();
        lines.any(|line| !named_at(line.folded(), &name).is_empty() || self.begins_word(line.folded(), &name))
    }

    /// Returns `true` if a word begins with a long name, and goes on with something else than the other one: a name that fills the room
    /// for it has no end of line behind it, and touches what comes next.
    fn begins_word(&self, line: &str, name: &str) -> bool {
        if name.len() <= FEWEST_LETTERS {
            return false;
        }
        let line = line.to_lowercase();
        // It may be cut off.
        let whole = self.names.iter().find(|known| known.starts_with(name)).map_or(name, String::as_str);
        let others = || self.names.iter().filter(|other| !other.is_empty() && *other != whole);
        let goes_on = |at: usize| {
            let behind = &line[at + same_start(&line[at..], whole)..];
            others().any(|other| same_start(behind, other) >= START_OF_NAME.min(other.len()))
        };
        let mut places = line.match_indices(name).map(|(at, _)| at);
        places.any(|at| !line[..at].ends_with(char::is_alphanumeric) && !goes_on(at))
    }

    /// The numbers of a kind that a text shows, in order.
    pub fn numbers<'t>(&self, lines: impl Iterator<Item = &'t Rc<Line>>, kind: Kind) -> Vec<u8> {
        lines.flat_map(|line| self.said(line).numbers[kind as usize].clone()).collect()
    }

    /// Returns `true` if the words of a line say that the number in a place is of this kind.
    pub fn is_of_kind(&self, line: &Line, at: usize, kind: Kind) -> bool {
        self.said(line).places[kind as usize].contains(&at)
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

/// The number of bytes with which two texts begin alike.
fn same_start(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    same.map(|(letter, _)| letter.len_utf8()).sum()
}

/// In small letters, with one blank where there are several.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The places where a word of small letters stands by itself, whatever its case in the line.
fn named_at(line: &str, word: &str) -> Vec<usize> {
    if word.is_empty() || line.len() < word.len() {
        return Vec::new();
    }
    // Most lines do not hold it, and that is seen at once where no letter has marks.
    let is_it = |part: &[u8]| part.eq_ignore_ascii_case(word.as_bytes());
    if line.is_ascii() && !line.as_bytes().windows(word.len()).any(is_it) {
        return Vec::new();
    }
    words_at(&line.to_lowercase(), word).collect()
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

    /// The words of a small spec.
    pub(super) fn words() -> Words {
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

    #[test]
    fn a_long_name_may_touch_what_comes_next_unless_that_is_the_other_name() {
        let (words, book) = (words(), LineBook::default());
        let names = ["NguyenThiMinhNguyet", "TranHoangBaoNgocAnh"];
        let voice = Voice::new(&words, &book, names.map(str::to_owned), [None, None]);
        for (line, name, is_there) in [
            ("Player: NguyenThiMinhNguyetViolations left: 3", names[0], true),
            ("Player: NguyenThiMinhNguViolations left: 3", "NguyenThiMinhNgu", true),
            ("Player: NguyenThiMinhNguTranHoangBaoNgocAnh", "NguyenThiMinh", false),
            ("Player: AliceViolations left: 3", "Alice", false),
        ] {
            assert_eq!(voice.names(Page::of(line).lines().iter(), name), is_there, "{line}");
        }
        let voice = Voice::new(&words, &book, [names[0], "Bo"].map(str::to_owned), [None, None]);
        assert!(!voice.names(Page::of("Player: NguyenThiMinhNguyetBo").lines().iter(), names[0]));
    }

    #[test]
    fn a_line_for_the_turn_above_the_piece_names_the_player() {
        let (words, book) = (words(), LineBook::default());
        let names = ["Alice", "Bob"].map(str::to_owned);
        let voice = Voice::new(&words, &book, names, [Some('X'), Some('O')]);
        for (page, player) in [
            ("player to move: Bob\nyour piece: X\n", Player::Two),
            ("It is Bob's turn\ntoken: X\n", Player::Two),
            ("Player: Bob\npiece X\n", Player::Two),
            ("Name: Bob\nPiece: X\n", Player::Two),
            ("Ten: Bob\nQuan: X\n", Player::Two),
            ("Bob put a piece into column 3\nX, your column: ", Player::One),
            ("Alice is blocked, so Bob moves on\nX, your column: ", Player::One),
        ] {
            assert_eq!(voice.turn(Page::of(page).lines().iter()), Some(player), "{page}");
        }
    }

    #[test]
    fn of_a_long_name_the_beginning_is_enough() {
        assert_eq!(cut_off("Maximilian").collect::<Vec<_>>(), ["Maximili", "Maximilia"]);
        assert_eq!(cut_off("Alice").count(), 0);
        let (words, book) = (words(), LineBook::default());
        let names = ["nguyenthiminhnguyet", "tranhoangbaongocanh"].map(str::to_owned);
        let voice = Voice::new(&words, &book, names, [None, None]);
        assert_eq!(voice.without_values("| ==> O NguyenThiMin | undos 3 |"), "| ==> @ | undos # |");
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
        for keys in ["[1-7] drop   [X] remove: ", "1-7 = drop, X = remove: ", "(1-7) to drop, O to remove: "]
        {
            assert_eq!(voice.turn(Page::of(keys).lines().iter()), None, "{keys}");
        }
        for asked in ["Column (1-7), player X: ", "Player X, column [1-7]: ", "Column (1-7) for X: "] {
            assert_eq!(voice.turn(Page::of(asked).lines().iter()), Some(Player::One), "{asked}");
        }
        let page = Page::of("undos left: 3\n1 drop / 2 undos / 3 block / 4 end\n? ");
        assert_eq!(voice.numbers(page.lines().iter(), Kind::Undos), [3]);
    }

    #[test]
    fn a_number_behind_what_was_counted_says_what_is_left_of_it() {
        let (faults, book) = ([r"faults?\D{0,30}?(\d)", r"(\d)\s*faults?"], LineBook::default());
        let faults = faults.map(|source| Pattern::new(source).expect("a pattern")).to_vec();
        let words = Words { faults, ..words() };
        let voice = Voice::new(&words, &book, ["Alice".to_owned(), "Bob".to_owned()], [None, None]);
        for (line, numbers) in [
            ("That is 1 fault, remaining: 2", &[2, 1][..]),
            ("1 fault; you have left 2", &[2, 1]),
            ("1 fault, 2 undos", &[1]),
            ("1 fault, undos left: 2", &[1]),
            ("You can make 1 fault and have 2 regrets", &[1]),
            ("1 fault and left 2", &[2, 1]),
        ] {
            assert_eq!(voice.numbers(Page::of(line).lines().iter(), Kind::Faults), numbers, "{line}");
        }
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
        voice.knows_as_usual(turns.iter());
        assert_eq!(voice.outcome(Page::of("Bob wins 3, Alice wins 1. Invalid").lines()), None);
        let told = voice.outcome(Page::of("Player 1 wins: 0\nPlayer 1 wins!").lines());
        assert_eq!(told.and_then(|told| told.winner), Some(Player::One));
        assert!(!voice.warns(Page::of("Alice wins 7, Bob wins 2. Invalid").lines().iter()));
        assert!(voice.warns(Page::of("Invalid column").lines().iter()));
    }
}
