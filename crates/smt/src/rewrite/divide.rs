//! Division and remainder, with SMT-LIB's answers for a divisor of zero.
//!
//! The unsigned rules for powers of two hold for every dividend. A signed division by a power of two
//! rounds to zero and is left alone.

use crate::concrete::bitvec::BitVec;
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
        self.intern_bv(width, Node::BvUdiv(a, b))
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
        self.intern_bv(width, Node::BvUrem(a, b))
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
        self.intern_bv(width, Node::BvSdiv(a, b))
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
        self.intern_bv(width, Node::BvSrem(a, b))
    }
}
