//! The observer of the second run: it collects [`Facts`] from the [`Effects`] of each instruction, for every instruction
//! set alike.

mod calls;
mod definedness;
mod loops;
mod places;

pub use calls::Judged;
pub use definedness::Unwritten;
pub use places::Text;

use calls::Calls;
use definedness::Definedness;
use loops::Loops;
use places::Places;

use super::{Effects, Facts, Flow, Preset, Stop};

/// What a machine is, as far as watching its runs goes.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Where instructions can be, and where the program has some.
    pub texts: Vec<Text>,
    /// The lowest address of memory that belongs to programs.
    pub lowest: u32,
    /// Where the run begins.
    pub entry: u32,
    /// The distance between instructions.
    pub instruction: u32,
    /// The register that calls leave their return address in.
    pub link: u8,
    /// The registers that hold a value that means something when a program starts, as a mask.
    pub defined: u32,
    /// The memory that holds nothing that means something when a program starts.
    pub unwritten: Vec<Unwritten>,
    /// Which registers subroutines must give back.
    pub judged: Judged,
}

/// Watches a run of a machine of which `State` is everything beside memory that decides what it does next.
#[derive(Debug)]
pub struct Watch<State> {
    facts: Facts,
    loops: Loops<State>,
    calls: Calls,
    definedness: Definedness,
    places: Places,
    last_pc: u32,
    /// Whether the instruction that is executed stores what its effects say, and nothing else.
    stores_itself: bool,
}

impl<State: PartialEq> Watch<State> {
    /// Watches a run from its beginning.
    pub fn new(watched: Watched, preset: Option<&Preset>) -> Self {
        let Watched { texts, lowest, entry, instruction, link, defined, unwritten, judged } = watched;
        Self {
            facts: Facts::default(),
            loops: Loops::new(),
            calls: Calls::new(judged, link, instruction, preset),
            definedness: Definedness::new(defined, unwritten, preset),
            places: Places::new(texts, lowest, instruction, preset),
            last_pc: preset.and_then(|preset| preset.entry).unwrap_or(entry),
            stores_itself: false,
        }
    }

    /// How many instructions are to be executed yet until a proved loop is known in all its parts.
    pub fn to_record(&self) -> u64 {
        self.loops.to_record()
    }

    /// Looks for a loop before the instruction at `pc`; `false` if the run need not go on. The state is asked for where it
    /// matters; without one no loop is looked for.
    #[inline]
    pub fn may_go_on(&mut self, pc: u32, state: impl FnOnce() -> Option<State>) -> bool {
        self.loops.visit(pc <= self.last_pc, state, &mut self.facts)
    }

    /// Follows the instruction at `pc` before it is executed. `register` gives the values of general registers, and
    /// `is_system` says whether an address that is no instruction of the program belongs to the system.
    #[inline]
    pub fn follow(
        &mut self,
        pc: u32,
        effects: &Effects,
        register: impl Fn(u8) -> u32,
        is_system: impl FnOnce() -> bool,
    ) {
        self.loops.note(pc, effects.polls, &mut self.facts);
        self.places.note(self.last_pc, pc, is_system, &mut self.facts);
        if let Flow::Service(number) = effects.flow {
            *self.facts.services.entry(number).or_default() += 1;
            self.facts.first_calls.entry(number).or_insert(pc);
        }
        if effects.reads_key {
            self.facts.key_reads.insert(pc);
        }
        if effects.is_protected {
            self.facts.protected_accesses.insert(pc);
        }
        self.calls.follow(pc, effects, register);
        self.definedness.follow(pc, effects);
        if let Some((address, cells)) = effects.store {
            self.places.wrote(address, cells);
        }
        self.stores_itself = effects.store.is_some();
        self.last_pc = pc;
    }

    /// Notes that a word of memory changes.
    pub fn changed(&mut self, address: u32, old: u32, new: u32) {
        self.loops.store(address, old, new);
    }

    /// Notes that cells of memory are written by the machine: what a service stores means something.
    pub fn filled(&mut self, address: u32, cells: u32) {
        if !self.stores_itself {
            self.definedness.define(address, cells);
        }
    }

    /// Notes that a byte is printed.
    pub fn printed(&mut self, pc: u32) {
        self.facts.printed_by.push(pc);
        self.loops.printed(&mut self.facts);
    }

    /// What was found out, given why the run ended and where. `does_nothing` says whether a word that is no instruction of the
    /// source has no effect when it is executed.
    pub fn finish(self, stop: Stop, pc: u32, does_nothing: impl Fn(u32) -> bool) -> Facts {
        let Self { mut facts, calls, definedness, places, .. } = self;
        calls.finish(&mut facts);
        facts.undefined = definedness.into_uses();
        places.finish(&mut facts, stop, pc, does_nothing);
        facts
    }
}
