//! Reads `hashed`: fingerprints of texts that must come out.

use std::ops::Range;
use std::sync::Arc;

use crate::console::Script;
use crate::diagnostics::text;
use crate::spec::read::dialogue::one_or_more;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{Checked, Hashed, HashedForm, LooseParts, Mode, Reading, Want, is_fingerprint};

const HASHED: What = ("`hashed`", "`hashed`");

/// The keys that speak of plain texts alone.
const OF_PLAIN_TEXTS: [&str; 4] = ["exactly", "letters", "blanks", "opening"];

/// Reports fingerprints in a case whose expected output is given by something else.
pub(in crate::spec) fn refuse(reader: &mut Reader, fields: &Fields<'_>, mode: &Mode) {
    if fields.get("hashed").is_none() {
        return;
    }
    let others = ["keys", "play", "games", "model", "property", "expect", "any"];
    let other = others.into_iter().find(|key| fields.get(key).is_some());
    let other = other.or(mode.command.is_some().then_some("command"));
    if let Some(other) = other {
        let expected = text!(
            "`hashed` stands in place of the text that must come out, not next to `{other}`",
            "`hashed` thay cho nội dung phải in ra, không đi cùng `{other}`"
        );
        reader.bad_value(fields.key_span("hashed"), "hashed", &expected);
    }
}

/// The demand that a mapping makes by its `hashed`, as texts are read in this mode.
pub(in crate::spec) fn want(reader: &mut Reader, fields: &Fields<'_>, mode: &Mode) -> Option<Want> {
    let node = fields.get("hashed")?;
    if mode.reading == Reading::Numbers {
        let expected = text!(
            "numbers that are nearly equal have different fingerprints; compare `as: tokens` or give the text",
            "các số gần bằng nhau có mã băm khác nhau; hãy dùng `as: tokens` hoặc ghi rõ nội dung"
        );
        reader.bad_value(fields.key_span("hashed"), "hashed", &expected);
        return None;
    }
    let own = reader.fields(node, HASHED, &schema::HASHED);
    refuse_loose_parts(reader, &own);
    read(reader, &own, HashedForm::Mode)
}

/// A case in which fingerprints stand for a plain text.
pub(in crate::spec) fn plain_text(
    reader: &mut Reader,
    mode: &Mode,
    is_exact: bool,
    fields: &Fields<'_>,
) -> Option<Checked> {
    let own = reader.fields(fields.get("hashed")?, HASHED, &schema::HASHED);
    let form = if is_exact {
        refuse_loose_parts(reader, &own);
        HashedForm::Bytes
    } else {
        HashedForm::Plain(loose_parts(reader, &own))
    };
    let want = read(reader, &own, form)?;
    let typed = fields.get("stdin").and_then(|node| reader.scalar(node)).unwrap_or_default();
    let stdin = Arc::new(Script::new(typed.as_bytes().iter().map(std::slice::from_ref)));
    let like = Checked::like(stdin, String::new(), mode);
    Some(Checked { whole: vec![want], is_plain_text: true, ..like })
}

/// Reports keys that say what is format, where the mode decides which differences count.
fn refuse_loose_parts(reader: &mut Reader, own: &Fields<'_>) {
    for key in OF_PLAIN_TEXTS.into_iter().filter(|key| own.get(key).is_some()) {
        let expected = text!(
            "`{key}` is for the whole output of a test, compared as plain text; leave it out here",
            "`{key}` dành cho toàn bộ đầu ra của một ca kiểm thử, so sánh như văn bản thường; hãy bỏ nó ở đây"
        );
        reader.bad_value(own.key_span(key), key, &expected);
    }
}

fn read(reader: &mut Reader, own: &Fields<'_>, form: HashedForm) -> Option<Want> {
    let salt = match own.get("salt") {
        Some(node) => reader.scalar(node).map(str::to_owned),
        None => {
            reader.missing(own, "salt", "0f3a9c");
            None
        }
    };
    let sha256 = match own.get("sha256") {
        Some(node) => fingerprints(reader, node),
        None => {
            reader.missing(own, "sha256", "[e3b0c4...]");
            Vec::new()
        }
    };
    let is_plain = matches!(form, HashedForm::Plain(_));
    let exactly = own.get("exactly").filter(|_| is_plain).and_then(|node| fingerprint(reader, node));
    Some(Want::Hashed(Arc::new(Hashed { salt: salt?, sha256, exactly, form })))
}

fn loose_parts(reader: &mut Reader, own: &Fields<'_>) -> LooseParts {
    let nodes = own.get("letters").map(one_or_more).unwrap_or_default();
    let letters: Vec<Range<usize>> = nodes.iter().filter_map(|node| letters(reader, node)).collect();
    let nodes = own.get("blanks").map(|node| reader.list(node)).unwrap_or_default();
    let places = nodes.iter().filter_map(|node| reader.number(node, 0, u64::MAX));
    let blanks: Vec<usize> = places.map(|at| at as usize).collect();
    if !letters.is_sorted_by(|one, next| one.end <= next.start) {
        let expected = text!(
            "give ranges in order and apart from each other",
            "hãy ghi các khoảng theo thứ tự, không chồng lên nhau"
        );
        reader.bad_value(own.key_span("letters"), "letters", &expected);
    }
    if !blanks.is_sorted_by(|one, next| one < next) {
        let expected = text!("give each number once, in order", "hãy ghi mỗi số một lần, theo thứ tự");
        reader.bad_value(own.key_span("blanks"), "blanks", &expected);
    }
    LooseParts { letters, blanks, opening: reader.switch_of(own, "opening") }
}

/// Reads one character, characters from the one to the other, or all.
fn letters(reader: &mut Reader, node: &Node) -> Option<Range<usize>> {
    let word = reader.scalar(node)?;
    if word == "all" {
        return Some(0..usize::MAX);
    }
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let range = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
    let range = range.filter(|(first, last)| first <= last && *last < usize::MAX);
    if range.is_none() {
        let expected = text!(
            "write a number, a range such as 3-7, or `all`",
            "hãy viết một số, một khoảng như 3-7, hoặc `all`"
        );
        reader.bad_value(node.span, word, &expected);
    }
    range.map(|(first, last)| first..last + 1)
}

fn fingerprints(reader: &mut Reader, node: &Node) -> Vec<String> {
    let nodes = one_or_more(node);
    if nodes.is_empty() {
        let expected = text!(
            "give at least one fingerprint; nothing passes without",
            "hãy cho ít nhất một mã băm; không có thì không gì đạt được"
        );
        reader.bad_value(node.span, "[]", &expected);
    }
    nodes.iter().filter_map(|node| fingerprint(reader, node)).collect()
}

fn fingerprint(reader: &mut Reader, node: &Node) -> Option<String> {
    let word = reader.scalar(node)?;
    if !is_fingerprint(word) {
        let expected = text!(
            "a fingerprint is SHA-256, written as 64 digits in small letters",
            "mã băm là SHA-256, viết bằng 64 chữ số thập lục phân chữ thường"
        );
        reader.bad_value(node.span, word, &expected);
        return None;
    }
    Some(word.to_owned())
}
