//! Clauses of three literals or more, in one block of memory.
//!
//! A clause is two words, its length and its number in the list of learnt clauses, and then its
//! literals. A deleted clause keeps its place until the block is compacted.

use super::{SatLit, index};
use std::num::NonZeroU32;

/// Where a clause starts: one more than the index of its first word, so that a watch has no more
/// than two words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseId(NonZeroU32);

impl ClauseId {
    fn at(start: usize) -> ClauseId {
        let id = u32::try_from(start + 1).ok().and_then(NonZeroU32::new);
        ClauseId(id.expect("fewer than 2^32 literals"))
    }

    fn start(self) -> usize {
        index(self.0.get()) - 1
    }
}

/// Clauses of at most this glue are kept for good.
const KEEP: u32 = 2;

const HEADER: usize = 2;
const GIVEN: u32 = u32::MAX;
const DELETED: u32 = u32::MAX - 1;

#[derive(Default)]
pub(super) struct Clauses {
    /// Lengths, numbers and literals, all as literals in form.
    block: Vec<SatLit>,
    learnt: Vec<Learnt>,
    wasted: usize,
    increment: f32,
}

#[derive(Clone, Copy, Debug)]
struct Learnt {
    id: ClauseId,
    glue: u32,
    activity: f32,
}

/// Where clauses were moved.
pub(super) struct Moved {
    /// Old and new places, by the old one.
    ids: Vec<(ClauseId, ClauseId)>,
}

impl Moved {
    pub(super) fn new_id(&self, old: ClauseId) -> ClauseId {
        let at = self.ids.binary_search_by_key(&old, |(old, _)| *old);
        self.ids[at.expect("a live clause has a new place")].1
    }
}

impl Clauses {
    pub(super) fn add(&mut self, lits: &[SatLit], glue: Option<u32>) -> ClauseId {
        let id = ClauseId::at(self.block.len());
        let length = u32::try_from(lits.len()).expect("a clause that fits the memory");
        let number = match glue {
            None => GIVEN,
            Some(glue) => {
                self.learnt.push(Learnt { id, glue, activity: self.increment.max(1.0) });
                u32::try_from(self.learnt.len() - 1).expect("fewer than 2^32 clauses")
            }
        };
        self.block.extend([SatLit(length), SatLit(number)]);
        self.block.extend_from_slice(lits);
        id
    }

    pub(super) fn lits(&self, id: ClauseId) -> &[SatLit] {
        let start = id.start() + HEADER;
        &self.block[start..start + index(self.block[start - HEADER].0)]
    }

    pub(super) fn lits_mut(&mut self, id: ClauseId) -> &mut [SatLit] {
        let start = id.start() + HEADER;
        let length = index(self.block[start - HEADER].0);
        &mut self.block[start..start + length]
    }

    pub(super) fn is_deleted(&self, id: ClauseId) -> bool {
        self.number(id) == DELETED
    }

    /// Notes that a clause was part of a conflict; `glue` is counted by it if it is better.
    pub(super) fn bump(&mut self, id: ClauseId, glue: impl FnOnce(&[SatLit]) -> u32) {
        let number = self.number(id);
        if number >= DELETED {
            return;
        }
        let increment = self.increment.max(1.0);
        let learnt = &mut self.learnt[index(number)];
        learnt.activity += increment;
        let (old, too_large) = (learnt.glue, learnt.activity > 1e20);
        if old > KEEP {
            let new = glue(self.lits(id));
            self.learnt[index(number)].glue = old.min(new);
        }
        if too_large {
            self.learnt.iter_mut().for_each(|learnt| learnt.activity *= 1e-20);
            self.increment = increment * 1e-20;
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment = self.increment.max(1.0) / 0.999;
    }

    /// Deletes the worse half of the learnt clauses that may go. Answers whether much is wasted now.
    pub(super) fn reduce(&mut self, locked: impl Fn(ClauseId, SatLit) -> bool) -> bool {
        let mut order: Vec<Learnt> = self.learnt.clone();
        // The worst first; ids make the order one.
        order.sort_by(|a, b| {
            b.glue.cmp(&a.glue).then(a.activity.total_cmp(&b.activity)).then(a.id.cmp(&b.id))
        });
        for learnt in &order[..order.len() / 2] {
            if learnt.glue > KEEP && !locked(learnt.id, self.lits(learnt.id)[0]) {
                self.wasted += self.lits(learnt.id).len() + HEADER;
                self.block[learnt.id.start() + 1] = SatLit(DELETED);
            }
        }
        let block = &self.block;
        self.learnt.retain(|learnt| block[learnt.id.start() + 1] != SatLit(DELETED));
        for (number, learnt) in (0..).zip(&self.learnt) {
            self.block[learnt.id.start() + 1] = SatLit(number);
        }
        self.wasted * 4 > self.block.len()
    }

    /// Closes the gaps.
    pub(super) fn compact(&mut self) -> Moved {
        let old = std::mem::take(&mut self.block);
        let mut ids = Vec::new();
        let mut at = 0;
        while at < old.len() {
            let end = at + HEADER + index(old[at].0);
            if old[at + 1] != SatLit(DELETED) {
                ids.push((ClauseId::at(at), ClauseId::at(self.block.len())));
                self.block.extend_from_slice(&old[at..end]);
            }
            at = end;
        }
        self.wasted = 0;
        let moved = Moved { ids };
        for learnt in &mut self.learnt {
            learnt.id = moved.new_id(learnt.id);
        }
        moved
    }

    fn number(&self, id: ClauseId) -> u32 {
        self.block[id.start() + 1].0
    }
}
