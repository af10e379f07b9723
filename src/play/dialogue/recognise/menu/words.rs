//! Choices that are typed as the words that name them.

use std::iter;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use super::super::super::typing::single_keys;
use super::super::PromptRules;
use super::super::looks::Looks;
use super::marks::VERBS;
use super::{Choice, Means, Menu, PATTERNS, SEPARATOR, parts, shows_columns};
use crate::console::Request;
use crate::observe::{Line, Pattern, built_in};
use crate::referee::Question;

/// A word in capitals that is a command has at least this many letters.
const SHORTEST_COMMAND: usize = 3;

/// A word that is to be typed, and what it is for; the first group is there where it is told to type it.
static TOLD: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r#"(\b(?:type|typing|enter|entering|write|say|input|nhập|gõ|viết)[ \t]+)?['"<\[]?\b([[:alpha:]]{3,}|ok)['">\]]?(?:[ \t]+(?:to|for|if|when|để|nếu|khi)[ \t]+|[ \t]*[=(:][ \t]*)(.+)"#,
    )
});

/// A word, and what it is said to be equal to.
static EQUATED: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r#"^\W*([[:alpha:]]{2,})['">\]]?[ \t]*=+>?[ \t]*([[:alpha:]].*)"#));

/// Words that are told to be typed in a list: `Type drop or remove:`.
static TOLD_LIST: LazyLock<Pattern> = LazyLock::new(|| {
    let word = r#"['"]?[[:alpha:]]{2,}['"]?"#;
    built_in(&format!(r"\b{TYPE}[ \t]+({word}(?:{SEPARATOR}{word})+)\W*$"))
});

/// A word that is told to be typed, whatever it does: `Misclick? type undo.`
static TOLD_WORD: LazyLock<Pattern> =
    LazyLock::new(|| built_in(&format!(r#"\b{TYPE}[ \t]+['"]?([[:alpha:]]{{2,}})['"]?\W*(?:[.,;:?!)]|$)"#)));

/// A verb, the letter to press, and what it does.
static VERB_AND_LETTER: LazyLock<Pattern> =
    LazyLock::new(|| built_in(&format!(r"^(?:{VERBS})[ \t]+([[:alpha:]][ \t].*)$")));

/// What a status shows: in `undos=3` no word is to be typed.
static VALUE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"[[:alpha:]]+[ \t]*[=:][ \t]*\d"));

/// Verbs behind which stands what is typed.
const TYPE: &str = "(?:type|typing|enter|entering|write|writing|say|input|nhập|gõ|viết)";

/// Words that end a turn by themselves.
const ENDS: [&str; 8] = ["done", "end", "finish", "pass", "keep", "continue", "xong", "tiep"];

/// What may stand around a word that is typed as it is.
const MARKS: [char; 6] = ['\'', '"', '<', '>', '[', ']'];

/// What may stand around a key.
const BRACKETS: [char; 6] = ['[', ']', '(', ')', '<', '>'];

/// A line in which words in capitals stand out has at least this many others.
const FEWEST_OTHERS: usize = 3;

impl PromptRules<'_> {
    /// The words between which a line lets players choose, if it does not tell to type them.
    pub(in super::super) fn choice_words(&self, line: &str) -> Vec<Choice> {
        let Some(list) = PATTERNS.words.find(line).and_then(|found| line.get(found)) else {
            return Vec::new();
        };
        // `[done] [undo]`.
        let words = match PATTERNS.separator.find(list) {
            Some(_) => parts(list),
            None => list.split_whitespace().collect(),
        };
        let words: Vec<&str> = words.into_iter().map(|word| word.trim_matches(MARKS)).collect();
        // `undo or not?` wants a yes or a no.
        if words.iter().any(|word| ["not", "no", "khong"].contains(&word.to_lowercase().as_str())) {
            return Vec::new();
        }
        // `Done, undo or block?` begins with a capital as sentences do.
        let is_small = |word: &&str| word.starts_with(char::is_lowercase);
        let begins_sentence = words.len() > 1 && words[1..].iter().all(is_small);
        let key = |word: &str| if begins_sentence { word.to_lowercase() } else { word.to_owned() };
        words.into_iter().map(|word| Choice { key: key(word), means: self.means_of(word) }).collect()
    }

    /// The words that a line tells to type, two at least, of which one is known.
    pub(in super::super) fn told_words(&self, line: &str) -> Vec<Choice> {
        let is_known = |choice: &Choice| matches!(choice.means, Means::Act(_) | Means::Decline);
        let is_list = |choices: &Vec<Choice>| choices.len() > 1 && choices.iter().any(is_known);
        let word = |word: &str| Choice { key: word.to_owned(), means: self.means_of(word) };
        let listed = || {
            let list = TOLD_LIST.captures(line).and_then(|found| found.get(1).map(|list| list.as_str()));
            parts(list.unwrap_or_default()).into_iter().map(|part| word(part.trim_matches(MARKS))).collect()
        };
        let one_by_one = || {
            let found = TOLD_WORD
                .find_all(line)
                .into_iter()
                .filter_map(|place| Some(word(TOLD_WORD.captures(&line[place])?.get(1)?.as_str())));
            found.collect()
        };
        let explained = self.explained_words(line);
        iter::once(explained)
            .chain(iter::once_with(listed))
            .chain(iter::once_with(one_by_one))
            .find(is_list)
            .unwrap_or_default()
    }

    /// The menu of a line whose choices are typed as words.
    pub(super) fn of_typed_words(&self, line: &str, inline: &Looks) -> Option<Menu> {
        let others = || {
            self.of_words_or_enter(line, inline)
                .or_else(|| self.of_bare_words(line))
                .or_else(|| Menu::of(&inline.words, 1))
        };
        let has_keys = !single_keys(last_bracket(line).unwrap_or(line)).is_empty();
        Menu::of(&inline.told, 1).or_else(|| if has_keys { None } else { others() })
    }

    /// The choices of a line that ends with a list of their keys: each key belongs to the text in the same place, or else to the
    /// word that begins with it.
    pub(in super::super) fn listed_choices(&self, line: &str) -> Vec<Choice> {
        let Some(found) = PATTERNS.keys.captures(line) else { return Vec::new() };
        let (Some(list), Some(keys)) = (found.get(0), found.get(1)) else { return Vec::new() };
        let (text, keys) = (&line[..list.start()], parts(keys.as_str()));
        let texts = parts(text);
        let begins = |word: &&str, key: &str| {
            word.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key))
        };
        let choice = |(nth, key): (usize, &&str)| {
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            let means = if texts.len() == keys.len() {
                Some(texts[nth])
            } else {
                words.find(|word| begins(word, key))
            };
            Choice { key: (*key).to_owned(), means: means.map_or(Means::Unknown, |text| self.means_of(text)) }
        };
        keys.iter().enumerate().map(choice).collect()
    }

    /// The choices of a line whose parts each begin with a letter or with ENTER: `ENTER keep / u undo / b block >`. A verb may stand
    /// before the letter: `Press K to keep, U undo, B block:`. The numbers of the columns may be a part too.
    pub(in super::super) fn keyed_parts(&self, line: &str) -> Vec<Choice> {
        let list = line.trim_end_matches(|c: char| !c.is_alphanumeric());
        let list = list.rsplit(['?', ':']).next().unwrap_or(list);
        let choice = |part: &str| {
            let part = part.trim();
            let part = VERB_AND_LETTER
                .captures(part)
                .and_then(|found| found.get(1))
                .map_or(part, |rest| &part[rest.start()..]);
            let (key, text) = part.split_once(' ')?;
            let key = key.trim_matches(BRACKETS);
            let is_letter = |key: &str| matches!(key.as_bytes(), [letter] if letter.is_ascii_alphabetic());
            // Pieces and words are no keys.
            let is_word = |key: &str| "aixo".contains(&key.to_lowercase());
            // `Enter 99 to undo, enter u to ...` names other keys.
            let first = text.split_whitespace().next().unwrap_or_default();
            let is_text = first.len() > 1 && !first.starts_with(|c: char| c.is_ascii_digit());
            let is_enter = key.eq_ignore_ascii_case("enter") && is_text;
            let key = if is_enter { "" } else { Some(key).filter(|key| is_letter(key) && !is_word(key))? };
            Some(Choice { key: key.to_owned(), means: self.means_of(text) })
        };
        // The columns are no key: `1-7 drops a piece, N nho co`.
        let is_choice = |part: &&str| !shows_columns(part);
        let parts = || list.split(['/', '|', ',', ';']).filter(is_choice);
        let fewest = if shows_columns(list) { 1 } else { 2 };
        let choices: Option<Vec<Choice>> = parts().map(choice).collect();
        // In `W warp, J jam the radio, G go` each word begins with its key, whatever it means.
        let is_initial = |part: &str| {
            let mut words = part.split_whitespace().map(|word| word.trim_matches(BRACKETS));
            let initial = |word: &str| word.chars().next().map(|initial| initial.to_ascii_lowercase());
            matches!((words.next(), words.next()), (Some(key), Some(word))
                if key.eq_ignore_ascii_case("enter") || key.len() == 1 && initial(key) == initial(word))
        };
        let are_keys = |choices: &Vec<Choice>| {
            let has_act = choices.iter().any(|choice| matches!(choice.means, Means::Act(_)));
            choices.len() >= fewest && (has_act || parts().all(is_initial))
        };
        choices.filter(are_keys).unwrap_or_default()
    }

    /// The words of a line that says what each is for, two at least: `Type done to end your turn, undo to take the move back`.
    fn explained_words(&self, line: &str) -> Vec<Choice> {
        let choice = |part: &&str| {
            let told = TOLD.captures(part)?;
            let (word, text) = (told.get(2)?.as_str(), told.get(3)?.as_str());
            let means = match self.means_of(word) {
                Means::Unknown => self.means_of(text),
                means => means,
            };
            Some((told.get(1).is_some(), Choice { key: word.to_owned(), means }))
        };
        let told = parts(line).iter().filter_map(choice).collect::<Vec<_>>();
        // `Bob to move, Alice to wait` tells nobody to type anything.
        let is_told = told.len() > 1 && told.first().is_some_and(|(is_told, _)| *is_told);
        if is_told { told.into_iter().map(|(_, choice)| choice).collect() } else { self.equated_words(line) }
    }

    /// The words of a line in which each is equal to what it does: `ENTER = pass on, oops = take back, hold = the other one waits`.
    fn equated_words(&self, line: &str) -> Vec<Choice> {
        let choice = |part: &str| {
            let equated = EQUATED.captures(part)?;
            let (word, text) = (equated.get(1)?.as_str(), equated.get(2)?.as_str());
            let is_enter = ["enter", "return"].iter().any(|enter| word.eq_ignore_ascii_case(enter));
            let key = if is_enter { String::new() } else { word.to_owned() };
            Some(Choice { key, means: self.means_of(text) })
        };
        let choices: Option<Vec<Choice>> = parts(line).into_iter().map(choice).collect();
        let is_act = |choice: &Choice| matches!(choice.means, Means::Act(_));
        choices.filter(|choices| choices.iter().any(is_act)).unwrap_or_default()
    }

    /// The menu of a line in which words that mean an act by themselves, two at least, stand with one that ends the turn, whatever else
    /// it says: `Are you content? Then type done. If you regret it, type undo, or block to move again.`
    pub(super) fn of_bare_words(&self, line: &str) -> Option<Menu> {
        let mut choices: Vec<Choice> = Vec::new();
        let values = VALUE.find_all(line);
        let is_mark = |c: char| !c.is_alphanumeric();
        let mut end = 0;
        for part in line.split_inclusive(is_mark) {
            let (at, word) = (end, part.trim_end_matches(is_mark));
            end += part.len();
            // `Done? (ok / undo / block)` asks for another word.
            let is_question = at == 0 && part.ends_with('?');
            if word.len() < 2 || is_question || values.iter().any(|value| value.contains(&at)) {
                continue;
            }
            let means = match self.means_of(word) {
                Means::Decline if ENDS.contains(&word.to_lowercase().as_str()) => Means::Decline,
                Means::Act(act) if act != Question::Drop => Means::Act(act),
                _ => continue,
            };
            if !choices.iter().any(|known| known.means == means) {
                choices.push(Choice { key: word.to_owned(), means });
            }
        }
        let ends = choices.iter().any(|choice| choice.means == Means::Decline);
        Menu::of(&choices, 2).filter(|_| ends)
    }

    /// The same of the lines above a prompt, given the lines with words, the last one first: the prompt may have none, or say no more
    /// than `Enter:` below a list.
    pub(super) fn of_words_above<'l>(
        &self,
        mut lines: impl Iterator<Item = &'l Rc<Line>>,
        last: &Line,
        request: Request,
    ) -> Option<Menu> {
        let own = lines.next().filter(|_| request == Request::Text)?;
        let is_above = !last.has_word() && single_keys(own.folded()).is_empty();
        let of_line = is_above.then(|| self.of_bare_words(own.folded())).flatten();
        of_line.or_else(|| self.of_first_words(lines))
    }

    /// The same of the words with which lines begin, each apart from what it says: `- undo     take the move back`.
    fn of_first_words<'l>(&self, lines: impl Iterator<Item = &'l Rc<Line>>) -> Option<Menu> {
        let first = |line: &'l Rc<Line>| {
            let line = line.folded().trim_start_matches(|c: char| !c.is_alphanumeric());
            let (word, text) = line.split_once(char::is_whitespace)?;
            text.starts_with([' ', '\t', '-', '=', ':']).then_some(word)
        };
        let words: Vec<&str> = lines.map_while(first).collect();
        self.of_bare_words(&words.join(" "))
    }

    /// The words in capitals between others, as in `1-7, FIRE at a piece, HOLD the rival`: commands with what they do.
    pub(in super::super) fn commands(&self, line: &str) -> Vec<Choice> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut others = 0;
        let mut start = 0;
        for part in line.split_inclusive(|c| !is_letter(c)) {
            let word = part.trim_end_matches(|c| !is_letter(c));
            if word.len() >= SHORTEST_COMMAND && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
                words.push(start..start + word.len());
            } else {
                others += usize::from(word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_lowercase()));
            }
            start += part.len();
        }
        // `VIOLATION! That is no column from 1 to 7.` offers nothing.
        if others < FEWEST_OTHERS || !line.trim_end().ends_with(['>', ':', '?']) {
            return Vec::new();
        }
        let ends = words.iter().skip(1).map(|next| next.start).chain([line.len()]);
        let choice = |(word, end): (&Range<usize>, usize)| {
            let means = match self.means_of(&line[word.end..end]) {
                Means::Unknown => self.means_of(&line[word.clone()]),
                means => means,
            };
            Choice { key: line[word.clone()].to_owned(), means }
        };
        words.iter().zip(ends).map(choice).collect()
    }

    /// The acts that a line names in quotes.
    pub(in super::super) fn quoted_acts(&self, line: &str) -> Vec<Choice> {
        let mut found = Vec::new();
        let mut rest = line;
        while let Some(captures) = PATTERNS.quoted.captures(rest) {
            let (Some(whole), Some(word)) = (captures.get(0), captures.get(1)) else { break };
            let means = self.means_of(word.as_str());
            let is_act = matches!(means, Means::Act(act) if act != Question::Drop);
            found.extend(is_act.then(|| Choice { key: word.as_str().to_owned(), means }));
            rest = &rest[whole.end()..];
        }
        found
    }

    /// The menu of a line that names ENTER for what does nothing and the words for its acts: `Enter to go on, or undo / block:`,
    /// `Type undo or press enter:`.
    pub(super) fn of_words_or_enter(&self, line: &str, looks: &Looks) -> Option<Menu> {
        let does_nothing = || {
            let enter = PATTERNS.enter.captures(line);
            let text = enter.as_ref().and_then(|found| found.get(1));
            text.is_some_and(|text| self.means_of(text.as_str()) == Means::Decline)
        };
        if PATTERNS.last_enter.find(line).is_none() && !does_nothing() {
            return None;
        }
        let typed = PATTERNS.typed.captures(line).and_then(|found| Some(found.get(1)?.as_str().to_owned()));
        let typed = typed.map(|word| Choice { means: self.means_of(&word), key: word });
        let is_act = |choice: &Choice| matches!(choice.means, Means::Act(_));
        let mut choices: Vec<Choice> = looks.words.iter().filter(|choice| is_act(choice)).cloned().collect();
        let is_new = |choice: &Choice| !choices.iter().any(|known| known.key == choice.key);
        choices.extend(typed.filter(|choice| is_act(choice) && is_new(choice)));
        choices.push(Choice { key: String::new(), means: Means::Decline });
        Menu::of(&choices, 1)
    }
}

/// The text in brackets with which a prompt ends, in front of its mark: numbers of a status before it are no keys.
fn last_bracket(line: &str) -> Option<&str> {
    let text = line.trim_end_matches([' ', '\t', '>', ':', '?', '$', '#', '%']).strip_suffix(')')?;
    Some(&text[text.rfind('(')? + 1..])
}
