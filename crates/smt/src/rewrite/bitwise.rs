//! `bv_not`, `bv_and`, `bv_or`, `bv_xor`.
//!
//! Canonical form: a mask that keeps one run of bits is a slice with zeros around it, so `x & 0xff`
//! and a truncation that is widened again are one term. Parts joined by `or` that cannot overlap
//! become a concatenation, which is how C code assembles words from bytes.

use crate::concrete::bitvec::BitVec;
use crate::domain::mask as low_mask;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

impl TermPool {
    pub fn bv_not(&mut self, a: Bv) -> Bv {
        if self.is_linear(a) {
            // not x = -1 - x
            let minus_one = self.bv_const(&BitVec::ones(self.width(a)));
            return self.bv_sub(minus_one, a);
        }
        self.not_of_term(a)
    }

    pub fn bv_and(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::and) {
            return folded;
        }
        let (a, b) = self.commute(a, b);
        // x & x = x
        if a == b {
            return a;
        }
        // x & ~x = 0
        if self.are_complements(a, b) {
            return self.bv_u64(width, 0);
        }
        if let Some(mask) = self.as_const(b) {
            return self.and_const(a, &mask);
        }
        // x & y = x, where each bit is clear in x or set in y
        for (x, y) in [(a, b), (b, a)] {
            if let (Some(known_x), Some(known_y)) = (self.domain(x), self.domain(y))
                && known_x.zeros() | known_y.ones() == low_mask(width)
            {
                return x;
            }
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.node(whole) {
                // (1 << n) & ((1 << n) - 1) = 0
                Node::BvShl(..) if self.is_shifted_one(whole) && self.is_one_less(part, whole) => {
                    return self.bv_u64(width, 0);
                }
                // (x & y) & x = x & y
                Node::BvAnd(x, y) if part == x || part == y => return whole,
                // (x | y) & x = x
                Node::BvOr(x, y) if part == x || part == y => return part,
                // (x & c) & y = (x & y) & c
                Node::BvAnd(x, c) if self.is_const(c) => {
                    let free = self.nested(|pool| pool.bv_and(x, part));
                    if let Some(free) = free {
                        return self.bv_and(free, c);
                    }
                }
                _ => {}
            }
        }
        if let Some(narrow) = self.through_zext(a, b, TermPool::bv_and) {
            return narrow;
        }
        if let Some(bit) = self.through_from_bool(a, b, TermPool::and) {
            return bit;
        }
        self.intern_or_known(width, Node::BvAnd(a, b))
    }

    pub fn bv_or(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::or) {
            return folded;
        }
        let (a, b) = self.commute(a, b);
        // x | x = x
        if a == b {
            return a;
        }
        // x | ~x = all ones
        if self.are_complements(a, b) {
            return self.bv_const(&BitVec::ones(width));
        }
        if let Some(mask) = self.as_const(b) {
            // x | 0 = x
            if mask.is_zero() {
                return a;
            }
            // x | all ones = all ones
            if mask.is_ones() {
                return b;
            }
            // (x | c) | d = x | (c | d)
            if let Node::BvOr(x, c) = self.node(a)
                && let Some(inner) = self.as_const(c)
            {
                let both = self.bv_const(&inner.or(&mask));
                return self.bv_or(x, both);
            }
        }
        // x | y = x, where each bit is set in x or clear in y
        for (x, y) in [(a, b), (b, a)] {
            if let (Some(known_x), Some(known_y)) = (self.domain(x), self.domain(y))
                && known_x.ones() | known_y.zeros() == low_mask(width)
            {
                return x;
            }
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.node(whole) {
                // (x | y) | x = x | y
                Node::BvOr(x, y) if part == x || part == y => return whole,
                // (x & y) | x = x
                Node::BvAnd(x, y) if part == x || part == y => return part,
                _ => {}
            }
        }
        if let Some(narrow) = self.through_zext(a, b, TermPool::bv_or) {
            return narrow;
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        if let Some(bit) = self.through_from_bool(a, b, TermPool::or) {
            return bit;
        }
        self.intern_or_known(width, Node::BvOr(a, b))
    }

    pub fn bv_xor(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::xor) {
            return folded;
        }
        let (a, b) = self.commute(a, b);
        // x ^ x = 0
        if a == b {
            return self.bv_u64(width, 0);
        }
        // x ^ ~x = all ones
        if self.are_complements(a, b) {
            return self.bv_const(&BitVec::ones(width));
        }
        if let Some(mask) = self.as_const(b) {
            // x ^ 0 = x
            if mask.is_zero() {
                return a;
            }
            // x ^ all ones = ~x
            if mask.is_ones() {
                return self.bv_not(a);
            }
            let inner = match self.node(a) {
                // (x ^ c) ^ d = x ^ (c ^ d)
                Node::BvXor(x, c) => self.as_const(c).map(|c| (x, c.xor(&mask))),
                // ~x ^ d = x ^ ~d
                Node::BvNot(x) => Some((x, mask.not())),
                _ => None,
            };
            if let Some((x, both)) = inner {
                let both = self.bv_const(&both);
                return self.bv_xor(x, both);
            }
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.node(whole) {
                // (x ^ y) ^ x = y
                Node::BvXor(x, y) if part == x => return y,
                Node::BvXor(x, y) if part == y => return x,
                _ => {}
            }
        }
        if let Some(narrow) = self.through_zext(a, b, TermPool::bv_xor) {
            return narrow;
        }
        if let Some(bit) = self.through_from_bool(a, b, TermPool::xor) {
            return bit;
        }
        self.intern_or_known(width, Node::BvXor(a, b))
    }

    /// `~a` for a term that is not a sum; `linear` writes `-a - 1` with it.
    pub(super) fn not_of_term(&mut self, a: Bv) -> Bv {
        let width = self.width(a);
        match self.node(a) {
            // ~bit(p) = bit(not p)
            Node::FromBool(p) => {
                let not_p = self.not(p);
                return self.bv_from_bool(not_p);
            }
            // ~(x ^ c) = x ^ ~c
            Node::BvXor(x, c) => {
                if let Some(c) = self.as_const(c) {
                    let flipped = self.bv_const(&c.not());
                    return self.bv_xor(x, flipped);
                }
            }
            _ => {}
        }
        self.intern_bv(width, Node::BvNot(a))
    }

    fn and_const(&mut self, a: Bv, mask: &BitVec) -> Bv {
        let width = mask.width();
        // (x & c) & d = x & (c & d)
        if let Node::BvAnd(x, c) = self.node(a)
            && let Some(inner) = self.as_const(c)
        {
            return self.and_const(x, &inner.and(mask));
        }
        // x & 0 = 0, x & all ones = x
        if mask.is_zero() {
            return self.bv_u64(width, 0);
        }
        // x & c = x, where c has every bit that x may have
        let keeps_all = match (self.domain(a), mask.to_u64()) {
            (Some(x), Some(c)) => x.zeros() | c == low_mask(width),
            _ => mask.is_ones(),
        };
        if keeps_all {
            return a;
        }
        // x & 0..01..10..0 = 0..0 concat x[high:low] concat 0..0
        let (low, length) = (mask.ctz(), mask.popcount());
        if mask.clz() + length + low == width {
            let mut kept = self.bv_extract(low + length - 1, low, a);
            if low > 0 {
                let zeros = self.bv_u64(low, 0);
                kept = self.bv_concat(kept, zeros);
            }
            return self.bv_zext(kept, width);
        }
        // zext(x) & c = zext(x & c)
        if let Node::ZeroExtend { value, .. } = self.node(a) {
            let narrow = self.width(value);
            let kept = self.and_const(value, &mask.trunc(narrow));
            return self.bv_zext(kept, width);
        }
        let mask = self.bv_const(mask);
        self.intern_or_known(width, Node::BvAnd(a, mask))
    }

    fn are_complements(&self, a: Bv, b: Bv) -> bool {
        self.node(a) == Node::BvNot(b) || self.node(b) == Node::BvNot(a)
    }

    /// zext(x) op zext(y) = zext(x op y), where the narrower of the two is widened first, and
    /// likewise for a constant that fits.
    fn through_zext(&mut self, a: Bv, b: Bv, op: fn(&mut TermPool, Bv, Bv) -> Bv) -> Option<Bv> {
        let width = self.width(a);
        let narrow = self.leading_zeros(a).min(self.leading_zeros(b));
        let narrow = width - narrow;
        if narrow == width || narrow == 0 {
            return None;
        }
        self.nested(|pool| {
            let a = pool.bv_extract(narrow - 1, 0, a);
            let b = pool.bv_extract(narrow - 1, 0, b);
            let joined = op(pool, a, b);
            pool.bv_zext(joined, width)
        })
    }

    /// bit(p) op bit(q) = bit(p op q)
    fn through_from_bool(
        &mut self,
        a: Bv,
        b: Bv,
        op: fn(&mut TermPool, crate::Bool, crate::Bool) -> crate::Bool,
    ) -> Option<Bv> {
        match (self.node(a), self.node(b)) {
            (Node::FromBool(p), Node::FromBool(q)) => {
                let joined = op(self, p, q);
                Some(self.bv_from_bool(joined))
            }
            _ => None,
        }
    }

    /// x | y = x[w-1:k] concat y[k-1:0], where x ends in k zeros and y has nothing above them.
    fn join_disjoint(&mut self, a: Bv, b: Bv) -> Option<Bv> {
        let width = self.width(a);
        for (upper, lower) in [(a, b), (b, a)] {
            let used = width - self.leading_zeros(lower);
            if used > 0 && used < width && self.trailing_zeros(upper) >= used {
                return self.nested(|pool| {
                    let high = pool.bv_extract(width - 1, used, upper);
                    let low = pool.bv_extract(used - 1, 0, lower);
                    pool.bv_concat(high, low)
                });
            }
        }
        None
    }

    /// A number of upper bits that are zero, as far as the node itself shows.
    fn leading_zeros(&self, a: Bv) -> u32 {
        match self.node(a) {
            Node::ZeroExtend { width, value } => width - self.width(value),
            _ => self.as_const(a).map_or(0, |value| value.clz()),
        }
    }

    /// A number of lower bits that are zero, as far as the node itself shows.
    fn trailing_zeros(&self, a: Bv) -> u32 {
        let inner = match self.node(a) {
            Node::ZeroExtend { value, .. } => value,
            _ => a,
        };
        if let Some(value) = self.as_const(a) {
            return value.ctz();
        }
        match self.node(inner) {
            Node::BvMul(_, factor) => self.as_const(factor).map_or(0, |c| c.ctz()),
            // The last part of a concatenation: these lean right.
            Node::Concat(_, mut low) => {
                while let Node::Concat(_, next) = self.node(low) {
                    low = next;
                }
                self.as_const(low).map_or(0, |c| c.ctz())
            }
            _ => 0,
        }
    }
}
