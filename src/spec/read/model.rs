//! Reads `model`: the program is assembled at once.

use std::path::Path;
use std::sync::Arc;

use crate::asm::{ProgramFile, ProgramFiles};
use crate::diagnostics::{Diagnostic, code, has_errors, text};
use crate::machine::{LoadedProgram, Machine};
use crate::spec::bytes;
use crate::spec::reader::Reader;
use crate::spec::tree::Node;
use crate::spec::types::ModelProgram;

/// Reads and assembles the program that a node names by its path.
pub(in crate::spec) fn read(
    reader: &mut Reader,
    machine: &Machine,
    node: &Node,
) -> Option<Arc<ModelProgram>> {
    let path = Path::new(reader.scalar(node)?);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = match bytes::named(path) {
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
    let LoadedProgram { program, diagnostics, withheld, .. } = machine.load(ProgramFiles::handed_in(&[file]));
    if let Some(why) = withheld {
        let message = text!("the model `{name}` cannot be used", "không dùng được chương trình mẫu `{name}`");
        reader.add(Diagnostic::error(code::SPEC_FILE, node.span, message).help(why));
        return None;
    }
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
