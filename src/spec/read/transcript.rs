//! Tests whose input a reference reads as a whole, so that it gives the whole expected output.

use std::sync::Arc;

use reference::c_connect_four::{Undetermined, play};

use crate::console::Script;
use crate::diagnostics::text;
use crate::spec::reader::Reader;
use crate::spec::tree::Node;
use crate::spec::types::{Checked, Expectation, Mode};

/// The expected output for an input, as the reference gives it.
pub(super) fn of(reader: &mut Reader, mode: &Mode, stdin: &Node) -> Option<Expectation> {
    let typed = reader.scalar(stdin)?;
    match play(typed) {
        Ok(played) => {
            let stdin = Arc::new(Script::new(typed.as_bytes().iter().map(std::slice::from_ref)));
            Some(if mode.is_plain() {
                Expectation::Literal { stdin, output: played.output }
            } else {
                Expectation::Checked(Arc::new(Checked::like(stdin, played.output, mode)))
            })
        }
        Err(undetermined) => {
            let (word, expected) = match undetermined {
                Undetermined::NotANumber(word) => (
                    word,
                    text!(
                        "a number is asked for here, and the assignment does not say what becomes of anything else",
                        "ở đây cần nhập một số, và đề bài không nói điều gì xảy ra nếu nhập thứ khác"
                    ),
                ),
                Undetermined::LongName(word) => (
                    word,
                    text!(
                        "the assignment does not say what becomes of such a long name",
                        "đề bài không nói điều gì xảy ra với một tên dài như vậy"
                    ),
                ),
            };
            reader.bad_value(stdin.span, &word, &expected);
            None
        }
    }
}
