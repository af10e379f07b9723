//! The boards: where memory lies, what a program finds at its start, and what it may ask for.
//!
//! Sources: NXP UM10237 (LPC24xx), chapters 2 and 16; *Semihosting for AArch32 and AArch64* (Arm); Linux, `arch/arm`, as
//! QEMU's user mode has it; ARMSim# 2.1 (`LegacySWIInstructions.cs` and its manual).

use super::program::Placement;

/// A computer, or a simulator of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Board {
    /// An NXP LPC2000 microcontroller: flash at 0, memory at 0x40000000, a serial line.
    #[default]
    Lpc2xxx,
    /// Memory from 0x8000, and a debugger that serves `SWI 0x123456` and `SWI 0xAB`.
    Semihost,
    /// A process of Linux, whose system calls are `SWI 0`.
    Linux,
    /// The simulator ARMSim#, with its own services.
    Armsim,
    /// The board of compiled programs: the services of semihosting, and memory that is
    /// protected as on a computer.
    Hosted,
}

/// The properties in which the boards differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Map {
    /// Where the parts of a program go.
    pub placement: Placement,
    /// Memory for code: its first address and one past its last one.
    pub code: (u32, u32),
    /// Memory for data. It may be the same part as that for code; then it begins where the program's code ends.
    pub data: (u32, u32),
    /// Memory whose highest addresses are the stack, if the stack is not in one of the others.
    pub stack: (u32, u32),
    /// The stack pointer at the start; `None` where programs set it.
    pub stack_pointer: Option<u32>,
    /// One past the highest address where a caller of subroutines can have a stack.
    pub top: u32,
    /// The program status register at the start.
    pub status: u32,
    /// True if programs can write to their code.
    pub code_is_writable: bool,
    /// True if a word at an address that is no multiple of four is loaded and stored as it
    /// stands there, and not rotated.
    pub takes_unaligned: bool,
    /// Device registers: parts, each with its first address and one past its last one.
    pub devices: &'static [(u32, u32)],
    /// True if programs end with a branch to itself.
    pub halts: bool,
}

/// User mode.
const USER: u32 = 0x10;
/// Supervisor mode, with interrupts off, as after a reset.
const SUPERVISOR: u32 = 0xD3;
/// System mode.
const SYSTEM: u32 = 0x1F;

static LPC2XXX: Map = Map {
    placement: Placement { code: 0, data: Some(0x4000_0000) },
    code: (0, 0x0008_0000),
    data: (0x4000_0000, 0x4001_0000),
    stack: (0, 0),
    stack_pointer: None,
    top: 0x4001_0000,
    status: SUPERVISOR,
    code_is_writable: false,
    takes_unaligned: false,
    devices: &[
        // Ports that are accessed fast, the buses of the devices, and the interrupt controller at the end of memory.
        (0x3FFF_C000, 0x3FFF_C100),
        (0xE000_0000, 0xE020_0000),
        (0xFFE0_0000, 0xFFE1_0000),
        (0xFFFF_F000, 0xFFFF_FF04),
    ],
    halts: true,
};

static SEMIHOST: Map = Map {
    placement: Placement { code: 0x8000, data: None },
    code: (0x8000, 0x0800_0000),
    data: (0x8000, 0x0600_0000),
    stack: (0x0600_0000, 0x0800_0000),
    stack_pointer: Some(0x0800_0000),
    top: 0x0800_0000,
    status: SUPERVISOR,
    code_is_writable: true,
    takes_unaligned: false,
    devices: &[],
    halts: true,
};

/// Between the heap and the stack there is no memory, so that neither grows into the other.
static HOSTED: Map = Map {
    placement: Placement { code: 0x8000, data: None },
    code: (0x8000, 0x0400_0000),
    data: (0x8000, 0x0400_0000),
    stack: (0x0780_0000, 0x0800_0000),
    stack_pointer: Some(0x0800_0000),
    top: 0x0800_0000,
    status: SUPERVISOR,
    code_is_writable: false,
    takes_unaligned: true,
    devices: &[],
    halts: false,
};

static LINUX: Map = Map {
    placement: Placement { code: 0x0001_0000, data: None },
    code: (0x0001_0000, 0x0800_0000),
    data: (0x0001_0000, 0x0800_0000),
    stack: (0xBE80_0000, 0xBF00_0000),
    stack_pointer: Some(0xBEFF_F000),
    top: 0xBEFF_F000,
    status: USER,
    code_is_writable: false,
    takes_unaligned: true,
    devices: &[],
    halts: false,
};

static ARMSIM: Map = Map {
    placement: Placement { code: 0x1000, data: None },
    code: (0x1000, 0x0008_1000),
    data: (0x1000, 0x0007_9000),
    stack: (0x0007_9000, 0x0008_1000),
    stack_pointer: Some(0x0008_1000),
    top: 0x0008_1000,
    status: SYSTEM,
    code_is_writable: true,
    takes_unaligned: false,
    devices: &[],
    halts: true,
};

impl Board {
    /// Every board that programs in assembly are written for, with its name and what it is; the first one is the default.
    pub const ALL: [(&'static str, Self, &'static str); 4] = [
        ("lpc2xxx", Self::Lpc2xxx, "an LPC2000 microcontroller with a serial line, as in Keil"),
        ("semihost", Self::Semihost, "a debugger that serves `SWI 0x123456`"),
        ("linux", Self::Linux, "a process of Linux"),
        ("armsim", Self::Armsim, "the simulator ARMSim#"),
    ];

    /// The board of a name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, ..)| *name == id).map(|(_, board, _)| *board)
    }

    /// The name in specs.
    pub fn name(self) -> &'static str {
        let mut known = Self::ALL.iter();
        known.find(|(_, board, _)| *board == self).map_or("hosted", |(name, ..)| name)
    }

    /// Its properties.
    pub fn map(self) -> &'static Map {
        match self {
            Self::Lpc2xxx => &LPC2XXX,
            Self::Semihost => &SEMIHOST,
            Self::Linux => &LINUX,
            Self::Armsim => &ARMSIM,
            Self::Hosted => &HOSTED,
        }
    }
}

/// Returns `true` if an address is between two others, of which the second does not count.
#[inline]
pub(super) fn is_in((low, limit): (u32, u32), address: u32) -> bool {
    (low..limit).contains(&address)
}

#[cfg(test)]
mod tests {
    use super::Board;

    #[test]
    fn boards_stand_at_their_names() {
        for (name, board, _) in Board::ALL {
            assert_eq!((Board::find(name), board.name()), (Some(board), name));
        }
    }
}
