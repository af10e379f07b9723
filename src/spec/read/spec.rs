//! Nodes into a validated [`Spec`].

use crate::diagnostics::{Diagnostic, Text, code, has_errors, text};
use crate::isa::{COMPILED, ISAS, Isa};
use crate::machine::Machine;
use crate::spec::read::dialogue::{Named, dialects, dialogue as read_dialogue};
use crate::spec::read::ids::{Ids, required_id, unknown_case};
use crate::spec::read::{
    case, command, format, harness, ladder, late, machine, rubric, runs, score, selfcheck, starter, style,
    visibility, wanted,
};
use crate::spec::reader::{Fields, Reader, Texts, Trust};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, name_row};
use crate::spec::types::{
    ASSEMBLY, Compare, Dialogue, EnterKey, Group, HaltRule, Input, Ladder, Limits, Mode, Outline, Points,
    Reference, RubricItem, Show, Spec, Style, SubmissionRules, VERSION,
};

const SPEC: What = ("a spec", "spec");
const GROUP: What = ("a group", "nhóm");

/// Checks a whole spec: the spec if there are no errors, and all diagnostics.
pub(in crate::spec) fn spec(root: &Node, texts: Texts, trust: Trust) -> (Option<Spec>, Vec<Diagnostic>) {
    let mut reader = Reader { texts_may_be_missing: texts == Texts::MayBeMissing, ..Reader::default() };
    let fields = reader.fields(root, SPEC, &schema::SPEC);
    if fields.get("reference").is_none() {
        reader.not_offered = &case::OF_GAMES;
    }
    check_version(&mut reader, &fields);
    let id = id(&mut reader, &fields);
    let isa = isa(&mut reader, &fields);
    let title = fields
        .get("title")
        .map_or_else(|| Text::verbatim(id.clone().unwrap_or_default()), |node| reader.text(node));
    let references: Vec<(&str, Reference)> = Reference::all().collect();
    let reference = fields.get("reference").and_then(|node| reader.choice(node, &references));
    let (dialogue, named) = dialogue(&mut reader, &fields, reference).unzip();
    let submission = submission(&mut reader, isa, fields.get("submission"));
    let machine = machine::read(&mut reader, Machine::usual(isa), fields.get("machine"));
    let runs = fields.get("runs").map(|node| runs::read(&mut reader, &machine, node)).unwrap_or_default();
    let limits = limits(&mut reader, fields.get("limits"));
    let input = input(&mut reader, fields.get("input"));
    let compare = compare(&mut reader, reference, fields.get("compare"));
    let format = format::policy(&mut reader, fields.get("format"));
    let mut ids = Ids::default();
    let group_nodes = match fields.get("groups") {
        Some(node) => reader.list(node),
        None => {
            reader.missing(&fields, "groups", "[...]");
            &[]
        }
    };
    let check = fields.get("check").map(|node| case::checks(&mut reader, node)).unwrap_or_default();
    let assignment = dialogue.as_ref().map(|dialogue| dialogue.assignment);
    let rules = case::Rules {
        assignment,
        check: &check,
        ladder: compare.ladder,
        mode: &compare.mode,
        is_exact: compare.exact,
        reference,
        machine: &machine,
        limits,
        of_spec: limits,
        format: format.prices,
        by_line: false,
    };
    let show = visibility::read(&mut reader, Show::default(), &fields);
    let groups: Vec<Group> =
        group_nodes.iter().map(|node| group(&mut reader, &mut ids, rules, show, node)).collect();
    score::check_requirements(&mut reader, group_nodes, &groups);
    check_probes(&mut reader, &ids, &named.unwrap_or_default());
    let has_keys =
        groups.iter().flat_map(|group| &group.cases).any(|case| case.expectation.needs_reference());
    if has_keys && fields.get("reference").is_none() {
        let what = ("a spec with `keys`", "spec có `keys`");
        reader.missing_in(fields.span, what, "reference", "lc3-connect-four");
    }
    let style = style::read(&mut reader, isa, &ids, fields.get("style"));
    let model = fields.get("model").and_then(|node| reader.scalar(node)).map(str::to_owned);
    let selfcheck = selfcheck::read(&mut reader, &groups, fields.get("selfcheck"));
    let rubric = rubric::read(&mut reader, fields.get("rubric"));
    let late = late::read(&mut reader, &fields);
    let cap = score::cap(&mut reader, &fields);
    let points = total(&mut reader, &fields, group_nodes, &groups, &style, &rubric);
    if trust == Trust::None {
        command::refuse(&mut reader);
    }
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    let spec = match id {
        Some(id) if !has_errors(&diagnostics) => Some(Spec {
            fingerprint: String::new(),
            outline: Outline::default(),
            id,
            title,
            points,
            submission,
            machine,
            runs,
            limits,
            input,
            reference,
            dialogue,
            path: String::new(),
            compare,
            format,
            groups,
            style,
            model,
            rubric,
            cap,
            late,
            selfcheck,
        }),
        _ => None,
    };
    (spec, diagnostics)
}

/// Reads the section on dialogues, if the reference of the spec has dialogues.
fn dialogue(
    reader: &mut Reader,
    fields: &Fields<'_>,
    reference: Option<Reference>,
) -> Option<(Dialogue, Named)> {
    let Some(Reference::Dialogue(assignment)) = reference else {
        for key in ["dialogue", "dialects"] {
            if fields.get(key).is_some() && reference.is_some() {
                let expected = text!(
                    "the reference of this spec prints every byte, so there are no dialogues",
                    "chương trình tham chiếu của spec này in ra từng byte, nên không có đối thoại"
                );
                reader.bad_value(fields.key_span(key), key, &expected);
            }
        }
        return None;
    };
    let (mut read, named) = read_dialogue(reader, assignment, fields.get("dialogue"));
    if let Some(node) = fields.get("dialects") {
        read.dialects = dialects(reader, assignment, &read.words, node);
    }
    Some((read, named))
}

/// The cases by which options are inferred must be there.
fn check_probes(reader: &mut Reader, ids: &Ids, named: &Named) {
    for (case, span) in named {
        if !ids.cases.contains_key(case) {
            let expected = unknown_case(ids, case);
            reader.bad_value(*span, case, &expected);
        }
    }
}

fn check_version(reader: &mut Reader, fields: &Fields<'_>) {
    let Some(node) = fields.get("grader") else {
        reader.missing(fields, "grader", VERSION);
        return;
    };
    if let Some(version) = reader.scalar(node)
        && version != VERSION
    {
        reader.bad_value(
            node.span,
            version,
            &text!(
                "this program reads version {VERSION} of the spec language",
                "chương trình này đọc phiên bản {VERSION} của ngôn ngữ spec"
            ),
        );
    }
}

/// The language if it is compiled, or else the instruction set. A spec that names neither is not valid; its other mistakes are
/// found all the same.
fn isa(reader: &mut Reader, fields: &Fields<'_>) -> &'static Isa {
    let known: Vec<(&str, &Isa)> = ISAS.iter().map(|isa| (isa.id, *isa)).collect();
    if let Some(node) = fields.get("language") {
        let assembly = (ASSEMBLY, None);
        let languages: Vec<(&str, Option<&'static Isa>)> =
            COMPILED.iter().map(|isa| (isa.id, Some(*isa))).chain([assembly]).collect();
        if let Some(compiled) = reader.choice(node, &languages).flatten() {
            if let Some(node) = fields.get("isa") {
                let named = reader.scalar(node).unwrap_or_default().to_owned();
                let title = compiled.title;
                let expected = text!(
                    "leave it out: the processor for {title} is always the same",
                    "hãy bỏ khoá này: bộ xử lý cho {title} luôn như nhau"
                );
                reader.bad_value(node.span, &named, &expected);
            }
            return compiled;
        }
    }
    let Some(node) = fields.get("isa") else {
        reader.missing(fields, "isa", ISAS[0].id);
        return ISAS[0];
    };
    reader.choice(node, &known).unwrap_or(ISAS[0])
}

fn id(reader: &mut Reader, fields: &Fields<'_>) -> Option<String> {
    let Some(node) = fields.get("id") else {
        reader.missing(fields, "id", "lab-1");
        return None;
    };
    reader.id(node)
}

fn submission(reader: &mut Reader, isa: &Isa, node: Option<&Node>) -> SubmissionRules {
    let fields = reader.optional_fields(node, ("`submission`", "`submission`"), &schema::SUBMISSION);
    let mut rules = SubmissionRules {
        programs: isa.source.programs.iter().map(|pattern| (*pattern).to_owned()).collect(),
        beside: Vec::new(),
        together: if fields.get("together").is_some() {
            reader.switch_of(&fields, "together")
        } else {
            isa.source.together
        },
        begins: isa.source.begins,
        max_bytes: reader.number_of(&fields, "max_bytes").unwrap_or(u64::MAX),
        starter: None,
        harness: Vec::new(),
    };
    let mut patterns = |list: &Node| -> Vec<String> {
        reader.list(list).iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
    };
    if let Some(list) = fields.get("beside") {
        rules.beside = patterns(list);
    }
    if let Some(list) = fields.get("programs") {
        rules.programs = patterns(list);
        if rules.programs.is_empty() {
            reader.bad_value(
                list.span,
                "[]",
                &text!(
                    "give at least one pattern, such as \"*.asm\"",
                    "hãy cho ít nhất một mẫu, như \"*.asm\""
                ),
            );
        }
    }
    rules.starter = starter::read(reader, fields.get("starter"));
    if let Some(list) = fields.get("harness") {
        rules.harness = harness::read(reader, isa, list);
    }
    rules
}

fn limits(reader: &mut Reader, node: Option<&Node>) -> Limits {
    let fields = reader.optional_fields(node, ("`limits`", "`limits`"), &schema::LIMITS);
    let mut limit = |key| reader.number_of(&fields, key).unwrap_or(u64::MAX);
    Limits { fuel: limit("fuel"), output: limit("output") as usize }
}

/// The limits of a group: those that it does not set are as in the spec.
fn group_limits(reader: &mut Reader, rules: case::Rules<'_>, fields: &Fields<'_>) -> Limits {
    let Some(node) = fields.get("limits") else { return rules.limits };
    if rules.assignment.is_some() {
        let expected = text!(
            "a dialogue has the limits of the spec; say them there",
            "đối thoại dùng giới hạn của spec; hãy ghi ở đó"
        );
        reader.bad_value(fields.key_span("limits"), "limits", &expected);
    }
    let fields = reader.fields(node, ("`limits`", "`limits`"), &schema::LIMITS);
    let mut given = |key| fields.get(key).is_some().then(|| reader.number_of(&fields, key)).flatten();
    let (fuel, output) = (given("fuel"), given("output"));
    Limits {
        fuel: fuel.unwrap_or(rules.limits.fuel),
        output: output.map_or(rules.limits.output, |output| output as usize),
    }
}

fn input(reader: &mut Reader, node: Option<&Node>) -> Input {
    let fields = reader.optional_fields(node, ("`input`", "`input`"), &schema::INPUT);
    Input { enter: reader.choice_of(&fields, "enter", &EnterKey::ALL).unwrap_or_default() }
}

fn compare(reader: &mut Reader, reference: Option<Reference>, node: Option<&Node>) -> Compare {
    let fields = reader.optional_fields(node, ("`compare`", "`compare`"), &schema::COMPARE);
    Compare {
        mode: wanted::judged_mode(reader, &Mode::default(), &fields),
        ladder: ladder::read(reader, Ladder::default(), reference, fields.get("ladder")),
        exact: reader.switch_of(&fields, "exact"),
        halt: reader.choice_of(&fields, "halt", &HaltRule::ALL).unwrap_or_default(),
    }
}

fn group(reader: &mut Reader, ids: &mut Ids, rules: case::Rules<'_>, show: Show, node: &Node) -> Group {
    let known_mistakes = reader.diagnostics.len();
    let fields = reader.fields(node, GROUP, &schema::GROUP);
    let id = required_id(reader, &fields);
    Ids::add(reader, &mut ids.groups, &id, fields.get("id").map_or(fields.span, |node| node.span));
    let title = fields.get("title").map_or_else(|| Text::verbatim(id.clone()), |node| reader.text(node));
    let hint = fields.get("hint").map(|node| reader.text(node)).unwrap_or_default();
    let case_nodes = match fields.get("cases") {
        Some(node) => reader.list(node),
        None => {
            reader.missing(&fields, "cases", "[...]");
            &[]
        }
    };
    let score = score::group_score(reader, &fields);
    let bonus = reader.switch_of(&fields, "bonus");
    let cap = score::cap(reader, &fields);
    let requires = score::requires(reader, &fields);
    let show = visibility::read(reader, show, &fields);
    let check = fields.get("check").map(|node| case::checks(reader, node));
    let ladder = ladder::read(reader, rules.ladder, rules.reference, fields.get("ladder"));
    let mode = wanted::mode(reader, rules.mode, fields.get("compare"));
    let format = format::prices(reader, rules.format, fields.get("format"));
    let check = check.as_deref().unwrap_or(rules.check);
    let limits = group_limits(reader, rules, &fields);
    let by_line = case::is_by_line(reader, &fields, rules.by_line);
    let rules = case::Rules { check, ladder, mode: &mode, format, limits, by_line, ..rules };
    let mut drafts = Vec::new();
    for node in case_nodes {
        let first = reader.diagnostics.len();
        drafts.extend(case::read(reader, ids, rules, node));
        name_row(&mut reader.diagnostics, first, node);
    }
    let declared = fields.get("points").and_then(|node| reader.points(node));
    // A sum over points that could not be read would be a second complaint about the first mistake.
    let points = if reader.diagnostics.len() == known_mistakes {
        case::share_out(reader, &fields, declared, &mut drafts)
    } else {
        declared.unwrap_or_default()
    };
    Group {
        id,
        title,
        hint,
        points,
        score,
        bonus,
        cap,
        requires,
        show,
        cases: drafts.into_iter().map(|draft| draft.case).collect(),
    }
}

/// Checks that the parts add up to the whole.
fn total(
    reader: &mut Reader,
    fields: &Fields<'_>,
    nodes: &[Node],
    groups: &[Group],
    style: &Style,
    rubric: &[RubricItem],
) -> Points {
    let parts = groups.iter().map(Group::possible).chain(style.rules.iter().map(|rule| rule.points));
    let sum: Points = parts.chain(rubric.iter().map(|item| item.points)).sum();
    let Some(node) = fields.get("points") else { return sum };
    let Some(declared) = reader.points(node) else { return sum };
    if declared != sum && !has_errors(&reader.diagnostics) {
        let mut diagnostic = Diagnostic::error(
            code::SPEC_POINTS,
            node.span,
            text!(
                "the groups, style checks and rubric items add up to {sum} points, `points` says {declared}",
                "các nhóm, kiểm tra phong cách và mục chấm tay cộng lại được {sum} điểm, `points` ghi {declared}"
            ),
        );
        for (node, group) in nodes.iter().zip(groups).filter(|(_, group)| !group.bonus) {
            let (id, points) = (&group.id, group.possible());
            let span = reader.fields(node, GROUP, &schema::GROUP).key_span("points");
            diagnostic = diagnostic.also(span, text!("`{id}` has {points}", "`{id}` có {points}"));
        }
        reader
            .add(diagnostic.help(text!("correct one of these numbers", "hãy sửa một trong các con số này")));
    }
    declared
}
