//! The keys and words that questions show.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::observe::{Pattern, built_in};

/// A key with what it does behind a mark.
static EXPLAINED: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r#"(?:^|[\s,;/|(\[])(?:['"(\[]?\w['")\]]?[ \t]*(?:=+>?|:|-+>)|['"]?\w['"]?[ \t]+(?:for|means|if)\b|[(\[]\w[)\]][[:alpha:]])"#,
    )
});

/// The keys of a question that explains two, whatever its words for them: `(c = yea, k = nah)`. The first one is more often for yes.
/// The letters of pieces are none.
pub(super) fn pair(line: &str) -> Option<(&str, &str)> {
    let mut keys: Vec<&str> = Vec::new();
    for key in EXPLAINED.find_all(line).into_iter().map(|found| key_in(&line[found])) {
        match keys.iter_mut().find(|known| known.eq_ignore_ascii_case(key)) {
            Some(known) => *known = key,
            None => keys.push(key),
        }
    }
    match keys[..] {
        [one, other] if one != other && !keys.iter().any(|key| is_piece(key)) => Some((one, other)),
        _ => None,
    }
}

/// The only two keys that stand by themselves in a question, or the only two digits: `take it back? 1 yea 2 nah:`.
pub(super) fn two_keys(line: &str) -> Option<(&str, &str)> {
    let keys = single_keys(line);
    let is_digit = |key: &&str| key.bytes().all(|byte| byte.is_ascii_digit());
    let digits: Vec<&str> = keys.iter().copied().filter(is_digit).collect();
    match (&keys[..], &digits[..]) {
        ([one, other], _) | (_, [one, other]) => Some((*one, *other)),
        _ => None,
    }
}

/// The words for yes and no that a question shows, `(yes/no)`.
static WORDS: LazyLock<Pattern> = LazyLock::new(|| {
    // `yes/no`, `'yes' or 'no'`, `yes = co, no = khong`
    let between = r#"['"]?(?:[ \t]*=[ \t]*[[:alpha:]]{2,})?[ \t]*(?:[/|,]|\b(?:or|hoac)\b)[ \t]*['"]?"#;
    built_in(&format!(r"\b(yes|co){between}(no|khong|ko)\b|\b(no|khong|ko){between}(yes|co)\b"))
});

/// The same where the question says what each of them does: `Type yes for the rules, no for knowing better:`.
static EXPLAINED_WORDS: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:(yes)\b.*\b(no)|(no)\b.*\b(yes))\b"));

/// A question in English that begins as only those do that are answered with yes or no.
static WHETHER: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"^\W*(?:[^?,:]{0,30}[,:] ?)?\b(?:do|does|did|would|will|shall|should|is|are|was|were|have|has)[ \t]+\w+\b[^?]*\?\W*$",
    )
});

/// One in Vietnamese that ends so.
static OR_NOT: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b(?:không|chưa) ?\?\W*$"));

/// What such a question leaves to choose.
static ALTERNATIVE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b(?:or|hay|hoặc)\b"));

/// Returns `true` if a folded line is a question of yes or no by its grammar, though it may not say how to answer:
/// `Did you change your mind?`.
pub(crate) fn asks_whether(line: &str) -> bool {
    asks_in_english(line) || OR_NOT.find(line).is_some() && ALTERNATIVE.find(line).is_none()
}

/// The same of a line with more behind its question: `Do you want to remove a piece? Only once! (y/n)`.
pub(in super::super) fn asks_whether_first(line: &str) -> bool {
    line.rfind('?').is_some_and(|end| asks_whether(&line[..=end]))
}

/// The same of a question in English.
pub(super) fn asks_in_english(line: &str) -> bool {
    WHETHER.find(line).is_some() && ALTERNATIVE.find(line).is_none()
}

/// Two words of which one is to be typed: `Write permit or forbid: `.
static TWO_WORDS: LazyLock<Pattern> = LazyLock::new(|| {
    let verb = "write|type|enter|say|answer|reply|choose|nhập|gõ|viết|chọn";
    let word = r#"['"]?([[:alpha:]]{2,})['"]?"#;
    // What each of them does may stand behind it.
    let aside = r"(?:[ \t]*\([^()]*\))?";
    built_in(&format!(r"\b(?:{verb})[ \t]+{word}{aside}[ \t]+(?:or|hay|hoặc)[ \t]+{word}{aside}\W*$"))
});

/// What is typed in digits, or in letters of its own: `Enter column or undo: `.
const NO_WORDS: [&str; 9] = ["column", "col", "lane", "slot", "row", "number", "name", "cot", "so"];

/// The two words of which a question lets a player type one: it asks for no number.
pub(crate) fn two_words(line: &str) -> Option<(&str, &str)> {
    let found = TWO_WORDS.captures(line)?;
    let words = (found.get(1)?.as_str(), found.get(2)?.as_str());
    let is_word = |word: &str| !NO_WORDS.iter().any(|no_word| no_word.eq_ignore_ascii_case(word));
    (is_word(words.0) && is_word(words.1)).then_some(words)
}

/// Letters for yes and no: `y or n`, `type y`, `[y]es`.
static LETTERS: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b[yc]\b\W{1,4}(?:or\W+|hoac\W+)?[nk]\b|\b(?:type|press|enter|nhap|go|bam)\W+[ycnk]\b|[\[(][ycnk][\])]",
    )
});

/// The words for yes and no that are typed as they are where a question shows them and no letters for them.
pub(super) fn words(line: &str) -> Option<(&str, &str)> {
    let shows_keys = || single_keys(line).iter().any(|key| !key.eq_ignore_ascii_case("a") && *key != "I");
    let explained = || EXPLAINED_WORDS.captures(line).filter(|_| !shows_keys());
    let found = WORDS.captures(line).or_else(explained)?;
    let group = |one: usize, other: usize| found.get(one).or_else(|| found.get(other));
    let words = (group(1, 4)?.as_str(), group(2, 3)?.as_str());
    LETTERS.find(line).is_none().then_some(words)
}

/// The only two keys of a question, if they are capital letters and no pieces: `U undo / K keep:`.
pub(super) fn two_capitals(line: &str) -> Option<(&str, &str)> {
    let is_key = |key: &str| {
        key.bytes().all(|byte| byte.is_ascii_uppercase()) && !matches!(key, "X" | "O" | "A" | "I")
    };
    two_keys(line).filter(|(one, other)| is_key(one) && is_key(other))
}

/// The small letter instead of a capital one, where a line shows both: `[S]i / [N]o, in small letters s or n`.
pub(super) fn in_shown_case(line: &str, key: String) -> String {
    let small = key.to_lowercase();
    if small != key && single_keys(line).contains(&small.as_str()) { small } else { key }
}

/// What a line says before it explains its keys, and outside of round brackets: neither `n = skip` in `Destroy a piece? (s = sure,
/// n = skip)` is what it asks, nor what stands in `Column (to remove a piece, 0 instead):`.
pub(in super::super) fn own_words(line: &str) -> Cow<'_, str> {
    let keys = EXPLAINED.find_all(line);
    let head = keys.first().filter(|_| keys.len() > 1).map_or(line, |first| &line[..first.start]);
    if head.len() < line.len() && head.contains('?') {
        return Cow::Borrowed(head);
    }
    let Some(aside) = ASIDE.find(line) else { return Cow::Borrowed(line) };
    Cow::Owned(format!("{}{}", &line[..aside.start], &line[aside.end..]))
}

/// Several words in round brackets, and not all of a line.
static ASIDE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\([^()]*[[:alpha:]][ \t]+[^()]*\)"));

/// Returns `true` if 1 and 0 are all that is shown behind a question: `Undo? (affirmative 1, negative 0):`.
pub(in super::super) fn asks_one_or_zero(line: &str) -> bool {
    line.rsplit_once('?').is_some_and(|(asked, keys)| {
        let shown = single_keys(keys);
        let is_pair = matches!(shown[..], ["1", "0"] | ["0", "1"]);
        is_pair && !asked.contains(|c: char| c.is_ascii_digit())
    })
}

/// The first letter or digit of a text.
fn key_in(text: &str) -> &str {
    let key = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    &key[..key.chars().next().map_or(0, char::len_utf8)]
}

/// The keys that a line shows: letters and digits that stand by themselves, or in brackets.
pub(crate) fn single_keys(line: &str) -> Vec<&str> {
    let mut end = 0;
    // The `s` in `opponent's` does not stand by itself.
    let parts = line.split_inclusive(|c: char| !c.is_alphanumeric() && c != '\'').map(|part| {
        let before = &line[..end];
        end += part.len();
        (before, part.trim_matches(|c: char| !c.is_alphanumeric()), &line[end..])
    });
    let is_key = |(before, word, _): &(&str, &str, &str)| word.len() == 1 && !ends_plural(before, word);
    let keys =
        parts.filter(is_key).filter(|(before, word, behind)| *word != "a" || !is_article(before, behind));
    let mut keys: Vec<&str> = keys.map(|(_, word, _)| word).collect();
    let mut known = std::collections::BTreeSet::new();
    keys.retain(|key| known.insert(*key));
    keys
}

/// Words before a letter, or behind it, that say that it is a key: `press a to undo`, `u or a`.
const BESIDE_KEYS: [&str; 14] =
    ["press", "type", "enter", "hit", "key", "letter", "or", "and", "to", "for", "if", "is", "hay", "de"];

/// Returns `true` for the `a` in `drop a piece`, given the text before it and behind it.
fn is_article(before: &str, behind: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && !BESIDE_KEYS.contains(&word.to_lowercase().as_str());
    let last = before.strip_suffix(' ').and_then(|before| before.rsplit(|c: char| !c.is_alphabetic()).next());
    let next = behind.split(|c: char| !c.is_alphabetic()).next();
    last.filter(is_word).and(next.filter(is_word)).is_some()
}

/// Returns `true` for the `s` in `violation(s)`, given the text before it.
pub(in super::super) fn ends_plural(before: &str, key: &str) -> bool {
    let is_open = before.strip_suffix('(').is_some_and(|word| word.ends_with(char::is_alphabetic));
    key.eq_ignore_ascii_case("s") && is_open
}

/// The marks that a line shows as keys, in a list with others: the full stop in `(u b .)> ` and in `u/b/. `.
pub(crate) fn mark_keys(line: &str) -> Vec<&str> {
    let parts = line.split([' ', '\t', '/', '|', ',', '(', ')', '[', ']', '<']);
    let parts = parts.map(|part| part.trim_end_matches(['>', ':', '?'])).filter(|part| !part.is_empty());
    let mut keys = Vec::new();
    let mut is_behind_key = false;
    for part in parts {
        let is_key = part.len() == 1;
        if is_key && is_behind_key && part.contains(['.', '-', '+', '*', '#', '=', '!']) {
            keys.push(part);
        }
        is_behind_key = is_key;
    }
    keys
}

/// Returns `true` if the letters of the first and of the last column stand by themselves in a folded line.
pub(crate) fn shows_first_and_last_letter(line: &str) -> bool {
    let keys = single_keys(line);
    ["a", "g"].iter().all(|letter| keys.iter().any(|key| key.eq_ignore_ascii_case(letter)))
}

/// Returns `true` if a folded line labels columns with letters: `A B C D E F G`, or `a|b|c|d|e|f|g`.
pub(crate) fn labels_columns(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    words.all(|word| word.len() < 2) && shows_first_and_last_letter(line)
}

/// Returns `true` if a key is the number of a column.
pub(crate) fn is_column(key: &str) -> bool {
    matches!(key.as_bytes(), [b'1'..=b'7'])
}

/// Returns `true` if a key is the letter of a piece.
pub(crate) fn is_piece(key: &str) -> bool {
    key.eq_ignore_ascii_case("x") || key.eq_ignore_ascii_case("o")
}

/// Returns `true` if a question lists several keys, as in `ENTER / u / b> `. Pieces and columns are no keys, and `a` is a word.
pub(crate) fn lists_keys(line: &str) -> bool {
    let is_no_key = |key: &&str| key.parse::<u8>().is_ok() || "xoai".contains(&key.to_lowercase());
    let keys = single_keys(line).into_iter().filter(|key| !is_no_key(key));
    let has_end = line.trim_end().ends_with(['>', ':', '?']) || !mark_keys(line).is_empty();
    has_end && keys.count() > 1
}

/// The words that a line lets a player type as they are: those that stand by themselves between separators, in brackets or in
/// quotes, as in `drop C / undo / pass`.
pub(crate) fn single_words(line: &str) -> Vec<&str> {
    // `Take-backs` is one word.
    let is_separator = |c: char| !c.is_alphanumeric() && c != ' ' && c != '-';
    let parts =
        line.split(is_separator).flat_map(|part| part.split("  ")).flat_map(|part| part.split(" or "));
    let is_word = |part: &&str| part.len() > 1 && part.chars().all(char::is_alphabetic);
    parts.map(str::trim).filter(is_word).collect()
}

#[cfg(test)]
mod tests {
    use super::{asks_whether, mark_keys, single_keys, two_words};
    use crate::observe::fold;

    #[test]
    fn the_end_of_a_plural_and_an_article_are_no_keys() {
        for (line, keys) in [
            ("3 more violation(s) and 2 undo(s), u or s: ", &["3", "2", "u", "s"][..]),
            ("3 more violation(s) and 2 undo(s). ", &["3", "2"]),
            ("the opponent's move: skip (s) or 'k'", &["s", "k"]),
            ("0 drop a piece, 1 erase a piece of the opponent :", &["0", "1"]),
            ("press a to undo, drop with (a) or a column: ", &["a"]),
        ] {
            assert_eq!(single_keys(line), keys, "{line}");
        }
    }

    #[test]
    fn grammar_says_that_a_question_is_answered_with_yes_or_no() {
        for (line, expected) in [
            ("Did you change your mind about this move?", true),
            ("Alice, do you regret it?", true),
            ("Bạn có hối hận không?", true),
            ("Do you drop or remove?", false),
            ("What will it be?", false),
            ("Where do you want to put it?", false),
            ("Is this fine? Then press a key: ", false),
        ] {
            assert_eq!(asks_whether(&fold(line)), expected, "{line}");
        }
    }

    #[test]
    fn of_two_words_one_is_typed_where_a_question_says_so() {
        for (line, words) in [
            ("Do you permit it? Write permit or forbid: ", Some(("permit", "forbid"))),
            ("Write drop (you drop a coin) or expel (one time): ", Some(("drop", "expel"))),
            ("Enter column or undo: ", None),
            ("Drop or remove? ", None),
        ] {
            assert_eq!(two_words(line), words, "{line}");
        }
    }

    #[test]
    fn a_mark_behind_other_keys_is_a_key() {
        for (line, keys) in [("(u b .)> ", &["."][..]), ("X Bob u/b/. ", &["."]), ("Your column - ", &[])] {
            assert_eq!(mark_keys(line), keys, "{line}");
        }
    }
}
