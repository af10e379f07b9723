//! Semihosting: a debugger serves the program.
//!
//! Source: *Semihosting for AArch32 and AArch64* (Arm), section 5. The number of the operation is in `r0`, and in `r1` its
//! argument, or the address of a block of words.

use super::super::cpu::Cpu;
use super::super::exec::ServiceOutcome;
use super::super::files::{Mode, Open, Outside};
use super::{FAILED, Served, Server};
use crate::console::Request;
use crate::machine::{FaultReason, Observer, Stop};

/// The comments of the `SWI` in ARM and in Thumb state.
const NUMBERS: [u32; 2] = [0x12_3456, 0xAB];
/// The name of the console.
const TERMINAL: &[u8] = b":tt";
/// The reason of an exit that is no failure.
const APPLICATION_EXIT: u32 = 0x2_0026;
/// No such file.
const NO_ENTRY: u32 = 2;

impl<O: Observer<Cpu>> Server<'_, O> {
    /// Serves an operation.
    pub(super) fn semihost(&mut self, comment: u32) -> Served {
        if !NUMBERS.contains(&comment) {
            return Err(FaultReason::UnknownService(comment).into());
        }
        let (operation, argument) = (self.register(0), self.register(1));
        match operation {
            0x01 => self.sys_open(argument),
            0x02 => {
                let descriptor = self.load_word(argument)?;
                let closed = self.cpu.outside.close(descriptor);
                self.gives(if closed { 0 } else { FAILED })
            }
            0x03 => {
                let byte = self.load_byte(argument)?;
                self.print(&[byte])?;
                Ok(ServiceOutcome::Next)
            }
            0x04 => {
                let bytes = self.string(argument)?;
                self.print_from(argument, &bytes)?;
                Ok(ServiceOutcome::Next)
            }
            0x05 => {
                let [descriptor, buffer, length] = self.block(argument)?;
                let written = self.write_from(descriptor, buffer, length)?;
                self.gives(if written { 0 } else { length })
            }
            0x06 => {
                let [descriptor, buffer, length] = self.block(argument)?;
                let read = self.read_to(descriptor, buffer, length)?.unwrap_or(0);
                self.gives(length - read)
            }
            0x07 => {
                let byte = self.read_byte(Request::Character)?;
                self.gives(u32::from(byte))
            }
            0x08 => {
                let status = self.load_word(argument)?;
                self.gives(status >> 31)
            }
            0x09 => {
                let descriptor = self.load_word(argument)?;
                let result = match self.cpu.outside.get(descriptor) {
                    Some(Open::Keyboard | Open::Screen) => 1,
                    Some(Open::File { .. }) => 0,
                    None => FAILED,
                };
                self.gives(result)
            }
            0x0A => {
                let [descriptor, to] = self.block(argument)?;
                let moved = self.cpu.outside.seek(descriptor, to as usize);
                self.gives(if moved { 0 } else { FAILED })
            }
            0x0C => {
                let descriptor = self.load_word(argument)?;
                let is_console =
                    matches!(self.cpu.outside.get(descriptor), Some(Open::Keyboard | Open::Screen));
                let length = self.cpu.outside.length(descriptor).map(|(length, _)| length as u32);
                self.gives(length.or(is_console.then_some(0)).unwrap_or(FAILED))
            }
            // No temporary names, and no other programs.
            0x0D | 0x12 => self.gives(FAILED),
            0x0E => {
                let [name, length] = self.block(argument)?;
                let name = self.bytes(name, length)?;
                let removed = self.cpu.outside.remove(&name);
                self.gives(if removed { 0 } else { FAILED })
            }
            0x0F => {
                let [old, old_length, new, new_length] = self.block(argument)?;
                let (old, new) = (self.bytes(old, old_length)?, self.bytes(new, new_length)?);
                let renamed = self.cpu.outside.rename(&old, &new);
                self.gives(if renamed { 0 } else { FAILED })
            }
            0x10 => {
                self.console.draws();
                self.gives((Outside::elapsed(self.cpu.executed) / 10) as u32)
            }
            0x11 => {
                let seconds = self.time() / 1000;
                self.gives(seconds as u32)
            }
            // The only reason for failures here is that there is no such file.
            0x13 => self.gives(NO_ENTRY),
            0x15 => self.command_line(argument),
            0x16 => self.heap_info(argument),
            0x18 if argument == APPLICATION_EXIT => Ok(ServiceOutcome::Stop(Stop::Exited(0))),
            0x18 => Ok(ServiceOutcome::Stop(Stop::Exited(1))),
            0x20 => {
                let [reason, status] = self.block(argument)?;
                let status = if reason == APPLICATION_EXIT { status.cast_signed() } else { 1 };
                Ok(ServiceOutcome::Stop(Stop::Exited(status)))
            }
            0x30 => {
                let ticks = self.cpu.executed.to_le_bytes();
                self.console.draws();
                self.store(argument, &ticks)?;
                self.gives(0)
            }
            // As many ticks in a second as instructions.
            0x31 => self.gives(10_000_000),
            _ => Err(FaultReason::UnknownService(operation).into()),
        }
    }

    /// The words of a block.
    fn block<const SIZE: usize>(&self, address: u32) -> Result<[u32; SIZE], super::Trouble> {
        let mut words = [0; SIZE];
        for (index, word) in (0u32..).zip(&mut words) {
            *word = self.load_word(address.wrapping_add(4 * index))?;
        }
        Ok(words)
    }

    /// Opens a file in one of the twelve modes of `fopen`: `r` from 0, `w` from 4, `a` from 8; the odd pairs with `+`.
    fn sys_open(&mut self, argument: u32) -> Served {
        let [name, mode, length] = self.block(argument)?;
        let name = self.bytes(name, length)?;
        let descriptor = if name == TERMINAL {
            let open = if mode < 4 { Open::Keyboard } else { Open::Screen };
            self.cpu.outside.open_console(open)
        } else {
            let (is_read, is_append, is_update) = (mode < 4, mode >= 8, mode & 2 != 0);
            let mode = Mode {
                reads: is_read || is_update,
                writes: !is_read || is_update,
                creates: !is_read,
                truncates: !is_read && !is_append,
                appends: is_append,
            };
            self.open_file(name, mode)
        };
        self.gives(descriptor.unwrap_or(FAILED))
    }

    /// A program has no arguments.
    fn command_line(&mut self, argument: u32) -> Served {
        let [buffer, length] = self.block(argument)?;
        if length == 0 {
            return self.gives(FAILED);
        }
        self.store(buffer, &[0])?;
        self.store(argument.wrapping_add(4), &0u32.to_le_bytes())?;
        self.gives(0)
    }

    /// Where the heap and the stack begin and end.
    fn heap_info(&mut self, argument: u32) -> Served {
        let block = self.load_word(argument)?;
        let words =
            [self.cpu.outside.heap_start, self.cpu.map.data.1, self.cpu.map.top, self.cpu.map.stack.0];
        for (index, word) in (0u32..).zip(words) {
            self.store(block.wrapping_add(4 * index), &word.to_le_bytes())?;
        }
        Ok(ServiceOutcome::Next)
    }
}
