//! The devices of the LPC2000 family: a serial line, and registers that only keep what is put into them.
//!
//! Source: NXP UM10237 (LPC24xx), chapter 16, UART0: the receive and transmit registers and the divisor latch share an
//! address, the line status shows whether a byte has come and whether another one can be sent.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cpu::Cpu;
use super::exec::Trouble;
use super::registers::LINK;
use crate::console::{Console, Peek, Place, Request};
use crate::machine::{Observer, Stop};

/// Where UART0 begins.
const UART0: u32 = 0xE000_C000;

/// Offsets from the beginning of a UART.
mod register {
    /// The byte that has come, or the one to be sent, or the low byte of the divisor.
    pub(super) const DATA: u32 = 0;
    /// Bit 7 gives the divisor the place of the data.
    pub(super) const LINE_CONTROL: u32 = 0x0C;
    /// The state of the line.
    pub(super) const LINE_STATUS: u32 = 0x14;
}

/// The line status: a byte has come.
const READY: u32 = 1;
/// The line status: the transmit register is empty, and all of it is sent.
const SENT: u32 = 0x60;
/// The line control: the divisor latch is accessed.
const DIVISOR: u32 = 0x80;

/// After this many looks for a byte that will never come, a program is taken to wait for it.
const MOST_VAIN_POLLS: u32 = 50;
/// A program that polls this many times without reading a byte looks for one, even if it prints between.
const PATIENT_POLLS: u32 = 100_000;

/// The serial line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Uart {
    /// True if a byte waits to be read.
    is_ready: bool,
    /// The byte that was read last.
    last: u8,
    /// The instruction that has asked for the line status last, if nothing was sent or received since.
    asked_by: Option<u32>,
    /// The number of times that it has asked, one after the other.
    streak: u32,
    /// The number of times that the line status was asked for since a byte was read.
    polls: u32,
    /// True if the console knows that the program looks for a byte.
    is_announced: bool,
    /// The values put into all other device registers, by their addresses.
    kept: Arc<BTreeMap<u32, u32>>,
}

impl Uart {
    /// The part of it that decides what the machine does next: counts beyond their limits
    /// are cut to one past them.
    pub(super) fn settled(&self) -> Self {
        Self {
            streak: self.streak.min(MOST_VAIN_POLLS + 1),
            polls: self.polls.min(PATIENT_POLLS + 1),
            ..self.clone()
        }
    }
}

/// A program that looks for a byte.
struct Asked<'c> {
    cpu: &'c Cpu,
}

impl Peek for Asked<'_> {
    fn byte(&self, address: u32) -> Option<u8> {
        self.cpu.memory.byte(address)
    }

    fn parts(&self) -> Vec<(u32, &[u8])> {
        self.cpu.memory.parts()
    }

    fn place(&self) -> Option<Place> {
        let Cpu { pc, registers, printed_at, .. } = self.cpu;
        Some(Place { reads: *pc, caller: registers[usize::from(LINK)], prints: *printed_at })
    }
}

impl Cpu {
    /// Tells the console what the program is about to read.
    pub(super) fn asks(&self, request: Request, console: &mut dyn Console) {
        console.asks(request, &Asked { cpu: self });
    }

    fn divisor_is_open(&self) -> bool {
        self.uart.kept.get(&(UART0 + register::LINE_CONTROL)).is_some_and(|control| control & DIVISOR != 0)
    }

    /// Loads from a device register.
    pub(super) fn load_device(&mut self, address: u32, console: &mut dyn Console) -> Result<u32, Trouble> {
        let register = address & !3;
        let word = match register.wrapping_sub(UART0) {
            register::DATA if !self.divisor_is_open() => self.receive(console),
            register::LINE_STATUS => self.line_status(console)?,
            _ => self.uart.kept.get(&register).copied().unwrap_or(0),
        };
        Ok(word >> (8 * (address & 3)))
    }

    /// The next byte if one has come, else the last one again.
    fn receive(&mut self, console: &mut dyn Console) -> u32 {
        if (self.uart.is_ready || console.is_ready())
            && let Some(key) = console.read()
        {
            self.uart.last = key;
            self.keys_read += 1;
        }
        let Uart { last, kept, .. } = std::mem::take(&mut self.uart);
        self.uart = Uart { last, kept, ..Uart::default() };
        u32::from(last)
    }

    /// The line status. A program that is about to print asks too, each time once for one byte; it asks for a
    /// byte if the same instruction asks twice and nothing was printed between. Only then is a key pressed.
    fn line_status(&mut self, console: &mut dyn Console) -> Result<u32, Trouble> {
        let uart = &mut self.uart;
        let asks_again = uart.asked_by.replace(self.pc) == Some(self.pc);
        uart.streak = if asks_again { uart.streak.saturating_add(1) } else { 0 };
        uart.polls = uart.polls.saturating_add(1);
        if !uart.is_ready && (asks_again || uart.polls > PATIENT_POLLS) {
            if !uart.is_announced {
                uart.is_announced = true;
                self.asks(Request::Key, console);
            }
            self.uart.is_ready = console.is_ready();
            if !self.uart.is_ready && self.uart.streak > MOST_VAIN_POLLS && console.is_over() {
                return Err(Trouble::Stop(Stop::Starved));
            }
        }
        Ok(SENT | if self.uart.is_ready { READY } else { 0 })
    }

    /// Stores in a device register. A byte or a halfword is stored as the word that it is the low part of.
    pub(super) fn store_device<O: Observer<Self>>(
        &mut self,
        address: u32,
        word: u32,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Result<(), Trouble> {
        let register = address & !3;
        if register == UART0 + register::DATA && !self.divisor_is_open() {
            (self.uart.asked_by, self.uart.streak) = (None, 0);
            observer.printed(self.pc);
            if !console.write(word as u8) {
                return Err(Trouble::Stop(Stop::OutputFull));
            }
        } else {
            Arc::make_mut(&mut self.uart.kept).insert(register, word);
        }
        Ok(())
    }

    /// Two flags: `true` first for the address where a program looks for a byte, and second for the one where
    /// it reads one.
    pub(super) fn is_serial(&self, address: u32) -> (bool, bool) {
        let is_there = !self.map.devices.is_empty();
        (
            is_there && address == UART0 + register::LINE_STATUS,
            is_there && address == UART0 + register::DATA && !self.divisor_is_open(),
        )
    }
}
