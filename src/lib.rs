//! `grader`: an autograder and conformance test harness for student assembly programs.
//!
//! The modules are floors: each one uses only those below it.

pub mod asm;
pub mod cli;
pub mod compare;
pub mod console;
pub mod diagnostics;
pub mod explain;
pub mod fingerprint;
pub mod grade;
pub mod isa;
pub mod likeness;
pub mod machine;
pub mod model;
pub mod observe;
pub mod package;
pub mod play;
pub mod record;
pub mod referee;
pub mod regrade;
pub mod report;
pub mod selfcheck;
pub mod spec;
pub mod stored;
pub mod submission;
