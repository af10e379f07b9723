//! What must be true of the numbers in a stretch of memory.

use super::{Difference, MOST_CELLS};
use crate::diagnostics::{Text, text};
use crate::machine::Layout;
use crate::play::{Left, StagedArea};
use crate::spec::{AreaRule, Direction, Value, Values};

/// The demands on a stretch that are not met.
pub(super) fn differences(area: &StagedArea, left: &Left, layout: Layout) -> Vec<Difference> {
    let numbers = numbers(area, left, layout);
    let name = &area.name;
    let mut found = Vec::new();
    let mut add = |why: Text| found.push(Difference { name: name.clone(), why });
    if numbers.len() < area.length {
        let length = area.length;
        add(text!(
            "from {name} on there is no memory for {length} numbers",
            "từ {name} trở đi không có bộ nhớ cho {length} số"
        ));
        return found;
    }
    if let Some(direction) = area.demands.sorted
        && let Some(at) = numbers.windows(2).position(|pair| !direction.allows(pair[0], pair[1]))
    {
        let (first, second, index) = (numbers[at], numbers[at + 1], at + 1);
        let some = around(&numbers, at);
        add(match direction {
            Direction::Upwards => text!(
                "from {name} on the numbers must get larger, and {second} stands after {first}, at index {index}: {some}",
                "từ {name} trở đi các số phải tăng dần, nhưng {second} đứng sau {first}, ở chỉ số {index}: {some}"
            ),
            Direction::Downwards => text!(
                "from {name} on the numbers must get smaller, and {second} stands after {first}, at index {index}: {some}",
                "từ {name} trở đi các số phải giảm dần, nhưng {second} đứng sau {first}, ở chỉ số {index}: {some}"
            ),
        });
    }
    let sum: i128 = numbers.iter().copied().map(i128::from).sum();
    if let Some(wanted) = area.sum.filter(|wanted| i128::from(*wanted) != sum) {
        add(text!(
            "the numbers from {name} on must add up to {wanted}, and their sum is {sum}",
            "các số từ {name} trở đi phải có tổng {wanted}, nhưng tổng của chúng là {sum}"
        ));
    }
    let fits = |rule: &AreaRule| -> Vec<bool> {
        numbers.iter().enumerate().map(|(index, value)| holds(rule, *value, index)).collect()
    };
    if let Some(rule) = &area.demands.all
        && let Some(at) = fits(rule).iter().position(|fits| !fits)
    {
        let (source, value) = (&rule.source, numbers[at]);
        add(text!(
            "`{source}` must hold for each number from {name} on; at index {at} there is {value}",
            "`{source}` phải đúng với mọi số từ {name} trở đi; ở chỉ số {at} là {value}"
        ));
    }
    if let Some(rule) = &area.demands.any
        && !fits(rule).contains(&true)
    {
        let (source, some) = (&rule.source, around(&numbers, 0));
        add(text!(
            "`{source}` must hold for one of the numbers from {name} on; they are {some}",
            "`{source}` phải đúng với một trong các số từ {name} trở đi; chúng là {some}"
        ));
    }
    if let Some((rule, count)) = &area.demands.count {
        let number = fits(rule).iter().filter(|fits| **fits).count();
        if !count.holds(number as u64) {
            let (source, some) = (&rule.source, around(&numbers, 0));
            let about = count.about();
            let (en, vi) = about.both();
            add(text!(
                "numbers from {name} on for which `{source}` holds: {en} expected, {number} there, in {some}",
                "số lượng số từ {name} trở đi mà `{source}` đúng: cần {vi}, có {number}, trong {some}"
            ));
        }
    }
    found
}

/// The numbers of a stretch, as far as there is memory.
fn numbers(area: &StagedArea, left: &Left, layout: Layout) -> Vec<i64> {
    let size = if area.demands.is_of_bytes { 1 } else { layout.word.cells as usize };
    let cells = left.cells(area.address, area.length * size);
    let number = |cells: &[u32]| match cells {
        [byte] if area.demands.is_of_bytes => i64::from(*byte),
        _ => layout.word.signed(layout.word.join(cells)).into(),
    };
    cells.chunks_exact(size).map(number).collect()
}

/// What has no value, such as a division by zero, does not hold.
fn holds(rule: &AreaRule, value: i64, index: usize) -> bool {
    let numbers = [("value", value), ("index", i64::try_from(index).unwrap_or(i64::MAX))];
    let values: Values =
        numbers.into_iter().map(|(name, number)| (name.to_owned(), Value::Number(number))).collect();
    rule.formula.holds(&values).unwrap_or(false)
}

/// Some of the numbers, with those at a place among them.
fn around(numbers: &[i64], at: usize) -> String {
    let from = at.saturating_sub(MOST_CELLS / 2);
    let some: Vec<String> = numbers.iter().skip(from).take(MOST_CELLS).map(i64::to_string).collect();
    let (before, after) = (from > 0, from + MOST_CELLS < numbers.len());
    format!("{}{}{}", if before { "..., " } else { "" }, some.join(", "), if after { ", ..." } else { "" })
}
