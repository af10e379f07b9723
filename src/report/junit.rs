//! JUnit XML for CI: a suite for each submission, a test case for each case. The only file that names the JUnit crate,
//! which drops characters that XML does not allow.

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::account::{lateness, left_out, lines, mark, waits_for, withheld};
use super::visible::{Blanks, harmless, shortened, visible};
use super::words::{
    costly_starter, needs_review, not_met, problem, reading, reasons, replay_command, starter_changed,
    starter_lines, typed,
};
use super::{Ends, Parts};
use crate::diagnostics::{Language, Text};
use crate::grade::{Failure, Gradebook, Graded, Verdict};
use crate::spec::Points;

/// More output than this is cut from a test case's text.
const MOST_BYTES: usize = 10_000;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Suites { totals: Report::new(cover.spec.id.as_str()), language })
}

/// The suites as they are written.
struct Suites {
    /// The report without them, with what they add up to.
    totals: Report,
    language: Language,
}

impl Parts for Suites {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut report = Report::new(book.spec.id.as_str());
        report.add_test_suites(book.submissions.iter().map(|graded| suite(book, graded, self.language)));
        self.totals.tests += report.tests;
        self.totals.skipped += report.skipped;
        self.totals.failures += report.failures;
        self.totals.errors += report.errors;
        let (start, end, xml) = root(&report);
        xml[start..end].into()
    }

    fn ends(self: Box<Self>) -> Ends {
        let (start, end, xml) = root(&self.totals);
        Ends { head: xml[..start].into(), foot: xml[end..].into() }
    }
}

/// Where the content of the root element begins and ends, and the whole text.
fn root(report: &Report) -> (usize, usize, String) {
    let xml = report.to_string().expect("the report is well-formed");
    // Within names and values brackets are escaped.
    let tag = xml.find("<testsuites").unwrap_or_default();
    let start = xml[tag..].find('>').map_or(xml.len(), |bracket| tag + bracket + 1);
    let end = xml.rfind("\n</testsuites>").unwrap_or(xml.len());
    (start, end, xml)
}

fn suite(book: &Gradebook, graded: &Graded, language: Language) -> TestSuite {
    let mut suite = TestSuite::new(harmless(&graded.id));
    if let Some(score) = graded.score() {
        suite.add_property(Property::new("score", score.to_string()));
    }
    for words in needs_review(graded) {
        suite.add_property(Property::new("needs-review", words.to(language)));
    }
    suite.add_property(Property::new("points", book.spec.points.to_string()));
    suite.add_property(Property::new("format-cost", graded.format_cost.to_string()));
    if let Some(tools) = book.spec.machine.tools() {
        suite.add_property(Property::new("tools", tools));
    }
    let account = graded.account();
    if let Some(account) = account.filter(|account| account.is_worth_showing(graded)) {
        // What is added less what is taken away is the score.
        for line in lines(&account) {
            let name = format!("{}-{}", if line.is_taken { "taken" } else { "added" }, line.id);
            suite.add_property(Property::new(name, line.points.to_string()));
        }
        suite.add_property(Property::new("not-marked", graded.not_marked().to_string()));
    }
    if let Some(late) = &graded.late {
        suite.add_property(Property::new("late", lateness(late).to(language)));
    }
    if let Some(words) = withheld(book) {
        suite.add_property(Property::new("withheld", words.to(language)));
    }
    if let Some(known) = graded.understood.as_ref().filter(|known| !known.questions.is_empty()) {
        suite.add_property(Property::new("understood", harmless(known.in_short().to(language))));
    }
    for settled in &graded.settled {
        suite.add_property(Property::new(format!("option-{}", settled.option), settled.value.as_str()));
    }
    let classname = format!("{}.{}", book.spec.id, harmless(&graded.id));
    if graded.results.is_empty() {
        suite.add_test_case(TestCase::new("submission", broken(graded, language)));
    }
    for (index, (case, result)) in book.spec.cases().zip(&graded.results).enumerate() {
        let mut test = TestCase::new(case.id.as_str(), status(book, graded, index, language));
        test.set_classname(classname.as_str());
        if book.shown(index).points {
            if let Some(earned) = result.points() {
                test.add_property(Property::new("earned", earned.to_string()));
            }
            test.add_property(Property::new("points", case.points.to_string()));
        }
        suite.add_test_case(test);
    }
    for mut test in format_and_style(graded, language) {
        test.set_classname(classname.as_str());
        suite.add_test_case(test);
    }
    suite
}

fn status(book: &Gradebook, graded: &Graded, index: usize, language: Language) -> TestCaseStatus {
    let result = &graded.results[index];
    if result.verdict.earns() {
        return TestCaseStatus::success();
    }
    if graded.problem.is_some() {
        return broken(graded, language);
    }
    if result.verdict == Verdict::Skipped {
        let mut status = TestCaseStatus::skipped();
        status.set_type(result.verdict.id());
        status.set_message(harmless(waits_for(book, graded, index).to(language)));
        return status;
    }
    // A group that was not judged is no failure of the program's.
    let is_judged = result.verdict.is_judged();
    let kind = if is_judged { NonSuccessKind::Failure } else { NonSuccessKind::Error };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(result.verdict.id());
    status.set_message(result.verdict.about().to(language));
    if let Some(failure) = &result.failure {
        status.set_description(description(book, graded, failure, index, language));
    }
    status
}

/// What was typed, what must come out, what came out and why, as far as it is shown.
fn description(
    book: &Gradebook,
    graded: &Graded,
    failure: &Failure,
    index: usize,
    language: Language,
) -> String {
    let shown = book.shown(index);
    let id = book.spec.cases().nth(index).map_or("", |case| case.id.as_str());
    let mut lines = Vec::new();
    if shown.input {
        lines.extend(failure.step.map(|step| format!("step: {step}")));
        lines.push(format!("typed: {}", typed(&failure.typed)));
    }
    if shown.expected {
        lines.push(one("expected", failure.expected.as_deref()));
    }
    if shown.actual {
        lines.push(one("actual", failure.actual.as_deref()));
    }
    lines.extend(left_out(shown).map(|words| words.to(language).to_owned()));
    lines.push(reasons(failure, id, language).join("\n"));
    if let (Some(command), true) = (replay_command(book, graded, id), shown.input) {
        lines.push(format!("replay: {}", harmless(&command)));
    }
    lines.join("\n")
}

fn one(name: &str, text: Option<&[u8]>) -> String {
    format!("{name}:\n{}", visible(&shortened(text.unwrap_or_default(), MOST_BYTES), Blanks::AsTheyAre))
}

/// What must come out and what came out.
fn both(expected: Option<&[u8]>, actual: Option<&[u8]>) -> String {
    format!("{}\n{}", one("expected", expected), one("actual", actual))
}

/// What costs points besides the cases: a failed test for each difference of format, a test for each style check.
fn format_and_style(graded: &Graded, language: Language) -> Vec<TestCase> {
    let failure = |kind: &str, message: &Text, details: &[Text]| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(kind);
        status.set_message(message.to(language));
        let details: Vec<String> = details.iter().map(|detail| harmless(detail.to(language))).collect();
        status.set_description(details.join("\n"));
        status
    };
    let mut tests = Vec::new();
    for finding in &graded.format {
        let mut status = failure("format", &finding.kind.about(), &[]);
        // Lines that are not shown are not there.
        let has_lines = finding.expected.is_some() || finding.actual.is_some();
        let shown = if has_lines {
            both(finding.expected.as_deref(), finding.actual.as_deref())
        } else {
            String::new()
        };
        let because: Vec<&str> = finding.because.iter().map(|reason| reason.to(language)).collect();
        status.set_description(format!("{shown}\n{}", harmless(&because.join("\n"))));
        let mut test = TestCase::new(format!("format-{}", finding.kind.id()), status);
        test.add_property(Property::new("cost", finding.cost.to_string()));
        tests.push(test);
    }
    for settled in graded.settled.iter().filter(|settled| settled.cost > Points::ZERO) {
        let status = failure("reading", &reading(settled), &[]);
        let mut test = TestCase::new(format!("option-{}", settled.option), status);
        test.add_property(Property::new("cost", settled.cost.to_string()));
        tests.push(test);
    }
    if let Some(finding) = costly_starter(graded) {
        let mut status = failure("starter", &starter_changed(), &[]);
        status.set_description(starter_lines(finding).join("\n"));
        let mut test = TestCase::new("starter", status);
        test.add_property(Property::new("cost", finding.cost.to_string()));
        tests.push(test);
    }
    for result in &graded.style {
        let status = match result.passed {
            Some(true) => TestCaseStatus::success(),
            Some(false) => failure("style", &not_met(&result.rule), &result.details),
            None => TestCaseStatus::skipped(),
        };
        let mut test = TestCase::new(format!("style-{}", result.rule.check.id()), status);
        test.add_property(Property::new("earned", result.earned.to_string()));
        test.add_property(Property::new("points", result.rule.points.to_string()));
        if result.rule.costs > Points::ZERO {
            test.add_property(Property::new("cost", result.cost.to_string()));
        }
        tests.push(test);
    }
    for given in &graded.marks {
        let status = match given.given {
            Some(points) if points == given.points => TestCaseStatus::success(),
            Some(_) => failure("rubric", &mark(given), &[Text::verbatim(given.remark.as_str())]),
            None => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(mark(given).to(language));
                status
            }
        };
        let mut test = TestCase::new(format!("rubric-{}", given.item), status);
        if let Some(points) = given.given {
            test.add_property(Property::new("earned", points.to_string()));
        }
        test.add_property(Property::new("points", given.points.to_string()));
        tests.push(test);
    }
    tests
}

/// The status of every case of a submission that could not be run: a failure of the program's, or an error where nothing
/// was judged.
fn broken(graded: &Graded, language: Language) -> TestCaseStatus {
    let kind = if graded.needs_review() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(graded.verdict().id());
    if let Some(reason) = &graded.problem {
        status.set_message(problem(reason).to(language));
    }
    status
}
