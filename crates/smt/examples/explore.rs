//! One long depth-first exploration in one process: how memory and the time for a query develop.
//!
//!     explore [QUERIES]
//!
//! The program explored is a small scanner over a symbolic buffer: it splits words and numbers, adds
//! up the numbers with a check for overflow, hashes the words into a table, and remembers in a 256
//! byte array which letters it saw. Its tree has no end in sight, so the search stops when it has
//! asked as many queries as it was told to. As an engine would, it keeps one state for each branch
//! not yet taken, asks for both sides of each branch, and lets go of the terms of finished subtrees.

use margay_smt::{
    Answer, Array, Bool, Bv, Chain, ChainOptions, Layer, Mark, PathCondition, Query, Solver,
    TermPool,
};
use std::time::{Duration, Instant};

fn main() {
    let wanted = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let mut search = Search {
        pool: TermPool::new(),
        chain: Chain::new(ChainOptions::default()),
        queries: 0,
        unknown: 0,
        solving: Duration::ZERO,
    };
    let start = Scanner::new(&mut search.pool);
    let mut open = vec![(start, PathCondition::new(), search.pool.mark())];
    let (mut paths, mut reported, mut last) = (0u64, 0, Duration::ZERO);
    let begin = Instant::now();
    println!("{:>9} {:>9} {:>9} {:>9} {:>9}", "queries", "us/query", "terms", "paths", "MB");
    while let Some((mut state, mut path, mark)) = open.pop() {
        // Letting go costs a walk over what is kept by term, so not for a few of them.
        if search.pool.term_count() > RELEASE_AT && mark_is_old(&search.pool, mark) {
            search.pool.release(mark);
        }
        loop {
            match state.step(&mut search.pool) {
                Step::End => {
                    paths += 1;
                    break;
                }
                Step::Branch(condition) => {
                    let negated = search.pool.not(condition);
                    let taken = search.ask(&path, condition);
                    let other = search.ask(&path, negated);
                    let mut sides: Vec<(bool, PathCondition)> = Vec::new();
                    for (value, side) in [(false, other), (true, taken)] {
                        if let Some(side) = side {
                            sides.push((value, side));
                        }
                    }
                    let Some((value, next)) = sides.pop() else { break };
                    for (value, side) in sides {
                        let mut other = state.clone();
                        other.choose(&mut search.pool, value);
                        open.push((other, side, search.pool.mark()));
                    }
                    state.choose(&mut search.pool, value);
                    path = next;
                }
            }
            if search.queries - reported >= wanted / 10 {
                let block = search.queries - reported;
                println!(
                    "{:>9} {:>9.1} {:>9} {:>9} {:>9}",
                    search.queries,
                    (search.solving - last).as_secs_f64() * 1e6 / f64::from(block),
                    search.pool.term_count(),
                    paths,
                    memory("VmRSS")
                );
                (reported, last) = (search.queries, search.solving);
            }
            if search.queries >= wanted {
                finish(&search, begin.elapsed());
                return;
            }
        }
    }
    finish(&search, begin.elapsed());
}

const RELEASE_AT: usize = 1 << 16;

fn mark_is_old(pool: &TermPool, mark: Mark) -> bool {
    pool.terms_since(mark) > RELEASE_AT / 4
}

fn finish(search: &Search, elapsed: Duration) {
    println!(
        "{} queries, {} unknown, {:.2} s solving, {:.2} s in all, peak {} MB",
        search.queries,
        search.unknown,
        search.solving.as_secs_f64(),
        elapsed.as_secs_f64(),
        memory("VmHWM")
    );
    let statistics = search.chain.statistics();
    for layer in Layer::ALL {
        println!("{layer:>10} {}", statistics.answered(layer));
    }
    println!("{:>10} {}", "conflicts", statistics.conflicts());
    println!("{:>10} {}", "restarts", statistics.restarts());
}

/// Megabytes that the system counts for this process.
fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what)).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

struct Search {
    pool: TermPool,
    chain: Chain,
    queries: u32,
    unknown: u32,
    solving: Duration,
}

impl Search {
    /// The path on which the condition holds as well, if it can.
    fn ask(&mut self, path: &PathCondition, condition: Bool) -> Option<PathCondition> {
        let start = Instant::now();
        self.queries += 1;
        let query = Query { path: path.clone(), condition };
        let mut next = path.clone();
        let answer = match self.chain.solve(&mut self.pool, &query) {
            Answer::Sat(model) => {
                next.assume_possible(&mut self.pool, condition, &model);
                Some(next)
            }
            Answer::Unsat(_) => None,
            Answer::Unknown(_) => {
                self.unknown += 1;
                None
            }
        };
        self.solving += start.elapsed();
        answer
    }
}

/// Where the scanner is.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    IsDigit,
    IsLetter,
    Overflow,
    Bucket,
    Seen,
    Last,
}

#[derive(Clone)]
struct Scanner {
    input: Array,
    seen: Array,
    at: At,
    position: u64,
    digits: u32,
    number: Bv,
    hash: Bv,
    total: Bv,
}

enum Step {
    Branch(Bool),
    End,
}

const LENGTH: u64 = 48;

impl Scanner {
    fn new(pool: &mut TermPool) -> Scanner {
        let zero = pool.bv_u64(8, 0);
        Scanner {
            input: pool.array_symbol("input", 32),
            seen: pool.const_array(32, zero),
            at: At::Start,
            position: 0,
            digits: 0,
            number: pool.bv_u64(32, 0),
            hash: pool.bv_u64(32, 5381),
            total: pool.bv_u64(32, 0),
        }
    }

    fn byte(&self, pool: &mut TermPool) -> Bv {
        let index = pool.bv_u64(32, self.position);
        pool.read(self.input, index)
    }

    fn within(&self, pool: &mut TermPool, low: u8, high: u8) -> Bool {
        let byte = self.byte(pool);
        let (low, high) = (pool.bv_u64(8, u64::from(low)), pool.bv_u64(8, u64::from(high)));
        let (above, below) = (pool.bv_ule(low, byte), pool.bv_ule(byte, high));
        pool.and(above, below)
    }

    fn step(&mut self, pool: &mut TermPool) -> Step {
        match self.at {
            At::Start if self.position == LENGTH => Step::End,
            At::Start => {
                let byte = self.byte(pool);
                let zero = pool.bv_u64(8, 0);
                Step::Branch(pool.eq(byte, zero))
            }
            At::IsDigit => Step::Branch(self.within(pool, b'0', b'9')),
            At::IsLetter => Step::Branch(self.within(pool, b'a', b'z')),
            At::Overflow => {
                let sum = pool.bv_add(self.total, self.number);
                Step::Branch(pool.bv_ult(sum, self.total))
            }
            At::Bucket => {
                let buckets = pool.bv_u64(32, 61);
                let bucket = pool.bv_urem(self.hash, buckets);
                let half = pool.bv_u64(32, 30);
                Step::Branch(pool.bv_ult(bucket, half))
            }
            At::Seen => {
                let byte = self.byte(pool);
                let index = pool.bv_zext(byte, 32);
                let count = pool.read(self.seen, index);
                let one = pool.bv_u64(8, 1);
                Step::Branch(pool.bv_ult(one, count))
            }
            At::Last => Step::End,
        }
    }

    /// Goes on as the branch was decided.
    fn choose(&mut self, pool: &mut TermPool, taken: bool) {
        self.at = match (self.at, taken) {
            (At::Start, true) => At::Last,
            (At::Start, false) => At::IsDigit,
            (At::IsDigit, true) => {
                let byte = self.byte(pool);
                let (ten, base) = (pool.bv_u64(32, 10), pool.bv_u64(32, u64::from(b'0')));
                let digit = pool.bv_zext(byte, 32);
                let digit = pool.bv_sub(digit, base);
                let shifted = pool.bv_mul(self.number, ten);
                self.number = pool.bv_add(shifted, digit);
                self.digits += 1;
                // A longer number is an error.
                if self.digits > 6 { At::Last } else { self.next() }
            }
            (At::IsDigit, false) => At::IsLetter,
            (At::IsLetter, true) => {
                let byte = self.byte(pool);
                let factor = pool.bv_u64(32, 33);
                let scaled = pool.bv_mul(self.hash, factor);
                let letter = pool.bv_zext(byte, 32);
                self.hash = pool.bv_add(scaled, letter);
                At::Seen
            }
            // The end of a word or number.
            (At::IsLetter, false) => At::Overflow,
            (At::Overflow, true) => At::Last,
            (At::Overflow, false) => {
                self.total = pool.bv_add(self.total, self.number);
                self.number = pool.bv_u64(32, 0);
                self.digits = 0;
                At::Bucket
            }
            (At::Bucket, _) => {
                self.hash = pool.bv_u64(32, 5381);
                self.next()
            }
            (At::Seen, true) => At::Last,
            (At::Seen, false) => {
                let byte = self.byte(pool);
                let index = pool.bv_zext(byte, 32);
                let count = pool.read(self.seen, index);
                let one = pool.bv_u64(8, 1);
                let more = pool.bv_add(count, one);
                self.seen = pool.store(self.seen, index, more);
                self.next()
            }
            (At::Last, _) => At::Last,
        };
    }

    fn next(&mut self) -> At {
        self.position += 1;
        At::Start
    }
}
