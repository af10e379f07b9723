//! What two programs share, where it stands in both: for the people who look.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::class::{Class, Program, shape_of};
use super::pairs::weight;
use super::shapes::Shape;
use super::words::Phrase;
use crate::diagnostics::SourceFile;
use crate::submission::Submission;

/// The most passages that are shown of a pair.
const MOST_PASSAGES: usize = 12;

/// Places belong to one passage if no more instructions than this lie between them.
const GAP: usize = 3;

/// A shape that is there more often in one program says too little of where it belongs.
const MOST_PLACES: usize = 4;

/// A passage with fewer lines is not shown.
const LEAST_LINES: usize = 3;

/// Lines of one program, in one of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The file, by its place among those of the program.
    pub file: usize,
    /// The first line, counted from 1.
    pub first: usize,
    /// The last line.
    pub last: usize,
    /// Those in between that have their like in the other program.
    pub alike: BTreeSet<usize>,
}

/// Lines of one program that do what lines of the other one do.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The lines of the first program.
    pub one: Side,
    /// The lines of the other one.
    pub other: Side,
}

/// Words that only these two programs have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The words.
    pub phrase: Phrase,
    /// The file and the line of the first program in which they stand.
    pub one: (usize, usize),
    /// The same of the other one.
    pub other: (usize, usize),
}

/// What two programs share.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The sources of the first program.
    pub one: Vec<SourceFile>,
    /// The sources of the other one.
    pub other: Vec<SourceFile>,
    /// Lines that do the same, those that say most first.
    pub passages: Vec<Passage>,
    /// Words that nobody else has, in the order of the first program.
    pub words: Vec<Words>,
}

/// An instruction by its place among those of its program.
type Rank = usize;

/// A program by the ranks of its instructions.
struct Ranked {
    /// The file and line of each rank.
    lines: Vec<(usize, usize)>,
    /// The ranks of each shape.
    places: HashMap<Shape, BTreeSet<Rank>>,
}

impl Ranked {
    fn of(program: &Program) -> Self {
        let map = program.executable.source_map();
        let line_of = |at: u32| {
            let span = map.get(at)?.span;
            Some((span.file.index(), program.sources.position(span).line))
        };
        let all: Vec<((usize, usize), Shape)> =
            program.shapes.iter().filter_map(|placed| Some((line_of(placed.at)?, placed.shape))).collect();
        let lines: BTreeSet<(usize, usize)> = all.iter().map(|(line, _)| *line).collect();
        let ranks: HashMap<(usize, usize), Rank> =
            lines.iter().enumerate().map(|(rank, line)| (*line, rank)).collect();
        let mut places: HashMap<Shape, BTreeSet<Rank>> = HashMap::new();
        for (line, shape) in all {
            places.entry(shape).or_default().insert(ranks[&line]);
        }
        Self { lines: lines.into_iter().collect(), places }
    }

    /// The lines of these ranks, which are all of one file.
    fn side(&self, ranks: &BTreeSet<Rank>) -> Option<Side> {
        let (file, first) = self.lines[*ranks.first()?];
        let (_, last) = self.lines[*ranks.last()?];
        Some(Side { file, first, last, alike: ranks.iter().map(|rank| self.lines[*rank].1).collect() })
    }
}

impl Evidence {
    /// What two submissions of a class share; `None` if one of them cannot be read any more.
    pub fn of(class: &Class<'_>, one: &Submission, other: &Submission) -> Option<Self> {
        let (one, other) = (class.program(one)?, class.program(other)?);
        Some(Self {
            passages: passages(class, &Ranked::of(&one), &Ranked::of(&other)),
            words: words(class, &one, &other),
            one: one.sources.files().to_vec(),
            other: other.sources.files().to_vec(),
        })
    }
}

/// Two places that are alike, by the ranks of both.
type Match = (Rank, Rank);

fn passages(class: &Class<'_>, one: &Ranked, other: &Ranked) -> Vec<Passage> {
    let matches = matches(class, one, other);
    let mut groups = groups(&matches, one, other);
    let weigh = |group: &Vec<Match>| group.iter().map(|place| matches[place]).sum::<f64>();
    groups.sort_by(|a, b| weigh(b).total_cmp(&weigh(a)).then(a.cmp(b)));
    let (mut used_of_one, mut used_of_other) = (BTreeSet::new(), BTreeSet::new());
    let mut passages = Vec::new();
    for group in groups {
        let of_one: BTreeSet<Rank> =
            group.iter().map(|(rank, _)| *rank).filter(|rank| !used_of_one.contains(rank)).collect();
        let of_other: BTreeSet<Rank> =
            group.iter().map(|(_, rank)| *rank).filter(|rank| !used_of_other.contains(rank)).collect();
        if of_one.len().min(of_other.len()) < LEAST_LINES || passages.len() == MOST_PASSAGES {
            continue;
        }
        if let (Some(left), Some(right)) = (one.side(&of_one), other.side(&of_other)) {
            passages.push(Passage { one: left, other: right });
        }
        used_of_one.extend(of_one);
        used_of_other.extend(of_other);
    }
    passages
}

/// The places that are alike, with how much that says.
fn matches(class: &Class<'_>, one: &Ranked, other: &Ranked) -> BTreeMap<Match, f64> {
    let mut matches = BTreeMap::new();
    let mut shared: Vec<&Shape> =
        one.places.keys().filter(|shape| other.places.contains_key(shape)).collect();
    shared.sort_unstable();
    for shape in shared {
        let (left, right) = (&one.places[shape], &other.places[shape]);
        let says = weight(class.count(*shape), class.members.len());
        if says > 0.0 && left.len().max(right.len()) <= MOST_PLACES {
            for place in left.iter().flat_map(|one| right.iter().map(move |other| (*one, *other))) {
                *matches.entry(place).or_default() += says / f64::from((left.len() * right.len()) as u32);
            }
        }
    }
    matches
}

/// Matches that lie close together in both programs.
fn groups(matches: &BTreeMap<Match, f64>, one: &Ranked, other: &Ranked) -> Vec<Vec<Match>> {
    let mut left: BTreeSet<Match> = matches.keys().copied().collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some((a, b)) = group.get(next).copied() {
            next += 1;
            for near_a in a.saturating_sub(GAP)..=a + GAP {
                let near = (near_a, b.saturating_sub(GAP))..=(near_a, b + GAP);
                let same_file = |(x, y): &Match| {
                    one.lines[*x].0 == one.lines[a].0 && other.lines[*y].0 == other.lines[b].0
                };
                let found: Vec<Match> = left.range(near).copied().filter(same_file).collect();
                for place in found {
                    left.remove(&place);
                    group.push(place);
                }
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// The phrases that nobody but these two has.
fn words(class: &Class<'_>, one: &Program, other: &Program) -> Vec<Words> {
    let of_other: HashMap<Phrase, (usize, usize)> = class.phrases(other).into_iter().collect();
    let mut words: Vec<Words> = class
        .phrases(one)
        .into_iter()
        .filter(|(phrase, _)| class.count(shape_of(phrase)) == 2)
        .filter_map(|(phrase, one)| Some(Words { one, other: *of_other.get(&phrase)?, phrase }))
        .collect();
    words.sort_by_key(|words| words.one);
    words
}
