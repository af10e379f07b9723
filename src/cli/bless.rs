//! `grader bless`: the expected texts of a spec, written again from a correct program.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::output::write_whole;
use super::run::{complain_of_spec, nothing_written};
use super::terminal::Terminal;
use super::{CommandFailure, Deed, did_you_mean};
use crate::diagnostics::{harmless, suggest, text};
use crate::model::{Model, NoModel, Proposal, ProposalOutcome, propose, texts_of};
use crate::report::terminal::bless::told;
use crate::spec::{Manuscript, NewFile, bundled};

/// The flags of `grader bless`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    chosen: Chosen,

    /// Write nothing; exit with code 1 if something would change.
    #[arg(long)]
    check: bool,
}

/// Which texts are written, and from what.
#[derive(Args, Debug)]
pub(super) struct Chosen {
    /// Only these cases.
    cases: Vec<String>,

    /// The spec.
    #[arg(long)]
    spec: PathBuf,

    /// The correct program, in place of the spec's `model` or its reference.
    #[arg(long, value_name = "PROGRAM")]
    model: Option<PathBuf>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let (manuscript, proposals) = match prepare(&arguments.chosen, terminal)? {
        Ok(prepared) => prepared,
        Err(exit) => return Ok(exit),
    };
    let files = rewritten(&manuscript, &proposals)?;
    if !arguments.check {
        write_all(&files)?;
    }
    terminal.print(&told(&manuscript, &proposals, !arguments.check, terminal.language))?;
    let is_refused = proposals.iter().any(|proposal| matches!(proposal.outcome, ProposalOutcome::Refused(_)));
    Ok(if is_refused || (arguments.check && !files.is_empty()) { Exit::Failed } else { Exit::Done })
}

/// The spec with the proposals for its cases; or the exit code if there is no spec.
pub(super) fn prepare(
    chosen: &Chosen,
    terminal: &Terminal,
) -> Result<Result<(Manuscript, Vec<Proposal>), Exit>, CommandFailure> {
    if let Some(known) = bundled(&chosen.spec) {
        let name = known.name;
        return Err(CommandFailure::usage(text!(
            "`{name}` is bundled with the program and cannot be changed; make a file of it first: \
             `grader specs {name} > {name}.yaml`",
            "`{name}` có sẵn trong chương trình nên không sửa được; trước hết hãy ghi nó ra tệp: \
             `grader specs {name} > {name}.yaml`"
        )));
    }
    let manuscript = match Manuscript::open(&chosen.spec) {
        Ok(manuscript) => manuscript,
        Err(error) => return complain_of_spec(error, terminal, &nothing_written()).map(Err),
    };
    for id in &chosen.cases {
        let ids = || manuscript.spec.cases().map(|case| case.id.as_str());
        if !ids().any(|known| known == id) {
            let (guess, guess_vi) = did_you_mean(suggest(id, ids())).into_both();
            let id = harmless(id);
            return Err(CommandFailure::usage(text!(
                "there is no case `{id}` in the spec{guess}",
                "trong spec không có ca kiểm thử `{id}`{guess_vi}"
            )));
        }
    }
    let named = manuscript.spec.model.as_ref().map(PathBuf::from);
    let model = match (chosen.model.as_ref().or(named.as_ref()), Model::of_reference(&manuscript.spec)) {
        (Some(path), _) => match load_model(path, &manuscript, terminal)? {
            Some(model) => model,
            None => return Ok(Err(Exit::Failed)),
        },
        (None, Some(reference)) => reference,
        (None, None) => {
            return Err(CommandFailure::usage(text!(
                "there is no model to take the texts from: give a correct program with --model PROGRAM, or name it in \
                 the spec, `model: model.asm`",
                "không có chương trình mẫu để lấy nội dung: hãy cho một chương trình đúng bằng --model PROGRAM, hoặc ghi \
                 tên nó trong spec, `model: model.asm`"
            )));
        }
    };
    let proposals = propose(&manuscript, &model, &chosen.cases);
    if proposals.is_empty() {
        terminal.complain(&text!(
            "there is nothing to write: no case has an `expect` or steps of its own",
            "không có gì để ghi: không ca kiểm thử nào có `expect` hoặc các bước của riêng nó"
        ));
        return Ok(Err(Exit::Nothing));
    }
    Ok(Ok((manuscript, proposals)))
}

/// Loads the model; if it does not assemble, its mistakes are printed.
fn load_model(
    path: &Path,
    manuscript: &Manuscript,
    terminal: &Terminal,
) -> Result<Option<Model>, CommandFailure> {
    match Model::load(path, &manuscript.spec) {
        Ok(model) => Ok(Some(model)),
        Err(NoModel::Unreadable(error)) => Err(CommandFailure::cannot(Deed::ReadModel, path, &error)),
        Err(NoModel::Withheld(why)) => Err(CommandFailure::environment(why)),
        Err(NoModel::NoProgram(_)) => {
            let path = harmless(&path.to_string_lossy());
            Err(CommandFailure::environment(text!(
                "{path} is no model: no file, or several files in it fit the spec's patterns; name the program itself",
                "{path} không phải chương trình mẫu: không tệp nào, hoặc nhiều tệp ở đó khớp mẫu của spec; hãy chỉ rõ tệp \
                 chương trình"
            )))
        }
        Err(NoModel::DoesNotAssemble { diagnostics, sources }) => {
            terminal.diagnose(&diagnostics, &sources);
            terminal.line("");
            terminal.say(&text!(
                "the model does not assemble; nothing was written.",
                "chương trình mẫu không hợp dịch được; không ghi gì."
            ));
            Ok(None)
        }
    }
}

/// The files that change.
pub(super) fn rewritten<'p>(
    manuscript: &Manuscript,
    proposals: impl IntoIterator<Item = &'p Proposal>,
) -> Result<Vec<NewFile>, CommandFailure> {
    let files = manuscript.rewritten(&texts_of(proposals));
    files.map_err(|error| CommandFailure::environment(error.words()))
}

/// Writes each file as a whole.
pub(super) fn write_all(files: &[NewFile]) -> Result<(), CommandFailure> {
    for file in files {
        write_whole(&file.path, &file.after)?;
    }
    Ok(())
}
