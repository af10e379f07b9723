//! Gives the program a fingerprint of its own sources: results that another build made are never taken for its own.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

/// All that the program is made of. What is not there, as in a package, is made of something else that is.
const SOURCES: [&str; 6] = ["build.rs", "Cargo.toml", "Cargo.lock", "src", "reference", "specs"];

fn main() {
    let mut hash = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        add(Path::new(source), &mut hash);
    }
    for variable in ["TARGET", "RUSTC", "CARGO_ENCODED_RUSTFLAGS"] {
        std::env::var_os(variable).hash(&mut hash);
    }
    println!("cargo::rustc-env=GRADER_BUILD={:016x}", hash.finish());
}

fn add(path: &Path, hash: &mut DefaultHasher) {
    if let Ok(listed) = std::fs::read_dir(path) {
        let mut paths: Vec<_> = listed.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in &paths {
            add(path, hash);
        }
    } else if let Ok(bytes) = std::fs::read(path) {
        path.hash(hash);
        bytes.hash(hash);
    }
}
