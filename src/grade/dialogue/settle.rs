//! Which values of options the games settle, and which they leave open.

use std::collections::{BTreeMap, BTreeSet};

use super::Table;
use super::attempt::Attempt;
use super::probes::{ONE_CASE, Probes};
use crate::play::PromptRules;
use crate::referee::{Question, Settings};
use crate::spec::OpenOption;

/// Values of options, and how the games go with them.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// The games that they explain.
    explains: (usize, usize),
    /// The progress of the games.
    reach: usize,
    settings: Settings,
    /// The questions that were asked.
    asked: BTreeSet<Question>,
}

impl Tried {
    pub(super) fn of(attempt: &Attempt<'_>) -> Self {
        Self {
            explains: attempt.explains(),
            reach: attempt.reach,
            settings: attempt.prompt_rules.settings.clone(),
            asked: attempt.asked.clone(),
        }
    }

    /// The same with other settings, if the games cannot differ with them.
    pub(super) fn with(&self, settings: &Settings) -> Option<Self> {
        let is_same = !may_differ(settings, &self.settings, |question| self.asked.contains(&question));
        is_same.then(|| Self { settings: settings.clone(), ..self.clone() })
    }
}

/// Returns `false` if a game cannot differ with other settings: only options have another value that say how a question is answered,
/// and it was never asked.
pub(super) fn may_differ(
    settings: &Settings,
    known: &Settings,
    was_asked: impl Fn(Question) -> bool + Copy,
) -> bool {
    let shows = |(option, value): (&String, &String)| {
        known.get(option) != Some(value)
            && answered_by(option).is_none_or(|questions| questions.iter().copied().any(was_asked))
    };
    settings.iter().any(shows)
}

/// The questions in whose answers alone an option shows; `None` if it shows elsewhere.
fn answered_by(option: &str) -> Option<&'static [Question]> {
    match option {
        "remove" | "removal-wins" | "removal-target" => {
            Some(&[Question::Remove, Question::Row, Question::Cell])
        }
        "rows" | "row-numbering" => Some(&[Question::Row, Question::Cell]),
        "undo" => Some(&[Question::Undo]),
        "refused-act" => Some(&[Question::Undo, Question::Block]),
        _ => None,
    }
}

/// Options of which few programs have another value than the usual one. What is learned by trial is learned without them, as
/// each value is one more trial.
const RARE: [&str; 2] = ["row-numbering", "refused-act"];

/// Returns `true` if a program may have the usual value of an option in some of its turns, and another one in others: a refused undo may
/// leave the piece where a refused block takes it back.
pub(super) fn may_vary(option: &OpenOption) -> bool {
    option.name == "refused-act"
}

/// The options that are not rare, and the prompt rules with the usual values of the others.
pub(super) fn without_rare<'o, 'a>(
    options: &[&'o OpenOption],
    mut prompt_rules: PromptRules<'a>,
) -> (Vec<&'o OpenOption>, PromptRules<'a>) {
    let (rare, usual): (Vec<_>, Vec<_>) =
        options.iter().copied().partition(|option| RARE.contains(&option.name.as_str()));
    prompt_rules.settings.extend(
        rare.iter().filter_map(|option| Some((option.name.clone(), option.values.first()?.name.clone()))),
    );
    (usual, prompt_rules)
}

impl<'a> Table<'a> {
    /// The same with other values of rare options, if these explain as much: where the usual one explains no more, both are open.
    pub(super) fn with_rare(
        &self,
        options: &[&OpenOption],
        probes: &Probes<'_>,
        known: Attempt<'a>,
    ) -> Attempt<'a> {
        let shows = |option: &&OpenOption| {
            let answered = answered_by(&option.name).unwrap_or_default();
            RARE.contains(&option.name.as_str())
                && answered.iter().any(|question| known.asked.contains(question))
        };
        if known.is_full() || known.never_ends || !options.iter().any(shows) || !self.may_search() {
            return known;
        }
        let other = self.best(options, probes, known.prompt_rules.clone());
        if other.explains() >= known.explains() { other } else { known }
    }
}

/// The values of options that explain the games as well as those that were chosen, though the games differ
/// with them. Where the games are the same, the usual value is meant.
pub(super) fn rivals(best: &Attempt<'_>, options: &[&OpenOption], tried: &[Tried]) -> Vec<(String, String)> {
    let is_rival = |tried: &&Tried| tried.explains == best.explains() && tried.reach != best.reach;
    others(best, options, &tried.iter().filter(is_rival).collect::<Vec<_>>())
}

/// The options whose values explain too few of the games, and others hardly fewer.
pub(super) fn doubtful(best: &Attempt<'_>, options: &[&OpenOption], tried: &[Tried]) -> Vec<String> {
    let (_, in_step) = best.explains();
    // All but one case, and more than half of the games, are enough.
    if in_step * 2 > best.probes && in_step + ONE_CASE >= best.probes {
        return Vec::new();
    }
    let is_near = |tried: &&Tried| tried.explains.1 + ONE_CASE >= in_step;
    let near = others(best, options, &tried.iter().filter(is_near).collect::<Vec<_>>());
    near.into_iter().map(|(option, _)| option).collect()
}

/// The values that are not those that were chosen.
fn others(best: &Attempt<'_>, options: &[&OpenOption], tried: &[&Tried]) -> Vec<(String, String)> {
    let of_option = |option: &&OpenOption| {
        let chosen = best.prompt_rules.settings.get(&option.name);
        let values: BTreeSet<&String> = tried
            .iter()
            .filter_map(|tried| tried.settings.get(&option.name))
            .filter(|value| Some(*value) != chosen)
            .collect();
        values.into_iter().map(|value| (option.name.clone(), value.clone())).collect::<Vec<_>>()
    };
    options.iter().flat_map(of_option).collect()
}

/// The settings with the values of options that are free in a case, in any combination, or of one that is still open.
pub(super) fn readings(
    prompt_rules: &PromptRules<'_>,
    free: &[String],
    open: &[String],
) -> Vec<BTreeMap<String, String>> {
    let mut readings = vec![prompt_rules.settings.clone()];
    for (option, values) in prompt_rules.dialogue.assignment.options() {
        let combined =
            if free.contains(option) { readings.len() } else { usize::from(open.contains(option)) };
        let before: Vec<_> = readings.iter().take(combined).cloned().collect();
        for known in before {
            // What the rules have where nothing is set need not be the first value.
            let set = known.get(option).cloned();
            readings.extend(values.iter().filter(|value| Some(*value) != set.as_ref()).map(|value| {
                let mut other = known.clone();
                other.insert(option.clone(), value.clone());
                other
            }));
        }
    }
    readings
}
