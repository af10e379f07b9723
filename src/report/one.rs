//! Reports of one submission, for systems that run the grader once for each.

use super::{Ends, Parts};
use crate::diagnostics::Language;
use crate::grade::{Audience, Gradebook, Graded};

/// The reader of the report that students see at once.
pub(super) const NOW: Audience = Audience::Student { after_due: false };
/// The reader of the report that students see after the due date.
pub(super) const LATER: Audience = Audience::Student { after_due: true };

/// Writes the report of the submission of a book of one.
pub(super) type Write = fn(&Gradebook, &Graded, Language) -> Vec<u8>;

/// Begins the report of the first submission.
pub(super) fn begin(language: Language, write: Write) -> Box<dyn Parts> {
    Box::new(First { language, write, is_empty: true })
}

/// The first submission: such a system runs the grader once for each.
struct First {
    language: Language,
    write: Write,
    /// True if there was no submission yet.
    is_empty: bool,
}

impl Parts for First {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let first = book.submissions.first().filter(|_| self.is_empty);
        let part = first.map(|graded| (self.write)(book, graded, self.language));
        self.is_empty &= part.is_none();
        part.unwrap_or_default()
    }

    fn ends(self: Box<Self>) -> Ends {
        Ends::default()
    }
}

/// A submission as students see it, in a book of its own.
pub(super) fn for_students(book: &Gradebook, graded: &Graded) -> Gradebook {
    Gradebook::of_one(&book.spec, graded).shown_to(NOW)
}
