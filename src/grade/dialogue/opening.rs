//! The questions before the first board, where no rule knows the first of them: they are got through first, so that the
//! question for a move is known by the board above it, and are then told apart by how often they come.

use std::iter;

use super::Table;
use super::attempt::Attempt;
use super::infer::MOST_KEYS;
use super::probes::Probes;
use super::revise::Suspect;
use crate::compare::behaviour::shows_board;
use crate::console::Request;
use crate::play::{Conversation, PromptRules, single_keys};
use crate::referee::Question;
use crate::spec::{Asks, OpenOption};

/// Programs ask no more than this before the first move.
const MOST_QUESTIONS: usize = 8;

/// What gets through a question of which nothing is known, before the keys that it shows.
const KEYS: [&[u8]; 2] = [b"", b"1"];

impl<'a> Table<'a> {
    /// The meanings of the first questions with which some games are explained. A question that comes twice before the first
    /// board asks for names, and the first one under a board for a column.
    pub(super) fn learn_opening(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: &PromptRules<'a>,
    ) -> Option<Attempt<'a>> {
        let first = probes.only(0);
        let mut opening: Vec<(Suspect, Vec<u8>)> = Vec::new();
        let mut prompt_rules = known.clone();
        while opening.len() < MOST_QUESTIONS && self.may_search() {
            let (asked, talk) = self.stuck_at(&first, &prompt_rules)?;
            if shows_board(&talk, prompt_rules.dialogue.assignment) {
                let mut prompt_rules = known.clone();
                for (asked, keys) in opening {
                    let is_name = asked.request == Request::Text && asked.times(&talk) == 2;
                    let asks = if is_name { asks(Question::Name) } else { Asks::Always(keys) };
                    prompt_rules.guesses.push(asked.guess(asks));
                }
                // With names it may look different.
                let named = self.stuck_at(&first, &prompt_rules).map_or(asked, |(asked, _)| asked);
                prompt_rules.guesses.push(named.guess(asks(Question::Column)));
                let forms =
                    self.forms_of_columns(&named.line).into_iter().map(|form| (Question::Column, form));
                let mut forms = iter::once(None).chain(forms.map(Some));
                return forms.find_map(|form| {
                    let mut prompt_rules = prompt_rules.clone();
                    prompt_rules.forms.extend(form);
                    let attempt = self.best(options, probes, prompt_rules);
                    // What is asked after a move may be unknown as well.
                    let attempt = self.try_meanings(options, probes, attempt, false);
                    let attempt = self.learn_end_of_turns(options, probes, attempt);
                    (attempt.explains().0 > 0).then_some(attempt)
                });
            }
            // A question that comes again at once is not got through in this way.
            let shown = single_keys(&asked.line).into_iter().take(MOST_KEYS).map(str::as_bytes);
            let (keys, tried) = KEYS.into_iter().chain(shown).find_map(|keys| {
                let mut tried = prompt_rules.clone();
                tried.guesses.push(asked.guess(Asks::Always(keys.to_vec())));
                let (next, _) = self.stuck_at(&first, &tried)?;
                (!next.is_alike(&asked)).then_some((keys.to_vec(), tried))
            })?;
            prompt_rules = tried;
            opening.push((asked, keys));
        }
        None
    }

    /// The unknown question to which the first game comes, and the game.
    fn stuck_at(
        &self,
        first: &Probes<'_>,
        prompt_rules: &PromptRules<'a>,
    ) -> Option<(Suspect, Conversation)> {
        let (asked, _) = self.attempt(first, prompt_rules.clone()).unknown?;
        Some((asked, self.first_game(first, prompt_rules)?))
    }
}

fn asks(question: Question) -> Asks {
    Asks::Questions(vec![question])
}
