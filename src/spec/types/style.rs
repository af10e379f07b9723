//! Style requirements: the name of each check, what it earns or costs, and how it is read.

use crate::isa::{ISAS, Isa};
use crate::machine::ServiceCheck;
use crate::spec::types::{Points, Share};
use crate::stored::{Deserialize, Serialize};

/// The style requirements on the program's source and on its runs.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// The ids of the cases that are watched for it.
    pub cases: Vec<String>,
    /// The demands.
    pub rules: Vec<StyleRule>,
    /// The most that all penalties together take away; `None` if there is no such limit.
    pub most: Option<Points>,
}

/// One demand with its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleRule {
    /// The check.
    pub check: StyleCheck,
    /// The points that it earns if it is met.
    pub points: Points,
    /// The points that it takes away if it is not met.
    pub costs: Points,
    /// The services that must be called, or must not.
    pub services: Vec<Service>,
    /// The share of lines that must have a comment.
    pub at_least: Share,
}

/// A service of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Its number.
    pub number: u32,
    /// The name in reports.
    pub name: String,
}

/// A check of a watched run or of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StyleCheck {
    /// The services that are called are those that an instruction set wants.
    Service(&'static ServiceCheck),
    /// The program has subroutines and calls them.
    Subroutines,
    /// Each subroutine gives back the registers that it changes, results excepted.
    SavedRegisters,
    /// No value is used that the program did not put there.
    NoUndefinedValues,
    /// The program halts at the end of the game.
    Halts,
    /// Each of some services is called.
    Uses,
    /// None of some services is called.
    Avoids,
    /// This many lines with instructions have a comment.
    Comments,
    /// The source begins with a comment.
    HeaderComment,
}

impl From<StyleCheck> for String {
    fn from(check: StyleCheck) -> Self {
        check.id().to_owned()
    }
}

impl TryFrom<String> for StyleCheck {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        Self::all().find(|check| check.id() == id).ok_or_else(|| format!("there is no style check {id}"))
    }
}

impl StyleCheck {
    /// Returns `true` if the source shows it and no run is needed.
    pub fn is_about_source(self) -> bool {
        match self {
            Self::Comments | Self::HeaderComment => true,
            Self::Service(_)
            | Self::Subroutines
            | Self::SavedRegisters
            | Self::NoUndefinedValues
            | Self::Halts
            | Self::Uses
            | Self::Avoids => false,
        }
    }

    /// Returns `true` if it is about services that the spec names.
    pub(in crate::spec) fn names_services(self) -> bool {
        match self {
            Self::Uses | Self::Avoids => true,
            Self::Service(_)
            | Self::Subroutines
            | Self::SavedRegisters
            | Self::NoUndefinedValues
            | Self::Halts
            | Self::Comments
            | Self::HeaderComment => false,
        }
    }

    /// The checks that every instruction set has.
    const COMMON: [Self; 8] = [
        Self::Subroutines,
        Self::SavedRegisters,
        Self::NoUndefinedValues,
        Self::Halts,
        Self::Uses,
        Self::Avoids,
        Self::Comments,
        Self::HeaderComment,
    ];

    /// The checks of an instruction set: its own first.
    pub fn of(isa: &'static Isa) -> impl Iterator<Item = Self> {
        isa.checks.iter().map(Self::Service).chain(Self::COMMON)
    }

    /// Every check.
    pub fn all() -> impl Iterator<Item = Self> {
        ISAS.iter().flat_map(|isa| isa.checks).map(Self::Service).chain(Self::COMMON)
    }

    /// The name in specs and reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Service(check) => check.id,
            Self::Subroutines => "subroutines",
            Self::SavedRegisters => "saved-registers",
            Self::NoUndefinedValues => "no-undefined-values",
            Self::Halts => "halts",
            Self::Uses => "uses",
            Self::Avoids => "avoids",
            Self::Comments => "comments",
            Self::HeaderComment => "header-comment",
        }
    }
}
