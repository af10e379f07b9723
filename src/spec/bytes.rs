//! The files that a spec names.

use std::fs::File;
use std::io::{Error, Read as _, Result};
use std::path::Path;

/// Larger files are no texts of a test.
const MOST_BYTES: u64 = 16 << 20;

/// Reads a file that a spec names. What is no file, such as a device or a pipe, may have no end or never begin.
pub(super) fn named(path: &Path) -> Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::other("it is no file but a folder, a device or a pipe"));
    }
    up_to_limit(path)
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
