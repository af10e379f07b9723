//! What `grader similar` finds, for machines.

use serde::Serialize;

use super::to_bytes;
use crate::diagnostics::{Language, SourceFile};
use crate::likeness::{Evidence, Findings, Passage, Side, Words};
use crate::report::likeness::{not_compared, phrase};

/// The version of this format: it grows when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Report<'f> {
    similar: u32,
    grader: &'static str,
    title: &'f str,
    /// Pairs that are less alike are not listed.
    least_percent: u16,
    /// The number of programs of earlier classes, which come last.
    earlier: usize,
    programs: &'f [String],
    not_compared: Vec<NotCompared<'f>>,
    /// The number of pairs of each likeness from 0 to 100 percent.
    pairs_by_percent: &'f [u64],
    pairs: Vec<PairEntry<'f>>,
    clusters: Vec<Vec<&'f str>>,
}

#[derive(Serialize)]
struct NotCompared<'f> {
    id: &'f str,
    why: String,
}

#[derive(Serialize)]
struct PairEntry<'f> {
    one: &'f str,
    other: &'f str,
    percent: u16,
    percent_of_one: u16,
    percent_of_other: u16,
    /// Lines that do the same; not there for pairs that are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    passages: Option<Vec<PassageEntry<'f>>>,
    /// Texts and comments that nobody else has.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<WordsEntry<'f>>>,
}

#[derive(Serialize)]
struct PassageEntry<'f> {
    one: SideEntry<'f>,
    other: SideEntry<'f>,
}

#[derive(Serialize)]
struct SideEntry<'f> {
    file: &'f str,
    first: usize,
    last: usize,
    alike: Vec<usize>,
}

#[derive(Serialize)]
struct WordsEntry<'f> {
    kind: String,
    words: &'f str,
    line_of_one: usize,
    line_of_other: usize,
}

/// The report.
pub(in crate::report) fn render(findings: &Findings, language: Language) -> Vec<u8> {
    let id = |index: usize| findings.ids[index].as_str();
    let pairs = findings.pairs.alike.iter().enumerate().map(|(index, pair)| {
        let evidence = findings.shown.get(index).and_then(|shown| shown.evidence.as_ref());
        PairEntry {
            one: id(pair.one),
            other: id(pair.other),
            percent: pair.likeness.to_percent(),
            percent_of_one: pair.of_one.to_percent(),
            percent_of_other: pair.of_other.to_percent(),
            passages: evidence.map(passages),
            words: evidence.map(|evidence| words(&evidence.words)),
        }
    });
    let uncompared = findings.uncompared.iter();
    to_bytes(&Report {
        similar: FORMAT,
        grader: env!("CARGO_PKG_VERSION"),
        title: findings.title.to(language),
        least_percent: findings.least.to_percent(),
        earlier: findings.earlier,
        programs: &findings.ids,
        not_compared: uncompared
            .map(|one| NotCompared { id: &one.id, why: not_compared(&one.why).to(language).to_owned() })
            .collect(),
        pairs_by_percent: &findings.pairs.counts,
        pairs: pairs.collect(),
        clusters: findings
            .clusters
            .iter()
            .map(|cluster| cluster.members.iter().map(|index| id(*index)).collect())
            .collect(),
    })
}

fn passages(evidence: &Evidence) -> Vec<PassageEntry<'_>> {
    let entry = |passage: &Passage| {
        let (one, other) = (side(&evidence.one, &passage.one), side(&evidence.other, &passage.other));
        PassageEntry { one, other }
    };
    evidence.passages.iter().map(entry).collect()
}

fn side<'f>(files: &'f [SourceFile], side: &Side) -> SideEntry<'f> {
    let Side { file, first, last, alike } = side;
    SideEntry { file: &files[*file].name, first: *first, last: *last, alike: alike.iter().copied().collect() }
}

fn words(words: &[Words]) -> Vec<WordsEntry<'_>> {
    let mut entries = Vec::new();
    for known in words {
        let (kind, said) = phrase(&known.phrase);
        let kind = kind.to(Language::English).to_owned();
        let (line_of_one, line_of_other) = (known.one.1, known.other.1);
        entries.push(WordsEntry { kind, words: said, line_of_one, line_of_other });
    }
    entries
}
