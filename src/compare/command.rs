//! A command of the staff judges an output, as in Kattis and `DOMjudge`: it is given the names of a file with
//! the input, of one with the answer and of a folder for its messages, reads the output from its standard
//! input, and exits with 42 if the output is right and with 43 if it is wrong. Everything else is a fault of
//! the command and never the student's. An [interactive](Conversation) one talks to the program instead, byte by byte, and ends in the
//! same way.
//!
//! The command gets files, and nothing that a student wrote stands on its command line. It runs in a folder of its own,
//! without a shell and without the environment of the person who grades, for a limited time and with a limited output.

mod conversation;

pub use conversation::Conversation;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::spec::{Command, Points};

/// A command that has not answered by then is stopped.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes that a command may print or leave in a file of its answer; more are a fault of the command.
const MOST_BYTES: u64 = 1 << 20;

/// The most bytes of a message that are shown.
const MOST_WORDS: u64 = 4_000;

const ACCEPTED: i32 = 42;
const REJECTED: i32 = 43;

/// The question to a command: one output to judge.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The input of the program.
    pub input: &'q [u8],
    /// The answer of the spec; empty if there is none.
    pub answer: &'q [u8],
    /// The output of the program.
    pub output: &'q [u8],
    /// The points that the case is worth.
    pub points: Points,
}

/// The answer of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandAnswer {
    /// Its judgement.
    pub judgement: Judgement,
    /// The message to the student; may be empty.
    pub to_student: String,
    /// The message to staff; may be empty.
    pub to_staff: String,
}

/// A command's judgement of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is worth this many points; fewer than all if the command left a score.
    Right(Points),
    /// It is wrong.
    Wrong,
    /// The command did not do what commands must; why, in English, for the staff.
    Broken(String),
}

/// Asks a command.
pub fn ask(command: &Command, question: Question<'_>) -> CommandAnswer {
    run(command, question).unwrap_or_else(|error| CommandAnswer::broken(command, &error.to_string()))
}

fn run(command: &Command, question: Question<'_>) -> io::Result<CommandAnswer> {
    let room = Room::new(command, question.input, question.answer)?;
    let output = room.folder.path().join("output");
    fs::write(&output, question.output)?;
    let to = File::create(&room.printed)?;
    let mut process = room.process();
    process.stdin(File::open(&output)?).stdout(to.try_clone()?).stderr(Stdio::from(to));
    room.judgement(&mut process.spawn()?, question.points)
}

impl CommandAnswer {
    /// Returns `true` if the command did not do what commands must.
    pub fn is_broken(&self) -> bool {
        matches!(self.judgement, Judgement::Broken(_))
    }

    /// That of a command that did not do what commands must; why, in English.
    pub fn broken(command: &Command, why: &str) -> Self {
        let why = format!("{}: {why}", command.program.display());
        Self { judgement: Judgement::Broken(why), to_student: String::new(), to_staff: String::new() }
    }
}

/// The folder in which a command runs, with the files that it is given and those that it leaves.
#[derive(Debug)]
struct Room {
    command: Command,
    folder: TempDir,
    /// What it prints, as far as that is no part of a conversation.
    printed: PathBuf,
    feedback: PathBuf,
}

impl Room {
    fn new(command: &Command, input: &[u8], answer: &[u8]) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let [printed, feedback] = ["printed", "feedback"].map(|name| folder.path().join(name));
        fs::create_dir(&feedback)?;
        fs::write(folder.path().join("input"), input)?;
        fs::write(folder.path().join("answer"), answer)?;
        Ok(Self { command: command.clone(), folder, printed, feedback })
    }

    /// The command, ready to be started but for its input and output.
    fn process(&self) -> process::Command {
        let folder = self.folder.path();
        let mut process = process::Command::new(&self.command.program);
        process.args([&folder.join("input"), &folder.join("answer"), &self.feedback]);
        process.args(&self.command.arguments).env_clear().current_dir(folder);
        process.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LANG", "C.UTF-8");
        process.env("HOME", folder).env("TMPDIR", folder);
        // Processes that the command starts itself are stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        process
    }

    /// The judgement of a command on something that is worth these points, once it has ended.
    fn judgement(&self, child: &mut Child, points: Points) -> io::Result<CommandAnswer> {
        let ended = wait(child, &self.printed, &self.feedback);
        if !matches!(ended, Ok(Ok(_))) {
            stop(child);
        }
        let said = |name: &str| words(&self.feedback.join(name));
        let to_staff = [said("judgemessage.txt"), words(&self.printed)].join("\n").trim().to_owned();
        let judged = match ended? {
            Err(why) => Err(why.to_owned()),
            Ok(status) => match status.code() {
                Some(ACCEPTED) => worth(&self.feedback, points).map(Judgement::Right),
                Some(REJECTED) => Ok(Judgement::Wrong),
                Some(other) => Err(format!("it exited with {other}, and not with 42 or 43")),
                None => Err("it was stopped by a signal".to_owned()),
            },
        };
        let named = |why| Judgement::Broken(format!("{}: {why}", self.command.program.display()));
        let judgement = judged.unwrap_or_else(named);
        Ok(CommandAnswer { judgement, to_student: said("teammessage.txt").trim().to_owned(), to_staff })
    }
}

/// Waits for the command to end by itself; otherwise says why it is not waited for any longer.
fn wait(child: &mut Child, printed: &Path, feedback: &Path) -> io::Result<Result<ExitStatus, &'static str>> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ok(status));
        }
        if begun.elapsed() > PATIENCE {
            return Ok(Err("it did not answer in time"));
        }
        if size(printed)? + folder_size(feedback)? > MOST_BYTES {
            return Ok(Err("it printed too much"));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Stops a command that runs, and the processes that it has started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    {
        // The group has the number of its first process, which no other process gets before that was waited
        // for.
        let group = format!("-{}", child.id());
        let kill = process::Command::new("/bin/kill")
            .args(["-KILL", "--", &group])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        drop(kill);
    }
    // It may have ended already, which is all that can go wrong here.
    drop(child.kill());
    drop(child.wait());
}

fn size(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.len())
}

fn folder_size(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}

/// The text of a file, as much of it as is shown; nothing if there is no such file. Links are not followed.
fn words(path: &Path) -> String {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let mut bytes = Vec::new();
    if is_file && let Ok(file) = File::open(path) {
        // The part that could be read is shown.
        drop(file.take(MOST_WORDS).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The points of an accepted output: all of them, or the number that the command left in `score.txt` (points)
/// or in `score_multiplier.txt` (a share of the points, from 0 to 1).
fn worth(feedback: &Path, points: Points) -> Result<Points, String> {
    let score = words(&feedback.join("score.txt"));
    let multiplier = words(&feedback.join("score_multiplier.txt"));
    if !score.trim().is_empty() {
        let score = Points::parse(score.trim());
        return score
            .filter(|score| *score <= points)
            .ok_or_else(|| format!("score.txt has no number of points from 0 to {points}"));
    }
    if multiplier.trim().is_empty() {
        return Ok(points);
    }
    let share = millionths(multiplier.trim());
    let share = share.ok_or("score_multiplier.txt has no number from 0 to 1")?;
    Ok(Points::from_hundredths((points.hundredths() * share + 500_000) / 1_000_000))
}

/// Reads a number from 0 to 1 in millionths; further decimals are cut off.
fn millionths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let shown: String = decimals.chars().chain("000000".chars()).take(6).collect();
    let number = whole.parse::<u64>().ok()?.checked_mul(1_000_000)?.checked_add(shown.parse().ok()?)?;
    (number <= 1_000_000).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::millionths;

    #[test]
    fn shares_are_read_without_rounding() {
        for (text, number) in
            [("1", 1_000_000), ("0.5", 500_000), ("0.3333333", 333_333), ("0", 0), ("1.0", 1_000_000)]
        {
            assert_eq!(millionths(text), Some(number), "{text}");
        }
        for text in ["", "1.1", "-0.5", "2", "half", ".5", "1e-1", "0.5 0.5"] {
            assert_eq!(millionths(text), None, "{text}");
        }
    }
}
