//! The text that the disassembler writes is assembled to the same words.

use std::fmt::Write as _;

use super::{Options, assemble};
use crate::diagnostics::{Language, SourceFile, Style, render_all};
use crate::isa::arm::program::{Dialect, Placement};
use crate::isa::arm::table::{Decoded, Name, ROWS};
use crate::isa::arm::text::disassemble;

/// Words of every row, spread over all that a row leaves free.
fn words() -> impl Iterator<Item = u32> {
    ROWS.iter().flat_map(|row| {
        (0..400u32).map(move |index| {
            let noise = index.wrapping_mul(0x9E37_79B1).rotate_left(index % 31) ^ index << 28;
            row.pattern.value | noise & !row.pattern.mask
        })
    })
}

fn assembled_back(dialect: Dialect, head: &str) {
    let mut source = head.to_owned();
    let mut expected = Vec::new();
    for word in words() {
        let address = 0x10000 + 4 * expected.len() as u32;
        // `NOP` is the word of the processors that have no other one.
        if Decoded::new(word, address).is_none_or(|decoded| decoded.row.name == Name::NoOperation) {
            continue;
        }
        writeln!(source, " {}", disassemble(word, address)).expect("strings take everything");
        expected.push(word);
    }
    assert!(expected.len() > 10_000, "{}", expected.len());
    source.push_str(if dialect == Dialect::Armasm { " END\n" } else { "" });
    let options = Options { placement: Placement { code: 0x10000, data: None }, dialect: Some(dialect) };
    let file = SourceFile::from_bytes("a.s", source.as_bytes());
    let assembly = assemble(vec![file], &|_: &str| None, options);
    let style = Style { colour: false, language: Language::English };
    let program = assembly.program.unwrap_or_else(|| {
        let errors = render_all(&assembly.diagnostics, &assembly.sources, style);
        panic!("{}", errors.lines().take(40).collect::<Vec<_>>().join("\n"))
    });
    for (index, word) in expected.iter().enumerate() {
        let address = 0x10000 + 4 * index as u32;
        let found = program.word(address);
        assert_eq!(found, Some(*word), "{}: {found:08x?} {word:08x}", disassemble(*word, address));
    }
}

#[test]
fn disassembled_words_are_assembled_to_themselves_by_armasm() {
    assembled_back(Dialect::Armasm, " AREA a, CODE, READONLY\n");
}

#[test]
fn disassembled_words_are_assembled_to_themselves_by_gnu_as() {
    assembled_back(Dialect::Gnu, ".syntax unified\n");
}
