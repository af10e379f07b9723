//! Pages for a browser: one for the class, and one for each submission. Each is whole by itself: it loads nothing, says what it
//! may run, and reads the same without scripts. Only this folder names the crate for markup, which escapes all that it is given.

mod class;
mod frame;
mod likeness;
mod regrade;
mod rows;
mod student;
mod voice;

pub(super) use class::begin;
pub(super) use likeness::page as likeness;
pub(super) use regrade::comparison;
pub(super) use student::page;

/// The folder of the pages of submissions, next to the page of the class.
pub const STUDENTS: &str = "students";

use super::visible::harmless;

/// A name as a part of a link: what has a meaning there is escaped.
fn in_link(name: &str) -> String {
    use std::fmt::Write as _;

    let mut link = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            // Nothing that is written into a text fails.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}

/// The name of a submission's row on the page of the class, for links; there are no blanks in such names.
fn anchor(id: &str) -> String {
    format!("student-{}", harmless(id).replace(char::is_whitespace, "_"))
}

/// A width in hundredths of the whole, for drawings; `0` of nothing.
fn share(part: u64, whole: u64) -> String {
    let hundredths = (part * 10_000).checked_div(whole).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::{in_link, share};

    #[test]
    fn links_lead_nowhere_else() {
        assert_eq!(in_link("a b/../<x>\"đ"), "a%20b%2F..%2F%3Cx%3E%22%C4%91");
        assert_eq!(in_link("javascript:x"), "javascript%3Ax");
    }

    #[test]
    fn shares_are_of_the_whole() {
        assert_eq!([share(1, 3), share(2, 2), share(1, 0)], ["33.33", "100.00", "0.00"]);
    }
}
