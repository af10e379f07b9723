//! The place of a submission's board: found once, in games whose drops are known.

use super::Table;
use super::revise::{Suspect, Tentative, suspect, unknown};
use crate::compare::behaviour::{other_size, shows_board, shows_pieces};
use crate::console::Request;
use crate::machine::Stop;
use crate::observe::{Board, Drawing, Line, Screen, Sheet, Snapshot, Store, learn_drawing, locate_board};
use crate::play::{
    Choices, Conversation, Exchange, Guess, PromptRules, Window, is_column, lists_keys, mark_keys,
    offers_yes_and_no, single_keys,
};
use crate::referee::{ExpectedEvent, Question, Settings};
use crate::spec::{Asks, Case, DialogueCase, OpenOption, Spec};

/// The number of games that are played to find the board.
const GAMES: usize = 3;
/// The numbers of moves with which a game shows enough and is not too long.
const MOVES: std::ops::RangeInclusive<usize> = 5..=24;

/// The most offers that are declined on the way.
const MOST_OFFERS: usize = 4;
/// The most questions that are got through on the way, these among them.
const MOST_STEPS: usize = 6;
/// A list of which nothing is known has at least so many choices.
const FEWEST_UNKNOWN: usize = 2;

/// The result of the search for the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Sought {
    /// True if boards are seen on the screen.
    pub(super) is_shown: bool,
    /// True if boards are shown in these games, and never one with the pieces that are played.
    pub(super) shows_no_pieces: bool,
    /// The place of the board in memory, if it is not shown.
    pub(super) store: Option<Store>,
    /// The number of answers about the game that were given in all games.
    pub(super) answers: usize,
}

/// The games by which the board is found: the longest ones in which pieces are put on the board and nothing else is done.
pub(super) fn games(spec: &Spec) -> Vec<(&Case, &DialogueCase)> {
    let mut games: Vec<(&Case, &DialogueCase)> = spec
        .dialogues()
        .filter(|(_, played)| played.acts.is_plain() && MOVES.contains(&played.acts.len()))
        .collect();
    games.sort_by_key(|(_, played)| std::cmp::Reverse(played.acts.len()));
    games.truncate(GAMES);
    games
}

/// The games by which the board is looked for, as they are played under some prompt rules.
struct Search<'a> {
    talks: Vec<Conversation>,
    /// The most answers that were given in all games, whatever was taken for a move.
    answers: usize,
    /// What gets through the menu before the game, if there is one of which nothing is known.
    through: Vec<Guess>,
    /// The drawing of the board, and the prompt rules with which it is found.
    found: Option<(Drawing, PromptRules<'a>)>,
}

impl<'a> Table<'a> {
    /// The options that are inferred first and are not known: the cells that a move changes may depend on them.
    fn first_options(&self) -> Vec<&'a OpenOption> {
        let options = &self.prompt_rules.dialogue.options;
        let first = options.first().and_then(|option| option.by.first());
        let is_free = |option: &&OpenOption| {
            option.by.first() == first && !self.prompt_rules.settings.contains_key(&option.name)
        };
        options.iter().filter(is_free).collect()
    }

    /// The games by which the board is found, as they are played under given prompt rules.
    fn play_plain(&self, spec: &Spec, prompt_rules: &PromptRules<'_>) -> Vec<Conversation> {
        let games = games(spec).into_iter();
        games
            .map(|(case, played)| self.play_with(case, played, prompt_rules, (played.seed, &[])).talk)
            .collect()
    }

    /// The same, and the prompt rules by which they come furthest: what is offered in words that no rule knows is declined for now,
    /// a prompt without words is answered with the keys that the program's texts explain, and a menu before the game is got through.
    fn play_through(
        &self,
        spec: &Spec,
        mut prompt_rules: PromptRules<'a>,
    ) -> (Vec<Conversation>, PromptRules<'a>) {
        let mut talks = self.play_plain(spec, &prompt_rules);
        for _ in 0..MOST_STEPS {
            let mut offers = talks.iter().filter_map(|talk| Some(unknown(talk)?.0));
            if let Some(offer) = offers.find(|asked| offers_yes_and_no(&asked.line)) {
                prompt_rules.guesses.push(offer.guess(Asks::Declined));
                talks = self.play_plain(spec, &prompt_rules);
            } else if let Some(explained) = talks.iter().find_map(|talk| explained(talk, &prompt_rules)) {
                prompt_rules.guesses.push(explained);
                talks = self.play_plain(spec, &prompt_rules);
            } else if let Some(through) = self.through_menu(spec, &prompt_rules, &talks) {
                (talks, prompt_rules) = through;
            } else if let Some(named) = talks.iter().find_map(name_in_other_words) {
                prompt_rules.guesses.push(named);
                talks = self.play_plain(spec, &prompt_rules);
            } else {
                break;
            }
        }
        (talks, prompt_rules)
    }

    /// The same, if it begins with a menu of which nothing is known, with the first of its keys that leads to another question.
    fn through_menu(
        &self,
        spec: &Spec,
        known: &PromptRules<'a>,
        talks: &[Conversation],
    ) -> Option<(Vec<Conversation>, PromptRules<'a>)> {
        let talk = talks.first()?;
        let (asked, _) = unknown(talk)?;
        let is_of_game = |exchange: &Exchange| exchange.question.is_some();
        let offered = known.offered(talk.page(talk.exchanges.len()));
        // `[P]lay` looks like an act of the game.
        let (plays, acts): (Vec<_>, Vec<_>) =
            offered.acts.into_iter().partition(|(act, _)| *act == Question::Drop);
        if talk.exchanges.iter().any(is_of_game) || !acts.is_empty() || !offered.has_outside {
            return None;
        }
        let keys =
            plays.into_iter().map(|(_, key)| key).chain(offered.others.into_iter().map(|(key, _)| key));
        keys.take(MOST_OFFERS).find_map(|key| {
            let mut prompt_rules = known.clone();
            prompt_rules.guesses.push(asked.guess(Asks::Always(key.into_bytes())));
            let talks = self.play_plain(spec, &prompt_rules);
            let is_through = talks.iter().all(|talk| {
                talk.exchanges.iter().any(is_of_game)
                    || unknown(talk).is_some_and(|(next, _)| !next.is_alike(&asked))
            });
            is_through.then_some((talks, prompt_rules))
        })
    }

    /// Returns `true` if a board is seen in one of these games, by its shape.
    fn is_any_board(&self, talks: &[Conversation]) -> bool {
        let assignment = self.prompt_rules.dialogue.assignment;
        talks.iter().any(|talk| shows_board(talk, assignment))
    }

    /// The prompt rules with other ways to make a move than those by which these games were played: in words that no rule knows, in
    /// another form, or in turns that a key ends.
    fn with_other_moves(&self, known: &PromptRules<'a>, talks: &[Conversation]) -> Vec<PromptRules<'a>> {
        let mut found = Vec::new();
        let lists = with_keys_of_lists(known, talks);
        let mut bases = vec![known.clone()];
        if let Some(guess) = move_in_other_words(talks) {
            let mut guessed = known.clone();
            guessed.guesses.push(guess);
            found.push(guessed.clone());
            bases.push(guessed);
        }
        let known = bases.last().unwrap_or(known);
        // Moves that are wrong in their form may have lost the game, and the unknown question may be about another one: a form is tried
        // without the guess first.
        for form in self.forms_of_columns(known.guesses.last().map_or("", |guess| &guess.question)) {
            found.extend(bases.iter().map(|base| {
                let mut in_form = base.clone();
                in_form.forms.push((Question::Column, form.clone()));
                in_form
            }));
        }
        found.extend(talks.first().into_iter().flat_map(|talk| self.with_keys_that_end_turns(talk, known)));
        found.extend(talks.first().and_then(stays_at).into_iter().flat_map(|menu| {
            let keys = single_keys(&menu.line).into_iter().filter(|key| !is_column(key)).take(MOST_OFFERS);
            let with_key = |key: &str| {
                let mut prompt_rules = known.clone();
                prompt_rules.guesses.push(menu.guess(Asks::Always(key.as_bytes().to_vec())));
                prompt_rules
            };
            keys.map(with_key).collect::<Vec<_>>()
        }));
        found.extend(lists);
        found
    }

    /// Looks for a drawing of the board in games with these settings.
    fn search(&self, spec: &Spec, settings: Settings) -> Search<'a> {
        let assignment = self.prompt_rules.dialogue.assignment;
        let (rows, columns) = assignment.board();
        let drawing = |talks: &[Conversation]| {
            let sheets: Vec<Vec<Sheet>> = talks.iter().map(sheets).collect();
            learn_drawing(&sheets, rows, columns, &self.effort.looks)
        };
        let mut prompt_rules = self.prompt_rules.clone();
        prompt_rules.settings = settings;
        let (talks, prompt_rules) = self.play_through(spec, prompt_rules);
        let mut answers = answers(&talks);
        let mut through = prompt_rules.guesses.clone();
        through.retain(|guess| matches!(guess.asks, Asks::Always(_)));
        if let Some(drawing) = drawing(&talks) {
            return Search { talks, answers, through, found: Some((drawing, prompt_rules)) };
        }
        // Pieces are seen once they are played.
        let mut others = if talks.iter().any(|talk| shows_pieces(talk, assignment)) {
            Vec::new()
        } else {
            self.with_other_moves(&prompt_rules, &talks)
        };
        if talks.iter().any(repeats_letter) {
            others.push(prompt_rules.in_other_case());
        }
        for prompt_rules in others {
            let (talks, prompt_rules) = self.play_through(spec, prompt_rules);
            answers = answers.max(self::answers(&talks));
            if let Some(drawing) = drawing(&talks) {
                return Search { talks, answers, through, found: Some((drawing, prompt_rules)) };
            }
            // After the move another list may come.
            for prompt_rules in with_keys_of_lists(&prompt_rules, &talks) {
                let (talks, prompt_rules) = self.play_through(spec, prompt_rules);
                if let Some(drawing) = drawing(&talks) {
                    return Search { talks, answers, through, found: Some((drawing, prompt_rules)) };
                }
            }
        }
        Search { talks, answers, through, found: None }
    }

    /// The same with each value of the options that are inferred first, until the board is found; what leads further is kept.
    fn search_with_options(&self, spec: &Spec) -> Search<'a> {
        let mut settings = self.prompt_rules.settings.clone();
        let mut best = self.search(spec, settings.clone());
        // A program that never ends does so under every reading.
        let never_ends = |talk: &Conversation| matches!(talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull);
        if best.found.is_some() || best.talks.iter().all(never_ends) {
            return best;
        }
        // Another value may lead further only once the ones behind it are known.
        let options = self.first_options();
        for option in options.iter().chain(&options) {
            // The first one is the usual one, with which games were played already.
            for value in option.values.iter().skip(1) {
                let mut other = settings.clone();
                let before = other.insert(option.name.clone(), value.name.clone());
                if before.is_some_and(|before| before == value.name) {
                    continue;
                }
                let search = self.search(spec, other.clone());
                if search.found.is_some() {
                    return search;
                }
                if search.answers > best.answers {
                    (best.answers, settings) = (search.answers, other);
                }
            }
        }
        best
    }

    /// Looks for the board, on the screen and in memory.
    pub(super) fn seek_board(&mut self, spec: &'a Spec) {
        if self.prompt_rules.drawing.is_some() || self.window.is_some() {
            return;
        }
        let assignment = self.prompt_rules.dialogue.assignment;
        let (rows, columns) = assignment.board();
        let Search { talks, through, found, .. } = self.search_with_options(spec);
        if let Some((drawing, prompt_rules)) = found {
            self.prompt_rules.drawing = Some(drawing.into());
            self.prompt_rules.guesses = prompt_rules.guesses;
            // What was declined is learned later.
            self.prompt_rules.guesses.retain(|guess| guess.asks != Asks::Declined);
            self.prompt_rules.forms = prompt_rules.forms;
            self.prompt_rules.is_in_other_case = prompt_rules.is_in_other_case;
        } else if self.prompt_rules.guesses.is_empty() {
            // The game that comes after it may be understood once more is known.
            self.prompt_rules.guesses = through;
        }
        self.sought.is_shown = self.prompt_rules.drawing.is_some() || self.is_any_board(&talks);
        let is_played = |talk: &Conversation| talk.exchanges.len() > MOVES.start() + 1;
        self.sought.shows_no_pieces = self.sought.is_shown
            && talks.iter().any(is_played)
            && !talks.iter().any(|talk| shows_pieces(talk, assignment));
        self.sought.answers = answers(&talks);
        // A part of a larger board is not the board.
        if self.sought.is_shown || talks.iter().any(|talk| other_size(talk, assignment).is_some()) {
            return;
        }
        // Memory is looked at in games of its own: to copy it with each answer takes long.
        let mut prompt_rules = self.prompt_rules.clone();
        prompt_rules.is_recorded = true;
        let moments: Vec<Vec<(Snapshot, Board)>> =
            self.play_plain(spec, &prompt_rules).iter().map(moments).collect();
        self.sought.store = locate_board(&moments, rows, columns);
        if let Some(store) = self.sought.store.as_ref().filter(|store| store.is_picture) {
            self.window = Some(Window { board: store.board.clone(), address: 0, size: (rows, columns) });
        }
    }
}

/// The number of answers in all of these games.
fn answers(talks: &[Conversation]) -> usize {
    talks.iter().map(|talk| talk.exchanges.len()).sum()
}

/// Returns `true` if the same letter is typed to the same question at the end: the program may take it in the other case only.
fn repeats_letter(talk: &Conversation) -> bool {
    let [.., before, last] = talk.exchanges.as_slice() else { return false };
    let is_letter = matches!(last.typed.as_slice(), [letter] if letter.is_ascii_alphabetic());
    is_letter && (before.place, &before.typed) == (last.place, &last.typed)
}

/// The question for a column that comes again whatever is typed: a menu of every turn, as in `m = move, q = give up:`.
fn stays_at(talk: &Conversation) -> Option<Suspect> {
    let [.., before, last] = talk.exchanges.as_slice() else { return None };
    let is_move = |exchange: &Exchange| exchange.question == Some(Question::Column);
    let stays = is_move(before) && is_move(last) && before.place == last.place;
    suspect(talk, talk.exchanges.len() - 1).filter(|_| stays)
}

/// The guess that the unknown prompt to which a game comes after a move offers what the program's texts explain.
fn explained(talk: &Conversation, prompt_rules: &PromptRules<'_>) -> Option<Guess> {
    let (asked, permitted) = unknown(talk)?;
    let choices = prompt_rules.explained_choices(&Line::of(&asked.line), asked.request)?;
    let is_due = choices.acts.iter().any(|(act, _)| permitted.contains(act));
    is_due.then(|| asked.guess_of(Tentative::of_choices(choices)))
}

/// The guess that an unknown question for a line, before anything else is asked than names, asks for a name.
fn name_in_other_words(talk: &Conversation) -> Option<Guess> {
    let (asked, permitted) = unknown(talk)?;
    let is_name = |exchange: &Exchange| exchange.question.is_none_or(|asked| asked == Question::Name);
    let may_be_name = permitted.contains(&Question::Name)
        && asked.request == Request::Text
        && talk.exchanges.iter().all(is_name);
    may_be_name.then(|| asked.guess(Asks::Questions(vec![Question::Name])))
}

/// The guess that the unknown question to which all games come asks for a move, if it may.
fn move_in_other_words(talks: &[Conversation]) -> Option<Guess> {
    let moves = [Question::Column, Question::Coordinates];
    let mut asked = talks.iter().map(|talk| {
        let (suspect, permitted) = unknown(talk)?;
        Some((suspect, moves.into_iter().find(|question| permitted.contains(question))?))
    });
    let (first, due) = asked.next()??;
    let is_same = |other: Option<(Suspect, Question)>| other.is_some_and(|(other, _)| other.is_same(&first));
    asked.all(is_same).then(|| first.guess(Asks::Questions(vec![due])))
}

/// The prompt rules in which one of the keys of a list gets through the unknown question to which games come, if nothing is known of any:
/// one that drops a piece, or behind a move one that ends the turn.
fn with_keys_of_lists<'a>(known: &PromptRules<'a>, talks: &[Conversation]) -> Vec<PromptRules<'a>> {
    let Some((talk, (asked, _))) = talks.first().and_then(|talk| Some((talk, unknown(talk)?))) else {
        return Vec::new();
    };
    let offered = known.offered(talk.page(talk.exchanges.len()));
    let mut keys: Vec<String> = offered.others.into_iter().map(|(key, _)| key).collect();
    // `(u b .)> ` says nothing of what its keys do.
    if keys.len() < FEWEST_UNKNOWN && lists_keys(&asked.line) {
        keys =
            mark_keys(&asked.line).into_iter().chain(single_keys(&asked.line)).map(str::to_owned).collect();
    }
    if !offered.acts.is_empty() || keys.len() < FEWEST_UNKNOWN {
        return Vec::new();
    }
    let is_after_move = talk.exchanges.last().is_some_and(Exchange::is_move);
    let with_key = |key: String| {
        let drops = Choices { acts: vec![(Question::Drop, key.clone())], none: key.clone() };
        let none = Choices { acts: Vec::new(), none: key };
        let guess = if is_after_move {
            Guess { choices: Some(none), ..asked.guess(Asks::Declined) }
        } else {
            asked.guess_of(Tentative::of_choices(drops))
        };
        let mut prompt_rules = known.clone();
        prompt_rules.guesses.push(guess);
        prompt_rules
    };
    keys.into_iter().take(MOST_OFFERS).map(with_key).collect()
}

/// The segments of a conversation with the board that each must show.
fn boards(talk: &Conversation) -> impl Iterator<Item = (usize, Board)> + '_ {
    (0..=talk.exchanges.len()).filter_map(|segment| {
        let due = talk.due_after(segment).min(talk.expected_events.len());
        let mut seen = talk.expected_events[..due].iter().rev();
        let board =
            seen.find_map(
                |event| if let ExpectedEvent::Board(board) = event { Some(board.clone()) } else { None },
            )?;
        Some((segment, board))
    })
}

fn sheets(talk: &Conversation) -> Vec<Sheet> {
    let sheet = |(segment, board)| Sheet { screen: Screen::of(talk.page(segment)), board };
    boards(talk).map(sheet).collect()
}

fn moments(talk: &Conversation) -> Vec<(Snapshot, Board)> {
    boards(talk).filter_map(|(segment, board)| Some((talk.moments.get(segment)?.clone(), board))).collect()
}
