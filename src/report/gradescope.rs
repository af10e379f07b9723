//! `results.json` of a Gradescope autograder: one submission, a test for each case.
//!
//! Format: Gradescope's autograder documentation, "Output format". Gradescope itself knows when the due date is and who is
//! staff, so that each test says who may see it, and holds no text that its readers may not.

use serde::Serialize;

use super::account::{lateness, lines, mark, waits_for};
use super::json::{Number, decimal, to_bytes};
use super::one::{self, LATER, NOW, for_students};
use super::story::FailureBlock;
use super::visible::{Blanks, harmless, visible};
use super::words::{
    costly_starter, demand, made_with, needs_review, problem, reading, seen_in, starter_changed,
    starter_lines, why,
};
use super::{Parts, plain};
use crate::diagnostics::{self, Language, Text, text};
use crate::grade::{Audience, CaseResult, FormatFinding, Gradebook, Graded, Shown, Verdict, charged};
use crate::spec::{Points, When};

/// The most bytes of output in a test's text.
const MOST_BYTES: usize = 4_000;

#[derive(Serialize)]
struct Results {
    /// Left out while anything needs review: a number here would be a grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

impl Test {
    /// A test that everyone may see.
    fn new(name: String, number: String, (score, most): (Number, Points), output: String) -> Self {
        Self {
            name,
            number,
            score: Some(score),
            max_score: Some(decimal(most)),
            status: None,
            output,
            output_format: "text",
            visibility: "visible",
        }
    }

    fn without_points(self) -> Self {
        Self { score: None, max_score: None, ..self }
    }

    fn passed(self, is_passed: bool) -> Self {
        Self { status: Some(if is_passed { "passed" } else { "failed" }), ..self }
    }
}

/// Gradescope's word for when something is shown.
fn visibility(when: When) -> &'static str {
    match when {
        When::Always => "visible",
        When::AfterDue => "after_due_date",
        When::Never => "hidden",
    }
}

/// Points that are taken away.
fn taken(points: Points) -> Number {
    let sign = if points > Points::ZERO { "-" } else { "" };
    format!("{sign}{points}").parse().expect("points are written as a number")
}

pub(super) fn begin(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    one::begin(language, |book, graded, language| to_bytes(&results(book, graded, language)))
}

fn results(book: &Gradebook, graded: &Graded, language: Language) -> Results {
    // The text that everyone sees is only about tests that everyone sees.
    let now = for_students(book, graded);
    let seen = now.submissions.first().unwrap_or(graded);
    let mut output = why(&now, seen, language);
    let to_review = needs_review(seen);
    if !to_review.is_empty() {
        let lines: Vec<&str> = to_review.iter().map(|words| words.to(language)).collect();
        output = lines.join("\n");
    }
    if let Some(reason) = &graded.problem {
        if to_review.is_empty() {
            problem(reason).to(language).clone_into(&mut output);
        }
        let style = diagnostics::Style { colour: false, language };
        output =
            format!("{output}\n\n{}", diagnostics::render_all(&graded.diagnostics, &graded.sources, style));
    }
    if let Some(tools) = made_with(book) {
        output = format!("{output}\n\n{}", tools.to(language));
    }
    let mut tests = case_tests(book, graded, language);
    let first = book.spec.groups.len() + 1;
    tests.extend(seen.format.iter().enumerate().map(|(index, finding)| {
        // Its cost is taken from the tests in which it appears, so that all tests add up to the score.
        let nothing = (decimal(Points::ZERO), Points::ZERO);
        let name = finding.kind.about().to(language).to_owned();
        let number = format!("{first}.{}", index + 1);
        Test::new(name, number, nothing, format_output(finding, language)).passed(false)
    }));
    for inferred in graded.inferred.iter().filter(|inferred| inferred.cost > Points::ZERO) {
        let cost = inferred.cost;
        let words = text!(
            "costs {cost} points, which the tests above lose in parts",
            "trừ {cost} điểm, chia vào các ca kiểm thử ở trên"
        );
        let nothing = (decimal(Points::ZERO), Points::ZERO);
        let name = reading(inferred).to(language).to_owned();
        let seen_in = seen_in(inferred).map(|seen| format!("\n{}", seen.to(language))).unwrap_or_default();
        let output = format!("{}{seen_in}", words.to(language));
        tests.push(Test::new(name, format!("{first}.0"), nothing, output).passed(false));
    }
    if let Some(finding) = costly_starter(graded) {
        let cost = finding.cost;
        let words = text!(
            "costs {cost} points, which the tests above lose in parts",
            "trừ {cost} điểm, chia vào các ca kiểm thử ở trên"
        );
        let mut output = starter_lines(finding);
        output.extend((cost > Points::ZERO).then(|| words.to(language).to_owned()));
        let (name, number) = (starter_changed().to(language).to_owned(), format!("{first}.0"));
        let nothing = (decimal(Points::ZERO), Points::ZERO);
        tests.push(Test::new(name, number, nothing, output.join("\n")).passed(false));
    }
    for (index, result) in graded.style.iter().enumerate() {
        let mut details: Vec<String> =
            result.details.iter().map(|detail| harmless(detail.to(language))).collect();
        if result.cost > Points::ZERO {
            let cost = result.cost;
            let words =
                text!("a penalty of {cost} points, charged below", "phạt {cost} điểm, trừ ở bên dưới");
            details.push(words.to(language).to_owned());
        }
        let points = (decimal(result.earned), result.rule.points);
        let name = demand(&result.rule).to(language).to_owned();
        let number = format!("{}.{}", first + 1, index + 1);
        tests.push(Test::new(name, number, points, details.join("\n")).passed(result.passed == Some(true)));
    }
    tests.extend(marks_and_sum(book, graded, first + 2, language));
    tests.extend(understood(graded, first + 4, language));
    let score = graded.score().map(decimal);
    // The parts of a whole that has no score have none either: Gradescope would add them up.
    let tests = match score {
        Some(_) => tests,
        None => tests.into_iter().map(Test::without_points).collect(),
    };
    Results { score, output, output_format: "text", visibility: "visible", tests }
}

/// The understanding of the program, for staff alone.
fn understood(graded: &Graded, group: usize, language: Language) -> Option<Test> {
    let known = graded.understood.as_ref().filter(|known| !known.questions.is_empty())?;
    let name = text!("How this program was understood", "Cách hiểu chương trình này").to(language).to_owned();
    let output = harmless(known.in_short().to(language));
    let test = Test::new(name, format!("{group}.1"), (decimal(Points::ZERO), Points::ZERO), output);
    Some(Test { visibility: visibility(When::Never), ..test.without_points() })
}

/// The marks given by people, and the deductions from the sum: a test for each, so that all tests add up to
/// the score.
fn marks_and_sum(book: &Gradebook, graded: &Graded, group: usize, language: Language) -> Vec<Test> {
    let mut tests = Vec::new();
    // A share of all points shows how many there are.
    let of_all = book.spec.groups.iter().map(|group| group.show.points).max().unwrap_or_default();
    for (index, given) in graded.marks.iter().enumerate() {
        let output = format!("{}\n{}", mark(given).to(language), harmless(&given.remark));
        let points = (decimal(given.given.unwrap_or_default()), given.points);
        let name = harmless(given.title.to(language));
        let test = Test::new(name, format!("{group}.{}", index + 1), points, output.trim_end().to_owned());
        tests.push(match given.given {
            Some(points) => test.passed(points == given.points),
            None => test,
        });
    }
    let is_of_sum = |id: &str| matches!(id, "penalties" | "cap" | "late");
    for line in lines(&graded.account().unwrap_or_default()).iter().filter(|line| is_of_sum(line.id)) {
        let late = graded.late.as_ref().filter(|_| line.id == "late");
        if line.points == Points::ZERO && late.is_none() {
            continue;
        }
        let output = late.map(|late| lateness(late).to(language).to_owned()).unwrap_or_default();
        let number = format!("{}.{}", group + 1, tests.len() + 1);
        let name = line.about.to(language).to_owned();
        let when = if line.id == "penalties" { When::Always } else { of_all };
        let test = Test::new(name, number, (taken(line.points), Points::ZERO), output);
        tests.push(Test { visibility: visibility(when), ..test });
    }
    tests
}

/// A test for each case, less its part of the cost of differences of format. The part that is shown later
/// than the rest of a case is a test of its own, without points.
fn case_tests(book: &Gradebook, graded: &Graded, language: Language) -> Vec<Test> {
    let mut costs = charged(graded).into_iter();
    let mut tests = Vec::new();
    let mut nth = 0;
    for (number, group) in book.spec.groups.iter().enumerate() {
        let show = &group.show;
        let when = show.points.max(show.message);
        for (index, case) in group.cases.iter().enumerate() {
            let (Some(result), Some(cost)) = (graded.results.get(nth), costs.next()) else { break };
            let as_seen = |audience: Audience| {
                let (seen, shown) = (book.result_for(graded, nth, audience), audience.sees(show));
                case_output(book, graded, nth, (&seen, shown), language)
            };
            let mut output = match when {
                When::Always => as_seen(NOW),
                When::AfterDue => as_seen(LATER),
                When::Never => result.verdict.about().to(language).to_owned(),
            };
            if cost > Points::ZERO {
                let words = if graded.inferred_cost() == Points::ZERO {
                    text!("format costs {cost} points here", "phần trình bày trừ {cost} điểm ở đây")
                } else {
                    text!(
                        "what holds for the whole program costs {cost} points here",
                        "những điều chung của cả chương trình trừ {cost} điểm ở đây"
                    )
                };
                output = format!("{output}\n{}", words.to(language));
            }
            let mut name = format!("{}: {}", group.title.to(language), case.id);
            if group.bonus {
                name += text!(" (extra credit)", " (điểm cộng)").to(language);
            }
            let number = format!("{}.{}", number + 1, index + 1);
            let earned = result.points().unwrap_or_default().saturating_sub(cost);
            let points = (decimal(earned), case.points);
            let test = Test::new(name.clone(), number.clone(), points, output);
            let test = if result.verdict.is_judged() { test.passed(result.verdict.earns()) } else { test };
            tests.push(Test { visibility: visibility(when), ..test });
            let has_more = [show.input, show.expected, show.actual].contains(&When::AfterDue);
            if when == When::Always && has_more && result.failure.is_some() {
                tests.push(Test {
                    name: format!("{name} {}", text!("(details)", "(chi tiết)").to(language)),
                    number,
                    score: None,
                    max_score: None,
                    status: None,
                    output: as_seen(LATER),
                    output_format: "text",
                    visibility: visibility(When::AfterDue),
                });
            }
            nth += 1;
        }
    }
    tests
}

fn format_output(finding: &FormatFinding, language: Language) -> String {
    let show = |line: &Option<Vec<u8>>| visible(line.as_deref().unwrap_or_default(), Blanks::Marked);
    let (expected, actual, cost) = (show(&finding.expected), show(&finding.actual), finding.cost);
    let costs = text!(
        "costs {cost} points, which the tests above lose in parts",
        "trừ {cost} điểm, chia vào các ca kiểm thử ở trên"
    );
    let lines = if finding.expected.is_none() && finding.actual.is_none() {
        Text::default()
    } else {
        text!(
            "expected:\n{expected}\n\nyour program printed:\n{actual}",
            "mong đợi:\n{expected}\n\nchương trình của bạn in ra:\n{actual}"
        )
    };
    let reasons: Vec<String> = finding.because.iter().map(|reason| harmless(reason.to(language))).collect();
    format!("{}\n\n{}\n\n{}", costs.to(language), lines.to(language), reasons.join("\n"))
}

/// The text of a case's result, as far as it is shown.
fn case_output(
    book: &Gradebook,
    graded: &Graded,
    nth: usize,
    (result, shown): (&CaseResult, Shown),
    language: Language,
) -> String {
    if result.verdict == Verdict::Skipped {
        // The tests that must be passed first may be hidden themselves.
        let is_named = book.spec.groups.iter().all(|group| group.show.message == When::Always);
        let words = if is_named { waits_for(book, graded, nth) } else { result.verdict.about() };
        return words.to(language).to_owned();
    }
    let verdict = result.verdict.about().to(language).to_owned();
    let Some(failure) = &result.failure else { return verdict };
    // The command that plays it again is for people who have the files.
    let told = FailureBlock { replay: None, ..FailureBlock::of(book, graded, (nth, shown), failure) };
    format!("{verdict}\n\n{}", plain::told(&told, (Blanks::Marked, MOST_BYTES), language))
}
