//! The kinds of differences that leave the logic alone.

use crate::diagnostics::{Text, text};

/// A kind of difference in format, the mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormatKind {
    /// NUL and other bytes that a terminal does not show.
    ControlBytes,
    /// Carriage returns.
    LineEnds,
    /// Blanks at the end of lines.
    TrailingBlanks,
    /// Lines that are broken in other places, and empty lines.
    LineBreaks,
    /// Blanks within lines.
    Spacing,
    /// Capital and small letters.
    LetterCase,
    /// The echo of what is typed.
    Echo,
    /// The program's own words for something, the same ones every time.
    Wording,
    /// Lines of words that were not asked for.
    ExtraText,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatKinds(u16);

impl FormatKinds {
    /// All kinds.
    pub fn all() -> Self {
        Self(FormatKind::ALL.into_iter().fold(0, |bits, kind| bits | 1 << kind as u16))
    }

    /// Whether a kind is in the set.
    pub fn contains(self, kind: FormatKind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// The set with a kind.
    #[must_use]
    pub fn with(self, kind: FormatKind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// The set without a kind.
    #[must_use]
    pub fn without(self, kind: FormatKind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, the mildest first.
    pub fn iter(self) -> impl Iterator<Item = FormatKind> {
        FormatKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FormatKind {
    /// Every kind, the mildest first.
    pub const ALL: [Self; 9] = [
        Self::ControlBytes,
        Self::LineEnds,
        Self::TrailingBlanks,
        Self::LineBreaks,
        Self::Spacing,
        Self::LetterCase,
        Self::Echo,
        Self::Wording,
        Self::ExtraText,
    ];

    /// The name in specs and machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::ControlBytes => "control-bytes",
            Self::LineEnds => "line-ends",
            Self::TrailingBlanks => "trailing-blanks",
            Self::LineBreaks => "line-breaks",
            Self::Spacing => "spacing",
            Self::LetterCase => "letter-case",
            Self::Echo => "echo",
            Self::Wording => "wording",
            Self::ExtraText => "extra-text",
        }
    }

    /// What a student did, as a sentence.
    pub fn about(self) -> Text {
        match self {
            Self::ControlBytes => text!(
                "your program prints bytes that cannot be seen",
                "chương trình in ra các byte không nhìn thấy được"
            ),
            Self::LineEnds => text!(
                "your program ends lines with a carriage return",
                "chương trình kết thúc dòng bằng ký tự CR"
            ),
            Self::TrailingBlanks => {
                text!("the blanks at the end of lines differ", "khoảng trắng ở cuối dòng không giống")
            }
            Self::LineBreaks => text!("lines are broken in other places", "chỗ xuống dòng không giống"),
            Self::Spacing => {
                text!("the blanks within lines differ", "khoảng trắng bên trong dòng không giống")
            }
            Self::LetterCase => {
                text!("capital and small letters differ", "chữ hoa và chữ thường không giống")
            }
            Self::Echo => text!("the typed key is not echoed", "phím đã gõ không được hiện lại"),
            Self::Wording => text!(
                "your program words this differently from the assignment",
                "chương trình dùng lời văn khác với đề bài"
            ),
            Self::ExtraText => text!(
                "your program prints text that was not asked for",
                "chương trình in thêm văn bản không được yêu cầu"
            ),
        }
    }
}

/// The text without the differences of these kinds, as far as they are differences of bytes.
pub(super) fn normalise(text: &[u8], kinds: FormatKinds) -> Vec<u8> {
    let drops = |kind| kinds.contains(kind);
    let mut normal = Vec::with_capacity(text.len() + 1);
    for (index, byte) in text.iter().copied().enumerate() {
        let byte = match byte {
            b'\r' if drops(FormatKind::LineEnds) => {
                if text.get(index + 1) == Some(&b'\n') {
                    continue;
                }
                b'\n'
            }
            b'\n' | b'\r' | b'\t' => byte,
            control if control.is_ascii_control() && drops(FormatKind::ControlBytes) => continue,
            other => other,
        };
        match byte {
            b' ' | b'\t' if drops(FormatKind::Spacing) => {}
            b'\n' => {
                if drops(FormatKind::TrailingBlanks) {
                    trim_end(&mut normal);
                }
                if !drops(FormatKind::LineBreaks) {
                    normal.push(b'\n');
                }
            }
            other if drops(FormatKind::LetterCase) => normal.push(other.to_ascii_lowercase()),
            other => normal.push(other),
        }
    }
    if drops(FormatKind::TrailingBlanks) {
        trim_end(&mut normal);
    }
    normal
}

fn trim_end(text: &mut Vec<u8>) {
    while matches!(text.last(), Some(b' ' | b'\t')) {
        text.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::{FormatKind, FormatKinds, normalise};

    #[test]
    fn specs_know_the_kinds_by_their_names() {
        assert_eq!(FormatKind::ALL.map(FormatKind::id), crate::spec::FORMAT_KINDS);
    }

    #[test]
    fn each_kind_takes_its_own_difference_away() {
        let only = |kind| {
            let others = FormatKind::ALL.into_iter().filter(|other| *other != kind);
            others.fold(FormatKinds::all(), FormatKinds::without)
        };
        for (kind, text, expected) in [
            (FormatKind::ControlBytes, "a\0\x1bb\n", "ab\n"),
            (FormatKind::LineEnds, "a\r\nb\rc", "a\nb\nc"),
            (FormatKind::TrailingBlanks, " a  \nb \t\n c ", " a\nb\n c"),
            (FormatKind::LineBreaks, "a\n\nb", "ab"),
            (FormatKind::Spacing, "- \t-\n", "--\n"),
            (FormatKind::LetterCase, "Player", "player"),
            (FormatKind::Wording, "A b\n", "A b\n"),
        ] {
            assert_eq!(normalise(text.as_bytes(), only(kind)), expected.as_bytes(), "{kind:?}");
        }
    }
}
