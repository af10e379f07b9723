//! Every instruction in its general form: those that the plain operations leave out, and all that use the
//! program counter.

use super::super::alu::{compute, shift, shifted};
use super::super::cpu::Cpu;
use super::super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::super::operation::{loads_block, span};
use super::super::registers::{LINK, PROGRAM_COUNTER, Status};
use super::super::table::{Decoded, Name};
use super::step::Step;
use super::{Machine, Trouble};
use crate::machine::{FaultReason, Observer};

/// The condition flags in a status register.
const FLAGS: u32 = 0xF000_0000;
/// The bits of a status register that a program without privileges can set: the flags.
const UNPRIVILEGED: u32 = 0xFF00_0000;

impl<O: Observer<Cpu>> Step<'_, O> {
    /// Executes the instruction at the program counter, whose condition holds.
    pub(super) fn general(&mut self) -> Result<(), Trouble> {
        let pc = self.cpu.pc;
        let word = u32::from_le_bytes(self.cpu.memory.load(pc)?);
        let decoded = self.cpu.code.decoded(word, pc).ok_or(FaultReason::IllegalInstruction(word))?;
        let operands: [Option<Operand>; 4] = std::array::from_fn(|index| decoded.operand(index));
        let name = decoded.row.name;
        match (name, operands) {
            (_, [Some(Operand::Base(base, writes_back)), Some(Operand::List(registers, user)), ..]) => {
                self.block_transfer(name, base, writes_back, registers, user)
            }
            (
                Name::Swap | Name::SwapByte,
                [
                    Some(Operand::Register(to)),
                    Some(Operand::Register(from)),
                    Some(Operand::Address(place)),
                    _,
                ],
            ) => self.swap(name, to, from, place.base),
            (_, [Some(Operand::Register(number)), Some(Operand::Address(place)), ..]) => {
                self.transfer(name, number, place)
            }
            (Name::MoveFromStatus, [Some(Operand::Register(to)), Some(Operand::Status(status)), ..]) => {
                let value = if status.saved { self.saved()? } else { self.cpu.status() };
                self.write(to, value)
            }
            (Name::MoveToStatus, [Some(Operand::Status(status)), Some(Operand::Shifter(shifter)), ..]) => {
                let (value, _) = self.shifter(shifter);
                self.move_to_status(status, value)
            }
            (Name::Service, [Some(Operand::Number(number)), ..]) => self.call_service(number),
            (Name::Breakpoint, [Some(Operand::Number(code)), ..]) => Err(FaultReason::Break(code).into()),
            (Name::NoOperation, _) => Ok(()),
            (Name::BranchExchange, [Some(Operand::Register(target)), ..]) => {
                self.jump_to(self.cpu.read(target), true)
            }
            (Name::CallExchange, [Some(Operand::Register(target)), ..]) => {
                let target = self.cpu.read(target);
                let link = self.link();
                self.set(LINK, link);
                self.jump_to(target, true)
            }
            (_, [Some(Operand::Register(to)), Some(Operand::Number(number)), ..]) => {
                let old = self.cpu.read(to);
                self.write(to, if name == Name::MoveTop { number << 16 | old & 0xFFFF } else { number })
            }
            (
                _,
                [.., Some(Operand::Shifter(shifter)), None]
                | [.., Some(Operand::Shifter(shifter)), None, None],
            ) => self.process(&decoded, shifter),
            _ => self.registers_only(&decoded),
        }
    }

    /// Sets a register; if it is the program counter, the program goes on there.
    fn write(&mut self, number: u8, value: u32) -> Result<(), Trouble> {
        if number == PROGRAM_COUNTER {
            return self.jump_to(value, false);
        }
        self.set(number, value);
        Ok(())
    }

    /// The value of a shifter operand, and the carry that comes out. The program counter is another word ahead
    /// if the amount of the shift is in a register.
    fn shifter(&mut self, shifter: Shifter) -> (u32, bool) {
        let carry = self.cpu.flags.carry();
        match shifter {
            Shifter::Register(number, how) => {
                let value = self.ahead(number, how);
                shift(value, how, carry, |by| self.cpu.read(by))
            }
            constant => {
                let code = constant.code().unwrap_or(0);
                let rotation = code >> 7 & 0b1_1110;
                let value = (code & 0xFF).rotate_right(rotation);
                (value, if rotation == 0 { carry } else { value >> 31 != 0 })
            }
        }
    }

    fn ahead(&self, number: u8, how: Shift) -> u32 {
        let is_later = number == PROGRAM_COUNTER && matches!(how, Shift::ByRegister(..));
        self.cpu.read(number).wrapping_add(if is_later { 4 } else { 0 })
    }

    /// Data processing.
    fn process(&mut self, decoded: &Decoded, shifter: Shifter) -> Result<(), Trouble> {
        let how = if let Shifter::Register(_, how) = shifter { how } else { Shift::NONE };
        let (right, carry) = self.shifter(shifter);
        let registers: Vec<u8> = decoded
            .operands()
            .filter_map(|operand| if let Operand::Register(number) = operand { Some(number) } else { None })
            .collect();
        // A move has no first operand, and a comparison has no destination.
        let (to, left) = match (decoded.row.name, registers.as_slice()) {
            (Name::Move | Name::MoveNot, [to]) => (*to, 0),
            (_, [left]) => (0, self.ahead(*left, how)),
            (_, [to, left]) => (*to, self.ahead(*left, how)),
            _ => return self.registers_only(decoded),
        };
        let mut flags = self.cpu.flags;
        let computed = compute(decoded.row.name, decoded.sets_flags, left, right, &mut flags);
        let Some((value, writes, is_logical)) = computed else { return self.registers_only(decoded) };
        if is_logical {
            flags.set_result(value);
            flags.set_carry(carry);
        }
        if writes && to == PROGRAM_COUNTER && decoded.sets_flags {
            // The return from an exception.
            let status = self.saved()?;
            self.cpu.set_status(status);
            return self.jump_to(value, false);
        }
        self.cpu.flags = flags;
        if writes { self.write(to, value) } else { Ok(()) }
    }

    /// Multiplications, divisions and all others that have only registers.
    fn registers_only(&mut self, decoded: &Decoded) -> Result<(), Trouble> {
        let mut numbers = [0; 4];
        for (place, operand) in numbers.iter_mut().zip(decoded.operands()) {
            if let Operand::Register(number) = operand {
                *place = number;
            }
        }
        let [first, second, third, fourth] = numbers;
        let [_, b, c, d] = numbers.map(|number| self.cpu.read(number));
        let value = match decoded.row.name {
            Name::Multiply => b.wrapping_mul(c),
            Name::MultiplyAdd => b.wrapping_mul(c).wrapping_add(d),
            Name::MultiplySubtract => d.wrapping_sub(b.wrapping_mul(c)),
            Name::UnsignedLong | Name::UnsignedLongAdd | Name::SignedLong | Name::SignedLongAdd => {
                return self.multiply_long(decoded, (first, second), (third, fourth));
            }
            Name::DivideUnsigned => b.checked_div(c).unwrap_or(0),
            Name::DivideSigned if c == 0 => 0,
            Name::DivideSigned => b.cast_signed().wrapping_div(c.cast_signed()) as u32,
            Name::CountLeadingZeros => b.leading_zeros(),
            Name::ExtendByte => b & 0xFF,
            Name::ExtendHalf => b & 0xFFFF,
            Name::ExtendSignedByte => (b as u8).cast_signed() as u32,
            Name::ExtendSignedHalf => (b as u16).cast_signed() as u32,
            Name::ReverseBytes => b.swap_bytes(),
            _ => {
                let word = u32::from_le_bytes(self.cpu.memory.load(self.cpu.pc)?);
                return Err(FaultReason::IllegalInstruction(word).into());
            }
        };
        if decoded.sets_flags {
            self.cpu.flags.set_result(value);
        }
        self.write(first, value)
    }

    fn multiply_long(
        &mut self,
        decoded: &Decoded,
        (low, high): (u8, u8),
        (left, right): (u8, u8),
    ) -> Result<(), Trouble> {
        let read = |number: u8| self.cpu.read(number);
        let unsigned = || u64::from(read(left)) * u64::from(read(right));
        let signed = || {
            let [left, right] = [left, right].map(|number| i64::from(read(number).cast_signed()));
            (left * right).cast_unsigned()
        };
        let before = || u64::from(read(high)) << 32 | u64::from(read(low));
        let product = match decoded.row.name {
            Name::UnsignedLong => unsigned(),
            Name::UnsignedLongAdd => unsigned().wrapping_add(before()),
            Name::SignedLong => signed(),
            _ => signed().wrapping_add(before()),
        };
        if decoded.sets_flags {
            self.cpu.flags.set_long(product);
        }
        self.write(low, product as u32)?;
        self.write(high, (product >> 32) as u32)
    }

    fn swap(&mut self, name: Name, to: u8, from: u8, base: u8) -> Result<(), Trouble> {
        let (address, new) = (self.cpu.read(base), self.cpu.read(from));
        let old = if name == Name::SwapByte {
            let old = self.load_byte(address)?;
            self.store_byte(address, new as u8)?;
            u32::from(old)
        } else {
            let old = self.load_word(address)?;
            self.store_word(address, new)?;
            old
        };
        self.write(to, old)
    }

    /// The saved status of the mode, which must have one.
    fn saved(&mut self) -> Result<u32, Trouble> {
        self.cpu.saved_status().copied().ok_or_else(|| FaultReason::Privilege.into())
    }

    fn move_to_status(&mut self, status: Status, value: u32) -> Result<(), Trouble> {
        let mut mask = (0..4)
            .filter(|byte| status.fields >> byte & 1 != 0)
            .fold(0, |mask, byte| mask | 0xFF << (8 * byte));
        if status.saved {
            let Some(saved) = self.cpu.saved_status() else { return Err(FaultReason::Privilege.into()) };
            *saved = (*saved & !mask) | (value & mask);
            return Ok(());
        }
        if !self.cpu.is_privileged() {
            mask &= UNPRIVILEGED;
        }
        let old = self.cpu.status();
        let new = (old & !mask) | (value & mask);
        if mask & FLAGS == 0 && new == old {
            return Ok(());
        }
        self.cpu.set_status(new);
        Ok(())
    }

    /// Loads or stores one register.
    fn transfer(&mut self, name: Name, number: u8, place: Address) -> Result<(), Trouble> {
        let base = self.cpu.read(place.base);
        let (down, size) = match place.offset {
            Offset::Constant { down, size } => (down, size),
            Offset::Register { down, register, shift: how } => {
                let value = self.cpu.read(register);
                let carry = self.cpu.flags.carry();
                let (value, _) = match how {
                    Shift::By(kind, amount) => shifted(value, kind, amount, carry),
                    how => shift(value, how, carry, |_| 0),
                };
                (down, value)
            }
        };
        let moved = if down { base.wrapping_sub(size) } else { base.wrapping_add(size) };
        let address = if place.indexing == Indexing::After { base } else { moved };
        let writes_back = place.indexing != Indexing::Offset;
        // The program counter is stored as the address of a later instruction.
        let is_ahead = number == PROGRAM_COUNTER && !self.cpu.map.takes_unaligned;
        let stored = self.cpu.read(number).wrapping_add(if is_ahead { 4 } else { 0 });
        let loaded = match name {
            Name::LoadWord | Name::LoadWordUser => Some(self.load_word(address)?),
            Name::LoadByte | Name::LoadByteUser => Some(u32::from(self.load_byte(address)?)),
            Name::LoadHalf => Some(u32::from(self.load_half(address)?)),
            Name::LoadSignedByte => Some(self.load_byte(address)?.cast_signed() as u32),
            Name::LoadSignedHalf => Some(self.load_half(address)?.cast_signed() as u32),
            Name::StoreWord | Name::StoreWordUser => {
                self.store_word(address, stored)?;
                None
            }
            Name::StoreHalf => {
                self.store_half(address, stored as u16)?;
                None
            }
            _ => {
                self.store_byte(address, stored as u8)?;
                None
            }
        };
        if writes_back {
            self.write(place.base, moved)?;
        }
        loaded.map_or(Ok(()), |value| self.write(number, value))
    }

    /// Loads or stores several registers.
    fn block_transfer(
        &mut self,
        name: Name,
        base: u8,
        writes_back: bool,
        registers: u16,
        user: bool,
    ) -> Result<(), Trouble> {
        let first = self.cpu.read(base);
        let Some((start, change)) = span(name, registers.count_ones()) else { return Ok(()) };
        let address = first.wrapping_add_signed(start);
        let returns = registers >> PROGRAM_COUNTER & 1 != 0;
        // `^` means the registers of user mode, unless the program counter is loaded: then the mode before an exception comes back.
        let of_user = user && !(returns && loads_block(name));
        if loads_block(name) {
            let mut loaded = [0; 16];
            for (address, number) in Self::block(address, registers) {
                loaded[usize::from(number)] = self.load_word(address)?;
            }
            if writes_back {
                self.write(base, first.wrapping_add_signed(change))?;
            }
            if user && returns {
                let status = self.saved()?;
                for (_, number) in Self::block(address, registers & 0x7FFF) {
                    self.set(number, loaded[usize::from(number)]);
                }
                self.cpu.set_status(status);
                return self.jump_to(loaded[usize::from(PROGRAM_COUNTER)], false);
            }
            for (_, number) in Self::block(address, registers) {
                let value = loaded[usize::from(number)];
                if of_user {
                    *self.cpu.user_register(number) = value;
                } else {
                    self.write(number, value)?;
                }
            }
            return Ok(());
        }
        for (address, number) in Self::block(address, registers) {
            let value = if number == PROGRAM_COUNTER {
                self.cpu.read(number).wrapping_add(if self.cpu.map.takes_unaligned { 0 } else { 4 })
            } else if of_user {
                *self.cpu.user_register(number)
            } else {
                self.cpu.read(number)
            };
            self.store_word(address, value)?;
        }
        if writes_back { self.write(base, first.wrapping_add_signed(change)) } else { Ok(()) }
    }
}
