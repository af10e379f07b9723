//! A test for a mistake that no test notices: the shortest input found on which the program with the mistake does something
//! else, or a test that must be played from noise in memory.
//!
//! Inputs are tried that the tests type already, with parts left out, put in or changed for others. So nothing is found where an
//! input would have to be of another kind.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::console::Script;
use crate::grade::{Plan, talk};
use crate::machine::{Executable, Start, Stop, World};
use crate::play::{detect, play};
use crate::spec::{Expectation, Limits};

/// The most inputs that are tried.
const MOST_INPUTS: usize = 1_200;
/// The most instructions that a program may execute while they are tried.
const MOST_EXECUTED: u64 = 200_000_000;
/// The most entries of an input that is made up from nothing.
const MOST_MADE_UP: usize = 3;
/// The most entries of an input of the tests that is varied; longer ones make inputs that nobody reads.
const MOST_VARIED: usize = 24;

/// A test that would notice a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// To type this: the program prints the first, with the mistake the second.
    Input {
        /// What is typed.
        typed: Vec<u8>,
        /// The first line that differs, from the program and from the one with the mistake; `None` at the end of the output.
        lines: [Option<String>; 2],
    },
    /// To play this case from noise in memory and registers.
    FromNoise {
        /// The id of the case.
        case: String,
    },
}

/// What came of an input: the output, how the run ended, and after how many instructions.
type Outcome = (Vec<u8>, &'static str, u64);

/// The inputs to try on a program, the shortest first, with what the program makes of them.
pub(super) struct Inputs<'p> {
    program: &'p dyn Executable,
    limits: Limits,
    scripts: Vec<Script>,
    outcomes: Vec<OnceLock<Option<Outcome>>>,
    /// The cases that begin with zeros in memory, each with its input.
    cases: Vec<(String, Script, World<'static>)>,
    from_noise: Vec<OnceLock<Option<Outcome>>>,
}

impl<'p> Inputs<'p> {
    /// The inputs that are made of those of the tests.
    pub(super) fn of(plan: &Plan, program: &'p dyn Executable) -> Self {
        let limits = plan.spec.limits;
        let protocol = detect(program, plan.spec.input.enter, plan.probe_key, limits);
        let mut cases = Vec::new();
        for planned in &plan.cases {
            let (case, world) = (&planned.case, planned.case.world());
            let script = match &case.expectation {
                Expectation::Keys(_) => protocol.script(&planned.expected.entries),
                Expectation::Literal { stdin, .. } => stdin.as_ref().clone(),
                Expectation::Checked(checked) => match talk(case, program, world, limits) {
                    Some(held) => held.script,
                    None => checked.stdin.as_ref().clone(),
                },
                Expectation::Subroutine(_) | Expectation::Dialogue(_) | Expectation::Property(_) => continue,
            };
            cases.push((case.id.clone(), script, world));
        }
        let typed: Vec<Vec<Vec<u8>>> = cases.iter().map(|(_, script, _)| entries(script.bytes())).collect();
        let scripts = if typed.iter().all(Vec::is_empty) { Vec::new() } else { variations(&typed) };
        let scripts: Vec<Script> = scripts.into_iter().map(Script::new).collect();
        let outcomes = scripts.iter().map(|_| OnceLock::new()).collect();
        cases.retain(|(_, _, world)| world.start == Start::Zeros);
        let from_noise = cases.iter().map(|_| OnceLock::new()).collect();
        Self { program, limits, scripts, outcomes, cases, from_noise }
    }

    /// A test that notices a program with a mistake, if one is found.
    pub(super) fn proposal(&self, mistaken: &dyn Executable) -> Option<Proposal> {
        let mut left = MOST_EXECUTED;
        for (script, known) in self.scripts.iter().zip(&self.outcomes) {
            let right = known.get_or_init(|| self.outcome(self.program, script, World::default(), None));
            let Some(right) = right else { continue };
            let Some(rest) = left.checked_sub(right.2) else { break };
            left = rest;
            let wrong = self.outcome(mistaken, script, World::default(), Some(right.2));
            if let Some(lines) = first_difference(right, wrong.as_ref()) {
                return Some(Proposal::Input { typed: script.bytes().to_vec(), lines });
            }
        }
        for ((case, script, world), known) in self.cases.iter().zip(&self.from_noise) {
            let world = World { start: Start::Random(1), ..*world };
            let right = known.get_or_init(|| self.outcome(self.program, script, world, None));
            let Some(right) = right else { continue };
            let wrong = self.outcome(mistaken, script, world, Some(right.2));
            if first_difference(right, wrong.as_ref()).is_some() {
                return Some(Proposal::FromNoise { case: case.clone() });
            }
        }
        None
    }

    /// What comes of an input; `None` if the program does not come to an end with it. One with a mistake may execute a few times as
    /// many instructions as the right one did.
    fn outcome(
        &self,
        program: &dyn Executable,
        script: &Script,
        world: World<'_>,
        usual: Option<u64>,
    ) -> Option<Outcome> {
        let fuel = usual.map_or(self.limits.fuel, |usual| usual.saturating_mul(8).saturating_add(20_000));
        let limits = Limits { fuel: fuel.min(self.limits.fuel), ..self.limits };
        let played = play(program, script, world, limits);
        let is_over = !matches!(played.ended.stop, Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_));
        is_over.then(|| (played.transcript.output, played.ended.stop.name(), played.ended.executed))
    }
}

/// The first line in which two outcomes differ; `None` if they are alike, or if nothing differs that can be seen. Without an
/// outcome the second comes to no end.
fn first_difference(right: &Outcome, wrong: Option<&Outcome>) -> Option<[Option<String>; 2]> {
    let Some(wrong) = wrong else { return Some([None, None]) };
    let lines = |output: &[u8]| -> Vec<String> {
        let output = String::from_utf8_lossy(output).into_owned();
        let is_seen = |letter: &char| !letter.is_whitespace() && !letter.is_control();
        output
            .lines()
            .filter(|line| line.chars().any(|letter| is_seen(&letter)))
            .map(|line| line.trim().to_owned())
            .collect()
    };
    let seen = |output: &[u8]| -> Vec<u8> { output.iter().copied().filter(u8::is_ascii_graphic).collect() };
    if seen(&right.0) == seen(&wrong.0) && right.1 == wrong.1 {
        return None;
    }
    let (right, wrong) = (lines(&right.0), lines(&wrong.0));
    let at = right.iter().zip(&wrong).take_while(|(right, wrong)| right == wrong).count();
    Some([right.get(at).cloned(), wrong.get(at).cloned()])
}

/// An input in entries: its lines, or its keys if it has none.
fn entries(typed: &[u8]) -> Vec<Vec<u8>> {
    if typed.contains(&b'\n') {
        typed.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    } else {
        typed.iter().map(|key| vec![*key]).collect()
    }
}

/// The entries that may stand for one: for a digit all digits and their neighbours, for another key its neighbours and its other
/// case, for a number those around it and those at which signs and lengths change.
fn near(entry: &[u8]) -> Vec<Vec<u8>> {
    if let [key] = entry {
        let near: Vec<u8> = match key {
            b'0'..=b'9' => (b'0' - 1..=b'9' + 1).collect(),
            b'A'..=b'Z' | b'a'..=b'z' => vec![key - 1, key + 1, key ^ 0x20],
            _ => vec![key.wrapping_sub(1), key.wrapping_add(1)],
        };
        return near.into_iter().filter(|key| (b' '..0x7F).contains(key)).map(|key| vec![key]).collect();
    }
    let line = String::from_utf8_lossy(entry).into_owned();
    let Ok(number) = line.trim().parse::<i32>() else { return Vec::new() };
    let near = [number.wrapping_sub(1), number.wrapping_add(1), 0, 1, -1, number.wrapping_neg(), 10, 100];
    near.into_iter().map(|number| format!("{number}\n").into_bytes()).collect()
}

/// Inputs made of those of the tests, the shortest first.
fn variations(typed: &[Vec<Vec<u8>>]) -> Vec<Vec<Vec<u8>>> {
    let mut words: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for entry in typed.iter().flatten() {
        *words.entry(entry.clone()).or_default() += 1;
        for near in near(entry) {
            words.entry(near).or_default();
        }
    }
    // What the tests type most comes first.
    let mut words: Vec<(Vec<u8>, usize)> = words.into_iter().collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let words: Vec<Vec<u8>> = words.into_iter().map(|(word, _)| word).collect();
    let mut inputs: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    // All short ones, as far as there are not too many.
    let mut last: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for _ in 0..MOST_MADE_UP {
        let longer = last.iter().flat_map(|input| {
            words.iter().map(move |word| [input.as_slice(), std::slice::from_ref(word)].concat())
        });
        let longer: Vec<Vec<Vec<u8>>> = longer.take(MOST_INPUTS / 3).collect();
        inputs.extend(longer.iter().cloned());
        last = longer;
        if inputs.len() > MOST_INPUTS / 2 {
            break;
        }
    }
    let mut varied: Vec<Vec<Vec<u8>>> = Vec::new();
    for input in typed.iter().filter(|input| input.len() <= MOST_VARIED) {
        for at in 0..=input.len() {
            let (before, after) = input.split_at(at);
            varied.push(before.to_vec());
            if let Some((entry, rest)) = after.split_first() {
                varied.push([before, rest].concat());
                varied.extend(near(entry).into_iter().map(|near| [before, &[near], rest].concat()));
                varied.push([before, std::slice::from_ref(entry), after].concat());
            }
        }
    }
    varied.sort_by_key(Vec::len);
    inputs.extend(varied);
    let mut known = BTreeSet::new();
    inputs.retain(|input| known.insert(input.concat()));
    inputs.sort_by_key(|input| (input.len(), input.concat().len()));
    inputs.truncate(MOST_INPUTS);
    inputs
}

#[cfg(test)]
mod tests {
    use super::variations;

    #[test]
    fn inputs_are_made_of_those_of_the_tests() {
        let typed = [vec![b"2\n".to_vec(), b"7\n".to_vec()], vec![b"q\n".to_vec()]];
        let inputs: Vec<String> = variations(&typed)
            .iter()
            .map(|input| String::from_utf8_lossy(&input.concat()).into_owned())
            .collect();
        for wanted in ["", "2\n", "q\n", "3\n", "2\n8\n", "7\n2\n", "2\n2\n7\n"] {
            assert!(inputs.iter().any(|input| input == wanted), "{wanted:?} in {inputs:?}");
        }
        assert!(inputs.windows(2).all(|pair| pair[0].lines().count() <= pair[1].lines().count()));
    }
}
