//! Commands that go on until they are stopped, such as those that wait for files to be saved.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use regex::Regex;

/// A program that goes on, and its lines as they come.
pub(crate) struct Watched {
    child: Child,
    lines: Receiver<String>,
}

impl Watched {
    /// Starts it in a folder.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(cargo_bin!("grader"))
            .current_dir(folder)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// The lines up to the one that fits, or as many as came in a minute.
    pub(crate) fn until(&self, end: &Regex) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(Duration::from_mins(1)) {
            let is_end = end.is_match(&line);
            seen.push(line);
            if is_end {
                break;
            }
        }
        seen
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
