//! The rows of the instruction table, in the order of MARS's own list.

use super::table::{BitPattern, Operand, OperandKind, Row, Syntax};
use crate::asm::pattern::Field;

macro_rules! field_type {
    (Signed) => {
        u32
    };
    (Unsigned) => {
        u32
    };
    (Code) => {
        u32
    };
    (Branch) => {
        u32
    };
    (Jump) => {
        u32
    };
    ($small:ident) => {
        u8
    };
}

macro_rules! instruction_set {
    ($($(#[doc = $about:literal])+ $name:ident = $mnemonic:literal
        [$($example:literal $(without $omitted:ident = $value:literal)?),+] $bits:literal
        { $($operand:ident: $kind:ident $letter:literal),* };)*) => {
        /// A decoded instruction: 8 bytes, `Copy`, constants extended and labels resolved to addresses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the fields are the operands in the table's order")]
        pub enum Instruction {
            $($(#[doc = $about])+ $name { $($operand: field_type!($kind)),* },)*
            /// A word that is no instruction.
            Illegal { word: u32 },
            /// No instruction was put here: running into this is running off the end.
            Nothing,
        }

        impl Instruction {
            /// The general registers that are read, and those that are written, as masks.
            #[inline]
            pub(super) fn masks(self) -> (u32, u32) {
                match self {
                    $(Self::$name { $($operand),* } => (
                        0 $(| OperandKind::$kind.reads($operand as u8))*,
                        0 $(| OperandKind::$kind.writes($operand as u8))*,
                    ),)*
                    Self::Illegal { .. } | Self::Nothing => (0, 0),
                }
            }
        }

        /// All rows; of several that fit a word the first one counts.
        pub const ROWS: &[Row] = &[$(Row {
            mnemonic: $mnemonic,
            about: concat!($($about),+),
            syntaxes: &[$(Syntax {
                example: $example,
                without: {
                    let omitted: &[(&str, u32)] = &[$((stringify!($omitted), $value))?];
                    omitted.first().copied()
                },
            }),+],
            pattern: BitPattern::parse($bits),
            operands: &[$(Operand {
                name: stringify!($operand),
                kind: OperandKind::$kind,
                field: BitPattern::parse($bits).field($letter),
            }),*],
            decode: |_word, _address| Instruction::$name {
                $($operand: {
                    const FIELD: Field = BitPattern::parse($bits).field($letter);
                    OperandKind::$kind.extract(FIELD, _word, _address) as field_type!($kind)
                }),*
            },
        }),*];
    };
}

instruction_set! {
    /// Does nothing.
    Nop = "nop" ["nop"] "000000 00000 00000 00000 00000 000000" {};
    /// Adds two registers; a result that does not fit is a fault.
    Add = "add" ["add $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100000" { to: To b'd', left: From b's', right: From b't' };
    /// Subtracts a register from a register; a result that does not fit is a fault.
    Subtract = "sub" ["sub $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100010" { to: To b'd', left: From b's', right: From b't' };
    /// Adds a constant to a register; a result that does not fit is a fault.
    AddImmediate = "addi" ["addi $t1,$t2,-100"] "001000 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Signed b'i' };
    /// Adds two registers; the result wraps around.
    AddUnsigned = "addu" ["addu $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100001" { to: To b'd', left: From b's', right: From b't' };
    /// Subtracts a register from a register; the result wraps around.
    SubtractUnsigned = "subu" ["subu $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100011" { to: To b'd', left: From b's', right: From b't' };
    /// Adds a constant to a register; the result wraps around.
    AddImmediateUnsigned = "addiu" ["addiu $t1,$t2,-100"] "001001 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Signed b'i' };
    /// Multiplies two signed registers into HI and LO.
    Multiply = "mult" ["mult $t1,$t2"] "000000 sssss ttttt 00000 00000 011000" { left: From b's', right: From b't' };
    /// Multiplies two unsigned registers into HI and LO.
    MultiplyUnsigned = "multu" ["multu $t1,$t2"] "000000 sssss ttttt 00000 00000 011001" { left: From b's', right: From b't' };
    /// Multiplies two registers: the low word goes to a register and to LO, the high word to HI.
    MultiplyTo = "mul" ["mul $t1,$t2,$t3"] "011100 sssss ttttt ddddd 00000 000010" { to: To b'd', left: From b's', right: From b't' };
    /// Adds the product of two signed registers to HI and LO.
    MultiplyAdd = "madd" ["madd $t1,$t2"] "011100 sssss ttttt 00000 00000 000000" { left: From b's', right: From b't' };
    /// Adds the product of two unsigned registers to HI and LO.
    MultiplyAddUnsigned = "maddu" ["maddu $t1,$t2"] "011100 sssss ttttt 00000 00000 000001" { left: From b's', right: From b't' };
    /// Subtracts the product of two signed registers from HI and LO.
    MultiplySubtract = "msub" ["msub $t1,$t2"] "011100 sssss ttttt 00000 00000 000100" { left: From b's', right: From b't' };
    /// Subtracts the product of two unsigned registers from HI and LO.
    MultiplySubtractUnsigned = "msubu" ["msubu $t1,$t2"] "011100 sssss ttttt 00000 00000 000101" { left: From b's', right: From b't' };
    /// Divides signed: the quotient goes to LO, the remainder to HI; by zero it leaves both as they are.
    Divide = "div" ["div $t1,$t2"] "000000 sssss ttttt 00000 00000 011010" { left: From b's', right: From b't' };
    /// Divides unsigned: the quotient goes to LO, the remainder to HI; by zero it leaves both as they are.
    DivideUnsigned = "divu" ["divu $t1,$t2"] "000000 sssss ttttt 00000 00000 011011" { left: From b's', right: From b't' };
    /// Copies HI to a register.
    MoveFromHi = "mfhi" ["mfhi $t1"] "000000 00000 00000 ddddd 00000 010000" { to: To b'd' };
    /// Copies LO to a register.
    MoveFromLo = "mflo" ["mflo $t1"] "000000 00000 00000 ddddd 00000 010010" { to: To b'd' };
    /// Copies a register to HI.
    MoveToHi = "mthi" ["mthi $t1"] "000000 sssss 00000 00000 00000 010001" { from: From b's' };
    /// Copies a register to LO.
    MoveToLo = "mtlo" ["mtlo $t1"] "000000 sssss 00000 00000 00000 010011" { from: From b's' };
    /// Combines two registers bit by bit with AND.
    And = "and" ["and $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100100" { to: To b'd', left: From b's', right: From b't' };
    /// Combines two registers bit by bit with OR.
    Or = "or" ["or $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100101" { to: To b'd', left: From b's', right: From b't' };
    /// Combines a register and a constant bit by bit with AND.
    AndImmediate = "andi" ["andi $t1,$t2,100"] "001100 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Unsigned b'i' };
    /// Combines a register and a constant bit by bit with OR.
    OrImmediate = "ori" ["ori $t1,$t2,100"] "001101 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Unsigned b'i' };
    /// Combines two registers bit by bit with OR and inverts the result.
    Nor = "nor" ["nor $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100111" { to: To b'd', left: From b's', right: From b't' };
    /// Combines two registers bit by bit with exclusive OR.
    Xor = "xor" ["xor $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 100110" { to: To b'd', left: From b's', right: From b't' };
    /// Combines a register and a constant bit by bit with exclusive OR.
    XorImmediate = "xori" ["xori $t1,$t2,100"] "001110 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Unsigned b'i' };
    /// Shifts left by a constant.
    ShiftLeft = "sll" ["sll $t1,$t2,10"] "000000 00000 ttttt ddddd aaaaa 000000" { to: To b'd', from: From b't', by: Shift b'a' };
    /// Shifts left by a register.
    ShiftLeftVariable = "sllv" ["sllv $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 000100" { to: To b'd', from: From b't', by: From b's' };
    /// Shifts right by a constant and fills with zeros.
    ShiftRight = "srl" ["srl $t1,$t2,10"] "000000 00000 ttttt ddddd aaaaa 000010" { to: To b'd', from: From b't', by: Shift b'a' };
    /// Shifts right by a constant and fills with the sign.
    ShiftRightSigned = "sra" ["sra $t1,$t2,10"] "000000 00000 ttttt ddddd aaaaa 000011" { to: To b'd', from: From b't', by: Shift b'a' };
    /// Shifts right by a register and fills with the sign.
    ShiftRightSignedVariable = "srav" ["srav $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 000111" { to: To b'd', from: From b't', by: From b's' };
    /// Shifts right by a register and fills with zeros.
    ShiftRightVariable = "srlv" ["srlv $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 000110" { to: To b'd', from: From b't', by: From b's' };
    /// Loads a word.
    LoadWord = "lw" ["lw $t1,-100($t2)"] "100011 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads a word and begins an atomic update.
    LoadLinked = "ll" ["ll $t1,-100($t2)"] "110000 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads the upper bytes of a word that is not aligned.
    LoadWordLeft = "lwl" ["lwl $t1,-100($t2)"] "100010 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads the lower bytes of a word that is not aligned.
    LoadWordRight = "lwr" ["lwr $t1,-100($t2)"] "100110 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Stores a word.
    StoreWord = "sw" ["sw $t1,-100($t2)"] "101011 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Stores a word and ends an atomic update; the register becomes 1, as it always succeeds.
    StoreConditional = "sc" ["sc $t1,-100($t2)"] "111000 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Stores the upper bytes of a word that is not aligned.
    StoreWordLeft = "swl" ["swl $t1,-100($t2)"] "101010 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Stores the lower bytes of a word that is not aligned.
    StoreWordRight = "swr" ["swr $t1,-100($t2)"] "101110 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Puts a constant in the upper half of a register.
    LoadUpper = "lui" ["lui $t1,100"] "001111 00000 ttttt iiiiiiiiiiiiiiii" { to: To b't', upper: Unsigned b'i' };
    /// Branches if two registers are equal.
    BranchEqual = "beq" ["beq $t1,$t2,label"] "000100 sssss ttttt oooooooooooooooo" { left: From b's', right: From b't', target: Branch b'o' };
    /// Branches if two registers differ.
    BranchNotEqual = "bne" ["bne $t1,$t2,label"] "000101 sssss ttttt oooooooooooooooo" { left: From b's', right: From b't', target: Branch b'o' };
    /// Branches if a register is zero or more.
    BranchNotNegative = "bgez" ["bgez $t1,label"] "000001 sssss 00001 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Calls a subroutine if a register is zero or more.
    CallNotNegative = "bgezal" ["bgezal $t1,label"] "000001 sssss 10001 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Branches if a register is more than zero.
    BranchPositive = "bgtz" ["bgtz $t1,label"] "000111 sssss 00000 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Branches if a register is zero or less.
    BranchNotPositive = "blez" ["blez $t1,label"] "000110 sssss 00000 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Branches if a register is less than zero.
    BranchNegative = "bltz" ["bltz $t1,label"] "000001 sssss 00000 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Calls a subroutine if a register is less than zero.
    CallNegative = "bltzal" ["bltzal $t1,label"] "000001 sssss 10000 oooooooooooooooo" { from: From b's', target: Branch b'o' };
    /// Sets a register to 1 if a signed register is less than another, otherwise to 0.
    SetLess = "slt" ["slt $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 101010" { to: To b'd', left: From b's', right: From b't' };
    /// Sets a register to 1 if an unsigned register is less than another, otherwise to 0.
    SetLessUnsigned = "sltu" ["sltu $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 101011" { to: To b'd', left: From b's', right: From b't' };
    /// Sets a register to 1 if a signed register is less than a constant, otherwise to 0.
    SetLessImmediate = "slti" ["slti $t1,$t2,-100"] "001010 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Signed b'i' };
    /// Sets a register to 1 if an unsigned register is less than an extended constant, otherwise to 0.
    SetLessImmediateUnsigned = "sltiu" ["sltiu $t1,$t2,-100"] "001011 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', left: From b's', right: Signed b'i' };
    /// Copies a register if another one is not zero.
    MoveNotZero = "movn" ["movn $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 001011" { to: To b'd', from: From b's', test: From b't' };
    /// Copies a register if another one is zero.
    MoveZero = "movz" ["movz $t1,$t2,$t3"] "000000 sssss ttttt ddddd 00000 001010" { to: To b'd', from: From b's', test: From b't' };
    /// Copies a register if a condition flag is false.
    MoveFalse = "movf" ["movf $t1,$t2" without flag = 0, "movf $t1,$t2,1"] "000000 sssss ccc 00 ddddd 00000 000001" { to: To b'd', from: From b's', flag: Flag b'c' };
    /// Copies a register if a condition flag is true.
    MoveTrue = "movt" ["movt $t1,$t2" without flag = 0, "movt $t1,$t2,1"] "000000 sssss ccc 01 ddddd 00000 000001" { to: To b'd', from: From b's', flag: Flag b'c' };
    /// Ends the program with a fault.
    Break = "break" ["break 100", "break" without code = 0] "000000 cccccccccccccccccccc 001101" { code: Code b'c' };
    /// Asks the operating system for the service whose number is in `$v0`.
    Syscall = "syscall" ["syscall"] "000000 00000 00000 00000 00000 001100" {};
    /// Continues at a label.
    Jump = "j" ["j target"] "000010 jjjjjjjjjjjjjjjjjjjjjjjjjj" { target: Jump b'j' };
    /// Continues at the address in a register.
    JumpRegister = "jr" ["jr $t1"] "000000 sssss 00000 00000 00000 001000" { from: From b's' };
    /// Calls the subroutine at a label: `$ra` becomes the address of the next instruction.
    Call = "jal" ["jal target"] "000011 jjjjjjjjjjjjjjjjjjjjjjjjjj" { target: Jump b'j' };
    /// Calls the subroutine whose address is in a register.
    CallRegister = "jalr" ["jalr $t1,$t2", "jalr $t1" without link = 31] "000000 sssss 00000 ddddd 00000 001001" { link: To b'd', from: From b's' };
    /// Loads a byte and extends its sign.
    LoadByte = "lb" ["lb $t1,-100($t2)"] "100000 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads a halfword and extends its sign.
    LoadHalf = "lh" ["lh $t1,-100($t2)"] "100001 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads a halfword and extends it with zeros.
    LoadHalfUnsigned = "lhu" ["lhu $t1,-100($t2)"] "100101 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Loads a byte and extends it with zeros.
    LoadByteUnsigned = "lbu" ["lbu $t1,-100($t2)"] "100100 sssss ttttt iiiiiiiiiiiiiiii" { to: To b't', offset: Signed b'i', base: From b's' };
    /// Stores the low byte of a register.
    StoreByte = "sb" ["sb $t1,-100($t2)"] "101000 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Stores the low half of a register.
    StoreHalf = "sh" ["sh $t1,-100($t2)"] "101001 sssss ttttt iiiiiiiiiiiiiiii" { from: From b't', offset: Signed b'i', base: From b's' };
    /// Counts the ones at the top of a register.
    CountLeadingOnes = "clo" ["clo $t1,$t2"] "011100 sssss 00000 ddddd 00000 100001" { to: To b'd', from: From b's' };
    /// Counts the zeros at the top of a register.
    CountLeadingZeros = "clz" ["clz $t1,$t2"] "011100 sssss 00000 ddddd 00000 100000" { to: To b'd', from: From b's' };
    /// Copies a register of coprocessor 0.
    MoveFromSystem = "mfc0" ["mfc0 $t1,$8"] "010000 00000 ttttt ddddd 00000 000000" { to: To b't', from: System b'd' };
    /// Sets a register of coprocessor 0.
    MoveToSystem = "mtc0" ["mtc0 $t1,$8"] "010000 00100 ttttt ddddd 00000 000000" { from: From b't', to: System b'd' };
    /// Adds single precision numbers.
    AddSingle = "add.s" ["add.s $f0,$f1,$f3"] "010001 10000 ttttt sssss ddddd 000000" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Subtracts single precision numbers.
    SubtractSingle = "sub.s" ["sub.s $f0,$f1,$f3"] "010001 10000 ttttt sssss ddddd 000001" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Multiplies single precision numbers.
    MultiplySingle = "mul.s" ["mul.s $f0,$f1,$f3"] "010001 10000 ttttt sssss ddddd 000010" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Divides single precision numbers.
    DivideSingle = "div.s" ["div.s $f0,$f1,$f3"] "010001 10000 ttttt sssss ddddd 000011" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Takes the square root of a single precision number.
    RootSingle = "sqrt.s" ["sqrt.s $f0,$f1"] "010001 10000 00000 sssss ddddd 000100" { to: Float b'd', from: Float b's' };
    /// Rounds a single precision number down to a word.
    FloorSingle = "floor.w.s" ["floor.w.s $f0,$f1"] "010001 10000 00000 sssss ddddd 001111" { to: Float b'd', from: Float b's' };
    /// Rounds a single precision number up to a word.
    CeilSingle = "ceil.w.s" ["ceil.w.s $f0,$f1"] "010001 10000 00000 sssss ddddd 001110" { to: Float b'd', from: Float b's' };
    /// Rounds a single precision number to the nearest word, halves to the even one.
    RoundSingle = "round.w.s" ["round.w.s $f0,$f1"] "010001 10000 00000 sssss ddddd 001100" { to: Float b'd', from: Float b's' };
    /// Cuts the fraction off a single precision number.
    TruncateSingle = "trunc.w.s" ["trunc.w.s $f0,$f1"] "010001 10000 00000 sssss ddddd 001101" { to: Float b'd', from: Float b's' };
    /// Adds double precision numbers.
    AddDouble = "add.d" ["add.d $f2,$f4,$f6"] "010001 10001 ttttt sssss ddddd 000000" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Subtracts double precision numbers.
    SubtractDouble = "sub.d" ["sub.d $f2,$f4,$f6"] "010001 10001 ttttt sssss ddddd 000001" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Multiplies double precision numbers.
    MultiplyDouble = "mul.d" ["mul.d $f2,$f4,$f6"] "010001 10001 ttttt sssss ddddd 000010" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Divides double precision numbers.
    DivideDouble = "div.d" ["div.d $f2,$f4,$f6"] "010001 10001 ttttt sssss ddddd 000011" { to: Float b'd', left: Float b's', right: Float b't' };
    /// Takes the square root of a double precision number.
    RootDouble = "sqrt.d" ["sqrt.d $f2,$f4"] "010001 10001 00000 sssss ddddd 000100" { to: Float b'd', from: Float b's' };
    /// Rounds a double precision number down to a word.
    FloorDouble = "floor.w.d" ["floor.w.d $f1,$f2"] "010001 10001 00000 sssss ddddd 001111" { to: Float b'd', from: Float b's' };
    /// Rounds a double precision number up to a word.
    CeilDouble = "ceil.w.d" ["ceil.w.d $f1,$f2"] "010001 10001 00000 sssss ddddd 001110" { to: Float b'd', from: Float b's' };
    /// Rounds a double precision number to the nearest word, halves to the even one.
    RoundDouble = "round.w.d" ["round.w.d $f1,$f2"] "010001 10001 00000 sssss ddddd 001100" { to: Float b'd', from: Float b's' };
    /// Cuts the fraction off a double precision number.
    TruncateDouble = "trunc.w.d" ["trunc.w.d $f1,$f2"] "010001 10001 00000 sssss ddddd 001101" { to: Float b'd', from: Float b's' };
    /// Branches if a condition flag is true.
    BranchTrue = "bc1t" ["bc1t label" without flag = 0, "bc1t 1,label"] "010001 01000 ccc 01 oooooooooooooooo" { flag: Flag b'c', target: Branch b'o' };
    /// Branches if a condition flag is false.
    BranchFalse = "bc1f" ["bc1f label" without flag = 0, "bc1f 1,label"] "010001 01000 ccc 00 oooooooooooooooo" { flag: Flag b'c', target: Branch b'o' };
    /// Compares single precision numbers for equality.
    EqualSingle = "c.eq.s" ["c.eq.s $f0,$f1" without flag = 0, "c.eq.s 1,$f0,$f1"] "010001 10000 ttttt sssss ccc 00 110010" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Compares single precision numbers: less or equal.
    LessOrEqualSingle = "c.le.s" ["c.le.s $f0,$f1" without flag = 0, "c.le.s 1,$f0,$f1"] "010001 10000 ttttt sssss ccc 00 111110" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Compares single precision numbers: less.
    LessSingle = "c.lt.s" ["c.lt.s $f0,$f1" without flag = 0, "c.lt.s 1,$f0,$f1"] "010001 10000 ttttt sssss ccc 00 111100" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Compares double precision numbers for equality.
    EqualDouble = "c.eq.d" ["c.eq.d $f2,$f4" without flag = 0, "c.eq.d 1,$f2,$f4"] "010001 10001 ttttt sssss ccc 00 110010" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Compares double precision numbers: less or equal.
    LessOrEqualDouble = "c.le.d" ["c.le.d $f2,$f4" without flag = 0, "c.le.d 1,$f2,$f4"] "010001 10001 ttttt sssss ccc 00 111110" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Compares double precision numbers: less.
    LessDouble = "c.lt.d" ["c.lt.d $f2,$f4" without flag = 0, "c.lt.d 1,$f2,$f4"] "010001 10001 ttttt sssss ccc 00 111100" { flag: Flag b'c', left: Float b's', right: Float b't' };
    /// Clears the sign of a single precision number.
    AbsoluteSingle = "abs.s" ["abs.s $f0,$f1"] "010001 10000 00000 sssss ddddd 000101" { to: Float b'd', from: Float b's' };
    /// Clears the sign of a double precision number.
    AbsoluteDouble = "abs.d" ["abs.d $f2,$f4"] "010001 10001 00000 sssss ddddd 000101" { to: Float b'd', from: Float b's' };
    /// Turns a single precision number into a double precision one.
    SingleToDouble = "cvt.d.s" ["cvt.d.s $f2,$f1"] "010001 10000 00000 sssss ddddd 100001" { to: Float b'd', from: Float b's' };
    /// Turns a word into a double precision number.
    WordToDouble = "cvt.d.w" ["cvt.d.w $f2,$f1"] "010001 10100 00000 sssss ddddd 100001" { to: Float b'd', from: Float b's' };
    /// Turns a double precision number into a single precision one.
    DoubleToSingle = "cvt.s.d" ["cvt.s.d $f1,$f2"] "010001 10001 00000 sssss ddddd 100000" { to: Float b'd', from: Float b's' };
    /// Turns a word into a single precision number.
    WordToSingle = "cvt.s.w" ["cvt.s.w $f0,$f1"] "010001 10100 00000 sssss ddddd 100000" { to: Float b'd', from: Float b's' };
    /// Turns a double precision number into a word, towards zero.
    DoubleToWord = "cvt.w.d" ["cvt.w.d $f1,$f2"] "010001 10001 00000 sssss ddddd 100100" { to: Float b'd', from: Float b's' };
    /// Turns a single precision number into a word, towards zero.
    SingleToWord = "cvt.w.s" ["cvt.w.s $f0,$f1"] "010001 10000 00000 sssss ddddd 100100" { to: Float b'd', from: Float b's' };
    /// Copies a double precision number.
    MoveDouble = "mov.d" ["mov.d $f2,$f4"] "010001 10001 00000 sssss ddddd 000110" { to: Float b'd', from: Float b's' };
    /// Copies a double precision number if a condition flag is false.
    MoveFalseDouble = "movf.d" ["movf.d $f2,$f4" without flag = 0, "movf.d $f2,$f4,1"] "010001 10001 ccc 00 sssss ddddd 010001" { to: Float b'd', from: Float b's', flag: Flag b'c' };
    /// Copies a double precision number if a condition flag is true.
    MoveTrueDouble = "movt.d" ["movt.d $f2,$f4" without flag = 0, "movt.d $f2,$f4,1"] "010001 10001 ccc 01 sssss ddddd 010001" { to: Float b'd', from: Float b's', flag: Flag b'c' };
    /// Copies a double precision number if a general register is not zero.
    MoveNotZeroDouble = "movn.d" ["movn.d $f2,$f4,$t3"] "010001 10001 ttttt sssss ddddd 010011" { to: Float b'd', from: Float b's', test: From b't' };
    /// Copies a double precision number if a general register is zero.
    MoveZeroDouble = "movz.d" ["movz.d $f2,$f4,$t3"] "010001 10001 ttttt sssss ddddd 010010" { to: Float b'd', from: Float b's', test: From b't' };
    /// Copies a single precision number.
    MoveSingle = "mov.s" ["mov.s $f0,$f1"] "010001 10000 00000 sssss ddddd 000110" { to: Float b'd', from: Float b's' };
    /// Copies a single precision number if a condition flag is false.
    MoveFalseSingle = "movf.s" ["movf.s $f0,$f1" without flag = 0, "movf.s $f0,$f1,1"] "010001 10000 ccc 00 sssss ddddd 010001" { to: Float b'd', from: Float b's', flag: Flag b'c' };
    /// Copies a single precision number if a condition flag is true.
    MoveTrueSingle = "movt.s" ["movt.s $f0,$f1" without flag = 0, "movt.s $f0,$f1,1"] "010001 10000 ccc 01 sssss ddddd 010001" { to: Float b'd', from: Float b's', flag: Flag b'c' };
    /// Copies a single precision number if a general register is not zero.
    MoveNotZeroSingle = "movn.s" ["movn.s $f0,$f1,$t3"] "010001 10000 ttttt sssss ddddd 010011" { to: Float b'd', from: Float b's', test: From b't' };
    /// Copies a single precision number if a general register is zero.
    MoveZeroSingle = "movz.s" ["movz.s $f0,$f1,$t3"] "010001 10000 ttttt sssss ddddd 010010" { to: Float b'd', from: Float b's', test: From b't' };
    /// Copies the bits of a floating point register to a general one.
    MoveFromFloat = "mfc1" ["mfc1 $t1,$f1"] "010001 00000 ttttt sssss 00000 000000" { to: To b't', from: Float b's' };
    /// Copies the bits of a general register to a floating point one.
    MoveToFloat = "mtc1" ["mtc1 $t1,$f1"] "010001 00100 ttttt sssss 00000 000000" { from: From b't', to: Float b's' };
    /// Changes the sign of a double precision number.
    NegateDouble = "neg.d" ["neg.d $f2,$f4"] "010001 10001 00000 sssss ddddd 000111" { to: Float b'd', from: Float b's' };
    /// Changes the sign of a single precision number.
    NegateSingle = "neg.s" ["neg.s $f0,$f1"] "010001 10000 00000 sssss ddddd 000111" { to: Float b'd', from: Float b's' };
    /// Loads a word into a floating point register.
    LoadSingle = "lwc1" ["lwc1 $f1,-100($t2)"] "110001 sssss ttttt iiiiiiiiiiiiiiii" { to: Float b't', offset: Signed b'i', base: From b's' };
    /// Loads two words into a pair of floating point registers.
    LoadDouble = "ldc1" ["ldc1 $f2,-100($t2)"] "110101 sssss ttttt iiiiiiiiiiiiiiii" { to: Float b't', offset: Signed b'i', base: From b's' };
    /// Stores a floating point register.
    StoreSingle = "swc1" ["swc1 $f1,-100($t2)"] "111001 sssss ttttt iiiiiiiiiiiiiiii" { from: Float b't', offset: Signed b'i', base: From b's' };
    /// Stores a pair of floating point registers.
    StoreDouble = "sdc1" ["sdc1 $f2,-100($t2)"] "111101 sssss ttttt iiiiiiiiiiiiiiii" { from: Float b't', offset: Signed b'i', base: From b's' };
    /// Traps if two registers are equal.
    TrapEqual = "teq" ["teq $t1,$t2"] "000000 sssss ttttt 00000 00000 110100" { left: From b's', right: From b't' };
    /// Traps if a register equals a constant.
    TrapEqualImmediate = "teqi" ["teqi $t1,-100"] "000001 sssss 01100 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Traps if two registers differ.
    TrapNotEqual = "tne" ["tne $t1,$t2"] "000000 sssss ttttt 00000 00000 110110" { left: From b's', right: From b't' };
    /// Traps if a register differs from a constant.
    TrapNotEqualImmediate = "tnei" ["tnei $t1,-100"] "000001 sssss 01110 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Traps if a signed register is another one or more.
    TrapNotLess = "tge" ["tge $t1,$t2"] "000000 sssss ttttt 00000 00000 110000" { left: From b's', right: From b't' };
    /// Traps if an unsigned register is another one or more.
    TrapNotLessUnsigned = "tgeu" ["tgeu $t1,$t2"] "000000 sssss ttttt 00000 00000 110001" { left: From b's', right: From b't' };
    /// Traps if a signed register is a constant or more.
    TrapNotLessImmediate = "tgei" ["tgei $t1,-100"] "000001 sssss 01000 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Traps if an unsigned register is an extended constant or more.
    TrapNotLessImmediateUnsigned = "tgeiu" ["tgeiu $t1,-100"] "000001 sssss 01001 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Traps if a signed register is less than another one.
    TrapLess = "tlt" ["tlt $t1,$t2"] "000000 sssss ttttt 00000 00000 110010" { left: From b's', right: From b't' };
    /// Traps if an unsigned register is less than another one.
    TrapLessUnsigned = "tltu" ["tltu $t1,$t2"] "000000 sssss ttttt 00000 00000 110011" { left: From b's', right: From b't' };
    /// Traps if a signed register is less than a constant.
    TrapLessImmediate = "tlti" ["tlti $t1,-100"] "000001 sssss 01010 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Traps if an unsigned register is less than an extended constant.
    TrapLessImmediateUnsigned = "tltiu" ["tltiu $t1,-100"] "000001 sssss 01011 iiiiiiiiiiiiiiii" { left: From b's', right: Signed b'i' };
    /// Returns from an exception handler.
    ReturnFromException = "eret" ["eret"] "010000 1 0000000000000000000 011000" {};
}
