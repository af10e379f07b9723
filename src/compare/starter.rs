//! A submission against the file that students start from: the lines that are not theirs must be as they were.
//!
//! The kept lines decide first: the fixed lines of the starter file, with anything between them where
//! students write. Only if they are not all there, in this order and without others among them, lines are
//! aligned to show what changed.

use super::hunks::{Hunk, HunkLine, Side, grouped};
use super::lines::{Change, changes};
use crate::spec::{Overlooked, Starter};
use crate::stored::{Deserialize, Serialize};

/// This many lines are shown around those that differ.
const AROUND: usize = 1;

/// The relation of a submission to the starter file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// It is the starter file and nothing else.
    Untouched,
    /// The fixed lines are as they were.
    Whole,
    /// Lines that must stay were changed, moved or taken out, or others stand among them.
    Changed(Vec<Hunk>),
}

/// A line with the key by which it is compared.
#[derive(Clone)]
struct StarterLine<'t> {
    number: usize,
    text: &'t str,
    key: String,
}

/// A text as parts that stay and parts that students write.
struct Parts<'t> {
    fixed: Vec<Vec<StarterLine<'t>>>,
    /// True if the last fixed line is the end of the text, so that there is a fixed part after each one of
    /// students.
    is_closed: bool,
}

/// Compares a submission's source with the starter file.
pub fn kept(starter: &Starter, source: &str) -> Kept {
    let all = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let without_end = |mut lines: Vec<String>| {
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    };
    if without_end(all(&starter.text)) == without_end(all(source)) {
        return Kept::Untouched;
    }
    let wanted = parts(starter, lines(starter, &starter.text));
    let found = lines(starter, source);
    if fits(&wanted.fixed, &found) {
        Kept::Whole
    } else {
        Kept::Changed(differences(starter, &wanted, found))
    }
}

/// The lines that count. Empty lines at the end do not.
fn lines<'t>(starter: &Starter, text: &'t str) -> Vec<StarterLine<'t>> {
    let skips_empty =
        [Overlooked::Comments, Overlooked::Blanks].iter().any(|kind| starter.overlooked.contains(kind));
    let mut lines: Vec<StarterLine<'t>> = text
        .lines()
        .enumerate()
        .map(|(index, text)| StarterLine { number: index + 1, text, key: key(starter, text) })
        .filter(|line| !(skips_empty && line.key.is_empty()))
        .collect();
    while lines.last().is_some_and(|line| line.key.is_empty()) {
        lines.pop();
    }
    lines
}

/// A line without what makes no difference. The lines that mark the parts of students are compared as they are.
fn key(starter: &Starter, line: &str) -> String {
    if starter.begins(line) || starter.ends(line) {
        return line.trim().to_owned();
    }
    let overlooks = |kind| starter.overlooked.contains(&kind);
    let code = if overlooks(Overlooked::Comments) { without_comment(line) } else { line };
    let mut key = code.trim_end().to_owned();
    if overlooks(Overlooked::Blanks) {
        key = key.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if overlooks(Overlooked::Case) {
        key = key.to_lowercase();
    }
    key
}

/// A line of assembly up to `;` or `#`, which begin a comment outside of strings. A `#` before a number is an immediate
/// operand of LC-3.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut is_escaped) = (None, false);
    for (at, c) in line.char_indices() {
        match quote {
            _ if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ';' => return &line[..at],
            None if c == '#' && !line[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                return &line[..at];
            }
            _ => {}
        }
    }
    line
}

/// Takes the parts of students out.
fn parts<'t>(starter: &Starter, lines: Vec<StarterLine<'t>>) -> Parts<'t> {
    let mut fixed = vec![Vec::new()];
    let mut is_open = false;
    for line in lines {
        if is_open && starter.ends(line.text) {
            is_open = false;
            fixed.push(Vec::new());
        }
        if is_open {
            continue;
        }
        is_open = starter.begins(line.text);
        if let Some(part) = fixed.last_mut() {
            part.push(line);
        }
    }
    Parts { fixed, is_closed: !is_open }
}

/// Returns `true` if the lines are the fixed parts in their order, with anything between two of them.
fn fits(fixed: &[Vec<StarterLine<'_>>], lines: &[StarterLine<'_>]) -> bool {
    let are_same = |part: &[StarterLine<'_>], lines: &[StarterLine<'_>]| {
        part.len() == lines.len() && part.iter().zip(lines).all(|(one, other)| one.key == other.key)
    };
    let [first, between @ .., last] = fixed else { return false };
    if lines.len() < first.len() + last.len() {
        return false;
    }
    let (head, rest) = lines.split_at(first.len());
    let (mut rest, tail) = rest.split_at(rest.len() - last.len());
    for part in between {
        let Some(at) =
            (0..rest.len()).find(|at| rest.get(*at..at + part.len()).is_some_and(|it| are_same(part, it)))
        else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    are_same(first, head) && are_same(last, tail)
}

/// The changes in the fixed lines. Where the submission has the same marks, only the lines outside of them
/// are compared; otherwise all of it, and lines added where students write are no difference.
fn differences(starter: &Starter, wanted: &Parts<'_>, found: Vec<StarterLine<'_>>) -> Vec<Hunk> {
    let own_parts = parts(starter, found.clone());
    let has_same_marks = own_parts.is_closed && own_parts.fixed.len() == wanted.fixed.len();
    let found: Vec<StarterLine<'_>> =
        if has_same_marks { own_parts.fixed.into_iter().flatten().collect() } else { found };
    let old: Vec<&StarterLine<'_>> = wanted.fixed.iter().flatten().collect();
    // Before which of the fixed lines students write.
    let gaps: Vec<usize> = wanted
        .fixed
        .iter()
        .scan(0, |at, part| {
            *at += part.len();
            Some(*at)
        })
        .take(wanted.fixed.len() - 1)
        .collect();
    let old_keys: Vec<&str> = old.iter().map(|line| line.key.as_str()).collect();
    let new_keys: Vec<&str> = found.iter().map(|line| line.key.as_str()).collect();
    let mut lines: Vec<HunkLine> = Vec::new();
    let (mut going, mut coming): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut at = 0;
    let close = |at: usize, going: &mut Vec<usize>, coming: &mut Vec<usize>, lines: &mut Vec<HunkLine>| {
        let start = at - going.len();
        let is_at_gap = gaps.iter().any(|gap| (start..=at).contains(gap));
        // A line of the starter file has no number in the submission.
        lines.extend(going.drain(..).map(|index| line(Side::Old, 0, old[index].text)));
        if !is_at_gap || has_same_marks {
            lines
                .extend(coming.iter().map(|index| line(Side::New, found[*index].number, found[*index].text)));
        }
        coming.clear();
    };
    for change in changes(&old_keys, &new_keys) {
        match change {
            Change::Same { expected, actual } => {
                close(at, &mut going, &mut coming, &mut lines);
                lines.push(line(Side::Both, found[actual].number, found[actual].text));
                at = expected + 1;
            }
            Change::Replaced { expected, actual } => {
                going.push(expected);
                coming.push(actual);
                at = expected + 1;
            }
            Change::Missing { expected } => {
                going.push(expected);
                at = expected + 1;
            }
            Change::Added { actual } => coming.push(actual),
        }
    }
    close(at, &mut going, &mut coming, &mut lines);
    grouped(&lines, AROUND)
}

fn line(side: Side, number: usize, text: &str) -> HunkLine {
    HunkLine { side, number, text: text.trim_end().as_bytes().to_vec() }
}
