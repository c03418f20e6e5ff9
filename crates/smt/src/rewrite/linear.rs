//! Sums in linear normal form: `c1*t1 + c2*t2 + ... + k`, all modulo 2^width.
//!
//! Invariant of `Linear`: terms are strictly ordered by id, no coefficient is zero, and no term is
//! itself a negation or a constant multiple. A term that is itself a sum has a coefficient other
//! than 1 and -1 (but for the tail of a very long sum): `c*(x + y)` is written so, because what a
//! path knows of `x + y` would be lost in `c*x + c*y`. `BvAdd`,
//! `BvNeg`, `BvNot` and `BvMul` by a constant are the written form of it: additions lean left, the
//! constant is the last addend, `-1*t` is `BvNeg(t)` and `-t - 1` is `BvNot(t)`.

use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

/// Longer sums are cut: what lies deeper counts as one term. It keeps an addition to a long sum
/// cheap; sums this long do not come from address arithmetic, where cancelling matters.
const MAX_ADDENDS: usize = 32;

#[derive(Clone)]
pub(super) struct Linear {
    pub(super) terms: Vec<(Bv, BitVec)>,
    pub(super) constant: BitVec,
}

impl Linear {
    pub(super) fn constant(value: BitVec) -> Linear {
        Linear { terms: Vec::new(), constant: value }
    }

    /// Of one term, which is no constant.
    pub(super) fn term(pool: &TermPool, term: Bv) -> Linear {
        let width = pool.width(term);
        Linear { terms: vec![(term, BitVec::one(width))], constant: BitVec::zero(width) }
    }

    /// `self + factor * other`
    pub(super) fn add_scaled(&mut self, other: &Linear, factor: &BitVec) {
        self.constant = self.constant.add(&other.constant.mul(factor));
        for (term, coefficient) in &other.terms {
            self.add_term(*term, &coefficient.mul(factor));
        }
    }

    fn add_term(&mut self, term: Bv, coefficient: &BitVec) {
        match self.terms.binary_search_by_key(&term, |(t, _)| *t) {
            Ok(at) => {
                // c*t + d*t = (c + d)*t, and 0*t = 0
                let sum = self.terms[at].1.add(coefficient);
                if sum.is_zero() {
                    self.terms.remove(at);
                } else {
                    self.terms[at].1 = sum;
                }
            }
            Err(at) if !coefficient.is_zero() => {
                self.terms.insert(at, (term, coefficient.clone()));
            }
            Err(_) => {}
        }
    }
}

impl TermPool {
    /// `a` read as a sum.
    pub(super) fn linear_of(&self, a: Bv) -> Linear {
        let width = self.width(a);
        let one = BitVec::one(width);
        let mut sum = Linear::constant(BitVec::zero(width));
        let mut rest = a;
        for _ in 1..MAX_ADDENDS {
            match self.node(rest) {
                Node::BvAdd(head, last) => {
                    self.add_addend(&mut sum, last, &one);
                    rest = head;
                }
                _ => break,
            }
        }
        self.add_addend(&mut sum, rest, &one);
        sum
    }

    /// The canonical term of a sum.
    pub(super) fn linear_term(&mut self, mut sum: Linear) -> Bv {
        let width = sum.constant.width();
        self.open_sums(&mut sum, |coefficient| coefficient.is_one() || coefficient.is_ones());
        self.join_quotients(&mut sum);
        if let [(term, coefficient)] = sum.terms.as_slice()
            && coefficient.is_ones()
            && sum.constant.is_ones()
        {
            // -t - 1 = not t
            return self.not_of_term(*term);
        }
        let mut result: Option<Bv> = None;
        for (term, coefficient) in &sum.terms {
            let addend = self.scaled_term(*term, coefficient);
            result = Some(match result {
                None => addend,
                Some(head) => self.intern_bv(width, Node::BvAdd(head, addend)),
            });
        }
        match result {
            None => self.bv_const(&sum.constant),
            // x + 0 = x
            Some(head) if sum.constant.is_zero() => head,
            Some(head) => {
                let constant = self.bv_const(&sum.constant);
                self.intern_bv(width, Node::BvAdd(head, constant))
            }
        }
    }

    /// c*(x + y) = c*x + c*y, for terms whose coefficient asks for it.
    fn open_sums(&self, sum: &mut Linear, asks: impl Fn(&BitVec) -> bool) {
        // A sum as long as that ends in a tail that stays closed.
        while sum.terms.len() < MAX_ADDENDS - 1 {
            let found = sum.terms.iter().position(|(term, c)| self.is_sum(*term) && asks(c));
            let Some(at) = found else { break };
            let (term, coefficient) = sum.terms.remove(at);
            sum.add_scaled(&self.linear_of(term), &coefficient);
        }
    }

    /// c*(x / y)*y + c*(x % y) = c*x, also for y = 0
    fn join_quotients(&self, sum: &mut Linear) {
        let remainders: Vec<(Bv, BitVec)> = sum
            .terms
            .iter()
            .filter(|(term, _)| matches!(self.node(*term), Node::BvUrem(..)))
            .cloned()
            .collect();
        for (remainder, c) in remainders {
            let Node::BvUrem(x, y) = self.node(remainder) else {
                continue;
            };
            let Some(quotient) = self.find(&Node::BvUdiv(x, y)).map(Bv::trusted) else {
                continue;
            };
            // A constant divisor is part of the coefficient; another one makes a product.
            let (product, factor) = match self.as_const(y) {
                Some(divisor) => (Some(quotient), divisor.mul(&c)),
                None => {
                    let (a, b) = self.commute(quotient, y);
                    (self.find(&Node::BvMul(a, b)).map(Bv::trusted), c.clone())
                }
            };
            let Some(product) = product else {
                continue;
            };
            let at = sum.terms.binary_search_by_key(&product, |(term, _)| *term);
            if at.is_ok_and(|at| sum.terms[at].1 == factor) {
                sum.add_term(product, &factor.neg());
                sum.add_term(remainder, &c.neg());
                sum.add_scaled(&self.linear_of(x), &c);
            }
        }
    }

    /// Whether `a` is more than one plain term when read as a sum.
    pub(super) fn is_linear(&self, a: Bv) -> bool {
        match self.node(a) {
            Node::BvAdd(..) | Node::BvNeg(_) | Node::BvNot(_) => true,
            Node::BvMul(_, factor) => self.is_const(factor),
            _ => self.is_const(a),
        }
    }

    /// `a - b` read as a sum.
    pub(super) fn linear_difference(&self, a: Bv, b: Bv) -> Linear {
        let mut sum = self.linear_of(a);
        let minus_one = BitVec::ones(self.width(b));
        sum.add_scaled(&self.linear_of(b), &minus_one);
        if !sum.terms.iter().any(|(term, _)| self.is_sum(*term)) {
            return sum;
        }
        // Sums are opened where their parts cancel.
        let mut open = sum.clone();
        self.open_sums(&mut open, |_| true);
        if open.terms.len() <= sum.terms.len() { open } else { sum }
    }

    fn is_sum(&self, a: Bv) -> bool {
        matches!(self.node(a), Node::BvAdd(..))
    }

    fn add_addend(&self, sum: &mut Linear, addend: Bv, factor: &BitVec) {
        if let Some(value) = self.as_const(addend) {
            sum.constant = sum.constant.add(&value.mul(factor));
            return;
        }
        match self.node(addend) {
            Node::BvNeg(term) => sum.add_term(term, &factor.neg()),
            // not t = -t - 1
            Node::BvNot(term) => {
                sum.add_term(term, &factor.neg());
                sum.constant = sum.constant.sub(factor);
            }
            Node::BvMul(term, coefficient) => match self.as_const(coefficient) {
                Some(coefficient) => sum.add_term(term, &coefficient.mul(factor)),
                None => sum.add_term(addend, factor),
            },
            _ => sum.add_term(addend, factor),
        }
    }

    /// `coefficient * term`, for a term that is not itself a multiple.
    fn scaled_term(&mut self, term: Bv, coefficient: &BitVec) -> Bv {
        let width = self.width(term);
        // 1*t = t
        if coefficient.is_one() {
            return term;
        }
        // -1*t = -t
        if coefficient.is_ones() {
            return self.intern_bv(width, Node::BvNeg(term));
        }
        let coefficient = self.bv_const(coefficient);
        self.intern_bv(width, Node::BvMul(term, coefficient))
    }
}
