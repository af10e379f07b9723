//! The command `grader`; see [`grader::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    grader::cli::main()
}
