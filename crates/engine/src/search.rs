//! Which of the states that wait is followed next.
//!
//! As long as there is code that no path has reached, it is the state that is nearest to some of it:
//! by the fewest branches in the function that it is in, or in one that called it. Among equals, and
//! when all is reached, it is the one that was put away last, so that search goes deep and what is
//! kept stays little.

use crate::code::{Code, Op};
use crate::engine::Engine;
use crate::region::Region;
use crate::state::State;
use margay_ir::{BlockId, FuncId, Id};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// What a call adds to a distance: there is a way through the function, if it returns at all.
const FOR_CALL: u32 = 8;

/// The states that wait.
#[derive(Default)]
pub(crate) struct Frontier {
    waiting: Vec<Waiting>,
    /// How much had been reached when the distances were found.
    reached: u64,
    /// No state that waits leads to what is not reached.
    exhausted: bool,
    /// Those that are walked together, and go first.
    pub region: Option<Region>,
}

struct Waiting {
    state: Box<State>,
    /// The block that it comes to next in its innermost function.
    block: Option<BlockId>,
    distance: u32,
}

impl Frontier {
    pub fn len(&self) -> usize {
        self.waiting.len() + self.region.as_ref().map_or(0, Region::len)
    }

    /// How many states can be handed over one by one; those that are walked together count as one.
    pub fn leaves(&self) -> usize {
        self.waiting.len() + usize::from(self.region.is_some())
    }

    /// The states that wait, each with the block that it comes to next, and the region.
    pub fn into_parts(self) -> (Vec<(State, Option<BlockId>)>, Option<Region>) {
        let waiting = self.waiting.into_iter().map(|waiting| (*waiting.state, waiting.block));
        (waiting.collect(), self.region)
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        let together = self.region.iter().flat_map(Region::states);
        self.waiting.iter().map(|waiting| &*waiting.state).chain(together)
    }
}

impl Engine<'_> {
    /// Puts a state away that goes on where it stands, or at a block that it is about to come to.
    pub(crate) fn put_away(
        &mut self,
        frontier: &mut Frontier,
        state: State,
        block: Option<BlockId>,
    ) {
        let Some(state) = self.keep_in_region(frontier, state, false) else { return };
        let block = block.or_else(|| self.block_at(&state));
        let distance = self.distance(&state, block);
        frontier.exhausted &= distance == u32::MAX;
        frontier.waiting.push(Waiting { state: Box::new(state), block, distance });
    }

    /// Puts a state away that stands where paths may meet which are walked together.
    pub(crate) fn meet(&mut self, frontier: &mut Frontier, state: State) {
        if let Some(state) = self.keep_in_region(frontier, state, true) {
            self.put_away(frontier, state, None);
        }
    }

    /// The state that is followed next.
    pub(crate) fn take_next(&mut self, frontier: &mut Frontier) -> Option<State> {
        if let Some(state) = self.next_in_region(frontier) {
            return Some(state);
        }
        let reached = self.reached.count();
        if frontier.reached != reached {
            frontier.reached = reached;
            frontier.exhausted = false;
            for waiting in &mut frontier.waiting {
                waiting.distance = self.distance(&waiting.state, waiting.block);
            }
        }
        let last = frontier.waiting.len().checked_sub(1)?;
        // What is executed again goes one way.
        if frontier.exhausted || self.replay.is_some() {
            return frontier.waiting.pop().map(|waiting| *waiting.state);
        }
        let near = frontier.waiting.iter().enumerate().rev();
        let nearest = near.min_by_key(|(_, waiting)| waiting.distance);
        let (at, distance) = nearest.map_or((last, u32::MAX), |(at, w)| (at, w.distance));
        frontier.exhausted = distance == u32::MAX;
        let at = if frontier.exhausted { last } else { at };
        Some(*frontier.waiting.remove(at).state)
    }

    /// Branches between a state and code that is not reached; the greatest number if it leads to
    /// none.
    fn distance(&mut self, state: &State, block: Option<BlockId>) -> u32 {
        let mut nearest = u32::MAX;
        for (depth, frame) in (0..).zip(state.frames.iter().rev()) {
            let shape = self.shape(frame.function);
            let block = match depth {
                0 => block,
                // A caller stands behind its call.
                _ => frame.code.insts.get(frame.pc.saturating_sub(1)).and_then(|i| shape.block(*i)),
            };
            let Some(block) = block else { continue };
            let within = self.distances(frame.function)[block.index()];
            nearest = nearest.min(within.saturating_add(depth * FOR_CALL));
        }
        nearest
    }

    /// Branches from each block of a function to one that no path has reached.
    fn distances(&mut self, function: FuncId) -> Rc<[u32]> {
        let reached = self.reached.count_of(function);
        if let Some((then, known)) = self.distances.get(&function)
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
        self.distances.insert(function, (reached, distances.clone()));
        distances
    }

    /// The block that a state stands in.
    fn block_at(&mut self, state: &State) -> Option<BlockId> {
        let frame = state.frames.last()?;
        let inst = *frame.code.insts.get(frame.pc)?;
        self.shape(frame.function).block(inst)
    }

    /// The block that the branch leads to which a state stands at, if its condition holds or not.
    pub(crate) fn led_to(&mut self, state: &State, holds: bool) -> Option<BlockId> {
        let frame = state.frames.last()?;
        let code: &Code = &frame.code;
        let target = match code.ops.get(frame.pc)? {
            Op::Switch { .. } => Some(frame.switch.target).filter(|_| holds)?,
            op => op.sides()?[usize::from(holds)],
        };
        self.shape(frame.function).led_to(code, target)
    }
}
