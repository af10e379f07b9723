//! Conditions, under which every instruction can be executed.
//!
//! Source: *ARM Architecture Reference Manual* (DDI 0100I), A3.2.

/// A condition; the number of a value is its code in instruction words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Condition {
    /// Z: equal.
    Equal,
    /// Not Z: not equal.
    NotEqual,
    /// C: unsigned higher or same.
    CarrySet,
    /// Not C: unsigned lower.
    CarryClear,
    /// N: negative.
    Minus,
    /// Not N: positive or zero.
    Plus,
    /// V: overflow.
    OverflowSet,
    /// Not V: no overflow.
    OverflowClear,
    /// C and not Z: unsigned higher.
    Higher,
    /// Not C or Z: unsigned lower or same.
    LowerOrSame,
    /// N equals V: signed greater or equal.
    GreaterOrEqual,
    /// N differs from V: signed less.
    Less,
    /// Not Z, and N equals V: signed greater.
    Greater,
    /// Z, or N differs from V: signed less or equal.
    LessOrEqual,
    /// Always.
    #[default]
    Always,
}

/// Every name with its condition; of several for one condition the first is shown.
pub const NAMES: [(&str, Condition); 17] = [
    ("EQ", Condition::Equal),
    ("NE", Condition::NotEqual),
    ("HS", Condition::CarrySet),
    ("CS", Condition::CarrySet),
    ("LO", Condition::CarryClear),
    ("CC", Condition::CarryClear),
    ("MI", Condition::Minus),
    ("PL", Condition::Plus),
    ("VS", Condition::OverflowSet),
    ("VC", Condition::OverflowClear),
    ("HI", Condition::Higher),
    ("LS", Condition::LowerOrSame),
    ("GE", Condition::GreaterOrEqual),
    ("LT", Condition::Less),
    ("GT", Condition::Greater),
    ("LE", Condition::LessOrEqual),
    ("AL", Condition::Always),
];

impl Condition {
    /// Every condition in the order of the codes.
    pub const ALL: [Self; 15] = [
        Self::Equal,
        Self::NotEqual,
        Self::CarrySet,
        Self::CarryClear,
        Self::Minus,
        Self::Plus,
        Self::OverflowSet,
        Self::OverflowClear,
        Self::Higher,
        Self::LowerOrSame,
        Self::GreaterOrEqual,
        Self::Less,
        Self::Greater,
        Self::LessOrEqual,
        Self::Always,
    ];

    /// The condition of a code; `None` for 15, which is no condition.
    pub fn of_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }

    /// The code in instruction words.
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// The suffix of a mnemonic: nothing for [`Condition::Always`].
    pub fn suffix(self) -> &'static str {
        if self == Self::Always {
            return "";
        }
        NAMES.iter().find(|(_, condition)| *condition == self).map_or("", |(name, _)| name)
    }

    /// The opposite condition; that of [`Condition::Always`] does not exist.
    pub fn opposite(self) -> Option<Self> {
        if self == Self::Always { None } else { Self::of_code(self.code() ^ 1) }
    }
}
