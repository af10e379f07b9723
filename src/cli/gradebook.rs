//! `grader gradebook`: scores into the table that a learning platform exported.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::output::{Claims, write_whole};
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, text};
use crate::report::counted;
use crate::report::gradebook::{Filled, fill};
use crate::report::read;

/// The flags of `grader gradebook`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The gradebook that you exported from Canvas, or the grading worksheet from Moodle.
    gradebook: PathBuf,

    /// The results: what `grader run --format json=PATH` wrote.
    #[arg(long, value_name = "JSON")]
    results: PathBuf,

    /// The column to fill in, by its name or a part of it; otherwise found by the assignment's title.
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Where the filled gradebook goes; `-` is standard output.
    #[arg(long, short, value_name = "PATH", default_value = "-")]
    output: PathBuf,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let bytes =
        |path: &Path| std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error));
    let refused = |path: &Path, why: &Text| {
        let (path, (en, vi)) = (harmless(&path.to_string_lossy()), why.both());
        let (en, vi) = (harmless(en), harmless(vi));
        CommandFailure::environment(text!("{path}: {en}", "{path}: {vi}"))
    };
    let report =
        read(&bytes(&arguments.results)?).map_err(|why| refused(&arguments.results, &why.words()))?;
    let text = String::from_utf8(bytes(&arguments.gradebook)?).map_err(|_| {
        let why = text!(
            "it is not UTF-8; save it as CSV UTF-8, or export it again",
            "tệp không phải UTF-8; hãy lưu dạng CSV UTF-8, hoặc xuất lại"
        );
        refused(&arguments.gradebook, &why)
    })?;
    let filled = fill(&text, &report, arguments.column.as_deref())
        .map_err(|why| refused(&arguments.gradebook, &why.words()))?;
    if arguments.output.as_os_str() == "-" {
        terminal.print(&filled.text)?;
    } else {
        let mut claims = Claims::default();
        claims.reads(&arguments.results, &text!("the report that is read", "báo cáo được đọc vào"));
        claims.writes(&arguments.output, &text!("the filled gradebook", "bảng điểm đã điền"))?;
        write_whole(&arguments.output, filled.text.as_bytes())?;
    }
    tell(&filled, &report.points, terminal);
    Ok(if filled.without_score.is_empty() && filled.doubtful.is_empty() { Exit::Done } else { Exit::Review })
}

/// Says what was filled in and what was not.
fn tell(filled: &Filled, points: &str, terminal: &Terminal) {
    let (column, count) = (harmless(&filled.column), filled.filled);
    let scores = counted(count, "score");
    terminal
        .say(&text!("{scores} written into the column `{column}`", "đã ghi {count} điểm vào cột `{column}`"));
    if let Some(other) = &filled.other_points {
        let other = harmless(other);
        terminal.note(&text!(
            "the gradebook says that {other} points are possible, and the report {points}",
            "bảng điểm ghi tối đa {other} điểm, còn báo cáo ghi {points}"
        ));
    }
    for (ids, what) in [
        (
            &filled.without_score,
            text!(
                "needs manual review and has no score yet; the cell stays as it was",
                "cần xem xét thủ công và chưa có điểm; ô được giữ nguyên"
            ),
        ),
        (
            &filled.doubtful,
            text!(
                "could be several students of the gradebook, or is there twice; nothing was written",
                "có thể là nhiều sinh viên trong bảng điểm, hoặc có hai lần; không ghi gì"
            ),
        ),
        (&filled.strangers, text!("is nobody of the gradebook", "không có trong bảng điểm")),
    ] {
        for id in ids {
            let (id, (what, what_vi)) = (harmless(id), what.both());
            terminal.note(&text!("{id} {what}", "{id} {what_vi}"));
        }
    }
}
