//! A validator for JSON schemas, as small as the schema of specs lets it be: a keyword that it does not know is an error,
//! so that nothing of a schema is passed over in silence.

use regex::Regex;
use serde_json::{Map, Value};

/// Keywords that do not constrain values.
const SILENT: [&str; 5] = ["$schema", "$defs", "title", "description", "default"];

/// Everything in which a value breaks a schema, each with its place; an empty list if it is valid.
pub(crate) fn errors(schema: &Value, value: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    Validator { root: schema }.check(schema, value, "", &mut errors);
    errors
}

struct Validator<'s> {
    root: &'s Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str, errors: &mut Vec<String>) {
        let keywords = schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema"));
        for (keyword, rule) in keywords {
            let complaint = match keyword.as_str() {
                silent if SILENT.contains(&silent) => None,
                "$ref" => {
                    self.check(self.definition(rule), value, place, errors);
                    None
                }
                "anyOf" => {
                    let fits = |schema: &Value| {
                        let mut inner = Vec::new();
                        self.check(schema, value, place, &mut inner);
                        inner.is_empty()
                    };
                    (!items(rule).iter().any(fits)).then(|| "fits none of several".to_owned())
                }
                "properties" => {
                    for (key, value) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = rule.get(key) {
                            self.check(schema, value, &format!("{place}/{key}"), errors);
                        }
                    }
                    None
                }
                "items" => {
                    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, value, &format!("{place}/{index}"), errors);
                    }
                    None
                }
                "additionalProperties" if rule.is_object() => {
                    let known = keywords.get("properties").and_then(Value::as_object);
                    for (key, value) in value.as_object().into_iter().flatten() {
                        if known.is_none_or(|known| !known.contains_key(key)) {
                            self.check(rule, value, &format!("{place}/{key}"), errors);
                        }
                    }
                    None
                }
                _ => complaint(keyword, rule, keywords, value),
            };
            errors.extend(complaint.map(|complaint| format!("{place}: {complaint}")));
        }
    }

    fn definition(&self, reference: &Value) -> &Value {
        let name = reference.as_str().and_then(|text| text.strip_prefix("#/$defs/")).unwrap_or_default();
        self.root["$defs"].get(name).unwrap_or_else(|| panic!("{reference} is defined nowhere"))
    }
}

/// The complaint of a keyword that looks at this value alone.
fn complaint(keyword: &str, rule: &Value, keywords: &Map<String, Value>, value: &Value) -> Option<String> {
    let number = Value::as_f64;
    let length = || value.as_array().map(|items| items.len() as u64);
    let is_good = match keyword {
        "type" => match rule {
            Value::Array(types) => types.iter().any(|name| is_of_type(value, name)),
            name => is_of_type(value, name),
        },
        "enum" => items(rule).contains(value),
        "const" => rule == value,
        "pattern" => {
            let pattern =
                Regex::new(rule.as_str().expect("a pattern is text")).expect("the pattern compiles");
            value.as_str().is_none_or(|text| pattern.is_match(text))
        }
        "minimum" => number(value).is_none_or(|value| Some(value) >= number(rule)),
        "maximum" => number(value).is_none_or(|value| Some(value) <= number(rule)),
        "minItems" => length().is_none_or(|length| Some(length) >= rule.as_u64()),
        "maxItems" => length().is_none_or(|length| Some(length) <= rule.as_u64()),
        "required" => value.as_object().is_none_or(|object| {
            items(rule).iter().filter_map(Value::as_str).all(|key| object.contains_key(key))
        }),
        "additionalProperties" => {
            assert_eq!(*rule, Value::Bool(false), "the validator knows no other additionalProperties");
            let known = &keywords["properties"];
            value.as_object().is_none_or(|object| object.keys().all(|key| known.get(key).is_some()))
        }
        unknown => panic!("the validator does not know the keyword {unknown}"),
    };
    (!is_good).then(|| format!("breaks {keyword} {rule}"))
}

fn items(rule: &Value) -> &[Value] {
    rule.as_array().unwrap_or_else(|| panic!("{rule} is no list"))
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type is text") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("{other} is no type"),
    }
}

mod tests {
    use serde_json::{Value, json};

    use super::errors;

    /// Asserts that a schema takes the values of the first list and none of the second one.
    #[track_caller]
    fn check(schema: &Value, good: &[Value], bad: &[Value]) {
        for value in good {
            assert_eq!(errors(schema, value), [""; 0], "{schema}");
        }
        for value in bad {
            assert!(!errors(schema, value).is_empty(), "{schema} takes {value}");
        }
    }

    #[test]
    fn each_keyword_of_the_validator_takes_what_it_should_and_nothing_else() {
        check(&json!({ "type": "integer" }), &[json!(1)], &[json!(1.5), json!("1"), json!(null)]);
        check(&json!({ "type": ["number", "null"] }), &[json!(1.5), json!(null)], &[json!([]), json!({})]);
        check(&json!({ "type": "boolean" }), &[json!(true)], &[json!("true")]);
        check(&json!({ "enum": [2, "two"] }), &[json!(2), json!("two")], &[json!("2"), json!(3)]);
        check(&json!({ "const": 1 }), &[json!(1)], &[json!(2)]);
        check(&json!({ "pattern": "^a+$" }), &[json!("aa"), json!(7)], &[json!("b")]);
        check(
            &json!({ "minimum": 1, "maximum": 3 }),
            &[json!(1), json!(3), json!("x")],
            &[json!(0), json!(4)],
        );
        let items = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2 });
        check(&items, &[json!(["a"])], &[json!([]), json!([1]), json!(["a", "b", "c"]), json!("a")]);
        let object = json!({
            "type": "object",
            "properties": { "a": { "type": "string" }, "b": {} },
            "required": ["a"],
            "additionalProperties": false,
        });
        check(
            &object,
            &[json!({ "a": "x", "b": 1 })],
            &[json!({}), json!({ "a": 1 }), json!({ "a": "", "c": 1 })],
        );
        let either = json!({ "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/n" }], "$defs": { "n": { "minimum": 5, "type": "number" } } });
        check(&either, &[json!("x"), json!(5)], &[json!(4), json!(true)]);
    }

    #[test]
    #[should_panic(expected = "does not know the keyword")]
    fn a_keyword_that_is_not_known_is_not_passed_over() {
        errors(&json!({ "multipleOf": 2 }), &json!(2));
    }
}
