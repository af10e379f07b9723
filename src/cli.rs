//! The command line: the only place that reads flags, prints and exits. One file for each subcommand.

mod asm;
mod bless;
mod cache;
mod check;
mod class;
mod compare;
mod completions;
mod coverage;
mod examples;
mod exec;
mod exit;
mod find_spec;
mod gradebook;
mod help;
mod jobs;
mod keeping;
mod keyboard;
mod last_run;
mod lint;
mod log;
mod machine;
mod man;
mod merge;
mod new;
mod output;
mod package;
mod play;
mod progress;
mod receipt;
mod records;
mod replay;
mod reports;
mod review;
mod run;
mod schema;
mod screen;
mod select;
mod selfcheck;
mod sharing;
mod similar;
mod specs;
mod spill;
mod terminal;
mod understand;
mod values;
mod watch;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};

use crate::diagnostics::{Language, Text, harmless, of_system, text};
use crate::spec::{LoadError, NoEdition};
use crate::submission::DiscoverError;
use exit::Exit;
use terminal::Terminal;

/// Grades student assembly programs: assembles and runs them in bundled emulators, compares what they print with a
/// reference, and says what to fix.
#[derive(Debug, Parser)]
#[command(name = "grader", version, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Language of messages and reports.
    #[arg(long, global = true, value_enum, default_value = "en")]
    lang: LanguageChoice,

    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value = "auto")]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Grade a file, or every submission in a folder.
    Run(Box<run::Arguments>),
    /// Put the parts of a class together that several computers graded, and write its reports.
    Merge(merge::Arguments),
    /// Compare two reports on the same class: whose score moved, which tests flipped, and why.
    Compare(compare::Arguments),
    /// Check your own program: one screen with the score, the cause that costs most, and what to try.
    Check(check::Arguments),
    /// Assemble source files: print a listing, write object files.
    Asm(asm::Arguments),
    /// Run a program on the terminal.
    Exec(exec::Arguments),
    /// Play one case of one submission again, and show word for word what was said.
    Replay(replay::Arguments),
    /// Print how a program in its own words is understood, and write it as a dialect for the spec.
    Understand(understand::Arguments),
    /// Say which lines, branches and subroutines of a program its tests execute, and which none of them does.
    Coverage(coverage::Arguments),
    /// Play the reference implementation of an assignment.
    Play(play::Arguments),
    /// Check specs: what is wrong with them, and what is likely to be a mistake.
    Lint(lint::Arguments),
    /// Write a small assignment that works, to start from.
    New(new::Arguments),
    /// Write the expected texts of a spec again, as a correct program prints them.
    Bless(bless::Arguments),
    /// Go through what `bless` would write, and decide of each change.
    Review(review::Arguments),
    /// Fill scores into the gradebook that you exported from Canvas or Moodle; every other byte stays.
    Gradebook(gradebook::Arguments),
    /// Show what is kept of earlier runs, so that nothing is graded twice, or take it away.
    Cache(cache::Arguments),
    /// List the bundled specs, or print one.
    Specs(specs::Arguments),
    /// Print the JSON schema of specs, with which editors complete keys and explain them; or that of reports.
    Schema(schema::Arguments),
    /// Test the tests of a spec, with programs that are known to be correct or wrong and with small mistakes.
    Selfcheck(selfcheck::Arguments),
    /// Find programs of a class that are more alike than the assignment explains, and show where.
    Similar(similar::Arguments),
    /// Write what a grading system needs for an assignment, or what students may have of it.
    Package(package::Arguments),
    /// Print what a shell reads to complete this command line.
    Completions(completions::Arguments),
    /// Write the manual pages.
    Man(man::Arguments),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LanguageChoice {
    /// English.
    En,
    /// Tiếng Việt.
    Vi,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorChoice {
    /// If the output is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Runs the command line; the exit code says how it went.
pub fn main() -> ExitCode {
    let line: Vec<OsString> = std::env::args_os().collect();
    let language = help::language(&line);
    let line = help::without_language_of_help(line);
    let parsed = command().try_get_matches_from(&line).and_then(|found| Arguments::from_arg_matches(&found));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return help::told(error, &line, language),
    };
    let language = match arguments.lang {
        LanguageChoice::En => Language::English,
        LanguageChoice::Vi => Language::Vietnamese,
    };
    let terminal = Terminal::new(arguments.color, language);
    let exit = match arguments.command {
        Command::Run(arguments) => run::main(&arguments, &terminal),
        Command::Merge(arguments) => merge::main(&arguments, &terminal),
        Command::Compare(arguments) => compare::main(&arguments, &terminal),
        Command::Check(arguments) => check::main(&arguments, &terminal),
        Command::Asm(arguments) => asm::main(&arguments, &terminal),
        Command::Exec(arguments) => exec::main(&arguments, &terminal),
        Command::Replay(arguments) => replay::main(&arguments, &terminal),
        Command::Understand(arguments) => understand::main(&arguments, &terminal),
        Command::Coverage(arguments) => coverage::main(&arguments, &terminal),
        Command::Play(arguments) => play::main(&arguments, &terminal),
        Command::Lint(arguments) => lint::main(&arguments, &terminal),
        Command::New(arguments) => new::main(&arguments, &terminal),
        Command::Bless(arguments) => bless::main(&arguments, &terminal),
        Command::Review(arguments) => review::main(&arguments, &terminal),
        Command::Gradebook(arguments) => gradebook::main(&arguments, &terminal),
        Command::Cache(arguments) => cache::main(&arguments, &terminal),
        Command::Specs(arguments) => specs::main(&arguments, &terminal),
        Command::Schema(arguments) => schema::main(&arguments, &terminal),
        Command::Selfcheck(arguments) => selfcheck::main(&arguments, &terminal),
        Command::Similar(arguments) => similar::main(&arguments, &terminal),
        Command::Package(arguments) => package::main(&arguments, &terminal),
        Command::Completions(arguments) => completions::main(&arguments, command()),
        Command::Man(arguments) => man::main(&arguments, command(), &terminal),
    };
    exit.unwrap_or_else(|failure| {
        terminal.complain(&failure.words);
        failure.exit
    })
    .into()
}

/// Tests whether the program takes a command line, given without its name. Nothing is done.
///
/// # Errors
/// If it does not; with the message of the program.
pub fn accepts(arguments: &[&str]) -> Result<(), String> {
    let words = std::iter::once("grader").chain(arguments.iter().copied());
    command().try_get_matches_from(words).map(drop).map_err(|error| error.to_string())
}

/// The examples of each subcommand's help, as they are typed; by the subcommand's name, after those of the commands that it belongs
/// to.
pub fn examples() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = |examples: Vec<examples::Example>| examples.iter().map(|example| example.line).collect();
    examples::all().into_iter().map(|(name, examples)| (name, lines(examples))).collect()
}

/// The subcommands that help lists and that have none of their own, named as in [`examples`].
pub fn subcommands() -> Vec<String> {
    fn add(command: &clap::Command, path: &str, names: &mut Vec<String>) {
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
            if sub.has_subcommands() { add(sub, &path, names) } else { names.push(path) }
        }
    }
    let mut names = Vec::new();
    add(&command(), "", &mut names);
    names
}

/// Help is set in lines of at most this many columns.
const MOST_COLUMNS: usize = 100;

/// The definition of the command line, of which help, completions and manual pages are made.
fn command() -> clap::Command {
    examples::added_to(Arguments::command()).max_term_width(MOST_COLUMNS)
}

/// The reason why a command cannot be carried out, with its exit code.
struct CommandFailure {
    exit: Exit,
    words: Text,
}

/// Something that cannot be done with a file or a folder.
#[derive(Clone, Copy)]
enum Deed {
    Read,
    ReadModel,
    Write,
    MakeFolder,
    Clear,
}

impl CommandFailure {
    fn environment(words: Text) -> Self {
        Self { exit: Exit::Environment, words }
    }

    fn cannot(deed: Deed, path: &Path, error: &std::io::Error) -> Self {
        let action = match deed {
            Deed::Read => text!("read", "đọc được"),
            Deed::ReadModel => text!("read the model", "đọc được chương trình mẫu"),
            Deed::Write => text!("write", "ghi được"),
            Deed::MakeFolder => text!("make the folder", "tạo được thư mục"),
            Deed::Clear => text!("clear", "dọn được"),
        };
        let (path, (action, action_vi)) = (harmless(&path.to_string_lossy()), action.both());
        let (why, why_vi) = of_system(error).into_both();
        Self::environment(text!("cannot {action} {path}: {why}", "không {action_vi} {path}: {why_vi}"))
    }

    fn no_keyboard(error: &std::io::Error) -> Self {
        let (why, why_vi) = of_system(error).into_both();
        Self::environment(text!("cannot read the keyboard: {why}", "không đọc được bàn phím: {why_vi}"))
    }

    fn usage(words: Text) -> Self {
        Self { exit: Exit::Usage, words }
    }
}

/// The end of a message about a name that is not known: the one that was probably meant, if one is near.
fn did_you_mean(guess: Option<&str>) -> Text {
    let guess = guess.map(harmless);
    guess.map_or_else(Text::default, |guess| {
        text!("; did you mean `{guess}`?", "; có phải ý bạn là `{guess}`?")
    })
}

impl From<DiscoverError> for CommandFailure {
    fn from(error: DiscoverError) -> Self {
        Self::environment(error.words())
    }
}

impl From<LoadError> for CommandFailure {
    fn from(error: LoadError) -> Self {
        Self::environment(error.words())
    }
}

impl From<NoEdition> for CommandFailure {
    fn from(error: NoEdition) -> Self {
        Self::environment(error.words())
    }
}
