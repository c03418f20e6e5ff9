//! The warden: the one process of Margay's beside a running program. It ends the run when the
//! program does, when its time is over, when it uses too much, and when Margay is gone.
//!
//! Margay holds the other end of its standard input and writes nothing there: the end of that
//! input is the end of Margay, even of one that was killed. On standard output goes one line that
//! says how the run ended, see [`tell`].
//!
//! Without a namespace of processes, those that lose their parents become the warden's children,
//! so that it finds all of them: it kills until it has no child left.

use super::usage::{Excess, Meter, descendants};
use super::{Job, SELF, Stage, namespaces};
use crate::replay::process::End;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process,
};
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Processes and threads beside those that the user has.
const PROCESSES: u64 = 32;
/// The longest time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

pub fn run(job: &Job) -> Result<u8, String> {
    // What the terminal sends to Margay's group is for Margay.
    let _ = rustix::process::setsid();
    let adopted = rustix::process::set_child_subreaper(Some(getpid()));
    adopted.map_err(|e| format!("cannot adopt processes: {e}"))?;
    let user = rustix::process::geteuid().as_raw();
    let job = Job { tasks: running(user) + PROCESSES, ..job.clone() };
    // Before anyone could put something else in its place.
    let meter = Meter::new(&job.directory);
    let meter = meter.map_err(|e| format!("cannot look into the run's directory: {e}"))?;
    let mut command = match job.layers.namespaces {
        true => {
            namespaces::unshare()?;
            let mut command = job.stage(Path::new(SELF), Stage::Init);
            // It looks there whether this process still is.
            command.stdin(Stdio::piped());
            command
        }
        false => {
            let mut command = job.stage(Path::new(SELF), Stage::Program);
            command.stdin(Stdio::null()).stdout(Stdio::null());
            command
        }
    };
    // The program is the same user, and may not look into this process.
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let child = command.spawn().map_err(|e| format!("cannot run the next stage: {e}"))?;
    let main = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let main = main.ok_or("the next stage has no number")?;
    let end = watch(&job, &meter, main);
    end_all();
    match end {
        // Process 1 has told the rest.
        Some(End::Exited(_) | End::Killed(_)) if job.layers.namespaces => {}
        Some(end) => tell(&end),
        None => {}
    }
    Ok(0)
}

/// Waits for the end of the run. `None` if Margay is gone.
fn watch(job: &Job, meter: &Meter, main: Pid) -> Option<End> {
    let deadline = Instant::now() + job.limit;
    let stdin = std::io::stdin();
    let mut pause = Duration::from_millis(1);
    loop {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if pid == main {
                return Some(ended(status));
            }
        }
        if Instant::now() >= deadline {
            return Some(End::TimedOut);
        }
        match meter.excess() {
            Some(Excess::Memory) => return Some(End::TooMuchMemory),
            Some(Excess::Disk) => return Some(End::TooMuchDisk),
            None => {}
        }
        let mut margay = [PollFd::new(&stdin, PollFlags::IN)];
        let nanoseconds = i64::from(pause.subsec_nanos());
        let time = Timespec { tv_sec: 0, tv_nsec: nanoseconds };
        match rustix::event::poll(&mut margay, Some(&time)) {
            Ok(0) | Err(Errno::INTR) => {}
            _ => return None,
        }
        pause = (pause * 2).min(PAUSE);
    }
}

/// Ends every process below this one. Of a namespace the first takes the others with it.
fn end_all() {
    loop {
        for pid in descendants() {
            let _ = kill_process(pid, Signal::KILL);
        }
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Err(Errno::CHILD) => return,
                Ok(None) | Err(_) => break,
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn ended(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Killed(signal),
        (None, None) => End::TimedOut,
    }
}

/// Tells Margay how the run ended.
pub fn tell(end: &End) {
    // If that fails, there is no process left to tell.
    let _ = writeln!(std::io::stdout(), "{end}");
}

/// How many tasks a user has, which is what limits of processes count.
fn running(user: u32) -> u64 {
    let Ok(entries) = fs::read_dir("/proc") else { return 4096 };
    let tasks = |path: &Path| {
        let status = fs::read_to_string(path.join("status")).ok()?;
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:"))?;
        threads.trim().parse::<u64>().ok()
    };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit())
        .filter(|entry| entry.metadata().is_ok_and(|meta| meta.uid() == user))
        .filter_map(|entry| tasks(&entry.path()))
        .sum()
}
