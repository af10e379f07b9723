//! Keys that no question says in words that are known: found by trial.

use std::sync::LazyLock;

use super::Table;
use super::attempt::Attempt;
use super::examples::with_places;
use super::lack::{Lack, Passed};
use super::probes::Probes;
use super::revise::Suspect;
use crate::console::Request;
use crate::diagnostics::{Text, text};
use crate::observe::{Line, Page, Pattern, built_in};
use crate::play::{
    Choices, Guess, OWN_WORD, PromptRules, YES_NO, is_column, is_piece, offers_yes_and_no, single_keys,
    single_words,
};
use crate::referee::{Question, TurnsEnd};
use crate::spec::{Asks, LAST_KEYS, OpenOption};

/// A key that somebody is told to type, anywhere in a sentence: `once a game type r instead of a column`. Unless it is in quotes, an `a`
/// is no key.
static TYPED_KEY: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r#"\b(?:type|press|hit|enter|use|give|go|nhap|bam|nhan)[ \t]+(?:(?:the )?(?:key|letter|phim|chu)[ \t]+)?(?:['"<(\[](\w)['">)\]]|([b-z0-9]))(?:[ \t,.;:]|$)"#,
    )
});

/// The most keys shown by a question that are tried.
pub(super) const MOST_KEYS: usize = 6;

/// Answers to the question for a column that are tried for a removal though nothing shows them.
const UNTOLD: [&str; 3] = ["r", "R", "remove"];

impl<'a> Table<'a> {
    /// Finds out if an act that is never asked for is chosen by a key that the question for a column shows, or another question
    /// of the turn, and what is asked then if its words say something else.
    pub(super) fn learn_offers(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        mut known: Attempt<'a>,
    ) -> Attempt<'a> {
        let Some(lack) = known.lacks.clone().filter(|_| known.explains().0 == 0) else { return known };
        let act = lack.act;
        // A key that leads no further in the game in which the act is lacking first leads no further elsewhere.
        let one = probes.only(known.lacks_in);
        let alone = self.attempt(&one, known.prompt_rules.clone());
        let mut tried: Vec<(String, Attempt<'a>)> = Vec::new();
        let mut explained: Option<(String, Attempt<'a>)> = None;
        let shown = self.with_keys(&lack, &known.prompt_rules);
        let untold = with_untold_keys(&lack, &known.prompt_rules, &shown);
        let untold_keys: Vec<String> = untold.iter().map(|(key, _)| key.clone()).collect();
        for (key, prompt_rules) in shown.into_iter().chain(untold) {
            if !self.may_search() {
                break;
            }
            // Of what explains something only the parts of the place may stand the other way round: that may fit a game by accident.
            let word_of = |key: &str| key.split('{').next().map(str::to_owned);
            if explained.as_ref().is_some_and(|(found, _)| word_of(found) != word_of(&key)) {
                continue;
            }
            let in_one = self.best(options, &one, prompt_rules);
            if !in_one.leads_on_from(&alone) {
                continue;
            }
            let attempt = self.best(options, probes, in_one.prompt_rules);
            if attempt.explains().0 > 0 {
                if explained.as_ref().is_none_or(|(_, best)| attempt.explains() > best.explains()) {
                    explained = Some((key, attempt));
                }
                if explained.as_ref().is_some_and(|(found, best)| best.is_full() || !found.contains('{')) {
                    break;
                }
                continue;
            }
            tried.extend(Some((key, attempt)).filter(|(_, attempt)| attempt.leads_on_from(&known)));
        }
        if let Some((_, explained)) = explained {
            return explained;
        }
        // What only the source shows comes last.
        let written = self.written_places(&lack);
        let is_shown = |key: &String| !written.contains(key) && !untold_keys.contains(key);
        tried.sort_by_key(|(key, attempt)| {
            std::cmp::Reverse((is_shown(key), attempt.reach, attempt.unknown.is_some()))
        });
        let mut unproved = Vec::new();
        for (key, furthest) in tried.into_iter().take(MOST_KEYS) {
            // A place that is typed together with the act was not asked for.
            let is_new = |asked: &Question| {
                let is_typed = *asked == act || *asked == Question::Cell && key.contains('{');
                !is_typed && !known.asked.contains(asked)
            };
            let asks_anew = furthest.unknown.is_some() || furthest.asked.iter().any(is_new);
            unproved.extend((asks_anew && is_shown(&key)).then_some((act, key)));
            let learned = self.try_meanings(options, probes, furthest, false);
            let revised = self.revise(options, (probes, all), learned);
            if revised.explains().0 > 0 {
                return revised;
            }
            // A turn that is ended by choice may be so after a block as well.
            if revised.prompt_rules.turns_end == TurnsEnd::Alone {
                continue;
            }
            let ended = self.learn_end_of_turns(options, probes, revised);
            if ended.explains().0 > 0 {
                return ended;
            }
        }
        known.prompt_rules.unproved.extend(unproved);
        known
    }

    /// The prompt rules with each key by which an act may be chosen: where a column is asked for, or in a question that was only
    /// got through.
    fn with_keys(&self, lack: &Lack, known: &PromptRules<'a>) -> Vec<(String, PromptRules<'a>)> {
        let is_free = |key: &String| lack.takes(key) && known.offers.iter().all(|(_, taken)| taken != key);
        let mut keys: Vec<String> = lack.keys.iter().filter(|key| is_free(key)).cloned().collect();
        let written =
            self.written_keys(lack.act).into_iter().chain(self.written_places(lack)).filter(is_free);
        keys.extend(written.filter(|key| !lack.keys.contains(key)).collect::<Vec<_>>());
        // What is called by a word of the program's own may be the act as well.
        let unknown = self.prompt_rules.unknown_choices(self.written()).into_iter();
        let unknown: Vec<String> =
            unknown.filter(|key| is_free(key) && !keys.contains(key)).take(MOST_KEYS).collect();
        let beside_column = |key: String| with_key_beside_column(lack.act, key, known);
        let found = |asked: &Suspect| {
            let guess =
                known.guesses.iter().find(|guess| guess.place == asked.place && guess.choices.is_some());
            guess.and_then(|guess| guess.choices.clone()).map(|choices| choices.acts)
        };
        let elsewhere = lack.passed.iter().flat_map(|Passed { asked, typed: none, offered }| {
            let found = found(asked);
            let line = Line::of(&asked.line);
            let words = self.prompt_rules.unknown_words(&line);
            // A question that is known is no menu, unless it offers other things too.
            let may_offer = asked.question.is_none()
                || found.is_some()
                || !offered.others.is_empty()
                || !words.is_empty();
            let has_free_keys = asked.question.is_none() || found.is_some();
            let acts = found.unwrap_or_else(|| {
                let by_words = self.prompt_rules.acts_by_words(&line).into_iter();
                offered.acts.iter().cloned().chain(by_words.filter(|_| !words.is_empty())).collect()
            });
            let is_known = |key: &str| key == none || acts.iter().any(|(_, known)| known == key);
            let mut keys: Vec<String> =
                offered.others.iter().map(|(key, _)| key.clone()).chain(words).collect();
            if has_free_keys {
                keys.extend(single_keys(&asked.line).into_iter().map(str::to_owned));
                // `X Bob, undos 3 (u/b): ` says who has which piece, and how many undos are left.
                let may_be_value =
                    |key: &String| is_piece(key) || key.bytes().all(|byte| byte.is_ascii_digit());
                keys.sort_by_key(may_be_value);
            }
            let with_key = |key: &str| {
                let mut acts = acts.clone();
                acts.push((lack.act, key.to_owned()));
                let asks = Asks::Questions(acts.iter().map(|(act, _)| *act).collect());
                let choices = Some(Choices { acts, none: none.clone() });
                let mut prompt_rules = known.clone();
                prompt_rules.guesses.insert(0, Guess { choices, is_revised: true, ..asked.guess(asks) });
                (key.to_owned(), prompt_rules)
            };
            let is_asked = may_offer && !offers_yes_and_no(&asked.line);
            let keys = keys.into_iter().filter(|key| is_asked && !is_known(key)).take(MOST_KEYS);
            keys.map(|key| with_key(&key)).collect::<Vec<_>>()
        });
        // One key may open a menu of several acts.
        let opening = known.offers.iter().map(|(_, key)| key.clone());
        let beside_columns = keys.into_iter().map(beside_column);
        let last = unknown.into_iter().chain(opening).map(beside_column);
        beside_columns.chain(elsewhere).chain(last).collect()
    }

    /// The texts that may take a piece away, with its cell, that no question shows: examples may be shown only to those who have typed
    /// something wrong.
    fn written_places(&self, lack: &Lack) -> Vec<String> {
        let lines = self.written().lines().iter().filter(|_| lack.act == Question::Remove);
        with_places(lines, &self.prompt_rules).into_iter().filter(|key| !lack.keys.contains(key)).collect()
    }

    /// The keys, or words for the act, with which texts begin that name it, as a text does that only helps those who ask.
    fn written_keys(&self, act: Question) -> Vec<String> {
        let is_word = |word: &str| self.prompt_rules.names(act, &Page::of(word)).next().is_some();
        let mut keys: Vec<String> = Vec::new();
        for line in self.prompt_rules.names(act, self.written()) {
            let mut words = line.folded().split_whitespace();
            let mut bare = words.by_ref().map(|word| word.trim_matches(is_mark));
            let first = bare.find(|word| !word.is_empty()).unwrap_or_default();
            // `remove to take a piece away`, `remove = take a piece away`.
            let is_told =
                words.next().is_some_and(|next| ["to", "de", "=", "-", ":", "->", "=>"].contains(&next));
            // A table of commands has blanks between them and what they do.
            let behind = line.folded().trim_start().trim_start_matches(is_mark);
            let behind = behind.strip_prefix(first).unwrap_or_default();
            let is_tabular = first.len() > 1 && (behind.starts_with("  ") || behind.starts_with('\t'));
            let first = Some(first.to_owned());
            let first = first.filter(|key| is_key(key) || is_tabular || is_told && is_word(key));
            let by_keys = self.prompt_rules.acts(line).into_iter();
            let offered = by_keys.chain(self.prompt_rules.acts_by_words(line)).filter(|(of, _)| *of == act);
            let offered = offered.map(|(_, key)| key).filter(|key| !is_column(key));
            let typed = TYPED_KEY.captures(line.folded());
            let typed = typed.as_ref().and_then(|found| found.get(1).or_else(|| found.get(2)));
            let typed = typed.map(|key| key.as_str()).filter(|key| !is_column(key));
            let by_itself = single_words(line.folded()).into_iter().find(|word| is_word(word));
            // `1-7 drop, b block, r remove`, `1-7 drop   r remove`
            let parts = line.folded().split([',', ';', '|', '/', '\t']).flat_map(|part| part.split("  "));
            let parts = parts.map(str::trim);
            let keyed = parts.filter_map(|part| part.split_once(char::is_whitespace));
            let keyed = keyed.filter(|(key, text)| is_key(key) && is_word(text)).map(|(key, _)| key);
            let others = typed.into_iter().chain(by_itself).chain(keyed).map(str::to_owned);
            for key in offered.chain(first).chain(others) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys.truncate(MOST_KEYS);
        keys
    }

    /// Finds out if an answer whose keys come one by one is ended by another key: the key that leads further.
    pub(super) fn learn_last_key(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        if known.is_full() || !known.requests.contains(&Request::Key) || known.prompt_rules.last_key.is_some()
        {
            return known;
        }
        let mut best = known;
        for (_, key) in LAST_KEYS {
            let mut prompt_rules = best.prompt_rules.clone();
            prompt_rules.last_key = Some(key);
            let attempt = self.best(options, probes, prompt_rules);
            if attempt.reach > best.reach {
                best = attempt;
            }
        }
        best
    }

    /// Finds the answer for yes where questions do not say it: the one that leads furthest.
    pub(super) fn learn_yes(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> (Attempt<'a>, Option<Text>) {
        if known.is_full() || !known.asked.iter().any(|question| question.is_of_yes_or_no()) {
            return (known, None);
        }
        let usual = known.prompt_rules.yes_no;
        // Of the first options the question may come in a later game only; of others what leads no further in the first game leads no
        // further elsewhere.
        let one = self.first_games.map(|_| probes.only(0));
        let alone = one.as_ref().map(|one| (one, self.best(options, one, known.prompt_rules.clone()).reach));
        let mut best = known;
        for yes_no in YES_NO.into_iter().filter(|yes_no| *yes_no != usual) {
            let mut prompt_rules = best.prompt_rules.clone();
            prompt_rules.yes_no = yes_no;
            let leads_on = |(one, reach): (&Probes<'_>, usize)| {
                self.best(options, one, prompt_rules.clone()).reach > reach
            };
            if !self.may_search() || !alone.is_none_or(leads_on) {
                continue;
            }
            let attempt = self.best(options, probes, prompt_rules);
            if attempt.reach > best.reach {
                best = attempt;
            }
        }
        let in_other_case = self.best(options, probes, best.prompt_rules.in_other_case());
        if in_other_case.reach > best.reach {
            return (in_other_case, None);
        }
        let (yes, no) = best.prompt_rules.yes_no;
        let is_own_word = (yes, no) == OWN_WORD;
        let (yes, no) = (yes.trim_matches(['{', '}']), no.trim_matches(['{', '}']));
        let is_other = best.prompt_rules.yes_no != usual;
        let remark = if is_own_word {
            text!(
                "yes is typed as the word by which a question names what it asks for",
                "có được gõ bằng chính từ mà câu hỏi dùng để gọi điều nó hỏi"
            )
        } else {
            text!("yes is typed as `{yes}` and no as `{no}`", "có được gõ là `{yes}`, không là `{no}`")
        };
        (best, is_other.then_some(remark))
    }
}

/// The prompt rules with keys that nothing shows: a program may tell nobody how to remove a piece.
fn with_untold_keys<'a>(
    lack: &Lack,
    known: &PromptRules<'a>,
    shown: &[(String, PromptRules<'a>)],
) -> Vec<(String, PromptRules<'a>)> {
    let is_free = |key: &&str| {
        !known.offers.iter().any(|(_, taken)| taken == key) && !shown.iter().any(|(known, _)| known == key)
    };
    let may_be_it = |key: &&str| lack.act == Question::Remove && lack.takes(key) && is_free(key);
    let untold = UNTOLD.into_iter().filter(may_be_it);
    untold.map(|key| with_key_beside_column(lack.act, key.to_owned(), known)).collect()
}

/// A key, and the prompt rules by which it chooses an act where a column is asked for.
fn with_key_beside_column<'a>(
    act: Question,
    key: String,
    known: &PromptRules<'a>,
) -> (String, PromptRules<'a>) {
    let mut prompt_rules = known.clone();
    prompt_rules.offers.push((act, key.clone()));
    (key, prompt_rules)
}

/// Returns `true` if a word is a key that is no column.
fn is_key(word: &str) -> bool {
    word.chars().count() == 1 && !is_column(word)
}

fn is_mark(c: char) -> bool {
    !c.is_alphanumeric()
}
