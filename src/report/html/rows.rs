//! Tables of many rows: the form by which `rows.js` searches and filters them.

use maud::{Markup, html};

use super::voice::Voice;
use crate::diagnostics::{Text, text};

/// The form, with the ways by which rows are filtered: the name of each in `data-is`, what it is called, and how many rows it has.
/// `others` are more fields of it.
pub(super) fn form<'k>(
    voice: Voice<'_>,
    kinds: impl IntoIterator<Item = (&'k str, Text, usize)>,
    others: &Markup,
) -> Markup {
    let own = |words| voice.text(words);
    html! {
        div.tools data-scripted hidden {
            label { (own(text!("Search", "Tìm"))) input #search type="search"; }
            label {
                (own(text!("Show", "Hiện")))
                select #filter {
                    option value="" { (own(text!("all", "tất cả"))) }
                    @for (id, about, count) in kinds {
                        @if count > 0 { option value=(id) { (own(about)) " (" (count) ")" } }
                    }
                }
            }
            (others)
            span #count.soft aria-live="polite" {}
            button #more type="button" hidden { (own(text!("Show all", "Hiện tất cả"))) }
        }
    }
}
