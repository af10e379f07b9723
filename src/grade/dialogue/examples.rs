//! Examples in a program's texts of what is typed together with a place on the board: `4b = drop and block`, `remove <column> <row>`.

use std::rc::Rc;
use std::sync::LazyLock;

use super::forms::{CELLS, in_case_of};
use crate::observe::{Line, Pattern, built_in};
use crate::play::PromptRules;
use crate::referee::Question;

/// The most words for an act that are tried with places.
pub(super) const MOST_WORDS: usize = 3;

/// What stands between something that is typed and what it does: `=`, `:`, `-`, `->`, `=>`.
pub(super) const MEANS: &str = "(?:[=-]*>|[=:-])";

/// An example of a text that names a cell. The first, third, fourth or eighth group is the word for the act, the second a cell that
/// may stand by itself, and the fifth to seventh a key that the places touch; the ninth is the cell where more follows it.
static CELL: LazyLock<Pattern> = LazyLock::new(|| {
    let cell = "[a-g][1-7]|[1-7][a-g]";
    let place = "<[^<>]{1,16}>";
    let name = "(?:col|column|row|cot|hang)";
    let examples = [
        // `go <column> <row>`, `go COLUMN ROW`, `remove 3 4`, `remove E4`
        format!(r"\b([a-z]+)[ \t]+(?:{place}[ ,]*{place}|{name}[ ,]+{name}\b|[1-7][ ,]*[1-7]\b|({cell})\b)"),
        // `"pull" and a place such as b5`
        format!(r#"['"]([a-z]+)['"][^'".?!]+\b(?:{cell})\b"#),
        // `C4`
        format!(r"\b(?:{cell})\b"),
        // `take C R`
        r"\b([a-z]{2,})[ \t]+[a-z][ ,]+[a-z]\b".to_owned(),
        // `R<column><row>`
        format!(r"\b([a-z]{{1,8}}){place}[ ,]*{place}"),
        // `rc2`, `r31`, `-D3`
        format!(r#"(?:\b([a-z])|(?:^|[ \t('"])([-+*#!]))(?:{cell}|[1-7]{{2}})\b"#),
        // `r C R   remove the piece`, in a table
        format!(
            r"^[ \t*-]*([a-z])[ \t]+([a-z][ ,]+[a-z])(?:[ \t]{{2,}}|[ \t]*{MEANS}[ \t]*)[a-z]{{2,}}[ \t]+[a-z]"
        ),
    ];
    built_in(&examples.join("|"))
});

/// An example of a key that is typed with a column, and what it does: `4b = drop and block`, `'b4' to block as well`.
static WITH_COLUMN: LazyLock<Pattern> = LazyLock::new(|| {
    let place = r"[1-7]|<[^<>]{1,16}>";
    built_in(&format!(
        r#"(?:^|[ \t:('"])((?:[a-z][ \t]?)({place})|({place})(?:[ \t]?[a-z]|[!+*#]))['"]?(?:[ \t]+|[ \t]*{MEANS}[ \t]*)([a-z]{{2,}}.*)"#
    ))
});

/// A word that is typed before a column, one behind it if there is any, and what they do: `hold c    drop, and the opponent waits`.
static WORD_WITH_COLUMN: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(&format!(
        r#"^[^a-z0-9]*([a-z]{{2,10}})[ \t]+(?:[a-z1-7]|<[^<>]{{1,16}}>)(?:[ \t]([a-z]{{2,10}}))?['"]?(?:[ \t]{{2,}}|\t|[ \t]*{MEANS}[ \t]*)[^a-z0-9]*([a-z]{{2,}}.*)"#
    ))
});

/// The texts that may take a piece away, with its cell: as the program's examples have it, such as `C4` or `go <column> <row>`.
/// Examples in lines that name a removal come first.
pub(super) fn with_places<'l>(
    lines: impl Iterator<Item = &'l Rc<Line>>,
    prompt_rules: &PromptRules<'_>,
) -> Vec<String> {
    let is_about = |line: &&Rc<Line>| prompt_rules.is_about(Question::Remove, line);
    let (likely, others): (Vec<_>, Vec<_>) = lines.partition(is_about);
    let mut words: Vec<(String, String)> = Vec::new();
    for example in likely.into_iter().chain(others).flat_map(|line| before_cells(line.folded())) {
        if !words.contains(&example) {
            words.push(example);
        }
    }
    let words = words.into_iter().take(MOST_WORDS);
    words.flat_map(|(word, cell)| CELLS.map(|form| format!("{word}{}", in_case_of(form, &cell)))).collect()
}

/// What may stand before the cell in each example of a line: the word before it, or nothing. With it the cell.
fn before_cells(line: &str) -> Vec<(String, String)> {
    CELL.find_all(line).into_iter().flat_map(|place| before_cell(&line[place.start..])).collect()
}

/// The same of the example with which a text begins.
fn before_cell(text: &str) -> Vec<(String, String)> {
    let Some(found) = CELL.captures(text) else { return Vec::new() };
    // A word may be printed letter by letter: `FOUR  I N  A  R O W`.
    let behind = found.get(0).and_then(|whole| text[whole.end()..].split_whitespace().next());
    let is_letter = |text: &str| text.len() == 1 && text.starts_with(char::is_alphabetic);
    if found.get(4).is_some() && behind.is_some_and(is_letter) {
        return Vec::new();
    }
    let group = |groups: &[usize]| groups.iter().find_map(|group| found.get(*group));
    let word = group(&[1, 3, 4, 8]);
    let touching = || group(&[5, 6, 7]).map(|key| key.as_str().to_owned());
    let word = word.map(|word| format!("{} ", word.as_str())).or_else(touching).unwrap_or_default();
    let cell = group(&[9, 0]).and_then(|whole| whole.as_str().split_whitespace().next_back());
    let cell = cell.unwrap_or_default();
    let cell = cell.strip_prefix(word.as_str()).unwrap_or(cell);
    let by_itself = found.get(2).map(|_| String::new());
    [word].into_iter().chain(by_itself).map(|word| (word, cell.to_owned())).collect()
}

/// The texts that may choose an act together with a column: as the program's examples have it, such as `4b = drop and block`.
pub(super) fn with_columns<'l>(
    lines: impl Iterator<Item = &'l Rc<Line>>,
    act: Question,
    prompt_rules: &PromptRules<'_>,
) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    let is_about = |text: &str| prompt_rules.is_about(act, &Line::of(text));
    for line in lines {
        let examples = beside_columns(line.folded());
        // `4r: not drop, remove one piece of column 4`.
        let is_about_line = examples.len() == 1 && prompt_rules.is_about(act, line);
        let by_key = examples.into_iter().filter(|(_, text)| is_about_line || is_about(text));
        let by_key = by_key.map(|((before, behind), _)| format!("{before}{{column}}{behind}"));
        let of_words = words_beside_column(line.folded()).filter(|(before, behind, text)| {
            is_about(before) || behind.is_some_and(is_about) || is_about(text)
        });
        let by_words = of_words.map(|(before, behind, _)| match behind {
            Some(behind) => format!("{before} {{column}} {behind}"),
            None => format!("{before} {{column}}"),
        });
        for form in by_key.chain(by_words) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

/// The word that is typed before a column where a line gives an example, the one behind it, and what they do.
fn words_beside_column(line: &str) -> Option<(&str, Option<&str>, &str)> {
    let found = WORD_WITH_COLUMN.captures(line)?;
    Some((found.get(1)?.as_str(), found.get(2).map(|behind| behind.as_str()), found.get(3)?.as_str()))
}

/// The examples of a line in which a letter is typed with a column: the text before it and behind it, and what it does.
fn beside_columns<'l>(line: &'l str) -> Vec<((&'l str, &'l str), &'l str)> {
    let example = |part: &'l str| {
        let found = WITH_COLUMN.captures(part)?;
        let (key, column) = (found.get(1)?, found.get(2).or_else(|| found.get(3))?);
        let beside = (&part[key.start()..column.start()], &part[column.end()..key.end()]);
        Some((beside, found.get(4)?.as_str()))
    };
    line.split([',', ';', '|', '/']).filter_map(example).collect()
}

#[cfg(test)]
mod tests {
    use super::{before_cells, beside_columns, words_beside_column};

    #[test]
    fn examples_say_what_stands_beside_a_column() {
        for (line, expected) in [
            (
                "3 -> put in column 3, 3b -> put in column 3 and block",
                &[(("", "b"), "put in column 3 and block")][..],
            ),
            ("4 = drop, 4b = drop and block, r35 = remove column 3 row 5", &[(("", "b"), "drop and block")]),
            (
                "type 4 to drop in column 4 | 4! to drop and block the opponent's next move",
                &[(("", "!"), "to drop and block the opponent's next move")],
            ),
            ("  b4   drop and block", &[(("b", ""), "drop and block")]),
            ("'3h' to drop and block", &[(("", "h"), "to drop and block")]),
            ("b <column>: block as well", &[(("b ", ""), "block as well")]),
            ("Row 6 is at the top, block once", &[]),
        ] {
            assert_eq!(beside_columns(line), expected, "{line}");
        }
    }

    #[test]
    fn words_may_stand_beside_a_column() {
        for (line, expected) in [
            (
                "   block c     the same, but your opponent has to skip",
                Some(("block", None, "the same, but your opponent has to skip")),
            ),
            ("hold <col> - drop and hold", Some(("hold", None, "drop and hold"))),
            ("  drop C block   same, and he waits", Some(("drop", Some("block"), "same, and he waits"))),
            ("remove c r  take a piece away", None),
            ("Row 6 is at the top", None),
        ] {
            assert_eq!(words_beside_column(line), expected, "{line}");
        }
    }

    #[test]
    fn examples_say_what_stands_before_a_cell() {
        for (line, expected) in [
            ("remove E4   take away a piece in row E", &[("remove ", "E4"), ("", "E4")][..]),
            ("go <column> <row>", &[("go ", "<row>")]),
            ("drop COLUMN, take COLUMN ROW, undo", &[("take ", "ROW")]),
            ("C<cot> | R<cot><hang>", &[("R", "<cot><hang>")]),
            ("r + square   remove a piece, e.g. rc2", &[("r", "c2")]),
            ("r 3,4 takes a piece away", &[("r ", "3,4")]),
            ("xoa 52  : bo quan o cot 5 hang 2", &[("xoa ", "52")]),
            ("drop C / remove R C / undo", &[("remove ", "C")]),
            ("rCR   to remove the piece in column C, row R, like r31", &[("r", "31")]),
            ("  r C R  remove the piece in column C, row R", &[("r ", "R")]),
            (". R Y . .", &[]),
            ("#  FOUR   I N  A  R O W  #", &[]),
            ("(C4)", &[("", "C4")]),
            ("        -D3 or -43 remove the piece there", &[("-", "D3"), ("-", "43")]),
            (r#"Say "drop" and a column, or "pull" and a place such as b5."#, &[("pull ", "b5")]),
            ("Column (1-7): ", &[]),
        ] {
            let found = before_cells(line);
            let found: Vec<(&str, &str)> = found.iter().map(|(word, cell)| (&**word, &**cell)).collect();
            assert_eq!(found, expected, "{line}");
        }
    }
}
