//! Names: both in one answer, and those that only one game gives, whose questions are recognised as they are in all other games.

use super::recognise::Asked;
use super::{Exchange, Speaker};
use crate::console::Request;
use crate::observe::{NAMES, Page};
use crate::referee::{Entry, Question, Reply};
use crate::spec::QuestionRule;

/// The places of the names in a form in which both are typed.
const FIRST_NAME: &str = "{name}";
const OTHER_NAME: &str = "{other-name}";

/// A name with fewer letters than these may stand in other words.
const FEWEST_LETTERS: usize = 5;

impl Speaker<'_> {
    /// The text that gives both names, where that is one answer.
    pub(super) fn with_other_name(
        &mut self,
        question: Question,
        entry: &Entry,
        rule: Option<&QuestionRule>,
        own: &Asked<'_>,
    ) -> Option<Vec<u8>> {
        let Entry::Text(name) = entry else { return None };
        let form = self.prompt_rules.form(question, rule).filter(|form| form.contains(OTHER_NAME));
        // Who is asked for names again gives both in the same form.
        let again = || self.form_of_both.clone().filter(|_| question == Question::Name);
        let form = form.map(str::to_owned).or_else(again)?;
        self.form_of_both = Some(form.clone());
        let Reply::Answer(_, Entry::Text(other)) = self.referee.asked(&[Question::Name], self.means(own))
        else {
            return None;
        };
        self.given = [name, &other].map(|name| String::from_utf8_lossy(name).into_owned()).to_vec();
        Some(form.replace(FIRST_NAME, &self.given[0]).replace(OTHER_NAME, &self.given[1]).into_bytes())
    }

    /// Returns `true` if a name was longer than the service that read it lets names be: it ends there, with and without another
    /// question on the screen.
    pub(super) fn is_cut_name(&self) -> bool {
        let is_name =
            |last: &Exchange| last.question == Some(Question::Name) && last.request == Request::Text;
        // Its ENTER alone is no part of the name.
        self.pending.len() > 1 && self.exchanges.last().is_some_and(is_name)
    }

    /// The same output with the usual names in place of those that were typed in this game, also where these are cut off; `None`
    /// if that is the same.
    pub(super) fn with_usual_names(&self, page: &Page) -> Option<Page> {
        let given = self.exchanges.iter().flat_map(|exchange| &exchange.names).enumerate();
        let is_usual = |name: &str| NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name));
        let mut known: Option<String> = None;
        for (nth, name) in given.filter(|(_, name)| !is_usual(name)) {
            let text = known.get_or_insert_with(|| page.text());
            if let Some(shown) = longest_beginning(text, name) {
                *text = text.replace(shown, NAMES[nth % NAMES.len()]);
            }
        }
        known.map(|text| Page::of(&text))
    }
}

/// The longest beginning of a name that stands in a text.
fn longest_beginning<'n>(text: &str, name: &'n str) -> Option<&'n str> {
    let ends = name.char_indices().map(|(at, _)| at).skip(FEWEST_LETTERS).chain([name.len()]);
    let mut ends: Vec<usize> = ends.filter(|_| name.chars().count() >= FEWEST_LETTERS).collect();
    ends.reverse();
    ends.into_iter().map(|end| &name[..end]).find(|beginning| text.contains(beginning))
}

#[cfg(test)]
mod tests {
    use super::longest_beginning;

    #[test]
    fn names_may_be_cut_off_and_short_ones_are_no_names() {
        assert_eq!(longest_beginning("Maximil, your move: ", "Maximilian"), Some("Maximil"));
        assert_eq!(longest_beginning("Linhh, lượt của bạn: ", "Linhh"), Some("Linhh"));
        assert_eq!(longest_beginning("Max, your move: ", "Maximilian"), None);
        assert_eq!(longest_beginning("Ann can undo", "Ann"), None);
    }
}
