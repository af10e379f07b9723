//! Runs the tools of the compiler, which read what strangers wrote: each for a limited time, with limited memory and output, in
//! a folder of its own and without the environment of the person who grades.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Seconds of the processor that a tool may use.
const MOST_SECONDS: u32 = 20;
/// A tool that has not ended by then is stopped, whatever it waits for.
const PATIENCE: Duration = Duration::from_mins(2);
/// Kibibytes of memory that a tool may use.
const MOST_MEMORY: u32 = 1 << 20;
/// Blocks of 512 bytes that a tool may write to a file.
const MOST_BLOCKS: u32 = 64 << 11;
/// More bytes than these of a tool's messages are not read.
const MOST_SAID: u64 = 4 << 20;
/// The time to wait before looking again.
const PAUSE: Duration = Duration::from_millis(2);

/// The outcome of a run of a tool.
#[derive(Debug)]
pub(super) struct Done {
    /// True if it ended with status 0.
    pub(super) succeeded: bool,
    /// True if it was stopped, or printed more than is read.
    pub(super) exceeded: bool,
    /// The text printed to its standard error.
    pub(super) said: String,
}

/// Runs a tool in a folder, with nothing to read.
///
/// # Errors
/// If it cannot be started.
pub(super) fn run(tool: &Path, arguments: &[&str], folder: &Path) -> io::Result<Done> {
    let mut command = limited(tool);
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("LC_ALL", "C")
        .env("TMPDIR", folder)
        // The value of `__DATE__` is the same in every run.
        .env("SOURCE_DATE_EPOCH", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let pipe = child.stderr.take();
    let reader = thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(pipe) = pipe {
            // Output that cannot be read is ignored.
            let _ = pipe.take(MOST_SAID + 1).read_to_end(&mut said);
        }
        said
    });
    let ended = wait(&mut child)?;
    let said = reader.join().unwrap_or_default();
    let too_long = said.len() as u64 > MOST_SAID;
    let succeeded = ended == Some(true);
    Ok(Done {
        succeeded: succeeded && !too_long,
        exceeded: ended.is_none() || too_long,
        said: String::from_utf8_lossy(&said).into_owned(),
    })
}

/// Waits for a tool; whether it ended well, or `None` if it was stopped.
fn wait(child: &mut Child) -> io::Result<Option<bool>> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().map(|code| code == 0));
        }
        if begin.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

/// A tool that is held to the limits by the shell that turns into it, so that nothing is executed without them.
#[cfg(unix)]
fn limited(tool: &Path) -> Command {
    let mut command = Command::new("/bin/sh");
    // Not every system has a limit for memory.
    let script = format!(
        "ulimit -c 0; ulimit -t {MOST_SECONDS} && ulimit -f {MOST_BLOCKS} || exit 125; \
         ulimit -v {MOST_MEMORY} 2>/dev/null; exec \"$0\" \"$@\""
    );
    command.arg("-c").arg(script).arg(tool);
    command
}

/// Where there is no such shell, the time alone is limited.
#[cfg(not(unix))]
fn limited(tool: &Path) -> Command {
    Command::new(tool)
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::run;

    #[test]
    fn tools_are_held_to_limits_and_see_no_environment() {
        let folder = std::env::temp_dir();
        let shell =
            |script: &str| run(Path::new("/bin/sh"), &["-c", script], &folder).expect("there is a shell");
        let said = shell("echo \"$HOME$CARGO_MANIFEST_DIR|$LC_ALL\" >&2; exit 3");
        assert_eq!((said.succeeded, said.exceeded, said.said.as_str()), (false, false, "|C\n"));
        let loud = shell(
            "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >&2 || exit 1; done",
        );
        assert!(loud.exceeded && !loud.succeeded);
        assert_eq!(shell("ulimit -t").said, "");
        assert!(shell("test \"$(ulimit -t)\" = 20 && test \"$(ulimit -c)\" = 0").succeeded);
    }
}
