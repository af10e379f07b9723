//! `results.json` of a Gradescope autograder: one submission, a test for each case.
//!
//! Format: Gradescope's autograder documentation, "Output format".

use serde::Serialize;

use super::json::{Number, decimal, to_bytes};
use super::visible::{Blanks, harmless, shortened, visible};
use super::words::{
    check, costly_starter, problem, reading, reasons, starter_changed, starter_lines, typed, why,
};
use crate::diagnostics::{self, Language, text};
use crate::grade::{CaseResult, FormatFinding, Gradebook, Graded};
use crate::spec::Points;

/// More output than this is cut from a test's text.
const MOST_BYTES: usize = 4_000;

#[derive(Serialize)]
struct Results {
    score: Number,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    score: Number,
    max_score: Number,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// Writes the first submission: Gradescope runs the grader once for each.
pub(super) fn render(book: &Gradebook, language: Language) -> Vec<u8> {
    let results = match book.submissions.first() {
        Some(graded) => results(book, graded, language),
        None => Results {
            score: decimal(Points::ZERO),
            output: text!("there is no submission", "không có bài nộp").to(language).to_owned(),
            output_format: "text",
            visibility: "visible",
            tests: Vec::new(),
        },
    };
    to_bytes(&results)
}

fn results(book: &Gradebook, graded: &Graded, language: Language) -> Results {
    let mut output = why(book, graded, language);
    if let Some(reason) = &graded.problem {
        problem(reason).to(language).clone_into(&mut output);
        let style = diagnostics::Style { colour: false, language };
        output =
            format!("{output}\n\n{}", diagnostics::render_all(&graded.diagnostics, &graded.sources, style));
    }
    let mut tests = case_tests(book, graded, language);
    tests.extend(graded.format.iter().enumerate().map(|(index, finding)| Test {
        name: finding.kind.about().to(language).to_owned(),
        number: format!("{}.{}", book.spec.groups.len() + 1, index + 1),
        // What it costs is taken from the tests in which it appears, so that all tests add up to the score.
        score: decimal(Points::ZERO),
        max_score: decimal(Points::ZERO),
        status: "failed",
        output: format_output(finding, language),
        output_format: "text",
        visibility: "visible",
    }));
    for settled in graded.settled.iter().filter(|settled| settled.cost > Points::ZERO) {
        let cost = settled.cost;
        let words = text!(
            "costs {cost} points, which the tests above lose in parts",
            "trừ {cost} điểm, chia vào các bài kiểm tra ở trên"
        );
        tests.push(Test {
            name: reading(settled).to(language).to_owned(),
            number: format!("{}.0", book.spec.groups.len() + 1),
            score: decimal(Points::ZERO),
            max_score: decimal(Points::ZERO),
            status: "failed",
            output: words.to(language).to_owned(),
            output_format: "text",
            visibility: "visible",
        });
    }
    if let Some(finding) = costly_starter(graded) {
        let cost = finding.cost;
        let words = text!(
            "costs {cost} points, which the tests above lose in parts",
            "trừ {cost} điểm, chia vào các bài kiểm tra ở trên"
        );
        let mut output = starter_lines(finding);
        output.extend((cost > Points::ZERO).then(|| words.to(language).to_owned()));
        tests.push(Test {
            name: starter_changed().to(language).to_owned(),
            number: format!("{}.0", book.spec.groups.len() + 1),
            score: decimal(Points::ZERO),
            max_score: decimal(Points::ZERO),
            status: "failed",
            output: output.join("\n"),
            output_format: "text",
            visibility: "visible",
        });
    }
    for (index, result) in graded.style.iter().enumerate() {
        let details: Vec<String> =
            result.details.iter().map(|detail| harmless(detail.to(language))).collect();
        tests.push(Test {
            name: check(result.check).to(language).to_owned(),
            number: format!("{}.{}", book.spec.groups.len() + 2, index + 1),
            score: decimal(result.earned),
            max_score: decimal(result.points),
            status: if result.passed == Some(true) { "passed" } else { "failed" },
            output: details.join("\n"),
            output_format: "text",
            visibility: "visible",
        });
    }
    Results { score: decimal(graded.score()), output, output_format: "text", visibility: "visible", tests }
}

/// A test for each case, less its part of what differences of format cost.
fn case_tests(book: &Gradebook, graded: &Graded, language: Language) -> Vec<Test> {
    let costs = costs(graded);
    let mut results = graded.results.iter().zip(costs);
    let mut tests = Vec::new();
    for (number, group) in book.spec.groups.iter().enumerate() {
        for (index, (case, (result, cost))) in group.cases.iter().zip(results.by_ref()).enumerate() {
            let mut output = case_output(result, &case.id, language);
            if cost > Points::ZERO {
                let words = if graded.settled_cost() == Points::ZERO {
                    text!("format costs {cost} points here", "phần trình bày trừ {cost} điểm ở đây")
                } else {
                    text!(
                        "what holds for the whole program costs {cost} points here",
                        "những điều chung của cả chương trình trừ {cost} điểm ở đây"
                    )
                };
                output = format!("{output}\n{}", words.to(language));
            }
            tests.push(Test {
                name: format!("{}: {}", group.title.to(language), case.id),
                number: format!("{}.{}", number + 1, index + 1),
                score: decimal(result.earned.saturating_sub(cost)),
                max_score: decimal(case.points),
                status: if result.verdict.earns() { "passed" } else { "failed" },
                output,
                output_format: "text",
                visibility: "visible",
            });
        }
    }
    tests
}

/// What is charged once for the whole submission, as it is taken from its cases.
fn costs(graded: &Graded) -> Vec<Points> {
    let earned: Vec<u64> = graded.results.iter().map(|result| result.earned.hundredths()).collect();
    let readings = graded.settled_cost().split(&earned);
    format_costs(graded).into_iter().zip(readings).map(|(format, reading)| format + reading).collect()
}

/// What differences of format cost, shared out among the cases in which they appear by what those earn.
fn format_costs(graded: &Graded) -> Vec<Points> {
    let earned = |counts: &dyn Fn(&CaseResult) -> bool| -> Vec<u64> {
        let results = graded.results.iter();
        results.map(|result| if counts(result) { result.earned.hundredths() } else { 0 }).collect()
    };
    let mut weights = earned(&|result| !result.comparison.kinds.is_empty());
    if weights.iter().sum::<u64>() < graded.format_cost.hundredths() {
        // A spec may charge several kinds with more than the cases are worth; then all cases pay.
        weights = earned(&|_| true);
    }
    graded.format_cost.split(&weights)
}

fn format_output(finding: &FormatFinding, language: Language) -> String {
    let show = |line: &Option<Vec<u8>>| visible(line.as_deref().unwrap_or_default(), Blanks::Marked);
    let (expected, actual, cost) = (show(&finding.expected), show(&finding.actual), finding.cost);
    let words = text!(
        "costs {cost} points, which the tests above lose in parts\n\nexpected:\n{expected}\n\nyour program printed:\n{actual}",
        "trừ {cost} điểm, chia vào các bài kiểm tra ở trên\n\nmong đợi:\n{expected}\n\nchương trình của bạn in ra:\n{actual}"
    );
    let reasons: Vec<String> = finding.because.iter().map(|reason| harmless(reason.to(language))).collect();
    format!("{}\n\n{}", words.to(language), reasons.join("\n"))
}

fn case_output(result: &CaseResult, case: &str, language: Language) -> String {
    let Some(failure) = &result.failure else { return result.verdict.about().to(language).to_owned() };
    let show = |text: &Option<Vec<u8>>| {
        visible(&shortened(text.as_deref().unwrap_or_default(), MOST_BYTES), Blanks::Marked)
    };
    let (keys, expected, actual) = (typed(&failure.typed), show(&failure.expected), show(&failure.actual));
    let verdict = result.verdict.about();
    let (en, vi) = (verdict.to(Language::English), verdict.to(Language::Vietnamese));
    let words = text!(
        "{en}\ntyped: {keys}\n\nexpected:\n{expected}\n\nyour program printed:\n{actual}\n",
        "{vi}\nđã gõ: {keys}\n\nmong đợi:\n{expected}\n\nchương trình của bạn in ra:\n{actual}\n"
    );
    format!("{}\n{}", words.to(language), reasons(failure, case, language).join("\n"))
}
