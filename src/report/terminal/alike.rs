//! Groups that fail in the same way, told in one line.

use super::told::Told;
use super::{BAD, Detail, Page, hint, paint};
use crate::diagnostics::{Text, text};
use crate::grade::{FailedGroup, Gradebook, Graded};
use crate::report::visible::harmless;
use crate::spec::Points;

/// The one way in which all cases of a group fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alike<'b> {
    /// As a case of another group does.
    Case(&'b str),
    /// In format alone, where that is not forgiven.
    Format,
}

/// The way in which all cases of a group fail, if there is nothing more to say.
pub(super) fn fails_alike<'b>(
    book: &'b Gradebook,
    graded: &'b Graded,
    failed: &FailedGroup<'b>,
) -> Option<Alike<'b>> {
    let all = failed.group.cases.len();
    let told = Told::of(book, graded, failed);
    match told.elsewhere.as_slice() {
        [(as_case, _)] if told.is_all_elsewhere(all) && hint(graded, failed).is_none() => {
            Some(Alike::Case(as_case))
        }
        _ if told.format_only.len() == all => Some(Alike::Format),
        _ => None,
    }
}

impl Page {
    /// Groups that fail in one way: in one line, if there are several.
    pub(super) fn alike(
        &mut self,
        book: &Gradebook,
        graded: &Graded,
        way: Alike<'_>,
        groups: &[FailedGroup<'_>],
        detail: Detail,
    ) {
        if let [only] = groups {
            self.group(book, graded, only, detail);
            return;
        }
        let count = groups.len();
        let head = match way {
            Alike::Case(as_case) => text!(
                "{count} more groups fail in the same way as `{as_case}`",
                "{count} nhóm nữa cũng sai giống `{as_case}`"
            ),
            Alike::Format => text!(
                "{count} groups are correct except for formatting, which must match exactly here",
                "{count} nhóm đúng trừ phần trình bày, mà ở đây phải khớp chính xác"
            ),
        };
        let shows_points =
            groups.iter().flat_map(|group| &group.failed).all(|index| book.shown(*index).points);
        let lost: Points = groups.iter().filter(|group| !group.group.bonus).map(|group| group.lost).sum();
        let lost =
            if shows_points { text!("   -{lost} points", "   -{lost} điểm") } else { Text::default() };
        let head = paint(BAD.bold(), head.to(self.language));
        self.line(&format!("{head}{}", lost.to(self.language)));
        let titles: Vec<String> =
            groups.iter().map(|group| harmless(group.group.title.to(self.language))).collect();
        self.line(&format!("  {}", titles.join(" · ")));
        self.line("");
    }
}
