//! Running a program from outside its sandbox: its inputs, its output, and how it ended.
//!
//! Whatever the program does, [`run`] comes back soon after the deadline with at most
//! [`HEAD`] and [`TAIL`] bytes of its errors, and nothing that it started is left. The
//! warden (`sandbox/warden.rs`) sees to that; here it is started, listened to, and ended if it
//! should fail.

use super::sandbox::{Job, SELF, Stage};
use margay_frontend::Stop;
use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// How often it is asked whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of standard error that are kept from its start, and from its end.
const HEAD: usize = 1 << 20;
const TAIL: usize = 1 << 18;
/// How long to wait for output that was written before the end.
const GRACE: Duration = Duration::from_millis(500);
/// How long after the deadline the warden may need on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// The user that root's replays run as: one that owns nothing.
const NOBODY: u32 = 65534;

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
    TooMuchMemory,
    TooMuchDisk,
}

/// As the warden writes it down.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "exited {code}"),
            End::Killed(signal) => write!(f, "killed {signal}"),
            End::TimedOut => write!(f, "time"),
            End::TooMuchMemory => write!(f, "memory"),
            End::TooMuchDisk => write!(f, "disk"),
        }
    }
}

impl FromStr for End {
    type Err = ();

    fn from_str(text: &str) -> Result<End, ()> {
        let number = |text: &str| text.parse().map_err(drop);
        match text.split_once(' ') {
            Some(("exited", code)) => Ok(End::Exited(number(code)?)),
            Some(("killed", signal)) => Ok(End::Killed(number(signal)?)),
            None if text == "time" => Ok(End::TimedOut),
            None if text == "memory" => Ok(End::TooMuchMemory),
            None if text == "disk" => Ok(End::TooMuchDisk),
            _ => Err(()),
        }
    }
}

/// Runs a program in its directory and with its layers of confinement.
pub fn run(job: &Job, environment: &[(&str, String)], stop: &Stop) -> Result<Run, String> {
    let directory = &job.directory;
    let mut command = job.stage(Path::new(SELF), Stage::Warden);
    command.current_dir(directory).env_clear().envs(environment.iter().map(|(k, v)| (k, v)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if rustix::process::geteuid().is_root() && can_change_user() {
        // Many limits do not bind root.
        lend(directory)?;
        command.uid(NOBODY).gid(NOBODY);
    }
    // Its standard input stays open for as long as this process runs.
    let mut warden = command.spawn().map_err(|e| format!("cannot be started: {e}"))?;
    let captured = Arc::new(Mutex::new(Captured::default()));
    let (done, finished) = mpsc::channel();
    if let Some(mut pipe) = warden.stderr.take() {
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
    let (tell, told) = mpsc::channel();
    if let Some(mut pipe) = warden.stdout.take() {
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = pipe.read_to_string(&mut text);
            let _ = tell.send(text);
        });
    }
    let told = heard(&told, job.limit + PATIENCE, stop).or_else(|| {
        // It ends the run if it can be reached at all.
        drop(warden.stdin.take());
        told.recv_timeout(PATIENCE).ok()
    });
    let _ = warden.kill();
    let _ = warden.wait();
    let _ = finished.recv_timeout(GRACE);
    let errors = captured.lock().unwrap_or_else(PoisonError::into_inner).text();
    if stop.load(Ordering::Relaxed) {
        return Err("was interrupted".to_owned());
    }
    let told = told.unwrap_or_default();
    match told.lines().next().and_then(|line| line.parse().ok()) {
        Some(end) => Ok(Run { end, errors }),
        None => {
            let why = errors.lines().last().unwrap_or("the sandbox fell silent");
            Err(format!("cannot be confined: {}", why.trim_start_matches("margay: error: ")))
        }
    }
}

/// What the warden says of the end, unless that takes too long or all work is stopped.
fn heard(told: &mpsc::Receiver<String>, limit: Duration, stop: &Stop) -> Option<String> {
    let deadline = Instant::now() + limit;
    while !stop.load(Ordering::Relaxed) && Instant::now() < deadline {
        match told.recv_timeout(LOOK) {
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            heard => return heard.ok(),
        }
    }
    None
}

/// Whether root is more than the name of an ordinary user, as in a container it may be.
fn can_change_user() -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::CapabilitySet;
        let wanted = CapabilitySet::SETUID | CapabilitySet::SETGID | CapabilitySet::CHOWN;
        rustix::thread::capabilities(None).is_ok_and(|sets| sets.effective.contains(wanted))
    }
    #[cfg(not(target_os = "linux"))]
    true
}

/// Makes the directory the other user's.
fn lend(directory: &Path) -> Result<(), String> {
    let is_open =
        |above: &&Path| above.metadata().is_ok_and(|found| found.permissions().mode() & 0o001 != 0);
    if let Some(closed) = directory.ancestors().skip(1).find(|above| !is_open(above)) {
        return Err(format!(
            "cannot be run as another user than root, who cannot get into {} (set TMPDIR)",
            closed.display()
        ));
    }
    std::os::unix::fs::chown(directory, Some(NOBODY), Some(NOBODY))
        .map_err(|e| format!("cannot be run as another user than root: {e}"))
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
    fn ends_are_read_as_they_are_written() {
        use End::*;
        for end in [Exited(0), Exited(97), Killed(9), TimedOut, TooMuchMemory, TooMuchDisk] {
            assert_eq!(end.to_string().parse(), Ok(end));
        }
        assert_eq!("exited".parse::<End>(), Err(()));
    }
}
