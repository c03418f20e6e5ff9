//! The paths that are walked together, so that they can be merged where they meet.
//!
//! Where a path makes a choice, the paths that it becomes form a region. The one that is furthest
//! behind in the order of the code is followed first, so that all that come to one place are there
//! together. There they are merged, or kept apart if that is cheaper. The region ends when one path
//! is left, or when all have left the function that the choice was made in. It is given up if it
//! grows: then its paths are followed one by one, as any.

use crate::engine::{Engine, Merge};
use crate::search::Frontier;
use crate::state::State;
use margay_ir::{FuncId, Id};
use std::cmp::Ordering;

/// Paths of a region that are under way.
const MOST_PATHS: usize = 64;
/// Paths of a region in all, those that wait for others included.
const MOST_WAITING: usize = 1024;
/// Operations and questions since paths were last merged.
const MOST_STEPS: u64 = 200_000;
const MOST_QUERIES: u64 = 1_000;
/// Meetings in vain since paths were last merged.
const MOST_APART: u32 = 4;

pub(crate) struct Region {
    /// The state that made the first choice.
    base: State,
    members: Vec<Member>,
    /// Where the function returns to.
    end: Position,
    /// The choice.
    opened: (FuncId, usize),
    steps: u64,
    queries: u64,
    /// How often paths met since then and stayed apart.
    apart: u32,
}

struct Member {
    state: State,
    at: Position,
    /// It stands where paths meet, and has not been merged there.
    waits: bool,
}

impl Region {
    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.members.iter().map(|member| &member.state)
    }

    /// The state before the choice, where the choice was, and the paths, each with whether it stands
    /// where paths meet.
    pub fn into_parts(self) -> (State, (FuncId, usize), Vec<(State, bool)>) {
        let members = self.members.into_iter().map(|member| (member.state, member.waits));
        (self.base, self.opened, members.collect())
    }

    /// So many operations were executed on one of its paths.
    pub fn spend(&mut self, steps: u64) {
        self.steps += steps;
    }
}

/// Where a state stands in the order of the code.
///
/// For each call, the outermost first: for each loop that it is in its header and the iteration, then
/// the block and the operation. Of two states the one with the lesser number where they first differ
/// is behind; if there is none, the one that has more numbers: it is in a call, or in a loop, that
/// the other has left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position(Vec<u64>);

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        let shared = self.0.len().min(other.0.len());
        self.0[..shared].cmp(&other.0[..shared]).then(other.0.len().cmp(&self.0.len()))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Engine<'_> {
    /// Where a state stands, with its outermost calls only.
    fn position(&mut self, state: &State, calls: usize) -> Position {
        let mut at = Vec::new();
        for (depth, frame) in state.frames.iter().take(calls).enumerate() {
            let shape = self.shape(frame.function);
            let top = depth + 1 == state.frames.len();
            // A caller stands behind its call.
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

    /// Begins a region where a state made a choice, unless it is in one. Says whether its sides are
    /// walked together.
    pub(crate) fn open_region(&mut self, base: State, frontier: &mut Frontier) -> bool {
        let Some(frame) = base.frames.last() else { return false };
        let opened = (frame.function, frame.pc);
        if self.options.merge < Merge::Choose
            || base.merges
            || base.is_parallel()
            || base.alone.is_some()
            || base.widening.first.is_some()
            || self.replay.is_some()
            || frontier.region.is_some()
            || self.parted.contains(&opened)
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
        frontier.region = Some(Region { base, members, end, opened, steps: 0, queries, apart: 0 });
    }

    /// Takes a state into its region, if it is in one.
    pub(crate) fn keep_in_region(
        &mut self,
        frontier: &mut Frontier,
        mut state: State,
        meets: bool,
    ) -> Option<State> {
        let stays = state.merges && state.widening.first.is_none() && !state.is_parallel();
        let Some(region) = frontier.region.as_mut().filter(|_| stays) else {
            state.merges = false;
            return Some(state);
        };
        let at = self.position(&state, usize::MAX);
        region.members.push(Member { state, at, waits: meets });
        None
    }

    /// The state of the region that is followed next, if there is a region that goes on.
    pub(crate) fn next_in_region(&mut self, frontier: &mut Frontier) -> Option<State> {
        loop {
            let mut region = frontier.region.take()?;
            let under_way = region.members.iter().filter(|member| member.at < region.end).count();
            let given_up = under_way > MOST_PATHS
                || region.members.len() > MOST_WAITING
                || region.apart > MOST_APART
                || region.steps > MOST_STEPS
                || self.judge.queries - region.queries > MOST_QUERIES;
            if given_up {
                self.parted.insert(region.opened);
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
                    state.merges = false;
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

    /// Merges what waits at one place.
    fn merge_at(&mut self, region: &mut Region, at: &Position) {
        let here = |member: &mut Member| member.waits && member.at == *at;
        let waiting: Vec<State> =
            region.members.extract_if(.., here).map(|member| member.state).collect();
        let before = waiting.len();
        let merged = if before > 1 { self.merge(&region.base, waiting) } else { waiting };
        if merged.len() < before {
            (region.steps, region.queries, region.apart) = (0, self.judge.queries, 0);
        } else if before > 1 {
            region.apart += 1;
        }
        let members =
            merged.into_iter().map(|state| Member { state, at: at.clone(), waits: false });
        region.members.extend(members);
    }
}
