//! The facts found by watched ARM runs: endless loops are proved, values are traced through the stack.

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::arm::{Board, Loaded, Options, Setup, assemble};
use grader::machine::{Executable as _, Facts, Start, Stop, Where};

/// Watches a program for Linux; how it ended, what was found, and the program.
fn watch(source: &str) -> (Stop, Facts, Loaded) {
    let setup = Setup { board: Board::Linux, ..Setup::default() };
    let options = Options { placement: setup.board.map().placement, dialect: None };
    let assembly =
        assemble(vec![SourceFile::from_bytes("program.s", source.as_bytes())], &|_: &str| None, options);
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    let program = grader::isa::arm::Program { board: setup.board, ..program };
    let loaded = Loaded::new(Arc::new(program), setup);
    let script = Script::new([""]);
    let mut console = ScriptedConsole::new(&script, 10_000);
    let (ended, facts) = loaded.watch(Start::Zeros.into(), 100_000, &mut console);
    (ended.stop, facts, loaded)
}

fn address(loaded: &Loaded, label: &str) -> u32 {
    loaded.program.symbols.iter().find(|symbol| symbol.name == label).expect("it is defined").address
}

const EXIT: &str = "
exit:   mov     r7, #1
        mov     r0, #0
        swi     0
";

#[test]
fn saving_registers_that_were_never_set_is_no_use_of_them() {
    let source = "
        .global _start
_start: bl      twice
        mov     r0, #1
        push    {r5}
        pop     {r5}
        b       exit
twice:  push    {r4-r6, lr}
        mov     r4, #1
        mov     r5, #2
        mov     r6, #3
        pop     {r4-r6, pc}
";
    let (stop, facts, _) = watch(&format!("{source}{EXIT}"));
    assert_eq!(stop, Stop::Exited(0));
    assert_eq!(facts.undefined, []);
    assert_eq!(facts.clobbers, []);
}

/// `POP` with the program counter restores registers and returns at once.
#[test]
fn registers_that_a_subroutine_must_give_back_are_checked_after_its_return() {
    let source = "
        .global _start
_start: mov     r4, #7
        bl      pops
        bl      loads
        bl      forgets
        bl      leaves
        b       exit
pops:   push    {r4, lr}
        mov     r4, #1
        pop     {r4, pc}
loads:  str     lr, [sp, #-4]!
        ldr     pc, [sp], #4
forgets: push   {lr}
        mov     r4, #1
        pop     {pc}
leaves: push    {r5, lr}
        mov     r5, #1
        ldmfd   sp, {r5, pc}
";
    let (stop, facts, loaded) = watch(&format!("{source}{EXIT}"));
    assert_eq!(stop, Stop::Exited(0));
    let found: Vec<_> =
        facts.clobbers.iter().map(|clobber| (clobber.subroutine, clobber.registers)).collect();
    assert_eq!(found, [(address(&loaded, "forgets"), 1 << 4), (address(&loaded, "leaves"), 1 << 13)]);
}

#[test]
fn registers_that_were_saved_and_restored_are_as_undefined_as_before() {
    let source = "
        .global _start
_start: mov     r6, #3
        bl      saves
        add     r0, r6, #1
use:    add     r0, r5, #1
        b       exit
saves:  push    {r4-r6, lr}
        mov     r5, #2
        pop     {r4-r6, pc}
";
    let (stop, facts, loaded) = watch(&format!("{source}{EXIT}"));
    assert_eq!(stop, Stop::Exited(0));
    let used: Vec<_> = facts.undefined.iter().map(|found| (found.at, found.holder)).collect();
    assert_eq!(used, [(address(&loaded, "use"), Where::Register(5))]);
}

#[test]
fn words_of_the_stack_that_nobody_pushed_mean_nothing() {
    let source = "
        .global _start
_start: mov     r4, #1
        push    {r4}
        sub     sp, sp, #4
        ldmia   sp, {r2, r3}
        add     r0, r3, #1
use:    add     r0, r2, #1
        b       exit
";
    let (_, facts, loaded) = watch(&format!("{source}{EXIT}"));
    let [found] = facts.undefined.as_slice() else { panic!("{:?}", facts.undefined) };
    assert_eq!(found.at, address(&loaded, "use"));
    assert!(matches!(found.holder, Where::Memory(_)), "{:?}", found.holder);
}

/// Data lies on a page of its own, a gap after the code; nothing was put into the gap.
#[test]
fn words_of_the_data_after_a_gap_mean_something() {
    let source = "
        .global _start
_start: ldr     r1, =count
        ldr     r0, [r1]
        add     r0, r0, #1
        ldr     r0, [r1, #-4]
gap:    add     r0, r0, #1
        mov     r2, #9
        swp     r3, r2, [r1]
        ldr     r0, [r1]
        add     r0, r0, r3
        b       exit
        .data
count:  .word   3
        .text
";
    let (stop, facts, loaded) = watch(&format!("{source}{EXIT}"));
    assert_eq!(stop, Stop::Exited(0));
    let used: Vec<_> = facts.undefined.iter().map(|found| (found.at, found.holder)).collect();
    assert_eq!(used, [(address(&loaded, "gap"), Where::Memory(address(&loaded, "count") - 4))]);
}

#[test]
fn a_loop_that_changes_memory_back_never_ends() {
    let source = "
        .global _start
_start: ldr     r1, =count
loop:   ldr     r0, [r1]
        add     r0, r0, #1
        and     r0, r0, #3
        str     r0, [r1]
        b       loop
        .data
count:  .word   0
";
    let (stop, facts, _) = watch(source);
    assert_eq!(stop, Stop::OutOfFuel);
    let endless = facts.endless_loop.expect("the loop is proved");
    assert_eq!((endless.period, endless.addresses.len()), (4 * 5, 5));
    assert!(!endless.prints && !endless.waits_for_key);
}

#[test]
fn a_loop_that_asks_for_the_time_may_end() {
    let source = "
        .global _start
_start: mov     r7, #13
        mov     r0, #0
        swi     0
        mov     r0, #0
        b       _start
";
    let (stop, facts, _) = watch(source);
    assert_eq!((stop, facts.endless_loop), (Stop::OutOfFuel, None));
}
