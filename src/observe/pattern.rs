//! Patterns over the output of programs: regular expressions that ignore case and the marks of letters, those of Vietnamese and
//! of western European languages. The only file that names the crate for regular expressions.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use regex_automata::PatternID;
use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;

/// A compiled pattern takes no more bytes.
const LARGEST: usize = 1 << 20;
/// If it takes no more than these for ASCII, it does not take more than [`LARGEST`] for all letters: a class of all takes about ten
/// times as many.
const LARGEST_OF_ASCII: usize = LARGEST >> 5;

/// Why a text is no pattern, in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPattern {
    reason: String,
    place: String,
}

impl NoPattern {
    /// The lines that show the text with a mark under the mistake; empty if it is not in one place.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for NoPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for NoPattern {}

/// A pattern as a spec gives it, and its compiled forms. Most texts are ASCII, and for these a pattern takes half the time; what
/// other texts need is compiled when the first one comes.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    /// For texts that are ASCII; `None` if the pattern is as fast for all texts, or has to do with other letters.
    ascii: Option<Regex>,
    /// For all texts.
    whole: OnceLock<Regex>,
    /// The same with the words as MARS prints them, which keeps the low byte of each letter; `None` if that is the same, or no pattern.
    cut: OnceLock<Option<Regex>>,
    /// True if a letter is cut to one without a mark, or to a bracket.
    is_cut_to_ascii: bool,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// There is a mistake in the pattern.
    pub fn new(source: &str) -> Result<Self, NoPattern> {
        let plain = fold(source);
        // Who switches to bytes may leave out what makes a text.
        let ascii = if source.contains("-u") { None } else { for_ascii(&plain) };
        let whole = if ascii.is_some() { OnceLock::new() } else { OnceLock::from(for_all(&plain)?) };
        let cut = if source.is_ascii() { OnceLock::from(None) } else { OnceLock::new() };
        let is_cut_to_ascii = source.contains(['ĩ', 'ũ', 'Ĩ', 'Ũ']);
        Ok(Self { source: source.to_owned(), ascii, whole, cut, is_cut_to_ascii })
    }

    /// Compiles a pattern for which case and diacritics count; texts need not be folded for it.
    ///
    /// # Errors
    /// There is a mistake in the pattern.
    pub fn as_written(source: &str) -> Result<Self, NoPattern> {
        let whole = OnceLock::from(compiled(source, LARGEST, syntax::Config::new())?);
        let cut = OnceLock::from(None);
        Ok(Self { source: source.to_owned(), ascii: None, whole, cut, is_cut_to_ascii: false })
    }

    /// A pattern that these very words fit, and nothing else.
    ///
    /// # Errors
    /// There are too many of them.
    pub fn words(words: &str) -> Result<Self, NoPattern> {
        Self::as_written(&escaped(words))
    }

    /// The names of its groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.regex("").group_info().pattern_names(PatternID::ZERO).flatten()
    }

    /// The named groups where a text fits last, with what was found; `None` if it fits nowhere.
    pub fn last_named<'t>(&'t self, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
        let last = self.regex(text).captures_iter(text).last()?;
        let group = |name: &'t str| Some((name, &text[last.get_group_by_name(name)?.range()]));
        Some(self.names().filter_map(group).collect())
    }

    /// The pattern as the spec gives it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first place where a [folded](fold) text fits.
    pub fn find(&self, folded: &str) -> Option<Range<usize>> {
        let found = self.regex(folded).find(folded).or_else(|| self.cut(folded)?.find(folded))?;
        Some(found.range())
    }

    /// Everywhere that a folded text fits, from left to right.
    pub fn find_all(&self, folded: &str) -> Vec<Range<usize>> {
        let all = |regex: &Regex| regex.find_iter(folded).map(|found| found.range()).collect::<Vec<_>>();
        let found = all(self.regex(folded));
        if found.is_empty() { self.cut(folded).map(all).unwrap_or_default() } else { found }
    }

    /// The groups of the pattern in a folded text.
    pub fn captures<'t>(&self, folded: &'t str) -> Option<Groups<'t>> {
        let groups = |regex: &Regex| {
            let mut captures = regex.create_captures();
            regex.captures(folded, &mut captures);
            captures.is_match().then_some(Groups { text: folded, captures })
        };
        groups(self.regex(folded)).or_else(|| groups(self.cut(folded)?))
    }

    /// The compiled form for a text.
    fn regex(&self, text: &str) -> &Regex {
        let all = || {
            self.whole
                .get_or_init(|| for_all(&fold(&self.source)).expect("it is well-formed and not too large"))
        };
        self.ascii.as_ref().filter(|_| text.is_ascii()).unwrap_or_else(all)
    }

    /// The compiled form for a text in which letters may be cut to their low bytes: these are letters with marks, control
    /// characters, and `i` and `)` for two letters that are hardly ever used.
    fn cut(&self, text: &str) -> Option<&Regex> {
        if let Some(None) = self.cut.get() {
            return None;
        }
        let is_usual = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let may_be_cut = self.is_cut_to_ascii || !text.bytes().all(is_usual);
        let cut = || for_all(&fold(&low_bytes(&self.source))).ok();
        if may_be_cut { self.cut.get_or_init(cut).as_ref() } else { None }
    }
}

/// The groups of a pattern where a text fits it; the first one is all of it.
#[derive(Debug)]
pub struct Groups<'t> {
    text: &'t str,
    captures: Captures,
}

impl<'t> Groups<'t> {
    /// A group, if it is part of what was found.
    pub fn get(&self, number: usize) -> Option<Group<'t>> {
        let range = self.captures.get_group(number)?.range();
        Some(Group { text: &self.text[range.clone()], start: range.start })
    }

    /// The groups behind the first one that are part of what was found, each with its number.
    pub fn inner(&self) -> impl Iterator<Item = (usize, Group<'t>)> + '_ {
        (1..self.captures.group_len()).filter_map(|number| Some((number, self.get(number)?)))
    }
}

/// What a group of a pattern has found.
#[derive(Clone, Copy, Debug)]
pub struct Group<'t> {
    text: &'t str,
    start: usize,
}

impl<'t> Group<'t> {
    /// The text that fits.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// The place where it begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The place where it ends.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The text as an expression that only this text fits.
fn escaped(text: &str) -> String {
    let mut expression = String::with_capacity(text.len());
    for c in text.chars() {
        // Every mark of ASCII may be escaped, whether it has a meaning or not; but an escaped `<` would be the edge of a word.
        let is_mark = c.is_ascii_punctuation() && c != '<' && c != '>';
        expression.extend(is_mark.then_some('\\'));
        expression.push(c);
    }
    expression
}

/// An expression, compiled for short texts: of hundreds of patterns each looks at a few lines, so what is prepared for a fast walk
/// through long texts takes more time than it saves.
fn compiled(expression: &str, largest: usize, syntax: syntax::Config) -> Result<Regex, NoPattern> {
    let config =
        Regex::config().nfa_size_limit(Some(largest)).auto_prefilter(false).onepass(false).dfa(false);
    let built = Regex::builder().configure(config).syntax(syntax).build(expression);
    built.map_err(|error| why(&error))
}

/// A folded pattern, compiled for all texts.
fn for_all(folded: &str) -> Result<Regex, NoPattern> {
    compiled(&of_latin(folded), LARGEST, syntax::Config::new().case_insensitive(true))
}

/// A folded pattern, compiled for texts in which each byte is a character; `None` if it cannot be told so, or is large.
fn for_ascii(folded: &str) -> Option<Regex> {
    let bytes = syntax::Config::new().case_insensitive(true).unicode(false).utf8(false);
    compiled(folded, LARGEST_OF_ASCII, bytes).ok()
}

/// What is wrong with a pattern: between a heading and the reason, messages of the parser show the place.
fn why(error: &BuildError) -> NoPattern {
    let Some(mistake) = error.syntax_error().map(ToString::to_string) else {
        let reason = format!("the compiled pattern takes more than {LARGEST} bytes");
        return NoPattern { reason, place: String::new() };
    };
    let (shown, reason) = mistake.rsplit_once('\n').unwrap_or(("", &mistake));
    let place = shown.split_once('\n').map_or("", |(_, place)| place);
    NoPattern { reason: reason.trim_start_matches("error: ").to_owned(), place: place.to_owned() }
}

/// A pattern that is part of this program.
///
/// # Panics
/// If it is not well-formed.
pub fn built_in(source: &str) -> Pattern {
    Pattern::new(source).expect("patterns of this program are well-formed")
}

/// The text without the marks of its letters; everything else stays as it is.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.chars().filter(|c| !is_combining(*c)).map(plain_letter).collect()
}

/// The classes of characters as they are among Latin letters, which are all that programs print: those of all scripts take
/// many times as long to compile. Edges of words are those of ASCII, as only these are found in one go through a text; folded
/// texts have hardly any other letters.
const CLASSES: [(char, &str); 7] = [
    ('b', r"(?-u:\b)"),
    ('d', "[0-9]"),
    ('D', "[^0-9]"),
    ('s', r"[\t-\r \u{85}\u{A0}]"),
    ('S', r"[^\t-\r \u{85}\u{A0}]"),
    ('w', r"[0-9A-Za-z_ªµºÀ-ÖØ-öø-\u{24F}\u{1E00}-\u{1EFF}]"),
    ('W', r"[^0-9A-Za-z_ªµºÀ-ÖØ-öø-\u{24F}\u{1E00}-\u{1EFF}]"),
];

/// The expression with the [classes](CLASSES) of Latin texts.
fn of_latin(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let escaped = characters.next();
        match CLASSES.iter().find(|(class, _)| Some(*class) == escaped) {
            Some((_, class)) => text.push_str(class),
            None => text.extend(std::iter::once(c).chain(escaped)),
        }
    }
    text
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Each plain letter with its marked ones.
const LETTERS: [(char, &str); 9] = [
    ('a', "àáảãạăằắẳẵặâầấẩẫậä"),
    ('e', "èéẻẽẹêềếểễệë"),
    ('i', "ìíỉĩịîï"),
    ('o', "òóỏõọôồốổỗộơờớởỡợö"),
    ('u', "ùúủũụưừứửữựûü"),
    ('y', "ỳýỷỹỵ"),
    ('d', "đ"),
    ('c', "ç"),
    ('n', "ñ"),
];

fn plain_letter(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let small = c.to_lowercase().next().unwrap_or(c);
    let plain = LETTERS.iter().find(|(_, marked)| marked.contains(small)).map(|(plain, _)| *plain);
    match plain {
        Some(plain) if small == c => plain,
        Some(plain) => plain.to_ascii_uppercase(),
        None => c,
    }
}

/// Each letter as the character of its low byte; a character that would mean something in an expression is
/// escaped. Next to a letter that becomes a mark the edge of a word is no edge any more.
fn low_bytes(source: &str) -> String {
    let is_cut = |c: Option<char>| c.is_some_and(|c| u32::from(c) > 0xFF);
    let mut text = String::new();
    let mut rest = source;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix(r"\b") {
            if !is_cut(before) && !is_cut(behind.chars().next()) {
                text.push_str(r"\b");
            }
            rest = behind;
            continue;
        }
        if is_cut(Some(c)) {
            text.push_str(&escaped(char::from(u32::from(c) as u8).encode_utf8(&mut [0; 4])));
        } else {
            text.push(c);
        }
        before = Some(c);
        rest = &rest[c.len_utf8()..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Pattern, fold};

    #[test]
    fn case_and_diacritics_do_not_count() {
        assert_eq!(fold("Người chơi ĐÃ THẮNG, nước đi"), "Nguoi choi DA THANG, nuoc di");
        let wins = Pattern::new(r"người chơi\s*(\d)").expect("a pattern");
        assert!(wins.find(&fold("NGƯỜI CHƠI 2 thắng")).is_some());
        assert!(wins.find(&fold("nguoi choi 1")).is_some());
        // The text as MARS prints it: the low byte of each letter.
        assert!(wins.find(&fold("Ng\u{b0}\u{dd}i ch\u{a1}i 1")).is_some());
    }

    #[test]
    fn a_mistake_is_shown_under_its_place() {
        let mistake = Pattern::as_written("([").expect_err("no pattern");
        assert_eq!(mistake.to_string(), "unclosed character class");
        assert_eq!(mistake.place(), "    ([\n     ^");
    }

    #[test]
    fn classes_hold_the_same_characters_of_one_byte_as_those_of_all_scripts() {
        for class in [r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", r"[^\w-]", r"[\s\d]"] {
            let latin = Pattern::new(class).expect("a pattern");
            let all = Pattern::as_written(class).expect("a pattern");
            for character in (0..=u8::MAX).map(char::from) {
                let text = character.to_string();
                assert_eq!(latin.find(&text), all.find(&text), "{class} {character:?}");
            }
        }
    }

    #[test]
    fn words_are_no_expression() {
        let all: String = (' '..='~').collect();
        let words = Pattern::words(&all).expect("a pattern");
        assert_eq!(words.find(&format!("{all}!")), Some(0..all.len()));
        assert_eq!(words.find(&all[1..]), None);
    }
}
