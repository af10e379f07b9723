//! Everything, for machines: versioned, with the original bytes. The only report that names the JSON crate.
//!
//! Where the readable text is not the output byte for byte, the bytes stand next to it in hexadecimal.

pub(super) mod coverage;
mod entries;
mod likeness;
pub(super) mod read;
mod receipt;
pub(super) mod regrade;
pub(super) mod results;
mod understood;

use std::fmt::Write as _;

use serde::Serialize;

use entries::{
    AccountEntry, AudienceEntry, Bytes, CaseEntry, CoverEntry, DiagnosticEntry, FailureEntry, FormatEntry,
    LateEntry, MarkEntry, OptionEntry, PlaceEntry, ReviewEntry, SpecEntry, StarterEntry, StyleEntry,
    SubmissionEntry,
};

use super::account::{lateness, lines, waits_for};
use super::places::{FilePlace, place};
use super::words;
use super::{Ends, Parts};
use crate::compare::{FormatKind, Kept};
use crate::diagnostics::{Diagnostic, Language, Sources, Span, begins_command, is_hostile};
use crate::grade::{
    Account, Audience, CaseResult, Failure, FormatFinding, Gradebook, Graded, InferredOption, Lateness, Mark,
    Review, Shown, StarterFinding, StyleResult, Verdict,
};
use crate::play::Protocol;
use crate::spec::Points;

pub(super) use likeness::render as likeness;

/// A number in a report.
pub(super) type Number = serde_json::Number;

/// The version of this format: it grows when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Report { cover: cover.clone(), language, is_empty: true })
}

/// The same with a line for each submission.
pub(super) fn begin_lines(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Lines { language })
}

/// Lines of JSON, each of which is read by itself.
struct Lines {
    language: Language,
}

impl Parts for Lines {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let ids = ids(book);
        let lines =
            book.submissions.iter().map(|graded| to_line(&standing_alone(book, graded, &ids, self.language)));
        lines.collect::<Vec<_>>().concat()
    }

    fn ends(self: Box<Self>) -> Ends {
        Ends::default()
    }
}

fn ids(book: &Gradebook) -> Vec<&str> {
    book.spec.cases().map(|case| case.id.as_str()).collect()
}

/// A report as it grows.
struct Report {
    cover: Gradebook,
    language: Language,
    /// True if no submission is in it yet.
    is_empty: bool,
}

impl Parts for Report {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let ids = ids(book);
        let mut part = Vec::new();
        for graded in &book.submissions {
            let entry = submission(book, graded, &ids, self.language);
            part.extend(element(&entry, std::mem::take(&mut self.is_empty), 4));
        }
        part
    }

    fn ends(self: Box<Self>) -> Ends {
        let book = &self.cover;
        let cover = CoverEntry {
            format: FORMAT,
            tool: concat!("grader ", env!("CARGO_PKG_VERSION")),
            spec: SpecEntry { path: &book.spec.path, fingerprint: &book.spec.fingerprint },
            assignment: &book.spec.id,
            title: book.spec.title.to(self.language),
            points: decimal(book.spec.points),
            exact: book.spec.compare.exact,
            tools: book.spec.machine.tools(),
            audience: (book.audience != Audience::Staff).then(|| AudienceEntry {
                is: "student",
                withheld_tests: book.withheld.cases,
                withheld_points: decimal(book.withheld.points),
            }),
            receipt: receipt::Entry::of(book),
        };
        let cover = pretty(&cover, 0);
        let head = format!("{},\n  \"submissions\": [", cover.trim_end_matches("\n}"));
        let end = if self.is_empty { "]" } else { "\n  ]" };
        let foot = format!("{end},\n  \"skipped\": {}\n}}\n", pretty(&book.skipped, 2));
        Ends { head: safe(&head).into_bytes(), foot: safe(&foot).into_bytes() }
    }
}

/// A value as it stands in a report, indented by that many blanks.
fn pretty(value: &impl Serialize, indent: usize) -> String {
    // Within text line feeds are escaped.
    let json = serde_json::to_string_pretty(value).expect("reports have text keys only");
    json.replace('\n', &format!("\n{}", " ".repeat(indent)))
}

/// Any report as JSON with a final line feed.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    finished(&pretty(value, 0))
}

/// An element of a list that is written part by part, indented by that many blanks.
pub(super) fn element(value: &impl Serialize, is_first: bool, indent: usize) -> Vec<u8> {
    let before = if is_first { "" } else { "," };
    format!("{before}\n{}{}", " ".repeat(indent), safe(&pretty(value, indent))).into_bytes()
}

/// A document around a list that is written part by part, which is the one empty list in it; its bracket is
/// indented by that many blanks. Nothing of a student's may be in the document.
pub(super) fn head_and_foot(document: &impl Serialize, is_empty: bool, indent: usize) -> (Vec<u8>, Vec<u8>) {
    let text = safe(&pretty(document, 0));
    let (head, foot) = text.rsplit_once("[]").unwrap_or((&text, ""));
    let end = if is_empty { "]".to_owned() } else { format!("\n{}]", " ".repeat(indent)) };
    (format!("{head}[").into_bytes(), format!("{end}{foot}\n").into_bytes())
}

/// Any report as one line of JSON.
pub(super) fn to_line(value: &impl Serialize) -> Vec<u8> {
    finished(&serde_json::to_string(value).expect("reports have text keys only"))
}

/// With a final line feed, and harmless.
fn finished(json: &str) -> Vec<u8> {
    let mut json = safe(json);
    json.push('\n');
    json.into_bytes()
}

/// The text with all characters that a terminal or a CI service would obey as JSON's own escape sequences,
/// which stand for the same.
fn safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len() + 1);
    for (at, c) in json.char_indices() {
        if (is_hostile(c) && c != '\n') || (c == '#' && begins_command(&json.as_bytes()[at..])) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(safe, "\\u{unit:04x}").expect("strings take everything");
            }
        } else {
            safe.push(c);
        }
    }
    safe
}

/// The submission of a book of one in one line.
pub(super) fn line(book: &Gradebook, language: Language) -> Vec<u8> {
    let ids = ids(book);
    to_line(&book.submissions.first().map(|graded| standing_alone(book, graded, &ids, language)))
}

/// A submission with the fields that the head of a report has for all of them.
fn standing_alone<'b>(
    book: &'b Gradebook,
    graded: &'b Graded,
    ids: &[&'b str],
    language: Language,
) -> SubmissionEntry<'b> {
    let receipt = graded.receipt.as_ref().map(|known| receipt::OfSubmission::of(known).made_by(book));
    SubmissionEntry { tools: book.spec.machine.tools(), receipt, ..submission(book, graded, ids, language) }
}

/// Points with two decimals, as a number: whole hundredths have an exact shortest form.
pub(super) fn decimal(points: Points) -> Number {
    points.to_string().parse().expect("points are written as a number")
}

/// The JSON schema of this format.
pub(super) fn schema() -> Vec<u8> {
    to_bytes(&entries::schema())
}

fn submission<'b>(
    book: &'b Gradebook,
    graded: &'b Graded,
    ids: &[&'b str],
    language: Language,
) -> SubmissionEntry<'b> {
    SubmissionEntry {
        id: &graded.id,
        tools: None,
        names: &graded.names,
        roster: roster(book, graded),
        score: graded.score().map(decimal),
        needs_review: review_entries(graded, language),
        account: graded.account().map(|account| account_entry(graded, &account)),
        late: graded.late.as_ref().map(|late| late_entry(late, language)),
        rubric: graded.marks.iter().map(|mark| mark_entry(mark, language)).collect(),
        verdict: graded.verdict().id(),
        program: graded.program.as_deref(),
        protocol: graded.protocol.map(Protocol::id),
        problem: graded.problem.as_ref().map(|reason| words::problem(reason).to(language).to_owned()),
        format_cost: decimal(graded.format_cost),
        format: graded.format.iter().map(|finding| format_entry(finding, language)).collect(),
        options: graded.inferred.iter().map(option_entry).collect(),
        understood: graded.understood.as_ref().map(|known| understood::Entry::of(known, language)),
        style: graded.style.iter().map(|result| style_entry(result, language)).collect(),
        cases: (0..graded.results.len())
            .map(|case| case_entry(book, graded, case, ids.get(case).copied(), language))
            .collect(),
        diagnostics: graded
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic_entry(diagnostic, &graded.sources, language))
            .collect(),
        remarks: graded.remarks.iter().map(|remark| remark.to(language)).collect(),
        starter: graded.starter.as_ref().map(starter_entry),
        receipt: graded.receipt.as_ref().map(receipt::OfSubmission::of),
    }
}

fn roster(book: &Gradebook, graded: &Graded) -> serde_json::Map<String, serde_json::Value> {
    let cells = graded.roster.iter().map(|cell| serde_json::Value::String(cell.clone()));
    book.roster.iter().cloned().zip(cells).collect()
}

fn starter_entry(finding: &StarterFinding) -> StarterEntry<'_> {
    let kept = match &finding.kept {
        None => "no-source",
        Some(Kept::Untouched) => "untouched",
        Some(Kept::Whole) => "whole",
        Some(Kept::Changed(_)) => "changed",
    };
    let lines = words::starter_lines(finding);
    StarterEntry { file: &finding.file, kept, cost: decimal(finding.cost), lines }
}

/// The entries that a person has to look at; the whole submission has no group.
fn review_entries(graded: &Graded, language: Language) -> Vec<ReviewEntry<'_>> {
    let whole = graded.review().map(|why| (None, None, why));
    let groups = graded
        .not_judged
        .iter()
        .map(|known| (Some(known.group.as_str()), Some(decimal(known.points)), &known.why));
    let entry = |(group, points, why): (_, _, &Review)| ReviewEntry {
        group,
        points,
        verdict: why.verdict().id(),
        why: words::review(why).to(language).to_owned(),
    };
    whole.into_iter().chain(groups).map(entry).collect()
}

fn account_entry(graded: &Graded, account: &Account) -> AccountEntry {
    let part = |is_taken: bool| {
        let lines = lines(account).into_iter().filter(|line| line.is_taken == is_taken);
        lines.map(|line| (line.id.to_owned(), serde_json::Value::Number(decimal(line.points)))).collect()
    };
    AccountEntry {
        added: part(false),
        taken: part(true),
        not_marked: decimal(graded.not_marked()),
        not_judged: (account.not_judged > Points::ZERO).then(|| decimal(account.not_judged)),
    }
}

fn late_entry(late: &Lateness, language: Language) -> LateEntry {
    LateEntry {
        due: late.due.to_string(),
        submitted: late.submitted.to_string(),
        seconds: late.seconds,
        percent: late.cost.percent(),
        rejected: late.rejected,
        about: lateness(late).to(language).to_owned(),
    }
}

fn mark_entry(mark: &Mark, language: Language) -> MarkEntry<'_> {
    MarkEntry {
        item: &mark.item,
        title: mark.title.to(language),
        points: decimal(mark.points),
        given: mark.given.map(decimal),
        remark: &mark.remark,
    }
}

fn style_entry(result: &StyleResult, language: Language) -> StyleEntry<'_> {
    StyleEntry {
        check: result.rule.check.id(),
        passed: result.passed,
        earned: decimal(result.earned),
        points: decimal(result.rule.points),
        cost: (result.rule.costs > Points::ZERO).then(|| decimal(result.cost)),
        services: result.rule.services.iter().map(|service| service.name.as_str()).collect(),
        details: result.details.iter().map(|detail| detail.to(language)).collect(),
    }
}

fn option_entry(inferred: &InferredOption) -> OptionEntry<'_> {
    let InferredOption { option, value, is_usual, cost, seen_in, .. } = inferred;
    OptionEntry { option, value, usual: *is_usual, cost: decimal(*cost), seen_in: seen_in.as_deref() }
}

fn format_entry(finding: &FormatFinding, language: Language) -> FormatEntry<'_> {
    FormatEntry {
        kind: finding.kind.id(),
        cases: finding.cases,
        cost: decimal(finding.cost),
        example: &finding.example,
        expected: finding.expected.as_deref().map(Bytes::from),
        actual: finding.actual.as_deref().map(Bytes::from),
        because: finding.because.iter().map(|reason| reason.to(language)).collect(),
    }
}

fn case_entry<'b>(
    book: &Gradebook,
    graded: &'b Graded,
    case: usize,
    id: Option<&'b str>,
    language: Language,
) -> CaseEntry<'b> {
    let (result, shown): (&CaseResult, Shown) = (&graded.results[case], book.shown(case));
    let parts = [
        (shown.points, "points"),
        (shown.message, "message"),
        (shown.input, "input"),
        (shown.expected, "expected"),
        (shown.actual, "actual"),
    ];
    let waits = result.verdict == Verdict::Skipped;
    let replay = id.filter(|_| shown.input).and_then(|id| words::replay_command(book, graded, id));
    CaseEntry {
        id,
        verdict: shown.message.then(|| result.verdict.id()),
        earned: result.points().filter(|_| shown.points).map(decimal),
        waits_for: waits.then(|| waits_for(book, graded, case).to(language).to_owned()),
        hidden: parts.iter().filter(|(is_shown, _)| !is_shown).map(|(_, part)| *part).collect(),
        format: result.comparison.kinds.iter().map(FormatKind::id).collect(),
        stop: result.ended.map(|ended| ended.stop.name()),
        instructions: result.ended.map(|ended| ended.executed),
        failure: result
            .failure
            .as_ref()
            .map(|failure| FailureEntry { replay, ..failure_entry(graded, failure, shown, language) }),
        to_staff: &result.to_staff,
    }
}

fn place_entry(graded: &Graded, span: Span) -> PlaceEntry {
    let FilePlace { path, line, column } = place(graded, span);
    PlaceEntry { path, line, column }
}

fn failure_entry<'b>(
    graded: &Graded,
    failure: &'b Failure,
    shown: Shown,
    language: Language,
) -> FailureEntry<'b> {
    FailureEntry {
        turn: failure.turn,
        step: failure.step,
        typed: shown.input.then(|| failure.typed.concat().as_slice().into()),
        expected: failure.expected.as_deref().map(Bytes::from),
        actual: failure.actual.as_deref().map(Bytes::from),
        wrong_turns: failure.wrong_turns,
        because: failure.because.iter().map(|reason| reason.to(language)).collect(),
        told_as: failure.told_as.as_deref(),
        place: failure.place.map(|span| place_entry(graded, span)),
        replay: None,
    }
}

fn diagnostic_entry<'b>(
    diagnostic: &'b Diagnostic,
    sources: &'b Sources,
    language: Language,
) -> DiagnosticEntry<'b> {
    let position = sources.position(diagnostic.span());
    DiagnosticEntry {
        code: diagnostic.code.id(),
        severity: diagnostic.severity.name(),
        file: &sources.file(diagnostic.span().file).name,
        line: position.line,
        column: position.column,
        message: diagnostic.message.to(language),
        notes: diagnostic.notes.iter().map(|note| note.to(language)).collect(),
        help: diagnostic.help.iter().map(|help| help.to(language)).collect(),
    }
}
