//! The forms in which answers may be typed other than as usual: places on the board, and both names at once.

use std::sync::LazyLock;

use super::Table;
use super::revise::Suspect;
use crate::observe::{Pattern, built_in, fold};
use crate::play::{labels_columns, shows_first_and_last_letter};
use crate::referee::Question;

/// A question, and the form in which its answers are typed.
pub(super) type Form = (Question, String);

/// The forms in which a cell may be typed, the likeliest first.
pub(super) const CELLS: [&str; 11] = [
    "{row} {column}",
    "{column} {row}",
    "{row}{column}",
    "{column}{row}",
    "{column},{row}",
    "{row-letter}{column}",
    "{column}{row-letter}",
    "{column-letter}{row}",
    "{row}{column-letter}",
    "{cell}",
    "{cell0}",
];
/// The same for the names of both players.
const BOTH_NAMES: [&str; 5] = [
    "{name},{other-name}",
    "{name} {other-name}",
    "{name}/{other-name}",
    "{name};{other-name}",
    "{name}-{other-name}",
];
/// The same for rows.
const ROWS: [&str; 1] = ["{row-letter}"];
/// The most words that are tried before a column.
const MOST_COMMANDS: usize = 3;
/// A word with one place to be filled in, `drop <column>`, `play [n]`, `drop COLUMN` or `drop C`, or told together with a column: `"drop" and a column`.
/// The third or fourth group is a key that the place touches: `C<column>`, `D4   drop a piece in column 4`.
static COMMAND: LazyLock<Pattern> = LazyLock::new(|| {
    let in_brackets = r"(?:<[^<>]{1,16}>|\[\w{1,6}\])(?:[^ \t<\[]|[ \t]+[^ \t<\[]|[ \t]*$)";
    // One letter or digit may be a word too, unless the command ends behind it.
    let in_capitals = r"(?-i:COLUMN|COL|COT)\b";
    let place =
        format!(r#"(?:{in_brackets}|{in_capitals}|\w(?:[ \t]*[/|,;:)\]>='"-]|[ \t]{{2,}}|\t|[ \t]*$))"#);
    let joined =
        r"(?:and|then|with|plus|followed by|và|rồi)[ \t]+(?:(?:a|the|your)[ \t]+)?(?:column|số cột|cột)\b";
    let drops = r"[^a-z0-9]{1,8}(?:to[ \t]+)?(?:drop|put|place|play|insert|thả|đặt)s?\b";
    built_in(&format!(
        r#"\b([a-z]+)[ \t]+{place}|['"]([a-z]+)['"][ \t]+{joined}|\b([a-z]{{1,8}})<[^<>]{{1,16}}>(?:[^<]|$)|\b([a-z])[1-7]\b{drops}"#
    ))
});

/// A form whose letters are small where an example has them so.
pub(super) fn in_case_of(form: &str, example: &str) -> String {
    let has = |case: fn(&char) -> bool| {
        // The piece `O` is no example, nor the word for a cell in `Ô cần xóa, ví dụ b4:`.
        let is_example = |word: &&str| word.len() < 3 && !matches!(*word, "O" | "X");
        let words = example.split(|c: char| !c.is_alphanumeric()).filter(is_example);
        words.flat_map(str::chars).any(|c| case(&c))
    };
    let is_small = has(char::is_ascii_lowercase) && !has(char::is_ascii_uppercase);
    if is_small { form.replace("-letter}", "-small-letter}") } else { form.to_owned() }
}

impl Table<'_> {
    /// The forms in which a place may be typed other than as usual, if that is what is asked.
    pub(super) fn forms(&self, question: Question, asked: &Suspect) -> Vec<Form> {
        let owned = |forms: &[&str]| forms.iter().map(|form| (*form).to_owned()).collect();
        let mut forms: Vec<String> = match question {
            Question::Row => owned(&ROWS),
            Question::Column => self.forms_of_columns(&asked.line),
            Question::Cell => owned(&CELLS),
            Question::Name if asked.question == Some(Question::Name) => owned(&BOTH_NAMES),
            _ => Vec::new(),
        };
        // One number has nothing but digits.
        let is_number = asked.request.is_number();
        forms.retain(|form| !is_number || !(form.contains([' ', ',', '-']) || form.contains("letter")));
        // `Row (a-f)`: a program that shows small letters may know no others.
        let mut in_either_case: Vec<String> = Vec::new();
        for form in forms.into_iter().flat_map(|form| [in_case_of(&form, &asked.line), form]) {
            if !in_either_case.contains(&form) {
                in_either_case.push(form);
            }
        }
        in_either_case.into_iter().map(|form| (question, form)).collect()
    }

    /// The forms in which a column may be typed other than as a number, where this is asked.
    pub(super) fn forms_of_columns(&self, question: &str) -> Vec<String> {
        let question = fold(question);
        // `Choose a column (A-G)`, or the labels of a board.
        let asks_for_letter = || Some(question.as_str()).filter(|line| shows_first_and_last_letter(line));
        let labels = self.written().lines().iter().map(|line| line.folded());
        let example = labels.into_iter().find(|line| labels_columns(line)).or_else(asks_for_letter);
        let letter = example.map(|example| in_case_of("{column-letter}", example));
        letter.into_iter().chain(self.commands_of_columns()).collect()
    }

    /// The commands that a program writes about with a column, as in `drop <column>`.
    fn commands_of_columns(&self) -> Vec<String> {
        let mut commands: Vec<String> = Vec::new();
        for line in self.written().lines() {
            let Some(found) = COMMAND.captures(line.folded()) else { continue };
            let word = found.get(1).or_else(|| found.get(2)).map(|word| format!("{} ", word.as_str()));
            let touching = found.get(3).or_else(|| found.get(4)).map(|key| key.as_str().to_owned());
            let command = word.or(touching).map(|before| format!("{before}{{column}}"));
            commands.extend(command.filter(|command| !commands.contains(command)));
        }
        commands.truncate(MOST_COMMANDS);
        commands
    }
}
