//! The kinds of differences that leave the logic alone.

use super::unit::Unit;
use crate::diagnostics::{Text, text};
use crate::stored::{Deserialize, Serialize};

/// A kind of difference in format, the mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FormatKind {
    /// The prompt and the echo of the service that reads a key, around that key.
    InPrompt,
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
    /// The echo of the input.
    Echo,
    /// The program does not stop after the result.
    Halt,
    /// Other symbols for the cells of the board, the same ones every time.
    Symbols,
    /// Bars, rules and labels around the cells of the board.
    Frame,
    /// A row of column numbers above or below the board.
    Header,
    /// The bottom row of the board at the top.
    UpsideDown,
    /// Boards that are printed again although nothing changed.
    RepeatedBoard,
    /// The program's own words for something, the same ones every time.
    Wording,
    /// Lines of words that were not asked for.
    ExtraText,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatKinds(u32);

impl FormatKinds {
    /// All kinds.
    pub fn all() -> Self {
        Self::of(&FormatKind::ALL)
    }

    /// Returns `true` if a kind is in the set.
    pub fn contains(self, kind: FormatKind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }

    /// The kinds of a list.
    pub fn of(kinds: &[FormatKind]) -> Self {
        Self(kinds.iter().fold(0, |bits, kind| bits | 1 << *kind as u32))
    }

    /// The set with a kind.
    #[must_use]
    pub fn with(self, kind: FormatKind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    /// The set without a kind.
    #[must_use]
    pub fn without(self, kind: FormatKind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    /// Returns `true` if a kind is the only one in the set.
    pub fn is_only(self, kind: FormatKind) -> bool {
        self == Self::of(&[kind])
    }

    /// Returns `true` if the set is empty.
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
    pub const ALL: [Self; 16] = [
        Self::InPrompt,
        Self::ControlBytes,
        Self::LineEnds,
        Self::TrailingBlanks,
        Self::LineBreaks,
        Self::Spacing,
        Self::LetterCase,
        Self::Echo,
        Self::Halt,
        Self::Symbols,
        Self::Frame,
        Self::Header,
        Self::UpsideDown,
        Self::RepeatedBoard,
        Self::Wording,
        Self::ExtraText,
    ];

    /// The name in specs and machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::InPrompt => "in-prompt",
            Self::ControlBytes => "control-bytes",
            Self::LineEnds => "line-ends",
            Self::TrailingBlanks => "trailing-blanks",
            Self::LineBreaks => "line-breaks",
            Self::Spacing => "spacing",
            Self::LetterCase => "letter-case",
            Self::Echo => "echo",
            Self::Halt => "halt",
            Self::Symbols => "symbols",
            Self::Frame => "frame",
            Self::Header => "header",
            Self::UpsideDown => "upside-down",
            Self::RepeatedBoard => "repeated-board",
            Self::Wording => "wording",
            Self::ExtraText => "extra-text",
        }
    }

    /// A description of what the student's program does, as a sentence.
    pub fn about(self) -> Text {
        match self {
            Self::InPrompt => text!(
                "keys are read with IN, which prints a prompt of its own and echoes the key",
                "phím được đọc bằng IN, lệnh này tự in lời nhắc riêng và tự hiện lại phím"
            ),
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
            Self::Halt => text!(
                "the program does not stop after the result",
                "chương trình không dừng sau khi in kết quả"
            ),
            Self::Symbols => text!(
                "the cells of the board are drawn with other symbols",
                "các ô của bàn cờ được vẽ bằng ký hiệu khác"
            ),
            Self::Frame => text!(
                "the board is drawn with bars, rules or labels around its cells",
                "bàn cờ có thêm khung, đường kẻ hoặc nhãn quanh các ô"
            ),
            Self::Header => text!(
                "a row of column labels is printed with the board",
                "bàn cờ có thêm một hàng ghi tên cột"
            ),
            Self::UpsideDown => text!(
                "the board is printed upside down",
                "bàn cờ được in lộn ngược: hàng dưới cùng nằm trên cùng"
            ),
            Self::RepeatedBoard => text!(
                "the board is printed again although nothing changed",
                "bàn cờ được in lại dù không có gì thay đổi"
            ),
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
pub(super) fn normalise<U: Unit>(text: &[U], kinds: FormatKinds) -> Vec<U> {
    let drops = |kind| kinds.contains(kind);
    let mut normal = Vec::with_capacity(text.len() + 1);
    let mut sequence_end = 0;
    for (index, unit) in text.iter().copied().enumerate() {
        if index < sequence_end {
            continue;
        }
        let byte = match unit.byte() {
            ESCAPE if drops(FormatKind::ControlBytes) => {
                sequence_end = index + sequence_length(&text[index..]);
                continue;
            }
            b'\r' if drops(FormatKind::LineEnds) => {
                if text.get(index + 1).is_some_and(|next| next.byte() == b'\n') {
                    continue;
                }
                b'\n'
            }
            byte @ (b'\n' | b'\r' | b'\t') => byte,
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
                    normal.push(unit.with(b'\n'));
                }
            }
            other if drops(FormatKind::LetterCase) => normal.push(unit.with(other.to_ascii_lowercase())),
            other => normal.push(unit.with(other)),
        }
    }
    if drops(FormatKind::TrailingBlanks) {
        trim_end(&mut normal);
    }
    normal
}

const ESCAPE: u8 = 0x1b;

/// The length of a sequence that sets colours or clears the screen; 1, for the escape byte alone, if no sequence follows it.
fn sequence_length<U: Unit>(text: &[U]) -> usize {
    let bytes = || text.iter().map(|unit| unit.byte());
    let is_sequence = bytes().nth(1) == Some(b'[');
    let end = bytes().skip(2).position(|byte| matches!(byte, b'@'..=b'~')).filter(|_| is_sequence);
    end.map_or(1, |end| end + 3)
}

fn trim_end<U: Unit>(text: &mut Vec<U>) {
    while text.last().is_some_and(|last| matches!(last.byte(), b' ' | b'\t')) {
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
            (FormatKind::ControlBytes, "\x1b[2J\x1b[1;31ma\x1b[0m\x1b[", "a["),
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
