//! The options of a reference: how they are defined and named.
//!
//! A name is written with hyphens: the option `fault_limit` is `fault-limit`, its value `Fourth` is `fourth`.

/// Defines an option: an enum without data whose first value is the default.
macro_rules! option {
    ($(#[$about:meta])* $name:ident {
        $(#[$first_about:meta])* $first:ident,
        $($(#[$value_about:meta])* $value:ident,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[$first_about])*
            #[default]
            $first,
            $($(#[$value_about])* $value,)*
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &[Self] = &[Self::$first, $(Self::$value),*];
            /// The values as they are written here, in the same order.
            const WORDS: &[&str] = &[stringify!($first), $(stringify!($value)),*];

            /// The value of a name.
            pub(crate) fn named(name: &str) -> Option<Self> {
                let number = Self::WORDS.iter().position(|word| crate::option::is_name_of(word, name))?;
                Self::ALL.get(number).copied()
            }
        }
    };
}

/// Defines how the options of a set of rules are listed and set by name.
macro_rules! by_name {
    ($rules:ident { $($field:ident: $option:ident),* $(,)? }) => {
        impl $rules {
            /// Every option with its values, as they are named.
            pub fn options() -> Vec<(String, Vec<String>)> {
                vec![$((
                    crate::option::name_of(stringify!($field)),
                    $option::ALL.iter().map(|value| crate::option::name_of(&format!("{value:?}"))).collect(),
                )),*]
            }

            /// Sets an option; `false` if there is no such option, or if it has no such value.
            pub fn set(&mut self, option: &str, value: &str) -> bool {
                $(if crate::option::is_name_of(stringify!($field), option) {
                    return match $option::named(value) {
                        Some(meant) => {
                            self.$field = meant;
                            true
                        }
                        None => false,
                    };
                })*
                false
            }

            /// The value that an option has.
            pub fn value(&self, option: &str) -> Option<String> {
                $(if option == crate::option::name_of(stringify!($field)) {
                    return Some(crate::option::name_of(&format!("{:?}", self.$field)));
                })*
                None
            }
        }
    };
}

pub(crate) use {by_name, option};

/// Tests whether this is the name of a field or a value; options are set for each game, so no name is
/// allocated, and most are told apart by their first letter.
pub(crate) fn is_name_of(word: &str, name: &str) -> bool {
    let first = |text: &str| text.as_bytes().first().map(u8::to_ascii_lowercase);
    first(word) == first(name) && letters(word).eq(name.chars())
}

/// The name of a field or a value.
pub(crate) fn name_of(word: &str) -> String {
    letters(word).collect()
}

/// The letters of a name: small ones, with a hyphen between words.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().enumerate().flat_map(|(at, c)| {
        let parts = c == '_' || at > 0 && c.is_ascii_uppercase();
        parts.then_some('-').into_iter().chain((c != '_').then_some(c.to_ascii_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use crate::{four_in_a_row, gomoku};

    #[test]
    fn every_option_is_set_by_its_name() {
        let mut rules = four_in_a_row::Rules::default();
        for (option, values) in four_in_a_row::Rules::options() {
            for value in values.iter().rev() {
                assert!(rules.set(&option, value), "{option}: {value}");
                assert_eq!(rules.value(&option).as_ref(), Some(value));
            }
        }
        for name in ["fault-limit", "faultlimit", "fault-limit-", "-fault-limit", "fault", ""] {
            assert_eq!(super::is_name_of("fault_limit", name), name == "fault-limit", "{name}");
            assert_eq!(super::is_name_of("FaultLimit", name), name == "fault-limit", "{name}");
        }
        assert!(rules.set("fault-limit", "third") && !rules.set("fault-limit", "fifth"));
        assert!(!rules.set("colour", "red") && rules.value("colour").is_none());
        let mut rules = gomoku::Rules::default();
        assert!(rules.set("axes", "x-is-column") && rules.axes == gomoku::Axes::XIsColumn);
    }
}
