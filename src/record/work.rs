//! Parts of some work that several computers share: a file for each part, and all of them put together.

use super::Made;
use crate::fingerprint::Fingerprint;
use crate::stored::{self, Deserialize, Serialize};
use crate::submission::Partition;

/// The work of which something is a part, by all that its results depend on, this build of the program among it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work([u8; 32]);

impl Work {
    /// The work that depends on this, besides what its results are made by.
    pub fn on<'p>(made: &Made, parts: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let mut hash = Fingerprint::default();
        hash.add(made.id().as_bytes());
        for part in parts {
            hash.add(part);
        }
        Self(hash.finish())
    }
}

/// One part of some work, with its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartOf<R> {
    /// The work.
    pub work: Work,
    /// Which part of it this is.
    pub partition: Partition,
    /// What came of it.
    pub results: R,
}

/// The reasons why parts are not put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartError {
    /// The file at this place in the list is no part, or it is damaged, or another build of this program wrote it.
    Unreadable(usize),
    /// The file at this place in the list is a part of other work, or the work was parted in another way there.
    OfOthers(usize),
    /// A part is there twice.
    Twice(u32),
    /// A part is missing.
    Missing(Partition),
}

/// What a file of a part begins with; what is being done follows.
const MARK: &[u8] = b"grader part of ";

impl<R: Serialize + for<'d> Deserialize<'d>> PartOf<R> {
    /// The bytes of its file, given what is being done.
    ///
    /// # Errors
    /// If the results have a part that cannot be stored: a programming error.
    pub fn to_bytes(&self, deed: &str) -> Result<Vec<u8>, String> {
        Ok([MARK, deed.as_bytes(), b"\n", &stored::to_bytes(self)?].concat())
    }

    fn read(deed: &str, bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MARK)?.strip_prefix(deed.as_bytes())?.strip_prefix(b"\n")?;
        stored::from_bytes(rest).ok()
    }

    /// The results of all parts of some work, in the order of the parts, from their files in any order.
    ///
    /// # Errors
    /// If they are not all parts of this work.
    pub fn together(work: Work, deed: &str, files: &[Vec<u8>]) -> Result<Vec<R>, PartError> {
        let mut parts: Vec<Self> = Vec::new();
        for (index, bytes) in files.iter().enumerate() {
            let part = Self::read(deed, bytes).ok_or(PartError::Unreadable(index))?;
            let scheme = |part: &Self| (part.partition.by, part.partition.of);
            if part.work != work || parts.first().is_some_and(|first| scheme(first) != scheme(&part)) {
                return Err(PartError::OfOthers(index));
            }
            let number = part.partition.part;
            if parts.iter().any(|known| known.partition.part == number) {
                return Err(PartError::Twice(number));
            }
            parts.push(part);
        }
        parts.sort_by_key(|part| part.partition.part);
        if let Some(partition) = parts.first().map(|part| part.partition) {
            let is_there = |number: u32| parts.iter().any(|part| part.partition.part == number);
            if let Some(part) = (1..=partition.of).find(|number| !is_there(*number)) {
                return Err(PartError::Missing(Partition { part, ..partition }));
            }
        }
        Ok(parts.into_iter().map(|part| part.results).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::PartedBy;

    fn work(on: &[u8]) -> Work {
        let made = Made {
            version: String::new(),
            build: String::new(),
            spec: String::new(),
            title: String::new(),
            tools: String::new(),
        };
        Work::on(&made, [on])
    }

    fn file(work: Work, part: u32, of: u32) -> Vec<u8> {
        let partition = Partition { by: PartedBy::Hash, part, of };
        PartOf { work, partition, results: part }.to_bytes("counting").expect("numbers can be stored")
    }

    fn together(work: Work, files: &[Vec<u8>]) -> Result<Vec<u32>, PartError> {
        PartOf::together(work, "counting", files)
    }

    #[test]
    fn parts_of_one_work_are_put_together_in_any_order() {
        let work = work(b"all");
        let files = [3, 1, 2].map(|part| file(work, part, 3));
        assert_eq!(together(work, &files), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn whatever_is_not_all_of_one_work_is_refused() {
        let (work, other) = (work(b"all"), work(b"others"));
        let files = |parts: &[(Work, u32, u32)]| -> Vec<Vec<u8>> {
            parts.iter().map(|(work, part, of)| file(*work, *part, *of)).collect()
        };
        let missing = Partition { by: PartedBy::Hash, part: 2, of: 2 };
        assert_eq!(together(work, &files(&[(work, 1, 2)])), Err(PartError::Missing(missing)));
        assert_eq!(together(work, &files(&[(work, 1, 2), (work, 1, 2)])), Err(PartError::Twice(1)));
        assert_eq!(together(work, &files(&[(work, 1, 2), (work, 2, 3)])), Err(PartError::OfOthers(1)));
        assert_eq!(together(work, &files(&[(other, 1, 1)])), Err(PartError::OfOthers(0)));
        let mut damaged = files(&[(work, 1, 1)]);
        damaged[0].pop();
        assert_eq!(together(work, &damaged), Err(PartError::Unreadable(0)));
        assert_eq!(
            PartOf::<u32>::together(work, "weighing", &files(&[(work, 1, 1)])),
            Err(PartError::Unreadable(0))
        );
    }
}
