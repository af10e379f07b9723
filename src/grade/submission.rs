//! One submission from its files to its points.

use std::collections::BTreeMap;

use super::case::{PlayedCase, Watched};
use super::coverage::{self, Counting, Covered};
use super::examined;
use super::format::judge_format;
use super::gradebook::{CaseResult, Graded, Terms};
use super::plan::Plan;
use super::plays::{Run, play_cases};
use super::portability;
use super::property::{self, Search};
use super::ran::Ran;
use super::receipt::Receipt;
use super::representatives;
use super::review::Review;
use super::schedule::guarded;
use super::score::score_groups;
use super::starter;
use super::style::{self, WatchedGame};
use super::verdict::Verdict;
use crate::asm::ProgramFiles;
use crate::diagnostics::{Text, text};
use crate::explain;
use crate::machine::{Executable, Facts};
use crate::play::Ending;
use crate::spec::{Limits, Points};
use crate::submission::{ProgramFile, Submission};

/// Grades one submission.
pub fn grade_submission(plan: &Plan, submission: &Submission) -> Graded {
    let mut graded = run_submission(plan, submission, before_grading(plan, submission), &mut None);
    let is_worth_nothing =
        graded.review().is_none() && !graded.results.iter().any(|result| result.verdict.earns());
    if let Some(why) = submission.part.as_ref().filter(|_| is_worth_nothing) {
        graded.withhold(&plan.spec, Review::NoProgram(why.clone()));
    }
    graded
}

/// Judges one submission and counts what its tests execute. Nothing is explained. `None` if nothing of it was run, or nothing
/// follows from its runs: the results say why.
pub fn cover_submission(plan: &Plan, submission: &Submission) -> (Graded, Option<Covered>) {
    let plan = Plan { counting: Counting::Only, ..plan.clone() };
    let mut covered = None;
    let graded = run_submission(&plan, submission, before_grading(&plan, submission), &mut covered);
    (graded, covered)
}

/// A submission before anything is known of its program: with the entries of the staff's tables.
pub fn before_grading(plan: &Plan, submission: &Submission) -> Graded {
    let mut graded = Graded::new(&submission.id);
    graded.terms = Terms::of(&plan.spec);
    graded.is_part = !plan.is_whole(&submission.id);
    graded.roster.clone_from(&submission.origin.roster);
    graded.names.clone_from(&submission.origin.names);
    graded.path = submission.path().map(|path| path.to_string_lossy().into_owned());
    graded.marks = plan.records.marks.of(&submission.id, &plan.spec.rubric);
    let submitted = plan.records.submitted.as_ref();
    graded.late = submitted.and_then(|submitted| submitted.lateness(&submission.id, &plan.spec.late));
    graded
}

fn run_submission(
    plan: &Plan,
    submission: &Submission,
    mut graded: Graded,
    covered: &mut Option<Covered>,
) -> Graded {
    let spec = &plan.spec;
    let marks = plan.records.marks.fingerprint(&submission.id);
    let files = match submission.program(&spec.submission) {
        Ok(files) => files,
        Err(reason) => {
            graded.receipt = Some(Receipt::without_program(submission, &spec.submission, marks));
            graded.withhold(spec, Review::NoProgram(reason));
            return graded;
        }
    };
    graded.receipt = Some(Receipt::of(&files, marks));
    graded.program = files.first().map(|file| file.name.clone());
    graded.remarks.extend(left_aside(&files, &submission.left_aside(&files, &spec.submission)));
    if let Some(starter) = &spec.submission.starter {
        graded.starter = starter::check(starter, &files);
        graded.problem = graded.starter.as_ref().and_then(|finding| starter::problem(starter, finding));
        if graded.problem.is_some() {
            return without_run(plan, graded);
        }
    }
    let loaded = spec.machine.load(ProgramFiles::handed_in(&files));
    graded.diagnostics = loaded.diagnostics;
    graded.sources = loaded.sources;
    if let Some(why) = loaded.withheld {
        graded.withhold(spec, Review::NotBuilt(why));
        return graded;
    }
    let Some(program) = loaded.program else {
        graded.problem = Some(Review::or_mistakes(&graded.diagnostics, spec.machine.isa));
        return without_run(plan, graded);
    };
    run_cases(plan, &files, program.as_ref(), &mut graded, covered);
    if let Some(starter) = &spec.submission.starter {
        starter::charge(starter, &mut graded);
    }
    graded
}

/// The file that was graded, where others look like programs too.
fn left_aside(files: &[ProgramFile], others: &[String]) -> Option<Text> {
    /// The most names that are listed.
    const MOST: usize = 5;
    let program = &files.first()?.name;
    let named = others.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let more = others.len().saturating_sub(MOST);
    let (and, and_vi) = match more {
        0 => (String::new(), String::new()),
        more => (format!(" and {more} more"), format!(" và {more} tệp nữa")),
    };
    (!others.is_empty()).then(|| {
        text!(
            "{program} was graded; also handed in and not used: {named}{and}",
            "đã chấm {program}; các tệp cũng được nộp nhưng không dùng: {named}{and_vi}"
        )
    })
}

/// Judges a program that is loaded already, and explains nothing: there are verdicts and no words. Cases that
/// are watched for the sake of style are slow and left out if there is anything else to find fault with. A
/// format is noticed and not priced.
pub fn judge_program(plan: &Plan, program: &dyn Executable, id: &str) -> Graded {
    let mut graded = Graded::new(id);
    let (plan, properties) = property::play(plan, program, id, Search::All);
    let plan = plan.as_ref();
    if property::withhold(&properties, &plan.spec, &mut graded) {
        return graded;
    }
    let Some((runs, _)) = play_cases(plan, program, &mut graded) else { return graded };
    property::adopt(&properties, &mut graded.results);
    if graded.verdict() == Verdict::Pass && graded.inferred_cost() == Points::ZERO {
        judge_style(plan, program, &|case| watch_run(&runs[case], program, plan.spec.limits), &mut graded);
    }
    graded
}

/// Every case of a submission that cannot be run has the verdict on the whole.
fn without_run(plan: &Plan, mut graded: Graded) -> Graded {
    graded.results = vec![CaseResult::without_run(graded.verdict()); plan.cases.len()];
    graded
}

fn run_cases(
    plan: &Plan,
    files: &[ProgramFile],
    program: &dyn Executable,
    graded: &mut Graded,
    covered: &mut Option<Covered>,
) {
    let with_properties = plan;
    let (plan, properties) = property::play(plan, program, &graded.id, Search::Smallest);
    let plan = plan.as_ref();
    let spec = plan.spec.as_ref();
    if property::withhold(&properties, spec, graded) {
        return;
    }
    let Some((runs, habits)) = play_cases(plan, program, graded) else { return };
    property::adopt(&properties, &mut graded.results);
    if plan.counting != Counting::None {
        match guarded(|| coverage::count(with_properties, &runs, program, graded)) {
            Ok(counted) => {
                graded.ran = Some(Ran::of(spec, &counted));
                *covered = Some(counted);
            }
            Err(message) => graded.troubles.push(format!("while counting what is executed: {message}")),
        }
    }
    if plan.counting == Counting::Only {
        return;
    }
    for variant in &plan.variants {
        portability::compare(variant, files, graded);
    }
    graded.note_withheld(spec, &Review::CommandFailed);
    if graded.withhold_unknown(spec) {
        return;
    }
    plan.forget_others(&graded.id, &mut graded.results);
    score_groups(spec, &mut graded.results);
    let watch = |case: &PlayedCase<'_>| case.watch(program, spec.limits);
    explain_failures(plan, &runs, program, &watch, graded);
    if let Err(message) = guarded(|| examined::remark(plan, &runs, program, graded)) {
        graded.troubles.push(format!("while examining the program: {message}"));
    }
    property::tell(&properties, graded);
    judge_format(spec, &runs, &habits, &watch, graded);
    if plan.is_whole(&graded.id) {
        judge_style(plan, program, &|case| watch_run(&runs[case], program, spec.limits), graded);
        style::charge_once(&mut graded.style, &graded.format);
    }
}

/// Judges the cases on another machine, and explains those that go wrong there and not here, given the results here.
pub(super) fn judge_on_variant(
    plan: &Plan,
    program: &dyn Executable,
    id: &str,
    here: &[CaseResult],
) -> Vec<CaseResult> {
    let mut graded = Graded::new(id);
    let (plan, properties) = property::play(plan, program, id, Search::All);
    let plan = plan.as_ref();
    if property::withhold(&properties, &plan.spec, &mut graded) {
        return graded.results;
    }
    let Some((runs, _)) = play_cases(plan, program, &mut graded) else { return graded.results };
    property::adopt(&properties, &mut graded.results);
    for (there, here) in graded.results.iter_mut().zip(here) {
        if !here.verdict.earns() {
            *there = CaseResult::default();
        }
    }
    let watch = |case: &PlayedCase<'_>| case.watch(program, plan.spec.limits);
    explain_failures(plan, &runs, program, &watch, &mut graded);
    graded.results
}

/// Explains the failed cases that are reported, by a watched run of each; cases that go wrong in the same way
/// share the verdict.
fn explain_failures<'m>(
    plan: &Plan,
    runs: &[Run<'_>],
    program: &dyn Executable,
    watch: &dyn Fn(&PlayedCase<'_>) -> Watched<'m>,
    graded: &mut Graded,
) {
    let (order, mut told) = representatives::choose(&plan.spec, &graded.results);
    let mut refined: BTreeMap<Verdict, Verdict> = BTreeMap::new();
    let mut causes: BTreeMap<(Verdict, Text), usize> = BTreeMap::new();
    for index in order {
        let result = &mut graded.results[index];
        let blind = result.verdict;
        // The run on this machine was right, and the one on the other is explained.
        if blind == Verdict::MachineDependent {
            continue;
        }
        let judged = result.clone();
        let explained = guarded(|| match &runs[index] {
            Run::Script(case) | Run::Checked(case) => case.explain(result, &watch(case)),
            Run::Subroutine(case) => {
                case.explain(result, program, plan.cases[index].case.limits(plan.spec.limits));
            }
            Run::Dialogue(case) => case.explain(result, program, plan.spec.limits),
            Run::Skipped => {}
        });
        if let Err(message) = explained {
            let id = &plan.cases[index].case.id;
            graded.troubles.push(format!("while explaining {id}: {message}"));
            *result = unexplained(judged, &message);
        }
        if let Some(failure) = &mut result.failure {
            let overrides = plan.cases[index].case.overrides;
            failure.because.extend(explain::other_machine(program.isa(), overrides));
        }
        refined.insert(blind, result.verdict);
        // Failures that looked different may have one cause; where the output is wrong, one place has many
        // causes.
        let cause = result.failure.as_ref().and_then(|failure| failure.because.first()).cloned();
        let has_place = matches!(&runs[index], Run::Script(_)) && result.verdict != Verdict::WrongOutput;
        if let Some(cause) = cause.filter(|_| has_place) {
            let first = *causes.entry((result.verdict, cause)).or_insert(index);
            if let (true, Some(failure)) = (first != index, &mut result.failure) {
                failure.because.clear();
            }
            told.iter_mut().filter(|told| **told == Some(index)).for_each(|told| *told = Some(first));
        }
    }
    for (index, told) in told.into_iter().enumerate() {
        let verdict = graded.results[told.unwrap_or(index)].verdict;
        let result = &mut graded.results[index];
        result.verdict = refined.get(&verdict).copied().unwrap_or(verdict);
        if let (Some(told), Some(failure)) = (told, &mut result.failure) {
            failure.told_as = Some(plan.cases[told].case.id.clone());
        }
        // Who steps through a game needs one of those that go wrong alike.
        if let Some(failure) = result.failure.as_mut().filter(|_| told != Some(index)) {
            failure.turns = Vec::new();
        }
    }
}

/// A result whose explanation the grader failed to work out: verdict and points stand as the blind run gave them.
fn unexplained(mut result: CaseResult, message: &str) -> CaseResult {
    if let Some(failure) = &mut result.failure {
        failure.because.push(explain::unexplained());
    }
    result.to_staff = format!("{}\nthe grader failed while explaining this: {message}", result.to_staff);
    result.to_staff = result.to_staff.trim().to_owned();
    result
}

/// Watches the run of a case from the program's beginning to its end; `None` if it is not such a run.
fn watch_run<'m>(run: &Run<'_>, program: &'m dyn Executable, limits: Limits) -> Option<Watched<'m>> {
    match run {
        Run::Script(case) | Run::Checked(case) => Some(case.watch(program, limits)),
        Run::Subroutine(_) | Run::Dialogue(_) | Run::Skipped => None,
    }
}

/// Judges what the spec demands of the style, on runs of cases that were right. `watch` watches a case, given its number.
pub(super) fn judge_style<'m>(
    plan: &Plan,
    program: &dyn Executable,
    watch: &dyn Fn(usize) -> Option<Watched<'m>>,
    graded: &mut Graded,
) {
    // A habit that works on this machine and would not work on every other one is worth a remark, whatever
    // the points.
    graded.remarks.extend(program.portability(&Facts::default()));
    let spec = plan.spec.as_ref();
    if spec.style.rules.is_empty() {
        return;
    }
    let (mut games, mut trouble) = (Vec::new(), None);
    for (case, (planned, result)) in plan.cases.iter().zip(&graded.results).enumerate() {
        if let (true, true, Some(ended)) =
            (spec.style.cases.contains(&planned.case.id), result.verdict.earns(), result.ended)
        {
            let should_halt = planned.expected.ending == Ending::Halts;
            match guarded(|| watch(case)) {
                Ok(watched) => games.extend(watched.map(|watched| WatchedGame {
                    facts: watched.facts,
                    stop: ended.stop,
                    should_halt,
                })),
                Err(message) => {
                    trouble = Some(format!("while watching {} for the style: {message}", planned.case.id));
                }
            }
        }
    }
    if trouble.is_some() {
        // Some of the runs that had to be watched were not: nothing is reported about how the program runs.
        games.clear();
    }
    graded.troubles.extend(trouble);
    graded.style = spec.style.rules.iter().map(|rule| style::judge(rule, program, &games)).collect();
    if graded.remarks.is_empty() {
        graded.remarks.extend(games.iter().find_map(|game| program.portability(&game.facts)));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::spec::load;
    use crate::submission::{Folders, discover};

    /// Every watched run of a class fails, and the results of blind runs stay as they were.
    fn grade_with_broken_watching(spec: &str, class: &str) -> (usize, usize) {
        let plan = Plan::new(load(Path::new(spec)).expect("the spec is valid"));
        let found = discover(&[class.into()], Folders::Classes, &plan.spec.submission).expect("it is there");
        let watch = |_: &PlayedCase<'_>| -> Watched<'_> { panic!("nobody can watch this") };
        let (mut told, mut findings) = (0, 0);
        for submission in &found.submissions {
            let Ok(files) = submission.program(&plan.spec.submission) else { continue };
            let Some(program) = plan.spec.machine.load(ProgramFiles::handed_in(&files)).program else {
                continue;
            };
            let mut graded = Graded::new(&submission.id);
            let Some((runs, habits)) = play_cases(&plan, program.as_ref(), &mut graded) else {
                continue;
            };
            let blind = graded.clone();
            explain_failures(&plan, &runs, program.as_ref(), &watch, &mut graded);
            judge_format(&plan.spec, &runs, &habits, &watch, &mut graded);
            judge_style(&plan, program.as_ref(), &|_| panic!("nobody can watch this"), &mut graded);
            let judged = |graded: &Graded| -> Vec<(Verdict, Points)> {
                graded.results.iter().map(|result| (result.verdict, result.earned)).collect()
            };
            assert_eq!(judged(&graded), judged(&blind), "{}", submission.id);
            let explained = graded.results.iter().filter(|result| {
                let because = result.failure.as_ref().map(|failure| failure.because.as_slice());
                because.is_some_and(|because| because.contains(&explain::unexplained()))
            });
            for result in explained {
                assert!(result.to_staff.contains("nobody can watch this"), "{}", submission.id);
                told += 1;
            }
            // Without a fault of the grader the same differences of format cost the same.
            let mut watched = blind.clone();
            judge_format(
                &plan.spec,
                &runs,
                &habits,
                &|case| case.watch(program.as_ref(), plan.spec.limits),
                &mut watched,
            );
            assert_eq!(graded.format_cost, watched.format_cost, "{}", submission.id);
            findings += graded.format.len();
            assert!(graded.style.iter().all(|style| style.cost == Points::ZERO || style.passed.is_some()));
        }
        (told, findings)
    }

    #[test]
    fn a_failure_of_the_grader_while_it_explains_takes_away_no_verdict() {
        let (told, findings) = grade_with_broken_watching("specs/lc3.yaml", "fixtures/submissions/lc3");
        assert!(told > 10 && findings > 5, "{told} cases, {findings} kinds of format");
        let (told, _) = grade_with_broken_watching("fixtures/small/average.yaml", "fixtures/small/average");
        assert!(told > 3, "{told} cases");
    }
}
