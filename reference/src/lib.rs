//! Reference implementations of the assignments: what a correct program prints, or, where the wording is the student's
//! own, what a correct program does.
//!
//! Each assignment is one module. Nothing here knows how student programs are run or compared.

pub mod c_connect_four;
pub mod connect_four;
pub mod four_in_a_row;
pub mod gomoku;
pub mod grid;
mod option;
pub mod red_and_yellow;
