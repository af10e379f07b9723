//! The act that a game lacks, and what was shown where it may have been offered.

use super::PlayedDialogue;
use super::examples::{with_columns, with_places};
use super::keys::MOST_KEYS;
use super::revise::{Suspect, suspect};
use crate::compare::behaviour::What;
use crate::play::{Exchange, Offered, PromptRules, is_column, single_keys};
use crate::referee::Question;

/// An act that a game lacks.
#[derive(Clone, Debug)]
pub(super) struct Lack {
    pub(super) act: Question,
    /// The keys that stand alone in the last question and are no columns.
    pub(super) keys: Vec<String>,
    /// True if a column is read as a number: a program that is given a letter there is stopped.
    pub(super) takes_numbers: bool,
    /// The questions since the last move that were only got through.
    pub(super) passed: Vec<Passed>,
}

/// A question that was only got through.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) asked: Suspect,
    /// What was typed.
    pub(super) typed: String,
    /// The choices that were shown.
    pub(super) offered: Offered,
}

impl Lack {
    /// Returns `true` if a key can be typed where a column is asked for.
    pub(super) fn takes(&self, key: &str) -> bool {
        !self.takes_numbers || key.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// The act that a game lacks, if that is the first thing that is wrong.
pub(super) fn lacking(played: &PlayedDialogue, prompt_rules: &PromptRules<'_>) -> Option<Lack> {
    // A doubt stands before what it is about.
    let mut found = played.found.iter().skip_while(|found| matches!(found.what, What::Unknown(_)));
    let What::NotOffered(act) = found.next()?.what else { return None };
    let talk = &played.talk;
    let line = talk.page(talk.exchanges.len()).last_line()?;
    // What the line says to do something else is no key for this.
    let taken: Vec<(Question, String)> =
        prompt_rules.acts(line).into_iter().filter(|(other, _)| *other != act).collect();
    let is_free = |key: &&str| !is_column(key) && !taken.iter().any(|(_, taken)| taken == key);
    let keys = single_keys(line.folded()).into_iter().filter(is_free);
    let keys = keys.take(MOST_KEYS).map(str::to_owned);
    let lines = || (0..=talk.exchanges.len()).flat_map(|segment| talk.page(segment).lines());
    let with_place = match act {
        Question::Remove => {
            let mut forms = with_places(lines(), prompt_rules);
            forms.extend(with_columns(lines(), act, prompt_rules));
            forms
        }
        Question::Block => with_columns(lines(), act, prompt_rules),
        _ => Vec::new(),
    };
    let is_move = |exchange: &Exchange| exchange.question == Some(Question::Column);
    let last_move = talk.exchanges.iter().rposition(is_move)?;
    let passed = talk.exchanges.iter().enumerate().skip(last_move).filter_map(|(segment, exchange)| {
        let typed = String::from_utf8_lossy(&exchange.typed).into_owned();
        // A menu in which the drop was chosen may offer more.
        let is_menu = exchange.question == Some(Question::Drop);
        let is_passed = exchange.question.is_none() || exchange.yes == Some(false) || is_menu;
        let asked = suspect(talk, segment).filter(|_| is_passed)?;
        Some(Passed { asked, typed, offered: prompt_rules.offered(talk.page(segment)) })
    });
    let takes_numbers = talk.exchanges[last_move].request.is_number();
    Some(Lack { act, keys: keys.chain(with_place).collect(), takes_numbers, passed: passed.collect() })
}
