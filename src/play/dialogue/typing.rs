//! The forms in which answers are typed: yes and no, and numbers.

mod pieces;
mod shown;

use std::iter;
use std::sync::{Arc, LazyLock};

use super::YesNo;
use crate::console::Request;
use crate::observe::{Line, Pattern, built_in};
use crate::referee::{Entry, Question};
pub(super) use pieces::{piece, starter, takes};
use shown::{asks_in_english, in_shown_case, pair, two_capitals, two_keys, words};
pub(super) use shown::{asks_one_or_zero, asks_whether_first, ends_plural, own_words};
pub(crate) use shown::{
    asks_whether, is_column, is_piece, labels_columns, lists_keys, mark_keys, shows_first_and_last_letter,
    single_keys, single_words, two_words,
};

/// The pairs of texts for yes and no that are tried where the question does not say it, the likeliest first.
pub(crate) const YES_NO: [YesNo; 6] = [("1", "0"), ("y", "n"), ("Y", "N"), ("0", "1"), DIGITS, OWN_WORD];

/// Stands for 1 and 0 also where a question in English is more often answered with a letter: `Did you change your mind?`.
const DIGITS: YesNo = ("{1}", "{0}");

/// Stands for the word by which a question names its act, and for what else it lets players type: `ENTER to go on, or undo >`.
pub(crate) const OWN_WORD: YesNo = ("{act}", "{other}");

/// The word in a question that one of these patterns fits, and what declines it.
pub(super) fn own_word(line: &str, acts: &[Pattern]) -> Option<(String, String)> {
    let found = acts.iter().find_map(|act| act.find(line))?;
    let is_end = |c: char| !c.is_alphanumeric();
    let start = line[..found.start].rfind(is_end).map_or(0, |end| end + 1);
    let end = line[found.start..].find(is_end).map_or(line.len(), |end| found.start + end);
    let word = line.get(start..end).filter(|word| word.len() > 1 && found.end <= end)?;
    let other = single_words(line).into_iter().find(|other| *other != word);
    let other = if has_enter(line) { "" } else { other.unwrap_or("no") };
    Some((word.to_owned(), other.to_owned()))
}

fn has_enter(line: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("enter"))
}

/// Each pattern's first group is the text for yes, or for no.
struct Spelling {
    yes: Vec<Pattern>,
    no: Vec<Pattern>,
    /// The word for ending everything: `press q to quit` names no yes.
    quit: Vec<Pattern>,
}

/// Signs for yes and no: `(+/-)`, `+ or -`.
const BEFORE_SIGN: &str = r"(?:^|[ \t(\[])";
const OR: &str = r"[ \t]*(?:[/,]|or\b|hoac\b)[ \t]*";

/// What stands before the first of two keys, and not before the second of three.
const ALONE: &str = r"(?:^|[^\s/|,][ \t]+|[^\s\w/|,])";

/// A key by which a game is left: `press R or Q`.
const TYPE: &str = r"\b(?:type|press|enter|input|nhap|go|bam|nhan|an)[ \t]+";
const QUIT: &str = r"[qxe]\b";

static SPELLING: LazyLock<Spelling> = LazyLock::new(|| {
    // `1 = YES`, `[1]: yes`, `1 for yes`, `(1) yes`, `[U] to undo`, `1 de dong y`; without a mark between them only a digit is meant.
    let before = |words: &str| {
        let marks = r"(?:[\])][ \t]*(?:[:=]|(?:for|to|để)\b)?|[ \t]\(|=+>?|:|-+>?|\.|\b(?:for|means|if|is|to|là|để|nếu)\b)";
        // One mark alone is a key, and many are a line that is drawn.
        // The number in `faults 3 undo 2` belongs to the word before it.
        let begins = r"(?:^|[^\w \t]|[ \t]{2}|\b(?:press|type|enter|hit|key|with|or|and|nhap|bam|nhan|go|chon|phim|hoac)\b)";
        built_in(&format!(
            r#"(?:\b(\w)['"]?[ \t]*{marks}|{begins}[ \t]*(\d)|(?:^|[^+*#-])([+*#-]))[ \t]*(?:{words})\b"#
        ))
    };
    // `yes = 1`, `yes: 1`, `yes (1)`, `Yes[Y]`.
    let behind = |words: &str| {
        built_in(&format!(r"\b(?:{words})(?:[ \t]*(?:=+>?|:|-+>?|\(|\[)|[ \t]+(?:is|la)\b)[ \t]*(\w)\b"))
    };
    // `type new for another game, or quit to leave`.
    let by_word = |before: &str, words: &str| {
        built_in(&format!(
            r#"(?:{before})[ \t]+['"]?(\w{{2,}})['"]?[ \t]+(?:for|to|để)[ \t]+(?:(?:a|the|play)[ \t]+)?(?:{words})\b"#
        ))
    };
    // `press 1 to undo`, `enter 1 if you want`, `nhap 1 de di lai`, `type y`.
    let yes = r"yes|yeah?|yep|yup|oui|si|sim|ja|có|đồng ý|true|read|undo|remove|block|đi lại|hoàn tác|xóa|xoá|chặn|play|again|restart|chơi lại|new game";
    let no = r"no|nah|nope|non|nao|nein|không|ko|false|skip|bỏ qua|next|keep|continue|end turn|exit|quit|end|stop|thoát|kết thúc|dừng";
    Spelling {
        yes: vec![
            before(yes),
            behind(yes),
            built_in(r"\b(?:yes|co)\W+(?:please[ \t]+)?(?:type|press|enter|input|nhap)[ \t]+'?(\w)\b"),
            built_in(
                r"\b(?:undo|di lai|hoan tac)\b[^.?!]{0,40}?\b(?:type|press|enter|input|nhap)[ \t]+'?(\w)\b",
            ),
            built_in(r"\b(y)(?:es)?[ \t]*[/|,][ \t]*n"),
            built_in(r"\by[ \t]*[=:][ \t]*(\d)\b|\b(\d)[ \t]*=[ \t]*y\b"),
            built_in(r"\bno?[ \t]*[/|,][ \t]*(y)"),
            built_in(r"\b(c)o?[ \t]*[/|,][ \t]*k"),
            // `[Y]es`, `(C)o`.
            built_in(r"[(\[](y)[)\]]es\b|[(\[](c)[)\]]o\b"),
            built_in(r"\b(1)[ \t]*[/|,][ \t]*0\b"),
            built_in(r"\b(0)[ \t]*[/|,][ \t]*1\b"),
            built_in(&format!(r"{BEFORE_SIGN}(\+){OR}-")),
            // `[r]estart or [q]uit`.
            built_in(r"[(\[](\w)[)\]](?:estart|eplay|ematch|lay|gain|ew game|nother|ontinue|hoi|ap lai)\b"),
            built_in(
                r"\b(?:press|enter|type|input|hit|tap|push|nhập|bấm|nhấn|gõ|chọn)[ \t]*['\[(]?(\w)['\])]?[ \t]*(?:to|if|để|nếu|[,;)])",
            ),
            // Of two letters the first.
            built_in(r"[(\[][ \t]*([a-z])[ \t]*[/|,][ \t]*[a-z][ \t]*[)\]]"),
            // The same at the end of a question, `s/n:`.
            built_in(&format!(r"{ALONE}([a-z])[ \t]*[/|][ \t]*[a-z]\W*$")),
            before("start|begin|bắt đầu|chơi|ván mới"),
            built_in(&format!(r"{TYPE}(\w)[ \t]*{OR}{QUIT}")),
            by_word(
                r"\b(?:type|enter|input|write|say|nhập|gõ)",
                "another (?:game|round|match)|new game|play(?:ing)?|again|rematch|chơi|ván (?:mới|khác|nữa)",
            ),
        ],
        no: vec![
            before(no),
            behind(no),
            built_in(
                r"\b(?:else|otherwise|no|khong|neu khong)\W+(?:please[ \t]+)?(?:type|press|enter|input|nhap)[ \t]+'?(\w)\b",
            ),
            built_in(r"\by(?:es)?[ \t]*[/|,][ \t]*(n)"),
            built_in(r"\b(n)o?[ \t]*[/|,][ \t]*y"),
            built_in(r"\bn[ \t]*[=:][ \t]*(\d)\b|\b(\d)[ \t]*=[ \t]*n\b"),
            built_in(r"\bco?[ \t]*[/|,][ \t]*(k)"),
            built_in(r"[(\[](n)[)\]]o\b|[(\[](k)[)\]]hong\b"),
            built_in(&format!(r"{BEFORE_SIGN}\+{OR}(-)")),
            built_in(&format!(r"{TYPE}\w[ \t]*{OR}({QUIT})")),
            built_in(r"[(\[](\w)[)\]](?:uit|xit|top|nd|inish|eave|hoat)\b"),
            built_in(r"[(\[][ \t]*[a-z][ \t]*[/|,][ \t]*([a-z])[ \t]*[)\]]"),
            built_in(&format!(r"{ALONE}[a-z][ \t]*[/|][ \t]*([a-z])\W*$")),
            by_word(
                r"(?:\b(?:type|enter|input|write|say|or|and|nhập|gõ|hoặc)|[,;/|])",
                "quit|exit|leave|stop|end|finish|thoát|dừng|nghỉ|kết thúc",
            ),
        ],
        quit: vec![before("quit|exit|stop|thoat|dung")],
    }
});

/// The text for yes and for no in answer to a question: by the rule, or its line, or the other lines of its
/// menu, or else the usual text.
pub(super) fn yes_no(
    line: &str,
    menu: &[String],
    request: Request,
    fixed: (Option<&str>, Option<&str>),
    usual: (&str, &str),
) -> (String, String) {
    if request == Request::Choice {
        return ("yes".to_owned(), "no".to_owned());
    }
    let is_number = request.is_number();
    let is_usual = usual == YES_NO[0];
    let is_typed = |word: &str| match request {
        Request::Integer | Request::Real => word.bytes().all(|byte| byte.is_ascii_digit()),
        Request::Character => word.chars().count() < 2,
        _ => true,
    };
    let texts = || iter::once(line).chain(menu.iter().map(String::as_str));
    let said = |patterns: &[Pattern], other: Option<&String>| {
        let word = |text: &str, pattern: &Pattern| {
            let (_, found) = pattern.captures(text)?.inner().next()?;
            Some(found.as_str().to_owned())
        };
        let words = texts().flat_map(|text| patterns.iter().filter_map(move |p| word(text, p)));
        let mut words = words.filter(|word| is_typed(word) && Some(word) != other);
        words.next()
    };
    let said_yes =
        fixed.0.map(str::to_owned).or_else(|| said(&SPELLING.yes, said(&SPELLING.quit, None).as_ref()));
    let of_enter = || texts().any(|text| ENTER.find(text).is_some()).then(String::new);
    let said_no = fixed.1.map(str::to_owned).or_else(|| said(&SPELLING.no, said_yes.as_ref()));
    let said_no = said_no.or_else(|| of_enter().filter(|_| !is_number && said_yes.is_some()));
    let by_letter = is_usual && !is_number && asks_in_english(line);
    let usual = match usual {
        _ if by_letter => ("y", "n"),
        usual if is_typed(usual.0) && usual != OWN_WORD && usual != DIGITS => usual,
        _ => YES_NO[0],
    };
    // What is said of one of two keys leaves the other.
    let are_typed = |(one, other): &(&str, &str)| is_typed(one) && is_typed(other);
    let other = |known: &str| {
        let (one, other) = pair(line).or_else(|| two_keys(line)).filter(are_typed)?;
        let is_known = |key: &str| key.eq_ignore_ascii_case(known);
        if is_known(one) { Some(other) } else { Some(one).filter(|_| is_known(other)) }
    };
    let beside = |known: &str| other(known).unwrap_or_else(|| opposite(known)).to_owned();
    let (yes, no) = match (said_yes, said_no) {
        (Some(yes), Some(no)) => (yes, no),
        (Some(yes), None) => {
            let no = beside(&yes);
            (yes, no)
        }
        (None, Some(no)) => (beside(&no), no),
        (None, None) => {
            let shown = pair(line).or_else(|| two_capitals(line)).filter(are_typed);
            let (yes, no) = shown.unwrap_or(usual);
            (yes.to_owned(), no.to_owned())
        }
    };
    // A program that takes a line compares the whole of it more often than its first letter, and then the word is right for both.
    let takes_words = request == Request::Text && is_usual && fixed == (None, None);
    if let Some((yes, no)) = texts().filter(|_| takes_words).find_map(words) {
        return (yes.to_owned(), no.to_owned());
    }
    // What staff have pinned is typed as it is.
    let typed = |fixed: Option<&str>, key| if fixed.is_some() { key } else { in_shown_case(line, key) };
    (typed(fixed.0, yes), typed(fixed.1, no))
}

/// The key ENTER by itself means no: `type 9 to take back, or just Enter`.
static ENTER: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:or|else|otherwise|hoac|khong thi)\b\W*(?:(?:just|simply|press|hit|push|the|chi|nhan|bam|an|go)\W+){0,3}enter\b",
    )
});

static OFFER: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(&format!(
        r"\b(?:y|yes)\s*[/|,]\s*(?:n|no)\b|\b(?:c|co)\s*[/|,]\s*(?:k|ko|khong)\b|\byes\b.*\bno\b|\bno\b.*\byes\b|\bco\b.*\b(?:ko|khong)\b|\b(?:1\s*/\s*0|0\s*/\s*1|1-(?:co|yes)|0-(?:ko|khong|no)|\w\s*=\s*(?:co|yes|ye[ap]|yeah|yup|no|nah|nope|khong|oui|non|si|sim|nao|ja|nein)|y\s*=\s*\d|\d\s*=\s*y)\b|{ALONE}[a-z]\s*[/|]\s*n\W*$|[(\[]y[)\]]es\b.*[(\[]n[)\]]o\b|[(\[]c[)\]]o\b.*[(\[]k[)\]]|[(\[]\s*[a-z]\s*[/|]\s*n\s*[)\]]",
    ))
});

/// Returns `true` if a question says how to answer yes and no.
pub(super) fn offers_yes_and_no(line: &str) -> bool {
    OFFER.find(line).is_some()
}

/// An answer of yes or no, and everything that was typed for it.
pub(super) struct Chosen {
    /// The question that was asked.
    pub(super) question: Question,
    /// The question's line, as far as it stays the same.
    pub(super) line: Arc<str>,
    /// True for yes, false for no.
    pub(super) is_yes: bool,
    /// The texts that were typed, the latest form last.
    pub(super) typed: Vec<Vec<u8>>,
}

impl Chosen {
    /// The answer, if it is one of yes or no.
    pub(super) fn of(entry: &Entry, question: Question, line: &Line, typed: &[u8]) -> Option<Self> {
        let is_yes = match entry {
            Entry::Yes => true,
            Entry::No => false,
            _ => return None,
        };
        Some(Self { question, line: Arc::clone(line.masked()), is_yes, typed: vec![typed.to_vec()] })
    }
}

impl Chosen {
    /// Returns `true` if this is another form of the answer, typed after the first one.
    pub(super) fn is_typed_anew(&self, typed: &[u8]) -> bool {
        self.typed.len() > 1 && self.typed.last().is_some_and(|last| last == typed)
    }
}

/// Another text for a yes or a no, that was not typed yet: the keys that its line shows, then the usual ones.
pub(super) fn other_form(is_yes: bool, line: &str, request: Request, typed: &[Vec<u8>]) -> Option<Vec<u8>> {
    let usual: &[&str] = if is_yes { &["1", "y", "Y", "yes"] } else { &["0", "n", "N", "2", "no"] };
    let mut shown = single_keys(line);
    if !is_yes {
        shown.reverse();
        // The key that is shown first is for yes.
        shown.truncate(shown.len().saturating_sub(1));
    }
    let forms: Vec<&str> = shown.into_iter().chain(usual.iter().copied()).collect();
    let is_number = request.is_number();
    let fits = |form: &&&str| match request {
        Request::Character => form.len() == 1,
        _ => !is_number || form.bytes().all(|byte| byte.is_ascii_digit()),
    };
    let new = |form: &&&str| !typed.iter().any(|known| known.as_slice() == form.as_bytes());
    forms.iter().filter(fits).find(new).map(|form| form.as_bytes().to_vec())
}

/// The text for no where this says yes, and the other way about.
fn opposite(word: &str) -> &'static str {
    match word {
        "1" => "0",
        "0" | "2" => "1",
        "y" => "n",
        "Y" => "N",
        "n" => "y",
        "N" => "Y",
        "c" => "k",
        "C" => "K",
        "k" => "c",
        "K" => "C",
        word if word.bytes().all(|byte| byte.is_ascii_digit()) => "0",
        _ => "n",
    }
}

/// An answer as it is usually typed.
pub(super) fn plain(entry: &Entry) -> Vec<u8> {
    match entry {
        Entry::Yes => YES_NO[0].0.as_bytes().to_vec(),
        Entry::No => YES_NO[0].1.as_bytes().to_vec(),
        Entry::Piece(letter) => letter.to_string().into_bytes(),
        Entry::Starter(number) => number.to_string().into_bytes(),
        Entry::Number(number) => number.to_string().into_bytes(),
        Entry::Pair(one, two) => format!("{one},{two}").into_bytes(),
        Entry::Text(text) => text.clone(),
    }
}

/// An answer in a form of the spec's, or one that was found by trial.
pub(super) fn in_form(form: &str, entry: &Entry) -> Vec<u8> {
    let with = |row: i64, column: i64| {
        form.replace("{row}", &row.to_string())
            .replace("{column}", &column.to_string())
            .replace("{number}", &row.to_string())
            .replace("{row-letter}", &letter(row))
            .replace("{column-letter}", &letter(column))
            .replace("{row-small-letter}", &letter(row).to_lowercase())
            .replace("{column-small-letter}", &letter(column).to_lowercase())
            .replace("{cell}", &cell(row, column, 1).to_string())
            .replace("{cell0}", &cell(row, column, 0).to_string())
            .into_bytes()
    };
    match entry {
        // Without a mark between the parts a second digit belongs to neither: another number is as wrong.
        Entry::Pair(row, column) if form.contains("}{") => with(one_digit(*row), one_digit(*column)),
        Entry::Pair(row, column) => with(*row, *column),
        Entry::Number(number) => with(*number, *number),
        // Text that is typed on purpose is typed as it is, unless it begins like a place.
        Entry::Text(text) => match text.split_first() {
            Some((b'A'..=b'G' | b'a'..=b'g', rest)) if is_letter_alone(form) => [b"Z", rest].concat(),
            _ => text.clone(),
        },
        Entry::Yes | Entry::No | Entry::Starter(_) | Entry::Piece(_) => form.as_bytes().to_vec(),
    }
}

/// Returns `true` if all that is typed in a form is one letter.
fn is_letter_alone(form: &str) -> bool {
    matches!(form, "{row-letter}" | "{column-letter}" | "{row-small-letter}" | "{column-small-letter}")
}

/// A number of one digit, on the board only if the number itself is.
fn one_digit(number: i64) -> i64 {
    if (0..=9).contains(&number) { number } else { 9 }
}

/// The number of a cell if all cells are counted row by row from this number on; what is on no board has none of theirs.
fn cell(row: i64, column: i64, first: i64) -> i64 {
    const ROWS: i64 = 6;
    const COLUMNS: i64 = 7;
    let is_there = (1..=ROWS).contains(&row) && (1..=COLUMNS).contains(&column);
    if is_there { (row - 1) * COLUMNS + column - 1 + first } else { ROWS * COLUMNS + 1 }
}

/// A number as the letter in its place in the alphabet. Numbers that have none are on no board, and neither is the last letter.
fn letter(number: i64) -> String {
    let place = number.checked_sub(1).and_then(|place| u8::try_from(place).ok()).filter(|place| *place < 26);
    char::from(b'A' + place.unwrap_or(25)).to_string()
}

#[cfg(test)]
mod tests {
    use super::{YES_NO, in_form, piece, starter, takes, yes_no};
    use crate::console::Request;
    use crate::observe::fold;
    use crate::referee::Entry;

    #[track_caller]
    fn check_menu(question: &str, yes: &str, no: &str) {
        let lines: Vec<&str> = question.lines().collect();
        let said = yes_no(lines[0], &[question.to_owned()], Request::Integer, (None, None), YES_NO[0]);
        assert_eq!(said, (yes.to_owned(), no.to_owned()), "{question}");
    }

    #[track_caller]
    fn check(question: &str, request: Request, yes: &str, no: &str) {
        let (said_yes, said_no) = yes_no(&fold(question), &[], request, (None, None), YES_NO[0]);
        assert_eq!((said_yes.as_str(), said_no.as_str()), (yes, no), "{question}");
    }

    #[test]
    fn places_are_typed_in_a_form() {
        let typed = |form: &str, row, column| {
            String::from_utf8_lossy(&in_form(form, &Entry::Pair(row, column))).into_owned()
        };
        assert_eq!(typed("{column} {row}", 6, 4), "4 6");
        assert_eq!(typed("go {column} {row}", 55, -1), "go -1 55");
        assert_eq!(typed("{row-letter}{column}", 3, 4), "C4");
        // A row without a letter, and a number of two digits, are as wrong in another way.
        assert_eq!(typed("{row-letter}{column}", 0, 44), "Z9");
        assert_eq!(typed("pull {row-small-letter}{column}", 2, 5), "pull b5");
        assert_eq!(typed("{row}{column}", 7, 8), "78");
        assert_eq!(in_form("{row-letter}", &Entry::Number(6)), b"F");
        assert_eq!(in_form("{row-letter}", &Entry::Number(i64::MIN)), b"Z");
    }

    #[test]
    fn questions_say_what_yes_is() {
        check("Do you want to UNDO your move? (0 = NO  |  1 = YES): ", Request::Character, "1", "0");
        check("Undo? (Y/N) ", Request::Character, "Y", "N");
        check("undo? [y/n]", Request::Text, "y", "n");
        check("Undo? 0: Yes, 1: No ", Request::Integer, "0", "1");
        check("Press 1 to undo, 0 to continue: ", Request::Integer, "1", "0");
        check("Bạn có muốn đi lại không? (c/k): ", Request::Character, "c", "k");
        check("Bạn có muốn đi lại không? (1: có, 0: không): ", Request::Integer, "1", "0");
        check("Do you want to remove a piece?", Request::Integer, "1", "0");
        check("Do you want to take a piece away? yes(1) no(2)", Request::Integer, "1", "2");
        check("Bạn có muốn đi lại nước vừa đi không? (c = có, k = không): ", Request::Character, "c", "k");
        check("Do you to Undo your move: [0]:Yes\t [Any_num]:No", Request::Integer, "0", "1");
        check("Giữ nước đi này? (1: giữ, 0: đi lại) ", Request::Character, "0", "1");
        check("Read the rules? If yes, please type 1, else type 0 to start: ", Request::Integer, "1", "0");
        let question = "If player 1 wants to undo your previous move, please type 8, else please choose the column (1-7): ";
        assert_eq!(yes_no(question, &[], Request::Integer, (None, None), YES_NO[0]).0, "8");
        let question = "Take out a piece? [S]i / [N]o, in small letter s or n: ";
        assert_eq!(yes_no(question, &[], Request::Text, (Some("S"), None), YES_NO[0]).0, "S");
        assert_eq!(piece("Please select your piece: [0]: X\t [Any_num]:O", &[], Request::Integer, 'X'), "0");
        assert_eq!(piece("Please choose X (type 1) or O (type 0): ", &[], Request::Integer, 'O'), "0");
        assert_eq!(piece("Pick your piece:  [1] X   [2] O  > ", &[], Request::Character, 'O'), "2");
        assert_eq!(piece("Your choice: ", &["1. X\n2. O\n".to_owned()], Request::Character, 'O'), "2");
        assert_eq!(piece("X or O (X/O)? ", &[], Request::Character, 'O'), "O");
        assert_eq!(starter("who will go first(x | o): ", Request::Character, 1), "x");
        check_menu("1. Play Again\n2. Exit\nChoose: ", "1", "2");
        check_menu("Remove a piece?\n1) No\n2) Yes\n> ", "2", "1");
        check_menu("Remove a piece?\n---------- next move ----------", "1", "0");
        check_menu("rem?\nAnn viol 3 undo 2", "1", "0");
        check("type 9 to take back, or just Enter : ", Request::Text, "9", "");
        check("Undo?", Request::Choice, "yes", "no");
        check("Desfazer a jogada? (S/N): ", Request::Character, "S", "N");
        check("Annuler ce coup ? (0 = non, 1 = oui) : ", Request::Integer, "1", "0");
        check("Press [U] to undo, any other key to go on: ", Request::Character, "U", "n");
        check("Undo? (t/f) ", Request::Character, "t", "f");
        check("Finished. Press R or Q: ", Request::Character, "R", "Q");
        check("Bấm c hoặc x: ", Request::Character, "c", "x");
        check("Undo? (+ yes, - no) ", Request::Character, "+", "-");
        check("Undo? [Y]es / [N]o: ", Request::Text, "Y", "N");
        check("wanna undo that? (c = yea, k = nah): ", Request::Character, "c", "k");
        check("Undo? (1 = yep, 2 = nah): ", Request::Integer, "1", "2");
        check("Take it back? k = keep, t = rewind: ", Request::Character, "t", "k");
        check("Take your move back? Please answer 1 (yes) or 2 (no): ", Request::Integer, "1", "2");
        check("Block the enemy? With 1 yes, with 2 no: ", Request::Integer, "1", "2");
        check("take it back? 1 yea 2 nah: ", Request::Integer, "1", "2");
        check("undo? y=1 n=2 ", Request::Text, "1", "2");
        check("Undo mv.? 1=Y 2=N: ", Request::Integer, "1", "2");
        check("U undo / K keep: ", Request::Text, "U", "K");
        check("Hit U to take it back, or K if you're fine with it: ", Request::Text, "U", "K");
        check("redo this move? (type s for sure, n for no thanks): ", Request::Character, "s", "n");
        check("Take out a piece? [S]ure / [N]o: ", Request::Character, "S", "N");
        check("Take out a piece? [S]i / [N]o, in small letter s or n: ", Request::Character, "s", "n");
        check("You regret this move? s/n: ", Request::Character, "s", "n");
        check("Undo? (n/y) ", Request::Character, "y", "n");
        check("Type 'y' for yes or 'n' for no: ", Request::Text, "y", "n");
        check("Đi lại? (có/không): ", Request::Text, "co", "khong");
        check("Đi lại? (có/không): ", Request::Character, "c", "k");
        check("Do you want to read the rules? (yes/no) ", Request::Text, "yes", "no");
        check("Remove a piece, no or yes? ", Request::Text, "yes", "no");
        check("Type yes for the rules, no for a game: ", Request::Text, "yes", "no");
        check("Rules? y for yes, n for no: ", Request::Text, "y", "n");
        check("Undo (yes/no)? Type y or n: ", Request::Text, "y", "n");
        check("Block them? Enter 'yes' or 'no': ", Request::Text, "yes", "no");
        check("Doc luat khong? (yes = co, no = khong) ", Request::Text, "yes", "no");
        check("Đi lại? (đ = đồng ý: gõ d, k = không) ", Request::Text, "d", "k");
    }

    #[test]
    fn what_is_offered_alone_is_taken_with_yes() {
        for (question, entry, taken) in [
            ("Ann begins. Do you want X? (y/n) ", Entry::Piece('X'), Some(true)),
            ("Ann begins. Do you want X? (y/n) ", Entry::Piece('O'), Some(false)),
            ("Would you like to be O? ", Entry::Piece('O'), Some(true)),
            ("X or O? ", Entry::Piece('X'), None),
            ("Which piece (X is usual)? ", Entry::Piece('X'), None),
            ("Who begins, 1 or 2? ", Entry::Starter(2), None),
            ("Does player 2 begin? (y/n) ", Entry::Starter(2), Some(true)),
            ("Do you want to begin? (y/n) ", Entry::Starter(2), Some(false)),
        ] {
            assert_eq!(takes(question, &entry), taken, "{question} {entry:?}");
        }
    }
}
