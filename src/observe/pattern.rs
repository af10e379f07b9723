//! Patterns over the output of programs: regular expressions that ignore case and the marks of letters, those of Vietnamese and
//! of western European languages. The only file that names the crate for regular expressions.

use regex::{Captures, Regex, RegexBuilder};

/// A pattern as a spec gives it, and its compiled form.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    plain: Regex,
    /// The words as MARS prints them, which keeps the low byte of each letter; `None` if that is the same.
    cut: Option<Regex>,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// The mistake in the pattern, in English.
    pub fn new(source: &str) -> Result<Self, String> {
        let compile = |text: &str| {
            let text = plain_edges(text);
            let built = RegexBuilder::new(&text).case_insensitive(true).size_limit(1 << 20).build();
            built.map_err(|error| error.to_string().lines().last().unwrap_or_default().to_owned())
        };
        let plain = compile(&fold(source))?;
        let cut = fold(&low_bytes(source));
        let cut = if source.is_ascii() { None } else { Some(compile(&cut)?) };
        Ok(Self { source: source.to_owned(), plain, cut })
    }

    /// Compiles a pattern for which case and diacritics count; texts need not be folded for it.
    ///
    /// # Errors
    /// The mistake in the pattern, in English.
    pub fn as_written(source: &str) -> Result<Self, String> {
        let built = RegexBuilder::new(source).size_limit(1 << 20).build();
        let plain = built.map_err(|error| error.to_string().lines().last().unwrap_or_default().to_owned())?;
        Ok(Self { source: source.to_owned(), plain, cut: None })
    }

    /// A pattern that these very words fit, and nothing else.
    ///
    /// # Errors
    /// There are too many of them.
    pub fn words(words: &str) -> Result<Self, String> {
        Self::as_written(&regex::escape(words))
    }

    /// The names of its groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.plain.capture_names().flatten()
    }

    /// The named groups where a text fits last, with what was found; `None` if it fits nowhere.
    pub fn last_named<'t>(&'t self, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
        let last = self.plain.captures_iter(text).last()?;
        Some(self.names().filter_map(|name| Some((name, last.name(name)?.as_str()))).collect())
    }

    /// The pattern as the spec gives it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first place where a [folded](fold) text fits.
    pub fn find(&self, folded: &str) -> Option<std::ops::Range<usize>> {
        let found = self.plain.find(folded).or_else(|| self.cut.as_ref()?.find(folded))?;
        Some(found.range())
    }

    /// Everywhere that a folded text fits, from left to right.
    pub fn find_all(&self, folded: &str) -> Vec<std::ops::Range<usize>> {
        let all = |regex: &Regex| regex.find_iter(folded).map(|found| found.range()).collect::<Vec<_>>();
        let found = all(&self.plain);
        if found.is_empty() { self.cut.as_ref().map(all).unwrap_or_default() } else { found }
    }

    /// The groups of the pattern in a folded text.
    pub fn captures<'t>(&self, folded: &'t str) -> Option<Captures<'t>> {
        self.plain.captures(folded).or_else(|| self.cut.as_ref()?.captures(folded))
    }
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

/// The expression with edges of words as ASCII knows them: folded texts have hardly any other letters, and only these edges
/// are found in one go through a text.
fn plain_edges(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match characters.next() {
            Some('b') => text.push_str(r"(?-u:\b)"),
            escaped => text.extend(std::iter::once(c).chain(escaped)),
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
            text.push_str(&regex::escape(char::from(u32::from(c) as u8).encode_utf8(&mut [0; 4])));
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
        assert!(Pattern::new("(").is_err());
    }
}
