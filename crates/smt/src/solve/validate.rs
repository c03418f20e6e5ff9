//! A layer that does not believe the one below it, and a solver simple enough to be believed.

use super::log::script;
use super::{Answer, Query, Solver, Unknown};
use crate::concrete::bitvec::BitVec;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::term::{Node, Sort, SymbolId, Term};
use crate::value::{ArrayValue, Assignment};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Asks two solvers and panics, with the query, if they contradict each other or a model does not
/// satisfy the query. `Unknown` contradicts nothing. The answer is that of `next`.
pub struct Validating {
    next: Box<dyn Solver>,
    oracle: Box<dyn Solver>,
}

impl Validating {
    pub fn new(next: Box<dyn Solver>, oracle: Box<dyn Solver>) -> Validating {
        Validating { next, oracle }
    }
}

impl Solver for Validating {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let answer = self.next.solve(pool, query);
        let expected = self.oracle.solve(pool, query);
        for (who, answer) in [("the solver", &answer), ("the oracle", &expected)] {
            let Answer::Sat(model) = answer else {
                continue;
            };
            // A model speaks of what the condition touches; the path has the rest.
            let whole = query.path.complete(pool, model, query.condition);
            if !holds(pool, query, &whole) {
                panic!("{who} gave a wrong model: {model:?}\n{}", script(pool, query, answer));
            }
        }
        match (&answer, &expected) {
            (Answer::Sat(_), Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat(_)) => {
                let text = script(pool, query, &expected);
                panic!("the solver says {answer:?}, the oracle {expected:?}:\n{text}");
            }
            _ => answer,
        }
    }
}

/// Tries all values of all symbols, where that is at most 2^16.
#[derive(Clone, Copy, Default, Debug)]
pub struct Exhaustive;

const MAX_BITS: u32 = 16;

impl Solver for Exhaustive {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let Some(unknowns) = Unknowns::new(pool, query) else {
            let what = "trying out more than 16 bits".to_owned();
            return Answer::Unknown(Unknown::Unsupported(what));
        };
        let models = (0..1u64 << unknowns.bits).map(|choice| unknowns.assignment(choice));
        match models.into_iter().find(|model| holds(pool, query, model)) {
            Some(model) => Answer::Sat(Rc::new(model)),
            None => Answer::unsat(pool, query),
        }
    }
}

fn holds(pool: &TermPool, query: &Query, model: &Assignment) -> bool {
    let mut evaluator = Evaluator::new(pool, model);
    query.conditions().all(|condition| evaluator.bool(condition))
}

/// What a query depends on.
struct Unknowns {
    bools: Vec<SymbolId>,
    vectors: Vec<(SymbolId, u32)>,
    bytes: BTreeSet<(SymbolId, u64)>,
    bits: u32,
}

impl Unknowns {
    /// `None` if these are too many, or not known.
    fn new(pool: &TermPool, query: &Query) -> Option<Unknowns> {
        let mut unknowns =
            Unknowns { bools: Vec::new(), vectors: Vec::new(), bytes: BTreeSet::new(), bits: 0 };
        for term in pool.reachable(query.conditions().map(Term::from)) {
            match (pool.node(term), pool.sort(term)) {
                (Node::BoolSymbol(id), _) => {
                    unknowns.bools.push(id);
                    unknowns.bits += 1;
                }
                (Node::BvSymbol(id), Sort::Bv(width)) => {
                    unknowns.vectors.push((id, width));
                    unknowns.bits += width;
                }
                (Node::Read(array, index), _) => {
                    let symbols = pool.symbols(array);
                    let arrays = symbols.into_iter().filter(|&id| is_array(pool, id));
                    for array in arrays {
                        let index = pool.as_const_u64(index)?;
                        if unknowns.bytes.insert((array, index)) {
                            unknowns.bits += 8;
                        }
                    }
                }
                (Node::ArrayEq(..), _) => return None,
                _ => {}
            }
            if unknowns.bits > MAX_BITS {
                return None;
            }
        }
        Some(unknowns)
    }

    /// Each unknown takes its bits from the choice.
    fn assignment(&self, mut choice: u64) -> Assignment {
        let mut take = |bits: u32| {
            let value = choice & ((1 << bits) - 1);
            choice >>= bits;
            value
        };
        let mut assignment = Assignment::new();
        for &id in &self.bools {
            assignment.set_bool(id, take(1) == 1);
        }
        for &(id, width) in &self.vectors {
            assignment.set_bv(id, BitVec::from_u64(width, take(width)));
        }
        let mut arrays: BTreeMap<SymbolId, ArrayValue> = BTreeMap::new();
        for &(id, index) in &self.bytes {
            let byte = u8::try_from(take(8)).expect("eight bits");
            arrays.entry(id).or_default().set(index, byte);
        }
        for (id, value) in arrays {
            assignment.set_array(id, value);
        }
        assignment
    }
}

fn is_array(pool: &TermPool, id: SymbolId) -> bool {
    matches!(pool.symbol(id).sort, Sort::Array { .. })
}
