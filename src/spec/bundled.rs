//! The specs that are bundled with the program, so that it needs no files of its own where it is installed.

use std::path::{Component, Path};

use crate::diagnostics::{Text, suggest_within, text};

/// A bundled spec.
#[derive(Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The name on the command line: that of its file in `specs/`, without the ending.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Makes the table out of the names of files.
macro_rules! bundled {
    ($($name:literal),+ $(,)?) => {
        &[$(Bundled { name: $name, text: include_str!(concat!("../../specs/", $name, ".yaml")) }),+]
    };
}

/// The bundled specs, sorted by name.
pub const BUNDLED: &[Bundled] = bundled![
    "arm-connect-four",
    "arm-connect-four-computer",
    "c-connect-four",
    "lc3",
    "lc3-ee306",
    "mips-four",
    "mips-gomoku",
];

impl Bundled {
    /// The id of the spec, which finds it too.
    fn id(&self) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix("id: ")).unwrap_or_default().trim()
    }
}

/// The bundled spec that a path means: a name alone, where there is no file of this name.
pub fn bundled(path: &Path) -> Option<&'static Bundled> {
    let mut components = path.components();
    let (Some(Component::Normal(name)), None) = (components.next(), components.next()) else { return None };
    let name = name.to_str().filter(|_| !path.is_file())?;
    let of_name = BUNDLED.iter().find(|known| known.name == name);
    of_name.or_else(|| BUNDLED.iter().find(|known| known.id() == name))
}

/// The bundled specs, and the one that was probably meant, for a path that leads to no file and looks like a name.
pub(in crate::spec) fn names_near(path: &Path) -> Option<Text> {
    /// More letters that differ make it another word.
    const MOST_DIFFERENT: usize = 3;
    let name = path.file_name().filter(|_| path.extension().is_none())?.to_string_lossy();
    let known = || BUNDLED.iter().map(|known| known.name);
    let guess = suggest_within(MOST_DIFFERENT.min(name.chars().count() / 2), &name, known());
    let guess = guess.map(|guess| text!("; did you mean `{guess}`?", "; có phải ý bạn là `{guess}`?"));
    let (guess, guess_vi) = guess.unwrap_or_default().into_both();
    let known = known().collect::<Vec<_>>().join(", ");
    Some(text!("; the bundled specs are {known}{guess}", "; các spec có sẵn: {known}{guess_vi}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{BUNDLED, bundled, names_near};

    #[test]
    fn every_shipped_spec_is_bundled() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let paths = files.map(|file| file.expect("it can be listed").path());
        let specs = paths.filter(|path| path.extension().is_some_and(|ending| ending == "yaml"));
        let mut names: Vec<String> = specs
            .map(|path| path.file_stem().expect("it has a name").to_string_lossy().into_owned())
            .collect();
        names.sort();
        let known: Vec<&str> = BUNDLED.iter().map(|known| known.name).collect();
        assert_eq!(known, names);
    }

    #[test]
    fn a_name_alone_finds_a_spec_and_so_does_its_id() {
        for (path, name) in [
            ("lc3", Some("lc3")),
            ("lc3-connect-four", Some("lc3")),
            ("mips-gomoku", Some("mips-gomoku")),
            ("lc3.yaml", None),
            ("./lc3", None),
            ("specs/lc3", None),
            ("", None),
        ] {
            assert_eq!(bundled(Path::new(path)).map(|found| found.name), name, "{path}");
        }
    }

    #[test]
    fn what_is_nearly_a_name_is_suggested() {
        let said = |path: &str| names_near(Path::new(path)).unwrap_or_default().into_both().0;
        assert!(said("mips-gomku").ends_with("did you mean `mips-gomoku`?"));
        assert!(said("lc4").ends_with("did you mean `lc3`?"));
        assert!(!said("homework").contains("did you mean"));
        assert_eq!(said("nowhere.yaml"), "");
    }
}
