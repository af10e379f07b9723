//! The students of a course: a table that staff export from their platform. Every one of them stands in the tables, also who
//! handed in nothing.

use std::collections::BTreeSet;

use super::names::composed;
use super::{Discovery, NoProgram, Submission};
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Span, code, text};
use crate::spec::sheet::Sheet;

/// Words in the titles of columns with students' names and numbers. `section` and the like do not distinguish
/// students.
const CALLING: [&str; 14] = [
    "name",
    "id",
    "login",
    "user",
    "email",
    "e-mail",
    "mail",
    "student",
    "sid",
    "submission",
    "tên",
    "mã",
    "mssv",
    "identifier",
];

/// A table of students.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// The names of the columns.
    pub columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns with students' names and numbers.
    calling: Vec<usize>,
}

/// The submissions that could not be matched with the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// Submissions of students who are not in the roster.
    pub strangers: Vec<String>,
    /// Submissions that several rows fit, or that share a row with another one.
    pub doubtful: Vec<String>,
}

impl Roster {
    /// Reads the table, and returns its mistakes.
    pub fn read(source: &SourceFile, file: FileId) -> (Self, Vec<Diagnostic>) {
        let head = Sheet::read(source, file, &[], 0).head;
        let names: Vec<&str> = head.iter().map(String::as_str).collect();
        let sheet = Sheet::read(source, file, &names, 0);
        let mut diagnostics = sheet.diagnostics;
        let rows =
            sheet.rows.into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect();
        let roster = Self::new(head, rows);
        if roster.is_nameless() && diagnostics.is_empty() {
            let message = text!(
                "no column of the roster says what students are called",
                "không cột nào của danh sách cho biết tên hay mã sinh viên"
            );
            diagnostics.push(Diagnostic::error(code::SHEET_HEAD, Span::new(file, 0..0), message).help(
                text!(
                    "name a column `name`, `id`, `login` or `email` in the first line",
                    "hãy đặt tên một cột là `name`, `id`, `login` hoặc `email` ở dòng đầu tiên"
                ),
            ));
        }
        (roster, diagnostics)
    }

    /// The students of a table; each row has a cell for each column.
    pub fn new(columns: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        let is_calling = |name: &str| {
            let name = composed(name).to_lowercase();
            name.split([' ', '_', '-', '.']).any(|word| CALLING.contains(&word))
                || CALLING.contains(&name.as_str())
        };
        let calling = (0..columns.len()).filter(|at| is_calling(&columns[*at])).collect();
        Self { columns, rows, calling }
    }

    /// Returns `true` if no column has names or numbers of students.
    pub fn is_nameless(&self) -> bool {
        self.calling.is_empty()
    }

    /// Gives each submission its row, and adds those of students who handed in nothing.
    pub fn match_names(&self, discovery: &mut Discovery) -> Unmatched {
        let mut unmatched = Unmatched::default();
        let callings = self.callings();
        let mut taken = vec![false; self.rows.len()];
        for submission in &mut discovery.submissions {
            let own = submission.origin.names.iter().chain([&submission.id]).map(String::as_str);
            match callings.rows_of(own).as_slice() {
                [] => unmatched.strangers.push(submission.id.clone()),
                [row] if !taken[*row] => {
                    taken[*row] = true;
                    submission.origin.roster.clone_from(&self.rows[*row]);
                }
                several => {
                    // None of them is reported to have handed in nothing.
                    for row in several {
                        taken[*row] = true;
                    }
                    unmatched.doubtful.push(submission.id.clone());
                }
            }
        }
        for (row, _) in self.rows.iter().zip(&taken).filter(|(_, taken)| !**taken) {
            let Some(id) = self.calling.iter().map(|at| &row[*at]).find(|cell| !cell.is_empty()) else {
                continue;
            };
            let mut submission = Submission { id: composed(id), ..Submission::default() };
            submission.unlisted = Some(NoProgram::NotHandedIn);
            submission.origin.roster.clone_from(row);
            discovery.submissions.push(submission);
        }
        discovery.roster.clone_from(&self.columns);
        discovery.tidy();
        unmatched
    }

    /// The names and numbers of all students.
    pub fn callings(&self) -> Callings {
        Callings(self.rows.iter().map(|row| self.called(row)).collect())
    }

    /// The names and numbers of a student, in all ways that platforms write them.
    fn called(&self, row: &[String]) -> BTreeSet<String> {
        let cells: Vec<&str> = self.calling.iter().map(|at| row[*at].as_str()).collect();
        let mut called: BTreeSet<String> = cells.iter().map(|cell| plain(cell)).collect();
        called.extend(cells.iter().filter_map(|cell| cell.split_once('@')).map(|(user, _)| plain(user)));
        // Moodle writes `Participant 12345`, with a word of its language.
        let number = |cell: &&str| {
            let (word, number) = cell.split_once(' ')?;
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            (is_number && word.chars().all(char::is_alphabetic)).then(|| number.to_owned())
        };
        called.extend(cells.iter().filter_map(number));
        // The parts of a name in columns of their own, in both orders.
        for pair in cells.windows(2) {
            called.extend([pair.concat(), format!("{}{}", pair[1], pair[0])].map(|name| plain(&name)));
        }
        called.extend(
            cells
                .iter()
                .filter_map(|cell| cell.split_once(','))
                .map(|(last, first)| plain(&format!("{first}{last}"))),
        );
        called.remove("");
        called
    }
}

/// The names and numbers of each student of a roster, row by row.
pub struct Callings(Vec<BTreeSet<String>>);

impl Callings {
    /// The rows of students who are called by one of these names.
    pub fn rows_of<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<usize> {
        let own: BTreeSet<String> = names.map(plain).filter(|name| !name.is_empty()).collect();
        let is_called = |row: &usize| self.0[*row].intersection(&own).next().is_some();
        (0..self.0.len()).filter(is_called).collect()
    }
}

/// A name without capitals, blanks and marks between its letters.
fn plain(name: &str) -> String {
    composed(name).to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Discovery, Roster, SourceFile, Submission};
    use crate::diagnostics::FileId;
    use crate::submission::NoProgram;

    fn roster(text: &str) -> Roster {
        let (roster, wrong) =
            Roster::read(&SourceFile::from_bytes("roster.csv", text.as_bytes()), FileId::default());
        assert!(wrong.is_empty(), "{wrong:?}");
        roster
    }

    fn class(ids: &[&str]) -> Discovery {
        let submissions = ids.iter().map(|id| Submission { id: (*id).to_owned(), ..Submission::default() });
        Discovery { submissions: submissions.collect(), ..Discovery::default() }
    }

    #[test]
    fn every_student_stands_in_the_table() {
        let roster = roster("Student,ID,Section\n\"Nguyễn, Văn An\",101,1\nLee Bob,102,1\nChi Pham,103,2\n");
        let mut found = class(&["leebob", "nguyễnvănan", "somebody"]);
        let unmatched = roster.match_names(&mut found);
        assert_eq!(unmatched.strangers, ["somebody"]);
        let missing = found.submissions.iter().find(|one| one.id == "Chi Pham").expect("she is there");
        assert_eq!(missing.unlisted, Some(NoProgram::NotHandedIn));
        let of =
            |id: &str| found.submissions.iter().find(|one| one.id == id).map(|one| one.origin.roster.clone());
        assert_eq!(of("leebob").expect("he is there"), ["Lee Bob", "102", "1"]);
        assert_eq!(of("nguyễnvănan").expect("he is there")[1], "101");
    }

    #[test]
    fn a_name_of_two_students_is_nobodys() {
        let roster = roster("name,id\nAn,1\nAn,2\n");
        let mut found = class(&["an"]);
        let unmatched = roster.match_names(&mut found);
        assert_eq!((unmatched.doubtful.as_slice(), found.submissions.len()), (&["an".to_owned()][..], 1));
    }

    #[test]
    fn addresses_and_parts_of_names_are_known() {
        let roster = roster("First Name,Last Name,Email\nAnn,Lee,alee7@x.edu\n");
        for id in ["alee7", "alee7@x.edu", "Ann Lee", "leeann"] {
            assert_eq!(roster.match_names(&mut class(&[id])).strangers, Vec::<String>::new(), "{id}");
        }
    }

    #[test]
    fn a_table_that_names_nobody_is_refused() {
        let source = SourceFile::from_bytes("roster.csv", b"section,points\n1,2\n");
        assert_eq!(Roster::read(&source, FileId::default()).1.len(), 1);
    }
}
