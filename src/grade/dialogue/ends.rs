//! How turns end: by themselves, by a choice, or by a key or a word of the program's own.

use std::iter;
use std::sync::LazyLock;

use super::Table;
use super::attempt::Attempt;
use super::examples::{MEANS, MOST_WORDS};
use super::keys::MOST_KEYS;
use super::probes::Probes;
use super::revise::{Suspect, suspect};
use crate::observe::{Line, Pattern, built_in};
use crate::play::{
    Choices, Conversation, Exchange, Guess, PromptRules, is_column, single_keys, single_words,
};
use crate::referee::{Question, TurnsEnd};
use crate::spec::{Asks, OpenOption};

/// Words for the end of a turn.
const ENDS: &str = "end|ends|finish|finishes|finished|over|done|pass|passes|ket thuc|xong|het";

/// A text that says how a turn is ended: `end   finish your turn`, `pass = end of the turn`.
static END_OF_TURN: LazyLock<Pattern> = LazyLock::new(|| {
    let turn = r"(?:turn|luot)\b";
    built_in(&format!(
        r#"^[ \t*-]*['"<\[(]?(\w+)['">\])]?[ \t]*(?:{MEANS}|[ \t]{{2,}}|to\b)[ \t]*[^.]*(?:\b(?:{ENDS})\b.*\b{turn}|\b{turn}.*\b(?:{ENDS})\b)"#
    ))
});

/// A number in a question that ends a turn: `1-7 column, 8 undo, 10 end of turn`.
static NUMBER_THAT_ENDS: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(&format!(r"(?:^|[ \t,;|/(\[])(\d{{1,2}})[ \t]*[\])=:.-]*[ \t]*(?:to[ \t]+)?(?:{ENDS})\b"))
});

impl<'a> Table<'a> {
    /// The words with which texts begin that say how a turn is ended, as in a table of commands.
    fn written_ends(&self) -> Vec<String> {
        let words = self.written().lines().iter().filter_map(|line| {
            let word = END_OF_TURN.captures(line.folded())?.get(1)?;
            Some(word.as_str().to_owned())
        });
        words.take(MOST_WORDS).collect()
    }

    /// Finds out how turns end.
    pub(super) fn learn_end_of_turns(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        let next = match known.prompt_rules.turns_end {
            TurnsEnd::Alone => TurnsEnd::ByChoice,
            TurnsEnd::ByChoice | TurnsEnd::AlwaysByChoice => TurnsEnd::AlwaysByChoice,
            TurnsEnd::ByChoiceAfterDrops | TurnsEnd::ByChoiceButAfterRemovals => {
                TurnsEnd::ByChoiceButAfterRemovals
            }
        };
        if known.is_full() || next == known.prompt_rules.turns_end || !self.may_search() {
            return known;
        }
        let mut prompt_rules = known.prompt_rules.clone();
        prompt_rules.turns_end = next;
        let attempt = self.attempt(probes, prompt_rules);
        let mut leads_on = attempt.reach > known.reach;
        let mut by_choice = attempt.prompt_rules;
        // Of a menu the options may have been settled by how far a game goes in which no turn ends.
        if !leads_on && known.explains().0 == 0 && known.asked.contains(&Question::Drop) {
            let one = probes.only(0);
            let in_one = self.best(options, &one, by_choice.clone());
            leads_on = in_one.reach > self.attempt(&one, known.prompt_rules.clone()).reach;
            by_choice = in_one.prompt_rules;
        }
        // Refusals may lead further as well.
        let known = match leads_on.then(|| self.best(options, probes, by_choice)) {
            Some(by_choice) if by_choice.explains().0 > 0 => return by_choice,
            by_choice => by_choice.unwrap_or(known),
        };
        let talk = self.first_game(probes, &known.prompt_rules).filter(|_| known.explains().0 == 0);
        let Some(talk) = talk else { return known };
        let by_key = self.with_keys_that_end_turns(&talk, &known.prompt_rules).into_iter();
        let by_key = by_key.map(|prompt_rules| self.attempt(probes, prompt_rules));
        // Whether it explains anything depends on the options: the first game tells which key is worth all games.
        let further = by_key.filter(|attempt| attempt.reach > known.reach);
        let further = further.map(|attempt| attempt.prompt_rules);
        let further = further.chain(with_choices_that_end_turns(&talk, &known.prompt_rules));
        let in_one = further.map(|prompt_rules| self.best(options, &probes.only(0), prompt_rules));
        let furthest = in_one.max_by_key(|attempt| attempt.reach);
        let furthest = furthest.map(|attempt| self.best(options, probes, attempt.prompt_rules));
        furthest.filter(|attempt| attempt.explains().0 > 0).unwrap_or(known)
    }

    /// The same with turns that end as before, if that explains as much once questions are learned: before that another end may lead
    /// further by accident.
    pub(super) fn with_usual_end_of_turns(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        usual: TurnsEnd,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        if known.prompt_rules.turns_end == usual {
            return known;
        }
        let mut prompt_rules = known.prompt_rules.clone();
        prompt_rules.turns_end = usual;
        prompt_rules.offers.retain(|(act, _)| *act != Question::Done);
        let attempt = self.best(options, probes, prompt_rules);
        // A key that opens a menu of acts may be typed at the beginning of every turn, where that menu is left again.
        let attempt = self.learn_offers(options, (probes, all), attempt);
        if attempt.explains() >= known.explains() { attempt } else { known }
    }

    /// The same with turns that a removal ends by itself, if that explains as many of all games: to end such a turn once more may be an
    /// error that no game of these options shows.
    pub(super) fn with_removals_that_end_turns(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        let removes = [Question::Remove, Question::Cell].iter().any(|act| known.asked.contains(act));
        let other = known.prompt_rules.turns_end.with_removals_that_end().filter(|_| removes);
        let Some(turns_end) = other else { return known };
        let mut prompt_rules = known.prompt_rules.clone();
        prompt_rules.turns_end = turns_end;
        let other = self.attempt(all, prompt_rules);
        if other.explains() < self.attempt(all, known.prompt_rules.clone()).explains() {
            return known;
        }
        let attempt = self.best(options, probes, other.prompt_rules);
        if attempt.explains() >= known.explains() { attempt } else { known }
    }

    /// The prompt rules in which a key or a word that the question for a column shows ends the turn: the same question may come again after
    /// the piece was played.
    pub(super) fn with_keys_that_end_turns(
        &self,
        talk: &Conversation,
        known: &PromptRules<'a>,
    ) -> Vec<PromptRules<'a>> {
        let is_move = |exchange: &Exchange| exchange.question == Some(Question::Column);
        let asked = |segment: Option<usize>| segment.and_then(|segment| suspect(talk, segment));
        let first = asked(talk.exchanges.iter().position(is_move));
        let again = asked(talk.exchanges.iter().rposition(is_move));
        // Outside of subroutines the caller is the one of the last call, whichever that was.
        let spot = |asked: &Suspect| asked.place.map(|place| (place.reads, place.prints));
        let is_first = |again: &Suspect| {
            first.as_ref().is_some_and(|first| first.is_alike(again) && spot(first) == spot(again))
        };
        let again = again.filter(is_first);
        let Some(again) = again else { return Vec::new() };
        let number = NUMBER_THAT_ENDS.captures(&again.line);
        let number = number.as_ref().and_then(|found| found.get(1)).map(|number| number.as_str());
        // `Column` in `Column (A-G): ` says what is typed, and ends nothing.
        let names_move = |word: &&str| known.is_about(Question::Column, &Line::of(word));
        let words = single_words(&again.line).into_iter().filter(|word| !names_move(word));
        let keys = number.into_iter().chain(single_keys(&again.line)).chain(words);
        let keys = keys.filter(|key| !is_column(key)).map(str::to_owned).take(MOST_KEYS);
        // A menu above the question may say which key ends the turn.
        let last = talk.exchanges.iter().rposition(is_move).map(|segment| talk.page(segment));
        let offered = last.map(|page| known.offered(page).declines).unwrap_or_default();
        let offered = offered.into_iter().filter(|key| !key.is_empty());
        let keys: Vec<String> = keys.chain(offered).chain(self.written_ends()).collect();
        let with_key = |key: &String, form: Option<&String>| {
            let mut prompt_rules = known.clone();
            prompt_rules.turns_end = TurnsEnd::ByChoice;
            prompt_rules.offers.push((Question::Done, key.clone()));
            prompt_rules.forms.extend(form.map(|form| (Question::Column, form.clone())));
            prompt_rules
        };
        // Where turns end by a command, moves may be commands too.
        let forms = iter::once(None).chain(self.forms_of_columns(&again.line).into_iter().map(Some));
        let in_form = |form: Option<String>| -> Vec<PromptRules<'a>> {
            keys.iter().map(|key| with_key(key, form.as_ref())).collect()
        };
        forms.flat_map(in_form).collect()
    }
}

/// The prompt rules in which a choice in unknown words ends the turn, beside one that drops a piece: `5 - Hand over to Bob`.
fn with_choices_that_end_turns<'a>(talk: &Conversation, known: &PromptRules<'a>) -> Vec<PromptRules<'a>> {
    let drops = |exchange: &Exchange| exchange.question == Some(Question::Drop);
    let menu = talk.exchanges.iter().position(drops);
    let Some((menu, asked)) = menu.and_then(|menu| Some((menu, suspect(talk, menu)?))) else {
        return Vec::new();
    };
    let offered = known.offered(talk.page(menu));
    let acts = offered.acts;
    let keys = offered.others.into_iter().map(|(key, _)| key).take(MOST_KEYS);
    let with_key = |key: String| {
        let asks = Asks::Questions(acts.iter().map(|(act, _)| *act).collect());
        let choices = Some(Choices { acts: acts.clone(), none: key });
        let mut prompt_rules = known.clone();
        prompt_rules.turns_end = TurnsEnd::ByChoice;
        prompt_rules.guesses.insert(0, Guess { choices, is_revised: true, ..asked.guess(asks) });
        prompt_rules
    };
    keys.map(with_key).collect()
}
