//! What follows when a condition holds.
//!
//! Invariant: a refinement holds in every assignment that agrees with the facts and satisfies the
//! condition. The search goes from the condition down to its parts, a bounded number of steps and
//! of rounds, so it finds some of what follows and never all.

use super::facts::{Facts, Walk};
use super::node;
use super::{Domain, inverse};
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node};
use std::collections::BTreeMap;

/// How many conclusions one round may draw.
const MAX_STEPS: u32 = 192;

/// How often the search starts again with what it has found.
const MAX_ROUNDS: u32 = 3;

/// No assignment agrees with the facts and satisfies the condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// Sharper domains and decided truths, one for each term, in the order of the terms. A domain that
/// follows from those of the operands is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refinements {
    domains: BTreeMap<Bv, Domain>,
    truths: BTreeMap<Bool, bool>,
}

impl Refinements {
    pub fn new() -> Refinements {
        Refinements::default()
    }

    /// Terms with all that is known of them now, what the facts said included.
    pub fn domains(&self) -> impl Iterator<Item = (Bv, Domain)> {
        self.domains.iter().map(|(&term, &domain)| (term, domain))
    }

    /// What is known of one term.
    pub(crate) fn domain(&self, term: Bv) -> Option<Domain> {
        self.domains.get(&term).copied()
    }

    /// Whether one condition is decided.
    pub(crate) fn truth(&self, term: Bool) -> Option<bool> {
        self.truths.get(&term).copied()
    }

    /// Conditions that are decided, none of them a negation.
    pub fn truths(&self) -> impl Iterator<Item = (Bool, bool)> {
        self.truths.iter().map(|(&term, &truth)| (term, truth))
    }

    pub fn is_empty(&self) -> bool {
        self.domains.is_empty() && self.truths.is_empty()
    }
}

/// Adds to `out` what follows when `condition` holds; what `out` contains counts as a fact.
pub fn refine(
    pool: &TermPool,
    facts: &dyn Facts,
    condition: Bool,
    out: &mut Refinements,
) -> Result<(), Contradiction> {
    let mut search =
        Search { pool, facts, out, walk: Walk::new(pool), changed: false, again: false };
    for round in 0..MAX_ROUNDS {
        search.changed = false;
        search.again = round > 0;
        search.round(condition)?;
        if !search.changed {
            break;
        }
        search.walk.restart();
    }
    search.drop_implied();
    Ok(())
}

/// Conclusions yet to be drawn.
#[derive(Default)]
pub(super) struct Steps {
    values: Vec<(Bv, Domain)>,
    truths: Vec<(Bool, bool)>,
}

impl Steps {
    pub(super) fn value(&mut self, term: Bv, domain: Option<Domain>) {
        if let Some(domain) = domain {
            self.values.push((term, domain));
        }
    }

    pub(super) fn truth(&mut self, term: Bool, truth: bool) {
        self.truths.push((term, truth));
    }
}

struct Search<'a> {
    pool: &'a TermPool,
    facts: &'a dyn Facts,
    out: &'a mut Refinements,
    walk: Walk<'a>,
    changed: bool,
    /// Whether known refinements are followed down once more.
    again: bool,
}

impl Search<'_> {
    fn round(&mut self, condition: Bool) -> Result<(), Contradiction> {
        let mut steps = Steps::default();
        steps.truth(condition, true);
        for _ in 0..MAX_STEPS {
            if let Some((term, truth)) = steps.truths.pop() {
                self.assume_truth(term, truth, &mut steps)?;
            } else if let Some((term, domain)) = steps.values.pop() {
                self.assume_value(term, domain, &mut steps)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn assume_truth(
        &mut self,
        mut term: Bool,
        mut truth: bool,
        steps: &mut Steps,
    ) -> Result<(), Contradiction> {
        if let Node::Not(inner) = self.pool.node(term) {
            (term, truth) = (inner, !truth);
        }
        let facts = Overlay { facts: self.facts, found: self.out };
        let current = self.walk.truth_under(&facts, term);
        if current == Some(!truth) {
            return Err(Contradiction);
        }
        if self.pool.as_const_bool(term).is_some() {
            return Ok(());
        }
        if facts.truth(term).is_none() {
            self.out.truths.insert(term, truth);
            self.walk.set_truth(term, truth);
            self.changed = true;
        }
        // Where the truth was a fact, its operands have not been examined.
        let facts = Overlay { facts: self.facts, found: self.out };
        node::operands(self.pool, term.into(), |operand| {
            if let Some(operand) = self.pool.as_bv(operand) {
                self.walk.domain_under(&facts, operand);
            } else if let Some(operand) = self.pool.as_bool(operand) {
                self.walk.truth_under(&facts, operand);
            }
        });
        if let Some(left) = node::given(self.pool, term, truth, &self.walk) {
            let (left, right) = left.ok_or(Contradiction)?;
            if let Node::BvEq(a, b) | Node::Ult(a, b) | Node::Slt(a, b) = self.pool.node(term) {
                steps.value(a, Some(left));
                steps.value(b, Some(right));
            }
            return Ok(());
        }
        inverse::from_truth(self.pool, term, truth, &self.walk, steps)
    }

    fn assume_value(
        &mut self,
        term: Bv,
        domain: Domain,
        steps: &mut Steps,
    ) -> Result<(), Contradiction> {
        let facts = Overlay { facts: self.facts, found: self.out };
        let Some(current) = self.walk.domain_under(&facts, term) else {
            return Ok(());
        };
        let sharper = current.meet(domain).ok_or(Contradiction)?;
        if sharper != current {
            self.out.domains.insert(term, sharper);
            self.walk.sharpen(term, sharper);
            self.changed = true;
        } else if !(self.again && self.out.domains.contains_key(&term)) {
            return Ok(());
        }
        inverse::from_value(self.pool, term, sharper, &self.walk, steps)
    }

    /// Removes the domains that the operands give as well, so that a path remembers leaves.
    fn drop_implied(&mut self) {
        self.walk.restart();
        // Operands come before what is made of them.
        let terms: Vec<(Bv, Domain)> = self.out.domains().collect();
        for (term, domain) in terms {
            self.out.domains.remove(&term);
            let facts = Overlay { facts: self.facts, found: self.out };
            let implied = self.walk.domain_under(&facts, term);
            let implied = implied.is_some_and(|implied| implied.is_within(domain));
            if !implied {
                self.out.domains.insert(term, domain);
                self.walk.sharpen(term, domain);
            }
        }
        // A conjunction follows from its parts, unless the search ended before it reached them.
        let truths: Vec<(Bool, bool)> = self.out.truths().collect();
        for (term, truth) in truths {
            if let (Node::And(a, b), true) = (self.pool.node(term), truth) {
                let facts = Overlay { facts: self.facts, found: self.out };
                if [a, b].into_iter().all(|part| self.is_fact(&facts, part)) {
                    self.out.truths.remove(&term);
                }
            }
        }
    }

    fn is_fact(&self, facts: &dyn Facts, term: Bool) -> bool {
        match self.pool.node(term) {
            Node::Not(inner) => facts.truth(inner) == Some(false),
            _ => facts.truth(term) == Some(true),
        }
    }
}

/// Facts and what was found on top of them.
struct Overlay<'a> {
    facts: &'a dyn Facts,
    found: &'a Refinements,
}

impl Facts for Overlay<'_> {
    fn domain(&self, term: Bv) -> Option<Domain> {
        self.found.domains.get(&term).copied().or_else(|| self.facts.domain(term))
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.found.truths.get(&term).copied().or_else(|| self.facts.truth(term))
    }
}
