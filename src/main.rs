//! The command `grader`; see [`grader::cli`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// To understand a submission is to keep many small things for a moment: with this allocator it takes a fifth less time than
/// with the system's.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    grader::cli::main()
}
