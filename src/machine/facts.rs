//! The facts that a watched run finds.

use std::collections::{BTreeMap, BTreeSet};

/// Something that can hold a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// A register, by number.
    Register(u8),
    /// A word of memory, by address.
    Memory(u32),
}

/// A proof that a program never stops: at the end of the loop everything is as it was at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessLoop {
    /// The addresses of the loop's instructions, each once, in the order of their first execution.
    pub addresses: Vec<u32>,
    /// The number of instructions in one round.
    pub period: u64,
    /// True if the loop asks for a key that never comes.
    pub waits_for_key: bool,
    /// True if the loop prints something in every round.
    pub prints: bool,
}

/// Where the program left its instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanOff {
    /// The last instruction that was executed before.
    pub from: u32,
    /// The first word that was executed and is not an instruction of the source.
    pub to: u32,
}

/// A use of a value that the program never put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndefinedUse {
    /// The instruction that uses the value.
    pub at: u32,
    /// The register or word of memory that holds the value.
    pub holder: Where,
}

/// A subroutine that leaves registers changed that its callers do not use as results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clobber {
    /// The subroutine's first instruction.
    pub subroutine: u32,
    /// The registers, bit n for register n.
    pub registers: u32,
}

/// One call on the way to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The calling instruction.
    pub call: u32,
    /// The first instruction of the subroutine.
    pub subroutine: u32,
}

/// A return that went back to no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostReturn {
    /// The return.
    pub at: u32,
    /// The call that it should have gone back to.
    pub call: Frame,
    /// The load from which it has the address that it went to, if it has it from memory.
    pub loaded_at: Option<u32>,
}

/// All facts that a watched run finds.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The loop that the program is caught in, if there is a proof.
    pub endless_loop: Option<EndlessLoop>,
    /// Where the program ran off its instructions, if it did.
    pub ran_off: Option<RanOff>,
    /// The first return that went back to no call.
    pub lost_return: Option<LostReturn>,
    /// The last instruction of the source that was executed.
    pub last_in_source: Option<u32>,
    /// Uses of undefined values, each instruction once, in the order of execution.
    pub undefined: Vec<UndefinedUse>,
    /// Subroutines that do not restore what they change.
    pub clobbers: Vec<Clobber>,
    /// The number of calls of each subroutine, by its first instruction.
    pub subroutines: BTreeMap<u32, u64>,
    /// The number of calls of each service, by its number.
    pub services: BTreeMap<u32, u64>,
    /// The instruction that called each service first, by the service's number.
    pub first_calls: BTreeMap<u32, u32>,
    /// Instructions that use device registers or memory that other simulators protect.
    pub protected_accesses: BTreeSet<u32>,
    /// Instructions that read a key from the keyboard, by service or device.
    pub key_reads: BTreeSet<u32>,
    /// For each byte of output the instruction that printed it.
    pub printed_by: Vec<u32>,
    /// The calls under way when the run ended, outermost first.
    pub stack: Vec<Frame>,
}
