//! The examples at the end of each `--help`, which are data: `examples.txt` has them, by subcommand. A test runs each.

use std::fmt::Write as _;

use clap::Command;

/// A blank at which help breaks no line; it is printed as any other.
pub(super) const WHOLE_BLANK: &str = "\u{a0}";

/// A command line with the words about it.
pub(super) struct Example {
    /// The line, as it is typed.
    pub(super) line: &'static str,
    /// Its purpose.
    pub(super) about: String,
}

/// The examples by subcommand: its name, after those of the commands that it belongs to.
pub(super) fn all() -> Vec<(&'static str, Vec<Example>)> {
    let text = include_str!("examples.txt");
    let sections = text.split('[').filter_map(|section| section.split_once(']'));
    sections.map(|(name, lines)| (name, of_section(lines))).collect()
}

/// The examples of a subcommand: lines, each with what it is for in the line below.
fn of_section(lines: &'static str) -> Vec<Example> {
    let mut lines = lines.lines().filter(|line| !line.is_empty());
    let mut examples = Vec::new();
    while let (Some(line), Some(about)) = (lines.next(), lines.next()) {
        examples.push(Example { line, about: about.trim().to_owned() });
    }
    examples
}

/// The examples of the subcommand that is called by these names.
pub(super) fn of(path: &str) -> Vec<Example> {
    all().into_iter().find(|(name, _)| *name == path).map(|(_, examples)| examples).unwrap_or_default()
}

/// The command with the examples of each subcommand at the end of its help.
pub(super) fn added_to(command: Command) -> Command {
    with(command, "")
}

fn with(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        with(sub, path.trim_start())
    });
    let examples = of(path);
    if examples.is_empty() { command } else { command.after_help(shown("Examples:", &examples)) }
}

/// The end of a help: a heading and the examples.
pub(super) fn shown(heading: &str, examples: &[Example]) -> String {
    let mut help = heading.to_owned();
    for Example { line, about } in examples {
        let line = line.replace(' ', WHOLE_BLANK);
        write!(help, "\n  {line}\n      {about}").expect("strings take everything");
    }
    help
}
