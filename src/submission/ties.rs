//! Whether the programs in a folder are parts of one program.

use std::collections::BTreeSet;

use super::Entry;
use crate::console::base_name;

/// The largest file that is looked into, in bytes: what people write by hand is smaller.
const MOST: u64 = 1 << 20;

/// Returns `true` if one of these files includes another.
pub(super) fn include_one_another(programs: &[Entry]) -> bool {
    let name = |program: &Entry| program.path.file_name().map(|name| name.as_encoded_bytes().to_vec());
    let names: BTreeSet<Vec<u8>> = programs.iter().filter_map(name).collect();
    programs.iter().any(|program| {
        let Ok(file) = program.read(MOST) else { return false };
        let text = String::from_utf8_lossy(&file.bytes);
        let included = text.lines().filter_map(included);
        included.map(|path| base_name(path.as_bytes()).to_vec()).any(|path| names.contains(&path))
    })
}

/// The file that a line includes.
fn included(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix(".include")?.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::included;

    #[test]
    fn a_line_includes_a_file() {
        assert_eq!(included("  .include \"parts/board.asm\" # the board"), Some("parts/board.asm"));
        assert_eq!(included("# .include \"board.asm\""), None);
        assert_eq!(included(".include"), None);
    }
}
