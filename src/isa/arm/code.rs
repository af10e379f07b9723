//! The kinds of diagnostics that only the ARM assembler has.

use crate::diagnostics::codes;

codes! {
    /// A conditional part is not closed, or something of one stands where none is open.
    CONDITIONAL = "arm::conditional";
    /// A literal pool lies too far from an instruction that loads from it.
    LITERAL_POOL = "arm::literal-pool";
    /// Registers of a list are not in the order in which they are stored, or stand in it twice.
    REGISTER_LIST = "arm::register-list";
    /// Bytes are added so that something lies where it must, or an instruction does not lie where it must.
    ALIGNMENT = "arm::alignment";
    /// Registers with which an instruction does not do the same on all processors.
    UNPREDICTABLE = "arm::unpredictable";
    /// Something that the tool knows and this assembler does not read, such as Thumb code.
    UNSUPPORTED = "arm::unsupported";
    /// An ELF image or an Intel hex file cannot be loaded.
    IMAGE = "arm::image";
    /// There is more than one place where the program begins.
    ENTRY = "arm::entry";
    /// An expression has no value, or one of another kind.
    EXPRESSION = "arm::expression";
    /// The program says itself that it cannot be assembled: `ASSERT`, `.error`.
    ASSERTION = "arm::assertion";
}
