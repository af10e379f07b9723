//! The directives of the two assemblers.
//!
//! Sources: armasm user guide (DUI 0801), chapter 13; GNU `as` manual, 7 and 9.4.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A directive of armasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Armasm {
    Area,
    /// Values of this many bytes; `true` if they are aligned to their size.
    Data(u32, bool),
    /// Floating-point numbers of this many bytes; `true` if they are aligned to a word.
    Float(u32, bool),
    /// `INCBIN`, the bytes of a file.
    Bytes,
    /// `COMMON`, room with a name that all files share.
    Common,
    /// `RLIST`, a name for a list of registers.
    List,
    /// `ROUT`, which begins the next part in which numeric local labels are found.
    Routine,
    Space,
    Fill,
    Align,
    Pool,
    Entry,
    End,
    Export,
    Import,
    Include,
    If,
    Else,
    ElseIf,
    EndIf,
    While,
    EndWhile,
    Macro,
    EndMacro,
    ExitMacro,
    /// `GBLA`, `GBLL`, `GBLS`.
    Global(Sort),
    /// `LCLA`, `LCLL`, `LCLS`.
    Local(Sort),
    /// `SETA`, `SETL`, `SETS`.
    Set(Sort),
    Equate,
    Register,
    /// `MAP`, which begins a description of memory.
    Map,
    /// `FIELD`, which goes on with it.
    Field,
    Assert,
    /// A directive that demands the only kind of code that there is here: `ARM`, `CODE32`.
    Arm,
    /// Thumb code, which this processor does not run here.
    Thumb,
    /// A directive that changes nothing of the program.
    Ignored,
    /// A directive that is known, and not read here.
    Unsupported,
}

/// The sort of a variable of armasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Number,
    Truth,
    Text,
}

const ARMASM: &[(&str, Armasm)] = &[
    ("AREA", Armasm::Area),
    ("DCB", Armasm::Data(1, true)),
    ("=", Armasm::Data(1, true)),
    ("DCW", Armasm::Data(2, true)),
    ("DCWU", Armasm::Data(2, false)),
    ("DCD", Armasm::Data(4, true)),
    ("DCDU", Armasm::Data(4, false)),
    ("&", Armasm::Data(4, true)),
    ("DCQ", Armasm::Data(8, true)),
    ("DCQU", Armasm::Data(8, false)),
    ("SPACE", Armasm::Space),
    ("%", Armasm::Space),
    ("FILL", Armasm::Fill),
    ("ALIGN", Armasm::Align),
    ("LTORG", Armasm::Pool),
    ("ENTRY", Armasm::Entry),
    ("END", Armasm::End),
    ("EXPORT", Armasm::Export),
    ("GLOBAL", Armasm::Export),
    ("IMPORT", Armasm::Import),
    ("EXTERN", Armasm::Import),
    ("GET", Armasm::Include),
    ("INCLUDE", Armasm::Include),
    ("IF", Armasm::If),
    ("[", Armasm::If),
    ("ELSE", Armasm::Else),
    ("|", Armasm::Else),
    ("ELIF", Armasm::ElseIf),
    ("ENDIF", Armasm::EndIf),
    ("]", Armasm::EndIf),
    ("WHILE", Armasm::While),
    ("WEND", Armasm::EndWhile),
    ("MACRO", Armasm::Macro),
    ("MEND", Armasm::EndMacro),
    ("MEXIT", Armasm::ExitMacro),
    ("GBLA", Armasm::Global(Sort::Number)),
    ("GBLL", Armasm::Global(Sort::Truth)),
    ("GBLS", Armasm::Global(Sort::Text)),
    ("LCLA", Armasm::Local(Sort::Number)),
    ("LCLL", Armasm::Local(Sort::Truth)),
    ("LCLS", Armasm::Local(Sort::Text)),
    ("SETA", Armasm::Set(Sort::Number)),
    ("SETL", Armasm::Set(Sort::Truth)),
    ("SETS", Armasm::Set(Sort::Text)),
    ("EQU", Armasm::Equate),
    ("*", Armasm::Equate),
    ("RN", Armasm::Register),
    ("MAP", Armasm::Map),
    ("^", Armasm::Map),
    ("FIELD", Armasm::Field),
    ("#", Armasm::Field),
    ("ASSERT", Armasm::Assert),
    ("ARM", Armasm::Arm),
    ("CODE32", Armasm::Arm),
    ("THUMB", Armasm::Thumb),
    ("THUMBX", Armasm::Thumb),
    ("CODE16", Armasm::Thumb),
    ("PROC", Armasm::Ignored),
    ("ENDP", Armasm::Ignored),
    ("FUNCTION", Armasm::Ignored),
    ("ENDFUNC", Armasm::Ignored),
    ("PRESERVE8", Armasm::Ignored),
    ("REQUIRE8", Armasm::Ignored),
    ("REQUIRE", Armasm::Ignored),
    ("KEEP", Armasm::Ignored),
    ("ROUT", Armasm::Routine),
    ("TTL", Armasm::Ignored),
    ("SUBT", Armasm::Ignored),
    ("OPT", Armasm::Ignored),
    ("INFO", Armasm::Ignored),
    ("!", Armasm::Ignored),
    ("ATTR", Armasm::Ignored),
    ("FRAME", Armasm::Ignored),
    ("COMMON", Armasm::Common),
    ("INCBIN", Armasm::Bytes),
    ("DCI", Armasm::Data(4, true)),
    ("DCDO", Armasm::Unsupported),
    ("DCFD", Armasm::Float(8, true)),
    ("DCFDU", Armasm::Float(8, false)),
    ("DCFS", Armasm::Float(4, true)),
    ("DCFSU", Armasm::Float(4, false)),
    ("RLIST", Armasm::List),
    ("CN", Armasm::Unsupported),
    ("CP", Armasm::Unsupported),
];

/// A directive of GNU `as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gnu {
    Text,
    Data,
    Bss,
    ReadOnly,
    Section,
    Previous,
    PushSection,
    PopSection,
    /// Values of this many bytes.
    Values(u32),
    /// Floating-point numbers of this many bytes.
    Float(u32),
    /// `.octa`, integers of 16 bytes.
    Octa,
    /// `.incbin`, the bytes of a file.
    Bytes,
    /// A string; `true` if a zero follows.
    String(bool),
    /// `.align`, `.p2align`: to a power of two.
    AlignPower,
    /// To a multiple.
    AlignBytes,
    /// Room of this many bytes.
    Space,
    Fill,
    Origin,
    Equate,
    /// The same, and never again.
    EquateOnce,
    Register,
    NoRegister,
    Global,
    Common,
    Pool,
    Macro,
    EndMacro,
    ExitMacro,
    NoMacro,
    Repeat,
    ForEach,
    ForEachCharacter,
    EndRepeat,
    If(If),
    ElseIf,
    Else,
    EndIf,
    Include,
    End,
    /// `.syntax unified`, in which constants need no `#`.
    Syntax,
    Arm,
    Thumb,
    /// `.code 32`.
    Code,
    /// `.cpu`, `.arch`.
    Processor,
    /// `.error`.
    Error,
    Ignored,
    Unsupported,
}

/// The test of `.if` or one of its relatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum If {
    /// The comparison of the value with zero.
    NotZero,
    Zero,
    Positive,
    PositiveOrZero,
    Negative,
    NegativeOrZero,
    /// Tests whether a name is defined, or is not.
    Defined(bool),
    /// Tests whether the rest of the line is empty, or is not.
    Blank(bool),
    /// Tests whether two words are the same, or are not.
    Same(bool),
}

const GNU: &[(&str, Gnu)] = &[
    (".text", Gnu::Text),
    (".data", Gnu::Data),
    (".bss", Gnu::Bss),
    (".rodata", Gnu::ReadOnly),
    (".section", Gnu::Section),
    (".previous", Gnu::Previous),
    (".pushsection", Gnu::PushSection),
    (".popsection", Gnu::PopSection),
    (".byte", Gnu::Values(1)),
    (".hword", Gnu::Values(2)),
    (".short", Gnu::Values(2)),
    (".2byte", Gnu::Values(2)),
    (".word", Gnu::Values(4)),
    (".long", Gnu::Values(4)),
    (".int", Gnu::Values(4)),
    (".4byte", Gnu::Values(4)),
    (".inst", Gnu::Values(4)),
    (".quad", Gnu::Values(8)),
    (".8byte", Gnu::Values(8)),
    (".ascii", Gnu::String(false)),
    (".asciz", Gnu::String(true)),
    (".string", Gnu::String(true)),
    (".align", Gnu::AlignPower),
    (".p2align", Gnu::AlignPower),
    (".balign", Gnu::AlignBytes),
    (".even", Gnu::AlignBytes),
    (".space", Gnu::Space),
    (".skip", Gnu::Space),
    (".zero", Gnu::Space),
    (".fill", Gnu::Fill),
    (".org", Gnu::Origin),
    (".equ", Gnu::Equate),
    (".set", Gnu::Equate),
    (".equiv", Gnu::EquateOnce),
    (".eqv", Gnu::EquateOnce),
    (".req", Gnu::Register),
    (".unreq", Gnu::NoRegister),
    (".global", Gnu::Global),
    (".globl", Gnu::Global),
    (".comm", Gnu::Common),
    (".lcomm", Gnu::Common),
    (".pool", Gnu::Pool),
    (".ltorg", Gnu::Pool),
    (".macro", Gnu::Macro),
    (".endm", Gnu::EndMacro),
    (".exitm", Gnu::ExitMacro),
    (".purgem", Gnu::NoMacro),
    (".rept", Gnu::Repeat),
    (".irp", Gnu::ForEach),
    (".irpc", Gnu::ForEachCharacter),
    (".endr", Gnu::EndRepeat),
    (".if", Gnu::If(If::NotZero)),
    (".ifne", Gnu::If(If::NotZero)),
    (".ifeq", Gnu::If(If::Zero)),
    (".ifgt", Gnu::If(If::Positive)),
    (".ifge", Gnu::If(If::PositiveOrZero)),
    (".iflt", Gnu::If(If::Negative)),
    (".ifle", Gnu::If(If::NegativeOrZero)),
    (".ifdef", Gnu::If(If::Defined(true))),
    (".ifndef", Gnu::If(If::Defined(false))),
    (".ifnotdef", Gnu::If(If::Defined(false))),
    (".ifb", Gnu::If(If::Blank(true))),
    (".ifnb", Gnu::If(If::Blank(false))),
    (".ifc", Gnu::If(If::Same(true))),
    (".ifnc", Gnu::If(If::Same(false))),
    (".ifeqs", Gnu::If(If::Same(true))),
    (".ifnes", Gnu::If(If::Same(false))),
    (".elseif", Gnu::ElseIf),
    (".else", Gnu::Else),
    (".endif", Gnu::EndIf),
    (".include", Gnu::Include),
    (".end", Gnu::End),
    (".syntax", Gnu::Syntax),
    (".arm", Gnu::Arm),
    (".thumb", Gnu::Thumb),
    (".thumb_func", Gnu::Thumb),
    (".code", Gnu::Code),
    (".cpu", Gnu::Processor),
    (".arch", Gnu::Processor),
    (".error", Gnu::Error),
    (".err", Gnu::Error),
    (".type", Gnu::Ignored),
    (".size", Gnu::Ignored),
    (".func", Gnu::Ignored),
    (".endfunc", Gnu::Ignored),
    (".fpu", Gnu::Ignored),
    (".arch_extension", Gnu::Ignored),
    (".eabi_attribute", Gnu::Ignored),
    (".file", Gnu::Ignored),
    (".loc", Gnu::Ignored),
    (".ident", Gnu::Ignored),
    (".fnstart", Gnu::Ignored),
    (".fnend", Gnu::Ignored),
    (".cantunwind", Gnu::Ignored),
    (".save", Gnu::Ignored),
    (".setfp", Gnu::Ignored),
    (".pad", Gnu::Ignored),
    (".personality", Gnu::Ignored),
    (".handlerdata", Gnu::Ignored),
    (".cfi_sections", Gnu::Ignored),
    (".cfi_startproc", Gnu::Ignored),
    (".cfi_endproc", Gnu::Ignored),
    (".cfi_def_cfa_offset", Gnu::Ignored),
    (".cfi_def_cfa", Gnu::Ignored),
    (".cfi_offset", Gnu::Ignored),
    (".extern", Gnu::Ignored),
    (".weak", Gnu::Global),
    (".hidden", Gnu::Ignored),
    (".local", Gnu::Ignored),
    (".title", Gnu::Ignored),
    (".sbttl", Gnu::Ignored),
    (".list", Gnu::Ignored),
    (".nolist", Gnu::Ignored),
    (".object_arch", Gnu::Ignored),
    (".force_thumb", Gnu::Thumb),
    (".float", Gnu::Float(4)),
    (".single", Gnu::Float(4)),
    (".double", Gnu::Float(8)),
    (".incbin", Gnu::Bytes),
    (".altmacro", Gnu::Unsupported),
    (".octa", Gnu::Octa),
];

fn find<D: Copy>(table: &'static [(&'static str, D)]) -> BTreeMap<&'static str, D> {
    table.iter().copied().collect()
}

/// The directive of armasm that a word in any letter case is.
pub(super) fn armasm(word: &str) -> Option<Armasm> {
    static KNOWN: LazyLock<BTreeMap<&str, Armasm>> = LazyLock::new(|| find(ARMASM));
    KNOWN.get(word.to_ascii_uppercase().as_str()).copied()
}

/// The directive of GNU `as` that a word in any letter case is.
pub(super) fn gnu(word: &str) -> Option<Gnu> {
    static KNOWN: LazyLock<BTreeMap<&str, Gnu>> = LazyLock::new(|| find(GNU));
    KNOWN.get(word.to_ascii_lowercase().as_str()).copied()
}

/// Returns `true` if a word is a directive of armasm that is written in letters.
pub(super) fn is_armasm(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && armasm(word).is_some()
}

/// Returns `true` if a word is a directive of GNU `as`.
pub(super) fn is_gnu(word: &str) -> bool {
    word.starts_with('.') && gnu(word).is_some()
}

/// The names of armasm's directives.
pub(super) fn armasm_names() -> impl Iterator<Item = &'static str> {
    ARMASM.iter().map(|(name, _)| *name).filter(|name| name.len() > 1)
}

/// The names of the directives of GNU `as`.
pub(super) fn gnu_names() -> impl Iterator<Item = &'static str> {
    GNU.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::{ARMASM, GNU, armasm, gnu};

    #[test]
    fn every_directive_has_one_meaning() {
        assert!(ARMASM.iter().all(|(name, directive)| armasm(&name.to_lowercase()) == Some(*directive)));
        assert!(GNU.iter().all(|(name, directive)| gnu(&name.to_uppercase()) == Some(*directive)));
    }
}
