//! Host instructions, counted by Valgrind: the same figures on a busy machine as on an idle one. Of each machine how many one
//! of its instructions takes; of programs in their own words how many it takes to understand them, and to judge all of their
//! cases.
//!
//! `cargo bench --bench counted` prints the figures; with `-- --check` it fails if one is above its bound. Each loop runs
//! twice, with a small budget and with a larger one, so that loading and starting cancel out; what it takes to load a spec and a
//! program is taken off likewise.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own that prints figures")]

#[path = "support/loops.rs"]
mod loops;

use std::env::{args, current_exe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use grader::asm::ProgramFiles;
use grader::grade::{Plan, judge_program, understand};
use grader::machine::{Executable, Start};
use grader::spec::load;
use grader::submission::{Folders, discover};
use loops::{MIPS_LOOP, arm_program, lc3_program, mips_program, run, watch};

/// The machines, each with the most host instructions that one of its instructions may take: executed, and watched.
const BOUNDS: [(&str, [u64; 2]); 3] = [("lc3", [25, 318]), ("mips", [23, 288]), ("arm", [27, 592])];
/// The two budgets.
const BUDGETS: [u64; 2] = [200_000, 1_200_000];

/// Programs in their own words, by the ids of their spec and theirs: right and wrong, quickly understood and not. With each
/// the most millions of host instructions to understand it, and to understand it and judge its cases.
const SPOKEN: [(&str, &str, [u64; 2]); 6] = [
    ("mips-four", "full-integers", [490, 1_900]),
    ("mips-four", "full-vietnamese", [650, 1_700]),
    ("mips-four", "wrong-block-again", [650, 1_700]),
    ("mips-four", "wrong-faults-not-counted", [1_500, 2_800]),
    ("mips-gomoku", "full-report-style", [600, 1_100]),
    ("arm-connect-four", "full-four-routines", [600, 1_100]),
];

fn program(machine: &str) -> Box<dyn Executable> {
    match machine {
        "lc3" => Box::new(lc3_program()),
        "arm" => Box::new(arm_program()),
        _ => Box::new(mips_program(MIPS_LOOP)),
    }
}

/// The host instructions of a run of this program with these words, as Valgrind counts them.
fn count(words: &[&str]) -> Result<u64, String> {
    let own = current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(words)
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}; install the package `valgrind`"))?;
    let words = String::from_utf8_lossy(&output.stderr);
    let collected = words.lines().find_map(|line| line.split_once("Collected :"));
    collected
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("valgrind counted nothing:\n{words}"))
}

/// Tenths of a host instruction for one instruction of a machine, in a plain run or in a watched one.
fn measure(verb: &str, machine: &str) -> Result<u64, String> {
    let run = |fuel: u64| count(&[verb, machine, &fuel.to_string()]);
    let counts = [run(BUDGETS[0])?, run(BUDGETS[1])?];
    Ok(10 * counts[1].saturating_sub(counts[0]) / (BUDGETS[1] - BUDGETS[0]))
}

/// Loads a spec and one of its fixtures, and executes the verb on it.
fn spoken_with(verb: &str, spec: &str, id: &str) {
    let spec = load(Path::new(&format!("specs/{spec}.yaml"))).expect("the spec is valid");
    let folder = [PathBuf::from(format!("fixtures/submissions/{}", spec.id))];
    let found = discover(&folder, Folders::Classes, &spec.submission).expect("the fixtures are there");
    let plan = Plan::new(spec);
    let submission = found.submissions.iter().find(|known| known.id == id).expect("it is there");
    let files = submission.program(&plan.spec.submission).expect("it has a program");
    let loaded = plan.spec.machine.load(ProgramFiles::handed_in(&files));
    let program = loaded.program.expect("it assembles");
    match verb {
        "understand" => assert!(understand(&plan, program.as_ref(), id).is_some()),
        "judge" => assert!(!judge_program(&plan, program.as_ref(), id).results.is_empty()),
        _ => {}
    }
}

/// Millions of host instructions to understand a program, and to understand it and judge its cases.
fn measure_spoken(spec: &str, id: &str) -> Result<[u64; 2], String> {
    let load = count(&["load", spec, id])?;
    let millions = |count: u64| count.saturating_sub(load) / 1_000_000;
    Ok([millions(count(&["understand", spec, id])?), millions(count(&["judge", spec, id])?)])
}

fn main() -> ExitCode {
    let words: Vec<String> = args().collect();
    if let [_, verb, spec, id] = words.as_slice()
        && ["load", "understand", "judge"].contains(&verb.as_str())
    {
        spoken_with(verb, spec, id);
        return ExitCode::SUCCESS;
    }
    if let [_, verb, machine, fuel] = words.as_slice()
        && ["run", "watch"].contains(&verb.as_str())
    {
        let (program, fuel) = (program(machine), fuel.parse().expect("the budget is a number"));
        let execute = if verb == "run" { run } else { watch };
        execute(program.as_ref(), fuel, Start::Zeros);
        return ExitCode::SUCCESS;
    }
    let checks = words.iter().any(|word| word == "--check");
    let mut is_good = true;
    for (machine, bounds) in BOUNDS {
        for (verb, most) in ["run", "watch"].into_iter().zip(bounds) {
            match measure(verb, machine) {
                Ok(tenths) => {
                    let (whole, tenth) = (tenths / 10, tenths % 10);
                    println!(
                        "{machine}, {verb}: {whole}.{tenth} host instructions for one instruction (at most {most})"
                    );
                    is_good &= tenths <= 10 * most;
                }
                Err(why) => {
                    eprintln!("{machine}, {verb}: {why}");
                    is_good = false;
                }
            }
        }
    }
    for (spec, id, most) in SPOKEN {
        match measure_spoken(spec, id) {
            Ok([understood, judged]) => {
                let [most_understood, most_judged] = most;
                println!(
                    "{spec}, {id}: {understood} million host instructions to be understood (at most {most_understood}), {judged} with all of its cases (at most {most_judged})"
                );
                is_good &= understood <= most_understood && judged <= most_judged;
            }
            Err(why) => {
                eprintln!("{spec}, {id}: {why}");
                is_good = false;
            }
        }
    }
    if checks && !is_good { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
