//! The loading of programs in C, and the programs built before in the same run.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::build::{Built, Purpose, build, unit};
use super::toolchain::Toolchain;
use crate::asm::ProgramFiles;
use crate::machine::{Key, Place, Takes};

/// More programs than these are not kept.
const MOST_KEPT: usize = 16;

/// The files that a program is built of, with their names.
type Files = Vec<(String, Vec<u8>)>;

/// The settings of programs in C.
#[derive(Clone, Debug, Default)]
pub(super) struct Setup {
    kept: Arc<Kept>,
    /// True if the terminal obeys the sequences that clear it and colour its text.
    pub(super) obeys_escapes: bool,
}

/// The keys of `machine:`.
pub(super) static KEYS: &[Key<Setup>] = &[Key {
    name: "escapes",
    about: "What becomes of the sequences that clear the screen, send the cursor home or colour text: they are part of the output, or obeyed and no part of it.",
    takes: Takes::OneOf(|| vec!["printed", "obeyed"], |setup, index| setup.obeys_escapes = index == 1),
    places: &[Place::Spec],
    on_the_terminal: None,
}];

/// The programs that were built last.
#[derive(Debug, Default)]
struct Kept(Mutex<VecDeque<(Files, Built)>>);

impl Setup {
    /// Builds a program, unless it was built before from the same files.
    pub(super) fn built(&self, toolchain: &Toolchain, files: ProgramFiles<'_>) -> io::Result<Built> {
        let key: Files = files.parts().map(|file| (file.name.clone(), file.bytes.clone())).collect();
        // Files that a person has named may include files that are on no list.
        let is_known = !files.all_are_meant();
        let kept = || self.kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_known && let Some((_, built)) = kept().iter().find(|(known, _)| *known == key) {
            return Ok(built.clone());
        }
        let built = build(toolchain, unit::gather(files).into(), Purpose::Run)?;
        if is_known {
            let mut kept = kept();
            kept.push_back((key, built.clone()));
            if kept.len() > MOST_KEPT {
                kept.pop_front();
            }
        }
        Ok(built)
    }
}
