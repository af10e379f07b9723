//! Questions of yes or no that lead to a menu of acts: `Use a power? (y/n)`, and then `Which one? (B = block, R = remove)`.

use super::Speaker;
use super::recognise::Asked;
use crate::observe::Page;
use crate::referee::{Entry, Question};

impl Speaker<'_> {
    /// Notes the act for the sake of which a question that stands for several acts was answered with yes.
    pub(super) fn opens(&mut self, asked: &[Question], act: Question, entry: &Entry, own: &Asked<'_>) {
        let is_gateway =
            asked.len() > 1 && own.menu.is_none() && asked.iter().all(|one| one.is_of_yes_or_no());
        self.opened = Some(act).filter(|_| is_gateway && *entry == Entry::Yes);
    }

    /// That act with its key in the menu that follows; the referee knows already that it was chosen.
    pub(super) fn in_opened_menu(&mut self, page: &Page) -> Option<(Question, Vec<u8>)> {
        let act = self.opened.take()?;
        let offered = self.prompt_rules.offered(page);
        let (_, key) = offered.acts.into_iter().find(|(known, _)| *known == act)?;
        Some((act, key.into_bytes()))
    }
}
