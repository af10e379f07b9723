//! How long a run is waited for.

use super::{Ended, Stop};
use crate::console::Console;

/// The number of instructions after which the console is asked whether it still waits.
const STRETCH: u64 = 1 << 16;

/// Runs a machine up to `fuel` instructions in all, as long as the console waits. `run` goes on up to the number of
/// instructions that it is given.
pub fn run_while_waited(
    fuel: u64,
    console: &mut dyn Console,
    mut run: impl FnMut(u64, &mut dyn Console) -> Ended,
) -> Ended {
    let mut until = STRETCH.min(fuel);
    loop {
        let ended = run(until, console);
        if ended.stop != Stop::OutOfFuel || ended.executed >= fuel || !console.waits(ended.executed) {
            return ended;
        }
        until = ended.executed.saturating_add(STRETCH).min(fuel);
    }
}
