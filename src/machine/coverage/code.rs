//! The lines, branches and subroutines of a program, and how often runs came there.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::{Counts, Executable};
use crate::asm::Role;
use crate::diagnostics::FileId;

/// A line with instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// The file.
    pub file: FileId,
    /// The number of the line, from 1.
    pub line: usize,
    /// The addresses of its instructions. A line of a macro, and one of a file that is included twice, is assembled several times:
    /// each time is a list of its own.
    instances: Vec<Vec<u32>>,
}

/// A subroutine: what some instruction calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subroutine {
    /// Its label; if it has none, that of its place: `file:line`.
    pub name: String,
    /// The file.
    pub file: FileId,
    /// The line of its first instruction, from 1.
    pub line: usize,
    /// Its first instruction.
    entry: u32,
}

/// A conditional branch of a line; in each instance of the line it is another instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BranchSite {
    /// The number of its line.
    line: usize,
    addresses: Vec<u32>,
}

/// Everything of a program's source that can be executed, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeMap {
    lines: Vec<CodeLine>,
    branches: Vec<BranchSite>,
    subroutines: Vec<Subroutine>,
    /// True if a line's instructions are executed together, and false where a compiler spreads a line over a loop.
    is_assembled: bool,
}

/// How often a conditional branch went which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    /// How often its condition held.
    pub taken: u64,
    /// How often it did not.
    pub passed: u64,
}

/// How often some runs came where. Numbers are those of the map that it was made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How often each line was executed.
    pub lines: Vec<u64>,
    /// How often each branch went which way.
    pub branches: Vec<Branches>,
    /// How often each subroutine was called.
    pub subroutines: Vec<u64>,
}

impl CodeMap {
    /// The map of a program as far as files are meant, by their names, given what runs of it executed: a subroutine whose address
    /// is worked out is known by its calls.
    pub fn new<'c>(
        program: &dyn Executable,
        is_meant: impl Fn(&str) -> bool,
        runs: impl IntoIterator<Item = &'c Counts>,
    ) -> Self {
        let sources = program.sources();
        let is_assembled = !program.isa().source.is_compiled;
        let mut by_place: BTreeMap<(FileId, usize), Vec<Vec<u32>>> = BTreeMap::new();
        let mut last: Option<((FileId, usize), u32)> = None;
        let is_meant: Vec<bool> = sources.files().iter().map(|file| is_meant(&file.name)).collect();
        let instructions = program.source_map().lines().iter().filter(|line| {
            line.role == Role::Instruction && is_meant.get(line.span.file.index()) == Some(&true)
        });
        for line in instructions {
            let place = (line.span.file, sources.position(line.span).line);
            let instances = by_place.entry(place).or_default();
            let goes_on = last == Some((place, line.address)) || !is_assembled;
            match instances.last_mut().filter(|_| goes_on) {
                Some(instance) => instance.push(line.address),
                None => instances.push(vec![line.address]),
            }
            last = Some((place, program.next_address(line.address)));
        }
        let lines: Vec<CodeLine> = by_place
            .into_iter()
            .map(|((file, line), instances)| CodeLine { file, line, instances })
            .collect();
        let branches = lines.iter().enumerate().flat_map(|(number, line)| sites(program, number, line));
        let branches = branches.collect();
        let subroutines = subroutines(program, &lines, runs);
        Self { lines, branches, subroutines, is_assembled }
    }

    /// The lines with instructions, by place.
    pub fn lines(&self) -> &[CodeLine] {
        &self.lines
    }

    /// The subroutines, by place.
    pub fn subroutines(&self) -> &[Subroutine] {
        &self.subroutines
    }

    /// The number of the line of each conditional branch, in order.
    pub fn branches(&self) -> impl Iterator<Item = usize> {
        self.branches.iter().map(|site| site.line)
    }

    /// How often runs came where.
    pub fn coverage(&self, counts: &Counts) -> Coverage {
        let count = |address: &u32| counts.instructions.get(address).copied().unwrap_or_default();
        let times = |instance: &Vec<u32>| {
            instance.iter().map(|address| count(address).executed).max().unwrap_or_default()
        };
        let of_site = |site: &BranchSite| {
            site.addresses.iter().map(count).fold(Branches::default(), |sum, count| Branches {
                taken: sum.taken.saturating_add(count.taken),
                passed: sum.passed.saturating_add(count.passed),
            })
        };
        let of_line = |line: &CodeLine| line.instances.iter().map(times).fold(0, u64::saturating_add);
        let of_subroutine = |subroutine: &Subroutine| {
            if self.is_assembled {
                counts.calls.get(&subroutine.entry).copied().unwrap_or_default()
            } else {
                // Nothing of a function in a compiled language comes back to its first instruction.
                count(&subroutine.entry).executed
            }
        };
        Coverage {
            lines: self.lines.iter().map(of_line).collect(),
            branches: self.branches.iter().map(of_site).collect(),
            subroutines: self.subroutines.iter().map(of_subroutine).collect(),
        }
    }

    /// The stretches of lines that fit, as [`stretches`] has them.
    pub fn stretches(&self, fits: impl Fn(usize) -> bool) -> Vec<(FileId, RangeInclusive<usize>)> {
        stretches(self.lines.iter().enumerate().map(|(number, line)| (line.file, line.line, fits(number))))
    }
}

/// The stretches of lines that fit, of lines with instructions in order: each goes on over lines without instructions, and ends
/// before a line that does not fit, or at the end of its file.
pub fn stretches(
    lines: impl IntoIterator<Item = (FileId, usize, bool)>,
) -> Vec<(FileId, RangeInclusive<usize>)> {
    let mut found: Vec<(FileId, RangeInclusive<usize>)> = Vec::new();
    let mut is_open = false;
    for (file, line, is_fitting) in lines {
        match found.last_mut().filter(|(last, _)| is_open && *last == file) {
            _ if !is_fitting => {}
            Some((_, lines)) => *lines = *lines.start()..=line,
            None => found.push((file, line..=line)),
        }
        is_open = is_fitting;
    }
    found
}

/// The conditional branches of a line, in the order of their instructions.
fn sites(program: &dyn Executable, number: usize, line: &CodeLine) -> Vec<BranchSite> {
    let mut sites: Vec<BranchSite> = Vec::new();
    for instance in &line.instances {
        let branches = instance.iter().filter(|address| program.way(**address).branch.is_some());
        for (nth, address) in branches.enumerate() {
            match sites.get_mut(nth) {
                Some(site) => site.addresses.push(*address),
                None => sites.push(BranchSite { line: number, addresses: vec![*address] }),
            }
        }
    }
    sites
}

/// The subroutines that instructions of the source call, or that were called.
fn subroutines<'c>(
    program: &dyn Executable,
    lines: &[CodeLine],
    runs: impl IntoIterator<Item = &'c Counts>,
) -> Vec<Subroutine> {
    let addresses = || lines.iter().flat_map(|line| line.instances.iter().flatten().copied());
    let mut entries: BTreeSet<u32> = if program.isa().source.is_compiled {
        program.symbols().iter().map(|symbol| symbol.address).collect()
    } else {
        let known = addresses().filter_map(|address| program.way(address).subroutine);
        known.chain(runs.into_iter().flat_map(|counts| counts.calls.keys().copied())).collect()
    };
    let instructions: BTreeSet<u32> = addresses().collect();
    entries.retain(|entry| instructions.contains(entry));
    let sources = program.sources();
    let named = |entry: u32| {
        let span = program.source_map().get(entry)?.span;
        let (file, line) = (span.file, sources.position(span).line);
        let symbol = program.symbols().iter().find(|symbol| symbol.address == entry);
        let name = symbol.map_or_else(|| sources.place(span), |symbol| symbol.name.clone());
        Some(Subroutine { name, file, line, entry })
    };
    let mut found: Vec<Subroutine> = entries.into_iter().filter_map(named).collect();
    found.sort_by_key(|subroutine| (subroutine.file, subroutine.line, subroutine.entry));
    found
}

impl Coverage {
    /// Adds what other runs did, by the same map.
    pub fn add(&mut self, other: &Self) {
        let sum = |one: &mut u64, other: &u64| *one = one.saturating_add(*other);
        self.lines.iter_mut().zip(&other.lines).for_each(|(one, other)| sum(one, other));
        self.subroutines.iter_mut().zip(&other.subroutines).for_each(|(one, other)| sum(one, other));
        for (one, other) in self.branches.iter_mut().zip(&other.branches) {
            sum(&mut one.taken, &other.taken);
            sum(&mut one.passed, &other.passed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stretches;
    use crate::diagnostics::{SourceFile, Sources};

    #[test]
    fn stretches_end_where_something_does_not_fit() {
        let mut sources = Sources::default();
        let [one, other] = ["a.c", "b.c"].map(|name| sources.add(SourceFile::from_bytes(name, b"")));
        let lines = [
            (one, 1, false),
            (one, 3, true),
            (one, 7, true),
            (one, 8, false),
            (one, 9, true),
            (other, 1, true),
        ];
        assert_eq!(stretches(lines), [(one, 3..=7), (one, 9..=9), (other, 1..=1)]);
        assert_eq!(stretches([(one, 2, false)]), []);
    }
}
