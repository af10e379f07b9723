//! The streams for text: standard output and standard error, with colour where it is wanted. The only file
//! that names the crates for streams and for the size of the terminal.

use std::io::{self, IsTerminal as _, Read, Write as _};

use anstream::{AutoStream, ColorChoice as Stream};
use terminal_size::{Height, Width, terminal_size_of};

use super::output::copy;
use super::screen::Screen;
use super::{ColorChoice, CommandFailure};
use crate::diagnostics::{
    Diagnostic, Language, Sources, Style, Text, harmless, line_width, of_system, render_within, text, wrapped,
};
use crate::report::terminal::Look;

/// The terminal, or what stands in for it.
pub(super) struct Terminal {
    color: Stream,
    pub(super) language: Language,
    /// The number of columns in which prose is set on standard output; `None` where it is no terminal, so that lines are as long as
    /// they are.
    pub(super) width: Option<usize>,
    /// The same for standard error.
    width_of_errors: Option<usize>,
    is_quiet: bool,
}

impl Terminal {
    pub(super) fn new(color: ColorChoice, language: Language) -> Self {
        let color = match color {
            ColorChoice::Auto => Stream::Auto,
            ColorChoice::Always => Stream::Always,
            ColorChoice::Never => Stream::Never,
        };
        let width = width(terminal_size_of(io::stdout()));
        let width_of_errors = self::width(terminal_size_of(io::stderr()));
        Self { color, language, width, width_of_errors, is_quiet: false }
    }

    /// The same, which keeps notes to itself if it is to be quiet. Errors and results stay.
    pub(super) fn quiet(&self, is_quiet: bool) -> Self {
        Self { is_quiet, ..*self }
    }

    /// Prints text that may hold ANSI sequences of ours.
    pub(super) fn print(&self, text: &str) -> Result<(), CommandFailure> {
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        printed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
    }

    /// Prints sentences, each line of them as lines of the terminal's width.
    pub(super) fn print_prose(&self, text: &str) -> Result<(), CommandFailure> {
        let Some(width) = self.width else { return self.print(text) };
        let indent = |line: &str| line.len() - line.trim_start().len() + 2;
        let lines = text.lines().flat_map(|line| wrapped(line, width, indent(line)));
        self.print(&lines.flat_map(|line| [line, "\n".to_owned()]).collect::<String>())
    }

    /// The language and the width of what is printed.
    pub(super) fn look(&self) -> Look {
        Look { language: self.language, width: self.width }
    }

    /// Prints text that may hold ANSI sequences of ours, as much as a reader gives.
    pub(super) fn print_all_of(&self, text: &mut dyn Read) -> Result<(), CommandFailure> {
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        printed(copy(text, &mut stdout).and_then(|()| stdout.flush()))
    }

    /// Text without the ANSI sequences that it may hold.
    pub(super) fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// The same to standard error.
    pub(super) fn note_all_of(&self, text: &mut dyn Read) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = copy(text, &mut stderr);
    }

    /// Prints bytes as they are.
    pub(super) fn print_bytes(bytes: &[u8]) -> Result<(), CommandFailure> {
        Self::print_bytes_of(&mut &*bytes)
    }

    /// Prints bytes as they are, as many as a reader gives.
    pub(super) fn print_bytes_of(bytes: &mut dyn Read) -> Result<(), CommandFailure> {
        let mut stdout = io::stdout().lock();
        printed(copy(bytes, &mut stdout).and_then(|()| stdout.flush()))
    }

    /// Prints bytes of a program: on a terminal bytes that are not text are left out or replaced, otherwise
    /// nothing is changed.
    pub(super) fn print_program(bytes: &[u8], screen: &mut Screen) -> Result<(), CommandFailure> {
        if io::stdout().is_terminal() {
            Self::print_bytes(&screen.shown(bytes))
        } else {
            Self::print_bytes(bytes)
        }
    }

    /// Prints a line to standard error, as it is.
    pub(super) fn line(&self, line: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(stderr, "{line}");
    }

    /// Prints a line to standard error, as lines of the terminal's width. What follows the first is indented a little further.
    pub(super) fn wrapped_line(&self, line: &str) {
        let indent = line.len() - line.trim_start().len() + 2;
        match self.width_of_errors {
            Some(width) => wrapped(line, width, indent).iter().for_each(|line| self.line(line)),
            None => self.line(line),
        }
    }

    /// Prints a sentence to standard error.
    pub(super) fn say(&self, words: &Text) {
        self.wrapped_line(&harmless(words.to(self.language)));
    }

    /// Prints a note: something that is worth knowing, and that one who wants it quiet does not want to know.
    pub(super) fn note(&self, words: &Text) {
        if !self.is_quiet {
            let (en, vi) = words.both();
            self.say(&text!("note: {en}", "lưu ý: {vi}"));
        }
    }

    /// Prints an error message.
    pub(super) fn complain(&self, words: &Text) {
        let (en, vi) = words.both();
        self.say(&text!("error: {en}", "lỗi: {vi}"));
    }

    /// Prints diagnostics to standard error.
    pub(super) fn diagnose(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let style = Style { colour: true, language: self.language };
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let draw = |one: &Diagnostic| render_within(one, sources, style, self.width_of_errors) + "\n";
        let drawn: Vec<String> = diagnostics.iter().map(draw).collect();
        let _ = write!(stderr, "{}", drawn.join("\n"));
    }
}

/// The width of the terminal, or what the variable `COLUMNS` says where there is none.
fn width(terminal: Option<(Width, Height)>) -> Option<usize> {
    let of_terminal = terminal.map(|(Width(columns), _)| usize::from(columns));
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    of_terminal.or_else(said).filter(|columns| *columns > 0).map(line_width)
}

/// The result of printing. A reader that went away, as `head` does, wants no more and is no failure.
fn printed(result: io::Result<()>) -> Result<(), CommandFailure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let (why, why_vi) = of_system(&error).into_both();
            Err(CommandFailure::environment(text!(
                "cannot write to standard output: {why}",
                "không ghi được ra đầu ra chuẩn: {why_vi}"
            )))
        }
        _ => Ok(()),
    }
}
