//! The facts inferred about a submission, as a dialect that can be pasted into a spec.

use super::Table;
use super::notes::{Kind, Note};
use crate::console::Place;
use crate::observe::{CellSize, Line, MemoryBoard, Pattern};
use crate::play::{Choices, PromptRules};
use crate::referee::{Question, TurnsEnd};
use crate::spec::{Asks, LAST_KEYS, LETTERS, MOVES, QuestionRule, Words};

/// A dialect as it is written in a spec.
#[derive(Clone, Debug, Default)]
pub(in crate::grade) struct Written {
    submissions: String,
    rules: Vec<WrittenRule>,
    options: Vec<(String, String)>,
    /// What was found by trial of how it is used.
    manner: Vec<String>,
    board: Option<String>,
    words: Vec<(&'static str, Vec<String>)>,
}

/// A question, between braces.
#[derive(Clone, Debug)]
struct WrittenRule {
    keys: String,
    /// The place where it is asked, and the decision that is left to staff.
    remark: String,
}

impl Written {
    /// The dialect in one line, between braces.
    pub(super) fn inline(&self) -> String {
        let mut parts = vec![format!("submissions: {}", quoted(&self.submissions))];
        if !self.rules.is_empty() {
            let rules: Vec<String> = self.rules.iter().map(|rule| format!("{{ {} }}", rule.keys)).collect();
            parts.push(format!("questions: [{}]", rules.join(", ")));
        }
        parts.extend(self.options());
        parts.extend(self.manner.iter().cloned());
        parts.extend(self.board.iter().map(|board| format!("board: {board}")));
        parts.extend(self.words());
        format!("{{ {} }}", parts.join(", "))
    }

    /// The dialect as an entry of the list, in lines.
    pub(super) fn entry(&self) -> String {
        let mut lines = vec![format!("- submissions: {}", quoted(&self.submissions))];
        if !self.rules.is_empty() {
            lines.push("  questions:".to_owned());
            for WrittenRule { keys, remark } in &self.rules {
                let remark = if remark.is_empty() { String::new() } else { format!(" # {remark}") };
                lines.push(format!("    - {{ {keys} }}{remark}"));
            }
        }
        let rest = self.options().into_iter();
        let rest = rest.chain(self.manner.iter().cloned());
        let rest = rest.chain(self.board.iter().map(|board| format!("board: {board}"))).chain(self.words());
        lines.extend(rest.map(|line| format!("  {line}")));
        lines.join("\n") + "\n"
    }

    fn options(&self) -> Option<String> {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        (!options.is_empty()).then(|| format!("options: {{ {} }}", options.join(", ")))
    }

    fn words(&self) -> Option<String> {
        let lists: Vec<String> =
            self.words.iter().map(|(name, patterns)| format!("{name}: {}", list(patterns))).collect();
        (!lists.is_empty()).then(|| format!("words: {{ {} }}", lists.join(", ")))
    }
}

/// Acts that a question offers, each with its key.
type Acts = Vec<(Question, String)>;

impl Table<'_> {
    /// The inferred dialect, with the questions that have no answer, if there are any, and the words that were learned.
    pub(in crate::grade) fn dialect(&self, id: &str, learned: &Words) -> Written {
        let notes = self.notes.borrow();
        // The rules that staff wrote for this submission stay as they are.
        let own = self.prompt_rules.dialect.map(|dialect| dialect.rules.as_slice()).unwrap_or_default();
        let mut rules: Vec<WrittenRule> =
            own.iter().map(|rule| WrittenRule { keys: rule_keys(rule), remark: String::new() }).collect();
        let is_own = |note: &Note| {
            let folded: Vec<String> = note.lines.iter().map(|line| crate::observe::fold(line)).collect();
            let fits =
                |rule: &QuestionRule, line: &String| rule.when.iter().any(|own| own.find(line).is_some());
            own.iter().any(|rule| folded.iter().any(|line| fits(rule, line)))
        };
        let menus = self.menus(notes.all());
        let is_of_menu = |note: &Note| menus.iter().any(|(place, _)| *place == note.place);
        // An act that is typed together with its place is asked for by the question for a move.
        let has_places = self.prompt_rules.offers.iter().any(|(_, key)| key.contains('{'));
        let is_of_offer = |note: &Note| has_places && note.kind == Kind::Asks(Question::Cell);
        // Where no case answers it, nothing is known but that it comes after a game, and elsewhere the same line may ask something else.
        // Of a yes that its line does not show nothing is known either.
        let is_end = |note: &Note| {
            let is_shown = |yes: &String| {
                note.lines.iter().any(|line| line.to_lowercase().contains(&yes.to_lowercase()))
            };
            note.kind == Kind::Asks(Question::PlayAgain)
                && note.yes.as_ref().map_or(note.no.is_none(), |yes| !is_shown(yes))
        };
        let is_own = |note: &Note| is_own(note) || is_of_menu(note) || is_of_offer(note) || is_end(note);
        rules.extend(menus.iter().map(|(_, rule)| rule.clone()));
        let mut known: Vec<(String, Vec<String>)> = Vec::new();
        let first = rules.len();
        for note in notes.all().iter().filter(|note| !note.patterns.is_empty() && !is_own(note)) {
            let is_unknown = matches!(note.kind, Kind::Unknown(_));
            let mut others = notes.all().iter().filter(|other| !is_of_offer(other) && !is_end(other));
            if !is_unknown && others.any(|other| is_taken_for_another(note, other)) {
                continue;
            }
            let place = note.place.map(|place| self.program.place(place.reads)).unwrap_or_default();
            let patterns = self.plain_patterns(note);
            if patterns.is_empty() {
                continue;
            }
            let (asks, remark) = asks(note);
            match known.iter().position(|(other, known)| *other == asks && *known == patterns) {
                Some(same) => {
                    let rule = &mut rules[first + same];
                    if !place.is_empty() && !rule.remark.contains(&place) {
                        rule.remark = format!("{}, {place}", rule.remark);
                    }
                }
                None => {
                    let keys = format!("{asks}, when: {}", list(&patterns));
                    known.push((asks, patterns));
                    rules.push(WrittenRule { keys, remark: format!("{place}{remark}") });
                }
            }
        }
        let settings = self.prompt_rules.settings.iter().filter(|(name, _)| !self.open.contains(name));
        let options = settings.map(|(name, value)| (name.clone(), value.clone())).collect();
        let board = self.window.as_ref().map(|window| &window.board);
        let board = board.or(self.sought.store.as_ref().map(|store| &store.board));
        let own = self.prompt_rules.dialect.map(|dialect| dialect.own_words.and(learned));
        let words = own.as_ref().unwrap_or(learned).lists();
        let words = words.into_iter().filter(|(_, patterns)| !patterns.is_empty());
        Written {
            submissions: id.to_owned(),
            rules,
            options,
            manner: manner(&self.prompt_rules),
            board: board.map(|board| self.board(board)),
            words: words.map(|(name, patterns)| (name, sources(patterns))).collect(),
        }
    }

    /// The patterns of a question but for lines that offer several acts: such a menu is understood as it stands, and a rule for one
    /// of its acts would hide the others.
    fn plain_patterns(&self, note: &Note) -> Vec<String> {
        let is_act = matches!(note.kind, Kind::Asks(act) if ACTS.contains(&act));
        let offers_more = |line: &str| {
            let acts = self.prompt_rules.acts(&Line::of(line));
            ACTS.iter().filter(|act| acts.iter().any(|(offered, _)| offered == *act)).count() > 1
        };
        let lines = note.lines.iter().zip(&note.patterns);
        let plain = lines.filter(|(line, _)| !(is_act && offers_more(line)));
        plain.map(|(_, pattern)| pattern.clone()).collect()
    }

    /// The questions whose choices were found by trial, by their places: a rule for each set of acts that is offered at once.
    fn menus(&self, notes: &[Note]) -> Vec<(Option<Place>, WrittenRule)> {
        let mut menus: Vec<(Option<Place>, WrittenRule)> = Vec::new();
        for guess in &self.prompt_rules.guesses {
            let Some(Choices { none, .. }) = &guess.choices else { continue };
            if menus.iter().any(|(known, _)| *known == guess.place) {
                continue;
            }
            let mut offered: Vec<(Acts, Vec<String>)> = Vec::new();
            let of_place = notes.iter().filter(|note| note.place == guess.place);
            for (line, pattern) in of_place.flat_map(|note| note.lines.iter().zip(&note.patterns)) {
                let acts = guess.acts(line);
                match offered.iter_mut().find(|(known, _)| *known == acts) {
                    Some((_, patterns)) if patterns.contains(pattern) => {}
                    Some((_, patterns)) => patterns.push(pattern.clone()),
                    None => offered.push((acts, vec![pattern.clone()])),
                }
            }
            let remark = guess.place.map(|place| self.program.place(place.reads)).unwrap_or_default();
            for (acts, patterns) in offered.into_iter().filter(|(acts, _)| !acts.is_empty()) {
                let names: Vec<&str> = acts.iter().map(|(act, _)| act.id()).collect();
                let keys = format!(
                    "ask: [{}], forms: {{ {} }}, no: {}, when: {}",
                    names.join(", "),
                    by_question(&acts),
                    quoted(none),
                    list(&patterns)
                );
                menus.push((guess.place, WrittenRule { keys, remark: remark.clone() }));
            }
        }
        menus
    }

    /// A board in memory as a dialect describes it.
    pub(super) fn board(&self, board: &MemoryBoard) -> String {
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

/// The keys of a dialect for what was found by trial of how a program is used.
fn manner(prompt_rules: &PromptRules<'_>) -> Vec<String> {
    let turns = TurnsEnd::ALL.into_iter().find(|(_, end)| *end == prompt_rules.turns_end);
    let turns = turns.filter(|(_, end)| *end != TurnsEnd::Alone);
    let (offers, forms) = (by_question(&prompt_rules.offers), by_question(&prompt_rules.forms));
    let last_key = LAST_KEYS.iter().find(|(_, key)| Some(*key) == prompt_rules.last_key);
    let mut keys = Vec::new();
    keys.extend((!offers.is_empty()).then(|| format!("offers: {{ {offers} }}")));
    keys.extend((!forms.is_empty()).then(|| format!("forms: {{ {forms} }}")));
    keys.extend(turns.map(|(name, _)| format!("turns: {name}")));
    keys.extend(prompt_rules.column_first.then(|| format!("moves: {}", MOVES[1].0)));
    keys.extend(last_key.map(|(name, _)| format!("last-key: {name}")));
    keys.extend(prompt_rules.is_in_other_case.then(|| format!("letters: {}", LETTERS[1].0)));
    keys
}

/// The acts that a question may offer.
const ACTS: [Question; 3] = [Question::Remove, Question::Undo, Question::Block];

/// The remark at a rule whose meaning a person has to fill in.
const GUESS: &str = ": not understood, correct what it asks";

/// Returns `true` if a line of one question looks like one of another: then neither can be recognised by its
/// line, and the rules of the spec distinguish them by the lines above.
fn is_taken_for_another(note: &Note, other: &Note) -> bool {
    note.kind != other.kind && note.patterns.iter().any(|pattern| other.patterns.contains(pattern))
}

/// The meaning of a question, as keys of a rule, and the decision that is left to staff.
fn asks(note: &Note) -> (String, &'static str) {
    match &note.kind {
        Kind::Asks(question) => {
            let key = |name: &str, typed: &Option<String>| {
                typed.as_ref().map_or_else(String::new, |typed| format!(", {name}: {}", quoted(typed)))
            };
            let keys = if question.is_of_yes_or_no() {
                key("yes", &note.yes) + &key("no", &note.no)
            } else {
                String::new()
            };
            (format!("ask: {}{keys}", question.id()), "")
        }
        Kind::Typed(keys) => (format!("type: {}", quoted(keys)), ""),
        Kind::Unknown(_) => (format!("ask: {}", Asks::UNKNOWN), GUESS),
    }
}

/// The keys of a rule that stands in a spec.
fn rule_keys(rule: &QuestionRule) -> String {
    let mut parts = vec![match &rule.asks {
        Asks::Questions(questions) => match questions.as_slice() {
            [question] => format!("ask: {}", question.id()),
            questions => {
                let names: Vec<&str> = questions.iter().map(|question| question.id()).collect();
                format!("ask: [{}]", names.join(", "))
            }
        },
        Asks::Always(keys) => format!("type: {}", quoted(&String::from_utf8_lossy(keys))),
        Asks::Declined => "decline: true".to_owned(),
        Asks::Again => "again: true".to_owned(),
    }];
    parts.extend(rule.yes.iter().map(|yes| format!("yes: {}", quoted(yes))));
    parts.extend(rule.no.iter().map(|no| format!("no: {}", quoted(no))));
    if !rule.forms.is_empty() {
        parts.push(format!("forms: {{ {} }}", by_question(&rule.forms)));
    }
    parts.push(format!("when: {}", list(&sources(&rule.when))));
    if !rule.unless.is_empty() {
        parts.push(format!("unless: {}", list(&sources(&rule.unless))));
    }
    if rule.is_inverted {
        parts.push("inverted: true".to_owned());
    }
    if rule.is_weak {
        parts.push("weak: true".to_owned());
    }
    parts.join(", ")
}

/// Texts by question, as entries of a mapping.
fn by_question(texts: &[(Question, String)]) -> String {
    let texts = texts.iter().map(|(question, text)| format!("{}: {}", question.id(), quoted(text)));
    texts.collect::<Vec<_>>().join(", ")
}

fn sources(patterns: &[Pattern]) -> Vec<String> {
    patterns.iter().map(|pattern| pattern.source().to_owned()).collect()
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// A text in single quotation marks, as YAML has them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotation_marks_are_doubled() {
        assert_eq!(quoted("Alice's"), "'Alice''s'");
    }
}
