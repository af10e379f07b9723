//! Reads `due` and `late`.

use crate::diagnostics::{Diagnostic, code, text};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{DAY, HOUR, Instant, Late};

const LATE: What = ("`late`", "`late`");

/// Reads `due` and `late`.
pub(in crate::spec) fn read(reader: &mut Reader, spec: &Fields<'_>) -> Late {
    let mut late = Late::default();
    if let Some(node) = spec.get("due")
        && let Some(word) = reader.scalar(node)
    {
        late.due = Instant::parse(word);
        if late.due.is_none() {
            reader.bad_value(
                node.span,
                word,
                &text!(
                    "write a date, a time and its distance from UTC, such as 2026-03-01T23:59:00+07:00",
                    "hãy viết ngày, giờ và độ lệch so với UTC, như 2026-03-01T23:59:00+07:00"
                ),
            );
        }
    }
    let Some(node) = spec.get("late") else { return late };
    if spec.get("due").is_none() {
        let what = ("a spec with `late`", "spec có `late`");
        reader.missing_in(spec.key_span("late"), what, "due", "2026-03-01T23:59:00+07:00");
    }
    let fields = reader.fields(node, LATE, &schema::LATE);
    let mut length = |key: &str| fields.get(key).and_then(|node| duration(reader, node));
    late.grace = length("grace").unwrap_or(0);
    late.reject_after = length("reject-after");
    for (key, period) in [("per-day", DAY), ("per-hour", HOUR)] {
        if let Some(share) = fields.get(key).and_then(|node| reader.share(node)) {
            (late.each, late.period) = (share, period);
        }
    }
    if let Some(most) = fields.get("most").and_then(|node| reader.share(node)) {
        late.most = most;
    }
    if fields.get("per-day").is_some() && fields.get("per-hour").is_some() {
        reader.add(
            Diagnostic::error(
                code::SPEC_BAD_VALUE,
                fields.key_span("per-hour"),
                text!("lateness costs by the day or by the hour", "nộp trễ tính theo ngày hoặc theo giờ"),
            )
            .also(fields.key_span("per-day"), text!("by the day here", "theo ngày ở đây"))
            .help(text!("keep one of the two", "hãy giữ lại một trong hai")),
        );
    }
    if late.reject_after.is_none() && fields.get("per-day").is_none() && fields.get("per-hour").is_none() {
        reader.missing(&fields, "per-day", "10%");
    }
    late
}

/// Reads `15m`, `2h` or `3d` as seconds.
fn duration(reader: &mut Reader, node: &Node) -> Option<u64> {
    let word = reader.scalar(node)?;
    let units = [('m', 60), ('h', HOUR), ('d', DAY)];
    let read = units.iter().find_map(|(unit, seconds)| {
        let digits = word.strip_suffix(*unit)?.trim_end();
        let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        Some(digits.parse::<u64>().ok().filter(|_| is_number)? * seconds)
    });
    if read.is_none() {
        reader.bad_value(
            node.span,
            word,
            &text!(
                "write a number of minutes, hours or days: 15m, 2h, 3d",
                "hãy viết số phút, giờ hoặc ngày: 15m, 2h, 3d"
            ),
        );
    }
    read
}
