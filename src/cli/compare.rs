//! `grader compare`: two reports on the same class, and what is not the same in them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CommandFailure;
use super::exit::Exit;
use super::output::{Claims, write_whole};
use super::receipt::read;
use super::reports::{kind_and_path, no_such_format};
use super::terminal::Terminal;
use super::values::Refusal;
use crate::diagnostics::text;
use crate::grade::both;
use crate::regrade::Comparison;
use crate::report::{COMPARISON_FORMATS, ComparisonFormat, Only, terminal};

/// The flags of `grader compare`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The report from before: what `grader run --format json=PATH` wrote.
    old: PathBuf,

    /// The report from now, on the same assignment.
    new: PathBuf,

    /// List only some of the submissions; counts, reasons and tests are those of all.
    #[arg(long, value_enum, value_name = "WHICH")]
    only: Option<OnlyChoice>,

    /// Exit with code 1 if any submission has a lower score than before, and with code 6 if one that had a score needs review
    /// now.
    #[arg(long)]
    fail_if_lower: bool,

    /// Also write it; may be given several times. `-` is standard output.
    #[arg(long = "format", value_name = "KIND=PATH", value_parser = parse_output, help = about_formats())]
    formats: Vec<Output>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OnlyChoice {
    /// Those with a lower score.
    Lower,
    /// Those with a higher score.
    Higher,
    /// Those that have no score now, or had none before.
    Review,
    /// Those with a test that passed and fails now, or the other way round.
    Flipped,
}

impl From<OnlyChoice> for Only {
    fn from(choice: OnlyChoice) -> Self {
        match choice {
            OnlyChoice::Lower => Self::Lower,
            OnlyChoice::Higher => Self::Higher,
            OnlyChoice::Review => Self::Review,
            OnlyChoice::Flipped => Self::Flipped,
        }
    }
}

/// A format and where it goes.
#[derive(Clone, Debug)]
struct Output {
    format: ComparisonFormat,
    path: PathBuf,
}

impl Output {
    fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }
}

fn about_formats() -> String {
    let mut help = "Also write it in a format; may be given several times. `-` is standard output, and what people read then goes \
                    to standard error. Kinds:"
        .to_owned();
    for format in COMPARISON_FORMATS {
        help.extend(["\n- ", format.id, "=PATH: ", format.about]);
    }
    help
}

fn parse_output(argument: &str) -> Result<Output, Refusal> {
    let kinds = COMPARISON_FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
    let (kind, path) = kind_and_path(argument, &kinds)?;
    let format = COMPARISON_FORMATS.iter().find(|format| format.id == kind);
    let format = *format.ok_or_else(|| no_such_format(kind, &kinds))?;
    Ok(Output { format, path: PathBuf::from(path) })
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    if arguments.formats.iter().filter(|output| output.is_stdout()).count() > 1 {
        return Err(CommandFailure::usage(text!(
            "only one report can go to standard output",
            "chỉ một báo cáo được ghi ra đầu ra chuẩn"
        )));
    }
    let mut claims = Claims::default();
    claims.reads(&arguments.old, &text!("the old report", "báo cáo cũ"));
    claims.reads(&arguments.new, &text!("the new report", "báo cáo mới"));
    for output in arguments.formats.iter().filter(|output| !output.is_stdout()) {
        let id = output.format.id;
        claims.writes(&output.path, &text!("the comparison as {id}", "bản so sánh dạng {id}"))?;
    }
    let (old, new) = both(|| read(&arguments.old), || read(&arguments.new));
    let (old, new) = (old?, new?);
    let comparison = Comparison::between(&old, &new).map_err(|why| CommandFailure::usage(why.words()))?;
    drop((old, new));
    let only = arguments.only.map(Only::from);
    for output in &arguments.formats {
        let bytes = (output.format.write)(&comparison, only, terminal.language);
        if output.is_stdout() {
            Terminal::print_bytes(&bytes)?;
        } else {
            write_whole(&output.path, &bytes)?;
        }
    }
    let words = terminal::regrade::render(&comparison, only, terminal.language);
    if arguments.formats.iter().any(Output::is_stdout) {
        terminal.note_all_of(&mut words.as_bytes());
    } else {
        terminal.print(&words)?;
    }
    let counts = comparison.counts();
    Ok(match arguments.fail_if_lower {
        true if counts.now_review > 0 => Exit::Review,
        true if counts.lower > 0 => Exit::Failed,
        _ => Exit::Done,
    })
}
