//! The functions of a program and where they keep their variables.
//!
//! Source of the format: *DWARF Debugging Information Format*, version 5, 2.6, 3.3 and 4.1.

use gimli::{AttributeValue, DebuggingInformationEntry, Dwarf, Operation, Unit, UnitOffset};

use super::{Slice, sections};

/// More types within each other no variable has.
const DEEPEST: usize = 16;

/// A function with its variables on the stack.
#[derive(Clone, Debug)]
pub(in crate::isa::c) struct Function {
    /// Its first instruction.
    pub(in crate::isa::c) start: u32,
    /// One past its last instruction.
    pub(in crate::isa::c) end: u32,
    /// The variables that are numbers or pointers, or arrays of these.
    pub(in crate::isa::c) variables: Vec<Variable>,
}

impl Function {
    /// Returns `true` if an instruction is one of it.
    pub(in crate::isa::c) fn has(&self, address: u32) -> bool {
        (self.start..self.end).contains(&address)
    }
}

/// A variable on the stack: a number or a pointer, or an array of these.
#[derive(Clone, Debug)]
pub(in crate::isa::c) struct Variable {
    /// Its name.
    pub(in crate::isa::c) name: String,
    /// Its address less that of the stack pointer when its function was called.
    pub(in crate::isa::c) offset: i32,
    /// The bytes of a number in it.
    pub(in crate::isa::c) element: u32,
    /// How many elements an array has, outermost first; none if it is no array.
    pub(in crate::isa::c) counts: Vec<u32>,
}

impl Variable {
    /// Its bytes.
    pub(in crate::isa::c) fn size(&self) -> u32 {
        self.counts.iter().fold(self.element, |size, count| size.saturating_mul(*count))
    }

    /// The number at an offset, as it is written in C, if what is loaded there lies within it.
    pub(in crate::isa::c) fn element(&self, offset: u32, cells: u32) -> Option<String> {
        if offset % self.element + cells > self.element {
            return None;
        }
        let mut number = offset / self.element;
        let mut indices = Vec::new();
        for count in self.counts.iter().rev() {
            indices.push(number % (*count).max(1));
            number /= (*count).max(1);
        }
        let index = |name: String, index: &u32| format!("{name}[{index}]");
        Some(indices.iter().rev().fold(self.name.clone(), index))
    }
}

/// The functions of an image. What cannot be read is left out.
pub(in crate::isa::c) fn functions(image: &[u8]) -> Vec<Function> {
    let mut found = Vec::new();
    let Some(dwarf) = sections(image) else { return found };
    let mut units = dwarf.units();
    while let Ok(Some(header)) = units.next() {
        if let Ok(unit) = dwarf.unit(header) {
            // What was read of a unit that is damaged stays.
            let _ = read_unit(&dwarf, &unit, &mut found);
        }
    }
    found
}

fn read_unit<'d>(
    dwarf: &Dwarf<Slice<'d>>,
    unit: &Unit<Slice<'d>>,
    found: &mut Vec<Function>,
) -> gimli::Result<()> {
    let mut entries = unit.entries();
    // The function that an entry belongs to is the last one at a lower depth.
    let mut depth = None;
    while let Some(entry) = entries.next_dfs()? {
        let at = entry.depth();
        if depth.is_some_and(|depth| at <= depth) {
            depth = None;
        }
        match entry.tag() {
            gimli::DW_TAG_subprogram => {
                let range = range(entry);
                depth = range.map(|_| at);
                found.extend(range.map(|(start, end)| Function { start, end, variables: Vec::new() }));
            }
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter if depth.is_some() => {
                if let (Some(function), Some(variable)) = (found.last_mut(), variable(dwarf, unit, entry)) {
                    function.variables.push(variable);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The first address of a function, and one past its last one.
fn range(entry: &DebuggingInformationEntry<Slice<'_>>) -> Option<(u32, u32)> {
    let AttributeValue::Addr(start) = entry.attr_value(gimli::DW_AT_low_pc)? else { return None };
    let end = match entry.attr_value(gimli::DW_AT_high_pc)? {
        AttributeValue::Addr(end) => end,
        length => start.checked_add(length.udata_value()?)?,
    };
    Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
}

/// A variable on the stack that is a number or a pointer, or an array of these.
fn variable<'d>(
    dwarf: &Dwarf<Slice<'d>>,
    unit: &Unit<Slice<'d>>,
    entry: &DebuggingInformationEntry<Slice<'d>>,
) -> Option<Variable> {
    let AttributeValue::Exprloc(place) = entry.attr_value(gimli::DW_AT_location)? else { return None };
    let mut operations = place.operations(unit.encoding());
    let Some(Operation::FrameOffset { offset }) = operations.next().ok()? else { return None };
    if operations.next().ok()?.is_some() {
        return None;
    }
    let name = dwarf.attr_string(unit, entry.attr_value(gimli::DW_AT_name)?).ok()?;
    let (element, counts) = shape(unit, type_of(entry)?)?;
    Some(Variable {
        name: name.to_string_lossy().into_owned(),
        offset: i32::try_from(offset).ok()?,
        element,
        counts,
    })
}

fn type_of(entry: &DebuggingInformationEntry<Slice<'_>>) -> Option<UnitOffset> {
    match entry.attr_value(gimli::DW_AT_type)? {
        AttributeValue::UnitRef(offset) => Some(offset),
        _ => None,
    }
}

/// The bytes of a number of a type, and how many elements its arrays have; `None` of a structure, or where that is not fixed.
fn shape(unit: &Unit<Slice<'_>>, kind: UnitOffset) -> Option<(u32, Vec<u32>)> {
    let (mut kind, mut counts) = (kind, Vec::new());
    for _ in 0..DEEPEST {
        let mut tree = unit.entries_tree(Some(kind)).ok()?;
        let root = tree.root().ok()?;
        let entry = root.entry();
        match entry.tag() {
            gimli::DW_TAG_base_type | gimli::DW_TAG_pointer_type | gimli::DW_TAG_enumeration_type => {
                let size = entry.attr_value(gimli::DW_AT_byte_size)?.udata_value()?;
                return u32::try_from(size).ok().filter(|size| *size > 0).map(|size| (size, counts));
            }
            gimli::DW_TAG_typedef | gimli::DW_TAG_const_type | gimli::DW_TAG_volatile_type => {
                kind = type_of(entry)?;
            }
            gimli::DW_TAG_array_type => {
                kind = type_of(entry)?;
                let mut ranges = root.children();
                while let Some(range) = ranges.next().ok()? {
                    let last = range.entry().attr_value(gimli::DW_AT_upper_bound)?.udata_value()?;
                    counts.push(u32::try_from(last.checked_add(1)?).ok()?);
                }
            }
            _ => return None,
        }
    }
    None
}
