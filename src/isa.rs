//! The instruction sets: syntax, instruction table, execution, operating system services.
//!
//! Each instruction set is one folder here and one row of [`ISAS`]. The harness needs of all of them only
//! their [`Isa`] and [`crate::machine::Executable`]; everything else is its own.

pub mod arm;
pub mod c;
mod foreign;
pub mod lc3;
pub mod mips;
mod proof;
mod service;

pub use crate::machine::{Convention, Isa, Results};

use crate::asm::ProgramFile;
use crate::diagnostics::SourceFile;

/// Every instruction set. A source that shows nothing of its own is taken for the first one.
pub static ISAS: [&Isa; 3] = [&lc3::ISA, &arm::ISA, &mips::ISA];

/// The languages that are compiled for one of them.
pub static COMPILED: [&Isa; 1] = [&c::ISA];

/// Every instruction set and every compiled language.
pub fn all() -> impl Iterator<Item = &'static Isa> {
    ISAS.into_iter().chain(COMPILED)
}

/// The instruction set or the language that source files are written in, known by what only one of them has.
pub fn of(files: &[SourceFile]) -> &'static Isa {
    COMPILED.into_iter().chain(ISAS).find(|isa| (isa.source.is_in)(files)).unwrap_or(ISAS[0])
}

/// The instruction set or the compiled language of a name.
pub fn find(id: &str) -> Option<&'static Isa> {
    all().find(|isa| isa.id == id)
}

/// Returns `true` if a source in assembly has the label `main`.
fn has_main(file: &ProgramFile) -> bool {
    file.bytes.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"main:"))
}

#[cfg(test)]
mod tests {
    use super::ISAS;

    #[test]
    fn what_is_preserved_is_no_argument_and_no_result() {
        for convention in ISAS.iter().flat_map(|isa| isa.conventions) {
            assert!(convention.arguments.iter().all(|number| !convention.preserved.contains(number)));
            assert!(!convention.preserved.contains(&convention.link), "{}", convention.id);
        }
    }

    /// A set value has an effect: each value of each key changes the setup in a way of its own, or is the
    /// usual one.
    #[test]
    fn every_key_sets_something() {
        use crate::machine::{KeyValue, Kind};
        for isa in ISAS {
            for key in (isa.keys)() {
                let values: Vec<KeyValue> = match key.takes {
                    Kind::OneOf(words) => (0..words.len()).map(KeyValue::Word).collect(),
                    Kind::Switch => vec![KeyValue::Switch(false), KeyValue::Switch(true)],
                    Kind::Number(smallest, largest) => {
                        vec![KeyValue::Number(smallest), KeyValue::Number(largest)]
                    }
                };
                let set = |value: KeyValue| {
                    let mut setup = (isa.usual)();
                    setup.set(key.name, value);
                    format!("{setup:?}")
                };
                let mut setups: Vec<String> = values.iter().map(|value| set(*value)).collect();
                setups.sort();
                setups.dedup();
                assert_eq!(setups.len(), values.len(), "{}: {}", isa.id, key.name);
            }
        }
    }
}
