//! Menus: several acts of a game that one question offers, each with the text to type for it.
//!
//! A menu stands in lines of its own (`1. Drop`, `[U]ndo`, `press 2 to remove`), in the question's line
//! (`(1) finish (2) undo (3) block`, `undo (U) or keep (K)?`, `ok/undo/block (k/u/b)?`), or is a list of words that are typed as
//! they are (`drop or remove?`). A question for a column may offer an act as well (`Column (0 to remove a piece):`), also in a
//! sentence below it (`You may still enter 'undo'.`).

mod marks;
mod numbered;
mod patterns;
mod words;

use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use super::super::typing;
use super::looks::{Looks, is_harmless};
use super::once::once;
use super::{Guess, PromptRules};
use crate::console::Request;
use crate::observe::{Line, Page, Pattern};
use crate::referee::{Entry, Question};
use crate::spec::{Asks, QuestionRule};
pub(super) use marks::{Mark, is_item};
use marks::{begins_with_columns, only_first_drops};
use patterns::{PATTERNS, SEPARATOR, parts};
pub(super) use patterns::{names_drop, shows_columns};

/// The acts that menus offer.
const ACTS: [Question; 4] = [Question::Drop, Question::Remove, Question::Undo, Question::Block];
/// The questions that a menu may stand for, in the order of their bits in [`MENUS`].
const ASKED: [Question; 6] = [Question::Column, ACTS[0], ACTS[1], ACTS[2], ACTS[3], Question::Done];
/// Numbers of no column.
const OUTSIDE: [&str; 3] = ["9", "8", "0"];
/// What is no column either, where all of these are taken: a key, or where more than one is typed, a number.
const OTHER_KEY: &str = "z";
const OTHER_NUMBERS: [&str; 2] = ["10", "11"];
/// Texts that are as wrong as others where these begin like a key.
const WRONG_LETTERS: [&str; 3] = ["z", "k", "w"];
/// Keys for a choice that any other key stands for.
const ANY_OTHER: [&str; 3] = ["n", "z", "q"];
const OTHER_NUMBER: [&str; 3] = ["0", "9", "8"];
/// The most choices of a menu.
const MOST_CHOICES: usize = 8;

/// The questions of every menu, by the mask of its acts.
static MENUS: LazyLock<Vec<Asks>> = LazyLock::new(|| {
    let asked = |mask: usize| (0..ASKED.len()).filter(move |bit| mask >> bit & 1 != 0).map(|bit| ASKED[bit]);
    (0..1 << ASKED.len()).map(|mask| Asks::Questions(asked(mask).collect())).collect()
});

/// The text of a choice says this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Act(Question),
    /// No act: the turn goes on or ends.
    Decline,
    /// Something outside the game, such as the rules or the end of the program.
    Outside,
    /// Another game, or the first one.
    Begin,
    /// It is unknown.
    Unknown,
}

/// A choice of a menu, with the text to type for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) key: String,
    pub(super) means: Means,
}

/// Several acts that one question offers.
#[derive(Clone, Debug)]
pub(in super::super) struct Menu {
    acts: Vec<(Question, String)>,
    /// The text that chooses none of them.
    decline: String,
    /// True if a column may be typed as well.
    takes_column: bool,
}

impl Menu {
    /// The questions that it stands for; one that offers no act that is known is declined.
    pub(in super::super) fn asks(&self) -> &'static Asks {
        if self.acts.is_empty() {
            return &Asks::Declined;
        }
        let bit = |asked: &Question| ASKED.iter().position(|known| known == asked).unwrap_or(0);
        let column = usize::from(self.takes_column) << bit(&Question::Column);
        &MENUS[self.acts.iter().fold(column, |mask, (act, _)| mask | 1 << bit(act))]
    }

    /// Returns `true` if a column may be typed as well.
    pub(in super::super) fn takes_column(&self) -> bool {
        self.takes_column
    }

    /// The form in which an act is chosen together with its place, if one key does both.
    pub(in super::super) fn with_place(&self, question: Question, entry: &Entry) -> Option<&str> {
        let (_, key) = self.acts.iter().find(|(act, _)| *act == question && *entry == Entry::Yes)?;
        key.contains('{').then_some(key)
    }

    /// Returns `true` if an act is chosen together with its place.
    pub(in super::super) fn has_places(&self) -> bool {
        self.acts.iter().any(|(_, key)| key.contains('{'))
    }

    /// The text to type for an answer to one of its questions; `None` if the answer is typed as it is. What `is_other` returns `true` for
    /// chooses something else there.
    pub(super) fn typed(
        &self,
        question: Question,
        entry: &Entry,
        is_one_key: bool,
        is_other: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let is_key = |text: &str| self.acts.iter().any(|(_, key)| key == text) || is_other(text);
        let as_wrong = || as_wrong(is_one_key, is_key);
        match entry {
            Entry::Yes => self.acts.iter().find(|(act, _)| *act == question).map(|(_, key)| key.clone()),
            Entry::No => Some(self.decline.clone()),
            Entry::Number(number) if is_key(&number.to_string()) => as_wrong(),
            Entry::Text(text) => {
                let text = std::str::from_utf8(text).ok()?;
                if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    let others = WRONG_LETTERS.into_iter().filter(|_| self.may_choose(text));
                    let other = others.map(str::to_owned).find(|other| !self.may_choose(other));
                    return other.or_else(|| as_wrong().filter(|_| is_key(text)));
                }
                as_wrong().filter(|_| is_key(text))
            }
            _ => None,
        }
    }

    /// Returns `true` if a text begins like a key: many programs look at the first letter only, and take it in either case.
    fn may_choose(&self, text: &str) -> bool {
        let first = |text: &str| text.chars().next().map(|first| first.to_ascii_lowercase());
        self.acts.iter().any(|(_, key)| first(key) == first(text))
    }

    /// The menu of these choices, if they offer at least this many acts of the game and a way not to choose any.
    pub(super) fn of(choices: &[Choice], fewest: usize) -> Option<Self> {
        let mut acts: Vec<(Question, String)> = Vec::new();
        for Choice { key, means } in choices {
            if let Means::Act(act) = means {
                if acts.iter().any(|(known, _)| known == act) {
                    return None;
                }
                acts.push((*act, key.clone()));
            }
        }
        let key =
            |wanted: Means| choices.iter().find(|choice| choice.means == wanted).map(|choice| &choice.key);
        let mut unknown = choices.iter().filter(|choice| choice.means == Means::Unknown);
        // Beside one act ENTER does nothing, whatever its text: `Fine? (ENTER = yes, z = take it back)`.
        let does_nothing = |choice: &Choice| fewest > 1 || choice.key.is_empty();
        let only_unknown = unknown.next().filter(|choice| does_nothing(choice) && unknown.next().is_none());
        let only_unknown = only_unknown.map(|choice| &choice.key);
        // Who drops a piece has declined to do anything else.
        let drop = key(Means::Act(Question::Drop));
        let decline = key(Means::Decline).or(drop).or(only_unknown).cloned()?;
        let is_optional = |(act, _): &(Question, String)| *act != Question::Drop;
        let is_menu = acts.len() >= fewest && acts.iter().any(is_optional);
        is_menu.then_some(Self { acts, decline, takes_column: false })
    }

    /// The menu of several keys of which two at least are known: the others may be acts in words of the program's own.
    fn of_several(choices: &[Choice]) -> Option<Self> {
        let is_known = |choice: &&Choice| matches!(choice.means, Means::Act(_) | Means::Decline);
        let is_menu = choices.len() > 2 && choices.iter().filter(is_known).count() > 1;
        if is_menu { Self::of(choices, 1) } else { None }
    }

    /// The menu of which nothing is known but the choice that drops a piece: the others may be acts in words of the program's own,
    /// or not be possible yet.
    fn of_drop(choices: &[Choice]) -> Option<Self> {
        let mut game = choices.iter().filter(|choice| matches!(choice.means, Means::Act(_) | Means::Decline));
        let Choice { key, means: Means::Act(Question::Drop) } =
            game.next().filter(|_| game.next().is_none())?
        else {
            return None;
        };
        Some(Self { acts: vec![(Question::Drop, key.clone())], decline: key.clone(), takes_column: false })
    }

    /// The menu of choices of which one is known, above a prompt: nothing else may be possible yet, or be in words of the program's own.
    fn of_one_known(choices: &[Choice]) -> Option<Self> {
        let of_act = || Self::of(choices, 1).filter(|_| choices.len() > 1);
        Self::of_drop(choices).or_else(|| Self::declined(choices)).or_else(of_act)
    }

    /// The menu of choices of which only that one is known that does nothing.
    fn declined(choices: &[Choice]) -> Option<Self> {
        let is = |wanted: Means| move |choice: &&Choice| choice.means == wanted;
        let decline = choices.iter().find(is(Means::Decline))?.key.clone();
        let is_other = |choice: &Choice| matches!(choice.means, Means::Unknown | Means::Decline);
        let is_menu = choices.len() > 1 && choices.iter().all(is_other);
        is_menu.then_some(Self { acts: Vec::new(), decline, takes_column: false })
    }

    /// The menu of choices of which one begins a game and others are outside of it: to decline it is to begin.
    pub(super) fn that_begins(choices: &[Choice]) -> Option<Self> {
        let is = |means: Means| move |choice: &&Choice| choice.means == means;
        let begins = choices.iter().filter(is(Means::Begin)).count();
        let sought = if begins > 0 { Means::Begin } else { Means::Act(Question::Drop) };
        let mut found = choices.iter().filter(is(sought));
        let decline = found.next().filter(|_| found.next().is_none())?.key.clone();
        let is_of_game = |choice: &Choice| {
            matches!(choice.means, Means::Act(_) | Means::Decline) && choice.means != sought
        };
        let is_main =
            choices.iter().any(|choice| choice.means == Means::Outside) && !choices.iter().any(is_of_game);
        is_main.then_some(Self { acts: Vec::new(), decline, takes_column: false })
    }

    /// Returns `true` if one of its choices drops a piece.
    pub(in super::super) fn drops(&self) -> bool {
        self.acts.iter().any(|(act, _)| *act == Question::Drop)
    }

    /// The text that chooses nothing.
    pub(in super::super) fn decline(&self) -> &str {
        &self.decline
    }

    /// The menu of a question whose choices were found by trial, if it has some.
    pub(super) fn found(guess: &Guess, line: &Line) -> Option<Self> {
        let decline = guess.choices.as_ref()?.none.clone();
        Some(Self { acts: guess.acts(line.folded()), decline, takes_column: false })
    }

    /// The same menu of a question for a column with the acts that it offers too, as was found by trial.
    pub(super) fn with_learned(menu: Option<Self>, offers: &[(Question, String)]) -> Option<Self> {
        let mut menu =
            menu.unwrap_or_else(|| Self { acts: Vec::new(), decline: String::new(), takes_column: true });
        for (act, key) in offers {
            if !menu.acts.iter().any(|(known, _)| known == act) {
                menu.acts.push((*act, key.clone()));
            }
        }
        (!menu.acts.is_empty()).then_some(menu)
    }

    /// The menu of a question for a column that offers acts as well, with keys that are no columns.
    fn with_column(choices: &[Choice]) -> Option<Self> {
        let acts: Vec<(Question, String)> =
            acts(choices).filter(|(act, key)| *act != Question::Drop && !typing::is_column(key)).collect();
        (!acts.is_empty()).then_some(Self { acts, decline: String::new(), takes_column: true })
    }
}

/// What is typed in place of a wrong column that chooses something here, and is as wrong.
pub(super) fn as_wrong(is_one_key: bool, is_key: impl Fn(&str) -> bool) -> Option<String> {
    let others: &[&str] = if is_one_key { &[OTHER_KEY] } else { &OTHER_NUMBERS };
    let mut others = OUTSIDE.iter().chain(others);
    others.find(|other| !is_key(other)).map(|other| (*other).to_owned())
}

pub(super) fn asks_any(rule: &QuestionRule, is_it: impl Fn(&Question) -> bool) -> bool {
    matches!(&rule.asks, Asks::Questions(asked) if asked.iter().any(is_it))
}

/// The choice of none of the acts of a line, where that has no key of its own: `u to undo, b to block, any other key to go on`, `44 pulls
/// it out, any other number leaves it in`.
fn any_other(line: &str, choices: &[Choice]) -> Option<Choice> {
    let is_needed = choices.iter().any(|choice| matches!(choice.means, Means::Act(_) | Means::Unknown));
    let has_none = !choices.iter().any(|choice| choice.means == Means::Decline);
    let found = PATTERNS.other.find(line).filter(|_| is_needed && has_none)?;
    let keys = if line[found].contains("number") { OTHER_NUMBER } else { ANY_OTHER };
    let is_free = |key: &&str| !choices.iter().any(|choice| choice.key.eq_ignore_ascii_case(key));
    let key = keys.into_iter().find(is_free)?;
    Some(Choice { key: key.to_owned(), means: Means::Decline })
}

/// The acts among choices, each with its key.
pub(super) fn acts(choices: &[Choice]) -> impl Iterator<Item = (Question, String)> {
    choices.iter().filter_map(|Choice { key, means }| match means {
        Means::Act(act) => Some((*act, key.clone())),
        _ => None,
    })
}

impl PromptRules<'_> {
    /// The menu that a question is about, if it is about one.
    pub(super) fn menu(&self, page: &Page, last: &Rc<Line>, request: Request) -> Option<Menu> {
        let mut known = self.dialogue.assignment.questions().iter();
        if !known.any(|question| ACTS.contains(question)) {
            return None;
        }
        let (_, columns) = self.dialogue.assignment.board();
        let question = (page.number_without_rows(columns), last.number(), request);
        once(&self.menus, question, || self.find_menu(page, last, request))
    }

    fn find_menu(&self, page: &Page, last: &Rc<Line>, request: Request) -> Option<Menu> {
        // What staff say of the question comes first.
        let of_staff = self.dialect.map_or(0, |dialect| dialect.rules.len());
        let inline = self.looks(last);
        if inline.rules.first().is_some_and(|rule| *rule < of_staff) {
            return None;
        }
        if let Some(menu) = self.of_own_line(last.folded(), &inline) {
            return Some(menu);
        }
        if inline.offers_yes_and_no {
            return None;
        }
        if request == Request::Text
            && let Some(menu) = self.of_typed_words(last.folded(), &inline)
        {
            return Some(menu);
        }
        let legend = self.choices_of_legend(page, last);
        if let Some(menu) = Menu::of(&legend, 2).or_else(|| Menu::of_drop(&legend)) {
            return Some(menu);
        }
        if let Some(menu) = self.of_commands(last, request) {
            return Some(menu);
        }
        // `Keys: d=drop r=take` above a question for a name is no menu of that question.
        let is_of_setup =
            |question: &Question| matches!(question, Question::Name | Question::Starter | Question::Piece);
        let rules: Vec<&QuestionRule> =
            self.rules_of(last.folded(), &inline).filter(|rule| !rule.is_weak).collect();
        // `Choose a column, or R to remove a piece` is one: what its words say first is an act.
        let names_act = rules.first().is_some_and(|rule| is_harmless(rule));
        if !names_act && rules.iter().any(|rule| asks_any(rule, is_of_setup)) {
            return None;
        }
        let marked = self.with_marks(page.lines());
        let lines = || marked.iter().rev().filter(|line| line.has_word());
        // All choices may stand in one line above the question.
        let before = lines().find(|line| line.folded() != last.folded());
        let choices = before.map(|line| self.looks(line));
        let choices = choices.filter(|looks| !looks.choices.is_empty() && inline.choices.is_empty());
        let of_columns = || before.filter(|line| shows_columns(line.folded())).and(choices.as_ref());
        let drops = |looks: &&Arc<Looks>| acts(&looks.choices).any(|(act, _)| act == Question::Drop);
        if let Some(menu) =
            of_columns().filter(|looks| !drops(looks)).and_then(|looks| Menu::with_column(&looks.choices))
        {
            return Some(menu);
        }
        let several = |looks: &Looks| Menu::of_several(&looks.choices).filter(|_| inline.rules.is_empty());
        let of_line = |looks: &Looks| Menu::of(&looks.choices, 2).or_else(|| several(looks));
        if let Some(menu) = choices.as_ref().and_then(|looks| of_line(looks)) {
            return Some(menu);
        }
        let of_one_known = |looks: Arc<Looks>| Menu::of_one_known(&looks.choices);
        if let Some(menu) = choices.and_then(of_one_known).filter(|_| inline.rules.is_empty()) {
            return Some(menu);
        }
        let above = lines().skip_while(|line| line.folded() == last.folded()).take(MOST_CHOICES);
        let above = above.map(|line| (begins_with_columns(line.folded()), self.looks(line)));
        let items: Vec<(bool, Arc<Looks>)> =
            above.take_while(|(has_columns, looks)| *has_columns || looks.is_item).collect();
        // The 7 of `1 to 7: drop a piece` is a column.
        let choices = |(has_columns, looks): &(bool, Arc<Looks>)| -> Vec<Choice> {
            let is_key = |choice: &&Choice| !(*has_columns && typing::is_column(&choice.key));
            looks.choices.iter().filter(is_key).cloned().collect()
        };
        let mut choices: Vec<Choice> = items.iter().flat_map(choices).collect();
        // The last line comes first.
        only_first_drops(choices.iter_mut().rev());
        if items.iter().any(|(has_columns, _)| *has_columns)
            && !acts(&choices).any(|(act, _)| act == Question::Drop)
            && let Some(menu) = Menu::with_column(&choices)
        {
            return Some(menu);
        }
        choices.extend(inline.choices.iter().cloned());
        let asks_for_column = |line: &str, looks: &Looks| self.asks_for_column(line, looks);
        let with_column =
            || asks_for_column(last.folded(), &inline).then(|| Menu::with_column(&inline.choices)).flatten();
        let with_commands = || {
            let menu = || Menu::with_column(&inline.choices).or_else(|| Menu::with_column(&inline.commands));
            shows_columns(last.folded()).then(menu).flatten()
        };
        let below_column = || {
            let is_sentence = |line: &Rc<Line>| !line.folded().trim_end().ends_with(['?', ':', '>']);
            let offers = |line: &Rc<Line>| {
                is_sentence(line).then(|| self.looks(line)).filter(|looks| !looks.quoted.is_empty())
            };
            let quoted: Vec<Vec<Choice>> =
                lines().map_while(offers).map(|looks| looks.quoted.clone()).collect();
            let mut above = lines().skip(quoted.len());
            let asks =
                !quoted.is_empty() && above.any(|line| asks_for_column(line.folded(), &self.looks(line)));
            asks.then(|| Menu::with_column(&quoted.concat())).flatten()
        };
        // A list in which nothing else is possible yet: `D = drop a disc`, `Q = quit the game`.
        let any_drops = || lines().take(items.len() + 1).any(|line| names_drop(line.folded()));
        let of_drop = || Menu::of_drop(&choices).filter(|_| rules.is_empty() && any_drops());
        // `U - undo` and `N - nothing`, where the block is used up.
        let of_one = || Menu::of(&choices, 1).filter(|_| items.len() > 1 && rules.is_empty());
        Menu::of(&choices, 2)
            .or_else(of_drop)
            .or_else(of_one)
            .or_else(with_column)
            .or_else(below_column)
            .or_else(with_commands)
            .or_else(|| self.of_words_above(lines(), last, request).filter(|_| inline.rules.is_empty()))
    }

    /// The menu of the choices that a question's own line gives, each with its key.
    fn of_own_line(&self, line: &str, inline: &Looks) -> Option<Menu> {
        // `c = yes, k = no, take it back, b = yes, and block` offers more than yes and no.
        let fewest = if inline.offers_yes_and_no { &[2][..] } else { &[2, 1] };
        let of_line = [&inline.listed, &inline.choices].into_iter().filter(|choices| choices.len() > 1);
        let mut of_line =
            of_line.filter_map(|choices| fewest.iter().find_map(|fewest| Menu::of(choices, *fewest)));
        if let Some(menu) = of_line.next() {
            return Some(menu);
        }
        if inline.offers_yes_and_no {
            return None;
        }
        // `Happy with that? (k = keep, r = let him rest)`.
        let mut rules = self.rules_at(&inline.rules);
        let are_doubtful = rules.all(|rule| rule.is_inverted || rule.is_weak);
        let declined = || are_doubtful.then(|| Menu::declined(&inline.choices)).flatten();
        let is_menu = inline.choices.len() > 1;
        let of_drop = || (is_menu && names_drop(line)).then(|| Menu::of_drop(&inline.choices)).flatten();
        declined().or_else(of_drop)
    }

    /// Returns `true` if a line asks for a column.
    fn asks_for_column(&self, line: &str, looks: &Looks) -> bool {
        let names_columns = shows_columns(line);
        let is_column = |question: &Question| *question == Question::Column;
        let mut rules = self.rules_of(line, looks);
        rules.any(|rule| asks_any(rule, is_column) && (!rule.is_weak || names_columns))
    }

    /// The rules that may be about a line that is a question.
    fn rules_of<'l>(&'l self, line: &'l str, looks: &'l Looks) -> impl Iterator<Item = &'l QuestionRule> {
        self.rules_at(&looks.rules).filter(|rule| Self::may_ask(rule, line, looks, 0))
    }

    pub(super) fn means_of(&self, text: &str) -> Means {
        // `Keep this move` is no act.
        let acts = self.rules().filter(|rule| !rule.is_inverted).filter_map(|rule| match &rule.asks {
            Asks::Questions(asked) => match asked.as_slice() {
                [act] if ACTS.contains(act) => Some((*act, &rule.when, &rule.unless)),
                _ => None,
            },
            _ => None,
        });
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.find(text).is_some());
        let mut acts = acts.filter(|(_, when, unless)| fits(when) && !fits(unless)).map(|(act, ..)| act);
        let says = |pattern: &Pattern| pattern.find(text).is_some();
        match acts.next() {
            Some(act) => Means::Act(act),
            None if says(&PATTERNS.outside) => Means::Outside,
            None if says(&PATTERNS.begin) => Means::Begin,
            None if says(&PATTERNS.drop) => Means::Act(Question::Drop),
            // `Seal the opponent's next move` and `Keep the opponent out` do something.
            None if says(&PATTERNS.opponent) && !says(&PATTERNS.ends) => Means::Unknown,
            None if says(&PATTERNS.decline) => Means::Decline,
            None => Means::Unknown,
        }
    }
}

#[cfg(test)]
mod tests;
