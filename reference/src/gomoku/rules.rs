//! The ways in which a program may read the sheet: one type for each point, the default first.

use crate::option::{by_name, option};

option! {
    /// The coordinate that is the row.
    Axes {
        /// The sheet's example, "4,5 indicates row 4, column 5", the report's program and every published one.
        XIsRow,
        /// The sheet's words, "the horizontal and vertical coordinates respectively", and the report's.
        XIsColumn,
    }
}

option! {
    /// The lines that win.
    Five {
        /// The sheet: "the first player to get 5 pieces in a line". Six and more have five in them.
        OrMore,
        /// The sheet mentions it among other variants: "six or more stones in a row does not count as a win".
        Exactly,
        /// A variant known in Vietnam: a five closed by the opponent at both ends does not win.
        NotClosed,
    }
}

option! {
    /// Numbers that begin with zeros, such as `03,4` and `0004,4`.
    LeadingZeros {
        /// The report, and most published programs. The sheet does not say.
        Accepted,
        /// Two digits at most.
        TwoDigits,
        /// Refused: a number has no needless digit.
        Refused,
    }
}

option! {
    /// Blanks around a number, such as ` 3,4` and `3, 4`.
    Blanks {
        /// The sheet: wrong format. So do the report and all published programs but one.
        Refused,
        /// They do not count.
        Ignored,
    }
}

option! {
    /// A plus sign, such as `+3,4`.
    Plus {
        /// The sheet: wrong format. So do the report and all published programs but one.
        Refused,
        /// It does not count.
        Accepted,
    }
}

option! {
    /// A number that is not there, such as `3,` and `,5`.
    Missing {
        /// The sheet: wrong format.
        Refused,
        /// The report's program takes nothing for zero.
        Zero,
    }
}

option! {
    /// The part of a line that is read.
    LineLength {
        /// All of it.
        Whole,
        /// Nine bytes, as a buffer of ten holds in the report's program. The rest is as if it were not typed.
        Nine,
    }
}

option! {
    /// A carriage return before the end of a line.
    CarriageReturn {
        /// It belongs to the end of the line, as the simulator's console takes it.
        EndsLine,
        /// It is a character that is no digit.
        Refused,
    }
}

option! {
    /// Text after the second number, such as `1,2,3`.
    Tail {
        /// The sheet: wrong format. So do the report and most published programs.
        Refused,
        /// Programs that stop reading there.
        Ignored,
    }
}

option! {
    /// Is the prompt printed again after a refusal?
    Prompt {
        /// The report: the player is asked like the first time.
        Repeated,
        /// Published programs only warn and read again.
        OnlyWarned,
    }
}

option! {
    /// Does the program ask for another game?
    PlayAgain {
        /// The report. The sheet does not say.
        Asked,
        /// The program ends.
        NotAsked,
    }
}

option! {
    /// The treatment of an answer that is neither yes nor no.
    Unclear {
        /// A published program asks again.
        AskedAgain,
        /// Anything but yes is no.
        MeansNo,
    }
}

option! {
    /// The treatment of an older `result.txt`.
    FileUse {
        /// The report adds to it. The sheet does not say.
        Append,
        /// It is overwritten.
        Overwrite,
    }
}

option! {
    /// The first part of a record in `result.txt`.
    FileOrder {
        /// The report: the final statement.
        StatementFirst,
        /// The board.
        BoardFirst,
    }
}

/// The way in which a program reads the sheet. The default is the sheet's reading, and the report's where the
/// sheet is silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The coordinate that is the row.
    pub axes: Axes,
    /// The lines that win.
    pub five: Five,
    /// Numbers that begin with zeros.
    pub leading_zeros: LeadingZeros,
    /// Blanks around a number.
    pub blanks: Blanks,
    /// A plus sign.
    pub plus: Plus,
    /// A number that is not there.
    pub missing: Missing,
    /// The part of a line that is read.
    pub line_length: LineLength,
    /// A carriage return at the end.
    pub carriage_return: CarriageReturn,
    /// Text after the second number.
    pub tail: Tail,
    /// Is the prompt printed again after a refusal?
    pub prompt: Prompt,
    /// Is another game offered?
    pub play_again: PlayAgain,
    /// The treatment of an answer to that which is neither yes nor no.
    pub unclear: Unclear,
    /// The treatment of an older `result.txt`.
    pub file_use: FileUse,
    /// The first part of a record in it.
    pub file_order: FileOrder,
}

by_name! {
    Rules {
        axes: Axes,
        five: Five,
        leading_zeros: LeadingZeros,
        blanks: Blanks,
        plus: Plus,
        missing: Missing,
        line_length: LineLength,
        carriage_return: CarriageReturn,
        tail: Tail,
        prompt: Prompt,
        play_again: PlayAgain,
        unclear: Unclear,
        file_use: FileUse,
        file_order: FileOrder,
    }
}

impl Rules {
    /// The report's reading: a missing number is zero, and nine bytes of a line are read.
    pub fn report() -> Self {
        Self { missing: Missing::Zero, line_length: LineLength::Nine, ..Self::default() }
    }
}
