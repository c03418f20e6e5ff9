//! `bv_add`, `bv_sub`, `bv_neg`, `bv_mul`: all but a product of two unknowns go through `linear`.

use super::linear::Linear;
use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

impl TermPool {
    pub fn bv_add(&mut self, a: Bv, b: Bv) -> Bv {
        self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::add) {
            return folded;
        }
        let (a, b) = self.commute(a, b);
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, &c);
        }
        let mut sum = self.linear_of(a);
        let one = BitVec::one(self.width(a));
        sum.add_scaled(&self.linear_of(b), &one);
        self.linear_term(sum)
    }

    pub fn bv_sub(&mut self, a: Bv, b: Bv) -> Bv {
        self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::sub) {
            return folded;
        }
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, &c.neg());
        }
        // a - b = a + -1*b, where x - x cancels
        let difference = self.linear_difference(a, b);
        self.linear_term(difference)
    }

    pub fn bv_neg(&mut self, a: Bv) -> Bv {
        let minus_one = BitVec::ones(self.width(a));
        self.scale(a, &minus_one)
    }

    pub fn bv_mul(&mut self, a: Bv, b: Bv) -> Bv {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(a, b, BitVec::mul) {
            return folded;
        }
        let (a, b) = self.commute(a, b);
        if let Some(factor) = self.as_const(b) {
            return self.scale(a, &factor);
        }
        // (c*x) * (d*y) = (c*d) * (x*y)
        let (a, a_factor) = self.split_factor(a);
        let (b, b_factor) = self.split_factor(b);
        let (a, b) = self.commute(a, b);
        let product = self.intern_bv(width, Node::BvMul(a, b));
        self.scale(product, &a_factor.mul(&b_factor))
    }

    /// `a + c`. Counters and pointers walk by constants, so this skips the detour through `Linear`
    /// where the constant can only meet another one.
    fn add_const(&mut self, a: Bv, c: &BitVec) -> Bv {
        let width = c.width();
        // (x + d) + c = x + (d + c)
        let (head, total) = match self.node(a) {
            Node::BvAdd(head, last) => match self.as_const(last) {
                Some(d) => (head, d.add(c)),
                None => (a, c.clone()),
            },
            _ => (a, c.clone()),
        };
        // x + 0 = x
        if total.is_zero() {
            return head;
        }
        if matches!(self.node(head), Node::BvNeg(_) | Node::BvNot(_)) || width == 1 {
            // These may combine with the constant: -x + -1 = ~x and ~x + 1 = -x. At one bit every
            // term is its own negation.
            let mut sum = self.linear_of(head);
            sum.constant = sum.constant.add(&total);
            return self.linear_term(sum);
        }
        let total = self.bv_const(&total);
        self.intern_bv(width, Node::BvAdd(head, total))
    }

    /// `factor * a`, where c*(x + k) = c*x + c*k, c*(d*x) = (c*d)*x, 0*x = 0 and 1*x = x.
    fn scale(&mut self, a: Bv, factor: &BitVec) -> Bv {
        let mut product = Linear::constant(BitVec::zero(factor.width()));
        let mut sum = self.linear_of(a);
        // A sum of several unknowns stays one term: what is known of it would be lost.
        if sum.terms.len() > 1 && !factor.is_zero() && !factor.is_one() && !factor.is_ones() {
            sum = Linear::term(self, a);
        }
        product.add_scaled(&sum, factor);
        self.linear_term(product)
    }

    /// `a` as a constant multiple of another term.
    fn split_factor(&self, a: Bv) -> (Bv, BitVec) {
        let width = self.width(a);
        match self.node(a) {
            Node::BvNeg(term) => (term, BitVec::ones(width)),
            Node::BvMul(term, factor) => match self.as_const(factor) {
                Some(factor) => (term, factor),
                None => (a, BitVec::one(width)),
            },
            _ => (a, BitVec::one(width)),
        }
    }
}
