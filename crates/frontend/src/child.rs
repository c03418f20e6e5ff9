//! Running a compiler, or another tool, that reads what a repository brings: under limits, and only as long
//! as somebody waits.
//!
//! Invariant: [`run`] comes back. The child has a process group of its own, which is killed as a whole when the run is
//! stopped, takes too long, or waits for what never comes: a header may be a named pipe. Memory, processor time and
//! what it may write are bounded by the system; what it says is read to a bound. The group is killed before its leader
//! is reaped: until then no other group can have its number.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fmt;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Set to end the work: what runs is killed, and nothing more is started.
pub type Stop = Arc<AtomicBool>;

/// Bytes of memory, seconds of processor time, bytes of one file.
const MEMORY: u64 = 4 << 30;
const CPU_SECONDS: u64 = 600;
const FILE_BYTES: u64 = 1 << 30;
/// How long a run may take in all, and how long it may wait for something without doing anything.
const LONGEST: Duration = Duration::from_secs(1200);
const IDLE: Duration = Duration::from_secs(10);
/// How often it is looked after.
const TICK: Duration = Duration::from_millis(20);
/// What is kept of its messages, and the most that it may answer.
const SAID: usize = 4 << 20;
const ANSWER: usize = 256 << 20;

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Why a run has no result.
#[derive(Debug)]
pub enum Cut {
    CannotStart(io::Error),
    /// All work is to end.
    Stopped,
    TooLong,
    Waits,
    TooMuchTime,
    TooMuchMemory,
    TooMuchOutput,
}

impl Cut {
    /// The same in words that follow the name of the program.
    fn words(&self) -> String {
        match self {
            Cut::CannotStart(error) => format!("cannot be started: {error}"),
            Cut::Stopped => "was interrupted".to_owned(),
            Cut::TooLong => format!("took longer than {} minutes", LONGEST.as_secs() / 60),
            Cut::Waits => {
                let idle = IDLE.as_secs();
                format!(
                    "waited {idle} seconds for what never came, as if a header were a named pipe"
                )
            }
            Cut::TooMuchTime => format!("took more than {CPU_SECONDS} seconds of processor time"),
            Cut::TooMuchMemory => format!("needs more than {} GB of memory", MEMORY >> 30),
            Cut::TooMuchOutput => "wrote more than anybody reads".to_owned(),
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

/// Runs a command with a text as its standard input, if there is one, and gives what it says.
pub fn run(mut command: Command, input: Option<&str>, stop: &Stop) -> Result<Ended, Cut> {
    if stop.load(Ordering::Relaxed) {
        return Err(Cut::Stopped);
    }
    for name in SCRUBBED {
        command.env_remove(name);
    }
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().map_err(Cut::CannotStart)?;
    limit(&child);
    thread::scope(|scope| {
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), input) {
            // It stops reading early when it fails; its message is what counts.
            scope.spawn(move || pipe.write_all(text.as_bytes()));
        }
        let (closed, is_closed) = mpsc::channel();
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let on_end = closed.clone();
        let out = scope.spawn(move || drain(out, ANSWER + 1, on_end));
        let err = scope.spawn(move || drain(err, SAID, closed));
        let ended = wait(&child, &is_closed, stop);
        // Whatever else is in its group would keep the pipes open.
        end_group(&child);
        let status = child.wait().map_err(Cut::CannotStart);
        let [stdout, stderr] = [out, err].map(|said| said.join().unwrap_or_default());
        ended?;
        if stdout.len() > ANSWER {
            return Err(Cut::TooMuchOutput);
        }
        judge(Ended { status: status?, stdout, stderr })
    })
}

/// Runs a command that is the user's own, without limits; `None` if it was stopped.
pub fn status(mut command: Command, stop: &Stop) -> io::Result<Option<ExitStatus>> {
    let mut child = command.process_group(0).spawn()?;
    let mut pause = Duration::from_millis(1);
    loop {
        if has_ended(&child)? {
            return child.wait().map(Some);
        }
        if stop.load(Ordering::Relaxed) {
            end_group(&child);
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(TICK);
    }
}

/// Variables with which clang writes files, takes in flags or finds programs: no business of an analysis.
const SCRUBBED: &[&str] = &[
    "CCC_OVERRIDE_OPTIONS",
    "CCC_ADD_ARGS",
    "CC_LOG_DIAGNOSTICS",
    "CC_LOG_DIAGNOSTICS_FILE",
    "CC_PRINT_HEADERS",
    "CC_PRINT_HEADERS_FILE",
    "CC_PRINT_INTERNAL_STAT",
    "CC_PRINT_INTERNAL_STAT_FILE",
    "CC_PRINT_OPTIONS",
    "CC_PRINT_OPTIONS_FILE",
    "CC_PRINT_PROC_STAT",
    "CC_PRINT_PROC_STAT_FILE",
    "CLANG_CRASH_DIAGNOSTICS_DIR",
    "COMPILER_PATH",
    "DEPENDENCIES_OUTPUT",
    "GCC_EXEC_PREFIX",
    "LLVM_PROFILE_FILE",
    "QA_OVERRIDE_GCC3_OPTIONS",
    "RC_DEBUG_OPTIONS",
    "SUNPRO_DEPENDENCIES",
];

/// Both outputs are closed when the child ends, which is how its end is noticed at once.
fn wait(child: &Child, is_closed: &mpsc::Receiver<()>, stop: &Stop) -> Result<(), Cut> {
    let started = Instant::now();
    let mut activity = Activity::new(started);
    let mut is_open = 2;
    loop {
        if is_open > 0 {
            match is_closed.recv_timeout(TICK) {
                Ok(()) => is_open -= 1,
                Err(RecvTimeoutError::Disconnected) => is_open = 0,
                Err(RecvTimeoutError::Timeout) => {}
            }
        } else {
            thread::sleep(Duration::from_millis(1));
        }
        if has_ended(child).map_err(Cut::CannotStart)? {
            return Ok(());
        }
        let now = Instant::now();
        if stop.load(Ordering::Relaxed) {
            return Err(Cut::Stopped);
        }
        if now - started > LONGEST {
            return Err(Cut::TooLong);
        }
        if activity.has_ceased(child.id(), now) {
            return Err(Cut::Waits);
        }
    }
}

/// Whether a process in the child's group works.
struct Activity {
    looked: Instant,
    worked: Instant,
    ticks: u64,
}

impl Activity {
    fn new(now: Instant) -> Activity {
        Activity { looked: now, worked: now, ticks: 0 }
    }

    fn has_ceased(&mut self, group: u32, now: Instant) -> bool {
        if now - self.looked < Duration::from_secs(1) {
            return false;
        }
        self.looked = now;
        // Without such a file system nothing is known.
        let Some((is_busy, ticks)) = work_of(group) else { return false };
        if is_busy || ticks != self.ticks {
            (self.worked, self.ticks) = (now, ticks);
        }
        now - self.worked >= IDLE
    }
}

/// Whether a process of a group runs or waits for a disk, and how much processor time they took.
fn work_of(group: u32) -> Option<(bool, u64)> {
    let (mut is_busy, mut ticks) = (false, 0);
    let mut is_there = false;
    for entry in std::fs::read_dir("/proc").ok()?.filter_map(Result::ok) {
        if !entry.file_name().as_encoded_bytes()[0].is_ascii_digit() {
            continue;
        }
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name of the program may hold anything.
        let Some((_, fields)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = fields.split(' ').collect();
        let (Some(state), Some(of)) = (fields.first(), fields.get(2)) else { continue };
        if of.parse() == Ok(group) {
            is_there = true;
            is_busy |= matches!(*state, "R" | "D");
            let time = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
            ticks += time(11).unwrap_or(0) + time(12).unwrap_or(0);
        }
    }
    is_there.then_some((is_busy, ticks))
}

/// Reads all that comes and keeps the beginning.
fn drain(pipe: Option<impl Read>, most: usize, closed: mpsc::Sender<()>) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0; 1 << 14];
    if let Some(mut pipe) = pipe {
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            let room = most - kept.len();
            kept.extend_from_slice(&buffer[..count.min(room)]);
        }
    }
    let _ = closed.send(());
    kept
}

fn judge(ended: Ended) -> Result<Ended, Cut> {
    let says = |words: &str| String::from_utf8_lossy(&ended.stderr).contains(words);
    let signal = ended.status.signal().and_then(Signal::from_named_raw);
    match signal {
        Some(Signal::XCPU) => Err(Cut::TooMuchTime),
        Some(Signal::XFSZ) => Err(Cut::TooMuchOutput),
        _ if !ended.status.success() && (says("out of memory") || says("bad_alloc")) => {
            Err(Cut::TooMuchMemory)
        }
        _ => Ok(ended),
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Whether a child has ended, which keeps its number until it is waited for.
fn has_ended(child: &Child) -> io::Result<bool> {
    let Some(pid) = pid(child) else { return Err(io::Error::other("no such process")) };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    loop {
        match waitid(WaitId::Pid(pid), options) {
            Err(rustix::io::Errno::INTR) => {}
            ended => return Ok(ended?.is_some()),
        }
    }
}

/// Kills the group of a child that was not waited for.
fn end_group(child: &Child) {
    if let Some(group) = pid(child) {
        // There is none if all have ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Bounds what a child may use; a lower bound that is set already is as good.
#[cfg(target_os = "linux")]
fn limit(child: &Child) {
    use rustix::process::{Resource, Rlimit, getrlimit, prlimit};
    let Some(pid) = pid(child) else { return };
    let limits =
        [(Resource::As, MEMORY), (Resource::Cpu, CPU_SECONDS), (Resource::Fsize, FILE_BYTES)];
    for (resource, most) in limits.into_iter().chain([(Resource::Core, 0)]) {
        let most = getrlimit(resource).maximum.map_or(most, |ours| ours.min(most));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        // It may have ended.
        let _ = prlimit(Some(pid), resource, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_it_says_comes_back() {
        let ended = run(shell("cat; echo no >&2; exit 3"), Some("text"), &Stop::default());
        let ended = ended.expect("it runs");
        assert_eq!((&*ended.stdout, &*ended.stderr), (&b"text"[..], &b"no\n"[..]));
        assert_eq!(ended.status.code(), Some(3));
    }

    #[test]
    fn it_is_ended_with_what_it_started() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let ready = dir.path().join("ready");
        let mut command = shell("sleep 1000 & echo > ready; wait");
        command.current_dir(dir.path());
        let stop = Stop::default();
        let group = thread::scope(|scope| {
            let run = scope.spawn(|| run(command, None, &stop));
            while !ready.exists() {
                thread::sleep(Duration::from_millis(1));
            }
            stop.store(true, Ordering::Relaxed);
            run.join().expect("no panic")
        });
        assert!(matches!(group, Err(Cut::Stopped)));
        // No process is in its directory any more, but for those that are just ending.
        let place = dir.path().canonicalize().expect("a path");
        let stands = || {
            let all = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
            let places = all.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok());
            places.filter(|cwd| *cwd == place).count()
        };
        while stands() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(matches!(run(shell(":"), None, &stop), Err(Cut::Stopped)));
    }
}
