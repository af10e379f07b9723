//! Registers and memory after a run, compared with the expected values.

mod area;

use crate::diagnostics::{Text, text};
use crate::machine::{Facts, Layout};
use crate::play::{Demand, Left, Place, Role, Staged};
use crate::spec::{Count, Then};

/// The most texts and words that are reported of one place.
const MOST_CELLS: usize = 8;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the place: a register, a label, a service.
    pub name: String,
    /// The expected value and the actual one, in words.
    pub why: Text,
}

/// The demands on registers and memory that are not met, the results first.
pub fn differences(staged: &Staged, left: &Left) -> Vec<Difference> {
    let mut found: Vec<Difference> =
        staged.demands.iter().filter_map(|demand| difference(demand, left, staged.layout)).collect();
    found.extend(staged.areas.iter().flat_map(|area| area::differences(area, left, staged.layout)));
    found.dedup();
    found
}

fn difference(demand: &Demand, left: &Left, layout: Layout) -> Option<Difference> {
    let name = demand.name.clone();
    let why = match demand.place {
        Place::Register(number) => {
            let (wanted, found) = (demand.cells.first().copied()?, left.register(number));
            if wanted == found {
                return None;
            }
            let [before, after] = [wanted, found].map(|word| layout.word.show(word));
            let [wanted, found] = [wanted, found].map(|word| shown(word, layout));
            match demand.role {
                Role::Result => text!(
                    "{name} must hold {wanted} afterwards, and holds {found}",
                    "sau đó {name} phải chứa {wanted}, nhưng lại chứa {found}"
                ),
                Role::Kept => text!(
                    "{name} must hold what it held before, {before}, and holds {found}; save it at the start and restore it before the return",
                    "{name} phải giữ nguyên giá trị trước đó là {before}, nhưng lại chứa {found}; hãy lưu nó lúc bắt đầu và khôi phục trước khi trở về"
                ),
                Role::Stack => text!(
                    "the stack pointer {name} must be {before} afterwards, and is {after}; count what is pushed and popped on the way",
                    "sau đó con trỏ ngăn xếp {name} phải là {before}, nhưng lại là {after}; hãy đếm những gì được đẩy vào và lấy ra"
                ),
            }
        }
        Place::Memory(address) if demand.is_text => {
            let found = left.cells(address, usize::MAX);
            let wanted = string(&demand.cells);
            if found.starts_with(&demand.cells) {
                return None;
            }
            let found = string(&found);
            text!(
                "at {name} the text {wanted} must be, and there is {found}",
                "tại {name} phải là văn bản {wanted}, nhưng ở đó là {found}"
            )
        }
        Place::Memory(address) => {
            let found = left.cells(address, demand.cells.len());
            if found == demand.cells {
                return None;
            }
            in_memory(demand, &found, layout)
        }
    };
    Some(Difference { name, why })
}

/// The words of memory that differ, the first of them by its place.
fn in_memory(demand: &Demand, found: &[u32], layout: Layout) -> Text {
    let name = &demand.name;
    let size = layout.word.cells as usize;
    let is_of_words = demand.cells.len().is_multiple_of(size);
    let size = if is_of_words { size } else { 1 };
    let words = |cells: &[u32]| -> Vec<String> {
        let word = |cells: &[u32]| match cells {
            [byte] if !is_of_words => byte.to_string(),
            _ => layout.word.signed(layout.word.join(cells)).to_string(),
        };
        cells.chunks(size).map(word).collect()
    };
    let (wanted, found) = (words(&demand.cells), words(found));
    let first = wanted.iter().zip(&found).position(|(wanted, found)| wanted != found).unwrap_or(found.len());
    if wanted.len() == 1 {
        let found = found.first().map_or("?", String::as_str);
        let wanted = &wanted[0];
        return text!(
            "at {name} {wanted} must be, and there is {found}",
            "tại {name} phải là {wanted}, nhưng ở đó là {found}"
        );
    }
    let from = first.saturating_sub(MOST_CELLS / 2);
    let some =
        |words: &[String]| words.iter().skip(from).take(MOST_CELLS).cloned().collect::<Vec<_>>().join(", ");
    let place = |index: usize| if index == 0 { name.clone() } else { format!("{name}+{}", index * size) };
    let (all_wanted, all_found, from, first) = (some(&wanted), some(&found), place(from), place(first));
    text!(
        "from {from} on there must be {all_wanted}, and there is {all_found}; the first wrong one is at {first}",
        "từ {from} trở đi phải là {all_wanted}, nhưng ở đó là {all_found}; chỗ sai đầu tiên là {first}"
    )
}

/// A word as a number with its sign, and in hexadecimal as debuggers show it.
fn shown(word: u32, layout: Layout) -> String {
    format!("{} ({})", layout.word.signed(word), layout.word.show(word))
}

/// The text up to a zero, between quotation marks.
fn string(cells: &[u32]) -> String {
    let letters = cells.iter().take_while(|cell| **cell != 0);
    let text: String = letters.map(|cell| char::from_u32(*cell).unwrap_or('\u{FFFD}')).collect();
    let has_end = cells.contains(&0);
    format!("\"{}\"{}", text.escape_debug(), if has_end { "" } else { " (...)" })
}

/// The demands on calls, services and instructions that are not met; calls are known of a watched run alone.
pub fn counted(staged: &Staged, then: &Then, executed: u64, facts: Option<&Facts>) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut check = |name: &str, count: Count, number: u64, what: &dyn Fn(&Text, u64) -> Text| {
        if !count.holds(number) {
            found.push(Difference { name: name.to_owned(), why: what(&count.about(), number) });
        }
    };
    if let Some(facts) = facts {
        for (label, address, count) in &staged.calls {
            let number = address.and_then(|address| facts.subroutines.get(&address)).copied().unwrap_or(0);
            check(label, *count, number, &|count, number| {
                let (en, vi) = count.both();
                text!(
                    "calls of {label}: {en} expected, {number} made",
                    "số lần gọi {label}: cần {vi}, đã gọi {number}"
                )
            });
        }
        for (service, name, count) in &then.services {
            let number = facts.services.get(service).copied().unwrap_or(0);
            check(name, *count, number, &|count, number| {
                let (en, vi) = count.both();
                text!(
                    "uses of {name}: {en} expected, {number} made",
                    "số lần dùng {name}: cần {vi}, đã dùng {number}"
                )
            });
        }
    }
    if let Some(count) = then.instructions {
        check("instructions", count, executed, &|count, number| {
            let (en, vi) = count.both();
            text!("instructions: {en} expected, {number} executed", "số lệnh: cần {vi}, đã chạy {number}")
        });
    }
    found
}
