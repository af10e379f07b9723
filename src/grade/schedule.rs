//! All cores at work, and one submission's failure kept to itself. The only file that names the crate for parallelism.

use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

/// The most threads at work at once.
pub const MOST_THREADS: u16 = 1024;

/// Does all work on that many threads from now on, in place of one for each processor. To be called before any work is done; later
/// it changes nothing. Results do not depend on it.
pub fn use_threads(count: NonZero<u16>) {
    // It fails if threads are at work already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(count.get().into()).build_global();
}

/// The number of submissions in a part of a class: enough to keep every core at work.
pub fn part_size() -> NonZero<usize> {
    NonZero::new((rayon::current_num_threads() * 8).max(64)).unwrap_or(NonZero::<usize>::MIN)
}

/// Does the same work for each item, in parallel; the results are in the order of the items. Where it panics,
/// `failed` makes the result from the panic's message.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    failed: impl Fn(&T, String) -> R + Sync,
    finished: &(dyn Fn(&R) + Sync),
) -> Vec<R> {
    let each = |item: &T| {
        let result = guarded(|| work(item)).unwrap_or_else(|message| failed(item, message));
        finished(&result);
        result
    };
    items.par_iter().map(each).collect()
}

/// The results of the same work for each item, in the order of the items, in parallel.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(work).collect()
}

/// Does the same work on each item, in parallel.
pub fn on_each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
    items.par_iter_mut().for_each(work);
}

/// Does two things, at once if there are threads for both.
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

/// Does some work and keeps a panic to itself: its message is the error. Values that the work was changing
/// are not to be used then.
pub(super) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| words_of(panic.as_ref()))
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown failure".to_owned())
}
