//! Shifts. By a constant they are products and slices; only an unknown amount leaves a shift node.

use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

impl TermPool {
    pub fn bv_shl(&mut self, a: Bv, amount: Bv) -> Bv {
        let width = self.same_width(a, amount);
        if let Some(folded) = self.fold(a, amount, BitVec::shl) {
            return folded;
        }
        match self.shift_amount(amount) {
            // x << k = 2^k * x
            Some(Some(k)) => {
                let factor = self.bv_const(&BitVec::power_of_two(width, k));
                return self.bv_mul(a, factor);
            }
            // x << width = 0
            Some(None) => return self.bv_u64(width, 0),
            None => {}
        }
        // 0 << y = 0
        if self.is_zero(a) {
            return a;
        }
        self.intern_or_known(width, Node::BvShl(a, amount))
    }

    pub fn bv_lshr(&mut self, a: Bv, amount: Bv) -> Bv {
        let width = self.same_width(a, amount);
        if let Some(folded) = self.fold(a, amount, BitVec::lshr) {
            return folded;
        }
        match self.shift_amount(amount) {
            Some(Some(k)) => return self.lshr_const(a, k),
            // x >> width = 0
            Some(None) => return self.bv_u64(width, 0),
            None => {}
        }
        // 0 >> y = 0
        if self.is_zero(a) {
            return a;
        }
        self.intern_or_known(width, Node::BvLshr(a, amount))
    }

    pub fn bv_ashr(&mut self, a: Bv, amount: Bv) -> Bv {
        let width = self.same_width(a, amount);
        if let Some(folded) = self.fold(a, amount, BitVec::ashr) {
            return folded;
        }
        // x >> k = sext(x[w-1:k]), where k stops at w-1
        if let Some(k) = self.shift_amount(amount) {
            let rest = self.bv_extract(width - 1, k.unwrap_or(width - 1), a);
            return self.bv_sext(rest, width);
        }
        // 0 >> y = 0 and -1 >> y = -1
        if self.as_const(a).is_some_and(|v| v.is_zero() || v.is_ones()) {
            return a;
        }
        self.intern_or_known(width, Node::BvAshr(a, amount))
    }

    /// x >> k = zext(x[w-1:k])
    pub(super) fn lshr_const(&mut self, a: Bv, k: u32) -> Bv {
        let width = self.width(a);
        let rest = self.bv_extract(width - 1, k, a);
        self.bv_zext(rest, width)
    }

    /// A constant amount; the inner `None` stands for one that reaches the width.
    fn shift_amount(&self, amount: Bv) -> Option<Option<u32>> {
        let value = self.as_const(amount)?;
        let k = value.to_u64().and_then(|k| u32::try_from(k).ok());
        Some(k.filter(|&k| k < value.width()))
    }

    fn is_zero(&self, a: Bv) -> bool {
        self.as_const(a).is_some_and(|value| value.is_zero())
    }
}
