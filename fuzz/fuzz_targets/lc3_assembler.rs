//! Any bytes as LC-3 source, in the reading of each tool; programs that assemble are run, watched, and print
//! the same both times.
#![no_main]

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::{SourceFile, Style, render_all};
use grader::isa::lc3::{Dialect, Loaded, PROFILES, Setup, assemble};
use grader::machine::{Executable, Start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let choice = usize::from(*choice);
    let dialect = Dialect::ALL.get(choice % (Dialect::ALL.len() + 1)).copied();
    let assembly = assemble(vec![SourceFile::from_bytes("a.asm", text)], dialect);
    render_all(&assembly.diagnostics, &assembly.sources, Style::default());
    let Some(program) = assembly.program else {
        assert!(!assembly.diagnostics.is_empty(), "nothing is said");
        return;
    };
    let loaded = Loaded::new(Arc::new(program), Setup::from(PROFILES[choice / 16 % PROFILES.len()]));
    let script = Script::new(["3", "abc\n", "12\n"]);
    let start = if choice % 2 == 0 { Start::Zeros } else { Start::Random(7) };
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
