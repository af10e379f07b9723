//! The command `grader`; see [`grader::cli`].

use std::process::ExitCode;

/// To understand a submission is to keep many small things for a moment: with this allocator it takes a fifth less time than
/// with the system's. It is written in C, and a static program is built without a C compiler.
#[cfg(not(target_env = "musl"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    grader::cli::main()
}
