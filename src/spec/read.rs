//! From nodes to types: a file for each part of the language.

pub(super) mod case;
pub(super) mod command;
pub(super) mod dialogue;
pub(super) mod files;
pub(super) mod format;
pub(super) mod generator;
pub(super) mod harness;
pub(super) mod hashed;
pub(super) mod ids;
pub(super) mod ladder;
pub(super) mod late;
pub(super) mod machine;
pub(super) mod model;
pub(super) mod property;
pub(super) mod rubric;
pub(super) mod runs;
pub(super) mod score;
pub(super) mod selfcheck;
pub(super) mod spec;
pub(super) mod starter;
pub(super) mod style;
pub(super) mod subroutine;
pub(super) mod table;
pub(super) mod transcript;
pub(super) mod visibility;
pub(super) mod wanted;
