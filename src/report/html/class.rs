//! The page of a class. Its rows are written as the parts of the class come; of each submission is kept what the rest of the page
//! needs.

mod causes;
mod glance;
mod matrix;
mod review;
mod tests;

use maud::{Markup, html};

use super::voice::Voice;
use super::{frame, in_link};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{Audience, Gradebook, Graded, Problem, Review, Verdict};
use crate::report::account::withheld;
use crate::report::names::FileNames;
use crate::report::rows::RowState;
use crate::report::visible::harmless;
use crate::report::words::{counted, made_with};
use crate::report::{Ends, Parts, STUDENTS};
use crate::spec::Points;
use crate::submission::NoProgram;

const SCRIPT: &str = concat!(include_str!("rows.js"), include_str!("class.js"));
/// Stands for the rows of the table until the ends of the page are known; no text of a submission can be it.
const ROWS: &str = "<!--rows-->";

/// Begins the page of a class, given the book without its submissions.
pub(in crate::report) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Class {
        cover: cover.cover(),
        voice: Voice::new(language),
        names: FileNames::default(),
        students: Vec::new(),
        causes: causes::Causes::default(),
        reviews: String::new(),
    })
}

struct Class {
    cover: Gradebook,
    voice: Voice<'static>,
    names: FileNames,
    students: Vec<Student>,
    causes: causes::Causes,
    /// The items for review, as markup.
    reviews: String,
}

/// Of a submission, what stands in more than its own row.
struct Student {
    /// Its id, harmless.
    name: String,
    /// Its page, as a link.
    page: String,
    score: Option<Points>,
    /// The results of the tests of the spec.
    tests: Vec<Test>,
    kinds: Vec<Kind>,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Test {
    Passed,
    Failed,
    NotRun,
    NotJudged,
    ByHand,
}

impl Test {
    /// The results of a submission.
    pub(super) fn all(book: &Gradebook, graded: &Graded) -> Vec<Self> {
        let of = |case: usize| match (&graded.problem, graded.results.get(case).map(|result| result.verdict))
        {
            (Some(_), _) if graded.needs_review() => Self::NotJudged,
            (Some(_), _) | (None, None) => Self::Failed,
            (None, Some(Verdict::ByHand)) => Self::ByHand,
            (None, Some(verdict)) => match RowState::of(verdict) {
                RowState::Passed => Self::Passed,
                RowState::Failed => Self::Failed,
                RowState::Skipped => Self::NotRun,
                RowState::NotJudged => Self::NotJudged,
            },
        };
        (0..book.spec.cases().count()).map(of).collect()
    }

    /// The sign that stands for it.
    fn sign(self) -> char {
        match self {
            Self::Passed => '·',
            Self::Failed => '×',
            Self::NotRun => '–',
            Self::NotJudged => '?',
            Self::ByHand => 'm',
        }
    }
}

/// A property of a submission by which the table is filtered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lost,
    Full,
    Review,
    NotBuilt,
    Late,
    Missing,
    Unmarked,
    Marked,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Lost,
        Self::Full,
        Self::Review,
        Self::NotBuilt,
        Self::Late,
        Self::Missing,
        Self::Unmarked,
        Self::Marked,
    ];

    fn id(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Full => "full",
            Self::Review => "review",
            Self::NotBuilt => "not-built",
            Self::Late => "late",
            Self::Missing => "missing",
            Self::Unmarked => "unmarked",
            Self::Marked => "marked",
        }
    }

    fn about(self) -> Text {
        match self {
            Self::Lost => text!("with lost points", "bị mất điểm"),
            Self::Full => text!("full points", "đạt tối đa"),
            Self::Review => text!("need review", "cần xem xét"),
            Self::NotBuilt => text!("no program could be made", "không tạo được chương trình"),
            Self::Late => text!("handed in late", "nộp trễ"),
            Self::Missing => text!("handed in nothing", "không nộp bài"),
            Self::Unmarked => text!("not marked yet", "chưa chấm tay"),
            Self::Marked => text!("marked by hand", "đã chấm tay"),
        }
    }

    fn is(self, book: &Gradebook, graded: &Graded) -> bool {
        match self {
            Self::Lost => graded.score().is_some_and(|score| score < book.spec.points),
            Self::Full => graded.score() >= Some(book.spec.points),
            Self::Review => graded.needs_review(),
            Self::NotBuilt => matches!(graded.problem, Some(Problem::DidNotAssemble { .. })),
            Self::Late => graded.late.as_ref().is_some_and(|late| late.seconds > 0),
            Self::Missing => {
                matches!(&graded.problem, Some(Problem::Review(Review::NoProgram(NoProgram::NotHandedIn))))
            }
            Self::Unmarked => graded.marks.iter().any(|mark| mark.given.is_none()),
            Self::Marked => {
                let by_hand = graded.results.iter().any(|result| result.verdict == Verdict::ByHand);
                by_hand || graded.marks.iter().any(|mark| mark.given.is_some())
            }
        }
    }
}

impl Student {
    fn of(book: &Gradebook, graded: &Graded, names: &mut FileNames) -> Self {
        Self {
            name: harmless(&graded.id),
            page: format!("{STUDENTS}/{}.html", in_link(&names.next(&graded.id))),
            score: graded.score(),
            tests: Test::all(book, graded),
            kinds: Kind::ALL.into_iter().filter(|kind| kind.is(book, graded)).collect(),
        }
    }
}

impl Parts for Class {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut rows = String::new();
        for graded in &book.submissions {
            let student = Student::of(book, graded, &mut self.names);
            rows += &matrix::row(book, graded, &student, self.voice).into_string();
            self.causes.take(book, graded, self.students.len());
            if book.audience == Audience::Staff {
                self.reviews += &review::item(book, graded, &student, self.voice).into_string();
            }
            self.students.push(student);
        }
        rows.into_bytes()
    }

    fn ends(self: Box<Self>) -> Ends {
        let title = self.voice.own(&self.cover.spec.title).to_owned();
        let page = frame::page(&title, self.voice.language, SCRIPT, &self.body());
        let (head, foot) = page.split_once(ROWS).unwrap_or((&page, ""));
        Ends { head: head.as_bytes().to_vec(), foot: foot.as_bytes().to_vec() }
    }
}

impl Class {
    fn body(&self) -> Markup {
        let (voice, spec) = (self.voice, &self.cover.spec);
        let (count, cases, points) = (self.students.len(), spec.cases().count(), spec.points);
        let (submissions, tests) = (counted(count, "submission"), counted(cases, "test"));
        let lead = text!(
            "{submissions} · {tests} · {points} points",
            "{count} bài nộp · {cases} ca kiểm thử · {points} điểm"
        );
        let reviews = self.students.iter().filter(|student| review::is_listed(student)).count();
        let parts = [
            (!self.reviews.is_empty(), "review", text!("For review", "Cần xem xét"), reviews),
            (self.causes.count() > 0, "causes", text!("Causes", "Nguyên nhân"), self.causes.count()),
            (true, "students", text!("Students", "Sinh viên"), count),
            (true, "tests", text!("Tests", "Ca kiểm thử"), cases),
        ];
        let shown = text!("# of # shown", "hiển thị #/#");
        let (failed, seen) = (text!("#: failed", "#: không đạt"), text!("# of # seen", "đã xem #/#"));
        html! {
            header {
                h1 { (voice.own(&spec.title)) }
                p.lead { (voice.own(&lead)) }
                nav aria-label=(voice.own(&text!("On this page", "Trong trang này"))) {
                    ul.jumps {
                        @for (_, id, about, count) in parts.iter().filter(|part| part.0) {
                            li { a href={ "#" (id) } { (voice.own(about)) } " " span { (count) } }
                        }
                    }
                }
            }
            main #main data-report=(spec.fingerprint) data-shown=(voice.own(&shown)) data-failed=(voice.own(&failed))
                data-seen=(voice.own(&seen)) {
                (glance::section(&self.cover, &self.students, voice))
                (review::section(&self.reviews, voice))
                (self.causes.section(&self.students, voice))
                (matrix::section(&self.cover, &self.students, ROWS, voice))
                (tests::section(&self.cover, &self.students, voice))
            }
            (footer(&self.cover, voice))
        }
    }
}

/// The results of the tests of each group, given those of all.
pub(super) fn by_group<'t, T>(book: &Gradebook, tests: &'t [T]) -> Vec<&'t [T]> {
    let mut rest = tests;
    let own = book.spec.groups.iter().map(|group| {
        let (own, after) = rest.split_at(group.cases.len().min(rest.len()));
        rest = after;
        own
    });
    own.collect()
}

/// What the results are made with, and what is not in them.
pub(super) fn footer(book: &Gradebook, voice: Voice<'_>) -> Markup {
    let skipped = text!(
        "skipped: not a program file according to the spec:",
        "bỏ qua: theo spec không phải tệp chương trình:"
    );
    let names: Vec<String> = book.skipped.iter().map(|path| harmless(path)).collect();
    html! {
        footer {
            @for words in withheld(book).iter().chain(&made_with(book)) { p { (voice.say(words)) } }
            @if !names.is_empty() { p { (voice.own(&skipped)) " " (names.join(", ")) } }
            p {
                "grader " (env!("CARGO_PKG_VERSION")) " · spec "
                @if book.audience == Audience::Staff { code { (harmless(&book.spec.path)) } " " }
                code { (book.spec.fingerprint.get(..12).unwrap_or_default()) }
            }
        }
    }
}
