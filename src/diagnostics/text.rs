//! Messages in the languages that our users read.

use crate::stored::{Deserialize, Serialize};

/// A language that messages are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Vietnamese.
    Vietnamese,
}

/// A message in every language; where a translation is missing, English stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Text {
    english: String,
    vietnamese: Option<String>,
}

impl Text {
    /// A message in both languages. The macro `text!` is the usual way to write one.
    pub fn new(english: impl Into<String>, vietnamese: impl Into<String>) -> Self {
        Self { english: english.into(), vietnamese: Some(vietnamese.into()) }
    }

    /// A message whose words are the same in every language, such as a name or a piece of code.
    pub fn verbatim(words: impl Into<String>) -> Self {
        Self { english: words.into(), vietnamese: None }
    }

    /// The words in `language`.
    pub fn to(&self, language: Language) -> &str {
        match (language, &self.vietnamese) {
            (Language::Vietnamese, Some(words)) => words,
            _ => &self.english,
        }
    }

    /// The words in English and in Vietnamese, for a message that has this one within it.
    pub fn both(&self) -> (&str, &str) {
        (self.to(Language::English), self.to(Language::Vietnamese))
    }

    /// The same as strings of their own, for a message that is made of something short-lived.
    pub fn into_both(self) -> (String, String) {
        let Self { english, vietnamese } = self;
        let vietnamese = vietnamese.unwrap_or_else(|| english.clone());
        (english, vietnamese)
    }

    /// Returns `true` if there is no text.
    pub fn is_empty(&self) -> bool {
        self.english.is_empty()
    }
}

/// Writes a [`Text`]: two format strings, English and Vietnamese, over the same captured variables.
///
/// ```
/// use grader::diagnostics::{Language, text};
/// let column = 4;
/// let message = text!("column {column} is full", "cột {column} đã đầy");
/// assert_eq!(message.to(Language::Vietnamese), "cột 4 đã đầy");
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __text {
    ($english:literal, $vietnamese:literal $(,)?) => {
        $crate::diagnostics::Text::new(format!($english), format!($vietnamese))
    };
}
pub use __text as text;

/// Longer words are not taken for mistyped names.
const LONGEST: usize = 64;

/// The candidate nearest to `word`, if one is near enough to be what was meant.
///
/// Nearness is the number of letters to add, drop, change or swap, ignoring case; a word of up to three
/// letters may differ in one place, a longer one in two. Of equally near ones the first that begins with the same letter
/// is taken, as people seldom mistype that one.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    suggest_within(if word.chars().count() <= 3 { 1 } else { 2 }, word, candidates)
}

/// The candidate nearest to `word` that differs from it in at most `limit` places, counted as in [`suggest`].
pub fn suggest_within<'a>(
    limit: usize,
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wanted: Vec<char> = word.to_lowercase().chars().collect();
    if wanted.len() > LONGEST {
        return None;
    }
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(wanted.len()) <= limit)
        .map(|candidate| {
            (edit_distance(&wanted, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate)
        })
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count())
        .min_by_key(|(distance, candidate)| {
            let same_start = candidate.chars().flat_map(char::to_lowercase).next() == wanted.first().copied();
            (*distance, !same_start)
        })
        .map(|(_, candidate)| candidate)
}

/// Optimal string alignment distance: edits and swaps of neighbours each count one.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn suggests_the_nearest_candidate_only() {
        let words = ["points", "weight", "id"];
        assert_eq!(suggest("wieght", words), Some("weight"));
        assert_eq!(suggest("Points", words), Some("points"));
        assert_eq!(suggest("title", words), None);
        assert_eq!(suggest("xy", words), None);
    }
}
