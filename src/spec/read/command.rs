//! Reads `command`, and refuses it where no programs of the spec's own may be run.

use std::path::Path;

use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::spec::reader::Reader;
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::Command;

/// Reads `command`: a file next to the spec, or a list of the file and its arguments.
pub(in crate::spec) fn read(reader: &mut Reader, key: Span, node: &Node) -> Option<Command> {
    reader.commands.push(key);
    let words: Vec<&str> = match &node.value {
        NodeValue::Scalar(word) => vec![word],
        _ => reader.list(node).iter().filter_map(|node| reader.scalar(node)).collect(),
    };
    let Some((program, arguments)) = words.split_first() else {
        if matches!(&node.value, NodeValue::Sequence(_)) {
            let expected = text!(
                "name a file next to the spec: `[./judge.py]`",
                "hãy cho tên tệp cạnh spec: `[./judge.py]`"
            );
            reader.bad_value(node.span, "[]", &expected);
        }
        return None;
    };
    let at = match &node.value {
        NodeValue::Sequence(items) => items.first().map_or(node.span, |item| item.span),
        _ => node.span,
    };
    let path = Path::new(program);
    if !path.is_file() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let message = text!("there is no file `{name}` to run", "không có tệp `{name}` để chạy");
        reader.add(Diagnostic::error(code::SPEC_FILE, at, message).help(text!(
            "its path begins at the folder of this spec; programs of the system are not looked for, \
             a script names its own in its first line: `#!/usr/bin/env python3`",
            "đường dẫn tính từ thư mục của spec này; không tìm chương trình của hệ thống, \
             script tự ghi ở dòng đầu: `#!/usr/bin/env python3`"
        )));
        return None;
    }
    // The command is run in a folder of its own.
    let program = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    Some(Command { program, arguments: arguments.iter().map(|word| (*word).to_owned()).collect() })
}

/// Reports the commands of a spec as errors, where they were not allowed.
pub(in crate::spec) fn refuse(reader: &mut Reader) {
    for span in std::mem::take(&mut reader.commands) {
        let message = text!(
            "this spec runs a program on this computer, which was not allowed",
            "spec này chạy một chương trình trên máy này mà chưa ai cho phép"
        );
        reader.add(Diagnostic::error(code::SPEC_COMMAND, span, message).help(text!(
            "if you know what it does, allow it: `grader run --allow-commands`",
            "nếu bạn biết nó làm gì, hãy cho phép: `grader run --allow-commands`"
        )));
    }
}
