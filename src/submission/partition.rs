//! A part of a class, for several computers that grade it together.

use crate::diagnostics::{Text, text};
use crate::fingerprint::Fingerprint;
use crate::stored::{Deserialize, Serialize};

/// One of several parts of a class. Each submission is in exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Partition {
    /// The way in which the class is parted.
    pub by: PartedBy,
    /// The number of this part, from 1.
    pub part: u32,
    /// The number of parts; at least 1.
    pub of: u32,
}

/// The ways in which a class is parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PartedBy {
    /// By a fingerprint of the id: who is in which part does not depend on the others.
    Hash,
    /// In runs of neighbours in the order of the class, as long as each other but for one.
    Slice,
}

/// The variables by which a system tells each job which part of the work is its own.
struct Jobs {
    title: &'static str,
    /// The variable with the job's number.
    number: &'static str,
    /// The variable with the number of the first job, or that number itself.
    first: Result<u32, &'static str>,
    /// The variable with the distance between the numbers of two jobs.
    step: Option<&'static str>,
    /// The variable with the number of jobs.
    count: &'static str,
}

/// The systems that are known. Sources: `sbatch` (Slurm), "Jobs" (Kubernetes: the number of completions is in no variable by
/// itself), "Predefined variables" (GitLab), "`strategy` context" (GitHub: a workflow passes it on).
const SYSTEMS: [Jobs; 4] = [
    Jobs {
        title: "Slurm",
        number: "SLURM_ARRAY_TASK_ID",
        first: Err("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    Jobs {
        title: "Kubernetes",
        number: "JOB_COMPLETION_INDEX",
        first: Ok(0),
        step: None,
        count: "JOB_COMPLETIONS",
    },
    Jobs {
        title: "GitHub",
        number: "STRATEGY_JOB_INDEX",
        first: Ok(0),
        step: None,
        count: "STRATEGY_JOB_TOTAL",
    },
    Jobs { title: "GitLab", number: "CI_NODE_INDEX", first: Ok(1), step: None, count: "CI_NODE_TOTAL" },
];

impl Partition {
    /// Reads `hash:2/8`, `slice:2/8` or `auto`, which asks `variable` for the variables of the system that runs this job.
    ///
    /// # Errors
    /// With what is wrong, for people.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, Text> {
        if text == "auto" {
            return Self::of_job(variable);
        }
        let usage = || {
            text!(
                "write hash:2/8 or slice:2/8 for the second of eight parts, or auto",
                "hãy viết hash:2/8 hoặc slice:2/8 cho phần thứ hai trong tám phần, hoặc auto"
            )
        };
        let (by, parts) = text.split_once(':').ok_or_else(usage)?;
        let by = match by {
            "hash" => PartedBy::Hash,
            "slice" => PartedBy::Slice,
            _ => return Err(usage()),
        };
        let (part, of) = parts.split_once('/').ok_or_else(usage)?;
        let number = |digits: &str| digits.parse::<u32>().ok();
        let (part, of) = number(part).zip(number(of)).ok_or_else(usage)?;
        if part == 0 || part > of {
            return Err(text!(
                "there is no part {part} of {of}: parts are counted from 1",
                "không có phần {part} trong {of} phần: các phần được đếm từ 1"
            ));
        }
        Ok(Self { by, part, of })
    }

    /// The part of this job, which some system says in variables.
    fn of_job(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Text> {
        let Some(system) = SYSTEMS.iter().find(|system| variable(system.number).is_some()) else {
            let known = SYSTEMS.map(|system| format!("{} ({})", system.number, system.title)).join(", ");
            return Err(text!(
                "auto finds none of the variables that number jobs: {known}",
                "auto không thấy biến nào cho biết số của công việc: {known}"
            ));
        };
        let Jobs { title, .. } = system;
        let found = system.number;
        let number = |name: &str| -> Result<u32, Text> {
            let value = variable(name).ok_or_else(|| {
                text!(
                    "auto found {found}, so this is a job of {title}, but {name} is not set",
                    "auto thấy {found}, tức đây là công việc của {title}, nhưng {name} chưa được đặt"
                )
            })?;
            value.parse().map_err(|_| {
                text!("{name} is `{value}`, which is no number", "{name} là `{value}`, không phải một số")
            })
        };
        let first = match system.first {
            Ok(first) => first,
            Err(name) => number(name)?,
        };
        let step = system.step.filter(|name| variable(name).is_some()).map_or(Ok(1), number)?;
        let (own, of) = (number(system.number)?, number(system.count)?);
        let part = own.checked_sub(first).and_then(|after| after.checked_div(step)).map(|before| before + 1);
        match part.filter(|part| *part <= of) {
            Some(part) => Ok(Self { by: PartedBy::Hash, part, of }),
            None => Err(text!(
                "{found} is {own}, which is no job of {of} from {first} on",
                "{found} là {own}, không phải một trong {of} công việc tính từ {first}"
            )),
        }
    }

    /// Returns `true` if this part has the submission with this id, the one at `index` of a class of `count`.
    pub fn has(&self, id: &str, index: usize, count: usize) -> bool {
        let before = u64::from(self.part - 1);
        match self.by {
            PartedBy::Hash => {
                let mut hash = Fingerprint::default();
                hash.add(id.as_bytes());
                let number = hash.finish().first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
                number % u64::from(self.of) == before
            }
            PartedBy::Slice => {
                let parts = u128::from(self.of);
                let part = index as u128 * parts / (count as u128).max(1);
                part == u128::from(before)
            }
        }
    }
}

impl std::fmt::Display for Partition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by = match self.by {
            PartedBy::Hash => "hash",
            PartedBy::Slice => "slice",
        };
        write!(f, "{by}:{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::{PartedBy, Partition};

    #[test]
    fn every_submission_is_in_exactly_one_part() {
        for by in [PartedBy::Hash, PartedBy::Slice] {
            for count in [0, 1, 5, 61] {
                for of in [1, 2, 3, 16, 100] {
                    for index in 0..count {
                        let id = format!("student{index}");
                        let parts =
                            (1..=of).filter(|part| Partition { by, part: *part, of }.has(&id, index, count));
                        assert_eq!(parts.count(), 1, "{by:?} {index} of {count} in {of}");
                    }
                }
            }
        }
    }

    #[test]
    fn slices_are_neighbours_of_nearly_the_same_number() {
        let sizes = (1..=4).map(|part| {
            let slice = Partition { by: PartedBy::Slice, part, of: 4 };
            (0..10).filter(|index| slice.has("", *index, 10)).count()
        });
        assert_eq!(sizes.collect::<Vec<_>>(), [3, 2, 3, 2]);
    }

    #[test]
    fn parts_are_read_and_shown() {
        let none = |_: &str| None;
        for text in ["hash:1/4", "slice:4/4"] {
            assert_eq!(Partition::parse(text, none).map(|part| part.to_string()), Ok(text.to_owned()));
        }
        for text in ["hash:0/4", "hash:5/4", "hash:1", "1/4", "count:1/4", "slice:-1/2", "auto", ""] {
            assert!(Partition::parse(text, none).is_err(), "{text}");
        }
    }

    #[test]
    fn jobs_know_their_part() {
        for (variables, part) in [
            (
                [
                    ("SLURM_ARRAY_TASK_ID", "7"),
                    ("SLURM_ARRAY_TASK_MIN", "5"),
                    ("SLURM_ARRAY_TASK_COUNT", "4"),
                ]
                .as_slice(),
                Some("hash:3/4"),
            ),
            (
                &[
                    ("SLURM_ARRAY_TASK_ID", "14"),
                    ("SLURM_ARRAY_TASK_MIN", "10"),
                    ("SLURM_ARRAY_TASK_STEP", "2"),
                    ("SLURM_ARRAY_TASK_COUNT", "3"),
                ],
                Some("hash:3/3"),
            ),
            (&[("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "16")], Some("hash:1/16")),
            (&[("STRATEGY_JOB_INDEX", "3"), ("STRATEGY_JOB_TOTAL", "4")], Some("hash:4/4")),
            (&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "2")], Some("hash:1/2")),
            (&[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "2")], None),
            (&[("JOB_COMPLETION_INDEX", "0")], None),
            (&[("JOB_COMPLETION_INDEX", "x"), ("JOB_COMPLETIONS", "16")], None),
        ] {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            let read = Partition::parse("auto", variable).ok().map(|part| part.to_string());
            assert_eq!(read.as_deref(), part, "{variables:?}");
        }
    }
}
