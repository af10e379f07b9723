//! Moves by which a player reaches the goal of a test, against a computer whose moves are not known
//! beforehand.
//!
//! A [`Planner`] looks for moves that lead to a [`Goal`] if the computer plays as the README says, and looks again whenever it
//! moved otherwise. A goal to which no way is found is given up.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::four_in_a_row::{Board, games};
use crate::grid::{Cell, Player};

use super::goal::{Goal, Position, Target, Threat, bits};
use super::{Computer, Reading, Why};

/// The number of positions that are followed at each depth; the larger one where hardly any of them leads to
/// the goal.
const WIDTH: usize = 32;
const MOST_WIDTH: usize = 200;

/// Moves for a player against a computer.
#[derive(Clone, Debug)]
pub struct Planner {
    human: Player,
    /// The computers that have moved as the real one did.
    models: Vec<Computer>,
    /// Boards on which the player is to move, each with the column.
    plan: VecDeque<(Board, usize)>,
    /// The number of moves that the real one has made as its counter says since the goal was set.
    counted: usize,
}

impl Planner {
    /// A planner for this player; the game begins.
    pub fn new(human: Player) -> Self {
        let models = Reading::all().map(Computer::new).collect();
        Self { human, models, plan: VecDeque::new(), counted: 0 }
    }

    /// The number of moves that the computer has made as its counter says since the goal was set.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Another goal is set.
    pub fn sets_out(&mut self) {
        self.plan.clear();
        self.counted = 0;
    }

    /// The computer plays a column on this board.
    pub fn sees(&mut self, board: &Board, column: usize) {
        let mut agree = Vec::new();
        let mut has_counted = false;
        for model in &mut self.models {
            if let Some((right, why)) = model.moves(board, self.human.other())
                && right == column
            {
                has_counted |= why == Why::Counter;
                agree.push(*model);
            }
        }
        self.counted += usize::from(has_counted);
        if agree.is_empty() {
            // It plays otherwise, so its counter may stand after this column.
            for model in &mut self.models {
                *model = Computer::at(model.reading, column + 1);
            }
        } else {
            self.models = agree;
        }
    }

    /// The column that the player is to play; `None` if no way to the goal is found.
    pub fn next(&mut self, goal: &Goal, board: &Board) -> Option<usize> {
        if self.plan.front().is_none_or(|(expected, _)| expected != board) {
            self.plan = self.search(goal, board);
        }
        self.plan.pop_front().map(|(_, column)| column)
    }

    fn search(&self, goal: &Goal, board: &Board) -> VecDeque<(Board, usize)> {
        let model = self.models.first().copied().unwrap_or_default();
        let start = (goal.clone(), *board, model, self.counted, self.human);
        PLANS.with_borrow_mut(|plans| {
            if plans.len() >= MOST_PLANS {
                plans.clear();
            }
            plans
                .entry(start)
                .or_insert_with(|| search(goal, self.human, board, (model, self.counted)))
                .clone()
        })
    }
}

/// The most plans that are kept.
const MOST_PLANS: usize = 5_000;

/// The start of a search: the goal, the board, the computer, the number of moves by its counter, and the
/// player.
type Start = (Goal, Board, Computer, usize, Player);

thread_local! {
    /// The plans that were made: the same games are played with every program.
    static PLANS: RefCell<HashMap<Start, VecDeque<(Board, usize)>>> = RefCell::default();
}

/// The care with which a plan avoids positions in which the computer is tested for more than the goal: a
/// mistake of the program that a goal is not about should not decide whether it is reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Care {
    None,
    /// No four that only seem to be in a line, and no full column where the counter stands.
    Some,
    /// Also no row of three at whose end a piece falls lower.
    Most,
    /// Also nothing else that the computer has to block.
    All,
}

impl Care {
    /// Returns `true` if a board after the player's move is one to avoid; the computer is to move.
    fn avoids(self, target: &Target<'_>, position: &Position, model: &Computer) -> bool {
        let has_wrap = || {
            WRAPS.with(|wraps| {
                let own = |wrap: &u64| position.pieces.iter().any(|own| own & wrap == *wrap);
                wraps.iter().any(own)
            })
        };
        self >= Self::Some && (model.has_to_skip(&position.board, target.human.other()) || has_wrap())
            || self.is_trapped(target, position)
    }

    /// Returns `true` if the computer has to block where the goal is not about that.
    fn is_trapped(self, target: &Target<'_>, position: &Position) -> bool {
        let is_trap = |threat: Threat| {
            *target.goal != Goal::Threat(threat) && threat.is_there(&position.board, target.human)
        };
        self >= Self::Most && [Threat::GapRight, Threat::GapLeft, Threat::Top].into_iter().any(is_trap)
            || self == Self::All && [Threat::Row, Threat::Stack].into_iter().any(is_trap)
    }
}

thread_local! {
    /// The sets of four that only seem to be in a line, as bits.
    static WRAPS: Vec<u64> = games::wrap_arounds().iter().map(|cells| bits(cells)).collect();
}

fn search(goal: &Goal, human: Player, board: &Board, from: (Computer, usize)) -> VecDeque<(Board, usize)> {
    let target = Target::new(goal, human);
    // A line is not worth a game that depends on something else; all else is about how the computer moves.
    let cares = [Care::All, Care::Most, Care::Some, Care::None];
    let cares = if matches!(goal, Goal::Own { .. }) { &cares[..2] } else { &cares };
    let path = cares.iter().find_map(|care| search_with(&target, board, from, *care));
    path.unwrap_or_default().into()
}

/// A way to the goal.
fn search_with(
    target: &Target<'_>,
    board: &Board,
    (model, counted): (Computer, usize),
    care: Care,
) -> Option<Path> {
    let human = target.human;
    let mut steps = Vec::new();
    let mut level = vec![Node { position: Position::of(board), model, counted, last: None }];
    let is_rare = matches!(target.goal, Goal::Draw | Goal::Threat(Threat::Top));
    let width = if is_rare { MOST_WIDTH } else { WIDTH };
    while !level.is_empty() {
        let mut next: Vec<(i64, Node)> = Vec::new();
        let mut known = HashSet::new();
        for node in &level {
            for column in
                (0..Board::COLUMNS).filter(|column| node.position.board.is_free(Cell::new(0, *column)))
            {
                let mut after = node.clone();
                let step = Step { board: node.position.board, column, before: node.last };
                after.position.drop_piece(column, human);
                // The computer answers a position that ends no game.
                let goes_on = matches!(target.goal, Goal::Own { wins: false, .. });
                if target.is_reached(&after.position, after.counted)
                    && !(goes_on && care.is_trapped(target, &after.position))
                {
                    return Some(path(&steps, step));
                }
                if after.position.is_over() || care.avoids(target, &after.position, &after.model) {
                    continue;
                }
                let Some((reply, why)) = after.model.moves(&after.position.board, human.other()) else {
                    continue;
                };
                after.position.drop_piece(reply, human.other());
                after.counted += usize::from(why == Why::Counter);
                if target.is_reached(&after.position, after.counted) {
                    return Some(path(&steps, step));
                }
                if !after.position.is_over() && known.insert((after.position.pieces, after.model)) {
                    after.last = Some(steps.len());
                    steps.push(step);
                    next.push((target.worth(&after.position, after.counted), after));
                }
            }
        }
        next.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        next.truncate(width);
        level = next.into_iter().map(|(_, node)| node).collect();
    }
    None
}

/// Boards on which the player is to move, each with the column.
type Path = Vec<(Board, usize)>;

/// A position of a search.
#[derive(Clone)]
struct Node {
    position: Position,
    model: Computer,
    counted: usize,
    /// The number of the step that led there.
    last: Option<usize>,
}

/// A move of the player in a search.
#[derive(Clone, Copy)]
struct Step {
    board: Board,
    column: usize,
    /// The number of the step before it.
    before: Option<usize>,
}

/// The moves up to a step.
fn path(steps: &[Step], last: Step) -> Path {
    let all =
        std::iter::successors(Some(last), |step| step.before.and_then(|before| steps.get(before)).copied());
    let mut path: Path = all.map(|step| (step.board, step.column)).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::{Goal, Planner};
    use crate::grid::Player;
    use crate::red_and_yellow::{Computer, Game, Reading};

    /// Plays to a goal against a computer; the number of the player's moves if it is reached.
    fn play(word: &str, reading: Reading) -> Option<usize> {
        let goal = Goal::named(word).expect("there is such a goal");
        let (mut game, mut computer) = (Game::default(), Computer::new(reading));
        let mut planner = Planner::new(Player::One);
        for moves in 0.. {
            if goal.is_reached(game.board(), Player::One, planner.counted()) {
                return Some(moves);
            }
            if game.outcome().is_some() {
                return None;
            }
            let column = planner.next(&goal, game.board())?;
            game.press(b"1234567"[column]);
            if goal.is_reached(game.board(), Player::One, planner.counted()) {
                return Some(moves + 1);
            }
            let board = *game.board();
            if let (None, Some((reply, _))) = (game.outcome(), computer.moves(&board, Player::Two)) {
                planner.sees(&board, reply);
                game.reply(reply);
            }
        }
        None
    }

    #[test]
    fn goals_are_reached_against_a_computer_that_plays_as_the_readme_says() {
        let words = "win lose draw win:row win:column win:falling win:rising lose:row:22 lose:falling:9 \
            lose:rising:10 win:row:13 win:falling:12 win:rising:9 wrap:97 wrap:26 wrap-of-computer:7 block:row block:stack \
            block:gap-right block:gap-left block:top counted:10 counted:21 full:1 full:7";
        for word in words.split_whitespace() {
            for counts_blocks in [true, false] {
                let reading = Reading { counts_blocks, ..Reading::default() };
                assert!(play(word, reading).is_some(), "{word} {reading:?}");
            }
        }
    }

    #[test]
    fn a_goal_to_which_no_way_is_found_is_given_up() {
        assert_eq!(play("win:column:21", Reading::default()), None);
    }
}
