//! The keys of the choices in a line, with the texts that say what they do.

use std::ops::Range;
use std::sync::LazyLock;

use super::super::PromptRules;
use super::{Choice, Means, PATTERNS, any_other, shows_columns};
use crate::observe::{Pattern, built_in};
use crate::play::dialogue::typing;
use crate::referee::Question;

/// Verbs behind which stands a key.
pub(super) const VERBS: &str =
    "press|push|hit|tap|type|enter|input|choose|select|nhap|nhan|bam|go|chon|ingrese|digite|tapez|entrez";

/// The mark of a choice; the text of the choice follows. A word in capitals is one that somebody is to type (`type BACK to ...`). A
/// key that is no column may have no mark: `0 remove`, `B takes the move back`.
static KEY: LazyLock<Pattern> = LazyLock::new(|| {
    let verb = VERBS;
    // A number of two digits that is no cell, or the same digit twice: `77 = block, 88 = remove`.
    let special = r"[089]\d|\d[089]|11|22|33|44|55|66|77";
    built_in(&format!(
        r#"(?:(?:^|[\s,;(\[])(?:(?:{verb})[ \t]+((?-i:[A-Z]{{2,}}))[ \t]+(?:to|for|if|để|nếu)\b|(?:(?:{verb})[ \t]+)?(?:[\[(<]['"]?({special}|\w|enter|return)['"]?[\])>][ \t]*[:=.-]?|(enter|return)(?:[ \t]*[=:]|[ \t]+-|[ \t]+(?:to|for|if|when|để|nếu|khi)\b)|(?:['"](\w+)['"]|(-\d|{special}|\w))(?:[ \t]*[.):=]|[ \t]+-+>|[ \t]+-{{1,2}}(?:[^-]|$)|(?:[ \t]*\([^()]*\))?[ \t]+(?:to|for|if|when|để|nếu|para|pour|zum)\b)|((?-i:[b-np-wyz]))[ \t]+(?:is|means)\b)[ \t]*|(-\d|{special}|\d)[ \t]+[[:alpha:]]|((?-i:[A-NP-WYZb-hj-np-wyz])|enter|return)[ \t]+(?:(?:alone|only|key)[ \t]+)?[[:alpha:]]+s\b|(\d)-[[:alpha:]])|[[:alpha:]][\[(]([a-npqrt-wyz])[\])]|\b(?:{verb})[ \t]+['"]?({special}|[0-9b-hj-np-wyz])['"]?(?:[ \t]*[,;:.?>]|[ \t]*$)|\b(?:{verb})[ \t]+({special}|[0-9b-hj-np-wyz])[ \t]+[[:alpha:]]{{2}}|\b([0-9b-hj-np-wyz])[ \t]?\([[:alpha:]]{{2}})"#
    ))
});

/// The group of [`KEY`] for a word in capitals behind a verb.
const CAPITALS: usize = 1;

/// Its first group for a key without a mark.
const UNMARKED: usize = 7;
/// Its group for a number that a hyphen joins to a word: `1-Drop  2-Remove`.
const JOINED: usize = 9;

/// Its group for a key in brackets that touch a word: `Column(1-7)/remove(r)`. Pieces are no keys, nor is the end of `column(s)`.
const TOUCHING: usize = 10;

/// Its group for a key behind what it does, as in `to drop a piece press d, to take one away press t:`.
const TOLD: usize = 11;

/// Its group for a key behind a verb, with what it does behind it: `bam u di lai, bam b chan doi thu`.
const ORDERED: usize = 12;

/// Its group for a key with what it does in brackets behind it: `chon 1 (tha quan) hoac 2 (chan doi thu)`.
const EXPLAINED: usize = 13;

/// Numbers without marks that follow each other are keys if there are so many, and so many of their texts are acts.
const SHORTEST_LIST: usize = 3;
const FEWEST_ACTS: usize = 2;

/// A number of what is left: `Faults left 3. Undos left 2.` shows no keys.
static LEFT: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:left|remaining|used|còn|còn lại)[ \t]*[:=]?[ \t]*\d"));

/// Where nothing else ends a menu of what is done in place of a drop, this does, and takes no move back: `1 = remove, 2 = block, 3 = go back`.
static GOES_BACK: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"^\W*(?:(?:go|step|turn|get|quay|tro)[ \t]+)?(?:back|lai|ve)(?:[ \t]+to\b.*)?\W*$")
});

/// The text of what is left.
static WHAT_IS_LEFT: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"^[ \t]*\w+[ \t]+(?:left|remaining|còn lại)\b"));

/// A key in a line, and the texts between it and the keys before and after it.
pub(in super::super) struct Mark<'l> {
    pub(super) key: &'l str,
    /// The place of the key in the line.
    pub(in super::super) at: usize,
    /// The places where it begins with what marks it, and where it ends.
    pub(super) place: Range<usize>,
    pub(super) before: &'l str,
    pub(super) after: &'l str,
    /// What says that it is a key.
    manner: Manner,
}

/// What says that something is a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A mark behind it.
    Marked,
    /// The brackets around it.
    Bracketed,
    /// Nothing but its place.
    Unmarked,
    /// The hyphen that joins it to its text.
    Joined,
    /// The brackets around it, which touch what it does.
    Touching,
    /// The verb before it, with nothing behind it.
    Told,
    /// The verb before it, with what it does behind it.
    Ordered,
    /// The brackets behind it, with what it does in them.
    Explained,
}

impl Mark<'_> {
    /// Returns `true` if words follow its name, and neither a mark nor a bracket, as in `ENTER to go on`.
    fn is_behind_text(&self, line: &str) -> bool {
        let behind = line[self.at..].trim_start_matches(char::is_alphanumeric).trim_start();
        behind.starts_with(char::is_alphabetic)
    }
}

/// What may be a key in a line, from left to right.
fn marks(line: &str) -> Vec<Mark<'_>> {
    let mut found: Vec<Mark<'_>> = Vec::new();
    let mut from = 0;
    while let Some(captures) = line.get(from..).and_then(|rest| KEY.captures(rest)) {
        let (Some(whole), Some((group, key))) = (captures.get(0), captures.inner().next()) else { break };
        // The text begins right behind a key without a mark.
        let end = from
            + match group {
                UNMARKED..JOINED | ORDERED | EXPLAINED => key.end(),
                JOINED => key.end() + 1,
                _ => whole.end(),
            };
        let start = from + if group == TOUCHING { key.start() - 1 } else { whole.start() };
        let at = from + key.start();
        // The key ENTER types nothing.
        let key = if ["enter", "return"].iter().any(|enter| key.as_str().eq_ignore_ascii_case(enter)) {
            ""
        } else {
            key.as_str()
        };
        // Where all is in capitals, a word in capitals is none that is to be typed: `CHOOSE COLUMN TO DROP`.
        let is_of_capitals = group == CAPITALS && !line.contains(char::is_lowercase);
        if is_of_capitals || typing::ends_plural(&line[..at], key) {
            from = end;
            continue;
        }
        // The number in `undo (left: 3)` is no key: its bracket ends what began before it.
        if line[..end].ends_with([']', ')'])
            && !line[start..end].contains(['[', '('])
            && is_open(&line[..start])
        {
            from = end;
            continue;
        }
        let manner = match group {
            UNMARKED..JOINED => Manner::Unmarked,
            JOINED => Manner::Joined,
            TOLD => Manner::Told,
            ORDERED => Manner::Ordered,
            EXPLAINED => Manner::Explained,
            TOUCHING => Manner::Touching,
            _ if line[..end].ends_with([']', ')', '>']) => Manner::Bracketed,
            _ => Manner::Marked,
        };
        let place = start..end;
        found.push(Mark { key, at, place, before: "", after: "", manner });
        from = end.max(from + 1);
    }
    // `Connect 4-in-a-row` shows no key.
    // The mark behind the last one is that of the question: `press d, to remove a piece press r:`.
    let is_told = |mark: &Mark<'_>| {
        line[mark.place.end..].trim().is_empty()
            && line[mark.place.start..mark.at].contains(char::is_alphabetic)
    };
    // `Done? Press n. Regrets? Press u to undo. Freeze them? Press b.`
    let ends_sentence = |mark: &Mark<'_>| {
        let behind = &line[mark.at + mark.key.len()..];
        !mark.key.is_empty()
            && line[mark.place.start..mark.at].contains(char::is_alphabetic)
            && (behind.starts_with(". ") || behind.trim_end() == ".")
    };
    if found.iter().filter(|mark| ends_sentence(mark)).count() > 1 {
        found.iter_mut().filter(|mark| ends_sentence(mark)).for_each(|mark| mark.manner = Manner::Told);
    }
    let has_told = found.iter().any(|mark| mark.manner == Manner::Told);
    if let Some(last) = found.last_mut().filter(|last| has_told && is_told(last)) {
        last.manner = Manner::Told;
    }
    let of = |manner: Manner| -> Vec<&str> {
        found.iter().filter(|mark| mark.manner == manner).map(|mark| mark.key).collect()
    };
    let (joined, told) = (of(Manner::Joined), of(Manner::Told));
    let of_ordered = of(Manner::Ordered).len();
    if joined.len() < 2 || !joined.is_sorted() {
        found.retain(|mark| mark.manner != Manner::Joined);
    }
    if told.len() < 2 {
        found.retain(|mark| mark.manner != Manner::Told);
    }
    if of_ordered < 2 {
        found.retain(|mark| mark.manner != Manner::Ordered);
    }
    set_texts(&mut found, line, &[]);
    found
}

/// Sets the texts between the keys of a line; what begins at one of the stops is part of none.
fn set_texts<'l>(marks: &mut [Mark<'l>], line: &'l str, stops: &[usize]) {
    let mut last = 0;
    for nth in 0..marks.len() {
        let next = marks.get(nth + 1).map_or(line.len(), |next| next.place.start);
        let mark = &mut marks[nth];
        let end = stops.iter().copied().find(|stop| (mark.place.end..next).contains(stop)).unwrap_or(next);
        (mark.before, mark.after) = (&line[last..mark.place.start], &line[mark.place.end..end]);
        last = mark.place.end;
    }
}

/// Returns `true` if every part of a line begins with a key, but for that with the columns or with whatever else may be typed: then
/// they are keys, whatever their texts. `1-7 bakes | 11 nibbles | 22 plays`, `44 pulls it out, any other number leaves it in`.
fn begin_parts<'l>(line: &str, marks: impl Iterator<Item = &'l Mark<'l>>) -> bool {
    let places: Vec<usize> = marks.map(|mark| mark.at).collect();
    let mut from = 0;
    let parts = line.split(['|', ',', ';', '/']).map(|part| {
        let start = from;
        from += part.len() + 1;
        (start, part)
    });
    let is_rest = |(_, part): &(usize, &str)| shows_columns(part) || PATTERNS.other.find(part).is_some();
    let (rest, others): (Vec<_>, Vec<_>) = parts.partition(is_rest);
    let begins = |(start, part): &(usize, &str)| {
        let is_first = |place: &usize| {
            (*start..start + part.len()).contains(place)
                && !last_sentence(&line[*start..*place]).contains(char::is_alphanumeric)
        };
        places.iter().any(is_first)
    };
    rest.len() == 1 && !others.is_empty() && others.iter().all(begins)
}

/// Returns `true` if a bracket is open at the end of a text.
fn is_open(text: &str) -> bool {
    let count = |brackets: [char; 2]| text.matches(brackets).count();
    count(['(', '[']) > count([')', ']'])
}

/// Returns `true` if a line is an item of a menu, or a row of them: its keys stand where it begins, or where columns of text do. The
/// numbers of columns may come first: `1-7: drop      x: remove`.
pub(in super::super) fn is_item(marks: &[Mark<'_>]) -> bool {
    let begins = |mark: &Mark<'_>| mark.before.trim().is_empty() || begins_with_columns(mark.before);
    let is_apart = |before: &Mark<'_>| before.after.ends_with("  ") || before.after.ends_with(['\t', '|']);
    marks.first().is_some_and(begins) && marks[..marks.len() - 1].iter().all(is_apart)
}

impl PromptRules<'_> {
    /// The keys that a line shows, from left to right. A number without a mark is one if it chooses an act, and does not count
    /// something, as in `0 undos left`; the number of a column, if others follow it, as in `1 Drop  2 Remove`.
    pub(in super::super) fn marks<'l>(&self, line: &'l str) -> Vec<Mark<'l>> {
        let words = self.words();
        let counts = |mark: &Mark<'_>| {
            let text = format!("{}{}", mark.key, mark.after);
            words.undos.iter().chain(&words.faults).any(|pattern| pattern.find(&text).is_some())
        };
        let is_act = |mark: &Mark<'_>| matches!(self.means_of(mark.after), Means::Act(_));
        let chooses = |mark: &Mark<'_>| is_act(mark) && !counts(mark);
        let mut marks = marks(line);
        // The 7 of `'1' to '7' drops a piece` is a column.
        let columns = PATTERNS.columns.find_all(line);
        marks.retain(|mark| !columns.iter().any(|columns| columns.contains(&mark.at)));
        // In `1 drop, 2 zap, 3 undo, 4 end` each number is a key, whatever its text.
        let digit = |mark: &Mark<'_>| mark.key.parse::<usize>().ok();
        let digits: Vec<usize> = marks.iter().filter_map(digit).collect();
        let is_in_order = digits.iter().zip(digits.iter().skip(1)).all(|(one, next)| one + 1 == *next);
        let acts = || marks.iter().filter(|mark| digit(mark).is_some() && is_act(mark)).count();
        let is_numbered =
            digits.len() >= SHORTEST_LIST && digits[0] < 2 && is_in_order && acts() >= FEWEST_ACTS;
        for mark in marks.iter_mut().filter(|mark| is_numbered && digit(mark).is_some()) {
            mark.manner = Manner::Marked;
        }
        // `(u = undos left)` says what a status shows.
        let is_status = |mark: &Mark<'_>| WHAT_IS_LEFT.find(mark.after).is_some();
        let statuses: Vec<usize> =
            marks.iter().filter(|mark| is_status(mark)).map(|mark| mark.place.start).collect();
        marks.retain(|mark| !is_status(mark));
        // Nor does the letter in `Ann v=3 u=2` choose anything: it is short for what is counted.
        let is_number = |text: &str| text.trim().parse::<u8>().is_ok();
        let is_short = |mark: &Mark<'_>| mark.key.contains(char::is_alphabetic) && is_number(mark.after);
        marks.retain(|mark| !is_short(mark));
        if begin_parts(line, marks.iter().filter(|mark| !counts(mark))) {
            for mark in marks.iter_mut().filter(|mark| mark.manner == Manner::Unmarked) {
                mark.manner = Manner::Marked;
            }
        }
        // `Player 1 (Alice) against 2 (Bob)` shows no keys.
        let explained = marks.iter().filter(|mark| mark.manner == Manner::Explained);
        let known = explained.clone().filter(|mark| self.means_of(mark.after) != Means::Unknown).count();
        if known == 0 || explained.count() < 2 {
            marks.retain(|mark| mark.manner != Manner::Explained);
        }
        // `[X] faults 3` is a status of whoever has that piece.
        let shows_faults = |mark: &Mark<'_>| {
            words.faults.iter().any(|faults| faults.find(&line[mark.place.end..]).is_some())
        };
        let is_piece = |mark: &Mark<'_>| typing::is_piece(mark.key);
        marks.retain(|mark| !is_piece(mark) || !shows_faults(mark));
        // In `[...] Alice O. Violations permitted: 3. Undo operations: 0.` sentences end behind numbers and pieces.
        let words_of_counters = || words.undos.iter().chain(&words.faults);
        let is_value = |mark: &Mark<'_>| {
            let before = line[..mark.at].trim_end();
            let begins = before.rfind(['.', ';', ',', '|']).map_or(0, |end| end + 1);
            let counter = format!("{} {}", &before[begins..], mark.key);
            before.ends_with(':')
                && mark.key.parse::<u8>().is_ok()
                && words_of_counters().any(|pattern| pattern.find(&counter).is_some())
        };
        let values = marks.iter().filter(|mark| is_value(mark)).count();
        marks.retain(|mark| !(is_value(mark) || values > 0 && is_piece(mark)));
        let left = LEFT.find_all(line);
        marks.retain(|mark| !left.iter().any(|number| number.end == mark.at + mark.key.len()));
        let counted = marks.iter().filter(|mark| mark.manner == Manner::Unmarked && counts(mark));
        // What any other key does is said of none of them.
        let others = PATTERNS.other.find_all(line).into_iter().map(|other| other.start);
        let stops: Vec<usize> = counted.map(|mark| mark.place.start).chain(statuses).chain(others).collect();
        // `Enter to which column ...` shows no key.
        let is_told = |mark: &Mark<'_>| mark.key.is_empty() && mark.is_behind_text(line);
        let ends = |mark: &Mark<'_>| mark.key.is_empty() && self.means_of(mark.after) == Means::Decline;
        // `Press ENTER to conclude; enter u to reverse the move` shows two.
        let has_act = marks.iter().any(|mark| !mark.key.is_empty() && is_act(mark));
        marks.retain(|mark| !is_told(mark) || has_act || ends(mark));
        marks.retain(|mark| mark.manner != Manner::Unmarked || chooses(mark) || ends(mark));
        let number = |mark: &Mark<'_>| mark.key.parse().ok().filter(|number| (1..=7).contains(number));
        let in_order: Vec<usize> =
            marks.iter().filter(|mark| mark.manner == Manner::Unmarked).filter_map(number).collect();
        let is_list = in_order.len() > 1 && in_order.iter().copied().eq(1..=in_order.len());
        marks.retain(|mark| mark.manner != Manner::Unmarked || is_list || number(mark).is_none());
        // The number in `r to take 1 piece` is no key, and what stands around it is one text; a status ends it.
        set_texts(&mut marks, line, &stops);
        marks
    }

    /// The choices that a line offers with these keys.
    pub(in super::super) fn choices(&self, line: &str, marks: &[Mark<'_>]) -> Vec<Choice> {
        // `undo (U) or keep (K)?` has its keys behind the texts; the columns in `[1-7] drop [8] block` stand before theirs.
        // `Keep it (k), regret it (u)?` ends with a key.
        let has_words = |text: &str| text.contains(char::is_alphabetic);
        let ends_with_key = marks.last().is_some_and(|last| !has_words(last.after));
        // A whole question before the choices is the text of none: `Take it back? [k] keep  [t] take back`.
        let is_question = |before: &str| !ends_with_key && before.trim_end().ends_with('?');
        let is_text = |before: &str| {
            matches!(self.means_of(before), Means::Act(_))
                && !is_question(before)
                && PATTERNS.columns.find(before).is_none()
        };
        let begins_with_text = |first: &Mark<'_>| marks.len() > 1 && ends_with_key && has_words(first.before);
        let in_brackets = |mark: &Mark<'_>| {
            line[mark.place.clone()].trim_end().ends_with([')', ']', '>']) || mark.manner == Manner::Told
        };
        let is_behind = marks
            .first()
            .is_some_and(|first| in_brackets(first) && (is_text(first.before) || begins_with_text(first)));
        // `Done? Press n. Regrets? Press u to undo. Press b to block.`
        let is_told = marks.first().is_some_and(|first| first.manner == Manner::Told);
        let choice = |mark: &Mark<'_>| {
            // `Column(1-7)/remove(r)`.
            let word = mark.before.rsplit(['/', '|', ',', ';']).next().unwrap_or_default();
            let is_behind = is_behind && (!is_told || mark.manner == Manner::Told);
            let means = if mark.manner == Manner::Touching {
                self.means_of(word)
            } else if is_behind && mark.manner == Manner::Told {
                self.means_of(last_sentence(mark.before))
            } else if is_behind {
                self.means_of(mark.before)
            } else if mark.manner == Manner::Bracketed
                && mark.key.starts_with(char::is_alphabetic)
                && mark.after.starts_with(char::is_alphabetic)
            {
                // `[U]ndo` is a word.
                self.means_of(&format!("{}{}", mark.key, mark.after))
            } else {
                self.means_of(mark.after)
            };
            // `'undo' = ...` says what it is by itself.
            let means =
                if means == Means::Unknown && mark.key.len() > 1 { self.means_of(mark.key) } else { means };
            Choice { key: mark.key.to_owned(), means }
        };
        let mut choices: Vec<Choice> = marks.iter().map(choice).collect();
        only_first_drops(choices.iter_mut());
        // `88 to see the moves, 99 to stop` ends no turn.
        let is_else = |choice: &Choice| choice.means == Means::Outside || may_decline(choice.means);
        if choices.iter().any(is_else) {
            let stops = marks.iter().map(|mark| !is_behind && PATTERNS.stop.find(mark.after).is_some());
            let unknown = choices.iter_mut().zip(stops);
            let unknown = unknown.filter(|(choice, stops)| *stops && choice.means == Means::Unknown);
            unknown.for_each(|(choice, _)| choice.means = Means::Outside);
        }
        choices.extend(any_other(line, &choices));
        let goes_back =
            |(mark, _): &(&Mark<'_>, &mut Choice)| !is_behind && GOES_BACK.find(mark.after).is_some();
        let removes = choices.iter().any(|choice| choice.means == Means::Act(Question::Remove));
        if removes
            && !choices.iter().any(|choice| may_decline(choice.means))
            && let Some((_, back)) = marks.iter().zip(&mut choices).find(goes_back)
        {
            back.means = Means::Decline;
        }
        choices
    }
}

/// Returns `true` if a choice may be the one that does nothing.
fn may_decline(means: Means) -> bool {
    matches!(means, Means::Decline | Means::Unknown | Means::Act(Question::Drop))
}

/// Words for a drop are in other texts too: `1 put a piece, 4 let the others not play`. The first one is the drop.
pub(super) fn only_first_drops<'c>(choices: impl Iterator<Item = &'c mut Choice>) {
    let drops = |choice: &&mut Choice| choice.means == Means::Act(Question::Drop);
    for other in choices.filter(drops).skip(1) {
        other.means = Means::Unknown;
    }
}

/// The last sentence of a text, or a part of it between commas.
fn last_sentence(text: &str) -> &str {
    let text = text.trim_end().trim_end_matches(['?', ',', ':']);
    text.rsplit(['.', '?', '!', ';', ',']).next().unwrap_or(text)
}

/// Returns `true` if a text begins with the numbers of the columns.
pub(super) fn begins_with_columns(text: &str) -> bool {
    let columns = PATTERNS.columns.find(text);
    columns.is_some_and(|columns| !text[..columns.start].contains(char::is_alphanumeric))
}
