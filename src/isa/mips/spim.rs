//! The behaviour of SPIM 8.0 at run time where it differs from that of MARS.
//!
//! Source: SPIM 8.0, `exceptions.s`, which calls `main` and goes on after an instruction that failed, and
//! `syscall.cpp`, which prints numbers with `%.8f` and `%.18g`.

use super::cpu::Cpu;
use super::setup::Profile;
use super::table::Instruction;
use crate::console::Console;
use crate::machine::{Access, FaultReason, Observer, Stop};

impl Cpu {
    /// Goes on after a fault, as SPIM does with those that it ignores.
    ///
    /// # Errors
    /// With the stop if the run is over all the same.
    pub(super) fn ignore(
        &mut self,
        stop: Stop,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<(), Stop> {
        let (Profile::Spim, Stop::Fault(fault)) = (self.setup.profile, stop) else { return Err(stop) };
        if fault.reason == FaultReason::BadJump(0) {
            // `main` returned to the code that called it.
            return Err(Stop::Halted);
        }
        let Some((number, name)) = exception(fault.reason) else { return Err(stop) };
        for byte in format!("  Exception {number}  [{name}]  occurred and ignored\n").bytes() {
            self.executed += 1;
            observer.printed(fault.at);
            if !console.write(byte) {
                return Err(Stop::OutputFull);
            }
        }
        if let Ok(
            Instruction::LoadWord { to, .. }
            | Instruction::LoadLinked { to, .. }
            | Instruction::LoadHalf { to, .. }
            | Instruction::LoadHalfUnsigned { to, .. }
            | Instruction::LoadByte { to, .. }
            | Instruction::LoadByteUnsigned { to, .. },
        ) = self.fetch_outside(fault.at)
        {
            // A load that fails loads zero.
            self.registers[usize::from(to)] = 0;
        }
        self.pc = fault.at.wrapping_add(4);
        self.delayed = None;
        Ok(())
    }
}

/// The exception that a fault is in SPIM, if SPIM goes on after it.
fn exception(reason: FaultReason) -> Option<(u32, &'static str)> {
    Some(match reason {
        FaultReason::Unaligned(Access::Load, ..) => (4, "Address error in inst/data fetch"),
        FaultReason::Unaligned(Access::Store, ..) => (5, "Address error in store"),
        FaultReason::NoMemory(..) => (7, "Bad data address"),
        FaultReason::Break(_) => (9, "Breakpoint"),
        FaultReason::Overflow => (12, "Arithmetic overflow"),
        FaultReason::ConditionHeld => (13, "Trap"),
        _ => return None,
    })
}

/// A single precision number as C prints it with `%.8f`.
pub(super) fn float(value: f32) -> String {
    special(value.into()).unwrap_or_else(|| format!("{value:.8}"))
}

/// A double precision number as C prints it with `%.18g`.
pub(super) fn double(value: f64) -> String {
    if let Some(name) = special(value) {
        return name;
    }
    let scientific = format!("{value:.17e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |digits: &str| {
        let zeros = if digits.contains('.') { "0" } else { "" };
        digits.trim_end_matches(|c: char| zeros.contains(c)).trim_end_matches('.').to_owned()
    };
    if (-4..18).contains(&exponent) {
        let places = usize::try_from(17 - exponent).unwrap_or(0);
        return without_zeros(&format!("{value:.places$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
}

fn special(value: f64) -> Option<String> {
    let name = match value {
        _ if value.is_nan() => "nan",
        _ if value.is_infinite() => "inf",
        _ => return None,
    };
    Some(if value.is_sign_negative() { format!("-{name}") } else { name.to_owned() })
}
