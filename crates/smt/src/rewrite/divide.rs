//! Division and remainder, with SMT-LIB's answers for a divisor of zero.
//!
//! Canonical form: operands that are never negative are divided unsigned, and a quotient by a power of
//! two is a slice, since dividing takes a solver hundreds of times the clauses of adding. A signed
//! remainder by a power of two stays one: written with slices it would lose the equations that
//! `equal` solves.

use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

impl TermPool {
    pub fn bv_udiv(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::udiv) {
            return folded;
        }
        if let Some(divisor) = self.as_const(b) {
            // x / 0 = all ones
            if divisor.is_zero() {
                return self.bv_const(&BitVec::ones(width));
            }
            // x / 2^k = x >> k
            if let Some(k) = divisor.exact_log2() {
                return self.lshr_const(a, k);
            }
        }
        // (x * y) / y = x, or all ones for y = 0, where the product does not overflow
        if let Some(x) = self.exact_cofactor(a, b) {
            let zero = self.bv_u64(width, 0);
            let is_zero = self.bv_eq(b, zero);
            let ones = self.bv_const(&BitVec::ones(width));
            return self.bv_ite(is_zero, ones, x);
        }
        self.intern_or_known(width, Node::BvUdiv(a, b))
    }

    pub fn bv_urem(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::urem) {
            return folded;
        }
        // x % x = 0, also for 0 % 0
        if a == b {
            return self.bv_u64(width, 0);
        }
        if let Some(divisor) = self.as_const(b) {
            // x % 0 = x
            if divisor.is_zero() {
                return a;
            }
            // x % 1 = 0
            if divisor.is_one() {
                return self.bv_u64(width, 0);
            }
            // x % 2^k = the low k bits of x
            if let Some(k) = divisor.exact_log2() {
                let low = self.bv_extract(k - 1, 0, a);
                return self.bv_zext(low, width);
            }
        }
        // x % (1 << n) = x & ((1 << n) - 1), also where the shift leaves nothing
        if self.is_shifted_one(b) {
            let minus_one = self.bv_const(&BitVec::ones(width));
            let mask = self.bv_add(b, minus_one);
            return self.bv_and(a, mask);
        }
        // (x * y) % y = 0, where the product does not overflow
        if self.exact_cofactor(a, b).is_some() {
            return self.bv_u64(width, 0);
        }
        // x % y = x, where x is always below y
        if let (Some(x), Some(y)) = (self.domain(a), self.domain(b))
            && x.ult(y) == Some(true)
        {
            return a;
        }
        self.intern_or_known(width, Node::BvUrem(a, b))
    }

    pub fn bv_sdiv(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::sdiv) {
            return folded;
        }
        if let Some(divisor) = self.as_const(b) {
            // x / -1 = -x, also for the smallest x; at width 1 this is also x / 1
            if divisor.is_ones() {
                return self.bv_neg(a);
            }
            // x / 1 = x
            if divisor.is_one() {
                return a;
            }
        }
        // x /s y = x /u y, where neither is negative
        if self.is_never_negative(a) && self.is_never_negative(b) {
            return self.bv_udiv(a, b);
        }
        if let Some(divisor) = self.as_const(b) {
            // x / -2^k = -(x / 2^k)
            if let Some(k) = divisor.neg().exact_log2().filter(|&k| k < width - 1) {
                let quotient = self.sdiv_power(a, k);
                return self.bv_neg(quotient);
            }
            if let Some(k) = divisor.exact_log2().filter(|&k| k < width - 1) {
                return self.sdiv_power(a, k);
            }
        }
        self.intern_or_known(width, Node::BvSdiv(a, b))
    }

    pub fn bv_srem(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::srem) {
            return folded;
        }
        // x % x = 0, also for 0 % 0
        if a == b {
            return self.bv_u64(width, 0);
        }
        if let Some(divisor) = self.as_const(b) {
            // x % 0 = x
            if divisor.is_zero() {
                return a;
            }
            // x % 1 = 0 and x % -1 = 0
            if divisor.is_one() || divisor.is_ones() {
                return self.bv_u64(width, 0);
            }
        }
        // x %s y = x %u y, where neither is negative
        if self.is_never_negative(a) && self.is_never_negative(b) {
            return self.bv_urem(a, b);
        }
        // x % y = x, where x is always closer to zero than y
        if let (Some(x), Some(y)) = (self.domain(a), self.domain(b))
            && !y.contains(0)
            && magnitude(x).1 < magnitude(y).0
        {
            return a;
        }
        self.intern_or_known(width, Node::BvSrem(a, b))
    }

    /// x / 2^k = (x + bias) >> k, where the bias of 2^k - 1 for a negative x rounds to zero.
    fn sdiv_power(&mut self, a: Bv, k: u32) -> Bv {
        let width = self.width(a);
        let sign = self.bv_extract(width - 1, width - 1, a);
        let bias = self.bv_sext(sign, k);
        let bias = self.bv_zext(bias, width);
        let sum = self.bv_add(a, bias);
        let quotient = self.bv_extract(width - 1, k, sum);
        self.bv_sext(quotient, width)
    }

    pub(super) fn is_shifted_one(&self, a: Bv) -> bool {
        match self.node(a) {
            Node::BvShl(one, _) => self.as_const(one).is_some_and(|value| value.is_one()),
            _ => false,
        }
    }

    /// The other factor of a product that is always exact.
    fn exact_cofactor(&self, product: Bv, factor: Bv) -> Option<Bv> {
        let Node::BvMul(x, y) = self.node(product) else {
            return None;
        };
        let other = match factor {
            _ if factor == x => y,
            _ if factor == y => x,
            _ => return None,
        };
        let (a, b) = (self.domain(x)?, self.domain(y)?);
        let most = a.umax().checked_mul(b.umax())?;
        (most <= u64::MAX >> (64 - a.width())).then_some(other)
    }

    fn is_never_negative(&self, a: Bv) -> bool {
        match self.domain(a) {
            Some(domain) => domain.sign() == Some(false),
            None => matches!(self.node(a), Node::ZeroExtend { .. }),
        }
    }
}

/// The least distance from zero, for a domain without it, and the greatest.
fn magnitude(domain: Domain) -> (u64, u64) {
    let (low, high) = (domain.smin().unsigned_abs(), domain.smax().unsigned_abs());
    let least = if domain.sign().is_some() { low.min(high) } else { 1 };
    (least, low.max(high))
}
