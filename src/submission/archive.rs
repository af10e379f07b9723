//! Archives as students and learning platforms make them. Nothing of them gets a name on this computer, so that no name in them
//! can lead anywhere. The only file that names the crates for archives.

mod write;

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

pub use write::{Packed, tarred, zipped};

use super::names::{composed, is_clutter};
use super::unpacked::{Contents, Keeper};
use crate::stored::{Deserialize, Name, Serialize};

/// More archives within archives are not opened.
const MOST_DEPTH: usize = 3;
/// More files are not listed of a single archive with all that is in it.
const MOST_ENTRIES: usize = 200_000;
/// The most that an archive holds when it is unpacked, in bytes, as far as it is looked at: a bomb ends here.
const MOST_UNPACKED: u64 = 1 << 30;
/// The largest archive within an archive, in bytes.
const MOST_NESTED: u64 = 64 << 20;

/// The format of an archive, by its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Zip,
    Tar,
    TarGz,
    /// A format that is known and not read, with its name.
    Other(&'static str),
}

/// The endings of archives' names.
const ENDINGS: [(&str, Format); 9] = [
    (".tar.gz", Format::TarGz),
    (".tgz", Format::TarGz),
    (".tar", Format::Tar),
    (".zip", Format::Zip),
    (".7z", Format::Other("7z")),
    (".rar", Format::Other("RAR")),
    (".tar.xz", Format::Other("tar.xz")),
    (".tar.bz2", Format::Other("tar.bz2")),
    (".tar.zst", Format::Other("tar.zst")),
];

/// The content of an archive under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A file.
    File(Contents),
    /// A file that is larger than those that are read; its size in bytes.
    Large(u64),
    /// A folder.
    Folder,
    /// Something that is not read.
    Refused(Refusal),
}

/// The reasons why an archive, or something in it, is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// It is not what its name says, or it is damaged.
    Broken(String),
    /// It needs a password.
    Encrypted,
    /// Its name leads out of the archive.
    LeadsOut,
    /// It is a link.
    Link,
    /// It is a pipe or a device.
    Special,
    /// Another file has the same name but for capitals, which some computers do not tell apart.
    SameName(String),
    /// There are more files than are listed.
    TooMany(usize),
    /// It becomes larger than this many bytes.
    TooLarge(u64),
    /// There are more archives within archives than this.
    TooDeep(usize),
    /// An archive of a kind that is not read.
    Format(Name),
}

/// The name of an archive without its ending; `None` if it is not an archive.
pub(super) fn stem(name: &str) -> Option<&str> {
    ending(name).map(|(stem, _)| stem)
}

fn ending(name: &str) -> Option<(&str, Format)> {
    ENDINGS.iter().find_map(|(ending, format)| {
        let (stem, last) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
        (!stem.is_empty() && last.eq_ignore_ascii_case(ending)).then_some((stem, *format))
    })
}

/// The content of an archive, by name; archives in it are folders. Files of more than `most` bytes are not
/// kept.
///
/// # Errors
/// If nothing of the archive can be read.
pub(super) fn unpack(name: &str, bytes: &[u8], most: u64) -> Result<BTreeMap<String, Content>, Refusal> {
    let mut unpacked = Unpacked {
        found: BTreeMap::new(),
        lower: BTreeMap::new(),
        left: MOST_UNPACKED,
        most,
        keeper: Keeper::default(),
    };
    unpacked.add(name, bytes, "", 1)?;
    Ok(unpacked.found)
}

struct Unpacked {
    found: BTreeMap<String, Content>,
    /// The names in small letters, each with the name as it is written.
    lower: BTreeMap<String, String>,
    /// The number of bytes that may still be unpacked.
    left: u64,
    most: u64,
    keeper: Keeper,
}

/// The kind of an entry, as the archive gives it before the entry is read.
enum Kind {
    File(u64),
    Folder,
    Refused(Refusal),
}

impl Unpacked {
    /// Adds the entries of an archive, below a folder that ends in `/` or is empty.
    fn add(&mut self, name: &str, bytes: &[u8], folder: &str, depth: usize) -> Result<(), Refusal> {
        match ending(name).map(|(_, format)| format) {
            _ if depth > MOST_DEPTH => Err(Refusal::TooDeep(MOST_DEPTH)),
            Some(Format::Zip) => self.add_zip(bytes, folder, depth),
            Some(Format::Tar) => self.add_tar(bytes, folder, depth),
            Some(Format::TarGz) => self.add_tar(MultiGzDecoder::new(bytes), folder, depth),
            Some(Format::Other(known)) => Err(Refusal::Format(Name::new(known))),
            None => Err(Refusal::Broken("it is no archive".to_owned())),
        }
    }

    fn add_zip(&mut self, bytes: &[u8], folder: &str, depth: usize) -> Result<(), Refusal> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| of_zip(&error))?;
        for index in 0..archive.len() {
            // Raw, as encrypted entries can be listed only so.
            let entry = archive.by_index_raw(index).map_err(|error| of_zip(&error))?;
            let name = String::from_utf8(entry.name_raw().to_vec())
                .unwrap_or_else(|_| entry.name().unwrap_or_default().into_owned());
            let kind = if entry.is_dir() {
                Kind::Folder
            } else if entry.is_symlink() {
                Kind::Refused(Refusal::Link)
            } else if entry.encrypted() {
                Kind::Refused(Refusal::Encrypted)
            } else {
                Kind::File(entry.size())
            };
            drop(entry);
            let read = |most: u64| {
                let file = archive.by_index(index).map_err(|error| of_zip(&error))?;
                limited(file, most)
            };
            self.put(folder, &name, kind, depth, read)?;
        }
        Ok(())
    }

    fn add_tar(&mut self, source: impl Read, folder: &str, depth: usize) -> Result<(), Refusal> {
        let broken = |error: io::Error| Refusal::Broken(error.to_string());
        // All of it is read, be it kept or not.
        let mut archive = tar::Archive::new(source.take(self.left));
        let mut seen = 0;
        for entry in archive.entries().map_err(broken)? {
            let entry = entry.map_err(broken)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = entry.header().entry_type();
            let kind = if kind.is_dir() {
                Kind::Folder
            } else if kind.is_symlink() || kind.is_hard_link() {
                Kind::Refused(Refusal::Link)
            } else if kind.is_file() {
                Kind::File(entry.size())
            } else {
                Kind::Refused(Refusal::Special)
            };
            seen += entry.size();
            if seen > self.left {
                return Err(Refusal::TooLarge(MOST_UNPACKED));
            }
            self.put(folder, &name, kind, depth, |most| limited(entry, most))?;
        }
        Ok(())
    }

    /// Puts an entry in its place. `read` reads at most that many bytes of it.
    fn put(
        &mut self,
        folder: &str,
        name: &str,
        kind: Kind,
        depth: usize,
        read: impl FnOnce(u64) -> Result<Vec<u8>, Refusal>,
    ) -> Result<(), Refusal> {
        if self.found.len() >= MOST_ENTRIES {
            return Err(Refusal::TooMany(MOST_ENTRIES));
        }
        let Some(parts) = parts(name) else {
            // Only its last part can be shown where it is.
            let shown = name.rsplit(['/', '\\']).next().unwrap_or(name);
            self.found.insert(format!("{folder}{shown}"), Content::Refused(Refusal::LeadsOut));
            return Ok(());
        };
        if parts.is_empty() || parts.iter().any(|part| is_clutter(part)) {
            return Ok(());
        }
        let name = format!("{folder}{}", parts.join("/"));
        if matches!(kind, Kind::Folder) {
            self.found.entry(name).or_insert(Content::Folder);
            return Ok(());
        }
        if let Some(first) = self.lower.insert(name.to_lowercase(), name.clone()) {
            self.found.insert(name, Content::Refused(Refusal::SameName(first)));
            return Ok(());
        }
        let is_archive = ending(&name).is_some();
        let most = if is_archive { MOST_NESTED } else { self.most };
        let content = match kind {
            Kind::Folder => Content::Folder,
            Kind::Refused(why) => Content::Refused(why),
            Kind::File(size) if size > most && is_archive => Content::Refused(Refusal::TooLarge(most)),
            Kind::File(size) if size > most => Content::Large(size),
            Kind::File(_) => match read(most) {
                Ok(bytes) => {
                    self.left = self.left.saturating_sub(bytes.len() as u64);
                    if self.left == 0 {
                        return Err(Refusal::TooLarge(MOST_UNPACKED));
                    }
                    if is_archive {
                        return self.nest(name, &bytes, depth);
                    }
                    Content::File(self.keeper.keep(bytes))
                }
                Err(why) => Content::Refused(why),
            },
        };
        self.found.insert(name, content);
        Ok(())
    }

    /// Puts the content of an archive within an archive below the name of that. A failure there is the inner
    /// archive's own.
    fn nest(&mut self, name: String, bytes: &[u8], depth: usize) -> Result<(), Refusal> {
        match self.add(&name, bytes, &format!("{name}/"), depth + 1) {
            Ok(()) => self.found.entry(name).or_insert(Content::Folder),
            Err(why @ (Refusal::TooMany(_) | Refusal::TooLarge(_))) => return Err(why),
            Err(why) => self.found.entry(name).insert_entry(Content::Refused(why)).into_mut(),
        };
        Ok(())
    }
}

/// Everything that a reader gives, which must not be more than `most` bytes, whatever the archive says of its size.
fn limited(reader: impl Read, most: u64) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes).map_err(|error| Refusal::Broken(error.to_string()))?;
    if bytes.len() as u64 > most { Err(Refusal::TooLarge(most)) } else { Ok(bytes) }
}

/// The parts of a name, composed as others write them too; `None` if it leads out of the archive.
fn parts(name: &str) -> Option<Vec<String>> {
    let is_absolute = name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':');
    let parts = || name.split(['/', '\\']);
    if is_absolute || name.contains('\0') || parts().any(|part| part == "..") {
        return None;
    }
    Some(parts().filter(|part| !part.is_empty() && *part != ".").map(composed).collect())
}

fn of_zip(error: &ZipError) -> Refusal {
    match error {
        ZipError::InvalidPassword => Refusal::Encrypted,
        ZipError::UnsupportedArchive(what) if *what == ZipError::PASSWORD_REQUIRED => Refusal::Encrypted,
        other => Refusal::Broken(other.to_string()),
    }
}
