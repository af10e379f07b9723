//! `grader new`: a small assignment that works, to start from.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::machine::{isa_parser, language_parser};
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{harmless, text};
use crate::isa::{ISAS, Isa};
use crate::spec::schema;

/// The flags of `grader new`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder of the assignment; its name becomes the id.
    folder: PathBuf,

    /// What programs in assembly are written for.
    #[arg(long, value_parser = isa_parser(), required_unless_present = "language", conflicts_with = "language")]
    isa: Option<&'static Isa>,

    /// What programs are written in, if that is compiled.
    #[arg(long, value_parser = language_parser())]
    language: Option<&'static Isa>,

    /// How tests say what must come out.
    #[arg(long, value_enum, default_value = "text")]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// The whole input, and the whole output.
    Text,
    /// Step by step: what must have come out before the next input.
    #[value(alias = "dialogue")]
    Steps,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let folder = arguments.folder.as_path();
    let id = id(folder)?;
    let isa = arguments.language.or(arguments.isa).unwrap_or(ISAS[0]);
    let template = &isa.template;
    let ending = template.ending;
    let (model, wrong) = (format!("model.{ending}"), format!("wrong.{ending}"));
    let spec = match arguments.kind {
        Kind::Text => template.text,
        Kind::Steps => template.steps,
    };
    let named = format!("id: {id}\ntitle: \"{}\"\n", title(&id));
    let files = [
        ("spec.yaml", spec.replacen("id: stars\ntitle: Stars\n", &named, 1)),
        ("schema.json", schema()),
        (model.as_str(), template.model.to_owned()),
        (wrong.as_str(), template.wrong.to_owned()),
    ];
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
        let path = harmless(&folder.join(name).to_string_lossy());
        return Err(CommandFailure::environment(text!(
            "{path} is there already, and nothing is overwritten; give the name of a folder that is not there yet",
            "{path} đã có sẵn và không bị ghi đè; hãy cho tên một thư mục chưa có"
        )));
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| CommandFailure::cannot(Deed::MakeFolder, folder, &error))?;
    for (name, contents) in &files {
        let path = folder.join(name);
        std::fs::write(&path, contents)
            .map_err(|error| CommandFailure::cannot(Deed::Write, &path, &error))?;
    }
    let at = harmless(&folder.to_string_lossy());
    let [model, wrong] = [model, wrong].map(|name| format!("{at}/{name}"));
    let [model_padded, wrong_padded] = [&model, &wrong].map(|path| format!("{path:<0$}", at.len() + 14));
    let told = text!(
        "\
{at}/spec.yaml     what the assignment demands: change this one
{at}/schema.json   with it your editor completes the keys of the spec
{model_padded} a correct program: expected texts are written from it
{wrong_padded} a program with a mistake, which the tests must find

Try it:
  grader run {model} {wrong} --spec {at}/spec.yaml
",
        "\
{at}/spec.yaml     đề bài đòi hỏi gì: hãy sửa tệp này
{at}/schema.json   nhờ nó trình soạn thảo gợi ý các khoá của spec
{model_padded} một chương trình đúng: nội dung mong đợi được ghi từ nó
{wrong_padded} một chương trình có lỗi mà các ca kiểm thử phải tìm ra

Hãy thử:
  grader run {model} {wrong} --spec {at}/spec.yaml
"
    );
    terminal.print(told.to(terminal.language))?;
    Ok(Exit::Done)
}

/// The name of the folder, if it can be the id of a spec.
fn id(folder: &Path) -> Result<String, CommandFailure> {
    // `.` has no name of its own.
    let named = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = named.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_part) {
        let name = harmless(&name);
        return Err(CommandFailure::usage(text!(
            "`{name}` cannot be the id of an assignment; name the folder with letters, digits, `-`, `_` and `.`",
            "`{name}` không dùng làm id của bài tập được; hãy đặt tên thư mục bằng chữ cái không dấu, chữ số, `-`, `_` và `.`"
        )));
    }
    Ok(name)
}

/// An id as a title: words apart, and the first letter large.
fn title(id: &str) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    if title.is_empty() { id.to_owned() } else { title }
}
