//! A submission's own habits, learned from all its cases whose every byte is compared.

use super::case::PlayedCase;
use crate::compare::Habits;
use crate::machine::{Executable, InPrompt};
use crate::spec::{Expectation, Spec};

/// Learns from the runs of a submission; nothing if bytes are all that differs.
pub(super) fn learn<'r, 'p: 'r>(
    spec: &Spec,
    runs: impl Iterator<Item = &'r PlayedCase<'p>> + Clone,
    program: &dyn Executable,
) -> Habits {
    let runs = runs.filter(|case| !matches!(case.planned.case.expectation, Expectation::Checked(_)));
    let plain = Habits::of_the_reference(runs.clone().map(|case| &case.planned.expected));
    if runs.clone().all(|case| case.compare(spec, &plain).is_right()) {
        return plain;
    }
    let in_prompt = in_prompt(spec, runs.clone(), program);
    let of_own_words = runs.filter(|case| case.planned.may_have_own_words());
    Habits::learn(of_own_words.map(|case| (&case.planned.expected, case.turns.as_slice())), in_prompt)
}

/// The prompt of the service with which the program reads keys, if it calls that service.
fn in_prompt<'r, 'p: 'r>(
    spec: &Spec,
    mut runs: impl Iterator<Item = &'r PlayedCase<'p>>,
    program: &dyn Executable,
) -> Option<InPrompt> {
    let prompt = program.in_prompt()?;
    let prints_it = |case: &&PlayedCase<'_>| prompt.is_in(&case.played.transcript.output);
    let case = runs.find(prints_it)?;
    // The program may print the same words itself.
    let facts = case.watch(program, spec.limits).facts;
    facts.first_calls.contains_key(&prompt.service).then_some(prompt)
}
