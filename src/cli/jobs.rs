//! The flags of commands that work on many things: on how many at once, and how much is said meanwhile.

use std::num::NonZero;

use clap::Args;

use super::terminal::Terminal;
use crate::grade::{MOST_THREADS, use_threads};

/// The flags.
#[derive(Args, Debug)]
pub(super) struct Jobs {
    /// Work on at most N things at once; otherwise on as many as there are processors. Results are the same.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: Option<u16>,

    /// Show no progress and no notes; results and errors stay.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

impl Jobs {
    /// Works as the flags say from now on. The terminal is as quiet as they say.
    pub(super) fn begin(&self, terminal: &Terminal) -> Terminal {
        if let Some(count) = self.jobs.and_then(NonZero::new) {
            use_threads(count);
        }
        terminal.quiet(self.quiet)
    }
}
