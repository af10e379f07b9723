//! Reads generators.

use crate::diagnostics::text;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Generator, Reference};

const GENERATOR: What = ("a generator", "bộ sinh");

/// Nothing is repeated more often.
const MOST_TIMES: i64 = 1_000;

/// The generators of whole games with their names in specs.
const GAMES: [(&str, bool); 2] = [("legal-games", false), ("finished-games", true)];

/// The keys of which a generator has one.
const KINDS: [&str; 5] = ["text", "number", "choose", "sequence", "repeat"];

/// Reads a generator.
pub(in crate::spec) fn read(
    reader: &mut Reader,
    reference: Option<Reference>,
    node: &Node,
) -> Option<Generator> {
    if let NodeValue::Scalar(word) = &node.value
        && let Some((_, to_the_end)) = GAMES.iter().find(|(name, _)| name == word)
    {
        if reference == Some(Reference::ConnectFour) {
            return Some(Generator::Legal { to_the_end: *to_the_end });
        }
        let expected = text!(
            "`{word}` needs `reference: lc3-connect-four`; otherwise say what an input is made of: \
             `{{ repeat: {{ number: 1..7 }}, times: 0..20 }}`",
            "`{word}` cần `reference: lc3-connect-four`; nếu không, hãy nói đầu vào gồm những gì: \
             `{{ repeat: {{ number: 1..7 }}, times: 0..20 }}`"
        );
        reader.bad_value(node.span, word, &expected);
        return None;
    }
    part(reader, node).map(|Part { has_weight, generator, .. }| {
        if has_weight {
            let expected =
                text!("`weight` belongs in `choose` only", "`weight` chỉ dùng cho các mục trong `choose`");
            reader.bad_value(node.span, "weight", &expected);
        }
        generator
    })
}

/// A generator among others.
struct Part {
    /// Its weight: the chance that it is chosen, relative to the others.
    weight: u64,
    /// True if the spec gives the weight.
    has_weight: bool,
    generator: Generator,
}

fn part(reader: &mut Reader, node: &Node) -> Option<Part> {
    let mapping = if let NodeValue::Scalar(_) = &node.value { None } else { Some(node) };
    let fields = reader.optional_fields(mapping, GENERATOR, &schema::GENERATOR);
    let weight = reader.number_of(&fields, "weight")?;
    let has_weight = fields.get("weight").is_some();
    if let NodeValue::Scalar(text) = &node.value {
        return Some(Part { weight, has_weight, generator: Generator::Text(text.clone()) });
    }
    let mut kinds = KINDS.iter().filter(|kind| fields.get(kind).is_some());
    let (first, second) = (kinds.next(), kinds.next());
    let Some(kind) = first else {
        reader.missing(&fields, "choose", "[\"1\", \"2\"]");
        return None;
    };
    if let Some(second) = second {
        let expected = text!("a generator has `{kind}` or `{second}`", "bộ sinh có `{kind}` hoặc `{second}`");
        reader.bad_value(fields.key_span(second), second, &expected);
        return None;
    }
    let generator = match *kind {
        "text" => Generator::Text(reader.scalar(fields.get("text")?)?.to_owned()),
        "number" => {
            let (least, most) = range(reader, fields.get("number")?)?;
            Generator::Number(least, most)
        }
        "choose" => choose(reader, fields.get("choose")?)?,
        "sequence" => {
            let nodes = reader.list(fields.get("sequence")?);
            Generator::Sequence(nodes.iter().filter_map(|node| inner(reader, node)).collect())
        }
        _ => repeat(reader, &fields)?,
    };
    Some(Part { weight, has_weight, generator })
}

/// A generator that stands within another, where a weight would mean nothing.
fn inner(reader: &mut Reader, node: &Node) -> Option<Generator> {
    read(reader, None, node)
}

fn choose(reader: &mut Reader, node: &Node) -> Option<Generator> {
    let nodes = reader.list(node);
    let parts: Vec<(u64, Generator)> = nodes
        .iter()
        .filter_map(|node| part(reader, node))
        .map(|part| (part.weight, part.generator))
        .collect();
    if parts.iter().all(|(weight, _)| *weight == 0) {
        let expected = text!(
            "give at least one to choose, of a weight above 0",
            "hãy cho ít nhất một mục có trọng số lớn hơn 0"
        );
        reader.bad_value(node.span, "choose", &expected);
        return None;
    }
    Some(Generator::Choose(parts))
}

fn repeat(reader: &mut Reader, fields: &Fields<'_>) -> Option<Generator> {
    let of = inner(reader, fields.get("repeat")?)?;
    let Some(times) = fields.get("times") else {
        reader.missing(fields, "times", "0..20");
        return None;
    };
    let (least, most) = range(reader, times)?;
    if least < 0 || most > MOST_TIMES {
        let word = format!("{least}..{most}");
        let expected = text!("give 0 to {MOST_TIMES} times", "hãy cho từ 0 đến {MOST_TIMES} lần");
        reader.bad_value(times.span, &word, &expected);
        return None;
    }
    let is_counted = reader.switch_of(fields, "counted");
    Some(Generator::Repeat { of: Box::new(of), least: least as usize, most: most as usize, is_counted })
}

/// A range such as `1..6`, or a single number.
fn range(reader: &mut Reader, node: &Node) -> Option<(i64, i64)> {
    let word = reader.scalar(node)?;
    let number = |word: &str| word.trim().parse::<i32>().ok().map(i64::from);
    let read = match word.split_once("..") {
        Some((least, most)) => number(least).zip(number(most)),
        None => number(word).map(|number| (number, number)),
    };
    let read = read.filter(|(least, most)| least <= most);
    if read.is_none() {
        let expected = text!("give a range such as `1..6`", "hãy cho một khoảng như `1..6`");
        reader.bad_value(node.span, word, &expected);
    }
    read
}
