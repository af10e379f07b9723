//! Reading cases, and the families of games that stand for several.

use std::sync::Arc;

use crate::console::Script;
use crate::diagnostics::{Diagnostic, code, text};
use crate::isa::Isa;
use crate::machine::{Machine, Start, World};
use crate::referee::{Acts, Assignment, Game};
use crate::spec::read::dialogue::one_or_more;
use crate::spec::read::ids::{Ids, required_id};
use crate::spec::read::{
    files, format, hashed, ladder, machine, model, property, score, subroutine, transcript, wanted,
};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{
    CREDITS, Case, Check, Checked, DialogueCase, Expectation, FormatPrices, Judge, Ladder, Limits, Mode,
    ModelProgram, Points, Reference,
};

const CASE: What = ("a case", "ca kiểm thử");

/// The rules that hold for the cases of a group.
#[derive(Clone, Copy)]
pub(in crate::spec) struct Rules<'r> {
    /// The assignment, if its cases are dialogues.
    pub(in crate::spec) assignment: Option<Assignment>,
    /// The checks that a dialogue makes besides boards and the outcome.
    pub(in crate::spec) check: &'r [Check],
    /// The share of its points that a case keeps on each rung of the ladder.
    pub(in crate::spec) ladder: Ladder,
    /// The way in which expected text is compared.
    pub(in crate::spec) mode: &'r Mode,
    /// True if every byte of a plain text counts.
    pub(in crate::spec) is_exact: bool,
    /// The reference that gives the expected output.
    pub(in crate::spec) reference: Option<Reference>,
    /// The machine that programs are run on.
    pub(in crate::spec) machine: &'r Machine,
    /// The limits of their runs.
    pub(in crate::spec) limits: Limits,
    /// The limits of the spec.
    pub(in crate::spec) of_spec: Limits,
    /// The price of differences of format.
    pub(in crate::spec) format: FormatPrices,
    /// True if each line of an expected text is worth a part of the points.
    pub(in crate::spec) by_line: bool,
}

/// A case whose points may still depend on its group.
pub(in crate::spec) struct Draft {
    pub(in crate::spec) case: Case,
    points: Option<Points>,
    weight: u64,
}

/// Gives the cases of a group their points: their own, or by weight from those of the group.
pub(in crate::spec) fn share_out(
    reader: &mut Reader,
    fields: &Fields<'_>,
    declared: Option<Points>,
    drafts: &mut [Draft],
) -> Points {
    let fixed: Points = drafts.iter().filter_map(|draft| draft.points).sum();
    let weights: Vec<u64> =
        drafts.iter().map(|draft| if draft.points.is_some() { 0 } else { draft.weight }).collect();
    let total = declared.unwrap_or(fixed);
    let open = weights.iter().any(|weight| *weight > 0);
    let at = fields.get("points").map_or(fields.span, |node| node.span);
    if fixed > total || (!open && fixed != total && !drafts.is_empty()) {
        reader.add(
            Diagnostic::error(
                code::SPEC_POINTS,
                at,
                text!(
                    "the cases of this group add up to {fixed} points, not {total}",
                    "các ca kiểm thử của nhóm này cộng lại được {fixed} điểm, không phải {total}"
                ),
            )
            .help(text!("correct one of the two numbers", "hãy sửa một trong hai con số")),
        );
        return total;
    }
    if open && declared.is_none() {
        let what = (
            "a group whose cases have no points of their own",
            "nhóm gồm các ca kiểm thử không ghi điểm riêng",
        );
        reader.missing_in(fields.span, what, "points", "10");
    }
    for (draft, part) in drafts.iter_mut().zip(total.saturating_sub(fixed).split(&weights)) {
        draft.case.points = draft.points.unwrap_or(part);
    }
    total
}

/// The keys of cases that mean nothing without a reference.
pub(in crate::spec) const OF_GAMES: [&str; 6] = ["keys", "play", "games", "or", "draws", "check"];

/// Reads a case, or the cases of a family of games.
pub(in crate::spec) fn read(reader: &mut Reader, ids: &mut Ids, rules: Rules<'_>, node: &Node) -> Vec<Draft> {
    let fields = reader.fields(node, CASE, &schema::CASE);
    let is_family = fields.get("games").is_some();
    let id = match fields.get("id") {
        None if is_family => String::new(),
        _ => required_id(reader, &fields),
    };
    if !is_family {
        Ids::add(reader, &mut ids.cases, &id, fields.get("id").map_or(fields.span, |node| node.span));
    }
    let points = fields.get("points").and_then(|node| reader.points(node));
    let weight = reader.number_of(&fields, "weight").unwrap_or_default();
    let start = fields.get("start").and_then(|node| start(reader, node)).unwrap_or_default();
    let ladder = ladder::read(reader, rules.ladder, rules.reference, fields.get("ladder"));
    let format = format::prices(reader, rules.format, fields.get("format"));
    let requires = score::requires(reader, &fields);
    let seed = reader.number_of(&fields, "seed").unwrap_or_default();
    let disk_is_full = reader.switch_of(&fields, "full-disk");
    let by_line = is_by_line(reader, &fields, rules.by_line);
    let overrides = machine::overrides(reader, rules.machine.isa, fields.get("machine"));
    let world = World { start, seed, disk_is_full, overrides, preset: None };
    refuse_of_dialogues(reader, &fields, rules.assignment.is_some());
    let draft = |id, expectation| {
        let requires = requires.clone();
        let case = Case {
            id,
            points: Points::ZERO,
            expectation,
            start,
            seed,
            disk_is_full,
            overrides,
            ladder,
            format,
            requires,
            limits: (rules.limits != rules.of_spec).then_some(rules.limits),
            by_line,
        };
        Draft { case, points, weight }
    };
    let other = ["property", "model", "play", "games"].into_iter().find(|key| fields.get(key).is_some());
    if let (Some(key), Some(other)) = (subroutine::first_key(&fields), other) {
        let expected = text!(
            "a test has values in the machine or `{other}`, and not both; make two tests of it",
            "một ca kiểm thử có giá trị trong máy hoặc `{other}`, không phải cả hai; hãy tách thành hai bài"
        );
        reader.bad_value(fields.key_span(key), key, &expected);
    }
    let mode = wanted::mode(reader, rules.mode, fields.get("compare"));
    refuse_misplaced(reader, rules.machine.isa, &fields, &mode);
    if let Some(node) = fields.get("property") {
        let model = fields.get("model").and_then(|node| model::read(reader, rules.machine, node));
        let judge = match (model, rules.assignment, rules.reference) {
            (Some(model), _, _) => Some(Judge::Model(model)),
            (None, Some(_), _) => Some(Judge::Dialogue(Arc::new(played(reader, &fields, rules, world)))),
            (None, None, Some(_)) => Some(Judge::Keys),
            (None, None, None) => None,
        };
        let rules = Rules { mode: &mode, ..rules };
        let property = property::read(reader, &fields, rules, node, judge);
        return property
            .map(|property| draft(id, Expectation::Property(Arc::new(property))))
            .into_iter()
            .collect();
    }
    if let (Some(node), false) = (fields.get("model"), is_family) {
        let model = model::read(reader, rules.machine, node);
        let expectation = like_model(reader, &fields, Rules { mode: &mode, ..rules }, world, model);
        return expectation.map(|expectation| draft(id, expectation)).into_iter().collect();
    }
    match (rules.assignment, fields.get("games").or_else(|| fields.get("play"))) {
        (Some(assignment), Some(_)) => {
            let games = games(reader, ids, assignment, &fields, &id);
            let played = played(reader, &fields, rules, world);
            let cases = games.into_iter().map(|(id, game)| {
                let case = DialogueCase { acts: game.acts, line: game.line, or: game.or, ..played.clone() };
                draft(id, Expectation::Dialogue(Arc::new(case)))
            });
            cases.collect()
        }
        (None, Some(node)) => {
            let what = ("a spec with `play`", "spec có `play`");
            reader.missing_in(node.span, what, "reference", "mips-four-in-a-row");
            Vec::new()
        }
        (_, None) => {
            let is_exact = rules.is_exact && ladder.presentation.is_none();
            let expectation = expectation(reader, Rules { mode: &mode, is_exact, ..rules }, &fields);
            expectation.map(|expectation| draft(id, expectation)).into_iter().collect()
        }
    }
}

/// Reads whether each line of an expected text is worth a part of the points.
pub(in crate::spec) fn is_by_line(reader: &mut Reader, fields: &Fields<'_>, around: bool) -> bool {
    let given = fields.get("credit").and_then(|node| reader.choice(node, &CREDITS));
    given.unwrap_or(around)
}

/// The acts of the players in a case.
struct Played {
    acts: Acts,
    /// The line with these acts, for reports.
    line: String,
    /// Games that show the same.
    or: Vec<Acts>,
}

/// Reads the games of a case that is a dialogue, each with its id. A family has several.
fn games(
    reader: &mut Reader,
    ids: &mut Ids,
    assignment: Assignment,
    fields: &Fields<'_>,
    id: &str,
) -> Vec<(String, Played)> {
    let others = fields.get("or").map(one_or_more).unwrap_or_default();
    let or: Vec<Acts> =
        others.iter().filter_map(|node| line(reader, assignment, node)).map(|(_, acts)| acts).collect();
    let Some(node) = fields.get("games") else {
        let read = fields.get("play").and_then(|node| line(reader, assignment, node));
        return read
            .into_iter()
            .map(|(line, acts)| (id.to_owned(), Played { acts, line, or: or.clone() }))
            .collect();
    };
    let families: Vec<(&str, &str)> = assignment.families().iter().map(|family| (*family, *family)).collect();
    let Some(family) = reader.choice(node, &families) else { return Vec::new() };
    let mut games = Vec::new();
    for Game { name, line, or: others } in assignment.games(family) {
        // A family that is used twice gets another name.
        let id = if id.is_empty() { name } else { name.replacen(family, id, 1) };
        Ids::add(reader, &mut ids.cases, &id, node.span);
        let others = others.iter().filter_map(|line| assignment.acts(line).ok());
        let or = others.chain(or.iter().cloned()).collect();
        games.extend(assignment.acts(&line).ok().map(|acts| (id, Played { acts, line, or })));
    }
    games
}

/// Reads a line of acts.
fn line(reader: &mut Reader, assignment: Assignment, node: &Node) -> Option<(String, Acts)> {
    let line = match &node.value {
        // An empty line stands for a game that has not begun.
        NodeValue::Null => "",
        _ => reader.scalar(node).unwrap_or_default(),
    };
    match assignment.acts(line) {
        Ok(acts) => Some((line.to_owned(), acts)),
        Err(bad) => {
            let word = line.get(bad.range.clone()).unwrap_or(line);
            // A quotation mark stands before a plain scalar that has one, which the place leaves out.
            reader.bad_value(node.span, word, &bad.expected);
            None
        }
    }
}

/// Reads the part that is the same for all games of a family.
fn played(reader: &mut Reader, fields: &Fields<'_>, rules: Rules<'_>, world: World<'_>) -> DialogueCase {
    let (seed, draws) = (world.seed, reader.number_of(fields, "draws").unwrap_or_default());
    let disk_is_full = world.disk_is_full;
    let checks = match fields.get("check") {
        Some(node) => checks(reader, node),
        None => rules.check.to_vec(),
    };
    let mut free = Vec::new();
    if let (Some(node), Some(assignment)) = (fields.get("free"), rules.assignment) {
        let options = assignment.options();
        let choices: Vec<(&str, usize)> =
            options.iter().enumerate().map(|(nth, (name, _))| (name.as_str(), nth)).collect();
        for node in reader.list(node) {
            free.extend(reader.choice(node, &choices).map(|nth| options[nth].0.clone()));
        }
    }
    let acts = Acts::Gomoku(Vec::new());
    DialogueCase { acts, line: String::new(), or: Vec::new(), checks, seed, draws, disk_is_full, free }
}

/// Complains of keys that stand beside `play` alone.
fn refuse_of_dialogues(reader: &mut Reader, fields: &Fields<'_>, is_dialogue: bool) {
    if fields.get("draws").is_some() && !is_dialogue {
        let expected = text!(
            "`draws` stands next to `play`; elsewhere write one test for each `seed`",
            "`draws` đứng cạnh `play`; ở nơi khác hãy viết một ca kiểm thử cho mỗi `seed`"
        );
        reader.bad_value(fields.key_span("draws"), "draws", &expected);
    }
    if let (Some(or), false) = (fields.get("or"), is_dialogue) {
        let expected = text!(
            "`or` stands next to `play`; for other texts that may come out there is `any`",
            "`or` đứng cạnh `play`; với các văn bản khác có thể in ra, hãy dùng `any`"
        );
        reader.bad_value(or.span, "or", &expected);
    }
}

/// Complains of keys that are of no use in a case that is judged in another way.
fn refuse_misplaced(reader: &mut Reader, isa: &Isa, fields: &Fields<'_>, mode: &Mode) {
    files::refuse(reader, isa, fields);
    hashed::refuse(reader, fields, mode);
}

/// Reads what is watched.
pub(in crate::spec) fn checks(reader: &mut Reader, node: &Node) -> Vec<Check> {
    let nodes = reader.list(node);
    nodes.iter().filter_map(|node| reader.choice(node, &Check::ALL)).collect()
}

/// A case whose expected output comes from a model program.
fn like_model(
    reader: &mut Reader,
    fields: &Fields<'_>,
    rules: Rules<'_>,
    world: World<'_>,
    model: Option<Arc<ModelProgram>>,
) -> Option<Expectation> {
    for key in ["keys", "play", "expect", "any", "contains", "rejects", "steps"] {
        if fields.get(key).is_some() {
            let expected = text!(
                "with `model` a case has `stdin`; the model says what must come out",
                "với `model`, ca kiểm thử có `stdin`; chương trình mẫu quyết định đầu ra"
            );
            reader.bad_value(fields.key_span(key), key, &expected);
        }
    }
    let typed = match fields.get("stdin") {
        Some(node) => reader.scalar(node)?,
        None => "",
    };
    let stdin = Arc::new(Script::new(typed.as_bytes().iter().map(std::slice::from_ref)));
    let model = model?;
    let Some(printed) = model.print(&stdin, world, rules.limits) else {
        let expected = text!(
            "the model fails on this input, or runs longer than `limits` allow",
            "chương trình mẫu bị lỗi với đầu vào này, hoặc chạy quá mức `limits` cho phép"
        );
        reader.bad_value(fields.key_span("model"), &model.name, &expected);
        return None;
    };
    let output = String::from_utf8_lossy(&printed.output).into_owned();
    Some(if rules.mode.is_plain() {
        Expectation::Literal { stdin, output }
    } else {
        Expectation::Checked(Arc::new(Checked::like(stdin, output, rules.mode)))
    })
}

/// Reads the moves of a game whose transcript the reference gives.
fn keys_of_game(reader: &mut Reader, node: &Node) -> Option<Expectation> {
    let keys = reader.scalar(node)?;
    if !keys.chars().all(|key| key.is_ascii() && !key.is_ascii_control()) {
        let expected = text!("keys are printable ASCII characters", "phím là các ký tự ASCII in được");
        reader.bad_value(node.span, keys, &expected);
    }
    Some(Expectation::Keys(keys.to_owned()))
}

fn expectation(reader: &mut Reader, rules: Rules<'_>, fields: &Fields<'_>) -> Option<Expectation> {
    let Rules { mode, is_exact, reference, machine: Machine { isa, .. }, .. } = rules;
    let has_demands = !wanted::are_absent(fields) || mode.command.is_some();
    let is_hashed = fields.get("hashed").is_some();
    let is_open = reader.texts_may_be_missing && fields.get("expect").is_none() && !has_demands && !is_hashed;
    if fields.get("keys").is_none() {
        if subroutine::first_key(fields).is_some() {
            let talk = wanted::checked(reader, mode, fields)?;
            return Some(Expectation::Subroutine(Arc::new(subroutine::read(reader, isa, talk, fields))));
        }
        let has_text = is_open || fields.get("expect").is_some();
        if is_hashed && !has_demands && mode.is_plain() {
            let checked = hashed::plain_text(reader, mode, is_exact, fields)?;
            return Some(Expectation::Checked(Arc::new(checked)));
        }
        if has_demands || ((has_text || is_hashed) && !mode.is_plain()) {
            return wanted::checked(reader, mode, fields).map(Arc::new).map(Expectation::Checked);
        }
    }
    let other = ["stdin", "expect"]
        .into_iter()
        .find(|key| fields.get(key).is_some())
        .or(subroutine::first_key(fields));
    if let (Some(keys), Some(_)) = (fields.get("keys"), fields.get("compare").and(mode.command.as_ref())) {
        let expected = text!(
            "a command judges tests with `stdin`; with `keys` the reference does",
            "lệnh chấm các ca kiểm thử có `stdin`; với `keys`, chương trình tham chiếu chấm"
        );
        reader.bad_value(keys.span, "keys", &expected);
    }
    if let (Some(Reference::CConnectFour), Some(node)) = (reference, fields.get("keys")) {
        let expected = text!(
            "this reference reads lines: give them as `stdin`",
            "chương trình tham chiếu này đọc từng dòng: hãy ghi ở `stdin`"
        );
        reader.bad_value(node.span, "keys", &expected);
        return None;
    }
    match (fields.get("keys"), fields.get("stdin"), fields.get("expect")) {
        (None, Some(stdin), None) if reference == Some(Reference::CConnectFour) => {
            transcript::of(reader, mode, stdin)
        }
        (Some(keys), None, None) if other.is_none() => keys_of_game(reader, keys),
        (None, stdin, None) if is_open => {
            let typed = stdin.map_or(Some(""), |node| reader.scalar(node))?;
            let stdin = Arc::new(Script::new(typed.as_bytes().iter().map(std::slice::from_ref)));
            Some(Expectation::Literal { stdin, output: String::new() })
        }
        (None, stdin, Some(expect)) => {
            let typed = match stdin {
                Some(node) => reader.scalar(node)?.as_bytes().to_vec(),
                None => Vec::new(),
            };
            let output = reader.expected(expect)?.to_owned();
            let stdin = Arc::new(Script::new(typed.iter().map(std::slice::from_ref)));
            Some(Expectation::Literal { stdin, output })
        }
        (Some(_), _, _) => {
            let span = fields.key_span(other.unwrap_or("keys"));
            reader.add(
                Diagnostic::error(
                    code::SPEC_BAD_VALUE,
                    span,
                    text!(
                        "a case has either `keys` or demands of its own, such as `stdin` and `expect`",
                        "một ca kiểm thử có `keys`, hoặc yêu cầu riêng như `stdin` và `expect`"
                    ),
                )
                .help(text!(
                    "with `keys` the reference says what must come out",
                    "với `keys`, chương trình tham chiếu quyết định đầu ra"
                )),
            );
            None
        }
        (None, Some(_), None) => {
            let known = reader.diagnostics.len();
            reader.missing(fields, "expect", "\"42\"");
            for missing in reader.diagnostics.iter_mut().skip(known) {
                missing.help.push(text!(
                    "or let a correct program say it: `grader bless --spec SPEC --model PROGRAM`",
                    "hoặc để một chương trình đúng ghi giúp: `grader bless --spec SPEC --model PROGRAM`"
                ));
            }
            None
        }
        (None, None, None) => {
            // Keys are for games, of which a reference knows what must come out.
            let (key, example) =
                if reference.is_some() { ("keys", "\"1122334\"") } else { ("expect", "\"42\"") };
            reader.missing(fields, key, example);
            None
        }
    }
}

pub(in crate::spec) fn start(reader: &mut Reader, node: &Node) -> Option<Start> {
    let word = reader.scalar(node)?;
    if word == "zeros" {
        return Some(Start::Zeros);
    }
    let seed = word.strip_prefix("random ").and_then(|seed| seed.trim().parse().ok());
    if seed.is_none() {
        reader.bad_value(
            node.span,
            word,
            &text!(
                "write `zeros` or `random 42` with any seed",
                "hãy viết `zeros` hoặc `random 42` với hạt giống tuỳ ý"
            ),
        );
    }
    seed.map(Start::Random)
}
