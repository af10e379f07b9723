//! What is demanded of a program's text and manners: what each demand is called, what it earns or costs, and how it is read.

use super::load::{Node, Value};
use super::lower::{Ids, unknown_case};
use super::points::{Points, Share};
use super::reader::{Fields, Reader};
use super::schema;
use crate::diagnostics::{Diagnostic, Text, code, suggest, text};
use crate::isa::{ISAS, Isa};
use crate::machine::ServiceCheck;

/// What is demanded of the program's text and manners.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// The ids of the cases that are watched for it.
    pub cases: Vec<String>,
    /// The demands.
    pub rules: Vec<StyleRule>,
    /// The most that all penalties together take away; `None` if there is no such limit.
    pub most: Option<Points>,
}

/// One demand with its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleRule {
    /// What is checked.
    pub check: StyleCheck,
    /// What it is worth.
    pub points: Points,
    /// What it takes away where it is not met.
    pub costs: Points,
    /// The services that must be called, or must not.
    pub services: Vec<Service>,
    /// The share of lines that must have a comment.
    pub at_least: Share,
}

/// A service of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// Its number.
    pub number: u32,
    /// How it is named in reports.
    pub name: String,
}

/// What can be checked, in a watched run or in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleCheck {
    /// The services that are called are those that an instruction set wants.
    Service(&'static ServiceCheck),
    /// The program has subroutines and calls them.
    Subroutines,
    /// Each subroutine gives back the registers that it changes, results excepted.
    SavedRegisters,
    /// No value is used that the program did not put there.
    NoUndefinedValues,
    /// The program halts at the end of the game.
    Halts,
    /// Each of some services is called.
    Uses,
    /// None of some services is called.
    Avoids,
    /// So many lines with instructions have a comment.
    Comments,
    /// The source begins with a comment.
    HeaderComment,
}

impl StyleCheck {
    /// Whether the source shows it and no run is needed.
    pub fn is_about_source(self) -> bool {
        matches!(self, Self::Comments | Self::HeaderComment)
    }

    /// Whether it is about services that the spec names.
    fn names_services(self) -> bool {
        matches!(self, Self::Uses | Self::Avoids)
    }

    /// The checks that every instruction set has.
    const COMMON: [Self; 8] = [
        Self::Subroutines,
        Self::SavedRegisters,
        Self::NoUndefinedValues,
        Self::Halts,
        Self::Uses,
        Self::Avoids,
        Self::Comments,
        Self::HeaderComment,
    ];

    /// The checks of an instruction set: its own first.
    pub fn of(isa: &'static Isa) -> impl Iterator<Item = Self> {
        isa.checks.iter().map(Self::Service).chain(Self::COMMON)
    }

    /// Every check.
    pub fn all() -> impl Iterator<Item = Self> {
        ISAS.iter().flat_map(|isa| isa.checks).map(Self::Service).chain(Self::COMMON)
    }

    /// The name in specs and reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Service(check) => check.id,
            Self::Subroutines => "subroutines",
            Self::SavedRegisters => "saved-registers",
            Self::NoUndefinedValues => "no-undefined-values",
            Self::Halts => "halts",
            Self::Uses => "uses",
            Self::Avoids => "avoids",
            Self::Comments => "comments",
            Self::HeaderComment => "header-comment",
        }
    }
}

/// Reads the section.
pub(super) fn read(reader: &mut Reader, isa: &'static Isa, ids: &Ids, node: Option<&Node>) -> Style {
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
        .is_some_and(|node| !matches!(&node.value, Value::Sequence(items) if items.is_empty()));
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
