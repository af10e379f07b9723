//! What results are written to disk with, and read from it again by the same program. The only place that names the crates for
//! it.
//!
//! The form is no format for others: it has no names of fields, and only the build that wrote it may read it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
pub(crate) use serde::{Deserialize, Serialize};
use serde::{Deserializer, Serializer};

/// The bytes of a value.
///
/// # Errors
/// If the value has a part that cannot be stored: a programming error.
pub(crate) fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, String> {
    postcard::to_stdvec(value).map_err(|error| error.to_string())
}

/// The value of some bytes.
///
/// # Errors
/// If they are not the bytes of such a value.
pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|error| error.to_string())?;
    if rest.is_empty() { Ok(value) } else { Err(format!("{} bytes too many", rest.len())) }
}

/// A name that the program itself has, such as the code of a diagnostic. One that is read is kept for as long as the program
/// runs, and each only once: there are few.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(&'static str);

impl Name {
    /// The name of these letters.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Its letters.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let name = <&str>::deserialize(from)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = known.get(name) {
            return Ok(Self(kept));
        }
        let kept: &'static str = Box::leak(Box::from(name));
        known.insert(kept);
        Ok(Self(kept))
    }
}
