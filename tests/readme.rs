//! The README tells the truth: its commands are run, and they print what it says.
#![cfg(unix)]

#[path = "support/console.rs"]
mod console;

use expect_test::expect_file;

#[test]
fn every_console_block_of_the_readme_prints_what_it_shows() {
    let readme = include_str!("../README.md");
    assert!(readme.contains("```console\n$ "), "there is nothing to run");
    expect_file!["../README.md"].assert_eq(&console::replayed(readme));
}
