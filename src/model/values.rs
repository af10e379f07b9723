//! Values in the machine after a run of the model, for the tests that call a subroutine or look at memory.

use crate::diagnostics::{Text, text};
use crate::machine::{Executable, Stop};
use crate::play::{Place, stage};
use crate::spec::{Case, Limits, Subroutine, Wants};

/// What a model leaves in the machine, and what it prints.
pub(super) struct Left {
    values: Vec<(Wants, String)>,
    /// Everything that it printed.
    pub(super) printed: Vec<u8>,
}

impl Left {
    /// Runs the model as a case says.
    ///
    /// # Errors
    /// It does not end as a subroutine must, or the values are others for each size.
    pub(super) fn of(
        program: &dyn Executable,
        case: &Case,
        subroutine: &Subroutine,
        limits: Limits,
    ) -> Result<Self, Text> {
        if subroutine.growth.is_some() {
            return Err(text!(
                "its values are others for each size `n`; write them by hand, with `n`",
                "giá trị của nó khác nhau với mỗi kích thước `n`; hãy tự ghi, dùng `n`"
            ));
        }
        let staged = stage(subroutine, program, None).map_err(|_| {
            text!(
                "the model lacks a label that this test names",
                "chương trình mẫu thiếu một nhãn mà ca kiểm thử này nêu"
            )
        })?;
        let (played, left) = staged.play(program, &subroutine.talk.stdin, case.world(), limits);
        if let Stop::OutOfFuel | Stop::Fault(_) | Stop::OutputFull = played.ended.stop {
            return Err(text!(
                "the model does not come to the end of this test; `grader replay` shows why",
                "chương trình mẫu không chạy hết ca kiểm thử này; dùng `grader replay` để xem lý do"
            ));
        }
        // The demands stand in this order: registers, memory, results.
        let then = &subroutine.then;
        let wants = (0..then.registers.len())
            .map(Wants::Register)
            .chain((0..then.memory.len()).map(Wants::Memory))
            .chain((0..then.returns.len()).map(Wants::Returns));
        let word = staged.layout.word;
        let mut values = Vec::new();
        for (wants, demand) in wants.zip(&staged.demands) {
            let value = match demand.place {
                Place::Register(number) => word.signed(left.register(number)).to_string(),
                Place::Memory(address) if demand.is_text => {
                    let cells = left.cells(address, usize::MAX);
                    let Some(end) = cells.iter().position(|cell| *cell == 0) else { continue };
                    cells[..end].iter().map(|cell| char::from_u32(*cell).unwrap_or('\u{FFFD}')).collect()
                }
                Place::Memory(address) => {
                    word.signed(word.join(&left.cells(address, word.cells as usize))).to_string()
                }
            };
            values.push((wants, value));
        }
        Ok(Self { values, printed: played.transcript.output })
    }

    /// The value that is wanted; `None` if there is none, such as a text without an end.
    pub(super) fn value(&self, wants: Wants) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == wants).map(|(_, value)| value.as_str())
    }
}
