//! If-then-else of every sort.
//!
//! Canonical form: the condition is not a negation, the arms differ, and no arm is an if-then-else
//! of the same condition. Zero and one as arms make an extended bit, so `ite(p, 1, 0)` and the
//! widened result of a comparison are one term.

use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Fp, Node};

/// The rules that hold for every sort. Answers the term, or normalised arguments.
macro_rules! common_rules {
    ($pool:ident, $variant:ident, $condition:ident, $then:ident, $otherwise:ident) => {
        match $pool.as_const_bool($condition) {
            // ite(true, x, y) = x, ite(false, x, y) = y
            Some(true) => return $then,
            Some(false) => return $otherwise,
            None => {}
        }
        // ite(not p, x, y) = ite(p, y, x)
        if let Node::Not(inner) = $pool.node($condition) {
            $condition = inner;
            std::mem::swap(&mut $then, &mut $otherwise);
        }
        // ite(p, ite(p, x, y), z) = ite(p, x, z)
        if let Node::$variant(p, x, _) = $pool.node($then)
            && p == $condition
        {
            $then = x;
        }
        // ite(p, x, ite(p, y, z)) = ite(p, x, z)
        if let Node::$variant(p, _, z) = $pool.node($otherwise)
            && p == $condition
        {
            $otherwise = z;
        }
        // ite(p, x, x) = x
        if $then == $otherwise {
            return $then;
        }
    };
}

impl TermPool {
    pub(crate) fn bool_ite(&mut self, mut p: Bool, mut x: Bool, mut y: Bool) -> Bool {
        common_rules!(self, BoolIte, p, x, y);
        let true_arms = (self.as_const_bool(x), self.as_const_bool(y));
        match true_arms {
            // ite(p, true, y) = p or y
            (Some(true), _) => return self.or(p, y),
            // ite(p, false, y) = not p and y
            (Some(false), _) => {
                let not_p = self.not(p);
                return self.and(not_p, y);
            }
            // ite(p, x, true) = p implies x
            (_, Some(true)) => return self.implies(p, x),
            // ite(p, x, false) = p and x
            (_, Some(false)) => return self.and(p, x),
            (None, None) => {}
        }
        // ite(p, p, y) = p or y, ite(p, not p, y) = not p and y
        if x == p {
            return self.or(p, y);
        }
        if self.are_opposite(x, p) {
            return self.and(x, y);
        }
        // ite(p, x, p) = p and x, ite(p, x, not p) = p implies x
        if y == p {
            return self.and(p, x);
        }
        if self.are_opposite(y, p) {
            return self.implies(p, x);
        }
        // ite(p, x, not x) = (p = x)
        if self.are_opposite(x, y) {
            return self.bool_eq(p, x);
        }
        self.intern_bool(Node::BoolIte(p, x, y))
    }

    pub(crate) fn bv_ite(&mut self, mut p: Bool, mut x: Bv, mut y: Bv) -> Bv {
        let width = self.same_width(x, y);
        common_rules!(self, BvIte, p, x, y);
        if let (Some(a), Some(b)) = (self.as_const(x), self.as_const(y)) {
            // ite(p, 1, 0) = zext(bit(p)), ite(p, 0, 1) = zext(bit(not p))
            // ite(p, -1, 0) = sext(bit(p)), ite(p, 0, -1) = sext(bit(not p))
            let condition = if b.is_zero() { p } else { self.not(p) };
            let set = if b.is_zero() { &a } else { &b };
            if a.is_zero() || b.is_zero() {
                if set.is_one() {
                    let bit = self.bv_from_bool(condition);
                    return self.bv_zext(bit, width);
                }
                if set.is_ones() {
                    let bit = self.bv_from_bool(condition);
                    return self.bv_sext(bit, width);
                }
            }
        }
        match self.node(p) {
            // ite(x = y, x, y) = y, ite(y = x, x, y) = y
            Node::BvEq(a, b) if (a, b) == (x, y) || (b, a) == (x, y) => return y,
            _ => {}
        }
        match (self.node(x), self.node(y)) {
            // ite(p, bit(q), bit(r)) = bit(ite(p, q, r))
            (Node::FromBool(q), Node::FromBool(r)) => {
                let inner = self.bool_ite(p, q, r);
                return self.bv_from_bool(inner);
            }
            // ite(p, zext(x), zext(y)) = zext(ite(p, x, y)), for x and y of one width
            (Node::ZeroExtend { value: a, .. }, Node::ZeroExtend { value: b, .. })
                if self.width(a) == self.width(b) =>
            {
                let inner = self.bv_ite(p, a, b);
                return self.bv_zext(inner, width);
            }
            // ite(p, sext(x), sext(y)) = sext(ite(p, x, y)), for x and y of one width
            (Node::SignExtend { value: a, .. }, Node::SignExtend { value: b, .. })
                if self.width(a) == self.width(b) =>
            {
                let inner = self.bv_ite(p, a, b);
                return self.bv_sext(inner, width);
            }
            _ => {}
        }
        self.intern_bv(width, Node::BvIte(p, x, y))
    }

    pub(crate) fn array_ite(&mut self, mut p: Bool, mut x: Array, mut y: Array) -> Array {
        let index_width = self.index_width(x);
        assert_eq!(index_width, self.index_width(y), "arrays of different sorts");
        common_rules!(self, ArrayIte, p, x, y);
        self.intern_array(index_width, Node::ArrayIte(p, x, y))
    }

    pub(crate) fn fp_ite(&mut self, mut p: Bool, mut x: Fp, mut y: Fp) -> Fp {
        let kind = self.kind(x);
        assert_eq!(kind, self.kind(y), "floats of different formats");
        common_rules!(self, FpIte, p, x, y);
        // ite(p, from_bits(x), from_bits(y)) = from_bits(ite(p, x, y))
        if let (Node::FpFromBits(_, a), Node::FpFromBits(_, b)) = (self.node(x), self.node(y)) {
            let bits = self.bv_ite(p, a, b);
            return self.fp_from_bits(kind, bits);
        }
        self.intern_fp(kind, Node::FpIte(p, x, y))
    }
}
