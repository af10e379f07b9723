//! All integration tests but those of `tests/fixtures` in one program, so that it is linked once and all of them run in
//! parallel. The module's name comes first in the name of a test: `cargo test --test main reports::`.

mod support;

mod architecture;
mod archives;
mod arm_properties;
mod arm_watch;
mod authors;
mod bundles;
mod c;
mod calls;
mod cheats;
mod check;
mod ci;
mod classes;
mod cli;
mod commands;
mod dialogues;
mod discovery;
mod docs;
mod examples;
mod explanations;
mod faults;
mod lc3_dialects;
mod lc3_loops;
mod lc3_properties;
mod lc3_second_opinion;
mod lc3_source_properties;
mod mips_properties;
mod mips_watch;
mod packages;
mod readme;
mod registries;
mod reports;
mod review;
mod robustness;
mod rounds;
mod schema;
mod score;
mod selfcheck;
mod spec_guide;
mod telling;
mod understand;
mod validators;
mod variations;
