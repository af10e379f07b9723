//! JUnit XML for CI: a suite for each submission, a test case for each case. The only file that names the JUnit crate,
//! which drops characters that XML does not allow.
//!
//! Jenkins' schema `junit-10.xsd` knows neither properties of test cases nor a count of skipped tests at the root, so that points are
//! properties of the suite.

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::account::{lateness, lines, mark, waits_for, withheld};
use super::visible::{Blanks, harmless};
use super::words::{
    costly_starter, needs_review, not_met, price, problem, reading, seen_in, starter_changed, starter_lines,
};
use super::{Ends, Parts, plain};
use crate::diagnostics::{Language, Text};
use crate::grade::{Gradebook, Graded, Verdict};
use crate::spec::Points;

/// The most bytes of output in a test case's text.
const MOST_BYTES: usize = 10_000;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Suites { totals: Report::new(cover.spec.id.as_str()), language })
}

/// The suites as they are written.
struct Suites {
    /// The report without them, with their totals.
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

/// The beginning and the end of the root element's content, and the whole text.
fn root(report: &Report) -> (usize, usize, String) {
    let xml = report.to_string().expect("the report is well-formed");
    // Jenkins' schema does not know this count at the root; the suites have it. Within names and values quotes are escaped.
    let skipped = format!(" skipped=\"{}\"", report.skipped);
    let xml = xml.replacen(&skipped, "", 1);
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
    for finding in &graded.format {
        let (about, price) = (finding.kind.about(), price(finding, book.spec.compare.exact));
        let words = format!("{}: {}", about.to(language), price.to(language));
        suite.add_property(Property::new(format!("format-{}", finding.kind.id()), words));
    }
    let account = graded.account();
    if let Some(account) = account.filter(|account| account.is_worth_showing(graded)) {
        // The additions less the deductions are the score.
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
    for inferred in &graded.inferred {
        suite.add_property(Property::new(format!("option-{}", inferred.option), inferred.value.as_str()));
    }
    let classname = format!("{}.{}", book.spec.id, harmless(&graded.id));
    if graded.results.is_empty() {
        suite.add_test_case(TestCase::new("submission", broken(graded, language)));
    }
    for (index, (case, result)) in book.spec.cases().zip(&graded.results).enumerate() {
        let mut test = TestCase::new(case.id.as_str(), status(book, graded, index, language));
        test.set_classname(classname.as_str());
        if book.shown(index).points {
            let earned = result.points().map_or_else(|| "-".to_owned(), |earned| earned.to_string());
            let words = format!("{earned} of {}", case.points);
            suite.add_property(Property::new(format!("points-{}", case.id), words));
        }
        suite.add_test_case(test);
    }
    for (mut test, points) in besides_cases(graded, language) {
        suite.add_property(Property::new(format!("points-{}", test.name.as_str()), points));
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
    if result.failure.is_some() {
        status.set_description(plain::failure(
            book,
            graded,
            index,
            (Blanks::AsTheyAre, MOST_BYTES),
            language,
        ));
    }
    status
}

/// The deductions apart from the cases, a test for each. A difference of format is not a test: its tests are
/// passed, and its cost is a property of the suite.
fn besides_cases(graded: &Graded, language: Language) -> Vec<(TestCase, String)> {
    let failure = |kind: &str, message: &Text, details: &[Text]| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(kind);
        status.set_message(message.to(language));
        let details: Vec<String> = details.iter().map(|detail| harmless(detail.to(language))).collect();
        status.set_description(details.join("\n"));
        status
    };
    let mut tests = Vec::new();
    for inferred in graded.inferred.iter().filter(|inferred| inferred.cost > Points::ZERO) {
        let details: Vec<Text> = seen_in(inferred).into_iter().collect();
        let status = failure("reading", &reading(inferred), &details);
        tests.push((TestCase::new(format!("option-{}", inferred.option), status), cost(inferred.cost)));
    }
    if let Some(finding) = costly_starter(graded) {
        let mut status = failure("starter", &starter_changed(), &[]);
        status.set_description(starter_lines(finding).join("\n"));
        tests.push((TestCase::new("starter", status), cost(finding.cost)));
    }
    for result in &graded.style {
        let status = match result.passed {
            Some(true) => TestCaseStatus::success(),
            Some(false) => failure("style", &not_met(&result.rule), &result.details),
            None => TestCaseStatus::skipped(),
        };
        let mut points = format!("{} of {}", result.earned, result.rule.points);
        if result.cost > Points::ZERO {
            points = format!("{points}, {}", cost(result.cost));
        }
        tests.push((TestCase::new(format!("style-{}", result.rule.check.id()), status), points));
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
        let earned = given.given.map_or_else(|| "-".to_owned(), |points| points.to_string());
        let points = format!("{earned} of {}", given.points);
        tests.push((TestCase::new(format!("rubric-{}", given.item), status), points));
    }
    tests
}

/// A deduction, with its sign.
fn cost(points: Points) -> String {
    if points > Points::ZERO { format!("-{points}") } else { points.to_string() }
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
