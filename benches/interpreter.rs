//! How fast the machine runs: `cargo bench --bench interpreter`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::lc3::{Loaded, Setup, assemble};
use grader::machine::{Executable as _, Start, Stop};

/// Thirteen instructions of the kinds that student programs are made of, for ever.
const LOOP: &str = "
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

/// Instructions in one measurement of the loop.
const MANY: u64 = 10_000_000;
/// Instructions of a short case.
const FEW: u64 = 1_000;

fn loaded() -> Loaded {
    let assembly = assemble(vec![SourceFile::from_bytes("loop.asm", LOOP.as_bytes())], None);
    Loaded { program: Arc::new(assembly.program.expect("the program is correct")), setup: Setup::default() }
}

/// Runs the loop on a fresh machine until the budget is used up.
fn run(loaded: &Loaded, fuel: u64, start: Start) {
    let script = Script::default();
    let mut console = ScriptedConsole::new(&script, 0);
    let ended = loaded.run(start, black_box(fuel), &mut console);
    assert_eq!((ended.stop, ended.executed), (Stop::OutOfFuel, fuel));
}

fn main() {
    let loaded = loaded();
    let mut criterion = Criterion::default().configure_from_args();

    let mut group = criterion.benchmark_group("interpreter");
    group.throughput(Throughput::Elements(MANY));
    group.sample_size(20).measurement_time(Duration::from_secs(10));
    group.bench_function("plain loop", |bencher| bencher.iter(|| run(&loaded, MANY, Start::Zeros)));
    group.finish();

    let mut group = criterion.benchmark_group("fresh machine and 1,000 instructions");
    for (name, start) in [("zeros", Start::Zeros), ("random", Start::Random(1))] {
        group.bench_function(name, |bencher| bencher.iter(|| run(&loaded, FEW, start)));
    }
    group.finish();
    criterion.final_summary();
}
