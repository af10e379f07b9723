//! The facts inferred about a submission, for reports.

use super::Table;
use super::notes::{Kind, Note};
use crate::diagnostics::{Text, text};
use crate::explain::behaviour::called;
use crate::grade::understanding::{Keys, KnownBoard, KnownQuestion, Understanding};
use crate::observe::MemoryBoard;
use crate::spec::Spec;

impl Table<'_> {
    /// The facts inferred about the submission: its questions, its board, and the options left open.
    pub(in crate::grade) fn understanding(&self, spec: &Spec, id: &str) -> Understanding {
        let mut questions: Vec<KnownQuestion> = Vec::new();
        let mut known: Vec<(String, Option<String>, Option<String>)> = Vec::new();
        for note in self.notes.borrow().all() {
            let question = self.question(note);
            // The same question may be asked by a subroutine that is called from several places.
            let key = (question.place.clone(), question.ask.clone(), note.patterns.first().cloned());
            if !known.contains(&key) {
                known.push(key);
                questions.push(question);
            }
        }
        let titles = spec.dialogue.iter().flat_map(|dialogue| &dialogue.options);
        let open = titles.filter(|option| self.open.contains(&option.name));
        Understanding {
            questions,
            board: self.known_board(),
            open: open.map(|option| option.title.clone()).collect(),
            dialect: self.dialect(id, &self.own_words(spec)).entry(),
        }
    }

    fn question(&self, note: &Note) -> KnownQuestion {
        let place = note.place.map(|place| self.program.place(place.reads)).unwrap_or_default();
        let line = note.lines.first().cloned().unwrap_or_default();
        let (ask, asks, keys) = match &note.kind {
            Kind::Asks(question) => {
                let keys = if question.is_of_yes_or_no() {
                    Keys::YesNo { yes: note.yes.clone(), no: note.no.clone() }
                } else {
                    Keys::Free
                };
                (Some(question.id().to_owned()), called(*question), keys)
            }
            Kind::Typed(keys) => (Some("type".to_owned()), Text::default(), Keys::Always(keys.clone())),
            Kind::Unknown(_) => (None, text!("something", "điều gì đó"), Keys::Free),
        };
        KnownQuestion { place, line, ask, asks, keys }
    }

    fn known_board(&self) -> KnownBoard {
        if let Some(drawing) = &self.prompt_rules.drawing {
            return KnownBoard::Drawn { glyphs: drawing.glyphs(), step: drawing.step() };
        }
        let in_memory = |board: &MemoryBoard| KnownBoard::Memory {
            place: if board.label.is_empty() {
                self.label(board.offset)
            } else {
                format!("`{}`", board.label)
            },
            layout: self.board(board),
        };
        if let Some(window) = &self.window {
            return in_memory(&window.board);
        }
        if self.sought.is_shown {
            return KnownBoard::Printed;
        }
        self.sought.store.as_ref().map_or(KnownBoard::Unknown, |store| in_memory(&store.board))
    }
}
