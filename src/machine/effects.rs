//! The effects of an instruction before it is executed, in terms that are the same for every instruction set.

/// The effects of one instruction in the state in which it is executed.
///
/// Registers are bits of a mask, bit n for register n; what an instruction set keeps besides its general registers and
/// sets like them, such as condition codes, has a number after theirs.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Effects {
    /// The registers whose values are used.
    pub reads: u32,
    /// The registers that get a new value.
    pub writes: u32,
    /// The register whose value is only copied: to memory if something is stored, else to the registers that are written.
    pub copies: Option<u8>,
    /// The registers that are saved to the cells that are stored, or filled from those that are loaded: the one with the lowest
    /// number at the lowest address, each in this many cells. Saving a value is no use of it, as with `copies`.
    pub block: Option<(u32, u32)>,
    /// The word of memory whose value is used as an address.
    pub pointer: Option<u32>,
    /// The memory that is loaded into the registers that are written: the first cell and the number of cells.
    pub load: Option<(u32, u32)>,
    /// The memory that is stored to: the first cell and the number of cells.
    pub store: Option<(u32, u32)>,
    /// Where the program goes on.
    pub flow: Flow,
    /// True if it reads a key from the keyboard, by a service or from the device.
    pub reads_key: bool,
    /// True if it asks the system or the device whether a key is there.
    pub polls: bool,
    /// True if it uses device registers or memory that other simulators protect.
    pub is_protected: bool,
    /// True if it changes or reads state that is in no register and in no memory, such as a file, the heap, a
    /// random stream or the clock.
    pub is_outside: bool,
}

/// An instruction of a program's source.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its address.
    pub at: u32,
    /// The instruction as the disassembler writes it, so that two spellings of one instruction are the same.
    pub text: String,
    /// Its effects on a machine that has just been started; one that is executed under a condition only has those of an
    /// instruction that is always executed.
    pub effects: Effects,
}

impl Effects {
    /// Returns `true` if it does nothing but compute with registers, as most instructions do: it uses no memory, copies no
    /// value, asks nobody for anything and goes on at the next instruction or at that of a branch.
    #[inline]
    pub(super) fn only_computes(&self) -> bool {
        let has_cells = self.load.is_some() || self.store.is_some() || self.pointer.is_some();
        !has_cells && self.copies.is_none() && self.flow == Flow::On
    }
}

/// Where a program goes on after an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// At the next instruction, or where a branch leads.
    #[default]
    On,
    /// In a subroutine.
    Call {
        /// Its first instruction.
        target: u32,
        /// Where it is to return to.
        returns_to: u32,
    },
    /// At the address in a register: this may be a return.
    Jump {
        /// The value of the register.
        target: u32,
        /// Its number.
        through: u8,
    },
    /// At the next instruction, after a service of the operating system.
    Service(u32),
}

/// The general registers and what has a number after theirs: as many as a mask of registers has bits.
pub(super) const MOST_REGISTERS: usize = u32::BITS as usize;

/// The numbers of the registers of a mask.
#[inline]
pub(super) fn numbers(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(number as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn a_mask_has_numbers() {
        assert_eq!(numbers(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(numbers(0).count() + numbers(1 << 31).count(), 1);
    }
}
