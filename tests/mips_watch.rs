//! The facts found by watched MIPS runs: endless loops are proved, the calling convention is
//! checked, values are traced.

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::{Language, SourceFile};
use grader::explain;
use grader::isa::mips::{Loaded, Options, Setup, assemble};
use grader::machine::{Ended, Executable as _, Facts, Start, Stop, Where};
use grader::play::Ending;
use grader::spec::Limits;

/// Watches a program; the labels of the source come back with what was found.
fn watch(source: &str, typed: &str) -> (Stop, Facts, Loaded) {
    watch_with(source, typed, Setup::default())
}

fn watch_with(source: &str, typed: &str, setup: Setup) -> (Stop, Facts, Loaded) {
    let files = vec![SourceFile::from_bytes("program.asm", source.as_bytes())];
    let assembly = assemble(files, &|_: &str| None, Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    let loaded = Loaded::new(Arc::new(program), setup);
    let script = Script::new([typed]);
    let mut console = ScriptedConsole::new(&script, 10_000);
    let (ended, facts) = loaded.watch(Start::Zeros.into(), 100_000, &mut console);
    (ended.stop, facts, loaded)
}

#[test]
fn a_loop_that_changes_memory_back_never_ends() {
    let source = "
        .data
n:      .word   0
        .text
loop:   lw      $t0, n
        addi    $t0, $t0, 1
        andi    $t0, $t0, 3
        sw      $t0, n
        j       loop
";
    let (stop, facts, _) = watch(source, "");
    assert_eq!(stop, Stop::OutOfFuel);
    let endless = facts.endless_loop.expect("the loop is proved");
    assert_eq!((endless.period, endless.addresses.len()), (4 * 7, 7));
    assert!(!endless.prints && !endless.waits_for_key);
}

#[test]
fn a_loop_that_draws_random_numbers_may_end() {
    let source = "
loop:   li      $v0, 41
        syscall
        j       loop
";
    let (stop, facts, _) = watch(source, "");
    assert_eq!((stop, facts.endless_loop), (Stop::OutOfFuel, None));
    assert!(facts.services[&41] > 1_000);
}

#[test]
fn a_program_that_polls_for_a_key_waits() {
    let source = "
        lui     $t0, 0xffff
loop:   lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, loop
        lw      $t2, 4($t0)
        j       loop
";
    let (_, facts, _) = watch(source, "ab");
    let endless = facts.endless_loop.expect("nobody types a third key");
    assert!(endless.waits_for_key);
    assert_eq!(facts.key_reads.len(), 1);
}

#[test]
fn registers_that_a_subroutine_must_give_back_are_checked() {
    let source = "
        .text
main:   jal     good
        jal     bad
        li      $v0, 10
        syscall
good:   addi    $sp, $sp, -4
        sw      $s0, 0($sp)
        li      $s0, 5
        lw      $s0, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
bad:    li      $s1, 5
        addi    $sp, $sp, -8
        jr      $ra
";
    let (stop, facts, loaded) = watch(source, "");
    assert_eq!(stop, Stop::Halted);
    let [clobber] = facts.clobbers.as_slice() else { panic!("{:?}", facts.clobbers) };
    assert_eq!(Some(clobber.subroutine), loaded.program.address_of("bad"));
    assert_eq!(clobber.registers, 1 << 17 | 1 << 29);
    assert_eq!(facts.undefined, [], "saving a register is no use of it");
}

#[test]
fn a_register_that_was_never_set_is_told_at_its_first_use() {
    let source = "
        .text
main:   move    $t1, $t0
        add     $t2, $t1, $s3
        add     $t3, $t1, $s3
        li      $v0, 1
        syscall
";
    let (stop, facts, _) = watch(source, "");
    assert_eq!(stop, Stop::DroppedOff);
    let used: Vec<_> = facts.undefined.iter().map(|found| (found.at, found.holder)).collect();
    assert_eq!(used, [(0x0040_0004, Where::Register(9)), (0x0040_0010, Where::Register(4))]);
}

#[test]
fn each_byte_knows_its_instruction() {
    let source = "
        .data
text:   .asciiz \"ab\"
        .text
        li      $v0, 4
        la      $a0, text
        syscall
        li      $v0, 11
        li      $a0, 33
        syscall
";
    let (_, facts, _) = watch(source, "");
    assert_eq!(facts.printed_by, [0x0040_000C, 0x0040_000C, 0x0040_0018]);
}

/// Lines of several lengths are read into one buffer, so that a service stores several bytes into the same
/// words again and again: back and forth, and with a count at another address.
#[test]
fn a_service_that_stores_many_bytes_into_one_word_is_followed_byte_by_byte() {
    let source = "
        .data
buffer: .space  16
count:  .word   0
        .text
loop:   la      $a0, buffer
        li      $a1, 16
        li      $v0, 8
        syscall
        lw      $t0, count
        addi    $t0, $t0, 1
        sw      $t0, count
        move    $t0, $zero
        j       loop
";
    let (stop, facts, _) = watch(source, "add\nno\nadd\nno\nabcd\nno\nadd\n");
    assert_eq!((stop, facts.endless_loop), (Stop::Starved, None));
}

/// The first file is read over and over into one buffer: a loop in which every service stores what was there, or something
/// else and then the same again, is proved only where nothing outside of memory counts along.
#[test]
fn words_that_are_written_by_bytes_prove_no_loop_that_ends() {
    // Each round stores the bytes of two words by services, in which the second differs from round to round.
    let source = "
        .data
name:   .asciiz \"in.txt\"
        .align  2
buffer: .word   0, 0
        .text
main:   li      $s0, 5
loop:   li      $v0, 54
        la      $a0, name
        la      $a1, buffer
        li      $a2, 8
        syscall
        addi    $s0, $s0, -1
        sw      $s0, buffer + 4
        move    $t9, $s0
        move    $s0, $zero
        lw      $s0, buffer + 4
        move    $t9, $zero
        bnez    $s0, loop
        li      $v0, 10
        syscall
";
    let (stop, facts, _) = watch(source, "abc\nb\nabc\nb\nabc\nb\n");
    assert_eq!((stop, facts.endless_loop), (Stop::Halted, None));
}

/// The program changes one of its instructions back and forth, and a counter among them: the text is memory, too.
#[test]
fn a_program_that_changes_itself_is_not_caught_in_a_loop_by_its_data_alone() {
    let source = "
main:   la      $t0, count
loop:   lw      $t1, 0($t0)
        addi    $t1, $t1, 1
        sw      $t1, 0($t0)
        move    $t1, $zero
count:  li      $t2, 0
        slti    $t3, $t2, 5000
        move    $t2, $zero
        bnez    $t3, next
        li      $v0, 10
        syscall
next:   move    $t3, $zero
        j       loop
";
    let setup = Setup { self_modifying: true, ..Setup::default() };
    let (stop, facts, _) = watch_with(source, "", setup);
    assert_eq!((stop, facts.endless_loop), (Stop::Halted, None));
}

/// A key is there in each round: the program never reads it, and does not wait for one.
#[test]
fn a_program_that_looks_at_a_key_and_never_reads_it_does_not_wait() {
    let source = "
        lui     $t0, 0xffff
loop:   lw      $t1, 0($t0)
        andi    $t1, $t1, 4
        beqz    $t1, loop
";
    let files = vec![SourceFile::from_bytes("program.asm", source.as_bytes())];
    let program = assemble(files, &|_: &str| None, Options::default()).program.expect("it is correct");
    let loaded = Loaded::new(Arc::new(program), Setup::default());
    let limits = Limits { fuel: 100_000, output: 10_000 };
    let (_, facts) = grader::play::watch(&loaded, &Script::new(["a"]), Start::Zeros.into(), limits);
    assert!(!facts.endless_loop.expect("the loop is proved").waits_for_key);
}

#[test]
fn a_program_that_runs_past_its_last_instruction_is_followed() {
    let source = "
main:   li      $t0, 1
last:   addi    $t0, $t0, 1
";
    let (stop, facts, loaded) = watch(source, "");
    assert_eq!(stop, Stop::DroppedOff);
    let last = loaded.program.address_of("last").expect("there is a label");
    let ran_off = facts.ran_off.expect("it ran off");
    assert_eq!((ran_off.from, ran_off.to), (last, last + 4));
    assert_eq!(facts.last_in_source, Some(last));
    let ended = Ended::new(stop, 2, last + 4);
    let said = |expected| explain::stop(&loaded, &facts, ended, expected);
    let first = said(Ending::Waits).swap_remove(0);
    assert_eq!(
        first.to(Language::English),
        "after program.asm:3 the program ran past its last instruction, which ends it; is an exit (syscall 10), a `jr $ra` \
         or a jump missing there?"
    );
    assert_eq!(said(Ending::Halts), [], "where it must end, that is one way to end");
}

#[test]
fn a_jump_to_where_no_instruction_is_knows_where_it_came_from() {
    let source = "
main:   li      $t0, 1
back:   jr      $ra
";
    let (stop, facts, loaded) = watch(source, "");
    assert!(matches!(stop, Stop::Fault(_)));
    assert_eq!(facts.last_in_source, loaded.program.address_of("back"));
}

/// Memory on the heap and the stack that was never written is noise on other machines; static data is zero,
/// and so is memory that a service has filled.
#[test]
fn memory_that_was_never_written_is_told_where_it_is_used() {
    let source = "
        .data
count:  .space  4
name:   .space  8
        .text
main:   lw      $t0, count
        addi    $t0, $t0, 1
        addi    $sp, $sp, -12
        sw      $t0, 0($sp)
        sb      $t0, 4($sp)
        lw      $t1, 0($sp)
        addi    $t1, $t1, 1
        lb      $t2, 4($sp)
        addi    $t2, $t2, 1
        lw      $t3, 4($sp)
use:    addi    $t3, $t3, 1
        lw      $t4, 8($sp)
        sw      $t4, 8($sp)
        lw      $t5, 8($sp)
again:  addi    $t5, $t5, 1
        li      $v0, 8
        addi    $a0, $sp, 8
        li      $a1, 4
        syscall
        lbu     $t6, 8($sp)
        addi    $t6, $t6, 1
        li      $v0, 10
        syscall
";
    let (stop, facts, loaded) = watch(source, "ab\n");
    assert_eq!(stop, Stop::Halted);
    let used: Vec<_> = facts.undefined.iter().map(|found| (Some(found.at), found.holder)).collect();
    let stack = loaded.program.map.stack_pointer - 12;
    assert_eq!(
        used,
        [
            (loaded.program.address_of("use"), Where::Memory(stack + 5)),
            (loaded.program.address_of("again"), Where::Memory(stack + 8)),
        ]
    );
}
