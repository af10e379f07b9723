//! The same for programs that were compiled, in the words of their source: functions and lines, no registers.

use super::{MOST_RANGES, endless_loop};
use crate::diagnostics::{Text, text};
use crate::machine::{Ended, Executable, Facts, Frame, Stop};
use crate::play::Ending;

/// The most calls on the way to a place that are named.
const MOST_CALLS: usize = 3;
/// As many calls as these at the same time are those of a recursion.
const MANY_CALLS: usize = 1000;

/// The end of the run in words, if it is the mistake.
pub(super) fn stop(program: &dyn Executable, facts: &Facts, ended: Ended, expected: Ending) -> Vec<Text> {
    if let Some(endless) = &facts.endless_loop {
        return endless_loop(program, endless);
    }
    let (place, place_vi) = place(program, ended.at, &facts.stack);
    match ended.stop {
        Stop::Fault(fault) => {
            let what = fault.reason.describe(program.isa());
            let (en, vi) = what.both();
            let mut words = vec![text!("{place}the program {en}", "{place_vi}chương trình {vi}")];
            words.extend(calls(program, &facts.stack));
            words
        }
        Stop::OutOfFuel => {
            let executed = ended.executed;
            vec![text!(
                "{place}the program was still running after {executed} instructions",
                "{place_vi}chương trình vẫn đang chạy sau {executed} lệnh máy"
            )]
        }
        Stop::OutputFull => {
            vec![text!("{place}the program kept printing", "{place_vi}chương trình in mãi")]
        }
        Stop::Starved if expected == Ending::Halts => vec![text!(
            "{place}the program waits for more input although it should have ended",
            "{place_vi}chương trình đợi nhập thêm dù lẽ ra phải kết thúc"
        )],
        Stop::Starved if expected == Ending::Open => vec![text!(
            "{place}the program waits for input, and this test types nothing more",
            "{place_vi}chương trình đợi nhập, mà ca kiểm thử này không gõ gì thêm"
        )],
        stop if stop.is_end() && expected == Ending::Waits => vec![text!(
            "the program ended although more input was to come",
            "chương trình kết thúc dù vẫn còn nội dung sẽ được nhập"
        )],
        Stop::Starved | Stop::Halted | Stop::Exited(_) | Stop::DroppedOff => Vec::new(),
    }
}

/// The place of the program when a byte came out. Output is kept until a line ends or input is asked for, so
/// that the place is not always that of the call that printed it.
pub(super) fn printed(program: &dyn Executable, by: u32, stack: &[Frame], byte: u8) -> Text {
    let (place, place_vi) = place(program, by, stack);
    let shown = byte.escape_ascii().to_string();
    text!(
        "{place}or shortly before, the first wrong character came out: `{shown}`",
        "{place_vi}hoặc ngay trước đó, ký tự sai đầu tiên được in ra: `{shown}`"
    )
}

/// The line that was executed, with its function and a blank, to begin a sentence: that at an address of the
/// source, or else the one where the source called the function that the address belongs to; empty where that
/// is unknown.
fn place(program: &dyn Executable, address: u32, stack: &[Frame]) -> (String, String) {
    let is_own = |address: u32| program.source_map().get(address).is_some();
    let within = |address: u32| {
        let (line, name) = (program.place(address), program.label(address).unwrap_or("?"));
        (format!("at {line} in `{name}`"), format!("tại {line} trong `{name}`"))
    };
    let (en, vi) = if is_own(address) {
        within(address)
    } else {
        let Some(frame) = stack.iter().rev().find(|frame| is_own(frame.call)) else {
            return Default::default();
        };
        let ((en, vi), name) = (within(frame.call), program.label(frame.subroutine).unwrap_or("?"));
        if name.starts_with("__") {
            // The source does not call it: the compiler does, for an operator.
            return (en + " ", vi + " ");
        }
        (format!("{en} (in its call of `{name}`)"), format!("{vi} (trong lời gọi `{name}`)"))
    };
    (en + " ", vi + " ")
}

/// The calls of the source that were under way, innermost first.
fn calls(program: &dyn Executable, stack: &[Frame]) -> Option<Text> {
    let own: Vec<&Frame> =
        stack.iter().filter(|frame| program.source_map().get(frame.call).is_some()).collect();
    if own.len() >= MANY_CALLS {
        let last = own.last()?;
        let (name, count) = (program.label(last.subroutine).unwrap_or("?"), own.len());
        return Some(text!(
            "at least {count} calls are under way, the last one of `{name}`: does the recursion end?",
            "có ít nhất {count} lời gọi chưa kết thúc, lời gọi cuối là `{name}`: đệ quy có dừng không?"
        ));
    }
    // Library functions that the source calls are named with the place.
    let inner = own.iter().rev().filter(|frame| program.source_map().get(frame.subroutine).is_some());
    let named: Vec<(String, String)> = inner
        .take(MOST_CALLS)
        .map(|frame| {
            let name = program.label(frame.subroutine).unwrap_or("?");
            let line = program.place(frame.call);
            (format!("`{name}` was called at {line}"), format!("`{name}` được gọi tại {line}"))
        })
        .collect();
    let more = if own.len() > MOST_RANGES.max(MOST_CALLS) { ", ..." } else { "" };
    let (en, vi): (Vec<String>, Vec<String>) = named.into_iter().unzip();
    let (en, vi) = (en.join(", "), vi.join(", "));
    (!en.is_empty()).then(|| text!("{en}{more}", "{vi}{more}"))
}

/// Nothing came out where something should have.
pub(super) fn silent(program: &dyn Executable, at: u32, stack: &[Frame]) -> Text {
    let (place, place_vi) = place(program, at, stack);
    text!(
        "{place}the program waits for input; it printed nothing before",
        "{place_vi}chương trình đợi nhập; trước đó nó không in gì"
    )
}

/// Output ends where more should come: all of it, or that of a turn.
pub(super) fn ends_early(is_over: bool) -> Text {
    if is_over {
        text!("output stops too early", "đầu ra kết thúc quá sớm")
    } else {
        text!(
            "output is missing here: more must be printed before the next input",
            "ở đây thiếu đầu ra: phải in thêm trước lần nhập tiếp theo"
        )
    }
}
