//! Model programs: what they print is what must come out.

use std::path::Path;
use std::sync::Arc;

use super::load::Node;
use super::reader::Reader;
use super::types::{Limits, Machine};
use crate::console::{Script, ScriptedConsole};
use crate::diagnostics::{Diagnostic, SourceFile, code, has_errors, text};
use crate::isa::{lc3, mips};
use crate::machine::{Executable, Stop, World};

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
    let source = SourceFile::from_bytes(name.clone(), &bytes);
    let (program, diagnostics): (Option<Arc<dyn Executable>>, Vec<Diagnostic>) = match machine {
        Machine::Lc3(setup) => {
            let assembly = lc3::assemble(vec![source], None);
            let on_machine = |program| -> Arc<dyn Executable> {
                Arc::new(lc3::Loaded { program: Arc::new(program), setup: *setup })
            };
            (assembly.program.map(on_machine), assembly.diagnostics)
        }
        Machine::Mips(setup, map) => {
            let options = mips::Options { map: *map, delayed_branches: setup.delayed_branches };
            let assembly = mips::assemble(vec![source], &|_: &str| None, options);
            let on_machine = |program| -> Arc<dyn Executable> {
                Arc::new(mips::Loaded::new(Arc::new(program), setup.clone()))
            };
            (assembly.program.map(on_machine), assembly.diagnostics)
        }
    };
    if program.is_none() || has_errors(&diagnostics) {
        let message =
            text!("the model `{name}` does not assemble", "chương trình mẫu `{name}` không hợp dịch được");
        reader.add(
            Diagnostic::error(code::SPEC_FILE, node.span, message)
                .help(text!("`grader asm` shows its mistakes", "`grader asm` cho biết các lỗi của nó")),
        );
        return None;
    }
    program.map(|program| Arc::new(ModelProgram { name, program }))
}
