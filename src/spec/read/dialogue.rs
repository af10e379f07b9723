//! Reading the section of a spec on dialogues.

use crate::diagnostics::{Span, Text, suggest, text};
use crate::observe::{CellSize, MemoryBoard, Pattern};
use crate::referee::{Assignment, Question, Settings, TurnsEnd};
use crate::spec::reader::Reader;
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{
    Asks, CELLS, Dialect, Dialogue, FIRST_ROWS, LAST_KEYS, LETTERS, MOVES, OpenOption, OptionValue, Points,
    Rule, Words,
};

const RULE: What = ("a rule", "quy tắc");

/// The cases by which options are inferred, each with its place.
pub(in crate::spec) type Named = Vec<(String, Span)>;

/// Reads `dialogue`, except its dialects, which are read on their own.
pub(in crate::spec) fn dialogue(
    reader: &mut Reader,
    assignment: Assignment,
    node: Option<&Node>,
) -> (Dialogue, Named) {
    let mut named = Named::new();
    let mut dialogue = Dialogue {
        assignment,
        rules: Vec::new(),
        words: Words::default(),
        options: Vec::new(),
        dialects: Vec::new(),
    };
    let Some(node) = node else { return (dialogue, named) };
    let fields = reader.fields(node, ("`dialogue`", "`dialogue`"), &schema::DIALOGUE);
    if let Some(node) = fields.get("questions") {
        dialogue.rules = rules(reader, assignment, node);
    }
    if let Some(node) = fields.get("words") {
        dialogue.words = words(reader, node);
    }
    for node in fields.get("options").map(|node| reader.list(node)).unwrap_or_default() {
        dialogue.options.extend(option(reader, assignment, node, &mut named));
    }
    (dialogue, named)
}

fn rules(reader: &mut Reader, assignment: Assignment, node: &Node) -> Vec<Rule> {
    let nodes = reader.list(node);
    nodes.iter().filter_map(|node| rule(reader, assignment, node)).collect()
}

fn rule(reader: &mut Reader, assignment: Assignment, node: &Node) -> Option<Rule> {
    let fields = reader.fields(node, RULE, &schema::RULE);
    let when = match fields.get("when") {
        Some(node) => patterns(reader, node),
        None => {
            reader.missing(&fields, "when", "[\"column\", \"cột\"]");
            Vec::new()
        }
    };
    let unless = fields.get("unless").map(|node| patterns(reader, node)).unwrap_or_default();
    let mut word = |key: &str| fields.get(key).and_then(|node| reader.scalar(node)).map(str::to_owned);
    let (yes, no, always) = (word("yes"), word("no"), word("type"));
    if [&yes, &no, &always].into_iter().any(|key| key.as_deref() == Some(Asks::UNKNOWN_KEY)) {
        return None;
    }
    let mut switch = |key: &str| reader.switch_of(&fields, key);
    let (is_weak, is_again, is_declined) = (switch("weak"), switch("again"), switch("decline"));
    let is_inverted = switch("inverted");
    let asks = match (fields.get("ask"), always) {
        (Some(Node { value: NodeValue::Scalar(asked), .. }), _) if asked == Asks::UNKNOWN => return None,
        (Some(node), _) => {
            let asked =
                one_or_more(node).iter().filter_map(|node| question(reader, assignment, node)).collect();
            Asks::Questions(asked)
        }
        (None, Some(always)) => Asks::Always(always.into_bytes()),
        (None, None) if is_declined => Asks::Declined,
        (None, None) if is_again => Asks::Again,
        (None, None) => {
            reader.missing(&fields, "ask", "column");
            return None;
        }
    };
    let forms = by_question(reader, assignment, fields.get("forms"));
    Some(Rule { when, unless, asks, yes, no, forms, is_inverted, is_weak })
}

/// A text for each of some questions.
fn by_question(reader: &mut Reader, assignment: Assignment, node: Option<&Node>) -> Vec<(Question, String)> {
    let mut texts = Vec::new();
    if let Some(Node { value: NodeValue::Mapping(entries), .. }) = node {
        for (key, value) in entries {
            let text = reader.scalar(value).filter(|text| *text != Asks::UNKNOWN_KEY).map(str::to_owned);
            texts.extend(question(reader, assignment, key).zip(text));
        }
    }
    texts
}

fn question(reader: &mut Reader, assignment: Assignment, node: &Node) -> Option<Question> {
    let asked = assignment.questions();
    let choices: Vec<(&str, Question)> =
        Question::ALL.into_iter().filter(|(_, question)| asked.contains(question)).collect();
    reader.choice(node, &choices)
}

/// A list, or what is a list of one.
pub(in crate::spec) fn one_or_more(node: &Node) -> &[Node] {
    match &node.value {
        NodeValue::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

fn patterns(reader: &mut Reader, node: &Node) -> Vec<Pattern> {
    one_or_more(node).iter().filter_map(|node| pattern(reader, node)).collect()
}

fn pattern(reader: &mut Reader, node: &Node) -> Option<Pattern> {
    let source = reader.scalar(node)?;
    match Pattern::new(source) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            reader.bad_value(
                node.span,
                source,
                &text!(
                    "this is no regular expression ({error}); put a backslash before `(`, `[`, `?`, `.` and the like if they are meant as they are",
                    "đây không phải biểu thức chính quy ({error}); hãy đặt dấu `\\` trước `(`, `[`, `?`, `.` nếu muốn dùng chính ký tự đó"
                ),
            );
            None
        }
    }
}

fn words(reader: &mut Reader, node: &Node) -> Words {
    let fields = reader.fields(node, ("`words`", "`words`"), &schema::WORDS);
    let mut list = |key: &str| fields.get(key).map(|node| patterns(reader, node)).unwrap_or_default();
    Words {
        win: list("win"),
        tie: list("tie"),
        lose: list("lose"),
        refused: list("refused"),
        players: [list("player-1"), list("player-2")],
        faults: list("faults"),
        undos: list("undos"),
        pieces: list("pieces"),
    }
}

/// The values of an option, by its name; reports a name that is not known.
fn known_values(reader: &mut Reader, assignment: Assignment, node: &Node) -> Option<(String, Vec<String>)> {
    let name = reader.scalar(node)?;
    let options = assignment.options();
    if let Some(found) = options.iter().find(|(known, _)| known == name) {
        return Some(found.clone());
    }
    let all = options.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let expected = match suggest(name, options.iter().map(|(name, _)| name.as_str())) {
        Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
        None => text!("the options of this assignment are {all}", "các tuỳ chọn của bài này là {all}"),
    };
    reader.bad_value(node.span, name, &expected);
    None
}

fn known_value(reader: &mut Reader, values: &[String], node: &Node) -> Option<String> {
    let choices: Vec<(&str, usize)> =
        values.iter().enumerate().map(|(nth, value)| (value.as_str(), nth)).collect();
    reader.choice(node, &choices).map(|nth| values[nth].clone())
}

fn option(reader: &mut Reader, assignment: Assignment, node: &Node, named: &mut Named) -> Option<OpenOption> {
    const OPTION: What = ("an option", "tuỳ chọn");
    let fields = reader.fields(node, OPTION, &schema::OPTION);
    let Some(name) = fields.get("option") else {
        reader.missing(&fields, "option", "fault-limit");
        return None;
    };
    let (name, known) = known_values(reader, assignment, name)?;
    let title = fields.get("title").map_or_else(|| Text::verbatim(name.clone()), |node| reader.text(node));
    let by = fields.get("by").map(one_or_more).unwrap_or_default();
    let by: Vec<(String, Span)> =
        by.iter().filter_map(|node| Some((reader.scalar(node)?.to_owned(), node.span))).collect();
    named.extend(by.iter().cloned());
    let by = by.into_iter().map(|(id, _)| id).collect();
    let mut values = Vec::new();
    for node in fields.get("values").map(|node| reader.list(node)).unwrap_or_default() {
        if matches!(node.value, NodeValue::Scalar(_)) {
            let value = known_value(reader, &known, node);
            values.extend(value.map(|name| OptionValue {
                title: Text::verbatim(name.clone()),
                name,
                costs: Points::ZERO,
            }));
            continue;
        }
        let value = reader.fields(node, ("a value", "giá trị"), &schema::OPTION_VALUE);
        let name = value.get("value").and_then(|node| known_value(reader, &known, node));
        let costs = value.get("costs").and_then(|node| reader.points(node)).unwrap_or_default();
        let title = value.get("title").map(|node| reader.text(node));
        values.extend(name.map(|name| OptionValue {
            title: title.unwrap_or_else(|| Text::verbatim(name.clone())),
            name,
            costs,
        }));
    }
    Some(OpenOption { name, title, by, values })
}

/// Reads `dialects`.
pub(in crate::spec) fn dialects(
    reader: &mut Reader,
    assignment: Assignment,
    words: &Words,
    node: &Node,
) -> Vec<Dialect> {
    let nodes = reader.list(node);
    nodes.iter().map(|node| dialect(reader, assignment, words, node)).collect()
}

fn dialect(reader: &mut Reader, assignment: Assignment, usual: &Words, node: &Node) -> Dialect {
    let fields = reader.fields(node, ("a dialect", "phương ngữ"), &schema::DIALECT);
    let submissions = match fields.get("submissions") {
        Some(node) => {
            one_or_more(node).iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
        }
        None => {
            reader.missing(&fields, "submissions", "\"*\"");
            Vec::new()
        }
    };
    let rules = fields.get("questions").map(|node| rules(reader, assignment, node)).unwrap_or_default();
    let mut settings = Settings::new();
    if let Some(Node { value: NodeValue::Mapping(entries), .. }) = fields.get("options") {
        for (key, value) in entries {
            if let Some((name, known)) = known_values(reader, assignment, key)
                && let Some(value) = known_value(reader, &known, value)
            {
                settings.insert(name, value);
            }
        }
    }
    let offers = by_question(reader, assignment, fields.get("offers"));
    let forms = by_question(reader, assignment, fields.get("forms"));
    let turns_end = reader.choice_of(&fields, "turns", &TurnsEnd::ALL);
    let column_first = reader.choice_of(&fields, "moves", &MOVES).unwrap_or_default();
    let last_key = reader.choice_of(&fields, "last-key", &LAST_KEYS);
    let is_in_other_case = reader.choice_of(&fields, "letters", &LETTERS).unwrap_or_default();
    let memory = fields.get("board").and_then(|node| memory_board(reader, node));
    let own_words = fields.get("words").map(|node| words(reader, node)).unwrap_or_default();
    let words = own_words.and(usual);
    Dialect {
        submissions,
        rules,
        settings,
        offers,
        forms,
        turns_end,
        column_first,
        last_key,
        is_in_other_case,
        memory,
        own_words,
        words,
    }
}

fn memory_board(reader: &mut Reader, node: &Node) -> Option<MemoryBoard> {
    const BOARD: What = ("`board`", "`board`");
    let fields = reader.fields(node, BOARD, &schema::BOARD);
    let label = fields.get("label").map(|label| reader.scalar(label).map(str::to_owned));
    let mut number = |key: &str| reader.number_of(&fields, key).unwrap_or_default();
    let (offset, pitch, step) = (number("offset") as u32, number("pitch") as u32, number("step") as u32);
    // Without a label the board is at the address.
    let label = match label {
        Some(label) => label?,
        None if offset > 0 => String::new(),
        None => {
            reader.missing(&fields, "label", "board");
            return None;
        }
    };
    let cell = reader.choice_of(&fields, "cell", &CELLS).unwrap_or(CellSize::Byte);
    let from_bottom = reader.choice_of(&fields, "first-row", &FIRST_ROWS).unwrap_or_default();
    let mut pieces = [1, 2];
    if let Some(node) = fields.get("pieces") {
        let read: Vec<u32> = reader.list(node).iter().filter_map(|node| piece(reader, node)).collect();
        if let [one, two] = read.as_slice() {
            pieces = [*one, *two];
        } else {
            let expected = text!(
                "give two pieces, such as [1, 2] or [X, O]",
                "hãy cho hai quân, như [1, 2] hoặc [X, O]"
            );
            reader.bad_value(node.span, "[...]", &expected);
        }
    }
    Some(MemoryBoard { label, offset, cell, step, pitch, from_bottom, pieces })
}

/// A number, as it is or in hexadecimal, or a letter, which is the number of its character.
fn piece(reader: &mut Reader, node: &Node) -> Option<u32> {
    let word = reader.scalar(node)?;
    let hexadecimal = word.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let letter = match word.as_bytes() {
        [letter] if !letter.is_ascii_digit() => Some(u32::from(*letter)),
        _ => None,
    };
    let value = word.parse::<i64>().ok().map(|value| value as u32).or(hexadecimal).or(letter);
    if value.is_none() {
        let expected = text!("write a number or one letter", "hãy viết một số hoặc một chữ cái");
        reader.bad_value(node.span, word, &expected);
    }
    value
}
