//! The streams for text: standard output and standard error, with colour where it is wanted. The only file
//! that names the crates for streams and progress.

use std::io::{self, IsTerminal as _, Read, Write as _};

use anstream::{AutoStream, ColorChoice as Stream};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::copy;
use super::screen::Screen;
use super::{ColorChoice, CommandFailure};
use crate::diagnostics::{Diagnostic, Language, Sources, Style, render_all};

/// The terminal, or what stands in for it.
pub(super) struct Terminal {
    color: Stream,
    pub(super) language: Language,
}

impl Terminal {
    pub(super) fn new(color: ColorChoice, language: Language) -> Self {
        let color = match color {
            ColorChoice::Auto => Stream::Auto,
            ColorChoice::Always => Stream::Always,
            ColorChoice::Never => Stream::Never,
        };
        Self { color, language }
    }

    /// Prints text that may hold ANSI sequences of ours.
    pub(super) fn print(&self, text: &str) -> Result<(), CommandFailure> {
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        printed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
    }

    /// Prints text that may hold ANSI sequences of ours, as much as a reader gives.
    pub(super) fn print_all_of(&self, text: &mut dyn Read) -> Result<(), CommandFailure> {
        let mut stdout = AutoStream::new(io::stdout().lock(), self.color);
        printed(copy(text, &mut stdout).and_then(|()| stdout.flush()))
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

    /// Prints to standard error.
    pub(super) fn note(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = writeln!(stderr, "{text}");
    }

    /// Prints an error message.
    pub(super) fn complain(&self, words: &str) {
        self.note(&format!("error: {words}"));
    }

    /// Prints diagnostics to standard error.
    pub(super) fn diagnose(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let style = Style { colour: true, language: self.language };
        let mut stderr = AutoStream::new(io::stderr().lock(), self.color);
        let _ = write!(stderr, "{}", render_all(diagnostics, sources, style));
    }

    /// A progress bar on standard error; it shows itself on terminals only, and only if there is something to wait for.
    pub(super) fn progress(count: usize) -> ProgressBar {
        let shown = io::stderr().is_terminal() && count > 1;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("  graded {pos}/{len} {wide_bar}");
        ProgressBar::with_draw_target(Some(count as u64), target)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}

/// The result of printing. A reader that went away, as `head` does, wants no more and is no failure.
fn printed(result: io::Result<()>) -> Result<(), CommandFailure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandFailure::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
