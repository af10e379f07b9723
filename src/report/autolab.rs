//! The output of an autograder of Autolab, for one submission: the report as students see it, then the
//! results of the tests, and in the last line the score.
//!
//! Format: Autolab's documentation, "Autograders": only the last line is read for scores, and the one before it for feedback. The
//! problem in Autolab is named like the spec's `id`. What could not be judged has no score, and Autolab keeps the one before.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use super::json::{Number, decimal, to_line};
use super::one::{self, for_students};
use super::rows::{Row, RowState, rows};
use super::visible::harmless;
use super::{Parts, terminal};
use crate::diagnostics::{Language, text};
use crate::grade::{Gradebook, Graded};

pub(super) fn begin(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    one::begin(language, write)
}

#[derive(Serialize)]
struct Scores<'b> {
    scores: BTreeMap<&'b str, Number>,
}

/// Feedback in stages: a stage for each group.
struct Feedback(Vec<(String, Vec<(String, Hint)>)>);

#[derive(Serialize)]
struct Hint {
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl Serialize for Feedback {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("_presentation", "semantic")?;
        map.serialize_entry("stages", &self.0.iter().map(|(stage, _)| stage).collect::<Vec<_>>())?;
        for (stage, tests) in &self.0 {
            let tests: BTreeMap<&str, &Hint> =
                tests.iter().map(|(name, hint)| (name.as_str(), hint)).collect();
            map.serialize_entry(stage, &tests)?;
        }
        map.end()
    }
}

fn write(book: &Gradebook, graded: &Graded, language: Language) -> Vec<u8> {
    let seen = for_students(book, graded);
    let mut stages: Vec<(String, Vec<(String, Hint)>)> = Vec::new();
    for graded in &seen.submissions {
        for row in rows(&seen, graded, language) {
            // A test that was not judged is not a failure.
            let Some(hint) = hint(&row, language) else { continue };
            let group = row.group.map(|group| harmless(group.title.to(language)));
            let stage = group.unwrap_or_else(|| text!("Style", "Phong cách").to(language).to_owned());
            match stages.iter_mut().find(|(known, _)| *known == stage) {
                Some((_, tests)) => tests.push((row.id, hint)),
                None => stages.push((stage, vec![(row.id, hint)])),
            }
        }
    }
    let score = graded.score().map(|score| (book.spec.id.as_str(), decimal(score)));
    let story = terminal::plain(&seen, language).into_bytes();
    let (feedback, scores) =
        (to_line(&Feedback(stages)), to_line(&Scores { scores: score.into_iter().collect() }));
    [story, b"\n".to_vec(), feedback, scores].concat()
}

fn hint(row: &Row<'_>, language: Language) -> Option<Hint> {
    match row.state {
        RowState::Passed => Some(Hint { passed: true, hint: None }),
        RowState::Failed => Some(Hint { passed: false, hint: Some(harmless(row.message.to(language))) }),
        RowState::Skipped | RowState::NotJudged => None,
    }
}
