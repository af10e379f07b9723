//! Reads `selfcheck`.

use crate::diagnostics::{suggest, text};
use crate::spec::read::dialogue::one_or_more;
use crate::spec::reader::Reader;
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{Argued, Fails, Group, KnownBad, SelfCheck, VERDICTS};

const SELFCHECK: What = ("`selfcheck`", "`selfcheck`");
const BAD: What = ("a wrong program", "chương trình sai");
const ARGUED: What = ("an argument", "lập luận");

/// Reads the section.
pub(in crate::spec) fn read(reader: &mut Reader, groups: &[Group], node: Option<&Node>) -> SelfCheck {
    let mut read = SelfCheck::default();
    let Some(node) = node else { return read };
    let fields = reader.fields(node, SELFCHECK, &schema::SELFCHECK);
    for node in fields.get("good").map(|node| reader.list(node)).unwrap_or_default() {
        read.good.extend(reader.scalar(node).map(str::to_owned));
    }
    for node in fields.get("bad").map(|node| reader.list(node)).unwrap_or_default() {
        let fields = reader.fields(node, BAD, &schema::BAD);
        let program = match fields.get("program") {
            Some(node) => reader.scalar(node).map(str::to_owned),
            None => {
                reader.missing(&fields, "program", "wrong/never-ends.asm");
                None
            }
        };
        let places = fields.get("fails").map(one_or_more).unwrap_or_default();
        if fields.get("fails").is_none() {
            reader.missing(&fields, "fails", "some-group");
        }
        let each: Vec<Fails> = places.iter().filter_map(|node| fails(reader, groups, node)).collect();
        let program = program.into_iter();
        read.bad.extend(program.flat_map(|program| {
            each.iter().map(move |fails| KnownBad { program: program.clone(), fails: fails.clone() })
        }));
    }
    for node in fields.get("argued").map(|node| reader.list(node)).unwrap_or_default() {
        let fields = reader.fields(node, ARGUED, &schema::ARGUED);
        let mut needs = |key: &str, example: &str| {
            if fields.get(key).is_none() {
                reader.missing(&fields, key, example);
            }
        };
        needs("at", "[\"game.asm:24\"]");
        needs("change", "BRp became BRnp");
        needs("because", "\"the count is never negative\"");
        let places = fields.get("at").map(|node| reader.list(node)).unwrap_or_default();
        let places: Vec<String> =
            places.iter().filter_map(|node| reader.scalar(node)).map(str::to_owned).collect();
        let change = fields.get("change").and_then(|node| reader.scalar(node)).map(str::to_owned);
        let because = fields.get("because").map(|node| reader.text(node));
        if let (Some(change), Some(because)) = (change, because) {
            let each = |at| Argued { at, change: change.clone(), because: because.clone() };
            read.argued.extend(places.into_iter().map(each));
        }
    }
    read
}

/// The id of a group, of a case or of a verdict; where several have it, the first of these is meant.
fn fails(reader: &mut Reader, groups: &[Group], node: &Node) -> Option<Fails> {
    let id = reader.scalar(node)?;
    let cases = || groups.iter().flat_map(|group| &group.cases).map(|case| case.id.as_str());
    if groups.iter().any(|group| group.id == id) {
        return Some(Fails::Group(id.to_owned()));
    }
    if cases().any(|case| case == id) {
        return Some(Fails::Case(id.to_owned()));
    }
    if VERDICTS.contains(&id) {
        return Some(Fails::Verdict(id.to_owned()));
    }
    let known = groups.iter().map(|group| group.id.as_str()).chain(cases()).chain(VERDICTS);
    let expected = match suggest(id, known) {
        Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
        None => text!(
            "give the id of a group or of a case of this spec, or a verdict such as wrong-output",
            "hãy cho id của một nhóm hoặc một ca kiểm thử trong spec này, hoặc một kết luận như wrong-output"
        ),
    };
    reader.bad_value(node.span, id, &expected);
    None
}
