//! Reading typed values out of nodes: every mistake is noted with its place, and reading goes on.

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, Span, Text, code, suggest, text};
use crate::spec::schema::{self, Section, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Points, Share};

/// The permissions of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::spec) enum Trust {
    /// It may only demand output, and run nothing.
    None,
    /// Run programs of its own.
    Commands,
}

/// The rule for expected texts that are not in the spec yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::spec) enum Texts {
    /// A case without an expected text is a mistake.
    Demanded,
    /// It may be left out, to be filled in.
    MayBeMissing,
}

/// Collects what is wrong while values are read.
#[derive(Debug, Default)]
pub(in crate::spec) struct Reader {
    pub(in crate::spec) diagnostics: Vec<Diagnostic>,
    /// Where programs of the spec's own are named that would be run on this computer.
    pub(in crate::spec) commands: Vec<Span>,
    /// True if a case may leave out its expected text, as that will be filled in.
    pub(in crate::spec) texts_may_be_missing: bool,
    /// Keys that are not offered, as they mean nothing in this spec.
    pub(in crate::spec) not_offered: &'static [&'static str],
    /// The key of each value that was reached through a mapping, by the place of the value.
    pub(in crate::spec) keys: BTreeMap<Span, String>,
}

/// The entries of a mapping whose keys are all known.
#[derive(Debug)]
pub(in crate::spec) struct Fields<'n> {
    /// The first key: mappings are long, and a mark is to be short.
    pub(in crate::spec) span: Span,
    what: What,
    section: &'static Section,
    /// False for a node that is not a mapping: it has no keys, and reporting each one as
    /// missing would add nothing.
    is_mapping: bool,
    /// Known keys that an unknown one is probably meant to be; these are not missing as well.
    misspelt: Vec<&'static str>,
    entries: Vec<(&'n str, Span, &'n Node)>,
}

impl<'n> Fields<'n> {
    /// No entries: there is no mapping.
    fn absent(span: Span, what: What, section: &'static Section) -> Self {
        Self { span, what, section, is_mapping: false, misspelt: Vec::new(), entries: Vec::new() }
    }

    /// The value after a key.
    pub(in crate::spec) fn get(&self, key: &str) -> Option<&'n Node> {
        self.section.note_asked(key);
        self.entries.iter().find(|(name, _, _)| *name == key).map(|(_, _, value)| *value)
    }

    /// The place of a key, or of the mapping if the key is not there.
    pub(in crate::spec) fn key_span(&self, key: &str) -> Span {
        self.entries.iter().find(|(name, _, _)| *name == key).map_or(self.span, |(_, span, _)| *span)
    }
}

impl Reader {
    pub(in crate::spec) fn add(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reads a mapping of `what`, which has the keys of `section`.
    pub(in crate::spec) fn fields<'n>(
        &mut self,
        node: &'n Node,
        what: What,
        section: &'static Section,
    ) -> Fields<'n> {
        let NodeValue::Mapping(entries) = &node.value else {
            let (en, vi) = what;
            self.wrong_type(
                node,
                &text!("{en} is a mapping of keys and values", "{vi} là một ánh xạ khoá và giá trị"),
            );
            return Fields::absent(node.span, what, section);
        };
        let mut fields: Vec<(&str, Span, &Node)> = Vec::new();
        let mut misspelt = Vec::new();
        for (key, value) in entries {
            let NodeValue::Scalar(name) = &key.value else {
                self.wrong_type(key, &text!("a key is a single word", "khoá là một từ đơn"));
                continue;
            };
            if let Some((_, first, _)) = fields.iter().find(|(known, _, _)| known == name) {
                self.add(
                    Diagnostic::error(
                        code::SPEC_DUPLICATE_KEY,
                        key.span,
                        text!("`{name}` is given twice", "`{name}` được cho hai lần"),
                    )
                    .also(*first, text!("first here", "lần đầu ở đây"))
                    .help(text!("keep one of the two", "hãy giữ lại một trong hai")),
                );
            } else if section.names().any(|known| known == name) {
                self.keys.insert(value.span, name.clone());
                fields.push((name, key.span, value));
            } else {
                let is_cut = matches!(value.value, NodeValue::Null) && name.contains(' ');
                misspelt.extend(self.unknown_key(key.span, (name, is_cut), what, section));
            }
        }
        let span = entries.first().map_or(node.span, |(key, _)| key.span);
        Fields { span, what, section, is_mapping: true, misspelt, entries: fields }
    }

    /// Reads a mapping of `what` that need not be there; without it, every key has its default.
    pub(in crate::spec) fn optional_fields<'n>(
        &mut self,
        node: Option<&'n Node>,
        what: What,
        section: &'static Section,
    ) -> Fields<'n> {
        match node {
            Some(node) => self.fields(node, what, section),
            None => Fields::absent(Span::default(), what, section),
        }
    }

    /// Says that there is no such key; returns the one that was probably meant. A name of several words without a value is probably
    /// the rest of a text that a comma has cut.
    fn unknown_key(
        &mut self,
        span: Span,
        (name, is_cut): (&str, bool),
        what: What,
        section: &'static Section,
    ) -> Option<&'static str> {
        let (en, vi) = what;
        let diagnostic = Diagnostic::error(
            code::SPEC_UNKNOWN_KEY,
            span,
            text!("there is no key `{name}` in {en}", "{vi} không có khoá `{name}`"),
        );
        let diagnostic = if is_cut {
            diagnostic.help(text!(
                "between braces a text with a comma stands in quotation marks: `{{ en: \"one, two\" }}`",
                "trong ngoặc nhọn, văn bản có dấu phẩy phải đặt trong ngoặc kép: `{{ en: \"một, hai\" }}`"
            ))
        } else {
            diagnostic
        };
        let offered = || section.names().filter(|name| !self.not_offered.contains(name));
        let all = offered().collect::<Vec<_>>().join(", ");
        let guess = suggest(name, offered());
        self.add(match guess {
            Some(guess) => diagnostic.help(text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?")),
            None => diagnostic.help(text!("possible keys: {all}", "các khoá có thể dùng: {all}")),
        });
        guess
    }

    /// Says that a key is missing.
    pub(in crate::spec) fn missing(&mut self, fields: &Fields<'_>, key: &str, example: &str) {
        if fields.is_mapping && !fields.misspelt.contains(&key) {
            self.missing_in(fields.span, fields.what, key, example);
        }
    }

    /// Says that a key is missing, of something that is more than a mapping.
    pub(in crate::spec) fn missing_in(&mut self, span: Span, what: What, key: &str, example: &str) {
        let (en, vi) = what;
        self.add(
            Diagnostic::error(
                code::SPEC_MISSING_KEY,
                span,
                text!("{en} needs `{key}`", "{vi} cần có `{key}`"),
            )
            .help(text!("write `{key}: {example}`", "hãy viết `{key}: {example}`")),
        );
    }

    /// Says that a value is of the wrong kind.
    pub(in crate::spec) fn wrong_type(&mut self, node: &Node, expected: &Text) {
        use crate::diagnostics::Language::{English, Vietnamese};
        let (en, vi) = (expected.to(English), expected.to(Vietnamese));
        let (found, found_vi) = match &node.value {
            NodeValue::Null => ("has no value", "chưa có giá trị"),
            NodeValue::Scalar(_) => ("is a single value", "là một giá trị đơn"),
            NodeValue::Sequence(_) => ("is a list", "là một danh sách"),
            NodeValue::Mapping(_) => ("is a mapping", "là một ánh xạ"),
        };
        let (named, named_vi) = match self.keys.get(&node.span) {
            Some(key) => (format!("`{key}`"), format!("`{key}`")),
            None => ("this".to_owned(), "chỗ này".to_owned()),
        };
        let message = text!("{named} {found}; {en}", "{named_vi} {found_vi}; {vi}");
        let help = if matches!(node.value, NodeValue::Null) {
            text!(
                "write a value; expected texts, parts of them and values under `then` can be left empty until `grader bless` fills them in",
                "hãy ghi giá trị; văn bản mong đợi, các phần của nó và giá trị dưới `then` có thể để trống cho tới khi `grader bless` điền vào"
            )
        } else {
            text!(
                "`grader schema` says what each key takes, and docs/spec.md shows it in examples",
                "`grader schema` cho biết mỗi khoá nhận gì, còn docs/spec.md có ví dụ"
            )
        };
        self.add(Diagnostic::error(code::SPEC_WRONG_TYPE, node.span, message).help(help));
    }

    /// Says that a value is not one of those allowed.
    pub(in crate::spec) fn bad_value(&mut self, span: Span, value: &str, expected: &Text) {
        use crate::diagnostics::Language::{English, Vietnamese};
        let (en, vi) = (expected.to(English), expected.to(Vietnamese));
        let message = match self.keys.get(&span) {
            Some(key) => text!("`{key}` cannot be `{value}`", "`{key}` không thể là `{value}`"),
            None => text!("`{value}` is not allowed here", "`{value}` không dùng được ở đây"),
        };
        self.add(Diagnostic::error(code::SPEC_BAD_VALUE, span, message).help(text!("{en}", "{vi}")));
    }

    /// Reads a single value.
    pub(in crate::spec) fn scalar<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        if let NodeValue::Scalar(scalar) = &node.value {
            return Some(scalar);
        }
        self.wrong_type(node, &text!("a single value is expected", "cần một giá trị đơn"));
        None
    }

    /// Returns `true` if nothing stands there, which is still to be filled in.
    pub(in crate::spec) fn is_open(&self, node: &Node) -> bool {
        self.texts_may_be_missing && matches!(node.value, NodeValue::Null)
    }

    /// Reads a text that must come out. One that is still to be filled in is empty.
    pub(in crate::spec) fn expected<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        if self.is_open(node) { Some("") } else { self.scalar(node) }
    }

    /// Reads an id: letters, digits, `-`, `_` and `.`.
    pub(in crate::spec) fn id(&mut self, node: &Node) -> Option<String> {
        let id = self.scalar(node)?;
        let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if id.is_empty() || !id.chars().all(good) {
            self.bad_value(
                node.span,
                id,
                &text!(
                    "an id has letters, digits, `-`, `_` and `.`",
                    "id gồm chữ cái, chữ số, `-`, `_` và `.`"
                ),
            );
            return None;
        }
        Some(id.to_owned())
    }

    /// Reads text in one language, or a mapping `{ en: ..., vi: ... }`.
    pub(in crate::spec) fn text(&mut self, node: &Node) -> Text {
        if let NodeValue::Scalar(words) = &node.value {
            return Text::verbatim(words);
        }
        let fields = self.fields(node, ("a text", "văn bản"), &schema::TEXT);
        let mut words = |key| fields.get(key).and_then(|node| self.scalar(node)).map(str::to_owned);
        match (words("en"), words("vi")) {
            (Some(english), Some(vietnamese)) => Text::new(english, vietnamese),
            (english, vietnamese) => Text::verbatim(english.or(vietnamese).unwrap_or_default()),
        }
    }

    /// Reads `true` or `false`.
    pub(in crate::spec) fn boolean(&mut self, node: &Node) -> Option<bool> {
        self.choice(node, &[("true", true), ("false", false)])
    }

    /// Reads one of several words.
    pub(in crate::spec) fn choice<T: Copy>(&mut self, node: &Node, choices: &[(&str, T)]) -> Option<T> {
        let word = self.scalar(node)?;
        if let Some((_, value)) = choices.iter().find(|(name, _)| *name == word) {
            return Some(*value);
        }
        let all = choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let expected = match suggest(word, choices.iter().map(|(name, _)| *name)) {
            Some(guess) => text!(
                "did you mean `{guess}`? Possible values: {all}",
                "có phải ý bạn là `{guess}`? Các giá trị có thể dùng: {all}"
            ),
            None => text!("possible values: {all}", "các giá trị có thể dùng: {all}"),
        };
        self.bad_value(node.span, word, &expected);
        None
    }

    /// Reads a whole number; `1_000`, `64K` and `2M` are understood.
    pub(in crate::spec) fn number(&mut self, node: &Node, smallest: u64, largest: u64) -> Option<u64> {
        let word = self.scalar(node)?;
        let plain = word.replace('_', "");
        let (digits, factor) = match plain.as_bytes() {
            [.., b'K' | b'k'] => (&plain[..plain.len() - 1], 1_000),
            [.., b'M' | b'm'] => (&plain[..plain.len() - 1], 1_000_000),
            _ => (plain.as_str(), 1),
        };
        let value = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
        match value {
            Some(value) if (smallest..=largest).contains(&value) => Some(value),
            _ => {
                self.bad_value(
                    node.span,
                    word,
                    &text!(
                        "a whole number from {smallest} to {largest} is expected",
                        "cần một số nguyên từ {smallest} đến {largest}"
                    ),
                );
                None
            }
        }
    }

    /// Reads the number after a key, within the bounds that the table of keys has for it. Without a valid
    /// number, it is the default of the table.
    pub(in crate::spec) fn number_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<u64> {
        let (smallest, largest) = fields.section.range(key)?;
        let given = fields.get(key).and_then(|node| self.number(node, smallest, largest));
        given.or_else(|| fields.section.default_of(key)?.parse().ok())
    }

    /// Reads the switch after a key; the default is that of the table.
    pub(in crate::spec) fn switch_of(&mut self, fields: &Fields<'_>, key: &str) -> bool {
        let given = fields.get(key).and_then(|node| self.boolean(node));
        given.unwrap_or_else(|| fields.section.default_of(key) == Some("true"))
    }

    /// Reads the word after a key; the default is that of the table.
    pub(in crate::spec) fn choice_of<T: Copy>(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let given = fields.get(key).and_then(|node| self.choice(node, choices));
        given.or_else(|| {
            let default = fields.section.default_of(key)?;
            choices.iter().find(|(name, _)| *name == default).map(|(_, value)| *value)
        })
    }

    /// Reads the share after a key; the default is that of the table.
    pub(in crate::spec) fn share_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<Share> {
        let given = fields.get(key).and_then(|node| self.share(node));
        given.or_else(|| Share::parse(fields.section.default_of(key)?))
    }

    /// Reads points.
    pub(in crate::spec) fn points(&mut self, node: &Node) -> Option<Points> {
        let word = self.scalar(node)?;
        let points = Points::parse(word);
        if points.is_none() {
            self.bad_value(
                node.span,
                word,
                &text!(
                    "points are a number with at most two decimals, such as 2.5",
                    "điểm là một số có nhiều nhất hai chữ số thập phân, như 2.5"
                ),
            );
        }
        points
    }

    /// Reads a share such as `10%`.
    pub(in crate::spec) fn share(&mut self, node: &Node) -> Option<Share> {
        let word = self.scalar(node)?;
        let share = Share::parse(word);
        if share.is_none() {
            self.bad_value(
                node.span,
                word,
                &text!("a share is written `10%`, from 0% to 100%", "tỉ lệ được viết `10%`, từ 0% đến 100%"),
            );
        }
        share
    }

    /// Reads a list.
    pub(in crate::spec) fn list<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        if let NodeValue::Sequence(items) = &node.value {
            return items;
        }
        let expected = match (&node.value, self.keys.get(&node.span)) {
            (NodeValue::Scalar(word), Some(key)) => {
                text!("it must be a list: `{key}: [{word}]`", "phải là một danh sách: `{key}: [{word}]`")
            }
            _ => text!(
                "a list is expected: `[a, b]` or lines that begin with `- `",
                "cần một danh sách: `[a, b]` hoặc các dòng bắt đầu bằng `- `"
            ),
        };
        self.wrong_type(node, &expected);
        &[]
    }
}
