//! Domains and truths under what a path says.
//!
//! Invariant: whatever is answered holds in every assignment that agrees with the facts. Facts that
//! contradict each other describe no assignment, and then any answer will do.

use super::node::{self, Operands};
use super::{Domain, MAX_DOMAIN_WIDTH};
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node, Term};
use crate::work::VISIT;
use rustc_hash::FxHashMap;

/// How many terms one query may look at. What lies beyond is known as far as it is without facts.
const MAX_TERMS: u32 = 256;

/// The same for a query that is asked at every turn.
const FEW_TERMS: u32 = 24;

/// What is known about certain terms.
pub trait Facts {
    /// Values that `term` is among.
    fn domain(&self, term: Bv) -> Option<Domain>;

    /// Whether `term` holds. Never asked about a negation: facts are about what is negated.
    fn truth(&self, term: Bool) -> Option<bool>;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn domain(&self, _term: Bv) -> Option<Domain> {
        None
    }

    fn truth(&self, _term: Bool) -> Option<bool> {
        None
    }
}

/// What the facts leave of a term; `None` for one above 64 bits.
pub fn domain_under(pool: &TermPool, facts: &dyn Facts, term: Bv) -> Option<Domain> {
    Walk::new(pool).domain_under(facts, term)
}

/// As [`domain_under`], but looks at few terms: what lies deeper hardly ever fixes a value.
pub fn domain_nearby(pool: &TermPool, facts: &dyn Facts, term: Bv) -> Option<Domain> {
    let mut walk = Walk::new(pool);
    walk.left = FEW_TERMS;
    walk.domain_under(facts, term)
}

/// Whether a condition holds, where the facts decide it.
pub fn decide(pool: &TermPool, facts: &dyn Facts, condition: Bool) -> Option<bool> {
    Walk::new(pool).truth_under(facts, condition)
}

/// A walk over terms, bottom-up, that remembers what it found. Facts may get sharper between
/// queries: what was found before stays true.
pub(super) struct Walk<'a> {
    pool: &'a TermPool,
    domains: FxHashMap<Bv, Domain>,
    truths: FxHashMap<Bool, Option<bool>>,
    stack: Vec<Term>,
    left: u32,
}

impl<'a> Walk<'a> {
    pub(super) fn new(pool: &'a TermPool) -> Walk<'a> {
        Walk {
            pool,
            domains: FxHashMap::default(),
            truths: FxHashMap::default(),
            stack: Vec::new(),
            left: MAX_TERMS,
        }
    }

    pub(super) fn domain_under(&mut self, facts: &dyn Facts, term: Bv) -> Option<Domain> {
        self.visit(facts, term.into());
        self.value(term)
    }

    pub(super) fn truth_under(&mut self, facts: &dyn Facts, term: Bool) -> Option<bool> {
        self.visit(facts, term.into());
        self.truth(term)
    }

    /// Replaces what was found for a term by something sharper.
    pub(super) fn sharpen(&mut self, term: Bv, domain: Domain) {
        self.domains.insert(term, domain);
    }

    /// As `sharpen`.
    pub(super) fn set_truth(&mut self, term: Bool, truth: bool) {
        self.truths.insert(term, Some(truth));
    }

    /// Forgets everything, to look again with sharper facts.
    pub(super) fn restart(&mut self) {
        self.domains.clear();
        self.truths.clear();
        self.left = MAX_TERMS;
    }

    fn visit(&mut self, facts: &dyn Facts, root: Term) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(root);
        while let Some(&term) = stack.last() {
            if self.is_done(term) || self.is_fact(facts, term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            if self.left > 0 {
                node::operands(self.pool, term, |operand| {
                    if !self.is_done(operand) {
                        stack.push(operand);
                    }
                });
            }
            if stack.len() > depth {
                self.left -= 1;
                continue;
            }
            stack.pop();
            self.pool.spend(VISIT);
            if let Some(term) = self.pool.as_bool(term) {
                let truth = node::truth_of(self.pool, term, self);
                let truth = truth.or_else(|| self.by_related(facts, term));
                self.truths.insert(term, truth);
            } else if let Some(term) = self.pool.as_bv(term) {
                let computed = node::domain_of(self.pool, term, self);
                let computed = match self.pool.domain(term) {
                    Some(always) => computed.meet(always).unwrap_or(always),
                    None => computed,
                };
                let domain = match facts.domain(term) {
                    Some(fact) => computed.meet(fact).unwrap_or(fact),
                    None => computed,
                };
                self.domains.insert(term, domain);
            }
        }
        self.stack = stack;
    }

    fn is_done(&self, term: Term) -> bool {
        if let Some(term) = self.pool.as_bool(term) {
            self.truths.contains_key(&term) || self.pool.as_const_bool(term).is_some()
        } else if let Some(term) = self.pool.as_bv(term) {
            self.domains.contains_key(&term)
                || self.pool.is_const(term)
                || self.pool.width(term) > MAX_DOMAIN_WIDTH
        } else {
            true
        }
    }

    /// Whether the facts answer for a term as a whole, so that its operands do not matter.
    fn is_fact(&mut self, facts: &dyn Facts, term: Term) -> bool {
        if let Some(term) = self.pool.as_bool(term) {
            if matches!(self.pool.node(term), Node::Not(_)) {
                return false;
            }
            let truth = facts.truth(term);
            if truth.is_some() {
                self.truths.insert(term, truth);
            }
            truth.is_some()
        } else if let Some(term) = self.pool.as_bv(term) {
            let single = facts.domain(term).filter(|domain| domain.as_const().is_some());
            if let Some(domain) = single {
                self.domains.insert(term, domain);
            }
            single.is_some()
        } else {
            false
        }
    }

    /// Of three comparisons of the same two terms, what the facts about two say of the third.
    fn by_related(&self, facts: &dyn Facts, term: Bool) -> Option<bool> {
        let fact = |node: Node| {
            let related = self.pool.find(&node)?;
            facts.truth(self.pool.as_bool(related)?)
        };
        let same = |a: Bv, b: Bv| fact(Node::BvEq(a.min(b), a.max(b)));
        match self.pool.node(term) {
            Node::Ult(a, b) => less(fact(Node::Ult(b, a)), || same(a, b)),
            Node::Slt(a, b) => less(fact(Node::Slt(b, a)), || same(a, b)),
            Node::BvEq(a, b) => equal(fact(Node::Ult(a, b)), || fact(Node::Ult(b, a)))
                .or_else(|| equal(fact(Node::Slt(a, b)), || fact(Node::Slt(b, a)))),
            _ => None,
        }
    }
}

impl Operands for Walk<'_> {
    fn value(&self, term: Bv) -> Option<Domain> {
        self.domains.get(&term).copied().or_else(|| self.pool.domain(term))
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.truths.get(&term).copied().unwrap_or_else(|| self.pool.as_const_bool(term))
    }
}

/// Whether a < b, given whether b < a and whether a = b.
fn less(greater: Option<bool>, same: impl Fn() -> Option<bool>) -> Option<bool> {
    match greater {
        Some(true) => Some(false),
        Some(false) => same().map(|same| !same),
        None => same().filter(|&same| same).map(|_| false),
    }
}

/// Whether a = b, given whether a < b and whether b < a.
fn equal(below: Option<bool>, above: impl Fn() -> Option<bool>) -> Option<bool> {
    match (below, above()) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    }
}
