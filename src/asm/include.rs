//! Where the files are that a source includes.

use std::path::{Component, Path, PathBuf};

use super::Shelf;
use crate::diagnostics::suggest;

/// More names than these of files that may be meant are not listed.
const MOST_NEAR: usize = 3;

/// A file that a source includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name on the shelf.
    pub path: String,
    /// True if the file has the name that the source gives on Windows only, where case does not count and
    /// folders are separated by a backslash.
    pub on_windows_only: bool,
}

/// The name of the file that `including` calls `wanted`, which the shelf may not have; `None` for an absolute path.
pub fn find(including: &str, wanted: &str, shelf: &dyn Shelf) -> Option<Found> {
    let path = beside(including, wanted)?;
    let names = shelf.names();
    if names.contains(&path) {
        return Some(Found { path, on_windows_only: wanted.contains('\\') });
    }
    let mut alike = names.into_iter().filter(|name| name.to_lowercase() == path.to_lowercase());
    Some(match (alike.next(), alike.next()) {
        (Some(path), None) => Found { path, on_windows_only: true },
        _ => Found { path, on_windows_only: false },
    })
}

/// The names of files that may be meant: those in other folders, or those that are spelt nearly so.
pub fn near(wanted: &str, shelf: &dyn Shelf) -> Vec<String> {
    let (names, wanted) = (shelf.names(), base(wanted));
    let same: Vec<String> = names.iter().filter(|name| base(name) == wanted).cloned().collect();
    if !same.is_empty() {
        return same.into_iter().take(MOST_NEAR).collect();
    }
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let is_near = |name: &&String| {
        let name = base(name);
        suggest(&wanted, [name.as_str()]).is_some() || stem(&name) == stem(&wanted)
    };
    names.iter().filter(is_near).take(MOST_NEAR).cloned().collect()
}

/// The name of a file without its folders, in lower case: Windows, on which many programs are written, does not tell capitals apart.
pub fn base(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_lowercase()
}

/// The names of the files that a text includes, in lower case and without their folders. The text may be no program.
pub fn names_in(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let code = line.split('#').next()?.to_lowercase();
        let (_, behind) = code.split_once(".include")?;
        let name = behind.split('"').nth(1)?;
        Some(base(name))
    })
}

/// The name of a file as seen from another one, without `folder/..` in it; `None` for an absolute path.
fn beside(including: &str, wanted: &str) -> Option<String> {
    let folder = including.rfind('/').map_or("", |slash| &including[..=slash]);
    let mut path = PathBuf::from(folder);
    let wanted = wanted.replace('\\', "/");
    // A drive is the beginning of an absolute path.
    if wanted.get(1..2) == Some(":") {
        return None;
    }
    for part in Path::new(&wanted).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir if path.file_name().is_some() => {
                path.pop();
            }
            Component::ParentDir => path.push(".."),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    path.into_os_string().into_string().ok()
}

#[cfg(test)]
mod tests {
    use super::names_in;

    #[test]
    fn a_text_includes_files() {
        let text = ".text\n  .INCLUDE \"Parts/Board.asm\" # the board\n# .include \"old.asm\"\n.include\n";
        assert_eq!(names_in(text).collect::<Vec<_>>(), ["board.asm"]);
    }
}
