//! Texts of which only fingerprints are known: the output is read as the text was, and its fingerprint compared.

use super::text::lines;
use super::tokens::words;
use super::{Mismatch, MismatchKind};
use crate::compare::plain::ink;
use crate::diagnostics::text;
use crate::fingerprint::sha256_hex;
use crate::spec::{Hashed, HashedForm, Mode, Reading};

/// The mismatch of an output with a hashed text; `None` if it passes.
pub(super) fn mismatch(known: &Hashed, mode: &Mode, output: &str) -> Option<Mismatch> {
    let found = fingerprint(&known.salt, &read(&known.form, mode, output)?);
    let why = text!(
        "the output is not the expected one, which this edition of the spec does not show",
        "kết quả in ra không như mong đợi; bản spec này không cho xem kết quả mong đợi"
    );
    (!known.sha256.contains(&found)).then(|| Mismatch::new(MismatchKind::Hashed, why))
}

/// Returns `true` if an output that passes is right to the byte, as far as that is known.
pub fn is_to_the_byte(known: &Hashed, output: &str) -> bool {
    let Some(exactly) = &known.exactly else { return true };
    fingerprint(&known.salt, without_end(output)) == *exactly
}

/// A text with the salt that its fingerprint gets.
pub type HashedText<'t> = (&'t str, &'t str);

/// The fingerprint of a text as an output is read that is compared with it; `None` where outputs pass that differ from it in
/// ways that no fingerprint bears.
pub fn hashed_text((text, salt): HashedText<'_>, form: &HashedForm, mode: &Mode) -> Option<String> {
    read(form, mode, text).map(|read| fingerprint(salt, &read))
}

fn fingerprint(salt: &str, read: impl AsRef<[u8]>) -> String {
    sha256_hex(&[salt.as_bytes(), read.as_ref()])
}

/// The bytes to hash: equal for two texts if and only if the one passes for the other.
fn read(form: &HashedForm, mode: &Mode, text: &str) -> Option<Vec<u8>> {
    Some(match (form, mode.reading) {
        (HashedForm::Bytes, _) => without_end(text).as_bytes().to_vec(),
        (HashedForm::Plain(parts), _) => ink(text.as_bytes(), parts),
        (HashedForm::Mode, Reading::Exact) => text.as_bytes().to_vec(),
        // No word has a line feed in it.
        (HashedForm::Mode, Reading::Tokens) => words(text, mode).join("\n").into_bytes(),
        (HashedForm::Mode, Reading::Numbers) => return None,
        (HashedForm::Mode, Reading::Text | Reading::Glob | Reading::Regex) => {
            lines(text, mode).join("\n").into_bytes()
        }
    })
}

/// A text without the line feed at its end, which does not count where every other byte does.
fn without_end(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}
