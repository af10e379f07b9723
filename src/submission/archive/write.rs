//! Archives that are written: the same files give the same bytes, whenever and wherever they are written.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Its contents.
    pub bytes: Vec<u8>,
    /// True if it is a program.
    pub is_program: bool,
}

impl Packed {
    fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// A zip file of these files, by their names.
///
/// # Errors
/// If a name cannot be written, or a file is too large.
pub fn zipped(files: &BTreeMap<String, Packed>) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, file) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(file.mode());
        archive.start_file(name.as_str(), options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// A tar file of these files, by their names.
///
/// # Errors
/// If a name cannot be written.
pub fn tarred(files: &BTreeMap<String, Packed>) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, file) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(file.mode());
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, name, file.bytes.as_slice())?;
    }
    archive.into_inner()
}
