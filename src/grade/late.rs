//! The times at which submissions were handed in: a table of staff's, as a report has no clock of its own.

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, FileId, SourceFile, Span, code, suggest, text};
use crate::spec::sheet::Sheet;
use crate::spec::{Instant, Late, Share};
use crate::stored::{Deserialize, Serialize};

const COLUMNS: [&str; 2] = ["submission", "submitted"];

/// The times at which submissions were handed in.
#[derive(Clone, Debug, Default)]
pub struct Submitted(BTreeMap<String, (Instant, Option<Span>)>);

/// The lateness of a submission, and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// The time at which it was due.
    pub due: Instant,
    /// The time at which it was handed in.
    pub submitted: Instant,
    /// By how many seconds it is late.
    pub seconds: u64,
    /// The share of its points that it loses.
    pub cost: Share,
    /// True if it is too late to count at all.
    pub rejected: bool,
}

impl Submitted {
    /// The times that a platform gave; those that cannot be read are left out. A time without a distance from
    /// UTC is in that of the `due` time.
    pub fn of_platform<'t>(times: impl Iterator<Item = (&'t str, &'t str)>, due: Instant) -> Self {
        let read =
            |(id, text): (&str, &str)| Some((id.to_owned(), (Instant::parse_beside(text, due)?, None)));
        Self(times.filter_map(read).collect())
    }

    /// Returns `true` if the time of a submission is known.
    pub fn knows(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Reads the table, and returns its mistakes. A time without a distance from UTC is in that of the `due`
    /// time, if that is given.
    pub fn read(source: &SourceFile, file: FileId, due: Option<Instant>) -> (Self, Vec<Diagnostic>) {
        let mut sheet = Sheet::read(source, file, &COLUMNS, COLUMNS.len());
        let mut times: BTreeMap<String, (Instant, Option<Span>)> = BTreeMap::new();
        for row in &sheet.rows {
            let [who, when] = row.as_slice() else { continue };
            let instant = match due {
                Some(due) => Instant::parse_beside(&when.text, due),
                None => Instant::parse(&when.text),
            };
            let Some(instant) = instant else {
                let shown = &when.text;
                let message =
                    text!("`{shown}` is no time that can be read", "không đọc được thời điểm `{shown}`");
                sheet.diagnostics.push(Diagnostic::error(code::SHEET_CELL, when.span, message).help(text!(
                    "write a date, a time and its distance from UTC, such as 2026-03-01T23:59:00+07:00",
                    "hãy viết ngày, giờ và độ lệch so với UTC, như 2026-03-01T23:59:00+07:00"
                )));
                continue;
            };
            if let Some((_, Some(first))) = times.get(&who.text) {
                let id = &who.text;
                let message = text!("`{id}` has a second time", "`{id}` có thời điểm thứ hai");
                sheet.diagnostics.push(
                    Diagnostic::error(code::SHEET_AGAIN, who.span, message)
                        .also(*first, text!("first here", "lần đầu ở đây"))
                        .help(text!(
                            "keep the row of the submission that is graded",
                            "hãy giữ lại dòng của bài nộp được chấm"
                        )),
                );
                continue;
            }
            times.insert(who.text.clone(), (instant, Some(who.span)));
        }
        (Self(times), sheet.diagnostics)
    }

    /// Says which submissions have no time, and are taken to be in time; the place is the head of the table.
    pub fn missing<'i>(&self, ids: impl Iterator<Item = &'i str>, file: FileId) -> Vec<Diagnostic> {
        let missing = ids.filter(|id| !self.0.contains_key(*id)).map(|id| {
            let near =
                suggest(id, self.0.keys().map(String::as_str)).and_then(|guess| self.0.get_key_value(guess));
            let message = text!("`{id}` has no row in this table", "`{id}` không có dòng nào trong bảng này");
            let span = near.and_then(|(_, (_, span))| *span).unwrap_or(Span::new(file, 0..0));
            let diagnostic = Diagnostic::warning(code::SHEET_MISSING, span, message);
            match near {
                Some((guess, _)) => {
                    diagnostic.help(text!("is `{guess}` meant to be it?", "có phải `{guess}` chính là nó?"))
                }
                None => diagnostic.help(text!(
                    "add a line such as: {id},2026-03-01T23:59:00+07:00",
                    "hãy thêm một dòng như: {id},2026-03-01T23:59:00+07:00"
                )),
            }
        });
        missing.collect()
    }

    /// The lateness of a submission; `None` where its time is unknown, or nothing is due.
    pub fn lateness(&self, id: &str, policy: &Late) -> Option<Lateness> {
        let (due, (submitted, _)) = (policy.due?, *self.0.get(id)?);
        let seconds = submitted.seconds_after(due);
        let (cost, rejected) = (policy.cost(seconds), policy.rejects(seconds));
        Some(Lateness { due, submitted, seconds, cost, rejected })
    }
}
