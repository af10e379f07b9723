//! The services of the simulator ARMSim#: their numbers are in the instruction.
//!
//! Source: ARMSim# 2.1, `LegacySWIInstructions.cs`, and `AngelSWIInstructions`, which are those of semihosting. Services
//! for files set the carry where they fail.

use super::super::cpu::Cpu;
use super::super::exec::{ServiceOutcome, Trouble};
use super::super::files::{Mode, Open};
use super::{FAILED, Served, Server};
use crate::console::Request;
use crate::machine::{Observer, Stop};

/// More bytes than these of a string are not printed.
const LONGEST_STRING: usize = 256;
/// Semihosting.
const ANGEL: u32 = 0x12_3456;

impl<O: Observer<Cpu>> Server<'_, O> {
    /// Serves an `SWI`. Numbers that the simulator does not know do nothing.
    pub(super) fn armsim(&mut self, number: u32) -> Served {
        if number == ANGEL {
            return self.semihost(number);
        }
        let [a, b, c] = [self.register(0), self.register(1), self.register(2)];
        match number {
            0x00 => {
                self.print(&[a as u8])?;
                Ok(ServiceOutcome::Next)
            }
            0x02 => {
                let string = self.short_string(a)?;
                self.print_from(a, &string)?;
                Ok(ServiceOutcome::Next)
            }
            0x11 => Ok(ServiceOutcome::Stop(Stop::Halted)),
            0x12 => {
                let block = self.allocate(a);
                self.cpu.flags.set_carry(block.is_none());
                self.gives(block.unwrap_or(0))
            }
            0x13 => {
                self.cpu.outside.heap = self.cpu.outside.heap_start;
                Ok(ServiceOutcome::Next)
            }
            0x60 => {
                let done = self.write_from(a, b, 1)?;
                self.done(done)
            }
            0x61 => self.read_one(a),
            0x62 => {
                let read = self.read_to(a, b, c)?;
                self.cpu.flags.set_carry(read.is_none());
                self.gives(read.unwrap_or(0))
            }
            0x63 => {
                let written = self.write_from(a, b, c)?;
                self.cpu.flags.set_carry(!written);
                self.gives(if written { c } else { 0 })
            }
            0x66 => self.open_text(a, b),
            0x68 => {
                let closed = self.cpu.outside.close(a);
                self.done(closed)
            }
            0x69 => {
                let string = self.short_string(b)?;
                let written = self.write_from(a, b, string.len() as u32)?;
                self.done(written)
            }
            0x6A => self.read_string(a, b, c),
            0x6B => {
                let text = b.cast_signed().to_string();
                let written = match self.cpu.outside.get(a) {
                    Some(Open::Screen | Open::Keyboard) => {
                        self.print(text.as_bytes())?;
                        true
                    }
                    Some(Open::File { .. }) => self.cpu.outside.write(a, text.as_bytes()),
                    None => false,
                };
                self.done(written)
            }
            0x6C => self.read_integer(a),
            0x6D => {
                let now = self.time();
                self.gives(now as u32)
            }
            // Among them the buttons and displays of the Embest board, which have no effect here.
            _ => Ok(ServiceOutcome::Next),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "what services end with")]
    fn done(&mut self, done: bool) -> Served {
        self.cpu.flags.set_carry(!done);
        Ok(ServiceOutcome::Next)
    }

    fn short_string(&self, address: u32) -> Result<Vec<u8>, Trouble> {
        let mut string = self.string(address)?;
        string.truncate(LONGEST_STRING);
        Ok(string)
    }

    fn open_text(&mut self, name: u32, mode: u32) -> Served {
        let name = self.string(name)?;
        let mode = match mode {
            0 => Some(Mode { reads: true, ..Mode::default() }),
            1 => Some(Mode { writes: true, creates: true, truncates: true, ..Mode::default() }),
            2 => Some(Mode { writes: true, creates: true, appends: true, ..Mode::default() }),
            _ => None,
        };
        let descriptor = mode.and_then(|mode| self.open_file(name, mode));
        self.cpu.flags.set_carry(descriptor.is_none());
        self.gives(descriptor.unwrap_or(FAILED))
    }

    /// The next byte of a file or of the keyboard; the end of a file gives -1.
    fn read_one(&mut self, descriptor: u32) -> Served {
        let byte = match self.cpu.outside.get(descriptor) {
            Some(Open::Keyboard) => Some(self.read_byte(Request::Character)?),
            Some(Open::File { .. }) => {
                self.cpu.outside.read(descriptor, 1).and_then(|bytes| bytes.first().copied())
            }
            Some(Open::Screen) | None => {
                self.cpu.flags.set_carry(true);
                return Ok(ServiceOutcome::Next);
            }
        };
        self.cpu.flags.set_carry(false);
        self.gives(byte.map_or(FAILED, u32::from))
    }

    /// A line without its end; `None` at the end of a file or if it cannot be read.
    fn line(&mut self, descriptor: u32, request: Request) -> Result<Option<Vec<u8>>, Trouble> {
        let mut line = match self.cpu.outside.get(descriptor) {
            Some(Open::Keyboard) => self.read_line(usize::MAX, request)?,
            Some(Open::File { .. }) => {
                let mut line = Vec::new();
                while let Some(byte) =
                    self.cpu.outside.read(descriptor, 1).and_then(|bytes| bytes.first().copied())
                {
                    line.push(byte);
                    if byte == b'\n' {
                        break;
                    }
                }
                if line.is_empty() {
                    return Ok(None);
                }
                line
            }
            Some(Open::Screen) | None => return Ok(None),
        };
        while let Some(b'\n' | b'\r') = line.last() {
            line.pop();
        }
        Ok(Some(line))
    }

    /// A line as a string of at most this many bytes, with its zero; the number of bytes.
    fn read_string(&mut self, descriptor: u32, address: u32, most: u32) -> Served {
        let line = if most == 0 { None } else { self.line(descriptor, Request::Text)? };
        self.cpu.flags.set_carry(line.is_none() && most > 0);
        let Some(mut line) = line else { return self.gives(0) };
        line.truncate(most as usize - 1);
        line.push(0);
        self.store(address, &line)?;
        self.gives(line.len() as u32)
    }

    /// The next number of a file or of a line; what is no number fails.
    fn read_integer(&mut self, descriptor: u32) -> Served {
        let number = loop {
            let Some(line) = self.line(descriptor, Request::Integer)? else { break None };
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            // Empty lines are passed over.
            if !text.is_empty() {
                break text.parse::<i32>().ok();
            }
        };
        self.cpu.flags.set_carry(number.is_none());
        match number {
            Some(number) => self.gives(number.cast_unsigned()),
            None => Ok(ServiceOutcome::Next),
        }
    }
}
