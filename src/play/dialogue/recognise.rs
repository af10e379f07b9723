//! The question that a program asks, recognised from its output since the last answer.

mod answers;
mod commands;
mod guess;
mod known;
mod legend;
mod looks;
mod main_menu;
mod menu;
mod numbers;
mod offers;
mod once;
mod unknown;

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::console::{Place, Request};
use crate::observe::{Drawing, Line, Page, fold, has_words};
use crate::referee::{Question, Settings, TurnsEnd};
use crate::spec::{Asks, Dialect, Dialogue, QuestionRule, Words};

use super::{YES_NO, YesNo, typing};
pub(super) use answers::always;
pub use guess::{Choices, Guess, key};
use legend::Texts;
use looks::{Looks, fits, is_harmless, is_whole, offers_game};
pub(super) use menu::Menu;
pub use offers::Offered;
use once::{MOST_KNOWN, Memo};

/// The most lines over which a question may be spread.
const MOST_LINES: usize = 14;
/// A menu has no more lines than these.
const MOST_OF_MENU: usize = 6;
/// A list of choices has at least so many items.
const FEWEST_ITEMS: usize = 2;

/// Another game? It may be asked in words that no rule knows: after a game hardly anything else is asked.
static PLAY_AGAIN: LazyLock<Asks> = LazyLock::new(|| Asks::Questions(vec![Question::PlayAgain]));

/// A question as it stands before the harness.
pub(super) struct Asked<'p> {
    /// Its own line.
    pub(super) line: &'p Line,
    /// Everything that was printed since the last answer.
    pub(super) page: &'p Page,
    /// The service by which it is asked.
    pub(super) request: Request,
    /// The place in the program, if it is known.
    pub(super) place: Option<Place>,
    /// The menu that it is about, if it is about one.
    pub(super) menu: Option<&'p Menu>,
}

impl Asked<'_> {
    /// The last lines, as menus have them: those below the question's own line first, as these belong to it alone. A status says no
    /// keys: the number in `Faults left 3. Undos left 2.` is none.
    fn menu(&self, prompt_rules: &PromptRules<'_>) -> [String; 2] {
        let says = |line: &&Rc<Line>| line.has_word() && !prompt_rules.looks(line).is_status();
        let lines: Vec<&Rc<Line>> = self.page.lines().iter().filter(says).collect();
        let last = &lines[lines.len().saturating_sub(MOST_OF_MENU)..];
        let own = last.iter().position(|line| line.number() == self.line.number());
        let (above, below) = last.split_at(own.map_or(0, |own| own + 1));
        let text =
            |lines: &[&Rc<Line>]| lines.iter().map(|line| line.folded()).collect::<Vec<_>>().join("\n");
        [text(below), text(above)]
    }
}

/// The key by which a question is the same one in later games: its place, its service, and its last line as
/// far as it stays the same.
type Spot = (Place, Request, Arc<str>);

/// The key of the words for yes and no: the place of the question or else its page, its service and its last line, the line that
/// identifies it, the rule, and the usual words with whether they mean the opposite.
type Spelling = ((Result<Place, u64>, Request, Arc<str>), Arc<str>, Option<usize>, (usize, bool));

/// The meaning of a question in one place, found once, where a correct program could ask it.
#[derive(Debug)]
struct Known {
    /// The reason for it.
    by: By,
    /// The line that says so, if it is another one, as far as it stays the same.
    line: Option<Arc<str>>,
    /// True if a correct program could offer another game then.
    after_game: bool,
}

/// The reason for which a question has its meaning.
#[derive(Clone, Copy, Debug)]
enum By {
    /// The rule of this number.
    Rule(usize),
    /// There was no game any more, so it offers another one.
    PlayAgain,
}

/// The rules by which one submission is talked to.
#[derive(Clone, Debug)]
pub struct PromptRules<'a> {
    /// The rules of the spec.
    pub dialogue: &'a Dialogue,
    /// The rules of the spec for this submission.
    pub dialect: Option<&'a Dialect>,
    /// The submission's readings of what the assignment leaves open.
    pub settings: Settings,
    /// The text for yes and no where the question does not say it.
    pub yes_no: YesNo,
    /// True if the letters that choose acts are small where the program shows capitals, and the other way round.
    pub is_in_other_case: bool,
    /// The key that ends an answer of several keys, where each comes by itself and a program waits for one.
    pub last_key: Option<u8>,
    /// The way in which turns end.
    pub turns_end: TurnsEnd,
    /// True if a column is asked for before what to do in it.
    pub column_first: bool,
    /// Acts that are chosen by these texts where a column is asked for, though the question does not say so in words that are known.
    pub offers: Vec<(Question, String)>,
    /// Acts for which a key leads somewhere, and it is not known where, each with the key.
    pub unproved: Vec<(Question, String)>,
    /// The forms in which places on the board are typed, where no rule says it.
    pub forms: Vec<(Question, String)>,
    /// Questions that no rule knows, with their inferred meanings.
    pub guesses: Vec<Guess>,
    /// The layout of its boards, where it was found.
    pub drawing: Option<Arc<Drawing>>,
    /// True if memory is looked at with each question.
    pub is_recorded: bool,
    /// The looks of lines, by their numbers; known to all copies, as they depend on the line and the rules alone.
    known: Memo<u64, Arc<Looks>>,
    /// The meanings of questions by their places.
    places: Memo<Spot, Vec<Known>>,
    /// What the program's texts explain.
    texts: Arc<Texts>,
    /// The choices that a legend has explained, by the list of their keys.
    legends: Memo<String, Vec<menu::Choice>>,
    /// The menus of questions, by the page without its board, line and service, as long as the legends stay the same.
    menus: Memo<(u64, u64, Request), Option<Menu>>,
    /// The text for yes and no, by question.
    spelt: Memo<Spelling, (String, String)>,
    /// The rules of the spec by which something was recognised, by their numbers; the same for all that were copied from it.
    used: Arc<Mutex<BTreeSet<usize>>>,
}

/// The meaning that a question is given.
pub(super) struct Meaning<'a> {
    pub(super) asks: &'a Asks,
    /// The rule that says so.
    pub(super) rule: Option<&'a QuestionRule>,
    /// The line that says so.
    pub(super) line: Rc<Line>,
    /// The menu that it is about, if it is about one.
    pub(super) menu: Option<Menu>,
}

impl<'a> PromptRules<'a> {
    /// The rules for a submission of which nothing is known.
    pub fn new(dialogue: &'a Dialogue, dialect: Option<&'a Dialect>) -> Self {
        let settings = dialect.map(|dialect| dialect.settings.clone()).unwrap_or_default();
        Self {
            dialogue,
            dialect,
            settings,
            yes_no: YES_NO[0],
            is_in_other_case: dialect.is_some_and(|dialect| dialect.is_in_other_case),
            last_key: dialect.and_then(|dialect| dialect.last_key),
            turns_end: dialect.and_then(|dialect| dialect.turns_end).unwrap_or_default(),
            column_first: dialect.is_some_and(|dialect| dialect.column_first),
            offers: dialect.map(|dialect| dialect.offers.clone()).unwrap_or_default(),
            unproved: Vec::new(),
            forms: dialect.map(|dialect| dialect.forms.clone()).unwrap_or_default(),
            guesses: Vec::new(),
            drawing: None,
            is_recorded: false,
            known: Arc::default(),
            places: Arc::default(),
            texts: Arc::default(),
            legends: Arc::default(),
            menus: Arc::default(),
            spelt: Arc::default(),
            used: Arc::default(),
        }
    }

    /// The same prompt rules with other settings.
    #[must_use]
    pub fn with_settings(&self, settings: Settings) -> Self {
        Self { settings, ..self.clone() }
    }

    /// The rules of the spec by which something was recognised so far, by their numbers.
    pub fn used(&self) -> BTreeSet<usize> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that a rule was needed.
    fn uses(&self, rule: &QuestionRule) {
        let of_spec = self.dialogue.rules.iter().position(|known| std::ptr::eq(known, rule));
        self.used.lock().unwrap_or_else(PoisonError::into_inner).extend(of_spec);
    }

    /// The words by which the submission announces what happens.
    pub fn words(&self) -> &'a Words {
        self.dialect.map_or(&self.dialogue.words, |dialect| &dialect.words)
    }

    /// The same rules for a program that takes letters in the other case than it shows them.
    #[must_use]
    pub fn in_other_case(&self) -> Self {
        Self { is_in_other_case: true, ..self.clone() }
    }

    /// Returns `true` if a key leads somewhere where an act was looked for, and chooses no other act.
    pub fn is_unproved(&self, act: Question) -> bool {
        let is_taken = |key: &str| self.offers.iter().any(|(_, taken)| taken == key);
        self.unproved.iter().any(|(unproved, key)| *unproved == act && !is_taken(key))
    }

    fn rules(&self) -> impl Iterator<Item = &'a QuestionRule> {
        let own = self.dialect.into_iter().flat_map(|dialect| &dialect.rules);
        own.chain(&self.dialogue.rules)
    }

    /// Returns `true` if staff wrote the rule of this number for this submission.
    fn is_own(&self, number: usize) -> bool {
        self.dialect.is_some_and(|dialect| number < dialect.rules.len())
    }

    /// The rules with these numbers.
    fn rules_at(&self, numbers: &[usize]) -> impl Iterator<Item = &'a QuestionRule> {
        numbers.iter().filter_map(|number| self.rules().nth(*number))
    }

    /// The meaning of a question; `None` if it is unknown. The meaning of a question in one place is found
    /// once. The last string that the program printed is the question's own part of the last line, where
    /// something else is before it.
    pub(super) fn recognise(
        &'a self,
        page: &Page,
        own: Option<&Rc<Line>>,
        (request, place): (Request, Option<Place>),
        permits: impl Fn(Question) -> bool,
    ) -> Option<Meaning<'a>> {
        let last = own.or(page.last_line()).cloned().unwrap_or_else(|| Line::of(""));
        if let Some(told) = self.told_of_mark(&last, &permits) {
            return Some(told);
        }
        let whole = page.last_line().filter(|_| own.is_some());
        let elsewhere = || Some((self.chosen_elsewhere(&last, place, &permits)?, &last));
        let mut lines = std::iter::once(&last).chain(whole);
        let guess = lines.find_map(|line| Some((self.guessed(line, place)?, line))).or_else(elsewhere);
        // `Choice:` below a menu of what is done with the next piece is another question than `Choice:` below one after a move.
        let is_here = |guess: &Guess| !guess.drops() || guess.place == place || self.offer_drop(page.lines());
        let guess = guess.filter(|(guess, _)| is_here(guess));
        let of_guess = |(guess, line): (&'a Guess, &Rc<Line>)| {
            let menu = Menu::found(guess, page.last_line().unwrap_or(&last));
            let asks = menu.as_ref().map_or(&guess.asks, |menu| menu.asks());
            Meaning { asks, rule: None, line: Rc::clone(line), menu }
        };
        // A menu may be printed choice by choice, or around the number that one of its choices shows; a status before a question is
        // no part of it.
        let is_choice = own.is_some_and(|own| !self.looks(own).choices.is_empty());
        let is_of_menu = |line: &&Rc<Line>| is_choice || !self.looks(line).is_status();
        let line = page.last_line().filter(is_of_menu).unwrap_or(&last);
        let of_own = || (line.number() != last.number()).then(|| self.menu(page, &last, request)).flatten();
        let menu = || self.menu(page, line, request).or_else(of_own);
        // What always gets through a question may be the choice of a menu that does nothing. `Choice:` may stand below a menu of which
        // nothing is known, and elsewhere below one that is understood.
        let declines = |guess: &Guess| {
            let is_decline = |menu: Menu| guess.asks == Asks::Always(menu.decline().as_bytes().to_vec());
            // Or below one of what is done with the next piece, while the choices that were learned are those after a move.
            let is_of_move = |menu: Menu| menu.drops() && guess.place != place && !guess.drops();
            guess.is_weak()
                || if guess.choices.is_none() {
                    menu().is_some_and(is_decline)
                } else {
                    menu().is_some_and(is_of_move)
                }
        };
        if let Some(guess) = guess.filter(|(guess, _)| !declines(guess)) {
            return Some(of_guess(guess));
        }
        if let Some(menu) = menu() {
            return Some(Meaning { asks: menu.asks(), rule: None, line: Rc::clone(line), menu: Some(menu) });
        }
        if let Some(guess) = guess {
            return Some(of_guess(guess));
        }
        // A row of the board, `| X | O |`, asks for no piece.
        let (_, columns) = self.dialogue.assignment.board();
        let is_text =
            |line: &&Rc<Line>| line.has_word() && (line.number() == last.number() || !line.is_row(columns));
        // Mostly the question's own line is enough.
        let lines = LazyCell::new(|| -> Vec<&Rc<Line>> {
            page.with_whole_questions().iter().rev().filter(is_text).take(MOST_LINES).collect()
        });
        let spot = place.map(|place| (place, request, Arc::clone(last.masked())));
        let after_game = permits(Question::PlayAgain);
        let places = || self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let known = spot.as_ref().and_then(|spot| self.known_in(spot, (&lines, &last), after_game, &permits));
        if known.is_some() {
            return known;
        }
        let was_move = |is_above: bool| {
            let known = places();
            let mut known =
                known.get(spot.as_ref()?)?.iter().filter(|known| known.line.is_some() == is_above);
            known.find(|known| self.asks_for_move(known.by)).map(|known| known.by)
        };
        let candidates = self.candidates(&lines, own);
        let found = self.look(&candidates, &last, request, after_game, &permits);
        // After a game, what asks for a move asked for one before: in the same words if only a weak rule says that it is one, and else
        // at least at the same place.
        let is_new = |by: By| {
            after_game
                && place.is_some()
                && self.asks_for_move(by)
                && [false, true].into_iter().all(|is_above| was_move(is_above).is_none())
                && (self.is_weak(by) || !self.has_asked_for_move_at(place))
        };
        let found = found.map(|(by, line)| if is_new(by) { (By::PlayAgain, &last) } else { (by, line) });
        let Some((by, line)) = found else {
            // A question that offers another game after a game offers one too where a game is said to be over
            // too early.
            let offered = |known: &Known| matches!(known.by, By::PlayAgain) && known.line.is_none();
            let is_offer = spot.as_ref().is_some_and(|spot| {
                places().get(spot).is_some_and(|known| known.iter().any(offered)) && last.has_word()
            }) && page.lines().iter().any(|line| self.looks(line).news.is_outcome);
            // How to move may be said once, and nothing but the board and the status stand above the prompt from then on; one with
            // words of its own asks the same wherever it comes again.
            let is_status = |line: &&Rc<Line>| {
                line.number() == last.number() || !line.has_words() || self.looks(line).counts
            };
            let is_bare = || has_words(last.masked()) || page.lines().iter().all(|line| is_status(&line));
            let moved = was_move(true).filter(|_| is_bare()).map(|by| self.meaning(by, Rc::clone(&last)));
            let again = moved.or_else(|| self.again(&lines, &last));
            return again.or_else(|| is_offer.then(|| self.meaning(By::PlayAgain, last)));
        };
        // `Press the number of your column and then ENTER` and `[drop column | remove column-row]` ask for a move, due or not, where they
        // have asked for one.
        let is_any_key = matches!(self.asks(by), Asks::Always(keys) if keys.is_empty());
        let is_due_now = is_due(self.asks(by), &permits);
        let moved = if is_any_key || !is_due_now { was_move(false) } else { None };
        let was_due = || self.was_another_in(spot.as_ref()?, (by, is_due_now), after_game);
        if let Some(by) = moved.or_else(was_due) {
            return Some(self.meaning(by, last));
        }
        if let By::Rule(number) = by {
            self.rules().nth(number).inspect(|rule| self.uses(rule));
        }
        if let Some(spot) = spot {
            let text = (line.number() != last.number()).then(|| Arc::clone(line.masked()));
            let mut places = places();
            // What is not due now may be another question once something is.
            if is_due_now && places.len() < MOST_KNOWN {
                places.entry(spot).or_default().push(Known { by, line: text, after_game });
            }
        }
        Some(self.meaning(by, Rc::clone(line)))
    }

    fn asks(&self, by: By) -> &'a Asks {
        match by {
            By::Rule(number) => self.rules().nth(number).map_or(&Asks::Again, |rule| &rule.asks),
            By::PlayAgain => &PLAY_AGAIN,
        }
    }

    fn is_weak(&self, by: By) -> bool {
        matches!(by, By::Rule(number) if self.rules().nth(number).is_some_and(|rule| rule.is_weak))
    }

    fn meaning(&self, by: By, line: Rc<Line>) -> Meaning<'a> {
        let rule = match by {
            By::Rule(number) => self.rules().nth(number),
            By::PlayAgain => None,
        };
        Meaning { asks: self.asks(by), rule, line, menu: None }
    }

    /// The menu of a question, with the acts that a question for a column offers without saying so.
    pub(super) fn with_unsaid_offers(&self, menu: Option<Menu>, asked: &[Question]) -> Option<Menu> {
        let takes_column = menu.as_ref().map_or(asked == [Question::Column], Menu::takes_column);
        if takes_column { Menu::with_learned(menu, &self.offers) } else { menu }
    }

    /// The reason for the meaning of a question, and the line that identifies it.
    fn look<'l>(
        &self,
        candidates: &[(usize, &'l Rc<Line>)],
        last: &'l Rc<Line>,
        request: Request,
        after_game: bool,
        permits: &impl Fn(Question) -> bool,
    ) -> Option<(By, &'l Rc<Line>)> {
        // A program that has announced how the game ended, and reads on, can only offer another one.
        if after_game && self.looks(last).news.is_outcome {
            return Some((By::PlayAgain, last));
        }
        let is_possible = |rule: &QuestionRule| match &rule.asks {
            Asks::Questions(asked) => asked.iter().any(|question| {
                // In a form of its own a cell may be one number.
                let mut forms = rule.forms.iter().chain(&self.forms);
                // One key is no name, unless words say so.
                let is_no_name = rule.is_weak && *question == Question::Name && request == Request::Character;
                !is_no_name && fits(*question, request) || forms.any(|(known, _)| known == question)
            }),
            Asks::Always(_) | Asks::Declined | Asks::Again => true,
        };
        // Above a whole question only other questions count, and no weak hints.
        let is_whole = is_whole(last);
        // A question that offers yes and no asks for no number, whatever stands above it. They may stand below it, one a line.
        let lists_both =
            !last.has_word() && looks::lists_yes_and_no(candidates.iter().map(|(_, line)| line.folded()));
        let offers = lists_both || self.looks(last).offers_yes_and_no;
        // What stands above a list of choices is no weak hint at what is chosen.
        let items = candidates.iter().filter(|(height, _)| *height > 0);
        let items: Vec<usize> =
            items.take_while(|(_, line)| self.looks(line).is_item).map(|(height, _)| *height).collect();
        let top = items.last().filter(|_| items.len() >= FEWEST_ITEMS);
        // Nor are the words of choices: `0) hand over the wand   1) turn back the hourglass:` asks for no column.
        let (lists, offers_words) = (self.lists_choices(last), typing::two_words(last.folded()).is_some());
        // `Did you change your mind about this move?` asks for none.
        let is_whether = lists_both || typing::asks_whether(last.folded());
        let is_hint = |rule: &QuestionRule, height: usize| {
            let asks_number =
                rule.is_weak && is_whether && menu::asks_any(rule, |asked| !asked.is_of_yes_or_no());
            let is_above = asks_number || rule.is_weak && top.is_some_and(|top| height > *top);
            let is_of_choices = offers_words || lists && rule.is_weak;
            is_above || is_of_choices && menu::asks_any(rule, |asked| *asked == Question::Column)
        };
        let is_answerable = |rule: &QuestionRule, height: usize| match &rule.asks {
            _ if is_hint(rule, height) => false,
            Asks::Questions(asked) if offers && height > 0 => {
                asked.iter().any(|question| question.is_of_yes_or_no())
            }
            _ => true,
        };
        let says_outcome = || candidates.iter().any(|(_, line)| self.looks(line).news.is_outcome);
        for is_weak in [false, true] {
            for (height, line) in candidates.iter().copied() {
                let is_question = || line.folded().contains('?') || line.folded().trim_end().ends_with(':');
                if is_whole && height > 0 && (is_weak || !is_question()) {
                    continue;
                }
                let looks = self.looks(line);
                let mut fitting: Vec<(usize, &QuestionRule)> = looks
                    .rules
                    .iter()
                    .filter_map(|index| Some((*index, self.rules().nth(*index)?)))
                    .filter(|(_, rule)| {
                        rule.is_weak == is_weak && is_possible(rule) && is_answerable(rule, height)
                    })
                    .filter(|(_, rule)| Self::may_ask(rule, line.folded(), &looks, height))
                    .collect();
                // Nor does `Would you take a piece away rather than drop one?` ask for a column where a removal is not due.
                if (is_whether || height > 0 && typing::asks_whether_first(line.folded()))
                    && fitting.iter().any(|(_, rule)| is_harmless(rule))
                {
                    fitting.retain(|(_, rule)| !menu::asks_any(rule, |asked| !asked.is_of_yes_or_no()));
                }
                // A question that a correct program does not ask now is recognised in the last line only,
                // unless a no does no harm.
                let rule = fitting.iter().find(|(_, rule)| is_due(&rule.asks, permits));
                // `Press U to undo, any other key to go on` asks for undo, due or not.
                let is_any_key = rule.is_some_and(|(_, rule)| !matches!(rule.asks, Asks::Questions(_)));
                let optional = fitting.first().filter(|(_, rule)| is_any_key && is_harmless(rule));
                let rule = optional.or(rule);
                // Before the game is over, `Take it back and play again?` offers no other one.
                let likely = fitting.iter().min_by_key(|(_, rule)| !after_game && offers_game(rule));
                let rule = rule.or(likely.filter(|(_, rule)| height == 0 || is_harmless(rule)));
                // What staff have told may come between the last move and the outcome: `Show the board? (y/n)`.
                let is_told = |number: usize| self.is_own(number) && offers && !says_outcome();
                let starts = |(number, rule): &(usize, &QuestionRule)| {
                    matches!(&rule.asks, Asks::Always(keys) if !keys.is_empty()) && !is_told(*number)
                };
                if rule.is_some_and(starts) && after_game {
                    // A question that offers a game after a game offers another one.
                    return Some((By::PlayAgain, line));
                }
                if let Some((number, _)) = rule {
                    return Some((By::Rule(*number), line));
                }
            }
        }
        let (_, line) = candidates.first().filter(|_| after_game)?;
        Some((By::PlayAgain, line))
    }
}

/// Returns `true` if the last line of some output says how to answer yes and no.
pub fn offers_yes_and_no(printed: &str) -> bool {
    let last = printed.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.is_some_and(|last| typing::offers_yes_and_no(&fold(last)))
}

/// Returns `true` if a correct program can ask one of these now.
fn is_due(asks: &Asks, permits: &impl Fn(Question) -> bool) -> bool {
    match asks {
        Asks::Questions(asked) => asked.iter().any(|question| permits(*question)),
        Asks::Always(_) | Asks::Declined | Asks::Again => true,
    }
}

/// Returns `true` if a rule asks several things at once.
fn is_menu(rule: &QuestionRule) -> bool {
    matches!(&rule.asks, Asks::Questions(asked) if asked.len() > 1)
}
