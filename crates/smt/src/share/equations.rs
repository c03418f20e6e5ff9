//! Equations that fix some of their atoms.
//!
//! Invariant: whatever the other atoms are, the atom has exactly one value with which the equation may
//! hold, and that is the value of the term. Put into the equation, it may leave something that the
//! other atoms have to satisfy.

use super::order;
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Steps that one equation may take.
const STEPS: usize = 32;

/// Atoms that conditions fix, and the terms that they are equal to: none of them stands in the terms,
/// so that all can be put in at once.
pub(super) fn solve(pool: &mut TermPool, conditions: &[Bool]) -> FxHashMap<Term, Term> {
    let mut known = FxHashMap::default();
    let mut used = FxHashSet::default();
    for &condition in conditions {
        // Of several, the last by name.
        for (atom, term) in solutions(pool, condition).into_iter().rev() {
            let needed = pool.atoms(term);
            let is_known = |atom: &Term| known.contains_key(atom);
            if !is_known(&atom) && !used.contains(&atom) && !needed.iter().any(is_known) {
                used.extend(needed.iter().copied());
                known.insert(atom, term);
                break;
            }
        }
    }
    known
}

/// Atoms that a condition fixes, in the order of their names, and the terms that they are equal to.
fn solutions(pool: &mut TermPool, condition: Bool) -> Vec<(Term, Term)> {
    let Node::BvEq(a, b) = pool.node(condition) else { return Vec::new() };
    let mut found: Vec<(Term, Term)> = Vec::new();
    let mut work = vec![(a, b), (b, a)];
    for _ in 0..STEPS {
        let Some((side, other)) = work.pop() else { break };
        if pool.is_atom(side.into()) {
            if !pool.atoms(other).contains(&side.into()) {
                found.push((side.into(), other.into()));
            }
            continue;
        }
        work.extend(inverted(pool, side, other));
    }
    found.sort_by(|x, y| order(pool, x.0).cmp(&order(pool, y.0)));
    found
}

/// The equations for the operands of one side that follow from an equation, each of which has one
/// solution.
fn inverted(pool: &mut TermPool, side: Bv, other: Bv) -> Vec<(Bv, Bv)> {
    match pool.node(side) {
        Node::BvNot(a) => vec![(a, pool.bv_not(other))],
        Node::BvNeg(a) => vec![(a, pool.bv_neg(other))],
        Node::BvAdd(a, b) => vec![(a, pool.bv_sub(other, b)), (b, pool.bv_sub(other, a))],
        Node::BvXor(a, b) => vec![(a, pool.bv_xor(other, b)), (b, pool.bv_xor(other, a))],
        Node::Concat(high, low) => {
            let (all, below) = (pool.width(side), pool.width(low));
            vec![
                (high, pool.bv_extract(all - 1, below, other)),
                (low, pool.bv_extract(below - 1, 0, other)),
            ]
        }
        Node::ZeroExtend { value, .. } | Node::SignExtend { value, .. } => {
            let width = pool.width(value);
            vec![(value, pool.bv_trunc(other, width))]
        }
        _ => Vec::new(),
    }
}
