//! What students are shown of the result of a case, and when.

use super::load::Node;
use super::reader::{Fields, Reader, What};
use super::schema;

const SHOW: What = ("`show`", "`show`");

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
pub(super) const PRESETS: [(&str, When); 3] =
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

/// Reads `visibility` and `show`; what they do not say is as it was around them.
pub(super) fn read(reader: &mut Reader, around: Show, fields: &Fields<'_>) -> Show {
    let preset = fields.get("visibility").and_then(|node| reader.choice(node, &PRESETS));
    let mut show = preset.map_or(around, Show::all);
    let Some(node) = fields.get("show") else { return show };
    let fields = reader.fields(node, SHOW, &schema::SHOW);
    let mut part = |key: &str, when: &mut When| {
        let read = |node: &Node| reader.choice(node, &When::ALL);
        *when = fields.get(key).and_then(read).unwrap_or(*when);
    };
    part("points", &mut show.points);
    part("message", &mut show.message);
    part("input", &mut show.input);
    part("expected", &mut show.expected);
    part("actual", &mut show.actual);
    show
}
