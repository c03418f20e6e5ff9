//! The merge group: paths that are followed together, so that they can be merged where they meet.
//!
//! Where a path makes a choice, the paths that it becomes form a region. The one that is earliest
//! in the order of the code is followed first, so that all that come to one place are there
//! together. There they are merged, or kept apart if that is cheaper. The region ends when one path
//! is left, or when all have left the function that the choice was made in.
//!
//! If it grows, keeping paths apart was not cheaper: then all are merged that can be, as a trial. If that is too hard
//! for the solver, or grows as well, the region is given up: its paths are followed one by one, from where they stood
//! before the trial.

use crate::engine::{Engine, Merge};
use crate::records::frontier::Frontier;
use crate::records::region::{Member, Position, Region, Undo};
use crate::state::State;
use margay_ir::{FuncId, Id};

/// Paths of a region that are under way.
const MOST_PATHS: usize = 64;
/// Paths of a region in all, those that wait for others included.
const MOST_WAITING: usize = 1024;
/// Operations and queries since paths were last merged.
const MOST_STEPS: u64 = 200_000;
const MOST_QUERIES: u64 = 1_000;
/// Meetings in vain since paths were last merged.
const MOST_APART: u32 = 4;
/// Work of the solver and queries that merging all may take: some tenths of a second.
const MOST_TRIAL_WORK: u64 = 32_000_000;
const MOST_TRIAL_QUERIES: u64 = 2_000;

impl Engine<'_> {
    /// Where a state stands, with its outermost calls only.
    fn position(&mut self, state: &State, calls: usize) -> Position {
        let mut at = Vec::new();
        for (depth, frame) in state.frames.iter().take(calls).enumerate() {
            let shape = self.shape(frame.function);
            let top = depth + 1 == state.frames.len();
            // A caller stands after its call.
            let pc = if top { frame.pc } else { frame.pc.saturating_sub(1) };
            let block = frame.code.insts.get(pc).and_then(|inst| shape.block(*inst));
            let rank = |block| shape.cfg.rank(block).unwrap_or(0) as u64;
            at.push(frame.function.index() as u64);
            for visit in frame.loops.iter() {
                at.extend([rank(visit.header()), visit.iterations]);
            }
            at.extend([block.map_or(0, rank), frame.pc as u64]);
        }
        Position(at)
    }

    /// Begins a region where a state made a choice, unless it is in one. Says whether its sides are a merge group.
    pub(crate) fn open_region(&mut self, base: State, frontier: &mut Frontier) -> bool {
        let Some(frame) = base.frames.last() else { return false };
        let opened = (frame.function, frame.pc);
        if self.options.merge < Merge::Choose
            || base.joining.merges
            || base.is_parallel()
            || base.has_unknown_callers()
            || base.widening.first.is_some()
            || self.looping.replay.is_some()
            || frontier.region.is_some()
            || self.merging.failed_merges.contains(&opened)
        {
            return false;
        }
        self.restore_region(base, opened, frontier);
        true
    }

    /// Begins the region of a choice; its paths are not there yet.
    pub(crate) fn restore_region(
        &mut self,
        base: State,
        opened: (FuncId, usize),
        frontier: &mut Frontier,
    ) {
        let end = self.position(&base, base.frames.len() - 1);
        let (members, queries) = (Vec::new(), self.judge.queries);
        let (steps, apart, merges_all) = (0, 0, None);
        frontier.region =
            Some(Region { base, members, end, opened, steps, queries, apart, merges_all });
    }

    /// Takes a state into its region, if it is in one.
    pub(crate) fn keep_in_region(
        &mut self,
        frontier: &mut Frontier,
        mut state: State,
        meets: bool,
    ) -> Option<State> {
        let stays = state.joining.merges && state.widening.first.is_none() && !state.is_parallel();
        let Some(region) = frontier.region.as_mut().filter(|_| stays) else {
            state.joining.merges = false;
            return Some(state);
        };
        let at = self.position(&state, usize::MAX);
        region.members.push(Member { state, at, meets, waits: meets });
        None
    }

    /// The state of the region that is followed next, if there is a region that goes on.
    pub(crate) fn next_in_region(&mut self, frontier: &mut Frontier) -> Option<State> {
        loop {
            let mut region = frontier.region.take()?;
            let given_up = self.grows(&region) && !self.try_merging_all(&mut region, frontier);
            if given_up {
                self.undo_merging_all(&mut region, frontier);
                self.merging.failed_merges.insert(region.opened);
            }
            let behind = region.members.iter().map(|member| &member.at).min().cloned();
            let behind = behind.filter(|_| !given_up);
            if let Some(behind) = &behind {
                self.merge_at(&mut region, behind);
            }
            let goes_on =
                region.members.len() > 1 && behind.as_ref().is_some_and(|at| *at < region.end);
            let Some(behind) = behind.filter(|_| goes_on) else {
                for member in region.members.into_iter().rev() {
                    let mut state = member.state;
                    state.joining.merges = false;
                    self.put_away(frontier, state, None);
                }
                return None;
            };
            let next = region.members.iter().position(|member| member.at == behind);
            let next = next.map(|at| region.members.swap_remove(at));
            frontier.region = Some(region);
            if let Some(next) = next {
                return Some(next.state);
            }
        }
    }

    /// Whether a region becomes so large, or so hard, that it does not pay.
    fn grows(&self, region: &Region) -> bool {
        let under_way = region.members.iter().filter(|member| member.at < region.end).count();
        // There must be room to merge what there is.
        let more = region.merges_all.as_ref().map_or(0, |undo| undo.members.len());
        let is_hard = |undo: &Undo| {
            self.pool.work() - undo.work > MOST_TRIAL_WORK
                || self.judge.queries - undo.queries > MOST_TRIAL_QUERIES
                || self.judge.undecided > undo.undecided
        };
        under_way > MOST_PATHS + more
            || region.members.len() > MOST_WAITING + more
            || region.apart > MOST_APART
            || region.steps > MOST_STEPS
            || self.judge.queries - region.queries > MOST_QUERIES
            || region.merges_all.as_ref().is_some_and(is_hard)
    }

    /// From here on merges all paths of a region that can be merged, unless that was tried, here or in vain
    /// elsewhere.
    fn try_merging_all(&self, region: &mut Region, frontier: &Frontier) -> bool {
        // What may be undone must not have been told to anyone.
        let is_told = self.tree.is_some() || self.ends.is_some();
        let is_done = region.merges_all.is_some() || self.merging.has_merged_all_in_vain;
        if is_done || self.options.merge != Merge::Choose || is_told {
            return false;
        }
        let members = region.members.clone();
        region.merges_all = Some(Undo {
            members,
            work: self.pool.work(),
            queries: self.judge.queries,
            undecided: self.judge.undecided,
            ended: self.spent.ended,
            counts: self.counts,
            widenings: self.looping.widenings.clone(),
            waiting: frontier.count_waiting(),
            explored: None,
        });
        region.members.iter_mut().for_each(|member| member.waits = member.meets);
        region.start_anew(self.judge.queries);
        true
    }

    /// The paths of a region are what they were before all were merged, if they were; those that have left it since
    /// are dropped, and what was counted is given back.
    fn undo_merging_all(&mut self, region: &mut Region, frontier: &mut Frontier) {
        let Some(undo) = region.merges_all.take() else { return };
        region.members = undo.members;
        region.start_anew(self.judge.queries);
        self.merging.has_merged_all_in_vain = true;
        // What was undecided is asked again.
        self.judge.undecided = undo.undecided;
        self.spent.forgotten_work += self.pool.work() - undo.work;
        self.spent.forgotten_queries += self.judge.queries - undo.queries;
        self.spent.ended = undo.ended;
        self.counts = undo.counts;
        self.looping.widenings = undo.widenings;
        frontier.drop_waiting(undo.waiting);
        // What another region has undone before is not lost.
        if undo.explored.is_some() {
            frontier.undone = undo.explored;
        }
    }

    /// A region that merges all is what it was before, if there is one.
    pub(crate) fn end_merging_all(&mut self, frontier: &mut Frontier) {
        if let Some(mut region) = frontier.region.take() {
            self.undo_merging_all(&mut region, frontier);
            frontier.region = Some(region);
        }
    }

    /// Merges what waits at one place.
    fn merge_at(&mut self, region: &mut Region, at: &Position) {
        let here = |member: &mut Member| member.waits && member.at == *at;
        let waiting: Vec<State> =
            region.members.extract_if(.., here).map(|member| member.state).collect();
        let before = waiting.len();
        let all = region.merges_all.is_some() || self.options.merge == Merge::Always;
        let merged = if before > 1 { self.merge(&region.base, waiting, all) } else { waiting };
        if merged.len() < before {
            region.start_anew(self.judge.queries);
        } else if before > 1 {
            region.apart += 1;
        }
        let stands = |state| Member { state, at: at.clone(), meets: true, waits: false };
        let members = merged.into_iter().map(stands);
        region.members.extend(members);
    }
}
