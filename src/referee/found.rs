//! Games that were searched for once: the search takes longer than it takes to grade a submission.
//! `found.txt` has them, and a test holds it to the results of the search.

use super::{Assignment, Game, numbered};

/// One line for each family: the assignment, the family, and its games, with `|` between them and `;` between those that show
/// the same.
const FOUND: &str = include_str!("found.txt");

/// The games of a family; `None` if they are to be searched for.
pub(super) fn games(assignment: Assignment, family: &str) -> Option<Vec<Game>> {
    let (name, _) = Assignment::ALL.into_iter().find(|(_, known)| *known == assignment)?;
    let of_line = |line: &'static str| line.strip_prefix(name)?.strip_prefix(' ')?.split_once(": ");
    let (_, games) = FOUND.lines().filter_map(of_line).find(|(known, _)| *known == family)?;
    let game = |(nth, game): (usize, &str)| {
        let mut lines = game.split("; ").map(str::to_owned);
        let line = lines.next().unwrap_or_default();
        Game { name: numbered(family, nth + 1), line, or: lines.collect() }
    };
    Some(games.split(" | ").enumerate().map(game).collect())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::expect_file;

    use crate::referee::{Assignment, Game};

    /// Boards of other assignments are large, and their games are made in a few steps.
    const SEARCHED: [Assignment; 2] = [Assignment::FourInARow, Assignment::RedAndYellow];

    #[test]
    fn the_games_are_those_that_the_search_finds() {
        let (mut found, mut searched) = (String::new(), Vec::new());
        for (name, assignment) in Assignment::ALL.into_iter().filter(|(_, known)| SEARCHED.contains(known)) {
            for family in assignment.families() {
                let games = assignment.search(family);
                let game = |game: &Game| [std::slice::from_ref(&game.line), &game.or].concat().join("; ");
                let text: Vec<String> = games.iter().map(game).collect();
                let _ = writeln!(found, "{name} {family}: {}", text.join(" | "));
                searched.push((assignment, *family, games));
            }
        }
        expect_file!["found.txt"].assert_eq(&found);
        for (assignment, family, games) in searched {
            assert_eq!(assignment.games(family), games, "{family}");
        }
    }
}
