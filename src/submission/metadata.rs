//! The information of platforms about submissions in files of their own: Gradescope about all in an export,
//! Submitty about each student.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::layout::Said;
use super::names::composed;

/// The file of Gradescope's next to the folders.
pub(super) const GRADESCOPE: &str = "submission_metadata.yml";

/// The file of Submitty's next to the attempts of a student.
pub(super) const SUBMITTY: &str = "user_assignment_settings.json";

/// Ruby writes the file, and its symbols are keys that begin with a colon.
#[derive(Deserialize)]
struct Handed {
    #[serde(rename = ":submitters", default)]
    submitters: Vec<Submitter>,
    #[serde(rename = ":created_at", default)]
    created_at: Option<String>,
}

#[derive(Deserialize)]
struct Submitter {
    #[serde(rename = ":name", default)]
    name: Option<String>,
    #[serde(rename = ":email", default)]
    email: Option<String>,
    #[serde(rename = ":sid", default)]
    sid: Option<String>,
}

/// The attempt that counts; JSON is YAML too.
#[derive(Deserialize)]
struct Settings {
    active_version: u32,
}

/// The attempt that counts for a student of Submitty's; 0 if all of them are taken back.
pub(super) fn active_attempt(text: &str) -> Option<u32> {
    serde_yaml::from_str(text).ok().map(|settings: Settings| settings.active_version)
}

/// The students and the time of each folder; nothing if the file cannot be read.
pub(super) fn submitters(text: &str) -> BTreeMap<String, Said> {
    let all: BTreeMap<String, Handed> = serde_yaml::from_str(text).unwrap_or_default();
    let said = |(folder, handed): (String, Handed)| {
        let called =
            |one: &Submitter| one.name.clone().or_else(|| one.email.clone()).or_else(|| one.sid.clone());
        let names: Vec<String> =
            handed.submitters.iter().filter_map(called).map(|name| composed(&name)).collect();
        let others = handed.submitters.into_iter().flat_map(|one| [one.name, one.email, one.sid]);
        let said = Said {
            student: if names.is_empty() { folder.clone() } else { names.join(" & ") },
            key: folder.clone(),
            also: others.flatten().map(|name| composed(&name)).collect(),
            when: handed.created_at.as_deref().and_then(moment),
            ..Said::default()
        };
        (folder, said)
    };
    all.into_iter().map(said).collect()
}

/// `2026-03-01 23:59:00.123456000 -08:00` in the form of times in tables.
fn moment(text: &str) -> Option<String> {
    let (date, rest) = text.split_once([' ', 'T'])?;
    let (clock, zone) = rest.split_once(' ').unwrap_or((rest, "Z"));
    let zone = if zone == "UTC" { "Z" } else { zone };
    Some(format!("{date}T{}{zone}", clock.split('.').next()?))
}

#[cfg(test)]
mod tests {
    use super::{active_attempt, submitters};

    #[test]
    fn an_export_names_its_students() {
        let text = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '7'\n  - :name: Bo Li\n  \
                    :created_at: 2026-03-01 23:59:00.5 -08:00\n  :score: 3.0\n  :history:\n  - :id: 4\n    \
                    :created_at: 2020-01-01 00:00:00 Z\nsubmission_12:\n  :submitters: []\n";
        let all = submitters(text);
        let said = &all["submission_11"];
        assert_eq!(
            (said.student.as_str(), said.when.as_deref()),
            ("Ann Lee & Bo Li", Some("2026-03-01T23:59:00-08:00"))
        );
        assert_eq!(said.also, ["Ann Lee", "7", "Bo Li"]);
        assert_eq!(all["submission_12"].student, "submission_12");
    }

    #[test]
    fn settings_name_the_attempt_that_counts() {
        assert_eq!(active_attempt(r#"{"active_version": 2, "history": []}"#), Some(2));
        assert_eq!(active_attempt("{}"), None);
    }
}
