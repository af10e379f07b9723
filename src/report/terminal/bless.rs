//! The changes of the expected texts of a spec, case by case.

use std::fmt::Write as _;
use std::path::Path;

use super::{BAD, FAINT, STRONG, WARN, diff, harmless, pad, paint};
use crate::compare::hunks;
use crate::diagnostics::{Language, Text, text};
use crate::model::{Proposal, ProposalOutcome};
use crate::report::words::counted;
use crate::spec::{Manuscript, NewFile};

/// This many lines are shown around what changes.
const AROUND: usize = 2;

/// One line for each case that changes or cannot be written, and the number of cases of each kind. `writes`
/// is true if the changes are written.
pub fn told(manuscript: &Manuscript, proposals: &[Proposal], writes: bool, language: Language) -> String {
    let lines = lines(manuscript, proposals, writes, language);
    format!("{lines}{}\n", counts(proposals, writes).to(language))
}

/// One line for each case that changes or cannot be written.
pub fn lines(manuscript: &Manuscript, proposals: &[Proposal], writes: bool, language: Language) -> String {
    let id = |proposal: &Proposal| case_id(manuscript, proposal);
    let width = proposals.iter().map(|proposal| id(proposal).chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for proposal in proposals {
        let Some((style, words)) = (match &proposal.outcome {
            ProposalOutcome::Same => None,
            ProposalOutcome::Changed { is_new: true, .. } if writes => {
                Some((WARN, text!("filled in", "đã điền")))
            }
            ProposalOutcome::Changed { is_new: true, .. } => Some((WARN, text!("is empty", "đang trống"))),
            ProposalOutcome::Changed { .. } if writes => Some((WARN, text!("changed", "đã sửa"))),
            ProposalOutcome::Changed { .. } => Some((WARN, text!("would change", "sẽ bị sửa"))),
            ProposalOutcome::Refused(why) => {
                let (en, vi) = why.both();
                Some((BAD, text!("left as it is: {en}", "giữ nguyên: {vi}")))
            }
        }) else {
            continue;
        };
        let words = paint(style, &harmless(words.to(language)));
        writeln!(out, "  {}  {words}", pad(&id(proposal), width)).expect("strings take everything");
    }
    out
}

/// The id of the case that a proposal is about.
pub fn case_id(manuscript: &Manuscript, proposal: &Proposal) -> String {
    manuscript.spec.cases().nth(proposal.case).map_or_else(String::new, |case| case.id.clone())
}

fn counts(proposals: &[Proposal], writes: bool) -> Text {
    let count =
        |is: &dyn Fn(&ProposalOutcome) -> bool| proposals.iter().filter(|known| is(&known.outcome)).count();
    let changed = count(&|outcome| matches!(outcome, ProposalOutcome::Changed { .. }));
    let same = count(&|outcome| *outcome == ProposalOutcome::Same);
    let refused = proposals.len() - changed - same;
    let all = counted(proposals.len(), "case");
    let (total, how, how_vi) = (
        proposals.len(),
        if writes { "written" } else { "to write" },
        if writes { "đã ghi" } else { "cần ghi" },
    );
    text!(
        "{all}: {changed} {how}, {same} right already, {refused} left to you",
        "{total} ca kiểm thử: {changed} {how_vi}, {same} đã đúng, {refused} để bạn xem"
    )
}

/// The changes in a file, with lines around them.
pub fn changes(file: &NewFile, language: Language) -> String {
    let name = harmless(&file.path.to_string_lossy());
    let head = if file.before.is_empty() && !Path::new(&file.path).exists() {
        text!("{name}, a new file", "{name}, tệp mới")
    } else {
        Text::verbatim(name)
    };
    let mut out = format!("  {}\n", paint(FAINT, head.to(language)));
    for line in diff::drawn(&hunks(&file.before, &file.after, AROUND)) {
        writeln!(out, "  {line}").expect("strings take everything");
    }
    out
}

/// The title of a change that is to be decided.
pub fn head(manuscript: &Manuscript, proposal: &Proposal, number: usize, all: usize) -> String {
    let id = harmless(&case_id(manuscript, proposal));
    format!("{} ({number}/{all})\n", paint(STRONG, &id))
}
