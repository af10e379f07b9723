//! How the options of a reference are defined.

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

pub(crate) use option;
