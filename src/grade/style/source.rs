//! The style checks of the source as text.

use std::collections::{BTreeMap, BTreeSet};

use crate::asm::Role;
use crate::diagnostics::{FileId, Sources, Text, text};
use crate::machine::Executable;
use crate::spec::Share;

/// This many places are named; the others are counted by the share.
const MOST_PLACES: usize = 8;

/// Returns `true` if there is a source: a program that is handed in as words has none.
pub(super) fn is_there(program: &dyn Executable) -> bool {
    !program.source_map().lines().is_empty()
}

/// The text of a line's comment; `None` if it has none. A mark in quotation marks begins no comment.
fn comment(line: &str, mark: char) -> Option<&str> {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if c == mark => return Some(line[at..].trim_start_matches(mark)),
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
    }
    None
}

/// Returns `true` if a comment has any word: a row of stars does not.
fn says_something(comment: &str) -> bool {
    comment.chars().any(char::is_alphanumeric)
}

/// Too few of the lines with instructions have a comment.
pub(super) fn comments(program: &dyn Executable, mark: char, at_least: Share) -> Vec<Text> {
    let sources = program.sources();
    let mut lines: BTreeMap<FileId, BTreeSet<usize>> = BTreeMap::new();
    for line in program.source_map().lines().iter().filter(|line| line.role == Role::Instruction) {
        lines.entry(line.span.file).or_default().insert(sources.position(line.span).line);
    }
    let (mut all, mut commented) = (0, 0);
    let mut without = Vec::new();
    for (file, numbers) in &lines {
        let texts: Vec<&str> = sources.file(*file).text.split('\n').collect();
        for number in numbers {
            let text = texts.get(number - 1).copied().unwrap_or_default();
            all += 1;
            if comment(text, mark).is_some_and(says_something) {
                commented += 1;
            } else {
                without.push((*file, *number));
            }
        }
    }
    let wanted = at_least.percent();
    if commented * 100 >= usize::from(wanted) * all {
        return Vec::new();
    }
    let share = commented * 100 / all;
    vec![
        text!(
            "{commented} of {all} lines with instructions have a comment, which is {share} %; {wanted} % are asked for",
            "{commented}/{all} dòng lệnh có chú thích, tức {share} %; yêu cầu là {wanted} %"
        ),
        without_comment(sources, &without),
    ]
}

fn without_comment(sources: &Sources, places: &[(FileId, usize)]) -> Text {
    let mut named = String::new();
    let mut last = None;
    for (file, line) in places.iter().take(MOST_PLACES) {
        let name = &sources.file(*file).name;
        let place = if last == Some(*file) { format!(", {line}") } else { format!(" {name}:{line}") };
        named.push_str(&place);
        last = Some(*file);
    }
    let more = if places.len() > MOST_PLACES { ", ..." } else { "" };
    text!("without one:{named}{more}", "chưa có chú thích:{named}{more}")
}

/// The source does not begin with a comment that says something.
pub(super) fn header_comment(program: &dyn Executable, mark: char) -> Vec<Text> {
    let Some(file) = program.sources().files().first() else { return Vec::new() };
    let mut begins = None;
    for (number, line) in file.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        begins = begins.or(Some(number + 1));
        match comment(line, mark) {
            Some(words) if line.trim_start().starts_with(mark) => {
                if says_something(words) {
                    return Vec::new();
                }
            }
            _ => break,
        }
    }
    let (name, line) = (&file.name, begins.unwrap_or(1));
    vec![text!(
        "{name}:{line} is not a comment; begin the file with lines that say what the program does and who wrote it, each after a `{mark}`",
        "{name}:{line} không phải là chú thích; hãy bắt đầu tệp bằng vài dòng nói chương trình làm gì và ai viết, mỗi dòng sau dấu `{mark}`"
    )]
}

#[cfg(test)]
mod tests {
    use super::{comment, says_something};

    #[test]
    fn a_mark_in_quotation_marks_begins_no_comment() {
        for (line, mark, words) in [
            ("ADD R0, R0, #1 ; count", ';', Some(" count")),
            ("li $t0, '#' # the wall", '#', Some(" the wall")),
            ("li $t0, '\\''  # a quote", '#', Some(" a quote")),
            ("li $t0, '#'", '#', None),
            (";; twice", ';', Some(" twice")),
        ] {
            assert_eq!(comment(line, mark), words, "{line}");
        }
        assert!(!says_something(" *** "));
    }
}
