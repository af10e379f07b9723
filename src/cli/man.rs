//! `grader man`: manual pages, a page for each subcommand. The only file that names the crate for them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::exit::{self, Exit};
use super::output::write_whole;
use super::terminal::Terminal;
use super::{CommandFailure, Deed, examples};
use crate::diagnostics::{harmless, text};

/// The flags of `grader man`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder for the pages; it is made if it is not there yet. Pages of the same names are written again.
    folder: PathBuf,
}

pub(super) fn main(
    arguments: &Arguments,
    command: Command,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    let folder = arguments.folder.as_path();
    let cannot_write = |error| CommandFailure::cannot(Deed::Write, folder, &error);
    let pages = pages(command).map_err(cannot_write)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| CommandFailure::cannot(Deed::MakeFolder, folder, &error))?;
    for (name, page) in &pages {
        write_whole(&folder.join(name), page)?;
    }
    let (count, shown) = (pages.len(), harmless(&folder.to_string_lossy()));
    let first = harmless(&shown_path(folder, &pages));
    let words = text!(
        "{count} pages written to {shown}; to read one: man {first}\n",
        "đã ghi {count} trang vào {shown}; để đọc một trang: man {first}\n"
    );
    terminal.print_prose(words.to(terminal.language))?;
    Ok(Exit::Done)
}

/// A path by which `man` takes a page for a file: it has a slash.
fn shown_path(folder: &Path, pages: &[(String, Vec<u8>)]) -> String {
    let first = pages.first().map_or("", |(name, _)| name);
    let path = folder.join(first);
    let at = if path.components().count() > 1 { path } else { Path::new(".").join(path) };
    at.to_string_lossy().into_owned()
}

/// The pages by file name: that of the whole command first, those of its subcommands in their order after it.
fn pages(command: Command) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(command, "", &mut pages)?;
    Ok(pages)
}

fn add(command: Command, path: &str, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let subcommands: Vec<Command> =
        command.get_subcommands().filter(|sub| !sub.is_hide_set()).cloned().collect();
    let has_arguments = command.get_arguments().any(|argument| !argument.is_hide_set());
    let man = Man::new(command);
    let name = man.get_filename();
    let mut page = Vec::new();
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_arguments {
        man.render_options_section(&mut page)?;
    }
    if !subcommands.is_empty() {
        man.render_subcommands_section(&mut page)?;
    }
    let examples = examples::of(path);
    let examples: Vec<(&str, &str)> =
        examples.iter().map(|example| (example.line, example.about.as_str())).collect();
    page.extend(section("EXAMPLES", &examples));
    if path.is_empty() {
        page.extend(section("EXIT STATUS", &exit::codes().collect::<Vec<_>>()));
    }
    let page = tidied(name.trim_end_matches(".1"), &String::from_utf8_lossy(&page));
    pages.push((name, page.into_bytes()));
    for sub in subcommands {
        let path = format!("{path} {}", sub.get_name());
        add(sub, path.trim_start(), pages)?;
    }
    Ok(())
}

/// A page of ASCII with its title, made of sections that are pages by themselves: what a page begins with comes once.
fn tidied(name: &str, sections: &str) -> String {
    /// Both lines define the straight apostrophe.
    const PREAMBLE: [&str; 2] = [".ie \\n(.g .ds Aq \\(aq", ".el .ds Aq '"];
    let [first, second] = PREAMBLE;
    let version = env!("CARGO_PKG_VERSION");
    // There is no date, as the same program always writes the same pages.
    let mut page = format!("{first}\n{second}\n.TH {name} 1 \"\" \"grader {version}\" \"grader\"\n");
    let lines = sections.lines().filter(|line| !PREAMBLE.contains(line));
    let text = lines.flat_map(|line| [line.trim_end(), "\n"]).collect::<String>();
    for c in text.replace("\n.br\n\n.br\n", "\n.sp\n").chars() {
        if c.is_ascii() {
            page.push(c);
        } else {
            write!(page, "\\[u{:04X}]", u32::from(c)).expect("strings take everything");
        }
    }
    page
}

/// A section with a paragraph for each line that is typed or printed, and what it is.
fn section(title: &str, items: &[(&str, &str)]) -> Vec<u8> {
    let mut roff = Roff::default();
    if !items.is_empty() {
        roff.control("SH", [title]);
    }
    for (line, about) in items {
        roff.control("TP", []);
        roff.text([bold(*line)]);
        roff.text([roman(*about)]);
    }
    roff.render().into_bytes()
}
