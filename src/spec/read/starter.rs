//! Reads `starter`.

use std::path::Path;

use crate::diagnostics::{Diagnostic, SourceFile, Span, Text, code, text};
use crate::observe::Pattern;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::What;
use crate::spec::tree::Node;
use crate::spec::types::{Overlooked, Points, Price, Share, Starter, glob};
use crate::spec::{bytes, schema};

const STARTER: What = ("`starter`", "`starter`");
const EDITABLE: What = ("`editable`", "`editable`");

/// Reads the section. The path of the file is complete: it was put together where the folder is known.
pub(in crate::spec) fn read(reader: &mut Reader, node: Option<&Node>) -> Option<Starter> {
    let fields = reader.fields(node?, STARTER, &schema::STARTER);
    let mut overlooked = Vec::new();
    for node in fields.get("ignore").map(|node| reader.list(node)).unwrap_or_default() {
        overlooked.extend(reader.choice(node, &Overlooked::ALL));
    }
    let price = fields.get("costs").map_or(Some(Price::Nothing), |node| price(reader, node));
    let markers = markers(reader, &fields);
    let file = file(reader, &fields);
    let ((from, to, marked), (name, text, named)) = (markers?, file?);
    let starter = Starter { name, text, from, to, overlooked, price: price? };
    match badly_marked(&starter) {
        None => Some(starter),
        Some(why) => {
            let (en, vi) = why.both();
            let message = text!("the starter file has other markers: {en}", "tệp khởi đầu có mốc khác: {vi}");
            let help = text!(
                "write both lines as they stand in the file, `*` for what may be anything",
                "hãy ghi hai dòng đúng như trong tệp, dùng `*` cho phần tuỳ ý"
            );
            let named_label = text!("this file", "tệp này");
            reader
                .add(Diagnostic::error(code::SPEC_FILE, marked, message).also(named, named_label).help(help));
            None
        }
    }
}

fn price(reader: &mut Reader, node: &Node) -> Option<Price> {
    let word = reader.scalar(node)?;
    if word == "all" {
        return Some(Price::Everything);
    }
    let price = Share::parse(word).map(Price::Share).or_else(|| Points::parse(word).map(Price::Points));
    if price.is_none() {
        let expected = text!(
            "give points such as 2, a share such as 20%, or `all`; without `costs` it is only reported",
            "hãy cho số điểm như 2, tỉ lệ như 20%, hoặc `all`; không có `costs` thì chỉ nhắc"
        );
        reader.bad_value(node.span, word, &expected);
    }
    price
}

/// The patterns of the two lines, and where they stand.
fn markers(reader: &mut Reader, fields: &Fields<'_>) -> Option<(Pattern, Pattern, Span)> {
    let Some(node) = fields.get("editable") else {
        reader.missing(fields, "editable", "{ from: \"; your code below\", to: \"; your code above\" }");
        return None;
    };
    let own = reader.fields(node, EDITABLE, &schema::EDITABLE);
    let mut line = |key: &str, example: &str| {
        let Some(node) = own.get(key) else {
            reader.missing(&own, key, example);
            return None;
        };
        let written = reader.scalar(node)?.trim();
        if written.chars().all(|c| matches!(c, '*' | '?' | ' ')) {
            let expected = text!(
                "give a line of the starter file, which stands nowhere else",
                "hãy ghi một dòng của tệp khởi đầu, không có ở chỗ khác"
            );
            reader.bad_value(node.span, written, &expected);
            return None;
        }
        Pattern::as_written(&format!("^(?:{})$", glob(written))).ok()
    };
    let (from, to) = (line("from", "\"; your code below\""), line("to", "\"; your code above\""));
    Some((from?, to?, own.key_span("from")))
}

/// The name of the file, what stands in it, and where it is named.
fn file(reader: &mut Reader, fields: &Fields<'_>) -> Option<(String, String, Span)> {
    let Some(node) = fields.get("file") else {
        reader.missing(fields, "file", "starter.asm");
        return None;
    };
    let path = Path::new(reader.scalar(node)?);
    let name = bytes::name_of(path);
    match bytes::named(path) {
        Ok(bytes) => Some((name.clone(), SourceFile::from_bytes(name, &bytes).text, node.span)),
        Err(error) => {
            reader.add(bytes::unreadable(&name, node.span, &error));
            None
        }
    }
}

/// The mistake in the markers of the file, if there is one.
fn badly_marked(starter: &Starter) -> Option<Text> {
    let (mut is_open, mut parts) = (false, 0);
    for (index, line) in starter.text.lines().enumerate() {
        let number = index + 1;
        match (starter.begins(line), starter.ends(line), is_open) {
            (true, _, true) => {
                return Some(text!(
                    "in line {number} a part begins before the last one has ended",
                    "ở dòng {number} một phần bắt đầu khi phần trước chưa kết thúc"
                ));
            }
            (_, true, false) => {
                return Some(text!(
                    "in line {number} a part ends that has not begun",
                    "ở dòng {number} một phần kết thúc khi chưa bắt đầu"
                ));
            }
            (true, _, false) => (is_open, parts) = (true, parts + 1),
            (_, true, true) => is_open = false,
            _ => {}
        }
    }
    if parts == 0 {
        Some(text!("no line is like `from`", "không dòng nào giống `from`"))
    } else if is_open {
        Some(text!("after the last `from` there is no `to`", "sau `from` cuối cùng không có `to`"))
    } else {
        None
    }
}
