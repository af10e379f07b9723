//! C: programs that a cross compiler makes for the machine of [`super::arm`].
//!
//! A compiled program runs on the same processor as assembly, on a board of its own (`Board::Hosted`): with memory that is
//! protected as on a computer, and the services by which newlib's library reads, prints and ends. There is no kernel to trust,
//! and a run is the same everywhere.

mod build;
pub mod code;
mod confined;
mod debug;
mod examine;
mod fault;
mod isa;
mod link;
mod load;
mod messages;
mod mutate;
mod project;
mod setup;
mod toolchain;

pub use isa::ISA;
