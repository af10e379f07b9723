//! The machine that a spec asks for.

use super::load::Node;
use super::reader::Reader;
use super::types::Machine;
use crate::isa::mips::{InputMode, MEMORY_MAPS, MemoryMap};
use crate::isa::{Isa, lc3, mips};

/// Reads the setup of a machine of this instruction set.
pub(super) fn read(reader: &mut Reader, isa: Isa, node: Option<&Node>) -> Machine {
    match isa {
        Isa::Lc3 => Machine::Lc3(lc3_setup(reader, node)),
        Isa::Mips => {
            let (setup, map) = mips_setup(reader, node);
            Machine::Mips(setup, map)
        }
    }
}

fn lc3_setup(reader: &mut Reader, node: Option<&Node>) -> lc3::Setup {
    let mut setup = lc3::Setup::default();
    let Some(node) = node else { return setup };
    let known = ["profile", "edition", "access", "key_delay"];
    let fields = reader.fields(node, ("`machine` of LC-3", "`machine` của LC-3"), &known);
    let profiles: Vec<(&str, lc3::Profile)> =
        lc3::PROFILES.iter().map(|profile| (profile.id, *profile)).collect();
    if let Some(profile) = fields.get("profile").and_then(|node| reader.choice(node, &profiles)) {
        setup = profile.into();
    }
    let editions = [("2", lc3::Edition::Second), ("3", lc3::Edition::Third)];
    if let Some(edition) = fields.get("edition").and_then(|node| reader.choice(node, &editions)) {
        setup.edition = edition;
    }
    let rules = [("enforced", lc3::Access::Enforced), ("open", lc3::Access::Open)];
    if let Some(access) = fields.get("access").and_then(|node| reader.choice(node, &rules)) {
        setup.access = access;
    }
    if let Some(delay) = fields.get("key_delay").and_then(|node| reader.number(node, 0, 1_000_000)) {
        setup.key_delay = delay;
    }
    setup
}

fn mips_setup(reader: &mut Reader, node: Option<&Node>) -> (mips::Setup, MemoryMap) {
    let (mut setup, mut map) = (mips::Setup::default(), MemoryMap::default());
    let Some(node) = node else { return (setup, map) };
    let known = ["profile", "input", "start_at_main", "delayed_branches", "self_modifying", "memory", "seed"];
    let fields = reader.fields(node, ("`machine` of MIPS", "`machine` của MIPS"), &known);
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
    if let Some(seed) = fields.get("seed").and_then(|node| reader.number(node, 0, u64::MAX)) {
        setup.seed = seed;
    }
    (setup, map)
}
