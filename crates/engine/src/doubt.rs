//! Decisions about what a caller passes that nobody sees, and which of them a finding may rest on.
//!
//! Where a function asks whether its parameter is null, its author has thought of callers that pass
//! null: what happens then is a finding. Some ways to learn of a value say nothing of the kind. A
//! function that has returned may have asked to be on the safe side, a loop that goes round once
//! more, or not at all, says how long it went, not that it should, and what a model of the library asks is not in
//! the source. A fault that comes after such a decision is certain only if it comes whatever the
//! decision was. An assertion says that what it forbids cannot be: callers are to see to it.

use crate::code::Op;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::judge::Noted;
use crate::state::State;
use margay_ir::{FuncId, Id};
use margay_smt::List;
use std::collections::{BTreeMap, BTreeSet};

/// Candidates of one fault that are looked at.
pub(crate) const MOST_CANDIDATES: usize = 64;

/// Which way a path went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub function: FuncId,
    pub pc: usize,
    pub holds: bool,
    /// The call that decided.
    pub frame: u64,
    pub whose: Whose,
    /// It says nothing of what its author thought of.
    pub incidental: bool,
}

impl Engine<'_> {
    /// An unknown function is called, and may never return. If it is called on one side of a
    /// decision only, what comes where the sides meet again leaves doubt: they may not meet.
    pub(crate) fn doubt_return(&mut self, state: &mut State) {
        if state.alone.is_none() {
            return;
        }
        let mut doubted = Vec::new();
        for decision in state.decisions.iter() {
            let again = Decision { incidental: true, whose: Whose::Caller, ..*decision };
            let Some(frame) = state.frames.iter().find(|frame| frame.serial == decision.frame)
            else {
                continue;
            };
            if *decision == again || doubted.contains(&again) {
                continue;
            }
            let shape = self.shape(frame.function);
            let top = state.frames.last().is_some_and(|top| top.serial == frame.serial);
            // A caller stands behind its call.
            let now = if top { frame.pc } else { frame.pc.saturating_sub(1) };
            let block_at = |pc: usize| {
                let inst = frame.code.insts.get(pc)?;
                shape.blocks.get(inst.index()).copied()
            };
            if let (Some(now), Some(then)) = (block_at(now), block_at(decision.pc))
                && !shape.post.dominates(now, then)
                && shape.post.idom(then).is_some_and(|meet| !shape.returns[meet.index()])
            {
                doubted.push(again);
            }
        }
        for decision in doubted {
            if !state.decisions.iter().any(|known| *known == decision) {
                state.decisions.push(decision);
            }
        }
    }

    /// The decision that the frame on top makes, if the condition that it asks about holds or not.
    pub(crate) fn decision(
        &mut self,
        state: &State,
        holds: bool,
        whose: Whose,
    ) -> Option<Decision> {
        let frame = state.frames.last()?;
        let (function, pc, serial) = (frame.function, frame.pc, frame.serial);
        let in_model = matches!(frame.code.ops.get(pc), Some(Op::Call { .. }));
        let before: Vec<bool> = state
            .decisions
            .iter()
            .filter(|d| d.frame == serial && d.pc == pc && !d.incidental)
            .map(|d| d.holds)
            .collect();
        let count = frame.choices.get(&pc).map_or(0, List::len);
        let inst = *frame.code.insts.get(pc)?;
        // No case for a value may mean that there is none such.
        let uncovered = !holds
            && match frame.code.ops.get(pc) {
                Some(Op::Switch { table, .. }) => {
                    let table = &frame.code.switches[*table as usize];
                    let mut targets: Vec<u32> = table.cases.iter().map(|case| case.1).collect();
                    targets.sort_unstable();
                    targets.dedup();
                    // Each target is asked for by itself.
                    let is_last = before.len() + 1 == targets.len();
                    let shape = self.shape(function);
                    let meet = shape.block(inst).and_then(|block| shape.post.idom(block));
                    let empty = shape.led_to(&frame.code, table.default) == meet;
                    is_last && meet.is_some() && empty
                }
                _ => false,
            };
        // An author thinks of a loop that goes round, and of its end after that: neither of one
        // that does not go round at all, nor of how often it does.
        let trusted = self.replay.as_ref().is_some_and(|replay| replay.trusts(frame));
        let incidental = in_model
            || uncovered
            || !trusted
                && match (count, before.as_slice()) {
                    (..=1, _) => {
                        self.shape(function).may_leave_loop(inst) && !self.stays(state, holds)
                    }
                    (2, [first]) => *first == holds,
                    _ => true,
                };
        Some(Decision { function, pc, holds, frame: serial, whose, incidental })
    }

    /// Whether the branch that the frame on top stands at stays in its loop on one side.
    pub(crate) fn stays(&mut self, state: &State, holds: bool) -> bool {
        let Some(frame) = state.frames.last() else { return true };
        if frame.code.ops.get(frame.pc).is_none_or(|op| op.sides().is_none()) {
            return true;
        }
        let to = self.led_to(state, holds);
        let shape = self.shape(frame.function);
        let from = frame.code.insts.get(frame.pc).and_then(|inst| shape.block(*inst));
        let (Some(from), Some(to)) = (from, to) else { return true };
        let to = shape.settled(from, to);
        shape.loops.innermost(from).is_none_or(|around| shape.loops.contains(around, to))
    }
}

/// Whose value a decision hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The program's input, which may be any.
    Input,
    /// What an unknown function returned or wrote.
    Function,
    /// What a caller passes that is not seen.
    Caller,
}

/// The decisions of a path to a fault, and the calls that are under way at the fault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    all: Vec<Decision>,
    frames: Vec<u64>,
    /// The fault is one that the author says cannot be: nothing unknown may lead to it.
    ruled_out: bool,
    /// Something was not set on one side of a decision. If it is used on one side of another only,
    /// the two may hang together in a way that callers know.
    unset: bool,
}

/// Two paths of which the second was not followed, because the first had the same future.
pub type Folded = (Vec<Decision>, Vec<Decision>);

type Side = (FuncId, usize, bool);

impl Decisions {
    pub fn of(state: &State, fault: &Fault) -> Decisions {
        Decisions {
            ruled_out: fault.is_ruled_out(),
            unset: matches!(fault, Fault::UninitialisedRead),
            all: state.decisions.iter().copied().collect(),
            frames: state.frames.iter().map(|frame| frame.serial).collect(),
        }
    }

    /// Counts a call among those that are under way: what it lost shows when it has returned.
    pub(crate) fn count_in(&mut self, returned: Option<u64>) {
        self.frames.extend(returned);
    }

    /// Whether the fault may not happen if some decision had been another.
    pub fn leave_doubt(&self) -> bool {
        let doubtful = self.doubtful(&self.all);
        // One decision may be what leaves it unset, if the author has thought of it.
        let allowed = usize::from(self.unset && !self.firm().is_empty());
        doubtful.len() > allowed
    }

    /// Whether the author has thought of both sides of a decision.
    fn is_thought_of(&self, decision: &Decision) -> bool {
        !decision.incidental && self.frames.contains(&decision.frame)
    }

    /// The places of the decisions that the author has thought of.
    fn firm(&self) -> BTreeSet<(FuncId, usize)> {
        let firm = self.all.iter().filter(|d| d.whose != Whose::Input && self.is_thought_of(d));
        firm.map(|decision| (decision.function, decision.pc)).collect()
    }

    /// Those of a path's decisions that a finding at this place cannot rest on.
    fn doubtful(&self, decisions: &[Decision]) -> Vec<Side> {
        let leaves_doubt = |decision: &&Decision| {
            let strict = self.ruled_out || self.unset || !self.is_thought_of(decision);
            decision.whose != Whose::Input && strict
        };
        decisions.iter().filter(leaves_doubt).map(|d| (d.function, d.pc, d.holds)).collect()
    }
}

/// Faults that leave doubt, by their places: what is known of each, with the decisions and the
/// number of steps that lead to it.
#[derive(Clone, Debug)]
pub struct Doubtful<T>(BTreeMap<Noted, Vec<(Decisions, usize, T)>>);

impl<T> Default for Doubtful<T> {
    fn default() -> Self {
        Doubtful(BTreeMap::new())
    }
}

impl<T> Doubtful<T> {
    pub(crate) fn add(&mut self, key: Noted, decisions: Decisions, steps: usize, what: T) {
        let candidates = self.0.entry(key).or_default();
        if candidates.len() < MOST_CANDIDATES {
            candidates.push((decisions, steps, what));
        }
    }

    pub(crate) fn contains(&self, key: &Noted) -> bool {
        self.0.contains_key(key)
    }

    /// Adds what another engine has found.
    pub fn join(&mut self, other: Doubtful<T>) {
        for (key, candidates) in other.0 {
            for (decisions, steps, what) in candidates {
                self.add(key, decisions, steps, what);
            }
        }
    }

    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> Doubtful<U> {
        let mut turned = Doubtful::default();
        for (key, candidates) in self.0 {
            for (decisions, steps, what) in candidates {
                turned.add(key, decisions, steps, turn(what));
            }
        }
        turned
    }

    /// Looks at them when all paths have been followed: for each place that is not known
    /// otherwise, the one with the shortest path, and whether it happens whatever the doubtful
    /// decisions are.
    pub fn settle(
        self,
        folded: &[Folded],
        is_known: impl Fn(&Noted) -> bool,
        mut found: impl FnMut(T, bool),
    ) {
        for (key, candidates) in self.0 {
            if is_known(&key) {
                continue;
            }
            let paths: Vec<&Decisions> = candidates.iter().map(|(paths, ..)| paths).collect();
            let certain = is_certain(&paths, folded);
            if let Some((_, _, what)) = candidates.into_iter().min_by_key(|(_, steps, _)| *steps) {
                found(what, certain);
            }
        }
    }
}

/// Whether a fault happens whatever the doubtful decisions were, seen on these paths.
fn is_certain(paths: &[&Decisions], folded: &[Folded]) -> bool {
    let mut sides = Vec::new();
    for path in paths {
        // The paths that were not followed have the same end.
        let mut same_end = vec![path.all.clone()];
        let mut at = 0;
        while at < same_end.len() && same_end.len() < MOST_CANDIDATES {
            for (kept, dropped) in folded {
                if let Some(rest) = same_end[at].strip_prefix(kept.as_slice()) {
                    let other = [dropped.as_slice(), rest].concat();
                    if !same_end.contains(&other) {
                        same_end.push(other);
                    }
                }
            }
            at += 1;
        }
        sides.extend(same_end.iter().map(|decisions| path.doubtful(decisions)));
    }
    let slices: Vec<&[Side]> = sides.iter().map(Vec::as_slice).collect();
    if covers(&slices) || !paths.iter().all(|path| path.unset) {
        return covers(&slices);
    }
    // One decision may be what leaves it unset.
    let firm: BTreeSet<_> = paths.iter().flat_map(|path| path.firm()).collect();
    firm.into_iter().any(|place| {
        let apart = |side: &&Side| (side.0, side.1) != place;
        let rest = sides.iter().map(|path| path.iter().filter(apart).copied().collect());
        let rest: Vec<Vec<Side>> = rest.collect();
        covers(&rest.iter().map(Vec::as_slice).collect::<Vec<_>>())
    })
}

/// Whether the paths take both sides of every decision on the way to some end.
fn covers(paths: &[&[Side]]) -> bool {
    if paths.iter().any(|path| path.is_empty()) {
        return true;
    }
    let mut places: Vec<(FuncId, usize)> = paths.iter().map(|p| (p[0].0, p[0].1)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().any(|(function, pc)| {
        [true, false].into_iter().all(|side| {
            let taken = paths.iter().filter(|path| path[0] == (function, pc, side));
            let rest: Vec<&[Side]> = taken.map(|path| &path[1..]).collect();
            !rest.is_empty() && covers(&rest)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(pc: usize, holds: bool, frame: u64) -> Decision {
        let function = FuncId::from_index(0);
        Decision { function, pc, holds, frame, whose: Whose::Caller, incidental: false }
    }

    fn path(all: &[Decision]) -> Decisions {
        Decisions { all: all.to_vec(), frames: vec![0], ruled_out: false, unset: false }
    }

    #[test]
    fn what_the_function_itself_asks_leaves_no_doubt() {
        assert!(!path(&[decision(1, true, 0)]).leave_doubt());
        assert!(path(&[decision(1, true, 7)]).leave_doubt());
    }

    #[test]
    fn both_sides_of_a_doubtful_decision_make_it_certain() {
        let (yes, no) = (path(&[decision(1, true, 7)]), path(&[decision(1, false, 7)]));
        assert!(!is_certain(&[&yes], &[]));
        assert!(is_certain(&[&yes, &no], &[]));
        let deep = path(&[decision(1, false, 7), decision(2, true, 7)]);
        assert!(!is_certain(&[&yes, &deep], &[]));
    }

    #[test]
    fn a_path_that_was_not_followed_counts_as_the_one_that_was() {
        let yes = path(&[decision(1, true, 7), decision(5, true, 0)]);
        let folded = (vec![decision(1, true, 7)], vec![decision(1, false, 7)]);
        assert!(is_certain(&[&yes], &[folded]));
    }
}
