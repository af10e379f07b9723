//! The ids of a spec, each of which is there once.

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, Span, Text, code, text};
use crate::spec::reader::{Fields, Reader};

/// The hint for the id of a case that does not exist.
pub(in crate::spec) fn unknown_case(ids: &Ids, id: &str) -> Text {
    match crate::diagnostics::suggest(id, ids.cases.keys().map(String::as_str)) {
        Some(guess) => text!("did you mean the case `{guess}`?", "có phải ý bạn là ca kiểm thử `{guess}`?"),
        None => text!("give the ids of cases of this spec", "hãy cho id của các ca kiểm thử trong spec này"),
    }
}

/// The ids of groups and cases seen so far; a group and a case may share one.
#[derive(Default)]
pub(in crate::spec) struct Ids {
    pub(in crate::spec) groups: BTreeMap<String, Span>,
    pub(in crate::spec) cases: BTreeMap<String, Span>,
}

impl Ids {
    pub(in crate::spec) fn add(
        reader: &mut Reader,
        known: &mut BTreeMap<String, Span>,
        id: &str,
        span: Span,
    ) {
        // An id that is missing or wrong has been named already.
        if id.is_empty() {
            return;
        }
        if let Some(first) = known.get(id) {
            reader.add(
                Diagnostic::error(
                    code::SPEC_DUPLICATE_ID,
                    span,
                    text!("the id `{id}` is used a second time", "id `{id}` được dùng lần thứ hai"),
                )
                .also(*first, text!("first here", "lần đầu ở đây"))
                .help(text!("give each one an id of its own", "hãy cho mỗi mục một id riêng")),
            );
        } else {
            known.insert(id.to_owned(), span);
        }
    }
}

pub(in crate::spec) fn required_id(reader: &mut Reader, fields: &Fields<'_>) -> String {
    match fields.get("id") {
        Some(node) => reader.id(node).unwrap_or_default(),
        None => {
            reader.missing(fields, "id", "a-name");
            String::new()
        }
    }
}
