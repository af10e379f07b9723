//! Why it failed, in a student's words: what a watched run found out, with the places in the source.

use crate::diagnostics::{Text, text};
use crate::machine::{Ended, EndlessLoop, Executable, Facts, Frame, Stop, Where};
use crate::play::Ending;

/// More lines of a loop than these are not shown.
const MOST_LINES: usize = 6;

/// How the run ended, if that is what went wrong.
pub fn stop(program: &dyn Executable, facts: &Facts, ended: Ended, expected: Ending) -> Vec<Text> {
    let mut words = Vec::new();
    if let Some(ran_off) = facts.ran_off {
        let (from, to) = (program.place(ran_off.from), program.place(ran_off.to));
        words.push(text!(
            "after {from} the program ran on into {to}, which is data and not an instruction; is a HALT, a RET or a branch missing there?",
            "sau {from} chương trình chạy tiếp vào {to}, là dữ liệu chứ không phải lệnh; có thiếu HALT, RET hay lệnh rẽ nhánh ở đó không?"
        ));
    }
    if let Some(endless) = &facts.endless_loop {
        words.extend(endless_loop(program, endless));
        return words;
    }
    let place = program.place(ended.at);
    match ended.stop {
        Stop::Fault(fault) => {
            let what = fault.reason.describe();
            let (en, vi) = (
                what.to(crate::diagnostics::Language::English),
                what.to(crate::diagnostics::Language::Vietnamese),
            );
            words.push(text!("at {place} the program {en}", "tại {place} chương trình {vi}"));
        }
        Stop::OutOfFuel => {
            let executed = ended.executed;
            words.push(text!(
                "after {executed} instructions the program was still running, at {place}",
                "sau {executed} lệnh chương trình vẫn đang chạy, tại {place}"
            ));
        }
        Stop::OutputFull => words.push(text!(
            "the program kept printing, last at {place}",
            "chương trình in mãi, lần cuối tại {place}"
        )),
        Stop::Starved if expected == Ending::Halts => words.push(text!(
            "at {place} the program waits for another key although the game is over",
            "tại {place} chương trình đợi thêm phím dù ván đã kết thúc"
        )),
        stop if stop.is_end() && expected == Ending::Waits => words.push(text!(
            "the program halted at {place} although the game goes on",
            "chương trình dừng tại {place} dù ván chưa kết thúc"
        )),
        Stop::Starved | Stop::Halted | Stop::Exited(_) | Stop::DroppedOff => {}
    }
    words
}

/// A proved loop: its lines, and why it never ends.
fn endless_loop(program: &dyn Executable, endless: &EndlessLoop) -> Vec<Text> {
    let mut lines: Vec<String> = Vec::new();
    for address in &endless.addresses {
        let place = program.place(*address);
        if !lines.contains(&place) {
            lines.push(place);
        }
    }
    let more = lines.len().saturating_sub(MOST_LINES);
    lines.truncate(MOST_LINES);
    let mut shown = lines.join(", ");
    if more > 0 {
        shown += ", ...";
    }
    let period = endless.period;
    let mut words = vec![text!(
        "it repeats the same {period} instruction(s) for ever: afterwards registers, memory and input are exactly as before",
        "nó lặp lại mãi {period} lệnh: sau mỗi vòng thanh ghi, bộ nhớ và đầu vào y hệt như trước"
    )];
    words.push(text!("the loop is at {shown}", "vòng lặp nằm ở {shown}"));
    if endless.waits_for_key {
        words.push(text!(
            "it waits for a key, and all keys of this test were already read",
            "nó đợi một phím, mà mọi phím của bài kiểm tra đã được đọc hết"
        ));
    }
    words
}

/// Which instruction printed a byte, and on whose behalf.
pub fn printed(program: &dyn Executable, by: u32, stack: &[Frame], byte: u8) -> Text {
    let place = program.place(by);
    let shown = byte.escape_ascii().to_string();
    match stack.last() {
        Some(frame) => {
            let caller = program.place(frame.call);
            let name = program.label(frame.subroutine).unwrap_or("?");
            text!(
                "the first wrong character, `{shown}`, was printed at {place}, in {name}, called from {caller}",
                "ký tự sai đầu tiên, `{shown}`, được in tại {place}, trong {name}, được gọi từ {caller}"
            )
        }
        None => text!(
            "the first wrong character, `{shown}`, was printed at {place}",
            "ký tự sai đầu tiên, `{shown}`, được in tại {place}"
        ),
    }
}

/// The first use of a value that the program never put there.
pub fn undefined(program: &dyn Executable, facts: &Facts) -> Vec<Text> {
    let first = facts.undefined.first().map(|used| {
        let place = program.place(used.at);
        match used.holder {
            Where::Register(number) => text!(
                "R{number} is used at {place} before anything was put into it; its value is whatever the machine started with",
                "R{number} được dùng tại {place} trước khi được gán giá trị; giá trị của nó là bất cứ gì máy có lúc khởi động"
            ),
            Where::Memory(address) => {
                let name = program.place(address);
                text!(
                    "the word {name} is used at {place} before anything was stored there",
                    "từ nhớ {name} được dùng tại {place} trước khi được ghi giá trị"
                )
            }
        }
    });
    first.into_iter().collect()
}

/// A subroutine that does not give registers back; bit n of `registers` is Rn.
pub fn clobbered(program: &dyn Executable, subroutine: u32, registers: u32) -> Text {
    let names: Vec<String> = (0..8).filter(|n| registers & (1 << n) != 0).map(|n| format!("R{n}")).collect();
    let (names, place) = (names.join(", "), program.place(subroutine));
    let name = program.label(subroutine).unwrap_or("?");
    text!(
        "{name} ({place}) changes {names} and does not restore it",
        "{name} ({place}) thay đổi {names} mà không khôi phục"
    )
}
