//! The layer before the pipe: one number with few values, each of them tried.
//!
//! Floating point is not blasted to bits, and another solver takes seconds where a number that was read from text or bytes
//! is converted and compared. If all symbols of a query are the parts of one number, and its domain has few values,
//! evaluating the query for each of them decides it.
//!
//! Invariant: the domain follows from the constraints of the query alone. That none of its values satisfies them is then a
//! conflict among them, on any path; what the query's path knows beside them, they do not say.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::eval::Evaluator;
use crate::path::PathCondition;
use crate::pool::TermPool;
use crate::term::{Bv, Node, SymbolId, Term};
use crate::value::Assignment;
use crate::work::COMPUTING;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Values that are tried.
const MOST_VALUES: u64 = 1 << 13;

/// Terms that may be evaluated for one query: a second at most.
const WORK: u64 = 1 << 22;

pub struct FewValues {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for FewValues {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        match try_all(pool, query) {
            Some(answer) => {
                self.statistics.count(Layer::Search);
                answer
            }
            None => {
                let answer = self.next.solve(pool, query);
                if !matches!(answer, Answer::Unknown(_)) {
                    self.statistics.count(Layer::Pipe);
                }
                answer
            }
        }
    }
}

/// The answer, if there are few values to try.
fn try_all(pool: &mut TermPool, query: &Query) -> Option<Answer> {
    let constraints = query.conjuncts(pool);
    let terms = pool.reachable(constraints.iter().map(|constraint| Term::from(*constraint)));
    let mut symbols = BTreeSet::new();
    for term in &terms {
        match pool.node(*term) {
            Node::ArraySymbol(_) | Node::BoolSymbol(_) => return None,
            _ => symbols.extend(pool.as_symbol(*term)),
        }
    }
    let numbers = terms.iter().filter_map(|term| pool.as_bv(*term));
    let numbers: Vec<Parts> = numbers.filter_map(|term| parts(pool, term, &symbols)).collect();
    let mut own = PathCondition::default();
    constraints.iter().for_each(|constraint| own.assume(pool, *constraint));
    let of = |parts: &Parts| values(own.domain(pool, parts.whole)?);
    let (number, values) = numbers.iter().filter_map(|parts| Some((parts, of(parts)?))).next()?;
    let size = values.end.abs_diff(values.start);
    if size.saturating_mul(terms.len() as u64) > WORK {
        return None;
    }
    pool.spend(usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(terms.len() * COMPUTING));
    for value in values {
        let model = number.assignment(value.cast_unsigned());
        let mut evaluator = Evaluator::new(pool, &model);
        if constraints.iter().all(|constraint| evaluator.bool(*constraint)) {
            return Some(super::core::checked(pool, &constraints, model));
        }
    }
    Some(Answer::Unsat(constraints.into()))
}

/// The values of a domain, if they are few, as signed or unsigned numbers.
fn values(domain: Domain) -> Option<std::ops::Range<i64>> {
    let few = |low: i64, high: i64| {
        let end = high.checked_add(1)?;
        (end.abs_diff(low) <= MOST_VALUES).then_some(low..end)
    };
    let unsigned = || {
        let (low, high) = (i64::try_from(domain.umin()).ok()?, i64::try_from(domain.umax()).ok()?);
        few(low, high)
    };
    few(domain.smin(), domain.smax()).or_else(unsigned)
}

/// A number and the symbols that it is made of, the lowest first.
struct Parts {
    whole: Bv,
    symbols: Vec<SymbolId>,
    widths: Vec<u32>,
}

/// The parts of a number, if they are exactly these symbols, each one once.
fn parts(pool: &TermPool, whole: Bv, all: &BTreeSet<SymbolId>) -> Option<Parts> {
    if pool.width(whole) > 64 {
        return None;
    }
    let mut parts = Parts { whole, symbols: Vec::new(), widths: Vec::new() };
    let mut work = vec![whole];
    while let Some(part) = work.pop() {
        match pool.node(part) {
            Node::Concat(high, low) => work.extend([high, low]),
            _ => {
                let symbol = pool.as_symbol(part)?;
                if parts.symbols.contains(&symbol) {
                    return None;
                }
                parts.symbols.push(symbol);
                parts.widths.push(pool.width(part));
            }
        }
    }
    (parts.symbols.len() == all.len() && parts.symbols.iter().all(|symbol| all.contains(symbol)))
        .then_some(parts)
}

impl Parts {
    fn assignment(&self, value: u64) -> Assignment {
        let mut model = Assignment::new();
        let mut rest = value;
        for (symbol, width) in self.symbols.iter().zip(&self.widths) {
            let mask = u64::MAX >> (64 - width);
            model.set_bv(*symbol, BitVec::from_u64(*width, rest & mask));
            rest = rest.checked_shr(*width).unwrap_or(0);
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(pool: &mut TermPool, query: &Query) -> Option<bool> {
        match try_all(pool, query)? {
            Answer::Sat(_) => Some(true),
            Answer::Unsat(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    fn number(pool: &mut TermPool) -> Bv {
        let bytes: Vec<Bv> = (0..4).map(|at| pool.bv_symbol(&format!("b{at}"), 8)).collect();
        let upper = pool.bv_concat(bytes[3], bytes[2]);
        let lower = pool.bv_concat(bytes[1], bytes[0]);
        pool.bv_concat(upper, lower)
    }

    /// A number of four bytes between two others, and whether its square may equal a third.
    fn check(low: u64, high: u64, square: u64) -> Option<bool> {
        let mut pool = TermPool::new();
        let number = number(&mut pool);
        let [low, high, square] = [low, high, square].map(|value| pool.bv_u64(32, value));
        let (from, to) = (pool.bv_sle(low, number), pool.bv_sle(number, high));
        let mut path = PathCondition::default();
        path.assume(&mut pool, from);
        path.assume(&mut pool, to);
        let product = pool.bv_mul(number, number);
        let condition = pool.eq(product, square);
        answer(&mut pool, &Query { path, condition })
    }

    #[test]
    fn few_values_are_tried() {
        let minus = |number: i32| u64::from(number.cast_unsigned());
        assert_eq!(check(minus(-100), 300, 300 * 300), Some(true));
        assert_eq!(check(minus(-100), 10, 50 * 50), Some(true));
        assert_eq!(check(minus(-100), 300, 301 * 301), Some(false));
        assert_eq!(check(minus(-100), 300, 7), Some(false));
        assert_eq!(check(0, 1 << 20, 49), None);
    }

    /// What a path knows beside the constraints that are asked is none of theirs.
    #[test]
    fn what_the_path_knows_beside_the_query_does_not_count() {
        let mut pool = TermPool::new();
        let number = number(&mut pool);
        let limit = pool.bv_u64(32, 100);
        let small = pool.bv_ult(number, limit);
        let mut path = PathCondition::default();
        path.assume(&mut pool, small);
        let product = pool.bv_mul(number, number);
        let square = pool.bv_u64(32, 200 * 200);
        let condition = pool.eq(product, square);
        assert_eq!(answer(&mut pool, &Query { path: path.clone(), condition }), Some(false));
        let hint = Rc::new(Assignment::new());
        let part = path.some(&mut pool, vec![condition], &hint);
        assert_eq!(answer(&mut pool, &Query { path: part, condition }), None);
    }
}
