//! Pieces and the player who starts, as questions want them named.

use std::sync::LazyLock;

use super::offers_yes_and_no;
use crate::console::Request;
use crate::observe::{Pattern, built_in};
use crate::referee::Entry;

/// What says which text stands for the pieces X and O.
static KEYS_OF_PIECES: LazyLock<[[Pattern; 3]; 2]> = LazyLock::new(|| {
    ['X', 'O'].map(|letter| {
        [
            // `[0]: X`, `[1] X`, `1 = X`, `1. X`.
            format!(r"\b(\w)\s*(?:[\])]\s*(?:=|:|-|\.)?|=|:|-|\.)\s*{letter}\b"),
            // `X (type 1)`, `X = 1`, `X: 1`.
            format!(r"\b{letter}\s*(?:\(|=|:|-)\s*(?:type|press|enter|nhap|chon)?\s*(\d)\b"),
            format!(r"(?:type|press|enter|nhap|chon)\s*(\w)\s*(?:for|to|de|la)\s*(?:\w+\s*)?{letter}\b"),
        ]
        .map(|pattern| built_in(&pattern))
    })
});

/// The text that a line gives for a piece.
fn key_of_piece(line: &str, letter: char) -> Option<String> {
    KEYS_OF_PIECES[usize::from(letter == 'O')].iter().find_map(|pattern| {
        let found = pattern.captures(line)?.get(1)?.as_str().to_owned();
        (!found.eq_ignore_ascii_case(&letter.to_string())).then_some(found)
    })
}

/// What asks for a wish, as in `Do you want X?`.
static WISH: LazyLock<Pattern> = LazyLock::new(|| built_in(r"\b(?:want|like|take|muon|lay)\b.*\?"));

/// Returns `true` if a question offers what a player may be given, so that yes takes it, and no the other one: a piece, as in `Do
/// you want X? (y/n)`, or the first move, as in `Does player 2 begin? (y/n)`. `None` if it asks which one.
pub(in super::super) fn takes(line: &str, entry: &Entry) -> Option<bool> {
    let names = |word: &str| line.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    match entry {
        Entry::Piece(letter) => {
            let is_named = |letter: char| names(letter.encode_utf8(&mut [0; 4]));
            let has_key = ['X', 'O'].into_iter().any(|letter| key_of_piece(line, letter).is_some());
            let is_offer = offers_yes_and_no(line) || WISH.find(line).is_some();
            let is_of_one = !has_key && is_named('X') != is_named('O');
            (is_offer && is_of_one).then(|| is_named(*letter))
        }
        Entry::Starter(number) => {
            let second = names("2") || names("second") || names("two");
            offers_yes_and_no(line).then_some(second == (*number == 2))
        }
        _ => None,
    }
}

/// A piece as a question wants it named: by the text that the question or the menu above it gives for it, or by its letter as the
/// question writes it.
pub(in super::super) fn piece(line: &str, menu: &[String], request: Request, letter: char) -> String {
    let of_menu = |text: &String| {
        let other = key_of_piece(text, if letter == 'X' { 'O' } else { 'X' })?;
        key_of_piece(text, letter).filter(|key| *key != other)
    };
    if let Some(said) = key_of_piece(line, letter).or_else(|| menu.iter().find_map(of_menu)) {
        return said;
    }
    if request.is_number() {
        return if letter == 'X' { "1".to_owned() } else { "2".to_owned() };
    }
    // A program that writes small letters may know no others.
    let small = letter.to_ascii_lowercase();
    let words = || line.split(|c: char| !c.is_alphanumeric());
    let is_small =
        words().any(|word| word == small.to_string()) && !words().any(|word| word == letter.to_string());
    if is_small { small.to_string() } else { letter.to_string() }
}

/// The answer for the player who starts, by number, or by piece where a question names the pieces.
pub(in super::super) fn starter(line: &str, request: Request, number: u8) -> String {
    let names =
        |word: &str| line.split(|c: char| !c.is_alphanumeric()).any(|part| part.eq_ignore_ascii_case(word));
    if names("x") && names("o") && !names("1") {
        return piece(line, &[], request, if number == 1 { 'X' } else { 'O' });
    }
    number.to_string()
}
