//! `grader`: an autograder and conformance test harness for student assembly programs.
//!
//! The modules are floors: each one uses only those below it.

pub mod asm;
pub mod console;
pub mod diagnostics;
pub mod isa;
pub mod machine;
pub mod spec;
