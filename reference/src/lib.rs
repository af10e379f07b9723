//! Reference implementations of the assignments: what a correct program prints, for any keys.
//!
//! Each assignment is one file. Nothing here knows how student programs are run or compared.

pub mod lc3_connect_four;
