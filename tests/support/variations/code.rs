//! Code that a variation adds to a program: routines that keep every register, and the texts that they print.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::data::{Keys, Pause, Reading};

/// The registers that every routine keeps, in the order of its frame; the routine's result, if
/// it has one, is left out.
const KEPT: [&str; 24] = [
    "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8", "$t9",
    "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$ra",
];

/// Code and data in the making.
#[derive(Default)]
pub(crate) struct Code {
    text: String,
    data: String,
    literals: BTreeMap<String, usize>,
    labels: usize,
}

impl Code {
    /// The whole of it, to stand at the end of a source.
    pub(crate) fn finish(&self) -> String {
        let mut data = self.data.clone();
        for (literal, number) in &self.literals {
            writeln!(data, "v_text{number}: .asciiz {}", quoted(literal)).expect("strings take everything");
        }
        if self.text.is_empty() && data.is_empty() {
            return String::new();
        }
        let space = "v_input: .space 84\n";
        format!("\n        .data\n{data}{space}        .align 2\n        .text\n{}", self.text)
    }

    pub(crate) fn line(&mut self, line: &str) {
        let indent = if line.ends_with(':') { "" } else { "        " };
        writeln!(self.text, "{indent}{line}").expect("strings take everything");
    }

    pub(crate) fn lines(&mut self, lines: &str) {
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| self.line(line));
    }

    pub(crate) fn datum(&mut self, line: &str) {
        writeln!(self.data, "{line}").expect("strings take everything");
    }

    /// A label that no other code has.
    pub(crate) fn fresh(&mut self) -> String {
        self.labels += 1;
        format!("v_label{}", self.labels)
    }

    /// Prints a text.
    pub(crate) fn say(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let label = self.literal(text);
        self.line(&format!("la $a0, {label}"));
        self.line("li $v0, 4");
        self.line("syscall");
    }

    /// The label of a text.
    pub(crate) fn literal(&mut self, text: &str) -> String {
        let next = self.literals.len();
        let number = *self.literals.entry(text.to_owned()).or_insert(next);
        format!("v_text{number}")
    }

    /// A routine that keeps all registers, or all but its result `$v0`.
    pub(crate) fn routine(&mut self, name: &str, has_result: bool, body: impl FnOnce(&mut Self)) {
        let kept: Vec<&str> = KEPT.into_iter().chain((!has_result).then_some("$v0")).collect();
        let size = 4 * kept.len();
        self.line(&format!("{name}:"));
        self.line(&format!("addi $sp, $sp, -{size}"));
        for (index, register) in kept.iter().enumerate() {
            self.line(&format!("sw {register}, {}($sp)", 4 * index));
        }
        body(self);
        for (index, register) in kept.iter().enumerate() {
            self.line(&format!("lw {register}, {}($sp)", 4 * index));
        }
        self.line(&format!("addi $sp, $sp, {size}"));
        self.line("jr $ra");
    }

    /// Reads one answer: its first character to `$t0`.
    fn read(&mut self, reading: Reading) {
        match reading {
            Reading::Line => {
                self.lines("la $a0, v_input\n li $a1, 80\n li $v0, 8\n syscall\n lbu $t0, v_input");
            }
            Reading::Key => self.lines("li $v0, 12\n syscall\n move $t0, $v0"),
            Reading::KeyNotEnter => {
                let again = self.fresh();
                self.line(&format!("{again}:"));
                self.lines("li $v0, 12\n syscall\n move $t0, $v0");
                self.line(&format!("beq $t0, 10, {again}"));
                self.line(&format!("beq $t0, 13, {again}"));
                self.say("\n");
            }
        }
    }

    /// Says something and waits for what is due.
    pub(crate) fn pause(&mut self, name: &str, pause: &Pause) {
        self.routine(name, false, |code| {
            let (again, done) = (code.fresh(), code.fresh());
            code.line(&format!("{again}:"));
            code.say(&pause.say);
            if let Some(reading) = pause.read {
                code.read(reading);
                for key in pause.until.bytes() {
                    code.line(&format!("beq $t0, {key}, {done}"));
                }
                if !pause.until.is_empty() {
                    code.line(&format!("j {again}"));
                }
            }
            code.line(&format!("{done}:"));
        });
    }

    /// `v_yes_no`: asks the question at `$a0`; `$v0` is 1 for yes.
    pub(crate) fn yes_or_no(&mut self, keys: &Keys) {
        self.routine("v_yes_no", true, |code| {
            let (again, yes, no, done) = (code.fresh(), code.fresh(), code.fresh(), code.fresh());
            code.line("move $s0, $a0");
            code.line(&format!("{again}:"));
            code.lines("move $a0, $s0\n li $v0, 4\n syscall");
            code.read(keys.read);
            for (all, label) in [(&keys.yes, &yes), (&keys.no, &no)] {
                if keys.are_words {
                    let other = code.fresh();
                    for (at, letter) in all.bytes().chain([b'\n']).enumerate() {
                        code.lines(&format!("lbu $t0, v_input+{at}\n bne $t0, {letter}, {other}"));
                    }
                    code.lines(&format!("j {label}\n {other}:"));
                    continue;
                }
                for key in all.bytes() {
                    code.line(&format!("beq $t0, {key}, {label}"));
                }
            }
            code.line(&format!("j {}", if keys.no.is_empty() { &no } else { &again }));
            code.line(&format!("{yes}:"));
            code.line("li $v0, 1");
            code.line(&format!("j {done}"));
            code.line(&format!("{no}:"));
            code.line("li $v0, 0");
            code.line(&format!("{done}:"));
        });
    }

    /// `v_number`: reads a digit; `$v0` is its value, -1 for anything else.
    pub(crate) fn number(&mut self, reading: Reading) {
        self.routine("v_number", true, |code| {
            let (bad, done) = (code.fresh(), code.fresh());
            code.read(reading);
            if reading == Reading::Line {
                code.line("lbu $t1, v_input+1");
                code.line(&format!("beqz $t1, {done}a"));
                code.line(&format!("bne $t1, 10, {bad}"));
                code.line(&format!("{done}a:"));
            }
            code.line(&format!("blt $t0, '0', {bad}"));
            code.line(&format!("bgt $t0, '9', {bad}"));
            code.line("addi $v0, $t0, -48");
            code.line(&format!("j {done}"));
            code.line(&format!("{bad}:"));
            code.line("li $v0, -1");
            code.line(&format!("{done}:"));
        });
    }

    /// Prints a text about the player in `$a0`: `{name}`, `{number}`, `{piece}`, `{pieces}`, `{faults}`, `{undos}` and so on.
    pub(crate) fn about(&mut self, name: &str, template: &str) {
        self.routine(name, false, |code| {
            code.line("move $s0, $a0");
            code.lines("li $s1, 3\n sub $s1, $s1, $s0");
            for (literal, place) in places(template) {
                code.say(literal);
                let (look_up, service) = match place {
                    "" => continue,
                    "number" => ("move $v0, $s0", 1),
                    "other-number" => ("move $v0, $s1", 1),
                    "name" => ("move $a0, $s0\n jal v_name", 4),
                    "other-name" => ("move $a0, $s1\n jal v_name", 4),
                    "piece" => ("move $a0, $s0\n jal v_piece", 11),
                    "pieces" => ("move $a0, $s0\n jal v_pieces", 1),
                    "faults" => ("move $a0, $s0\n jal v_faults", 1),
                    "faults-left" => ("move $a0, $s0\n jal v_faults\n li $t0, 3\n sub $v0, $t0, $v0", 1),
                    "undos" => ("move $a0, $s0\n jal v_undos\n li $t0, 3\n sub $v0, $t0, $v0", 1),
                    "undos-left" => ("move $a0, $s0\n jal v_undos", 1),
                    other => panic!("`{{{other}}}` is not known"),
                };
                code.lines(look_up);
                code.lines(&format!("move $a0, $v0\n li $v0, {service}\n syscall"));
            }
        });
    }
}

/// A template's literal texts, each with the name in braces after it.
pub(crate) fn places(template: &str) -> Vec<(&str, &str)> {
    let mut places = Vec::new();
    let mut rest = template;
    while let Some((literal, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("a brace is closed");
        places.push((literal, name));
        rest = after;
    }
    places.push((rest, ""));
    places
}

/// A text as it stands in a source.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
