//! Any bytes as MIPS source; programs that assemble are run, watched, and print the same both times.
#![no_main]

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::{SourceFile, Style, render_all};
use grader::isa::mips::{InputMode, Loaded, Options, Setup, assemble};
use grader::machine::{Executable, Start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let options = Options { delayed_branches: choice & 1 != 0, ..Options::default() };
    let assembly = assemble(vec![SourceFile::from_bytes("a.asm", text)], &|_: &str| None, options);
    render_all(&assembly.diagnostics, &assembly.sources, Style::default());
    let Some(program) = assembly.program else {
        assert!(!assembly.diagnostics.is_empty(), "nothing is said");
        return;
    };
    let setup = Setup {
        delayed_branches: options.delayed_branches,
        self_modifying: choice & 2 != 0,
        input: if choice & 4 != 0 { InputMode::Key } else { InputMode::Line },
        ..Setup::default()
    };
    let loaded = Loaded::new(Arc::new(program), setup);
    let script = Script::new(["3\n", "abc\n", "1\n", "add\n", "no\n", "add\n"]);
    let start = if choice & 8 != 0 { Start::Random(7) } else { Start::Zeros };
    let (mut blind, mut watched) = (ScriptedConsole::new(&script, 2000), ScriptedConsole::new(&script, 2000));
    let ended = loaded.run(start.into(), 20_000, &mut blind);
    let (again, facts) = loaded.watch(start.into(), 20_000, &mut watched);
    if facts.endless_loop.is_none() {
        assert_eq!(ended, again);
        assert_eq!(blind.into_transcript(), watched.into_transcript());
    } else {
        // A run that provably never ends does not end with ten times the budget.
        let mut longer = ScriptedConsole::new(&script, 20_000);
        assert!(!loaded.run(start.into(), 200_000, &mut longer).stop.is_end(), "a false proof");
    }
});
