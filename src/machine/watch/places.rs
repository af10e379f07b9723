//! Where the program is: in its instructions, in what it wrote itself, or where it ran off to.

use super::super::{Facts, Preset, RanOff, Stop};

/// The word is an instruction of the source.
const INSTRUCTION: u8 = 1;
/// The word is an instruction of the source, was written by the program, or is where a caller waits.
const CODE: u8 = 2;

/// A part of memory where instructions can be.
#[derive(Clone, Debug)]
pub struct Text {
    base: u32,
    /// Instructions begin at multiples of two to the power of this.
    shift: u32,
    marks: Vec<u8>,
}

impl Text {
    /// A part of memory without instructions from `base` to before `end`; instructions begin at multiples of `alignment`, a
    /// power of two.
    pub fn new(base: u32, end: u32, alignment: u32) -> Self {
        let shift = alignment.trailing_zeros();
        Self { base, shift, marks: vec![0; (end.saturating_sub(base) >> shift) as usize] }
    }

    /// Says that an instruction of the source is at an address, or none.
    pub fn set(&mut self, address: u32, is_instruction: bool) {
        if let Some(mark) = self.mark(address) {
            *mark = if is_instruction { INSTRUCTION | CODE } else { 0 };
        }
    }

    #[inline]
    fn index(&self, address: u32) -> usize {
        (address.wrapping_sub(self.base) >> self.shift) as usize
    }

    #[inline]
    fn mark(&mut self, address: u32) -> Option<&mut u8> {
        let index = self.index(address);
        self.marks.get_mut(index)
    }
}

#[derive(Debug)]
pub(super) struct Places {
    texts: Vec<Text>,
    lowest: u32,
    /// Where the program went from its instructions into what it has written itself; that may be code or not.
    into_written: Option<RanOff>,
}

impl Places {
    pub(super) fn new(texts: Vec<Text>, lowest: u32, preset: Option<&Preset>) -> Self {
        let mut places = Self { texts, lowest, into_written: None };
        // A caller's own instructions do not belong to the program, but it may get there.
        for (_, address) in preset.iter().flat_map(|preset| &preset.returns_to) {
            places.wrote(*address, 1);
        }
        places
    }

    #[inline]
    fn marks(&self, address: u32) -> u8 {
        self.texts.iter().find_map(|text| text.marks.get(text.index(address))).copied().unwrap_or(0)
    }

    /// Notes that the program wrote cells.
    pub(super) fn wrote(&mut self, address: u32, cells: u32) {
        if let Some(text) = self.texts.iter_mut().find(|text| text.index(address) < text.marks.len()) {
            let (first, end) = (text.index(address), text.index(address.saturating_add(cells - 1)) + 1);
            let end = end.min(text.marks.len());
            text.marks[first..end].iter_mut().for_each(|mark| *mark |= CODE);
        }
    }

    /// Notes that the instruction at `pc` comes after the one at `last`.
    #[inline]
    pub(super) fn note(&mut self, last: u32, pc: u32, is_system: impl FnOnce() -> bool, facts: &mut Facts) {
        let marks = self.marks(pc);
        if marks & INSTRUCTION != 0 {
            facts.last_in_source = Some(pc);
        } else {
            self.note_outside(marks, RanOff { from: last, to: pc }, is_system, facts);
        }
    }

    /// Notes a step to a word that is no instruction of the source.
    #[cold]
    fn note_outside(&mut self, marks: u8, step: RanOff, is_system: impl FnOnce() -> bool, facts: &mut Facts) {
        let RanOff { from, to } = step;
        if marks & CODE != 0 {
            if to >= self.lowest {
                self.into_written = self.into_written.or(Some(step));
            }
        } else if self.marks(from) & CODE != 0 && !is_system() {
            facts.ran_off = facts.ran_off.or(Some(step));
        }
    }

    pub(super) fn finish(&self, facts: &mut Facts, stop: Stop, pc: u32, does_nothing: impl Fn(u32) -> bool) {
        let began_in_written =
            facts.ran_off.is_none_or(|ran_off| self.marks(ran_off.from) & INSTRUCTION == 0);
        if began_in_written && (matches!(stop, Stop::Fault(_)) || facts.ran_off.is_some()) {
            // The data that the program wrote was not meant to be executed, as it turned out.
            facts.ran_off = self.into_written.or(facts.ran_off);
        }
        // Passing over a data word that happens to do nothing and going on in code is not what went wrong.
        let ends_in_code = self.marks(pc) & CODE != 0;
        facts.ran_off = facts.ran_off.filter(|ran_off| !(ends_in_code && does_nothing(ran_off.to)));
    }
}
