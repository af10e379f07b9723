//! The keyboard and the display at the top of memory, and what else is no plain memory.
//!
//! Source: MARS 4.5, `mars/tools/KeyboardAndDisplaySimulator.java`; the tool is taken to be connected.

use super::cpu::Cpu;
use super::exec::Trouble;
use super::map::Segment;
use super::services::Asked;
use crate::console::Console;
use crate::machine::{Access, FaultReason, Observer, Stop};

/// The exception code of a key that was pressed.
pub(super) const KEYBOARD_INTERRUPT: u32 = 0x40;

/// Offsets from the first device register.
pub(super) mod register {
    /// Bit 0: a key is there. Bit 1: a key interrupts.
    pub(in super::super) const RECEIVER_CONTROL: u32 = 0;
    /// The key.
    pub(in super::super) const RECEIVER_DATA: u32 = 4;
    /// Bit 0: the display takes a character; here it always does.
    pub(super) const TRANSMITTER_CONTROL: u32 = 8;
    /// Where a character is stored to be displayed.
    pub(super) const TRANSMITTER_DATA: u32 = 12;
}

/// After this many looks for a key that will never come, a program is taken to wait for it.
const MOST_VAIN_POLLS: u32 = 10_000;

impl Cpu {
    /// Loads from where plain memory refused with `reason`.
    #[cold]
    pub(super) fn load_special(
        &mut self,
        address: u32,
        reason: FaultReason,
        console: &mut dyn Console,
    ) -> Result<u32, Trouble> {
        match reason {
            FaultReason::NoMemory(..) if self.map.segment(address) == Some(Segment::Devices) => {
                self.load_device(address, console)
            }
            FaultReason::TextAccess(..) | FaultReason::KernelTextAccess(..)
                if self.setup.self_modifying && address.is_multiple_of(4) =>
            {
                Ok(self.words.get(&address).copied().unwrap_or(0))
            }
            _ => Err(reason.into()),
        }
    }

    fn load_device(&mut self, address: u32, console: &mut dyn Console) -> Result<u32, Trouble> {
        let stored = u32::from_le_bytes(self.memory.device_bytes(address));
        match address - self.map.devices {
            register::RECEIVER_CONTROL => {
                self.looks_for_key(console);
                let ready = console.is_ready();
                if ready {
                    self.vain_polls = 0;
                } else {
                    self.vain_polls += 1;
                    if self.vain_polls > MOST_VAIN_POLLS && console.is_over() {
                        return Err(Trouble::Stop(Stop::Starved));
                    }
                }
                Ok((stored & !1) | u32::from(ready))
            }
            register::RECEIVER_DATA => {
                self.interrupted = false;
                self.looks_for_key(console);
                let key = if console.is_ready() { console.read() } else { None };
                self.keys_read += u64::from(key.is_some());
                if let Some(key) = key {
                    self.memory.set_device_bytes(address, &u32::from(key).to_le_bytes());
                }
                Ok(key.map_or(stored, u32::from))
            }
            register::TRANSMITTER_CONTROL => Ok(stored | 1),
            _ => Ok(stored),
        }
    }

    /// Shows the console where the program looks for a key.
    fn looks_for_key(&self, console: &mut dyn Console) {
        console.sees(&Asked { cpu: self, is_alone: false });
    }

    /// Stores where plain memory refused with `reason`.
    #[cold]
    pub(super) fn store_special(
        &mut self,
        address: u32,
        bytes: &[u8],
        reason: FaultReason,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<(), Trouble> {
        match reason {
            FaultReason::NoMemory(..) if self.map.segment(address) == Some(Segment::Devices) => {
                self.memory.set_device_bytes(address, bytes);
                if address - self.map.devices == register::TRANSMITTER_DATA {
                    observer.printed(self.pc);
                    if !console.write(bytes[0]) {
                        return Err(Trouble::Stop(Stop::OutputFull));
                    }
                }
                Ok(())
            }
            FaultReason::TextAccess(..) | FaultReason::KernelTextAccess(..) if self.setup.self_modifying => {
                if !address.is_multiple_of(4) {
                    return Err(FaultReason::Unaligned(Access::Store, address, 4).into());
                }
                // As in MARS, a byte or a halfword becomes a whole instruction.
                let mut word = [0; 4];
                word.iter_mut().zip(bytes).for_each(|(part, byte)| *part = *byte);
                self.words.insert(address, u32::from_le_bytes(word));
                Ok(())
            }
            _ => Err(reason.into()),
        }
    }

    /// Returns `true` if the program asked to be interrupted by keys.
    #[inline]
    pub(super) fn waits_for_interrupts(&self) -> bool {
        self.memory.device_byte(self.map.devices + register::RECEIVER_CONTROL) & 2 != 0
    }

    /// Returns `true` if a key is to interrupt the program now, and notes that it has.
    #[inline]
    pub(super) fn interrupt_is_due(&mut self, console: &mut dyn Console) -> bool {
        // Interrupts are on (bit 0), no exception is being handled (bit 1), and this key has not interrupted before.
        let is_due = self.waits_for_interrupts()
            && self.system.status & 3 == 1
            && !self.interrupted
            && self.delayed.is_none()
            && console.is_ready();
        self.interrupted |= is_due;
        is_due
    }
}
