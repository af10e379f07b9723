//! Findings that only runs of programs give: tests that the model or the reference fails itself, and rules of
//! a dialogue that no correct program needs.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Model, NoModel, ProposalOutcome, propose};
use crate::diagnostics::{Diagnostic, Language, Sources, Text, code, has_errors, suggest, text};
use crate::grade::{Plan, Verdict, judge_program, rules_used};
use crate::machine::Executable;
use crate::spec::{Expectation, LoadError, Manuscript, Places, Spec, linted};
use crate::submission::matching;

/// The most places that are named; more would say nothing new.
const MOST_PLACES: usize = 4;

/// Everything that there is to say about a spec, with what its own programs show.
///
/// # Errors
/// If the file cannot be read.
pub fn lint(path: &Path) -> Result<(Vec<Diagnostic>, Sources), LoadError> {
    let linted = linted(path)?;
    let mut diagnostics = linted.diagnostics;
    // As long as there are other mistakes, nothing is said of what `grader bless` will fill in.
    if has_errors(&diagnostics)
        && let Err(LoadError::Invalid { diagnostics: others, sources }) = Manuscript::open(path)
        && others.len() < diagnostics.len()
    {
        return Ok((others, sources));
    }
    if let Some(spec) = linted.spec.filter(|spec| !has_errors(&diagnostics) && !spec.runs_commands()) {
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(model) = &spec.model {
            diagnostics.extend(fails_of_model(&spec, Path::new(model), &linted.places));
        } else if let Some(reference) = Model::of_reference(&spec) {
            diagnostics.extend(fails_of_reference(path, &reference, &linted.places));
        }
        diagnostics.extend(unused_rules(spec, folder, &linted.places));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    }
    Ok((diagnostics, linted.sources))
}

/// The tests that the model does not pass.
fn fails_of_model(spec: &Spec, path: &Path, places: &Places) -> Vec<Diagnostic> {
    let program = match Model::load(path, spec) {
        Ok(Model::Program(program)) => program,
        Ok(Model::Reference(_)) => return Vec::new(),
        Err(why) => return vec![no_model(&why, places)],
    };
    let graded = judge_program(&Plan::new(spec.clone()), program.as_ref(), "model");
    let failed: Vec<(String, Text)> = spec
        .cases()
        .zip(&graded.results)
        .filter(|(_, result)| result.verdict != Verdict::Pass)
        .map(|(case, result)| (case.id.clone(), result.verdict.about()))
        .collect();
    let fails = fails(&("the model", "chương trình mẫu"), &failed, places);
    fails.into_iter().chain(unknown_labels(spec, program.as_ref(), places)).collect()
}

/// The tests with texts of their own that differ from the reference's output.
fn fails_of_reference(path: &Path, reference: &Model, places: &Places) -> Option<Diagnostic> {
    let manuscript = Manuscript::open(path).ok()?;
    let mut failed = Vec::new();
    for proposal in propose(&manuscript, reference, &[]) {
        let why = match proposal.outcome {
            ProposalOutcome::Same => continue,
            ProposalOutcome::Changed { .. } => Verdict::WrongOutput.about(),
            ProposalOutcome::Refused(why) => why,
        };
        let case = manuscript.spec.cases().nth(proposal.case);
        failed.extend(case.map(|case| (case.id.clone(), why)));
    }
    fails(&("the reference", "chương trình tham chiếu"), &failed, places)
}

/// The labels whose calls are counted and that the model does not have: a program that has them by another name is never charged.
fn unknown_labels(spec: &Spec, program: &dyn Executable, places: &Places) -> Vec<Diagnostic> {
    let names: Vec<&str> = program.symbols().iter().map(|symbol| symbol.name.as_str()).collect();
    let is_known = |label: &str| names.iter().any(|name| name.eq_ignore_ascii_case(label));
    let counted = spec.cases().flat_map(|case| match &case.expectation {
        Expectation::Subroutine(subroutine) => {
            subroutine.then.calls.iter().map(|(label, _)| (&case.id, label)).collect()
        }
        _ => Vec::new(),
    });
    let unknown = counted.filter(|(_, label)| !is_known(label));
    let finding = |(id, label): (&String, &String)| {
        let message = text!(
            "calls of `{label}` are counted, and the model has no such label",
            "số lần gọi `{label}` được đếm, nhưng chương trình mẫu không có nhãn này"
        );
        let help = match suggest(label, names.iter().copied()) {
            Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
            None => text!("check how it is written", "hãy kiểm tra cách viết"),
        };
        Diagnostic::warning(code::LINT_UNKNOWN_LABEL, places.case(id), message).help(help)
    };
    unknown.map(finding).collect()
}

/// One finding for all of them, at the first one's place.
fn fails(who: &(&str, &str), failed: &[(String, Text)], places: &Places) -> Option<Diagnostic> {
    let (id, why) = failed.first()?;
    let ((who, who_vi), (en, vi)) = (who, why.both());
    let message = match failed.len() - 1 {
        0 => text!("{who} itself fails `{id}`: {en}", "chính {who_vi} trượt `{id}`: {vi}"),
        more => text!(
            "{who} itself fails `{id}` and {more} more: {en}",
            "chính {who_vi} trượt `{id}` và {more} bài khác: {vi}"
        ),
    };
    let mut diagnostic = Diagnostic::warning(code::LINT_MODEL_FAILS, places.case(id), message);
    for (id, _) in failed.iter().skip(1).take(MOST_PLACES) {
        let label = text!("this one, too", "cả bài này");
        diagnostic = diagnostic.also(places.case(id), label);
    }
    Some(diagnostic.help(text!(
        "one of the two is wrong: correct the program, or let `grader review` show what the text should be; a value under `then` is filled in again by `grader bless` once it is left empty",
        "một trong hai bị sai: hãy sửa chương trình, hoặc dùng `grader review` để xem văn bản nên là gì; giá trị dưới `then` để trống sẽ được `grader bless` điền lại"
    )))
}

fn no_model(why: &NoModel, places: &Places) -> Diagnostic {
    let why = match why {
        NoModel::Unreadable(error) => text!("it cannot be read ({error})", "không đọc được ({error})"),
        NoModel::Withheld(why) => why.clone(),
        NoModel::NoProgram(_) => text!(
            "no file, or several files in the folder fit the patterns of `submission`",
            "không tệp nào, hoặc nhiều tệp trong thư mục khớp mẫu của `submission`"
        ),
        NoModel::DoesNotAssemble { diagnostics, .. } => {
            let first =
                diagnostics.iter().find(|found| found.severity == crate::diagnostics::Severity::Error);
            let words = |language| first.map_or("", |found| found.message.to(language)).to_owned();
            let (en, vi) = (words(Language::English), words(Language::Vietnamese));
            text!("it does not assemble ({en})", "không hợp dịch được ({vi})")
        }
    };
    let (en, vi) = why.both();
    let message = text!("the model cannot be used: {en}", "không dùng được chương trình mẫu: {vi}");
    Diagnostic::warning(code::LINT_MODEL_FAILS, places.model, message).help(text!(
        "its path begins at the folder of this spec; `grader asm` shows what is wrong with a program",
        "đường dẫn tính từ thư mục của spec này; `grader asm` cho biết chương trình sai ở đâu"
    ))
}

/// The rules by which nothing is recognised that a correct program asks.
fn unused_rules(spec: Spec, folder: &Path, places: &Places) -> Option<Diagnostic> {
    let rules = spec.dialogue.as_ref()?.rules.len();
    let mut programs = Vec::new();
    for pattern in &spec.selfcheck.good {
        for path in matching(folder, pattern).ok()? {
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if let Ok(Model::Program(program)) = Model::load(&path, &spec) {
                programs.push((id, program));
            }
        }
    }
    if programs.is_empty() || rules == 0 {
        return None;
    }
    let plan = Plan::new(spec);
    let used: BTreeSet<usize> =
        programs.iter().flat_map(|(id, program)| rules_used(&plan, program.as_ref(), id)).collect();
    let unused: Vec<usize> = (0..rules).filter(|rule| !used.contains(rule)).collect();
    let (first, count) = (*unused.first()?, unused.len());
    let message = text!(
        "no correct program of `selfcheck` needs {count} of the {rules} rules",
        "không chương trình đúng nào trong `selfcheck` dùng đến {count} trong {rules} quy tắc"
    );
    let place = |rule: usize| places.rules.get(rule).copied().unwrap_or_default();
    let mut diagnostic = Diagnostic::remark(code::LINT_UNUSED, place(first), message);
    for rule in unused.iter().skip(1).take(MOST_PLACES) {
        diagnostic = diagnostic.also(place(*rule), Text::default());
    }
    Some(diagnostic.help(text!(
        "keep a rule that other programs of the class need; otherwise name a correct program under `good` that asks so, \
         or take the rule out",
        "hãy giữ quy tắc mà bài nộp khác cần; nếu không thì thêm vào `good` một chương trình đúng có hỏi như vậy, \
         hoặc bỏ quy tắc"
    )))
}
