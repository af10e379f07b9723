//! `grader cache`: what is kept of earlier runs.

use clap::Args;

use super::exit::Exit;
use super::keeping::cache_folder;
use super::last_run;
use super::progress::size;
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, text};
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
        let none = text!(
            "There is no cache: GRADER_CACHE is `off`, or this user has no folder for one.\n",
            "Không có bộ nhớ đệm: GRADER_CACHE là `off`, hoặc người dùng này không có thư mục cho nó.\n"
        );
        terminal.print_prose(none.to(terminal.language))?;
        return Ok(Exit::Done);
    };
    let shown = harmless(&folder.to_string_lossy());
    if arguments.clear {
        last_run::clear(&folder).map_err(|error| CommandFailure::cannot(Deed::Clear, &folder, &error))?;
        let bytes =
            Cache::clear(&folder).map_err(|error| CommandFailure::cannot(Deed::Clear, &folder, &error))?;
        let bytes = size(bytes);
        let empty =
            text!("{shown} is empty now: {bytes} less.\n", "{shown} giờ đã trống: bớt được {bytes}.\n");
        terminal.print_prose(empty.to(terminal.language))?;
        return Ok(Exit::Done);
    }
    let files = Cache::files(&folder).map_err(|error| CommandFailure::cannot(Deed::Read, &folder, &error))?;
    let total: u64 = files.iter().map(|file| file.bytes).sum();
    let end = match files.len() {
        0 => text!("It is empty.\n", "Trong đó chưa có gì.\n"),
        _ => {
            let total = size(total);
            text!(
                "{total} in all. `grader cache --clear` takes it away.\n",
                "Tổng cộng {total}. `grader cache --clear` sẽ xoá hết.\n"
            )
        }
    };
    let lines: String = files.iter().map(|file| line(file).to(terminal.language).to_owned()).collect();
    let text = format!("{shown}\n{lines}{}", end.to(terminal.language));
    terminal.print(&text)?;
    Ok(Exit::Done)
}

/// A line about a file of it.
fn line(file: &CacheFile) -> Text {
    let (title, by) = match &file.made {
        Some(made) => {
            (harmless(&made.title), Text::verbatim(format!("grader {} ({})", made.version, made.build)))
        }
        None => ("?".to_owned(), text!("another version of grader", "một phiên bản grader khác")),
    };
    let (results, bytes, (by, by_vi)) = (file.results, size(file.bytes), by.both());
    text!(
        "{results:>7} results {bytes:>10}  {title}, by {by}\n",
        "{results:>7} kết quả {bytes:>10}  {title}, do {by_vi} ghi\n"
    )
}
