//! How fast the machines run: `cargo bench --bench interpreter`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::{lc3, mips};
use grader::machine::{Executable, Start, Stop};

/// Thirteen LC-3 instructions of the kinds that student programs are made of, for ever.
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

/// Ten MIPS instructions over an array of 4 KB, for ever.
const MIPS_LOOP: &str = "
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

/// A small MIPS program as a beginner writes it: a prompt, numbers, a string.
const MIPS_SMALL: &str = "
        .data
prompt: .asciiz \"How many? \"
after:  .asciiz \" squares:\\n\"
        .text
        .globl  main
main:   li      $v0, 4
        la      $a0, prompt
        syscall
        li      $v0, 5
        syscall
        move    $s0, $v0
        li      $v0, 1
        move    $a0, $s0
        syscall
        li      $v0, 4
        la      $a0, after
        syscall
        li      $s1, 1
loop:   bgt     $s1, $s0, done
        mul     $a0, $s1, $s1
        li      $v0, 1
        syscall
        li      $v0, 11
        li      $a0, '\\n'
        syscall
        addi    $s1, $s1, 1
        j       loop
done:   li      $v0, 10
        syscall
";

/// Instructions in one measurement of a loop.
const MANY: u64 = 10_000_000;
/// Instructions of a short case.
const FEW: u64 = 1_000;

fn lc3_program() -> lc3::Loaded {
    let assembly = lc3::assemble(vec![SourceFile::from_bytes("loop.asm", LC3_LOOP.as_bytes())], None);
    let program = assembly.program.expect("the program is correct");
    lc3::Loaded { program: Arc::new(program), setup: lc3::Setup::default() }
}

fn mips_program(source: &str) -> mips::Loaded {
    let files = vec![SourceFile::from_bytes("loop.asm", source.as_bytes())];
    let assembly = mips::assemble(files, &|_| None, mips::Options::default());
    mips::Loaded::new(Arc::new(assembly.program.expect("the program is correct")), mips::Setup::default())
}

/// Runs a loop on a fresh machine until the budget is used up.
fn run(loaded: &dyn Executable, fuel: u64, start: Start) {
    let script = Script::default();
    let mut console = ScriptedConsole::new(&script, 0);
    let ended = loaded.run(start.into(), black_box(fuel), &mut console);
    assert_eq!((ended.stop, ended.executed), (Stop::OutOfFuel, fuel));
}

/// Assembles a small program and runs it to its end.
fn small_program() {
    let script = Script::new(["5\n"]);
    let mut console = ScriptedConsole::new(&script, 1_000);
    let ended = mips_program(black_box(MIPS_SMALL)).run(Start::Zeros.into(), MANY, &mut console);
    assert_eq!(ended.stop, Stop::Halted);
}

fn main() {
    let (lc3, mips) = (lc3_program(), mips_program(MIPS_LOOP));
    let machines: [(&str, &dyn Executable); 2] = [("LC-3", &lc3), ("MIPS", &mips)];
    let mut criterion = Criterion::default().configure_from_args();

    let mut group = criterion.benchmark_group("plain loop");
    group.throughput(Throughput::Elements(MANY));
    group.sample_size(20).measurement_time(Duration::from_secs(10));
    for (name, machine) in machines {
        group.bench_function(name, |bencher| bencher.iter(|| run(machine, MANY, Start::Zeros)));
    }
    group.finish();

    let mut group = criterion.benchmark_group("fresh machine and 1,000 instructions");
    for (name, machine) in machines {
        group.bench_function(name, |bencher| bencher.iter(|| run(machine, FEW, Start::Zeros)));
        let random = format!("{name}, random memory");
        group.bench_function(random, |bencher| bencher.iter(|| run(machine, FEW, Start::Random(1))));
    }
    group.finish();

    let mut group = criterion.benchmark_group("small program, assembled and run");
    group.bench_function("MIPS", |bencher| bencher.iter(small_program));
    group.finish();
    criterion.final_summary();
}
