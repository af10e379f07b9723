//! Where the results of a run are kept: in a record of its own, and in the cache.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::output::Claims;
use super::terminal::Terminal;
use super::values::Refusal;
use crate::diagnostics::{harmless, of_system, text};
use crate::grade::Plan;
use crate::record::{Cache, Made, Record, RecordError, Store};
use crate::submission::{Discovery, Partition};

/// The flags that say where results are kept.
#[derive(Args, Debug)]
pub(super) struct Keeping {
    /// Keep each result in this file as soon as it is there. A run that was ended goes on with --resume, and `grader merge` makes
    /// reports of it.
    #[arg(long, value_name = "PATH", conflicts_with = "watch")]
    record: Option<PathBuf>,

    /// Go on with the record of an earlier run: what is in it is not graded again, unless the submission has changed.
    #[arg(long, requires = "record")]
    resume: bool,

    /// Grade one part of the class, for several computers that share the work: hash:2/8 or slice:2/8 is the second of eight; auto
    /// asks Slurm, Kubernetes, GitHub or GitLab which part this job is. `grader merge` puts the parts together.
    #[arg(long, value_name = "PART", value_parser = parse_partition, requires = "record")]
    partition: Option<Partition>,

    /// Grade everything, also what the cache has from an earlier run.
    #[arg(long)]
    no_cache: bool,
}

pub(super) fn parse_partition(text: &str) -> Result<Partition, Refusal> {
    Ok(Partition::parse(text, |name| std::env::var(name).ok())?)
}

impl Keeping {
    /// Returns `true` if the run is recorded.
    pub(super) fn is_recorded(&self) -> bool {
        self.record.is_some()
    }

    /// The part of the class that is graded; `None` for all of it.
    pub(super) fn partition(&self) -> Option<Partition> {
        self.partition
    }

    /// Claims the file of the record.
    pub(super) fn claim(&self, claims: &mut Claims) -> Result<(), CommandFailure> {
        self.record.iter().try_for_each(|path| claims.writes(path, &text!("the record", "bản ghi")))
    }

    /// The part of a class that is to be graded.
    pub(super) fn part_of<'c>(&self, class: &'c Discovery) -> Cow<'c, Discovery> {
        let Some(part) = self.partition else { return Cow::Borrowed(class) };
        let count = class.submissions.len();
        let submissions = class.submissions.iter().enumerate();
        let own = submissions.filter(|(index, submission)| part.has(&submission.id, *index, count));
        let submissions = own.map(|(_, submission)| submission.clone()).collect();
        Cow::Owned(Discovery { submissions, ..class.clone() })
    }

    /// Opens what results are kept in, for `count` submissions.
    pub(super) fn store<'p>(
        &self,
        plan: &'p Plan,
        count: usize,
        terminal: &Terminal,
    ) -> Result<Store<'p>, CommandFailure> {
        let made = Made::by(&plan.spec);
        let record = self.record.as_ref().map(|path| Record::open(path, &made, self.resume)).transpose();
        let record = record.map_err(|error| failed(&error))?;
        if let Some(record) = record.as_ref().filter(|record| !record.is_empty()) {
            let count = record.len();
            terminal.note(&text!(
                "going on with a record of {count} results",
                "chạy tiếp với bản ghi đã có {count} kết quả"
            ));
        }
        // One program is graded faster than it is looked for.
        let is_wanted = !self.no_cache && count > 1;
        let folder = is_wanted.then(cache_folder).flatten();
        let cache = folder.and_then(|folder| match Cache::open(&folder, &made) {
            Ok(cache) => Some(cache),
            Err(error) => {
                let (folder, (why, why_vi)) =
                    (harmless(&folder.to_string_lossy()), of_system(&error).into_both());
                terminal.note(&text!(
                    "graded without the cache in {folder}: {why}",
                    "chấm không dùng bộ nhớ đệm ở {folder}: {why_vi}"
                ));
                None
            }
        });
        Ok(Store::new(plan, record, cache))
    }
}

/// The folder of the cache; `None` if there is to be none.
pub(super) fn cache_folder() -> Option<PathBuf> {
    Cache::folder(|name| std::env::var_os(name).map(PathBuf::from))
}

/// The failure of a record, with its exit code.
pub(super) fn failed(error: &RecordError) -> CommandFailure {
    let exit = match error {
        RecordError::Unusable { .. } => Exit::Environment,
        RecordError::Begun { .. } | RecordError::OfOthers { .. } => Exit::Usage,
    };
    CommandFailure { exit, words: error.words() }
}
