//! One line on the terminal that says how far a check is, and is gone when it ends.
//!
//! The core reads no clock: it reports on every path, and this file looks at the time,
//! both to draw the line now and then and to say when there is none left. It looks at the flag that signals set,
//! too: whatever ends a check early does it here.

use crate::inputs::count;
use crate::output::Terminal;
use margay_analysis::Progress;
use margay_frontend::Stop;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often the line is drawn at most.
const PERIOD: Duration = Duration::from_millis(100);

pub struct Watch {
    files: usize,
    started: Instant,
    deadline: Option<Instant>,
    stop: Stop,
    live: bool,
    /// How many findings `-v` has told of.
    told: Option<u64>,
    drawn: Option<Instant>,
}

impl Watch {
    /// Watches a check that started at a time and may take so long, unless it is interrupted.
    pub fn new(
        files: usize,
        started: Instant,
        timeout: Option<Duration>,
        stop: &Stop,
        terminal: &Terminal,
    ) -> Self {
        let deadline = timeout.and_then(|timeout| started.checked_add(timeout));
        let (stop, live) = (stop.clone(), terminal.is_live());
        let told = terminal.is_verbose().then_some(0);
        Watch { files, started, deadline, stop, live, told, drawn: None }
    }

    /// Draws the line; false if the time is used up, or the end was requested.
    pub fn look(&mut self, progress: Progress) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        if let Some(told) = &mut self.told
            && progress.faults > *told
        {
            *told = progress.faults;
            let found = count(usize::try_from(progress.faults).unwrap_or(usize::MAX), "finding");
            let _ = writeln!(io::stderr(), "margay: note: {found} so far");
        }
        if !self.live && self.deadline.is_none() {
            return true;
        }
        let now = Instant::now();
        if self.live && self.drawn.is_none_or(|drawn| now - drawn >= PERIOD) {
            // The first look comes at once, when there is nothing to say.
            if self.drawn.is_some() {
                draw(&line(self.files, progress, now - self.started));
            }
            self.drawn = Some(now);
        }
        self.deadline.is_none_or(|deadline| now < deadline)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            draw("");
        }
    }
}

/// Puts a text in the place of the line. A failure is ignored: there is no terminal to show it on.
fn draw(text: &str) {
    let _ = write!(io::stderr(), "\r\x1b[2K{text}");
    let _ = io::stderr().flush();
}

fn line(files: usize, progress: Progress, time: Duration) -> String {
    let number = |number: u64, noun| count(usize::try_from(number).unwrap_or(usize::MAX), noun);
    let (paths, findings) = (number(progress.paths, "path"), number(progress.faults, "finding"));
    let seconds = time.as_secs();
    let Some(nearest) = progress.nearest else {
        return format!("margay: {}, {paths}, {findings}, {seconds} s", count(files, "file"));
    };
    let found = if progress.faults > 0 { format!(", {findings}") } else { String::new() };
    format!(
        "margay: {paths}{found}, {} waiting, nearest {} from the target, {seconds} s",
        number(progress.waiting, "state"),
        number(nearest.into(), "step"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let line = |progress| line(3, progress, Duration::from_millis(4900));
        let check = Progress { paths: 12, faults: 1, ..Progress::default() };
        assert_eq!(line(check), "margay: 3 files, 12 paths, 1 finding, 4 s");
        let reach = Progress { paths: 1, waiting: 204, nearest: Some(17), ..check };
        assert_eq!(
            line(reach),
            "margay: 1 path, 1 finding, 204 states waiting, nearest 17 steps from the target, 4 s"
        );
        let none = Progress { faults: 0, nearest: Some(1), ..reach };
        assert_eq!(
            line(none),
            "margay: 1 path, 204 states waiting, nearest 1 step from the target, 4 s"
        );
    }

    #[test]
    fn time_that_is_used_up_ends_the_check() {
        let watch = |timeout| Watch {
            files: 1,
            started: Instant::now(),
            deadline: Some(Instant::now() + timeout),
            stop: Stop::default(),
            live: false,
            told: None,
            drawn: None,
        };
        assert!(watch(Duration::from_secs(3600)).look(Progress::default()));
        assert!(!watch(Duration::ZERO).look(Progress::default()));
        let mut interrupted = watch(Duration::from_secs(3600));
        interrupted.stop.store(true, Ordering::Relaxed);
        assert!(!interrupted.look(Progress::default()));
    }
}
