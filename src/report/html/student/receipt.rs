//! The receipt: of what exactly the result was made, for those who doubt it or make it again.

use maud::{Markup, html};

use super::Student;
use crate::diagnostics::text;
use crate::fingerprint::{BUILD, VERSION};
use crate::report::visible::harmless;

/// The receipt, in a part that can be opened; nothing where the files are not known.
pub(super) fn section(student: Student<'_>) -> Markup {
    let Student { book, graded, voice } = student;
    let Some(receipt) = &graded.receipt else { return html! {} };
    let about = text!(
        "The same grader, spec and files give the same result. `sha256sum FILE` prints the fingerprint of a file.",
        "Cùng trình chấm, cùng spec và cùng các tệp thì cho cùng kết quả. `sha256sum FILE` in ra mã nhận dạng của một tệp."
    );
    let not_read = text!("not read", "không đọc được");
    html! {
        details.receipt {
            summary { (voice.text(text!("Receipt: what this result was made from", "Biên nhận: kết quả này được tạo từ đâu"))) }
            p { (voice.say(&about)) }
            dl {
                dt { "grader" } dd { (VERSION) " · " code { (BUILD) } }
                dt { "spec" } dd { code { (book.spec.fingerprint) } }
                @for file in &receipt.files {
                    dt { (harmless(&file.name)) }
                    dd { @match &file.sha256 { Some(print) => code { (print) }, None => (voice.own(&not_read)) } }
                }
            }
        }
    }
}
