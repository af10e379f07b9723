//! The receipt of a submission: of what exactly its results were made, so that they can be made again, and so that it is seen
//! whether anything was changed since.

use super::marks::Marks;
use super::plan::Plan;
use crate::asm::{Part, ProgramFile};
use crate::fingerprint::{Fingerprint, hex, sha256_of_file};
use crate::spec::SubmissionRules;
use crate::stored::{Deserialize, Serialize};
use crate::submission::Submission;

/// The files of a submission that its results depend on, and the marks that people gave for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The files in the order in which they were used; of a submission without a program, all that can be read.
    pub files: Vec<ReceiptFile>,
    /// The fingerprint of the marks, 64 digits; `None` if there are none. For staff: there are few marks, so that one could be
    /// found by its fingerprint.
    pub marks: Option<String>,
}

/// A file of a receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptFile {
    /// Its name in the submission.
    pub name: String,
    /// Its SHA-256, as `sha256sum` says it; `None` if it was not read.
    pub sha256: Option<String>,
    /// Its use.
    pub used: FileUse,
}

/// The uses of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileUse {
    /// It was assembled or compiled.
    Source,
    /// A source includes it.
    Included,
    /// The program may open it while it runs.
    Opened,
    /// There was no program to run.
    Unused,
}

impl FileUse {
    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Included => "included",
            Self::Opened => "opened",
            Self::Unused => "unused",
        }
    }
}

impl Receipt {
    /// The receipt of a submission with these files; what belongs to the assignment is in the fingerprint of the spec.
    pub(super) fn of(files: &[ProgramFile], marks: Option<String>) -> Self {
        let file = |file: &ProgramFile| {
            let used = match file.part {
                Part::Source => FileUse::Source,
                Part::Included => FileUse::Included,
                Part::Data => FileUse::Opened,
                Part::Harness | Part::Listed => return None,
            };
            let (name, sha256) = (file.name.clone(), Some(sha256_of_file(&file.bytes)));
            Some(ReceiptFile { name, sha256, used })
        };
        Self { files: files.iter().filter_map(file).collect(), marks }
    }

    /// The receipt of a submission without a program.
    pub(super) fn without_program(
        submission: &Submission,
        rules: &SubmissionRules,
        marks: Option<String>,
    ) -> Self {
        /// More files than these are no homework.
        const MOST: usize = 64;
        let file = |file: &crate::submission::Entry| {
            let sha256 = file.read(rules.max_bytes).ok().map(|read| sha256_of_file(&read.bytes));
            ReceiptFile { name: file.name.clone(), sha256, used: FileUse::Unused }
        };
        let files = submission.files.iter().chain(&submission.beside);
        Self { files: files.take(MOST).map(file).collect(), marks }
    }
}

/// The receipt that a submission would have if it were graded now.
pub fn receipt(plan: &Plan, submission: &Submission) -> Receipt {
    let rules = &plan.spec.submission;
    let marks = plan.records.marks.fingerprint(&submission.id);
    match submission.program(rules) {
        Ok(files) => Receipt::of(&files, marks),
        Err(_) => Receipt::without_program(submission, rules, marks),
    }
}

impl Marks {
    /// The fingerprint of the points that people gave for a submission; `None` if there are none.
    pub(super) fn fingerprint(&self, submission: &str) -> Option<String> {
        let mut hash = Fingerprint::default();
        let mut is_any = false;
        for (item, points, _) in self.given_to(submission) {
            let Some(points) = points else { continue };
            is_any = true;
            hash.add(item.as_bytes());
            hash.add(&points.hundredths().to_be_bytes());
        }
        is_any.then(|| hex(&hash.finish()))
    }
}
