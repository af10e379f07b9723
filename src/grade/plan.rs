//! The parts of grading that are the same for all submissions, worked out once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::coverage::Counting;
use super::credit;
use super::late::Submitted;
use super::marks::Marks;
use super::selection::Selection;
use crate::compare::{Fixed, FormatKind};
use crate::diagnostics::Text;
use crate::machine::{Executable, Start};
use crate::play::{Expected, Protocol, detect};
use crate::spec::{Case, Expectation, Limits, OtherRun, Spec, waves};

/// A spec with the expected output of each case.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The spec.
    pub spec: Arc<Spec>,
    /// The cases in order.
    pub cases: Vec<PlannedCase>,
    /// The same on other machines.
    pub variants: Vec<Variant>,
    /// The key by which the input protocol is detected: the one that most cases begin with.
    pub probe_key: u8,
    /// The cases by number in the order in which they are run: those of a wave require only cases of waves
    /// before.
    pub waves: Vec<Vec<usize>>,
    /// The tables that staff keep about submissions next to the spec.
    pub records: Records,
    /// The part of the class that is graded; `None` for all of it.
    pub selection: Option<Arc<Selection>>,
    /// Whether what the cases execute is counted, which takes another run of each.
    pub counting: Counting,
}

/// The tables that staff keep about submissions next to the spec.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The times at which they were handed in, if they are known.
    pub submitted: Option<Submitted>,
    /// The marks given by people.
    pub marks: Marks,
}

/// A case with its expected output.
#[derive(Clone, Debug)]
pub struct PlannedCase {
    /// The case.
    pub case: Case,
    /// The expected output.
    pub expected: Expected,
    /// The words that the expected texts of the spec have in common.
    pub fixed: Arc<Fixed>,
    /// The lines that they have in common.
    pub shared_lines: Arc<BTreeSet<String>>,
}

impl PlannedCase {
    /// Returns `true` if a submission may use its own words for the expected output: the words of a
    /// reference, and those of a text for which the spec says so.
    pub(super) fn may_have_own_words(&self) -> bool {
        match self.case.expectation {
            Expectation::Literal { .. } => {
                let kinds = [FormatKind::Wording, FormatKind::ExtraText];
                kinds.iter().any(|kind| self.case.format.forgives(kind.id()))
            }
            _ => true,
        }
    }
}

/// The texts that a spec writes out, each with its input.
pub(super) fn plain_texts<'c>(cases: impl IntoIterator<Item = &'c Case>) -> Vec<(&'c [u8], &'c [u8])> {
    let text = |case: &'c Case| match &case.expectation {
        Expectation::Literal { stdin, output } => Some((stdin.bytes(), output.as_bytes())),
        _ => None,
    };
    cases.into_iter().filter_map(text).collect()
}

/// A plan for another machine.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The difference from the first machine, for people.
    pub about: Text,
    /// The plan: the same cases on that machine.
    pub plan: Plan,
}

impl Plan {
    /// Works out the plan of a spec.
    pub fn new(spec: Spec) -> Self {
        let fixed = Arc::new(Fixed::of(plain_texts(spec.cases())));
        let shared_lines = Arc::new(credit::shared_lines(spec.cases()));
        let cases: Vec<PlannedCase> = spec
            .cases()
            .map(|case| PlannedCase {
                case: case.clone(),
                expected: Expected::new(&case.expectation, spec.reference),
                fixed: Arc::clone(&fixed),
                shared_lines: Arc::clone(&shared_lines),
            })
            .collect();
        let mut first_keys: BTreeMap<u8, usize> = BTreeMap::new();
        for key in cases.iter().filter_map(|case| case.expected.entries.first()?.first()) {
            *first_keys.entry(*key).or_default() += 1;
        }
        let most_common = first_keys.iter().max_by_key(|(key, count)| (**count, std::cmp::Reverse(**key)));
        let probe_key = most_common.map_or(b'1', |(key, _)| *key);
        let waves = waves(&spec.groups);
        let mut plan = Self {
            spec: Arc::new(spec),
            cases,
            probe_key,
            waves,
            records: Records::default(),
            selection: None,
            counting: Counting::None,
            variants: Vec::new(),
        };
        plan.variants = plan.spec.runs.iter().map(|run| plan.on(run)).collect();
        plan
    }

    /// The keys that a program expects after a move, found by trying; `None` if no case has moves, as bytes
    /// are typed as they are.
    pub(super) fn protocol(&self, program: &dyn Executable, limits: Limits) -> Option<Protocol> {
        let has_moves = self.spec.cases().any(|case| case.expectation.needs_reference());
        has_moves.then(|| detect(program, self.spec.input.enter, self.probe_key, limits))
    }

    /// The same cases on another machine.
    fn on(&self, run: &OtherRun) -> Variant {
        let mut spec = Spec { machine: run.machine.clone(), runs: Vec::new(), ..Spec::clone(&self.spec) };
        let mut plan = self.clone();
        let of_spec = spec.groups.iter_mut().flat_map(|group| &mut group.cases);
        for case in of_spec.chain(plan.cases.iter_mut().map(|planned| &mut planned.case)) {
            if let (Some(start), Start::Zeros) = (run.start, case.start) {
                case.start = start;
            }
        }
        plan.spec = Arc::new(spec);
        Variant { about: run.about.clone(), plan }
    }
}
