//! What students are shown of the result of a case, and when.

/// When something is shown; later ones are stricter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// At once.
    #[default]
    Always,
    /// Once nobody can hand in any more.
    AfterDue,
    /// Never.
    Never,
}

impl When {
    /// Every time with its name in specs.
    pub const ALL: [(&str, Self); 3] =
        [("always", Self::Always), ("after-due", Self::AfterDue), ("never", Self::Never)];

    /// Whether it has come.
    pub fn has_come(self, is_after_due: bool) -> bool {
        self == Self::Always || (self == Self::AfterDue && is_after_due)
    }
}

/// The names for all parts at once.
pub(in crate::spec) const PRESETS: [(&str, When); 3] =
    [("visible", When::Always), ("after-due", When::AfterDue), ("hidden", When::Never)];

/// When students see which part of a case's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// The points that it earns and those that it is worth.
    pub points: When,
    /// The verdict and the reasons.
    pub message: When,
    /// What is typed.
    pub input: When,
    /// What must come out.
    pub expected: When,
    /// What the program printed.
    pub actual: When,
}

impl Show {
    /// All parts at the same time.
    pub const fn all(when: When) -> Self {
        Self { points: when, message: when, input: when, expected: when, actual: when }
    }
}
