//! The texts that stand in a program's source: what it may say, although no game has shown it.

use crate::machine::Executable;
use crate::observe::Page;

/// Of longer sources no more than this is read, in bytes.
const MOST: usize = 1 << 18;

/// The texts between quotes, each in a line of its own.
pub(super) fn written(program: &dyn Executable) -> Page {
    let sources = program.sources().files().iter();
    let lines = sources.flat_map(|file| file.text[..file.text.floor_char_boundary(MOST)].lines());
    let comment = program.isa().source.comment;
    let mut all = String::new();
    for line in lines {
        for text in texts(line, comment) {
            all.push_str(&text);
            all.push('\n');
        }
    }
    Page::of(&all)
}

/// The texts of one line of the source; what follows the character that begins a comment is none.
fn texts(line: &str, comment: char) -> Vec<String> {
    let mut found = Vec::new();
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => found.push(text(&mut characters)),
            _ if c == comment => break,
            _ => {}
        }
    }
    found
}

/// A text up to its closing quote, with line ends and tabs as they are printed.
fn text(characters: &mut std::str::Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(c) = characters.next().filter(|c| *c != '"') {
        text.push(match (c, c == '\\') {
            (_, true) => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => break,
            },
            (other, false) => other,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::texts;

    #[test]
    fn texts_end_at_their_quote_and_comments_have_none() {
        for (line, comment, expected) in [
            (r#"help: .asciiz "r\tremove\n" # "no text""#, '#', &["r\tremove\n"][..]),
            (r#".ascii "a \"b\" # c"; .asciiz "d""#, '#', &[r#"a "b" # c"#, "d"]),
            (r#".asciiz "open"#, '#', &["open"]),
            ("LDR r0, =#4 ; \"none\"", ';', &[]),
        ] {
            assert_eq!(texts(line, comment), expected, "{line}");
        }
    }
}
