//! The edition of a spec that students may have: without the parts that they never see, and with fingerprints
//! in place of the expected texts, so that they can check themselves.
//!
//! A case is in it only if it passes by the fingerprints exactly when it passes by the texts. Facts that are
//! learned about a program from all of its tests together are learned from those that are left.

use std::collections::{BTreeMap, BTreeSet};

use crate::compare::wanted::hashed_text;
use crate::compare::{FormatKind, FormatKinds, loose_parts};
use crate::diagnostics::{Language, Text, text};
use crate::fingerprint::sha256_hex;
use crate::grade::{Audience, Plan, PlannedCase};
use crate::spec::{
    Case, CaseEdition, Changes, Checked, Edition, Expectation, FileWant, Group, Hashed, HashedForm,
    Interactor, Judge, Mode, NoEdition, Original, OtherSide, Reading, Spec, Subroutine, TextPlace, Want,
};

/// The edition with a summary of it.
#[derive(Clone, Debug)]
pub struct StudentEdition {
    /// The spec and the files that it needs.
    pub edition: Edition,
    /// The outcomes of its cases, counted.
    pub told: Told,
}

/// The outcomes of the cases of a spec.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The number of cases that are left out as students are not shown them.
    pub hidden: usize,
    /// The number of cases that have fingerprints.
    pub hashed: usize,
    /// The number of cases that stay as they are, as they hold no texts.
    pub as_they_are: usize,
    /// Other cases that are left out, in the order of the spec: each with the reason.
    pub left_out: Vec<(String, LeftOut)>,
    /// Cases whose texts are also at other places of the edition, such as in a title or in the input.
    pub still_readable: Vec<String>,
}

impl Told {
    /// Returns `true` if no case is left.
    pub fn is_empty(&self) -> bool {
        self.hashed + self.as_they_are == 0
    }
}

/// The reasons why a case is left out that students see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// The input is not shown to them.
    Input,
    /// Parts or patterns of the output are looked for.
    Patterns,
    /// Numbers need not be equal.
    Numbers,
    /// A command judges it.
    Command,
    /// A program of the staff gives the right output.
    Model,
    /// The expected registers or memory could be found out by trying all values.
    Values,
    /// The subroutine of the course that stands in for one of the student's is the answer to another case.
    StandIn,
    /// It has format that can be recognised only by its text: blanks or words that are forgiven, or control
    /// bytes.
    Format,
    /// It keeps points where other words show the same game.
    Ladder,
    /// Several texts are expected at once.
    Several,
    /// It requires something that is left out.
    Requires,
}

impl LeftOut {
    /// The flag with which such cases stay, and what it gives away, where there is one.
    pub fn remedy(self) -> Option<Text> {
        (self == Self::Values).then(|| {
            text!(
                "with `--with-values` these tests stay, and students can read the values",
                "với `--with-values` các ca này được giữ lại, và sinh viên đọc được các giá trị"
            )
        })
    }

    /// The reason in words, after `as`.
    pub fn why(self) -> Text {
        match self {
            Self::Input => {
                text!("what is typed is not shown to students", "sinh viên không được xem đầu vào")
            }
            Self::Patterns => {
                text!("parts or patterns of the output are looked for", "đầu ra được tìm theo đoạn hoặc mẫu")
            }
            Self::Numbers => text!("numbers need not be equal", "các số không cần bằng nhau"),
            Self::Command => text!("a command judges the output", "một lệnh chấm đầu ra"),
            Self::Model => {
                text!("a model program says what is right", "một chương trình mẫu quyết định kết quả đúng")
            }
            Self::Values => {
                text!(
                    "values in registers or memory are easily guessed",
                    "giá trị trong thanh ghi hay bộ nhớ dễ đoán"
                )
            }
            Self::StandIn => text!(
                "the subroutine of the course that stands in is what another test asks for",
                "chương trình con thay thế của môn học chính là điều một ca kiểm thử khác yêu cầu"
            ),
            Self::Format => text!(
                "the text is needed to tell its format apart",
                "cần có nội dung mới phân biệt được phần trình bày"
            ),
            Self::Ladder => {
                text!("other words can keep points", "lời văn khác vẫn có thể giữ được điểm")
            }
            Self::Several => {
                text!("several texts must come out at once", "nhiều nội dung phải cùng xuất hiện")
            }
            Self::Requires => {
                text!("what must be passed first is left out", "phần phải đạt trước đã được bỏ ra")
            }
        }
    }
}

/// The texts that a spec writes out for a case, or that its model prints.
fn written_texts(case: &Case) -> Vec<&str> {
    fn of_wants(wants: &[Want]) -> impl Iterator<Item = &str> {
        let texts = wants.iter().filter_map(|want| match want {
            Want::Text(texts) => Some(texts),
            _ => None,
        });
        texts.flatten().map(String::as_str)
    }
    fn of_checked(checked: &Checked) -> Vec<&str> {
        let files = checked.files.iter().filter_map(|file| file.wants.as_deref());
        let turns = checked.turns.iter().map(Vec::as_slice);
        turns.chain([checked.whole.as_slice()]).chain(files).flat_map(of_wants).collect()
    }
    match &case.expectation {
        Expectation::Literal { output, .. } => vec![output],
        Expectation::Checked(checked) => of_checked(checked),
        Expectation::Subroutine(subroutine) => of_checked(&subroutine.talk),
        Expectation::Keys(_) | Expectation::Dialogue(_) | Expectation::Property(_) => Vec::new(),
    }
}

/// A shorter text is found by chance.
const SHORTEST_TEXT: usize = 4;

/// The tests that an edition for students has besides those that give nothing away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// Those that students see after the due date.
    pub after_due: bool,
    /// Those that look at values in registers and memory, which can be read in the edition.
    pub with_values: bool,
}

/// The edition of a spec for students.
///
/// # Errors
/// As for [`Original::edition`].
pub fn student_edition(original: &Original, additions: Additions) -> Result<StudentEdition, NoEdition> {
    let Additions { after_due, with_values } = additions;
    let spec = &original.spec;
    let audience = Audience::Student { after_due };
    let plan = Plan::new(spec.clone());
    let mut told = Told::default();
    let mut fates: Vec<Fate> = Vec::new();
    let groups = spec.groups.iter().flat_map(|group| group.cases.iter().map(move |_| group));
    for (group, planned) in groups.zip(&plan.cases) {
        let shown = audience.sees(&group.show);
        fates.push(if !shown.is_there() {
            Fate::Hidden
        } else if !shown.input {
            Fate::LeftOut(LeftOut::Input)
        } else {
            texts_of(spec, planned, with_values).map_or_else(Fate::LeftOut, Fate::Kept)
        });
    }
    leave_out_what_requires(spec, &mut fates);
    for (case, fate) in spec.cases().zip(&fates) {
        match fate {
            Fate::Hidden => told.hidden += 1,
            Fate::LeftOut(why) => told.left_out.push((case.id.clone(), *why)),
            Fate::Kept(texts) if texts.is_empty() => told.as_they_are += 1,
            Fate::Kept(_) => told.hashed += 1,
        }
    }
    let shown = |part: fn(crate::grade::Shown) -> bool| -> Vec<bool> {
        spec.groups.iter().map(|group| part(audience.sees(&group.show))).collect()
    };
    let changes = Changes {
        cases: fates.iter().map(Fate::change).collect(),
        keeps_hint: shown(|shown| shown.message),
        keeps_points: shown(|shown| shown.points),
        comment: comment(spec, &told),
    };
    let edition = original.edition(&changes)?;
    let is_there = |case: &&Case| written_texts(case).into_iter().any(|text| is_readable(text, &edition));
    told.still_readable = spec.cases().filter(is_there).map(|case| case.id.clone()).collect();
    Ok(StudentEdition { edition, told })
}

/// The outcome of a case in the students' edition.
enum Fate {
    Hidden,
    LeftOut(LeftOut),
    Kept(BTreeMap<TextPlace, Hashed>),
}

impl Fate {
    fn change(&self) -> CaseEdition {
        match self {
            Self::Kept(texts) => CaseEdition::Kept(texts.clone()),
            Self::Hidden | Self::LeftOut(_) => CaseEdition::LeftOut,
        }
    }
}

/// Leaves out what requires something that is left out, and what requires that.
fn leave_out_what_requires(spec: &Spec, fates: &mut [Fate]) {
    loop {
        let mut gone: BTreeSet<&str> = BTreeSet::new();
        let mut at = 0;
        for group in &spec.groups {
            for case in &group.cases {
                if !matches!(fates[at], Fate::Kept(_)) {
                    // A group is passed if all its cases are.
                    gone.extend([group.id.as_str(), case.id.as_str()]);
                }
                at += 1;
            }
        }
        let mut has_changed = false;
        let cases = spec.groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
        for ((group, case), fate) in cases.zip(fates.iter_mut()) {
            let requires = |group: &Group, case: &Case| {
                group.requires.iter().chain(&case.requires).any(|id| gone.contains(id.as_str()))
            };
            if matches!(fate, Fate::Kept(_)) && requires(group, case) {
                *fate = Fate::LeftOut(LeftOut::Requires);
                has_changed = true;
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// The texts of a case with their fingerprints, or why it cannot be in the edition.
fn texts_of(
    spec: &Spec,
    planned: &PlannedCase,
    with_values: bool,
) -> Result<BTreeMap<TextPlace, Hashed>, LeftOut> {
    let case = &planned.case;
    let hashing = Hashing { spec, case };
    match &case.expectation {
        // The reference gives the expected output, and is in every copy of the program.
        Expectation::Keys(_) | Expectation::Dialogue(_) => Ok(BTreeMap::new()),
        Expectation::Property(property) => match property.judge {
            Judge::Model(_) => Err(LeftOut::Model),
            Judge::Keys | Judge::Dialogue(_) => Ok(BTreeMap::new()),
        },
        Expectation::Literal { output, .. } => {
            let known = hashing.plain(planned, output)?;
            Ok(BTreeMap::from([(TextPlace::Whole, known)]))
        }
        Expectation::Checked(checked) => hashing.checked(checked),
        Expectation::Subroutine(subroutine) => {
            may_be_read(spec, subroutine, with_values)?;
            hashing.checked(&subroutine.talk)
        }
    }
}

/// Checks that a subroutine test holds no answer apart from its texts, and values that may be read.
fn may_be_read(spec: &Spec, subroutine: &Subroutine, with_values: bool) -> Result<(), LeftOut> {
    let then = &subroutine.then;
    let has_values = !then.returns.is_empty()
        || !then.registers.is_empty()
        || !then.memory.is_empty()
        || !then.areas.is_empty()
        || then.stack.is_some();
    let is_called = |label: &str| {
        spec.cases().any(|case| match &case.expectation {
            Expectation::Subroutine(other) => {
                other.call.iter().any(|call| call.labels.iter().any(|own| own == label))
            }
            _ => false,
        })
    };
    if has_values && !with_values {
        Err(LeftOut::Values)
    } else if subroutine.stand_ins.iter().any(|stand_in| is_called(&stand_in.label)) {
        Err(LeftOut::StandIn)
    } else {
        Ok(())
    }
}

struct Hashing<'h> {
    spec: &'h Spec,
    case: &'h Case,
}

impl Hashing<'_> {
    /// The fingerprint of a text without its format.
    fn plain(&self, planned: &PlannedCase, output: &str) -> Result<Hashed, LeftOut> {
        if self.case.ladder.behaviour.is_some() {
            return Err(LeftOut::Ladder);
        }
        // Bytes that are no text are read as this character.
        if output.contains('\u{fffd}') {
            return Err(LeftOut::Format);
        }
        let salt = self.salt("");
        let mode = Mode::default();
        let exactly = hashed_text((output, &salt), &HashedForm::Bytes, &mode).ok_or(LeftOut::Format)?;
        if self.spec.compare.exact && self.case.ladder.presentation.is_none() {
            return Ok(Hashed { salt, sha256: vec![exactly], exactly: None, form: HashedForm::Bytes });
        }
        let prices = &self.case.format;
        let forgiven = FormatKind::ALL.into_iter().filter(|kind| prices.forgives(kind.id()));
        let forgiven = forgiven.fold(FormatKinds::default(), FormatKinds::with);
        let parts = loose_parts(output.as_bytes(), &planned.fixed, forgiven).ok_or(LeftOut::Format)?;
        let form = HashedForm::Plain(parts);
        let sha256 = hashed_text((output, &salt), &form, &mode).ok_or(LeftOut::Format)?;
        Ok(Hashed { salt, sha256: vec![sha256], exactly: Some(exactly), form })
    }

    /// The texts of a case with demands of its own.
    fn checked(&self, checked: &Checked) -> Result<BTreeMap<TextPlace, Hashed>, LeftOut> {
        let by_command = |talk: &Interactor| matches!(talk.side, OtherSide::Command { .. });
        if checked.mode.command.is_some() || checked.interactor.as_deref().is_some_and(by_command) {
            return Err(LeftOut::Command);
        }
        let mut all = BTreeMap::new();
        all.extend(self.of_wants(TextPlace::Whole, &checked.whole, &checked.mode)?);
        for (wants, numbers) in checked.turns.iter().zip(&checked.steps) {
            for (want, number) in wants.iter().zip(numbers) {
                let place = TextPlace::Step(*number);
                all.extend(self.of_wants(place, std::slice::from_ref(want), &checked.mode)?);
            }
        }
        for FileWant { name, wants, mode } in &checked.files {
            let wants = wants.as_deref().unwrap_or_default();
            all.extend(self.of_wants(TextPlace::File(name.clone()), wants, mode)?);
        }
        Ok(all)
    }

    /// The fingerprints of the texts that are demanded at a place; `None` if nothing is.
    fn of_wants(
        &self,
        place: TextPlace,
        wants: &[Want],
        mode: &Mode,
    ) -> Result<Option<(TextPlace, Hashed)>, LeftOut> {
        let mut found = None;
        for want in wants {
            let texts = match want {
                Want::Text(texts) if texts.is_empty() => continue,
                Want::Text(texts) => texts,
                Want::Hashed(_) => continue,
                Want::Lines(..) | Want::Contains(_) | Want::Rejects(_) => return Err(LeftOut::Patterns),
            };
            if found.is_some() {
                return Err(LeftOut::Several);
            }
            if mode.reading == Reading::Numbers {
                return Err(LeftOut::Numbers);
            }
            let salt = self.salt(&match &place {
                TextPlace::Whole => String::new(),
                TextPlace::Step(number) => format!("step {number}"),
                TextPlace::File(name) => format!("file {name}"),
            });
            let form = HashedForm::Mode;
            let sha256 = texts.iter().map(|text| hashed_text((text, &salt), &form, mode));
            let sha256: Option<Vec<String>> = sha256.collect();
            let sha256 = sha256.ok_or(LeftOut::Numbers)?;
            found = Some(Hashed { salt, sha256, exactly: None, form });
        }
        Ok(found.map(|known| (place, known)))
    }

    /// A salt that no other text of the spec has.
    fn salt(&self, place: &str) -> String {
        let parts = ["salt", &self.spec.id, &self.case.id, place].map(str::as_bytes);
        sha256_hex(&parts)[..32].to_owned()
    }
}

/// The comment at the beginning of the edition.
fn comment(spec: &Spec, told: &Told) -> Vec<String> {
    let mut lines = vec![
        format!(
            "Student edition of `{}`, written by `grader package`. It says whether a test passes,",
            spec.id
        ),
        "and of expected texts it holds SHA-256 fingerprints alone.".to_owned(),
    ];
    if told.hidden > 0 {
        let tests = if told.hidden == 1 { "1 test is" } else { &format!("{} tests are", told.hidden) };
        lines.push(format!("{tests} not shown to students and not in here."));
    }
    for (why, ids) in by_reason(&told.left_out) {
        lines.push(format!("Left out, as {}: {}", why.why().to(Language::English), ids.join(", ")));
    }
    lines
}

/// The cases that are left out, by the reasons.
pub fn by_reason(left_out: &[(String, LeftOut)]) -> BTreeMap<LeftOut, Vec<&str>> {
    let mut reasons: BTreeMap<LeftOut, Vec<&str>> = BTreeMap::new();
    for (id, why) in left_out {
        reasons.entry(*why).or_default().push(id);
    }
    reasons
}

/// Returns `true` if a text can be read in an edition, or in a file next to it.
fn is_readable(text: &str, edition: &Edition) -> bool {
    let text = text.trim();
    let written = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let is_in = |contents: &[u8]| {
        let contents = String::from_utf8_lossy(contents);
        contents.contains(text) || contents.contains(&written)
    };
    text.len() >= SHORTEST_TEXT
        && (is_in(edition.text.as_bytes()) || edition.files.values().any(|file| is_in(file)))
}
