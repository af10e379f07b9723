//! What a source gives to other sources and takes from them, as its text says. The text may be no program.

use std::collections::BTreeSet;

use super::include::names_in;

/// The directives that make a label known to other files: those of MARS and GNU as, and those of armasm.
const EXPORTS: [&str; 4] = [".globl", ".global", "export", "global"];
/// The labels at which programs begin. Every program has its own.
const ENTRIES: [&str; 4] = ["main", "_start", "__start", "__main"];
/// The marks after which the rest of a line is a comment in one of the languages.
const COMMENTS: [&str; 4] = ["#", ";", "@", "//"];

/// The ties of a source to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linkage {
    /// The names of the files that it includes, in lower case and without their folders.
    pub includes: Vec<String>,
    /// The labels that it defines for others.
    pub exports: BTreeSet<String>,
    /// The words that it uses and does not define: names of instructions, and labels of others if there are any.
    pub uses: BTreeSet<String>,
}

impl Linkage {
    /// Reads the ties in a text.
    pub fn of(text: &str) -> Self {
        let mut linkage = Self { includes: names_in(text).collect(), ..Self::default() };
        let mut labels = BTreeSet::new();
        for line in text.lines() {
            let code =
                COMMENTS.iter().filter_map(|mark| line.find(mark)).min().map_or(line, |end| &line[..end]);
            // Between quotes are no names.
            let code = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
            let mut words = code.split(|c: char| !is_of_name(c)).filter(|word| !word.is_empty());
            if words.clone().next().is_some_and(|first| EXPORTS.contains(&first.to_lowercase().as_str())) {
                linkage.exports.extend(words.skip(1).map(str::to_owned));
                continue;
            }
            // Labels of armasm have no colon, and stand where the line begins.
            let is_at_start = code.starts_with(is_of_name);
            labels.extend(words.next().filter(|_| is_at_start || code.contains(':')).map(str::to_owned));
            linkage.uses.extend(words.map(str::to_owned));
        }
        linkage.exports.retain(|name| labels.contains(name) && !ENTRIES.contains(&name.as_str()));
        linkage.uses.retain(|name| !labels.contains(name));
        linkage
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::Linkage;

    #[test]
    fn a_source_defines_labels_for_others_and_uses_theirs() {
        let text = ".globl main, draw, gone\nmain: jal draw\n jal count # and jal later\n\
                    text: .asciiz \"shown\"\ndraw: jr $ra\n";
        let linkage = Linkage::of(text);
        assert_eq!(linkage.exports.into_iter().collect::<Vec<_>>(), ["draw"]);
        for (name, is_used) in [("count", true), ("draw", false), ("later", false), ("shown", false)] {
            assert_eq!(linkage.uses.contains(name), is_used, "{name}");
        }
    }

    #[test]
    fn labels_of_armasm_have_no_colon() {
        let linkage = Linkage::of("        EXPORT  draw\ndraw    PROC\n        BL      count ; them\n");
        assert!(linkage.exports.contains("draw") && linkage.uses.contains("count"));
        assert!(!linkage.uses.contains("them"));
    }
}
