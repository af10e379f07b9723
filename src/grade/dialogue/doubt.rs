//! Verdicts that are withheld because a question may not be the one that it was taken for, or because nothing shows that the
//! program took an answer as it was meant.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use super::{PlayedDialogue, Table};
use crate::compare::behaviour::{Difference, What};
use crate::console::Place;
use crate::diagnostics::{Text, text};
use crate::explain::behaviour::{Unclear, called};
use crate::grade::gradebook::CaseResult;
use crate::grade::verdict::Verdict;
use crate::observe::{Line, Page, Pattern, built_in, has_words};
use crate::play::{Conversation, Exchange, Guess, PromptRules, offers_yes_and_no, single_keys};
use crate::referee::{ExpectedEvent, Question};
use crate::spec::{Asks, Check};

/// An act is shown to be taken as it is meant by one game in so many: fewer may go on as they must by accident.
const FEW: usize = 4;

/// A place is given in this many answers at most, a row and a column.
const MOST_OF_PLACE: usize = 2;

/// An example of a place on the board with a letter in it, such as `F4`.
static LETTERED_CELL: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"\b(?:such as|e\.?g\.?|example|like|ví dụ|vd)\W{0,4}(?:[a-z]\W?\d|\d\W?[a-z])\b")
});

/// An act that was chosen with a key that the program shows nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChosenAct {
    act: Question,
    place: Option<Place>,
    /// The line of the question, as far as it stays the same.
    line: Arc<str>,
    /// The same as it was printed.
    question: String,
    /// True if no rule says that the question is about this act.
    is_guess: bool,
    /// True if a correct program refuses it: then a program that has not taken the key goes on as it must.
    is_undue: bool,
}

impl ChosenAct {
    /// Returns `true` if this is the same act, chosen at the same question.
    fn is_like(&self, other: &Self) -> bool {
        (self.act, self.place, &self.line) == (other.act, other.place, &other.line)
    }

    /// Why what comes after it is not charged, with what staff can add to the spec.
    fn because(&self, unclear: &Unclear<'_>) -> Text {
        let asks = called(self.act);
        let (en, vi) = asks.both();
        let question = &self.question;
        let key = if self.is_guess { String::new() } else { format!(", yes: '{}'", Asks::UNKNOWN_KEY) };
        let (place, added) = unclear.rule(question, &format!("ask: {}{key}", self.act.id()));
        let (place_en, place_vi) = place.both();
        if self.is_guess {
            text!(
                "it is a guess that `{question}` asks for {en}: hardly any test shows it. If it does, staff can add this to {place_en}: {added}",
                "việc `{question}` hỏi {vi} chỉ là phỏng đoán: hầu như chưa test nào cho thấy điều đó. Nếu đúng vậy, giáo viên có thể thêm vào {place_vi} dòng sau: {added}"
            )
        } else {
            text!(
                "how to answer `{question}` with yes is not known: it seems to ask for {en}. Staff can add this to {place_en}, with what is typed for yes in place of `<key>`: {added}",
                "chưa biết trả lời có cho `{question}` bằng cách nào: hình như câu này hỏi {vi}. Giáo viên có thể thêm vào {place_vi} dòng sau, thay `<key>` bằng nội dung gõ cho câu trả lời có: {added}"
            )
        }
    }
}

/// An act after which a program asks for something else than the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Derailed {
    act: Question,
    /// The question at which it was chosen, as it was printed, and what was typed there.
    question: String,
    typed: String,
}

impl Derailed {
    /// Why it is not charged.
    fn because(&self) -> Text {
        let asks = called(self.act);
        let (en, vi) = asks.both();
        let Self { question, typed, .. } = self;
        text!(
            "hardly any test shows that the program takes `{typed}` at `{question}` for {en}",
            "hầu như chưa test nào cho thấy chương trình hiểu `{typed}` tại `{question}` là {vi}"
        )
    }
}

/// Returns `true` if an answer chooses an act.
fn chooses(exchange: &Exchange) -> bool {
    matches!(exchange.question, Some(Question::Remove | Question::Undo | Question::Block))
        && exchange.yes == Some(true)
}

/// The acts that are chosen in a game before anything is wrong, or in answer to what is. Where nothing is wrong, the last one shows
/// nothing: the program may have refused it, and nothing was asked since.
pub(super) fn taken_acts(played: &PlayedDialogue) -> BTreeSet<Question> {
    let exchanges = &played.talk.exchanges;
    let goes_on = |exchange: &Exchange| exchange.question.is_some() && !exchange.is_place();
    let end = match played.found.first() {
        Some(first) => first.segment.saturating_add(1),
        None => exchanges.iter().rposition(goes_on).unwrap_or(0),
    };
    let chosen = exchanges.iter().take(end).filter(|exchange| chooses(exchange));
    chosen.filter_map(|exchange| exchange.question).collect()
}

/// Returns `true` if an act is chosen in a game where a correct program grants it. Where it must be refused, a program that refuses it
/// has not shown that it understands the answer.
pub(super) fn is_granted(played: &PlayedDialogue, act: Question) -> bool {
    let mut exchanges = played.talk.exchanges.iter().enumerate();
    exchanges.any(|(segment, exchange)| {
        exchange.question == Some(act)
            && chooses(exchange)
            && !exchange.is_undue
            && !is_refused(&played.talk, segment)
    })
}

/// The act after which a game leaves the rules, if that is the first thing that is wrong; its place may have been asked for.
pub(super) fn derailed(played: &PlayedDialogue) -> Option<Derailed> {
    let first = played.found.first()?;
    let before = &played.talk.exchanges[..first.segment.min(played.talk.exchanges.len())];
    let segment = before.iter().rposition(|exchange| !exchange.is_place())?;
    let chosen = before.get(segment).filter(|exchange| chooses(exchange))?;
    let act = chosen.question?;
    // A removal may be a move of its own, or come before a drop or after one: where the board is never right after it, it may be in
    // a way that is not known. What becomes of the board shows for the other acts that they were taken.
    let leaves_rules = match first.what {
        What::NotNow { .. } => true,
        // Pieces that stay above a free cell were not taken away in any other way.
        What::Board { .. } => act == Question::Remove && !played.leaves_hole(),
        What::Turn { .. } => act == Question::Remove,
        _ => false,
    };
    if !leaves_rules {
        return None;
    }
    let line = played.talk.page(segment).last_line()?;
    Some(Derailed {
        act,
        question: line.plain().trim().to_owned(),
        typed: String::from_utf8_lossy(&chosen.typed).into_owned(),
    })
}

/// The acts that are chosen in a game before anything is wrong, with keys that the program shows nowhere, or in answer to a
/// question whose meaning is a guess.
pub(super) fn chosen_acts(played: &PlayedDialogue, prompt_rules: &PromptRules<'_>) -> Vec<ChosenAct> {
    let end = played.found.first().map_or(usize::MAX, |first| first.segment);
    let exchanges = played.talk.exchanges.iter().enumerate().take(end);
    let is_act = |question: &Question| {
        matches!(question, Question::Remove | Question::Undo | Question::Block | Question::PlayAgain)
    };
    let chosen = exchanges.filter_map(|(segment, exchange)| {
        let act = exchange.question.filter(is_act).filter(|_| exchange.yes == Some(true))?;
        // Who ignores a key asks for the next one without a word.
        let line = (0..=segment).rev().find_map(|asked| played.talk.page(asked).last_line())?;
        let is_of = |guess: &Guess| {
            let asks = matches!(&guess.asks, Asks::Questions(asked) if asked.contains(&act));
            guess.place == exchange.place && asks
        };
        let is_guess = prompt_rules.guesses.iter().any(is_of);
        let is_unsaid = !played.talk.shows_what_was_typed(segment) && !offers_yes_and_no(line.folded());
        (is_guess || is_unsaid).then(|| ChosenAct {
            act,
            is_guess,
            is_undue: exchange.is_undue || is_refused(&played.talk, segment),
            place: exchange.place,
            line: Arc::clone(line.masked()),
            question: line.plain().trim().to_owned(),
        })
    });
    chosen.collect()
}

/// Returns `true` if a correct program refuses the place that is given for an act, or the act itself.
fn is_refused(talk: &Conversation, segment: usize) -> bool {
    let mut after = talk.exchanges.iter().skip(segment + 1);
    let place = after.clone().take(MOST_OF_PLACE).take_while(|exchange| exchange.is_place()).count();
    let next = after.nth(place);
    let due = next.map_or(talk.expected_events.len(), |next| next.due).min(talk.expected_events.len());
    let events = talk.expected_events.get(talk.exchanges[segment].due..due).unwrap_or_default();
    events.iter().any(|event| matches!(event, ExpectedEvent::Refused(_)))
}

/// An act that a game lacks, and what the program shows that may be it all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lacking {
    act: Question,
    hint: Option<Hint>,
}

/// What a program shows that may be an act.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hint {
    /// A line names it.
    Named(String),
    /// A key or a word is offered, and nothing is known of it.
    Unknown(String),
}

impl Hint {
    /// Why an act that may be this one is not said to be missing.
    fn because(&self, act: Question, unclear: &Unclear<'_>) -> Text {
        let asks = called(act);
        let (en, vi) = asks.both();
        match self {
            Self::Named(line) => {
                let (place, added) = unclear.offer(act);
                let (place_en, place_vi) = place.both();
                text!(
                    "the program names {en} in `{line}`, and how to choose it is not known. If it is chosen where a column is asked for, staff can add this to {place_en}, with its key in place of `<key>`: {added}",
                    "chương trình có nhắc đến {vi} trong `{line}`, nhưng chưa biết chọn bằng cách nào. Nếu chọn ở chỗ hỏi cột, giáo viên có thể thêm vào {place_vi} dòng sau, thay `<key>` bằng phím của nó: {added}"
                )
            }
            Self::Unknown(key) => text!(
                "what `{key}` does in this program is not known: it may be {en}",
                "chưa biết `{key}` trong chương trình này làm gì: có thể đó là {vi}"
            ),
        }
    }
}

/// The act that a game lacks, if that is the first thing that is wrong.
pub(super) fn lacking<'p>(
    played: &PlayedDialogue,
    prompt_rules: &PromptRules<'_>,
    written: impl Fn() -> &'p Page,
) -> Option<Lacking> {
    let first = played.found.first()?;
    let What::NotOffered(act) = first.what else { return None };
    let mut pages = (0..=first.segment).map(|segment| played.talk.page(segment));
    let line = pages.find_map(|page| prompt_rules.names(act, page).next());
    let line = line.or_else(|| prompt_rules.names(act, written()).next());
    let named = line.map(|line| Hint::Named(line.plain().trim().to_owned()));
    let unknown = || prompt_rules.unknown_choices(written()).into_iter().next().map(Hint::Unknown);
    // A key is no name.
    let is_act = matches!(act, Question::Remove | Question::Undo | Question::Block);
    Some(Lacking { act, hint: named.or_else(|| if is_act { unknown() } else { None }) })
}

impl Table<'_> {
    /// Withholds verdicts that may come of a key that was not understood.
    pub(in crate::grade) fn withhold_doubtful(
        &self,
        results: &mut [CaseResult],
        played: &[Option<&PlayedDialogue>],
    ) {
        doubt_guessed_keys(results, played, &self.unclear());
        doubt_acts_not_taken(results, played);
        doubt_named_acts(results, played, &self.prompt_rules, &self.unclear());
        doubt_unseen_undos(results, played);
    }
}

/// The games in which all that was checked is right.
fn right_games<'p>(
    results: &[CaseResult],
    played: &[Option<&'p PlayedDialogue>],
) -> impl Iterator<Item = &'p PlayedDialogue> {
    let judged = results.iter().zip(played);
    judged.filter(|(result, _)| result.verdict.earns()).filter_map(|(_, played)| *played)
}

/// Withholds a verdict, for a reason.
fn withhold(result: &mut CaseResult, because: Text) {
    if let Some(failure) = &mut result.failure {
        result.verdict = Verdict::UnknownQuestion;
        failure.because = vec![because];
    }
}

/// Withholds the verdict of cases that fail after an act, if the program leaves the rules after it and hardly ever goes on as it must:
/// the answer may mean something else to it.
fn doubt_acts_not_taken(results: &mut [CaseResult], played: &[Option<&PlayedDialogue>]) {
    let derailed = || played.iter().flatten().filter_map(|played| played.derailed.as_ref());
    let acts: BTreeSet<Question> = derailed().map(|derailed| derailed.act).collect();
    let is_shown = |act: &Question| {
        let taken = right_games(results, played).filter(|played| played.granted.contains(act)).count();
        taken > derailed().filter(|derailed| derailed.act == *act).count() / FEW
    };
    let shown: BTreeSet<Question> = acts.into_iter().filter(is_shown).collect();
    let doubtful: Vec<&Derailed> = derailed().filter(|derailed| !shown.contains(&derailed.act)).collect();
    for (result, played) in results.iter_mut().zip(played) {
        let Some(played) = played.filter(|_| result.has_failed()) else { continue };
        let own = played.derailed.as_ref().filter(|own| doubtful.contains(own));
        let of_act = || doubtful.iter().copied().find(|derailed| played.taken.contains(&derailed.act));
        if let Some(derailed) = own.or_else(of_act) {
            withhold(result, derailed.because());
        }
    }
}

/// Withholds the verdict of cases in which the number of undos is not found, if it is not known how to take a move back: then nobody
/// has seen that number move, by which it is found in any words.
fn doubt_unseen_undos(results: &mut [CaseResult], played: &[Option<&PlayedDialogue>]) {
    let is_taken = right_games(results, played).any(|played| played.taken.contains(&Question::Undo));
    let is_about_undo = |played: &PlayedDialogue| {
        let lacks = played.lacking.as_ref().is_some_and(|lacking| lacking.act == Question::Undo);
        lacks || played.asked.contains(&Question::Undo)
    };
    let is_doubted = results.iter().zip(played).any(|(result, played)| {
        result.verdict == Verdict::UnknownQuestion && played.is_some_and(is_about_undo)
    });
    if is_taken || !is_doubted {
        return;
    }
    let is_unseen = |played: &PlayedDialogue| {
        let first = played.found.first().map(|first| &first.what);
        matches!(first, Some(What::Shown { what: Check::Undos, actual: None, .. }))
    };
    for (result, played) in results.iter_mut().zip(played) {
        if result.has_failed() && played.is_some_and(is_unseen) {
            withhold(
                result,
                text!(
                    "how a move is taken back is not known, and so neither is where the number of undos is shown",
                    "chưa biết cách đi lại, nên cũng chưa biết số lần đi lại được hiển thị ở đâu"
                ),
            );
        }
    }
}

/// Withholds the verdict of cases in which an act is never offered, if the program shows something that may be it and no case is
/// known in which it was asked for: then it may be offered in a way that was not found.
fn doubt_named_acts(
    results: &mut [CaseResult],
    played: &[Option<&PlayedDialogue>],
    prompt_rules: &PromptRules<'_>,
    unclear: &Unclear<'_>,
) {
    // A question that was always declined may have been taken for this one only to get through.
    let chosen = |act: &Question| played.iter().flatten().any(|played| played.taken.contains(act));
    let lacking = played.iter().flatten().filter_map(|played| played.lacking.as_ref());
    let hints: Vec<(Question, &Hint)> = lacking
        .filter(|lacking| !chosen(&lacking.act))
        .filter_map(|lacking| Some((lacking.act, lacking.hint.as_ref()?)))
        .collect();
    for (result, played) in results.iter_mut().zip(played) {
        let lacking = played
            .filter(|_| result.verdict == Verdict::NotOffered)
            .and_then(|played| played.lacking.as_ref());
        let of_act = lacking.and_then(|lacking| hints.iter().find(|(act, _)| *act == lacking.act));
        // `Enter 8 to remove`: what is typed as a wrong column may choose the act.
        let by_key = || {
            let failure = result.failure.as_ref().filter(|_| result.has_failed())?;
            let typed = String::from_utf8_lossy(failure.typed.last()?);
            hints.iter().find(|(_, hint)| match hint {
                Hint::Named(line) => prompt_rules.may_be_key(&Line::of(line), typed.trim()),
                Hint::Unknown(key) => key == typed.trim(),
            })
        };
        if let Some((act, hint)) = of_act.or_else(by_key).copied() {
            withhold(result, hint.because(act, unclear));
        }
    }
}

/// The segment and its line, if a number was typed where the question gives an example with a letter in it.
fn in_other_form(talk: &Conversation, segment: usize) -> Option<(usize, Rc<Line>)> {
    // The column of a piece that is dropped was understood when the game began.
    let before = segment.checked_sub(1).and_then(|before| talk.exchanges[before].question);
    let is_of_removal = matches!(before, Some(Question::Remove | Question::Row));
    let is_number = |question| match question {
        Question::Row | Question::Cell => true,
        Question::Column => is_of_removal,
        _ => false,
    };
    let exchange = talk.exchanges.get(segment).filter(|asked| asked.question.is_some_and(is_number))?;
    let line = talk.page(segment).last_line()?;
    let has_letter = exchange.typed.iter().any(u8::is_ascii_alphabetic);
    (!has_letter && LETTERED_CELL.find(line.folded()).is_some()).then(|| (segment, line.clone()))
}

/// The line of a question in the midst of a game whose meaning is a guess that says little: it is always answered in the same
/// way, or has no words. Other answers may do more.
fn guessed_in_game(talk: &Conversation, end: usize, prompt_rules: &PromptRules<'_>) -> Option<Rc<Line>> {
    let is_move = |exchange: &Exchange| exchange.question == Some(Question::Column);
    let first_move = talk.exchanges.iter().position(is_move)?;
    let says_little = |guess: &&Guess| matches!(guess.asks, Asks::Always(_)) || !has_words(&guess.question);
    let places: Vec<Option<Place>> =
        prompt_rules.guesses.iter().filter(says_little).map(|guess| guess.place).collect();
    let end = end.min(talk.exchanges.len());
    let segment = (first_move..end).find(|segment| places.contains(&talk.exchanges[*segment].place))?;
    talk.page(segment).last_line().cloned()
}

/// The line of a choice of which nothing is known, in a question that was answered since the last move and is not the one for it.
fn other_choice(talk: &Conversation, end: usize, prompt_rules: &PromptRules<'_>) -> Option<Rc<Line>> {
    let is_move = |segment: &usize| talk.exchanges[*segment].question == Some(Question::Column);
    let end = end.min(talk.exchanges.len());
    let mut moves = (0..end).rev().filter(is_move);
    let last_move = moves.next()?;
    // What is offered instead of a move is asked before it.
    let first = moves.next().map_or(0, |before| before + 1);
    let asked = (first..end).filter(|segment| *segment != last_move);
    // Of two keys one is for yes and one for no, and what was typed for no does nothing.
    let is_known = |segment: usize, key: &str, line: &Line| {
        let Exchange { typed, yes, question, .. } = &talk.exchanges[segment];
        let typed = String::from_utf8_lossy(typed);
        let keys = single_keys(line.folded());
        // What stands beside a drop is another act.
        let is_of_two = yes.is_some()
            && *question != Some(Question::Drop)
            && keys.len() == 2
            && keys.contains(&typed.trim());
        is_of_two || *yes == Some(false) && typed.trim() == key
    };
    let mut others = asked.flat_map(|segment| {
        let others = prompt_rules.offered(talk.page(segment)).others;
        others.into_iter().filter(move |(key, line)| !is_known(segment, key, line))
    });
    others.next().map(|(_, line)| line)
}

/// Returns `true` if the last answers before a segment were both a no to the same question: nothing else was known to type.
fn is_declined_again(talk: &Conversation, segment: usize) -> bool {
    let declined = |segment: usize| {
        talk.exchanges
            .get(segment)
            .filter(|exchange| exchange.yes == Some(false))
            .map(|exchange| exchange.place)
    };
    let last = segment.checked_sub(1).and_then(declined);
    last.is_some() && last == segment.checked_sub(2).and_then(declined)
}

/// The line of a question that was answered with a no that it does not offer, and that came again at once and was taken for another
/// question then: the no may have been wrong there.
fn asked_otherwise(talk: &Conversation, end: usize) -> Option<Rc<Line>> {
    let line = |segment: usize| talk.page(segment).last_line();
    let exchanges = talk.exchanges.iter().zip(talk.exchanges.iter().skip(1)).enumerate();
    let mut asked = exchanges.take(end).filter(|(segment, (declined, again))| {
        let is_same = declined.place == again.place
            && line(*segment).map(|line| line.masked()) == line(segment + 1).map(|line| line.masked());
        is_same && declined.yes == Some(false) && declined.question != again.question && again.yes.is_none()
    });
    let (segment, line) = asked.find_map(|(segment, _)| Some((segment, line(segment)?)))?;
    let is_offered = talk.shows_what_was_typed(segment) || offers_yes_and_no(line.folded());
    (!is_offered).then(|| line.clone())
}

/// A question that may not be the one it was taken for, although all that is wrong comes after it: then nothing is known of
/// what is wrong.
pub(super) fn doubt(
    talk: &Conversation,
    found: &[Difference],
    prompt_rules: &PromptRules<'_>,
) -> Option<Difference> {
    let first = found.first()?;
    let is_known = found.iter().any(|found| matches!(found.what, What::Unknown(_) | What::Broke));
    let unproved = talk.unproved_answer().filter(|segment| *segment <= first.segment);
    let (segment, line) = match (unproved, &first.what) {
        _ if is_known => return None,
        (Some(segment), _) => (segment, talk.page(segment).last_line()?.clone()),
        // It stands on the screen, next to what was understood, or behind a question of which little is known.
        (None, What::NotOffered(act)) => {
            let mut pages = (0..=first.segment).rev().take(2).map(|segment| talk.page(segment));
            let offered = pages.find_map(|page| prompt_rules.offers(*act, page));
            let unproved = || {
                let last = talk.page(first.segment).last_line().cloned();
                last.filter(|_| prompt_rules.is_unproved(*act))
            };
            let guessed = || guessed_in_game(talk, first.segment, prompt_rules);
            let other = || other_choice(talk, first.segment, prompt_rules);
            let line = offered.or_else(unproved).or_else(guessed).or_else(other)?;
            (first.segment, line)
        }
        (None, What::EndsEarly(_)) if is_declined_again(talk, first.segment) => {
            (first.segment, other_choice(talk, first.segment, prompt_rules)?)
        }
        _ => {
            let otherwise = asked_otherwise(talk, first.segment).map(|line| (first.segment, line));
            otherwise.or_else(|| in_other_form(talk, first.segment.checked_sub(1)?))?
        }
    };
    Some(Difference { segment, what: What::Unknown(line.plain().trim().to_owned()) })
}

/// Withholds the verdict of cases that fail after an act that was chosen with a key that is only a guess, if hardly any case
/// passes in which the act is chosen there: then nothing shows that the program took the key for a yes.
fn doubt_guessed_keys(results: &mut [CaseResult], played: &[Option<&PlayedDialogue>], unclear: &Unclear<'_>) {
    let right = right_games(results, played);
    let right: Vec<&ChosenAct> =
        right.flat_map(|played| &played.chosen).filter(|chosen| !chosen.is_undue).collect();
    let is_wrong = |result: &CaseResult| result.has_failed() && !result.verdict.is_of_the_machine();
    let judged = results.iter().zip(played).filter(|(result, _)| is_wrong(result));
    let wrong: Vec<&ChosenAct> =
        judged.filter_map(|(_, played)| *played).flat_map(|played| &played.chosen).collect();
    let count = |all: &[&ChosenAct], chosen: &ChosenAct| all.iter().filter(|one| one.is_like(chosen)).count();
    let is_proved = |chosen: &ChosenAct| count(&right, chosen) > count(&wrong, chosen) / FEW;
    for (result, played) in results.iter_mut().zip(played) {
        let mut chosen = played.filter(|_| is_wrong(result)).into_iter().flat_map(|played| &played.chosen);
        if let Some(guessed) = chosen.find(|chosen| !is_proved(chosen)) {
            withhold(result, guessed.because(unclear));
        }
    }
}
