//! The failed cases of a group, as they are reported: one of them in full, the others by name.

use super::case_id;
use crate::diagnostics::{Text, text};
use crate::grade::{FailedGroup, Gradebook, Graded, Verdict};
use crate::report::account::waits_for;

/// The failed cases of a group, as they are reported.
#[derive(Default)]
pub(super) struct Told<'b> {
    /// The case that is reported here.
    pub(super) here: Option<usize>,
    /// The cases that go wrong like it.
    pub(super) alike: Vec<&'b str>,
    /// The cases that go wrong like one that another group reports.
    pub(super) elsewhere: Vec<(&'b str, Vec<&'b str>)>,
    /// Cases that fail in other ways; the first one would be reported if all before were right.
    elsehow: Vec<&'b str>,
    /// Cases that differ in format alone.
    pub(super) format_only: Vec<&'b str>,
    /// Cases that were not run, by what they wait for.
    pub(super) not_run: Vec<(Text, Vec<&'b str>)>,
}

impl<'b> Told<'b> {
    pub(super) fn of(book: &'b Gradebook, graded: &'b Graded, failed: &FailedGroup<'_>) -> Self {
        let mut told = Self::default();
        let ids = || failed.failed.iter().map(|index| (*index, case_id(book, *index)));
        let told_as = |index: usize| {
            let failure = graded.results[index].failure.as_ref();
            failure.and_then(|failure| failure.told_as.as_deref())
        };
        told.here = ids().find(|(index, id)| told_as(*index) == Some(id)).map(|(index, _)| index);
        let here = told.here.map(|index| case_id(book, index));
        for (index, id) in ids() {
            if !graded.results[index].comparison.kinds.is_empty() {
                told.format_only.push(id);
                continue;
            }
            if graded.results[index].verdict == Verdict::Skipped {
                let words = waits_for(book, graded, index);
                match told.not_run.iter_mut().find(|(known, _)| *known == words) {
                    Some((_, cases)) => cases.push(id),
                    None => told.not_run.push((words, vec![id])),
                }
                continue;
            }
            match told_as(index) {
                Some(as_case) if as_case == id => {}
                Some(as_case) if Some(as_case) == here => told.alike.push(id),
                Some(as_case) => match told.elsewhere.iter_mut().find(|(known, _)| *known == as_case) {
                    Some((_, cases)) => cases.push(id),
                    None => told.elsewhere.push((as_case, vec![id])),
                },
                None => told.elsehow.push(id),
            }
        }
        told
    }

    /// Returns `true` if all cases of a group of this size are reported by another group's.
    pub(super) fn is_all_elsewhere(&self, size: usize) -> bool {
        self.elsewhere.iter().map(|(_, cases)| cases.len()).sum::<usize>() == size
    }

    /// The names of all cases but the one that is reported here.
    pub(super) fn others(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        if !self.alike.is_empty() {
            let cases = self.alike.join(", ");
            lines.push(text!(
                "also failing, in the same way: {cases}",
                "cũng sai theo cùng một cách: {cases}"
            ));
        }
        for (as_case, cases) in &self.elsewhere {
            let cases = cases.join(", ");
            lines.push(text!("as in `{as_case}`: {cases}", "giống `{as_case}`: {cases}"));
        }
        for (words, cases) in &self.not_run {
            let (cases, (en, vi)) = (cases.join(", "), words.both());
            lines.push(text!("{cases}: {en}", "{cases}: {vi}"));
        }
        if !self.elsehow.is_empty() {
            let cases = self.elsehow.join(", ");
            lines.push(text!(
                "also failing, with other output: {cases}",
                "cũng sai, với đầu ra khác: {cases}"
            ));
        }
        if !self.format_only.is_empty() {
            let cases = self.format_only.join(", ");
            lines.push(text!(
                "correct except for formatting, which must match exactly here: {cases}",
                "đúng, chỉ khác về trình bày, mà ở đây phải khớp chính xác: {cases}"
            ));
        }
        lines
    }
}
