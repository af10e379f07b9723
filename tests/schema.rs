//! The schema of the spec language agrees with the reader: a spec that loads is valid, and one that
//! an editor marks is wrong.

use crate::support::validator;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grader::diagnostics::{Code, code};
use grader::spec::{LoadError, load, load_trusted, schema};
use serde_json::Value;

/// The mistakes that a schema can find: all others take a program that reads the values.
const SEEN: [Code; 2] = [code::SPEC_UNKNOWN_KEY, code::SPEC_WRONG_TYPE];

fn parsed_schema() -> Value {
    serde_json::from_str(&schema()).expect("the schema is JSON")
}

/// Every YAML file of the project with what an editor makes of it; nothing for what is no YAML.
fn documents() -> Vec<(PathBuf, Option<Value>)> {
    let files = ["specs", "fixtures"]
        .into_iter()
        .flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    let paths = files.map(|entry| entry.expect("the folder can be read").into_path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("it can be read")).into_owned();
            let document = serde_yaml::from_str(&text).ok();
            (path, document)
        })
        .collect()
}

#[test]
fn the_shipped_schema_is_the_one_that_is_printed() {
    expect_file!["../specs/schema.json"].assert_eq(&schema());
}

/// The defaults of keys, as rows of a table.
fn defaults() -> String {
    let schema = parsed_schema();
    let named = schema["$defs"].as_object().expect("there are definitions");
    let sections =
        [("spec", &schema)].into_iter().chain(named.iter().map(|(name, section)| (name.as_str(), section)));
    let mut rows = String::new();
    for (name, section) in sections {
        let keys = section["properties"].as_object().expect("a mapping has keys");
        for (key, value) in keys.iter().filter_map(|(key, about)| Some((key, about.get("default")?))) {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            writeln!(rows, "| {name} | `{key}` | `{value}` |").expect("strings take everything");
        }
    }
    rows
}

#[test]
fn the_guide_has_every_default() {
    let rows = defaults();
    let guide = include_str!("../docs/spec.md");
    assert!(guide.contains(&format!("|---|---|---|\n{rows}\n")), "docs/spec.md needs this table:\n{rows}");
}

#[test]
fn specs_name_the_schema_for_editors() {
    for (path, _) in documents().iter().filter(|(path, _)| path.starts_with("specs")) {
        let text = std::fs::read_to_string(path).expect("specs are text");
        assert!(text.starts_with("# yaml-language-server: $schema=schema.json\n"), "{}", path.display());
    }
    assert!(Path::new("specs/schema.json").is_file());
}

#[test]
fn what_loads_is_valid() {
    let schema = parsed_schema();
    let mut count = 0;
    for (path, document) in documents() {
        if load_trusted(&path).is_ok() {
            let document = document.unwrap_or_else(|| panic!("{} is no YAML", path.display()));
            assert_eq!(validator::errors(&schema, &document), [""; 0], "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 5, "only {count} specs were found");
}

#[test]
fn unknown_keys_and_wrong_kinds_are_not_valid() {
    let schema = parsed_schema();
    let mut count = 0;
    for (path, document) in documents() {
        let Err(LoadError::Invalid { diagnostics, .. }) = load(&path) else { continue };
        let Some(document) = document else { continue };
        if let Some(seen) = diagnostics.iter().find(|diagnostic| SEEN.contains(&diagnostic.code)) {
            let errors = validator::errors(&schema, &document);
            assert!(!errors.is_empty(), "{} is valid, and has {}", path.display(), seen.code);
            count += 1;
        }
    }
    assert!(count > 4, "only {count} such files were found");
}
