//! Tables that staff keep next to a spec, as comma-separated values: every cell knows its place, so that mistakes in it can
//! be shown.

use crate::diagnostics::{Diagnostic, FileId, SourceFile, Span, code, suggest, text};

/// A table whose first row names the columns.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The rows below the head, in order; each has a cell for every wanted column.
    pub rows: Vec<Vec<Cell>>,
    /// The names of the columns as they stand in the table.
    pub head: Vec<String>,
    /// Errors in the table itself.
    pub diagnostics: Vec<Diagnostic>,
}

/// A cell with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its text, without quotation marks and blanks around it.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Sheet {
    /// Reads a table; the cells of its rows are put in the order of `columns`. Other columns are left out of account, and
    /// so are empty rows. Columns beyond the first `needed` ones may be missing and are empty then.
    pub fn read(source: &SourceFile, file: FileId, columns: &[&str], needed: usize) -> Self {
        let mut sheet = Self { rows: Vec::new(), head: Vec::new(), diagnostics: Vec::new() };
        let mut rows = rows(&source.text, ',', file, &mut sheet.diagnostics).into_iter();
        let head = rows.next().unwrap_or_default();
        let places: Vec<Option<usize>> =
            columns.iter().map(|name| head.iter().position(|cell| cell.text == *name)).collect();
        let names = || head.iter().map(|cell| cell.text.as_str());
        let span = head.first().map_or(Span::new(file, 0..0), |cell| cell.span);
        for (name, place) in columns.iter().zip(&places).take(needed) {
            if place.is_some() {
                continue;
            }
            let all = columns.join(",");
            let diagnostic = Diagnostic::error(
                code::SHEET_HEAD,
                span,
                text!("the table has no column `{name}`", "bảng không có cột `{name}`"),
            );
            sheet.diagnostics.push(match suggest(name, names()) {
                Some(guess) => diagnostic
                    .help(text!("is `{guess}` meant to be it?", "có phải `{guess}` chính là cột đó?")),
                None => {
                    diagnostic.help(text!("let the first line be: {all}", "hãy để dòng đầu tiên là: {all}"))
                }
            });
        }
        let can_be_read = sheet.diagnostics.is_empty();
        for row in rows.filter(|_| can_be_read) {
            let end = row.last().map_or(span, |cell| cell.span);
            let nothing = || Cell { text: String::new(), span: end };
            let cell =
                |place: &Option<usize>| place.and_then(|at| row.get(at).cloned()).unwrap_or_else(nothing);
            sheet.rows.push(places.iter().map(cell).collect());
        }
        sheet.head = names().map(str::to_owned).collect();
        sheet
    }
}

/// A row as a line of the table, with quotation marks where cells need them.
pub fn line(cells: &[&str]) -> String {
    let quoted = |cell: &&str| {
        let needs = cell.contains([',', '"', '\n', '\r']) || cell.trim() != *cell;
        if needs { format!("\"{}\"", cell.replace('"', "\"\"")) } else { (*cell).to_owned() }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// The rows of a table whose cells are parted by commas, or by semicolons if the first line has more of them, with what parts
/// them. The places of cells are those in the text, whatever its lines end with.
///
/// # Errors
/// If a quotation mark is never closed.
pub fn cells(text: &str, file: FileId) -> Result<(Vec<Vec<Cell>>, char), Box<Diagnostic>> {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: char| first.matches(mark).count();
    let separator = if count(';') > count(',') { ';' } else { ',' };
    let mut diagnostics = Vec::new();
    let rows = rows(text, separator, file, &mut diagnostics);
    diagnostics.pop().map_or(Ok((rows, separator)), |open| Err(Box::new(open)))
}

/// The rows that are not empty. A cell in quotation marks may hold commas and line ends; two marks stand for one.
fn rows(text: &str, separator: char, file: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Vec<Cell>> {
    let ends = [separator, '\n'];
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at + (text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len());
        let (cell, end) = match text[start..].strip_prefix('"') {
            Some(rest) => {
                let closing = closing_mark(rest);
                if closing.is_none() {
                    let message =
                        text!("this quotation mark is never closed", "dấu ngoặc kép này không được đóng");
                    let help = text!(
                        "close it before the next comma; a quotation mark within a cell is written twice",
                        "hãy đóng nó trước dấu phẩy kế tiếp; dấu ngoặc kép bên trong ô được viết hai lần"
                    );
                    let span = Span::new(file, start..start + 1);
                    diagnostics.push(Diagnostic::error(code::SHEET_QUOTE, span, message).help(help));
                }
                let length = closing.unwrap_or(rest.len());
                let behind = (start + 1 + length + 1).min(text.len());
                let end = behind + text[behind..].find(ends).unwrap_or(text.len() - behind);
                (
                    Cell { text: rest[..length].replace("\"\"", "\""), span: Span::new(file, start..behind) },
                    end,
                )
            }
            None => {
                let end = start + text[start..].find(ends).unwrap_or(text.len() - start);
                let shown = text[start..end].trim_end();
                let span = Span::new(file, start..start + shown.len());
                (Cell { text: shown.to_owned(), span }, end)
            }
        };
        row.push(cell);
        let ends_row = !text[end..].starts_with(separator);
        at = end + 1;
        if ends_row || at >= text.len() {
            let whole = std::mem::take(&mut row);
            if whole.iter().any(|cell: &Cell| !cell.text.is_empty()) {
                rows.push(whole);
            }
        }
    }
    rows
}

/// Where the text of a quoted cell ends.
fn closing_mark(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('"')?;
        if text[at + 1..].starts_with('"') {
            at += 2;
        } else {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileId, Sheet, SourceFile, line};

    #[test]
    fn cells_come_in_the_order_that_is_asked_for() {
        let text = "b, a ,note\n1,\"x, \"\"y\"\"\n\",z\n\n2\n";
        let source = SourceFile::from_bytes("a.csv", text.as_bytes());
        let sheet = Sheet::read(&source, FileId::default(), &["a", "b", "c"], 2);
        let rows: Vec<Vec<&str>> =
            sheet.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(rows, [["x, \"y\"\n", "1", ""], ["", "2", ""]]);
        assert!(sheet.diagnostics.is_empty());
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        let cells = ["a", "b,c", "d\"e", " f ", "g\nh", ""];
        let text = format!("1,2,3,4,5,6\n{}", line(&cells));
        let source = SourceFile::from_bytes("a.csv", text.as_bytes());
        let sheet = Sheet::read(&source, FileId::default(), &["1", "2", "3", "4", "5", "6"], 6);
        assert_eq!(sheet.rows[0].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), cells);
    }
}
