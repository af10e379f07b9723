//! Numbers and letters without marks that begin the lines of a menu: `0  next player`, `1  undo the move`, `2  block`; `D drop`,
//! `R remove`.

use std::rc::Rc;
use std::sync::LazyLock;

use super::super::PromptRules;
use super::Means;
use super::marks::begins_with_columns;
use crate::observe::{Line, Pattern, built_in};

/// A number or a letter, and the text behind it.
static ITEM: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"^[ \t]*(?:(?:key|press|type|enter|phim|nhan|bam)[ \t]+)?(\d|[a-z])[ \t]+([[:alpha:]].*)")
});

/// So many lines one below the other are a menu, if each number is one more than the one above it; fewer are one if all are known.
const FEWEST_LINES: usize = 3;

/// So many of them are acts or do nothing.
const FEWEST_KNOWN: usize = 2;

/// So many lines that begin with different letters are a menu.
const FEWEST_LETTERS: usize = 2;

/// Letters that are words or pieces.
const WORDS: [&str; 4] = ["a", "i", "x", "o"];

/// The key that begins a line, and the text behind it.
fn item(line: &Line) -> Option<(String, String)> {
    let found = ITEM.captures(line.folded())?;
    Some((found.get(1)?.as_str().to_owned(), found.get(2)?.as_str().to_owned()))
}

/// The items from the first line on that belong together: numbers in order, or letters of which each is another one.
fn list(lines: &[Rc<Line>]) -> Vec<(String, String)> {
    let mut items: Vec<(String, String)> = Vec::new();
    for (key, text) in lines.iter().map_while(|line| item(line)) {
        let number = |key: &String| key.parse::<usize>().ok();
        let follows = match items.last() {
            None => true,
            Some((last, _)) => match (number(last), number(&key)) {
                (Some(last), Some(next)) => next == last + 1,
                (None, None) => !items.iter().any(|(known, _)| known.eq_ignore_ascii_case(&key)),
                _ => false,
            },
        };
        let is_word = WORDS.iter().any(|word| key.eq_ignore_ascii_case(word));
        if !follows || is_word {
            break;
        }
        items.push((key, text));
    }
    items
}

impl PromptRules<'_> {
    /// The lines of a page, where those of a menu whose numbers have no marks are given some; below the columns, `1..7  drop`, one line
    /// is enough.
    pub(in super::super) fn with_marks(&self, lines: &[Rc<Line>]) -> Vec<Rc<Line>> {
        let mut marked = lines.to_vec();
        let is_known =
            |(_, text): &&(String, String)| matches!(self.means_of(text), Means::Act(_) | Means::Decline);
        let mut at = 0;
        while at < lines.len() {
            let items = list(&lines[at..]);
            let known = || items.iter().filter(is_known).count();
            let below_columns = || at > 0 && begins_with_columns(lines[at - 1].folded());
            let is_menu = match items.first() {
                Some((key, _)) if key.starts_with(|c: char| c.is_ascii_digit()) => {
                    below_columns() && known() > 0
                        || known() >= FEWEST_KNOWN && (items.len() >= FEWEST_LINES || known() == items.len())
                }
                Some(_) => items.len() >= FEWEST_LETTERS && known() > 0,
                None => false,
            };
            for (nth, (key, text)) in items.iter().enumerate().filter(|_| is_menu) {
                marked[at + nth] = Line::of(&format!("{key}. {text}"));
            }
            at += items.len().max(1);
        }
        marked
    }
}
