//! Host instructions per guest instruction, counted by Valgrind: the same figure on a busy machine as on an idle one.
//!
//! `cargo bench --bench counted` prints the figures; with `-- --check` it fails if one is above its bound. Each loop runs
//! twice, with a small budget and with a larger one, so that loading and starting cancel out.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own that prints figures")]

#[path = "support/loops.rs"]
mod loops;

use std::env::{args, current_exe};
use std::process::{Command, ExitCode};

use grader::machine::{Executable, Start};
use loops::{MIPS_LOOP, arm_program, lc3_program, mips_program, run};

/// The machines, each with the most host instructions that one of its instructions may take.
const BOUNDS: [(&str, u64); 3] = [("lc3", 25), ("mips", 24), ("arm", 36)];
/// The two budgets.
const BUDGETS: [u64; 2] = [200_000, 1_200_000];

fn program(machine: &str) -> Box<dyn Executable> {
    match machine {
        "lc3" => Box::new(lc3_program()),
        "arm" => Box::new(arm_program()),
        _ => Box::new(mips_program(MIPS_LOOP)),
    }
}

/// The host instructions of one run, as Valgrind counts them.
fn count(machine: &str, fuel: u64) -> Result<u64, String> {
    let own = current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(["run", machine, &fuel.to_string()])
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}; install the package `valgrind`"))?;
    let words = String::from_utf8_lossy(&output.stderr);
    let collected = words.lines().find_map(|line| line.split_once("Collected :"));
    collected
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("valgrind counted nothing:\n{words}"))
}

/// Tenths of a host instruction for one instruction of a machine.
fn measure(machine: &str) -> Result<u64, String> {
    let counts = [count(machine, BUDGETS[0])?, count(machine, BUDGETS[1])?];
    Ok(10 * counts[1].saturating_sub(counts[0]) / (BUDGETS[1] - BUDGETS[0]))
}

fn main() -> ExitCode {
    let words: Vec<String> = args().collect();
    if let [_, verb, machine, fuel] = words.as_slice()
        && verb == "run"
    {
        run(program(machine).as_ref(), fuel.parse().expect("the budget is a number"), Start::Zeros);
        return ExitCode::SUCCESS;
    }
    let checks = words.iter().any(|word| word == "--check");
    let mut is_good = true;
    for (machine, most) in BOUNDS {
        match measure(machine) {
            Ok(tenths) => {
                let (whole, tenth) = (tenths / 10, tenths % 10);
                println!("{machine}: {whole}.{tenth} host instructions for one instruction (at most {most})");
                is_good &= tenths <= 10 * most;
            }
            Err(why) => {
                eprintln!("{machine}: {why}");
                is_good = false;
            }
        }
    }
    if checks && !is_good { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
