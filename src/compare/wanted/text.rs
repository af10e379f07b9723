//! Whole texts, less what makes no difference.

use crate::diagnostics::{Text, text};
use crate::spec::{Ignored, Mode, Reading};

/// Returns `true` if two texts are the same; a line feed more or less at the very end does not count.
pub(super) fn is_same(wanted: &str, output: &str, mode: &Mode) -> bool {
    lines(wanted, mode) == lines(output, mode)
}

/// The lines of a text as far as they count.
pub(super) fn lines(text: &str, mode: &Mode) -> Vec<String> {
    let text = normal(text, mode);
    let mut lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(str::to_owned).collect();
    if mode.ignores(Ignored::Blanks) {
        lines.retain(|line| !line.is_empty());
    }
    if mode.ignores(Ignored::LineOrder) {
        lines.sort();
    }
    lines
}

/// A text without what makes no difference within its lines.
pub(super) fn normal(text: &str, mode: &Mode) -> String {
    let mut text = text.replace("\r\n", "\n");
    if mode.ignores(Ignored::Case) {
        text = text.to_lowercase();
    }
    if mode.ignores(Ignored::Punctuation) {
        text.retain(|c| !c.is_ascii_punctuation());
    }
    if mode.ignores(Ignored::Blanks) {
        let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text = text.split('\n').map(squeezed).collect::<Vec<_>>().join("\n");
    }
    text
}

/// The rule by which the texts differ, in words.
pub(super) fn why(texts: usize, mode: &Mode) -> Text {
    let (mut rule, mut rule_vi) = match mode.reading {
        Reading::Tokens => ("word by word".to_owned(), "từng từ một".to_owned()),
        Reading::Numbers => {
            let tolerance = mode.tolerance;
            (
                format!("word by word, numbers up to {tolerance} apart"),
                format!("từng từ một, số được lệch tối đa {tolerance}"),
            )
        }
        Reading::Exact => ("byte by byte".to_owned(), "từng byte một".to_owned()),
        Reading::Text | Reading::Glob | Reading::Regex => {
            ("line by line".to_owned(), "từng dòng một".to_owned())
        }
    };
    for ignored in &mode.ignored {
        let (word, word_vi) = match ignored {
            Ignored::Blanks => ("blanks", "khoảng trắng"),
            Ignored::Case => ("capital or small letters", "chữ hoa hay chữ thường"),
            Ignored::Punctuation => ("punctuation", "dấu câu"),
            Ignored::LineOrder => ("the order of lines", "thứ tự các dòng"),
        };
        rule.push_str(", whatever ");
        rule.push_str(word);
        rule_vi.push_str(", không kể ");
        rule_vi.push_str(word_vi);
    }
    if texts > 1 {
        let others = texts - 1;
        return text!(
            "compared {rule}; the spec takes {others} other as well",
            "so sánh {rule_vi}; spec còn chấp nhận {others} kết quả khác"
        );
    }
    text!("compared {rule}", "so sánh {rule_vi}")
}
