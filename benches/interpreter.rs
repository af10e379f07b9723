//! The speed of the machines: `cargo bench --bench interpreter`.

#[path = "support/loops.rs"]
mod loops;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grader::console::{Script, ScriptedConsole};
use grader::machine::{Executable, Start, Stop};
use loops::{MIPS_LOOP, arm_program, lc3_program, mips_program, run};

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

/// Assembles a small program and runs it to its end.
fn small_program() {
    let script = Script::new(["5\n"]);
    let mut console = ScriptedConsole::new(&script, 1_000);
    let ended = mips_program(black_box(MIPS_SMALL)).run(Start::Zeros.into(), MANY, &mut console);
    assert_eq!(ended.stop, Stop::Halted);
}

fn main() {
    let (lc3, mips, arm) = (lc3_program(), mips_program(MIPS_LOOP), arm_program());
    let machines: [(&str, &dyn Executable); 3] = [("LC-3", &lc3), ("MIPS", &mips), ("ARM", &arm)];
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
