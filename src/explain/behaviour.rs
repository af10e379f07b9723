//! The differences in a dialogue from the expected behaviour, in a student's words.

mod moves;
mod undue;
mod unknown;

use crate::compare::behaviour::{Announced, Difference, What};
use crate::diagnostics::{Text, text};
use crate::machine::Isa;
use crate::observe::{Board, Player};
use crate::play::Conversation;
use crate::referee::{Assignment, ExpectedEvent, Over, Question};
use crate::spec::Check;
use undue::undue;
pub use unknown::Unclear;
use unknown::{no_board, unknown, unknown_outcome};

/// A difference as it is shown: the expected text, the actual text, and the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The expected text; `None` if there must be nothing.
    pub expected: Option<Vec<u8>>,
    /// The actual text, if there is any.
    pub actual: Option<Vec<u8>>,
    /// The reasons.
    pub because: Vec<Text>,
}

/// A text to show, if there is any.
type Shown = Option<Vec<u8>>;

/// The symbols by which boards are drawn in reports: Player 1's and Player 2's.
const SYMBOLS: [char; 2] = ['1', '2'];

/// The most lines of output before a question that are shown.
const MOST_LINES: usize = 12;

/// The most characters of the rest of a file that are quoted.
const MOST_RUBBISH: usize = 40;

/// Puts a difference into words.
pub fn tell(difference: &Difference, talk: &Conversation, unclear: &Unclear<'_>) -> Told {
    let (assignment, isa) = (unclear.dialogue.assignment, unclear.program.isa());
    let base = assignment.base();
    let segment = difference.segment;
    let printed = || Some(last_lines(&talk.page(segment).text()));
    let boards = |expected: &Board, actual: &Board| (Some(draw(expected, base)), Some(draw(actual, base)));
    let ((expected, actual), what) = match &difference.what {
        What::Board { expected, actual } => (boards(expected, actual), wrong_cells(expected, actual, base)),
        What::NotShown(board) => (
            (Some(draw(board, base)), printed()),
            text!(
                "the board changes here and is not drawn again",
                "bàn cờ thay đổi ở đây nhưng không được vẽ lại"
            ),
        ),
        What::NoStartBoard(board) => (
            (Some(draw(board, base)), printed()),
            text!(
                "the empty board must be shown before the first move; it is not",
                "phải hiển thị bàn cờ trống trước nước đi đầu tiên; chương trình không hiển thị"
            ),
        ),
        What::UpsideDown(board) => (
            (Some(draw(board, base)), printed()),
            text!(
                "the lowest row must be printed last, so that pieces fall down; here it is printed first",
                "hàng thấp nhất phải được in sau cùng để quân rơi xuống; ở đây nó được in đầu tiên"
            ),
        ),
        What::NeverShown(board) => ((Some(draw(board, base)), printed()), never_shown()),
        What::StopsShowing(board) => ((Some(draw(board, base)), printed()), stops_showing()),
        What::Move(made) => ((Some(draw(&made.board, base)), printed()), moves::wrong(made, base)),
        What::NoBoard => ((None, printed()), no_board(unclear)),
        What::OtherSize(rows, columns) => ((None, printed()), other_size(assignment, *rows, *columns)),
        What::Turn { expected, actual, asked_in } => {
            let (expected, actual) = (expected.number(), actual.number());
            let printed: String = (segment..=*asked_in).map(|segment| talk.page(segment).text()).collect();
            (
                (None, Some(last_lines(&printed))),
                text!(
                    "it is Player {expected}'s turn, and Player {actual} is asked",
                    "đến lượt Player {expected}, nhưng chương trình hỏi Player {actual}"
                ),
            )
        }
        What::NoWarning => (
            (None, printed()),
            text!(
                "this input must be refused with a warning, and nothing was said",
                "nội dung nhập này phải bị từ chối kèm cảnh báo, nhưng chương trình không nói gì"
            ),
        ),
        What::Outcome { expected, actual } => {
            ((None, printed()), wrong_outcome(expected, actual.as_ref(), base))
        }
        What::EndsEarly(told) => ((None, printed()), ends_early(told.as_ref(), talk.ended.stop.is_end())),
        What::GoesOn(over, asked) => ((None, printed()), goes_on(over, *asked, base)),
        What::NotNow { asked, due } => ((None, printed()), not_now(*asked, *due)),
        What::NotOffered(question) => ((None, printed()), not_offered(*question)),
        What::Unknown(question) => ((None, printed()), unknown(question, &talk.close, unclear)),
        What::UnknownOutcome(line) => ((None, printed()), unknown_outcome(line, unclear)),
        What::Shown { what, expected, actual } => {
            ((None, printed()), not_shown(*what, expected, actual.as_deref()))
        }
        What::Words { wanted, among } => ((None, printed()), no_words(wanted, among.as_deref())),
        What::AlwaysTheSame(draws) => {
            let service = isa.random.map(|service| format!(" ({service})")).unwrap_or_default();
            let told = if talk.has_drawn {
                text!(
                    "in {draws} games with different random numbers the same was drawn each time; use the random service{service} for it, and use what it gives",
                    "trong {draws} ván với số ngẫu nhiên khác nhau, kết quả bốc luôn như nhau; hãy dùng dịch vụ ngẫu nhiên{service} và dùng đúng giá trị nó trả về"
                )
            } else {
                text!(
                    "in {draws} games everything was the same: the program never took a random number; use the random service{service} for it, and use what it gives",
                    "trong {draws} ván mọi thứ đều như nhau: chương trình không hề lấy số ngẫu nhiên nào; hãy dùng dịch vụ ngẫu nhiên{service} và dùng đúng giá trị nó trả về"
                )
            };
            ((None, None), told)
        }
        What::Broke => ((None, printed()), Text::default()),
        other => of_file(other, talk, base, isa),
    };
    let because = [before(talk, segment), refusal(difference, talk), undue(difference, talk), what]
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect();
    Told { expected, actual, because }
}

/// That words which the assignment demands are not there, or not in a line of their own.
fn no_words(wanted: &str, among: Option<&str>) -> Text {
    match among {
        Some(line) => text!(
            "the assignment demands a line `{wanted}` with no other words; here it is `{line}`",
            "đề bài yêu cầu một dòng `{wanted}` không kèm chữ nào khác; ở đây là `{line}`"
        ),
        None => text!(
            "the assignment demands the words `{wanted}`; they are not here",
            "đề bài yêu cầu đúng dòng chữ `{wanted}`; ở đây không có"
        ),
    }
}

/// A board as it is shown.
fn draw(board: &Board, base: usize) -> Vec<u8> {
    board.picture(base, SYMBOLS).trim_end().as_bytes().to_vec()
}

/// The mistake in the file, with the expected and the actual text.
fn of_file(what: &What, talk: &Conversation, base: usize, isa: &Isa) -> ((Shown, Shown), Text) {
    match what {
        What::WordsInFile { wanted, file } => (
            (Some(wanted.as_bytes().to_vec()), Some(files(talk))),
            text!(
                "the assignment demands the line `{wanted}` in {file}; the file has no such line",
                "đề bài yêu cầu dòng `{wanted}` trong {file}; tệp không có dòng đó"
            ),
        ),
        What::RubbishInFile { file, rubbish } => {
            let rubbish: String = rubbish.chars().take(MOST_RUBBISH).collect();
            let rubbish = rubbish.escape_debug();
            (
                (None, Some(files(talk))),
                text!(
                    "after the result {file} goes on with `{rubbish}`; write only as many bytes as the text has before its zero byte",
                    "sau kết quả, {file} còn có `{rubbish}`; chỉ ghi đúng số byte của chuỗi trước byte 0 kết thúc"
                ),
            )
        }
        What::NoFile(name) => {
            let named = |words: &str| format!(" ({words})");
            let how = isa.files.as_ref().map(|services| services.create_or_append);
            let (how, how_vi) = how.map(|(en, vi)| (named(en), named(vi))).unwrap_or_default();
            let told = text!(
                "after the game there is no file {name}; open it for writing{how} and write the board and the result",
                "sau ván cờ không có tệp {name}; hãy mở tệp để ghi{how_vi} rồi ghi bàn cờ và kết quả"
            );
            ((None, Some(files(talk))), told)
        }
        What::NoBoardInFile(name) => {
            let told = text!(
                "no board is found in {name}; write each row on a line of its own",
                "không tìm thấy bàn cờ trong {name}; hãy ghi mỗi hàng trên một dòng"
            );
            ((None, Some(files(talk))), told)
        }
        What::BoardInFile { expected, actual } => {
            let what = if actual.clone().upside_down() == *expected {
                text!("it is upside down", "nó bị lộn ngược từ trên xuống dưới")
            } else {
                wrong_cells(expected, actual, base)
            };
            let (en, vi) = what.both();
            (
                (Some(draw(expected, base)), Some(draw(actual, base))),
                text!("the last board in the file: {en}", "bàn cờ cuối trong tệp: {vi}"),
            )
        }
        What::OutcomeInFile { expected, actual } => (
            (Some(outcome_words(expected).into_bytes()), Some(files(talk))),
            wrong_outcome_in_file(expected, actual.as_ref()),
        ),
        _ => ((None, None), Text::default()),
    }
}

/// The last question and answer before it.
fn before(talk: &Conversation, segment: usize) -> Text {
    let Some(exchange) = segment.checked_sub(1).and_then(|last| talk.exchanges.get(last)) else {
        return Text::default();
    };
    let typed = String::from_utf8_lossy(&exchange.typed).escape_debug().to_string();
    let what = match exchange.question {
        Some(question) => called(question),
        None => text!("a key to go on", "một phím để tiếp tục"),
    };
    let (en, vi) = what.both();
    let player = exchange.player.number();
    text!(
        "before it, Player {player} was asked for {en} and `{typed}` was typed",
        "trước đó, Player {player} được hỏi {vi} và `{typed}` đã được gõ"
    )
}

/// Explains that a correct program refuses the last input, if it does and another board or another turn is
/// seen.
fn refusal(difference: &Difference, talk: &Conversation) -> Text {
    let segment = difference.segment;
    let Some(last) = segment.checked_sub(1).filter(|_| difference.what.is_of_game()) else {
        return Text::default();
    };
    let seen = talk.due_after(last);
    let due = talk.due_after(segment).min(talk.expected_events.len());
    let expected_events = talk.expected_events.get(seen.min(due)..due).unwrap_or_default();
    if !expected_events.iter().any(|event| matches!(event, ExpectedEvent::Refused(_))) {
        return Text::default();
    }
    text!(
        "by the rules this input is refused, and the same player is asked again",
        "theo luật, nội dung nhập này phải bị từ chối và chính người chơi đó được hỏi lại"
    )
}

/// A question in a sentence: "asked for ...".
pub fn called(question: Question) -> Text {
    match question {
        Question::Name => text!("a name", "tên"),
        Question::Starter => text!("who starts", "ai đi trước"),
        Question::Piece => text!("a piece", "quân cờ"),
        Question::Column => text!("a column", "cột"),
        Question::Row => text!("a row", "hàng"),
        Question::Cell => text!("a row and a column", "hàng và cột"),
        Question::Drop => text!("what to do", "việc muốn làm"),
        Question::Remove => text!("removing a piece", "việc gỡ quân"),
        Question::Undo => text!("taking the move back", "việc đi lại (undo)"),
        Question::Block => text!("blocking the opponent", "việc chặn đối thủ (block)"),
        Question::Done => text!("the end of the turn", "việc kết thúc lượt"),
        Question::Coordinates => text!("coordinates", "toạ độ"),
        Question::PlayAgain => text!("another game", "ván khác"),
    }
}

fn last_lines(printed: &str) -> Vec<u8> {
    let lines: Vec<&str> = printed.lines().collect();
    lines[lines.len().saturating_sub(MOST_LINES)..].join("\n").into_bytes()
}

/// The files that were written, each with its text.
fn files(talk: &Conversation) -> Vec<u8> {
    let shown = talk.files.iter().map(|(name, bytes)| [name.as_slice(), b":\n", bytes].concat());
    shown.collect::<Vec<_>>().concat()
}

fn wrong_cells(expected: &Board, actual: &Board, base: usize) -> Text {
    let mut wrong = Vec::new();
    for (row, (right, seen)) in expected.rows.iter().zip(&actual.rows).enumerate() {
        for (column, (right, seen)) in right.iter().zip(seen).enumerate() {
            if right != seen {
                wrong.push((row + base, column + base, *right, *seen));
            }
        }
    }
    let Some((row, column, right, seen)) = wrong.first().copied() else { return Text::default() };
    let name = |cell: Option<Player>| match cell {
        None => text!("empty", "trống"),
        Some(Player::One) => text!("Player 1's", "của Player 1"),
        Some(Player::Two) => text!("Player 2's", "của Player 2"),
    };
    let (right, seen) = (name(right), name(seen));
    let (right, right_vi) = right.both();
    let (seen, seen_vi) = seen.both();
    let more = wrong.len() - 1;
    let (and, and_vi) = if more == 0 {
        (String::new(), String::new())
    } else {
        (format!(", and {more} more"), format!(", và {more} ô nữa"))
    };
    text!(
        "the cell in row {row}, column {column} must be {right} and is {seen}{and}",
        "ô hàng {row}, cột {column} phải {right_vi} nhưng lại {seen_vi}{and_vi}"
    )
}

fn stops_showing() -> Text {
    text!(
        "from here on no board is shown, although pieces are played; the last one must be as on the left",
        "từ đây không còn bàn cờ nào được in dù quân vẫn được đánh; bàn cuối phải như bên trái"
    )
}

fn never_shown() -> Text {
    text!(
        "boards are printed here, and hardly any of the pieces that were played ever appears on them",
        "chương trình có in bàn cờ, nhưng hầu như không có quân nào đã đánh xuất hiện trên đó"
    )
}

fn other_size(assignment: Assignment, rows: usize, columns: usize) -> Text {
    let (wanted_rows, wanted_columns) = assignment.board();
    text!(
        "the board seems to have {rows} rows and {columns} columns; this assignment is played on {wanted_rows} by {wanted_columns}. Is it the program of another assignment?",
        "bàn cờ hình như có {rows} hàng và {columns} cột; bài này chơi trên bàn {wanted_rows} x {wanted_columns}. Có phải chương trình của bài khác không?"
    )
}

/// An outcome in the words that a report shows.
fn outcome_words(over: &Over) -> String {
    match (over.statement, over.winner) {
        (Some(statement), _) => statement.to_owned(),
        (None, Some(winner)) => format!("Player {} wins", winner.number()),
        (None, None) => "a tie".to_owned(),
    }
}

/// The reason why a game is over, in words.
fn reason(over: &Over, base: usize) -> Text {
    let Some(winner) = over.winner.map(Player::number) else {
        return text!("the board is full and nobody has won", "bàn cờ đã đầy mà không ai thắng");
    };
    let loser = 3 - winner;
    if over.by_faults {
        return text!(
            "Player {loser} has made too many faults, so Player {winner} wins",
            "Player {loser} phạm quá nhiều lỗi nên Player {winner} thắng"
        );
    }
    let cells: Vec<String> =
        over.line.iter().map(|(row, column)| format!("({}, {})", row + base, column + base)).collect();
    let cells = cells.join(" ");
    text!(
        "Player {winner} has a winning line, in row and column: {cells}",
        "Player {winner} có hàng thắng, theo hàng và cột: {cells}"
    )
}

fn wrong_outcome(expected: &Over, actual: Option<&Announced>, base: usize) -> Text {
    let why = reason(expected, base);
    let (why, why_vi) = why.both();
    match actual {
        None => text!(
            "{why}; no line says so, or none in words that the grader knows",
            "{why_vi}; không có dòng nào nói điều đó, hoặc trình chấm không hiểu lời diễn đạt"
        ),
        Some(Announced { line, otherwise: Some(otherwise), .. }) if line == otherwise => text!(
            "{why}; the program says two outcomes at once: `{line}`",
            "{why_vi}; chương trình nói cùng lúc hai kết quả: `{line}`"
        ),
        Some(Announced { line, otherwise: Some(otherwise), .. }) => text!(
            "{why}; the program says `{line}` and also `{otherwise}`",
            "{why_vi}; chương trình vừa nói `{line}` vừa nói `{otherwise}`"
        ),
        Some(told) => {
            let line = &told.line;
            text!("{why}; the program says `{line}`", "{why_vi}; chương trình lại nói `{line}`")
        }
    }
}

fn wrong_outcome_in_file(expected: &Over, actual: Option<&Announced>) -> Text {
    let wanted = outcome_words(expected);
    let Some(told) = actual.filter(|told| !told.line.is_empty()) else {
        return text!("the file does not say `{wanted}`", "tệp không ghi `{wanted}`");
    };
    let found = &told.line;
    match &told.otherwise {
        Some(otherwise) => text!(
            "the file must say `{wanted}` alone; it says `{found}` and also `{otherwise}`",
            "tệp phải chỉ ghi `{wanted}`; nó vừa ghi `{found}` vừa ghi `{otherwise}`"
        ),
        None => {
            text!("the file says `{found}` and not `{wanted}`", "tệp ghi `{found}` chứ không phải `{wanted}`")
        }
    }
}

fn goes_on(over: &Over, asked: Question, base: usize) -> Text {
    let (why, asked) = (reason(over, base), called(asked));
    let (why, why_vi) = why.both();
    let (asked, asked_vi) = asked.both();
    text!(
        "{why}, so the game is over; the program goes on and asks for {asked}",
        "{why_vi}, ván đã kết thúc; chương trình vẫn tiếp tục và hỏi {asked_vi}"
    )
}

fn ends_early(told: Option<&Announced>, has_stopped: bool) -> Text {
    match told {
        Some(told) => {
            let line = &told.line;
            text!(
                "the program ends the game with `{line}`; nobody has won, and there is room on the board",
                "chương trình kết thúc ván với `{line}`; chưa ai thắng và bàn cờ còn chỗ"
            )
        }
        None if has_stopped => {
            text!("the program ends although the game goes on", "chương trình dừng dù ván cờ chưa kết thúc")
        }
        // It waits for an answer to what was taken for such an offer.
        None => text!(
            "the program seems to offer another game, although this one goes on",
            "chương trình hình như mời chơi ván khác, dù ván này chưa kết thúc"
        ),
    }
}

fn not_now(asked: Question, due: Question) -> Text {
    let (asked, due) = (called(asked), called(due));
    let (asked, asked_vi) = asked.both();
    let (due, due_vi) = due.both();
    text!(
        "the program asks for {asked}; by the rules it is time to ask for {due}",
        "chương trình hỏi {asked_vi}; theo luật lúc này phải hỏi {due_vi}"
    )
}

fn not_offered(question: Question) -> Text {
    let question = called(question);
    let (en, vi) = question.both();
    text!(
        "the program should have asked for {en} by now; it asked for the next move instead",
        "lẽ ra chương trình đã phải hỏi {vi}; nó lại hỏi nước đi tiếp theo"
    )
}

fn not_shown(what: Check, expected: &str, actual: Option<&str>) -> Text {
    let thing = match what {
        Check::Faults => {
            text!("the number of faults that are left (or made)", "số lỗi còn lại (hoặc đã phạm)")
        }
        Check::Undos => text!("the number of undos that are left", "số lần undo còn lại"),
        Check::Pieces => {
            text!("the number of the winner's pieces on the board", "số quân của người thắng trên bàn")
        }
        Check::WinnersName => text!("the winner's name", "tên người thắng"),
        _ => text!("the player's name", "tên người chơi"),
    };
    let (en, vi) = thing.both();
    match actual {
        Some(both) if what == Check::Name => text!(
            "it is the turn of {expected}, and every turn names both players ({both}), so that none says whose it is",
            "đến lượt của {expected}, nhưng lượt nào cũng nêu tên cả hai người ({both}) nên không cho biết lượt của ai"
        ),
        Some(actual) => text!(
            "{en} must be {expected} here, and {actual} is shown",
            "{vi} ở đây phải là {expected}, nhưng hiển thị {actual}"
        ),
        None if expected.is_empty() => text!(
            "{en} must be shown here; it was not found",
            "{vi} phải được hiển thị ở đây; không tìm thấy"
        ),
        None => text!(
            "{en} must be shown here ({expected}); it was not found",
            "{vi} phải được hiển thị ở đây ({expected}); không tìm thấy"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::no_words;

    #[test]
    fn words_among_others_are_not_said_to_be_missing() {
        let among = no_words("Tie", Some("Result: Tie"));
        let said = "the assignment demands a line `Tie` with no other words; here it is `Result: Tie`";
        assert_eq!(among.both().0, said);
        let missing = no_words("Tie", None);
        assert_eq!(missing.both().0, "the assignment demands the words `Tie`; they are not here");
    }
}
