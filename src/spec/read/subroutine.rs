//! Reading subroutine tests.

mod area;

use std::sync::Arc;

use crate::diagnostics::{SourceFile, Span, Text, suggest, text};
use crate::isa::{Convention, Isa, Results};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{
    Call, Checked, Count, Data, Given, Growth, Law, Preserved, StandIn, Subroutine, SubroutineValue, Then,
};

const COUNT: What = ("a number of times", "số lần");
const GROWTH: What = ("`growth`", "`growth`");
const GIVEN: What = ("`given`", "`given`");
const THEN: What = ("`then`", "`then`");
const DATA: What = ("what lies in memory", "nội dung bộ nhớ");

/// Growth is measured with no more sizes than these.
const MOST_SIZES: usize = 16;

/// A buffer is no larger than this, in words.
const MOST_WORDS: i64 = 0x8000;

/// The keys by which a case is a subroutine test.
const KEYS: [&str; 7] = ["call", "convention", "args", "given", "then", "replace", "growth"];

/// The first key by which a case is more than a program with its input.
pub(in crate::spec) fn first_key(fields: &Fields<'_>) -> Option<&'static str> {
    KEYS.into_iter().find(|key| fields.get(key).is_some())
}

/// Reads the subroutine test of a case.
pub(in crate::spec) fn read(
    reader: &mut Reader,
    isa: &'static Isa,
    talk: Checked,
    fields: &Fields<'_>,
) -> Subroutine {
    let growth = fields.get("growth").and_then(|node| growth(reader, node));
    let mut words = Words { reader, isa, has_size: fields.get("growth").is_some() };
    let call = words.call(fields);
    let given = fields.get("given").map(|node| words.given(node, call.as_ref())).unwrap_or_default();
    let then = fields.get("then").map(|node| words.then(node, call.as_ref())).unwrap_or_default();
    let stand_ins = fields.get("replace").map(|node| stand_ins(reader, isa, node)).unwrap_or_default();
    Subroutine { isa, talk, call, given, then, stand_ins, growth }
}

fn growth(reader: &mut Reader, node: &Node) -> Option<Growth> {
    let fields = reader.fields(node, GROWTH, &schema::GROWTH);
    let law = match fields.get("at-most") {
        Some(node) => reader.choice(node, &Law::ALL)?,
        None => {
            reader.missing(&fields, "at-most", "linear");
            return None;
        }
    };
    let Some(node) = fields.get("n") else {
        reader.missing(&fields, "n", "[8, 16, 32, 64]");
        return None;
    };
    let nodes = reader.list(node);
    let sizes: Vec<u64> = nodes.iter().filter_map(|node| reader.number(node, 1, 1_000_000)).collect();
    let rises = sizes.windows(2).all(|pair| pair[0] < pair[1]);
    if sizes.len() == nodes.len() && (!(3..=MOST_SIZES).contains(&sizes.len()) || !rises) {
        let expected = text!(
            "give at least three sizes and at most {MOST_SIZES}, each larger than the one before",
            "hãy cho từ ba đến {MOST_SIZES} kích thước, cái sau lớn hơn cái trước"
        );
        let written: Vec<String> = sizes.iter().map(u64::to_string).collect();
        reader.bad_value(node.span, &format!("[{}]", written.join(", ")), &expected);
        return None;
    }
    Some(Growth { sizes, law })
}

/// Each `LABEL: file`, with the text of the file in place of its name.
fn stand_ins(reader: &mut Reader, isa: &'static Isa, node: &Node) -> Vec<StandIn> {
    let mut stand_ins = Vec::new();
    for (label, node) in entries(reader, node) {
        let NodeValue::Sequence(parts) = &node.value else {
            reader.wrong_type(
                node,
                &text!("give the file of the subroutine", "hãy cho tệp chứa chương trình con"),
            );
            continue;
        };
        let [Node { value: NodeValue::Scalar(name), .. }, Node { value: NodeValue::Scalar(source), .. }] =
            parts.as_slice()
        else {
            continue;
        };
        let source = SourceFile::from_bytes(name, source.as_bytes());
        if let Some(why) = (isa.flaw_of_routine)(&source, label.text) {
            reader.bad_value(node.span, name, &why);
            continue;
        }
        stand_ins.push(StandIn { label: label.text.to_owned(), source: Arc::new(source) });
    }
    stand_ins
}

/// A key of the author's own, with its place.
#[derive(Clone, Copy)]
struct Name<'n> {
    text: &'n str,
    span: Span,
}

/// The entries of a mapping with keys of the author's own.
fn entries<'n>(reader: &mut Reader, node: &'n Node) -> Vec<(Name<'n>, &'n Node)> {
    let NodeValue::Mapping(entries) = &node.value else {
        let expected = text!("a mapping of names to values is expected", "cần một ánh xạ từ tên đến giá trị");
        reader.wrong_type(node, &expected);
        return Vec::new();
    };
    let named =
        |(key, value): &'n (Node, Node)| Some((Name { text: reader.scalar(key)?, span: key.span }, value));
    entries.iter().filter_map(named).collect()
}

/// Reads words and what is made of them.
struct Words<'r> {
    reader: &'r mut Reader,
    isa: &'static Isa,
    /// True if `n` is the size of the run.
    has_size: bool,
}

impl Words<'_> {
    fn call(&mut self, fields: &Fields<'_>) -> Option<Call> {
        let Some(node) = fields.get("call") else {
            for key in ["convention", "args"] {
                if fields.get(key).is_some() {
                    let what = if key == "args" { "`args`" } else { "`convention`" };
                    self.reader.missing_in(fields.key_span(key), (what, what), "call", "MULTIPLY");
                }
            }
            return None;
        };
        let labels = match &node.value {
            NodeValue::Sequence(nodes) => {
                nodes.iter().filter_map(|node| self.reader.scalar(node).map(str::to_owned)).collect()
            }
            _ => vec![self.reader.scalar(node)?.to_owned()],
        };
        let known: Vec<(&str, &'static Convention)> =
            self.isa.conventions.iter().map(|convention| (convention.id, convention)).collect();
        let convention = match fields.get("convention") {
            Some(node) => self.reader.choice(node, &known)?,
            None => known.first()?.1,
        };
        let nodes = fields.get("args").map(|node| self.reader.list(node)).unwrap_or_default();
        let arguments: Vec<SubroutineValue> = nodes.iter().filter_map(|node| self.value(node)).collect();
        let most = if convention.stacks_arguments { usize::MAX } else { convention.arguments.len() };
        if arguments.len() > most {
            let id = convention.id;
            let expected = text!(
                "under the convention `{id}` arguments are registers with names: write `given: {{ registers: {{ ... }} }}`",
                "theo quy ước `{id}`, đối số là các thanh ghi có tên: hãy viết `given: {{ registers: {{ ... }} }}`"
            );
            self.reader.bad_value(fields.key_span("args"), "args", &expected);
        }
        Some(Call { labels, convention, arguments })
    }

    fn given(&mut self, node: &Node, call: Option<&Call>) -> Given {
        let fields = self.reader.fields(node, GIVEN, &schema::GIVEN);
        let buffers = fields.get("buffers").map(|node| entries(self.reader, node)).unwrap_or_default();
        Given {
            registers: self.registers(fields.get("registers")),
            memory: self.memory(fields.get("memory")),
            buffers: buffers
                .into_iter()
                .filter_map(|(name, node)| Some((name.text.to_owned(), self.data(node)?)))
                .collect(),
            stack: fields.get("stack").map(|node| self.stack(node, call)).unwrap_or_default(),
        }
    }

    /// Words on the stack of a caller who keeps to no convention about it.
    fn stack(&mut self, node: &Node, call: Option<&Call>) -> Vec<SubroutineValue> {
        match call {
            None => self.reader.missing_in(node.span, ("`stack`", "`stack`"), "call", "PUSH"),
            Some(call) if call.convention.stacks_arguments => {
                let id = call.convention.id;
                let expected = text!(
                    "under the convention `{id}` the stack holds the arguments: write `args: [...]` and `returns: ...`",
                    "theo quy ước `{id}`, ngăn xếp chứa các đối số: hãy viết `args: [...]` và `returns: ...`"
                );
                self.reader.bad_value(node.span, "stack", &expected);
            }
            Some(_) => {}
        }
        let nodes = self.reader.list(node);
        nodes.iter().filter_map(|node| self.value(node)).collect()
    }

    fn then(&mut self, node: &Node, call: Option<&Call>) -> Then {
        let fields = self.reader.fields(node, THEN, &schema::THEN);
        let calls = fields.get("calls").map(|node| entries(self.reader, node)).unwrap_or_default();
        let services = fields.get("services").map(|node| entries(self.reader, node)).unwrap_or_default();
        Then {
            returns: fields.get("returns").map(|node| self.returns(node, call)).unwrap_or_default(),
            registers: self.registers(fields.get("registers")),
            memory: self.memory(fields.get("memory")),
            areas: self.areas(fields.get("areas")),
            stack: fields.get("stack").map(|node| self.stack(node, call)),
            preserved: fields.get("preserved").map(|node| self.preserved(node, call)).unwrap_or_default(),
            calls: calls
                .into_iter()
                .filter_map(|(label, node)| Some((label.text.to_owned(), self.count(node)?)))
                .collect(),
            services: services.into_iter().filter_map(|(name, node)| self.service(name, node)).collect(),
            instructions: fields.get("instructions").and_then(|node| self.count(node)),
        }
    }

    fn returns(&mut self, node: &Node, call: Option<&Call>) -> Vec<SubroutineValue> {
        let nodes = match &node.value {
            NodeValue::Sequence(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let values: Vec<SubroutineValue> = nodes.iter().filter_map(|node| self.value(node)).collect();
        let Some(call) = call else {
            self.reader.missing_in(node.span, ("`returns`", "`returns`"), "call", "MULTIPLY");
            return values;
        };
        let (most, id) = (call.convention.most_results(), call.convention.id);
        if values.len() > most {
            let register = self.isa.registers.example;
            let expected = match call.convention.results {
                Results::Named => text!(
                    "under the convention `{id}` results are registers with names: write `registers: {{ {register}: 42 }}`",
                    "theo quy ước `{id}`, kết quả là các thanh ghi có tên: hãy viết `registers: {{ {register}: 42 }}`"
                ),
                _ => text!(
                    "the convention `{id}` has room for {most} results",
                    "quy ước `{id}` có chỗ cho {most} kết quả"
                ),
            };
            self.reader.bad_value(node.span, "returns", &expected);
        }
        values
    }

    fn registers(&mut self, node: Option<&Node>) -> Vec<(u8, SubroutineValue)> {
        let Some(node) = node else { return Vec::new() };
        let mut registers = Vec::new();
        for (name, value) in entries(self.reader, node) {
            let number = self.register(name);
            registers.extend(number.zip(self.value(value)));
        }
        registers
    }

    fn register(&mut self, name: Name<'_>) -> Option<u8> {
        let number = (self.isa.registers.number)(name.text);
        if number.is_none() {
            let (en, vi) = self.isa.registers.spelling;
            self.reader.bad_value(name.span, name.text, &Text::new(en, vi));
        }
        number
    }

    fn preserved(&mut self, node: &Node, call: Option<&Call>) -> Preserved {
        if call.is_none() {
            self.reader.missing_in(node.span, ("`preserved`", "`preserved`"), "call", "MULTIPLY");
        }
        if let NodeValue::Scalar(_) = &node.value {
            let choices = [("by-convention", false), ("others", true)];
            if self.reader.choice(node, &choices) == Some(true) {
                return Preserved::Others;
            }
            return Preserved::ByConvention;
        }
        let nodes = self.reader.list(node);
        let mut numbers = Vec::new();
        for node in nodes {
            let Some(text) = self.reader.scalar(node) else { continue };
            numbers.extend(self.register(Name { text, span: node.span }));
        }
        Preserved::These(numbers)
    }

    fn memory(&mut self, node: Option<&Node>) -> Vec<(SubroutineValue, Data)> {
        let Some(node) = node else { return Vec::new() };
        let mut memory = Vec::new();
        for (place, value) in entries(self.reader, node) {
            let address = self.word(place);
            memory.extend(address.zip(self.data(value)));
        }
        memory
    }

    fn data(&mut self, node: &Node) -> Option<Data> {
        match &node.value {
            NodeValue::Scalar(_) | NodeValue::Null => self.value(node).map(Data::Word),
            NodeValue::Sequence(nodes) => {
                nodes.iter().map(|node| self.data(node)).collect::<Option<_>>().map(Data::Pieces)
            }
            NodeValue::Mapping(_) => self.made(node),
        }
    }

    /// Data that is described by a mapping.
    fn made(&mut self, node: &Node) -> Option<Data> {
        let fields = self.reader.fields(node, DATA, &schema::DATA);
        if let Some(node) = fields.get("text") {
            return self.reader.expected(node).map(|text| Data::Text(text.to_owned()));
        }
        if let Some(node) = fields.get("bytes") {
            if !self.isa.word.is_of_bytes() {
                let title = self.isa.title;
                let expected = text!(
                    "{title} addresses words and not bytes",
                    "{title} đánh địa chỉ theo từ, không theo byte"
                );
                self.reader.bad_value(fields.key_span("bytes"), "bytes", &expected);
            }
            let nodes = self.reader.list(node);
            let bytes = nodes.iter().filter_map(|node| self.reader.number(node, 0, 255));
            return Some(Data::Bytes(bytes.map(|byte| byte as u8).collect()));
        }
        if let Some(node) = fields.get("range") {
            let nodes = self.reader.list(node);
            let [from, to] = nodes else {
                let expected = text!("give the first number and the last", "hãy cho số đầu và số cuối");
                self.reader.bad_value(node.span, "range", &expected);
                return None;
            };
            return Some(Data::Range(self.value(from)?, self.value(to)?));
        }
        let room = fields.get("room").or_else(|| fields.get("times"));
        let (Some(times), word) = (room, fields.get("repeat")) else {
            let key = if fields.get("repeat").is_some() { "times" } else { "text" };
            self.reader.missing(&fields, key, if key == "times" { "8" } else { "\"abc\"" });
            return None;
        };
        let times = self.value(times)?;
        if matches!(times, SubroutineValue::Number(number) if !(0..=MOST_WORDS).contains(&number)) {
            let expected =
                text!("a number from 0 to {MOST_WORDS} is expected", "cần một số từ 0 đến {MOST_WORDS}");
            self.reader.bad_value(node.span, "times", &expected);
            return None;
        }
        let word = word.map_or(Some(SubroutineValue::Number(0)), |node| self.value(node))?;
        Some(Data::Repeat(word, times))
    }

    fn service(&mut self, name: Name<'_>, node: &Node) -> Option<(u32, String, Count)> {
        let count = self.count(node)?;
        let Some(number) = (self.isa.services.number)(name.text) else {
            let names = (self.isa.services.names)();
            let expected = match suggest(name.text, names.iter().copied()) {
                Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
                None => {
                    let all = names.join(", ");
                    text!("services are {all}, or a number", "các dịch vụ là {all}, hoặc một con số")
                }
            };
            self.reader.bad_value(name.span, name.text, &expected);
            return None;
        };
        Some((number, name.text.to_owned(), count))
    }

    fn count(&mut self, node: &Node) -> Option<Count> {
        if let NodeValue::Scalar(_) = node.value {
            let number = self.reader.number(node, 0, u64::MAX)?;
            return Some(Count { least: number, most: number });
        }
        let fields = self.reader.fields(node, COUNT, &schema::COUNT);
        let mut bound = |key, otherwise| match fields.get(key) {
            Some(node) => self.reader.number(node, 0, u64::MAX),
            None => Some(otherwise),
        };
        Some(Count { least: bound("at-least", 0)?, most: bound("at-most", u64::MAX)? })
    }

    fn value(&mut self, node: &Node) -> Option<SubroutineValue> {
        if self.reader.is_open(node) {
            return Some(SubroutineValue::Number(0));
        }
        let text = self.reader.scalar(node)?;
        self.word(Name { text, span: node.span })
    }

    /// A number, a character between quotes, the size, or an address.
    fn word(&mut self, word: Name<'_>) -> Option<SubroutineValue> {
        let read = self.parse(word.text.trim());
        if read.is_none() {
            let bits = self.bits();
            let expected: Text = text!(
                "write a number of {bits} bits such as -7 or x3F, a character such as 'A', or a label such as LIST or LIST+3",
                "hãy viết một số {bits} bit như -7 hoặc x3F, một ký tự như 'A', hoặc một nhãn như LIST hay LIST+3"
            );
            self.reader.bad_value(word.span, word.text, &expected);
        }
        read
    }

    fn bits(&self) -> u32 {
        self.isa.word.bits
    }

    fn parse(&self, word: &str) -> Option<SubroutineValue> {
        if self.has_size && word == "n" {
            return Some(SubroutineValue::Size);
        }
        let quoted = word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        if let Some(character) = quoted {
            let mut characters = character.chars();
            return match (characters.next(), characters.next()) {
                (Some(c), None) if c.is_ascii() => Some(SubroutineValue::Number(i64::from(u32::from(c)))),
                _ => None,
            };
        }
        if let Some(number) = number(word) {
            let bits = self.bits();
            let fits = (-(1_i64 << (bits - 1))..1_i64 << bits).contains(&number);
            return fits.then_some(SubroutineValue::Number(number));
        }
        let is_sign = |c: char| matches!(c, '+' | '-');
        let (name, offset) = match word.rfind(is_sign) {
            Some(at) if at > 0 => (&word[..at], number(word[at..].trim_start_matches('+'))?),
            _ => (word, 0),
        };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let begins_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
        (begins_well && name.chars().all(is_name)).then(|| SubroutineValue::Address(name.to_owned(), offset))
    }
}

/// A number: decimal, or hexadecimal after `x` or `0x`; signs stand before everything.
fn number(word: &str) -> Option<i64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word),
    };
    let plain = digits.replace('_', "");
    let hexadecimal = ["0x", "0X", "x", "X"].iter().find_map(|prefix| plain.strip_prefix(prefix));
    let value = match hexadecimal {
        Some(digits) => i64::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with(['-', '+'])),
        None if plain.starts_with(|c: char| c.is_ascii_digit()) => plain.parse().ok(),
        None => None,
    };
    value.map(|value: i64| sign * value)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_written_as_in_assembly() {
        assert_eq!(number("-12"), Some(-12));
        assert_eq!(number("x3F"), Some(63));
        assert_eq!(number("0x3f"), Some(63));
        assert_eq!(number("-x10"), Some(-16));
        assert_eq!(number("1_000"), Some(1000));
        for word in ["BOARD", "x", "", "12x", "+3", "--3", "x-3"] {
            assert_eq!(number(word), None, "{word}");
        }
    }
}
