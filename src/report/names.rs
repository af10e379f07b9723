//! The names of files that hold one submission each.

use std::collections::BTreeSet;

use super::visible::harmless;

/// Names for files, made of the ids of submissions in the order of the class. No two of them are one file.
#[derive(Clone, Debug, Default)]
pub struct FileNames(BTreeSet<String>);

impl FileNames {
    /// The name for the next submission, without an extension.
    pub fn next(&mut self, id: &str) -> String {
        let name = harmless(id).replace(['/', '\\'], "_");
        let mut number = 1;
        let mut free = name.clone();
        // Some file systems do not tell capital letters from small ones.
        while !self.0.insert(free.to_lowercase()) {
            number += 1;
            free = format!("{name}~{number}");
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::FileNames;

    #[test]
    fn no_two_names_are_one_file() {
        let mut names = FileNames::default();
        let files = ["an", "AN", "a/b", "a\\b", "../x"].map(|id| names.next(id));
        assert_eq!(files, ["an", "AN~2", "a_b", "a_b~2", ".._x"]);
    }
}
