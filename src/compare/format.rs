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
    /// The program's own words for something, the same ones every time.
    Wording,
    /// Lines of words that were not asked for.
    ExtraText,
}

/// The kinds that are differences of bytes; the others need to know the submission's words.
pub(super) const BYTE_KINDS: [FormatKind; 6] = [
    FormatKind::ControlBytes,
    FormatKind::LineEnds,
    FormatKind::TrailingBlanks,
    FormatKind::LineBreaks,
    FormatKind::Spacing,
    FormatKind::LetterCase,
];

impl FormatKind {
    /// Every kind, the mildest first.
    pub const ALL: [Self; 8] = [
        Self::ControlBytes,
        Self::LineEnds,
        Self::TrailingBlanks,
        Self::LineBreaks,
        Self::Spacing,
        Self::LetterCase,
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
            Self::Wording => "wording",
            Self::ExtraText => "extra-text",
        }
    }

    /// What a student did, as a sentence.
    pub fn about(self) -> Text {
        match self {
            Self::ControlBytes => text!("your program prints bytes that cannot be seen", "chương trình in ra các byte không nhìn thấy được"),
            Self::LineEnds => text!("your program ends lines with a carriage return", "chương trình kết thúc dòng bằng ký tự CR"),
            Self::TrailingBlanks => text!("the blanks at the end of lines differ", "khoảng trắng ở cuối dòng khác"),
            Self::LineBreaks => text!("lines are broken in other places", "chỗ xuống dòng khác"),
            Self::Spacing => text!("the blanks within lines differ", "khoảng trắng bên trong dòng khác"),
            Self::LetterCase => text!("capital and small letters differ", "chữ hoa và chữ thường khác"),
            Self::Wording => text!("the words differ from those that the assignment fixes", "từ ngữ khác với từ ngữ bài tập quy định"),
            Self::ExtraText => text!("your program prints text that was not asked for", "chương trình in thêm văn bản không được yêu cầu"),
        }
    }
}

/// The text without the differences of these kinds.
pub(super) fn normalise(text: &[u8], kinds: &[FormatKind]) -> Vec<u8> {
    kinds.iter().fold(text.to_vec(), |text, kind| apply(*kind, &text))
}

fn apply(kind: FormatKind, text: &[u8]) -> Vec<u8> {
    let without = |dropped: fn(&u8) -> bool| text.iter().copied().filter(|byte| !dropped(byte)).collect();
    match kind {
        FormatKind::ControlBytes => without(|byte| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t')),
        FormatKind::LineEnds => {
            let mut lines = Vec::with_capacity(text.len());
            for (index, byte) in text.iter().enumerate() {
                match byte {
                    b'\r' if text.get(index + 1) == Some(&b'\n') => {}
                    b'\r' => lines.push(b'\n'),
                    other => lines.push(*other),
                }
            }
            lines
        }
        FormatKind::TrailingBlanks => {
            let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(trim_end).collect();
            lines.join(&b'\n')
        }
        FormatKind::LineBreaks => without(|byte| *byte == b'\n'),
        FormatKind::Spacing => without(|byte| matches!(byte, b' ' | b'\t')),
        FormatKind::LetterCase => text.to_ascii_lowercase(),
        FormatKind::Wording | FormatKind::ExtraText => text.to_vec(),
    }
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |at| at + 1);
    &line[..end]
}
