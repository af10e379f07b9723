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

use super::touched::Touched;
use super::{Core, Effects, Facts, Flow, Frame, Observer, Preset, Stop};

/// The facts of a machine that watching the runs of a program needs.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Where instructions can be, and where the program has some.
    pub texts: Vec<Text>,
    /// The lowest address of memory that belongs to programs.
    pub lowest: u32,
    /// The register that calls leave their return address in.
    pub link: u8,
    /// The registers that hold a value that means something when a program starts, as a mask.
    pub defined: u32,
    /// The memory that holds nothing that means something when a program starts.
    pub unwritten: Vec<Unwritten>,
    /// The registers that subroutines must give back.
    pub judged: Judged,
}

/// Watches a run of a machine.
pub struct Watch<C: Core> {
    facts: Facts,
    loops: Loops<(C::Snapshot, u64)>,
    calls: Calls,
    definedness: Definedness,
    places: Places,
    last_pc: u32,
    /// True if the effects of the instruction that is executed name its store, and it stores nothing else.
    stores_itself: bool,
    /// The number of instructions so far that changed or read state that no register and no memory shows.
    outside: u64,
    touched: Touched,
}

impl<C: Core> Watch<C> {
    /// Watches a run from its beginning at `entry`.
    pub fn new(watched: Watched, entry: u32, preset: Option<&Preset>) -> Self {
        let Watched { texts, lowest, link, defined, unwritten, judged } = watched;
        Self {
            facts: Facts::default(),
            loops: Loops::new(),
            calls: Calls::new(judged, link, preset),
            definedness: Definedness::new(defined, unwritten, preset),
            places: Places::new(texts, lowest, preset),
            last_pc: entry,
            stores_itself: false,
            outside: 0,
            touched: Touched::default(),
        }
    }

    /// The number of instructions still to be executed until a proved loop is known in all its parts.
    pub fn to_record(&self) -> u64 {
        self.loops.to_record()
    }

    /// Follows the instruction at `pc` before it is executed.
    #[inline]
    fn follow(&mut self, core: &C, pc: u32, effects: &Effects) {
        self.loops.note(pc, effects.polls, &mut self.facts);
        self.places.note(self.last_pc, pc, || core.is_system(pc), &mut self.facts);
        self.calls.use_registers(effects, |number| core.register(number));
        self.definedness.use_registers(pc, effects.reads);
        self.stores_itself = effects.store.is_some();
        if effects.only_computes() {
            self.definedness.define_registers(effects.writes);
        } else {
            self.follow_beyond(core, pc, effects);
        }
        self.last_pc = pc;
    }

    /// Follows an instruction that does more than compute with registers.
    fn follow_beyond(&mut self, core: &C, pc: u32, effects: &Effects) {
        self.calls.note_link(pc, effects);
        self.calls.go(pc, effects.flow, |number| core.register(number), |address| core.word_at(address));
        self.definedness.follow(pc, effects);
        if let Some((address, cells)) = effects.store {
            self.places.wrote(address, cells);
        }
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
        self.outside += u64::from(effects.is_outside);
    }

    /// Notes what the last store changed in memory, if there was one.
    #[inline]
    fn note_stores(&mut self, core: &C) {
        if !self.touched.is_empty() {
            self.note_changes(core);
        }
    }

    fn note_changes(&mut self, core: &C) {
        for (address, old, new) in self.touched.changes(core) {
            self.loops.store(address, old, new);
        }
    }

    /// The facts found, given the machine at the end of the run and why it ended.
    pub fn finish(self, core: &C, stop: Stop) -> Facts {
        let Self { mut facts, calls, definedness, places, .. } = self;
        calls.finish(|number| core.register(number), &mut facts);
        facts.undefined = definedness.into_uses();
        places.finish(&mut facts, stop, core.pc(), |address| core.does_nothing(address));
        facts
    }
}

/// Follows calls and nothing else.
pub struct Stack(Calls);

impl Stack {
    /// Follows the calls of a run from its beginning. No register is judged.
    pub fn new(watched: &Watched, preset: Option<&Preset>) -> Self {
        Self(Calls::new(Judged::ByConvention(0), watched.link, preset))
    }

    /// The calls under way, given the machine at the end of the run.
    pub fn finish<C: Core>(self, core: &C) -> Vec<Frame> {
        let mut facts = Facts::default();
        self.0.finish(|number| core.register(number), &mut facts);
        facts.stack
    }
}

impl<C: Core> Observer<C> for Stack {
    fn before(&mut self, core: &C, instruction: C::Instruction) -> bool {
        let pc = core.pc();
        let (effects, register) = (core.effects(pc, instruction), |number| core.register(number));
        self.0.use_registers(&effects, register);
        self.0.go(pc, effects.flow, register, |address| core.word_at(address));
        true
    }
}

impl<C: Core> Observer<C> for Watch<C> {
    #[inline]
    fn before(&mut self, core: &C, instruction: C::Instruction) -> bool {
        self.note_stores(core);
        let (pc, outside) = (core.pc(), self.outside);
        // Every loop jumps back somewhere.
        let is_back = pc <= self.last_pc && core.is_told_by_snapshot();
        if !self.loops.visit(is_back, || (core.snapshot(), outside), &mut self.facts) {
            return false;
        }
        self.follow(core, pc, &core.effects(pc, instruction));
        true
    }

    fn storing(&mut self, core: &C, address: u32, cells: u32) {
        if !self.stores_itself {
            // The cells that a service stores are defined.
            self.definedness.define(address, cells);
        }
        // A service stores cell by cell: the cell before this one is in its word by now, so that each store is noted with
        // the word as it was before it and after it.
        self.note_stores(core);
        self.touched.keep(core, address, cells);
    }

    fn printed(&mut self, pc: u32) {
        self.facts.printed_by.push(pc);
        self.loops.printed(&mut self.facts);
    }
}
