//! Diagnostics from the messages of the linker.

use super::build::unit::Unit;
use super::code;
use super::messages::line_span;
use crate::diagnostics::{Diagnostic, FileId, Span, text};

/// The mistakes that the linker reports, each name once.
pub(super) fn mistakes(said: &str, units: &[Unit], ids: &[FileId]) -> Vec<Diagnostic> {
    let first = Span::new(ids.first().copied().unwrap_or_default(), 0..0);
    let place = |text: &str| place(text, units, ids);
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for line in said.lines() {
        if let Some((before, rest)) = line.split_once("undefined reference to `") {
            let name = rest.trim_end_matches('\'');
            if !names.contains(&name) {
                names.push(name);
                found.push(undefined(name, place(before), first));
            }
        } else if let Some((before, rest)) = line.split_once("multiple definition of `") {
            let Some((name, other)) = rest.split_once("';") else { continue };
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let mistake = Diagnostic::error(
                code::LINK,
                place(before).unwrap_or(first),
                text!("`{name}` is defined more than once", "`{name}` được định nghĩa nhiều lần"),
            );
            found.push(match place(other) {
                Some(other) => {
                    mistake.also(other, text!("it is defined here too", "nó cũng được định nghĩa ở đây"))
                }
                None => mistake,
            });
        }
    }
    found
}

fn undefined(name: &str, place: Option<Span>, first: Span) -> Diagnostic {
    if name == "main" && place.is_none() {
        return Diagnostic::error(
            code::LINK,
            first,
            text!("there is no function `main`", "không có hàm `main`"),
        );
    }
    Diagnostic::error(
        code::LINK,
        place.unwrap_or(first),
        text!(
            "`{name}` is used and defined nowhere: neither in the files that were handed in nor in standard C",
            "`{name}` được dùng mà không được định nghĩa ở đâu: không có trong các tệp đã nộp lẫn trong C chuẩn"
        ),
    )
}

/// The place that stands in a message as `file:line`, perhaps after the name of an object.
fn place(text: &str, units: &[Unit], ids: &[FileId]) -> Option<Span> {
    units.iter().zip(ids).find_map(|(unit, id)| {
        let (_, rest) = text.split_once(&format!("{}:", unit.path))?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let line = rest[..digits].parse().ok()?;
        Some(line_span(&unit.source, *id, line))
    })
}

#[cfg(test)]
mod tests {
    use super::mistakes;
    use crate::diagnostics::{Language as Words, SourceFile, Sources};
    use crate::isa::c::build::unit::{Language, Unit};

    #[test]
    fn names_are_reported_once_where_they_stand() {
        let source = SourceFile::from_bytes("a.c", b"int main(void) {\n    foo();\n}\n");
        let units = [Unit {
            path: "a.c".to_owned(),
            source: source.clone(),
            language: Language::C,
            is_of_assignment: false,
        }];
        let mut sources = Sources::default();
        let ids = [sources.add(source)];
        let said = "ld: /tmp/0.o: in function `main':\n/tmp/src/./a.c:2: undefined reference to `foo'\n\
                    ld: /tmp/src/./a.c:3: undefined reference to `foo'\n\
                    crt0.o: in function `_mainCRTStartup':\n(.text+0xfc): undefined reference to `main'\n";
        let found = mistakes(said, &units, &ids);
        let told: Vec<_> = found
            .iter()
            .map(|mistake| (sources.slice(mistake.span()), mistake.message.to(Words::English)))
            .collect();
        assert_eq!(told.len(), 2);
        assert!(told[0].0 == "foo();" && told[0].1.starts_with("`foo` is used"), "{told:?}");
        assert_eq!(told[1].1, "there is no function `main`");
    }
}
