//! Receipts: of what exactly the results were made, so that they can be made again.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Number, decimal};
use crate::fingerprint::{BUILD, VERSION};
use crate::grade::{Audience, Gradebook, Receipt};
use crate::spec::{Case, Expectation, Group};

/// What all results of a report were made by. Fingerprints of parts of the spec are for staff: a short test could be guessed and
/// recognised by its fingerprint.
#[derive(Serialize, JsonSchema)]
pub(super) struct Entry<'b> {
    #[serde(flatten)]
    made: MadeEntry<'b>,
    /// The keys of the spec that grades depend on, each with a fingerprint; `files` are the other files that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<&'b BTreeMap<String, String>>,
    groups: Vec<GroupEntry<'b>>,
}

#[derive(Serialize, JsonSchema)]
struct MadeEntry<'b> {
    /// The version of grader.
    version: &'static str,
    /// The fingerprint of its sources. Programs of the same build give the same results.
    build: &'static str,
    /// The fingerprint of the spec, as it stands in `spec` of the whole report.
    spec: &'b str,
}

#[derive(Serialize, JsonSchema)]
struct GroupEntry<'b> {
    id: &'b str,
    points: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<&'b str>,
    tests: Vec<TestEntry<'b>>,
}

#[derive(Serialize, JsonSchema)]
struct TestEntry<'b> {
    id: &'b str,
    points: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<&'b str>,
    /// The random seed of the program's draws, or of inputs that are drawn; where it is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

/// What the results of a submission were made of.
#[derive(Serialize, JsonSchema)]
pub(super) struct OfSubmission<'b> {
    /// What they were made by, in a line that stands by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<MadeEntry<'b>>,
    files: Vec<FileEntry<'b>>,
    /// The fingerprint of the points that people gave, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<&'b str>,
}

#[derive(Serialize, JsonSchema)]
struct FileEntry<'b> {
    /// Its name in the submission.
    name: &'b str,
    /// What `sha256sum` says of it; `null` if it was not read.
    sha256: Option<&'b str>,
    /// `source`, `included`, `opened` (by the program), or `unused` where there was no program.
    used: &'static str,
}

impl<'b> MadeEntry<'b> {
    fn of(book: &'b Gradebook) -> Self {
        Self { version: VERSION, build: BUILD, spec: &book.spec.fingerprint }
    }
}

impl<'b> Entry<'b> {
    /// The receipt of a book.
    pub(super) fn of(book: &'b Gradebook) -> Self {
        let keys = (book.audience == Audience::Staff).then_some(&book.spec.outline.keys);
        let groups = book.spec.groups.iter().map(|group| group_entry(book, group));
        Self { made: MadeEntry::of(book), keys, groups: groups.collect() }
    }
}

impl<'b> OfSubmission<'b> {
    /// The receipt of a submission; with what it was made by if it stands by itself.
    pub(super) fn of(receipt: &'b Receipt) -> Self {
        let files = receipt.files.iter().map(|file| FileEntry {
            name: &file.name,
            sha256: file.sha256.as_deref(),
            used: file.used.id(),
        });
        Self { made: None, files: files.collect(), marks: receipt.marks.as_deref() }
    }

    /// The same with what it was made by.
    pub(super) fn made_by(self, book: &'b Gradebook) -> Self {
        Self { made: Some(MadeEntry::of(book)), ..self }
    }
}

fn group_entry<'b>(book: &'b Gradebook, group: &'b Group) -> GroupEntry<'b> {
    let is_staff = book.audience == Audience::Staff;
    let of_part = |prints: &'b BTreeMap<String, String>, id: &str| {
        prints.get(id).map(String::as_str).filter(|_| is_staff)
    };
    let outline = &book.spec.outline;
    let shows_input = book.audience.sees(&group.show).input;
    let tests = group.cases.iter().map(|case| TestEntry {
        id: &case.id,
        points: decimal(case.points),
        fingerprint: of_part(&outline.cases, &case.id),
        seed: Some(seed(case)).filter(|seed| *seed != 0 && shows_input),
    });
    GroupEntry {
        id: &group.id,
        points: decimal(group.points),
        fingerprint: of_part(&outline.groups, &group.id),
        tests: tests.collect(),
    }
}

fn seed(case: &Case) -> u64 {
    if let Expectation::Property(property) = &case.expectation { property.seed } else { case.seed }
}
