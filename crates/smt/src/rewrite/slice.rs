//! `bv_concat`, `bv_extract`, `bv_zext`, `bv_sext`, `bv_from_bool`.
//!
//! Canonical form: a concatenation leans right, its neighbours are never two constants nor two
//! adjacent slices of one term, and zeros at its top are a `ZeroExtend` outside it. A slice never
//! stands on what it can look through: another slice, a concatenation or an extension. What is
//! never negative is widened with zeros, and widening undoes a cut that lost nothing.

use crate::concrete::bitvec::MAX_WIDTH;
use crate::domain::{Domain, mask};
use crate::pool::TermPool;
use crate::rewrite::linear::Linear;
use crate::term::{Bool, Bv, Node};

impl TermPool {
    /// One bit: 1 for true.
    pub fn bv_from_bool(&mut self, b: Bool) -> Bv {
        if let Some(value) = self.as_const_bool(b) {
            return self.bv_u64(1, u64::from(value));
        }
        // bit(x = 1) = x, for one bit
        if let Some(x) = self.is_bit_set(b) {
            return x;
        }
        // bit(not (x = 1)) = ~x
        if let Node::Not(inner) = self.node(b)
            && let Some(x) = self.is_bit_set(inner)
        {
            return self.bv_not(x);
        }
        self.intern_bv(1, Node::FromBool(b))
    }

    /// `high` above `low`.
    pub fn bv_concat(&mut self, high: Bv, low: Bv) -> Bv {
        let width = self.width(high) + self.width(low);
        assert!(width <= MAX_WIDTH, "a concatenation of {width} bits");
        let parts = self.parts(high);
        parts.into_iter().rev().fold(low, |acc, part| self.push_front(part, acc))
    }

    /// All of `parts`, the first one uppermost.
    pub fn bv_concat_all(&mut self, parts: &[Bv]) -> Bv {
        let (&last, rest) = parts.split_last().expect("a concatenation of nothing");
        rest.iter().rev().fold(last, |acc, &part| self.bv_concat(part, acc))
    }

    /// Bits `low` to `high` of `a`, both included.
    pub fn bv_extract(&mut self, mut high: u32, mut low: u32, mut a: Bv) -> Bv {
        assert!(
            low <= high && high < self.width(a),
            "bits {high}..{low} of {} bits",
            self.width(a)
        );
        let width = high - low + 1;
        loop {
            // x[w-1:0] = x
            if width == self.width(a) {
                return a;
            }
            if let Some(value) = self.as_const(a) {
                return self.bv_const(&value.extract(high, low));
            }
            // Each arm either narrows the search to one operand and goes on, or answers.
            match self.node(a) {
                // x[h:l][i:j] = x[l+i:l+j]
                Node::Extract { low: below, value, .. } => {
                    (high, low, a) = (high + below, low + below, value);
                }
                Node::ZeroExtend { value, .. } => {
                    let inner = self.width(value);
                    // zext(x)[h:l] with l above x = 0
                    if low >= inner {
                        return self.bv_u64(width, 0);
                    }
                    // zext(x)[h:l] = zext(x[w-1:l])
                    if high >= inner {
                        let rest = self.slice_of(inner - 1, low, value);
                        return self.bv_zext(rest, width);
                    }
                    // zext(x)[h:l] within x = x[h:l]
                    a = value;
                }
                Node::SignExtend { value, .. } => {
                    let inner = self.width(value);
                    // sext(x)[h:l] = sext(x[w-1:l]), and above x only copies of the sign
                    if high >= inner {
                        let rest = self.slice_of(inner - 1, low.min(inner - 1), value);
                        return self.bv_sext(rest, width);
                    }
                    // sext(x)[h:l] within x = x[h:l]
                    a = value;
                }
                Node::Concat(upper, lower) => {
                    let below = self.width(lower);
                    if high < below {
                        // (x concat y)[h:l] within y = y[h:l]
                        a = lower;
                    } else if low >= below {
                        // (x concat y)[h:l] within x = x[h-|y|:l-|y|]
                        (high, low, a) = (high - below, low - below, upper);
                    } else {
                        return self.slice_of_parts(high, low, a);
                    }
                }
                node => return self.extract_through(high, low, a, node),
            }
        }
    }

    /// The low `width` bits.
    pub fn bv_trunc(&mut self, a: Bv, width: u32) -> Bv {
        self.bv_extract(width - 1, 0, a)
    }

    /// Widened with zeros to `width` bits.
    pub fn bv_zext(&mut self, a: Bv, width: u32) -> Bv {
        let from = self.width(a);
        assert!(from <= width && width <= MAX_WIDTH, "zext from {from} to {width} bits");
        if from == width {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.bv_const(&value.zext(width));
        }
        let value = match self.node(a) {
            // zext(zext(x)) = zext(x)
            Node::ZeroExtend { value, .. } => value,
            // zext(x[h:0]) = x, cut or widened, where x never has a bit above h
            Node::Extract { low: 0, value, .. }
                if self.domain(value).is_some_and(|x| x.umax() <= mask(from)) =>
            {
                return self.bv_resize(value, width, false);
            }
            _ => a,
        };
        self.intern_bv(width, Node::ZeroExtend { width, value })
    }

    /// Widened with copies of the sign to `width` bits.
    pub fn bv_sext(&mut self, a: Bv, width: u32) -> Bv {
        let from = self.width(a);
        assert!(from <= width && width <= MAX_WIDTH, "sext from {from} to {width} bits");
        if from == width {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.bv_const(&value.sext(width));
        }
        let value = match self.node(a) {
            // sext(zext(x)) = zext(x), because the sign is zero
            Node::ZeroExtend { .. } => return self.bv_zext(a, width),
            // sext(sext(x)) = sext(x)
            Node::SignExtend { value, .. } => value,
            // sext(x[h:0]) = x, cut or widened, where x always fits
            Node::Extract { low: 0, value, .. }
                if self
                    .domain(value)
                    .is_some_and(|x| x.is_within(Domain::top(from).sext(x.width()))) =>
            {
                return self.bv_resize(value, width, true);
            }
            _ => a,
        };
        // sext(x) = zext(x), where x is never negative
        if self.domain(value).is_some_and(|x| x.sign() == Some(false)) {
            return self.bv_zext(value, width);
        }
        self.intern_bv(width, Node::SignExtend { width, value })
    }

    /// Widened or cut to `width` bits, reading `a` as signed or unsigned.
    pub fn bv_resize(&mut self, a: Bv, width: u32, signed: bool) -> Bv {
        if width <= self.width(a) {
            self.bv_trunc(a, width)
        } else if signed {
            self.bv_sext(a, width)
        } else {
            self.bv_zext(a, width)
        }
    }

    /// What a concatenation is made of, uppermost first; extensions with zeros count as one.
    pub(super) fn parts(&mut self, a: Bv) -> Vec<Bv> {
        let mut parts = Vec::new();
        let mut stack = vec![a];
        while let Some(next) = stack.pop() {
            match self.split_first(next) {
                (first, Some(rest)) => {
                    stack.push(rest);
                    // A first part is never a concatenation itself: they lean right.
                    parts.push(first);
                }
                (whole, None) => parts.push(whole),
            }
        }
        parts
    }

    /// The uppermost part and the rest.
    fn split_first(&mut self, a: Bv) -> (Bv, Option<Bv>) {
        match self.node(a) {
            Node::Concat(first, rest) => (first, Some(rest)),
            // zext(x) = 0 concat x
            Node::ZeroExtend { width, value } => {
                let zeros = self.bv_u64(width - self.width(value), 0);
                (zeros, Some(value))
            }
            _ => (a, None),
        }
    }

    /// One part above a concatenation, joined with its neighbour where that is possible.
    fn push_front(&mut self, mut part: Bv, mut below: Bv) -> Bv {
        loop {
            let (first, rest) = self.split_first(below);
            let Some(joined) = self.join(part, first) else {
                break;
            };
            match rest {
                Some(rest) => (part, below) = (joined, rest),
                None => return joined,
            }
        }
        let width = self.width(part) + self.width(below);
        if let Some(value) = self.as_const(part) {
            // 0 concat x = zext(x), also for the zeros at the top of a longer constant
            let zeros = value.clz();
            if zeros == value.width() {
                return self.bv_zext(below, width);
            }
            if zeros > 0 {
                let rest = self.bv_const(&value.trunc(value.width() - zeros));
                let narrow = self.intern_bv(width - zeros, Node::Concat(rest, below));
                return self.bv_zext(narrow, width);
            }
        }
        self.intern_bv(width, Node::Concat(part, below))
    }

    fn join(&mut self, high: Bv, low: Bv) -> Option<Bv> {
        if let (Some(a), Some(b)) = (self.as_const(high), self.as_const(low)) {
            return Some(self.bv_const(&a.concat(&b)));
        }
        match (self.node(high), self.node(low)) {
            // x[h:m] concat x[m-1:l] = x[h:l]
            (
                Node::Extract { high: top, low: middle, value: x },
                Node::Extract { high: next, low: bottom, value: y },
            ) if x == y && middle == next + 1 => Some(self.bv_extract(top, bottom, x)),
            _ => None,
        }
    }

    /// (x concat y)[h:l] = x[h-|y|:0] concat y[|y|-1:l], for any number of parts.
    fn slice_of_parts(&mut self, high: u32, low: u32, a: Bv) -> Bv {
        let mut above = self.width(a);
        let mut kept = Vec::new();
        for part in self.parts(a) {
            let bottom = above - self.width(part);
            if bottom <= high && above > low {
                let part_high = high.min(above - 1) - bottom;
                let part_low = low.saturating_sub(bottom);
                kept.push(self.slice_of(part_high, part_low, part));
            }
            above = bottom;
        }
        self.bv_concat_all(&kept)
    }

    /// A slice of an operation, where the operation can be done on slices.
    fn extract_through(&mut self, high: u32, low: u32, a: Bv, node: Node) -> Bv {
        let width = high - low + 1;
        if let Some(slice) = self.slice_of_shifted(high, low, node) {
            return slice;
        }
        let pushed = match node {
            // (~x)[h:l] = ~(x[h:l])
            Node::BvNot(x) => self.nested(|pool| {
                let inner = pool.bv_extract(high, low, x);
                pool.bv_not(inner)
            }),
            // (x op c)[h:l] = x[h:l] op c[h:l], for the bitwise operations
            Node::BvAnd(x, c) if self.is_const(c) => {
                self.slice_bitwise(high, low, x, c, TermPool::bv_and)
            }
            Node::BvOr(x, c) if self.is_const(c) => {
                self.slice_bitwise(high, low, x, c, TermPool::bv_or)
            }
            Node::BvXor(x, c) if self.is_const(c) => {
                self.slice_bitwise(high, low, x, c, TermPool::bv_xor)
            }
            // ite(p, c, d)[h:l] = ite(p, c[h:l], d[h:l]), for constants
            Node::BvIte(p, c, d) if self.is_const(c) && self.is_const(d) => {
                let c = self.bv_extract(high, low, c);
                let d = self.bv_extract(high, low, d);
                Some(self.bv_ite(p, c, d))
            }
            Node::BvAdd(..) | Node::BvNeg(_) | Node::BvMul(..) if low == 0 => {
                self.truncate_sum(a, width)
            }
            _ => None,
        };
        let node = Node::Extract { high, low, value: a };
        pushed.unwrap_or_else(|| self.intern_or_known(width, node))
    }

    /// (2^k * x)[h:l] = x[h-k:l-k], with zeros below. A truncation is left to `truncate_sum`, so that
    /// a product stays one.
    fn slice_of_shifted(&mut self, high: u32, low: u32, node: Node) -> Option<Bv> {
        let Node::BvMul(x, factor) = node else {
            return None;
        };
        let k = self.as_const(factor)?.exact_log2()?;
        if high < k {
            return Some(self.bv_u64(high - low + 1, 0));
        }
        if low == 0 {
            return None;
        }
        let top = self.slice_of(high - k, low.saturating_sub(k), x);
        if low >= k {
            return Some(top);
        }
        let zeros = self.bv_u64(k - low, 0);
        Some(self.bv_concat(top, zeros))
    }

    /// (x + y)[h:0] = x[h:0] + y[h:0], done where every addend gets simpler by it.
    fn truncate_sum(&mut self, a: Bv, width: u32) -> Option<Bv> {
        let sum = self.linear_of(a);
        let simpler = sum.terms.iter().all(|(term, _)| {
            matches!(
                self.node(*term),
                Node::ZeroExtend { .. } | Node::SignExtend { .. } | Node::Concat(..)
            )
        });
        if !simpler {
            return None;
        }
        self.nested(|pool| {
            let mut narrow = Linear::constant(sum.constant.trunc(width));
            for (term, coefficient) in &sum.terms {
                let term = pool.bv_extract(width - 1, 0, *term);
                narrow.add_scaled(&pool.linear_of(term), &coefficient.trunc(width));
            }
            pool.linear_term(narrow)
        })
    }

    fn slice_bitwise(
        &mut self,
        high: u32,
        low: u32,
        x: Bv,
        c: Bv,
        op: fn(&mut TermPool, Bv, Bv) -> Bv,
    ) -> Option<Bv> {
        self.nested(|pool| {
            let x = pool.bv_extract(high, low, x);
            let c = pool.bv_extract(high, low, c);
            op(pool, x, c)
        })
    }

    /// A slice of an operand: canonical, unless rules nest too deeply.
    fn slice_of(&mut self, high: u32, low: u32, a: Bv) -> Bv {
        if let Some(slice) = self.nested(|pool| pool.bv_extract(high, low, a)) {
            return slice;
        }
        let width = high - low + 1;
        if width == self.width(a) {
            return a;
        }
        if self.is_const(a) {
            return self.bv_extract(high, low, a);
        }
        let value = a;
        self.intern_bv(width, Node::Extract { high, low, value })
    }

    /// The one-bit term that `b` compares with 1.
    fn is_bit_set(&self, b: Bool) -> Option<Bv> {
        match self.node(b) {
            Node::BvEq(x, one) if self.width(x) == 1 => {
                (self.as_const_u64(one) == Some(1)).then_some(x)
            }
            _ => None,
        }
    }
}
