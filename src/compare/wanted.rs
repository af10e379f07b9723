//! The output, compared with the demands of a case, in the reading that its spec names. One file for each
//! reading.

mod fragments;
mod hashed;
mod lines;
mod text;
mod tokens;

pub use hashed::{HashedText, hashed_text, is_to_the_byte};

use super::lines::{LinePair, first_difference};
use crate::diagnostics::Text;
use crate::spec::{Ignored, Mode, Reading, Want};

/// A difference between an output and the demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The expected output, if it can be set next to the actual one.
    pub expected: Option<String>,
    /// The mistake in words.
    pub why: Text,
    /// The kind of mismatch: outputs that go wrong in the same way have the same one.
    pub kind: MismatchKind,
    /// The first byte of the output that is wrong, where that can be said.
    pub at: Option<usize>,
    /// The expected lines and the printed ones, where the expected ones are patterns.
    pub pairs: Option<Vec<LinePair>>,
}

impl Mismatch {
    /// A mismatch of which no more is known.
    pub fn new(kind: MismatchKind, why: Text) -> Self {
        Self { expected: None, why, kind, at: None, pairs: None }
    }
}

/// The kinds of mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MismatchKind {
    /// The whole text is none of those that are right.
    Text {
        /// The reading by which texts are compared.
        reading: Reading,
        /// The differences that are ignored.
        ignored: Vec<Ignored>,
        /// The number of texts that are right.
        texts: usize,
    },
    /// A line fits none of the patterns that can be next.
    Line {
        /// The line, from 0.
        at: usize,
        /// The line that was printed; `None` if the output ends before it.
        printed: Option<String>,
    },
    /// A part is missing.
    Missing {
        /// The part.
        part: String,
        /// The part that must come before it, if one must.
        after: Option<String>,
    },
    /// A part is there that must not be.
    Rejected(String),
    /// There is a file that must not be there.
    UnwantedFile(String),
    /// The program asks for more than this many answers.
    TooManyAnswers(usize),
    /// A file is not there.
    NoFile {
        /// Its name.
        name: String,
        /// The files that are there.
        there: Vec<String>,
    },
    /// The whole text is none of the right ones, of which only hashes are known.
    Hashed,
    /// The contents of a file are not as they must be.
    InFile {
        /// The name of the file.
        name: String,
        /// The mismatch in its contents.
        kind: Box<MismatchKind>,
    },
}

/// The mismatch of an output with the demand, if there is one.
pub fn mismatch(want: &Want, mode: &Mode, output: &str) -> Option<Mismatch> {
    match want {
        Want::Text(texts) => {
            let is_same = |text: &String| match mode.reading {
                Reading::Exact => text == output,
                Reading::Tokens | Reading::Numbers => tokens::are_same(text, output, mode),
                Reading::Text | Reading::Glob | Reading::Regex => text::is_same(text, output, mode),
            };
            let expected = texts.first().filter(|_| !texts.iter().any(is_same))?;
            let is_plain = mode.ignored.is_empty() && matches!(mode.reading, Reading::Text | Reading::Exact);
            let at = first_difference(expected.as_bytes(), output.as_bytes());
            let kind = MismatchKind::Text {
                reading: mode.reading,
                ignored: mode.ignored.clone(),
                texts: texts.len(),
            };
            Some(Mismatch {
                expected: Some(expected.clone()),
                // The place of the first wrong byte is known only where nothing is taken away before texts
                // are compared.
                at: at.filter(|_| is_plain && texts.len() == 1 && !output.contains('\r')),
                ..Mismatch::new(kind, text::why(texts.len(), mode))
            })
        }
        Want::Lines(lines, source) => {
            let unlike = lines::first_unlike(lines, output)?;
            let pairs = lines::side_by_side(lines, source, output);
            Some(Mismatch { expected: Some(source.clone()), pairs, ..unlike })
        }
        Want::Contains(parts) => fragments::missing(parts, mode, output),
        Want::Rejects(parts) => fragments::rejected(parts, mode, output),
        Want::Hashed(known) => hashed::mismatch(known, mode, output),
    }
}

/// The most lines after which a test may end that stops early.
const MOST_BEGINNINGS: usize = 1_000;

/// The beginnings of an output: its first line, its first two lines, and so on. Where a test stops early, one of them is to meet
/// the demands.
pub fn beginnings(output: &str) -> impl Iterator<Item = &str> {
    output.match_indices('\n').take(MOST_BEGINNINGS).map(|(at, _)| &output[..=at])
}

#[cfg(test)]
mod tests {
    use super::mismatch;
    use crate::observe::Pattern;
    use crate::spec::{Fragment, Ignored, Mode, Reading, Want, WantedLine};

    #[track_caller]
    fn check(mode: &Mode, wanted: &str, output: &str, is_right: bool) {
        let want = Want::Text(vec![wanted.to_owned()]);
        assert_eq!(mismatch(&want, mode, output).is_none(), is_right, "{wanted:?} and {output:?}");
    }

    fn ignoring(ignored: &[Ignored]) -> Mode {
        Mode { ignored: ignored.to_vec(), ..Mode::default() }
    }

    #[test]
    fn what_is_ignored_makes_no_difference_and_all_else_does() {
        let plain = Mode::default();
        check(&plain, "Sum: 5\n", "Sum: 5", true);
        check(&plain, "Sum: 5", "sum: 5", false);
        let exact = Mode { reading: Reading::Exact, ..Mode::default() };
        check(&exact, "Sum: 5\n", "Sum: 5\n", true);
        check(&exact, "Sum: 5\n", "Sum: 5", false);
        check(&ignoring(&[Ignored::Case]), "Sum: 5", "sUM: 5", true);
        check(&ignoring(&[Ignored::Blanks]), "Sum: 5\nEnd", "  Sum:   5  \n\nEnd\n", true);
        check(&ignoring(&[Ignored::Blanks]), "Sum: 5", "Sum:5", false);
        check(&ignoring(&[Ignored::Punctuation]), "Sum: 5", "Sum, 5!", true);
        check(&ignoring(&[Ignored::LineOrder]), "a\nb\n", "b\na\n", true);
        check(&ignoring(&[Ignored::LineOrder]), "a\nb\nb\n", "b\na\na\n", false);
    }

    #[test]
    fn tokens_and_numbers_are_compared_one_by_one() {
        let tokens = Mode { reading: Reading::Tokens, ..Mode::default() };
        check(&tokens, "1 2\n3", "1\n2 3\n", true);
        check(&tokens, "1 2 3", "1 2", false);
        check(&tokens, "1.0", "1", false);
        let numbers = Mode { reading: Reading::Numbers, tolerance: 0.01, ..Mode::default() };
        check(&numbers, "Mean 3.333", "Mean   3.34", true);
        check(&numbers, "Mean 3.333", "Mean 3.35", false);
        check(&numbers, "Mean 3.333", "Sum 3.333", false);
        check(&numbers, "1e3", "1000", true);
    }

    #[test]
    fn lines_fit_patterns_and_dots_stand_for_any_number() {
        let one = |source: &str| WantedLine::One(Pattern::as_written(source).expect("it is well-formed"));
        let lines = [one("^Hello.*$"), WantedLine::Any, one("^\\d+$")];
        let check = |output: &str, is_right: bool| {
            let want = Want::Lines(lines.to_vec(), String::new());
            assert_eq!(mismatch(&want, &Mode::default(), output).is_none(), is_right, "{output:?}");
        };
        check("Hello you\n5\n", true);
        check("Hello you\nand\nyou\n5\n", true);
        check("Hello you\nfive\n", false);
        check("hello you\n5\n", false);
        check("Hello you\n5\n6\nx\n", false);
    }

    #[test]
    fn only_lines_that_do_not_fit_are_marked() {
        let one = |source: &str| WantedLine::One(Pattern::as_written(source).expect("it is well-formed"));
        let lines = vec![one("^Sum.*$"), WantedLine::Any, one("^End$"), one("^Bye$")];
        let want = Want::Lines(lines, "Sum*\n...\nEnd\nBye\n".to_owned());
        let marked = |output: &str| -> Vec<(String, bool)> {
            let found = mismatch(&want, &Mode::default(), output).expect("it does not fit");
            let pairs = found.pairs.expect("lines stand next to patterns");
            let text = |line: &Option<Vec<u8>>| {
                line.as_ref().map_or("-".into(), |line| String::from_utf8_lossy(line).into_owned())
            };
            let shown = |expected, actual| format!("{} {}", text(expected), text(actual));
            pairs.iter().map(|pair| (shown(&pair.expected, &pair.actual), pair.differs())).collect()
        };
        let check = |output: &str, wanted: &[(&str, bool)]| {
            let wanted: Vec<_> =
                wanted.iter().map(|(line, differs)| ((*line).to_owned(), *differs)).collect();
            assert_eq!(marked(output), wanted, "{output:?}");
        };
        check(
            "Sum 1\na\nb\nEnd\nTschau\n",
            &[
                ("Sum* Sum 1", false),
                ("- a", false),
                ("- b", false),
                ("... -", false),
                ("End End", false),
                ("Bye Tschau", true),
            ],
        );
        check(
            "Sum 1\nEnd\n",
            &[("Sum* Sum 1", false), ("... -", false), ("End End", false), ("Bye -", true)],
        );
    }

    #[test]
    fn fragments_are_found_in_order() {
        let mode = Mode::default();
        let parts = vec![
            Fragment::Plain("Sum".to_owned()),
            Fragment::Pattern(Pattern::as_written("\\d+").expect("it is well-formed")),
        ];
        let contains = Want::Contains(parts.clone());
        assert_eq!(mismatch(&contains, &mode, "The Sum is 5"), None);
        assert!(mismatch(&contains, &mode, "5 is the Sum").is_some());
        let rejects = Want::Rejects(parts);
        assert_eq!(mismatch(&rejects, &mode, "nothing"), None);
        assert!(mismatch(&rejects, &mode, "a 7").is_some());
        let any = Want::Text(vec!["yes".to_owned(), "no".to_owned()]);
        assert_eq!(mismatch(&any, &mode, "no\n"), None);
        assert!(mismatch(&any, &mode, "maybe").is_some());
    }
}
