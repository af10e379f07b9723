//! The services of `syscall`, in a world of their own: scripted input, files in memory, a clock that counts instructions.
//!
//! Source: MARS 4.5, `mars/mips/instructions/syscalls/`. What MARS prints in other encodings than ASCII depends on the
//! computer; here a byte above 127 is the character of that number, in UTF-8.
//!
//! Sounds are silent and sleeping takes no time. A dialog's message is printed, and its answer is a line of the input:
//! `yes`, `no` or `cancel` to a question, anything else to a request for a value, of which `cancel` closes the dialog.

use std::any::Any;

use super::cpu::Cpu;
use super::decimal;
use super::exec::Continuation;
use super::input::{Character, InputLine};
use super::setup::Profile;
use super::spim;
use crate::console::{Console, Peek, Place, Request};
use crate::machine::{FaultReason, Observer, Stop};

/// The outcome of a service.
pub(super) type Served = Result<Continuation, FaultReason>;

/// The clock at the start of each run, in milliseconds since 1970: 1 January 2024.
const EPOCH: u64 = 1_704_067_200_000;
/// This many instructions are a millisecond.
const INSTRUCTIONS_PER_MILLISECOND: u64 = 10_000;

const STARVED: Served = Ok(Continuation::Stop(Stop::Starved));

/// `$v0`, where services are named and leave what they give back.
const V0: usize = 2;
const A0: usize = 4;
const RA: usize = 31;
const A1: usize = 5;
const A2: usize = 6;

/// A console with an observer.
struct Screen<'a, Watcher> {
    console: &'a mut dyn Console,
    observer: &'a mut Watcher,
}

impl<O: Observer<Cpu>> Screen<'_, O> {
    /// The program asks for something, and its service has done nothing else before.
    fn asks(&mut self, request: Request, cpu: &Cpu) {
        let is_alone = !O::LOOKS && !cpu.waits_for_interrupts();
        self.console.asks(request, &Asked { cpu, is_alone });
    }
}

/// A program that asks for something.
pub(super) struct Asked<'c> {
    pub(super) cpu: &'c Cpu,
    /// True if nobody looks on, and executing the instruction again does nothing but ask again.
    pub(super) is_alone: bool,
}

impl Peek for Asked<'_> {
    fn byte(&self, address: u32) -> Option<u8> {
        self.cpu.memory.byte(address)
    }

    fn string(&self, address: u32, most: usize) -> Vec<u8> {
        self.cpu.memory.string_up_to(address, most)
    }

    fn parts(&self) -> Vec<(u32, &[u8])> {
        self.cpu.memory.parts()
    }

    fn place(&self) -> Option<Place> {
        let Cpu { pc, registers, printed_at, .. } = self.cpu;
        Some(Place { reads: *pc, caller: registers[RA], prints: *printed_at })
    }

    fn copy(&self) -> Option<Box<dyn Any>> {
        // The instruction is counted when it is executed again.
        let before = || Cpu { executed: self.cpu.executed - 1, ..self.cpu.clone() };
        self.is_alone.then(|| Box::new(before()) as Box<dyn Any>)
    }
}

/// Prints bytes, each one as the character of its number, where no observer looks. Says how many were begun, as each takes the time of
/// an instruction, and whether the program goes on.
fn print_at_once(console: &mut dyn Console, bytes: &[u8]) -> (usize, Continuation) {
    let (begun, is_whole) = match bytes {
        [byte] if byte.is_ascii() => (1, console.write(*byte)),
        ascii if ascii.is_ascii() => {
            let taken = console.write_all(ascii);
            (ascii.len().min(taken + 1), taken == ascii.len())
        }
        _ => {
            let text: String = bytes.iter().copied().map(char::from).collect();
            let taken = console.write_all(text.as_bytes());
            (text.char_indices().take_while(|(at, _)| *at <= taken).count(), taken == text.len())
        }
    };
    (begun, if is_whole { Continuation::Next } else { Continuation::Stop(Stop::OutputFull) })
}

impl Cpu {
    /// Serves the `syscall` at the program counter.
    pub(super) fn service(
        &mut self,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Served {
        let mut screen = Screen { console, observer };
        let (number, a0, a1) = (self.registers[V0], self.registers[A0], self.registers[A1]);
        match number {
            1 => Ok(self.print(&mut screen, &a0.cast_signed().to_string())),
            2 => {
                let (value, is_spim) = (f32::from_bits(self.float[12]), self.setup.profile == Profile::Spim);
                Ok(self.print(&mut screen, &if is_spim { spim::float(value) } else { decimal::float(value) }))
            }
            3 => {
                let (value, is_spim) = (self.double(12), self.setup.profile == Profile::Spim);
                Ok(self
                    .print(&mut screen, &if is_spim { spim::double(value) } else { decimal::double(value) }))
            }
            4 => self.print_string(&mut screen, a0),
            5 => self.read_int(&mut screen),
            6 => self.read_float(&mut screen),
            7 => self.read_double(&mut screen),
            8 => self.read_string(&mut screen),
            9 => self.allocate(a0.cast_signed()),
            10 => Ok(Continuation::Stop(Stop::Halted)),
            11 => Ok(self.print_bytes(&mut screen, &[a0 as u8])),
            12 => self.read_char(&mut screen),
            13 => self.open_file(),
            14 => self.read_file(&mut screen),
            15 => self.write_file(&mut screen),
            16 => {
                self.files.close(a0.cast_signed());
                Ok(Continuation::Next)
            }
            17 => Ok(Continuation::Stop(Stop::Exited(a0.cast_signed()))),
            _ if self.setup.profile == Profile::Spim => Err(FaultReason::UnknownService(number)),
            30 => {
                screen.console.draws();
                let now = EPOCH + self.executed / INSTRUCTIONS_PER_MILLISECOND + self.slept;
                self.registers[A0] = now as u32;
                self.registers[A1] = (now >> 32) as u32;
                Ok(Continuation::Next)
            }
            31 => Ok(Continuation::Next),
            32 | 33 => {
                // A sound that is waited for is this many milliseconds long.
                let milliseconds = if number == 32 { a0 } else { a1 };
                self.slept += u64::try_from(milliseconds.cast_signed()).unwrap_or(0);
                Ok(Continuation::Next)
            }
            34 => Ok(self.print(&mut screen, &format!("0x{a0:08x}"))),
            35 => Ok(self.print(&mut screen, &format!("{a0:032b}"))),
            36 => Ok(self.print(&mut screen, &a0.to_string())),
            40..=44 => {
                screen.console.draws();
                self.random(number)
            }
            50..=59 => self.dialog(&mut screen, number),
            _ => Err(FaultReason::UnknownService(number)),
        }
    }

    /// Prints bytes, each one as the character of its number.
    fn print_bytes<O: Observer<Self>>(&mut self, screen: &mut Screen<'_, O>, bytes: &[u8]) -> Continuation {
        if !O::LOOKS {
            let (begun, printed) = print_at_once(screen.console, bytes);
            self.executed += begun as u64;
            return printed;
        }
        for byte in bytes {
            self.executed += 1;
            let mut buffer = [0; 2];
            for part in char::from(*byte).encode_utf8(&mut buffer).bytes() {
                screen.observer.printed(self.pc);
                if !screen.console.write(part) {
                    return Continuation::Stop(Stop::OutputFull);
                }
            }
        }
        Continuation::Next
    }

    fn print(&mut self, screen: &mut Screen<'_, impl Observer<Self>>, text: &str) -> Continuation {
        self.print_bytes(screen, text.as_bytes())
    }

    /// Prints the bytes up to the next zero; those before an address that cannot be read are printed all the same.
    fn print_string<O: Observer<Self>>(&mut self, screen: &mut Screen<'_, O>, address: u32) -> Served {
        if !O::LOOKS
            && let Some(text) = self.memory.plain_string(address)
        {
            let (begun, printed) = print_at_once(screen.console, text);
            if text[..begun].iter().any(u8::is_ascii_alphanumeric) {
                self.printed_at = (self.pc, address);
            }
            self.executed += begun as u64;
            return Ok(printed);
        }
        let (bytes, end) = match self.memory.string(address) {
            Ok(bytes) => (bytes, Ok(Continuation::Next)),
            Err((bytes, reason)) => (bytes, Err(reason)),
        };
        let before = self.executed;
        let printed = self.print_bytes(screen, &bytes);
        let seen = (self.executed - before) as usize;
        if bytes[..seen].iter().any(u8::is_ascii_alphanumeric) {
            self.printed_at = (self.pc, address);
        }
        match printed {
            Continuation::Next => end,
            stop => Ok(stop),
        }
    }

    fn read_int(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        screen.asks(Request::Integer, self);
        let Some(line) = self.read_line(screen.console) else { return STARVED };
        let value = match (line.integer(), self.setup.profile) {
            (Some(value), _) => value,
            (None, Profile::Spim) => line.leading_integer(),
            (None, Profile::Mars) => return Err(FaultReason::BadInput(5)),
        };
        self.registers[V0] = value as u32;
        Ok(Continuation::Next)
    }

    fn read_float(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        screen.asks(Request::Real, self);
        let Some(line) = self.read_line(screen.console) else { return STARVED };
        self.float[0] = match (line.float(), self.setup.profile) {
            (Some(value), _) => value.to_bits(),
            (None, Profile::Spim) => (line.leading_number() as f32).to_bits(),
            (None, Profile::Mars) => return Err(FaultReason::BadInput(6)),
        };
        Ok(Continuation::Next)
    }

    fn read_double(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        screen.asks(Request::Real, self);
        let Some(line) = self.read_line(screen.console) else { return STARVED };
        let value = match (line.double(), self.setup.profile) {
            (Some(value), _) => value,
            (None, Profile::Spim) => line.leading_number(),
            (None, Profile::Mars) => return Err(FaultReason::BadInput(7)),
        };
        self.set_double_bits(0, value.to_bits());
        Ok(Continuation::Next)
    }

    /// Reads a string of less than `$a1` characters to `$a0`. A line that is shorter keeps its line feed.
    fn read_string(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        let (buffer, size) = (self.registers[A0], self.registers[A1].cast_signed());
        let most = usize::try_from(size.saturating_sub(1)).unwrap_or(0);
        screen.asks(Request::Text, self);
        let Some(mut characters) = self.read_characters(screen.console, most) else { return STARVED };
        if size < 1 {
            // MARS waits for the line and then writes nothing at all.
            return Ok(Continuation::Next);
        }
        if characters.len() < most {
            characters.push(b'\n');
        }
        characters.push(0);
        self.executed += characters.len() as u64;
        for (index, byte) in characters.into_iter().enumerate() {
            let address = buffer.wrapping_add(index as u32);
            screen.observer.storing(self, address, 1);
            self.memory.store_byte(address, byte)?;
        }
        Ok(Continuation::Next)
    }

    fn read_char(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        screen.asks(Request::Character, self);
        match self.read_character(screen.console) {
            Character::Never => STARVED,
            Character::Some(byte) => {
                self.registers[V0] = u32::from(byte);
                Ok(Continuation::Next)
            }
            Character::None => Err(FaultReason::BadInput(12)),
        }
    }

    /// Gives the program more heap; `$v0` becomes the address of the new part.
    fn allocate(&mut self, bytes: i32) -> Served {
        let refused = Err(FaultReason::BadArgument(9, bytes));
        let Ok(wanted) = u32::try_from(bytes) else { return refused };
        let end = self.heap.checked_add(wanted).and_then(|end| end.checked_next_multiple_of(4));
        match end {
            Some(end) if end < self.map.data_limit => {
                self.registers[V0] = self.heap;
                self.heap = end;
                Ok(Continuation::Next)
            }
            _ => refused,
        }
    }

    /// The string at an address.
    fn string(&mut self, address: u32) -> Result<Vec<u8>, FaultReason> {
        self.memory.string(address).map_err(|(read, reason)| self.after(read.len(), reason))
    }

    /// A fault after this many bytes were read, which are work too: a handler may let the program begin again.
    fn after(&mut self, bytes: usize, reason: FaultReason) -> FaultReason {
        self.executed += bytes as u64;
        reason
    }

    fn open_file(&mut self) -> Served {
        let name = self.string(self.registers[A0])?;
        self.executed += name.len() as u64;
        self.registers[V0] = self.files.open(name, self.registers[A1].cast_signed()) as u32;
        Ok(Continuation::Next)
    }

    fn read_file(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        let (descriptor, buffer) = (self.registers[A0].cast_signed(), self.registers[A1]);
        let length = self.registers[A2].cast_signed();
        let Ok(length) = usize::try_from(length) else { return Err(FaultReason::BadArgument(14, length)) };
        let read = if descriptor == 0 {
            screen.asks(Request::Text, self);
            match self.read_characters(screen.console, length) {
                Some(mut line) => {
                    if line.len() < length {
                        line.push(b'\n');
                    }
                    Some(line)
                }
                None if screen.console.has_end() => Some(Vec::new()),
                None => return STARVED,
            }
        } else {
            self.files.read(descriptor, length)
        };
        let Some(bytes) = read else {
            self.registers[V0] = u32::MAX;
            return Ok(Continuation::Next);
        };
        self.executed += bytes.len() as u64;
        self.registers[V0] = bytes.len() as u32;
        for (index, byte) in bytes.into_iter().enumerate() {
            let address = buffer.wrapping_add(index as u32);
            screen.observer.storing(self, address, 1);
            self.memory.store_byte(address, byte)?;
        }
        Ok(Continuation::Next)
    }

    fn write_file(&mut self, screen: &mut Screen<'_, impl Observer<Self>>) -> Served {
        let (descriptor, buffer) = (self.registers[A0].cast_signed(), self.registers[A1]);
        let length = self.registers[A2].cast_signed();
        let Ok(wanted) = u32::try_from(length) else { return Err(FaultReason::BadArgument(15, length)) };
        let mut bytes = Vec::new();
        // MARS looks one byte further than it writes.
        for index in 0..=wanted {
            match self.memory.load_byte(buffer.wrapping_add(index)) {
                Ok(byte) => bytes.push(byte),
                Err(reason) => return Err(self.after(bytes.len(), reason)),
            }
        }
        bytes.truncate(wanted as usize);
        self.executed += bytes.len() as u64;
        let written = if matches!(descriptor, 1 | 2) {
            for byte in &bytes {
                screen.observer.printed(self.pc);
                if !screen.console.write(*byte) {
                    return Ok(Continuation::Stop(Stop::OutputFull));
                }
            }
            true
        } else {
            self.files.write(descriptor, &bytes)
        };
        self.registers[V0] = if written { wanted } else { u32::MAX };
        Ok(Continuation::Next)
    }

    /// Services 40 to 44. What the setup forces comes first.
    fn random(&mut self, number: u32) -> Served {
        let (stream, argument) = (self.registers[A0].cast_signed(), self.registers[A1].cast_signed());
        if number == 40 {
            self.streams.seed(stream, argument);
            return Ok(Continuation::Next);
        }
        if number == 42 && argument <= 0 {
            return Err(FaultReason::BadArgument(42, argument));
        }
        let forced = self.setup.draws.get(self.drawn).copied();
        self.drawn += 1;
        let stream = self.streams.get(stream);
        match (number, forced) {
            (41, forced) => self.registers[A0] = forced.unwrap_or_else(|| stream.int()) as u32,
            (42, Some(value)) => self.registers[A0] = value.rem_euclid(argument) as u32,
            (42, None) => self.registers[A0] = stream.below(argument) as u32,
            (43, _) => self.float[0] = stream.float().to_bits(),
            _ => {
                let value = stream.double();
                self.set_double(0, value);
            }
        }
        Ok(Continuation::Next)
    }

    /// Services 50 to 59: dialogs with one button or more.
    fn dialog(&mut self, screen: &mut Screen<'_, impl Observer<Self>>, number: u32) -> Served {
        let mut message = self.string(self.registers[A0])?;
        match number {
            56 => message.extend(self.registers[A1].cast_signed().to_string().bytes()),
            57 => message.extend(decimal::float(f32::from_bits(self.float[12])).bytes()),
            58 => message.extend(decimal::double(self.double(12)).bytes()),
            59 => message.extend(self.string(self.registers[A1])?),
            _ => {}
        }
        message.push(b'\n');
        if let stop @ Continuation::Stop(_) = self.print_bytes(screen, &message) {
            return Ok(stop);
        }
        if number >= 55 {
            return Ok(Continuation::Next);
        }
        let request = match number {
            50 => Request::Choice,
            51 => Request::Integer,
            54 => Request::Text,
            _ => Request::Real,
        };
        screen.console.asks(request, &Asked { cpu: self, is_alone: false });
        let Some(line) = self.read_line(screen.console) else { return STARVED };
        match number {
            50 => self.registers[A0] = line.choice(),
            54 => return self.answer_string(screen, &line),
            _ => self.answer_number(number, &line),
        }
        Ok(Continuation::Next)
    }

    /// The number typed in a dialog; `$a1` becomes 0, or -1 for no number, -2 for `cancel`, -3 for nothing.
    fn answer_number(&mut self, number: u32, line: &InputLine) {
        let status = match line.status() {
            0 => match number {
                51 => {
                    let value = line.strict_integer();
                    self.registers[A0] = value.unwrap_or(0) as u32;
                    value.map_or(-1, |_| 0)
                }
                52 => {
                    let value = line.float();
                    self.float[0] = value.unwrap_or(0.0).to_bits();
                    value.map_or(-1, |_| 0)
                }
                _ => {
                    let value = line.double();
                    self.set_double_bits(0, value.unwrap_or(0.0).to_bits());
                    value.map_or(-1, |_| 0)
                }
            },
            status => {
                match number {
                    51 => self.registers[A0] = 0,
                    52 => self.float[0] = 0,
                    _ => self.set_double_bits(0, 0),
                }
                status
            }
        };
        self.registers[A1] = status as u32;
    }

    /// The string typed in a dialog, to `$a1`, of which `$a2` is the size; `$a1` becomes its status, -4 for one too long.
    fn answer_string(&mut self, screen: &mut Screen<'_, impl Observer<Self>>, line: &InputLine) -> Served {
        let (buffer, size) = (self.registers[A1], self.registers[A2].cast_signed());
        let mut status = line.status();
        if status == 0 {
            let most = usize::try_from(size.saturating_sub(1)).unwrap_or(0);
            let mut bytes = line.bytes().to_vec();
            if bytes.len() > most {
                status = -4;
                bytes.truncate(most);
            } else if bytes.len() < most {
                bytes.push(b'\n');
            }
            bytes.push(0);
            for (index, byte) in bytes.into_iter().enumerate() {
                let address = buffer.wrapping_add(index as u32);
                screen.observer.storing(self, address, 1);
                self.memory.store_byte(address, byte)?;
            }
        }
        self.registers[A1] = status as u32;
        Ok(Continuation::Next)
    }
}
