//! How far something is, on standard error: a bar with the remaining time on a terminal, and elsewhere a line every ten seconds.
//! The only file that names the crate for progress.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::diagnostics::{Language, Text, text};

/// The time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);

/// Something of many parts that is going on.
pub(super) struct Progress {
    bar: ProgressBar,
    shared: Arc<Shared>,
    language: Language,
    lines: Option<JoinHandle<()>>,
}

/// The state that the lines are made of.
struct Shared {
    begun: Instant,
    done: AtomicUsize,
    count: usize,
    /// True once the work is at its end.
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Progress {
    /// Begins something of that many parts, which is done in this way, `graded`. Of a single part, or if nobody wants to know,
    /// nothing is shown.
    pub(super) fn new(done: &Text, count: usize, is_quiet: bool, language: Language) -> Self {
        let is_shown = count > 1 && !is_quiet;
        let is_terminal = io::stderr().is_terminal();
        let target =
            if is_shown && is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let done = done.to(language);
        let style = ProgressStyle::with_template(&format!("  {done} {{pos}}/{{len}} {{wide_bar}} {{msg}}"));
        let bar = ProgressBar::with_draw_target(Some(count as u64), target)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let shared = Arc::new(Shared::new(count));
        let lines = (is_shown && !is_terminal).then(|| {
            let (shared, done) = (Arc::clone(&shared), done.to_owned());
            std::thread::spawn(move || shared.write_lines(&done, PAUSE, language, &mut io::stderr()))
        });
        Self { bar, shared, language, lines }
    }

    /// One more part is done.
    pub(super) fn step(&self) {
        self.shared.done.fetch_add(1, Ordering::Relaxed);
        if !self.bar.is_hidden() {
            let left = self.shared.left();
            self.bar.set_message(left.map_or_else(String::new, |left| left.to(self.language).to_owned()));
            self.bar.inc(1);
        }
    }

    /// Does something that prints.
    pub(super) fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        *self.shared.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.over.notify_all();
        if let Some(lines) = self.lines.take() {
            // If it panicked, there is nothing more to show.
            let _ = lines.join();
        }
    }
}

impl Shared {
    fn new(count: usize) -> Self {
        Self {
            begun: Instant::now(),
            done: AtomicUsize::new(0),
            count,
            is_over: Mutex::new(false),
            over: Condvar::new(),
        }
    }

    /// The remaining time in words, if what was done so far takes as long as the rest; nothing before anything is done.
    fn left(&self) -> Option<Text> {
        left(self.begun.elapsed(), self.done.load(Ordering::Relaxed), self.count)
    }

    /// Writes a line after each such time, until the work is over.
    fn write_lines(&self, done: &str, pause: Duration, language: Language, to: &mut dyn Write) {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let waited = self.over.wait_timeout_while(is_over, pause, |is_over| !*is_over);
            let (guard, outcome) = waited.unwrap_or_else(PoisonError::into_inner);
            is_over = guard;
            if !outcome.timed_out() {
                return;
            }
            let (now, count) = (self.done.load(Ordering::Relaxed), self.count);
            let left = self.left().map_or_else(String::new, |left| format!(", {}", left.to(language)));
            // Who cannot be told is not told.
            let _ = writeln!(to, "{done} {now}/{count}{left}");
        }
    }
}

/// The time that is left, of `count` parts of which `done` took so long.
fn left(elapsed: Duration, done: usize, count: usize) -> Option<Text> {
    let rest = u32::try_from(count.saturating_sub(done)).ok()?;
    let seconds = elapsed.checked_mul(rest)?.checked_div(u32::try_from(done).ok()?)?.as_secs();
    Some(match seconds {
        0..100 => text!("about {seconds} s left", "còn khoảng {seconds} giây"),
        100..6000 => {
            let minutes = seconds.div_ceil(60);
            text!("about {minutes} min left", "còn khoảng {minutes} phút")
        }
        _ => {
            let hours = seconds.div_ceil(3600);
            text!("about {hours} h left", "còn khoảng {hours} giờ")
        }
    })
}

/// A number of bytes, for people.
pub(super) fn size(bytes: u64) -> String {
    DecimalBytes(bytes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_was_done() {
        let said = |elapsed: u64, done, count| {
            left(Duration::from_secs(elapsed), done, count).map(|left| left.to(Language::English).to_owned())
        };
        assert_eq!(said(10, 0, 500), None);
        assert_eq!(said(10, 100, 500).as_deref(), Some("about 40 s left"));
        assert_eq!(said(10, 500, 500).as_deref(), Some("about 0 s left"));
        assert_eq!(said(60, 10, 60).as_deref(), Some("about 5 min left"));
        assert_eq!(said(3600, 1, 10).as_deref(), Some("about 9 h left"));
        assert!(said(u64::from(u32::MAX), 1, 100_000).is_some());
        assert_eq!(said(u64::MAX, 1, 100_000), None);
    }

    /// Where there is no terminal a line comes again and again, and none after the end.
    #[test]
    fn lines_come_until_the_work_is_over() {
        let shared = Arc::new(Shared::new(4));
        shared.done.store(3, Ordering::Relaxed);
        let of_thread = Arc::clone(&shared);
        let writer = std::thread::spawn(move || {
            let mut written = Vec::new();
            of_thread.write_lines("graded", Duration::from_millis(5), Language::English, &mut written);
            String::from_utf8(written).expect("lines are text")
        });
        std::thread::sleep(Duration::from_millis(200));
        *shared.is_over.lock().expect("nobody panics") = true;
        shared.over.notify_all();
        let written = writer.join().expect("it ends");
        assert!(written.lines().count() >= 2, "{written}");
        assert!(written.lines().all(|line| line.starts_with("graded 3/4, about ")), "{written}");
    }
}
