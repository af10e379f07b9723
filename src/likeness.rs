//! Programs compared with each other: which of a class share more than the assignment explains.
//!
//! What is compared are shapes: an instruction with those that give it its values, whatever they are called and
//! whatever stands between them. What many share says nothing, nor what was given to all; the rarer a shape is, the more it
//! says. A likeness is a reason to look, and never a verdict: [`Evidence`] is for the people who look.

mod class;
mod evidence;
mod findings;
mod pairs;
mod shapes;
mod words;

pub use class::{Class, Handout, Member, Uncompared, Unread};
pub use evidence::{Evidence, Passage, Side, Words};
pub use findings::{Findings, Shown};
pub use pairs::{Cluster, Likeness, Pair, Pairs, clusters};
pub use words::Phrase;
