//! The things that a program shows in any wording: boards found in text.
//!
//! Assignments that leave the wording free are graded by behaviour. This floor knows no assignment: it is given the size of
//! a board and finds it in lines of any look.

mod board;
mod drawing;
mod grid;
mod memory;
mod mix;
mod page;
mod pattern;
mod row;
mod screen;
mod store;

pub use board::{Frame, Glyphs, frames, frames_in, may_be_row, without_colours};
pub use drawing::{Drawing, Looks, Sheet, is_drawn_last, learn as learn_drawing};
pub use grid::{Board, Player};
pub use memory::{CellSize, MemoryBoard};
pub use mix::{Lookup, Numbers, keep};
pub use page::{Line, NAMES, Page, has_words, words_at};
pub use pattern::{NoPattern, Pattern, built_in, fold};
pub use screen::Screen;
pub use store::{Snapshot, Store, locate as locate_board};
