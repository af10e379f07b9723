//! Fingerprints: numbers by which texts are recognised without being kept.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The fingerprint of this program's sources, which the build script makes: 16 digits.
pub const BUILD: &str = env!("GRADER_BUILD");

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The SHA-256 of some parts, one after the other, as 64 digits in small letters.
///
/// The length of each part is hashed before it, as eight bytes, the highest first. So `["ab", "c"]` and `["a", "bc"]`
/// have different fingerprints, and that of a single part is not what `sha256sum` says of it.
pub fn sha256_hex(parts: &[&[u8]]) -> String {
    let mut hash = Fingerprint::default();
    for part in parts {
        hash.add(part);
    }
    hex(&hash.finish())
}

/// The SHA-256 of some bytes as they are, as `sha256sum` says it of a file.
pub fn sha256_of_file(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Some bytes as digits in small letters, two for each.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Nothing that is written into a text fails.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The same of parts that are given one by one.
#[derive(Debug, Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds a part.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
    }

    /// The fingerprint of all parts.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

/// The SHA-256 of a text in base64, as web pages name what they allow to run.
pub fn sha256_base64(text: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::with_capacity(44);
    for bytes in Sha256::digest(text).chunks(3) {
        let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * place) & 63) as usize]);
            encoded.push(if place > bytes.len() { '=' } else { letter });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of `printf '\0\0\0\0\0\0\0\3abc' | sha256sum`, and the same of nothing at all.
    #[test]
    fn a_fingerprint_is_the_one_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_hex(&[]), empty);
        assert_eq!(sha256_hex(&[b"abc"]), "c3494ca1a2cf8eeb8a11ded316fb55b83c3bbbedb6313cd50415251e5d09e12f");
    }

    /// The output of `printf abc | openssl dgst -sha256 -binary | base64`.
    #[test]
    fn base64_is_that_of_the_standard() {
        assert_eq!(sha256_base64(b"abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    /// The output of `printf abc | sha256sum`.
    #[test]
    fn a_file_has_the_fingerprint_that_tools_say() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256_of_file(b"abc"), known);
    }

    #[test]
    fn parts_are_told_apart() {
        let ways: [&[&[u8]]; 4] = [&[b"abc"], &[b"ab", b"c"], &[b"a", b"bc"], &[b"abc", b""]];
        let all: std::collections::BTreeSet<String> = ways.iter().map(|parts| sha256_hex(parts)).collect();
        assert_eq!(all.len(), ways.len());
    }
}
