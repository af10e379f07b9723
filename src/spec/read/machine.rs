//! The machine that a spec asks for: the keys that its instruction set has.

use crate::machine::{KeyValue, Kind, Machine, Place};
use crate::spec::reader::Reader;
use crate::spec::schema;
use crate::spec::tree::Node;

/// Reads the setup of a machine; what is not said is as it is in `usual`.
pub(in crate::spec) fn read(reader: &mut Reader, usual: Machine, node: Option<&Node>) -> Machine {
    let Some(node) = node else { return usual };
    let mut machine = usual;
    let (what, section) = schema::machine(machine.isa);
    let fields = reader.fields(node, what, section);
    for key in (machine.isa.keys)().into_iter().filter(|key| key.places.contains(&Place::Spec)) {
        let Some(node) = fields.get(key.name) else { continue };
        let value = match key.takes {
            Kind::OneOf(words) => {
                let choices: Vec<(&str, usize)> = words.into_iter().zip(0..).collect();
                reader.choice(node, &choices).map(KeyValue::Word)
            }
            Kind::Switch => reader.boolean(node).map(KeyValue::Switch),
            Kind::Number(smallest, largest) => reader.number(node, smallest, largest).map(KeyValue::Number),
        };
        if let Some(value) = value {
            machine.setup.set(key.name, value);
        }
    }
    machine
}
