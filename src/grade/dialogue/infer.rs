//! The prompt rules of a submission, and its readings of what its assignment leaves open: inferred once, by
//! playing.

use super::attempt::Attempt;
use super::probes::{Probe, Probes};
use super::revise::{Suspect, Tentative, may_be_menu, with_usual_values};
use super::settle::{self, Tried, doubtful, may_vary, rivals};
use super::{Table, remarks};
use crate::compare::behaviour::drawn;
use crate::diagnostics::Text;
use crate::grade::gradebook::InferredOption;
use crate::observe::{Line, fold};
use crate::play::{PromptRules, asks_whether, lists_keys, mark_keys, offers_yes_and_no, single_keys};
use crate::referee::Question;
use crate::spec::{Asks, Check, OpenOption, OptionValue, Points, Spec};

/// How well games are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Explained {
    Nothing,
    /// Some go through, though what they show is wrong.
    InStep,
    /// Some are right.
    Right,
}

impl Explained {
    /// Given are the number of games that are right, and of those that at least go through.
    fn by((right, in_step): (usize, usize)) -> Self {
        match (right, in_step) {
            (0, 0) => Self::Nothing,
            (0, _) => Self::InStep,
            _ => Self::Right,
        }
    }
}

/// The most keys shown by a question that are tried.
pub(super) const MOST_KEYS: usize = 4;

/// The most unknown questions that are guessed.
const MOST_GUESSES: usize = 9;

/// The most attempts that are followed of those that lead furthest, and the most meanings of all that lead further.
const MOST_EQUAL: usize = 3;

/// The number of seeds with which the first case is played, until one shows something new: who starts may be drawn, and the same
/// player be drawn a few times in a row.
pub(super) const MOST_SEEDS: u64 = 10;

impl<'a> Table<'a> {
    /// Infers how to talk to the submission, and how it reads what the assignment leaves open. Options that
    /// the same case is the first to decide are inferred together, with the questions that no rule knows.
    pub(in crate::grade) fn infer(&mut self, spec: &'a Spec) -> (Vec<InferredOption>, Vec<Text>) {
        let dialogue = self.prompt_rules.dialogue;
        let mut said = Vec::new();
        let mut inferred = Vec::new();
        let all = Probes::of(spec, &dialogue.options, &dialogue.options);
        self.seek_board(spec);
        let groups = dialogue.options.chunk_by(|one, next| one.by.first() == next.by.first());
        // An assignment that leaves nothing open asks its questions all the same.
        let none = dialogue.options.is_empty().then_some(dialogue.options.as_slice());
        for options in groups.chain(none) {
            let probes = Probes::of(spec, &dialogue.options, options).again();
            let open: Vec<&OpenOption> = options
                .iter()
                .filter(|option| !self.prompt_rules.settings.contains_key(&option.name))
                .collect();
            let (better, yes) = self.without_misleading_names(&open, (&probes, &all));
            said.extend(yes);
            let is_first = self.first_games.is_none();
            let better = if is_first { self.with_more_seeds(&open, probes, better) } else { better };
            let explained = Explained::by(better.explains());
            let is_explained = explained > Explained::Nothing;
            self.first_games.get_or_insert(explained);
            let better = if is_explained || is_first {
                better
            } else {
                // Nothing is known of them: failures are those of the likeliest values.
                let prompt_rules = with_usual_values(better.prompt_rules, &open);
                Attempt { prompt_rules, ..better }
            };
            self.open.extend(better.doubtful);
            self.open.extend(better.rivals.iter().map(|(option, _)| option.clone()));
            let mut accepted = if is_explained {
                better.rivals
            } else {
                self.open.extend(open.iter().map(|option| option.name.clone()));
                // Nothing tells them apart.
                let values = open.iter().flat_map(|option| {
                    option.values.iter().map(|value| (option.name.clone(), value.name.clone()))
                });
                let settings = &better.prompt_rules.settings;
                values.filter(|(name, value)| settings.get(name) != Some(value)).collect()
            };
            accepted.retain(|(name, value)| {
                open.iter().any(|option| option.name == *name && option.permits(value))
            });
            self.accepted.extend(accepted);
            self.prompt_rules = better.prompt_rules;
            self.seek_board(spec);
            if is_first && is_explained {
                self.settle_confirmation(&all);
            }
            for option in options.iter().filter(|option| !self.open.contains(&option.name)) {
                let value = self.prompt_rules.settings.get(&option.name);
                let Some(value) = option.values.iter().find(|known| Some(&known.name) == value) else {
                    continue;
                };
                // What a program does as the assignment wants it is right, though it mostly does something else.
                if !option.permits(&value.name) {
                    let right = option.values.iter().filter(|other| option.permits(&other.name));
                    self.wanted.extend(right.map(|other| (option.name.clone(), other.name.clone())));
                }
                let usual =
                    option.values.first().filter(|usual| may_vary(option) && usual.name != value.name);
                self.wanted.extend(usual.map(|usual| (option.name.clone(), usual.name.clone())));
                inferred.push(InferredOption::of(option, value));
            }
        }
        for inferred in inferred.iter_mut().filter(|inferred| inferred.cost > Points::ZERO) {
            self.see_again(inferred, spec);
        }
        self.learn_words(spec);
        said.extend(self.learned.names_mislead.then(remarks::misnamed));
        said.extend(self.prompt_rules.is_in_other_case.then(remarks::in_other_case));
        (inferred, self.guessed().into_iter().chain(said).collect())
    }

    /// Looks for a case that a costly value of an option explains, and none that the assignment permits. There may be none any more, as
    /// more is known now than when the option was settled: then the permitted value that explains most is taken.
    fn see_again(&mut self, inferred: &mut InferredOption, spec: &'a Spec) {
        let options = &self.prompt_rules.dialogue.options;
        let Some(option) = options.iter().find(|known| known.name == inferred.option) else { return };
        let probes = Probes::of(spec, options, std::slice::from_ref(option));
        let goes_well = |probe: &Probe<'_>, prompt_rules: &PromptRules<'a>| {
            self.attempt(&Probes(vec![probe.clone()]), prompt_rules.clone()).is_full()
        };
        let with = |value: &OptionValue| {
            let mut prompt_rules = self.prompt_rules.clone();
            prompt_rules.settings.insert(option.name.clone(), value.name.clone());
            prompt_rules
        };
        let permitted: Vec<_> = option.values.iter().filter(|value| option.permits(&value.name)).collect();
        let shows = |probe: &&Probe<'_>| {
            goes_well(probe, &self.prompt_rules)
                && !permitted.iter().any(|value| goes_well(probe, &with(value)))
        };
        inferred.seen_in = probes.0.iter().find(shows).map(|probe| probe.case.id.clone());
        if inferred.seen_in.is_some() || probes.clone().again().0.iter().any(|probe| shows(&probe)) {
            return;
        }
        let explains = |value: &&&OptionValue| {
            let prompt_rules = with(value);
            probes.0.iter().filter(|probe| goes_well(probe, &prompt_rules)).count()
        };
        // Of equals the first.
        let Some(value) = permitted.iter().rev().max_by_key(explains) else { return };
        let value: &OptionValue = value;
        let prompt_rules = with(value);
        *inferred = InferredOption::of(option, value);
        self.prompt_rules = prompt_rules;
    }

    /// The values that explain most of the games, with what is found out by trial.
    pub(super) fn explained(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
    ) -> (Attempt<'a>, Option<Text>) {
        let (usual, prompt_rules) = settle::without_rare(options, self.prompt_rules.clone());
        let best = self.best(&usual, probes, prompt_rules);
        // Where the first games are not explained, nothing that comes later in them is.
        if self.first_games == Some(Explained::Nothing) {
            return (best, None);
        }
        let best = self.with_rare(options, probes, best);
        // What was tried in vain for other options is so for these.
        let lacks = |attempt: &Attempt<'_>| {
            let lack = attempt.lacks.as_ref().filter(|_| attempt.explains().0 == 0);
            lack.map(|lack| lack.act)
        };
        if lacks(&best).is_some_and(|act| self.in_vain.borrow().contains(&act)) {
            return (best, None);
        }
        let reach = best.reach;
        let (learned, yes) = self.learn(&usual, (probes, all), best);
        self.in_vain.borrow_mut().extend(lacks(&learned));
        // What was tried in vain before fits no better if nothing was learned.
        let learned = if learned.reach == reach { learned } else { self.with_rare(options, probes, learned) };
        (learned, yes)
    }

    /// The values that explain most of the probes; of equals, those with which they go furthest, or else that come first.
    pub(super) fn best<'o>(
        &self,
        options: &[&'o OpenOption],
        probes: &Probes<'_>,
        prompt_rules: PromptRules<'a>,
    ) -> Attempt<'a> {
        let mut best: Option<Attempt<'a>> = None;
        let mut tried: Vec<Tried> = Vec::new();
        // What the assignment forbids may end games early, and explains those of a program that plays another one.
        let may_be_forbidden = self.first_games.is_none_or(|explained| explained == Explained::Right);
        let values = |option: &&'o OpenOption| -> Vec<&'o OptionValue> {
            let values = option.values.iter();
            values.filter(|value| may_be_forbidden || option.permits(&value.name)).collect()
        };
        let values: Vec<_> = options.iter().map(|option| (option, values(option))).collect();
        let combinations: usize = values.iter().map(|(_, values)| values.len().max(1)).product();
        for mut number in 0..combinations {
            let mut prompt_rules = prompt_rules.clone();
            for (option, values) in &values {
                let count = values.len().max(1);
                if let Some(value) = values.get(number % count) {
                    prompt_rules.settings.insert(option.name.clone(), value.name.clone());
                }
                number /= count;
            }
            if let Some(same) = tried.iter().find_map(|tried| tried.with(&prompt_rules.settings)) {
                tried.push(same);
                continue;
            }
            let Some(attempt) = self.attempt_beside(best.as_ref(), probes, prompt_rules) else { continue };
            tried.push(Tried::of(&attempt));
            let is_permitted = |attempt: &Attempt<'_>| {
                let settings = &attempt.prompt_rules.settings;
                options
                    .iter()
                    .all(|option| settings.get(&option.name).is_none_or(|value| option.permits(value)))
            };
            // What the assignment forbids must explain more, and nothing that it permits may end at a question that is not
            // understood: an answer to it might explain as much.
            let rank = |attempt: &Attempt<'_>| (attempt.explains(), is_permitted(attempt), attempt.reach);
            let is_better = |best: &Attempt<'_>| {
                let is_open = is_permitted(best) && !is_permitted(&attempt) && best.stuck > 0;
                !is_open && rank(&attempt) > rank(best)
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some(attempt);
            }
            let is_hopeless = |best: &Attempt<'_>| best.never_ends || self.hangs_often();
            if best.as_ref().is_some_and(|best| best.is_full() || is_hopeless(best)) {
                break;
            }
        }
        let mut best = best.unwrap_or_else(|| self.attempt(probes, prompt_rules));
        if !best.is_full() && !best.never_ends {
            best.rivals = rivals(&best, options, &tried);
            best.doubtful = doubtful(&best, options, &tried);
        }
        best
    }

    /// The same, if the first game goes as well with more seeds, or else what explains the game with the first seed that shows
    /// something else too. Where turns do not tell who starts, the winner's name does.
    fn with_more_seeds(
        &self,
        options: &[&OpenOption],
        mut probes: Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        let assignment = self.prompt_rules.dialogue.assignment;
        let first = self.first_game(&probes, &known.prompt_rules).filter(|_| known.is_full());
        let Some(first) = first.map(|talk| drawn(&talk, assignment, self.ear())) else { return known };
        let is_told = !self.learned.names_mislead && first.is_starter_named();
        let by_turn = probes.0.first().filter(|_| is_told);
        let tells = |probe: &&Probe<'_>| probe.played.checks.contains(&Check::Winner);
        let by_winner = probes.0.iter().find(tells).filter(|_| !is_told || !first.is_named_alone());
        let count = probes.0.len() as u64;
        let tried = by_turn.into_iter().chain(by_winner);
        let mut others = tried.flat_map(|probe| (count..MOST_SEEDS).map(|nth| probe.again(nth)));
        let is_new = |probe: &Probe<'_>| {
            !self.attempt(&Probes(vec![probe.clone()]), known.prompt_rules.clone()).is_full()
        };
        let Some(new) = others.find(is_new) else { return known };
        probes.0.push(new);
        let better = self.best(options, &probes, known.prompt_rules.clone());
        if better.is_full() { better } else { known }
    }

    /// Finds out by trial what the values of options alone do not explain: keys, questions, words, and whether a column is asked for
    /// before what to do in it.
    fn learn(
        &self,
        options: &[&OpenOption],
        probes: (&Probes<'_>, &Probes<'_>),
        known: Attempt<'a>,
    ) -> (Attempt<'a>, Option<Text>) {
        let column_first = self.with_column_first(probes.0, &known);
        let learned = self.learn_manner(options, probes, known);
        let Some(prompt_rules) = column_first.filter(|_| !learned.0.is_full()) else { return learned };
        let column_first = self.learn_manner(options, probes, self.best(options, probes.0, prompt_rules));
        if column_first.0.explains().0 > learned.0.explains().0 { column_first } else { learned }
    }

    /// The prompt rules by which a column is asked for before what to do in it, if the first game asks for it there. Without a choice in
    /// the first turns it may do so anyway: games tell.
    fn with_column_first(&self, probes: &Probes<'_>, known: &Attempt<'a>) -> Option<PromptRules<'a>> {
        if known.is_full() || known.prompt_rules.column_first || !known.asked.contains(&Question::Drop) {
            return None;
        }
        let talk = self.first_game(probes, &known.prompt_rules)?;
        let asked: Vec<Question> = talk.exchanges.iter().filter_map(|exchange| exchange.question).collect();
        let chooses =
            asked.iter().position(|question| matches!(question, Question::Drop | Question::Remove))?;
        let is_before = chooses.checked_sub(1).is_some_and(|before| asked[before] == Question::Column);
        let mut prompt_rules = known.prompt_rules.clone();
        prompt_rules.column_first = true;
        is_before.then_some(prompt_rules)
    }

    /// Finds out by trial what the values of options alone do not explain, with moves that begin as they are known to.
    fn learn_manner(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        known: Attempt<'a>,
    ) -> (Attempt<'a>, Option<Text>) {
        let usual = known.prompt_rules.turns_end;
        let known = self.learn_end_of_turns(options, probes, known);
        let best = self.learn_last_key(options, probes, known);
        let was_unknown = best.unknown.is_some();
        let mut best = self.learn_unknown(options, (probes, all), best);
        // A menu may come behind questions that had to be learned first.
        if was_unknown && best.explains().0 == 0 && best.asked.contains(&Question::Drop) {
            best = self.learn_end_of_turns(options, probes, best);
        }
        let (better, yes) = self.learn_yes(options, probes, best);
        let better = self.learn_offers(options, (probes, all), better);
        let revised = self.revise(options, (probes, all), better);
        let revised = self.with_usual_end_of_turns(options, (probes, all), usual, revised);
        let revised = self.with_removals_that_end_turns(options, (probes, all), revised);
        (self.hear_names(options, probes, revised), yes)
    }

    /// Finds out what the question asks at which games are broken off, if there is one. Questions are learned with one seed, and
    /// options are settled with several.
    pub(super) fn learn_unknown(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        if known.unknown.is_none() {
            return known;
        }
        let learned = self.learn_questions(options, all, self.attempt(all, known.prompt_rules));
        if learned.never_ends || self.hangs_often() {
            return learned;
        }
        self.best(options, probes, learned.prompt_rules)
    }

    /// Returns `true` as long as more games may be played to find out what questions mean.
    pub(super) fn may_search(&self) -> bool {
        !self.hangs_often() && !self.effort.is_half_used()
    }

    /// A question that no rule knows is tried with each meaning that a program may give it: the one that
    /// leads furthest is taken. It must lead two answers further at least, or the question is left to people.
    /// Where several lead further, the next unknown question decides.
    fn learn_questions(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        let (prompt_rules, reach, stuck) = (known.prompt_rules.clone(), known.reach, known.stuck);
        // A program that says the same to whatever is typed leads nowhere, so there must be a board.
        let goes_on = |learned: &Attempt<'_>| {
            learned.is_full() || (learned.sees_board && learned.reach >= reach + 2 * stuck)
        };
        let mut learned = self.try_meanings(options, probes, known, false);
        if !goes_on(&learned)
            && reach == 0
            && self.first_games.is_none()
            && let Some(learned) = self.learn_opening(options, probes, &prompt_rules)
        {
            return learned;
        }
        // What is asked first of all depends on the options.
        if !goes_on(&learned) && reach == 0 && self.first_games.is_none() {
            let known = self.attempt(probes, prompt_rules.clone());
            learned = self.try_meanings(options, probes, known, true);
        }
        let is_same = learned.prompt_rules.guesses.len() == prompt_rules.guesses.len();
        if is_same || goes_on(&learned) && self.moves_pieces(probes, &learned) {
            return learned;
        }
        self.attempt(probes, prompt_rules)
    }

    /// The same without a look at how far that leads; rules are as they were if no question is unknown. The first question of all is
    /// tried with all values of the options.
    pub(super) fn try_meanings(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
        is_first: bool,
    ) -> Attempt<'a> {
        let may_guess = known.prompt_rules.guesses.len() < MOST_GUESSES && self.may_search();
        let Some((suspect, permitted)) = known.unknown.clone().filter(|_| may_guess) else {
            return known;
        };
        let goes_on = |attempt: &Attempt<'_>| attempt.is_full() || attempt.reach > known.reach;
        // A meaning that leads no further in the game in which the question comes first leads no further elsewhere.
        let one = probes.only(known.unknown_in);
        let alone = self.attempt(&one, known.prompt_rules.clone());
        let goes_on_alone = |attempt: &Attempt<'_>| attempt.is_full() || attempt.reach > alone.reach;
        let mut tried: Vec<(bool, Attempt<'a>)> = Vec::new();
        let meanings = self.meanings(&suspect, &permitted);
        for meaning in meanings.into_iter().take_while(|_| self.may_search()) {
            let asks = &meaning.asks;
            // A row that is counted the other way round is refused.
            let is_permitted = |asked: &Vec<Question>| asked.iter().all(|one| permitted.contains(one));
            let is_likely = is_first || matches!(asks, Asks::Questions(asked) if is_permitted(asked));
            // What goes on in the first games may show a wrong player before the options are known.
            let is_open = self.first_games.is_none() && matches!(asks, Asks::Always(_));
            // A question of the game that no correct program asks now is less likely than one that has nothing to do with it.
            let is_possible = !matches!(asks, Asks::Questions(asked) if !is_permitted(asked));
            let mut prompt_rules = known.prompt_rules.clone();
            prompt_rules.forms.extend(meaning.form.clone());
            prompt_rules.guesses.push(suspect.guess_of(meaning));
            // Any other meaning that leads nowhere with the values that led furthest so far leads nowhere with others.
            let with_these = if is_likely { None } else { Some(self.attempt(&one, prompt_rules.clone())) };
            let in_one = match with_these {
                Some(attempt) if goes_on_alone(&attempt) || !is_open => attempt,
                _ => self.best(options, &one, prompt_rules),
            };
            if goes_on_alone(&in_one) {
                tried.push((is_possible, self.attempt(probes, in_one.prompt_rules)));
            }
        }
        // A meaning that leads one answer further may show less than an answer to the next question; answers to which no board
        // comes may lead nowhere.
        tried.retain(|(_, attempt)| goes_on(attempt));
        tried.sort_by_key(|(is_possible, attempt)| {
            std::cmp::Reverse((attempt.is_full(), attempt.sees_board, attempt.reach, *is_possible))
        });
        // Of the forms of one meaning all may lead as far: another meaning is followed too.
        let mut meanings: Vec<Option<Asks>> = Vec::new();
        let mut best: Option<Attempt<'a>> = None;
        for (nth, (_, attempt)) in tried.into_iter().enumerate() {
            let meaning = attempt.prompt_rules.guesses.last().map(|guess| guess.asks.clone());
            let is_new = meanings.len() < MOST_EQUAL && !meanings.contains(&meaning);
            meanings.extend(is_new.then_some(meaning));
            if nth >= MOST_EQUAL && !is_new {
                continue;
            }
            let attempt = self.try_meanings(options, probes, attempt, false);
            if best.as_ref().is_none_or(|best| attempt.reach > best.reach) {
                best = Some(attempt);
            }
            if best.as_ref().is_some_and(Attempt::is_full) {
                break;
            }
        }
        best.unwrap_or(known)
    }

    /// The possible meanings of a question, the likeliest first: those that a correct program asks there,
    /// then all others.
    fn meanings(&self, suspect: &Suspect, permitted: &[Question]) -> Vec<Tentative> {
        let others = self.prompt_rules.dialogue.assignment.questions().iter();
        let is_at_names = permitted.contains(&Question::Name);
        // Only words say that a question is about the end of a turn: in a trial it fits whatever may be declined.
        let others = others.filter(|asked| !permitted.contains(asked) && **asked != Question::Done);
        let permitted = permitted.iter().filter(|asked| **asked != Question::Done);
        let forms = permitted.clone().flat_map(|asked| self.forms(*asked, suspect));
        // A question that offers yes and no asks for nothing else.
        let offers = offers_yes_and_no(&suspect.line) || asks_whether(&fold(&suspect.line));
        // What each of several keys does is found out where an act is lacking.
        let is_menu = !offers && lists_keys(&suspect.line);
        let fits = |question: &&Question| match **question {
            Question::Drop if !may_be_menu(&suspect.line) => false,
            question if question.is_of_yes_or_no() => !is_menu,
            _ => !offers,
        };
        let asks = |question: &Question| Asks::Questions(vec![*question]);
        let permitted_acts: Vec<Question> = permitted.clone().copied().collect();
        let inverted = permitted.clone().filter(fits).filter_map(|act| Tentative::inverted(*act));
        let (likely, others) = (permitted.filter(fits).map(asks), others.filter(fits).map(asks));
        let shown = single_keys(&suspect.line).into_iter().take(MOST_KEYS);
        let shown = mark_keys(&suspect.line).into_iter().chain(shown).map(str::as_bytes);
        let mut keys: Vec<&[u8]> = Vec::new();
        let names_enter = suspect.line.to_lowercase().contains("enter");
        let enter = names_enter.then_some(b"".as_slice());
        for key in enter.into_iter().chain([b"1".as_slice(), b"0", b"", b"2"]).chain(shown) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let always = keys.into_iter().map(|keys| Asks::Always(keys.to_vec()));
        let again = (!offers).then_some(Asks::Again);
        let forms = forms.filter(|_| !offers).map(Tentative::in_form);
        let (likely, others) = (likely.map(Tentative::plain), others.chain(always).chain(again));
        let by_words = permitted_acts.into_iter().flat_map(|act| Tentative::of_two_words(act, &suspect.line));
        let by_keys = self.prompt_rules.explained_choices(&Line::of(&suspect.line), suspect.request);
        // `Tutorial? (yes/no)` before the names offers nothing of the game.
        let is_before_names = offers && is_at_names;
        let declined = is_before_names.then(|| Tentative::plain(Asks::Declined));
        let by_keys = by_keys.map(Tentative::of_choices).into_iter().chain(by_words);
        let likely = declined.into_iter().chain(by_keys).chain(likely);
        likely.chain(inverted).chain(forms).chain(others.map(Tentative::plain)).collect()
    }
}
