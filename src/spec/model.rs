//! Model programs: what they print is what must come out.

use std::path::Path;
use std::sync::Arc;

use super::load::Node;
use super::reader::Reader;
use super::types::Limits;
use crate::asm::{ProgramFile, ProgramFiles};
use crate::console::{Script, ScriptedConsole};
use crate::diagnostics::{Diagnostic, code, has_errors, text};
use crate::machine::{Executable, LoadedProgram, Machine, Stop, World};

/// A program that is known to be right.
#[derive(Clone, Debug)]
pub struct ModelProgram {
    /// The name of its file.
    pub name: String,
    /// The program.
    pub program: Arc<dyn Executable>,
}

/// What a model printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Everything.
    pub output: Vec<u8>,
    /// Whether it ended by itself; otherwise it waits for more input.
    pub halts: bool,
}

impl ModelProgram {
    /// What the model prints for an input; `None` if it breaks down on it or does not come to an end.
    pub fn print(&self, stdin: &Script, world: World<'_>, limits: Limits) -> Option<Printed> {
        let mut console = ScriptedConsole::new(stdin, limits.output);
        let stop = self.program.run(world, limits.fuel, &mut console).stop;
        let is_sound = stop.is_end() || stop == Stop::Starved;
        is_sound.then(|| Printed { output: console.into_transcript().output, halts: stop.is_end() })
    }
}

/// Reads and assembles the program that a node names by its path.
pub(super) fn read(reader: &mut Reader, machine: &Machine, node: &Node) -> Option<Arc<ModelProgram>> {
    let path = Path::new(reader.scalar(node)?);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = match super::read::named(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message =
                text!("the model `{name}` cannot be read", "không đọc được chương trình mẫu `{name}`");
            reader.add(Diagnostic::error(code::SPEC_FILE, node.span, message).help(text!(
                "the system says: {error}; the path begins at the folder of this spec",
                "hệ thống báo: {error}; đường dẫn tính từ thư mục của spec này"
            )));
            return None;
        }
    };
    let file = ProgramFile::source(name.clone(), bytes);
    let LoadedProgram { program, diagnostics, .. } = machine.load(ProgramFiles::handed_in(&[file]));
    if program.is_none() || has_errors(&diagnostics) {
        let message =
            text!("the model `{name}` does not assemble", "chương trình mẫu `{name}` không hợp dịch được");
        reader.add(
            Diagnostic::error(code::SPEC_FILE, node.span, message)
                .help(text!("`grader asm` shows its mistakes", "`grader asm` cho biết các lỗi của nó")),
        );
        return None;
    }
    program.map(|program| Arc::new(ModelProgram { name, program: Arc::from(program) }))
}
