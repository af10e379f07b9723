//! The names that learning platforms give to submissions, when staff download a class.
//!
//! Each row has a pattern for the names of what lies in the folder of the class. Sources: the code that writes the names
//! (Canvas `lib/content_zipper.rb`, Moodle `mod/assign/classes/downloader.php`, Autolab `submission.rb`, GitHub Classroom
//! `student-repos.go`), or tools that read them (Brightspace, Blackboard, Gradescope, `PrairieLearn`).

use std::borrow::Cow;

use super::{metadata, names::composed};
use crate::diagnostics::{Text, text};
use crate::observe::Pattern;

/// A platform's way of naming submissions.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Its name on the command line.
    pub id: &'static str,
    /// The platform's name for people.
    pub title: &'static str,
    rule: Rule,
}

#[derive(Clone, Debug)]
enum Rule {
    /// Every folder and every program is a submission.
    Plain,
    /// A pattern with the groups `name`, `id`, `late`, `when`, `version` and `file`.
    Pattern(Cow<'static, str>),
    /// All names begin alike and end with the student's.
    Prefix,
    /// A folder for each student, and in it one for each attempt.
    Attempts,
}

/// All layouts, the more particular ones first.
pub static LAYOUTS: [Layout; 11] = [
    Layout {
        id: "moodle",
        title: "Moodle",
        rule: Rule::Pattern(Cow::Borrowed(
            r"^(?<name>.+)_(?<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?<file>.*))?$",
        )),
    },
    Layout {
        id: "blackboard",
        title: "Blackboard",
        rule: Rule::Pattern(Cow::Borrowed(
            r"^.+_(?<id>[^_]+)_attempt_(?<when>\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)(?:_(?<file>.+)|(?<remark>\.txt))$",
        )),
    },
    Layout {
        id: "brightspace",
        title: "Brightspace",
        rule: Rule::Pattern(Cow::Borrowed(
            r"^(?<id>\d+)-\d+ - (?<name>.+?) - (?<when>[A-Z][a-z]{2} \d{1,2}, \d{4} \d{3,4} [AP]M)$",
        )),
    },
    Layout {
        id: "prairielearn",
        title: "PrairieLearn",
        rule: Rule::Pattern(Cow::Borrowed(r"^(?<id>[^@]+@[^@_]+)_\d+_.+_\d+_(?<version>\d+)_(?<file>.+)$")),
    },
    Layout {
        id: "autolab",
        title: "Autolab",
        rule: Rule::Pattern(Cow::Borrowed(r"^(?<id>[^@]+@[^@_]+)_(?<version>\d+)_(?<file>.+)$")),
    },
    Layout {
        id: "gradescope",
        title: "Gradescope",
        rule: Rule::Pattern(Cow::Borrowed(r"^submission_(?<id>\d+)$")),
    },
    Layout {
        id: "canvas",
        title: "Canvas",
        rule: Rule::Pattern(Cow::Borrowed(
            r"^(?:(?<name>.+?)_)?(?:(?<late>LATE)_)?(?:(?<id>\d+)|anon_(?<anonymous>[^_]+))_\d+_(?<file>.+)$",
        )),
    },
    Layout { id: "submitty", title: "Submitty", rule: Rule::Attempts },
    Layout { id: "github-classroom", title: "GitHub Classroom", rule: Rule::Prefix },
    Layout { id: "classroom50", title: "Classroom 50", rule: Rule::Prefix },
    Layout { id: "plain", title: "folders and programs", rule: Rule::Plain },
];

/// An entry in the folder of a class, as far as layouts look at it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Its name.
    pub(super) name: String,
    /// The names of what lies in it, if it is a folder.
    pub(super) inside: Option<Vec<String>>,
}

/// The information in a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The student's name in tables.
    pub(super) student: String,
    /// The key that distinguishes students: two of them may have one name.
    pub(super) key: String,
    /// The student's other names and numbers.
    pub(super) also: Vec<String>,
    /// True if the platform marks it as late.
    pub(super) is_late: bool,
    /// The time at which it was handed in, as `2026-03-01T23:59:00`, in the time of the platform.
    pub(super) when: Option<String>,
    /// The number of the attempt; later ones are larger.
    pub(super) attempt: u64,
    /// The student's name for the file, if it is a file.
    pub(super) file: Option<String>,
    /// True if it is a remark of the platform and no work of a student's.
    pub(super) is_remark: bool,
}

impl Layout {
    /// The layout with a name.
    pub fn named(id: &str) -> Option<&'static Self> {
        LAYOUTS.iter().find(|layout| layout.id == id)
    }

    /// A layout of staff's own: the group `id` of a pattern distinguishes students, `file` is the student's
    /// name for a file, and `name`, `late`, `when` and `version` are the same as in the built-in layouts.
    ///
    /// # Errors
    /// If it is no pattern, or has no group `id`.
    pub fn of_pattern(pattern: &str) -> Result<Self, Text> {
        let read = Pattern::as_written(pattern).map_err(|error| {
            let shown = format!("{error}\n{}", error.place());
            let shown = shown.trim_end();
            text!("this is no pattern: {shown}", "đây không phải biểu thức chính quy: {shown}")
        })?;
        if !read.names().any(|name| name == "id") {
            return Err(text!(
                "the pattern has no group `id`, such as `(?<id>[a-z]+)`",
                "biểu thức không có nhóm `id`, ví dụ `(?<id>[a-z]+)`"
            ));
        }
        Ok(Self {
            id: "id",
            title: "the pattern of --id",
            rule: Rule::Pattern(Cow::Owned(pattern.to_owned())),
        })
    }

    /// The first layout that most of what lies in a class is named after. `folder` is the name of the class's folder.
    pub(super) fn of(class: &[Seen], folder: &str) -> &'static Self {
        let is_most = |layout: &&Layout| {
            let read = layout.read(class, folder, false);
            2 * read.iter().flatten().count() > class.len()
        };
        let plain = &LAYOUTS[LAYOUTS.len() - 1];
        LAYOUTS.iter().find(is_most).unwrap_or(plain)
    }

    /// Returns `true` if it takes no information from names.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.rule, Rule::Plain)
    }

    /// Returns `true` if the entries in a student's folder are attempts, of which the last one counts.
    pub(super) fn has_attempts(&self) -> bool {
        matches!(self.rule, Rule::Attempts)
    }

    /// The information in the names of a class, in their order. Where the layout was asked for, less has to
    /// fit.
    pub(super) fn read(&self, class: &[Seen], folder: &str, is_asked_for: bool) -> Vec<Option<Said>> {
        match self.rule {
            Rule::Plain => vec![None; class.len()],
            Rule::Pattern(ref pattern) => {
                let Ok(pattern) = Pattern::as_written(pattern) else { return vec![None; class.len()] };
                class.iter().map(|seen| by_pattern(&pattern, &seen.name)).collect()
            }
            Rule::Prefix => by_prefix(class, folder, is_asked_for),
            Rule::Attempts => class.iter().map(of_attempts).collect(),
        }
    }
}

fn by_pattern(pattern: &Pattern, name: &str) -> Option<Said> {
    let name = composed(name);
    let found = pattern.last_named(&name)?;
    let group = |group: &str| {
        let mut named = found.iter().filter(|(name, text)| *name == group && !text.is_empty());
        named.next().map(|(_, text)| (*text).to_owned())
    };
    let (mut called, id) = (group("name"), group("id").or_else(|| group("anonymous")));
    // A late submission of a student without a name.
    let is_mark = called.as_deref() == Some("LATE");
    if is_mark {
        called = None;
    }
    let called = called.map(|name| name.replace('_', " "));
    let key = id.clone().or_else(|| called.clone())?;
    Some(Said {
        student: called.or(id)?,
        key,
        also: Vec::new(),
        is_late: is_mark || group("late").is_some(),
        when: group("when").and_then(|when| moment(&when)),
        attempt: group("version").and_then(|version| version.parse().ok()).unwrap_or(0),
        file: group("file"),
        is_remark: group("remark").is_some(),
    })
}

/// A moment as platforms write it in names: `2026-03-01-23-59-00` or `Mar 1, 2026 1159 PM`.
fn moment(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    if let Some((date, time)) = text.split_at_checked(10)
        && let Some(time) = time.strip_prefix('-')
        && date.as_bytes().get(4) == Some(&b'-')
    {
        return Some(format!("{date}T{}", time.replace('-', ":")));
    }
    let parts: Vec<&str> = text.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let [month, day, year, clock, half] = parts.as_slice() else { return None };
    let month = MONTHS.iter().position(|name| name == month)? + 1;
    let (day, clock): (u32, u32) = (day.parse().ok()?, clock.parse().ok()?);
    // Twelve comes before one.
    let hour = clock / 100 % 12 + if *half == "PM" { 12 } else { 0 };
    Some(format!("{year}-{month:02}-{day:02}T{hour:02}:{:02}:00", clock % 100))
}

/// Folders whose names begin alike. GitHub Classroom puts them into a folder that is named after their common
/// beginning.
fn by_prefix(class: &[Seen], folder: &str, is_asked_for: bool) -> Vec<Option<Said>> {
    let folders = || class.iter().filter(|seen| seen.inside.is_some()).map(|seen| seen.name.as_str());
    let prefix = match folder.strip_suffix("-submissions") {
        Some(slug) => format!("{slug}-"),
        None if is_asked_for => common_prefix(folders()),
        None => return vec![None; class.len()],
    };
    let said = |seen: &Seen| {
        let student = seen.name.strip_prefix(&prefix).filter(|rest| !rest.is_empty())?;
        seen.inside.as_ref()?;
        let student = composed(student);
        Some(Said { key: student.clone(), student, ..Said::default() })
    };
    class.iter().map(said).collect()
}

/// The beginning that all names share, up to a hyphen.
fn common_prefix<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    let Some(first) = names.next() else { return String::new() };
    let shared = names.fold(first, |shared, name| {
        let same = shared.char_indices().zip(name.chars()).find(|((_, a), b)| a != b);
        let length = same.map_or(shared.len().min(name.len()), |((at, _), _)| at);
        shared.get(..length).unwrap_or("")
    });
    shared.rfind('-').map_or(String::new(), |at| shared[..=at].to_owned())
}

/// A student's folder in which every folder is a numbered attempt.
fn of_attempts(seen: &Seen) -> Option<Said> {
    let inside = seen.inside.as_ref().filter(|inside| !inside.is_empty())?;
    let is_known = |name: &String| is_attempt(name) || name == metadata::SUBMITTY;
    let student = composed(&seen.name);
    (inside.iter().all(is_known) && inside.iter().any(|name| is_attempt(name))).then(|| Said {
        key: student.clone(),
        student,
        ..Said::default()
    })
}

fn is_attempt(name: &str) -> bool {
    name.parse::<u32>().is_ok()
}

/// A file's name without the number that Canvas adds to files that are handed in again, `game-2.asm`, with
/// that number.
pub(super) fn handed_in_again(name: &str) -> (String, u64) {
    let (stem, ending) = name.rsplit_once('.').map_or((name, ""), |(stem, ending)| (stem, ending));
    let Some((before, number)) = stem.rsplit_once('-') else { return (name.to_owned(), 0) };
    match number.parse() {
        Ok(number) if !before.is_empty() && number < 1000 => (format!("{before}.{ending}"), number),
        _ => (name.to_owned(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Said, Seen, handed_in_again, moment};

    fn read(folder: &str, names: &[&str]) -> (&'static str, Vec<Option<Said>>) {
        let seen: Vec<Seen> =
            names.iter().map(|name| Seen { name: (*name).to_owned(), inside: Some(Vec::new()) }).collect();
        let layout = Layout::of(&seen, folder);
        (layout.id, layout.read(&seen, folder, false))
    }

    fn student(said: Option<&Said>) -> (&str, &str) {
        said.map_or(("", ""), |said| (said.student.as_str(), said.key.as_str()))
    }

    #[test]
    fn names_say_who_handed_in() {
        for (names, id, expected) in [
            (["nguyễnvănan_LATE_123_456_main.asm", "bob_7_8_game-2.asm"], "canvas", ("nguyễnvănan", "123")),
            (
                ["Nguyễn Văn_An_55_assignsubmission_file_", "B_6_assignsubmission_file"],
                "moodle",
                ("Nguyễn Văn An", "55"),
            ),
            (
                ["HW 1_ann_attempt_2026-03-01-23-59-00_a.asm", "HW 1_bo_attempt_2026-03-01-23-59-00.txt"],
                "blackboard",
                ("ann", "ann"),
            ),
            (
                ["12-34 - Ann Lee - Mar 1, 2026 1159 PM", "56-78 - Bo Li - Mar 2, 2026 1205 AM"],
                "brightspace",
                ("Ann Lee", "12"),
            ),
            (["ann@x.edu_2_main.asm", "bo@x.edu_1_main.asm"], "autolab", ("ann@x.edu", "ann@x.edu")),
            (
                ["ann@x.edu_1_q1_1_3_main.asm", "bo@x.edu_1_q1_1_1_main.asm"],
                "prairielearn",
                ("ann@x.edu", "ann@x.edu"),
            ),
            (["submission_11", "submission_22"], "gradescope", ("11", "11")),
            (["ann", "bo"], "plain", ("", "")),
        ] {
            let (found, said) = read("class", &names);
            assert_eq!((found, student(said[0].as_ref())), (id, expected), "{names:?}");
        }
        let (found, said) = read("hw1-submissions", &["hw1-ann", "hw1-bo-li"]);
        assert_eq!((found, student(said[1].as_ref())), ("github-classroom", ("bo-li", "bo-li")));
    }

    #[test]
    fn late_ones_without_a_name_are_late() {
        let (_, said) = read("class", &["LATE_anon_x7_456_main.asm"]);
        let said = said[0].as_ref().expect("it is named after Canvas's pattern");
        assert_eq!(
            (said.student.as_str(), said.is_late, said.file.as_deref()),
            ("x7", true, Some("main.asm"))
        );
    }

    #[test]
    fn moments_are_read() {
        assert_eq!(moment("2026-03-01-23-59-07").as_deref(), Some("2026-03-01T23:59:07"));
        assert_eq!(moment("Mar 1, 2026 1159 PM").as_deref(), Some("2026-03-01T23:59:00"));
        assert_eq!(moment("Oct 11, 2015 1205 AM").as_deref(), Some("2015-10-11T00:05:00"));
        assert_eq!(moment("Foo 1, 2026 1159 PM"), None);
    }

    #[test]
    fn what_is_handed_in_again_has_a_number() {
        assert_eq!(handed_in_again("game-2.asm"), ("game.asm".to_owned(), 2));
        assert_eq!(handed_in_again("connect-four.asm"), ("connect-four.asm".to_owned(), 0));
    }
}
