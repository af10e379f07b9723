//! Whether the programs in a folder are parts of one program.

use std::collections::BTreeSet;

use super::Entry;
use crate::asm::include::names_in;

/// The largest file that is looked into, in bytes: what people write by hand is smaller.
const MOST: u64 = 1 << 20;

/// Returns `true` if one of these files includes another.
pub(super) fn include_one_another(programs: &[Entry]) -> bool {
    let name = |program: &Entry| Some(program.path.file_name()?.to_string_lossy().to_lowercase());
    let names: BTreeSet<String> = programs.iter().filter_map(name).collect();
    programs.iter().any(|program| {
        let Ok(file) = program.read(MOST) else { return false };
        names_in(&String::from_utf8_lossy(&file.bytes)).any(|name| names.contains(&name))
    })
}
