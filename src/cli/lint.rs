//! `grader lint`: what is wrong with a spec, and what is likely to be a mistake.

use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::diagnostics::{Diagnostic, Severity, Text, harmless, text};
use crate::model::lint;
use crate::spec::unwritten;

/// The flags of `grader lint`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The specs.
    #[arg(required = true)]
    specs: Vec<PathBuf>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let mut worst = None;
    for path in &arguments.specs {
        if let Some(missing) = unwritten(path)? {
            let words = to_bless(path, missing);
            terminal.print_prose(&format!("{}\n", words.to(terminal.language)))?;
            worst = Some(Severity::Error);
            continue;
        }
        let (diagnostics, sources) = lint(path)?;
        if !diagnostics.is_empty() {
            terminal.diagnose(&diagnostics, &sources);
            terminal.line("");
        }
        let path = harmless(&path.to_string_lossy());
        let count = counted(&diagnostics);
        terminal.print(&format!("{path}: {}\n", count.to(terminal.language)))?;
        worst = worst.max(diagnostics.iter().map(|diagnostic| diagnostic.severity).max());
    }
    Ok(match worst {
        Some(Severity::Error) => Exit::Spec,
        Some(Severity::Warning) => Exit::Failed,
        Some(Severity::Note) | None => Exit::Done,
    })
}

/// Says that nothing is wrong with a spec but that its expected texts are still to be written.
fn to_bless(path: &Path, (count, has_model): (usize, bool)) -> Text {
    let path = harmless(&path.to_string_lossy());
    let model = if has_model { "" } else { " --model PROGRAM" };
    let command = format!("grader bless --spec {path}{model}");
    let (cases, have) = if count == 1 { ("case", "has") } else { ("cases", "have") };
    text!(
        "{path}: {count} {cases} {have} no `expect` yet: run `{command}`",
        "{path}: {count} ca kiểm thử chưa có `expect`: hãy chạy `{command}`"
    )
}

/// The number of findings of each kind, in words.
fn counted(diagnostics: &[Diagnostic]) -> Text {
    let kinds = [
        (Severity::Error, "error", "lỗi"),
        (Severity::Warning, "warning", "cảnh báo"),
        (Severity::Note, "note", "ghi chú"),
    ];
    let (mut english, mut vietnamese) = (Vec::new(), Vec::new());
    for (severity, en, vi) in kinds {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        if count > 0 {
            english.push(format!("{count} {en}{}", if count == 1 { "" } else { "s" }));
            vietnamese.push(format!("{count} {vi}"));
        }
    }
    if english.is_empty() {
        return text!("no problems found", "không tìm thấy vấn đề nào");
    }
    Text::new(english.join(", "), vietnamese.join(", "))
}
