//! The output of a program between two answers, line by line. Programs print the same lines again and again,
//! so each line is looked at once.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use super::board::{Frame, Rows, may_be_row, without_colours};
use super::drawing::Drawing;
use super::mix::{Lookup, keep};
use super::pattern::{Pattern, built_in, fold};
use super::screen::{Screen, Spot};

/// A spaced word of three different letters is no longer than this, or it is the row of a board.
const MOST_OF_SHORT_WORD: usize = 5;

/// A sentence that goes on in the next line fills so many bytes at least of its own.
const WRAPPED: usize = 40;

/// The most lines, and the most pages, that are kept at once, in bytes of their texts.
const MOST_KEPT: usize = 2 << 20;
/// The most pages that are kept without the rows of boards.
const MOST_TEXTS: usize = 2_000;
/// What stands for the number of any row of a board.
const ROW: u64 = u64::MAX;
/// What else is kept of each, in bytes: about what a short line takes.
const OF_TEXT: usize = 256;

/// A line as it was printed, without colours.
#[derive(Debug)]
pub struct Line {
    /// A number that no other line has.
    number: u64,
    /// The line.
    plain: String,
    /// The line without the diacritics of Vietnamese and the blanks in spaced words, if it has any.
    folded: Option<String>,
    /// True if it has a letter or a digit.
    has_word: bool,
    /// True if it has a word of more than one letter.
    has_words: bool,
    /// The line as a row of boards, for each number of columns of which that was asked.
    pub(super) rows: RefCell<Vec<Rc<Rows>>>,
    /// The line in small letters without numbers and names.
    masked: OnceCell<Arc<str>>,
    /// The line as it stands on a screen, if no colour is set.
    pub(super) spots: OnceCell<Rc<[Spot]>>,
}

/// The names that referees give where a case gives none, in small letters.
pub const NAMES: [&str; 2] = ["alice", "bob"];

/// The boards on a page, each with the lines that its rows take.
pub(super) type Frames = Rc<[(Range<usize>, Rc<Frame>)]>;

/// What was read, by its text: everything that is known of it depends on that alone.
struct Read<T> {
    known: Lookup<String, T>,
    /// The number of bytes of all texts.
    size: usize,
}

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self { known: Lookup::default(), size: 0 }
    }
}

impl<T: Clone> Read<T> {
    /// What a text is; found out by `read` if it is not known any more.
    fn of(&mut self, text: &str, read: impl FnOnce(&str) -> T) -> T {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        self.size += text.len() + OF_TEXT;
        if self.size > MOST_KEPT {
            self.known.clear();
            self.size = text.len() + OF_TEXT;
        }
        let new = read(text);
        self.known.insert(text.to_owned(), new.clone());
        new
    }
}

thread_local! {
    static LINES: RefCell<Read<Rc<Line>>> = RefCell::default();
    static PAGES: RefCell<Read<Page>> = RefCell::default();
    /// The numbers of pages without the rows of boards, by the numbers of their lines.
    static TEXTS: RefCell<Lookup<Box<[u64]>, u64>> = RefCell::default();
}

/// A number that was never given before.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Line {
    /// A line of text without colours.
    pub fn of(plain: &str) -> Rc<Self> {
        LINES.with_borrow_mut(|lines| lines.of(plain, |plain| Rc::new(Self::new(plain))))
    }

    fn new(plain: &str) -> Self {
        let folded = (!plain.is_ascii()).then(|| fold(plain));
        let spaced = joined(folded.as_deref().unwrap_or(plain));
        let folded = spaced.or(folded);
        Self {
            number: next_number(),
            plain: plain.to_owned(),
            has_words: has_words(folded.as_deref().unwrap_or(plain)),
            folded,
            rows: RefCell::default(),
            has_word: plain.chars().any(char::is_alphanumeric),
            masked: OnceCell::new(),
            spots: OnceCell::new(),
        }
    }

    /// A number by which the line is known as long as it is kept.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line.
    pub fn plain(&self) -> &str {
        &self.plain
    }

    /// The line without the diacritics of Vietnamese, and with `T I E` as the word that it is.
    pub fn folded(&self) -> &str {
        self.folded.as_deref().unwrap_or(&self.plain)
    }

    /// Returns `true` if it has a letter or a digit.
    pub fn has_word(&self) -> bool {
        self.has_word
    }

    /// Returns `true` if it has a word of more than one letter.
    pub fn has_words(&self) -> bool {
        self.has_words
    }

    /// Returns `true` if it may be a row of a board of that many columns, and says nothing besides.
    pub fn is_row(&self, columns: usize) -> bool {
        !self.has_words && may_be_row(self, columns)
    }

    /// Returns `true` if a sentence fills this line and goes on in the next one, with a small letter.
    fn goes_on_in(&self, next: &Self) -> bool {
        let is_open = |text: &str| text.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        let mut words = next.plain.split_whitespace();
        // `u  undo` is an item of a list.
        let is_word = |word: &str| word == "a" || word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        self.has_words
            && self.plain.trim().len() >= WRAPPED
            && is_open(self.plain.trim_end())
            && words.next().is_some_and(|word| word.starts_with(char::is_lowercase) && is_word(word))
            && words.next().is_some()
    }

    /// The line in small letters without what changes from turn to turn: numbers, and the names of the players.
    pub fn masked(&self) -> &Arc<str> {
        self.masked.get_or_init(|| {
            let mut masked = self.folded().trim().to_lowercase();
            for name in NAMES {
                if masked.contains(name) {
                    masked = masked.replace(name, "@");
                }
            }
            let mut without = String::with_capacity(masked.len());
            for c in masked.chars() {
                let c = if c.is_ascii_digit() { '#' } else { c };
                if c != '#' || !without.ends_with('#') {
                    without.push(c);
                }
            }
            without.into()
        })
    }
}

/// Letters with one blank between each.
static SPACED: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b[a-z](?: [a-z]\b){2,}"));

/// A line with its spaced words, such as `T I E`, as words that take as much room; `None` if it has none.
fn joined(line: &str) -> Option<String> {
    let places = SPACED.find_all(line).into_iter().filter(|place| is_spaced_word(&line[place.clone()]));
    let mut joined: Option<String> = None;
    for place in places {
        let letters = line[place.clone()].replace(' ', "");
        let word = format!("{letters:width$}", width = place.len());
        joined.get_or_insert_with(|| line.to_owned()).replace_range(place, &word);
    }
    joined
}

/// Returns `true` if letters make a word: the pieces in the row of a board are of two or three kinds, and the labels of columns come
/// in order.
fn is_spaced_word(letters: &str) -> bool {
    let letters: Vec<u8> = letters.bytes().filter(|letter| *letter != b' ').collect();
    let kinds: BTreeSet<u8> = letters.iter().copied().collect();
    let is_in_order = letters.windows(2).all(|two| two[0] + 1 == two[1]);
    let is_of_kinds = kinds.len() > 3 || kinds.len() == 3 && letters.len() <= MOST_OF_SHORT_WORD;
    let is_of_one_case =
        letters.iter().all(u8::is_ascii_uppercase) || letters.iter().all(u8::is_ascii_lowercase);
    is_of_kinds && is_of_one_case && !is_in_order
}

/// Returns `true` if a text has a word of more than one letter.
pub fn has_words(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
}

/// The places where a word stands by itself: no letter or digit touches it.
pub fn words_at(text: &str, word: &str) -> impl Iterator<Item = usize> {
    let is_part = |c: char| c.is_alphanumeric();
    let is_alone =
        move |at: &usize| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part);
    text.match_indices(word).map(|(at, _)| at).filter(is_alone)
}

/// The output between two answers. Copies are one page.
#[derive(Clone, Debug)]
pub struct Page(Rc<Text>);

/// The text of a page.
#[derive(Debug)]
struct Text {
    /// A number that no other page has.
    number: u64,
    /// The lines without colours.
    lines: Vec<Rc<Line>>,
    /// The number of the last line with something in it.
    last: Option<usize>,
    /// True if the last line is ended.
    is_ended: bool,
    /// The text with its colours, if it has any.
    coloured: Option<String>,
    /// The boards on it, in the layout in which they were read last.
    frames: RefCell<Option<(Arc<Drawing>, Frames)>>,
    /// The number of its text without the rows of a board, with the number of columns.
    without_rows: Cell<Option<(usize, u64)>>,
    /// The lines, where questions that are spread over several are one line; `None` if no line goes on in the next one.
    with_whole_questions: OnceCell<Option<Vec<Rc<Line>>>>,
}

impl Page {
    /// The lines of some output.
    pub fn of(printed: &str) -> Self {
        PAGES.with_borrow_mut(|pages| pages.of(printed, Self::new))
    }

    fn new(printed: &str) -> Self {
        let coloured = printed.contains('\u{1b}');
        let plain = coloured.then(|| without_colours(printed));
        let text = plain.as_deref().unwrap_or(printed);
        let lines: Vec<Rc<Line>> = text.lines().map(Line::of).collect();
        Self(Rc::new(Text {
            number: next_number(),
            last: lines.iter().rposition(|line| !line.plain.trim().is_empty()),
            lines,
            is_ended: text.is_empty() || text.ends_with('\n'),
            coloured: coloured.then(|| printed.to_owned()),
            frames: RefCell::default(),
            without_rows: Cell::new(None),
            with_whole_questions: OnceCell::new(),
        }))
    }

    /// A number by which the page is known: as long as pages are kept, the same text has the same one.
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// A number that it shares with the pages that differ from it in nothing but the rows of a board of that many columns.
    pub fn number_without_rows(&self, columns: usize) -> u64 {
        if let Some((_, number)) = self.0.without_rows.get().filter(|(of, _)| *of == columns) {
            return number;
        }
        let number = |line: &Rc<Line>| if line.is_row(columns) { ROW } else { line.number };
        let lines = self.lines().iter().map(number).collect();
        let number = TEXTS.with_borrow_mut(|texts| {
            let known: Option<&u64> = texts.get(&lines);
            known.copied().unwrap_or_else(|| {
                let new = next_number();
                keep(texts, MOST_TEXTS, lines, new);
                new
            })
        });
        self.0.without_rows.set(Some((columns, number)));
        number
    }

    /// The lines from above, without colours.
    pub fn lines(&self) -> &[Rc<Line>] {
        &self.0.lines
    }

    /// The lines from above, where a question that is spread over several is one line. What it ends with stands there too if that is the
    /// page's last line.
    pub fn with_whole_questions(&self) -> &[Rc<Line>] {
        let join = || {
            let mut lines: Vec<Rc<Line>> = Vec::new();
            for part in self.lines().chunk_by(|line, next| line.goes_on_in(next)) {
                let (first, rest) = (&part[0], &part[1..]);
                let asks = |line: &Rc<Line>| line.plain.contains('?');
                if asks(first) || !rest.iter().any(asks) {
                    lines.extend(part.iter().cloned());
                    continue;
                }
                let texts: Vec<&str> = part.iter().map(|line| line.plain.trim()).collect();
                lines.push(Line::of(&texts.join(" ")));
                let is_last = |line: &&Rc<Line>| self.last_line().is_some_and(|last| Rc::ptr_eq(last, line));
                lines.extend(part.last().filter(is_last).cloned());
            }
            lines
        };
        let is_any = || self.lines().windows(2).any(|pair| pair[0].goes_on_in(&pair[1]));
        self.0.with_whole_questions.get_or_init(|| is_any().then(join)).as_deref().unwrap_or(self.lines())
    }

    /// Returns `true` if the last line is ended.
    pub(super) fn is_ended(&self) -> bool {
        self.0.is_ended
    }

    /// The text with its colours, if it has any.
    pub(super) fn coloured(&self) -> Option<&str> {
        self.0.coloured.as_deref()
    }

    /// The last line with something in it.
    pub fn last_line(&self) -> Option<&Rc<Line>> {
        self.0.last.map(|last| &self.0.lines[last])
    }

    /// Every board on it in this layout, from above, each with the lines that its rows take.
    pub fn frames(&self, drawing: &Arc<Drawing>) -> Frames {
        let mut known = self.0.frames.borrow_mut();
        match &*known {
            Some((read, frames)) if Arc::ptr_eq(read, drawing) => Rc::clone(frames),
            _ => {
                let found = drawing.frames(&Screen::of(self)).into_iter();
                let frames: Frames = found.map(|(lines, frame)| (lines, Rc::new(frame))).collect();
                *known = Some((Arc::clone(drawing), Rc::clone(&frames)));
                frames
            }
        }
    }

    /// The part of the last line from the place on where this text stands, if words are in it and something else is before
    /// it, such as a status. Words in brackets only explain what is before them: `Block ` + a name + `? (yes/no)`.
    pub fn own_part(&self, text: &str) -> Option<Rc<Line>> {
        let own = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        let last = self.last_line()?.plain();
        // Mostly it is the end of the line, and that is seen at once.
        let is_end = last.trim_end().ends_with(own);
        let at = if is_end { Some(last.trim_end().len() - own.len()) } else { last.rfind(own) };
        let at = at.filter(|at| !last[..*at].trim().is_empty())?;
        let part = Line::of(&last[at..]);
        has_words(&outside_brackets(part.masked())).then_some(part)
    }

    /// The text without colours.
    pub fn text(&self) -> String {
        let mut text = self.lines().iter().map(|line| line.plain.as_str()).collect::<Vec<_>>().join("\n");
        if self.is_ended() && !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// A text without what stands in brackets.
fn outside_brackets(text: &str) -> String {
    let mut depth: usize = 0;
    let outside = text.chars().filter(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    outside.collect()
}

#[cfg(test)]
mod tests {
    use super::{Line, Page};

    #[test]
    fn the_last_string_is_a_question_of_its_own_if_it_has_words() {
        for (line, printed, expected) in [
            ("Undos left: 3  Column (1-7): ", "Column (1-7): ", Some("Column (1-7): ")),
            ("Do you want to block Alice? (yes/no) ", "? (yes/no) ", None),
            ("Take it back [c/k]: ", " [c/k]: ", None),
            (
                "Ann (X) (U)ndo, (B)lock, (E)nd: ",
                "(U)ndo, (B)lock, (E)nd: ",
                Some("(U)ndo, (B)lock, (E)nd: "),
            ),
        ] {
            let own = Page::of(line).own_part(printed);
            assert_eq!(own.as_ref().map(|own| own.plain()), expected, "{line}");
        }
    }

    #[test]
    fn spaced_letters_are_a_word_and_rows_of_boards_are_none() {
        for (printed, folded) in [
            ("= = T I E = =", "= = TIE   = ="),
            ("*** W I N N E R :  Alice ***", "*** WINNER      :  Alice ***"),
            ("H Ò A", "HOA  "),
            ("  A B C D E F G", "  A B C D E F G"),
            ("X O X X O E O", "X O X X O E O"),
            ("X O X", "X O X"),
        ] {
            assert_eq!(Line::of(printed).folded(), folded);
        }
    }

    #[test]
    fn lines_are_known_by_what_stays_of_them() {
        let masked = |line: &str| Line::of(line).masked().to_string();
        assert_eq!(masked("Alice, undo? (2 left, 10 in all) "), "@, undo? (# left, # in all)");
        assert_eq!(masked("Bob, UNDO? (1 left, 9 in all)"), masked("Alice, undo? (2 left, 10 in all) "));
        let page = Page::of("\u{1b}[31mđỏ\u{1b}[0m\nName: ");
        assert_eq!(page.text(), "đỏ\nName: ");
        assert_eq!(page.last_line().map(|line| line.folded().to_owned()), Some("Name: ".to_owned()));
        assert_eq!(page.lines()[0].number(), Line::of("đỏ").number());
        let own = |printed: &str, text: &str| {
            Page::of(printed).own_part(text).map(|part| part.plain().to_owned()).unwrap_or_default()
        };
        assert_eq!(own("Undo left: 0Which column? ", "Which column? "), "Which column? ");
        assert_eq!(own("Column, Bob: ", "Bob"), "", "a name asks nothing");
        assert_eq!(own("Which column? ", "\nWhich column? "), "", "nothing is before it");
    }
}
