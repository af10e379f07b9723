//! A subroutine that the harness calls does what it does when a program calls it, and a subroutine that stands in for it is
//! called in its place.

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole, State as _};
use grader::diagnostics::SourceFile;
use grader::isa::{arm, lc3, mips};
use grader::machine::{Ended, Executable, Preset, World};
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::{prop_assert, prop_assert_eq};

const FUEL: u64 = 2_000_000;

/// Multiplies R1 by R2, which is not negative.
const LC3_MULTIPLY: &str = "
MULTIPLY ST R2, KEEP
        AND R0, R0, #0
        ADD R2, R2, #0
        BRz DONE
AGAIN   ADD R0, R0, R1
        ADD R2, R2, #-1
        BRp AGAIN
DONE    LD R2, KEEP
        RET
KEEP    .BLKW 1
";

/// Multiplies `$a0` by `$a1`, which is not negative, and adds the fifth argument.
const MIPS_MULTIPLY: &str = "
multiply: addi $sp, $sp, -4
        sw $s0, 0($sp)
        lw $v0, 20($sp)
        move $s0, $a1
again:  beqz $s0, done
        addu $v0, $v0, $a0
        addi $s0, $s0, -1
        j again
done:   lw $s0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
";

/// Multiplies r0 by r1, which is not negative, and adds the fifth argument.
const ARM_MULTIPLY: &str = "
multiply PUSH   {r6, lr}
        LDR     r2, [sp, #8]
        MOVS    r6, r1
again   BEQ     done
        ADD     r2, r2, r0
        SUBS    r6, r6, #1
        B       again
done    MOV     r0, r2
        POP     {r6, pc}
";

fn lc3(source: &str) -> lc3::Loaded {
    let source = SourceFile::from_bytes("a.asm", source.as_bytes());
    let program = lc3::assemble(vec![source], None).program.expect("it is correct");
    lc3::Loaded::new(Arc::new(program), lc3::Setup::default())
}

fn mips(source: &str) -> mips::Loaded {
    let source = SourceFile::from_bytes("a.s", source.as_bytes());
    let program = mips::assemble(vec![source], &|_: &str| None, mips::Options::default()).program;
    mips::Loaded::new(Arc::new(program.expect("it is correct")), mips::Setup::default())
}

fn arm(source: &str) -> arm::Loaded {
    let source = SourceFile::from_bytes("a.s", source.as_bytes());
    let setup = arm::Setup::default();
    let options = arm::Options { placement: setup.board.map().placement, dialect: None };
    let program = arm::assemble(vec![source], &|_: &str| None, options).program;
    arm::Loaded::new(Arc::new(program.expect("it is correct")), setup)
}

fn address(program: &dyn Executable, label: &str) -> u32 {
    program.symbols().iter().find(|symbol| symbol.name == label).expect("the label is there").address
}

/// The outcome of a call, and the state after it, for a caller that sets up `preset`.
fn called<State>(
    program: &dyn Executable,
    (label, link): (&str, u8),
    preset: Preset,
    run: impl Fn(World<'_>) -> (Ended, State),
) -> (Ended, State) {
    let returns_to = Some((link, program.layout().outside));
    let preset = Preset { entry: Some(address(program, label)), returns_to, ..preset };
    let (ended, state) = run(World { preset: Some(&preset), ..World::default() });
    assert!(preset.has_returned(ended), "{ended:?}");
    (ended, state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_call_on_lc3_is_a_call(left in any::<i16>(), right in 0_u16..300) {
        let source = format!(
            ".ORIG x3000\nLD R1, LEFT\nLD R2, RIGHT\nJSR MULTIPLY\nHALT\nLEFT .FILL {left}\nRIGHT .FILL {right}\n{LC3_MULTIPLY}.END\n"
        );
        let program = lc3(&source);
        let script = Script::default();
        let run = |world: World<'_>| program.run_to_end(world, FUEL, &mut ScriptedConsole::new(&script, 100));
        let (_, by_program) = run(World::default());
        let registers = vec![(1, u32::from(left as u16)), (2, u32::from(right))];
        let preset = Preset { registers, ..Preset::default() };
        let (part, by_harness) = called(&program, ("MULTIPLY", 7), preset, run);
        prop_assert_eq!(by_harness.registers()[..7].to_vec(), by_program.registers()[..7].to_vec());
        prop_assert_eq!(by_harness.registers()[0], (left as u16).wrapping_mul(right));
        // Neither the call nor what happens at the return is counted.
        prop_assert_eq!(part.executed, 6 + 3 * u64::from(right));
    }

    #[test]
    fn a_call_on_mips_is_a_call(left in any::<i32>(), right in 0_u32..300, fifth in any::<u32>()) {
        let source = format!(
            "main: li $a0, {left}\nli $a1, {right}\nli $t0, {fifth}\naddi $sp, $sp, -24\nsw $t0, 16($sp)\njal multiply\nmove $t1, $v0\nli $v0, 10\nsyscall\n{MIPS_MULTIPLY}"
        );
        let program = mips(&source);
        let script = Script::default();
        let run = |world: World<'_>| program.run_to_end(world, FUEL, &mut ScriptedConsole::new(&script, 100));
        let (_, by_program) = run(World::default());
        let stack = program.layout().top - 24;
        let preset = Preset {
            registers: vec![(4, left as u32), (5, right), (29, stack)],
            noise: vec![(16, 77)],
            cells: vec![(stack + 16, fifth.to_le_bytes().map(u32::from).to_vec())],
            ..Preset::default()
        };
        let (ended, by_harness) = called(&program, ("multiply", 31), preset, run);
        prop_assert_eq!(by_harness.register(2), by_program.register(9));
        prop_assert_eq!(by_harness.register(2), (left as u32).wrapping_mul(right).wrapping_add(fifth));
        prop_assert_eq!((by_harness.register(16), by_harness.register(29)), (77, stack));
        prop_assert_eq!(ended.executed, 8 + 4 * u64::from(right));
    }

    #[test]
    fn a_call_on_arm_is_a_call(left in any::<i32>(), right in 0_u32..300, fifth in any::<u32>()) {
        let source = format!(
            "        AREA Calls, CODE, READONLY\n        ENTRY\n        LDR sp, =0x40001000\n        LDR r0, ={left}\n        LDR r1, ={right}\n        LDR r4, ={fifth}\n        PUSH {{r4}}\n        BL multiply\n        MOV r5, r0\nstop    B stop\n{ARM_MULTIPLY}        END\n"
        );
        let program = arm(&source);
        let script = Script::default();
        let run = |world: World<'_>| program.run_to_end(world, FUEL, &mut ScriptedConsole::new(&script, 100));
        let (_, by_program) = run(World::default());
        let stack = program.layout().top - 24;
        let preset = Preset {
            registers: vec![(0, left as u32), (1, right), (13, stack)],
            noise: vec![(6, 77)],
            cells: vec![(stack, fifth.to_le_bytes().map(u32::from).to_vec())],
            ..Preset::default()
        };
        let (ended, by_harness) = called(&program, ("multiply", 14), preset, run);
        prop_assert_eq!(by_harness.register(0), by_program.register(5));
        prop_assert_eq!(by_harness.register(0), (left as u32).wrapping_mul(right).wrapping_add(fifth));
        prop_assert_eq!((by_harness.register(6), by_harness.register(13)), (77, stack));
        prop_assert_eq!(ended.executed, 6 + 4 * u64::from(right));
    }

    #[test]
    fn a_stand_in_is_called_in_place_of_the_other(left in 0_u16..100, right in 0_u16..100) {
        let source = format!(
            ".ORIG x3000\nJSR MULTIPLY\nHALT\n{}.END\n",
            LC3_MULTIPLY.replace("ADD R0, R0, R1", "ADD R0, R0, #1")
        );
        let program = lc3(&source);
        let staff = SourceFile::from_bytes("b.asm", format!(".ORIG xC000\n{LC3_MULTIPLY}.END\n").as_bytes());
        let routine = program.stand_in(&staff, "MULTIPLY").expect("it has room");
        let preset = Preset {
            registers: vec![(1, left.into()), (2, right.into())],
            detours: vec![(address(&program, "MULTIPLY"), routine.entry)],
            cells: routine.cells,
            ..Preset::default()
        };
        let script = Script::default();
        let world = World { preset: Some(&preset), ..World::default() };
        let (ended, cpu) = program.run_to_end(world, FUEL, &mut ScriptedConsole::new(&script, 100));
        prop_assert!(ended.stop.is_end());
        prop_assert_eq!(cpu.registers()[0], left * right);
    }
}

/// Where the program's own words lie, no other routine can.
#[test]
fn a_stand_in_must_not_overlap() {
    let program = lc3(&format!(".ORIG x3000\nHALT\n{LC3_MULTIPLY}.END\n"));
    let staff = SourceFile::from_bytes("b.asm", format!(".ORIG x2FFE\n{LC3_MULTIPLY}.END\n").as_bytes());
    let why = program.stand_in(&staff, "MULTIPLY").expect_err("it overlaps");
    assert!(why.to(grader::diagnostics::Language::English).contains("x3000"), "{why:?}");
}
