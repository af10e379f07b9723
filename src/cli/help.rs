//! Help in Vietnamese. The command line is defined once, in English; `help/vi.txt` has the words for each of its commands,
//! arguments and values, and a test holds that none is without.

mod mistake;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};

pub(super) use mistake::told;

use super::examples;
use super::exit;
use super::machine::flag_help;
use crate::diagnostics::Language;

/// The section for arguments of every command; of the subcommands of one command, its name stands before it.
const EVERY: &str = "*";
/// The flag for the language.
const FLAG: &str = "--lang";
/// The section for the whole program.
const WHOLE: &str = "grader";

/// The language that a command line asks for, wherever it does so: help and mistakes are told in it too. What comes after `--`
/// are no flags.
pub(super) fn language(words: &[OsString]) -> Language {
    let flags = || words.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    let joined = flags().find_map(|word| Some(word.strip_prefix(FLAG)?.strip_prefix('=')?.to_owned()));
    let apart = || flags().skip_while(|word| word != FLAG).nth(1).map(|word| word.to_string());
    match joined.or_else(apart).as_deref() {
        Some("vi") => Language::Vietnamese,
        _ => Language::English,
    }
}

/// A command line without the flag for the language, where it asks for the help of a subcommand: `help run --lang vi`. The parser
/// takes every word there for a subcommand.
pub(super) fn without_language_of_help(line: Vec<OsString>) -> Vec<OsString> {
    let mut words = line.iter().skip(1).skip_while(|word| word.to_string_lossy().starts_with('-'));
    if words.next().is_none_or(|word| word != "help") {
        return line;
    }
    let mut is_value = false;
    let is_kept = |word: &OsString| {
        let is_flag = *word == *FLAG;
        let is_out = is_flag || is_value || word.to_string_lossy().starts_with("--lang=");
        is_value = is_flag;
        !is_out
    };
    line.into_iter().filter(is_kept).collect()
}

/// The definition of the command line as help is made of it: in a language, and with blanks in code at which no line is broken.
pub(super) fn for_help(mut command: Command, language: Language) -> Command {
    // Help flags and the subcommand for help are made by this, so that they can be changed.
    command.build();
    kept_whole(match language {
        Language::English => command,
        Language::Vietnamese => translated(command, "", &Words::read()),
    })
}

/// The command with code `in backquotes` that is broken nowhere.
fn kept_whole(command: Command) -> Command {
    let whole = |words: &StyledStr| StyledStr::from(whole_code(&words.to_string()));
    let mut command = command.mut_subcommands(kept_whole).mut_args(|mut arg| {
        if let Some(words) = arg.get_help().map(whole) {
            arg = arg.help(words);
        }
        if let Some(words) = arg.get_long_help().map(whole) {
            arg = arg.long_help(words);
        }
        arg
    });
    if let Some(words) = command.get_about().map(whole) {
        command = command.about(words);
    }
    if let Some(words) = command.get_long_about().map(whole) {
        command = command.long_about(words);
    }
    command
}

/// Words with blanks in backquotes at which no line is broken.
fn whole_code(words: &str) -> String {
    let whole = |(nth, part): (usize, &str)| {
        if nth % 2 == 1 { part.replace(' ', examples::WHOLE_BLANK) } else { part.to_owned() }
    };
    words.split('`').enumerate().map(whole).collect::<Vec<_>>().join("`")
}

fn translated(command: Command, path: &str, words: &Words) -> Command {
    let command = command.mut_subcommands(|sub| {
        let path = format!("{path} {}", sub.get_name());
        translated(sub, path.trim_start(), words)
    });
    if command.is_hide_set() {
        return command;
    }
    let mut command = command.mut_args(|arg| argument(arg, path, words)).subcommand_value_name("LỆNH");
    if let Some(about) = words.get(path, "about") {
        command = command.about(about.to_owned()).long_about(about.to_owned());
    }
    let after = if path.is_empty() { exit_codes(words) } else { shown_examples(path, words) };
    if let Some(after) = after {
        command = command.after_help(after);
    }
    let usage = usage(&mut command);
    let template = template(&command);
    command.override_usage(usage).help_template(template)
}

/// The layout of help, with headings.
fn template(command: &Command) -> String {
    let (usage, head) = (command.get_styles().get_usage(), command.get_styles().get_header());
    let mut template = format!("{{about-with-newline}}\n{usage}Cách dùng:{usage:#} {{usage}}");
    let mut section = |heading: &str, tag: &str, is_there: bool| {
        if is_there {
            template.extend(["\n\n", &format!("{head}{heading}:{head:#}"), "\n{", tag, "}"]);
        }
    };
    section("Lệnh", "subcommands", command.has_subcommands());
    section("Tham số", "positionals", command.get_positionals().any(|arg| !arg.is_hide_set()));
    section("Tuỳ chọn", "options", true);
    template + "{after-help}"
}

/// The line about the usage, without its heading.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().ansi().to_string();
    let rest = usage.split_once(' ').map_or("", |(_, rest)| rest);
    in_usage(rest)
}

/// The placeholder of the parser in a line about the usage. Those of arguments are names, and stay.
fn in_usage(usage: &str) -> String {
    usage.replace("[OPTIONS]", "[TUỲ CHỌN]").replace("[COMMAND]", "[LỆNH]").replace("<COMMAND>", "<LỆNH>")
}

/// An argument with its help.
fn argument(arg: Arg, path: &str, words: &Words) -> Arg {
    let id = arg.get_id().as_str().to_owned();
    if arg.is_hide_set() {
        return arg;
    }
    let of_machine = || {
        let about = |isa: &crate::isa::Isa, name: &str| {
            words.in_section("machine", &format!("{name}.{}", isa.id)).map(str::to_owned)
        };
        flag_help(path, &id, Language::Vietnamese, &about)
    };
    let Some(about) = of_machine().or_else(|| words.get(path, &id).map(str::to_owned)) else { return arg };
    let about = about + &kinds(&arg, path, words);
    if id == "help" {
        let short = words.get(path, "help.short").unwrap_or(&about).to_owned();
        return arg.help(short).long_help(about);
    }
    let takes = arg.get_action().takes_values();
    let values: Vec<PossibleValue> = if takes {
        arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect()
    } else {
        Vec::new()
    };
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let aliases: Vec<_> =
        arg.get_visible_aliases().unwrap_or_default().iter().map(|alias| format!("--{alias}")).collect();
    let mut brackets: Vec<String> = Vec::new();
    if takes && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        brackets.push(format!("[mặc định: {}]", defaults.join(", ")));
    }
    if !aliases.is_empty() {
        brackets.push(format!("[tên khác: {}]", aliases.join(", ")));
    }
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let names = (!names.is_empty()).then(|| format!("[các giá trị: {}]", names.join(", ")));
    let short: Vec<&str> =
        std::iter::once(about.as_str()).chain(brackets.iter().chain(&names).map(String::as_str)).collect();
    let short = short.join(" ");
    let mut long = about.clone();
    if values.iter().any(|value| value.get_help().is_some()) {
        long.push_str("\n\nCác giá trị:");
        for value in &values {
            let name = value.get_name();
            let about = words.get(path, &format!("{id}={name}")).unwrap_or_default();
            long.extend(["\n- ", name, ": ", about]);
        }
    } else {
        brackets.extend(names);
    }
    if !brackets.is_empty() {
        long.extend(["\n\n", &brackets.join(" ")]);
    }
    // All of that stands in the words now; aliases go on being understood, as they are known since the definition was built.
    arg.help(short).long_help(long).hide_possible_values(true).hide_default_value(true).visible_alias(None)
}

/// The kinds of reports that an argument lists, a line for each.
fn kinds(arg: &Arg, path: &str, words: &Words) -> String {
    const END: &str = "=PATH: ";
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let ids = help.lines().filter_map(|line| Some(line.strip_prefix("- ")?.split_once(END)?.0));
    let own = format!("formats of {path}");
    let about = |id: &str| words.asked_for(&own, id).or_else(|| words.in_section("formats", id));
    ids.flat_map(|id| ["\n- ", id, END, about(id).unwrap_or_default()]).collect()
}

/// The exit codes with their meanings.
fn exit_codes(words: &Words) -> Option<String> {
    let mut help = "Mã kết thúc:".to_owned();
    for (code, _) in exit::codes() {
        let about = words.get("", &format!("exit.{code}"))?;
        help.extend(["\n  ", code, "  ", about]);
    }
    Some(help)
}

/// The examples of a subcommand.
fn shown_examples(path: &str, words: &Words) -> Option<String> {
    let mut examples = examples::of(path);
    for (index, example) in examples.iter_mut().enumerate() {
        words.get(path, &format!("example.{}", index + 1))?.clone_into(&mut example.about);
    }
    (!examples.is_empty()).then(|| examples::shown("Ví dụ:", &examples))
}

/// The words of `vi.txt`, by section and key.
struct Words {
    known: BTreeMap<(String, String), String>,
    /// The entries that were asked for, and those that were and are not there.
    asked: RefCell<BTreeSet<(String, String)>>,
    missing: RefCell<BTreeSet<(String, String)>>,
}

impl Words {
    fn read() -> Self {
        let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
        let (mut section, mut last) = ("", None);
        for line in include_str!("help/vi.txt").lines().filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name;
            } else if let (Some(rest), Some(last)) = (line.strip_prefix("  "), &last) {
                let words = known.entry(Clone::clone(last)).or_default();
                words.extend([" ", rest.trim()]);
            } else if let Some((key, words)) = line.split_once(": ") {
                let entry = (section.to_owned(), key.to_owned());
                known.insert(entry.clone(), words.trim().to_owned());
                last = Some(entry);
            }
        }
        Self { known, asked: RefCell::default(), missing: RefCell::default() }
    }

    /// The words for something of a command, given the names by which it is called: its own, those of every subcommand of the same
    /// one, or those of every command.
    fn get(&self, path: &str, key: &str) -> Option<&str> {
        // `help run` is called like `run`, and there is a `help` in each command that has others.
        let is_help = path.split(' ').next_back() == Some("help");
        let path = if is_help { "help".to_owned() } else { path.replace("help ", "") };
        let parents = path.rsplit_once(' ').map(|(parent, _)| format!("{parent} {EVERY}"));
        let own = if path.is_empty() { WHOLE } else { &path };
        let sections = std::iter::once(own.to_owned()).chain(parents).chain([EVERY.to_owned()]);
        let found = sections.into_iter().find_map(|section| self.asked_for(&section, key));
        if found.is_none() {
            self.missing.borrow_mut().insert((own.to_owned(), key.to_owned()));
        }
        found
    }

    fn in_section(&self, section: &str, key: &str) -> Option<&str> {
        let found = self.asked_for(section, key);
        if found.is_none() {
            self.missing.borrow_mut().insert((section.to_owned(), key.to_owned()));
        }
        found
    }

    fn asked_for(&self, section: &str, key: &str) -> Option<&str> {
        let entry = (section.to_owned(), key.to_owned());
        let found = self.known.get(&entry)?;
        self.asked.borrow_mut().insert(entry);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_argument_and_value_has_words_and_none_is_left_over() {
        let words = Words::read();
        let mut command = super::super::command();
        command.build();
        translated(command, "", &words);
        let missing = words.missing.into_inner();
        assert!(missing.is_empty(), "`src/cli/help/vi.txt` lacks {missing:?}");
        let asked = words.asked.into_inner();
        let left: Vec<_> = words.known.keys().filter(|entry| !asked.contains(*entry)).collect();
        assert!(left.is_empty(), "`src/cli/help/vi.txt` has words for what is not there: {left:?}");
    }

    #[test]
    fn help_of_a_subcommand_has_the_flag_too() {
        let of = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let kept =
                without_language_of_help(words).into_iter().map(|word| word.to_string_lossy().into_owned());
            kept.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("grader help run --lang vi"), "grader help run");
        assert_eq!(of("grader help --lang=vi package student"), "grader help package student");
        assert_eq!(of("grader run help --lang vi"), "grader run help --lang vi");
    }

    #[test]
    fn the_language_is_found_wherever_it_stands() {
        let of = |line: &str| language(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for line in [
            "grader --lang vi run x",
            "grader run x --lang=vi",
            "grader help run --lang vi",
            "grader --lang vi",
        ] {
            assert_eq!(of(line), Language::Vietnamese, "{line}");
        }
        for line in [
            "grader",
            "grader run --lang en",
            "grader run -- --lang vi",
            "grader --lang",
            "grader --lang xx vi",
        ] {
            assert_eq!(of(line), Language::English, "{line}");
        }
    }
}
