//! The words that can stand after a key, taken from the tables that the reader looks them up in.

use crate::referee::Assignment;

/// The names of a table of names and what they stand for.
pub(super) fn names<T>(table: &[(&str, T)]) -> Vec<String> {
    table.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The options of all assignments, each with its values.
pub(super) fn options() -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (name, values) in Assignment::ALL.iter().flat_map(|(_, assignment)| assignment.options()) {
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => {
                let new: Vec<String> =
                    values.iter().filter(|value| !known.contains(value)).cloned().collect();
                known.extend(new);
            }
            None => all.push((name.clone(), values.clone())),
        }
    }
    all
}

/// The names of all options.
pub(super) fn option_names() -> Vec<String> {
    options().into_iter().map(|(name, _)| name).collect()
}

/// The values of all options, each once.
pub(super) fn option_values() -> Vec<String> {
    without_repetition(options().into_iter().flat_map(|(_, values)| values))
}

/// The families of games of all assignments.
pub(super) fn families() -> Vec<String> {
    let all = Assignment::ALL.iter().flat_map(|(_, assignment)| assignment.families());
    without_repetition(all.map(|family| (*family).to_owned()))
}

fn without_repetition(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}
