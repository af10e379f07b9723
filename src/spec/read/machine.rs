//! The machine that a spec asks for: the keys that its instruction set has.

use crate::isa::Isa;
use crate::machine::{KeyRow, KeyValue, Kind, Machine, Overrides, Place};
use crate::spec::reader::Reader;
use crate::spec::schema;
use crate::spec::tree::Node;

/// Reads the keys of a machine that have another value in one case.
pub(in crate::spec) fn overrides(reader: &mut Reader, isa: &Isa, node: Option<&Node>) -> Overrides {
    let mut overrides = Overrides::default();
    for (key, value) in node.map(|node| values(reader, isa, Place::Case, node)).unwrap_or_default() {
        overrides.set(key, value);
    }
    overrides
}

/// Reads the setup of a machine; what is not said is as it is in `usual`.
pub(in crate::spec) fn read(reader: &mut Reader, usual: Machine, node: Option<&Node>) -> Machine {
    let mut machine = usual;
    for (key, value) in node.map(|node| values(reader, machine.isa, Place::Spec, node)).unwrap_or_default() {
        machine.setup.set(key, value);
    }
    machine
}

/// The keys that can be given in a place and are given there, with their values.
fn values(reader: &mut Reader, isa: &Isa, place: Place, node: &Node) -> Vec<(&'static str, KeyValue)> {
    let (what, section) = schema::machine(isa, place);
    let fields = reader.fields(node, what, section);
    let keys = (isa.keys)().into_iter().filter(|key| key.places.contains(&place));
    let value = |key: KeyRow| {
        let node = fields.get(key.name)?;
        let value = match key.takes {
            Kind::OneOf(words) => {
                let choices: Vec<(&str, usize)> = words.into_iter().zip(0..).collect();
                reader.choice(node, &choices).map(KeyValue::Word)
            }
            Kind::Switch => reader.boolean(node).map(KeyValue::Switch),
            Kind::Number(smallest, largest) => reader.number(node, smallest, largest).map(KeyValue::Number),
        };
        Some((key.name, value?))
    };
    keys.filter_map(value).collect()
}
