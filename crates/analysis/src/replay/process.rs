//! Running a program from outside its sandbox: time, output, and its end.
//!
//! Whatever the program does, [`run`] comes back soon after the deadline with at most
//! [`HEAD`] and [`TAIL`] bytes of its errors, and nothing that it started is left.

use margay_frontend::Stop;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// Bytes of standard error that are kept from its start, and from its end.
const HEAD: usize = 1 << 20;
const TAIL: usize = 1 << 18;
/// How long to wait for output that was written before the end.
const GRACE: Duration = Duration::from_millis(500);

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Run {
    pub end: End,
    /// What it wrote to standard error, without the middle if that is long.
    pub errors: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Killed(i32),
    TimedOut,
}

/// Runs `program` in `directory` through the sandbox that `sandbox` is, if there is one.
pub fn run(
    sandbox: Option<&Path>,
    program: &Path,
    directory: &Path,
    environment: &[(&str, String)],
    limit: Duration,
    stop: &Stop,
) -> Result<Run, String> {
    let mut command = match sandbox {
        Some(margay) => {
            let mut command = Command::new(margay);
            let words: [OsString; 5] =
                ["__sandbox".into(), "--dir".into(), directory.into(), "--".into(), program.into()];
            command.args(words);
            command
        }
        None => Command::new(program),
    };
    command.current_dir(directory).env_clear().envs(environment.iter().map(|(k, v)| (k, v)));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("cannot be started: {e}"))?;
    let captured = Arc::new(Mutex::new(Captured::default()));
    let (done, finished) = mpsc::channel();
    if let Some(mut pipe) = child.stderr.take() {
        let captured = captured.clone();
        // The thread outlives the run only if something holds the pipe that no one can kill.
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                captured.lock().unwrap_or_else(PoisonError::into_inner).add(&buffer[..count]);
            }
            let _ = done.send(());
        });
    }
    let status = wait(&mut child, limit, stop);
    end_group(&child);
    let end = match status {
        Some(status) => ended(status),
        None => {
            let _ = child.kill();
            let _ = child.wait();
            End::TimedOut
        }
    };
    end_strays(directory);
    if status.is_none() && stop.load(Ordering::Relaxed) {
        return Err("was interrupted".to_owned());
    }
    let _ = finished.recv_timeout(GRACE);
    let errors = captured.lock().unwrap_or_else(PoisonError::into_inner).text();
    Ok(Run { end, errors })
}

fn wait(child: &mut Child, limit: Duration, stop: &Stop) -> Option<ExitStatus> {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if stop.load(Ordering::Relaxed) => return None,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(pause),
            _ => return None,
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Killed(signal),
        (None, None) => End::TimedOut,
    }
}

/// Ends all that is still in the program's session.
fn end_group(child: &Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Ends processes that left the session: those that still stand in the run's directory,
/// or beneath it. Forks may come while we look, so we look until there is none.
fn end_strays(directory: &Path) {
    let Ok(directory) = directory.canonicalize() else { return };
    for _ in 0..100 {
        let Ok(entries) = std::fs::read_dir("/proc") else { return };
        let mut found = false;
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            let pid = name.to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
            let (Some(pid), Ok(place)) = (pid, std::fs::read_link(entry.path().join("cwd"))) else {
                continue;
            };
            if place.starts_with(&directory) {
                found |= kill_process(pid, Signal::KILL).is_ok();
            }
        }
        if !found {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The start and the end of what comes out of a pipe.
#[derive(Default)]
struct Captured {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: bool,
}

impl Captured {
    fn add(&mut self, bytes: &[u8]) {
        let room = HEAD - self.head.len();
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        if self.tail.len() > TAIL {
            self.left_out = true;
            self.tail.drain(..self.tail.len() - TAIL);
        }
    }

    fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.left_out {
            bytes.extend_from_slice(b"\n[...]\n");
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_output_keeps_its_start_and_its_end() {
        let mut captured = Captured::default();
        captured.add(b"start");
        for _ in 0..300 {
            captured.add(&[b'x'; 8192]);
        }
        captured.add(b"end");
        let text = captured.text();
        assert!(text.starts_with("start") && text.ends_with("end") && text.contains("\n[...]\n"));
        assert!(text.len() <= HEAD + TAIL + 8);
    }

    #[test]
    fn a_run_ends_in_time_and_alone() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let script = dir.path().join("script");
        std::fs::write(&script, "#!/bin/sh\nsetsid sleep 1000 &\necho hello >&2\nsleep 1000\n")
            .expect("a script");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, mode).expect("a mode");
        let started = Instant::now();
        let path = ("PATH", "/usr/bin:/bin".to_owned());
        let limit = Duration::from_millis(300);
        let stop = Stop::default();
        let run = run(None, &script, dir.path(), &[path], limit, &stop).expect("it starts");
        assert_eq!((run.end, run.errors.as_str()), (End::TimedOut, "hello\n"));
        assert!(started.elapsed() < Duration::from_secs(5));
        let left = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let left = left.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok());
        // What was killed may take a moment to be gone, but has no directory any more.
        assert_eq!(left.filter(|place| place.starts_with(dir.path())).count(), 0);
    }
}
