//! Manual review: submissions and groups of tests that could not be judged. They have no points, which is not the same as
//! zero points.

use super::gradebook::{CaseResult, Graded, Problem};
use super::verdict::Verdict;
use crate::diagnostics::{Diagnostic, Severity, Text, text};
use crate::machine::Isa;
use crate::spec::{GroupScore, Points, Spec, cases_of};
use crate::stored::{Deserialize, Serialize};
use crate::submission::NoProgram;

/// The reasons why something was not judged. None of them says anything about how good the program is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Review {
    /// There is no program, or no way to tell which file is the program, or it cannot be read.
    NoProgram(NoProgram),
    /// The program runs, and the grader does not understand it; the text names the part that is not
    /// understood.
    NotUnderstood(Text),
    /// The games that show the program's behaviour make more work than one submission gets.
    TooMuchWork {
        /// The number of games played.
        games: u64,
        /// The number of bytes printed in each of them, on average.
        printed: u64,
    },
    /// The source goes beyond a stated limit of the assembler.
    AssemblerLimit,
    /// No program was made of the sources, for a reason that is no evidence about them; the text gives the
    /// reason and the remedy.
    NotBuilt(Text),
    /// A program of the staff that judges tests did not work.
    CommandFailed,
    /// The harness failed; all other submissions were graded.
    GraderError {
        /// The message of the failure.
        message: String,
    },
}

impl Review {
    /// The verdict on each case that is withheld for this reason.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::NoProgram(_) => Verdict::NoProgram,
            Self::NotUnderstood(_) | Self::TooMuchWork { .. } | Self::AssemblerLimit | Self::NotBuilt(_) => {
                Verdict::NotJudged
            }
            Self::CommandFailed | Self::GraderError { .. } => Verdict::GraderError,
        }
    }

    /// The problem with a source that does not assemble: the student's, unless the only thing wrong with it is that the
    /// assembler has a limit.
    pub(super) fn or_mistakes(diagnostics: &[Diagnostic], isa: &Isa) -> Problem {
        let errors: Vec<&Diagnostic> =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        let is_limit = |error: &&Diagnostic| error.code.is_of_a_limit();
        if !errors.is_empty() && errors.iter().all(is_limit) {
            Problem::Review(if isa.source.is_compiled {
                Self::NotBuilt(beyond_a_limit())
            } else {
                Self::AssemblerLimit
            })
        } else {
            Problem::DidNotAssemble { errors: errors.len(), is_compiled: isa.source.is_compiled }
        }
    }
}

fn beyond_a_limit() -> Text {
    text!(
        "this program goes beyond a limit of the grader, which says nothing about whether it is right",
        "chương trình này vượt một giới hạn của trình chấm; điều đó không có nghĩa là nó sai"
    )
}

/// A group of tests that was not judged, or not all of it, in a submission whose other groups were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotJudged {
    /// The group's id.
    pub group: String,
    /// Its title.
    pub title: Text,
    /// The possible points of the part that was not judged.
    pub points: Points,
    /// The reason.
    pub why: Review,
}

impl CaseResult {
    /// The result of a case that was not judged, or of a program that could not be run.
    pub(super) fn without_run(verdict: Verdict) -> Self {
        Self { verdict, ..Self::default() }
    }

    /// The points earned, before what differences of format cost; `None` if the case was not judged.
    pub fn points(&self) -> Option<Points> {
        self.verdict.is_judged().then_some(self.earned)
    }

    /// Returns `true` if the case was judged and does not earn its points.
    pub fn has_failed(&self) -> bool {
        self.verdict.is_judged() && !self.verdict.earns()
    }
}

impl Graded {
    /// Withholds the whole score: nothing that was seen of the program counts, neither for it nor against it.
    pub fn withhold(&mut self, spec: &Spec, why: Review) {
        self.results = vec![CaseResult::without_run(why.verdict()); spec.cases().count()];
        self.not_judged.clear();
        self.format.clear();
        self.format_cost = Points::ZERO;
        self.inferred.clear();
        self.style.clear();
        self.problem = Some(Problem::Review(why));
    }

    /// Withholds the points of a group, and of what requires it; to be called when all cases were judged and before groups
    /// and format are worked out.
    pub fn withhold_group(&mut self, spec: &Spec, group: &str, why: &Review) {
        for case in cases_of(&spec.groups, group) {
            if let Some(result) = self.results.get_mut(case) {
                *result = CaseResult::without_run(why.verdict());
            }
        }
        self.note_withheld(spec, why);
    }

    /// Notes the groups that have cases without a judgement, once cases that wait for them are withheld too.
    pub(super) fn note_withheld(&mut self, spec: &Spec, why: &Review) {
        while self.withhold_waiting(spec) || self.withhold_indivisible(spec) {}
        let known = std::mem::take(&mut self.not_judged);
        let mut first = 0;
        for group in &spec.groups {
            let results = self.results.iter().skip(first).take(group.cases.len());
            first += group.cases.len();
            let open: Vec<bool> = results.map(|result| !result.verdict.is_judged()).collect();
            if !open.contains(&true) {
                continue;
            }
            let cases = group.cases.iter().zip(&open).filter(|(_, open)| **open);
            let points = if open.contains(&false) {
                cases.map(|(case, _)| case.points).sum()
            } else {
                group.possible()
            };
            let why = known.iter().find(|known| known.group == group.id).map_or(why, |known| &known.why);
            self.not_judged.push(NotJudged {
                group: group.id.clone(),
                title: group.title.clone(),
                points,
                why: why.clone(),
            });
        }
    }

    /// Withholds cases that wait for one that was not judged, unless they wait for a failed one as well.
    fn withhold_waiting(&mut self, spec: &Spec) -> bool {
        let cases = spec.groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
        let mut waiting = Vec::new();
        for (index, (group, case)) in cases.enumerate().take(self.results.len()) {
            let required = || {
                let ids = group.requires.iter().chain(&case.requires);
                let cases = ids.flat_map(|id| cases_of(&spec.groups, id));
                cases.filter_map(|case| self.results.get(case))
            };
            let is_open = required().any(|result| !result.verdict.is_judged());
            let is_lost = required().any(|result| result.has_failed() && result.verdict != Verdict::Skipped);
            if is_open && !is_lost && self.results[index].verdict.is_judged() {
                waiting.push(index);
            }
        }
        for index in &waiting {
            self.results[*index] = CaseResult::without_run(Verdict::NotJudged);
        }
        !waiting.is_empty()
    }

    /// Withholds the rest of groups whose points are not the sum of those of their cases, where a case was not judged.
    fn withhold_indivisible(&mut self, spec: &Spec) -> bool {
        let mut first = 0;
        let mut has_changed = false;
        for group in &spec.groups {
            let end = (first + group.cases.len()).min(self.results.len());
            let results = &mut self.results[first.min(end)..end];
            first += group.cases.len();
            let is_sum = group.score == GroupScore::Sum && group.cap.is_none();
            if !is_sum && results.iter().any(|result| !result.verdict.is_judged()) {
                for result in results.iter_mut().filter(|result| result.verdict.is_judged()) {
                    *result = CaseResult::without_run(Verdict::NotJudged);
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// Withholds the groups in which a question that is not understood decides most of what fails, or those
    /// of their cases in which it comes, if these are few; or the whole score, if that is so of most cases.
    /// Returns `true` for the whole score.
    pub(super) fn withhold_unknown(&mut self, spec: &Spec) -> bool {
        let is_unknown = |result: &CaseResult| result.verdict == Verdict::UnknownQuestion;
        let why = |results: &[CaseResult]| {
            let failure = results.iter().find(|result| is_unknown(result))?.failure.as_ref()?;
            failure.because.last().cloned().map(Review::NotUnderstood)
        };
        let unknown = self.results.iter().filter(|result| is_unknown(result)).count();
        let Some(whole) = why(&self.results) else { return false };
        if unknown * 2 > self.results.len() {
            self.withhold(spec, whole);
            return true;
        }
        for group in &spec.groups {
            let of_group: Vec<CaseResult> = cases_of(&spec.groups, &group.id)
                .into_iter()
                .filter_map(|case| self.results.get(case).cloned())
                .collect();
            let unknown = of_group.iter().filter(|result| is_unknown(result)).count();
            let Some(why) = why(&of_group) else { continue };
            if unknown * 2 > of_group.len() {
                self.withhold_group(spec, &group.id, &why);
                continue;
            }
            // The question comes in few of the tests: all others are judged.
            for case in cases_of(&spec.groups, &group.id) {
                if let Some(result) = self.results.get_mut(case).filter(|result| is_unknown(result)) {
                    *result = CaseResult::without_run(why.verdict());
                }
            }
            self.note_withheld(spec, &why);
        }
        false
    }

    /// The reason for which the whole score is withheld, if it is.
    pub fn review(&self) -> Option<&Review> {
        match &self.problem {
            Some(Problem::Review(why)) => Some(why),
            _ => None,
        }
    }

    /// Returns `true` if a person has to look at it: all of it, or a group of its tests, was not judged.
    pub fn needs_review(&self) -> bool {
        self.review().is_some() || !self.not_judged.is_empty()
    }
}
