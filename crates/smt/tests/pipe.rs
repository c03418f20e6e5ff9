//! Solvers behind a pipe: what they answer is true, and what goes wrong with them is reported.
//!
//! Most tests need z3. Another solver takes its place if `MARGAY_TEST_SOLVER` is a path to it. The
//! rest use shell scripts that behave badly.

mod common;

use common::random;

use fastrand::Rng;
use margay_smt::concrete::float;
use margay_smt::{
    Answer, Assignment, BitVec, Bool, Bv, Evaluator, FloatKind, Fp, FpBinary, FpClass, FpRelation,
    FpUnary, NoPipe, PathCondition, Pipe, PipeCommand, PipeKind, PipeLimits, Query, RoundingMode,
    Solver, TermPool, Unknown, Value, has_floats, write_query,
};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn command() -> PipeCommand {
    if let Some(path) = std::env::var_os("MARGAY_TEST_SOLVER") {
        return PipeCommand::from_path(Path::new(&path)).expect("a solver that is known");
    }
    let found = Pipe::find().filter(|command| command.kind == PipeKind::Z3);
    found.expect("this test needs z3 in PATH; ./x setup installs it")
}

fn solver() -> Pipe {
    Pipe::new(command()).with_strictness(true)
}

/// All of `conditions` at once.
fn query(pool: &mut TermPool, conditions: &[Bool]) -> Query {
    let mut path = PathCondition::new();
    for &condition in conditions {
        path.assume(pool, condition);
    }
    Query { path, condition: pool.bool_const(true) }
}

fn solve(solver: &mut Pipe, pool: &mut TermPool, conditions: &[Bool]) -> Answer {
    let query = query(pool, conditions);
    solver.solve(pool, &query)
}

fn check_sat(solver: &mut Pipe, pool: &mut TermPool, conditions: &[Bool]) {
    match solve(solver, pool, conditions) {
        Answer::Sat(model) => {
            for &condition in conditions {
                assert!(pool.eval_bool(condition, &model), "{}", pool.display(condition));
            }
        }
        other => panic!("{other:?} for {:?}", script(pool, conditions)),
    }
}

fn check_unsat(solver: &mut Pipe, pool: &mut TermPool, conditions: &[Bool]) {
    let answer = solve(solver, pool, conditions);
    assert!(answer.is_unsat(), "{}", script(pool, conditions));
}

fn script(pool: &mut TermPool, conditions: &[Bool]) -> String {
    let query = query(pool, conditions);
    write_query(pool, &query).expect("a query that can be written")
}

/// Each symbol has its value.
fn fixed(pool: &mut TermPool, assignment: &Assignment) -> Vec<Bool> {
    let values: Vec<_> = assignment.iter().map(|(id, value)| (id, value.clone())).collect();
    let mut conditions = Vec::new();
    for (id, value) in values {
        let term = pool.symbol_term(id);
        match value {
            Value::Bv(value) => {
                let symbol = pool.as_bv(term).expect("a bit-vector");
                let value = pool.bv_const(&value);
                conditions.push(pool.eq(symbol, value));
            }
            Value::Array(bytes) => {
                let symbol = pool.as_array(term).expect("an array");
                for (index, byte) in bytes.overrides() {
                    let width = pool.index_width(symbol);
                    let index = pool.bv_u64(width, index);
                    let byte = pool.bv_u64(8, u64::from(byte));
                    let read = pool.read(symbol, index);
                    conditions.push(pool.eq(read, byte));
                }
            }
            Value::Bool(_) | Value::Fp(..) => unreachable!("no such symbols here"),
        }
    }
    conditions
}

/// Under the assignment each term has its value and no other, the solver says.
fn check_values(
    solver: &mut Pipe,
    pool: &mut TermPool,
    terms: &[(Bv, BitVec)],
    assignment: &Assignment,
) {
    let same: Vec<Bool> = terms
        .iter()
        .map(|(term, value)| {
            let value = pool.bv_const(value);
            pool.eq(*term, value)
        })
        .collect();
    let fixed = fixed(pool, assignment);
    let mut all = fixed.clone();
    all.extend(&same);
    check_sat(solver, pool, &all);
    let mut different = pool.bool_const(false);
    for &same in &same {
        let other = pool.not(same);
        different = pool.or(different, other);
    }
    let mut all = fixed.clone();
    all.push(different);
    if solve(solver, pool, &all).is_unsat() {
        return;
    }
    // One of them is wrong: say which.
    for (&(term, _), &same) in terms.iter().zip(&same) {
        let mut all = fixed.clone();
        all.push(pool.not(same));
        let answer = solve(solver, pool, &all);
        assert!(answer.is_unsat(), "{} with {assignment:?}", pool.display(term));
    }
}

#[test]
fn bit_vectors_have_the_values_that_the_solver_computes() {
    let mut rng = Rng::with_seed(21);
    for _ in 0..12 {
        let mut pool = TermPool::new();
        let mut solver = solver();
        let env = random::env(&mut rng);
        let assignment = common::assignment(&mut pool, &random::WIDTHS, &env);
        for _ in 0..2 {
            let terms: Vec<(Bv, BitVec)> = (0..20)
                .map(|_| {
                    let width = [1, 8, 16, 32, 64, 7, 13, 100, 128][rng.usize(0..9)];
                    let depth = rng.u32(1..6);
                    let e = random::expr(&mut rng, width, depth);
                    (e.build(&mut pool), BitVec::from_u128(width, e.eval(&env)))
                })
                .collect();
            check_values(&mut solver, &mut pool, &terms, &assignment);
        }
    }
}

/// Bits of a number near which something happens, or any bits.
fn pattern(rng: &mut Rng, kind: FloatKind) -> u128 {
    let from = |value: f64| float::convert(FloatKind::Double, kind, float::from_f64(value));
    match rng.u32(0..8) {
        0 => from([0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY][rng.usize(0..7)]),
        1 => from(f64::from(rng.i32(-300..300))),
        2 => from(f64::from(rng.i32(-1000..1000)) / 4.0),
        3 => kind.quiet_nan() | rng.u128(0..16),
        // Around the ends of the integers.
        4 => {
            let end = from(2f64.powi([7, 8, 15, 16, 31, 32, 63, 64][rng.usize(0..8)]));
            let end = if rng.bool() { float::neg(kind, end) } else { end };
            if float::is_infinite(kind, end) { end } else { end.wrapping_add(rng.u128(0..3)) - 1 }
        }
        5 => rng.u128(0..64),
        6 => rng.u128(..) & kind.mask(),
        _ => from((rng.f64() - 0.5) * 2f64.powi(rng.i32(-30..70))),
    }
}

/// Widths of the integers that become floats; each is a symbol.
const INTEGERS: [u32; 6] = [2, 8, 13, 32, 64, 128];

struct Floats<'a> {
    pool: &'a mut TermPool,
    rng: &'a mut Rng,
}

impl Floats<'_> {
    fn float(&mut self, kind: FloatKind, depth: u32) -> Fp {
        if depth == 0 {
            return if self.rng.u32(0..5) == 0 {
                let bits = pattern(self.rng, kind);
                self.pool.fp_const(kind, bits)
            } else {
                let number = self.rng.u32(0..3);
                self.pool.fp_symbol(&format!("{kind:?}{number}"), kind)
            };
        }
        let d = depth - 1;
        match self.rng.u32(0..14) {
            0..=3 => {
                let op = [FpBinary::Add, FpBinary::Sub, FpBinary::Mul, FpBinary::Div]
                    [self.rng.usize(0..4)];
                let (a, b) = (self.float(kind, d), self.float(kind, d));
                self.pool.fp_binary(op, a, b)
            }
            4 | 5 => {
                let op = if self.rng.bool() { FpBinary::Min } else { FpBinary::Max };
                let (a, b) = (self.float(kind, d), self.float(kind, d));
                self.pool.fp_binary(op, a, b)
            }
            6 | 7 => {
                let op = [FpUnary::Neg, FpUnary::Abs, FpUnary::Sqrt][self.rng.usize(0..3)];
                let a = self.float(kind, d);
                self.pool.fp_unary(op, a)
            }
            8 => {
                let mode = RoundingMode::ALL[self.rng.usize(0..5)];
                let a = self.float(kind, d);
                self.pool.fp_round(mode, a)
            }
            9 => {
                let from = FloatKind::ALL[self.rng.usize(0..6)];
                let a = self.float(from, d);
                self.pool.fp_convert(a, kind)
            }
            10 => {
                let width = INTEGERS[self.rng.usize(0..INTEGERS.len())];
                let signed = self.rng.bool();
                let mut value = self.pool.bv_symbol(&format!("i{width}"), width);
                if self.rng.u32(0..4) == 0 {
                    value = self.pool.bv_extract(0, 0, value);
                }
                self.pool.fp_from_int(kind, signed, value)
            }
            11 => {
                let (a, b, c) = (self.float(kind, d), self.float(kind, d), self.float(kind, d));
                self.pool.fp_fma(a, b, c)
            }
            12 => {
                let c = self.question(kind, d);
                let (a, b) = (self.float(kind, d), self.float(kind, d));
                self.pool.ite(c, a, b)
            }
            _ => self.float(kind, d),
        }
    }

    fn question(&mut self, kind: FloatKind, depth: u32) -> Bool {
        let a = self.float(kind, depth);
        match self.rng.u32(0..8) {
            0..=3 => {
                let relation =
                    [FpRelation::Eq, FpRelation::Lt, FpRelation::Le][self.rng.usize(0..3)];
                let b = self.float(kind, depth);
                self.pool.fp_compare(relation, a, b)
            }
            4 | 5 => {
                let class = [FpClass::Nan, FpClass::Infinite, FpClass::Zero][self.rng.usize(0..3)];
                self.pool.fp_is(class, a)
            }
            _ => {
                let (signed, width) = (self.rng.bool(), self.integer_width());
                self.pool.fp_fits(a, signed, width)
            }
        }
    }

    /// A term whose value does not depend on the bits of a NaN.
    fn observed(&mut self, kind: FloatKind) -> Bv {
        let depth = self.rng.u32(1..4);
        match self.rng.u32(0..4) {
            0 => {
                let (signed, width) = (self.rng.bool(), self.integer_width());
                let a = self.float(kind, depth);
                self.pool.fp_to_int(a, signed, width)
            }
            1 => {
                let c = self.question(kind, depth);
                self.pool.bv_from_bool(c)
            }
            _ => {
                let a = self.float(kind, depth);
                let nan = self.pool.fp_is_nan(a);
                let bits = self.pool.fp_to_bits(a);
                let zero = self.pool.bv_u64(kind.bits(), 0);
                self.pool.ite(nan, zero, bits)
            }
        }
    }

    fn integer_width(&mut self) -> u32 {
        [1, 8, 11, 12, 16, 17, 24, 25, 32, 53, 54, 64, 65, 128, 130, 300][self.rng.usize(0..16)]
    }
}

fn floats_have_the_values_that_the_solver_computes(kind: FloatKind) {
    let mut rng = Rng::with_seed(31);
    for _ in 0..12 {
        let mut pool = TermPool::new();
        let mut solver = solver();
        let mut assignment = Assignment::new();
        for other in FloatKind::ALL {
            for number in 0..3 {
                let bits = pool.bv_symbol(&format!("{other:?}{number}"), other.bits());
                let id = pool.as_symbol(bits).expect("a symbol");
                let value = BitVec::from_u128(other.bits(), pattern(&mut rng, other));
                assignment.set_bv(id, value);
            }
        }
        for width in INTEGERS {
            let value = pool.bv_symbol(&format!("i{width}"), width);
            let id = pool.as_symbol(value).expect("a symbol");
            assignment.set_bv(id, BitVec::from_u128(width, rng.u128(..)));
        }
        let terms: Vec<Bv> =
            (0..20).map(|_| Floats { pool: &mut pool, rng: &mut rng }.observed(kind)).collect();
        let mut evaluator = Evaluator::new(&pool, &assignment);
        let terms: Vec<_> = terms.into_iter().map(|term| (term, evaluator.bv(term))).collect();
        check_values(&mut solver, &mut pool, &terms, &assignment);
    }
}

#[test]
fn halves_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::Half);
}

#[test]
fn bfloats_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::BFloat);
}

#[test]
fn singles_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::Single);
}

#[test]
fn doubles_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::Double);
}

#[test]
fn x87s_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::X87);
}

#[test]
fn quads_are_right() {
    floats_have_the_values_that_the_solver_computes(FloatKind::Quad);
}

#[test]
fn models_of_all_sorts_fit() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let (a, b) = (pool.bool_symbol("select"), pool.bool_symbol("a |b\\ \u{e9}%7c"));
    let differ = pool.xor(a, b);
    let x = pool.bv_symbol("bvadd", 13);
    let wide = pool.bv_symbol("let", 200);
    let product = pool.bv_mul(x, x);
    let seven = pool.bv_u64(13, 49);
    let square = pool.eq(product, seven);
    let ones = pool.bv_const(&BitVec::ones(200));
    let not_ones = pool.bv_not(wide);
    let high = pool.bv_ult(not_ones, ones);
    check_sat(&mut solver, pool, &[differ, square, high]);

    // A byte at an index that another byte is.
    let memory = pool.array_symbol("memory", 64);
    let table = pool.table(64, vec![0, 9, 0, 7].into());
    let at = pool.bv_symbol("at", 64);
    let first = pool.read(memory, at);
    let index = pool.bv_zext(first, 64);
    let second = pool.read(memory, index);
    let from_table = pool.read(table, index);
    let seven = pool.bv_u64(8, 7);
    let conditions = [pool.eq(second, seven), pool.eq(from_table, seven), pool.ne(first, seven)];
    check_sat(&mut solver, pool, &conditions);

    // Through stores and choices, and back to where it was.
    let other = pool.array_symbol("other", 64);
    let chosen = pool.ite(a, memory, other);
    let stored = pool.store(chosen, index, seven);
    let third = pool.read(stored, at);
    let eight = pool.bv_u64(8, 8);
    let conditions = [pool.eq(third, eight), pool.not(a)];
    check_sat(&mut solver, pool, &conditions);
    let fourth = pool.read(stored, index);
    let conditions = [pool.eq(fourth, eight)];
    check_unsat(&mut solver, pool, &conditions);
}

#[test]
fn arrays_are_compared_as_a_whole() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let (a, b) = (pool.array_symbol("a", 16), pool.array_symbol("b", 16));
    let (i, byte) = (pool.bv_symbol("i", 16), pool.bv_u64(8, 3));
    let stored = pool.store(a, i, byte);
    let conditions = [pool.eq(stored, b), pool.ne(a, b)];
    check_sat(&mut solver, pool, &conditions);
    let read = pool.read(b, i);
    let conditions = [pool.eq(stored, b), pool.ne(read, byte)];
    check_unsat(&mut solver, pool, &conditions);
    let filled = pool.const_array(16, byte);
    let conditions = [pool.eq(filled, b), pool.eq(read, byte)];
    check_sat(&mut solver, pool, &conditions);
}

#[test]
fn long_tables_are_read() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let bytes: Vec<u8> = (0..1000u32).map(|i| u8::try_from(i * i % 251).expect("a byte")).collect();
    let wanted = u64::from(bytes[777]);
    let table = pool.table(16, bytes.into());
    let i = pool.bv_symbol("i", 16);
    let byte = pool.read(table, i);
    let (low, high) = (pool.bv_u64(16, 770), pool.bv_u64(16, 780));
    let wanted = pool.bv_u64(8, wanted);
    let (above, below) = (pool.bv_ule(low, i), pool.bv_ule(i, high));
    let conditions = [above, below, pool.eq(byte, wanted)];
    check_sat(&mut solver, pool, &conditions);
    // There are zeros after the end.
    let end = pool.bv_u64(16, 1000);
    let (after, zero) = (pool.bv_ule(end, i), pool.bv_u64(8, 0));
    let conditions = [after, pool.ne(byte, zero)];
    check_unsat(&mut solver, pool, &conditions);
    // A table that is written to is an array.
    let short = pool.table(16, (1..=100).collect());
    let stored = pool.store(short, i, zero);
    let at = pool.bv_symbol("at", 16);
    let byte = pool.read(stored, at);
    let wanted = pool.bv_u64(8, 77);
    let conditions = [pool.eq(byte, wanted)];
    check_sat(&mut solver, pool, &conditions);
    let conditions = [conditions[0], pool.eq(i, at)];
    check_unsat(&mut solver, pool, &conditions);
}

#[test]
fn depth_costs_no_stack() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let symbols: Vec<Bv> = (0..8).map(|i| pool.bv_symbol(&format!("x{i}"), 8)).collect();
    let mut term = symbols[0];
    for i in 0..2000 {
        let product = pool.bv_mul(term, symbols[i % 8]);
        term = pool.bv_xor(product, symbols[(i + 3) % 8]);
    }
    let mut assignment = Assignment::new();
    for (i, &symbol) in (1..).zip(&symbols) {
        let id = pool.as_symbol(symbol).expect("a symbol");
        assignment.set_bv(id, BitVec::from_u64(8, i));
    }
    let value = pool.eval_bv(term, &assignment);
    check_values(&mut solver, pool, &[(term, value)], &assignment);
    let zero = pool.bv_u64(8, 0);
    let conditions = [pool.eq(term, zero)];
    let text = script(pool, &conditions);
    assert!(text.len() < 50 * 8000, "{}", text.len());
}

#[test]
fn floats_are_decided() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let x = pool.fp_symbol("x", FloatKind::Single);
    let constant =
        |pool: &mut TermPool, value: f32| pool.fp_const(FloatKind::Single, float::from_f32(value));
    let (two, three) = (constant(pool, 2.0), constant(pool, 3.0));
    let sum = pool.fp_add(x, two);
    let conditions = [pool.fp_oeq(sum, three)];
    check_sat(&mut solver, pool, &conditions);
    // No number is less than itself, and only a NaN differs from itself.
    let equal = pool.fp_oeq(sum, sum);
    let conditions = [pool.not(equal), pool.fp_olt(x, two)];
    check_sat(&mut solver, pool, &[conditions[0]]);
    check_unsat(&mut solver, pool, &[conditions[0], conditions[1], equal]);
    // The integer part of a float, where it has none and where it has.
    let integer = pool.fp_to_int(x, true, 32);
    let fits = pool.fp_fits(x, true, 32);
    let zero = pool.bv_u64(32, 0);
    let conditions = [pool.not(fits), pool.ne(integer, zero)];
    check_unsat(&mut solver, pool, &conditions);
    let number = pool.bv_u64(32, 77);
    let conditions = [pool.eq(integer, number), fits];
    check_sat(&mut solver, pool, &conditions);
}

/// The payload of a NaN is beyond SMT-LIB. A model that depends on it is found if it is the usual one.
#[test]
fn bits_of_a_nan_are_guessed() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let x = pool.fp_symbol("x", FloatKind::Double);
    let difference = pool.fp_sub(x, x);
    let nan = pool.fp_is_nan(difference);
    let infinite = pool.fp_is_infinite(x);
    let negative = pool.fp_is_negative(difference);
    check_sat(&mut solver, pool, &[nan, infinite, negative]);
    // No such NaN comes out of a subtraction of numbers; SMT-LIB cannot know.
    let bits = pool.fp_to_bits(difference);
    let odd = pool.bv_const(&BitVec::from_u64(64, 0x7ff0_0000_0000_0001));
    let conditions = [pool.eq(bits, odd), infinite];
    let answer = solve(&mut solver, pool, &conditions);
    assert!(matches!(answer, Answer::Unknown(Unknown::Pipe(_))), "{answer:?}");
}

#[test]
fn fmod_is_refused() {
    let (mut pool, mut solver) = (TermPool::new(), solver());
    let pool = &mut pool;
    let x = pool.fp_symbol("x", FloatKind::Double);
    let one = pool.fp_const(FloatKind::Double, float::from_f64(1.0));
    let rest = pool.fp_rem(x, one);
    let conditions = [pool.fp_is_nan(rest)];
    let answer = solve(&mut solver, pool, &conditions);
    assert!(matches!(answer, Answer::Unknown(Unknown::Unsupported(_))), "{answer:?}");
    // The solver is none the worse for it.
    let conditions = [pool.fp_is_nan(x)];
    check_sat(&mut solver, pool, &conditions);
}

/// Two factors of a product that is prime.
fn hard(pool: &mut TermPool) -> Vec<Bool> {
    let (a, b) = (pool.bv_symbol("a", 64), pool.bv_symbol("b", 64));
    let product = pool.bv_mul(a, b);
    let prime = pool.bv_u64(64, 1_000_000_007 * 998_244_353);
    let (one, limit) = (pool.bv_u64(64, 1), pool.bv_u64(64, 1 << 32));
    let mut conditions = vec![pool.eq(product, prime)];
    for factor in [a, b] {
        conditions.push(pool.bv_ult(one, factor));
        conditions.push(pool.bv_ult(factor, limit));
    }
    conditions
}

#[test]
fn a_budget_is_kept_and_repeats() {
    let mut pool = TermPool::new();
    let limits = PipeLimits { steps: 100_000, time: Duration::from_secs(60) };
    let mut solver = Pipe::new(command()).with_limits(limits);
    let conditions = hard(&mut pool);
    for _ in 0..2 {
        let answer = solve(&mut solver, &mut pool, &conditions);
        assert_eq!(answer, Answer::Unknown(Unknown::Budget));
    }
    let small = pool.bool_symbol("small");
    check_sat(&mut solver, &mut pool, &[small]);
}

#[test]
fn the_clock_stops_what_does_not_count() {
    let mut pool = TermPool::new();
    let limits = PipeLimits { steps: 4_000_000_000, time: Duration::from_millis(300) };
    let mut solver = Pipe::new(command()).with_limits(limits);
    let conditions = hard(&mut pool);
    let answer = solve(&mut solver, &mut pool, &conditions);
    let text = "no answer within 300ms of wall-clock time";
    assert_eq!(answer, Answer::Unknown(Unknown::Pipe(text.to_owned())));
    // It has been started again.
    let small = pool.bool_symbol("small");
    let mut solver = solver.with_limits(PipeLimits::default());
    check_sat(&mut solver, &mut pool, &[small]);
}

/// Solvers that take files read the whole script without complaint.
#[test]
fn scripts_stand_alone() {
    let mut rng = Rng::with_seed(41);
    let command = command();
    let file = scratch("script.smt2");
    for round in 0..10 {
        let mut pool = TermPool::new();
        let kind = FloatKind::ALL[round % 6];
        let conditions: Vec<Bool> = (0..5)
            .map(|_| {
                let bits = random::expr(&mut rng, 32, 4).build(&mut pool);
                let zero = pool.bv_u64(32, 0);
                let nonzero = pool.ne(bits, zero);
                let question = Floats { pool: &mut pool, rng: &mut rng }.question(kind, 2);
                pool.and(question, nonzero)
            })
            .collect();
        std::fs::write(&file, script(&mut pool, &conditions)).expect("a file to write");
        let mut process = Command::new(&command.program);
        if command.kind == PipeKind::Cvc5 {
            process.args(["--fp-exp", "--arrays-exp"]);
        }
        let output = process.arg(&file).output().expect("a solver to run");
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    }
}

#[test]
fn without_a_solver_floats_are_unknown() {
    let mut pool = TermPool::new();
    let x = pool.fp_symbol("x", FloatKind::Double);
    let nan = pool.fp_is_nan(x);
    let floats = query(&mut pool, &[nan]);
    assert!(has_floats(&pool, &floats));
    assert_eq!(NoPipe.solve(&mut pool, &floats), Answer::Unknown(Unknown::Floats));
    let b = pool.bool_symbol("b");
    let none = query(&mut pool, &[b]);
    assert!(!has_floats(&pool, &none));
    let answer = NoPipe.solve(&mut pool, &none);
    assert!(matches!(answer, Answer::Unknown(Unknown::Unsupported(_))), "{answer:?}");
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipe");
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    folder.join(name)
}

/// A script of tests/solvers that stands for z3.
fn fake(name: &str) -> Pipe {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solvers").join(name);
    Pipe::new(PipeCommand::new(PipeKind::Z3, program)).with_strictness(false)
}

/// The same, for those that take longer than anyone waits.
fn slow(name: &str) -> Pipe {
    let limits = PipeLimits { time: Duration::from_millis(500), ..PipeLimits::default() };
    fake(name).with_limits(limits)
}

/// Asks whether `x` can be 7.
fn ask(solver: &mut Pipe) -> Answer {
    let mut pool = TermPool::new();
    let x = pool.bv_symbol("x", 8);
    let seven = pool.bv_u64(8, 7);
    let conditions = [pool.eq(x, seven)];
    solve(solver, &mut pool, &conditions)
}

fn complaint(answer: Answer) -> String {
    match answer {
        Answer::Unknown(Unknown::Pipe(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_solver_that_is_not_there_is_reported() {
    let message = complaint(ask(&mut fake("nothing")));
    assert!(message.starts_with("cannot start "), "{message}");
}

#[test]
fn a_solver_that_ends_is_reported() {
    let message = complaint(ask(&mut fake("crash.sh")));
    assert_eq!(message, "it ended without an answer (exit status: 3)");
}

#[test]
fn garbage_is_reported() {
    let message = complaint(ask(&mut fake("garbage.sh")));
    assert_eq!(message, "it printed: Segmentation");
    let message = complaint(ask(&mut fake("bad-model.sh")));
    assert_eq!(message, "it printed: (($x (lambda)))");
    let message = complaint(ask(&mut fake("endless.sh")));
    assert_eq!(message, "it printed: sat");
}

#[test]
fn errors_are_passed_on() {
    let message = complaint(ask(&mut fake("error.sh")));
    assert_eq!(message, "it printed: (error \"line 1: no (such) thing\")");
}

#[test]
fn a_solver_that_hangs_is_stopped() {
    for name in ["hang.sh", "hang-in-model.sh"] {
        let start = Instant::now();
        let message = complaint(ask(&mut slow(name)));
        assert_eq!(message, "no answer within 500ms of wall-clock time");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

/// More text than a pipe holds, for a solver that does not read.
#[test]
fn a_solver_that_does_not_read_is_stopped() {
    let mut pool = TermPool::new();
    let conditions: Vec<Bool> =
        (0..20_000).map(|i| pool.bool_symbol(&format!("a rather long name {i}"))).collect();
    let message = complaint(solve(&mut slow("hang.sh"), &mut pool, &conditions));
    assert_eq!(message, "no answer within 500ms of wall-clock time");
}

#[test]
fn a_wrong_model_is_not_believed() {
    assert_eq!(ask(&mut fake("wrong-model.sh")), Answer::Unknown(Unknown::WrongModel));
}

#[test]
#[should_panic(expected = "gave a wrong model")]
fn a_wrong_model_is_a_panic_if_wanted() {
    ask(&mut fake("wrong-model.sh").with_strictness(true));
}

#[test]
fn unknown_is_passed_on() {
    let message = complaint(ask(&mut fake("unknown.sh")));
    assert_eq!(message, "unknown: too lazy");
}

#[test]
fn a_solver_that_ends_after_an_answer_is_started_again() {
    let mut solver = fake("once.sh");
    assert!(ask(&mut solver).is_unsat());
    let message = complaint(ask(&mut solver));
    assert!(message.starts_with("it ended"), "{message}");
    assert!(ask(&mut solver).is_unsat());
}

#[test]
fn a_solver_that_always_fails_is_left_alone() {
    let mut solver = fake("crash.sh");
    let messages: Vec<String> = (0..10).map(|_| complaint(ask(&mut solver))).collect();
    assert!(messages[..8].iter().all(|text| text.starts_with("it ended")), "{messages:?}");
    let end = "given up after 8 failures: it ended without an answer (exit status: 3)";
    assert!(messages[8..].iter().all(|text| text == end), "{messages:?}");
}
