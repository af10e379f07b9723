//! From the files of a submission to a linked program.
//!
//! The code to compile comes from strangers. It lies in a folder of its own, the tools are held to limits
//! (`confined`), and the files that they have read are checked: where anything else than the submission and
//! the compiler's own headers was read, none of the output is shown.

pub(super) mod unit;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::code;
use super::confined::{self, Done};
use super::examine;
use super::link;
use super::messages;
use super::messages::Remarks;
use super::toolchain::{FLAGS, LIBRARY, Toolchain};
use crate::asm::messages::Called;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span, Text, text};
use unit::{Language, Unit};

/// The names used in messages for the language.
const CALLED: Called = Called { language: "C", tool: "gcc", comment: "//" };

/// The code that every program is linked with: a division by zero calls the harness, and does
/// not go on with a number.
const SUPPORT: &str = include_str!("build/support.s");

/// The use that is made of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is graded.
    Run,
    /// Its runs are looked at.
    Examine,
    /// What its runs execute is counted.
    Count,
}

impl Purpose {
    /// The flags of the compiler, besides the usual ones.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Run => &[],
            Self::Examine => examine::FLAGS,
            // A function that nobody calls never runs, which is to be seen.
            Self::Count => &["-O0", "-fkeep-static-functions"],
        }
    }
}

/// The outcome of building a program's files.
#[derive(Clone, Debug)]
pub(super) struct Built {
    /// The linked program, if there is one.
    pub(super) image: Option<Arc<[u8]>>,
    /// The diagnostics of the tools.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics point into.
    pub(super) sources: Arc<Sources>,
    /// These files, each with its name in the program's debugging information.
    pub(super) files: Arc<[(FileId, String)]>,
    /// The sources that were compiled.
    pub(super) units: Arc<[Unit]>,
}

/// Compiles and links.
///
/// # Errors
/// If the grader's own computer does not let it.
pub(super) fn build(toolchain: &Toolchain, units: Arc<[Unit]>, purpose: Purpose) -> io::Result<Built> {
    let mut sources = Sources::default();
    let ids: Vec<FileId> = units.iter().map(|unit| sources.add(unit.source.clone())).collect();
    let named = ids.iter().zip(units.iter()).map(|(id, unit)| (*id, unit.path.clone())).collect();
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let (own, out) = (root.join("src"), root.join("out"));
    for folder in [&own, &out] {
        std::fs::create_dir(folder)?;
    }
    for unit in units.iter() {
        unit.write(&own)?;
    }
    let mut work =
        Work { toolchain, purpose, own, out, remarks: Remarks::new(&units, &ids), objects: Vec::new() };
    let is_whole = work.compile_all(&units, &ids)? && work.link(&units, &ids)?;
    let Work { out, remarks, .. } = work;
    let has_errors = remarks.has_errors();
    let image = if is_whole && !has_errors { Some(std::fs::read(out.join("program"))?.into()) } else { None };
    let first = ids.first().copied().unwrap_or_default();
    let diagnostics = remarks.finish(CALLED, first);
    Ok(Built { image, diagnostics, sources: Arc::new(sources), files: named, units })
}

/// A program while it is built.
struct Work<'w> {
    toolchain: &'w Toolchain,
    purpose: Purpose,
    /// The folder with the submission.
    own: PathBuf,
    /// The folder for what comes of it.
    out: PathBuf,
    remarks: Remarks<'w>,
    objects: Vec<String>,
}

/// The outcome of compiling a source.
enum Compiled {
    /// It can be linked, unless there are errors.
    Done,
    /// Nothing that was said can be shown, or nothing was said: there is one message instead.
    Only(Diagnostic),
}

impl Work<'_> {
    fn run(&self, arguments: &[&str]) -> io::Result<Done> {
        confined::run(&self.toolchain.compiler, arguments, &self.own)
    }

    /// Compiles each source; `false` if there is one message instead of all others.
    fn compile_all(&mut self, units: &[Unit], ids: &[FileId]) -> io::Result<bool> {
        for (number, (unit, id)) in units.iter().zip(ids).enumerate() {
            let compiled = match unit.language {
                Language::Header => continue,
                Language::C => self.compile(number, unit, *id)?,
                Language::Assembly => self.assemble(number, &unit.path, *id, unit)?,
                Language::Preprocessed => self.preprocess(number, unit, *id)?,
            };
            if let Compiled::Only(message) = compiled {
                self.remarks.replace(message);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compiles a source in C.
    fn compile(&mut self, number: usize, unit: &Unit, id: FileId) -> io::Result<Compiled> {
        let (path, text) = (argument(&unit.path), format!("../out/{number}.s"));
        let mapped = format!("-fdebug-prefix-map={}=.", self.own.display());
        let own = ["-S", "-H", "-fdiagnostics-format=json", "-fmax-errors=100"];
        let own = [self.purpose.flags(), &own[..], &[&mapped, "-x", "c", &path, "-o", &text]].concat();
        let done = self.run(&[FLAGS, &own].concat())?;
        if let Some(outside) = self.outside(&done.said) {
            return Ok(Compiled::Only(messages::outside(id, unit, &outside)));
        }
        let errors = self.remarks.compiler(&done.said);
        if !done.succeeded {
            return Ok(if errors == 0 || done.exceeded { too_large(id) } else { Compiled::Done });
        }
        if self.remarks.has_errors() {
            return Ok(Compiled::Done);
        }
        self.assemble(number, &text, id, unit)
    }

    /// Puts a source in assembly that begins with the preprocessor through it.
    fn preprocess(&mut self, number: usize, unit: &Unit, id: FileId) -> io::Result<Compiled> {
        let (path, text) = (argument(&unit.path), format!("../out/{number}.s"));
        let own = ["-E", "-H", "-fdiagnostics-format=json", "-x", "assembler-with-cpp", &path, "-o", &text];
        let done = self.run(&[FLAGS, &own].concat())?;
        if let Some(outside) = self.outside(&done.said) {
            return Ok(Compiled::Only(messages::outside(id, unit, &outside)));
        }
        let errors = self.remarks.compiler(&done.said);
        if !done.succeeded {
            return Ok(if errors == 0 || done.exceeded { too_large(id) } else { Compiled::Done });
        }
        self.assemble(number, &text, id, unit)
    }

    /// Assembles a source, or what the compiler made of one.
    fn assemble(&mut self, number: usize, path: &str, id: FileId, unit: &Unit) -> io::Result<Compiled> {
        let (object, read) = (format!("../out/{number}.o"), format!("../out/{number}.d"));
        let named = argument(path);
        let listed = format!("-Wa,--MD,{read}");
        let mapped = format!("-Wa,--debug-prefix-map={}=.", self.own.display());
        let debugs: &[&str] = if unit.language == Language::C { &[] } else { &["-Wa,-g", &mapped] };
        let own = ["-marm", "-mcpu=arm7tdmi", "-c", &listed, "-x", "assembler", &named, "-o", &object];
        let done = self.run(&[&own, debugs].concat())?;
        if done.exceeded {
            return Ok(too_large(id));
        }
        if !done.succeeded {
            let text = std::fs::read_to_string(self.own.join(&named)).unwrap_or_default();
            let errors = self.remarks.assembler(&done.said, &named, &text, id, unit);
            return Ok(match errors {
                None => Compiled::Only(messages::outside(id, unit, "")),
                Some(0) => too_large(id),
                Some(_) => Compiled::Done,
            });
        }
        let read = std::fs::read_to_string(self.own.join(&read)).unwrap_or_default();
        // The compiler names the source too, by a name at which nothing need lie.
        let was_read = |path: &String| self.own.join(path).exists();
        let foreign = dependencies(&read).into_iter().filter(was_read).find(|path| !self.may_be_read(path));
        if let Some(outside) = foreign {
            return Ok(Compiled::Only(messages::outside(id, unit, &outside)));
        }
        self.objects.push(object);
        Ok(Compiled::Done)
    }

    /// Links what was compiled; `false` if there is no program.
    fn link(&mut self, units: &[Unit], ids: &[FileId]) -> io::Result<bool> {
        if self.remarks.has_errors() {
            return Ok(false);
        }
        let checks = if self.purpose == Purpose::Examine { examine::SUPPORT } else { "" };
        std::fs::write(self.out.join("support.s"), [SUPPORT, checks].concat())?;
        let mut own = vec!["-marm", "-mcpu=arm7tdmi", LIBRARY, "-fno-lto", "-fno-use-linker-plugin"];
        own.extend(self.objects.iter().map(String::as_str));
        own.extend(["../out/support.s", "-lm", "-o", "../out/program"]);
        let done = self.run(&own)?;
        if !done.succeeded {
            let first = ids.first().copied().unwrap_or_default();
            let found = link::mistakes(&done.said, units, ids);
            if done.exceeded || found.is_empty() {
                if let Compiled::Only(message) = too_large(first) {
                    self.remarks.replace(message);
                }
                return Ok(false);
            }
            self.remarks.extend(found);
        }
        Ok(done.succeeded)
    }

    /// The first included file that the program may not read.
    fn outside(&self, said: &str) -> Option<String> {
        let included = said.lines().filter_map(|line| {
            let path = line.trim_start_matches('.').strip_prefix(' ')?;
            line.starts_with('.').then_some(path)
        });
        included.into_iter().find(|path| !self.may_be_read(path)).map(str::to_owned)
    }

    /// Returns `true` if a file belongs to the submission, to the output of its build, or to the compiler.
    fn may_be_read(&self, path: &str) -> bool {
        let Ok(path) = self.own.join(Path::new(path)).canonicalize() else { return false };
        path.starts_with(&self.own)
            || (path.starts_with(&self.out) && path.extension().is_some_and(|end| end == "s"))
            || self.toolchain.has_header(&path)
    }
}

/// A path that no tool takes for an option.
fn argument(path: &str) -> String {
    if path.starts_with(['-', '@']) { format!("./{path}") } else { path.to_owned() }
}

fn too_large(id: FileId) -> Compiled {
    let message: Text = text!(
        "the compiler needs more time, memory or space for this program than it gets here, or failed itself",
        "trình biên dịch cần nhiều thời gian, bộ nhớ hoặc chỗ chứa cho chương trình này hơn mức cho phép, hoặc tự nó gặp lỗi"
    );
    Compiled::Only(Diagnostic::error(code::TOO_LARGE, Span::new(id, 0..0), message))
}

/// The files that an assembler has read, as it lists them for `make`.
fn dependencies(list: &str) -> Vec<String> {
    let list = list.replace("\\\n", " ");
    let Some((_, names)) = list.split_once(": ") else { return Vec::new() };
    // A blank in a name is written with a backslash before it.
    let names = names.replace("\\ ", "\0");
    names.split_whitespace().map(|name| name.replace('\0', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::dependencies;

    #[test]
    fn lists_for_make_are_read() {
        let list = "../out/0.o: ../out/0.s \\\n /etc/hosts a\\ b.s\n";
        assert_eq!(dependencies(list), ["../out/0.s", "/etc/hosts", "a b.s"]);
    }
}
