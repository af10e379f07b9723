//! The expected output, turn by turn.

use reference::connect_four::{Game, State};

use crate::console::Script;
use crate::spec::{Expectation, Reference};

/// The end of a correct program's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ends itself.
    Halts,
    /// The program waits for more input than the case gives.
    Waits,
    /// The case does not say.
    Open,
}

/// The output of a correct program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The output before each entry of the script, and the last one after all of them.
    pub turns: Vec<Vec<u8>>,
    /// The end of the run.
    pub ending: Ending,
    /// The input, entry by entry, without ENTER.
    pub entries: Vec<Vec<u8>>,
}

impl Expected {
    /// The output that an expectation demands. Keys need the reference.
    pub fn new(expectation: &Expectation, reference: Option<Reference>) -> Self {
        match (expectation, reference) {
            (Expectation::Keys(keys), Some(Reference::ConnectFour)) => Self::connect_four(keys),
            // Dialogues are judged by their expected events; random inputs are drawn for each submission.
            (Expectation::Dialogue(_) | Expectation::Property(_), _) => {
                Self { turns: Vec::new(), ending: Ending::Open, entries: Vec::new() }
            }
            (Expectation::Keys(keys), _) => {
                // The spec loader lets no keys through without a reference.
                let entries = keys.bytes().map(|key| vec![key]).collect();
                Self { turns: vec![Vec::new()], ending: Ending::Open, entries }
            }
            (Expectation::Checked(checked), _) => Self::open(&checked.stdin),
            (Expectation::Subroutine(subroutine), _) => Self::open(&subroutine.talk.stdin),
            (Expectation::Literal { stdin, output }, _) => Self {
                turns: vec![output.clone().into_bytes()],
                ending: Ending::Open,
                entries: (0..stdin.len()).map(|index| stdin.entry(index).to_vec()).collect(),
            },
        }
    }

    /// The expected output where demands of other kinds decide.
    fn open(stdin: &Script) -> Self {
        let entries = (0..stdin.len()).map(|index| stdin.entry(index).to_vec()).collect();
        Self { turns: Vec::new(), ending: Ending::Open, entries }
    }

    fn connect_four(keys: &str) -> Self {
        let mut game = Game::default();
        let mut turns = vec![game.opening().into_bytes()];
        for key in keys.chars() {
            if !matches!(game.state(), State::ToMove(_)) {
                break;
            }
            turns.push(game.play(key).into_bytes());
        }
        let ending = if matches!(game.state(), State::ToMove(_)) { Ending::Waits } else { Ending::Halts };
        Self { turns, ending, entries: keys.bytes().map(|key| vec![key]).collect() }
    }
}
