//! The LC-3 instruction set as a table: one row gives decoder, encoder, disassembler and operand ranges.
//!
//! Source: Patt and Patel, *Introduction to Computing Systems*, third edition, appendix A.

use crate::asm::pattern::{self, Field};

type BitPattern = pattern::BitPattern<16>;

/// The kind of an operand, as written in assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A register, `R0` to `R7`.
    Register,
    /// A signed constant.
    Immediate,
    /// A signed number of words from a base register.
    Offset,
    /// A label, or a signed number of words from the next instruction.
    PcOffset,
    /// An unsigned trap vector.
    TrapVector,
    /// The condition codes of a branch: they are part of the opcode's name.
    Conditions,
}

impl OperandKind {
    const fn extract(self, field: Field, word: u16) -> u16 {
        let word = word as u32;
        let value = match self {
            Self::Immediate | Self::Offset | Self::PcOffset => field.signed(word),
            Self::Register | Self::TrapVector | Self::Conditions => field.unsigned(word),
        };
        value as u16
    }
}

/// One operand of an instruction form.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Its kind.
    pub kind: OperandKind,
    /// Where it lies in the word.
    pub field: Field,
}

/// One row of the instruction table.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The opcode's mnemonic, in upper case.
    pub mnemonic: &'static str,
    /// A description of the instruction.
    pub about: &'static str,
    /// The bits of the word.
    pub pattern: BitPattern,
    /// The operands in the order in which they are written.
    pub operands: &'static [Operand],
    /// True if only PennSim knows the instruction.
    pub extension: bool,
}

macro_rules! field_type {
    (Register) => {
        u8
    };
    (Conditions) => {
        u8
    };
    (TrapVector) => {
        u8
    };
    ($signed:ident) => {
        u16
    };
}

macro_rules! instruction_set {
    ($($(#[doc = $about:literal])+ $name:ident = $mnemonic:literal $bits:literal
        { $($operand:ident: $kind:ident $letter:literal),* } $($extension:ident)?;)*) => {
        /// A decoded instruction: 6 bytes, `Copy`, its operands extracted and sign-extended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the fields are the operands in the table's order")]
        pub enum Instruction {
            $($(#[doc = $about])+ $name { $($operand: field_type!($kind)),* },)*
            /// A word that is no instruction.
            Illegal,
        }

        /// All instruction forms.
        pub const FORMS: &[Form] = &[$(Form {
            mnemonic: $mnemonic,
            about: concat!($($about),+),
            pattern: BitPattern::parse($bits),
            operands: &[$(Operand {
                kind: OperandKind::$kind,
                field: BitPattern::parse($bits).field($letter),
            }),*],
            extension: { let is: &[&str] = &[$(stringify!($extension))?]; !is.is_empty() },
        }),*];

        impl Instruction {
            /// Decodes a word. Reserved bits must have the values that the manual gives them.
            pub fn decode(word: u16) -> Self {
                $({
                    const PATTERN: BitPattern = BitPattern::parse($bits);
                    if PATTERN.matches(word as u32) {
                        return Self::$name {
                            $($operand: {
                                const FIELD: Field = PATTERN.field($letter);
                                OperandKind::$kind.extract(FIELD, word) as field_type!($kind)
                            }),*
                        };
                    }
                })*
                Self::Illegal
            }

            /// The word of this instruction; `None` for [`Instruction::Illegal`].
            pub fn encode(self) -> Option<u16> {
                match self {
                    $(Self::$name { $($operand),* } => {
                        const PATTERN: BitPattern = BitPattern::parse($bits);
                        Some(PATTERN.value as u16 $(| {
                            const FIELD: Field = PATTERN.field($letter);
                            FIELD.insert($operand as u32) as u16
                        })*)
                    })*
                    Self::Illegal => None,
                }
            }
        }
    };
}

instruction_set! {
    /// Branches if one of the named condition codes is set; with none of them it does nothing (`NOP`).
    Br = "BR" "0000 ccc ooooooooo" { conditions: Conditions b'c', offset: PcOffset b'o' };
    /// Adds two registers and sets the condition codes.
    Add = "ADD" "0001 ddd sss 000 ttt" { to: Register b'd', left: Register b's', right: Register b't' };
    /// Adds a constant to a register and sets the condition codes.
    AddImmediate = "ADD" "0001 ddd sss 1 iiiii" { to: Register b'd', left: Register b's', right: Immediate b'i' };
    /// Loads the word at a label and sets the condition codes.
    Load = "LD" "0010 ddd ooooooooo" { to: Register b'd', offset: PcOffset b'o' };
    /// Stores a register at a label.
    Store = "ST" "0011 ddd ooooooooo" { from: Register b'd', offset: PcOffset b'o' };
    /// Calls the subroutine at a label: R7 becomes the address of the next instruction.
    JumpSubroutine = "JSR" "0100 1 ooooooooooo" { offset: PcOffset b'o' };
    /// Calls the subroutine whose address is in a register.
    JumpSubroutineRegister = "JSRR" "0100 000 bbb 000000" { base: Register b'b' };
    /// Combines two registers bit by bit with AND and sets the condition codes.
    And = "AND" "0101 ddd sss 000 ttt" { to: Register b'd', left: Register b's', right: Register b't' };
    /// Combines a register and a constant bit by bit with AND and sets the condition codes.
    AndImmediate = "AND" "0101 ddd sss 1 iiiii" { to: Register b'd', left: Register b's', right: Immediate b'i' };
    /// Loads the word at a register plus an offset and sets the condition codes.
    LoadRegister = "LDR" "0110 ddd bbb oooooo" { to: Register b'd', base: Register b'b', offset: Offset b'o' };
    /// Stores a register at a register plus an offset.
    StoreRegister = "STR" "0111 ddd bbb oooooo" { from: Register b'd', base: Register b'b', offset: Offset b'o' };
    /// Returns from a trap, an exception or an interrupt; only the operating system may.
    ReturnFromInterrupt = "RTI" "1000 000000000000" {};
    /// Inverts every bit of a register and sets the condition codes.
    Not = "NOT" "1001 ddd sss 111111" { to: Register b'd', of: Register b's' };
    /// Loads the word whose address is at a label and sets the condition codes.
    LoadIndirect = "LDI" "1010 ddd ooooooooo" { to: Register b'd', offset: PcOffset b'o' };
    /// Stores a register at the address that is at a label.
    StoreIndirect = "STI" "1011 ddd ooooooooo" { from: Register b'd', offset: PcOffset b'o' };
    /// Continues at the address in a register; with R7 it returns from a subroutine (`RET`).
    Jump = "JMP" "1100 000 bbb 000000" { base: Register b'b' };
    /// Loads the address of a label; in the second edition of the book it also sets the condition codes.
    LoadAddress = "LEA" "1110 ddd ooooooooo" { to: Register b'd', offset: PcOffset b'o' };
    /// Asks the operating system for a service.
    Trap = "TRAP" "1111 0000 vvvvvvvv" { vector: TrapVector b'v' };
    /// Multiplies two registers.
    Multiply = "MUL" "1101 ddd sss 000 ttt" { to: Register b'd', left: Register b's', right: Register b't' } extension;
    /// Multiplies a register with a constant.
    MultiplyImmediate = "MUL" "1101 ddd sss 1 iiiii" { to: Register b'd', left: Register b's', right: Immediate b'i' } extension;
    /// Subtracts a register from a register.
    Subtract = "SUB" "0001 ddd sss 010 ttt" { to: Register b'd', left: Register b's', right: Register b't' } extension;
    /// Continues at the address in a register, in user mode.
    JumpUser = "JMPT" "1100 000 bbb 000001" { base: Register b'b' } extension;
}

/// Names that stand for one whole word.
pub const ALIASES: &[(&str, u16)] = &[
    ("RET", 0xC1C0),
    ("GETC", 0xF020),
    ("OUT", 0xF021),
    ("PUTC", 0xF021),
    ("PUTS", 0xF022),
    ("IN", 0xF023),
    ("PUTSP", 0xF024),
    ("HALT", 0xF025),
];

/// The condition codes named by the letters after `BR`, as the three bits n, z, p; `None` if they are not in that order.
pub fn branch_conditions(mnemonic: &str) -> Option<u16> {
    match mnemonic.strip_prefix("BR")? {
        "" | "NZP" => Some(7),
        "N" => Some(4),
        "Z" => Some(2),
        "P" => Some(1),
        "NZ" => Some(6),
        "NP" => Some(5),
        "ZP" => Some(3),
        _ => None,
    }
}

/// The word as assembly, such as `ADD R0, R0, #1`; offsets are numbers. A word that is no instruction becomes `.FILL`.
pub fn disassemble(word: u16) -> String {
    if let Some((name, _)) = ALIASES.iter().find(|(_, alias)| *alias == word) {
        return (*name).to_owned();
    }
    let Some(form) = FORMS.iter().find(|form| form.pattern.matches(u32::from(word))) else {
        return format!(".FILL x{word:04X}");
    };
    let mut mnemonic = form.mnemonic.to_owned();
    let mut operands = Vec::new();
    for operand in form.operands {
        let value = operand.kind.extract(operand.field, word);
        match operand.kind {
            OperandKind::Register => operands.push(format!("R{value}")),
            OperandKind::TrapVector => operands.push(format!("x{value:02X}")),
            OperandKind::Conditions => {
                for (bit, letter) in [(4, 'n'), (2, 'z'), (1, 'p')] {
                    if value & bit != 0 {
                        mnemonic.push(letter);
                    }
                }
                if value == 0 {
                    // A branch that is never taken has no spelling of its own except as a `NOP` or as data.
                    return if word == 0 { "NOP".to_owned() } else { format!(".FILL x{word:04X}") };
                }
            }
            _ => operands.push(format!("#{}", value as i16)),
        }
    }
    if operands.is_empty() { mnemonic } else { format!("{mnemonic} {}", operands.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::{FORMS, Instruction};

    #[test]
    fn every_word_decodes_to_one_form_and_back() {
        let mut legal = 0;
        for word in 0..=u16::MAX {
            let forms = FORMS.iter().filter(|form| form.pattern.matches(u32::from(word))).count();
            assert!(forms <= 1, "x{word:04X} has {forms} forms");
            let decoded = Instruction::decode(word);
            assert_eq!(decoded == Instruction::Illegal, forms == 0, "x{word:04X}");
            if let Some(encoded) = decoded.encode() {
                assert_eq!(encoded, word, "{decoded:?}");
                legal += 1;
            }
        }
        // 40,273 words of the manual, and 3,080 that only PennSim executes.
        assert_eq!(legal, 40_273 + 512 + 2048 + 512 + 8);
    }

    #[test]
    fn a_decoded_instruction_is_small() {
        assert_eq!(size_of::<Instruction>(), 6);
    }
}
