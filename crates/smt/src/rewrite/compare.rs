//! Order of bit-vectors.
//!
//! Canonical form: only `Ult` and `Slt` are nodes; `<=` is the negation of the swapped `<`. A
//! comparison that holds for one value or for all but one is an equation, and extensions on both
//! sides are gone. What the domains of the operands decide is a constant, and where they show that
//! both signs agree the order is unsigned.

use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node};

impl TermPool {
    pub fn bv_ult(&mut self, a: Bv, b: Bv) -> Bool {
        self.same_width(a, b);
        if let Some(known) = self.order_of_known(a, b, BitVec::ult) {
            return known;
        }
        if let Some(decided) = self.by_domains(a, b, Domain::ult) {
            return self.bool_const(decided);
        }
        if let Some(c) = self.as_const(b) {
            return self.ult_const(a, &c);
        }
        if let Some(c) = self.as_const(a) {
            return self.const_ult(&c, b);
        }
        match (self.node(a), self.node(b)) {
            // zext(x) < zext(y) = x < y, the narrower one widened first
            (Node::ZeroExtend { value: x, .. }, Node::ZeroExtend { value: y, .. }) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.bv_zext(x, narrow), self.bv_zext(y, narrow));
                self.nested(|pool| pool.bv_ult(x, y))
            }
            // sext(x) < sext(y) = x < y: the extension keeps the unsigned order too
            (Node::SignExtend { value: x, .. }, Node::SignExtend { value: y, .. }) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.bv_sext(x, narrow), self.bv_sext(y, narrow));
                self.nested(|pool| pool.bv_ult(x, y))
            }
            // x % y < y = not (y = 0)
            (Node::BvUrem(_, y), _) if y == b => {
                let zero = self.eq_value(b, &BitVec::zero(self.width(b)));
                Some(self.not(zero))
            }
            // x & (y - 1) < y = not (y = 0)
            (Node::BvAnd(x, z), _) if self.is_one_less(x, b) || self.is_one_less(z, b) => {
                let zero = self.eq_value(b, &BitVec::zero(self.width(b)));
                Some(self.not(zero))
            }
            // x < x % y = false, and x < x / y = (y = 0) and not (x = max)
            (_, Node::BvUrem(x, _)) if x == a => Some(self.bool_const(false)),
            (_, Node::BvUdiv(x, y)) if x == a => {
                let width = self.width(b);
                let zero = self.eq_value(y, &BitVec::zero(width));
                let max = self.eq_value(a, &BitVec::ones(width));
                let not_max = self.not(max);
                Some(self.and(zero, not_max))
            }
            // (max / y < x) = (max / x < y): either says that x * y overflows
            (Node::BvUdiv(max, y), _) if b < y && self.is_ones(max) => {
                let swapped = self.bv_udiv(max, b);
                Some(self.intern_bool(Node::Ult(swapped, y)))
            }
            // (p and q as bits) bit(p) < bit(q) = not p and q
            (Node::FromBool(p), Node::FromBool(q)) => {
                let not_p = self.not(p);
                Some(self.and(not_p, q))
            }
            _ => None,
        }
        .unwrap_or_else(|| self.intern_bool(Node::Ult(a, b)))
    }

    pub fn bv_slt(&mut self, a: Bv, b: Bv) -> Bool {
        let width = self.same_width(a, b);
        // At one bit the sign is the value: x <s y = y <u x
        if width == 1 {
            return self.bv_ult(b, a);
        }
        if let Some(known) = self.order_of_known(a, b, BitVec::slt) {
            return known;
        }
        if let Some(decided) = self.by_domains(a, b, Domain::slt) {
            return self.bool_const(decided);
        }
        // x <s y = x <u y, for x and y of one sign
        let same_sign = |x: Domain, y: Domain| x.sign().filter(|_| x.sign() == y.sign());
        if self.by_domains(a, b, same_sign).is_some() {
            return self.bv_ult(a, b);
        }
        if let Some(c) = self.as_const(b) {
            return self.slt_const(a, &c);
        }
        if let Some(c) = self.as_const(a) {
            return self.const_slt(&c, b);
        }
        match (self.node(a), self.node(b)) {
            // zext(x) <s zext(y) = zext(x) <u zext(y): neither is negative
            (Node::ZeroExtend { .. }, Node::ZeroExtend { .. }) => Some(self.bv_ult(a, b)),
            // sext(x) <s sext(y) = x <s y, the narrower one widened first
            (Node::SignExtend { value: x, .. }, Node::SignExtend { value: y, .. }) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.bv_sext(x, narrow), self.bv_sext(y, narrow));
                self.nested(|pool| pool.bv_slt(x, y))
            }
            _ => None,
        }
        .unwrap_or_else(|| self.intern_bool(Node::Slt(a, b)))
    }

    pub fn bv_ule(&mut self, a: Bv, b: Bv) -> Bool {
        // a <= b = not (b < a)
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    pub fn bv_sle(&mut self, a: Bv, b: Bv) -> Bool {
        // a <= b = not (b < a)
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }

    pub fn bv_ugt(&mut self, a: Bv, b: Bv) -> Bool {
        self.bv_ult(b, a)
    }

    pub fn bv_uge(&mut self, a: Bv, b: Bv) -> Bool {
        self.bv_ule(b, a)
    }

    pub fn bv_sgt(&mut self, a: Bv, b: Bv) -> Bool {
        self.bv_slt(b, a)
    }

    pub fn bv_sge(&mut self, a: Bv, b: Bv) -> Bool {
        self.bv_sle(b, a)
    }

    /// Constants, equal operands, and a choice of two constants against a third.
    fn order_of_known(&mut self, a: Bv, b: Bv, less: fn(&BitVec, &BitVec) -> bool) -> Option<Bool> {
        // x < x = false
        if a == b {
            return Some(self.bool_const(false));
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => Some(self.bool_const(less(&x, &y))),
            // ite(p, c, d) < e = ite(p, c < e, d < e), for constants
            (None, Some(e)) => {
                let (p, c, d) = self.constant_choice(a)?;
                Some(self.choose(p, less(&c, &e), less(&d, &e)))
            }
            (Some(e), None) => {
                let (p, c, d) = self.constant_choice(b)?;
                Some(self.choose(p, less(&e, &c), less(&e, &d)))
            }
            (None, None) => None,
        }
    }

    fn constant_choice(&self, a: Bv) -> Option<(Bool, BitVec, BitVec)> {
        match self.node(a) {
            Node::BvIte(p, c, d) => Some((p, self.as_const(c)?, self.as_const(d)?)),
            _ => None,
        }
    }

    fn choose(&mut self, p: Bool, then: bool, otherwise: bool) -> Bool {
        let (then, otherwise) = (self.bool_const(then), self.bool_const(otherwise));
        self.bool_ite(p, then, otherwise)
    }

    fn ult_const(&mut self, a: Bv, c: &BitVec) -> Bool {
        let width = c.width();
        // x < 0 = false
        if c.is_zero() {
            return self.bool_const(false);
        }
        // x < 1 = (x = 0)
        if c.is_one() {
            return self.eq_value(a, &BitVec::zero(width));
        }
        // x < max = not (x = max)
        if c.is_ones() {
            let eq = self.eq_value(a, c);
            return self.not(eq);
        }
        // zext(x) < c = x < c, or true for a larger c
        if let Node::ZeroExtend { value, .. } = self.node(a) {
            let narrow = self.width(value);
            let low = c.trunc(narrow);
            if low.zext(width) != *c {
                return self.bool_const(true);
            }
            let low = self.bv_const(&low);
            return self.bv_ult(value, low);
        }
        if let (Some(range), Some(limit)) = (self.domain(a), c.to_u64()) {
            // x < c = (x = c-1), where x is never smaller
            if range.umin().checked_add(1) == Some(limit) {
                return self.eq_value(a, &c.sub(&BitVec::one(width)));
            }
            // x < c = not (x = c), where x is never larger
            if range.umax() == limit {
                let eq = self.eq_value(a, c);
                return self.not(eq);
            }
        }
        // x / y < c = not (y = 0) and x < c*y, where that product does not overflow
        if let Node::BvUdiv(x, y) = self.node(a)
            && self.is_exact_product(y, c)
        {
            let zero = self.eq_value(y, &BitVec::zero(width));
            let nonzero = self.not(zero);
            let c = self.bv_const(c);
            let most = self.bv_mul(y, c);
            let less = self.bv_ult(x, most);
            return self.and(nonzero, less);
        }
        let c = self.bv_const(c);
        self.intern_bool(Node::Ult(a, c))
    }

    /// Whether `c * y` never overflows.
    fn is_exact_product(&self, y: Bv, c: &BitVec) -> bool {
        let most = self.domain(y).map(|domain| domain.umax()).zip(c.to_u64());
        let product = most.and_then(|(y, c)| y.checked_mul(c));
        product.is_some_and(|product| product <= u64::MAX >> (64 - c.width()))
    }

    /// Whether `a` is `b - 1`.
    pub(super) fn is_one_less(&self, a: Bv, b: Bv) -> bool {
        match self.node(a) {
            Node::BvAdd(head, last) => head == b && self.is_ones(last),
            _ => false,
        }
    }

    fn const_ult(&mut self, c: &BitVec, b: Bv) -> Bool {
        let width = c.width();
        // max < x = false
        if c.is_ones() {
            return self.bool_const(false);
        }
        // 0 < x = not (x = 0)
        if c.is_zero() {
            let eq = self.eq_value(b, c);
            return self.not(eq);
        }
        // max-1 < x = (x = max)
        let next = c.add(&BitVec::one(width));
        if next.is_ones() {
            return self.eq_value(b, &next);
        }
        // c < zext(x) = c < x, or false for a larger c
        if let Node::ZeroExtend { value, .. } = self.node(b) {
            let narrow = self.width(value);
            let low = c.trunc(narrow);
            if low.zext(width) != *c {
                return self.bool_const(false);
            }
            let low = self.bv_const(&low);
            return self.bv_ult(low, value);
        }
        // c < x = not (x < c+1), so that the constant stands on the right
        let below = self.ult_const(b, &next);
        self.not(below)
    }

    fn slt_const(&mut self, a: Bv, c: &BitVec) -> Bool {
        let width = c.width();
        let min = BitVec::signed_min(width);
        // x < min = false
        if *c == min {
            return self.bool_const(false);
        }
        // x < min+1 = (x = min)
        if *c == min.add(&BitVec::one(width)) {
            return self.eq_value(a, &min);
        }
        // x < max = not (x = max)
        if *c == BitVec::signed_max(width) {
            let eq = self.eq_value(a, c);
            return self.not(eq);
        }
        match self.node(a) {
            // zext(x) <s c = zext(x) <u c, or false for a negative c
            Node::ZeroExtend { .. } if c.is_negative() => return self.bool_const(false),
            Node::ZeroExtend { .. } => return self.ult_const(a, c),
            // sext(x) <s c = x <s c, or the sign of c where x cannot reach it
            Node::SignExtend { value, .. } => {
                let low = c.trunc(self.width(value));
                if low.sext(width) != *c {
                    return self.bool_const(!c.is_negative());
                }
                let low = self.bv_const(&low);
                return self.bv_slt(value, low);
            }
            _ => {}
        }
        let c = self.bv_const(c);
        self.intern_bool(Node::Slt(a, c))
    }

    fn const_slt(&mut self, c: &BitVec, b: Bv) -> Bool {
        // max < x = false
        if *c == BitVec::signed_max(c.width()) {
            return self.bool_const(false);
        }
        // c < x = not (x < c+1), so that the constant stands on the right
        let below = self.slt_const(b, &c.add(&BitVec::one(c.width())));
        self.not(below)
    }

    /// What the domains of both say together, where both have one.
    fn by_domains<T>(
        &self,
        a: Bv,
        b: Bv,
        say: impl FnOnce(Domain, Domain) -> Option<T>,
    ) -> Option<T> {
        say(self.domain(a)?, self.domain(b)?)
    }

    pub(super) fn is_ones(&self, a: Bv) -> bool {
        self.as_const(a).is_some_and(|value| value.is_ones())
    }

    fn eq_value(&mut self, a: Bv, value: &BitVec) -> Bool {
        let value = self.bv_const(value);
        self.bv_eq(a, value)
    }
}
