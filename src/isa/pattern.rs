//! Bit patterns of instructions, written as the manuals draw them and checked at compile time.

/// A pattern over a 16-bit instruction word, such as `"0001 ddd sss 000 ttt"`: `0` and `1` must match,
/// every other letter names a field. Spaces are for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The bits that must match.
    pub mask: u16,
    /// The values of those bits.
    pub value: u16,
    letters: [u8; 16],
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Panics
    /// If it does not have exactly 16 bits; in a constant that is a compile error.
    pub const fn parse(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut mask, mut value, mut letters, mut bit) = (0u16, 0u16, [0u8; 16], 16);
        let mut index = 0;
        while index < bytes.len() {
            let byte = bytes[index];
            index += 1;
            if byte == b' ' {
                continue;
            }
            assert!(bit > 0, "a pattern has 16 bits, this one has more");
            bit -= 1;
            match byte {
                b'0' => mask |= 1 << bit,
                b'1' => {
                    mask |= 1 << bit;
                    value |= 1 << bit;
                }
                letter => letters[bit] = letter,
            }
        }
        assert!(bit == 0, "a pattern has 16 bits, this one has fewer");
        Self { mask, value, letters }
    }

    /// Whether `word` is an instruction of this form.
    pub const fn matches(&self, word: u16) -> bool {
        word & self.mask == self.value
    }

    /// The lowest bit and the width, in bits, of the field that `letter` names; fields are contiguous.
    ///
    /// # Panics
    /// If there is no such field; in a constant that is a compile error.
    pub const fn field(&self, letter: u8) -> Field {
        let (mut low, mut width, mut bit) = (0, 0, 0);
        while bit < 16 {
            if self.letters[bit] == letter {
                if width == 0 {
                    low = bit as u32;
                }
                width += 1;
            }
            bit += 1;
        }
        assert!(width > 0, "the pattern has no field of this letter");
        Field { low, width }
    }
}

/// A field of an instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The number of its lowest bit.
    pub low: u32,
    /// Its width in bits.
    pub width: u32,
}

impl Field {
    /// The field's value, as an unsigned number.
    pub const fn unsigned(self, word: u16) -> u16 {
        (word >> self.low) & ((1 << self.width) - 1)
    }

    /// The field's value, sign-extended to 16 bits.
    pub const fn signed(self, word: u16) -> u16 {
        let unused = 16 - self.width;
        (((word >> self.low) << unused) as i16 >> unused) as u16
    }

    /// The word with nothing but this field, set to the low bits of `value`.
    pub const fn insert(self, value: u16) -> u16 {
        (value & ((1 << self.width) - 1)) << self.low
    }

    /// The smallest and largest value, read as a signed number.
    pub const fn signed_range(self) -> (i32, i32) {
        (-(1 << (self.width - 1)), (1 << (self.width - 1)) - 1)
    }
}
