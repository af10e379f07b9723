//! One line for each submission, for a spreadsheet. The only file that names the CSV crate.

use csv::Writer;

use super::visible::harmless;
use super::words::why;
use crate::diagnostics::Language;
use crate::grade::Gradebook;

pub(super) fn render(book: &Gradebook, language: Language) -> Vec<u8> {
    let mut writer = Writer::from_writer(Vec::new());
    let mut rows = vec![
        ["submission", "score", "points", "passed", "tests", "verdict", "protocol", "why"].map(str::to_owned),
    ];
    let tests = book.spec.cases().count();
    for graded in &book.submissions {
        rows.push([
            no_formula(&harmless(&graded.id)),
            graded.score().to_string(),
            book.spec.points.to_string(),
            graded.passed().to_string(),
            tests.to_string(),
            graded.verdict().id().to_owned(),
            graded.protocol.map_or("", crate::play::Protocol::id).to_owned(),
            no_formula(&why(book, graded, language)),
        ]);
    }
    for row in rows {
        writer.write_record(row).expect("writing to memory does not fail");
    }
    writer.into_inner().expect("writing to memory does not fail")
}

/// A cell that a spreadsheet would take for a formula gets an apostrophe in front.
fn no_formula(cell: &str) -> String {
    // Some spreadsheets take the wide forms of East Asian keyboards for the narrow ones.
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::no_formula;

    #[test]
    fn formulas_are_disarmed() {
        assert_eq!(no_formula("=1+1"), "'=1+1");
        assert_eq!(no_formula("an"), "an");
    }
}
