//! The layer before the pipe: one number with few values, each of them tried.
//!
//! Floating point is not blasted to bits, and another solver takes seconds where a number that was read from text or bytes
//! is converted and compared. If all symbols of a query are the parts of one number, and its domain has few values,
//! evaluating the query for each of them decides it. Invariant: the domain leaves out no value that satisfies the query, so
//! that none of them does means that nothing does.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::term::{Bv, Node, SymbolId, Term};
use crate::value::Assignment;
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
    let of = |parts: &Parts| values(query.path.domain(pool, parts.whole)?);
    let (number, values) = numbers.iter().filter_map(|parts| Some((parts, of(parts)?))).next()?;
    let size = values.end.abs_diff(values.start);
    if size.saturating_mul(terms.len() as u64) > WORK {
        return None;
    }
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
    use crate::path::PathCondition;

    /// A number of four bytes between two others, and whether its signed value may equal a third.
    fn check(low: u64, high: u64, wanted: u64) -> Option<bool> {
        let mut pool = TermPool::new();
        let bytes: Vec<Bv> = (0..4).map(|at| pool.bv_symbol(&format!("b{at}"), 8)).collect();
        let upper = pool.bv_concat(bytes[3], bytes[2]);
        let lower = pool.bv_concat(bytes[1], bytes[0]);
        let number = pool.bv_concat(upper, lower);
        let [low, high, wanted] = [low, high, wanted].map(|value| pool.bv_u64(32, value));
        let (from, to) = (pool.bv_sle(low, number), pool.bv_sle(number, high));
        let mut path = PathCondition::default();
        path.assume(&mut pool, from);
        path.assume(&mut pool, to);
        let condition = pool.eq(number, wanted);
        match try_all(&mut pool, &Query { path, condition })? {
            Answer::Sat(_) => Some(true),
            Answer::Unsat(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    #[test]
    fn few_values_are_tried() {
        let minus = |number: i32| u64::from(number.cast_unsigned());
        assert_eq!(check(minus(-100), 300, 300), Some(true));
        assert_eq!(check(minus(-100), 300, minus(-7)), Some(true));
        assert_ne!(check(minus(-100), 300, 301), Some(true));
        assert_eq!(check(0, 1 << 20, 7), None);
    }
}
