//! The cross compiler: where it is, which one it is, and how it is called.
//!
//! Source of the calls by which newlib's library asks for services: *Semihosting for AArch32 and AArch64* (Arm); of the flags:
//! *Using the GNU Compiler Collection*, 3.4, 3.9 and 3.19.5.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::confined;
use crate::diagnostics::{Text, text};

/// The variable with the compiler's path.
const VARIABLE: &str = "GRADER_ARM_CC";
/// The compiler's name.
const NAME: &str = "arm-none-eabi-gcc";
/// The option that gives programs their library.
pub(super) const LIBRARY: &str = "--specs=rdimon.specs";

/// How every source is compiled. Functions stay functions, so that the calls of a run are those of the source.
pub(super) const FLAGS: &[&str] =
    &["-std=gnu17", "-marm", "-mcpu=arm7tdmi", "-O1", "-g", "-Wall", "-fno-inline", "-fno-lto"];

/// A compiler that works.
#[derive(Debug)]
pub(super) struct Toolchain {
    /// Its path.
    pub(super) compiler: PathBuf,
    /// The name that it gives itself, with its version.
    pub(super) version: String,
    /// The folders with headers of its own.
    pub(super) headers: Vec<PathBuf>,
}

impl Toolchain {
    /// The compiler of this machine; looked for once.
    ///
    /// # Errors
    /// If no compiler is installed, or none that works: advice on what to do.
    pub(super) fn find() -> Result<&'static Self, Text> {
        static FOUND: OnceLock<Option<Toolchain>> = OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let folder = tempfile::tempdir().ok()?;
            candidates(std::env::var_os(VARIABLE), std::env::var_os("PATH").as_deref())
                .into_iter()
                .find_map(|path| Self::at(path, folder.path()))
        });
        found.as_ref().ok_or_else(missing)
    }

    /// The compiler at a path, if it is one and has its library.
    fn at(compiler: PathBuf, folder: &Path) -> Option<Self> {
        let probe = "probe.c";
        std::fs::write(folder.join(probe), "#include <stdio.h>\n").ok()?;
        let arguments = [&["-v", "-E", LIBRARY], FLAGS, &[probe]].concat();
        let done = confined::run(&compiler, &arguments, folder).ok()?;
        if !done.succeeded {
            return None;
        }
        let version = done.said.lines().find_map(|line| line.strip_prefix("gcc version "))?;
        let version = version.split(" (").next().unwrap_or(version).trim();
        let lines = done.said.lines().skip_while(|line| !line.starts_with("#include <...>")).skip(1);
        let headers = lines.take_while(|line| line.starts_with(' '));
        let headers = headers.filter_map(|line| Path::new(line.trim()).canonicalize().ok()).collect();
        Some(Self { compiler, version: format!("{NAME} {version}"), headers })
    }

    /// Returns `true` if a path leads to a header of the compiler.
    pub(super) fn has_header(&self, path: &Path) -> bool {
        self.headers.iter().any(|folder| path.starts_with(folder))
    }

    /// The compiler with its version, and the flags, for reports.
    pub(super) fn described(&self) -> String {
        format!("{}: {} {LIBRARY}", self.version, FLAGS.join(" "))
    }
}

/// Where the compiler can be: where the variable says, or else in the folders of the path.
fn candidates(named: Option<OsString>, path: Option<&OsStr>) -> Vec<PathBuf> {
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        return vec![PathBuf::from(named)];
    }
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let folders = path.into_iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(&name)).filter(|path| path.is_file()).collect()
}

fn missing() -> Text {
    text!(
        "toolchain missing: this machine has no C compiler for the simulated processor; install `{NAME}` with newlib (Debian, Ubuntu: `apt install gcc-arm-none-eabi libnewlib-arm-none-eabi`), or set {VARIABLE} to its path",
        "thiếu trình biên dịch: máy này không có trình biên dịch C cho bộ xử lý mô phỏng; hãy cài `{NAME}` cùng newlib (Debian, Ubuntu: `apt install gcc-arm-none-eabi libnewlib-arm-none-eabi`), hoặc đặt {VARIABLE} là đường dẫn của nó"
    )
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::path::PathBuf;

    use super::candidates;

    #[test]
    fn a_named_compiler_is_the_only_one() {
        let path = Some(OsStr::new("/usr/bin:/bin"));
        assert_eq!(candidates(Some("/opt/gcc".into()), path), [PathBuf::from("/opt/gcc")]);
        assert!(candidates(None, Some(OsStr::new("relative:"))).is_empty());
        assert!(candidates(Some("".into()), None).is_empty());
    }
}
