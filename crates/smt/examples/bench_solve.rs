//! Times the chain on a folder of SMT-LIB queries, in process.
//!
//!     bench_solve fresh DIR     one line for each file: name, answer, microseconds, why unknown
//!     bench_solve shared DIR    all files in one pool and one chain, constraint by constraint as
//!                               an engine asks them: what each layer answered
//!
//! `fresh` starts with nothing for each file: reading, solving and the model's check are timed, in
//! processor time where that is exact enough.

use margay_smt::smtlib::{Command, Reader};
use margay_smt::{
    Answer, Bool, Chain, ChainOptions, Layer, Node, PathCondition, Query, Solver, TermPool,
};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["fresh", dir] => fresh(dir),
        ["shared", dir] => shared(dir),
        _ => Err("usage: bench_solve fresh|shared DIR".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench_solve: {error}");
            ExitCode::FAILURE
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn fresh(dir: &str) -> Result<()> {
    for file in files(dir)? {
        let text = std::fs::read_to_string(&file)?;
        let start = Clock::start();
        let mut pool = TermPool::new();
        let assertions = read(&mut pool, &text)?;
        let answer = ask(&mut pool, &mut Chain::new(ChainOptions::default()), &assertions);
        let time = start.elapsed();
        let reason = match &answer {
            Answer::Unknown(reason) => format!(" {reason}"),
            _ => String::new(),
        };
        println!("{} {} {}{reason}", name(&file), word(&answer), time.as_micros());
    }
    Ok(())
}

fn shared(dir: &str) -> Result<()> {
    let mut pool = TermPool::new();
    let mut chain = Chain::new(ChainOptions::default());
    let mut total = Duration::ZERO;
    let mut branches = 0;
    let mut slowest = (Duration::ZERO, String::new());
    let files = files(dir)?;
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let start = Clock::start();
        let assertions = read(&mut pool, &text)?;
        branches += walk(&mut pool, &mut chain, &assertions);
        let time = start.elapsed();
        total += time;
        slowest = slowest.max((time, name(file)));
    }
    println!(
        "{} queries in one process, asked as the {branches} branches of their paths: {:.3} s",
        files.len(),
        total.as_secs_f64()
    );
    println!("slowest: {} {:.3} s", slowest.1, slowest.0.as_secs_f64());
    let statistics = chain.statistics();
    println!("answers of each layer, one for each part of a query that was taken apart:");
    for layer in Layer::ALL {
        println!("{:>10} {}", layer.to_string(), statistics.answered(layer));
    }
    println!("   unknown {}", statistics.unknown());
    println!(" conflicts {}", statistics.conflicts());
    Ok(())
}

/// Time that a query took, without what other processes took meanwhile. The system counts
/// processor time in ticks of some milliseconds, so short queries go by the clock on the wall.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { processor: processor_time(), wall: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        let wall = self.wall.elapsed();
        match (self.processor, processor_time()) {
            (Some(start), Some(end)) if wall > SHORT => end.saturating_sub(start).min(wall),
            _ => wall,
        }
    }
}

const SHORT: Duration = Duration::from_millis(40);

/// What this thread has used, where there is a Linux to ask.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// Asks for one constraint after the other as an engine does, each with the path so far and its
/// model, as far as the path goes. Answers how many that were.
fn walk(pool: &mut TermPool, chain: &mut Chain, assertions: &[Bool]) -> usize {
    let mut path = PathCondition::new();
    let mut asked = 0;
    let mut stack: Vec<Bool> = assertions.iter().rev().copied().collect();
    while let Some(condition) = stack.pop() {
        if let Node::And(a, b) = pool.node(condition) {
            stack.extend([b, a]);
            continue;
        }
        asked += 1;
        match chain.solve(pool, &Query { path: path.clone(), condition }) {
            Answer::Sat(model) => path.assume_possible(pool, condition, &model),
            Answer::Unsat(_) | Answer::Unknown(_) => break,
        }
    }
    asked
}

fn ask(pool: &mut TermPool, chain: &mut Chain, assertions: &[Bool]) -> Answer {
    let mut path = PathCondition::new();
    assertions.iter().for_each(|&assertion| path.assume(pool, assertion));
    let condition = pool.bool_const(true);
    chain.solve(pool, &Query { path, condition })
}

fn read(pool: &mut TermPool, text: &str) -> Result<Vec<Bool>> {
    let mut reader = Reader::new(text);
    let mut assertions = Vec::new();
    while let Some(command) = reader.next_command(pool) {
        if let Command::Assert(term) = command.map_err(|error| error.to_string())? {
            assertions.push(term);
        }
    }
    Ok(assertions)
}

fn files(dir: &str) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "smt2"));
    files.sort();
    Ok(files)
}

fn name(file: &std::path::Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}
