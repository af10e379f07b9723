//! Reads `harness`: the files of an assignment that every program is built with.

use std::path::Path;

use crate::asm::{Part, ProgramFile};
use crate::diagnostics::text;
use crate::machine::Isa;
use crate::spec::bytes;
use crate::spec::reader::Reader;
use crate::spec::tree::Node;

/// Reads the files. Those that are no sources of the language are found by the names in `#include`.
pub(super) fn read(reader: &mut Reader, isa: &Isa, list: &Node) -> Vec<ProgramFile> {
    if !isa.source.is_compiled {
        let expected = text!(
            "leave it out: only programs that are compiled are built with files of the assignment; `replace` has subroutines of its own",
            "hãy bỏ khoá này: chỉ chương trình được biên dịch mới dùng tệp của bài tập; `replace` dùng để thay chương trình con"
        );
        reader.bad_value(list.span, "harness", &expected);
        return Vec::new();
    }
    let mut files: Vec<ProgramFile> = Vec::new();
    for node in reader.list(list) {
        let Some(path) = reader.scalar(node).map(Path::new) else { continue };
        let name = bytes::name_of(path);
        if files.iter().any(|file| file.name == name) {
            let expected = text!("give each file a name of its own", "hãy đặt tên khác nhau cho các tệp");
            reader.bad_value(node.span, &name, &expected);
            continue;
        }
        let is_source =
            isa.source.programs.iter().any(|pattern| name.ends_with(pattern.trim_start_matches('*')));
        let part = if is_source { Part::Harness } else { Part::Included };
        match bytes::named(path) {
            Ok(bytes) => files.push(ProgramFile { name, bytes, part }),
            Err(error) => {
                reader.add(bytes::unreadable(&name, node.span, &error));
            }
        }
    }
    files
}
