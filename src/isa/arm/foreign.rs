//! The marks of sources for ARM, by which they are known where another language is expected.

use crate::isa::foreign::words;

/// Instructions that no other of the known languages has.
const INSTRUCTIONS: [&str; 22] = [
    "bl", "movw", "movt", "bx", "swi", "svc", "stmfd", "ldmfd", "ldrb", "strb", "ldrh", "strh", "ldreq",
    "ldrne", "moveq", "movne", "adds", "subs", "rsb", "mvn", "bic", "teq",
];

/// Returns `true` if a line, in small letters and without its comment, has such a
/// mark, or looks as if it had.
pub(super) fn marks(line: &str) -> bool {
    proves(line)
        || words(line).take(2).any(|word| word == ".thumb")
        || ["[r", "[sp", "{r", ", ="].iter().any(|mark| line.contains(mark))
}

/// Returns `true` if a line, in small letters and without its comment, is of ARM and of
/// no other known language.
pub(super) fn proves(line: &str) -> bool {
    // A label may stand in front.
    for (index, word) in words(line).take(2).enumerate() {
        let rest = line.split_once(word).map_or("", |(_, rest)| rest).trim_start();
        let found = match word {
            "area" => rest.contains(','),
            "ldr" | "str" => rest.contains('[') || rest.contains('='),
            "push" | "pop" => rest.starts_with('{'),
            ".syntax" | ".arm" => index == 0,
            // `bl:`, `jal bl` and `print(bl)` have it for a label.
            word => INSTRUCTIONS.contains(&word) && rest.starts_with(is_of_operand),
        };
        if found {
            return true;
        }
    }
    false
}

/// Returns `true` for a character with which an operand begins.
fn is_of_operand(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '#' | '{' | '=')
}

#[cfg(test)]
mod tests {
    use super::{marks, proves};

    #[test]
    fn lines_of_other_languages_are_none_of_arm() {
        for line in
            ["  area reset, code, readonly", "loop ldr r0, [r1]", "  push {r4, lr}", "get: ldrb r0, [r1], #1"]
        {
            assert!(proves(line) && marks(line), "{line}");
        }
        for line in [
            "ldr r0, r1, #2",
            "str r0, r6, #-1",
            "lw $t0, 4($sp)",
            "push rax",
            "bl: .word 1, 1",
            "jal bl",
            "print(bl)",
            "add r0, r0, #1",
            "mov eax, 1",
        ] {
            assert!(!proves(line), "{line}");
        }
    }
}
