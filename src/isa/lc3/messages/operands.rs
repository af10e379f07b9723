//! Messages on operands: too many, of the wrong kind, out of range.

use super::CALLED;
use crate::asm::messages::{self, written_as};
use crate::diagnostics::{Diagnostic, Span, Text, text};
use crate::isa::lc3::context::Context;
use crate::isa::lc3::dialect::Feature;

/// A value that does not fit in `bits` bits of the operand of `mnemonic`.
pub(in crate::isa::lc3) fn immediate_range(
    context: &mut Context<'_>,
    span: Span,
    mnemonic: &str,
    bits: u32,
    range: (i64, i64),
) {
    let diagnostic = out_of_range(context, span, mnemonic, bits, range);
    context.add(diagnostic);
}

/// The same for a value that one tool cuts, so that it becomes another one.
pub(in crate::isa::lc3) fn becomes_negative(
    context: &mut Context<'_>,
    span: Span,
    mnemonic: &str,
    bits: u32,
    range: (i64, i64),
    negative: i64,
) {
    let (word, about) = (context.slice(span), Feature::UnsignedImmediate.about());
    let (en, vi) = about.both();
    let diagnostic = out_of_range(context, span, mnemonic, bits, range).note(text!(
        "lc3as alone takes {en}: `{word}` would be {negative}",
        "chỉ lc3as chấp nhận {vi}: `{word}` sẽ thành {negative}"
    ));
    context.add(diagnostic);
}

fn out_of_range(
    context: &Context<'_>,
    span: Span,
    mnemonic: &str,
    bits: u32,
    range: (i64, i64),
) -> Diagnostic {
    let word = context.slice(span);
    messages::operand_range(span, mnemonic, word, bits, range).help(match mnemonic {
        "ADD" | "AND" => text!(
            "keep the number in memory, `NUMBER .FILL {word}`, load it with `LD R2, NUMBER` and use R2 here",
            "hãy để số trong bộ nhớ, `NUMBER .FILL {word}`, nạp bằng `LD R2, NUMBER` rồi dùng R2 ở đây"
        ),
        "LDR" | "STR" => {
            text!("add to the base register first", "hãy cộng vào thanh ghi cơ sở trước")
        }
        "TRAP" => text!("the services are x20 to x25", "các dịch vụ là x20 đến x25"),
        ".ORIG" => text!(
            "an address has 16 bits; programs begin at x3000",
            "địa chỉ có 16 bit; chương trình bắt đầu tại x3000"
        ),
        ".FILL" | ".BLKW" => text!("a word of memory has 16 bits", "một từ nhớ có 16 bit"),
        _ => text!(
            "put a label on the line that is meant and write the label here",
            "hãy đặt nhãn ở dòng cần tới và viết nhãn đó ở đây"
        ),
    })
}

pub(in crate::isa::lc3) fn label_too_far(
    context: &mut Context<'_>,
    span: Span,
    mnemonic: &str,
    distance: i64,
    range: (i64, i64),
) {
    let (name, (low, high)) = (context.slice(span), range);
    let (reach, words) = ((-low, high), text!("words", "ô nhớ"));
    let help = match mnemonic {
        "LD" => text!(
            "put `ADDRESS .FILL {name}` near this line and write `LDI` with `ADDRESS` here",
            "hãy đặt `ADDRESS .FILL {name}` gần dòng này và viết `LDI` với `ADDRESS` ở đây"
        ),
        "ST" => text!(
            "put `ADDRESS .FILL {name}` near this line and write `STI` with `ADDRESS` here",
            "hãy đặt `ADDRESS .FILL {name}` gần dòng này và viết `STI` với `ADDRESS` ở đây"
        ),
        "LEA" => text!(
            "put `ADDRESS .FILL {name}` near this line and write `LD` with `ADDRESS` here",
            "hãy đặt `ADDRESS .FILL {name}` gần dòng này và viết `LD` với `ADDRESS` ở đây"
        ),
        "LDI" | "STI" => text!(
            "move `{name}` nearer to this line, for example in front of the large `.BLKW` and `.STRINGZ`",
            "hãy đưa `{name}` lại gần dòng này, ví dụ đặt trước các `.BLKW` và `.STRINGZ` lớn"
        ),
        "JSR" => text!(
            "put `ADDRESS .FILL {name}` near this line, load it into a free register with LD and call with JSRR",
            "hãy đặt `ADDRESS .FILL {name}` gần dòng này, nạp nó vào một thanh ghi chưa dùng bằng LD rồi gọi bằng JSRR"
        ),
        _ => text!(
            "branch to a nearer line with `LD R3, ADDRESS` and then `JMP R3`, and put `ADDRESS .FILL {name}` there",
            "hãy rẽ nhánh tới một dòng gần hơn có `LD R3, ADDRESS` rồi `JMP R3`, và đặt `ADDRESS .FILL {name}` ở đó"
        ),
    };
    context.add(messages::label_too_far(span, mnemonic, name, distance, reach, &words).help(help));
}

/// Examples of each opcode's operands.
fn usage(mnemonic: &str) -> &'static [&'static str] {
    match mnemonic {
        "ADD" => &["ADD R0, R1, R2", "ADD R0, R1, #1"],
        "AND" => &["AND R0, R1, R2", "AND R0, R1, #0"],
        "NOT" => &["NOT R0, R1"],
        "LD" => &["LD R0, LABEL"],
        "LDI" => &["LDI R0, LABEL"],
        "LEA" => &["LEA R0, LABEL"],
        "ST" => &["ST R0, LABEL"],
        "STI" => &["STI R0, LABEL"],
        "LDR" => &["LDR R0, R1, #0"],
        "STR" => &["STR R0, R1, #0"],
        "JMP" => &["JMP R1"],
        "JSRR" => &["JSRR R1"],
        "JSR" => &["JSR LABEL"],
        "TRAP" => &["TRAP x25"],
        "MUL" => &["MUL R0, R1, R2"],
        "SUB" => &["SUB R0, R1, R2"],
        "JMPT" => &["JMPT R1"],
        ".FILL" => &[".FILL x30"],
        ".BLKW" => &[".BLKW 6"],
        ".STRINGZ" => &[".STRINGZ \"text\""],
        ".ORIG" => &[".ORIG x3000"],
        _ => &["BR LABEL"],
    }
}

pub(in crate::isa::lc3) fn operand_count(
    context: &mut Context<'_>,
    span: Span,
    mnemonic: &str,
    expected: usize,
    found: usize,
) {
    let diagnostic = messages::operand_count(CALLED, span, mnemonic, &[expected], found, context.slice(span));
    context.add(if expected == 0 {
        diagnostic
    } else {
        diagnostic.help(written_as(usage(mnemonic).iter().copied()))
    });
}

pub(in crate::isa::lc3) fn operand_kind(
    context: &mut Context<'_>,
    span: Span,
    mnemonic: &str,
    expected: &Text,
) {
    let word = context.slice(span);
    // A string after `.FILL` is a string that wants another directive.
    let example = usage(if mnemonic == ".FILL" && word.starts_with('"') { ".STRINGZ" } else { mnemonic });
    let mut diagnostic = messages::operand_kind(span, mnemonic, expected, word);
    if word.contains('\u{FF0C}') {
        diagnostic = diagnostic.note(text!(
            "there is a full-width comma in it; LC-3 wants the ASCII comma `,`",
            "trong đó có dấu phẩy toàn chiều rộng; LC-3 cần dấu phẩy ASCII `,`"
        ));
    }
    context.add(diagnostic.help(written_as(example.iter().copied())));
}
