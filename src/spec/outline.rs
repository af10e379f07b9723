//! The fingerprints of the parts of a spec.

use crate::fingerprint::{Fingerprint, hex};
use crate::spec::lint::of_nodes;
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Outline, Spec};

/// Keys of a spec that change no grade, and those that are looked at part by part.
const OF_SPEC: [&str; 7] = ["grader", "id", "title", "points", "groups", "model", "selfcheck"];
/// The same of a group. Who sees what is no matter of grades.
const OF_GROUP: [&str; 7] = ["id", "title", "hint", "points", "cases", "visibility", "show"];
/// The same of a case.
const OF_CASE: [&str; 3] = ["id", "points", "weight"];
/// The name of what stands in other files.
const FILES: &str = "files";
/// Keys after which the names of files stand.
const PATHS: [&str; 4] = ["model", "command", "starter", "harness"];
/// This many digits tell two editions apart.
const DIGITS: usize = 16;

/// The outline of a spec that was read from a tree, in which the texts of other files stand already; `named` are those that do not.
pub(in crate::spec) fn outline<'b>(
    root: &Node,
    spec: &Spec,
    named: impl Iterator<Item = &'b [u8]>,
) -> Outline {
    let mut outline = Outline::default();
    for (key, value) in entries(root) {
        if let NodeValue::Scalar(name) = &key.value
            && !OF_SPEC.contains(&name.as_str())
        {
            let name = name.clone();
            outline.keys.insert(name, short(|hash| add(value, &[], hash)));
        }
    }
    let named: Vec<&[u8]> = named.collect();
    if !named.is_empty() {
        outline.keys.insert(FILES.to_owned(), short(|hash| named.iter().for_each(|bytes| hash.add(bytes))));
    }
    let nodes = root.get("groups").map(Node::items).unwrap_or_default();
    for (node, group) in nodes.iter().zip(&spec.groups) {
        outline.groups.insert(group.id.clone(), short(|hash| add(node, &OF_GROUP, hash)));
        for (node, cases) in of_nodes(node, group, spec) {
            let print = short(|hash| add(node, &OF_CASE, hash));
            outline.cases.extend(cases.iter().map(|case| (case.id.clone(), print.clone())));
        }
    }
    outline
}

fn entries(node: &Node) -> &[(Node, Node)] {
    if let NodeValue::Mapping(entries) = &node.value { entries } else { &[] }
}

fn short(fill: impl FnOnce(&mut Fingerprint)) -> String {
    let mut hash = Fingerprint::default();
    fill(&mut hash);
    let mut digits = hex(&hash.finish());
    digits.truncate(DIGITS);
    digits
}

/// Adds a node without some keys of its own. The order of keys is of no account.
fn add(node: &Node, without: &[&str], hash: &mut Fingerprint) {
    match &node.value {
        NodeValue::Null => hash.add(b"nothing"),
        NodeValue::Scalar(text) => {
            hash.add(b"text");
            hash.add(text.as_bytes());
        }
        NodeValue::Sequence(items) => {
            hash.add(format!("list of {}", items.len()).as_bytes());
            for item in items {
                add(item, &[], hash);
            }
        }
        NodeValue::Mapping(entries) => {
            let named = entries.iter().map(|(key, value)| match &key.value {
                NodeValue::Scalar(name) => (name.as_str(), value),
                _ => ("", value),
            });
            let mut named: Vec<(&str, &Node)> = named.filter(|(name, _)| !without.contains(name)).collect();
            named.sort_by_key(|(name, _)| *name);
            hash.add(format!("mapping of {}", named.len()).as_bytes());
            for (name, value) in named {
                hash.add(name.as_bytes());
                if PATHS.contains(&name) {
                    add_path(value, name == "command", hash);
                } else {
                    add(value, &[], hash);
                }
            }
        }
    }
}

/// Adds the value of a key that names files: a name without its folders, as these depend on where the spec lies.
fn add_path(value: &Node, is_command: bool, hash: &mut Fingerprint) {
    match &value.value {
        NodeValue::Scalar(path) => hash.add(path.rsplit(['/', '\\']).next().unwrap_or(path).as_bytes()),
        NodeValue::Sequence(items) => {
            hash.add(format!("list of {}", items.len()).as_bytes());
            // After the program of a command come words of any kind.
            let count = if is_command { 1 } else { items.len() };
            let (paths, words) = items.split_at(count.min(items.len()));
            for item in paths {
                add_path(item, false, hash);
            }
            for item in words {
                add(item, &[], hash);
            }
        }
        NodeValue::Mapping(entries) => {
            add(value, &["file"], hash);
            let is_file = |key: &Node| matches!(&key.value, NodeValue::Scalar(name) if name == "file");
            for (_, file) in entries.iter().filter(|(key, _)| is_file(key)) {
                add_path(file, false, hash);
            }
        }
        NodeValue::Null => add(value, &[], hash),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use crate::spec::{Outline, load};

    const SPEC: &str = "\
grader: 1
id: small
isa: lc3
points: 5
limits: { fuel: 1M, output: 1K }
groups:
  - { id: one, points: 2, cases: [{ id: a, stdin: x, expect: y }] }
  - { id: two, points: 3, cases: [{ id: b, stdin: x, expect: y }, { id: c, weight: 2, stdin: '', expect: z }] }
";

    fn outline(text: &str) -> Outline {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("spec.yaml");
        std::fs::write(&path, text).expect("the folder is ours");
        load(Path::new(&path)).expect("the spec is valid").outline
    }

    /// The names of the parts that differ.
    fn changed(text: &str) -> Vec<String> {
        let (old, new) = (outline(SPEC), outline(text));
        let differing = |old: &BTreeMap<String, String>, new: &BTreeMap<String, String>| -> Vec<String> {
            let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
            names.filter(|name| old.get(*name) != new.get(*name)).cloned().collect()
        };
        [
            differing(&old.keys, &new.keys),
            differing(&old.groups, &new.groups),
            differing(&old.cases, &new.cases),
        ]
        .concat()
    }

    #[test]
    fn a_change_shows_in_its_own_part_and_nowhere_else() {
        let none: [&str; 0] = [];
        let of = |from: &str, to: &str| changed(&SPEC.replace(from, to));
        assert_eq!(of("expect: z", "expect: zz"), ["c"]);
        assert_eq!(of("fuel: 1M", "fuel: 2M"), ["limits"]);
        assert_eq!(of("id: one, points: 2", "id: one, points: 2, compare: { as: tokens }"), ["one"]);
        assert_eq!(of("id: a, stdin: x, expect: y", "expect: y, stdin: x, id: a"), none);
        assert_eq!(of("id: small", "id: small # A comment."), none);
        assert_eq!(of("weight: 2, ", ""), none);
        assert_eq!(of("id: small", "id: small\ntitle: Smaller"), none);
        assert_eq!(of("id: b, stdin: x", "id: d, stdin: x"), ["b", "d"]);
    }

    /// Both have files that they name.
    #[test]
    fn it_is_of_no_account_where_the_spec_lies() {
        for spec in ["examples/lc3-calculator/spec.yaml", "fixtures/starter/costs.yaml"] {
            let absolute = std::env::current_dir().expect("there is one").join(spec);
            let [one, other] =
                [Path::new(spec), &absolute].map(|path| load(path).expect("it is valid").outline);
            assert!(one == other && one.keys.contains_key("files"), "{spec}");
        }
    }
}
