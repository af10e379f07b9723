//! How the options of a reference are defined, and how they are known by name.
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
        }
    };
}

/// Defines how the options of a set of rules are listed and set by name.
macro_rules! by_name {
    ($rules:ident { $($field:ident: $option:ident,)* }) => {
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
                $(if option == crate::option::name_of(stringify!($field)) {
                    let is_meant = |known: &&$option| crate::option::name_of(&format!("{known:?}")) == value;
                    return match $option::ALL.iter().find(is_meant) {
                        Some(meant) => {
                            self.$field = *meant;
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

/// The name of a field or a value: small letters, with a hyphen between words.
pub(crate) fn name_of(word: &str) -> String {
    let mut name = String::with_capacity(word.len() + 4);
    for c in word.chars() {
        match c {
            '_' => name.push('-'),
            c if c.is_ascii_uppercase() => {
                if !name.is_empty() {
                    name.push('-');
                }
                name.push(c.to_ascii_lowercase());
            }
            c => name.push(c),
        }
    }
    name
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
        assert!(rules.set("fault-limit", "third") && !rules.set("fault-limit", "fifth"));
        assert!(!rules.set("colour", "red") && rules.value("colour").is_none());
        let mut rules = gomoku::Rules::default();
        assert!(rules.set("axes", "x-is-column") && rules.axes == gomoku::Axes::XIsColumn);
    }
}
