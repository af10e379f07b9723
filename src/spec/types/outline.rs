//! A spec in fingerprints.

use std::collections::BTreeMap;

/// Fingerprints of the parts of a spec on which grades depend, by which two editions of it are compared: 16 digits each, of what
/// stands there, whatever the order of keys and whatever the comments.
///
/// Points are not in it, and neither are titles and hints: points are compared as numbers, and words change no grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The keys of the spec itself, by their names; `files` are the other files that it names.
    pub keys: BTreeMap<String, String>,
    /// The keys of each group besides its cases, by its id.
    pub groups: BTreeMap<String, String>,
    /// The cases, by their ids.
    pub cases: BTreeMap<String, String>,
}
