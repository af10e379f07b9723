//! A terminal that obeys the sequences which clear it, send the cursor home and colour its text: they show nothing.
//!
//! Source: *Control Functions for Coded Character Sets* (ECMA-48), 5.4 and 8.3.

/// The character that such a sequence begins with.
const ESCAPE: u8 = 0x1B;
/// A terminal obeys no sequence that is longer than this, in bytes.
const LONGEST: usize = 16;

/// The beginning of a sequence, as far as it was printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Terminal {
    begun: Vec<u8>,
}

impl Terminal {
    /// The bytes that become visible once another byte was printed: none while a sequence may be under way.
    pub(super) fn shows(&mut self, byte: u8) -> Vec<u8> {
        if self.begun.is_empty() && byte != ESCAPE {
            return vec![byte];
        }
        self.begun.push(byte);
        match self.begun.as_slice() {
            [ESCAPE] | [ESCAPE, b'['] => Vec::new(),
            // The terminal is as it was when it was switched on.
            [ESCAPE, b'c'] => self.taken(false),
            [ESCAPE, b'[', inner @ ..] if inner.len() < LONGEST => match inner.split_last() {
                Some((b'0'..=b'9' | b';', _)) => Vec::new(),
                Some((b'J' | b'm', _) | (b'H' | b'f', [] | b"1;1" | b"0;0" | b";")) => self.taken(false),
                _ => self.taken(true),
            },
            _ => self.taken(true),
        }
    }

    /// Ends the sequence; what it shows.
    fn taken(&mut self, is_shown: bool) -> Vec<u8> {
        let begun = std::mem::take(&mut self.begun);
        if is_shown { begun } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Terminal;

    fn shown(printed: &str) -> String {
        let mut terminal = Terminal::default();
        let bytes = printed.bytes().flat_map(|byte| terminal.shows(byte)).collect();
        String::from_utf8(bytes).expect("it was text")
    }

    #[test]
    fn what_clears_and_colours_shows_nothing() {
        assert_eq!(shown("a\x1b[2J\x1b[Hb\x1b[1;1Hc\x1bcd\x1b[1;31me\x1b[0mf\x1b[3Jg"), "abcdefg");
    }

    #[test]
    fn everything_else_is_shown_as_it_is() {
        for text in ["\x1b[5;10Hx", "\x1b[A", "\x1b]0;title", "\x1b[12345678901234567890m", "[2J"] {
            assert_eq!(shown(text), text);
        }
    }
}
