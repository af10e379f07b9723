//! Parts of a class that were graded on their own, put together again.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::frames::{Frames, Kind};
use super::key::Key;
use super::store::{difference, head};
use super::{Made, kept};
use crate::diagnostics::{Language, Text, harmless, of_system, text};
use crate::fingerprint::sha256_hex;
use crate::grade::{Gradebook, Graded, in_parallel};
use crate::spec::Spec;
use crate::stored::{self, Deserialize, Serialize};
use crate::submission::{Discovery, Partition};

/// The end of a record: all that was to be graded is in it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct End {
    /// The part of the class that it is; `None` for a whole class.
    partition: Option<Partition>,
    /// The number of submissions of the whole class.
    count: usize,
    /// A fingerprint of the whole class: the ids, and what there is on the cover.
    class: String,
    /// The submissions of this part: the place in the class, the id and the key.
    entries: Vec<(usize, String, Key)>,
    /// Files that are no submissions.
    skipped: Vec<String>,
    /// The columns of the roster.
    roster: Vec<String>,
}

impl End {
    /// The end of a part of a class, with the keys of what was graded by id.
    pub(super) fn of(
        class: &Discovery,
        cover: &Gradebook,
        partition: Option<Partition>,
        keys: &BTreeMap<String, Key>,
    ) -> Self {
        let ids: Vec<&str> = class.submissions.iter().map(|submission| submission.id.as_str()).collect();
        let entries =
            ids.iter().enumerate().filter_map(|(index, id)| Some((index, (*id).to_owned(), *keys.get(*id)?)));
        let names = |list: &[String]| sha256_hex(&list.iter().map(String::as_bytes).collect::<Vec<_>>());
        let digests = [
            sha256_hex(&ids.iter().map(|id| id.as_bytes()).collect::<Vec<_>>()),
            names(&cover.skipped),
            names(&cover.roster),
        ];
        Self {
            partition,
            count: ids.len(),
            class: sha256_hex(&digests.each_ref().map(String::as_bytes)),
            entries: entries.collect(),
            skipped: cover.skipped.clone(),
            roster: cover.roster.clone(),
        }
    }
}

/// The reasons why records cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum ShardsError {
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        source: io::Error,
    },
    /// A file was made by another program or another spec.
    OfOthers {
        /// The file.
        path: PathBuf,
        /// The difference.
        why: Text,
    },
    /// A run was ended before all was graded.
    NotFinished {
        /// The file.
        path: PathBuf,
        /// The number of results in it.
        count: usize,
    },
    /// Two files are of different classes, or of one that was parted in different ways.
    Mixed {
        /// The first file.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
        /// The difference.
        why: Text,
    },
    /// Two files are the same part.
    Twice {
        /// The first file.
        one: PathBuf,
        /// The other one.
        other: PathBuf,
        /// The part.
        part: Text,
    },
    /// Parts are not there.
    Missing {
        /// Their names, in one line.
        parts: String,
        /// The number of parts.
        of: u32,
    },
    /// A result cannot be read.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of results that cannot be read.
        count: usize,
    },
}

impl ShardsError {
    /// The message for it.
    pub fn words(&self) -> Text {
        let shown = |path: &Path| harmless(&path.to_string_lossy());
        match self {
            Self::Unreadable { path, source } => {
                let (path, (why, why_vi)) = (shown(path), of_system(source).into_both());
                text!("cannot read the record {path}: {why}", "không đọc được bản ghi {path}: {why_vi}")
            }
            Self::OfOthers { path, why } => {
                let (path, (why, why_vi)) = (shown(path), why.both());
                text!("{path} cannot be merged: {why}", "không gộp được {path}: {why_vi}")
            }
            Self::NotFinished { path, count } => {
                let path = shown(path);
                text!(
                    "{path} is not finished: its run ended after {count} submissions; run it again with --resume",
                    "{path} chưa xong: lần chạy đó dừng sau {count} bài nộp; hãy chạy lại với --resume"
                )
            }
            Self::Mixed { one, other, why } => {
                let (one, other, (why, why_vi)) = (shown(one), shown(other), why.both());
                text!(
                    "{one} and {other} do not belong together: {why}",
                    "{one} và {other} không đi cùng nhau: {why_vi}"
                )
            }
            Self::Twice { one, other, part } => {
                let (one, other, (part, part_vi)) = (shown(one), shown(other), part.both());
                text!(
                    "{one} and {other} are both {part}; give each part once",
                    "{one} và {other} đều là {part_vi}; hãy cho mỗi phần một lần"
                )
            }
            Self::Missing { parts, of } => {
                text!("of {of} parts these are missing: {parts}", "trong {of} phần còn thiếu: {parts}")
            }
            Self::Damaged { path, count } => {
                let path = shown(path);
                text!(
                    "{path} is damaged: {count} of its results cannot be read; run it again with --resume",
                    "{path} bị hỏng: không đọc được {count} kết quả; hãy chạy lại với --resume"
                )
            }
        }
    }
}

impl std::fmt::Display for ShardsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

/// The parts of a class.
#[derive(Debug)]
pub struct Shards {
    /// The records and their ends, in the order in which they were named.
    each: Vec<(Frames, End)>,
    /// For each submission of the class, in order, the part that has it and its key there.
    order: Vec<(usize, Key)>,
    /// The ids of the submissions, in order.
    ids: Vec<String>,
}

impl Shards {
    /// Reads the ends of records that were made by `made`.
    ///
    /// # Errors
    /// If they are not all parts of one class.
    pub fn open(paths: &[PathBuf], made: &Made) -> Result<Self, ShardsError> {
        let shards: Vec<(Frames, End)> =
            paths.iter().map(|path| open(path, made)).collect::<Result<_, _>>()?;
        if let Some(((first, end), others)) = shards.split_first() {
            for (frames, other) in others {
                let mixed = |why| ShardsError::Mixed {
                    one: first.path().to_owned(),
                    other: frames.path().to_owned(),
                    why,
                };
                if (end.count, &end.class) != (other.count, &other.class) {
                    return Err(mixed(text!(
                        "they are of different classes, or the class has changed in between",
                        "chúng thuộc các lớp khác nhau, hoặc lớp đã thay đổi giữa hai lần chạy"
                    )));
                }
                let scheme = |end: &End| end.partition.map(|partition| (partition.by, partition.of));
                if scheme(end) != scheme(other) {
                    return Err(mixed(text!(
                        "the class was parted in different ways",
                        "lớp được chia theo các cách khác nhau"
                    )));
                }
            }
        }
        refuse_twice(&shards)?;
        refuse_missing(&shards)?;
        let mut order = BTreeMap::new();
        for (shard, (_, end)) in shards.iter().enumerate() {
            let entries = end.entries.iter().map(|(index, id, key)| (*index, ((shard, *key), id.clone())));
            order.extend(entries);
        }
        let (order, ids) = order.into_values().unzip();
        Ok(Self { each: shards, order, ids })
    }

    /// The ids of the submissions, in the order of the class.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The book of the class without its submissions.
    pub fn cover(&self, spec: &std::sync::Arc<Spec>) -> Gradebook {
        let (skipped, roster) =
            self.each.first().map(|(_, end)| (end.skipped.clone(), end.roster.clone())).unwrap_or_default();
        Gradebook { skipped, roster, ..Gradebook::new(spec) }
    }

    /// The results of the class in parts of this size, each read when it is asked for.
    pub fn parts<'s>(
        &'s self,
        spec: &'s std::sync::Arc<Spec>,
        size: std::num::NonZero<usize>,
    ) -> impl Iterator<Item = Result<Gradebook, ShardsError>> + 's {
        self.order.chunks(size.get()).map(move |part| {
            let read = |(shard, key): &(usize, Key)| {
                let packed = self.each[*shard].0.read(Kind::Result, *key);
                packed.and_then(|packed| kept::unpack(&packed).ok()).ok_or(*shard)
            };
            let read = in_parallel(part, read, |(shard, _), _| Err(*shard), &|_| {});
            let submissions: Result<Vec<Graded>, usize> = read.iter().cloned().collect();
            match submissions {
                Ok(submissions) => Ok(Gradebook { submissions, ..Gradebook::new(spec) }),
                Err(shard) => Err(ShardsError::Damaged {
                    path: self.each[shard].0.path().to_owned(),
                    count: read.iter().filter(|result| result.as_ref().err() == Some(&shard)).count(),
                }),
            }
        })
    }
}

fn open(path: &Path, made: &Made) -> Result<(Frames, End), ShardsError> {
    let frames = Frames::open_to_read(path)
        .map_err(|source| ShardsError::Unreadable { path: path.to_owned(), source })?;
    let not_finished = || ShardsError::NotFinished { path: path.to_owned(), count: frames.results() };
    let known = head(&frames).ok_or_else(not_finished)?;
    if let Some(why) = difference(&known, made) {
        return Err(ShardsError::OfOthers { path: path.to_owned(), why });
    }
    let end = frames.read(Kind::End, Key::ONLY).ok_or_else(not_finished)?;
    let end = stored::from_bytes(&end).map_err(|_| not_finished())?;
    Ok((frames, end))
}

fn refuse_twice(shards: &[(Frames, End)]) -> Result<(), ShardsError> {
    let mut seen: BTreeMap<Option<Partition>, &Path> = BTreeMap::new();
    for (frames, end) in shards {
        if let Some(one) = seen.insert(end.partition, frames.path()) {
            return Err(ShardsError::Twice {
                one: one.to_owned(),
                other: frames.path().to_owned(),
                part: match end.partition {
                    None => text!("the whole class", "cả lớp"),
                    Some(part) => text!("part {part}", "phần {part}"),
                },
            });
        }
    }
    Ok(())
}

fn refuse_missing(shards: &[(Frames, End)]) -> Result<(), ShardsError> {
    let Some(first) = shards.iter().find_map(|(_, end)| end.partition) else { return Ok(()) };
    let is_there =
        |part: u32| shards.iter().any(|(_, end)| end.partition.is_some_and(|own| own.part == part));
    let missing = (1..=first.of).filter(|part| !is_there(*part));
    let names: Vec<String> = missing.map(|part| Partition { part, ..first }.to_string()).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(ShardsError::Missing { parts: names.join(", "), of: first.of })
}
