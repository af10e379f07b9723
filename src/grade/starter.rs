//! The check that a submission has kept the given parts of the starter file, and the cost of changes.

use super::gradebook::{Graded, Problem, StarterFinding};
use crate::compare::kept;
use crate::diagnostics::SourceFile;
use crate::spec::{Points, Price, Starter};
use crate::submission::ProgramFile;

/// The comparison of a submission with the starter file; its price comes later. Object files show nothing of
/// it.
pub(super) fn check(starter: &Starter, files: &[ProgramFile]) -> Option<StarterFinding> {
    let base = |file: &&ProgramFile| file.name.rsplit('/').next() == Some(starter.name.as_str());
    let file = files.iter().find(base).or(files.first())?;
    let extension = file.name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let is_source = !matches!(extension.as_deref(), Some("obj" | "bin" | "hex"));
    let kept =
        is_source.then(|| kept(starter, &SourceFile::from_bytes(file.name.as_str(), &file.bytes).text));
    Some(StarterFinding { file: file.name.clone(), kept, cost: Points::ZERO })
}

/// The reason not to run a submission, if a change to the starter file costs everything.
pub(super) fn problem(starter: &Starter, finding: &StarterFinding) -> Option<Problem> {
    (starter.price == Price::Everything && finding.is_changed()).then_some(Problem::StarterChanged)
}

/// Sets the cost of a change, once the points are known.
pub(super) fn charge(starter: &Starter, graded: &mut Graded) {
    let Some(score) = graded.account().map(|account| account.total) else { return };
    let Some(finding) = graded.starter.as_mut().filter(|finding| finding.is_changed()) else { return };
    finding.cost = match starter.price {
        Price::Nothing | Price::Everything => Points::ZERO,
        Price::Points(points) => points.min(score),
        Price::Share(share) => share.of(score),
    };
}
