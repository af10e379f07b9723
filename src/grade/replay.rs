//! One case of one submission, played again: output and input word for word.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::case;
use super::dialogue::Table;
use super::gradebook::InferredOption;
use super::plan::{Plan, PlannedCase};
use super::property::{self, Search};
use super::selection::{Selection, Wanted};
use super::submission::cover_submission;
use super::subroutine;
use crate::asm::ProgramFiles;
use crate::console::{Script, Transcript};
use crate::diagnostics::{FileId, Text, text};
use crate::explain::behaviour::called;
use crate::machine::{Ended, Executable};
use crate::play::{Close, Conversation, Exchange, Protocol, detect, play};
use crate::spec::Expectation;
use crate::submission::Submission;

/// One thing said in a conversation, by the program or the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The program printed this.
    Program(Vec<u8>),
    /// This was typed.
    Typed {
        /// The keys, without ENTER.
        keys: Vec<u8>,
        /// The question that the program was taken to ask; empty where questions are not recognised.
        asked: Text,
    },
}

/// A case as it was played.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The conversation, in order.
    pub said: Vec<Said>,
    /// The submission's readings of what the assignment leaves open.
    pub inferred: Vec<InferredOption>,
    /// The reason why nothing more was typed, or what a subroutine was called with and what it left wrong.
    pub close: Vec<Text>,
    /// The end of the run.
    pub ended: Ended,
}

/// The reasons why a case cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReplay {
    /// There is no such case.
    NoCase,
    /// The submission has no program that can be run; grading it reports why.
    NoProgram,
    /// The program lacks a label that the case needs; grading it reports which.
    CannotBegin,
}

/// Plays a case again.
///
/// # Errors
/// There is no such case, or no program.
pub fn replay(plan: &Plan, submission: &Submission, case: &str) -> Result<Replay, NoReplay> {
    let spec = plan.spec.as_ref();
    if !plan.cases.iter().any(|planned| planned.case.id == case) {
        return Err(NoReplay::NoCase);
    }
    let files = submission.program(&spec.submission).map_err(|_| NoReplay::NoProgram)?;
    let program = spec.machine.load(ProgramFiles::handed_in(&files)).program.ok_or(NoReplay::NoProgram)?;
    let program = program.as_ref();
    let (plan, _) = property::play(plan, program, &submission.id, Search::Smallest);
    let plan = plan.as_ref();
    let planned = plan.cases.iter().find(|planned| planned.case.id == case).ok_or(NoReplay::NoCase)?;
    if let (Expectation::Dialogue(played), Some(dialogue)) = (&planned.case.expectation, &spec.dialogue) {
        let mut table = Table::new(plan, dialogue, program, &submission.id);
        let (inferred, _) = table.infer(spec);
        let (_, judged) = table.judge(planned, played);
        let talk = judged.talk;
        return Ok(Replay {
            said: conversation(&talk),
            inferred,
            close: vec![close(&talk)],
            ended: talk.ended,
        });
    }
    if let Expectation::Subroutine(subroutine) = &planned.case.expectation {
        let (result, staged) = subroutine::judge(
            planned,
            subroutine,
            program,
            (planned.case.limits(spec.limits), spec.compare.halt),
        );
        let (called, played) =
            staged.play(program, planned.case.limits(spec.limits)).ok_or(NoReplay::CannotBegin)?;
        let because = result.failure.map(|failure| failure.because).unwrap_or_default();
        let close = if because.is_empty() { called.into_iter().collect() } else { because };
        let said = conversation_of(&played.transcript, &subroutine.talk.stdin);
        return Ok(Replay { said, inferred: Vec::new(), close, ended: played.ended });
    }
    let (world, limits) = (planned.case.world(), planned.case.limits(spec.limits));
    let (played, script) = match case::talk(&planned.case, program, world, limits) {
        Some(talk) => (talk.played, talk.script),
        None => {
            let script = script(plan, planned, program);
            (play(program, &script, world, limits), script)
        }
    };
    let said = conversation_of(&played.transcript, &script);
    Ok(Replay { said, inferred: Vec::new(), close: Vec::new(), ended: played.ended })
}

/// The input of a case that is no dialogue and calls no subroutine.
fn script(plan: &Plan, planned: &PlannedCase, program: &dyn Executable) -> Script {
    match &planned.case.expectation {
        Expectation::Literal { stdin, .. } => stdin.as_ref().clone(),
        Expectation::Checked(checked) => checked.stdin.as_ref().clone(),
        _ => {
            let spec = plan.spec.as_ref();
            let protocol: Protocol = detect(program, spec.input.enter, plan.probe_key, spec.limits);
            protocol.script(&planned.expected.entries)
        }
    }
}

/// The lines of a submission's source that a case executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// How many lines with instructions were executed.
    pub executed: usize,
    /// How many lines have instructions.
    pub all: usize,
    /// The others, each stretch as `file:line` or `file:line-line`.
    pub never: Vec<String>,
}

/// The lines that a case executes; `None` where that cannot be told: where nothing is judged, and where a compiled program does
/// something else without optimisation, or too much to be followed.
///
/// # Errors
/// There is no such case, or no program.
pub fn lines(plan: &Plan, submission: &Submission, case: &str) -> Result<Option<Lines>, NoReplay> {
    let number = plan.cases.iter().position(|planned| planned.case.id == case).ok_or(NoReplay::NoCase)?;
    let mut wanted = Wanted::default();
    wanted.case(case);
    let selection = Selection::new(&wanted, &plan.spec, std::slice::from_ref(submission));
    let plan = plan.clone().of_selection(&Arc::new(selection));
    let (_, covered) = cover_submission(&plan, submission);
    let Some(covered) = covered else { return Ok(None) };
    let Some(found) = covered.cases.iter().find(|found| found.case == number) else { return Ok(None) };
    let Ok(coverage) = &found.coverage else { return Ok(None) };
    let stretch = |(file, lines): (FileId, RangeInclusive<usize>)| {
        let (name, first, last) = (&covered.sources.file(file).name, lines.start(), lines.end());
        if first == last { format!("{name}:{first}") } else { format!("{name}:{first}-{last}") }
    };
    let never = covered.map.stretches(|line| coverage.lines[line] == 0);
    Ok(Some(Lines {
        executed: coverage.lines.iter().filter(|count| **count > 0).count(),
        all: coverage.lines.len(),
        never: never.into_iter().map(stretch).collect(),
    }))
}

/// The input typed from a script, and the output before and after.
fn conversation_of(transcript: &Transcript, script: &Script) -> Vec<Said> {
    let mut said = Vec::new();
    // Bytes that are typed as they are come one by one; they are shown line by line.
    let mut typed: Vec<u8> = Vec::new();
    for turn in transcript.turns() {
        if said.is_empty() || !turn.output.is_empty() {
            said.extend(lines_typed(&std::mem::take(&mut typed)));
            said.push(Said::Program(turn.output.to_vec()));
        }
        typed.extend(turn.answered_by.map(|entry| script.entry(entry)).unwrap_or_default());
    }
    said.extend(lines_typed(&typed));
    said
}

fn lines_typed(typed: &[u8]) -> impl Iterator<Item = Said> {
    let lines = typed.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty());
    lines.map(|line| Said::Typed { keys: line.to_vec(), asked: Text::default() })
}

fn conversation(talk: &Conversation) -> Vec<Said> {
    let mut said = Vec::new();
    for segment in 0..=talk.exchanges.len() {
        said.push(Said::Program(talk.output[talk.segment(segment)].to_vec()));
        if let Some(exchange) = talk.exchanges.get(segment) {
            said.push(Said::Typed { keys: exchange.typed.clone(), asked: asked(exchange) });
        }
    }
    said
}

/// The question that was answered, with the player whose turn it was.
pub(super) fn asked(exchange: &Exchange) -> Text {
    let Some(question) = exchange.question else {
        return text!("a key to go on", "một phím để tiếp tục");
    };
    let (player, what) = (exchange.player.number(), called(question));
    let (en, vi) = what.both();
    text!("Player {player}, asked for {en}", "Player {player}, được hỏi {vi}")
}

fn close(talk: &Conversation) -> Text {
    match &talk.close {
        Close::Stopped if talk.ended.stop.is_end() => {
            text!("the program stopped by itself", "chương trình tự dừng")
        }
        Close::Stopped => text!("the program was stopped", "chương trình bị dừng"),
        Close::Finished { .. } => text!("everything was played", "đã chơi hết"),
        Close::Unasked(question) => {
            let what = called(*question);
            let (en, vi) = what.both();
            text!("the program did not ask for {en}", "chương trình không hỏi {vi}")
        }
        Close::NotNow { asked, .. } => {
            let what = called(*asked);
            let (en, vi) = what.both();
            text!("the program asked for {en}, which is not due", "chương trình hỏi {vi} khi chưa đến lúc")
        }
        Close::Unknown { .. } => {
            text!("no rule knows what the program asked", "không quy tắc nào biết chương trình hỏi gì")
        }
    }
}
