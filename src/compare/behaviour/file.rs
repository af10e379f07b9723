//! The record of the last game in a program's file.

use std::ops::Range;
use std::rc::Rc;

use super::{Difference, Watched, What};
use crate::console::base_name;
use crate::observe::{Frame, Line, Page, Screen, frames, is_drawn_last};
use crate::referee::Over;
use crate::spec::Check;

impl Watched<'_> {
    /// Checks the record of the last game in the program's file.
    pub(super) fn file(&self, check: Check) -> Option<Difference> {
        let name = self.assignment.file()?;
        let record = self.talk.records.last()?;
        let segment = self.talk.exchanges.len();
        let found = |what| Some(Difference { segment, what });
        let file = self.talk.files.iter().rev().find(|(path, _)| base_name(path) == name.as_bytes());
        let Some((_, bytes)) = file else { return found(What::NoFile(name)) };
        let text = String::from_utf8_lossy(bytes);
        if check == Check::FileStatement {
            let wanted = record.over.statement?;
            if !self.voice.states(&text, wanted) {
                return found(What::WordsInFile { wanted, file: name });
            }
            let told = self.voice.last_outcome(Page::of(&text).lines(), self.talk.records.len());
            let actual = told.filter(|told| told.otherwise.is_some());
            return actual.and_then(|actual| {
                found(What::OutcomeInFile { expected: record.over.clone(), actual: Some(actual) })
            });
        }
        if check == Check::CleanFile {
            let rubbish = self.after_the_outcome(&text, &record.over)?;
            return found(What::RubbishInFile { file: name, rubbish });
        }
        let page = Page::of(&text);
        let screen = Screen::of(&page);
        let (lines, last) = self.last_frame(&page, &screen).unzip();
        let actual = last.map(|last| self.boards.read_in_file(&last, &record.board));
        // A file may show the board in another way than the screen, but not upside down without saying so.
        let lines = lines.flatten().unwrap_or(0..page.lines().len());
        let is_turned = actual.clone().is_some_and(|actual| actual.upside_down() == record.board)
            && !counts_down(&page, lines);
        if actual.as_ref() != Some(&record.board) && (is_turned || !is_drawn_last(&screen, &record.board)) {
            let Some(actual) = actual else { return found(What::NoBoardInFile(name)) };
            return found(What::BoardInFile { expected: record.board.clone(), actual });
        }
        let actual = self.voice.last_outcome(page.lines(), self.talk.records.len());
        let is_told = match &actual {
            Some(actual) => actual.tells(&record.over),
            None => self.is_told_as_on_screen(&page, &record.over),
        };
        if is_told {
            return None;
        }
        // A verb that is unknown on the screen is unknown in the file too.
        let on_screen = self.overs().last().and_then(|ending| self.told(ending, true).0);
        let unknown = on_screen.filter(|told| self.may_name_winner(told) && is_in(&told.line, &page));
        found(match unknown {
            Some(told) => What::UnknownOutcome(told.line),
            None => What::OutcomeInFile { expected: record.over.clone(), actual },
        })
    }

    /// Returns `true` if the last line of a file that mentions a player is the one by which the program tells on the screen how the
    /// game ended, in words of its own.
    fn is_told_as_on_screen(&self, page: &Page, over: &Over) -> bool {
        let Some((Some(told), true)) = self.overs().last().map(|ending| self.told(ending, true)) else {
            return false;
        };
        let mentioned = |line: &Rc<Line>| self.voice.all_mentions(std::iter::once(line));
        let is_news = |line: &&Rc<Line>| line.has_word() && told.line.contains(line.plain().trim());
        let last = match over.winner {
            Some(_) => page.lines().iter().rfind(|line| line.has_word() && !mentioned(line).is_empty()),
            None => page.lines().iter().rfind(is_news),
        };
        let is_of_winner = |line: &&Rc<Line>| over.winner.is_none_or(|winner| mentioned(line) == [winner]);
        last.filter(is_news).is_some_and(|line| is_of_winner(&line))
    }

    /// The last board of a file, drawn as on the screen, with the lines of its rows, or in a shape that is known.
    fn last_frame(&self, page: &Page, screen: &Screen) -> Option<(Option<Range<usize>>, Frame)> {
        let (rows, columns) = self.assignment.board();
        let learned = self.talk.drawing.as_ref().and_then(|drawing| drawing.frames(screen).pop());
        let learned = learned.map(|(lines, frame)| (Some(lines), frame));
        learned.or_else(|| frames(page, rows, columns).pop().map(|frame| (None, frame)))
    }

    /// The text after the line of a file that gives the outcome: memory contents after a text that ends with
    /// a zero byte, if they are not a board.
    fn after_the_outcome(&self, text: &str, over: &Over) -> Option<String> {
        let (rows, columns) = self.assignment.board();
        let mut lines = text.split_inclusive('\n');
        let is_outcome =
            |line: &str| self.voice.outcome(Page::of(line).lines()).is_some_and(|told| told.tells(over));
        let at: usize = lines.by_ref().take_while(|line| !is_outcome(line)).map(str::len).sum();
        let rubbish = after_its_end(&text[at..])?;
        frames(&Page::of(rubbish), rows, columns).is_empty().then(|| rubbish.to_owned())
    }
}

/// Returns `true` if a page has this line, in small letters or not.
fn is_in(line: &str, page: &Page) -> bool {
    page.lines().iter().any(|known| known.plain().trim().eq_ignore_ascii_case(line.trim()))
}

/// Returns `true` if the numbers that begin some lines of a page go down, as where the row with the highest one stands on top.
fn counts_down(page: &Page, lines: Range<usize>) -> bool {
    let number = |line: &Rc<Line>| {
        let digits = line.plain().trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse::<u32>().ok()
    };
    let lines = page.lines().get(lines).unwrap_or_default();
    let numbers: Vec<u32> = lines.iter().filter_map(number).collect();
    numbers.len() > 1 && numbers.is_sorted_by(|above, below| above > below)
}

/// The text after the first zero byte, if there are words in it.
fn after_its_end(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('\0')?;
    let rest = rest.trim_matches(|c: char| c == '\0' || c.is_whitespace());
    rest.contains(char::is_alphanumeric).then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::compare::behaviour::What;
    use crate::observe::Board;

    /// While options are inferred, a game in which only the file is wrong has gone as it must.
    #[test]
    fn what_is_wrong_with_a_file_is_said_and_no_step_of_the_game() {
        let board = || Board { rows: Vec::new() };
        let of_files = [
            What::NoFile("result.txt"),
            What::NoBoardInFile("result.txt"),
            What::BoardInFile { expected: board(), actual: board() },
            What::WordsInFile { wanted: "Tie", file: "result.txt" },
            What::RubbishInFile { file: "result.txt", rubbish: "?".to_owned() },
        ];
        assert!(of_files.iter().all(What::is_said));
        assert!(!What::NoBoard.is_said() && !What::Broke.is_said());
    }
}
