//! Layers that watch other solvers: what is recorded, what is contradicted, what is tried out.

use margay_smt::{
    Answer, Assignment, Bool, Exhaustive, FloatKind, Logging, PathCondition, Query, QueryLog,
    Solver, TermPool, Unknown, Validating,
};
use std::cell::RefCell;
use std::rc::Rc;

/// Says the same to everything.
struct Parrot(Answer);

impl Solver for Parrot {
    fn solve(&mut self, _: &mut TermPool, _: &Query) -> Answer {
        self.0.clone()
    }
}

fn query(condition: Bool) -> Query {
    Query { path: PathCondition::new(), condition }
}

/// `x + 1 < x`, which is so for one value.
fn wraps(pool: &mut TermPool) -> Query {
    let x = pool.bv_symbol("x", 8);
    let one = pool.bv_u64(8, 1);
    let sum = pool.bv_add(x, one);
    query(pool.bv_ult(sum, x))
}

/// `x * x = 2`, which has no solution.
fn no_root(pool: &mut TermPool) -> Query {
    let x = pool.bv_symbol("x", 8);
    let (product, two) = (pool.bv_mul(x, x), pool.bv_u64(8, 2));
    query(pool.eq(product, two))
}

#[test]
fn everything_is_tried() {
    let mut pool = TermPool::new();
    let sat = wraps(&mut pool);
    let Answer::Sat(model) = Exhaustive.solve(&mut pool, &sat) else { panic!("there is a model") };
    assert!(pool.eval_bool(sat.condition, &model));
    let unsat = no_root(&mut pool);
    assert!(Exhaustive.solve(&mut pool, &unsat).is_unsat());
}

#[test]
fn bytes_of_arrays_are_tried() {
    let mut pool = TermPool::new();
    let memory = pool.array_symbol("memory", 64);
    let b = pool.bool_symbol("b");
    let at = pool.bv_u64(64, 1 << 40);
    let (byte, seven) = (pool.read(memory, at), pool.bv_u64(8, 7));
    let (is_seven, is_not) = (pool.eq(byte, seven), pool.ne(byte, seven));
    let chosen = pool.ite(b, is_seven, is_not);
    let mut both = query(chosen);
    both.path.assume(&mut pool, b);
    let Answer::Sat(model) = Exhaustive.solve(&mut pool, &both) else { panic!("there is a model") };
    assert!(pool.eval_bool(is_seven, &model));
    both.path.assume(&mut pool, is_not);
    assert!(Exhaustive.solve(&mut pool, &both).is_unsat());
}

#[test]
fn too_much_is_not_tried() {
    let mut pool = TermPool::new();
    let x = pool.bv_symbol("wide", 17);
    let zero = pool.bv_u64(17, 0);
    let wide = query(pool.eq(x, zero));
    let memory = pool.array_symbol("memory", 8);
    let index = pool.bv_symbol("index", 8);
    let (byte, seven) = (pool.read(memory, index), pool.bv_u64(8, 7));
    let anywhere = query(pool.eq(byte, seven));
    for query in [wide, anywhere] {
        let answer = Exhaustive.solve(&mut pool, &query);
        assert!(matches!(answer, Answer::Unknown(Unknown::Unsupported(_))), "{answer:?}");
    }
}

#[test]
fn agreement_passes() {
    let mut pool = TermPool::new();
    let mut solver = Validating::new(Box::new(Exhaustive), Box::new(Exhaustive));
    let (sat, unsat) = (wraps(&mut pool), no_root(&mut pool));
    assert!(matches!(solver.solve(&mut pool, &sat), Answer::Sat(_)));
    assert!(solver.solve(&mut pool, &unsat).is_unsat());
    let unknown = Answer::Unknown(Unknown::Budget);
    let mut solver = Validating::new(Box::new(Parrot(unknown.clone())), Box::new(Exhaustive));
    assert_eq!(solver.solve(&mut pool, &unsat), unknown);
    let mut solver = Validating::new(Box::new(Exhaustive), Box::new(Parrot(unknown)));
    assert!(solver.solve(&mut pool, &unsat).is_unsat());
}

#[test]
#[should_panic(expected = "(declare-const $x (_ BitVec 8))")]
fn a_contradiction_panics_with_the_query() {
    let mut pool = TermPool::new();
    let mut solver =
        Validating::new(Box::new(Parrot(Answer::Unsat([].into()))), Box::new(Exhaustive));
    let sat = wraps(&mut pool);
    solver.solve(&mut pool, &sat);
}

#[test]
#[should_panic(expected = "the solver gave a wrong model")]
fn a_wrong_model_panics() {
    let mut pool = TermPool::new();
    let zeros = Answer::Sat(Rc::new(Assignment::new()));
    let unknown = Answer::Unknown(Unknown::Budget);
    let mut solver = Validating::new(Box::new(Parrot(zeros)), Box::new(Parrot(unknown)));
    let sat = wraps(&mut pool);
    solver.solve(&mut pool, &sat);
}

#[derive(Clone, Default)]
struct Lines(Rc<RefCell<Vec<(u64, String)>>>);

impl QueryLog for Lines {
    fn record(&mut self, number: u64, text: &str) {
        self.0.borrow_mut().push((number, text.to_owned()));
    }
}

#[test]
fn queries_are_recorded() {
    let mut pool = TermPool::new();
    let lines = Lines::default();
    let mut solver = Logging::new(Box::new(Exhaustive), Box::new(lines.clone()));
    let (sat, unsat) = (wraps(&mut pool), no_root(&mut pool));
    let x = pool.fp_symbol("f", FloatKind::Double);
    let rest = pool.fp_rem(x, x);
    let unknown = query(pool.fp_is_nan(rest));
    for query in [sat, unsat, unknown] {
        solver.solve(&mut pool, &query);
    }
    let lines = lines.0.borrow();
    let numbers: Vec<u64> = lines.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(lines[0].1.starts_with("(set-info :status sat)\n(set-logic ALL)\n"), "{}", lines[0].1);
    assert_eq!(
        lines[1].1,
        "(set-info :status unsat)\n(set-logic ALL)\n(declare-const $x (_ BitVec 8))\n\
         (assert (and true\n(= (bvmul $x $x) #x02)))\n(check-sat)\n"
    );
    assert_eq!(
        lines[2].1,
        "; Not SMT-LIB, because fmod of an unknown number is not supported:\n\
         ; (let ((?0 ((_ fp.from_bits Double) f))) (fp.isNaN (fp.fmod ?0 ?0)))\n\
         ; trying out more than 16 bits is not supported\n(set-info :status unknown)\n"
    );
}
