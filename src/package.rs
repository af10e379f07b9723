//! Bundles for the systems on which courses grade, and the edition of a spec that students may have.

pub mod bundle;
pub mod program;
pub mod student;

pub use bundle::{Bundle, System, bundle, handed_in, of_edition};
pub use program::{Program, is_static};
pub use student::{Additions, LeftOut, StudentEdition, Told, by_reason, student_edition};
