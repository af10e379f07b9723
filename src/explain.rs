//! The reasons for a failure, in a student's words: the findings of a watched run, with the places in the
//! source.

pub mod behaviour;
mod functions;
pub mod place;

use std::collections::BTreeMap;

use crate::diagnostics::{Text, text};
use crate::machine::{
    Ended, EndlessLoop, Executable, Facts, FaultReason, Frame, Isa, LostReturn, Overrides, Stop, Where,
};
use crate::play::Ending;
use crate::spec::Share;

/// The most places of a loop that are shown.
const MOST_RANGES: usize = 6;

/// The end of the run in words, if it is the mistake.
pub fn stop(program: &dyn Executable, facts: &Facts, ended: Ended, expected: Ending) -> Vec<Text> {
    if program.isa().source.is_compiled {
        return functions::stop(program, facts, ended, expected);
    }
    let flow = &program.isa().flow;
    let mut words: Vec<Text> = facts.lost_return.map(|lost| lost_return(program, lost)).into_iter().collect();
    let is_past_the_end = ended.stop == Stop::DroppedOff;
    if let (true, Ending::Waits, Some(ran_off)) = (is_past_the_end, expected, facts.ran_off) {
        let from = program.place(ran_off.from);
        let (missing, missing_vi) = flow.end_is_missing;
        words.push(text!(
            "after {from} the program ran past its last instruction, which ends it; is {missing} missing there?",
            "sau {from} chương trình chạy quá lệnh cuối cùng, nên nó dừng; có thiếu {missing_vi} ở đó không?"
        ));
    }
    // A program may end by running past its end where the simulator says so.
    if let Some(ran_off) = facts.ran_off.filter(|_| !is_past_the_end) {
        let (from, to) = (program.place(ran_off.from), program.place(ran_off.to));
        let is_in_source = program.source_map().get(ran_off.to).is_some();
        words.push(if is_in_source || program.source_map().lines().is_empty() {
            let (missing, missing_vi) = flow.end_is_missing;
            text!(
                "after {from} the program ran on into {to}, which is data and not an instruction; is {missing} missing there?",
                "sau {from} chương trình chạy tiếp vào {to}, là dữ liệu chứ không phải lệnh; có thiếu {missing_vi} ở đó không?"
            )
        } else {
            let (what, what_vi) = flow.overwritten;
            text!(
                "after {from} the program went on at {to}, where none of its instructions are; was {what} overwritten?",
                "sau {from} chương trình chạy sang {to}, nơi không có lệnh nào của nó; có phải {what_vi} đã bị ghi đè?"
            )
        });
    }
    if let Some(endless) = &facts.endless_loop {
        words.extend(endless_loop(program, endless));
        return words;
    }
    let place = program.place(ended.at);
    match ended.stop {
        Stop::Fault(fault) => {
            let what = fault.reason.describe(program.isa());
            let (en, vi) = what.both();
            let is_outside = program.source_map().get(ended.at).is_none();
            let last = facts.last_in_source.filter(|_| is_outside && facts.ran_off.is_none());
            match (fault.reason, last.map(|last| program.place(last))) {
                (FaultReason::ExecuteDenied(_), Some(last)) => {
                    let (link, link_vi) = flow.link_in_return;
                    words.push(text!(
                        "the program {en} from {last}; was the register with that address, {link}, overwritten?",
                        "chương trình {vi} từ {last}; có phải thanh ghi chứa địa chỉ đó, là {link_vi}, đã bị ghi đè?"
                    ));
                }
                (FaultReason::BadJump(_), Some(last)) => {
                    words.push(text!("the program {en}, from {last}", "chương trình {vi}, từ {last}"));
                }
                (_, last) => {
                    words.push(text!("at {place} the program {en}", "tại {place} chương trình {vi}"));
                    words.extend(last.map(|last| {
                        let (what, what_vi) = flow.overwritten;
                        text!(
                            "the last line of the program that ran before is {last}; was {what} overwritten?",
                            "dòng cuối cùng của chương trình đã chạy trước đó là {last}; có phải {what_vi} đã bị ghi đè?"
                        )
                    }));
                }
            }
        }
        Stop::OutOfFuel => {
            let executed = ended.executed;
            words.push(text!(
                "after {executed} instructions the program was still running, at {place}",
                "sau {executed} lệnh chương trình vẫn đang chạy, tại {place}"
            ));
            words.extend(recursion(program, facts));
        }
        Stop::OutputFull => words.push(text!(
            "the program kept printing, last at {place}",
            "chương trình in mãi, lần cuối tại {place}"
        )),
        Stop::Starved if expected == Ending::Halts => words.push(text!(
            "at {place} the program waits for another key, although it should have ended",
            "tại {place} chương trình đợi thêm phím dù lẽ ra đã phải kết thúc"
        )),
        Stop::Starved if expected == Ending::Open => words.push(text!(
            "at {place} the program waits for input, and this test types nothing more",
            "tại {place} chương trình đợi nhập, mà ca kiểm thử này không gõ gì thêm"
        )),
        stop if stop.is_end() && expected == Ending::Waits => words.push(text!(
            "the program halted at {place}, although it should go on",
            "chương trình dừng tại {place} dù lẽ ra phải chạy tiếp"
        )),
        Stop::Starved | Stop::Halted | Stop::Exited(_) | Stop::DroppedOff => {}
    }
    words
}

/// Returns `true` if a run used up its budget, and there is no proof that it never stops.
pub fn is_unproved(facts: &Facts, ended: Ended) -> bool {
    ended.stop == Stop::OutOfFuel && facts.endless_loop.is_none()
}

/// The most stretches of source that are named when a budget is used up.
const MOST_STRETCHES: usize = 3;

/// The places where the instructions of a run were executed that used up its budget: the few stretches of
/// source with most of them. The counts are by address.
pub fn busiest(program: &dyn Executable, counts: &BTreeMap<u32, u64>) -> Option<Text> {
    let all: u64 = counts.values().sum();
    let in_source: Vec<(u32, u64)> = counts
        .iter()
        .filter(|(address, _)| program.source_map().get(**address).is_some())
        .map(|(address, count)| (*address, *count))
        .collect();
    // Neighbours in memory that run about as often are one stretch.
    let is_alike = |one: &(u32, u64), next: &(u32, u64)| {
        program.next_address(one.0) == next.0 && one.1.max(next.1) <= 2 * one.1.min(next.1)
    };
    let mut stretches: Vec<(u64, Vec<u32>)> = in_source
        .chunk_by(is_alike)
        .map(|stretch| {
            let addresses = stretch.iter().map(|(address, _)| *address).collect();
            (stretch.iter().map(|(_, count)| count).sum(), addresses)
        })
        .collect();
    stretches.sort_by_key(|(count, addresses)| (std::cmp::Reverse(*count), addresses.first().copied()));
    let mut named: Vec<u32> = Vec::new();
    let mut covered = 0;
    for (count, addresses) in stretches.into_iter().take(MOST_STRETCHES) {
        named.extend(addresses);
        covered += count;
        if covered * 10 >= all * 9 {
            break;
        }
    }
    let percent = (covered * 100).checked_div(all).filter(|percent| *percent > 0)?;
    let (places, places_vi) = lines(program, &named);
    Some(text!(
        "{percent} % of them were executed at {places}",
        "{percent} % số đó được thực hiện tại {places_vi}"
    ))
}

/// Explains that only the text differs.
pub fn other_words(share: Share) -> Text {
    let percent = share.percent();
    text!(
        "the boards and the outcome are as they must be, so the test keeps {percent} % of its points",
        "bàn cờ và kết quả đều đúng, nên ca kiểm thử giữ lại {percent} % số điểm"
    )
}

/// A return that goes astray is where the trouble began, whatever came of it.
fn lost_return(program: &dyn Executable, lost: LostReturn) -> Text {
    let is_of_the_program = program.source_map().get(lost.call.call).is_some();
    let [at, call] = [lost.at, lost.call.call].map(|address| program.place(address));
    let (name, link) = (program.label(lost.call.subroutine).unwrap_or("?"), program.isa().registers.link);
    let (whom, whom_vi) = if is_of_the_program {
        (format!("to its caller (the call at {call})"), format!("nơi gọi (lời gọi tại {call})"))
    } else {
        (format!("to the caller of {name}"), format!("nơi gọi {name}"))
    };
    let (why, why_vi) = match lost.loaded_at.map(|load| program.place(load)) {
        None => (
            format!(
                "{link} was overwritten in between; {name} must save {link} at its start and restore it before it returns"
            ),
            format!(
                "{link} đã bị ghi đè ở giữa; {name} phải lưu {link} lúc bắt đầu và khôi phục trước khi trở về"
            ),
        ),
        Some(load) => (
            format!(
                "at {load} {link} is loaded from memory, and the return address is not there; check that {name} saves it and loads it from the same place (a call may have moved the stack pointer), and that nothing else is stored there in between"
            ),
            format!(
                "tại {load}, {link} được nạp từ bộ nhớ, nhưng ở đó không có địa chỉ trở về; hãy kiểm tra xem {name} có lưu và nạp ở cùng một nơi không (một lời gọi có thể đã làm lệch con trỏ ngăn xếp), và có gì khác ghi vào đó ở giữa không"
            ),
        ),
    };
    text!(
        "the return at {at} does not go back {whom}: {why}",
        "lệnh trở về tại {at} không quay lại {whom_vi}: {why_vi}"
    )
}

/// So many calls of a subroutine inside each other are worth a question.
const DEEP: usize = 200;

/// A run that ends deep inside calls of one subroutine.
fn recursion(program: &dyn Executable, facts: &Facts) -> Option<Text> {
    let innermost = facts.stack.last()?.subroutine;
    let depth = facts.stack.iter().filter(|frame| frame.subroutine == innermost).count();
    let name = program.label(innermost)?;
    (depth >= DEEP).then(|| {
        text!(
            "{name} was called at least {depth} times and had not returned from any of these calls; is there a case in which it calls itself no more, and is it reached?",
            "{name} đã được gọi ít nhất {depth} lần mà chưa lần nào trở về; có trường hợp nào nó không tự gọi nữa không, và có đi tới đó không?"
        )
    })
}

/// A proved loop: its lines, and why it never ends.
fn endless_loop(program: &dyn Executable, endless: &EndlessLoop) -> Vec<Text> {
    let period = endless.period;
    let (round, round_vi) = if period == 1 {
        ("the same instruction".to_owned(), "cùng một lệnh".to_owned())
    } else {
        (format!("the same {period} instructions"), format!("cùng {period} lệnh"))
    };
    let mut words = vec![text!(
        "it repeats {round} forever: afterwards registers, memory and input are exactly as before",
        "nó lặp lại mãi {round_vi}: sau mỗi vòng thanh ghi, bộ nhớ và đầu vào y hệt như trước"
    )];
    let (places, places_vi) = lines(program, &endless.addresses);
    words.push(text!("the loop is at {places}", "vòng lặp nằm ở {places_vi}"));
    if endless.waits_for_key {
        words.push(text!(
            "it waits for a key, and all keys of this test were already read",
            "nó đợi một phím, mà mọi phím của ca kiểm thử đã được đọc hết"
        ));
    }
    words
}

/// The source lines of instructions, in English and Vietnamese: `a.asm, lines 5 to 9, 12`. Neighbours in memory are a range.
fn lines(program: &dyn Executable, addresses: &[u32]) -> (String, String) {
    let mut addresses = addresses.to_vec();
    addresses.sort_unstable();
    let ranges: Vec<_> = addresses.chunk_by(|one, next| program.next_address(*one) == *next).collect();
    let more = if ranges.len() > MOST_RANGES { ", ..." } else { "" };
    let (mut english, mut vietnamese) = (Vec::new(), Vec::new());
    let mut file_named = String::new();
    for range in ranges.into_iter().take(MOST_RANGES) {
        let [first, last] = [range[0], range[range.len() - 1]].map(|address| program.place(address));
        // Where no source line belongs to an instruction its address is named.
        let split = |place: &str| {
            let (file, line) = place.rsplit_once(':').unwrap_or(("", place));
            (file.to_owned(), line.to_owned())
        };
        let ((file, from), (_, to)) = (split(&first), split(&last));
        let (mut in_file, mut in_file_vi) = (String::new(), String::new());
        if file != file_named {
            (in_file, in_file_vi) = (format!("{file}, line "), format!("{file}, dòng "));
            if from != to {
                in_file = format!("{file}, lines ");
            }
            file_named = file;
        }
        let (to_en, to_vi) =
            if from == to { Default::default() } else { (format!(" to {to}"), format!(" đến {to}")) };
        english.push(format!("{in_file}{from}{to_en}"));
        vietnamese.push(format!("{in_file_vi}{from}{to_vi}"));
    }
    (english.join(", ") + more, vietnamese.join(", ") + more)
}

/// Nothing came out where something should have.
pub fn silent(program: &dyn Executable, at: u32, stack: &[Frame]) -> Text {
    if program.isa().source.is_compiled {
        return functions::silent(program, at, stack);
    }
    let place = program.place(at);
    text!(
        "at {place} the program waits for keys; it printed nothing before",
        "tại {place} chương trình đợi phím; trước đó nó không in gì"
    )
}

/// Output ends where more should come, after that of an instruction: all of it, or that of a turn.
pub fn ends_early(program: &dyn Executable, by: u32, is_over: bool) -> Text {
    if program.isa().source.is_compiled {
        return functions::ends_early(is_over);
    }
    let place = program.place(by);
    if !is_over {
        return text!(
            "output is missing here: more must be printed after {place} and before the next input",
            "ở đây thiếu đầu ra: phải in thêm sau {place} và trước lần nhập tiếp theo"
        );
    }
    text!(
        "output stops too early: nothing more was printed after {place}",
        "đầu ra kết thúc quá sớm: sau {place} không in thêm gì nữa"
    )
}

/// The place that printed the first wrong byte, in words, with the subroutine and its caller.
pub fn printed(program: &dyn Executable, by: u32, stack: &[Frame], byte: u8) -> Text {
    if program.isa().source.is_compiled {
        return functions::printed(program, by, stack, byte);
    }
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

/// The grader itself failed while it was looking for the reason.
pub fn unexplained() -> Text {
    text!(
        "there is no explanation: the grader failed while it was looking for one; the result of this test stands",
        "không có phần giải thích: trình chấm gặp lỗi khi tìm nguyên nhân; kết quả của ca kiểm thử này vẫn giữ nguyên"
    )
}

/// The keys of the machine that have another value in a case; `None` if they are all as usual.
pub fn other_machine(isa: &Isa, overrides: Overrides) -> Option<Text> {
    let rows = (isa.keys)();
    let written = |(name, value)| {
        let row = rows.iter().find(|row| row.name == name);
        row.map(|row| format!("`{}`", row.written(value)))
    };
    let keys = overrides.iter().filter_map(written).collect::<Vec<_>>().join(", ");
    (!overrides.is_empty()).then(|| {
        text!(
            "in this test the machine is another one than usual: {keys}",
            "trong ca kiểm thử này, máy khác với bình thường: {keys}"
        )
    })
}

/// A case that starts from noise fails, and not because of the noise.
pub fn from_zeros_too() -> Text {
    text!(
        "this test fails from empty memory too, so what memory holds at the start is not the reason",
        "ca kiểm thử này cũng không đạt khi bộ nhớ ban đầu trống, nên nội dung bộ nhớ lúc khởi động không phải nguyên nhân"
    )
}

/// The first use of a value that the program never put there.
pub fn undefined(program: &dyn Executable, facts: &Facts) -> Vec<Text> {
    let first = facts.undefined.first().map(|used| {
        let place = program.place(used.at);
        match used.holder {
            Where::Register(number) => {
                let name = program.register_name(number);
                text!(
                    "{name} is used at {place} before anything was put into it; its value is whatever the machine started with",
                    "{name} được dùng tại {place} trước khi được gán giá trị; giá trị của nó là bất cứ gì máy có lúc khởi động"
                )
            }
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

/// The same where nothing shows that it has to do with the failure.
pub fn undefined_besides(program: &dyn Executable, facts: &Facts) -> Vec<Text> {
    let besides = |words: Text| {
        let (en, vi) = words.both();
        text!(
            "not necessarily the reason, but worth a look: {en}",
            "không nhất thiết là nguyên nhân, nhưng nên xem lại: {vi}"
        )
    };
    undefined(program, facts).into_iter().map(besides).collect()
}

/// A subroutine that does not give registers back; bit n of `registers` is register n.
pub fn clobbered(program: &dyn Executable, subroutine: u32, registers: u32) -> Text {
    let changed = (0..32).filter(|number| registers & (1 << number) != 0);
    let names: Vec<String> = changed.map(|number| program.register_name(number)).collect();
    let (names, place) = (names.join(", "), program.place(subroutine));
    let name = program.label(subroutine).unwrap_or("?");
    text!(
        "{name} ({place}) changes {names} and does not restore it",
        "{name} ({place}) thay đổi {names} mà không khôi phục"
    )
}
