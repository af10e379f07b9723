//! Any bytes as a spec; what is valid is looked at by `lint`, too.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use grader::diagnostics::{Style, render_all};
use grader::grade::Plan;
use grader::spec::{LoadError, load};
use libfuzzer_sys::fuzz_target;

static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("grader-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    folder.join("spec.yaml")
});

fuzz_target!(|data: &[u8]| {
    std::fs::write(&*PATH, data).expect("the folder is ours");
    match load(&PATH) {
        Ok(spec) => drop(Plan::new(spec)),
        Err(LoadError::Invalid { diagnostics, sources }) => {
            assert!(!diagnostics.is_empty(), "nothing is said");
            render_all(&diagnostics, &sources, Style::default());
        }
        Err(error) => panic!("{error}"),
    }
});
