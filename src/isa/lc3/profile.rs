//! The simulators whose behaviour can be asked for.
//!
//! Sources: lc3tools 2.0.2 `src/backend/lc3os.cpp` and `device.cpp`; lc3-ensemble 0.10 `src/os.asm`; UIUC lc3tools 0.12
//! `lc3os.asm` and `lc3sim`; complx `liblc3`; lc3web `lc3_core.js`. The run-time probes of `fixtures/lc3/run` pin
//! what is printed.

use super::dialect::Dialect;

/// The edition of the book whose machine is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// TRAP saves its return address in R7, and LEA sets the condition codes.
    Second,
    /// TRAP leaves R7 and the condition codes alone, and so does LEA.
    #[default]
    Third,
}

/// The memory that a program in user mode may touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// x3000 to xFDFF only.
    #[default]
    Enforced,
    /// Everything, device registers included.
    Open,
}

/// The texts that a simulator prints by itself.
#[derive(Clone, Copy, Debug)]
pub struct SystemTexts {
    /// The prompt of `IN`; part of what the program shows.
    pub input_prompt: &'static [u8],
    /// True if `IN` prints a line feed after the echoed key.
    pub line_after_input: bool,
    /// The text printed by `HALT`.
    pub halt: &'static [u8],
    /// After a trap that does not exist.
    pub bad_trap: &'static [u8],
    /// After an instruction that only the operating system may execute.
    pub privilege: &'static [u8],
    /// After a word that is no instruction.
    pub illegal: &'static [u8],
    /// After an access to protected memory.
    pub access: &'static [u8],
}

/// A simulator.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a quirk of its own")]
pub struct Profile {
    /// The name in specs and on the command line.
    pub id: &'static str,
    /// The edition that it implements.
    pub edition: Edition,
    /// The access rules that it starts with.
    pub access: Access,
    /// The texts that it prints by itself.
    pub texts: SystemTexts,
    /// True if the display turns x0D into x0A.
    pub return_is_newline: bool,
    /// True if `JSRR R7` links before it reads R7 and so goes nowhere.
    pub links_before_jump: bool,
    /// True if a run starts at the first `.ORIG`, even if the program has words at other addresses.
    pub starts_at_first_block: bool,
    /// True if keys above x7F are sign-extended to 16 bits.
    pub sign_extends_keys: bool,
}

const QUIET: SystemTexts = SystemTexts {
    input_prompt: b"Input character: ",
    line_after_input: false,
    halt: b"",
    bad_trap: b"",
    privilege: b"",
    illegal: b"",
    access: b"",
};

const PLAIN: Profile = Profile {
    id: "",
    edition: Edition::Third,
    access: Access::Open,
    texts: QUIET,
    return_is_newline: false,
    links_before_jump: false,
    starts_at_first_block: false,
    sign_extends_keys: false,
};

/// Every simulator; the first one is the default.
pub const PROFILES: &[Profile] = &[
    Profile {
        id: "lc3tools",
        access: Access::Enforced,
        texts: SystemTexts {
            input_prompt: b"\nInput a character> ",
            line_after_input: true,
            halt: b"\n\n--- Halting the LC-3 ---\n\n",
            bad_trap: b"\n\n--- Undefined trap executed ---\n\n",
            privilege: b"\n\n--- Privilege violation ---\n\n",
            illegal: b"\n\n--- Illegal opcode ---\n\n",
            access: b"\n\n--- Access violation---\n\n",
        },
        return_is_newline: true,
        links_before_jump: true,
        starts_at_first_block: true,
        sign_extends_keys: true,
        ..PLAIN
    },
    Profile {
        id: "lc3-ensemble",
        access: Access::Enforced,
        texts: SystemTexts {
            bad_trap: b"\n--- Bad trap executed ---",
            privilege: b"\n--- Privilege violation ---",
            illegal: b"\n--- Illegal opcode ---",
            access: b"\n--- Access violation ---",
            ..QUIET
        },
        ..PLAIN
    },
    Profile { id: "complx", ..PLAIN },
    Profile {
        id: "lc3sim",
        edition: Edition::Second,
        texts: SystemTexts {
            input_prompt: b"\nInput a character> ",
            line_after_input: true,
            halt: b"\n\n--- halting the LC-3 ---\n\n",
            bad_trap: b"\n\n--- undefined trap executed ---\n\n",
            ..QUIET
        },
        ..PLAIN
    },
    Profile {
        id: "pennsim",
        edition: Edition::Second,
        texts: SystemTexts { input_prompt: b"\nInput a character> ", line_after_input: true, ..QUIET },
        ..PLAIN
    },
    Profile {
        id: "lc3web",
        edition: Edition::Second,
        texts: SystemTexts {
            input_prompt: b"Input a character> ",
            halt: b"\n----- Halting the processor ----- \n",
            ..QUIET
        },
        ..PLAIN
    },
];

impl Profile {
    /// The profile of a name.
    pub fn find(id: &str) -> Option<Self> {
        PROFILES.iter().find(|profile| profile.id == id).copied()
    }
}

impl Default for Profile {
    fn default() -> Self {
        PROFILES[0]
    }
}

/// The settings of an LC-3.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The simulator whose texts and quirks are used.
    pub profile: Profile,
    /// The edition; a profile's own unless a spec says otherwise.
    pub edition: Edition,
    /// The access rules; a profile's own unless a spec says otherwise.
    pub access: Access,
    /// With keyboard interrupts on: the number of instructions before the next key arrives.
    pub key_delay: u64,
    /// The tool whose reading of the source is meant; that of any tool if it is `None`.
    pub dialect: Option<Dialect>,
}

impl From<Profile> for Setup {
    fn from(profile: Profile) -> Self {
        Self { profile, edition: profile.edition, access: profile.access, key_delay: 10_000, dialect: None }
    }
}

impl Default for Setup {
    fn default() -> Self {
        Profile::default().into()
    }
}
