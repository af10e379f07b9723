//! Which values of options the games settle, and which they leave open.

use std::collections::{BTreeMap, BTreeSet};

use super::infer::Attempt;
use super::probes::ONE_CASE;
use crate::play::PromptRules;
use crate::referee::Settings;
use crate::spec::OpenOption;

/// The games that some values explain, the progress of the games with them, and the values.
pub(super) type Tried = ((usize, usize), usize, Settings);

/// The values of options that explain the games as well as those that were chosen, though the games differ
/// with them. Where the games are the same, the usual value is meant.
pub(super) fn rivals(best: &Attempt<'_>, options: &[&OpenOption], tried: &[Tried]) -> Vec<(String, String)> {
    let is_rival = |(explains, reach, _): &&Tried| *explains == best.explains() && *reach != best.reach;
    others(best, options, &tried.iter().filter(is_rival).collect::<Vec<_>>())
}

/// The options whose values explain too few of the games, and others hardly fewer.
pub(super) fn doubtful(best: &Attempt<'_>, options: &[&OpenOption], tried: &[Tried]) -> Vec<String> {
    let (_, in_step) = best.explains();
    // All but one case, and more than half of the games, are enough.
    if in_step * 2 > best.probes && in_step + ONE_CASE >= best.probes {
        return Vec::new();
    }
    let is_near = |((_, other), _, _): &&Tried| other + ONE_CASE >= in_step;
    let near = others(best, options, &tried.iter().filter(is_near).collect::<Vec<_>>());
    near.into_iter().map(|(option, _)| option).collect()
}

/// The values that are not those that were chosen.
fn others(best: &Attempt<'_>, options: &[&OpenOption], tried: &[&Tried]) -> Vec<(String, String)> {
    let of_option = |option: &&OpenOption| {
        let chosen = best.prompt_rules.settings.get(&option.name);
        let values: BTreeSet<&String> = tried
            .iter()
            .filter_map(|(_, _, settings)| settings.get(&option.name))
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
            let set = known.get(option).or(values.first()).cloned();
            readings.extend(values.iter().filter(|value| Some(*value) != set.as_ref()).map(|value| {
                let mut other = known.clone();
                other.insert(option.clone(), value.clone());
                other
            }));
        }
    }
    readings
}
