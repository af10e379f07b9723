//! Questions that were taken for other ones: their words are believed first, and the effect of answers
//! decides.

use std::collections::BTreeSet;

use super::attempt::Attempt;
use super::forms::Form;
use super::probes::{Probe, Probes};
use super::{PlayedDialogue, Table};
use crate::compare::behaviour::pieces_shown;
use crate::console::{Place, Request};
use crate::observe::{fold, has_words};
use crate::play::{
    Choices, Close, Conversation, Exchange, Guess, PromptRules, offers_yes_and_no, question_key, single_keys,
    two_words,
};
use crate::referee::Question;
use crate::spec::{Asks, OpenOption};

/// Questions that are looked at again, counted back from the first thing that is wrong.
const MOST_SUSPECTS: usize = 6;
/// The most questions that are taken for other ones together.
const MOST_REVISED: usize = 3;
/// Options with more values than these, all together, are inferred once the question is known.
const MOST_VALUES: usize = 4;
/// A question with more keys than these is a menu.
const MOST_PAIRED: usize = 3;
/// The keys that a question unrelated to the game may want.
const KEYS: [&[u8]; 3] = [b"", b"1", b"0"];

/// A question that may have been taken for another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suspect {
    /// Its line, as it was printed.
    pub(super) line: String,
    /// The place in the program where it is asked.
    pub(super) place: Option<Place>,
    /// The question of the game that it was taken for, if any.
    pub(super) question: Option<Question>,
    /// The service by which it is asked.
    pub(super) request: Request,
}

impl Suspect {
    /// The guess that it asks for this, as no rule knows it.
    pub(super) fn guess(&self, asks: Asks) -> Guess {
        let key = question_key(&fold(&self.line));
        Guess {
            question: self.line.clone(),
            key,
            place: self.place,
            asks,
            choices: None,
            is_revised: false,
            is_inverted: false,
        }
    }

    /// The guess that it means this.
    pub(super) fn guess_of(&self, meaning: Tentative) -> Guess {
        let Tentative { asks, choices, is_inverted, form: _ } = meaning;
        Guess { choices, is_inverted, ..self.guess(asks) }
    }

    /// The number of times that a game asks it, though other numbers may stand in its line.
    pub(super) fn times(&self, talk: &Conversation) -> usize {
        let key = |line: &str| question_key(&fold(line));
        let own = key(&self.line);
        let is_same = |asked: &Self| asked.request == self.request && key(&asked.line) == own;
        (0..talk.exchanges.len()).filter_map(|segment| suspect(talk, segment)).filter(is_same).count()
    }

    /// Returns `true` if this is the same line, read in the same way: the same question, wherever the program came from.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let key = |suspect: &Self| question_key(&fold(&suspect.line));
        self.request == other.request && key(self) == key(other)
    }

    /// Returns `true` if this is the same question, taken for the same, though other numbers and names stand in its line.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (self.place, self.question) == (other.place, other.question) && self.is_alike(other)
    }
}

/// The unknown question at which a game is broken off, and the questions that a correct program may ask there.
pub(super) fn unknown(talk: &Conversation) -> Option<(Suspect, &[Question])> {
    let Close::Unknown { question, place, request, permitted } = &talk.close else { return None };
    let suspect = Suspect { line: question.clone(), place: *place, question: None, request: *request };
    Some((suspect, permitted))
}

/// The question before an answer, or the one at which a game is broken off, as it is not due.
pub(super) fn suspect(talk: &Conversation, segment: usize) -> Option<Suspect> {
    let last = talk.page(segment).last_line();
    let line = last.map(|line| line.plain().trim().to_owned()).unwrap_or_default();
    match (talk.exchanges.get(segment), &talk.close) {
        (Some(exchange), _) => Some(Suspect {
            line,
            place: exchange.place,
            question: exchange.question,
            request: exchange.request,
        }),
        (None, Close::NotNow { asked, place, request, .. }) => {
            Some(Suspect { line, place: *place, question: Some(*asked), request: *request })
        }
        _ => None,
    }
}

/// The questions of a game that were answered before something was wrong, the last one first.
pub(super) fn suspects(played: &PlayedDialogue) -> Vec<Suspect> {
    let talk = &played.talk;
    let last = talk.exchanges.len();
    let end = played.first_wrong().unwrap_or(last).min(last);
    let mut found: Vec<Suspect> = Vec::new();
    for suspect in (0..=end).rev().filter_map(|segment| suspect(talk, segment)) {
        let is_same = |known: &Suspect| known.place == suspect.place && known.question == suspect.question;
        if !found.iter().any(is_same) {
            found.push(suspect);
        }
        if found.len() == MOST_SUSPECTS {
            break;
        }
    }
    found
}

impl<'a> Table<'a> {
    /// Takes a question for another one than its words say, where no game is explained otherwise and some are then. A question
    /// that was answered to good effect in any of all games is the one that it was taken for.
    pub(super) fn revise(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        mut known: Attempt<'a>,
    ) -> Attempt<'a> {
        if known.explains().0 > 0 || known.never_ends || !self.may_search() {
            return known;
        }
        let proved = self.proved(all, &known.prompt_rules);
        let without_proved = |attempt: &mut Attempt<'_>| {
            attempt.suspects.retain(|suspect| !proved.iter().any(|proved| proved.is_same(suspect)));
        };
        without_proved(&mut known);
        let mut furthest: Option<Attempt<'a>> = None;
        // Several questions may be taken for other ones: the next one is looked for as far as the last one leads.
        for _ in 0..MOST_REVISED {
            let last = furthest.as_ref().unwrap_or(&known);
            let Some(mut better) = self.with_other_meaning(options, (probes, all), last) else { break };
            if better.explains().0 > 0 {
                return if self.moves_pieces(probes, &better) { better } else { known };
            }
            if better.reach <= last.reach || better.never_ends || !self.may_search() {
                break;
            }
            without_proved(&mut better);
            furthest = Some(better);
        }
        known
    }

    /// The questions that were answered to good effect: in games in which nothing is wrong, and not with a no.
    fn proved(&self, all: &Probes<'_>, prompt_rules: &PromptRules<'a>) -> Vec<Suspect> {
        let mut proved: Vec<Suspect> = Vec::new();
        for talk in self.right_games(all, prompt_rules) {
            let answered = (0..talk.exchanges.len())
                .filter(|segment| talk.exchanges[*segment].yes != Some(false))
                .filter_map(|segment| suspect(&talk, segment))
                .filter(|suspect| suspect.question.is_some());
            for suspect in answered {
                if !proved.iter().any(|proved| proved.is_same(&suspect)) {
                    proved.push(suspect);
                }
            }
        }
        proved
    }

    /// The question and its meaning with which all games go furthest.
    fn with_other_meaning(
        &self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
        known: &Attempt<'a>,
    ) -> Option<Attempt<'a>> {
        // Of a few values of options all are tried with each meaning.
        let is_short = options.iter().map(|option| option.values.len()).product::<usize>() <= MOST_VALUES;
        let play = |probes: &Probes<'_>, prompt_rules| {
            if is_short {
                self.best(options, probes, prompt_rules)
            } else {
                self.attempt(probes, prompt_rules)
            }
        };
        // Nothing is explained: the questions are those of the first game, and what leads no further there leads no further elsewhere.
        let one = probes.only(0);
        let alone = self.attempt(&one, known.prompt_rules.clone());
        let mut best: Option<(bool, Attempt<'a>)> = None;
        for suspect in &known.suspects {
            // A program that hangs after an answer takes long with each of them, and shows nothing.
            let mut never_ends = false;
            for meaning in self.other_meanings(suspect, &known.asked) {
                if never_ends || !self.may_search() {
                    break;
                }
                // What the game asks is likelier than what is only got through: a program may refuse a key and ask again.
                let is_of_game = matches!(meaning.asks, Asks::Questions(_));
                let prompt_rules = taken_for(known.prompt_rules.clone(), suspect, meaning);
                let usual = (!is_short).then(|| with_usual_values(prompt_rules.clone(), options));
                let in_one: Vec<Attempt<'a>> = [Some(prompt_rules), usual]
                    .into_iter()
                    .flatten()
                    .map(|rules| play(&one, rules))
                    .collect();
                never_ends |= in_one.iter().all(|attempt| attempt.never_ends);
                for further in in_one.into_iter().filter(|attempt| attempt.leads_on_from(&alone)) {
                    let attempt = play(probes, further.prompt_rules);
                    // A board counts once the question below it is answered: one that is not known yet leads on as well.
                    let rank = |attempt: &Attempt<'_>| (attempt.reach, attempt.unknown.is_some());
                    let is_better = match &best {
                        Some((of_game, best)) => (rank(&attempt), is_of_game) > (rank(best), *of_game),
                        None => rank(&attempt) > rank(known),
                    };
                    if is_better {
                        best = Some((is_of_game, attempt));
                    }
                }
            }
        }
        let (_, best) = best?;
        let better = self.best(options, probes, best.prompt_rules);
        // It may lead to a question that nobody has come to before.
        let better = self.learn_unknown(options, (probes, all), better);
        Some(if better.explains().0 > 0 { better } else { self.learn_end_of_turns(options, probes, better) })
    }

    /// Returns `true` unless a question that only an experiment takes for one about a column is answered in vain, or one that is typed in
    /// another form: in some game other pieces must be shown after it. A program that goes into a loop shows nothing.
    pub(super) fn moves_pieces(&self, probes: &Probes<'_>, attempt: &Attempt<'a>) -> bool {
        let prompt_rules = &attempt.prompt_rules;
        let column = Asks::Questions(vec![Question::Column]);
        let is_known = |guess: &Guess| self.prompt_rules.guesses.contains(guess);
        let mut found = prompt_rules.guesses.iter().filter(|guess| guess.asks == column && !is_known(guess));
        let is_new_form = |form: &Form| form.0 == Question::Column && !self.prompt_rules.forms.contains(form);
        let has_new_form = prompt_rules.forms.iter().any(is_new_form);
        let moves = |is_answer: &dyn Fn(&Exchange) -> bool| {
            probes.0.iter().any(|Probe { case, played, seed, .. }| {
                let talk = self.play_with(case, played, prompt_rules, (*seed, &[])).talk;
                let is_answered = |segments: std::ops::Range<usize>| {
                    talk.exchanges.get(segments).into_iter().flatten().any(is_answer)
                };
                let shown = pieces_shown(&talk, self.prompt_rules.dialogue.assignment);
                shown.windows(2).any(|pair| pair[0].1 != pair[1].1 && is_answered(pair[0].0..pair[1].0))
            })
        };
        attempt.never_ends
            || found.all(|guess| moves(&|exchange| exchange.place == guess.place))
                && (!has_new_form || moves(&|exchange| exchange.question == Some(Question::Column)))
    }

    /// What a question may ask for instead, and how the answer is typed then, where that is not usual. What other questions are known to
    /// ask for comes last.
    fn other_meanings(&self, suspect: &Suspect, known: &BTreeSet<Question>) -> Vec<Tentative> {
        let offers = offers_yes_and_no(&suspect.line);
        let fits = |question: &&Question| {
            Some(**question) != suspect.question
                && **question != Question::Done
                // Whoever offers another game asks for no move in this one.
                && !(suspect.question == Some(Question::PlayAgain) && question.is_move())
                && (**question != Question::Drop || may_be_menu(&suspect.line))
                && (!offers || question.is_of_yes_or_no())
        };
        let questions = self.prompt_rules.dialogue.assignment.questions().iter().filter(fits);
        let (others, new): (Vec<&Question>, Vec<&Question>) =
            questions.partition(|question| question.is_of_yes_or_no() && known.contains(question));
        let questions = new.into_iter().chain(others).map(|question| Asks::Questions(vec![*question]));
        let keys = KEYS.into_iter().map(|keys| Asks::Always(keys.to_vec()));
        let usual = keys.chain((!offers).then_some(Asks::Again)).map(Tentative::plain);
        let usual = usual.chain(keys_of(suspect));
        // The act that it names comes before those that it does not.
        let usual = usual.chain(suspect.question.and_then(Tentative::inverted));
        let usual = usual.chain(questions.map(Tentative::plain));
        let places: &[Question] = match suspect.question {
            Some(Question::Row) => &[Question::Row, Question::Cell],
            Some(Question::Column) => &[Question::Column, Question::Cell],
            Some(Question::Cell) => &[Question::Cell],
            Some(Question::Name) => &[Question::Name],
            _ => &[],
        };
        let forms = places.iter().flat_map(|place| self.forms(*place, suspect));
        usual.chain(forms.map(Tentative::in_form)).collect()
    }

    /// Takes questions before the first move, such as the one who starts, for those for names, if no others ask for names,
    /// everything is explained as well, and what is typed comes back later.
    pub(super) fn hear_names(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        if known.never_ends {
            return known;
        }
        let asks = Question::Name;
        let Some(talk) = self.first_game(probes, &known.prompt_rules) else { return known };
        let is_asked = |exchange: &Exchange| exchange.question == Some(asks);
        if talk.exchanges.iter().any(is_asked)
            || !self.prompt_rules.dialogue.assignment.questions().contains(&asks)
        {
            return known;
        }
        // What is asked once is no move, even if a move is what leads furthest.
        let key = |segment: usize| talk.page(segment).last_line().map(|line| question_key(line.folded()));
        let is_same = |one: usize, other: usize| {
            talk.exchanges[one].place == talk.exchanges[other].place || key(one) == key(other)
        };
        let asked = 0..talk.exchanges.len();
        let is_again = |segment: usize| asked.clone().filter(|other| is_same(segment, *other)).count() > 1;
        let is_move = |segment: &usize| {
            matches!(talk.exchanges[*segment].question, Some(Question::Column | Question::Drop))
                && is_again(*segment)
        };
        let first_move = asked.clone().find(is_move).unwrap_or(asked.end);
        let is_text = |suspect: &Suspect| suspect.request == Request::Text;
        let all: Vec<Suspect> =
            (0..first_move).filter_map(|segment| suspect(&talk, segment)).filter(is_text).collect();
        if all.is_empty() {
            return known;
        }
        // One of the two may only have been got through, and so may a question for ENTER.
        let taken: Vec<Suspect> = all.iter().filter(|asked| asked.question.is_some()).cloned().collect();
        // Or both of them: `Who sits to the left?`
        let open: Vec<Suspect> =
            all.iter().filter(|asked| !offers_yes_and_no(&asked.line)).cloned().collect();
        // Questions are learned in more games than these. A menu may stand before those for names.
        let known_here = self.attempt(probes, known.prompt_rules.clone());
        let from_taken: Vec<Suspect> =
            all.iter().skip_while(|asked| asked.question.is_none()).cloned().collect();
        let mut tried: Vec<Vec<Suspect>> = Vec::new();
        for before in [from_taken, taken, all, open] {
            if before.is_empty() || tried.contains(&before) {
                continue;
            }
            let prompt_rules = before.iter().fold(known.prompt_rules.clone(), |prompt_rules, suspect| {
                taken_for(prompt_rules, suspect, Tentative::plain(Asks::Questions(vec![asks])))
            });
            let attempt = self.best(options, probes, prompt_rules);
            let talk = self.first_game(probes, &attempt.prompt_rules);
            if attempt.explains() >= known_here.explains() && talk.is_some_and(|talk| names_come_back(&talk))
            {
                return attempt;
            }
            tried.push(before);
        }
        known
    }
}

/// Returns `true` if the names that were typed are printed later.
pub(super) fn names_come_back(talk: &Conversation) -> bool {
    let is_name = |segment: &usize| talk.exchanges[*segment].question == Some(Question::Name);
    let Some(last) = (0..talk.exchanges.len()).rfind(is_name) else { return false };
    let later: String = (last + 1..=talk.exchanges.len()).map(|segment| talk.page(segment).text()).collect();
    talk.names().all(|name| later.contains(name))
}

/// The same prompt rules with the likeliest values of options: values that were inferred while a question had
/// the wrong meaning say nothing.
pub(super) fn with_usual_values<'a>(
    mut prompt_rules: PromptRules<'a>,
    options: &[&OpenOption],
) -> PromptRules<'a> {
    for option in options {
        let usual = option.values.first().map(|value| (option.name.clone(), value.name.clone()));
        prompt_rules.settings.extend(usual);
    }
    prompt_rules
}

/// Returns `true` if a question may ask what to do: it shows keys, or has no words of its own, as below a menu. What is typed to `Do you
/// regret it?` for a drop would do nothing, and prove nothing.
pub(super) fn may_be_menu(line: &str) -> bool {
    single_keys(line).len() > 1 || !has_words(line)
}

/// A meaning that a question may have.
pub(super) struct Tentative {
    pub(super) asks: Asks,
    /// The form in which its answer is typed, where that is not usual.
    pub(super) form: Option<Form>,
    /// The keys for what it asks, where the program's texts explain them.
    pub(super) choices: Option<Choices>,
    /// True if yes declines what it asks.
    pub(super) is_inverted: bool,
}

impl Tentative {
    pub(super) fn plain(asks: Asks) -> Self {
        Self { asks, form: None, choices: None, is_inverted: false }
    }

    pub(super) fn in_form((question, form): Form) -> Self {
        Self { form: Some((question, form)), ..Self::plain(Asks::Questions(vec![question])) }
    }

    pub(super) fn of_choices(choices: Choices) -> Self {
        let acts = choices.acts.iter().map(|(act, _)| *act).collect();
        Self { choices: Some(choices), ..Self::plain(Asks::Questions(acts)) }
    }

    /// The meanings of `Write permit or forbid: ` for an act: one of the two words chooses it, and the other one does not.
    pub(super) fn of_two_words(act: Question, line: &str) -> Vec<Self> {
        let words = two_words(line).filter(|_| Self::is_act(act) && !offers_yes_and_no(line));
        let pairs = words.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]);
        let of_pair = |(yes, no): (&str, &str)| {
            Self::of_choices(Choices { acts: vec![(act, yes.to_owned())], none: no.to_owned() })
        };
        pairs.map(of_pair).collect()
    }

    /// The meaning of `Leave it there?`, where no takes a move back, or of `Drop a piece?`, where no removes one; `None` for what is
    /// not chosen by a yes.
    pub(super) fn inverted(act: Question) -> Option<Self> {
        let asks = Asks::Questions(vec![act]);
        Self::is_act(act).then(|| Self { is_inverted: true, ..Self::plain(asks) })
    }

    fn is_act(act: Question) -> bool {
        matches!(act, Question::Undo | Question::Block | Question::Remove)
    }
}

/// The keys that a question about one act shows, each for yes with each other one for no: `k if you want it to stay, t if not`. The
/// key that is shown first is for yes.
fn keys_of(suspect: &Suspect) -> Vec<Tentative> {
    let shown = single_keys(&suspect.line);
    let act = suspect.question.filter(|act| Tentative::is_act(*act));
    let Some(act) = act.filter(|_| shown.len() <= MOST_PAIRED && !offers_yes_and_no(&suspect.line)) else {
        return Vec::new();
    };
    let with = |yes: &str, no: &str| {
        Tentative::of_choices(Choices { acts: vec![(act, yes.to_owned())], none: no.to_owned() })
    };
    let pairs = shown.iter().flat_map(|yes| shown.iter().map(move |no| (*yes, *no)));
    pairs.filter(|(yes, no)| yes != no).map(|(yes, no)| with(yes, no)).collect()
}

/// The same prompt rules, in which a question has this meaning.
pub(super) fn taken_for<'a>(
    mut prompt_rules: PromptRules<'a>,
    suspect: &Suspect,
    meaning: Tentative,
) -> PromptRules<'a> {
    prompt_rules.forms.extend(meaning.form.clone());
    let is_otherwise = meaning.is_inverted || meaning.choices.is_some();
    let is_new = |question: Question| is_otherwise || meaning.asks != Asks::Questions(vec![question]);
    if !suspect.question.is_none_or(is_new) {
        return prompt_rules;
    }
    let guess = Guess { is_revised: true, ..suspect.guess_of(meaning) };
    prompt_rules.guesses.insert(0, guess);
    prompt_rules
}
