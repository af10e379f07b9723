//! Something done again whenever a file that it depends on is saved.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::CommandFailure;
use super::terminal::Terminal;
use crate::diagnostics::{Text, text};
use crate::submission::{Discovery, Submission};

/// The time between two looks at the files: after a save two looks must agree, so that work begins within twice as much.
const PAUSE: Duration = Duration::from_millis(10);
/// The looks take at most one part in this many of the time.
const SHARE: u32 = 5;
/// A file that has gone, or has become empty, is on its way back for this long: some editors save so. After that it stays so.
const ON_ITS_WAY: Duration = Duration::from_secs(1);

/// The time at which a file was written, and its length in bytes; nothing for a file that is not there.
pub(super) type Stamp = Option<(SystemTime, u64)>;

/// The files that something depends on, as they were before they were read.
#[derive(Debug, Default)]
pub(super) struct Watch(BTreeMap<PathBuf, Stamp>);

impl Watch {
    /// Adds a file or a folder that is about to be read. Of a folder only changes of its entries are seen.
    pub(super) fn add(&mut self, path: &Path) {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), stamp(path));
        }
    }

    /// Adds the files of a submission.
    pub(super) fn add_submission(&mut self, submission: &Submission) {
        for file in submission.files.iter().chain(&submission.beside) {
            self.add(&file.path);
        }
    }

    /// The state of a file when it was added.
    pub(super) fn known(&self, path: &Path) -> Stamp {
        self.0.get(path).copied().flatten()
    }

    /// Takes the files as they are now.
    fn renew(&mut self) {
        for (path, known) in &mut self.0 {
            *known = stamp(path);
        }
    }

    /// Waits until a file is not as it was, and then until nothing changes any more: a file may be written in pieces, and
    /// editors put a new one in the place of the old one.
    fn wait(&self) {
        let mut last = self.now();
        let mut since = Instant::now();
        let mut pause = PAUSE;
        loop {
            std::thread::sleep(pause);
            let begun = Instant::now();
            let now = self.now();
            pause = PAUSE.max(begun.elapsed() * SHARE);
            if now != last {
                since = begun;
            }
            let has_changed = now.iter().zip(self.0.values()).any(|(now, known)| now != known);
            let is_whole =
                now.iter().zip(self.0.values()).all(|(now, known)| length(*now) > 0 || length(*known) == 0);
            if has_changed && now == last && (is_whole || since.elapsed() > ON_ITS_WAY) {
                return;
            }
            last = now;
        }
    }

    fn now(&self) -> Vec<Stamp> {
        self.0.keys().map(|path| stamp(path)).collect()
    }
}

/// The submissions of the round before.
#[derive(Debug, Default)]
pub(super) struct Saved {
    /// What they were graded by: the spec's fingerprint, and the tables next to it.
    by: String,
    /// The state of the files of each, and of the archives that were opened.
    submissions: BTreeMap<String, Vec<(PathBuf, Stamp)>>,
}

impl Saved {
    /// Notes the submissions of a round with their files. Returns the ids of those that are as they were in the round before.
    pub(super) fn renew(&mut self, files: &mut Watch, by: &str, discovery: &Discovery) -> BTreeSet<String> {
        discovery.archives.iter().for_each(|path| files.add(path));
        let mut now = Self { by: by.to_owned(), submissions: BTreeMap::new() };
        for submission in &discovery.submissions {
            files.add_submission(submission);
            let own = submission.files.iter().chain(&submission.beside).map(|file| &file.path);
            let all = own.chain(&discovery.archives);
            let stamps = all.map(|path| (path.clone(), files.known(path))).collect();
            now.submissions.insert(submission.id.clone(), stamps);
        }
        let before = std::mem::replace(self, now);
        let is_alike = |id: &&String| self.submissions.get(*id) == before.submissions.get(*id);
        if before.by == self.by {
            self.submissions.keys().filter(is_alike).cloned().collect()
        } else {
            BTreeSet::new()
        }
    }
}

fn stamp(path: &Path) -> Stamp {
    let known = std::fs::metadata(path).ok()?;
    Some((known.modified().ok()?, known.len()))
}

fn length(stamp: Stamp) -> u64 {
    stamp.map_or(0, |(_, length)| length)
}

/// Does something again each time a file of its watch is saved, until the process is ended. Each round begins on an empty
/// screen with these words, and ends with a line that says that it waits. A round that fails ends nothing.
///
/// # Errors
/// If nothing can be printed.
pub(super) fn again_and_again<T>(
    begins: &Text,
    terminal: &Terminal,
    mut round: impl FnMut(&mut Watch) -> Result<(), CommandFailure>,
) -> Result<T, CommandFailure> {
    let mut files = Watch::default();
    loop {
        // Where the output is no terminal, the sequences that clear it are taken out.
        terminal.print(&format!("\u{1b}[2J\u{1b}[H{}\n", begins.to(terminal.language)))?;
        files.renew();
        if let Err(failure) = round(&mut files) {
            terminal.complain(&failure.words);
        }
        let ends = text!("waiting for the next save; Ctrl-C ends", "chờ lần lưu tiếp theo; Ctrl-C để dừng");
        terminal.print(&format!("{}\n", ends.to(terminal.language)))?;
        files.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{RecvTimeoutError, channel};

    use super::*;

    /// Saves in the ways of editors: each is seen once it is whole, and nothing is seen before.
    #[test]
    fn a_save_is_seen_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("mine");
        let beside = folder.path().join("mine~");
        std::fs::write(&path, "one").expect("the folder is ours");
        let write = |path: &Path, text: &str| std::fs::write(path, text).expect("the folder is ours");
        let in_place: &dyn Fn() = &|| write(&path, "two");
        let renamed: &dyn Fn() = &|| {
            write(&beside, "three");
            std::fs::rename(&beside, &path).expect("the folder is ours");
        };
        let away: &dyn Fn() = &|| {
            std::fs::remove_file(&path).expect("it is there");
            std::thread::sleep(PAUSE * 5);
            write(&path, "four!");
        };
        let emptied: &dyn Fn() = &|| {
            write(&path, "");
            std::thread::sleep(PAUSE * 5);
            write(&path, "fifth");
        };
        for (save, text) in [(in_place, "two"), (renamed, "three"), (away, "four!"), (emptied, "fifth")] {
            let mut watch = Watch::default();
            watch.add(&path);
            let (sender, seen) = channel();
            let watched = path.clone();
            let waiting = std::thread::spawn(move || {
                watch.wait();
                sender.send(std::fs::read_to_string(watched)).expect("somebody listens");
            });
            assert!(matches!(seen.recv_timeout(PAUSE * 5), Err(RecvTimeoutError::Timeout)));
            save();
            let read = seen.recv_timeout(Duration::from_mins(1)).expect("it is seen");
            assert_eq!(read.expect("it is there"), text);
            waiting.join().expect("it ends");
        }
    }

    #[test]
    fn a_file_that_is_gone_for_good_is_seen_too() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("mine");
        std::fs::write(&path, "one").expect("the folder is ours");
        let mut watch = Watch::default();
        watch.add(&path);
        assert_eq!(length(watch.known(&path)), 3);
        std::fs::remove_file(&path).expect("it is there");
        watch.wait();
        watch.renew();
        assert_eq!(watch.known(&path), None);
    }
}
