//! Which of the states that wait is followed next.
//!
//! Where paths are wanted somewhere, it is the state that is nearest to that (`nearness.rs`). Else, as long as there is
//! code that no path has reached, it is the state that is nearest to some of it: by the fewest branches in the function
//! that it is in, or in one that called it. Among equals, and when all is reached, it is the one that was put away
//! last, so that search goes deep. Before all others go those of the merge group. Of those that wait long, only their
//! start path is kept: a path may have a hundred thousand open choices. Where a plan says how paths are sought, its
//! strategy chooses instead.

use crate::engine::Engine;
use crate::records::frontier::{Frontier, Kept, Waiting};
use crate::records::part::End;
use crate::records::part::NamedValues;
use crate::records::pursuit::Pursuit;
use crate::records::region::Region;
use crate::records::spot::{Frames, Spot};
use crate::state::State;
use crate::state::start_path::Stand;
use crate::strategy::Candidate;
use margay_ir::{BlockId, FuncId, Id, NodeId, SpanId};
use margay_smt::Assignment;
use margay_smt::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

/// States at one place that make it as far as one branch more, where edges count.
const CROWD: u32 = 4;

/// What a call adds to a distance: there is a path through the function, if it returns at all.
const FOR_CALL: u32 = 8;

/// States that wait as they are, beyond which the oldest are kept as start paths.
const MOST_HERE: usize = 1024;
impl Engine<'_> {
    /// All that waits, as it is handed over.
    pub(crate) fn ends(&mut self, frontier: Frontier, room: &mut usize) -> Vec<End> {
        let mut ends = Vec::new();
        for waiting in frontier.waiting {
            ends.push(match waiting.kept {
                Kept::Here(state) => self.end(&state, waiting.frames, room),
                Kept::Away(mut end) => {
                    end.frames = waiting.frames;
                    *end
                }
            });
        }
        ends
    }

    /// Calls `visit` with the node of the tree and the place of each state that waits.
    pub(crate) fn for_each_waiting(
        &mut self,
        frontier: &Frontier,
        mut visit: impl FnMut(&mut Self, NodeId, SpanId),
    ) {
        for waiting in &frontier.waiting {
            let (node, place) = match &waiting.kept {
                Kept::Here(state) => (state.recorded.node, self.program_place(state)),
                Kept::Away(end) => (end.node, end.place),
            };
            visit(self, node, place);
        }
        for end in frontier.handed_regions.iter().flat_map(|leaf| &leaf.ends) {
            visit(self, end.node, end.place);
        }
        for state in frontier.region.iter().flat_map(Region::states) {
            let place = self.program_place(state);
            visit(self, state.recorded.node, place);
        }
    }

    /// Puts a state away that goes on where it stands, or at a block that it is about to come to.
    pub(crate) fn put_away(
        &mut self,
        frontier: &mut Frontier,
        state: State,
        block: Option<BlockId>,
    ) {
        self.note_approach(&state, block);
        let Some(state) = self.keep_in_region(frontier, state, false) else { return };
        let frames = self.frames(&state, block);
        self.wait(frontier, Kept::Here(Box::new(state)), frames);
        frontier.here += 1;
        if frontier.here > MOST_HERE && frontier.origin.is_some() {
            self.send_away(frontier);
        }
    }

    /// Puts a state away that is kept as a start path.
    pub(crate) fn put_away_end(&mut self, frontier: &mut Frontier, mut end: End) {
        let frames = std::mem::take(&mut end.frames);
        self.wait(frontier, Kept::Away(Box::new(end)), frames);
    }

    pub(crate) fn end(&mut self, state: &State, frames: Frames, room: &mut usize) -> End {
        let condition = state.path.condition();
        let is_witnessed = condition.is_witnessed();
        let was_shown = is_witnessed || state.path.is_unshown;
        let model = (is_witnessed && *room > 0).then(|| {
            let always = self.pool.bool_const(true);
            let model = condition.complete(&mut self.pool, &Assignment::new(), always);
            let named = |(symbol, value): (_, &Value)| {
                ((*self.pool.symbol(symbol).name).into(), value.clone())
            };
            let values: NamedValues = model.iter().map(named).collect();
            *room = room.saturating_sub(values.len().max(condition.len()));
            Arc::new(values)
        });
        End {
            stand: Stand { path: state.history.path(), steps: state.steps },
            model,
            was_shown,
            waits: false,
            depth: state.steps_taken.len(),
            node: state.recorded.node,
            place: self.program_place(state),
            frames,
        }
    }

    fn wait(&mut self, frontier: &mut Frontier, kept: Kept, frames: Frames) {
        let distance = self.distance(&frames);
        frontier.exhausted &= distance == u32::MAX;
        let before = self.join_crowd(frontier, &frames);
        let about = Candidate { before, ..self.about(&kept, &frames) };
        // Where edges count, a loop that is near to a new one would keep the search for ever.
        let crowd = if self.ends.is_some() { before / CROWD } else { 0 };
        frontier.waiting.push(Waiting { kept, frames, distance, crowd, about });
    }

    /// How many states were put away where one is, with itself.
    fn join_crowd(&self, frontier: &mut Frontier, frames: &Frames) -> u32 {
        if self.ends.is_none() && self.reaching.pursuit.is_none() {
            return 0;
        }
        let place = frames.iter().map(|spot| (spot.function, spot.block)).collect();
        let count = frontier.crowds.entry(place).or_default();
        *count = count.saturating_add(1);
        *count
    }

    /// Keeps the oldest states as start paths: depth first, they are followed last.
    fn send_away(&mut self, frontier: &mut Frontier) {
        for waiting in &mut frontier.waiting {
            if frontier.here <= MOST_HERE / 2 {
                break;
            }
            if let Kept::Here(state) = &waiting.kept {
                let end = self.end(state, Frames::default(), &mut 0);
                waiting.kept = Kept::Away(Box::new(end));
                frontier.here -= 1;
            }
        }
    }

    /// Puts a state away that stands where the paths of a merge group may meet.
    pub(crate) fn meet(&mut self, frontier: &mut Frontier, state: State) {
        if let Some(state) = self.keep_in_region(frontier, state, true) {
            self.put_away(frontier, state, None);
        }
    }

    /// Which of those that wait is followed next.
    pub(crate) fn nearest(&mut self, frontier: &mut Frontier) -> Option<usize> {
        if self.reaching.pursuit.is_some() {
            return self.pursued(frontier);
        }
        let reached = self.reached_so_far();
        if frontier.reached != reached {
            frontier.reached = reached;
            frontier.exhausted = false;
            for waiting in &mut frontier.waiting {
                waiting.distance = self.distance(&waiting.frames);
            }
        }
        let last = frontier.waiting.len().checked_sub(1)?;
        // What is executed again follows one path.
        if frontier.exhausted || self.looping.replay.is_some() {
            return Some(last);
        }
        let near = frontier.waiting.iter().enumerate().rev();
        let nearest =
            near.min_by_key(|(_, waiting)| waiting.distance.saturating_add(waiting.crowd));
        let (at, distance) = nearest.map_or((last, u32::MAX), |(at, w)| (at, w.distance));
        frontier.exhausted = distance == u32::MAX;
        Some(if frontier.exhausted { last } else { at })
    }

    /// What a strategy knows of a state that is put away.
    fn about(&mut self, kept: &Kept, frames: &Frames) -> Candidate {
        let (Some(pursuit), Kept::Here(state)) = (&mut self.reaching.pursuit, kept) else {
            return Candidate::default();
        };
        pursuit.put_away += 1;
        let loops = state.frames.iter().flat_map(|frame| frame.loops.iter());
        let rounds: u64 = loops.map(|visit| visit.iterations).sum();
        let mut about = Candidate {
            number: pursuit.put_away,
            depth: state.guidance.depth,
            rounds: u32::try_from(rounds).unwrap_or(u32::MAX),
            ..Candidate::default()
        };
        if self.reaching.navigator.is_some() {
            let to = frames.first().and_then(|spot| spot.block);
            (about.strayed, about.left) = self.heading(state, to);
        }
        self.measure(about, frames)
    }

    /// The distances from where a state is.
    fn measure(&mut self, mut about: Candidate, frames: &Frames) -> Candidate {
        if let Some(nearness) = &self.reaching.nearness {
            (about.to_target, about.within) = (nearness.of(frames), nearness.within(frames));
        }
        if self.reaching.pursuit.as_ref().is_some_and(|pursuit| pursuit.looks_for_new) {
            about.to_new = self.distance_to_new(frames);
        }
        about
    }

    /// Which of those that wait a strategy wants next.
    fn pursued(&mut self, frontier: &mut Frontier) -> Option<usize> {
        let reached = self.reached_so_far();
        let wanted = self.reaching.pursuit.as_ref()?.wanted;
        if (frontier.reached, frontier.wanted) != (reached, wanted) {
            (frontier.reached, frontier.wanted) = (reached, wanted);
            for waiting in &mut frontier.waiting {
                waiting.about = self.measure(waiting.about, &waiting.frames);
            }
        }
        let Pursuit { searcher, backward, .. } = self.reaching.pursuit.as_mut()?;
        let mut able: Vec<usize> = (0..frontier.waiting.len()).collect();
        if let Some(backward) = backward {
            let state = |at: &usize| match &frontier.waiting[*at].kept {
                Kept::Here(state) => Some(state),
                Kept::Away(_) => None,
            };
            let origin = |at: &usize| state(at).and_then(|state| state.began_in());
            let next = backward.next_origin(able.iter().map(origin))?;
            able.retain(|at| origin(at) == next);
            let tries =
                |at: &usize| state(at).is_some_and(|state| state.guidance.backward.trial.is_some());
            // The one that was put away last is furthest on its path.
            if let Some(at) = able.iter().rfind(|at| tries(at)) {
                return Some(*at);
            }
        }
        if able.is_empty() {
            return None;
        }
        let about: Vec<Candidate> = able.iter().map(|at| frontier.waiting[*at].about).collect();
        Some(able[searcher.pick(&about, reached)])
    }

    /// Where a state is, or will be at a block.
    pub(crate) fn frames(&mut self, state: &State, block: Option<BlockId>) -> Frames {
        let mut frames = Vec::new();
        for (depth, frame) in state.frames.iter().rev().enumerate() {
            let function = frame.function;
            if let (0, Some(_)) = (depth, block) {
                frames.push(Spot { function, block, behind: 0 });
                continue;
            }
            // A caller stands after its call.
            let called = usize::from(depth > 0);
            let inst = frame.code.insts.get(frame.pc.saturating_sub(called)).copied();
            let shape = self.shape(function);
            let block = inst.and_then(|inst| shape.block(inst));
            let first = block.map(|block| self.program.functions[function].blocks[block].first);
            let behind = match (inst, first) {
                (Some(inst), Some(first)) => inst.index() + called - first.index(),
                _ => 0,
            };
            frames.push(Spot {
                function,
                block,
                behind: u32::try_from(behind).unwrap_or(u32::MAX),
            });
        }
        frames.into()
    }

    /// How far it is from a state to where paths are wanted, or else to code that is not reached, in branches; the
    /// greatest number if there is no path.
    pub(crate) fn distance(&mut self, frames: &Frames) -> u32 {
        if let Some(nearness) = &self.reaching.nearness {
            return nearness.of(frames);
        }
        self.distance_to_new(frames)
    }

    /// How far it is to code that is not reached, in branches.
    fn distance_to_new(&mut self, frames: &Frames) -> u32 {
        let (mut nearest, mut way) = (u32::MAX, 0_u32);
        for Spot { function, block, .. } in frames {
            if let Some(block) = block {
                let within = self.distances(*function)[block.index()];
                nearest = nearest.min(within.saturating_add(way));
                // Who has to leave a loop before it returns has not come there yet.
                if self.ends.is_some() {
                    way = way.saturating_add(self.shape(*function).branches_to_return(*block));
                }
            }
            way = way.saturating_add(FOR_CALL);
        }
        nearest
    }

    /// Branches from each block of a function to one that no path has reached.
    fn distances(&mut self, function: FuncId) -> Rc<[u32]> {
        let reached = match self.ends {
            Some(_) => self.reached_so_far(),
            None => u64::from(self.reached.count_of(function)),
        };
        if let Some((then, known)) = self.analyses.distances.get(&function)
            && *then == reached
        {
            return known.clone();
        }
        let shape = self.shape(function);
        let mut distances = vec![u32::MAX; shape.cfg.block_count()];
        let mut open = BinaryHeap::new();
        let span = self.program.functions[function].source.as_ref().map(|source| source.span);
        let own = span.is_none_or(|span| !self.program.source.is_library(span));
        let seen = self.reached.blocks(function);
        for block in shape.cfg.reverse_postorder().iter().filter(|_| own) {
            if seen.get(block.index()) != Some(&true) {
                distances[block.index()] = 0;
                open.push(Reverse((0, *block)));
            }
        }
        for block in self.blocks_before_new_edges(function) {
            if distances[block.index()] > 1 {
                distances[block.index()] = 1;
                open.push(Reverse((1, block)));
            }
        }
        while let Some(Reverse((distance, block))) = open.pop() {
            if distance > distances[block.index()] {
                continue;
            }
            // Who passes a block goes through what it calls.
            let calls = if distance == 0 { 0 } else { shape.calls[block.index()] };
            let calls = calls.saturating_mul(FOR_CALL);
            let next = distance.saturating_add(1).saturating_add(calls);
            for before in shape.cfg.predecessors(block) {
                if next < distances[before.index()] {
                    distances[before.index()] = next;
                    open.push(Reverse((next, *before)));
                }
            }
        }
        let distances: Rc<[u32]> = distances.into();
        self.analyses.distances.insert(function, (reached, distances.clone()));
        distances
    }
}
