//! The loops that the machines are measured with.

use std::hint::black_box;
use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::{arm, lc3, mips};
use grader::machine::{Executable, Start, Stop};

/// Thirteen LC-3 instructions of the kinds that student programs are made of, forever.
const LC3_LOOP: &str = "
        .ORIG x3000
        LEA R6, DATA
ROUND   LD R0, DATA
        ADD R0, R0, #1
        ST R0, DATA
        AND R1, R0, #7
        BRz SKIP
        NOT R2, R1
        ADD R2, R2, #1
SKIP    LDR R3, R6, #1
        ADD R3, R3, R1
        STR R3, R6, #1
        LEA R4, DATA
        ADD R5, R3, #0
        BRnzp ROUND
DATA    .FILL 0
        .FILL 0
        .END
";

/// Ten MIPS instructions over an array of 4 KB, forever.
pub(crate) const MIPS_LOOP: &str = "
        .data
array:  .space  4096
        .text
main:   la      $s0, array
round:  andi    $t0, $s1, 1023
        sll     $t0, $t0, 2
        addu    $t0, $t0, $s0
        lw      $t1, 0($t0)
        mul     $t2, $t1, $s1
        addu    $t1, $t1, $t2
        xor     $s2, $s2, $t1
        sw      $t1, 0($t0)
        addiu   $s1, $s1, 1
        bne     $s1, $zero, round
";

/// Fifteen ARM instructions of the kinds that student programs are made of, over an array of 4 KB, forever.
const ARM_LOOP: &str = "
        AREA    Loop, CODE, READONLY
        ENTRY
        LDR     sp, =0x40010000
        LDR     r4, =0x40000000
        MOV     r5, #0
        MOV     r6, #0
round   MOV     r0, r5, LSL #22
        MOV     r0, r0, LSR #22
        LDR     r1, [r4, r0, LSL #2]
        MUL     r2, r1, r5
        BL      mix
        STR     r0, [r4, #4]
        LDRB    r3, [r4, #5]
        CMP     r3, #'a'
        ADDGT   r6, r6, #1
        ADD     r5, r5, #1
        B       round
mix     PUSH    {r7, lr}
        ADDS    r0, r1, r2
        EOR     r6, r6, r0
        POP     {r7, pc}
        END
";

/// The ARM loop, ready to run.
pub(crate) fn arm_program() -> arm::Loaded {
    let files = vec![SourceFile::from_bytes("loop.s", ARM_LOOP.as_bytes())];
    let setup = arm::Setup::default();
    let options = arm::Options { placement: setup.board.map().placement, dialect: None };
    let assembly = arm::assemble(files, &|_: &str| None, options);
    arm::Loaded::new(Arc::new(assembly.program.expect("the program is correct")), setup)
}

/// The LC-3 loop, ready to run.
pub(crate) fn lc3_program() -> lc3::Loaded {
    let assembly = lc3::assemble(vec![SourceFile::from_bytes("loop.asm", LC3_LOOP.as_bytes())], None);
    let program = assembly.program.expect("the program is correct");
    lc3::Loaded::new(Arc::new(program), lc3::Setup::default())
}

/// A MIPS program, ready to run.
pub(crate) fn mips_program(source: &str) -> mips::Loaded {
    let files = vec![SourceFile::from_bytes("loop.asm", source.as_bytes())];
    let assembly = mips::assemble(files, &|_: &str| None, mips::Options::default());
    mips::Loaded::new(Arc::new(assembly.program.expect("the program is correct")), mips::Setup::default())
}

/// Runs a loop on a fresh machine until the budget is used up.
pub(crate) fn run(loaded: &dyn Executable, fuel: u64, start: Start) {
    let script = Script::default();
    let mut console = ScriptedConsole::new(&script, 0);
    let ended = loaded.run(start.into(), black_box(fuel), &mut console);
    assert_eq!((ended.stop, ended.executed), (Stop::OutOfFuel, fuel));
}

/// Runs a loop likewise, watched as a run is that is explained.
#[allow(dead_code, reason = "not every bench watches")]
pub(crate) fn watch(loaded: &dyn Executable, fuel: u64, start: Start) {
    let script = Script::default();
    let mut console = ScriptedConsole::new(&script, 0);
    let (ended, facts) = loaded.watch(start.into(), black_box(fuel), &mut console);
    assert_eq!((ended.stop, facts.endless_loop.is_none()), (Stop::OutOfFuel, true));
}
