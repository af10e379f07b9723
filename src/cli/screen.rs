//! The output of a program, made harmless for a terminal.
//!
//! Terminals obey their input: sequences set titles, write to the clipboard, answer as if a person typed. Of
//! a program that is being tried out only text, line ends, tabs, and colours are passed on; a sequence that
//! does something else is left out, and other control characters are shown as a picture of themselves.

/// Longer sequences are not taken for sequences.
const LONGEST: usize = 4096;

/// The reading of a program's output, which may end within a sequence and go on later.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// The bytes of a sequence or a letter that has not ended so far.
    begun: Vec<u8>,
}

/// The kind of the piece with which some bytes begin.
enum Piece {
    /// This many bytes can be passed on.
    Plain(usize),
    /// This many bytes are left out.
    Dropped(usize),
    /// One byte is replaced by a picture of it.
    Replaced,
    /// More bytes are needed to tell.
    Unfinished,
}

impl Screen {
    /// The bytes to show for some bytes of a program.
    pub(super) fn shown(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let (mut shown, mut rest) = (Vec::with_capacity(all.len()), all.as_slice());
        while !rest.is_empty() {
            let taken = match piece(rest) {
                Piece::Plain(count) => {
                    shown.extend_from_slice(&rest[..count]);
                    count
                }
                Piece::Dropped(count) => count,
                Piece::Unfinished if rest.len() < LONGEST => {
                    self.begun = rest.to_vec();
                    break;
                }
                Piece::Replaced | Piece::Unfinished => {
                    shown.extend(picture(rest[0]).to_string().into_bytes());
                    1
                }
            };
            rest = &rest[taken..];
        }
        shown
    }
}

/// The picture of a control character; a byte that belongs to no letter has none of its own.
fn picture(byte: u8) -> char {
    match byte {
        0..0x20 => char::from_u32(0x2400 + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7F => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

fn piece(bytes: &[u8]) -> Piece {
    match bytes {
        [b' '..=b'~' | b'\n' | b'\r' | b'\t', ..] => Piece::Plain(1),
        [0x1B] => Piece::Unfinished,
        [0x1B, b'[', rest @ ..] => control_sequence(rest),
        // Commands to the system, messages to devices: up to BEL or ESC \.
        [0x1B, b']' | b'P' | b'X' | b'^' | b'_', rest @ ..] => {
            let bell = rest.iter().position(|byte| *byte == 7).map(|at| at + 1);
            let closing = rest.windows(2).position(|pair| pair == b"\x1B\\").map(|at| at + 2);
            let end = bell.into_iter().chain(closing).min();
            end.map_or(Piece::Unfinished, |end| Piece::Dropped(2 + end))
        }
        // Of what else begins so, some forms are longer; what is left of them is text.
        [0x1B, ..] => Piece::Dropped(2.min(bytes.len())),
        [0x80..=0xFF, ..] => letter(bytes),
        _ => Piece::Replaced,
    }
}

/// `ESC [ ... m` colours text; all others move about, erase, ask for answers or more.
fn control_sequence(rest: &[u8]) -> Piece {
    let Some(end) = rest.iter().position(|byte| !matches!(byte, 0x20..=0x3F)) else {
        return Piece::Unfinished;
    };
    let is_plain = rest[..end].iter().all(|byte| byte.is_ascii_digit() || *byte == b';');
    match rest[end] {
        b'm' if is_plain => Piece::Plain(3 + end),
        0x40..=0x7E => Piece::Dropped(3 + end),
        // Something else begins before this has ended.
        _ => Piece::Dropped(2 + end),
    }
}

/// A letter beyond ASCII, if it is one that a terminal draws.
fn letter(bytes: &[u8]) -> Piece {
    let length = match bytes[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return Piece::Replaced,
    };
    let Some(letter) = bytes.get(..length) else {
        let is_open = bytes[1..].iter().all(|byte| (0x80..0xC0).contains(byte));
        return if is_open { Piece::Unfinished } else { Piece::Replaced };
    };
    let letter = std::str::from_utf8(letter).ok().and_then(|text| text.chars().next());
    match letter {
        Some(letter) if !crate::diagnostics::is_hostile(letter) => Piece::Plain(length),
        Some(_) => Piece::Dropped(length),
        None => Piece::Replaced,
    }
}

#[cfg(test)]
mod tests {
    use super::Screen;

    #[test]
    fn terminals_get_text_and_colours_and_nothing_else() {
        let cases: [(&[u8], &str); 10] = [
            (b"a\tb\r\n", "a\tb\r\n"),
            (b"\x1B[31;1mred\x1B[0m", "\u{1b}[31;1mred\u{1b}[0m"),
            (b"x\x1B]0;title\x07y", "xy"),
            (b"x\x1B]52;c;ZWNobwo=\x1B\\y", "xy"),
            (b"x\x1B[2J\x1B[6n\x1B[?1049hy", "xy"),
            (b"\x1BP+q544e\x1B\\z", "z"),
            (b"\x07\x00\x7F", "\u{2407}\u{2400}\u{2421}"),
            ("điểm █".as_bytes(), "điểm █"),
            ("a\u{202E}b\u{9b}31mc".as_bytes(), "ab31mc"),
            (b"\x9B2J\xFF", "\u{FFFD}2J\u{FFFD}"),
        ];
        for (printed, shown) in cases {
            assert_eq!(String::from_utf8_lossy(&Screen::default().shown(printed)), shown);
            // The same in pieces of one byte.
            let mut screen = Screen::default();
            let pieces: Vec<u8> = printed.chunks(1).flat_map(|byte| screen.shown(byte)).collect();
            assert_eq!(String::from_utf8_lossy(&pieces), shown);
        }
    }

    #[test]
    fn a_sequence_without_end_holds_nothing_back_for_ever() {
        let mut screen = Screen::default();
        let printed = [b"\x1B]".as_slice(), &vec![b'x'; 5000]].concat();
        assert!(screen.shown(&printed).len() > 4000);
    }
}
