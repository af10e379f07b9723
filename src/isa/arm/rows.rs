//! The rows of the instruction table.
//!
//! Letters of patterns: `c` condition, `s` whether the flags are set, `d` destination or register that is transferred, `n`
//! first operand or base, `m` second operand, `r` third operand, `h` and `l` the halves of a long product, `x` shifter operand
//! or offset, `p` `u` `w` indexing before, up and with write-back, `q` saved status register, `f` its fields, `b` `^`, `i` a
//! number, `t` a distance in words.

use super::table::OperandKind::{
    Address, Base, Comment, Constant16, Half, Label, List, Location, Post, Register, Shifter, Source, Status,
    StatusFields,
};
use super::table::{Architecture, BitPattern, OperandRow, Row};

macro_rules! instruction_set {
    ($($(#[doc = $about:literal])+ $name:ident $stem:literal [$($tail:literal),+] $architecture:ident $bits:literal
        ($($operand:ident $kind:ident $letter:literal),*);)*) => {
        /// The operations of the table's rows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the rows document them")]
        pub enum Name {
            $($name),*
        }

        /// All rows; of several that fit a word the first one counts.
        pub const ROWS: &[Row] = &[$(Row {
            name: Name::$name,
            stem: $stem,
            tails: &[$($tail),+],
            about: concat!($($about),+),
            architecture: Architecture::$architecture,
            pattern: BitPattern::parse($bits),
            operands: &[$(OperandRow { name: stringify!($operand), kind: $kind, letter: $letter }),*],
        }),*];
    };
}

instruction_set! {
    /// Multiplies two registers and keeps the low word.
    Multiply "MUL" [""] V4T "cccc 0000000s dddd 0000 rrrr 1001 mmmm" (to Register b'd', left Register b'm', right Register b'r');
    /// Multiplies two registers, adds a third one and keeps the low word.
    MultiplyAdd "MLA" [""] V4T "cccc 0000001s dddd nnnn rrrr 1001 mmmm" (to Register b'd', left Register b'm', right Register b'r', plus Register b'n');
    /// Subtracts the product of two registers from a third one.
    MultiplySubtract "MLS" [""] V6T2 "cccc 00000110 dddd nnnn rrrr 1001 mmmm" (to Register b'd', left Register b'm', right Register b'r', from Register b'n');
    /// Multiplies two unsigned registers; the product has 64 bits.
    UnsignedLong "UMULL" [""] V4T "cccc 0000100s hhhh llll rrrr 1001 mmmm" (low Register b'l', high Register b'h', left Register b'm', right Register b'r');
    /// Adds the product of two unsigned registers to 64 bits.
    UnsignedLongAdd "UMLAL" [""] V4T "cccc 0000101s hhhh llll rrrr 1001 mmmm" (low Register b'l', high Register b'h', left Register b'm', right Register b'r');
    /// Multiplies two signed registers; the product has 64 bits.
    SignedLong "SMULL" [""] V4T "cccc 0000110s hhhh llll rrrr 1001 mmmm" (low Register b'l', high Register b'h', left Register b'm', right Register b'r');
    /// Adds the product of two signed registers to 64 bits.
    SignedLongAdd "SMLAL" [""] V4T "cccc 0000111s hhhh llll rrrr 1001 mmmm" (low Register b'l', high Register b'h', left Register b'm', right Register b'r');
    /// Divides unsigned registers; by zero it gives zero.
    DivideUnsigned "UDIV" [""] V7VE "cccc 01110011 dddd 1111 rrrr 0001 mmmm" (to Register b'd', left Register b'm', right Register b'r');
    /// Divides signed registers, rounding towards zero; by zero it gives zero.
    DivideSigned "SDIV" [""] V7VE "cccc 01110001 dddd 1111 rrrr 0001 mmmm" (to Register b'd', left Register b'm', right Register b'r');
    /// Exchanges a register and a word of memory.
    Swap "SWP" [""] V4T "cccc 00010000 nnnn dddd 0000 1001 mmmm" (to Register b'd', from Register b'm', address Location b'n');
    /// Exchanges a register and a byte of memory.
    SwapByte "SWP" ["B"] V4T "cccc 00010100 nnnn dddd 0000 1001 mmmm" (to Register b'd', from Register b'm', address Location b'n');
    /// Loads a halfword.
    LoadHalf "LDR" ["H"] V4T "cccc 000pu x w1 nnnn dddd xxxx 1011 xxxx" (to Register b'd', address Half b'n');
    /// Stores a halfword.
    StoreHalf "STR" ["H"] V4T "cccc 000pu x w0 nnnn dddd xxxx 1011 xxxx" (from Register b'd', address Half b'n');
    /// Loads a byte with its sign.
    LoadSignedByte "LDR" ["SB"] V4T "cccc 000pu x w1 nnnn dddd xxxx 1101 xxxx" (to Register b'd', address Half b'n');
    /// Loads a halfword with its sign.
    LoadSignedHalf "LDR" ["SH"] V4T "cccc 000pu x w1 nnnn dddd xxxx 1111 xxxx" (to Register b'd', address Half b'n');
    /// Does nothing.
    NoOperation "NOP" [""] V6K "cccc 00110010 0000 1111 0000 00000000" ();
    /// Goes on where a register says.
    BranchExchange "BX" [""] V4T "cccc 00010010 1111 1111 1111 0001 mmmm" (target Register b'm');
    /// Calls the subroutine whose address a register holds.
    CallExchange "BLX" [""] V5T "cccc 00010010 1111 1111 1111 0011 mmmm" (target Register b'm');
    /// Counts the zeros above the highest bit that is set.
    CountLeadingZeros "CLZ" [""] V5T "cccc 00010110 1111 dddd 1111 0001 mmmm" (to Register b'd', from Register b'm');
    /// Stops the program for a debugger.
    Breakpoint "BKPT" [""] V5T "1110 00010010 iiiiiiiiiiii 0111 iiii" (code Comment b'i');
    /// Copies a status register to a register.
    MoveFromStatus "MRS" [""] V4T "cccc 00010q00 1111 dddd 0000 00000000" (to Register b'd', from Status b'q');
    /// Sets fields of a status register.
    MoveToStatus "MSR" [""] V4T "cccc 00x10q10 ffff 1111 xxxxxxxxxxxx" (to StatusFields b'q', from Source b'x');
    /// Sets a register to a constant of 16 bits.
    MoveWide "MOVW" [""] V6T2 "cccc 00110000 iiii dddd iiiiiiiiiiii" (to Register b'd', constant Constant16 b'i');
    /// Sets the upper half of a register to a constant.
    MoveTop "MOVT" [""] V6T2 "cccc 00110100 iiii dddd iiiiiiiiiiii" (to Register b'd', constant Constant16 b'i');
    /// Combines bit by bit with AND.
    And "AND" [""] V4T "cccc 00x0000s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Combines bit by bit with exclusive OR.
    ExclusiveOr "EOR" [""] V4T "cccc 00x0001s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Subtracts the second operand from the first.
    Subtract "SUB" [""] V4T "cccc 00x0010s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Subtracts the first operand from the second.
    ReverseSubtract "RSB" [""] V4T "cccc 00x0011s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Adds.
    Add "ADD" [""] V4T "cccc 00x0100s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Adds, and the carry too.
    AddCarry "ADC" [""] V4T "cccc 00x0101s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Subtracts the second operand and the opposite of the carry from the first.
    SubtractCarry "SBC" [""] V4T "cccc 00x0110s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Subtracts the first operand and the opposite of the carry from the second.
    ReverseSubtractCarry "RSC" [""] V4T "cccc 00x0111s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Sets the flags as AND does.
    Test "TST" [""] V4T "cccc 00x10001 nnnn 0000 xxxxxxxxxxxx" (left Register b'n', right Shifter b'x');
    /// Sets the flags as exclusive OR does.
    TestEqual "TEQ" [""] V4T "cccc 00x10011 nnnn 0000 xxxxxxxxxxxx" (left Register b'n', right Shifter b'x');
    /// Sets the flags as a subtraction does.
    Compare "CMP" [""] V4T "cccc 00x10101 nnnn 0000 xxxxxxxxxxxx" (left Register b'n', right Shifter b'x');
    /// Sets the flags as an addition does.
    CompareNegative "CMN" [""] V4T "cccc 00x10111 nnnn 0000 xxxxxxxxxxxx" (left Register b'n', right Shifter b'x');
    /// Combines bit by bit with OR.
    Or "ORR" [""] V4T "cccc 00x1100s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Copies.
    Move "MOV" [""] V4T "cccc 00x1101s 0000 dddd xxxxxxxxxxxx" (to Register b'd', from Shifter b'x');
    /// Clears the bits of the first operand that are set in the second.
    BitClear "BIC" [""] V4T "cccc 00x1110s nnnn dddd xxxxxxxxxxxx" (to Register b'd', left Register b'n', right Shifter b'x');
    /// Copies with every bit inverted.
    MoveNot "MVN" [""] V4T "cccc 00x1111s 0000 dddd xxxxxxxxxxxx" (to Register b'd', from Shifter b'x');
    /// Extends a byte with zeros.
    ExtendByte "UXTB" [""] V6 "cccc 01101110 1111 dddd 0000 0111 mmmm" (to Register b'd', from Register b'm');
    /// Extends a halfword with zeros.
    ExtendHalf "UXTH" [""] V6 "cccc 01101111 1111 dddd 0000 0111 mmmm" (to Register b'd', from Register b'm');
    /// Extends a byte with its sign.
    ExtendSignedByte "SXTB" [""] V6 "cccc 01101010 1111 dddd 0000 0111 mmmm" (to Register b'd', from Register b'm');
    /// Extends a halfword with its sign.
    ExtendSignedHalf "SXTH" [""] V6 "cccc 01101011 1111 dddd 0000 0111 mmmm" (to Register b'd', from Register b'm');
    /// Reverses the order of the bytes.
    ReverseBytes "REV" [""] V6 "cccc 01101011 1111 dddd 1111 0011 mmmm" (to Register b'd', from Register b'm');
    /// Loads a word as a program without privileges.
    LoadWordUser "LDR" ["T"] V4T "cccc 01x0u011 nnnn dddd xxxxxxxxxxxx" (to Register b'd', address Post b'n');
    /// Stores a word as a program without privileges.
    StoreWordUser "STR" ["T"] V4T "cccc 01x0u010 nnnn dddd xxxxxxxxxxxx" (from Register b'd', address Post b'n');
    /// Loads a byte as a program without privileges.
    LoadByteUser "LDR" ["BT"] V4T "cccc 01x0u111 nnnn dddd xxxxxxxxxxxx" (to Register b'd', address Post b'n');
    /// Stores a byte as a program without privileges.
    StoreByteUser "STR" ["BT"] V4T "cccc 01x0u110 nnnn dddd xxxxxxxxxxxx" (from Register b'd', address Post b'n');
    /// Loads a word; from an address that is no multiple of four, the word there, rotated.
    LoadWord "LDR" [""] V4T "cccc 01xpu0w1 nnnn dddd xxxxxxxxxxxx" (to Register b'd', address Address b'n');
    /// Stores a word.
    StoreWord "STR" [""] V4T "cccc 01xpu0w0 nnnn dddd xxxxxxxxxxxx" (from Register b'd', address Address b'n');
    /// Loads a byte.
    LoadByte "LDR" ["B"] V4T "cccc 01xpu1w1 nnnn dddd xxxxxxxxxxxx" (to Register b'd', address Address b'n');
    /// Stores a byte.
    StoreByte "STR" ["B"] V4T "cccc 01xpu1w0 nnnn dddd xxxxxxxxxxxx" (from Register b'd', address Address b'n');
    /// Loads registers from the words up from an address.
    LoadAfter "LDM" ["IA", "FD", ""] V4T "cccc 10001bw1 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Loads registers from the words above an address.
    LoadBefore "LDM" ["IB", "ED"] V4T "cccc 10011bw1 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Loads registers from the words down from an address.
    LoadAfterDown "LDM" ["DA", "FA"] V4T "cccc 10000bw1 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Loads registers from the words below an address.
    LoadBeforeDown "LDM" ["DB", "EA"] V4T "cccc 10010bw1 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Stores registers in the words up from an address.
    StoreAfter "STM" ["IA", "EA", ""] V4T "cccc 10001bw0 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Stores registers in the words above an address.
    StoreBefore "STM" ["IB", "FA"] V4T "cccc 10011bw0 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Stores registers in the words down from an address.
    StoreAfterDown "STM" ["DA", "ED"] V4T "cccc 10000bw0 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Stores registers in the words below an address.
    StoreBeforeDown "STM" ["DB", "FD"] V4T "cccc 10010bw0 nnnn iiiiiiiiiiiiiiii" (base Base b'n', registers List b'i');
    /// Goes on at a label.
    Branch "B" [""] V4T "cccc 1010 tttttttttttttttttttttttt" (target Label b't');
    /// Calls a subroutine: the address of the next instruction goes to the link register.
    Call "BL" [""] V4T "cccc 1011 tttttttttttttttttttttttt" (target Label b't');
    /// Calls a service of the system.
    Service "SWI" [""] V4T "cccc 1111 iiiiiiiiiiiiiiiiiiiiiiii" (number Comment b'i');
}
