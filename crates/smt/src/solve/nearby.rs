//! The fourth layer: only what stands in the way of the condition.
//!
//! A condition may hang together with thousands of constraints through values that do not matter
//! here: the old bytes of a buffer lie below those that were written since. The path's witness
//! satisfies all of it except the condition. So it is asked first whether other values for those
//! atoms alone help that make the condition false in the witness, and then whether the constraints on
//! these atoms refute it. Invariant: what some of the constraints refute is refuted, and a model is
//! one of all constraints that the condition touches, because those whose atoms keep their values
//! hold as they did and the others are evaluated.

use super::{Answer, Model, Query, Solver};
use crate::atoms::Atom;
use crate::eval::Evaluator;
use crate::path::{PathCondition, copy_atoms};
use crate::pool::TermPool;
use crate::term::{Bool, Node, Term};
use crate::value::{Assignment, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Fewer constraints than these are asked about together.
const FEW: usize = 48;

/// How often constraints are added that a model of the others breaks.
const ROUNDS: usize = 6;

pub struct Nearby {
    pub next: Box<dyn Solver>,
}

impl Solver for Nearby {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        match self.near(pool, query) {
            Some(answer) => answer,
            None => self.next.solve(pool, query),
        }
    }
}

impl Nearby {
    fn near(&mut self, pool: &mut TermPool, query: &Query) -> Option<Answer> {
        let Query { path, condition } = query;
        let all = path.count_touching(pool, *condition);
        // A byte and the whole of its array are two atoms that are not independent.
        if all < FEW || !path.is_witnessed() || path.touches_arrays(pool, *condition) {
            return None;
        }
        let witness = path.witness(pool, *condition)?;
        let mut reasons = BTreeSet::new();
        add_reasons(&mut Evaluator::new(pool, &witness), *condition, &mut reasons);
        // All reasons so far, and the constraints that are asked about.
        let mut free: BTreeSet<Term> = BTreeSet::new();
        let mut constraints: BTreeSet<Bool> = BTreeSet::new();
        for _ in 0..ROUNDS {
            constraints.extend(path.mentioning(pool, &reasons));
            free.append(&mut reasons);
            if constraints.len() > all / 2 {
                return None;
            }
            let asked: Vec<Bool> = constraints.iter().chain([condition]).copied().collect();
            if let Some(model) = self.change(pool, path, &asked, &witness, &free) {
                let neighbour = Neighbour { witness: &witness, model: &model, atoms: &free };
                let broken = broken_by(pool, query, &neighbour);
                if broken.is_empty() {
                    return Some(Answer::Sat(Rc::new(model)));
                }
            }
            let found = match self.ask(pool, path, asked, &witness) {
                Answer::Sat(found) => found,
                Answer::Unsat(conflict) => return Some(Answer::Unsat(conflict)),
                Answer::Unknown(_) => return None,
            };
            for &constraint in &constraints {
                free.extend(pool.atoms(constraint).iter());
            }
            let model = with_atoms(pool, &witness, &found, &free);
            let neighbour = Neighbour { witness: &witness, model: &model, atoms: &free };
            let broken = broken_by(pool, query, &neighbour);
            if broken.is_empty() {
                return Some(Answer::Sat(Rc::new(model)));
            }
            let mut evaluator = Evaluator::new(pool, &model);
            for &broken in &broken {
                add_reasons(&mut evaluator, broken, &mut reasons);
            }
            constraints.extend(broken.into_iter().filter(|broken| broken != condition));
        }
        None
    }

    /// Constraints alone. They are those of a path already: assuming them would draw conclusions
    /// that a small query does without.
    fn ask(
        &mut self,
        pool: &mut TermPool,
        path: &PathCondition,
        constraints: Vec<Bool>,
        witness: &Model,
    ) -> Answer {
        let condition = pool.bool_const(true);
        let path = path.some(pool, constraints, witness);
        self.next.solve(pool, &Query { path, condition })
    }

    /// The witness with other values for the atoms that are free, if that is a model of the
    /// constraints. With values put in for all others, little is left of them.
    fn change(
        &mut self,
        pool: &mut TermPool,
        path: &PathCondition,
        constraints: &[Bool],
        witness: &Model,
        free: &BTreeSet<Term>,
    ) -> Option<Assignment> {
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        for &constraint in constraints {
            for &atom in pool.atoms(constraint).iter().filter(|atom| !free.contains(atom)) {
                values.entry(atom).or_insert_with(|| constant(pool, atom, witness));
            }
        }
        if values.is_empty() {
            return None;
        }
        let terms: Vec<Term> = constraints.iter().map(|&c| c.into()).collect();
        let mut left: Vec<Bool> =
            pool.replace_each(&terms, &values).into_iter().map(Bool::trusted).collect();
        left.retain(|&constraint| pool.as_const_bool(constraint) != Some(true));
        if left.iter().any(|&constraint| pool.as_const_bool(constraint) == Some(false)) {
            return None;
        }
        left.sort_unstable();
        left.dedup();
        match self.ask(pool, path, left, witness) {
            Answer::Sat(found) => Some(with_atoms(pool, witness, &found, free)),
            _ => None,
        }
    }
}

/// An assignment that has the values of some atoms from another one.
fn with_atoms(
    pool: &TermPool,
    witness: &Assignment,
    found: &Assignment,
    atoms: &BTreeSet<Term>,
) -> Assignment {
    let atoms: Vec<Term> = atoms.iter().copied().collect();
    let mut model = witness.clone();
    copy_atoms(pool, &atoms, found, &mut model);
    model
}

/// A model that differs from a witness of the path in some of the atoms at most.
struct Neighbour<'a> {
    witness: &'a Assignment,
    model: &'a Assignment,
    atoms: &'a BTreeSet<Term>,
}

/// Which of the query's condition and the path's constraints do not hold in a model.
fn broken_by(pool: &mut TermPool, query: &Query, neighbour: &Neighbour<'_>) -> Vec<Bool> {
    let Query { path, condition } = query;
    let Neighbour { witness, model, atoms } = *neighbour;
    let changed = atoms.iter().filter(|&&atom| differs(pool, atom, witness, model));
    let changed: BTreeSet<Term> = changed.copied().collect();
    let mut broken = path.mentioning(pool, &changed);
    broken.push(*condition);
    let mut evaluator = Evaluator::new(pool, model);
    broken.retain(|&constraint| !evaluator.bool(constraint));
    broken
}

/// The value of an atom as a term.
fn constant(pool: &mut TermPool, atom: Term, model: &Assignment) -> Term {
    match Evaluator::new(pool, model).value(atom) {
        Value::Bool(value) => pool.bool_const(value).into(),
        Value::Bv(value) => pool.bv_const(&value).into(),
        other => unreachable!("{other:?} for an atom that is no array"),
    }
}

/// Adds atoms that a condition depends on as long as they have the values that they have: one that
/// changes its value must change one of theirs.
fn add_reasons(evaluator: &mut Evaluator<'_>, condition: Bool, atoms: &mut BTreeSet<Term>) {
    let pool = evaluator.pool();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = vec![condition.into()];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if pool.is_atom(term) {
            atoms.insert(term);
            continue;
        }
        match pool.node(term) {
            // One part that does not hold is enough.
            Node::And(a, _) if !evaluator.bool(a) => stack.push(a.into()),
            Node::And(_, b) if !evaluator.bool(b) => stack.push(b.into()),
            Node::BoolIte(c, a, b) => {
                stack.extend([c, if evaluator.bool(c) { a } else { b }].map(Term::from));
            }
            Node::BvIte(c, a, b) => {
                stack.push(c.into());
                stack.push(if evaluator.bool(c) { a.into() } else { b.into() });
            }
            node => stack.extend(node.children()),
        }
    }
}

fn differs(pool: &TermPool, atom: Term, a: &Assignment, b: &Assignment) -> bool {
    match pool.atom(atom) {
        Atom::Byte(id, at) => {
            let byte = |model: &Assignment| match model.get(id) {
                Some(Value::Array(array)) => array.get(at),
                _ => 0,
            };
            byte(a) != byte(b)
        }
        // What is absent is zero, and may be counted as different from a zero that is there.
        Atom::Symbol(id) | Atom::Array(id) => a.get(id) != b.get(id),
    }
}
