//! Properties: inputs drawn at random, and of those that break a program the smallest that can be found.
//!
//! The case that a property stands for is worked out for each submission before anything else: the smallest
//! input that breaks the program, or if none does, one that was drawn. With that input the property is a case
//! like all others, so that it is explained, reported and played again as they are.

mod draw;
mod shrink;

use std::borrow::Cow;
use std::sync::Arc;

use self::draw::{Random, Tree, draw, is_of};
use self::shrink::shrink;
use super::case::{DeafRuns, PlayedCase};
use super::checked;
use super::dialogue::Table;
use super::gradebook::{CaseResult, Graded};
use super::habits;
use super::plan::{Plan, PlannedCase, plain_texts};
use super::review::Review;
use super::verdict::Verdict;
use crate::compare::{Fixed, Habits};
use crate::console::Script;
use crate::diagnostics::text;
use crate::machine::Executable;
use crate::play::{Ending, Expected, Protocol};
use crate::spec::{Checked, DialogueCase, Expectation, Judge, Per, Property, Spec};

/// This many runs are made to find a smaller input.
const MOST_RUNS: usize = 1_000;

/// The extent of the search among the inputs of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// All are played, and the smallest one that breaks the program is looked for.
    Smallest,
    /// All are played.
    All,
    /// All are played up to the first one that breaks it.
    First,
}

/// The outcome of a property.
#[derive(Debug)]
pub(super) struct PropertyOutcome {
    /// The number of the case.
    case: usize,
    drawn: usize,
    failed: usize,
    /// The input that stands for all.
    shown: Tree,
    result: CaseResult,
    /// The reason why nothing follows from it, if there is one.
    review: Option<Review>,
}

/// The plan with an input in place of each property, and the outcomes of the properties.
pub(super) fn play<'p>(
    plan: &'p Plan,
    program: &dyn Executable,
    submission: &str,
    search: Search,
) -> (Cow<'p, Plan>, Vec<PropertyOutcome>) {
    let mut inferred = Cow::Borrowed(plan);
    let mut outcomes = Vec::new();
    let mut player = None;
    for (case, planned) in plan.cases.iter().enumerate() {
        let Expectation::Property(property) = &planned.case.expectation else { continue };
        let player = player.get_or_insert_with(|| Player::new(plan, program, submission));
        let (outcome, planned) = player.play(case, planned, property, search);
        inferred.to_mut().cases[case] = planned;
        outcomes.push(outcome);
    }
    (inferred, outcomes)
}

/// The result of one property, as far as the first input that breaks the program.
pub(super) fn judge(
    plan: &Plan,
    program: &dyn Executable,
    submission: &str,
    (case, property): (usize, &Property),
) -> CaseResult {
    let (outcome, _) =
        Player::new(plan, program, submission).play(case, &plan.cases[case], property, Search::First);
    outcome.result
}

/// Plays all inputs of a property to a program next to the one from which it is inferred how to talk to both; the result.
pub(super) fn play_to(
    plan: &Plan,
    (program, other): (&dyn Executable, &dyn Executable),
    submission: &str,
    (case, property): (usize, &Property),
) -> CaseResult {
    let mut player = Player::new(plan, program, submission);
    let limits = plan.spec.limits;
    player.program = other;
    player.table = player.table.map(|table| Table::known(other, limits, &table.spoken()));
    player.play(case, &plan.cases[case], property, Search::All).0.result
}

/// Withholds the score if one of the properties could not be judged; returns `true` if it does.
pub(super) fn withhold(outcomes: &[PropertyOutcome], spec: &Spec, graded: &mut Graded) -> bool {
    let why = outcomes.iter().find_map(|outcome| outcome.review.clone());
    why.is_some_and(|why| {
        graded.withhold(spec, why);
        true
    })
}

/// Puts the results of the properties in their places: their words were learned from all their inputs.
pub(super) fn adopt(outcomes: &[PropertyOutcome], results: &mut [CaseResult]) {
    for outcome in outcomes {
        // A run that ends at the first failure may not have come so far.
        if let Some(result) = results.get_mut(outcome.case) {
            result.clone_from(&outcome.result);
        }
    }
}

/// Adds to the explanations of properties that failed how many inputs fail, and the smallest one found.
pub(super) fn tell(outcomes: &[PropertyOutcome], graded: &mut Graded) {
    for PropertyOutcome { case, drawn, failed, shown, .. } in outcomes {
        let Some(failure) = &mut graded.results[*case].failure else { continue };
        let entries = shown.entries();
        let keys = if entries.is_empty() { "\"\"".to_owned() } else { entries.join(" ") };
        let keys = keys.escape_debug().to_string().replace("\\\"", "\"");
        let words = text!(
            "{failed} of {drawn} inputs drawn at random break your program; the shortest that was found: {keys}",
            "{failed} trong {drawn} đầu vào rút ngẫu nhiên làm chương trình sai; ngắn nhất tìm được: {keys}"
        );
        failure.because.insert(0, words);
        failure.because.push(text!(
            "to see it again, type these keys yourself; the same ones are drawn for you each time",
            "để xem lại, hãy tự gõ các phím này; lần chấm nào bạn cũng được rút đúng các đầu vào ấy"
        ));
    }
}

/// A submission that inputs are played with.
struct Player<'a> {
    plan: &'a Plan,
    program: &'a dyn Executable,
    submission: &'a str,
    protocol: Protocol,
    table: Option<Table<'a>>,
    deaf: DeafRuns,
}

impl<'a> Player<'a> {
    fn new(plan: &'a Plan, program: &'a dyn Executable, submission: &'a str) -> Self {
        let spec = plan.spec.as_ref();
        let table = spec.dialogue.as_ref().map(|dialogue| {
            let mut table = Table::new(plan, dialogue, program, submission);
            table.infer(spec);
            table
        });
        let protocol = plan.protocol(program, spec.limits).unwrap_or(Protocol::KeyOnly);
        Self { plan, program, submission, protocol, table, deaf: DeafRuns::default() }
    }

    /// Draws the inputs, plays them, and makes the first one smaller that fails.
    fn play(
        &mut self,
        case: usize,
        planned: &PlannedCase,
        property: &Property,
        search: Search,
    ) -> (PropertyOutcome, PlannedCase) {
        let submission = if property.per == Per::Submission { self.submission } else { "" };
        let mut random = Random::of(&[&self.plan.spec.id, &planned.case.id, submission], property.seed);
        let trees: Vec<Tree> = (0..property.cases).map(|_| draw(&property.generator, &mut random)).collect();
        let mut inputs: Vec<(Tree, PlannedCase)> = trees
            .into_iter()
            .filter_map(|tree| self.input(planned, property, &tree).map(|planned| (tree, planned)))
            .collect();
        // The words that the model prints for all of them alike are fixed.
        let drawn_cases = inputs.iter().map(|(_, planned)| &planned.case);
        let texts = plain_texts(self.plan.cases.iter().map(|planned| &planned.case).chain(drawn_cases));
        let fixed = Arc::new(Fixed::of(texts));
        for (_, planned) in &mut inputs {
            planned.fixed = Arc::clone(&fixed);
        }
        let planned = &PlannedCase { fixed, ..planned.clone() };
        // Words are learned from all inputs together; where the first failure is enough they make it no pass.
        let mut runs: Vec<Option<PlayedCase<'_>>> = Vec::new();
        if search != Search::First {
            runs.extend(inputs.iter().map(|(_, planned)| self.run(planned)));
        }
        let habits = habits::learn(self.plan.spec.as_ref(), runs.iter().flatten(), self.program);
        let (mut drawn, mut failed) = (0, 0);
        let mut shown: Option<(&Tree, CaseResult)> = None;
        for (index, (tree, planned)) in inputs.iter().enumerate() {
            let run = runs.get_mut(index).and_then(Option::take);
            let result = self.judge(planned, run, &habits);
            drawn += 1;
            failed += usize::from(!result.verdict.earns());
            let is_decided = search == Search::First && result.verdict != Verdict::Pass;
            // A result that costs more stands for the others, and one that differs in format for those that
            // do not differ at all.
            let rank =
                |result: &CaseResult| (result.verdict.earns(), result.earned, result.comparison.is_same());
            if shown.as_ref().is_none_or(|(_, known)| rank(&result) < rank(known)) {
                shown = Some((tree, result));
            }
            if is_decided {
                break;
            }
        }
        let Some((tree, result)) = shown else {
            // The model itself breaks on every input that was drawn.
            let shown = Tree::All(Vec::new());
            let result = CaseResult { verdict: Verdict::GraderError, ..CaseResult::default() };
            return (PropertyOutcome { case, drawn, failed, shown, result, review: None }, planned.clone());
        };
        let mut shown = tree.clone();
        if search == Search::Smallest && !result.verdict.earns() {
            let worst = result.earned;
            shown = shrink(shown, MOST_RUNS, &mut |smaller| {
                let input = Some(smaller).filter(|smaller| is_of(&property.generator, smaller));
                let input = input.and_then(|smaller| self.input(planned, property, smaller));
                input.is_some_and(|planned| {
                    let result = self.judge(&planned, None, &habits);
                    !result.verdict.earns() && result.earned <= worst
                })
            });
        }
        let planned = self.input(planned, property, &shown).unwrap_or_else(|| planned.clone());
        let result = self.judge(&planned, None, &habits);
        let review = self.table.as_ref().and_then(|table| table.too_much_work(self.submission));
        (PropertyOutcome { case, drawn, failed, shown, result, review }, planned)
    }

    /// An input as a case of its own; `None` if the right output for it is unknown.
    fn input(&self, planned: &PlannedCase, property: &Property, tree: &Tree) -> Option<PlannedCase> {
        let entries = tree.entries();
        let (expectation, expected) = match &property.judge {
            Judge::Keys => {
                let keys = Expectation::Keys(entries.concat());
                let expected = Expected::new(&keys, self.plan.spec.reference);
                (keys, expected)
            }
            Judge::Dialogue(around) => {
                let line = entries.join(" ");
                let acts = self.plan.spec.dialogue.as_ref()?.assignment.acts(&line).ok()?;
                let played = DialogueCase { acts, line, or: Vec::new(), ..around.as_ref().clone() };
                let played = Expectation::Dialogue(Arc::new(played));
                let expected = Expected::new(&played, self.plan.spec.reference);
                (played, expected)
            }
            Judge::Model(model) => {
                let stdin = Arc::new(Script::new(entries.iter().map(|entry| format!("{entry}\n"))));
                let printed = model.print(&stdin, planned.case.world(), self.plan.spec.limits)?;
                let output = String::from_utf8_lossy(&printed.output).into_owned();
                let like = if property.mode.is_plain() {
                    Expectation::Literal { stdin, output }
                } else {
                    Expectation::Checked(Arc::new(Checked::like(stdin, output, &property.mode)))
                };
                let ending = if printed.halts { Ending::Halts } else { Ending::Waits };
                let expected = Expected { ending, ..Expected::new(&like, None) };
                (like, expected)
            }
        };
        let mut case = planned.case.clone();
        case.expectation = expectation;
        Some(PlannedCase { case, expected, ..planned.clone() })
    }

    /// Plays an input whose bytes are compared; `None` for dialogues, which are judged while they are held.
    fn run<'i>(&mut self, planned: &'i PlannedCase) -> Option<PlayedCase<'i>> {
        if matches!(planned.case.expectation, Expectation::Dialogue(_)) {
            return None;
        }
        let (start, limits) = (planned.case.start, self.plan.spec.limits);
        Some(PlayedCase::new(planned, start, self.program, self.protocol, limits, &mut self.deaf))
    }

    /// Judges an input, by its run if it was played already.
    fn judge<'i>(
        &mut self,
        planned: &'i PlannedCase,
        run: Option<PlayedCase<'i>>,
        habits: &Habits,
    ) -> CaseResult {
        let spec = self.plan.spec.as_ref();
        let run = run.or_else(|| self.run(planned));
        match (&planned.case.expectation, &self.table, run) {
            (Expectation::Dialogue(played), Some(table), _) => table.judge(planned, played).0,
            (Expectation::Checked(demands), _, Some(case)) => {
                checked::judge(&case, demands, spec.compare.halt)
            }
            (_, _, Some(case)) => case.judge(spec, case.compare_for(spec, case.compare(spec, habits))),
            // The loader makes dialogues only where there is one to be held.
            (_, _, None) => CaseResult { verdict: Verdict::GraderError, ..CaseResult::default() },
        }
    }
}
