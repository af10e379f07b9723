//! Files that commands write: a regular file as a whole or not at all, anything else written through, and never one that is
//! read as well.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, text};

/// Writes a file as a whole or not at all, so that readers never see half a report. Its mode stays, a link to it stays one,
/// and a device, a pipe or standard output is written to and stays what it is.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CommandFailure> {
    write_all_of(path, &mut &*bytes)
}

/// The same with everything that a reader gives.
pub(super) fn write_all_of(path: &Path, bytes: &mut dyn Read) -> Result<(), CommandFailure> {
    write(path, bytes).map_err(|error| CommandFailure::cannot(Deed::Write, path, &error))
}

fn write(path: &Path, bytes: &mut dyn Read) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(_) if is_open_stream(path) => copy(bytes, &mut File::options().append(true).open(path)?),
        Ok(known) if known.is_file() => replace(&path.canonicalize()?, bytes, Some(&known)),
        Ok(_) => copy(bytes, &mut File::options().write(true).open(path)?),
        // A link that leads nowhere yet: what it leads to is made.
        Err(_) if path.is_symlink() => copy(bytes, &mut File::create(path)?),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(path, bytes, None),
        Err(error) => Err(error),
    }
}

/// Writes everything that a reader gives.
pub(super) fn copy(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<()> {
    /// Enough at once that calls of the system do not count.
    const BLOCK: usize = 64 << 10;
    io::copy(&mut BufReader::with_capacity(BLOCK, from), to).map(drop)
}

/// The folder for what is kept until a file is written: its own, where there is room for the file at least.
pub(super) fn folder_for(path: &Path) -> PathBuf {
    let is_regular = fs::metadata(path).map_or(true, |known| known.is_file()) && !is_open_stream(path);
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| is_regular && folder.is_dir());
    folder.map_or_else(std::env::temp_dir, Path::to_owned)
}

/// Returns `true` if a path leads to something that this process has open already, such as `/dev/stdout`.
/// That may be a regular file, which others go on writing to.
fn is_open_stream(path: &Path) -> bool {
    /// No chain of links is longer.
    const MOST_LINKS: usize = 40;
    let Ok(mut at) = std::path::absolute(path) else { return false };
    for _ in 0..MOST_LINKS {
        if at.starts_with("/proc") || at.starts_with("/dev/fd") {
            return true;
        }
        let Ok(next) = fs::read_link(&at) else { return false };
        at = at.parent().unwrap_or(Path::new("/")).join(next);
    }
    false
}

/// Puts a new file in the place of a regular one, or where none is yet.
fn replace(path: &Path, bytes: &mut dyn Read, known: Option<&Metadata>) -> io::Result<()> {
    if known.is_some() {
        // Who may not write the file may not replace it either.
        File::options().write(true).open(path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    // Temporary files are private; a report is a file like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error of the temporary file has its own name, which says nothing to a reader.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    copy(bytes, file.as_file_mut())?;
    if let Some(known) = known {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, fchown};
            // Only the administrator can keep another owner; for all others it is their own file already.
            let _ = fchown(file.as_file(), Some(known.uid()), Some(known.gid()));
        }
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Paths that a command reads or writes, so that no two of them are one file.
///
/// Each place has what it is to the command, for people.
#[derive(Default)]
pub(super) struct Claims(BTreeMap<Place, Text>);

/// The place to which a path leads.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A file that is there: its device and its number there, which all its names share.
    #[cfg(unix)]
    Known(u64, u64),
    /// A file that is not there yet, or the whole path where files have no numbers.
    Path(PathBuf),
}

impl Place {
    /// The place to which a path leads; `None` for devices and pipes, which take any bytes.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(known) if !known.is_file() => None,
            #[cfg(unix)]
            Ok(known) => {
                use std::os::unix::fs::MetadataExt as _;
                Some(Self::Known(known.dev(), known.ino()))
            }
            #[cfg(not(unix))]
            Ok(_) => path.canonicalize().ok().map(Self::Path),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                // A folder that is yet to be made has no other names.
                let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
                Some(Self::Path(folder.join(path.file_name()?)))
            }
        }
    }
}

impl Claims {
    /// Claims a file that is read.
    pub(super) fn reads(&mut self, path: &Path, role: &Text) {
        self.0.extend(Place::of(path).map(|place| (place, role.clone())));
    }

    /// Claims a file that is written.
    ///
    /// # Errors
    /// If something else is read from it or written to it.
    pub(super) fn writes(&mut self, path: &Path, role: &Text) -> Result<(), CommandFailure> {
        let Some(place) = Place::of(path) else { return Ok(()) };
        if let Some(other) = self.0.get(&place) {
            let path = harmless(&path.to_string_lossy());
            let ((role, role_vi), (other, other_vi)) = (role.both(), other.both());
            return Err(CommandFailure::usage(text!(
                "{path} cannot be {role}: it is {other}; give another path",
                "{path} không thể là {role_vi}: đó là {other_vi}; hãy cho đường dẫn khác"
            )));
        }
        self.0.insert(place, role.clone());
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::Path;

    use super::{Claims, write_whole};
    use crate::diagnostics::Text;

    fn write(path: &Path, text: &str) {
        assert!(write_whole(path, text.as_bytes()).is_ok(), "{}", path.display());
    }

    #[test]
    fn a_file_keeps_its_mode_and_a_link_stays_one() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("the folder is ours");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("the file is ours");
        symlink("file", &link).expect("the folder is ours");
        write(&link, "new");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert!(link.is_symlink());
        assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
        let dangling = folder.path().join("dangling");
        symlink("made", &dangling).expect("the folder is ours");
        write(&dangling, "made");
        assert!(dangling.is_symlink() && folder.path().join("made").is_file());
    }

    #[test]
    fn what_is_no_regular_file_is_written_through() {
        use std::os::unix::fs::FileTypeExt as _;

        let folder = tempfile::tempdir().expect("there is room for a folder");
        let link = folder.path().join("link");
        symlink("/dev/null", &link).expect("the folder is ours");
        for path in [Path::new("/dev/null"), &link] {
            write(path, "gone");
            assert!(fs::metadata(path).expect("it is there").file_type().is_char_device());
        }
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is a mkfifo");
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).expect("the pipe can be read")
        });
        write(&pipe, "through");
        assert_eq!(reader.join().expect("the reader ends"), "through");
        assert!(fs::metadata(&pipe).expect("it is there").file_type().is_fifo());
    }

    #[test]
    fn no_two_paths_are_one_file() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("spec"), "").expect("the folder is ours");
        symlink("spec", path("link")).expect("the folder is ours");
        fs::hard_link(path("spec"), path("hard")).expect("the folder is ours");
        let mut claims = Claims::default();
        let (spec, report) = (Text::verbatim("the spec"), Text::verbatim("a report"));
        claims.reads(&path("spec"), &spec);
        for name in ["spec", "link", "hard", "./spec"] {
            assert!(claims.writes(&path(name), &report).is_err(), "{name}");
        }
        assert!(claims.writes(&path("new"), &report).is_ok());
        assert!(claims.writes(&path("./new"), &Text::verbatim("a log")).is_err());
        for _ in 0..2 {
            assert!(claims.writes(Path::new("/dev/null"), &report).is_ok());
        }
    }
}
