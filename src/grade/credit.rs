//! Partial credit: where a case says so, each line of a text is worth a part of its points.

use std::collections::BTreeSet;

use crate::compare::wanted::mismatch;
use crate::diagnostics::{Text, text};
use crate::spec::{Case, Expectation, Mode, Points, Reading, Want, WantedLine};

/// Longer texts have no credit by line: to find the lines that are right takes the square of their number.
const MOST_LINES: usize = 400;

/// The part of a wrong text that is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Credit {
    /// What it is worth.
    pub(super) earned: Points,
    /// That, in words.
    pub(super) why: Text,
}

/// The lines that every text of a spec has, whatever is typed: they show nothing of an answer.
pub(super) fn shared_lines<'c>(cases: impl Iterator<Item = &'c Case>) -> BTreeSet<String> {
    let mut texts: Vec<BTreeSet<String>> = Vec::new();
    for case in cases {
        let lines = match &case.expectation {
            Expectation::Literal { output, .. } => lines(output),
            Expectation::Checked(checked) => match checked.whole.as_slice() {
                [Want::Text(texts)] if texts.len() == 1 => lines(&texts[0]),
                [Want::Lines(_, source)] => lines(source),
                _ => continue,
            },
            _ => continue,
        };
        texts.push(lines.into_iter().map(str::to_owned).collect());
    }
    // A single text shares its lines with no other.
    let [first, others @ ..] = texts.as_slice() else { return BTreeSet::new() };
    if others.is_empty() {
        return BTreeSet::new();
    }
    first.iter().filter(|line| others.iter().all(|other| other.contains(*line))).cloned().collect()
}

/// The credit for an output that is not the text that must come out; `None` if no line that shows anything is right.
pub(super) fn by_line(
    points: Points,
    shared: &BTreeSet<String>,
    (want, mode): (&Want, &Mode),
    output: &str,
) -> Option<Credit> {
    let is_own = |line: &&str| !shared.contains(*line);
    let wanted: Vec<Want> = match want {
        Want::Text(texts) => {
            let own = lines(texts.first()?).into_iter().filter(is_own);
            own.map(|line| Want::Text(vec![line.to_owned()])).collect()
        }
        Want::Lines(wanted, source) => {
            let sources = source.trim_end_matches('\n').split('\n');
            let own = wanted.iter().zip(sources).filter(|(_, source)| !shared.contains(source.trim_end()));
            let one = own.filter(|(line, _)| matches!(line, WantedLine::One(_)));
            one.map(|(line, source)| Want::Lines(vec![line.clone()], source.to_owned())).collect()
        }
        Want::Contains(_) | Want::Rejects(_) | Want::Hashed(_) => return None,
    };
    let printed: Vec<&str> = lines(output).into_iter().filter(is_own).collect();
    let all = wanted.len().max(printed.len());
    if all > MOST_LINES {
        return None;
    }
    // A line by itself is compared as the text is, but for the line that it ends.
    let reading = if mode.reading == Reading::Exact { Reading::Text } else { mode.reading };
    let mode = Mode { reading, ..mode.clone() };
    let right = in_order(&wanted, &printed, |want, line| mismatch(want, &mode, line).is_none());
    // Something is wrong: if it is no line, it is what stands between them.
    let all = if right == all { all + 1 } else { all };
    if right == 0 {
        return None;
    }
    let earned = Points::from_hundredths(points.hundredths() * right as u64 / all as u64);
    let why = text!(
        "right in part: {right} of {all} lines, {earned} of {points} points",
        "đúng một phần: {right}/{all} dòng, {earned} trong {points} điểm"
    );
    Some(Credit { earned, why })
}

/// The lines of a text that are not empty, without blanks at their ends.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect()
}

/// The most items of a list that fit those of another in the same order.
fn in_order<A, B>(first: &[A], second: &[B], fits: impl Fn(&A, &B) -> bool) -> usize {
    let mut before = vec![0; second.len() + 1];
    for one in first {
        let mut now = vec![0; second.len() + 1];
        for (index, other) in second.iter().enumerate() {
            now[index + 1] =
                if fits(one, other) { before[index] + 1 } else { before[index + 1].max(now[index]) };
        }
        before = now;
    }
    before.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::by_line;
    use crate::spec::{Mode, Points, Want};

    #[track_caller]
    fn check(wanted: &str, output: &str, hundredths: Option<u64>) {
        let shared: BTreeSet<String> = ["Menu".to_owned()].into();
        let want = Want::Text(vec![wanted.to_owned()]);
        let credit = by_line(Points::from_hundredths(300), &shared, (&want, &Mode::default()), output);
        assert_eq!(credit.map(|credit| credit.earned.hundredths()), hundredths, "{output:?}");
    }

    #[test]
    fn each_line_that_is_right_counts_and_what_is_shared_does_not() {
        check("Menu\n1\n2\n3\n", "Menu\n1\n2\n4\n", Some(200));
        check("Menu\n1\n2\n3\n", "Menu\n1\n3\n", Some(200));
        check("Menu\n1\n2\n3\n", "Menu\n", None);
        check("Menu\n1\n2\n3\n", "Menu\n3\n2\n1\n", Some(100));
        // To print everything earns little.
        check("Menu\n1\n2\n3\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", Some(100));
        // Each line is right, and all of it is wrong.
        check("Menu\n1\n2\n3\n", "1\n2\n3\n", Some(225));
    }
}
