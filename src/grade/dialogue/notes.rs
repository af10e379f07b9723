//! The questions of a submission, as they were asked and answered in its games.

use crate::console::Place;
use crate::observe::Lookup;
use crate::play::{Close, Conversation, Exchange, line_pattern};
use crate::referee::Question;

/// The most lines that are kept of a question, and the most answers that are looked at.
const MOST_LINES: usize = 8;
const MOST_LOOKS: usize = 48;

/// The meaning that a question was given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// It asks something of the game.
    Asks(Question),
    /// It has nothing to do with the game, and this is typed.
    Typed(String),
    /// It is not understood; the question that a correct program may ask there.
    Unknown(Option<Question>),
}

/// A question in one place.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) kind: Kind,
    pub(super) place: Option<Place>,
    /// Its lines, as they were printed.
    pub(super) lines: Vec<String>,
    /// Patterns that fit these lines.
    pub(super) patterns: Vec<String>,
    /// The last answers for yes and no, as they were typed.
    pub(super) yes: Option<String>,
    pub(super) no: Option<String>,
    looks: usize,
}

/// Every question that was asked, in the order in which they came first.
#[derive(Debug, Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
    by_place: Lookup<(Kind, Option<Place>), usize>,
}

impl Notes {
    /// Every question.
    pub(super) fn all(&self) -> &[Note] {
        &self.notes
    }

    /// Notes the questions of a game.
    pub(super) fn take(&mut self, talk: &Conversation) {
        let names: Vec<String> = talk.names().map(|name| name.trim().to_owned()).collect();
        let mut last: Option<Question> = None;
        let start = talk.exchanges.iter().position(Exchange::is_move).unwrap_or(talk.exchanges.len());
        for (segment, exchange) in talk.exchanges.iter().enumerate() {
            let typed = String::from_utf8_lossy(&exchange.typed).into_owned();
            // Another form of a yes or a no belongs to the question before it.
            let asked = exchange.question.or(last.filter(|_| exchange.yes.is_some()));
            last = asked.or(last);
            let through = if segment < start { through_start(talk, segment) } else { None };
            let kind = match (through, asked) {
                (Some(typed), _) => Kind::Typed(typed),
                (None, Some(asked)) => Kind::Asks(asked),
                (None, None) => Kind::Typed(typed.clone()),
            };
            let note = self.note(kind, exchange.place);
            if let Some(is_yes) = exchange.yes {
                *(if is_yes { &mut note.yes } else { &mut note.no }) = Some(typed);
            }
            note.look(|| last_line(talk, segment), &names);
        }
        match &talk.close {
            Close::Unknown { question, place, permitted, .. } => {
                let note = self.note(Kind::Unknown(permitted.first().copied()), *place);
                note.look(|| question.clone(), &names);
            }
            // No case plays on.
            Close::Finished { asked: Some(Question::PlayAgain), place } => {
                let note = self.note(Kind::Asks(Question::PlayAgain), *place);
                note.look(|| last_line(talk, talk.exchanges.len()), &names);
            }
            _ => {}
        }
    }

    fn note(&mut self, kind: Kind, place: Option<Place>) -> &mut Note {
        let key = (kind, place);
        let index = match self.by_place.get(&key) {
            Some(index) => *index,
            None => {
                let index = self.notes.len();
                self.notes.push(Note {
                    kind: key.0.clone(),
                    place,
                    lines: Vec::new(),
                    patterns: Vec::new(),
                    yes: None,
                    no: None,
                    looks: 0,
                });
                self.by_place.insert(key, index);
                index
            }
        };
        &mut self.notes[index]
    }
}

impl Note {
    fn look(&mut self, line: impl Fn() -> String, names: &[String]) {
        if self.looks == MOST_LOOKS || self.lines.len() == MOST_LINES {
            return;
        }
        self.looks += 1;
        let line = line();
        let made = line_pattern(&line, names);
        if !made.is_empty() && !self.patterns.contains(&made) {
            self.patterns.push(made);
            self.lines.push(line);
        }
    }
}

/// The last line with something in it before an answer.
fn last_line(talk: &Conversation, segment: usize) -> String {
    talk.page(segment).last_line().map(|line| line.plain().trim().to_owned()).unwrap_or_default()
}

/// What gets through a question before the first move that took the usual no for nothing, and was asked again at once: a menu at
/// the start, and no act of the game.
fn through_start(talk: &Conversation, segment: usize) -> Option<String> {
    let is_other_form = |before: &Exchange, exchange: &Exchange| {
        exchange.question.is_none()
            && (before.yes, exchange.yes) == (Some(false), Some(false))
            && before.place == exchange.place
    };
    let mut end = 0;
    let forms = talk.exchanges.chunk_by(is_other_form).find(|forms| {
        end += forms.len();
        segment < end
    })?;
    let through = forms.last().filter(|_| forms.len() > 1)?;
    Some(String::from_utf8_lossy(&through.typed).into_owned())
}
