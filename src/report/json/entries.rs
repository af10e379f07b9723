//! The entries of a report, and the schema that is made of them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use super::{Number, receipt, understood};
use crate::report::visible::{Blanks, visible};

/// The JSON schema of a report. Fields that are left out where there is nothing to say are not required.
pub(super) fn schema() -> schemars::Schema {
    generator().into_root_schema_for::<Document<'static>>()
}

/// What makes schemas of entries that are written.
pub(super) fn generator() -> schemars::SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// The whole report, for its schema.
#[derive(JsonSchema)]
#[schemars(title = "A report of grader", inline)]
#[expect(dead_code, reason = "a report is written part by part")]
pub(super) struct Document<'b> {
    #[serde(flatten)]
    pub(super) cover: CoverEntry<'b>,
    /// The submissions, sorted by id. A line of JSON lines, or of a log, is one of these.
    pub(super) submissions: Vec<SubmissionEntry<'b>>,
    /// Files that are no submissions.
    pub(super) skipped: Vec<&'b str>,
}

/// What stands before the submissions.
#[derive(Serialize, JsonSchema)]
pub(super) struct CoverEntry<'b> {
    pub(super) format: u32,
    /// The program that wrote this report, with its version.
    pub(super) tool: &'static str,
    /// What was graded by.
    pub(super) spec: SpecEntry<'b>,
    pub(super) assignment: &'b str,
    pub(super) title: &'b str,
    pub(super) points: Number,
    pub(super) exact: bool,
    /// What makes programs of sources, where that is a tool of this computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tools: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) audience: Option<AudienceEntry>,
    /// What all results were made by, so that they can be made again, and compared with others part by part.
    pub(super) receipt: receipt::Entry<'b>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SpecEntry<'b> {
    /// The path of the spec, as it was given.
    pub(super) path: &'b str,
    /// SHA-256 of the spec and of all files that it names. Reports with the same one were graded alike.
    pub(super) fingerprint: &'b str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct AudienceEntry {
    pub(super) is: &'static str,
    pub(super) withheld_tests: usize,
    pub(super) withheld_points: Number,
}

/// How the score comes about: what is added less what is taken away.
#[derive(Serialize, JsonSchema)]
pub(super) struct AccountEntry {
    pub(super) added: serde_json::Map<String, serde_json::Value>,
    pub(super) taken: serde_json::Map<String, serde_json::Value>,
    pub(super) not_marked: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_judged: Option<Number>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ReviewEntry<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<Number>,
    pub(super) verdict: &'static str,
    pub(super) why: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LateEntry {
    pub(super) due: String,
    pub(super) submitted: String,
    pub(super) seconds: u64,
    pub(super) percent: u8,
    pub(super) rejected: bool,
    pub(super) about: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct MarkEntry<'b> {
    pub(super) item: &'b str,
    pub(super) title: &'b str,
    pub(super) points: Number,
    pub(super) given: Option<Number>,
    pub(super) remark: &'b str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SubmissionEntry<'b> {
    pub(super) id: &'b str,
    /// What makes programs of sources, in a line that stands by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tools: Option<String>,
    /// What the platform that it came from calls the student.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) names: &'b [String],
    /// The student's row of the roster, column by column.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    pub(super) roster: serde_json::Map<String, serde_json::Value>,
    /// `null` while anything needs review.
    pub(super) score: Option<Number>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) needs_review: Vec<ReviewEntry<'b>>,
    pub(super) account: Option<AccountEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) late: Option<LateEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rubric: Vec<MarkEntry<'b>>,
    pub(super) verdict: &'static str,
    pub(super) program: Option<&'b str>,
    pub(super) protocol: Option<&'static str>,
    pub(super) problem: Option<String>,
    pub(super) format_cost: Number,
    pub(super) format: Vec<FormatEntry<'b>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<OptionEntry<'b>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) understood: Option<understood::Entry<'b>>,
    pub(super) style: Vec<StyleEntry<'b>>,
    pub(super) cases: Vec<CaseEntry<'b>>,
    pub(super) diagnostics: Vec<DiagnosticEntry<'b>>,
    pub(super) remarks: Vec<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) starter: Option<StarterEntry<'b>>,
    /// What the results were made of; left out where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) receipt: Option<receipt::OfSubmission<'b>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StarterEntry<'b> {
    pub(super) file: &'b str,
    pub(super) kept: &'static str,
    pub(super) cost: Number,
    pub(super) lines: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FormatEntry<'b> {
    pub(super) kind: &'static str,
    pub(super) cases: usize,
    pub(super) cost: Number,
    pub(super) example: &'b str,
    pub(super) expected: Option<Bytes>,
    pub(super) actual: Option<Bytes>,
    pub(super) because: Vec<&'b str>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct OptionEntry<'b> {
    pub(super) option: &'b str,
    pub(super) value: &'b str,
    pub(super) usual: bool,
    pub(super) cost: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seen_in: Option<&'b str>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StyleEntry<'b> {
    pub(super) check: &'static str,
    pub(super) passed: Option<bool>,
    pub(super) earned: Number,
    pub(super) points: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cost: Option<Number>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) services: Vec<&'b str>,
    pub(super) details: Vec<&'b str>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CaseEntry<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'b str>,
    pub(super) verdict: Option<&'static str>,
    pub(super) earned: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) waits_for: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) hidden: Vec<&'static str>,
    pub(super) format: Vec<&'static str>,
    pub(super) stop: Option<&'static str>,
    pub(super) instructions: Option<u64>,
    pub(super) failure: Option<FailureEntry<'b>>,
    /// What a command of the staff has to say to them.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) to_staff: &'b str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FailureEntry<'b> {
    pub(super) turn: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<usize>,
    pub(super) typed: Option<Bytes>,
    pub(super) expected: Option<Bytes>,
    pub(super) actual: Option<Bytes>,
    pub(super) wrong_turns: usize,
    pub(super) because: Vec<&'b str>,
    pub(super) told_as: Option<&'b str>,
    /// The statement that the explanation points at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<PlaceEntry>,
    /// The command that plays the case again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replay: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PlaceEntry {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DiagnosticEntry<'b> {
    pub(super) code: &'static str,
    pub(super) severity: &'static str,
    pub(super) file: &'b str,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: &'b str,
    pub(super) notes: Vec<&'b str>,
    pub(super) help: Vec<&'b str>,
}

/// Output as text, and in hexadecimal where the text is not the whole truth.
#[derive(Serialize, JsonSchema)]
pub(super) struct Bytes {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hex: Option<String>,
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        let text = visible(bytes, Blanks::AsTheyAre);
        let hex =
            (text.as_bytes() != bytes).then(|| bytes.iter().flat_map(|byte| hex_digits(*byte)).collect());
        Self { text, hex }
    }
}

fn hex_digits(byte: u8) -> [char; 2] {
    [byte >> 4, byte & 15].map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('?'))
}
