//! A program on a machine: what the harness runs, for every instruction set alike.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::patience::run_while_waited;
use super::watch::{Stack, Watch};
use super::{
    Core, Counter, Ended, Examined, Executable, Facts, Frame, InPrompt, Isa, Layout, Listed, Loadable,
    Mutant, Mutated, Observer, Routine, Setup as _, Stop, Unobserved, Way, World,
};
use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text};

/// A program with the setup of the machine that runs it.
pub struct Loaded<C: Core> {
    /// The program.
    pub program: Arc<C::Program>,
    /// The machine's setup.
    pub setup: C::Setup,
    /// The data that the runs share.
    pub(crate) code: Arc<C::Code>,
}

impl<C: Core> Clone for Loaded<C> {
    fn clone(&self) -> Self {
        let Self { program, setup, code } = self;
        Self { program: Arc::clone(program), setup: setup.clone(), code: Arc::clone(code) }
    }
}

impl<C: Core> fmt::Debug for Loaded<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, setup, code: _ } = self;
        f.debug_struct("Loaded").field("program", program).field("setup", setup).finish_non_exhaustive()
    }
}

impl<C: Core> Loaded<C> {
    /// Puts a program on a machine.
    pub fn new(program: Arc<C::Program>, setup: C::Setup) -> Self {
        let code = Arc::new(C::decode(&program, &setup));
        Self { program, setup, code }
    }

    fn boot(&self, world: World<'_>, console: &dyn Console) -> C {
        let mut core = if world.overrides.is_empty() {
            C::boot(self, world)
        } else {
            let mut other = self.clone();
            world.overrides.iter().for_each(|(key, value)| other.setup.set(key, value));
            C::boot(&other, world)
        };
        core.takes_files(console);
        core
    }

    /// Shows the console what is left of a run.
    fn show(core: &C, console: &mut dyn Console) {
        core.leaves_files(console);
        console.ends(core);
    }

    /// Runs the program and hands back the machine in its last state.
    pub fn run_to_end<'w>(
        &self,
        world: impl Into<World<'w>>,
        fuel: u64,
        console: &mut dyn Console,
    ) -> (Ended, C) {
        let mut core = self.boot(world.into(), console);
        let ended = run_while_waited(&mut core, fuel, console, &mut Unobserved);
        (ended, core)
    }

    /// Does the same one instruction at a time; for checking the fast loop against.
    pub fn step_to_end<'w>(
        &self,
        world: impl Into<World<'w>>,
        fuel: u64,
        console: &mut dyn Console,
    ) -> (Ended, C) {
        let mut core = self.boot(world.into(), console);
        loop {
            let next = core.executed() + 1;
            let ended = core.run(next.min(fuel), console, &mut Unobserved);
            if ended.stop != Stop::OutOfFuel || ended.executed >= fuel {
                return (ended, core);
            }
        }
    }
}

/// Tells the address of each instruction.
struct Tracer<'v>(&'v mut dyn FnMut(u32));

impl<C: Core> Observer<C> for Tracer<'_> {
    fn before(&mut self, core: &C, _: C::Instruction) -> bool {
        (self.0)(core.pc());
        true
    }
}

impl<C: Core + 'static> Executable for Loaded<C> {
    fn run(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended {
        let (ended, core) = self.run_to_end(world, fuel, console);
        Self::show(&core, console);
        ended
    }

    fn resume(&self, copy: &dyn Any, fuel: u64, console: &mut dyn Console) -> Option<Ended> {
        let mut core = copy.downcast_ref::<C>()?.clone();
        let ended = run_while_waited(&mut core, fuel, console, &mut Unobserved);
        Self::show(&core, console);
        Some(ended)
    }

    fn watch(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> (Ended, Facts) {
        let mut core = self.boot(world, console);
        let mut watch = Watch::new(C::watched(&self.program), core.pc(), world.preset);
        let mut ended = core.run(fuel, console, &mut watch);
        if ended.stop == Stop::OutOfFuel && watch.to_record() > 0 {
            // The budget ran out in the round that is being recorded; the loop is proved, so this ends soon.
            ended = core.run(u64::MAX, console, &mut watch);
        }
        Self::show(&core, console);
        (ended, watch.finish(&core, ended.stop))
    }

    fn calls(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Vec<Frame> {
        let mut core = self.boot(world, console);
        let mut stack = Stack::new(&C::watched(&self.program), world.preset);
        core.run(fuel, console, &mut stack);
        stack.finish(&core)
    }

    fn trace(
        &self,
        world: World<'_>,
        fuel: u64,
        console: &mut dyn Console,
        visit: &mut dyn FnMut(u32),
    ) -> Ended {
        let mut core = self.boot(world, console);
        let ended = core.run(fuel, console, &mut Tracer(visit));
        Self::show(&core, console);
        ended
    }

    fn examine(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Option<Examined> {
        self.program.origin()?.examine(world, fuel, console)
    }

    fn count(&self, world: World<'_>, fuel: u64, console: &mut dyn Console, counter: &mut Counter) -> Ended {
        let mut core = self.boot(world, console);
        counter.begin(world.preset);
        let ended = run_while_waited(&mut core, fuel, console, counter);
        counter.end();
        Self::show(&core, console);
        ended
    }

    fn way(&self, address: u32) -> Way {
        C::way(self, address)
    }

    fn plain(&self) -> Option<&dyn Executable> {
        match self.program.origin() {
            Some(origin) => origin.plain(),
            None => Some(self),
        }
    }

    fn instructions(&self) -> Vec<Listed> {
        let core = C::boot(self, World::default());
        let listed = |(at, word)| Listed {
            at,
            text: C::disassembled(at, word),
            effects: core.effects(at, C::instruction(at, word)),
        };
        C::instructions(&self.program).into_iter().map(listed).collect()
    }

    fn mutants(&self) -> Vec<Mutant> {
        C::mutants(self)
    }

    fn mutated(&self, mutant: &Mutant) -> Mutated {
        if let Some(edit) = &mutant.edit {
            return self.program.origin().map_or(Mutated::Rejected, |origin| origin.mutated(edit));
        }
        let mut program = C::Program::clone(&self.program);
        program.replace(mutant.at, mutant.value);
        Mutated::Program(Box::new(Self::new(Arc::new(program), self.setup.clone())))
    }

    fn exit_message(&self, ended: Ended) -> Vec<u8> {
        C::exit_message(self, ended)
    }

    fn in_prompt(&self) -> Option<InPrompt> {
        C::in_prompt(&self.setup)
    }

    fn source_map(&self) -> &SourceMap {
        self.program.source_map()
    }

    fn sources(&self) -> &Sources {
        self.program.sources()
    }

    fn symbols(&self) -> &[Symbol] {
        self.program.symbols()
    }

    fn isa(&self) -> &'static Isa {
        C::isa(&self.program)
    }

    fn listing(&self) -> String {
        self.program.listing()
    }

    fn object_file(&self, flag: &str) -> Result<Vec<u8>, Text> {
        self.program.object_file(flag)
    }

    fn layout(&self) -> Layout {
        self.program.layout()
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        self.program.stand_in(source, label)
    }

    fn next_address(&self, address: u32) -> u32 {
        self.program.next_address(address)
    }

    fn portability(&self, facts: &Facts) -> Option<Text> {
        C::portability(self, facts)
    }

    fn place(&self, address: u32) -> String {
        self.program.place(address).unwrap_or_else(|| C::ISA.hexadecimal(address))
    }
}
