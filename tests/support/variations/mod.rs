//! Changes of programs that keep what the programs do.

mod code;
mod data;
mod drawing;

use grader::submission::ProgramFile;

pub(crate) use data::{Game, Profile, Variation};

use code::{Code, quoted};
use data::Edit;

/// A program with a change; `None` if the change does not fit it. `origin` has the files of the program that the profile
/// is about, which may be this one.
pub(crate) fn apply(
    game: &Game,
    profile: &Profile,
    files: &[ProgramFile],
    origin: &[ProgramFile],
    variation: &Variation,
) -> Option<Vec<ProgramFile>> {
    let is_understood = variation.language.as_ref().is_none_or(|language| *language == profile.language);
    is_understood.then_some(())?;
    let mut sources = Sources::new(files, origin);
    let mut code = Code::default();

    let offer = variation.keys.as_ref().map_or(&profile.keys, |keys| &keys.offer);
    if let Some(keys) = &variation.keys {
        for (role, stem) in &profile.stems {
            if !variation.texts.contains_key(role) {
                sources.text(profile.texts.get(role)?, &format!("{stem}{offer}"))?;
            }
        }
        code.yes_or_no(keys);
        let in_quotes = quoted(offer);
        let in_quotes = in_quotes.trim_matches('"').to_owned();
        for edit in profile.hooks.get("yes-no")? {
            sources.edit(&Edit { put: edit.put.replace("{offer}", &in_quotes), ..edit.clone() })?;
        }
    }
    for (role, text) in &variation.texts {
        sources.text(profile.texts.get(role)?, &text.replace("{keys}", offer))?;
    }
    if let Some(reading) = variation.number {
        code.number(reading);
        sources.hook(profile, "number")?;
    }
    if let Some(drawing) = &variation.board {
        drawing::draw(&mut code, drawing, game, profile);
        sources.hook(profile, "draw")?;
    }
    let abouts = [("status", "v_status", &variation.status), ("win", "v_win", &variation.win)];
    for (hook, routine, template) in abouts {
        if let Some(template) = template {
            code.about(routine, template);
            sources.hook(profile, hook)?;
        }
    }
    for name in &variation.edits {
        sources.all(profile.edits.get(name)?)?;
    }
    if let Some(directive) = &variation.before_board {
        for edit in profile.hooks.get("board")? {
            sources.edit(&Edit { put: edit.put.replace("{}", directive), ..edit.clone() })?;
        }
    }
    let pauses = [("start", &variation.start), ("turn", &variation.turn), ("end", &variation.end)];
    for (hook, pause) in pauses {
        if let Some(pause) = pause {
            code.pause(&format!("v_{hook}"), pause);
            sources.hook(profile, hook)?;
        }
    }
    look_ups(&mut code, variation, profile);
    Some(sources.finish(&code))
}

/// The code that looks up what a variation prints.
fn look_ups(code: &mut Code, variation: &Variation, profile: &Profile) {
    let about = variation.status.iter().chain(&variation.win).cloned().collect::<String>();
    let is_used = |name: &str| match name {
        "cell" => variation.board.is_some() || about.contains("{pieces}"),
        "piece" => about.contains("piece"),
        "name" => about.contains("name}"),
        name => about.contains(&format!("{{{name}")),
    };
    for (name, lines) in profile.code.iter().filter(|(name, _)| is_used(name)) {
        code.line(&format!("v_{name}:"));
        code.lines(lines);
        code.line("jr $ra");
    }
    if about.contains("{pieces}") {
        code.routine("v_pieces", true, |code| {
            code.lines("jal v_piece\n move $s3, $v0\n li $s0, 0\n li $s2, 0");
            code.line("v_pieces_row:");
            code.line("li $s1, 0");
            code.line("v_pieces_column:");
            code.lines("move $a0, $s0\n move $a1, $s1\n jal v_cell\n seq $v0, $v0, $s3\n add $s2, $s2, $v0");
            code.lines("addi $s1, $s1, 1\n blt $s1, 7, v_pieces_column\n addi $s0, $s0, 1\n blt $s0, 6, v_pieces_row");
            code.line("move $v0, $s2");
        });
    }
}

/// The files of a program while they are changed.
struct Sources<'f> {
    files: Vec<(&'f ProgramFile, String)>,
    /// The text of the program in which all places are.
    origin: String,
}

/// The text of a file, with a line before it, so that each label stands behind the end of a line.
fn text(file: &ProgramFile) -> String {
    format!("\n{}", String::from_utf8(file.bytes.clone()).expect("fixtures are UTF-8"))
}

impl<'f> Sources<'f> {
    fn new(files: &'f [ProgramFile], origin: &[ProgramFile]) -> Self {
        Self {
            files: files.iter().map(|file| (file, text(file))).collect(),
            origin: origin.iter().map(text).collect(),
        }
    }

    fn finish(self, code: &Code) -> Vec<ProgramFile> {
        let added = code.finish();
        let files = self.files.into_iter().enumerate();
        files
            .map(|(index, (file, text))| {
                let text = if index == 0 { text + &added } else { text };
                ProgramFile { bytes: text.as_bytes()[1..].to_vec(), ..file.clone() }
            })
            .collect()
    }

    /// `None` if this is not in the program in which all places are: it may mean something else here.
    fn is_original(&self, text: &str) -> Option<()> {
        self.origin.contains(text).then_some(())
    }

    /// The only occurrence of a text.
    fn find(&self, text: &str) -> Option<(usize, usize)> {
        let all = self.files.iter().enumerate();
        let mut found =
            all.flat_map(|(file, (_, source))| source.match_indices(text).map(move |(at, _)| (file, at)));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Puts another text in the place of a literal.
    fn text(&mut self, literal: &str, text: &str) -> Option<()> {
        let (file, range) = if literal.starts_with('"') {
            let literal = quoted(&literal[1..literal.len() - 1]);
            let (file, at) = self.find(&literal)?;
            (file, at..at + literal.len())
        } else {
            let (file, at) =
                self.find(&format!("\n{literal}:")).or_else(|| self.find(&format!(" {literal}:")))?;
            let source = &self.files[file].1;
            let start = at + source[at..].find('"')?;
            let mut is_escaped = false;
            let length = source[start + 1..].find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            })?;
            (file, start..start + length + 2)
        };
        self.is_original(&self.files[file].1[range.clone()])?;
        self.files[file].1.replace_range(range, &quoted(text));
        Some(())
    }

    fn hook(&mut self, profile: &Profile, name: &str) -> Option<()> {
        self.all(profile.hooks.get(name)?)
    }

    fn all(&mut self, edits: &[Edit]) -> Option<()> {
        edits.iter().try_for_each(|edit| self.edit(edit))
    }

    fn edit(&mut self, edit: &Edit) -> Option<()> {
        let wanted = match (&edit.at, &edit.after, &edit.replace) {
            (Some(label), None, None) => format!("\n{label}:"),
            (None, Some(text), None) | (None, None, Some(text)) => text.clone(),
            _ => panic!("an edit has one of `at`, `after` and `replace`"),
        };
        let (file, at) = self.find(&wanted)?;
        let source = &self.files[file].1;
        let end = at + wanted.len();
        // What is left out is what stands there up to an empty line, in most hooks.
        let paragraph = source[end..].find("\n\n").map_or(source.len(), |length| end + length);
        self.is_original(&source[at..paragraph])?;
        let source = &mut self.files[file].1;
        if edit.replace.is_some() {
            source.replace_range(at..end, &edit.put);
        } else {
            source.insert_str(end, &format!("\n{}\n", edit.put.trim_end()));
        }
        Some(())
    }
}
