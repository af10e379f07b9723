//! The menu from which games are begun.

use std::rc::Rc;

use super::menu::{Choice, Menu, names_drop};
use super::{Meaning, PromptRules};
use crate::observe::{Line, Page};
use crate::spec::Asks;

impl<'a> PromptRules<'a> {
    /// The menu of a page that begins a game and otherwise offers only what is outside of it: `R - read the rules`, `P - play`,
    /// `Q - quit`, or `Type a word: rules, play or quit`. To decline it is to begin.
    pub(in crate::play::dialogue) fn main_menu(&self, page: &Page) -> Option<Meaning<'a>> {
        let last = page.last_line()?;
        if self.looks(last).rules.first().is_some_and(|rule| self.is_own(*rule)) {
            return None;
        }
        let lines = self.with_marks(page.lines());
        let lines: Vec<&Rc<Line>> = lines.iter().rev().filter(|line| line.has_word()).collect();
        let is_item = |line: &&Rc<Line>| self.looks(line).is_item;
        // The question stands below its choices, or they are in it, or all of them are in the line above.
        let below = lines.iter().take(1).filter(|line| !is_item(line)).count();
        let items: Vec<&Rc<Line>> = lines[below..].iter().copied().take_while(is_item).collect();
        let near = lines.iter().copied().take(2);
        let in_line = |line: &Rc<Line>| {
            let looks = self.looks(line);
            if looks.choices.len() > 1 { looks.choices.clone() } else { looks.words.clone() }
        };
        let of_items: Vec<Choice> = items.iter().flat_map(|line| self.looks(line).choices.clone()).collect();
        let mut lists = std::iter::once(of_items).chain(near.clone().map(in_line));
        let menu = Menu::that_begins(&lists.find(|choices| choices.len() > 1)?)?;
        // `Q = quit, D = drop a disc` is a menu of the first move.
        let drops = items.into_iter().chain(near).any(|line| names_drop(line.folded()));
        (!drops).then(|| Meaning {
            asks: &Asks::Declined,
            rule: None,
            line: Rc::clone(last),
            menu: Some(menu),
        })
    }
}
