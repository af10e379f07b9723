//! Bit patterns of instructions, written as the manuals draw them and checked at compile time.

/// A pattern over an instruction word of `BITS` bits, at most 32, such as `"0001 ddd sss 000 ttt"` over 16: `0` and `1`
/// must match, every other letter names a field. Spaces are for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern<const BITS: usize> {
    /// The bits that must match.
    pub mask: u32,
    /// The values of those bits.
    pub value: u32,
    letters: [u8; BITS],
}

impl<const BITS: usize> Pattern<BITS> {
    /// Reads a pattern.
    ///
    /// # Panics
    /// If it does not have exactly `BITS` bits; in a constant that is a compile error.
    pub const fn parse(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut mask, mut value, mut letters, mut bit) = (0u32, 0u32, [0u8; BITS], BITS);
        let mut index = 0;
        while index < bytes.len() {
            let byte = bytes[index];
            index += 1;
            if byte == b' ' {
                continue;
            }
            assert!(bit > 0, "the pattern has more bits than the word");
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
        assert!(bit == 0, "the pattern has fewer bits than the word");
        Self { mask, value, letters }
    }

    /// Whether `word` is an instruction of this form.
    pub const fn matches(&self, word: u32) -> bool {
        word & self.mask == self.value
    }

    /// The lowest bit and the width, in bits, of the field that `letter` names; fields are contiguous.
    ///
    /// # Panics
    /// If there is no such field; in a constant that is a compile error.
    pub const fn field(&self, letter: u8) -> Field {
        let (mut low, mut width, mut bit) = (0, 0, 0);
        while bit < BITS {
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
    const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// The field's value, as an unsigned number.
    pub const fn unsigned(self, word: u32) -> u32 {
        (word >> self.low) & self.mask()
    }

    /// The field's value, sign-extended to 32 bits.
    pub const fn signed(self, word: u32) -> u32 {
        let unused = 32 - self.width;
        (((word >> self.low) << unused) as i32 >> unused) as u32
    }

    /// The word with nothing but this field, set to the low bits of `value`.
    pub const fn insert(self, value: u32) -> u32 {
        (value & self.mask()) << self.low
    }
}
