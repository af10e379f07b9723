//! The features that each LC-3 tool accepts, as a table.
//!
//! Measured with lc3tools 2.0.2, lc3-ensemble 0.10, UIUC lc3as 0.12, PennSim 1.2.5, complx (liblc3) and lace
//! on the snippets of `fixtures/lc3/dialects.json`; LC3Edit is known by the listings that it produced.

use crate::diagnostics::{Text, text};

/// A tool whose reading of the language can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// lc3tools with "less strict assembly", as its graphical assembler is used in courses.
    Lc3tools,
    /// lc3tools in its strict mode, as its grading framework uses it.
    Lc3toolsStrict,
    /// lc3-ensemble.
    Ensemble,
    /// lc3as of the UIUC lc3tools.
    Lc3as,
    /// PennSim.
    PennSim,
    /// complx.
    Complx,
    /// LC3Edit, the old Windows editor.
    Lc3Edit,
    /// lace.
    Lace,
}

/// A set of dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialects(u8);

const S: u8 = 1 << Dialect::Lc3toolsStrict as u8;
const L: u8 = 1 << Dialect::Lc3tools as u8;
const E: u8 = 1 << Dialect::Ensemble as u8;
const U: u8 = 1 << Dialect::Lc3as as u8;
const P: u8 = 1 << Dialect::PennSim as u8;
const C: u8 = 1 << Dialect::Complx as u8;
const W: u8 = 1 << Dialect::Lc3Edit as u8;
const A: u8 = 1 << Dialect::Lace as u8;

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 8] = [
        Self::Lc3tools,
        Self::Lc3toolsStrict,
        Self::Ensemble,
        Self::Lc3as,
        Self::PennSim,
        Self::Complx,
        Self::Lc3Edit,
        Self::Lace,
    ];

    /// The tools that a portability warning speaks of: those that courses hand to students today.
    const IN_COURSES: [Self; 6] =
        [Self::Lc3tools, Self::Lc3toolsStrict, Self::Ensemble, Self::Lc3as, Self::PennSim, Self::Complx];

    /// The name used on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Lc3tools => "lc3tools",
            Self::Lc3toolsStrict => "lc3tools-strict",
            Self::Ensemble => "lc3-ensemble",
            Self::Lc3as => "lc3as",
            Self::PennSim => "pennsim",
            Self::Complx => "complx",
            Self::Lc3Edit => "lc3edit",
            Self::Lace => "lace",
        }
    }

    /// The name to use in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lc3toolsStrict => "lc3tools (strict)",
            Self::PennSim => "PennSim",
            Self::Lc3Edit => "LC3Edit",
            other => other.id(),
        }
    }

    /// Returns `true` if labels that differ in case alone are different labels.
    pub fn case_sensitive(self) -> bool {
        matches!(self, Self::Complx | Self::Lc3Edit | Self::Lace)
    }
}

impl Dialects {
    /// Returns `true` if `dialect` is one of them.
    pub fn contains(self, dialect: Dialect) -> bool {
        self.0 & (1 << dialect as u8) != 0
    }

    /// The tools in use at courses that are not in the set, as a list for a sentence; empty if all of them are.
    pub fn missing_in_courses(self) -> String {
        let mut names: Vec<&str> = Dialect::IN_COURSES
            .into_iter()
            .filter(|dialect| !self.contains(*dialect))
            .map(Dialect::name)
            .collect();
        if names.contains(&"lc3tools") {
            names.retain(|name| *name != "lc3tools (strict)");
        }
        names.join(", ")
    }
}

macro_rules! features {
    ($($name:ident $accepted:expr, $english:literal, $vietnamese:literal;)*) => {
        /// Something that not every tool accepts or that tools read differently.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Feature {
            $(#[doc = $english] $name,)*
        }

        impl Feature {
            /// Every feature.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The dialects that accept it.
            pub fn accepted_by(self) -> Dialects {
                Dialects(match self { $(Self::$name => $accepted,)* })
            }

            /// A description of the feature, as the subject of a sentence.
            pub fn about(self) -> Text {
                match self { $(Self::$name => text!($english, $vietnamese),)* }
            }
        }
    };
}

features! {
    // Numbers.
    BareDecimal S|L|E|U|P|C|W, "a decimal number without `#`", "số thập phân không có `#`";
    SignBeforePrefix C, "a sign before `#` or `x`", "dấu đứng trước `#` hoặc `x`";
    PlusSign C|A, "a plus sign in a number", "dấu cộng trong một số";
    UpperHexPrefix S|L|E|U|P|W|A, "a hexadecimal number with a capital `X`", "số thập lục phân với `X` hoa";
    ZeroX L|P|A, "a hexadecimal number written `0x...`", "số thập lục phân viết `0x...`";
    SignAfterX S|L|E|U|W|A, "a sign after the `x` of a hexadecimal number", "dấu đứng sau `x` của số thập lục phân";
    Binary S|L|P|C|W, "a binary number written `b...`", "số nhị phân viết `b...`";
    ZeroB L, "a binary number written `0b...`", "số nhị phân viết `0b...`";
    NegativeBinary S|L, "a negative binary number", "số nhị phân âm";
    LargeDecimal S|L|E|U|P|W|A, "a decimal number above 32767", "số thập phân lớn hơn 32767";
    NumberWraps P, "a number of more than 16 bits, cut to its low 16 bits", "số dài hơn 16 bit, bị cắt còn 16 bit thấp";
    Character C, "a character such as `'A'` as a number", "một ký tự như `'A'` dùng làm số";
    // Labels.
    FillLabel S|L|E|U|P|C|W, "a label as the value of `.FILL`", "nhãn làm giá trị của `.FILL`";
    LabelColon S|L|E|U|P|A, "a colon after a label", "dấu hai chấm sau nhãn";
    LabelSpaceColon S|L|E|U|C|A, "a colon set apart from its label", "dấu hai chấm tách rời nhãn";
    LabelAlone S|L|E|U|P|C|W|A, "a label on a line of its own", "nhãn đứng một mình trên dòng";
    LabelColonAlone S|L|E|U|P|A, "a label and a colon on a line of their own", "nhãn và dấu hai chấm đứng một mình trên dòng";
    // Measured in lace, which reads labels, instructions and values in a row, wherever lines end.
    LabelBeforeLabel S|L|E|U|P|C|W, "two labels in a row, each on its own line", "hai nhãn liên tiếp, mỗi nhãn trên một dòng";
    LabelBeforeEnd S|L|E|U|P|C|W, "a label with nothing after it", "nhãn không có gì đứng sau";
    LabelOtherCase S|L|E|U|P, "a label written in another case than where it is defined", "nhãn viết hoa thường khác với nơi định nghĩa";
    DuplicateLabel L, "a label that is defined twice", "nhãn được định nghĩa hai lần";
    LabelsDifferInCase C|W|A, "two labels that differ in case alone", "hai nhãn chỉ khác nhau ở chữ hoa thường";
    LabelPunctuation S|L, "a label with a character other than letters, digits and `_`", "nhãn có ký tự ngoài chữ cái, chữ số và `_`";
    LabelDigitFirst L|P|A, "a label that begins with a digit", "nhãn bắt đầu bằng chữ số";
    LabelUnderscoreFirst S|L|E|P|C|W|A, "a label that begins with `_`", "nhãn bắt đầu bằng `_`";
    LabelLong S|L|E|U|W|A, "a label of more than 20 characters", "nhãn dài hơn 20 ký tự";
    LabelIsOpcode L, "a label with the name of an opcode", "nhãn trùng tên mã lệnh";
    LabelLikeHex U, "a label that looks like a hexadecimal number", "nhãn trông như số thập lục phân";
    LabelLikeUpperHex U|C, "a label that looks like a hexadecimal number with a capital `X`", "nhãn trông như số thập lục phân với `X` hoa";
    LabelLikeBinary E|U|A, "a label that looks like a binary number", "nhãn trông như số nhị phân";
    LabelLikeRegister S|L|U|A, "a label that looks like a register", "nhãn trông như thanh ghi";
    LabelNotAscii S|L, "a label with letters outside ASCII", "nhãn có chữ cái ngoài ASCII";
    TwoLabels E|U|C, "two labels on one line", "hai nhãn trên cùng một dòng";
    LabelTouchesDirective E, "a directive that touches its label", "chỉ thị viết liền với nhãn";
    // Measured with lc3tools and lc3-ensemble alone.
    ColonsAlone S|L, "colons on a line of their own", "dấu hai chấm đứng một mình trên dòng";
    WordsWithoutOpcode E, "several words without an opcode, read as labels", "nhiều từ không có mã lệnh, được hiểu là nhãn";
    // Operands.
    MissingComma S|L|P|A, "operands that are not separated by commas", "các toán hạng không cách nhau bằng dấu phẩy";
    ExtraComma S|L|P|C|A, "a comma too many", "dấu phẩy thừa";
    UnsignedImmediate U, "an unsigned value in a signed field, where it becomes negative", "giá trị không dấu trong trường có dấu, nên trở thành số âm";
    WordImmediate U|A, "a 16-bit value in a shorter signed field", "giá trị 16 bit trong trường có dấu ngắn hơn";
    NumericOffset S|L|E|U|C|W|A, "a number in place of a label", "số thay cho nhãn";
    TrapVectorCut C, "a trap vector above xFF, cut to its low 8 bits", "vectơ trap lớn hơn xFF, bị cắt còn 8 bit thấp";
    PennSimInstruction P, "an instruction that only PennSim has", "lệnh chỉ có trong PennSim";
    Nop S|L|E, "`NOP` as an instruction", "`NOP` là một lệnh";
    Putc S|L|E, "`PUTC` as another name of `OUT`", "`PUTC` là tên khác của `OUT`";
    // Directives.
    SeveralValues U, "several values after `.FILL`, of which only the last counts", "nhiều giá trị sau `.FILL`, chỉ giá trị cuối được dùng";
    BlkwZero U|P|C|W, "`.BLKW` of no words", "`.BLKW` với 0 ô nhớ";
    BlkwValue W, "a value after the length of `.BLKW`", "giá trị sau độ dài của `.BLKW`";
    UnknownDirective L, "a directive that LC-3 does not have, which is ignored", "chỉ thị không có trong LC-3, bị bỏ qua";
    External E, "`.EXTERNAL`", "`.EXTERNAL`";
    // Strings.
    SemicolonInString S|L|E|U|W|A, "a semicolon inside a string", "dấu chấm phẩy bên trong chuỗi";
    EscapeReadDifferently 0, "an escape sequence that tools read differently", "chuỗi thoát mà mỗi công cụ hiểu một khác";
    UnterminatedString S|L, "a string without its closing quotation mark", "chuỗi thiếu dấu ngoặc kép đóng";
    ApostropheString S|L, "a string in apostrophes, which become part of it", "chuỗi đặt trong dấu nháy đơn, dấu nháy thuộc về chuỗi";
    NotAsciiInString S|L|E|U|P|A|W, "characters outside ASCII in a string, which tools store differently", "ký tự ngoài ASCII trong chuỗi, mỗi công cụ lưu một khác";
    TwoStrings U|C, "two strings after one `.STRINGZ`", "hai chuỗi sau một `.STRINGZ`";
    // Layout of the file.
    MissingEnd L|U|P|A, "a program without `.END`", "chương trình không có `.END`";
    TextAfterEnd U|A|W, "text after `.END`, which is ignored", "văn bản sau `.END`, bị bỏ qua";
    SeveralOrigs S|L|E|C, "several `.ORIG` blocks in one file", "nhiều khối `.ORIG` trong một tệp";
    OrigWithoutEnd L|U, "an `.ORIG` before the `.END` of the block above", "`.ORIG` đứng trước `.END` của khối phía trên";
    OverlappingBlocks S|L, "blocks that overlap, of which the later one wins", "các khối chồng lên nhau, khi đó khối sau được giữ";
    LabelInOtherBlock S|L|E|C, "a label of another `.ORIG` block", "nhãn của khối `.ORIG` khác";
    StatementOutside L, "a statement outside `.ORIG` ... `.END`, which is ignored", "câu lệnh ngoài `.ORIG` ... `.END`, bị bỏ qua";
    LabelOnOrig S|L|U|P|A, "a label on the line of `.ORIG`", "nhãn trên dòng `.ORIG`";
    LabelOnEnd S|L|E|U|P|C, "a label on the line of `.END`", "nhãn trên dòng `.END`";
    CodeInDevicePage U|P|C, "words in the device registers' page, xFE00 to xFFFF", "các từ nằm trong trang thanh ghi thiết bị, xFE00 đến xFFFF";
    CarriageReturns S|L|P|A, "lines that end with a carriage return alone", "dòng kết thúc chỉ bằng ký tự CR";
    ByteOrderMark 0, "a byte-order mark at the start of the file", "dấu BOM ở đầu tệp";
    FormFeed U|P|A, "a form feed or vertical tab as a blank", "ký tự form feed hoặc tab dọc dùng như khoảng trắng";
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Feature};

    #[test]
    fn lists_the_tools_that_reject_a_feature() {
        assert_eq!(
            Feature::ZeroX.accepted_by().missing_in_courses(),
            "lc3tools (strict), lc3-ensemble, lc3as, complx"
        );
        assert_eq!(
            Feature::BlkwValue.accepted_by().missing_in_courses(),
            "lc3tools, lc3-ensemble, lc3as, PennSim, complx"
        );
        assert!(Feature::BlkwValue.accepted_by().contains(Dialect::Lc3Edit));
    }
}
