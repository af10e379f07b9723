//! Diagnostics as text with the source underlined.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::harmless::is_hostile;
use super::wrap::fitted;
use super::{
    Diagnostic, FileId, Label, Language, Severity, SourceFile, Sources, Text, begins_command, harmless,
};

/// The style in which a diagnostic is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Colour with ANSI sequences if true.
    pub colour: bool,
    /// The language of the words.
    pub language: Language,
}

/// Draws one diagnostic: message, marked source lines, notes and hints. Names and source lines come from outside; nothing
/// of them reaches the terminal that it would do more with than draw it.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    render_within(diagnostic, sources, style, None)
}

/// The same in lines of at most `width` columns, as far as they can be broken; of longer lines of the source a part is shown.
pub fn render_within(
    diagnostic: &Diagnostic,
    sources: &Sources,
    style: Style,
    width: Option<usize>,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    // A tab is harmless, and often part of the quoted text.
    let words = |text: &Text| harmless(&text.to(style.language).replace('\t', " "));
    let mut group =
        Group::with_title(level.primary_title(words(&diagnostic.message)).id(diagnostic.code.id()));
    let mut files: Vec<FileId> = diagnostic.labels.iter().map(|label| label.span.file).collect();
    files.dedup();
    for id in files {
        let file = sources.file(id);
        let of_file: Vec<(usize, &Label)> =
            diagnostic.labels.iter().enumerate().filter(|(_, label)| label.span.file == id).collect();
        let whole = window(&file.text, &of_file);
        // Labels that are far apart are shown one by one, so that the lines between them are not looked at.
        let parts: Vec<&[(usize, &Label)]> =
            if whole.len() > LARGEST_WINDOW { of_file.chunks(1).collect() } else { vec![&of_file] };
        for labels in parts {
            group = group.element(snippet(file, labels, &words));
        }
    }
    group = group.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(words(note))));
    group = group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(words(help))));
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let Some(width) = width else { return drawn_only(&renderer.render(&[group])) };
    fitted(&drawn_only(&renderer.term_width(width).render(&[group])), width)
}

/// The drawing with the characters of source lines that the renderer passes on although they are not for
/// drawing. Each becomes one character, so that marks stay below their text; escape sequences in the drawing
/// are ours.
fn drawn_only(drawing: &str) -> String {
    let ours = |c| matches!(c, '\n' | '\u{1b}');
    drawing
        .char_indices()
        .map(|(at, c)| match c {
            c if is_hostile(c) && !ours(c) => char::REPLACEMENT_CHARACTER,
            '#' if begins_command(&drawing.as_bytes()[at..]) => '\u{FF03}',
            c => c,
        })
        .collect()
}

/// Draws diagnostics one below the other with an empty line between them.
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let drawn: Vec<String> =
        diagnostics.iter().map(|diagnostic| render(diagnostic, sources, style) + "\n").collect();
    drawn.join("\n")
}

/// The lines of some labels of a file with their marks.
fn snippet<'s>(
    file: &'s SourceFile,
    labels: &[(usize, &Label)],
    words: &dyn Fn(&Text) -> String,
) -> Snippet<'s, Annotation<'s>> {
    let mut window = window(&file.text, labels);
    if let ([(_, only)], true) = (labels, window.len() > LARGEST_WINDOW) {
        window = excerpt(&file.text, &window, only.span.start as usize);
    }
    let mut snippet = Snippet::source(&file.text[window.clone()])
        .line_start(file.position(window.start).line)
        .path(harmless(&file.name));
    for (index, label) in labels {
        let kind = if *index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let place = |at: u32| (at as usize).clamp(window.start, window.end) - window.start;
        let beside = Some(words(&label.text)).filter(|words| !words.is_empty());
        let range = place(label.span.start)..place(label.span.end);
        snippet = snippet.annotation(kind.span(range).label(beside));
    }
    snippet
}

/// The most bytes that are drawn at once.
const LARGEST_WINDOW: usize = 10_000;

/// The part around a place in a very long line.
fn excerpt(text: &str, window: &Range<usize>, at: usize) -> Range<usize> {
    let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = boundary(at.saturating_sub(200)).max(window.start);
    start..boundary((at + 200).min(text.len())).clamp(start, window.end)
}

/// The whole lines of a file that hold labels, so that drawing does not read all of a large file.
fn window(text: &str, labels: &[(usize, &Label)]) -> Range<usize> {
    let spans = || labels.iter().map(|(_, label)| label.span);
    let start = spans().map(|span| span.start as usize).min().unwrap_or(0);
    let end = spans().map(|span| span.end as usize).max().unwrap_or(0);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    line_start..line_end
}
