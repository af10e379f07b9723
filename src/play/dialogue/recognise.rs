//! What a program asks, from what it printed since the last answer.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::console::{Place, Request};
use crate::observe::{Drawing, Pattern, fold, without_colours};
use crate::referee::{Entry, Question, Settings};
use crate::spec::{Asks, Dialect, Dialogue, QuestionRule};

use super::{YES_NO, YesNo, typing};

/// The names that referees give where a case gives none.
const NAMES: [&str; 2] = ["alice", "bob"];

/// Of no more lines than these it is kept which rules fit them; whoever prints more says something new each time.
const MOST_KNOWN: usize = 10_000;
/// A question may be spread over so many lines.
const MOST_LINES: usize = 14;
/// A menu has no more lines than these.
const MOST_OF_MENU: usize = 6;

/// Whether there is to be another game, in words that no rule knows: after a game hardly anything else is asked.
static PLAY_AGAIN: LazyLock<Asks> = LazyLock::new(|| Asks::Questions(vec![Question::PlayAgain]));

/// A question of yes or no: its line, the lines above, by which service it is asked, and by which rule and usual spelling.
type Asked = (String, String, Request, Option<usize>);

/// How one submission is spoken with.
#[derive(Clone, Debug)]
pub struct Manner<'a> {
    /// What the spec says.
    pub dialogue: &'a Dialogue,
    /// What it says of this submission.
    pub dialect: Option<&'a Dialect>,
    /// How the submission reads what the assignment leaves open.
    pub settings: Settings,
    /// What yes and no are where the question does not say it.
    pub yes_no: YesNo,
    /// Questions that no rule knows, with what they were found to ask.
    pub guesses: Vec<Guess>,
    /// How it draws its board, where that was found out.
    pub drawing: Option<Arc<Drawing>>,
    /// Whether memory is looked at with each question.
    pub is_recorded: bool,
    /// Which rules fit a line; known to all copies, as it depends on the line and the rules alone.
    known: Arc<Mutex<HashMap<String, Arc<Looks>>>>,
    /// How yes and no are typed to a question, by its lines.
    spelt: Arc<Mutex<HashMap<Asked, (String, String)>>>,
    /// The rules of the spec by which something was recognised, by their numbers; the same for all that were copied from it.
    used: Arc<Mutex<BTreeSet<usize>>>,
}

/// A question that no rule knows, with what it was found to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The question as it was printed.
    pub question: String,
    /// What makes it the same.
    pub key: String,
    /// Where in the program it is asked, if that is known.
    pub place: Option<Place>,
    /// What it asks.
    pub asks: Asks,
}

/// What a line looks like, as far as that depends on the line alone.
#[derive(Debug)]
struct Looks {
    /// The rules that fit it, by their numbers.
    rules: Vec<usize>,
    /// Whether it says what yes and no are.
    offers_yes_and_no: bool,
    /// Whether it tells how many undos or faults there are.
    counts: bool,
    /// What happened, as it says.
    news: News,
}

/// What happened, as a line says.
#[derive(Debug)]
struct News {
    /// Whether something is refused.
    is_refusal: bool,
    /// Whether a game has ended, and nothing is asked.
    is_outcome: bool,
}

/// What a question is taken to mean.
pub(super) struct Meaning<'a> {
    pub(super) asks: &'a Asks,
    /// The rule that says so.
    pub(super) rule: Option<&'a QuestionRule>,
    /// The question's own line.
    pub(super) line: String,
    /// The last lines, that one among them.
    pub(super) above: String,
}

impl<'a> Manner<'a> {
    /// How a submission of which nothing is known is spoken with.
    pub fn new(dialogue: &'a Dialogue, dialect: Option<&'a Dialect>) -> Self {
        let settings = dialect.map(|dialect| dialect.settings.clone()).unwrap_or_default();
        Self {
            dialogue,
            dialect,
            settings,
            yes_no: YES_NO[0],
            guesses: Vec::new(),
            drawing: None,
            is_recorded: false,
            known: Arc::default(),
            spelt: Arc::default(),
            used: Arc::default(),
        }
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

    fn rules(&self) -> impl Iterator<Item = &'a QuestionRule> {
        let own = self.dialect.into_iter().flat_map(|dialect| &dialect.rules);
        own.chain(&self.dialogue.rules)
    }

    /// Whether a line can be the question that a rule is about. What tells how many undos are left does not ask for one;
    /// above the last line a question of yes or no looks like one; and what offers yes and no asks for no column.
    fn may_ask(rule: &QuestionRule, line: &str, looks: &Looks, height: usize) -> bool {
        let Asks::Questions(asked) = &rule.asks else { return true };
        let end = line.trim_end();
        // `2. Remove a piece` is a choice in a menu.
        let mut start = line.trim_start_matches(|c: char| !c.is_alphanumeric()).chars();
        let is_choice = start.next().is_some() && matches!(start.next(), Some('.' | ')' | ']' | '-' | '='));
        let asks = line.contains('?') || end.ends_with(':') || is_choice;
        let is_setup =
            |question: &Question| matches!(question, Question::Piece | Question::Starter | Question::Name);
        if asked.iter().all(is_setup) && height > 0 && !asks {
            return false;
        }
        if !asked.iter().all(|question| question.is_of_yes_or_no()) {
            return !looks.offers_yes_and_no || asked.iter().any(|question| question.is_of_yes_or_no());
        }
        let is_counter = !line.contains('?') && looks.counts;
        (height == 0 || asks) && (!is_counter || looks.offers_yes_and_no)
    }

    /// What a line looks like. Programs print the same lines again and again.
    fn looks(&self, line: &str) -> Arc<Looks> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(line) {
            return Arc::clone(known);
        }
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.find(line).is_some());
        let rules = self.rules().enumerate();
        let words = &self.dialogue.words;
        let looks = Arc::new(Looks {
            rules: rules
                .filter(|(_, rule)| fits(&rule.when) && !fits(&rule.unless))
                .map(|(index, _)| index)
                .collect(),
            offers_yes_and_no: typing::offers_yes_and_no(line),
            counts: fits(&words.undos) || fits(&words.faults),
            news: News {
                is_refusal: fits(&words.refused),
                is_outcome: (fits(&words.win) || fits(&words.tie)) && !line.contains(['?', ':']),
            },
        });
        let mut known = known();
        if known.len() < MOST_KNOWN {
            known.insert(line.to_owned(), Arc::clone(&looks));
        }
        looks
    }

    /// What is asked; `None` if nobody knows.
    pub(super) fn recognise(
        &'a self,
        printed: &str,
        (request, place): (Request, Option<Place>),
        permits: impl Fn(Question) -> bool,
    ) -> Option<Meaning<'a>> {
        let plain = without_colours(printed);
        let lines: Vec<String> =
            plain.lines().rev().filter(|line| has_word(line)).take(MOST_LINES).map(fold).collect();
        let above = lines.iter().take(MOST_OF_MENU).rev().cloned().collect::<Vec<_>>().join("\n");
        let last = fold(last_line(&plain));
        let key = key(&last);
        // In one place there is one question, whatever else stands in its line; strings that are printed letter by letter
        // have no place.
        let first = |key: &str| key.split(' ').next().unwrap_or_default().to_owned();
        let is_known = |guess: &&Guess| {
            guess.key == key || (place.is_some() && guess.place == place && first(&guess.key) == first(&key))
        };
        if let Some(Guess { asks, .. }) = self.guesses.iter().find(is_known) {
            return Some(Meaning { asks, rule: None, line: last, above });
        }
        // Who has told how the game ended, and reads on, can only offer another one.
        if permits(Question::PlayAgain) && self.looks(&last).news.is_outcome {
            return Some(Meaning { asks: &PLAY_AGAIN, rule: None, line: last, above });
        }
        let is_possible = |rule: &&QuestionRule| match &rule.asks {
            Asks::Questions(asked) => asked.iter().any(|question| fits(*question, request)),
            Asks::Always(_) | Asks::Declined | Asks::Again => true,
        };
        let is_due = |rule: &&QuestionRule| match &rule.asks {
            Asks::Questions(asked) => asked.iter().any(|question| permits(*question)),
            Asks::Always(_) | Asks::Declined | Asks::Again => true,
        };
        for is_weak in [false, true] {
            for (height, line) in lines.iter().enumerate() {
                let looks = self.looks(line);
                let fitting: Vec<&QuestionRule> = looks
                    .rules
                    .iter()
                    .filter_map(|index| self.rules().nth(*index))
                    .filter(|rule| rule.is_weak == is_weak)
                    .filter(is_possible)
                    .filter(|rule| Self::may_ask(rule, line, &looks, height))
                    .collect();
                // What a correct program does not ask now is believed of the last line only, unless a no does no harm.
                let rule = fitting.iter().find(|rule| is_due(rule));
                let rule = rule.or(fitting.first().filter(|rule| height == 0 || is_harmless(rule)));
                let starts =
                    |rule: &QuestionRule| matches!(&rule.asks, Asks::Always(keys) if !keys.is_empty());
                if rule.is_some_and(|rule| starts(rule)) && permits(Question::PlayAgain) {
                    // What offers a game after a game offers another one.
                    return Some(Meaning { asks: &PLAY_AGAIN, rule: None, line: line.clone(), above });
                }
                if let Some(rule) = rule.copied() {
                    self.uses(rule);
                    return Some(Meaning { asks: &rule.asks, rule: Some(rule), line: line.clone(), above });
                }
            }
        }
        if let (true, Some(line)) = (permits(Question::PlayAgain), lines.first()) {
            return Some(Meaning { asks: &PLAY_AGAIN, rule: None, line: line.clone(), above });
        }
        // A program that only warns asks the same again.
        let refuses = |line: &String| {
            let looks = self.looks(line);
            looks.news.is_refusal && !looks.counts
        };
        if lines.is_empty() || (lines.iter().any(refuses) && !self.looks(&last).offers_yes_and_no) {
            return Some(Meaning {
                asks: &Asks::Again,
                rule: None,
                line: lines.into_iter().next().unwrap_or_default(),
                above,
            });
        }
        None
    }

    /// How yes and no are typed to a question.
    fn spelt(
        &self,
        line: &str,
        above: &str,
        request: Request,
        rule: Option<&QuestionRule>,
    ) -> (String, String) {
        let number = rule.and_then(|rule| self.rules().position(|known| std::ptr::eq(known, rule)));
        let usual = YES_NO.iter().position(|known| *known == self.yes_no);
        let place = number.map(|number| number * YES_NO.len() + usual.unwrap_or(0));
        let key = (line.to_owned(), above.to_owned(), request, place);
        let known = || self.spelt.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spelt) = known().get(&key).filter(|_| place.is_some()) {
            return spelt.clone();
        }
        let fixed = rule.map(|rule| (rule.yes.as_deref(), rule.no.as_deref())).unwrap_or_default();
        let spelt = typing::yes_no(line, above, request, fixed, self.yes_no);
        if known().len() < MOST_KNOWN {
            known().insert(key, spelt.clone());
        }
        spelt
    }

    /// An answer as the program wants it typed, without ENTER.
    pub(super) fn typed(
        &self,
        entry: &Entry,
        question: Question,
        request: Request,
        (line, above): (&str, &str),
        rule: Option<&QuestionRule>,
    ) -> Vec<u8> {
        let form = rule.and_then(|rule| rule.forms.iter().find(|(known, _)| *known == question));
        match (form, entry) {
            (Some((_, form)), entry) if *entry != Entry::No => typing::in_form(form, entry),
            (_, Entry::Yes | Entry::No) => {
                let (yes, no) = self.spelt(line, above, request, rule);
                if *entry == Entry::Yes { yes.into_bytes() } else { no.into_bytes() }
            }
            // A number that means another thing here is replaced by the next, which is as wrong.
            (_, Entry::Number(number)) if rule.is_some_and(is_menu) => {
                let (yes, _) = typing::yes_no(line, above, request, (None, None), self.yes_no);
                let number = if yes == number.to_string() { number.saturating_add(1) } else { *number };
                number.to_string().into_bytes()
            }
            (_, Entry::Piece(letter)) => typing::piece(line, request, *letter).into_bytes(),
            (_, Entry::Starter(number)) => typing::starter(line, request, *number).into_bytes(),
            _ => typing::plain(entry),
        }
    }
}

/// Whether a question can be asked by a service: nobody types a name for a number.
fn fits(question: Question, request: Request) -> bool {
    match request {
        Request::Integer | Request::Real => {
            !matches!(question, Question::Name | Question::Cell | Question::Coordinates)
        }
        Request::Choice => question.is_of_yes_or_no(),
        Request::Text | Request::Character => true,
    }
}

/// Whether a line says anything.
fn has_word(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// What makes two questions the same: their words, without numbers, marks and the names that the players have got. A
/// question without words is its marks and letters, without the letters of pieces.
pub fn key(line: &str) -> String {
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1);
    let words = words.map(str::to_lowercase).filter(|word| !NAMES.contains(&word.as_str()));
    let key = words.collect::<Vec<_>>().join(" ");
    if key.is_empty() {
        let is_fixed = |c: &char| !c.is_numeric() && !c.is_whitespace() && !"xo".contains(*c);
        return line.chars().flat_map(char::to_lowercase).filter(is_fixed).collect();
    }
    key
}

/// Whether the last line of what was printed says what yes and no are.
pub fn offers_yes_and_no(printed: &str) -> bool {
    typing::offers_yes_and_no(&fold(last_line(printed)))
}

/// The last line with something in it.
pub(super) fn last_line(printed: &str) -> &str {
    printed.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// How yes and no are typed to a question that has nothing to do with the game.
pub(super) fn yes_no(manner: &Manner<'_>, line: &str, above: &str, request: Request) -> (String, String) {
    typing::yes_no(line, above, request, (None, None), manner.yes_no)
}

/// What is always typed; `$1` stands for the first group of the pattern that fits, for a question that names its keys.
pub(super) fn always(keys: &[u8], rule: Option<&QuestionRule>, line: &str) -> Vec<u8> {
    if keys != b"$1" {
        return keys.to_vec();
    }
    let mut found = rule.into_iter().flat_map(|rule| &rule.when).filter_map(|pattern| pattern.captures(line));
    let named = found.find_map(|found| Some(found.get(1)?.as_str().as_bytes().to_vec()));
    named.unwrap_or_else(|| b"1".to_vec())
}

/// Whether a rule asks for something that can always be declined.
fn is_harmless(rule: &QuestionRule) -> bool {
    let optional = [Question::Remove, Question::Undo, Question::Block];
    matches!(&rule.asks, Asks::Questions(asked) if asked.iter().all(|question| optional.contains(question)))
}

/// Whether a rule asks several things at once.
fn is_menu(rule: &QuestionRule) -> bool {
    matches!(&rule.asks, Asks::Questions(asked) if asked.len() > 1)
}
