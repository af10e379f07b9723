//! Submissions that are not understood, or are programs of another assignment: they get no score, and one
//! sentence that gives the reason.

use std::collections::BTreeSet;

use super::board::games;
use super::infer::Explained;
use super::{PlayedDialogue, Table};
use crate::compare::behaviour::{What, differences, other_size, pieces_shown};
use crate::diagnostics::{Text, harmless, text};
use crate::explain::behaviour::tell;
use crate::grade::gradebook::CaseResult;
use crate::grade::review::Review;
use crate::grade::verdict::Verdict;
use crate::machine::{Stop, World};
use crate::play::{Close, Conversation, PromptRules, converse};
use crate::referee::{Assignment, Referee, Settings};
use crate::spec::{Case, DialogueCase, Expectation, Spec, Words};

/// After fewer answers than these a program without a board may not have come to it.
const FEWEST_ANSWERS: usize = 6;
/// The number of games in which lines that win here must not win, before it is another game.
const FEWEST_LINES: usize = 12;
/// The most games that are played to find that out.
const MOST_GAMES: usize = 140;
/// A game of so many moves in which nothing is wrong was not misunderstood.
const LONG_GAME: usize = 10;
/// The number of such games that are no accident.
const FEWEST_LONG_GAMES: usize = 3;
/// The number of moves, each of which makes two pieces appear, that cannot be an accident.
const FEWEST_REPLIES: usize = 3;

impl<'a> Table<'a> {
    /// The reason to withhold the score, if there is one.
    pub(in crate::grade) fn not_understood(&self, spec: &'a Spec, id: &str) -> Option<Review> {
        let played: Vec<PlayedDialogue> =
            games(spec).into_iter().map(|(case, played)| self.play(case, played)).collect();
        // A program that breaks down, or stops without a question, has been seen to do so.
        let is_of_machine = |played: &PlayedDialogue| {
            matches!(played.talk.ended.stop, Stop::Fault(_) | Stop::OutOfFuel | Stop::OutputFull)
                || played.talk.exchanges.is_empty() && played.talk.close == Close::Stopped
        };
        if played.is_empty() {
            return None;
        }
        self.lacks_start_board.set(played.iter().all(|played| played.lacks_start_board));
        let is_right = played.iter().any(|played| played.found.is_empty());
        // No dialect makes another game of it.
        if let Some(reason) = self.two_players(spec) {
            return Some(Review::NotUnderstood(reason));
        }
        let mut notes = self.notes.borrow_mut();
        for game in &played {
            notes.take(&game.talk);
        }
        drop(notes);
        if let Some(reason) = self.missing_file(&played) {
            return Some(Review::NotUnderstood(reason));
        }
        let is_judged = played.iter().any(is_of_machine);
        let others = || {
            let question = self.unknown_question(&played);
            let seen = question.or_else(|| self.computer(spec, &played)).or_else(|| self.no_board(&played));
            seen.or_else(|| self.unexplained(spec)).or_else(|| self.another_length(spec))
        };
        let reason = if is_right {
            None
        } else {
            self.other_size(&played).or_else(|| if is_judged { None } else { others() })
        };
        let reason = reason.or_else(|| if is_judged { None } else { self.another_length(spec) })?;
        Some(self.with_dialect(&reason, id))
    }

    /// The reason not to judge the program, if its games make more work than one submission gets: they are long, or there are
    /// many because its questions are not understood.
    pub(in crate::grade) fn too_much_work(&self, id: &str) -> Option<Review> {
        let review = self.effort.review()?;
        let Some(games) = self.effort.went_into_search() else { return Some(review) };
        let reason = text!(
            "it was not found out what all of its questions ask, though {games} games were played to try, and not all tests were judged",
            "chưa tìm ra được hết các câu hỏi của chương trình hỏi gì, dù đã chơi thử {games} ván, và chưa chấm hết các ca kiểm thử"
        );
        Some(self.with_dialect(&reason, id))
    }

    fn with_dialect(&self, reason: &Text, id: &str) -> Review {
        let (en, vi) = reason.both();
        let (place, added) = self.unclear().added(&self.dialect(id, &Words::default()).inline());
        let (place_en, place_vi) = place.both();
        Review::NotUnderstood(text!(
            "{en}; if it is a program of this assignment, correct this and add it to {place_en}: {added}",
            "{vi}; nếu đây đúng là chương trình của bài này, hãy sửa và thêm vào {place_vi}: {added}"
        ))
    }

    /// The reason to withhold the score after the cases were judged: more than three in four fail, and most of what the
    /// assignment leaves open is not known of this program either. Then it is more likely that it was misunderstood, unless
    /// long games go as they must. What staff have said of a program in a dialect is understood.
    pub(in crate::grade) fn mostly_open(
        &self,
        spec: &Spec,
        results: &[CaseResult],
        played: &[Option<&PlayedDialogue>],
        id: &str,
    ) -> Option<Review> {
        let options = spec.dialogue.as_ref()?.options.len();
        let open = self.open.iter().collect::<BTreeSet<_>>().len();
        // A program that breaks down, or stops by itself, was seen to do so.
        let is_of_the_game = |result: &&CaseResult| match result.verdict {
            Verdict::WrongBehaviour | Verdict::NotOffered | Verdict::UnknownQuestion | Verdict::NoBoard => {
                true
            }
            Verdict::HaltedEarly => result.ended.is_some_and(|ended| !ended.stop.is_end()),
            _ => false,
        };
        let failed = results.iter().filter(is_of_the_game).count();
        let count = results.len();
        let is_known = self.prompt_rules.dialect.is_some() || follows_long_games(spec, results, played);
        (!is_known && self.knows_little() && failed * 4 > count * 3).then(|| {
            let reason = text!(
                "the program is probably not understood: {failed} of {count} tests fail, and of {options} things that the assignment leaves open {open} could not be found out",
                "có lẽ chương trình chưa được hiểu đúng: {failed} trong {count} ca kiểm thử không đạt, và trong {options} điều đề bài để ngỏ có {open} điều không tìm ra được"
            );
            self.with_dialect(&reason, id)
        })
    }

    /// That no board is shown before the first move, where the assignment leaves that open.
    pub(in crate::grade) fn no_start_board(&self) -> Option<Text> {
        let is_open = !self.prompt_rules.dialogue.assignment.shows_empty_board();
        (is_open && self.lacks_start_board.get()).then(|| {
            text!(
                "no board is shown before the first move; that costs nothing here",
                "bàn cờ không được in trước nước đi đầu tiên; điều này không bị trừ điểm"
            )
        })
    }

    /// The program wants to read a file that was not handed in, and asks nothing.
    fn missing_file(&self, played: &[PlayedDialogue]) -> Option<Text> {
        let asks_nothing = played.iter().all(|played| played.talk.exchanges.is_empty());
        let talk = &played.first()?.talk;
        let name = talk.loose.missing.first().filter(|_| asks_nothing)?;
        let name = harmless(&String::from_utf8_lossy(name));
        let at = self.program.place(talk.ended.at);
        // A run that used up its budget was ended from outside.
        let (ends, ends_vi) = match talk.ended.stop {
            Stop::OutOfFuel | Stop::OutputFull => (String::new(), String::new()),
            _ => (format!("; it ends at {at}"), format!("; chương trình dừng tại {at}")),
        };
        Some(text!(
            "the program wants to read the file `{name}`, which is not among the files that were handed in, and asks nothing{ends}",
            "chương trình muốn đọc tệp `{name}`, tệp này không có trong bài nộp, và không hỏi gì{ends_vi}"
        ))
    }

    /// A question that no answer moves on from, in every game.
    fn unknown_question(&self, played: &[PlayedDialogue]) -> Option<Text> {
        let unknown = |played: &PlayedDialogue| match &played.talk.close {
            Close::Unknown { question, place, .. } => Some((question.clone(), *place)),
            _ => None,
        };
        let (question, place) = unknown(played.first()?)?;
        if !played.iter().all(|played| unknown(played).is_some_and(|(other, _)| other == question)) {
            return None;
        }
        let question = harmless(&question);
        let at = place.map_or_else(String::new, |place| self.program.place(place.reads));
        Some(text!(
            "no answer that was tried moves on from the question `{question}`, which is read at {at}",
            "không câu trả lời nào đã thử làm chương trình đi tiếp sau câu hỏi `{question}`, được đọc tại {at}"
        ))
    }

    /// The first moves of a game go otherwise than under every reading of the assignment.
    fn unexplained(&self, spec: &Spec) -> Option<Text> {
        if self.first_games != Some(Explained::Nothing) {
            return None;
        }
        let first = self.prompt_rules.dialogue.options.first()?;
        // The first of these games that shows a difference is named; where only boards are missing, any of
        // them is.
        let (id, seen) = first.by.iter().find_map(|id| {
            let case = spec.cases().find(|case| case.id == *id)?;
            let Expectation::Dialogue(acts) = &case.expectation else { return None };
            let played = self.play(case, acts);
            let first = played.found.first()?;
            let told = tell(first, &played.talk, &self.unclear());
            Some((id, told.because.into_iter().next_back()?))
        })?;
        let (en, vi) = seen.both();
        Some(text!(
            "no reading of the assignment explains how its games begin; in `{id}`: {en}",
            "không cách hiểu nào của đề bài giải thích được phần mở đầu các ván; trong `{id}`: {vi}"
        ))
    }

    /// The shortest lines that win here do not, and longer ones do.
    fn another_length(&self, spec: &Spec) -> Option<Text> {
        let (mut short, mut long) = (None, None);
        let mut refused = 0;
        let plain = spec.dialogues().filter(|(_, played)| played.acts.is_plain());
        for (case, acts) in plain.take(MOST_GAMES) {
            let played = self.play(case, acts);
            let wins = played.found.is_empty();
            let Some(over) = played.talk.over.filter(|over| over.winner.is_some() && !over.by_faults) else {
                continue;
            };
            let length = over.line.len();
            let goes_on = matches!(played.talk.close, Close::NotNow { .. });
            if wins && short.is_none_or(|short| length <= short) || !wins && !goes_on {
                return None;
            }
            if wins {
                long = Some(long.map_or(length, |long: usize| long.min(length)));
            } else {
                refused += usize::from(short.is_some_and(|short| short == length));
                short = Some(short.map_or(length, |short: usize| short.min(length)));
            }
        }
        let (short, _) = short.zip(long).filter(|(short, long)| short < long && refused >= FEWEST_LINES)?;
        Some(text!(
            "lines of {short} pieces do not win in this program, and longer ones do: it plays another game",
            "trong chương trình này hàng {short} quân không thắng, còn hàng dài hơn thì thắng: đó là trò chơi khác"
        ))
    }

    /// Somebody else plays: after each move two pieces appear, in the games of the spec or in one of a guest, as such a program may
    /// ask for one name, or none, and its moves are its own.
    fn computer(&self, spec: &Spec, played: &[PlayedDialogue]) -> Option<Text> {
        let assignment = self.prompt_rules.dialogue.assignment;
        let is_computer = |talk: &Conversation| {
            let added = added_by_moves(talk, assignment);
            added.len() >= FEWEST_REPLIES
                && added.iter().filter(|count| **count == 2).count() * 3 > added.len() * 2
        };
        let with_guest = || {
            let mut prompt_rules = PromptRules::new(self.prompt_rules.dialogue, None);
            prompt_rules.drawing.clone_from(&self.prompt_rules.drawing);
            let world = spec.dialogues().next().map(|(case, _)| case.world()).unwrap_or_default();
            self.talk_afresh(world, &prompt_rules, assignment.guest())
        };
        let is_seen = || played.iter().all(|played| is_computer(&played.talk)) || is_computer(&with_guest());
        (!assignment.has_computer() && is_seen()).then(|| {
            text!(
                "after each move two pieces appear: the program plays against the computer, and this assignment is for two players",
                "sau mỗi nước có hai quân xuất hiện: chương trình chơi với máy, còn bài này dành cho hai người chơi"
            )
        })
    }

    /// A game under a referee of its own: nothing that is known of other games stands in for a part of it.
    fn talk_afresh(
        &self,
        world: World<'static>,
        prompt_rules: &PromptRules<'_>,
        referee: Box<dyn Referee>,
    ) -> Conversation {
        let talk = converse((self.program, None), world, self.limits_left(), prompt_rules, None, referee);
        self.effort.add(&talk);
        talk
    }

    /// The reason to withhold the score if only the players move: the games go on as between two of them.
    fn two_players(&self, spec: &Spec) -> Option<Text> {
        let dialogue = self.prompt_rules.dialogue;
        let assignment = dialogue.assignment.between_two()?;
        // The inferred facts may be wrong, as they were found in games against a computer.
        let prompt_rules = PromptRules::new(dialogue, None);
        let is_right = |(case, played): &(&Case, &DialogueCase)| {
            let Ok(acts) = assignment.acts(&played.line) else { return false };
            let world = World { seed: played.seed, disk_is_full: false, ..case.world() };
            let referee = assignment.referee(&Settings::new(), &acts, 0, true);
            let talk = self.talk_afresh(world, &prompt_rules, referee);
            let found = differences(&talk, assignment, self.ear(), &[]);
            found.has_every_board && found.differences.is_empty() && talk.exchanges.len() >= FEWEST_ANSWERS
        };
        games(spec).iter().any(is_right).then(|| {
            text!(
                "after each key one piece appears, of one player and the other in turn: the program is for two players, and this assignment is played against the computer",
                "sau mỗi phím có một quân xuất hiện, lần lượt của hai người chơi: chương trình dành cho hai người, còn bài này là đấu với máy"
            )
        })
    }

    fn other_size(&self, played: &[PlayedDialogue]) -> Option<Text> {
        let size = |played: &PlayedDialogue| other_size(&played.talk, self.prompt_rules.dialogue.assignment);
        let (rows, columns) = size(played.first()?)?;
        let (right, wide) = self.prompt_rules.dialogue.assignment.board();
        played.iter().all(|played| size(played) == Some((rows, columns))).then(|| {
            text!(
                "the board seems to have {rows} rows and {columns} columns; this assignment is played on {right} by {wide}",
                "bàn cờ hình như có {rows} hàng và {columns} cột; bài này chơi trên bàn {right} x {wide}"
            )
        })
    }

    fn no_board(&self, played: &[PlayedDialogue]) -> Option<Text> {
        let sees_none =
            |played: &PlayedDialogue| played.found.iter().any(|found| found.what == What::NoBoard);
        let answers: usize = played.iter().map(|played| played.talk.exchanges.len()).sum();
        let (rows, columns) = self.prompt_rules.dialogue.assignment.board();
        (answers >= FEWEST_ANSWERS && played.iter().all(sees_none)).then(|| {
            let kept = self.sought.store.as_ref().map(|store| self.label(store.board.offset));
            match kept {
                Some(place) => text!(
                    "no board of {rows} rows and {columns} columns is seen on the screen or on a bitmap display; the program keeps one in memory at {place}",
                    "không thấy bàn cờ {rows} hàng {columns} cột trên màn hình hay trên bitmap display; chương trình giữ bàn cờ trong bộ nhớ tại {place}"
                ),
                None => text!(
                    "no board of {rows} rows and {columns} columns is seen: not on the screen, not on a bitmap display, not in memory",
                    "không thấy bàn cờ {rows} hàng {columns} cột: không có trên màn hình, trên bitmap display hay trong bộ nhớ"
                ),
            }
        })
    }

    /// An address by the label before it.
    pub(super) fn label(&self, address: u32) -> String {
        let symbols = self.program.symbols();
        let after = symbols.partition_point(|symbol| symbol.address <= address);
        match after.checked_sub(1).map(|last| &symbols[last]) {
            Some(symbol) if symbol.address == address => format!("`{}`", symbol.name),
            Some(symbol) if address - symbol.address < 1 << 16 => {
                format!("`{}`+{}", symbol.name, address - symbol.address)
            }
            _ => format!("0x{address:08x}"),
        }
    }
}

/// Returns `true` if several long games in which nothing but pieces is played pass, and each of their boards is seen.
fn follows_long_games(spec: &Spec, results: &[CaseResult], played: &[Option<&PlayedDialogue>]) -> bool {
    let is_long = |case: &Case| match &case.expectation {
        Expectation::Dialogue(played) => played.acts.is_plain() && played.acts.len() >= LONG_GAME,
        _ => false,
    };
    let games = spec.cases().zip(results).zip(played);
    let followed = games.filter(|((case, result), played)| {
        is_long(case) && result.verdict.earns() && played.is_some_and(|played| played.has_every_board)
    });
    followed.count() >= FEWEST_LONG_GAMES
}

/// The number of pieces that come onto the board shown from one move that is asked for to the next.
fn added_by_moves(talk: &Conversation, assignment: Assignment) -> Vec<i64> {
    let shown = pieces_shown(talk, assignment);
    let pieces = |at: usize| shown.iter().rev().find(|(segment, _)| *segment <= at).map(|(_, count)| *count);
    let moves = talk.exchanges.iter().enumerate().filter(|(_, exchange)| exchange.is_move());
    let before: Vec<usize> = moves.filter_map(|(segment, _)| pieces(segment)).collect();
    let added = before.windows(2).map(|pair| pair[1] as i64 - pair[0] as i64);
    // A move that is refused adds nothing.
    added.filter(|added| *added != 0).collect()
}
