//! Where things lie in memory.
//!
//! Source: MARS 4.5, `mars/mips/hardware/MemoryConfigurations.java`. A segment ends at its configured limit or 4 MB after
//! its start, whichever comes first.

/// The parts of memory that behave differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Static data, `.extern` data and the heap.
    Data,
    /// The stack.
    Stack,
    /// Instructions.
    Text,
    /// Device registers.
    Devices,
    /// The data of an exception handler.
    KernelData,
    /// The instructions of an exception handler.
    KernelText,
}

/// A memory configuration; all values are addresses, limits are one past the last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// The name on the command line and in specs.
    pub id: &'static str,
    /// The first instruction.
    pub text: u32,
    /// The end of the text segment.
    pub text_limit: u32,
    /// The start of the data segment.
    pub data_segment: u32,
    /// The end of the data segment, and of the heap.
    pub data_limit: u32,
    /// Where `.extern` data begins.
    pub external: u32,
    /// Where `.data` begins.
    pub data: u32,
    /// Where the heap begins.
    pub heap: u32,
    /// The first value of `$gp`.
    pub global_pointer: u32,
    /// The first value of `$sp`.
    pub stack_pointer: u32,
    /// The lowest byte of the stack segment.
    pub stack: u32,
    /// The end of the stack segment.
    pub stack_limit: u32,
    /// Where `.ktext` begins.
    pub kernel_text: u32,
    /// The end of the kernel's text segment.
    pub kernel_text_limit: u32,
    /// Where exceptions are handled, if there is an instruction.
    pub handler: u32,
    /// Where `.kdata` begins.
    pub kernel_data: u32,
    /// The end of the kernel's data segment.
    pub kernel_data_limit: u32,
    /// The first device register.
    pub devices: u32,
    /// The end of the device registers.
    pub devices_limit: u32,
}

const SEGMENT_SIZE: u32 = 4 << 20;

/// Every memory configuration; the first one is the default.
pub const MEMORY_MAPS: &[MemoryMap] = &[
    MemoryMap {
        id: "default",
        text: 0x0040_0000,
        text_limit: 0x0040_0000 + SEGMENT_SIZE,
        data_segment: 0x1000_0000,
        data_limit: 0x1000_0000 + SEGMENT_SIZE,
        external: 0x1000_0000,
        data: 0x1001_0000,
        heap: 0x1004_0000,
        global_pointer: 0x1000_8000,
        stack_pointer: 0x7FFF_EFFC,
        stack: 0x8000_0000 - SEGMENT_SIZE,
        stack_limit: 0x8000_0000,
        kernel_text: 0x8000_0000,
        kernel_text_limit: 0x8000_0000 + SEGMENT_SIZE,
        handler: 0x8000_0180,
        kernel_data: 0x9000_0000,
        kernel_data_limit: 0x9000_0000 + SEGMENT_SIZE,
        devices: 0xFFFF_0000,
        devices_limit: 0xFFFF_FFFF,
    },
    MemoryMap {
        id: "compact-data-at-zero",
        text: 0x3000,
        text_limit: 0x3FFC,
        data_segment: 0,
        data_limit: 0x3000,
        external: 0x1000,
        data: 0,
        heap: 0x2000,
        global_pointer: 0x1800,
        stack_pointer: 0x2FFC,
        stack: 0x2FFC,
        stack_limit: 0x2FFC,
        kernel_text: 0x4000,
        kernel_text_limit: 0x4FFC,
        handler: 0x4180,
        kernel_data: 0x5000,
        kernel_data_limit: 0x7F00,
        devices: 0x7F00,
        devices_limit: 0x8000,
    },
    MemoryMap {
        id: "compact-text-at-zero",
        text: 0,
        text_limit: 0x0FFC,
        data_segment: 0x1000,
        data_limit: 0x4000,
        external: 0x1000,
        data: 0x2000,
        heap: 0x3000,
        global_pointer: 0x1800,
        stack_pointer: 0x3FFC,
        stack: 0x3FFC,
        stack_limit: 0x3FFC,
        kernel_text: 0x4000,
        kernel_text_limit: 0x4FFC,
        handler: 0x4180,
        kernel_data: 0x5000,
        kernel_data_limit: 0x7F00,
        devices: 0x7F00,
        devices_limit: 0x8000,
    },
];

impl MemoryMap {
    /// The configuration of a name.
    pub fn find(id: &str) -> Option<Self> {
        MEMORY_MAPS.iter().find(|map| map.id == id).copied()
    }

    /// The segment of an address.
    pub fn segment(&self, address: u32) -> Option<Segment> {
        let segments = [
            (self.data_segment..self.data_limit, Segment::Data),
            (self.stack..self.stack_limit, Segment::Stack),
            (self.text..self.text_limit, Segment::Text),
            (self.devices..self.devices_limit, Segment::Devices),
            (self.kernel_data..self.kernel_data_limit, Segment::KernelData),
            (self.kernel_text..self.kernel_text_limit, Segment::KernelText),
        ];
        segments.into_iter().find(|(range, _)| range.contains(&address)).map(|(_, segment)| segment)
    }

    /// Returns `true` if an instruction can be at an address.
    pub fn is_text(&self, address: u32) -> bool {
        matches!(self.segment(address), Some(Segment::Text | Segment::KernelText))
    }

    /// Returns `true` if all of memory lies in the first 32 KB, so that some pseudo-instructions are shorter.
    pub fn is_compact(&self) -> bool {
        self.devices_limit <= 0x8000
    }
}

impl Default for MemoryMap {
    fn default() -> Self {
        MEMORY_MAPS[0]
    }
}
