//! The settings of a MIPS machine, and the simulators whose behaviour can be chosen.

use std::sync::Arc;

use super::map::MemoryMap;
use crate::console::Files;

/// A simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// MARS 4.5.
    Mars,
    /// SPIM 8.0.
    Spim,
}

/// Every profile with its name and what it is; the first one is the default.
pub const PROFILES: &[(&str, Profile, &str)] = &[
    ("mars", Profile::Mars, "MARS 4.5: bad input and faults end the program"),
    (
        "spim",
        Profile::Spim,
        "SPIM 8.0: starts at `main`, takes the number that a line begins with, goes on after faults",
    ),
];

impl Profile {
    /// The profile of a name.
    pub fn find(id: &str) -> Option<Self> {
        PROFILES.iter().find(|(name, ..)| *name == id).map(|(_, profile, _)| *profile)
    }
}

/// The ways in which the services that read a character or a string take the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputMode {
    /// As MARS does in its window: a character comes without ENTER, and a string ends when its buffer is full.
    #[default]
    Key,
    /// As MARS does on the command line: every service takes a whole line.
    Line,
}

impl InputMode {
    /// Every mode with its name.
    pub const ALL: [(&'static str, Self); 2] = [("key", Self::Key), ("line", Self::Line)];

    /// The mode of a name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == id).map(|(_, mode)| *mode)
    }
}

/// The settings of a machine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The memory configuration that programs are assembled for.
    pub map: MemoryMap,
    /// The simulator whose behaviour is asked for.
    pub profile: Profile,
    /// The way in which characters and strings are read.
    pub input: InputMode,
    /// True if the program starts at the global label `main` rather than at its first instruction.
    pub start_at_main: bool,
    /// True if branches are delayed: a branch takes effect after the next instruction.
    pub delayed_branches: bool,
    /// True if instructions can be read, written and made at run time.
    pub self_modifying: bool,
    /// The numbers that the random services give before they draw any themselves; an index
    /// is taken modulo the bound.
    pub draws: Arc<[i32]>,
    /// The seed of the random streams that the program does not seed.
    pub seed: u64,
    /// The files that are there when the program starts.
    pub files: Arc<Files>,
    /// The files of the submission that the program may read; what it leaves does not count them.
    pub lying: Arc<Files>,
}

impl From<Profile> for Setup {
    fn from(profile: Profile) -> Self {
        Self {
            map: MemoryMap::default(),
            profile,
            input: match profile {
                Profile::Mars => InputMode::Key,
                Profile::Spim => InputMode::Line,
            },
            start_at_main: profile == Profile::Spim,
            delayed_branches: false,
            self_modifying: false,
            draws: Arc::new([]),
            seed: 0,
            files: Arc::default(),
            lying: Arc::default(),
        }
    }
}

impl Default for Setup {
    fn default() -> Self {
        Profile::Mars.into()
    }
}
