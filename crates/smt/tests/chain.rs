//! Chains against z3 on random paths: words of 8, 16 and 32 bits, memory with unknown indices, tables,
//! products and quotients.
//!
//! Each path is walked as an engine walks it: a condition is asked about, and what is possible is
//! assumed with its model. `Validating` panics at the first answer that z3 contradicts and at the
//! first model that does not hold. Seeds are fixed; the long run has more paths.

use fastrand::Rng;
use margay_smt::{
    Answer, Array, Bool, Budget, Bv, Chain, ChainOptions, Core, NoPipe, PathCondition, Pipe,
    PipeCommand, PipeKind, PipeLimits, Query, Solver, Statistics, TermPool, Validating,
};
use std::rc::Rc;
use std::time::Duration;

/// Whether `./x test --long` runs.
fn long() -> bool {
    std::env::var_os("MARGAY_LONG_TESTS").is_some()
}

fn z3() -> PipeCommand {
    let found = Pipe::find().filter(|command| command.kind == PipeKind::Z3);
    found.expect("this test needs z3 in PATH; ./x setup installs it")
}

/// A solver that z3 watches. What z3 does not soon decide is not compared.
fn watched(solver: Box<dyn Solver>) -> Validating {
    let limits = PipeLimits { steps: 30_000, time: Duration::from_secs(20) };
    Validating::new(solver, Box::new(Pipe::new(z3()).with_limits(limits)))
}

fn core(budget: Budget) -> Box<dyn Solver> {
    Box::new(Core::new(budget, Box::new(NoPipe), Rc::new(Statistics::default())))
}

fn chain(budget: Budget) -> Box<dyn Solver> {
    Box::new(Chain::new(ChainOptions { budget, pipe: None }))
}

/// How often each answer was given.
#[derive(Default, Debug)]
struct Answers {
    sat: u32,
    unsat: u32,
    unknown: u32,
}

/// Walks random paths.
fn walk(
    solver: Box<dyn Solver>,
    mut rng: Rng,
    next: fn(&mut Maker, &mut TermPool) -> Bool,
) -> Answers {
    let mut solver = watched(solver);
    let mut pool = TermPool::new();
    let mut answers = Answers::default();
    let paths = if long() { 1000 } else { 6 };
    for _ in 0..paths {
        let mut path = PathCondition::new();
        let mut maker = Maker { rng: rng.fork() };
        for _ in 0..8 {
            let mut condition = next(&mut maker, &mut pool);
            let mut answer = ask(&mut solver, &mut pool, &path, condition, &mut answers);
            // The other side of the branch, and sometimes the path goes there.
            if maker.rng.u32(0..3) == 0 || answer.is_unsat() {
                let other = pool.not(condition);
                let there = ask(&mut solver, &mut pool, &path, other, &mut answers);
                if !answer.is_sat() || maker.rng.bool() {
                    (condition, answer) = (other, there);
                }
            }
            match answer {
                Answer::Sat(model) => path.assume_possible(&mut pool, condition, &model),
                // What is not known may be so.
                Answer::Unknown(_) => path.assume(&mut pool, condition),
                Answer::Unsat(_) => {}
            }
        }
    }
    answers
}

fn ask(
    solver: &mut Validating,
    pool: &mut TermPool,
    path: &PathCondition,
    condition: Bool,
    answers: &mut Answers,
) -> Answer {
    let answer = solver.solve(pool, &Query { path: path.clone(), condition });
    match answer {
        Answer::Sat(_) => answers.sat += 1,
        Answer::Unsat(_) => answers.unsat += 1,
        Answer::Unknown(_) => answers.unknown += 1,
    }
    answer
}

/// Makes terms over a few symbols.
struct Maker {
    rng: Rng,
}

/// The width of all indices but those of `Maker::bytes`.
const INDEX: u32 = 16;

impl Maker {
    fn condition(&mut self, pool: &mut TermPool) -> Bool {
        let depth = self.rng.u32(1..4);
        self.truth(pool, depth)
    }

    fn truth(&mut self, pool: &mut TermPool, depth: u32) -> Bool {
        let width = [8, 8, 16, 32][self.rng.usize(0..4)];
        match self.rng.u32(0..12) {
            0 if depth > 0 => {
                let (a, b) = (self.truth(pool, depth - 1), self.truth(pool, depth - 1));
                pool.or(a, b)
            }
            1 if depth > 0 => {
                let (a, b) = (self.truth(pool, depth - 1), self.truth(pool, depth - 1));
                pool.xor(a, b)
            }
            2 => pool.bool_symbol("p"),
            3 if depth > 1 => {
                let (a, b) = (self.array(pool, 1), self.array(pool, 2));
                pool.eq(a, b)
            }
            choice => {
                let a = self.word(pool, width, depth);
                let b = self.word(pool, width, depth / 2);
                match choice % 4 {
                    0 => pool.eq(a, b),
                    1 => pool.bv_ult(a, b),
                    2 => pool.bv_slt(a, b),
                    _ => pool.bv_ule(b, a),
                }
            }
        }
    }

    fn leaf(&mut self, pool: &mut TermPool, width: u32) -> Bv {
        match self.rng.u32(0..5) {
            0 => pool.bv_u64(width, self.rng.u64(..) >> (64 - width)),
            1 => pool.bv_u64(width, self.rng.u64(0..6)),
            choice => pool.bv_symbol(&format!("w{width}_{}", choice % 2), width),
        }
    }

    fn word(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> Bv {
        if depth == 0 {
            return self.leaf(pool, width);
        }
        let d = depth - 1;
        let a = self.word(pool, width, d);
        match self.rng.u32(0..13) {
            0 | 1 => {
                let b = self.word(pool, width, d);
                pool.bv_add(a, b)
            }
            2 => {
                let b = self.word(pool, width, d);
                pool.bv_sub(a, b)
            }
            3 => {
                let b = self.word(pool, width, d);
                [TermPool::bv_and, TermPool::bv_or, TermPool::bv_xor][self.rng.usize(0..3)](
                    pool, a, b,
                )
            }
            4 => {
                let b = self.small(pool, width);
                pool.bv_mul(a, b)
            }
            5 => {
                let b = self.small(pool, width);
                let op = [TermPool::bv_udiv, TermPool::bv_urem][self.rng.usize(0..2)];
                op(pool, a, b)
            }
            6 => {
                let b = pool.bv_u64(width, [3, 7, 10, u64::MAX][self.rng.usize(0..4)] >> (64 - 8));
                let op = [TermPool::bv_sdiv, TermPool::bv_srem][self.rng.usize(0..2)];
                op(pool, a, b)
            }
            7 => {
                let b = self.small(pool, width);
                let op = [TermPool::bv_shl, TermPool::bv_lshr, TermPool::bv_ashr];
                op[self.rng.usize(0..3)](pool, a, b)
            }
            8 => {
                let c = self.truth(pool, d);
                let b = self.word(pool, width, d);
                pool.ite(c, a, b)
            }
            9 if width > 8 => {
                let b = self.word(pool, width / 2, d);
                if self.rng.bool() { pool.bv_zext(b, width) } else { pool.bv_sext(b, width) }
            }
            10 if width < 32 => {
                let b = self.word(pool, width * 2, d);
                let low = self.rng.u32(0..=width);
                pool.bv_extract(low + width - 1, low, b)
            }
            _ => {
                let array = self.array(pool, 2);
                let index = self.index(pool);
                pool.read_le(array, index, width / 8)
            }
        }
    }

    /// What a word is multiplied, divided or shifted with.
    fn small(&mut self, pool: &mut TermPool, width: u32) -> Bv {
        match self.rng.u32(0..3) {
            0 => pool.bv_u64(width, self.rng.u64(0..20)),
            _ => {
                let byte = self.leaf(pool, 8);
                let bits = if width == 32 { 4 } else { 8 };
                let bits = pool.bv_trunc(byte, bits);
                pool.bv_zext(bits, width)
            }
        }
    }

    /// Indices that are often the same.
    fn index(&mut self, pool: &mut TermPool) -> Bv {
        match self.rng.u32(0..4) {
            0 => pool.bv_u64(INDEX, self.rng.u64(0..4)),
            1 => self.leaf(pool, INDEX),
            _ => {
                let byte = self.leaf(pool, 8);
                let wide = pool.bv_zext(byte, INDEX);
                let offset = pool.bv_u64(INDEX, self.rng.u64(0..2));
                pool.bv_add(wide, offset)
            }
        }
    }

    fn array(&mut self, pool: &mut TermPool, depth: u32) -> Array {
        match self.rng.u32(0..7) {
            0 => pool.table(INDEX, squares()),
            1 if depth > 0 => {
                let c = self.truth(pool, 0);
                let (a, b) = (self.array(pool, depth - 1), self.array(pool, depth - 1));
                pool.ite(c, a, b)
            }
            2 | 3 if depth > 0 => {
                let array = self.array(pool, depth - 1);
                let width = [8, 16][self.rng.usize(0..2)];
                let (index, value) = (self.index(pool), self.leaf(pool, width));
                pool.store_le(array, index, value)
            }
            4 => {
                let byte = self.leaf(pool, 8);
                pool.const_array(INDEX, byte)
            }
            choice => pool.array_symbol(["m", "n"][usize::from(choice == 5)], INDEX),
        }
    }

    /// A condition about arrays alone, with indices of one byte.
    fn bytes(&mut self, pool: &mut TermPool) -> Bool {
        let (i, j) = (self.byte_index(pool), self.byte_index(pool));
        let (a, b) = (self.byte_array(pool, 3), self.byte_array(pool, 3));
        match self.rng.u32(0..8) {
            0 => pool.eq(a, b),
            1 => pool.eq(i, j),
            2 => pool.ne(i, j),
            3 => {
                let (x, y) = (pool.read(a, i), pool.read(a, j));
                pool.ne(x, y)
            }
            4 => {
                let (x, y) = (pool.read(a, i), pool.read(b, j));
                pool.bv_ult(x, y)
            }
            5 => {
                // What is found at an index is an index.
                let x = pool.read(a, i);
                let x = pool.read(b, x);
                pool.eq(x, j)
            }
            6 => {
                let table = pool.table(8, squares());
                let (x, c) = (pool.read(table, i), pool.bv_u64(8, self.rng.u64(0..256)));
                pool.eq(x, c)
            }
            _ => {
                let (x, y) = (pool.read(a, i), pool.read(b, i));
                pool.eq(x, y)
            }
        }
    }

    fn byte_index(&mut self, pool: &mut TermPool) -> Bv {
        match self.rng.u64(0..8) {
            c @ 0..2 => pool.bv_u64(8, c),
            2 => {
                let (i, one) = (pool.bv_symbol("i0", 8), pool.bv_u64(8, 1));
                pool.bv_add(i, one)
            }
            c => pool.bv_symbol(&format!("i{}", c % 4), 8),
        }
    }

    fn byte_array(&mut self, pool: &mut TermPool, depth: u32) -> Array {
        match self.rng.u32(0..9) {
            0 | 1 if depth > 0 => {
                let c = pool.bool_symbol(["p", "q"][self.rng.usize(0..2)]);
                let (a, b) = (self.byte_array(pool, depth - 1), self.byte_array(pool, depth - 1));
                pool.ite(c, a, b)
            }
            2 | 3 if depth > 0 => {
                let array = self.byte_array(pool, depth - 1);
                let (index, value) = (self.byte_index(pool), self.byte_index(pool));
                pool.store(array, index, value)
            }
            4 => pool.table(8, squares()),
            choice => pool.array_symbol(["a", "b"][usize::from(choice == 5)], 8),
        }
    }
}

/// A table of 256 entries.
fn squares() -> std::sync::Arc<[u8]> {
    (0..=255u8).map(|i| i.wrapping_mul(i).wrapping_add(i >> 3)).collect()
}

/// Both answers came often, and no query was undecided.
fn check_decided(answers: &Answers) {
    assert!(answers.sat > 20 && answers.unsat > 0, "one-sided: {answers:?}");
    assert_eq!(answers.unknown, 0, "{answers:?}");
}

#[test]
fn the_chain_agrees_with_z3() {
    check_decided(&walk(chain(Budget::default()), Rng::with_seed(41), Maker::condition));
}

#[test]
fn the_core_agrees_with_z3() {
    // Without the layers above it some queries are hard; those are given up soon.
    let budget = Budget { conflicts: 1000, propagations: 1_000_000, ..Budget::default() };
    let answers = walk(core(budget), Rng::with_seed(42), Maker::condition);
    assert!(answers.sat > 20 && answers.unsat > 0, "one-sided: {answers:?}");
}

#[test]
fn a_chain_that_gives_up_early_agrees_with_z3() {
    let budget = Budget { conflicts: 2, propagations: 300, ..Budget::default() };
    let answers = walk(chain(budget), Rng::with_seed(43), Maker::condition);
    assert!(answers.unknown > 0 && answers.sat > 10, "{answers:?}");
    let budget = Budget { conflicts: 1, propagations: 1, ..Budget::default() };
    let answers = walk(core(budget), Rng::with_seed(44), Maker::condition);
    assert!(answers.unknown > 10, "{answers:?}");
}

#[test]
fn arrays_alone_agree_with_z3() {
    check_decided(&walk(chain(Budget::default()), Rng::with_seed(45), Maker::bytes));
    check_decided(&walk(core(Budget::default()), Rng::with_seed(46), Maker::bytes));
    let budget = Budget { conflicts: 2, propagations: 300, ..Budget::default() };
    walk(chain(budget), Rng::with_seed(47), Maker::bytes);
}

/// Lines read into one buffer, each over what the last one left there: a byte hangs together with
/// all lines, and most often only the last one matters.
#[test]
fn lines_over_lines_are_decided_like_all_at_once() {
    let mut rng = Rng::with_seed(11);
    let mut solver = Validating::new(chain(Budget::default()), core(Budget::default()));
    let mut pool = TermPool::new();
    let mut answers = Answers::default();
    for path_number in 0..if long() { 100 } else { 4 } {
        let mut path = PathCondition::new();
        let zero = pool.bv_u64(8, 0);
        let mut buffer = vec![zero; 6];
        for line in 0..12 {
            let length = pool.bv_symbol(&format!("length {line} of {path_number}"), 8);
            let (most, low, high) = (pool.bv_u64(8, 5), pool.bv_u64(8, 7), pool.bv_u64(8, 90));
            let mut given = vec![pool.bv_ule(length, most)];
            for (i, byte) in (0..).zip(&mut buffer) {
                let new = pool.bv_symbol(&format!("byte {i} of {line} of {path_number}"), 8);
                given.extend([pool.bv_ult(low, new), pool.bv_ult(new, high)]);
                let at = pool.bv_u64(8, i);
                let (before, end) = (pool.bv_ult(at, length), pool.eq(at, length));
                let behind = pool.ite(end, zero, *byte);
                *byte = pool.ite(before, new, behind);
            }
            for condition in given {
                step(&mut solver, &mut pool, &mut path, condition, &mut answers);
            }
            for _ in 0..4 {
                let (a, b) = (buffer[rng.usize(..6)], buffer[rng.usize(..6)]);
                let letter = pool.bv_u64(8, rng.u64(5..95));
                let condition = match rng.u32(..4) {
                    0 => pool.eq(a, letter),
                    1 => pool.bv_ult(a, b),
                    2 => pool.ne(a, zero),
                    // The text ends within the buffer, or does not.
                    _ => buffer.iter().fold(pool.bool_const(true), |all, &byte| {
                        let more = pool.ne(byte, zero);
                        pool.and(all, more)
                    }),
                };
                step(&mut solver, &mut pool, &mut path, condition, &mut answers);
            }
        }
    }
    assert!(answers.sat > 100 && answers.unsat > 10, "{answers:?}");
}

/// Asks about a condition and goes on with it where it can hold.
fn step(
    solver: &mut Validating,
    pool: &mut TermPool,
    path: &mut PathCondition,
    condition: Bool,
    answers: &mut Answers,
) {
    match solver.solve(pool, &Query { path: path.clone(), condition }) {
        Answer::Sat(model) => {
            answers.sat += 1;
            path.assume_possible(pool, condition, &model);
        }
        Answer::Unsat(_) => answers.unsat += 1,
        Answer::Unknown(_) => answers.unknown += 1,
    }
}
