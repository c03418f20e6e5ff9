//! The domain of a term, given those of its operands.
//!
//! Nothing here walks further than a fixed number of levels: the caller has the operands ready, and `operands` says
//! which ones those are.

use super::{Domain, MAX_DOMAIN_WIDTH};
use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Node, Term};

/// A read that may meet more stores than this is unknown.
const MAX_STORES: usize = 8;

/// A read of more bytes of a table than this is unknown.
const MAX_TABLE_BYTES: u64 = 256;

/// What is known of operands. A bit-vector above 64 bits has no domain.
pub(super) trait Operands {
    fn value(&self, term: Bv) -> Option<Domain>;
    fn truth(&self, term: Bool) -> Option<bool>;
}

/// Hands every term to `visit` that `domain_of` or `truth_of` will ask about.
pub(super) fn operands(pool: &TermPool, term: Term, mut visit: impl FnMut(Term)) {
    match pool.node(term) {
        Node::Read(array, index) => {
            visit(index.into());
            let mut array = array;
            for _ in 0..MAX_STORES {
                match pool.node(array) {
                    Node::Store(below, _, value) => {
                        visit(value.into());
                        array = below;
                    }
                    _ => break,
                }
            }
            if let Node::ConstArray { byte, .. } = pool.node(array) {
                visit(byte.into());
            }
        }
        Node::BvAdd(a, b) => {
            for addend in [a, b] {
                visit(addend.into());
                if let Node::BvNeg(inner) = pool.node(addend) {
                    visit(inner.into());
                }
            }
        }
        Node::BvIte(condition, a, b) => {
            visit(condition.into());
            visit(a.into());
            visit(b.into());
            if let Some((_, [x, y])) = comparison(pool, condition) {
                visit(x.into());
                visit(y.into());
            }
        }
        // Nothing is known of floats and of arrays as such.
        Node::FpToBits(_)
        | Node::FpToInt { .. }
        | Node::FpCompare(..)
        | Node::FpIs(..)
        | Node::FpFits { .. }
        | Node::ArrayEq(..) => {}
        node => node.children().for_each(visit),
    }
}

/// The domain of a term of at most 64 bits.
pub(super) fn domain_of(pool: &TermPool, term: Bv, known: &impl Operands) -> Domain {
    let width = pool.width(term);
    let one = |a: Bv| known.value(a);
    let two =
        |a: Bv, b: Bv, op: fn(Domain, Domain) -> Domain| Some(op(known.value(a)?, known.value(b)?));
    let domain = match pool.node(term) {
        Node::BvConst { value, .. } => Some(Domain::constant(width, value)),
        Node::FromBool(p) => known.truth(p).map(|p| Domain::constant(1, u64::from(p))),
        Node::BvNot(a) => one(a).map(Domain::not),
        Node::BvNeg(a) => one(a).map(Domain::neg),
        Node::BvAdd(a, b) => sum(pool, a, b, known),
        Node::BvMul(a, b) => two(a, b, Domain::mul),
        Node::BvUdiv(a, b) => two(a, b, Domain::udiv),
        Node::BvUrem(a, b) => two(a, b, Domain::urem),
        Node::BvSdiv(a, b) => two(a, b, Domain::sdiv),
        Node::BvSrem(a, b) => two(a, b, Domain::srem),
        Node::BvAnd(a, b) => two(a, b, Domain::and),
        Node::BvOr(a, b) => two(a, b, Domain::or),
        Node::BvXor(a, b) => two(a, b, Domain::xor),
        Node::BvShl(a, b) => two(a, b, Domain::shl),
        Node::BvLshr(a, b) => two(a, b, Domain::lshr),
        Node::BvAshr(a, b) => two(a, b, Domain::ashr),
        Node::Concat(a, b) => two(a, b, Domain::concat),
        Node::Extract { high, low, value } => one(value).map(|a| a.extract(high, low)),
        Node::ZeroExtend { value, .. } => one(value).map(|a| a.zext(width)),
        Node::SignExtend { value, .. } => one(value).map(|a| a.sext(width)),
        Node::BvIte(p, a, b) => choice(pool, p, a, b, known),
        Node::Read(array, index) => read(pool, array, index, known),
        _ => None,
    };
    domain.unwrap_or_else(|| Domain::top(width))
}

/// The truth of a boolean term, where its operands decide it.
pub(super) fn truth_of(pool: &TermPool, term: Bool, known: &impl Operands) -> Option<bool> {
    match pool.node(term) {
        Node::True => Some(true),
        Node::False => Some(false),
        Node::Not(a) => known.truth(a).map(|a| !a),
        Node::And(a, b) => match (known.truth(a), known.truth(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Node::Xor(a, b) => Some(known.truth(a)? != known.truth(b)?),
        Node::BoolIte(p, a, b) => match known.truth(p) {
            Some(true) => known.truth(a),
            Some(false) => known.truth(b),
            None => known.truth(a).filter(|_| known.truth(a) == known.truth(b)),
        },
        Node::BvEq(a, b) => known.value(a)?.same(known.value(b)?),
        Node::Ult(a, b) => known.value(a)?.ult(known.value(b)?),
        Node::Slt(a, b) => known.value(a)?.slt(known.value(b)?),
        _ => None,
    }
}

/// What is left of the operands of a comparison of bit-vectors that is `holds`; the outer `None`
/// stands for a term of another kind or for operands without domains.
pub(super) fn given(
    pool: &TermPool,
    term: Bool,
    holds: bool,
    known: &impl Operands,
) -> Option<Option<(Domain, Domain)>> {
    let (kind, [a, b]) = comparison(pool, term)?;
    Some(kind(known.value(a)?, known.value(b)?, holds))
}

type Given = fn(Domain, Domain, bool) -> Option<(Domain, Domain)>;

fn comparison(pool: &TermPool, term: Bool) -> Option<(Given, [Bv; 2])> {
    let (kind, a, b): (Given, Bv, Bv) = match pool.node(term) {
        Node::BvEq(a, b) => (Domain::given_same, a, b),
        Node::Ult(a, b) => (Domain::given_ult, a, b),
        Node::Slt(a, b) => (Domain::given_slt, a, b),
        _ => return None,
    };
    (pool.width(a) <= MAX_DOMAIN_WIDTH).then_some((kind, [a, b]))
}

/// A difference is written as a sum with a negation, whose bounds alone would be lost at zero.
fn sum(pool: &TermPool, a: Bv, b: Bv, known: &impl Operands) -> Option<Domain> {
    let (x, y) = (known.value(a)?, known.value(b)?);
    let mut sum = x.add(y);
    for (negated, other) in [(a, y), (b, x)] {
        if let Node::BvNeg(inner) = pool.node(negated) {
            // Both contain the value of the term, so the meet does.
            sum = sum.meet(other.sub(known.value(inner)?)).unwrap_or(sum);
        }
    }
    Some(sum)
}

fn choice(pool: &TermPool, p: Bool, a: Bv, b: Bv, known: &impl Operands) -> Option<Domain> {
    match known.truth(p) {
        Some(true) => return known.value(a),
        Some(false) => return known.value(b),
        None => {}
    }
    // An arm that the condition compares is bounded by it: ite(x < 9, x, 9) is at most 9.
    let arm = |arm: Bv, holds: bool| {
        let domain = known.value(arm)?;
        let Some((_, [x, y])) = comparison(pool, p) else {
            return Some(Some(domain));
        };
        if arm != x && arm != y {
            return Some(Some(domain));
        }
        let left = given(pool, p, holds, known)?;
        Some(left.map(|(left, right)| if arm == x { left } else { right }))
    };
    match (arm(a, true)?, arm(b, false)?) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (Some(only), None) | (None, Some(only)) => Some(only),
        (None, None) => None,
    }
}

fn read(pool: &TermPool, mut array: Array, index: Bv, known: &impl Operands) -> Option<Domain> {
    let mut bytes: Option<Domain> = None;
    let mut may_be = |byte: Domain| {
        let all = bytes.map_or(byte, |other| other.join(byte));
        bytes = Some(all);
        all
    };
    for _ in 0..MAX_STORES {
        let Node::Store(below, _, value) = pool.node(array) else {
            break;
        };
        if may_be(known.value(value)?).is_top() {
            return None;
        }
        array = below;
    }
    match pool.node(array) {
        Node::ConstArray { byte, .. } => Some(may_be(known.value(byte)?)),
        Node::Table(id) => {
            let index = known.value(index)?;
            let table = pool.table_bytes(id);
            let end = u64::try_from(table.len()).ok()?;
            if index.umax().min(end).saturating_sub(index.umin()) > MAX_TABLE_BYTES {
                return None;
            }
            let start = usize::try_from(index.umin().min(end)).ok()?;
            for (at, &byte) in (index.umin()..=index.umax()).zip(&table[start..]) {
                if index.contains(at) {
                    may_be(Domain::constant(8, u64::from(byte)));
                }
            }
            if index.umax() >= end {
                may_be(Domain::constant(8, 0));
            }
            bytes
        }
        _ => None,
    }
}
