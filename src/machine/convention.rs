//! Calling conventions: where a caller leaves arguments, and where it finds results.

/// A calling convention.
#[derive(Debug, PartialEq, Eq)]
pub struct Convention {
    /// The name in specs.
    pub id: &'static str,
    /// The registers of the first arguments. Those that have no register lie on the stack, one word after the other from the
    /// stack pointer up; where there is neither, arguments are given by naming registers.
    pub arguments: &'static [u8],
    /// True if the arguments that have no register lie on the stack.
    pub stacks_arguments: bool,
    /// True if the caller also leaves room on the stack for the arguments in registers, below the others.
    pub leaves_room: bool,
    /// Where results are.
    pub results: Results,
    /// The registers that have the same value after a call as before it, apart from the stack pointer.
    pub preserved: &'static [u8],
    /// The stack pointer.
    pub stack: u8,
    /// The register with the return address.
    pub link: u8,
}

/// Where results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// In the places that the case names.
    Named,
    /// In these registers, the first result in the first one.
    Registers(&'static [u8]),
    /// On top of the stack, which has grown by one word for it.
    Pushed,
}

impl Convention {
    /// The number of words between the stack pointer and the first argument that has no register.
    pub fn room(&self) -> usize {
        if self.leaves_room { self.arguments.len() } else { 0 }
    }

    /// The largest number of results that the convention has a place for.
    pub fn most_results(&self) -> usize {
        match self.results {
            Results::Named => 0,
            Results::Registers(registers) => registers.len(),
            Results::Pushed => 1,
        }
    }
}
