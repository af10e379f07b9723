//! The machine that a spec asks for.

use super::load::Node;
use super::reader::Reader;
use super::schema;
use super::types::Machine;
use crate::isa::mips::{InputMode, MEMORY_MAPS, MemoryMap};
use crate::isa::{Isa, lc3, mips};

/// The editions of the book with their names in specs.
pub(super) const EDITIONS: [(&str, lc3::Edition); 2] =
    [("2", lc3::Edition::Second), ("3", lc3::Edition::Third)];

/// What programs may touch, with its names in specs.
pub(super) const ACCESSES: [(&str, lc3::Access); 2] =
    [("enforced", lc3::Access::Enforced), ("open", lc3::Access::Open)];

/// The machine of an instruction set of which a spec says nothing.
pub(super) fn usual(isa: Isa) -> Machine {
    match isa {
        Isa::Lc3 => Machine::Lc3(lc3::Setup::default()),
        Isa::Mips => Machine::Mips(mips::Setup::default(), MemoryMap::default()),
    }
}

/// Reads the setup of a machine; what is not said is as it is in `usual`.
pub(super) fn read(reader: &mut Reader, usual: Machine, node: Option<&Node>) -> Machine {
    let Some(node) = node else { return usual };
    match usual {
        Machine::Lc3(setup) => Machine::Lc3(lc3_setup(reader, setup, node)),
        Machine::Mips(setup, map) => {
            let (setup, map) = mips_setup(reader, setup, map, node);
            Machine::Mips(setup, map)
        }
    }
}

fn lc3_setup(reader: &mut Reader, mut setup: lc3::Setup, node: &Node) -> lc3::Setup {
    let fields = reader.fields(node, ("`machine` of LC-3", "`machine` của LC-3"), &schema::LC3_MACHINE);
    let profiles: Vec<(&str, lc3::Profile)> =
        lc3::PROFILES.iter().map(|profile| (profile.id, *profile)).collect();
    if let Some(profile) = fields.get("profile").and_then(|node| reader.choice(node, &profiles)) {
        setup = profile.into();
    }
    if let Some(edition) = fields.get("edition").and_then(|node| reader.choice(node, &EDITIONS)) {
        setup.edition = edition;
    }
    if let Some(access) = fields.get("access").and_then(|node| reader.choice(node, &ACCESSES)) {
        setup.access = access;
    }
    if let Some(delay) = reader.number_of(&fields, "key_delay") {
        setup.key_delay = delay;
    }
    setup
}

fn mips_setup(
    reader: &mut Reader,
    mut setup: mips::Setup,
    mut map: MemoryMap,
    node: &Node,
) -> (mips::Setup, MemoryMap) {
    let fields = reader.fields(node, ("`machine` of MIPS", "`machine` của MIPS"), &schema::MIPS_MACHINE);
    let profiles: Vec<(&str, mips::Profile)> =
        mips::PROFILES.iter().map(|(id, profile, _)| (*id, *profile)).collect();
    if let Some(profile) = fields.get("profile").and_then(|node| reader.choice(node, &profiles)) {
        setup = profile.into();
    }
    if let Some(input) = fields.get("input").and_then(|node| reader.choice(node, &InputMode::ALL)) {
        setup.input = input;
    }
    let mut switch = |key: &str, value: &mut bool| {
        if let Some(on) = fields.get(key).and_then(|node| reader.boolean(node)) {
            *value = on;
        }
    };
    switch("start_at_main", &mut setup.start_at_main);
    switch("delayed_branches", &mut setup.delayed_branches);
    switch("self_modifying", &mut setup.self_modifying);
    let maps: Vec<(&str, MemoryMap)> = MEMORY_MAPS.iter().map(|map| (map.id, *map)).collect();
    if let Some(wanted) = fields.get("memory").and_then(|node| reader.choice(node, &maps)) {
        map = wanted;
    }
    if let Some(seed) = reader.number_of(&fields, "seed") {
        setup.seed = seed;
    }
    (setup, map)
}
