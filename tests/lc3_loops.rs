//! Programs that look like endless loops and come to an end, and endless loops that are easily missed.
//!
//! Each program of the first kind comes back to an instruction with everything as it was but for one thing, and that
//! one thing ends it a little later.

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::lc3::{Access, Loaded, Setup, assemble};
use grader::machine::{EndlessLoop, Executable as _, Start, Stop};

/// Watches a run of `source`: its end, and the loop that was proved.
fn watch(source: &str, keys: &str, fuel: u64) -> (Stop, Option<EndlessLoop>) {
    let assembly = assemble(vec![SourceFile::from_bytes("loop.asm", source.as_bytes())], None);
    let setup = Setup { access: Access::Open, key_delay: 5, ..Setup::default() };
    let loaded = Loaded::new(Arc::new(assembly.program.expect("it is correct")), setup);
    let script = Script::new([keys]);
    let mut console = ScriptedConsole::new(&script, 2_000);
    let (ended, facts) = loaded.watch(Start::Zeros.into(), fuel, &mut console);
    (ended.stop, facts.endless_loop)
}

/// The loop reads keys until there is a `q`.
const KEYS_DECIDE: &str = ".ORIG x3000
LOOP    GETC
        LD R1, QUIT
        ADD R1, R0, R1
        BRz DONE
        AND R0, R0, #0
        AND R1, R1, #0
        BR LOOP
DONE    HALT
QUIT    .FILL #-113
        .END";

/// The condition codes are zero, then positive, then negative, and R1 is the same each time.
const CODES_DECIDE: &str = ".ORIG x3000
LOOP    BRn DONE
        BRp TWICE
        ADD R1, R1, #1
        LEA R1, LOOP
        BR LOOP
TWICE   LD R1, NEGATIVE
        LEA R1, LOOP
        BR LOOP
DONE    HALT
NEGATIVE .FILL #-1
        .END";

/// The second round runs at another priority.
const PRIORITY_DECIDES: &str = ".ORIG x3000
        BR INIT
LOOP    LDI R0, PSR
        LD R1, MASK
        AND R0, R0, R1
        BRnp DONE
        LD R0, RAISED
        STI R0, PSR
INIT    AND R0, R0, #0
        AND R1, R1, #0
        BR LOOP
DONE    HALT
PSR     .FILL xFFFC
MASK    .FILL x0700
RAISED  .FILL x8102
        .END";

/// The second round pushes on the system's stack, where the third one looks.
const STACK_DECIDES: &str = ".ORIG x3000
        LEA R0, HANDLER
        STI R0, VECTOR
LOOP    LDI R0, PUSHED
        BRnp DONE
        ADD R1, R1, #0
        BRz SKIP
        TRAP x26
SKIP    AND R1, R1, #0
        ADD R1, R1, #1
        BR LOOP
DONE    HALT
HANDLER RTI
VECTOR  .FILL x26
PUSHED  .FILL x2FFE
        .END";

/// The second round is interrupted by a key that it does not read; the third one is not.
const INTERRUPT_DECIDES: &str = ".ORIG x3000
        LEA R0, HANDLER
        STI R0, VECTOR
        LEA R0, START
        STI R0, PUSHED
        LD R0, STATUS
        STI R0, PUSHED2
        AND R0, R0, #0
START   ADD R5, R5, #0
        BRp ON
        ADD R5, R5, #1
        BR START
ON      LD R0, BIT
        STI R0, KBSR
        ADD R1, R1, #15
WAIT    ADD R1, R1, #-1
        BRp WAIT
        HALT
HANDLER AND R0, R0, #0
        STI R0, KBSR
        LEA R0, START
        STR R0, R6, #0
        AND R0, R0, #0
        AND R1, R1, #0
        RTI
VECTOR  .FILL x180
PUSHED  .FILL x2FFE
PUSHED2 .FILL x2FFF
STATUS  .FILL x8001
BIT     .FILL x4000
KBSR    .FILL xFE00
        .END";

#[test]
fn a_round_is_no_proof_if_anything_differs() {
    for (source, keys) in [
        (KEYS_DECIDE, "aaaaaaq"),
        (CODES_DECIDE, ""),
        (PRIORITY_DECIDES, ""),
        (STACK_DECIDES, ""),
        (INTERRUPT_DECIDES, "a"),
    ] {
        assert_eq!(watch(source, keys, 3_000), (Stop::Halted, None), "{source}");
    }
}

#[test]
fn a_store_to_a_device_changes_no_memory() {
    let source = ".ORIG x3000
        LD R0, LETTER
LOOP    STI R0, DDR
        BR LOOP
LETTER  .FILL x41
DDR     .FILL xFE06
        .END";
    let (_, endless) = watch(source, "", 800);
    let endless = endless.expect("the loop is proved");
    assert_eq!((endless.addresses, endless.period, endless.prints), (vec![0x3001, 0x3002], 2, true));
}

#[test]
fn a_proved_loop_is_known_in_full_even_if_the_budget_ends_within_it() {
    // A round takes 703 instructions. The second one proves the loop, and the budget ends before the third one prints.
    let source = ".ORIG x3000
LOOP    .BLKW 700
        LD R0, STAR
        OUT
        JSR LOOP
STAR    .FILL x2A
        .END";
    let (stop, endless) = watch(source, "", 1_800);
    let endless = endless.expect("the loop is proved");
    assert_eq!((stop, endless.period, endless.prints), (Stop::OutOfFuel, 703, true));
    assert_eq!(endless.addresses.len(), 703);
}
