//! The two ways to write ARM assembly, and how they are distinguished.

use super::directive;
use super::program::Dialect;
use crate::asm::work;
use crate::diagnostics::SourceFile;

impl Dialect {
    /// The name of the tool.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Armasm => "armasm (Keil)",
            Self::Gnu => "GNU as",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Armasm => Self::Gnu,
            Self::Gnu => Self::Armasm,
        }
    }
}

/// A directive shows more than a label, after which beginners write a colon in armasm, too.
const DIRECTIVE: usize = 3;
/// No source of GNU `as` has areas.
const AREA: usize = 30;

/// The dialect that a source is written in, by what only one of the two has. A source without any of that is GNU's if
/// instructions stand in its first column, where armasm has labels only.
pub(super) fn of(source: &SourceFile) -> Dialect {
    work::count(source.text.len());
    let (mut armasm, mut gnu, mut in_first_column) = (0, 0usize, 0);
    let mut in_comment = false;
    for line in source.text.lines() {
        if in_comment {
            in_comment = !line.contains("*/");
            continue;
        }
        let code = line.split([';', '@']).next().unwrap_or(line).trim_end();
        if let Some((_, rest)) = code.split_once("/*") {
            in_comment = !rest.contains("*/");
        }
        let mut words = code.split_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if first.starts_with("/*") || first.starts_with("//") || first.starts_with('#') {
            continue;
        }
        // A label may stand in front of a directive.
        let after_label = if first.ends_with(':') { second } else { first };
        let name = first.find(|c: char| !c.is_alphanumeric() && !"_$.".contains(c)).unwrap_or(first.len());
        let has_label = name > 0 && first[name..].starts_with(':');
        if directive::is_gnu(after_label) || second.eq_ignore_ascii_case(".req") {
            gnu += DIRECTIVE;
        }
        gnu += usize::from(has_label);
        let starts_line = !code.starts_with([' ', '\t']);
        if first.eq_ignore_ascii_case("area") {
            armasm += AREA;
        } else if directive::is_armasm(if starts_line { second } else { first }) {
            armasm += DIRECTIVE;
        }
        if starts_line && super::mnemonic::find(first).is_some() {
            in_first_column += 1;
        }
    }
    if gnu > armasm || (armasm == 0 && in_first_column > 0) { Dialect::Gnu } else { Dialect::Armasm }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, of};
    use crate::diagnostics::SourceFile;

    #[test]
    fn sources_are_told_by_what_only_one_of_the_two_has() {
        for (text, dialect) in [
            ("  AREA a,CODE,READONLY\n  ENTRY\nstart\n  B start\n  END\n", Dialect::Armasm),
            ("; no directive\nstart MOV r0,#1\n  B start\n", Dialect::Armasm),
            ("x EQU 5\n", Dialect::Armasm),
            (".text\n.global _start\n_start:\n mov r0,#1\n", Dialect::Gnu),
            ("main: mov r0,#1\n", Dialect::Gnu),
            ("  AREA a,CODE,READONLY\na: B b\nb: B c\nc: B a\n", Dialect::Armasm),
            ("mov r0,#1\nbx lr\n", Dialect::Gnu),
            ("/* AREA x,CODE\n AREA y,CODE */\n.text\n", Dialect::Gnu),
            ("", Dialect::Armasm),
        ] {
            assert_eq!(of(&SourceFile::from_bytes("a.s", text.as_bytes())), dialect, "{text}");
        }
    }
}
