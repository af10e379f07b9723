//! Properties of the ARM machine that hold for every program.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for other ones.

use std::sync::Arc;

use grader::console::{Console, State};
use grader::isa::arm::{Board, Loaded, Processor, Program, Segment, Setup};
use grader::machine::{Ended, Executable as _, Start, World};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The instruction budget of a run.
const FUEL: u64 = 500;

fn config(cases: u32) -> ProptestConfig {
    // A failure shows its smallest case, which belongs in a test of its own and not in a file next to this one.
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x3195);
    }
    config
}

/// A console that types a few keys and keeps what is left of a run.
#[derive(Debug, Default, PartialEq)]
struct Kept {
    typed: u8,
    printed: Vec<u8>,
    registers: Vec<u32>,
    memory: Vec<Option<u32>>,
}

impl Console for Kept {
    fn write(&mut self, byte: u8) -> bool {
        self.printed.push(byte);
        self.printed.len() < 100
    }

    fn read(&mut self) -> Option<u8> {
        self.typed += 1;
        (self.typed < 5).then_some(b'0' + self.typed)
    }

    fn is_ready(&mut self) -> bool {
        self.typed < 4
    }

    fn is_over(&mut self) -> bool {
        !self.is_ready()
    }

    fn ends(&mut self, machine: &dyn State) {
        self.registers = (0..15).map(|number| machine.register(number)).collect();
        let parts = [0, 0x1000, 0x8000, 0x1_0000, 0x4000_0000].map(|start: u32| start..start + 0x400);
        self.memory = parts.into_iter().flatten().map(|address| machine.cell(address)).collect();
    }
}

/// Words of all kinds: any at all, and those of instructions that can go on for a while.
fn word() -> impl Strategy<Value = u32> {
    let condition = select(vec![0xE000_0000u32, 0xE000_0000, 0xE000_0000, 0, 0x1000_0000, 0xB000_0000]);
    let shape = select(vec![
        // Data processing, multiplications and transfers of halfwords, loads and stores, transfers of several registers.
        (0x0000_0000u32, 0x01FF_FFFF),
        (0x0200_0000, 0x01FF_FFFF),
        (0x0400_0000, 0x01FF_F01F),
        (0x0600_0000, 0x01FF_F00F),
        (0x0800_0000, 0x01FF_FFFF),
        // Branches nearby, to and fro, and calls.
        (0x0A00_0000, 0x0100_0007),
        (0x0AFF_FFF8, 0x0100_0007),
        (0x0F00_0000, 0x0000_006F),
    ]);
    (any::<u32>(), condition, shape, 0..20u8).prop_map(|(noise, condition, (fixed, free), kind)| {
        if kind == 0 { noise } else { condition | fixed | noise & free }
    })
}

fn run(loaded: &Loaded, start: Start, is_traced: bool) -> (Ended, Kept) {
    let mut kept = Kept::default();
    let world = World::from(start);
    let ended = if is_traced {
        loaded.trace(world, FUEL, &mut kept, &mut |_| {})
    } else {
        loaded.run(world, FUEL, &mut kept)
    };
    (ended, kept)
}

proptest! {
    #![proptest_config(config(512))]

    /// The fast loop does what the machine does one instruction at a time.
    #[test]
    fn the_fast_loop_does_what_single_steps_do(
        words in vec(word(), 1..60),
        board in select(Board::ALL.map(|(_, board, _)| board).to_vec()),
        processor in select(Processor::ALL.map(|(_, processor)| processor).to_vec()),
        seed in 0..3u64,
    ) {
        let entry = board.map().placement.code;
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let segments = vec![Segment { address: entry, bytes, read_only: true }];
        let program = Program { segments, entry, board, ..Program::default() };
        let loaded = Loaded::new(Arc::new(program), Setup { board, processor, ..Setup::default() });
        let start = if seed == 0 { Start::Zeros } else { Start::Random(seed) };
        prop_assert_eq!(run(&loaded, start, false), run(&loaded, start, true));
    }

    /// A watched run ends as a blind one does, whatever the program does, unless it proves a loop.
    #[test]
    fn watching_changes_nothing(words in vec(word(), 1..60), board in select(Board::ALL.map(|(_, board, _)| board).to_vec())) {
        let entry = board.map().placement.code;
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let segments = vec![Segment { address: entry, bytes, read_only: true }];
        let program = Program { segments, entry, board, ..Program::default() };
        let loaded = Loaded::new(Arc::new(program), Setup { board, ..Setup::default() });
        let mut kept = Kept::default();
        let (ended, facts) = loaded.watch(World::default(), FUEL, &mut kept);
        if facts.endless_loop.is_none() {
            prop_assert_eq!((ended, kept), run(&loaded, Start::Zeros, false));
        }
    }
}
