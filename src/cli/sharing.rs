//! Work that several computers share: the flags of commands that do a part of it, or put all parts together.

use std::path::{Path, PathBuf};

use clap::Args;

use super::keeping::parse_partition;
use super::output::{Claims, write_whole};
use super::terminal::Terminal;
use super::{CommandFailure, Deed, Exit};
use crate::diagnostics::{Text, harmless, text};
use crate::record::{PartError, PartOf, Work};
use crate::stored::{Deserialize, Serialize};
use crate::submission::Partition;

/// The flags.
#[derive(Args, Debug)]
pub(super) struct Sharing {
    /// Do one part of the work, for several computers that share it: hash:2/8 or slice:2/8 is the second of eight; auto asks Slurm,
    /// Kubernetes, GitHub or GitLab which part this job is.
    #[arg(long, value_name = "PART", value_parser = parse_partition, requires = "record")]
    partition: Option<Partition>,

    /// Write what comes of the part to this file.
    #[arg(long, value_name = "PATH", requires = "partition")]
    record: Option<PathBuf>,

    /// Put together what came of all parts, which --record wrote, in place of doing the work.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["partition", "record"])]
    parts: Vec<PathBuf>,
}

impl Sharing {
    /// The part that is done; `None` for all of the work.
    pub(super) fn partition(&self) -> Option<Partition> {
        self.partition
    }

    /// Claims the files of parts.
    pub(super) fn claim(&self, claims: &mut Claims) -> Result<(), CommandFailure> {
        for path in &self.parts {
            claims.reads(path, &text!("a part", "một phần"));
        }
        self.record.iter().try_for_each(|path| claims.writes(path, &text!("the part", "phần này")))
    }

    /// Writes a part.
    pub(super) fn write<R: Serialize + for<'d> Deserialize<'d>>(
        &self,
        deed: &str,
        part: &PartOf<R>,
        terminal: &Terminal,
    ) -> Result<Exit, CommandFailure> {
        let bytes =
            part.to_bytes(deed).map_err(|error| CommandFailure::environment(Text::verbatim(error)))?;
        let partition = part.partition;
        if let Some(path) = &self.record {
            write_whole(path, &bytes)?;
            let path = harmless(&path.to_string_lossy());
            terminal.note(&text!(
                "{partition} is done and written to {path}; --parts joins all parts",
                "{partition} đã xong và được ghi vào {path}; --parts ghép tất cả các phần"
            ));
        }
        Ok(Exit::Done)
    }

    /// What came of all parts; `None` if the work is to be done here.
    pub(super) fn together<R: Serialize + for<'d> Deserialize<'d>>(
        &self,
        deed: &str,
        work: Work,
    ) -> Result<Option<Vec<R>>, CommandFailure> {
        if self.parts.is_empty() {
            return Ok(None);
        }
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))
        };
        let files = self.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        PartOf::together(work, deed, &files).map(Some).map_err(|error| self.refusal(error))
    }

    fn refusal(&self, error: PartError) -> CommandFailure {
        let path = |index: usize| {
            harmless(&self.parts.get(index).map_or(Path::new(""), PathBuf::as_path).to_string_lossy())
        };
        CommandFailure::usage(match error {
            PartError::Unreadable(index) => {
                let path = path(index);
                text!(
                    "{path} is no part that this edition of grader has written; make it again with --partition and --record",
                    "{path} không phải là một phần do bản grader này ghi; hãy tạo lại bằng --partition và --record"
                )
            }
            PartError::OfOthers(index) => {
                let path = path(index);
                text!(
                    "{path} is a part of other work: it was done with other flags, or parted in another way, or the spec or a program has changed since",
                    "{path} là phần của công việc khác: được làm với các cờ khác, chia theo cách khác, hoặc spec hay một chương trình đã thay đổi"
                )
            }
            PartError::Twice(part) => text!("part {part} is there twice", "phần {part} có hai lần"),
            PartError::Missing(Partition { part, of, .. }) => {
                text!("part {part} of {of} is missing", "thiếu phần {part} trong {of} phần")
            }
        })
    }
}
