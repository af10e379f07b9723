//! The cases that failed in earlier runs.

use std::collections::BTreeMap;

use crate::grade::Gradebook;
use crate::spec::Spec;

/// The cases that failed, by submission: a few bytes for each, as a class is large.
#[derive(Clone, Debug, Default)]
pub struct Failed {
    /// The numbers of the cases by their ids.
    cases: BTreeMap<String, usize>,
    /// For each submission a bit for each case.
    submissions: BTreeMap<String, Vec<u8>>,
}

impl Failed {
    /// Nothing is known to have failed of the cases of this spec.
    pub fn new(spec: &Spec) -> Self {
        let cases = spec.cases().enumerate().map(|(number, case)| (case.id.clone(), number)).collect();
        Self { cases, submissions: BTreeMap::new() }
    }

    /// Says which cases of a submission failed, in place of what was known of it. Cases that the spec no longer has are left out.
    pub fn set(&mut self, id: String, failed: &[String]) {
        let mut bits = vec![0; self.cases.len().div_ceil(8)];
        for number in failed.iter().filter_map(|case| self.cases.get(case)) {
            bits[number / 8] |= 1 << (number % 8);
        }
        self.submissions.insert(id, bits);
    }

    /// Takes the results of submissions. Of cases that are not in the book what was known stays.
    pub fn take(&mut self, book: &Gradebook) {
        for graded in &book.submissions {
            let nothing = || vec![0; self.cases.len().div_ceil(8)];
            let bits = self.submissions.entry(graded.id.clone()).or_insert_with(nothing);
            for (case, result) in book.spec.cases().zip(&graded.results) {
                let Some(number) = self.cases.get(&case.id) else { continue };
                let bit = 1 << (number % 8);
                if result.verdict.earns() {
                    bits[number / 8] &= !bit;
                } else {
                    bits[number / 8] |= bit;
                }
            }
        }
    }

    /// Returns `true` if the case of this number failed.
    pub(super) fn has(&self, id: &str, case: usize) -> bool {
        let bits = self.submissions.get(id);
        bits.is_some_and(|bits| bits.get(case / 8).is_some_and(|byte| byte & (1 << (case % 8)) != 0))
    }

    /// The submissions of which a case failed, in order, with these cases.
    pub fn submissions(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.submissions.keys().filter_map(|id| {
            let failed = self.cases.iter().filter(|(_, number)| self.has(id, **number));
            let failed: Vec<&str> = failed.map(|(case, _)| case.as_str()).collect();
            (!failed.is_empty()).then_some((id.as_str(), failed))
        })
    }
}
