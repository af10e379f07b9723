//! A validated spec. Everything here is consistent: ids are unique and points add up.

use std::sync::Arc;

use crate::asm::ProgramFile;
use crate::console::Script;
use crate::diagnostics::Text;
use crate::machine::{Machine, Overrides, Start, World};
use crate::referee::Assignment;
use crate::spec::types::{
    Checked, Dialogue, DialogueCase, FormatPolicy, FormatPrices, GroupScore, Interactor, Judge, Ladder, Late,
    Mode, OtherRun, OtherSide, Outline, Points, Property, RubricItem, SelfCheck, Show, Starter, Style,
    Subroutine,
};

/// The format version that this program reads.
pub(in crate::spec) const VERSION: &str = "1";

/// The default language of programs.
pub(in crate::spec) const ASSEMBLY: &str = "assembly";

/// An assignment and how its submissions are graded.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name of the assignment in file names and reports.
    pub id: String,
    /// The title to show.
    pub title: Text,
    /// The points of everything together.
    pub points: Points,
    /// The rules for the files that are handed in.
    pub submission: SubmissionRules,
    /// The machine that runs it.
    pub machine: Machine,
    /// Other machines on which every test must pass too.
    pub runs: Vec<OtherRun>,
    /// The limits on time and size.
    pub limits: Limits,
    /// The input conventions: how keys are typed.
    pub input: Input,
    /// The program that gives the expected output.
    pub reference: Option<Reference>,
    /// The rules for speaking with its programs, if their wording is free.
    pub dialogue: Option<Dialogue>,
    /// The path that it was read from, as it was given.
    pub path: String,
    /// The fingerprint of its text and of all files that it names: what is graded by one is graded alike.
    pub fingerprint: String,
    /// The fingerprints of its parts.
    pub outline: Outline,
    /// The way in which output is compared.
    pub compare: Compare,
    /// The price of differences of format.
    pub format: FormatPolicy,
    /// The cases in groups.
    pub groups: Vec<Group>,
    /// The demands on the program's source and on its style at run time.
    pub style: Style,
    /// The program that expected texts are written from.
    pub model: Option<String>,
    /// The rubric items, which people judge.
    pub rubric: Vec<RubricItem>,
    /// The most points that a submission gets, even if it earns more; `None` if there is no such limit.
    pub cap: Option<Points>,
    /// The penalty for handing in late.
    pub late: Late,
    /// The programs that its tests are tested with.
    pub selfcheck: SelfCheck,
}

impl Spec {
    /// Returns `true` if commands of its own judge the output of programs.
    pub fn runs_commands(&self) -> bool {
        let asks = |case: &Case| match &case.expectation {
            Expectation::Checked(checked) => {
                let talks = |talk: &Arc<Interactor>| matches!(talk.side, OtherSide::Command { .. });
                checked.mode.command.is_some() || checked.interactor.as_ref().is_some_and(talks)
            }
            Expectation::Keys(_)
            | Expectation::Literal { .. }
            | Expectation::Subroutine(_)
            | Expectation::Dialogue(_)
            | Expectation::Property(_) => false,
        };
        self.compare.mode.command.is_some() || self.cases().any(asks)
    }

    /// All cases in order.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.groups.iter().flat_map(|group| &group.cases)
    }

    /// The cases that are dialogues, in order.
    pub fn dialogues(&self) -> impl Iterator<Item = (&Case, &DialogueCase)> {
        self.cases().filter_map(|case| match &case.expectation {
            Expectation::Dialogue(played) => Some((case, played.as_ref())),
            _ => None,
        })
    }
}

/// The rules by which files belong to a submission's program.
#[derive(Clone, Debug)]
pub struct SubmissionRules {
    /// File name patterns with `*` and `?`, most wanted first; the first one that fits any file decides.
    pub programs: Vec<String>,
    /// Patterns of files that are loaded next to the program, such as an interrupt routine.
    pub beside: Vec<String>,
    /// True if all files that fit may be one program.
    pub together: bool,
    /// Returns `true` if a program of several files begins with this file.
    pub begins: fn(&ProgramFile) -> bool,
    /// The largest file that is read, in bytes.
    pub max_bytes: u64,
    /// The file that students start from, if parts of it must stay as they are.
    pub starter: Option<Starter>,
    /// Files of the assignment that every program is built with.
    pub harness: Vec<ProgramFile>,
}

/// Limits of a single run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The instruction budget.
    pub fuel: u64,
    /// The most output, in bytes.
    pub output: usize,
}

/// The input conventions: how keys are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The key that follows each entry.
    pub enter: EnterKey,
}

/// The key typed after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnterKey {
    /// Found out once for each submission, from what its program asks for.
    #[default]
    Auto,
    /// Nothing: the key alone.
    None,
    /// ENTER as x0A.
    LineFeed,
    /// ENTER as x0D.
    CarriageReturn,
}

impl EnterKey {
    /// Every way with its name in specs.
    pub const ALL: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("none", Self::None), ("lf", Self::LineFeed), ("cr", Self::CarriageReturn)];
}

/// A reference implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// [`reference::connect_four`], which prints every byte.
    ConnectFour,
    /// [`reference::c_connect_four`], which prints every byte of what comes of an input.
    CConnectFour,
    /// An assignment whose wording is free.
    Dialogue(Assignment),
}

impl Reference {
    /// Every reference with its name in specs.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let dialogues = Assignment::ALL.into_iter().map(|(name, known)| (name, Self::Dialogue(known)));
        [("lc3-connect-four", Self::ConnectFour), ("c-connect-four", Self::CConnectFour)]
            .into_iter()
            .chain(dialogues)
    }
}

/// The way in which output is compared.
#[derive(Clone, Debug)]
pub struct Compare {
    /// True if every byte counts. Otherwise logic is distinguished from format.
    pub exact: bool,
    /// The rule on the way in which a program ends.
    pub halt: HaltRule,
    /// The share of its points that a case keeps where its output differs, unless it has its own ladder.
    pub ladder: Ladder,
    /// The way in which expected text is compared, unless a group or a case has its own.
    pub mode: Mode,
}

/// The rule on the way in which a program ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HaltRule {
    /// The program must halt where the reference ends, and nowhere else.
    #[default]
    Required,
    /// The same, but a game that is right up to its result is only charged for the missing halt, once for all games.
    Once,
    /// Only the output counts.
    Free,
}

impl HaltRule {
    /// The rules with their names in specs.
    pub const ALL: [(&'static str, Self); 3] =
        [("required", Self::Required), ("once", Self::Once), ("free", Self::Free)];

    /// Returns `true` if a program fails that ends in another way than the reference.
    pub fn is_binding(self) -> bool {
        self != Self::Free
    }
}

/// Cases that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// The group's id.
    pub id: String,
    /// The title to show.
    pub title: Text,
    /// A hint on what to try when its cases fail; may be empty.
    pub hint: Text,
    /// The points of its cases together.
    pub points: Points,
    /// The rule by which the points of its cases make those of the group.
    pub score: GroupScore,
    /// True if it is extra: it adds to the score, and not to the points that can be reached.
    pub bonus: bool,
    /// The most that it earns; `None` if that is what its cases earn.
    pub cap: Option<Points>,
    /// The groups and cases that must be passed before its cases are run.
    pub requires: Vec<String>,
    /// The parts of its results that students are shown, and when.
    pub show: Show,
    /// The cases.
    pub cases: Vec<Case>,
}

impl Group {
    /// The most that it can earn.
    pub fn most(&self) -> Points {
        self.cap.map_or(self.points, |cap| cap.min(self.points))
    }

    /// The points that it adds to those that can be reached: none if it is extra.
    pub fn possible(&self) -> Points {
        if self.bonus { Points::ZERO } else { self.most() }
    }
}

/// What a wrong text is worth: nothing, or the share of its lines that are right. With the names in specs.
pub(in crate::spec) const CREDITS: [(&str, bool); 2] = [("none", false), ("by-line", true)];

/// One run of a submission.
#[derive(Clone, Debug)]
pub struct Case {
    /// The case's id, unique in the spec.
    pub id: String,
    /// The points of the case.
    pub points: Points,
    /// The input and the demands on the output.
    pub expectation: Expectation,
    /// The contents of memory and registers at the start.
    pub start: Start,
    /// The random seed of the program's draws.
    pub seed: u64,
    /// True if no file can be opened for writing.
    pub disk_is_full: bool,
    /// The keys of the machine that have another value in it.
    pub overrides: Overrides,
    /// The share of its points that it keeps where its output is not the same byte by byte.
    pub ladder: Ladder,
    /// The price of differences of format in it.
    pub format: FormatPrices,
    /// The groups and cases that must be passed before it is run, in addition to those
    /// that its group requires.
    pub requires: Vec<String>,
    /// The limits of its runs, where they are others than those of the spec.
    pub limits: Option<Limits>,
    /// True if each line of its expected text is worth a part of its points.
    pub by_line: bool,
}

impl Case {
    /// The limits of its runs, given those of the spec.
    pub fn limits(&self, of_spec: Limits) -> Limits {
        self.limits.unwrap_or(of_spec)
    }

    /// The world that the program is started in: memory, seed, disk.
    pub fn world(&self) -> World<'static> {
        let Self { start, seed, disk_is_full, overrides, .. } = *self;
        World { start, seed, disk_is_full, overrides, preset: None }
    }
}

/// The input and the demands on the output.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// Moves, each followed by ENTER if the submission wants it; the reference gives the expected output.
    Keys(String),
    /// Bytes as they are, and the output as it must be.
    Literal {
        /// The input.
        stdin: Arc<Script>,
        /// The expected output.
        output: String,
    },
    /// Bytes as they are, and demands on the output.
    Checked(Arc<Checked>),
    /// Values in the machine before and after, and what comes out between.
    Subroutine(Arc<Subroutine>),
    /// The acts of the players, for programs with words of their own; the reference goes in step.
    Dialogue(Arc<DialogueCase>),
    /// Inputs that are drawn at random.
    Property(Arc<Property>),
}

impl Expectation {
    /// Returns `true` if only a reference can give the expected output.
    pub fn needs_reference(&self) -> bool {
        match self {
            Self::Keys(_) => true,
            Self::Property(property) => matches!(property.judge, Judge::Keys),
            Self::Literal { .. } | Self::Checked(_) | Self::Subroutine(_) | Self::Dialogue(_) => false,
        }
    }
}
