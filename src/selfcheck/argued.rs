//! Mutants that survive and of which the spec says why no test can be asked to notice them.

use super::model::{Fate, Judged};
use crate::diagnostics::Language;
use crate::machine::Mutant;
use crate::spec::Argued;
use crate::submission::fits;

/// The arguments about the mutants of one program, with what became of each.
pub(super) struct Arguments<'a> {
    arguments: Vec<Argument<'a>>,
}

struct Argument<'a> {
    says: &'a Argued,
    /// The number of its mutants that were not judged yet, or survived.
    open: usize,
    /// True if it has a mutant at all.
    is_there: bool,
}

/// An argument of a spec that should be taken out of it, or is written wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The place that it names.
    pub at: String,
    /// The change that it names.
    pub change: String,
    /// True if tests notice the mistake, false if there is no such mistake.
    pub is_noticed: bool,
}

impl<'a> Arguments<'a> {
    /// Those of the arguments that are about a file of the program. `mutants` are all that can be made of it.
    pub(super) fn of(argued: &'a [Argued], mutants: &[Mutant]) -> Self {
        let files: Vec<&str> = mutants.iter().map(|mutant| file(&mutant.place)).collect();
        let about_it = argued.iter().filter(|says| files.contains(&file(&says.at)));
        let argument = |says: &'a Argued| {
            let open = mutants.iter().filter(|mutant| is_about(says, mutant)).count();
            Argument { says, open, is_there: open > 0 }
        };
        Self { arguments: about_it.map(argument).collect() }
    }

    /// A mutant that survives is argued if there is an argument; one that does not needs none.
    pub(super) fn apply(&mut self, judged: &mut Judged) {
        let about_it = self.arguments.iter_mut().filter(|argument| is_about(argument.says, &judged.mutant));
        for argument in about_it {
            if matches!(judged.fate, Fate::Survived | Fate::NotCompared | Fate::Argued(_)) {
                judged.fate = Fate::Argued(argument.says.because.clone());
            } else {
                argument.open -= 1;
            }
        }
    }

    /// The arguments that nothing needs, or that are about something that is not there.
    pub(super) fn stale(self) -> Vec<Stale> {
        let stale = self.arguments.into_iter().filter(|argument| argument.open == 0);
        let stale = stale.map(|argument| Stale {
            at: argument.says.at.clone(),
            change: argument.says.change.clone(),
            is_noticed: argument.is_there,
        });
        stale.collect()
    }
}

/// Returns `true` if an argument is about a mutant. The change is written as in the report, with the marks around code or
/// without them, or in the words of the machine; more blanks than one are one.
fn is_about(says: &Argued, mutant: &Mutant) -> bool {
    let place = mutant.place.split(' ').next().unwrap_or_default();
    let plain = |change: &str| change.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let about = plain(mutant.about.to(Language::English));
    let in_words = mutant.in_words.iter().map(|words| plain(words));
    let says_change = plain(&says.change);
    place == says.at && std::iter::once(about).chain(in_words).any(|change| fits(&says_change, change))
}

/// The file of a place.
fn file(place: &str) -> &str {
    place.split(':').next().unwrap_or_default()
}
