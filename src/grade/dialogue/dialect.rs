//! What was found out about a submission, as a dialect that can be pasted into a spec.

use super::{PlayedDialogue, Table};
use crate::observe::{CellSize, MemoryBoard};
use crate::play::Close;
use crate::spec::Asks;

/// A dialect as it is written in a spec.
#[derive(Clone, Debug, Default)]
pub(in crate::grade) struct Written {
    submissions: String,
    /// Each question as a pattern, with what it asks.
    questions: Vec<(String, String)>,
    options: Vec<(String, String)>,
    board: Option<String>,
}

impl Written {
    /// The dialect in one line.
    pub(super) fn inline(&self) -> String {
        let mut parts = vec![format!("submissions: {}", quoted(&self.submissions))];
        if !self.questions.is_empty() {
            let questions =
                self.questions.iter().map(|(when, asks)| format!("{{ when: {}, {asks} }}", quoted(when)));
            parts.push(format!("questions: [{}]", questions.collect::<Vec<_>>().join(", ")));
        }
        if !self.options.is_empty() {
            let options = self.options.iter().map(|(name, value)| format!("{name}: {value}"));
            parts.push(format!("options: {{ {} }}", options.collect::<Vec<_>>().join(", ")));
        }
        parts.extend(self.board.iter().map(|board| format!("board: {board}")));
        format!("dialects: [{{ {} }}]", parts.join(", "))
    }
}

impl Table<'_> {
    /// What was found out, and the question that nothing answers, if there is one.
    pub(in crate::grade) fn dialect(&self, id: &str, played: &[PlayedDialogue]) -> Written {
        let asks = |asks: &Asks| match asks {
            Asks::Questions(questions) => match questions.first() {
                Some(question) => format!("ask: {}", question.id()),
                None => "type: \"\"".to_owned(),
            },
            Asks::Always(keys) => format!("type: {}", quoted(&String::from_utf8_lossy(keys))),
            Asks::Declined => "decline: true".to_owned(),
            Asks::Again => "again: true".to_owned(),
        };
        let mut questions: Vec<(String, String)> =
            self.manner.guesses.iter().map(|guess| (pattern(&guess.question), asks(&guess.asks))).collect();
        let unknown = played.iter().find_map(|played| match &played.talk.close {
            Close::Unknown { question, permitted, .. } => Some((question, permitted.first())),
            _ => None,
        });
        if let Some((question, permitted)) = unknown {
            let ask = permitted.map_or("type: \"\"".to_owned(), |question| format!("ask: {}", question.id()));
            questions.push((pattern(question), ask));
        }
        let options =
            self.manner.settings.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let board = self.window.as_ref().map(|window| &window.board);
        let board = board.or(self.sought.store.as_ref().map(|store| &store.board));
        Written {
            submissions: id.to_owned(),
            questions,
            options,
            board: board.map(|board| self.board(board)),
        }
    }

    /// A board in memory as a dialect describes it.
    fn board(&self, board: &MemoryBoard) -> String {
        let MemoryBoard { label, offset, cell, step, pitch, from_bottom, pieces: [one, two] } = board;
        let cell = match cell {
            CellSize::Byte => "byte",
            CellSize::Half => "half",
            CellSize::Word => "word",
        };
        let first = if *from_bottom { "bottom" } else { "top" };
        let symbols = self.program.symbols();
        let after = symbols.partition_point(|symbol| symbol.address <= *offset);
        let near = after.checked_sub(1).map(|last| &symbols[last]);
        let near = near.filter(|symbol| label.is_empty() && offset - symbol.address < 1 << 12);
        let place = match (label.is_empty(), near) {
            (false, _) => format!("label: {label}, offset: {offset}"),
            (true, Some(symbol)) => format!("label: {}, offset: {}", symbol.name, offset - symbol.address),
            (true, None) => format!("offset: {offset}"),
        };
        format!(
            "{{ {place}, cell: {cell}, step: {step}, pitch: {pitch}, first-row: {first}, pieces: [{one}, {two}] }}"
        )
    }
}

/// A pattern that fits a question, whatever numbers stand in it.
fn pattern(question: &str) -> String {
    let mut text = String::new();
    let mut was_digit = false;
    for c in question.trim().chars() {
        match c {
            '0'..='9' if was_digit => {}
            '0'..='9' => text.push_str("[0-9]+"),
            c if c.is_alphanumeric() || c == ' ' => text.push(c),
            c if c.is_whitespace() => text.push_str("[ \\t]+"),
            c => {
                if matches!(
                    c,
                    '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '^' | '$' | '|'
                ) {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        was_digit = c.is_ascii_digit();
    }
    text
}

/// A text in single quotation marks, as YAML has them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::{pattern, quoted};

    #[test]
    fn patterns_fit_the_questions_that_they_are_made_from() {
        for question in ["Where? (1-7) > ", ":", "Alice's turn [y/n]:", "$ ^ .*", "cột\tnào 1..7"] {
            let made = crate::observe::Pattern::new(&pattern(question)).expect("a pattern");
            let folded = crate::observe::fold(question);
            assert!(made.find(&folded).is_some(), "{question} {}", pattern(question));
        }
        assert_eq!(quoted("Alice's"), "'Alice''s'");
    }
}
