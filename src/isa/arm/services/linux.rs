//! System calls of Linux: the number is in `r7`, arguments from `r0` on, the result or a negative error in `r0`.
//!
//! Source: Linux, `arch/arm/tools/syscall.tbl`, and the manual pages of section 2. Programs for the old convention have the
//! number in the instruction, counted from 0x900000.

use super::super::cpu::Cpu;
use super::super::exec::{ServiceOutcome, Trouble};
use super::super::files::{Mode, Open};
use super::super::registers::STACK_POINTER;
use super::{Served, Server};
use crate::console::Request;
use crate::machine::{Access, FaultReason, Observer, Stop};

/// The base of the instruction's number in the old convention.
const OLD: u32 = 0x90_0000;
/// Numbers from here on no version of Linux has.
const AFTER_LAST: u32 = 512;

/// No such file or directory.
const NO_ENTRY: i32 = -2;
/// Bad file number.
const BAD_FILE: i32 = -9;
/// Bad address.
const BAD_ADDRESS: i32 = -14;
/// Not a typewriter.
const NO_TERMINAL: i32 = -25;
/// Illegal seek.
const NO_SEEK: i32 = -29;
/// Function not implemented.
const NO_SERVICE: i32 = -38;
/// Invalid argument.
const INVALID: i32 = -22;

/// The number of a system call.
pub(super) fn number(comment: u32, register: u32) -> u32 {
    if comment >= OLD { comment - OLD } else { register }
}

/// Leaves one argument on the stack: the name of the program.
pub(super) fn prepare(cpu: &mut Cpu) {
    let name = cpu.map.top - 16;
    cpu.memory.write(name, b"./program\0");
    let stack = name - 32;
    // The count, the arguments up to a zero, the environment up to a zero, and the end of the auxiliary vector.
    for (index, word) in (0u32..).zip([1, name, 0, 0, 0, 0]) {
        cpu.memory.write(stack + 4 * index, &word.to_le_bytes());
    }
    cpu.registers[usize::from(STACK_POINTER)] = stack;
}

impl<O: Observer<Cpu>> Server<'_, O> {
    /// Serves a system call.
    pub(super) fn linux(&mut self, comment: u32) -> Served {
        let number = number(comment, self.register(7));
        let [a, b, c] = [self.register(0), self.register(1), self.register(2)];
        match number {
            1 | 248 => Ok(ServiceOutcome::Stop(Stop::Exited((a & 0xFF).cast_signed()))),
            3 => self.linux_read(a, b, c),
            4 => self.linux_write(a, b, c),
            5 => self.linux_open(a, b),
            // From the working directory; there are no others.
            322 => self.linux_open(b, c),
            6 => {
                let closed = self.cpu.outside.close(a);
                self.answers(if closed { 0 } else { BAD_FILE })
            }
            10 => {
                let name = self.string(a)?;
                let removed = self.cpu.outside.remove(&name);
                self.answers(if removed { 0 } else { NO_ENTRY })
            }
            13 => {
                let seconds = (self.time() / 1000) as u32;
                if a != 0 {
                    self.store(a, &seconds.to_le_bytes())?;
                }
                self.gives(seconds)
            }
            19 => self.linux_seek(a, b, c),
            20 | 224 => self.gives(1000),
            45 => self.linux_break(a),
            54 => {
                let is_terminal = matches!(self.cpu.outside.get(a), Some(Open::Keyboard | Open::Screen));
                self.answers(if is_terminal { INVALID } else { NO_TERMINAL })
            }
            78 => {
                let now = self.time();
                if a != 0 {
                    self.store(a, &((now / 1000) as u32).to_le_bytes())?;
                    self.store(a.wrapping_add(4), &((now % 1000 * 1000) as u32).to_le_bytes())?;
                }
                self.answers(0)
            }
            146 => self.linux_write_vector(a, b, c),
            // Sleeping takes no time.
            162 => self.answers(0),
            263 => {
                let now = self.time();
                self.store(b, &((now / 1000) as u32).to_le_bytes())?;
                self.store(b.wrapping_add(4), &((now % 1000 * 1_000_000) as u32).to_le_bytes())?;
                self.answers(0)
            }
            AFTER_LAST.. => self.answers(NO_SERVICE),
            _ => Err(FaultReason::UnknownService(number).into()),
        }
    }

    fn answers(&mut self, result: i32) -> Served {
        self.gives(result.cast_unsigned())
    }

    /// A system call answers that an address is bad where an instruction would fault.
    fn checked<T>(done: Result<T, Trouble>) -> Result<Result<T, i32>, Trouble> {
        match done {
            Ok(value) => Ok(Ok(value)),
            Err(Trouble::Fault(FaultReason::NoMemory(..) | FaultReason::TextAccess(Access::Store, _))) => {
                Ok(Err(BAD_ADDRESS))
            }
            Err(trouble) => Err(trouble),
        }
    }

    fn linux_read(&mut self, descriptor: u32, buffer: u32, length: u32) -> Served {
        let done = match self.cpu.outside.get(descriptor) {
            // The terminal can be read through any of its descriptors.
            Some(Open::Screen) => {
                let line = self.read_line(length as usize, Request::Text)?;
                self.store(buffer, &line).map(|()| Some(line.len() as u32))
            }
            _ => self.read_to(descriptor, buffer, length),
        };
        match Self::checked(done)? {
            Ok(Some(read)) => self.gives(read),
            Ok(None) => self.answers(BAD_FILE),
            Err(error) => self.answers(error),
        }
    }

    fn linux_write(&mut self, descriptor: u32, buffer: u32, length: u32) -> Served {
        let done = self.write_from(descriptor, buffer, length);
        match Self::checked(done)? {
            Ok(true) => self.gives(length),
            Ok(false) => self.answers(BAD_FILE),
            Err(error) => self.answers(error),
        }
    }

    fn linux_write_vector(&mut self, descriptor: u32, vector: u32, count: u32) -> Served {
        let mut written = 0u32;
        for index in 0..count.min(1024) {
            let entry = vector.wrapping_add(8 * index);
            let (buffer, length) = (self.load_word(entry)?, self.load_word(entry.wrapping_add(4))?);
            if !self.write_from(descriptor, buffer, length)? {
                return self.answers(BAD_FILE);
            }
            written = written.wrapping_add(length);
        }
        self.gives(written)
    }

    fn linux_open(&mut self, name: u32, flags: u32) -> Served {
        let name = self.string(name)?;
        let access = flags & 3;
        let mode = Mode {
            reads: access != 1,
            writes: access != 0,
            creates: flags & 0o100 != 0,
            truncates: flags & 0o1000 != 0 && access != 0,
            appends: flags & 0o2000 != 0,
        };
        match self.open_file(name, mode) {
            Some(descriptor) => self.gives(descriptor),
            None => self.answers(NO_ENTRY),
        }
    }

    fn linux_seek(&mut self, descriptor: u32, offset: u32, whence: u32) -> Served {
        let Some((length, at)) = self.cpu.outside.length(descriptor) else {
            let is_open = self.cpu.outside.get(descriptor).is_some();
            return self.answers(if is_open { NO_SEEK } else { BAD_FILE });
        };
        let from = match whence {
            0 => 0,
            1 => at,
            2 => length,
            _ => return self.answers(INVALID),
        };
        let to = (from as i64).checked_add(i64::from(offset.cast_signed()));
        match to.and_then(|to| u32::try_from(to).ok()) {
            Some(to) => {
                self.cpu.outside.seek(descriptor, to as usize);
                self.gives(to)
            }
            None => self.answers(INVALID),
        }
    }

    fn linux_break(&mut self, to: u32) -> Served {
        let outside = &mut self.cpu.outside;
        if to >= outside.heap_start && to <= self.cpu.map.data.1 {
            outside.heap = to;
        }
        let heap = outside.heap;
        self.gives(heap)
    }
}
