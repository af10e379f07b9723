//! What the last answers say of a question, whatever its words.

use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use super::recognise::Meaning;
use super::typing::single_keys;
use super::{Close, Exchange, Speaker, lists_keys, typing};
use crate::console::{Place, Request};
use crate::observe::{Line, Page, Pattern, built_in, fold};
use crate::referee::{Entry, ExpectedEvent, Question, Reply};
use crate::spec::Asks;

/// Words that ask once more for what was chosen: `Really undo (y/n)?`
static SURE: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:really|sure|certain|confirm|chắc chắn|thật sự|xác nhận)\b"));

/// No game is won in fewer moves of both players.
const FEWEST_MOVES: usize = 7;

/// Questions that end in as many equal words ask the same.
const LENGTH_OF_ENDING: usize = 2;

impl<'a> Speaker<'a> {
    /// Returns `true` if a game is offered before the first move: a question that looks like the one for
    /// another game is a menu.
    pub(super) fn offers_first_game(&self, asks: &Asks) -> bool {
        self.is_undue_offer(asks) && !self.exchanges.iter().any(Exchange::is_move)
    }

    /// Returns `true` for an offer of another game where a correct program makes none.
    fn is_undue_offer(&self, asks: &Asks) -> bool {
        *asks == Asks::Questions(vec![Question::PlayAgain]) && !self.referee.permits(Question::PlayAgain)
    }

    /// The menu from which games are begun, before the first question of all is answered, and where it comes again after the game.
    pub(super) fn main_menu(&self, page: &Page) -> Option<Meaning<'a>> {
        let is_first = || self.exchanges.iter().all(|exchange| exchange.question.is_none());
        let comes_again = || self.begins_next_game(&Asks::Declined, page).is_some();
        if is_first() || comes_again() { self.prompt_rules.main_menu(page) } else { None }
    }

    /// The keys that begin the next game, if a question that was got through before the first move, and at no time since, comes again
    /// after the game: the menu, or the title screen. Where any key will do, the game must be said to be over, as its ending may come
    /// behind this key.
    pub(super) fn begins_next_game(&self, asks: &Asks, page: &Page) -> Option<&[u8]> {
        let may_be_menu = matches!(asks, Asks::Always(_) | Asks::Declined)
            || *asks == Asks::Questions(vec![Question::PlayAgain]);
        if !may_be_menu || self.place.is_none() || !self.referee.permits(Question::PlayAgain) {
            return None;
        }
        // Whoever called a subroutine last may have left its return address behind: a jump leads to the menu.
        let place = |place: Option<Place>| place.map(|place| (place.reads, place.prints));
        let is_here = |exchange: &Exchange| place(exchange.place) == place(self.place);
        let (before, since) = self.exchanges.split_at(self.exchanges.iter().position(Exchange::is_move)?);
        let is_other = |since: &Exchange| is_here(since) && since.question != Some(Question::PlayAgain);
        let begun = before.iter().rfind(|before| is_here(before) && before.question.is_none())?;
        let is_said = || page.lines().iter().any(|line| self.prompt_rules.tells_outcome(line));
        let is_menu = !since.iter().any(is_other) && (!begun.typed.is_empty() || is_said());
        is_menu.then_some(&begun.typed)
    }

    /// Types these keys, if the players want another game; else all was played.
    pub(super) fn begin_next_game(&mut self, reply: &Reply, page: Page, request: Request, keys: Vec<u8>) {
        let again = Question::PlayAgain;
        match reply {
            Reply::Answer(_, Entry::Yes) => self.types(page, Some(again), request, keys),
            reply => self.end(reply, &[again], request),
        }
    }

    /// Returns `true` if nothing is said between a row and this question: then it asks for the column of the same piece, and not for
    /// a move, which would offer more.
    pub(super) fn is_other_half(&self, page: &Page) -> bool {
        let is_row = self.exchanges.last().is_some_and(|last| last.question == Some(Question::Row));
        is_row && is_one_line(page)
    }

    /// Returns `true` if a question asks something else than its words say, by what has happened before.
    pub(super) fn asks_something_else(&self, meaning: &Meaning<'_>, page: &Page) -> bool {
        self.only_refuses(meaning, page)
            || self.asks_which(meaning, page)
            || self.offers_too_early(meaning, page)
    }

    /// Returns `true` if a question of yes or no that looks like the one for another game comes after so few moves that no line can be
    /// complete, and nobody is said to have won: `Skip the other side and play again? (y/n)`.
    fn offers_too_early(&self, meaning: &Meaning<'_>, page: &Page) -> bool {
        let moves = self.exchanges.iter().filter(|exchange| exchange.is_move()).count();
        self.is_undue_offer(meaning.asks)
            && (1..FEWEST_MOVES).contains(&moves)
            && page.last_line().is_some_and(|line| typing::offers_yes_and_no(line.folded()))
            && !page.lines().iter().any(|line| self.prompt_rules.tells_outcome(line))
    }

    /// How a game is broken off at a question of which nothing is known. Where a game is said to be over, it can only be about another
    /// one.
    pub(super) fn close_at_unknown(&self, question: String, page: &Page, request: Request) -> Close {
        let place = self.place;
        if self.referee.is_played() {
            return Close::Finished { asked: None, place };
        }
        if self.says_over(page) {
            return Close::NotNow { asked: Question::PlayAgain, due: None, place, request };
        }
        let all = Question::ALL.into_iter().map(|(_, question)| question);
        let permitted = all.filter(|question| self.referee.permits(*question)).collect();
        Close::Unknown { question, place, request, permitted }
    }

    /// Returns `true` if an outcome was told since the last move, in words that no page before has: a reminder of the rules tells none.
    fn says_over(&self, page: &Page) -> bool {
        let Some(last) = self.exchanges.iter().rposition(Exchange::is_move) else { return false };
        let (before, since) = self.pages.split_at(self.pages.len().min(last + 1));
        let is_new = |line: &&Rc<Line>| {
            let mut before = before.iter().flat_map(Page::lines);
            !before.any(|known| known.masked() == line.masked())
        };
        let lines = since.iter().chain(std::iter::once(page)).flat_map(Page::lines);
        lines.filter(|line| self.prompt_rules.tells_outcome(line)).any(|line| is_new(&line))
    }

    /// Returns `true` if a question that looks like the one for another game, such as `Try again:`, refuses
    /// the last answer.
    fn only_refuses(&self, meaning: &Meaning<'_>, page: &Page) -> bool {
        self.is_undue_offer(meaning.asks)
            && !page.last_line().is_some_and(|line| typing::offers_yes_and_no(line.folded()))
            && self.must_refuse()
    }

    /// Returns `true` if a question that names a removal asks in another place which piece it is to be: `Number of the piece to
    /// remove:`, when it is known that one is to be removed.
    fn asks_which(&self, meaning: &Meaning<'_>, page: &Page) -> bool {
        let is_chosen = |last: &Exchange| {
            last.question == Some(Question::Remove) && last.yes == Some(true) && last.place != self.place
        };
        *meaning.asks == Asks::Questions(vec![Question::Remove])
            && meaning.rule.is_some()
            && self.exchanges.last().is_some_and(is_chosen)
            && self.referee.permits(Question::Cell)
            && !page.last_line().is_some_and(|line| typing::offers_yes_and_no(line.folded()))
    }

    /// Returns `true` if one part of the place of a removal was given just now, and nothing is said since but a question for something
    /// else than yes or no: `Remove in which row?` asks for the other part, though a program that has refused the first one may
    /// offer a removal again.
    pub(super) fn asks_for_other_part(&self, page: &Page) -> bool {
        let mut last = self.exchanges.iter().rev();
        let is_part = last.next().is_some_and(Exchange::is_place);
        let removes =
            |chosen: &Exchange| chosen.question == Some(Question::Remove) && chosen.yes == Some(true);
        is_part
            && last.next().is_some_and(removes)
            && is_one_line(page)
            && !page.last_line().is_some_and(|line| typing::offers_yes_and_no(line.folded()))
    }

    /// Returns `true` if a correct program refuses the last answer.
    fn must_refuse(&self) -> bool {
        let events = self.referee.expected_events();
        events.iter().skip(self.due).any(|event| matches!(event, ExpectedEvent::Refused(_)))
    }

    /// Returns `true` if all that is said after an act was chosen, or the place of a piece to be removed was given, is a question of yes
    /// or no that is about no other act: `Remove the piece in row 1, column 4 - sure (y/n)?`
    pub(super) fn confirms_act(&self, meaning: Option<&Meaning<'_>>, page: &Page) -> bool {
        let places = self.exchanges.iter().rev().take_while(|last| last.is_place()).count();
        let chosen = self.exchanges.iter().rev().nth(places).filter(|chosen| chosen.yes == Some(true));
        // `remove 6 4` is one answer.
        let is_typed_with_place = |last: &&Exchange| {
            last.question == Some(Question::Cell) && last.typed.iter().any(u8::is_ascii_alphabetic)
        };
        let with_place = self.exchanges.last().filter(is_typed_with_place).map(|_| Question::Remove);
        let Some(act @ (Question::Remove | Question::Block | Question::Undo)) =
            with_place.or(chosen.and_then(|chosen| chosen.question))
        else {
            return false;
        };
        let line = page.last_line().filter(|_| is_one_line(page));
        let Some(line) = line.filter(|line| self.prompt_rules.offers_yes_and_no(line)) else { return false };
        let is_sure = self.prompt_rules.confirms(line) || SURE.find(line.folded()).is_some();
        let is_about_it = |meaning: &Meaning<'_>| match meaning.asks {
            Asks::Questions(asked) => match asked.as_slice() {
                [Question::Undo] => is_sure,
                // A removal may end the game.
                [Question::PlayAgain] => true,
                asked => asked == [act],
            },
            _ => false,
        };
        let may_confirm =
            if act == Question::Remove { places > 0 || is_sure } else { places == 0 && is_sure };
        may_confirm && meaning.is_none_or(is_about_it)
    }

    /// Returns `true` if a question of yes or no that no rule knows repeats the name that was given just now: `-> Alice, right? (y/n)`. A
    /// no would ask for it again. Which of two numbers is for yes is found by trial.
    pub(super) fn confirms_name(&self, meaning: Option<&Meaning<'_>>, page: &Page) -> bool {
        let last = self.exchanges.last().filter(|last| last.question == Some(Question::Name));
        let (Some(last), None, Some(line)) = (last, meaning, page.last_line()) else { return false };
        let name = fold(String::from_utf8_lossy(&last.typed).trim());
        let has_digits =
            single_keys(line.folded()).iter().any(|key| key.starts_with(|c: char| c.is_ascii_digit()));
        line.folded().to_lowercase().contains(&name.to_lowercase())
            && self.prompt_rules.offers_yes_and_no(line)
            && !has_digits
    }

    /// The menu in which an act was chosen that was not due, if the same prompt comes again and a line shows that it is still this
    /// player's turn: `> ` behind `You have no undo left.` asks for what `> ` behind `Now: end, undo or block.` has asked for.
    pub(super) fn menu_again(&self, page: &Page, request: Request) -> Option<Meaning<'a>> {
        let reads = |place: Option<Place>| place.map(|place| place.reads);
        let is_here = |last: &&Exchange| {
            last.yes == Some(true) && (reads(last.place), last.request) == (reads(self.place), request)
        };
        let last = self.exchanges.last().filter(is_here).filter(|last| last.is_undue)?;
        let before = self.pages.last()?;
        let prompt = |page: &Page| page.last_line().map(|line| Arc::clone(line.masked()));
        if prompt(before) != prompt(page) || !self.is_same_turn(page) {
            return None;
        }
        let permits = |question: Question| self.referee.permits(question);
        self.prompt_rules.recognise(before, None, (request, last.place), permits)
    }

    /// Returns `true` if a line of a page stood above the last move, whatever its numbers, and names the player: it did not stand above
    /// the move before, or has a name that was given.
    fn is_same_turn(&self, page: &Page) -> bool {
        let mut moves =
            self.exchanges.iter().zip(&self.pages).rev().filter(|(exchange, _)| exchange.is_move());
        let Some((_, own)) = moves.next() else { return false };
        let other = moves.next().map(|(_, page)| page);
        let text = |line: &Rc<Line>| line.plain().replace(|c: char| c.is_ascii_digit(), "");
        let has = |page: &Page, line: &Rc<Line>| page.lines().iter().any(|known| text(known) == text(line));
        let given = || self.exchanges.iter().flat_map(|exchange| &exchange.names);
        let names = |line: &Rc<Line>| match other {
            Some(other) => !has(other, line),
            None => given().any(|name| !name.is_empty() && line.plain().contains(name)),
        };
        page.lines().iter().any(|line| line.has_word() && has(own, line) && names(line))
    }

    /// The string that was printed last, if it is a question of its own.
    pub(super) fn own_part(&self, said: &str, page: &Page) -> Option<Rc<Line>> {
        page.own_part(said).filter(|own| !self.is_end(own, said, page))
    }

    /// Returns `true` if the string that was printed last is only the end of a question that has a player's name in it: `Shall ` + a
    /// name + ` sit out? (yes/no)`. A status before it has numbers.
    fn is_end(&self, own: &Line, said: &str, page: &Page) -> bool {
        let line = page.last_line().map(|line| line.plain()).unwrap_or_default();
        let before = line.trim_end().strip_suffix(own.plain().trim_end()).unwrap_or_default();
        let ends_sentence = own.plain().starts_with('?');
        let goes_on = said.trim_start_matches(' ').starts_with(char::is_lowercase) && said.starts_with(' ');
        let names_player = || {
            let mut given = self.exchanges.iter().flat_map(|exchange| &exchange.names);
            given.any(|name| !name.is_empty() && before.trim_end().ends_with(name.as_str()))
        };
        ends_sentence || goes_on && names_player() && !before.contains(|c: char| c.is_ascii_digit())
    }

    /// The question that was asked last. What takes a piece away by one line with its place, as in `r 6 4`, was typed where a move was
    /// asked for.
    pub(super) fn last_asked(&self) -> Option<Question> {
        let last = self.exchanges.last()?;
        let is_chosen =
            |chosen: &Exchange| chosen.question == Some(Question::Remove) && chosen.yes == Some(true);
        let chosen = || self.exchanges.iter().rev().find(|exchange| !exchange.is_place());
        let is_of_move = last.question == Some(Question::Cell) && !chosen().is_some_and(is_chosen);
        if is_of_move { Some(Question::Column) } else { last.question }
    }

    /// The last question once more: a program that only warns, in words that no rule knows, reads again in the same way.
    pub(super) fn repeated(&self, request: Request, page: &Page) -> Option<Meaning<'a>> {
        self.exchanges.last().filter(|last| last.request == request)?;
        // `ENTER / u / b> ` offers something else, and so does `Choice: ` below `(F) Fine  (W) Withdraw it`.
        let offers = |line: &Rc<Line>| typing::offers_yes_and_no(line.folded()) || lists_keys(line.folded());
        let offered = self.prompt_rules.offered(page);
        let is_menu = !(offered.acts.is_empty() && offered.others.is_empty());
        if is_menu || page.last_line().is_some_and(offers) {
            return None;
        }
        let is_due = self.last_asked().is_some_and(|question| self.referee.permits(question));
        (is_due && !self.asks_elsewhere(page)).then(|| Meaning {
            asks: &Asks::Again,
            rule: None,
            line: Line::of(""),
            menu: None,
        })
    }
}

impl Speaker<'_> {
    /// Returns `true` if words are printed that end as a question does, and not where the last question was asked: `Do you regret it?`
    /// behind a move is no warning. A subroutine may ask all questions, and then only the mark of a question tells. The other player may
    /// be asked the same elsewhere: `Red, where do you go?` and `Yellow, where do you go?`. Where no act may be offered, as before the first
    /// move, nothing else is asked for.
    fn asks_elsewhere(&self, page: &Page) -> bool {
        let Some(line) = page.last_line() else { return false };
        let acts = [Question::Remove, Question::Undo, Question::Block];
        if !acts.into_iter().any(|act| self.referee.permits(act)) {
            return false;
        }
        let last = self.exchanges.last().and_then(|last| last.place);
        let (reads, prints) = (|place: Place| place.reads, |place: Place| place.prints);
        let is_there = last.is_some() && last.map(prints) == self.place.map(prints);
        let is_same_reader = last.map(reads) == self.place.map(reads);
        let marks: &[char] = if is_same_reader { &['?'] } else { &['?', ':', '>'] };
        let ending = |line: &Line| -> Vec<String> {
            let words = line.folded().split_whitespace().rev().take(LENGTH_OF_ENDING);
            words.map(str::to_owned).collect()
        };
        let is_alike = |before: &Rc<Line>| {
            let own = ending(line);
            own.len() == LENGTH_OF_ENDING && own == ending(before)
        };
        // `move> ` and `then> `.
        let name = |line: &Line| {
            let name = line.folded().trim().strip_suffix('>')?.trim_end().to_lowercase();
            (!name.is_empty() && name.chars().all(char::is_alphabetic)).then_some(name)
        };
        let is_named_otherwise = || {
            let before = self.pages.last().and_then(|page| name(page.last_line()?));
            name(line).zip(before).is_some_and(|(own, before)| own != before)
        };
        !is_there
            && line.has_words()
            && (line.folded().trim_end().ends_with(marks) || is_named_otherwise())
            && !self.pages.last().and_then(|page| page.last_line()).is_some_and(is_alike)
    }
}

/// Returns `true` if nothing else is said.
fn is_one_line(page: &Page) -> bool {
    page.lines().iter().filter(|line| !line.plain().trim().is_empty()).count() == 1
}
