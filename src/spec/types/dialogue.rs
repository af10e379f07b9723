//! Dialogues with submissions whose wording is their own: the form of its questions, how answers are typed,
//! the words by which it reports what happened, and its reading of what the assignment leaves open.

use crate::diagnostics::Text;
use crate::observe::{CellSize, MemoryBoard, Pattern};
use crate::referee::{Acts, Assignment, Question, Settings, TurnsEnd};
use crate::spec::types::Points;

/// The sizes of cells with their names in specs.
pub(in crate::spec) const CELLS: [(&str, CellSize); 3] =
    [("byte", CellSize::Byte), ("half", CellSize::Half), ("word", CellSize::Word)];

/// The row that comes first in memory, by its name in specs: `true` for the one at the bottom.
pub(in crate::spec) const FIRST_ROWS: [(&str, bool); 2] = [("top", false), ("bottom", true)];

/// The keys that may end an answer, by their names in specs: both halves of an end of line.
pub(crate) const LAST_KEYS: [(&str, u8); 2] = [("cr", b'\r'), ("lf", b'\n')];

/// What programs ask first of a move, each by its name in specs; true for the column, and then what to do in it.
pub(crate) const MOVES: [(&str, bool); 2] = [("act-first", false), ("column-first", true)];

/// How programs take the letters that choose acts, each by its name in specs; true if it is in the other case than they show them.
pub(crate) const LETTERS: [(&str, bool); 2] = [("as-shown", false), ("in-other-case", true)];

/// The section of a spec on dialogues.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The assignment whose referee goes in step.
    pub assignment: Assignment,
    /// The rules that recognise questions; those before others win.
    pub rules: Vec<Rule>,
    /// The words by which programs report what happened.
    pub words: Words,
    /// The options that are inferred for each submission, in this order.
    pub options: Vec<OpenOption>,
    /// Settings known beforehand for some submissions.
    pub dialects: Vec<Dialect>,
}

/// A rule that recognises a question and answers it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// One of these fits a line of what was printed since the last answer.
    pub when: Vec<Pattern>,
    /// None of these fits that line.
    pub unless: Vec<Pattern>,
    /// The questions that it stands for.
    pub asks: Asks,
    /// The text typed for a yes, where the question does not give it.
    pub yes: Option<String>,
    /// The text typed for a no.
    pub no: Option<String>,
    /// The forms in which other answers are typed: `{row}`, `{column}`, `{number}` and
    /// `{text}` stand for their parts, `{row-letter}` and `{column-letter}` for these as letters,
    /// `{row-small-letter}` and `{column-small-letter}` as small ones, `{cell}` and `{cell0}` for the number of a cell, from 1 or 0,
    /// `{name}` and `{other-name}` for the names where both are one answer.
    pub forms: Vec<(Question, String)>,
    /// True if a yes to the question is a no to what it stands for, as in `Keep this move?`.
    pub is_inverted: bool,
    /// True if the rule is tried only if no other fits any line.
    pub is_weak: bool,
}

/// The questions that a rule stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// One of these.
    Questions(Vec<Question>),
    /// Something that has nothing to do with the game, such as a key to go on; always answered in this way.
    Always(Vec<u8>),
    /// Something of yes or no that has nothing to do with the game, such as whether to read the rules; answered with no.
    Declined,
    /// The same as before.
    Again,
}

impl Asks {
    /// What a rule says in place of a question until staff know which one it is: the rule does nothing.
    pub const UNKNOWN: &'static str = "unknown";
    /// What stands in place of a key until staff know which one it is: what it belongs to does nothing.
    pub const UNKNOWN_KEY: &'static str = "<key>";
}

/// The words by which programs report what happens.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// A player wins.
    pub win: Vec<Pattern>,
    /// The game is a tie.
    pub tie: Vec<Pattern>,
    /// A player loses, by faults for instance.
    pub lose: Vec<Pattern>,
    /// An input is refused.
    pub refused: Vec<Pattern>,
    /// The names of the two players.
    pub players: [Vec<Pattern>; 2],
    /// The number of faults, in the first group of the pattern.
    pub faults: Vec<Pattern>,
    /// The number of undos, in the first group.
    pub undos: Vec<Pattern>,
    /// The number of the winner's pieces, in the first group.
    pub pieces: Vec<Pattern>,
}

impl Words {
    /// Every list with its name in specs.
    pub fn lists(&self) -> [(&'static str, &[Pattern]); 9] {
        [
            ("win", &self.win),
            ("tie", &self.tie),
            ("lose", &self.lose),
            ("refused", &self.refused),
            ("player-1", &self.players[0]),
            ("player-2", &self.players[1]),
            ("faults", &self.faults),
            ("undos", &self.undos),
            ("pieces", &self.pieces),
        ]
    }

    /// These words, and others after them.
    #[must_use]
    pub fn and(&self, others: &Self) -> Self {
        let joined = |one: &[Pattern], other: &[Pattern]| [one, other].concat();
        let [one, two] = &self.players;
        Self {
            win: joined(&self.win, &others.win),
            tie: joined(&self.tie, &others.tie),
            lose: joined(&self.lose, &others.lose),
            refused: joined(&self.refused, &others.refused),
            players: [joined(one, &others.players[0]), joined(two, &others.players[1])],
            faults: joined(&self.faults, &others.faults),
            undos: joined(&self.undos, &others.undos),
            pieces: joined(&self.pieces, &others.pieces),
        }
    }
}

/// An option of the reference that is inferred for each submission.
#[derive(Clone, Debug)]
pub struct OpenOption {
    /// Its name.
    pub name: String,
    /// A description of the option, for reports.
    pub title: Text,
    /// The cases that distinguish its values.
    pub by: Vec<String>,
    /// The values that may be inferred, the likeliest first.
    pub values: Vec<OptionValue>,
}

impl OpenOption {
    /// Returns `true` if the assignment permits a value: it costs nothing.
    pub fn permits(&self, value: &str) -> bool {
        self.values.iter().any(|known| known.name == value && known.costs == Points::ZERO)
    }
}

/// A value of an option, and what it costs.
#[derive(Clone, Debug)]
pub struct OptionValue {
    /// Its name.
    pub name: String,
    /// A description of the value, for reports.
    pub title: Text,
    /// The points that it costs, once: more than nothing if the assignment forbids it.
    pub costs: Points,
}

/// Settings known beforehand for some submissions.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Patterns of submission ids with `*` and `?`.
    pub submissions: Vec<String>,
    /// Rules that come before those of the spec.
    pub rules: Vec<Rule>,
    /// Options that need not be inferred.
    pub settings: Settings,
    /// Acts that a question for a column offers without saying so, each with its key.
    pub offers: Vec<(Question, String)>,
    /// The forms in which places on the board are typed, by question.
    pub forms: Vec<(Question, String)>,
    /// The way in which its turns end, if that is known.
    pub turns_end: Option<TurnsEnd>,
    /// True if it asks for a column before what to do in it.
    pub column_first: bool,
    /// The key that ends an answer whose keys are read one by one, if that is known.
    pub last_key: Option<u8>,
    /// True if letters that choose acts are small where it shows capitals, and the other way round.
    pub is_in_other_case: bool,
    /// Where its board is in memory.
    pub memory: Option<MemoryBoard>,
    /// The words by which it reports what happens.
    pub own_words: Words,
    /// The same, and after them those of the spec.
    pub words: Words,
}

/// A case that is a dialogue.
#[derive(Clone, Debug)]
pub struct DialogueCase {
    /// The acts of the players.
    pub acts: Acts,
    /// The line of the spec with these acts, for reports.
    pub line: String,
    /// Games that show the same: the case passes if the program plays one of them as it must.
    pub or: Vec<Acts>,
    /// The checks besides boards and the outcome.
    pub checks: Vec<Check>,
    /// The random seed of the program's draws.
    pub seed: u64,
    /// The number of other draws with which the case is played too; they must differ.
    pub draws: u64,
    /// True if no file can be written.
    pub disk_is_full: bool,
    /// Options of which any value will do in this case.
    pub free: Vec<String>,
}

/// A check of a dialogue besides boards and the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The board is drawn again after each change.
    Redraw,
    /// The empty board is shown before the first move.
    StartBoard,
    /// The lowest row of the board is printed last.
    Upright,
    /// The right player is asked.
    Turn,
    /// The outcome names the winner.
    Winner,
    /// The pieces are those that the assignment wants.
    Symbols,
    /// A refused input gets a warning.
    Warning,
    /// Names, faults and undos that later turns show are looked for in the first turn; without this in all others.
    FirstTurn,
    /// Each turn shows the player's name.
    Name,
    /// The outcome shows the winner's name.
    WinnersName,
    /// Each turn shows the player's faults, or those that are left.
    Faults,
    /// Each turn shows the undos that are left.
    Undos,
    /// The outcome names the winner's pieces.
    Pieces,
    /// The prompts are those that the assignment demands.
    Prompts,
    /// The outcome is stated in the words that the assignment demands.
    Statement,
    /// The file has the last board and the outcome.
    File,
    /// The file states the outcome in the words that the assignment demands.
    FileStatement,
    /// Nothing follows the board and the outcome in the file.
    CleanFile,
    /// The moves that the program makes are those that the assignment wants.
    Strategy,
}

impl Check {
    /// Every check with its name in specs.
    pub const ALL: [(&'static str, Self); 19] = [
        ("redraw", Self::Redraw),
        ("start-board", Self::StartBoard),
        ("upright", Self::Upright),
        ("turn", Self::Turn),
        ("winner", Self::Winner),
        ("symbols", Self::Symbols),
        ("warning", Self::Warning),
        ("first-turn", Self::FirstTurn),
        ("name", Self::Name),
        ("winners-name", Self::WinnersName),
        ("faults", Self::Faults),
        ("undos", Self::Undos),
        ("pieces", Self::Pieces),
        ("prompts", Self::Prompts),
        ("statement", Self::Statement),
        ("file", Self::File),
        ("file-statement", Self::FileStatement),
        ("clean-file", Self::CleanFile),
        ("strategy", Self::Strategy),
    ];
}
