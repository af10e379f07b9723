//! Reports on programs that are more alike than the assignment explains: the words that all of them share.

use super::words::{counted, no_program};
use crate::diagnostics::{Language, Text, text};
use crate::likeness::{Findings, Passage, Phrase, Side, Unread};

/// A file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name on the command line.
    pub id: &'static str,
    /// Its purpose, for `--help`.
    pub about: &'static str,
    /// Writes it.
    pub render: fn(&Findings, Language) -> Vec<u8>,
}

/// Every file format.
pub const FORMATS: [Format; 3] = [
    Format { id: "html", about: "a page with both programs side by side", render: super::html::likeness },
    Format { id: "json", about: "everything, versioned", render: super::json::likeness },
    Format { id: "csv", about: "a line for each pair, for a spreadsheet", render: super::likeness_table },
];

/// What has been compared.
pub(super) fn lead(findings: &Findings) -> Text {
    let pairs: u64 = findings.pairs.counts.iter().sum();
    let (own, earlier) = (findings.ids.len() - findings.earlier, findings.earlier);
    let programs = counted(own, "program");
    let (and, and_vi) = match earlier {
        0 => (String::new(), String::new()),
        count => (format!(" and {count} of earlier classes"), format!(" và {count} bài của các lớp trước")),
    };
    let pairs = counted(usize::try_from(pairs).unwrap_or(usize::MAX), "pair");
    let count = pairs.split(' ').next().unwrap_or_default();
    text!("{programs}{and}, {pairs}", "{own} chương trình{and_vi}, {count} cặp")
}

/// Returns `true` if there are enough programs to say what is usual.
fn is_a_class(findings: &Findings) -> bool {
    findings.ids.len() >= 10
}

/// How alike programs of this class usually are; `None` if there are too few.
pub(super) fn usual(findings: &Findings) -> Option<Text> {
    if !is_a_class(findings) {
        return None;
    }
    let half = findings.pairs.quantile(50)?;
    let most = findings.pairs.quantile(95)?;
    Some(text!(
        "In half of the pairs at most {half} % of the smaller program is in the other one, in 95 of 100 pairs at most {most} %.",
        "Trong một nửa số cặp, nhiều nhất {half} % của chương trình nhỏ hơn có trong chương trình kia; trong 95 trên 100 cặp, nhiều nhất {most} %."
    ))
}

/// What a likeness is, and what it is not.
pub(super) fn caution() -> Text {
    text!(
        "A likeness is a reason to look at both programs, and proves nothing: people may have learned from the same book, or \
         worked together where that is allowed. What was handed out and what many have does not count.",
        "Sự giống nhau là lý do để xem lại cả hai chương trình chứ không chứng minh điều gì: có thể các bạn học từ cùng một tài \
         liệu, hoặc làm chung ở chỗ được phép. Phần được phát sẵn và phần nhiều người cùng có không được tính."
    )
}

/// A sentence on a class in which so much is alike that something else is the reason.
pub(super) fn too_much(findings: &Findings) -> Option<Text> {
    let is_much = findings.pairs.quantile(80)? >= usize::from(findings.least.to_percent());
    (is_much && is_a_class(findings)).then(|| {
        text!(
            "A fifth of all pairs is as alike as this. If something was handed out to everybody, give it with --starter.",
            "Một phần năm số cặp giống nhau đến mức này. Nếu có phần được phát sẵn cho mọi người, hãy cho biết bằng --starter."
        )
    })
}

/// Why a submission is not compared.
pub(super) fn not_compared(why: &Unread) -> Text {
    match why {
        Unread::NoProgram(reason) => no_program(reason),
        Unread::NotBuilt(count) => {
            let errors = counted(*count, "error");
            text!("it cannot be assembled: {errors}", "không hợp dịch được: {count} lỗi")
        }
        Unread::Failed(message) => text!(
            "the grader failed on it: {message}; please report this",
            "trình chấm gặp lỗi với bài này: {message}; xin hãy báo lại"
        ),
        Unread::TooShort => {
            text!("there is too little in it to compare", "chương trình quá ngắn để so sánh")
        }
    }
}

/// A phrase with what it is.
pub(super) fn phrase(phrase: &Phrase) -> (Text, &str) {
    match phrase {
        Phrase::Text(words) => (text!("text", "văn bản"), words),
        Phrase::Comment(words) => (text!("comment", "chú thích"), words),
    }
}

/// The lines of one side, such as `10-24`.
pub(super) fn lines(side: &Side) -> String {
    if side.first == side.last { side.first.to_string() } else { format!("{}-{}", side.first, side.last) }
}

/// The number of lines of a passage that are alike.
pub(super) fn size(passage: &Passage) -> usize {
    passage.one.alike.len().min(passage.other.alike.len())
}
