//! Reads `style`.

use crate::diagnostics::{Diagnostic, Text, code, suggest, text};
use crate::isa::Isa;
use crate::spec::read::ids::{Ids, unknown_case};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema;
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Service, Style, StyleCheck, StyleRule};

/// Reads the section.
pub(in crate::spec) fn read(reader: &mut Reader, isa: &'static Isa, ids: &Ids, node: Option<&Node>) -> Style {
    let Some(node) = node else { return Style::default() };
    let fields = reader.fields(node, ("`style`", "`style`"), &schema::STYLE);
    let mut cases = Vec::new();
    for node in fields.get("cases").map(|node| reader.list(node)).unwrap_or_default() {
        let Some(id) = reader.scalar(node) else { continue };
        if ids.cases.contains_key(id) {
            cases.push(id.to_owned());
        } else {
            let expected = unknown_case(ids, id);
            reader.bad_value(node.span, id, &expected);
        }
    }
    let nodes = fields.get("checks").map(|node| reader.list(node)).unwrap_or_default();
    let rules: Vec<StyleRule> = nodes.iter().filter_map(|node| rule(reader, isa, node)).collect();
    let are_listed = fields
        .get("cases")
        .is_some_and(|node| !matches!(&node.value, NodeValue::Sequence(items) if items.is_empty()));
    if !are_listed && rules.iter().any(|rule| !rule.check.is_about_source()) {
        let what = ("`style` with checks", "`style` có kiểm tra");
        reader.missing_in(fields.key_span("cases"), what, "cases", "[some-case]");
    }
    let most = fields.get("most").and_then(|node| reader.points(node));
    Style { cases, rules, most }
}

fn rule(reader: &mut Reader, isa: &'static Isa, node: &Node) -> Option<StyleRule> {
    let fields = reader.fields(node, ("a style check", "kiểm tra phong cách"), &schema::STYLE_CHECK);
    let choices: Vec<(&str, StyleCheck)> = StyleCheck::of(isa).map(|check| (check.id(), check)).collect();
    let check = match fields.get("check") {
        Some(node) => reader.choice(node, &choices),
        None => {
            reader.missing(&fields, "check", "saved-registers");
            None
        }
    };
    let mut points = |key: &str| fields.get(key).and_then(|node| reader.points(node));
    let (earns, costs) = (points("points"), points("costs"));
    if earns.is_some() && costs.is_some() {
        reader.add(
            Diagnostic::error(
                code::SPEC_BAD_VALUE,
                fields.key_span("costs"),
                text!(
                    "a style check earns points or costs some",
                    "kiểm tra phong cách cho điểm hoặc trừ điểm"
                ),
            )
            .also(fields.key_span("points"), text!("it earns points here", "cho điểm ở đây"))
            .help(text!("keep one of the two", "hãy giữ lại một trong hai")),
        );
    }
    let mut services = Vec::new();
    for node in fields.get("services").map(|node| reader.list(node)).unwrap_or_default() {
        services.extend(service(reader, isa, node));
    }
    let at_least = reader.share_of(&fields, "at-least");
    let check = check?;
    if check.names_services() && fields.get("services").is_none() {
        reader.missing(&fields, "services", isa.services.example);
    }
    misplaced(reader, &fields, "services", check.names_services(), "uses, avoids");
    misplaced(reader, &fields, "at-least", check == StyleCheck::Comments, "comments");
    Some(StyleRule {
        check,
        points: earns.unwrap_or_default(),
        costs: costs.unwrap_or_default(),
        services,
        at_least: at_least.unwrap_or_default(),
    })
}

/// Says that a key belongs to other checks.
fn misplaced(reader: &mut Reader, fields: &Fields<'_>, key: &str, belongs: bool, checks: &str) {
    if !belongs && fields.get(key).is_some() {
        let expected = text!("`{key}` belongs to {checks}", "`{key}` dùng cho {checks}");
        reader.bad_value(fields.key_span(key), key, &expected);
    }
}

fn service(reader: &mut Reader, isa: &'static Isa, node: &Node) -> Option<Service> {
    let word = reader.scalar(node)?;
    let services = &isa.services;
    if let Some(number) = (services.number)(word) {
        return Some(Service { number, name: (services.name)(number) });
    }
    let expected = match suggest(word, (services.names)()) {
        Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
        None => {
            let (en, vi) = services.spelling;
            Text::new(en, vi)
        }
    };
    reader.bad_value(node.span, word, &expected);
    None
}
