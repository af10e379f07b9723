//! JUnit XML for CI: a suite for each submission, a test case for each case. The only file that names the JUnit crate,
//! which drops characters that XML does not allow.

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::visible::{Blanks, harmless, shortened, visible};
use super::words::{problem, typed};
use crate::diagnostics::Language;
use crate::grade::{CaseResult, Gradebook, Graded, Verdict};

/// More output than this is cut from a test case's text.
const MOST_BYTES: usize = 10_000;

pub(super) fn render(book: &Gradebook, language: Language) -> Vec<u8> {
    let mut report = Report::new(book.spec.id.as_str());
    for graded in &book.submissions {
        let mut suite = TestSuite::new(harmless(&graded.id));
        suite.add_property(Property::new("score", graded.score().to_string()));
        suite.add_property(Property::new("points", book.spec.points.to_string()));
        if graded.results.is_empty() {
            suite.add_test_case(TestCase::new("submission", broken(graded, language)));
        }
        for (case, result) in book.spec.cases().zip(&graded.results) {
            let mut test = TestCase::new(case.id.as_str(), status(graded, result, language));
            test.set_classname(format!("{}.{}", book.spec.id, harmless(&graded.id)));
            test.add_property(Property::new("earned", result.earned.to_string()));
            test.add_property(Property::new("points", case.points.to_string()));
            suite.add_test_case(test);
        }
        report.add_test_suite(suite);
    }
    report.to_string().expect("the report is well-formed").into_bytes()
}

fn status(graded: &Graded, result: &CaseResult, language: Language) -> TestCaseStatus {
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
        let show = |text: &Option<Vec<u8>>| {
            visible(&shortened(text.as_deref().unwrap_or_default(), MOST_BYTES), Blanks::AsTheyAre)
        };
        let reasons: Vec<String> =
            failure.because.iter().map(|reason| harmless(reason.to(language))).collect();
        status.set_description(format!(
            "typed: {}\nexpected:\n{}\nactual:\n{}\n{}",
            typed(&failure.typed),
            show(&failure.expected),
            show(&failure.actual),
            reasons.join("\n"),
        ));
    }
    status
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
