//! A screen about one submission: the score, the cause that costs most with its place in the source, what to try, and how to
//! see more. It is read next to an editor, and editors find the places in it.

use super::{BAD, FAINT, GOOD, STRONG, WARN, diff, paint, turn};
use crate::diagnostics::{
    self, Diagnostic, Language, Severity, Span, Text, columns, text, wrapped, wrapped_command,
};
use crate::grade::{Gradebook, Graded};
use crate::report::places::{path_of, place};
use crate::report::story::{Block, Detail, Finding, FindingLines, GroupBlock, SameWay, story};
use crate::report::visible::harmless;
use crate::report::words::{run_command, standing};

/// So many lines of what was expected and printed are left, however much there is to say about them.
const LEAST_COMPARED: usize = 6;

/// The size and the subject of a screen.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The height in lines.
    pub rows: usize,
    /// The width in columns.
    pub columns: usize,
    /// True if the submission is a folder with all that is in it.
    pub is_folder: bool,
    /// The language of the words.
    pub language: Language,
}

/// Draws the screen.
pub fn screen(book: &Gradebook, graded: &Graded, asked: Asked) -> String {
    let blocks = story(book, graded, Detail::First);
    let mut screen =
        Screen { graded, language: asked.language, columns: asked.columns, parts: CauseParts::default() };
    let mut causes = 0;
    for block in &blocks {
        let is_cause = screen.is_cause(block);
        if is_cause && causes == 0 {
            screen.cause(block);
        }
        causes += usize::from(is_cause);
    }
    for block in &blocks {
        let words = match block {
            Block::Problem(words) | Block::Review(words) => words,
            Block::Line(words) if causes == 0 => words,
            _ => continue,
        };
        screen.parts.said.extend(wrapped(&harmless(words.to(asked.language)), asked.columns, 0));
    }
    screen.drawn(book, causes, asked)
}

/// The parts of the message on a cause.
#[derive(Default)]
struct CauseParts {
    /// Sentences about the whole submission.
    said: Vec<String>,
    /// The place, the cause and the price; then what to try.
    above: Vec<String>,
    /// Lines of a comparison or of the source, of which a part may be shown.
    lines: Vec<String>,
    /// Reasons, the most important one first.
    below: Vec<String>,
    /// The command that shows it again.
    replay: Option<String>,
}

struct Screen<'g> {
    graded: &'g Graded,
    language: Language,
    columns: usize,
    parts: CauseParts,
}

impl Screen<'_> {
    /// Returns `true` if a block is a cause of lost points, or of none being given.
    fn is_cause(&self, block: &Block<'_>) -> bool {
        match block {
            Block::Group(_) | Block::SameWay(_) => true,
            Block::Finding(finding) => !finding.is_question,
            Block::Diagnostics(found) => self.graded.problem.is_some() && !found.is_empty(),
            _ => false,
        }
    }

    fn cause(&mut self, block: &Block<'_>) {
        match block {
            Block::Group(group) => self.group(group),
            Block::SameWay(same) => self.same_way(same),
            Block::Finding(finding) => self.finding(finding),
            Block::Diagnostics(found) => self.diagnostics(found),
            _ => {}
        }
    }

    /// The lines by which editors find the place: `FILE:LINE:COLUMN:`, or `FILE:` where no line is known, and below it
    /// `error: WORDS`. A path has a line of its own, so that neither it nor the words are broken.
    fn located(&mut self, severity: Severity, span: Option<Span>, words: &str) {
        let at = match (span.map(|span| place(self.graded, span)), &self.graded.program) {
            (Some(place), _) => format!("{}:{}:{}", place.path, place.line, place.column),
            (None, Some(program)) => path_of(self.graded, program),
            (None, None) => self.graded.path.clone().unwrap_or_default(),
        };
        let style = if severity == Severity::Error { BAD.bold() } else { WARN.bold() };
        let lines = wrapped(&harmless(&format!("{}: {words}", severity.name())), self.columns, 2);
        self.parts.above.push(harmless(&format!("{at}:")));
        self.parts.above.extend(lines.iter().map(|line| paint(style, line)));
    }

    fn group(&mut self, group: &GroupBlock<'_>) {
        let told = group.cases.iter().find(|case| case.failure.is_some()).or(group.cases.first());
        let failure = told.and_then(|case| case.failure.as_ref());
        let (title, price) = (group.title.to(self.language), group.price.to(self.language));
        let span = failure.and_then(|told| told.failure.place);
        self.located(Severity::Error, span, &format!("{title}: {price}"));
        self.above(2, group.hint);
        self.above(2, group.same_as.as_ref());
        let Some(case) = told else { return };
        let verdict = case.verdict.to(self.language);
        let at = failure.map_or("", |told| told.place.to(self.language));
        let line = harmless(&format!("  {}: {verdict}{at}", case.id));
        self.parts.above.extend(wrapped(&line, self.columns, 4));
        let Some(told) = failure else { return };
        self.above(4, told.typed.as_ref());
        self.parts.lines =
            turn::of_failure(told.failure, told.shown, self.language, Some(self.columns.saturating_sub(4)));
        self.below(4, told.left_out.iter().chain(&told.reasons).chain(&told.from_here));
        self.parts.replay.clone_from(&told.replay);
    }

    fn same_way(&mut self, same: &SameWay<'_>) {
        let price = same.price.as_ref().map(|price| format!(": {}", price.to(self.language)));
        let words = format!("{}{}", same.title.to(self.language), price.unwrap_or_default());
        self.located(Severity::Error, None, &words);
        self.below(2, same.groups.iter().copied());
    }

    fn finding(&mut self, finding: &Finding<'_>) {
        let price = finding.price.as_ref().map(|price| format!(": {}", price.to(self.language)));
        let words = format!("{}{}", finding.title.to(self.language), price.unwrap_or_default());
        self.located(Severity::Warning, None, &words);
        self.above(2, finding.help.as_ref());
        self.parts.lines = match finding.lines {
            FindingLines::Nothing => Vec::new(),
            FindingLines::Format(found) => {
                turn::of_format(found, self.language, Some(self.columns.saturating_sub(4)))
            }
            FindingLines::Changes(hunks) => diff::drawn(hunks),
        };
        self.below(4, &finding.notes);
    }

    /// The first mistake in the source with its line; the others in a line each.
    fn diagnostics(&mut self, found: &[&Diagnostic]) {
        let [first, others @ ..] = found else { return };
        self.located(first.severity, Some(first.span()), first.message.to(self.language));
        let style = diagnostics::Style { colour: false, language: self.language };
        let drawn = diagnostics::render_within(first, &self.graded.sources, style, Some(self.columns));
        // The message and the place are said already.
        let from = drawn.lines().position(|line| line.contains("-->")).map_or(0, |place| place + 1);
        self.parts.above.extend(drawn.lines().skip(from).map(|line| line.trim_end().to_owned()));
        let above = std::mem::take(&mut self.parts.above);
        for other in others {
            self.located(other.severity, Some(other.span()), other.message.to(self.language));
        }
        self.parts.below = std::mem::replace(&mut self.parts.above, above);
    }

    fn above<'t>(&mut self, indent: usize, words: impl IntoIterator<Item = &'t Text>) {
        let lines = self.indented(indent, words);
        self.parts.above.extend(lines);
    }

    fn below<'t>(&mut self, indent: usize, words: impl IntoIterator<Item = &'t Text>) {
        let lines = self.indented(indent, words);
        self.parts.below.extend(lines);
    }

    fn indented<'t>(&self, indent: usize, words: impl IntoIterator<Item = &'t Text>) -> Vec<String> {
        let blanks = " ".repeat(indent);
        let lines = words.into_iter().map(|words| format!("{blanks}{}", harmless(words.to(self.language))));
        lines.flat_map(|line| wrapped(&line, self.columns, indent)).collect()
    }

    /// All parts, as far as there is room for them.
    fn drawn(self, book: &Gradebook, causes: usize, asked: Asked) -> String {
        let Self { graded, language, columns, mut parts } = self;
        let (height, rows) = (|line: &str| height(line, columns), |lines: &[String]| rows(lines, columns));
        let command_after =
            |words: &str, command: &str| wrapped_command(words, &harmless(command), columns, 4);
        for line in &mut parts.lines {
            line.insert_str(0, "    ");
        }
        let mut out = head(book, graded, language);
        out.push(String::new());
        let mut foot = Vec::new();
        let again = text!("  again: ", "  chạy lại: ");
        foot.extend(parts.replay.iter().flat_map(|command| command_after(again.to(language), command)));
        let is_all = graded.score() >= Some(book.spec.points) && causes == 0;
        if let Some(command) = run_command(book, graded, asked.is_folder).filter(|_| !is_all) {
            let words = match causes.saturating_sub(1) {
                0 => text!("everything: ", "xem tất cả: "),
                1 => text!("1 more cause: ", "còn 1 nguyên nhân: "),
                more => text!("{more} more causes: ", "còn {more} nguyên nhân: "),
            };
            foot.extend(command_after(words.to(language), &command).iter().map(|line| paint(FAINT, line)));
        }
        let mut room = asked.rows.saturating_sub(rows(&out) + rows(&foot) + 1);
        for line in parts.said.into_iter().chain(parts.above) {
            let needed = height(&line);
            if needed <= room {
                room -= needed;
                out.push(line);
            }
        }
        let compared = rows(&parts.lines).min(LEAST_COMPARED);
        let mut below = Vec::new();
        for line in parts.below {
            let needed = height(&line);
            if room < needed + compared {
                break;
            }
            room -= needed;
            below.push(line);
        }
        out.extend(cut(&parts.lines, room, columns));
        out.extend(below);
        out.push(String::new());
        out.extend(foot);
        while out.last().is_some_and(String::is_empty) {
            out.pop();
        }
        out.join("\n") + "\n"
    }
}

/// The name, the score and the number of tests that passed.
fn head(book: &Gradebook, graded: &Graded, language: Language) -> Vec<String> {
    let (points, count) = (book.spec.points, book.spec.cases().count());
    let style = if graded.score() >= Some(points) { GOOD } else { WARN };
    let (id, score) = (harmless(&graded.id), standing(graded, points));
    let mut line = format!("{}   {}", paint(STRONG, &id), paint(style, score.to(language)));
    if graded.problem.is_none() {
        let passed = graded.passed();
        let words = text!("{passed} of {count} tests passed", "{passed}/{count} ca kiểm thử đạt");
        line += "   ";
        line += words.to(language);
    }
    vec![line]
}

/// The lines around the first one that is marked, as many as there is room for.
fn cut(lines: &[String], room: usize, columns: usize) -> Vec<String> {
    let (height, rows) = (|line: &str| height(line, columns), |lines: &[String]| rows(lines, columns));
    if rows(lines) <= room {
        return lines.to_vec();
    }
    let [head, rest @ ..] = lines else { return Vec::new() };
    let marked = rest.iter().position(|line| line.ends_with("<-")).unwrap_or(0);
    let mut room = room.saturating_sub(height(head));
    // What comes before the mark leads to it; some of what follows is seen as well.
    let mut from = marked;
    let mut to = marked;
    loop {
        let next = rest.get(to).filter(|_| to <= marked + 1 || from == 0);
        let before = from.checked_sub(1).and_then(|index| rest.get(index));
        let (line, is_next) = match (next, before) {
            (Some(line), _) => (line, true),
            (None, Some(line)) => (line, false),
            (None, None) => break,
        };
        let Some(left) = room.checked_sub(height(line)) else { break };
        room = left;
        if is_next { to += 1 } else { from -= 1 }
    }
    let shown = rest.get(from..to).unwrap_or_default();
    if shown.is_empty() { Vec::new() } else { [std::slice::from_ref(head), shown].concat() }
}

/// The number of rows that a line takes on a terminal that is so wide.
fn height(line: &str, width: usize) -> usize {
    columns(line).div_ceil(width).max(1)
}

fn rows(lines: &[String], width: usize) -> usize {
    lines.iter().map(|line| height(line, width)).sum()
}

#[cfg(test)]
mod tests {
    use super::{cut, height, rows};

    #[test]
    fn lines_that_are_too_long_take_several_rows() {
        assert_eq!(height(&"x".repeat(80), 80), 1);
        assert_eq!(height(&"x".repeat(81), 80), 2);
        assert_eq!(height("", 80), 1);
    }

    #[test]
    fn a_long_comparison_is_cut_around_its_mark() {
        let mut lines: Vec<String> = (0..30).map(|line| format!("{line}")).collect();
        lines[20] += "  <-";
        let shown = cut(&lines, 8, 80);
        assert_eq!(shown, ["0", "15", "16", "17", "18", "19", "20  <-", "21"]);
        assert!(rows(&shown, 80) <= 8);
        assert_eq!(cut(&lines[..5], 8, 80), lines[..5]);
        assert!(cut(&lines, 1, 80).is_empty());
    }
}
