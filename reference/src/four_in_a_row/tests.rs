//! Games in shorthand, and the observations in them.

mod extensions;
mod moves;
mod whole_games;

use super::{
    Act, Draw, ForbiddenDraw, Game, Observation, Outcome, Piece, PieceRule, PlayError, Rules, Status, Typed,
    play,
};

/// Acts in shorthand: a number is a drop, `x` a drop of nonsense, `u` undo, `b` block, `r53` removes row 5 and column 3,
/// `?` is neither yes nor no.
fn acts(shorthand: &str) -> Vec<Act> {
    let digit = |text: &str| text.parse().map_or(Typed::Nonsense, Typed::Number);
    shorthand
        .split_whitespace()
        .map(|word| match word {
            "u" => Act::Undo,
            "b" => Act::Block,
            "?" => Act::Unclear,
            _ => match word.strip_prefix('r') {
                Some(place) => {
                    let (row, column) = place.split_at(place.len().min(1));
                    Act::Remove { row: digit(row), column: digit(column) }
                }
                None => Act::Drop(digit(word)),
            },
        })
        .collect()
}

/// The observations in shorthand: `#` a frame, `1:f0u3` a turn with faults made and undos left, `!Full*` a
/// refusal that is a fault, `u2` an undo that leaves two, `r53+1` a removal after which one piece fell, `b` a
/// block, `-b` one forbidden.
fn seen(game: &Game) -> String {
    let words: Vec<String> = game
        .observations()
        .iter()
        .map(|observation| match observation {
            Observation::Pieces(pieces) => format!("{:?}{:?}", pieces.one, pieces.two),
            Observation::Starter(player) => format!("start{}", player.number()),
            Observation::Frame(_) => "#".to_owned(),
            Observation::Status(Status { player, faults, undos_left, .. }) => {
                format!("{}:f{faults}u{undos_left}", player.number())
            }
            Observation::Refused { why, fault, .. } => format!("!{why:?}{}", if *fault { "*" } else { "" }),
            Observation::Undone { left, .. } => format!("u{left}"),
            Observation::Removed { cell, fallen, .. } => {
                format!("r{}{}+{fallen}", cell.row + 1, cell.column + 1)
            }
            Observation::Blocked { .. } => "b".to_owned(),
            Observation::BlockForbidden { .. } => "-b".to_owned(),
            Observation::Over(outcome) => shown(outcome),
        })
        .collect();
    words.join(" ")
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win { winner, pieces, .. } => format!("win{} {pieces}", winner.number()),
        Outcome::Forfeit { winner, pieces } => format!("forfeit{} {pieces}", winner.number()),
        Outcome::Tie => "tie".to_owned(),
    }
}

fn played(rules: Rules, shorthand: &str) -> Result<Game, PlayError> {
    let draw = rules.draws().into_iter().next().unwrap_or_default();
    play(rules, draw, &acts(shorthand))
}

/// The game in shorthand shows this at its end.
#[track_caller]
fn check(rules: Rules, shorthand: &str, ending: &str) {
    match played(rules, shorthand) {
        Ok(game) => {
            let seen = seen(&game);
            assert!(seen.ends_with(ending), "{shorthand}\nseen: {seen}\nnot at its end: {ending}");
        }
        Err(error) => panic!("{shorthand}: {error}"),
    }
}

/// Under the rules no player is asked for this act.
#[track_caller]
fn check_unasked(rules: Rules, shorthand: &str, act: &Act) {
    match played(rules, shorthand) {
        Err(PlayError::Unasked(unasked)) => assert_eq!(unasked, *act, "{shorthand}"),
        other => panic!("{shorthand}: {other:?}"),
    }
}

fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

#[test]
fn a_forbidden_draw_is_an_error() {
    let rules = Rules { pieces: PieceRule::Fixed, ..Rules::default() };
    let draw = Draw { first_piece: Piece::O, ..Draw::default() };
    assert_eq!(Game::new(rules, draw).err(), Some(ForbiddenDraw(draw)));
}
