//! Conditional assembly: `IF` and its relatives in both dialects.

use super::super::messages;
use super::Assembler;
use super::Site;
use crate::diagnostics::Span;

/// An `IF` that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// True if the lines that are read now count.
    pub(super) is_active: bool,
    /// True if some lines of it counted, or if none can because the `IF` itself is in
    /// lines that do not count.
    is_done: bool,
    has_else: bool,
    pub(super) span: Span,
}

impl Assembler<'_> {
    /// Returns `true` if the lines that are read now are skipped.
    pub(super) fn is_skipping(&self) -> bool {
        self.unit.conditions.last().is_some_and(|condition| !condition.is_active)
    }

    /// Begins a condition that is worked out only if it counts.
    pub(super) fn open_condition(&mut self, span: Span, work_out: impl FnOnce(&mut Self) -> bool) {
        let is_outside_active = !self.is_skipping();
        let is_active = is_outside_active && work_out(self);
        let is_done = is_active || !is_outside_active;
        self.unit.conditions.push(Condition { is_active, is_done, has_else: false, span });
    }

    /// Goes on with the other case: `ELSE`, or `ELIF` with a condition of its own.
    pub(super) fn other_case(
        &mut self,
        site: &Site,
        span: Span,
        is_else: bool,
        work_out: impl FnOnce(&mut Self) -> bool,
    ) {
        let Some(last) = self.innermost() else {
            return self.complain(site, || messages::no_condition_is_open(span));
        };
        let condition = self.unit.conditions[last];
        if condition.has_else {
            return self.complain(site, || messages::second_else(span, condition.span));
        }
        let is_active = !condition.is_done && work_out(self);
        let open = &mut self.unit.conditions[last];
        open.is_active = is_active;
        open.is_done |= is_active;
        open.has_else = is_else;
    }

    /// Ends a condition.
    pub(super) fn close_condition(&mut self, site: &Site, span: Span) {
        if self.innermost().is_some() {
            self.unit.conditions.pop();
        } else {
            self.complain(site, || messages::no_condition_is_open(span));
        }
    }

    /// The innermost condition that was opened in the file or macro that is being read.
    fn innermost(&self) -> Option<usize> {
        let outside = self.unit.frames.last().map_or(0, |frame| frame.conditions);
        (self.unit.conditions.len() > outside).then(|| self.unit.conditions.len() - 1)
    }

    /// Complains about conditions that are open where a file or a macro ends.
    pub(super) fn end_conditions(&mut self, outside: usize) {
        while self.unit.conditions.len() > outside {
            if let Some(condition) = self.unit.conditions.pop() {
                let dialect = self.unit.dialect;
                self.out.add_error(|| messages::condition_not_closed(condition.span, dialect));
            }
        }
    }
}
