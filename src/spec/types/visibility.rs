//! The parts of a case's result that students are shown, and when.

/// When something is shown; later ones are stricter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// At once.
    #[default]
    Always,
    /// Once submissions are closed.
    AfterDue,
    /// Never.
    Never,
}

impl When {
    /// Every time with its name in specs.
    pub const ALL: [(&str, Self); 3] =
        [("always", Self::Always), ("after-due", Self::AfterDue), ("never", Self::Never)];

    /// Returns `true` if the time to show it has come.
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
    /// The input.
    pub input: When,
    /// The expected output.
    pub expected: When,
    /// The output of the program.
    pub actual: When,
}

impl Show {
    /// All parts at the same time.
    pub const fn all(when: When) -> Self {
        Self { points: when, message: when, input: when, expected: when, actual: when }
    }
}
