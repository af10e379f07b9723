//! An instruction set as everything outside of `isa/` sees it: one row with all that differs between them.

use std::ops::RangeInclusive;

use super::setup::{KeyRow, Setup};
use super::{Convention, Executable, Facts, FaultReason};
use crate::asm::ProgramFile;
use crate::diagnostics::{Code, SourceFile, Text};

/// Words of a sentence in English and in Vietnamese.
pub type Words = (&'static str, &'static str);

/// An instruction set, and the machines that execute it.
///
/// It is a row and not a trait: one that lacks an answer does not compile, and every answer is data that a test can go
/// through.
pub struct Isa {
    /// The name in specs and on the command line.
    pub id: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// The version of the instruction set, for the help.
    pub about: &'static str,
    /// The form of source files.
    pub source: Source,
    /// Words, addresses and numbers.
    pub word: Word,
    /// The general registers.
    pub registers: Registers,
    /// The services that the operating system has for programs.
    pub services: Services,
    /// The service that gives random numbers, as sentences name it.
    pub random: Option<&'static str>,
    /// The services for files; `None` if programs have no files.
    pub files: Option<FileServices>,
    /// Calling conventions; the first one is meant where none is named.
    pub conventions: &'static [Convention],
    /// The words of explanations for control flow.
    pub flow: FlowWords,
    /// The description of a fault in this instruction set's own words; `None` where the
    /// wording common to all fits.
    pub fault: fn(FaultReason) -> Option<Text>,
    /// The kinds of diagnostics of its assembler, each with its meaning.
    pub codes: &'static [(Code, &'static str)],
    /// The style checks that only this instruction set has.
    pub checks: &'static [ServiceCheck],
    /// The keys of `machine:` in specs, which are flags of the command line too.
    pub keys: fn() -> Vec<KeyRow>,
    /// The machine with its default settings.
    pub usual: fn() -> Box<dyn Setup>,
    /// The files that the assembler can write.
    pub outputs: &'static [Output],
    /// The reason why a subroutine cannot stand in for the one with a label; `None` if it can. It may use labels that it does not
    /// define, as programs may have them.
    pub flaw_of_routine: fn(&SourceFile, &str) -> Option<Text>,
    /// The tools of this computer by which programs are made, with their versions and flags, as far as they can make a
    /// difference; empty where nothing but this program takes part.
    pub tools: fn() -> String,
    /// The files that a new assignment starts from.
    pub template: Template,
}

/// The form of source files.
pub struct Source {
    /// File name patterns of programs, most wanted first.
    pub programs: &'static [&'static str],
    /// The extensions of files that a source may include; empty if it includes none.
    pub included: &'static [&'static str],
    /// Returns `true` if the files contain something that only sources of this instruction set have.
    pub is_in: fn(&[SourceFile]) -> bool,
    /// Returns `true` if a line, in small letters and without its comment, has something that only this
    /// instruction set has.
    pub marks: fn(&str) -> bool,
    /// Returns `true` if a program of several files begins with this file.
    pub begins: fn(&ProgramFile) -> bool,
    /// True if, by default, all matching files of a submission make one program.
    pub together: bool,
    /// True if the language is compiled: explanations then speak of functions and lines, not of
    /// registers and instructions.
    pub is_compiled: bool,
    /// The character that begins a comment.
    pub comment: char,
    /// True if labels that differ only in case are the same.
    pub folds_labels: bool,
}

/// Words, addresses and numbers of an instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The number of bits in a word.
    pub bits: u32,
    /// The number of cells in a word; addresses count cells. Words of several cells
    /// begin with the lowest byte.
    pub cells: u32,
    /// A word in hexadecimal, as the debuggers of the instruction set show it.
    pub hexadecimal: fn(u32) -> String,
}

impl Word {
    /// Returns `true` if addresses count bytes and not words.
    pub fn is_of_bytes(self) -> bool {
        self.cells > 1
    }

    /// A word or an address in hexadecimal, as the debuggers of the instruction set show it.
    pub fn show(self, word: u32) -> String {
        (self.hexadecimal)(word)
    }

    /// The bits of a number that a word holds.
    pub fn fit(self, number: u32) -> u32 {
        number & u32::MAX >> (32 - self.bits)
    }

    /// The cells of a word.
    pub fn split(self, word: u32) -> impl Iterator<Item = u32> {
        let of_bytes = self.is_of_bytes();
        (0..self.cells).map(move |index| if of_bytes { word >> (8 * index) & 0xFF } else { self.fit(word) })
    }

    /// The word that cells make.
    pub fn join(self, cells: &[u32]) -> u32 {
        if !self.is_of_bytes() {
            return cells.first().copied().unwrap_or(0);
        }
        cells.iter().rev().fold(0, |word, cell| word << 8 | cell & 0xFF)
    }

    /// A word as a number with its sign.
    pub fn signed(self, word: u32) -> i32 {
        let unused = 32 - self.bits;
        (word << unused).cast_signed() >> unused
    }
}

/// The general registers of an instruction set.
pub struct Registers {
    /// The number of a register by its name.
    pub number: fn(&str) -> Option<u8>,
    /// The name of a register.
    pub name: fn(u8) -> String,
    /// The register with the return address of a call.
    pub link: &'static str,
    /// The register that programs keep their stack pointer in.
    pub stack: &'static str,
    /// Those that a caller may fill with any value: all but those with a meaning of their own.
    pub free: RangeInclusive<u8>,
    /// A sentence on how registers are written.
    pub spelling: Words,
    /// The name of one of them.
    pub example: &'static str,
}

/// The services of the operating system.
pub struct Services {
    /// The names of those that have some.
    pub names: fn() -> Vec<&'static str>,
    /// The number of a service that is given by its name or by its number; `None` if there is no such service.
    pub number: fn(&str) -> Option<u32>,
    /// The name of a service in sentences.
    pub name: fn(u32) -> String,
    /// A sentence on how a service is given in a spec.
    pub spelling: Words,
    /// A list of some in a spec.
    pub example: &'static str,
}

/// The names in sentences of the services for files.
pub struct FileServices {
    /// All of them.
    pub all: Words,
    /// The one that opens a file for writing.
    pub create: Words,
    /// The same, with every way to do it.
    pub create_or_append: Words,
    /// The one that closes a file.
    pub close: &'static str,
    /// The consequence of not closing a file, after the name of the file and of the service.
    pub left_open: Words,
}

/// The words of explanations for control flow.
pub struct FlowWords {
    /// The name of the missing end where a program runs on into its data.
    pub end_is_missing: Words,
    /// The name of the data that was overwritten where a program goes on at an address without instructions.
    pub overwritten: Words,
    /// The instruction that returns, in which the link register is used.
    pub link_in_return: Words,
}

/// A style check over the services that passing runs called.
#[derive(Debug)]
pub struct ServiceCheck {
    /// The name in specs and reports.
    pub id: &'static str,
    /// The demand, as a sentence.
    pub demand: Words,
    /// The evidence that the demand is not met; empty if it is met. There is at least one run.
    pub unmet: fn(&dyn Executable, &[&Facts]) -> Vec<Text>,
    /// True if a prompt printed by the system, which programs show as a difference of
    /// format, has the same cause.
    pub is_about_prompts: bool,
}

/// A file that the assembler can write.
#[derive(Debug)]
pub struct Output {
    /// The flag of the command line.
    pub flag: &'static str,
    /// A description of the file, for the help.
    pub about: &'static str,
}

/// The files that a new assignment starts from: a spec for each kind, a correct program and a wrong one.
pub struct Template {
    /// The extension of its programs.
    pub ending: &'static str,
    /// The spec with whole texts.
    pub text: &'static str,
    /// The spec with steps.
    pub steps: &'static str,
    /// The correct program.
    pub model: &'static str,
    /// The wrong program.
    pub wrong: &'static str,
}

impl PartialEq for ServiceCheck {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for ServiceCheck {}

impl PartialEq for Isa {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Isa {}

impl std::fmt::Debug for Isa {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl Isa {
    /// A word or an address in hexadecimal.
    pub fn hexadecimal(&self, word: u32) -> String {
        self.word.show(word)
    }

    /// The calling convention of a name.
    pub fn convention(&self, id: &str) -> Option<&'static Convention> {
        self.conventions.iter().find(|convention| convention.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn words_are_made_of_cells() {
        let hexadecimal = |word| format!("{word:x}");
        let (of_words, of_bytes) =
            (Word { bits: 16, cells: 1, hexadecimal }, Word { bits: 32, cells: 4, hexadecimal });
        assert_eq!(of_words.split(0x1_2345).collect::<Vec<_>>(), [0x2345]);
        assert_eq!(of_bytes.split(0x1234_5678).collect::<Vec<_>>(), [0x78, 0x56, 0x34, 0x12]);
        assert_eq!(of_bytes.join(&[0x78, 0x56, 0x34, 0x12]), 0x1234_5678);
        assert_eq!((of_words.signed(0xFFFE), of_bytes.signed(0xFFFF_FFFE)), (-2, -2));
    }
}
