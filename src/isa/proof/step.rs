//! Instructions as a proof sees them: what they change, what they show, and where they lead.

/// A register, by a number of its own for each instruction set.
pub(in crate::isa) type Register = u8;

/// An operand of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) enum Operand {
    /// The contents of a register.
    Register(Register),
    /// A number.
    Constant(i64),
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) enum Work {
    Add,
    And,
    Nor,
    /// Something that depends on nothing else.
    Other,
}

/// One thing that an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) enum Effect {
    /// A register becomes what is worked out.
    Set(Register, Work, Operand, Operand),
    /// A register becomes a key from outside of the program, a byte with or without a sign, which is the same whatever the
    /// program did.
    ReceiveKey(Register),
    /// A register becomes what memory holds at a register plus a number.
    Load(Register, Operand, i64),
    /// Memory becomes what a register holds.
    Store(Register, Operand, i64),
    /// The register becomes visible outside.
    Show(Register),
    /// The text at an address becomes visible outside.
    ShowText(Register),
}

/// On what a branch depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) enum Test {
    /// On the sign: the bits 4, 2 and 1 stand for negative, zero and positive.
    Sign(Register, u8),
}

/// Where an instruction leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) enum Next {
    /// To the next one.
    On,
    /// There if the test holds, else on.
    Branch(Test, u32),
    /// There.
    Jump(u32),
    /// There, and back after it; the link register is set already.
    Call(u32),
    /// Back, to the address in a register.
    Return(Register),
    /// To the end of the program.
    End,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::isa) struct Step {
    /// Its effects, in order.
    pub(in crate::isa) effects: Vec<Effect>,
    /// Where it leads.
    pub(in crate::isa) next: Next,
}

impl Step {
    /// One that goes on.
    pub(in crate::isa) fn on(effects: Vec<Effect>) -> Self {
        Self { effects, next: Next::On }
    }
}
