//! One source while it is read, with its names.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::expression::Words;
use super::super::program::Dialect;
use super::super::token::{Levels, Local};
use super::super::written::Names;
use super::conditions::Condition;
use super::flow::Frame;
use super::macros::Macro;
use super::pool::Pool;
use crate::asm::section;
use crate::asm::symbols::{Direction, NumberedLabels, Symbols};
use crate::asm::{Arithmetic, Expression, Flaw, Place, Scope, Value};
use crate::diagnostics::{FileId, Span};

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Known(Value),
    /// It can be set again, so that every use means the value that it has there.
    Set(Value),
    /// The value of an expression that stands at a place.
    Later(Expression, Option<Place>),
}

/// A part of a source of armasm in which numeric local labels are found: it reaches to the next `AREA` or `ROUT`.
#[derive(Clone, Debug, Default)]
pub(super) struct Routine {
    /// The number of parts that come before it.
    pub(super) number: u32,
    /// The name that `ROUT` gives it.
    pub(super) name: Option<String>,
}

/// The key by which a numeric local label is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LocalKey {
    /// The number of the routine.
    routine: u32,
    /// The use of a macro whose lines define it; `None` for a look in all of them.
    level: Option<usize>,
    number: u32,
}

/// One source with all that it includes.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about the source")]
pub(super) struct Unit {
    pub(super) number: usize,
    pub(super) file: FileId,
    pub(super) dialect: Dialect,
    /// True if constants need no `#`, as in the unified syntax of GNU `as`.
    pub(super) is_unified: bool,
    /// True if the source names a processor without `MOVW`.
    pub(super) is_old: bool,
    pub(super) symbols: Symbols<Meaning>,
    pub(super) locals: NumberedLabels<LocalKey, Place>,
    /// The part of the source in which numeric local labels are found.
    pub(super) routine: Routine,
    /// The number of the statement that is read.
    pub(super) statement: usize,
    /// Names of registers.
    pub(super) aliases: BTreeMap<String, u8>,
    /// Names of lists of registers, which are masks.
    pub(super) lists: BTreeMap<String, u16>,
    pub(super) exported: BTreeMap<String, Span>,
    pub(super) imported: BTreeMap<String, Span>,
    /// Names that may be undefined, whose value is zero then.
    pub(super) weak: BTreeSet<String>,
    /// The section that is being filled.
    pub(super) section: Option<usize>,
    pub(super) previous: Option<usize>,
    pub(super) pushed: Vec<Option<usize>>,
    pub(super) section_names: BTreeMap<String, usize>,
    pub(super) pools: BTreeMap<usize, Pool>,
    pub(super) macros: BTreeMap<String, Rc<Macro>>,
    /// The number of uses of macros, as `\@` counts.
    pub(super) uses: usize,
    /// The number of times that the lines of macros were read.
    pub(super) levels: usize,
    pub(super) frames: Vec<Frame>,
    pub(super) conditions: Vec<Condition>,
    /// Global variables of armasm.
    pub(super) variables: BTreeMap<String, Value>,
    /// The place that a description of memory has reached.
    pub(super) map: Option<Value>,
    /// Files that were read, as one can be read again.
    pub(super) read: BTreeMap<String, FileId>,
    /// Labels that have the names of instructions, until something refers to them.
    pub(super) suspicious: Vec<(Span, String)>,
    /// True if it was reported that nothing can stand outside of areas.
    pub(super) misses_area: bool,
    pub(super) has_end: bool,
}

/// The separator in the name of a reference to a numeric local label, a character that no name can have.
const LOCAL: char = '\u{1}';

impl Unit {
    pub(super) fn arithmetic(&self) -> Arithmetic {
        match self.dialect {
            Dialect::Armasm => Arithmetic::Word,
            Dialect::Gnu => Arithmetic::Wide,
        }
    }

    /// The value of an expression at this point of the source.
    pub(super) fn evaluate(&self, expression: &Expression, here: Option<Place>) -> Result<Value, Flaw> {
        let mut lookup = |name: &Rc<str>| match self.find(name)? {
            Meaning::Known(value) | Meaning::Set(value) => Some(value),
            Meaning::Later(..) => None,
        };
        let arithmetic = self.arithmetic();
        expression.evaluate(&mut Scope { arithmetic, here, bases: None, lookup: &mut lookup })
    }

    /// The meaning of a name of this source.
    pub(super) fn find(&self, name: &str) -> Option<Meaning> {
        if let Some((number, rest)) = name.split_once(LOCAL) {
            let (direction, rest) = rest.split_at_checked(1)?;
            let direction = match direction {
                "b" => Direction::Backward,
                "f" => Direction::Forward,
                _ => Direction::Either,
            };
            let mut parts = rest.split(LOCAL);
            let (statement, routine) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let number = number.parse().ok()?;
            let keys: Vec<LocalKey> =
                parts.map(|level| LocalKey { routine, level: level.parse().ok(), number }).collect();
            let place = self.locals.nearest(&keys, statement, direction)?;
            return Some(Meaning::Known(Value::Place(*place)));
        }
        Some(self.symbols.get(name)?.meaning.clone())
    }

    /// The place of a label.
    pub(super) fn place(&self, name: &str) -> Option<Place> {
        match self.find(name)? {
            Meaning::Known(Value::Place(place)) => Some(place),
            _ => None,
        }
    }

    /// The address of a label.
    pub(super) fn address(&self, name: &str, bases: &[u32]) -> Option<u32> {
        Some(section::address_of(self.place(name)?, bases))
    }

    /// All names with their places and meanings.
    pub(super) fn definitions(&self) -> impl Iterator<Item = (&str, Span, &Meaning)> {
        self.symbols.names().filter_map(|name| {
            let definition = self.symbols.get(name)?;
            Some((name, definition.span, &definition.meaning))
        })
    }

    /// A variable of armasm, local ones first.
    pub(super) fn variable(&self, name: &str) -> Option<&Value> {
        let of_macro = self.frames.iter().rev().find(|frame| frame.is_macro);
        of_macro.and_then(|frame| frame.variables.get(name)).or_else(|| self.variables.get(name))
    }

    /// Defines a numeric local label at a place.
    pub(super) fn define_local(&mut self, number: u32, place: Place) {
        let (routine, innermost) = (self.routine.number, self.levels().next());
        for level in [None, innermost] {
            self.locals.define(LocalKey { routine, level, number }, self.statement, place);
        }
    }

    /// The uses of macros whose lines are read now, the innermost one first, and the source itself, which is 0.
    fn levels(&self) -> impl Iterator<Item = usize> {
        let levels = self.frames.iter().rev().filter(|frame| frame.is_macro).map(|frame| frame.level);
        levels.chain([0]).take(if self.dialect == Dialect::Gnu { 0 } else { usize::MAX })
    }

    /// The use of the outermost macro that is being read.
    pub(super) fn call(&self) -> Option<Span> {
        self.frames.iter().find_map(|frame| frame.call)
    }
}

impl Words for Unit {
    fn value(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.variable(name) {
            return Some(value.clone());
        }
        match &self.symbols.get(name)?.meaning {
            Meaning::Set(value) => Some(value.clone()),
            _ => None,
        }
    }

    fn local(&self, local: &Local) -> Rc<str> {
        let direction = match local.direction {
            Direction::Backward => 'b',
            Direction::Forward => 'f',
            Direction::Either => 'e',
        };
        let is_other = local.routine.is_some() && local.routine != self.routine.name;
        // There is no routine with this number.
        let routine = if is_other { u32::MAX } else { self.routine.number };
        let mut name = format!("{}{LOCAL}{direction}{}{LOCAL}{routine}", local.number, self.statement);
        let most = match local.levels {
            Levels::This => 1,
            Levels::Outwards => usize::MAX,
            Levels::All => 0,
        };
        let levels: Vec<usize> = self.levels().take(most).collect();
        if levels.is_empty() {
            name.push(LOCAL);
        }
        for level in levels {
            name.push(LOCAL);
            name.push_str(&level.to_string());
        }
        name.into()
    }
}

impl Names for Unit {
    fn list(&self, name: &str) -> Option<u16> {
        self.lists.get(name).copied()
    }

    fn alias(&self, name: &str) -> Option<u8> {
        self.aliases.get(name).copied()
    }
}
