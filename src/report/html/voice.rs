//! Sentences as markup: what is in backquotes is code, and a place in a source that is on the page is a link to it.

use maud::{Markup, PreEscaped, Render, html};

use crate::diagnostics::{Language, Sources, Text};
use crate::grade::Graded;
use crate::report::visible::harmless;

/// The language of a page, and the sources on it.
#[derive(Clone, Copy)]
pub(super) struct Voice<'v> {
    pub(super) language: Language,
    /// The sources, and which of them is the program; none on the page of a class.
    pub(super) sources: Option<(&'v Sources, usize)>,
}

impl<'v> Voice<'v> {
    /// The voice of a page without sources.
    pub(super) fn new(language: Language) -> Self {
        Self { language, sources: None }
    }

    /// The voice of the page of a submission.
    pub(super) fn of(graded: &'v Graded, language: Language) -> Self {
        let name = graded.program.as_deref().unwrap_or_default();
        let main = graded.sources.files().iter().position(|file| file.name == name).unwrap_or(0);
        Self { language, sources: Some((&graded.sources, main)) }
    }

    /// Words of ours, in which nothing is of a submission.
    pub(super) fn own<'t>(&self, words: &'t Text) -> &'t str {
        words.to(self.language)
    }

    /// The same of words that are made on the spot.
    #[expect(clippy::needless_pass_by_value, reason = "nobody else has need of them")]
    pub(super) fn text(&self, words: Text) -> String {
        words.to(self.language).to_owned()
    }

    /// A sentence, in which names and words of a submission may stand.
    pub(super) fn say(&self, words: &Text) -> Markup {
        let words = harmless(words.to(self.language));
        let parts: Vec<&str> = words.split('`').collect();
        // A backquote without a second one is a mark like any other.
        if parts.len().is_multiple_of(2) {
            return self.with_links(&words);
        }
        html! {
            @for (index, part) in parts.iter().enumerate() {
                @if index % 2 == 1 { code { (part) } } @else { (self.with_links(part)) }
            }
        }
    }

    /// The name of the line of a source, by which links lead to it; lines of the program itself have the shortest.
    pub(super) fn line(&self, file: usize, line: usize) -> String {
        match self.sources {
            Some((_, main)) if main != file => format!("file-{}-line-{line}", file + 1),
            _ => format!("line-{line}"),
        }
    }

    /// Text in which each `FILE:LINE` of a source on the page is a link.
    fn with_links(&self, text: &str) -> Markup {
        let mut drawn = String::new();
        let mut rest = text;
        while let Some((before, place, after, line)) = self.next_place(rest) {
            before.render_to(&mut drawn);
            html! { a href={ "#" (line) } { (place) } }.render_to(&mut drawn);
            rest = after;
        }
        rest.render_to(&mut drawn);
        PreEscaped(drawn)
    }

    /// The first place in a text: what stands before it, it, what stands after it, and the name of its line.
    fn next_place<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str, &'t str, String)> {
        let (sources, _) = self.sources?;
        let found = sources.files().iter().enumerate().filter_map(|(file, source)| {
            let start = text.find(&format!("{}:", source.name)).filter(|_| !source.name.is_empty())?;
            let digits = start + source.name.len() + 1;
            let length = text[digits..].bytes().take_while(u8::is_ascii_digit).count();
            let line: usize = text[digits..digits + length].parse().ok()?;
            let is_there = source.line_start(line).is_some();
            is_there.then(|| (start, digits + length, self.line(file, line)))
        });
        let (start, end, line) = found.min_by_key(|(start, end, _)| (*start, usize::MAX - *end))?;
        Some((&text[..start], &text[start..end], &text[end..], line))
    }
}

#[cfg(test)]
mod tests {
    use super::Voice;
    use crate::diagnostics::{Language, SourceFile, Sources, Text};

    #[test]
    fn code_is_marked_places_are_links_and_the_rest_is_text() {
        let mut sources = Sources::default();
        sources.add(SourceFile::from_bytes("a.asm", b"x\ny\n"));
        sources.add(SourceFile::from_bytes("lib/b.asm", b"x\n"));
        let voice = Voice { language: Language::English, sources: Some((&sources, 0)) };
        for (words, shown) in [
            ("`<b>` at a.asm:2, in X", "<code>&lt;b&gt;</code> at <a href=\"#line-2\">a.asm:2</a>, in X"),
            ("at lib/b.asm:1", "at <a href=\"#file-2-line-1\">lib/b.asm:1</a>"),
            ("a.asm:9 a.asm:x it`s <i>", "a.asm:9 a.asm:x it`s &lt;i&gt;"),
            ("a\u{202E}b", "a\\u{202e}b"),
        ] {
            assert_eq!(voice.say(&Text::verbatim(words)).into_string(), shown);
        }
    }
}
