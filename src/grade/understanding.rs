//! The understanding of a program: its questions with their places and answers, its board, and what stays
//! open.

use crate::diagnostics::{Text, text};
use crate::stored::{Deserialize, Serialize};

/// The most open options that are named in a summary; more are counted.
const MOST_OPEN: usize = 3;

/// The facts inferred about a program in its own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Understanding {
    /// Its questions, in the order in which they were first asked.
    pub questions: Vec<KnownQuestion>,
    /// Its board.
    pub board: KnownBoard,
    /// The subjects of the options that no game decides: each of their values is accepted.
    pub open: Vec<Text>,
    /// The same as an entry for `dialects` of the spec, in lines of YAML.
    pub dialect: String,
}

/// A question of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownQuestion {
    /// The place in the source where it is read; empty where that is unknown.
    pub place: String,
    /// The line before the input, as it was printed when it was first asked.
    pub line: String,
    /// The question: a name of the spec's, or `type` if it has nothing to do with the game; `None` if it is
    /// unknown.
    pub ask: Option<String>,
    /// The same in a sentence: "asks for ...".
    pub asks: Text,
    /// The answers: yes and no, or the text that is always typed.
    pub keys: Keys,
}

/// The answers to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keys {
    /// With what the game needs.
    Free,
    /// With yes and no, as far as they were typed.
    YesNo {
        /// The text typed for yes.
        yes: Option<String>,
        /// The text typed for no.
        no: Option<String>,
    },
    /// Always with this.
    Always(String),
}

/// The place of a program's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KnownBoard {
    /// It is printed, and this stands for free cells and the two players' pieces.
    Drawn {
        /// Free cells, Player 1's pieces and Player 2's.
        glyphs: [String; 3],
        /// The distance between neighbouring cells: lines and columns.
        step: (usize, usize),
    },
    /// It is printed in rows.
    Printed,
    /// It is in memory: its place, and how it is kept, as a dialect says it.
    Memory {
        /// The label, or the address.
        place: String,
        /// The layout in memory, as a dialect gives it.
        layout: String,
    },
    /// No board was found.
    Unknown,
}

impl Understanding {
    /// The same of a program that is not understood: of its options nothing can be said.
    #[must_use]
    pub fn without_options(self) -> Self {
        Self { open: Vec::new(), ..self }
    }

    /// A summary in one line.
    pub fn in_short(&self) -> Text {
        let known = self.questions.iter().filter(|question| question.ask.is_some()).count();
        let unknown = self.questions.len() - known;
        let (asked, asked_vi) = if unknown == 0 {
            let s = if known == 1 { "" } else { "s" };
            (format!("{known} question{s}"), format!("{known} câu hỏi"))
        } else {
            (
                format!("{known} of {} questions", self.questions.len()),
                format!("{known} trong {} câu hỏi", self.questions.len()),
            )
        };
        let board = self.board.words();
        let (board, board_vi) = board.both();
        let open: Vec<&Text> = self.open.iter().collect();
        if open.is_empty() {
            return text!("{asked}; {board}", "{asked_vi}; {board_vi}");
        }
        if open.len() > MOST_OPEN {
            let count = open.len();
            return text!(
                "{asked}; {board}; {count} options are open",
                "{asked_vi}; {board_vi}; còn mở {count} tuỳ chọn"
            );
        }
        let list = |texts: Vec<&str>| texts.join(", ");
        let (en, vi): (Vec<&str>, Vec<&str>) = open.iter().map(|about| about.both()).unzip();
        let (en, vi) = (list(en), list(vi));
        text!("{asked}; {board}; open: {en}", "{asked_vi}; {board_vi}; còn mở: {vi}")
    }
}

impl KnownBoard {
    /// A name for programs.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Drawn { .. } | Self::Printed => "printed",
            Self::Memory { .. } => "memory",
            Self::Unknown => "none",
        }
    }

    /// A description for people.
    pub fn words(&self) -> Text {
        match self {
            Self::Drawn { glyphs: [free, one, two], .. } => {
                text!(
                    "the board is printed, with `{free}` for free cells and `{one}` and `{two}` for pieces",
                    "bàn cờ được in ra, với `{free}` cho ô trống, `{one}` và `{two}` cho các quân"
                )
            }
            Self::Printed => text!("the board is printed", "bàn cờ được in ra"),
            Self::Memory { place, .. } => {
                text!("the board is in memory at {place}", "bàn cờ nằm trong bộ nhớ tại {place}")
            }
            Self::Unknown => {
                text!("no board of the right size was found", "không tìm thấy bàn cờ đúng kích thước")
            }
        }
    }
}

impl KnownQuestion {
    /// A description for people, without the question's place and line.
    pub fn words(&self) -> Text {
        let (asks, asks_vi) = self.asks.both();
        match &self.keys {
            _ if self.ask.is_none() => text!("not understood", "chưa hiểu"),
            Keys::Free => text!("asks for {asks}", "hỏi {asks_vi}"),
            Keys::YesNo { yes, no } => {
                let typed = |key: &Option<String>| key.as_ref().map(|key| format!("`{}`", shown(key)));
                match (typed(yes), typed(no)) {
                    (Some(yes), Some(no)) => text!(
                        "asks for {asks}; yes is {yes}, no is {no}",
                        "hỏi {asks_vi}; có là {yes}, không là {no}"
                    ),
                    (Some(yes), None) => text!("asks for {asks}; yes is {yes}", "hỏi {asks_vi}; có là {yes}"),
                    (None, Some(no)) => text!("asks for {asks}; no is {no}", "hỏi {asks_vi}; không là {no}"),
                    (None, None) => text!("asks for {asks}", "hỏi {asks_vi}"),
                }
            }
            Keys::Always(keys) if keys.is_empty() => {
                text!("answered with ENTER alone", "chỉ trả lời bằng ENTER")
            }
            Keys::Always(keys) => {
                let keys = shown(keys);
                text!("always answered with `{keys}`", "luôn trả lời `{keys}`")
            }
        }
    }
}

fn shown(keys: &str) -> String {
    keys.replace('\n', "\\n").replace('\t', "\\t")
}
