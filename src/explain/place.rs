//! The statement at which a report points when a case fails.

use crate::diagnostics::Span;
use crate::machine::{Ended, Executable, Facts, Frame, Stop};

/// Of more calls the innermost ones are named.
const MOST_CALLS: usize = 20;

/// The statement of an instruction; `None` where it comes from no source.
pub fn statement(program: &dyn Executable, address: u32) -> Option<Span> {
    program.source_map().get(address).map(|line| line.span)
}

/// The statement that printed a byte of the output, or the last one before it where nothing was printed any more.
pub fn printed(program: &dyn Executable, facts: &Facts, at: usize) -> Option<Span> {
    let by = facts.printed_by.get(at).or_else(|| facts.printed_by.get(at.checked_sub(1)?))?;
    statement(program, *by)
}

/// The statement where a run went astray, or ended as it must not.
pub fn ended(program: &dyn Executable, facts: &Facts, ended: Ended) -> Option<Span> {
    let lost = facts.lost_return.map(|lost| lost.at);
    let ran_off = facts.ran_off.map(|ran_off| ran_off.from);
    let endless = facts.endless_loop.as_ref().map(|endless| endless.addresses.as_slice()).unwrap_or_default();
    let at = match ended.stop {
        Stop::Fault(fault) => fault.at,
        _ => ended.at,
    };
    let mut candidates = [lost, ran_off].into_iter().flatten().chain(endless.iter().copied()).chain([at]);
    let found = candidates.find_map(|address| statement(program, address));
    found.or_else(|| statement(program, facts.last_in_source?))
}

/// The calls of the source that are under way, innermost first: the name of each subroutine, and the statement that calls it.
pub fn calls(program: &dyn Executable, stack: &[Frame]) -> Vec<(String, Span)> {
    let named = |frame: &Frame| {
        let at = statement(program, frame.call)?;
        let symbol = program.symbols().iter().find(|symbol| symbol.address == frame.subroutine);
        Some((symbol.map_or_else(|| program.place(frame.subroutine), |symbol| symbol.name.clone()), at))
    };
    stack.iter().rev().filter_map(named).take(MOST_CALLS).collect()
}
