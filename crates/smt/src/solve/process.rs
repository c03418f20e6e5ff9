//! A child process that is asked and answers.
//!
//! Invariant: no call here waits longer than its deadline. One thread writes, so that a child that
//! does not read cannot block us; another reads and cuts the output into responses. Both end when
//! the child does, and the child ends when this is dropped.

use super::response::Splitter;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    stop: Arc<AtomicBool>,
}

/// What goes wrong with a process, in words.
pub(super) enum Failure {
    /// The clock ran out.
    Time,
    Other(String),
}

/// A response above this size is garbage.
const MAX_RESPONSE: usize = 1 << 28;

/// Responses that may wait unread. A child that prints on and on is blocked by its pipe.
const MAX_WAITING: usize = 64;

/// How often it is seen whether an answer is still wanted.
const TICK: Duration = Duration::from_millis(50);

impl Process {
    pub fn start(
        program: &Path,
        arguments: &[String],
        stop: Arc<AtomicBool>,
    ) -> Result<Process, Failure> {
        let started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let cannot = |error| Failure::Other(format!("cannot start {}: {error}", program.display()));
        let mut child = started.map_err(cannot)?;
        let stdin = child.stdin.take().expect("standard input is a pipe");
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let (input, texts) = channel();
        let (responses, output) = sync_channel(MAX_WAITING);
        thread::spawn(move || write_all(stdin, texts));
        thread::spawn(move || read_all(stdout, responses));
        Ok(Process { child, input, output, stop })
    }

    /// Hands over text. That it cannot be written shows when the answer is waited for.
    pub fn send(&self, text: String) {
        // The writer has gone only if the child has.
        let _ = self.input.send(text);
    }

    /// The next response.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Failure> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            return match self.output.recv_timeout(left.min(TICK)) {
                Ok(response) => Ok(response),
                Err(RecvTimeoutError::Timeout)
                    if left > TICK && !self.stop.load(Ordering::Relaxed) =>
                {
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => Err(Failure::Time),
                Err(RecvTimeoutError::Disconnected) => Err(Failure::Other(self.last_words())),
            };
        }
    }

    fn last_words(&mut self) -> String {
        // The output is closed a moment before the process is gone.
        for _ in 0..100 {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(status)) => return format!("it ended without an answer ({status})"),
                Err(_) => break,
            }
        }
        "it closed its output without an answer".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Either fails only if the child has already gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, texts: Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut stdout: ChildStdout, responses: SyncSender<String>) {
    let mut splitter = Splitter::default();
    let mut buffer = [0; 1 << 14];
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        for &byte in &buffer[..count] {
            if let Some(response) = splitter.push(byte)
                && responses.send(response).is_err()
            {
                return;
            }
        }
        if splitter.len() > MAX_RESPONSE {
            return;
        }
    }
    if let Some(rest) = splitter.finish() {
        let _ = responses.send(rest);
    }
}
