//! The expected texts of a spec as the model gives them.

use std::path::{Path, PathBuf};

use super::values::Left;
use super::wildcards;
use super::{Model, ModelAnswer};
use crate::compare::wanted::{beginnings, mismatch};
use crate::console::Script;
use crate::diagnostics::{Text, text};
use crate::grade::talk;
use crate::machine::Executable;
use crate::play::Ending;
use crate::spec::{
    CannotRewrite, Case, Checked, Expectation, Limits, Manuscript, Mode, Slot, Subroutine, Want, WantedLine,
    Wants,
};

/// The proposal for one case.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The case, by its number in [`crate::spec::Spec::cases`].
    pub case: usize,
    /// The outcome for it.
    pub outcome: ProposalOutcome,
}

/// The outcome for the expected texts of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProposalOutcome {
    /// They are equal to the model's output, or it fits them.
    Same,
    /// These slots, by their numbers in [`Manuscript::slots`], get other texts; and whether they had none before.
    Changed {
        /// The slots with their new texts.
        texts: Vec<(usize, String)>,
        /// True if there was no text before.
        is_new: bool,
    },
    /// The model cannot give the expected text.
    Refused(Text),
}

/// The outcomes for all cases that have texts of their own; for these only, if there are any ids. A case that
/// has no text but demands, such as fragments, stays as it is; the model must meet them.
pub fn propose(manuscript: &Manuscript, model: &Model, only: &[String]) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for (number, case) in manuscript.spec.cases().enumerate() {
        let slots: Vec<(usize, &Slot)> =
            manuscript.slots.iter().enumerate().filter(|(_, slot)| slot.case == number).collect();
        let has_texts = match case.expectation {
            Expectation::Literal { .. } | Expectation::Checked(_) => true,
            Expectation::Subroutine(_) => !slots.is_empty(),
            Expectation::Keys(_) | Expectation::Dialogue(_) | Expectation::Property(_) => false,
        };
        if !has_texts || !(only.is_empty() || only.contains(&case.id)) {
            continue;
        }
        let outcome = of_case(manuscript, model, case, &slots).unwrap_or_else(ProposalOutcome::Refused);
        proposals.push(Proposal { case: number, outcome });
    }
    refuse_what_cannot_be_written(manuscript, &mut proposals);
    proposals
}

/// The texts of all cases that change.
pub fn texts_of<'p>(proposals: impl IntoIterator<Item = &'p Proposal>) -> Vec<(usize, String)> {
    let texts = proposals.into_iter().filter_map(|proposal| match &proposal.outcome {
        ProposalOutcome::Changed { texts, .. } => Some(texts.clone()),
        _ => None,
    });
    texts.flatten().collect()
}

/// If not everything can be written, that is reported for the cases that stand in the way, and all others are written.
fn refuse_what_cannot_be_written(manuscript: &Manuscript, proposals: &mut [Proposal]) {
    if manuscript.rewritten(&texts_of(&*proposals)).is_ok() {
        return;
    }
    let mut written: Vec<(usize, String)> = Vec::new();
    for proposal in proposals {
        let ProposalOutcome::Changed { texts, .. } = &proposal.outcome else { continue };
        let with_these = [written.as_slice(), texts].concat();
        match manuscript.rewritten(&with_these) {
            Ok(_) => written = with_these,
            Err(reason) => proposal.outcome = ProposalOutcome::Refused(reason.words()),
        }
    }
}

fn of_case(
    manuscript: &Manuscript,
    model: &Model,
    case: &Case,
    slots: &[(usize, &Slot)],
) -> Result<ProposalOutcome, Text> {
    let (limits, world) = (case.limits(manuscript.spec.limits), case.world());
    let held = match model {
        Model::Program(program) => talk(case, program.as_ref(), world, limits),
        Model::Reference(_) => None,
    };
    if let Some(objection) = held.as_ref().and_then(|held| held.opinion.objection()) {
        return Err(objection);
    }
    let (script, checked): (&Script, Option<&Checked>) = match &case.expectation {
        Expectation::Literal { stdin, .. } => (stdin, None),
        Expectation::Checked(checked) => {
            (held.as_ref().map_or(&*checked.stdin, |held| &held.script), Some(checked))
        }
        Expectation::Subroutine(subroutine) => {
            let Model::Program(program) = model else { return Ok(ProposalOutcome::Same) };
            return of_values(case, subroutine, program.as_ref(), limits, slots);
        }
        // No expected text of these is written again.
        Expectation::Keys(_) | Expectation::Dialogue(_) | Expectation::Property(_) => {
            return Ok(ProposalOutcome::Same);
        }
    };
    let answer = model.answer(script, world, limits)?;
    if checked.is_some_and(|checked| checked.halts) && answer.ending != Ending::Halts {
        return Err(text!(
            "the case says `halt`, and the model asks for more input",
            "ca kiểm thử ghi `halt`, nhưng chương trình mẫu còn chờ nhập thêm"
        ));
    }
    let mut texts = Vec::new();
    for (number, slot) in slots {
        let printed = printed(&answer, slot.turn)?;
        if slot.wants == Wants::Parts {
            let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.is_empty() {
                return Err(prints_nothing());
            }
            texts.push((*number, lines.join("\n")));
            continue;
        }
        if slot.wants == Wants::Model {
            let Some(program) = &manuscript.spec.model else {
                return Err(text!(
                    "it stands for several tests: name the program in the spec, `model: model.asm`, or give the table a \
                     column `expect`",
                    "nó dùng cho nhiều ca kiểm thử: hãy ghi tên chương trình trong spec, `model: model.asm`, hoặc thêm cột \
                     `expect` vào bảng"
                ));
            };
            texts.push((*number, manuscript.named_from_here(Path::new(program))));
            continue;
        }
        let old = slot.text.as_deref();
        let new = match checked {
            None => printed,
            Some(checked) if is_enough(checked, slot, &printed) => continue,
            Some(checked) => fitting(checked, slot, &printed),
        };
        if new.is_empty() && old.is_none() && slot.turn.is_none() {
            return Err(prints_nothing());
        }
        if old != Some(new.as_str()) {
            if manuscript.is_shared(slot) {
                return Err(CannotRewrite::OfTable(PathBuf::from(&manuscript.spec.path)).words());
            }
            texts.push((*number, new));
        }
    }
    if let Some(checked) = checked {
        others_are_met(checked, slots, &answer)?;
    }
    if texts.is_empty() {
        return Ok(ProposalOutcome::Same);
    }
    let is_new = slots.iter().all(|(_, slot)| slot.text.is_none());
    Ok(ProposalOutcome::Changed { texts, is_new })
}

fn prints_nothing() -> Text {
    text!(
        "the model prints nothing, so that a program that does nothing would pass",
        "chương trình mẫu không in gì, nên chương trình không làm gì cũng qua"
    )
}

/// The outcome for a case that looks into the machine: values that are missing, and what is printed.
fn of_values(
    case: &Case,
    subroutine: &Subroutine,
    program: &dyn Executable,
    limits: Limits,
    slots: &[(usize, &Slot)],
) -> Result<ProposalOutcome, Text> {
    if slots.is_empty() {
        return Ok(ProposalOutcome::Same);
    }
    let left = Left::of(program, case, subroutine, limits)?;
    let mut texts = Vec::new();
    for (number, slot) in slots {
        let new = if slot.wants == Wants::Output {
            fitting(&subroutine.talk, slot, &String::from_utf8_lossy(&left.printed))
        } else {
            left.value(slot.wants).map(str::to_owned).ok_or_else(|| {
                text!(
                    "the model leaves no such value; is there a text with a zero after it?",
                    "chương trình mẫu không để lại giá trị như vậy; ở đó có văn bản kết thúc bằng số 0 không?"
                )
            })?
        };
        if slot.text.as_deref() != Some(new.as_str()) {
            texts.push((*number, new));
        }
    }
    if texts.is_empty() {
        return Ok(ProposalOutcome::Same);
    }
    let is_new = slots.iter().all(|(_, slot)| slot.text.is_none());
    Ok(ProposalOutcome::Changed { texts, is_new })
}

/// Returns `true` if a text that stands there is what the model prints before the test stops, whatever it prints then.
fn is_enough(checked: &Checked, slot: &Slot, printed: &str) -> bool {
    let is_last = slot.turn.is_some_and(|turn| turn + 1 == checked.turns.len());
    let Some(old) = slot.text.clone().filter(|_| checked.stops && is_last) else { return false };
    let want = Want::Text(vec![old]);
    beginnings(printed).any(|beginning| mismatch(&want, &checked.mode, beginning).is_none())
}

/// The output of the model in a turn, or in all of them.
fn printed(answer: &ModelAnswer, turn: Option<usize>) -> Result<String, Text> {
    let bytes = match turn {
        None => answer.turns.concat(),
        Some(turn) => {
            let count = answer.turns.len() - 1;
            answer.turns.get(turn).cloned().ok_or_else(|| {
                text!(
                    "the case has {turn} inputs before its last text, and the model reads {count} of them",
                    "ca kiểm thử có {turn} lần nhập trước đoạn cuối, còn chương trình mẫu chỉ đọc {count} lần"
                )
            })?
        }
    };
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        text!(
            "byte {at} of what the model prints belongs to no text, and a spec holds text only",
            "byte thứ {at} mà chương trình mẫu in ra không phải văn bản, còn spec chỉ chứa văn bản"
        )
    })
}

/// The text of a slot, as it is if it fits the printed text in the reading of the case.
fn fitting(checked: &Checked, slot: &Slot, printed: &str) -> String {
    let mode = &checked.mode;
    let own = wants(checked, slot.turn).find(|want| is_of(want, slot));
    match (own, slot.text.as_deref()) {
        (Some(want), Some(old)) if mismatch(want, mode, printed).is_none() => old.to_owned(),
        (Some(Want::Lines(lines, source)), _) => wildcards::updated(lines, source, mode.reading, printed),
        _ => literally(mode, printed),
    }
}

/// Printed text where nothing stood before.
fn literally(mode: &Mode, printed: &str) -> String {
    use crate::spec::Reading::{Exact, Glob, Numbers, Regex, Text, Tokens};
    match mode.reading {
        Glob | Regex => {
            let nothing: [WantedLine; 0] = [];
            wildcards::updated(&nothing, "", mode.reading, printed)
        }
        Text | Exact | Tokens | Numbers => printed.to_owned(),
    }
}

fn wants(checked: &Checked, turn: Option<usize>) -> impl Iterator<Item = &Want> {
    let whole = if turn.is_none() { checked.whole.as_slice() } else { &[] };
    let of_turn = turn.and_then(|turn| checked.turns.get(turn));
    whole.iter().chain(of_turn.into_iter().flatten())
}

/// Returns `true` if a demand is the one that the slot's text makes.
fn is_of(want: &Want, slot: &Slot) -> bool {
    let text = slot.text.as_deref().unwrap_or_default();
    match want {
        Want::Text(texts) => matches!(texts.as_slice(), [only] if only == text),
        Want::Lines(_, source) => source == text,
        Want::Contains(_) | Want::Rejects(_) | Want::Hashed(_) => false,
    }
}

/// The demands that staff wrote in other ways than as texts must be met by the model.
fn others_are_met(checked: &Checked, slots: &[(usize, &Slot)], answer: &ModelAnswer) -> Result<(), Text> {
    let turns = (0..checked.turns.len()).map(Some).chain([None]);
    for turn in turns {
        for want in wants(checked, turn) {
            let is_slot = slots.iter().any(|(_, slot)| slot.turn == turn && is_of(want, slot));
            if is_slot {
                continue;
            }
            let printed = printed(answer, turn)?;
            let stops = checked.stops && turn.is_some_and(|turn| turn + 1 == checked.turns.len());
            let is_met = |beginning| mismatch(want, &checked.mode, beginning).is_none();
            if let Some(found) = mismatch(want, &checked.mode, &printed)
                && !(stops && beginnings(&printed).any(is_met))
            {
                let (why, why_vi) = found.why.both();
                return Err(text!(
                    "the model does not meet what this case demands besides: {why}",
                    "chương trình mẫu không đạt yêu cầu khác của ca kiểm thử này: {why_vi}"
                ));
            }
        }
    }
    Ok(())
}
