//! Programs rewritten as people do who hand in the work of others: the same computations under other names, in other registers,
//! in another order, with instructions in between that do nothing of use.

use std::collections::HashMap;

use grader::asm::ProgramFiles;
use grader::spec::Spec;
use grader::submission::{Part, ProgramFile};

/// The language of an assembler, as far as it is rewritten.
pub(crate) struct Tongue {
    pub(crate) spec: &'static str,
    comment: char,
    /// Registers of a kind: any of a row can stand for any other one of it.
    alike: &'static [&'static [&'static str]],
    /// Instructions after which a program goes on elsewhere.
    leaving: &'static [&'static str],
    /// What stands in between and does nothing of use.
    padding: &'static [&'static str],
    /// Another spelling of a number.
    spelled: fn(&str) -> Option<String>,
    /// The directives of data, after which no instruction can be added.
    is_code: fn(&str) -> bool,
}

pub(crate) const TONGUES: [Tongue; 3] = [
    Tongue {
        spec: "lc3",
        comment: ';',
        alike: &[&["R1", "R2", "R3", "R4", "R5"]],
        leaving: &["RET", "HALT", "BRnzp", "BR"],
        padding: &["ADD R0, R0, #0", "BRn #0"],
        spelled: |number| Some(format!("x{:X}", number.strip_prefix('#')?.parse::<u16>().ok()?)),
        is_code: |line| !line.contains('.'),
    },
    Tongue {
        spec: "mips-four",
        comment: '#',
        alike: &[
            &["$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7"],
            &["$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7"],
        ],
        leaving: &["j", "jr", "b"],
        padding: &["nop", "addi $k0, $k0, 1", "move $k1, $k0", "xor $k1, $k0, $k1"],
        spelled: |number| Some(format!("{:#x}", number.parse::<u16>().ok()?)),
        is_code: |line| !line.contains('.') && line.contains('$'),
    },
    Tongue {
        spec: "arm-connect-four",
        comment: ';',
        alike: &[&["R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11"]],
        leaving: &["B", "BX"],
        padding: &["NOP", "ADD R12, R12, #1", "EOR R12, R12, #3"],
        spelled: |number| {
            Some(format!("#{:#X}", number.strip_prefix('#')?.parse::<u8>().ok()?).replace("0X", "0x"))
        },
        is_code: |line| line.starts_with(' ') && line.contains(['R', 'r']) && !line.contains("AREA"),
    },
];

/// A way to rewrite a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewriting {
    /// Other labels, no comments, numbers spelled in another way.
    Names,
    /// Other registers.
    Registers,
    /// Parts to which nothing falls through, in another order.
    Order,
    /// Instructions of no use in between.
    Padding,
}

pub(crate) const ALL: [Rewriting; 4] =
    [Rewriting::Names, Rewriting::Registers, Rewriting::Order, Rewriting::Padding];

/// Numbers that look as if they were drawn at random: Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

/// A program rewritten in these ways.
pub(crate) fn rewritten(tongue: &Tongue, spec: &Spec, source: &str, ways: &[Rewriting], seed: u8) -> String {
    let mut random = Dice(0x9E37_79B9_7F4A_7C15 ^ u64::from(seed));
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for way in ways {
        lines = match way {
            Rewriting::Names => {
                let names = other_labels(spec, &lines.join("\n"));
                let bare = lines.iter().map(|line| without_comment(line, tongue.comment));
                let other = |word: &str| names.get(word).cloned().or_else(|| (tongue.spelled)(word));
                bare.map(|line| with_words(line, &other)).collect()
            }
            Rewriting::Registers => {
                let other = other_registers(tongue, &mut random);
                // A range of registers names those in between too.
                let is_range = |line: &&String| line.contains('{') && line.contains('-');
                let ranges: Vec<&String> = lines.iter().filter(is_range).collect();
                let other: HashMap<_, _> = other.into_iter().filter(|_| ranges.is_empty()).collect();
                lines
                    .iter()
                    .map(|line| with_words(line, &|word| other.get(&word.to_uppercase()).cloned()))
                    .collect()
            }
            Rewriting::Order => reordered(tongue, lines, &mut random),
            Rewriting::Padding => padded(tongue, &lines, &mut random),
        };
    }
    lines.join("\n") + "\n"
}

fn other_labels(spec: &Spec, source: &str) -> HashMap<String, String> {
    let file =
        ProgramFile { name: "program".to_owned(), bytes: source.as_bytes().to_vec(), part: Part::Source };
    let loaded = spec.machine.load(ProgramFiles::handed_in(&[file]));
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let named = program.symbols().iter().enumerate();
    named
        .filter(|(_, symbol)| symbol.name != "main" && symbol.name != "start")
        .map(|(number, symbol)| (symbol.name.clone(), format!("zq{number}w")))
        .collect()
}

fn other_registers(tongue: &Tongue, random: &mut Dice) -> HashMap<String, String> {
    let mut other = HashMap::new();
    for alike in tongue.alike {
        let mut shuffled = alike.to_vec();
        random.shuffle(&mut shuffled);
        other.extend(alike.iter().zip(shuffled).map(|(one, other)| (one.to_uppercase(), other.to_owned())));
    }
    other
}

fn without_comment(line: &str, comment: char) -> &str {
    let mut is_quoted = false;
    let end = line.char_indices().find(|(_, c)| {
        is_quoted ^= *c == '"' || *c == '\'';
        *c == comment && !is_quoted
    });
    end.map_or(line, |(at, _)| &line[..at])
}

/// A line with other words in place of some, but for texts.
fn with_words(line: &str, other: &dyn Fn(&str) -> Option<String>) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_$#.".contains(c);
    let mut result = String::new();
    for (index, part) in line.split('"').enumerate() {
        if index > 0 {
            result.push('"');
        }
        if index % 2 == 1 {
            result.push_str(part);
            continue;
        }
        let mut rest = part;
        while let Some(start) = rest.find(is_part) {
            let word = &rest[start..];
            let word = &word[..word.find(|c| !is_part(c)).unwrap_or(word.len())];
            result.push_str(&rest[..start]);
            // A letter between single quotation marks stays the same.
            let is_letter = rest[..start].ends_with('\'') && rest[start + word.len()..].starts_with('\'');
            let other = if is_letter { None } else { other(word) };
            result.push_str(&other.unwrap_or_else(|| word.to_owned()));
            rest = &rest[start + word.len()..];
        }
        result.push_str(rest);
    }
    result
}

fn leaves(tongue: &Tongue, line: &str) -> bool {
    let bare = without_comment(line, tongue.comment);
    bare.split_whitespace().any(|word| tongue.leaving.contains(&word))
}

/// The parts between instructions after which a program goes on elsewhere: neighbours change places.
fn reordered(tongue: &Tongue, lines: Vec<String>, random: &mut Dice) -> Vec<String> {
    let mut parts: Vec<Vec<String>> =
        lines.split_inclusive(|line| leaves(tongue, line)).map(<[String]>::to_vec).collect();
    let Some(last) = parts.pop() else { return lines };
    // What comes first is where the program begins.
    for four in parts[1..].chunks_mut(4) {
        random.shuffle(four);
    }
    parts.push(last);
    parts.concat()
}

fn padded(tongue: &Tongue, lines: &[String], random: &mut Dice) -> Vec<String> {
    let mut padded = Vec::new();
    let mut since = 0;
    for line in lines {
        padded.push(line.clone());
        since += usize::from((tongue.is_code)(line) && !line.trim().is_empty());
        if since == 4 {
            since = 0;
            let pad = tongue.padding[random.below(tongue.padding.len())];
            padded.push(format!("        {pad}"));
        }
    }
    padded
}
