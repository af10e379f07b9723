//! Text as it stands on a screen: lines and columns, with tabs widened and colours kept apart from characters.

use std::rc::Rc;

use super::page::{Line, Page};

/// The distance between the places that a tab goes to.
const TAB: usize = 8;
/// No line has more columns than these that are worth a look.
const MOST_COLUMNS: usize = 240;

/// The character in one place of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// The character; a blank where nothing was printed.
    pub glyph: char,
    /// The colour that was set when it was printed; 0 if none was.
    pub colour: u32,
}

/// A place where nothing was printed.
pub(super) const BLANK_SPOT: Spot = Spot { glyph: ' ', colour: 0 };

/// A text by line and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    lines: Vec<Rc<[Spot]>>,
    width: usize,
}

impl Screen {
    /// A text as it stands on a screen.
    pub fn of(page: &Page) -> Self {
        if let Some(text) = page.coloured() {
            return Self::coloured(text);
        }
        let mut lines: Vec<Rc<[Spot]>> = page.lines().iter().map(|line| spots(line)).collect();
        if page.is_ended() {
            lines.push(Rc::default());
        }
        Self::with_lines(lines)
    }

    fn with_lines(lines: Vec<Rc<[Spot]>>) -> Self {
        let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        Self { lines, width }
    }

    fn coloured(text: &str) -> Self {
        let mut lines: Vec<Rc<[Spot]>> = Vec::new();
        let mut line: Vec<Spot> = Vec::new();
        let mut colour = 0;
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            match c {
                '\n' => lines.push(std::mem::take(&mut line).into()),
                '\u{1b}' => colour = colour_after(&mut characters, colour),
                glyph => put(&mut line, glyph, colour),
            }
        }
        lines.push(line.into());
        Self::with_lines(lines)
    }

    /// The same screen where each of these characters and the one after it, such as the sign of `-1` and its digit, take one
    /// place.
    pub(super) fn joined(&self, leads: &[char]) -> Self {
        let join = |line: &Rc<[Spot]>| -> Rc<[Spot]> {
            let mut spots = Vec::with_capacity(line.len());
            let mut rest = line.iter().copied().peekable();
            while let Some(spot) = rest.next() {
                let lead = leads.iter().position(|lead| *lead == spot.glyph);
                let next = rest.next_if(|next| lead.is_some() && next.glyph != ' ');
                let joined =
                    lead.zip(next).map(|(lead, next)| Spot { glyph: as_second(lead, next.glyph), ..next });
                spots.push(joined.unwrap_or(spot));
            }
            spots.into()
        };
        Self::with_lines(self.lines.iter().map(join).collect())
    }

    /// The same screen with one mark in place of every digit: free cells may show their numbers.
    pub(super) fn without_numbers(&self) -> Self {
        let mask =
            |spot: &Spot| Spot { glyph: if spot.glyph.is_ascii_digit() { '#' } else { spot.glyph }, ..*spot };
        let masked = |line: &Rc<[Spot]>| -> Rc<[Spot]> { line.iter().map(mask).collect() };
        Self::with_lines(self.lines.iter().map(masked).collect())
    }

    /// Returns `true` if anything is printed in a colour.
    pub(super) fn has_colours(&self) -> bool {
        self.lines.iter().any(|line| line.iter().any(|spot| spot.colour != 0))
    }

    /// The number of lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// The number of columns of the widest line.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The character in a place; a blank outside of what was printed.
    pub fn at(&self, line: usize, column: usize) -> Spot {
        self.lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(BLANK_SPOT)
    }

    /// The number of columns of a line that were printed.
    pub fn printed(&self, line: usize) -> usize {
        self.lines.get(line).map_or(0, |line| line.len())
    }
}

/// The first of the characters that stand for the second one of two that take one place, and the number of
/// them for each first one. No program prints them.
const SECONDS: u32 = 0xF_0000;
const OF_ONE_LEAD: u32 = 0x1_0000;

/// The character that stands for two characters in one place, by the number of the first one and the second
/// one.
fn as_second(lead: usize, second: char) -> char {
    let place = u32::from(second) % OF_ONE_LEAD + lead as u32 * OF_ONE_LEAD;
    char::from_u32(SECONDS + place).unwrap_or(second)
}

/// The number of the first one of two characters that take one place, and the second one, if a character stands for such.
pub(super) fn joined_of(glyph: char) -> Option<(usize, char)> {
    let place = u32::from(glyph).checked_sub(SECONDS)?;
    Some(((place / OF_ONE_LEAD) as usize, char::from_u32(place % OF_ONE_LEAD)?))
}

/// A line without colours.
fn spots(line: &Line) -> Rc<[Spot]> {
    let read = || {
        let mut spots = Vec::with_capacity(line.plain().len());
        line.plain().chars().for_each(|glyph| put(&mut spots, glyph, 0));
        spots.into()
    };
    Rc::clone(line.spots.get_or_init(read))
}

/// Puts a character at the end of a line.
fn put(line: &mut Vec<Spot>, glyph: char, colour: u32) {
    match glyph {
        '\r' => {}
        '\t' => line.resize((line.len() / TAB + 1) * TAB, BLANK_SPOT),
        glyph if line.len() < MOST_COLUMNS => line.push(Spot { glyph, colour: colour_of(glyph, colour) }),
        _ => {}
    }
}

/// The colour of a character: a blank shows none, unless its background is coloured, which counts as no glyph here.
fn colour_of(glyph: char, colour: u32) -> u32 {
    if glyph == ' ' { 0 } else { colour }
}

/// The colour that a sequence after an escape sets; the one before if it sets none.
fn colour_after(characters: &mut std::str::Chars<'_>, before: u32) -> u32 {
    let mut parameters = String::new();
    for c in characters.by_ref() {
        if c.is_ascii_alphabetic() {
            if c != 'm' {
                return before;
            }
            let numbers = parameters.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
            let numbers = numbers.map(|part| part.parse::<u32>().unwrap_or(0));
            // The last one that is no reset; brightness is no colour of its own.
            return numbers
                .fold(0, |all, number| if number == 0 { 0 } else { all * 256 % 0xFF_FFFF + number });
        }
        parameters.push(c);
    }
    before
}

#[cfg(test)]
mod tests {
    use super::{BLANK_SPOT, Page, Screen, joined_of};

    #[test]
    fn tabs_and_colours_take_no_place_of_their_own() {
        let screen = Screen::of(&Page::of("a\tb\n\u{1b}[31mX\u{1b}[0mX"));
        assert_eq!((screen.height(), screen.width()), (2, 9));
        assert_eq!(screen.at(0, 8).glyph, 'b');
        assert_eq!(screen.at(0, 3), BLANK_SPOT);
        assert_eq!((screen.at(1, 0).colour, screen.at(1, 1).colour), (31, 0));
        let joined = Screen::of(&Page::of("0 -1 +1")).joined(&['+', '-']);
        let read = |column| joined_of(joined.at(0, column).glyph);
        assert_eq!((joined.width(), read(0), read(2), read(4)), (5, None, Some((1, '1')), Some((0, '1'))));
        assert_eq!((screen.at(9, 9), screen.printed(1)), (BLANK_SPOT, 2));
    }
}
