//! The files that a spec names.

use std::fs::File;
use std::io::{Error, Read as _, Result};
use std::path::Path;

use crate::diagnostics::{Diagnostic, Span, code, text};

/// Larger files are no texts of a test.
const MOST_BYTES: u64 = 16 << 20;

/// Reads a file that a spec names. What is no file, such as a device or a pipe, may have no end or never begin.
pub(super) fn named(path: &Path) -> Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::other("it is no file but a folder, a device or a pipe"));
    }
    up_to_limit(path)
}

/// The name of a file without its folders.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The mistake of naming a file that cannot be read.
pub(super) fn unreadable(name: &str, span: Span, error: &Error) -> Diagnostic {
    let message = text!("`{name}` cannot be used here", "không dùng được `{name}` ở đây");
    Diagnostic::error(code::SPEC_FILE, span, message).help(text!(
        "the file cannot be read ({error}); its path begins at the folder of this spec",
        "không đọc được tệp ({error}); đường dẫn tính từ thư mục của spec này"
    ))
}

/// Reads what people name themselves: a pipe may hold a spec too.
pub(super) fn up_to_limit(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Error::other(format!("it is larger than {} MB", MOST_BYTES >> 20)));
    }
    Ok(bytes)
}
