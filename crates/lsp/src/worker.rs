//! The thread that analyses.

use crate::fixes::Fix;
use crate::{Analyse, Analysis, EditorSettings, Unsaved};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of stack, as much as the first thread has.
const STACK: usize = 8 << 20;

/// One text to analyse.
pub struct Job {
    pub file: PathBuf,
    pub version: i32,
    pub unsaved: Unsaved,
    pub settings: EditorSettings,
    pub stale: Stale,
    /// The edit that the text was given to see whether it mends something.
    pub fix: Option<Fix>,
}

/// Whether a job need not be done any more.
#[derive(Clone, Debug, Default)]
pub struct Stale(Arc<AtomicBool>);

impl Stale {
    pub fn mark(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What came of a job; nothing if it was stale.
pub struct Done {
    pub file: PathBuf,
    pub version: i32,
    pub fix: Option<Fix>,
    pub result: Option<Result<Analysis, String>>,
}

/// Starts the thread: jobs go in, and what came of each comes out.
pub fn start(analyse: Arc<dyn Analyse>) -> std::io::Result<(Sender<Job>, Receiver<Done>)> {
    let (jobs, taken) = unbounded::<Job>();
    let (finished, done) = unbounded();
    std::thread::Builder::new().stack_size(STACK).spawn(move || {
        for job in taken {
            let result = run(&*analyse, &job);
            let Job { file, version, fix, .. } = job;
            if finished.send(Done { file, version, fix, result }).is_err() {
                break;
            }
            analyse.rest();
        }
    })?;
    Ok((jobs, done))
}

fn run(analyse: &dyn Analyse, job: &Job) -> Option<Result<Analysis, String>> {
    if job.stale.is() {
        return None;
    }
    let go_on = || !job.stale.is();
    let result = catch_unwind(AssertUnwindSafe(|| {
        analyse.analyse(&job.file, &job.unsaved, &job.settings, &go_on)
    }));
    let result = result.unwrap_or_else(|_| Err("Margay itself failed; see its log".to_owned()));
    go_on().then_some(result)
}
