//! Properties of the MIPS assembler and of the machine that hold for every program.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for other ones.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use grader::console::{Script, ScriptedConsole, Transcript};
use grader::diagnostics::SourceFile;
use grader::isa::mips::table::{OperandKind, ROWS, Row, disassemble};
use grader::isa::mips::{
    Cpu, InputMode, Loaded, MEMORY_MAPS, Options, Profile, Program, Setup, assemble, form_of, forms,
};
use grader::machine::{Ended, Executable as _, Start, Stop};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// The instruction budget of a run.
const FUEL: u64 = 2_000;
/// This many bytes of output are taken.
const OUTPUT_LIMIT: usize = 2_000;

/// Where programs keep their data.
const DATA: u32 = 0x1001_0000;

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

fn program_of(source: &str, options: Options) -> Option<Program> {
    assemble(vec![SourceFile::from_bytes("case.asm", source.as_bytes())], &|_: &str| None, options).program
}

/// A program with everything that a run of it depends on.
#[derive(Clone)]
struct Case {
    source: String,
    options: Options,
    setup: Setup,
    start: Start,
    stdin: Vec<u8>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { profile, input, delayed_branches, self_modifying, .. } = &self.setup;
        writeln!(f, "{} {profile:?} {input:?} {:?}", self.options.map.id, self.start)?;
        writeln!(f, "delayed {delayed_branches}, self-modifying {self_modifying}")?;
        write!(f, "input {:?}\n{}", self.stdin.escape_ascii().to_string(), self.source)
    }
}

impl Case {
    fn loaded(&self) -> Option<Loaded> {
        let program = program_of(&self.source, self.options)?;
        Some(Loaded::new(Arc::new(program), self.setup.clone()))
    }

    /// Lets `run` play the case on a fresh console.
    fn play<T>(
        &self,
        loaded: &Loaded,
        run: impl FnOnce(&Loaded, &mut ScriptedConsole<'_>) -> T,
    ) -> (T, Transcript) {
        let script = Script::new(self.stdin.iter().map(std::slice::from_ref));
        let mut console = ScriptedConsole::new(&script, OUTPUT_LIMIT);
        let result = run(loaded, &mut console);
        (result, console.into_transcript())
    }
}

/// Everything of a machine that can be seen from outside.
fn state(cpu: &Cpu) -> Vec<Option<u32>> {
    let registers = (0..32).map(|number| cpu.register(number));
    let registers = registers.chain((0..32).map(|number| cpu.float_bits(number)));
    let (hi, lo) = cpu.hi_lo();
    let registers = registers.chain([hi, lo, cpu.pc(), u32::from(cpu.condition_flags())]);
    let stack = 0x7FFF_EF00..0x7FFF_F000;
    let addresses = (DATA..DATA + 0x400).chain(stack).chain(0x1004_0000..0x1004_0100).step_by(4);
    registers.map(Some).chain(addresses.map(|address| cpu.word(address))).collect()
}

/// A word of a row, with other operands in each case; branches and jumps stay near.
fn word_of_row() -> impl Strategy<Value = (&'static Row, u32)> {
    let rows: Vec<&'static Row> = ROWS.iter().collect();
    (select(rows), any::<u32>(), -8..8i32).prop_map(|(row, bits, near)| {
        let mut word = row.pattern.value | (bits & !row.pattern.mask);
        for operand in row.operands {
            let value = match operand.kind {
                OperandKind::Branch => near as u32,
                OperandKind::Jump => 0x0040_0040_u32.wrapping_add_signed(4 * near) >> 2,
                // More bits than these cannot be written.
                OperandKind::Code => bits & 0xFFFF,
                _ => continue,
            };
            word = (word & !operand.field.insert(u32::MAX)) | operand.field.insert(value);
        }
        (row, word)
    })
}

/// A line of source; data is at `x`, and `l0` to `l9` are labels of the text.
fn line() -> impl Strategy<Value = String> {
    let register = || {
        select(&["$t0", "$t1", "$t2", "$s0", "$s1", "$a0", "$v0", "$zero", "$ra", "$sp", "$gp", "$at"][..])
    };
    let number = || prop_oneof![-4..40i32, Just(i32::MIN), Just(i32::MAX), any::<i16>().prop_map(i32::from)];
    let mnemonics: Vec<&str> = forms().collect();
    let any_form = (select(mnemonics), vec(register(), 3), number(), 0..10u32, 0..16u32).prop_map(
        |(form, registers, number, label, float)| {
            let text = form
                .replace("label", &format!("l{label}"))
                .replace("target", &format!("l{label}"))
                .replace("100000", &number.to_string())
                .replace("-100", "4")
                .replace("$f1", &format!("$f{}", 2 * float));
            registers.iter().zip(["$t1", "$t2", "$t3"]).fold(text, |text, (register, example)| {
                if form.contains("$8") { text } else { text.replace(example, register) }
            })
        },
    );
    let memory = (select(&["lw", "sw", "lb", "sb", "lh", "sh", "ulw", "usw", "ll", "sc"][..]), 0..64u32)
        .prop_map(|(mnemonic, offset)| format!("{mnemonic} $t0, x+{offset}"));
    let service =
        (select(&[1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 15, 30, 34, 35, 36, 40, 41, 42, 43][..]), 0..20u32)
            .prop_map(|(number, argument)| {
                format!("la $a0, x+{argument}\nli $a1, {argument}\nli $a2, 3\nli $v0, {number}\nsyscall")
            });
    let constant = (register(), number()).prop_map(|(register, number)| format!("li {register}, {number}"));
    let devices = select(
        &[
            "li $t9, 0xffff0000\nlw $t0, 0($t9)",
            "li $t9, 0xffff0000\nlw $t1, 4($t9)",
            "li $t9, 0xffff0000\nli $t0, 2\nsw $t0, 0($t9)",
            "li $t9, 0xffff0000\nsw $t0, 12($t9)",
        ][..],
    )
    .prop_map(str::to_owned);
    let patch = (0..10u32, 0..10u32).prop_map(|(from, to)| format!("lw $t0, l{from}\nsw $t0, l{to}"));
    prop_oneof![8 => any_form, 4 => memory, 2 => service, 3 => constant, 1 => devices, 1 => patch]
}

fn case() -> impl Strategy<Value = Case> {
    let handler = prop_oneof![
        2 => Just(""),
        1 => Just(".ktext 0x80000180\nmfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\neret\n"),
    ];
    let setup = (any::<[bool; 3]>(), select(&InputMode::ALL), any::<u64>());
    let start = prop_oneof![3 => Just(Start::Zeros), 1 => any::<u64>().prop_map(Start::Random)];
    let stdin = select(&["", "5\n", "abc\nxy\n12\n", "1.5\n\n\n7", "qwertyuiopasdfghjkl\n0\n"][..]);
    (vec(line(), 10..40), handler, setup, start, stdin).prop_map(|(lines, handler, setup, start, stdin)| {
        let mut source = format!("{handler}.data\nx: .word 1, -1, 0x41424344, 0, 7\n.text\n");
        let every = lines.len().div_ceil(10);
        for (index, line) in lines.iter().enumerate() {
            if index % every == 0 {
                writeln!(source, "l{}:", index / every).expect("a string");
            }
            source += line;
            source.push('\n');
        }
        for label in lines.len().div_ceil(every)..10 {
            writeln!(source, "l{label}:").expect("a string");
        }
        let ([delayed_branches, self_modifying, spim], (_, input), seed) = setup;
        let profile = if spim { Profile::Spim } else { Profile::Mars };
        let options = Options { delayed_branches, ..Options::default() };
        let setup = Setup { input, delayed_branches, self_modifying, seed, ..profile.into() };
        Case { source, options, setup, start, stdin: stdin.as_bytes().to_vec() }
    })
}

/// A program of pseudo-instructions that the fast loop executes in one step, over and over, with jumps into the middle of them.
fn of_pseudo_instructions() -> impl Strategy<Value = Case> {
    let register = || select(&["$t0", "$t1", "$t2", "$zero", "$at"][..]);
    let access = (select(&["lw", "lb", "lbu", "sw", "sb"][..]), register(), 0..16u32, register())
        .prop_map(|(access, register, offset, index)| format!("{access} {register}, x+{offset}({index})"));
    let branch = select(&["blt", "bge", "bgt", "ble", "beq", "bne"][..]);
    let with_constant = (branch.clone(), register(), -3..9i32, 0..10u32)
        .prop_map(|(branch, register, right, label)| format!("{branch} {register}, {right}, l{label}"));
    let branch = (branch, register(), register(), 0..10u32)
        .prop_map(|(branch, left, right, label)| format!("{branch} {left}, {right}, l{label}"));
    let multiply =
        (register(), register(), -3..9i32).prop_map(|(to, left, right)| format!("mul {to}, {left}, {right}"));
    let index = register().prop_map(|register| format!("andi {register}, {register}, 28"));
    let next = register().prop_map(|register| format!("addiu {register}, {register}, 1"));
    let middle =
        (0..10u32, 1..3u32).prop_map(|(label, behind)| format!("la $t9, l{label}+{}\njr $t9", 4 * behind));
    let line = prop_oneof![4 => access, 3 => with_constant, 2 => branch, 1 => multiply, 2 => index, 2 => next, 1 => middle];
    vec(line, 10..30).prop_map(|lines| {
        let mut source = ".data\nx: .word 1, -1, 0x41424344, 0, 7, 2, 5, 8\n.text\n".to_owned();
        for (index, line) in lines.iter().enumerate() {
            if index < 10 {
                writeln!(source, "l{index}:").expect("a string");
            }
            writeln!(source, "{line}").expect("a string");
        }
        let (options, setup) = (Options::default(), Profile::Mars.into());
        Case { source, options, setup, start: Start::Zeros, stdin: Vec::new() }
    })
}

/// Words that mean something to the assembler, and some that do not.
fn tokens() -> impl Strategy<Value = String> {
    let mut words: Vec<String> = forms().map(str::to_owned).collect();
    words.extend(
        ".data .text .word .byte .half .float .double .asciiz .ascii .space .align .extern .globl .eqv .macro \
         .end_macro .include .kdata .ktext .set .foo x y: x: f %a %b ( ) , + - : # \" ' 5 -1 0x10 0xffffffff 1.5 1e9 \
         99999999999 $t0 $f1 $x $32 'a' '\\n' \"s\" \"\\ \u{110} \u{1f600} = 08 NaN"
            .split(' ')
            .map(str::to_owned),
    );
    let separator = select(&[" ", " ", " ", "\n", "\n", "\t", "", ",", "\r\n"][..]);
    vec((select(words), separator), 0..60)
        .prop_map(|words| words.into_iter().map(|(word, separator)| word + separator).collect())
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn the_fast_loop_does_what_single_steps_do(case in case()) {
        let Some(loaded) = case.loaded() else { return Ok(()) };
        let (start, fuel) = (case.start, FUEL);
        let ((fast_end, fast_cpu), fast_said) =
            case.play(&loaded, |loaded, console| loaded.run_to_end(start, fuel, console));
        let ((slow_end, slow_cpu), slow_said) =
            case.play(&loaded, |loaded, console| loaded.step_to_end(start, fuel, console));
        prop_assert_eq!(fast_end, slow_end);
        prop_assert_eq!(fast_said, slow_said);
        prop_assert_eq!(state(&fast_cpu), state(&slow_cpu));
    }

    #[test]
    fn several_instructions_in_one_step_do_what_they_do_one_by_one(case in of_pseudo_instructions()) {
        let loaded = case.loaded().expect("it assembles");
        // The budget may end in the middle of each of them.
        for fuel in (0..40).chain([FUEL]) {
            let ((fast_end, fast_cpu), _) =
                case.play(&loaded, |loaded, console| loaded.run_to_end(case.start, fuel, console));
            let ((slow_end, slow_cpu), _) =
                case.play(&loaded, |loaded, console| loaded.step_to_end(case.start, fuel, console));
            prop_assert_eq!(fast_end, slow_end);
            prop_assert_eq!(state(&fast_cpu), state(&slow_cpu));
        }
    }

    #[test]
    fn the_same_run_twice_is_the_same(case in case()) {
        let Some(loaded) = case.loaded() else { return Ok(()) };
        let again = case.loaded().expect("it assembles as before");
        let run = |loaded: &Loaded| -> (Ended, Transcript) {
            case.play(loaded, |loaded, console| loaded.run(case.start.into(), FUEL, console))
        };
        prop_assert_eq!(run(&loaded), run(&again));
    }

    #[test]
    fn random_words_do_not_stop_the_machine(
        words in vec(prop_oneof![any::<u32>(), word_of_row().prop_map(|(_, word)| word)], 1..60),
        seed in any::<u64>(),
        spim in any::<bool>(),
    ) {
        let mut source = ".text\nla $t0, x\njr $t0\n.data\nx:\n".to_owned();
        for word in &words {
            writeln!(source, ".word 0x{word:08x}").expect("a string");
        }
        let profile = if spim { Profile::Spim } else { Profile::Mars };
        let setup = Setup { self_modifying: true, ..profile.into() };
        let options = Options::default();
        let case = Case { source, options, setup, start: Start::Random(seed), stdin: b"5\nabc\n".to_vec() };
        let loaded = case.loaded().expect("words assemble");
        let (ended, _) = case.play(&loaded, |loaded, console| loaded.run(case.start.into(), FUEL, console));
        loaded.exit_message(ended);
    }

    #[test]
    fn no_mix_of_tokens_stops_the_assembler(source in tokens(), map in select(MEMORY_MAPS), delayed in any::<bool>()) {
        let options = Options { map, delayed_branches: delayed };
        let assembly =
            assemble(vec![SourceFile::from_bytes("case.asm", source.as_bytes())], &|_: &str| None, options);
        prop_assert!(assembly.program.is_some() || !assembly.diagnostics.is_empty());
        prop_assert!(source.lines().filter_map(form_of).all(|form| !form.is_empty()));
    }

    #[test]
    fn no_bytes_stop_the_assembler(bytes in vec(any::<u8>(), 0..300)) {
        let assembly =
            assemble(vec![SourceFile::from_bytes("case.asm", &bytes)], &|_: &str| None, Options::default());
        prop_assert!(assembly.program.is_some() || !assembly.diagnostics.is_empty());
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    /// The text of the disassembler is that of the decoded word: assembled again, it is the same word. Labels
    /// stand for addresses.
    #[test]
    fn what_is_disassembled_assembles_to_the_same_word((row, word) in word_of_row()) {
        const AT: u32 = 0x0040_0040;
        if Row::of(word).is_none_or(|found| found.mnemonic != row.mnemonic) {
            // `sll $0,$0,0` is `nop`.
            return Ok(());
        }
        let text = disassemble(word, AT);
        let target = row.operands.iter().any(|operand| {
            matches!(operand.kind, OperandKind::Branch | OperandKind::Jump)
        });
        let source = match text.rsplit_once([',', ' ']) {
            Some((head, address)) if target => {
                let separator = if head.contains(' ') { "," } else { " " };
                format!(".text {address}\nthere: nop\n.text 0x{AT:08x}\n{head}{separator}there\n")
            }
            _ => format!(".text 0x{AT:08x}\n{}\n", signed(row, word, &text)),
        };
        let source = if target && source.contains(&format!(".text 0x{AT:08x}\nthere")) {
            format!(".text 0x{AT:08x}\nthere: {}\n", source.lines().last().expect("the instruction"))
        } else {
            source
        };
        let program = program_of(&source, Options::default());
        let found = program.and_then(|program| program.words().find(|(address, _)| *address == AT));
        prop_assert_eq!(found, Some((AT, word)), "{}", source);
    }
}

/// A signed constant is shown with all its bits; an assembler takes it for the number that it is.
fn signed(row: &Row, word: u32, text: &str) -> String {
    row.operands.iter().fold(text.to_owned(), |text, operand| match operand.kind {
        OperandKind::Signed => {
            let value = operand.field.signed(word);
            text.replace(&format!("0x{value:08x}"), &value.cast_signed().to_string())
        }
        _ => text,
    })
}

/// The bytes that a service reads before a fault count as work, so that a handler that lets a program try
/// again and again takes no longer than its fuel.
#[test]
fn a_service_that_faults_has_done_what_it_read() {
    let executed = |service: &str, from: u32| {
        // Up to the end of the stack there is no zero that would end a string.
        let source = format!(
            "li $t0, 0x7fff0000\nli $t1, 'x'\nfill: sb $t1, 0($t0)\naddiu $t0, $t0, 1\nbgtz $t0, fill\n\
             li $t9, {from}\n{service}\nsyscall\n"
        );
        let program = Arc::new(program_of(&source, Options::default()).expect("it assembles"));
        let script = Script::default();
        let mut console = ScriptedConsole::new(&script, OUTPUT_LIMIT);
        let machine = Loaded::new(program, Setup::default());
        let ended = machine.run(Start::Zeros.into(), 1_000_000, &mut console);
        assert!(matches!(ended.stop, Stop::Fault(_)), "{service}: {ended:?}");
        ended.executed
    };
    let write = "move $a1, $t9\nli $a0, 1\nli $a2, 100000\nli $v0, 15";
    for service in ["move $a0, $t9\nli $v0, 13", "move $a0, $t9\nli $v0, 55", write] {
        let (long, short) = (executed(service, 0x7fff_0010), executed(service, 0x7fff_fff0));
        assert_eq!(long - short, 0xffe0, "{service}");
    }
}
