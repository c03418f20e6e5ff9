//! Equality of bit-vectors and of arrays.
//!
//! Canonical form: what is added on both sides is gone, a constant stands on the right, and an
//! equation with a constant is peeled down to the terms it is about: `zext(x) + 3 = 5` is `x = 2`.
//! An equation of one bit is never with 0, and one that the domains refute is gone.

use super::linear::Linear;
use crate::concrete::bitvec::BitVec;
use crate::domain::{Domain, MAX_DOMAIN_WIDTH};
use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Node};

/// A longer sum is not bounded: each term adds to the bounds, until they say nothing.
const MAX_BOUNDED_TERMS: usize = 4;

/// What one step of peeling makes of `x = c`.
enum Peeled {
    /// Never true.
    Never,
    /// True exactly when this is.
    Exactly(Bool),
    /// The same as this equation.
    Same(Bv, BitVec),
    /// The same as both of these.
    Both([(Bv, BitVec); 2]),
    /// The same as the truth value and the equation together.
    And(Bool, Bv, BitVec),
    /// Nothing to peel.
    Core,
}

impl TermPool {
    pub(crate) fn bv_eq(&mut self, a: Bv, b: Bv) -> Bool {
        let width = self.same_width(a, b);
        // (x = x) = true
        if a == b {
            return self.bool_const(true);
        }
        let (a, b) = self.commute(a, b);
        if let Some(c) = self.as_const(b) {
            return self.eq_const(a, c);
        }
        if self.are_disjoint(a, b) {
            return self.bool_const(false);
        }
        if let Some(fits) = self.fits_in_cut(a, b).or_else(|| self.fits_in_cut(b, a)) {
            return fits;
        }
        // (x + y = x + z) = (y = z)
        if self.is_linear(a) || self.is_linear(b) {
            let difference = self.linear_difference(a, b);
            return self.is_zero_sum(difference);
        }
        match (self.node(a), self.node(b)) {
            // (zext(x) = zext(y)) = (x = y), the narrower one widened first
            (Node::ZeroExtend { value: x, .. }, Node::ZeroExtend { value: y, .. }) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.bv_zext(x, narrow), self.bv_zext(y, narrow));
                let same = self.nested(|pool| pool.bv_eq(x, y));
                return same.unwrap_or_else(|| self.eq_node(a, b));
            }
            // (sext(x) = sext(y)) = (x = y), the narrower one widened first
            (Node::SignExtend { value: x, .. }, Node::SignExtend { value: y, .. }) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.bv_sext(x, narrow), self.bv_sext(y, narrow));
                let same = self.nested(|pool| pool.bv_eq(x, y));
                return same.unwrap_or_else(|| self.eq_node(a, b));
            }
            // (bit(p) = bit(q)) = (p = q)
            (Node::FromBool(p), Node::FromBool(q)) => return self.bool_eq(p, q),
            // (x concat y = z concat w) = (x = z) and (y = w), for y and w of one width
            (Node::Concat(x, y), Node::Concat(z, w)) if self.width(y) == self.width(w) => {
                let same = self.nested(|pool| {
                    let (high, low) = (pool.bv_eq(x, z), pool.bv_eq(y, w));
                    pool.and(high, low)
                });
                return same.unwrap_or_else(|| self.eq_node(a, b));
            }
            // (~x = ~y) = (x = y) is a law of sums and done above.
            _ => {}
        }
        debug_assert_eq!(width, self.width(b));
        self.eq_node(a, b)
    }

    pub(crate) fn array_eq(&mut self, a: Array, b: Array) -> Bool {
        assert_eq!(self.index_width(a), self.index_width(b), "arrays of different sorts");
        // (x = x) = true
        if a == b {
            return self.bool_const(true);
        }
        self.intern_bool(Node::ArrayEq(a.min(b), a.max(b)))
    }

    /// That a value is not changed by being cut and widened again, or a product not by being
    /// computed narrower.
    fn fits_in_cut(&mut self, x: Bv, wide: Bv) -> Option<Bool> {
        let width = self.width(x);
        match self.node(wide) {
            Node::ZeroExtend { value, .. } => {
                let narrow = self.width(value);
                match self.node(value) {
                    // (x = zext(x[k-1:0])) = (x < 2^k)
                    Node::Extract { low: 0, value: whole, .. } if whole == x => {
                        let bound = self.bv_const(&BitVec::power_of_two(width, narrow));
                        Some(self.bv_ult(x, bound))
                    }
                    // (zext(y) * zext(z) = zext(y * z)) = not (max / z < y), from twice the width on
                    Node::BvMul(y, z) if width >= 2 * narrow && !self.is_const(z) => {
                        let (wide_y, wide_z) = (self.bv_zext(y, width), self.bv_zext(z, width));
                        if self.bv_mul(wide_y, wide_z) != x {
                            return None;
                        }
                        let max = self.bv_const(&BitVec::ones(narrow));
                        let most = self.bv_udiv(max, z);
                        let overflows = self.bv_ult(most, y);
                        Some(self.not(overflows))
                    }
                    _ => None,
                }
            }
            // (x = sext(x[k-1:0])) = (x + 2^(k-1) < 2^k)
            Node::SignExtend { value, .. } => match self.node(value) {
                Node::Extract { low: 0, value: whole, .. } if whole == x => {
                    let narrow = self.width(value);
                    let half = self.bv_const(&BitVec::power_of_two(width, narrow - 1));
                    let shifted = self.bv_add(x, half);
                    let bound = self.bv_const(&BitVec::power_of_two(width, narrow));
                    Some(self.bv_ult(shifted, bound))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two terms differ in every model, as far as their domains and sums show.
    pub(super) fn always_differ(&self, a: Bv, b: Bv) -> bool {
        if let (Some(x), Some(y)) = (self.as_const_u64(a), self.as_const_u64(b)) {
            return x != y;
        }
        if a == b {
            return false;
        }
        if self.are_disjoint(a, b) {
            return true;
        }
        if !(self.is_linear(a) || self.is_linear(b)) {
            return false;
        }
        let difference = self.linear_difference(a, b);
        if difference.terms.is_empty() {
            return !difference.constant.is_zero();
        }
        self.sum_domain(&difference).is_some_and(|sum| !sum.contains(0))
    }

    fn are_disjoint(&self, a: Bv, b: Bv) -> bool {
        match (self.domain(a), self.domain(b)) {
            (Some(a), Some(b)) => a.same(b) == Some(false),
            _ => false,
        }
    }

    /// The domain of a sum that need not exist as a term: base + 1 + i and base are apart although
    /// nothing is known of either.
    fn sum_domain(&self, sum: &Linear) -> Option<Domain> {
        let width = sum.constant.width();
        if sum.terms.len() > MAX_BOUNDED_TERMS || width > MAX_DOMAIN_WIDTH {
            return None;
        }
        let mut total = Domain::constant(width, sum.constant.to_u64()?);
        for (term, coefficient) in &sum.terms {
            let factor = Domain::constant(width, coefficient.to_u64()?);
            total = total.add(self.domain(*term)?.mul(factor));
        }
        Some(total)
    }

    /// `a = c`, peeled with a work list, so that a long concatenation or a long chain of invertible
    /// steps costs no stack.
    fn eq_const(&mut self, a: Bv, c: BitVec) -> Bool {
        let mut result = self.bool_const(true);
        let mut work = vec![(a, c)];
        while let Some((x, c)) = work.pop() {
            let conjunct = match self.peel(x, &c) {
                Peeled::Never => return self.bool_const(false),
                Peeled::Exactly(b) => b,
                Peeled::Same(y, d) => {
                    work.push((y, d));
                    continue;
                }
                Peeled::Both(parts) => {
                    work.extend(parts);
                    continue;
                }
                Peeled::And(b, y, d) => {
                    work.push((y, d));
                    b
                }
                Peeled::Core => self.eq_const_node(x, &c),
            };
            result = self.and(result, conjunct);
        }
        result
    }

    fn peel(&mut self, x: Bv, c: &BitVec) -> Peeled {
        if let Some(value) = self.as_const(x) {
            return if value == *c {
                Peeled::Exactly(self.bool_const(true))
            } else {
                Peeled::Never
            };
        }
        if self.is_linear(x) {
            let mut sum = self.linear_of(x);
            sum.constant = sum.constant.sub(c);
            return match sum.terms.as_slice() {
                [(term, coefficient)] => {
                    let (term, coefficient) = (*term, coefficient.clone());
                    self.solve_multiple(term, &coefficient, &sum.constant.neg())
                }
                _ => Peeled::Exactly(self.is_zero_sum(sum)),
            };
        }
        match self.node(x) {
            // (zext(y) = c) = (y = c), or false if c has higher bits
            Node::ZeroExtend { value, .. } => {
                let low = c.trunc(self.width(value));
                if low.zext(c.width()) == *c { Peeled::Same(value, low) } else { Peeled::Never }
            }
            // (sext(y) = c) = (y = c), or false if the upper bits of c are not its sign
            Node::SignExtend { value, .. } => {
                let low = c.trunc(self.width(value));
                if low.sext(c.width()) == *c { Peeled::Same(value, low) } else { Peeled::Never }
            }
            // (y concat z = c) = (y = upper c) and (z = lower c)
            Node::Concat(high, low) => {
                let middle = self.width(low);
                Peeled::Both([(high, c.extract(c.width() - 1, middle)), (low, c.trunc(middle))])
            }
            // (bit(p) = 1) = p, (bit(p) = 0) = not p
            Node::FromBool(p) => Peeled::Exactly(if c.is_one() { p } else { self.not(p) }),
            // (y ^ d = c) = (y = c ^ d)
            Node::BvXor(y, d) => match self.as_const(d) {
                Some(d) => Peeled::Same(y, c.xor(&d)),
                // (y ^ z = 0) = (y = z)
                None if c.is_zero() => {
                    let same = self.nested(|pool| pool.bv_eq(y, d));
                    same.map_or(Peeled::Core, Peeled::Exactly)
                }
                None => Peeled::Core,
            },
            // (y | z = 0) = (y = 0) and (z = 0)
            Node::BvOr(y, z) if c.is_zero() => Peeled::Both([(y, c.clone()), (z, c.clone())]),
            // (y & z = all ones) = (y = all ones) and (z = all ones)
            Node::BvAnd(y, z) if c.is_ones() => Peeled::Both([(y, c.clone()), (z, c.clone())]),
            // (y & d = c) is false where c has a bit that d lacks
            Node::BvAnd(_, d) => match self.as_const(d) {
                Some(d) if !c.and(&d.not()).is_zero() => Peeled::Never,
                _ => Peeled::Core,
            },
            // (y | d = c) is false where c lacks a bit that d has
            Node::BvOr(_, d) => match self.as_const(d) {
                Some(d) if !d.and(&c.not()).is_zero() => Peeled::Never,
                _ => Peeled::Core,
            },
            Node::BvIte(p, y, z) => self.peel_ite(p, y, z, c),
            Node::BvSrem(y, d) => match self.as_const(d) {
                Some(d) => self.peel_srem(y, &d, c),
                None => Peeled::Core,
            },
            _ => Peeled::Core,
        }
    }

    /// (y % 2^k = c) = (y[k-1:0] = c[k-1:0]), with the sign of c unless that is 0; likewise for a
    /// divisor of -2^k, because the remainder ignores its sign.
    fn peel_srem(&mut self, y: Bv, divisor: &BitVec, c: &BitVec) -> Peeled {
        let width = c.width();
        let Some(k) = divisor.exact_log2().or_else(|| divisor.neg().exact_log2()) else {
            return Peeled::Core;
        };
        // The smallest value is no positive power.
        if k == 0 || k == width - 1 {
            return Peeled::Core;
        }
        let distance = if c.is_negative() { c.neg() } else { c.clone() };
        if !distance.ult(&BitVec::power_of_two(width, k)) {
            return Peeled::Never;
        }
        let low = self.bv_extract(k - 1, 0, y);
        if c.is_zero() {
            return Peeled::Same(low, c.trunc(k));
        }
        let zero = self.bv_u64(width, 0);
        let negative = self.bv_slt(y, zero);
        let sign = if c.is_negative() { negative } else { self.not(negative) };
        Peeled::And(sign, low, c.trunc(k))
    }

    /// ite(p, y, z) = c, where an arm is a constant.
    fn peel_ite(&mut self, p: Bool, y: Bv, z: Bv, c: &BitVec) -> Peeled {
        let then = self.as_const(y).map(|v| v == *c);
        let otherwise = self.as_const(z).map(|v| v == *c);
        match (then, otherwise) {
            (Some(false), Some(false)) => Peeled::Never,
            (Some(true), Some(true)) => Peeled::Exactly(self.bool_const(true)),
            (Some(true), Some(false)) => Peeled::Exactly(p),
            (Some(false), Some(true)) => Peeled::Exactly(self.not(p)),
            // (ite(p, d, z) = c) = not p and (z = c), for d other than c
            (Some(false), None) => Peeled::And(self.not(p), z, c.clone()),
            // (ite(p, y, d) = c) = p and (y = c), for d other than c
            (None, Some(false)) => Peeled::And(p, y, c.clone()),
            _ => Peeled::Core,
        }
    }

    /// coefficient * term = c
    fn solve_multiple(&mut self, term: Bv, coefficient: &BitVec, c: &BitVec) -> Peeled {
        let zeros = coefficient.ctz();
        let width = c.width();
        // 2^k * y = c is false where c has one of the low k bits
        if c.ctz() < zeros {
            return Peeled::Never;
        }
        // d*2^k * y = c*2^k says of the low w-k bits that y = c * inverse(d)
        let odd = coefficient.extract(width - 1, zeros);
        let rest = c.extract(width - 1, zeros);
        let inverse = odd.inverse().expect("an odd number has an inverse");
        let low = self.bv_extract(width - 1 - zeros, 0, term);
        Peeled::Same(low, rest.mul(&inverse))
    }

    /// A sum of two or more terms equals zero: the terms of one sign on each side.
    fn is_zero_sum(&mut self, mut sum: Linear) -> Bool {
        let width = sum.constant.width();
        let Some((first, coefficient)) = sum.terms.first() else {
            return self.bool_const(sum.constant.is_zero());
        };
        if sum.terms.len() == 1 {
            // c*t + k = 0 is c*t = -k, and peeling starts there.
            let (first, coefficient) = (*first, coefficient.clone());
            return match self.solve_multiple(first, &coefficient, &sum.constant.neg()) {
                Peeled::Same(x, c) => self.eq_const(x, c),
                _ => self.bool_const(false),
            };
        }
        if self.sum_domain(&sum).is_some_and(|sum| !sum.contains(0)) {
            return self.bool_const(false);
        }
        // (c*x + s = 0) = (x + s/c = 0), for an odd c, if no term stands alone yet
        let alone = |c: &BitVec| c.is_one() || c.is_ones();
        let odd = sum.terms.iter().map(|(_, c)| c).find(|c| c.bit(0));
        if let Some(inverse) = odd.and_then(BitVec::inverse)
            && !sum.terms.iter().any(|(_, c)| alone(c))
        {
            let mut scaled = Linear::constant(BitVec::zero(width));
            scaled.add_scaled(&sum, &inverse);
            sum = scaled;
        }
        // The smallest value is its own negation and counts as positive.
        let negative = |c: &BitVec| c.is_negative() && *c != BitVec::signed_min(width);
        let minus_one = BitVec::ones(width);
        // (s = 0) = (-s = 0); the first term is made positive.
        if sum.terms.first().is_some_and(|(_, c)| negative(c)) {
            let mut flipped = Linear::constant(BitVec::zero(width));
            flipped.add_scaled(&sum, &minus_one);
            sum = flipped;
        }
        let mut left = Linear::constant(BitVec::zero(width));
        let mut right = Linear::constant(sum.constant.neg());
        for (term, coefficient) in sum.terms {
            if negative(&coefficient) {
                right.terms.push((term, coefficient.neg()));
            } else {
                left.terms.push((term, coefficient));
            }
        }
        let (left, right) = (self.linear_term(left), self.linear_term(right));
        if self.is_linear(left) || self.is_linear(right) {
            if self.are_disjoint(left, right) {
                return self.bool_const(false);
            }
            return self.intern_bool(Node::BvEq(left, right));
        }
        let same = self.nested(|pool| pool.bv_eq(left, right));
        same.unwrap_or_else(|| self.eq_node(left, right))
    }

    fn eq_const_node(&mut self, x: Bv, c: &BitVec) -> Bool {
        // (x = c) = false, where x is never c
        if let (Some(range), Some(value)) = (self.domain(x), c.to_u64())
            && !range.contains(value)
        {
            return self.bool_const(false);
        }
        // (x = 0) = not (x = 1), for one bit
        let negate = c.width() == 1 && c.is_zero();
        let c = if negate { c.not() } else { c.clone() };
        let c = self.bv_const(&c);
        let eq = self.intern_bool(Node::BvEq(x, c));
        if negate { self.not(eq) } else { eq }
    }

    fn eq_node(&mut self, a: Bv, b: Bv) -> Bool {
        if self.are_disjoint(a, b) {
            return self.bool_const(false);
        }
        self.intern_bool(Node::BvEq(a.min(b), a.max(b)))
    }
}
