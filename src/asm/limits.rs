//! Limits on the size of what a source expands to. Every assembler enforces these, so that no input takes
//! long or fills memory.

/// More lines than these do not come out of the macros of a program that people write.
pub const MOST_EXPANDED_LINES: usize = 100_000;

/// More bytes than these do not come out of macros and replaced names, counted with each place that is replaced.
pub const MOST_EXPANDED_BYTES: usize = 8 << 20;

/// Uses of macros within each other, and files that include each other, are not nested deeper.
pub const DEEPEST: usize = 50;

/// More bytes of data than these, four times a data segment, overwrite each other again and again.
pub const MOST_DATA: usize = 16 << 20;

/// More words than these, four times the memory of an LC-3, overwrite each other again and again.
pub const MOST_WORDS: usize = 4 << 16;

/// More blocks than these do not stand in one source.
pub const MOST_BLOCKS: usize = 4096;

/// Longer lines are not written by people; names that double at each use produce them.
pub const LONGEST_LINE: usize = 20_000;

/// The amount that a source has used so far, held to a limit.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    spent: usize,
    most: usize,
    is_reported: bool,
}

impl Budget {
    /// A budget of `most`, of which nothing is spent.
    pub const fn new(most: usize) -> Self {
        Self { spent: 0, most, is_reported: false }
    }

    /// Spends some of it; `false` if that is more than there is, now or before.
    pub fn spend(&mut self, amount: usize) -> bool {
        self.spent = self.spent.saturating_add(amount);
        !self.is_exceeded()
    }

    /// The amount left.
    pub fn rest(&self) -> usize {
        self.most.saturating_sub(self.spent)
    }

    /// Returns `true` if more was spent than there is.
    pub fn is_exceeded(&self) -> bool {
        self.spent > self.most
    }

    /// Returns `true` the first time only, so that the source is reported once as too large.
    pub fn report(&mut self) -> bool {
        !std::mem::replace(&mut self.is_reported, true)
    }

    /// Returns `true` if the source was reported as too large.
    pub fn is_reported(&self) -> bool {
        self.is_reported
    }
}

/// The output of macros and repetitions so far.
#[derive(Clone, Copy, Debug)]
pub struct Expanded {
    /// The lines.
    pub lines: Budget,
    /// The bytes of text, counted with each place that is replaced.
    pub bytes: Budget,
}

impl Default for Expanded {
    fn default() -> Self {
        Self { lines: Budget::new(MOST_EXPANDED_LINES), bytes: Budget::new(MOST_EXPANDED_BYTES) }
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn a_budget_is_exceeded_for_good_and_reported_once() {
        let mut budget = Budget::new(10);
        assert!(budget.spend(10) && !budget.is_exceeded());
        assert_eq!(budget.rest(), 0);
        assert!(!budget.spend(usize::MAX) && !budget.spend(0));
        assert!(!budget.is_reported() && budget.report() && !budget.report() && budget.is_reported());
    }
}
