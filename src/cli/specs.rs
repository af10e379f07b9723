//! `grader specs`: the bundled specs.

use std::path::Path;

use clap::Args;

use super::exit::Exit;
use super::terminal::Terminal;
use super::{CommandFailure, did_you_mean};
use crate::diagnostics::{harmless, suggest, text};
use crate::spec::{BUNDLED, Spec, load};

/// The flags of `grader specs`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Print the spec of this name, to read it or to start from it.
    name: Option<String>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    if let Some(name) = &arguments.name {
        let names = || BUNDLED.iter().map(|known| known.name);
        let Some(known) = BUNDLED.iter().find(|known| known.name == name) else {
            let (guess, guess_vi) = did_you_mean(suggest(name, names())).into_both();
            let (name, names) = (harmless(name), names().collect::<Vec<_>>().join(", "));
            return Err(CommandFailure::usage(text!(
                "there is no bundled spec `{name}`; there are {names}{guess}",
                "không có spec có sẵn tên `{name}`; chỉ có {names}{guess_vi}"
            )));
        };
        Terminal::print_bytes(known.text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut rows = vec![
        text!("name\tfor\tpoints\ttests\ttitle", "tên\tdành cho\tđiểm\tca kiểm thử\ttiêu đề")
            .to(terminal.language)
            .to_owned(),
    ];
    for known in BUNDLED {
        let spec = load(Path::new(known.name))?;
        rows.push(row(known.name, &spec, terminal));
    }
    let last = text!(
        "\nUse one by its name: grader run PROGRAM --spec NAME\nPrint one: grader specs NAME\n",
        "\nDùng theo tên: grader run PROGRAM --spec NAME\nIn một spec: grader specs NAME\n"
    );
    terminal.print(&(table(&rows) + last.to(terminal.language)))?;
    Ok(Exit::Done)
}

fn row(name: &str, spec: &Spec, terminal: &Terminal) -> String {
    let (title, tests) = (spec.title.to(terminal.language), spec.cases().count());
    format!("{name}\t{}\t{}\t{tests}\t{title}", spec.machine.isa.title, spec.points)
}

/// Rows of cells with tabs between them, set in columns; the third and the fourth hold numbers.
fn table(rows: &[String]) -> String {
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.split('\t').collect()).collect();
    let width = |column: usize| {
        let widths = cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let mut out = String::new();
    for row in &cells {
        let padded = row.iter().enumerate().map(|(column, cell)| match column {
            2 | 3 => format!("{cell:>0$}", width(column)),
            _ => format!("{cell:<0$}", width(column)),
        });
        out.extend([padded.collect::<Vec<_>>().join("  ").trim_end(), "\n"]);
    }
    out
}
