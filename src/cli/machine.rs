//! The flags of machines and assemblers, which the instruction sets describe: each key of a machine that can be given on the
//! command line, and each file that an assembler can write.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::{CommandFailure, Deed};
use crate::asm::{ProgramFile, ProgramFiles};
use crate::diagnostics::{Language, Text, text};
use crate::isa::{self, COMPILED, ISAS, Isa};
use crate::machine::{KeyRow, KeyValue, Kind, LoadedProgram, Machine, Output, Place};

/// Reads the name of an instruction set.
pub(super) fn isa_parser() -> impl TypedValueParser<Value = &'static Isa> {
    let names = ISAS.map(|isa| PossibleValue::new(isa.id).help(isa.about.trim_end_matches('.')));
    PossibleValuesParser::new(names).map(|name| isa::find(&name).unwrap_or(ISAS[0]))
}

/// Reads the name of a language that is compiled.
pub(super) fn language_parser() -> impl TypedValueParser<Value = &'static Isa> {
    let names = COMPILED.map(|isa| PossibleValue::new(isa.id).help(isa.about.trim_end_matches('.')));
    PossibleValuesParser::new(names).map(|name| isa::find(&name).unwrap_or(COMPILED[0]))
}

/// Reads the files that are named on the command line.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<Vec<ProgramFile>, CommandFailure> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))?;
        Ok(ProgramFile::source(path.display().to_string(), bytes))
    };
    paths.iter().map(read).collect()
}

/// Loads files for a machine of the instruction set that is asked for, or of the one that they are written in.
pub(super) fn load<const IS_EXEC: bool>(
    flags: &Flags<IS_EXEC>,
    wanted: Option<&'static Isa>,
    files: &[ProgramFile],
) -> Result<LoadedProgram, CommandFailure> {
    let texts = || files.iter().map(ProgramFile::text).collect::<Vec<_>>();
    let machine = flags.machine(wanted.unwrap_or_else(|| isa::of(&texts())))?;
    let loaded = machine.load(ProgramFiles::named(files, &include));
    match loaded.withheld {
        Some(why) => Err(CommandFailure::environment(why)),
        None => Ok(loaded),
    }
}

/// Reads a file that a program includes. Only assembly files are read, so that a student's program cannot
/// show other files.
fn include(path: &str) -> Option<Vec<u8>> {
    let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let mut known = isa::all().flat_map(|isa| isa.source.included);
    if known.any(|known| *known == extension) { std::fs::read(path).ok() } else { None }
}

/// The flags of `grader asm`.
pub(super) type AsmFlags = Flags<false>;

/// The flags of `grader exec`.
pub(super) type ExecFlags = Flags<true>;

/// The values given for the keys of machines, and for files to write.
#[derive(Debug, Default)]
pub(super) struct Flags<const IS_EXEC: bool> {
    /// Each flag with its word; switches have none.
    given: Vec<(&'static str, Option<String>)>,
    outputs: Vec<(&'static Output, PathBuf)>,
}

/// A key with the instruction set that has it.
type Known = (&'static Isa, KeyRow);

/// A key as a flag. The command line is made once.
fn flag_of(key: &KeyRow) -> &'static str {
    key.name.replace('_', "-").leak()
}

impl<const IS_EXEC: bool> Flags<IS_EXEC> {
    const PLACE: Place = if IS_EXEC { Place::Exec } else { Place::Asm };

    fn keys(isa: &Isa) -> impl Iterator<Item = KeyRow> {
        (isa.keys)().into_iter().filter(|key| key.places.contains(&Self::PLACE))
    }

    /// The files that can be written, with the instruction set of each.
    fn known_outputs() -> impl Iterator<Item = (&'static Isa, &'static Output)> {
        let all = ISAS.into_iter().flat_map(|isa| isa.outputs.iter().map(move |output| (isa, output)));
        all.filter(|_| Self::PLACE == Place::Asm)
    }

    /// Each name with the keys of that name; several instruction sets may have one.
    fn known() -> Vec<(&'static str, Vec<Known>)> {
        let mut known: Vec<(&'static str, Vec<Known>)> = Vec::new();
        for isa in ISAS {
            for key in Self::keys(isa) {
                match known.iter_mut().find(|(name, _)| *name == key.name) {
                    Some((_, keys)) => keys.push((isa, key)),
                    None => known.push((key.name, vec![(isa, key)])),
                }
            }
        }
        known
    }

    /// The help of a flag in a language.
    fn help_in(name: &str, language: Language, about: About<'_>) -> Option<String> {
        if let Some((isa, output)) = Self::known_outputs().find(|(_, output)| output.flag == name) {
            return Some(format!("{}: {}", isa.title, about(isa, output.flag)?));
        }
        let known = Self::known();
        let (_, keys) = known.iter().find(|(known, _)| *known == name)?;
        help_of::<IS_EXEC>(keys, language, about)
    }

    /// The files that are to be written.
    pub(super) fn outputs(&self) -> &[(&'static Output, PathBuf)] {
        &self.outputs
    }

    /// The machine of an instruction set as it was asked for.
    pub(super) fn machine(&self, isa: &'static Isa) -> Result<Machine, CommandFailure> {
        let mut machine = Machine::usual(isa);
        let keys: Vec<KeyRow> = Self::keys(isa).collect();
        let written = self.outputs.iter().map(|(output, _)| output.flag);
        let foreign = |name: &&str| {
            !keys.iter().any(|key| key.name == *name)
                && !isa.outputs.iter().any(|output| output.flag == *name)
        };
        if let Some(name) = self.given.iter().map(|(name, _)| *name).chain(written).find(foreign) {
            let (flag, title) = (name.replace('_', "-"), isa.title);
            return Err(CommandFailure::usage(text!(
                "`--{flag}` is not for {title} programs",
                "`--{flag}` không dành cho chương trình {title}"
            )));
        }
        for key in keys {
            let given =
                self.given.iter().find(|(name, _)| *name == key.name).map(|(_, word)| word.as_deref());
            let usual = key.on_the_terminal.filter(|_| IS_EXEC).map(Some);
            let value = match given.or(usual) {
                None => continue,
                Some(None) => KeyValue::Switch(true),
                Some(Some(word)) => key.parse(word).ok_or_else(|| refused(isa, &key, word))?,
            };
            machine.setup.set(key.name, value);
        }
        Ok(machine)
    }
}

/// Says that an instruction set has another choice.
fn refused(isa: &Isa, key: &KeyRow, word: &str) -> CommandFailure {
    let (flag, title) = (key.name.replace('_', "-"), isa.title);
    let (takes, takes_vi) = taken(key).into_both();
    CommandFailure::usage(text!(
        "`--{flag}` cannot be `{word}` for {title} programs; possible: {takes}",
        "`--{flag}` không thể là `{word}` với chương trình {title}; có thể dùng: {takes_vi}"
    ))
}

/// The values that a key takes, in words.
fn taken(key: &KeyRow) -> Text {
    match &key.takes {
        Kind::OneOf(words) => Text::verbatim(words.join(", ")),
        Kind::Switch => Text::verbatim("true, false"),
        Kind::Number(smallest, largest) => text!("{smallest} to {largest}", "từ {smallest} đến {largest}"),
    }
}

/// The help of a flag: its purpose in each instruction set, and what it takes there. `about` gives the purpose in a language.
fn help_of<const IS_EXEC: bool>(keys: &[Known], language: Language, about: About<'_>) -> Option<String> {
    let of_one = |(isa, key): &Known| {
        let (title, about) = (isa.title, about(isa, key.name)?);
        let usual = key.on_the_terminal.filter(|_| IS_EXEC);
        let usual =
            usual.map(|word| text!(" ({word} if not given)", " (nếu không cho: {word})")).unwrap_or_default();
        Some(match key.takes {
            Kind::Switch => format!("{title}: {about}"),
            _ => format!("{title}: {about}: {}{}", taken(key).to(language), usual.to(language)),
        })
    };
    Some(keys.iter().map(of_one).collect::<Option<Vec<_>>>()?.join("; "))
}

/// The purpose of a flag in an instruction set, by its name there, as one language says it.
pub(super) type About<'a> = &'a dyn Fn(&Isa, &str) -> Option<String>;

/// The help of a flag of `grader asm` or `grader exec` in a language; `None` for flags that no instruction set describes, and for one
/// that has no words in that language.
pub(super) fn flag_help(command: &str, name: &str, language: Language, about: About<'_>) -> Option<String> {
    match command {
        "asm" => AsmFlags::help_in(name, language, about),
        "exec" => ExecFlags::help_in(name, language, about),
        _ => None,
    }
}

impl<const IS_EXEC: bool> Args for Flags<IS_EXEC> {
    fn augment_args(mut command: Command) -> Command {
        for (name, keys) in Self::known() {
            let [(_, first), ..] = keys.as_slice() else { continue };
            let words = |isa: &Isa, name: &str| {
                let key = keys.iter().find(|(of, key)| of.id == isa.id && key.name == name);
                key.map(|(_, key)| key.about.trim_end_matches('.').to_owned())
            };
            let help = help_of::<IS_EXEC>(&keys, Language::English, &words).unwrap_or_default();
            let arg = Arg::new(name).long(flag_of(first)).help(help);
            command = command.arg(match first.takes {
                Kind::Switch => arg.action(ArgAction::SetTrue),
                _ => arg.value_name(name.to_uppercase().leak() as &'static str),
            });
        }
        for (isa, output) in Self::known_outputs() {
            let about = format!("{}: {}", isa.title, output.about.trim_end_matches('.'));
            let arg = Arg::new(output.flag).long(output.flag).value_name("PATH").help(about);
            command = command.arg(arg.value_parser(value_parser!(PathBuf)));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const IS_EXEC: bool> FromArgMatches for Flags<IS_EXEC> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self { given: Vec::new(), outputs: Vec::new() };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (name, keys) in Self::known() {
            let is_switch = keys.iter().all(|(_, key)| key.takes == Kind::Switch);
            if is_switch && matches.get_flag(name) {
                self.given.push((name, None));
            } else if let Some(word) = matches.try_get_one::<String>(name).ok().flatten() {
                self.given.push((name, Some(word.clone())));
            }
        }
        for (_, output) in Self::known_outputs() {
            let path = matches.get_one::<PathBuf>(output.flag);
            self.outputs.extend(path.map(|path| (output, path.clone())));
        }
        Ok(())
    }
}
