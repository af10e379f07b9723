//! A part of a class and of its tests, in place of all: the submissions that are asked for, and of each the cases.
//!
//! A case is judged as it is judged when all are: the cases that its verdict depends on are played too, and not reported. A
//! submission of which only some cases are asked for has no score.

mod failed;
mod language;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::gradebook::{CaseResult, Gradebook, Graded, Part};
use super::plan::Plan;
use crate::diagnostics::{Diagnostic, FileId, suggest};
use crate::spec::{Expectation, GroupScore, Points, Spec, cases_of};
use crate::submission::Submission;
pub use failed::Failed;
use language::{Name, Node, Subject, parse, plain};

/// What was asked for; what is asked for in several ways must fit all of them.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    conditions: Vec<Node>,
    /// The cases that failed in an earlier run, by submission.
    failed: Option<Failed>,
}

impl Wanted {
    /// Also asks for an expression.
    ///
    /// # Errors
    /// The mistake in the expression, which is the text of that file.
    pub fn expression(&mut self, source: &str, file: FileId) -> Result<(), Box<Diagnostic>> {
        self.conditions.push(parse(source, file)?);
        Ok(())
    }

    /// Also asks for what has this text in the name of its student, group or case; case does not count.
    pub fn text(&mut self, text: &str) {
        let subjects = [Subject::Student, Subject::Group, Subject::Case];
        let within = |subject| Node::Named(subject, Name::Within(plain(text)));
        self.conditions.push(Node::Any(subjects.map(within).into()));
    }

    /// Also asks for the case with this id.
    pub fn case(&mut self, id: &str) {
        self.conditions.push(Node::Named(Subject::Case, Name::Exactly(id.to_owned())));
    }

    /// Also asks for what is in one of these groups.
    pub fn groups<'g>(&mut self, ids: impl IntoIterator<Item = &'g str>) {
        let named = |id: &str| Node::Named(Subject::Group, Name::Exactly(id.to_owned()));
        self.conditions.push(Node::Any(ids.into_iter().map(named).collect()));
    }

    /// Also asks for the cases that failed in an earlier run, by submission.
    pub fn failed(&mut self, cases: Failed) {
        self.failed = Some(cases);
    }

    /// Returns `true` if nothing is asked for, so that all is meant.
    pub fn is_all(&self) -> bool {
        self.conditions.is_empty() && self.failed.is_none()
    }

    /// The names asked for that are no pattern and that nothing has, each with the nearest that something has.
    pub fn strangers(&self, spec: &Spec, submissions: &[Submission]) -> Vec<(String, Option<String>)> {
        let mut strangers = Vec::new();
        for condition in &self.conditions {
            for_each_name(condition, &mut |subject, name| {
                let Name::Exactly(wanted) = name else { return };
                let names: Vec<String> = match subject {
                    Subject::Student => submissions.iter().flat_map(names_of_student).collect(),
                    Subject::Group => spec.groups.iter().flat_map(|group| [group.id.clone()]).collect(),
                    Subject::Case => spec.cases().map(|case| case.id.clone()).collect(),
                };
                let is_title = |name: &Name| {
                    subject == Subject::Group
                        && spec.groups.iter().any(|group| {
                            let (en, vi) = group.title.both();
                            name.fits(en) || name.fits(vi)
                        })
                };
                if !names.iter().any(|known| name.fits(known)) && !is_title(name) {
                    let near = suggest(wanted, names.iter().map(String::as_str)).map(str::to_owned);
                    strangers.push((wanted.clone(), near));
                }
            });
        }
        strangers
    }
}

fn for_each_name(node: &Node, work: &mut impl FnMut(Subject, &Name)) {
    match node {
        Node::Named(subject, name) => work(*subject, name),
        Node::Not(inner) => for_each_name(inner, work),
        Node::All(parts) | Node::Any(parts) => parts.iter().for_each(|part| for_each_name(part, work)),
    }
}

/// The names by which a student is known: that of the submission, and those of the platform and the roster.
fn names_of_student(submission: &Submission) -> Vec<String> {
    let own = std::iter::once(&submission.id);
    let origin = &submission.origin;
    own.chain(&origin.names).chain(&origin.roster).filter(|name| !name.is_empty()).cloned().collect()
}

/// The cases of one submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mask {
    /// For each case of the spec, whether it is asked for.
    chosen: Vec<bool>,
    /// For each case of the spec, whether it is played: all that are asked for, and those that their verdicts depend on.
    played: Vec<bool>,
}

/// The submissions that are asked for, with their cases.
#[derive(Clone, Debug)]
pub struct Selection {
    masks: Vec<Mask>,
    /// The number of the mask of each submission of which anything is asked for.
    submissions: BTreeMap<String, usize>,
    /// The number of cases in the spec.
    cases: usize,
}

impl Selection {
    /// Finds what was asked for.
    pub fn new(wanted: &Wanted, spec: &Spec, submissions: &[Submission]) -> Self {
        let mut known: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        let cases = spec.cases().count();
        let mut selection = Self { masks: Vec::new(), submissions: BTreeMap::new(), cases };
        let of_cases: Vec<Evaluated> =
            wanted.conditions.iter().map(|node| Evaluated::of(node, spec)).collect();
        for submission in submissions {
            let names = names_of_student(submission);
            let mut chosen = vec![true; cases];
            for condition in &of_cases {
                let fits = condition.for_student(&names, cases);
                chosen.iter_mut().zip(fits).for_each(|(chosen, fits)| *chosen &= fits);
            }
            if let Some(failed) = &wanted.failed {
                for (number, chosen) in chosen.iter_mut().enumerate() {
                    *chosen &= failed.has(&submission.id, number);
                }
            }
            if !chosen.contains(&true) {
                continue;
            }
            let next = selection.masks.len();
            let mask = *known.entry(chosen).or_insert_with_key(|chosen| {
                selection.masks.push(Mask { chosen: chosen.clone(), played: played(spec, chosen) });
                next
            });
            selection.submissions.insert(submission.id.clone(), mask);
        }
        selection
    }

    /// Returns `true` if anything of this submission is asked for.
    pub fn has(&self, id: &str) -> bool {
        self.submissions.contains_key(id)
    }

    /// Returns `true` if all cases are asked for of every submission of which any is.
    pub fn is_of_whole_submissions(&self) -> bool {
        self.masks.iter().all(|mask| !mask.chosen.contains(&false))
    }

    /// The numbers of the cases that are asked for of a submission.
    pub fn cases_of(&self, id: &str) -> Vec<usize> {
        let mask = self.submissions.get(id).map(|mask| &self.masks[*mask]);
        let chosen = mask.into_iter().flat_map(|mask| mask.chosen.iter().enumerate());
        chosen.filter(|(_, chosen)| **chosen).map(|(case, _)| case).collect()
    }

    /// The number of cases that are asked for of any submission.
    pub fn count_of_cases(&self) -> usize {
        (0..self.cases).filter(|case| self.masks.iter().any(|mask| mask.chosen[*case])).count()
    }

    /// The cases of a submission, where only some are asked for.
    fn part(&self, id: &str) -> Option<&Mask> {
        let mask = self.submissions.get(id).map(|mask| &self.masks[*mask]);
        mask.filter(|mask| mask.chosen.contains(&false))
    }
}

/// A condition of which everything is known but the student.
enum Evaluated<'n> {
    /// The same for every student: for each case, whether it fits.
    Cases(Vec<bool>),
    Student(&'n Name),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl<'n> Evaluated<'n> {
    fn of(node: &'n Node, spec: &Spec) -> Self {
        let all = |parts: &'n [Node]| parts.iter().map(|part| Self::of(part, spec)).collect();
        match node {
            Node::Named(Subject::Student, name) => Self::Student(name),
            Node::Named(Subject::Group, name) => {
                let fits = spec.groups.iter().flat_map(|group| {
                    let (en, vi) = group.title.both();
                    let fits = [group.id.as_str(), en, vi].into_iter().any(|known| name.fits(known));
                    group.cases.iter().map(move |_| fits)
                });
                Self::Cases(fits.collect())
            }
            Node::Named(Subject::Case, name) => {
                Self::Cases(spec.cases().map(|case| name.fits(&case.id)).collect())
            }
            Node::Not(inner) => Self::Not(Box::new(Self::of(inner, spec))),
            Node::All(parts) => Self::All(all(parts)),
            Node::Any(parts) => Self::Any(all(parts)),
        }
    }

    /// For each case, whether it fits with this student.
    fn for_student(&self, names: &[String], cases: usize) -> Vec<bool> {
        let join = |parts: &[Self], start: bool, with: fn(bool, bool) -> bool| {
            parts.iter().fold(vec![start; cases], |all, part| {
                let part = part.for_student(names, cases);
                all.into_iter().zip(part).map(|(one, other)| with(one, other)).collect()
            })
        };
        match self {
            Self::Cases(fits) => fits.clone(),
            Self::Student(name) => vec![names.iter().any(|known| name.fits(known)); cases],
            Self::Not(inner) => inner.for_student(names, cases).into_iter().map(|fits| !fits).collect(),
            Self::All(parts) => join(parts, true, |one, other| one && other),
            Self::Any(parts) => join(parts, false, |one, other| one || other),
        }
    }
}

/// The cases that have to be played so that these are judged as they are judged when all are played.
fn played(spec: &Spec, chosen: &[bool]) -> Vec<bool> {
    let mut played = chosen.to_vec();
    loop {
        let before = played.clone();
        // The words of a program, and its way to talk, are learned from all cases that show them.
        let speaks = |case: &crate::spec::Case| {
            matches!(
                case.expectation,
                Expectation::Keys(_) | Expectation::Literal { .. } | Expectation::Dialogue(_)
            )
        };
        let has_speech = spec.cases().zip(&played).any(|(case, played)| *played && speaks(case));
        let mut first = 0;
        for group in &spec.groups {
            let end = first + group.cases.len();
            let is_indivisible = group.score != GroupScore::Sum || group.cap.is_some();
            let is_touched = played[first..end].contains(&true);
            for (case, number) in group.cases.iter().zip(first..end) {
                played[number] |= (is_indivisible && is_touched) || (has_speech && speaks(case));
                if !played[number] {
                    continue;
                }
                for id in group.requires.iter().chain(&case.requires) {
                    for required in cases_of(&spec.groups, id) {
                        played[required] = true;
                    }
                }
            }
            first = end;
        }
        if played == before {
            return played;
        }
    }
}

impl Plan {
    /// The plan for a part of the class.
    #[must_use]
    pub fn of_selection(mut self, selection: &Arc<Selection>) -> Self {
        for variant in &mut self.variants {
            variant.plan.selection = Some(Arc::clone(selection));
        }
        self.selection = Some(Arc::clone(selection));
        self
    }

    fn part(&self, id: &str) -> Option<&Mask> {
        self.selection.as_ref()?.part(id)
    }

    /// Returns `true` if a case of a submission is played.
    pub(super) fn plays(&self, id: &str, case: usize) -> bool {
        self.part(id).is_none_or(|mask| mask.played[case])
    }

    /// Returns `true` if a case of a submission is asked for.
    pub(super) fn asks_for(&self, id: &str, case: usize) -> bool {
        self.part(id).is_none_or(|mask| mask.chosen[case])
    }

    /// Returns `true` if a submission gets a score: if nothing of it is left out.
    pub(super) fn is_whole(&self, id: &str) -> bool {
        self.part(id).is_none()
    }

    /// Forgets the results of cases that were played only because others depend on them.
    pub(super) fn forget_others(&self, id: &str, results: &mut [CaseResult]) {
        let Some(mask) = self.part(id) else { return };
        for (result, chosen) in results.iter_mut().zip(&mask.chosen) {
            if !chosen {
                *result = CaseResult::default();
            }
        }
    }

    /// The book of these submissions, which follow each other; several where not all have the same cases in it.
    pub fn books(&self, graded: Vec<Graded>) -> Vec<Gradebook> {
        let mut books: Vec<(Option<&Mask>, Vec<Graded>)> = Vec::new();
        for graded in graded {
            let mask = self.part(&graded.id);
            match books.last_mut() {
                Some((known, book)) if *known == mask => book.push(graded),
                _ => books.push((mask, vec![graded])),
            }
        }
        let book = |(mask, graded): (Option<&Mask>, Vec<Graded>)| {
            let whole = Gradebook::new(&self.spec);
            let Some(mask) = mask else { return Gradebook { submissions: graded, ..whole } };
            let submissions = graded.into_iter().map(|graded| cut(graded, mask, &self.spec)).collect();
            let spec = Arc::new(cut_spec(&self.spec, &mask.chosen));
            Gradebook { submissions, spec, part: self.about_part(), ..whole }
        };
        books.into_iter().map(book).collect()
    }

    /// What a cover says of the part; `None` if every submission of which anything is asked for is graded in full.
    pub(super) fn about_part(&self) -> Option<Part> {
        let selection = self.selection.as_ref().filter(|selection| !selection.is_of_whole_submissions())?;
        Some(Part { chosen: selection.count_of_cases(), of: selection.cases })
    }
}

/// The spec with these cases, which are worth nothing: there are no points for a part.
fn cut_spec(spec: &Spec, chosen: &[bool]) -> Spec {
    let mut cut = spec.clone();
    let mut chosen = chosen.iter();
    for group in &mut cut.groups {
        group.cases.retain(|_| chosen.next() == Some(&true));
        group.points = Points::ZERO;
        for case in &mut group.cases {
            case.points = Points::ZERO;
        }
    }
    cut.groups.retain(|group| !group.cases.is_empty());
    cut.points = Points::ZERO;
    cut
}

/// A submission with the cases that were asked for, and without all that is about points.
fn cut(graded: Graded, mask: &Mask, spec: &Spec) -> Graded {
    let mut chosen = mask.chosen.iter();
    let mut cut = Graded { is_part: true, ..graded };
    cut.results.retain(|_| chosen.next() == Some(&true));
    for result in &mut cut.results {
        result.earned = Points::ZERO;
    }
    let mut first = 0;
    let mut groups: BTreeSet<&str> = BTreeSet::new();
    for group in &spec.groups {
        let end = first + group.cases.len();
        if mask.chosen[first..end].contains(&true) {
            groups.insert(&group.id);
        }
        first = end;
    }
    cut.not_judged.retain(|open| groups.contains(open.group.as_str()));
    for open in &mut cut.not_judged {
        open.points = Points::ZERO;
    }
    for finding in &mut cut.format {
        finding.cost = Points::ZERO;
    }
    cut.format_cost = Points::ZERO;
    for option in &mut cut.inferred {
        option.cost = Points::ZERO;
    }
    cut.style.clear();
    cut.marks.clear();
    cut.late = None;
    cut
}
