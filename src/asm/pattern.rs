//! Bit patterns of instructions, written as the manuals draw them and checked at compile time.

/// A pattern over an instruction word of `BITS` bits, at most 32, such as `"0001 ddd sss 000 ttt"` over 16: `0` and `1`
/// must match, letters name fields. Spaces are for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitPattern<const BITS: usize> {
    /// The bits that must match.
    pub mask: u32,
    /// The values of those bits.
    pub value: u32,
    letters: [u8; BITS],
}

impl<const BITS: usize> BitPattern<BITS> {
    /// Reads a pattern.
    ///
    /// # Panics
    /// If it does not have exactly `BITS` bits, or holds anything but `0`, `1`, letters and spaces; in a constant that is a
    /// compile error.
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
                letter => {
                    assert!(letter.is_ascii_alphabetic(), "a field of a pattern is named by a letter");
                    letters[bit] = letter;
                }
            }
        }
        assert!(bit == 0, "the pattern has fewer bits than the word");
        Self { mask, value, letters }
    }

    /// Returns `true` if `word` is an instruction of this form.
    pub const fn matches(&self, word: u32) -> bool {
        word & self.mask == self.value
    }

    /// Returns `true` if `letter` names a field.
    pub const fn has_field(&self, letter: u8) -> bool {
        let mut bit = 0;
        while bit < BITS {
            if self.letters[bit] == letter {
                return true;
            }
            bit += 1;
        }
        false
    }

    /// The field that `letter` names. Where other bits lie between its bits, they are joined in the order in which they
    /// stand, as the `h` of ARM's `LDRH`: `"... hhhh 1011 hhhh"`.
    ///
    /// # Panics
    /// If there is no such field; in a constant that is a compile error.
    pub const fn field(&self, letter: u8) -> Field {
        self.joined(&[letter])
    }

    /// The field made of the fields that `letters` name, the highest bits of the value first, for those whose bits do not
    /// stand in their order: the immediate of RISC-V's B-type, `imm[12|10:5] ... imm[4:1|11]`, is `b"adbc"` in
    /// `"abbbbbb ... ccccd ..."`.
    ///
    /// # Panics
    /// If one of them does not exist or is named twice, or there are more pieces than [`MOST_PIECES`]; in a constant that
    /// is a compile error.
    pub const fn joined(&self, letters: &[u8]) -> Field {
        let mut field = Field { width: 0, count: 0, pieces: [Piece { low: 0, width: 0 }; MOST_PIECES] };
        let mut index = letters.len();
        while index > 0 {
            index -= 1;
            let letter = letters[index];
            let mut later = index + 1;
            while later < letters.len() {
                assert!(letters[later] != letter, "a letter is named twice");
                later += 1;
            }
            field = self.with(field, letter);
        }
        field
    }

    /// The field with the bits of `letter` above those that it has.
    const fn with(&self, mut field: Field, letter: u8) -> Field {
        let (before, mut bit) = (field.width, 0);
        while bit < BITS {
            if self.letters[bit] == letter {
                let continues = field.width > before && self.letters[bit - 1] == letter;
                if !continues {
                    assert!(field.count < MOST_PIECES, "the field has too many pieces");
                    field.pieces[field.count] = Piece { low: bit as u8, width: 0 };
                    field.count += 1;
                }
                field.pieces[field.count - 1].width += 1;
                field.width += 1;
            }
            bit += 1;
        }
        assert!(field.width > before, "the pattern has no field of this letter");
        field
    }
}

/// The most pieces that a field has: those of the jump of RISC-V's compressed instructions.
pub const MOST_PIECES: usize = 8;

/// A field of an instruction word: one number, whose bits stand in one piece or in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its width in bits, all pieces together.
    pub width: u32,
    count: usize,
    /// The lowest bits of the number first.
    pieces: [Piece; MOST_PIECES],
}

/// Neighbouring bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    low: u8,
    width: u8,
}

impl Piece {
    #[inline]
    const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.width as u32)
    }
}

impl Field {
    /// The field's value, as an unsigned number.
    #[inline]
    pub const fn unsigned(self, word: u32) -> u32 {
        let first = self.pieces[0];
        let mut value = (word >> first.low) & first.mask();
        let (mut index, mut at) = (1, first.width as u32);
        while index < self.count {
            let piece = self.pieces[index];
            value |= ((word >> piece.low) & piece.mask()) << at;
            at += piece.width as u32;
            index += 1;
        }
        value
    }

    /// The field's value, sign-extended to 32 bits.
    #[inline]
    pub const fn signed(self, word: u32) -> u32 {
        let unused = 32 - self.width;
        ((self.unsigned(word) << unused) as i32 >> unused) as u32
    }

    /// The word with nothing but this field, set to the low bits of `value`.
    #[inline]
    pub const fn insert(self, value: u32) -> u32 {
        let first = self.pieces[0];
        let mut word = (value & first.mask()) << first.low;
        let (mut index, mut at) = (1, first.width as u32);
        while index < self.count {
            let piece = self.pieces[index];
            word |= ((value >> at) & piece.mask()) << piece.low;
            at += piece.width as u32;
            index += 1;
        }
        word
    }

    /// Returns `true` if the field can hold `value` as an unsigned number.
    pub const fn holds_unsigned(self, value: i64) -> bool {
        value >= 0 && value < 1 << self.width
    }

    /// Returns `true` if the field can hold `value` in two's complement.
    pub const fn holds_signed(self, value: i64) -> bool {
        let (low, high) = signed_range(self.width);
        value >= low && value <= high
    }
}

/// The least and the largest number of `width` bits in two's complement.
pub const fn signed_range(width: u32) -> (i64, i64) {
    let half = 1i64 << (width - 1);
    (-half, half - 1)
}

#[cfg(test)]
mod tests {
    use super::{BitPattern, Field};

    #[track_caller]
    fn check(field: Field, samples: &[(u32, u32)]) {
        for (value, word) in samples {
            assert_eq!(field.insert(*value), *word, "{value:#x}");
            assert_eq!(field.unsigned(*word), *value, "{word:#x}");
        }
        let all = field.insert(u32::MAX);
        assert_eq!(all.count_ones(), field.width);
        for value in 0..1u64 << field.width.min(16) {
            // The bits that are no part of the field do not matter.
            let word = field.insert(value as u32) | !all;
            assert_eq!(field.unsigned(word), value as u32);
        }
    }

    /// *ARM Architecture Reference Manual* (DDI 0100I), A5.3: addressing mode 3, immediate offset.
    #[test]
    fn the_offset_of_an_arm_halfword_is_in_two_pieces() {
        const LDRH: BitPattern<32> = BitPattern::parse("cccc 000 p u 1 w 1 nnnn dddd hhhh 1011 hhhh");
        const OFFSET: Field = LDRH.field(b'h');
        assert_eq!(OFFSET.width, 8);
        check(OFFSET, &[(0xA5, 0x0000_0A05), (0x0F, 0x0000_000F), (0xF0, 0x0000_0F00)]);
        // LDRH r1, [r2, #0xA5]
        let word = 0xE1D2_1AB5;
        assert!(LDRH.matches(word));
        assert_eq!((OFFSET.unsigned(word), LDRH.field(b'n').unsigned(word)), (0xA5, 2));
    }

    /// *The RISC-V Instruction Set Manual*, volume I, 2.3: immediate encoding variants; 16.4 for the short jump. Offsets count
    /// in steps of two bytes.
    #[test]
    fn the_immediates_of_riscv_are_joined_in_the_order_of_their_value() {
        const STORE: BitPattern<32> = BitPattern::parse("iiiiiii ttttt sssss 010 iiiii 0100011");
        const BRANCH: BitPattern<32> = BitPattern::parse("abbbbbb ttttt sssss 000 ccccd 1100011");
        const BRANCH_TO: Field = BRANCH.joined(b"adbc");
        const JUMP: BitPattern<32> = BitPattern::parse("abbbbbbbbbbcdddddddd rrrrr 1101111");
        const JUMP_TO: Field = JUMP.joined(b"adcb");
        // imm[11|4|9:8|10|6|7|3:1|5]
        const SHORT: BitPattern<16> = BitPattern::parse("101 abccdefgggh 01");
        check(STORE.field(b'i'), &[(0xFFF, 0xFE00_0F80), (0x01F, 0x0000_0F80), (0x020, 0x0200_0000)]);
        check(BRANCH_TO, &[(1 << 11, 1 << 31), (1 << 10, 1 << 7), (1 << 4, 1 << 25), (1, 1 << 8)]);
        // beq x0, x0, -4
        assert!(BRANCH.matches(0xFE00_0EE3));
        assert_eq!((BRANCH_TO.signed(0xFE00_0EE3) as i32) * 2, -4);
        check(JUMP_TO, &[(1 << 19, 1 << 31), (1 << 11, 1 << 12), (1 << 10, 1 << 20), (1, 1 << 21)]);
        // jal x0, -4
        assert_eq!((JUMP_TO.signed(0xFFDF_F06F) as i32) * 2, -4);
        check(
            SHORT.joined(b"adcfehbg"),
            &[(1 << 10, 1 << 12), (1 << 3, 1 << 11), (1 << 4, 1 << 2), (1, 1 << 3)],
        );
    }

    #[test]
    fn a_field_knows_its_range() {
        const FIELD: Field = BitPattern::<16>::parse("0001 ddd sss 1 iiiii").field(b'i');
        assert!(FIELD.holds_signed(-16) && FIELD.holds_signed(15));
        assert!(!FIELD.holds_signed(-17) && !FIELD.holds_signed(16));
        assert!(FIELD.holds_unsigned(31) && !FIELD.holds_unsigned(32) && !FIELD.holds_unsigned(-1));
        assert_eq!((FIELD.signed(0x1030), FIELD.unsigned(0x1030)), (0xFFFF_FFF0, 0x10));
    }
}
