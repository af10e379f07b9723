//! The meanings of single lines. Programs print the same lines again and again, so each is looked at once.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use crate::observe::{Line, Lookup, Page, Pattern, Player, built_in, has_words, keep};
use crate::spec::Words;

/// The most lines that are kept.
const MOST_LINES: usize = 20_000;
/// Of lines with more bytes than these it is not kept whom they mention, so that it takes little room.
const LONGEST: usize = 500;

/// The lines that were looked at, with their meanings. It belongs to the words of one spec.
#[derive(Debug, Default)]
pub struct LineBook {
    known: RefCell<Lookup<u64, Rc<Said>>>,
    /// Which lines of pages say how a game ends, or refuse something, by the numbers of the pages.
    news: RefCell<Lookup<u64, Rc<[usize]>>>,
    /// The players whom lines mention, as long as they are called the same: nearly all games have the same names.
    mentions: RefCell<Mentions>,
}

/// The players whom lines mention, by the numbers of the lines.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    names: [String; 2],
    pieces: [Option<char>; 2],
    /// By number or name, with the places of that.
    pub(super) named: Lookup<u64, Rc<[(usize, Player)]>>,
    /// Also by piece.
    pub(super) places: Lookup<u64, Rc<[(usize, Player)]>>,
    /// With the words around it.
    pub(super) with_words: Lookup<u64, Rc<[(String, Player)]>>,
}

/// The meaning of a folded line.
#[derive(Debug)]
pub(super) struct Said {
    /// True if it is a row of a board, or of its labels: there is no word in it.
    pub(super) is_row: bool,
    /// The word that announces a win.
    pub(super) win: Option<Range<usize>>,
    /// Every word that says so, from left to right.
    pub(super) wins: Vec<Range<usize>>,
    /// The word that announces a loss.
    pub(super) lose: Option<Range<usize>>,
    /// Every such word, from left to right.
    pub(super) losses: Vec<Range<usize>>,
    /// The mention of a tie, if there is one.
    pub(super) tie: Option<Tie>,
    /// True if it refuses an input.
    pub(super) is_refusal: bool,
    /// The players whom it mentions in words of the spec, from left to right.
    pub(super) players: Vec<(usize, Player)>,
    /// The numbers of each kind.
    pub(super) numbers: [Vec<u8>; 3],
    /// The places of those that stand in the line as digits behind the words for them.
    pub(super) places: [Vec<usize>; 3],
    /// The letters that stand alone in the line as it was printed, each once.
    pub(super) letters: Vec<char>,
    /// The place where keys for yes and no are offered: these letters are no pieces.
    pub(super) keys: Option<Range<usize>>,
    /// The choices of a menu, such as `8 = undo of Bob`, from the key on: the key counts nothing, and whom the text mentions is
    /// not for that to move.
    pub(super) choices: Vec<Range<usize>>,
}

/// The ways in which a line mentions a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// In a question or a score, or of pieces that are drawn.
    Mentioned,
    /// The game ends in one.
    Sure,
}

impl Said {
    /// Returns `true` if it says how a game ends.
    pub(super) fn announces(&self) -> bool {
        self.win.is_some() || self.tie.is_some() || self.lose.is_some()
    }

    /// Returns `true` if a number of the line is the key of a choice.
    pub(super) fn is_key(&self, at: usize) -> bool {
        self.choices.iter().any(|choice| choice.start == at)
    }

    /// Leaves out the wins and losses that the line denies. That nobody has won, or lost, is a tie.
    fn drop_denied(&mut self, line: &str) {
        let mut of_nobody = false;
        let mut is_said = |word: &Range<usize>| {
            let before = &line[..word.start];
            let sentence = before.rsplit(['.', '!', '?', ';', ':']).next().unwrap_or(before);
            let is_plain = verb(&line[word.start..]) == Verb::Wins;
            let is_of_nobody = is_plain && NOBODY.find(sentence).is_some();
            of_nobody |= is_of_nobody;
            !(is_of_nobody || is_plain && NOT.find(sentence).is_some())
        };
        self.wins.retain(&mut is_said);
        self.losses.retain(&mut is_said);
        self.win = self.win.take().filter(&mut is_said).or_else(|| self.wins.first().cloned());
        self.lose = self.lose.take().filter(&mut is_said).or_else(|| self.losses.first().cloned());
        if of_nobody && self.tie.is_none() && self.win.is_none() {
            self.tie = Some(if line.contains('?') { Tie::Mentioned } else { Tie::Sure });
        }
    }

    fn of(line: &str, words: &Words) -> Self {
        let is_row = !has_words(line);
        let mut players = Vec::new();
        for (player, patterns) in Player::BOTH.into_iter().zip(&words.players) {
            let places = patterns.iter().flat_map(|pattern| pattern.find_all(line));
            players.extend(places.map(|place| (place.start, player)));
        }
        players.sort_unstable_by_key(|(at, player)| (*at, player.number()));
        let mut said = Self {
            is_row,
            win: None,
            wins: Vec::new(),
            lose: None,
            losses: Vec::new(),
            tie: None,
            is_refusal: false,
            players,
            numbers: Default::default(),
            places: Default::default(),
            letters: Vec::new(),
            keys: KEYS.find(line),
            choices: choices(line),
        };
        if is_row {
            return said;
        }
        let find = |patterns: &[Pattern]| patterns.iter().find_map(|pattern| pattern.find(line));
        // `beats` before `wins`: of several words the one that says more.
        // Without its marks `thẳng hàng`, in a row, looks like `thắng`, wins.
        let row = IN_A_ROW.find(line);
        let is_win = |win: &Range<usize>| row.as_ref().is_none_or(|row| win.start != row.start);
        said.win = BEATS.find(line).or_else(|| find(&words.win)).filter(is_win);
        said.lose = find(&words.lose);
        if said.win.is_none() && LOSES_TO.find(line).is_some() {
            said.win = LOSES_TO.find(line);
        }
        if said.win.is_some() {
            let known = std::iter::once(&*BEATS).chain(std::iter::once(&*LOSES_TO)).chain(&words.win);
            said.wins = all_of(line, known).into_iter().filter(is_win).collect();
        }
        if said.lose.is_some() {
            said.losses = all_of(line, words.lose.iter());
        }
        said.tie = find(&words.tie).map(|tie| {
            let is_doubtful =
                line[tie.clone()].ends_with("drawn") || is_counted(line, &tie) || line.contains('?');
            if is_doubtful { Tie::Mentioned } else { Tie::Sure }
        });
        said.drop_denied(line);
        said.is_refusal = find(&words.refused).is_some();
        // With its place, if the words for it stand before it: in `viol 3 undo 2` the first number is no number of undos.
        let numbers = |line: &str| {
            [&words.faults, &words.undos, &words.pieces].map(|patterns| {
                let found = patterns.iter().filter_map(|pattern| {
                    let captures = pattern.captures(line)?;
                    let start = captures.get(0)?.start();
                    let (_, number) = captures.inner().next()?;
                    if is_of_next(patterns, line, start..number.start()) {
                        return None;
                    }
                    captures.inner().find_map(|(_, group)| {
                        let at = group.start();
                        let number = group.as_str().parse().ok().filter(|_: &u8| !said.is_key(at));
                        number.map(|number| (Some(at).filter(|at| start < *at), number))
                    })
                });
                found.collect::<Vec<(Option<usize>, u8)>>()
            })
        };
        let mut shown = numbers(line);
        let places = [0, 1, 2].map(|kind: usize| shown[kind].iter().filter_map(|(at, _)| *at).collect());
        if shown.iter().all(Vec::is_empty)
            && let Some(line) = in_digits(line)
        {
            shown = numbers(&line);
        }
        said.numbers = shown.map(|found| found.into_iter().map(|(_, number)| number).collect());
        said.places = places;
        said
    }
}

/// The end of a sentence, up to a number that says what is left of what its beginning names: `1 violation, remaining: 2`.
static SAYS_WHAT_IS_LEFT: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"(?:[,;|]|\band\b)\W*(?:(?:now|have|you have|ban) )?(?:left|remaining|remain|còn|còn lại)\W*$")
});

/// What stands between two things that are counted.
static SEPARATES: LazyLock<Pattern> = LazyLock::new(|| built_in(r"[,;|]|\b(?:and|và)\b"));

/// Returns `true` if a word, and what follows it up to a number, belong to the number before: `3 faults, 2 undos`.
fn is_of_next(patterns: &[Pattern], line: &str, word: Range<usize>) -> bool {
    let is_led = |pattern: &Pattern| {
        let captures = pattern.captures(line)?;
        let (whole, (_, number)) = (captures.get(0)?, captures.inner().next()?);
        Some(number.start() == whole.start() && (whole.start()..whole.end()).contains(&word.start))
    };
    let is_list = line
        .get(word.clone())
        .is_some_and(|text| SEPARATES.find(text).is_some() && SAYS_WHAT_IS_LEFT.find(text).is_none());
    is_list && patterns.iter().any(|pattern| is_led(pattern) == Some(true))
}

/// Small numbers as words.
const NUMBER_WORDS: [(&str, &str); 13] = [
    ("none", "0"),
    ("no", "0"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("khong", "0"),
    ("het", "0"),
    ("mot", "1"),
    ("hai", "2"),
    ("ba", "3"),
    ("bon", "4"),
];

/// The letters that are words of their own, each once.
fn letters(line: &str) -> Vec<char> {
    let mut found = Vec::new();
    for word in line.split(|c: char| !c.is_alphanumeric()) {
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && !found.contains(&letter)
        {
            found.push(letter);
        }
    }
    found
}

/// The number that a word is: in digits, or a small one in letters.
pub(in crate::compare::behaviour) fn number_of(word: &str) -> Option<u8> {
    let known = NUMBER_WORDS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known));
    known.map_or(word, |(_, digit)| digit).parse().ok()
}

/// A line that shows a small number as a word or as that many signs, `Undos left: **`, with digits instead; `None` if it shows
/// none.
fn in_digits(line: &str) -> Option<String> {
    // A status has several parts.
    if line.contains('|') {
        let parts: Vec<&str> = line.split('|').collect();
        let read: Vec<Option<String>> = parts.iter().map(|part| in_digits(part)).collect();
        let is_any = read.iter().any(Option::is_some);
        let parts = parts.into_iter().zip(read).map(|(part, read)| read.unwrap_or_else(|| part.to_owned()));
        return is_any.then(|| parts.collect::<Vec<_>>().join("|"));
    }
    let (label, value) = line.rsplit_once([':', '='])?;
    let value = value.trim();
    let word = value.trim_end_matches(|c: char| !c.is_alphanumeric());
    let known = NUMBER_WORDS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known));
    let mut signs = value.chars();
    let is_tally = || {
        let sign = signs.next()?;
        // One letter is a piece, as in `its violations: X`.
        let is_sign = !sign.is_alphanumeric() || "xXoOiI".contains(sign) && value.chars().count() > 1;
        (is_sign && signs.all(|other| other == sign)).then(|| value.chars().count().to_string())
    };
    let digits = known.map(|(_, digit)| (*digit).to_owned()).or_else(is_tally)?;
    Some(format!("{label}: {digits}"))
}

impl LineBook {
    /// The meaning of a line.
    pub(super) fn said(&self, line: &Line, words: &Words) -> Rc<Said> {
        let mut known = self.known.borrow_mut();
        if let Some(said) = known.get(&line.number()) {
            return Rc::clone(said);
        }
        let said = Rc::new(Said { letters: letters(line.plain()), ..Said::of(line.folded(), words) });
        keep(&mut known, MOST_LINES, line.number(), Rc::clone(&said));
        said
    }

    /// What is known of the players whom a line mentions, where they are called so; found out by `find` if it is not known yet.
    pub(super) fn called<T>(
        &self,
        (names, pieces): (&[String; 2], [Option<char>; 2]),
        line: &Line,
        lines: impl Fn(&mut Mentions) -> &mut Lookup<u64, Rc<[T]>>,
        find: impl FnOnce() -> Rc<[T]>,
    ) -> Rc<[T]> {
        if line.plain().len() > LONGEST {
            return find();
        }
        {
            let mut known = self.mentions.borrow_mut();
            if (&known.names, known.pieces) != (names, pieces) {
                *known = Mentions { names: names.clone(), pieces, ..Mentions::default() };
            }
            if let Some(found) = lines(&mut known).get(&line.number()) {
                return Rc::clone(found);
            }
        }
        let found = find();
        keep(lines(&mut self.mentions.borrow_mut()), MOST_LINES, line.number(), Rc::clone(&found));
        found
    }

    /// Which lines of a page say how a game ends, or refuse something.
    pub(super) fn news(&self, page: &Page, words: &Words) -> Rc<[usize]> {
        if let Some(news) = self.news.borrow().get(&page.number()) {
            return Rc::clone(news);
        }
        let is_news = |line: &Rc<Line>| {
            let said = self.said(line, words);
            said.announces() || said.is_refusal
        };
        let lines = page.lines().iter().enumerate();
        let news: Rc<[usize]> = lines.filter(|(_, line)| is_news(line)).map(|(number, _)| number).collect();
        keep(&mut self.news.borrow_mut(), MOST_LINES, page.number(), Rc::clone(&news));
        news
    }
}

/// Keys that are offered as a choice.
static KEYS: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"[(\[][ \t]*(\w)[ \t]*[/|,][ \t]*\w[ \t]*[)\]]|\by(?:es)?[ \t]*[/|][ \t]*no?\b|[(\[]\w[)\]]\w+.*|\b[01]['\x22)\]]?[ \t]*(?:-|to|đến)[ \t]*['\x22(\[]?[67]['\x22)\]]?[^\w].*?(?:[(\[]\w[)\]][ \t]+|\b\w[ \t]*(?:[:=-]|\b(?:to|for|để)\b)[ \t]*)[[:alpha:]]{2}.*",
    )
});

/// A key that is a digit, with the text of its choice.
static CHOICE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b\d[ \t]*=[ \t]*[[:alpha:]][^,;)\]|]*"));

/// The same for yes or no, without a sign that says so: `0-No; 1-Yes`.
static YES_OR_NO: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b\d(?:[:)-][ \t]?|[ \t]*-[ \t]*)(?:yes|no|có|không)\b[^,;)\]|]*"));

/// So many choices that begin with numbers in order are a menu in one line.
const SHORTEST_MENU: usize = 3;

/// The parts of a line that begin with numbers in order, from 0 or 1 on: `1 drop / 2 undo / 3 block`.
fn numbered(line: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut last: Option<u32> = None;
    let mut start = 0;
    for part in line.split_inclusive(['/', '|', ',', ';']) {
        let at = start + part.len() - part.trim_start().len();
        start += part.len();
        let mut characters = line[at..start].chars();
        let Some(number) = characters.next().and_then(|c| c.to_digit(10)) else { continue };
        let has_text = characters.find(|c| !" \t.):-".contains(*c)).is_some_and(char::is_alphabetic);
        let is_next = last.map_or(number < 2, |last| number == last + 1);
        if !has_text || !is_next {
            return Vec::new();
        }
        last = Some(number);
        found.push(at..start);
    }
    found
}

/// The choices that a line offers with digits as keys. One of yes or no alone may be a number with what follows it.
fn choices(line: &str) -> Vec<Range<usize>> {
    if line.contains('=') {
        return CHOICE.find_all(line);
    }
    let numbered = numbered(line);
    if numbered.len() >= SHORTEST_MENU {
        return numbered;
    }
    Some(YES_OR_NO.find_all(line)).filter(|found| found.len() > 1).unwrap_or_default()
}

/// One player beats the other, or is beaten. A letter that MARS has cut to its low byte may begin no word.
static BEATS: LazyLock<Pattern> = LazyLock::new(|| {
    let beaten = "defeated|beaten|bested|outplayed|crushed|conquered|outsmarted|overpowered";
    let is_beaten = format!(r"(?:is|are|was|were|got|gets|been) (?:\w+ )?(?:{beaten})(?: by)?");
    // `Defeat!` is what happened to somebody.
    let beats = r"beats?|defeats|defeat[ \t]+|outplays|crushes|conquers|outsmarts|overpowers";
    let over = "(?:wins?|won|victory|triumphs?|triumphed|prevails?) (?:against|over)";
    built_in(&format!(
        r"\b(?:{is_beaten}|(?:{beaten}) by|{over}|{beats}|{beaten})\b|(?:bị )?(?:đánh bại|hạ gục)\b"
    ))
});

/// Of the words of [`BEATS`], those that say so of the one before them.
static IS_BEATEN: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"^(?:is|are|was|were|got|gets|been|bị) |\bby$"));

/// Nobody does what follows.
static NOBODY: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:nobody|no[ -]?one|neither|none of|no (?:player|one)|khong (?:co )?(?:ai|nguoi)|personne|aucun|nadie|ningun[oa]?|ninguem|nenhum|niemand|keiner)\b|\bno[ \t]+$",
    )
});

/// What follows, with at most two words between, is not so.
static NOT: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:not|cannot|no longer|never|khong the|khong con)\W+(?:\w+\W+){0,2}$"));

/// Pieces are in a row.
static IN_A_ROW: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\bthẳng hàng\b"));

/// One player loses to the other.
static LOSES_TO: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:loses|lost|thua) +(?:to|against|trước)\b"));

/// The relation between the word of a win and the players around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// The one before it wins against the one after it.
    Beats,
    /// The one after it wins against the one before it.
    BeatenBy,
    /// The player of the claim wins.
    Wins,
}

/// The verb with which a text begins.
pub(super) fn verb(text: &str) -> Verb {
    let starts = |pattern: &Pattern| pattern.find(text).is_some_and(|found| found.start == 0);
    if starts(&LOSES_TO) {
        return Verb::BeatenBy;
    }
    match BEATS.find(text) {
        Some(found) if found.start == 0 && IS_BEATEN.find(&text[found.clone()]).is_some() => Verb::BeatenBy,
        Some(found) if found.start == 0 => Verb::Beats,
        _ => Verb::Wins,
    }
}

/// Every place in a line that one of the patterns fits, from left to right; of places that overlap the first.
fn all_of<'p>(line: &str, patterns: impl Iterator<Item = &'p Pattern>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = patterns.flat_map(|pattern| pattern.find_all(line)).collect();
    found.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
    found.dedup_by(|next, kept| next.start < kept.end);
    found
}

/// Returns `true` if a word is one of a score: `wins: 3`, `2 wins`, `ties: 0 of 1`.
pub(super) fn is_counted(line: &str, word: &Range<usize>) -> bool {
    static AFTER: LazyLock<Pattern> = LazyLock::new(|| {
        built_in(r"^\w*\W{0,3}[0-9]+\b[^0-9a-z]*(?:of|out of|game|van|tran|round|match|$|[,;|/])")
    });
    static BEFORE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"(?:^|[:=(\[ ])[0-9]+[ \t]*$"));
    let (before, after) = (&line[..word.start], &line[word.end..]);
    AFTER.find(after).is_some()
        || BEFORE.find(before).is_some_and(|number| PLAYER_BEFORE.find(&before[..=number.start]).is_none())
}

/// Returns `true` if a number stands before a word of winning, with one word between, as in `Alice: 0 games won`, or after the name
/// behind it, as in `wins of Alice: 0`. Where the same is said of the other player, that is a score.
pub(super) fn may_be_counted(line: &str, word: &Range<usize>) -> bool {
    static BEFORE: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b[0-9]+[ \t]+[a-z]+[ \t]+$"));
    static OF_PLAYER: LazyLock<Pattern> =
        LazyLock::new(|| built_in(r"^\w*[ \t]+(?:of|for|by|cua)[ \t]+[^:=]{1,30}[:=][ \t]*[0-9]+\b"));
    let (before, after) = (&line[..word.start], &line[word.end..]);
    OF_PLAYER.find(after).is_some()
        || BEFORE.find(before).is_some_and(|number| PLAYER_BEFORE.find(&before[..number.start]).is_none())
}

/// The text before the number of a player.
static PLAYER_BEFORE: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"(?:player|nguoi choi|choi (?:so|thu)|\bp|team|doi)[ \t#:(]*$"));

/// The part of a line around a place that is a clause of its own.
pub(super) fn clause(line: &str, place: usize) -> Range<usize> {
    const ENDS: [&str; 12] =
        [" - ", ", ", "; ", ". ", "! ", " and ", " but ", " while ", " (", " | ", " va ", " con "];
    let mut clause = 0..line.len();
    for end in ENDS {
        for (at, _) in line.match_indices(end) {
            if at >= place {
                clause.end = clause.end.min(at);
            } else if at + end.len() <= place {
                clause.start = clause.start.max(at + end.len());
            }
        }
    }
    clause
}

#[cfg(test)]
mod tests {
    use super::in_digits;

    #[test]
    fn small_numbers_are_digits_words_or_signs() {
        for (line, read) in [
            ("Violations left: ***", Some("Violations left: 3")),
            ("Undos left = two.", Some("Undos left : 2")),
            ("Undos: none", Some("Undos: 0")),
            ("Violations: ** | Undos: none", Some("Violations: 2| Undos: 0")),
            ("So lan di lai con lai: hai", Some("So lan di lai con lai: 2")),
            ("Undos left: 3", None),
            ("Player: Alice", None),
            ("Violations of the player: X", None),
            ("Undos left: xx", Some("Undos left: 2")),
            ("Violations left", None),
        ] {
            assert_eq!(in_digits(line).as_deref(), read, "{line}");
        }
    }
}
