//! `grader exec`: run a program on the terminal.

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::console::Console;
use crate::diagnostics::{Text, harmless};
use crate::explain;
use crate::grade::load_program;
use crate::isa::lc3::{Access, Edition, PROFILES, Profile, Setup};
use crate::machine::{Executable as _, Facts, Start, Stop};
use crate::play::Ending;
use crate::submission::ProgramFile;

/// The flags of `grader exec`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program (.asm, .obj, .bin), and files that are loaded beside it, such as an interrupt routine.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The simulator whose texts and rules are used: lc3tools, lc3-ensemble, complx, lc3sim, pennsim or lc3web.
    #[arg(long, default_value = "lc3tools", value_parser = parse_profile)]
    profile: Profile,

    /// Which memory the program may touch; the simulator's own rule if not given.
    #[arg(long, value_enum)]
    access: Option<AccessChoice>,

    /// The edition of the book, 2 or 3; the simulator's own if not given.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=3))]
    edition: Option<u8>,

    /// Stop after this many instructions.
    #[arg(long, value_name = "INSTRUCTIONS")]
    fuel: Option<u64>,

    /// Fill memory and registers with pseudo-random values drawn from this seed.
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

fn parse_profile(argument: &str) -> Result<Profile, String> {
    let names = PROFILES.iter().map(|profile| profile.id).collect::<Vec<_>>().join(", ");
    Profile::find(argument)
        .ok_or_else(|| format!("there is no simulator `{argument}`; simulators are {names}"))
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let mut files = Vec::new();
    for path in &arguments.files {
        let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
        files.push(ProgramFile { name: path.display().to_string(), bytes });
    }
    let mut setup = Setup::from(arguments.profile);
    match arguments.access {
        Some(AccessChoice::Enforced) => setup.access = Access::Enforced,
        Some(AccessChoice::Open) => setup.access = Access::Open,
        None => {}
    }
    match arguments.edition {
        Some(2) => setup.edition = Edition::Second,
        Some(_) => setup.edition = Edition::Third,
        None => {}
    }
    let loaded = load_program(&files, None, setup);
    let Some(program) = loaded.program else {
        terminal.diagnose(&loaded.diagnostics, &loaded.sources);
        return Ok(Exit::Failed);
    };
    let start = arguments.random.map_or(Start::Zeros, Start::Random);
    let mut console = Keyboard::new();
    let ended = program.run(start, arguments.fuel.unwrap_or(u64::MAX), &mut console);
    console.flush();
    if let Some(failure) = console.failure {
        return Err(failure);
    }
    Terminal::print_bytes(&program.farewell(ended))?;
    let exit = match ended.stop {
        Stop::Halted | Stop::Starved => return Ok(Exit::Done),
        Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_) => Exit::Failed,
    };
    let reasons: Vec<Text> = explain::stop(&program, &Facts::default(), ended, Ending::Open);
    terminal.note("");
    for reason in reasons {
        terminal.note(&harmless(reason.to(terminal.language)));
    }
    Ok(exit)
}

/// The person at the terminal. A thread reads, so that a program may look whether a key is there without waiting.
struct Keyboard {
    keys: Receiver<u8>,
    waiting: Option<u8>,
    over: bool,
    output: Vec<u8>,
    /// Why output could not be written, if so; then the program is stopped.
    failure: Option<CommandFailure>,
}

/// How long a program that looks for a key in vain is held up, so that waiting does not keep a core busy.
const PAUSE: Duration = Duration::from_micros(200);

impl Keyboard {
    fn new() -> Self {
        let (sender, keys) = channel();
        std::thread::spawn(move || {
            for byte in io::stdin().lock().bytes() {
                let Ok(byte) = byte else { return };
                if sender.send(byte).is_err() {
                    return;
                }
            }
        });
        Self { keys, waiting: None, over: false, output: Vec::new(), failure: None }
    }

    fn flush(&mut self) {
        self.failure = self.failure.take().or(Terminal::print_bytes(&self.output).err());
        self.output.clear();
    }
}

impl Console for Keyboard {
    fn write(&mut self, byte: u8) -> bool {
        self.output.push(byte);
        if byte == b'\n' || self.output.len() >= 4096 {
            self.flush();
        }
        self.failure.is_none()
    }

    fn read(&mut self) -> Option<u8> {
        self.flush();
        self.waiting.take().or_else(|| self.keys.recv().ok())
    }

    fn is_ready(&mut self) -> bool {
        if self.waiting.is_none() {
            match self.keys.try_recv() {
                Ok(byte) => self.waiting = Some(byte),
                Err(TryRecvError::Disconnected) => self.over = true,
                Err(TryRecvError::Empty) => {
                    self.flush();
                    std::thread::sleep(PAUSE);
                }
            }
        }
        self.waiting.is_some()
    }

    fn is_over(&mut self) -> bool {
        !self.is_ready() && self.over
    }
}
