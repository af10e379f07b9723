//! The functions under way, each with the place of its variables.

use std::collections::HashMap;

use crate::isa::c::debug::{Function, Variable};

/// A function under way.
#[derive(Clone, Copy, Debug)]
struct Frame<'f> {
    function: &'f Function,
    /// The stack pointer when it was called, from which its variables are counted.
    base: u32,
}

/// The functions of the source under way, outermost first.
#[derive(Debug)]
pub(super) struct Frames<'f> {
    starts: HashMap<u32, &'f Function>,
    frames: Vec<Frame<'f>>,
}

impl<'f> Frames<'f> {
    pub(super) fn new(functions: &'f [Function]) -> Self {
        let starts = functions.iter().map(|function| (function.start, function)).collect();
        Self { starts, frames: Vec::new() }
    }

    /// Goes on to an instruction, before which the stack pointer is this; it may be the first one of a function.
    pub(super) fn follow(&mut self, pc: u32, pointer: u32, is_start: bool) {
        while let Some(top) = self.frames.last() {
            if pointer < top.base || pointer == top.base && top.function.has(pc) {
                break;
            }
            self.frames.pop();
        }
        if let Some(function) = self.starts.get(&pc).filter(|_| is_start) {
            self.frames.push(Frame { function, base: pointer });
        }
    }

    /// Returns `true` if an instruction is one of the innermost function.
    pub(super) fn is_within(&self, pc: u32) -> bool {
        self.frames.last().is_some_and(|top| top.function.has(pc))
    }

    /// The variable that has a byte of the stack, and which byte of it that is.
    pub(super) fn variable(&self, address: u32) -> Option<(&'f Variable, u32)> {
        // The frame that the address lies in is the innermost one that begins above it.
        let frame = self.frames.iter().rev().find(|frame| address < frame.base)?;
        let mut having = frame.function.variables.iter().filter_map(|variable| {
            let start = frame.base.wrapping_add_signed(variable.offset);
            let offset = address.wrapping_sub(start);
            (offset < variable.size()).then_some((variable, offset))
        });
        // A place that two variables share tells nothing.
        having.next().filter(|_| having.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::Frames;
    use crate::isa::c::debug::{Function, Variable};

    #[test]
    fn variables_are_those_of_the_function_whose_part_of_the_stack_it_is() {
        let variable = |name: &str, offset, counts: &[u32]| Variable {
            name: name.to_owned(),
            offset,
            element: 4,
            counts: counts.to_vec(),
        };
        let functions = [
            Function {
                start: 0,
                end: 100,
                variables: vec![variable("a", -24, &[3]), variable("i", -12, &[])],
            },
            Function { start: 100, end: 200, variables: vec![variable("n", -8, &[])] },
        ];
        let mut frames = Frames::new(&functions);
        let named = |frames: &Frames<'_>, address| frames.variable(address).map(|(it, at)| it.element(at, 4));
        frames.follow(0, 1000, true);
        frames.follow(4, 960, false);
        assert_eq!(named(&frames, 980), Some(Some("a[1]".to_owned())));
        assert_eq!(named(&frames, 988), Some(Some("i".to_owned())));
        frames.follow(100, 960, true);
        frames.follow(104, 940, false);
        assert!(frames.is_within(104) && !frames.is_within(4));
        assert_eq!(named(&frames, 952), Some(Some("n".to_owned())));
        // What a caller has is reached through a pointer.
        assert_eq!(named(&frames, 984), Some(Some("a[2]".to_owned())));
        assert_eq!(named(&frames, 956), None);
        frames.follow(8, 960, false);
        assert!(frames.is_within(8));
        assert_eq!(named(&frames, 952), None);
    }
}
