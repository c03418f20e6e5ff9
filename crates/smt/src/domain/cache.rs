//! The domains of a pool's terms, on no assumption about their symbols.
//!
//! Invariant: what is stored for a term depends on the term alone, so the rewriter may rely on it
//! and still build the same term each time. A term costs four bytes here, and a domain only if it is
//! not the domain of all values.

use super::node::{self, Operands};
use super::{Domain, MAX_DOMAIN_WIDTH};
use crate::pool::TermPool;
use crate::release::Mark;
use crate::term::{Bool, Bv, Node};

/// What was found so far, by term id.
#[derive(Default)]
pub(crate) struct DomainCache {
    slots: Vec<Slot>,
    domains: Vec<Domain>,
    /// Kept for its memory; empty between queries.
    stack: Vec<Bv>,
}

/// `MISSING`, `TOP`, or two more than an index into the domains.
type Slot = u32;
const MISSING: Slot = 0;
const TOP: Slot = 1;

impl TermPool {
    /// What is known of a term whatever its symbols are; `None` for one above 64 bits.
    pub fn domain(&self, term: Bv) -> Option<Domain> {
        if self.width(term) > MAX_DOMAIN_WIDTH {
            return None;
        }
        let mut cache = self.domains.borrow_mut();
        if let Some(domain) = cache.get(self, term) {
            return Some(domain);
        }
        cache.compute(self, term);
        cache.get(self, term)
    }
}

impl DomainCache {
    /// Operands first, with a stack of our own: a chain of terms may be long.
    fn compute(&mut self, pool: &TermPool, root: Bv) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(root);
        while let Some(&term) = stack.last() {
            if self.is_missing(pool, term) {
                let depth = stack.len();
                node::operands(pool, term.into(), |operand| {
                    if let Some(operand) = pool.as_bv(operand)
                        && pool.width(operand) <= MAX_DOMAIN_WIDTH
                        && self.is_missing(pool, operand)
                    {
                        stack.push(operand);
                    }
                });
                if stack.len() > depth {
                    continue;
                }
                let domain = node::domain_of(pool, term, &Cached { pool, cache: self });
                self.set(term, domain);
            }
            stack.pop();
        }
        self.stack = stack;
    }

    fn slot(&self, term: Bv) -> Slot {
        self.slots.get(term.term().index()).copied().unwrap_or(MISSING)
    }

    fn is_missing(&self, pool: &TermPool, term: Bv) -> bool {
        self.slot(term) == MISSING
            && !matches!(pool.node(term), Node::BvConst { .. } | Node::BvSymbol(_))
    }

    /// What is known already. Constants and symbols need no memory.
    fn get(&self, pool: &TermPool, term: Bv) -> Option<Domain> {
        match self.slot(term) {
            TOP => Some(Domain::top(pool.width(term))),
            MISSING => match pool.node(term) {
                Node::BvConst { width, value } => Some(Domain::constant(width, value)),
                Node::BvSymbol(_) => Some(Domain::top(pool.width(term))),
                _ => None,
            },
            slot => {
                let at = usize::try_from(slot - 2).expect("a u32 fits in usize");
                Some(self.domains[at])
            }
        }
    }

    /// Forgets the terms made since the mark. Domains are found in the order in which they are asked
    /// for, so theirs may stand before others: the rest is found again.
    pub(crate) fn release(&mut self, mark: Mark) {
        let kept = self.slots.len().min(mark.nodes);
        let released = &self.slots[kept..];
        let first = released.iter().filter(|&&slot| slot > TOP).min().copied();
        self.slots.truncate(kept);
        if let Some(first) = first {
            self.domains.truncate(usize::try_from(first - 2).expect("a u32 fits in usize"));
            self.slots.iter_mut().filter(|slot| **slot >= first).for_each(|slot| *slot = MISSING);
        }
    }

    fn set(&mut self, term: Bv, domain: Domain) {
        let at = term.term().index();
        if at >= self.slots.len() {
            self.slots.resize(at + 1, MISSING);
        }
        self.slots[at] = if domain.is_top() {
            TOP
        } else {
            self.domains.push(domain);
            Slot::try_from(self.domains.len() + 1).expect("more than 2^32 domains")
        };
    }
}

struct Cached<'a> {
    pool: &'a TermPool,
    cache: &'a DomainCache,
}

impl Operands for Cached<'_> {
    fn value(&self, term: Bv) -> Option<Domain> {
        let narrow = self.pool.width(term) <= MAX_DOMAIN_WIDTH;
        narrow.then(|| self.cache.get(self.pool, term)).flatten()
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.pool.as_const_bool(term)
    }
}
