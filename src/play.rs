//! Driving one case: a program, a machine and a script, out comes a transcript.

mod dialogue;
mod expected;
mod interactor;
mod protocol;
mod subroutine;

pub use dialogue::{
    Choices, Close, Conversation, Exchange, Guess, Offered, PromptRules, Tapes, Window, converse,
    key as question_key, line_pattern, offers_yes_and_no, words_pattern,
};
pub(crate) use dialogue::{
    OWN_WORD, YES_NO, asks_whether, is_column, is_piece, labels_columns, lists_keys, mark_keys,
    shows_first_and_last_letter, single_keys, single_words, two_words,
};
pub use expected::{Ending, Expected};
pub use interactor::{RulePartner, TalkEnd};
pub use protocol::{Protocol, detect};
pub use subroutine::{Demand, Left, NotStaged, Place, Role, Staged, StagedArea, stage};

use std::collections::BTreeMap;

use crate::console::{Script, ScriptedConsole, Transcript};
use crate::machine::{Ended, Examined, Executable, Facts, Frame, Stop, World};
use crate::spec::Limits;

/// The run of a program with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The output and the input, in order.
    pub transcript: Transcript,
    /// The end of the run.
    pub ended: Ended,
}

/// Plays a script, blind and fast.
pub fn play(program: &dyn Executable, script: &Script, world: World<'_>, limits: Limits) -> Played {
    let mut console = ScriptedConsole::new(script, limits.output);
    let ended = program.run(world, limits.fuel, &mut console);
    Played { transcript: console.into_transcript(), ended }
}

/// The number of times that each instruction is executed while a script is played; empty if it takes too long
/// to find out.
pub fn count(
    program: &dyn Executable,
    script: &Script,
    world: World<'_>,
    limits: Limits,
) -> BTreeMap<u32, u64> {
    if program.isa().source.is_compiled && limits.fuel > MOST_WATCHED {
        return BTreeMap::new();
    }
    let mut console = ScriptedConsole::new(script, limits.output);
    // Page by page, as the next instruction is nearly always on the same one.
    let mut pages: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let (mut number, mut page) = (0, vec![0_u64; PAGE as usize]);
    program.trace(world, limits.fuel, &mut console, &mut |address| {
        if address / PAGE != number {
            let next = pages.remove(&(address / PAGE)).unwrap_or_else(|| vec![0; PAGE as usize]);
            pages.insert(number, std::mem::replace(&mut page, next));
            number = address / PAGE;
        }
        page[(address % PAGE) as usize] += 1;
    });
    pages.insert(number, page);
    let counts =
        pages.into_iter().flat_map(|(number, page)| (0..PAGE).map(move |at| number * PAGE + at).zip(page));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// The addresses of a page.
const PAGE: u32 = 1 << 12;

/// The calls under way at the end of a run.
pub fn calls(program: &dyn Executable, script: &Script, world: World<'_>, limits: Limits) -> Vec<Frame> {
    program.calls(world, limits.fuel, &mut ScriptedConsole::new(script, limits.output))
}

/// The most instructions of a compiled program that are watched. A compiled search executes hundreds of
/// millions, and to watch one takes as long as to execute many.
pub const MOST_WATCHED: u64 = 5_000_000;

/// Plays a script to look at the run, as [`Executable::examine`] says: what it did and what was found, with all that was printed.
/// Of a compiled program at most this many instructions are looked at.
pub fn examine(
    program: &dyn Executable,
    script: &Script,
    world: World<'_>,
    limits: Limits,
    most: u64,
) -> Option<(Examined, Transcript)> {
    let mut console = ScriptedConsole::new(script, limits.output);
    let fuel = if program.isa().source.is_compiled { most } else { limits.fuel };
    let examined = program.examine(world, fuel, &mut console)?;
    Some((examined, console.into_transcript()))
}

/// Plays a script, watched. With an output limit below that of the blind run it ends at the byte beyond it.
pub fn watch(program: &dyn Executable, script: &Script, world: World<'_>, limits: Limits) -> (Played, Facts) {
    let mut console = ScriptedConsole::new(script, limits.output);
    let most = if program.isa().source.is_compiled { MOST_WATCHED } else { limits.fuel };
    let (ended, mut facts) = program.watch(world, limits.fuel.min(most), &mut console);
    if ended.stop == Stop::OutOfFuel && limits.fuel > most && facts.endless_loop.is_none() {
        // The run went on, and where it went is not known.
        facts.stack.clear();
    }
    let transcript = console.into_transcript();
    if let Some(endless) = facts.endless_loop.as_mut().filter(|_| transcript.unread > 0) {
        // It looks at the keyboard in each round, and a key is there.
        endless.waits_for_key = false;
    }
    (Played { transcript, ended }, facts)
}
