//! The program that comes along in a bundle: this one, for computers that have nothing else of it.

use std::collections::BTreeMap;

/// The form in which the program gets to the computer that grades.
#[derive(Clone, Debug)]
pub enum Program {
    /// As a file that is run.
    Binary(Vec<u8>),
    /// As sources, by their paths below the folder of the project, from which it is built there.
    Sources(BTreeMap<String, Vec<u8>>),
}

/// `Some(true)` if a program for Linux on a 64-bit PC starts on every such computer: it asks for no loader
/// and no libraries of the system. `None` if it is no such program.
///
/// Source: System V ABI, gABI 4.1, "Program Header"; a program that is linked with libraries names its loader in a header of
/// type 3 (`PT_INTERP`).
pub fn is_static(program: &[u8]) -> Option<bool> {
    const PC: u16 = 62;
    const NAMES_LOADER: u32 = 3;
    let two = |at: usize| Some(u16::from_le_bytes(program.get(at..at + 2)?.try_into().ok()?));
    let four = |at: usize| Some(u32::from_le_bytes(program.get(at..at + 4)?.try_into().ok()?));
    let eight = |at: usize| Some(u64::from_le_bytes(program.get(at..at + 8)?.try_into().ok()?));
    // 64 bits, the lowest byte first.
    if !program.starts_with(b"\x7fELF\x02\x01") || two(18)? != PC {
        return None;
    }
    let (headers, size, count) = (usize::try_from(eight(32)?).ok()?, usize::from(two(54)?), two(56)?);
    for nth in 0..usize::from(count) {
        if four(headers.checked_add(nth * size)?)? == NAMES_LOADER {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::is_static;

    /// The headers of a program with one header of this type.
    fn program(kind: u8, machine: u8) -> Vec<u8> {
        let mut bytes = vec![0; 64 + 56];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[18], bytes[32], bytes[54], bytes[56], bytes[64]) = (machine, 64, 56, 1, kind);
        bytes
    }

    #[test]
    fn a_program_is_static_that_names_no_loader() {
        assert_eq!(is_static(&program(1, 62)), Some(true));
        assert_eq!(is_static(&program(3, 62)), Some(false));
        assert_eq!(is_static(&program(1, 183)), None);
        assert_eq!(is_static(b"#!/bin/sh\n"), None);
        // Cut off within its headers.
        assert_eq!(is_static(&program(1, 62)[..64]), None);
    }
}
