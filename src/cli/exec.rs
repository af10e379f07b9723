//! `grader exec`: run a program on the terminal.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::keyboard::Keyboard;
use super::terminal::Terminal;
use super::{CommandFailure, IsaChoice};
use crate::diagnostics::{Diagnostic, SourceFile, Sources, Text, harmless, text};
use crate::explain;
use crate::grade::load_lc3;
use crate::isa::mips::{self, InputMode, MemoryMap};
use crate::isa::{Isa, lc3};
use crate::machine::{Executable, Facts, Start, Stop};
use crate::play::Ending;
use crate::submission::ProgramFile;

/// The flags of `grader exec`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program (.asm, .s, .obj, .bin), and files that are loaded beside it, such as an interrupt routine.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The instruction set; told from the source if not given.
    #[arg(long, value_enum)]
    isa: Option<IsaChoice>,

    /// The simulator whose texts and rules are used: lc3tools, lc3-ensemble, complx, lc3sim, pennsim or lc3web for LC-3,
    /// mars or spim for MIPS.
    #[arg(long)]
    profile: Option<String>,

    /// LC-3: which memory the program may touch; the simulator's own rule if not given.
    #[arg(long, value_enum)]
    access: Option<AccessChoice>,

    /// LC-3: the edition of the book, 2 or 3; the simulator's own if not given.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=3))]
    edition: Option<u8>,

    /// MIPS: how characters and strings are read: a `line` at a time as MARS does on the command line, or each `key` at once
    /// as MARS does in its window.
    #[arg(long, value_parser = parse_input, default_value = "line")]
    input: InputMode,

    /// MIPS: start at the global label `main` instead of the first instruction.
    #[arg(long)]
    start_at_main: bool,

    /// MIPS: let branches take effect after the instruction behind them.
    #[arg(long)]
    delayed_branches: bool,

    /// MIPS: let the program read and write its own instructions.
    #[arg(long)]
    self_modifying: bool,

    /// MIPS: the memory configuration: default, compact-data-at-zero or compact-text-at-zero.
    #[arg(long, value_parser = super::parse_memory_map)]
    memory: Option<MemoryMap>,

    /// Stop after this many instructions.
    #[arg(long, value_name = "INSTRUCTIONS")]
    fuel: Option<u64>,

    /// Fill memory and registers with pseudo-random values drawn from this seed; MIPS: also draw random numbers from it.
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AccessChoice {
    /// x3000 to xFDFF only.
    Enforced,
    /// Everything, device registers included.
    Open,
}

fn parse_input(argument: &str) -> Result<InputMode, String> {
    InputMode::find(argument).ok_or_else(|| "the ways to read are `line` and `key`".to_owned())
}

/// The entry of a name in a list of profiles; the first one if none is named.
fn profile<Profile: Copy>(
    wanted: Option<&str>,
    known: impl Iterator<Item = (&'static str, Profile)> + Clone,
    default: Profile,
) -> Result<Profile, CommandFailure> {
    let Some(wanted) = wanted else { return Ok(default) };
    let found = known.clone().find(|(name, _)| *name == wanted);
    found.map(|(_, profile)| profile).ok_or_else(|| {
        let names = known.map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        CommandFailure::usage(format!("there is no simulator `{wanted}` for this program; there are {names}"))
    })
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let mut files = Vec::new();
    for path in &arguments.files {
        let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
        files.push(ProgramFile::source(path.display().to_string(), bytes));
    }
    let sources: Vec<SourceFile> =
        files.iter().map(|file| SourceFile::from_bytes(file.name.clone(), &file.bytes)).collect();
    match arguments.isa.map_or_else(|| Isa::of(&sources), Isa::from) {
        Isa::Lc3 => lc3(arguments, &files, terminal),
        Isa::Mips => mips(arguments, sources, terminal),
    }
}

fn lc3(arguments: &Arguments, files: &[ProgramFile], terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let known = lc3::PROFILES.iter().map(|profile| (profile.id, *profile));
    let mut setup = lc3::Setup::from(profile(arguments.profile.as_deref(), known, lc3::Profile::default())?);
    match arguments.access {
        Some(AccessChoice::Enforced) => setup.access = lc3::Access::Enforced,
        Some(AccessChoice::Open) => setup.access = lc3::Access::Open,
        None => {}
    }
    match arguments.edition {
        Some(2) => setup.edition = lc3::Edition::Second,
        Some(_) => setup.edition = lc3::Edition::Third,
        None => {}
    }
    let loaded = load_lc3(files, None, setup);
    run(arguments, loaded.program.as_deref(), &loaded.diagnostics, &loaded.sources, terminal)
}

fn mips(arguments: &Arguments, files: Vec<SourceFile>, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let known = mips::PROFILES.iter().map(|(id, profile, _)| (*id, *profile));
    let mut setup = mips::Setup::from(profile(arguments.profile.as_deref(), known, mips::Profile::Mars)?);
    setup.input = arguments.input;
    setup.start_at_main |= arguments.start_at_main;
    setup.delayed_branches = arguments.delayed_branches;
    setup.self_modifying = arguments.self_modifying;
    let options = mips::Options {
        map: arguments.memory.unwrap_or_default(),
        delayed_branches: arguments.delayed_branches,
    };
    let assembly = mips::assemble(files, &super::include, options);
    if let (mips::Profile::Spim, Some(program)) = (setup.profile, &assembly.program) {
        for (found, span) in &program.only_in_mars {
            let place = program.sources.place(*span);
            terminal.note(
                text!(
                    "{place}: SPIM does not read `{found}`; this program runs in MARS only",
                    "{place}: SPIM không hiểu `{found}`; chương trình này chỉ chạy trên MARS"
                )
                .to(terminal.language),
            );
        }
    }
    let program = assembly.program.map(|program| mips::Loaded::new(program.into(), setup));
    let program = program.as_ref().map(|program| program as &dyn Executable);
    run(arguments, program, &assembly.diagnostics, &assembly.sources, terminal)
}

/// Runs what was loaded, or says why nothing was.
fn run(
    arguments: &Arguments,
    program: Option<&dyn Executable>,
    diagnostics: &[Diagnostic],
    sources: &Sources,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    let Some(program) = program else {
        terminal.diagnose(diagnostics, sources);
        return Ok(Exit::Failed);
    };
    let start = arguments.random.map_or(Start::Zeros, Start::Random);
    let mut console = Keyboard::new();
    let ended = program.run(start.into(), arguments.fuel.unwrap_or(u64::MAX), &mut console);
    console.flush();
    if let Some(failure) = console.failure {
        return Err(failure);
    }
    Terminal::print_bytes(&program.farewell(ended))?;
    if ended.stop.is_end() || ended.stop == Stop::Starved {
        return Ok(Exit::Done);
    }
    let reasons: Vec<Text> = explain::stop(program, &Facts::default(), ended, Ending::Open);
    terminal.note("");
    for reason in reasons {
        terminal.note(&harmless(reason.to(terminal.language)));
    }
    Ok(Exit::Failed)
}
