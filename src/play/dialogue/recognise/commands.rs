//! Tables of commands, which a program prints once, or only to those who ask for help: `drop    drop a piece`.

use std::rc::Rc;
use std::sync::LazyLock;

use super::PromptRules;
use super::menu::{Choice, Means, Menu};
use crate::console::Request;
use crate::observe::{Line, Page, Pattern, built_in};
use crate::referee::Question;

/// A command with what it does: `shield   your rival may not move`, `zap C R - take a piece`.
static COMMAND: LazyLock<Pattern> = LazyLock::new(|| {
    let places = r"((?:[ \t]+(?:\w|<[^<>]{1,16}>)){0,2})";
    built_in(&format!(
        r"^[ \t|*-]*(\w{{1,12}}){places}(?:[ \t]{{2,}}|\t|[ \t]+(?:[-=]+>?|>)[ \t]+|:[ \t]+)(\w+[ \t]+\w.*)$"
    ))
});

/// A table of commands has at least this many.
const FEWEST_COMMANDS: usize = 3;

/// A command of a table.
pub(super) struct Command {
    pub(super) word: String,
    pub(super) means: Means,
    /// True if a place on the board is typed with it.
    takes_place: bool,
}

impl PromptRules<'_> {
    /// The tables of commands on a page.
    pub(super) fn command_tables(&self, page: &Page) -> Vec<Vec<Command>> {
        let is_command = |line: &Rc<Line>| COMMAND.find(line.folded()).is_some();
        let tables = page.lines().chunk_by(|one, next| is_command(one) && is_command(next));
        let command = |line: &Rc<Line>| {
            let found = COMMAND.captures(line.folded())?;
            let (word, text) = (found.get(1)?.as_str(), found.get(3)?.as_str());
            let means = Some(self.means_of(word)).filter(|means| *means != Means::Unknown);
            Some(Command {
                word: word.to_owned(),
                means: means.unwrap_or_else(|| self.means_of(text)),
                takes_place: found.get(2).is_some_and(|places| !places.as_str().is_empty()),
            })
        };
        let tables = tables.filter(|table| table.len() >= FEWEST_COMMANDS);
        tables.map(|table| table.iter().filter_map(command).collect()).collect()
    }

    /// The choices of the first table in the program's texts by which a piece is dropped without its column: this is asked for then.
    pub(super) fn commands_in(&self, texts: &Page) -> Vec<Choice> {
        let drops = |command: &Command| command.means == Means::Act(Question::Drop);
        let mut tables = self.command_tables(texts).into_iter();
        let table =
            tables.find(|table| table.iter().any(drops) && !table.iter().any(|command| command.takes_place));
        let choice = |command: Command| Choice { key: command.word, means: command.means };
        table.into_iter().flatten().map(choice).collect()
    }

    /// The menu of a prompt without a word, `> `, where such a table says what may be typed.
    pub(super) fn of_commands(&self, prompt: &Line, request: Request) -> Option<Menu> {
        let is_one_key = matches!(request, Request::Character | Request::Key);
        let fits = |choice: &Choice| !is_one_key || choice.key.len() == 1;
        let may_be_typed = !prompt.has_word() && !request.is_number();
        if may_be_typed && self.texts.commands.iter().all(fits) {
            Menu::of(&self.texts.commands, 2)
        } else {
            None
        }
    }
}
