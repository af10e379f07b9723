//! Keys that a question lists, `D/R/U/B/E: `, with a legend above it that explains them: `| D drop   R remove a piece |`.

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, PoisonError};

use super::guess::Choices;
use super::menu::{Choice, Means};
use super::numbers::explained_beyond;
use super::{MOST_KNOWN, PromptRules};
use crate::console::Request;
use crate::observe::{Line, Page, Pattern, built_in, words_at};
use crate::play::labels_columns;
use crate::referee::Question;

/// Keys at the end of a question, which may be in brackets, `(ENTER/U/B)>`; letters also with words between them: `u or b?`.
static LIST: LazyLock<Pattern> = LazyLock::new(|| {
    let letters = r"[[:alpha:]](?:(?:[ \t]*[/|,][ \t]*|[ \t]+(?:or|hay|hoặc)[ \t]+)[[:alpha:]])+";
    let key = r"(?:enter|return|\w)";
    built_in(&format!(r"(?:^|[ \t(\[])({key}(?:[/|,]{key})+|{letters})[)\] \t:>?]*$"))
});

/// The key ENTER in brackets, behind what it does: `Done (Enter), u or b?`.
static ENTER: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"([[:alpha:]][[:alpha:] ]*?)[ \t]*[(\[<](?:enter|return)[)\]>]"));

/// A key with what it does, anywhere in a line: `d=drop r=take`.
static EQUATION: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"(?:^|[ \t,;|(\[])(\w)[ \t]*(?:=>?|-+>)[ \t]*[[:alpha:]]{2}"));

/// What stands between the parts of a line, each of which may explain a key.
const PARTS: [char; 4] = [',', ';', '|', ':'];

/// The end of the text that explains a key.
const ENDS: [&str; 5] = ["  ", "\t", "|", ";", ","];

/// What letters may mean where a column is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Letters {
    #[default]
    Nothing,
    /// The program writes letters over columns, or under them, and may take these as well as numbers.
    Columns,
}

/// What the texts of a program explain; they may be printed once, or only to those who ask for help.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Keys, each with what it says there.
    pub(super) explained: Vec<(String, String)>,
    /// What letters may mean where a column is asked for.
    pub(super) letters: Letters,
    /// The commands of which there is a table.
    pub(super) commands: Vec<Choice>,
    /// Numbers beyond the columns.
    pub(super) beyond: Vec<RangeInclusive<usize>>,
}

impl PromptRules<'_> {
    /// Keeps what a program's texts say of keys with which lines or their parts begin, or that they equal to something.
    pub fn read_texts(&mut self, texts: &Page) {
        let explained = texts.lines().iter().flat_map(|line| {
            let line = line.folded();
            let first = line.split(PARTS).filter_map(|part| {
                let key = first_key(part)?;
                Some((key, explained(part, key)?))
            });
            first.chain(equations(line)).map(|(key, text)| (typed(key).to_owned(), text.to_owned()))
        });
        let are_labels = |line: &Rc<Line>| labels_columns(line.folded());
        let are_columns = texts.lines().iter().any(are_labels);
        self.texts = Arc::new(Texts {
            explained: explained.collect(),
            letters: if are_columns { Letters::Columns } else { Letters::Nothing },
            commands: self.commands_in(texts),
            beyond: explained_beyond(texts, self.dialogue.assignment.board().1),
        });
    }

    /// The choices of a prompt without a word, after a move, if the program's texts explain the keys for them.
    pub fn explained_choices(&self, prompt: &Line, request: Request) -> Option<Choices> {
        if prompt.has_word() || request.is_number() {
            return None;
        }
        let meant = |wanted: Means| {
            let mut keys = self.texts.explained.iter().filter(|(_, text)| self.means_of(text) == wanted);
            keys.next().map(|(key, _)| key.clone())
        };
        let act = |act: Question| Some((act, meant(Means::Act(act))?));
        let acts: Vec<(Question, String)> =
            [Question::Undo, Question::Block].into_iter().filter_map(act).collect();
        let none = meant(Means::Decline).filter(|_| !acts.is_empty())?;
        Some(Choices { acts, none })
    }

    /// The choices of a question that lists their keys and no more, as the lines above explain them, or else the program's texts; none
    /// if it lists none.
    pub(super) fn choices_of_legend(&self, page: &Page, own: &Line) -> Vec<Choice> {
        let list = LIST.captures(own.folded());
        let Some(list) = list.as_ref().and_then(|list| list.get(1)) else { return Vec::new() };
        // `Column 1-7 or a letter (t, w, z, e):` asks for a column.
        let is_in_brackets = own.folded()[..list.start()].ends_with(['(', '[']);
        if is_in_brackets && !list.as_str().split(|c: char| !is_of_word(c)).any(is_enter) {
            return Vec::new();
        }
        let mut legends = self.legends.lock().unwrap_or_else(PoisonError::into_inner);
        // It may be shown where a turn begins, and not below what was played.
        let known = legends.get(list.as_str());
        let means = |key: &str| {
            let is_known = |means: &Means| *means != Means::Unknown;
            let above = page.lines().iter().rev().filter(|line| line.number() != own.number());
            let above =
                above.filter_map(|line| explained(line.folded(), key)).map(|text| self.means_of(text));
            let before = known
                .into_iter()
                .flatten()
                .filter(|choice| choice.key == typed(key))
                .map(|choice| choice.means);
            let written = self
                .texts
                .explained
                .iter()
                .filter(|(of, _)| of == typed(key))
                .map(|(_, text)| self.means_of(text));
            above.chain(before).chain(written).find(is_known).unwrap_or(Means::Unknown)
        };
        let choice = |key: &str| Choice { key: typed(key).to_owned(), means: means(key) };
        // Of the list only ENTER and the words between the keys have more than one letter.
        let keys = list.as_str().split(|c: char| !is_of_word(c));
        let keys = keys.filter(|key| key.chars().count() == 1 || is_enter(key));
        let enter = ENTER.captures(&own.folded()[..list.start()]);
        let enter = enter.and_then(|found| Some(self.means_of(found.get(1)?.as_str())));
        let enter = enter.map(|means| Choice { key: String::new(), means });
        let choices: Vec<Choice> = keys.map(choice).chain(enter).collect();
        if choices.iter().all(|choice| choice.means == Means::Unknown) {
            return Vec::new();
        }
        let is_new = known.is_none_or(|known| *known != choices);
        if is_new && (known.is_some() || legends.len() < MOST_KNOWN) {
            legends.insert(list.as_str().to_owned(), choices.clone());
            self.menus.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        choices
    }
}

fn is_enter(key: &str) -> bool {
    key.eq_ignore_ascii_case("enter") || key.eq_ignore_ascii_case("return")
}

/// The text to type for a key of a list.
fn typed(key: &str) -> &str {
    if is_enter(key) { "" } else { key }
}

/// Returns `true` for a character that may be a key.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The key with which a text begins.
fn first_key(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().filter(|word| (word.chars().count() == 1 || is_enter(word)) && words.next().is_some())
}

/// The keys that a line equals to something, each with that.
fn equations(line: &str) -> Vec<(&str, &str)> {
    let mut keys: Vec<std::ops::Range<usize>> = Vec::new();
    let mut from = 0;
    while let Some(captures) = line.get(from..).and_then(|rest| EQUATION.captures(rest)) {
        let Some(key) = captures.get(1) else { break };
        keys.push(from + key.start()..from + key.end());
        from += key.end();
    }
    let ends = keys.iter().skip(1).map(|next| next.start).chain([line.len()]);
    let equation = |(key, end): (&std::ops::Range<usize>, usize)| {
        let text = line[key.end..end].trim_start_matches([' ', '\t', '=', '>']);
        let stop = text.find(['|', ',', ';', ')', ']']).unwrap_or(text.len());
        (&line[key.clone()], &text[..stop])
    };
    keys.iter().zip(ends).map(equation).collect()
}

/// The text that a line has behind a key.
fn explained<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let behind = |at: usize| {
        let text = line[at + key.len()..].trim_start_matches([' ', '\t', '=', ':', '-', '>', ')', '.']);
        let end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        Some(&text[..end]).filter(|text| text.contains(char::is_alphabetic))
    };
    words_at(line, key).find_map(behind)
}

#[cfg(test)]
mod tests {
    use super::{equations, explained};

    #[test]
    fn keys_are_equal_to_what_they_do() {
        let line = "4 in row. key: d=drop r=take | after: u=undo b = block";
        let expected = [("d", "drop "), ("r", "take "), ("u", "undo "), ("b", "block")];
        assert_eq!(equations(line), expected);
        assert_eq!(equations("X=Bo wins, a = 1"), [("X", "Bo wins")]);
    }

    #[test]
    fn the_text_behind_a_key_explains_it() {
        for (line, key, text) in [
            ("| D drop      R remove a piece |", "R", Some("remove a piece ")),
            ("| D drop      R remove a piece |", "D", Some("drop")),
            ("U = undo; E = end my turn", "U", Some("undo")),
            ("| X | O |", "X", None),
        ] {
            assert_eq!(explained(line, key), text, "{line}");
        }
    }
}
