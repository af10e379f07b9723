//! The assembler directives.

/// A directive that MARS knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    Data,
    Text,
    Word,
    Ascii,
    Asciiz,
    Byte,
    Align,
    Half,
    Space,
    Double,
    Float,
    Extern,
    KernelData,
    KernelText,
    Global,
    Set,
    Equivalent,
    Macro,
    EndMacro,
    Include,
}

/// Every directive with its name.
pub(super) const DIRECTIVES: &[(&str, Directive)] = &[
    (".data", Directive::Data),
    (".text", Directive::Text),
    (".word", Directive::Word),
    (".ascii", Directive::Ascii),
    (".asciiz", Directive::Asciiz),
    (".byte", Directive::Byte),
    (".align", Directive::Align),
    (".half", Directive::Half),
    (".space", Directive::Space),
    (".double", Directive::Double),
    (".float", Directive::Float),
    (".extern", Directive::Extern),
    (".kdata", Directive::KernelData),
    (".ktext", Directive::KernelText),
    (".globl", Directive::Global),
    (".set", Directive::Set),
    (".eqv", Directive::Equivalent),
    (".macro", Directive::Macro),
    (".end_macro", Directive::EndMacro),
    (".include", Directive::Include),
];

impl Directive {
    /// The directive of a name, in any letter case.
    pub(super) fn find(name: &str) -> Option<Self> {
        let (_, directive) = DIRECTIVES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(*directive)
    }

    /// The name.
    pub(super) fn name(self) -> &'static str {
        DIRECTIVES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// The size in bytes of the numbers that it stores; `None` if it stores none.
    pub(super) fn number_size(self) -> Option<u32> {
        match self {
            Self::Byte => Some(1),
            Self::Half => Some(2),
            Self::Word | Self::Float => Some(4),
            Self::Double => Some(8),
            _ => None,
        }
    }

    /// Returns `true` if its numbers are floating point numbers.
    pub(super) fn is_real(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }
}
