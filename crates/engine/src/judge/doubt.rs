//! Decisions about values that an unknown caller passes, and which of them a finding may rest on.
//!
//! Where a function asks whether its parameter is null, its author has thought of callers that pass
//! null: what happens then is a finding. Some ways to learn of a value say nothing of the kind. A
//! function that has returned may have asked to be on the safe side, a loop that iterates once
//! more, or not at all, says how long it went, not that it should, and what a model of the library asks is not in
//! the source. A fault that comes after such a decision is certain only if it comes whatever the
//! decision was. An assertion says that what it forbids cannot be: callers are to see to it.

use crate::code::shape::Shape;
use crate::fault::Fault;
use crate::judge::answers::{self, Answers};
use crate::judge::{Judge, Noted};
use crate::state::answer::{Kind, Site};
use crate::state::decision::{Decision, Side, Whose};
use crate::state::entry::Entry;
use crate::state::{Frame, State};
use margay_ir::{FuncId, InstId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Candidates of one fault that are examined.
pub(crate) const MOST_CANDIDATES: usize = 64;

/// A call that is under way: its frame, its function and where it stands.
pub(crate) type Standing = (u64, FuncId, InstId);

/// A decision, on whichever path.
type Place = (FuncId, usize, u64);

/// The decisions of a path to a fault, and the calls that are under way at the fault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    all: Vec<Decision>,
    frames: Vec<u64>,
    /// Where the path began.
    entry: Entry,
    /// The fault is one that the author says cannot be: nothing unknown may lead to it.
    ruled_out: bool,
    /// Something was not set on one side of a decision. If it is used on one side of another only,
    /// the two may hang together in a way that callers know.
    unset: bool,
    /// Calls whose answers the callers have asked for.
    asked: Vec<(Site, Kind)>,
    /// Decisions that may be what leaves it unset, since the use comes on both sides of them, with
    /// those that each was made in the context of.
    leaving: Vec<BTreeSet<Place>>,
    /// Decisions of loops that were left before the use: what an iteration leaves unset, another may
    /// set.
    in_loops: BTreeSet<(FuncId, usize)>,
}

/// Two paths of which the second was not followed, because the first had the same future.
pub type Folded = (Vec<Decision>, Vec<Decision>);

impl Decisions {
    /// Those of a state at a fault. What was lost when a call returned is judged as if the call were
    /// still under way.
    pub(crate) fn of(
        state: &State,
        fault: &Fault,
        returned: Option<Standing>,
        judge: &Judge,
    ) -> Decisions {
        if fault.stands_in_source() {
            return Decisions { entry: state.entry, ..Decisions::default() };
        }
        let standing = |(depth, frame): (usize, &Rc<Frame>)| {
            // A caller stands after its call.
            let is_top = depth + 1 == state.frames.len();
            let pc = if is_top { frame.pc } else { frame.pc.saturating_sub(1) };
            Some((frame.serial, frame.function, *frame.code.insts.get(pc)?))
        };
        let standing = state.frames.iter().enumerate().filter_map(standing);
        let standing: Vec<Standing> = standing.chain(returned).collect();
        let ruled_out = fault.is_ruled_out();
        let asked = if ruled_out || !state.has_unknown_callers() {
            Vec::new()
        } else {
            answers::asked(state, &judge.asked, &standing)
        };
        let frames = state.frames.iter().map(|frame| frame.serial);
        let mut decisions = Decisions {
            ruled_out,
            unset: matches!(fault, Fault::UninitialisedRead),
            all: state.decided.decisions.iter().copied().collect(),
            frames: frames.chain(returned.map(|returned| returned.0)).collect(),
            entry: state.entry,
            asked,
            leaving: Vec::new(),
            in_loops: BTreeSet::new(),
        };
        if decisions.unset {
            decisions.leaving = decisions.may_leave_unset(&standing, &judge.shapes);
            let is_left = |decision: &&Decision| {
                let stands = standing.iter().find(|(frame, ..)| *frame == decision.frame);
                stands.is_some_and(|(.., inst)| leaves_loop(&judge.shapes, decision, *inst))
            };
            let left = decisions.all.iter().filter(is_left);
            decisions.in_loops = left.map(|decision| (decision.function, decision.pc)).collect();
        }
        decisions
    }

    /// Whether the fault may not happen if some decision had been another.
    pub fn leave_doubt(&self) -> bool {
        let doubtful = self.doubtful(&self.all, None);
        // One decision may be what leaves it unset, if the author has thought of it.
        let allowed = usize::from(self.unset && !self.firm().is_empty());
        let left = |place| !self.doubtful(&self.all, Some(place)).is_empty();
        doubtful.len() > allowed && self.leaving.iter().all(left)
    }

    /// Whether the author has thought of both sides of a decision.
    fn is_thought_of(&self, decision: &Decision) -> bool {
        !decision.incidental && self.frames.contains(&decision.frame)
    }

    /// Finds the decisions after which the use comes in any case. Those before such a decision are
    /// its context if it is made on one side of them only: its author has thought of both its sides
    /// there. Where it is made on both, the two may hang together.
    fn may_leave_unset(&self, standing: &[Standing], shapes: &Shapes) -> Vec<BTreeSet<Place>> {
        let stands = |decision: &Decision| {
            standing.iter().find(|(frame, ..)| *frame == decision.frame).map(|(.., inst)| *inst)
        };
        let firm =
            |decision: &&Decision| decision.whose != Whose::Input && self.is_thought_of(decision);
        let mut found = Vec::new();
        for (at, last) in self.all.iter().enumerate().filter(|(_, decision)| firm(decision)) {
            let is_settled =
                |inst| comes_anyway(shapes, last, inst) && !leaves_loop(shapes, last, inst);
            if !stands(last).is_some_and(is_settled) {
                continue;
            }
            let is_context = |before: &&Decision| {
                let inst =
                    if before.frame == last.frame { Some(last.inst) } else { stands(before) };
                inst.is_some_and(|inst| inst != before.inst && !comes_anyway(shapes, before, inst))
            };
            let context = self.all[..at].iter().filter(firm).filter(is_context);
            found.push(context.chain([last]).map(|d| (d.function, d.pc, d.frame)).collect());
        }
        found
    }

    /// The places of which the author has thought of all decisions, but for those in loops that were
    /// left.
    fn firm(&self) -> BTreeSet<(FuncId, usize)> {
        let place = |decision: &Decision| (decision.function, decision.pc);
        let (firm, others): (Vec<&Decision>, Vec<&Decision>) = self
            .all
            .iter()
            .filter(|decision| decision.whose != Whose::Input)
            .partition(|decision| self.is_thought_of(decision));
        let mut others: BTreeSet<_> = others.into_iter().map(place).collect();
        others.extend(&self.in_loops);
        firm.into_iter().map(place).filter(|place| !others.contains(place)).collect()
    }

    /// Those of a path's decisions that a finding at this place cannot rest on, without some.
    fn doubtful(&self, decisions: &[Decision], without: Option<&BTreeSet<Place>>) -> Vec<Side> {
        let leaves_doubt = |decision: &&Decision| {
            let strict = self.ruled_out || self.unset || !self.is_thought_of(decision);
            let place = (decision.function, decision.pc, decision.frame);
            let is_left_out = self.is_thought_of(decision)
                && without.is_some_and(|without| without.contains(&place));
            decision.whose != Whose::Input && strict && !is_left_out
        };
        decisions.iter().filter(leaves_doubt).map(Decision::side).collect()
    }
}

/// Whether an instruction of the same function is executed whatever a decision is.
fn comes_anyway(shapes: &Shapes, decision: &Decision, inst: InstId) -> bool {
    let Some(shape) = shapes.get(&decision.function) else { return false };
    match (shape.block(inst), shape.block(decision.inst)) {
        (Some(here), Some(there)) => here != there && shape.post.dominates(here, there),
        _ => false,
    }
}

/// Whether a decision is made in a loop that an instruction of the same function is not in.
fn leaves_loop(shapes: &Shapes, decision: &Decision, inst: InstId) -> bool {
    let Some(shape) = shapes.get(&decision.function) else { return true };
    let (Some(here), Some(there)) = (shape.block(inst), shape.block(decision.inst)) else {
        return true;
    };
    let around = shape.loops.innermost(there);
    around.is_some_and(|around| !shape.loops.contains(around, here))
}

type Shapes = BTreeMap<FuncId, Rc<Shape>>;

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
        answers: &Answers,
        is_known: impl Fn(&Noted) -> bool,
        mut found: impl FnMut(T, bool),
    ) {
        for (key, candidates) in self.0 {
            if is_known(&key) {
                continue;
            }
            let paths: Vec<&Decisions> = candidates.iter().map(|(paths, ..)| paths).collect();
            let certain = is_certain(&paths, folded, answers);
            if let Some((_, _, what)) = candidates.into_iter().min_by_key(|(_, steps, _)| *steps) {
                found(what, certain);
            }
        }
    }
}

/// Whether a fault happens whatever the doubtful decisions were, seen on these paths.
fn is_certain(paths: &[&Decisions], folded: &[Folded], answers: &Answers) -> bool {
    let mut same_ends = Vec::new();
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
        same_ends.extend(same_end.into_iter().map(|decisions| (*path, decisions)));
    }
    let mut asked: Vec<(Site, Kind)> = paths.iter().flat_map(|path| path.asked.clone()).collect();
    asked.sort_unstable();
    asked.dedup();
    let entry = paths.first().map(|path| path.entry).unwrap_or_default();
    let is_covered = |sides: &[Vec<Side>]| {
        let others = answers.others(sides, &asked);
        let all: Vec<&[Side]> = sides.iter().chain(&others).map(Vec::as_slice).collect();
        covers(&all, &mut Vec::new(), &|before, next| answers.goes_on(entry, before, next))
    };
    let sides: Vec<Vec<Side>> =
        same_ends.iter().map(|(path, decisions)| path.doubtful(decisions, None)).collect();
    if is_covered(&sides) || !paths.iter().all(|path| path.unset) {
        return is_covered(&sides);
    }
    // One decision may be what leaves it unset.
    let firm: BTreeSet<_> = paths.iter().flat_map(|path| path.firm()).collect();
    let leaves = |place: &(FuncId, usize)| {
        let apart = |side: &&Side| (side.0, side.1) != *place;
        let rest = sides.iter().map(|path| path.iter().filter(apart).copied().collect());
        is_covered(&rest.collect::<Vec<_>>())
    };
    let leaving: BTreeSet<_> = paths.iter().flat_map(|path| path.leaving.iter()).collect();
    let leaves_there = |places: &BTreeSet<Place>| {
        let rest = same_ends.iter().map(|(path, all)| path.doubtful(all, Some(places)));
        is_covered(&rest.collect::<Vec<_>>())
    };
    firm.iter().any(leaves) || leaving.into_iter().any(leaves_there)
}

/// Whether the paths take both sides of every decision on the way to some end. `goes_on` says that a
/// side need not be taken, after what was decided before.
fn covers(
    paths: &[&[Side]],
    before: &mut Vec<Side>,
    goes_on: &dyn Fn(&[Side], Side) -> bool,
) -> bool {
    if paths.iter().any(|path| path.is_empty()) {
        return true;
    }
    let mut places: Vec<(FuncId, usize)> = paths.iter().map(|p| (p[0].0, p[0].1)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().any(|(function, pc)| {
        [true, false].into_iter().all(|side| {
            let next = (function, pc, side);
            let taken = paths.iter().filter(|path| path[0] == next);
            let rest: Vec<&[Side]> = taken.map(|path| &path[1..]).collect();
            if rest.is_empty() {
                return goes_on(before, next);
            }
            before.push(next);
            let covered = covers(&rest, before, goes_on);
            before.pop();
            covered
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::Id;

    fn decision(pc: usize, holds: bool, frame: u64) -> Decision {
        let function = FuncId::from_index(0);
        Decision {
            function,
            pc,
            holds,
            frame,
            whose: Whose::Caller,
            incidental: false,
            inst: InstId::from_index(pc),
        }
    }

    fn path(all: &[Decision]) -> Decisions {
        Decisions { all: all.to_vec(), frames: vec![0], ..Decisions::default() }
    }

    #[test]
    fn what_the_function_itself_asks_leaves_no_doubt() {
        assert!(!path(&[decision(1, true, 0)]).leave_doubt());
        assert!(path(&[decision(1, true, 7)]).leave_doubt());
    }

    #[test]
    fn both_sides_of_a_doubtful_decision_make_it_certain() {
        let (yes, no) = (path(&[decision(1, true, 7)]), path(&[decision(1, false, 7)]));
        assert!(!is_certain(&[&yes], &[], &Answers::default()));
        assert!(is_certain(&[&yes, &no], &[], &Answers::default()));
        let deep = path(&[decision(1, false, 7), decision(2, true, 7)]);
        assert!(!is_certain(&[&yes, &deep], &[], &Answers::default()));
    }

    #[test]
    fn a_path_that_was_not_followed_counts_as_the_one_that_was() {
        let yes = path(&[decision(1, true, 7), decision(5, true, 0)]);
        let folded = (vec![decision(1, true, 7)], vec![decision(1, false, 7)]);
        assert!(is_certain(&[&yes], &[folded], &Answers::default()));
    }
}
