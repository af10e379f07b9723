//! Literal pools: the words that `LDR Rd, =value` loads.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::encode::Task;
use super::{Assembler, Site, Waiting};
use crate::asm::{Binary, Expression, Place, Role, Step, Value};

/// A word of a pool.
#[derive(Debug)]
pub(super) struct Literal {
    expression: Expression,
    site: Site,
    /// Where it lies, once the pool lies somewhere.
    pub(super) place: Option<Place>,
}

/// The words of a section that wait for their pool.
#[derive(Default, Debug)]
pub(super) struct Pool {
    waiting: Vec<usize>,
    known: BTreeMap<Key, usize>,
}

/// The key by which two literals are known to be the same word.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(u32),
    Place(Place),
    /// A label and what is added to it.
    Name(Rc<str>, i64),
}

impl Assembler<'_> {
    /// The number of the literal of a value, which two uses share if it is certain that it is the same.
    pub(super) fn literal(
        &mut self,
        section: usize,
        expression: Expression,
        now: Option<&Value>,
        site: &Site,
    ) -> usize {
        let key = key(&expression, now);
        let pool = self.unit.pools.entry(section).or_default();
        let known = key.as_ref().and_then(|key| pool.known.get(key));
        if let Some(known) = known {
            return *known;
        }
        let number = self.literals.len();
        self.literals.push(Literal { expression, site: site.clone(), place: None });
        pool.waiting.push(number);
        if let Some(key) = key {
            pool.known.insert(key, number);
        }
        number
    }

    /// Writes the words that wait after what a section has so far.
    pub(super) fn dump(&mut self, section: usize) {
        let Some(pool) = self.unit.pools.remove(&section) else { return };
        if pool.waiting.is_empty() {
            return;
        }
        self.sections[section].align(4, 0, 0);
        for number in pool.waiting {
            let place = Place { section, offset: i64::from(self.sections[section].offset()) };
            self.sections[section].fill(4, 0);
            let literal = &mut self.literals[number];
            literal.place = Some(place);
            let (expression, site) = (literal.expression.clone(), literal.site.clone());
            self.origins.push((place, site.line.code, Role::Data));
            let task = Task::Data { width: 4, expression };
            self.waiting.push(Waiting { unit: self.unit.number, place, site, task });
        }
    }

    /// Writes the pools of all sections of the source that ends.
    pub(super) fn dump_all(&mut self) {
        let sections: Vec<usize> = self.unit.pools.keys().copied().collect();
        for section in sections {
            self.dump(section);
        }
    }
}

fn key(expression: &Expression, now: Option<&Value>) -> Option<Key> {
    let is_number =
        |step: &Step| if let Step::Value(Value::Number(number)) = step { Some(*number) } else { None };
    if let Some(number) = now.and_then(Value::number) {
        return Some(Key::Number(number as u32));
    }
    match expression.steps() {
        [(Step::Name(name), _)] => return Some(Key::Name(Rc::clone(name), 0)),
        [
            (Step::Name(name), _),
            (more, _),
            (Step::Binary(operator @ (Binary::Add | Binary::Subtract)), _),
        ] => {
            let more = is_number(more)?;
            let more = if *operator == Binary::Add { more } else { more.wrapping_neg() };
            return Some(Key::Name(Rc::clone(name), more));
        }
        _ => {}
    }
    match now {
        Some(Value::Place(place)) => Some(Key::Place(*place)),
        _ => None,
    }
}
