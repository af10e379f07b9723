//! The data under `fixtures/variations/`: programs with the places where they can be changed, and the changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A game: its programs and the changes that keep what they do.
pub(crate) struct Game {
    /// The id of its spec.
    pub(crate) spec: String,
    /// Rows and columns of the board.
    pub(crate) size: (usize, usize),
    /// The number of the first row and column, as players count them.
    pub(crate) first: usize,
    /// The programs with full points, by id.
    pub(crate) programs: BTreeMap<String, Profile>,
    /// The changes, in the order of the files.
    pub(crate) variations: Vec<Variation>,
    /// The variations that do not keep their points yet, by the reason.
    pub(crate) known: BTreeMap<String, Vec<String>>,
}

/// Where and how one program can be changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Profile {
    /// The program in which all of these places are. What was made of it can be changed where it has the same lines.
    #[serde(skip)]
    pub(crate) origin: String,
    /// The language of its texts.
    pub(crate) language: String,
    /// True if row 1 is the lowest.
    #[serde(default)]
    pub(crate) rows_from_bottom: bool,
    /// A free cell and the two pieces, as the code `cell` returns them.
    pub(crate) letters: String,
    /// Its texts by role: the label of an `.asciiz`, or the text itself in its quotes.
    pub(crate) texts: BTreeMap<String, String>,
    /// Its questions of yes and no without the keys, by role.
    #[serde(default)]
    pub(crate) stems: BTreeMap<String, String>,
    /// The keys of these questions as they are offered.
    #[serde(default)]
    pub(crate) keys: String,
    /// Code that looks something up: registers in, `$v0` out, `$t` registers free.
    pub(crate) code: BTreeMap<String, String>,
    /// The places where other code takes over.
    pub(crate) hooks: BTreeMap<String, Vec<Edit>>,
    /// Changes that this program alone can make in this way, by name.
    #[serde(default)]
    pub(crate) edits: BTreeMap<String, Vec<Edit>>,
}

/// One change of a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// A label, with the code to be put in right after it.
    #[serde(default)]
    pub(crate) at: Option<String>,
    /// A text that occurs once, with the code to be put in right after it.
    #[serde(default)]
    pub(crate) after: Option<String>,
    /// A text that occurs once, to be replaced.
    #[serde(default)]
    pub(crate) replace: Option<String>,
    /// The code.
    pub(crate) put: String,
}

/// A change that keeps what a program does.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Variation {
    pub(crate) id: String,
    /// The language of its texts; without one it fits programs of any language.
    pub(crate) language: Option<String>,
    /// Other texts, by role; `{keys}` stands for the keys of a question of yes and no.
    pub(crate) texts: BTreeMap<String, String>,
    /// Other keys for yes and no.
    pub(crate) keys: Option<Keys>,
    /// The way in which columns and rows are read.
    pub(crate) number: Option<Reading>,
    /// Another drawing of the board.
    pub(crate) board: Option<Drawing>,
    /// Another status line.
    pub(crate) status: Option<String>,
    /// Another announcement of the winner.
    pub(crate) win: Option<String>,
    /// Something before the game.
    pub(crate) start: Option<Pause>,
    /// Something before each turn.
    pub(crate) turn: Option<Pause>,
    /// Something after the game.
    pub(crate) end: Option<Pause>,
    /// A directive before the board in memory.
    pub(crate) before_board: Option<String>,
    /// Changes that each program makes in its own way.
    pub(crate) edits: Vec<String>,
}

/// Keys for yes and no.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keys {
    /// The text that offers them, after the question.
    pub(crate) offer: String,
    /// Each character of it means yes.
    pub(crate) yes: String,
    /// Each character of it means no; all others are asked again, or mean no if this is empty.
    #[serde(default)]
    pub(crate) no: String,
    #[serde(default)]
    pub(crate) read: Reading,
    /// True if `yes` and `no` are words, and the whole line must be one of them.
    #[serde(default)]
    pub(crate) are_words: bool,
}

/// The way in which an answer is read.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reading {
    /// A line, by service 8.
    #[default]
    Line,
    /// One key, by service 12.
    Key,
    /// One key, by service 12; ends of lines are passed over.
    KeyNotEnter,
}

/// A text that is printed, perhaps with a wait for a key.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pause {
    pub(crate) say: String,
    /// The way in which an answer is read; nothing is read without it.
    #[serde(default)]
    pub(crate) read: Option<Reading>,
    /// The keys that go on; all others are asked again.
    #[serde(default)]
    pub(crate) until: String,
}

/// A drawing of the board. `«...»` is repeated for each column, what follows a `¦` in it only between columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawing {
    #[serde(default)]
    pub(crate) head: String,
    pub(crate) row: String,
    /// Between rows.
    #[serde(default)]
    pub(crate) between: String,
    #[serde(default)]
    pub(crate) foot: String,
    /// A free cell and the two pieces: `{c}`, and `{d}` and `{e}` of cells that have more lines.
    pub(crate) glyphs: Vec<[String; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Rules {
    spec: String,
    size: (usize, usize),
    first: usize,
    /// The letters of the players, if the assignment fixes them.
    #[serde(default)]
    pieces: Option<[String; 2]>,
    /// The programs that were made of another one, by its id.
    made_of: BTreeMap<String, Vec<String>>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/variations")
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Where the programs of a game can be changed: those that have a file of their own, and those made of them.
fn profiles(game: &str, made_of: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, Profile> {
    let entries = std::fs::read_dir(folder().join(game)).expect("each game has a folder");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let ids = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let none = Vec::new();
    ids.flat_map(|id| {
        let profile = Profile { origin: id.clone(), ..read(&format!("{game}/{id}.yaml")) };
        let made = made_of.get(&id).unwrap_or(&none).iter().chain([&id]);
        made.map(|id| (id.clone(), profile.clone())).collect::<Vec<_>>()
    })
    .collect()
}

impl Game {
    /// Reads the data of a game; the drawings of boards are common to all games.
    pub(crate) fn load(name: &str) -> Self {
        let Rules { spec, size, first, pieces, made_of } = read(&format!("{name}.game.yaml"));
        let programs = profiles(name, &made_of);
        let mut variations: Vec<Variation> = read(&format!("{name}.yaml"));
        variations.extend(read::<Vec<Variation>>("drawings.yaml"));
        let known = read(&format!("{name}.known.yaml"));
        variations
            .retain(|variation| variation.board.as_ref().is_none_or(|board| board.shows(pieces.as_ref())));
        Self { spec, size, first, programs, variations, known }
    }
}

impl Drawing {
    /// Returns `true` if each player has the letter that the assignment fixes.
    fn shows(&self, pieces: Option<&[String; 2]>) -> bool {
        let [_, one, other] = &self.glyphs[0];
        pieces.is_none_or(|[first, second]| one.contains(first) && other.contains(second))
    }
}

impl Variation {
    /// Both changes in one; `None` if they change the same thing.
    pub(crate) fn with(&self, other: &Self) -> Option<Self> {
        fn either<T: Clone>(one: Option<&T>, other: Option<&T>) -> Option<T> {
            one.or(other).cloned()
        }
        let is_changed_twice = [
            self.keys.is_some() && other.keys.is_some(),
            self.number.is_some() && other.number.is_some(),
            self.board.is_some() && other.board.is_some(),
            self.status.is_some() && other.status.is_some(),
            self.win.is_some() && other.win.is_some(),
            self.start.is_some() && other.start.is_some(),
            self.turn.is_some() && other.turn.is_some(),
            self.end.is_some() && other.end.is_some(),
            self.before_board.is_some() && other.before_board.is_some(),
        ]
        .contains(&true);
        let asks_yes_or_no = |variation: &Self| variation.keys.is_some();
        let rewords = |variation: &Self| variation.texts.values().any(|text| text.contains("{keys}"));
        let is_apart = !is_changed_twice
            && self.texts.keys().all(|role| !other.texts.contains_key(role))
            && self.edits.iter().all(|edit| !other.edits.contains(edit))
            && !(asks_yes_or_no(self) && rewords(other))
            && !(asks_yes_or_no(other) && rewords(self))
            && (self.language.is_none() || other.language.is_none() || self.language == other.language);
        is_apart.then_some(())?;
        let texts = self.texts.iter().chain(&other.texts);
        Some(Self {
            id: format!("{} + {}", self.id, other.id),
            language: self.language.clone().or(other.language.clone()),
            texts: texts.map(|(role, text)| (role.clone(), text.clone())).collect(),
            keys: either(self.keys.as_ref(), other.keys.as_ref()),
            number: either(self.number.as_ref(), other.number.as_ref()),
            board: either(self.board.as_ref(), other.board.as_ref()),
            status: either(self.status.as_ref(), other.status.as_ref()),
            win: either(self.win.as_ref(), other.win.as_ref()),
            start: either(self.start.as_ref(), other.start.as_ref()),
            turn: either(self.turn.as_ref(), other.turn.as_ref()),
            end: either(self.end.as_ref(), other.end.as_ref()),
            before_board: either(self.before_board.as_ref(), other.before_board.as_ref()),
            edits: self.edits.iter().chain(&other.edits).cloned().collect(),
        })
    }
}
