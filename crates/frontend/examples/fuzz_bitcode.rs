//! Fuzzes the bitcode reader: damaged files must give an error or a program, nothing else.
//!
//!     cargo run --release -p margay-frontend --example fuzz_bitcode -- CORPUS LIMIT [SEED]
//!
//! CORPUS is a directory of .bc files, LIMIT a number of seconds (`60s`) or of runs
//! (`100000`). The same corpus, seed and number of runs do the same. An input that makes
//! the reader panic, or that takes longer than ten seconds, is written to
//! `fuzz-SEED-RUN.bc` in the working directory, and the exit code is 1.

mod mutate;

use margay_frontend::bitcode;
use mutate::{Random, mutate};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const TOO_LONG: Duration = Duration::from_secs(10);

/// What is being read, for the watchdog.
type Current = Arc<Mutex<Option<(u64, Instant, Vec<u8>)>>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((corpus, limit, seed)) = parse(&args) else {
        eprintln!("usage: fuzz_bitcode CORPUS SECONDSs|RUNS [SEED]");
        return ExitCode::from(2);
    };
    let files = match load(&corpus) {
        Ok(files) if !files.is_empty() => files,
        Ok(_) => {
            eprintln!("{} contains no .bc files", corpus.display());
            return ExitCode::from(2);
        }
        Err(error) => {
            eprintln!("{}: {error}", corpus.display());
            return ExitCode::from(2);
        }
    };
    let current = Current::default();
    watch(&current, seed);
    let (start, mut read, mut gaps, mut slowest) = (Instant::now(), 0u64, 0, Duration::ZERO);
    let mut run = 0;
    while !limit.reached(start, run) {
        // One seed for each run, so that a run can be repeated alone.
        let mut random = Random::new(seed ^ run.wrapping_mul(0xd134_2543_de82_ef95));
        let mut bytes = files[random.below(files.len())].clone();
        let other = &files[random.below(files.len())];
        mutate(&mut bytes, other, &mut random);
        *lock(&current) = Some((run, Instant::now(), bytes.clone()));
        let started = Instant::now();
        let Ok(result) = panic::catch_unwind(AssertUnwindSafe(|| exercise(&bytes))) else {
            keep(&bytes, seed, run, "makes the reader panic");
            return ExitCode::FAILURE;
        };
        slowest = slowest.max(started.elapsed());
        if let Some(some_gaps) = result {
            read += 1;
            gaps += some_gaps;
        }
        run += 1;
    }
    println!("{run} runs, {read} read to the end, {gaps} gaps, slowest {slowest:?}, seed {seed}");
    ExitCode::SUCCESS
}

/// Reads and does what every user of a program does; the number of gaps if it was read.
fn exercise(bytes: &[u8]) -> Option<usize> {
    let program = bitcode::read(bytes).ok()?;
    for (id, _) in program.types.iter() {
        program.size_of(id);
    }
    for (span, _) in program.source.spans.enumerate() {
        program.source.function_of(span);
    }
    // Whether it verifies is another matter; doing so must not panic.
    let _ = margay_ir::verify::verify(&program);
    Some(program.gaps.len())
}

enum Limit {
    Time(Duration),
    Runs(u64),
}

impl Limit {
    fn reached(&self, start: Instant, run: u64) -> bool {
        match self {
            Limit::Time(time) => start.elapsed() >= *time,
            Limit::Runs(runs) => run >= *runs,
        }
    }
}

fn parse(args: &[String]) -> Option<(PathBuf, Limit, u64)> {
    let limit = args.get(1)?;
    let limit = match limit.strip_suffix('s') {
        Some(seconds) => Limit::Time(Duration::from_secs(seconds.parse().ok()?)),
        None => Limit::Runs(limit.parse().ok()?),
    };
    let seed = args.get(2).map_or(Some(1), |seed| seed.parse().ok())?;
    Some((PathBuf::from(&args[0]), limit, seed))
}

/// The files of the corpus, in the order of their names.
fn load(corpus: &PathBuf) -> std::io::Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(corpus)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "bc") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

/// Ends the process if one input takes too long: a loop cannot be stopped from outside.
fn watch(current: &Current, seed: u64) {
    let current = Arc::clone(current);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            if let Some((run, started, bytes)) = &*lock(&current)
                && started.elapsed() > TOO_LONG
            {
                keep(bytes, seed, *run, "takes longer than ten seconds");
                std::process::exit(1);
            }
        }
    });
}

fn lock(current: &Current) -> std::sync::MutexGuard<'_, Option<(u64, Instant, Vec<u8>)>> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(bytes: &[u8], seed: u64, run: u64, why: &str) {
    let path = format!("fuzz-{seed}-{run}.bc");
    match std::fs::write(&path, bytes) {
        Ok(()) => eprintln!("{path} {why} (seed {seed}, run {run})"),
        Err(error) => eprintln!("seed {seed}, run {run} {why}; cannot write {path}: {error}"),
    }
}
