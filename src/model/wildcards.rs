//! Lines with wildcards, brought up to date: those that still fit stay as they are written, the others become the line that
//! was printed.

use crate::spec::{Reading, WantedLine};

/// The price of a printed line that no line of the spec stands for, so that it is written down.
const WRITTEN: u32 = 2;
/// The price of a line of the spec that becomes another one.
const REPLACED: u32 = 2;
/// The price of a line of the spec that goes: a wildcard that may be wanted again is not to be lost lightly.
const DROPPED: u32 = 3;

/// The next step of an alignment: a line is kept, changed, added or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The line of the spec fits the printed one.
    Keep,
    /// The printed line takes the place of the one in the spec.
    Replace,
    /// The printed line is written down.
    Write,
    /// The line of the spec goes.
    Drop,
    /// A line of dots stands for this printed line too.
    Absorb,
    /// A line of dots ends here.
    Pass,
}

/// The lines of the spec with as few changes as make them fit the printed text. `source` is the text that
/// `lines` were read from.
pub(super) fn updated(lines: &[WantedLine], source: &str, reading: Reading, printed: &str) -> String {
    let printed = printed.replace("\r\n", "\n");
    let printed: Vec<&str> = printed.trim_end_matches('\n').split('\n').collect();
    let written: Vec<&str> = source.trim_end_matches('\n').split('\n').collect();
    let mut updated = Vec::new();
    let (mut at, mut to) = (0, 0);
    for step in steps(lines, &printed) {
        match step {
            Step::Keep | Step::Pass => updated.push(written.get(at).copied().unwrap_or_default().to_owned()),
            Step::Replace | Step::Write => updated.push(literal(printed[to], reading)),
            Step::Drop | Step::Absorb => {}
        }
        at += usize::from(matches!(step, Step::Keep | Step::Replace | Step::Drop | Step::Pass));
        to += usize::from(matches!(step, Step::Keep | Step::Replace | Step::Write | Step::Absorb));
    }
    let end = if source.is_empty() || source.ends_with('\n') { "\n" } else { "" };
    updated.join("\n") + end
}

/// A line that fits itself alone, as nearly as the reading can say so.
fn literal(line: &str, reading: Reading) -> String {
    if reading != Reading::Regex {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if "\\.+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The cheapest steps from the lines of the spec to the printed ones; of equally cheap ones those that keep more.
fn steps(lines: &[WantedLine], printed: &[&str]) -> Vec<Step> {
    let (rows, columns) = (lines.len() + 1, printed.len() + 1);
    // The price of the rest from here on, with the step that begins it.
    let mut best = vec![vec![(0, Step::Pass); columns]; rows];
    for at in (0..rows).rev() {
        for to in (0..columns).rev() {
            if at + 1 == rows && to + 1 == columns {
                continue;
            }
            let mut options: Vec<(u32, Step)> = Vec::new();
            let rest = |at: usize, to: usize| best[at][to].0;
            match lines.get(at) {
                Some(WantedLine::Any) => {
                    options.push((rest(at + 1, to), Step::Pass));
                    if to + 1 < columns {
                        options.push((rest(at, to + 1), Step::Absorb));
                    }
                }
                Some(WantedLine::One(pattern)) => {
                    if to + 1 < columns {
                        if pattern.find(printed[to]).is_some() {
                            options.push((rest(at + 1, to + 1), Step::Keep));
                        }
                        options.push((REPLACED + rest(at + 1, to + 1), Step::Replace));
                    }
                    options.push((DROPPED + rest(at + 1, to), Step::Drop));
                }
                None => {}
            }
            if to + 1 < columns && !matches!(lines.get(at), Some(WantedLine::Any)) {
                options.push((WRITTEN + rest(at, to + 1), Step::Write));
            }
            // The first one of equal price is taken.
            let cheapest = options.into_iter().reduce(|one, other| if other.0 < one.0 { other } else { one });
            best[at][to] = cheapest.unwrap_or((0, Step::Pass));
        }
    }
    let (mut at, mut to) = (0, 0);
    let mut steps = Vec::new();
    while at + 1 < rows || to + 1 < columns {
        let (_, step) = best[at][to];
        steps.push(step);
        at += usize::from(matches!(step, Step::Keep | Step::Replace | Step::Drop | Step::Pass));
        to += usize::from(matches!(step, Step::Keep | Step::Replace | Step::Write | Step::Absorb));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::updated;
    use crate::observe::Pattern;
    use crate::spec::{Reading, WantedLine};

    #[track_caller]
    fn check(source: &str, printed: &str, after: &str) {
        let line = |line: &str| match line {
            "..." => WantedLine::Any,
            line => {
                WantedLine::One(Pattern::as_written(&format!("^(?:{line})$")).expect("it is well-formed"))
            }
        };
        let lines: Vec<WantedLine> = source.trim_end_matches('\n').split('\n').map(line).collect();
        assert_eq!(updated(&lines, source, Reading::Regex, printed), after, "{source:?} and {printed:?}");
    }

    #[test]
    fn what_fits_stays_and_what_does_not_is_written_anew() {
        check("A: \\d+\nB: \\d+\n", "A: 1\nC: 2\n", "A: \\d+\nC: 2\n");
        check("A: \\d+\nB", "A: 1\nnew.\nB\n", "A: \\d+\nnew\\.\nB");
        check("A: \\d+\nold\nB\n", "A: 1\nB\n", "A: \\d+\nB\n");
        check("A\n...\nB\n", "A\nx\ny\nC\n", "A\n...\nC\n");
        check("...\n[ab]\n", "x\ny\nb\n", "...\n[ab]\n");
        check("[ab]\n...\n", "b\n", "[ab]\n...\n");
        check("old\n...\n[ab]\n", "x (1)\na\n", "x \\(1\\)\n...\n[ab]\n");
    }
}
