//! The look of single lines to the rules of a spec.

use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use super::super::typing;
use super::guess::key;
use super::menu::{Choice, acts, is_item, shows_columns};
use super::once::once;
use super::{By, FEWEST_ITEMS, PromptRules};
use crate::console::Request;
use crate::observe::{Line, Page, Pattern, built_in, has_words};
use crate::referee::Question;
use crate::spec::{Asks, QuestionRule};

/// The look of a line, as far as it depends on the line alone.
#[derive(Debug)]
pub(super) struct Looks {
    /// The rules that fit it, by their numbers.
    pub(super) rules: Vec<usize>,
    /// True if it says how to answer yes and no.
    pub(super) offers_yes_and_no: bool,
    /// True if it shows a number of undos or faults.
    pub(super) counts: bool,
    /// The news in it.
    pub(super) news: News,
    /// The choices of a menu in it, each by its key.
    pub(super) choices: Vec<Choice>,
    /// The choices whose keys are listed at its end.
    pub(super) listed: Vec<Choice>,
    /// True if it is one item of a menu.
    pub(super) is_item: bool,
    /// The words between which it lets players choose.
    pub(super) words: Vec<Choice>,
    /// Those that it tells to type.
    pub(super) told: Vec<Choice>,
    /// The words in capitals that stand out in it, with what they do.
    pub(super) commands: Vec<Choice>,
    /// The acts that it names in quotes.
    pub(super) quoted: Vec<Choice>,
    /// The key by which it is the same question as another line.
    pub(super) key: String,
}

impl Looks {
    /// Returns `true` if the line shows numbers of undos or faults and lets nobody choose.
    pub(super) fn is_status(&self) -> bool {
        self.counts && self.choices.len() <= 1 && !self.offers_act()
    }

    /// Returns `true` if the line is an item of a menu that offers an act, whatever it counts besides: `2) undo this move (left: 3)`.
    /// A piece in brackets is no key.
    pub(super) fn offers_act(&self) -> bool {
        self.is_item && acts(&self.choices).any(|(_, key)| !typing::is_piece(&key))
    }
}

/// The news in a line.
#[derive(Debug)]
pub(super) struct News {
    /// True if something is refused.
    pub(super) is_refusal: bool,
    /// True if a game has ended, and nothing is asked.
    pub(super) is_outcome: bool,
}

/// A line that gives an example and nothing else: `(for example: Ann,Bob): `.
static EXAMPLE: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"^\W*[(\[]\W*(?:for example|example|e\.?g\b|vi du|vd\b|like\b|such as).*[)\]]\W*$")
});

/// Numbers from which one is to be typed.
static RANGE: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b\d+ *(?:-|to\b|through\b|~|\.\.+|đến) *\d+\b"));

/// A line of a menu for yes, and one for no.
static YES_ITEM: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"^\W*\w\W+(?:yes|yeah|yep|co|oui|si|ja)\W*$"));
static NO_ITEM: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"^\W*\w\W+(?:no|nope|khong|non|nein|nao)\W*$"));

impl PromptRules<'_> {
    /// Returns `true` if a line can be the question that a rule is about. A line with the number of undos
    /// left does not ask for one; above the last line a question of yes or no looks like one; and a line that
    /// offers yes and no asks for no column.
    pub(super) fn may_ask(rule: &QuestionRule, line: &str, looks: &Looks, height: usize) -> bool {
        let Asks::Questions(asked) = &rule.asks else {
            // `Press a key from 1 to 7` wants one of these.
            let is_any_key = matches!(&rule.asks, Asks::Always(keys) if keys.is_empty());
            // `After a move: ENTER to finish | undo | block` above a question is about another one.
            let offers_acts = || acts(&looks.words).chain(acts(&looks.choices)).next().is_some();
            return !is_any_key || (RANGE.find(line).is_none() && !(height > 0 && offers_acts()));
        };
        let end = line.trim_end();
        // `2. Remove a piece` is a choice in a menu.
        let mut start = line.trim_start_matches(|c: char| !c.is_alphanumeric()).chars();
        let is_choice = start.next().is_some() && matches!(start.next(), Some('.' | ')' | ']' | '-' | '='));
        let asks = line.contains('?') || end.ends_with(':') || is_choice;
        // A player who chooses from a menu types no column yet.
        let is_number = |question: &Question| {
            matches!(question, Question::Column | Question::Row | Question::Cell | Question::Coordinates)
        };
        let is_numbered = is_choice && line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if is_numbered && height > 0 && asked.iter().all(is_number) {
            return false;
        }
        let is_setup =
            |question: &Question| matches!(question, Question::Piece | Question::Starter | Question::Name);
        if asked.iter().all(is_setup) && height > 0 && !asks {
            return false;
        }
        if !asked.iter().all(|question| question.is_of_yes_or_no()) {
            // `Do you want X? (y/n)`, `Does player 2 begin? (y/n)`.
            let is_setting = |question: &Question| matches!(question, Question::Piece | Question::Starter);
            let may = |question: &Question| question.is_of_yes_or_no() || is_setting(question);
            return !looks.offers_yes_and_no || asked.iter().any(may);
        }
        // `1-7 drop, b block, r remove` above a board says what is typed below it, and takes no yes.
        if height > 0 && shows_columns(line) && !looks.offers_yes_and_no {
            return false;
        }
        // In `Undo left: 3? ` the mark is not the counter's.
        let before_mark = line.trim_end().strip_suffix('?').map(str::trim_end);
        let is_number_asked = before_mark.is_some_and(|line| line.ends_with(|c: char| c.is_ascii_digit()));
        let is_counter = (!line.contains('?') || is_number_asked) && looks.counts && !looks.offers_act();
        (height == 0 || asks) && (!is_counter || looks.offers_yes_and_no)
    }

    /// Returns `true` if a line that was taken for a part of a cell is about all of it, which was not due then: `Column and row:`
    /// is no question for a column once a piece may be removed.
    pub(super) fn is_about_cell(
        &self,
        taken: By,
        line: &Line,
        request: Request,
        permits: &impl Fn(Question) -> bool,
    ) -> bool {
        let By::Rule(taken) = taken else { return false };
        let looks = self.looks(line);
        let before = looks.rules.partition_point(|number| *number < taken);
        let mut before = self.rules_at(&looks.rules[..before]);
        let is_of_cell =
            |rule: &QuestionRule| matches!(&rule.asks, Asks::Questions(asked) if *asked == [Question::Cell]);
        fits(Question::Cell, request) && permits(Question::Cell) && before.any(is_of_cell)
    }

    /// Returns `true` if a line says how to answer yes and no.
    pub(in super::super) fn offers_yes_and_no(&self, line: &Line) -> bool {
        self.looks(line).offers_yes_and_no
    }

    /// Returns `true` if a line asks whether a move stands, as in `Are you sure?`: a no takes it back.
    pub fn confirms(&self, line: &Line) -> bool {
        let looks = self.looks(line);
        self.rules_at(&looks.rules).next().is_some_and(|rule| rule.is_inverted)
    }

    /// Returns `true` if a line lists what may be chosen, and no columns.
    pub(super) fn lists_choices(&self, line: &Line) -> bool {
        self.looks(line).choices.len() >= FEWEST_ITEMS && !shows_columns(line.folded())
    }

    /// Returns `true` if a line has words for an ending.
    pub fn tells_outcome(&self, line: &Line) -> bool {
        self.looks(line).news.is_outcome
    }

    /// The lines that may be the question, the likeliest first, each with the number of lines with words
    /// below it. A status in the question's line counts for nothing.
    pub(super) fn candidates<'l>(
        &self,
        lines: &[&'l Rc<Line>],
        own: Option<&'l Rc<Line>>,
    ) -> Vec<(usize, &'l Rc<Line>)> {
        // What staff have told of the whole line comes before what a rule says of its last part.
        let is_told = |own: &Rc<Line>| {
            lines.first().is_some_and(|line| {
                let rules = &self.looks(line).rules;
                line.folded().ends_with(own.folded()) && rules.first().is_some_and(|rule| self.is_own(*rule))
            })
        };
        let part = own.filter(|own| !is_told(own));
        let mut candidates: Vec<(usize, &Rc<Line>)> = part.map(|own| (0, own)).into_iter().collect();
        let is_status = |line: &Rc<Line>| {
            own.is_some_and(|own| {
                let before = line.folded().strip_suffix(own.folded());
                before.is_some_and(|before| self.looks(&Line::of(before)).counts)
            })
        };
        // An example in brackets is said of the line above it.
        let is_aside = lines.first().is_some_and(|line| EXAMPLE.find(line.folded()).is_some());
        let others = lines.iter().copied().enumerate();
        let others = others.map(|(height, line)| (height.saturating_sub(usize::from(is_aside)), line));
        // The rows of a board and their labels ask nothing.
        let may_ask = |(height, line): &(usize, &Rc<Line>)| {
            if *height > 0 { line.has_words() } else { !is_status(line) }
        };
        candidates.extend(others.filter(may_ask));
        candidates
    }

    /// Returns `true` if a page shows a number of undos or faults above its question: then a turn begins.
    pub(in crate::play::dialogue) fn shows_status(&self, page: &Page, question: &Line) -> bool {
        let mut above = page.lines().iter().filter(|line| line.number() != question.number());
        above.any(|line| self.looks(line).is_status())
    }

    /// The look of a line. Programs print the same lines again and again.
    pub(super) fn looks(&self, line: &Line) -> Arc<Looks> {
        once(&self.known, line.number(), || Arc::new(self.look_at(line.folded())))
    }

    fn look_at(&self, line: &str) -> Looks {
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.find(line).is_some());
        let rules = self.rules().enumerate();
        let words = self.words();
        let marks = self.marks(line);
        let counts = self.counts(line, &marks);
        let rules = rules.filter(|(_, rule)| fits(&rule.when) && !fits(&rule.unless));
        let mut rules: Vec<usize> = rules.map(|(index, _)| index).collect();
        // What its question says comes before what it explains besides, but for what staff say of either.
        let question = typing::own_words(line);
        if question.len() < line.len() {
            let asks = |rule: &QuestionRule| rule.when.iter().any(|when| when.find(&question).is_some());
            rules.sort_by_key(|index| {
                let is_asked = self.rules().nth(*index).is_some_and(asks);
                !(self.is_own(*index) || is_asked)
            });
        }
        let told = self.told_words(line);
        let marked = self.choices(line, &marks);
        let in_parts = self.keyed_parts(line);
        let choices = if marked.len() < in_parts.len() { in_parts } else { marked };
        Looks {
            rules,
            offers_yes_and_no: typing::offers_yes_and_no(line) || !counts && typing::asks_one_or_zero(line),
            counts,
            news: News {
                is_refusal: fits(&words.refused),
                is_outcome: (fits(&words.win) || fits(&words.tie)) && !line.contains(['?', ':']),
            },
            choices,
            listed: self.listed_choices(line),
            is_item: is_item(&marks),
            words: if told.is_empty() { self.choice_words(line) } else { told.clone() },
            told,
            commands: self.commands(line),
            quoted: self.quoted_acts(line),
            key: key(line.trim()),
        }
    }
}

/// Returns `true` if a line is a question of several words, which means what it says.
pub(super) fn is_whole(line: &Line) -> bool {
    let words = line.folded().split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
    line.folded().trim_end().ends_with('?') && words.count() > 2
}

/// Returns `true` if a service can be used to ask a question: a name is never typed where a number is read.
pub(super) fn fits(question: Question, request: Request) -> bool {
    match request {
        Request::Integer | Request::Real => {
            !matches!(question, Question::Name | Question::Cell | Question::Coordinates)
        }
        Request::Choice => question.is_of_yes_or_no(),
        Request::Text | Request::Character | Request::Key => true,
    }
}

/// Returns `true` if the lines closest to a prompt are two answers of yes and no: `1 - yes` and `2 - no`.
pub(super) fn lists_yes_and_no<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let answers: Vec<&str> = lines.filter(|line| has_words(line)).take(2).collect();
    [&YES_ITEM, &NO_ITEM].into_iter().all(|item| answers.iter().any(|line| item.find(line).is_some()))
}

/// Returns `true` if a rule is about another game and nothing else.
pub(super) fn offers_game(rule: &QuestionRule) -> bool {
    matches!(&rule.asks, Asks::Questions(asked) if *asked == [Question::PlayAgain])
}

/// Returns `true` if a rule asks for something that can always be declined.
pub(super) fn is_harmless(rule: &QuestionRule) -> bool {
    let optional = [Question::Remove, Question::Undo, Question::Block];
    matches!(&rule.asks, Asks::Questions(asked) if asked.iter().all(|question| optional.contains(question)))
}
