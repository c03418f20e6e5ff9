//! Truth values: `not`, `and`, `or`, `xor`, `implies`.
//!
//! Canonical form: only `Not`, `And` and `Xor` are nodes (and `BoolIte`, in `ite`), no `Not` stands
//! below a `Not` or a `Xor`, operands are ordered by id. `or` is written by De Morgan's law, so that a
//! disjunction and the negation of its negated parts are one term.

use crate::pool::TermPool;
use crate::term::{Bool, Node};

impl TermPool {
    pub fn not(&mut self, a: Bool) -> Bool {
        match self.node(a) {
            Node::True => self.bool_const(false),
            Node::False => self.bool_const(true),
            // not not a = a
            Node::Not(inner) => inner,
            _ => self.intern_bool(Node::Not(a)),
        }
    }

    pub fn and(&mut self, a: Bool, b: Bool) -> Bool {
        match (self.as_const_bool(a), self.as_const_bool(b)) {
            // a and true = a, a and false = false
            (Some(true), _) | (_, Some(false)) => return b,
            (Some(false), _) | (_, Some(true)) => return a,
            (None, None) => {}
        }
        // a and a = a
        if a == b {
            return a;
        }
        // a and not a = false
        if self.are_opposite(a, b) {
            return self.bool_const(false);
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.node(whole) {
                // (x and y) and x = x and y
                Node::And(x, y) if part == x || part == y => return whole,
                // (x and y) and not x = false
                Node::And(x, y) if self.are_opposite(part, x) || self.are_opposite(part, y) => {
                    return self.bool_const(false);
                }
                Node::Not(inner) => {
                    if let Node::And(x, y) = self.node(inner) {
                        // not (x and y) and not x = not x
                        if self.are_opposite(part, x) || self.are_opposite(part, y) {
                            return part;
                        }
                        // not (x and y) and x = x and not y
                        if part == x || part == y {
                            let other = if part == x { y } else { x };
                            let not_other = self.not(other);
                            return self.and_ordered(part, not_other);
                        }
                    }
                }
                _ => {}
            }
        }
        self.and_ordered(a, b)
    }

    pub fn or(&mut self, a: Bool, b: Bool) -> Bool {
        // a or b = not (not a and not b)
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    pub fn implies(&mut self, a: Bool, b: Bool) -> Bool {
        // a implies b = not (a and not b)
        let not_b = self.not(b);
        let broken = self.and(a, not_b);
        self.not(broken)
    }

    pub fn xor(&mut self, a: Bool, b: Bool) -> Bool {
        // (not x) xor y = not (x xor y)
        let (a, a_negated) = self.strip_not(a);
        let (b, b_negated) = self.strip_not(b);
        let negate = a_negated != b_negated;
        let plain = self.xor_plain(a, b);
        if negate { self.not(plain) } else { plain }
    }

    /// The conjunction of all, true for none.
    pub fn and_all(&mut self, parts: impl IntoIterator<Item = Bool>) -> Bool {
        let all = self.bool_const(true);
        parts.into_iter().fold(all, |acc, part| self.and(acc, part))
    }

    /// The disjunction of all, false for none.
    pub fn or_all(&mut self, parts: impl IntoIterator<Item = Bool>) -> Bool {
        let none = self.bool_const(false);
        parts.into_iter().fold(none, |acc, part| self.or(acc, part))
    }

    pub(crate) fn bool_eq(&mut self, a: Bool, b: Bool) -> Bool {
        // (a = b) = not (a xor b)
        let differ = self.xor(a, b);
        self.not(differ)
    }

    /// Whether one is the negation of the other.
    pub(crate) fn are_opposite(&self, a: Bool, b: Bool) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    fn and_ordered(&mut self, a: Bool, b: Bool) -> Bool {
        if a == b {
            return a;
        }
        if self.are_opposite(a, b) {
            return self.bool_const(false);
        }
        self.intern_bool(Node::And(a.min(b), a.max(b)))
    }

    fn strip_not(&self, a: Bool) -> (Bool, bool) {
        match self.node(a) {
            Node::Not(inner) => (inner, true),
            _ => (a, false),
        }
    }

    fn xor_plain(&mut self, a: Bool, b: Bool) -> Bool {
        match (self.as_const_bool(a), self.as_const_bool(b)) {
            // a xor false = a, a xor true = not a
            (Some(c), _) => return if c { self.not(b) } else { b },
            (_, Some(c)) => return if c { self.not(a) } else { a },
            (None, None) => {}
        }
        // a xor a = false
        if a == b {
            return self.bool_const(false);
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.node(whole) {
                // (x xor y) xor x = y
                Node::Xor(x, y) if part == x => return y,
                Node::Xor(x, y) if part == y => return x,
                _ => {}
            }
        }
        self.intern_bool(Node::Xor(a.min(b), a.max(b)))
    }
}
