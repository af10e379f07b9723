//! Numbers without marks that begin the lines of a menu: `0  next player`, `1  undo the move`, `2  block`.

use std::rc::Rc;
use std::sync::LazyLock;

use super::super::PromptRules;
use super::Means;
use super::marks::begins_with_columns;
use crate::observe::{Line, Pattern, built_in};

/// A number, and the text behind it.
static ITEM: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(r"^[ \t]*(?:(?:key|press|type|enter|phim|nhan|bam)[ \t]+)?(\d)[ \t]+([[:alpha:]].*)")
});

/// So many lines one below the other are a menu, if each number is one more than the one above it.
const FEWEST_LINES: usize = 3;

/// So many of them are acts or do nothing.
const FEWEST_KNOWN: usize = 2;

impl PromptRules<'_> {
    /// The lines of a page, where those of a menu whose numbers have no marks are given some; below the columns, `1..7  drop`, one line
    /// is enough.
    pub(in super::super) fn with_marks(&self, lines: &[Rc<Line>]) -> Vec<Rc<Line>> {
        let mut marked = lines.to_vec();
        let item = |line: &Rc<Line>| {
            let found = ITEM.captures(line.folded())?;
            let number: usize = found.get(1)?.as_str().parse().ok()?;
            Some((number, found.get(2)?.as_str().to_owned()))
        };
        let mut at = 0;
        while at < lines.len() {
            let Some((first, _)) = item(&lines[at]) else {
                at += 1;
                continue;
            };
            let follows = |(nth, line): (usize, &Rc<Line>)| {
                item(line).filter(|(number, _)| *number == first + nth).map(|(_, text)| text)
            };
            let texts: Vec<String> = lines[at..].iter().enumerate().map_while(follows).collect();
            let below_columns = at > 0 && begins_with_columns(lines[at - 1].folded());
            let is_known = |text: &&String| matches!(self.means_of(text), Means::Act(_) | Means::Decline);
            let known = || texts.iter().filter(is_known).count();
            if below_columns && known() > 0 || texts.len() >= FEWEST_LINES && known() >= FEWEST_KNOWN {
                for (nth, text) in texts.iter().enumerate() {
                    marked[at + nth] = Line::of(&format!("{}. {text}", first + nth));
                }
            }
            at += texts.len();
        }
        marked
    }
}
