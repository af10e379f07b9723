//! Drawings of boards, written as templates, as code.

use std::fmt::Write as _;

use super::code::{Code, places};
use super::data::{Drawing, Game, Profile};

/// `v_draw`: draws the board.
pub(crate) fn draw(code: &mut Code, drawing: &Drawing, game: &Game, profile: &Profile) {
    let (rows, _) = game.size;
    for (line, glyphs) in drawing.glyphs.iter().enumerate() {
        let labels = glyphs.each_ref().map(|glyph| code.literal(glyph));
        code.datum(".align 2");
        code.datum(&format!("v_glyphs{line}: .word {}", labels.join(", ")));
    }
    // `$v0` is 0, 4 or 8: the place of the piece at ($s0, $s1) in the tables of glyphs.
    code.line("v_look:");
    code.lines("addi $sp, $sp, -4\n sw $ra, 0($sp)\n move $a0, $s0\n move $a1, $s1\n jal v_cell\n move $t0, $v0\n li $v0, 0");
    let done = code.fresh();
    for letter in profile.letters.bytes().skip(1) {
        code.line("addi $v0, $v0, 4");
        code.line(&format!("beq $t0, {letter}, {done}"));
    }
    code.line("li $v0, 0");
    code.line(&format!("{done}:"));
    code.lines("lw $ra, 0($sp)\n addi $sp, $sp, 4\n jr $ra");
    code.routine("v_draw", false, |code| {
        template(code, &drawing.head, game, None);
        for row in 0..rows {
            let label = game.first + if profile.rows_from_bottom { rows - 1 - row } else { row };
            code.line(&format!("li $s0, {row}"));
            template(code, &drawing.row, game, Some(label));
            if row + 1 < rows {
                template(code, &drawing.between, game, Some(label));
            }
        }
        template(code, &drawing.foot, game, None);
    });
}

/// A template of which one part may be repeated for each column.
fn template(code: &mut Code, template: &str, game: &Game, row: Option<usize>) {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('«') {
        let (part, after) = after.split_once('»').expect("a part is closed");
        let (cell, join) = part.split_once('¦').unwrap_or((part, ""));
        segment(code, before, row, None, game);
        columns(code, cell, join, row, game);
        rest = after;
    }
    segment(code, rest, row, None, game);
}

fn columns(code: &mut Code, cell: &str, join: &str, row: Option<usize>, game: &Game) {
    let (_, columns) = game.size;
    let is_labelled = places(cell).iter().any(|(_, name)| name.starts_with(['k', 'A']));
    let is_looked_up = places(cell).iter().any(|(_, name)| matches!(*name, "c" | "d" | "e"));
    if is_labelled || !is_looked_up {
        for column in 0..columns {
            code.line(&format!("li $s1, {column}"));
            segment(code, cell, row, Some(column), game);
            if column + 1 < columns {
                segment(code, join, row, None, game);
            }
        }
        return;
    }
    let (next, done) = (code.fresh(), code.fresh());
    code.line("li $s1, 0");
    code.line(&format!("{next}:"));
    segment(code, cell, row, None, game);
    code.line("addi $s1, $s1, 1");
    code.line(&format!("beq $s1, {columns}, {done}"));
    segment(code, join, row, None, game);
    code.line(&format!("j {next}"));
    code.line(&format!("{done}:"));
}

/// Texts with what stands in braces: `{c}` the glyph of a cell, `{r}` the row, `{k}` the column, `{A}` its letter; a number
/// after `r` and `k` is the width.
fn segment(code: &mut Code, template: &str, row: Option<usize>, column: Option<usize>, game: &Game) {
    let mut literal = String::new();
    for (before, name) in places(template) {
        literal.push_str(before);
        let (kind, width) = name.split_at(name.len().min(1));
        let width: usize = width.parse().unwrap_or(1);
        match kind {
            "" => {}
            "r" => {
                let number = row.expect("a row is drawn");
                write!(literal, "{number:>width$}").expect("strings take everything");
            }
            "k" => {
                let number = game.first + column.expect("columns are drawn");
                write!(literal, "{number:>width$}").expect("strings take everything");
            }
            "A" => literal.push(char::from(b'A' + column.expect("columns are drawn") as u8)),
            "c" | "d" | "e" => {
                code.say(&std::mem::take(&mut literal));
                let table = usize::from(kind.as_bytes()[0] - b'c');
                code.lines(&format!("jal v_look\n lw $a0, v_glyphs{table}($v0)\n li $v0, 4\n syscall"));
            }
            other => panic!("`{{{other}}}` is not known in a drawing"),
        }
    }
    code.say(&literal);
}
