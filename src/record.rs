//! Results that are kept on disk: of a run, so that it goes on after any end and is put together from parts; and of all runs, so
//! that nothing is graded twice.
//!
//! A result is found again by its key, which is a fingerprint of all that it depends on. Files of results are made by one build of
//! this program, by one spec: others have nothing to do with each other.

mod cache;
mod frames;
mod kept;
mod key;
mod shards;
mod store;
mod work;

pub use cache::{Cache, CacheFile, files_in, make_folder};
pub use shards::{Shards, ShardsError};
pub use store::{Record, RecordError, Store};
pub use work::{PartError, PartOf, Work};

use crate::fingerprint::{BUILD, VERSION, sha256_hex};
use crate::spec::Spec;
use crate::stored::{Deserialize, Serialize};

/// What results are made by. Two that are equal make the same results of the same submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The version of this program.
    pub version: String,
    /// The fingerprint of its sources.
    pub build: String,
    /// The fingerprint of the spec and of all that it names.
    pub spec: String,
    /// The spec's title.
    pub title: String,
    /// The tools of this computer by which programs are made, such as a compiler; empty where there is no need of any.
    pub tools: String,
}

impl Made {
    /// What this program makes results by with a spec.
    pub fn by(spec: &Spec) -> Self {
        Self {
            version: VERSION.to_owned(),
            build: BUILD.to_owned(),
            spec: spec.fingerprint.clone(),
            title: spec.title.to(crate::diagnostics::Language::English).to_owned(),
            tools: (spec.machine.isa.tools)(),
        }
    }

    /// A short name for a file.
    fn id(&self) -> String {
        let parts = [&self.version, &self.build, &self.spec, &self.tools];
        sha256_hex(&parts.map(String::as_bytes))[..32].to_owned()
    }
}
