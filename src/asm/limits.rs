//! How much a source may come to. Every assembler holds these, so that no input takes long or fills memory.

/// More lines than these do not come out of the macros of a program that people write.
pub const MOST_EXPANDED_LINES: usize = 100_000;

/// More bytes than these do not come out of macros and replaced names, counted with each place that is replaced.
pub const MOST_EXPANDED_BYTES: usize = 8 << 20;

/// Uses of macros within each other, and files that include each other, are not nested deeper.
pub const DEEPEST: usize = 50;

/// More bytes of data than these, four times a data segment, overwrite each other again and again.
pub const MOST_DATA: usize = 16 << 20;

/// More words than these, four times the memory of an LC-3, overwrite each other again and again.
pub const MOST_WORDS: usize = 4 << 16;

/// More blocks than these do not stand in one source.
pub const MOST_BLOCKS: usize = 4096;
