//! Bytes of a text that is rewritten before it is compared, alone or with the place that they came from.

/// A byte, which may know its place.
pub(super) trait Unit: Copy {
    /// The byte.
    fn byte(self) -> u8;

    /// Another byte in its place.
    fn with(self, byte: u8) -> Self;
}

impl Unit for u8 {
    fn byte(self) -> u8 {
        self
    }

    fn with(self, byte: u8) -> Self {
        byte
    }
}

/// A byte with its offset in the text that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traced {
    byte: u8,
    /// The offset.
    pub(super) at: usize,
}

impl Unit for Traced {
    fn byte(self) -> u8 {
        self.byte
    }

    fn with(self, byte: u8) -> Self {
        Self { byte, ..self }
    }
}

/// A text whose bytes know their places.
pub(super) fn traced(text: &[u8]) -> Vec<Traced> {
    text.iter().enumerate().map(|(at, byte)| Traced { byte: *byte, at }).collect()
}

/// The bytes alone.
pub(super) fn bytes<U: Unit>(text: &[U]) -> Vec<u8> {
    text.iter().map(|unit| unit.byte()).collect()
}

/// Returns `true` if a text begins with these bytes.
pub(super) fn starts_with<U: Unit>(text: &[U], bytes: &[u8]) -> bool {
    text.len() >= bytes.len() && text.iter().zip(bytes).all(|(unit, byte)| unit.byte() == *byte)
}

/// The lines of a text, without their line feeds.
pub(super) fn lines<U: Unit>(text: &[U]) -> impl Iterator<Item = &[U]> {
    text.split(|unit| unit.byte() == b'\n')
}
