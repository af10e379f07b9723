//! Cases that put values into the machine, call a subroutine, or look at the machine afterwards.

use std::sync::Arc;

use super::case::{Located, calls_of};
use super::checked::{self, Unmet};
use super::failure::FailureKind;
use super::gradebook::{CaseResult, Failure};
use super::plan::PlannedCase;
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::state::{self, Difference};
use crate::diagnostics::{Text, text};
use crate::explain;
use crate::machine::{Ended, Executable, Stop, World};
use crate::play::{Ending, NotStaged, Played, Staged, count, stage, watch};
use crate::spec::{Checked, Growth, HaltRule, Limits, Points, Subroutine};

/// The most differences that are reported of one run.
const MOST_TOLD: usize = 4;

/// A subroutine test as it was played: with the size that failed, if one did.
pub(super) struct PlayedSubroutine {
    staged: Option<Staged>,
    subroutine: Arc<Subroutine>,
    world: World<'static>,
}

/// The mistake in a run, and the verdict that it deserves.
struct Wrong {
    verdict: Verdict,
    because: Vec<Text>,
    kind: FailureKind,
    /// The demand on the output that is not met, if it is one.
    unmet: Option<Unmet>,
}

/// Plays a subroutine test with each of its sizes, up to the first one that goes wrong, and judges it.
pub(super) fn judge(
    planned: &PlannedCase,
    subroutine: &Arc<Subroutine>,
    program: &dyn Executable,
    (limits, rule): (Limits, HaltRule),
) -> (CaseResult, PlayedSubroutine) {
    let sizes: Vec<Option<u64>> = match &subroutine.growth {
        Some(growth) => growth.sizes.iter().copied().map(Some).collect(),
        None => vec![None],
    };
    let mut counts = Vec::new();
    let mut last = None;
    for size in sizes {
        let staged = match stage(subroutine, program, size) {
            Ok(staged) => staged,
            Err(why) => {
                let wrong = not_staged(why);
                return (
                    failed(wrong, &subroutine.talk, None, Vec::new()),
                    PlayedSubroutine::new(None, subroutine, planned),
                );
            }
        };
        let run = Run { planned, subroutine, program, limits, rule, staged: &staged };
        let (ended, output, mut wrong) = run.judge();
        if let (Some(wrong), Some(size)) = (&mut wrong, size) {
            wrong
                .because
                .insert(0, text!("this is the run with n = {size}", "đây là lần chạy với n = {size}"));
        }
        if let Some(wrong) = wrong {
            return (
                failed(wrong, &subroutine.talk, Some(ended), output),
                PlayedSubroutine::new(Some(staged), subroutine, planned),
            );
        }
        counts.extend(size.map(|size| (size, ended.executed)));
        last = Some((ended, staged));
    }
    let Some((ended, staged)) = last else {
        return (CaseResult::default(), PlayedSubroutine::new(None, subroutine, planned));
    };
    let played = PlayedSubroutine::new(Some(staged), subroutine, planned);
    if let Some(growth) = subroutine.growth.as_ref().filter(|growth| !growth.law.allows(&counts)) {
        return (failed(grows_too_fast(growth, &counts), &subroutine.talk, Some(ended), Vec::new()), played);
    }
    let earned = planned.case.points;
    (CaseResult { verdict: Verdict::Pass, earned, ended: Some(ended), ..CaseResult::default() }, played)
}

/// One run of a subroutine test.
struct Run<'r> {
    planned: &'r PlannedCase,
    subroutine: &'r Subroutine,
    program: &'r dyn Executable,
    limits: Limits,
    rule: HaltRule,
    staged: &'r Staged,
}

impl Run<'_> {
    fn judge(&self) -> (Ended, Vec<u8>, Option<Wrong>) {
        let world = self.planned.case.world();
        let (played, left) = self.staged.play(self.program, &self.subroutine.talk.stdin, world, self.limits);
        let Played { transcript, ended } = &played;
        let turns: Vec<Vec<u8>> = transcript.turns().map(|turn| turn.output.to_vec()).collect();
        let broke = self.broke(*ended);
        let wrong = broke.or_else(|| {
            let talk = &self.subroutine.talk;
            let in_files = || {
                let (printed, found) = checked::files::wrong(transcript, &talk.files, self.subroutine.isa)?;
                Some(Unmet::at_the_end(&turns, printed, found))
            };
            let unmet = checked::first_mismatch(talk, &turns).or_else(in_files)?;
            let kind = FailureKind::Output(unmet.kind().clone());
            Some(Wrong {
                verdict: Verdict::WrongOutput,
                because: vec![unmet.why().clone()],
                kind,
                unmet: Some(unmet),
            })
        });
        let wrong = wrong.or_else(|| {
            let then = &self.subroutine.then;
            let facts = then.needs_watching().then(|| {
                let world = World { preset: Some(&self.staged.preset), ..world };
                watch(self.program, &self.subroutine.talk.stdin, world, self.limits).1
            });
            let mut found = state::differences(self.staged, &left);
            found.extend(state::counted(self.staged, then, ended.executed, facts.as_ref()));
            wrong_state(found)
        });
        let context = wrong.is_some().then(|| called(self.staged)).flatten();
        let wrong = wrong.map(|mut wrong| {
            wrong.because.splice(0..0, context);
            wrong
        });
        (*ended, transcript.output.clone(), wrong)
    }

    /// The mistake in the end of the run, if it must not end so.
    fn broke(&self, ended: Ended) -> Option<Wrong> {
        let is_call = self.subroutine.call.is_some();
        let verdict = match ended.stop {
            Stop::Fault(_) => Verdict::Fault,
            Stop::OutOfFuel => Verdict::OutOfFuel,
            Stop::OutputFull => Verdict::OutputLimit,
            Stop::Starved if is_call || self.subroutine.talk.halts || self.rule.is_binding() => {
                Verdict::Starved
            }
            stop if is_call && stop.is_end() && !self.staged.preset.has_returned(ended) => {
                Verdict::HaltedEarly
            }
            _ => return None,
        };
        let because = (verdict == Verdict::HaltedEarly).then(|| {
            let place = self.program.place(ended.at);
            text!(
                "the subroutine ended the whole program at {place} instead of returning",
                "chương trình con kết thúc cả chương trình tại {place} thay vì trở về"
            )
        });
        Some(Wrong {
            verdict,
            because: because.into_iter().collect(),
            kind: FailureKind::SubroutineEnding,
            unmet: None,
        })
    }
}

/// The call in words: the subroutine and its arguments.
fn called(staged: &Staged) -> Option<Text> {
    let label = staged.called.as_ref()?;
    let handed = staged.handed.join(", ");
    Some(if handed.is_empty() {
        text!("this test calls `{label}`", "ca kiểm thử này gọi `{label}`")
    } else {
        text!("this test calls `{label}` with {handed}", "ca kiểm thử này gọi `{label}` với {handed}")
    })
}

fn wrong_state(found: Vec<Difference>) -> Option<Wrong> {
    let kind = FailureKind::State(found.first()?.name.clone());
    let more = found.len().saturating_sub(MOST_TOLD);
    let mut because: Vec<Text> = found.into_iter().take(MOST_TOLD).map(|difference| difference.why).collect();
    if more > 0 {
        because.push(text!("... and {more} more", "... và còn {more} chỗ nữa"));
    }
    Some(Wrong { verdict: Verdict::WrongState, because, kind, unmet: None })
}

fn not_staged(why: NotStaged) -> Wrong {
    match why {
        NotStaged::NoLabel(labels, guess) => {
            let quoted: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
            let (or, or_vi) = (quoted.join(" or "), quoted.join(" hoặc "));
            let mut because = vec![text!(
                "the program has no label {or}; this test needs it, so name it so",
                "chương trình không có nhãn {or_vi}; ca kiểm thử này cần nó, hãy đặt đúng tên"
            )];
            because.extend(guess.map(|guess| {
                text!("is it the one that you call `{guess}`?", "có phải là nhãn mà bạn gọi là `{guess}`?")
            }));
            let kind = FailureKind::NoLabel(labels);
            Wrong { verdict: Verdict::NoSubroutine, because, kind, unmet: None }
        }
        NotStaged::NoStandIn(file, why) => {
            let (en, vi) = why.both();
            let because = vec![text!(
                "the subroutine of the course in {file} cannot stand in, which is not your fault: {en}",
                "chương trình con của môn học trong {file} không thay thế được, đây không phải lỗi của bạn: {vi}"
            )];
            Wrong { verdict: Verdict::GraderError, because, kind: FailureKind::NoStandIn(file), unmet: None }
        }
    }
}

fn grows_too_fast(growth: &Growth, counts: &[(u64, u64)]) -> Wrong {
    let shown: Vec<String> =
        counts.iter().map(|(size, executed)| format!("{executed} (n = {size})")).collect();
    let (shown, law) = (shown.join(", "), growth.law.id());
    let because = vec![text!(
        "instructions executed: {shown}; this grows faster than {law}",
        "số lệnh đã chạy: {shown}; tăng nhanh hơn mức {law}"
    )];
    Wrong { verdict: Verdict::WrongState, because, kind: FailureKind::Growth, unmet: None }
}

fn failed(wrong: Wrong, talk: &Checked, ended: Option<Ended>, output: Vec<u8>) -> CaseResult {
    let turn = wrong.unmet.as_ref().map_or(talk.stdin.len(), |unmet| unmet.turn);
    let stdin = &talk.stdin;
    let typed: Vec<Vec<u8>> = if talk.turns.is_empty() {
        [stdin.bytes()].into_iter().filter(|typed| !typed.is_empty()).map(<[u8]>::to_vec).collect()
    } else {
        (0..turn.min(stdin.len())).map(|entry| stdin.entry(entry).to_vec()).collect()
    };
    let shown = match wrong.unmet {
        Some(unmet) => unmet.failure(typed),
        None => Failure { actual: Some(output), wrong_turns: 1, typed, ..Failure::default() },
    };
    let failure = Failure { because: wrong.because, kind: Some(wrong.kind), ..shown };
    CaseResult {
        verdict: wrong.verdict,
        earned: Points::ZERO,
        comparison: Comparison::default(),
        ended,
        failure: Some(failure),
        ..CaseResult::default()
    }
}

impl PlayedSubroutine {
    fn new(staged: Option<Staged>, subroutine: &Arc<Subroutine>, planned: &PlannedCase) -> Self {
        Self { staged, subroutine: Arc::clone(subroutine), world: planned.case.world() }
    }

    /// Plays it again: the call, if there is one, and the run; `None` if it cannot be played.
    pub(super) fn play(&self, program: &dyn Executable, limits: Limits) -> Option<(Option<Text>, Played)> {
        let staged = self.staged.as_ref()?;
        let (played, _) = staged.play(program, &self.subroutine.talk.stdin, self.world, limits);
        Some((called(staged), played))
    }

    /// Refines the result of a blind run by the facts of a watched one.
    pub(super) fn explain(&self, result: &mut CaseResult, program: &dyn Executable, limits: Limits) {
        let (Some(staged), Some(failure)) = (&self.staged, &mut result.failure) else { return };
        let world = World { preset: Some(&staged.preset), ..self.world };
        let stdin = &self.subroutine.talk.stdin;
        let (played, mut facts) = watch(program, stdin, world, limits);
        // A subroutine of the course is where the program is to go.
        facts.ran_off = facts.ran_off.filter(|ran_off| !staged.preset.stands_in(ran_off.to));
        if let Some(at) = failure.at.filter(|_| result.verdict == Verdict::WrongOutput) {
            let transcript = &played.transcript;
            let end = if self.subroutine.talk.turns.is_empty() {
                transcript.output.len()
            } else {
                transcript.turn_range(failure.turn).end
            };
            let found = Located { program, script: stdin, world, limits, printed_by: &facts.printed_by };
            let (words, calls) = found.byte(at, end, &transcript.output);
            failure.because.extend(words);
            failure.calls = calls;
            failure.place = explain::place::printed(program, &facts, at);
        }
        if result.verdict.is_of_the_machine() {
            failure.place = explain::place::ended(program, &facts, played.ended);
            failure.calls = calls_of(program, &facts.stack);
        }
        result.verdict = result.verdict.refined(&facts);
        failure.because.extend(explain::stop(program, &facts, played.ended, Ending::Open));
        if explain::is_unproved(&facts, played.ended) {
            failure.because.extend(explain::busiest(program, &count(program, stdin, world, limits)));
        }
        // The compared values are ones that were put there, so that another start would show nothing.
        failure.because.extend(explain::undefined_besides(program, &facts));
    }
}
