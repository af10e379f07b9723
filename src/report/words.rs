//! Sentences that several reports share.

mod review;

use super::account::{lateness_in_short, mark, of_part};
use super::visible::{Blanks, harmless, visible_line};
use crate::compare::{Hunk, HunkLine, Kept, Side};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{
    Account, Audience, FailedGroup, Failure, FormatFinding, Gradebook, Graded, InferredOption, Lateness,
    Mark, NotJudged, Problem, StarterFinding, StyleResult,
};
use crate::spec::{Points, StyleCheck, StyleRule};
use crate::submission::{NoProgram, Refusal};
pub(super) use review::{needs_review, problem, review};

/// The tools that made programs of sources, where they are tools of this computer.
pub(super) fn made_with(book: &Gradebook) -> Option<Text> {
    let tools = book.spec.machine.tools()?;
    Some(text!("compiled with {tools}", "biên dịch bằng {tools}"))
}

/// The points in the end, or those so far and how many are not judged; nothing if nothing was judged.
pub(super) fn standing(graded: &Graded, most: Points) -> Text {
    let (score, account) = (graded.score(), graded.account());
    match (score, account) {
        _ if graded.is_part && !graded.needs_review() => of_part(graded),
        (Some(score), _) => Text::verbatim(format!("{score} / {most}")),
        (None, Some(Account { total, not_judged, .. })) => text!(
            "needs manual review: {total} points so far, {not_judged} of {most} not judged",
            "cần xem xét thủ công: hiện được {total} điểm, {not_judged}/{most} điểm chưa chấm"
        ),
        (None, None) => text!("needs manual review", "cần xem xét thủ công"),
    }
}

/// The reason why there is no program to run, in words.
pub(super) fn no_program(reason: &NoProgram) -> Text {
    match reason {
        NoProgram::NotHandedIn => text!("nothing was handed in", "không nộp bài"),
        NoProgram::Missing { patterns } => {
            let patterns = patterns.join(", ");
            text!(
                "there is no program: no file fits {patterns}",
                "không có chương trình: không tệp nào khớp {patterns}"
            )
        }
        NoProgram::Ambiguous { candidates } => {
            let candidates = harmless(&candidates.join(", "));
            text!(
                "several files could be the program: {candidates}; keep one of them",
                "có nhiều tệp có thể là chương trình: {candidates}; hãy giữ lại một tệp"
            )
        }
        NoProgram::Apart { program, part } => {
            let (program, part) = (harmless(program), harmless(part));
            text!(
                "{program} includes {part}, and each program next to others is taken as a submission of its own; if both are one student's, grade their folder with --one",
                "{program} chèn {part}, mà mỗi chương trình nằm cạnh nhau được coi là một bài nộp riêng; nếu cả hai của cùng một sinh viên, hãy chấm thư mục đó với --one"
            )
        }
        NoProgram::Linked { program, label, part } => {
            let (program, label, part) = (harmless(program), harmless(label), harmless(part));
            text!(
                "{program} uses `{label}`, which {part} defines, and each program next to others is taken as a submission of its own; if both are one student's, grade their folder with --one",
                "{program} dùng `{label}` mà {part} định nghĩa, và mỗi chương trình nằm cạnh nhau được coi là một bài nộp riêng; nếu cả hai của cùng một sinh viên, hãy chấm thư mục đó với --one"
            )
        }
        NoProgram::TooLarge { file, bytes, most } => {
            let file = harmless(file);
            text!(
                "{file} has {bytes} bytes, more than the {most} that a program may have; is it the right file?",
                "{file} có {bytes} byte, nhiều hơn {most} byte cho phép; có đúng tệp không?"
            )
        }
        NoProgram::TooManyFiles { most } => text!(
            "there are more than {most} files in it, and no more are looked at; keep those that belong to the program",
            "có hơn {most} tệp, và chỉ xem bấy nhiêu tệp; hãy chỉ giữ các tệp của chương trình"
        ),
        NoProgram::Unreadable { file, error } => {
            let file = harmless(file);
            text!("{file} cannot be read: {error}", "không đọc được {file}: {error}")
        }
        NoProgram::Refused { file, why } => refused(&harmless(file), why),
    }
}

/// The reason why an archive, or a file in one, is not read, in words.
fn refused(file: &str, why: &Refusal) -> Text {
    match why {
        Refusal::Broken(error) => {
            let error = harmless(error);
            text!(
                "{file} cannot be opened: {error}; please pack it again as a zip file",
                "không mở được {file}: {error}; hãy nén lại thành tệp zip"
            )
        }
        Refusal::Encrypted => text!(
            "{file} needs a password; please pack it again without one",
            "{file} cần mật khẩu; hãy nén lại mà không đặt mật khẩu"
        ),
        Refusal::LeadsOut => text!(
            "{file} has a name that leads out of its archive; please pack the files again",
            "{file} có tên dẫn ra ngoài tệp nén; hãy nén lại các tệp"
        ),
        Refusal::Link => text!(
            "{file} is a link and not a file; please pack the file itself",
            "{file} là liên kết chứ không phải tệp; hãy nén chính tệp đó"
        ),
        Refusal::Special => text!(
            "{file} is a pipe or a device and not a file",
            "{file} là pipe hoặc thiết bị chứ không phải tệp"
        ),
        Refusal::SameName(other) => {
            let other = harmless(other);
            text!(
                "{file} and {other} have one name on many computers; please keep one of them",
                "{file} và {other} trùng tên trên nhiều máy; hãy giữ lại một tệp"
            )
        }
        Refusal::TooMany(most) => text!(
            "{file} holds more than {most} files; please pack only those that belong to the program",
            "{file} chứa hơn {most} tệp; hãy chỉ nén các tệp của chương trình"
        ),
        Refusal::TooLarge(most) => {
            let most = most >> 20;
            text!(
                "{file} has more than {most} MB when it is unpacked; please pack only the files of the program",
                "{file} lớn hơn {most} MB khi giải nén; hãy chỉ nén các tệp của chương trình"
            )
        }
        Refusal::TooDeep(most) => text!(
            "{file} is an archive in an archive, more than {most} deep; please pack the files themselves",
            "{file} là tệp nén nằm trong tệp nén, sâu hơn {most} lớp; hãy nén trực tiếp các tệp"
        ),
        Refusal::Format(format) => text!(
            "{file} is a {format} archive, which is not read; please pack the files as a zip file",
            "{file} là tệp nén {format}, loại này không đọc được; hãy nén thành tệp zip"
        ),
    }
}

/// Something that costs points, or that a student should know.
pub(super) enum Loss<'b> {
    Group(FailedGroup<'b>),
    Format(&'b FormatFinding),
    Style(&'b StyleResult),
    Inferred(&'b InferredOption),
    Starter,
    Mark(&'b Mark),
    Late(&'b Lateness),
}

/// The losses of points, the greatest first; equals in the order groups, format, style, each as in the spec.
pub(super) fn losses<'b>(book: &'b Gradebook, graded: &'b Graded) -> Vec<(Points, Loss<'b>)> {
    let groups = FailedGroup::all(&book.spec, &graded.results);
    let mut losses: Vec<_> = groups.into_iter().map(|group| (group.lost, Loss::Group(group))).collect();
    losses.extend(graded.format.iter().map(|finding| {
        // By the exact rule the difference has no price of its own, but it is the root of the failed tests.
        let weight = if book.spec.compare.exact { book.spec.points } else { finding.cost };
        (weight, Loss::Format(finding))
    }));
    let unmet =
        graded.style.iter().filter(|result| result.passed == Some(false) && result.charged_as.is_none());
    losses.extend(unmet.map(|result| (result.rule.points + result.cost, Loss::Style(result))));
    let forbidden = graded.inferred.iter().filter(|inferred| inferred.cost > Points::ZERO);
    losses.extend(forbidden.map(|inferred| (inferred.cost, Loss::Inferred(inferred))));
    losses.extend(costly_starter(graded).map(|finding| (finding.cost, Loss::Starter)));
    let marked = graded.marks.iter().filter_map(|mark| Some((mark, mark.points.saturating_sub(mark.given?))));
    losses.extend(marked.map(|(mark, lost)| (lost, Loss::Mark(mark))));
    let account = graded.account().unwrap_or_default();
    losses.extend(graded.late.iter().map(|late| (account.late, Loss::Late(late))));
    losses.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
    losses
}

/// This many reasons are named in a table; the others are counted.
const MOST_REASONS: usize = 3;

/// In a few words, where the points went: what cost most comes first.
pub(super) fn why(book: &Gradebook, graded: &Graded, language: Language) -> String {
    if let Some(reason) = &graded.problem {
        return problem(reason).to(language).to_owned();
    }
    let judged = || graded.results.iter().filter(|result| result.verdict.is_judged());
    let first = judged().next().filter(|_| graded.passed() == 0 && graded.not_judged.is_empty());
    if let Some(first) = first.filter(|_| graded.format.is_empty()) {
        let verdict = first.verdict.about();
        let (en, vi) = (verdict.to(Language::English), verdict.to(Language::Vietnamese));
        return text!("every test fails: {en}", "mọi ca kiểm thử đều trượt: {vi}").to(language).to_owned();
    }
    let mut reasons = losses(book, graded);
    let is_shown = |loss: &Loss<'_>| graded.is_part && matches!(loss, Loss::Group(_));
    reasons.retain(|(lost, loss)| *lost > Points::ZERO || is_shown(loss));
    let more = reasons.len().saturating_sub(MOST_REASONS);
    let mut named: Vec<String> = graded.not_judged.iter().map(|group| not_judged(group, language)).collect();
    named.extend(reasons.iter().take(MOST_REASONS).map(|(_, loss)| reason(loss, language)));
    named.extend(free_starter(graded).map(|words| words.to(language).to_owned()));
    let mut line = named.join(" · ");
    if more > 0 {
        line += text!(" · {more} more", " · còn {more} lý do").to(language);
    }
    let open = graded.not_marked();
    if open > Points::ZERO {
        let words = text!("{open} points not marked yet", "{open} điểm chưa chấm");
        line += if line.is_empty() { "" } else { " · " };
        line += words.to(language);
    }
    line
}

fn not_judged(group: &NotJudged, language: Language) -> String {
    let (points, title) = (group.points, group.title.to(language));
    text!("not judged: {title} ({points} points)", "chưa chấm: {title} ({points} điểm)")
        .to(language)
        .to_owned()
}

fn reason(loss: &Loss<'_>, language: Language) -> String {
    match loss {
        Loss::Group(group) => {
            let (title, count, all) =
                (group.group.title.to(language), group.failed.len(), group.group.cases.len());
            text!("{title} ({count} of {all} failed)", "{title} (trượt {count}/{all})")
                .to(language)
                .to_owned()
        }
        Loss::Format(finding) => finding.kind.about().to(language).to_owned(),
        Loss::Style(result) => not_met(&result.rule).to(language).to_owned(),
        Loss::Inferred(inferred) => reading(inferred).to(language).to_owned(),
        Loss::Starter => starter_changed().to(language).to_owned(),
        Loss::Mark(given) => format!("{}: {}", given.title.to(language), mark(given).to(language)),
        Loss::Late(late) => lateness_in_short(late).to(language).to_owned(),
    }
}

/// A remark for staff on the starter file although it costs nothing.
fn free_starter(graded: &Graded) -> Option<Text> {
    let finding = graded.starter.as_ref().filter(|finding| finding.cost == Points::ZERO)?;
    if finding.kept == Some(Kept::Untouched) {
        return Some(text!("the starter file, unchanged", "chính là tệp khởi đầu, chưa sửa gì"));
    }
    finding.is_changed().then(starter_changed)
}

/// The finding about the starter file, if it costs something.
pub(super) fn costly_starter(graded: &Graded) -> Option<&StarterFinding> {
    let is_costly = |finding: &&StarterFinding| {
        finding.cost > Points::ZERO || graded.problem == Some(Problem::StarterChanged)
    };
    graded.starter.as_ref().filter(is_costly)
}

/// The lines of a starter file that changed, for a report without colours.
pub(super) fn starter_lines(finding: &StarterFinding) -> Vec<String> {
    match &finding.kept {
        Some(Kept::Changed(hunks)) => changed_lines(hunks),
        _ => Vec::new(),
    }
}

/// Lines that changed, each with its number and a sign.
fn changed_lines(hunks: &[Hunk]) -> Vec<String> {
    let line = |line: &HunkLine| {
        let sign = match line.side {
            Side::Both => ' ',
            Side::Old => '-',
            Side::New => '+',
        };
        let number = if line.number == 0 { String::new() } else { line.number.to_string() };
        format!("{number:>5} {sign} {}", visible_line(&line.text, Blanks::AsTheyAre))
    };
    hunks.iter().flat_map(|hunk| &hunk.lines).map(line).collect()
}

/// That lines of the starter file are not as they must be.
pub(super) fn starter_changed() -> Text {
    text!("lines that were given were changed", "các dòng cho sẵn đã bị sửa")
}

/// A submission's reading of something that the assignment leaves open.
pub(super) fn reading(inferred: &InferredOption) -> Text {
    let texts = |language| (inferred.about.to(language), inferred.means.to(language));
    let ((about, means), (about_vi, means_vi)) = (texts(Language::English), texts(Language::Vietnamese));
    text!("{about}: {means}", "{about_vi}: {means_vi}")
}

/// The case in which a reading that costs points can be seen.
pub(super) fn seen_in(inferred: &InferredOption) -> Option<Text> {
    let case = inferred.seen_in.as_ref()?;
    Some(text!("seen in the test `{case}`", "thấy ở ca kiểm thử `{case}`"))
}

/// The remark that a style check was not made, as the games in which it is made went wrong.
pub(super) fn not_checked() -> Text {
    text!(
        "not checked: this is only checked in tests that pass, and none did",
        "chưa kiểm tra: điều này chỉ được kiểm tra trong các ca đạt, mà chưa ca nào đạt"
    )
}

/// A style check that failed.
pub(super) fn not_met(rule: &StyleRule) -> Text {
    let demand = demand(rule);
    let (en, vi) = demand.both();
    text!("style requirement not met: {en}", "chưa đạt yêu cầu về phong cách: {vi}")
}

/// A reference to the case by which a failed case is explained.
fn goes_wrong_as(told: &str) -> Text {
    text!("fails like `{told}`; see there", "sai giống `{told}`; xem ở đó")
}

/// The demand of a style check.
pub(super) fn demand(rule: &StyleRule) -> Text {
    let names = || rule.services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>().join(", ");
    match rule.check {
        StyleCheck::Service(check) => {
            let (en, vi) = check.demand;
            Text::new(en, vi)
        }
        StyleCheck::Subroutines => {
            text!("use subroutines", "dùng chương trình con")
        }
        StyleCheck::SavedRegisters => {
            text!(
                "in each subroutine, restore the registers that it changes",
                "trong mỗi chương trình con, khôi phục các thanh ghi mà nó thay đổi"
            )
        }
        StyleCheck::NoUndefinedValues => {
            text!("set every value before you use it", "gán mọi giá trị trước khi dùng")
        }
        StyleCheck::Halts => text!("halt at the end", "dừng chương trình khi kết thúc"),
        StyleCheck::Uses => {
            let names = names();
            text!("call {names}", "gọi {names}")
        }
        StyleCheck::Avoids => {
            let names = names();
            text!("do not call {names}", "không gọi {names}")
        }
        StyleCheck::Comments => {
            let percent = rule.at_least.percent();
            text!(
                "comment at least {percent} % of the lines with instructions",
                "chú thích ít nhất {percent} % số dòng lệnh"
            )
        }
        StyleCheck::HeaderComment => {
            text!("begin the source with a comment", "bắt đầu mã nguồn bằng chú thích")
        }
    }
}

/// The reasons for which a case failed, line by line; or the other case that is reported in its place.
pub(super) fn reasons(failure: &Failure, case: &str) -> Vec<Text> {
    let told = failure.told_as.as_deref().filter(|told| *told != case).map(goes_wrong_as);
    told.into_iter().chain(failure.because.iter().cloned()).collect()
}

/// Sentences as lines of text. A student's label or file may be named in them.
pub(super) fn lines_of(sentences: &[Text], language: Language) -> String {
    let lines: Vec<String> = sentences.iter().map(|words| harmless(words.to(language))).collect();
    lines.join("\n")
}

/// A number and the things counted, in English: `1 test`, `2 tests`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// In how many tests a difference of format appears, and what that costs.
pub(super) fn price(finding: &FormatFinding, exact: bool) -> Text {
    let (tests, cases, cost) = (counted(finding.cases, "test"), finding.cases, finding.cost);
    match finding.share {
        _ if exact && finding.alone == cases => {
            text!("{tests} lost for it alone", "{cases} ca kiểm thử trượt chỉ vì điều này")
        }
        _ if exact && finding.alone > 0 => {
            let alone = finding.alone;
            text!(
                "in {tests}; {alone} of them lost for it alone",
                "trong {cases} ca kiểm thử; {alone} ca trong số đó trượt chỉ vì điều này"
            )
        }
        _ if exact => text!(
            "in {tests}, together with other differences",
            "trong {cases} ca kiểm thử, cùng với những khác biệt khác"
        ),
        None => {
            text!(
                "in {tests}; costs {cost} points in total",
                "trong {cases} ca kiểm thử; trừ tổng cộng {cost} điểm"
            )
        }
        Some(share) => {
            let keeps = 100 - share.percent();
            text!(
                "in {tests}, which keep {keeps}% of their points; costs {cost} points in total",
                "trong {cases} ca kiểm thử, mỗi ca giữ {keeps}% số điểm; trừ tổng cộng {cost} điểm"
            )
        }
    }
}

/// The most bytes of input that are shown in full; of more only the two ends are shown.
const MOST_TYPED: usize = 400;

/// The input, as a student would type it, with each ENTER; of long input the two ends.
pub(super) fn typed(entries: &[Vec<u8>]) -> String {
    let show = |bytes: &[u8]| visible_line(bytes, Blanks::Marked);
    let count = entries.iter().map(Vec::len).sum::<usize>();
    if count <= MOST_TYPED {
        return entries.iter().map(|entry| show(entry)).collect::<Vec<_>>().join(" ");
    }
    let all = entries.concat();
    let (head, tail) = (MOST_TYPED * 3 / 4, MOST_TYPED / 4);
    let left_out = count - head - tail;
    format!("{} ... ({left_out} bytes) ... {}", show(&all[..head]), show(&all[count - tail..]))
}

/// The input in a case that is no game of keys, with its step; `None` where nothing was typed.
pub(super) fn typed_in_words(failure: &Failure) -> Option<Text> {
    let keys = typed(&failure.typed);
    match (failure.step, keys.is_empty()) {
        (Some(step), true) => {
            Some(text!("step {step}; nothing was typed before it", "bước {step}; trước đó chưa gõ gì"))
        }
        (Some(step), false) => {
            Some(text!("step {step}; typed before it: {keys}", "bước {step}; trước đó đã gõ: {keys}"))
        }
        (None, true) => None,
        (None, false) => Some(text!("typed: {keys}", "đã gõ: {keys}")),
    }
}

/// The command that plays a failed case again, for people who have the files; students have them under other names.
pub(super) fn replay_command(book: &Gradebook, graded: &Graded, case: &str) -> Option<String> {
    if book.audience != Audience::Staff {
        return None;
    }
    let path = graded.path.as_deref()?;
    let spec = book.spec.path.as_str();
    let words: Vec<String> = ["grader", "replay", path, case, "--spec", spec].map(shell_word).to_vec();
    let is_plain = |word: &str| !word.chars().any(char::is_control);
    words.iter().all(|word| is_plain(word)).then(|| words.join(" "))
}

/// The command that reports everything about a submission, for people who have its files.
pub(super) fn run_command(book: &Gradebook, graded: &Graded, is_folder: bool) -> Option<String> {
    let (path, spec) = (graded.path.as_deref()?, book.spec.path.as_str());
    let one = if is_folder { " --one" } else { "" };
    let is_plain = |word: &&str| !word.chars().any(char::is_control);
    let words = ["grader", "run", path, "--spec", spec];
    words.iter().all(is_plain).then(|| words.map(shell_word).join(" ") + one)
}

/// A word of a command, in quotes if a shell would read it in another way.
fn shell_word(word: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !word.is_empty() && word.chars().all(is_safe) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
