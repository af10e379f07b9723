//! The referee of Gomoku.

mod halves;

use reference::gomoku::{self as rules, Act, Answer, Coordinates, Game, Observation, Outcome, Rules, Script};
use reference::grid::{Cell, Direction};

use super::{
    Entry, ExpectedEvent, Means, Over, Question, Record, Referee, Reply, Settings, Turn, Word, numbered,
};
use crate::diagnostics::text;
use crate::observe::{Board, Player};
use halves::Halves;

pub(super) const QUESTIONS: &[Question] =
    &[Question::Coordinates, Question::Row, Question::Column, Question::PlayAgain];

pub(super) const FAMILIES: &[&str] = &[
    "horizontal",
    "vertical",
    "falling",
    "rising",
    "edges",
    "completions",
    "completions-at-edges",
    "overlines",
    "closed",
    "wrap-arounds",
    "tie",
    "tie-after-refusals",
    "tie-after-a-win",
    "last-piece",
];

/// The piece in the middle of a line, by its number.
const MIDDLE: usize = 2;
/// The pieces at its ends. Where the last piece lies is what the completions are about: in other families a line that is
/// seen when it is completed at one of these places is seen.
const ENDS: [usize; 2] = [4, 0];

/// Reads an act: `7,7`, `'anything'`, `again` or `stop`.
pub(super) fn act(word: Word) -> Result<Act, super::BadAct> {
    if word.is_quoted {
        return Ok(Act::Line(word.text.into_bytes()));
    }
    match word.text.as_str() {
        "again" => return Ok(Act::Again(true)),
        "stop" => return Ok(Act::Again(false)),
        _ => {}
    }
    let numbers = word.text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    let cell = numbers.map(|(row, column): (usize, usize)| Cell::new(row, column));
    cell.filter(|cell| rules::Board::contains(*cell)).map(Act::At).ok_or_else(|| {
        word.bad(text!(
            "write row and column as `7,7`, 0 to 14, anything else that is typed in quotation marks, `again` or `stop`",
            "hãy viết hàng và cột như `7,7`, từ 0 đến 14, nội dung khác đặt trong dấu nháy, `again` hoặc `stop`"
        ))
    })
}

/// The games of a family, spread over the board.
pub(super) fn games(family: &str) -> Vec<super::Game> {
    let line = |cells: &[Cell]| -> String {
        let moves = cells.iter().map(|cell| format!("{},{}", cell.row, cell.column));
        moves.collect::<Vec<_>>().join(" ")
    };
    let direction = Direction::ALL.into_iter().zip(["horizontal", "vertical", "falling", "rising"]);
    if let Some((wanted, _)) = direction.into_iter().find(|(_, name)| *name == family) {
        let places: Vec<_> =
            rules::games::fives().into_iter().filter(|line| line.direction == wanted).collect();
        // From one corner to the other, the completing piece and the winner each time another one.
        let step = (places.len() / 7).max(1);
        let chosen = places.iter().step_by(step).take(8).enumerate();
        let games = chosen.filter_map(|(nth, place)| {
            let winner = if nth % 2 == 0 { Player::One } else { Player::Two };
            Some(super::Game {
                name: numbered(family, nth + 1),
                line: line(&rules::games::win(place, winner, MIDDLE)?),
                or: vec![line(&rules::games::win(place, winner, ENDS[nth / 2 % 2])?)],
            })
        });
        return games.collect();
    }
    let several = |games: Vec<Vec<Cell>>| -> Vec<super::Game> {
        let named =
            |(nth, game): (usize, &Vec<Cell>)| super::Game::new(numbered(family, nth + 1), line(game));
        games.iter().enumerate().map(named).collect()
    };
    match family {
        "edges" => {
            let is_edge = |cell: &Cell| [0, 14].contains(&cell.row) || [0, 14].contains(&cell.column);
            let places = rules::games::fives().into_iter().filter(|place| {
                place.cells.iter().all(is_edge)
                    || place.cells.first().is_some_and(is_edge) && place.cells.last().is_some_and(is_edge)
            });
            let places: Vec<_> = places.collect();
            let step = (places.len() / 7).max(1);
            let game = |(nth, place): (usize, &reference::grid::Line)| {
                Some(super::Game {
                    name: numbered(family, nth + 1),
                    line: line(&rules::games::win(place, Player::Two, MIDDLE)?),
                    or: vec![line(&rules::games::win(place, Player::Two, ENDS[nth % 2])?)],
                })
            };
            places.iter().step_by(step).enumerate().filter_map(game).collect()
        }
        // The winning piece is each of the five, in each direction.
        "completions" => {
            let places = rules::games::fives();
            let places = (0..20).filter_map(|nth| places.get(17 + nth * 27));
            several(
                places
                    .enumerate()
                    .filter_map(|(nth, place)| rules::games::win(place, Player::One, nth % 5))
                    .collect(),
            )
        }
        "completions-at-edges" => several(completions_at_edges()),
        "overlines" => {
            let places = rules::games::overlines();
            let step = (places.len() / 5).max(1);
            several(
                places
                    .iter()
                    .step_by(step)
                    .filter_map(|place| rules::games::win(place, Player::One, 3))
                    .take(5)
                    .collect(),
            )
        }
        "closed" => {
            let places = rules::games::fives();
            let step = (places.len() / 5).max(1);
            several(
                places
                    .iter()
                    .skip(20)
                    .step_by(step)
                    .filter_map(|place| rules::games::closed_win(place, Player::One))
                    .take(4)
                    .collect(),
            )
        }
        "wrap-arounds" => {
            let places = rules::games::wrap_arounds();
            several(places.iter().map(|cells| rules::games::owning(cells, Player::One)).collect())
        }
        "tie" => vec![super::Game::new("tie".to_owned(), line(&rules::games::tie()))],
        "tie-after-refusals" => vec![super::Game::new(family.to_owned(), tie_after_refusals(line))],
        "tie-after-a-win" => tie_after_a_win(line).into_iter().collect(),
        "last-piece" => {
            let game = |last| rules::games::win_with_the_last_piece(last).map(|cells| line(&cells));
            let named = |line| {
                let or = game(MIDDLE).into_iter().collect();
                super::Game { or, ..super::Game::new("last-piece".to_owned(), line) }
            };
            game(0).map(named).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The winning piece is each end of a line and its middle where the search for it has to stop: at an edge, on a diagonal in a
/// corner. A search from the last piece that stops a cell too early misses lines by where it begins.
fn completions_at_edges() -> Vec<Vec<Cell>> {
    const LAST: usize = rules::Board::ROWS - 1;
    let is_end = |cell: &Cell| [0, LAST].contains(&cell.row);
    let is_side = |cell: &Cell| [0, LAST].contains(&cell.column);
    let touches = |place: &reference::grid::Line| {
        let mut cells = place.cells.iter();
        match place.direction {
            Direction::Horizontal => cells.any(is_side),
            Direction::Vertical => cells.any(is_end),
            Direction::Falling | Direction::Rising => cells.any(|cell| is_side(cell) && is_end(cell)),
        }
    };
    let places = rules::games::fives().into_iter().filter(touches);
    let (straight, diagonal): (Vec<_>, Vec<_>) =
        places.partition(|place| matches!(place.direction, Direction::Horizontal | Direction::Vertical));
    // Of the rows and columns these two, and both ends of each.
    let straight = straight.into_iter().filter(|place| match place.direction {
        Direction::Horizontal => [3, 12].contains(&place.cells[0].row),
        _ => [2, 11].contains(&place.cells[0].column),
    });
    let completed = straight.chain(diagonal).enumerate().flat_map(|(nth, place)| {
        let winner = Player::BOTH[nth % 2];
        [ENDS[1], MIDDLE, ENDS[0]].into_iter().filter_map(move |last| rules::games::win(&place, winner, last))
    });
    completed.collect()
}

/// Two games, of which the second is a tie: nothing of the first may be left in it.
fn tie_after_a_win(line: impl Fn(&[Cell]) -> String) -> Option<super::Game> {
    let fives = rules::games::fives();
    let games = |last: usize| {
        let won = rules::games::win(fives.first()?, Player::One, last)?;
        Some(format!("{} again {} stop", line(&won), line(&rules::games::tie())))
    };
    let or = games(MIDDLE).into_iter().collect();
    Some(super::Game { or, ..super::Game::new("tie-after-a-win".to_owned(), games(ENDS[0])?) })
}

/// A tie in which inputs are refused, the last of them when a single cell is left.
fn tie_after_refusals(line: impl Fn(&[Cell]) -> String) -> String {
    let cells = rules::games::tie();
    let (first, rest) = cells.split_at(2);
    let (middle, last) = rest.split_at(rest.len() - 2);
    let taken = &cells[..1];
    let parts = [first, taken, middle, taken, &last[..1], taken, &last[1..]].map(line);
    parts.join(" ")
}

/// A game of Gomoku.
pub(super) struct Judge {
    game: Game,
    script: Script,
    due: usize,
    /// The player who was asked last.
    asked: Player,
    /// The coordinates of a move that are asked for one after the other.
    halves: Halves,
}

impl Judge {
    pub(super) fn new(settings: &Settings, acts: &[Act], disk: bool) -> Self {
        let mut rules = Rules::default();
        for (option, value) in settings {
            rules.set(option, value);
        }
        let game = if disk { Game::new(rules) } else { Game::without_disk(rules) };
        Self {
            game,
            script: Script::new(acts.iter().cloned(), rules.axes),
            due: 0,
            asked: Player::One,
            halves: Halves::default(),
        }
    }

    /// The answer of the script, or the reply if there is none.
    fn next_answer(&mut self, asked: rules::Question) -> Result<Answer, Reply> {
        match self.script.reply(asked) {
            rules::Reply::Answer(answer) => Ok(answer),
            rules::Reply::Finished => Err(Reply::Finished),
            rules::Reply::Unasked(act) => Err(Reply::Unasked(match act {
                Act::At(_) | Act::Line(_) => Question::Coordinates,
                Act::Again(_) | Act::Unclear => Question::PlayAgain,
            })),
        }
    }

    /// Plays an answer, and replies so if the game takes it.
    fn take(&mut self, answer: &Answer, reply: Reply) -> Reply {
        match self.game.answer(answer) {
            Ok(_) => reply,
            Err(_) => Reply::NotNow(self.game.question().map(question)),
        }
    }

    fn visible(&self) -> usize {
        self.game.observations().iter().filter(|seen| **seen != Observation::Unclear).count()
    }
}

fn question(due: rules::Question) -> Question {
    match due {
        rules::Question::Coordinates(_) => Question::Coordinates,
        rules::Question::PlayAgain => Question::PlayAgain,
    }
}

impl Referee for Judge {
    fn permits(&self, asked: Question) -> bool {
        let is_half = matches!(asked, Question::Row | Question::Column);
        let asked = if is_half { Question::Coordinates } else { asked };
        self.game.question().map(question) == Some(asked)
    }

    fn asked(&mut self, questions: &[Question], _: Means) -> Reply {
        self.due = self.visible();
        self.asked = self.game.player();
        let due = self.game.question();
        if let [half @ (Question::Row | Question::Column)] = questions
            && let Some(asked @ rules::Question::Coordinates(_)) = due
        {
            return self.half(*half, asked);
        }
        let Some(asked) = due.filter(|due| questions.contains(&question(*due))) else {
            return Reply::NotNow(due.map(question));
        };
        match self.next_answer(asked) {
            Ok(answer) => {
                let entry = entry(&answer, self.game.rules());
                self.take(&answer, Reply::Answer(question(asked), entry))
            }
            Err(reply) => reply,
        }
    }

    fn is_played(&self) -> bool {
        self.script.left() == 0 && self.game.question().is_some()
    }

    fn ended(&mut self) {}

    fn due(&self) -> usize {
        self.due
    }

    fn expected_events(&self) -> Vec<ExpectedEvent> {
        let event = |observation: &Observation| match observation {
            Observation::Frame(board) => Some(ExpectedEvent::Board(Board::from(board))),
            Observation::Turn(player) => Some(ExpectedEvent::Turn(Turn {
                player: *player,
                name: String::new(),
                faults: None,
                undos: None,
                prompt: rules::Question::Coordinates(*player).text(),
            })),
            Observation::Refused { player, .. } => Some(ExpectedEvent::Refused(*player)),
            Observation::Over(outcome) => Some(ExpectedEvent::Over(over(outcome))),
            Observation::Unclear => None,
        };
        self.game.observations().iter().filter_map(event).collect()
    }

    fn player(&self) -> Player {
        self.asked
    }

    fn over(&self) -> Option<Over> {
        self.game.outcome().map(over)
    }

    fn records(&self) -> Vec<Record> {
        let record = |record: &rules::Record| Record {
            over: over(&record.outcome),
            board: Board::from(&record.board),
        };
        self.game.records().iter().map(record).collect()
    }
}

/// Coordinates are typed as a pair, so that a program that wants them in another form can get them.
fn entry(answer: &Answer, rules: &Rules) -> Entry {
    match answer {
        Answer::Yes => Entry::Yes,
        Answer::No => Entry::No,
        Answer::Unclear => Entry::Text(b"?".to_vec()),
        Answer::Line(line) => {
            let of_pair = |pair: Coordinates| {
                let is_plain = pair.typed().as_bytes() == line.as_slice();
                let (x, y) = (i64::try_from(pair.x).ok()?, i64::try_from(pair.y).ok()?);
                is_plain.then_some(Entry::Pair(x, y))
            };
            let pair = rules::parse(line, rules).ok().and_then(of_pair);
            pair.unwrap_or_else(|| Entry::Text(line.clone()))
        }
    }
}

fn over(outcome: &Outcome) -> Over {
    let line = match outcome {
        Outcome::Win { lines, .. } => {
            lines.iter().flat_map(|line| &line.cells).map(|cell| (cell.row, cell.column)).collect()
        }
        Outcome::Tie => Vec::new(),
    };
    Over {
        winner: outcome.winner(),
        by_faults: false,
        name: String::new(),
        pieces: None,
        statement: Some(outcome.statement()),
        line,
    }
}
