//! Everything that a report may need, sorted, with no clock in it.

use std::sync::Arc;

use super::failure::FailureKind;
use super::late::Lateness;
use super::marks::Mark;
use super::ran::Ran;
use super::receipt::Receipt;
use super::review::{NotJudged, Review};
use super::score::Account;
use super::understanding::Understanding;
use super::{Audience, Verdict};
use crate::compare::{Comparison, FormatKind, Kept, LinePair};
use crate::diagnostics::{Diagnostic, Sources, Span, Text};
use crate::machine::Ended;
use crate::play::Protocol;
use crate::spec::{OpenOption, OptionValue, Points, Share, Spec, StyleRule};
use crate::stored::{Deserialize, Serialize};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Gradebook {
    /// The spec that was applied.
    pub spec: Arc<Spec>,
    /// The submissions, sorted by id.
    pub submissions: Vec<Graded>,
    /// Files that are no submissions.
    pub skipped: Vec<String>,
    /// The columns of the roster, if there is one. For staff.
    pub roster: Vec<String>,
    /// The reader, who decides which parts are in it.
    pub audience: Audience,
    /// The cases and points left out for this reader.
    pub withheld: Withheld,
    /// The number of its cases, where not all were asked for; then there are no scores.
    pub part: Option<Part>,
}

/// The number of cases that were asked for, where others were not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of cases that were asked for of any submission.
    pub chosen: usize,
    /// The number of cases in the spec.
    pub of: usize,
}

/// The cases and points that are left out of a gradebook for its reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Withheld {
    /// The number of cases.
    pub cases: usize,
    /// The points that are possible in these and in others whose points are not shown.
    pub points: Points,
}

/// One submission's results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Graded {
    /// The submission's id.
    pub id: String,
    /// The student's row of the roster, in the order of its columns; empty if there is none.
    pub roster: Vec<String>,
    /// The student's names and numbers on the platform that the submission came from.
    pub names: Vec<String>,
    /// The file or folder that it came from, as it was given; `None` if it has no files.
    pub path: Option<String>,
    /// The program's file name.
    pub program: Option<String>,
    /// The keys that the program expects after a move.
    pub protocol: Option<Protocol>,
    /// The reason why nothing could be run or judged, if so.
    pub problem: Option<Problem>,
    /// The groups that were not judged although the program was run, in the order of the spec.
    pub not_judged: Vec<NotJudged>,
    /// The assembler's errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they refer to.
    pub sources: Arc<Sources>,
    /// The results of the cases, in the order of the spec.
    pub results: Vec<CaseResult>,
    /// Differences of format, each kind once.
    pub format: Vec<FormatFinding>,
    /// The cost of all of them together.
    pub format_cost: Points,
    /// Its readings of what the assignment leaves open, in the order of the spec.
    pub inferred: Vec<InferredOption>,
    /// The understanding of the program, where its wording is its own.
    pub understood: Option<Understanding>,
    /// The results of the style checks, in the order of the spec.
    pub style: Vec<StyleResult>,
    /// The points given by people, for each rubric item of the spec.
    pub marks: Vec<Mark>,
    /// The lateness; `None` if nothing is due, or the time of the submission is unknown.
    pub late: Option<Lateness>,
    /// True if only some of its cases were asked for, so that it has no score.
    pub is_part: bool,
    /// The spec's rules for the sum.
    pub terms: Terms,
    /// Facts about the program that are worth knowing and cost nothing.
    pub remarks: Vec<Text>,
    /// The comparison with the starter file, if the spec names one.
    pub starter: Option<StarterFinding>,
    /// The lines that its tests execute, if that was counted.
    pub ran: Option<Ran>,
    /// The receipt; `None` where its files are not known.
    pub receipt: Option<Receipt>,
    /// Failures of the grader itself that took away no verdict: the work that failed, and the message. For
    /// staff.
    pub troubles: Vec<String>,
}

/// A spec's rules for summing up a score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The cases whose points are extra, by number.
    pub bonus: Vec<usize>,
    /// The most that a submission gets.
    pub cap: Option<Points>,
    /// The most that all penalties together take away.
    pub most_penalties: Option<Points>,
}

impl Terms {
    /// The terms of a spec.
    pub(super) fn of(spec: &Spec) -> Self {
        let groups = spec.groups.iter().flat_map(|group| group.cases.iter().map(|_| group.bonus));
        let bonus = groups.enumerate().filter(|(_, bonus)| *bonus).map(|(case, _)| case).collect();
        Self { bonus, cap: spec.cap, most_penalties: spec.style.most }
    }
}

impl Graded {
    /// A submission of which nothing is known yet.
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            roster: Vec::new(),
            names: Vec::new(),
            path: None,
            program: None,
            protocol: None,
            problem: None,
            not_judged: Vec::new(),
            diagnostics: Vec::new(),
            sources: Arc::new(Sources::default()),
            results: Vec::new(),
            format: Vec::new(),
            format_cost: Points::ZERO,
            inferred: Vec::new(),
            understood: None,
            style: Vec::new(),
            marks: Vec::new(),
            late: None,
            is_part: false,
            terms: Terms::default(),
            remarks: Vec::new(),
            starter: None,
            ran: None,
            receipt: None,
            troubles: Vec::new(),
        }
    }

    /// The final points. There are none while anything needs review, as a sum without it would count it as
    /// wrong, nor where only some cases were asked for.
    pub fn score(&self) -> Option<Points> {
        self.account().filter(|_| !self.needs_review()).map(|account| account.total)
    }

    /// The account of the points, as far as anything was judged; `None` if the whole score is withheld, or only some cases were
    /// asked for.
    pub fn account(&self) -> Option<Account> {
        (self.review().is_none() && !self.is_part).then(|| Account::new(self))
    }

    /// Returns `true` if nothing is wrong with any case, and no points are lost of as many as are possible.
    pub fn is_perfect(&self, points: Points) -> bool {
        let is_full = if self.is_part { !self.needs_review() } else { self.score() >= Some(points) };
        is_full && !self.has_failed()
    }

    /// The possible points of the rubric items that have no mark yet.
    pub fn not_marked(&self) -> Points {
        self.marks.iter().filter(|mark| mark.given.is_none()).map(|mark| mark.points).sum()
    }

    /// The cost of what holds for the whole program: reading the assignment in ways that it forbids, and
    /// changing given lines.
    pub fn inferred_cost(&self) -> Points {
        let starter = self.starter.as_ref().map_or(Points::ZERO, |finding| finding.cost);
        self.inferred.iter().map(|inferred| inferred.cost).sum::<Points>() + starter
    }

    /// The number of cases that earn their points.
    pub fn passed(&self) -> usize {
        self.results.iter().filter(|result| result.verdict.earns()).count()
    }

    /// The number of cases that were judged.
    pub fn judged(&self) -> usize {
        self.results.iter().filter(|result| result.verdict.is_judged()).count()
    }

    /// Returns `true` if there is something to report beyond full points: a case that does not earn its
    /// points, or was not judged.
    pub fn has_failed(&self) -> bool {
        self.passed() < self.results.len() || self.problem.is_some()
    }

    /// The verdict on the submission as a whole: the gravest of its cases.
    pub fn verdict(&self) -> Verdict {
        match &self.problem {
            Some(Problem::Review(why)) => why.verdict(),
            Some(Problem::DidNotAssemble { .. }) => Verdict::DidNotAssemble,
            Some(Problem::StarterChanged) => Verdict::StarterChanged,
            None => self.results.iter().map(|result| result.verdict).max().unwrap_or(Verdict::Pass),
        }
    }
}

/// The reasons why nothing could be run or judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// A person has to look at it; there is no score.
    Review(Review),
    /// The assembler found errors.
    DidNotAssemble {
        /// The number of errors.
        errors: usize,
        /// True if the errors are a compiler's, and not an assembler's.
        is_compiled: bool,
    },
    /// Lines of the starter file that must stay were changed, and the spec demands them.
    StarterChanged,
}

/// The comparison of a submission with the starter file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarterFinding {
    /// The file that was compared with it.
    pub file: String,
    /// The result of the comparison; `None` if the file is not a source.
    pub kept: Option<Kept>,
    /// The cost of a change.
    pub cost: Points,
}

impl StarterFinding {
    /// Returns `true` if something is not as it must be, as far as can be seen.
    pub fn is_changed(&self) -> bool {
        matches!(self.kept, None | Some(Kept::Changed(_)))
    }
}

/// The result of a case.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CaseResult {
    /// The verdict.
    pub verdict: Verdict,
    /// The points earned, before what differences of format cost. Reports ask for [`CaseResult::points`], as there are
    /// none where nothing was judged.
    pub(in crate::grade) earned: Points,
    /// The comparison of the output with the expected one.
    pub comparison: Comparison,
    /// True if a kind of difference of format takes all that is earned.
    pub is_lost_to_format: bool,
    /// The end of the run; `None` if there was none.
    pub ended: Option<Ended>,
    /// The details of a case that failed.
    pub failure: Option<Failure>,
    /// The message of a staff command to staff; empty if there is none.
    pub to_staff: String,
}

/// The details of a case that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The first wrong turn, from 0: the number of moves typed before it.
    pub turn: usize,
    /// The input up to there, entry by entry, with its ENTER; all of it where output is not split at the
    /// input.
    pub typed: Vec<Vec<u8>>,
    /// The number of the step that is not met, from 1; `None` for cases without steps.
    pub step: Option<usize>,
    /// The first byte of the whole output that is wrong, or where it ends too early; `None` where that is not known.
    pub at: Option<usize>,
    /// The expected and the actual lines in pairs, where some lines match although their bytes differ.
    pub pairs: Option<Vec<LinePair>>,
    /// The expected output of this turn; `None` if the game is over by then.
    pub expected: Option<Vec<u8>>,
    /// The actual output; `None` if the program did not get that far.
    pub actual: Option<Vec<u8>>,
    /// The turns up to this one, for the case that is reported in place of all that fail like it; of many the last ones. Empty
    /// where output is not split at the input.
    pub turns: Vec<Turn>,
    /// The number of wrong turns.
    pub wrong_turns: usize,
    /// Of this turn and all after it: how many are wrong, and how many there are.
    pub wrong_from_here: (usize, usize),
    /// The reasons, as far as a watched run shows them.
    pub because: Vec<Text>,
    /// The statement that it points at first: the one that printed the first wrong character, or where the run went astray.
    pub place: Option<Span>,
    /// The calls under way at that place, innermost first; empty where that is not known.
    pub calls: Vec<Call>,
    /// The id of the case that is reported in place of all that go wrong in the same way, this one's own where it is the one;
    /// `None` where none of them is reported.
    pub told_as: Option<String>,
    /// True if the case starts from noise and fails from zeros too, so that the contents of memory are not
    /// the reason.
    pub from_zeros_too: bool,
    /// The kind of failure; `None` where output is compared with one text, and the first line that differs is the kind.
    pub kind: Option<FailureKind>,
}

/// A call that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The subroutine that is called, by its label; its place if it has none.
    pub subroutine: String,
    /// The statement that calls it.
    pub at: Span,
}

/// A turn of a game: what was typed, and what came out before more was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The input that begins it; empty at the start.
    pub typed: Vec<u8>,
    /// The question that the input answers, in words; empty where questions are not told apart.
    pub asked: Text,
    /// The output; of much output the two ends.
    pub printed: Vec<u8>,
    /// The expected output, where every byte of it is fixed.
    pub expected: Option<Vec<u8>>,
}

/// A submission's reading of a point that the assignment leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InferredOption {
    /// The option of the reference.
    pub option: String,
    /// Its value.
    pub value: String,
    /// The subject of the option, in words.
    pub about: Text,
    /// The meaning of the value, in words.
    pub means: Text,
    /// True if most submissions read it in this way.
    pub is_usual: bool,
    /// The points that it costs.
    pub cost: Points,
    /// If it costs points, a case that goes wrong by every reading that does not.
    pub seen_in: Option<String>,
}

impl InferredOption {
    /// That a submission has this value of an option.
    pub(in crate::grade) fn of(option: &OpenOption, value: &OptionValue) -> Self {
        Self {
            option: option.name.clone(),
            value: value.name.clone(),
            about: option.title.clone(),
            means: value.title.clone(),
            is_usual: option.values.first().is_some_and(|first| first.name == value.name),
            cost: value.costs,
            seen_in: None,
        }
    }
}

/// A kind of format difference in a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatFinding {
    /// The kind.
    pub kind: FormatKind,
    /// The number of cases in which it appears.
    pub cases: usize,
    /// The cost before the limit for all kinds together.
    pub cost: Points,
    /// The share of those cases' points that this is, where a spec names one for this kind or these cases.
    pub share: Option<Share>,
    /// The case that the lines are taken from.
    pub example: String,
    /// The line as it must be; `None` if there must be none.
    pub expected: Option<Vec<u8>>,
    /// The line as it was printed; `None` if it is missing.
    pub actual: Option<Vec<u8>>,
    /// Other lines that show it, each with the case that it is taken from.
    pub more: Vec<(String, LinePair)>,
    /// The cases in which nothing else differs.
    pub alone: usize,
    /// The places where it was printed, in words.
    pub because: Vec<Text>,
}

/// The result of a style check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleResult {
    /// The demand.
    pub rule: StyleRule,
    /// True if the demand is met; `None` if that is unknown.
    pub passed: Option<bool>,
    /// The points earned.
    pub earned: Points,
    /// The penalty, before the limit of all penalties together.
    pub cost: Points,
    /// The observations in words.
    pub details: Vec<Text>,
    /// The difference of format that has the same cause, where that is charged already.
    pub charged_as: Option<FormatKind>,
}
