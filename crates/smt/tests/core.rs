//! The core and the whole chain against evaluation: what they call possible is, and what they call
//! impossible is not.

mod common;

use common::random::{WIDTHS, env, expr};
use common::{Bin, Cmp, E, Expr, Un, assignment};
use fastrand::Rng;
use margay_smt::smtlib::{Command, Reader};
use margay_smt::{
    Answer, Assignment, BitVec, Bool, Budget, Chain, ChainOptions, Core, Evaluator, NoPipe,
    PathCondition, Query, Solver, Statistics, SymbolId, TermPool,
};
use std::rc::Rc;

fn core() -> Core {
    Core::new(Budget::default(), Box::new(NoPipe), Rc::new(Statistics::default()))
}

/// Holds the symbols to values and asks whether the expression can have its value, and whether it
/// can have another.
fn check(solver: &mut dyn Solver, pool: &mut TermPool, e: &E, widths: &[u32], env: &common::Env) {
    let mut path = PathCondition::new();
    for (i, (&width, &value)) in widths.iter().zip(&env.values).enumerate() {
        let symbol = pool.bv_symbol(&format!("s{i}"), width);
        let value = pool.bv_const(&BitVec::from_u128(width, value));
        let fixed = pool.eq(symbol, value);
        path.assume(pool, fixed);
    }
    let memory = pool.array_symbol("memory", 8);
    for (at, &byte) in (0u64..).zip(&env.bytes) {
        let index = pool.bv_u64(8, at);
        let (read, byte) = (pool.read(memory, index), pool.bv_u64(8, u64::from(byte)));
        let fixed = pool.eq(read, byte);
        path.assume(pool, fixed);
    }
    let term = e.build(pool);
    let value = pool.bv_const(&BitVec::from_u128(e.width(), e.eval(env)));
    let condition = pool.eq(term, value);
    let same = solver.solve(pool, &Query { path: path.clone(), condition });
    assert!(matches!(same, Answer::Sat(_)), "{e:?} with {:?} is not {:?}", env.values, e.eval(env));
    let condition = pool.not(condition);
    let other = solver.solve(pool, &Query { path, condition });
    assert!(
        matches!(other, Answer::Unsat(_)),
        "{e:?} with {:?} is not only {:?}",
        env.values,
        e.eval(env)
    );
}

#[test]
fn blasted_operations_agree_with_evaluation_at_widths_1_to_64() {
    let mut rng = Rng::with_seed(7);
    for width in 1..=64 {
        let mut pool = TermPool::new();
        let mut core = core();
        let mask = common::mask(width);
        let x = Rc::new(Expr::Sym(0, width));
        let y: E = Rc::new(Expr::Sym(1, width));
        let mut expressions: Vec<E> = Vec::new();
        let constant = Rc::new(Expr::Const(width, rng.u128(..) & mask));
        let small = Rc::new(Expr::Const(width, rng.u128(1..12) & mask));
        for other in [&y, &constant, &small] {
            for op in Bin::ALL {
                expressions.push(Rc::new(Expr::Bin(op, x.clone(), other.clone())));
                expressions.push(Rc::new(Expr::Bin(op, other.clone(), x.clone())));
            }
            for op in Cmp::ALL {
                expressions.push(Rc::new(Expr::Cmp(op, x.clone(), other.clone())));
                expressions.push(Rc::new(Expr::Cmp(op, other.clone(), x.clone())));
            }
        }
        for op in [Un::Not, Un::Neg] {
            expressions.push(Rc::new(Expr::Un(op, x.clone())));
        }
        for e in expressions {
            for _ in 0..3 {
                let shift = rng.u32(0..width);
                let values = vec![rng.u128(..) & mask, (rng.u128(..) & mask) >> shift];
                let env = common::Env { values, bytes: Vec::new() };
                check(&mut core, &mut pool, &e, &[width, width], &env);
            }
        }
    }
}

#[test]
fn random_terms_have_the_value_that_evaluation_gives() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..300 {
        let mut pool = TermPool::new();
        let width = [1, 8, 16, 32, 64, 7, 13][rng.usize(0..7)];
        let depth = rng.u32(1..4);
        let e = expr(&mut rng, width, depth);
        let mut env = env(&mut rng);
        env.bytes.truncate(20);
        env.bytes.resize(256, 0);
        check(&mut core(), &mut pool, &e, &WIDTHS, &env);
        check(&mut Chain::new(ChainOptions::default()), &mut pool, &e, &WIDTHS, &env);
    }
}

/// All assignments of a few narrow symbols.
fn assignments(widths: &[u32]) -> Vec<common::Env> {
    let total: u32 = widths.iter().sum();
    (0..1u128 << total)
        .map(|mut bits| {
            let take = |&width: &u32| {
                let value = bits & common::mask(width);
                bits >>= width;
                value
            };
            common::Env { values: widths.iter().map(take).collect(), bytes: vec![1, 2, 3] }
        })
        .collect()
}

fn condition(rng: &mut Rng, widths: &[u32]) -> E {
    narrow(rng, widths, 1, 4)
}

/// An expression over the given symbols alone.
fn narrow(rng: &mut Rng, widths: &[u32], width: u32, depth: u32) -> E {
    let symbols: Vec<usize> = (0..widths.len()).filter(|&i| widths[i] == width).collect();
    if depth == 0 || (width > 1 && rng.u32(0..6) == 0) {
        if symbols.is_empty() || rng.u32(0..3) == 0 {
            return Rc::new(Expr::Const(width, rng.u128(..) & common::mask(width)));
        }
        return Rc::new(Expr::Sym(symbols[rng.usize(0..symbols.len())], width));
    }
    let d = depth - 1;
    Rc::new(match rng.u32(0..10) {
        0..=5 if width == 1 => {
            let w = widths[rng.usize(0..widths.len())];
            let op = Cmp::ALL[rng.usize(0..Cmp::ALL.len())];
            Expr::Cmp(op, narrow(rng, widths, w, d), narrow(rng, widths, w, d))
        }
        6 if width == 1 => Expr::LogicNot(narrow(rng, widths, 1, d)),
        0..=6 => {
            let op = Bin::ALL[rng.usize(0..Bin::ALL.len())];
            Expr::Bin(op, narrow(rng, widths, width, d), narrow(rng, widths, width, d))
        }
        7 => {
            let c = narrow(rng, widths, 1, d);
            Expr::Ite(c, narrow(rng, widths, width, d), narrow(rng, widths, width, d))
        }
        8 if width > 1 => Expr::Zext(width, narrow(rng, widths, rng.clone().u32(1..width), d)),
        9 if width > 1 => Expr::Sext(width, narrow(rng, widths, rng.clone().u32(1..width), d)),
        _ => Expr::Un(Un::Not, narrow(rng, widths, width, d)),
    })
}

#[test]
fn a_path_is_possible_exactly_when_some_assignment_takes_it() {
    let mut rng = Rng::with_seed(9);
    let widths = [3, 3, 2, 1];
    let all = assignments(&widths);
    let mut chain = Chain::new(ChainOptions::default());
    let mut pool = TermPool::new();
    let mut answers = [0, 0];
    for round in 0..400 {
        let mut path = PathCondition::new();
        let mut alive: Vec<&common::Env> = all.iter().collect();
        let mut assumed: Vec<Bool> = Vec::new();
        for _ in 0..8 {
            let e = condition(&mut rng, &widths);
            let bit = e.build(&mut pool);
            let one = pool.bv_u64(1, 1);
            let condition = pool.eq(bit, one);
            let left: Vec<&common::Env> =
                alive.iter().copied().filter(|env| e.eval(env) == 1).collect();
            let query = Query { path: path.clone(), condition };
            match chain.solve(&mut pool, &query) {
                Answer::Sat(model) => {
                    assert!(!left.is_empty(), "round {round}: {e:?} is said to be possible");
                    answers[0] += 1;
                    path.assume_possible(&mut pool, condition, &model);
                    assumed.push(condition);
                    let truth = pool.bool_const(true);
                    let whole = path.complete(&mut pool, &Assignment::new(), truth);
                    let mut evaluator = Evaluator::new(&pool, &whole);
                    assert!(assumed.iter().all(|&c| evaluator.bool(c)), "round {round}: {whole:?}");
                    alive = left;
                }
                Answer::Unsat(_) => {
                    assert!(left.is_empty(), "round {round}: {e:?} is said to be impossible");
                    answers[1] += 1;
                }
                Answer::Unknown(reason) => panic!("round {round}: {reason}"),
            }
            // What the path knows is so.
            let x = narrow(&mut rng, &widths, 3, 2);
            let term = x.build(&mut pool);
            let simple = path.simplify(&mut pool, term);
            let domain = path.domain(&pool, term).expect("three bits");
            for env in &alive {
                let values = assignment(&mut pool, &widths, env);
                let value = x.eval(env);
                assert_eq!(pool.eval_bv(simple, &values).to_u128(), Some(value));
                assert!(domain.contains(u64::try_from(value).unwrap()), "round {round}: {x:?}");
            }
        }
    }
    assert!(answers.iter().all(|&n| n > 300), "one-sided: {answers:?}");
}

#[test]
fn equalities_on_a_path_make_values_known() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
    let (five, one) = (pool.bv_u64(32, 5), pool.bv_u64(32, 1));
    let next = pool.bv_add(x, one);
    let (link, anchor) = (pool.eq(y, next), pool.eq(x, five));
    // In either order: the equation that comes first waits for the other.
    for order in [[link, anchor], [anchor, link]] {
        let mut path = PathCondition::new();
        order.into_iter().for_each(|condition| path.assume(&mut pool, condition));
        let known = path.simplify(&mut pool, y);
        assert_eq!(pool.as_const_u64(known), Some(6));
        assert!(path.is_witnessed(), "nothing is left to solve");
    }
}

#[test]
fn a_query_sees_only_what_its_symbols_touch() {
    let mut pool = TermPool::new();
    let mut path = PathCondition::new();
    let symbols: Vec<_> = (0..50).map(|i| pool.bv_symbol(&format!("v{i}"), 32)).collect();
    for pair in symbols.chunks(2) {
        let condition = pool.bv_ult(pair[0], pair[1]);
        path.assume(&mut pool, condition);
    }
    assert_eq!(path.components().count(), 25);
    let joined = pool.bv_ult(symbols[1], symbols[2]);
    path.assume(&mut pool, joined);
    assert_eq!(path.components().count(), 24);
    let id = |i: usize, pool: &TermPool| -> SymbolId { pool.as_symbol(symbols[i]).unwrap() };
    let model = match Chain::new(ChainOptions::default())
        .solve(&mut pool, &Query { path: path.clone(), condition: joined })
    {
        Answer::Sat(model) => model,
        other => panic!("{other:?}"),
    };
    path.witness_open(&model);
    assert!(path.is_witnessed());
    assert!(model.get(id(49, &pool)).is_some());
}

#[test]
fn a_new_symbol_may_equal_one_that_has_a_witness() {
    let mut pool = TermPool::new();
    let mut chain = Chain::new(ChainOptions::default());
    let (x, y) = (pool.bv_symbol("x", 8), pool.bv_symbol("y", 8));
    let (square, value) = (pool.bv_mul(x, x), pool.bv_u64(8, 121));
    let root = pool.eq(square, value);
    let mut path = PathCondition::new();
    let Answer::Sat(model) = chain.solve(&mut pool, &Query { path: path.clone(), condition: root })
    else {
        panic!("121 is a square");
    };
    path.assume_possible(&mut pool, root, &model);
    // It joins no component, so there is none to solve.
    let condition = pool.eq(x, y);
    let answer = chain.solve(&mut pool, &Query { path, condition });
    assert!(answer.is_sat(), "{answer:?}");
}

#[test]
fn released_terms_are_forgotten_by_all_who_knew_them() {
    let mut pool = TermPool::new();
    let mut chain = Chain::new(ChainOptions::default());
    let base = pool.bv_symbol("base", 16);
    let mark = pool.mark();
    // The same ids mean other terms, and the same symbols other sorts, in each round.
    for round in 0..40u32 {
        let width = [8, 16, 32][usize::try_from(round % 3).unwrap()];
        let x = pool.bv_symbol(&format!("x{round}"), width);
        let y = pool.bv_symbol(&format!("y{round}"), width);
        let memory = pool.array_symbol(&format!("m{round}"), width);
        let product = pool.bv_mul(x, y);
        let byte = pool.read(memory, product);
        let letter = pool.bv_u64(8, u64::from(round));
        let wanted = pool.bv_u64(width, 3 + 5 * u64::from(round));
        let low = pool.bv_u64(16, 1);
        let first = pool.eq(product, wanted);
        let second = pool.eq(byte, letter);
        let third = pool.bv_ult(low, base);
        let other = pool.bv_add(wanted, wanted);
        let different = pool.eq(x, other);
        let product_again = pool.bv_mul(y, x);
        let impossible = pool.ne(product_again, wanted);
        let mut path = PathCondition::new();
        for condition in [first, second, third, different] {
            let query = Query { path: path.clone(), condition };
            let mut fresh = Chain::new(ChainOptions::default());
            let (answer, expected) =
                (chain.solve(&mut pool, &query), fresh.solve(&mut pool, &query));
            assert_eq!(answer.is_sat(), expected.is_sat(), "round {round}");
            if let Answer::Sat(model) = answer {
                let whole = path.complete(&mut pool, &model, condition);
                assert!(pool.eval_bool(condition, &whole), "round {round}");
                path.assume_possible(&mut pool, condition, &model);
            }
        }
        let answer = chain.solve(&mut pool, &Query { path, condition: impossible });
        assert!(answer.is_unsat(), "round {round}: {answer:?}");
        let terms = pool.term_count();
        pool.release(mark);
        assert!(pool.term_count() < terms && pool.terms_since(mark) == 0);
        assert_eq!(pool.symbol_count(), 1);
        assert_eq!(pool.bv_symbol("base", 16), base);
    }
}

/// What a script's assertions come to.
fn answer(text: &str) -> &'static str {
    let mut pool = TermPool::new();
    let mut reader = Reader::new(text);
    let mut path = PathCondition::new();
    while let Some(command) = reader.next_command(&mut pool) {
        if let Command::Assert(term) = command.unwrap() {
            path.assume(&mut pool, term);
        }
    }
    let condition = pool.bool_const(true);
    match Chain::new(ChainOptions::default()).solve(&mut pool, &Query { path, condition }) {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}

#[test]
fn equations_of_arrays_are_decided_at_the_indices_that_matter() {
    let declarations = "(define-sort A () (Array (_ BitVec 32) (_ BitVec 8)))
        (declare-const a A) (declare-const b A)
        (declare-const i (_ BitVec 32)) (declare-const j (_ BitVec 32))";
    for (assertion, expected) in [
        ("(= a ((as const A) #xfe))", "sat"),
        ("(and (= a ((as const A) #x01)) (= (select a i) #x02))", "unsat"),
        ("(and (= a ((as const A) #x01)) (= b (store a i #x02)) (= (select b j) #x03))", "unsat"),
        ("(= (store a i #x10) (store b i #x11))", "unsat"),
        ("(and (= (store a i #x10) b) (distinct a b) (= (store b j #x11) a))", "sat"),
        (
            "(and (= (store a i #x10) (store b j #x10)) (distinct i j) (distinct (select a j) #x10))",
            "unsat",
        ),
        ("(and (= a b) (distinct (select a i) (select b i)))", "unsat"),
        ("(and (= a b) (= b ((as const A) #x05)))", "sat"),
        ("(and (= b ((as const A) #x05)) (= a b) (= (select a i) #x06))", "unsat"),
        (
            "(and (= a (store ((as const A) #x05) #x00000003 #x00)) (bvult (select a #x00000003) #x07))",
            "sat",
        ),
        ("(and (= a (store b i #x05)) (distinct (select a i) #x05))", "unsat"),
        ("(and (distinct a b) (= (store a i #x00) (store b i #x00)))", "sat"),
    ] {
        let text = format!("{declarations} (assert {assertion})");
        assert_eq!(answer(&text), expected, "{assertion}");
    }
}

#[test]
fn a_condition_may_repeat_what_has_a_witness() {
    let mut pool = TermPool::new();
    let mut chain = Chain::new(ChainOptions::default());
    let (r, y) = (pool.bv_symbol("r", 8), pool.bv_symbol("y", 8));
    let five = pool.bv_u64(8, 5);
    let large = pool.bv_ult(five, r);
    let mut path = PathCondition::new();
    let Answer::Sat(model) =
        chain.solve(&mut pool, &Query { path: path.clone(), condition: large })
    else {
        panic!("r > 5 is possible");
    };
    path.assume_possible(&mut pool, large, &model);
    let square = pool.bv_mul(y, y);
    let wanted = pool.bv_u64(8, 0x31);
    let other = pool.eq(square, wanted);
    let both = pool.and(large, other);
    let Answer::Sat(model) = chain.solve(&mut pool, &Query { path: path.clone(), condition: both })
    else {
        panic!("7 * 7 is 0x31");
    };
    let whole = path.complete(&mut pool, &model, both);
    assert!(pool.eval_bool(both, &whole));
}
