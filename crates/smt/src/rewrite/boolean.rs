//! Truth values: `not`, `and`, `or`, `xor`, `implies`.
//!
//! Canonical form: only `Not`, `And` and `Xor` are nodes (and `BoolIte`, in `ite`), no `Not` stands
//! below a `Not` or a `Xor`, operands are ordered by id. A conjunct does not repeat or contradict one
//! of the first few of its conjunction. `or` is written by De Morgan's law, so that a
//! disjunction and the negation of its negated parts are one term.

use crate::pool::TermPool;
use crate::term::{Bool, Node};

/// How many parts of a conjunction a new part is compared with.
const MAX_CONJUNCTS: usize = 8;

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
        if let Some(absorbed) = self.absorb(a, b) {
            return absorbed;
        }
        for (whole, part) in [(a, b), (b, a)] {
            let Node::Not(inner) = self.node(whole) else {
                continue;
            };
            let Node::And(x, y) = self.node(inner) else {
                continue;
            };
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

    /// `a and b`, where parts of one are parts of the other or contradict them.
    fn absorb(&mut self, a: Bool, b: Bool) -> Option<Bool> {
        let is_and = |pool: &TermPool, x: Bool| matches!(pool.node(x), Node::And(..));
        if !is_and(self, a) && !is_and(self, b) {
            return None;
        }
        let (a_parts, b_parts) = (self.conjuncts(a), self.conjuncts(b));
        for (whole, whole_parts, part, parts) in
            [(a, &a_parts, b, &b_parts), (b, &b_parts, a, &a_parts)]
        {
            let has = |x: Bool| whole_parts.contains(&Some(x));
            let parts = || parts.iter().copied().flatten();
            // (x and y) and x = x and y
            if parts().all(has) {
                return Some(whole);
            }
            let lacks = |x: Bool| whole_parts.iter().flatten().any(|&y| self.are_opposite(x, y));
            // (x and y) and not x = false
            if parts().any(lacks) {
                return Some(self.bool_const(false));
            }
            let Node::Not(inner) = self.node(part) else {
                continue;
            };
            let Node::And(x, y) = self.node(inner) else {
                continue;
            };
            // (x and z) and not (not x and y) = x and z
            if lacks(x) || lacks(y) {
                return Some(whole);
            }
            // (x and z) and not (x and y) = (x and z) and not y
            if has(x) || has(y) {
                let other = if has(x) { y } else { x };
                return self.nested(|pool| {
                    let not_other = pool.not(other);
                    pool.and(whole, not_other)
                });
            }
        }
        None
    }

    /// The first parts of a conjunction, which may be conjunctions themselves when there are many.
    fn conjuncts(&self, a: Bool) -> [Option<Bool>; MAX_CONJUNCTS] {
        let mut parts = [None; MAX_CONJUNCTS];
        parts[0] = Some(a);
        let (mut at, mut end) = (0, 1);
        while let Some(Some(part)) = parts.get(at).copied() {
            match self.node(part) {
                Node::And(x, y) if end < MAX_CONJUNCTS => {
                    parts[at] = Some(x);
                    parts[end] = Some(y);
                    end += 1;
                }
                _ => at += 1,
            }
        }
        parts
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
