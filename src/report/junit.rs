//! JUnit XML for CI: a suite for each submission, a test case for each case. The only file that names the JUnit crate,
//! which drops characters that XML does not allow.

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::visible::{Blanks, harmless, shortened, visible};
use super::words::{
    costly_starter, not_met, problem, reading, reasons, starter_changed, starter_lines, typed,
};
use crate::diagnostics::{Language, Text};
use crate::grade::{CaseResult, Gradebook, Graded, Verdict};
use crate::spec::Points;

/// More output than this is cut from a test case's text.
const MOST_BYTES: usize = 10_000;

pub(super) fn render(book: &Gradebook, language: Language) -> Vec<u8> {
    let mut report = Report::new(book.spec.id.as_str());
    for graded in &book.submissions {
        let mut suite = TestSuite::new(harmless(&graded.id));
        suite.add_property(Property::new("score", graded.score().to_string()));
        suite.add_property(Property::new("points", book.spec.points.to_string()));
        suite.add_property(Property::new("format-cost", graded.format_cost.to_string()));
        for settled in &graded.settled {
            suite.add_property(Property::new(format!("option-{}", settled.option), settled.value.as_str()));
        }
        let classname = format!("{}.{}", book.spec.id, harmless(&graded.id));
        if graded.results.is_empty() {
            suite.add_test_case(TestCase::new("submission", broken(graded, language)));
        }
        for (case, result) in book.spec.cases().zip(&graded.results) {
            let mut test = TestCase::new(case.id.as_str(), status(graded, result, &case.id, language));
            test.set_classname(classname.as_str());
            test.add_property(Property::new("earned", result.earned.to_string()));
            test.add_property(Property::new("points", case.points.to_string()));
            suite.add_test_case(test);
        }
        for mut test in format_and_style(graded, language) {
            test.set_classname(classname.as_str());
            suite.add_test_case(test);
        }
        report.add_test_suite(suite);
    }
    report.to_string().expect("the report is well-formed").into_bytes()
}

fn status(graded: &Graded, result: &CaseResult, case: &str, language: Language) -> TestCaseStatus {
    if result.verdict.earns() {
        return TestCaseStatus::success();
    }
    if graded.problem.is_some() {
        return broken(graded, language);
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(result.verdict.id());
    status.set_message(result.verdict.about().to(language));
    if let Some(failure) = &result.failure {
        status.set_description(format!(
            "typed: {}\n{}\n{}",
            typed(&failure.typed),
            both(failure.expected.as_deref(), failure.actual.as_deref()),
            reasons(failure, case, language).join("\n"),
        ));
    }
    status
}

/// What must come out and what came out.
fn both(expected: Option<&[u8]>, actual: Option<&[u8]>) -> String {
    let show =
        |text: Option<&[u8]>| visible(&shortened(text.unwrap_or_default(), MOST_BYTES), Blanks::AsTheyAre);
    format!("expected:\n{}\nactual:\n{}", show(expected), show(actual))
}

/// What costs points beside the cases: a failed test for each difference of format, a test for each style check.
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
        let shown = both(finding.expected.as_deref(), finding.actual.as_deref());
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
            Some(false) => failure("style", &not_met(result.check), &result.details),
            None => TestCaseStatus::skipped(),
        };
        let mut test = TestCase::new(format!("style-{}", result.check.id()), status);
        test.add_property(Property::new("earned", result.earned.to_string()));
        test.add_property(Property::new("points", result.points.to_string()));
        tests.push(test);
    }
    tests
}

/// The status of every case of a submission that could not be run: a failure of the student's, or an error of ours.
fn broken(graded: &Graded, language: Language) -> TestCaseStatus {
    let ours = graded.verdict() == Verdict::GraderError;
    let mut status =
        TestCaseStatus::non_success(if ours { NonSuccessKind::Error } else { NonSuccessKind::Failure });
    status.set_type(graded.verdict().id());
    if let Some(reason) = &graded.problem {
        status.set_message(problem(reason).to(language));
    }
    status
}
