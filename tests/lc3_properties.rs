//! Properties of the machine that hold for every program.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for other ones.

use std::fmt;
use std::sync::Arc;

use grader::asm::SourceMap;
use grader::console::{Script, ScriptedConsole, Transcript};
use grader::isa::lc3::table::{FORMS, OperandKind, disassemble};
use grader::isa::lc3::{Access, Block, Cpu, Edition, Loaded, PROFILES, Program, Setup};
use grader::machine::{Ended, Executable as _, Start, Stop};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The instruction budget of a run that is looked at closely.
const FUEL: u64 = 3_000;
/// The budget of a run that is to show that a loop has no end.
const LONG_FUEL: u64 = 200_000;
/// This many bytes of output are taken.
const OUTPUT_LIMIT: usize = 2_000;

/// Entries of the vector tables that a program may point at routines of its own.
const VECTORS: [u16; 8] = [0x20, 0x21, 0x25, 0x26, 0x100, 0x101, 0x102, 0x180];

/// Snippets that do what random instructions rarely do; a branch leads around the data.
const SNIPPETS: [&[u16]; 11] = [
    // Keyboard interrupts on, and off.
    &[0x2002, 0xB002, 0x0E02, 0x4000, 0xFE00],
    &[0x5020, 0xB001, 0x0E01, 0xFE00],
    // Waits for a key, reads it, prints it, all by device register.
    &[0xA002, 0x07FE, 0x0E01, 0xFE00],
    &[0xA001, 0x0E01, 0xFE02],
    &[0xB001, 0x0E01, 0xFE06],
    // Stores R0 in the status register.
    &[0xB001, 0x0E01, 0xFFFC],
    // Clears the machine control register.
    &[0x5020, 0xB001, 0x0E01, 0xFFFE],
    // Counts in a register, and in memory.
    &[0x5260, 0x1267, 0x127F, 0x03FE],
    &[0x2403, 0x14A1, 0x3401, 0x0E01, 0x0000],
    // Pushes and pops R0, and returns to where a trap or an interrupt came from.
    &[0x1DBF, 0x7180, 0x6180, 0x1DA1, 0x8000],
    &[0x8000],
];

fn config(cases: u32) -> ProptestConfig {
    // A failure shows its smallest case, which belongs in a test of its own and not in a file next to this one.
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x1C3);
    }
    config
}

/// A program with everything that a run of it depends on.
#[derive(Clone)]
struct Case {
    words: Vec<u16>,
    routines: Vec<(u16, u16)>,
    setup: Setup,
    start: Start,
    keys: Vec<u8>,
}

impl Case {
    fn loaded(&self) -> Loaded {
        let at = |origin: u16, words: Vec<u16>| Block { origin, words };
        let mut blocks = vec![at(0x3000, self.words.clone())];
        blocks.extend(self.routines.iter().map(|(vector, offset)| at(*vector, vec![0x3000 + offset])));
        let program = Program::new(blocks, Vec::new(), SourceMap::default(), Arc::default());
        Loaded::new(Arc::new(program), self.setup)
    }

    /// Lets `run` play the case on a fresh console.
    fn play<T>(&self, run: impl FnOnce(&Loaded, &mut ScriptedConsole<'_>) -> T) -> (T, Transcript) {
        let script = Script::new(self.keys.iter().map(std::slice::from_ref));
        let mut console = ScriptedConsole::new(&script, OUTPUT_LIMIT);
        let result = run(&self.loaded(), &mut console);
        (result, console.into_transcript())
    }
}

/// The program as assembly, as it may stand in a report of a bug.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { profile, edition, access, key_delay, .. } = self.setup;
        writeln!(f, "{} {edition:?} {access:?}, key delay {key_delay}, {:?}", profile.id, self.start)?;
        writeln!(f, "keys {:02X?}, routines {:04X?}", self.keys, self.routines)?;
        self.words.iter().zip(0x3000..).try_for_each(|(word, address)| {
            writeln!(f, "x{address:04X}  x{word:04X}  {}", disassemble(*word))
        })
    }
}

/// Any instruction, each form as likely as the others.
fn instruction() -> impl Strategy<Value = u16> {
    (select(FORMS), any::<u16>())
        .prop_map(|(form, bits)| form.pattern.value as u16 | (bits & !form.pattern.mask as u16))
}

/// An instruction that every profile has and that stays near: programs of these loop and store into their own code.
fn near_instruction() -> impl Strategy<Value = u16> {
    let forms: Vec<_> =
        FORMS.iter().filter(|form| !form.extension && !["TRAP", "RTI"].contains(&form.mnemonic)).collect();
    (select(forms), any::<u16>(), -12..12i16).prop_map(|(form, bits, near)| {
        let mut word = form.pattern.value | (u32::from(bits) & !form.pattern.mask);
        for operand in form.operands {
            if matches!(operand.kind, OperandKind::PcOffset | OperandKind::Offset) {
                word = (word & !operand.field.insert(u32::MAX)) | operand.field.insert(near as u32);
            }
        }
        word as u16
    })
}

fn code() -> impl Strategy<Value = Vec<u16>> {
    let piece = prop_oneof![
        30 => near_instruction().prop_map(|word| vec![word]),
        2 => instruction().prop_map(|word| vec![word]),
        4 => (0x20..=0x26u16).prop_map(|vector| vec![0xF000 | vector]),
        8 => select(&SNIPPETS).prop_map(<[u16]>::to_vec),
        1 => any::<u16>().prop_map(|word| vec![word]),
    ];
    vec(piece, 1..30).prop_map(|pieces| pieces.concat())
}

fn setup() -> impl Strategy<Value = Setup> {
    let editions = select(&[Edition::Second, Edition::Third]);
    let rules = select(&[Access::Enforced, Access::Open]);
    (select(PROFILES), editions, rules, 0..60u64).prop_map(|(profile, edition, access, key_delay)| Setup {
        profile,
        edition,
        access,
        key_delay,
        dialect: None,
    })
}

fn case() -> impl Strategy<Value = Case> {
    let routines = prop_oneof![
        1 => Just(Vec::new()),
        1 => vec((select(&VECTORS), 0..40u16), 1..4),
    ];
    let start = prop_oneof![3 => Just(Start::Zeros), 1 => any::<u64>().prop_map(Start::Random)];
    (code(), routines, setup(), start, vec(any::<u8>(), 0..6))
        .prop_map(|(words, routines, setup, start, keys)| Case { words, routines, setup, start, keys })
}

/// Everything of a machine that can be seen from outside.
fn state(cpu: &Cpu) -> ([u16; 8], u16, u16, Vec<u16>) {
    (cpu.registers(), cpu.pc(), cpu.psr(), (0..=u16::MAX).map(|address| cpu.memory(address)).collect())
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn the_fast_loop_does_what_single_steps_do(case in case()) {
        let ((fast_end, fast_cpu), fast_said) =
            case.play(|loaded, console| loaded.run_to_end(case.start, FUEL, console));
        let ((slow_end, slow_cpu), slow_said) =
            case.play(|loaded, console| loaded.step_to_end(case.start, FUEL, console));
        prop_assert_eq!(fast_end, slow_end);
        prop_assert_eq!(fast_said, slow_said);
        prop_assert!(state(&fast_cpu) == state(&slow_cpu), "{:?}\n{:?}", fast_cpu.registers(), slow_cpu.registers());
    }

    #[test]
    fn a_watched_run_is_the_same_run_and_tells_no_lies_about_loops(case in case()) {
        let plain = |fuel| case.play(|loaded, console| loaded.run(case.start.into(), fuel, console));
        let ((watched_end, facts), watched_said) =
            case.play(|loaded, console| loaded.watch(case.start.into(), FUEL, console));
        if let Some(endless) = facts.endless_loop {
            let (Ended { stop, .. }, said) = plain(LONG_FUEL);
            let goes_on = match stop {
                Stop::OutOfFuel | Stop::Starved => true,
                // The limit may be reached before the loop's own first byte is taken.
                Stop::OutputFull => endless.prints || watched_end.stop == Stop::OutputFull,
                Stop::Halted | Stop::Exited(_) | Stop::DroppedOff | Stop::Fault(_) => false,
            };
            prop_assert!(goes_on, "the loop of {} ends: {:?}", endless.period, stop);
            prop_assert!(said.output.starts_with(&watched_said.output));
        } else {
            let (plain_end, plain_said) = plain(FUEL);
            prop_assert_eq!(watched_end, plain_end);
            prop_assert_eq!(watched_said, plain_said);
        }
    }
}
