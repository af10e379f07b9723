//! Numbers that must be shown: faults and undos in each turn, the winner's pieces at the end.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::labels::{with_numbers, with_tallies};
use super::turns::{Begun, Part};
use super::voice::{Kind, number_of};
use super::{Difference, Watched, What};
use crate::observe::{Line, Player};
use crate::referee::Turn;
use crate::spec::Check;

/// A way of counting: the numbers that may be shown in a turn.
type Count = fn(&Turn) -> Option<Vec<u8>>;

/// What stands for the name of the player whose turn it is, and of the other one, where a number is found by the word before it.
const TO_MOVE: &str = "@";
const OPPONENT: &str = "@@";

/// The undos of a player at the start.
const MOST_UNDOS: u8 = 3;

/// A row of a table has at least a name and two numbers.
const FEWEST_CELLS: usize = 3;

impl<'c> Watched<'c> {
    /// A number that each turn shows: of faults or of undos, those made or those that are left. One of the ways of
    /// counting must hold throughout.
    pub(super) fn numbers(&self, check: Check, part: Part) -> Option<Difference> {
        self.in_turns(part, self.is_silent(check), self.is_late(check), |turns| {
            self.wrong_number(check, turns)
        })
    }

    fn is_silent(&self, check: Check) -> impl Fn(&Begun<'c>) -> bool + Copy {
        move |begun| self.numbers_of(begun, kind_of(check)).is_empty()
    }

    /// The same in a program that shows numbers after the move. The rules may be told before the first turns.
    fn is_late(&self, check: Check) -> impl Fn(&Begun<'c>) -> bool + Copy {
        let is_silent = self.is_silent(check);
        move |begun| begun.is_first || is_silent(&self.since_declined(begun))
    }

    fn wrong_number(&self, check: Check, turns: &[Begun<'_>]) -> Option<Difference> {
        let kind = kind_of(check);
        let mut shown: Vec<(usize, Vec<u8>, &Turn)> =
            turns.iter().map(|begun| (begun.segment, self.numbers_of(begun, kind), begun.turn)).collect();
        // Where no words say which number it is, it stands where it was found in other games.
        if shown.iter().all(|(_, numbers, _)| numbers.is_empty()) {
            for ((_, numbers, _), begun) in shown.iter_mut().zip(turns) {
                numbers.extend(self.learned_number(check, begun));
            }
        }
        let ways = ways(check);
        let wrong = |way: &Count| {
            shown.iter().position(|(_, numbers, turn)| {
                way(turn).is_some_and(|right| !numbers.iter().any(|number| right.contains(number)))
            })
        };
        // The way of counting that holds longest is the one that is meant.
        let (first, way) = ways
            .iter()
            .rev()
            .map(|way| (wrong(way), way))
            .max_by_key(|(first, _)| first.unwrap_or(usize::MAX))?;
        let listed = first.is_none().then(|| always_listed(&shown, *way)).flatten();
        // A number that moves as it must is the one, whatever its words.
        if first.or(listed).is_some() && self.is_counted(check, turns) {
            return None;
        }
        let (segment, numbers, turn) = shown.get(first.or(listed)?)?;
        let expected = way(turn)?.first()?.to_string();
        let of_list = || numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let actual = numbers.first().map(u8::to_string).map(|one| listed.map_or(one, |_| of_list()));
        Some(Difference { segment: *segment, what: What::Shown { what: check, expected, actual } })
    }

    /// The lines of a turn that may be about its player. After the move they may say that the opponent is next: what they show then is
    /// the opponent's.
    fn about(&self, begun: &Begun<'_>) -> Vec<Rc<Line>> {
        let (player, is_late) = (begun.turn.player, begun.is_late && !self.learned.names_mislead);
        let is_opponents = |line: &Rc<Line>| {
            let named = self.voice.mentions_in(line);
            !named.is_empty() && named.iter().all(|(_, named)| *named != player)
        };
        with_numbers(begun.lines.iter().copied().filter(|line| !is_late || !is_opponents(line)))
    }

    /// The numbers of a kind that a turn shows: in lines that say so, and in tables of the players.
    fn numbers_of(&self, begun: &Begun<'_>, kind: Kind) -> Vec<u8> {
        let of_lines = self.voice.numbers(self.about(begun).iter(), kind);
        if !of_lines.is_empty() {
            return of_lines;
        }
        let is_named = |line: &Rc<Line>| {
            let named = self.voice.mentions_in(line);
            !named.is_empty() && named.iter().all(|(_, player)| *player == begun.turn.player)
        };
        let mut head: Vec<&str> = Vec::new();
        let mut titled = Vec::new();
        for line in begun.lines.iter().filter(|line| line.has_word()) {
            let cells = cells(line.folded());
            if !line.folded().contains(|c: char| c.is_ascii_digit()) {
                head = cells;
            } else if cells.len() >= FEWEST_CELLS
                && is_named(line)
                // There may be no title above the names, nor above the mark of the player whose turn it is.
                && let Some(untitled @ 0..=2) = cells.len().checked_sub(head.len())
            {
                let with_title = |(title, cell)| Line::of(&format!("{title}: {cell}"));
                titled.extend(head.iter().zip(&cells[untitled..]).map(with_title));
            }
        }
        self.voice.numbers(titled.iter(), kind)
    }

    pub(super) fn pieces(&self) -> Option<Difference> {
        let (segment, over) = self.overs().last()?;
        let pieces = u8::try_from(over.pieces?).ok()?;
        let lines = with_numbers(self.lines_from(segment).iter());
        let told = self.voice.numbers(lines.iter(), Kind::Pieces);
        if told.contains(&pieces) || told.is_empty() && self.plain_numbers(&lines).contains(&pieces) {
            return None;
        }
        // A number without words may be meant if it stands alone in what announces the win, and not in `a column from 1 to 7`.
        let says_so = |line: &&Rc<Line>| self.voice.outcome(std::slice::from_ref(*line)).is_some();
        let claims: Vec<Rc<Line>> =
            lines.iter().filter(|line| !over.by_faults && says_so(line)).cloned().collect();
        let meant = match self.plain_numbers(&claims).as_slice() {
            [number] => Some(*number),
            _ => None,
        };
        let actual = told.first().copied().or(meant).map(|number| number.to_string());
        Some(Difference {
            segment,
            what: What::Shown { what: Check::Pieces, expected: pieces.to_string(), actual },
        })
    }
}

/// The length of a line that wins, in words.
const LENGTH: [&str; 3] = ["four", "bon", "tu"];

/// What tells the numbers of a turn apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    /// The word before a number, or else after it.
    Word(String),
    /// The words before it in its line but for names, and its position among the numbers of the line.
    Line { words: String, position: usize },
}

/// The small numbers of a turn.
type Labelled = BTreeMap<Label, Vec<u8>>;

impl Watched<'_> {
    /// The small numbers in lines with words, but for those by which players are called.
    fn plain_numbers(&self, lines: &[Rc<Line>]) -> Vec<u8> {
        let mut numbers = Vec::new();
        for line in lines.iter().filter(|line| line.has_word() && !self.voice.draws(line)) {
            let mentions = self.voice.mentions_in(line);
            let words = words(line.folded());
            for (nth, (at, word)) in words.iter().enumerate() {
                // `Connected four` tells how long the line is, and `0 = no` how to answer.
                let is_length = LENGTH.iter().any(|length| length.eq_ignore_ascii_case(word));
                let is_number = !is_length && !self.voice.is_key(line, *at);
                let Some(number) = number_of(word).filter(|_| is_number) else { continue };
                let is_name = calls_player(&words[..nth], number, &mentions);
                numbers.extend((!is_name).then_some(number));
            }
        }
        numbers
    }

    /// Returns `true` if a number moves as it must, or is right throughout in the place where it moved so in other games.
    fn is_counted(&self, check: Check, turns: &[Begun<'_>]) -> bool {
        let labelled = self.labelled_in(check, turns);
        let (learned, others): (Vec<&Counter>, Vec<&Counter>) =
            self.learned.counters.iter().partition(|known| known.check == check);
        // What counts something else in other games does so here, though it may move alike.
        let others: Vec<Vec<u8>> =
            others.iter().filter_map(|other| values(&labelled, turns, &other.places)).collect();
        let is_new = |values: &[u8]| !others.iter().any(|other| other == values);
        let is_it = |values: &[u8]| is_new(values) && follows(values, turns, ways(check));
        counted_as(&labelled, turns, is_it).is_some()
            || learned.iter().any(|known| {
                values(&labelled, turns, &known.places)
                    .is_some_and(|values| follows(&values, turns, ways(check)))
            })
    }

    /// The number of a turn that stands where it was found in other games.
    fn learned_number(&self, check: Check, begun: &Begun<'_>) -> Option<u8> {
        self.number_of(self.learned.counters.iter().find(|known| known.check == check)?, begun)
    }

    /// The number of a counter in a turn.
    fn number_of(&self, Counter { check, places }: &Counter, begun: &Begun<'_>) -> Option<u8> {
        value(&self.labelled(*check, begun), place_of(places, begun.turn.player))
    }

    /// The place of the number that a check is about, where no words say which one it is.
    pub(super) fn counter(&self, check: Check) -> Option<Counter> {
        let places = OnceCell::new();
        let wrong = self.in_turns(Part::Others, self.is_silent(check), self.is_late(check), |turns| {
            let wrong = self.wrong_number(check, turns);
            if wrong.is_none() {
                places.get_or_init(|| counted(&self.labelled_in(check, turns), turns, ways(check)));
            }
            wrong
        });
        let places = places.into_inner().flatten().filter(|_| wrong.is_none());
        let places = places.or_else(|| self.shared_counter(check))?;
        Some(Counter { check, places })
    }

    /// The place of a number of undos that goes down whoever takes a move back: such a program has one number for both players.
    fn shared_counter(&self, check: Check) -> Option<Places> {
        let turns: Vec<Begun<'_>> = self.begun(false).into_iter().filter(|begun| !begun.is_first).collect();
        let shared = shared_undos(&turns).filter(|_| check == Check::Undos)?;
        counted_as(&self.labelled_in(check, &turns), &turns, |values| *values == shared[..])
    }

    /// Returns `true` if the words of the spec find the number of a counter in each turn.
    pub(super) fn is_in_words(&self, counter: &Counter) -> bool {
        let check = counter.check;
        let is_found = |begun: &Begun<'_>| {
            let number = self.number_of(counter, begun);
            number.is_some_and(|number| self.numbers_of(begun, kind_of(check)).contains(&number))
        };
        self.readings(self.is_silent(check), self.is_late(check)).any(|mut turns| {
            turns.retain(|begun| !begun.is_first);
            !turns.is_empty() && turns.iter().all(is_found)
        })
    }

    fn labelled_in(&self, check: Check, turns: &[Begun<'_>]) -> Vec<Labelled> {
        turns.iter().map(|begun| self.labelled(check, begun)).collect()
    }

    /// The small numbers of a turn in lines with letters, but for those of which the words say that they count something else. In a table
    /// of both players the row of the one whose turn it is counts.
    fn labelled(&self, check: Check, begun: &Begun<'_>) -> Labelled {
        let kind = kind_of(check);
        let other_kind = if check == Check::Faults { Kind::Undos } else { Kind::Faults };
        let mut found = Labelled::new();
        let is_labelled = |line: &&Rc<Line>| {
            line.has_word() && !self.voice.draws(line)
                || counts_by_letters(line.folded()) && !self.voice.is_of_board(line)
        };
        for line in self.about(begun).iter().filter(is_labelled) {
            let text = &with_tallies(line.folded());
            let mentions = self.voice.mentions_in(line);
            let label = |(at, word): &(usize, &str)| match mentions.iter().find(|(place, _)| place == at) {
                Some((_, player)) if *player == begun.turn.player => Some(TO_MOVE.to_owned()),
                Some(_) => Some(OPPONENT.to_owned()),
                None => is_word(word).then(|| word.to_lowercase()),
            };
            let words = words(text);
            let is_said = |(at, word): &&(usize, &str)| {
                is_word(word) && number_of(word).is_none() && !mentions.iter().any(|(place, _)| place == at)
            };
            let said_before = |at: usize| {
                let said = words[..at].iter().filter(is_said).map(|(_, word)| word.to_lowercase());
                said.collect::<Vec<_>>().join(" ")
            };
            let mut position = 0;
            for (at, (place, word)) in words.iter().enumerate() {
                // `v3`.
                let (glued, digits) = word.split_at(word.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
                let is = |kind| self.voice.is_of_kind(line, place + glued.len(), kind);
                let Some(number) = number_of(digits).filter(|_| is(kind) || !is(other_kind)) else {
                    continue;
                };
                // The number in `Player 1 has O` counts nothing.
                if self.voice.calls_by_number(line) && calls_player(&words[..at], number, &mentions) {
                    continue;
                }
                let own = Some(glued.to_lowercase()).filter(|glued| !glued.is_empty());
                let before = || words[..at].iter().rev().find_map(label);
                let label = own.or_else(before).or_else(|| words[at..].iter().find_map(label));
                found.entry(Label::Word(label.unwrap_or_default())).or_default().push(number);
                let of_line = Label::Line { words: said_before(at), position };
                found.entry(of_line).or_default().push(number);
                position += 1;
            }
        }
        found
    }
}

/// The places of the number that a check is about.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What it counts: faults or undos.
    pub check: Check,
    places: Places,
}

impl Counter {
    /// Patterns that may find its number as the words of a spec do: several tries, each with those for the turns of either player.
    pub fn patterns(&self) -> impl Iterator<Item = [String; 2]> {
        let [one, two] = self.places.each_ref().map(|(label, _)| label.patterns());
        one.into_iter().zip(two).map(<[String; 2]>::from)
    }
}

impl Label {
    /// Patterns that may find what it stands for, the narrowest first; none where a name is what tells it apart.
    fn patterns(&self) -> Vec<String> {
        match self {
            Self::Word(word) if word.is_empty() || [TO_MOVE, OPPONENT].contains(&word.as_str()) => Vec::new(),
            Self::Word(word) => vec![format!(r"\b{word}[^\d\w]*(\d)"), format!(r"(\d)\W*{word}\b")],
            Self::Line { words, .. } if words.is_empty() => Vec::new(),
            Self::Line { words, position } => {
                let words = words.replace(' ', r"\b.*?\b");
                let after = |numbers| format!(r"\b{words}\b\D*(?:\d\D+){{{numbers}}}(\d)");
                (0..=*position).map(after).collect()
            }
        }
    }
}

/// The label of a number, and which of those with this label it is.
type Place = (Label, usize);

/// The places in the turns of either player: what is printed for one of them may be worded in another way, or stand below what is
/// printed for the other one.
type Places = [Place; 2];

fn place_of(places: &Places, player: Player) -> &Place {
    if player == Player::One { &places[0] } else { &places[1] }
}

/// The number in a place; `None` if there is none.
fn value(labelled: &Labelled, (label, nth): &Place) -> Option<u8> {
    labelled.get(label)?.get(*nth).copied()
}

/// The numbers in these places, turn by turn; `None` if a turn has none there.
fn values(labelled: &[Labelled], turns: &[Begun<'_>], places: &Places) -> Option<Vec<u8>> {
    let of_turn =
        |(labelled, begun): (&Labelled, &Begun<'_>)| value(labelled, place_of(places, begun.turn.player));
    labelled.iter().zip(turns).map(of_turn).collect()
}

/// Returns `true` if one of the ways of counting gives these numbers.
fn follows(values: &[u8], turns: &[Begun<'_>], ways: &[Count]) -> bool {
    let is_right = |way: &Count, begun: &Begun<'_>, value: &u8| {
        way(begun.turn).is_some_and(|right| right.contains(value))
    };
    ways.iter().any(|way| values.iter().zip(turns).all(|(value, begun)| is_right(way, begun, value)))
}

/// The places of a number of every turn that one of the ways of counting gives, and that is not always the same: the same place in
/// all turns, or else one for either player.
fn counted(labelled: &[Labelled], turns: &[Begun<'_>], ways: &[Count]) -> Option<Places> {
    counted_as(labelled, turns, |values| follows(values, turns, ways))
}

/// The same, given whether the values in all turns are right.
fn counted_as(
    labelled: &[Labelled],
    turns: &[Begun<'_>],
    are_right: impl Fn(&[u8]) -> bool,
) -> Option<Places> {
    let of = |player: Player| -> Vec<Place> {
        let first = labelled.iter().zip(turns).find(|(_, begun)| begun.turn.player == player);
        let places = first.into_iter().flat_map(|(labelled, _)| labelled);
        places.flat_map(|(label, numbers)| (0..numbers.len()).map(|nth| (label.clone(), nth))).collect()
    };
    let moves = |places: &Places| {
        values(labelled, turns, places)
            .is_some_and(|values| values.iter().any(|value| *value != values[0]) && are_right(&values))
    };
    let (of_one, of_two) = (of(Player::One), of(Player::Two));
    let same = of_one.iter().chain(&of_two).map(|place| [place.clone(), place.clone()]);
    // A line of a table, or one that is worded in another way: what stands in the same position of it.
    let is_of = |places: &[Place], label: &Label| places.iter().any(|(known, _)| known == label);
    let is_other = |one: &Place, two: &Place| match (&one.0, &two.0) {
        (Label::Line { position, .. }, Label::Line { position: other, .. }) => {
            position == other && (one.0 == two.0 || !is_of(&of_one, &two.0) && !is_of(&of_two, &one.0))
        }
        _ => false,
    };
    let apart = || {
        let with_other = |one: &Place| -> Vec<Places> {
            let others = of_two.iter().filter(|two| is_other(one, two));
            others.map(|two| [one.clone(), two.clone()]).collect()
        };
        of_one.iter().flat_map(with_other)
    };
    let mut places = same.chain(apart());
    places.find(moves)
}

/// What is left of three undos for both players together, turn by turn.
fn shared_undos(turns: &[Begun<'_>]) -> Option<Vec<u8>> {
    let mut left = [MOST_UNDOS; 2];
    let of_turn = |begun: &Begun<'_>| {
        left[usize::from(begun.turn.player == Player::Two)] = begun.turn.undos?;
        let taken: u8 = left.iter().map(|left| MOST_UNDOS.saturating_sub(*left)).sum();
        Some(MOST_UNDOS.saturating_sub(taken))
    };
    turns.iter().map(of_turn).collect()
}

/// The ways of counting faults or undos.
fn ways(check: Check) -> &'static [Count] {
    match check {
        Check::Faults => &[
            |turn| turn.faults.map(|(_, left)| vec![left]),
            |turn| turn.faults.map(|(made, _)| vec![made]),
            |turn| turn.faults.map(|(made, _)| vec![4_u8.saturating_sub(made)]),
        ],
        // Before a player's first move some show none and some show three.
        _ => &[
            |turn| turn.undos.map(|left| if left == 0 { vec![0, 3] } else { vec![left] }),
            |turn| {
                turn.undos.map(|left| if left == 0 { vec![0, 3] } else { vec![3_u8.saturating_sub(left)] })
            },
        ],
    }
}

fn kind_of(check: Check) -> Kind {
    if check == Check::Faults { Kind::Faults } else { Kind::Undos }
}

/// The cells of a row of a table, between which stand bars, tabs or several blanks.
fn cells(row: &str) -> Vec<&str> {
    let cells = row.split(['|', '\t']).flat_map(|part| part.split("  "));
    cells.map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// The words and numbers of a text, with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let with_places = text.split_inclusive(is_mark).scan(0, |end, part| {
        let at = *end;
        *end += part.len();
        Some((at, part.trim_end_matches(is_mark)))
    });
    with_places.filter(|(_, word)| !word.is_empty()).collect()
}

/// Returns `true` if a number is that of the player whom the word before it mentions, given the words before it.
fn calls_player(before: &[(usize, &str)], number: u8, mentions: &[(usize, Player)]) -> bool {
    let before = before.last().map(|(at, _)| *at);
    mentions.iter().any(|(at, player)| before == Some(*at) && player.number() == number)
}

/// Returns `true` if letters stand for words before numbers: `v: 3 u: 2`.
fn counts_by_letters(text: &str) -> bool {
    let mut parts = text.split([':', '=']).map(str::trim);
    let Some(mut before) = parts.next() else { return false };
    parts.any(|part| {
        let is_count =
            before.ends_with(char::is_alphabetic) && part.starts_with(|c: char| c.is_ascii_digit());
        before = part;
        is_count
    })
}

/// Returns `true` for a word of more than one letter.
fn is_word(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// The first turn in which a number has changed, if all its values stand in every turn: such a list shows
/// none of them.
fn always_listed(shown: &[(usize, Vec<u8>, &Turn)], way: Count) -> Option<usize> {
    let (_, numbers, first) = shown.first()?;
    let is_always = |number: &u8| shown.iter().all(|(_, others, _)| others.contains(number));
    let always: BTreeSet<u8> = numbers.iter().copied().filter(is_always).collect();
    let is_listed = |right: &Vec<u8>| right.iter().any(|number| always.contains(number));
    let are_listed = shown.iter().all(|(_, _, turn)| way(turn).as_ref().is_some_and(is_listed));
    // Where several numbers are right, one of them may be right before as well.
    let before = way(first).unwrap_or_default();
    let is_new = |right: &Vec<u8>| !right.iter().any(|number| before.contains(number));
    let has_changed = |(_, _, turn): &(usize, Vec<u8>, &Turn)| way(turn).as_ref().is_some_and(is_new);
    shown.iter().position(has_changed).filter(|_| always.len() > 1 && are_listed)
}
