//! The values of names once all sources are read: those that wait for others, and those that files share.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::messages;
use super::super::program::Dialect;
use super::unit::{Meaning, Unit};
use super::{Assembler, Site};
use crate::asm::{Flaw, Reason, Scope, Value};

impl Assembler<'_> {
    /// The meaning of a name in a source: its own, one that another source shares, or one of the program around them.
    pub(super) fn meaning(
        &self,
        unit: usize,
        name: &str,
        shared: &BTreeMap<String, usize>,
    ) -> Option<(usize, Meaning)> {
        if let Some(meaning) = self.units[unit].find(name) {
            return Some((unit, meaning));
        }
        if let Some(other) = shared.get(name) {
            return Some((*other, self.units[*other].find(name)?));
        }
        if let Some(address) = (self.host)(name) {
            return Some((unit, Meaning::Known(Value::Number(address.into()))));
        }
        self.units[unit].weak.contains(name).then_some((unit, Meaning::Known(Value::Number(0))))
    }

    /// Works out the names that wait for others.
    pub(super) fn resolve(&mut self, bases: &[u32]) {
        self.prefer_definitions();
        let shared = self.shared();
        for unit in 0..self.units.len() {
            let waiting =
                self.units[unit].definitions().filter(|(.., meaning)| matches!(meaning, Meaning::Later(..)));
            let names: Vec<String> = waiting.map(|(name, ..)| name.to_owned()).collect();
            for name in names {
                self.resolve_name(unit, name, bases, &shared);
            }
        }
    }

    fn resolve_name(&mut self, unit: usize, name: String, bases: &[u32], shared: &BTreeMap<String, usize>) {
        let mut open = vec![(unit, name)];
        let mut seen: BTreeSet<(usize, String)> = BTreeSet::new();
        while let Some((unit, name)) = open.last().cloned() {
            let Some((_, Meaning::Later(expression, here))) = self.meaning(unit, &name, shared) else {
                open.pop();
                continue;
            };
            let is_again = !seen.insert((unit, name.clone()));
            let mut later = Vec::new();
            let mut lookup = |wanted: &Rc<str>| match self.meaning(unit, wanted, shared)? {
                (_, Meaning::Known(value) | Meaning::Set(value)) => Some(value),
                (owner, Meaning::Later(..)) => {
                    later.push((owner, wanted.to_string()));
                    Some(Value::Number(0))
                }
            };
            let arithmetic = self.units[unit].arithmetic();
            let found =
                expression.evaluate(&mut Scope { arithmetic, here, bases: Some(bases), lookup: &mut lookup });
            if !later.is_empty() && !is_again {
                open.extend(later);
                continue;
            }
            let is_endless = !later.is_empty();
            let value = match found {
                _ if is_endless => {
                    self.out.add_error(|| messages::constant_of_itself(expression.span(), &name));
                    Value::Number(0)
                }
                Ok(value) => value,
                Err(flaw) => {
                    self.about_flaw(unit, None, &flaw);
                    Value::Number(0)
                }
            };
            if let Some(definition) = self.units[unit].symbols.get_mut(&name) {
                definition.meaning = Meaning::Known(value);
            }
            open.pop();
        }
    }

    pub(super) fn about_flaw(&mut self, unit: usize, site: Option<&Site>, flaw: &Flaw) {
        let names: Vec<String> = if self.out.lists_errors() {
            self.units.iter().flat_map(|unit| unit.symbols.names()).map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        let is_imported = match &flaw.reason {
            Reason::Unknown(name) => {
                self.units[unit].imported.contains_key(&**name)
                    || self.units[unit].exported.contains_key(&**name)
            }
            _ => false,
        };
        // A label of another file that is not shared there.
        let elsewhere = match &flaw.reason {
            Reason::Unknown(name) => {
                let other =
                    self.units.iter().find(|other| other.number != unit && other.symbols.get(name).is_some());
                other.and_then(|other| Some((other.symbols.get(name)?.span, other.dialect)))
            }
            _ => None,
        };
        let work_out = || match elsewhere {
            Some((span, dialect)) => messages::not_shared(flaw, span, dialect),
            None if is_imported => messages::imported_from_nowhere(flaw),
            None => messages::flaw(flaw, false, names.iter().map(String::as_str)),
        };
        match site {
            Some(site) => self.complain(site, work_out),
            None => self.out.add_error(work_out),
        }
    }

    /// The names that files share, whose mistakes were all reported.
    pub(super) fn shared_quietly(&self) -> BTreeMap<String, usize> {
        let units = self.units.iter().enumerate();
        let names = units.flat_map(|(number, unit)| {
            unit.exported
                .keys()
                .filter(|name| unit.symbols.get(name).is_some())
                .map(move |name| (name.clone(), number))
        });
        names.collect()
    }

    /// Room that all sources share is where one of them defines its name, if one does.
    fn prefer_definitions(&mut self) {
        for (name, section) in &self.commons {
            let is_common = |unit: &Unit| unit.place(name).is_some_and(|place| place.section == *section);
            let defines = |unit: &Unit| {
                unit.exported.contains_key(name) && unit.symbols.get(name).is_some() && !is_common(unit)
            };
            if self.units.iter().any(defines) {
                for unit in self.units.iter_mut().filter(|unit| is_common(unit)) {
                    unit.symbols.remove(name);
                    unit.exported.remove(name);
                }
            }
        }
    }

    /// Names that files share, each with the source that exports it.
    fn shared(&mut self) -> BTreeMap<String, usize> {
        let (mut shared, mut again) = (BTreeMap::new(), Vec::new());
        for (number, unit) in self.units.iter().enumerate() {
            for (name, span) in &unit.exported {
                let Some(definition) = unit.symbols.get(name) else {
                    // In GNU syntax the declaration serves for names of other files too.
                    if unit.dialect == Dialect::Armasm && !unit.weak.contains(name) {
                        again.push(messages::export_undefined(*span, name));
                    }
                    continue;
                };
                if let Some(earlier) = shared.insert(name.clone(), number) {
                    let is_same =
                        unit.place(name).is_some_and(|place| self.units[earlier].place(name) == Some(place));
                    let earlier = self.units[earlier].symbols.get(name).filter(|_| !is_same);
                    if let Some(earlier) = earlier {
                        again.push(messages::export_again(definition.span, name, earlier.span));
                    }
                }
            }
        }
        for diagnostic in again {
            self.out.add_error(|| diagnostic);
        }
        shared
    }
}
