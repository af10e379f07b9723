//! The gradebook of a learning platform: staff export it, one column is filled in, and every other byte stays.
//!
//! Canvas and Moodle match students by several columns, translate the names of columns, and make a new assignment of a column that they do
//! not know. So a file that they wrote themselves is the only one that they surely take back. Sources: Canvas
//! `gradebook_importer.rb`, Moodle `importgradeslib.php`.

use super::json::read::{Entry, ReadReport};
use crate::diagnostics::{FileId, Language, Span, Text, text};
use crate::spec::sheet::{Cell, cells};
use crate::submission::Roster;

/// The words by which Moodle calls the column for the grade, in English and Vietnamese.
const GRADE: [&str; 2] = ["Grade", "Điểm"];

/// A gradebook that was filled in.
#[derive(Debug)]
pub struct Filled {
    /// The whole file.
    pub text: String,
    /// The column that was filled in.
    pub column: String,
    /// The number of students who have a score in it now.
    pub filled: usize,
    /// Submissions of students who are not in the gradebook.
    pub strangers: Vec<String>,
    /// Submissions that several rows fit, or that share a row with another one.
    pub doubtful: Vec<String>,
    /// Students whose submissions have no score yet, as a person has to look at them. Their cells stay as they were.
    pub without_score: Vec<String>,
    /// The points that the gradebook says are possible, where the report says otherwise.
    pub other_points: Option<String>,
}

/// The reasons why a gradebook cannot be filled in.
#[derive(Debug, thiserror::Error)]
pub enum CannotFill {
    /// A quotation mark is never closed.
    Broken {
        /// From 1.
        line: usize,
    },
    /// It has no column with names or numbers of students.
    Nameless,
    /// Several columns fit, or none.
    Column {
        /// The column that was asked for.
        wanted: Option<String>,
        /// The columns that it could be.
        candidates: Vec<String>,
    },
}

impl CannotFill {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::Broken { line } => text!(
                "its line {line} has a quotation mark that is never closed; export the gradebook again",
                "dòng {line} có dấu nháy kép không được đóng; hãy xuất lại bảng điểm"
            ),
            Self::Nameless => text!(
                "no column says which student a row is; export the gradebook again, with its first line",
                "không cột nào cho biết mỗi dòng là của sinh viên nào; hãy xuất lại bảng điểm, kèm dòng đầu tiên"
            ),
            Self::Column { wanted, candidates } => which_column(candidates, wanted.as_deref()),
        }
    }
}

impl std::fmt::Display for CannotFill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

fn which_column(candidates: &[String], wanted: Option<&str>) -> Text {
    let names = candidates.join(", ");
    match wanted {
        Some(wanted) if candidates.is_empty() => {
            text!("no column's name has `{wanted}` in it", "không tên cột nào chứa `{wanted}`")
        }
        Some(wanted) => text!(
            "`{wanted}` fits several columns: {names}; name one of them with --column",
            "`{wanted}` khớp nhiều cột: {names}; hãy chọn một cột bằng --column"
        ),
        None if candidates.is_empty() => text!(
            "no column is plainly that of an assignment; name it with --column",
            "không rõ cột nào là của bài tập; hãy cho tên cột bằng --column"
        ),
        None => text!(
            "several columns could be meant: {names}; name one of them with --column",
            "có thể là một trong nhiều cột: {names}; hãy chọn một cột bằng --column"
        ),
    }
}

/// Fills in the scores of a report. The column is the one whose name has these words in it; without them it is the one named like the
/// assignment, that of the grade in Moodle, or the only assignment of Canvas.
///
/// # Errors
/// If the table cannot be read, or it is not plain which column is meant.
pub fn fill(text: &str, report: &ReadReport, column: Option<&str>) -> Result<Filled, CannotFill> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = text.len() - body.len();
    let broken = |at: Span| CannotFill::Broken { line: body[..at.range().start].lines().count().max(1) };
    let (rows, separator) = cells(body, FileId::default()).map_err(|open| broken(open.span()))?;
    let Some((head, rows)) = rows.split_first() else { return Err(CannotFill::Nameless) };
    let names: Vec<String> = head.iter().map(|cell| cell.text.clone()).collect();
    let at = column_of(&names, report, column)?;
    let cell_text =
        |row: &[Cell], column: usize| row.get(column).map_or("", |cell| cell.text.as_str()).to_owned();
    let table = rows.iter().map(|row| (0..names.len()).map(|column| cell_text(row, column)).collect());
    // The scores of other assignments are no numbers of students.
    let of_students = names
        .iter()
        .enumerate()
        .map(|(column, name)| if column == at || is_assignment(name) { String::new() } else { name.clone() });
    let roster = Roster::new(of_students.collect(), table.collect());
    if roster.is_nameless() {
        return Err(CannotFill::Nameless);
    }
    let callings = roster.callings();
    let mut filled = Filled {
        text: String::new(),
        column: names[at].clone(),
        filled: 0,
        strangers: Vec::new(),
        doubtful: Vec::new(),
        without_score: Vec::new(),
        other_points: possible(rows, at).filter(|points| !is_same(points, &report.points)),
    };
    let mut owners: Vec<Vec<&Entry>> = vec![Vec::new(); rows.len()];
    for entry in &report.submissions {
        match callings.rows_of(entry.called()).as_slice() {
            [] => filled.strangers.push(entry.id.clone()),
            [row] => owners[*row].push(entry),
            _ => filled.doubtful.push(entry.id.clone()),
        }
    }
    let mut changes: Vec<(Span, String)> = Vec::new();
    for (row, owners) in rows.iter().zip(owners) {
        match owners.as_slice() {
            [] => {}
            [entry] => match &entry.score {
                Some(score) => {
                    filled.filled += 1;
                    changes.extend(change(body, row, at, separator, score));
                }
                None => filled.without_score.push(entry.id.clone()),
            },
            several => filled.doubtful.extend(several.iter().map(|entry| entry.id.clone())),
        }
    }
    let mut end = 0;
    filled.text.push_str(&text[..mark]);
    for (span, words) in changes {
        filled.text.push_str(&body[end..span.range().start]);
        filled.text.push_str(&words);
        end = span.range().end;
    }
    filled.text.push_str(&body[end..]);
    Ok(filled)
}

/// The change that writes a score into a row: the place and the new text; a row that ends before the column
/// gets the cells that it lacks.
fn change(body: &str, row: &[Cell], at: usize, separator: char, score: &str) -> Option<(Span, String)> {
    let last = row.last()?;
    match row.get(at) {
        Some(cell) => Some((cell.span, score.to_owned())),
        None => {
            let lacking: String = std::iter::repeat_n(separator, at + 1 - row.len()).collect();
            let end = last.span.range().end;
            let end = end + body[end..].find(['\r', '\n']).unwrap_or(body.len() - end);
            Some((Span::new(last.span.file, end..end), format!("{lacking}{score}")))
        }
    }
}

/// The points that are possible, as Canvas writes them into its second row.
fn possible(rows: &[Vec<Cell>], at: usize) -> Option<String> {
    let row =
        rows.iter().find(|row| row.first().is_some_and(|cell| cell.text.trim() == "Points Possible"))?;
    row.get(at).map(|cell| cell.text.clone()).filter(|points| !points.is_empty())
}

fn is_same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    number(one).is_none() || number(one) == number(other)
}

/// Returns `true` if a column is named as Canvas names those of assignments: with the assignment's number at
/// the end.
fn is_assignment(name: &str) -> bool {
    let number = name.rsplit_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn column_of(names: &[String], report: &ReadReport, wanted: Option<&str>) -> Result<usize, CannotFill> {
    let plain = |name: &str| name.trim().to_lowercase();
    let title = |name: &str| plain(name.rsplit_once(" (").map_or(name, |(title, _)| title));
    let all = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..names.len()).filter(|at| fits(&names[*at])).collect()
    };
    let candidates = match wanted {
        Some(wanted) => {
            let exact = all(&|name| plain(name) == plain(wanted) || title(name) == plain(wanted));
            if exact.is_empty() { all(&|name| plain(name).contains(&plain(wanted))) } else { exact }
        }
        None => {
            let called = [&report.title, &report.assignment].map(|one| plain(one));
            let by_title = all(&|name| called.contains(&title(name)));
            let of_moodle = all(&|name| GRADE.contains(&name.trim()));
            [by_title, of_moodle, all(&is_assignment)]
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        }
    };
    match candidates.as_slice() {
        [only] => Ok(*only),
        several => {
            let candidates = several.iter().map(|at| names[*at].clone()).collect();
            Err(CannotFill::Column { wanted: wanted.map(str::to_owned), candidates })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CannotFill, Filled, fill};
    use crate::report::json::read::read;

    const REPORT: &str = r#"{"format": 1, "assignment": "small", "title": "Connect Four", "points": 20.00,
        "submissions": [
            {"id": "leebob", "names": ["102", "leebob"], "score": 12.5},
            {"id": "nguyễnvănan", "names": ["101"], "score": null},
            {"id": "phamchi", "roster": {"Email": "chi@x.edu"}, "score": 20.00},
            {"id": "stranger", "score": 1}
        ], "skipped": []}"#;

    fn filled(text: &str, column: Option<&str>) -> Result<Filled, CannotFill> {
        fill(text, &read(REPORT.as_bytes()).expect("the report can be read"), column)
    }

    #[test]
    fn a_gradebook_of_canvas_keeps_every_other_byte() {
        let before = "\u{feff}Student,ID,SIS Login ID,Section,\"Essay, long (77)\",Connect Four (48213)\r\n    Points \
                      Possible,,,,10,15\r\n\"Lee, Bob\",102,lb,\"One\nTwo\",EX,\r\n\"Nguyễn, Văn An\",101,an,1,,7\r\n\"Pham, \
                      Chi\",103,chi,2,\"a \"\"b\"\"\"\r\n";
        let filled = filled(before, None).expect("it can be filled in");
        let after = before.replace("EX,\r\n", "EX,12.50\r\n").replace("\"\"\"\r\n", "\"\"\",20.00\r\n");
        assert_eq!(filled.text, after);
        assert_eq!((filled.column.as_str(), filled.filled), ("Connect Four (48213)", 2));
        assert_eq!(filled.without_score, ["nguyễnvănan"]);
        assert_eq!(
            (filled.strangers.as_slice(), filled.other_points.as_deref()),
            (&["stranger".to_owned()][..], Some("15"))
        );
    }

    #[test]
    fn a_worksheet_of_moodle_has_a_column_for_the_grade() {
        let before = "Identifier;Full name;Grade;Feedback comments\nParticipant 102;Bob Lee;3,5;\"x;y\"\n";
        let filled = filled(before, None).expect("it can be filled in");
        assert_eq!(filled.text, before.replace("3,5", "12.50"));
    }

    #[test]
    fn it_must_be_plain_which_column_is_meant() {
        let text = "Student,ID,One (1),Two (2)\nLee Bob,102,,\n";
        for (column, says) in [
            (None, "several columns could be meant: One (1), Two (2); name one of them with --column"),
            (Some("o"), "`o` fits several columns: One (1), Two (2); name one of them with --column"),
            (Some("three"), "no column's name has `three` in it"),
        ] {
            let error = filled(text, column).expect_err("it is not plain");
            assert_eq!(error.to_string(), says);
        }
        assert_eq!(filled(text, Some("two")).expect("it is plain").text, text.replace(",,\n", ",,12.50\n"));
    }

    #[test]
    fn a_student_who_stands_there_twice_gets_no_score() {
        let text = "Student,ID,Connect Four\nLee Bob,102,1\nLee Bob,104,2\n";
        let filled = filled(text, None).expect("it can be filled in");
        assert_eq!((filled.text.as_str(), filled.doubtful.as_slice()), (text, &["leebob".to_owned()][..]));
    }
}
