//! One line for each pair of programs that are alike, the most alike first.

use super::written;
use crate::diagnostics::Language;
use crate::likeness::Findings;
use crate::report::visible::harmless;

/// The table of the pairs, in percent.
pub(in crate::report) fn render(findings: &Findings, _: Language) -> Vec<u8> {
    let head = ["likeness", "one", "other", "of_one", "of_other"].map(str::to_owned).into();
    let rows = findings.pairs.alike.iter().map(|pair| {
        vec![
            pair.likeness.to_percent().to_string(),
            harmless(&findings.ids[pair.one]),
            harmless(&findings.ids[pair.other]),
            pair.of_one.to_percent().to_string(),
            pair.of_other.to_percent().to_string(),
        ]
    });
    written(std::iter::once(head).chain(rows))
}
