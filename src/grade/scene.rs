//! Cases that put something into the machine, call a subroutine, or look at what is left.

use std::sync::Arc;

use super::checked;
use super::gradebook::{CaseResult, Failure};
use super::plan::PlannedCase;
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::state::{self, Difference};
use crate::diagnostics::{Language, Text, text};
use crate::explain;
use crate::machine::{Ended, Executable, Stop, World};
use crate::play::{Ending, NotStaged, Played, Staged, stage, watch};
use crate::spec::{Growth, HaltRule, Limits, Points, Scene};

/// More differences than these are not told of one run.
const MOST_TOLD: usize = 4;

/// A scene as it was played: with the size that failed, if one did.
pub(super) struct PlayedScene {
    staged: Option<Staged>,
    scene: Arc<Scene>,
    start: crate::machine::Start,
}

/// What is wrong with a run, and the verdict that it deserves.
struct Wrong {
    verdict: Verdict,
    because: Vec<Text>,
    kind: String,
    /// What must come out instead of what did, where the two can be set side by side.
    expected: Option<String>,
}

/// Plays a scene with each of its sizes, up to the first one that goes wrong, and judges it.
pub(super) fn judge(
    planned: &PlannedCase,
    scene: &Arc<Scene>,
    program: &dyn Executable,
    (limits, rule): (Limits, HaltRule),
) -> (CaseResult, PlayedScene) {
    let sizes: Vec<Option<u64>> = match &scene.growth {
        Some(growth) => growth.sizes.iter().copied().map(Some).collect(),
        None => vec![None],
    };
    let mut counts = Vec::new();
    let mut last = None;
    for size in sizes {
        let staged = match stage(scene, program, size) {
            Ok(staged) => staged,
            Err(why) => {
                let wrong = not_staged(why);
                return (failed(wrong, None, Vec::new()), PlayedScene::new(None, scene, planned));
            }
        };
        let run = Run { planned, scene, program, limits, rule, staged: &staged };
        let (ended, output, mut wrong) = run.judge();
        if let (Some(wrong), Some(size)) = (&mut wrong, size) {
            wrong
                .because
                .insert(0, text!("this is the run with n = {size}", "đây là lần chạy với n = {size}"));
        }
        if let Some(wrong) = wrong {
            return (failed(wrong, Some(ended), output), PlayedScene::new(Some(staged), scene, planned));
        }
        counts.extend(size.map(|size| (size, ended.executed)));
        last = Some((ended, staged));
    }
    let Some((ended, staged)) = last else {
        return (CaseResult::default(), PlayedScene::new(None, scene, planned));
    };
    let played = PlayedScene::new(Some(staged), scene, planned);
    if let Some(growth) = scene.growth.as_ref().filter(|growth| !growth.law.allows(&counts)) {
        return (failed(grows_too_fast(growth, &counts), Some(ended), Vec::new()), played);
    }
    let earned = planned.case.points;
    (CaseResult { verdict: Verdict::Pass, earned, ended: Some(ended), ..CaseResult::default() }, played)
}

/// One run of a scene.
struct Run<'r> {
    planned: &'r PlannedCase,
    scene: &'r Scene,
    program: &'r dyn Executable,
    limits: Limits,
    rule: HaltRule,
    staged: &'r Staged,
}

impl Run<'_> {
    fn judge(&self) -> (Ended, Vec<u8>, Option<Wrong>) {
        let world = World::from(self.planned.case.start);
        let (played, left) = self.staged.play(self.program, &self.scene.talk.stdin, world, self.limits);
        let Played { transcript, ended } = &played;
        let turns: Vec<Vec<u8>> = transcript.turns().map(|turn| turn.output.to_vec()).collect();
        let broke = self.broke(*ended);
        let wrong = broke.or_else(|| {
            let talk = &self.scene.talk;
            let in_files = || checked::files::wrong(transcript, &talk.files).map(|(_, found)| found);
            let in_output = checked::first_mismatch(talk, &turns).map(|(_, _, found)| found);
            let found = in_output.or_else(in_files)?;
            let kind = found.why.to(Language::English).to_owned();
            Some(Wrong {
                verdict: Verdict::WrongOutput,
                because: vec![found.why],
                kind,
                expected: found.expected,
            })
        });
        let wrong = wrong.or_else(|| {
            let then = &self.scene.then;
            let facts = then.needs_watching().then(|| {
                let world = World { preset: Some(&self.staged.preset), ..world };
                watch(self.program, &self.scene.talk.stdin, world, self.limits).1
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

    /// How the run ended, if it must not end so.
    fn broke(&self, ended: Ended) -> Option<Wrong> {
        let is_call = self.scene.call.is_some();
        let verdict = match ended.stop {
            Stop::Fault(_) => Verdict::Fault,
            Stop::OutOfFuel => Verdict::OutOfFuel,
            Stop::OutputFull => Verdict::OutputLimit,
            Stop::Starved if is_call || self.scene.talk.halts || self.rule == HaltRule::Required => {
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
            kind: verdict.id().to_owned(),
            expected: None,
        })
    }
}

/// What is called, and with what.
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
    let kind = found.first()?.name.clone();
    let more = found.len().saturating_sub(MOST_TOLD);
    let mut because: Vec<Text> = found.into_iter().take(MOST_TOLD).map(|difference| difference.why).collect();
    if more > 0 {
        because.push(text!("... and {more} more", "... và còn {more} chỗ nữa"));
    }
    Some(Wrong { verdict: Verdict::WrongState, because, kind, expected: None })
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
            Wrong { verdict: Verdict::NoSubroutine, because, kind: labels.concat(), expected: None }
        }
        NotStaged::NoStandIn(file, why) => {
            let (en, vi) = why.both();
            let because = vec![text!(
                "the subroutine of the course in {file} cannot stand in, which is not your fault: {en}",
                "chương trình con của môn học trong {file} không thay thế được, đây không phải lỗi của bạn: {vi}"
            )];
            Wrong { verdict: Verdict::GraderError, because, kind: file, expected: None }
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
    Wrong { verdict: Verdict::WrongState, because, kind: "growth".to_owned(), expected: None }
}

fn failed(wrong: Wrong, ended: Option<Ended>, output: Vec<u8>) -> CaseResult {
    let failure = Failure {
        turn: 0,
        typed: Vec::new(),
        expected: wrong.expected.map(String::into_bytes),
        actual: Some(output),
        wrong_turns: 1,
        because: wrong.because,
        told_as: None,
        from_zeros_too: false,
        kind: Some(wrong.kind),
    };
    CaseResult {
        verdict: wrong.verdict,
        earned: Points::ZERO,
        comparison: Comparison::default(),
        ended,
        failure: Some(failure),
        to_staff: String::new(),
    }
}

impl PlayedScene {
    fn new(staged: Option<Staged>, scene: &Arc<Scene>, planned: &PlannedCase) -> Self {
        Self { staged, scene: Arc::clone(scene), start: planned.case.start }
    }

    /// Plays it again: what is called, if something is, and what came of it; `None` if it cannot be played.
    pub(super) fn play(&self, program: &dyn Executable, limits: Limits) -> Option<(Option<Text>, Played)> {
        let staged = self.staged.as_ref()?;
        let (played, _) = staged.play(program, &self.scene.talk.stdin, self.start.into(), limits);
        Some((called(staged), played))
    }

    /// Refines the result of a blind run by what a watched one finds out.
    pub(super) fn explain(&self, result: &mut CaseResult, program: &dyn Executable, limits: Limits) {
        let (Some(staged), Some(failure)) = (&self.staged, &mut result.failure) else { return };
        let world = World { preset: Some(&staged.preset), ..World::from(self.start) };
        let (played, facts) = watch(program, &self.scene.talk.stdin, world, limits);
        result.verdict = result.verdict.refined(&facts);
        failure.because.extend(explain::stop(program, &facts, played.ended, Ending::Open));
        // What is compared are values that were put there, so that another start would show nothing.
        failure.because.extend(explain::undefined_besides(program, &facts));
    }
}
