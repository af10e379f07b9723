//! Any bytes as an LC-3 object file and as a text binary; what is loaded is run, watched.
#![no_main]

use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::lc3::{Access, Loaded, Setup, read_object, read_text};
use grader::machine::{Executable, Start};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let read = [read_object("a.obj", data), read_text(SourceFile::from_bytes("a.bin", data))];
    for program in read.into_iter().flatten() {
        let setup = Setup { access: Access::Open, key_delay: 5, ..Setup::default() };
        let loaded = Loaded::new(Arc::new(program), setup);
        let script = Script::new(["3", "abc\n", "12\n"]);
        let mut console = ScriptedConsole::new(&script, 2000);
        loaded.watch(Start::Zeros.into(), 20_000, &mut console);
    }
});
