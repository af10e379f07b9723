//! The story of a submission: its parts in the order of the report. Every report that people read is made of
//! these blocks; the look of a block is each report's own.

mod failures;
mod findings;

pub(super) use failures::{CaseBlock, FailureBlock, GroupBlock, SameWay};
pub(super) use findings::{Finding, Shown as FindingLines};

use super::account::{AccountLine, lateness, lines, mark};
use super::understanding::{in_full, in_short};
use super::words::{Loss, losses, needs_review, problem, reading};
use crate::diagnostics::{Diagnostic, Severity, Text, text};
use crate::grade::{Account, Gradebook, Graded, Mark, Problem};
use crate::spec::Points;

/// The amount of detail about each submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The table alone.
    Table,
    /// The table, and for each submission the first failed case of each group.
    First,
    /// The same with every failed case.
    All,
}

/// With this many errors a file is hardly a program.
const MANY_ERRORS: usize = 10;
/// The most errors that are shown.
const MOST_DIAGNOSTICS: usize = 20;

/// A part of the story.
pub(super) enum Block<'b> {
    /// The reason why nothing could be run or judged.
    Problem(Text),
    /// The assembler's errors, and those warnings that may cost points.
    Diagnostics(Vec<&'b Diagnostic>),
    /// Something that a person has to look at.
    Review(Text),
    /// A group with failed cases.
    Group(GroupBlock<'b>),
    /// Several groups that all fail in one way, which is reported at another group.
    SameWay(SameWay<'b>),
    /// Something else that costs points, or that a student should know.
    Finding(Finding<'b>),
    /// A sentence about several of the blocks before.
    Together(Text),
    /// A title with a line for each item.
    Section(Text, Vec<Text>),
    /// A sentence.
    Line(Text),
    /// The account of the points, where there is more to it than tests, their format and style.
    Account(AccountBlock),
    /// A mark given by a person.
    Mark(MarkBlock<'b>),
}

/// The account of the points.
pub(super) struct AccountBlock {
    /// The lines that are worth showing.
    pub(super) lines: Vec<AccountLine>,
    /// The sum.
    pub(super) total: Points,
    /// Of how many points, and how many of them are not judged.
    pub(super) of: Text,
}

/// A mark that a person gave for an item of the rubric.
pub(super) struct MarkBlock<'b> {
    /// The item, with its points.
    pub(super) words: Text,
    /// The person's remark.
    pub(super) remark: &'b str,
}

/// The story of a submission, without its name and score, which every report puts in its own place.
pub(super) fn story<'b>(book: &'b Gradebook, graded: &'b Graded, detail: Detail) -> Vec<Block<'b>> {
    let mut blocks = Vec::new();
    blocks.extend(graded.problem.as_ref().map(|reason| Block::Problem(problem(reason))));
    blocks.push(Block::Diagnostics(diagnostics(graded)));
    if graded.problem.is_some() {
        blocks.extend(findings::starter(graded).map(Block::Finding));
    } else {
        blocks.extend(needs_review(graded).into_iter().map(Block::Review));
        lost(book, graded, detail, &mut blocks);
        blocks.extend(readings(graded));
    }
    blocks.extend(understood(graded, detail));
    if graded.problem.is_none() {
        let note = |remark: &Text| Block::Section(text!("note:", "lưu ý:"), vec![remark.clone()]);
        blocks.extend(graded.remarks.iter().map(note));
        if graded.is_part && graded.is_perfect(book.spec.points) {
            blocks.push(Block::Line(text!(
                "All selected tests passed.",
                "Tất cả ca kiểm thử được chọn đều đạt."
            )));
        } else if graded.is_perfect(book.spec.points) {
            blocks.push(Block::Line(text!("All tests passed.", "Tất cả ca kiểm thử đều đạt.")));
        }
    }
    blocks.extend(account(book, graded).map(Block::Account));
    blocks.extend(graded.late.iter().map(|late| Block::Line(lateness(late))));
    blocks.extend(graded.marks.iter().map(|given| Block::Mark(MarkBlock::of(given))));
    blocks
}

/// Errors in full; of the warnings only those that may cost points. A file with very many errors is no program, and warnings
/// about it are noise.
fn diagnostics(graded: &Graded) -> Vec<&Diagnostic> {
    let is_program = !matches!(graded.problem, Some(Problem::DidNotAssemble { errors: MANY_ERRORS.., .. }));
    let mut last = None;
    let is_worth_showing = |diagnostic: &&Diagnostic| {
        if diagnostic.severity == Severity::Error {
            return true;
        }
        // Of many that follow each other in one section the first says it all.
        let is_new = last.replace(diagnostic.code) != Some(diagnostic.code);
        is_program && is_new && diagnostic.code.is_of_a_lost_instruction()
    };
    graded.diagnostics.iter().filter(is_worth_showing).take(MOST_DIAGNOSTICS).collect()
}

/// The blocks about lost points.
fn lost<'b>(book: &'b Gradebook, graded: &'b Graded, detail: Detail, blocks: &mut Vec<Block<'b>>) {
    let mut same_ways = failures::SameWays::default();
    for (_, loss) in losses(book, graded) {
        match loss {
            Loss::Group(failed) => {
                let block = same_ways.unless_same(book, graded, failed, detail);
                blocks.extend(block.map(Block::Group));
            }
            Loss::Format(finding) => {
                blocks.push(Block::Finding(findings::format(
                    finding,
                    book.spec.compare.exact,
                    graded.is_part,
                )));
            }
            Loss::Style(result) => blocks.push(Block::Finding(findings::style(result))),
            Loss::Inferred(inferred) => blocks.push(Block::Finding(findings::forbidden(inferred))),
            Loss::Starter => blocks.extend(findings::starter(graded).map(Block::Finding)),
            // The account at the end shows these.
            Loss::Late(_) | Loss::Mark(_) => {}
        }
    }
    blocks.extend(same_ways.blocks(book, graded, detail));
    if graded.starter.as_ref().is_some_and(|finding| finding.cost == Points::ZERO) {
        blocks.extend(findings::starter(graded).map(Block::Finding));
    }
    blocks.extend(findings::format_limit(graded).map(Block::Together));
    blocks.extend(findings::not_checked(graded).map(Block::Finding));
}

/// The submission's readings of what the assignment leaves open, where most read it otherwise; they cost
/// nothing.
fn readings<'b>(graded: &Graded) -> Option<Block<'b>> {
    let free = graded.inferred.iter().filter(|inferred| !inferred.is_usual && inferred.cost == Points::ZERO);
    let free: Vec<Text> = free.map(reading).collect();
    let title = text!("how it reads what the assignment leaves open:", "cách hiểu những điểm đề bài để mở:");
    (!free.is_empty()).then_some(Block::Section(title, free))
}

/// The understanding of a program in its own words: in a line, or with all of its questions.
fn understood<'b>(graded: &Graded, detail: Detail) -> Option<Block<'b>> {
    let known = graded.understood.as_ref().filter(|known| !known.questions.is_empty())?;
    Some(match detail {
        Detail::All => {
            let title = text!("how this program was understood:", "cách hiểu chương trình này:");
            Block::Section(title, in_full(known, &graded.inferred))
        }
        Detail::Table | Detail::First => Block::Line(in_short(known)),
    })
}

/// The understanding of the program, in full, as a story of its own.
pub(super) fn understanding(graded: &Graded) -> Option<Block<'_>> {
    understood(graded, Detail::All)
}

fn account(book: &Gradebook, graded: &Graded) -> Option<AccountBlock> {
    let account = graded.account().filter(|account| account.is_worth_showing(graded))?;
    let Account { total, not_judged: open, .. } = account;
    let is_shown = |line: &AccountLine| line.points > Points::ZERO || line.id == "cases";
    let points = book.spec.points;
    let of = if open > Points::ZERO {
        text!("of {points}, {open} not judged", "trên {points}, {open} chưa chấm")
    } else {
        text!("of {points}", "trên {points}")
    };
    Some(AccountBlock { lines: lines(&account).into_iter().filter(is_shown).collect(), total, of })
}

impl<'b> MarkBlock<'b> {
    fn of(given: &'b Mark) -> Self {
        let (title, mark) = (given.title.both(), mark(given));
        let ((title, title_vi), (en, vi)) = (title, mark.both());
        Self { words: text!("{title}: {en}", "{title_vi}: {vi}"), remark: &given.remark }
    }
}
