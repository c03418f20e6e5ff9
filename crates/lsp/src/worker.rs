//! The threads that work: one analyses, and one more writes each test that is asked for.

use crate::fixes::Fix;
use crate::{Analyse, Analysis, EditorSettings, Progress, Unsaved, WrittenTest};
use crossbeam_channel::{Sender, unbounded};
use lsp_server::RequestId;
use margay_ir::finding::Finding;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Bytes of stack, as much as the first thread has.
const STACK: usize = 8 << 20;
/// From one report of how far an analysis is to the next.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);
/// What is said where a panic ended the work.
const FAILED: &str = "Margay itself failed; see its log";

/// One text to analyse.
pub struct Job {
    pub file: PathBuf,
    pub version: i32,
    pub unsaved: Unsaved,
    pub settings: EditorSettings,
    pub stale: Stale,
    /// Progress is wanted.
    pub reports: bool,
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

/// What the threads have to say.
pub enum Said {
    /// How far the analysis under way is.
    Far(Far),
    Done(Done),
    /// What came of a test that a request wanted.
    Test(RequestId, Result<WrittenTest, String>),
}

/// How far an analysis is.
pub struct Far {
    /// How much of the time that it may take is over: the number of paths is not known in advance, so this is the only
    /// end that is. Most files are done long before.
    pub percent: u32,
    pub progress: Progress,
}

/// What came of a job; nothing if it was stale.
pub struct Done {
    pub file: PathBuf,
    pub version: i32,
    pub fix: Option<Fix>,
    pub result: Option<Result<Analysis, String>>,
}

/// Starts the thread that analyses: jobs go in, and what came of each is said.
pub fn start(
    analyse: Arc<dyn Analyse>,
    said: Sender<Said>,
) -> std::io::Result<(Sender<Job>, JoinHandle<()>)> {
    let (jobs, taken) = unbounded::<Job>();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        for job in &taken {
            let result = run(&*analyse, &job, &said);
            let Job { file, version, fix, .. } = job;
            if said.send(Said::Done(Done { file, version, fix, result })).is_err() {
                break;
            }
            if taken.is_empty() {
                // Nothing that was found depends on it.
                let _ = catch_unwind(AssertUnwindSafe(|| analyse.rest()));
            }
        }
        let _ = catch_unwind(AssertUnwindSafe(|| analyse.end()));
    })?;
    Ok((jobs, worker))
}

/// Writes the test that a request wants, and says what came of it. It compiles, which takes seconds.
pub fn write_test(
    analyse: Arc<dyn Analyse>,
    said: Sender<Said>,
    id: RequestId,
    wanted: WantedTest,
) -> std::io::Result<()> {
    let write = move || {
        let WantedTest { file, finding, below, settings } = wanted;
        let result = catch_unwind(AssertUnwindSafe(|| {
            analyse.write_test(&file, &finding, below.as_deref(), &settings)
        }));
        let result = result.unwrap_or_else(|_| Err(FAILED.to_owned()));
        // There is no receiver once the editor has left.
        let _ = said.send(Said::Test(id, result));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(write).map(drop)
}

/// A test that is asked for.
pub struct WantedTest {
    /// The text that was analysed.
    pub file: PathBuf,
    pub finding: Finding,
    /// Where it shall be written, if they say where.
    pub below: Option<PathBuf>,
    pub settings: EditorSettings,
}

fn run(analyse: &dyn Analyse, job: &Job, said: &Sender<Said>) -> Option<Result<Analysis, String>> {
    if job.stale.is() {
        return None;
    }
    let reports = Reports {
        said,
        begun: Instant::now(),
        limit: Duration::from_secs(job.settings.timeout),
        last: Mutex::new(Instant::now()),
    };
    let watch = |progress| {
        if job.reports {
            reports.tell(progress);
        }
        !job.stale.is()
    };
    let result = catch_unwind(AssertUnwindSafe(|| {
        analyse.analyse(&job.file, &job.unsaved, &job.settings, &watch)
    }));
    let result = result.unwrap_or_else(|_| Err(FAILED.to_owned()));
    (!job.stale.is()).then_some(result)
}

/// Says how far an analysis is, now and then.
struct Reports<'a> {
    said: &'a Sender<Said>,
    begun: Instant,
    limit: Duration,
    last: Mutex<Instant>,
}

impl Reports<'_> {
    fn tell(&self, progress: Progress) {
        // Where another thread is about to tell, there is no need to.
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.elapsed() < BETWEEN_REPORTS {
            return;
        }
        *last = Instant::now();
        let far = Far { percent: percent(self.begun.elapsed(), self.limit), progress };
        let _ = self.said.send(Said::Far(far));
    }
}

/// How much of a time is over. It is not all of it before there is an outcome.
fn percent(over: Duration, limit: Duration) -> u32 {
    let part = over.as_millis() * 100 / limit.as_millis().max(1);
    u32::try_from(part.min(99)).unwrap_or(99)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents() {
        let of = |over, limit| percent(Duration::from_millis(over), Duration::from_millis(limit));
        assert_eq!([of(0, 20_000), of(250, 20_000), of(5_000, 20_000)], [0, 1, 25]);
        assert_eq!([of(20_000, 20_000), of(90_000, 20_000), of(1, 0)], [99, 99, 99]);
    }

    #[test]
    fn reports_are_few() {
        let (said, heard) = unbounded();
        let limit = Duration::from_secs(20);
        let (begun, long_ago) = (Instant::now(), Instant::now().checked_sub(BETWEEN_REPORTS));
        let last = Mutex::new(long_ago.expect("the clock runs"));
        let reports = Reports { said: &said, begun, limit, last };
        (0..1000).for_each(|paths| reports.tell(Progress { paths, waiting: 0 }));
        let count = heard.try_iter().count();
        let most = 1 + begun.elapsed().as_millis() / BETWEEN_REPORTS.as_millis();
        let count = u128::try_from(count).expect("a number");
        assert!((1..=most).contains(&count), "{count} of {most}");
    }
}
