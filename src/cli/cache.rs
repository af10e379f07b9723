//! `grader cache`: what is kept of earlier runs.

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::keeping::cache_folder;
use super::last_run;
use super::progress::size;
use super::terminal::Terminal;
use crate::diagnostics::harmless;
use crate::record::{Cache, CacheFile};

/// The flags of `grader cache`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Take everything out of it.
    #[arg(long)]
    clear: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let Some(folder) = cache_folder() else {
        terminal.print("There is no cache: GRADER_CACHE is `off`, or this user has no folder for one.\n")?;
        return Ok(Exit::Done);
    };
    let shown = harmless(&folder.to_string_lossy());
    if arguments.clear {
        last_run::clear(&folder).map_err(|error| CommandFailure::cannot("clear", &folder, &error))?;
        let bytes =
            Cache::clear(&folder).map_err(|error| CommandFailure::cannot("clear", &folder, &error))?;
        terminal.print(&format!("{shown} is empty now: {} less.\n", size(bytes)))?;
        return Ok(Exit::Done);
    }
    let files = Cache::files(&folder).map_err(|error| CommandFailure::cannot("read", &folder, &error))?;
    let total: u64 = files.iter().map(|file| file.bytes).sum();
    let end = match files.len() {
        0 => "It is empty.\n".to_owned(),
        _ => format!("{} in all. `grader cache --clear` takes it away.\n", size(total)),
    };
    let text = format!("{shown}\n{}{end}", files.iter().map(line).collect::<String>());
    terminal.print(&text)?;
    Ok(Exit::Done)
}

/// A line about a file of it.
fn line(file: &CacheFile) -> String {
    let (title, by) = match &file.made {
        Some(made) => (harmless(&made.title), format!("grader {} ({})", made.version, made.build)),
        None => ("?".to_owned(), "another version of grader".to_owned()),
    };
    format!("{:>7} results {:>10}  {title}, by {by}\n", file.results, size(file.bytes))
}
