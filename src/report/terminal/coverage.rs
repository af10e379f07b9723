//! What the tests of a submission execute: a table of its files, then what no test executes.

use super::{BAD, FAINT, GOOD, Page, STRONG, WARN, pad, paint};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{Covered, Graded};
use crate::machine::{CodeLine, Coverage};
use crate::report::coverage::{FileFigures, PartOf, figures, not_counted, not_covered};
use crate::report::visible::harmless;
use crate::report::words::counted;
use crate::spec::Spec;

/// Draws what is known of a submission; with a line for each test, if that is wanted.
pub(in crate::report) fn render(
    (spec, graded): (&Spec, &Graded),
    covered: Option<&Covered>,
    by_test: bool,
    language: Language,
) -> String {
    let mut page = Page::new(language);
    let name = paint(STRONG, &harmless(&graded.id));
    let Some(covered) = covered else {
        let why = not_covered(graded);
        page.line(&format!("{name}   {}", paint(BAD, &harmless(why.to(language)))));
        return page.finished();
    };
    let count = covered.cases.len();
    let tests = counted(count, "test");
    let tests = text!("{tests}", "{count} ca kiểm thử");
    page.line(&format!("{name}   {}", tests.to(language)));
    let union = covered.union();
    page.files(covered, &figures(covered, &union));
    page.unknown(spec, covered);
    page.never(covered, &union);
    page.one_way(spec, covered, &union);
    if by_test {
        page.tests(spec, covered);
    }
    page.finished()
}

/// The colour of a figure.
fn style(figure: PartOf) -> anstyle::Style {
    match figure.percent() {
        None => FAINT,
        Some(100) => GOOD,
        Some(_) => WARN,
    }
}

/// The heads of the three columns of figures.
fn heads() -> [Text; 3] {
    [text!("lines", "dòng"), text!("branch ways", "hướng rẽ nhánh"), text!("subroutines", "chương trình con")]
}

/// A row of a table: a name, and the cells of the columns of figures.
type Row = (String, [String; 3]);

/// The rows with names padded to a width, and each cell to the widest of its column.
fn table(rows: &[Row]) -> Vec<Row> {
    let width = |cells: &mut dyn Iterator<Item = &String>| cells.map(|cell| cell.chars().count()).max();
    let name = width(&mut rows.iter().map(|(name, _)| name)).unwrap_or(0);
    let mut widths: [usize; 3] =
        std::array::from_fn(|column| width(&mut rows.iter().map(|(_, cells)| &cells[column])).unwrap_or(0));
    // Nothing stands after the last column.
    widths[2] = 0;
    let row = |(label, cells): &Row| {
        (pad(label, name), std::array::from_fn(|column| pad(&cells[column], widths[column])))
    };
    rows.iter().map(row).collect()
}

impl Page {
    /// The table of the files.
    fn files(&mut self, covered: &Covered, figures: &[FileFigures]) {
        let share = |figure: PartOf| {
            let PartOf { part, all } = figure;
            let words = text!("{part} of {all}", "{part}/{all}");
            let words = words.to(self.language);
            figure.percent().map_or_else(|| "-".to_owned(), |percent| format!("{words}  {percent} %"))
        };
        let name = |file: &FileFigures| harmless(&covered.sources.file(file.file).name);
        let of_file = |file: &FileFigures| (name(file), [file.lines, file.ways, file.subroutines].map(share));
        let head = (
            text!("file", "tệp").to(self.language).to_owned(),
            heads().map(|head| head.to(self.language).to_owned()),
        );
        let rows: Vec<Row> = std::iter::once(head).chain(figures.iter().map(of_file)).collect();
        let mut drawn = table(&rows).into_iter();
        if let Some((name, cells)) = drawn.next() {
            self.line(&paint(FAINT, &format!("  {name}   {}", cells.join("   "))));
        }
        for ((name, cells), file) in drawn.zip(figures) {
            let styles = [file.lines, file.ways, file.subroutines].map(style);
            let cells = styles.iter().zip(&cells).map(|(style, cell)| paint(*style, cell));
            self.line(&format!("  {name}   {}", cells.collect::<Vec<_>>().join("   ")));
        }
    }

    /// The tests of which it is not known what they execute.
    fn unknown(&mut self, spec: &Spec, covered: &Covered) {
        let ids: Vec<&str> = spec.cases().map(|case| case.id.as_str()).collect();
        for case in &covered.cases {
            if let (Err(why), Some(id)) = (&case.coverage, ids.get(case.case)) {
                let (_, words) = not_counted(*why);
                let (en, vi) = words.both();
                self.say(2, &text!("{id}: {en}", "{id}: {vi}"));
            }
        }
    }

    /// The lines that are never executed, and the subroutines that are never called.
    fn never(&mut self, covered: &Covered, union: &Coverage) {
        let map = &covered.map;
        let stretches = map.stretches(|line| union.lines[line] == 0);
        if map.lines().is_empty() {
            self.say(2, &text!("there are no lines with instructions", "không có dòng nào có lệnh"));
            return;
        }
        if stretches.is_empty() {
            self.line("");
            self.say(
                2,
                &text!("every line with instructions was executed", "mọi dòng có lệnh đều đã được chạy"),
            );
            return;
        }
        self.line("");
        self.say(2, &text!("never executed in any of these tests", "không ca kiểm thử nào chạy tới"));
        for (file, lines) in stretches {
            let name = &covered.sources.file(file).name;
            let (first, last) = (*lines.start(), *lines.end());
            let is_there = |line: &&CodeLine| line.file == file && lines.contains(&line.line);
            let count = map.lines().iter().filter(is_there).count();
            self.say(
                4,
                &if first == last {
                    text!("{name}: line {first}", "{name}: dòng {first}")
                } else {
                    text!(
                        "{name}: lines {first} to {last} ({count} with instructions)",
                        "{name}: dòng {first} đến {last} ({count} dòng có lệnh)"
                    )
                },
            );
        }
        let uncalled = map.subroutines().iter().zip(&union.subroutines).filter(|(_, calls)| **calls == 0);
        let uncalled: Vec<String> = uncalled
            .map(|(subroutine, _)| {
                let file = &covered.sources.file(subroutine.file).name;
                format!("{} ({file}:{})", subroutine.name, subroutine.line)
            })
            .collect();
        if !uncalled.is_empty() {
            let names = uncalled.join(", ");
            self.line("");
            self.say(
                2,
                &text!(
                    "subroutines that were never called: {names}",
                    "chương trình con không được gọi lần nào: {names}"
                ),
            );
        }
    }

    /// The branches that were reached and went only one way.
    fn one_way(&mut self, spec: &Spec, covered: &Covered, union: &Coverage) {
        let map = &covered.map;
        // The condition of a compiled branch may be the opposite of the one in the source.
        let is_assembled = !spec.machine.isa.source.is_compiled;
        let branches = map.branches().zip(&union.branches);
        let one_way = branches.filter(|(_, branch)| (branch.taken > 0) != (branch.passed > 0));
        let mut lines: Vec<Text> = one_way
            .map(|(line, branch)| {
                let line = &map.lines()[line];
                let (file, line) = (&covered.sources.file(line.file).name, line.line);
                match (is_assembled, branch.taken > 0) {
                    (false, _) => Text::verbatim(format!("{file}:{line}")),
                    (true, true) => text!("{file}:{line}: always taken", "{file}:{line}: lần nào cũng rẽ"),
                    (true, false) => text!("{file}:{line}: never taken", "{file}:{line}: không rẽ lần nào"),
                }
            })
            .collect();
        if !lines.is_empty() {
            // A compiler makes several branches of a line.
            lines.dedup();
            self.line("");
            self.say(
                2,
                &text!(
                    "branches that went the same way each time",
                    "lệnh rẽ nhánh lần nào cũng đi một hướng"
                ),
            );
            for line in &lines {
                self.say(4, line);
            }
        }
    }

    /// A line for each test.
    fn tests(&mut self, spec: &Spec, covered: &Covered) {
        let ids: Vec<&str> = spec.cases().map(|case| case.id.as_str()).collect();
        let head = (
            text!("test", "ca kiểm thử").to(self.language).to_owned(),
            heads().map(|head| head.to(self.language).to_owned()),
        );
        let of_case = |case: &crate::grade::CoveredCase| {
            let coverage = case.coverage.as_ref().ok()?;
            let sum = figures(covered, coverage).into_iter().fold([0; 3], |sum, file| {
                let parts = [file.lines.part, file.ways.part, file.subroutines.part];
                std::array::from_fn(|column| sum[column] + parts[column])
            });
            Some(((*ids.get(case.case)?).to_owned(), sum.map(|part| part.to_string())))
        };
        let rows: Vec<Row> = std::iter::once(head).chain(covered.cases.iter().filter_map(of_case)).collect();
        self.line("");
        for (index, (name, cells)) in table(&rows).into_iter().enumerate() {
            let line = format!("  {name}   {}", cells.join("   "));
            self.line(&if index == 0 { paint(FAINT, &line) } else { line });
        }
    }
}
