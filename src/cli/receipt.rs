//! Grading again what a report was made of: whatever is not as its receipts say is named, and then nothing is graded.

use std::fs::File;
use std::path::Path;

use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{Text, harmless, text};
use crate::fingerprint::{BUILD, VERSION};
use crate::grade::{Plan, Receipt, before_grading, receipt};
use crate::regrade::{FileMark, Results, Student};
use crate::report::results;
use crate::submission::{Discovery, Submission};

/// The most differences that are named.
const MOST: usize = 20;

/// Reads a report that `grader run --format json=PATH` wrote.
pub(super) fn read(path: &Path) -> Result<Results, CommandFailure> {
    let file = File::open(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
    results(file).map_err(|why| {
        let path = harmless(&path.to_string_lossy());
        let (why, why_vi) = why.words().into_both();
        CommandFailure::environment(text!("{path}: {why}", "{path}: {why_vi}"))
    })
}

/// Refuses to grade if anything is not as the receipts of a report say.
pub(super) fn check(
    path: &Path,
    plan: &Plan,
    discovery: &Discovery,
    terminal: &Terminal,
) -> Result<(), CommandFailure> {
    let report = read(path)?;
    let mut found = of_all(&report, plan);
    for submission in &discovery.submissions {
        found.extend(of_submission(&report, plan, submission));
    }
    if found.is_empty() {
        return Ok(());
    }
    for words in found.iter().take(MOST) {
        let (words, words_vi) = words.both();
        terminal.complain(&Text::new(harmless(words), harmless(words_vi)));
    }
    let more = found.len().saturating_sub(MOST);
    if more > 0 {
        terminal.complain(&text!("and {more} more", "và {more} khác biệt nữa"));
    }
    let path = harmless(&path.to_string_lossy());
    Err(CommandFailure::usage(text!(
        "nothing was graded, as not everything is as it was for {path}; leave out --receipt to grade what is there now",
        "chưa chấm gì, vì có thứ không còn như lúc tạo {path}; bỏ --receipt để chấm những gì hiện có"
    )))
}

/// What is not as it was for the whole report.
fn of_all(report: &Results, plan: &Plan) -> Vec<Text> {
    let mut found = Vec::new();
    let tool = format!("grader {VERSION}");
    let was = &report.tool;
    match &report.build {
        _ if *was != tool => found.push(text!(
            "the report was written by {was}, and this is {tool}",
            "báo cáo do {was} tạo, còn đây là {tool}"
        )),
        Some(build) if build != BUILD => found.push(text!(
            "the report was written by the build {build} of {tool}, and this is {BUILD}",
            "báo cáo do bản dựng {build} của {tool} tạo, còn đây là {BUILD}"
        )),
        Some(_) => {}
        None => found.push(text!(
            "the report has no receipt: it does not say what it was made of",
            "báo cáo không có biên nhận: nó không nói được tạo từ đâu"
        )),
    }
    if report.fingerprint != plan.spec.fingerprint {
        let path = &plan.spec.path;
        found.push(text!(
            "{path} is not the spec of the report: it is another one, or was changed since",
            "{path} không phải spec của báo cáo: đó là spec khác, hoặc đã bị sửa"
        ));
    }
    if report.compiler != plan.spec.machine.tools() {
        found.push(text!("the compiler is another one", "trình biên dịch đã khác"));
    }
    found
}

/// What is not as it was for a submission.
fn of_submission(report: &Results, plan: &Plan, submission: &Submission) -> Vec<Text> {
    let id = &submission.id;
    let known = report.students.binary_search_by(|student| student.id.as_str().cmp(id));
    let Some(student) = known.ok().and_then(|at| report.students.get(at)) else {
        return vec![text!("{id}: is not in the report", "{id}: không có trong báo cáo")];
    };
    let Some((files, marks)) = &student.receipt else {
        return vec![text!(
            "{id}: the report does not say which files were graded",
            "{id}: báo cáo không nói đã chấm những tệp nào"
        )];
    };
    let now = receipt(plan, submission);
    let mut found: Vec<Text> = of_files(files, &now).into_iter().map(|words| after(id, &words)).collect();
    if !report.is_for_students && *marks != now.marks {
        found.push(text!("{id}: the marks are others", "{id}: điểm chấm tay đã khác"));
    }
    if submitted(student) != before_grading(plan, submission).late.map(|late| late.submitted.to_string()) {
        found.push(text!(
            "{id}: the time of submission is another one, or only one of them has it",
            "{id}: thời điểm nộp đã khác, hoặc chỉ một bên có"
        ));
    }
    found
}

fn submitted(student: &Student) -> Option<String> {
    student.late.as_ref().map(|late| late.submitted.clone())
}

fn after(id: &str, words: &Text) -> Text {
    let (en, vi) = words.both();
    text!("{id}: {en}", "{id}: {vi}")
}

/// What is not as it was of the files.
fn of_files(before: &[FileMark], now: &Receipt) -> Vec<Text> {
    let mut found = Vec::new();
    for (name, sha256, used) in before {
        match now.files.iter().find(|file| file.name == *name) {
            None => {
                found.push(text!("{name} is not there or not used", "{name} không còn hoặc không được dùng"));
            }
            Some(file) if file.sha256 != *sha256 => {
                found.push(text!("{name} was changed", "{name} đã bị sửa"));
            }
            Some(file) if file.used.id() != used => {
                found.push(text!("{name} is used in another way", "{name} được dùng theo cách khác"));
            }
            Some(_) => {}
        }
    }
    for file in &now.files {
        let name = &file.name;
        if !before.iter().any(|(known, ..)| known == name) {
            found.push(text!("{name} was not there", "{name} trước đây không có"));
        }
    }
    let is_same_order = before.iter().map(|(name, ..)| name).eq(now.files.iter().map(|file| &file.name));
    if found.is_empty() && !is_same_order {
        found.push(text!("the files come in another order", "các tệp theo thứ tự khác"));
    }
    found
}
