//! The style check that only LC-3 has: it is about the services that its book teaches for keys.

use crate::diagnostics::{Text, text};
use crate::machine::{Executable, Facts, ServiceCheck};

const GETC: u32 = 0x20;
const OUT: u32 = 0x21;
const IN: u32 = 0x23;

/// Keys are read with GETC and echoed with OUT.
pub(super) const GETC_OUT: ServiceCheck = ServiceCheck {
    id: "getc-out",
    demand: ("read keys with GETC and echo them with OUT", "đọc phím bằng GETC và hiện lại bằng OUT"),
    unmet: getc_out,
    is_about_prompts: true,
};

fn getc_out(program: &dyn Executable, runs: &[&Facts]) -> Vec<Text> {
    let count = |service: u32| {
        runs.iter().map(|facts| facts.services.get(&service).copied().unwrap_or(0)).sum::<u64>()
    };
    if count(IN) > 0 {
        vec![text!(
            "keys are read with IN (TRAP x23), which prints a prompt of its own",
            "phím được đọc bằng IN (TRAP x23), lệnh này tự in lời nhắc"
        )]
    } else if count(GETC) == 0 {
        let first = runs.iter().find_map(|facts| facts.key_reads.first());
        let place = first.map(|address| program.place(*address)).unwrap_or_default();
        vec![text!(
            "the key is read at {place}, without GETC (TRAP x20)",
            "phím được đọc tại {place} mà không dùng GETC (TRAP x20)"
        )]
    } else if count(OUT) == 0 {
        vec![text!("keys are not echoed with OUT (TRAP x21)", "phím không được hiện lại bằng OUT (TRAP x21)")]
    } else {
        Vec::new()
    }
}
