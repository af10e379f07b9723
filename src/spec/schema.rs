//! The keys of the spec language in tables, for the reader and for editors: what the reader knows is what an editor
//! completes. [`schema`] writes the tables as a JSON schema.

mod cases;
mod choices;
mod dialogue;
mod keys;
mod machine;
mod score;
mod subroutine;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::machine::Place;
use serde_json::{Map, Value, json};

pub(super) use cases::{FAMILY, FILE, GENERATOR, HASHED, INTERACTOR, PRICES, PROPERTY, TABLE, TALK_RULE};
pub(super) use dialogue::{BOARD, DIALECT, DIALOGUE, OPTION, OPTION_VALUE, RULE, WORDS};
pub(super) use keys::{
    ARGUED, BAD, CASE, COMPARE, EDITABLE, FORMAT, GROUP, INPUT, LADDER, LIMITS, MODE, RUN, SELFCHECK, SPEC,
    STARTER, STEP, SUBMISSION, TEXT,
};
pub(super) use machine::machine;
pub(super) use score::{LATE, RUBRIC, SHOW, STYLE, STYLE_CHECK};
pub(super) use subroutine::{AREA, COUNT, DATA, GIVEN, GROWTH, THEN};

/// The name of the thing that a mapping describes, in English and in Vietnamese, for sentences.
pub(in crate::spec) type What = (&'static str, &'static str);

/// A mapping of the spec language.
#[derive(Debug)]
pub(super) struct Section {
    /// The name of its definition in the schema.
    name: &'static str,
    /// The purpose of the mapping.
    about: &'static str,
    /// The keys that it can have.
    keys: &'static [Key],
    /// At least one of these is there; empty if there is no such demand.
    one_of: &'static [&'static str],
}

/// A key of a mapping.
#[derive(Debug)]
pub(super) struct Key {
    name: &'static str,
    takes: Takes,
    /// True if the mapping is invalid without it.
    is_required: bool,
    /// The default where the key is not given, as it would be written.
    default: Option<&'static str>,
    /// The meaning of the key, for the window that an editor opens next to it.
    about: &'static str,
}

/// The values that can follow a key.
#[derive(Debug)]
enum Takes {
    /// A single value, however it is spelt.
    Scalar,
    /// Whatever it is.
    Any,
    /// A single value or nothing at all.
    ScalarOrNothing,
    /// A single value that looks so.
    Matching(&'static str),
    /// The name of a file next to the spec, whose text is put after this key before anything is read.
    TextOf(&'static str),
    /// The names of files next to the spec, whose keys are put next to this one before anything is read.
    Included,
    /// Text in one language or in both.
    Text,
    /// `true` or `false`.
    Switch,
    /// A whole number from the one to the other.
    Number(u64, u64),
    /// Points.
    Points,
    /// A share such as `10%`.
    Share,
    /// One of these words.
    OneOf(fn() -> Vec<String>),
    /// One of these words.
    Word(&'static [&'static str]),
    /// The mapping that the instruction set has for its machine in this place.
    Machine(Place),
    /// A list of these.
    List(&'static Takes),
    /// A list of these, or a single one.
    OneOrMore(&'static Takes),
    /// A list of two of these.
    Two(&'static Takes),
    /// A mapping.
    Section(&'static Section),
    /// A mapping whose values may be names of columns, such as `$keys`.
    Template(&'static Section),
    /// One of several kinds.
    Either(&'static [Takes]),
    /// A mapping of names and these.
    Named(&'static Takes),
    /// A mapping whose keys are some of these words, each with one of these.
    Each(fn() -> Vec<String>, &'static Takes),
    /// A mapping whose keys and values are words, each key with those that it takes; none for any.
    Choices(fn() -> Vec<(String, Vec<String>)>),
}

impl Key {
    /// The key with what holds where it is not given.
    const fn or(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    fn schema(&self, definitions: &mut Definitions) -> Value {
        let mut schema = self.takes.schema(definitions);
        schema["description"] = self.about.into();
        if let Some(default) = self.default {
            // A share such as `10%` and most words are text to JSON too.
            schema["default"] = serde_json::from_str(default).unwrap_or_else(|_| default.into());
        }
        schema
    }
}

impl Section {
    /// The names of the keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys.iter().map(|key| key.name)
    }

    /// From where to where the number of a key goes.
    pub(super) fn range(&self, name: &str) -> Option<(u64, u64)> {
        self.keys.iter().find(|key| key.name == name).and_then(|key| match key.takes {
            Takes::Number(smallest, largest) => Some((smallest, largest)),
            _ => None,
        })
    }

    /// The default where a key is not given, as it would be written.
    pub(super) fn default_of(&self, name: &str) -> Option<&'static str> {
        self.keys.iter().find(|key| key.name == name)?.default
    }

    fn schema(&self, definitions: &mut Definitions) -> Value {
        let properties: Map<String, Value> =
            self.keys.iter().map(|key| (key.name.to_owned(), key.schema(definitions))).collect();
        let required: Vec<&str> =
            self.keys.iter().filter(|key| key.is_required).map(|key| key.name).collect();
        let mut schema = json!({
            "description": self.about,
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        if !self.one_of.is_empty() {
            schema["anyOf"] = self.one_of.iter().map(|key| json!({ "required": [key] })).collect();
        }
        schema
    }

    /// The mapping as a template: every value may hold the name of a column, and what is within values is left to the reader.
    fn template(&self, definitions: &mut Definitions) -> Value {
        let mut schema = self.schema(definitions);
        schema["required"] = json!([]);
        for key in self.keys {
            let property = &mut schema["properties"][key.name];
            let plain = property.take();
            let about = plain["description"].clone();
            let named = json!({ "type": "string", "pattern": r"\$" });
            let deep = json!({ "type": ["array", "object"] });
            *property = json!({ "anyOf": [plain, named, deep], "description": about });
        }
        schema
    }
}

/// The mappings that the schema names, by their names.
type Definitions = BTreeMap<&'static str, Value>;

impl Takes {
    fn schema(&self, definitions: &mut Definitions) -> Value {
        match self {
            Self::Scalar | Self::TextOf(_) => json!({ "type": ["string", "number", "boolean"] }),
            Self::Any => json!({}),
            Self::ScalarOrNothing => json!({ "type": ["string", "number", "boolean", "null"] }),
            Self::Matching(pattern) => {
                json!({ "type": ["string", "number", "boolean"], "pattern": pattern })
            }
            Self::Included => Self::OneOrMore(&Self::Scalar).schema(definitions),
            Self::Text => {
                const KINDS: &[Takes] = &[Takes::Scalar, Takes::Section(&TEXT)];
                Self::Either(KINDS).schema(definitions)
            }
            Self::Switch => json!({ "type": "boolean" }),
            Self::Number(smallest, largest) => json!({
                "type": ["integer", "string"],
                "minimum": smallest,
                "maximum": largest,
                // `1_000`, `64K` and `2M` are text to YAML.
                "pattern": "^[0-9][0-9_]*[KkMm]?$",
            }),
            Self::Points => json!({
                "type": ["number", "string"],
                "minimum": 0,
                "pattern": r"^[0-9]{1,6}(\.[0-9]{1,2})?$",
            }),
            Self::Share => json!({ "type": "string", "pattern": "^(100|[0-9]{1,2}) *%$" }),
            Self::OneOf(words) => json!({ "enum": spellings(words()) }),
            Self::Word(words) => {
                json!({ "enum": spellings(words.iter().map(|word| (*word).to_owned()).collect()) })
            }
            Self::Machine(place) => {
                let kinds: Vec<Value> = machine::machines(*place)
                    .map(|section| Takes::Section(section).schema(definitions))
                    .collect();
                json!({ "anyOf": kinds })
            }
            Self::List(of) => json!({ "type": "array", "items": of.schema(definitions) }),
            Self::OneOrMore(of) => {
                let one = of.schema(definitions);
                json!({ "anyOf": [one, { "type": "array", "items": one }] })
            }
            Self::Two(of) => {
                json!({ "type": "array", "items": of.schema(definitions), "minItems": 2, "maxItems": 2 })
            }
            Self::Section(section) => {
                if !definitions.contains_key(section.name) {
                    // A mapping may stand within itself.
                    definitions.insert(section.name, Value::Null);
                    let schema = section.schema(definitions);
                    definitions.insert(section.name, schema);
                }
                json!({ "$ref": format!("#/$defs/{}", section.name) })
            }
            Self::Template(section) => section.template(definitions),
            Self::Named(of) => {
                json!({ "type": "object", "additionalProperties": of.schema(definitions) })
            }
            Self::Each(words, of) => {
                let properties: Map<String, Value> =
                    words().into_iter().map(|word| (word, of.schema(definitions))).collect();
                json!({ "type": "object", "properties": properties, "additionalProperties": false })
            }
            Self::Either(kinds) => {
                let kinds: Vec<Value> = kinds.iter().map(|kind| kind.schema(definitions)).collect();
                json!({ "anyOf": kinds })
            }
            Self::Choices(keys) => {
                let properties: Map<String, Value> = keys()
                    .into_iter()
                    .map(|(key, values)| {
                        let any = || Self::Scalar.schema(&mut Definitions::new());
                        let known = || json!({ "enum": spellings(values.clone()) });
                        (key, if values.is_empty() { any() } else { known() })
                    })
                    .collect();
                json!({ "type": "object", "properties": properties, "additionalProperties": false })
            }
        }
    }
}

/// The mappings that can stand in a mapping, however deep, and the mapping itself.
fn within(section: &'static Section, found: &mut Vec<&'static Section>) {
    fn kinds(takes: &'static Takes, found: &mut Vec<&'static Section>) {
        match takes {
            Takes::Section(section) | Takes::Template(section) => within(section, found),
            Takes::Named(of)
            | Takes::Each(_, of)
            | Takes::List(of)
            | Takes::OneOrMore(of)
            | Takes::Two(of) => kinds(of, found),
            Takes::Either(all) => all.iter().for_each(|one| kinds(one, found)),
            Takes::Machine(place) => machine::machines(*place).for_each(|section| within(section, found)),
            _ => {}
        }
    }
    if found.iter().all(|known| known.name != section.name) {
        found.push(section);
        section.keys.iter().for_each(|key| kinds(&key.takes, found));
    }
}

/// All mappings of the spec language.
static SECTIONS: LazyLock<Vec<&'static Section>> = LazyLock::new(|| {
    let mut sections = Vec::new();
    within(&SPEC, &mut sections);
    sections
});

/// The key after which the text is put of a file that another key names.
pub(super) fn text_of(key: &str) -> Option<&'static str> {
    SECTIONS.iter().flat_map(|section| section.keys).find_map(|known| match known.takes {
        Takes::TextOf(text) if known.name == key => Some(text),
        _ => None,
    })
}

/// Returns `true` if a key names files with more keys.
pub(super) fn is_include(key: &str) -> bool {
    SPEC.keys.iter().any(|known| matches!(known.takes, Takes::Included) && known.name == key)
}

/// Words as YAML reads them: what looks like a number or like `true` is one, unless it stands in quotation marks.
fn spellings(words: Vec<String>) -> Vec<Value> {
    let mut spellings = Vec::new();
    for word in words {
        let read = serde_json::from_str::<Value>(&word).ok();
        spellings.extend(read.filter(|value| value.is_number() || value.is_boolean()));
        spellings.push(Value::String(word));
    }
    spellings
}

/// The JSON schema (draft 2020-12) of the spec language, with which editors complete keys and explain them.
pub fn schema() -> String {
    let mut definitions = Definitions::new();
    let mut schema = SPEC.schema(&mut definitions);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "A spec of grader".into();
    schema["$defs"] = json!(definitions);
    format!("{schema:#}\n")
}

impl Section {
    /// Notes that a reader asks for a key, so that no table lacks a key that is read, and no table has a key
    /// that is never read.
    pub(super) fn note_asked(&self, key: &str) {
        debug_assert!(self.names().any(|known| known == key), "the table of {} lacks {key}", self.name);
        #[cfg(test)]
        tests::ASKED.with_borrow_mut(|asked| asked.insert((self.name, key.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{Key, SECTIONS, Takes};
    use crate::spec::{Share, lint};

    thread_local! {
        /// The keys that readers have asked for, each with its mapping.
        pub(in crate::spec) static ASKED: RefCell<BTreeSet<(&'static str, String)>> = RefCell::default();
    }

    #[test]
    fn every_key_stands_once_and_is_explained() {
        for section in SECTIONS.iter() {
            let names: BTreeSet<_> = section.names().collect();
            assert_eq!(names.len(), section.keys.len(), "a key of {} stands there twice", section.name);
            assert!(section.one_of.iter().all(|key| names.contains(key)), "{}", section.name);
            for Key { name, about, .. } in section.keys {
                assert!(about.ends_with('.') && about.len() > 10, "{}.{name}: {about}", section.name);
            }
        }
    }

    #[test]
    fn every_default_is_a_value_that_the_key_takes() {
        for (section, key) in
            SECTIONS.iter().flat_map(|section| section.keys.iter().map(move |key| (section, key)))
        {
            let Some(default) = key.default else { continue };
            let is_taken = match key.takes {
                Takes::Switch => matches!(default, "true" | "false"),
                Takes::Number(smallest, largest) => {
                    default.parse().is_ok_and(|number| (smallest..=largest).contains(&number))
                }
                Takes::Share => Share::parse(default).is_some(),
                Takes::OneOf(words) => words().iter().any(|word| word == default),
                Takes::Scalar | Takes::Matching(_) => !default.is_empty(),
                _ => false,
            };
            assert!(is_taken, "{}.{} does not take {default}", section.name, key.name);
            assert!(!key.is_required, "{}.{} is never left out", section.name, key.name);
        }
    }

    /// The reader of a mapping asks for all of its keys, so that one spec with the mapping
    /// shows that they are read.
    #[test]
    fn every_key_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for folder in ["specs", "fixtures", "templates"] {
            for entry in walkdir::WalkDir::new(root.join(folder)).sort_by_file_name() {
                let path = entry.expect("the folder can be read").into_path();
                if path.extension().is_some_and(|extension| extension == "yaml") {
                    lint(&path).expect("it can be read");
                }
            }
        }
        let asked = ASKED.take();
        for section in SECTIONS.iter() {
            let is_read = |name: &str| asked.contains(&(section.name, name.to_owned()));
            let unread = section.keys.iter().filter(|key| match key.takes {
                Takes::TextOf(text) => !is_read(text),
                Takes::Included => false,
                _ => !is_read(key.name),
            });
            let unread: Vec<&str> = unread.map(|key| key.name).collect();
            assert_eq!(unread, [""; 0], "nobody reads these keys of {}", section.name);
        }
    }
}
