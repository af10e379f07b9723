//! The work that assembling takes, counted in tests, so that they hold it without a clock.

#[cfg(test)]
thread_local! {
    static DONE: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts steps of work, such as characters that are looked at; outside of tests nothing is counted.
#[inline]
pub(crate) fn count(steps: usize) {
    #[cfg(test)]
    DONE.with(|done| done.set(done.get() + steps as u64));
    #[cfg(not(test))]
    let _ = steps;
}

/// The steps that some work takes.
#[cfg(test)]
pub(crate) fn of(work: impl FnOnce()) -> u64 {
    let before = DONE.with(std::cell::Cell::get);
    work();
    DONE.with(std::cell::Cell::get) - before
}

/// Checks that the work grows with the size of an input and not with its square: four times the input may take five times
/// the steps. `assemble` handles what `write` makes of a size.
#[cfg(test)]
pub(crate) fn assert_linear(name: &str, write: impl Fn(usize) -> String, assemble: impl Fn(String)) {
    let steps = |size: usize| of(|| assemble(write(size)));
    let (small, large) = (steps(1000), steps(4000));
    assert!(small > 0, "{name}: nothing is counted");
    assert!(large <= 5 * small, "{name}: {small} steps, and {large} for four times the size");
}
