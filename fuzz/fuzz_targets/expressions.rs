//! Any text in the places of a spec, and of the tables next to it, that have a little language of their own.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use grader::diagnostics::{SourceFile, Sources};
use grader::grade::{Marks, Submitted};
use grader::spec::{Points, load};
use libfuzzer_sys::fuzz_target;

static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("grader-fuzz-e-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    folder.join("spec.yaml")
});

/// Where the text is put: `@` stands for it.
const PLACES: [&str; 12] = [
    "points: @",
    "limits: { fuel: @, output: @ }",
    "late: { due: @, after: { 1h: 10% } }",
    "late: { due: \"2024-01-01 10:00 +07:00\", after: { @: @ } }",
    "groups: [{ id: a, points: @, cases: [{ id: b, stdin: @, expect: @ }] }]",
    "groups: [{ id: a, points: 1, cases: [{ id: b, stdin: \"1\", compare: regex, expect: @ }] }]",
    "groups: [{ id: a, points: 1, cases: [{ id: b, stdin: \"1\", compare: glob, expect: @ }] }]",
    "groups: [{ id: a, points: 1, cases: [{ each: { n: @ }, case: { id: @, stdin: $n, expect: $n } }] }]",
    "groups: [{ id: a, points: 1, cases: [{ id: b, call: @, with: { R0: @ }, then: { R0: @ } }] }]",
    "groups: [{ id: a, points: 1, cases: [{ id: b, property: { draw: @ } }] }]",
    "reference: lc3-connect-four\ngroups: [{ id: a, points: 1, cases: [{ id: b, keys: @, start: @ }] }]",
    "submission: { program: [@], max_bytes: @ }",
];

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let _ = Points::parse(&text);
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::from_bytes("times.csv", text.as_bytes()));
    Submitted::read(sources.file(file), file, None);
    Marks::read(sources.file(file), file, &[]);
    let escaped: String = text.chars().flat_map(|c| match c {
        '"' | '\\' => vec!['\\', c],
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)).chars().collect(),
        c => vec![c],
    }).collect();
    let place = PLACES[usize::from(*choice) % PLACES.len()];
    let spec = format!("grader: 1\nid: a\nisa: lc3\n{}\n", place.replace('@', &format!("\"{escaped}\"")));
    std::fs::write(&*PATH, spec).expect("the folder is ours");
    drop(load(&PATH));
});
