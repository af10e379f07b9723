//! Making an input smaller that breaks a program, as long as it still does: first parts are left out, large ones before
//! small ones, then entries are replaced by simpler ones.

use std::collections::BTreeSet;

use super::draw::Tree;

/// Makes an input smaller until nothing can be left out or replaced, or `runs` inputs have been tried. The same input
/// and the same answers give the same result.
pub(super) fn shrink(tree: Tree, runs: usize, fails: &mut dyn FnMut(&Tree) -> bool) -> Tree {
    let mut search = Search { best: tree, runs, fails };
    loop {
        let before = search.best.clone();
        search.leave_out();
        search.replace_alike();
        search.replace_one_by_one();
        if search.best == before || search.runs == 0 {
            return search.best;
        }
    }
}

struct Search<'f> {
    best: Tree,
    runs: usize,
    fails: &'f mut dyn FnMut(&Tree) -> bool,
}

impl Search<'_> {
    /// Takes a smaller input if it still fails.
    fn try_out(&mut self, smaller: Tree) -> bool {
        if self.runs == 0 {
            return false;
        }
        self.runs -= 1;
        let fails = (self.fails)(&smaller);
        if fails {
            self.best = smaller;
        }
        fails
    }

    /// Leaves out parts of every list, beginning with halves.
    fn leave_out(&mut self) {
        // The lists within a part that is left out are gone, so that the list of lists is looked up each time.
        let mut nth = 0;
        while let Some((count, least)) =
            list(&mut self.best.clone(), nth).map(|(items, least)| (items.len(), least))
        {
            let mut size = count.saturating_sub(least);
            while size > 0 {
                let mut start = 0;
                while let Some((count, least)) =
                    list(&mut self.best.clone(), nth).map(|(items, least)| (items.len(), least))
                {
                    if start + size > count || count - size < least {
                        break;
                    }
                    let mut smaller = self.best.clone();
                    if let Some((items, _)) = list(&mut smaller, nth) {
                        items.drain(start..start + size);
                    }
                    if !self.try_out(smaller) {
                        start += 1.max(size / 2);
                    }
                }
                size /= 2;
            }
            nth += 1;
        }
    }

    /// Replaces all entries of one text by a simpler one: a line of four may lie in another column, if all of
    /// it does.
    fn replace_alike(&mut self) {
        let texts: BTreeSet<String> = self.best.entries().into_iter().collect();
        for text in texts {
            let mut simpler = Vec::new();
            visit(&mut self.best.clone(), &mut |entry, candidates| {
                if *entry == text && simpler.is_empty() {
                    simpler.clone_from(candidates);
                }
            });
            for other in simpler {
                let mut smaller = self.best.clone();
                visit(&mut smaller, &mut |entry, candidates| {
                    if *entry == text {
                        put(entry, candidates, &other);
                    }
                });
                if smaller != self.best && self.try_out(smaller) {
                    break;
                }
            }
        }
    }

    /// Replaces entries by simpler ones, one by one.
    fn replace_one_by_one(&mut self) {
        let mut nth = 0;
        loop {
            let mut simpler = None;
            at(&mut self.best.clone(), nth, &mut |_, candidates| simpler = Some(candidates.clone()));
            let Some(simpler) = simpler else { return };
            for other in simpler {
                let mut smaller = self.best.clone();
                at(&mut smaller, nth, &mut |entry, candidates| put(entry, candidates, &other));
                if self.try_out(smaller) {
                    break;
                }
            }
            nth += 1;
        }
    }
}

/// Replaces an entry by one of its simpler ones; simpler than that are those that stand before it.
fn put(entry: &mut String, candidates: &mut Vec<String>, other: &str) {
    if let Some(at) = candidates.iter().position(|candidate| candidate == other) {
        candidates.truncate(at);
        other.clone_into(entry);
    }
}

/// An action on an entry and on its simpler replacements.
type Visit<'v> = dyn FnMut(&mut String, &mut Vec<String>) + 'v;

fn visit(tree: &mut Tree, action: &mut Visit<'_>) {
    match tree {
        Tree::Entry { text, simpler } => action(text, simpler),
        Tree::All(items) | Tree::Some { items, .. } => items.iter_mut().for_each(|item| visit(item, action)),
    }
}

/// Visits one entry by its number.
fn at(tree: &mut Tree, nth: usize, action: &mut Visit<'_>) {
    let mut number = 0;
    visit(tree, &mut |text, simpler| {
        if number == nth {
            action(text, simpler);
        }
        number += 1;
    });
}

/// A list of which parts may be left out, by its number, and how many must remain.
fn list(tree: &mut Tree, nth: usize) -> Option<(&mut Vec<Tree>, usize)> {
    fn find<'t>(tree: &'t mut Tree, nth: &mut usize) -> Option<(&'t mut Vec<Tree>, usize)> {
        match tree {
            Tree::Entry { .. } => None,
            Tree::All(items) => items.iter_mut().find_map(|item| find(item, nth)),
            Tree::Some { items, least, .. } => {
                if *nth == 0 {
                    return Some((items, *least));
                }
                *nth -= 1;
                items.iter_mut().find_map(|item| find(item, nth))
            }
        }
    }
    let mut nth = nth;
    find(tree, &mut nth)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::draw::Tree;
    use super::{list, shrink};

    fn digit(text: char) -> Tree {
        let simpler = ('1'..text).map(String::from).collect();
        Tree::Entry { text: text.to_string(), simpler }
    }

    fn game(keys: &str) -> Tree {
        Tree::Some { items: keys.chars().map(digit).collect(), least: 0, is_counted: false }
    }

    fn words(tree: &Tree) -> String {
        tree.entries().concat()
    }

    /// Four of the same key.
    fn has_four(tree: &Tree) -> bool {
        let keys = words(tree);
        ('1'..='6').any(|key| keys.matches(key).count() >= 4)
    }

    #[test]
    fn what_is_needed_remains_and_becomes_simple() {
        let shrunk = shrink(game("3152624436431535"), 1_000, &mut has_four);
        assert_eq!(words(&shrunk), "1111");
        let shrunk = shrink(game("12"), 1_000, &mut |_| true);
        assert_eq!(words(&shrunk), "");
    }

    #[test]
    fn a_count_keeps_step_with_what_is_counted() {
        let list = Tree::Some { items: "46352".chars().map(digit).collect(), least: 1, is_counted: true };
        let shrunk =
            shrink(list, 1_000, &mut |tree| tree.entries()[1..].iter().any(|entry| entry.as_str() >= "5"));
        assert_eq!(shrunk.entries(), ["1", "5"]);
    }

    proptest! {
        /// The result fails; whatever is left out of it passes; and it is the same again.
        #[test]
        fn the_laws_of_shrinking_hold(keys in "[1-6]{0,30}", wanted in "[1-6]{1,4}", modulus in 2..5usize) {
            // Two kinds of failing: keys that stand in this order, and a number of keys.
            let in_order = |tree: &Tree| {
                let words = words(tree);
                let mut rest = words.chars();
                wanted.chars().all(|key| rest.any(|other| other == key))
            };
            let by_count = |tree: &Tree| !tree.entries().is_empty() && tree.entries().len().is_multiple_of(modulus);
            for fails in [&in_order as &dyn Fn(&Tree) -> bool, &by_count] {
                let tree = game(&keys);
                if !fails(&tree) {
                    continue;
                }
                let shrunk = shrink(tree.clone(), 10_000, &mut |tree| fails(tree));
                prop_assert!(fails(&shrunk));
                prop_assert!(shrunk.entries().len() <= tree.entries().len());
                prop_assert_eq!(&shrunk, &shrink(tree, 10_000, &mut |tree| fails(tree)));
                for at in 0..shrunk.entries().len() {
                    let mut smaller = shrunk.clone();
                    list(&mut smaller, 0).expect("there is a list").0.remove(at);
                    prop_assert!(!fails(&smaller), "{} can do without {at}", words(&shrunk));
                }
            }
        }

        /// No more inputs are tried than allowed.
        #[test]
        fn shrinking_ends(keys in "[1-6]{0,30}", runs in 0..40usize) {
            let mut tried = 0;
            shrink(game(&keys), runs, &mut |tree| { tried += 1; tree.entries().len() > 3 });
            prop_assert!(tried <= runs);
        }
    }
}
