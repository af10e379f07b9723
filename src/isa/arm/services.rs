//! The services that `SWI` calls: those of the boards, in a world of their own. Input is scripted, files are
//! in memory, and the clock counts instructions.

mod armsim;
mod linux;
mod semihost;

use super::board::Board;
use super::cpu::Cpu;
use super::exec::{ServiceOutcome, Trouble};
use super::files::{Mode, Open};
use crate::console::{Console, Request};
use crate::machine::{Access, FaultReason, Observer, Stop};

/// The comment of the `SWI` by which a compiled program says that it divides by zero.
pub const DIVISION_BY_ZERO: u32 = 0xD1D0;

/// The outcome of a service.
type Served = Result<ServiceOutcome, Trouble>;

/// Supervisor mode, and where the processor goes on in it.
const SUPERVISOR: (u32, u32) = (0x13, 8);

/// More bytes than these no name and no string has.
const LONGEST: usize = 1 << 20;

/// A failed service of semihosting and of Linux, and the end of a file.
const FAILED: u32 = u32::MAX;

/// The effects of a service besides its output.
pub(super) struct Called {
    /// The registers that it takes, as a mask.
    pub(super) reads: u32,
    /// True if it reads from the keyboard.
    pub(super) reads_key: bool,
    /// True if it changes or reads state that is in no register and in no memory.
    pub(super) is_outside: bool,
}

/// A machine with a console, while it serves.
struct Server<'s, O> {
    cpu: &'s mut Cpu,
    console: &'s mut dyn Console,
    observer: &'s mut O,
}

impl Cpu {
    /// Serves the `SWI` of a number at the program counter, after which the program goes on at `returns_to`.
    pub(super) fn service<O: Observer<Self>>(
        &mut self,
        number: u32,
        returns_to: u32,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Served {
        let board = self.setup.board;
        if board == Board::Lpc2xxx {
            // There is no system: the processor takes an exception.
            let (mode, vector) = SUPERVISOR;
            self.enter(mode, vector, returns_to);
            return Ok(ServiceOutcome::Gone);
        }
        let mut server = Server { cpu: self, console, observer };
        match board {
            Board::Hosted if number == DIVISION_BY_ZERO => Err(FaultReason::Break(number).into()),
            Board::Semihost | Board::Hosted => server.semihost(number),
            Board::Linux => server.linux(number),
            Board::Armsim | Board::Lpc2xxx => server.armsim(number),
        }
    }

    /// The number of the service that the `SWI` with a comment calls.
    pub(super) fn service_number(&self, comment: u32) -> u32 {
        match self.setup.board {
            Board::Semihost | Board::Hosted => self.registers[0],
            Board::Linux => linux::number(comment, self.registers[7]),
            Board::Armsim | Board::Lpc2xxx => comment,
        }
    }

    /// The effects of the service of a number before it is executed.
    pub(super) fn service_effects(&self, number: u32) -> Called {
        let [a, b] = [self.registers[0], self.registers[1]];
        let is_keyboard = |descriptor: u32| self.outside.get(descriptor) == Some(&Open::Keyboard);
        let is_file =
            |descriptor: u32| matches!(self.outside.get(descriptor), None | Some(Open::File { .. }));
        let board = if self.setup.board == Board::Hosted { Board::Semihost } else { self.setup.board };
        let (reads, reads_key, is_outside) = match (board, number) {
            (Board::Semihost, 0x03 | 0x04) => (0b11, false, false),
            (Board::Semihost, 0x05 | 0x06) => {
                let descriptor = self.word(b).unwrap_or(u32::MAX);
                (0b11, number == 0x06 && is_keyboard(descriptor), is_file(descriptor))
            }
            (Board::Semihost, 0x07) => (0b1, true, false),
            (Board::Linux, 3 | 4) => (0b1000_0111, number == 3 && !is_file(a), is_file(a)),
            (Board::Linux, 1 | 248 | 6 | 13 | 45) => (0b1000_0001, false, true),
            (Board::Linux, 20) => (0b1000_0000, false, false),
            (Board::Linux, _) => (0b1000_0011, false, true),
            (Board::Armsim, 0x00 | 0x02) => (0b1, false, false),
            (Board::Armsim, 0x11 | 0x13 | 0x6D) => (0, false, true),
            (Board::Armsim, 0x60 | 0x69 | 0x6B) => (0b11, false, is_file(a)),
            (Board::Armsim, 0x61 | 0x6C) => (0b1, is_keyboard(a), is_file(a)),
            (Board::Armsim, 0x62 | 0x6A) => (0b111, is_keyboard(a), is_file(a)),
            (Board::Armsim, 0x63) => (0b111, false, is_file(a)),
            (Board::Armsim, 0x12 | 0x68) | (Board::Semihost, 0x10 | 0x11 | 0x31) => (0b1, false, true),
            (Board::Armsim, 0x66) | (Board::Semihost, _) => (0b11, false, true),
            (Board::Armsim | Board::Lpc2xxx | Board::Hosted, _) => (0, false, false),
        };
        Called { reads, reads_key, is_outside }
    }

    /// Puts on the stack what Linux leaves there for a program: the number of its arguments, the first of
    /// which is its name.
    pub(super) fn prepare_process(&mut self) {
        if self.setup.board == Board::Linux {
            linux::prepare(self);
        }
    }
}

impl<O: Observer<Cpu>> Server<'_, O> {
    fn register(&self, number: usize) -> u32 {
        self.cpu.registers[number]
    }

    /// Leaves a result.
    #[expect(clippy::unnecessary_wraps, reason = "what services end with")]
    fn gives(&mut self, value: u32) -> Served {
        self.cpu.registers[0] = value;
        Ok(ServiceOutcome::Next)
    }

    /// Prints bytes.
    fn print(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        for byte in bytes {
            self.cpu.executed += 1;
            if self.cpu.setup.obeys_escapes {
                for shown in self.cpu.terminal.shows(*byte) {
                    self.show(shown)?;
                }
            } else {
                self.show(*byte)?;
            }
        }
        Ok(())
    }

    fn show(&mut self, byte: u8) -> Result<(), Trouble> {
        self.observer.printed(self.cpu.pc);
        if self.console.write(byte) { Ok(()) } else { Err(Trouble::Stop(Stop::OutputFull)) }
    }

    /// Prints bytes that lie in memory.
    fn print_from(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trouble> {
        self.cpu.printed_at = (self.cpu.pc, address);
        self.print(bytes)
    }

    fn load_byte(&self, address: u32) -> Result<u8, Trouble> {
        Ok(u8::from_le_bytes(self.cpu.memory.load(address)?))
    }

    fn load_word(&self, address: u32) -> Result<u32, Trouble> {
        Ok(u32::from_le_bytes(self.cpu.memory.load(address)?))
    }

    /// This many bytes of memory.
    fn bytes(&self, address: u32, length: u32) -> Result<Vec<u8>, Trouble> {
        if length as usize > LONGEST {
            return Err(FaultReason::NoMemory(Access::Load, address.wrapping_add(length)).into());
        }
        (0..length).map(|index| self.load_byte(address.wrapping_add(index))).collect()
    }

    /// The bytes up to the next zero.
    fn string(&self, address: u32) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        while bytes.len() < LONGEST {
            match self.load_byte(address.wrapping_add(bytes.len() as u32))? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// Stores bytes in memory.
    fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), Trouble> {
        for (index, byte) in (0u32..).zip(bytes) {
            self.cpu.executed += 1;
            let address = address.wrapping_add(index);
            self.observer.storing(self.cpu, address, 1);
            self.cpu.memory.store(address, [*byte])?;
            self.cpu.made_stale(address, 1);
        }
        Ok(())
    }

    /// The next byte of the input; the run ends if there is none left.
    fn read_byte(&mut self, request: Request) -> Result<u8, Trouble> {
        self.cpu.asks(request, self.console);
        self.typed().ok_or(Trouble::Stop(Stop::Starved))
    }

    fn typed(&mut self) -> Option<u8> {
        let byte = self.console.read();
        self.cpu.keys_read += u64::from(byte.is_some());
        self.cpu.executed += 1;
        byte
    }

    /// The bytes of a line with its end, up to this many, as a terminal gives them; the run ends where there is nothing.
    fn read_line(&mut self, most: usize, request: Request) -> Result<Vec<u8>, Trouble> {
        let mut line = Vec::new();
        if most == 0 {
            return Ok(line);
        }
        self.cpu.asks(request, self.console);
        while line.len() < most {
            match self.typed() {
                Some(b'\r') => {}
                Some(byte) => {
                    line.push(byte);
                    if byte == b'\n' {
                        break;
                    }
                }
                None => break,
            }
        }
        if line.is_empty() { Err(Trouble::Stop(Stop::Starved)) } else { Ok(line) }
    }

    /// Reads from a descriptor to memory; the number of bytes, or `None` if it cannot be read.
    fn read_to(&mut self, descriptor: u32, address: u32, length: u32) -> Result<Option<u32>, Trouble> {
        let bytes = match self.cpu.outside.get(descriptor) {
            Some(Open::Keyboard) => Some(self.read_line(length as usize, Request::Text)?),
            Some(Open::File { .. }) => self.cpu.outside.read(descriptor, (length as usize).min(LONGEST)),
            Some(Open::Screen) | None => None,
        };
        let Some(bytes) = bytes else { return Ok(None) };
        self.store(address, &bytes)?;
        Ok(Some(bytes.len() as u32))
    }

    /// Writes memory to a descriptor; `false` if it cannot be written.
    fn write_from(&mut self, descriptor: u32, address: u32, length: u32) -> Result<bool, Trouble> {
        match self.cpu.outside.get(descriptor) {
            // A terminal is open for both.
            Some(Open::Screen | Open::Keyboard) => {
                let bytes = self.bytes(address, length)?;
                self.print_from(address, &bytes)?;
                Ok(true)
            }
            Some(Open::File { .. }) => {
                let bytes = self.bytes(address, length)?;
                self.cpu.executed += u64::from(length);
                Ok(self.cpu.outside.write(descriptor, &bytes))
            }
            None => Ok(false),
        }
    }

    /// The time in milliseconds since 1970.
    fn time(&mut self) -> u64 {
        self.console.draws();
        self.cpu.outside.time(self.cpu.executed)
    }

    /// Takes more memory for the heap; the first address of it, or `None` if there is not enough.
    fn allocate(&mut self, size: u32) -> Option<u32> {
        let start = self.cpu.outside.heap;
        let end = start.checked_add(size.checked_next_multiple_of(8)?)?;
        (end <= self.cpu.map.data.1).then(|| {
            self.cpu.outside.heap = end;
            start
        })
    }

    fn open_file(&mut self, name: Vec<u8>, mode: Mode) -> Option<u32> {
        self.cpu.outside.open(name, mode)
    }
}
