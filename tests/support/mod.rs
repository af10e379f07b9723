//! The parts that several tests share.

#[cfg(unix)]
pub(crate) mod console;
pub(crate) mod essence;
pub(crate) mod quoted;
pub(crate) mod rewriting;
pub(crate) mod validator;
pub(crate) mod variations;
#[cfg(unix)]
pub(crate) mod watched;
