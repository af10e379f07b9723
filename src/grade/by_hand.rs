//! Groups of tests that a person has judged, as the grader could not.

use super::gradebook::{CaseResult, Graded, StyleResult};
use super::marks::{Marks, style};
use super::review::{NotJudged, Review};
use super::verdict::Verdict;
use crate::diagnostics::{harmless, text};
use crate::spec::{Group, Points, Spec, When, cases_of};

impl Graded {
    /// Gives groups that were not judged the points that people gave for them. A group that the grader has
    /// judged keeps its points: the marks may be those of an earlier version.
    pub(super) fn take_marks(&mut self, spec: &Spec, marks: &Marks) {
        if let Some(why) = self.review().cloned()
            && spec.groups.iter().any(|group| marks.for_group(spec, &self.id, &group.id).is_some())
        {
            self.problem = None;
            self.note_withheld(spec, &why);
            self.take_style(spec, marks, why);
        }
        for group in &spec.groups {
            let is_open = self.not_judged.iter().any(|open| open.group == group.id);
            if let Some((points, remark)) = marks.for_group(spec, &self.id, &group.id).filter(|_| is_open) {
                self.take_mark(spec, group, points, remark);
            }
        }
    }

    fn take_mark(&mut self, spec: &Spec, group: &Group, points: Points, remark: &str) {
        self.not_judged.retain(|open| open.group != group.id);
        let weights: Vec<u64> = group.cases.iter().map(|case| case.points.hundredths()).collect();
        let verdict = if points == group.most() { Verdict::Pass } else { Verdict::ByHand };
        for (index, earned) in cases_of(&spec.groups, &group.id).into_iter().zip(points.split(&weights)) {
            self.results[index] = CaseResult { earned, ..CaseResult::without_run(verdict) };
        }
        if group.show.message == When::Always {
            let ((title, title_vi), all) = (group.title.both(), group.most());
            let remark = if remark.is_empty() { String::new() } else { format!(" ({})", harmless(remark)) };
            self.remarks.push(text!(
                "{title}: judged by a person, {points} of {all} points{remark}",
                "{title_vi}: người chấm cho {points}/{all} điểm{remark}"
            ));
        }
    }

    /// Style is not judged either where the whole is not.
    fn take_style(&mut self, spec: &Spec, marks: &Marks, why: Review) {
        let Some(item) = style(spec) else { return };
        let Some((points, _)) = marks.for_style(spec, &self.id) else {
            self.not_judged.push(NotJudged { group: item.id, title: item.title, points: item.points, why });
            return;
        };
        let rules = &spec.style.rules;
        let weights: Vec<u64> = rules.iter().map(|rule| rule.points.hundredths()).collect();
        let judged = rules.iter().zip(points.split(&weights)).map(|(rule, earned)| StyleResult {
            rule: rule.clone(),
            passed: Some(earned == rule.points),
            earned,
            cost: Points::ZERO,
            details: vec![text!("judged by a person", "do người chấm")],
            charged_as: None,
        });
        self.style = judged.collect();
    }
}
