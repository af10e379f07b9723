//! The marks given by people: a table that staff keep, read with each run and never losing a row.

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, Encoding, FileId, SourceFile, Span, Text, code, suggest, text};
use crate::spec::sheet::{self, Cell, Sheet};
use crate::spec::{Points, RubricItem, Spec};
use crate::stored::{Deserialize, Serialize};

const COLUMNS: [&str; 4] = ["submission", "item", "points", "remark"];
/// A table needs these columns; the remark may be left out.
const NEEDED: usize = 3;

/// The item by which people mark the style of a submission that was not judged at all.
const STYLE: &str = "style";

/// That item, if style earns points.
pub(super) fn style(spec: &Spec) -> Option<RubricItem> {
    let points: Points = spec.style.rules.iter().map(|rule| rule.points).sum();
    let title = text!("Style", "Phong cách");
    (points > Points::ZERO).then(|| RubricItem { id: STYLE.to_owned(), title, points })
}

/// The marks of all submissions.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    given: BTreeMap<(String, String), Given>,
    /// The columns of the table, in its own order; empty if there is no table yet.
    head: Vec<String>,
}

#[derive(Clone, Debug)]
struct Given {
    points: Option<Points>,
    remark: String,
    span: Span,
}

/// The mark of a submission for one item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The item's id.
    pub item: String,
    /// Its title.
    pub title: Text,
    /// The most that it is worth.
    pub points: Points,
    /// The points given; `None` as long as nobody has marked it.
    pub given: Option<Points>,
    /// The remark that staff wrote next to it; may be empty.
    pub remark: String,
}

impl Marks {
    /// Reads the table, and returns its mistakes.
    pub fn read(source: &SourceFile, file: FileId, items: &[RubricItem]) -> (Self, Vec<Diagnostic>) {
        let mut sheet = Sheet::read(source, file, &COLUMNS, NEEDED);
        let mut marks = Self { given: BTreeMap::new(), head: std::mem::take(&mut sheet.head) };
        for row in &sheet.rows {
            let [submission, item, points, remark] = row.as_slice() else { continue };
            let Some(known) = items.iter().find(|known| known.id == item.text) else {
                sheet.diagnostics.push(unknown_item(item, items));
                continue;
            };
            let points = match given(points, known) {
                Ok(points) => points,
                Err(diagnostic) => {
                    sheet.diagnostics.push(*diagnostic);
                    continue;
                }
            };
            let key = (submission.text.clone(), item.text.clone());
            if let Some(first) = marks.given.get(&key) {
                let (id, item) = &key;
                let message =
                    text!("`{id}` is marked twice for `{item}`", "`{id}` được chấm hai lần cho `{item}`");
                sheet.diagnostics.push(
                    Diagnostic::error(code::SHEET_AGAIN, submission.span, message)
                        .also(first.span, text!("first here", "lần đầu ở đây"))
                        .help(text!("keep one of the two rows", "hãy giữ lại một trong hai dòng")),
                );
                continue;
            }
            let given = Given { points, remark: remark.text.clone(), span: submission.span };
            marks.given.insert(key, given);
        }
        (marks, sheet.diagnostics)
    }

    /// The items of a spec that people can mark: those of its rubric, its groups of tests, and its style
    /// checks.
    pub fn items(spec: &Spec) -> Vec<RubricItem> {
        let mut items = spec.rubric.clone();
        let groups = spec.groups.iter().map(|group| {
            let (id, title, points) = (group.id.clone(), group.title.clone(), group.most());
            RubricItem { id, title, points }
        });
        for item in groups.chain(style(spec)) {
            if !items.iter().any(|known| known.id == item.id) {
                items.push(item);
            }
        }
        items
    }

    /// The points and the remark that a person gave for a group of tests. A name that the rubric has is the
    /// rubric's.
    pub(super) fn for_group(&self, spec: &Spec, submission: &str, group: &str) -> Option<(Points, &str)> {
        let is_of_rubric = spec.rubric.iter().any(|item| item.id == group);
        let given = self.given.get(&(submission.to_owned(), group.to_owned()));
        let given = given.filter(|_| !is_of_rubric)?;
        Some((given.points?, given.remark.as_str()))
    }

    /// The same for style, unless a group has that name.
    pub(super) fn for_style(&self, spec: &Spec, submission: &str) -> Option<(Points, &str)> {
        let is_group = spec.groups.iter().any(|group| group.id == STYLE);
        self.for_group(spec, submission, STYLE).filter(|_| !is_group)
    }

    /// All that people gave for a submission: the item, the points and the remark.
    pub(crate) fn given_to(&self, submission: &str) -> impl Iterator<Item = (&str, Option<Points>, &str)> {
        let from = (submission.to_owned(), String::new());
        let own = self.given.range(from..).take_while(move |((id, _), _)| *id == submission);
        own.map(|((_, item), given)| (item.as_str(), given.points, given.remark.as_str()))
    }

    /// The marks of a submission, one for each item.
    pub fn of(&self, submission: &str, items: &[RubricItem]) -> Vec<Mark> {
        let mark = |item: &RubricItem| {
            let given = self.given.get(&(submission.to_owned(), item.id.clone()));
            Mark {
                item: item.id.clone(),
                title: item.title.clone(),
                points: item.points,
                given: given.and_then(|given| given.points),
                remark: given.map(|given| given.remark.clone()).unwrap_or_default(),
            }
        };
        items.iter().map(mark).collect()
    }

    /// The table with a row without a mark for each submission and item that has none; `None` if all are
    /// there. The old rows stay, byte for byte, in front of them.
    pub fn extended<'i>(
        &self,
        known: &[u8],
        ids: impl Iterator<Item = &'i str>,
        items: &[RubricItem],
    ) -> Option<Vec<u8>> {
        let head: Vec<&str> = if self.head.is_empty() {
            COLUMNS.to_vec()
        } else {
            self.head.iter().map(String::as_str).collect()
        };
        let mut rows = String::new();
        for id in ids {
            for item in items.iter().map(|item| item.id.as_str()) {
                if !self.given.contains_key(&(id.to_owned(), item.to_owned())) {
                    let cell = |column: &&str| match *column {
                        "submission" => id,
                        "item" => item,
                        _ => "",
                    };
                    rows += &sheet::line(&head.iter().map(cell).collect::<Vec<_>>());
                }
            }
        }
        if rows.is_empty() {
            return None;
        }
        let source = SourceFile::from_bytes("", known);
        // The new rows must be readable together with the old ones.
        let mut table =
            if source.encoding == Encoding::Utf16 { source.text.into_bytes() } else { known.to_vec() };
        if self.head.is_empty() {
            table.extend(sheet::line(&head).bytes());
        } else if !table.ends_with(b"\n") {
            table.push(b'\n');
        }
        table.extend(rows.bytes());
        Some(table)
    }
}

/// The points of a mark; `None` where there is none yet.
fn given(cell: &Cell, item: &RubricItem) -> Result<Option<Points>, Box<Diagnostic>> {
    if cell.text.is_empty() {
        return Ok(None);
    }
    let (shown, id, most) = (&cell.text, &item.id, item.points);
    match Points::parse(shown) {
        Some(points) if points <= most => Ok(Some(points)),
        Some(points) => {
            let message = text!(
                "{points} points are more than `{id}` is worth",
                "{points} điểm nhiều hơn mức của `{id}`"
            );
            let help = text!("give at most {most}", "hãy cho nhiều nhất {most}");
            Err(Box::new(Diagnostic::error(code::SHEET_CELL, cell.span, message).help(help)))
        }
        None => {
            let message = text!("`{shown}` is no mark", "`{shown}` không phải là điểm");
            let help = text!(
                "write a number from 0 to {most} with at most two decimals, or nothing if it is not marked yet",
                "hãy viết số từ 0 đến {most} có nhiều nhất hai chữ số thập phân, hoặc để trống nếu chưa chấm"
            );
            Err(Box::new(Diagnostic::error(code::SHEET_CELL, cell.span, message).help(help)))
        }
    }
}

fn unknown_item(cell: &Cell, items: &[RubricItem]) -> Diagnostic {
    let shown = &cell.text;
    let message = text!(
        "the spec has no rubric item and no group `{shown}`",
        "spec không có mục chấm tay hay nhóm `{shown}`"
    );
    let all = items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>().join(", ");
    let diagnostic = Diagnostic::error(code::SHEET_CELL, cell.span, message);
    match suggest(shown, items.iter().map(|item| item.id.as_str())) {
        Some(guess) => diagnostic.help(text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?")),
        None => {
            diagnostic.help(text!("items and groups of the spec: {all}", "các mục và nhóm trong spec: {all}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileId, Marks, Points, RubricItem, SourceFile, Text};

    #[test]
    fn a_table_is_extended_and_loses_nothing() {
        let item = |id: &str| RubricItem {
            id: id.to_owned(),
            title: Text::verbatim(id),
            points: Points::from_hundredths(500),
        };
        let items = [item("style"), item("report")];
        let table = "\u{feff}item,points,by,submission\r\nreport,4.5,lan,zoe\r\nstyle,,,bao";
        let source = SourceFile::from_bytes("marks.csv", table.as_bytes());
        let (marks, diagnostics) = Marks::read(&source, FileId::default(), &items);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let extended =
            marks.extended(table.as_bytes(), ["ann", "bao"].into_iter(), &items).expect("rows are missing");
        let added = "\nstyle,,,ann\nreport,,,ann\nreport,,,bao\n";
        assert_eq!(String::from_utf8_lossy(&extended), format!("{table}{added}"));
        let source = SourceFile::from_bytes("marks.csv", &extended);
        let (marks, _) = Marks::read(&source, FileId::default(), &items);
        assert_eq!(marks.extended(&extended, ["ann", "bao"].into_iter(), &items), None);
        assert_eq!(marks.of("zoe", &items)[1].given, Some(Points::from_hundredths(450)));
    }
}
