//! The action and the examples for CI: they are YAML, and every command in them is one that the program takes.

use std::collections::BTreeSet;

use grader::cli::accepts;
use serde_json::Value;

const ACTION: &str = include_str!("../action.yml");
const GUIDE: &str = include_str!("../docs/ci.md");

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The blocks of YAML in the guide, by the file that their first line names.
fn examples() -> Vec<(&'static str, Value)> {
    let blocks = GUIDE.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let named = blocks.map(|block| {
        let name = block.lines().next().and_then(|line| line.strip_prefix("# "));
        (name.expect("the first line names the file"), yaml(block))
    });
    named.collect()
}

/// Every script in a document: what stands after `run`, `script` and the like.
fn scripts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let lines: Vec<&Value> = match value {
                    Value::Array(lines) => lines.iter().collect(),
                    line => vec![line],
                };
                if matches!(key.as_str(), "run" | "script" | "before_script" | "after_script") {
                    found.extend(lines.iter().filter_map(|line| line.as_str()).map(str::to_owned));
                } else {
                    scripts(value, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| scripts(item, found)),
        _ => {}
    }
}

/// The words of a command as a shell splits them; a variable is a word like any other.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The command lines of the grader in a script.
fn of_grader(script: &str) -> Vec<Vec<String>> {
    let joined = script.replace("\\\n", " ");
    let commands = joined.lines().flat_map(|line| line.split(" || ")).map(words);
    commands
        .filter_map(|words| {
            let (program, arguments) = words.split_first()?;
            let is_grader = program == "grader" || program.ends_with("/bin/grader");
            is_grader.then(|| arguments.to_vec())
        })
        .collect()
}

#[test]
fn every_command_in_the_action_and_the_examples_is_taken() {
    let mut documents = examples();
    assert!(documents.len() >= 3, "the guide has examples for two systems");
    documents.push(("action.yml", yaml(ACTION)));
    let mut seen = BTreeSet::new();
    for (name, document) in &documents {
        let mut found = Vec::new();
        scripts(document, &mut found);
        for command in found.iter().flat_map(|script| of_grader(script)) {
            let arguments: Vec<&str> = command
                .iter()
                // Variables that hold something else than a path or a name.
                .map(|word| if word == "$GRADER_FAIL_BELOW" { "0" } else { word.as_str() })
                .collect();
            assert_eq!(accepts(&arguments), Ok(()), "{name}: {command:?}");
            seen.insert(*name);
        }
    }
    assert!(seen.contains("action.yml") && seen.contains(".gitlab-ci.yml"), "{seen:?}");
    assert!(accepts(&["run", "x", "--spec", "y", "--format", "nothing=z"]).is_err());
}

/// The inputs that a workflow gives to the action are those that the action declares.
#[test]
fn workflows_give_the_action_what_it_asks_for() {
    let inputs = yaml(ACTION)["inputs"].as_object().expect("it has inputs").clone();
    let required: Vec<&String> =
        inputs.iter().filter(|(_, input)| input["required"] == true).map(|(name, _)| name).collect();
    let mut uses = 0;
    for (name, document) in examples() {
        let jobs = document.get("jobs").and_then(Value::as_object).cloned().unwrap_or_default();
        let steps = jobs.values().filter_map(|job| job["steps"].as_array()).flatten();
        for step in steps.filter(|step| step["uses"].as_str().is_some_and(|used| used.contains("/grader@"))) {
            let given = step["with"].as_object().expect("it is given something");
            assert!(given.keys().all(|key| inputs.contains_key(key)), "{name}: {given:?}");
            assert!(required.iter().all(|key| given.contains_key(*key)), "{name}: {given:?}");
            uses += 1;
        }
    }
    assert!(uses > 0 && !required.is_empty());
}

/// Values from a workflow reach the shell as variables only, so that no text of a student is run.
#[test]
fn no_script_of_the_action_has_an_expression_in_it() {
    let mut found = Vec::new();
    scripts(&yaml(ACTION), &mut found);
    assert!(!found.is_empty());
    for script in found {
        assert!(!script.contains("${{"), "{script}");
    }
}
