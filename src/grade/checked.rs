//! Cases with demands of their own on the output: steps, fragments, other readings than byte by byte.

mod command;
pub(super) mod files;

use super::case::PlayedCase;
use super::credit::{self, Credit};
use super::failure::FailureKind;
use super::gradebook::{CaseResult, Failure};
use super::talk::Opinion;
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::wanted::{Mismatch, MismatchKind, beginnings, is_to_the_byte, mismatch};
use crate::diagnostics::{Text, text};
use crate::machine::Stop;
use crate::play::TalkEnd;
use crate::spec::{Checked, HaltRule, OtherSide, Points, Want};

/// Judges a case by the first demand that is not met, or else by how the program ended.
pub(super) fn judge(case: &PlayedCase<'_>, checked: &Checked, rule: HaltRule) -> CaseResult {
    let ended = case.played.ended;
    let broke = match ended.stop {
        Stop::Fault(_) => Some(Verdict::Fault),
        Stop::OutOfFuel => Some(Verdict::OutOfFuel),
        Stop::OutputFull => Some(Verdict::OutputLimit),
        Stop::Starved if checked.halts => Some(Verdict::Starved),
        _ => None,
    };
    let wrong = too_many(case, checked).or_else(|| first_mismatch(checked, &case.turns));
    let in_files =
        if wrong.is_none() { files::wrong(&case.played.transcript, &checked.files, case.isa) } else { None };
    let wrong =
        wrong.or_else(|| in_files.map(|(printed, found)| Unmet::at_the_end(&case.turns, printed, found)));
    let is_cut_off = matches!(ended.stop, Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_));
    let may_go_on =
        checked.stops || (checked.is_plain_text && ended.stop == Stop::OutOfFuel && !rule.is_binding());
    let verdict = match (&wrong, broke) {
        (None, Some(broke)) if !may_go_on && (rule.is_binding() || is_cut_off) => broke,
        (None, _) if differs_in_format(checked, &case.turns) => Verdict::Presentation,
        (None, _) => Verdict::Pass,
        // Output that is missing at the end of a run that broke down is missing because it did.
        (Some(_), Some(broke)) if is_cut_off => broke,
        (Some(_), _) => Verdict::WrongOutput,
    };
    let credit = credit_by_line(case, checked, verdict);
    let earned_in_part = credit.as_ref().map(|credit| credit.earned);
    let failure = (!verdict.earns()).then(|| match wrong {
        Some(unmet) => {
            let typed = case.typed(unmet.turn);
            let mut failure = unmet.failure(typed);
            failure.because.splice(0..0, credit.map(|credit| credit.why));
            failure.because.extend(unanswered(case, checked));
            failure
        }
        None => {
            let turn = case.turns.len().saturating_sub(1);
            Failure {
                turn,
                typed: case.typed(turn),
                actual: Some(case.turns.concat()),
                wrong_turns: 1,
                kind: Some(FailureKind::Ending),
                ..Failure::default()
            }
        }
    });
    let of_points = case.planned.case.points;
    let earned = if verdict.earns() { of_points } else { earned_in_part.unwrap_or(Points::ZERO) };
    let result = CaseResult {
        verdict,
        earned,
        comparison: Comparison::default(),
        ended: Some(ended),
        failure,
        ..CaseResult::default()
    };
    match (&case.opinion, &checked.mode.command) {
        (Some(Opinion::Rules(TalkEnd::Broken(why))), _) => no_rules(case, why, result),
        // A command that could not do its work is no reason to fail anybody; where the output fails already, the command does not count.
        (Some(Opinion::Command(answer)), _) if verdict.earns() || answer.is_broken() => {
            command::judge(case, answer.clone(), result)
        }
        // The command is not asked about output that fails already.
        (_, Some(command)) if verdict.earns() => {
            command::judge(case, command::ask_about(case, checked, command), result)
        }
        _ => result,
    }
}

/// The credit for the lines of a wrong text that are right, where the case has nothing else to demand.
fn credit_by_line(case: &PlayedCase<'_>, checked: &Checked, verdict: Verdict) -> Option<Credit> {
    let planned = case.planned;
    let [want] = checked.whole.as_slice() else { return None };
    let is_alone = checked.turns.is_empty() && checked.files.is_empty() && checked.mode.command.is_none();
    if verdict != Verdict::WrongOutput || !planned.case.by_line || !is_alone {
        return None;
    }
    let printed = case.turns.concat();
    let printed = String::from_utf8_lossy(&printed);
    credit::by_line(planned.case.points, &planned.shared_lines, (want, &checked.mode), &printed)
}

/// The demand that a conversation comes to its end within a number of answers, where it does not.
fn too_many(case: &PlayedCase<'_>, checked: &Checked) -> Option<Unmet> {
    let Some(Opinion::Rules(TalkEnd::TooMany)) = case.opinion else { return None };
    let most = checked.interactor.as_ref()?.most;
    let why = text!(
        "after {most} answers the program asks for one more; {most} must be enough",
        "sau {most} câu trả lời, chương trình còn hỏi thêm; chừng ấy phải đủ"
    );
    let printed = case.turns.last().cloned().unwrap_or_default();
    Some(Unmet::at_the_end(&case.turns, printed, Mismatch::new(MismatchKind::TooManyAnswers(most), why)))
}

/// What a program that waits for input must print to be answered, where nothing else can be answered.
fn unanswered(case: &PlayedCase<'_>, checked: &Checked) -> Option<Text> {
    let is_waiting = matches!(case.opinion, Some(Opinion::Rules(TalkEnd::Unanswered)));
    if !is_waiting || case.played.ended.stop != Stop::Starved {
        return None;
    }
    let OtherSide::Rules { rules, .. } = &checked.interactor.as_ref()?.side else { return None };
    let last = case.turns.last().map(|turn| String::from_utf8_lossy(turn).into_owned()).unwrap_or_default();
    let mut cues: Vec<String> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.send.is_some()) {
        let cue = rule.when.as_ref().filter(|cue| cue.pattern.find(&last).is_none());
        let Some(cue) = cue.map(|cue| format!("`{}`", cue.source)) else {
            // It is answered at another time, or after other numbers.
            return Some(text!(
                "this test has no answer to what the program printed last",
                "ca kiểm thử này không có câu trả lời cho nội dung chương trình vừa in"
            ));
        };
        if !cues.contains(&cue) {
            cues.push(cue);
        }
    }
    let (or, or_vi) = (cues.join(" or "), cues.join(" hoặc "));
    Some(text!(
        "this test answers the program after {or}, and not after what it printed last",
        "ca kiểm thử này trả lời sau {or_vi}, chứ không sau nội dung vừa in"
    ))
}

/// The result where the rules of a test worked out something that is no value: nobody is to blame but the test.
fn no_rules(case: &PlayedCase<'_>, why: &Text, result: CaseResult) -> CaseResult {
    let because = vec![text!(
        "the rules of this test do not work with what the program printed, which is no fault of yours; please tell your teacher",
        "quy tắc của ca kiểm thử này không xử lý được nội dung chương trình in ra; đây không phải lỗi của bạn, \
         hãy báo cho giảng viên"
    )];
    let failure = Failure {
        turn: case.turns.len().saturating_sub(1),
        typed: case.typed(case.turns.len().saturating_sub(1)),
        actual: Some(case.turns.concat()),
        wrong_turns: 1,
        because,
        kind: Some(FailureKind::Judged { said: None, earned: None }),
        ..Failure::default()
    };
    let to_staff = format!("the rules of the interactor: {}", why.both().0);
    CaseResult {
        verdict: Verdict::GraderError,
        earned: Points::ZERO,
        failure: Some(failure),
        to_staff,
        ..result
    }
}

/// Returns `true` if an output passes that is not the expected one to the byte. Its kinds of difference are
/// unknown, as only a hash of the expected text is kept.
fn differs_in_format(checked: &Checked, turns: &[Vec<u8>]) -> bool {
    let output = || String::from_utf8_lossy(&turns.concat()).into_owned();
    let is_loose = |want: &Want| matches!(want, Want::Hashed(known) if !is_to_the_byte(known, &output()));
    checked.whole.iter().any(is_loose)
}

/// A demand that is not met.
pub(super) struct Unmet {
    /// The turn that it is about.
    pub(super) turn: usize,
    /// The number of its step, from 1, if it is one of a step.
    step: Option<usize>,
    /// The place in the whole output at which the checked part begins.
    from: usize,
    /// The output, or the part of it that is checked.
    printed: Vec<u8>,
    /// The mismatch between the output and the demand.
    found: Mismatch,
}

impl Unmet {
    /// A demand on the files or the output at the end of the run.
    pub(super) fn at_the_end(turns: &[Vec<u8>], printed: Vec<u8>, found: Mismatch) -> Self {
        Self { turn: turns.len().saturating_sub(1), step: None, from: 0, printed, found }
    }

    /// The reason, in words.
    pub(super) fn why(&self) -> &Text {
        &self.found.why
    }

    /// The kind of mismatch.
    pub(super) fn kind(&self) -> &MismatchKind {
        &self.found.kind
    }

    /// The failure to report for it.
    pub(super) fn failure(self, typed: Vec<Vec<u8>>) -> Failure {
        Failure {
            turn: self.turn,
            typed,
            step: self.step,
            at: self.found.at.map(|at| self.from + at),
            pairs: self.found.pairs,
            expected: self.found.expected.map(String::into_bytes),
            actual: Some(self.printed),
            wrong_turns: 1,
            kind: Some(FailureKind::Output(self.found.kind)),
            because: vec![self.found.why],
            ..Failure::default()
        }
    }
}

/// The first demand on the output that is not met.
pub(super) fn first_mismatch(checked: &Checked, turns: &[Vec<u8>]) -> Option<Unmet> {
    let text = |turn: &[u8]| String::from_utf8_lossy(turn).into_owned();
    let first_of = |wants: &[Want], output: &str| {
        let found = |(nth, want)| mismatch(want, &checked.mode, output).map(|found| (nth, found));
        wants.iter().enumerate().find_map(found)
    };
    let empty = Vec::new();
    let in_turns = checked.turns.iter().enumerate().find_map(|(turn, wants)| {
        let printed = turns.get(turn).unwrap_or(&empty);
        let (nth, found) = first_of(wants, &text(printed))?;
        let is_last = checked.stops && turn + 1 == checked.turns.len();
        if is_last && beginnings(&text(printed)).any(|beginning| first_of(wants, beginning).is_none()) {
            return None;
        }
        let step = checked.steps.get(turn).and_then(|steps| steps.get(nth)).copied();
        let from = turns.iter().take(turn).map(Vec::len).sum();
        Some(Unmet { turn, step, from, printed: printed.clone(), found })
    });
    in_turns.or_else(|| {
        let all = turns.concat();
        let (_, found) = first_of(&checked.whole, &text(&all))?;
        Some(Unmet::at_the_end(turns, all, found))
    })
}
