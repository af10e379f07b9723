//! Properties of the assembler that hold for every source.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for other ones.

use std::fmt::Write as _;

use grader::diagnostics::{Diagnostic, Language, SourceFile, Sources, Style, render_all};
use grader::isa::lc3::table::disassemble;
use grader::isa::lc3::{Dialect, assemble};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    // A failure shows its smallest case, which belongs in a test of its own and not in a file next to this one.
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0x1C3);
    }
    config
}

#[test]
fn what_is_disassembled_assembles_to_the_same_word() {
    // In two halves: memory has no room for a program of all words.
    for half in [0..=0x7FFFu16, 0x8000..=0xFFFF] {
        let mut source = ".ORIG x3000\n".to_owned();
        for word in half.clone() {
            writeln!(source, "{}", disassemble(word)).expect("strings take everything");
        }
        source.push_str(".END\n");
        let assembly = assemble(vec![SourceFile::from_bytes("words.asm", source.as_bytes())], None);
        let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
        let [block] = program.blocks.as_slice() else { panic!("there is one block") };
        assert_eq!(block.words.len(), half.len());
        for (word, found) in half.zip(&block.words) {
            assert_eq!(word, *found, "`{}`", disassemble(word));
        }
    }
}

/// Pieces of LC-3 source, good and bad, to be strung together; `|` stands between them.
const FRAGMENTS: &str = concat!(
    "\n|\n|\n|\n|\r\n|\r| | | |\t|,|, |:|;|; note\n|\"|'|\\|.|#|x|-|+|_|@|//|",
    "\u{A0}|\u{200B}|\u{FEFF}|\u{B}|\u{C}|\0|é|đ|😀|'é'|'\\n'|",
    ".ORIG x3000\n|.ORIG xFFF0\n|.ORIG 3000\n|.orig|.END\n|.end|.FILL |.FILL|A.FILL 1|.BLKW |.BLKW 2 3|.BLKW xFFFF\n|",
    ".STRINGZ |.STRINGZ \"a;\\n\\\" b\"\n|.STRINGZ 'a b'|.STRINGZ \"open|.EXTERNAL A|.GLOBL A|",
    "ADD |ADD R1, R1, #1\n|ADD R1 R1 x1F|AND R0,R0,|NOT R3,R3\n|LD R0,A\n|LEA R0, é|ST R8, A|LDR R0,R1,#-33|",
    "STI R2, LOOP\n|BRnzp LOOP\n|BRzn A|BR |NOP|NOP 1|JSR A\n|JSRR R7|JMPT R1|RTT|RTI|MUL R1,R2,R3|TRAP x25\n|TRAP x125|",
    "HALT\n|HLAT\n|PUTS\n|PUTC|IN|LOOP|LOOP:|loop |A |B1 |xA |R9 |#1O|#-5|-x5|0b101|x10000|99999999999999999999",
);

fn soup() -> impl Strategy<Value = Vec<u8>> {
    let fragments: Vec<_> = FRAGMENTS.split('|').map(|text| text.as_bytes().to_vec()).collect();
    let piece = prop_oneof![40 => select(fragments), 1 => vec(any::<u8>(), 1..3)];
    let marks: &[&[u8]] = &[b"", b"", b"", b".ORIG x3000\n", b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
    let tail =
        prop_oneof![1 => vec(any::<u8>(), 0..120), 6 => vec(piece, 0..60).prop_map(|pieces| pieces.concat())];
    (select(marks), tail).prop_map(|(mark, tail)| [mark, &tail].concat())
}

fn check_spans(diagnostics: &[Diagnostic], sources: &Sources) -> Result<(), TestCaseError> {
    for span in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels).map(|label| label.span) {
        let text = &sources.file(span.file).text;
        prop_assert!(text.get(span.range()).is_some(), "{:?} is no range of the {} bytes", span, text.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2_500))]

    #[test]
    fn no_source_confuses_the_assembler(bytes in soup()) {
        for dialect in Dialect::ALL.into_iter().map(Some).chain([None]) {
            let assembly = assemble(vec![SourceFile::from_bytes("soup.asm", &bytes)], dialect);
            check_spans(&assembly.diagnostics, &assembly.sources)?;
            for (language, colour) in [(Language::English, false), (Language::Vietnamese, true)] {
                let drawn = render_all(&assembly.diagnostics, &assembly.sources, Style { colour, language });
                prop_assert_eq!(drawn.is_empty(), assembly.diagnostics.is_empty());
            }
            if let Some(program) = assembly.program {
                for line in program.source_map.lines() {
                    prop_assert!(program.word(line.address).is_some(), "no word at x{:04X}", line.address);
                }
            }
        }
    }
}
